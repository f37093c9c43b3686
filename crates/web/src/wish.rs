//! What a page may wish of its table: one type, which the server reads and of which the buttons of its pages are made. The
//! scripts make theirs in `assets/wish.js`; a test here holds that this type reads every one of them.

use crate::table::{HouseChange, SeatChange};
use klaxon_core::Edition;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a page may wish. Read as hostile input.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
#[serde(tag = "t", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wish {
    /// A click on the board.
    Click { id: String },
    /// Lets go of clicks, notes, odds and hints.
    Clear,
    /// A choice by its number.
    Pick {
        q: u32,
        i: usize,
        /// The odds have been seen.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        sure: bool,
        /// The choice in words: where several decide at once, the list may have changed since it was shown.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        w: String,
    },
    /// A decision in full: on a continuous table the choices are only a sample.
    Act {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        q: Option<u32>,
        action: Value,
    },
    /// A decision that is open at any time.
    Any { words: String },
    /// Takes the last decision back.
    Undo,
    /// Everybody waits: the clock is set on to what comes next.
    Skip,
    /// Odds of a choice; without a number, no odds.
    Odds { q: u32, i: Option<usize> },
    /// Show odds before a choice that has some is made, or not.
    OddsFirst { on: bool },
    /// Odds of what a click would choose.
    Peek { id: String },
    /// What would a bot do?
    Hint,
    /// The device has been passed to this seat.
    Lift { seat: u8 },
    /// Says something.
    Say {
        text: String,
        #[serde(default)]
        team: bool,
    },
    /// Asks something of another player, or of whoever can do it.
    Request {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        words: String,
    },
    /// Answer questions that leave one choice, or not.
    Auto { on: bool },
    /// Do not ask this again: decline it.
    Quiet { q: u32 },
    /// If this is asked again this turn: decline it.
    Pass { q: u32 },
    /// Ask again what was declined by itself.
    Ask { words: String },
    /// A coach, or none.
    Coach { on: bool },
    /// The coach's tip has been read.
    GotIt { tip: String },
    /// A seat goes to a bot.
    Bot { seat: u8, level: String },
    /// A seat becomes free for a person.
    Free { seat: u8 },
    /// Something else about a seat.
    Seat { seat: u8, change: SeatChange },
    /// The rules of the house.
    House { change: HouseChange },
    /// The recovery phrase has been written down.
    PhraseKept,
    /// The lesson shows how its step is done.
    ShowMe,
    /// What the lesson says has been read.
    ReadOn,
    /// Go on by a newer edition of the rules, or by this one after all.
    Edition { to: Option<Edition> },
    /// Said again after a line broke, because it is not known whether it was heard: it counts only if the seat is still
    /// asked what it was asked then. Whatever a seat decides or takes back makes that another question.
    Again { seat: u8, q: u32, wish: Box<Wish> },
}

impl Wish {
    /// The wish as a button sends it, in `data-do`.
    pub fn text(&self) -> String {
        serde_json::to_value(self).map(|value| value.to_string()).unwrap_or_default()
    }

    /// One of the decisions that are open at any time.
    pub fn any(words: impl Into<String>) -> String {
        Wish::Any { words: words.into() }.text()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{collections::BTreeSet, fs, path::PathBuf};

    fn scripts() -> Vec<(String, String)> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets");
        let files =
            [folder.clone(), folder.join("boards")].into_iter().flat_map(|f| fs::read_dir(f).unwrap());
        let paths = files.map(|entry| entry.unwrap().path());
        let scripts = paths.filter(|path| path.extension().is_some_and(|e| e == "js"));
        scripts
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect()
    }

    /// `({ t: "say", text, team })` as `("say", ["text", "team"])`.
    fn made(script: &str) -> Vec<(String, Vec<String>)> {
        let literals = script.split("({ t: \"").skip(1).map(|rest| rest.split(" })").next().unwrap());
        literals
            .map(|literal| {
                let (name, fields) = literal.split_once('"').expect("a name in quotes");
                let fields = fields.split(',').map(str::trim).filter(|field| !field.is_empty());
                (name.to_owned(), fields.map(String::from).collect())
            })
            .collect()
    }

    /// Every wish that a script can make is read, with all its fields.
    #[test]
    fn the_server_reads_every_wish_of_the_scripts() {
        let (_, script) = scripts().into_iter().find(|(name, _)| name == "wish.js").expect("it is there");
        let wishes = made(&script);
        assert_eq!(wishes.len(), script.matches("export const").count(), "one wish a line");
        let mut names = BTreeSet::new();
        for (name, fields) in wishes {
            let value = |field: &str| match field {
                "id" | "text" | "words" => Value::from("x"),
                "q" | "i" | "seat" => Value::from(1),
                "on" | "team" => Value::from(true),
                "action" => serde_json::json!({ "steer": { "torpedo": 1, "heading": 2 } }),
                "wish" => serde_json::json!({ "t": "clear" }),
                other => panic!("`{name}` has a field `{other}` of which this test knows nothing"),
            };
            let mut wish: serde_json::Map<String, Value> =
                fields.iter().map(|field| (field.clone(), value(field))).collect();
            wish.insert("t".into(), name.clone().into());
            let read = serde_json::from_value::<Wish>(Value::Object(wish.clone()));
            let back = serde_json::to_value(read.unwrap_or_else(|e| panic!("`{name}`: {e}"))).unwrap();
            assert_eq!(back, Value::Object(wish));
            names.insert(name);
        }
        assert!(names.contains("click") && names.contains("act"), "{names:?}");
    }

    /// No script makes a wish by itself.
    #[test]
    fn wishes_of_scripts_are_made_in_one_place() {
        for (name, text) in scripts() {
            let literal = text.contains("{ t: \"") || text.contains("{t:\"");
            assert!(
                !literal || name == "wish.js",
                "{name} makes a wish of its own; wish.js is the place for it"
            );
        }
    }

    /// What a button sends is read as what was meant.
    #[test]
    fn a_button_says_what_it_means() {
        for wish in [
            Wish::Clear,
            Wish::Pick { q: 3, i: 1, sure: false, w: "pass".into() },
            Wish::Pick { q: 3, i: 1, sure: true, w: String::new() },
            Wish::Act { q: None, action: serde_json::json!({ "turn": { "heading": "$heading" } }) },
            Wish::Seat { seat: 1, change: SeatChange::StandIn { level: "normal".into() } },
            Wish::House { change: HouseChange::Mute { line: Some(4), seat: None } },
            Wish::Edition { to: None },
        ] {
            assert_eq!(serde_json::from_str::<Wish>(&wish.text()).unwrap(), wish);
        }
        assert_eq!(Wish::Clear.text(), r#"{"t":"clear"}"#);
        assert!(serde_json::from_str::<Wish>(r#"{"t":"click","id":"A1","more":1}"#).is_err());
    }
}
