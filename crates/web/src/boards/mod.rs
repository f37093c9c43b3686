//! Boards: what a viewer may know of a game, drawn. Each game has a module that draws its `View`. A board could not leak if
//! it tried: the view and what was heard are all it is given. A test holds that no file here has a table in its hands;
//! [`crate::drawing`] has.

pub mod around;
#[cfg(test)]
mod bench;
mod covers;
pub mod federation;
pub mod red_alert;
pub mod space_alert;
pub mod star_trek;
pub mod starcraft;

use crate::{
    drawing::easel,
    ending::{Side, Tale},
    error::sentence,
    ui::Reach,
};
use around::Around;
use klaxon_catalog::shelf;
use klaxon_core::{Known, Outcome, Seat, Words};
use maud::{Markup, html};

/// A drawn board.
#[derive(Debug, Default)]
pub struct Board {
    /// The size of the drawing, as in SVG's `viewBox`; empty when there is no drawing.
    pub view_box: String,
    /// What the drawing shows, for those who cannot see it.
    pub label: String,
    /// Shapes that the layers use, drawn once.
    pub defs: Option<Markup>,
    /// Groups of the drawing, back to front, each with an id.
    pub layers: Vec<(String, Markup)>,
    /// Sections beside the drawing, such as a hand of cards, each with an id.
    pub panels: Vec<(String, Markup)>,
}

impl Board {
    /// The drawing, where there is one.
    pub fn frame(&self) -> Markup {
        html! {
            @if !self.view_box.is_empty() {
                div.frame tabindex="0" role="region" aria-label="Board" {
                    svg #board viewBox=(self.view_box) role="group" aria-label=(self.label) {
                        @if let Some(defs) = &self.defs { (defs) }
                        @for (_, layer) in &self.layers { (layer) }
                    }
                }
            }
        }
    }

    /// The panels of one place on the stage.
    pub fn at(&self, at: Place) -> Markup {
        html! { @for (_, panel) in self.panels.iter().filter(|(id, _)| place(id) == at) { (panel) } }
    }
}

/// What of the board a viewer can touch now.
#[derive(Clone, Debug)]
pub struct Touch<'a> {
    /// What the clicks so far leave open.
    pub reach: &'a Reach,
    /// Ids clicked so far.
    pub clicks: &'a [String],
    /// Ids that a hint speaks of.
    pub hinted: &'a [String],
}

impl Touch<'_> {
    /// Can the thing be clicked to some effect?
    pub fn can(&self, id: &str) -> bool {
        self.reach.next.contains_key(id) || self.reach.ends.contains_key(id)
    }

    /// The mark of the way that a click on it would be done.
    pub fn mark(&self, id: &str) -> &'static str {
        self.reach.next.get(id).copied().unwrap_or("")
    }

    /// Is it among what was clicked?
    pub fn picked(&self, id: &str) -> bool {
        self.clicks.iter().any(|c| c == id)
    }

    /// Class names for a thing on the board.
    pub fn class(&self, id: &str) -> String {
        let mut class = String::new();
        if self.can(id) {
            class.push_str(" can");
            let mark = self.mark(id);
            if !mark.is_empty() {
                class.push_str(" by-");
                class.push_str(mark);
            }
        }
        if self.picked(id) {
            class.push_str(" picked");
        }
        if self.hinted.iter().any(|h| h == id) {
            class.push_str(" hinted");
        }
        class
    }
}

/// What the server needs of a game beyond its rules: how it is drawn, and what it tells of its end.
pub trait Drawn: Words {
    /// What the dock is called where it is a tab: what the viewer holds.
    const DOCK: &'static str = "Hand";
    /// The title of the tab behind which its other panels lie.
    const TAB: &'static str = "Game";
    /// Who gives a hint.
    const ADVISER: &'static str = "A bot";
    /// Does the board show the game's clock itself? Then nothing else says when time next matters: in Space Alert that is
    /// a secret of the script.
    const OWN_CLOCK: bool = false;
    /// What the pages around a table know of it.
    const AROUND: Around = Around::PLAIN;

    /// Draws what a viewer may know.
    fn board(known: &Known<'_, Self>, touch: &Touch<'_>) -> Board;

    /// Where a panel stands. The ids of panels begin with the prefix of the game's rules.
    fn place(panel: &str) -> Place;

    /// A click in words, for the list of clicks so far; a card is already marked in the hand.
    fn click_words(id: &str) -> String {
        plain_words(id)
    }

    /// A die face.
    fn die(face: &str) -> Markup {
        html! { span.die.word { (face) } }
    }

    /// The class that colours a seat, where pieces have colours of their own. The view is a watcher's.
    fn seat_class(_view: &Self::View, _seat: Seat) -> Option<String> {
        None
    }

    /// What is drawn on its cover, 320 by 200, over a few stars.
    fn cover() -> Markup {
        html! {}
    }

    /// What a finished game came to in numbers. The view is a watcher's.
    fn tally(view: &Self::View, outcome: &Outcome, seats: usize) -> Tally;

    /// What it tells of its own end, to those who may know everything by then.
    fn tale(_known: &Known<'_, Self>, _sides: &[Side], outcome: &Outcome) -> Tale {
        Tale { cause: sentence(&outcome.text), ..Tale::default() }
    }
}

/// What a finished game came to in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Turns it took; 0 where the game has none.
    pub turns: u32,
    /// Worlds settled at the end.
    pub settled: u32,
    /// What each seat reached, where the game counts something.
    pub scores: Vec<i32>,
}

/// Who gives a hint.
pub fn adviser(game: &str) -> &'static str {
    easel(game).map_or("A bot", |easel| easel.adviser())
}

/// What the pages around a table know of a game.
pub fn around(game: &str) -> Around {
    easel(game).map_or(Around::PLAIN, |easel| easel.around())
}

/// The cover of a game, for the eye only.
pub fn cover(game: &str) -> Markup {
    covers::cover(game, &easel(game).map_or_else(|| html! {}, |easel| easel.cover()))
}

/// Does the game's board show its clock itself?
pub fn has_own_clock(game: &str) -> bool {
    easel(game).is_some_and(|easel| easel.has_own_clock())
}

/// Where a panel stands on the stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// In the bar: turn and phase.
    Bar,
    /// Beside the board on both sides.
    Sides,
    /// Left of the board.
    Left,
    /// Right of the board.
    Right,
    /// Over the board: what is being set up, fought out or has ended.
    Over,
    /// Above the question.
    Asked,
    /// Along the board's foot: what the viewer holds.
    Dock,
    /// Behind the game's own tab.
    Tab,
}

/// Where a panel stands.
pub fn place(panel: &str) -> Place {
    let game = shelf::game_of_rule(panel).map_or("", |cover| cover.id);
    easel(game).map_or(Place::Tab, |easel| easel.place(panel))
}

/// What the dock is called where it is a tab.
pub fn dock(game: &str) -> &'static str {
    easel(game).map_or("Hand", |easel| easel.dock())
}

/// The title of the tab behind which a game's other panels lie.
pub fn tab(game: &str) -> &'static str {
    easel(game).map_or("Game", |easel| easel.tab())
}

/// A click in words, for the list of clicks so far.
pub fn click_words(game: &str, id: &str) -> String {
    easel(game).map_or_else(|| plain_words(id), |easel| easel.click_words(id))
}

/// An id of the board in words, as far as that can be told of any.
fn plain_words(id: &str) -> String {
    if id.starts_with("card:") || id.starts_with("hand-") {
        return "a card".into();
    }
    if let Some((_, turn)) = id.strip_prefix("slot-").and_then(|rest| rest.split_once('-')) {
        return format!("turn {turn}");
    }
    match id.split_once(':') {
        Some((_, name)) => name.replace(':', " "),
        None => id.into(),
    }
}

/// A die face of a game.
pub fn die(game: &str, face: &str) -> Markup {
    easel(game).map_or_else(|| html! { span.die.word { (face) } }, |easel| easel.die(face))
}
