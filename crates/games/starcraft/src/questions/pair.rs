//! The front line (D15): the attacker pairs units.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
};
use crate::{
    event::Event,
    ids::Unit,
    situation::spell,
    state::{Frame, Skirmish, StarCraft},
    turn::Play,
    view::View,
    why::{need, not_asked},
    words::{coach, label::draft, spots::Spot, unit_name},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// The attacker's unit.
    pub mine: Unit,
    /// The defender's unit.
    pub theirs: Unit,
}

impl May for Pair {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let Frame::Pair = a.question else {
            return Err(not_asked());
        };
        for (side, unit) in [(0, self.mine), (1, self.theirs)] {
            let free = a.game.pick(side, unit, |_, f| f.skirmish.is_none()).is_some();
            need(free, rule!("SC-9.7"), "no such unit is left to be paired")?;
            need(a.game.pairable(side).has(unit), rule!("SC-9.8"), "assist units are left out of pairing")?;
        }
        Ok(())
    }
}

impl Answer<StarCraft> for Pair {
    fn ask(view: &View) -> Option<Ask> {
        let line = || Line::new("Pair one of your units with a defending unit.", rule!("SC-9.7"));
        (view.question == Frame::Pair).then(|| Ask::new("pair", line()))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Frame::Pair = a.question else { return };
        let theirs = a.game.pairable(1);
        for mine in a.game.pairable(0).iter() {
            // SC-9.10: whether they can hit each other is not asked.
            a.offer(theirs.iter().map(|theirs| Pair { mine, theirs }), out);
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        let game = &mut *play.game;
        let skirmish = game.fight().skirmishes.len() as u8;
        for (side, unit) in [(0, self.mine), (1, self.theirs)] {
            let lone = game.all_assist(side);
            let at =
                game.pick(side, unit, |_, f| f.skirmish.is_none() && (!lone || f.front)).expect("judged");
            let fighter = &mut game.fight_mut().fighters[usize::from(side)][at];
            (fighter.skirmish, fighter.front) = (Some(skirmish), true);
        }
        game.fight_mut().skirmishes.push(Skirmish::default());
        play.cx.tell.all(Event::Paired {
            skirmish,
            who: game.faction(game.side_seat(0)),
            unit: self.mine,
            against: game.faction(game.side_seat(1)),
            enemy: self.theirs,
        });
        game.push(Frame::Pair);
    }

    fn label(&self, _: &View) -> Label {
        let text = format!("{} against {}", unit_name(self.mine), unit_name(self.theirs));
        draft(text, "Front line", rule!("SC-9.7"))
            .click(format!("fighter:0:{}", self.mine))
            .click(format!("fighter:1:{}", self.theirs))
            .into()
    }

    fn words(&self) -> String {
        format!("pair {} {}", self.mine, self.theirs)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Pair>, String> {
        Ok(if verb == "pair" { Some(Pair { mine: spell::unit(r)?, theirs: spell::unit(r)? }) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_pair(self.mine, self.theirs)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_pair(self.mine, self.theirs)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Frame::Pair { vec![&coach::PAIRS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Frame::Pair, [Spot::Fighter(mine), Spot::Fighter(theirs)]) =
            (about.view.question, about.spots)
        {
            out.push(Pair { mine: *mine, theirs: *theirs }.into());
        }
    }
}
