//! D14: the beam is fired, for an Attack order, or once more where a disk allows that (ST-10, ST-15.4).

use super::asked::{Verdict, named, not_asked};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::coach;
use crate::instinct::GOOD;
use crate::kinds::{Order, Round, ShipId};
use crate::situation::spell;
use crate::state::StarTrek;
use crate::state::frame::{Frame, Target};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::bearing;
use crate::words::label::button;
use crate::words::{ship_name, target_name};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, count, rule};

/// A target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fire {
    /// At whom.
    pub at: Target,
}

named!(Fire { at: Target });

impl Answer<StarTrek> for Fire {
    fn ask(view: &View) -> Option<Ask> {
        let Question::FireAgain { ship } = view.asked else { return None };
        let text = format!("{} may fire its beam again: at whom?", ship_name(view, ship));
        Some(Ask::new("fire-again", Line::new(text, rule!("ST-15.4"))))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let armed = a.acting().filter(|act| act.has(Order::Attack)).map(|act| act.ship);
        if let Some(ship) = again(a).or(armed) {
            out.extend(a.game.beam_targets(ship).into_iter().map(|at| Action::Fire(Fire { at })));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if let Some(ship) = again(a) {
            return a.game.check_fire(ship, self.at);
        }
        let Some(act) = a.acting() else { return not_asked() };
        act.check_order(Order::Attack)?;
        a.game.check_fire(act.ship, self.at)
    }

    fn take(self, play: &mut Play<'_>) {
        let ship = if let Some(Frame::Again { ship }) = play.game.stack.last().copied() {
            play.game.stack.pop();
            ship
        } else {
            play.spend(Order::Attack)
        };
        play.game.fire(ship, self.at, &mut play.fate);
    }

    fn label(&self, view: &View) -> Label {
        let id = match self.at {
            Target::Ship(id) => format!("ship:{id}"),
            Target::Threat => "threat".into(),
        };
        let where_to = seen_from(view, self.at).map_or_else(String::new, |seen| format!(", {seen}"));
        let aim = view.aims.iter().find(|a| a.target == self.at);
        let with = aim.map_or_else(String::new, |a| format!(" with {}", count(a.counters, "counter")));
        let text = format!("fire at {}{with}{where_to}", target_name(view, self.at));
        button("Attack", text, vec![id], "fire", rule!("ST-10.1"))
    }

    fn words(&self) -> String {
        match self.at {
            Target::Ship(id) => format!("fire {id}"),
            Target::Threat => "fire threat".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Fire>, String> {
        if verb != "fire" {
            return Ok(None);
        }
        let at = if r.takes("threat") { Target::Threat } else { Target::Ship(spell::ship(r)?) };
        Ok(Some(Fire { at }))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let from = again(a).or(a.game.act.map(|act| act.ship));
        from.map_or(GOOD, |from| a.game.lean_fire(a.seat, from, self.at))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Question::FireAgain { .. } = view.asked { vec![&coach::REACT] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let from = if let Question::Activation { ship } = about.view.asked { Some(ship) } else { None };
        if from.is_none() && !matches!(about.view.asked, Question::FireAgain { .. }) {
            return;
        }
        let over = from.is_some() && about.clicks.iter().any(|click| click == "transport");
        let ship = about.ship().filter(|id| Some(*id) != from && !over).map(Target::Ship);
        let threat = (about.kind == "threat").then_some(Target::Threat);
        out.extend(ship.or(threat).map(|at| Action::Fire(Fire { at })));
    }
}

/// The ship that may fire again.
fn again(a: Asked<'_>) -> Option<ShipId> {
    if let Some(Frame::Again { ship }) = a.frame { Some(*ship) } else { None }
}

/// Where a target lies as seen from the ship that fires: "2.1 inches, ahead left, in range".
fn seen_from(view: &View, target: Target) -> Option<String> {
    let ship = if let Question::FireAgain { ship } = view.asked { ship } else { view.acting?.ship };
    let me = view.ship(ship)?;
    let to = match target {
        Target::Ship(id) => view.ship(id)?.round()?,
        Target::Threat => view.threat.as_ref().map(|t| Round::new(t.at, t.radius))?,
    };
    Some(bearing::spoken(me.round()?, me.heading?, to, me.beam_range))
}

/// No second shot.
pub(super) const PASSING: Passing = Passing {
    may: |a| again(a).map(|_| Ok(())),
    take: |play| {
        play.game.stack.pop();
    },
    text: |view| matches!(view.asked, Question::FireAgain { .. }).then_some("hold fire"),
    why: |_| Some("what the second shot costs can be used better".into()),
};
