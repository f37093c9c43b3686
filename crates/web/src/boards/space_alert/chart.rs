//! Where everything stands in the drawing.

use klaxon_space_alert::{Place, Station, Zone};

/// The size of the drawing: as wide as a screen is, so that the ship fills the page.
pub const SIZE: (i32, i32) = (944, 518);
/// Where the first column begins; left of it are distances and space.
pub const LEFT: i32 = 54;
/// The width of a zone with its trajectory above it.
pub const COLUMN: i32 = 222;
/// The height of a trajectory's square.
pub const PITCH: i32 = 14;
/// The top of square 16.
pub const TOP: i32 = 24;
/// The longest trajectory.
pub const LONGEST: i32 = 16;
/// The top of the upper deck.
pub const DECK: i32 = 266;
/// A station.
pub const ROOM: (i32, i32) = (212, 112);

/// The left edge of a trajectory's column.
pub fn column(place: Place) -> i32 {
    LEFT + place.index() as i32 * COLUMN
}

/// The middle of a square, from top to bottom.
pub fn square_y(square: u8) -> i32 {
    TOP + (LONGEST - i32::from(square)) * PITCH + PITCH / 2
}

/// The middle of a trajectory's squares.
pub fn track_x(place: Place) -> i32 {
    column(place) + 16
}

/// The upper left corner of a station.
pub fn room(station: Station) -> (i32, i32) {
    let x = LEFT + station.zone().index() as i32 * COLUMN + 2;
    let y = if station.is_upper() { DECK } else { DECK + ROOM.1 + 4 };
    (x, y)
}

/// Where somebody in a station stands: the k-th of those present.
pub fn standing(station: Station, k: usize) -> (i32, i32) {
    let (x, y) = room(station);
    let (column, row) = ((k % 2) as i32, (k / 2) as i32);
    (x + 152 + column * 36, y + 26 + row * 33)
}

/// Where the interceptors fly.
pub const SPACE: (i32, i32) = (24, DECK + 40);

/// The muzzle of a station's weapon.
pub fn muzzle(station: Station) -> (i32, i32) {
    let (x, y) = room(station);
    (x + 30, y + 24)
}

/// The middle of a zone's hull, where attacks land.
pub fn impact(zone: Zone) -> (i32, i32) {
    let (x, y) = room(zone.upper());
    (x + ROOM.0 / 2, y - 2)
}

/// Spreads things that want to stand at these heights so that none overlaps: each gets at least `gap`.
pub fn spread(wanted: &[i32], gap: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&i| wanted[i]);
    let mut at = wanted.to_vec();
    let mut next = i32::MIN;
    for &i in &order {
        at[i] = at[i].max(next);
        next = at[i] + gap;
    }
    // What was pushed out at the bottom pushes back.
    let mut limit = bottom;
    for &i in order.iter().rev() {
        at[i] = at[i].min(limit);
        limit = at[i] - gap;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crowded_things_keep_their_distance() {
        assert_eq!(spread(&[10, 12, 100], 30, 300), [10, 40, 100]);
        assert_eq!(spread(&[290, 280], 30, 300), [300, 270]);
        let many = spread(&[5, 5, 5, 5], 32, 280);
        assert!(many.windows(2).all(|w| w[1] - w[0] >= 32));
    }
}
