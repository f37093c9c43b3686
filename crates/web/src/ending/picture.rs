//! A table as a picture of 1200 × 630: the board as spectators see it, and how it ended. It is what a link shows in a chat,
//! and what players keep. One file that needs nothing else: colours and shapes travel in it.

use super::{Story, verdict};
use crate::{
    assets,
    boards::{Board, Touch, board},
    ui::Reach,
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::{SeatSet, Viewer};
use maud::{Markup, PreEscaped, html};

/// What may style a picture that is opened by itself: its own style and nothing else.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/// The widest line of the cause, in letters.
const LINE: usize = 30;

/// Draws it: the words of the end where there is one, else only what is played.
pub fn draw(id: &str, table: &Table, title: &str, story: Option<&Story>) -> String {
    let game = table.game_id();
    let touch = Touch { reach: &Reach::default(), clicks: &[], hinted: &[] };
    let board = board(id, table, Viewer::Watcher, &touch);
    let name = shelf::cover(game).map_or(game, |cover| cover.name);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" data-theme="dark" {
            title { (name) ": " (title) }
            style { (PreEscaped(format!("<![CDATA[\n{}\n]]>", style(game)))) }
            rect width="1200" height="630" fill="#070b13" {}
            (drawn(&board, story.is_some()))
            @if let Some(story) = story { (words(story)) }
            (foot(name, title, story.is_some()))
        }
    };
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", picture.into_string())
}

/// The board, fitted; behind words it stands to the right.
fn drawn(board: &Board, aside: bool) -> Markup {
    let (x, w) = if aside { (330, 860) } else { (20, 1160) };
    html! {
        @if !board.view_box.is_empty() {
            svg #board x=(x) y="14" width=(w) height=(if aside { 602 } else { 540 }) viewBox=(board.view_box) {
                @if let Some(defs) = &board.defs { (defs) }
                @for (_, layer) in &board.layers { (layer) }
            }
        }
    }
}

fn words(story: &Story) -> Markup {
    let scores = &story.tale.scores;
    let score = if scores.len() > 2 { String::new() } else { scores.join(" : ") };
    let size = if score.len() > 8 { 72 } else { 104 };
    html! {
        defs { linearGradient id="pic-shade" { stop offset="0.3" stop-color="#04080f" {} stop offset="0.62" stop-color="#04080f" stop-opacity="0.75" {} stop offset="1" stop-color="#04080f" stop-opacity="0" {} } }
        rect width="760" height="630" fill="url(#pic-shade)" {}
        text.pic-verdict x="52" y="96" { (verdict(story, SeatSet::NONE)) }
        @if !score.is_empty() {
            text.pic-score x="48" y="206" font-size=(size) { (score) }
            text.pic-unit x="52" y="246" { (story.tale.unit) }
        }
        @for (i, line) in lines(&story.tale.cause).iter().take(7).enumerate() {
            text.pic-cause x="52" y=((if score.is_empty() { 160 } else { 308 }) + 36 * i) { (line) }
        }
    }
}

fn foot(name: &str, title: &str, aside: bool) -> Markup {
    html! {
        g transform={ "translate(52 " (if aside { 572 } else { 584 }) ")" } {
            circle cx="6" cy="0" r="4" fill="#f5b14c" {}
            path d="M14,-9A13,13 0 0 1 14,9M20,-14A20,20 0 0 1 20,14" fill="none" stroke="#f5b14c" stroke-width="3" stroke-linecap="round" {}
            text.pic-foot x="40" y="8" { (name) " · " (title) }
        }
    }
}

/// The sentence in lines of a picture, which breaks none by itself.
fn lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= LINE) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.into()),
        }
    }
    lines
}

/// The colours of the dark theme, the board's own style, and the words.
fn style(game: &str) -> String {
    let page = assets::text("klaxon.css");
    // The list of colours is the first rule of the page's style; those of the seats stand by themselves.
    let tokens =
        page.split_once(":root {").and_then(|(_, rest)| rest.split_once('}')).map_or("", |(list, _)| list);
    let seats: String = page.lines().filter(|line| line.starts_with(".seat-")).collect::<Vec<_>>().join("\n");
    let own = assets::text(&format!("boards/{game}.css"));
    format!(
        ":root {{ {tokens} }}\n:root {{ color-scheme: dark; font-family: var(--sans); }}\n{seats}\n{}\n{own}\n{WORDS}",
        assets::text("boards.css")
    )
    // The end of the style must not be found in it.
    .replace("]]>", "")
}

const WORDS: &str = "
.pic-verdict { font: 700 34px var(--sans); fill: #74b4ff; }
.pic-score { font-family: var(--sans); font-weight: 700; letter-spacing: -0.03em; fill: #e9edf2; }
.pic-unit { font: 400 24px var(--sans); fill: #a9b6c6; }
.pic-cause { font: 400 27px var(--sans); fill: #e9edf2; }
.pic-foot { font: 600 23px var(--sans); fill: #a9b6c6; }";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_into_lines() {
        let text = lines("Haakona left the table: the opposing fleet is destroyed.");
        assert_eq!(text, ["Haakona left the table: the", "opposing fleet is destroyed."]);
    }

    #[test]
    fn the_style_has_the_colours_of_the_page() {
        for game in ["red-alert", "star-trek", "federation", "starcraft", "space-alert"] {
            let style = style(game);
            assert!(style.contains("--accent:") && style.contains(".seat-1"), "{game}");
        }
    }
}
