//! Situations in which every sensible player knows what to do, and no bot above random may miss it.

use klaxon_bots::{Blind, Level};
use klaxon_core::{
    Instinct, Situation, Words,
    script::{self, Script},
};
use std::{env, fmt::Write, fs, ops::Range, thread};

/// The luck with which the bots think. Rules of thumb are drawn from, so they are asked more often.
const EASY: Range<u64> = 0..24;
const NORMAL: Range<u64> = 0..3;
/// Who thinks longer comes to the same more surely.
const STRONG: Range<u64> = 0..1;

/// Experts are asked about one situation in so many.
const OF_EXPERTS: usize = 8;

/// Fewer situations than this are no suite.
const FEWEST: usize = 25;

/// A game's file of situations.
///
/// One file per game, `tests/blunders.txt`; each situation is written in the language of `klaxon try` with a title before it
/// and what must or must not be chosen after it:
///
/// ```text
/// blunder Shield Frequency against a target that ignores no Blasts
/// given
///   cw G6 SC ordered
///   cf F6 SF
///   phase combat cw
/// do cw: attack G6 F6
/// never cw: card CB-13
/// choose cw: pass
/// ```
///
/// `never` names what must not be chosen, `choose` what must: one of them, where there are several lines. A `*` at the end stands
/// for whatever follows. All lines after the position speak of the one decision that the named seat has to take; each must name
/// at least one of its choices, so that a situation that has come to mean nothing is found.
#[derive(Debug)]
pub struct Blunders {
    cases: Vec<Case>,
}

#[derive(Debug)]
struct Case {
    title: String,
    script: String,
    seat: String,
    choose: Vec<String>,
    never: Vec<String>,
}

impl Blunders {
    /// Reads a file.
    pub fn new(path: &str) -> Blunders {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut cases: Vec<Case> = Vec::new();
        for (n, line) in text.lines().enumerate() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "blunder" {
                cases.push(Case {
                    title: format!("{} (line {})", rest.trim(), n + 1),
                    script: String::new(),
                    seat: String::new(),
                    choose: Vec::new(),
                    never: Vec::new(),
                });
                continue;
            }
            let Some(case) = cases.last_mut() else { continue };
            if !["choose", "never"].contains(&word) {
                case.script += line;
                case.script.push('\n');
                continue;
            }
            let (seat, words) = rest.split_once(':').unwrap_or_else(|| panic!("line {}: no seat", n + 1));
            assert!(
                case.seat.is_empty() || case.seat == seat.trim(),
                "line {}: one seat decides in a situation",
                n + 1
            );
            case.seat = seat.trim().into();
            let list = if word == "choose" { &mut case.choose } else { &mut case.never };
            list.push(words.trim().into());
        }
        let only = env::var("BLUNDER").unwrap_or_default();
        assert!(cases.len() >= FEWEST, "{path}: {} situations, and {FEWEST} make a suite", cases.len());
        cases.retain(|case| case.title.contains(&only));
        Blunders { cases }
    }

    /// No bot of this level blunders in any situation.
    pub fn avoided<G: Situation + Words + Instinct>(&self, level: Level) {
        let cases: Vec<&Case> = self.of(level).collect();
        let half = cases.len().div_ceil(2).max(1);
        let failures: Vec<String> = thread::scope(|scope| {
            let parts: Vec<_> = cases
                .chunks(half)
                .map(|part| {
                    let tried = move || part.iter().filter_map(|case| case.fails::<G>(level)).collect();
                    scope.spawn(tried)
                })
                .collect();
            parts
                .into_iter()
                .flat_map(|part| -> Vec<String> { part.join().expect("no case panics") })
                .collect()
        });
        let all = cases.len();
        assert!(failures.is_empty(), "{} of {all} at {level}:\n{}", failures.len(), failures.join("\n"));
    }
}

impl Blunders {
    /// The situations about which bots of a level are asked.
    fn of(&self, level: Level) -> impl Iterator<Item = &Case> {
        let all = level != Level::Expert || env::var("BLUNDERS").is_ok_and(|which| which == "all");
        let chosen = move |(n, case): &(usize, &Case)| all || n % OF_EXPERTS == 0 || case.ends_the_game();
        self.cases.iter().enumerate().filter(chosen).map(|(_, case)| case)
    }
}

impl Case {
    /// Is a win or a loss at hand? Its title says so.
    fn ends_the_game(&self) -> bool {
        ["win", "wins", "lose", "loses"]
            .iter()
            .any(|word| self.title.split(' ').any(|part| part.trim_end_matches(',') == *word))
    }

    /// What is wrong with it, or with the bot in it.
    fn fails<G: Situation + Words + Instinct>(&self, level: Level) -> Option<String> {
        let said = |why: String| Some(format!("  {}: {why}", self.title));
        let game = match self.position::<G>() {
            Ok(game) => game,
            Err(why) => return said(why),
        };
        let Some(seat) = G::seat(&self.seat).filter(|seat| game.to_act().has(*seat)) else {
            return said(format!("`{}` is not asked", self.seat));
        };
        let choices: Vec<String> = game.choices(seat).iter().map(G::words).collect();
        for words in self.choose.iter().chain(&self.never) {
            if !choices.iter().any(|choice| fits(words, choice)) {
                return said(format!("`{words}` is no choice; there are: {}", choices.join("; ")));
            }
        }
        let salts = match level {
            Level::Random | Level::Easy => EASY,
            Level::Normal => NORMAL,
            Level::Hard | Level::Expert => STRONG,
        };
        let mut wrong: Vec<(String, String, u32)> = Vec::new();
        for salt in salts.clone() {
            let thought = level.think(&Blind::new(&game, seat), salt).expect("the seat is asked");
            let chosen = &choices[thought.index];
            let any = |list: &[String]| list.iter().any(|words| fits(words, chosen));
            if !any(&self.never) && (self.choose.is_empty() || any(&self.choose)) {
                continue;
            }
            match wrong.iter_mut().find(|(words, ..)| words == chosen) {
                Some(row) => row.2 += 1,
                None => wrong.push((chosen.clone(), thought.reason.unwrap_or_default(), 1)),
            }
        }
        if wrong.is_empty() {
            return None;
        }
        let mut text = String::new();
        for (words, why, times) in wrong {
            write!(text, "`{words}` {times} of {} times ({why}); ", salts.end).expect("a string takes all");
        }
        said(text)
    }

    fn position<G: Situation>(&self) -> Result<G, String> {
        let parsed = Script::parse(&self.script).map_err(|e| e.to_string())?;
        let trials = script::run::<G>(&parsed).map_err(|e| e.to_string())?;
        match trials.tried.iter().find_map(|t| Some((t.words.clone(), t.failure.clone()?))) {
            Some((words, failure)) => Err(format!("`{words}`: {failure}")),
            None => Ok(trials.game),
        }
    }
}

fn fits(pattern: &str, words: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(begin) => words.starts_with(begin),
        None => words == pattern,
    }
}
