//! Combat (chapter 13): rounds, the roll, hits, losing, Forced Pursuit, War Effort, in the order of SF-13.25.

use crate::{
    Short,
    data::data,
    event::{Cause, Event},
    nouns::{AlienTech, Fleet, FleetSet, Race, Resource, Space},
    state::{Battle, FleetAt, Purpose, Table, Task},
    turn::{Flow, Play},
};

impl Play<'_> {
    /// SF-13.4: all movement came first, now the combats, and then the Advances that they provoked.
    pub fn combats(&mut self) -> Flow {
        for fleet in std::mem::take(&mut self.t.moved).iter() {
            // SF-13.3: all fleets in the space fight, also those that were there before.
            if let Some(at) = self.t.fleet_space(fleet) {
                self.t.engaged = self.t.engaged.or(self.t.fleets_at(at));
            }
        }
        // SF-13.24: a pending combat without fleet or asset left is dropped.
        for fleet in self.t.engaged.iter() {
            if !self.t.fleet_space(fleet).is_some_and(|at| self.t.is_guarded(at)) {
                self.t.engaged.remove(fleet);
            }
        }
        match *self.t.next_fights() {
            [] => {
                if self.t.owed.iter().any(|&n| n > 0) {
                    self.push(Task::Combats);
                    self.push(Task::Owed);
                }
                Flow::Go
            }
            [space] => {
                self.begin_battle(space);
                Flow::Go
            }
            // SF-13.5: several combats of one race, any order you like.
            _ => self.wait(Task::Combats),
        }
    }

    /// SF-13.6, SF-13.24: the fleets are those of the round; dice are counted now.
    pub fn begin_battle(&mut self, space: Space) {
        let fleets = self.t.engaged.and(self.t.fleets_at(space));
        self.t.engaged = self.t.engaged.minus(fleets);
        let dice = self.t.combat_dice(space, fleets).dice;
        self.t.battle = Battle { space, fleets, dice, ..Battle::default() };
        self.tell.all(Event::BattleBegan { space, fleets, dice });
        self.push(Task::Combats);
        self.push(Task::OutManeuver);
    }

    /// SF-9.16: before the roll, while dice and tokens allow it.
    pub fn out_maneuver(&mut self) -> Flow {
        let full = self.t.battle.dice >= data().combat.maximum;
        if full || self.t.spots(Resource::Maneuver).is_empty() {
            self.push(Task::Roll(Purpose::Combat));
            Flow::Go
        } else {
            self.wait(Task::OutManeuver)
        }
    }

    /// The combat dice stand.
    pub fn combat_result(&mut self) {
        let hits: u8 = (0..self.t.roll.dice.len()).map(|i| self.t.die_hits(self.t.roll.dice[i])).sum();
        self.t.battle.hits = hits;
        if hits == 0 { self.battle_lost() } else { self.battle_won(hits) }
    }

    /// SF-13.11 to SF-13.14: all hits count against every fleet.
    fn battle_won(&mut self, hits: u8) {
        let Battle { space, fleets, .. } = self.t.battle;
        self.tell.all(Event::BattleWon { space, hits });
        self.push(Task::BattleEnd);
        self.push(Task::Pursuit);
        self.push(Task::Bury);
        for fleet in fleets.iter() {
            let fate = self.t.fate(fleet, hits);
            let FleetAt::Map { at, from } = self.t.fleets[fleet.index()] else { panic!("a fleet in battle") };
            self.t.halted.remove(fleet);
            // SF-13.2, SF-13.18: a retreat causes no combat and passes your assets; it is not among the `moved`.
            if fate.destroyed {
                self.t.fleets[fleet.index()] = FleetAt::Wreck;
                self.t.battle.destroyed.add(fleet);
                self.tell.all(Event::Destroyed { fleet, at: fate.to });
            } else {
                // `from` is kept until the end of the battle: Forced Pursuit follows the same path.
                self.t.fleets[fleet.index()] = FleetAt::Map { at: fate.to, from };
                if fate.to == at {
                    self.tell.all(Event::FleetStays { fleet, at });
                } else {
                    self.tell.all(Event::Retreated { fleet, from: at, to: fate.to });
                }
            }
        }
    }

    /// SF-13.15, SF-15.9, SF-15.13: wrecks go back, in an order the player chooses where it matters.
    pub fn bury(&mut self) -> Flow {
        for race in Race::ALL {
            let wrecks = self.t.wrecks(race);
            let respawns = self.t.has_tech(race, AlienTech::AutoRespawn);
            for fleet in wrecks.iter() {
                if fleet == Fleet::DOOM {
                    // SF-15.14, SF-15.15: its own text is the more special.
                    self.t.fleets[fleet.index()] = FleetAt::Pile;
                    self.tell.all(Event::DoomBack);
                } else if respawns {
                    let at = data().spawn_space(race);
                    self.t.fleets[fleet.index()] = FleetAt::Map { at, from: None };
                    self.tell.all(Event::Respawned { fleet, at });
                }
            }
            let wrecks = self.t.wrecks(race);
            match wrecks.len() {
                0 => {}
                1 => self.bury_one(wrecks.iter().next().expect("one")),
                _ => return self.wait(Task::Bury),
            }
        }
        Flow::Go
    }

    /// SF-13.15: into the leftmost empty space of the Spawn Order Track.
    pub fn bury_one(&mut self, fleet: Fleet) {
        let taken = |slot: u8| {
            FleetSet::of_race(fleet.race()).iter().any(|f| self.t.fleets[f.index()] == FleetAt::Spawn(slot))
        };
        let slot = (0..3).find(|&s| !taken(s)).expect("a space for each fleet");
        self.t.fleets[fleet.index()] = FleetAt::Spawn(slot);
        self.tell.all(Event::Buried { fleet, slot });
    }

    /// SF-13.16, SF-10.6, SF-10.7: War Effort for the fleets destroyed.
    pub fn battle_end(&mut self) {
        let Battle { fleets, destroyed, .. } = self.t.battle;
        for fleet in fleets.iter() {
            // SF-13.17: a retreat clears what was remembered.
            if let FleetAt::Map { from, .. } = &mut self.t.fleets[fleet.index()] {
                *from = None;
            }
        }
        for race in Race::ALL.into_iter().rev() {
            let steps = destroyed.and(FleetSet::of_race(race)).len();
            if steps == 0 {
                continue;
            }
            if race != Race::Mercenaries {
                self.push(Task::WarDown { race, steps, after_combat: true });
            } else if !self.t.calmed {
                self.t.calmed = true;
                self.war_up(race, Cause::MercenariesBeaten);
            }
        }
        self.t.battle = Battle::default();
    }

    /// SF-13.19 to SF-13.21: a Military Loss, an asset, and the fleets pushed back.
    fn battle_lost(&mut self) {
        let space = self.t.battle.space;
        self.tell.all(Event::BattleLost { space });
        self.military_loss();
        if self.t.end.is_some() {
            return;
        }
        if self.t.has_asset(space) {
            self.push(Task::LoseAsset);
        } else {
            self.tell.all(Event::NothingToLose { space });
            self.t.battle = Battle::default();
        }
    }
}

/// What hits do to a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate {
    /// Where it retreats to.
    pub to: Space,
    /// How far it got.
    pub steps: u8,
    /// More hits and blocked steps than it can bear (SF-13.13).
    pub destroyed: bool,
}

impl Table {
    /// SF-13.12, SF-13.13: the retreat of a fleet on the map, and whether it is destroyed.
    pub fn fate(&self, fleet: Fleet, hits: u8) -> Fate {
        let path = self.retreat_path(fleet, hits);
        let steps = path.len() as u8;
        let here = self.fleet_space(fleet).unwrap_or_default();
        let to = path.last().copied().unwrap_or(here);
        Fate { to, steps, destroyed: hits + (hits - steps) > self.toughness(fleet) }
    }

    /// SF-13.5: the spaces that may be fought over next: those of the first race in faction order.
    pub(crate) fn next_fights(&self) -> Short<Space, 16> {
        let mut list = Short::default();
        for race in Race::ALL {
            for fleet in self.engaged.and(FleetSet::of_race(race)).iter() {
                if let Some(at) = self.fleet_space(fleet)
                    && !list.contains(&at)
                {
                    list.push(at);
                }
            }
            if !list.is_empty() {
                break;
            }
        }
        list.sort();
        list
    }

    pub(crate) fn wrecks(&self, race: Race) -> FleetSet {
        let mut set = FleetSet::default();
        for fleet in FleetSet::of_race(race).iter().filter(|f| self.fleets[f.index()] == FleetAt::Wreck) {
            set.add(fleet);
        }
        set
    }
}
