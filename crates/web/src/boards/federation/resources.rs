//! The Resource Board: the conveyor with its columns, the store, the pools, and what was sacrificed.

use super::{Desk, glyphs};
use klaxon_core::count;
use klaxon_federation::{
    data::data,
    nouns::{Bundle, Resource},
    words::ids,
};
use maud::{Markup, html};

const COLUMNS: [&str; 3] = ["Left", "Middle", "Right"];

pub fn panel(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    html! {
        section #sf-resources .panel.sf-panel aria-label="Resource Board" {
            h2 { "Resources" span.soft.sf-note { " each Federation turn everything moves one row down; row 0 can be used" } }
            div.sf-board {
                (conveyor(desk))
                div.sf-stock {
                    (store(desk))
                    (pools(desk))
                    (deployed(desk))
                    @if !t.sacrificed.is_empty() {
                        h3 { "Sacrificed" }
                        div.sf-chips { @for what in t.sacrificed.types() {
                            (desk.chip(&format!("sf-gone-{}", what.id()), ids::sacrificed(what), "sf-chip", &format!("{} sacrificed: {}", what.name(), t.sacrificed.of(what)), &chip(what, t.sacrificed.of(what))))
                        } }
                    }
                    @if desk.touch.can("end") {
                        (desk.chip("sf-end-turn", "end", "sf-end-turn", "End the turn", &html! { "End the turn" }))
                    }
                }
            }
        }
    }
}

/// A token with its number.
fn chip(what: Resource, n: u8) -> Markup {
    html! { (glyphs::token(what)) @if n > 1 { span.sf-n { "×" (n) } } span.hidden { (what.name()) } }
}

fn conveyor(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    html! {
        table.sf-conveyor {
            caption.hidden { "Resource Track" }
            thead { tr {
                th scope="col" { span.hidden { "Row" } }
                @for column in 0..3u8 { th scope="col" { (head(desk, column)) } }
            } }
            tbody {
                @for row in (1..7u8).rev() {
                    tr {
                        th scope="row" { (row) }
                        @for column in 0..3u8 { (cell(desk, row, column)) }
                    }
                }
                tr.sf-tray {
                    th scope="row" { "0" }
                    @for column in 0..3u8 {
                        @let cell = t.track[0][usize::from(column)];
                        td.locked[column > t.columns] { div.sf-chips { @for what in cell.types() {
                            (desk.chip(&format!("sf-tray-{column}-{}", what.id()), format!("tray-{}", what.id()), "sf-chip", &format!("{} in row 0: {}", what.name(), cell.of(what)), &chip(what, cell.of(what))))
                        } } }
                    }
                }
            }
        }
    }
}

/// The head of a column; the middle and right one are opened by Morale.
fn head(desk: Desk<'_>, column: u8) -> Markup {
    let open = column <= desk.t.columns;
    let name = COLUMNS[usize::from(column)];
    if column == 0 {
        return html! { span.sf-column { (name) } };
    }
    let words = if open {
        format!("{name} column, kept open by Morale")
    } else {
        format!("{name} column, locked: Morale opens it")
    };
    let inner = html! { (name) " " @if open { (glyphs::token(Resource::Morale)) } @else { (lock()) } };
    desk.chip(&format!("sf-column-{column}"), ids::column(column), "sf-column", &words, &inner)
}

fn lock() -> Markup {
    html! { svg.sf-lock viewBox="0 0 16 16" aria-hidden="true" focusable="false" { path d="M4,7 V5 a4,4 0 0 1 8,0 V7 h1 v7 H3 V7 Z M6,7 H10 V5 a2,2 0 0 0 -4,0 Z" fill-rule="evenodd" {} } }
}

fn cell(desk: Desk<'_>, row: u8, column: u8) -> Markup {
    let cell: Bundle = desk.t.track[usize::from(row)][usize::from(column)];
    let grip = desk.grip(ids::track(row, column));
    let waits = desk.t.next_result() == Some(row) && column <= desk.t.columns;
    let words = format!("row {row}, {} column", COLUMNS[usize::from(column)].to_lowercase());
    html! {
        td.sf-cell.locked[column > desk.t.columns].waits[waits] {
            div id={ "sf-track-" (row) "-" (column) } class={ "sf-chips" (grip.class) } data-id=(grip.id) data-click=[grip.can.then_some(&grip.id)]
                role=[grip.can.then_some("button")] tabindex=[grip.can.then_some("0")] aria-label=[grip.can.then_some(&words)] {
                @for what in cell.types() { span.sf-chip title=(what.name()) { (chip(what, cell.of(what))) } }
            }
        }
    }
}

/// The five single spaces of Stored Resources.
fn store(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    let grip = desk.grip("store");
    let free = data().sizes.stored.saturating_sub(t.stored.total());
    let words = format!("Store the token: {} free", count(free, "space"));
    html! {
        h3 { "Stored " span.soft { (t.stored.total()) " of " (data().sizes.stored) } }
        div #sf-store class={ "sf-chips sf-store" (grip.class) } data-id="store" data-click=[grip.can.then_some("store")]
            role=[grip.can.then_some("button")] tabindex=[grip.can.then_some("0")] aria-label=[grip.can.then_some(&words)] {
            @for what in t.stored.types() {
                (desk.chip(&format!("sf-stored-{}", what.id()), format!("stored-{}", what.id()), "sf-chip", &format!("{} stored: {}", what.name(), t.stored.of(what)), &chip(what, t.stored.of(what))))
            }
            @for _ in 0..free { span.sf-hole {} }
        }
    }
}

fn pools(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    let locked = t.locked();
    html! {
        h3 { "Pools " span.soft { "left to win" } }
        div.sf-chips { @for what in Resource::ALL {
            @let n = t.pools.of(what);
            @let words = format!("{} in the pool: {n}{}", what.name(), if locked.has(what) { format!(", locked: {}", locked.of(what)) } else { String::new() });
            (desk.chip(&format!("sf-pool-{}", what.id()), ids::pool(what), if n == 0 { "sf-chip sf-pool none" } else { "sf-chip sf-pool" }, &words,
                &html! { (glyphs::token(what)) span.sf-n { (n) @if locked.has(what) { small { "+" (locked.of(what)) } } } span.sf-word { (what.name()) } }))
        } }
    }
}

/// Tokens at work on the boards, which may still pay (SF-0.5).
fn deployed(desk: Desk<'_>) -> Markup {
    let deployed = desk.t.deployed();
    html! {
        @if !deployed.is_empty() {
            h3 { "Deployed " span.soft { "where they work; they may still pay" } }
            div.sf-chips { @for what in deployed.types() { span.sf-chip title=(what.name()) { (chip(what, deployed.of(what))) } } }
        }
    }
}
