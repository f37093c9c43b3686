//! What is truly known about whoever played: his best here, his row of wins, and what others usually reach. Everything
//! comes from how games ended that the store keeps beside their logs; games of older releases say nothing of it.

use crate::{
    error::Fault,
    state::AppState,
    table::{
        Holder, Meta,
        daily::{self, Day, Entry, Finish},
    },
};
use klaxon_core::{Game, Seat, SeatSet};
use klaxon_federation::Federation;
use klaxon_space_alert::SpaceAlert;
use std::collections::BTreeMap;

/// A usual result is told once so many others have finished the same scenario.
const OTHERS: usize = 3;

/// What is known about one who played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// In a few words each.
    pub facts: Vec<String>,
}

/// For each seat that a person holds.
pub async fn of_table(
    state: &AppState,
    game: &str,
    table: &str,
    meta: &Meta,
) -> Result<BTreeMap<Seat, Record>, Fault> {
    let mut records = BTreeMap::new();
    let Some(finish) = meta.finish.as_ref().filter(|_| meta.branch.is_none()) else { return Ok(records) };
    let par = par(state, game, table, meta).await?;
    for (i, chair) in meta.chairs.iter().enumerate() {
        let Holder::Person { ids, .. } = &chair.holder else { continue };
        let Some(id) = ids.first() else { continue };
        let seat = Seat(i as u8);
        let mut before = daily::of_person(state, id, game).await?;
        before.retain(|entry| entry.id != table);
        let mut facts = facts(game, meta, finish, seat, &before, id);
        facts.extend(par.clone());
        facts.extend(rank(state, game, table, meta).await?);
        records.insert(seat, Record { facts });
    }
    Ok(records)
}

/// The best here and the row of wins.
fn facts(game: &str, meta: &Meta, finish: &Finish, seat: Seat, before: &[Entry], id: &str) -> Vec<String> {
    let mut facts = Vec::new();
    let here =
        |entry: &&Entry| entry.meta.title == meta.title && entry.meta.chairs.len() == meta.chairs.len();
    let measure = |entry: &Entry| {
        let seat = entry.meta.seats_of(Some(id)).iter().next()?;
        measured(game, entry.meta.finish.as_ref()?, seat)
    };
    let earlier = before.iter().filter(here).filter_map(measure);
    let best = if fewer_is_better(game) { earlier.min() } else { earlier.max() };
    if let (Some(best), Some(now)) = (best, measured(game, finish, seat)) {
        let better = if fewer_is_better(game) { now < best } else { now > best };
        let unit = unit(game, best);
        facts.push(if better {
            format!("personal best here, before {best}{unit}")
        } else {
            format!("personal best here {best}{unit}")
        });
    }
    let mut ends: Vec<(u64, bool)> = before
        .iter()
        .filter_map(|entry| Some((entry.meta.finish.as_ref()?, entry.meta.seats_of(Some(id)))))
        .filter(|(earlier, _)| earlier.at <= finish.at)
        .map(|(earlier, held)| (earlier.at, earlier.won_by(held)))
        .collect();
    ends.sort_unstable();
    if finish.won_by(SeatSet::only(seat)) {
        let row = 1 + ends.iter().rev().take_while(|(_, won)| *won).count();
        if row > 1 {
            facts.push(format!("{row} wins in a row"));
        }
    }
    facts
}

/// What a game is measured by, for a seat.
fn measured(game: &str, finish: &Finish, seat: Seat) -> Option<i64> {
    if game == Federation::ID {
        return finish.won.then_some(i64::from(finish.turns));
    }
    finish.scores.get(seat.index()).copied().map(i64::from)
}

fn fewer_is_better(game: &str) -> bool {
    game == Federation::ID
}

fn unit(game: &str, n: i64) -> &'static str {
    match (game == Federation::ID, n) {
        (true, 1) => " turn",
        (true, _) => " turns",
        (false, _) => "",
    }
}

/// What others usually reach in the same scenario on this server, in games where that says something.
async fn par(state: &AppState, game: &str, table: &str, meta: &Meta) -> Result<Option<String>, Fault> {
    if game != Federation::ID && game != SpaceAlert::ID {
        return Ok(None);
    }
    let others = daily::finished(state, game).await?;
    let same = others.iter().filter(|e| e.id != table && e.meta.title == meta.title);
    let mut reached: Vec<i64> =
        same.filter_map(|e| measured(game, e.meta.finish.as_ref()?, Seat(0))).collect();
    if reached.len() < OTHERS {
        return Ok(None);
    }
    reached.sort_unstable();
    let median = reached[reached.len() / 2];
    let points = if game == SpaceAlert::ID { if median == 1 { " point" } else { " points" } } else { "" };
    Ok(Some(format!("par here {median}{}{points}", unit(game, median))))
}

/// The place among those who have finished the same day's game.
async fn rank(state: &AppState, game: &str, table: &str, meta: &Meta) -> Result<Option<String>, Fault> {
    let Some(day) = meta.daily.as_deref().and_then(Day::parse) else { return Ok(None) };
    let results = daily::results(state, game, day).await?;
    let at = results.iter().position(|entry| entry.id == table);
    Ok(at
        .filter(|_| results.len() > 1)
        .map(|at| format!("number {} of {} on this day", at + 1, results.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Chair;

    fn entry(id: &str, at: u64, title: &str, score: i32, won: bool) -> Entry {
        let ada = Holder::person(&crate::person::Person::guest("ada", "Ada"));
        let chairs = vec![Chair::new("A".into(), ada), Chair::new("B".into(), Holder::Open)];
        let finish = Finish {
            at,
            won,
            turns: 9,
            settled: 0,
            text: String::new(),
            winners: SeatSet(if won { 1 } else { 2 }),
            scores: vec![score, 4],
        };
        Entry { id: id.into(), meta: Meta { finish: Some(finish), ..Meta::new(title.into(), chairs) } }
    }

    #[test]
    fn best_and_row_are_those_of_the_person_here() {
        let before = [
            entry("a", 1, "Truce", 20, false),
            entry("b", 2, "Truce", 11, true),
            entry("c", 3, "War", 99, true),
            // Finished later: it is no part of the row that ends here.
            entry("e", 9, "Truce", 3, false),
        ];
        let now = entry("d", 4, "Truce", 13, true);
        let finish = now.meta.finish.clone().unwrap();
        let told = facts("red-alert", &now.meta, &finish, Seat(0), &before, "ada");
        assert_eq!(told, ["personal best here 20", "3 wins in a row"]);
        let told = facts("red-alert", &now.meta, &finish, Seat(0), &before[1..], "ada");
        assert_eq!(told, ["personal best here, before 11", "3 wins in a row"]);
        // The first game has nothing to be compared with.
        assert!(facts("red-alert", &now.meta, &finish, Seat(0), &[], "ada").is_empty());
        // Federation counts turns, and only wins.
        let told =
            facts("federation", &now.meta, &Finish { turns: 7, ..finish }, Seat(0), &before[..2], "ada");
        assert_eq!(told, ["personal best here, before 9 turns", "2 wins in a row"]);
    }
}
