//! A game looked back upon: how lucky each side's dice were, what it lost, and the moments that turned the battle.
//! Everything is made from told events, so it says nothing that its reader has not heard.

use crate::board::Side;
use crate::data::{Class, Face};
use crate::event::{Event, Ship};
use crate::state::Twists;
use crate::words::line::{agree, the};
use klaxon_core::{Share, count, counted};

/// More dice than the twelve of the box are never rolled at once; sixths to this power are a common denominator.
const MOST_DICE: u32 = 20;
/// How many turning points are told.
const MOST_POINTS: usize = 5;
/// What moves less than a point, or than two figures, turns nothing.
const LEAST_SWING: u16 = 2;

/// A game looked back upon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Both sides, by [`Side::index`].
    pub sides: [SideReport; 2],
    /// The moments that moved most points and figures, in order of play.
    pub turning_points: Vec<TurningPoint>,
    /// All moments that moved enough to be among them, in order of play.
    pub moments: Vec<TurningPoint>,
}

/// What one side's dice did, and what it lost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SideReport {
    /// Rolls in combat.
    pub attacks: u16,
    /// Dice in all of them.
    pub dice: u16,
    /// Hits that such rolls score on average, in thousandths: exact, and rounded once.
    pub expected_hits: u64,
    /// Hits that they scored (RA-11.21, RA-11.22), before red alerts harm a marked unit (RA-12.8).
    pub hits: u16,
    /// Star faces in them.
    pub stars_rolled: u16,
    /// Red alert faces in them.
    pub red_alerts: u16,
    /// Figures that the side lost, however it happened.
    pub figures_lost: u16,
    /// Units that the side lost.
    pub units_lost: u16,
    /// The roll farthest above its average, if one was.
    pub best: Option<Volley>,
    /// The roll farthest below its average, if one was.
    pub worst: Option<Volley>,
}

/// One roll of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Volley {
    /// The step in which it was rolled.
    pub step: u32,
    /// Who rolled.
    pub by: Ship,
    /// Against whom.
    pub on: Ship,
    /// How many dice.
    pub dice: u8,
    /// Hits scored.
    pub hits: u8,
    /// Hits on average, in thousandths.
    pub expected: u64,
}

/// A moment that turned the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurningPoint {
    /// The step in which it happened.
    pub step: u32,
    /// What happened, in a sentence.
    pub text: String,
    /// The turn in which it happened.
    pub turn: u16,
    /// Who gained by it.
    pub gains: Side,
    /// What happened, as a heading.
    pub title: String,
    /// What it brought: points, and the lead where it changed; empty where it brought only figures.
    pub brought: String,
    /// How much it weighs: two for each point and one for each figure.
    pub swing: u16,
}

impl SideReport {
    /// Hits above the average, in thousandths; below nought when luck failed.
    pub fn luck(&self) -> i64 {
        i64::from(self.hits) * 1000 - self.expected_hits as i64
    }

    /// The same in words, such as "2.3 hits luckier than average".
    pub fn luck_words(&self) -> String {
        let luck = self.luck();
        let size = luck.unsigned_abs();
        match (size + 50) / 100 {
            0 => "just as lucky as average".into(),
            tenths => {
                let noun = if tenths == 10 { "hit" } else { "hits" };
                let way = if luck > 0 { "luckier" } else { "less lucky" };
                format!("{} {noun} {way} than average", in_tenths(size))
            }
        }
    }
}

impl Volley {
    /// Hits above the average, in thousandths.
    pub fn luck(&self) -> i64 {
        i64::from(self.hits) * 1000 - self.expected as i64
    }

    /// In words, such as "cruisers at F8 against D7: 3 hits with 4 dice, 1.3 on average".
    pub fn text(&self) -> String {
        format!(
            "{} at {} against {}: {} with {}, {} on average",
            self.by.kind.words(),
            self.by.at,
            self.on.at,
            count(self.hits, "hit"),
            counted(self.dice, "die", "dice"),
            in_tenths(self.expected)
        )
    }
}

/// Thousandths with one decimal, rounded to nearest.
pub fn in_tenths(thousandths: u64) -> String {
    let tenths = (thousandths + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The hits that so many dice score on average (RA-11.21, RA-11.22), with what cards make of Blasts and Stars.
///
/// Each die shows the target's symbol, or a Blast, once in six. Of the Blasts the first few are ignored, and
/// the average of `max(blasts - ignored, 0)` is that of the Blasts less what the ignored ones would have done.
pub fn expected_hits(dice: u8, attacker: Class, target: Class, twists: Twists) -> Share {
    let n = u32::from(dice);
    assert!(n <= MOST_DICE, "{n} dice are in no box");
    let whole = 6u64.pow(n);
    // One face in six, over all dice, as cases of `whole`.
    let one_face = u64::from(n) * whole / 6;
    let blasts = if twists.has(Twists::ALL_SHIELDS) {
        0
    } else {
        let ignored = if twists.has(Twists::NO_SHIELDS) { 0 } else { u32::from(target.shields(attacker)) };
        let mut missing = 0;
        for blasts in 0..ignored.min(n + 1) {
            missing += u64::from(ignored - blasts) * choose(n, blasts) * 5u64.pow(n - blasts);
        }
        one_face + missing - u64::from(ignored) * whole
    };
    let stars = if twists.has(Twists::STARS_HIT) { one_face } else { 0 };
    Share { part: one_face + blasts + stars, whole }
}

fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// Something that moved points or figures, before it is known whether it weighs enough.
struct Moment {
    step: u32,
    turn: u16,
    gains: Side,
    points: u8,
    figures: u8,
    deed: Deed,
    /// Who is ahead from now on, if that changed, and by how much to how much.
    lead: Option<(u16, u16)>,
}

#[derive(PartialEq, Eq)]
enum Deed {
    Loss { ship: Ship, gone: bool },
    Boarding { by: Ship, on: Ship },
    Exit(Ship),
    Scores(&'static str),
}

impl Moment {
    fn swing(&self) -> u16 {
        2 * u16::from(self.points) + u16::from(self.figures)
    }

    fn told(&self) -> TurningPoint {
        let points = count(self.points, "point");
        let figures = count(self.figures, "figure");
        let gains = self.gains.name();
        let for_whom = format!("{points} for the {gains}");
        let (title, brought) = match &self.deed {
            Deed::Loss { ship, gone: true } => {
                (agree(&format!("{} [are|is] eliminated", the(ship)), ship.kind), for_whom)
            }
            Deed::Loss { ship, gone: false } => {
                (agree(&format!("{} [lose|loses] {figures}", the(ship)), ship.kind), String::new())
            }
            Deed::Boarding { by, on } => (
                agree(&format!("{} [take|takes] a figure from {}", the(by), the(on)), by.kind),
                String::new(),
            ),
            Deed::Exit(ship) => {
                (agree(&format!("{} [break|breaks] through", the(ship)), ship.kind), for_whom)
            }
            Deed::Scores(source) => (format!("the {gains} scores {points} for {source}"), String::new()),
        };
        let lead = self.lead.map(|(more, less)| format!("it leads {more} to {less}"));
        let what = [&title, &brought].into_iter().filter(|part| !part.is_empty()).cloned();
        let what = what.collect::<Vec<_>>().join(", ");
        let text = match &lead {
            Some(lead) => format!("Turn {}: {what}; {lead}.", self.turn),
            None => format!("Turn {}: {what}.", self.turn),
        };
        let brought = [Some(brought).filter(|b| !b.is_empty()), lead].into_iter().flatten();
        TurningPoint {
            step: self.step,
            text,
            turn: self.turn,
            gains: self.gains,
            title,
            brought: brought.collect::<Vec<_>>().join("; "),
            swing: self.swing(),
        }
    }
}

/// Gathers moments while a game is read.
#[derive(Default)]
struct Reader {
    step: u32,
    turn: u16,
    points: [u16; 2],
    moments: Vec<Moment>,
}

impl Reader {
    /// Adds to the moment of the same deed in the same step, or begins one.
    fn add(&mut self, gains: Side, deed: Deed, points: u8, figures: u8) {
        let same = |m: &&mut Moment| m.step == self.step && m.gains == gains && m.deed.is_one_with(&deed);
        let before = self.points;
        self.points[gains.index()] += u16::from(points);
        let (mine, theirs) = (self.points[gains.index()], before[gains.other().index()]);
        let overtakes = before[gains.index()] <= theirs && mine > theirs;
        let lead = overtakes.then_some((mine, theirs));
        match self.moments.last_mut().filter(same) {
            Some(moment) => {
                moment.points += points;
                moment.figures += figures;
                moment.deed = deed;
                moment.lead = moment.lead.or(lead).map(|_| (mine, theirs));
            }
            None => {
                let (step, turn) = (self.step, self.turn);
                self.moments.push(Moment { step, turn, gains, points, figures, deed, lead });
            }
        }
    }
}

impl Deed {
    fn is_one_with(&self, other: &Deed) -> bool {
        if let (Deed::Loss { ship: a, .. }, Deed::Loss { ship: b, .. }) = (self, other) {
            return a == b;
        }
        self == other
    }
}

impl Summary {
    /// Looks back on what was told, each event with its step.
    pub fn of<'a>(events: impl IntoIterator<Item = (u32, &'a Event)>) -> Summary {
        let mut sides = [SideReport::default(), SideReport::default()];
        // Averages over a common denominator, so that they are rounded only once.
        let mut averages = [0u128; 2];
        let mut reader = Reader::default();
        for (step, event) in events {
            reader.step = step;
            // All others move neither points nor figures, but for repairs, one figure each.
            if let Event::Turn { turn, .. } = event {
                reader.turn = *turn;
            } else if let Event::Roll { by, on, dice, hits, alerts, twists, .. } = event {
                let n = dice.len() as u8;
                let share = expected_hits(n, by.kind.class(), on.kind.class(), *twists);
                averages[by.side.index()] += u128::from(share.part) * 6u128.pow(MOST_DICE - u32::from(n));
                let expected = share.per_mille();
                let volley = Volley { step, by: *by, on: *on, dice: n, hits: *hits, expected };
                sides[by.side.index()].count(volley, dice, *alerts);
            } else if let Event::Hit { ship, hits, .. } = event {
                sides[ship.side.index()].figures_lost += u16::from(*hits);
                reader.add(ship.side.other(), Deed::Loss { ship: *ship, gone: false }, 0, *hits);
            } else if let Event::Confirm { ship, lost: true, .. } = event {
                sides[ship.side.index()].figures_lost += 1;
                reader.add(ship.side.other(), Deed::Loss { ship: *ship, gone: false }, 0, 1);
            } else if let Event::Eliminated { ship, points } = event {
                sides[ship.side.index()].units_lost += 1;
                reader.add(ship.side.other(), Deed::Loss { ship: *ship, gone: true }, *points, 0);
            } else if let Event::Boarding { by, on, won: true, .. } = event {
                sides[on.side.index()].figures_lost += 1;
                // One side has a figure less, the other one more.
                reader.add(by.side, Deed::Boarding { by: *by, on: *on }, 0, 2);
            } else if let Event::Exited { ship, points } = event {
                reader.add(ship.side, Deed::Exit(*ship), *points, 0);
            } else if let Event::PlanetPoint { ship } = event {
                reader.add(ship.side, Deed::Scores("planets"), 1, 0);
            } else if let Event::SectorPoint { side, .. } = event {
                reader.add(*side, Deed::Scores("clear sectors"), 1, 0);
            } else if let Event::TimePoint { side } = event {
                reader.add(*side, Deed::Scores("time"), 1, 0);
            }
        }
        let whole = 6u128.pow(MOST_DICE);
        for (side, average) in sides.iter_mut().zip(averages) {
            side.expected_hits = ((average * 2000 + whole) / (2 * whole)) as u64;
        }
        let moments = reader.moments.iter().filter(|m| m.swing() >= LEAST_SWING).map(Moment::told).collect();
        Summary { sides, turning_points: weightiest(&reader.moments), moments }
    }

    /// The report of a side.
    pub fn of_side(&self, side: Side) -> &SideReport {
        &self.sides[side.index()]
    }
}

/// The few moments that weigh most, in order of play; of equals, the earlier.
fn weightiest(moments: &[Moment]) -> Vec<TurningPoint> {
    let mut all: Vec<&Moment> = moments.iter().filter(|m| m.swing() >= LEAST_SWING).collect();
    all.sort_by_key(|m| std::cmp::Reverse(m.swing()));
    all.truncate(MOST_POINTS);
    all.sort_by_key(|m| m.step);
    all.into_iter().map(Moment::told).collect()
}

impl SideReport {
    fn count(&mut self, volley: Volley, dice: &[Face], alerts: u8) {
        self.attacks += 1;
        self.dice += u16::from(volley.dice);
        self.hits += u16::from(volley.hits);
        self.stars_rolled += dice.iter().filter(|f| **f == Face::Star).count() as u16;
        self.red_alerts += u16::from(alerts);
        if volley.luck() > self.best.map_or(0, |best| best.luck()) {
            self.best = Some(volley);
        }
        if volley.luck() < self.worst.map_or(0, |worst| worst.luck()) {
            self.worst = Some(volley);
        }
    }
}

#[cfg(test)]
#[path = "summary_tests.rs"]
mod tests;
