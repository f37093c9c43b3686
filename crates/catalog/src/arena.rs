//! Bots against bots: many games, and what they prove.

use crate::Table;
use klaxon_bots::{Level, Mark, Thought, review::Depth};
use klaxon_core::{Outcome, Refusal, Seat, Seed, TableOrder};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The game's id.
    pub game: String,
    /// Scenario and options.
    pub order: TableOrder,
    /// One bot for each side; they change sides from game to game.
    pub bots: Vec<Level>,
    /// How many games.
    pub games: u32,
    /// Luck of the first game; the next one takes the next number.
    pub seed: u64,
    /// Games at a time.
    pub threads: usize,
    /// Do the bots change sides? Otherwise bot *i* always has seat *i*.
    pub swap: bool,
}

/// One game of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Played {
    /// Which one.
    pub game: u32,
    /// The bot in each seat, by its place in the match.
    pub seats: Vec<usize>,
    /// Who sat in each seat, such as the faction that it was dealt.
    pub names: Vec<String>,
    /// How it ended; `None` when it was given up after too many steps.
    pub outcome: Option<Outcome>,
    /// Steps it took.
    pub steps: u32,
}

/// Plays a match. `report` is called after each game with the number done.
pub fn play(plan: &Match, report: impl Fn(u32) + Sync) -> Result<Vec<Played>, Refusal> {
    let played = Mutex::new(Vec::new());
    each(plan, report, |game| {
        let row = one(plan, game)?;
        played.lock().expect("no thread panics holding it").push(row);
        Ok(())
    })?;
    let mut played = played.into_inner().expect("all threads are done");
    played.sort_by_key(|p| p.game);
    Ok(played)
}

/// Does something for each game of a match, on all its threads. A refusal does not stop the others.
fn each(
    plan: &Match,
    report: impl Fn(u32) + Sync,
    one: impl Fn(u32) -> Result<(), Refusal> + Sync,
) -> Result<(), Refusal> {
    // One table beforehand, so that a wrong order is refused before any thread starts.
    Table::open(&plan.game, &plan.order, Seed::small(plan.seed))?;
    let next = AtomicU32::new(0);
    let done = AtomicU32::new(0);
    let refused = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= plan.games {
                        return;
                    }
                    if let Err(refusal) = one(game) {
                        *refused.lock().expect("no thread panics holding it") = Some(refusal);
                    }
                    report(done.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    refused.into_inner().expect("all threads are done").map_or(Ok(()), Err)
}

fn one(plan: &Match, game: u32) -> Result<Played, Refusal> {
    let table = finish(plan, game)?;
    let seats = seated(plan, game, table.seats());
    let names = (0..table.seats()).map(|s| table.seat_name(Seat(s as u8))).collect();
    Ok(Played { game, seats, names, outcome: table.outcome(), steps: table.step() })
}

/// The bot in each seat, by its place in the match.
fn seated(plan: &Match, game: u32, seats: usize) -> Vec<usize> {
    let shift = if plan.swap { game as usize } else { 0 };
    (0..seats).map(|s| (s + shift) % plan.bots.len()).collect()
}

/// Plays one game of a match to its end and returns the table as it stands then.
pub fn finish(plan: &Match, game: u32) -> Result<Table, Refusal> {
    Ok(watch(plan, game, |_, _, _, _| {})?.0)
}

/// The same, and shows each decision before it is taken: the table, the seat, its bot's place in the match, what it thought.
/// Returns the lines of the game's log besides.
fn watch(
    plan: &Match,
    game: u32,
    mut look: impl FnMut(&Table, Seat, usize, &Thought),
) -> Result<(Table, Vec<String>), Refusal> {
    const LIMIT: u32 = 100_000;
    let seed = plan.seed + u64::from(game);
    let mut table = Table::open(&plan.game, &plan.order, Seed::small(seed))?;
    let seats = seated(plan, game, table.seats());
    let mut lines = Vec::new();
    while table.outcome().is_none() && table.step() < LIMIT {
        let Some(seat) = table.to_act().iter().next() else {
            let Some(alarm) = table.alarm() else { break };
            lines.extend(table.clock(alarm, 0).map(|put| put.line));
            continue;
        };
        let level = plan.bots[seats[seat.index()]];
        let thought = table.think(seat, level, seed).expect("the seat is asked");
        look(&table, seat, seats[seat.index()], &thought);
        lines.push(table.choose(seat, None, thought.index, 0)?.line);
        for action in &thought.then {
            // What was decided together is shown one by one, too.
            if !thought.planned
                && let Some(index) = table.choices(seat).iter().position(|choice| choice.action == *action)
            {
                look(&table, seat, seats[seat.index()], &Thought::new(index));
            }
            let Ok(put) = table.act(seat, None, action, 0) else { break };
            lines.push(put.line);
        }
    }
    Ok((table, lines))
}

/// How a deeper search looks at the decisions of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judging {
    /// Its rounds.
    pub rounds: u32,
    /// It looks at one decision in so many.
    pub every: u32,
}

/// What it found of one bot's decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Blunders {
    /// Decisions between two choices or more that it looked at; of what was planned as a whole, the parts of the game.
    pub judged: u32,
    /// Those that cost [`klaxon_bots::MISTAKE`] thousandths of a game or more, blunders among them.
    pub mistakes: u32,
    /// Those that cost [`klaxon_bots::BLUNDER`] or more.
    pub blunders: u32,
}

impl Blunders {
    /// Blunders in a thousand decisions, with the 95 % confidence interval.
    pub fn per_thousand(self) -> (f64, f64, f64) {
        let score = Score { won: self.blunders, drawn: 0, lost: self.judged - self.blunders };
        let (low, high) = score.interval();
        (1000.0 * score.share(), 1000.0 * low, 1000.0 * high)
    }
}

/// Plays a match and judges the decisions of each of its bots. What the game's own planner has made as a whole is judged as a
/// whole, part by part of the game as a review does. `report` is called after each game with the number done.
pub fn blunders(
    plan: &Match,
    judging: Judging,
    report: impl Fn(u32) + Sync,
) -> Result<Vec<Blunders>, Refusal> {
    let found = Mutex::new(vec![Blunders::default(); plan.bots.len()]);
    each(plan, report, |game| {
        let rows = judged(plan, game, judging)?;
        let mut found = found.lock().expect("no thread panics holding it");
        for (sum, row) in found.iter_mut().zip(rows) {
            sum.judged += row.judged;
            sum.mistakes += row.mistakes;
            sum.blunders += row.blunders;
        }
        Ok(())
    })?;
    Ok(found.into_inner().expect("all threads are done"))
}

fn judged(plan: &Match, game: u32, judging: Judging) -> Result<Vec<Blunders>, Refusal> {
    let mut rows = vec![Blunders::default(); plan.bots.len()];
    // Each game begins at another decision, so that the first of a game are not always looked at, or never.
    let every = judging.every.max(1);
    let mut n = game;
    let mut planners = BTreeMap::new();
    let (table, lines) = watch(plan, game, |table, seat, bot, thought| {
        if thought.planned {
            planners.insert(seat, bot);
        }
        if thought.planned || table.count_choices(seat) < 2 {
            return;
        }
        n += 1;
        if !n.is_multiple_of(every) {
            return;
        }
        let salt = plan.seed ^ u64::from(game) << 32 ^ u64::from(table.step());
        if let Some(mark) = table.verdict(seat, thought.index, judging.rounds, salt) {
            rows[bot].judged += 1;
            rows[bot].mistakes += u32::from(mark >= Mark::Mistake);
            rows[bot].blunders += u32::from(mark == Mark::Blunder);
        }
    })?;
    for (seat, bot) in planners {
        let depth = Depth::of_rounds(judging.rounds);
        let mut reviewer = Table::review(&table.sealed_header(), &lines, seat, depth).expect(PLAYED);
        while reviewer.go_on().expect(PLAYED) {}
        let review = reviewer.review();
        let of = |mark: Mark| review.count(mark) as u32;
        rows[bot].judged += review.decisions;
        rows[bot].mistakes += of(Mark::Mistake) + of(Mark::Blunder);
        rows[bot].blunders += of(Mark::Blunder);
    }
    Ok(rows)
}

/// The log of a game that was just played here.
const PLAYED: &str = "what was played can be looked back upon";

/// How one bot of a match fared.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games drawn, or given up after too many steps.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// Games counted.
    pub fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Share of points, a draw for half.
    pub fn share(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The 95 % confidence interval of the share (Wilson).
    pub fn interval(self) -> (f64, f64) {
        let (n, p, z) = (f64::from(self.games().max(1)), self.share(), 1.96f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    fn count(&mut self, outcome: Option<&Outcome>, seat: Seat) {
        match outcome.map(|o| o.worth(seat)) {
            Some(1000) => self.won += 1,
            Some(0) => self.lost += 1,
            Some(_) | None => self.drawn += 1,
        }
    }
}

/// How each bot of a match fared.
pub fn by_bot(played: &[Played], bots: usize) -> Vec<Score> {
    let mut scores = vec![Score::default(); bots];
    for game in played {
        for (bot, score) in scores.iter_mut().enumerate() {
            if let Some(seat) = game.seats.iter().position(|&b| b == bot) {
                score.count(game.outcome.as_ref(), Seat(seat as u8));
            }
        }
    }
    scores
}

/// How each seat of a match fared.
pub fn by_seat(played: &[Played]) -> Vec<Score> {
    let seats = played.iter().map(|p| p.seats.len()).max().unwrap_or(0);
    let mut scores = vec![Score::default(); seats];
    for game in played {
        for (seat, score) in scores.iter_mut().enumerate() {
            score.count(game.outcome.as_ref(), Seat(seat as u8));
        }
    }
    scores
}

/// How each name fared, in the order of the alphabet: where factions are dealt or chosen, this is the balance of the
/// game.
pub fn by_name(played: &[Played]) -> BTreeMap<String, Score> {
    let mut scores: BTreeMap<String, Score> = BTreeMap::new();
    for game in played {
        for (seat, name) in game.names.iter().enumerate() {
            scores.entry(name.clone()).or_default().count(game.outcome.as_ref(), Seat(seat as u8));
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::SeatSet;

    #[test]
    fn names_are_counted_wherever_they_sit() {
        let game = |names: [&str; 2], winner| Played {
            game: 0,
            seats: vec![0, 1],
            names: names.map(String::from).to_vec(),
            outcome: Some(Outcome {
                winners: SeatSet::only(Seat(winner)),
                draw: false,
                text: "over".into(),
                score: None,
            }),
            steps: 1,
        };
        let played = [game(["Raynor", "Aldaris"], 0), game(["Overmind", "Raynor"], 1)];
        let scores = by_name(&played);
        assert_eq!(scores["Raynor"], Score { won: 2, drawn: 0, lost: 0 });
        assert_eq!(scores["Aldaris"], Score { won: 0, drawn: 0, lost: 1 });
        assert_eq!(scores.len(), 3);
    }

    #[test]
    fn blunders_are_the_same_however_many_play_at_a_time() {
        let plan = |threads| Match {
            game: "red-alert".into(),
            order: TableOrder::default(),
            bots: vec![Level::Random, Level::Easy],
            games: 2,
            seed: 5,
            threads,
            swap: true,
        };
        let judging = Judging { rounds: 48, every: 40 };
        let one = blunders(&plan(1), judging, |_| {}).unwrap();
        assert_eq!(one, blunders(&plan(2), judging, |_| {}).unwrap());
        assert!(one.iter().all(|row| row.judged > 0 && row.blunders <= row.mistakes), "{one:?}");
        let (rate, low, high) = Blunders { judged: 200, mistakes: 9, blunders: 3 }.per_thousand();
        assert!(low < rate && rate < high && (rate - 15.0).abs() < 0.01, "{low} {rate} {high}");
    }

    #[test]
    fn what_a_crew_plans_as_a_whole_is_judged_phase_by_phase() {
        let plan = Match {
            game: "space-alert".into(),
            order: TableOrder { scenario: "S2-1".into(), seats: 3, ..TableOrder::default() },
            bots: vec![Level::Easy],
            games: 1,
            seed: 5,
            threads: 1,
            swap: false,
        };
        let crew = blunders(&plan, Judging { rounds: 200, every: 1 }, |_| {}).unwrap()[0];
        assert!(crew.judged >= 9, "three of them in three phases: {crew:?}");
        assert!(crew.blunders <= crew.mistakes && crew.mistakes <= crew.judged, "{crew:?}");
    }

    /// Whoever is about to lose puts it off for a while; no game has a decision that puts it off for ever.
    #[test]
    fn games_of_quick_bots_come_to_an_end() {
        for cover in crate::shelf::games() {
            let plan = Match {
                game: cover.id.into(),
                order: TableOrder::default(),
                bots: vec![Level::Easy],
                games: 40,
                seed: 1,
                threads: 2,
                swap: false,
            };
            for game in play(&plan, |_| {}).unwrap() {
                assert!(game.outcome.is_some() && game.steps < 10_000, "{}: {game:?}", cover.id);
            }
        }
    }

    #[test]
    fn the_interval_holds_the_share() {
        let score = Score { won: 36, drawn: 0, lost: 4 };
        let (low, high) = score.interval();
        assert!(low < 0.9 && 0.9 < high && low > 0.75 && high < 0.98, "{low} {high}");
    }
}
