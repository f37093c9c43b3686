//! The decisions of the ledger's table of decision points (D2 to D25), one small variant each.

use crate::data::{DiskTypeId, ShipTypeId};
use crate::frame::Target;
use crate::kinds::{Crit, DiskId, Faction, Order, ShipId, TorpedoId};
use crate::state::Place;
use klaxon_geometry::plane::{Heading, Point};
use serde::{Deserialize, Serialize};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// D2: the captain gives a team-mate so many points; the rest is shared by the others.
    Share {
        /// To whom.
        seat: u8,
        /// How many.
        points: u16,
    },
    /// D3: buy a ship.
    BuyShip {
        /// Which.
        ship: ShipTypeId,
    },
    /// D3: buy a crew or tech disk.
    Buy {
        /// Which.
        disk: DiskTypeId,
        /// For which ship of the fleet list, from 1; scenario ships from 101.
        ship: u8,
        /// Out of whose Start pool: the giver's place among the bought disks, from 1; 0 for ordinary points.
        pool: u8,
    },
    /// D3: give a ship back, with everything on it.
    SellShip {
        /// Its place in the fleet list, from 1.
        ship: u8,
    },
    /// D3: give a disk back.
    Sell {
        /// Its place among the bought disks, from 1.
        disk: u8,
    },
    /// D3: take a ready-made fleet instead of what was bought.
    TakeFleet {
        /// Its place in the data.
        fleet: u8,
    },
    /// D4: no legal fleet is left in this faction, so take another (ST-1.21).
    TakeFaction {
        /// Which.
        faction: Faction,
    },
    /// The simultaneous decision is finished.
    Done,
    /// D5: place a piece of the scenario (ST-3.9).
    PlaceObstacle {
        /// Where.
        at: Point,
    },
    /// D5: position, heading and starting speed of a ship.
    Deploy {
        /// Which.
        ship: ShipId,
        /// Where.
        at: Point,
        /// Heading.
        heading: Heading,
        /// Starting speed.
        speed: u8,
    },
    /// D5: which of the most expensive ships carries the VIP.
    CarryVip {
        /// Which.
        ship: ShipId,
    },
    /// D6: turn a disk to revealed or concealed.
    TurnDisk {
        /// Which.
        disk: DiskId,
    },
    /// D6: reveal everything that may be.
    RevealAll,
    /// D7: put an order face down.
    Assign {
        /// Which ship.
        ship: ShipId,
        /// Which place, 1 to 3.
        place: u8,
        /// Which order.
        order: Order,
    },
    /// D7: take a ship's orders back.
    ClearOrders {
        /// Which ship.
        ship: ShipId,
    },
    /// D8: raise or drop this cloak.
    Cloak {
        /// The cloak's disk.
        disk: DiskId,
    },
    /// D10: act with the ship.
    Act,
    /// D10: defer.
    Defer,
    /// D11: reveal the panel order.
    RevealOrder,
    /// D11: move straight on.
    Move,
    /// D12: move with evasive action.
    Evade {
        /// After so many hops.
        after: u8,
        /// To this heading.
        heading: Heading,
    },
    /// D12: move, and execute Change Heading on the way.
    MoveTurning {
        /// After so many hops.
        after: u8,
        /// To this heading.
        heading: Heading,
    },
    /// ST-8.9: turn at speed 0. ST-2.19: as everywhere, the heading is a whole number that the player sends.
    Turn {
        /// To this heading.
        heading: Heading,
    },
    /// D13: execute Change Speed.
    ChangeSpeed {
        /// The new speed.
        speed: u8,
    },
    /// D13: execute Change Heading.
    ChangeHeading {
        /// To this heading.
        heading: Heading,
    },
    /// D13: execute Raise Shields.
    RaiseShields {
        /// The new shields.
        shields: u8,
    },
    /// D14: fire the beam.
    Fire {
        /// At whom.
        at: Target,
    },
    /// D14: launch a torpedo.
    Launch,
    /// D14: open a transporter beam.
    Transport {
        /// To whom.
        to: Place,
    },
    /// D14: beam one crew, to the target or from it.
    Beam {
        /// Who.
        disk: DiskId,
    },
    /// D15: flip a crew for one row of its orders.
    UseRow {
        /// Who.
        disk: DiskId,
        /// Which row, from 1.
        row: u8,
    },
    /// D9, D11, D15, D16, D17, D18, D21, D22: use an ability.
    Use {
        /// Whose.
        what: Means,
        /// With what choice.
        #[serde(default)]
        pick: Pick,
    },
    /// Let the moment pass, or end the transport.
    Pass,
    /// D11: end the activation.
    End,
    /// D19: put the ship beside what it struck.
    PlaceShip {
        /// At this angle from the struck piece.
        angle: Heading,
        /// With this heading.
        heading: Heading,
    },
    /// D14 and D20: the heading of a torpedo.
    Steer {
        /// Which.
        torpedo: TorpedoId,
        /// To this heading.
        heading: Heading,
    },
    /// D22: this crew is lost.
    Lose {
        /// Who.
        disk: DiskId,
    },
    /// D23: keep a disk with Constant flipped, or not after all.
    Keep {
        /// Which.
        disk: DiskId,
    },
    /// D25: concede.
    Concede,
    /// D25: offer a draw, or agree to one.
    OfferDraw,
}

/// What has the ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A crew or tech disk.
    Disk(DiskId),
    /// A ship.
    Ship(ShipId),
}

/// The choice that goes with an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    /// None.
    #[default]
    None,
    /// A target ship.
    Ship(ShipId),
    /// A disk.
    Disk(DiskId),
    /// Two order places of a ship.
    Orders {
        /// Which ship.
        ship: ShipId,
        /// Which two places, 1 to 3.
        places: [u8; 2],
    },
    /// An order.
    Order(Order),
    /// A critical marker.
    Crit(Crit),
    /// How many counters.
    Count(u8),
}
