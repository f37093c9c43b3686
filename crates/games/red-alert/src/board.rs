//! Chapter 2 of the ledger: the battlefield of 138 hexes, its sectors, neighbours, distances and sight lines.
//!
//! Everything here is geometry and worked out once. A [`Hex`] is a number in reading order (row A to K, then column),
//! which is also the order in which units that act at the same moment do so (RA-6.4).

use klaxon_geometry::{Hex as Axial, HexBoard, sight_line};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, str::FromStr, sync::LazyLock};

/// Hexes in play (RA-2.1).
pub const HEXES: usize = 138;
/// Hexes in play and the ten half-hexes behind them, which only obstruct sight (RA-2.2).
const ALL: usize = 148;
const MAT: HexBoard = HexBoard::new(11, 13);
/// "No hex" and "no unit" in small tables.
pub const NONE: u8 = 255;

/// A hex of the battlefield, such as `E6`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u8);

impl Hex {
    /// The hex by its place in reading order.
    pub fn new(index: usize) -> Option<Hex> {
        (index < HEXES).then_some(Hex(index as u8))
    }

    pub(crate) const fn raw(index: u8) -> Hex {
        Hex(index)
    }

    /// Its place in reading order, 0 to 137.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn number(self) -> u8 {
        self.0
    }

    /// The row, 0 (A, top) to 10 (K, bottom).
    pub fn row(self) -> u8 {
        board().rows[self.index()]
    }

    /// The column, counted from 1.
    pub fn col(self) -> u8 {
        board().cols[self.index()]
    }

    /// The same hex in axial coordinates, or a half-hex.
    pub fn axial(self) -> Axial {
        axial(self.index())
    }

    /// Steps on the shortest way (RA-2.3).
    pub fn distance(self, other: Hex) -> u8 {
        board().distance[self.index()][other.index()]
    }

    /// The hexes around it (RA-2.3).
    pub fn neighbours(self) -> HexSet {
        board().near[self.index()]
    }

    /// All hexes at most so many steps away, itself among them; at most 6 steps.
    pub fn within(self, steps: u8) -> HexSet {
        board().within[self.index()][usize::from(steps)]
    }

    /// The one or two hexes of the next row towards a side's baseline (RA-2.8); none on the baseline.
    pub fn homeward(self, side: Side) -> impl Iterator<Item = Hex> {
        board().homeward[side.index()][self.index()].into_iter().filter(|&h| h != NONE).map(Hex)
    }

    /// Is it cut by a dotted line, so that it lies in a wing and in the centre (RA-2.5)?
    pub fn is_dotted(self) -> bool {
        board().dotted.has(self)
    }

    /// Does it lie in the sector? A dotted-line hex lies in two (RA-2.4).
    pub fn is_in(self, sector: Sector) -> bool {
        board().sectors[sector as usize].has(self)
    }

    /// The one sector of a hex when the dotted line counts as centre (RA-20.9, RA-22.4).
    pub fn sector(self) -> Sector {
        if self.is_in(Sector::Centre) {
            Sector::Centre
        } else if self.is_in(Sector::West) {
            Sector::West
        } else {
            Sector::East
        }
    }

    /// Every hex, in reading order.
    pub fn all() -> impl Iterator<Item = Hex> {
        (0..HEXES as u8).map(Hex)
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.row()) as char, self.col())
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.index() < HEXES { fmt::Display::fmt(self, f) } else { f.write_str("--") }
    }
}

impl FromStr for Hex {
    type Err = String;
    fn from_str(text: &str) -> Result<Hex, String> {
        let no = || format!("`{text}` is no hex of the battlefield: A1 to K13, rows B, D, F, H, J end at 12");
        let axial: Axial = text.parse().map_err(|_| no())?;
        MAT.index(axial).map(|i| Hex(i as u8)).ok_or_else(no)
    }
}

/// By name in JSON, as one small number in packed formats.
impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(self) } else { to.serialize_u8(self.0) }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Hex, D::Error> {
        if from.is_human_readable() {
            String::deserialize(from)?.parse().map_err(D::Error::custom)
        } else {
            let index = u8::deserialize(from)?;
            Hex::new(usize::from(index)).ok_or_else(|| D::Error::custom("no hex has this number"))
        }
    }
}

/// A third of the battlefield as everybody sees it (RA-2.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sector {
    /// Columns 1 to 4.
    West,
    /// Columns 5 to 9, and 4 to 9 in the short rows.
    Centre,
    /// Columns 10 to 13, and 9 to 12 in the short rows.
    East,
}

impl Sector {
    /// The three of them, west to east.
    pub const ALL: [Sector; 3] = [Sector::West, Sector::Centre, Sector::East];

    /// Its name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Sector::West => "West",
            Sector::Centre => "Centre",
            Sector::East => "East",
        }
    }
}

/// A third of the battlefield as one player sees it (RA-2.7).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wing {
    /// The player's own left.
    Left,
    /// The middle.
    Centre,
    /// The player's own right.
    Right,
}

impl Wing {
    /// The three of them, left to right.
    pub const ALL: [Wing; 3] = [Wing::Left, Wing::Centre, Wing::Right];

    /// Where it lies for a side: the Commonwealth's left is the west, the Confederation's left the east (RA-2.7).
    pub fn sector(self, side: Side) -> Sector {
        match (self, side) {
            (Wing::Centre, Side::Cw | Side::Cf) => Sector::Centre,
            (Wing::Left, Side::Cw) | (Wing::Right, Side::Cf) => Sector::West,
            (Wing::Right, Side::Cw) | (Wing::Left, Side::Cf) => Sector::East,
        }
    }

    /// Its name in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Wing::Left => "left",
            Wing::Centre => "centre",
            Wing::Right => "right",
        }
    }

    /// Where that is, said to the player: prompts, cards and refusals use the same words.
    pub fn place(self) -> &'static str {
        match self {
            Wing::Left => "on your left",
            Wing::Centre => "in the centre",
            Wing::Right => "on your right",
        }
    }

    /// The wing that a sector is to a side.
    pub fn of(sector: Sector, side: Side) -> Wing {
        Wing::ALL.into_iter().find(|wing| wing.sector(side) == sector).unwrap_or(Wing::Centre)
    }
}

/// The two factions (RA-1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// The Commonwealth Alliance, at the bottom: baseline row K.
    Cw,
    /// The Rebel Confederation, at the top: baseline row A.
    Cf,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Cw, Side::Cf];

    /// As an array index.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Cw => Side::Cf,
            Side::Cf => Side::Cw,
        }
    }

    /// In a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Side::Cw => "Commonwealth",
            Side::Cf => "Confederation",
        }
    }

    /// In situations.
    pub fn word(self) -> &'static str {
        match self {
            Side::Cw => "cw",
            Side::Cf => "cf",
        }
    }

    /// The row of its own baseline (RA-2.6).
    pub fn baseline(self) -> u8 {
        match self {
            Side::Cw => 10,
            Side::Cf => 0,
        }
    }
}

/// A set of hexes as three words.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HexSet([u64; 3]);

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet([0; 3]);

    /// Is the hex in it?
    pub fn has(&self, hex: Hex) -> bool {
        self.bit(hex.0)
    }

    pub(crate) fn bit(&self, index: u8) -> bool {
        self.0[usize::from(index >> 6)] >> (index & 63) & 1 == 1
    }

    /// Puts a hex in.
    pub fn insert(&mut self, hex: Hex) {
        self.0[usize::from(hex.0 >> 6)] |= 1 << (hex.0 & 63);
    }

    /// Takes a hex out.
    pub fn remove(&mut self, hex: Hex) {
        self.0[usize::from(hex.0 >> 6)] &= !(1 << (hex.0 & 63));
    }

    /// In either.
    #[must_use]
    pub fn or(self, o: HexSet) -> HexSet {
        HexSet([self.0[0] | o.0[0], self.0[1] | o.0[1], self.0[2] | o.0[2]])
    }

    /// In both.
    #[must_use]
    pub fn and(self, o: HexSet) -> HexSet {
        HexSet([self.0[0] & o.0[0], self.0[1] & o.0[1], self.0[2] & o.0[2]])
    }

    /// In this one and not in the other.
    #[must_use]
    pub fn minus(self, o: HexSet) -> HexSet {
        HexSet([self.0[0] & !o.0[0], self.0[1] & !o.0[1], self.0[2] & !o.0[2]])
    }

    /// Is nothing in it?
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 3]
    }

    /// How many are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The hexes in reading order.
    pub fn iter(self) -> impl Iterator<Item = Hex> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < 3 {
                if words[at] != 0 {
                    let bit = words[at].trailing_zeros();
                    words[at] &= words[at] - 1;
                    return Some(Hex((at as u32 * 64 + bit) as u8));
                }
                at += 1;
            }
            None
        })
    }

    /// How many of these stand before the hex in reading order.
    pub fn rank(&self, hex: Hex) -> usize {
        let word = hex.index() >> 6;
        let below = self.0[word] & ((1u64 << (hex.0 & 63)) - 1);
        self.0[..word].iter().map(|w| w.count_ones()).sum::<u32>() as usize + below.count_ones() as usize
    }

    /// Every hex next to one of these.
    #[must_use]
    pub fn around(self) -> HexSet {
        self.iter().fold(HexSet::EMPTY, |set, hex| set.or(hex.neighbours()))
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        let mut set = HexSet::EMPTY;
        for hex in hexes {
            set.insert(hex);
        }
        set
    }
}

/// What a shot of range 2 to 4 passes, by number; half-hexes count from 138 (RA-11.8).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lane {
    pub through: [u8; 4],
    pub left: [u8; 2],
    pub right: [u8; 2],
}

const OPEN_LANE: Lane = Lane { through: [NONE; 4], left: [NONE; 2], right: [NONE; 2] };

pub(crate) struct Board {
    rows: [u8; HEXES],
    cols: [u8; HEXES],
    distance: Vec<[u8; HEXES]>,
    near: Vec<HexSet>,
    within: Vec<[HexSet; 7]>,
    homeward: [Vec<[u8; 2]>; 2],
    lanes: Vec<Lane>,
    pub sectors: [HexSet; 3],
    pub dotted: HexSet,
    /// Rows, for baselines and jump points.
    pub row_sets: [HexSet; 11],
}

impl Board {
    pub fn lane(&self, from: Hex, to: Hex) -> &Lane {
        &self.lanes[from.index() * HEXES + to.index()]
    }
}

static BOARD: LazyLock<Board> = LazyLock::new(build);

pub(crate) fn board() -> &'static Board {
    &BOARD
}

fn axial(index: usize) -> Axial {
    if index < HEXES {
        return MAT.hex(index).expect("checked");
    }
    let half = index - HEXES;
    Axial::at((half / 2 * 2 + 1) as i8, if half.is_multiple_of(2) { 0 } else { 13 })
}

/// The number of a hex or half-hex.
fn number(hex: Axial) -> Option<u8> {
    if MAT.is_half(hex) {
        let n = HEXES + (hex.row() as usize / 2) * 2 + usize::from(hex.col() != 0);
        debug_assert!(n < ALL);
        return Some(n as u8);
    }
    MAT.index(hex).map(|i| i as u8)
}

fn build() -> Board {
    let hexes: Vec<Axial> = MAT.hexes().collect();
    assert_eq!(hexes.len(), HEXES, "RA-2.1");
    let mut rows = [0; HEXES];
    let mut cols = [0; HEXES];
    let mut sectors = [HexSet::EMPTY; 3];
    let mut dotted = HexSet::EMPTY;
    let mut row_sets = [HexSet::EMPTY; 11];
    for (i, hex) in hexes.iter().enumerate() {
        let (row, col) = (hex.row() as u8, hex.col() as u8);
        (rows[i], cols[i]) = (row, col);
        let here = Hex(i as u8);
        row_sets[usize::from(row)].insert(here);
        // RA-2.4, RA-2.5: the dotted line cuts hexes 4 and 9 of the short rows.
        let short = row % 2 == 1;
        if col <= 4 {
            sectors[0].insert(here);
        }
        if (5..=9).contains(&col) || short && col == 4 {
            sectors[1].insert(here);
        }
        if col >= 10 || short && col == 9 {
            sectors[2].insert(here);
        }
        if short && (col == 4 || col == 9) {
            dotted.insert(here);
        }
    }
    let distance: Vec<[u8; HEXES]> =
        hexes.iter().map(|a| std::array::from_fn(|j| a.distance(hexes[j]) as u8)).collect();
    let ball = |i: usize, steps: u8| {
        (0..HEXES).filter(|&j| distance[i][j] <= steps).map(|j| Hex(j as u8)).collect::<HexSet>()
    };
    let within: Vec<[HexSet; 7]> =
        (0..HEXES).map(|i| std::array::from_fn(|steps| ball(i, steps as u8))).collect();
    let near: Vec<HexSet> = (0..HEXES).map(|i| within[i][1].minus(within[i][0])).collect();
    let homeward = Side::BOTH.map(|side| {
        (0..HEXES)
            .map(|i| {
                let step = if side == Side::Cw { 1 } else { -1 };
                let mut next =
                    near[i].iter().filter(|h| i16::from(rows[h.index()]) == i16::from(rows[i]) + step);
                [next.next().map_or(NONE, |h| h.0), next.next().map_or(NONE, |h| h.0)]
            })
            .collect()
    });
    let mut lanes = vec![OPEN_LANE; HEXES * HEXES];
    for i in 0..HEXES {
        for j in 0..HEXES {
            if !(2..=4).contains(&distance[i][j]) {
                continue;
            }
            let line = sight_line(hexes[i], hexes[j]);
            let lane = &mut lanes[i * HEXES + j];
            let fill = |slots: &mut [u8], hexes: &[Axial]| {
                let on_mat = hexes.iter().filter_map(|&h| number(h));
                for (slot, n) in slots.iter_mut().zip(on_mat) {
                    *slot = n;
                }
            };
            assert!(line.through.len() <= 4 && line.left.len() <= 2 && line.right.len() <= 2, "RA-11.10");
            fill(&mut lane.through, &line.through);
            fill(&mut lane.left, &line.left);
            fill(&mut lane.right, &line.right);
        }
    }
    Board { rows, cols, distance, near, within, homeward, lanes, sectors, dotted, row_sets }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(name: &str) -> Hex {
        name.parse().unwrap()
    }

    fn names(set: HexSet) -> String {
        set.iter().map(|h| h.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ra_2_3_check_values_of_neighbours_and_distances() {
        assert_eq!(names(hex("E6").neighbours()), "D5 D6 E5 E7 F5 F6");
        assert_eq!(names(hex("F6").neighbours()), "E6 E7 F5 F7 G6 G7");
        assert_eq!(names(hex("A1").neighbours()), "A2 B1");
        assert_eq!(names(hex("B1").neighbours()), "A1 A2 B2 C1 C2");
        assert_eq!(names(hex("K13").neighbours()), "J12 K12");
        assert_eq!(hex("K7").distance(hex("A7")), 10);
        assert_eq!(hex("A1").distance(hex("K13")), 17);
        assert_eq!(hex("E5").distance(hex("H7")), 4);
    }

    #[test]
    fn ra_2_4_sizes_of_the_sectors() {
        let sizes: Vec<usize> = board().sectors.iter().map(HexSet::len).collect();
        assert_eq!(sizes, [44, 60, 44]);
        assert_eq!(names(board().dotted), "B4 B9 D4 D9 F4 F9 H4 H9 J4 J9");
    }

    #[test]
    fn ra_2_8_steps_towards_the_baselines() {
        let steps = |name: &str, side| hex(name).homeward(side).collect::<HexSet>();
        assert_eq!(names(steps("E7", Side::Cf)), "D6 D7");
        assert_eq!(names(steps("B8", Side::Cf)), "A8 A9");
        assert_eq!(names(steps("I1", Side::Cw)), "J1");
        assert_eq!(names(steps("K5", Side::Cw)), "");
    }
}
