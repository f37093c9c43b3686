//! Finding puzzles: games are played until there are enough, several at a time, and put together in their order.

use super::{
    Played, Puzzle,
    look::{Looking, MOST_INPUTS},
    tally::Tally,
};
use crate::Table;
use klaxon_core::{Refusal, Seed, TableOrder};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Condvar, Mutex, PoisonError},
    thread,
};

/// Games without a puzzle after which the search is given up.
const MOST_IN_VAIN: usize = 2000;
/// A game knows what was found in those that lie so far before it, and in none that are nearer: so what it looks for does
/// not depend on how many are played at a time.
const LAG: usize = 24;

/// What is to be found.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// Tables to play at, one after the other.
    pub orders: Vec<TableOrder>,
    /// Luck of the first game; the next one takes the next number.
    pub seed: u64,
    /// How many puzzles.
    pub count: usize,
    /// Games at a time; what is found does not depend on it.
    pub threads: usize,
}

/// A game with the puzzles that lie in it.
pub type Found = (Played, Vec<Puzzle>);

/// Plays games until there are as many puzzles as wanted, or `is_over` says so; what was found by then is the beginning of what
/// there would have been. `report` is called after each game with a puzzle, with all that were found so far.
///
/// # Errors
/// An order that the game does not take.
pub fn find(
    plan: &Plan,
    is_over: impl Fn() -> bool + Sync,
    report: impl FnMut(&[Found]) + Send,
) -> Result<Vec<Found>, Refusal> {
    let desk = Mutex::new(Desk {
        plan,
        report,
        begun: 0,
        waiting: BTreeMap::new(),
        tallies: vec![Tally::default()],
        found: Vec::new(),
        in_vain: 0,
        over: None,
    });
    let news = Condvar::new();
    thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| work(plan, &is_over, &desk, &news));
        }
    });
    let desk = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    match desk.over {
        Some(Err(refusal)) => Err(refusal),
        Some(Ok(())) | None => Ok(desk.found),
    }
}

/// Plays games, each once all those are done that it has to know of.
fn work<R: FnMut(&[Found]) + Send>(
    plan: &Plan,
    is_over: &(impl Fn() -> bool + Sync),
    desk: &Mutex<Desk<'_, R>>,
    news: &Condvar,
) {
    loop {
        let open = |desk: &mut Desk<'_, R>| desk.over.is_none() && desk.begun > desk.tallies.len() - 1 + LAG;
        let mut at = desk.lock().unwrap_or_else(PoisonError::into_inner);
        at = news.wait_while(at, open).unwrap_or_else(PoisonError::into_inner);
        if at.over.is_some() {
            return;
        }
        let n = at.begun;
        at.begun += 1;
        let tally = at.tallies[n.saturating_sub(LAG)].clone();
        drop(at);
        let played = catch_unwind(AssertUnwindSafe(|| one(plan, n, &tally, is_over)));
        let mut at = desk.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = match played {
            Ok(played) => {
                at.put(n, played);
                None
            }
            // The others must not wait for a game that will never be done.
            Err(fault) => {
                at.over = Some(Ok(()));
                Some(fault)
            }
        };
        drop(at);
        news.notify_all();
        if let Some(fault) = fault {
            resume_unwind(fault);
        }
    }
}

/// Where the games come together again, in their order.
struct Desk<'a, R> {
    plan: &'a Plan,
    report: R,
    /// Games begun.
    begun: usize,
    /// Games that are done before an earlier one is.
    waiting: BTreeMap<usize, Result<Found, Refusal>>,
    /// What was found before each game, as far as they are put together.
    tallies: Vec<Tally>,
    found: Vec<Found>,
    in_vain: usize,
    /// Set when nothing more is to be begun.
    over: Option<Result<(), Refusal>>,
}

impl<R: FnMut(&[Found])> Desk<'_, R> {
    /// A game is done; `None` where it was broken off.
    fn put(&mut self, n: usize, played: Result<Option<Found>, Refusal>) {
        match played {
            Ok(Some(found)) => drop(self.waiting.insert(n, Ok(found))),
            Err(refusal) => drop(self.waiting.insert(n, Err(refusal))),
            // What comes after it must not be there without it.
            Ok(None) => self.over = self.over.take().or(Some(Ok(()))),
        }
        while let Some(next) = self.waiting.remove(&(self.tallies.len() - 1)) {
            if matches!(self.over, Some(Err(_))) || self.is_full() {
                return;
            }
            match next {
                Ok(found) => self.take(found),
                Err(refusal) => self.over = Some(Err(refusal)),
            }
        }
    }

    fn is_full(&self) -> bool {
        let last = self.tallies.last().expect("there is a first tally");
        last.all() >= self.plan.count || self.in_vain >= MOST_IN_VAIN
    }

    fn take(&mut self, (game, puzzles): Found) {
        let mut tally = self.tallies.last().expect("there is a first tally").clone();
        let mut kept = Vec::new();
        for puzzle in puzzles {
            if tally.all() < self.plan.count && tally.wants(&puzzle, self.plan.count) {
                tally.note(&puzzle);
                kept.push(puzzle);
            }
        }
        self.tallies.push(tally);
        self.in_vain = if kept.is_empty() { self.in_vain + 1 } else { 0 };
        if !kept.is_empty() {
            self.found.push((upto(game, &kept), kept));
            (self.report)(&self.found);
        }
        if self.is_full() {
            self.over = self.over.take().or(Some(Ok(())));
        }
    }
}

/// Plays one game of a plan once more and finds what lies before an input: for those who want to see whether a file is what it says. It
/// knows nothing of other games, as a game does while there is still room for every kind of puzzle.
///
/// # Errors
/// An order that the game does not take.
pub fn again(plan: &Plan, luck: u64, before: usize) -> Result<Found, Refusal> {
    let n = luck.saturating_sub(plan.seed) as usize;
    let found = search(plan, n, &Tally::default(), before, &|| false)?;
    Ok(found.expect("nobody breaks it off"))
}

/// The game as far as puzzles lie in it.
pub fn upto(mut game: Played, puzzles: &[Puzzle]) -> Played {
    game.inputs.truncate(puzzles.iter().map(|puzzle| puzzle.at).max().unwrap_or(0));
    game
}

/// Plays one game; `None` where it was broken off.
fn one(
    plan: &Plan,
    n: usize,
    tally: &Tally,
    is_over: &(impl Fn() -> bool + Sync),
) -> Result<Option<Found>, Refusal> {
    search(plan, n, tally, MOST_INPUTS as usize, is_over)
}

fn search(
    plan: &Plan,
    n: usize,
    tally: &Tally,
    most: usize,
    is_over: &(impl Fn() -> bool + Sync),
) -> Result<Option<Found>, Refusal> {
    let order = plan.orders[n % plan.orders.len()].clone();
    let luck = plan.seed + n as u64;
    let table = Table::open(&plan.game, &order, Seed::small(luck))?;
    let played = Played { game: plan.game.clone(), order, luck, inputs: Vec::new() };
    let mut looking = Looking::new(table, luck, tally, plan.count);
    let inputs = looking.play(most, is_over)?;
    Ok(inputs.map(|inputs| (Played { inputs, ..played }, looking.puzzles)))
}
