//! The tokens of row 0: which are stored, in Phase 3 (SF-8.16) or at its end (SF-8.19)?

use super::{
    About, Action, Asked,
    asked::{Verdict, no},
};
use crate::{
    Federation, View, coach,
    data::data,
    event::Event,
    nouns::Resource,
    situation::spell,
    state::Task,
    turn::Play,
    words::{label::answer, phrase},
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Tip, rule};
use serde::{Deserialize, Serialize};

/// What becomes of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// One comes into the store.
    Store(Resource),
    /// The rest goes to the pools (D23).
    LetGo,
}

impl Answer<Federation> for Keep {
    fn ask(view: &View) -> Option<Ask> {
        let Task::KeepTokens = view.table.top()? else { return None };
        let text = "Which tokens of row 0 do you store? The rest go to the pools.";
        Some(Ask::new("keep", Line::new(text, rule!("SF-8.19"))))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.task, Task::Actions | Task::KeepTokens)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let at_end = matches!(a.task, Task::KeepTokens);
        if at_end || a.t.stored.total() < data().sizes.stored {
            out.extend(a.t.tray().types().map(|what| Action::Keep(Keep::Store(what))));
        }
        if at_end {
            out.push(Action::Keep(Keep::LetGo));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        let at_end = a.task == Task::KeepTokens;
        match *self {
            Keep::LetGo if at_end => Ok(()),
            // SF-8.19: at the end of Phase 3, which must be ended first.
            Keep::LetGo => a.only_in_phase3().and_then(|()| a.not_asked()),
            Keep::Store(what) => {
                if !at_end {
                    a.only_in_phase3()?;
                }
                if !a.t.tray().has(what) {
                    let rule = if at_end { rule!("SF-8.19") } else { rule!("SF-8.16") };
                    return no(rule, format!("no {} token lies in row 0", what.name()));
                }
                if !at_end && a.t.stored.total() >= data().sizes.stored {
                    return no(rule!("SF-8.17"), "all five spaces of Stored Resources are taken");
                }
                Ok(())
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Keep::Store(what) => {
                let asked = play.asked;
                play.push(asked);
                if asked == Task::Actions {
                    play.clear_round();
                    play.push(Task::Combats);
                }
                // SF-8.16: a token of row 0 into the store.
                play.take_from_tray(what);
                play.t.stored.add(what, 1);
                play.tell.all(Event::Stored { what });
            }
            Keep::LetGo => play.let_go(),
        }
    }

    fn label(&self, _view: &View) -> Label {
        match *self {
            Keep::Store(what) => Label {
                text: format!("Store {}", phrase::a_token(what)),
                group: "Store".into(),
                clicks: vec![format!("tray-{}", what.id()), "store".into()],
                mark: "store",
                rule: Some(rule!("SF-8.16")),
            },
            Keep::LetGo => answer("Let the rest of row 0 go", vec!["end".into()], rule!("SF-8.19")),
        }
    }

    fn words(&self) -> String {
        match *self {
            Keep::Store(what) => format!("store {}", what.id()),
            Keep::LetGo => "let-go".into(),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Keep>, String> {
        Ok(match verb {
            "store" => Some(Keep::Store(spell::resource(r)?)),
            "let-go" => Some(Keep::LetGo),
            _ => None,
        })
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match *self {
            Keep::Store(what) => 20 + a.t.wish(what),
            Keep::LetGo => 1,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        Some(match *self {
            Keep::Store(what) => a.t.why_want(what),
            Keep::LetGo => "none of these tokens deserves a place in the store".into(),
        })
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.top() == Some(Task::KeepTokens) { vec![&coach::STORE] } else { Vec::new() }
    }

    fn think(_: About<'_>, out: &mut Vec<Action>) {
        out.extend(Resource::ALL.map(|what| Action::Keep(Keep::Store(what))));
        out.push(Action::Keep(Keep::LetGo));
    }
}
