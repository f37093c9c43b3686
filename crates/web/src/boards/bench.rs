//! What the tests of all boards share.

use super::Board;
use crate::ui::Reach;
use klaxon_catalog::Choice;
use klaxon_core::{Seat, Viewer, Words};
use std::collections::BTreeSet;

/// A seat's choices with their labels alone.
pub fn all_choices<G: Words>(game: &G, seat: Seat) -> Vec<Choice> {
    let view = game.view(Viewer::Seat(seat));
    let choice = |(index, action)| Choice {
        index,
        action: serde_json::Value::Null,
        words: String::new(),
        label: G::label(&view, &action),
    };
    game.choices(seat).into_iter().enumerate().map(choice).collect()
}

/// Everything that a board draws, as one text.
pub fn html(board: Board) -> String {
    let parts = board.layers.into_iter().chain(board.panels).map(|(_, m)| m.into_string());
    board.defs.into_iter().map(|d| d.into_string()).chain(parts).collect()
}

/// The values of an attribute, in the order in which they are drawn.
pub fn values<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    html.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// No id is drawn twice.
pub fn unique_ids(html: &str) {
    let mut seen = BTreeSet::new();
    for id in values(html, "id") {
        assert!(seen.insert(id), "the id {id} is there twice");
    }
}

/// What can be clicked now, and after a first click, is drawn, and nothing else. Gives the ids with their ways.
pub fn clickable<G: Words>(
    game: &G,
    seat: Seat,
    draw: impl Fn(&G::View, &[Choice], &[String]) -> String,
) -> BTreeSet<(String, &'static str)> {
    let mut seen = BTreeSet::new();
    if !game.to_act().has(seat) {
        return seen;
    }
    let (view, choices) = (game.view(Viewer::Seat(seat)), all_choices(game, seat));
    let first = Reach::new(&choices, &[]);
    let some = first.next.keys().take(4).chain(first.next.keys().rev().take(4));
    for clicks in std::iter::once(Vec::new()).chain(some.map(|id| vec![id.clone()])) {
        let reach = Reach::new(&choices, &clicks);
        let html = draw(&view, &choices, &clicks);
        let offered: BTreeSet<&str> = values(&html, "data-click").into_iter().collect();
        let asked = || G::prompt(&view, Viewer::Seat(seat)).text;
        for id in &offered {
            let leads = reach.next.contains_key(*id) || reach.ends.contains_key(*id);
            assert!(leads, "{}: `{id}` after {clicks:?} leads nowhere", asked());
        }
        for (id, way) in reach.next {
            assert!(
                offered.contains(id.as_str()),
                "{}: `{id}` after {clicks:?} is not on the board",
                asked()
            );
            seen.insert((id, way));
        }
    }
    seen
}
