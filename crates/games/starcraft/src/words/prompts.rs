//! Whom the table waits for; what is asked, each question of `questions/` says itself.

use crate::{
    questions::Action,
    view::View,
    words::{and_list, seat_name},
};
use klaxon_core::{Line, Seat, Viewer, rule};

pub(crate) fn prompt(view: &View, viewer: Viewer) -> Line {
    if let Some(ending) = view.ending {
        let text = super::outcome(view, ending).text;
        return Line::new(format!("The game is over: {text}."), rule!("SC-14.12"));
    }
    let asked: Vec<Seat> = view.asked.iter().collect();
    let mine = matches!(viewer, Viewer::Seat(seat) if view.asked.has(seat));
    let Some(ask) = Action::ask(view) else {
        return Line::new("Nothing is asked.", rule!("SC-3.1"));
    };
    if mine {
        return ask.line;
    }
    let names: Vec<String> = asked.iter().map(|s| seat_name(view, *s)).collect();
    let text = format!("Waiting for {}: {}", and_list(&names), lower(&of_others(&ask.line.text)));
    Line { text, ..ask.line }
}

/// What is said to somebody, said of him: `your` becomes `their`.
fn of_others(text: &str) -> String {
    let other = |word: &str| match word {
        "your" => "their".into(),
        "you" => "they".into(),
        "Your" => "Their".into(),
        "You" => "They".into(),
        _ => word.to_owned(),
    };
    text.split(' ').map(other).collect::<Vec<String>>().join(" ")
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}
