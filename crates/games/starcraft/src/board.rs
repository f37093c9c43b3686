//! Who is where: control, presence, adjacency, room (chapter 1 of the ledger), and pieces that come and go.

use crate::{
    data::data,
    effect::{Scene, Sum},
    ids::{Area, Module, Planet, Unit, UnitSet},
    state::{Ground, StarCraft, Tile},
};
use klaxon_core::Seat;

impl StarCraft {
    pub(crate) fn ground(&self, area: Area) -> &Ground {
        &self.areas[usize::from(area.0) / 4][area.n()]
    }

    pub(crate) fn ground_mut(&mut self, area: Area) -> &mut Ground {
        &mut self.areas[usize::from(area.0) / 4][area.n()]
    }

    pub(crate) fn tile(&self, planet: Planet) -> Option<Tile> {
        self.tiles[planet.index()]
    }

    /// The planets of this game.
    pub(crate) fn planets(&self) -> impl Iterator<Item = Planet> {
        Planet::ALL.iter().copied().filter(|p| self.tile(*p).is_some())
    }

    /// The areas of the planets of this game.
    pub(crate) fn all_areas(&self) -> impl Iterator<Item = Area> {
        self.planets().flat_map(areas_of)
    }

    /// Is it an area of this game?
    pub(crate) fn exists(&self, area: Area) -> bool {
        area.0 < 48 && self.tile(area.planet()).is_some() && data().area(area).is_some()
    }

    /// The unit limit (SC-1.11).
    pub(crate) fn limit(&self, area: Area) -> u8 {
        data().area(area).map_or(0, |a| a.limit)
    }

    /// SC-1.6, SC-1.9: pieces of one's own and none of anybody else's; with both, nobody controls the area.
    pub(crate) fn controls(&self, seat: Seat, area: Area) -> bool {
        let g = self.ground(area);
        (g.owner == Some(seat) || g.base == Some(seat)) && !self.enemy_in(seat, area)
    }

    /// SC-1.7: no unit and no base.
    pub(crate) fn is_empty_area(&self, area: Area) -> bool {
        let g = self.ground(area);
        g.owner.is_none() && g.base.is_none()
    }

    /// SC-1.8, SC-15.3: a unit or a base of somebody else, be it a teammate.
    pub(crate) fn enemy_in(&self, seat: Seat, area: Area) -> bool {
        let g = self.ground(area);
        g.owner.is_some_and(|o| o != seat) || g.base.is_some_and(|b| b != seat)
    }

    /// Friendly or empty, and not fought over (SC-9.60).
    pub(crate) fn open_to(&self, seat: Seat, area: Area) -> bool {
        !self.enemy_in(seat, area) && self.battle.as_ref().is_none_or(|b| b.area != area)
    }

    /// Units of one's own in an area.
    pub(crate) fn units_in(&self, seat: Seat, area: Area) -> u8 {
        let g = self.ground(area);
        // SC-1.12: every figure is one unit.
        if g.owner == Some(seat) { g.units.iter().sum() } else { 0 }
    }

    /// How many more units of the seat fit.
    pub(crate) fn room(&self, seat: Seat, area: Area) -> u8 {
        self.limit(area).saturating_sub(self.units_in(seat, area))
    }

    /// How many units of a kind the seat has in an area.
    pub(crate) fn count_in(&self, seat: Seat, area: Area, unit: Unit) -> u8 {
        let g = self.ground(area);
        if g.owner == Some(seat) && unit.race() == self.race(seat) { g.units[unit.slot()] } else { 0 }
    }

    pub(crate) fn has_base_on(&self, seat: Seat, planet: Planet) -> bool {
        areas_of(planet).any(|a| self.ground(a).base == Some(seat))
    }

    pub(crate) fn base_on(&self, seat: Seat, planet: Planet) -> Option<Area> {
        areas_of(planet).find(|a| self.ground(*a).base == Some(seat))
    }

    pub(crate) fn has_unit_on(&self, seat: Seat, planet: Planet) -> bool {
        areas_of(planet).any(|a| self.ground(a).owner == Some(seat))
    }

    /// A unit or a base, in whatever area (SC-3.4).
    pub(crate) fn is_on(&self, seat: Seat, planet: Planet) -> bool {
        self.has_base_on(seat, planet) || self.has_unit_on(seat, planet)
    }

    /// SC-1.5: at least one route of either kind joins them.
    pub(crate) fn adjacent(&self, a: Planet, b: Planet) -> bool {
        self.routes.iter().any(|r| r.joins(a, b))
    }

    /// Is there a transport of the seat on a route between the planets?
    pub(crate) fn ferry(&self, seat: Seat, a: Planet, b: Planet) -> bool {
        self.routes.iter().any(|r| r.joins(a, b) && r.transports.has(seat))
    }

    /// SC-3.3: present there, or next to a planet where he is present.
    pub(crate) fn reaches(&self, seat: Seat, planet: Planet) -> bool {
        self.is_on(seat, planet)
            || self.routes.iter().any(|r| {
                r.touches(planet) && r.ends.iter().any(|e| e.planet != planet && self.is_on(seat, e.planet))
            })
    }

    /// Bases in play.
    pub(crate) fn bases(&self, seat: Seat) -> u8 {
        self.areas.iter().flatten().filter(|g| g.base == Some(seat)).count() as u8
    }

    /// Transports in play.
    pub(crate) fn transports(&self, seat: Seat) -> u8 {
        self.routes.iter().filter(|r| r.transports.has(seat)).count() as u8
    }

    /// Areas controlled.
    pub(crate) fn controlled(&self, seat: Seat) -> u8 {
        self.all_areas().filter(|a| self.controls(seat, *a)).count() as u8
    }

    /// Workers in play: in the pool, unavailable, on cards and permanent resources.
    pub(crate) fn workers(&self, seat: Seat) -> u8 {
        let p = self.player(seat);
        let on_cards: u8 =
            self.areas.iter().flatten().filter(|g| g.card == Some(seat)).map(|g| g.workers).sum();
        p.pool + p.away + p.permanent[0] + p.permanent[1] + on_cards
    }

    /// SC-5.20: the numbers on the resource cards held and the permanent resources.
    pub(crate) fn total_resources(&self, seat: Seat) -> u8 {
        let race = data().race(self.race(seat));
        let held = self.all_areas().filter(|a| self.ground(*a).card == Some(seat));
        let cards: u8 = held.filter_map(|a| data().area(a)?.content.resource()).map(|(_, n)| n).sum();
        cards + race.minerals + race.gas
    }

    /// Puts units of the seat into an area.
    pub(crate) fn add_unit(&mut self, seat: Seat, area: Area, unit: Unit) {
        let g = self.ground_mut(area);
        debug_assert!(g.owner.is_none_or(|o| o == seat), "units of two owners in {area}");
        g.owner = Some(seat);
        g.units[unit.slot()] += 1;
    }

    /// Takes a unit of the seat out of an area; it is not in the supply yet.
    pub(crate) fn take_unit(&mut self, seat: Seat, area: Area, unit: Unit) {
        let g = self.ground_mut(area);
        debug_assert!(g.owner == Some(seat) && g.units[unit.slot()] > 0, "no {unit} in {area}");
        g.units[unit.slot()] -= 1;
        if g.units == [0; 9] {
            g.owner = None;
        }
    }

    /// Brings a figure from the supply into an area (SC-1.14).
    pub(crate) fn build_unit(&mut self, seat: Seat, area: Area, unit: Unit) {
        self.player_mut(seat).supply[unit.slot()] -= 1;
        self.add_unit(seat, area, unit);
    }

    /// Destroys a unit in an area: the figure goes back to the supply.
    pub(crate) fn destroy_unit(&mut self, seat: Seat, area: Area, unit: Unit) {
        self.take_unit(seat, area, unit);
        self.player_mut(seat).supply[unit.slot()] += 1;
    }

    /// What buildings, modules, play-area technologies, kept events and the race come to, outside a skirmish.
    pub(crate) fn standing(&self, seat: Seat) -> Sum {
        let (data, player, race) = (data(), self.player(seat), self.race(seat));
        let scene = Scene::default();
        let mut sum = Sum::of(&data.race(race).effect, &scene);
        // SC-6.13, SC-11.4: owned by the player and by no base; nothing takes them away again.
        for building in race.buildings() {
            // SC-11.1: each level keeps what the lower ones allow.
            for level in 1..=player.levels[building.slot()] {
                if let Some(level) = data.level(*building, level) {
                    sum.add_all(&level.effect, &scene);
                }
            }
        }
        for module in Module::ALL {
            for _ in 0..player.modules[module.index()] {
                sum.add_all(&data.module(*module).effect, &scene);
            }
        }
        self.add_play_area(seat, &scene, &mut sum);
        sum
    }

    /// Adds play-area technologies and kept events.
    pub(crate) fn add_play_area(&self, seat: Seat, scene: &Scene, sum: &mut Sum) {
        let (data, player, race) = (data(), self.player(seat), self.race(seat));
        for card in crate::ids::cards(player.play) {
            sum.add_all(&data.face(race, card).data().effect, scene);
        }
        for card in player.held.iter() {
            let event = data.event(card).data();
            // Only the standing part of a held card counts here; its deeds were done when it was played.
            let deeds = sum.deeds;
            sum.add_all(&event.effect, scene);
            sum.deeds = deeds;
        }
    }

    /// Modules of one kind.
    pub(crate) fn modules(&self, seat: Seat, module: Module) -> u8 {
        self.player(seat).modules[module.index()]
    }

    /// The kinds of unit that the seat's buildings allow (SC-6.6).
    pub(crate) fn buildable(&self, seat: Seat) -> UnitSet {
        self.standing(seat).unlocks
    }

    /// SC-7.12, SC-11.8: somebody else's base, any of them, whose Air Support keeps landers away.
    pub(crate) fn orbital_defense(&self, seat: Seat, area: Area) -> bool {
        let base = self.ground(area).base;
        base.is_some_and(|owner| owner != seat && self.modules(owner, Module::Air) > 0)
    }
}

/// The areas of a planet.
pub fn areas_of(planet: Planet) -> impl Iterator<Item = Area> {
    (0..data().planet(planet).areas.len()).map(move |n| Area::new(planet, n))
}
