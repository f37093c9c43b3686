//! A player's instincts, for bots and hints: what a position is worth and which choices look sensible.

use crate::{
    action::Action,
    board::areas_of,
    data::{Content, data},
    effect::{Deed, Kind, Scene, Sum},
    ids::{Area, Building, Module, Order, Planet, Race, Unit},
    state::{Frame, Stand, StarCraft},
};
use klaxon_core::{Instinct, Seat};

impl Instinct for StarCraft {
    fn appraise(&self, seat: Seat) -> i32 {
        if let Some(ending) = self.ending {
            return if ending.winners.has(seat) { 1000 } else { 0 };
        }
        if self.players.iter().take(usize::from(self.n)).any(|p| p.faction.is_none()) {
            return 500;
        }
        let mine = self.team_strength(seat);
        let best = self
            .all_seats()
            .filter(|s| self.team_of(*s) != self.team_of(seat))
            .map(|s| self.team_strength(s))
            .max()
            .unwrap_or(0);
        // The share of the two strongest, stretched a little: an even position is 500.
        let (mine, best) = (i64::from(mine.max(1)), i64::from(best.max(1)));
        let share = 1000 * mine / (mine + best);
        let stretched = 500 + (share - 500) * 3 / 2;
        stretched.clamp(1, 999) as i32
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        let weight = self.inclination(seat, *action);
        weight.clamp(1, 4096)
    }
}

impl StarCraft {
    fn team_strength(&self, seat: Seat) -> i32 {
        self.mates(seat).map(|s| self.strength(s)).sum()
    }

    /// Points, income, army, areas and cards of a seat as one number.
    fn strength(&self, seat: Seat) -> i32 {
        let player = self.player(seat);
        if player.out {
            return 0;
        }
        let mut sum = 0;
        if !self.rules.galactic {
            // Points weigh more the nearer the target is.
            let (points, target) = (self.team_points(seat) as i32, self.target(seat) as i32);
            sum += i32::from(player.cp) * 40 + points * points * 60 / target.max(1);
            sum += i32::from(self.point_income(seat)) * 90;
        }
        let army: i32 = self
            .areas
            .iter()
            .flatten()
            .filter(|g| g.owner == Some(seat))
            .flat_map(|g| self.race(seat).units().iter().map(|u| i32::from(g.units[u.slot()]) * worth(*u)))
            .sum();
        sum += army * 10 + i32::from(self.fighting_worth(seat)) * 10;
        sum += i32::from(self.total_resources(seat)) * 18;
        sum += i32::from(self.workers(seat)) * 12;
        sum += i32::from(self.controlled(seat)) * 22;
        sum += i32::from(self.bases(seat)) * 80;
        sum += player.hand.count_ones() as i32 * 6;
        sum += i32::from(player.levels.iter().sum::<u8>()) * 14
            + i32::from(player.modules.iter().sum::<u8>()) * 22;
        let techs = (data().deck(self.race(seat)).technology & !player.tech_deck).count_ones();
        sum += techs as i32 * 8 + i32::from(self.transports(seat)) * 10;
        if self.stage() == 3 && self.objective_met(seat) {
            sum += 500;
        }
        sum
    }

    /// Units that are moving or fighting.
    fn fighting_worth(&self, seat: Seat) -> i16 {
        let mut sum = 0;
        if let Some(battle) = &self.battle
            && let Some(side) = battle.side(seat)
        {
            sum += battle.alive(side).map(|(_, f)| worth(f.unit) as i16).sum::<i16>();
        }
        if self.turn.is_some_and(|t| t.seat == seat) {
            for units in &self.moves.inbound {
                let units =
                    self.race(seat).units().iter().map(|u| i16::from(units[u.slot()]) * worth(*u) as i16);
                sum += units.sum::<i16>();
            }
        }
        sum
    }

    fn inclination(&self, seat: Seat, action: Action) -> u32 {
        match action {
            Action::Faction(_) | Action::BaseLater => 16,
            // Few blocked slots and rich neighbours are left to chance; home wants minerals.
            Action::PlacePlanet { .. } | Action::ZSlot(_) | Action::ZEnd { .. } => 16,
            Action::StartBase(area) => match content(area) {
                Content::Minerals(n) => 24 + u32::from(n) * 16,
                Content::Gas(_) => 16,
                Content::Conquest(_) => 8,
            },
            Action::StartUnit { area, .. } => {
                if self.units_in(seat, area) == 0 {
                    48
                } else {
                    12
                }
            }
            Action::PutTransport(_) => 32,
            Action::Order { order, planet } => self.lean_order(seat, order, planet),
            Action::Choose(_) => 32,
            Action::Execute => {
                let turn = self.turn;
                if turn.is_some_and(|t| self.has_effect(t.seat, t.order, t.planet)) { 256 } else { 4 }
            }
            Action::TakeEvent => match self.stack.last() {
                Some(Frame::ResearchSpecial(_)) => 16,
                _ => 24,
            },
            Action::EndTurn | Action::Keep => 256,
            Action::Scrap | Action::ScrapUnit { .. } | Action::ScrapBase(_) | Action::ScrapTransport(_) => 1,
            Action::Really => 1,
            Action::PayPermanent(_) => 32,
            Action::PayCard(_) => 24,
            Action::ForceMine(_) => 2,
            Action::PayRest => 128,
            Action::BuyWorker => {
                let workers = self.workers(seat);
                if workers < 9 { 64 } else { 16 }
            }
            Action::BuyTransport { .. } => {
                if self.transports(seat) < 3 {
                    64
                } else {
                    12
                }
            }
            Action::BuyUnit { unit, area, .. } => {
                let hold = if self.units_in(seat, area) == 0 { 24 } else { 0 };
                24 + worth(unit) as u32 * 10 + hold
            }
            Action::Morph { .. } => 64,
            Action::BuyBuilding { building, .. } => self.lean_building(seat, building),
            Action::BuyModule { module, .. } => match module {
                Module::Supply => 48 / (1 + u32::from(self.modules(seat, Module::Supply))),
                Module::Rnd => 40 / (1 + u32::from(self.modules(seat, Module::Rnd))),
                Module::Air => 8,
            },
            Action::BuyBase { area, .. } => match content(area) {
                Content::Minerals(_) | Content::Gas(_) => 256,
                Content::Conquest(_) => 160,
            },
            Action::BuyTech { tech, .. } => self.lean_tech(seat, tech.data().pictured.iter()),
            Action::Done => match self.stack.last() {
                // Somebody who executes a Mobilize means to move.
                Some(Frame::Mobilize) if self.moves.n == 0 => 6,
                Some(Frame::Mobilize) => self.lean_fight(),
                Some(Frame::Build) => 6,
                _ => 4,
            },
            Action::Move { unit, from, to } | Action::Recall { unit, from, to } => {
                self.lean_move(seat, unit, from, to)
            }
            Action::LiftOff(_) => 2,
            Action::Draw => 256,
            Action::NoDraw => 1,
            Action::TakeCard(_) => 24,
            Action::UseTech(_) | Action::UseEvent(_) => 48,
            Action::NoAbility => 16,
            Action::Lose(unit) | Action::RetreatUnit(unit) => 128 / (worth(unit) as u32 + 1),
            Action::LoseWorker => 48,
            Action::Front(unit) => 64 / (worth(unit) as u32 + 1),
            Action::Pair { mine, theirs } => {
                let (a, b) = (data().unit(mine), data().unit(theirs));
                let hits = if a.hits.reach(b.r#move) { 24 } else { 2 };
                let safe = if b.hits.reach(a.r#move) { 0 } else { 32 };
                hits + safe
            }
            Action::Support(s) => self.lean_support(seat, s),
            Action::Standard(face) => self.lean_card(seat, face),
            Action::DeckTop => 12,
            Action::Reinforce(face) => {
                if self.would_match(seat, face) {
                    160
                } else {
                    1
                }
            }
            Action::Shields(face) => {
                let (a, h) = face.data().major;
                if self.player(seat).hand.count_ones() > 6 && a + h < 13 { 24 } else { 3 }
            }
            Action::NoReinforcement => 24,
            Action::Skirmish(_) => 16,
            Action::Withdraw { area, .. } | Action::RetreatTo(area) => {
                8 + u32::from(self.room(seat, area)) * 8
            }
            Action::PlayEvent(card) => {
                let sum = Sum::of(&card.data().effect, &Scene::default());
                let points = sum.deeds.iter().flatten().find_map(|d| match d {
                    Deed::Points(n) => Some(u32::from(*n)),
                    _ => None,
                });
                match points {
                    Some(n) if !self.rules.galactic => 128 * n,
                    _ => 48,
                }
            }
            Action::NoEvent => 2,
            Action::TakePoint => {
                if self.rules.galactic {
                    1
                } else {
                    64
                }
            }
            Action::TakeCards => 16,
            Action::Deploy { unit, area } => {
                16 + worth(unit) as u32 * 12 + if self.units_in(seat, area) == 0 { 24 } else { 0 }
            }
            Action::PeekAt(_) => 16,
            Action::Discard(face) => {
                let (a, h) = face.data().major;
                let useful = self.can_use(seat, face.data().pictured.iter());
                let value = if face.data().kind == Kind::Reinforcement { 14 } else { u32::from(a + h) };
                if useful { 64 / value.max(1) } else { 64 }
            }
            Action::Bombard(area) => 16 + u32::from(self.ground(area).base.is_some()) * 16,
            Action::Deplete(area) => {
                if self.ground(area).card == Some(seat) {
                    1
                } else {
                    16
                }
            }
        }
    }

    /// Could the order do something as things stand?
    fn has_effect(&self, seat: Seat, order: Order, planet: Planet) -> bool {
        match order.plain() {
            Order::Build => self.is_on(seat, planet),
            Order::Research => self.has_base_on(seat, planet),
            Order::Mobilize | Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => {
                self.has_unit_on(seat, planet)
                    || self.planets().any(|p| self.has_unit_on(seat, p) && self.ferry(seat, p, planet))
            }
        }
    }

    /// Opening plans: the Zerg swarm out, the Terrans build up, the Protoss research; later the board speaks.
    fn lean_order(&self, seat: Seat, order: Order, planet: Planet) -> u32 {
        let taste = match (self.race(seat), order.plain()) {
            (Race::Zerg, Order::Mobilize) => 40,
            (Race::Zerg, Order::Build) => 40,
            (Race::Terran, Order::Build) => 48,
            (Race::Protoss, Order::Research) => 28,
            (_, Order::Build | Order::Mobilize) => 36,
            (_, Order::Research) => 20,
            (_, Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch) => 0,
        };
        let here = self.orders.iter().filter(|o| o.seat == seat && o.planet == planet);
        let mine: Vec<Order> = here.map(|o| o.order.plain()).collect();
        let works = self.has_effect(seat, order, planet);
        let weight = match order.plain() {
            // SC-16.1: a Build may wait under a Mobilize that settles the planet.
            Order::Build if !works && self.has_effect(seat, Order::Mobilize, planet) => 14,
            Order::Build if !works => 1,
            Order::Build => {
                let again = mine.iter().filter(|o| **o == Order::Build).count() as u32;
                taste * 2 / (1 + 3 * again)
            }
            Order::Mobilize if works => {
                let first = mine.contains(&Order::Build) && !mine.contains(&Order::Mobilize);
                let settle = if first && !self.is_on(seat, planet) { 96 } else { 0 };
                let prey = self.targets(seat, planet);
                taste / (1 + mine.iter().filter(|o| **o == Order::Mobilize).count() as u32) + prey + settle
            }
            Order::Research if works => taste / (1 + 2 * mine.len() as u32),
            _ => 1,
        };
        if order.is_special() && works { weight * 3 / 2 } else { weight }
    }

    /// How much there is to take on a planet.
    fn targets(&self, seat: Seat, planet: Planet) -> u32 {
        areas_of(planet)
            .map(|area| {
                let g = self.ground(area);
                if self.controls(seat, area) {
                    return 0;
                }
                let value = match content(area) {
                    Content::Conquest(n) => 16 * u32::from(n),
                    Content::Minerals(n) | Content::Gas(n) => 3 * u32::from(n),
                };
                match g.owner {
                    None => value,
                    Some(_) => value / 2 + u32::from(g.base.is_some()) * 8,
                }
            })
            .sum()
    }

    fn lean_building(&self, seat: Seat, building: Building) -> u32 {
        let levels = self.player(seat).levels;
        let level = levels[building.slot()];
        match self.race(seat) {
            // SC-6.5: a new kind of building doubles the swarm.
            Race::Zerg => {
                if level == 0 {
                    80
                } else {
                    32
                }
            }
            Race::Terran => 40 - u32::from(level) * 6,
            Race::Protoss => 36 - u32::from(level) * 4,
        }
    }

    /// Has the seat, or can it build, one of these units?
    fn can_use(&self, seat: Seat, mut units: impl Iterator<Item = Unit>) -> bool {
        let buildable = self.buildable(seat);
        units.any(|u| {
            let there = |g: &crate::state::Ground| g.owner == Some(seat) && g.units[u.slot()] > 0;
            u.race() == self.race(seat) && (buildable.has(u) || self.areas.iter().flatten().any(there))
        })
    }

    fn lean_tech(&self, seat: Seat, units: impl Iterator<Item = Unit>) -> u32 {
        if self.can_use(seat, units) { 48 } else { 3 }
    }

    /// The moves are made: does the attack look good?
    fn lean_fight(&self) -> u32 {
        let (turn, moves) = (self.active(), &self.moves);
        let Some(enemy) = moves.enemy.filter(|e| moves.stand[usize::from(*e)] == Stand::EnemyUnits) else {
            return 24;
        };
        let area = Area::new(turn.planet, usize::from(enemy));
        let units = self.race(turn.seat).units().iter();
        let mine: i32 = units.map(|u| i32::from(moves.inbound[area.n()][u.slot()]) * worth(*u)).sum();
        let theirs = self.worth_in(area);
        if mine > theirs { 64 } else { 4 }
    }

    fn worth_in(&self, area: Area) -> i32 {
        let g = self.ground(area);
        let Some(owner) = g.owner else { return 0 };
        self.race(owner).units().iter().map(|u| i32::from(g.units[u.slot()]) * worth(*u)).sum()
    }

    fn lean_move(&self, seat: Seat, unit: Unit, from: Area, to: Area) -> u32 {
        let moves = &self.moves;
        let value = match content(to) {
            Content::Conquest(n) => 24 * u32::from(n),
            Content::Minerals(n) | Content::Gas(n) => 4 * u32::from(n),
        };
        // A unit that alone holds its area stays, unless it is worth it.
        let alone = self.units_in(seat, from) == 1 && self.ground(from).base != Some(seat);
        let leaves = match content(from) {
            Content::Conquest(n) if alone => 24 * u32::from(n),
            Content::Minerals(n) | Content::Gas(n) if alone => 4 * u32::from(n),
            Content::Conquest(_) | Content::Minerals(_) | Content::Gas(_) => 0,
        };
        let there = moves.inbound[to.n()].iter().sum::<u8>() + self.units_in(seat, to);
        let gain = match moves.stand[to.n()] {
            Stand::Empty if there == 0 => value + 24,
            Stand::Empty | Stand::Friendly => 2,
            Stand::EnemyBase if there == 0 => value + 64,
            Stand::EnemyBase => 4,
            Stand::EnemyUnits => {
                let theirs = self.worth_in(to);
                let units = self.race(seat).units().iter();
                let mine: i32 = units.map(|u| i32::from(moves.inbound[to.n()][u.slot()]) * worth(*u)).sum();
                let more = self.reserve(seat, to);
                if mine + more > theirs { (value + 16 + 4 * worth(unit) as u32).max(8) } else { 1 }
            }
        };
        gain.saturating_sub(leaves).max(1)
    }

    /// What could still join an attack.
    fn reserve(&self, seat: Seat, to: Area) -> i32 {
        let planet = to.planet();
        self.all_areas()
            .filter(|a| self.ground(*a).owner == Some(seat))
            .filter(|a| a.planet() == planet || self.ferry(seat, a.planet(), planet))
            .map(|a| self.worth_in(a))
            .sum()
    }

    fn lean_support(&self, seat: Seat, skirmish: u8) -> u32 {
        let battle = self.fight();
        let Some(side) = battle.side(seat) else { return 16 };
        let enemy = battle.flu(1 - side, skirmish).1.unit;
        let Some((_, unit)) = self.next_supporter(side) else { return 16 };
        let helps = data().unit(unit).hits.reach(data().unit(enemy).r#move);
        let crowd = battle.of_skirmish(side, skirmish).count() as u32;
        if helps { 48 / crowd.max(1) } else { 8 }
    }

    /// Good values for the unit at the front; poor cards are kept for the discard.
    fn lean_card(&self, seat: Seat, face: crate::data::Face) -> u32 {
        let Some(Frame::Standard { side, skirmish }) = self.stack.last().copied() else { return 8 };
        let scene = self.scene(side, Some(skirmish));
        let print = face.data();
        if self.side_seat(side) != seat || !scene.flu.is_some_and(|flu| print.pictured.has(flu)) {
            return u32::from(print.minor.0 + print.minor.1);
        }
        let sum = Sum::of(&print.effect, &scene);
        let total = print.major.0 + print.major.1 + sum.a + sum.h + 2 * u8::from(sum.splash.is_some());
        1 << (u32::from(total) / 2).min(10)
    }

    fn would_match(&self, seat: Seat, face: crate::data::Face) -> bool {
        let Some(Frame::Reinforce { side, skirmish }) = self.stack.last().copied() else { return false };
        let print = face.data();
        let mut here = self.fight().of_skirmish(side, skirmish);
        self.side_seat(side) == seat
            && here.any(|(_, f)| print.pictured.has(f.unit) && (f.front || print.specialty))
    }
}

fn content(area: Area) -> Content {
    data().area(area).map_or(Content::Minerals(0), |a| a.content)
}

/// What a unit is worth: its whole cost.
fn worth(unit: Unit) -> i32 {
    i32::from(data().unit(unit).total_cost)
}
