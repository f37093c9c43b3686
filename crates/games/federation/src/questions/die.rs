//! Two dice of the Translator (SF-12.4): which one counts?

use super::{About, Action, Asked, asked::Verdict};
use crate::{
    Federation, View, coach,
    situation::spell,
    state::{CARDS, Task},
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The die, by its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Die(pub u8);

impl Answer<Federation> for Die {
    fn ask(view: &View) -> Option<Ask> {
        let Task::ChooseDie(contest) = view.table.top()? else { return None };
        let dice = phrase::dice(&view.table.roll.dice);
        let text = format!("The contest of {} shows {dice}. Which die counts?", phrase::contester(contest));
        Some(Ask::new("die", Line::new(text, rule!("SF-12.4"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::ChooseDie(_))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.extend((0..a.t.roll.dice.len() as u8).map(|i| Action::Die(Die(i))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if a.offers(*self) { Ok(()) } else { a.not_asked() }
    }

    fn take(self, play: &mut Play<'_>) {
        let Task::ChooseDie(contest) = play.asked else { panic!("dice of a contest") };
        let face = play.t.roll.dice[usize::from(self.0)];
        play.contest_result(contest, face);
    }

    fn label(&self, view: &View) -> Label {
        let face = view.table.roll.dice.get(usize::from(self.0)).copied().unwrap_or(0);
        answer(format!("The {face} counts"), vec![ids::die(self.0)], rule!("SF-12.4"))
    }

    fn words(&self) -> String {
        format!("die {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Die>, String> {
        if verb == "die" { Ok(Some(Die(spell::card(r)?))) } else { Ok(None) }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        let face = a.t.roll.dice.get(usize::from(self.0)).copied().unwrap_or(1);
        1 << (2 * u32::from(face))
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("it is the better die".into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Some(Task::ChooseDie(_)) = view.table.top() { vec![&coach::SPIES] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend((0..CARDS as u8).map(|i| Action::Die(Die(i))));
    }
}
