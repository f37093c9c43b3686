//! D11: the ship that acts has done what it had to (ST-8.15).

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::instinct::IDLE;
use crate::state::{Activation, StarTrek};
use crate::turn::Play;
use crate::view::{Asked as Question, View};
use crate::words::label::button;
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// There is one way to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The end of the activation.
    End,
}

impl Answer<StarTrek> for End {
    fn ask(_: &View) -> Option<Ask> {
        None
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if a.acting().is_some_and(|act| may_end(a, act)) {
            out.push(Action::End(End::End));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if may_end(a, a.activation()?) {
            return Ok(());
        }
        no(rule!("ST-8.15"), "the ship must move its current speed first")
    }

    fn take(self, play: &mut Play<'_>) {
        play.game.end_activation(&mut play.fate);
    }

    fn label(&self, _: &View) -> Label {
        button("End", "end the activation", vec!["end".into()], "done", rule!("ST-8.15"))
    }

    fn words(&self) -> String {
        "end".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<End>, String> {
        Ok((verb == "end").then_some(End::End))
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        IDLE
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let left = a.acting()?.orders.iter().any(|n| *n > 0);
        Some(
            if left { "the order that is left need not be executed" } else { "no order is left for it" }
                .into(),
        )
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if let ("end", Question::Activation { .. }) = (about.kind, about.view.asked) {
            out.push(Action::End(End::End));
        }
    }
}

/// Has it moved, or need it not?
fn may_end(a: Asked<'_>, act: &Activation) -> bool {
    act.moved || a.game.ship(act.ship).speed == 0
}
