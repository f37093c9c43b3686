//! The decision points of the ledger, chapter 18.

use super::{Beacon, Levels, Spot};
use crate::{Declared, Half, Kind, Station, Tile, Zone};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};

/// One decision. Turns count from 1; crew members and androids by their place in the crew order, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// setup.levels of a campaign: a proposal (SA-15.2).
    Levels(Levels),
    /// setup.bot_station (SA-15.11).
    SquadAt(Station),
    /// Everybody is at the table: the clock may start (SA-3.31).
    Ready,

    /// plan.place: a card that lies there goes back to the hand.
    Place {
        /// Where.
        turn: u8,
        /// From the hand.
        card: Kind,
        /// On top.
        half: Half,
    },
    /// plan.flip
    Flip(u8),
    /// plan.take_back
    TakeBack(u8),
    /// Two spaces of one's own phase change contents (SA-3.6); the earlier turn first.
    Swap(u8, u8),
    /// plan.next_phase
    NextPhase,
    /// plan.android: final (SA-14.5).
    Android {
        /// Which.
        android: u8,
        /// Where.
        turn: u8,
        /// From the hand, or its own heroic card.
        card: Kind,
        /// On top.
        half: Half,
    },
    /// plan.draw
    Draw,
    /// plan.give
    Give {
        /// From the hand.
        card: Kind,
        /// To whom.
        to: Seat,
    },
    /// plan.end_round: agree or withdraw.
    EndRound(bool),
    /// House option: vote to stop the clock, or to let it run (SA-3.32).
    Pause(bool),
    /// plan.sandbox: a figure on the shared board (SA-3.13).
    Figure {
        /// Whose.
        member: u8,
        /// Where.
        at: Spot,
    },
    /// plan.sandbox: points at a station.
    Ping(Station),
    /// plan.sandbox: puts one's marker somewhere, or takes it away (SA-3.35).
    Mark(Option<Beacon>),
    /// plan.say: tells the crew what lies on one's own board and what one holds (SA-3.11, SA-3.36).
    Say,
    /// Nothing to do until something is announced or a card arrives (SA-3.33).
    Wait,
    /// Something to do after all.
    Wake,

    /// solo.place
    SoloPlace {
        /// Which.
        android: u8,
        /// Where.
        turn: u8,
        /// From the open deck, or its own heroic card.
        card: Kind,
        /// On top.
        half: Half,
    },
    /// solo.take_back
    SoloTakeBack {
        /// Which.
        android: u8,
        /// Where.
        turn: u8,
    },

    /// res.advance: the next step.
    Advance,
    /// res.advance: run to the end.
    RunToEnd,
    /// res.trip
    Trip(Declared),

    /// camp.continue
    GoOn(bool),
    /// camp.repair
    Repair(Repair),
}

/// What somebody repairs between missions (SA-15.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// A damage tile.
    Tile(Zone, Tile),
    /// A disabled squad: 0 for the one of UB, 1 for the one of LR.
    Squad(u8),
    /// Nothing.
    Nothing,
}
