//! Finding puzzles: bots play, and where a look ahead finds one choice clearly best, a longer one has to agree.

use super::{CONFIRMED_BY, Played, Puzzle, Refutation, Step, Theme, Wrong, written};
use crate::Table;
use klaxon_bots::{
    Level,
    puzzle::{MARGIN, Weighed},
};
use klaxon_core::{Refusal, Seat, Seed, TableOrder, Viewer};
use serde_json::Value;
use std::{collections::VecDeque, thread};

/// Decisions of one puzzle.
const LONGEST: usize = 3;
/// Puzzles of one game.
const MOST_OF_A_GAME: usize = 5;
/// Inputs between two puzzles of one game.
const APART: u32 = 6;
/// Inputs of one game at most: what lies later would make a puzzle long to begin.
const MOST_INPUTS: u32 = 500;
/// Choices of a question between which a person can be asked to choose.
const CHOICES: std::ops::RangeInclusive<usize> = 3..=32;
/// The same where a plan is laid card by card.
const CHOICES_OF_A_PLAN: std::ops::RangeInclusive<usize> = 12..=400;
/// Choices of a question that a puzzle goes on with.
const CHOICES_THEN: usize = 3;
/// Wrong answers that are told of; the others lose more.
const MOST_WRONG: usize = 12;
/// Wrong answers of which the refutation is looked for.
const MOST_REFUTED: usize = 5;
/// Games without a puzzle after which the search is given up.
const MOST_IN_VAIN: usize = 60;

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

/// Plays games until there are as many puzzles as wanted. `report` is called after each game with a puzzle, with all that
/// were found so far.
///
/// # Errors
/// An order that the game does not take.
pub fn find(
    plan: &Plan,
    mut report: impl FnMut(&[(Played, Vec<Puzzle>)]),
) -> Result<Vec<(Played, Vec<Puzzle>)>, Refusal> {
    let (mut found, mut puzzles, mut games, mut in_vain): (Vec<(Played, Vec<Puzzle>)>, usize, usize, usize) =
        (Vec::new(), 0, 0, 0);
    while puzzles < plan.count && in_vain < MOST_IN_VAIN {
        let batch: Vec<usize> = (games..games + plan.threads.max(1)).collect();
        let played: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = batch.iter().map(|n| scope.spawn(move || one(plan, *n))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("a game is played without a fault"))
                .collect()
        });
        for row in played {
            let (game, mut more) = row?;
            games += 1;
            more.truncate(plan.count - puzzles);
            in_vain = if more.is_empty() { in_vain + 1 } else { 0 };
            if !more.is_empty() {
                puzzles += more.len();
                found.push((upto(game, &more), more));
                report(&found);
            }
        }
    }
    Ok(found)
}

/// The game as far as puzzles lie in it.
fn upto(mut game: Played, puzzles: &[Puzzle]) -> Played {
    game.inputs.truncate(puzzles.iter().map(|puzzle| puzzle.at).max().unwrap_or(0));
    game
}

/// Plays one game.
fn one(plan: &Plan, n: usize) -> Result<(Played, Vec<Puzzle>), Refusal> {
    let order = plan.orders[n % plan.orders.len()].clone();
    let luck = plan.seed + n as u64;
    let mut table = Table::open(&plan.game, &order, Seed::small(luck))?;
    let mut played = Played { game: plan.game.clone(), order, luck, inputs: Vec::new() };
    let (mut puzzles, mut next_at): (Vec<Puzzle>, u32) = (Vec::new(), 0);
    let mut series: VecDeque<(Seat, Value)> = VecDeque::new();
    while table.outcome().is_none() && table.step() < MOST_INPUTS && puzzles.len() < MOST_OF_A_GAME {
        let put = match series.pop_front() {
            Some((seat, action)) => {
                if table.step() >= next_at && plan_looks_good(&table, seat, luck) {
                    note(&table, seat, luck, true, &mut puzzles, &mut next_at);
                }
                match table.act(seat, None, &action, 0) {
                    Ok(put) => put,
                    Err(_) => {
                        series.clear();
                        continue;
                    }
                }
            }
            None => {
                let Some(seat) = table.to_act().iter().next() else {
                    let Some(put) = table.alarm().and_then(|alarm| table.clock(alarm, 0)) else { break };
                    played.inputs.extend(written(&put.line));
                    continue;
                };
                let thought = table.think(seat, Level::Normal, luck).expect("the seat is asked");
                let looks_good = if thought.planned {
                    table.step() >= next_at && plan_looks_good(&table, seat, luck)
                } else {
                    let gap = thought.worth.zip(thought.next).map(|(best, (_, next))| best - next);
                    let wins = thought.worth == Some(1000);
                    (wins || gap.is_some_and(|gap| gap >= MARGIN))
                        && table.step() >= next_at
                        && CHOICES.contains(&table.count_choices(seat))
                };
                if looks_good {
                    note(&table, seat, luck, thought.planned, &mut puzzles, &mut next_at);
                }
                series = thought.then.into_iter().map(|action| (seat, action)).collect();
                table.choose(seat, None, thought.index, 0)?
            }
        };
        played.inputs.extend(written(&put.line));
    }
    Ok((played, puzzles))
}

/// Where a plan is laid: is there one card that makes the difference?
fn plan_looks_good(table: &Table, seat: Seat, luck: u64) -> bool {
    CHOICES_OF_A_PLAN.contains(&table.count_choices(seat))
        && table.weigh(seat, 1, luck).is_some_and(|weighed| weighed.margin >= MARGIN)
}

fn note(table: &Table, seat: Seat, luck: u64, is_plan: bool, puzzles: &mut Vec<Puzzle>, next_at: &mut u32) {
    // What does not hold is not looked at again a moment later.
    *next_at = table.step() + 2;
    if let Some(puzzle) = pose(table, seat, luck, is_plan) {
        *next_at = table.step() + APART;
        puzzles.push(puzzle);
    }
}

/// The luck of looking at a position: the same whoever looks.
pub(super) fn salt(luck: u64, step: u32) -> u64 {
    luck << 20 ^ u64::from(step) ^ 0x70_757a
}

/// The puzzle of a position, where the longer look confirms it.
fn pose(table: &Table, seat: Seat, luck: u64, is_plan: bool) -> Option<Puzzle> {
    let mut table = table.clone();
    let (at, mut line, mut rating, mut theme) = (table.step() as usize, Vec::new(), 0, Theme::Gain);
    // Undone steps would make the number of inputs another: bots undo nothing.
    debug_assert_eq!(table.n(), table.step());
    let rule =
        table.prompt(Viewer::Seat(seat)).rule.map_or_else(String::new, |rule| rule.as_str().to_owned());
    while line.len() < LONGEST {
        let Some((step, hard)) = step(&table, seat, luck, is_plan) else { break };
        if line.is_empty() {
            theme = Theme::of(step.worth, step.worth - step.margin);
            rating = hard;
        } else {
            rating = rating.max(hard) + 60;
        }
        let goes_on =
            step.right.len() == 1 && table.say(seat, &step.right[0], 0).is_ok() && answers(&mut table, seat);
        line.push(step);
        if !goes_on {
            break;
        }
    }
    let id = format!("{luck}-{at}");
    (!line.is_empty()).then(|| Puzzle { id, at, seat, theme, rating: rating.clamp(600, 2200), rule, line })
}

/// Goes on to the seat's next question that leaves a choice, as long as nobody else is asked.
pub(super) fn answers(table: &mut Table, seat: Seat) -> bool {
    for _ in 0..8 {
        if table.outcome().is_some() || table.to_act().len() != 1 || !table.to_act().has(seat) {
            return false;
        }
        if table.count_choices(seat) > 1 {
            return true;
        }
        if table.choose(seat, None, 0, 0).is_err() {
            return false;
        }
    }
    false
}

/// A decision of a puzzle with how hard it is, where one is clearly best.
fn step(table: &Table, seat: Seat, luck: u64, is_plan: bool) -> Option<(Step, i32)> {
    if table.count_choices(seat) < CHOICES_THEN {
        return None;
    }
    let salt = salt(luck, table.step());
    let weighed = table.weigh(seat, CONFIRMED_BY, salt)?;
    if !weighed.sure || weighed.margin < MARGIN {
        return None;
    }
    let choices = table.choices(seat);
    // What reads the same, or what the words do not say in full, cannot be asked for.
    let said =
        |i: &usize| table.canon(seat, &choices[*i].words).is_ok_and(|words| words == choices[*i].words);
    let twice = |i: &usize| choices.iter().filter(|c| c.words == choices[*i].words).count() > 1;
    if weighed.right.iter().any(|i| !said(i) || twice(i)) {
        return None;
    }
    let best = weighed.right[0];
    let mut others: Vec<usize> = (0..choices.len()).filter(|i| !weighed.right.contains(i)).collect();
    others.sort_by_key(|i| (-weighed.worths[*i], *i));
    let wrong = others.iter().take(MOST_WRONG).enumerate().map(|(place, &i)| Wrong {
        words: choices[i].words.clone(),
        worth: weighed.worths[i],
        refutation: if place < MOST_REFUTED { refutation(table, seat, i, salt) } else { Default::default() },
    });
    let step = Step {
        right: weighed.right.iter().map(|i| choices[*i].words.clone()).collect(),
        worth: weighed.worths[best],
        margin: weighed.margin,
        choices: choices.len(),
        why: table.speaks_for(seat, best, salt),
        wrong: wrong.collect(),
    };
    // The rule of thumb for a plan is to fly it: nobody has that in his head.
    let plain = if is_plan { 500 } else { weighed.at_hand };
    Some((step, hard(&weighed, plain, choices.len())))
}

/// How a wrong decision is refuted. Where others play and none of them has an answer that stands out, there is nothing to tell.
fn refutation(table: &Table, seat: Seat, index: usize, salt: u64) -> Refutation {
    let found = table.refute(seat, index, salt);
    if found.reply.is_empty() && table.seats() > 1 { Refutation::default() } else { found }
}

/// How hard a decision is to find: among many, against what lies at hand, and where the difference is small.
fn hard(weighed: &Weighed, plain: u32, choices: usize) -> i32 {
    let among = 100 * (usize::BITS - choices.leading_zeros()) as i32;
    let against = (1000 - plain as i32) * 6 / 10;
    700 + among + against - weighed.margin.min(500) / 2
}
