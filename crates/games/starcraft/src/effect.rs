//! The vocabulary of all cards, buildings, modules and racial abilities, and its one exhaustive `match`.
//!
//! An [`Effect`] is data. [`Sum::add`] translates it into the engine's terms, given the [`Scene`] it works in; each
//! caller then reads the fields of its own moment: a battle its attack and health, a Build order its limit, the
//! event step what is to be carried out. So no card is known anywhere by its name.

use crate::{
    data::{Hits, Move, Tag, data},
    ids::{Unit, UnitSet},
    list::List,
};
use serde::{Deserialize, Serialize};

/// What a card, a building level, a module or a race can do. The table of components §12 says which uses what.
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

/// An ability at the end of the destroy step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndStep {
    /// The opponent loses units.
    EnemyLoses {
        /// One or all.
        count: Count,
        /// Of which kind.
        filter: Filter,
        /// Only while the own front-line unit has not been destroyed.
        only_if_flu_alive: bool,
    },
    /// The front-line unit destroys itself and a flyer.
    SelfDestruct,
}

/// What is to be carried out in regrouping step 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Conquest points.
    Points(u8),
    /// Workers into the pool.
    Workers(u8),
    /// Combat cards.
    Cards(u8),
    /// Transports onto routes.
    Transports(u8),
    /// Units free of charge.
    Deploy {
        /// At most so many.
        units: u8,
        /// With at most this combined cost.
        cost: u8,
    },
    /// A purchase.
    Buy {
        /// The discount.
        n: u8,
        /// Of what.
        what: Goods,
    },
    /// A technology free of charge.
    Technology,
    /// Ends of z-axis routes.
    ZEnds {
        /// How many.
        n: u8,
        /// May it be fewer?
        up_to: bool,
    },
    /// A look at a hand.
    Peek,
    /// Bombardment.
    Bombard,
    /// Depletion.
    Deplete,
    /// The End Draws Near.
    End,
}

/// Where an effect works: who fights whom, with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Scene {
    /// The side's part in the battle.
    pub role: Option<Role>,
    /// Its front-line unit.
    pub flu: Option<Unit>,
    /// The opposing front-line unit.
    pub enemy: Option<Unit>,
    /// The side's units: of the skirmish, or of the battle at its start.
    pub own: UnitSet,
    /// Is the side's base in the contested area?
    pub base_here: bool,
}

impl Scene {
    fn plays(&self, role: Option<Role>) -> bool {
        role.is_none() || role == self.role
    }

    fn faces(&self, vs: Vs) -> bool {
        vs == Vs::Any || self.enemy.is_some_and(|e| vs.fits(e))
    }

    fn leads(&self, flu: UnitSet) -> bool {
        flu == UnitSet::ALL || self.flu.is_some_and(|f| flu.has(f))
    }
}

/// What effects come to, in the engine's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// Attack gained.
    pub a: u8,
    /// Health gained.
    pub h: u8,
    /// Health gained if the side is strong enough.
    pub h_if_strong: u8,
    /// Splash: what it hits, and whether a Detector keeps it from triggering.
    pub splash: Option<(Filter, bool)>,
    /// Kinds of unit that are cloaked.
    pub cloaked: UnitSet,
    /// The front-line unit is cloaked.
    pub cloak_flu: bool,
    /// The side has a Detector.
    pub detector: bool,
    /// Kinds of unit that are Detectors.
    pub detectors: UnitSet,
    /// The opponent's standard card is cancelled.
    pub cancel_standard: bool,
    /// The opponent's reinforcement card is cancelled.
    pub cancel_reinforcement: bool,
    /// The opponent's standard card gives minor values only.
    pub force_minor: bool,
    /// Enemy support counts 0.
    pub no_support: bool,
    /// Enemy units of this tag cannot target units that move like this.
    pub blinded: Option<(Tag, Move)>,
    /// Final attack of both sides.
    pub attack_both: Option<u8>,
    /// Sufficient strength whatever the values.
    pub strong: bool,
    /// An ability at the end of the destroy step.
    pub end: Option<EndStep>,
    /// The card returns to the technology deck.
    pub returns: bool,

    /// It can be used at the start of this battle.
    pub start: bool,
    /// The opponent loses such a unit at the start.
    pub start_lose: Option<Filter>,
    /// Cards at the start, for a sacrifice.
    pub start_draw: u8,
    /// Cards more in step 3.
    pub extra_draw: u8,
    /// A look at the opponent's hand.
    pub peek: bool,
    /// The opponent places first and face up.
    pub face_up: bool,
    /// The battle is called off.
    pub call_off: bool,
    /// Attack in each skirmish of the battle.
    pub all_a: u8,
    /// Health in each skirmish of the battle.
    pub all_h: u8,
    /// A splash that counts as triggered.
    pub auto_splash: Option<Filter>,

    /// Kinds of unit that may be built.
    pub unlocks: UnitSet,
    /// Units that consume others: what, from what, how many.
    pub morphs: Option<(Unit, Unit, u8)>,
    /// Units more per Build order.
    pub build_limit: u8,
    /// Special orders per Planning Phase.
    pub special_orders: u8,
    /// One special order more, once.
    pub extra_special: u8,
    /// Detector beside one's own base.
    pub base_detector: bool,
    /// Attack against flyers beside one's own base.
    pub anti_air: u8,
    /// Nobody lands beside this player's base.
    pub orbital_defense: bool,
    /// One unit may come to such a unit.
    pub recall: Option<Unit>,
    /// Cards more in hand.
    pub hand_limit: u8,
    /// The base may move.
    pub lift_off: bool,
    /// Health of a Shields card; 0 for races without.
    pub shields: u8,
    /// The base may be founded away from the units.
    pub creep: bool,
    /// Cards after a survived battle.
    pub regeneration: u8,

    /// What is to be carried out in regrouping step 8.
    pub deeds: List<Option<Deed>, 3>,
}

impl Sum {
    /// What some effects come to in a scene.
    pub fn of(effects: &[Effect], scene: &Scene) -> Sum {
        let mut sum = Sum::default();
        sum.add_all(effects, scene);
        sum
    }

    /// Adds more effects.
    pub fn add_all(&mut self, effects: &[Effect], scene: &Scene) {
        effects.iter().for_each(|effect| self.add(effect, scene));
    }

    /// The one place where the vocabulary gets its meaning.
    pub fn add(&mut self, effect: &Effect, scene: &Scene) {
        match *effect {
            // SC-10.5, SC-10.6, SC-10.17: the condition names only the enemy front-line unit.
            Effect::Gain { a, h, flu, vs, role, own_base_here } => {
                let here = !own_base_here || scene.base_here;
                if scene.leads(flu) && scene.faces(vs) && scene.plays(role) && here {
                    self.a += a;
                    self.h += h;
                }
            }
            Effect::PassiveGain { a, h, needs_own } => {
                if scene.own.meets(needs_own) {
                    self.a += a;
                    self.h += h;
                }
            }
            Effect::GainIfSufficient { h, flu, vs, role } => {
                if scene.leads(flu) && scene.faces(vs) && scene.plays(Some(role)) {
                    self.h_if_strong += h;
                }
            }
            Effect::Splash { hits, only, tag, flu, vs, unless_enemy_detector } => {
                if scene.leads(flu) && scene.faces(vs) {
                    self.splash =
                        Some((Filter { hits, only: only.0, tag, max_cost: None }, unless_enemy_detector));
                }
            }
            Effect::CloakFlu => self.cloak_flu = true,
            Effect::CloakUnits(units) => self.cloaked.0 |= units.0,
            Effect::CloakAllBut { units, needs_own } => {
                if scene.own.meets(needs_own) {
                    self.cloaked.0 |= UnitSet::ALL.0 & !units.0;
                }
            }
            Effect::DetectorHere => self.detector = true,
            Effect::DetectorUnits(units) => self.detectors.0 |= units.0,
            Effect::Cancel(kind) => match kind {
                Kind::Standard => self.cancel_standard = true,
                Kind::Reinforcement => self.cancel_reinforcement = true,
                Kind::Play => {}
            },
            Effect::ForceMinor { vs } => self.force_minor |= scene.faces(vs),
            Effect::EnemySupportZero => self.no_support = true,
            Effect::LoseTargeting { tag, r#move } => self.blinded = Some((tag, r#move)),
            Effect::SetAttackBoth(n) => self.attack_both = Some(n),
            Effect::AutoSufficient => self.strong = true,
            Effect::EndStepEnemyDestroys { count, tag, r#move, only_if_flu_alive } => {
                let hits = r#move.map_or(Hits::Both, Hits::only);
                let filter = Filter { hits, tag, ..Filter::default() };
                self.end = Some(EndStep::EnemyLoses { count, filter, only_if_flu_alive });
            }
            Effect::EndStepSelfDestruct => self.end = Some(EndStep::SelfDestruct),
            Effect::ReturnToTech => self.returns = true,

            Effect::StartEnemyDestroys { r#move, max_cost, needs_own, role } => {
                if scene.own.meets(needs_own) && scene.plays(role) {
                    self.start = true;
                    self.start_lose =
                        Some(Filter { hits: Hits::only(r#move), max_cost, ..Filter::default() });
                }
            }
            Effect::StartDraw { n, sacrifice, needs_own } => {
                if scene.own.meets(needs_own) && sacrifice {
                    self.start = true;
                    self.start_draw += n;
                }
            }
            Effect::StartExtraDraw(n) => self.extra_draw += n,
            Effect::StartPeek { needs_own } => {
                if scene.own.meets(needs_own) {
                    self.start = true;
                    self.peek = true;
                }
            }
            Effect::StartOpponentPlacesFaceUp => {
                self.start = true;
                self.face_up = true;
            }
            Effect::StartCancelBattle { role } => {
                if scene.plays(Some(role)) {
                    self.start = true;
                    self.call_off = true;
                }
            }
            Effect::StartGainAll { a, h, role } => {
                if scene.plays(Some(role)) {
                    self.start = true;
                    self.all_a += a;
                    self.all_h += h;
                }
            }
            Effect::AutoSplash { hits } => {
                self.start = true;
                self.auto_splash = Some(Filter { hits, ..Filter::default() });
            }

            Effect::Unlocks(unit) => self.unlocks.insert(unit),
            Effect::AllowBuild { unit, consume, n } => self.morphs = Some((unit, consume, n)),
            Effect::BuildLimit(n) => self.build_limit += n,
            Effect::SpecialOrders(n) => self.special_orders += n,
            Effect::BaseDetector => self.base_detector = true,
            Effect::BaseAntiAir(n) => self.anti_air += n,
            Effect::OrbitalDefense => self.orbital_defense = true,
            Effect::MobilizeRecall { to } => self.recall = Some(to),
            Effect::HandLimit(n) => self.hand_limit += n,
            Effect::ExtraSpecialOrder(n) => self.extra_special += n,
            Effect::LiftOff => self.lift_off = true,
            Effect::Shields { h } => self.shields += h,
            Effect::Creep => self.creep = true,
            Effect::Regeneration(n) => self.regeneration += n,

            Effect::GainCp(n) => self.deeds.push(Some(Deed::Points(n))),
            Effect::GainWorkers(n) => self.deeds.push(Some(Deed::Workers(n))),
            Effect::DrawCombat(n) => self.deeds.push(Some(Deed::Cards(n))),
            Effect::FreeTransports(n) => self.deeds.push(Some(Deed::Transports(n))),
            Effect::Deploy { units, cost } => self.deeds.push(Some(Deed::Deploy { units, cost })),
            Effect::Discount { n, what } => self.deeds.push(Some(Deed::Buy { n, what })),
            Effect::TakeTechnology => self.deeds.push(Some(Deed::Technology)),
            Effect::MoveZEnds { n, up_to } => self.deeds.push(Some(Deed::ZEnds { n, up_to })),
            Effect::PeekAndDiscard => self.deeds.push(Some(Deed::Peek)),
            Effect::Bombard => self.deeds.push(Some(Deed::Bombard)),
            Effect::DepleteArea => self.deeds.push(Some(Deed::Deplete)),
            Effect::EndCard => self.deeds.push(Some(Deed::End)),
        }
    }
}
