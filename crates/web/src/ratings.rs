//! Ratings: a pure function of the results of a pool, in the order of their numbers.
//!
//! Two people against each other are rated by Glicko-2, each result being a period of its own; more than two, or teams, by the method of
//! Weng and Lin on the same scale. After every result the figures are rounded to what is kept, so that whoever makes them anew
//! gets the same.

use klaxon_bots::Level;
use klaxon_catalog::strength::{self, Strength};
use klaxon_store::{GameResult, Pool, Rating};
use serde::{Deserialize, Serialize};
use skillratings::{
    MultiTeamOutcome, Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};
use std::collections::BTreeMap;

/// Where everybody begins.
const START: Rated = Rated { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
/// A rating whose deviation is more than this is provisional, in points.
pub const PROVISIONAL: i64 = 110;
/// How far the rating of a bot may be off.
const OF_BOTS: f64 = 80.0;

/// The figures of somebody, as they are computed with.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Rated {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

/// What a result says beside its rows.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Body {
    /// The scenario's name.
    pub title: String,
    /// The end in a sentence.
    pub text: String,
    /// Turns it took, where the game counts them.
    #[serde(default)]
    pub turns: u32,
    /// The team of each seat.
    pub teams: Vec<u8>,
    /// The rating of each bot when it played, by seat.
    pub bots: Vec<Option<i32>>,
}

impl Body {
    /// What is kept with a result.
    pub fn of(result: &GameResult) -> Body {
        serde_json::from_str(&result.body).unwrap_or_default()
    }
}

/// How often a decision is expected: at once, or some day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Everybody is at the table.
    Live,
    /// Over days.
    Days,
}

impl Pace {
    /// Both.
    pub const ALL: [Pace; 2] = [Pace::Live, Pace::Days];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Pace::Live => "live",
            Pace::Days => "days",
        }
    }
}

impl std::str::FromStr for Pace {
    type Err = String;
    fn from_str(word: &str) -> Result<Pace, String> {
        let found = Pace::ALL.into_iter().find(|pace| pace.word() == word);
        found.ok_or_else(|| format!("`{word}` is not one of live, days"))
    }
}

/// The pool of a game at a pace, between two people or among more.
pub fn pool(game: &str, pace: Pace, duel: bool) -> Pool {
    let name = if duel { pace.word().to_owned() } else { format!("{}-many", pace.word()) };
    Pool { game: game.into(), name }
}

/// All pools of a game.
pub fn pools(game: &str) -> Vec<Pool> {
    Pace::ALL.into_iter().flat_map(|pace| [pool(game, pace, true), pool(game, pace, false)]).collect()
}

/// A pool's name for the screen: "live", "over days, many players".
pub fn words(pool: &Pool) -> String {
    let (pace, many) = match pool.name.strip_suffix("-many") {
        Some(pace) => (pace, ", more than two players"),
        None => (pool.name.as_str(), ""),
    };
    let pace = if pace == Pace::Days.word() { "over days" } else { "live" };
    format!("{pace}{many}")
}

/// The rating with which a bot of a level plays: as it was measured, or what we think of it.
pub fn of_bot(game: &str, level: Level) -> i32 {
    match strength::of(game, level) {
        Some(Strength::Rating { points, .. }) => *points,
        Some(Strength::Won { .. }) | None => match level {
            Level::Random => 800,
            Level::Easy => 1200,
            Level::Normal => 1500,
            Level::Hard => 1700,
            Level::Expert => 1850,
        },
    }
}

/// The ratings of a pool, by person.
pub type Book = BTreeMap<String, Rating>;

/// All ratings of a pool, from its rated results in their order.
pub fn all<'a>(results: impl IntoIterator<Item = &'a GameResult>) -> Book {
    let mut book = Book::new();
    for result in results {
        for (_, rating) in after(&book, result) {
            book.insert(rating.person.clone(), rating);
        }
    }
    book
}

/// What a result makes of the ratings of those who played, by seat.
pub fn after(book: &Book, result: &GameResult) -> Vec<(u8, Rating)> {
    let body = Body::of(result);
    let of = |i: usize| {
        let player = &result.players[i];
        match (body.bots.get(i).copied().flatten(), &player.person) {
            (Some(points), _) => Rated { rating: f64::from(points), deviation: OF_BOTS, ..START },
            (None, Some(person)) => book.get(person).map_or(START, read),
            (None, None) => START,
        }
    };
    let seats: Vec<usize> = (0..result.players.len()).collect();
    let before: Vec<Rated> = seats.iter().map(|i| of(*i)).collect();
    let team = |i: usize| body.teams.get(i).copied().unwrap_or(i as u8);
    let new = match &seats[..] {
        [a, b] if team(*a) != team(*b) => duel(before[*a], before[*b], result.players[*a].outcome),
        _ => many(&before, &seats.iter().map(|i| (team(*i), result.players[*i].outcome)).collect::<Vec<_>>()),
    };
    let rated = |i: &usize| body.bots.get(*i).copied().flatten().is_none();
    let kept = seats.iter().filter(|i| rated(i)).filter_map(|i| {
        let person = result.players[*i].person.clone()?;
        let games = book.get(&person).map_or(0, |rating| rating.games) + 1;
        Some((result.players[*i].seat, write(new[*i], person, result.pool.clone(), games)))
    });
    kept.collect()
}

fn duel(one: Rated, other: Rated, outcome: i8) -> Vec<Rated> {
    let glicko =
        |r: Rated| Glicko2Rating { rating: r.rating, deviation: r.deviation, volatility: r.volatility };
    let outcome = match outcome {
        1 => Outcomes::WIN,
        0 => Outcomes::DRAW,
        _ => Outcomes::LOSS,
    };
    let (one, other) = glicko2(&glicko(one), &glicko(other), &outcome, &Glicko2Config::new());
    let back =
        |g: Glicko2Rating| Rated { rating: g.rating, deviation: g.deviation, volatility: g.volatility };
    vec![back(one), back(other)]
}

/// Those who won come first, then those who drew, then those who lost.
fn many(before: &[Rated], seats: &[(u8, i8)]) -> Vec<Rated> {
    let weng = |r: &Rated| WengLinRating { rating: r.rating, uncertainty: r.deviation };
    let mut teams: BTreeMap<u8, (Vec<WengLinRating>, i8)> = BTreeMap::new();
    for (rated, (team, outcome)) in before.iter().zip(seats) {
        let entry = teams.entry(*team).or_insert((Vec::new(), *outcome));
        entry.0.push(weng(rated));
    }
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .values()
        .map(|(team, outcome)| (team.as_slice(), MultiTeamOutcome::new((2 - outcome) as usize)))
        .collect();
    // The usual width is half of where everybody's deviation begins.
    let config = WengLinConfig { beta: START.deviation / 2.0, ..WengLinConfig::new() };
    let mut new: BTreeMap<u8, std::vec::IntoIter<WengLinRating>> = teams
        .keys()
        .copied()
        .zip(weng_lin_multi_team(&ranked, &config).into_iter().map(Vec::into_iter))
        .collect();
    let back = |(old, (team, _)): (&Rated, &(u8, i8))| match new.get_mut(team).and_then(Iterator::next) {
        Some(w) => Rated { rating: w.rating, deviation: w.uncertainty, volatility: old.volatility },
        None => *old,
    };
    before.iter().zip(seats).map(back).collect()
}

fn read(rating: &Rating) -> Rated {
    Rated {
        rating: rating.rating as f64 / 1e3,
        deviation: rating.deviation as f64 / 1e3,
        volatility: rating.volatility as f64 / 1e9,
    }
}

fn write(rated: Rated, person: String, pool: Pool, games: u64) -> Rating {
    let deviation = (rated.deviation * 1e3).round() as i64;
    Rating {
        person,
        pool,
        rating: (rated.rating * 1e3).round() as i64,
        deviation,
        volatility: (rated.volatility * 1e9).round() as i64,
        games,
        settled: deviation <= PROVISIONAL * 1000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_store::Played;

    fn result(number: u64, seats: &[(&str, u8, i8)], bots: Vec<Option<i32>>) -> GameResult {
        let player = |(seat, (person, _, outcome)): (usize, &(&str, u8, i8))| Played {
            seat: seat as u8,
            person: Some((*person).to_owned()).filter(|p| !p.is_empty()),
            label: String::new(),
            side: String::new(),
            outcome: *outcome,
            rating: None,
            name: None,
        };
        let body = Body { teams: seats.iter().map(|(_, team, _)| *team).collect(), bots, ..Body::default() };
        GameResult {
            number,
            table: format!("t{number}"),
            pool: pool("red-alert", Pace::Live, true),
            scenario: String::new(),
            rated: true,
            ended_at: number,
            shown_from: number,
            linked: true,
            score: None,
            body: serde_json::to_string(&body).unwrap(),
            players: seats.iter().enumerate().map(player).collect(),
        }
    }

    fn points(book: &Book, person: &str) -> (i64, i64) {
        (book[person].rating / 1000, book[person].deviation / 1000)
    }

    #[test]
    fn a_game_between_two_moves_both_alike() {
        let book = all(&[result(1, &[("ada", 0, 1), ("bob", 1, -1)], vec![None, None])]);
        // The figures of Glickman's method for two newcomers.
        assert_eq!(points(&book, "ada"), (1662, 290));
        assert_eq!(points(&book, "bob"), (1337, 290));
        assert!(!book["ada"].settled && book["ada"].games == 1);
        let drawn = all(&[result(1, &[("ada", 0, 0), ("bob", 1, 0)], vec![None, None])]);
        assert_eq!(points(&drawn, "ada").0, 1500);
    }

    #[test]
    fn a_bot_has_its_rating_and_keeps_it() {
        let book = all(&[result(1, &[("ada", 0, 1), ("", 1, -1)], vec![None, Some(1500)])]);
        assert_eq!(book.len(), 1);
        assert!(points(&book, "ada").0 > 1650);
        let weak = all(&[result(1, &[("ada", 0, 1), ("", 1, -1)], vec![None, Some(800)])]);
        assert!(points(&weak, "ada").0 < 1520, "who beats a weak one gains little");
    }

    #[test]
    fn teams_and_more_than_two_are_rated_on_the_same_scale() {
        let teams = [("ada", 0, 1), ("bob", 1, -1), ("cyd", 0, 1), ("dan", 1, -1)];
        let book = all(&[result(1, &teams, vec![None; 4])]);
        assert_eq!(points(&book, "ada"), points(&book, "cyd"));
        assert_eq!(points(&book, "bob"), points(&book, "dan"));
        assert!(points(&book, "ada").0 > 1500 && points(&book, "bob").0 < 1500);
        assert!(points(&book, "ada").1 < 350);
        let three = [("ada", 0, -1), ("bob", 1, 1), ("cyd", 2, -1)];
        let book = all(&[result(1, &three, vec![None; 3])]);
        assert_eq!(points(&book, "ada"), points(&book, "cyd"));
        assert!(points(&book, "bob").0 > points(&book, "ada").0);
    }

    #[test]
    fn somebody_who_plays_often_is_known_well() {
        let games: Vec<GameResult> = (1..40)
            .map(|n| {
                let won = if n % 2 == 0 { 1 } else { -1 };
                result(n, &[("ada", 0, won), ("bob", 1, -won)], vec![None, None])
            })
            .collect();
        let book = all(&games);
        assert!(book["ada"].settled && book["bob"].settled);
        // One after the other is the same as all at once.
        let mut one_by_one = Book::new();
        for game in &games {
            let new = after(&one_by_one, game);
            one_by_one.extend(new.into_iter().map(|(_, rating)| (rating.person.clone(), rating)));
        }
        assert_eq!(book, one_by_one);
    }
}
