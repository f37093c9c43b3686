//! The words of decisions, read one by one.

use crate::board::Hex;
use crate::data::{CombatId, CommandId, Kind};
use crate::route::Route;
use klaxon_core::Reader;

/// A hex.
pub(crate) fn hex(r: &mut Reader<'_>) -> Result<Hex, String> {
    super::hex(r.word("a hex")?)
}

/// A kind of unit.
pub(crate) fn kind(r: &mut Reader<'_>) -> Result<Kind, String> {
    super::kind(r.word("a unit")?)
}

/// A small number.
pub(crate) fn number(r: &mut Reader<'_>) -> Result<u8, String> {
    super::number(r.word("a number")?)
}

/// A command card.
pub(crate) fn command(r: &mut Reader<'_>) -> Result<CommandId, String> {
    super::command(r.word("a command card")?)
}

/// A combat card.
pub(crate) fn combat(r: &mut Reader<'_>) -> Result<CombatId, String> {
    super::combat(r.word("a combat card")?)
}

/// All words left, each a hex.
pub(crate) fn hexes(r: &mut Reader<'_>) -> Result<Vec<Hex>, String> {
    let mut list = Vec::new();
    while let Some(word) = r.maybe() {
        list.push(super::hex(word)?);
    }
    Ok(list)
}

/// Hexes as a route.
pub(crate) fn route(hexes: &[Hex]) -> Result<Route, String> {
    Route::of(hexes).ok_or_else(|| "at most ten hexes".to_string())
}
