//! Combat cards are discarded: down to the hand limit (D22), or out of a hand that is looked at (D21).

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
        coach,
        label::{draft, face_name},
        spots::Spot,
        text::face_text,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, SeatSet, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Discard(pub Face);

impl May for Discard {
    fn may(&self, a: Asked<'_>) -> Verdict {
        if let Frame::PeekCard { at, .. } = a.question {
            let there = a.game.card_with(at, a.game.player(at).hand, self.0).is_some();
            return need(there, rule!("SC-13.2"), "that card is not in the hand you look at");
        }
        let Frame::Discard = a.question else {
            return Err(not_asked());
        };
        let player = a.game.player(a.seat);
        let there = a.game.card_with(a.seat, player.hand & !player.dropping, self.0).is_some();
        need(there, rule!("SC-12.16"), "you do not have that card in hand")
    }
}

impl Answer<StarCraft> for Discard {
    fn ask(view: &View) -> Option<Ask> {
        if let Frame::PeekCard { .. } = view.question {
            let text = "Choose the card that is discarded from that hand.";
            return Some(Ask::new("peek-card", Line::new(text, rule!("SC-13.2"))));
        }
        let line = || Line::new("Discard combat cards down to your hand limit.", rule!("SC-12.16"));
        (view.question == Frame::Discard).then(|| Ask::new("discard", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::PeekCard { at, .. } = a.question {
            a.game.each_face(at, a.game.player(at).hand, |face| a.offer([Discard(face)], out));
        } else if let Frame::Discard = a.question {
            let player = a.game.player(a.seat);
            a.game.each_face(a.seat, player.hand & !player.dropping, |face| a.offer([Discard(face)], out));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let (game, seat, face) = (&mut *play.game, play.seat, self.0);
        if let Frame::PeekCard { at, .. } = play.question {
            let card = game.card_with(at, game.player(at).hand, face).expect("judged");
            game.player_mut(at).hand &= !card.bit();
            game.discard_card(at, card);
            let (who, of) = (game.faction(seat), game.faction(at));
            play.cx.tell.reveal(Event::LostToObservers { who, of, face });
            return;
        }
        let player = game.player(seat);
        let card = game.card_with(seat, player.hand & !player.dropping, face).expect("judged");
        game.player_mut(seat).dropping |= card.bit();
        play.cx.tell.only(SeatSet::only(seat), Event::WillDiscard { who: game.faction(seat), face });
        game.push(Frame::Discard);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("{}: {}", face_name(self.0), face_text(self.0));
        draft(text, "Discard", rule!("SC-12.16")).click(format!("card:{}", self.0)).into()
    }

    fn words(&self) -> String {
        format!("discard {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Discard>, String> {
        Ok(if verb == "discard" { Some(Discard(spell::face(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_discard(a.seat, self.0)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_discard(a.seat, self.0)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Frame::Discard { vec![&coach::DISCARD] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::PeekCard { .. } | Frame::Discard, [Spot::Card(face)]) =
            (about.view.question, about.spots)
        {
            out.push(Discard(*face).into());
        }
    }
}
