//! The ids of everything on the boards that can be pointed at. A page draws with these ids; labels click on them.
//!
//! | id | what |
//! |---|---|
//! | `space-FE2` | a space of the main board |
//! | `fleet-FE-S` | an alien fleet |
//! | `queue-0` … `queue-4` | the Activation Queue; 0 is the rightmost, the one being resolved |
//! | `drawn-FE-ADV` | a token drawn for a Bypass |
//! | `war-FE` | a race's War Effort track |
//! | `tech-FE`, `tech-FE-6` | a race's technology track, one of its spaces |
//! | `pair-FE-CT` | a relationship |
//! | `expansion`, `losses`, `stability` | the Federation's markers |
//! | `pool-B`, `stored-B`, `sacrificed-B` | tokens of one type in the pools, the store, the sacrificed box |
//! | `track-3-0` | row 3, left column of the Resource Track; `tray-B`: tokens of one type in row 0 |
//! | `column-1`, `column-2` | the middle and right column, with the Morale that opens it |
//! | `spy-FE`, `attache-FE`, `embassy-FE` | deployed tokens |
//! | `unbuilt-flagship`, `unbuilt-mine`, `unbuilt-sol-defense`, `unbuilt-ally` | Unbuilt Assets |
//! | `base-build` … `base-warp-research` | a Base, wherever it is |
//! | `card-0` … `card-9` | a research card |
//! | `chit-EV1` | an Event chit; `die-0`: a die on the table |
//! | `research`, `warp-pile` | the Research Progress Track as a whole; the pile of Warp technologies |
//! | `store`, `end` | Stored Resources as a place to put a token; the end of the turn |
//! | `flagship-SOL`, `ally-SOL`, `mine-SOL`, `mine-upgraded-SOL`, `sol-defense` | assets in a space |

use super::phrase;
use crate::{
    nouns::{Asset, Base, Fleet, Marker, Pair, Race, Resource, Side, Space, Token, Unit},
    questions::Spot,
};

/// A space of the main board.
pub fn space(s: Space) -> String {
    format!("space-{}", s.id())
}

/// An alien fleet.
pub fn fleet(f: Fleet) -> String {
    format!("fleet-{}", f.id())
}

/// A space of the Activation Queue.
pub fn queue(slot: u8) -> String {
    format!("queue-{slot}")
}

/// A token drawn for a Bypass.
pub fn drawn(token: Token) -> String {
    format!("drawn-{}", token.id())
}

/// A race's War Effort track.
pub fn war(race: Race) -> String {
    format!("war-{}", race.id())
}

/// A race's technology track.
pub fn tech(race: Race) -> String {
    format!("tech-{}", race.id())
}

/// One space of a technology track.
pub fn tech_space(race: Race, number: u8) -> String {
    format!("tech-{}-{number}", race.id())
}

/// A relationship.
pub fn pair(p: Pair) -> String {
    format!("pair-{}", p.id())
}

/// A marker of the Federation.
pub fn marker(m: Marker) -> String {
    m.word().into()
}

/// A Resource Pool.
pub fn pool(what: Resource) -> String {
    format!("pool-{}", what.id())
}

/// Sacrificed tokens of one type.
pub fn sacrificed(what: Resource) -> String {
    format!("sacrificed-{}", what.id())
}

/// A space of the Resource Track.
pub fn track(row: u8, column: u8) -> String {
    format!("track-{row}-{column}")
}

/// A column of the Resource Track.
pub fn column(column: u8) -> String {
    format!("column-{column}")
}

/// Where a resource token lies.
pub fn spot(what: Resource, spot: Spot, open_columns: u8) -> String {
    match spot {
        Spot::Tray => format!("tray-{}", what.id()),
        Spot::Stored => format!("stored-{}", what.id()),
        Spot::Spy(race) => format!("spy-{}", race.id()),
        Spot::Attache(race) => format!("attache-{}", race.id()),
        Spot::Embassy(race) => format!("embassy-{}", race.id()),
        Spot::Column => column(open_columns),
        Spot::Track { row, column } => track(row, column),
    }
}

/// The token that an id points at, for *why not?*.
pub fn parse_spot(id: &str) -> Option<Spot> {
    let (kind, rest) = id.split_once('-')?;
    match kind {
        "tray" => Resource::from_id(rest).map(|_| Spot::Tray),
        "stored" => Resource::from_id(rest).map(|_| Spot::Stored),
        "spy" => Race::from_id(rest).map(Spot::Spy),
        "attache" => Race::from_id(rest).map(Spot::Attache),
        "embassy" => Race::from_id(rest).map(Spot::Embassy),
        "column" => Some(Spot::Column),
        "track" => {
            let (row, column) = rest.split_once('-')?;
            Some(Spot::Track { row: row.parse().ok()?, column: column.parse().ok()? })
        }
        _ => None,
    }
}

/// What an id points at, in words: nobody is shown an id.
pub fn spoken(id: &str) -> String {
    let (kind, rest) = id.split_once('-').unwrap_or((id, ""));
    let race = || Race::from_id(rest.split('-').next().unwrap_or(rest));
    let known = match kind {
        "space" => Space::from_id(rest).map(|s| s.name().into()),
        "fleet" => Fleet::from_id(rest).map(|f| f.name()),
        "queue" => rest.parse::<u8>().ok().map(|n| format!("space {} of the queue", n + 1)),
        "drawn" => Token::from_id(rest).map(|t| t.name()),
        "war" => race().map(|r| format!("the War Effort of {}", phrase::the(r))),
        "tech" => race().map(|r| format!("the technologies of {}", phrase::the(r))),
        "pair" => Pair::from_id(rest).map(|p| p.name()),
        "pool" => Resource::from_id(rest).map(|r| format!("{} in the pools", r.name())),
        "stored" => Resource::from_id(rest).map(|r| format!("a stored {}", r.name())),
        "sacrificed" => Resource::from_id(rest).map(|r| format!("a sacrificed {}", r.name())),
        "tray" => Resource::from_id(rest).map(|r| format!("{} of row 0", r.name())),
        "track" | "spy" | "attache" | "embassy" => parse_spot(id).map(phrase::paying),
        "column" => rest.parse().ok().map(|n| format!("the {} column", phrase::column_name(n))),
        "card" => Some("a research card".into()),
        "chit" => Some("an Event chit".into()),
        "die" => Some("a die".into()),
        _ => None,
    };
    known.unwrap_or_else(|| match kind {
        "unbuilt" => rest.replace('-', " "),
        "flagship" | "ally" | "mine" => format!("the {kind}"),
        _ => id.replace('-', " "),
    })
}

/// A unit in Unbuilt Assets.
pub fn unbuilt(unit: Unit) -> String {
    format!("unbuilt-{}", unit.word())
}

/// A Base.
pub fn base(b: Base) -> String {
    format!("base-{}", b.word())
}

/// A research card.
pub fn card(c: u8) -> String {
    format!("card-{c}")
}

/// A die on the table.
pub fn die(i: u8) -> String {
    format!("die-{i}")
}

/// An asset in a space.
pub fn asset(a: Asset, at: Space) -> String {
    match a {
        Asset::Flagship => format!("flagship-{}", at.id()),
        Asset::Ally => format!("ally-{}", at.id()),
        Asset::Mine(Side::Basic) => format!("mine-{}", at.id()),
        Asset::Mine(Side::Upgraded) => format!("mine-upgraded-{}", at.id()),
        Asset::SolDefense => "sol-defense".into(),
        Asset::Base(b) => base(b),
    }
}
