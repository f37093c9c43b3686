//! Looking for puzzles in one game: quick bots play it, and where a short look finds a few choices that stand out, longer ones have
//! to agree.

use super::{
    CONFIRMED_BY, OTHER_LUCK, PROVEN, Played, Puzzle, Refutation, Step, Theme, Wrong, reach,
    tally::{Tally, kind},
    written,
};
use crate::Table;
use klaxon_bots::{
    Level,
    puzzle::{Glance, MARGIN, Weighed},
};
use klaxon_core::{Chance, Refusal, Seat, Viewer};
use serde_json::Value;
use std::collections::VecDeque;

/// Decisions of one puzzle.
const LONGEST: usize = 5;
/// Puzzles of one game.
const MOST_OF_A_GAME: usize = 3;
/// Inputs between two puzzles of one game.
const APART: u32 = 16;
/// Inputs of one game at most: what lies later would make a puzzle long to begin.
pub(super) const MOST_INPUTS: u32 = 500;
/// Choices of a question between which a person can be asked to choose.
pub(super) const CHOICES: std::ops::RangeInclusive<usize> = 3..=32;
/// The same where a plan is laid card by card.
const CHOICES_OF_A_PLAN: std::ops::RangeInclusive<usize> = 12..=400;
/// Wrong answers that are told of; the others lose more.
const MOST_WRONG: usize = 8;
/// A short look must find something better by so many thousandths, the usual one by so many; a look is noisy, and what is
/// there is not to be missed.
const AT_A_GLANCE: i32 = 70;
/// See [`AT_A_GLANCE`].
const AT_A_LOOK: i32 = 85;
/// One decision in so many is made by rule of thumb: games differ, and mistakes leave something to find.
const THUMB: u32 = 4;
/// What so many in a thousand would do by rule of thumb is no puzzle.
const OBVIOUS: u32 = 900;
/// What wins at once is rated no higher.
pub(super) const EASY: i32 = 1150;
/// A game in which puzzles are looked for.
pub(super) struct Looking<'a> {
    table: Table,
    luck: u64,
    tally: &'a Tally,
    count: usize,
    pub(super) puzzles: Vec<Puzzle>,
    /// Nothing is looked for before this step.
    next_at: u32,
}

impl Looking<'_> {
    pub(super) fn new(table: Table, luck: u64, tally: &Tally, count: usize) -> Looking<'_> {
        Looking { table, luck, tally, count, puzzles: Vec::new(), next_at: 0 }
    }

    /// Plays on; returns the inputs, or `None` where it was broken off.
    pub(super) fn play(
        &mut self,
        most: usize,
        is_over: &impl Fn() -> bool,
    ) -> Result<Option<Vec<String>>, Refusal> {
        let mut inputs = Vec::new();
        let mut series: VecDeque<(Seat, Value)> = VecDeque::new();
        let most = (most as u32).min(MOST_INPUTS);
        while self.table.outcome().is_none()
            && self.table.step() < most
            && self.puzzles.len() < MOST_OF_A_GAME
        {
            if is_over() {
                return Ok(None);
            }
            let put = match series.pop_front() {
                Some((seat, action)) => {
                    self.look_at_plan(seat);
                    match self.table.act(seat, None, &action, 0) {
                        Ok(put) => put,
                        Err(_) => {
                            series.clear();
                            continue;
                        }
                    }
                }
                None => {
                    let Some(seat) = self.table.to_act().iter().next() else {
                        let alarm = self.table.alarm();
                        let Some(put) = alarm.and_then(|alarm| self.table.clock(alarm, 0)) else { break };
                        inputs.extend(written(&put.line));
                        continue;
                    };
                    let salt = salt(self.luck, self.table.step());
                    let think = |level| self.table.think(seat, level, self.luck).expect("the seat is asked");
                    let index = match self.table.glance(seat, salt) {
                        Some(glance) => {
                            let by_thumb = Chance::quick(salt).below(THUMB) == 0;
                            let index = if by_thumb { think(Level::Easy).index } else { glance.best };
                            self.look(seat, glance);
                            index
                        }
                        None => {
                            let thought = think(Level::Normal);
                            if thought.planned {
                                self.look_at_plan(seat);
                            }
                            series = thought.then.into_iter().map(|action| (seat, action)).collect();
                            thought.index
                        }
                    };
                    self.table.choose(seat, None, index, 0)?
                }
            };
            inputs.extend(written(&put.line));
        }
        Ok(Some(inputs))
    }

    /// Where a plan is laid: is there one card that makes the difference?
    fn look_at_plan(&mut self, seat: Seat) {
        let step = self.table.step();
        if step >= self.next_at
            && CHOICES_OF_A_PLAN.contains(&self.table.count_choices(seat))
            && stands_out(&self.table, seat, self.luck, true)
        {
            self.note(seat, true);
        }
    }

    /// Something stands out at a glance: does it at a longer look?
    fn look(&mut self, seat: Seat, glance: Glance) {
        let step = self.table.step();
        if step < self.next_at
            || glance.gap < AT_A_GLANCE
            || !CHOICES.contains(&self.table.count_choices(seat))
        {
            return;
        }
        let salt = salt(self.luck, step);
        let Some(weighed) = self.table.weigh(seat, 1, salt ^ 1) else { return };
        let worth = weighed.worths[weighed.right[0]];
        let words = &self.table.choices(seat)[weighed.right[0]].words;
        let theme = Theme::of(worth, worth - weighed.margin);
        if weighed.margin >= AT_A_LOOK
            && weighed.at_hand < OBVIOUS
            && self.tally.has_room(theme, &kind(words, weighed.worths.len()), weighed.wins, self.count)
        {
            self.note(seat, false);
        }
    }

    /// The longest look.
    fn note(&mut self, seat: Seat, is_plan: bool) {
        // What does not hold is not looked at again a moment later.
        self.next_at = self.table.step() + 2;
        let Some(puzzle) = pose(&self.table, seat, self.luck, is_plan) else { return };
        let same = |other: &Puzzle| other.seat == seat && other.line[0].right == puzzle.line[0].right;
        if !self.puzzles.iter().any(same) {
            self.next_at = self.table.step() + APART;
            self.puzzles.push(puzzle);
        }
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
        let Some(Asked { step, hard, obvious }) = step(&table, seat, luck, is_plan) else { break };
        if line.is_empty() {
            // What nearly everybody would do is no puzzle; in the midst of a line it may be what the line is for.
            if obvious {
                break;
            }
            theme = Theme::of(step.worth, step.worth - step.margin);
            rating = hard;
        } else {
            // What goes on is measured twice: it was not looked for, and is there because of what comes before it.
            if proven(&table, seat, luck, &step, OTHER_LUCK).is_none_or(|margin| margin < PROVEN) {
                break;
            }
            if !obvious {
                rating = rating.max(hard) + 60;
            }
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

/// Does a look of the usual length find something?
fn stands_out(table: &Table, seat: Seat, luck: u64, is_plan: bool) -> bool {
    let salt = salt(luck, table.step());
    let glance = || table.glance(seat, salt).is_some_and(|glance| glance.gap >= AT_A_GLANCE);
    let least = if is_plan { MARGIN } else { AT_A_LOOK };
    (is_plan || glance()) && table.weigh(seat, 1, salt ^ 1).is_some_and(|weighed| weighed.margin >= least)
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

/// By how much the worst of what is right beats the best of what is wrong with other luck, where that is sure.
pub(super) fn proven(table: &Table, seat: Seat, luck: u64, step: &Step, other: u64) -> Option<i32> {
    // The low bits are the place in the game.
    let weighed = table.weigh(seat, CONFIRMED_BY, salt(luck, table.step()) ^ other.rotate_right(24))?;
    let choices = table.choices(seat);
    let of = |is_right: bool| {
        let all = weighed.worths.iter().zip(&choices);
        all.filter(move |(_, choice)| step.takes(&choice.words) == is_right).map(|(worth, _)| *worth)
    };
    weighed.sure.then(|| Some(of(true).min()? - of(false).max()?)).flatten()
}

/// A decision of a puzzle.
struct Asked {
    step: Step,
    hard: i32,
    /// Nearly everybody would make it by rule of thumb.
    obvious: bool,
}

/// What is asked, where one decision is clearly best.
fn step(table: &Table, seat: Seat, luck: u64, is_plan: bool) -> Option<Asked> {
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
    // What nothing can be told of is told nothing of.
    let wrong: Vec<Wrong> = others
        .iter()
        .take(MOST_WRONG)
        .map(|&i| Wrong {
            words: choices[i].words.clone(),
            worth: weighed.worths[i],
            refutation: table.refute(seat, i, salt),
        })
        .filter(|wrong| wrong.refutation != Refutation::default())
        .collect();
    if wrong.is_empty() {
        return None;
    }
    let step = Step {
        right: weighed.right.iter().map(|i| choices[*i].words.clone()).collect(),
        worth: weighed.worths[best],
        margin: weighed.margin,
        choices: choices.len(),
        why: table.speaks_for(seat, best, salt),
        wrong,
    };
    // The rule of thumb for a plan is to fly it: nobody has that in his head. And its choices are a few cards for each of many slots.
    let (plain, among) = if is_plan { (500, choices.len() / 8) } else { (weighed.at_hand, choices.len()) };
    let obvious = !is_plan && weighed.at_hand >= OBVIOUS;
    Some(Asked { step, hard: hard(&weighed, plain, among), obvious })
}

/// How hard a decision is to find: among many, against what lies at hand, and where the difference is small.
fn hard(weighed: &Weighed, plain: u32, choices: usize) -> i32 {
    let among = 100 * (usize::BITS - choices.leading_zeros()) as i32;
    let against = (1000 - plain as i32) * 6 / 10;
    let hard = 700 + among + against - weighed.margin.min(500) / 2;
    if weighed.wins { hard.min(EASY) } else { hard }
}

/// The puzzle with what is told of its answers told anew, for the words of a game change and what is right does not.
///
/// # Errors
/// Where its game does not go there any more.
pub fn retold(played: &Played, puzzle: &Puzzle) -> Result<Puzzle, Refusal> {
    let (mut table, seat) = (reach(played, puzzle.at)?.table, puzzle.seat);
    let mut told = puzzle.clone();
    for step in &mut told.line {
        let salt = salt(played.luck, table.step());
        let choices = table.choices(seat);
        let place = |words: &str| choices.iter().position(|choice| choice.words == words);
        let gone = |words: &str| Refusal::malformed(format!("`{words}` is not offered"));
        step.why = table.speaks_for(seat, place(&step.right[0]).ok_or_else(|| gone(&step.right[0]))?, salt);
        for wrong in &mut step.wrong {
            let index = place(&wrong.words).ok_or_else(|| gone(&wrong.words))?;
            wrong.refutation = table.refute(seat, index, salt);
        }
        step.wrong.retain(|wrong| wrong.refutation != Refutation::default());
        table.say(seat, &step.right[0], 0)?;
        answers(&mut table, seat);
    }
    Ok(told)
}
