//! How strong a bot is.

use crate::{
    Blind, Budget,
    search::{pick_weighted, search},
    sense::{self, AtHand},
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
    /// Looks ahead ten times as far: well under a second for most decisions.
    Hard,
    /// Looks ahead forty times as far: a second or two for a decision.
    Expert,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 5] = [Level::Random, Level::Easy, Level::Normal, Level::Hard, Level::Expert];
    /// Those that are worth playing against, weakest first.
    pub const WORTHY: [Level; 4] = [Level::Easy, Level::Normal, Level::Hard, Level::Expert];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Easy => "easy",
            Level::Normal => "normal",
            Level::Hard => "hard",
            Level::Expert => "expert",
        }
    }

    /// What this bot chooses; `None` when nothing is asked.
    pub fn think<G: Instinct>(self, blind: &Blind<'_, G>, salt: u64) -> Option<Thought> {
        let choices = blind.choices();
        let mut chance = Chance::quick(salt);
        let thought = self.weigh(blind, &choices, &mut chance)?;
        let reason = match (self, choices.len()) {
            (Level::Random, _) | (_, 1) => None,
            (Level::Easy | Level::Normal | Level::Hard | Level::Expert, _) => {
                blind.redeal(&mut chance).reason(blind.seat(), &choices[thought.index])
            }
        };
        Some(Thought { reason: reason.or(thought.reason), ..thought })
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
        let at_hand = match self {
            Level::Random => AtHand::Nothing,
            Level::Easy | Level::Normal | Level::Hard | Level::Expert => sense::look(blind, choices, chance),
        };
        if let AtHand::Win(index) = at_hand {
            return Some(Thought { worth: Some(1000), ..Thought::because(index, "it wins the game") });
        }
        match (self, choices.len()) {
            (_, 0) => None,
            (_, 1) => Some(Thought::because(0, "there is nothing else to do")),
            (Level::Random, n) => Some(Thought::new(chance.below(n as u32) as usize)),
            (Level::Easy, _) => {
                let game = blind.redeal(chance);
                let mut weights = Vec::with_capacity(choices.len());
                game.leans(blind.seat(), choices, &mut weights);
                // Of what does not lose, even the dullest; but what does nothing only puts the loss off, for ever if need be.
                if let AtHand::Losses(losses) = &at_hand {
                    let saving: Vec<u32> =
                        losses.iter().zip(&weights).map(|(lost, w)| if *lost { 0 } else { *w }).collect();
                    if saving.iter().any(|w| *w > 0) {
                        weights = saving;
                    }
                }
                Some(Thought::new(pick_weighted(&sharpened(&weights), chance)))
            }
            (Level::Normal, _) => Some(search(blind, choices, Budget::times::<G>(1), chance)),
            (Level::Hard, _) => Some(search(blind, choices, Budget::times::<G>(10), chance)),
            (Level::Expert, _) => Some(search(blind, choices, Budget::times::<G>(40), chance)),
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
            Level::Normal => 60,
            Level::Hard => 150,
            Level::Expert => 400,
        };
        let game = blind.redeal(chance);
        let series = game.scheme_heeding(blind.seat(), effort, blind.requests(), chance)?;
        Thought::series(choices, &series)
    }
}

/// What speaks for a choice no more than this part of what speaks for the best is not done.
const POOR: u64 = 12;

/// Squares the weights and drops the poorest, so that a rule-of-thumb player does what looks sensible.
pub(crate) fn sharpened(weights: &[u32]) -> Vec<u32> {
    let best = u64::from(weights.iter().copied().max().unwrap_or(0).max(1));
    let sharp = |&w: &u32| {
        let part = u64::from(w) * 4096 / best;
        if part * POOR <= 4096 { 0 } else { (part * part) as u32 }
    };
    weights.iter().map(sharp).collect()
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
                format!(
                    "there is no bot `{text}`: random, easy (rule-of-thumb), normal (search), hard, expert"
                )
            }),
        }
    }
}

/// What a bot chose and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Thought {
    /// The number of the choice.
    pub index: usize,
    /// What it expects of the game, 0 lost to 1000 won; nothing where it has not looked ahead.
    pub worth: Option<i32>,
    /// The choice that comes next, where a look ahead found it worse, and what is expected of that.
    pub next: Option<(usize, i32)>,
    /// What speaks for it in the words of the game, for people who ask for a hint: lower case, no full stop.
    pub reason: Option<String>,
    /// Decisions in full that are to follow the first one, as long as they are allowed.
    pub then: Vec<serde_json::Value>,
    /// Decisions that the same seat would probably make next, as far as a look ahead is sure of it. Nobody is held to them.
    pub line: Vec<serde_json::Value>,
    /// Thought out for the position as it was: worth thinking over if the table has moved on meanwhile.
    pub planned: bool,
}

impl Thought {
    /// A single choice.
    pub fn new(index: usize) -> Thought {
        let (worth, next, reason, planned) = (None, None, None, false);
        Thought { index, worth, next, reason, then: Vec::new(), line: Vec::new(), planned }
    }

    /// A single choice with a reason.
    pub fn because(index: usize, reason: impl Into<String>) -> Thought {
        Thought { reason: Some(reason.into()), ..Thought::new(index) }
    }

    /// A series of decisions, of which the first must be among the choices.
    pub fn series<A: PartialEq + Serialize>(choices: &[A], series: &[A]) -> Option<Thought> {
        let (first, rest) = series.split_first()?;
        let index = choices.iter().position(|action| action == first)?;
        let then = rest.iter().map(|a| serde_json::to_value(a).expect("a decision serialises")).collect();
        Some(Thought { then, planned: true, ..Thought::new(index) })
    }
}
