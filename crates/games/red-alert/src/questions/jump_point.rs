//! Jump points (RA-24.1) instead of hidden deployment: one in each sector.

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::board::{Hex, Wing};
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// Its hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JumpPoint(pub Hex);

impl Answer<RedAlert> for JumpPoint {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Choose your jump points: one on your left, one in the centre, one on your right.";
        (view.question == Question::JumpPoint)
            .then(|| Ask::new("jump-point", Line::new(text, rule!("RA-24.1"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::JumpPoint
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Some(sector) = a.game.next_jump_sector(a.side) {
            let hexes = a.open().jump_hexes(a.side, sector);
            out.extend(hexes.iter().map(|at| Action::JumpPoint(JumpPoint(at))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::JumpPoint)?;
        match a.game.next_jump_sector(a.side) {
            Some(sector) if a.open().jump_hexes(a.side, sector).has(self.0) => Ok(()),
            Some(sector) => {
                let place = Wing::of(sector, a.side).place();
                no(
                    rule!("RA-24.1"),
                    format!(
                        "the next jump point lies {place}, within 3 hexes of your baseline, on no dotted line and no feature"
                    ),
                )
            }
            None => a.not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.apply_jump_point(play.side, self.0, &mut play.cx);
    }

    fn label(&self, _: &View) -> Label {
        let at = self.0;
        button(format!("Jump point on {at}"), "Jump points", vec![at.to_string()], "jump", rule!("RA-24.1"))
    }

    fn words(&self) -> String {
        format!("jump {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<JumpPoint>, String> {
        Ok(if verb == "jump" { Some(JumpPoint(spell::hex(r)?)) } else { None })
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let (Question::JumpPoint, Some(at)) = (about.question(), about.spot()) {
            out.push(Action::JumpPoint(JumpPoint(at)));
        }
    }
}
