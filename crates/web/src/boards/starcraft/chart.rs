//! Where things lie on the map: planets in their cells, areas in their planets, slots on their sides.

use klaxon_starcraft::{
    View,
    ids::{Side, Slot},
};

/// From one planet to the next.
pub const CELL: (i32, i32) = (206, 194);
/// A planet's tile.
pub const TILE: (i32, i32) = (174, 162);
/// The part of a tile above its areas: name and order stack.
const HEAD: i32 = 25;
/// Space around the outermost planets: ends of z-axis routes lie there.
const MARGIN: i32 = 38;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rect {
    /// Left.
    pub x: i32,
    /// Top.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

/// The part of the plane that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chart {
    low: (i32, i32),
    high: (i32, i32),
}

impl Chart {
    /// All planets, and the cells where one may be laid.
    pub fn of(view: &View) -> Chart {
        let placed = view.planets.iter().map(|p| (p.x, p.y));
        let cells = placed.chain(view.cells.iter().copied()).map(|(x, y)| (i32::from(x), i32::from(y)));
        let ends = |(low, high): ((i32, i32), (i32, i32)), (x, y): (i32, i32)| {
            ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
        };
        let all: Vec<(i32, i32)> = cells.collect();
        let first = all.first().copied().unwrap_or((0, 0));
        let (low, high) = all.into_iter().fold((first, first), ends);
        Chart { low, high }
    }

    /// Cells from west to east.
    pub fn columns(&self) -> i32 {
        self.high.0 - self.low.0 + 1
    }

    /// What is drawn.
    pub fn area(&self) -> Rect {
        let (cx, cy) = centre((self.low.0, self.low.1));
        let rows = self.high.1 - self.low.1 + 1;
        Rect {
            x: cx - TILE.0 / 2 - MARGIN,
            y: cy - TILE.1 / 2 - MARGIN,
            w: (self.columns() - 1) * CELL.0 + TILE.0 + 2 * MARGIN,
            h: (rows - 1) * CELL.1 + TILE.1 + 2 * MARGIN,
        }
    }

    /// As in SVG's `viewBox`.
    pub fn view_box(&self) -> String {
        let Rect { x, y, w, h } = self.area();
        format!("{x} {y} {w} {h}")
    }
}

/// The middle of a cell.
pub fn centre(cell: (i32, i32)) -> (i32, i32) {
    (cell.0 * CELL.0, cell.1 * CELL.1)
}

/// The tile in a cell.
pub fn tile(cell: (i32, i32)) -> Rect {
    let (cx, cy) = centre(cell);
    Rect { x: cx - TILE.0 / 2, y: cy - TILE.1 / 2, w: TILE.0, h: TILE.1 }
}

/// The areas of a tile with so many, as rectangles on it.
pub fn areas(n: usize) -> Vec<Rect> {
    let (wide, half) = (166, 81);
    let row = |y: i32| HEAD + y * 69;
    let at = |x: i32, y: i32, w: i32| Rect { x: 4 + x * (half + 4), y: row(y), w, h: 65 };
    match n {
        2 => vec![at(0, 0, wide), at(0, 1, wide)],
        3 => vec![at(0, 0, half), at(1, 0, half), at(0, 1, wide)],
        _ => vec![at(0, 0, half), at(1, 0, half), at(0, 1, half), at(1, 1, half)],
    }
}

/// The middle of a side of the tile in a cell.
pub fn side(cell: (i32, i32), side: Side) -> (i32, i32) {
    let (cx, cy) = centre(cell);
    let (dx, dy) = step(side);
    (cx + dx * TILE.0 / 2, cy + dy * TILE.1 / 2)
}

/// One step over a side.
pub fn step(side: Side) -> (i32, i32) {
    let (dx, dy) = side.step();
    (i32::from(dx), i32::from(dy))
}

/// Where the slot of a placed planet is.
pub fn slot(view: &View, slot: Slot) -> Option<(i32, i32)> {
    let planet = view.planet(slot.planet)?;
    Some(side((i32::from(planet.x), i32::from(planet.y)), slot.side))
}
