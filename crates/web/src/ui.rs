//! What a viewer has touched but not decided: clicks on the board, an opened hint, a lifted curtain. Kept on the
//! server per open page; gone when the page is.

use crate::{error::Fault, table::Loaded};
use klaxon_catalog::Choice;
use klaxon_core::{Odds, Seat, SeatSet, Viewer};
use std::collections::BTreeMap;

/// What a viewer has touched but not decided.
#[derive(Clone, Default, Debug)]
pub struct Ui {
    /// Board ids clicked so far: the beginning of a choice.
    pub clicks: Vec<String>,
    /// The question that all of this belongs to.
    pub question: (u8, u32),
    /// Something to tell the viewer, such as why not.
    pub note: Option<Note>,
    /// Odds that the viewer asked for.
    pub odds: Option<(usize, Odds)>,
    /// The viewer wants to see the odds before a choice that has some is made.
    pub odds_first: bool,
    /// The choice that waits for the viewer's "go ahead".
    pub pending: Option<usize>,
    /// What a bot would do.
    pub hint: Option<Hint>,
    /// The seat whose secrets may show on a device that is passed around.
    pub lifted: Option<Seat>,
}

impl Ui {
    /// Has the viewer touched nothing?
    pub fn is_untouched(&self) -> bool {
        self.clicks.is_empty()
            && self.note.is_none()
            && self.odds.is_none()
            && self.hint.is_none()
            && self.lifted.is_none()
    }
}

/// Something to tell one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// A whole sentence.
    pub text: String,
    /// The rule behind it.
    pub rule: Option<String>,
}

impl From<&Fault> for Note {
    fn from(fault: &Fault) -> Note {
        Note { text: fault.sentence(), rule: fault.rule.map(Into::into) }
    }
}

/// What a bot would do, or that it is thinking about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    /// It thinks.
    Coming,
    /// It would do this.
    Here {
        /// The choice in the words of situations: its number may change while the hint stands.
        words: String,
        /// The choice as its button reads, with its group where others read the same.
        text: String,
        /// What speaks for it, in the words of the game.
        reason: Option<String>,
        /// What would follow, as buttons read.
        plan: Vec<String>,
        /// What it expects of the game, 0 lost to 1000 won, where it has looked ahead.
        worth: Option<i32>,
        /// The next best choice as its button reads, and what it expects of that.
        next: Option<(String, i32)>,
    },
}

/// As whom somebody looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eyes {
    /// The seats held.
    pub held: SeatSet,
    /// The seat whose questions are shown.
    pub seat: Option<Seat>,
    /// Whose knowledge is shown.
    pub viewer: Viewer,
    /// The seat that the device must be passed to first.
    pub curtain: Option<Seat>,
}

impl Eyes {
    /// As whom a holder of these seats looks, given what was lifted.
    pub fn new(loaded: &Loaded, held: SeatSet, ui: &Ui) -> Eyes {
        let table = &loaded.table;
        let Some(first) = held.iter().next() else {
            return Eyes { held, seat: None, viewer: Viewer::Watcher, curtain: None };
        };
        let asked = SeatSet(table.to_act().0 & held.0);
        let lifted = ui.lifted.filter(|s| held.has(*s));
        let next = lifted.filter(|s| asked.has(*s)).or_else(|| asked.iter().next());
        let team = table.team(first);
        let no_secrets_between = held.iter().all(|s| team.has(s));
        if held.len() == 1 || no_secrets_between || table.outcome().is_some() {
            let seat = next.or(lifted).unwrap_or(first);
            return Eyes { held, seat: Some(seat), viewer: Viewer::Seat(seat), curtain: None };
        }
        match (next, lifted) {
            (Some(next), Some(lifted)) if next == lifted => {
                Eyes { held, seat: Some(next), viewer: Viewer::Seat(next), curtain: None }
            }
            (Some(next), _) => Eyes { held, seat: None, viewer: Viewer::Watcher, curtain: Some(next) },
            (None, Some(lifted)) => {
                Eyes { held, seat: Some(lifted), viewer: Viewer::Seat(lifted), curtain: None }
            }
            (None, None) => Eyes { held, seat: None, viewer: Viewer::Watcher, curtain: None },
        }
    }
}

/// What the clicks so far leave open.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Reach {
    /// Ids that can be clicked next, each with the mark of the way it is done.
    pub next: BTreeMap<String, &'static str>,
    /// Places that can be clicked instead of saying first what goes there: only one thing can. Each with the number of the choice.
    pub ends: BTreeMap<String, usize>,
    /// Numbers of the choices that the clicks lead to: all of them before the first click.
    pub open: Vec<usize>,
    /// Numbers of the choices that the clicks say in full.
    pub full: Vec<usize>,
}

impl Reach {
    /// What clicks leave open of choices.
    pub fn new(choices: &[Choice], clicks: &[String]) -> Reach {
        let mut reach = Reach::default();
        let mut ends: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        for choice in choices {
            let path = &choice.label.clicks;
            if !path.starts_with(clicks) {
                continue;
            }
            reach.open.push(choice.index);
            if path.len() == clicks.len() && !path.is_empty() {
                reach.full.push(choice.index);
            }
            // After a token or a card, the target may be enough.
            if let (false, [from, to]) = (clicks.is_empty(), &path[clicks.len()..])
                && kind(from) == kind(to)
            {
                ends.entry(to).and_modify(|only| *only = None).or_insert(Some(choice.index));
            }
            if let Some(id) = path.get(clicks.len()) {
                let mark = if path.len() == clicks.len() + 1 { choice.label.mark } else { "" };
                let known = reach.next.entry(id.clone()).or_insert(mark);
                if known.is_empty() {
                    *known = mark;
                }
            }
        }
        let free = ends.into_iter().filter(|(id, _)| !reach.next.contains_key(*id));
        reach.ends = free.filter_map(|(id, only)| Some((id.to_owned(), only?))).collect();
        reach
    }
}

/// What sort of thing an id stands for: a place is told from a card or a token.
fn kind(id: &str) -> &str {
    id.split_once([':', '-']).map_or("", |(kind, _)| kind)
}

/// What a click on the board comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Click {
    /// These clicks are now held; there is more to say, or a menu to choose from.
    Held(Vec<String>),
    /// The clicks say this choice and no other.
    Chosen(usize),
    /// They fit nothing: ask the game why not, first for these.
    Nothing(Vec<Vec<String>>),
}

/// Reads one more click after those held.
pub fn click(choices: &[Choice], held: &[String], id: &str) -> Click {
    let mut longer = held.to_vec();
    longer.push(id.into());
    if let Some(only) = Reach::new(choices, held).ends.get(id) {
        return Click::Chosen(*only);
    }
    let tries = if held.is_empty() { vec![longer.clone()] } else { vec![longer.clone(), vec![id.into()]] };
    for path in &tries {
        let reach = Reach::new(choices, path);
        if reach.open.is_empty() {
            // A second click on what was clicked last lets go of it.
            if held.last().is_some_and(|last| last == id) {
                return Click::Held(held[..held.len() - 1].to_vec());
            }
            continue;
        }
        return match reach.full[..] {
            [only] if reach.next.is_empty() => Click::Chosen(only),
            _ => Click::Held(path.clone()),
        };
    }
    Click::Nothing(tries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::Label;
    use serde_json::Value;

    fn choices(paths: &[&str]) -> Vec<Choice> {
        let choice = |(index, path): (usize, &&str)| Choice {
            index,
            action: Value::Null,
            words: String::new(),
            label: Label {
                text: String::new(),
                group: String::new(),
                clicks: path.split_whitespace().map(Into::into).collect(),
                mark: "go",
                rule: None,
            },
        };
        paths.iter().enumerate().map(choice).collect()
    }

    fn ids(text: &str) -> Vec<String> {
        text.split_whitespace().map(Into::into).collect()
    }

    #[test]
    fn clicks_lead_to_choices() {
        let list = choices(&["a x", "a y", "b x", "c", "d", "d", ""]);
        assert_eq!(click(&list, &[], "a"), Click::Held(ids("a")));
        assert_eq!(click(&list, &ids("a"), "y"), Click::Chosen(1));
        assert_eq!(click(&list, &[], "c"), Click::Chosen(3));
        // Two choices share all their clicks: a menu.
        assert_eq!(click(&list, &[], "d"), Click::Held(ids("d")));
        // Another beginning replaces the first.
        assert_eq!(click(&list, &ids("a"), "b"), Click::Held(ids("b")));
        // The same once more lets go.
        assert_eq!(click(&list, &ids("a"), "a"), Click::Held(vec![]));
        assert_eq!(click(&list, &ids("a"), "q"), Click::Nothing(vec![ids("a q"), ids("q")]));
    }

    #[test]
    fn a_target_is_enough_where_only_one_thing_can_go_there() {
        let list = choices(&[
            "stored-M space-A space-B",
            "stored-M space-A space-C",
            "stored-M space-B space-C",
            "stored-M unbuilt-x space-D",
        ]);
        // From A alone something can go to B; but B is also where something starts, and that is meant first.
        let reach = Reach::new(&list, &ids("stored-M"));
        assert!(reach.ends.is_empty(), "two can go to C, and D is built on: {:?}", reach.ends);
        let list = choices(&["stored-M space-A space-B", "stored-M space-A space-C"]);
        assert_eq!(click(&list, &ids("stored-M"), "space-B"), Click::Chosen(0));
        assert_eq!(click(&list, &ids("stored-M"), "space-A"), Click::Held(ids("stored-M space-A")));
        // Never without a beginning.
        assert!(Reach::new(&list, &[]).ends.is_empty());
    }

    #[test]
    fn reach_says_what_can_be_clicked_next() {
        let list = choices(&["a x", "a y", "b", ""]);
        let reach = Reach::new(&list, &[]);
        assert_eq!(reach.next.keys().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((reach.next["a"], reach.next["b"]), ("", "go"));
        assert_eq!(reach.open, [0, 1, 2, 3]);
        let reach = Reach::new(&list, &ids("a"));
        assert_eq!((reach.next.len(), reach.open), (2, vec![0, 1]));
    }
}
