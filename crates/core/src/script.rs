//! Situations: a position, a few decisions, chosen dice, and what should come of it. The same text serves rule
//! tests, `klaxon try` and the page *Try*.
//!
//! ```text
//! game red-alert
//! given
//!   F6 asteroid
//!   cw G6 SC ordered
//!   cw K1 SF ordered
//!   cf B2 SC
//!   phase movement cw
//! dice red-alert
//! do cw: move G6 F6
//! expect cw F6 SC ordered moved alert
//! refuses RA-9.10 cw: move F6 E6
//! ```
//!
//! `edition 1` after the game's name plays by an older edition of its rules.
//!
//! Lines after `given` that are indented, or parts of one line parted by `;`, are clauses of the game's own
//! language. `#` begins a comment. `dice` must stand before the decision that rolls them.

use crate::{Chance, Edition, Game, Refusal, Seat, Situation, Tell, Told, no_edition};
use serde::Serialize;

/// Positions of the games come to a few hundred.
const MOST_CLAUSES: usize = 2000;

/// A parsed situation file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// The game's id.
    pub game: String,
    /// The edition of the rules, with its line number; the newest without it.
    pub edition: Option<(usize, Edition)>,
    /// Clauses of the position, with their line numbers.
    pub given: Vec<(usize, String)>,
    /// What is tried, with its line number.
    pub steps: Vec<(usize, Trial)>,
}

/// One line of a script after the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trial {
    /// The next dice, by their faces' names.
    Dice(Vec<String>),
    /// A decision that should be accepted.
    Do {
        /// Seat by name.
        seat: String,
        /// Its words.
        words: String,
    },
    /// A clause that should hold now.
    Expect(String),
    /// A decision that should be refused, and by which rule.
    Refuses {
        /// Rule id; empty where any refusal will do.
        rule: String,
        /// Seat by name.
        seat: String,
        /// Its words.
        words: String,
    },
}

/// A mistake in a script, with its line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {text}")]
pub struct Mistake {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub text: String,
}

/// The lines of a text that say something: each with its number from 1, whether it is indented, and what it says without comment.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, bool, &str)> {
    text.lines().enumerate().filter_map(|(i, raw)| {
        let said = raw.split('#').next().unwrap_or("");
        let bare = said.trim();
        (!bare.is_empty()).then_some((i + 1, said.starts_with([' ', '\t']), bare))
    })
}

impl Script {
    /// Reads a script.
    pub fn parse(text: &str) -> Result<Script, Mistake> {
        let mut script = Script { game: String::new(), edition: None, given: Vec::new(), steps: Vec::new() };
        let mut in_given = false;
        for (line, indented, bare) in lines(text) {
            let (word, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
            let rest = rest.trim();
            let mistake = |text: String| Mistake { line, text };
            if in_given && indented {
                script.given.extend(clauses(bare).map(|clause| (line, clause)));
                continue;
            }
            in_given = false;
            match word {
                "game" => script.game = rest.into(),
                "edition" => script.edition = Some((line, rest.parse().map_err(mistake)?)),
                "given" => {
                    in_given = true;
                    script.given.extend(clauses(rest).map(|clause| (line, clause)));
                }
                "dice" => {
                    let faces = rest.split([' ', ',']).filter(|w| !w.is_empty()).map(Into::into).collect();
                    script.steps.push((line, Trial::Dice(faces)));
                }
                "do" => {
                    let (seat, words) = decision(rest).map_err(mistake)?;
                    script.steps.push((line, Trial::Do { seat, words }));
                }
                "expect" => {
                    script.steps.extend(clauses(rest).map(|clause| (line, Trial::Expect(clause))));
                }
                "refuses" => {
                    let (rule, rest) = match rest.split_once(char::is_whitespace) {
                        Some((rule, rest))
                            if !rule.ends_with(':') && rule.contains('-') && rule.contains('.') =>
                        {
                            (rule, rest.trim())
                        }
                        _ => ("", rest),
                    };
                    let (seat, words) = decision(rest).map_err(mistake)?;
                    script.steps.push((line, Trial::Refuses { rule: rule.into(), seat, words }));
                }
                other => {
                    let text = format!(
                        "`{other}` is not one of game, edition, given, dice, do, expect, refuses \
                         (clauses of the position are indented)"
                    );
                    return Err(mistake(text));
                }
            }
        }
        Ok(script)
    }
}

fn clauses(text: &str) -> impl Iterator<Item = String> {
    text.split(';').map(str::trim).filter(|c| !c.is_empty()).map(Into::into)
}

fn decision(text: &str) -> Result<(String, String), String> {
    match text.split_once(':') {
        Some((seat, words)) => Ok((seat.trim().into(), words.trim().into())),
        None => Err(format!("`{text}` names no seat: write `seat: decision`")),
    }
}

/// What came of one line of a script.
#[derive(Clone, Debug, Serialize)]
#[serde(bound(serialize = ""))]
pub struct Tried<G: Game> {
    /// The line in the file.
    pub line: usize,
    /// Who decided, if it was a decision.
    pub seat: Option<Seat>,
    /// The line's own words.
    pub words: String,
    /// The decision, once understood.
    pub action: Option<G::Action>,
    /// The position in which it was decided.
    #[serde(skip)]
    pub at: Option<G>,
    /// How it was refused.
    pub refusal: Option<Refusal>,
    /// What happened.
    pub events: Vec<Told<G::Event>>,
    /// What was expected and did not come true.
    pub failure: Option<String>,
}

/// The end of a script.
#[derive(Clone, Debug)]
pub struct Trials<G: Game> {
    /// Line by line.
    pub tried: Vec<Tried<G>>,
    /// The last position.
    pub game: G,
}

impl<G: Game> Trials<G> {
    /// Did everything come out as the script says?
    pub fn passed(&self) -> bool {
        self.tried.iter().all(|t| t.failure.is_none())
    }
}

/// A situation in the making: the position and the dice that wait.
#[derive(Debug)]
pub struct Bench<G: Game> {
    /// The position.
    pub game: G,
    chance: Chance,
}

/// Why a decision of a script was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplayed {
    /// The rules refuse it.
    Refused(Refusal),
    /// Its dice were wrong; the position means nothing from here on.
    Dice(String),
}

impl<G: Situation> Bench<G> {
    /// Sets a position up.
    pub fn given(clauses: &[&str]) -> Result<Bench<G>, String> {
        Ok(Bench { game: G::given(clauses)?, chance: Chance::scripted(&[]) })
    }

    /// Lays dice ready.
    pub fn dice<S: AsRef<str>>(&mut self, faces: &[S]) -> Result<(), String> {
        for word in faces {
            let word = word.as_ref();
            let face = G::face(word).ok_or_else(|| format!("no die has a face called `{word}`"))?;
            self.chance.script(&[face]);
        }
        Ok(())
    }

    /// Reads a decision.
    pub fn read(&self, seat: &str, words: &str) -> Result<(Seat, G::Action), String> {
        let seat = G::seat(seat).ok_or_else(|| format!("there is no seat called `{seat}`"))?;
        Ok((seat, self.game.action(seat, words)?))
    }

    /// Judges a decision and carries it out.
    pub fn play(&mut self, seat: Seat, action: &G::Action) -> Result<Vec<Told<G::Event>>, Unplayed> {
        self.game.check(seat, action).map_err(Unplayed::Refused)?;
        let mut tell = Tell::aloud();
        self.game.apply(seat, action, &mut self.chance, &mut tell);
        match self.chance.wrong() {
            Some(wrong) => Err(Unplayed::Dice(wrong.into())),
            None => Ok(tell.take()),
        }
    }

    /// Dice laid ready that have not fallen.
    pub fn dice_left(&self) -> usize {
        self.chance.left()
    }
}

/// Runs a script to its end, or to the first line that cannot be carried out. Dice that did not fall are a failure of the
/// line that laid them ready.
pub fn run<G: Situation>(script: &Script) -> Result<Trials<G>, Mistake> {
    if script.given.len() > MOST_CLAUSES {
        let (line, _) = script.given[MOST_CLAUSES];
        return Err(Mistake { line, text: format!("a position has at most {MOST_CLAUSES} clauses") });
    }
    let mut lines = script.given.clone();
    if let Some((line, edition)) = script.edition {
        if edition > G::newest() {
            return Err(Mistake { line, text: no_edition::<G>(edition).text });
        }
        // A position says by which edition it is played, unless that is the newest.
        if edition < G::newest() {
            lines.insert(0, (line, format!("edition {edition}")));
        }
    }
    let given: Vec<&str> = lines.iter().map(|(_, clause)| clause.as_str()).collect();
    let mut bench = Bench::<G>::given(&given).map_err(|text| {
        // The clause with which it is said first; a position that is wrong as a whole is wrong at its end.
        let wrong = |n: &usize| Bench::<G>::given(&given[..*n]).err().as_ref() == Some(&text);
        let first = (1..given.len()).find(wrong).unwrap_or(given.len());
        Mistake { line: lines.get(first.wrapping_sub(1)).map_or(1, |(line, _)| *line), text }
    })?;
    let mut tried = Vec::new();
    // Where each die was laid ready.
    let mut laid: Vec<usize> = Vec::new();
    for (line, trial) in &script.steps {
        let line = *line;
        let mistake = |text| Mistake { line, text };
        let mut row = Tried {
            line,
            seat: None,
            words: String::new(),
            action: None,
            at: None,
            refusal: None,
            events: Vec::new(),
            failure: None,
        };
        match trial {
            Trial::Dice(faces) => {
                bench.dice(faces).map_err(mistake)?;
                laid.extend(faces.iter().map(|_| line));
                continue;
            }
            Trial::Expect(clause) => {
                row.words = format!("expect {clause}");
                row.failure = bench.game.holds(clause).err();
            }
            Trial::Do { seat, words } => {
                row.words = format!("{seat}: {words}");
                let (seat, action) = bench.read(seat, words).map_err(mistake)?;
                row.at = Some(bench.game.clone());
                match bench.play(seat, &action) {
                    Ok(events) => row.events = events,
                    Err(Unplayed::Refused(refusal)) => {
                        row.failure = Some(format!("refused: {refusal}"));
                        row.refusal = Some(refusal);
                    }
                    Err(Unplayed::Dice(text)) => return Err(mistake(text)),
                }
                (row.seat, row.action) = (Some(seat), Some(action));
            }
            Trial::Refuses { rule, seat, words } => {
                row.words = format!("{seat}: {words}");
                let (seat, action) = bench.read(seat, words).map_err(mistake)?;
                row.at = Some(bench.game.clone());
                match bench.game.check(seat, &action) {
                    Ok(()) => row.failure = Some("accepted, though it should be refused".into()),
                    Err(refusal) => {
                        let cited = refusal.rule.map_or("", |r| r.as_str());
                        if !rule.is_empty() && cited != rule {
                            row.failure = Some(format!("refused, but by {cited}: {refusal}"));
                        }
                        row.refusal = Some(refusal);
                    }
                }
                (row.seat, row.action) = (Some(seat), Some(action));
            }
        }
        tried.push(row);
    }
    let left = bench.dice_left();
    if left > 0 {
        let (line, of) = (laid[laid.len() - left], laid.len());
        tried.push(Tried {
            line,
            seat: None,
            words: "dice".into(),
            action: None,
            at: None,
            refusal: None,
            events: Vec::new(),
            failure: Some(format!("{left} of the {of} dice laid ready did not fall")),
        });
    }
    Ok(Trials { tried, game: bench.game })
}
