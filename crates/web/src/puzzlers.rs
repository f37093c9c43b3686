//! Who has tried which puzzle: a person's rating and streak at each game, and the ratings of the puzzles. Kept by the person's id, of
//! guests as well, as settings of the store that are written once: the first try at a puzzle claims it, and each try that counts is
//! the next row of a history. So nothing counts twice, whoever asks how often and wherever.

use crate::{
    error::Fault,
    keys::{hex, random},
    state::{AppState, now},
};
use klaxon_catalog::puzzles::{Posed, puzzles};
use klaxon_core::Millis;
use serde::{Deserialize, Serialize};

/// Whoever is new is rated so.
pub const NEW: i32 = 1200;
/// How much one try moves: somebody new, somebody known, a puzzle.
const MOVES: (f64, f64, f64) = (48.0, 24.0, 16.0);
/// Tries after which somebody is known.
const KNOWN: u32 = 12;
/// Ratings stay within these.
const BOUNDS: (i32, i32) = (100, 3000);
/// Rows of a history that others may write while one is being written.
const MOST_RACES: usize = 16;

/// A try that counts: the first at its puzzle. What it says of the person holds after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// The puzzle.
    pub puzzle: String,
    /// Was it solved?
    pub solved: bool,
    /// When.
    pub at: Millis,
    /// The person's rating.
    pub rating: i32,
    /// By how much it has changed.
    pub gain: i32,
    /// Puzzles solved one after the other.
    pub streak: u32,
    /// The longest streak so far.
    pub best: u32,
    /// Tries so far.
    pub tries: u32,
    /// Puzzles solved so far.
    pub all_solved: u32,
    /// Tells rows apart that are written at the same time.
    mark: String,
}

/// What rating would be expected of a try, and what is left after it: of the person and of the puzzle.
fn rate(person: i32, puzzle: i32, solved: bool, tries: u32) -> (i32, i32) {
    let expected = 1.0 / (1.0 + 10f64.powf(f64::from(puzzle - person) / 400.0));
    let came = f64::from(u8::from(solved)) - expected;
    let own = if tries < KNOWN { MOVES.0 } else { MOVES.1 };
    let moved = |rating: i32, by: f64| (rating + by.round() as i32).clamp(BOUNDS.0, BOUNDS.1);
    (moved(person, own * came), moved(puzzle, -MOVES.2 * came))
}

fn claim(person: &str, game: &str, puzzle: &str) -> String {
    format!("puzzle {person} {game} first {puzzle}")
}

fn row(person: &str, game: &str, n: u32) -> String {
    format!("puzzle {person} {game} row {n}")
}

fn puzzle_row(game: &str, puzzle: &str, n: u32) -> String {
    format!("puzzle-rating {game} {puzzle} {n}")
}

/// The last of the rows 1, 2, 3 … that is there, with its number: by doubling and halving, so that few are looked at.
async fn last(state: &AppState, key: impl Fn(u32) -> String) -> Result<Option<(u32, Vec<u8>)>, Fault> {
    let (mut there, mut beyond) = (None, 1);
    while let Some(bytes) = state.store.setting(&key(beyond)).await? {
        there = Some((beyond, bytes));
        beyond *= 2;
    }
    while let Some((n, _)) = there.as_ref().filter(|(n, _)| n + 1 < beyond) {
        let middle = n + (beyond - n) / 2;
        match state.store.setting(&key(middle)).await? {
            Some(bytes) => there = Some((middle, bytes)),
            None => beyond = middle,
        }
    }
    Ok(there)
}

/// Where a person stands at a game's puzzles; none who has tried none.
pub async fn standing(state: &AppState, person: Option<&str>, game: &str) -> Result<Option<Tried>, Fault> {
    let Some(person) = person else { return Ok(None) };
    let found = last(state, |n| row(person, game, n)).await?;
    Ok(found.and_then(|(_, bytes)| serde_json::from_slice(&bytes).ok()))
}

/// All tries of a person at a game's puzzles that count, oldest first.
pub async fn history(state: &AppState, person: Option<&str>, game: &str) -> Result<Vec<Tried>, Fault> {
    let mut tries = Vec::new();
    let Some(person) = person else { return Ok(tries) };
    while let Some(bytes) = state.store.setting(&row(person, game, tries.len() as u32 + 1)).await? {
        match serde_json::from_slice(&bytes) {
            Ok(tried) => tries.push(tried),
            Err(_) => break,
        }
    }
    Ok(tries)
}

/// A puzzle's rating now.
pub async fn rating(state: &AppState, posed: &Posed) -> Result<i32, Fault> {
    let found = last(state, |n| puzzle_row(&posed.played.game, &posed.puzzle.id, n)).await?;
    let read = |bytes: Vec<u8>| String::from_utf8(bytes).ok()?.split(' ').next()?.parse().ok();
    Ok(found.and_then(|(_, bytes)| read(bytes)).unwrap_or(posed.puzzle.rating))
}

/// A person has tried a puzzle. Only the first try counts; what it has changed is returned. The puzzle's own rating goes by the tries of
/// accounts alone: guests are as many as somebody likes.
pub async fn note(
    state: &AppState,
    person: &str,
    is_account: bool,
    posed: &Posed,
    solved: bool,
) -> Result<Option<Tried>, Fault> {
    let (game, id) = (&posed.played.game, &posed.puzzle.id);
    let mark = hex(&random::<8>());
    let first = state.store.set_setting_once(&claim(person, game, id), mark.as_bytes()).await?;
    if first != mark.as_bytes() {
        return Ok(None);
    }
    let of_puzzle = rating(state, posed).await?;
    let (tried, before) = add(state, person, game, |before| {
        let (rating, streak) = before.map_or((NEW, 0), |tried| (tried.rating, tried.streak));
        let tries = before.map_or(0, |tried| tried.tries);
        let streak = if solved { streak + 1 } else { 0 };
        let (after, _) = rate(rating, of_puzzle, solved, tries);
        Tried {
            puzzle: id.clone(),
            solved,
            at: now(),
            rating: after,
            gain: after - rating,
            streak,
            best: before.map_or(0, |tried| tried.best).max(streak),
            tries: tries + 1,
            all_solved: before.map_or(0, |tried| tried.all_solved) + u32::from(solved),
            mark: mark.clone(),
        }
    })
    .await?;
    if is_account {
        note_for_puzzle(state, posed, before, solved, tried.tries).await?;
    }
    Ok(Some(tried))
}

/// What somebody has tried as a guest he has tried with his account, which need not begin again: puzzles that it has not tried are added to
/// what it has solved or missed. Its own rating and streak stay, where it has any; where it has none, they are the guest's.
pub async fn carry(state: &AppState, before: &str, person: &str) -> Result<(), Fault> {
    for cover in klaxon_catalog::shelf::games() {
        let is_new = standing(state, Some(person), cover.id).await?.is_none();
        for tried in history(state, Some(before), cover.id).await? {
            let mark = hex(&random::<8>());
            let key = claim(person, cover.id, &tried.puzzle);
            if state.store.set_setting_once(&key, mark.as_bytes()).await? != mark.as_bytes() {
                continue;
            }
            add(state, person, cover.id, |own| match own {
                Some(own) if !is_new => Tried {
                    puzzle: tried.puzzle.clone(),
                    solved: tried.solved,
                    at: tried.at,
                    gain: 0,
                    tries: own.tries + 1,
                    all_solved: own.all_solved + u32::from(tried.solved),
                    mark: mark.clone(),
                    ..own.clone()
                },
                Some(_) | None => Tried { mark: mark.clone(), ..tried.clone() },
            })
            .await?;
        }
    }
    Ok(())
}

/// Writes the next row of a history, made of the one before it, and returns it with the rating before it.
async fn add(
    state: &AppState,
    person: &str,
    game: &str,
    make: impl Fn(Option<&Tried>) -> Tried,
) -> Result<(Tried, i32), Fault> {
    for _ in 0..MOST_RACES {
        let found = last(state, |n| row(person, game, n)).await?;
        let n = found.as_ref().map_or(0, |(n, _)| *n) + 1;
        let before = found.and_then(|(_, bytes)| serde_json::from_slice::<Tried>(&bytes).ok());
        let tried = make(before.as_ref());
        let bytes = serde_json::to_vec(&tried).expect("a try serialises");
        if state.store.set_setting_once(&row(person, game, n), bytes.clone()).await? == bytes {
            return Ok((tried, before.map_or(NEW, |before| before.rating)));
        }
    }
    Err(Fault::busy("too many tries at once; take the next puzzle"))
}

async fn note_for_puzzle(
    state: &AppState,
    posed: &Posed,
    person: i32,
    solved: bool,
    tries: u32,
) -> Result<(), Fault> {
    let key = |n| puzzle_row(&posed.played.game, &posed.puzzle.id, n);
    for _ in 0..MOST_RACES {
        let n = last(state, key).await?.map_or(0, |(n, _)| n) + 1;
        let (_, after) = rate(person, rating(state, posed).await?, solved, tries);
        let bytes = format!("{after} {}", hex(&random::<8>())).into_bytes();
        if state.store.set_setting_once(&key(n), bytes.clone()).await? == bytes {
            break;
        }
    }
    Ok(())
}

/// The puzzle to try next: of those never tried the one nearest to the person's rating; if all were, the first that was not solved.
pub async fn next(
    state: &AppState,
    person: Option<&str>,
    game: &str,
) -> Result<Option<&'static Posed>, Fault> {
    let tries = history(state, person, game).await?;
    let rating = tries.last().map_or(NEW, |tried| tried.rating);
    let fresh =
        puzzles(game).iter().filter(|posed| tries.iter().all(|tried| tried.puzzle != posed.puzzle.id));
    if let Some(posed) = fresh.min_by_key(|posed| ((posed.puzzle.rating - rating).abs(), posed.number)) {
        return Ok(Some(posed));
    }
    let unsolved =
        |posed: &&Posed| tries.iter().any(|tried| tried.puzzle == posed.puzzle.id && !tried.solved);
    Ok(puzzles(game).iter().find(unsolved).or_else(|| puzzles(game).first()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unexpected_moves_ratings_most() {
        let (up, down) = rate(1200, 1600, true, 20);
        assert!(up - 1200 > 20 && down < 1600, "{up} {down}");
        assert_eq!(rate(1200, 1200, true, 20), (1212, 1192));
        assert_eq!(rate(1200, 1200, false, 20), (1188, 1208));
        let (little, _) = rate(1800, 1000, true, 20);
        assert!(little - 1800 <= 1, "{little}");
        assert!(rate(1200, 1200, true, 0).0 > 1212, "somebody new moves faster");
        assert_eq!(rate(2999, 3000, true, 0).0, 3000, "ratings stay within bounds");
    }
}
