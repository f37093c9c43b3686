//! The nouns of the Resolution Round, flat and fixed in size.

use super::{CREW, Foe, THREATS, TURNS};
use crate::{Lesson, Place, Slot, Station, Stations, ThreatCard, ThreatId, Tile, Tiles, Zone, data::data};
use serde::{Deserialize, Serialize};

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
