//! The nouns: units, marks, combats and stages; what lies open on the table, and what is hidden.
//!
//! [`Open`] holds only what everybody may know, [`Secret`] everything else, so that a view is made by copying the one
//! and picking from the other. Both are flat and `Copy`: bots copy them thousands of times a second.

use crate::board::{HEXES, Hex, HexSet, NONE, Side};
use crate::data::{self, CombatId, DECK, KINDS, Kind};
use crate::effect::Plan;
use klaxon_core::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

mod fight;
mod question;
mod unit;

pub use fight::{Combat, CombatKind, Step, Twists};
pub use question::Question;
pub(crate) use question::{asked_sides, window_words};
pub use unit::{Marks, Unit, UnitId};

/// Units of one side at most: the unit markers of the box (RA-4.7).
pub const FLEET: usize = 25;
const UNITS: usize = 2 * FLEET;
/// Combats that can lie on each other: an attack, its second volley, its bonus combat, a battle back.
const DEPTH: usize = 6;

/// A game of Red Alert: Space Fleet Warfare. The value is the whole state.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RedAlert {
    /// What lies open on the table.
    pub(crate) open: Open,
    /// What does not.
    pub(crate) secret: Secret,
}

/// What a seat is on its side (RA-22.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// Fleet Commander.
    Commander,
    /// Officer of the left wing.
    Left,
    /// Officer of the right wing.
    Right,
    /// The one officer, for both wings.
    Wings,
}

/// A seat's side and post.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Role {
    /// Its side.
    pub side: Side,
    /// Its post.
    pub post: Post,
}

/// Where the game stands; a stage asks a decision unless there is nothing to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// D2: task force cards are picked.
    PickTaskForce,
    /// D3: support vessels are bought.
    Buy,
    /// D4: units are assigned to deployment hexes.
    Deploy,
    /// Jump points are placed instead (RA-24.1).
    JumpPoints,
    /// D5: held-back units are placed.
    HeldBack,
    /// D6: command cards decide who goes first.
    Initiative,
    /// D7: cloaks are paid for.
    Upkeep,
    /// D15 of the active player before his command card.
    OwnTurnStart,
    /// D15 of the other before that command card.
    OppTurnStart,
    /// D28: a command card is banned.
    Ban,
    /// D8: a command card is played.
    Command,
    /// D26: repairs are given out.
    Repairs,
    /// D9: units are ordered.
    Orders,
    /// D15 after own orders.
    OrdersCard,
    /// D11, D12: markers and cloaks come off.
    Markers,
    /// D15 of the other after orders.
    OrdersAnnounced,
    /// D13: units move.
    Movement,
    /// D15 of the active player after movement.
    MovementDone,
    /// D15 of the other after movement.
    MovementDoneOther,
    /// D14: units battle.
    Combat,
    /// D22 after a declined combat.
    SecondMove,
    /// D15 at the end of the turn.
    EndCards,
    /// D23: a combat card for a star.
    Discard,
    /// D24, time pressure.
    TimePressure,
    /// D24: one of two cards is kept.
    ScoutKeep,
    /// D25: stars or a combat card.
    EndChoice,
    /// It is over.
    Over,
}

/// A combat card that was played and waits for its effect (RA-17.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The card.
    pub card: CombatId,
    /// Who played it.
    pub side: Side,
    /// Its targets, [`NONE`] where it has none.
    pub(crate) on: [u8; 2],
}

/// How many units may be ordered, and which.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderMode {
    /// Nobody.
    None,
    /// So many in the west, centre and east.
    Sectors([u8; 3]),
    /// So many that the card fits.
    Any(u8),
    /// The flagship and so many next to it.
    Group(u8),
    /// So many of each class, and so many of any.
    Rolled([u8; 3], u8),
    /// One unit anywhere, without bonuses (RA-8.7).
    Fallback,
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// Victory points (RA-21.1), of the side and not of a player (RA-22.9).
    Points(Side),
    /// Eliminated units (RA-21.1).
    Eliminations(Side),
    /// The other has no units left (RA-21.5).
    LastUnit(Side),
    /// The other gave up.
    Conceded(Side),
    /// Both agreed (RA-21.6).
    Agreed,
    /// Nothing happened for 40 turns (RA-21.6).
    Quiet,
}

impl End {
    /// Who won.
    pub fn winner(self) -> Option<Side> {
        match self {
            End::Points(side) | End::Eliminations(side) | End::LastUnit(side) | End::Conceded(side) => {
                Some(side)
            }
            End::Agreed | End::Quiet => None,
        }
    }
}

/// Where a side's points come from (RA-21.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// All of them together.
    pub total: u8,
    /// Enemy units eliminated, by kind.
    pub taken: [u8; 9],
    /// Own units that broke through, by kind.
    pub exited: [u8; 9],
    /// Points for clear sectors, west to east.
    pub sectors: [u8; 3],
    /// Points for time pressure.
    pub time: u8,
    /// Points that a situation gave.
    pub given: u8,
}

impl Tally {
    /// Enemy units eliminated.
    pub fn eliminations(&self) -> u8 {
        self.taken.iter().sum()
    }
}

/// Everything that lies open on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Open {
    // The battle notes.
    pub(crate) scenario: u8,
    pub(crate) seats: u8,
    pub(crate) roles: [Role; 6],
    pub(crate) target: u8,
    pub(crate) eliminations: u8,
    pub(crate) objectives: [u8; 2],
    pub(crate) time_pressure: Option<Side>,
    pub(crate) jump: bool,
    // The map.
    pub(crate) asteroids: HexSet,
    pub(crate) debris: HexSet,
    pub(crate) planets: HexSet,
    /// The group of each planet hex, in reading order, from 0.
    pub(crate) groups: [u8; 18],
    /// The name of each group, by its place in the data.
    pub(crate) planet_names: [u8; 18],
    /// Faction markers on each planet hex, in reading order.
    pub(crate) markers: [[u8; 18]; 2],
    // The fleets.
    #[serde(with = "wide")]
    pub(crate) units: [Unit; UNITS],
    #[serde(with = "wide")]
    pub(crate) at: [u8; HEXES],
    pub(crate) fleets: [HexSet; 2],
    pub(crate) cloaked: HexSet,
    pub(crate) mustered: [u8; 2],
    // Tokens.
    pub(crate) stars: [u8; 2],
    pub(crate) pool: u8,
    pub(crate) tally: [Tally; 2],
    // Cards.
    #[serde(with = "wide")]
    pub(crate) command_discard: [u8; KINDS],
    #[serde(with = "wide")]
    pub(crate) combat_discard: [u8; KINDS],
    pub(crate) command_left: u8,
    pub(crate) combat_left: u8,
    pub(crate) command_cards: [u8; 2],
    pub(crate) combat_cards: [u8; 2],
    /// Initiative cards laid aside (RA-5.10).
    pub(crate) aside: [u8; 2],
    /// Command cards of the last own turn, for Counter Attack.
    pub(crate) last: [u8; 2],
    // Setting up.
    pub(crate) task_force: [u8; 2],
    pub(crate) done: [bool; 2],
    pub(crate) placer: Side,
    pub(crate) held: [u8; 2],
    pub(crate) jump_points: [[u8; 3]; 2],
    pub(crate) waiting: [[u8; 9]; 2],
    // The turn.
    pub(crate) turn: u16,
    pub(crate) active: Side,
    pub(crate) stage: Stage,
    pub(crate) asked: SeatSet,
    pub(crate) passed: SeatSet,
    pub(crate) cursor: u8,
    /// The command card in play, and the one whose effects it has.
    pub(crate) card: u8,
    pub(crate) acts_as: u8,
    pub(crate) mirrored: bool,
    pub(crate) rating: u8,
    pub(crate) orders: OrderMode,
    /// Seats that name their units, one after the other (RA-22.10).
    pub(crate) orderers: [u8; 3],
    pub(crate) rolled: [u8; 6],
    /// Who played a combat card this turn (RA-17.2).
    pub(crate) used: [bool; 2],
    /// Replacement cards owed for First Strike.
    pub(crate) owed: u8,
    pub(crate) banned: u8,
    pub(crate) second_mover: u8,
    /// Player-turns without a loss or a point (RA-21.6), and whether this turn had one.
    pub(crate) quiet: u8,
    pub(crate) lively: bool,
    pub(crate) star_control: [bool; 2],
    pub(crate) draw_offer: [bool; 2],
    // Interrupts.
    pub(crate) played: Option<Played>,
    pub(crate) depth: u8,
    pub(crate) combats: [Combat; DEPTH],
    pub(crate) end: Option<End>,
}

/// Everything that is hidden from somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Secret {
    /// Draw decks; the next card is the last.
    #[serde(with = "wide")]
    pub command_deck: [u8; DECK],
    #[serde(with = "wide")]
    pub combat_deck: [u8; DECK],
    /// Hands, by card.
    pub command: [Hand; 2],
    pub combat: [Hand; 2],
    /// Command cards of a side that its opponent has seen (Intercepted Orders).
    pub known: [Hand; 2],
    /// Initiative cards chosen and not revealed.
    pub sealed: [u8; 2],
    /// The two cards of a Scout.
    pub scouted: [u8; 2],
    /// Support vessels bought, by kind.
    pub bought: [[u8; 9]; 2],
    /// The unit under each deployment hex, in reading order.
    pub hidden: [[u8; 16]; 2],
    /// Held-back units placed so far, by kind.
    pub placed_held: [[u8; 9]; 2],
    /// Jump points before they are revealed.
    pub jump: [[u8; 3]; 2],
}

/// A hand as a count of each card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Hand(#[serde(with = "wide")] pub [u8; KINDS]);

impl Hand {
    pub const EMPTY: Hand = Hand([0; KINDS]);

    pub fn len(&self) -> u8 {
        self.0.iter().sum()
    }

    /// The different cards in it.
    pub fn kinds(&self) -> impl Iterator<Item = u8> + '_ {
        (0..KINDS as u8).filter(|&i| self.0[usize::from(i)] > 0)
    }

    /// All cards, equal ones one after the other.
    pub fn cards(&self) -> impl Iterator<Item = u8> + '_ {
        self.kinds().flat_map(|i| std::iter::repeat_n(i, usize::from(self.0[usize::from(i)])))
    }
}

impl Open {
    /// An empty table.
    pub(crate) fn new() -> Open {
        Open {
            scenario: 0,
            seats: 2,
            roles: [Role { side: Side::Cw, post: Post::Commander }; 6],
            target: 21,
            eliminations: 0,
            objectives: [0; 2],
            time_pressure: None,
            jump: false,
            asteroids: HexSet::EMPTY,
            debris: HexSet::EMPTY,
            planets: HexSet::EMPTY,
            groups: [NONE; 18],
            planet_names: [NONE; 18],
            markers: [[0; 18]; 2],
            units: [Unit::EMPTY; UNITS],
            at: [NONE; HEXES],
            fleets: [HexSet::EMPTY; 2],
            cloaked: HexSet::EMPTY,
            mustered: [0; 2],
            stars: [0; 2],
            pool: 36,
            tally: [Tally::default(); 2],
            command_discard: [0; KINDS],
            combat_discard: [0; KINDS],
            command_left: 0,
            combat_left: 0,
            command_cards: [0; 2],
            combat_cards: [0; 2],
            aside: [NONE; 2],
            last: [NONE; 2],
            task_force: [NONE; 2],
            done: [false; 2],
            placer: Side::Cw,
            held: [0; 2],
            jump_points: [[NONE; 3]; 2],
            waiting: [[0; 9]; 2],
            turn: 0,
            active: Side::Cw,
            stage: Stage::Buy,
            asked: SeatSet::NONE,
            passed: SeatSet::NONE,
            cursor: 0,
            card: NONE,
            acts_as: NONE,
            mirrored: false,
            rating: 0,
            orders: OrderMode::None,
            orderers: [NONE; 3],
            rolled: [0; 6],
            used: [false; 2],
            owed: 0,
            banned: NONE,
            second_mover: NONE,
            quiet: 0,
            lively: false,
            star_control: [false; 2],
            draw_offer: [false; 2],
            played: None,
            depth: 0,
            combats: [Combat::EMPTY; DEPTH],
            end: None,
        }
    }

    /// The scenario.
    pub fn scenario(&self) -> &'static crate::data::Scenario {
        &data::get().scenarios[usize::from(self.scenario)]
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// The unit on a hex.
    pub fn unit_at(&self, hex: Hex) -> Option<UnitId> {
        let id = self.at[hex.index()];
        (id != NONE).then_some(UnitId(id))
    }

    /// A side's unit on a hex.
    pub fn own_at(&self, side: Side, hex: Hex) -> Option<UnitId> {
        if self.fleets[side.index()].has(hex) { self.unit_at(hex) } else { None }
    }

    /// The units of a side that are on the battlefield, in hex order.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.fleets[side.index()].iter().map(|hex| UnitId(self.at[hex.index()]))
    }

    /// Every hex with a unit on it.
    pub fn occupied(&self) -> HexSet {
        self.fleets[0].or(self.fleets[1])
    }

    /// Enemy units that can be seen and attacked: not cloaked ones (RA-10.9).
    pub fn seen_enemies(&self, side: Side) -> HexSet {
        self.fleets[side.other().index()].minus(self.cloaked)
    }

    /// Is a hex adjacent to an enemy unit of the side? Cloaked units do not count (RA-10.9).
    pub fn is_near_enemy(&self, side: Side, hex: Hex) -> bool {
        !hex.neighbours().and(self.seen_enemies(side)).is_empty()
    }

    /// The group of a planet hex (RA-18.11).
    pub fn group(&self, hex: Hex) -> Option<u8> {
        if self.planets.has(hex) { Some(self.groups[self.planets.rank(hex)]) } else { None }
    }

    /// Are both hexes on one planet group?
    pub fn share_group(&self, a: Hex, b: Hex) -> bool {
        self.group(a).is_some_and(|g| self.group(b) == Some(g))
    }

    /// The hexes of a planet group.
    pub fn group_hexes(&self, group: u8) -> HexSet {
        self.planets.iter().enumerate().filter(|(i, _)| self.groups[*i] == group).map(|(_, h)| h).collect()
    }

    /// Faction markers of a side on planet hexes, which are points (RA-20.6).
    pub fn planet_points(&self, side: Side) -> u8 {
        self.markers[side.index()].iter().sum()
    }

    /// The combat on top of the pile.
    pub fn combat(&self) -> Option<&Combat> {
        self.depth.checked_sub(1).map(|i| &self.combats[usize::from(i)])
    }

    pub(crate) fn fight(&mut self) -> &mut Combat {
        &mut self.combats[usize::from(self.depth) - 1]
    }

    /// What the command card in play does; nothing special where it fell back to one order.
    pub fn plan(&self) -> Plan {
        if self.acts_as == NONE {
            Plan::default()
        } else {
            data::get().command[usize::from(self.acts_as)].plan
        }
    }

    /// The side of a seat.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        (seat.0 < self.seats).then(|| self.roles[seat.index()].side)
    }

    /// Whose turn it is.
    pub fn active(&self) -> Side {
        self.active
    }

    /// Where the game stands.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Stars of a side.
    pub fn stars(&self, side: Side) -> u8 {
        self.stars[side.index()]
    }

    /// Points of a side.
    pub fn points(&self, side: Side) -> u8 {
        self.tally[side.index()].total
    }

    /// Points that win.
    pub fn target(&self) -> u8 {
        self.target
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// Puts a new unit on the battlefield.
    pub(crate) fn muster(&mut self, side: Side, kind: Kind, hex: Hex) -> UnitId {
        let n = self.mustered[side.index()];
        assert!(usize::from(n) < FLEET && self.at[hex.index()] == NONE, "room for one more unit");
        self.mustered[side.index()] += 1;
        let id = UnitId((side.index() * FLEET) as u8 + n);
        self.units[id.index()] =
            Unit { kind, figures: kind.stats().figures, hex: hex.number(), ctrl: NONE, marks: Marks(0) };
        self.at[hex.index()] = id.0;
        self.fleets[side.index()].insert(hex);
        id
    }

    /// Puts a unit on another hex.
    pub(crate) fn shift(&mut self, id: UnitId, to: Hex) {
        let from = self.unit(id).hex();
        let side = id.side().index();
        self.at[from.index()] = NONE;
        self.fleets[side].remove(from);
        debug_assert!(self.at[to.index()] == NONE);
        self.at[to.index()] = id.0;
        self.fleets[side].insert(to);
        if self.cloaked.has(from) {
            self.cloaked.remove(from);
            self.cloaked.insert(to);
        }
        self.units[id.index()].hex = to.number();
    }

    /// Takes a unit off the battlefield.
    pub(crate) fn lift(&mut self, id: UnitId) {
        let hex = self.unit(id).hex();
        self.at[hex.index()] = NONE;
        self.fleets[id.side().index()].remove(hex);
        self.cloaked.remove(hex);
        self.units[id.index()] = Unit::EMPTY;
    }

    pub(crate) fn cloak(&mut self, id: UnitId) {
        let hex = self.unit(id).hex();
        self.cloaked.insert(hex);
        self.units[id.index()].marks.set(Marks::CLOAKED);
    }

    pub(crate) fn uncloak(&mut self, id: UnitId) {
        let hex = self.unit(id).hex();
        self.cloaked.remove(hex);
        self.units[id.index()].marks.clear(Marks::CLOAKED.and(Marks::FRESH_CLOAK));
    }
}

impl Secret {
    pub fn new() -> Secret {
        Secret {
            command_deck: [NONE; DECK],
            combat_deck: [NONE; DECK],
            command: [Hand::EMPTY; 2],
            combat: [Hand::EMPTY; 2],
            known: [Hand::EMPTY; 2],
            sealed: [NONE; 2],
            scouted: [NONE; 2],
            bought: [[0; 9]; 2],
            hidden: [[NONE; 16]; 2],
            placed_held: [[0; 9]; 2],
            jump: [[NONE; 3]; 2],
        }
    }
}

/// Arrays of any length as tuples, which serde itself knows only up to 32.
mod wide {
    use serde::{
        Deserialize, Deserializer, Serialize, Serializer,
        de::{Error, SeqAccess, Visitor},
        ser::SerializeTuple,
    };
    use std::{fmt, marker::PhantomData};

    pub fn serialize<T: Serialize, S: Serializer, const N: usize>(
        array: &[T; N],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut tuple = to.serialize_tuple(N)?;
        for item in array {
            tuple.serialize_element(item)?;
        }
        tuple.end()
    }

    pub fn deserialize<'de, T: Deserialize<'de> + Copy, D: Deserializer<'de>, const N: usize>(
        from: D,
    ) -> Result<[T; N], D::Error> {
        struct Items<T, const N: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Copy, const N: usize> Visitor<'de> for Items<T, N> {
            type Value = [T; N];

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{N} items")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<[T; N], A::Error> {
                let first = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let mut array = [first; N];
                for (i, slot) in array.iter_mut().enumerate().skip(1) {
                    *slot = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
                }
                Ok(array)
            }
        }
        from.deserialize_tuple(N, Items(PhantomData))
    }
}
