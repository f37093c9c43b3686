//! Chapter 11b: line of sight.

use crate::board::{HEXES, Hex, NONE, board};
use crate::state::Open;
use klaxon_geometry::sight_line;

/// What the straight line between two hexes of any distance meets (RA-11.8). Hexes off the mat are left out, half-hexes
/// are named by `halves`.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct Sight {
    /// Hexes crossed.
    pub through: Vec<Hex>,
    /// Hexes grazed on the left.
    pub left: Vec<Hex>,
    /// Hexes grazed on the right.
    pub right: Vec<Hex>,
    /// Half-hexes grazed on the left, which always obstruct (RA-11.11), by their names.
    pub left_halves: Vec<String>,
    /// Half-hexes grazed on the right.
    pub right_halves: Vec<String>,
}

/// The line between two hexes, whatever stands there.
pub fn line(from: Hex, to: Hex) -> Sight {
    let line = sight_line(from.axial(), to.axial());
    let on_mat = |hexes: &[klaxon_geometry::Hex]| -> Vec<Hex> {
        hexes.iter().filter_map(|h| h.to_string().parse().ok()).collect()
    };
    let halves = |hexes: &[klaxon_geometry::Hex]| {
        let half = |h: &&klaxon_geometry::Hex| klaxon_geometry::HexBoard::new(11, 13).is_half(**h);
        hexes.iter().filter(half).map(ToString::to_string).collect()
    };
    Sight {
        through: on_mat(&line.through),
        left: on_mat(&line.left),
        right: on_mat(&line.right),
        left_halves: halves(&line.left),
        right_halves: halves(&line.right),
    }
}

impl Open {
    /// Does the hex obstruct a shot between two hexes (RA-11.7)?
    pub fn obstructs(&self, hex: Hex, from: Hex, to: Hex) -> bool {
        self.obstructs_number(hex.number(), from, to)
    }

    fn obstructs_number(&self, n: u8, from: Hex, to: Hex) -> bool {
        // RA-11.7: half-hexes obstruct; numbers beyond the mat are theirs.
        if usize::from(n) >= HEXES {
            return true;
        }
        // RA-19.4: a cloaked unit does not block sight.
        if self.at[usize::from(n)] != NONE && !self.cloaked.bit(n) {
            return true;
        }
        // RA-18.8
        if self.asteroids.bit(n) || self.debris.bit(n) {
            return true;
        }
        // RA-18.17: a planet hex blocks unless both ends are on its group.
        if self.planets.bit(n) {
            let hex = Hex::raw(n);
            return !(self.share_group(hex, from) && self.share_group(hex, to));
        }
        false
    }

    /// Is there a line of sight (RA-11.6)? Adjacent hexes always see each other (RA-10.7).
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        if from.distance(to) > 4 {
            return self.blockers(from, to).is_empty();
        }
        let lane = board().lane(from, to);
        let blocked = |n: &u8| *n != NONE && self.obstructs_number(*n, from, to);
        // RA-11.8: any crossed hex, or one on each side; RA-11.9: those need not face each other.
        !(lane.through.iter().any(blocked) || lane.left.iter().any(blocked) && lane.right.iter().any(blocked))
    }

    /// The hexes that block the sight between two hexes; empty where it is open. A half-hex that blocks from the
    /// other side is not listed (RA-11.15).
    pub fn blockers(&self, from: Hex, to: Hex) -> Vec<Hex> {
        let sight = line(from, to);
        let bad = |hexes: &[Hex]| -> Vec<Hex> {
            hexes.iter().copied().filter(|&h| self.obstructs(h, from, to)).collect()
        };
        let through = bad(&sight.through);
        let (left, right) = (bad(&sight.left), bad(&sight.right));
        let both = (!left.is_empty() || !sight.left_halves.is_empty())
            && (!right.is_empty() || !sight.right_halves.is_empty());
        let mut all = through;
        if both {
            all.extend(left);
            all.extend(right);
        }
        all
    }

    /// What blocks the sight, in words: hexes, and half-hexes at the edge (RA-11.15).
    pub fn blocker_words(&self, from: Hex, to: Hex) -> String {
        let mut names: Vec<String> = self.blockers(from, to).iter().map(ToString::to_string).collect();
        let sight = line(from, to);
        let through = sight.through.iter().any(|&hex| self.obstructs(hex, from, to));
        if !through {
            let halves = sight.left_halves.iter().chain(&sight.right_halves);
            names.extend(halves.map(|half| format!("the half-hex {half} at the edge")));
        }
        names.join(" and ")
    }
}
