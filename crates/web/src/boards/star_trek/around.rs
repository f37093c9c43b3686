//! What the pages around a table know of Star Trek.

use crate::boards::around::Around;
use klaxon_star_trek::Scenario;

pub const AROUND: Around = Around { own_scenario, ..Around::PLAIN };

/// Scenarios of its editor have many lines, and ids of the menu one.
fn own_scenario(order: &str) -> Option<String> {
    order.contains('\n').then(|| Scenario::read(order).map(|scenario| scenario.name).unwrap_or_default())
}
