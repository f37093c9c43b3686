//! A seat whose holder is on vacation: its time stands still.

use super::{Chair, Sitting, clock::Vacation, daily::Day};
use crate::error::Fault;
use klaxon_core::Millis;

const DAY: Millis = 86_400_000;

impl Sitting {
    /// The seats of a person rest for some days, or rest no more: the vacation that began then ends then.
    pub(crate) async fn set_vacation(&mut self, person: &str, wanted: Vacation) -> Result<(), Fault> {
        let (now, most) = (self.now(), Millis::from(self.state.config.vacation_days) * DAY);
        self.change_meta(|meta| {
            for chair in meta.chairs.iter_mut().filter(|chair| chair.held_by(person)) {
                chair.rest(wanted, now, most);
            }
        })
        .await?;
        self.wind().await
    }
}

impl Chair {
    /// The seat rests. Whoever holds it by several browsers has no more days for that: a seat has as many a year as a person.
    fn rest(&mut self, wanted: Vacation, now: Millis, most: Millis) {
        // What ran until now was counted by the vacation before.
        if let Some(purse) = self.purse.as_mut().filter(|purse| purse.since.is_some()) {
            (purse.left, purse.since) = (purse.left_at(now, self.vacation), Some(now));
        }
        let ends = wanted.until <= now;
        let year = |at| Day::of(at).date()[..4].to_owned();
        self.vacation = match self.vacation {
            Some(old) if ends => Some(Vacation { until: old.until.min(wanted.until), ..old }),
            None if ends => None,
            old => {
                let had = old.filter(|old| year(old.from) == year(now));
                let before = had.map_or(0, |old| old.before + old.until.min(now).saturating_sub(old.from));
                let until = wanted.until.min(now.saturating_add(most.saturating_sub(before)));
                Some(Vacation { from: now, until, before })
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        Holder,
        clock::{Agreed, Days, End, Moment, Purse},
    };

    /// Some summer.
    const SUMMER: Millis = 20_600 * DAY;

    fn chair(left_days: u32) -> Chair {
        let bank = Agreed::Days(Days { turn: left_days * 86_400, reserve: 0, end: End::Bot }).bank().unwrap();
        let asked = Moment { asked: true, new: true, runs: true, moved: 0, now: SUMMER, vacation: None };
        let purse = Some(Purse::new(bank).at(bank, &asked));
        Chair { purse, ..Chair::new("One".into(), Holder::Open) }
    }

    fn due(chair: &Chair) -> Millis {
        (chair.purse.unwrap().due(chair.vacation).unwrap() - SUMMER) / DAY
    }

    fn rest(chair: &mut Chair, at: Millis, days: Millis, most: Millis) {
        let from = SUMMER + at * DAY;
        chair.rest(Vacation { from, until: from + days * DAY, before: 0 }, from, most * DAY);
    }

    #[test]
    fn time_stands_still_and_goes_on() {
        let mut chair = chair(3);
        rest(&mut chair, 1, 5, 21);
        assert_eq!(due(&chair), 8);
        // Back after two days of five.
        rest(&mut chair, 3, 0, 21);
        assert_eq!(due(&chair), 5);
        assert!(!chair.vacation.unwrap().covers(SUMMER + 4 * DAY));
        // And away again: what was used before stays used.
        rest(&mut chair, 4, 10, 21);
        assert_eq!(due(&chair), 15);
    }

    #[test]
    fn another_browser_of_the_same_seat_has_no_days_more() {
        let mut chair = chair(3);
        rest(&mut chair, 0, 21, 21);
        rest(&mut chair, 20, 21, 21);
        assert_eq!(due(&chair), 24, "twenty days, and one that is left of the year's");
        rest(&mut chair, 21, 21, 21);
        assert_eq!(due(&chair), 24);
    }

    #[test]
    fn time_that_is_out_stays_out() {
        let mut chair = chair(1);
        rest(&mut chair, 2, 5, 21);
        assert_eq!(due(&chair), 2, "no later than now");
    }
}
