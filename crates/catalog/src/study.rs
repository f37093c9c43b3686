//! A study: a finished game, or a position, with notes at its steps, variations that the rules have played, and marks on the
//! board. It is one file of JSON lines: a head, the log, then what was added to it.
//!
//! ```text
//! {"study":1,"title":"The asteroid trick","about":"Why cruisers wait."}
//! {"klaxon":2,"game":"red-alert",…}
//! {"n":1,…}
//! {"variation":{"id":1,"from":0,"step":12,"name":"Hold back","moves":[{"seat":0,"do":"end"}]}}
//! {"note":{"line":1,"step":13,"text":"Now the flank is open."}}
//! {"mark":{"line":1,"step":13,"from":"I5","to":"H5"}}
//! ```
//!
//! Line 0 is the game as it was played. A variation goes out from a step of another line, and its moves are the steps after
//! it, with the luck that the game had in these steps.

use crate::{Table, shelf, trial::quietly};
use klaxon_core::{Millis, Seat, Seed, TableOrder, script::Script};
use serde::{Deserialize, Serialize};

/// The format that is written.
const FORMAT: u32 = 1;
/// The longest title, in characters.
pub const LONGEST_TITLE: usize = 80;
/// The longest note, in characters; also what is said of the whole.
pub const LONGEST_NOTE: usize = 4000;
/// The longest file, in bytes.
pub const LARGEST: usize = 2 << 20;
const MOST_NOTES: usize = 400;
const MOST_VARIATIONS: usize = 100;
const MOST_MOVES: usize = 1000;
const MOST_MARKS: usize = 600;
/// Steps that are gone through to play all variations: each begins with the game.
const MOST_PLAYED: usize = 200_000;
/// The longest words of a decision, and of a thing on the board.
const LONGEST_WORDS: usize = 2000;
const LONGEST_ID: usize = 60;

/// A study.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Study {
    /// Its name.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The log's first line, with its seeds.
    pub header: String,
    /// The log's other lines; none where it begins with a position.
    pub entries: Vec<String>,
    /// Other ways that the game could have gone.
    pub variations: Vec<Variation>,
    /// What is said of steps.
    pub notes: Vec<Note>,
    /// What is shown on the board.
    pub marks: Vec<Mark>,
}

/// A step of one of the lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// 0 for the game as it was played, else a variation.
    pub line: u32,
    /// The step.
    pub step: u32,
}

/// Another way that the game could have gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Its number, from 1.
    pub id: u32,
    /// The line that it goes out from.
    pub from: u32,
    /// After which step of it.
    pub step: u32,
    /// What it is called; may be empty.
    #[serde(default)]
    pub name: String,
    /// What is decided.
    pub moves: Vec<Move>,
}

/// A step of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Move {
    /// Somebody decides.
    Act {
        /// Who.
        seat: u8,
        /// In the words of situations.
        #[serde(rename = "do")]
        words: String,
    },
    /// Time comes to this on the table's clock.
    Clock {
        /// The time.
        clock: Millis,
    },
}

/// What is said of a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// Which.
    #[serde(flatten)]
    pub at: Place,
    /// Small markdown.
    pub text: String,
}

/// A ring around a thing on the board, or an arrow from one to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// At which step it is shown.
    #[serde(flatten)]
    pub at: Place,
    /// The thing's id on the board.
    pub from: String,
    /// Where an arrow leads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// A line of the file that is not of the log.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Added {
    Variation(Variation),
    Note(Note),
    Mark(Mark),
}

#[derive(Serialize, Deserialize)]
struct Head {
    study: u32,
    title: String,
    #[serde(default)]
    about: String,
}

/// A change to a study. It is carried out whole, or refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edit {
    /// Another title, and what is said of the whole.
    Head {
        /// The title.
        title: String,
        /// What it is about.
        about: String,
    },
    /// What is said of a step; nothing where the text is empty.
    Note {
        /// Which step.
        at: Place,
        /// The text.
        text: String,
    },
    /// A ring or an arrow more, or the same one away.
    Mark(Mark),
    /// A step more after a place. At the end of a variation it goes on, anywhere else a new variation begins.
    Move {
        /// After which step.
        at: Place,
        /// What is decided; `None` lets time pass.
        what: Option<(Seat, String)>,
    },
    /// Another name for a variation.
    Name {
        /// Which.
        line: u32,
        /// The name.
        name: String,
    },
    /// The last step of a variation goes; the variation with its only one.
    Shorten {
        /// Which.
        line: u32,
    },
    /// A variation goes, with those that go out from it.
    Remove {
        /// Which.
        line: u32,
    },
}

impl Study {
    /// A study of a game.
    pub fn of_log(title: &str, header: String, entries: Vec<String>) -> Study {
        Study { title: title.into(), header, entries, ..Study::default() }
    }

    /// A study that begins with a position: the one of a situation, whose decisions become the first variation.
    pub fn of_situation(title: &str, text: &str, seed: Seed) -> Result<Study, String> {
        let script = Script::parse(text).map_err(|mistake| mistake.to_string())?;
        let cover = shelf::game(&script.game).ok_or_else(|| shelf::no_such_game(&script.game).text)?;
        if script.given.is_empty() {
            return Err("a study begins with a position: nothing is given".into());
        }
        // An older edition stands before the position, or among its clauses.
        let among = |clause: &str| clause.strip_prefix("edition ").and_then(|word| word.trim().parse().ok());
        let clauses = script.given.iter().map(|(_, clause)| clause);
        let edition =
            script.edition.map(|(_, edition)| edition).or_else(|| clauses.clone().find_map(|c| among(c)));
        let position = clauses.filter(|clause| among(clause).is_none()).cloned().collect();
        let order = TableOrder { edition, position, ..TableOrder::default() };
        let table = quietly(|| cover.rulebook.open(&order, seed))
            .map_err(|why| format!("the rules broke down over this ({why})"))?
            .map_err(|refusal| refusal.text)?;
        Ok(Study::of_log(title, table.sealed_header(), Vec::new()))
    }

    /// Reads a file. Whether its lines are by the rules is [`Study::check`]'s business.
    pub fn parse(text: &str) -> Result<Study, String> {
        if text.len() > LARGEST {
            return Err(format!("a study has at most {} MiB", LARGEST >> 20));
        }
        let wrong = |i: usize, why: &dyn std::fmt::Display| format!("line {}: {why}", i + 1);
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (i, first) = lines.next().ok_or("the file is empty")?;
        let head: Head =
            serde_json::from_str(first).map_err(|e| wrong(i, &format!("this is no study: {e}")))?;
        if head.study != FORMAT {
            return Err(wrong(i, &format!("studies of format {} are not known here", head.study)));
        }
        let (_, header) = lines.next().ok_or("a study has a log, and this one ends before it")?;
        let title = one_line(&head.title);
        let mut study =
            Study { about: tidy(&head.about), ..Study::of_log(&title, header.into(), Vec::new()) };
        for (i, line) in lines {
            let added = match serde_json::from_str::<Added>(line) {
                Ok(added) => added,
                // The entries of the log come first.
                Err(_) if study.is_bare() && line.starts_with("{\"n\":") => {
                    study.entries.push(line.into());
                    continue;
                }
                Err(e) => return Err(wrong(i, &e)),
            };
            match added {
                Added::Variation(variation) => {
                    study.variations.push(Variation { name: one_line(&variation.name), ..variation });
                }
                Added::Note(note) => study.notes.push(Note { text: tidy(&note.text), ..note }),
                Added::Mark(mark) => study.marks.push(mark),
            }
        }
        study.check_sizes()?;
        Ok(study)
    }

    /// Nothing was added to the log yet.
    fn is_bare(&self) -> bool {
        self.variations.is_empty() && self.notes.is_empty() && self.marks.is_empty()
    }

    /// The file.
    pub fn print(&self) -> String {
        let head = Head { study: FORMAT, title: self.title.clone(), about: self.about.clone() };
        let mut out = vec![line(&head), self.header.clone()];
        out.extend(self.entries.iter().cloned());
        out.extend(self.variations.iter().map(|v| line(&Added::Variation(v.clone()))));
        out.extend(self.notes.iter().map(|n| line(&Added::Note(n.clone()))));
        out.extend(self.marks.iter().map(|m| line(&Added::Mark(m.clone()))));
        out.push(String::new());
        out.join("\n")
    }

    fn check_sizes(&self) -> Result<(), String> {
        let within = |n: usize, most: usize, what: &str| {
            if n > most { Err(format!("a study has at most {most} {what}")) } else { Ok(()) }
        };
        let chars = |text: &str| text.chars().count();
        within(chars(&self.title), LONGEST_TITLE, "characters in its title")?;
        within(chars(&self.about), LONGEST_NOTE, "characters about it")?;
        within(self.notes.len(), MOST_NOTES, "notes")?;
        within(self.variations.len(), MOST_VARIATIONS, "variations")?;
        within(self.marks.len(), MOST_MARKS, "marks")?;
        within(self.variations.iter().map(|v| v.moves.len()).sum(), MOST_MOVES, "steps in variations")?;
        let played = self.entries.len() * self.variations.len();
        within(played, MOST_PLAYED, "steps to go through for its variations")?;
        for note in &self.notes {
            within(chars(&note.text), LONGEST_NOTE, "characters in a note")?;
        }
        for variation in &self.variations {
            within(chars(&variation.name), LONGEST_TITLE, "characters in a variation's name")?;
            for step in &variation.moves {
                if let Move::Act { words, .. } = step {
                    within(words.len(), LONGEST_WORDS, "characters in a decision")?;
                }
            }
        }
        for id in self.marks.iter().flat_map(|mark| [Some(&mark.from), mark.to.as_ref()]).flatten() {
            if id.is_empty() || id.len() > LONGEST_ID || id.chars().any(char::is_control) {
                return Err(format!("`{id}` names nothing on a board"));
            }
        }
        if self.title.trim().is_empty() {
            return Err("a study needs a title".into());
        }
        let bytes = self.header.len() + self.entries.iter().map(|line| line.len() + 1).sum::<usize>();
        within(bytes + self.notes.iter().map(|n| n.text.len()).sum::<usize>(), LARGEST, "bytes")
    }

    /// The game's id, as the log says it.
    pub fn game(&self) -> Option<&'static str> {
        #[derive(Deserialize)]
        struct First {
            game: String,
        }
        let first: First = serde_json::from_str(&self.header).ok()?;
        shelf::game(&first.game).map(|cover| cover.id)
    }

    /// A variation by its number.
    pub fn variation(&self, line: u32) -> Option<&Variation> {
        self.variations.iter().find(|v| v.id == line)
    }

    /// Steps of a line. Those of the game come from whoever has played it.
    pub fn last(&self, line: u32, played: u32) -> Option<u32> {
        match line {
            0 => Some(played),
            line => self.variation(line).map(|v| v.step + v.moves.len() as u32),
        }
    }

    /// Steps of the game as it was played, without those that were taken back.
    pub fn played(&self) -> Result<u32, String> {
        Ok(Table::resume(&self.header, None, &self.entries).map_err(|parting| parting.to_string())?.step())
    }

    /// The table at a place.
    pub fn table_at(&self, at: Place) -> Result<Table, String> {
        let (mut at, mut moves) = (at, Vec::new());
        // Variations go out from older ones: no chain of them is longer than their number.
        for _ in 0..=self.variations.len() {
            if at.line == 0 {
                break;
            }
            let variation = self.variation(at.line).ok_or_else(|| no_line(at.line))?;
            let own = (at.step.saturating_sub(variation.step) as usize).min(variation.moves.len());
            moves.splice(0..0, variation.moves[..own].iter());
            at = Place { line: variation.from, step: at.step.min(variation.step) };
        }
        if at.line != 0 {
            return Err("variations go out from each other in a circle".into());
        }
        let mut table =
            Table::as_of(&self.header, &self.entries, at.step).map_err(|parting| parting.to_string())?;
        for one in moves {
            play(&mut table, one)?;
        }
        Ok(table)
    }

    /// Plays everything: the log as `klaxon verify` does, then each variation. The error says what is wrong.
    pub fn check(&self) -> Result<Checked, String> {
        self.check_sizes()?;
        let whole =
            Table::resume(&self.header, None, &self.entries).map_err(|parting| parting.to_string())?;
        let steps = whole.step();
        if whole.outcome().is_none() && !self.entries.is_empty() {
            return Err("the game is not over: studies are of finished games and of positions".into());
        }
        for (i, variation) in self.variations.iter().enumerate() {
            let wrong = |why: String| format!("variation {}: {why}", variation.id);
            let known = variation.from == 0 || self.variations[..i].iter().any(|v| v.id == variation.from);
            let twice = self.variations[..i].iter().any(|v| v.id == variation.id);
            if variation.id == 0 || twice || !known {
                return Err(wrong(
                    "it needs a number of its own, and a line before it to go out from".into(),
                ));
            }
            if variation.moves.is_empty() {
                return Err(wrong("it has no steps".into()));
            }
            if self.last(variation.from, steps).is_none_or(|last| variation.step > last) {
                return Err(wrong(format!("line {} has no step {}", variation.from, variation.step)));
            }
            let end = variation.step + variation.moves.len() as u32;
            self.table_at(Place { line: variation.id, step: end }).map_err(wrong)?;
        }
        let places = self.notes.iter().map(|n| n.at).chain(self.marks.iter().map(|m| m.at));
        for at in places {
            if self.last(at.line, steps).is_none_or(|last| at.step > last) {
                return Err(format!("there is no step {} in line {}", at.step, at.line));
            }
        }
        Ok(Checked {
            game: whole.game_id(),
            steps,
            variations: self.variations.len(),
            notes: self.notes.len(),
            marks: self.marks.len(),
        })
    }

    /// Carries a change out. Returns where to look then.
    pub fn edit(&mut self, edit: Edit) -> Result<Place, String> {
        let mut next = self.clone();
        let at = next.change(edit)?;
        next.check_sizes()?;
        *self = next;
        Ok(at)
    }

    fn change(&mut self, edit: Edit) -> Result<Place, String> {
        match edit {
            Edit::Head { title, about } => {
                (self.title, self.about) = (one_line(&title), tidy(&about));
                Ok(Place::default())
            }
            Edit::Note { at, text } => {
                self.exists(at)?;
                self.notes.retain(|note| note.at != at);
                let text = tidy(&text);
                if !text.is_empty() {
                    self.notes.push(Note { at, text });
                    self.notes.sort_by_key(|note| note.at);
                }
                Ok(at)
            }
            Edit::Mark(mark) => {
                self.exists(mark.at)?;
                let before = self.marks.len();
                self.marks.retain(|m| *m != mark);
                let at = mark.at;
                if self.marks.len() == before {
                    self.marks.push(mark);
                }
                Ok(at)
            }
            Edit::Move { at, what } => self.go_on(at, what),
            Edit::Name { line, name } => {
                let variation =
                    self.variations.iter_mut().find(|v| v.id == line).ok_or_else(|| no_line(line))?;
                variation.name = one_line(&name);
                Ok(Place { line, step: variation.step + 1 })
            }
            Edit::Shorten { line } => {
                let variation = self.variation(line).ok_or_else(|| no_line(line))?;
                let end = variation.step + variation.moves.len() as u32;
                if self.variations.iter().any(|v| v.from == line && v.step >= end) {
                    return Err("another variation goes out from its last step".into());
                }
                if variation.moves.len() == 1 {
                    return self.change(Edit::Remove { line });
                }
                let variation =
                    self.variations.iter_mut().find(|v| v.id == line).ok_or_else(|| no_line(line))?;
                variation.moves.pop();
                self.forget(&|at: Place| at.line == line && at.step >= end);
                Ok(Place { line, step: end - 1 })
            }
            Edit::Remove { line } => {
                let variation = self.variation(line).ok_or_else(|| no_line(line))?;
                let back = Place { line: variation.from, step: variation.step };
                let mut gone = vec![line];
                // Those that go out from it come after it.
                for variation in &self.variations {
                    if gone.contains(&variation.from) {
                        gone.push(variation.id);
                    }
                }
                self.variations.retain(|v| !gone.contains(&v.id));
                self.forget(&|at: Place| gone.contains(&at.line));
                Ok(back)
            }
        }
    }

    /// Notes and marks of places that are gone go with them.
    fn forget(&mut self, gone: &dyn Fn(Place) -> bool) {
        self.notes.retain(|note| !gone(note.at));
        self.marks.retain(|mark| !gone(mark.at));
    }

    fn exists(&self, at: Place) -> Result<(), String> {
        let last = self.last(at.line, self.played()?).ok_or_else(|| no_line(at.line))?;
        if at.step > last { Err(format!("the line has only {last} steps")) } else { Ok(()) }
    }

    /// A step more. The rules judge it, and what is kept are the game's own words for it.
    fn go_on(&mut self, at: Place, what: Option<(Seat, String)>) -> Result<Place, String> {
        self.exists(at)?;
        let mut table = self.table_at(at)?;
        let step = match what {
            Some((seat, words)) => {
                let words = table.canon(seat, &words)?;
                Move::Act { seat: seat.0, words }
            }
            None => Move::Clock { clock: table.alarm().ok_or("no time passes here")? },
        };
        play(&mut table, &step)?;
        let end = self.variation(at.line).map(|v| v.step + v.moves.len() as u32);
        if end == Some(at.step) {
            let variation =
                self.variations.iter_mut().find(|v| v.id == at.line).ok_or_else(|| no_line(at.line))?;
            variation.moves.push(step);
            return Ok(Place { line: at.line, step: at.step + 1 });
        }
        // The same step from here is there already.
        let same = |v: &&Variation| (v.from, v.step) == (at.line, at.step) && v.moves.first() == Some(&step);
        let line = match self.variations.iter().find(same) {
            Some(variation) => variation.id,
            None => {
                let id = self.variations.iter().map(|v| v.id).max().unwrap_or(0) + 1;
                self.variations.push(Variation {
                    id,
                    from: at.line,
                    step: at.step,
                    name: String::new(),
                    moves: vec![step],
                });
                id
            }
        };
        Ok(Place { line, step: at.step + 1 })
    }
}

/// What is in a study that is good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// The game's id.
    pub game: &'static str,
    /// Steps of the game as it was played.
    pub steps: u32,
    /// How many of each.
    pub variations: usize,
    /// Notes.
    pub notes: usize,
    /// Rings and arrows.
    pub marks: usize,
}

fn play(table: &mut Table, step: &Move) -> Result<(), String> {
    match step {
        Move::Act { seat, words } => {
            if usize::from(*seat) >= table.seats() {
                return Err(format!("there is no seat {seat} at this table"));
            }
            let said = quietly(|| table.say(Seat(*seat), words, 0));
            let said = said.map_err(|why| format!("the rules broke down over `{words}` ({why})"))?;
            said.map(drop).map_err(|refusal| format!("`{words}`: {refusal}"))
        }
        Move::Clock { clock } => {
            let passed =
                quietly(|| table.clock(*clock, 0)).map_err(|why| format!("the rules broke down ({why})"))?;
            passed.map(drop).ok_or_else(|| format!("nothing happens at {clock} ms on the clock"))
        }
    }
}

fn no_line(line: u32) -> String {
    format!("there is no variation {line}")
}

/// Characters that turn or hide the text around them, and control characters but line ends, are left out.
fn tidy(text: &str) -> String {
    let text: String = text.replace("\r\n", "\n").chars().filter(|c| *c == '\n' || !is_odd(*c)).collect();
    text.trim().to_owned()
}

fn one_line(text: &str) -> String {
    tidy(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn line<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("it serialises")
}
