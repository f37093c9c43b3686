//! The vocabulary of all cards, buildings, modules and racial abilities; its one exhaustive `match` is in `sum.rs`.
//!
//! An [`Effect`] is data. [`Sum::add`] translates it into the engine's terms, given the [`Scene`] it works in; each
//! caller then reads the fields of its own moment: a battle its attack and health, a Build order its limit, the
//! event step what is to be carried out. So no card is known anywhere by its name.

mod sum;

pub use sum::{Deed, EndStep, Scene, Sum};

use crate::{
    data::{Hits, Move, Tag, data},
    ids::{Unit, UnitSet},
};
use serde::{Deserialize, Serialize};

/// What a card, a building level, a module or a race can do, also against the rules (SC-1.16). The table of
/// components §12 says which uses what.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    // In a skirmish.
    /// Attack and health (SC-10.6).
    Gain {
        #[serde(default)]
        a: u8,
        #[serde(default)]
        h: u8,
        #[serde(default = "all")]
        flu: UnitSet,
        #[serde(default)]
        vs: Vs,
        #[serde(default)]
        role: Option<Role>,
        #[serde(default)]
        own_base_here: bool,
    },
    /// The same from the play area, while such a unit of one's own is in the skirmish.
    PassiveGain {
        #[serde(default)]
        a: u8,
        #[serde(default)]
        h: u8,
        needs_own: UnitSet,
    },
    /// Health for a front-line unit that is strong enough (SC-9.56).
    GainIfSufficient { h: u8, flu: UnitSet, vs: Vs, role: Role },
    /// Splash damage (SC-9.37).
    Splash {
        hits: Hits,
        #[serde(default = "all")]
        only: UnitSet,
        #[serde(default)]
        tag: Option<Tag>,
        #[serde(default = "all")]
        flu: UnitSet,
        #[serde(default)]
        vs: Vs,
        #[serde(default)]
        unless_enemy_detector: bool,
    },
    /// Cloaking for the front-line unit (SC-10.1).
    CloakFlu,
    /// Cloaking for these units of the skirmish.
    CloakUnits(UnitSet),
    /// Cloaking for all other units, while such a unit is in the skirmish.
    CloakAllBut { units: UnitSet, needs_own: UnitSet },
    /// Detector for the side (SC-10.3).
    DetectorHere,
    /// Detector for these units.
    DetectorUnits(UnitSet),
    /// Cancels a card of the opponent (SC-10.7).
    Cancel(Kind),
    /// The opposing standard card gives its minor values and no ability.
    ForceMinor { vs: Vs },
    /// Enemy support values count 0.
    EnemySupportZero,
    /// Enemy units of this tag cannot target units that move like this.
    LoseTargeting { tag: Tag, r#move: Move },
    /// The final attack of both sides.
    SetAttackBoth(u8),
    /// Sufficient strength whatever the values (SC-10.15).
    AutoSufficient,
    /// End of the destroy step: the opponent destroys units of the skirmish.
    EndStepEnemyDestroys {
        count: Count,
        #[serde(default)]
        tag: Option<Tag>,
        #[serde(default)]
        r#move: Option<Move>,
        #[serde(default)]
        only_if_flu_alive: bool,
    },
    /// End of the destroy step: the front-line unit dies and takes a flying front-line unit with it.
    EndStepSelfDestruct,
    /// The card goes back to the technology deck after use (SC-10.10).
    ReturnToTech,

    // At the start of a battle (SC-9.4).
    /// The opponent chooses and destroys one of his units.
    StartEnemyDestroys {
        r#move: Move,
        #[serde(default)]
        max_cost: Option<u8>,
        needs_own: UnitSet,
        #[serde(default)]
        role: Option<Role>,
    },
    /// Cards at once, for the sacrifice of a unit or a worker.
    StartDraw { n: u8, sacrifice: bool, needs_own: UnitSet },
    /// More cards in step 3.
    StartExtraDraw(u8),
    /// A look at the opponent's hand.
    StartPeek { needs_own: UnitSet },
    /// The opponent places first and face up (SC-13.11).
    StartOpponentPlacesFaceUp,
    /// The battle is called off and the units leave (SC-13.12).
    StartCancelBattle { role: Role },
    /// Attack and health in each own skirmish of the battle.
    StartGainAll {
        #[serde(default)]
        a: u8,
        #[serde(default)]
        h: u8,
        role: Role,
    },
    /// One splash that counts as triggered.
    AutoSplash { hits: Hits },

    // Standing.
    /// A building level allows a unit (SC-6.6).
    Unlocks(Unit),
    /// A technology allows a unit that consumes others (SC-6.20).
    AllowBuild { unit: Unit, consume: Unit, n: u8 },
    /// Units more per Build order (SC-11.3).
    BuildLimit(u8),
    /// Special orders per Planning Phase (SC-3.7).
    SpecialOrders(u8),
    /// Units have Detector in an area with one's own base (SC-11.6).
    BaseDetector,
    /// Attack against flyers in an area with one's own base (SC-11.7).
    BaseAntiAir(u8),
    /// Nobody lands in an area with this player's base (SC-7.12).
    OrbitalDefense,
    /// Once per Mobilize order one unit comes to such a unit (SC-7.18).
    MobilizeRecall { to: Unit },
    /// Cards more in hand at the end of the round (SC-12.16).
    HandLimit(u8),
    /// One special order more, once (SC-3.12).
    ExtraSpecialOrder(u8),
    /// The base may move (SC-7.14).
    LiftOff,
    /// A standard card as reinforcement (SC-11.10).
    Shields { h: u8 },
    /// The base may be founded away from the units (SC-11.12).
    Creep,
    /// Cards after a battle that units survived (SC-11.13).
    Regeneration(u8),

    // In regrouping step 8 (chapter 13).
    /// Conquest points.
    GainCp(u8),
    /// Unused workers into the pool.
    GainWorkers(u8),
    /// Combat cards.
    DrawCombat(u8),
    /// Unused transports onto routes.
    FreeTransports(u8),
    /// Units free of charge.
    Deploy { units: u8, cost: u8 },
    /// A purchase at a discount.
    Discount { n: u8, what: Goods },
    /// A technology free of charge.
    TakeTechnology,
    /// Ends of z-axis routes move.
    MoveZEnds {
        n: u8,
        #[serde(default)]
        up_to: bool,
    },
    /// A look at a hand, and one card of it discarded.
    PeekAndDiscard,
    /// The owner of units destroys one of them.
    Bombard,
    /// An area is depleted one step (SC-5.17).
    DepleteArea,
    /// The End Draws Near (SC-13.5).
    EndCard,
}

fn all() -> UnitSet {
    UnitSet::ALL
}

/// What the enemy front-line unit must be (SC-10.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vs {
    /// Anything.
    #[default]
    Any,
    /// A ground unit.
    Ground,
    /// A flying unit.
    Flying,
    /// A mechanical unit.
    Mech,
    /// A biological unit.
    Bio,
}

impl Vs {
    /// Does the unit fit the word?
    pub fn fits(self, unit: Unit) -> bool {
        let unit = data().unit(unit);
        match self {
            Vs::Any => true,
            Vs::Ground => unit.r#move == Move::Ground,
            Vs::Flying => unit.r#move == Move::Flying,
            Vs::Mech => unit.has(Tag::Mech),
            Vs::Bio => unit.has(Tag::Bio),
        }
    }
}

/// A side's part in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The active player.
    Attacker,
    /// The owner of the units that were there.
    Defender,
}

/// The slot that a combat card fills (SC-9.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It has values.
    Standard,
    /// It comes on top of a standard card.
    Reinforcement,
    /// It stays in the play area and never enters the deck.
    Play,
}

/// How many units an end-of-step ability destroys.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// One, of the owner's choice.
    #[default]
    One,
    /// All of them.
    All,
}

/// What an event sells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goods {
    /// One module.
    Module,
    /// One building level.
    Building,
    /// One of either.
    ModuleOrBuilding,
    /// One base.
    Base,
    /// One technology.
    Technology,
}

/// Which units an effect can hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// Only units that move like this.
    pub hits: Hits,
    /// Only these kinds, as a set of bits.
    pub only: u32,
    /// Only units with this tag.
    pub tag: Option<Tag>,
    /// Only units with at most this total cost.
    pub max_cost: Option<u8>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter { hits: Hits::Both, only: UnitSet::ALL.0, tag: None, max_cost: None }
    }
}

impl Filter {
    /// Can the unit be hit?
    pub fn fits(self, unit: Unit) -> bool {
        let u = data().unit(unit);
        self.hits.reach(u.r#move)
            && UnitSet(self.only).has(unit)
            && self.tag.is_none_or(|tag| u.has(tag))
            && self.max_cost.is_none_or(|cost| u.total_cost <= cost)
    }
}
