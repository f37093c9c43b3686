//! Reports: somebody says that a line, or how somebody behaves at a table, is not right. What is needed to judge it is kept with the report,
//! as far as whoever reports could see it: the table may be gone by then.

use super::{Hand, Whom, tidy};
use crate::{
    accounts::FORMER,
    error::Fault,
    person::Person,
    state::{AppState, now},
    table::{Holder, Sitting},
};
use klaxon_core::{Millis, Seat, SeatSet};
use klaxon_store::{Message, ModerationChange, Report, Reports};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// Lines before and after the one that is reported.
const BEFORE: usize = 15;
const AFTER: usize = 5;
/// The longest reason, in characters.
pub const LONGEST: usize = 500;
/// Reports of one person that may wait, of one peer in ten minutes, and of all.
const OF_ONE: u32 = 10;
const OF_A_PEER: u32 = 10;
const OF_ALL: u64 = 2000;
/// How long a report is kept after it was closed.
const KEPT: Millis = 365 * 86_400_000;
/// Reports asked for at a time.
const PAGE: u32 = 200;

/// What is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// A line of the chat, by its number.
    Line(u64),
    /// Whoever sits on a seat.
    Seat(u8),
}

impl About {
    /// One of both, and not both.
    pub fn of(line: Option<u64>, seat: Option<u8>) -> Result<About, Fault> {
        match (line, seat) {
            (Some(line), None) => Ok(About::Line(line)),
            (None, Some(seat)) => Ok(About::Seat(seat)),
            (Some(_), Some(_)) | (None, None) => {
                Err(Fault::malformed("a report is about a line of the chat or about a seat"))
            }
        }
    }

    fn key(self) -> String {
        match self {
            About::Line(line) => format!("line {line}"),
            About::Seat(seat) => format!("seat {seat}"),
        }
    }
}

/// What is kept with a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Context {
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// The step at which the game was.
    pub step: u32,
    /// Who sat where.
    pub seats: Vec<String>,
    /// Who reports, by name.
    pub by: String,
    /// About whom, by name.
    pub whom: String,
    /// Why, in the reporter's words.
    pub why: String,
    /// What was said around it, as far as the reporter heard it.
    pub lines: Vec<Line>,
}

/// A line of the chat that is kept with a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Its number.
    pub id: u64,
    /// When.
    pub at: Millis,
    /// Who, by name.
    pub from: String,
    /// The id of whoever said it.
    pub by: Option<String>,
    /// The words.
    pub text: String,
    /// It is the one that is reported.
    #[serde(default)]
    pub reported: bool,
}

impl Context {
    /// What is kept with a report; nothing if that cannot be read.
    pub fn of(report: &Report) -> Option<Context> {
        serde_json::from_str(&report.body).ok()
    }
}

/// The lines that whoever holds these seats hears.
pub fn heard(sitting: &Sitting, held: SeatSet) -> impl Iterator<Item = &Message> {
    let hears = move |message: &&Message| match message.audience.strip_prefix("team-").map(str::parse) {
        None => true,
        Some(Ok(speaker)) => held.iter().any(|own| sitting.table.team(Seat(speaker)).has(own)),
        Some(Err(_)) => false,
    };
    sitting.chat.iter().filter(hears)
}

/// What would be kept, and about whom it is.
pub fn look(
    sitting: &Sitting,
    reporter: &Person,
    held: SeatSet,
    about: About,
) -> Result<(Context, Option<String>), Fault> {
    let lines: Vec<&Message> = heard(sitting, held).collect();
    let (place, key, name) = match about {
        About::Line(id) => {
            let place = lines.iter().position(|message| message.id == id);
            let place = place.ok_or_else(|| Fault::missing("there is no such line"))?;
            let said = lines[place];
            (Some(place), said.by.clone(), said.from.clone())
        }
        About::Seat(number) => {
            let chair = &sitting.meta.chairs[sitting.seat(number)?.index()];
            let key = match &chair.holder {
                Holder::Person { ids, .. } => ids.last().cloned(),
                Holder::Program { .. } => Some(format!("seat-{number}")),
                Holder::Open | Holder::Bot { .. } => None,
            };
            (None, key, format!("{} · {}", sitting.meta.player(chair), chair.name))
        }
    };
    let key =
        key.ok_or_else(|| Fault::conflict("nobody", "it is not known who that was, or it was nobody"))?;
    if key == reporter.id {
        return Err(Fault::conflict("itself", "that is you"));
    }
    // A program that plays by a seat's token is nobody who could be banned.
    let person = Some(key).filter(|key| !key.starts_with("seat-"));
    let last = place.map_or(lines.len(), |place| (place + AFTER + 1).min(lines.len()));
    let first = place.unwrap_or(lines.len()).saturating_sub(BEFORE);
    let line = |(i, message): (usize, &&Message)| Line {
        id: message.id,
        at: message.at,
        from: message.from.clone(),
        by: message.by.clone(),
        text: message.text.clone(),
        reported: place == Some(first + i),
    };
    let context = Context {
        game: sitting.table.game_id().into(),
        title: sitting.meta.title.clone(),
        step: sitting.table.step(),
        seats: sitting
            .meta
            .chairs
            .iter()
            .map(|chair| format!("{}: {}", chair.name, sitting.meta.player(chair)))
            .collect(),
        by: reporter.name.clone(),
        whom: name,
        why: String::new(),
        lines: lines[first..last].iter().enumerate().map(line).collect(),
    };
    Ok((context, person))
}

/// Somebody reports something that he sees at a table. Returns the report's number.
pub async fn report(
    state: &AppState,
    peer: IpAddr,
    reporter: &Person,
    sitting: &Sitting,
    held: SeatSet,
    about: About,
    why: &str,
) -> Result<u64, Fault> {
    super::check_ban(state, &reporter.id)?;
    let (context, person) = look(sitting, reporter, held, about)?;
    let why = tidy(why, LONGEST);
    if why.is_empty() {
        return Err(Fault::malformed("say in a few words what is wrong"));
    }
    let enough =
        "you have reported much lately, and it will be looked at; wait a while before you report more";
    state.lately.count(&[(format!("report {peer}"), OF_A_PEER)], enough)?;
    if state.store.moderation().waiting().await? >= OF_ALL {
        return Err(Fault::busy(
            "so many reports wait that no more can be kept; tell the host of this server",
        ));
    }
    let body = serde_json::to_string(&Context { why, ..context }).expect("a report serialises");
    let report = Report {
        number: 0,
        at: now(),
        reporter: reporter.id.clone(),
        person,
        table: sitting.live().id.clone(),
        about: about.key(),
        body,
        closed: None,
    };
    let change = ModerationChange::Report { report, most: OF_ONE, forget: now().saturating_sub(KEPT) };
    let number = state.store.moderation().moderate(change).await?;
    let too_many = || Fault::new(axum::http::StatusCode::TOO_MANY_REQUESTS, "too-fast", enough);
    number.and_then(|number| number.parse().ok()).ok_or_else(too_many)
}

/// A moderator, or the host, is done with a report.
pub async fn close(state: &AppState, hand: Hand<'_>, number: u64, words: &str) -> Result<(), Fault> {
    let open = state.store.moderation().reports(Reports::After(number.saturating_sub(1)), 1).await?;
    let missing = || Fault::missing("there is no such report that waits");
    let report = open.into_iter().next().filter(|report| report.number == number).ok_or_else(missing)?;
    let whom = Whom {
        id: report.person.clone().unwrap_or_default(),
        name: Context::of(&report).map(|context| context.whom).unwrap_or_default(),
    };
    let words = tidy(words, LONGEST);
    let words =
        if words.is_empty() { format!("report {number}") } else { format!("report {number}: {words}") };
    let deed = hand.deed("close", &whom, &words);
    let closed = state.store.moderation().moderate(ModerationChange::Close { number, deed }).await?;
    closed.map(drop).ok_or_else(missing)
}

/// Whoever has gone is in no report any more: those about him go, and elsewhere his lines and his name.
pub async fn forget(state: &AppState, person: &str, name: &str) -> Result<(), Fault> {
    let kept = state.store.moderation();
    kept.moderate(ModerationChange::Forget { person: person.into(), called: FORMER.into() }).await?;
    let mut after = 0;
    loop {
        let page = kept.reports(Reports::After(after), PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.number;
        for report in page {
            let Some(mut context) = Context::of(&report) else { continue };
            let before = context.clone();
            context.lines.retain(|line| line.by.as_deref() != Some(person));
            let other = |text: &str| text.replace(name, FORMER);
            context.by = other(&context.by);
            context.seats = context.seats.iter().map(|seat| other(seat)).collect();
            if context != before {
                let body = serde_json::to_string(&context).expect("a report serialises");
                kept.moderate(ModerationChange::PutReport(Report { body, ..report })).await?;
            }
        }
    }
}
