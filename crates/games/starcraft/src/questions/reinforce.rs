//! Cards are laid (D17): a reinforcement on the standard card, Shields, or nothing.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    data::{Face, data},
    effect::{Kind, Sum},
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, no, not_asked},
    words::{
        coach,
        label::{draft, face_name, front},
        spots::Spot,
        text::face_text,
        warnings::{matches_here, placing_scene},
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// What is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reinforce {
    /// A reinforcement card.
    Reinforce(Face),
    /// A standard card as Shields.
    Shields(Face),
    /// Nothing.
    NoReinforcement,
}

impl May for Reinforce {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Reinforce { .. } = a.question else {
            return Err(not_asked());
        };
        let deck = data().deck(a.game.race(a.seat));
        let in_hand = |face| {
            let card = a.game.card_with(a.seat, a.game.player(a.seat).hand, face);
            card.ok_or(no(rule!("SC-9.12"), "you do not have that card in hand"))
        };
        match *self {
            Reinforce::NoReinforcement => Ok(()),
            Reinforce::Reinforce(face) => {
                // SC-9.61: one that matches no unit may lie there, as a bluff.
                let fits = in_hand(face)?.bit() & deck.reinforcement != 0;
                need(fits, rule!("SC-9.12"), "only a reinforcement card can be added")
            }
            Reinforce::Shields(face) => {
                let shields = a.game.standing(a.seat).shields;
                need(shields > 0, rule!("SC-11.10"), "only the Protoss have Shields")?;
                let fits = in_hand(face)?.bit() & deck.standard != 0;
                need(fits, rule!("SC-11.10"), "a Shields card is a standard card from hand")
            }
        }
    }
}

impl Answer<StarCraft> for Reinforce {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Reinforce { side, skirmish } = view.question else {
            return None;
        };
        let (n, unit) = (skirmish + 1, front(view, side, skirmish));
        let text = format!("Skirmish {n}: add a reinforcement for your {unit}, or none.");
        Some(Ask::new("reinforcement", Line::new(text, rule!("SC-9.12"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Reinforce { .. } = a.question else {
            return;
        };
        let (game, seat) = (a.game, a.seat);
        let (deck, hand) = (data().deck(game.race(seat)), game.player(seat).hand);
        a.offer([Reinforce::NoReinforcement], out);
        game.each_face(seat, hand & deck.reinforcement, |face| a.offer([Reinforce::Reinforce(face)], out));
        if game.standing(seat).shields > 0 {
            game.each_face(seat, hand & deck.standard, |face| a.offer([Reinforce::Shields(face)], out));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Reinforce { side, skirmish } = play.question else { unreachable!("judged") };
        let (game, seat) = (&mut *play.game, play.seat);
        if let Reinforce::Reinforce(face) | Reinforce::Shields(face) = self {
            let card = game.card_with(seat, game.player(seat).hand, face).expect("judged");
            game.player_mut(seat).hand &= !card.bit();
            let slot = &mut game.fight_mut().skirmishes[usize::from(skirmish)];
            slot.reinforcement[usize::from(side)] = Some(card);
        }
        game.tell_placed(side, skirmish, &mut play.cx);
        game.place_next(side, skirmish);
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Reinforce::Reinforce(face) => {
                let nothing = |scene| Sum::of(&face.data().effect, &scene) == Sum::default();
                let warning = if !matches_here(view, face) {
                    " (matches no unit here: a bluff)"
                } else if placing_scene(view).is_some_and(nothing) {
                    " (no effect as things stand)"
                } else {
                    ""
                };
                let text = format!("{}: {}{warning}", face_name(face), face_text(face));
                draft(text, "Reinforcement", rule!("SC-9.19"))
                    .click(format!("card:{face}"))
                    .warned(warning)
                    .into()
            }
            Reinforce::Shields(face) => {
                let text = format!("Shields with {}: +1 health", face_name(face));
                draft(text, "Shields", rule!("SC-11.10")).click(format!("card:{face}")).into()
            }
            Reinforce::NoReinforcement => draft("Add nothing", "Reinforcement", rule!("SC-9.12")).into(),
        }
    }

    fn words(&self) -> String {
        match *self {
            Reinforce::Reinforce(face) => format!("add {face}"),
            Reinforce::Shields(face) => format!("shields {face}"),
            Reinforce::NoReinforcement => "add none".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Reinforce>, String> {
        if verb == "shields" {
            return Ok(Some(Reinforce::Shields(spell::face(r)?)));
        }
        if verb != "add" {
            return Ok(None);
        }
        let none = r.takes("none");
        Ok(Some(if none { Reinforce::NoReinforcement } else { Reinforce::Reinforce(spell::face(r)?) }))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Reinforce::Reinforce(face) => a.game.idle_reinforcement(a.seat, face),
            Reinforce::Shields(_) | Reinforce::NoReinforcement => None,
        }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Reinforce::Reinforce(face) => a.game.lean_reinforcement(a.seat, face),
            Reinforce::Shields(face) => a.game.lean_shields(a.seat, face),
            Reinforce::NoReinforcement => 24,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Reinforce::Reinforce(face) => (a.game.lean_reinforcement(a.seat, face) > 2)
                .then(|| "it strengthens a unit of yours in this skirmish".into()),
            Reinforce::Shields(face) => a.game.why_shields(a.seat, face),
            Reinforce::NoReinforcement => Some("your cards are kept for later".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Reinforce { .. } = view.question { vec![&coach::REINFORCE] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Reinforce { .. }, [Spot::Card(face)]) = (about.view.question, about.spots) {
            let standard = face.data().kind == Kind::Standard;
            out.push(if standard { Reinforce::Shields(*face) } else { Reinforce::Reinforce(*face) }.into());
        }
    }
}
