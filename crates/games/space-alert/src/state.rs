//! The nouns: a table of Space Alert, its stages, its desks and boards. The value [`SpaceAlert`] is the whole state.

use crate::{
    Act, Berth, Carried, Figure, Kind, Lesson, Level, Levels, Place, Placed, Score, Setup, Station, ThreatId,
    Tile, Voyage, script::Cue,
};
use klaxon_core::{Millis, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// A table of Space Alert.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpaceAlert {
    pub(crate) setup: Setup,
    pub(crate) stage: Stage,
    pub(crate) campaign: Campaign,
    /// The ship's log (SA-11.7).
    pub(crate) log: Vec<LogLine>,
}

/// What is going on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Before a mission of a campaign: each player proposes levels (SA-15.2).
    Levels { proposals: Vec<Option<Levels>> },
    /// Only one squad is left: where is it stored (SA-15.11)?
    OnlySquad { levels: Levels },
    /// The Action Round.
    Planning(Box<Planning>),
    /// The Resolution Round.
    Flight(Box<Flight>),
    /// Between missions: go on (SA-15.2)?
    GoOn { votes: Vec<Option<bool>>, voyage: Box<Voyage> },
    /// Between missions: repairs in crew order (SA-15.5).
    Repairs(Repairs),
    /// The end.
    Over { voyage: Box<Voyage>, score: Option<i32> },
}

/// The Action Round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Planning {
    /// Its id; who knows it is the set-up's business.
    pub(crate) script: String,
    pub(crate) lesson: Lesson,
    pub(crate) levels: Levels,
    /// Everything that will be announced.
    pub(crate) cues: Vec<Cue>,
    /// The next of them.
    pub(crate) next: usize,
    pub(crate) clock: Clock,
    /// The last moment that the table's clock was heard.
    pub(crate) now: Millis,
    /// Phases whose end was announced.
    pub(crate) phases_over: u8,
    /// By seat.
    pub(crate) desks: Vec<Desk>,
    /// Action boards in crew order.
    pub(crate) boards: Vec<[Option<Placed>; 12]>,
    /// Heroic cards of androids that nobody has placed, in crew order (SA-14.6).
    pub(crate) heroics: Vec<Option<Kind>>,
    /// Heroic cards out of the game.
    pub(crate) aside: Vec<Kind>,
    /// The action deck, top last; solo: lying open, in order.
    pub(crate) deck: Vec<Kind>,
    /// Common external, common internal, serious external, serious internal; top last.
    pub(crate) decks: [Vec<ThreatId>; 4],
    /// Threats announced so far.
    pub(crate) threats: Vec<(ThreatId, u8, Place)>,
    /// Trajectories of red, white, blue and the internal threats.
    pub(crate) tracks: [u8; 4],
    /// Damage stacks, first drawn first.
    pub(crate) stacks: [Vec<Tile>; 3],
    /// Communication is down (SA-3.26).
    pub(crate) silent: bool,
    /// Cards handed over whose whereabouts the giver still knows.
    pub(crate) gifts: Vec<Gift>,
    /// The shared sandbox, in crew order (SA-3.13).
    pub(crate) figures: Vec<Spot>,
    /// Where each person's marker lies, by seat (SA-3.35).
    pub(crate) marks: Vec<Option<Beacon>>,
    /// What each crew member last told the others of its program, in crew order (SA-3.36).
    pub(crate) told: Vec<[Act; 12]>,
}

/// The clock of the Action Round. Elapsed time is on the script's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Clock {
    /// Practice: no clock (SA-14.15).
    Off,
    /// Waiting for everybody (SA-3.31).
    Gathering(SeatSet),
    /// Everybody is ready: the script starts as soon as the time is known.
    Starting,
    /// Running; the script started at this time of the table's clock.
    Running { since: Millis },
    /// Voted to stop: stops as soon as the time is known (SA-3.32).
    Pausing { since: Millis },
    /// Stopped; who wants it to run on, and who leaves it stopped until somebody does.
    Paused {
        elapsed: Millis,
        resume: SeatSet,
        #[serde(default)]
        content: SeatSet,
    },
    /// Voted to run on: runs as soon as the time is known.
    Resuming { elapsed: Millis },
}

/// What one person has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Desk {
    /// 0 before the alert, then 1, 2, 3.
    pub(crate) phase: u8,
    /// Cards in hand, in order.
    pub(crate) hand: Vec<Kind>,
    /// Packets not picked up, the next one first.
    pub(crate) packets: Vec<Vec<Kind>>,
    /// Cards that may still be drawn (SA-3.23).
    pub(crate) draws: u8,
    /// Cards that may be given now (SA-3.24).
    pub(crate) gives: u8,
    pub(crate) mood: Mood,
    /// Votes to stop the clock.
    pub(crate) pause: bool,
    /// Cards that the crew has been told of and that are still in hand, in order (SA-3.36).
    pub(crate) told: Vec<Kind>,
    /// How often somebody's words ended the wait since the last announcement (SA-3.36).
    pub(crate) roused: u8,
}

/// Whether somebody wants to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mood {
    /// Planning.
    Awake,
    /// Waiting for the next announcement.
    Waiting,
    /// Agrees to end the round (SA-3.10).
    Done,
}

/// A card handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Gift {
    pub(crate) from: Seat,
    pub(crate) to: Seat,
    pub(crate) card: Kind,
}

/// Where a figure stands in the sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// In a station.
    Station(Station),
    /// In space.
    Space,
}

/// Where a person's marker lies (SA-3.35).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beacon {
    /// In a station.
    Station(Station),
    /// On a square of a trajectory.
    Square(Place, u8),
}

impl Beacon {
    /// Its board id, such as `UR` or `square-red-4`.
    pub fn id(self) -> String {
        match self {
            Beacon::Station(station) => station.word().into(),
            Beacon::Square(place, square) => format!("square-{}-{square}", place.word()),
        }
    }
}

impl std::fmt::Display for Beacon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Beacon::Station(station) => f.write_str(station.name()),
            Beacon::Square(place, square) => write!(f, "square {square} of the {} trajectory", place.word()),
        }
    }
}

/// The Resolution Round at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Flight {
    pub(crate) script: String,
    pub(crate) levels: Levels,
    pub(crate) voyage: Voyage,
    /// Run to the end without being told.
    pub(crate) auto: bool,
    /// Who is asked about a trip: a place in the crew order (SA-5.4).
    pub(crate) asking: Option<u8>,
}

/// Repairs under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Repairs {
    /// The next in crew order.
    pub(crate) next: u8,
    /// Tiles repaired by zone (SA-15.6).
    pub(crate) done: [u8; 3],
    /// Who was knocked out and only recovers.
    pub(crate) out: Vec<bool>,
}

/// What a campaign carries along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Campaign {
    /// The mission, from 1.
    pub(crate) mission: u8,
    pub(crate) carried: Carried,
    /// Threat points of the missions survived.
    pub(crate) threats: i32,
    /// Visual confirmation of the missions survived.
    pub(crate) visual: i32,
}

/// One line of the ship's log (SA-11.7, SA-15.13). Names, roles and the date belong to the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LogLine {
    /// The script.
    pub script: String,
    /// Level of the common threats.
    pub common: Level,
    /// Level of the serious threats.
    pub serious: Level,
    /// The points, as the mission alone would count them; none if it was lost.
    pub score: Option<Score>,
    /// The penalty that counts: not on the earlier lines of a campaign.
    pub penalty: Option<i32>,
    /// The total: not on the earlier lines of a campaign.
    pub total: Option<i32>,
    /// The threat that finished the ship.
    pub lost_to: Option<ThreatId>,
}

impl SpaceAlert {
    /// The seat of the captain; solo, of the only person.
    pub(crate) fn captain(&self) -> Seat {
        self.setup.crew[0].keeper()
    }

    /// A person's place in the crew order; none for a solo player.
    pub(crate) fn place_of(&self, seat: Seat) -> Option<usize> {
        self.setup.crew.iter().position(|b| *b == Berth::Person(seat))
    }

    /// A person in sentences; the solo player speaks as the captain.
    pub(crate) fn figure_of(&self, seat: Seat) -> Figure {
        match self.place_of(seat) {
            Some(place) => Figure { place: place as u8, android: false },
            None => Figure { place: 0, android: false },
        }
    }

    /// A crew member in sentences.
    pub(crate) fn figure(&self, place: usize) -> Figure {
        Figure { place: place as u8, android: self.setup.crew[place].is_android() }
    }

    /// The voyage, once there is one.
    pub fn voyage(&self) -> Option<&Voyage> {
        match &self.stage {
            Stage::Flight(flight) => Some(&flight.voyage),
            Stage::GoOn { voyage, .. } | Stage::Over { voyage, .. } => Some(voyage),
            Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::Planning(_) | Stage::Repairs(_) => None,
        }
    }

    /// The ship's log so far.
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// The set-up.
    pub fn table(&self) -> &Setup {
        &self.setup
    }
}
