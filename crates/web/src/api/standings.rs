//! What a profile shows of somebody's games, and the results of a game of the day, for programs.

use super::{Asked, Bearer, RefusalAnswer};
use crate::{
    accounts::{challenges, names, tokens::Scope},
    achievements::Achievement,
    error::Fault,
    ratings::Body,
    standings,
    state::AppState,
    table::daily::{self, Day, Entry},
};
use axum::{
    Json,
    extract::{Path, State},
};
use klaxon_store::{Fared, GameResult, Point};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// A curve of ratings.
#[derive(Serialize, ToSchema, Debug)]
pub struct CurveAnswer {
    /// The game's id.
    pub game: String,
    /// The pool: `live` or `days` between two, `live-many` or `days-many` among more.
    pub pool: String,
    /// The points, oldest first.
    pub points: Vec<PointAnswer>,
}

/// A rating after a game.
#[derive(Serialize, ToSchema, Debug)]
pub struct PointAnswer {
    /// When the game ended, in milliseconds since 1970.
    pub at: u64,
    /// The points.
    pub rating: i64,
    /// Its deviation.
    pub deviation: i64,
}

/// How somebody fared on a side of a scenario.
#[derive(Serialize, ToSchema, Debug)]
pub struct FaredAnswer {
    /// The game's id.
    pub game: String,
    /// The scenario, with what makes it one of its own.
    pub scenario: String,
    /// The side.
    pub side: String,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

/// Somebody who is met often.
#[derive(Serialize, ToSchema, Debug)]
pub struct MetAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// In so many games.
    pub games: u64,
}

/// A game that somebody has finished.
#[derive(Serialize, ToSchema, Debug)]
pub struct LastAnswer {
    /// The table, where whoever asks may look at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// Did it count for ratings?
    pub rated: bool,
    /// `won`, `drawn` or `lost`.
    pub outcome: &'static str,
    /// His rating after it, if he was rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// The others, as they are shown.
    pub with: Vec<String>,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
}

/// Something that somebody has come to.
#[derive(Serialize, ToSchema, Debug)]
pub struct AchievementAnswer {
    /// Its name.
    pub title: &'static str,
    /// What it takes.
    pub words: String,
    /// So much of it is done.
    pub done: usize,
    /// So much there is to do.
    pub of: usize,
}

/// What a profile shows of somebody's games.
#[derive(Serialize, ToSchema, Debug)]
pub struct StandingsAnswer {
    /// The name, as it is shown.
    pub name: String,
    /// How the ratings went.
    pub curves: Vec<CurveAnswer>,
    /// Results by scenario and side.
    pub results: Vec<FaredAnswer>,
    /// Whom he has met most.
    pub met: Vec<MetAnswer>,
    /// The last games, newest first.
    pub last: Vec<LastAnswer>,
    /// What he has come to; he himself also sees what is begun.
    pub achievements: Vec<AchievementAnswer>,
}

fn point(point: &Point) -> PointAnswer {
    PointAnswer { at: point.at, rating: point.rating / 1000, deviation: point.deviation / 1000 }
}

fn fared(row: &Fared) -> FaredAnswer {
    let Fared { game, scenario, side, won, drawn, lost } = row.clone();
    FaredAnswer { game, scenario, side, won, drawn, lost }
}

fn last(result: &GameResult, person: &str, own: bool) -> LastAnswer {
    let (mine, others): (Vec<_>, Vec<_>) =
        result.players.iter().partition(|player| player.person.as_deref() == Some(person));
    LastAnswer {
        table: (result.linked || own).then(|| result.table.clone()),
        game: result.pool.game.clone(),
        title: Body::of(result).title,
        rated: result.rated,
        outcome: mine.first().map_or("", |player| standings::outcome(player.outcome)),
        rating: mine.first().and_then(|player| player.rating).map(|(rating, _)| rating / 1000),
        with: others.into_iter().map(standings::player).collect(),
        ended: result.ended_at,
    }
}

/// What the profile of an account shows of its games
///
/// With the account's own token (scope `read`) also what others may not see.
#[utoipa::path(get, path = "/players/{name}/standings", tag = "lobby", params(("name" = String, Path, description = "The account's name")),
    security((), ("account" = [])),
    responses((status = 200, body = StandingsAnswer), (status = 401, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn standings(
    State(state): State<AppState>,
    Path(name): Path<String>,
    bearer: Bearer,
) -> Result<Json<StandingsAnswer>, Fault> {
    let account = challenges::player(&state, &name).await?;
    let own = bearer.account().is_some_and(|of| of.may(Scope::Read) && of.person.id == account.person);
    let all = standings::of(&state, &account.person, own).await?;
    let shown = |one: &&Achievement| one.is_won() || own && one.done > 0;
    let achievement = |one: &Achievement| {
        let Achievement { title, words, done, of } = one.clone();
        AchievementAnswer { title, words, done, of }
    };
    let curve = |(rating, points): &(klaxon_store::Rating, Vec<Point>)| CurveAnswer {
        game: rating.pool.game.clone(),
        pool: rating.pool.name.clone(),
        points: points.iter().map(point).collect(),
    };
    Ok(Json(StandingsAnswer {
        name: names::shown(&account.name),
        curves: all.ratings.iter().map(curve).collect(),
        results: all.fared.iter().map(fared).collect(),
        met: all
            .met
            .iter()
            .map(|(name, games)| MetAnswer { name: names::shown(name), games: *games })
            .collect(),
        last: all.last.iter().map(|result| last(result, &account.person, own)).collect(),
        achievements: all.achievements.iter().filter(shown).map(achievement).collect(),
    }))
}

/// Which day is asked for.
#[derive(Deserialize, IntoParams, Debug)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DayQuery {
    /// The date, such as `2026-09-30`; today if left out.
    #[serde(default)]
    pub day: Option<String>,
}

/// A result of a game of the day.
#[derive(Serialize, ToSchema, Debug)]
pub struct DayRow {
    /// Who, as he is shown.
    pub player: String,
    /// Is it whoever asks?
    pub own: bool,
    /// Was it won?
    pub won: bool,
    /// Turns it took.
    pub turns: u32,
    /// Worlds settled at the end, of six.
    pub settled: u32,
    /// The table, once whoever asks has nothing left to be spoilt: when the day is over, or his own game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
}

/// A day with its results.
#[derive(Serialize, ToSchema, Debug)]
pub struct DayAnswer {
    /// The date.
    pub day: String,
    /// The scenario's id.
    pub scenario: String,
    /// The commitment to the luck of the day.
    pub commitment: String,
    /// The results, best first.
    pub results: Vec<DayRow>,
}

/// The results of a game of the day
#[utoipa::path(get, path = "/daily/{game}", tag = "lobby", params(("game" = String, Path, description = "The game's id"), DayQuery),
    security((), ("account" = [])),
    responses((status = 200, body = DayAnswer), (status = 400, body = RefusalAnswer), (status = 401, body = RefusalAnswer), (status = 404, body = RefusalAnswer)))]
pub async fn day(
    State(state): State<AppState>,
    Path(game): Path<String>,
    bearer: Bearer,
    Asked(asked): Asked<DayQuery>,
) -> Result<Json<DayAnswer>, Fault> {
    let today = Day::today();
    let day = match &asked.day {
        None => today,
        Some(date) => Day::parse(date).ok_or_else(|| Fault::malformed("a date is written 2026-09-30"))?,
    };
    let order = day.order(&game).ok_or_else(|| Fault::missing("this game has no game of the day"))?;
    if day > today {
        return Err(Fault::malformed("that day has not come yet"));
    }
    let person = bearer.account().filter(|of| of.may(Scope::Read)).map(|of| of.person.id.as_str());
    let own = daily::own(&state, person, &game, day).await?;
    let open = day < today || own.is_some_and(|entry| entry.meta.finish.is_some());
    let row = |entry: &Entry| {
        let finish = entry.meta.finish.as_ref()?;
        let own = !entry.meta.seats_of(person).is_empty();
        Some(DayRow {
            player: entry.player(),
            own,
            won: finish.won,
            turns: finish.turns,
            settled: finish.settled,
            table: (open || own).then(|| entry.id.clone()),
        })
    };
    Ok(Json(DayAnswer {
        day: day.date(),
        scenario: order.scenario,
        commitment: day.seed(&state.keys, &game).commitment().to_string(),
        results: daily::results(&state, &game, day).await?.iter().filter_map(row).collect(),
    }))
}
