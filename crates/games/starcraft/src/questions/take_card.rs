//! The gain of a special Research (D12): one copy of the new technology, unless it is an event card (`take_event.rs`).

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::Face,
    event::Event,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        label::{draft, face_name},
        spots::Spot,
        text::face_text,
    },
};
use klaxon_core::{Answer, Ask, Label, Reader, Refusal, rule};
use serde::{Deserialize, Serialize};

/// The copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TakeCard {
    /// Into hand.
    TakeCard(Face),
}

impl May for TakeCard {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let (Frame::ResearchSpecial(tech), TakeCard::TakeCard(face)) = (a.question, *self) else {
            return Err(not_asked());
        };
        need(
            tech.is_some_and(|t| t.data().faces.contains(&face)),
            rule!("SC-8.9"),
            "only a copy of the technology just bought for the deck can be taken",
        )
    }
}

impl Answer<StarCraft> for TakeCard {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::ResearchSpecial(Some(tech)) = a.question {
            a.offer(tech.data().faces.iter().map(|face| TakeCard::TakeCard(*face)), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (Frame::ResearchSpecial(Some(tech)), TakeCard::TakeCard(face)) = (play.question, self) else {
            unreachable!("judged")
        };
        let (game, seat) = (&mut *play.game, play.seat);
        let card = game.card_with(seat, game.player(seat).tech_deck, face).expect("judged");
        let player = game.player_mut(seat);
        player.tech_deck &= !card.bit();
        player.hand |= card.bit();
        // The purchase was announced, so everybody knows where this copy is.
        for other in game.all_seats().filter(|s| *s != seat) {
            if tech.data().faces.len() == 1 {
                game.player_mut(other).seen[seat.index()] |= card.bit();
            }
        }
        play.cx.tell.all(Event::TookTechCard { who: game.faction(seat), tech });
    }

    fn label(&self, _: &View) -> Label {
        let TakeCard::TakeCard(face) = *self;
        let text = format!("Take {} into hand: {}", face_name(face), face_text(face));
        draft(text, "Order", rule!("SC-8.9")).click(format!("card:{face}")).into()
    }

    fn words(&self) -> String {
        let TakeCard::TakeCard(face) = *self;
        format!("take {face}")
    }

    /// What else is taken has been read before.
    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<TakeCard>, String> {
        Ok(if verb == "take" { Some(TakeCard::TakeCard(spell::face(r)?)) } else { None })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        24
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("cards win battles".into())
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::ResearchSpecial(_), [Spot::Card(face)]) = (about.view.question, about.spots) {
            out.push(TakeCard::TakeCard(*face).into());
        }
    }
}
