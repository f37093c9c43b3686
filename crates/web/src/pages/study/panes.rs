//! What stands behind the tabs of a study: notes and marks, lines, and the study itself, with the forms of its owner.

use super::View;
use crate::{boards::Board, markdown};
use klaxon_catalog::study::{LONGEST_NOTE, LONGEST_TITLE, Place, Variation};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// What somebody wrote, as the small part of markdown that we have.
pub fn text(text: &str) -> Markup {
    markdown::blocks(&text.lines().collect::<Vec<_>>())
}

/// What a mark is, in words.
fn words(from: &str, to: Option<&str>) -> String {
    to.map_or_else(|| from.to_owned(), |to| format!("{from} → {to}"))
}

/// The ids of what can be marked on a board.
fn ids(board: &Board) -> BTreeSet<String> {
    let drawn = board.frame().into_string();
    let id = |part: &str| part.split('"').next().map(|id| id.replace("&amp;", "&"));
    drawn.split(" data-id=\"").skip(1).filter_map(id).filter(|id| !id.is_empty()).collect()
}

impl View<'_> {
    /// What every form of the page has.
    fn hidden(&self, what: &str, pane: &str) -> Markup {
        html! {
            input type="hidden" name="rev" value=(self.found.kept.rev);
            input type="hidden" name="what" value=(what);
            input type="hidden" name="pane" value=(pane);
            input type="hidden" name="line" value=(self.at.line);
            input type="hidden" name="step" value=(self.at.step);
        }
    }

    fn action(&self) -> String {
        format!("/study/{}", self.id())
    }

    /// The note and the marks of this step, and all the others to go to.
    pub(super) fn notes(&self, board: &Board) -> Markup {
        let study = &self.found.study;
        let here = study.notes.iter().find(|note| note.at == self.at);
        let marks = self.marks();
        html! {
            @if self.own {
                form.study-form method="post" action=(self.action()) {
                    (self.hidden("note", "notes"))
                    label for="note" { "Note at this step" }
                    textarea #note name="text" rows="5" maxlength=(LONGEST_NOTE) { @if let Some(note) = here { (note.text) } }
                    button.primary type="submit" { "Keep the note" }
                }
                form #mark-form .study-form method="post" action=(self.action()) {
                    (self.hidden("mark", "notes"))
                    p { "A ring around something, or an arrow to something else. On the board: " kbd { "◎" } ", then tap or drag; with a mouse the right button does it at any time." }
                    div.row {
                        label for="mark-from" { "From" } input #mark-from name="from" list="board-ids" maxlength="60" required autocomplete="off";
                        label for="mark-to" { "to" } input #mark-to name="to" list="board-ids" maxlength="60" autocomplete="off";
                    }
                    datalist #board-ids { @for id in ids(board) { option value=(id) {} } }
                    button type="submit" { "Mark it" }
                }
            }
            div aria-live="polite" { @if !marks.is_empty() {
                ul.study-marks aria-label="Marks at this step" { @for mark in &marks {
                    li data-about=(mark.from) {
                        (words(&mark.from, mark.to.as_deref()))
                        @if self.own {
                            form method="post" action=(self.action()) {
                                (self.hidden("mark", "notes"))
                                input type="hidden" name="from" value=(mark.from);
                                input type="hidden" name="to" value=(mark.to.as_deref().unwrap_or_default());
                                button.small type="submit" aria-label={ "Take away the mark " (words(&mark.from, mark.to.as_deref())) } { "×" }
                            }
                        }
                    }
                } }
            } }
            @if study.notes.is_empty() { p.soft { "No step has a note yet." } }
            ol.remarks { @for note in &study.notes {
                li.remark {
                    a.moment href=(self.link(note.at, "notes")) aria-current=[(note.at == self.at).then_some("true")] {
                        strong { @if note.at.line > 0 { (self.name_of(note.at.line)) ", step " } @else { "Step " } (note.at.step) }
                    }
                    div.study-note { (text(&note.text)) }
                }
            } }
        }
    }

    fn name_of(&self, line: u32) -> String {
        match self.found.study.variation(line) {
            Some(v) if !v.name.is_empty() => v.name.clone(),
            Some(_) | None => format!("Variation {line}"),
        }
    }

    /// Variations that go out from this step.
    pub(super) fn branches(&self) -> Markup {
        let here = |v: &&Variation| (v.from, v.step) == (self.at.line, self.at.step);
        let here: Vec<&Variation> = self.found.study.variations.iter().filter(here).collect();
        html! {
            @if !here.is_empty() {
                p.study-branches { "Or: " @for v in here {
                    a.pill.moment href=(self.link(Place { line: v.id, step: v.step + 1 }, "notes")) { (self.name_of(v.id)) }
                } }
            }
        }
    }

    /// The lines, and how to make another.
    pub(super) fn lines(&self) -> Markup {
        let study = &self.found.study;
        html! {
            ul.study-lines aria-label="Lines" {
                li { a.moment href=(self.link(Place { line: 0, step: self.at.step.min(self.played) }, "lines")) aria-current=[(self.at.line == 0).then_some("true")] { "The game, " (self.played) " steps" } }
                @for v in &study.variations {
                    li { a.moment href=(self.link(Place { line: v.id, step: v.step + 1 }, "lines")) aria-current=[(self.at.line == v.id).then_some("true")] {
                        (self.name_of(v.id)) span.soft { ": after step " (v.step) @if v.from > 0 { " of " (self.name_of(v.from)) } ", " (v.moves.len()) @if v.moves.len() == 1 { " step" } @else { " steps" } }
                    } }
                }
            }
            @if self.own { (self.next_step()) (self.this_line()) }
        }
    }

    fn next_step(&self) -> Markup {
        let many = self.offers.len() > 1;
        html! {
            @if !self.offers.is_empty() {
                form.study-form method="post" action=(self.action()) {
                    (self.hidden("move", "lines"))
                    label for="decision" { @if self.at.line > 0 && self.at.step == self.last { "How it goes on" } @else { "What else could be decided here" } }
                    select #decision name="decision" required {
                        @for (seat, name, choices) in &self.offers {
                            @for (words, label) in choices { option value={ (seat) " " (words) } { @if many { (name) ": " } (label) } }
                        }
                    }
                    button.primary type="submit" { "Play it" }
                }
            }
            @if self.table.alarm().is_some() {
                form.study-form method="post" action=(self.action()) {
                    (self.hidden("wait", "lines"))
                    button type="submit" { "Let time pass" }
                }
            }
            @if self.offers.is_empty() && self.table.alarm().is_none() { p.soft { "Nothing is asked here: the game is over." } }
        }
    }

    fn this_line(&self) -> Markup {
        html! {
            @if let Some(variation) = self.found.study.variation(self.at.line) {
                form.study-form method="post" action=(self.action()) {
                    (self.hidden("name", "lines"))
                    label for="line-name" { "What this variation is called" }
                    input #line-name name="title" maxlength=(LONGEST_TITLE) value=(variation.name);
                    button type="submit" { "Name it" }
                }
                div.row {
                    form method="post" action=(self.action()) { (self.hidden("shorten", "lines")) button type="submit" { "Take its last step back" } }
                    form method="post" action=(self.action()) { (self.hidden("remove", "lines")) button type="submit" { "Remove this variation" } }
                }
            }
        }
    }

    /// The study itself.
    pub(super) fn about(&self) -> Markup {
        let (study, kept) = (&self.found.study, &self.found.kept);
        html! {
            @if !study.about.is_empty() { div.study-note { (text(&study.about)) } }
            @if self.own {
                form.study-form method="post" action=(self.action()) {
                    (self.hidden("head", "study"))
                    label for="study-title" { "Title" }
                    input #study-title name="title" required maxlength=(LONGEST_TITLE) value=(study.title);
                    label for="study-about" { "What it is about" }
                    textarea #study-about name="text" rows="4" maxlength=(LONGEST_NOTE) { (study.about) }
                    button type="submit" { "Keep it" }
                }
                form method="post" action=(self.action()) {
                    (self.hidden(if kept.public { "private" } else { "public" }, "study"))
                    p { @if kept.public { "Everybody finds it on the page of studies." } @else { "Only those who have its link find it." } }
                    button type="submit" { @if kept.public { "Show it by link alone" } @else { "Show it to everybody" } }
                }
            }
            div.row {
                button type="button" data-copy=(self.to(self.at.step)) { "Copy a link to this step" }
                a.button href={ "/study/" (kept.id) "/file" } { "Export as a file" }
                form method="post" action={ "/study/" (kept.id) "/copy" } { button type="submit" { "Make a copy of my own" } }
                @if self.own {
                    form method="post" action={ "/study/" (kept.id) "/delete" } data-sure="Delete this study for good?" { button type="submit" { "Delete it" } }
                }
            }
        }
    }
}
