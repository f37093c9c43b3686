//! The decisions of the game: the ledger's decision points D1 to D23, each cut into small steps.

use crate::{
    data::{EventCard, Face, Tech},
    ids::{Area, Building, Faction, Module, Order, Planet, Res, Route, Slot, Unit},
};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};

/// One decision. None gives or trades anything (SC-1.19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Action {
    // Set-up (D1 to D4).
    /// Take a faction.
    Faction(Faction),
    /// Lay a planet.
    PlacePlanet { planet: Planet, x: i8, y: i8, turn: u8 },
    /// Put the starting base into an area.
    StartBase(Area),
    /// Keep the starting base for the second planet.
    BaseLater,
    /// Lay the major, then the minor end of a z-axis route; or the new place of an end that moves.
    ZSlot(Slot),
    /// Put a starting unit into an area.
    StartUnit { unit: Unit, area: Area },
    /// Put a transport on a route without paying.
    PutTransport(Route),

    // Planning (D5).
    /// Place an order.
    Order { order: Order, planet: Planet },

    // A turn (D6 to D8).
    /// Reveal the order on top of a planet's stack.
    Choose(Planet),
    /// Execute the order.
    Execute,
    /// Take an event card: instead of the order, or as the gain of a special Research.
    TakeEvent,
    /// End the turn.
    EndTurn,
    /// Go to the destruction of own pieces.
    Scrap,
    /// Point at a unit to destroy.
    ScrapUnit { unit: Unit, area: Area },
    /// Point at a base to destroy.
    ScrapBase(Area),
    /// Point at a transport to destroy.
    ScrapTransport(Route),
    /// Destroy it, really.
    Really,
    /// Destroy nothing.
    Keep,

    // Paying (D9).
    /// One worker to a permanent resource.
    PayPermanent(Res),
    /// One worker to a resource card.
    PayCard(Area),
    /// One worker too many to a full resource card (SC-5.10).
    ForceMine(Area),
    /// The rest: permanent resources first, then cards in order, force mining last.
    PayRest,

    // Buying (D10, D12, D21).
    /// A worker.
    BuyWorker,
    /// A transport.
    BuyTransport { route: Route, off: Option<Res> },
    /// A unit.
    BuyUnit { unit: Unit, area: Area, off: Option<Res> },
    /// A unit that consumes one in its area and perhaps one more elsewhere.
    Morph { unit: Unit, area: Area, other: Area, off: Option<Res> },
    /// The next level of a building.
    BuyBuilding { building: Building, off: Option<Res> },
    /// A module.
    BuyModule { module: Module, off: Option<Res> },
    /// A base.
    BuyBase { area: Area, off: Option<Res> },
    /// A technology.
    BuyTech { tech: Tech, off: Option<Res> },
    /// Nothing more of this.
    Done,

    // Mobilize (D11).
    /// Move a unit.
    Move { unit: Unit, from: Area, to: Area },
    /// Move the base.
    LiftOff(Area),
    /// Recall a unit from anywhere.
    Recall { unit: Unit, from: Area, to: Area },

    // Research (D12).
    /// Draw three combat cards.
    Draw,
    /// Draw none.
    NoDraw,
    /// Take one copy of the new technology into hand.
    TakeCard(Face),

    // Battle (D13 to D20).
    /// Use a technology at the start of the battle.
    UseTech(Tech),
    /// Use a held event card at the start of the battle.
    UseEvent(EventCard),
    /// Use nothing.
    NoAbility,
    /// Lose a unit of this kind.
    Lose(Unit),
    /// Lose a worker of the pool instead.
    LoseWorker,
    /// Send an assist unit to the front.
    Front(Unit),
    /// Pair one's own unit with one of the defender.
    Pair { mine: Unit, theirs: Unit },
    /// The next supporting unit goes to this skirmish, counted from 0.
    Support(u8),
    /// Place a standard card.
    Standard(Face),
    /// Place the unseen top card of the deck.
    DeckTop,
    /// Add a reinforcement card.
    Reinforce(Face),
    /// Add a standard card as Shields.
    Shields(Face),
    /// Add nothing.
    NoReinforcement,
    /// Resolve this skirmish next, counted from 0.
    Skirmish(u8),
    /// Withdraw a cloaked unit.
    Withdraw { unit: Unit, area: Area },
    /// Let a unit above the limit retreat.
    RetreatUnit(Unit),
    /// Retreat to an area.
    RetreatTo(Area),

    // Regrouping (D21 to D23).
    /// Execute an event card.
    PlayEvent(EventCard),
    /// Execute none.
    NoEvent,
    /// The End Draws Near: take the conquest point.
    TakePoint,
    /// The End Draws Near: take the combat cards.
    TakeCards,
    /// Put a free unit into an area.
    Deploy { unit: Unit, area: Area },
    /// Move this end (0 major, 1 minor) of a z-axis route.
    ZEnd { route: Route, end: u8 },
    /// Look at this player's hand.
    PeekAt(Seat),
    /// Discard a card: of one's own in step 9, or of the hand looked at.
    Discard(Face),
    /// Bombard an area.
    Bombard(Area),
    /// Deplete an area.
    Deplete(Area),

    // At any time (D24).
    /// Give up (SC-14.21).
    Concede,
}
