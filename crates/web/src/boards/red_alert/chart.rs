//! Where things lie on the drawing. A hex is 52 units wide and 60 high, which is a regular hexagon to within a
//! thousandth and keeps every number whole.

use klaxon_red_alert::{Hex, Sector, Side, Wing};

/// From one hex to the next in a row.
pub const WIDE: i32 = 52;
/// From one row to the next.
pub const ROW: i32 = 45;
/// The left and right edge of the battlefield.
pub const EDGES: (i32, i32) = (-26, 650);
/// The upper and lower edge of the battlefield.
pub const ENDS: (i32, i32) = (-30, 480);
/// The dotted lines between the sectors (RA-2.5).
pub const DOTTED: [i32; 2] = [182, 442];
/// The drawing with its margins.
pub const VIEW_BOX: &str = "-42 -46 708 546";

/// The corners of a hex around its centre, clockwise from the top. Side `i` lies between corners `i` and `i + 1`.
pub const CORNERS: [(i32, i32); 6] = [(0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15)];

/// The battlefield as one viewer sees it: his own side is at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chart {
    /// The side at the bottom.
    pub below: Side,
}

impl Chart {
    /// The centre of a hex.
    pub fn at(self, hex: Hex) -> (i32, i32) {
        let (row, col) = (i32::from(hex.row()), i32::from(hex.col()));
        self.turned(((col - 1) * WIDE + row % 2 * (WIDE / 2), row * ROW))
    }

    /// The same place when the battlefield is turned towards the viewer.
    pub fn turned(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self.below {
            Side::Cw => (x, y),
            Side::Cf => (EDGES.0 + EDGES.1 - x, ENDS.0 + ENDS.1 - y),
        }
    }

    /// Do ships of this side point upwards?
    pub fn is_below(self, side: Side) -> bool {
        side == self.below
    }

    /// The name and middle of each sector, as the player at the bottom calls it (RA-2.7).
    pub fn wings(self) -> [(&'static str, Sector, i32); 3] {
        Wing::ALL.map(|wing| {
            let (name, x) = match wing {
                Wing::Left => ("Left", 78),
                Wing::Centre => ("Centre", 312),
                Wing::Right => ("Right", 546),
            };
            (name, wing.sector(self.below), x)
        })
    }

    /// The sides of hexes where a group of hexes ends, as path data.
    pub fn border(self, group: &[Hex]) -> String {
        let centres: Vec<(i32, i32)> = group.iter().map(|h| self.at(*h)).collect();
        // The hex beyond side `i`.
        let beyond = [(26, -45), (52, 0), (26, 45), (-26, 45), (-52, 0), (-26, -45)];
        let mut path = String::new();
        for (x, y) in &centres {
            for (i, (dx, dy)) in beyond.iter().enumerate() {
                if !centres.contains(&(x + dx, y + dy)) {
                    let (a, b) = (CORNERS[i], CORNERS[(i + 1) % 6]);
                    path.push_str(&format!("M{},{}L{},{}", x + a.0, y + a.1, x + b.0, y + b.1));
                }
            }
        }
        path
    }
}

/// The outline of a hexagon in thousandths of a hex.
pub fn points((x, y): (i32, i32), size: i32) -> String {
    let corner = |(dx, dy): &(i32, i32)| format!("{},{}", x + dx * size / 1000, y + dy * size / 1000);
    CORNERS.iter().map(corner).collect::<Vec<_>>().join(" ")
}

/// The half-hexes at the ends of the short rows, out of play (RA-2.2).
pub fn halves() -> Vec<String> {
    let mut all = Vec::new();
    for row in [1, 3, 5, 7, 9] {
        let y = row * ROW;
        for (edge, inner) in [(EDGES.0, EDGES.0 + 26), (EDGES.1, EDGES.1 - 26)] {
            all.push(format!("{edge},{} {inner},{} {inner},{} {edge},{}", y - 30, y - 15, y + 15, y + 30));
        }
    }
    all
}

/// Small steady numbers for stars and rocks: the same picture every time.
#[derive(Clone, Copy, Debug)]
pub struct Grain(pub u32);

impl Grain {
    /// The next number below `n`.
    pub fn below(&mut self, n: u32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0 >> 8) * u64::from(n)) >> 24) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(name: &str) -> Hex {
        name.parse().unwrap()
    }

    #[test]
    fn each_player_sees_his_own_side_below() {
        let (cw, cf) = (Chart { below: Side::Cw }, Chart { below: Side::Cf });
        assert_eq!(cw.at(hex("K1")), (0, 450));
        assert_eq!(cf.at(hex("K1")), (624, 0));
        assert_eq!(cf.at(hex("A13")), (0, 450));
        assert_eq!(cw.wings().map(|w| w.1), [Sector::West, Sector::Centre, Sector::East]);
        assert_eq!(cf.wings().map(|w| w.1), [Sector::East, Sector::Centre, Sector::West]);
    }

    #[test]
    fn dotted_lines_cut_hexes_4_and_9_of_the_short_rows_and_no_others() {
        for chart in Side::BOTH.map(|below| Chart { below }) {
            for h in Hex::all() {
                assert_eq!(DOTTED.contains(&chart.at(h).0), h.is_dotted(), "{h}");
            }
        }
    }

    #[test]
    fn a_group_has_one_border() {
        let chart = Chart { below: Side::Cw };
        let sides = |names: &[&str]| {
            chart.border(&names.iter().map(|n| hex(n)).collect::<Vec<_>>()).matches('M').count()
        };
        assert_eq!(sides(&["E6"]), 6);
        assert_eq!(sides(&["E6", "E7", "F5", "F6", "F7", "G6", "G7"]), 18);
        assert_eq!(sides(&["E4", "F3", "F4", "G4"]), 14);
    }
}
