//! The nouns: everything on the table, in fixed arrays so that a copy is a short move of bytes.

mod battle;
mod frame;
mod stored;

pub use battle::{Battle, Clash, Fate, Fighter, Skirmish, Splash};
pub use frame::{Frame, Item, Piece, Task};

use crate::{
    data::data,
    edition::Terms,
    ids::{Card, EventSet, Faction, Order, Planet, Race, Slot},
};
use klaxon_core::{Later, Seat, SeatSet, Short};
use serde::{Deserialize, Serialize};

/// At most so many players.
pub const SEATS: usize = 6;

/// A table of StarCraft: The Board Game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StarCraft {
    /// Variants in force.
    pub(crate) rules: Rules,
    /// How many play.
    pub(crate) n: u8,
    /// Who holds the first-player token.
    pub(crate) first: Seat,
    /// Rounds begun.
    pub(crate) round: u16,
    pub(crate) players: [Player; SEATS],
    /// Areas by planet.
    pub(crate) areas: [[Ground; 4]; 12],
    /// Where the planets of this game lie.
    pub(crate) tiles: [Option<Tile>; 12],
    /// Navigation routes in the order they were laid.
    pub(crate) routes: Short<Way, 32>,
    /// Orders on the planets in the order they were placed: the last one of a planet is on top (SC-3.5).
    pub(crate) orders: Short<Placed, 24>,
    /// The event deck, top card last.
    pub(crate) events: Short<u8, 70>,
    /// Event cards played or shown, and out of hands.
    pub(crate) event_discard: EventSet,
    /// Event cards taken out in set-up, and those of eliminated players.
    pub(crate) event_removed: EventSet,
    /// The End Draws Near cards in the common play area.
    pub(crate) ends: u8,
    /// The order being resolved (SC-1.21).
    pub(crate) turn: Option<Turn>,
    pub(crate) site: Site,
    pub(crate) moves: Moves,
    pub(crate) battle: Option<Battle>,
    /// What waits to be decided or carried out; the last one first.
    pub(crate) stack: Short<Frame, 32>,
    /// How it ended.
    pub(crate) ending: Option<Ending>,
    /// What edition 1 does not know; it leaves no trace in the bytes of its positions.
    pub(crate) later: Later<Terms>,
}

/// Variants in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    /// Teams of two (SC-15.1).
    pub teams: bool,
    /// Galactic Conquest (SC-15.11).
    pub galactic: bool,
    /// A ready-made galaxy: only the factions may still have to be chosen.
    pub ready: bool,
    /// The game is ranked after so many rounds; 0 for never (SC-14.20).
    pub round_limit: u16,
}

/// One player's sheet, workers and cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Player {
    /// His faction, once chosen.
    pub faction: Option<Faction>,
    /// Eliminated (SC-14.14).
    pub out: bool,
    /// Conquest points.
    pub cp: u8,
    /// Workers in the pool.
    pub pool: u8,
    /// Workers in the Unavailable area.
    pub away: u8,
    /// Workers on permanent minerals and gas.
    pub permanent: [u8; 2],
    /// Figures not in play, by unit.
    pub supply: [u8; 9],
    /// Levels of his three buildings.
    pub levels: [u8; 3],
    /// Supply, Research & Development, Air Support.
    pub modules: [u8; 3],
    /// Special orders that his modules allowed when this Planning Phase began (SC-11.5).
    pub specials: u8,
    /// Orders of each kind that he has revealed this round.
    pub shown: [u8; 6],
    /// The combat deck, top card last.
    pub deck: Short<Card, 40>,
    /// Cards as sets: hand, discard pile, technology deck, play area.
    pub hand: u64,
    pub discard: u64,
    pub tech_deck: u64,
    pub play: u64,
    /// Cards chosen to be discarded in regrouping step 9, not yet shown.
    pub dropping: u64,
    /// Cards that he saw in other hands and that are still there or lie face down in a battle.
    pub seen: [u64; SEATS],
    /// Event cards drawn this round.
    pub drawn: EventSet,
    /// He has looked at them (SC-13.1).
    pub looked: bool,
    /// The one that he will execute, not yet shown (SC-13.2).
    pub pick: Pick,
    /// Event cards in his play area.
    pub held: EventSet,
    /// Planets whose tokens he drew, until they are placed.
    pub planets: [Option<Planet>; 2],
    /// The planet with his starting base, and starting units still to be placed.
    pub home: Option<Planet>,
    pub to_place: [u8; 9],
    pub transport_to_place: bool,
}

/// The event card that a player chose in step 8, by its number among all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Pick {
    /// He has not chosen yet.
    #[default]
    Open,
    /// None of them.
    Nothing,
    /// This one.
    Card(u8),
}

/// What lies in an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Ground {
    /// Units by their place among their race's units.
    pub units: [u8; 9],
    /// Whose units.
    pub owner: Option<Seat>,
    /// Whose base.
    pub base: Option<Seat>,
    /// Who holds its resource card.
    pub card: Option<Seat>,
    /// Workers on the card.
    pub workers: u8,
    /// How far it is depleted.
    pub depletion: Depletion,
}

/// How far an area is depleted (SC-5.11, SC-5.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depletion {
    /// Not at all.
    #[default]
    None,
    /// The card shows its yellow side.
    Partial,
    /// The card is out of the game.
    Full,
}

/// Where a planet lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tile {
    /// Cell, growing east.
    pub x: i8,
    /// Cell, growing south.
    pub y: i8,
    /// Quarter turns clockwise.
    pub turn: u8,
}

/// A navigation route.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Way {
    /// Its ends; the major end of a z-axis route first.
    pub ends: [Slot; 2],
    /// A z-axis route.
    pub z: bool,
    /// Whose transports are on it.
    pub transports: SeatSet,
}

impl Way {
    /// Does it touch the planet?
    pub fn touches(&self, planet: Planet) -> bool {
        self.ends.iter().any(|e| e.planet == planet)
    }

    /// Does it join the two planets?
    pub fn joins(&self, a: Planet, b: Planet) -> bool {
        a != b && self.touches(a) && self.touches(b)
    }
}

/// An order on a planet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// Whose.
    pub seat: Seat,
    /// Its face.
    pub order: Order,
    /// Where.
    pub planet: Planet,
}

impl Default for Placed {
    fn default() -> Placed {
        Placed { seat: Seat(0), order: Order::Build, planet: Planet::Abaddon }
    }
}

/// The order being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// The active player.
    pub seat: Seat,
    /// The active planet.
    pub planet: Planet,
    /// The order.
    pub order: Order,
}

/// What a Build order has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Site {
    /// Units built.
    pub units: u8,
    /// Purchases of step (b) or later were made.
    pub past_a: bool,
    /// A building, a module, a base was bought.
    pub building: bool,
    pub module: bool,
    pub base: bool,
    /// The discount of a special Build was used (SC-6.19).
    pub discount: bool,
    /// Consumable units built in this order, by area (SC-6.22).
    pub fresh: [u8; 4],
}

/// How an area stood before the moves (SC-7.17).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stand {
    /// Nobody is there.
    #[default]
    Empty,
    /// Only the player is there.
    Friendly,
    /// An enemy base, without enemy units.
    EnemyBase,
    /// Enemy units.
    EnemyUnits,
}

/// The moves of a Mobilize order, before they are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moves {
    /// Units that will arrive, by area of the active planet.
    pub inbound: [[u8; 9]; 4],
    /// How the areas stood before.
    pub stand: [Stand; 4],
    /// Areas that held a unit to which another can be recalled (PT08), as bits.
    pub beacons: u8,
    /// Where the base lands.
    pub lift: Option<u8>,
    /// The one enemy area that is entered.
    pub enemy: Option<u8>,
    /// An area that is above its limit until a unit leaves it for `hole` or elsewhere (SC-7.6).
    pub over: Option<u8>,
    pub hole: Option<u8>,
    /// The recall was used.
    pub recalled: bool,
    /// Moves so far.
    pub n: u8,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub winners: SeatSet,
    /// By what.
    pub how: How,
}

/// By what a game was won (chapter 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// Conquest points (SC-14.1).
    Normal,
    /// A special objective (SC-14.5).
    Special,
    /// The end drew near (SC-14.10).
    EndGame,
    /// The end drew near and Aldaris takes part (SC-14.11).
    Aldaris,
    /// Nobody else is left (SC-14.16).
    Last,
    /// The last players fell at the same moment (SC-14.19).
    Together,
    /// The round limit (SC-14.20).
    Limit,
    /// Everybody else gave up or is out (SC-14.21).
    Conceded,
}

impl StarCraft {
    /// An empty table with these variants.
    pub(crate) fn bare(n: u8, rules: Rules, terms: Terms) -> StarCraft {
        StarCraft {
            rules,
            n,
            first: Seat(0),
            round: 0,
            players: Default::default(),
            areas: Default::default(),
            tiles: [None; 12],
            routes: Short::new(),
            orders: Short::new(),
            events: Short::new(),
            event_discard: EventSet::default(),
            event_removed: EventSet::default(),
            ends: 0,
            turn: None,
            site: Site::default(),
            moves: Moves::default(),
            battle: None,
            stack: Short::new(),
            ending: None,
            later: Later(terms),
        }
    }

    /// The players' seats.
    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.n).map(Seat)
    }

    /// Seats still in the game, the token holder's first, clockwise (SC-1.18, SC-1.23).
    pub(crate) fn turn_order(&self) -> impl Iterator<Item = Seat> {
        (0..self.n).map(|i| Seat((self.first.0 + i) % self.n)).filter(|s| !self.player(*s).out)
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    /// A seat's faction.
    ///
    /// # Panics
    /// Before the factions are chosen.
    pub(crate) fn faction(&self, seat: Seat) -> Faction {
        self.player(seat).faction.expect("the factions are chosen first")
    }

    pub(crate) fn race(&self, seat: Seat) -> Race {
        data().faction(self.faction(seat)).race
    }

    /// The number of a seat's team; everybody is his own team outside the team game.
    pub(crate) fn team_of(&self, seat: Seat) -> u8 {
        // SC-1.3: the factions of one race are no team.
        // SC-15.1: seats alternate, so teammates sit across the table.
        if self.rules.teams { seat.0 % (self.n / 2) } else { seat.0 }
    }

    pub(crate) fn push(&mut self, frame: impl Into<Frame>) {
        self.stack.push(frame.into());
    }

    pub(crate) fn fight(&self) -> &Battle {
        self.battle.as_ref().expect("a battle is on")
    }

    pub(crate) fn fight_mut(&mut self) -> &mut Battle {
        self.battle.as_mut().expect("a battle is on")
    }

    pub(crate) fn active(&self) -> Turn {
        self.turn.expect("an order is being resolved")
    }
}
