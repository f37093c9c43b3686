//! What happened: events say everything that their sentence needs. Who hears which one is decided where it happens.

use crate::board::{Hex, Sector, Side};
use crate::data::{CombatId, CommandId, Face, Kind};
use crate::movement::Mode;
use crate::state::{CombatKind, End, Open, Twists, UnitId};
use klaxon_core::{Chance, SeatSet, Tell};
use serde::Serialize;

/// A unit as a sentence names it: whose, what, where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ship {
    /// Whose.
    pub side: Side,
    /// What.
    pub kind: Kind,
    /// Where.
    pub at: Hex,
    /// Which, once it is a piece on the battlefield.
    pub id: Option<UnitId>,
}

/// Why dice were rolled outside a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hazard {
    /// It moved onto an asteroid hex (RA-18.2).
    Entering,
    /// It began its turn on an asteroid hex (RA-18.4).
    Drifting,
    /// It retires through a friend (RA-12.15).
    Friend,
    /// It retires through an enemy (RA-12.16).
    Enemy,
    /// It retires through asteroids (RA-12.17).
    Asteroids,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // The sentence of each is in `words.rs`.
pub enum Event {
    // Setting up
    Battle { scenario: String, name: String },
    StarRoll { side: Side, dice: Vec<Face> },
    PicksFirst { side: Side },
    TaskForce { side: Side, number: u8, name: String },
    Bought { side: Side, unit: Kind },
    Returned { side: Side, unit: Kind },
    BuyingDone { side: Side },
    Deployed { ship: Ship },
    TakenBack { ship: Ship },
    DeployingDone { side: Side },
    HeldPlaced { ship: Ship },
    LeftOut { side: Side, units: u8 },
    JumpPoint { side: Side, at: Hex },
    JumpPointsDone { side: Side },
    JumpPoints { side: Side, at: Vec<Hex>, waiting: Vec<Kind> },
    Fleet { side: Side, ships: Vec<Ship> },
    Stars { side: Side, stars: u8, change: i8 },
    Dealt { side: Side, command: Vec<CommandId>, combat: Vec<CombatId> },
    DealtHidden { side: Side, command: u8, combat: u8 },
    InitiativeChosen { side: Side, card: Option<CommandId> },
    Initiative { cards: [CommandId; 2] },
    First { side: Side },
    // The start of a turn
    Turn { side: Side, turn: u16 },
    PlanetPoint { ship: Ship },
    SectorPoint { side: Side, sector: Sector },
    CloakKept { ship: Ship },
    CloakOff { ship: Ship },
    Intercepted { by: Side, hand: Vec<CommandId> },
    InterceptedHidden { by: Side },
    Banned { by: Side, card: CommandId },
    // Phases 1 and 2
    Command { side: Side, card: CommandId, acts_as: Option<CommandId>, rating: u8 },
    NoCards { side: Side },
    NoOrders { side: Side, card: CommandId },
    CardRoll { side: Side, card: CommandId, dice: Vec<Face> },
    Restored { ship: Ship, figures: u8 },
    MarkerOff { ship: Ship, stars: u8 },
    Ordered { ship: Ship },
    Unordered { ship: Ship },
    Arrived { ship: Ship },
    OrdersDone { side: Side, units: u8 },
    Cloaked { ship: Ship },
    // Phase 3
    Moved { ship: Ship, to: Hex, mode: Mode },
    Exited { ship: Ship, points: u8 },
    MovementDone { side: Side },
    LightSpeed { ship: Ship },
    Slingshot { ship: Ship },
    Helmsman { ship: Ship },
    Boarding { by: Ship, on: Ship, mine: Vec<Face>, theirs: Vec<Face>, won: bool },
    Pinned { ship: Ship },
    // Phase 4
    Attack { by: Ship, on: Ship, kind: CombatKind, dice: u8 },
    NoDice { by: Ship },
    Roll { by: Ship, on: Ship, kind: CombatKind, dice: Vec<Face>, hits: u8, alerts: u8, twists: Twists },
    Screened { ship: Ship, hits: u8 },
    Hit { ship: Ship, hits: u8, left: u8 },
    Confirm { ship: Ship, dice: Vec<Face>, lost: bool },
    Eliminated { ship: Ship, points: u8 },
    Debris { at: Hex },
    CardLost { side: Side, card: CommandId },
    StarsGained { side: Side, stars: u8 },
    Disregarded { ship: Ship },
    Repaired { ship: Ship },
    AlertsIgnored { ship: Ship },
    Stays { ship: Ship },
    Retires { ship: Ship, path: Vec<Hex>, forced: bool },
    Cornered { ship: Ship, hits: u8 },
    Danger { ship: Ship, at: Hex, hazard: Hazard, dice: Vec<Face>, harm: bool },
    Marker { ship: Ship },
    Pursues { ship: Ship, to: Hex },
    CombatLost { by: Ship },
    Declined { ship: Ship },
    Parley { side: Side, dice: Vec<Face>, given: u8 },
    CombatDone { side: Side },
    // Cards
    Card { side: Side, card: CombatId, on: Vec<Hex>, stars: u8 },
    Cancelled { side: Side, card: CombatId },
    Preempts { side: Side, card: CommandId },
    // Phase 5
    DiscardedForStar { side: Side, card: CombatId },
    Drew { side: Side, card: Option<CommandId> },
    DrewCombat { side: Side, card: Option<CombatId> },
    Scouted { side: Side, cards: Vec<CommandId> },
    ScoutedHidden { side: Side, cards: u8 },
    Kept { side: Side, kept: Option<CommandId>, discarded: Option<CommandId> },
    TimePoint { side: Side },
    Reshuffled { side: Side },
    Refilled { command: bool },
    // Any time
    DrawOffered { side: Side },
    StarControl { side: Side, on: bool },
    Over { end: End },
}

/// Luck and listeners of one step.
pub(crate) struct Cx<'a> {
    pub luck: &'a mut Chance,
    pub tell: &'a mut Tell<Event>,
}

impl Cx<'_> {
    /// Tells everybody, unless nobody listens.
    pub fn say(&mut self, event: impl FnOnce() -> Event) {
        if self.tell.is_aloud() {
            self.tell.all(event());
        }
    }

    /// Tells everybody what was hidden.
    pub fn reveal(&mut self, event: impl FnOnce() -> Event) {
        if self.tell.is_aloud() {
            self.tell.reveal(event());
        }
    }

    /// Tells one side in full, and the others the half of it.
    pub fn secret(
        &mut self,
        to: SeatSet,
        shows: bool,
        full: impl FnOnce() -> Event,
        half: impl FnOnce() -> Event,
    ) {
        if self.tell.is_aloud() {
            if shows {
                self.tell.reveal_to(to, full());
            } else {
                self.tell.only(to, full());
            }
            self.tell.others(to, half());
        }
    }

    /// Tells one side alone.
    pub fn whisper(&mut self, to: SeatSet, event: impl FnOnce() -> Event) {
        if self.tell.is_aloud() {
            self.tell.only(to, event());
        }
    }

    /// Rolls battle dice: how often each face fell, and the faces for the listeners.
    pub fn roll(&mut self, dice: u8) -> ([u8; 6], Vec<Face>) {
        let aloud = self.tell.is_aloud();
        let mut faces = Vec::new();
        let mut count = [0; 6];
        for _ in 0..dice {
            let face = self.luck.roll(6) as usize;
            count[face] += 1;
            if aloud {
                faces.push(Face::ALL[face]);
            }
        }
        (count, faces)
    }
}

impl Open {
    /// A unit as a sentence names it.
    pub(crate) fn ship(&self, id: UnitId) -> Ship {
        let unit = self.unit(id);
        Ship { side: id.side(), kind: unit.kind, at: unit.hex(), id: Some(id) }
    }
}
