//! The pages, as functions that return markup. What they know of a game comes from a seat's view alone.

pub mod account;
pub mod api;
pub mod clubs;
pub mod daily;
pub mod design;
pub mod edit;
pub mod examples;
pub mod feed;
pub mod home;
pub mod installed;
pub mod learn;
pub mod lobby;
pub mod me;
pub mod moderation;
pub mod notes;
pub mod notices;
pub mod open;
pub mod picture;
pub mod profile;
pub mod proof;
pub mod puzzles;
pub mod ranking;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod review;
pub mod rules;
pub mod ships_log;
mod standings;
pub mod study;
pub mod table;
pub mod tournaments;
pub mod trial;
pub mod vacation;

use crate::{
    address, assets,
    ending::{self, LookBack},
    error::Fault,
    person::Person,
    state::AppState,
    table::Loaded,
};
use axum::{http::HeaderMap, response::Html};
use klaxon_catalog::shelf;
use klaxon_core::SeatSet;
use maud::{DOCTYPE, Markup, html};

/// A page as axum sends it.
pub type Page = Html<String>;

/// What every page has in common.
pub struct Frame<'a> {
    /// The window's title, before the name of the program.
    pub title: &'a str,
    /// Names the page for the stylesheet.
    pub class: &'a str,
    /// Who looks.
    pub who: Option<&'a Person>,
    /// The game whose board is on it; without one those of all games can be.
    pub game: Option<&'a str>,
    /// Modules to run.
    pub scripts: &'a [&'a str],
    /// Where copied links should lead, when that is not where the page was opened.
    pub base: Option<String>,
    /// What a chat shows of a link to it, where that is more than its title.
    pub preview: Option<Preview>,
}

/// What a chat shows of a link that was sent there: nothing that a spectator could not see.
pub struct Preview {
    /// A headline.
    pub title: String,
    /// A sentence.
    pub text: String,
    /// The whole address of a picture of 1200 × 630.
    pub picture: Option<String>,
}

impl Preview {
    /// The picture in words.
    fn alt(&self) -> String {
        format!("The board. {}: {}", self.title, self.text)
    }

    /// Of a table that everybody with its address may look at. One that is closed to spectators, or a game of a day that is
    /// not over, tells only what it is.
    pub fn of(
        state: &AppState,
        headers: &HeaderMap,
        id: &str,
        loaded: &Loaded,
        after: Option<&LookBack>,
    ) -> Preview {
        let game = loaded.table.game_id();
        let name = shelf::game(game).map_or(game, |cover| cover.name);
        let title = format!("{name}: {}", loaded.meta.title);
        if loaded.meta.may_look(None, SeatSet::NONE).is_err() {
            let text = "This table is closed to spectators.".into();
            return Preview { title: name.into(), text, picture: None };
        }
        let origin = address::origin(&state.config, headers);
        let picture = origin.map(|origin| format!("{origin}/t/{id}/picture.png"));
        match after {
            Some(after) => {
                let verdict = ending::verdict(&after.story, SeatSet::NONE);
                Preview {
                    title: format!("{verdict} · {title}"),
                    text: after.story.tale.cause.clone(),
                    picture,
                }
            }
            None => Preview { title, text: "A game that is being played. Come and watch.".into(), picture },
        }
    }
}

impl<'a> Frame<'a> {
    /// A plain page.
    pub fn new(title: &'a str, class: &'a str, who: Option<&'a Person>) -> Frame<'a> {
        Frame { title, class, who, game: None, scripts: &["page.js"], base: None, preview: None }
    }

    /// Does the stage fill the screen?
    fn is_staged(&self) -> bool {
        self.class == "table" || self.class == "replay"
    }

    /// The whole page around its middle.
    pub fn page(&self, middle: &Markup) -> Markup {
        let title = if self.title.is_empty() { "Klaxon".into() } else { format!("{} · Klaxon", self.title) };
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="dark light";
                    meta name="description" content="Five space board games on one table in a web browser.";
                    meta property="og:site_name" content="Klaxon";
                    meta property="og:type" content="website";
                    @match &self.preview {
                        Some(preview) => {
                            meta property="og:title" content=(preview.title);
                            meta property="og:description" content=(preview.text);
                            @if let Some(picture) = &preview.picture {
                                meta property="og:image" content=(picture);
                                meta property="og:image:type" content="image/png";
                                meta property="og:image:width" content="1200";
                                meta property="og:image:height" content="630";
                                meta property="og:image:alt" content=(preview.alt());
                                meta name="twitter:card" content="summary_large_image";
                            }
                        }
                        None => {
                            meta property="og:title" content=(title);
                            meta property="og:description" content="Five space board games on one table in a web browser.";
                        }
                    }
                    title { (title) }
                    link rel="icon" type="image/svg+xml" href=(assets::at("icon.svg"));
                    link rel="manifest" href="/manifest.webmanifest";
                    link rel="apple-touch-icon" href="/icon-192.png";
                    link rel="stylesheet" href=(assets::at("klaxon.css"));
                    @if ["table", "replay", "try", "edit", "resolve", design::CLASS].contains(&self.class) {
                        link rel="stylesheet" href=(assets::at("boards.css"));
                        @if self.is_staged() || self.class == design::CLASS {
                            @for sheet in ["stage.css", "beats.css", "ending.css"] { link rel="stylesheet" href=(assets::at(sheet)); }
                        }
                        @for cover in shelf::games().iter().filter(|c| self.game.is_none_or(|game| game == c.id)) {
                            @if let Some(style) = assets::style_of_board(cover.id) {
                                link rel="stylesheet" href=(assets::at(&style));
                            }
                        }
                        @if self.class == design::CLASS { link rel="stylesheet" href=(assets::at("design.css")); }
                    }
                    script src=(assets::at("theme.js")) {}
                    @for script in self.scripts { script type="module" src=(assets::at(script)) {} }
                }
                body class={ (self.class) @if self.is_staged() { " staged" } } data-build=(*assets::BUILD) data-base=[self.base.as_deref()] {
                    a.skip href="#main" { "Skip to the content" }
                    @if self.is_staged() {
                        // The stage has a bar of its own and fills the screen.
                        main #main tabindex="-1" { (middle) }
                    } @else {
                        header.top {
                            a.mark href="/" { (mark()) span { "Klaxon" } }
                            nav aria-label="Main" {
                                a href="/lobby" { "Lobby" }
                                a href="/learn" { "Learn" }
                                a.wide href="/rules" { "Rules" }
                                a.wide href="/try" { "Try" }
                            }
                            div.tools {
                                @let own = if self.who.is_some_and(|person| !person.standing.is_guest()) { "/account" } else { "/me" };
                                @if let Some(person) = self.who { a.name href=(own) { (person.name) } }
                                a.icon.you href=(own) aria-label="You" title="You" { (person_icon()) }
                                button.icon type="button" data-theme-toggle aria-label="Light or dark" title="Light or dark" { (theme_icon()) }
                            }
                        }
                        main #main tabindex="-1" { (middle) }
                        (footer())
                    }
                }
            }
        }
    }

    /// The page as an answer.
    pub fn html(&self, middle: &Markup) -> Page {
        Html(self.page(middle).into_string())
    }
}

fn footer() -> Markup {
    html! {
        footer.bottom {
            p {
                "Klaxon is unofficial: its own drawings and words for games whose names belong to their publishers."
            }
            nav aria-label="More" { a href="/rules" { "Rules" } a href="/try" { "Try a situation" } a href="/studies" { "Studies" } a href="/resolve" { "Resolve a mission" } a href="/api" { "For programs" } }
        }
    }
}

/// The mark: a horn of three arcs.
pub fn mark() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false" {
            circle.dot cx="6" cy="12" r="2.6" {}
            path d="M11,6.5 A8,8 0 0 1 11,17.5 M15,3.8 A12,12 0 0 1 15,20.2" {}
        }
    }
}

/// Half dark, half light.
pub fn theme_icon() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false" {
            path d="M12,3 A9,9 0 1 0 12,21 Z" {}
            circle.line cx="12" cy="12" r="9" {}
        }
    }
}

/// Head and shoulders.
fn person_icon() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false" {
            circle cx="12" cy="8" r="4" {}
            path d="M4,20 A8,7 0 0 1 20,20 Z" {}
        }
    }
}

/// A page that says what went wrong.
pub fn fault(fault: &Fault) -> Markup {
    let middle = html! {
        div.narrow {
            h1 { (fault_title(fault)) }
            p.lead { (fault.sentence()) @if let Some(rule) = fault.rule { " " (crate::markdown::rule_link(rule)) } }
            p { a.button href="/" { "To the games" } }
        }
    };
    Frame::new("Sorry", "fault", None).page(&middle)
}

fn fault_title(fault: &Fault) -> &'static str {
    match fault.status.as_u16() {
        404 => "Nothing is here",
        403 => "That is not yours",
        429 => "Too fast",
        500..=599 => "Something went wrong",
        _ => "That did not work",
    }
}

/// How long ago, in few words.
pub fn ago(then: u64, now: u64) -> String {
    let minutes = now.saturating_sub(then) / 60_000;
    match minutes {
        0 => "just now".into(),
        1..60 => format!("{minutes} min ago"),
        60..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A second `class` would be dropped by browsers, and the page's own styles with it.
    #[test]
    fn a_page_has_one_class_attribute_and_its_name_in_it() {
        for (name, class) in [("table", "table staged"), ("replay", "replay staged"), ("edit", "edit")] {
            let page = Frame::new("", name, None).page(&html! {}).into_string();
            assert!(page.contains(&format!("<body class=\"{class}\" data-build=")), "{page}");
        }
    }

    #[test]
    fn time_is_told_in_few_words() {
        assert_eq!(super::ago(0, 59_000), "just now");
        assert_eq!(super::ago(0, 120_000), "2 min ago");
        assert_eq!(super::ago(0, 7_200_000), "2 h ago");
        assert_eq!(super::ago(0, 86_400_000 * 3), "3 days ago");
    }
}
