//! The Resolution Round: programs and threats are executed exactly as planned (SA-1.2). A [`Voyage`] is flat and
//! small and is copied freely; nothing in here allocates.
//!
//! Read this file first, then `actions` and `systems` (chapter 5), `damage` (6), `threats` (7, 12, 13), `harm` (8, 9)
//! and `score` (11).

mod actions;
mod damage;
mod happening;
mod harm;
mod score;
mod systems;
mod threats;

pub use actions::Declared;
pub use happening::{DelayWhy, Figure, Foe, Happening, OutWhy, Weapon, Why};
pub use score::Score;

use crate::{
    Lesson, Place, Slot, Station, Stations, ThreatCard, ThreatId, Tile, Tiles, Zone,
    data::{Trajectory, data},
};
use serde::{Deserialize, Serialize};

/// Crew members at most.
pub const CREW: usize = 5;
/// Threats at most; printed scripts have up to eight.
pub const THREATS: usize = 16;
/// Turns in which a crew acts, at most.
pub const TURNS: usize = 12;

/// Whether knocked-out crew members still count for the Seeker and the Alien (SA-9.4: they do not).
const KNOCKED_OUT_COUNT: bool = false;

/// A crew member: player or android.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Where, or where last before space.
    pub at: Station,
    /// In space with the interceptors (SA-5.44).
    pub in_space: bool,
    /// Knocked out (SA-9.1).
    pub out: bool,
    /// An android (SA-14.1): treated exactly like a player (SA-14.8).
    pub android: bool,
}

/// Where a battlebot squad is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SquadPlace {
    /// In storage.
    Stored(Station),
    /// Following a crew member, by place in the crew order.
    Led(u8),
    /// Left out of this mission: disabled in an earlier one (SA-15.11).
    LeftOut,
}

/// A battlebot squad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Squad {
    /// Where.
    pub place: SquadPlace,
    /// Lying on its side.
    pub disabled: bool,
}

/// A zone's stack of damage tiles, face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stack {
    /// In the order in which they will be drawn.
    pub tiles: [Tile; 6],
    /// How many of them there were at the start.
    pub len: u8,
    /// How many have been drawn.
    pub drawn: u8,
}

impl Stack {
    /// A stack from a list, first drawn first.
    pub fn of(list: &[Tile]) -> Stack {
        let mut tiles = Tile::ALL;
        tiles[..list.len()].copy_from_slice(list);
        // Beyond its length a stack has a fixed filling, so that equal stacks are equal values.
        for (i, tile) in tiles.iter_mut().enumerate().skip(list.len()) {
            *tile = Tile::ALL[i];
        }
        Stack { tiles, len: list.len() as u8, drawn: 0 }
    }

    /// What has not been drawn, next first.
    pub fn left(&self) -> &[Tile] {
        &self.tiles[usize::from(self.drawn)..usize::from(self.len)]
    }
}

/// The ship: energy, weapons, damage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ship {
    /// Energy in the shields.
    pub shield: [u8; 3],
    /// Energy in the reactors.
    pub reactor: [u8; 3],
    /// Fuel capsules.
    pub fuel: u8,
    /// Rockets at LB.
    pub rockets: u8,
    /// Rockets on the first and second square of the rocket track.
    pub rocket_track: [bool; 2],
    /// Damage tiles lying on the ship.
    pub tiles: [Tiles; 3],
    /// Damage tiles not yet drawn.
    pub stacks: [Stack; 3],
    /// Structural damage from an earlier mission of a campaign (SA-15.10).
    pub old_structural: [bool; 3],
    /// Weapons fired this turn by station: 0 no, 1 yes, 2 heroically.
    pub fired: [u8; 6],
    /// The interceptors attack this turn: 0 no, 1 yes, 2 heroically.
    pub interceptors: u8,
    /// Lifts used this turn (SA-5.12).
    pub lift_used: [bool; 3],
    /// Who is in space.
    pub space: Option<u8>,
    /// Computer maintained, by phase.
    pub maintained: [bool; 3],
    /// Crew members at the window this turn.
    pub at_window: u8,
    /// The best turn at the window of each phase (SA-11.6).
    pub visual: [u8; 3],
    /// The two squads; the first belongs to UB, the second to LR.
    pub squads: [Squad; 2],
}

impl Ship {
    /// Capacity of a zone's shield.
    pub fn shield_capacity(&self, zone: Zone) -> u8 {
        data().ship.shield_capacity[zone.index()] - u8::from(self.tiles[zone.index()].has(Tile::Shield))
    }

    /// Capacity of a zone's reactor.
    pub fn reactor_capacity(&self, zone: Zone) -> u8 {
        data().ship.reactor_capacity[zone.index()] - u8::from(self.tiles[zone.index()].has(Tile::Reactor))
    }
}

/// Where a threat stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Its turn has not come.
    Waiting,
    /// On its trajectory.
    OnTrack,
    /// Destroyed or repaired: the captain's card.
    Destroyed,
    /// Has performed Z: the communications officer's card.
    Survived,
}

/// A threat of this mission.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Threat {
    /// The card.
    pub card: ThreatId,
    /// Its number: the turn in which it appears.
    pub turn: u8,
    /// Its trajectory.
    pub place: Place,
    /// Waiting, on its way, gone.
    pub status: Status,
    /// The square it stands on.
    pub square: u8,
    /// Red blocks.
    pub blocks: u8,
    /// Hit points; only the Warheads' change.
    pub hp: u8,
    /// Speed now.
    pub speed: u8,
    /// Shield points now, without anybody else's bonus.
    pub shield: i8,
    /// Weapons can see it (SA-12.2).
    pub revealed: bool,
    /// Its cryoshield is gone (SA-12.4).
    pub cryo_down: bool,
    /// Fights back (SA-13.1).
    pub fights_back: bool,
    /// X and Y squares reached (SA-12.21).
    pub passes: u8,
    /// Bonus to the attacks of others (SA-12.8).
    pub aura_attack: u8,
    /// Bonus to everybody's shield points (SA-12.13).
    pub aura_shield: u8,
    /// Zones in which it doubles damage, as bits (SA-13.42).
    pub doubles: u8,
    /// Where its tokens lie.
    pub tokens: Stations,
    /// Stations where it was repaired this turn (SA-13.45).
    pub repaired_at: Stations,
    /// Repairs this turn that only count together (SA-13.55).
    pub together: u8,
}

impl Threat {
    /// A threat that waits for its turn.
    pub fn waiting(card: ThreatId, turn: u8, place: Place) -> Threat {
        let face = card.card();
        Threat {
            card,
            turn,
            place,
            status: Status::Waiting,
            square: 0,
            blocks: 0,
            hp: face.hp,
            speed: face.speed,
            shield: face.shield,
            revealed: !face.traits.hidden_until_x,
            cryo_down: !face.traits.cryoshield,
            fights_back: face.traits.fights_back,
            passes: 0,
            aura_attack: 0,
            aura_shield: 0,
            doubles: 0,
            tokens: Stations::NONE,
            repaired_at: Stations::NONE,
            together: 0,
        }
    }

    /// Its card.
    pub fn face(&self) -> &'static ThreatCard {
        self.card.card()
    }

    /// For sentences.
    pub fn foe(&self) -> Foe {
        Foe { card: self.card, turn: self.turn }
    }

    /// The zone of its trajectory, or of its token.
    pub fn zone(&self) -> Zone {
        match self.place.zone() {
            Some(zone) => zone,
            None => self.tokens.first().or(self.face().at.first()).map_or(Zone::White, Station::zone),
        }
    }

    /// Its distance: 1, 2 or 3 (SA-6.2).
    pub const fn distance(&self) -> u8 {
        match self.square {
            0..=5 => 1,
            6..=10 => 2,
            _ => 3,
        }
    }
}

/// The steps of a turn (SA-4.2). The field says what comes next within the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Threat appears.
    Appear,
    /// Player actions; the next to act, in crew order.
    Actions {
        /// Place in the crew order.
        next: u8,
    },
    /// Compute damage.
    Damage,
    /// Threat actions.
    Threats,
    /// Computer maintenance check.
    Computer,
    /// Rocket resolution of the turn after the last.
    Rockets,
    /// Return of the interceptors.
    Return,
    /// The mission is over, survived or lost.
    Over,
}

impl Step {
    /// In words.
    pub const fn word(self) -> &'static str {
        match self {
            Step::Appear => "threat appears",
            Step::Actions { .. } => "player actions",
            Step::Damage => "compute damage",
            Step::Threats => "threat actions",
            Step::Computer => "computer maintenance check",
            Step::Rockets => "rocket resolution",
            Step::Return => "return of the interceptors",
            Step::Over => "end of the mission",
        }
    }
}

/// How a mission was lost (SA-8.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// In which turn.
    pub turn: u8,
    /// The threat whose effect it was.
    pub threat: ThreatId,
    /// Its number.
    pub number: u8,
    /// The zone that was destroyed, if one was.
    pub zone: Option<Zone>,
}

/// A mission in the Resolution Round: the whole state, fixed in size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Voyage {
    /// Which rules are in force (SA-16.3).
    pub lesson: Lesson,
    /// The turn, from 1.
    pub turn: u8,
    /// The step that comes next.
    pub step: Step,
    /// How many crew members there are.
    pub crew_size: u8,
    /// How many threats there are.
    pub n_threats: u8,
    /// The crew, captain first.
    pub crew: [Member; CREW],
    /// Their programs.
    pub program: [[Slot; TURNS]; CREW],
    /// The ship.
    pub ship: Ship,
    /// Trajectories of red, white, blue and the internal threats, counted from 0.
    pub tracks: [u8; 4],
    /// Threats in the order in which they act: by number, external before internal (SA-7.1).
    pub threats: [Threat; THREATS],
    /// How it was lost.
    pub loss: Option<Loss>,
}

/// What every mission begins with; a campaign changes some of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mission {
    /// Which rules are in force.
    pub lesson: Lesson,
    /// Trajectories of red, white, blue and the internal threats, counted from 0: T1 is 0.
    pub tracks: [u8; 4],
    /// Threats: card, turn, trajectory.
    pub threats: Vec<(ThreatId, u8, Place)>,
    /// Programs, captain first. At most five.
    pub crew: Vec<[Slot; TURNS]>,
    /// Who of them is an android.
    pub androids: Vec<bool>,
    /// Damage stacks of red, white and blue, first drawn first.
    pub stacks: [Vec<Tile>; 3],
    /// What earlier missions of a campaign left.
    pub carried: Carried,
}

/// What a campaign carries over to the next mission (SA-15.8 – SA-15.11).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Carried {
    /// Tiles that were not repaired.
    pub tiles: [Tiles; 3],
    /// Squads that were not repaired.
    pub squads_out: [bool; 2],
    /// Where the only squad left is stored.
    pub only_squad_at: Option<Station>,
}

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
        assert!(mission.crew.len() <= CREW && mission.threats.len() <= THREATS, "a crew of five, sixteen threats");
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
            Step::Actions { .. } | Step::Damage | Step::Threats | Step::Computer | Step::Return | Step::Over => {}
        }
        ear.hear(|| Happening::StepBegins { turn, step });
    }

    /// Goes on to the next step (SA-4.2).
    pub fn next_step<E: Ear>(&mut self, ear: &mut E) {
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
