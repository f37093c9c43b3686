//! The stage: one screen for a table, live or replayed. Five places, always the same: the bar says who and when, the board
//! where, the sill what just happened, the question with its choices stands beside the board, and the dock holds what the
//! viewer holds. What else there is to read lies behind tabs. The page never scrolls; places keep their size whatever
//! appears in them.

use crate::{
    boards::{self, Board, Place},
    pages::mark,
};
use maud::{Markup, html};

/// What stands on the stage.
pub struct Stage<'a> {
    /// The game's id.
    pub game: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The scenario.
    pub title: &'a str,
    /// The board with its panels, each of which has its place.
    pub board: &'a Board,
    /// In the bar: the seats.
    pub who: Markup,
    /// In the bar: sound, keys and such.
    pub tools: Markup,
    /// What is asked, with what else belongs there, and what it is called where it is a tab.
    pub asked: (&'static str, Markup),
    /// Over the board: odds and refusals.
    pub pins: Markup,
    /// Under the board: what just happened.
    pub sill: Markup,
    /// Over the end of the panes: a tip.
    pub tip: Markup,
    /// What lies behind tabs: an id, a title and what is there.
    pub tabs: Vec<(&'static str, &'static str, Markup)>,
}

impl Stage<'_> {
    /// Draws the five places, in the order in which they are read.
    pub fn draw(&self) -> Markup {
        html! {
            header.bar {
                a.mark href="/" aria-label="Klaxon: all games" title="All games" { (mark()) }
                h1 { span { (self.name) } " " span.soft { (self.title) } }
                (self.board.at(Place::Bar))
                (self.who)
                div.tools { (self.tools) }
            }
            p #line .line role="status" {}
            div.asked { (self.board.at(Place::Asked)) (self.asked.1) }
            div.board {
                (self.board.frame())
                div #gauges .gauges { (self.board.at(Place::Sides)) }
                div.gauges.left { (self.board.at(Place::Left)) }
                div.gauges.right { (self.board.at(Place::Right)) }
                div.over { (self.board.at(Place::Over)) }
                (self.pins)
                div.sill {
                    (self.sill)
                    div.zoom role="group" aria-label="Size of the board" {
                        button type="button" data-zoom="out" aria-label="Smaller" title="Smaller (−)" { "−" }
                        button type="button" data-zoom="fit" aria-label="The whole board" title="The whole board (0)" { "⤢" }
                        button type="button" data-zoom="in" aria-label="Larger" title="Larger (+)" { "+" }
                    }
                }
            }
            div #dock .dock tabindex="0" role="region" aria-label=(boards::dock(self.game)) { (self.board.at(Place::Dock)) }
            button #grip .grip type="button" aria-label="Height of the sheet" title="Drag, or press for the next of three heights" {}
            div.tabs role="tablist" aria-label="More to read" {
                // On phones the question and what one holds are tabs of the sheet.
                button.phone type="button" role="tab" id="tab-act" aria-selected="false" tabindex="-1" { (self.asked.0) }
                button.phone type="button" role="tab" id="tab-hold" aria-selected="false" tabindex="-1" { (boards::dock(self.game)) }
                @for (i, (id, title, _)) in self.tabs.iter().enumerate() {
                    button type="button" role="tab" id={ "tab-" (id) } aria-controls={ "pane-" (id) } aria-selected=(i == 0) tabindex=(if i == 0 { "0" } else { "-1" }) { (title) }
                }
            }
            @for (i, (id, _, markup)) in self.tabs.iter().enumerate() {
                div.pane id={ "pane-" (id) } role="tabpanel" tabindex="0" aria-labelledby={ "tab-" (id) } hidden[i > 0] { (markup) }
            }
            (self.tip)
        }
    }
}
