//! A race is about to gain a technology under the eyes of a spy (SF-5.16): does he contest it?

use super::{About, Action, Asked, asked::Verdict};
use crate::{
    Federation, View, coach,
    event::Event,
    state::{Contest, Purpose, Task},
    turn::Play,
    words::label::answer,
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// Does the spy contest it?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Oppose(pub bool);

impl Answer<Federation> for Oppose {
    fn ask(view: &View) -> Option<Ask> {
        let Task::Alien { race, .. } = view.table.top()? else { return None };
        let text = format!("{} are about to gain a technology. Does your spy contest it?", race.name());
        Some(Ask::new("contest", Line::new(text, rule!("SF-5.16"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Alien { .. })
    }

    fn offer(_: Asked<'_>, out: &mut Vec<Action>) {
        out.extend([Action::Contest(Oppose(true)), Action::Contest(Oppose(false))]);
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if let Task::Alien { .. } = a.task { Ok(()) } else { a.not_asked() }
    }

    /// SF-5.16: contest with the spy, or let the race have it.
    fn take(self, play: &mut Play<'_>) {
        let Task::Alien { race, .. } = play.asked else { panic!("a technology to contest") };
        if self.0 {
            play.push(Task::Roll(Purpose::Contest(Contest::Spy { race })));
        } else {
            play.tell.all(Event::ContestDeclined { race });
            play.push(Task::DrawTech(race));
        }
    }

    fn label(&self, _view: &View) -> Label {
        let text = if self.0 { "Contest with the spy" } else { "Let them have it" };
        answer(text, vec![], rule!("SF-5.16"))
    }

    fn words(&self) -> String {
        if self.0 { "contest".into() } else { "no-contest".into() }
    }

    fn read(_: Asked<'_>, verb: &str, _: &mut Reader<'_>) -> Result<Option<Oppose>, String> {
        Ok(match verb {
            "contest" => Some(Oppose(true)),
            "no-contest" => Some(Oppose(false)),
            _ => None,
        })
    }

    fn lean(&self, _: Asked<'_>) -> u32 {
        if self.0 { 30 } else { 6 }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        let text = if self.0 {
            "the technology would last, the spy is only a token"
        } else {
            "a killed spy would anger them"
        };
        Some(text.into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Some(Task::Alien { .. }) = view.table.top() { vec![&coach::SPIES] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend([Action::Contest(Oppose(true)), Action::Contest(Oppose(false))]);
    }
}
