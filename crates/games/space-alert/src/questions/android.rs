//! The boards of androids, for which anybody may lay a card: final (plan.android, SA-14.5).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::card::{Half, Kind, Placed};
use crate::event::{Event, Plan};
use crate::ship::turns_of;
use crate::situation::spell;
use crate::state::SpaceAlert;
use crate::turn::Play;
use crate::view::View;
use crate::voyage::Figure;
use crate::words::label::{button, figure, hand_click, slot_click, upper};
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// A card for an android.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Android {
    /// plan.android
    Android {
        /// Which, by its place in the crew order, from 0.
        android: u8,
        /// Where.
        turn: u8,
        /// From the hand, or its own heroic card.
        card: Kind,
        /// On top.
        half: Half,
    },
}

impl Answer<SpaceAlert> for Android {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(plan) = a.round.filter(|_| !a.game.setup.is_solo()) else { return };
        let kinds = plan.kinds_in_hand(a.seat);
        let turns = turns_of(usize::from(plan.desks[a.seat.index()].phase.max(1)) - 1);
        for (android, berth) in a.game.setup.crew.iter().enumerate() {
            if !berth.is_android() {
                continue;
            }
            let own = plan.heroics[android];
            let android = android as u8;
            for turn in turns.clone() {
                for &card in kinds.iter().chain(own.as_ref()) {
                    a.offer(Half::ALL.map(|half| Android::Android { android, turn, card, half }), out);
                }
            }
        }
    }

    /// SA-14.5 – SA-14.7
    fn judge(&self, a: Asked<'_>) -> Verdict {
        let plan = a.check_round()?;
        let Android::Android { android, turn, card, .. } = *self;
        let place = usize::from(android);
        if !a.game.setup.crew.get(place).is_some_and(|b| b.is_android()) {
            return no(rule!("SA-14.5"), "that is no android");
        }
        a.check_not_solo()?;
        if !plan.in_phase(turn, plan.desks[a.seat.index()].phase) {
            return no(rule!("SA-14.7"), "only spaces of the phase that you are in");
        }
        if plan.placed(place, turn).is_some() {
            return no(rule!("SA-14.5"), "once placed, an android's card stays where it is");
        }
        if plan.heroics[place] == Some(card) {
            return Ok(());
        }
        if card.is_heroic() {
            return no(rule!("SA-14.6"), "an android uses only its own heroic card");
        }
        a.check_in_hand(plan, card)
    }

    fn take(self, play: &mut Play<'_>) {
        let Android::Android { android, turn, card, half } = self;
        let (who, seat, place) = (play.who(), play.seat, usize::from(android));
        let plan = play.plan();
        if plan.heroics[place] == Some(card) {
            plan.heroics[place] = None;
        } else {
            plan.desks[seat.index()].take(card);
            // Everybody sees the card: whoever gave one like it no longer knows where that is.
            plan.forget_gift(seat, card);
        }
        plan.boards[place][usize::from(turn) - 1] = Some(Placed { card, half });
        let android = Figure { place: android, android: true };
        play.tell.reveal(Event::Plan(Plan::AndroidCard { who, android, turn, card, half }));
    }

    fn label(&self, view: &View) -> Label {
        let Android::Android { android, turn, card, half } = *self;
        let clicks = vec![hand_click(card, half), slot_click(android, turn)];
        let text = format!("{} on turn {turn} of {} (final)", upper(card, half), figure(view, android));
        button(text, "Androids", rule!("SA-14.5"), clicks)
    }

    fn words(&self) -> String {
        let Android::Android { android, turn, card, half } = *self;
        format!("android {} {card} {turn} {}", android + 1, half.word())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Android>, String> {
        if verb != "android" {
            return Ok(None);
        }
        let (android, card) = (spell::member(r)?, spell::card(r)?);
        Ok(Some(Android::Android { android, turn: spell::turn(r)?, card, half: spell::half(r)? }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let Some(plan) = a.round else { return 1 };
        let Android::Android { android, turn, card, half } = *self;
        let after = plan.actions_in_hand(a.seat);
        a.game.lean_space(plan, usize::from(android), turn, Placed { card, half }, &after)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let Some((card, half, android, turn)) = about.card_on_space().filter(|_| !about.view.solo)
            && about.view.crew[usize::from(android)].figure.android
        {
            out.push(Android::Android { android, turn, card, half }.into());
        }
    }
}
