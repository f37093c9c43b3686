//! *Review* on the replay: a button, how far it is, and what it found, each with a way to try again.

use super::Page;
use crate::{
    error::{Fault, PageFault},
    person::Who,
    review::{self, Stand},
    state::AppState,
};
use axum::{
    Form,
    extract::{Path, Query, State},
    response::{Html, Redirect},
};
use klaxon_bots::Mark;
use klaxon_catalog::{Remark, Review, Table};
use klaxon_core::{Seat, SeatSet};
use maud::{Markup, html};
use serde::Deserialize;

/// Whose decisions.
#[derive(Deserialize, Debug)]
pub struct Whose {
    seat: u8,
}

/// `POST /t/{table}/review`: begins it, and goes where it is shown.
pub async fn begin(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
    Form(whose): Form<Whose>,
) -> Result<Redirect, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit(&state).await?;
    sitting.meta.may_look(who.id(), sitting.meta.seats_of(who.id()))?;
    let seat = sitting.seat(whose.seat)?;
    review::begin(&state, &sitting, seat).await?;
    Ok(Redirect::to(&address(&id, seat)))
}

/// Where a review is shown.
pub fn address(id: &str, seat: Seat) -> String {
    format!("/t/{id}/replay?as={seat}&pane=review")
}

/// `GET /t/{table}/review`: the panel alone, for the page that waits for it.
pub async fn panel(
    State(state): State<AppState>,
    Path(id): Path<String>,
    who: Who,
    Query(whose): Query<Whose>,
) -> Result<Page, PageFault> {
    let live = state.tables.get(&state, &id)?;
    let sitting = live.sit(&state).await?;
    let held = sitting.meta.seats_of(who.id());
    sitting.meta.may_look(who.id(), held)?;
    if sitting.table.outcome().is_none() {
        return Err(Fault::conflict("running", "decisions are reviewed only once the game is over").into());
    }
    let (seat, n) = (sitting.seat(whose.seat)?, sitting.table.n());
    let names = names(&sitting.table);
    let people = sitting.meta.chairs.iter().filter(|chair| chair.holder.level().is_none()).count();
    drop(sitting);
    let stand = review::stand(&state, &live, seat, n).await?;
    let panel = Panel { id: &id, seat, held, names: &names, stand: &stand, people };
    Ok(Html(draw(&panel).into_string()))
}

/// What the seats are called.
pub fn names(table: &Table) -> Vec<String> {
    (0..table.seats()).map(|i| table.seat_name(Seat(i as u8))).collect()
}

/// What the panel shows.
pub struct Panel<'a> {
    /// The table.
    pub id: &'a str,
    /// Whose decisions.
    pub seat: Seat,
    /// The viewer's own seats.
    pub held: SeatSet,
    /// What the seats are called.
    pub names: &'a [String],
    /// How far it is.
    pub stand: &'a Stand,
    /// Seats that no bot had.
    pub people: usize,
}

/// The panel.
pub fn draw(panel: &Panel<'_>) -> Markup {
    let coming = matches!(panel.stand, Stand::Coming(..));
    let href = format!("/t/{}/review?seat={}", panel.id, panel.seat);
    html! {
        section #review .review aria-label="Review" data-coming=[coming.then_some(href)] {
            @match panel.stand {
                Stand::Unasked => (unasked(panel)),
                Stand::Coming(done, all) => (on_its_way(panel, *done, *all)),
                Stand::Failed(why) => { p role="alert" { (why) } (unasked(panel)) }
                Stand::Done(review) => (found(panel, review)),
            }
        }
    }
}

/// The button that begins it.
pub fn button(id: &str, seat: Seat, text: &str, class: &str) -> Markup {
    html! {
        form.begin method="post" action={ "/t/" (id) "/review" } {
            input type="hidden" name="seat" value=(seat);
            button class=(class) type="submit" { (text) }
        }
    }
}

fn unasked(panel: &Panel<'_>) -> Markup {
    let mine = panel.held.has(panel.seat);
    let whose = if mine { "my".to_owned() } else { format!("{}'s", panel.names[panel.seat.index()]) };
    html! {
        p { "A strong bot looks at every decision again, by what was known at the time, and says what was good and what was better." }
        (button(panel.id, panel.seat, &format!("Review {whose} decisions"), "primary"))
        (others(panel))
    }
}

fn on_its_way(panel: &Panel<'_>, done: u32, all: u32) -> Markup {
    html! {
        p { "Looking back on " strong { (panel.names[panel.seat.index()]) } " …" }
        @if all == 0 { progress aria-label="Review" {} }
        @else {
            progress aria-label="Review" max=(all) value=(done) {}
            p.soft { (done) " of " (all) " decisions" }
        }
        p.soft { "You may go elsewhere meanwhile: it is kept with the game." }
        noscript { a href=(address(panel.id, panel.seat)) { "Look again" } }
    }
}

fn found(panel: &Panel<'_>, review: &Review) -> Markup {
    html! {
        p.summary role="status" { strong { (panel.names[panel.seat.index()]) } ": " (review.summary()) }
        @if !review.remarks.is_empty() {
            ol.remarks { @for remark in &review.remarks { (row(panel, remark)) } }
        }
        (others(panel))
    }
}

/// Chances in whole per cent.
fn percent(worth: i32) -> String {
    format!("{} %", (worth + 5) / 10)
}

fn row(panel: &Panel<'_>, remark: &Remark) -> Markup {
    let (own, other) = (percent(remark.worth), percent(remark.other_worth));
    html! {
        li class={ "remark " (remark.mark.id()) } id={ "remark-" (remark.step) } {
            a.moment href={ "/t/" (panel.id) "/replay?step=" (remark.from) "&as=" (panel.seat) "&pane=review" } {
                (sign(remark.mark))
                span.soft { (remark.asked) }
                @if !remark.did.is_empty() { strong { (remark.did) } }
            }
            p {
                @match remark.mark {
                    Mark::Find => { "The one good choice" @if !remark.why.is_empty() { ": " (remark.why) } "." }
                    Mark::Fine | Mark::Inaccuracy | Mark::Mistake | Mark::Blunder => {
                        "Better: " strong { (remark.other.join(", then ")) } @if !remark.why.is_empty() { ": " (remark.why) } "."
                    }
                }
            }
            p.soft {
                @match remark.mark {
                    Mark::Find => { "Chances " (own) "; the next best, " (remark.other.join(", then ")) ", " (other) "." }
                    Mark::Fine | Mark::Inaccuracy | Mark::Mistake | Mark::Blunder => { "Chances " (own) " instead of " (other) "." }
                }
            }
            form.again method="post" action={ "/t/" (panel.id) "/branch" } {
                input type="hidden" name="step" value=(remark.from);
                input type="hidden" name="seat" value=(panel.seat);
                input type="hidden" name="luck" value="same";
                @if panel.people > 1 { input type="hidden" name="others" value="normal"; }
                button.small type="submit" title="A new table from before this decision, with the same luck" { "Try again from here" }
            }
        }
    }
}

/// The sign of a mark, with its word for whoever cannot see it.
pub fn sign(mark: Mark) -> Markup {
    html! { span class={ "sign " (mark.id()) } { span aria-hidden="true" { (mark.sign()) } span.hidden { (mark.word()) ": " } } }
}

/// Links to the reviews of the other seats.
fn others(panel: &Panel<'_>) -> Markup {
    let others: Vec<usize> = (0..panel.names.len()).filter(|i| *i != panel.seat.index()).collect();
    html! {
        @if !others.is_empty() {
            p.soft.others { "Decisions of "
                @for (k, i) in others.iter().enumerate() {
                    @if k > 0 { ", " }
                    a href=(address(panel.id, Seat(*i as u8))) { (panel.names[*i]) }
                }
            }
        }
    }
}
