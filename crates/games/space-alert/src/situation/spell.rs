//! The words of things in decisions.

use crate::{Half, Kind, Level, Station};
use klaxon_core::Reader;

/// A card by its id.
pub(crate) fn card(r: &mut Reader<'_>) -> Result<Kind, String> {
    r.id("card", Kind::parse)
}

/// A half of a card.
pub(crate) fn half(r: &mut Reader<'_>) -> Result<Half, String> {
    r.id("half: action or movement", |w| Half::ALL.into_iter().find(|h| h.word() == w))
}

/// A turn, or a square.
pub(crate) fn turn(r: &mut Reader<'_>) -> Result<u8, String> {
    r.id("number", |w| w.parse().ok())
}

/// A crew member, seat or squad, counted from 1 in words and from 0 otherwise.
pub(crate) fn member(r: &mut Reader<'_>) -> Result<u8, String> {
    r.id("number from 1", |w| w.parse::<u8>().ok()?.checked_sub(1))
}

/// A station.
pub(crate) fn station(r: &mut Reader<'_>) -> Result<Station, String> {
    r.id("station", Station::parse)
}

/// A threat level.
pub(crate) fn level(r: &mut Reader<'_>) -> Result<Level, String> {
    r.id("level: white, yellow or mixed", Level::parse)
}

/// Yes or no.
pub(crate) fn yes(r: &mut Reader<'_>) -> Result<bool, String> {
    r.id("yes or no", |w| [true, false].into_iter().find(|yes| yes_word(*yes) == w))
}

/// Its word.
pub(crate) fn yes_word(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
