//! Pointy-top hexes in horizontal rows, every second row shifted right by half a hex.
//!
//! People say `E6`: row letter from the top, column from 1. Inside, a hex is axial, which makes distance, rotation
//! and lines one-line sums. A name fits hexes off the board too: `B0` and `B13` are the half-hexes of a 13-wide
//! board, and a hex that no letter reaches is written as its axial pair `(q,r)`.
//!
//! Coordinates are meant for boards: keep them within ±60 and no sum in here overflows.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{cmp::Ordering, fmt, str::FromStr};

pub use crate::sight::{SightLine, sight_line};

/// A hex, in axial coordinates: `q` to the right, `r` down and to the right.
///
/// The order of hexes is the order of reading: row by row, left to right.
///
/// ```
/// use klaxon_geometry::Hex;
///
/// let hex: Hex = "B0".parse().unwrap();
/// assert_eq!((hex.row(), hex.col()), (1, 0));
/// assert_eq!(hex.to_string(), "B0");
/// assert!(hex < "B1".parse().unwrap());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hex {
    /// To the right.
    pub q: i8,
    /// The row: down, and half a hex to the right.
    pub r: i8,
}

/// The six sides of a hex, in the order of reading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Up and left.
    NorthWest,
    /// Up and right.
    NorthEast,
    /// Left.
    West,
    /// Right.
    East,
    /// Down and left.
    SouthWest,
    /// Down and right.
    SouthEast,
}

impl Side {
    /// All six, in the order of reading.
    pub const ALL: [Side; 6] =
        [Side::NorthWest, Side::NorthEast, Side::West, Side::East, Side::SouthWest, Side::SouthEast];

    /// All six, clockwise from the east.
    pub const CLOCKWISE: [Side; 6] =
        [Side::East, Side::SouthEast, Side::SouthWest, Side::West, Side::NorthWest, Side::NorthEast];

    /// The step across this side.
    pub const fn step(self) -> Hex {
        match self {
            Side::NorthWest => Hex::new(0, -1),
            Side::NorthEast => Hex::new(1, -1),
            Side::West => Hex::new(-1, 0),
            Side::East => Hex::new(1, 0),
            Side::SouthWest => Hex::new(-1, 1),
            Side::SouthEast => Hex::new(0, 1),
        }
    }

    /// The side across the hex.
    pub const fn opposite(self) -> Side {
        match self {
            Side::NorthWest => Side::SouthEast,
            Side::NorthEast => Side::SouthWest,
            Side::West => Side::East,
            Side::East => Side::West,
            Side::SouthWest => Side::NorthEast,
            Side::SouthEast => Side::NorthWest,
        }
    }
}

impl Hex {
    /// A hex by its axial coordinates.
    pub const fn new(q: i8, r: i8) -> Hex {
        Hex { q, r }
    }

    /// A hex by row from 0 at the top and column from 1, as its name has it.
    pub const fn at(row: i8, col: i8) -> Hex {
        Hex { q: col - 1 - row.div_euclid(2), r: row }
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> i8 {
        self.r
    }

    /// The column, from 1 at the left.
    pub const fn col(self) -> i8 {
        self.q + self.r.div_euclid(2) + 1
    }

    /// The hex across one side.
    #[must_use]
    pub const fn across(self, side: Side) -> Hex {
        self.plus(side.step())
    }

    /// The six hexes around, in the order of reading; some may lie off the board.
    pub fn neighbours(self) -> [Hex; 6] {
        Side::ALL.map(|side| self.across(side))
    }

    /// The side across which a neighbour lies.
    pub fn side_to(self, neighbour: Hex) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.across(side) == neighbour)
    }

    /// This hex moved by an offset.
    #[must_use]
    pub const fn plus(self, by: Hex) -> Hex {
        Hex { q: self.q + by.q, r: self.r + by.r }
    }

    /// The offset that leads from `from` to here.
    #[must_use]
    pub const fn minus(self, from: Hex) -> Hex {
        Hex { q: self.q - from.q, r: self.r - from.r }
    }

    /// An offset turned by 60° clockwise.
    #[must_use]
    pub const fn rotated(self) -> Hex {
        Hex { q: -self.r, r: self.q + self.r }
    }

    /// An offset mirrored so that left and right change places.
    #[must_use]
    pub const fn mirrored(self) -> Hex {
        Hex { q: self.r, r: self.q }
    }

    /// Steps on the shortest way.
    pub fn distance(self, other: Hex) -> u32 {
        let (dq, dr) = (i32::from(self.q) - i32::from(other.q), i32::from(self.r) - i32::from(other.r));
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// The hexes exactly `radius` steps away, clockwise from the east.
    pub fn ring(self, radius: u8) -> Vec<Hex> {
        if radius == 0 {
            return vec![self];
        }
        let n = radius as i8;
        let mut ring = Vec::with_capacity(usize::from(radius) * 6);
        let mut hex = self.plus(Hex::new(n, 0));
        for i in 0..6 {
            // From the corner in one direction the ring runs in the direction two sides further on.
            let step = Side::CLOCKWISE[(i + 2) % 6].step();
            for _ in 0..radius {
                ring.push(hex);
                hex = hex.plus(step);
            }
        }
        ring
    }

    /// The hexes at most `radius` steps away, itself among them, in the order of reading. Hexes beyond what
    /// coordinates can say are left out.
    pub fn disk(self, radius: u8) -> impl Iterator<Item = Hex> {
        let n = i32::from(radius);
        (-n..=n).flat_map(move |r| {
            ((-n).max(-n - r)..=n.min(n - r)).filter_map(move |q| {
                let (q, r) = (i32::from(self.q) + q, i32::from(self.r) + r);
                Some(Hex { q: i8::try_from(q).ok()?, r: i8::try_from(r).ok()? })
            })
        })
    }

    /// A shortest way from here to `to`, both ends included, that keeps close to the straight line. Where the line
    /// runs exactly between two hexes the one on the left hand is taken.
    pub fn line(self, to: Hex) -> Vec<Hex> {
        let n = self.distance(to) as i32;
        if n == 0 {
            return vec![self];
        }
        let sight = |q: i32, r: i32| {
            // Twice the signed area between the straight line and a hex centre, and which hand it lies on.
            let (dq, dr) = (i32::from(to.q) - i32::from(self.q), i32::from(to.r) - i32::from(self.r));
            let (hq, hr) = (q - i32::from(self.q), r - i32::from(self.r));
            let cross = (2 * dq + dr) * 3 * hr - 3 * dr * (2 * hq + hr);
            (cross.abs(), cross > 0)
        };
        let mut line = vec![self];
        let mut here = self;
        while here != to {
            let left = here.distance(to);
            here = here
                .neighbours()
                .into_iter()
                .filter(|h| h.distance(to) < left)
                .min_by_key(|h| sight(i32::from(h.q), i32::from(h.r)))
                .expect("some neighbour is nearer");
            line.push(here);
        }
        line
    }

    /// The centre on a fine grid: x in half hex widths, y in quarters of a hex height.
    pub fn centre(self) -> (i32, i32) {
        (2 * i32::from(self.q) + i32::from(self.r), 3 * i32::from(self.r))
    }

    /// The six corners on the grid of [`Hex::centre`], clockwise from the top.
    pub fn corners(self) -> [(i32, i32); 6] {
        let (x, y) = self.centre();
        [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].map(|(dx, dy)| (x + dx, y + dy))
    }
}

impl PartialOrd for Hex {
    fn partial_cmp(&self, other: &Hex) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Hex {
    fn cmp(&self, other: &Hex) -> Ordering {
        (self.r, self.q).cmp(&(other.r, other.q))
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let col = i32::from(self.q) + i32::from(self.r.div_euclid(2)) + 1;
        match u8::try_from(self.r) {
            Ok(row) if row < 26 && (0..100).contains(&col) => {
                f.pad(&format!("{}{col}", (b'A' + row) as char))
            }
            _ => f.pad(&format!("({},{})", self.q, self.r)),
        }
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoHex(String);

impl fmt::Display for NoHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no hex: write a row letter and a column, such as E6", self.0)
    }
}

impl std::error::Error for NoHex {}

impl FromStr for Hex {
    type Err = NoHex;

    fn from_str(text: &str) -> Result<Hex, NoHex> {
        let no = || NoHex(text.into());
        if let Some(pair) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
            let (q, r) = pair.split_once(',').ok_or_else(no)?;
            return Ok(Hex::new(q.trim().parse().map_err(|_| no())?, r.trim().parse().map_err(|_| no())?));
        }
        let letter = text.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(no)?;
        let digits = &text[1..];
        // One way to write a name: no sign, no leading zero.
        let plain = (1..=2).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !(digits.len() == 2 && digits.starts_with('0'));
        if !plain {
            return Err(no());
        }
        let row = letter.to_ascii_uppercase() as u8 - b'A';
        Ok(Hex::at(row as i8, digits.parse().map_err(|_| no())?))
    }
}

/// By name in JSON, as two small numbers in packed formats.
impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(self) } else { (self.q, self.r).serialize(to) }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex, D::Error> {
        if from.is_human_readable() {
            String::deserialize(from)?.parse().map_err(D::Error::custom)
        } else {
            <(i8, i8)>::deserialize(from).map(|(q, r)| Hex { q, r })
        }
    }
}

/// A board of full-width rows A, C, E … and rows B, D, F … that are one hex shorter, with half-hexes at their ends.
///
/// ```
/// use klaxon_geometry::HexBoard;
///
/// let board = HexBoard::new(11, 13);
/// assert_eq!(board.len(), 138);
/// assert!(board.is_half("B13".parse().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexBoard {
    rows: u8,
    width: u8,
}

impl HexBoard {
    /// A board of so many rows, the first as wide as given.
    pub const fn new(rows: u8, width: u8) -> HexBoard {
        assert!(rows <= 26 && 2 <= width && width <= 60, "a board has at most 26 rows of 2 to 60 hexes");
        HexBoard { rows, width }
    }

    /// How many rows there are.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// How many hexes a row has.
    pub const fn row_len(self, row: i8) -> u8 {
        self.width - (row & 1) as u8
    }

    /// How many hexes the board has.
    pub const fn len(self) -> usize {
        self.rows as usize * self.width as usize - self.rows as usize / 2
    }

    /// A board without rows has no hexes.
    pub const fn is_empty(self) -> bool {
        self.rows == 0
    }

    /// Is it a full hex of the board?
    pub const fn has(self, hex: Hex) -> bool {
        0 <= hex.r && hex.r < self.rows as i8 && 1 <= hex.col() && hex.col() <= self.row_len(hex.r) as i8
    }

    /// Is it one of the half-hexes at the ends of the short rows?
    pub const fn is_half(self, hex: Hex) -> bool {
        let row = 0 <= hex.r && hex.r < self.rows as i8 && hex.r & 1 == 1;
        row && (hex.col() == 0 || hex.col() == self.width as i8)
    }

    /// Every hex of the board, in the order of reading.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (0..self.rows as i8)
            .flat_map(move |row| (1..=self.row_len(row) as i8).map(move |col| Hex::at(row, col)))
    }

    /// The place of a hex in [`HexBoard::hexes`].
    pub const fn index(self, hex: Hex) -> Option<usize> {
        if !self.has(hex) {
            return None;
        }
        let row = hex.r as usize;
        Some(row * self.width as usize - row / 2 + hex.col() as usize - 1)
    }

    /// The hex at a place of [`HexBoard::hexes`].
    pub const fn hex(self, index: usize) -> Option<Hex> {
        if index >= self.len() {
            return None;
        }
        // Two rows together hold one hex less than twice the width.
        let (width, pair) = (self.width as usize, 2 * self.width as usize - 1);
        let (row, col) = (index / pair * 2, index % pair);
        let (row, col) = if col < width { (row, col) } else { (row + 1, col - width) };
        Some(Hex::at(row as i8, col as i8 + 1))
    }

    /// The hexes around one, as far as they are on the board, in the order of reading.
    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = Hex> {
        hex.neighbours().into_iter().filter(move |&h| self.has(h))
    }
}
