//! What could come next: one rule for all games.

use crate::table::{Holder, Meta, daily};
use klaxon_bots::Level;
use klaxon_catalog::{academy, shelf};
use klaxon_core::Game;
use klaxon_space_alert::SpaceAlert;

/// Something that could come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Next {
    /// In words.
    pub text: String,
    /// Where it is.
    pub href: String,
}

/// Whoever has won meets bots that are one level stronger, and whoever has lost, one level weaker; then comes the next
/// scenario of the menu, people instead of bots, the lessons, and the game of the day where there is one.
pub fn next(game: &str, meta: &Meta, won: Option<bool>) -> Vec<Next> {
    let mut all = Vec::new();
    let Some(menu) = shelf::menu(game) else { return all };
    let at = menu.scenarios.iter().position(|s| s.name == meta.title);
    let seats = meta.chairs.len();
    if let (Some(at), Some(level)) = (at, other_level(meta, won)) {
        let text = format!("The same with {} {level} bot{}", article(level, bots(meta)), plural(bots(meta)));
        all.push(Next {
            text,
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
        let href = format!("/open/{game}?scenario={}&seats={seats}", menu.scenarios[at].id);
        all.push(Next { text: "The same with people".into(), href });
    }
    if !academy::lessons(game).is_empty() {
        all.push(Next { text: "Lessons".into(), href: format!("/learn/{game}") });
    }
    if daily::is_daily(game) {
        let text = if meta.is_todays() { "How the others did today" } else { "The game of the day" };
        all.push(Next { text: text.into(), href: format!("/daily/{game}") });
    }
    if game == SpaceAlert::ID {
        all.push(Next { text: "The ship's log".into(), href: "/ships-log".into() });
    }
    if all.is_empty() {
        all.push(Next { text: "Another game".into(), href: "/".into() });
    }
    all
}

fn bots(meta: &Meta) -> usize {
    meta.chairs.iter().filter(|chair| chair.holder.level().is_some()).count()
}

fn plural(n: usize) -> &'static str {
    if n == 1 { "" } else { "s" }
}

fn article(level: Level, n: usize) -> &'static str {
    match n {
        1 if matches!(level, Level::Easy | Level::Expert) => "an",
        1 => "a",
        _ => "the",
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
