//! A finished game looked back upon, decision by decision, as one seat knew it then.

use crate::play::by_odds;
use klaxon_bots::{
    Blind, Mark,
    review::{Depth, Hindsight, judge, judge_part},
};
use klaxon_core::{
    Chance, Instinct, Retrace, Seat, Situation, Viewer, Words,
    log::{Log, Parting},
};
use serde::{Deserialize, Serialize};

/// Something worth saying about a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Remark {
    /// The step in which it was decided; the position before it is the one to look at.
    pub step: u32,
    /// The step after which it can be tried again.
    pub from: u32,
    /// What it was.
    pub mark: Mark,
    /// What was asked.
    pub asked: String,
    /// What was decided, as its button reads; empty where a whole part of the game is judged.
    pub did: String,
    /// What was better, as its button reads, one decision after the other; for a find what was next best.
    pub other: Vec<String>,
    /// What speaks for the better one, or for the find, in the words of the game; may be empty.
    pub why: String,
    /// What was to be expected of what was decided, 0 lost to 1000 won.
    pub worth: i32,
    /// The same of the other.
    pub other_worth: i32,
}

/// A seat's decisions in hindsight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// The seat.
    pub seat: Seat,
    /// How many of its decisions left a choice; where whole parts of the game are judged, how many of those.
    pub decisions: u32,
    /// What is worth saying, in order of play.
    pub remarks: Vec<Remark>,
}

impl Review {
    /// How many there are of a mark.
    pub fn count(&self, mark: Mark) -> usize {
        self.remarks.iter().filter(|remark| remark.mark == mark).count()
    }

    /// What it came to, in a sentence.
    pub fn summary(&self) -> String {
        let n = self.decisions;
        let of = format!("{n} {}", if n == 1 { "decision" } else { "decisions" });
        let some = |mark: Mark, many: &str| match self.count(mark) {
            0 => None,
            1 => Some(format!("1 {}", mark.word())),
            n => Some(format!("{n} {many}")),
        };
        let found: Vec<String> = [
            some(Mark::Blunder, "blunders"),
            some(Mark::Mistake, "mistakes"),
            some(Mark::Inaccuracy, "inaccuracies"),
            some(Mark::Find, "good finds"),
        ]
        .into_iter()
        .flatten()
        .collect();
        match found[..] {
            [] => format!("{of}, and nothing to find fault with."),
            _ => format!("{of}: {}.", found.join(", ")),
        }
    }
}

/// A review on its way. Each step of it takes about as long as a strong bot thinks.
pub trait Reviewer: Send {
    /// Decisions passed so far, and all of them.
    fn progress(&self) -> (u32, u32);
    /// Goes on to the next decision that leaves a choice, and looks at it. False at the end.
    fn go_on(&mut self) -> Result<bool, Parting>;
    /// What was found so far.
    fn review(&self) -> &Review;
}

/// What was decided in a part of the game so far.
#[derive(Clone, Copy)]
struct Part {
    first: u32,
    last: u32,
}

/// A review of a game.
pub(crate) struct Looking<G: Instinct> {
    way: Retrace<G>,
    review: Review,
    depth: Depth,
    passed: u32,
    all: u32,
    part: Option<Part>,
}

impl<G: Words + Situation + Instinct> Looking<G> {
    pub(crate) fn new(log: &Log<G>, seat: Seat, depth: Depth) -> Result<Looking<G>, Parting> {
        let way = Retrace::new(log)?;
        if seat.index() >= way.game().seats() {
            return Err(Parting::Foreign(format!("the table has the seats 0 to {}", way.game().seats() - 1)));
        }
        let all = way.deciders().filter(|who| *who == Some(seat)).count() as u32;
        let review = Review { seat, decisions: 0, remarks: Vec::new() };
        Ok(Looking { way, review, depth, passed: 0, all, part: None })
    }

    /// The luck of looking at a step: the same whoever looks.
    fn luck(&self) -> Chance {
        Chance::quick(u64::from(self.way.step()) << 8 | 0x5e)
    }

    /// Looks at the decision that comes next.
    fn look(&mut self, did: &G::Action) -> bool {
        let (game, seat) = (self.way.game(), self.review.seat);
        let blind = Blind::new(game, seat);
        let choices = blind.choices();
        if choices.len() < 2 {
            return false;
        }
        let mut chance = self.luck();
        let judged = judge(&blind, &choices, did, self.depth, &mut chance);
        self.review.decisions += 1;
        if let Hindsight { mark, other: Some(other), worths } = judged
            && mark != Mark::Fine
        {
            // What speaks for something is asked of a redeal: nothing that the seat could not know is in it.
            let imagined = blind.redeal(&mut chance);
            let praised = if mark == Mark::Find { did } else { &other };
            let index = choices.iter().position(|choice| choice == praised);
            let odds = || index.and_then(|index| by_odds(&blind, index));
            let why = imagined.reason(seat, praised).or_else(odds).unwrap_or_default();
            let view = blind.view();
            let from = self.way.step();
            self.review.remarks.push(Remark {
                step: from + 1,
                from,
                mark,
                asked: G::prompt(&view, Viewer::Seat(seat)).text,
                did: text::<G>(&view, &choices, did),
                other: vec![text::<G>(&view, &choices, &other)],
                why,
                worth: worths.0,
                other_worth: worths.1,
            });
        }
        true
    }

    /// Looks at what was decided in a part of the game that has ended; `before` is the position just before.
    fn look_at_part(&mut self, before: &G, part: Part) {
        let seat = self.review.seat;
        let blind = Blind::new(before, seat);
        let mut chance = self.luck();
        self.review.decisions += 1;
        let Some((series, judged)) = judge_part(&blind, self.depth, &mut chance) else { return };
        let why = blind.redeal(&mut chance).reason_of(seat, &series).unwrap_or_default();
        let view = blind.view();
        self.review.remarks.push(Remark {
            step: part.last,
            from: part.first - 1,
            mark: judged.mark,
            asked: G::prompt(&view, Viewer::Seat(seat)).text,
            did: String::new(),
            other: series.iter().map(|action| G::label(&view, action).text).collect(),
            why,
            worth: judged.worths.0,
            other_worth: judged.worths.1,
        });
    }
}

impl<G: Words + Situation + Instinct> Reviewer for Looking<G> {
    fn progress(&self) -> (u32, u32) {
        (self.passed, self.all)
    }

    fn go_on(&mut self) -> Result<bool, Parting> {
        let seat = self.review.seat;
        while self.way.left() > 0 {
            let part = self.way.game().part(seat);
            let before = part.map(|_| self.way.game().clone());
            let mut looked = false;
            if let Some((_, did)) = self.way.decision()?.filter(|(who, _)| *who == seat) {
                self.passed += 1;
                if part.is_some() {
                    let step = self.way.step() + 1;
                    self.part = Some(Part { first: self.part.map_or(step, |part| part.first), last: step });
                } else {
                    looked = self.look(&did);
                }
            }
            self.way.step_on()?;
            if let Some(before) = before.filter(|_| self.way.game().part(seat) != part)
                && let Some(part) = self.part.take()
            {
                self.look_at_part(&before, part);
                looked = true;
            }
            if looked {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn review(&self) -> &Review {
        &self.review
    }
}

/// A choice as its button reads, with its group where others read the same.
pub(crate) fn text<G: Words>(view: &G::View, choices: &[G::Action], action: &G::Action) -> String {
    let label = G::label(view, action);
    let twice = choices.iter().filter(|other| *other != action && G::label(view, other).text == label.text);
    if twice.count() > 0 && !label.group.is_empty() {
        format!("{}, {}", label.group, label.text)
    } else {
        label.text
    }
}
