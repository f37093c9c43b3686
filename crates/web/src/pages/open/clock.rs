//! The clock of a table to be opened.

use crate::{
    error::Fault,
    table::clock::{Agreed, DAY, Days, End, HOUR, Live, words},
};
use maud::{Markup, html};

/// Seconds for a decision.
const DECISIONS: [u32; 4] = [30, 60, 120, 300];
/// Seconds for a live game, and with each turn.
const LIVE: [(u32, u32); 4] = [(300, 5), (600, 10), (1800, 20), (HOUR, 30)];
/// Seconds for a turn over days.
const TURNS: [u32; 5] = [12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY];
/// Seconds that can be saved over days; the second is the usual.
const RESERVES: [u32; 4] = [0, 3 * DAY, 7 * DAY, 14 * DAY];

/// Which clock, what is saved, and what happens when time is out.
pub(in crate::pages) fn fields() -> Markup {
    html! {
        div.field {
            label for="clock" { "Clock" }
            select #clock name="clock" {
                option value="none" { "none" }
                optgroup label="Live, all at the table" {
                    @for seconds in DECISIONS { option value=(seconds) { (words(seconds)) " for a decision, then a quick bot makes it" } }
                    @for (total, more) in LIVE { option value={ "live-" (total) "-" (more) } { (words(total)) " for the game and " (words(more)) " more with each turn" } }
                }
                optgroup label="Over days" {
                    @for turn in TURNS { option value={ "days-" (turn) } { (words(turn)) " for a turn" } }
                }
            }
        }
        div.field.over-days {
            label for="reserve" { "Time that is not used is saved" }
            select #reserve name="reserve" aria-describedby="reserve-help" {
                @for seconds in RESERVES {
                    option value=(seconds) selected[seconds == RESERVES[1]] { @if seconds == 0 { "no" } @else { "up to " (words(seconds)) } }
                }
            }
            p #reserve-help .soft.small { "Over days everybody may also take vacation: then his time stands still." }
        }
        fieldset.field.timed {
            legend { "When time is out" }
            label.radio { input type="radio" name="end" value="bot" checked; span { strong { "A quick bot decides" } " · until the turn is over" } }
            label.radio { input type="radio" name="end" value="seat"; span { strong { "The seat is lost" } " · it gives up, or a bot has it for good where the game has no such rule" } }
        }
    }
}

/// Reads them.
pub(in crate::pages) fn read(clock: &str, reserve: &str, end: &str) -> Result<Option<Agreed>, Fault> {
    let number = |text: &str| {
        text.parse::<u32>().map_err(|_| Fault::malformed(format!("`{text}` is not a number of seconds")))
    };
    let end = match end {
        "" | "bot" => End::Bot,
        "seat" => End::Seat,
        other => return Err(Fault::malformed(format!("`{other}` is not one of bot, seat"))),
    };
    let agreed = if let "" | "none" = clock {
        return Ok(None);
    } else if let Some(turn) = clock.strip_prefix("days-") {
        let reserve = if reserve.is_empty() { 0 } else { number(reserve)? };
        Agreed::Days(Days { turn: number(turn)?, reserve, end })
    } else if let Some(live) = clock.strip_prefix("live-") {
        let (total, increment) = live.split_once('-').unwrap_or((live, "0"));
        Agreed::Live(Live { total: number(total)?, increment: number(increment)?, end })
    } else {
        Agreed::Decision { seconds: number(clock)? }
    };
    Ok(Some(agreed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_offered_can_be_ordered() {
        let page = fields().into_string();
        let values = |of: &str| -> Vec<String> {
            let field = page
                .split(&format!("<select id=\"{of}\""))
                .nth(1)
                .unwrap()
                .split("</select>")
                .next()
                .unwrap();
            field.split("value=\"").skip(1).map(|v| v.split('"').next().unwrap().to_owned()).collect()
        };
        let (clocks, reserves) = (values("clock"), values("reserve"));
        assert_eq!((clocks.len(), reserves.len()), (14, 4));
        for (clock, reserve) in clocks.iter().flat_map(|c| reserves.iter().map(move |r| (c, r))) {
            for end in ["bot", "seat"] {
                let read = read(clock, reserve, end).unwrap();
                assert_eq!(read.is_none(), clock == "none");
                assert_eq!(read.map_or(Ok(()), Agreed::check), Ok(()), "{clock} {reserve}");
            }
        }
    }

    #[test]
    fn forged_forms_are_refused() {
        for (clock, reserve, end) in [
            ("soon", "", ""),
            ("-1", "", ""),
            ("days--1", "", ""),
            ("days-99999999999", "", ""),
            ("days-86400", "-1", ""),
            ("days-86400", "x", ""),
            ("live-", "", ""),
            ("live-10-x", "", ""),
            ("60", "", "nobody"),
        ] {
            assert!(read(clock, reserve, end).is_err(), "{clock} {reserve} {end}");
        }
    }
}
