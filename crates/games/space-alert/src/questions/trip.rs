//! A card is revealed: was it as intended, or did somebody trip (res.trip, SA-5.3, SA-5.4)?

use super::asked::{Verdict, no};
use super::{Action, Asked};
use crate::coach;
use crate::state::{Flight, SpaceAlert};
use crate::turn::Play;
use crate::view::{FlightView, StageView, View};
use crate::voyage::Declared;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What is declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trip(pub Declared);

/// What can be declared, and its word.
const DECLARED: [(Declared, &str); 4] = [
    (Declared::Fine, "no"),
    (Declared::OtherHalf, "half"),
    (Declared::OppositeArrow, "arrow"),
    (Declared::AsWritten, "written"),
];

/// The Resolution Round and the crew member who is asked.
fn revealed(a: Asked<'_>) -> Option<(&Flight, usize)> {
    let flight = a.flight()?;
    Some((flight, usize::from(flight.asking?)))
}

fn flight(view: &View) -> Option<&FlightView> {
    let StageView::Flight(flight) = &view.stage else { return None };
    Some(flight).filter(|flight| flight.asking.is_some()).map(|flight| &**flight)
}

/// To what a trip would lead.
fn meant(view: &View, which: usize) -> String {
    let act = flight(view).and_then(|flight| flight.asking).and_then(|(_, acts)| acts[which]);
    act.map_or(String::new(), |act| format!(" ({act})"))
}

impl Answer<SpaceAlert> for Trip {
    fn ask(view: &View) -> Option<Ask> {
        let (who, _) = flight(view)?.asking?;
        let text = if view.answers_for(who) {
            format!("{who}: is the card as you meant it, or did you trip?")
        } else {
            format!("{who} looks at the card.")
        };
        Some(Ask::new("trip", Line::new(text, rule!("SA-5.4"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if revealed(a).is_some() {
            let declared = [Declared::Fine, Declared::OtherHalf, Declared::OppositeArrow];
            a.offer(declared.map(Trip), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Some((flight, i)) = revealed(a) else { return a.not_asked() };
        let [half, arrow] = flight.voyage.trips(i);
        let open = match self.0 {
            Declared::Fine => true,
            Declared::OtherHalf => half.is_some(),
            Declared::OppositeArrow => arrow.is_some(),
            Declared::AsWritten => false,
        };
        if open {
            return Ok(());
        }
        let rule = if flight.voyage.crew[i].in_space { rule!("SA-5.58") } else { rule!("SA-5.3") };
        no(rule, "this card cannot be tripped over like that")
    }

    fn take(self, play: &mut Play<'_>) {
        play.fly(|flight, trips, log| {
            let i = flight.asking.take().expect("checked");
            flight.voyage.act(usize::from(i), self.0, &mut log.ear);
            flight.go_on_acting(trips, log);
        });
    }

    fn label(&self, view: &View) -> Label {
        // Whoever never trips need not be asked each time.
        let (text, mark, id) = match self.0 {
            Declared::Fine => ("As planned".into(), "pass", "trip-no"),
            Declared::OtherHalf => {
                (format!("Tripped: I meant the other half{}", meant(view, 0)), "", "trip-half")
            }
            Declared::OppositeArrow => {
                (format!("Tripped: I meant the other arrow{}", meant(view, 1)), "", "trip-arrow")
            }
            Declared::AsWritten => ("Tripped".into(), "", "trip"),
        };
        let rule = if self.0 == Declared::Fine { rule!("SA-5.1") } else { rule!("SA-5.3") };
        Label { mark, ..button(text, "Card", rule, vec![id.into()]) }
    }

    fn words(&self) -> String {
        let word = DECLARED.iter().find(|(declared, _)| *declared == self.0).map_or("no", |(_, word)| word);
        format!("trip {word}")
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Trip>, String> {
        if verb != "trip" {
            return Ok(None);
        }
        let find = |w: &str| DECLARED.iter().find(|(_, word)| *word == w).map(|(declared, _)| *declared);
        Ok(Some(Trip(r.id("trip: no, half, arrow or written", find)?)))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        if self.0 == Declared::Fine { 64 } else { 1 }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let Some(flight) = flight(view) else { return Vec::new() };
        let mut list: Vec<&'static Tip> = vec![&coach::TRIP];
        list.extend(coach::flying(flight));
        list
    }
}
