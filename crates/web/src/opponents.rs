//! Which bots to play against: how strong they are, and which suit whoever asks.

use crate::{
    error::Fault,
    standings::has_opponents,
    state::AppState,
    table::{Holder, daily},
};
use klaxon_bots::Level;
use klaxon_catalog::strength::{self, Strength};

/// So many games in a row, all won or all lost, lead to another level.
const IN_A_ROW: usize = 2;
/// After so many games nobody is new to one any more, and the coach is silent until somebody calls.
const NEW_FOR: usize = 3;

/// A level as it is offered: `normal, 1500`.
pub fn offer(game: &str, level: Level) -> String {
    match strength::of(game, level) {
        Some(strength) => format!("{level}, {strength}"),
        None => level.to_string(),
    }
}

/// A bot of a level as a button names it: `normal bot`, and how strong it is where that was measured.
pub fn bot(game: &str, level: Level) -> String {
    bot_of(level, strength::of(game, level))
}

fn bot_of(level: Level, strength: Option<&Strength>) -> String {
    match strength {
        Some(strength) => format!("{level} bot, {strength}"),
        None => format!("{level} bot"),
    }
}

/// What the figure of a level means, in a sentence.
pub fn meaning(game: &str, level: Level) -> Option<String> {
    Some(match strength::of(game, level)? {
        Strength::Rating { points, low, high } => {
            format!("Rating {points} ({low} to {high}), counted from normal bots at {}", strength::NORMAL)
        }
        Strength::Won { percent, low, high, scenario } => {
            format!("Bots of this level alone win {percent} of 100 games of {scenario} ({low} to {high})")
        }
    })
}

/// What a person has behind him at a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Experience {
    /// The level that suits him by how his games against bots ended; nothing where he has played none, or where bots are no opponents.
    pub suited: Option<Level>,
    /// He has finished too few games to do without a coach.
    pub is_new: bool,
}

/// Looks it up; nobody has none.
pub async fn experience(state: &AppState, person: Option<&str>, game: &str) -> Result<Experience, Fault> {
    let mut games = match person {
        Some(person) => daily::of_person(state, person, game).await?,
        None => Vec::new(),
    };
    games.retain(|entry| entry.meta.finish.is_some() && !entry.meta.is_study());
    let is_new = games.len() < NEW_FOR;
    if !has_opponents(game) {
        return Ok(Experience { suited: None, is_new });
    }
    let mut results: Vec<(u64, Level, bool)> = games
        .iter()
        .filter_map(|entry| {
            let finish = entry.meta.finish.as_ref()?;
            let level = entry.meta.chairs.iter().find_map(|chair| match &chair.holder {
                Holder::Bot { .. } => chair.holder.level(),
                Holder::Open | Holder::Person { .. } | Holder::Program { .. } => None,
            })?;
            Some((finish.at, level, finish.won_by(entry.meta.seats_of(person))))
        })
        .collect();
    results.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    let suited = by_results(&results.iter().map(|(_, level, won)| (*level, *won)).collect::<Vec<_>>());
    Ok(Experience { suited, is_new })
}

/// The newest result comes first. Whoever has won twice running meets the next level, whoever has lost twice running the one below.
fn by_results(results: &[(Level, bool)]) -> Option<Level> {
    let (last, won) = *results.first()?;
    let ladder = Level::WORTHY;
    let at = ladder.iter().position(|level| *level == last).unwrap_or(0);
    let row = results.iter().take(IN_A_ROW).filter(|result| **result == (last, won)).count() == IN_A_ROW;
    Some(match (row, won) {
        (false, _) => ladder[at],
        (true, true) => ladder[(at + 1).min(ladder.len() - 1)],
        (true, false) => ladder[at.saturating_sub(1)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_says_how_strong_its_bot_is_where_that_was_measured() {
        let rating = Strength::Rating { points: 1310, low: 1270, high: 1350 };
        let won = Strength::Won { percent: 61, low: 54, high: 68, scenario: "medium".into() };
        assert_eq!(bot_of(Level::Easy, None), "easy bot");
        assert_eq!(bot_of(Level::Easy, Some(&rating)), "easy bot, 1310");
        assert_eq!(bot_of(Level::Hard, Some(&won)), "hard bot, wins 61 % of medium");
    }

    #[test]
    fn two_in_a_row_lead_to_another_level() {
        use Level::{Easy, Expert, Hard, Normal, Random};
        for (results, wanted) in [
            (&[][..], None),
            (&[(Easy, true)], Some(Easy)),
            (&[(Easy, true), (Easy, true)], Some(Normal)),
            (&[(Normal, true), (Easy, true), (Easy, true)], Some(Normal)),
            (&[(Normal, false), (Normal, true)], Some(Normal)),
            (&[(Hard, false), (Hard, false), (Hard, true)], Some(Normal)),
            (&[(Easy, false), (Easy, false)], Some(Easy)),
            (&[(Expert, true), (Expert, true)], Some(Expert)),
            (&[(Random, false)], Some(Easy)),
        ] {
            assert_eq!(by_results(results), wanted, "{results:?}");
        }
    }
}
