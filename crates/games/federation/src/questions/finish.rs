//! The end of Phase 3 (SF-8.19), which stands open beside every use of a token.

use super::{About, Action, Asked, asked::Verdict};
use crate::{Federation, View, state::Task, turn::Play};
use klaxon_core::{Answer, Ask, Label, Reader, rule};
use serde::{Deserialize, Serialize};

/// There is one answer: enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// End the turn.
    EndPhase,
}

impl Answer<Federation> for Finish {
    /// Asked together with the uses of tokens.
    fn ask(_view: &View) -> Option<Ask> {
        None
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Actions)
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.push(Action::Finish(Finish::EndPhase));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        a.only_in_phase3()
    }

    /// SF-8.19, SF-8.20: the tokens that are left, then Phase 4.
    fn take(self, play: &mut Play<'_>) {
        play.push(Task::EndTurn);
        play.push(Task::KeepTokens);
    }

    fn label(&self, _view: &View) -> Label {
        Label {
            text: "End the turn".into(),
            group: "End".into(),
            clicks: vec!["end".into()],
            mark: "end",
            rule: Some(rule!("SF-8.19")),
        }
    }

    fn words(&self) -> String {
        "end".into()
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Finish>, String> {
        Ok((verb == "end").then_some(Finish::EndPhase))
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        if a.t.tray().is_empty() || a.t.stored.total() == 5 { 50 } else { 2 }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        let text = match (a.t.tray().is_empty(), a.t.stored.total()) {
            (true, 0) => "there is no token left to use",
            (true, _) => "the stored tokens are worth more later than what they can do now",
            (false, _) => "nothing that can be done now is worth a token",
        };
        Some(text.into())
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.push(Action::Finish(Finish::EndPhase));
    }
}
