//! What can wait on the stack: tasks to be carried out and questions to be asked.

use crate::{
    data::Tech,
    effect::{Filter, Goods},
    ids::{Area, Building, Module, Planet, Route, Slot, Unit},
    questions::Purchase,
};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};

/// Something that waits to be carried out or decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Frame {
    /// Nothing; fills the unused places of the stack.
    #[default]
    Idle,
    /// No question: carried out as soon as it is on top.
    Do(Task),

    // Set-up.
    Draft(u8),
    PlacePlanet(u8),
    StartBase(u8, Planet),
    ZMajor(u8),
    ZMinor(u8, Slot),
    Forces,

    // The round.
    Plan {
        cycle: u8,
        i: u8,
    },
    Turn(Seat),
    Revealed,
    EndTurn,
    Scrap(Seat),
    ScrapSure(Seat, Piece),
    Pay {
        seat: Seat,
        m: u8,
        g: u8,
        item: Item,
    },
    Build,
    Mobilize,
    ResearchDraw,
    ResearchTech,
    ResearchSpecial(Option<Tech>),

    // The battle.
    StartAbility(u8),
    StartLose {
        side: u8,
        filter: Filter,
    },
    Sacrifice {
        side: u8,
        n: u8,
    },
    CallOff,
    Surplus(u8),
    Front(u8),
    Pair,
    Support(u8),
    Standard {
        side: u8,
        skirmish: u8,
    },
    Reinforce {
        side: u8,
        skirmish: u8,
    },
    NextSkirmish,
    Victim(u8),
    Bury,
    EndVictim {
        side: u8,
        filter: Filter,
    },
    Splash(u8),
    Excess(u8),
    RetreatTo(u8),
    Overflow {
        side: u8,
        area: Area,
    },

    // Regrouping.
    ChooseEvents,
    EndBenefit(Seat),
    Deploy {
        seat: Seat,
        units: u8,
        cost: u8,
        planet: Option<Planet>,
    },
    Transports {
        seat: Seat,
        n: u8,
    },
    EventBuy {
        seat: Seat,
        n: u8,
        what: Goods,
    },
    TakeTech(Seat),
    ZEnd {
        seat: Seat,
        n: u8,
        up_to: bool,
        moved: Option<(Route, u8)>,
    },
    ZTo {
        seat: Seat,
        n: u8,
        up_to: bool,
        route: Route,
        end: u8,
    },
    Peek(Seat),
    PeekCard {
        seat: Seat,
        at: Seat,
    },
    Bombard(Seat),
    BombardLose(Area),
    Deplete(Seat),
    Discard,

    // Since edition 3.
    /// A purchase for which something must be force mined, and its price; what it was chosen from lies below.
    MineSure {
        seat: Seat,
        m: u8,
        g: u8,
        /// Hidden from those who may not know.
        #[serde(with = "super::stored")]
        buy: Option<Purchase>,
    },
}

/// Something that nobody decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Task {
    // The round.
    Round,
    Execution(Seat),
    ShuffleIn(Seat, Tech),

    // The battle.
    Step(u8),
    EndStep { side: u8, reinforcement: bool },
    Close,
    BattleOver,

    // Regrouping.
    Regroup,
    Events(u8),
    EventsOver,
    PassToken,
}

impl From<Task> for Frame {
    fn from(task: Task) -> Frame {
        Frame::Do(task)
    }
}

/// A piece that its owner may destroy (SC-1.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Piece {
    /// A unit in an area.
    Unit(Unit, Area),
    /// A base.
    Base(Area),
    /// A transport.
    Transport(Route),
}

/// What is being bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    /// A worker.
    Worker,
    /// A transport on a route.
    Transport(Route),
    /// A unit in an area.
    Unit(Unit, Area),
    /// A unit that consumes one in its area and, for an Archon, one in another (or the same) area.
    Morph(Unit, Area, Area),
    /// The next level of a building.
    Building(Building),
    /// A module.
    Module(Module),
    /// A base in an area.
    Base(Area),
    /// A technology.
    Tech(Tech),
}
