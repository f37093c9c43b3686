//! The game of the day: everybody on this server gets the same luck and the same set-up.
//!
//! The seed of a day is derived from the host's own key, the game and the UTC date, so nobody outside the server can
//! know it before. Its commitment stands in the header of every table of the day, as with any game; the seed itself
//! and the decisions of finished games are published only when the day is over, so that nobody can read ahead.

use super::{ChairOrder, Holder, Meta, NewTableOrder, open::open_with, rated::scenario};
use crate::{
    boards::{Tally, around},
    drawing,
    error::Fault,
    keys::Keys,
    person::Person,
    state::{AppState, now},
};
use klaxon_catalog::Table;
use klaxon_core::{Millis, Outcome, SeatSet, Seed, TableOrder};
use klaxon_store::{Filter, TableState};
use serde::{Deserialize, Serialize};

const DAY: Millis = 86_400_000;
/// Tables looked through for one page of results.
const LOOKED_THROUGH: usize = 5000;
/// Tables asked for at a time.
const PAGE: u32 = 200;

/// Is there a game of the day?
pub fn is_daily(game: &str) -> bool {
    around(game).daily.is_some()
}

/// A day, counted from 1970 in UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Day(pub u64);

impl Day {
    /// The day of a moment.
    pub fn of(at: Millis) -> Day {
        Day(at / DAY)
    }

    /// When it begins.
    pub fn begins(self) -> Millis {
        self.0 * DAY
    }

    /// Today.
    pub fn today() -> Day {
        Day::of(now())
    }

    /// As in `2026-11-15`.
    pub fn date(self) -> String {
        // The civil calendar from a count of days: years begin in March, so that the leap day is the last one.
        let shifted = self.0 + 719_468;
        let (era, of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        format!("{:04}-{month:02}-{day:02}", era * 400 + year_of_era + next)
    }

    /// The day of a date; `None` for what is not one.
    pub fn parse(date: &str) -> Option<Day> {
        let mut parts = date.splitn(3, '-');
        let mut part = || parts.next()?.parse::<u64>().ok();
        let (year, month, day) = (part()?, part()?, part()?);
        if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        // No day is further than this from a first guess.
        let guess = (year - 1970) * 365 + (year - 1969) / 4 + (month - 1) * 30 + day;
        (guess.saturating_sub(30)..guess + 30).map(Day).find(|d| d.date() == date)
    }

    /// Scenario and options of the day, in games that have one.
    pub fn order(self, game: &str) -> Option<TableOrder> {
        around(game).daily.map(|order| order(self.0))
    }

    /// The luck of the day.
    pub fn seed(self, keys: &Keys, game: &str) -> Seed {
        Seed(keys.daily_seed(game, &self.date()))
    }
}

fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Finish {
    /// When.
    pub at: Millis,
    /// Was it won?
    pub won: bool,
    /// Turns it took.
    pub turns: u32,
    /// Worlds settled at the end.
    pub settled: u32,
    /// The end in a sentence.
    pub text: String,
    /// Who won. Release 0.1.0 noted only games for one, without it.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub winners: SeatSet,
    /// What each seat reached, where the game counts something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i32>,
}

impl Finish {
    /// The end of a game; `None` while it runs.
    pub fn of(table: &Table) -> Option<Finish> {
        let outcome = table.outcome()?;
        let Tally { turns, settled, scores } = drawing::tally(table, &outcome);
        let Outcome { winners, text, .. } = outcome;
        Some(Finish { at: now(), won: !winners.is_empty(), turns, settled, text, winners, scores })
    }

    /// Did all of these seats win?
    pub fn won_by(&self, seats: SeatSet) -> bool {
        let alone = self.winners.is_empty() && self.won;
        !seats.is_empty() && (alone || seats.iter().all(|seat| self.winners.has(seat)))
    }

    /// Wins first, quick ones first; of losses, those that came furthest and held out longest.
    pub fn rank(&self) -> (bool, u32, u32, Millis) {
        if self.won {
            (false, self.turns, 0, self.at)
        } else {
            (true, 6 - self.settled.min(6), u32::MAX - self.turns, self.at)
        }
    }
}

impl Meta {
    /// Is it a game of a day that is not over yet? Then its luck is not published.
    pub fn is_todays(&self) -> bool {
        self.daily.as_deref().and_then(Day::parse).is_some_and(|day| day >= Day::today())
    }

    /// May somebody look at the table who holds these seats or opened it? A game of the day is its player's alone until its day is over:
    /// others may still play the same luck. And an owner may close a table to watchers.
    pub fn may_look(&self, person: Option<&str>, held: SeatSet) -> Result<(), Fault> {
        if held.is_empty() && !self.is_owner(person) && self.is_todays() {
            return Err(Fault::forbidden("a game of the day is shown to others when its day is over"));
        }
        if held.is_empty() && !self.is_owner(person) && self.players_only {
            return Err(Fault::forbidden("this table is closed to watchers: only those who play see it"));
        }
        Ok(())
    }
}

/// A header without the seeds.
pub fn veiled(header: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(header).unwrap_or_default();
    if let Some(stretches) = value["luck"].as_array_mut() {
        for stretch in stretches.iter_mut().filter_map(serde_json::Value::as_object_mut) {
            stretch.remove("seed");
        }
    }
    // Without a digest it is of format 1, whose hash of the start has no key.
    if value["digest"].is_null()
        && let Some(header) = value.as_object_mut()
    {
        header.remove("start");
    }
    value.to_string()
}

/// A table of the store with what is known of it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// Who sat there and how it ended.
    pub meta: Meta,
    /// The scenario, as its results are compared.
    pub scenario: String,
}

impl Entry {
    /// Who played it, as he is shown.
    pub fn player(&self) -> String {
        self.meta.chairs.first().map_or_else(String::new, |chair| match &chair.holder {
            Holder::Bot { level } => format!("handed to a bot ({level})"),
            Holder::Open | Holder::Person { .. } | Holder::Program { .. } => chair.holder.name(),
        })
    }

    /// A stored table; nothing where nobody can read who sat there.
    fn of(stored: klaxon_store::Table) -> Option<Entry> {
        let meta: Meta = serde_json::from_str(&stored.meta).ok()?;
        let scenario = scenario(&stored.game, &meta.title, &stored.header);
        Some(Entry { id: stored.id, meta, scenario })
    }

    /// Were both played at the same scenario, by so many?
    pub fn is_like(&self, other: &Entry) -> bool {
        let told =
            |entry: &Entry| (entry.meta.title.clone(), entry.scenario.clone(), entry.meta.chairs.len());
        told(self) == told(other)
    }
}

/// The person's table of the day, if there is one.
pub async fn own(
    state: &AppState,
    person: Option<&str>,
    game: &str,
    day: Day,
) -> Result<Option<Entry>, Fault> {
    let Some(person) = person else { return Ok(None) };
    let date = day.date();
    let wanted = Filter { person: Some(person.into()), game: Some(game.into()), ..Filter::default() };
    let all = through(state, wanted, Some(day)).await?;
    // Whoever gave the seat to a bot has had the one try.
    Ok(all.into_iter().rev().find(|e| {
        let own = e.meta.is_owner(Some(person)) || !e.meta.seats_of(Some(person)).is_empty();
        own && e.meta.daily.as_ref() == Some(&date)
    }))
}

/// The person's table of the day; opened now if there is none yet.
pub async fn sit_down(state: &AppState, person: &Person, game: &str) -> Result<String, Fault> {
    let day = Day::today();
    let order = day.order(game).ok_or_else(|| Fault::missing("this game has no game of the day"))?;
    if let Some(entry) = own(state, Some(&person.id), game, day).await? {
        return Ok(entry.id);
    }
    let order = NewTableOrder::new(game.into(), order, vec![ChairOrder::Me]);
    open_with(state, Some(person), order, day.seed(&state.keys, game), Some(day.date())).await
}

/// All finished games of a day, the best first.
pub async fn results(state: &AppState, game: &str, day: Day) -> Result<Vec<Entry>, Fault> {
    let wanted = Filter { game: Some(game.into()), state: Some(TableState::Over), ..Filter::default() };
    let date = day.date();
    let mut all = through(state, wanted, Some(day)).await?;
    all.retain(|e| e.meta.daily.as_ref() == Some(&date) && e.meta.finish.is_some());
    all.sort_by_key(|e| e.meta.finish.as_ref().map(Finish::rank));
    Ok(all)
}

/// All finished games that are known, newest first. Whoever goes on from a step of another game may know what comes: such games are
/// not counted, here and for a person.
pub async fn finished(state: &AppState, game: &str) -> Result<Vec<Entry>, Fault> {
    let wanted = Filter { game: Some(game.into()), state: Some(TableState::Over), ..Filter::default() };
    let mut all = through(state, wanted, None).await?;
    all.retain(|e| e.meta.finish.is_some() && e.meta.branch.is_none());
    Ok(all)
}

/// All games of a person from their beginning, newest first.
pub async fn of_person(state: &AppState, person: &str, game: &str) -> Result<Vec<Entry>, Fault> {
    let wanted = Filter { person: Some(person.into()), game: Some(game.into()), ..Filter::default() };
    let mut all = through(state, wanted, None).await?;
    all.retain(|e| !e.meta.seats_of(Some(person)).is_empty() && e.meta.branch.is_none());
    Ok(all)
}

/// Tables that fit, newest first, back to the beginning of a day.
async fn through(state: &AppState, filter: Filter, since: Option<Day>) -> Result<Vec<Entry>, Fault> {
    let from = since.map_or(0, |day| day.0 * DAY);
    let (mut all, mut before) = (Vec::new(), None);
    let mut seen = 0;
    while seen < LOOKED_THROUGH {
        let page = state.store.list(Filter { limit: PAGE, before, ..filter.clone() }).await?;
        let full = page.len() == PAGE as usize;
        seen += page.len();
        before = page.last().map(|t| t.seq);
        let past = page.last().is_some_and(|t| t.created_at < from);
        all.extend(page.into_iter().filter(|t| t.created_at >= from).filter_map(Entry::of));
        if !full || past {
            break;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (day, date) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15"), (20_513, "2026-03-01")]
        {
            assert_eq!(Day(day).date(), date);
            assert_eq!(Day::parse(date), Some(Day(day)));
        }
        for bad in ["", "2026", "2026-13-01", "2026-02-30", "x-y-z", "0000-01-01"] {
            assert_eq!(Day::parse(bad), None, "{bad}");
        }
        assert!((0..4000).map(|n| Day(19_000 + n)).all(|d| Day::parse(&d.date()) == Some(d)));
    }

    #[test]
    fn a_day_has_one_luck_of_its_own() {
        let (keys, other) = (Keys::new(&[1; 32]), Keys::new(&[2; 32]));
        let (today, tomorrow) = (Day(20_000), Day(20_001));
        assert_eq!(today.seed(&keys, "federation"), today.seed(&keys, "federation"));
        assert_ne!(today.seed(&keys, "federation"), tomorrow.seed(&keys, "federation"));
        assert_ne!(today.seed(&keys, "federation"), today.seed(&other, "federation"));
        let scenarios: Vec<String> =
            (0..3).map(|n| Day(20_000 + n).order("federation").unwrap().scenario).collect();
        assert_eq!(scenarios.iter().collect::<std::collections::BTreeSet<_>>().len(), 3);
    }

    #[test]
    fn quick_wins_come_first() {
        let finish = |won, turns, settled| Finish { at: 1, won, turns, settled, ..Finish::default() };
        let mut all = [
            finish(false, 9, 2),
            finish(true, 30, 6),
            finish(false, 20, 2),
            finish(true, 25, 6),
            finish(false, 5, 4),
        ];
        all.sort_by_key(Finish::rank);
        let order: Vec<(bool, u32)> = all.iter().map(|f| (f.won, f.turns)).collect();
        assert_eq!(order, [(true, 25), (true, 30), (false, 5), (false, 20), (false, 9)]);
    }

    #[test]
    fn a_veiled_header_keeps_its_commitment() {
        let text = veiled(r#"{"game":"federation","luck":[{"from":1,"commitment":"ab","seed":"cd"}]}"#);
        assert!(text.contains("commitment") && !text.contains("seed") && !text.contains("cd"), "{text}");
    }
}
