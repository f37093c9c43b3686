//! The pages, as functions that return markup. What they know of a game comes from a seat's view alone.

pub mod api;
pub mod covers;
pub mod daily;
pub mod edit;
pub mod home;
pub mod me;
pub mod open;
pub mod proof;
pub mod replay;
pub mod resolve;
pub mod rules;
pub mod ships_log;
pub mod table;
pub mod trial;

use crate::{assets, error::Fault, person::Person};
use axum::response::Html;
use klaxon_catalog::shelf::COVERS;
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
    /// Modules to run.
    pub scripts: &'a [&'a str],
    /// Where copied links should lead, when that is not where the page was opened.
    pub base: Option<String>,
}

impl<'a> Frame<'a> {
    /// A plain page.
    pub fn new(title: &'a str, class: &'a str, who: Option<&'a Person>) -> Frame<'a> {
        Frame { title, class, who, scripts: &["page.js"], base: None }
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
                    // What a chat shows of a link that was sent there: never who plays, or how it stands.
                    meta property="og:site_name" content="Klaxon";
                    meta property="og:type" content="website";
                    meta property="og:title" content=(title);
                    meta property="og:description" content="Five space board games on one table in a web browser.";
                    title { (title) }
                    link rel="icon" type="image/svg+xml" href=(assets::at("icon.svg"));
                    link rel="stylesheet" href=(assets::at("klaxon.css"));
                    @if self.class == "table" || self.class == "replay" || self.class == "try" || self.class == "edit" || self.class == "resolve" {
                        link rel="stylesheet" href=(assets::at("boards.css"));
                        @if self.is_staged() { link rel="stylesheet" href=(assets::at("stage.css")); link rel="stylesheet" href=(assets::at("beats.css")); }
                        @for cover in &COVERS {
                            link rel="stylesheet" href=(assets::at(&format!("boards/{}.css", cover.id)));
                        }
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
                                a href="/rules" { "Rules" }
                                a href="/try" { "Try" }
                            }
                            div.tools {
                                @if let Some(person) = self.who { span.name { (person.name) } }
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
            nav aria-label="More" { a href="/rules" { "Rules" } a href="/try" { "Try a situation" } a href="/resolve" { "Resolve a mission" } a href="/api" { "For programs" } }
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
