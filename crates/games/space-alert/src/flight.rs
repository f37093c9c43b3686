//! Chapter 5a: the Resolution Round at the table, step by step, with a question to whoever might have tripped (SA-5.4).

use crate::{Act, Berth, Declared, Event, Figure, Happening, Step, state::Flight};
use klaxon_core::{SeatSet, Tell};

/// The cards of a turn, turned up.
type Shown = (u8, Vec<(Figure, Act)>);

/// What is to be told of a part of the flight.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) ear: Vec<Happening>,
    /// Told after the heading of its player actions step, where it happened.
    revealed: Vec<Shown>,
}

impl Heard {
    /// Cards and tiles come to light in every step: there is no way back.
    pub(crate) fn tell(self, crew: &[Berth], tell: &mut Tell<Event>) {
        let mut revealed = self.revealed.into_iter();
        for happening in self.ear {
            let shows_cards = matches!(happening, Happening::StepBegins { step: Step::Actions { .. }, .. });
            if let Happening::Delayed { who, turn, why, lost: Some(_) } = happening
                && !who.android
            {
                // A card that falls off the board face down stays unknown to all but its owner.
                let owner = SeatSet::only(crew[usize::from(who.place)].keeper());
                let unseen = Happening::Delayed { who, turn, why, lost: Some(Act::Empty) };
                tell.reveal_to(owner, Event::Ship(happening));
                tell.others(owner, Event::Ship(unseen));
            } else {
                tell.reveal(Event::Ship(happening));
            }
            if shows_cards && let Some((turn, cards)) = revealed.next() {
                tell.reveal(Event::Revealed { turn, cards });
            }
        }
    }
}

impl Flight {
    /// One step, or its part up to the next question.
    pub(crate) fn step(&mut self, trips: bool, heard: &mut Heard) {
        if matches!(self.voyage.step, Step::Actions { .. }) {
            self.voyage.announce(&mut heard.ear);
            heard.revealed.push(self.reveal());
            self.go_on_acting(trips, heard);
        } else {
            self.voyage.advance(&mut heard.ear);
        }
    }

    /// All cards of a turn are turned up together.
    fn reveal(&mut self) -> Shown {
        let turn = self.voyage.turn;
        let t = usize::from(turn) - 1;
        let mut cards = Vec::new();
        for i in 0..usize::from(self.voyage.crew_size) {
            if !self.voyage.program[i][t].is_empty() {
                self.voyage.program[i][t].shown = true;
                cards.push((self.voyage.figure(i), self.voyage.program[i][t].up));
            }
        }
        (turn, cards)
    }

    /// Crew members act in order until one could have tripped (SA-5.59).
    pub(crate) fn go_on_acting(&mut self, trips: bool, heard: &mut Heard) {
        let ear = &mut heard.ear;
        while let Step::Actions { next } = self.voyage.step
            && next < self.voyage.crew_size
        {
            let i = usize::from(next);
            if trips && self.voyage.trips(i) != [None, None] {
                self.asking = Some(next);
                return;
            }
            self.voyage.act(i, Declared::Fine, ear);
        }
        self.voyage.end_actions(ear);
        self.voyage.next_step(ear);
    }
}
