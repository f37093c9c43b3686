//! What one race does: validity, Advance, Spawn, Tech, Press, Border Friction, Greed (chapter 5).

use crate::{
    data::data,
    event::{Event, Twist},
    nouns::{AlienFx, AlienTech, Fleet, FleetSet, Race, Space, Token},
    state::{End, FleetAt, Task},
    turn::{Flow, Play},
};

impl Play<'_> {
    /// SF-5.1 to SF-5.3: the token's effect if it is valid at the effective level, one more Advance at Total War,
    /// then the combats.
    pub fn alien_token(&mut self, token: Token, race: Race, effect: AlienFx) {
        let level = self.t.level(race);
        let info = &data().levels[(level + 1) as usize];
        if !info.valid.contains(&effect) {
            self.tell.all(Event::TokenIgnored { token, level });
            return;
        }
        // SF-5.10: combats come after all moves of the token.
        self.push(Task::Combats);
        if info.extra_advance {
            self.push(Task::ExtraAdvance(race));
        }
        self.push(Task::Alien { race, effect, own: true });
    }

    /// One effect by its own text (SF-5.4).
    pub fn alien_effect(&mut self, race: Race, effect: AlienFx, own: bool) -> Flow {
        match effect {
            AlienFx::Advance => {
                // SF-5.6: only at War or Total War.
                if self.t.is_at_war(race) {
                    // SF-15.8: Fast Advance counts for the race's own Activation tokens.
                    let fast = own && self.t.has_tech(race, AlienTech::FastAdvance);
                    let steps = if fast { data().per_copy.fast_advance } else { 1 };
                    self.advance(race, steps, own);
                } else {
                    self.twist(race, Twist::NotAtWar);
                }
            }
            AlienFx::Spawn => match self.t.next_spawn(race) {
                Some(fleet) => self.spawn(fleet),
                // SF-5.14.
                None => self.become_other(race, Twist::SpawnIsTech, AlienFx::Tech, own),
            },
            AlienFx::Tech => {
                if self.t.track_is_full(race) {
                    // SF-5.17.
                    self.become_other(race, Twist::TechIsAdvance, AlienFx::Advance, own);
                } else if self.t.spies.has(race) {
                    // SF-5.16: you may contest.
                    return self.wait(Task::Alien { race, effect, own });
                } else {
                    self.push(Task::DrawTech(race));
                }
            }
            AlienFx::Press => {
                let fleets = self.t.in_play(race);
                if self.t.is_at_war(race) {
                    // SF-5.18.
                    self.become_other(race, Twist::PressIsAdvance, AlienFx::Advance, own);
                } else if fleets.is_empty() {
                    // SF-5.19.
                    self.become_other(race, Twist::PressIsSpawn, AlienFx::Spawn, own);
                } else if self.t.next_press(fleets).is_none() {
                    // SF-5.20, SF-5.23: who holds a named space stays there.
                    self.twist(race, Twist::PressHolds);
                } else {
                    self.push(Task::Press { race, rest: fleets });
                }
            }
            AlienFx::BorderFriction => {
                // SF-5.24: once, however many Bases.
                if self.t.bases_in(race).next().is_some() {
                    self.push(Task::WarDown { race, steps: 1, after_combat: false });
                } else {
                    self.twist(race, Twist::NoBase);
                }
            }
            // SF-5.25.
            AlienFx::Greed => self.push(Task::WarDown { race, steps: 1, after_combat: false }),
        }
        Flow::Go
    }

    fn twist(&mut self, race: Race, twist: Twist) {
        self.tell.all(Event::Twisted { race, twist });
    }

    /// SF-5.27: the replacements cannot circle.
    fn become_other(&mut self, race: Race, twist: Twist, effect: AlienFx, own: bool) {
        self.twist(race, twist);
        self.push(Task::Alien { race, effect, own });
    }

    /// SF-5.3, SF-5.29: a full Advance after the token's own effect.
    pub fn extra_advance(&mut self, race: Race) {
        self.twist(race, Twist::ExtraAdvance);
        self.advance(race, 1, false);
    }

    /// SF-5.5: every fleet in play moves towards Sol; without one the race spawns (SF-5.11).
    pub fn advance(&mut self, race: Race, steps: u8, own: bool) {
        let all = self.t.in_play(race);
        if all.is_empty() {
            self.become_other(race, Twist::AdvanceSpawns, AlienFx::Spawn, own);
        } else {
            self.push(Task::Steps { all, rest: all, left: steps });
        }
    }

    /// SF-5.9: each step is judged anew; who entered Sol or a named space by this token stays there.
    pub fn steps(&mut self, all: FleetSet, rest: FleetSet, left: u8) -> Flow {
        let mut rest = rest;
        for fleet in rest.iter() {
            if let (false, Some(at)) = (self.t.halted.has(fleet), self.t.fleet_space(fleet)) {
                match *self.t.advance_targets(fleet, at) {
                    [] => {}
                    [to] => self.move_fleet(fleet, to),
                    // SF-5.8: two such spaces, the player chooses.
                    _ => return self.wait(Task::Steps { all, rest, left }),
                }
            }
            rest.remove(fleet);
        }
        if left > 1 {
            self.push(Task::Steps { all, rest: all, left: left - 1 });
        }
        Flow::Go
    }

    /// One step of an alien move, which is remembered for a retreat (SF-13.17).
    pub fn move_fleet(&mut self, fleet: Fleet, to: Space) {
        let from = self.t.fleet_space(fleet).expect("a fleet on the map");
        self.t.fleets[fleet.index()] = FleetAt::Map { at: to, from: Some(from) };
        self.t.moved.add(fleet);
        if to.number() == 0 {
            self.t.halted.add(fleet);
        }
        self.tell.all(Event::FleetMoved { fleet, from, to });
    }

    /// SF-5.12, SF-6.10: a fleet leaves the Spawn Order Track; those left of it close up.
    pub fn spawn(&mut self, fleet: Fleet) {
        let FleetAt::Spawn(slot) = self.t.fleets[fleet.index()] else { panic!("a fleet that waits") };
        for other in FleetSet::of_race(fleet.race()).iter() {
            if let FleetAt::Spawn(s) = &mut self.t.fleets[other.index()]
                && *s < slot
            {
                *s += 1;
            }
        }
        let at = data().spawn_space(fleet.race());
        self.t.fleets[fleet.index()] = FleetAt::Map { at, from: None };
        // SF-5.13: spawning into a space with your assets causes combat.
        self.t.moved.add(fleet);
        self.tell.all(Event::Spawned { fleet, at });
    }

    /// SF-6.6 to SF-6.8, SF-7.10: a fleet that waits spawns; one in play moves if its race is at War.
    pub fn spawn_or_step(&mut self, fleet: Fleet, steps: u8) {
        if self.t.is_waiting(fleet) {
            self.spawn(fleet);
        } else if self.t.is_at_war(fleet.race()) {
            let all = FleetSet(fleet.bit());
            self.push(Task::Steps { all, rest: all, left: steps });
        } else {
            self.twist(fleet.race(), Twist::NotAtWar);
        }
    }

    /// SF-5.20 to SF-5.23, SF-5.28: the fleets press, the nearest to Sol first.
    pub fn press(&mut self, race: Race, rest: FleetSet) -> Flow {
        let mut rest = rest;
        while let Some((at, group)) = self.t.next_press(rest) {
            let free = self.t.free_named(at);
            let first = group.iter().next().expect("a fleet presses");
            match (&*free, group.len()) {
                ([to], 1) => self.move_fleet(first, *to),
                ([], _) => {
                    // (b) one space towards Sol, unless that were Sol itself or a fight (SF-5.21, SF-5.22).
                    let to = data().spaces[at.index()].exit;
                    if self.t.is_guarded(to) {
                        self.tell.all(Event::FleetHeld { fleet: first, at });
                    } else {
                        self.move_fleet(first, to);
                    }
                }
                (_, _) => return self.wait(Task::Press { race, rest }),
            }
            rest.remove(first);
        }
        Flow::Go
    }

    /// SF-5.15: a random technology on the highest empty space; the Doom Fleet goes to the map (SF-15.13).
    pub fn draw_tech(&mut self, race: Race) {
        let n = self.t.tech_pile(race).count() as u32;
        assert!(n > 0, "a race has more technologies than spaces");
        self.foreseen = false;
        let pick = if n > 1 { self.chance.roll(n) } else { 0 };
        let tech = self.t.tech_pile(race).nth(pick as usize).expect("picked below the count");
        if tech == AlienTech::DoomFleet {
            let at = data().spawn_space(race);
            self.t.fleets[Fleet::DOOM.index()] = FleetAt::Map { at, from: None };
            // SF-15.15: it causes combat like a Spawn.
            self.t.moved.add(Fleet::DOOM);
            self.tell.reveal(Event::DoomPlaced { at });
            return;
        }
        let space = self.t.empty_tech_space(race).expect("room on the track");
        self.t.techs[race.index()].push(tech);
        self.tell.reveal(Event::TechGained { race, tech, space });
        if self.t.spies.has(race) {
            // SF-9.27: the spy moves on, or returns where there is no room.
            match self.t.empty_tech_space(race) {
                Some(space) => self.tell.all(Event::SpyMoved { race, space }),
                None => {
                    self.t.spies.remove(race);
                    self.t.pools.add(crate::nouns::Resource::Espionage, 1);
                    self.tell.all(Event::SpyCrowdedOut { race });
                }
            }
        }
        // SF-3.5: every track full loses at once.
        if Race::ALL.into_iter().all(|r| self.t.track_is_full(r)) {
            self.finish(End::Outclassed);
        }
    }
}

impl crate::Table {
    /// The fleets that press next: those in the numbered space nearest to Sol.
    pub(crate) fn next_press(&self, rest: FleetSet) -> Option<(Space, FleetSet)> {
        let space = |f: Fleet| self.fleet_space(f).filter(|s| s.number() > 0);
        let at = rest.iter().filter_map(space).min_by_key(|s| s.number())?;
        Some((at, rest.and(self.fleets_at(at))))
    }
}
