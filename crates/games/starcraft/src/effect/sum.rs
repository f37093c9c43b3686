//! What effects come to in the engine's terms: the one place where the vocabulary gets its meaning.

use super::{Count, Effect, Filter, Goods, Kind, Role, Vs};
use crate::{
    data::{Hits, Move, Tag},
    ids::{Unit, UnitSet},
};
use klaxon_core::Short;

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
    pub deeds: Short<Option<Deed>, 3>,
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
