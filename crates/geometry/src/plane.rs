//! Disks on a continuous table, in whole mils and tenths of a degree (ST-2).
//!
//! A mil is a thousandth of an inch. x runs east along the table's long side, y north; heading 0 is east and
//! headings grow counter-clockwise. Nothing in here rounds more than once, and nothing overflows: sums are taken
//! in 128 bits and results are kept within 64.

use crate::sine::SINE;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// The length of a range template (ST-2.10).
pub const TEMPLATE: i64 = 3250;

/// A whole turn in tenths of a degree.
pub const TURN: u16 = 3600;

/// A point of the table (ST-2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    /// Mils to the east.
    pub x: i64,
    /// Mils to the north.
    pub y: i64,
}

/// A direction in tenths of a degree: 0 to 3599, 0 = east, counter-clockwise (ST-2.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct Heading(u16);

/// A round piece of cardboard (ST-2.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Disk {
    /// Its centre.
    pub at: Point,
    /// Its radius; 0 for a marker point.
    pub radius: i64,
}

/// The play area: 0 ≤ x ≤ `width`, 0 ≤ y ≤ `height`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The long side, W.
    pub width: i64,
    /// The short side, H.
    pub height: i64,
}

/// One of the two short sides (ST-2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// x = 0.
    West,
    /// x = W.
    East,
}

/// A millionth of `a`, rounded to nearest, halves away from zero (ST-2.4).
///
/// ```
/// use klaxon_geometry::plane::rdiv;
/// assert_eq!((rdiv(1_499_999), rdiv(1_500_000), rdiv(-1_500_000)), (1, 2, -2));
/// ```
#[inline]
pub fn rdiv(a: i128) -> i64 {
    let wide = a.unsigned_abs() + 500_000;
    // On a table of any size that is played on it fits into 64 bits, and those are divided many times faster.
    let n = match u64::try_from(wide) {
        Ok(narrow) => (narrow / 1_000_000) as i64,
        Err(_) => i64::try_from(wide / 1_000_000).unwrap_or(i64::MAX),
    };
    if a < 0 { -n } else { n }
}

impl Point {
    /// A point by its coordinates.
    pub const fn new(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    /// The point so many mils away in a direction, each coordinate rounded once.
    #[inline]
    #[must_use]
    pub fn ahead(self, heading: Heading, mils: i64) -> Point {
        let along = |ratio: i64| rdiv(i128::from(mils) * i128::from(ratio));
        Point {
            x: self.x.saturating_add(along(heading.cos())),
            y: self.y.saturating_add(along(heading.sin())),
        }
    }

    /// The square of the distance, exact: what every rule compares, and what "nearest" means (ST-2.18).
    #[inline]
    pub fn distance_sq(self, other: Point) -> u128 {
        let sq = |a: i64, b: i64| u128::from(a.abs_diff(b)) * u128::from(a.abs_diff(b));
        sq(self.x, other.x).saturating_add(sq(self.y, other.y))
    }

    /// The distance in mils, rounded down: for showing, not for judging.
    pub fn distance(self, other: Point) -> u64 {
        u64::try_from(self.distance_sq(other).isqrt()).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Point {
    type Err = String;

    fn from_str(text: &str) -> Result<Point, String> {
        let no = || format!("`{text}` is no point: write x,y in mils, such as 3875,12000");
        let (x, y) = text.split_once(',').ok_or_else(no)?;
        Ok(Point { x: x.trim().parse().map_err(|_| no())?, y: y.trim().parse().map_err(|_| no())? })
    }
}

impl Heading {
    /// East, the heading 0.
    pub const EAST: Heading = Heading(0);
    /// North, the heading 900.
    pub const NORTH: Heading = Heading(900);
    /// West, the heading 1800.
    pub const WEST: Heading = Heading(1800);
    /// South, the heading 2700.
    pub const SOUTH: Heading = Heading(2700);

    /// Any number of tenths of a degree, brought into 0 to 3599.
    #[inline]
    pub const fn new(tenths: i64) -> Heading {
        Heading(tenths.rem_euclid(TURN as i64) as u16)
    }

    /// Tenths of a degree.
    #[inline]
    pub const fn tenths(self) -> u16 {
        self.0
    }

    /// Turned counter-clockwise by so many tenths; negative for clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, tenths: i64) -> Heading {
        Heading::new(self.0 as i64 + tenths % TURN as i64)
    }

    /// The other way round (ST-2.16).
    #[must_use]
    pub const fn astern(self) -> Heading {
        self.turned(1800)
    }

    /// The smallest turn to another heading, in tenths: −1799 to 1800.
    pub const fn turn_to(self, other: Heading) -> i16 {
        let turn = (other.0 as i16 - self.0 as i16).rem_euclid(TURN as i16);
        if turn > 1800 { turn - TURN as i16 } else { turn }
    }

    /// The sine, in millionths (ST-2.3).
    #[inline]
    pub const fn sin(self) -> i64 {
        let r = (self.0 % 900) as usize;
        match self.0 / 900 {
            0 => SINE[r] as i64,
            1 => SINE[900 - r] as i64,
            2 => -(SINE[r] as i64),
            _ => -(SINE[900 - r] as i64),
        }
    }

    /// The cosine, in millionths (ST-2.3).
    #[inline]
    pub const fn cos(self) -> i64 {
        self.turned(900).sin()
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Heading> for u16 {
    fn from(heading: Heading) -> u16 {
        heading.0
    }
}

impl TryFrom<u16> for Heading {
    type Error = String;

    fn try_from(tenths: u16) -> Result<Heading, String> {
        if tenths < TURN { Ok(Heading(tenths)) } else { Err(format!("a heading is 0 to 3599, not {tenths}")) }
    }
}

impl FromStr for Heading {
    type Err = String;

    fn from_str(text: &str) -> Result<Heading, String> {
        text.parse::<u16>().map_err(|_| format!("`{text}` is no heading: write 0 to 3599"))?.try_into()
    }
}

/// Where a disk of this radius stands after so many hops of a straight leg (ST-2.6): always reckoned from the
/// leg's start, never by adding rounded hops.
///
/// ```
/// use klaxon_geometry::plane::{Heading, Point, leg};
///
/// let start = Point::new(10_000, 10_000);
/// assert_eq!(leg(start, Heading::new(450), 1250, 3), Point::new(15_303, 15_303));
/// ```
#[inline]
pub fn leg(start: Point, heading: Heading, radius: i64, hops: u32) -> Point {
    start.ahead(heading, radius.saturating_mul(2).saturating_mul(i64::from(hops)))
}

/// The direction from one point to another, to the nearest tenth of a degree; none from a point to itself.
///
/// Found with whole numbers only: between two neighbouring headings the line of their middle decides, and on which
/// side of it the target lies is the sign of a cross product.
pub fn heading_to(from: Point, to: Point) -> Option<Heading> {
    let (mut dx, mut dy) = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
    if (dx, dy) == (0, 0) {
        return None;
    }
    // Turn the direction clockwise by quarters into the first quadrant: x > 0, y ≥ 0.
    let mut quarters = 0;
    while !(dx > 0 && dy >= 0) {
        (dx, dy) = (dy, -dx);
        quarters += 1;
    }
    // As in `rdiv`: what is near enough is reckoned in 64 bits, where a middle has at most 21 of them.
    let near = if dx.max(dy) < 1 << 40 { Some((dx as i64, dy as i64)) } else { None };
    let beyond_middle = |i: usize| {
        let middle_x = i64::from(SINE[900 - i]) + i64::from(SINE[900 - i - 1]);
        let middle_y = i64::from(SINE[i]) + i64::from(SINE[i + 1]);
        match near {
            Some((dx, dy)) => middle_x * dy > middle_y * dx,
            None => i128::from(middle_x) * dy > i128::from(middle_y) * dx,
        }
    };
    let (mut low, mut high) = (0, 900);
    while low < high {
        let i = (low + high) / 2;
        if beyond_middle(i) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    Some(Heading::new(quarters * 900 + low as i64))
}

impl Disk {
    /// A disk by its centre and radius.
    pub const fn new(at: Point, radius: i64) -> Disk {
        Disk { at, radius }
    }

    /// The same disk elsewhere.
    #[must_use]
    pub const fn moved_to(self, at: Point) -> Disk {
        Disk { at, radius: self.radius }
    }

    /// Does it lie partly on the other (ST-2.8)? Touching is not overlapping.
    #[inline]
    pub fn overlaps(self, other: Disk) -> bool {
        self.at.distance_sq(other.at) < self.reach_sq(other, 0)
    }

    /// Does it touch or overlap the other (ST-2.9)?
    #[inline]
    pub fn contacts(self, other: Disk) -> bool {
        self.at.distance_sq(other.at) <= self.reach_sq(other, 0)
    }

    /// Is it at range `n` of the other (ST-2.10)? So many templates end to end must overlap both disks.
    #[inline]
    pub fn in_range(self, other: Disk, n: u32) -> bool {
        self.at.distance_sq(other.at) < self.reach_sq(other, n)
    }

    /// The smallest range at which the other is; range 0 is overlapping.
    pub fn range_to(self, other: Disk) -> u32 {
        // In range n means d < reach + n·3250, exactly; d is at least its rounded-down root.
        let reach = self.radius.saturating_add(other.radius).max(0) as u64;
        let start = (self.at.distance(other.at).saturating_sub(reach) / TEMPLATE as u64).saturating_sub(1);
        let mut n = u32::try_from(start).unwrap_or(u32::MAX);
        while n < u32::MAX && !self.in_range(other, n) {
            n += 1;
        }
        n
    }

    /// The gap between the edges in mils, rounded down, negative where they overlap: for showing only.
    pub fn gap(self, other: Disk) -> i64 {
        let distance = i64::try_from(self.at.distance(other.at)).unwrap_or(i64::MAX);
        distance.saturating_sub(self.radius.saturating_add(other.radius))
    }

    /// Where a disk of the given radius stands when placed adjacent to this one at an angle (ST-2.15). One mil is
    /// added, so that rounding never makes them overlap.
    pub fn place_adjacent(self, radius: i64, angle: Heading) -> Point {
        self.at.ahead(angle, self.radius.saturating_add(radius).saturating_add(1))
    }

    /// Where a disk of the given radius stands when it touches the middle of this one's front edge (ST-2.14).
    pub fn bay(self, heading: Heading, radius: i64) -> Point {
        self.at.ahead(heading, self.radius.saturating_add(radius))
    }

    #[inline]
    fn reach_sq(self, other: Disk, templates: u32) -> u128 {
        let reach =
            i128::from(self.radius) + i128::from(other.radius) + i128::from(templates) * i128::from(TEMPLATE);
        let reach = reach.max(0).unsigned_abs();
        match u64::try_from(reach) {
            Ok(narrow) => u128::from(narrow) * u128::from(narrow),
            Err(_) => reach.saturating_mul(reach),
        }
    }
}

impl Table {
    /// A table by its sides.
    pub const fn new(width: i64, height: i64) -> Table {
        Table { width, height }
    }

    /// Is the point within the play area (ST-2.13)? The edge belongs to it.
    pub const fn has(self, point: Point) -> bool {
        0 <= point.x && point.x <= self.width && 0 <= point.y && point.y <= self.height
    }

    /// Does the disk lie wholly on the table (ST-2.17)?
    pub fn holds(self, disk: Disk) -> bool {
        let fits = |at: i64, side: i64| {
            let (at, r) = (i128::from(at), i128::from(disk.radius));
            r <= at && at <= i128::from(side) - r
        };
        fits(disk.at.x, self.width) && fits(disk.at.y, self.height)
    }

    /// Is the disk within range `n` of a table end (ST-2.11)?
    pub fn near_end(self, disk: Disk, end: End, n: u32) -> bool {
        let x = i128::from(disk.at.x);
        let away = match end {
            End::West => x,
            End::East => i128::from(self.width) - x,
        };
        away - i128::from(disk.radius) < i128::from(n) * i128::from(TEMPLATE)
    }
}
