//! The Resolution Round: programs and threats are executed exactly as planned (SA-1.2). A [`Voyage`] is flat and
//! small and is copied freely; nothing in here allocates.
//!
//! Read this file first, then `actions` and `systems` (chapter 5), `damage` (6), `threats` (7, 12, 13), `harm` (8, 9)
//! and `score` (11).

mod actions;
mod damage;
mod happening;
mod harm;
mod reasons;
mod score;
mod state;
mod systems;
mod threats;

pub use actions::Declared;
pub use happening::Happening;
pub use reasons::{DelayWhy, Figure, Foe, OutWhy, Weapon, Why};
pub use score::Score;
pub use state::{
    Carried, Loss, Member, Mission, Ship, Squad, SquadPlace, Stack, Status, Step, Threat, Voyage,
};

use crate::{
    Place, Slot, Station, ThreatId, Tile,
    data::{Trajectory, data},
};

/// Crew members at most.
pub const CREW: usize = 5;
/// Threats at most; printed scripts have up to eight.
pub const THREATS: usize = 16;
/// Turns in which a crew acts, at most.
pub const TURNS: usize = 12;

/// Whether knocked-out crew members still count for the Seeker and the Alien (SA-9.4: they do not).
const KNOCKED_OUT_COUNT: bool = false;

/// Hears what happens. [`Deaf`] lets the compiler leave all telling out.
pub trait Ear {
    /// Something happened; `make` is called only if somebody listens.
    fn hear(&mut self, make: impl FnOnce() -> Happening);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deaf;

impl Ear for Deaf {
    #[inline(always)]
    fn hear(&mut self, _make: impl FnOnce() -> Happening) {}
}

impl Ear for Vec<Happening> {
    fn hear(&mut self, make: impl FnOnce() -> Happening) {
        self.push(make());
    }
}

/// What came of a mission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolution {
    /// The last position.
    pub voyage: Voyage,
    /// The score; none if the mission was lost.
    pub score: Option<Score>,
    /// How it was lost.
    pub loss: Option<Loss>,
}

/// Runs the whole Resolution Round: a pure function of programs, threats, trajectories and tiles.
pub fn resolve(mission: &Mission) -> Resolution {
    resolve_with(mission, &mut Deaf)
}

/// The same, telling what happens.
pub fn resolve_with<E: Ear>(mission: &Mission, ear: &mut E) -> Resolution {
    let mut voyage = Voyage::begin(mission);
    voyage.run(ear);
    voyage.resolution()
}

impl Voyage {
    /// The starting position (SA-2.10, SA-2.11, SA-4.1).
    ///
    /// # Panics
    /// With more than five crew members or sixteen threats.
    pub fn begin(mission: &Mission) -> Voyage {
        let n = &data().ship;
        let carried = &mission.carried;
        assert!(
            mission.crew.len() <= CREW && mission.threats.len() <= THREATS,
            "a crew of five, sixteen threats"
        );
        let mut shield = n.shield_start;
        let mut reactor = n.reactor_start;
        for zone in 0..3 {
            // SA-15.9: an unrepaired system starts with one block less.
            shield[zone] -= u8::from(carried.tiles[zone].has(Tile::Shield));
            reactor[zone] -= u8::from(carried.tiles[zone].has(Tile::Reactor));
        }
        let squad = |i: usize, home: Station| {
            if carried.squads_out[i] {
                return Squad { place: SquadPlace::LeftOut, disabled: true };
            }
            // SA-15.11: the only squad left stands where the crew chose.
            let alone = carried.squads_out[1 - i];
            let at = if alone { carried.only_squad_at.unwrap_or(home) } else { home };
            Squad { place: SquadPlace::Stored(at), disabled: false }
        };
        let ship = Ship {
            shield,
            reactor,
            fuel: n.fuel,
            rockets: n.rockets,
            rocket_track: [false; 2],
            tiles: carried.tiles,
            stacks: [0, 1, 2].map(|zone| Stack::of(&mission.stacks[zone])),
            old_structural: carried.tiles.map(|tiles| tiles.has(Tile::Structural)),
            fired: [0; 6],
            interceptors: 0,
            lift_used: [false; 3],
            space: None,
            maintained: [false; 3],
            at_window: 0,
            visual: [0; 3],
            squads: [squad(0, Station::UB), squad(1, Station::LR)],
        };
        let member = Member { at: Station::UW, in_space: false, out: false, android: false };
        let mut voyage = Voyage {
            lesson: mission.lesson,
            turn: 1,
            step: Step::Appear,
            crew_size: mission.crew.len() as u8,
            n_threats: 0,
            crew: [member; CREW],
            program: [[Slot::EMPTY; TURNS]; CREW],
            ship,
            tracks: mission.tracks,
            threats: [Threat::waiting(ThreatId(0), 0, Place::Red); THREATS],
            loss: None,
        };
        for (i, program) in mission.crew.iter().enumerate() {
            voyage.program[i] = *program;
            voyage.crew[i].android = mission.androids.get(i).copied().unwrap_or(false);
        }
        for &(card, turn, place) in &mission.threats {
            voyage.add_threat(Threat::waiting(card, turn, place));
        }
        voyage
    }

    /// Puts a threat in its place in the order of acting: by number, external before internal (SA-7.1).
    pub fn add_threat(&mut self, threat: Threat) {
        let key = |t: &Threat| (t.turn, t.place == Place::Internal);
        let n = usize::from(self.n_threats);
        let at = self.threats[..n].iter().position(|t| key(t) > key(&threat)).unwrap_or(n);
        self.threats.copy_within(at..n, at + 1);
        self.threats[at] = threat;
        self.n_threats += 1;
    }

    /// The threats, in the order in which they act.
    pub fn threats(&self) -> &[Threat] {
        &self.threats[..usize::from(self.n_threats)]
    }

    /// The crew, captain first.
    pub fn members(&self) -> &[Member] {
        &self.crew[..usize::from(self.crew_size)]
    }

    /// A crew member in sentences.
    pub fn figure(&self, i: usize) -> Figure {
        Figure { place: i as u8, android: self.crew[i].android }
    }

    /// The board of a trajectory.
    pub fn track(&self, place: Place) -> &'static Trajectory {
        &data().trajectories[usize::from(self.tracks[place.index()])]
    }

    /// Is the mission over?
    pub fn is_over(&self) -> bool {
        self.step == Step::Over
    }

    /// Runs to the end.
    pub fn run<E: Ear>(&mut self, ear: &mut E) {
        while self.step != Step::Over {
            self.advance(ear);
        }
    }

    /// Executes the next step, or what is left of it.
    pub fn advance<E: Ear>(&mut self, ear: &mut E) {
        self.announce(ear);
        match self.step {
            Step::Appear => self.threat_appears(ear),
            Step::Actions { next } => {
                for i in next..self.crew_size {
                    self.act(usize::from(i), Declared::Fine, ear);
                }
                self.end_actions(ear);
            }
            Step::Damage => self.compute_damage(ear),
            Step::Threats => self.threat_actions(ear),
            Step::Computer => self.computer_check(ear),
            Step::Rockets => self.compute_damage(ear),
            Step::Return => self.return_from_space(ear),
            Step::Over => return,
        }
        self.next_step(ear);
    }

    /// Says which turn and step begins.
    pub fn announce<E: Ear>(&self, ear: &mut E) {
        let (turn, step) = (self.turn, self.step);
        match step {
            Step::Appear | Step::Rockets => ear.hear(|| Happening::TurnBegins { turn }),
            Step::Actions { .. }
            | Step::Damage
            | Step::Threats
            | Step::Computer
            | Step::Return
            | Step::Over => {}
        }
        ear.hear(|| Happening::StepBegins { turn, step });
    }

    /// Goes on to the next step (SA-4.2).
    pub fn next_step<E: Ear>(&mut self, ear: &mut E) {
        // SA-9.3: nothing else ends a mission early, not even that everybody is knocked out.
        if self.loss.is_some() {
            // SA-8.8: a loss ends the mission in the middle of the step.
            self.step = Step::Over;
            return;
        }
        let last = self.lesson.last_turn();
        self.step = match self.step {
            Step::Appear => Step::Actions { next: 0 },
            Step::Actions { .. } => Step::Damage,
            Step::Damage => Step::Threats,
            Step::Threats if self.turn > last => {
                // SA-10.5: the ship jumps.
                ear.hear(|| Happening::Jump);
                Step::Over
            }
            Step::Threats if matches!(self.turn, 2 | 5 | 9) && self.lesson.maintenance() => Step::Computer,
            Step::Threats | Step::Computer => {
                self.turn += 1;
                if self.turn > last { Step::Rockets } else { Step::Appear }
            }
            Step::Rockets => Step::Return,
            Step::Return => Step::Threats,
            Step::Over => Step::Over,
        };
    }

    /// SA-4.3, SA-4.4: the threats with the number of this turn take their places.
    fn threat_appears<E: Ear>(&mut self, ear: &mut E) {
        for k in 0..usize::from(self.n_threats) {
            if self.threats[k].turn != self.turn || self.threats[k].status != Status::Waiting {
                continue;
            }
            let square = self.track(self.threats[k].place).length;
            let rockets = self.ship.rockets;
            let threat = &mut self.threats[k];
            let face = threat.face();
            threat.status = Status::OnTrack;
            threat.square = square;
            // SA-13.57: a slime also where another one lies; appearing is not spreading.
            threat.tokens = face.at;
            let (foe, place) = (threat.foe(), threat.place);
            ear.hear(|| Happening::Appears { foe, place, square });
            if face.traits.hp_from_rockets {
                // SA-13.10: one hit point for each rocket in the station.
                threat.hp = rockets;
                if rockets == 0 {
                    self.destroy(k, ear);
                }
            }
        }
    }

    /// SA-10.1: nobody served the computer, so everyone on the ship is delayed.
    fn computer_check<E: Ear>(&mut self, ear: &mut E) {
        let phase = crate::ship::phase_of(self.turn);
        let served = self.ship.maintained[phase];
        ear.hear(|| Happening::ComputerCheck { phase: phase as u8, served });
        if !served {
            for i in 0..usize::from(self.crew_size) {
                // SA-10.2: those in space are passed over.
                self.delay_next(i, DelayWhy::Computer, ear);
            }
        }
    }

    /// SA-10.4: whoever is in space comes home.
    fn return_from_space<E: Ear>(&mut self, ear: &mut E) {
        if let Some(i) = self.ship.space.map(usize::from)
            && !self.crew[i].out
        {
            self.come_home(i, ear);
        }
    }

    /// Is the crew member on the ship and awake? Only these are delayed, knocked out or counted (SA-5.44, SA-9.4).
    fn aboard(&self, i: usize) -> bool {
        let member = &self.crew[i];
        !member.in_space && !member.out
    }

    /// Crew members in a station, for threats that count them (SA-9.4).
    fn crew_at(&self, station: Station) -> u8 {
        let here = |m: &&Member| m.at == station && !m.in_space && (KNOCKED_OUT_COUNT || !m.out);
        self.members().iter().filter(here).count() as u8
    }

    /// The squad that a crew member leads.
    pub fn squad_of(&self, i: usize) -> Option<usize> {
        self.ship.squads.iter().position(|s| s.place == SquadPlace::Led(i as u8))
    }

    /// Does the crew member lead an active squad?
    pub fn leads_active(&self, i: usize) -> bool {
        self.squad_of(i).is_some_and(|s| !self.ship.squads[s].disabled)
    }
}
