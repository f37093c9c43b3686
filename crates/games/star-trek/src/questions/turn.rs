//! ST-8.9: a ship at full stop turns in its activation, as often as it likes.

use super::asked::{Verdict, named, no};
use super::{About, Action, Asked};
use crate::situation::spell;
use crate::state::StarTrek;
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::{acting, button, turn_text};
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use klaxon_geometry::plane::Heading;

/// A heading. ST-2.19: as everywhere, it is a whole number that the player sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// To this heading.
    pub heading: Heading,
}

named!(Turn { heading: Heading });

impl Answer<StarTrek> for Turn {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Some(act) = a.acting() else { return };
        let ship = a.game.ship(act.ship);
        if ship.speed != 0 {
            return;
        }
        // The first of a fan is the present heading.
        let fan = a.game.fan(ship.at, ship.heading, a.seat, act.ship);
        // At any time, so again after the first; few are offered then, for those who choose without thinking.
        let every = if act.turned { 6 } else { 1 };
        out.extend(fan[1..].iter().step_by(every).map(|h| Action::Turn(Turn { heading: *h })));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if a.game.ship(a.activation()?.ship).speed == 0 {
            return Ok(());
        }
        no(rule!("ST-8.9"), "only a ship at speed 0 turns without an order")
    }

    fn take(self, play: &mut Play<'_>) {
        play.act().turned = true;
        play.turn_ship(self.heading);
    }

    fn label(&self, view: &View) -> Label {
        let text = format!("turn to {}", turn_text(view, self.heading));
        button("Turn at full stop", text, vec![format!("heading:{}", self.heading)], "turn", rule!("ST-8.9"))
    }

    fn words(&self) -> String {
        format!("turn {}", self.heading)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Turn>, String> {
        Ok(if verb == "turn" { Some(Turn { heading: spell::number(r, "heading")? }) } else { None })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_turn(self.heading)
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let stopped = acting(about.view).and_then(|s| s.speed) == Some(0);
        if let ("heading", Question::Activation { .. }, true) = (about.kind, about.view.asked, stopped) {
            let heading = about.which.parse().ok();
            out.extend(heading.map(|heading| Action::Turn(Turn { heading })));
        }
    }
}
