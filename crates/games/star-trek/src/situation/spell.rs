//! How decisions and positions are spelled: numbers, pieces, orders, places.

use crate::kinds::{Crit, DiskId, Order, ShipId, TerrainId};
use crate::state::Place;
use klaxon_core::Reader;
use std::str::FromStr;

/// Whatever is written as one word: a number, a heading, a point.
pub(crate) fn number<T: FromStr>(r: &mut Reader<'_>, what: &str) -> Result<T, String> {
    r.id(what, |word| word.parse().ok())
}

/// A number from 1.
pub(crate) fn positive(r: &mut Reader<'_>, what: &str) -> Result<u8, String> {
    r.id(what, |word| word.parse().ok().filter(|n| *n > 0))
}

/// A ship by its number.
pub(crate) fn ship(r: &mut Reader<'_>) -> Result<ShipId, String> {
    number(r, "ship").map(ShipId)
}

/// A disk by its number.
pub(crate) fn disk(r: &mut Reader<'_>) -> Result<DiskId, String> {
    number(r, "disk").map(DiskId)
}

/// An order by its code.
pub(crate) fn order(r: &mut Reader<'_>) -> Result<Order, String> {
    order_of(r.word("an order")?)
}

/// The word must come next.
pub(crate) fn key(r: &mut Reader<'_>, word: &str) -> Result<(), String> {
    if r.takes(word) { Ok(()) } else { Err(format!("`{word}` is missing")) }
}

pub(crate) fn order_of(word: &str) -> Result<Order, String> {
    Order::by_code(word).ok_or_else(|| format!("`{word}` is no order: CS, CH, RS, AT or AC"))
}

pub(crate) fn crit_of(word: &str) -> Result<Crit, String> {
    Crit::by_name(word)
        .ok_or_else(|| format!("`{word}` is no critical: bridge, engineering, helm, shields, weapons"))
}

/// `ship:2`, `terrain:1`, `threat` or `out`.
pub(crate) fn place_of(word: &str) -> Result<Place, String> {
    let no = || format!("`{word}` is no place: ship:N, terrain:N, threat or out");
    match word.split_once(':') {
        Some(("ship", n)) => n.parse().map(|n| Place::Ship(ShipId(n))).map_err(|_| no()),
        Some(("terrain", n)) => n.parse().map(|n| Place::Terrain(TerrainId(n))).map_err(|_| no()),
        None if word == "threat" => Ok(Place::Threat),
        None if word == "out" => Ok(Place::Out),
        _ => Err(no()),
    }
}

pub(crate) fn place_word(place: Place) -> String {
    match place {
        Place::Ship(id) => format!("ship:{id}"),
        Place::Terrain(id) => format!("terrain:{id}"),
        Place::Threat => "threat".into(),
        Place::Out => "out".into(),
    }
}
