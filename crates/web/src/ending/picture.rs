//! A table as a picture of 1200 × 630: the board as spectators see it, and how it ended. It is what a link shows in a chat,
//! and what players keep: a drawing that needs nothing else, and the same painted as a PNG, for most chats show no drawings.

mod css;
mod gallery;
mod measure;
mod paint;
mod plain;
mod selector;

pub use gallery::{Gallery, Painted};
pub use paint::{paint, paint_square};

use super::{Side, Story, verdict};
use crate::{
    assets,
    boards::{Board, Touch},
    drawing::board,
    keys::hex,
    ui::Reach,
};
use css::Sheet;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{SeatSet, Viewer};
use maud::{Markup, html};
use std::{borrow::Cow, collections::BTreeMap, sync::LazyLock};

/// A picture that is opened by itself needs nothing and may do nothing.
pub const POLICY: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";
/// The widest line of the cause, in letters.
const LINE: usize = 32;
/// Where the board begins beside words.
const ASIDE: i32 = 432;

/// What a picture would show.
#[derive(Debug)]
pub struct Sight {
    /// The same tag is the same picture.
    pub tag: String,
    /// Is the game over?
    pub over: bool,
    /// May everybody see it?
    pub open: bool,
}

/// What tells one picture from another: the table and how far it came, and whatever is written on it.
pub fn tag(id: &str, n: u32, title: &str, story: Option<&Story>) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut put = |text: &str| {
        hasher.update(text.as_bytes()).update(&[0]);
    };
    for text in [&assets::BUILD, id, &n.to_string(), title] {
        put(text);
    }
    if let Some(story) = story {
        put(&verdict(story, SeatSet::NONE));
        put(&story.tale.cause);
        story.tale.scores.iter().for_each(|score| put(score));
    }
    hex(&hasher.finalize().as_bytes()[..12])
}

/// A drawing that still leans on its game's styles.
#[derive(Debug)]
pub struct Drawing {
    game: &'static str,
    svg: String,
}

impl Drawing {
    /// The drawing as a file that needs nothing else.
    pub fn plain(self) -> Result<String, String> {
        static SHEETS: LazyLock<BTreeMap<&str, Sheet>> = LazyLock::new(|| {
            shelf::games().iter().map(|cover| (cover.id, Sheet::read(&style(cover.id)))).collect()
        });
        let sheet = SHEETS.get(self.game).ok_or("a game without styles")?;
        plain::plain(&self.svg, sheet)
    }
}

/// Draws it: the words of the end where there is one, else only what is played.
pub fn draw(table: &Table, title: &str, story: Option<&Story>) -> Drawing {
    let game = table.game_id();
    let touch = Touch { reach: &Reach::default(), clicks: &[], hinted: &[] };
    let board = board(table, Viewer::Watcher, &touch);
    let name = shelf::game(game).map_or(game, |cover| cover.name);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" data-theme="dark" {
            rect width="1200" height="630" fill="#070b13" {}
            (drawn(&board, story.is_some()))
            @if let Some(story) = story { (words(story)) }
            (foot(name, title, story.is_some()))
        }
    };
    Drawing { game, svg: picture.into_string() }
}

/// A board by itself, for a page that says in words what it shows.
pub fn board_alone(game: &'static str, board: &Board) -> Drawing {
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 560" width="800" height="560" data-theme="dark" {
            rect width="800" height="560" fill="#070b13" {}
            svg #board x="8" y="8" width="784" height="544" viewBox=(board.view_box) {
                @if let Some(defs) = &board.defs { (defs) }
                @for (_, layer) in &board.layers { (layer) }
            }
        }
    };
    Drawing { game, svg: picture.into_string() }
}

/// The board, fitted; beside words it stands to the right.
fn drawn(board: &Board, aside: bool) -> Markup {
    let (x, w) = if aside { (ASIDE, 1200 - ASIDE - 16) } else { (20, 1160) };
    let h = if aside { 598 } else { 540 };
    html! {
        @if !board.view_box.is_empty() {
            svg #board x=(x) y="16" width=(w) height=(h) viewBox=(board.view_box) {
                @if let Some(defs) = &board.defs { (defs) }
                @for (_, layer) in &board.layers { (layer) }
            }
        }
    }
}

/// Verdict, score and cause, from top to bottom.
fn words(story: &Story) -> Markup {
    let verdict = verdict(story, SeatSet::NONE);
    let tale = &story.tale;
    let won = story.outcome.winners;
    let winner =
        story.sides.iter().find(|side| tale.together.is_none() && side.seats.iter().any(|s| won.has(s)));
    let winner = winner.map_or("", |side| side.class.as_str());
    let many = tale.scores.len() > 2;
    let score = if many { String::new() } else { tale.scores.join(" : ") };
    let named: Vec<(&Side, &String)> =
        if tale.scores.len() > 1 { story.sides.iter().zip(&tale.scores).collect() } else { Vec::new() };
    let mut y = 148;
    if !score.is_empty() {
        y += 66 + 36;
    }
    // Two sides have their names under the score, more a line each.
    let names_at = y;
    y += 30 * named.len() as i32;
    let cause_at = y + 34;
    let room = usize::try_from((516 - cause_at) / 32).unwrap_or(0);
    html! {
        text class={ "pic-verdict " (winner) } x="48" y="88" font-size=(if verdict.chars().count() > 20 { 27 } else { 34 }) { (verdict) }
        @if !score.is_empty() {
            text.pic-score x="44" y="190" font-size=(if score.len() > 7 { 68 } else { 100 }) { (score) }
            text.pic-unit x="48" y="226" { (tale.unit) }
        }
        @for (i, (side, score)) in named.iter().enumerate() {
            @let y = names_at + 12 + 30 * i as i32;
            circle class={ "pic-side " (side.class) } cx="55" cy=(y - 7) r="7" {}
            text.pic-name x="72" y=(y) { (clipped(&side.name, 26)) " " tspan { (score) } }
        }
        @for (i, line) in lines(&tale.cause).iter().take(room).enumerate() {
            text.pic-cause x="48" y=(cause_at + 32 * i as i32) { (line) }
        }
    }
}

/// What is played, and that it is played here.
fn foot(name: &str, title: &str, aside: bool) -> Markup {
    html! {
        g transform={ "translate(48 " (if aside { 568 } else { 592 }) ")" } {
            circle cx="6" cy="0" r="4" fill="#f5b14c" {}
            path d="M14,-9A13,13 0 0 1 14,9M20,-14A20,20 0 0 1 20,14" fill="none" stroke="#f5b14c" stroke-width="3" stroke-linecap="round" {}
            @if aside {
                text.pic-foot x="40" y="-3" { (clipped(name, 34)) }
                text.pic-title x="40" y="22" { (clipped(title, 38)) }
            } @else {
                text.pic-foot x="40" y="8" { (clipped(name, 34)) " · " tspan.pic-title { (clipped(title, 60)) } }
            }
        }
    }
}

/// A text of so many letters at most.
fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()).into(),
        None => text.into(),
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
    format!(":root {{ {tokens} }}\n{seats}\n{}\n{own}\n{WORDS}", assets::text("boards.css"))
}

const WORDS: &str = "
.pic-verdict { font-weight: 700; fill: var(--seat, #f5b14c); }
.pic-score { font-weight: 700; letter-spacing: -0.03em; fill: #e9edf2; }
.pic-unit { font-size: 22px; fill: #a9b6c6; }
.pic-name { font-size: 21px; fill: #e9edf2; } .pic-name tspan { font-weight: 700; }
.pic-side { fill: var(--seat, #a9b6c6); }
.pic-cause { font-size: 23px; fill: #e9edf2; }
.pic-foot { font-size: 20px; font-weight: 700; fill: #e9edf2; }
.pic-title { font-size: 19px; font-weight: 400; fill: #a9b6c6; }";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_into_lines() {
        let text = lines("Haakona left the table: the opposing fleet is destroyed.");
        assert_eq!(text, ["Haakona left the table: the", "opposing fleet is destroyed."]);
        assert_eq!(clipped("The Battle of Wolf 359", 10), "The Battle…");
    }

    #[test]
    fn the_style_has_the_colours_of_the_page() {
        for game in ["red-alert", "star-trek", "federation", "starcraft", "space-alert"] {
            let style = style(game);
            assert!(style.contains("--accent:") && style.contains(".seat-1"), "{game}");
        }
    }
}
