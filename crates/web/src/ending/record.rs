//! What is truly known about whoever played: his best here, his row of wins, and what others usually reach. Everything
//! comes from how games ended that the store keeps beside their logs; games of older releases say nothing of it.

use crate::{
    boards::{around, around::Measure},
    error::Fault,
    state::AppState,
    table::{
        Holder,
        daily::{self, Day, Entry, Finish},
    },
};
use klaxon_core::{Seat, SeatSet};
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
pub async fn of_table(state: &AppState, game: &str, now: &Entry) -> Result<BTreeMap<Seat, Record>, Fault> {
    let mut records = BTreeMap::new();
    let Some(finish) = now.meta.finish.as_ref().filter(|_| now.meta.branch.is_none()) else {
        return Ok(records);
    };
    let par = par(state, game, now).await?;
    for (i, chair) in now.meta.chairs.iter().enumerate() {
        let Holder::Person { ids, .. } = &chair.holder else { continue };
        let Some(id) = ids.first() else { continue };
        let seat = Seat(i as u8);
        let mut before = daily::of_person(state, id, game).await?;
        before.retain(|entry| entry.id != now.id);
        let mut facts = facts(game, now, finish, seat, &before, id);
        facts.extend(par.clone());
        facts.extend(rank(state, game, now).await?);
        records.insert(seat, Record { facts });
    }
    Ok(records)
}

/// The best here and the row of wins.
fn facts(game: &str, now: &Entry, finish: &Finish, seat: Seat, before: &[Entry], id: &str) -> Vec<String> {
    let mut facts = Vec::new();
    let measure = around(game).measure;
    let measured = |entry: &Entry| {
        let seat = entry.meta.seats_of(Some(id)).iter().next()?;
        (measure.of)(entry.meta.finish.as_ref()?, seat)
    };
    let earlier = before.iter().filter(|entry| entry.is_like(now)).filter_map(measured);
    let best = if measure.fewer { earlier.min() } else { earlier.max() };
    if let (Some(best), Some(now)) = (best, (measure.of)(finish, seat)) {
        let better = if measure.fewer { now < best } else { now > best };
        let best = (measure.words)(best);
        facts.push(if better {
            format!("personal best here, before {best}")
        } else {
            format!("personal best here {best}")
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

/// What others usually reach in the same scenario on this server, in games where that says something.
async fn par(state: &AppState, game: &str, now: &Entry) -> Result<Option<String>, Fault> {
    let measure = around(game).measure;
    if !measure.has_par {
        return Ok(None);
    }
    let mut others = daily::finished(state, game).await?;
    others.retain(|entry| entry.id != now.id);
    Ok(usual(measure, now, &others).map(|usual| format!("par here {}", (measure.words)(usual))))
}

/// The middle of what others came to in the same scenario.
fn usual(measure: Measure, now: &Entry, others: &[Entry]) -> Option<i64> {
    let same = |entry: &&Entry| entry.scenario == now.scenario && entry.meta.title == now.meta.title;
    let reached = |entry: &Entry| (measure.of)(entry.meta.finish.as_ref()?, Seat(0));
    let mut reached: Vec<i64> = others.iter().filter(same).filter_map(reached).collect();
    reached.sort_unstable();
    (reached.len() >= OTHERS).then(|| reached[reached.len() / 2])
}

/// The place among those who have finished the same day's game.
async fn rank(state: &AppState, game: &str, now: &Entry) -> Result<Option<String>, Fault> {
    let Some(day) = now.meta.daily.as_deref().and_then(Day::parse) else { return Ok(None) };
    let results = daily::results(state, game, day).await?;
    let at = results.iter().position(|entry| entry.id == now.id);
    Ok(at
        .filter(|_| results.len() > 1)
        .map(|at| format!("number {} of {} on this day", at + 1, results.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Chair, Meta};

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
        let meta = Meta { finish: Some(finish), ..Meta::new(title.into(), chairs) };
        Entry { id: id.into(), meta, scenario: "own".into() }
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
        let told = facts("red-alert", &now, &finish, Seat(0), &before, "ada");
        assert_eq!(told, ["personal best here 20", "3 wins in a row"]);
        let told = facts("red-alert", &now, &finish, Seat(0), &before[1..], "ada");
        assert_eq!(told, ["personal best here, before 11", "3 wins in a row"]);
        // The first game has nothing to be compared with.
        assert!(facts("red-alert", &now, &finish, Seat(0), &[], "ada").is_empty());
        // Federation counts turns, and only wins.
        let told = facts("federation", &now, &Finish { turns: 7, ..finish }, Seat(0), &before[..2], "ada");
        assert_eq!(told, ["personal best here, before 9 turns", "2 wins in a row"]);
    }

    /// Other threats make another mission of it.
    #[test]
    fn par_is_what_others_came_to_in_the_same_scenario() {
        let scored = |id: &str, scenario: &str, score| Entry {
            scenario: scenario.into(),
            ..entry(id, 1, "Mission", score, true)
        };
        let now = scored("now", "mission white red", 40);
        let mut others: Vec<Entry> =
            [3, 9, 5, 7].iter().map(|score| scored("w", "mission white red", *score)).collect();
        others.extend([50, 60, 70].map(|score| scored("y", "mission yellow red", score)));
        let measure = around("space-alert").measure;
        assert_eq!(usual(measure, &now, &others), Some(7));
        assert_eq!(usual(measure, &scored("now", "mission yellow red", 0), &others), Some(60));
        assert_eq!(usual(measure, &now, &others[2..]), None, "two say little");
    }
}
