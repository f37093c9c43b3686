//! Lessons: a position, a few steps with something to do in each, and what to say on the way. The language is that of
//! situations ([`crate::script`]) with words around it; `docs/lessons.md` teaches it.
//!
//! ```text
//! lesson Into the asteroids
//! game red-alert
//! seat cw
//! rules RA-9.10 RA-18.1
//! say
//!   Rocks slow a ship down.
//! given
//!   F6 asteroid
//!   cw G6 SC ordered
//!   cf B2 SC
//!   phase movement cw
//! step Fly your cruiser into the rocks
//! mistake end-movement
//!   Move first.
//! dice red-alert
//! do cw: move G6 F6
//! goal cw F6 SC
//! praise
//!   There it stands.
//! ```
//!
//! Nothing in here knows a game: what its clauses and decisions mean is found out where the lesson is played
//! (`crates/catalog/src/lesson.rs`).

use crate::{
    Edition,
    script::{Mistake, lines},
};

/// Decisions, replies and mistakes of one step.
const MOST_LINES: usize = 60;
/// Steps of one lesson.
const MOST_STEPS: usize = 12;
/// Letters of one text: a lesson is read beside a board, on a phone.
const LONGEST_TEXT: usize = 420;
/// Clauses of a position.
const MOST_CLAUSES: usize = 500;

/// A lesson as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The edition of the rules; the newest without it.
    pub edition: Option<Edition>,
    /// The learner's seat, in the words of situations.
    pub seat: (usize, String),
    /// The rules that it teaches, with the line.
    pub rules: Vec<(usize, String)>,
    /// The number that its luck comes from.
    pub luck: u64,
    /// What is said before the first step.
    pub say: String,
    /// The position, with line numbers.
    pub given: Vec<(usize, String)>,
    /// What is to be done, one after the other; never empty.
    pub steps: Vec<Step>,
}

/// One step of a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Where it begins.
    pub line: usize,
    /// What is to be done, in a few words.
    pub title: String,
    /// What is said about it.
    pub say: String,
    /// What may be decided besides what the solution decides: patterns of words.
    pub allow: Vec<String>,
    /// What must be true for the step to be done, with line numbers. A step without a goal is read, and left by *Next*.
    pub goal: Vec<(usize, String)>,
    /// The solution and the likely mistakes, in the order in which they are tried.
    pub lines: Vec<(usize, Part)>,
    /// What is said when it is done.
    pub praise: String,
}

/// A line of a step that is played or tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The dice that fall in the next decision, by their faces' names.
    Dice(Vec<String>),
    /// A decision: of the learner as the solution has it, of another seat as its reply.
    Do {
        /// Seat by name.
        seat: String,
        /// Its words.
        words: String,
    },
    /// A likely mistake of the learner.
    Mistake(Slip),
}

/// A likely mistake with what is said to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slip {
    /// The rule that forbids it; without one it is allowed by the rules, and still not what is asked.
    pub rule: Option<String>,
    /// The decision: an example where a rule forbids it, else a pattern.
    pub words: String,
    /// What is said.
    pub say: String,
}

/// What the lesson says to a decision of the learner that it does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correction {
    /// The message: whole sentences.
    pub say: String,
    /// The rule behind it.
    pub rule: Option<String>,
    /// Is it a mistake that the lesson knows?
    pub known: bool,
}

impl Step {
    /// The step's decisions, with their lines.
    pub fn decisions(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        self.lines.iter().filter_map(|(line, part)| match part {
            Part::Do { seat, words } => Some((*line, seat.as_str(), words.as_str())),
            Part::Dice(_) | Part::Mistake(_) => None,
        })
    }

    /// The likely mistakes.
    pub fn slips(&self) -> impl Iterator<Item = &Slip> {
        self.lines.iter().filter_map(|(_, part)| match part {
            Part::Mistake(slip) => Some(slip),
            Part::Do { .. } | Part::Dice(_) => None,
        })
    }

    /// What is said where a rule forbids what the learner wanted.
    pub fn forbidden(&self, rule: &str) -> Option<Correction> {
        let slip = self.slips().find(|slip| slip.rule.as_deref() == Some(rule))?;
        Some(Correction { say: slip.say.clone(), rule: Some(rule.into()), known: true })
    }

    /// What is said to a legal decision that is not taken here; `None` where it is. `solution` are the learner's decisions
    /// that the step still waits for, in the words that the game itself uses.
    pub fn corrects(&self, words: &str, solution: &[String]) -> Option<Correction> {
        if solution.iter().any(|right| right == words) {
            return None;
        }
        let known = self.slips().find(|slip| slip.rule.is_none() && fits(&slip.words, words));
        if let Some(slip) = known {
            return Some(Correction { say: slip.say.clone(), rule: None, known: true });
        }
        if self.allow.iter().any(|pattern| fits(pattern, words)) {
            return None;
        }
        let say = format!("The rules allow that, but it is not what this step is about. {}.", self.title);
        Some(Correction { say, rule: None, known: false })
    }
}

/// Does a pattern fit a decision? `*` stands for one word, at the end for all that follow, or for none.
pub fn fits(pattern: &str, words: &str) -> bool {
    let (mut wanted, mut there) = (pattern.split_whitespace().peekable(), words.split_whitespace());
    while let Some(word) = wanted.next() {
        if word == "*" && wanted.peek().is_none() {
            return true;
        }
        match there.next() {
            Some(is) if word == "*" || is == word => {}
            Some(_) | None => return false,
        }
    }
    there.next().is_none()
}

/// Where an indented line goes.
#[derive(Clone, Copy)]
enum Goes {
    Nothing,
    Say,
    Given,
    Praise,
    Slip,
}

impl Lesson {
    /// Reads a lesson.
    pub fn parse(text: &str) -> Result<Lesson, Mistake> {
        let mut lesson = Lesson {
            title: String::new(),
            game: String::new(),
            edition: None,
            seat: (1, String::new()),
            rules: Vec::new(),
            luck: 0,
            say: String::new(),
            given: Vec::new(),
            steps: Vec::new(),
        };
        let mut into = Goes::Nothing;
        for (line, indented, bare) in lines(text) {
            let mistake = |text: String| Mistake { line, text };
            if indented {
                lesson.more(into, line, bare).map_err(mistake)?;
            } else {
                into = lesson.line(line, bare).map_err(mistake)?;
            }
        }
        lesson.check()?;
        Ok(lesson)
    }

    /// One line that is not indented. Returns what the indented lines after it belong to.
    fn line(&mut self, line: usize, bare: &str) -> Result<Goes, String> {
        let (word, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
        let rest = rest.trim();
        let needs = |what: &str| match rest {
            "" => Err(format!("`{word}` needs {what} behind it")),
            rest => Ok(rest.to_owned()),
        };
        match (word, self.steps.last_mut()) {
            ("lesson", None) => self.title = needs("its title")?,
            ("game", None) => self.game = needs("the id of a game")?,
            ("edition", None) => self.edition = Some(rest.parse()?),
            ("seat", None) => self.seat = (line, needs("the learner's seat")?),
            ("rules", None) => {
                self.rules.extend(
                    needs("rule ids")?
                        .split([' ', ','])
                        .filter(|w| !w.is_empty())
                        .map(|w| (line, w.to_owned())),
                );
            }
            ("luck", None) => {
                self.luck = rest.parse().map_err(|_| format!("`{rest}` is no number: write `luck 0`, and let `klaxon lesson check` find a better one"))?;
            }
            ("say", None) => {
                add(&mut self.say, rest)?;
                return Ok(Goes::Say);
            }
            ("given", None) => {
                self.given.extend(clauses(rest).map(|clause| (line, clause)));
                return Ok(Goes::Given);
            }
            ("step", _) => {
                let title = needs("what is to be done, in a few words")?.trim_end_matches('.').to_owned();
                let (say, praise) = (String::new(), String::new());
                let step =
                    Step { line, title, say, allow: Vec::new(), goal: Vec::new(), lines: Vec::new(), praise };
                self.steps.push(step);
                return Ok(Goes::Nothing);
            }
            ("say", Some(step)) => {
                add(&mut step.say, rest)?;
                return Ok(Goes::Say);
            }
            ("praise", Some(step)) => {
                add(&mut step.praise, rest)?;
                return Ok(Goes::Praise);
            }
            ("allow", Some(step)) => {
                step.allow.extend(clauses(&needs("patterns of decisions, such as `move G6 *`")?))
            }
            ("goal", Some(step)) => {
                step.goal.extend(clauses(&needs("what must be true")?).map(|clause| (line, clause)))
            }
            ("dice", Some(step)) => {
                let faces = rest.split([' ', ',']).filter(|w| !w.is_empty()).map(Into::into).collect();
                step.lines.push((line, Part::Dice(faces)));
            }
            ("do", Some(step)) => {
                let (seat, words) = rest
                    .split_once(':')
                    .ok_or_else(|| format!("`{rest}` names no seat: write `do seat: decision`"))?;
                step.lines.push((line, Part::Do { seat: seat.trim().into(), words: words.trim().into() }));
            }
            ("mistake", Some(step)) => {
                let (rule, words) = match rest.split_once(char::is_whitespace) {
                    Some((rule, words)) if is_rule(rule) => (Some(rule.to_owned()), words.trim()),
                    _ if is_rule(rest) => {
                        return Err(format!(
                            "write a decision behind {rest} that it forbids, so that it can be tried"
                        ));
                    }
                    _ => (None, rest),
                };
                if words.is_empty() {
                    return Err("`mistake` needs the decision behind it, with the rule before that where one forbids it".into());
                }
                let slip = Slip { rule, words: words.into(), say: String::new() };
                step.lines.push((line, Part::Mistake(slip)));
                return Ok(Goes::Slip);
            }
            ("lesson" | "game" | "edition" | "seat" | "rules" | "luck" | "given", Some(_)) => {
                return Err(format!("`{word}` stands before the first step"));
            }
            ("praise" | "allow" | "goal" | "dice" | "do" | "mistake", None) => {
                return Err(format!(
                    "`{word}` belongs to a step: write `step` and what is to be done before it"
                ));
            }
            (other, _) => {
                return Err(format!(
                    "`{other}` is not one of lesson, game, edition, seat, rules, luck, say, given, and in a step say, allow, goal, dice, do, \
                     mistake, praise (texts and clauses are indented)"
                ));
            }
        }
        Ok(Goes::Nothing)
    }

    /// An indented line.
    fn more(&mut self, into: Goes, line: usize, bare: &str) -> Result<(), String> {
        match (into, self.steps.last_mut()) {
            (Goes::Given, _) => {
                self.given.extend(clauses(bare).map(|clause| (line, clause)));
                Ok(())
            }
            (Goes::Say, None) => add(&mut self.say, bare),
            (Goes::Say, Some(step)) => add(&mut step.say, bare),
            (Goes::Praise, Some(step)) => add(&mut step.praise, bare),
            (Goes::Slip, Some(Step { lines, .. })) => match lines.last_mut() {
                Some((_, Part::Mistake(slip))) => add(&mut slip.say, bare),
                Some((_, Part::Do { .. } | Part::Dice(_))) | None => Ok(()),
            },
            (Goes::Nothing | Goes::Praise | Goes::Slip, _) => {
                Err("an indented line goes on with `say`, `given`, `praise` or `mistake`; nothing of that stands before it".into())
            }
        }
    }

    /// What is missing.
    fn check(&self) -> Result<(), Mistake> {
        let at = |line: usize, text: &str| Err(Mistake { line, text: text.into() });
        if self.title.is_empty() {
            return at(1, "the lesson has no title: write `lesson` and its title in the first line");
        }
        if self.game.is_empty() {
            return at(1, "the lesson names no game: write `game` and its id");
        }
        if self.seat.1.is_empty() {
            return at(1, "the lesson names no seat: write `seat` and whose decisions the learner makes");
        }
        if self.rules.is_empty() {
            return at(1, "the lesson cites no rules: write `rules` and their ids");
        }
        if let Some((line, id)) = self.rules.iter().find(|(_, id)| !is_rule(id)) {
            return at(*line, &format!("`{id}` is no rule id: they look like RA-7.4"));
        }
        if self.say.is_empty() {
            return at(1, "the lesson says nothing: write `say` and a few sentences before its first step");
        }
        if self.given.is_empty() {
            return at(1, "the lesson has no position: write `given` and its clauses");
        }
        if let Some((line, _)) = self.given.get(MOST_CLAUSES) {
            return at(*line, &format!("a position has at most {MOST_CLAUSES} clauses"));
        }
        if self.steps.is_empty() {
            return at(1, "the lesson has no step: write `step` and what is to be done");
        }
        if let Some(step) = self.steps.get(MOST_STEPS) {
            return at(step.line, &format!("a lesson has at most {MOST_STEPS} steps"));
        }
        for step in &self.steps {
            if step.lines.len() > MOST_LINES {
                return at(
                    step.line,
                    &format!("a step has at most {MOST_LINES} lines of dice, decisions and mistakes"),
                );
            }
            if let Some((line, _)) =
                step.lines.iter().find(|(_, part)| matches!(part, Part::Mistake(slip) if slip.say.is_empty()))
            {
                return at(*line, "nothing is said to this mistake: write it in indented lines below");
            }
            let learner = step.decisions().any(|(_, seat, _)| seat == self.seat.1);
            match (step.goal.first(), learner) {
                (Some((line, _)), false) => {
                    return at(
                        *line,
                        "the step has a goal and no solution: write `do` with the learner's seat and decisions",
                    );
                }
                (None, true) => {
                    return at(
                        step.line,
                        "the step has decisions and no goal: write `goal` and what must be true then",
                    );
                }
                (None, false) if step.lines.iter().any(|(_, part)| matches!(part, Part::Mistake(_))) => {
                    return at(
                        step.line,
                        "in a step without a goal nothing is decided, so nothing can be a mistake",
                    );
                }
                (None, false) if step.say.is_empty() => {
                    return at(step.line, "a step without a goal is there to be read: write `say`");
                }
                (Some(_), true) | (None, false) => {}
            }
        }
        Ok(())
    }
}

fn is_rule(word: &str) -> bool {
    let Some((prefix, number)) = word.split_once('-') else { return false };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    prefix.len() == 2
        && prefix.bytes().all(|b| b.is_ascii_uppercase())
        && number.split_once('.').is_some_and(|(chapter, n)| digits(chapter) && digits(n))
}

fn clauses(text: &str) -> impl Iterator<Item = String> {
    text.split(';').map(str::trim).filter(|c| !c.is_empty()).map(Into::into)
}

/// Goes on with a text.
fn add(text: &mut String, more: &str) -> Result<(), String> {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
    if text.chars().count() > LONGEST_TEXT {
        return Err(format!(
            "this text is longer than {LONGEST_TEXT} letters: say it shorter, or in two steps"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "lesson Small\ngame x\nseat a\nrules XX-1.1\nsay\n  One.\n  Two.\ngiven\n  a; b\nstep Do it.\nallow move *\n\
                         mistake XX-1.2 jump 3\n  No jumps.\nmistake wait *\n  Not now.\ndice 1 2\ndo a: go 1\ngoal gone; far\npraise Well done.\n";

    fn wrong(text: &str) -> String {
        Lesson::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_lesson_is_read_with_everything_in_it() {
        let lesson = Lesson::parse(SMALL).unwrap();
        assert_eq!((lesson.title.as_str(), lesson.say.as_str(), lesson.luck), ("Small", "One. Two.", 0));
        assert_eq!(lesson.given, [(9, "a".into()), (9, "b".into())]);
        let [step] = &lesson.steps[..] else { panic!("one step") };
        assert_eq!((step.title.as_str(), step.praise.as_str()), ("Do it", "Well done."));
        assert_eq!(step.decisions().collect::<Vec<_>>(), [(17, "a", "go 1")]);
        assert_eq!(step.goal, [(18, "gone".into()), (18, "far".into())]);
        assert_eq!(step.slips().count(), 2);
    }

    #[test]
    fn patterns_stand_for_words() {
        for (pattern, words, is) in [
            ("move *", "move G6 F6", true),
            ("move * F6", "move G6 F6", true),
            ("move * F6", "move G6 F7", false),
            ("*", "anything at all", true),
            ("end", "end turn", false),
            ("end *", "end", true),
            ("move G6 F6", "move G6", false),
        ] {
            assert_eq!(fits(pattern, words), is, "{pattern} / {words}");
        }
    }

    #[test]
    fn what_is_not_the_solution_gets_its_message() {
        let lesson = Lesson::parse(SMALL).unwrap();
        let step = &lesson.steps[0];
        let right = ["go 1".to_owned()];
        assert_eq!(step.corrects("go 1", &right), None);
        assert_eq!(step.corrects("move 7", &right), None);
        assert_eq!(step.corrects("wait 3", &right).unwrap().say, "Not now.");
        let other = step.corrects("go 2", &right).unwrap();
        assert!(other.say.ends_with("Do it.") && !other.known, "{other:?}");
        assert_eq!(step.forbidden("XX-1.2").unwrap().say, "No jumps.");
        assert_eq!(step.forbidden("XX-1.3"), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (from, to, says) in [
            ("lesson Small\n", "", "line 1: the lesson has no title"),
            ("game x\n", "", "names no game"),
            ("seat a\n", "", "names no seat"),
            ("rules XX-1.1\n", "", "cites no rules"),
            ("rules XX-1.1", "rules XX-1", "line 4: `XX-1` is no rule id"),
            ("say\n  One.\n  Two.\n", "", "says nothing"),
            ("given\n  a; b\n", "", "no position"),
            ("step Do it.", "step", "line 10: `step` needs what is to be done"),
            ("allow move *", "perhaps move *", "line 11: `perhaps` is not one of"),
            ("  No jumps.\n", "", "line 12: nothing is said to this mistake"),
            ("mistake XX-1.2 jump 3", "mistake XX-1.2", "line 12: write a decision behind XX-1.2"),
            ("do a: go 1", "do go 1", "line 17: `go 1` names no seat"),
            ("do a: go 1", "do b: go 1", "a goal and no solution"),
            ("goal gone; far\n", "", "line 10: the step has decisions and no goal"),
            ("step Do it.", "luck few\nstep Do it.", "line 10: `few` is no number"),
            ("praise Well", "game y\npraise Well", "`game` stands before the first step"),
            ("allow move *", "  more\nallow move *", "line 11: an indented line"),
        ] {
            let text = SMALL.replacen(from, to, 1);
            assert_ne!(text, SMALL, "{from}");
            assert!(wrong(&text).contains(says), "{says}: {}", wrong(&text));
        }
        assert!(wrong(&SMALL.replace("  One.", &"  One.".repeat(100))).contains("say it shorter"));
    }
}
