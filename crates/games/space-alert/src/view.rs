//! What one viewer may know: an allow-list, built up from nothing. Hands, face-down cards, packets, decks, damage
//! stacks and the future of the script never get in.

use crate::state::{Clock, Flight, Mood, Planning, Repairs, Stage};
use crate::{
    Act, Carried, Figure, Half, Kind, Lesson, Loss, Member, Place, Placed, Score, Slot, Squad, Step, Threat,
    ThreatId, Tile, Voyage, Zone,
    data::data,
    script::{Cue, Moment},
};
use crate::{Beacon, Levels, LogLine, Pace, Play, SpaceAlert, Spot};
use klaxon_core::{Millis, Seat, SeatSet, Viewer};
use serde::Serialize;

/// What one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks, if a player does.
    pub seat: Option<Seat>,
    /// The script, where the table chose it by name.
    pub script: Option<String>,
    /// A campaign.
    pub campaign: bool,
    /// The mission of the campaign, from 1.
    pub mission: u8,
    /// Only androids, led by one person.
    pub solo: bool,
    /// Cards may be tripped over.
    pub trips: bool,
    /// The communications officer.
    pub communications: Seat,
    /// The chief of security.
    pub security: Seat,
    /// The crew, captain first.
    pub crew: Vec<CrewView>,
    /// What is going on.
    pub stage: StageView,
    /// The ship's log.
    pub log: Vec<LogLine>,
}

impl View {
    /// The Action Round, while it lasts.
    pub fn planning(&self) -> Option<&PlanView> {
        if let StageView::Planning(plan) = &self.stage { Some(plan) } else { None }
    }

    /// The viewer among the crew; nobody for watchers and for who plays alone.
    pub fn own(&self) -> Option<&CrewView> {
        self.crew.iter().find(|c| !c.figure.android && Some(c.seat) == self.seat)
    }

    /// Does the viewer answer for this crew member?
    pub fn answers_for(&self, who: Figure) -> bool {
        self.crew.get(usize::from(who.place)).is_some_and(|c| Some(c.seat) == self.seat)
    }
}

/// A crew member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CrewView {
    /// In sentences.
    pub figure: Figure,
    /// Whose it is, or who answers for the android.
    pub seat: Seat,
    /// The action board; empty between missions.
    pub board: Vec<Space>,
    /// An android's heroic card that nobody has placed.
    pub heroic: Option<Kind>,
    /// How many cards the person holds.
    pub hand: usize,
    /// The phase that the person plans.
    pub phase: u8,
    /// Asks for nothing until the next announcement.
    pub waiting: bool,
    /// Agrees to end the round, or is ready to begin.
    pub agreed: bool,
    /// What the person told the crew of its program, by turn; empty where nothing was told (SA-3.36).
    pub told: Vec<Act>,
    /// Cards in hand that the person told the crew of.
    pub told_hand: Vec<Kind>,
}

/// A space of an action board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Space {
    /// No card.
    Empty,
    /// A card face down: which half is up, and whether it is heroic (SA-3.12).
    Back {
        /// On top.
        half: Half,
        /// A heroic back.
        heroic: bool,
    },
    /// A card that the viewer knows.
    Face {
        /// What counts.
        up: Act,
        /// The other half.
        under: Act,
    },
}

/// What is going on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // The fields say it.
pub enum StageView {
    /// Proposals before a mission of a campaign.
    Levels { proposals: Vec<Option<Levels>>, damage: Vec<Vec<Tile>>, squads_out: [bool; 2] },
    /// Where is the only squad stored?
    OnlySquad { levels: Levels },
    /// The Action Round.
    Planning(Box<PlanView>),
    /// The Resolution Round.
    Flight(Box<FlightView>),
    /// Go on with the campaign?
    GoOn { votes: Vec<Option<bool>>, flight: Box<FlightView> },
    /// Repairs.
    Repairs { next: Figure, damage: Vec<Vec<Tile>>, done: [u8; 3], squads_out: [bool; 2] },
    /// The end.
    Over { flight: Box<FlightView>, score: Option<i32> },
}

impl StageView {
    /// In a word.
    pub const fn name(&self) -> &'static str {
        match self {
            StageView::Levels { .. } => "levels",
            StageView::OnlySquad { .. } => "only squad",
            StageView::Planning(_) => "planning",
            StageView::Flight(_) => "flight",
            StageView::GoOn { .. } => "go on",
            StageView::Repairs { .. } => "repairs",
            StageView::Over { .. } => "over",
        }
    }
}

/// The Action Round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlanView {
    /// Which rules are in force.
    pub lesson: Lesson,
    /// Threat levels.
    pub levels: Levels,
    /// The clock.
    pub clock: ClockView,
    /// How fast it runs.
    pub pace: Pace,
    /// What the clock has announced so far, with its times on the script's clock.
    pub announced: Vec<Cue>,
    /// Phases announced over.
    pub phases_over: u8,
    /// The viewer's hand.
    pub hand: Vec<Kind>,
    /// Everybody's hands, for the all-seeing eye.
    pub hands: Option<Vec<Vec<Kind>>>,
    /// Cards that the viewer may draw.
    pub draws: u8,
    /// Cards that the viewer may give now.
    pub gives: u8,
    /// A transfer window is open for somebody.
    pub transfer: bool,
    /// Cards in the action deck.
    pub deck: usize,
    /// Solo: the open deck.
    pub open_deck: Vec<(Kind, usize)>,
    /// Threats announced.
    pub threats: Vec<(ThreatId, u8, Place)>,
    /// Trajectories T1 to T7 of red, white, blue and the internal threats.
    pub tracks: [String; 4],
    /// Communication is down: chat, pings and figures are closed.
    pub silent: bool,
    /// The shared sandbox, in crew order.
    pub figures: Vec<Spot>,
    /// Everybody's markers, by seat.
    pub marks: Vec<Option<Beacon>>,
    /// What an earlier mission of a campaign left on the ship.
    pub carried: Carried,
    /// Who votes to stop the clock.
    pub pause_votes: SeatSet,
    /// May the clock be stopped by vote?
    pub may_pause: bool,
}

impl PlanView {
    /// Can markers be moved now? Only while the round runs and nothing is cut (SA-3.35).
    pub fn may_mark(&self) -> bool {
        !self.silent && matches!(self.clock, ClockView::Off | ClockView::Running { .. })
    }

    /// Is a transfer window open, also for those who have given their card? Without a clock the rights stay (SA-14.15).
    pub fn transfer_open(&self) -> bool {
        let mut open = self.transfer;
        for cue in &self.announced {
            open = cue.what == Moment::TransferBegins || (open && cue.what != Moment::TransferEnds);
        }
        open
    }
}

/// The clock of the Action Round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // The fields say it.
pub enum ClockView {
    /// Practice without a clock.
    Off,
    /// Waiting for everybody.
    Gathering { ready: SeatSet },
    /// About to start.
    Starting,
    /// The script started at this time of the table's clock.
    Running { since: Millis },
    /// Stopped after so much of the script.
    Paused { elapsed: Millis, resume: SeatSet },
}

/// The Resolution Round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FlightView {
    /// Which rules are in force.
    pub lesson: Lesson,
    /// The turn.
    pub turn: u8,
    /// The step that comes next.
    pub step: Step,
    /// Who is asked about a trip, and to what it could lead: the other half, the opposite arrow.
    pub asking: Option<(Figure, [Option<Act>; 2])>,
    /// Runs by itself.
    pub auto: bool,
    /// The crew, captain first.
    pub members: Vec<Member>,
    /// The ship.
    pub ship: ShipView,
    /// The threats, in the order in which they act.
    pub threats: Vec<Threat>,
    /// Trajectories T1 to T7 of red, white, blue and the internal threats.
    pub tracks: [String; 4],
    /// Points as they stand.
    pub score: Score,
    /// How it was lost.
    pub loss: Option<Loss>,
}

/// The ship, but for the order of its damage stacks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[allow(missing_docs)] // The fields say it.
pub struct ShipView {
    pub shields: [u8; 3],
    pub shield_capacity: [u8; 3],
    pub reactors: [u8; 3],
    pub reactor_capacity: [u8; 3],
    pub fuel: u8,
    pub rockets: u8,
    pub rocket_track: [bool; 2],
    pub damage: [Vec<Tile>; 3],
    pub tiles_left: [usize; 3],
    pub fired: [u8; 6],
    pub interceptors: u8,
    pub lift_used: [bool; 3],
    pub space: Option<u8>,
    pub maintained: [bool; 3],
    pub at_window: u8,
    pub visual: [u8; 3],
    pub squads: [Squad; 2],
}

impl ShipView {
    /// The ship of a voyage.
    pub fn of(voyage: &Voyage) -> ShipView {
        let ship = &voyage.ship;
        ShipView {
            shields: ship.shield,
            shield_capacity: Zone::ALL.map(|z| ship.shield_capacity(z)),
            reactors: ship.reactor,
            reactor_capacity: Zone::ALL.map(|z| ship.reactor_capacity(z)),
            fuel: ship.fuel,
            rockets: ship.rockets,
            rocket_track: ship.rocket_track,
            damage: ship.tiles.map(|tiles| tiles.iter().collect()),
            tiles_left: ship.stacks.map(|stack| stack.left().len()),
            fired: ship.fired,
            interceptors: ship.interceptors,
            lift_used: ship.lift_used,
            space: ship.space,
            maintained: ship.maintained,
            at_window: ship.at_window,
            visual: ship.visual,
            squads: ship.squads,
        }
    }
}

fn track_names(tracks: [u8; 4]) -> [String; 4] {
    tracks.map(|t| data().trajectories[usize::from(t)].id.clone())
}

impl FlightView {
    /// A voyage as everybody may see it.
    pub fn of(voyage: &Voyage) -> FlightView {
        FlightView {
            lesson: voyage.lesson,
            turn: voyage.turn,
            step: voyage.step,
            asking: None,
            auto: false,
            members: voyage.members().to_vec(),
            ship: ShipView::of(voyage),
            threats: voyage.threats().to_vec(),
            tracks: track_names(voyage.tracks),
            score: voyage.score(),
            loss: voyage.loss,
        }
    }
}

/// Whose eyes.
#[derive(Clone, Copy)]
struct Eyes {
    seat: Option<Seat>,
    all: bool,
}

impl Eyes {
    fn sees(self, seat: Seat) -> bool {
        self.all || self.seat == Some(seat)
    }
}

impl SpaceAlert {
    pub(crate) fn make_view(&self, viewer: Viewer) -> View {
        let eyes = match viewer {
            Viewer::Seat(seat) => Eyes { seat: Some(seat), all: false },
            Viewer::Watcher => Eyes { seat: None, all: false },
            Viewer::Everything => Eyes { seat: None, all: true },
        };
        let stage = match &self.stage {
            Stage::Levels { proposals } => StageView::Levels {
                proposals: proposals.clone(),
                damage: self.carried_damage(),
                squads_out: self.campaign.carried.squads_out,
            },
            Stage::OnlySquad { levels } => StageView::OnlySquad { levels: *levels },
            Stage::Planning(plan) => StageView::Planning(Box::new(self.plan_view(plan, eyes))),
            Stage::Flight(flight) => StageView::Flight(Box::new(self.flight_view(flight))),
            Stage::GoOn { votes, voyage } => {
                StageView::GoOn { votes: votes.clone(), flight: Box::new(FlightView::of(voyage)) }
            }
            Stage::Repairs(repairs) => self.repairs_view(repairs),
            Stage::Over { voyage, score } => {
                StageView::Over { flight: Box::new(FlightView::of(voyage)), score: *score }
            }
        };
        View {
            seat: eyes.seat,
            script: match &self.setup.play {
                Play::Script(id) => Some(id.clone()),
                Play::Random | Play::Generated | Play::Campaign => None,
            },
            campaign: self.setup.play == Play::Campaign,
            mission: self.campaign.mission,
            solo: self.setup.is_solo(),
            trips: self.setup.trips,
            communications: self.setup.communications,
            security: self.setup.security,
            crew: (0..self.setup.crew.len()).map(|place| self.crew_view(place, eyes)).collect(),
            stage,
            log: self.log.clone(),
        }
    }

    fn carried_damage(&self) -> Vec<Vec<Tile>> {
        self.campaign.carried.tiles.iter().map(|tiles| tiles.iter().collect()).collect()
    }

    fn repairs_view(&self, repairs: &Repairs) -> StageView {
        StageView::Repairs {
            next: self.figure(usize::from(repairs.next)),
            damage: self.carried_damage(),
            done: repairs.done,
            squads_out: self.campaign.carried.squads_out,
        }
    }

    fn crew_view(&self, place: usize, eyes: Eyes) -> CrewView {
        let berth = self.setup.crew[place];
        let seat = berth.keeper();
        let open = berth.is_android() || eyes.sees(seat);
        let mut crew = CrewView {
            figure: self.figure(place),
            seat,
            board: Vec::new(),
            heroic: None,
            hand: 0,
            phase: 0,
            waiting: false,
            agreed: false,
            told: Vec::new(),
            told_hand: Vec::new(),
        };
        match &self.stage {
            Stage::Planning(plan) => {
                let last = usize::from(plan.lesson.last_turn());
                crew.board = plan.boards[place][..last].iter().map(|space| laid(*space, open)).collect();
                // SA-14.2: an android's heroic card is turned up at the start of phase 1.
                crew.heroic = plan.heroics[place].filter(|_| plan.next > 0 || eyes.all);
                let desk = &plan.desks[seat.index()];
                crew.phase = desk.phase;
                crew.agreed = match plan.clock {
                    Clock::Gathering(ready) => ready.has(seat),
                    Clock::Off
                    | Clock::Starting
                    | Clock::Running { .. }
                    | Clock::Pausing { .. }
                    | Clock::Paused { .. }
                    | Clock::Resuming { .. } => desk.mood == Mood::Done,
                };
                if !berth.is_android() {
                    crew.told = plan.told[place][..last].to_vec();
                    crew.told_hand = desk.told.clone();
                    crew.hand = desk.hand.len();
                    crew.waiting = desk.mood == Mood::Waiting;
                }
            }
            Stage::Flight(flight) => {
                let voyage = &flight.voyage;
                let last = usize::from(voyage.lesson.last_turn());
                crew.board = voyage.program[place][..last].iter().map(|slot| turned(*slot, open)).collect();
            }
            Stage::GoOn { voyage, .. } | Stage::Over { voyage, .. } => {
                let last = usize::from(voyage.lesson.last_turn());
                crew.board = voyage.program[place][..last].iter().map(|slot| turned(*slot, true)).collect();
            }
            Stage::Levels { .. } | Stage::OnlySquad { .. } | Stage::Repairs(_) => {}
        }
        crew
    }

    fn plan_view(&self, plan: &Planning, eyes: Eyes) -> PlanView {
        let own = eyes.seat.map(|seat| &plan.desks[seat.index()]);
        let mut open_deck: Vec<(Kind, usize)> = Vec::new();
        if self.setup.is_solo() {
            for &card in &plan.deck {
                match open_deck.last_mut() {
                    Some((kind, n)) if *kind == card => *n += 1,
                    Some(_) | None => open_deck.push((card, 1)),
                }
            }
        }
        PlanView {
            lesson: plan.lesson,
            levels: plan.levels,
            clock: match plan.clock {
                Clock::Off => ClockView::Off,
                Clock::Gathering(ready) => ClockView::Gathering { ready },
                Clock::Starting => ClockView::Starting,
                Clock::Running { since } | Clock::Pausing { since } => ClockView::Running { since },
                Clock::Paused { elapsed, resume, .. } => ClockView::Paused { elapsed, resume },
                Clock::Resuming { elapsed } => ClockView::Paused { elapsed, resume: SeatSet::NONE },
            },
            pace: self.setup.pace,
            // Without a clock everything was announced at once, and the threats say it all.
            announced: match plan.clock {
                Clock::Off => Vec::new(),
                Clock::Gathering(_)
                | Clock::Starting
                | Clock::Running { .. }
                | Clock::Pausing { .. }
                | Clock::Paused { .. }
                | Clock::Resuming { .. } => plan.cues[..plan.next].to_vec(),
            },
            phases_over: plan.phases_over,
            hand: own.map_or(Vec::new(), |desk| desk.hand.clone()),
            hands: if eyes.all { Some(plan.desks.iter().map(|d| d.hand.clone()).collect()) } else { None },
            draws: own.map_or(0, |desk| desk.draws),
            gives: own.map_or(0, |desk| desk.gives),
            transfer: plan.desks.iter().any(|desk| desk.gives > 0),
            deck: plan.deck.len(),
            open_deck,
            // SA-3.14: all of an announced threat is public.
            threats: plan.threats.clone(),
            tracks: track_names(plan.tracks),
            silent: plan.silent,
            figures: plan.figures.clone(),
            marks: plan.marks.clone(),
            carried: self.campaign.carried,
            pause_votes: (0..plan.desks.len() as u8)
                .map(Seat)
                .filter(|s| plan.desks[s.index()].pause)
                .collect(),
            may_pause: self.setup.pause,
        }
    }

    fn flight_view(&self, flight: &Flight) -> FlightView {
        let mut view = FlightView::of(&flight.voyage);
        view.auto = flight.auto;
        view.asking =
            flight.asking.map(|i| (self.figure(usize::from(i)), flight.voyage.trips(usize::from(i))));
        view
    }
}

fn laid(space: Option<Placed>, open: bool) -> Space {
    match space {
        None => Space::Empty,
        Some(placed) if open => {
            Space::Face { up: placed.card.act(placed.half), under: placed.card.act(placed.half.other()) }
        }
        Some(placed) => Space::Back { half: placed.half, heroic: placed.card.is_heroic() },
    }
}

fn turned(slot: Slot, open: bool) -> Space {
    match slot.up.half() {
        None => Space::Empty,
        Some(_) if open || slot.shown => Space::Face { up: slot.up, under: slot.under },
        Some(half) => Space::Back { half, heroic: slot.up.is_heroic() },
    }
}
