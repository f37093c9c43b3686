//! Placing the results of a Resource Roll (SF-8.6): which resource goes into the row?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    event::Event,
    nouns::Resource,
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The resource for the lowest result still to be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place(pub Resource);

impl Answer<Federation> for Place {
    fn ask(view: &View) -> Option<Ask> {
        let t = &view.table;
        let Task::PlaceResults = t.top()? else { return None };
        let row = t.next_result().unwrap_or(0);
        let n = t.results[usize::from(row)];
        let dice = if n == 1 { "one die shows".into() } else { format!("{n} dice show") };
        let text = format!("The Resource Roll: {dice} {row}. Which resource goes into row {row}?");
        Some(Ask::new("place", Line::new(text, rule!("SF-8.6"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::PlaceResults)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        out.extend(a.t.pools.types().map(|what| Action::Place(Place(what))));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::PlaceResults = a.task else { return a.not_asked() };
        if a.t.pools.has(self.0) {
            return Ok(());
        }
        no(rule!("SF-8.6"), format!("no {} token is left in its pool", self.0.name()))
    }

    /// SF-8.7, SF-8.8, SF-8.11: a stack of one type in the leftmost empty space of the row.
    fn take(self, play: &mut Play<'_>) {
        let Place(what) = self;
        let row = play.t.next_result().expect("a result to place");
        let column = play.t.free_column(row).expect("a space to place it");
        let n = play.t.results[usize::from(row)].min(play.t.pools.of(what));
        for _ in 0..n {
            play.t.pools.take(what);
        }
        play.t.track[usize::from(row)][usize::from(column)].add(what, n);
        play.t.results[usize::from(row)] = 0;
        play.tell.all(Event::Placed { what, n, row, column });
        play.push(Task::PlaceResults);
    }

    fn label(&self, view: &View) -> Label {
        let (t, what) = (&view.table, self.0);
        let row = t.next_result().unwrap_or(0);
        let n = t.results[usize::from(row)].min(t.pools.of(what));
        let text = if n > 1 {
            format!("{n} {} in row {row}", what.name())
        } else {
            format!("{} in row {row}", what.name())
        };
        answer(text, vec![ids::pool(what)], rule!("SF-8.6"))
    }

    fn words(&self) -> String {
        format!("place {}", self.0.id())
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Place>, String> {
        if verb == "place" { Ok(Some(Place(spell::resource(r)?))) } else { Ok(None) }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.t.wish(self.0)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        Some(a.t.why_want(self.0))
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        let t = &view.table;
        if t.top() != Some(Task::PlaceResults) {
            return Vec::new();
        }
        let stack = t.next_result().is_some_and(|row| t.results[usize::from(row)] > 1);
        let first = if t.turn == 0 { vec![&coach::GOAL, &coach::PLACING] } else { vec![&coach::PLACING] };
        first.into_iter().chain(stack.then_some(&coach::STACKS)).collect()
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Resource::ALL.map(|what| Action::Place(Place(what))));
    }
}
