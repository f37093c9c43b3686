//! The boards of all androids, for who plays alone (solo.place, solo.take_back, SA-14.12, SA-14.13).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::card::{Half, Kind, Placed, Slot};
use crate::event::Plan;
use crate::instinct::improves;
use crate::ship::turns_of;
use crate::situation::spell;
use crate::state::{Planning, SpaceAlert};
use crate::turn::Play;
use crate::view::{ClockView, View};
use crate::voyage::Figure;
use crate::words::label::{button, figure, hand_click, slot_click, upper};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// A card laid or taken back. Androids count by their place in the crew order, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Solo {
    /// solo.place
    SoloPlace {
        /// Which.
        android: u8,
        /// Where.
        turn: u8,
        /// From the open deck, or its own heroic card.
        card: Kind,
        /// On top.
        half: Half,
    },
    /// solo.take_back
    SoloTakeBack {
        /// Which.
        android: u8,
        /// Where.
        turn: u8,
    },
}

/// SA-14.13: as long as the phase of the space has not been announced over.
fn check_space(a: Asked<'_>, plan: &Planning, android: u8, turn: u8) -> Verdict {
    if !a.game.setup.is_solo() {
        return no(rule!("SA-14.12"), "only who plays alone does this");
    }
    if usize::from(android) >= a.game.setup.crew.len() {
        return Err(Refusal::malformed("there is no such android"));
    }
    if plan.solo_open(turn) {
        return Ok(());
    }
    no(rule!("SA-14.13"), "that phase has been announced over, or not begun")
}

impl Answer<SpaceAlert> for Solo {
    fn ask(view: &View) -> Option<Ask> {
        let plan = view.planning().filter(|_| view.solo && view.seat.is_some())?;
        let (ClockView::Off | ClockView::Running { .. }) = plan.clock else { return None };
        let from = *turns_of(usize::from(plan.phases_over)).start();
        let text = format!("Plan the androids' actions from turn {from} on.");
        Some(Ask::new("solo", Line::new(text, rule!("SA-14.13"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(plan) = a.round.filter(|_| a.game.setup.is_solo()) else { return };
        let mut kinds = plan.deck.clone();
        kinds.dedup();
        for android in 0..a.game.setup.crew.len() as u8 {
            let own = plan.heroics[usize::from(android)];
            for turn in 1..=plan.lesson.last_turn() {
                // The card that lies there may be turned around even if it was the last of its kind.
                let here = plan.placed(usize::from(android), turn).map(|p| p.card);
                let here = here.filter(|card| !kinds.contains(card));
                for &card in kinds.iter().chain(own.as_ref()).chain(here.as_ref()) {
                    a.offer(Half::ALL.map(|half| Solo::SoloPlace { android, turn, card, half }), out);
                }
                a.offer([Solo::SoloTakeBack { android, turn }], out);
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        match *self {
            Solo::SoloPlace { android, turn, card, half } => {
                check_space(a, plan, android, turn)?;
                let here = plan.placed(usize::from(android), turn);
                if here == Some(Placed { card, half }) {
                    return no(rule!("SA-14.13"), "the card already lies there like that");
                }
                let own = plan.heroics[usize::from(android)] == Some(card);
                if own || plan.deck.contains(&card) || here.is_some_and(|p| p.card == card) {
                    Ok(())
                } else if card.is_heroic() {
                    no(rule!("SA-14.6"), "only an android itself can use its heroic card")
                } else {
                    no(rule!("SA-14.12"), "all cards of that kind are in use")
                }
            }
            Solo::SoloTakeBack { android, turn } => {
                check_space(a, plan, android, turn)?;
                match plan.placed(usize::from(android), turn) {
                    Some(_) => Ok(()),
                    None => no(rule!("SA-3.4"), "that space is empty"),
                }
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let who = play.who();
        let plan = play.plan();
        match self {
            Solo::SoloPlace { android, turn, card, half } => {
                let place = usize::from(android);
                plan.solo_lift(place, turn);
                if plan.heroics[place] == Some(card) {
                    plan.heroics[place] = None;
                } else {
                    let at = plan.deck.iter().position(|&k| k == card).expect("checked");
                    plan.deck.remove(at);
                }
                plan.boards[place][usize::from(turn) - 1] = Some(Placed { card, half });
                let android = Figure { place: android, android: true };
                play.say(Plan::AndroidCard { who, android, turn, card, half });
            }
            Solo::SoloTakeBack { android, turn } => {
                plan.solo_lift(usize::from(android), turn);
                let android = Figure { place: android, android: true };
                play.say(Plan::TookBack { who: android, turn });
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Solo::SoloPlace { android, turn, card, half } => {
                let clicks = vec![hand_click(card, half), slot_click(android, turn)];
                let text = format!("{} on turn {turn}", upper(card, half));
                button(text, figure(view, android).to_string(), rule!("SA-14.12"), clicks)
            }
            Solo::SoloTakeBack { android, turn } => {
                let clicks = vec![slot_click(android, turn), "hand".into()];
                let text = format!("Take back the card of turn {turn}");
                button(text, figure(view, android).to_string(), rule!("SA-14.13"), clicks)
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Solo::SoloPlace { android, turn, card, half } => {
                format!("solo {} {card} {turn} {}", android + 1, half.word())
            }
            Solo::SoloTakeBack { android, turn } => format!("solo-take-back {} {turn}", android + 1),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Solo>, String> {
        Ok(match verb {
            "solo" => {
                let (android, card) = (spell::member(r)?, spell::card(r)?);
                Some(Solo::SoloPlace { android, turn: spell::turn(r)?, card, half: spell::half(r)? })
            }
            "solo-take-back" => {
                Some(Solo::SoloTakeBack { android: spell::member(r)?, turn: spell::turn(r)? })
            }
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let Some(plan) = a.round else { return 1 };
        match *self {
            Solo::SoloPlace { android, turn, card, half } => {
                a.game.lean_space(plan, usize::from(android), turn, Placed { card, half }, &[])
            }
            Solo::SoloTakeBack { android, turn } => {
                improves(a.game.gain(plan, usize::from(android), turn, Slot::EMPTY))
            }
        }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if !about.view.solo {
            return;
        }
        if let Some((card, half, android, turn)) = about.card_on_space() {
            out.push(Solo::SoloPlace { android, turn, card, half }.into());
        }
        if let Some((android, turn)) = about.space() {
            out.push(Solo::SoloTakeBack { android, turn }.into());
        }
    }
}
