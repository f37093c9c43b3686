//! What the labels of decisions have in common; each question of `questions/` makes its own.

use crate::{Figure, Half, Kind, View};
use klaxon_core::{Label, RuleId, Seat};

/// A button with clicks that mean the same.
pub(crate) fn button(
    text: impl Into<String>,
    group: impl Into<String>,
    rule: RuleId,
    clicks: Vec<String>,
) -> Label {
    Label { text: text.into(), group: group.into(), clicks, mark: "", rule: Some(rule) }
}

/// A button that is nothing on the board.
pub(crate) fn plain(text: impl Into<String>, group: impl Into<String>, rule: RuleId) -> Label {
    button(text, group, rule, Vec::new())
}

/// A person's figure; the solo player is the captain.
pub(crate) fn person(view: &View, seat: Seat) -> Figure {
    let own = view.crew.iter().find(|c| !c.figure.android && c.seat == seat);
    own.map_or(Figure { place: 0, android: false }, |c| c.figure)
}

/// A crew member.
pub(crate) fn figure(view: &View, place: u8) -> Figure {
    view.crew.get(usize::from(place)).map_or(Figure { place, android: false }, |c| c.figure)
}

/// The half of a card that counts.
pub(crate) fn upper(card: Kind, half: Half) -> String {
    format!("{} of {card}", card.act(half))
}

/// The id of a half of a card in hand.
pub(crate) fn hand_click(card: Kind, half: Half) -> String {
    format!("hand-{card}-{}", half.word())
}

/// The id of a space of an action board.
pub(crate) fn slot_click(member: u8, turn: u8) -> String {
    format!("slot-{}-{turn}", member + 1)
}

/// The id of a space of the viewer's own.
pub(crate) fn own_slot(view: &View, turn: u8) -> String {
    slot_click(view.seat.map_or(0, |seat| person(view, seat).place), turn)
}
