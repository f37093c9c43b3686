//! After Initiate (SF-9.18): which of the technologies looked at is begun?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    event::Event,
    nouns::FedTech,
    situation::spell,
    state::{CARDS, CardAt, Task},
    turn::Play,
    words::{ids, label::answer},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card that goes to 0 %.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Study(pub u8);

impl Answer<Federation> for Study {
    fn ask(view: &View) -> Option<Ask> {
        let Task::StudyPick { .. } = view.table.top()? else { return None };
        Some(Ask::new("study", Line::new("Which technology do you begin?", rule!("SF-9.18"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::StudyPick { .. })
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let Task::StudyPick { a, b } = a.task else { return };
        out.push(Action::Study(Study(a)));
        if a != b {
            out.push(Action::Study(Study(b)));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let Task::StudyPick { .. } = a.task else { return a.not_asked() };
        if a.offers(*self) {
            return Ok(());
        }
        no(rule!("SF-9.18"), "you did not look at that one")
    }

    fn take(self, play: &mut Play<'_>) {
        let card = usize::from(self.0);
        play.t.cards[card].at = CardAt::Column(0);
        play.tell.all(Event::Begun { tech: play.sealed.cards[card] });
    }

    fn label(&self, view: &View) -> Label {
        let (t, card) = (&view.table, self.0);
        let twin = matches!(t.top(), Some(Task::StudyPick { a, b })
            if a != b && t.cards[usize::from(a)].tech == t.cards[usize::from(b)].tech);
        let name = t.cards[usize::from(card)].tech.map_or("it", FedTech::name);
        let text = if twin { format!("Begin {name} (card {card})") } else { format!("Begin {name}") };
        answer(text, vec![ids::card(card)], rule!("SF-9.18"))
    }

    fn words(&self) -> String {
        format!("study {}", self.0)
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Study>, String> {
        if verb == "study" { Ok(Some(Study(spell::card(r)?))) } else { Ok(None) }
    }

    fn reason(&self, _: Asked<'_>) -> Option<String> {
        Some("of the two it helps more in this position".into())
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Some(Task::StudyPick { .. }) = view.table.top() { vec![&coach::RESEARCH] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend((0..CARDS as u8).map(|card| Action::Study(Study(card))));
    }
}
