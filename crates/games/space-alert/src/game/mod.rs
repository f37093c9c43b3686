//! Space Alert at a table: set-up, the Action Round on the clock, the Resolution Round step by step, campaigns.
//! The value [`SpaceAlert`] is the whole state.

mod action;
mod beats;
mod campaign;
mod clock;
mod coach;
mod event;
mod flight;
mod forecast;
mod instinct;
mod planning;
mod redeal;
mod saying;
mod scheme;
mod setup;
mod situation;
mod view;
mod words;

pub use action::{Action, Repair};
pub use event::{Event, Plan};
pub use forecast::{Ahead, Forecast, Service, forecast};
pub use setup::{Berth, Level, Levels, Pace, Play, Setup};
pub(crate) use situation::{place_word, track_number, turn_word};
pub use view::{ClockView, CrewView, FlightView, PlanView, ShipView, Space, StageView, View};

use crate::{
    Act, Carried, Figure, Kind, Lesson, Place, Placed, Score, Station, ThreatId, Tile, Voyage, data::data,
    script::Cue,
};
use klaxon_core::{Chance, Game, Millis, Outcome, Refusal, Seat, SeatSet, Tell, Viewer};
use serde::{Deserialize, Serialize};

/// A table of Space Alert.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SpaceAlert {
    setup: Setup,
    stage: Stage,
    campaign: Campaign,
    /// The ship's log (SA-11.7).
    log: Vec<LogLine>,
}

/// What is going on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stage {
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
struct Planning {
    /// Its id; who knows it is the set-up's business.
    script: String,
    lesson: Lesson,
    levels: Levels,
    /// Everything that will be announced.
    cues: Vec<Cue>,
    /// The next of them.
    next: usize,
    clock: Clock,
    /// The last moment that the table's clock was heard.
    now: Millis,
    /// Phases whose end was announced.
    phases_over: u8,
    /// By seat.
    desks: Vec<Desk>,
    /// Action boards in crew order.
    boards: Vec<[Option<Placed>; 12]>,
    /// Heroic cards of androids that nobody has placed, in crew order (SA-14.6).
    heroics: Vec<Option<Kind>>,
    /// Heroic cards out of the game.
    aside: Vec<Kind>,
    /// The action deck, top last; solo: lying open, in order.
    deck: Vec<Kind>,
    /// Common external, common internal, serious external, serious internal; top last.
    decks: [Vec<ThreatId>; 4],
    /// Threats announced so far.
    threats: Vec<(ThreatId, u8, Place)>,
    /// Trajectories of red, white, blue and the internal threats.
    tracks: [u8; 4],
    /// Damage stacks, first drawn first.
    stacks: [Vec<Tile>; 3],
    /// Communication is down (SA-3.26).
    silent: bool,
    /// Cards handed over whose whereabouts the giver still knows.
    gifts: Vec<Gift>,
    /// The shared sandbox, in crew order (SA-3.13).
    figures: Vec<Spot>,
    /// Where each person's marker lies, by seat (SA-3.35).
    marks: Vec<Option<Beacon>>,
    /// What each crew member last told the others of its program, in crew order (SA-3.36).
    told: Vec<[Act; 12]>,
}

/// The clock of the Action Round. Elapsed time is on the script's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Clock {
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
struct Desk {
    /// 0 before the alert, then 1, 2, 3.
    phase: u8,
    /// Cards in hand, in order.
    hand: Vec<Kind>,
    /// Packets not picked up, the next one first.
    packets: Vec<Vec<Kind>>,
    /// Cards that may still be drawn (SA-3.23).
    draws: u8,
    /// Cards that may be given now (SA-3.24).
    gives: u8,
    mood: Mood,
    /// Votes to stop the clock.
    pause: bool,
    /// Cards that the crew has been told of and that are still in hand, in order (SA-3.36).
    told: Vec<Kind>,
    /// How often somebody's words ended the wait since the last announcement (SA-3.36).
    roused: u8,
}

/// Whether somebody wants to be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Mood {
    /// Planning.
    Awake,
    /// Waiting for the next announcement.
    Waiting,
    /// Agrees to end the round (SA-3.10).
    Done,
}

/// A card handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Gift {
    from: Seat,
    to: Seat,
    card: Kind,
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
struct Flight {
    script: String,
    levels: Levels,
    voyage: Voyage,
    /// Run to the end without being told.
    auto: bool,
    /// Who is asked about a trip: a place in the crew order (SA-5.4).
    asking: Option<u8>,
}

/// Repairs under way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Repairs {
    /// The next in crew order.
    next: u8,
    /// Tiles repaired by zone (SA-15.6).
    done: [u8; 3],
    /// Who was knocked out and only recovers.
    out: Vec<bool>,
}

/// What a campaign carries along.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Campaign {
    /// The mission, from 1.
    mission: u8,
    carried: Carried,
    /// Threat points of the missions survived.
    threats: i32,
    /// Visual confirmation of the missions survived.
    visual: i32,
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

impl Game for SpaceAlert {
    const ID: &'static str = "space-alert";

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<SpaceAlert, Refusal> {
        let mut game = SpaceAlert::set_up(setup, chance)?;
        game.begin_planning(tell);
        Ok(game)
    }

    fn seats(&self) -> usize {
        self.setup.people()
    }

    fn to_act(&self) -> SeatSet {
        match &self.stage {
            Stage::Levels { proposals } => open_seats(proposals),
            Stage::OnlySquad { .. } => SeatSet::only(self.captain()),
            Stage::Planning(plan) => plan.to_act(),
            Stage::Flight(flight) => SeatSet::only(match flight.asking {
                Some(place) => self.setup.crew[usize::from(place)].keeper(),
                None => self.captain(),
            }),
            Stage::GoOn { votes, .. } => open_seats(votes),
            // SA-15.14: for an android its keeper decides.
            Stage::Repairs(repairs) => SeatSet::only(self.setup.crew[usize::from(repairs.next)].keeper()),
            Stage::Over { .. } => SeatSet::NONE,
        }
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        if !self.to_act().has(seat) {
            return Vec::new();
        }
        let mut all = Vec::new();
        match &self.stage {
            Stage::Levels { .. } => {
                for common in Level::ALL {
                    all.extend(Level::ALL.map(|serious| Action::Levels(Levels { common, serious })));
                }
            }
            Stage::OnlySquad { .. } => all.extend([Station::UB, Station::LR].map(Action::SquadAt)),
            Stage::Planning(plan) => self.planning_choices(plan, seat, &mut all),
            Stage::Flight(flight) => self.flight_choices(flight, &mut all),
            Stage::GoOn { .. } => all.extend([true, false].map(Action::GoOn)),
            Stage::Repairs(_) => self.repair_choices(&mut all),
            Stage::Over { .. } => {}
        }
        all.retain(|action| self.check(seat, action).is_ok());
        all
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        let asked = self.to_act().has(seat);
        let nobody = || Refusal::not_asked("this is not asked of you now");
        match (&self.stage, action) {
            (Stage::Planning(plan), _) => self.check_planning(plan, seat, action),
            (Stage::Over { .. }, _) => Err(Refusal::other(klaxon_core::Code::Over, "the mission is over")),
            (_, _) if !asked => Err(nobody()),
            (Stage::Levels { .. }, Action::Levels(_)) => Ok(()),
            (Stage::OnlySquad { .. }, Action::SquadAt(station)) => self.check_squad_at(*station),
            (Stage::Flight(flight), _) => self.check_flight(flight, action),
            (Stage::GoOn { .. }, Action::GoOn(_)) => Ok(()),
            (Stage::Repairs(repairs), Action::Repair(repair)) => self.check_repair(repairs, *repair),
            (Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::GoOn { .. } | Stage::Repairs(_), _) => {
                Err(Refusal::not_asked("something else is asked now"))
            }
        }
    }

    fn apply(&mut self, seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        match &self.stage {
            Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::GoOn { .. } | Stage::Repairs(_) => {
                self.apply_campaign(seat, action, chance, tell);
            }
            Stage::Planning(_) => self.apply_planning(seat, action, tell),
            Stage::Flight(_) => self.apply_flight(action, tell),
            Stage::Over { .. } => unreachable!("nothing is decided after the end"),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.make_view(viewer)
    }

    fn redeal(&self, seat: Seat, chance: &mut Chance) -> SpaceAlert {
        let mut other = self.clone();
        other.reshuffle(seat, chance);
        other
    }

    fn outcome(&self) -> Option<Outcome> {
        let Stage::Over { voyage, score } = &self.stage else { return None };
        let all = SeatSet::first(self.seats());
        Some(match score {
            Some(score) => {
                let what = if self.setup.play == Play::Campaign { "campaign" } else { "mission" };
                let text = format!("the {what} is survived with {}", words::points(*score));
                Outcome { winners: all, draw: false, text, score: Some(*score) }
            }
            None => {
                let by = voyage.loss.map_or("nothing", |loss| loss.threat.card().name.as_str());
                Outcome {
                    winners: SeatSet::NONE,
                    draw: false,
                    text: format!("the ship is lost to {by}"),
                    score: None,
                }
            }
        })
    }

    fn alarm(&self) -> Option<Millis> {
        match &self.stage {
            Stage::Planning(plan) => plan.alarm(self.setup.pace),
            Stage::Levels { .. }
            | Stage::OnlySquad { .. }
            | Stage::Flight(_)
            | Stage::GoOn { .. }
            | Stage::Repairs(_)
            | Stage::Over { .. } => None,
        }
    }

    fn on_clock(&mut self, now: Millis, _chance: &mut Chance, tell: &mut Tell<Event>) {
        if matches!(self.stage, Stage::Planning(_)) {
            self.time_comes(now, tell);
        }
    }

    fn audit(&self) -> Result<(), String> {
        match &self.stage {
            Stage::Planning(plan) => self.audit_planning(plan),
            Stage::Flight(flight) => audit_voyage(&flight.voyage),
            Stage::GoOn { voyage, .. } | Stage::Over { voyage, .. } => audit_voyage(voyage),
            Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::Repairs(_) => Ok(()),
        }
    }
}

impl SpaceAlert {
    /// The seat of the captain; solo, of the only person.
    fn captain(&self) -> Seat {
        self.setup.crew[0].keeper()
    }

    /// A person's place in the crew order; none for a solo player.
    fn place_of(&self, seat: Seat) -> Option<usize> {
        self.setup.crew.iter().position(|b| *b == Berth::Person(seat))
    }

    /// A person in sentences; the solo player speaks as the captain.
    fn figure_of(&self, seat: Seat) -> Figure {
        match self.place_of(seat) {
            Some(place) => Figure { place: place as u8, android: false },
            None => Figure { place: 0, android: false },
        }
    }

    /// A crew member in sentences.
    fn figure(&self, place: usize) -> Figure {
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

fn open_seats<T>(answers: &[Option<T>]) -> SeatSet {
    (0..answers.len()).filter(|&i| answers[i].is_none()).map(|i| Seat(i as u8)).collect()
}

/// Ranges that hold in every voyage.
fn audit_voyage(voyage: &Voyage) -> Result<(), String> {
    let fail = |why: &str| Err(why.to_string());
    for (z, stack) in voyage.ship.stacks.iter().enumerate() {
        let left = stack.left();
        let tiles: crate::Tiles = left.iter().copied().collect();
        if usize::from(tiles.len()) != left.len() || tiles.0 & voyage.ship.tiles[z].0 != 0 {
            return fail("each damage tile of a zone exists once");
        }
    }
    if voyage.ship.fuel > data().ship.fuel || voyage.ship.rockets > data().ship.rockets {
        return fail("fuel and rockets are never made");
    }
    for threat in voyage.threats() {
        let length = voyage.track(threat.place).length;
        if threat.status == crate::Status::OnTrack && !(1..=length).contains(&threat.square) {
            return fail("a threat on its trajectory stands on one of its squares");
        }
    }
    for squad in &voyage.ship.squads {
        if let crate::SquadPlace::Led(i) = squad.place
            && i >= voyage.crew_size
        {
            return fail("a squad follows a crew member");
        }
    }
    let in_space: Vec<u8> = (0..voyage.crew_size).filter(|&i| voyage.crew[usize::from(i)].in_space).collect();
    if voyage.ship.space.into_iter().collect::<Vec<u8>>() != in_space {
        return fail("at most one crew member is in space");
    }
    Ok(())
}
