//! Vacation on *You* and *Account*: plain forms, no script needed.

use crate::{
    error::{Fault, PageFault},
    person::{Person, Who},
    state::AppState,
    table::daily::Day,
    vacation,
};
use axum::{Form, extract::State, response::Redirect};
use maud::{Markup, html};
use serde::Deserialize;

/// How many days.
#[derive(Deserialize, Debug)]
pub struct DaysForm {
    days: u32,
}

/// `POST /me/vacation`: the person's time stands still from now on.
pub async fn begin(
    State(state): State<AppState>,
    who: Who,
    Form(form): Form<DaysForm>,
) -> Result<Redirect, PageFault> {
    vacation::begin(&state, &somebody(who)?, form.days).await?;
    Ok(Redirect::to("/me#vacation"))
}

/// `POST /me/vacation/end`: the person is back.
pub async fn end(State(state): State<AppState>, who: Who) -> Result<Redirect, PageFault> {
    vacation::end(&state, &somebody(who)?).await?;
    Ok(Redirect::to("/me#vacation"))
}

fn somebody(who: Who) -> Result<Person, Fault> {
    who.0.ok_or_else(|| Fault::forbidden("sit down at a table first: this browser is nobody here yet"))
}

/// What a person has left, and the way there and back.
pub(super) async fn section(state: &AppState, person: &Person) -> Result<Markup, Fault> {
    let now = state.config.wall.now();
    let (taken, a_year) = (vacation::of(state, &person.id).await?, state.config.vacation_days);
    let left = a_year.saturating_sub(taken.days(now));
    Ok(html! {
        @if a_year > 0 {
            section #vacation {
                h2 { "Vacation" }
                @if let Some(until) = taken.until(now) {
                    p role="status" { "You are on vacation until " strong { (Day::of(until).date()) } ": your time stands still at all tables that are played over days. You may decide all the same." }
                    form method="post" action="/me/vacation/end" { button type="submit" { "I am back" } }
                    p.soft.small { "Days that have not begun are yours again." }
                } @else {
                    p { "Your time stands still at all tables that are played over days, and the others see until when. You have " (left) " of " (a_year) " days left this year." }
                    @if left > 0 {
                        form.row method="post" action="/me/vacation" {
                            label for="vacation-days" { "Days from now" }
                            input #vacation-days name="days" type="number" min="1" max=(left) value=(left.min(7)) required;
                            button type="submit" { "Go on vacation" }
                        }
                    }
                }
            }
        }
    })
}
