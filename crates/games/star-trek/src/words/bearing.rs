//! Distances and directions in words, as a player would speak of them: "2.1 inches, ahead left, in range".
//! For showing only; what is in range is judged by exact squares (ST-2.10).

use crate::kinds::Round;
use klaxon_geometry::plane::{Heading, Point, heading_to};

/// Mils as inches with one decimal.
pub fn inches(mils: i64) -> String {
    let tenths = (mils.abs() + 50) / 100;
    format!("{}{}.{}", if mils < 0 && tenths > 0 { "−" } else { "" }, tenths / 10, tenths % 10)
}

/// Mils as inches to the mil, without zeros that say nothing: "13.625", "12".
pub fn exact(mils: i64) -> String {
    let text = format!("{}{}.{:03}", if mils < 0 { "−" } else { "" }, mils.abs() / 1000, mils.abs() % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A point of the table in inches to the mil, as the log tells it: "13.625 × 12 inches".
pub fn place(at: Point) -> String {
    format!("{} × {} inches", exact(at.x), exact(at.y))
}

/// A point of the table in inches, east and north of its south-west corner.
pub fn spot(at: Point) -> String {
    format!("{} × {} inches", inches(at.x), inches(at.y))
}

/// On which side something lies for a disk that heads somewhere; nothing where both have the same centre.
pub fn side(from: Point, heading: Heading, to: Point) -> Option<&'static str> {
    let turn = heading.turn_to(heading_to(from, to)?);
    // Eight sectors of 45 degrees around the heading; a positive turn is to the left.
    Some(match (turn + 3600 + 225) % 3600 / 450 {
        0 => "ahead",
        1 => "ahead left",
        2 => "to the left",
        3 => "astern left",
        4 => "astern",
        5 => "astern right",
        6 => "to the right",
        _ => "ahead right",
    })
}

/// Edge to edge in words.
pub fn gap(from: Round, to: Round) -> String {
    match from.gap(to) {
        gap if gap < 0 => "overlapping".into(),
        gap => format!("{} inches", inches(gap)),
    }
}

/// Distance, side and range of another disk: "2.1 inches, ahead left, in range".
pub fn spoken(from: Round, heading: Heading, to: Round, range: u32) -> String {
    let side = side(from.at, heading, to.at).map_or_else(String::new, |side| format!(", {side}"));
    let reach = if from.in_range(to, range) { "in range" } else { "out of range" };
    format!("{}{side}, {reach}", gap(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_2_10_a_distance_is_spoken_from_edge_to_edge() {
        let me = Round::new(Point::new(10_000, 10_000), 1250);
        let other = |x, y| Round::new(Point::new(x, y), 1250);
        let ahead_left = other(13_253, 13_253);
        assert_eq!(spoken(me, Heading::EAST, ahead_left, 1), "2.1 inches, ahead left, in range");
        assert_eq!(spoken(me, Heading::NORTH, ahead_left, 1), "2.1 inches, ahead right, in range");
        assert_eq!(spoken(me, Heading::WEST, ahead_left, 1), "2.1 inches, astern right, in range");
        // Touching with the template only is out of range.
        assert_eq!(spoken(me, Heading::EAST, other(15_750, 10_000), 1), "3.3 inches, ahead, out of range");
        assert_eq!(spoken(me, Heading::EAST, other(15_749, 10_000), 1), "3.2 inches, ahead, in range");
        assert_eq!(spoken(me, Heading::EAST, other(9_000, 10_000), 1), "overlapping, astern, in range");
        assert_eq!(side(me.at, Heading::EAST, me.at), None);
    }

    #[test]
    fn inches_are_rounded_to_tenths() {
        let shown = [0, 49, 50, 36_000, -260].map(inches);
        assert_eq!(shown, ["0.0", "0.0", "0.1", "36.0", "−0.3"]);
        assert_eq!(spot(Point::new(3875, 12_000)), "3.9 × 12.0 inches");
        assert_eq!(place(Point::new(13_625, 12_000)), "13.625 × 12 inches");
        assert_eq!([0, 5, -260, 30_010].map(exact), ["0", "0.005", "−0.26", "30.01"]);
    }
}
