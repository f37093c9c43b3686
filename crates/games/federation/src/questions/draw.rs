//! After a Bypass (SF-9.17): which of the drawn tokens comes into the queue?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View,
    event::Event,
    nouns::Token,
    state::Task,
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, rule};
use serde::{Deserialize, Serialize};

/// The token that comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw(pub Token);

impl Answer<Federation> for Draw {
    fn ask(view: &View) -> Option<Ask> {
        let Task::BypassPick = view.table.top()? else { return None };
        let text = "Which of the drawn tokens comes into the queue?";
        Some(Ask::new("draw", Line::new(text, rule!("SF-9.17"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::BypassPick)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        for (i, &token) in a.t.drawn.iter().enumerate() {
            if !a.t.drawn[..i].contains(&token) {
                out.push(Action::Draw(Draw(token)));
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::BypassPick = a.task else { return a.not_asked() };
        if a.t.drawn.contains(&self.0) {
            return Ok(());
        }
        no(rule!("SF-9.17"), "that token was not drawn")
    }

    /// SF-9.17: one comes in, the others go back to the pool.
    fn take(self, play: &mut Play<'_>) {
        let i = play.t.drawn.iter().position(|&t| t == self.0).expect("a drawn token");
        play.t.drawn.remove(i);
        play.t.queue.push(self.0);
        while let Some(other) = play.t.drawn.pop() {
            play.t.pool.put(other, 1);
        }
        play.tell.all(Event::BypassTook { token: self.0 });
    }

    fn label(&self, _view: &View) -> Label {
        answer(format!("Take {}", self.0.name()), vec![ids::drawn(self.0)], rule!("SF-9.17"))
    }

    fn words(&self) -> String {
        format!("draw {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Draw>, String> {
        if verb == "draw" { Ok(Some(Draw(r.id("Activation token", Token::from_id)?))) } else { Ok(None) }
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        if self.0.is_federation() { 400 } else { 16 }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some(if self.0.is_federation() {
            "another turn of your own is worth most".into()
        } else {
            "it does the least harm of those drawn".into()
        })
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Token::all().map(|token| Action::Draw(Draw(token))));
    }
}
