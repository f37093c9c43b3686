//! How the parts of decisions are spelled; each question of `questions/` reads and writes its own decisions with these.

use crate::{
    nouns::{Fleet, Race, Resource, Ship, Side, Space, Unit},
    questions::Spot,
    state::Table,
};
use klaxon_core::Reader;

pub fn ship(r: &mut Reader<'_>) -> Result<Ship, String> {
    r.id("ship", |word| Ship::ALL.into_iter().find(|s| s.word() == word))
}

pub fn unit(r: &mut Reader<'_>) -> Result<Unit, String> {
    r.id("unit", |word| Unit::ALL.into_iter().find(|u| u.word() == word))
}

pub fn side(r: &mut Reader<'_>) -> Result<Side, String> {
    r.id("side", |word| [Side::Basic, Side::Upgraded].into_iter().find(|s| s.word() == word))
}

pub fn base(r: &mut Reader<'_>) -> Result<crate::nouns::Base, String> {
    r.id("Base", super::position::base)
}

pub fn marker(r: &mut Reader<'_>) -> Result<crate::nouns::Marker, String> {
    r.id("marker", super::position::marker)
}

pub fn pair(r: &mut Reader<'_>) -> Result<crate::nouns::Pair, String> {
    r.id("pair", crate::nouns::Pair::from_id)
}

pub fn race(r: &mut Reader<'_>) -> Result<Race, String> {
    r.id("race", Race::from_id)
}

pub fn space(r: &mut Reader<'_>) -> Result<Space, String> {
    r.id("space", Space::from_id)
}

pub fn fleet(r: &mut Reader<'_>) -> Result<Fleet, String> {
    r.id("fleet", Fleet::from_id)
}

pub fn resource(r: &mut Reader<'_>) -> Result<Resource, String> {
    r.id("resource", Resource::from_id)
}

pub fn card(r: &mut Reader<'_>) -> Result<u8, String> {
    Ok(r.number("card", 9)? as u8)
}

/// `carrying basic`, or nothing.
pub fn carrying(r: &mut Reader<'_>) -> Result<Option<Side>, String> {
    if r.takes("carrying") { Ok(Some(side(r)?)) } else { Ok(None) }
}

pub fn load(mine: Option<Side>) -> String {
    mine.map_or(String::new(), |side| format!(" carrying {}", side.word()))
}

pub fn spot(r: &mut Reader<'_>) -> Result<Spot, String> {
    Ok(match r.word("a place of tokens")? {
        "tray" => Spot::Tray,
        "stored" => Spot::Stored,
        "column" => Spot::Column,
        "spy" => Spot::Spy(race(r)?),
        "attache" => Spot::Attache(race(r)?),
        "embassy" => Spot::Embassy(race(r)?),
        "track" => Spot::Track { row: r.number("row", 6)? as u8, column: r.number("column", 2)? as u8 },
        other => return Err(format!("`{other}` is no place where tokens lie")),
    })
}

/// `with stored`, or the usual place.
pub fn pay(t: &Table, what: Resource, r: &mut Reader<'_>) -> Result<Spot, String> {
    if r.takes("with") {
        return spot(r);
    }
    Ok(if t.has_token(what, Spot::Tray) { Spot::Tray } else { Spot::Stored })
}

pub fn at(spot: Spot) -> String {
    match spot {
        Spot::Tray => "tray".into(),
        Spot::Stored => "stored".into(),
        Spot::Column => "column".into(),
        Spot::Spy(race) => format!("spy {}", race.id()),
        Spot::Attache(race) => format!("attache {}", race.id()),
        Spot::Embassy(race) => format!("embassy {}", race.id()),
        Spot::Track { row, column } => format!("track {row} {column}"),
    }
}

pub fn with(spot: Spot) -> String {
    format!("with {}", at(spot))
}
