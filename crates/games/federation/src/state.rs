//! The state: everything on the table, and the few face-down technologies beside it.
//!
//! [`Table`] holds only what lies open, so a view can hand it out as it is. [`Sealed`] holds what lies face down.
//! Pool, chits and alien technology are drawn when needed, so they have no hidden order.

use crate::{
    Short,
    data::data,
    nouns::{
        AlienTech, Asset, Base, Bundle, FLEETS, FedTech, Fleet, FleetSet, Marker, Piece, PieceAt, Race,
        RaceSet, Relation, Resource, Ship, Side, Space, TOKENS, Token, Unit,
    },
};
use klaxon_core::{Edition, Later};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

mod task;

pub use task::{Battle, Contest, Purpose, Roll, Shift, Task};

/// How hard the game is (SF-16.1): only the token mix differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Difficulty {
    /// Green.
    Easy,
    /// Yellow.
    #[default]
    Medium,
    /// Red.
    Hard,
}

impl Difficulty {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        ["easy", "medium", "hard"][self as usize]
    }
}

/// Does the game wait before each Activation token, and before each throw?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// Tokens resolve until a decision is needed.
    #[default]
    Flowing,
    /// The player turns up each token himself.
    Stepwise,
    /// He also throws every die himself: no throw comes before its odds could be seen.
    EveryThrow,
}

impl Pace {
    /// The word of set-ups and situations.
    pub const fn word(self) -> &'static str {
        ["flowing", "stepwise", "every-throw"][self as usize]
    }

    /// The pace with this word.
    pub fn from_word(word: &str) -> Option<Pace> {
        [Pace::Flowing, Pace::Stepwise, Pace::EveryThrow].into_iter().find(|p| p.word() == word)
    }
}

/// The whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Federation {
    pub(crate) table: Table,
    pub(crate) sealed: Sealed,
    /// By which edition of the rules it is played.
    pub(crate) edition: Later<Edition>,
}

/// What each research card is, seen or not. Cards 0 to 3 lie with the Build, Maneuver, Research and Espionage Base,
/// card 4 starts in the Un-researched box, card 5 is the Warp Research token, 6 to 9 are the Warp technologies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sealed {
    pub(crate) cards: [FedTech; CARDS],
}

/// How many research cards there are.
pub const CARDS: usize = 10;
/// The card that is the Warp Research token.
pub const GATE: u8 = 5;

/// A number of Activation tokens of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bag {
    counts: [u8; TOKENS],
    total: u8,
}

impl Default for Bag {
    fn default() -> Bag {
        Bag { counts: [0; TOKENS], total: 0 }
    }
}

impl Bag {
    /// Puts tokens in.
    pub fn put(&mut self, token: Token, n: u8) {
        self.counts[token.index()] += n;
        self.total += n;
    }

    /// Takes one out, which must be there.
    pub fn take(&mut self, token: Token) {
        let n = &mut self.counts[token.index()];
        *n = n.checked_sub(1).expect("a token that is there");
        self.total -= 1;
    }

    /// Pours another bag in.
    pub fn pour(&mut self, other: Bag) {
        for (a, b) in self.counts.iter_mut().zip(other.counts) {
            *a += b;
        }
        self.total += other.total;
    }

    /// How many of one kind.
    pub fn of(&self, token: Token) -> u8 {
        self.counts[token.index()]
    }

    /// How many in all.
    pub fn total(&self) -> u8 {
        self.total
    }

    /// The `n`th token, counted kind by kind.
    pub fn nth(&self, n: u32) -> Token {
        let mut rest = n;
        for (i, &count) in self.counts.iter().enumerate() {
            if rest < u32::from(count) {
                return Token(i as u8);
            }
            rest -= u32::from(count);
        }
        panic!("the bag holds fewer tokens");
    }

    /// The tokens one by one.
    pub fn iter(&self) -> impl Iterator<Item = Token> {
        let counts = self.counts;
        Token::all().flat_map(move |t| std::iter::repeat_n(t, usize::from(counts[t.index()])))
    }
}

impl Serialize for Bag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.counts.iter())
    }
}

impl<'de> Deserialize<'de> for Bag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bag, D::Error> {
        let counts = Vec::<u8>::deserialize(deserializer)?;
        let counts: [u8; TOKENS] =
            counts.try_into().map_err(|_| D::Error::custom("a bag counts every kind of token"))?;
        let total = counts.iter().try_fold(0u8, |sum, &n| sum.checked_add(n));
        Ok(Bag { counts, total: total.ok_or_else(|| D::Error::custom("too many tokens"))? })
    }
}

/// Where a fleet is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FleetAt {
    /// In the Spawn Order Track: 0 left, 2 right.
    Spawn(u8),
    /// On the map, and where its last step came from, as far as that is remembered (SF-13.17).
    Map {
        /// Where it is.
        at: Space,
        /// Where it came from.
        from: Option<Space>,
    },
    /// In the technology draw pile: the Doom Fleet (SF-15.13).
    #[default]
    Pile,
    /// Destroyed, on its way to the Spawn Order Track.
    Wreck,
}

/// Where a research card is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardAt {
    /// With its Base in Locked Assets.
    #[default]
    Locked,
    /// A Warp technology before Warp Gates.
    Aside,
    /// In the Warp technology draw pile.
    Pile,
    /// In the Un-researched Technology box.
    Box,
    /// On the Research Progress Track: 0 to 3 for 0, 25, 50 and 75 %.
    Column(u8),
    /// In Technological Advantages.
    Done,
}

/// A research card as it lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Card {
    /// Where it is.
    pub at: CardAt,
    /// What it is, once seen.
    pub tech: Option<FedTech>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// All six named spaces are settled (SF-3.1).
    Settled,
    /// Alien fleets hold Sol at the end of a Federation turn (SF-3.3).
    SolFell,
    /// Federation Stability reached 0 (SF-3.4).
    Unstable,
    /// Every race has its technology track full (SF-3.5).
    Outclassed,
}

/// Flagships are pieces 0 to 4; the first starts on Sol, the others with the four resource Bases.
pub(crate) const FLAGSHIPS: std::ops::Range<usize> = 0..5;
pub(crate) const ALLIES: std::ops::Range<usize> = 5..7;
pub(crate) const MINES: std::ops::Range<usize> = 7..10;
pub(crate) const SOL_DEFENSE: usize = 10;
pub(crate) const BASES: usize = 11;
/// How many pieces the Federation has.
pub const PIECES: usize = 17;

/// Everything that lies open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The token mix.
    pub difficulty: Difficulty,
    /// Flowing or stepwise.
    pub pace: Pace,
    /// Federation turns begun.
    pub turn: u16,
    /// War Effort of each race, the real marker alone (SF-10.2, SF-10.3): 0 Peace to 4 Total War, so that up is down (SF-0.14).
    pub war: [u8; 5],
    /// Relationships: War, Neutral or Alliance (SF-11.2).
    pub relations: [Relation; 4],
    /// Expansion Desire.
    pub expansion: u8,
    /// Military Losses.
    pub losses: u8,
    /// Federation Stability.
    pub stability: u8,
    /// The Activation Queue, face up (SF-4.1); the first is the rightmost token, the one being resolved.
    pub queue: Short<Token, 5>,
    /// The pool.
    pub pool: Bag,
    /// The holding box.
    pub holding: Bag,
    /// Tokens drawn for a Bypass.
    pub drawn: Short<Token, 3>,
    /// Fleets.
    pub fleets: [FleetAt; FLEETS],
    /// Technology tracks, the highest space first.
    pub techs: [Short<AlienTech, 4>; 5],
    /// The pieces; see [`Table::flagships`] and its sisters.
    pub pieces: [Piece; PIECES],
    /// Bases that were settled at least once, as bits.
    pub unlocked: u8,
    /// Research cards.
    pub cards: [Card; CARDS],
    /// Resource Pools.
    pub pools: Bundle,
    /// Stored Resources.
    pub stored: Bundle,
    /// Tokens that left the game.
    pub sacrificed: Bundle,
    /// The Resource Track: row 0 to 6, left column first.
    pub track: [[Bundle; 3]; 7],
    /// Morale deployed to open columns: 0 to 2.
    pub columns: u8,
    /// Spies in technology tracks; each is on its track's highest empty space.
    pub spies: RaceSet,
    /// Attachés.
    pub attaches: RaceSet,
    /// Embassies.
    pub embassies: RaceSet,
    /// Event chits used, as bits; the others lie face down (SF-1.16).
    pub chits_used: u8,
    /// Free moves made this turn (SF-14.5).
    pub free_moves: u8,
    /// Have the Mercenaries been calmed in this phase already (SF-10.7)?
    pub calmed: bool,
    /// What is still to be done; the last is next.
    pub tasks: Short<Task, 20>,
    /// Dice on the table.
    pub roll: Roll,
    /// Results still to be placed: how many dice show each.
    pub results: [u8; 7],
    /// The battle being fought.
    pub battle: Battle,
    /// Fleets that moved in this round and may so cause combat.
    pub moved: FleetSet,
    /// Fleets that entered Sol or a named space by this token and stay there (SF-5.9).
    pub halted: FleetSet,
    /// Fleets that still have to fight in this round.
    pub engaged: FleetSet,
    /// Advances owed under SF-10.8.
    pub owed: [u8; 5],
    /// How it ended.
    pub end: Option<End>,
}

impl Table {
    /// The Flagships.
    pub fn flagships(&self) -> &[Piece] {
        &self.pieces[FLAGSHIPS]
    }

    /// The Ally Ships.
    pub fn allies(&self) -> &[Piece] {
        &self.pieces[ALLIES]
    }

    /// The Mine Fields.
    pub fn mines(&self) -> &[Piece] {
        &self.pieces[MINES]
    }

    /// The Sol Defense.
    pub fn sol_defense(&self) -> Piece {
        self.pieces[SOL_DEFENSE]
    }

    /// A Base.
    pub fn base(&self, base: Base) -> Piece {
        self.pieces[BASES + base as usize]
    }

    /// What is asked or done next.
    pub fn top(&self) -> Option<Task> {
        self.tasks.last().copied()
    }

    /// Was the Base ever settled?
    pub fn is_unlocked(&self, base: Base) -> bool {
        self.unlocked >> base as u8 & 1 == 1
    }

    /// Has Warp Gates been completed?
    pub fn warp_is_open(&self) -> bool {
        self.cards[usize::from(GATE)].at == CardAt::Done
    }

    /// A marker's value.
    pub fn marker(&self, marker: Marker) -> u8 {
        match marker {
            Marker::Expansion => self.expansion,
            Marker::Losses => self.losses,
            Marker::Stability => self.stability,
        }
    }

    /// The index of a ship in a space, the first of its kind.
    pub(crate) fn ship_index(&self, ship: Ship, at: Space) -> Option<usize> {
        let range = match ship {
            Ship::Flagship => FLAGSHIPS,
            Ship::Ally => ALLIES,
        };
        range.into_iter().find(|&i| self.pieces[i].at == PieceAt::Map(at))
    }

    /// The index of a Mine Field in a space with this side up.
    pub(crate) fn mine_index(&self, side: Side, at: Space) -> Option<usize> {
        let up = side == Side::Upgraded;
        MINES.into_iter().find(|&i| self.pieces[i].at == PieceAt::Map(at) && self.pieces[i].upgraded == up)
    }

    /// The index of a unit in Unbuilt Assets.
    pub(crate) fn unbuilt_index(&self, unit: Unit) -> Option<usize> {
        let range = match unit {
            Unit::Flagship => FLAGSHIPS,
            Unit::Mine => MINES,
            Unit::SolDefense => SOL_DEFENSE..SOL_DEFENSE + 1,
        };
        range.into_iter().find(|&i| self.pieces[i].at == PieceAt::Unbuilt)
    }

    /// The index of an asset in a space.
    pub(crate) fn asset_index(&self, asset: Asset, at: Space) -> Option<usize> {
        let there = |i: usize| (self.pieces[i].at == PieceAt::Map(at)).then_some(i);
        match asset {
            Asset::Flagship => self.ship_index(Ship::Flagship, at),
            Asset::Ally => self.ship_index(Ship::Ally, at),
            Asset::Mine(side) => self.mine_index(side, at),
            Asset::SolDefense => there(SOL_DEFENSE),
            Asset::Base(base) => there(BASES + base as usize),
        }
    }

    /// What a piece is.
    pub fn asset_of(&self, index: usize) -> Asset {
        match index {
            0..5 => Asset::Flagship,
            5..7 => Asset::Ally,
            7..10 => Asset::Mine(if self.pieces[index].upgraded { Side::Upgraded } else { Side::Basic }),
            SOL_DEFENSE => Asset::SolDefense,
            n => Asset::Base(Base::ALL[n - BASES]),
        }
    }

    /// Tokens deployed, by type.
    pub fn deployed(&self) -> Bundle {
        let mut bundle = Bundle::default();
        bundle.add(Resource::Espionage, self.spies.len() + self.attaches.len());
        bundle.add(Resource::Diplomacy, self.embassies.len());
        bundle.add(Resource::Morale, self.columns);
        bundle
    }

    /// Tokens still locked with their Bases, or aside before Warp Gates.
    pub fn locked(&self) -> Bundle {
        let mut bundle = Bundle::default();
        for base in Base::ALL.into_iter().filter(|&b| !self.is_unlocked(b)) {
            bundle.pour(data().bases[base as usize].resources);
        }
        if !self.warp_is_open() {
            bundle.add(Resource::Warp, data().resources[Resource::Warp as usize].total);
        }
        bundle
    }

    /// Tokens in row 0 of the Resource Track.
    pub fn tray(&self) -> Bundle {
        let mut bundle = self.track[0][0];
        bundle.pour(self.track[0][1]);
        bundle.pour(self.track[0][2]);
        bundle
    }

    /// The tokens of a race's technology draw pile, in the order of the ledger; one is drawn at random (SF-1.7).
    pub fn tech_pile(&self, race: Race) -> impl Iterator<Item = AlienTech> + use<> {
        let track = self.techs[race.index()];
        let doom_out = self.fleets[Fleet::DOOM.index()] != FleetAt::Pile;
        data().races[race.index()]
            .tokens
            .into_iter()
            .filter(move |&t| !track.contains(&t) && (!doom_out || t != AlienTech::DoomFleet))
    }
}
