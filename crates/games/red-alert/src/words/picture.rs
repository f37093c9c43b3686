//! The battlefield as text, for terminals.

use crate::board::{Hex, Side};
use crate::view::{UnitView, View};
use std::fmt::Write as _;

/// Draws the map with row A above. A unit is its code and its figures, Confederation in lower case; `!` stands for a
/// red alert marker, `*` for an order.
pub(crate) fn picture(view: &View) -> String {
    let mut text = String::from("    ");
    for column in 1..=13 {
        let _ = write!(text, "{column:<5}");
    }
    for row in 'A'..='K' {
        // Rows of 12 are shifted right by half a hex (RA-2.2).
        let short = (row as u8 - b'A') % 2 == 1;
        let _ = write!(text, "\n{row}   {}", if short { "  " } else { "" });
        for column in 1..=(if short { 12 } else { 13 }) {
            let place: Option<Hex> = format!("{row}{column}").parse().ok();
            let _ = write!(text, "{:<5}", place.map_or_else(String::new, |hex| cell(view, hex)));
        }
    }
    text.push('\n');
    for stand in &view.sides {
        let (name, points, stars) = (stand.side.name(), stand.points, stand.stars);
        let _ = write!(text, "\n{name:<14} {points} points of {}, {stars} stars", view.target);
    }
    text.push_str(
        "\n(Commonwealth in capitals, Confederation in small letters; ** asteroids, oo planet, ## debris)\n",
    );
    text
}

fn cell(view: &View, hex: Hex) -> String {
    if let Some(unit) = view.units.iter().find(|u| u.hex == hex) {
        return ship(unit);
    }
    if view.debris.contains(&hex) {
        return "##".into();
    }
    if view.asteroids.contains(&hex) {
        return "**".into();
    }
    if view.planets.iter().any(|p| p.hexes.iter().any(|(h, _)| *h == hex)) {
        return "oo".into();
    }
    ".".into()
}

fn ship(unit: &UnitView) -> String {
    let code = match unit.side {
        Side::Cw => unit.kind.code().to_owned(),
        Side::Cf => unit.kind.code().to_lowercase(),
    };
    let alert = if unit.marks.contains(&"alert") { "!" } else { "" };
    let ordered = if unit.marks.contains(&"ordered") { "*" } else { "" };
    format!("{code}{}{alert}{ordered}", unit.figures)
}

#[cfg(test)]
mod tests {
    use klaxon_core::{Game, Situation, Viewer, Words};

    #[test]
    fn the_map_shows_units_features_and_points() {
        let clauses = ["F6 asteroid", "cw G6 SC x2 ordered alert", "cf B2 FL", "phase movement cw"];
        let game = crate::RedAlert::given(&clauses).unwrap();
        let picture = crate::RedAlert::picture(&game.view(Viewer::Watcher));
        assert!(picture.contains("SC2!*") && picture.contains("fl4") && picture.contains("**"), "{picture}");
        let rows: Vec<&str> = picture.lines().filter(|l| l.len() > 20 && l.as_bytes()[1] == b' ').collect();
        assert!(rows.len() >= 11, "{picture}");
        assert!(picture.contains("0 points of 13"), "{picture}");
    }
}
