//! Reports, and what moderators do about them, for programs.

use super::{Asked, At, Bearer, Body, RefusalAnswer};
use crate::{
    accounts::tokens::Scope,
    error::Fault,
    guard::Peer,
    moderation::{
        self, Days, Hand,
        reports::{self as kept, About, Context},
    },
    person::Person,
    state::{AppState, now},
};
use axum::{
    Extension, Json,
    extract::{Path, State},
    http::StatusCode,
};
use klaxon_store::{FOR_GOOD, Report, Reports, Sanction};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Reports and deeds in one answer.
const LISTED: u32 = 200;

/// What is reported.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ReportBody {
    /// The number of a line of the chat …
    pub line: Option<u64>,
    /// … or the number of a seat.
    pub seat: Option<u8>,
    /// What is wrong.
    pub why: String,
}

/// A report that waits.
#[derive(Serialize, ToSchema, Debug)]
pub struct ReportedAnswer {
    /// Its number.
    pub report: u64,
}

/// Reports a line, or how somebody behaves
///
/// What was said around it, the table and the step are kept with it, as far as you could see them.
#[utoipa::path(post, path = "/tables/{id}/reports", tag = "moderation", params(("id" = String, Path, description = "The table's id")),
    request_body = ReportBody, security(("account" = [])),
    responses((status = 201, body = ReportedAnswer), (status = 400, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer), (status = 409, body = RefusalAnswer), (status = 429, body = RefusalAnswer)))]
pub async fn report(
    State(state): State<AppState>,
    At(live): At,
    Extension(Peer(peer)): Extension<Peer>,
    bearer: Bearer,
    Body(body): Body<ReportBody>,
) -> Result<(StatusCode, Json<ReportedAnswer>), Fault> {
    let person = bearer.member(Scope::Play)?.person.clone();
    let about = About::of(body.line, body.seat)?;
    let sitting = live.sit_now(&state).await?;
    let held = bearer.may_look(&state, &sitting)?;
    let report = kept::report(&state, peer, &person, &sitting, held, about, &body.why).await?;
    Ok((StatusCode::CREATED, Json(ReportedAnswer { report })))
}

/// Which reports.
#[derive(Deserialize, IntoParams, Debug, Default)]
pub struct ReportsQuery {
    /// Those that were closed, newest first, in place of those that wait.
    #[serde(default)]
    pub closed: bool,
    /// Of the closed ones those with numbers before this.
    pub before: Option<u64>,
}

/// A report.
#[derive(Serialize, ToSchema, Debug)]
pub struct ReportAnswer {
    /// Its number.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The table, which may be gone.
    pub table: String,
    /// `line 7` or `seat 1`.
    pub about: String,
    /// The id of whoever it is about; nothing for a program.
    pub person: Option<String>,
    /// What is kept with it: `game`, `title`, `step`, `seats`, `by`, `whom`, `why` and `lines`.
    #[schema(value_type = Object)]
    pub context: Option<Context>,
    /// When it was closed, and by whom.
    pub closed: Option<(u64, String)>,
}

impl ReportAnswer {
    fn of(report: Report) -> ReportAnswer {
        let context = Context::of(&report);
        let Report { number, at, table, about, person, closed, .. } = report;
        ReportAnswer { number, at, table, about, person, context, closed }
    }
}

async fn moderator(state: &AppState, bearer: &Bearer) -> Result<Person, Fault> {
    let account = bearer.member(Scope::Moderate)?;
    moderation::moderator(state, Some(&account.person)).await
}

/// What was reported
#[utoipa::path(get, path = "/moderation/reports", tag = "moderation", params(ReportsQuery), security(("account" = [])),
    responses((status = 200, body = Vec<ReportAnswer>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn reports(
    State(state): State<AppState>,
    bearer: Bearer,
    Asked(asked): Asked<ReportsQuery>,
) -> Result<Json<Vec<ReportAnswer>>, Fault> {
    moderator(&state, &bearer).await?;
    let which = if asked.closed { Reports::Closed(asked.before.unwrap_or(u64::MAX)) } else { Reports::Open };
    let reports = state.store.moderation().reports(which, LISTED).await?;
    Ok(Json(reports.into_iter().map(ReportAnswer::of).collect()))
}

/// What became of a report.
#[derive(Deserialize, ToSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct CloseBody {
    /// For the record.
    #[serde(default)]
    pub words: String,
}

/// Closes a report
#[utoipa::path(post, path = "/moderation/reports/{number}/close", tag = "moderation", params(("number" = u64, Path, description = "The report's number")),
    request_body = CloseBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn close(
    State(state): State<AppState>,
    Path(number): Path<u64>,
    bearer: Bearer,
    Body(body): Body<CloseBody>,
) -> Result<StatusCode, Fault> {
    let person = moderator(&state, &bearer).await?;
    kept::close(&state, Hand::Moderator(&person), number, &body.words).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What is imposed on somebody.
#[derive(Serialize, ToSchema, Debug)]
pub struct SanctionAnswer {
    /// The person's id.
    pub person: String,
    /// `mute` or `ban`.
    pub measure: String,
    /// Until when, in milliseconds since 1970; nothing for good.
    pub until: Option<u64>,
    /// Why.
    pub reason: String,
}

impl SanctionAnswer {
    fn of(sanction: Sanction) -> SanctionAnswer {
        let until = Some(sanction.until).filter(|until| *until != FOR_GOOD);
        let Sanction { person, measure, reason, .. } = sanction;
        SanctionAnswer { person, measure: measure.word().into(), until, reason }
    }
}

/// What is in force
#[utoipa::path(get, path = "/moderation/sanctions", tag = "moderation", security(("account" = [])),
    responses((status = 200, body = Vec<SanctionAnswer>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn sanctions(
    State(state): State<AppState>,
    bearer: Bearer,
) -> Result<Json<Vec<SanctionAnswer>>, Fault> {
    moderator(&state, &bearer).await?;
    let all = state.store.moderation().sanctions(now()).await?;
    Ok(Json(all.into_iter().map(SanctionAnswer::of).collect()))
}

/// What is to be imposed.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct SanctionBody {
    /// The name of an account, or a person's id.
    pub who: String,
    /// `mute`: may not speak; `ban`: may not play or sign in.
    pub measure: String,
    /// For how many days; for good without them.
    pub days: Option<u32>,
    /// Why: the person reads it.
    pub reason: String,
}

/// Mutes or bans somebody
#[utoipa::path(post, path = "/moderation/sanctions", tag = "moderation", request_body = SanctionBody, security(("account" = [])),
    responses((status = 201, body = SanctionAnswer), (status = 400, body = RefusalAnswer), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn impose(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<SanctionBody>,
) -> Result<(StatusCode, Json<SanctionAnswer>), Fault> {
    let person = moderator(&state, &bearer).await?;
    let whom = moderation::whom(&state, &body.who).await?;
    let (hand, measure) = (Hand::Moderator(&person), moderation::measure(&body.measure)?);
    let done = moderation::impose(&state, hand, &whom, measure, Days(body.days), &body.reason).await?;
    Ok((StatusCode::CREATED, Json(SanctionAnswer::of(done))))
}

/// What is to be lifted.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct LiftBody {
    /// The name of an account, or a person's id.
    pub who: String,
    /// `mute` or `ban`.
    pub measure: String,
}

/// Somebody may speak or play again
#[utoipa::path(delete, path = "/moderation/sanctions", tag = "moderation", request_body = LiftBody, security(("account" = [])),
    responses((status = 204), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn lift(
    State(state): State<AppState>,
    bearer: Bearer,
    Body(body): Body<LiftBody>,
) -> Result<StatusCode, Fault> {
    let person = moderator(&state, &bearer).await?;
    let whom = moderation::whom(&state, &body.who).await?;
    let measure = moderation::measure(&body.measure)?;
    moderation::lift(&state, Hand::Moderator(&person), &whom, measure).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which deeds.
#[derive(Deserialize, IntoParams, Debug, Default)]
pub struct LogQuery {
    /// Those with numbers before this.
    pub before: Option<u64>,
}

/// What a moderator, or the host, did.
#[derive(Serialize, ToSchema, Debug)]
pub struct DeedAnswer {
    /// Its number.
    pub number: u64,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who, by name.
    pub by: String,
    /// `mute`, `ban`, `lift mute`, `lift ban`, `close`, `appoint`, `dismiss`.
    pub deed: String,
    /// About whom, by name.
    pub whom: String,
    /// What else there is to say.
    pub words: String,
}

/// What moderators and the host did
#[utoipa::path(get, path = "/moderation/log", tag = "moderation", params(LogQuery), security(("account" = [])),
    responses((status = 200, body = Vec<DeedAnswer>), (status = 401, body = RefusalAnswer), (status = 403, body = RefusalAnswer)))]
pub async fn log(
    State(state): State<AppState>,
    bearer: Bearer,
    Asked(asked): Asked<LogQuery>,
) -> Result<Json<Vec<DeedAnswer>>, Fault> {
    moderator(&state, &bearer).await?;
    let deeds = state.store.moderation().deeds(asked.before.unwrap_or(u64::MAX), LISTED).await?;
    let answer = deeds.into_iter().map(|deed| DeedAnswer {
        number: deed.number,
        at: deed.at,
        by: deed.name,
        deed: deed.deed,
        whom: deed.whom,
        words: deed.words,
    });
    Ok(Json(answer.collect()))
}
