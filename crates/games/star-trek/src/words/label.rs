//! What the labels of decisions have in common; each question of `questions/` makes its own.
//!
//! Board ids: `ship:3`, `disk:5`, `torpedo:2`, `terrain:1`, `threat`, `order:3:1` (place 1 of ship 3), `order:AT`,
//! `heading:900`, `angle:900`, `spot:X,Y`, `speed:3`, `shields:5`, `hop:2`, `evade:2`, the words `move`, `launch`,
//! `transport`, `end`, `defer`, `done`, and while a fleet is built `buy-ship:FED-S01`, `buy:FED-C04:1:0` (for ship 1 of the
//! list, with ordinary points), `sell-ship:1`, `sell:3`, `fleet:FED-30`. The ship that acts is understood.

use super::line::degrees;
use crate::view::{ShipView, View};
use klaxon_core::{Label, RuleId};
use klaxon_geometry::plane::{Heading, Point, heading_to};

/// A button with clicks that mean the same.
pub(crate) fn button(
    group: impl Into<String>,
    text: impl Into<String>,
    clicks: Vec<String>,
    mark: &'static str,
    rule: RuleId,
) -> Label {
    Label { text: text.into(), group: group.into(), clicks, mark, rule: Some(rule) }
}

/// The ship that acts.
pub(crate) fn acting(view: &View) -> Option<&ShipView> {
    view.acting.and_then(|a| view.ship(a.ship))
}

/// A heading of the ship that acts.
pub(crate) fn turn_text(view: &View, heading: Heading) -> String {
    let (at, now) = acting(view).map_or((None, None), |s| (s.at, s.heading));
    format!("{}{}", degrees(heading), towards(view, at, now, heading))
}

/// What a heading points at.
pub(crate) fn towards(view: &View, from: Option<Point>, now: Option<Heading>, heading: Heading) -> String {
    if now == Some(heading) {
        return " (straight on)".into();
    }
    let Some(from) = from else { return String::new() };
    let ships = view.ships.iter().filter_map(|s| Some((s.name.as_str(), s.at?)));
    let cube = view.threat.iter().map(|t| ("the Borg cube", t.at));
    let mut faced = ships.chain(cube).filter(|(_, at)| heading_to(from, *at) == Some(heading));
    if let Some((name, _)) = faced.next() {
        return format!(" (towards {name})");
    }
    let safest = view.acting.is_some_and(|a| a.safest == Some(heading));
    if safest { " (safest)".into() } else { String::new() }
}
