//! Puzzles: positions of games between bots in which one decision, or a line of them, is clearly best. A file of puzzles is JSON lines: a game as its
//! order, the number of its luck and its decisions in words, then the puzzles that lie in it. `docs/puzzles.md` says more.

mod check;
mod find;
mod look;
mod tally;

pub use check::{Proof, Trouble, check};
pub use find::{Found, Plan, again, find, upto};
pub use look::retold;

use crate::{Opened, Table, shelf};
use klaxon_core::{Refusal, Seat, Seed, TableOrder, log::Input, log::Written};
pub use klaxon_table::Refutation;
use serde::{Deserialize, Serialize};
use std::{fmt, sync::LazyLock};

/// The search that finds a puzzle looks as often as a bot of middling strength; the one that confirms it ten times as often.
pub const CONFIRMED_BY: u32 = 10;
/// With other luck than that which found it, what is right must still be better by so many thousandths of a game: what was chosen
/// for its margin has a little less of it when it is measured again.
pub const PROVEN: i32 = 80;
/// The number of that other luck, where nobody says another one.
pub const OTHER_LUCK: u64 = 1;

/// A line of a file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Row {
    Played(Played),
    Puzzle(Puzzle),
}

/// A game between bots, as far as puzzles lie in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The game's id.
    pub game: String,
    /// Scenario and options.
    pub order: TableOrder,
    /// The number that its luck comes from.
    pub luck: u64,
    /// What was decided, as `0 move I5 H5` with the number of the seat, and `clock 1200` where time passed.
    pub inputs: Vec<String>,
}

/// What a puzzle is about. Each game has words of its own for them ([`shelf::Cover::themes`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The right decision all but wins the game.
    Win,
    /// It turns a game that is lost rather than won.
    Turn,
    /// It keeps alive a game that looks lost.
    Save,
    /// It makes the most of a good position.
    Gain,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 4] = [Theme::Win, Theme::Turn, Theme::Save, Theme::Gain];

    /// What it is by what is expected of the right decision and of the best wrong one.
    pub fn of(right: i32, wrong: i32) -> Theme {
        match (right, wrong) {
            (900.., _) => Theme::Win,
            (500.., ..500) => Theme::Turn,
            (..500, _) => Theme::Save,
            (500.., _) => Theme::Gain,
        }
    }

    /// Its name in files and addresses.
    pub fn id(self) -> &'static str {
        match self {
            Theme::Win => "win",
            Theme::Turn => "turn",
            Theme::Save => "save",
            Theme::Gain => "gain",
        }
    }

    /// In the words of a game.
    pub fn words(self, game: &str) -> &'static str {
        let place = Theme::ALL.iter().position(|theme| *theme == self).unwrap_or(0);
        shelf::game(game).map_or("", |cover| cover.themes[place])
    }
}

/// How hard a puzzle is, by its rating.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// Below 1200.
    Easy,
    /// Below 1500.
    Medium,
    /// From there on.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// That of a rating.
    pub fn of(rating: i32) -> Difficulty {
        match rating {
            ..1200 => Difficulty::Easy,
            1200..1500 => Difficulty::Medium,
            1500.. => Difficulty::Hard,
        }
    }

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A puzzle: a position and what is to be decided there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Its name: the luck of its game and the place in it.
    pub id: String,
    /// It stands after so many inputs of its game.
    pub at: usize,
    /// Who is to decide.
    pub seat: Seat,
    /// What it is about.
    pub theme: Theme,
    /// How hard it is: the rating with which it begins.
    pub rating: i32,
    /// The rule behind what is asked; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// What is to be decided, one after the other; never empty.
    pub line: Vec<Step>,
}

/// One decision of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The right decision in words, and those that are as good.
    pub right: Vec<String>,
    /// What is expected of it, 0 lost to 1000 won.
    pub worth: i32,
    /// By how much it beats the best wrong one.
    pub margin: i32,
    /// How many choices there are.
    pub choices: usize,
    /// What speaks for it, in the words of the game; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The wrong ones that come nearest, best first.
    pub wrong: Vec<Wrong>,
}

/// A wrong decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wrong {
    /// In words.
    pub words: String,
    /// What is expected of it.
    pub worth: i32,
    /// How it is refuted.
    #[serde(flatten)]
    pub refutation: Refutation,
}

impl Step {
    /// Is a decision right?
    pub fn takes(&self, words: &str) -> bool {
        self.right.iter().any(|right| right == words)
    }

    /// What is known of a wrong decision.
    pub fn wrong(&self, words: &str) -> Option<&Wrong> {
        self.wrong.iter().find(|wrong| wrong.words == words)
    }
}

/// A puzzle with the game that it lies in.
#[derive(Clone, Debug)]
pub struct Posed {
    /// Its place in the file, from 1.
    pub number: usize,
    /// The game.
    pub played: &'static Played,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// A mark of both: a table that was begun with another text cannot go on with this one.
    pub mark: String,
}

impl Posed {
    /// A table that stands as the puzzle begins.
    ///
    /// # Errors
    /// Where the game does not go there: a puzzle that was checked does.
    pub fn begin(&self) -> Result<Opened, Refusal> {
        reach(self.played, self.puzzle.at)
    }

    /// How hard it is.
    pub fn difficulty(&self) -> Difficulty {
        Difficulty::of(self.puzzle.rating)
    }
}

/// The table after so many inputs of a game.
pub(crate) fn reach(played: &Played, at: usize) -> Result<Opened, Refusal> {
    let mut table = Table::open(&played.game, &played.order, Seed::small(played.luck))?;
    let (header, mut entries) = (table.sealed_header(), Vec::new());
    for input in played.inputs.get(..at).unwrap_or(&played.inputs) {
        let wrong = || Refusal::malformed(format!("`{input}` is no input of a game"));
        let (who, words) = input.split_once(' ').ok_or_else(wrong)?;
        let put = if who == "clock" {
            table.clock(words.parse().map_err(|_| wrong())?, 0).ok_or_else(wrong)?
        } else {
            table.say(Seat(who.parse().map_err(|_| wrong())?), words, 0)?
        };
        entries.push(put.line);
    }
    Ok(Opened { table, header, entries })
}

/// An input as a file of puzzles writes it; `None` for what no game between bots has.
fn written(line: &str) -> Option<String> {
    match serde_json::from_str::<klaxon_core::log::Entry>(line).ok()?.input {
        Input::Act { seat, action: Written::Words(words), .. } => Some(format!("{} {words}", seat.0)),
        Input::Clock { now } => Some(format!("clock {now}")),
        Input::Act { action: Written::Json(_), .. } | Input::Undo { .. } | Input::Edition { .. } => None,
    }
}

/// Writes games with their puzzles down.
pub fn print(games: &[(Played, Vec<Puzzle>)]) -> String {
    let mut text = String::new();
    let mut put = |row: &Row| {
        text += &serde_json::to_string(row).expect("a puzzle serialises");
        text.push('\n');
    };
    for (played, puzzles) in games {
        put(&Row::Played(played.clone()));
        for puzzle in puzzles {
            put(&Row::Puzzle(puzzle.clone()));
        }
    }
    text
}

/// Reads what [`print()`] wrote.
///
/// # Errors
/// The line that cannot be read, and why.
pub fn read(text: &str) -> Result<Vec<(Played, Vec<Puzzle>)>, String> {
    let mut games: Vec<(Played, Vec<Puzzle>)> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        match serde_json::from_str::<Row>(line).map_err(|e| format!("line {}: {e}", number + 1))? {
            Row::Played(played) => games.push((played, Vec::new())),
            Row::Puzzle(puzzle) if puzzle.line.is_empty() => {
                return Err(format!("line {}: a puzzle without a decision", number + 1));
            }
            Row::Puzzle(puzzle) => match games.last_mut() {
                Some((_, puzzles)) => puzzles.push(puzzle),
                None => return Err(format!("line {}: a puzzle before its game", number + 1)),
            },
        }
    }
    Ok(games)
}

/// The puzzles of a game that come with the program.
pub fn puzzles(game: &str) -> &'static [Posed] {
    static ALL: LazyLock<Vec<(&'static str, Vec<Posed>)>> =
        LazyLock::new(|| shelf::games().iter().map(|cover| (cover.id, posed(cover.puzzles))).collect());
    ALL.iter().find(|(id, _)| *id == game).map_or(&[], |(_, posed)| posed)
}

/// A puzzle by its name.
pub fn puzzle(game: &str, id: &str) -> Option<&'static Posed> {
    puzzles(game).iter().find(|posed| posed.puzzle.id == id)
}

/// The puzzle of a day, counted since 1970: another one every day, until all have been posed.
pub fn of_day(game: &str, day: u64) -> Option<&'static Posed> {
    let all = puzzles(game);
    // A step that has no part in common with the number of puzzles comes by all of them.
    let parts = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let stride = (all.len() / 2..).find(|step| parts(*step, all.len()) == 1).unwrap_or(1);
    all.get((day as usize % all.len().max(1)) * stride % all.len().max(1))
}

fn posed(text: &str) -> Vec<Posed> {
    let games = read(text).expect("the puzzles of the program are checked by a test");
    let mut all = Vec::new();
    for (played, puzzles) in games {
        // Kept as long as the program runs, and so are the puzzles in it.
        let played: &'static Played = Box::leak(Box::new(played));
        for puzzle in puzzles {
            let text = serde_json::to_string(&(played, &puzzle)).expect("a puzzle serialises");
            let mark = blake3::hash(text.as_bytes()).to_hex()[..16].to_owned();
            all.push(Posed { number: all.len() + 1, played, puzzle, mark });
        }
    }
    all
}
