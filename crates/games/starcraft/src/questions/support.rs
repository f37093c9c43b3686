//! Support (D16): the next unit without a skirmish goes to one.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    situation::spell,
    state::{Frame, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{
        coach,
        label::{draft, my_side, next_supporter},
        spots::Spot,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// The skirmish, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Support(pub u8);

impl May for Support {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Support(_) = a.question else {
            return Err(not_asked());
        };
        let there = usize::from(self.0) < a.game.fight().skirmishes.len();
        need(there, rule!("SC-9.11"), "there is no such skirmish")
    }
}

impl Answer<StarCraft> for Support {
    fn ask(view: &View) -> Option<Ask> {
        let Frame::Support(side) = view.question else {
            return None;
        };
        let unit = next_supporter(view, side).map_or("unit", unit_name);
        let text = format!("Choose the skirmish that your {unit} supports.");
        Some(Ask::new("support", Line::new(text, rule!("SC-9.11"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Frame::Support(_) = a.question {
            a.offer((0..a.game.fight().skirmishes.len()).map(|n| Support(n as u8)), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let Frame::Support(side) = play.question else { unreachable!("judged") };
        let game = &mut *play.game;
        let (at, unit) = game.next_supporter(side).expect("somebody is to be assigned");
        game.fight_mut().fighters[usize::from(side)][at].skirmish = Some(self.0);
        play.cx.tell.all(Event::Supports { who: game.faction(play.seat), unit, skirmish: self.0 });
        game.push(Frame::Support(side));
    }

    fn label(&self, view: &View) -> Label {
        let unit = next_supporter(view, my_side(view) as u8).map_or("Unit", unit_name);
        draft(format!("{unit} supports skirmish {}", self.0 + 1), "Support", rule!("SC-9.11"))
            .click(format!("skirmish:{}", self.0))
            .into()
    }

    fn words(&self) -> String {
        format!("support {}", self.0 + 1)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Support>, String> {
        Ok(if verb == "support" { Some(Support(spell::skirmish(r)?)) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_support(a.seat, self.0)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_support(a.seat, self.0)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Support(_) = view.question { vec![&coach::SUPPORT] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Support(_), [Spot::Skirmish(s)]) = (about.view.question, about.spots) {
            out.push(Support(*s).into());
        }
    }
}
