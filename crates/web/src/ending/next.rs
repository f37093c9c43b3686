//! What could come next: one rule for all games.

use crate::{
    boards::around,
    lobby,
    table::{Holder, Meta, daily},
};
use klaxon_bots::Level;
use klaxon_catalog::{
    academy::{self, Taught},
    shelf,
};

/// Something that could come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// In words.
    pub text: String,
    /// Where it is.
    pub href: String,
}

/// Whoever has won meets bots that are one level stronger, and whoever has lost, one level weaker; then comes the next
/// scenario of the menu, people instead of bots, the lesson that is next for whoever played, and the game of the day where there is one.
pub fn next(game: &str, meta: &Meta, won: Option<bool>, lesson: Option<&Taught>) -> Vec<Next> {
    let mut all = Vec::new();
    let Some(menu) = shelf::menu(game) else { return all };
    let at = menu.scenarios.iter().position(|s| s.name == meta.title);
    let seats = meta.chairs.len();
    if let (Some(at), Some(level)) = (at, other_level(meta, won)) {
        all.push(Next {
            text: format!("The same with {}", company(level, bots(meta))),
            href: format!("/open/{game}?scenario={}&seats={seats}&bots={level}", menu.scenarios[at].id),
        });
    }
    if let Some(scenario) = at.and_then(|at| menu.scenarios.get(at + 1)) {
        let level = first_level(meta).map_or(String::new(), |level| format!("&bots={level}"));
        let seats = if scenario.sizes.contains(&seats) { format!("&seats={seats}") } else { String::new() };
        let href = format!("/open/{game}?scenario={}{seats}{level}", scenario.id);
        all.push(Next { text: format!("Next: {}", scenario.name), href });
    }
    // Whoever has beaten the bots is ready for people.
    let among_bots = seats > 1 && bots(meta) + 1 == seats;
    if let Some(at) = at.filter(|_| among_bots && won == Some(true)) {
        if lobby::games().iter().any(|cover| cover.id == game) {
            all.push(Next { text: "With people: quick match".into(), href: format!("/lobby?game={game}") });
        }
        let href = format!("/open/{game}?scenario={}&seats={seats}", menu.scenarios[at].id);
        all.push(Next { text: "The same with friends".into(), href });
    }
    if !academy::lessons(game).is_empty() {
        let text = lesson.map(|next| format!("Lesson {}: {}", next.number, next.lesson.title));
        all.push(Next { text: text.unwrap_or_else(|| "Lessons".into()), href: format!("/learn/{game}") });
    }
    if daily::is_daily(game) {
        let text = if meta.is_todays() { "How the others did today" } else { "The game of the day" };
        all.push(Next { text: text.into(), href: format!("/daily/{game}") });
    }
    for page in around(game).pages.iter().filter(|page| page.is_record) {
        all.push(Next { text: page.title.into(), href: page.href.into() });
    }
    if all.is_empty() {
        all.push(Next { text: "Another game".into(), href: "/".into() });
    }
    all
}

fn bots(meta: &Meta) -> usize {
    meta.chairs.iter().filter(|chair| chair.holder.level().is_some()).count()
}

/// "a normal bot", "an easy bot", "the easy bots".
fn company(level: Level, bots: usize) -> String {
    match bots {
        1 if matches!(level, Level::Easy | Level::Expert) => format!("an {level} bot"),
        1 => format!("a {level} bot"),
        _ => format!("the {level} bots"),
    }
}

/// The level of the bots that were there.
fn first_level(meta: &Meta) -> Option<Level> {
    meta.chairs.iter().find_map(|chair| match &chair.holder {
        Holder::Bot { .. } => chair.holder.level(),
        Holder::Open | Holder::Person { .. } | Holder::Program { .. } => None,
    })
}

/// One level up after a win, one down after a defeat, where there is one.
fn other_level(meta: &Meta, won: Option<bool>) -> Option<Level> {
    let ladder = Level::WORTHY;
    let at = ladder.iter().position(|level| Some(*level) == first_level(meta))?;
    match won? {
        true => ladder.get(at + 1).copied(),
        false => at.checked_sub(1).map(|below| ladder[below]),
    }
}
