//! How strong a bot is.

use crate::{
    Blind, Budget,
    search::{pick_weighted, search},
};
use klaxon_core::{Chance, Instinct};
use serde::Serialize;
use std::{fmt, str::FromStr};

/// The strength of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Any choice is as good as another.
    Random,
    /// Rules of thumb: leans towards what looks sensible, without looking ahead.
    Easy,
    /// Looks ahead a little: well under a second for a decision.
    Normal,
    /// Looks ahead more: about a second or two for a decision.
    Hard,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Easy, Level::Normal, Level::Hard];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
        }
    }

    /// What this bot chooses; `None` when nothing is asked.
    pub fn think<G: Instinct>(self, blind: &Blind<'_, G>, salt: u64) -> Option<Thought> {
        let choices = blind.choices();
        let mut chance = Chance::quick(salt);
        let thought = self.weigh(blind, &choices, &mut chance)?;
        // The reason in the game's own words comes first, the figures after it.
        let spoken = match (self, choices.len()) {
            (Level::Random, _) | (_, 1) => None,
            (Level::Easy | Level::Normal | Level::Hard, _) => {
                blind.redeal(&mut chance).reason(blind.seat(), &choices[thought.index])
            }
        };
        Some(match spoken {
            Some(reason) => Thought { why: format!("{reason} ({})", thought.why), ..thought },
            None => thought,
        })
    }

    fn weigh<G: Instinct>(
        self,
        blind: &Blind<'_, G>,
        choices: &[G::Action],
        chance: &mut Chance,
    ) -> Option<Thought> {
        if choices.len() > 1
            && let Some(thought) = self.scheme(blind, choices, chance)
        {
            return Some(thought);
        }
        match (self, choices.len()) {
            (_, 0) => None,
            (_, 1) => Some(Thought::new(0, 500, "there is nothing else to do")),
            (Level::Random, n) => {
                let index = chance.below(n as u32) as usize;
                Some(Thought::new(index, 500, "any choice is as good as another"))
            }
            (Level::Easy, _) => {
                let game = blind.redeal(chance);
                let mut weights = Vec::with_capacity(choices.len());
                game.leans(blind.seat(), choices, &mut weights);
                let index = pick_weighted(&sharpened(&weights), chance);
                Some(Thought::new(index, game.appraise(blind.seat()), "it looks sensible"))
            }
            (Level::Normal, _) => Some(search(blind, choices, Budget::NORMAL, chance)),
            (Level::Hard, _) => Some(search(blind, choices, Budget::HARD, chance)),
        }
    }
}

impl Level {
    /// A series of decisions by the game's own planner, where it has one.
    fn scheme<G: Instinct>(
        self,
        blind: &Blind<'_, G>,
        choices: &[G::Action],
        chance: &mut Chance,
    ) -> Option<Thought> {
        let effort = match self {
            Level::Random => return None,
            Level::Easy => 2,
            Level::Normal => 12,
            Level::Hard => 60,
        };
        let game = blind.redeal(chance);
        let series = game.scheme(blind.seat(), effort, chance)?;
        let (first, rest) = series.split_first()?;
        let index = choices.iter().position(|action| action == first)?;
        let then = rest.iter().map(|a| serde_json::to_value(a).expect("a decision serialises")).collect();
        let why = "it is what the plan for the whole crew asks for";
        Some(Thought { then, planned: true, ..Thought::new(index, game.appraise(blind.seat()), why) })
    }
}

/// Squares the weights, so that a rule-of-thumb player rarely does what looks poor.
fn sharpened(weights: &[u32]) -> Vec<u32> {
    weights.iter().map(|&w| w.min(4096) * w.min(4096)).collect()
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(text: &str) -> Result<Level, String> {
        match text {
            "rule-of-thumb" => Ok(Level::Easy),
            "search" => Ok(Level::Normal),
            _ => Level::ALL.into_iter().find(|l| l.name() == text).ok_or_else(|| {
                format!("there is no bot `{text}`: random, easy (rule-of-thumb), normal (search), hard")
            }),
        }
    }
}

/// What a bot chose and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thought {
    /// The number of the choice.
    pub index: usize,
    /// What it expects of the game: 0 lost, 1000 won.
    pub worth: i32,
    /// The reason, for people who ask for a hint.
    pub why: String,
    /// Decisions in full that are to follow the first one, as long as they are allowed.
    pub then: Vec<serde_json::Value>,
    /// Thought out for the position as it was: worth thinking over if the table has moved on meanwhile.
    pub planned: bool,
}

impl Thought {
    /// A single choice.
    pub fn new(index: usize, worth: i32, why: impl Into<String>) -> Thought {
        Thought { index, worth, why: why.into(), then: Vec::new(), planned: false }
    }
}
