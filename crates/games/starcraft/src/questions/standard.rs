//! Cards are laid (D17): a standard card for each skirmish, or the unseen top of the deck.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::{Face, data},
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, no, not_asked},
    words::{
        coach,
        label::{draft, face_name, front},
        spots::Spot,
        warnings::card_values,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standard {
    /// From hand.
    Standard(Face),
    /// The unseen top card of the deck.
    DeckTop,
}

impl May for Standard {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Standard { .. } = a.question else {
            return Err(not_asked());
        };
        let player = a.game.player(a.seat);
        match *self {
            Standard::Standard(face) => {
                let card = a.game.card_with(a.seat, player.hand, face);
                let card = card.ok_or(no(rule!("SC-9.12"), "you do not have that card in hand"))?;
                let standard = data().deck(a.game.race(a.seat)).standard;
                need(card.bit() & standard != 0, rule!("SC-9.12"), "a standard card comes first")
            }
            Standard::DeckTop => {
                let any = !player.deck.is_empty() || player.discard != 0;
                need(any, rule!("SC-9.16"), "your deck and your discard pile are empty")
            }
        }
    }
}

impl Answer<StarCraft> for Standard {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Standard { side, skirmish } = view.question else {
            return None;
        };
        let (n, unit) = (skirmish + 1, front(view, side, skirmish));
        let text = format!("Skirmish {n}: lay a card for your {unit}, or the top of your deck.");
        Some(Ask::new("standard", Line::new(text, rule!("SC-9.12"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Standard { .. } = a.question else {
            return;
        };
        let standard = data().deck(a.game.race(a.seat)).standard;
        a.game.each_face(a.seat, a.game.player(a.seat).hand & standard, |face| {
            a.offer([Standard::Standard(face)], out);
        });
        // SC-9.15: with no standard card in hand this alone is left.
        a.offer([Standard::DeckTop], out);
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Standard { side, skirmish } = play.question else { unreachable!("judged") };
        let (game, seat, me) = (&mut *play.game, play.seat, usize::from(side));
        match self {
            Standard::Standard(face) => {
                let card = game.card_with(seat, game.player(seat).hand, face).expect("judged");
                game.player_mut(seat).hand &= !card.bit();
                game.fight_mut().skirmishes[usize::from(skirmish)].standard[me] = Some(card);
                game.push(Frame::Reinforce { side, skirmish });
            }
            Standard::DeckTop => {
                let card = game.draw_card(seat, &mut play.cx).expect("judged");
                let slot = &mut game.fight_mut().skirmishes[usize::from(skirmish)];
                (slot.standard[me], slot.deck_top[me]) = (Some(card), true);
                // SC-9.14, SC-11.11: nothing from hand is added to the deck top, Shields neither.
                game.tell_placed(side, skirmish, &mut play.cx);
                game.place_next(side, skirmish);
            }
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Standard::Standard(face) => {
                let text = format!("{}: {}", face_name(face), card_values(view, face));
                draft(text, "Standard cards", rule!("SC-9.12")).click(format!("card:{face}")).into()
            }
            Standard::DeckTop => {
                draft("The unseen top of your deck", "Standard cards", rule!("SC-9.12")).click("deck").into()
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Standard::Standard(face) => format!("play {face}"),
            Standard::DeckTop => "play top".into(),
        }
    }

    /// Event cards that are played have been read before.
    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Standard>, String> {
        if verb != "play" {
            return Ok(None);
        }
        Ok(Some(if r.takes("top") { Standard::DeckTop } else { Standard::Standard(spell::face(r)?) }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Standard::Standard(face) => a.game.lean_card(a.seat, face),
            Standard::DeckTop => a.game.lean_deck_top(a.seat),
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Standard::Standard(face) => a.game.why_card(a.seat, face),
            Standard::DeckTop => Some("it costs no card of your hand".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Standard { .. } = view.question { vec![&coach::CARDS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let Frame::Standard { .. } = about.view.question else {
            return;
        };
        if let [Spot::Card(face)] = about.spots {
            out.push(Standard::Standard(*face).into());
        } else if let [Spot::Deck] = about.spots {
            out.push(Standard::DeckTop.into());
        }
    }
}
