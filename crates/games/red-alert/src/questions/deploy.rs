//! Hidden deployment (D4): one unit under each deployment hex.

use super::asked::{Verdict, no};
use super::{About, Action, Asked};
use crate::board::{Hex, NONE};
use crate::coach;
use crate::data::Kind;
use crate::event::{Event, Ship};
use crate::instinct::deploy_lean;
use crate::situation::spell;
use crate::state::{Question, RedAlert};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, plain};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// A unit there, none there, or enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deploy {
    /// Put a unit under a deployment hex.
    Deploy {
        /// The unit.
        unit: Kind,
        /// The hex.
        at: Hex,
    },
    /// Take the unit under a deployment hex back.
    TakeBack(Hex),
    /// The deployment is complete.
    DoneDeploying,
}

impl Answer<RedAlert> for Deploy {
    fn ask(view: &View) -> Option<Ask> {
        let text = "Put one unit under each of your deployment hexes, in secret.";
        (view.question == Question::Deploy).then(|| Ask::new("deploy", Line::new(text, rule!("RA-4.15"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        a.question == Question::Deploy
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let left = a.game.undeployed(a.side);
        for (i, at) in a.open().scenario().deploy[a.side.index()].iter().enumerate() {
            if a.game.secret.hidden[a.side.index()][i] == NONE {
                let kinds = Kind::ALL.into_iter().filter(|kind| left[*kind as usize] > 0);
                out.extend(kinds.map(|unit| Action::Deploy(Deploy::Deploy { unit, at })));
            } else {
                out.push(Action::Deploy(Deploy::TakeBack(at)));
            }
        }
        if a.game.check_done_deploying(a.side).is_ok() {
            out.push(Action::Deploy(Deploy::DoneDeploying));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only(a.question == Question::Deploy)?;
        match *self {
            Deploy::Deploy { unit, at } => a.game.check_deploy(a.side, unit, at),
            Deploy::TakeBack(at) => {
                let deploy = a.open().scenario().deploy[a.side.index()];
                if !deploy.has(at) || a.game.secret.hidden[a.side.index()][deploy.rank(at)] == NONE {
                    return no(rule!("RA-4.15"), format!("no unit of yours lies under {at}"));
                }
                Ok(())
            }
            Deploy::DoneDeploying => a.game.check_done_deploying(a.side),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        let (side, team) = (play.side, play.team());
        let game = &mut *play.game;
        let deploy = game.open.scenario().deploy[side.index()];
        match self {
            Deploy::Deploy { unit, at } => {
                game.secret.hidden[side.index()][deploy.rank(at)] = unit as u8;
                play.cx.whisper(team, || Event::Deployed { ship: Ship { side, kind: unit, at, id: None } });
            }
            Deploy::TakeBack(at) => {
                let unit = std::mem::replace(&mut game.secret.hidden[side.index()][deploy.rank(at)], NONE);
                let kind = Kind::ALL[usize::from(unit)];
                play.cx.whisper(team, || Event::TakenBack { ship: Ship { side, kind, at, id: None } });
            }
            Deploy::DoneDeploying => {
                game.open.done[side.index()] = true;
                play.cx.say(|| Event::DeployingDone { side });
            }
        }
    }

    fn label(&self, _: &View) -> Label {
        match *self {
            Deploy::Deploy { unit, at } => {
                let clicks = vec![format!("unit:{}", unit.code()), at.to_string()];
                let text = format!("Put {} under {at}", unit.words());
                button(text, "Deploy", clicks, "deploy", rule!("RA-4.15"))
            }
            Deploy::TakeBack(at) => {
                let text = format!("Take back the unit under {at}");
                button(text, "Take back", vec![at.to_string()], "take-back", rule!("RA-4.15"))
            }
            Deploy::DoneDeploying => plain("Done deploying", "Done", "done", rule!("RA-4.15")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Deploy::Deploy { unit, at } => format!("deploy {} {at}", unit.code()),
            Deploy::TakeBack(at) => format!("take-back {at}"),
            Deploy::DoneDeploying => "done-deploying".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Deploy>, String> {
        Ok(match verb {
            "deploy" => Some(Deploy::Deploy { unit: spell::kind(r)?, at: spell::hex(r)? }),
            "take-back" => Some(Deploy::TakeBack(spell::hex(r)?)),
            "done-deploying" => Some(Deploy::DoneDeploying),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Deploy::Deploy { unit, at } => deploy_lean(a.side, unit, at),
            Deploy::TakeBack(_) => 1,
            Deploy::DoneDeploying => 120,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Deploy { vec![&coach::DEPLOY] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let asked = about.question() == Question::Deploy;
        if let Some((unit, at)) = about.unit().filter(|_| asked || about.astray) {
            out.push(Action::Deploy(Deploy::Deploy { unit, at }));
        }
        out.extend(about.spot().filter(|_| asked).map(|at| Action::Deploy(Deploy::TakeBack(at))));
    }
}
