//! The words of which decisions are made, read one by one.

use super::{read_area, read_cell, read_planet, read_seat, read_unit};
use crate::{
    data::Face,
    ids::{Area, Planet, Res, Route, Unit},
    state::StarCraft,
};
use klaxon_core::{Reader, Seat};
use std::str::FromStr;

/// Something that reads itself.
pub(crate) fn parsed<T: FromStr<Err = String>>(r: &mut Reader<'_>, what: &str) -> Result<T, String> {
    r.word(what)?.parse()
}

/// The next word, taken if it is such a thing.
pub(crate) fn taken<T>(r: &mut Reader<'_>, find: impl Fn(&str) -> Option<T>) -> Option<T> {
    let found = find(r.peek()?);
    if found.is_some() {
        r.maybe();
    }
    found
}

/// A word that must stand there.
pub(crate) fn keyword(r: &mut Reader<'_>, word: &str) -> Result<(), String> {
    match r.word(word)? {
        found if found == word => Ok(()),
        found => Err(format!("`{word}` should stand where `{found}` is")),
    }
}

pub(crate) fn area(r: &mut Reader<'_>) -> Result<Area, String> {
    read_area(r.word("an area")?)
}

pub(crate) fn planet(r: &mut Reader<'_>) -> Result<Planet, String> {
    read_planet(r.word("a planet")?)
}

pub(crate) fn unit(r: &mut Reader<'_>) -> Result<Unit, String> {
    read_unit(r.word("a unit")?)
}

pub(crate) fn seat(r: &mut Reader<'_>) -> Result<Seat, String> {
    read_seat(r.word("a seat")?)
}

pub(crate) fn cell(r: &mut Reader<'_>) -> Result<(i8, i8), String> {
    read_cell(r.word("a cell")?)
}

pub(crate) fn face(r: &mut Reader<'_>) -> Result<Face, String> {
    parsed(r, "a card")
}

pub(crate) fn route(game: &StarCraft, r: &mut Reader<'_>) -> Result<Route, String> {
    game.read_route(r.word("a route")?)
}

/// A number of turns.
pub(crate) fn small(r: &mut Reader<'_>) -> Result<u8, String> {
    super::small(r.word("a number")?)
}

/// A skirmish: people count from 1.
pub(crate) fn skirmish(r: &mut Reader<'_>) -> Result<u8, String> {
    small(r)?.checked_sub(1).ok_or_else(|| "skirmishes are counted from 1".into())
}

/// SC-6.19: what a reduction is taken off, where one is named.
pub(crate) fn off(r: &mut Reader<'_>) -> Result<Option<Res>, String> {
    if !r.takes("off") {
        return Ok(None);
    }
    let word = r.word("minerals or gas")?;
    Res::parse(word).map(Some).ok_or_else(|| format!("`{word}` is not minerals or gas"))
}
