//! The decisions of the ledger, one variant each.

use crate::nouns::{Asset, Base, Fleet, Marker, Pair, Race, Resource, Ship, Side, Space, Token, Unit};
use serde::{Deserialize, Serialize};

/// Where a resource token lies from which a cost is paid (SF-0.5, D5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// Row 0 of the Resource Track; the rightmost column that has one pays first.
    #[default]
    Tray,
    /// Stored Resources.
    Stored,
    /// Espionage in a race's technology track.
    Spy(Race),
    /// Espionage in a race's Attaché box.
    Attache(Race),
    /// Diplomacy below a race's War Effort marker.
    Embassy(Race),
    /// Morale that keeps a column open.
    Column,
    /// One space of the Resource Track: only Plunder (SF-15.11) and Spend events (SF-7.11) reach there.
    Track {
        /// Row 0 to 6.
        row: u8,
        /// Column 0 to 2.
        column: u8,
    },
}

/// What can be upgraded (SF-9.10).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// A Mine Field in this space.
    Mine(Space),
    /// The Sol Defense.
    SolDefense,
    /// A Base.
    Base(Base),
}

/// What a War Opportunity brings besides peace (SF-9.46).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deal {
    /// This race goes to Peace, the other 1 down.
    ArmsDealing(Race),
    /// All fleets of both retreat 1 space.
    ImpartialArbitration,
    /// This race's other relationship goes a step towards War.
    FalsifiedIntel(Race),
    /// Both lose the technology in space 6.
    Disarmament,
    /// Both War Efforts 1 up.
    PeaceTalks,
}

impl Deal {
    /// The resource that pays for it, unless Warp does.
    pub const fn resource(self) -> Resource {
        match self {
            Deal::ArmsDealing(_) => Resource::Build,
            Deal::ImpartialArbitration => Resource::Maneuver,
            Deal::FalsifiedIntel(_) => Resource::Espionage,
            Deal::Disarmament => Resource::Research,
            Deal::PeaceTalks => Resource::Diplomacy,
        }
    }

    /// The deal's name.
    pub const fn name(self) -> &'static str {
        match self {
            Deal::ArmsDealing(_) => "Arms Dealing",
            Deal::ImpartialArbitration => "Impartial Arbitration",
            Deal::FalsifiedIntel(_) => "Falsified Intel",
            Deal::Disarmament => "Disarmament",
            Deal::PeaceTalks => "Peace Talks",
        }
    }
}

/// One decision. `pay` names the token that pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Take a token into the store (SF-1.14).
    Take(Resource),
    /// Take this resource for the lowest result still to be placed (SF-8.6).
    Place(Resource),
    /// Turn to the next Activation token; not in a flowing game.
    Resolve,

    /// Construction (SF-9.1).
    #[allow(missing_docs)]
    Construct { pay: Spot, what: Unit },
    /// Settle a Base (SF-9.3).
    #[allow(missing_docs)]
    Settle { pay: Spot, at: Space, base: Base },
    /// Upgrade (SF-9.10).
    #[allow(missing_docs)]
    Upgrade { pay: Spot, what: Target },
    /// Forward Deploy (SF-9.11).
    #[allow(missing_docs)]
    ForwardDeploy { pay: Spot, what: Unit, at: Space },
    /// Move (SF-9.12). No payment is the free one of MilSpecOps Engines (SF-14.5).
    #[allow(missing_docs)]
    Move { pay: Option<Spot>, ship: Ship, from: Space, to: Space, mine: Option<Side> },
    /// The second step of a Move with Warp Bubble (SF-14.7).
    #[allow(missing_docs)]
    MoveOn { to: Space, mine: Option<Side> },
    /// No second step.
    Halt,
    /// Bypass the token in this queue space, 1 being next to the one resolved (SF-9.17).
    #[allow(missing_docs)]
    Bypass { pay: Spot, slot: u8 },
    /// The drawn token that comes into the queue.
    Draw(Token),
    /// Initiate: look at two cards, or at the only one (SF-9.18).
    #[allow(missing_docs)]
    Initiate { pay: Spot, a: u8, b: u8 },
    /// The card that goes to 0 %.
    Study(u8),
    /// Conduct (SF-9.19).
    #[allow(missing_docs)]
    Conduct { pay: Spot },
    /// Focused Research on a card (SF-9.21).
    #[allow(missing_docs)]
    Focus { pay: Spot, card: u8 },
    /// Sabotage (SF-9.23).
    #[allow(missing_docs)]
    Sabotage { pay: Spot, race: Race },
    /// Slow Research (SF-9.26).
    #[allow(missing_docs)]
    SlowResearch { pay: Spot, race: Race },
    /// Diplomatic Attaché (SF-9.28).
    #[allow(missing_docs)]
    Attache { pay: Spot, race: Race },
    /// Propaganda (SF-9.31).
    #[allow(missing_docs)]
    Propaganda { pay: Spot, marker: Marker },
    /// Expand (SF-9.32).
    #[allow(missing_docs)]
    Expand { pay: Spot },
    /// Reclaim (SF-9.34).
    #[allow(missing_docs)]
    Reclaim { pay: Spot, what: Resource },
    /// Embassy (SF-9.35).
    #[allow(missing_docs)]
    Embassy { pay: Spot, race: Race },
    /// Envoy (SF-9.38).
    #[allow(missing_docs)]
    Envoy { pay: Spot, race: Race },
    /// Parley (SF-9.39).
    #[allow(missing_docs)]
    Parley { pay: Spot, race: Race },
    /// Ally Ship (SF-9.41).
    #[allow(missing_docs)]
    AllyShip { pay: Spot },
    /// Advanced Technology (SF-9.44).
    #[allow(missing_docs)]
    AdvancedTech { pay: Spot },
    /// Fold Space (SF-9.45).
    #[allow(missing_docs)]
    FoldSpace { pay: Spot, ship: Ship, from: Space, to: Space },
    /// War Opportunity (SF-9.46); `warp` when External Arbitration pays for it (SF-9.52).
    #[allow(missing_docs)]
    Opportunity { pay: Spot, warp: bool, pair: Pair, deal: Deal },
    /// Put a token of row 0 into the store (SF-8.16).
    Store(Resource),
    /// End Phase 3 (SF-8.19).
    EndPhase,
    /// The rest of row 0 goes to the pools (D23).
    LetGo,

    /// Accept the dice (D7).
    Accept,
    /// Sacrifice Espionage and throw them again (SF-9.29).
    Reroll(Spot),
    /// Spend Maneuver for one more die (SF-9.16).
    OutManeuver(Spot),
    /// Throw the combat dice.
    Throw,
    /// Contest a Tech or let it happen (D10).
    Contest(bool),
    /// The Translator die that counts, by its place (D11).
    Die(u8),
    /// The Attaché that rolls first (D12).
    RollFirst(Race),
    /// Where a fleet goes, or which fleet takes a free space (D13).
    #[allow(missing_docs)]
    March { fleet: Fleet, to: Space },
    /// The Base that takes the hit (D14).
    Hit(Base),
    /// The combat fought first (D9).
    Fight(Space),
    /// What is lost with the battle (D8).
    Lose(Asset),
    /// The destroyed fleet that goes back first (D15).
    Bury(Fleet),
    /// Which ship follows, and where it ends (D16).
    #[allow(missing_docs)]
    Pursue { ship: Ship, to: Space },
    /// The token the Mercenaries take (D17).
    #[allow(missing_docs)]
    Plunder { what: Resource, from: Spot },
    /// The project that moves on (D18).
    Research(u8),
    /// A free Construction (D18).
    FreeBuild(Unit),
    /// A free Propaganda (D18).
    FreePropaganda(Marker),
    /// No, thank you (SF-7.15).
    Decline,
    /// The alliance that breaks (D18).
    Break(Pair),
    /// The race that FACTION 6 means (D18).
    Faction(Race),
    /// The deployed token that an event takes (D24).
    Return(Spot),
}
