//! *Report*: what is kept is shown before it is sent. A plain form, for guests as well.

use super::{Frame, Page, ago, moderation::lines};
use crate::{
    error::{Fault, PageFault},
    guard::Peer,
    moderation::reports::{self, About},
    person::{Person, Who},
    state::{AppState, now},
    table::{Holder, Sitting},
};
use axum::{
    Extension, Form,
    extract::{Path, Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use klaxon_core::SeatSet;
use maud::{Markup, html};
use serde::Deserialize;

/// Lines from which one is chosen.
const CHOSEN_FROM: usize = 30;

/// What the address and the form say.
#[derive(Deserialize, Default, Debug)]
pub struct ReportForm {
    #[serde(default)]
    line: Option<u64>,
    #[serde(default)]
    seat: Option<u8>,
    /// One of both, as the list of all has it: `line-7` or `seat-1`.
    #[serde(default)]
    what: String,
    #[serde(default)]
    why: String,
}

impl ReportForm {
    fn about(&self) -> Result<Option<About>, Fault> {
        let number = |prefix: &str| self.what.strip_prefix(prefix).and_then(|n| n.parse().ok());
        let line = self.line.or_else(|| number("line-"));
        let seat = self.seat.or_else(|| number("seat-").and_then(|n| u8::try_from(n).ok()));
        if line.is_none() && seat.is_none() { Ok(None) } else { About::of(line, seat).map(Some) }
    }
}

/// Whoever reports, and the table, if he may look at it.
async fn at_table(state: &AppState, id: &str, who: &Who) -> Result<(Person, Sitting, SeatSet), Fault> {
    let no_name = || Fault::forbidden("take a name on the first page to report something");
    let person = who.0.clone().ok_or_else(no_name)?;
    let sitting = state.tables.get(state, id)?.sit_now(state).await?;
    let held = sitting.meta.seats_of(who.id());
    sitting.meta.may_look(who.id(), held)?;
    Ok((person, sitting, held))
}

/// `GET /t/{table}/report`
pub async fn page(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(form): Query<ReportForm>,
    who: Who,
) -> Result<Page, PageFault> {
    let (person, sitting, held) = at_table(&state, &id, &who).await?;
    Ok(draw(&id, &person, &sitting, held, form.about()?, None)?)
}

fn draw(
    id: &str,
    person: &Person,
    sitting: &Sitting,
    held: SeatSet,
    about: Option<About>,
    wrong: Option<&Fault>,
) -> Result<Page, Fault> {
    let kept = about.map(|about| reports::look(sitting, person, held, about)).transpose()?;
    let middle = html! {
        div.narrow.recover.report {
            p.crumb { a href={ "/t/" (id) } { "Table" } " / Report" }
            h1 { "Report" }
            p.lead { "Moderators of this server look at it. They see your name; whoever it is about does not." }
            @if let Some(wrong) = wrong { p.stopped role="alert" { (wrong.sentence()) } }
            form method="post" action={ "/t/" (id) "/report" } {
                @match (&kept, about) {
                    (Some((context, _)), Some(about)) => {
                        @match about {
                            About::Line(line) => input type="hidden" name="line" value=(line);,
                            About::Seat(seat) => input type="hidden" name="seat" value=(seat);,
                        }
                        h2 { "About " (context.whom) }
                        @if context.lines.is_empty() { p.soft { "Nothing was said here that could be kept with it." } }
                        @else { p.soft.small { "This is kept with the report, with the table's name and step:" } (lines(&context.lines)) }
                    }
                    _ => (choices(person, sitting, held)),
                }
                div.field {
                    label for="why" { "What is wrong?" }
                    textarea #why name="why" rows="3" required maxlength=(reports::LONGEST) {}
                }
                button.primary type="submit" { "Send the report" }
            }
        }
    };
    Ok(Frame::new("Report", "report", Some(person)).html(&middle))
}

/// All that could be reported here.
fn choices(person: &Person, sitting: &Sitting, held: SeatSet) -> Markup {
    let others = sitting.meta.chairs.iter().enumerate().filter(|(_, chair)| {
        matches!(chair.holder, Holder::Person { .. } | Holder::Program { .. }) && !chair.held_by(&person.id)
    });
    let said = reports::heard(sitting, held).filter(|m| m.by.as_deref().is_some_and(|by| by != person.id));
    let said: Vec<_> = said.collect();
    let from = said.len().saturating_sub(CHOSEN_FROM);
    html! {
        fieldset.field {
            legend { "What is it about?" }
            @for (i, chair) in others {
                label.radio { input type="radio" name="what" value={ "seat-" (i) } required; span { strong { (sitting.meta.player(chair)) } " " span.soft { (chair.name) ", how they behave" } } }
            }
            @for message in &said[from..] {
                label.radio { input type="radio" name="what" value={ "line-" (message.id) } required; span { strong { (message.from) } ": " (message.text) " " span.soft { (ago(message.at, now())) } } }
            }
        }
    }
}

/// `POST /t/{table}/report`
pub async fn send(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Extension(Peer(peer)): Extension<Peer>,
    who: Who,
    Form(form): Form<ReportForm>,
) -> Result<Response, PageFault> {
    let (person, sitting, held) = at_table(&state, &id, &who).await?;
    let about = form.about()?;
    let sent = match about {
        Some(about) => reports::report(&state, peer, &person, &sitting, held, about, &form.why).await,
        None => Err(Fault::malformed("choose what it is about")),
    };
    match sent {
        Ok(number) => {
            let middle = html! {
                div.narrow {
                    h1 { "Thank you" }
                    p.lead { "Report " (number) " waits for a moderator. Whoever it is about does not learn of you." }
                    p { "You can also " strong { "block" } " an account on its profile: you do not meet then." }
                    p { a.button href={ "/t/" (id) } { "Back to the table" } }
                }
            };
            Ok(Frame::new("Report", "report", Some(&person)).html(&middle).into_response())
        }
        Err(fault) if fault.status == StatusCode::BAD_REQUEST => {
            let page = draw(&id, &person, &sitting, held, about, Some(&fault))?;
            Ok((fault.status, page).into_response())
        }
        Err(fault) => Err(fault.into()),
    }
}
