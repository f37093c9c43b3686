//! Vacation: so many days a year on which a person's time stands still at tables over days. It is counted in whole days by
//! the server's clock, from the moment it begins; whoever comes back early gets the days back that have not begun. Live clocks
//! know nothing of it, and time that is out stays out.

use crate::{
    error::Fault,
    person::Person,
    phrase,
    state::AppState,
    table::{
        clock::{Agreed, Vacation},
        daily::Day,
    },
};
use klaxon_core::Millis;
use klaxon_store::{Filter, TableState};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

const DAY: Millis = 86_400_000;
/// Tables read at once.
const PAGE: u32 = 200;
/// Races with the table's server that a change may lose.
const MOST_RACES: usize = 3;

/// Of two who ask at the same moment the second sees what the first has taken.
static COUNTER: Mutex<()> = Mutex::const_new(());

/// What is kept of a person's vacation: the days of one year, and the last one taken.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Taken {
    /// The year of which the days are.
    year: u32,
    /// Days taken in that year.
    days: u32,
    /// When the last one began.
    from: Millis,
    /// When it ends, or ended.
    until: Millis,
}

/// The year of a moment, in UTC.
fn year(at: Millis) -> u32 {
    Day::of(at).date().split('-').next().and_then(|year| year.parse().ok()).unwrap_or(0)
}

impl Taken {
    /// Days taken in the present year.
    pub fn days(self, now: Millis) -> u32 {
        if self.year == year(now) { self.days } else { 0 }
    }

    /// Until when the person is on vacation, if he is.
    pub fn until(self, now: Millis) -> Option<Millis> {
        (self.from..self.until).contains(&now).then_some(self.until)
    }

    /// Goes on vacation for so many days.
    fn begin(self, now: Millis, days: u32, a_year: u32) -> Result<Taken, Fault> {
        let left = a_year.saturating_sub(self.days(now));
        if self.until(now).is_some() {
            return Err(Fault::conflict("on-vacation", "you are on vacation already"));
        }
        if days == 0 {
            return Err(Fault::malformed("a vacation has one day at least"));
        }
        if days > left {
            let text = format!("you have {left} of {a_year} days of vacation left this year");
            return Err(Fault::conflict("no-days", text));
        }
        let until = now.saturating_add(Millis::from(days) * DAY);
        Ok(Taken { year: year(now), days: self.days(now) + days, from: now, until })
    }

    /// Comes back. Days that have begun are taken.
    fn end(self, now: Millis) -> Result<Taken, Fault> {
        let Some(until) = self.until(now) else {
            return Err(Fault::conflict("not-on-vacation", "you are not on vacation"));
        };
        let unused = ((until - now).saturating_sub(1) / DAY) as u32;
        // Days of last year are nobody's any more.
        let back = if self.year == year(now) { unused } else { 0 };
        Ok(Taken { days: self.days.saturating_sub(back), until: now, ..self })
    }
}

/// What a person has taken.
pub async fn of(state: &AppState, person: &str) -> Result<Taken, Fault> {
    Ok(phrase::vacation(state, person).await?.unwrap_or_default())
}

/// The person goes on vacation, at all tables over days where he sits.
pub async fn begin(state: &AppState, person: &Person, days: u32) -> Result<Taken, Fault> {
    change(state, person, |taken, now| taken.begin(now, days, state.config.vacation_days)).await
}

/// The person is back.
pub async fn end(state: &AppState, person: &Person) -> Result<Taken, Fault> {
    change(state, person, Taken::end).await
}

async fn change(
    state: &AppState,
    person: &Person,
    change: impl FnOnce(Taken, Millis) -> Result<Taken, Fault>,
) -> Result<Taken, Fault> {
    let _counter = COUNTER.lock().await;
    let now = state.config.wall.now();
    let taken = change(of(state, &person.id).await?, now)?;
    phrase::keep_vacation(state, person, taken).await?;
    tell_tables(state, &person.id, taken, now).await?;
    Ok(taken)
}

/// Tells every table over days where the person sits until when his time stands still.
async fn tell_tables(state: &AppState, person: &str, taken: Taken, now: Millis) -> Result<(), Fault> {
    for kind in [TableState::Open, TableState::Playing] {
        let mut before = None;
        loop {
            let filter = Filter {
                person: Some(person.into()),
                state: Some(kind),
                limit: PAGE,
                before,
                ..Filter::default()
            };
            let page = state.store.list(filter).await?;
            let Some(last) = page.last() else { break };
            before = Some(last.seq);
            for table in page {
                if let Err(fault) = tell_table(state, &table.id, person, taken, now).await {
                    tracing::warn!(table = table.id, ?fault, "a table was not told of a vacation");
                }
            }
        }
    }
    Ok(())
}

async fn tell_table(
    state: &AppState,
    id: &str,
    person: &str,
    taken: Taken,
    now: Millis,
) -> Result<(), Fault> {
    let live = state.tables.get(state, id)?;
    let mut sitting = live.sit_now(state).await?;
    if !sitting.meta.clock.is_some_and(Agreed::is_over_days) {
        return Ok(());
    }
    // The table's clock may differ a little from the one on the wall.
    let here = |at: Millis| {
        if at >= now { sitting.now() + (at - now) } else { sitting.now().saturating_sub(now - at) }
    };
    let vacation = Vacation { from: here(taken.from), until: here(taken.until), before: 0 };
    for _ in 0..MOST_RACES {
        match sitting.set_vacation(person, vacation).await {
            Err(fault) if sitting.is_race(&fault) => {}
            outcome => return outcome,
        }
    }
    sitting.set_vacation(person, vacation).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon of a day in summer.
    const NOON: Millis = 1_783_000_000_000 / DAY * DAY + DAY / 2;

    #[test]
    fn days_are_counted_and_there_are_no_more_than_a_year_has() {
        let taken = Taken::default().begin(NOON, 14, 21).unwrap();
        assert_eq!((taken.days(NOON), taken.until(NOON)), (14, Some(NOON + 14 * DAY)));
        assert_eq!(taken.begin(NOON, 1, 21).unwrap_err().code, "on-vacation");
        let later = NOON + 14 * DAY;
        assert_eq!(taken.until(later), None);
        assert_eq!(taken.begin(later, 8, 21).unwrap_err().code, "no-days");
        assert_eq!(taken.begin(later, u32::MAX, 21).unwrap_err().code, "no-days");
        assert_eq!(taken.begin(later, 0, 21).unwrap_err().code, "malformed");
        assert_eq!(taken.begin(later, 7, 21).unwrap().days(later), 21);
        assert_eq!(Taken::default().begin(NOON, 1, 0).unwrap_err().code, "no-days", "the host gives none");
    }

    #[test]
    fn a_day_that_has_begun_is_taken() {
        let taken = Taken::default().begin(NOON, 10, 21).unwrap();
        for (after, days) in [(0, 1), (1, 1), (DAY - 1, 1), (DAY, 2), (9 * DAY + 5, 10)] {
            let back = taken.end(NOON + after).unwrap();
            assert_eq!((back.days(NOON), back.until(NOON + after)), (days, None), "{after}");
        }
        assert_eq!(taken.end(NOON + 10 * DAY).unwrap_err().code, "not-on-vacation");
        assert_eq!(Taken::default().end(NOON).unwrap_err().code, "not-on-vacation");
    }

    #[test]
    fn a_new_year_brings_new_days() {
        let taken = Taken::default().begin(NOON, 21, 21).unwrap();
        assert_eq!(taken.days(NOON + 366 * DAY), 0);
        assert!(taken.begin(NOON + 366 * DAY, 21, 21).is_ok());
        // Begun in the old year and ended in the new one: no days of the new one come of it.
        let eve = Day::parse("2026-12-30").unwrap().0 * DAY;
        let across = Taken::default().begin(eve, 10, 21).unwrap().end(eve + 3 * DAY).unwrap();
        assert_eq!(across.days(eve + 3 * DAY), 0);
        assert_eq!(across.begin(eve + 3 * DAY, 22, 21).unwrap_err().code, "no-days");
    }

    #[test]
    fn a_wall_clock_that_is_set_back_gives_nothing() {
        let taken = Taken::default().begin(NOON, 3, 21).unwrap();
        assert_eq!(taken.until(NOON - DAY), None, "it has not begun then");
        assert_eq!(taken.end(NOON - DAY).unwrap_err().code, "not-on-vacation");
    }
}
