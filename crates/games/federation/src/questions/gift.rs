//! What an event gives: a free Construction (SF-7.5) or a free Propaganda (SF-7.6), or neither (SF-7.15).

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    event::Event,
    nouns::{EventFx, Marker, Unit},
    situation::spell,
    state::Task,
    turn::Play,
    words::{ids, label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What is made of the gift.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gift {
    /// A unit on Sol.
    FreeBuild(Unit),
    /// A marker moved.
    FreePropaganda(Marker),
    /// No, thank you.
    Decline,
}

impl Answer<Federation> for Gift {
    fn ask(view: &View) -> Option<Ask> {
        if view.table.top() == Some(Task::FreeBuild) {
            let text = "You may construct one asset on Sol for free.";
            return Some(Ask::new("free-build", Line::new(text, rule!("SF-7.5"))));
        }
        let Task::FreePropaganda = view.table.top()? else { return None };
        let text = "You may do one Propaganda for free.";
        Some(Ask::new("free-propaganda", Line::new(text, rule!("SF-7.6"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::FreeBuild | Task::FreePropaganda)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        if let Task::FreeBuild = a.task {
            out.extend(a.t.buildable().map(|unit| Action::Gift(Gift::FreeBuild(unit))));
        } else {
            out.extend(a.t.propagandas().map(|marker| Action::Gift(Gift::FreePropaganda(marker))));
        }
        out.push(Action::Gift(Gift::Decline));
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        if a.offers(*self) {
            return Ok(());
        }
        match (*self, a.task) {
            (Gift::FreeBuild(unit), Task::FreeBuild) => {
                no(rule!("SF-7.5"), format!("no {} is in Unbuilt Assets", unit.name()))
            }
            (Gift::FreePropaganda(marker), Task::FreePropaganda) => a.t.check_propaganda(marker),
            (Gift::FreeBuild(_) | Gift::FreePropaganda(_) | Gift::Decline, _) => a.not_asked(),
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Gift::FreeBuild(unit) => play.construct(unit),
            Gift::FreePropaganda(marker) => play.propaganda(marker),
            // SF-7.15: it may be declined.
            Gift::Decline => {
                let fx =
                    if play.asked == Task::FreeBuild { EventFx::FreeBuild } else { EventFx::FreePropaganda };
                play.tell.all(Event::Declined { fx });
            }
        }
    }

    fn label(&self, _view: &View) -> Label {
        match *self {
            Gift::FreeBuild(unit) => {
                let text = format!("Construct a {} for free", unit.name());
                answer(text, vec![ids::unbuilt(unit)], rule!("SF-7.5"))
            }
            Gift::FreePropaganda(marker) => {
                let text = format!("Propaganda for free: {}", phrase::propaganda(marker));
                answer(text, vec![ids::marker(marker)], rule!("SF-7.6"))
            }
            Gift::Decline => answer("No, thank you", vec![], rule!("SF-7.15")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Gift::FreeBuild(unit) => format!("free-build {}", unit.word()),
            Gift::FreePropaganda(marker) => format!("free-propaganda {}", marker.word()),
            Gift::Decline => "decline".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Gift>, String> {
        Ok(match verb {
            "free-build" => Some(Gift::FreeBuild(spell::unit(r)?)),
            "free-propaganda" => Some(Gift::FreePropaganda(spell::marker(r)?)),
            "decline" => Some(Gift::Decline),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Gift::FreeBuild(unit) => a.t.lean_construct(unit),
            Gift::FreePropaganda(marker) => a.t.urge(marker),
            Gift::Decline => 1,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match *self {
            Gift::FreeBuild(unit) => Some(a.t.why_build(unit)),
            Gift::FreePropaganda(marker) => Some(a.t.why_calm(marker)),
            Gift::Decline => None,
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::FreePropaganda) {
            coach::of_markers(&view.table)
        } else {
            Vec::new()
        }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.push(Action::Gift(Gift::Decline));
        out.extend(Unit::ALL.map(|unit| Action::Gift(Gift::FreeBuild(unit))));
        out.extend(Marker::ALL.map(|marker| Action::Gift(Gift::FreePropaganda(marker))));
    }
}
