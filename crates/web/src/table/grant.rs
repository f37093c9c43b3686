//! Who may do what at a table. Nothing is looked up and nothing is changed here: who asks, what is so and what is wished go
//! in, and leave or a refusal comes out.

use super::{Asker, SHUT, SeatChange, absence::words};
use crate::{error::Fault, wish::Wish};
use klaxon_bots::Level;
use klaxon_core::Seat;

/// As whom somebody at a page wishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Guest {
    /// The seat whose questions he sees now; nobody decides for another.
    pub seat: Option<Seat>,
    /// Does he hold any seat? On a device that is passed around, none of them may be lifted yet.
    pub holds: bool,
    /// Did he open the table?
    pub owner: bool,
    /// Has he a name?
    pub named: bool,
}

/// What a wish may go on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// It is done for this seat.
    For(Seat),
    /// It is about the table, another seat or the page: what remains to be asked is asked where it is done.
    Any,
    /// It would come to nothing, and need not be spoken of.
    Nothing,
}

impl Leave {
    /// The seat for which it is done.
    pub fn seat(self) -> Result<Seat, Fault> {
        match self {
            Leave::For(seat) => Ok(seat),
            Leave::Any | Leave::Nothing => Err(watching()),
        }
    }
}

fn watching() -> Fault {
    Fault::forbidden("you are watching: only players decide")
}

/// May somebody have what his page wishes?
pub fn grant(guest: &Guest, wish: &Wish) -> Result<Leave, Fault> {
    let own = guest.seat.map(Leave::For);
    match wish {
        Wish::Click { .. }
        | Wish::Pick { .. }
        | Wish::Act { .. }
        | Wish::Any { .. }
        | Wish::Undo
        | Wish::Skip
        | Wish::Odds { .. }
        | Wish::Hint
        | Wish::Request { .. }
        | Wish::Auto { .. }
        | Wish::Quiet { .. }
        | Wish::Pass { .. }
        | Wish::Ask { .. }
        | Wish::Coach { .. }
        | Wish::ShowMe
        | Wish::ReadOn
        | Wish::GotIt { .. } => own.ok_or_else(watching),
        Wish::Peek { .. } => Ok(own.unwrap_or(Leave::Nothing)),
        // All who play are asked, whichever of their seats they look from.
        Wish::Edition { .. } if guest.holds => Ok(Leave::Any),
        Wish::Edition { .. } => Err(watching()),
        Wish::Say { .. } if guest.named => Ok(Leave::Any),
        Wish::Say { .. } => Err(Fault::forbidden("take a name on the first page to speak here")),
        Wish::House { .. } if guest.owner => Ok(Leave::Any),
        Wish::House { .. } => Err(Fault::forbidden("only whoever opened the table may do that")),
        // What is asked about a chair is in `change`; the page itself is everybody's own.
        Wish::Bot { .. }
        | Wish::Free { .. }
        | Wish::Seat { .. }
        | Wish::Lift { .. }
        | Wish::Clear
        | Wish::OddsFirst { .. }
        | Wish::PhraseKept => Ok(Leave::Any),
        // What is said again is looked at as what it is; wrapped twice it is nothing.
        Wish::Again { .. } => Ok(Leave::Nothing),
    }
}

/// Who sits on a chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sits {
    /// It is free.
    Nobody,
    /// A bot, for good.
    Bot,
    /// A person or a program.
    Somebody,
}

/// A chair and what is so around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground<'a> {
    /// Why the host has closed the table, if he has.
    pub closed: Option<&'a str>,
    /// Nothing more is decided at the table.
    pub done: bool,
    /// It is a game of the day.
    pub daily: bool,
    /// It is a game that counts, in which nobody is helped.
    pub contest: bool,
    /// It is a rated game that has begun.
    pub rated: bool,
    /// Who sits there.
    pub sits: Sits,
    /// Whoever sits there is at the table now.
    pub here: bool,
    /// Whoever sits there is away while a clock runs.
    pub missed: bool,
    /// The chair waits for its link to be used, or its holder has been away for long.
    pub gone: bool,
    /// Whoever opened the table has been away for long.
    pub owner_gone: bool,
    /// How long that is, in seconds.
    pub patience: u32,
}

/// May this asker say who sits on a seat that is not his own?
pub fn rule(asker: &Asker, ground: &Ground<'_>) -> Result<(), Fault> {
    if ground.done {
        return Err(Fault::conflict("over", "nothing more is decided at this table"));
    }
    if asker.owner {
        return Ok(());
    }
    if asker.held.is_empty() {
        return Err(Fault::forbidden("you are watching: this seat is not yours to give"));
    }
    let wait = || words(ground.patience);
    if !ground.owner_gone {
        return Err(Fault::forbidden(format!(
            "this is for whoever opened the table; when he has been away for {}, those who play may do it",
            wait()
        )));
    }
    if ground.gone {
        return Ok(());
    }
    Err(Fault::forbidden(format!(
        "this seat is its holder's until the table has waited for him for {}",
        wait()
    )))
}

/// May this asker change that about a seat?
pub fn change(asker: &Asker, seat: Seat, ground: &Ground<'_>, change: &SeatChange) -> Result<(), Fault> {
    if let Some(why) = ground.closed {
        return Err(Fault::conflict(SHUT, why.to_owned()));
    }
    if ground.daily && !matches!(change, SeatChange::Bot { .. }) {
        return Err(Fault::conflict("daily", "a game of the day is its player's alone"));
    }
    let own = asker.held.has(seat);
    if ground.rated && !ground.done {
        return bound(asker, own, ground, change);
    }
    // Where a clock runs, the others go on with a bot for whoever is away.
    let missed = ground.missed && !asker.held.is_empty();
    match change {
        SeatChange::Renew => rule(asker, ground),
        SeatChange::Free if ground.sits == Sits::Nobody => {
            Err(Fault::conflict("free", "this seat is free already"))
        }
        SeatChange::Free if own => Err(Fault::conflict("own", "you sit there yourself: stand up instead")),
        SeatChange::Free => rule(asker, ground),
        SeatChange::Bot { level } => {
            level.parse::<Level>().map_err(Fault::malformed)?;
            if own || missed {
                return Ok(());
            }
            if ground.sits != Sits::Nobody && !(asker.owner && ground.missed) {
                return Err(Fault::forbidden("this seat is not yours to give"));
            }
            rule(asker, ground)
        }
        SeatChange::StandIn { .. } if ground.contest && !ground.done => {
            Err(Fault::conflict(super::RATED, "this game counts: nobody plays it for another"))
        }
        SeatChange::StandIn { level } => {
            level.parse::<Level>().map_err(Fault::malformed)?;
            match ground.sits {
                Sits::Somebody => {}
                Sits::Nobody => return Err(Fault::conflict("free", "nobody sits there to stand in for")),
                Sits::Bot => return Err(Fault::conflict("taken", "a bot plays there already")),
            }
            if !own && !missed {
                rule(asker, ground)?;
            }
            if !own && ground.here {
                return Err(Fault::conflict("here", "whoever sits there is at the table"));
            }
            if ground.done {
                return Err(Fault::conflict("over", "nothing more is decided at this table"));
            }
            Ok(())
        }
        SeatChange::Back if own => Ok(()),
        SeatChange::Back => rule(asker, ground),
        SeatChange::Forfeit => Err(Fault::conflict("not-rated", "only a rated game is lost by being away")),
        SeatChange::StandUp if own => Ok(()),
        SeatChange::StandUp => Err(Fault::forbidden("you do not sit there")),
    }
}

/// The same in a rated game that has begun: whoever leaves it has lost it, and nobody plays it for another.
fn bound(asker: &Asker, own: bool, ground: &Ground<'_>, change: &SeatChange) -> Result<(), Fault> {
    match change {
        SeatChange::Back if own => Ok(()),
        SeatChange::Forfeit if own => Err(Fault::conflict("own", "you sit there yourself: give up instead")),
        SeatChange::Forfeit if asker.held.is_empty() => {
            Err(Fault::forbidden("you are watching: this seat is not yours to give"))
        }
        SeatChange::Forfeit if ground.gone && !ground.here => Ok(()),
        SeatChange::Forfeit => Err(Fault::conflict(
            "here",
            format!("this game is lost for whoever lets the table wait for {}", words(ground.patience)),
        )),
        SeatChange::Renew
        | SeatChange::Free
        | SeatChange::Bot { .. }
        | SeatChange::StandIn { .. }
        | SeatChange::Back
        | SeatChange::StandUp => {
            Err(Fault::conflict(super::RATED, "this game counts: seats stay as they are until its end"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::HouseChange;
    use klaxon_core::SeatSet;
    use serde_json::Value;

    const MINE: Seat = Seat(0);
    const WATCHER: Guest = Guest { seat: None, holds: false, owner: false, named: false };
    const SEATED: Guest = Guest { seat: Some(MINE), holds: true, owner: false, named: true };
    const HOST: Guest = Guest { seat: None, holds: false, owner: true, named: true };
    /// Holds seats on a device that must be passed on first.
    const COVERED: Guest = Guest { seat: None, holds: true, owner: false, named: true };

    fn code(result: Result<Leave, Fault>) -> &'static str {
        result.err().map_or("", |fault| fault.code)
    }

    #[test]
    fn only_who_sits_decides() {
        let id = || "x".to_owned();
        for wish in [
            Wish::Click { id: id() },
            Wish::Pick { q: 1, i: 0, sure: false, w: id() },
            Wish::Act { q: None, action: Value::Null },
            Wish::Any { words: id() },
            Wish::Undo,
            Wish::Skip,
            Wish::Odds { q: 1, i: None },
            Wish::Hint,
            Wish::Auto { on: true },
            Wish::Quiet { q: 1 },
            Wish::Pass { q: 1 },
            Wish::Ask { words: id() },
            Wish::Coach { on: true },
            Wish::GotIt { tip: id() },
        ] {
            assert_eq!(grant(&SEATED, &wish).unwrap(), Leave::For(MINE), "{wish:?}");
            for guest in [WATCHER, HOST, COVERED] {
                assert_eq!(code(grant(&guest, &wish)), "forbidden", "{guest:?} {wish:?}");
            }
        }
    }

    #[test]
    fn what_is_not_a_decision_has_its_own_right() {
        let wishes = [
            (
                Wish::Peek { id: "x".into() },
                [Some(Leave::Nothing), Some(Leave::For(MINE)), Some(Leave::Nothing), Some(Leave::Nothing)],
            ),
            (Wish::Edition { to: None }, [None, Some(Leave::Any), None, Some(Leave::Any)]),
            (
                Wish::Say { text: "hi".into(), team: false },
                [None, Some(Leave::Any), Some(Leave::Any), Some(Leave::Any)],
            ),
            (
                Wish::House { change: HouseChange::Watchers { allowed: true } },
                [None, None, Some(Leave::Any), None],
            ),
        ];
        for (wish, leaves) in wishes {
            for (guest, leave) in [WATCHER, SEATED, HOST, COVERED].iter().zip(leaves) {
                assert_eq!(grant(guest, &wish).ok(), leave, "{guest:?} {wish:?}");
            }
        }
        let level = || "easy".to_owned();
        for wish in [
            Wish::Clear,
            Wish::OddsFirst { on: true },
            Wish::PhraseKept,
            Wish::Lift { seat: 1 },
            Wish::Bot { seat: 1, level: level() },
            Wish::Free { seat: 1 },
            Wish::Seat { seat: 1, change: SeatChange::Back },
        ] {
            for guest in [WATCHER, SEATED, HOST, COVERED] {
                assert_eq!(grant(&guest, &wish).unwrap(), Leave::Any, "{guest:?} {wish:?}");
            }
        }
    }

    fn asker(owner: bool, held: &[u8]) -> Asker {
        Asker { owner, held: held.iter().map(|s| Seat(*s)).collect(), name: "Ada".into() }
    }

    /// Somebody sits there and was here a moment ago.
    const GROUND: Ground<'_> = Ground {
        closed: None,
        done: false,
        daily: false,
        contest: false,
        rated: false,
        sits: Sits::Somebody,
        here: false,
        missed: false,
        gone: false,
        owner_gone: false,
        patience: 3600,
    };

    fn all() -> [SeatChange; 6] {
        let level = || "easy".to_owned();
        [
            SeatChange::Renew,
            SeatChange::Free,
            SeatChange::Bot { level: level() },
            SeatChange::StandIn { level: level() },
            SeatChange::Back,
            SeatChange::StandUp,
        ]
    }

    /// The codes of the refusals of all changes, in their order; empty where there is leave.
    fn codes(asker: &Asker, ground: &Ground<'_>) -> [&'static str; 6] {
        all().map(|what| change(asker, Seat(1), ground, &what).err().map_or("", |fault| fault.code))
    }

    #[test]
    fn a_chair_is_its_holders_then_the_hosts_then_the_tables() {
        let (no, ok) = ("forbidden", "");
        let (own, host, other, watcher) =
            (asker(false, &[1]), asker(true, &[0]), asker(false, &[0]), asker(false, &[]));
        //                                    renew free  bot  stand-in back stand-up
        assert_eq!(codes(&own, &GROUND), [no, "own", ok, ok, ok, ok]);
        assert_eq!(codes(&host, &GROUND), [ok, ok, no, ok, ok, no]);
        assert_eq!(codes(&other, &GROUND), [no; 6]);
        assert_eq!(codes(&watcher, &GROUND), [no; 6]);
        // When the host is away for long, and the holder too, whoever plays may.
        let left = Ground { owner_gone: true, ..GROUND };
        assert_eq!(codes(&other, &left), [no; 6]);
        let gone = Ground { gone: true, ..left };
        assert_eq!(codes(&other, &gone), [ok, ok, no, ok, ok, no]);
        assert_eq!(codes(&watcher, &gone), [no; 6]);
        // Whoever is here is not stood in for by others.
        assert_eq!(codes(&host, &Ground { here: true, ..GROUND })[3], "here");
        // Where a clock runs those who play need not wait for whoever is away.
        let missed = Ground { missed: true, ..GROUND };
        assert_eq!(codes(&other, &missed), [no, no, ok, ok, no, no]);
        assert_eq!(codes(&host, &missed)[2], ok);
        assert_eq!(codes(&watcher, &missed), [no; 6]);
    }

    #[test]
    fn free_chairs_and_bots_are_given_away_and_not_stood_in_for() {
        let (no, ok) = ("forbidden", "");
        let host = asker(true, &[0]);
        let free = Ground { sits: Sits::Nobody, ..GROUND };
        assert_eq!(codes(&host, &free), [ok, "free", ok, "free", ok, no]);
        let bot = Ground { sits: Sits::Bot, ..GROUND };
        assert_eq!(codes(&host, &bot), [ok, ok, no, "taken", ok, no]);
        let nonsense = SeatChange::Bot { level: "brilliant".into() };
        assert_eq!(change(&host, Seat(1), &free, &nonsense).unwrap_err().code, "malformed");
    }

    #[test]
    fn closed_and_finished_tables_and_games_of_the_day_stay_as_they_are() {
        let (own, host) = (asker(false, &[1]), asker(true, &[]));
        for who in [&own, &host] {
            assert_eq!(codes(who, &Ground { closed: Some("it is late"), ..GROUND }), [SHUT; 6]);
        }
        let daily = Ground { daily: true, ..GROUND };
        assert_eq!(codes(&own, &daily), ["daily", "daily", "", "daily", "daily", "daily"]);
        // Where it counts, no bot stands in, not even before it begins.
        let contest = Ground { contest: true, ..GROUND };
        assert_eq!(codes(&own, &contest), ["forbidden", "own", "", "rated", "", ""]);
        let done = Ground { done: true, ..GROUND };
        assert_eq!(codes(&host, &done), ["over", "over", "forbidden", "over", "over", "forbidden"]);
        assert_eq!(codes(&own, &done)[3], "over");
        assert!(SeatSet::NONE.is_empty() && rule(&host, &done).is_err());
    }
}
