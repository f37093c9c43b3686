//! What is still to be done, and the dice and the battle it is done with.

use super::CARDS;
use crate::{
    Short,
    nouns::{AlienFx, Chit, EventFx, Fleet, FleetSet, Keyword, Pair, Race, Resource, Ship, Space},
};
use serde::{Deserialize, Serialize};

/// Where a relationship is pushed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// Away from Alliance.
    War,
    /// Away from War, with the keyword of the result.
    Alliance(Keyword),
}

/// Which token contests, and what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contest {
    /// A spy in the technology track contests a Tech.
    Spy {
        /// Whose track.
        race: Race,
    },
    /// An Attaché contests a change of relationship.
    Attache {
        /// At whose court.
        race: Race,
        /// Whose relationship.
        pair: Pair,
        /// Where it would go.
        shift: Shift,
    },
    /// An Embassy contests one step of War Effort.
    Embassy {
        /// With whom.
        race: Race,
        /// Does a step below Total War wait for the end of the round?
        after_combat: bool,
    },
}

impl Contest {
    /// The race whose effect is contested.
    pub const fn race(self) -> Race {
        match self {
            Contest::Spy { race } | Contest::Attache { race, .. } | Contest::Embassy { race, .. } => race,
        }
    }
}

/// What dice are thrown for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The five dice of the set-up.
    #[default]
    Setup,
    /// A Resource Roll.
    Resource {
        /// Taken off every die.
        minus: u8,
    },
    /// The table of an Event chit.
    Event(Chit),
    /// The FACTION die.
    Faction(EventFx),
    /// The Galactic Conflict chart.
    Conflict,
    /// The pair die.
    Pair(Shift),
    /// Research on all projects.
    Conduct,
    /// Sabotage.
    Sabotage(Race),
    /// A Contested Effect.
    Contest(Contest),
    /// A combat roll.
    Combat,
}

/// The dice on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Roll {
    /// What they were thrown for.
    pub purpose: Purpose,
    /// Faces, 1 to 6.
    pub dice: Short<u8, CARDS>,
}

/// The battle being fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    /// Where.
    pub space: Space,
    /// The alien fleets in it.
    pub fleets: FleetSet,
    /// Dice to throw.
    pub dice: u8,
    /// Hits scored.
    pub hits: u8,
    /// Fleets destroyed.
    pub destroyed: FleetSet,
}

/// Something still to be done. The topmost task of the stack is next; where it needs a decision, the game waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Take tokens from the pools into the store (SF-1.14).
    TakeTokens,
    /// Wait before the next Activation token.
    #[default]
    Pause,
    /// Throw dice.
    Roll(Purpose),
    /// Accept the dice on the table or throw them again (SF-9.29).
    Judge,
    /// Choose a resource for each result (SF-8.6).
    PlaceResults,
    /// Make Resource Rolls (SF-8.2).
    ResourceRolls(u8),
    /// Phase 2 (SF-8.13).
    AdvanceTrack,
    /// Phase 3 (SF-8.15).
    Actions,
    /// Which tokens of row 0 are kept (SF-8.19).
    KeepTokens,
    /// Phase 4 (SF-8.20).
    EndTurn,
    /// An alien or universal token is done (SF-4.4).
    TokenDone,
    /// An alien effect, by its own text.
    Alien {
        /// Which race.
        race: Race,
        /// What it does.
        effect: AlienFx,
        /// By one of its own Activation tokens, so that Fast Advance counts (SF-15.8).
        own: bool,
    },
    /// The extra Advance at Total War (SF-5.3).
    ExtraAdvance(Race),
    /// An Advance whatever the War Effort.
    ForcedAdvance(Race),
    /// Fleets step towards Sol, one after the other.
    Steps {
        /// All that step.
        all: FleetSet,
        /// Those that have not stepped yet.
        rest: FleetSet,
        /// Steps left, this one among them.
        left: u8,
    },
    /// Fleets press, the nearest to Sol first (SF-5.20).
    Press {
        /// Which race.
        race: Race,
        /// Those that have not pressed yet.
        rest: FleetSet,
    },
    /// A technology is drawn (SF-5.15).
    DrawTech(Race),
    /// War Effort goes down, step by step.
    WarDown {
        /// Whose.
        race: Race,
        /// How far.
        steps: u8,
        /// Does a step below Total War wait for the end of the round (SF-13.4)?
        after_combat: bool,
    },
    /// One step down that nobody contests any more.
    WarStep {
        /// Whose.
        race: Race,
        /// See [`Task::WarDown`].
        after_combat: bool,
    },
    /// A relationship is about to change (SF-11.8).
    Shift {
        /// Whose.
        pair: Pair,
        /// Where to.
        shift: Shift,
    },
    /// Which of the two Translator dice counts (SF-12.4).
    ChooseDie(Contest),
    /// Races at war, from this one on, hit Bases or hearts (SF-6.3).
    AlienWar(u8),
    /// A Random Event (SF-6.2).
    RandomEvent,
    /// The last chit was used: all go back (SF-6.2).
    ChitsBack,
    /// One fleet spawns, or steps if its race is at War.
    SpawnOrStep {
        /// Which.
        fleet: Fleet,
        /// How far it steps.
        steps: u8,
    },
    /// An event that names no race: which one (SF-7.13)?
    ChooseFaction(EventFx),
    /// Which project moves on (SF-7.1)?
    AdvanceResearch,
    /// A free Construction, or none (SF-7.5).
    FreeBuild,
    /// A free Propaganda, or none (SF-7.6).
    FreePropaganda,
    /// Which alliance breaks (SF-7.14)?
    FailedAlliance,
    /// Which deployed token is returned (SF-7.11)?
    ReturnDeployed(Resource),
    /// The combats of the round, then the Advances owed (SF-13.4).
    Combats,
    /// Before the combat roll (SF-9.16).
    OutManeuver,
    /// What the Mercenaries take (SF-15.11).
    Plunder,
    /// What is lost with the battle (SF-13.20).
    LoseAsset,
    /// Destroyed fleets return to the Spawn Order Track (SF-13.15).
    Bury,
    /// A ship must follow (SF-15.7).
    Pursuit,
    /// War Effort after the combat (SF-13.16).
    BattleEnd,
    /// Advances owed under SF-10.8.
    Owed,
    /// Which of the drawn tokens comes in (SF-9.17)?
    BypassPick,
    /// Which of the technologies looked at is begun (SF-9.18)?
    StudyPick {
        /// One.
        a: u8,
        /// The other.
        b: u8,
    },
    /// Warp Bubble: a second step of the same Move (SF-14.7).
    MoveOn {
        /// Which ship.
        ship: Ship,
        /// Where it is.
        at: Space,
    },
}
