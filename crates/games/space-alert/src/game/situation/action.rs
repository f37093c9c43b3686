//! Decisions as words.

use super::{number, place, place_word};
use crate::{
    Declared, Half, Kind, Station, Tile, Zone,
    game::{Action, Beacon, Level, Levels, Repair, Spot},
};
use klaxon_core::Seat;

/// Reads a decision.
pub(super) fn read(words: &str) -> Result<Action, String> {
    let list: Vec<&str> = words.split_whitespace().collect();
    let station = |w: &str| Station::parse(w).ok_or_else(|| format!("`{w}` is no station"));
    let level = |w: &str| Level::parse(w).ok_or_else(|| format!("`{w}` is not white, yellow or mixed"));
    let card = |w: &str| Kind::parse(w).ok_or_else(|| format!("no card is called `{w}`"));
    let half = |w: &str| {
        Half::ALL
            .into_iter()
            .find(|h| h.word() == w)
            .ok_or_else(|| format!("`{w}` is not action or movement"))
    };
    let yes = |w: &str| match w {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("`{w}` is not yes or no")),
    };
    Ok(match list.as_slice() {
        ["levels", c, s] => Action::Levels(Levels { common: level(c)?, serious: level(s)? }),
        ["squad-at", at] => Action::SquadAt(station(at)?),
        ["ready"] => Action::Ready,
        ["place", c, turn, h] => Action::Place { turn: number(turn)?, card: card(c)?, half: half(h)? },
        ["flip", turn] => Action::Flip(number(turn)?),
        ["take-back", turn] => Action::TakeBack(number(turn)?),
        ["swap", a, b] => Action::Swap(number(a)?, number(b)?),
        ["next-phase"] => Action::NextPhase,
        ["android", who, c, turn, h] => Action::Android {
            android: place(who)? as u8,
            turn: number(turn)?,
            card: card(c)?,
            half: half(h)?,
        },
        ["draw"] => Action::Draw,
        ["give", c, to] => Action::Give { card: card(c)?, to: Seat(place(to)? as u8) },
        ["end-round", y] => Action::EndRound(yes(y)?),
        ["pause", y] => Action::Pause(yes(y)?),
        ["figure", who, "space"] => Action::Figure { member: place(who)? as u8, at: Spot::Space },
        ["figure", who, at] => Action::Figure { member: place(who)? as u8, at: Spot::Station(station(at)?) },
        ["ping", at] => Action::Ping(station(at)?),
        ["mark", "none"] => Action::Mark(None),
        ["mark", at] => Action::Mark(Some(Beacon::Station(station(at)?))),
        ["mark", track, square] => {
            let track = place_word(track).ok_or_else(|| format!("`{track}` is no trajectory"))?;
            Action::Mark(Some(Beacon::Square(track, number(square)?)))
        }
        ["say"] => Action::Say,
        ["wait"] => Action::Wait,
        ["wake"] => Action::Wake,
        ["solo", who, c, turn, h] => Action::SoloPlace {
            android: place(who)? as u8,
            turn: number(turn)?,
            card: card(c)?,
            half: half(h)?,
        },
        ["solo-take-back", who, turn] => {
            Action::SoloTakeBack { android: place(who)? as u8, turn: number(turn)? }
        }
        ["advance"] => Action::Advance,
        ["run"] => Action::RunToEnd,
        ["trip", "no"] => Action::Trip(Declared::Fine),
        ["trip", "half"] => Action::Trip(Declared::OtherHalf),
        ["trip", "arrow"] => Action::Trip(Declared::OppositeArrow),
        ["trip", "written"] => Action::Trip(Declared::AsWritten),
        ["go-on", y] => Action::GoOn(yes(y)?),
        ["repair", "nothing"] => Action::Repair(Repair::Nothing),
        ["repair", "squad", n] => Action::Repair(Repair::Squad(place(n)? as u8)),
        ["repair", zone, tile] => Action::Repair(Repair::Tile(
            Zone::parse(zone).ok_or_else(|| format!("`{zone}` is no zone"))?,
            Tile::parse(tile).ok_or_else(|| format!("`{tile}` is no tile"))?,
        )),
        _ => return Err(format!("`{words}` is no decision of Space Alert")),
    })
}

/// The words of a decision.
pub(super) fn print(action: &Action) -> String {
    let yes = |y: bool| if y { "yes" } else { "no" };
    match *action {
        Action::Levels(levels) => format!("levels {} {}", levels.common.word(), levels.serious.word()),
        Action::SquadAt(at) => format!("squad-at {at}"),
        Action::Ready => "ready".into(),
        Action::Place { turn, card, half } => format!("place {card} {turn} {}", half.word()),
        Action::Flip(turn) => format!("flip {turn}"),
        Action::TakeBack(turn) => format!("take-back {turn}"),
        Action::Swap(a, b) => format!("swap {a} {b}"),
        Action::NextPhase => "next-phase".into(),
        Action::Android { android, turn, card, half } => {
            format!("android {} {card} {turn} {}", android + 1, half.word())
        }
        Action::Draw => "draw".into(),
        Action::Give { card, to } => format!("give {card} {}", to.0 + 1),
        Action::EndRound(y) => format!("end-round {}", yes(y)),
        Action::Pause(y) => format!("pause {}", yes(y)),
        Action::Figure { member, at: Spot::Space } => format!("figure {} space", member + 1),
        Action::Figure { member, at: Spot::Station(at) } => format!("figure {} {at}", member + 1),
        Action::Ping(at) => format!("ping {at}"),
        Action::Mark(None) => "mark none".into(),
        Action::Mark(Some(Beacon::Station(at))) => format!("mark {at}"),
        Action::Mark(Some(Beacon::Square(track, square))) => format!("mark {} {square}", track.word()),
        Action::Say => "say".into(),
        Action::Wait => "wait".into(),
        Action::Wake => "wake".into(),
        Action::SoloPlace { android, turn, card, half } => {
            format!("solo {} {card} {turn} {}", android + 1, half.word())
        }
        Action::SoloTakeBack { android, turn } => format!("solo-take-back {} {turn}", android + 1),
        Action::Advance => "advance".into(),
        Action::RunToEnd => "run".into(),
        Action::Trip(Declared::Fine) => "trip no".into(),
        Action::Trip(Declared::OtherHalf) => "trip half".into(),
        Action::Trip(Declared::OppositeArrow) => "trip arrow".into(),
        Action::Trip(Declared::AsWritten) => "trip written".into(),
        Action::GoOn(y) => format!("go-on {}", yes(y)),
        Action::Repair(Repair::Nothing) => "repair nothing".into(),
        Action::Repair(Repair::Squad(n)) => format!("repair squad {}", n + 1),
        Action::Repair(Repair::Tile(zone, tile)) => format!("repair {zone} {}", tile.word()),
    }
}
