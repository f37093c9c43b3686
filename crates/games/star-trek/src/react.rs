//! Which abilities can be used at this moment, by whom and with what choice (ST-15.12).

use crate::effect::{ANY_RANGE, Ability, Effect, Readied, Shelter, When, Window};
use crate::kinds::{Crit, DiskId, Keyword, Order, ShipId};
use crate::questions::{Action, Means, Pick, Use};
use crate::state::frame::{Critical, Frame, Hits, Shot, Source, Target};
use crate::state::{Disk, Face, FightStep, Place, Slot, Stage, StarTrek};
use crate::values::{Holder, Scene};
use klaxon_core::{Seat, SeatSet};

impl StarTrek {
    /// The next seat that can use something now and has not passed.
    pub(crate) fn next_reactor(&self, active: Option<u8>, passed: SeatSet) -> Option<u8> {
        let open = |seat: u8| usize::from(seat) < self.seats.len() && !passed.has(Seat(seat));
        let usable = |(holder, ability): (Holder, &'static Ability)| {
            open(holder.seat) && self.fits_now(&holder, ability) && !self.picks(&holder, ability).is_empty()
        };
        // Cheap for the common case, that nobody has anything to use: one look at what lies there says so for all seats.
        if !self.holders().any(usable) {
            return None;
        }
        self.react_order(active).iter().copied().find(|&s| open(s) && self.can_use(s))
    }

    /// Can the seat use any ability now?
    pub(crate) fn can_use(&self, seat: u8) -> bool {
        let mut any = false;
        self.each_use(seat, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// The abilities the seat can use now, with every choice.
    pub(crate) fn uses(&self, seat: u8, list: &mut Vec<Action>) {
        self.each_use(seat, &mut |action| {
            list.push(action);
            true
        });
    }

    /// Calls `found` for each use until it returns false.
    fn each_use(&self, seat: u8, found: &mut dyn FnMut(Action) -> bool) {
        for (holder, ability) in self.holders() {
            if holder.seat != seat || !self.fits_now(&holder, ability) {
                continue;
            }
            for pick in self.picks(&holder, ability) {
                if !found(Action::Use(Use { what: holder.means, pick })) {
                    return;
                }
            }
        }
    }

    /// The holder behind a means, if its ability can be used at this moment.
    pub(crate) fn usable(&self, seat: u8, what: Means) -> Option<(Holder, &'static Ability)> {
        let (holder, ability) = match what {
            Means::Disk(id) if id.is_some() && id.ix() < self.disks.len() => self.disk_holder(id)?,
            Means::Ship(id) if id.is_some() && id.ix() < self.ships.len() => self.ship_holder(id)?,
            Means::Disk(_) | Means::Ship(_) => return None,
        };
        (holder.seat == seat && self.fits_now(&holder, ability)).then_some((holder, ability))
    }

    /// Is this the moment for the ability?
    fn fits_now(&self, holder: &Holder, ability: &Ability) -> bool {
        if let Means::Disk(id) = holder.means
            && ability.uses > 0
            && self.disk(id).uses >= ability.uses
        {
            return false;
        }
        if let (When::OncePerTurn(_), Means::Ship(id)) = (ability.when, holder.means)
            && self.ship(id).marks.used
        {
            return false;
        }
        let controls = holder.ship.is_some() && self.ship(holder.ship).controller == holder.seat;
        let window = match ability.when {
            When::Flip(window) | When::OncePerTurn(window) | When::BoardingAt(window) => Some(window),
            When::Activate | When::CritInflict => None,
            When::Start | When::Continuous | When::OnOrder(_) | When::Boarding => return false,
        };
        let fits = match self.stack.last() {
            Some(Frame::Shot(shot)) => controls && self.fits_shot(holder, ability, window, shot),
            Some(Frame::Hits(hits)) => controls && self.fits_hits(holder, ability, window, hits),
            Some(Frame::Critical(critical)) => {
                controls && fits_critical(holder, ability, window, critical, self)
            }
            Some(Frame::Launched { ship, .. }) => {
                controls
                    && window == Some(Window::TorpedoLaunched)
                    && holder.ship == *ship
                    && self.ship(*ship).torps > 0
            }
            Some(Frame::Revealed { ship, order, .. }) => {
                window == Some(Window::OrderRevealed)
                    && holder.ship.is_some()
                    && ability.effect.iter().any(|e| {
                        matches!(e, Effect::CancelEnemyOrder { range, order: only }
                            if only.is_none_or(|o| o == *order) && self.is_target(holder, *ship, *range, true))
                    })
            }
            Some(
                Frame::Moving(_)
                | Frame::Checks { .. }
                | Frame::Collision { .. }
                | Frame::Placing { .. }
                | Frame::Again { .. }
                | Frame::Guide { .. }
                | Frame::Transport { .. },
            ) => false,
            None => self.fits_stage(holder, ability, window, controls),
        };
        fits && self.conditions_hold(holder, ability, &self.scene())
    }

    /// What conditions are asked about at this moment.
    fn scene(&self) -> Scene {
        let segment = if self.stage == Stage::Boarding { self.fight.segment } else { 0 };
        if let Some(Frame::Shot(shot)) = self.stack.last() {
            return Scene { target: Some(shot.target), hits: shot.hits, segment };
        }
        Scene { target: None, hits: 0, segment }
    }

    fn fits_shot(&self, holder: &Holder, ability: &Ability, window: Option<Window>, shot: &Shot) -> bool {
        let open = if shot.dropped { Window::BeamDropped } else { Window::BeamDeclared };
        if window != Some(open) {
            return false;
        }
        let attacker = holder.ship == shot.from;
        let defender = shot.target == Target::Ship(holder.ship);
        ability.effect.iter().all(|effect| {
            let misses = matches!(effect, Effect::RerollMisses(_) | Effect::RerollAllMisses);
            (matches!(effect, Effect::NextBeam(_)) && attacker && !shot.dropped)
                || (matches!(effect, Effect::AttackerBeam(_)) && defender && !shot.dropped)
                || (misses && attacker && shot.misses > 0)
                // ST-15.4: the second shot cannot trigger it again, nor can one shot twice.
                || (matches!(effect, Effect::FireAgain) && attacker && !shot.again)
        })
    }

    fn fits_hits(&self, holder: &Holder, ability: &Ability, window: Option<Window>, hits: &Hits) -> bool {
        window == Some(Window::HitsIncoming)
            && hits.target == Target::Ship(holder.ship)
            && ability.effect.iter().all(|effect| {
                matches!(effect, Effect::PreventHits { of, .. } if of.iter().any(|s| self.shelters(*s, hits)))
            })
    }

    /// Would this shelter prevent any of the hits?
    pub(crate) fn shelters(&self, shelter: Shelter, hits: &Hits) -> bool {
        let (shields, hull) = self.split_hits(hits);
        shields + hull > 0
            && match shelter {
                Shelter::Beam => hits.source == Source::Beam,
                Shelter::Hull => hull > 0,
                Shelter::Obstruction => hits.source == Source::Obstruction,
                Shelter::Terrain => hits.source == Source::Terrain,
            }
    }

    fn fits_stage(&self, holder: &Holder, ability: &Ability, window: Option<Window>, controls: bool) -> bool {
        if self.stage == Stage::PhaseStart {
            // ST-15.13: what changes the ship needs control of it; a look does not.
            let changes = ability.effect.iter().any(|e| matches!(e, Effect::ReplaceOwnOrder));
            return window == Some(Window::OrdersPhaseStart)
                && holder.ship.is_some()
                && (controls || !changes);
        }
        if self.stage == Stage::Act {
            let acting = self.act.filter(|act| act.ship == holder.ship && controls);
            return acting.is_some_and(|act| {
                (ability.when == When::Activate && act.has(Order::Activate))
                    || ability.when == When::Flip(Window::OwnActivation)
            });
        }
        self.stage == Stage::Boarding && self.fits_fight(holder, ability, window)
    }

    fn fits_fight(&self, holder: &Holder, ability: &Ability, window: Option<Window>) -> bool {
        let here = self.fight.place;
        // Tech works on its ship, or for crew from it, wherever they fight.
        let tech = matches!(holder.means, Means::Disk(id) if self.disk(id).kind.of().tech);
        let home_crew =
            |d: &Disk| d.owner == holder.seat && d.home == holder.ship && d.revealed() && d.counts_as_crew();
        let present = if tech {
            let from_home = self.disks_at(here).any(|(_, d)| home_crew(d));
            if ability.scope == crate::effect::Scope::Personal {
                from_home
            } else {
                from_home || holder.place == here
            }
        } else {
            holder.place == here
        };
        let moment = match self.fight.step {
            FightStep::Start => Some(Window::BoardingStart),
            FightStep::Segment => Some(Window::BoardingSegment),
            FightStep::Save { side } => {
                // ST-17.4: the doctor's own side is about to remove a crew here.
                if self.team_of(holder.seat) != side {
                    return false;
                }
                Some(Window::CrewLoss)
            }
            FightStep::Idle | FightStep::Losses => None,
        };
        let asks = ability.effect.iter().all(|e| !matches!(e, Effect::ChooseLoss));
        present && moment.is_some() && window == moment && asks
    }

    /// ST-15.11: a ship that a disk can target: not of the own team, not cloaked, in range. Effects of spies do not
    /// work on a ship that is immune to them.
    pub(crate) fn is_target(&self, holder: &Holder, ship: ShipId, range: u8, spying: bool) -> bool {
        if !holder.ship.is_some() || !self.ship(ship).in_play() {
            return false;
        }
        let near = range == ANY_RANGE
            || self.ship(holder.ship).round().in_range(self.ship(ship).round(), u32::from(range));
        let immune = spying && self.intel_immune(ship);
        near && !immune && !self.friendly(holder.seat, ship) && !self.cloaked(ship)
    }

    /// Every choice that the ability can be used with now.
    pub(crate) fn picks(&self, holder: &Holder, ability: &Ability) -> Vec<Pick> {
        if ability.choose {
            return ability.effect.iter().flat_map(|e| self.effect_picks(holder, e, ability)).collect();
        }
        self.effect_picks(holder, &ability.effect[0], ability)
    }

    /// Every choice that one effect of it can be used with; none for what works by itself or in fleet building.
    fn effect_picks(&self, holder: &Holder, effect: &Effect, ability: &Ability) -> Vec<Pick> {
        if effect.is_plain() {
            return vec![Pick::None];
        }
        let mut picks = self.ship_picks(holder, effect, ability.effect.len() == 1);
        picks.extend(self.disk_picks(holder, effect));
        picks.extend(self.own_picks(holder, effect));
        picks
    }

    /// Choices among other ships. A look must show something, unless it is only a part of what the disk does.
    fn ship_picks(&self, holder: &Holder, effect: &Effect, alone: bool) -> Vec<Pick> {
        let targets = |range: u8, spying: bool, test: &dyn Fn(ShipId) -> bool| -> Vec<Pick> {
            let ids = self.ships_in_play().map(|(id, _)| id);
            ids.filter(|&id| self.is_target(holder, id, range, spying) && test(id)).map(Pick::Ship).collect()
        };
        let conceals = |id: ShipId| self.disks_at(Place::Ship(id)).any(|(_, d)| d.face == Face::Concealed);
        if let Effect::PeekOrders { all, range } = effect {
            return targets(*range, true, &|id| {
                let down = |slot: &Slot| slot.down().is_some();
                !alone || if *all { self.ship(id).orders.iter().any(down) } else { down(&self.slot(id)) }
            });
        }
        if let Effect::PeekConcealed { range } = effect {
            return targets(*range, true, &|id| !alone || conceals(id));
        }
        if let Effect::RevealConcealed { range, .. } = effect {
            return targets(*range, true, &conceals);
        }
        if let Effect::DrainShields { range, .. } | Effect::ReduceSpeed { range, .. } = effect {
            return targets(*range, false, &|_| true);
        }
        let mut list = Vec::new();
        if let Effect::SwapEnemyOrders { range } = effect {
            let ships = self.ships_in_play().filter(|(id, _)| self.is_target(holder, *id, *range, true));
            for (ship, s) in ships {
                for places in [[1, 2], [1, 3], [2, 3]] {
                    if places.iter().all(|p| s.orders[usize::from(*p) - 1].down().is_some()) {
                        list.push(Pick::Orders { ship, places });
                    }
                }
            }
        }
        list
    }

    /// Choices among disks.
    fn disk_picks(&self, holder: &Holder, effect: &Effect) -> Vec<Pick> {
        let disks = |place: Place, test: &dyn Fn(DiskId, &Disk) -> bool| -> Vec<Pick> {
            self.disks_at(place).filter(|(id, d)| test(*id, d)).map(|(id, _)| Pick::Disk(id)).collect()
        };
        let enemy = |d: &Disk| self.team_of(d.owner) != self.team_of(holder.seat);
        let targets = |range: u8| {
            let ids = self.ships_in_play().map(|(id, _)| id);
            ids.filter(move |id| self.is_target(holder, *id, range, false))
        };
        if let Effect::FlipEnemy { keyword, range } = effect {
            let crew = |_: DiskId, d: &Disk| {
                let kind = d.kind.of();
                d.ready() && !kind.tech && enemy(d) && self.ordinary(d) && keyword.is_none_or(|k| kind.has(k))
            };
            return targets(*range).flat_map(|id| disks(Place::Ship(id), &crew)).collect();
        }
        if let Effect::FlipEnemyHere = effect {
            return disks(self.fight.place, &|_, d| {
                d.ready() && !d.kind.of().tech && enemy(d) && self.ordinary(d)
            });
        }
        if let Effect::Ready(kind) = effect {
            return disks(holder.place, &|id, d| {
                let wanted = d.kind.of().tech == (*kind == Readied::Tech);
                // Never a cloak that is raised, and the disk itself is flipped first (ST-15.16).
                wanted
                    && d.face == Face::Flipped
                    && d.kind.of().cloak().is_none()
                    && holder.means != Means::Disk(id)
            });
        }
        if let Effect::StealTech { cost, range } = effect {
            let tech = |_: DiskId, d: &Disk| d.kind.of().tech && d.revealed() && d.kind.of().cost <= *cost;
            let open = targets(*range).filter(|id| self.ship(*id).shields == 0);
            return open.flat_map(|id| disks(Place::Ship(id), &tech)).collect();
        }
        if let Effect::ConvertCrew(cost) = effect {
            return disks(self.fight.place, &|id, d| {
                let kind = d.kind.of();
                let free = !kind.has(Keyword::Unique) && !kind.has(Keyword::Scenario) && kind.cost <= *cost;
                let fits = match d.place {
                    Place::Ship(ship) => !(kind.commands() && self.command_taken(ship, holder.seat, id)),
                    Place::Terrain(_) | Place::Threat | Place::Out => true,
                };
                !kind.tech && d.revealed() && enemy(d) && free && fits
            });
        }
        Vec::new()
    }

    /// Choices about the own ship and its shot.
    fn own_picks(&self, holder: &Holder, effect: &Effect) -> Vec<Pick> {
        if let (Effect::RerollMisses(n), Some(Frame::Shot(shot))) = (effect, self.stack.last()) {
            return (1..=(*n).min(shot.misses)).rev().map(Pick::Count).collect();
        }
        if let Effect::RemoveCrit = effect {
            let ship = self.ship(holder.ship);
            return Crit::ALL.into_iter().filter(|c| ship.has_crit(*c)).map(Pick::Crit).collect();
        }
        if let Effect::ReplaceOwnOrder = effect
            && let Slot::Down { order, .. } = self.slot(holder.ship)
        {
            return Order::ALL.into_iter().filter(|o| *o != order).map(Pick::Order).collect();
        }
        let lays = matches!(effect, Effect::PlaceObstacle(_)) && self.stern_is_free(holder.ship);
        // ST-16.12: only one cloak can be raised at a time.
        let cloaks = matches!(effect, Effect::Cloak(_)) && !self.cloaked(holder.ship);
        if lays || cloaks { vec![Pick::None] } else { Vec::new() }
    }
}

/// ST-14.10, ST-14.11, ST-21.6: the attacker may change a critical, then the defender may cancel it.
fn fits_critical(
    holder: &Holder,
    ability: &Ability,
    window: Option<Window>,
    critical: &Critical,
    game: &StarTrek,
) -> bool {
    if ability.when == When::CritInflict {
        return holder.ship == critical.from
            && holder.seat == critical.by
            && !critical.changed
            && ability.effect.iter().all(|effect| {
                    // Not if the target has it, nor if both would become the same.
                matches!(effect, Effect::ChangeCrit(to) if !game.ship(critical.ship).has_crit(*to) && critical.crit != *to && critical.other != Some(*to))
            });
    }
    window == Some(Window::CritSuffered) && holder.ship == critical.ship
}
