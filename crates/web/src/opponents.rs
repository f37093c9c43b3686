//! Which bots to play against: how strong they are, and which suit whoever asks.

use crate::{
    error::Fault,
    state::AppState,
    table::{Holder, daily},
};
use klaxon_bots::Level;
use klaxon_catalog::strength::{self, Strength};
use klaxon_core::Game;
use klaxon_federation::Federation;
use klaxon_space_alert::SpaceAlert;

/// So many games in a row, all won or all lost, lead to another level.
const IN_A_ROW: usize = 2;

/// A level as it is offered: `normal, 1500`.
pub fn offer(game: &str, level: Level) -> String {
    match strength::of(game, level) {
        Some(strength) => format!("{level}, {strength}"),
        None => level.to_string(),
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

/// The level that suits a person by how his games against bots ended; nothing where he has played none, or where bots are no
/// opponents.
pub async fn suited(state: &AppState, person: &str, game: &str) -> Result<Option<Level>, Fault> {
    if [Federation::ID, SpaceAlert::ID].contains(&game) {
        return Ok(None);
    }
    let mut results: Vec<(u64, Level, bool)> = daily::of_person(state, person, game)
        .await?
        .iter()
        .filter_map(|entry| {
            let finish = entry.meta.finish.as_ref()?;
            let level = entry.meta.chairs.iter().find_map(|chair| match &chair.holder {
                Holder::Bot { .. } => chair.holder.level(),
                Holder::Open | Holder::Person { .. } | Holder::Program { .. } => None,
            })?;
            Some((finish.at, level, finish.won_by(entry.meta.seats_of(Some(person)))))
        })
        .collect();
    results.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    Ok(by_results(&results.iter().map(|(_, level, won)| (*level, *won)).collect::<Vec<_>>()))
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
