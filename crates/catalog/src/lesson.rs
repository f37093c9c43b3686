//! A lesson at a table: what it takes of the learner, what it does by itself, and whether it can be solved as written.

use klaxon_core::{
    Chance, Refusal, Seat, Seed, TableOrder,
    lesson::{Correction, Lesson, Part, Step},
    script::Mistake,
};
use klaxon_table::{Play, Rulebook};
use serde::{Deserialize, Serialize};

/// What the lesson does by itself before somebody must look.
const MOST_BY_ITSELF: usize = 200;
/// Numbers that are tried for luck.
const MOST_LUCK: u64 = 3_000_000;

/// Where a learner is in a lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct At {
    /// The step, from 0; as many as there are when the lesson is done.
    pub step: usize,
    /// The table's step after which it began.
    pub begun: u32,
}

/// A lesson that is being gone through at a table.
#[derive(Clone, Copy)]
pub struct Guide<'a> {
    /// The rules.
    pub rulebook: &'a dyn Rulebook,
    /// The lesson.
    pub lesson: &'a Lesson,
    /// Where the learner is.
    pub at: At,
}

/// A decision of a step's solution that has not been taken yet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Left<'a> {
    /// Its place among the decisions of the step.
    which: usize,
    seat: Option<Seat>,
    words: &'a str,
}

/// The order for the table of a lesson.
pub fn order(lesson: &Lesson) -> TableOrder {
    TableOrder {
        edition: lesson.edition,
        position: lesson.given.iter().map(|(_, clause)| clause.clone()).collect(),
        ..TableOrder::default()
    }
}

/// The luck of a lesson.
pub fn seed(lesson: &Lesson) -> Seed {
    Seed::small(lesson.luck)
}

impl<'a> Guide<'a> {
    /// The step that the learner is at; none when the lesson is done.
    pub fn step(&self) -> Option<&'a Step> {
        self.lesson.steps.get(self.at.step)
    }

    /// The learner's seat.
    pub fn learner(&self) -> Option<Seat> {
        self.rulebook.seat(&self.lesson.seat.1)
    }

    /// What is still to be done in this step, by the solution.
    fn left(&self, table: &dyn Play) -> Vec<Left<'a>> {
        let Some(step) = self.step() else { return Vec::new() };
        let line = |(which, (_, seat, words))| Left { which, seat: self.rulebook.seat(seat), words };
        let mut left: Vec<Left<'a>> = step.decisions().enumerate().map(line).collect();
        for (seat, words) in table.decisions(self.at.begun) {
            if let Some(i) = left.iter().position(|l| l.seat == Some(seat) && l.words == words) {
                left.remove(i);
            }
        }
        left
    }

    /// The learner's next decision, as the solution has it.
    pub fn solution(&self, table: &dyn Play) -> Option<&'a str> {
        let learner = self.learner();
        self.left(table).into_iter().find(|l| l.seat == learner).map(|l| l.words)
    }

    /// What the lesson says to a decision of the learner that it does not take. What the rules forbid and the lesson does not
    /// speak of is left to the rules.
    pub fn corrects(&self, table: &dyn Play, words: &str) -> Option<Correction> {
        let plain = |say: &str| Some(Correction { say: say.into(), rule: None, known: false });
        let Some(step) = self.step() else {
            return plain("This lesson is done. Go on to the next one, or begin it again.");
        };
        if step.goal.is_empty() {
            return plain("Read this first, then press Next.");
        }
        let seat = self.learner()?;
        if let Err(refusal) = table.judge(seat, words) {
            return self.explains(&refusal);
        }
        step.corrects(words, &self.solution(table).map(str::to_owned).into_iter().collect::<Vec<_>>())
    }

    /// What the lesson says where a rule forbids something.
    pub fn explains(&self, refusal: &Refusal) -> Option<Correction> {
        self.step()?.forbidden(refusal.rule?.as_str())
    }

    /// Where the learner is once the goal of the step is reached.
    pub fn advances(&self, table: &dyn Play) -> Option<At> {
        let step = self.step().filter(|step| !step.goal.is_empty())?;
        let reached = step.goal.iter().all(|(_, clause)| table.holds(clause).is_ok());
        reached.then(|| At { step: self.at.step + 1, begun: table.step() })
    }

    /// A decision that the lesson takes by itself: a reply of another seat, or the only answer there is.
    pub fn by_itself(&self, table: &dyn Play) -> Option<(Seat, String)> {
        self.step().filter(|step| !step.goal.is_empty())?;
        let (asked, left, learner) = (table.to_act(), self.left(table), self.learner()?);
        let learner_asked = asked.has(learner);
        for seat in asked.iter().filter(|seat| *seat != learner) {
            let reply = left.iter().position(|l| l.seat == Some(seat));
            if let Some(i) = reply {
                // What the learner does before it comes before it.
                if learner_asked && left[..i].iter().any(|l| l.seat == Some(learner)) {
                    continue;
                }
                if table.judge(seat, left[i].words).is_ok() {
                    return Some((seat, left[i].words.to_owned()));
                }
            }
            if !learner_asked {
                let choices = table.choices(seat);
                let choice = choices.iter().find(|c| c.label.declines()).or(choices.first())?;
                return Some((seat, choice.words.clone()));
            }
        }
        if learner_asked && table.count_choices(learner) == 1 {
            let only = table.choices(learner).swap_remove(0);
            let wanted = left.iter().any(|l| l.seat == Some(learner) && l.words == only.words);
            let own = matches!(only.label.mark, "self" | "force");
            return (!wanted && !own).then_some((learner, only.words));
        }
        None
    }
}

/// What came of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// Steps.
    pub steps: usize,
    /// Decisions of the learner in the solution.
    pub decisions: usize,
    /// Mistakes that were tried.
    pub mistakes: usize,
}

/// Goes through a lesson by its solution and tries each of its mistakes.
///
/// # Errors
/// The first line that does not come out as it is written, with what would be right.
pub fn check(rulebook: &dyn Rulebook, lesson: &Lesson) -> Result<Checked, Mistake> {
    let mut run = Run::open(rulebook, lesson)?;
    run.settle();
    for step in 0..lesson.steps.len() {
        // Where other dice have fallen than are written, what followed from them is no mistake of its own.
        run.step(step).or_else(|mistake| run.dice().and(Err(mistake)))?;
    }
    run.dice()?;
    Ok(run.checked)
}

/// A lesson that is being checked.
struct Run<'a> {
    guide: Guide<'a>,
    table: Box<dyn Play>,
    header: String,
    entries: Vec<String>,
    checked: Checked,
    /// Replies that were given and not yet met with in the file.
    given: Vec<(Seat, String, u32)>,
    /// Dice that should fall: the line, the entry, the faces.
    dice: Vec<(usize, u32, &'a [String])>,
}

impl<'a> Run<'a> {
    fn open(rulebook: &'a dyn Rulebook, lesson: &'a Lesson) -> Result<Run<'a>, Mistake> {
        let table = rulebook.open(&order(lesson), seed(lesson)).map_err(|refusal| {
            // The clause with which it is said first; a position that is wrong as a whole is wrong at its end.
            let wrong = |n: &usize| {
                let mut part = order(lesson);
                part.position.truncate(*n);
                rulebook.open(&part, seed(lesson)).err().as_ref() == Some(&refusal)
            };
            let first = (1..lesson.given.len()).find(wrong).unwrap_or(lesson.given.len());
            Mistake { line: lesson.given[first - 1].0, text: refusal.text.clone() }
        })?;
        let (line, name) = &lesson.seat;
        if rulebook.seat(name).is_none_or(|seat| seat.index() >= table.seats()) {
            let names: Vec<String> = (0..table.seats()).map(|i| rulebook.seat_word(Seat(i as u8))).collect();
            let text = format!("there is no seat `{name}` here; there is {}", names.join(", "));
            return Err(Mistake { line: *line, text });
        }
        let checked = Checked { steps: lesson.steps.len(), decisions: 0, mistakes: 0 };
        let guide = Guide { rulebook, lesson, at: At::default() };
        let header = table.sealed_header();
        Ok(Run { guide, table, header, entries: Vec::new(), checked, given: Vec::new(), dice: Vec::new() })
    }

    fn say(&mut self, seat: Seat, words: &str) -> Result<(), Refusal> {
        let put = self.table.say(seat, words, 0)?;
        self.entries.push(put.line);
        Ok(())
    }

    /// What follows by itself.
    fn settle(&mut self) {
        for _ in 0..MOST_BY_ITSELF {
            if let Some(at) = self.guide.advances(&*self.table) {
                self.guide.at = at;
                continue;
            }
            let Some((seat, words)) = self.guide.by_itself(&*self.table) else { break };
            if self.say(seat, &words).is_err() {
                break;
            }
            self.given.push((seat, words, self.table.n()));
        }
    }

    fn step(&mut self, number: usize) -> Result<(), Mistake> {
        let step = &self.guide.lesson.steps[number];
        let at = |line: usize, text: String| Err(Mistake { line, text });
        if self.guide.at.step != number {
            return at(step.line, "its goal is reached before anything is done: ask for more".into());
        }
        if step.goal.is_empty() {
            self.guide.at = At { step: number + 1, begun: self.table.step() };
            self.settle();
            return Ok(());
        }
        let mut dice: Option<(usize, &'a [String])> = None;
        for (line, part) in &step.lines {
            let line = *line;
            match part {
                Part::Dice(faces) => dice = Some((line, faces)),
                Part::Mistake(slip) => {
                    if self.guide.at.step != number {
                        return at(line, "the goal is reached before this mistake could be made".into());
                    }
                    self.slip(line, slip.rule.as_deref(), &slip.words, &slip.say)?;
                }
                Part::Do { seat: name, words } => {
                    let Some(seat) = self.guide.rulebook.seat(name) else {
                        return at(line, format!("there is no seat called `{name}`"));
                    };
                    let wanted = dice.take();
                    if let Some((line, faces)) = wanted
                        && Some(seat) == self.guide.learner()
                    {
                        // Looked at even if the decision itself is the last that can be taken.
                        self.dice.push((line, self.table.n() + 1, faces));
                    }
                    let n = if Some(seat) == self.guide.learner() {
                        if self.guide.at.step != number {
                            return at(
                                line,
                                "the goal is reached before this decision: ask for more, or leave it out"
                                    .into(),
                            );
                        }
                        let n = self.decide(line, seat, words)?;
                        self.settle();
                        n
                    } else {
                        match self.given.iter().position(|(s, w, _)| *s == seat && w == words) {
                            Some(i) => self.given.remove(i).2,
                            None => return at(line, self.unasked(seat, words)),
                        }
                    };
                    if let Some((line, faces)) = wanted
                        && Some(seat) != self.guide.learner()
                    {
                        self.dice.push((line, n, faces));
                    }
                }
            }
        }
        if let Some((line, _)) = dice {
            return at(line, "no decision follows in which these dice could fall".into());
        }
        if self.guide.at.step == number {
            let open = step
                .goal
                .iter()
                .find_map(|(line, clause)| Some((*line, clause, self.table.holds(clause).err()?)));
            let (line, clause, why) = open.expect("a step goes on when its goals hold");
            return at(line, format!("after the solution `{clause}` is not true: {why}"));
        }
        Ok(())
    }

    /// Why a reply was not given.
    fn unasked(&self, seat: Seat, words: &str) -> String {
        match self.table.canon(seat, words) {
            Ok(canon) if canon != words => format!("write it as `{canon}`"),
            Ok(_) | Err(_) => match self.table.judge(seat, words) {
                Err(refusal) => format!("this is not decided here: {refusal}"),
                Ok(()) => "this is not decided here: somebody else is asked first".into(),
            },
        }
    }

    fn decide(&mut self, line: usize, seat: Seat, words: &str) -> Result<u32, Mistake> {
        let mistake = |text: String| Mistake { line, text };
        let canon = self.table.canon(seat, words).map_err(mistake)?;
        if canon != words {
            return Err(mistake(format!("write it as `{canon}`")));
        }
        self.table.judge(seat, words).map_err(|refusal| mistake(format!("refused: {refusal}")))?;
        if let Some(correction) = self.guide.corrects(&*self.table, words) {
            return Err(mistake(format!("the lesson itself does not take this: {}", correction.say)));
        }
        self.say(seat, words).map_err(|refusal| mistake(format!("refused: {refusal}")))?;
        self.checked.decisions += 1;
        Ok(self.table.n())
    }

    fn slip(&mut self, line: usize, rule: Option<&str>, words: &str, say: &str) -> Result<(), Mistake> {
        let mistake = |text: String| Mistake { line, text };
        let seat = self.guide.learner().expect("looked at when the lesson was opened");
        let tried = match rule {
            Some(rule) => {
                let canon = self.table.canon(seat, words).map_err(mistake)?;
                match self.table.judge(seat, &canon) {
                    Ok(()) => {
                        return Err(mistake(format!(
                            "the rules allow this: write `mistake {words}` without {rule}"
                        )));
                    }
                    Err(refusal) => match refusal.rule {
                        Some(cited) if cited.as_str() == rule => {}
                        Some(cited) => {
                            return Err(mistake(format!("it is refused by {cited}: {}", refusal.text)));
                        }
                        None => return Err(mistake(format!("it is refused by no rule: {}", refusal.text))),
                    },
                }
                vec![canon]
            }
            None => {
                let choices = self.table.choices(seat).into_iter().map(|c| c.words);
                let anytime = self.table.anytime(seat).into_iter().map(|c| c.words);
                let mut tried: Vec<String> =
                    choices.chain(anytime).filter(|w| klaxon_core::lesson::fits(words, w)).collect();
                // On an open table choices are examples only.
                if tried.is_empty() && self.table.judge(seat, words).is_ok() {
                    tried.extend(self.table.canon(seat, words));
                }
                let solution = self.guide.solution(&*self.table);
                tried.retain(|w| Some(w.as_str()) != solution);
                if tried.is_empty() {
                    let why = self.table.judge(seat, words).err().map_or(String::new(), |r| format!(": {r}"));
                    return Err(mistake(format!("nobody could decide `{words}` here{why}")));
                }
                tried
            }
        };
        for words in tried {
            match self.guide.corrects(&*self.table, &words) {
                Some(correction) if correction.say == say => {}
                Some(other) => {
                    return Err(mistake(format!(
                        "`{words}` gets another message of this step: {}",
                        other.say
                    )));
                }
                None => return Err(mistake(format!("`{words}` is taken as right"))),
            }
        }
        self.checked.mistakes += 1;
        Ok(())
    }

    /// Have the dice fallen as they are written? If not, which luck would do?
    fn dice(&self) -> Result<(), Mistake> {
        let Some((line, n, faces, fell)) = self.other_dice()? else { return Ok(()) };
        let better = match self.find_luck() {
            Some(luck) => format!("`luck {luck}` gives all that are written"),
            None => "no luck was found that gives all that are written: write fewer".into(),
        };
        let text = format!(
            "with luck {} other dice fall here (entry {n}: {} written, {fell} fell); {better}",
            self.guide.lesson.luck,
            faces.len()
        );
        Err(Mistake { line, text })
    }

    /// The first dice that have not fallen as written.
    #[allow(clippy::type_complexity)]
    fn other_dice(&self) -> Result<Option<(usize, u32, &'a [String], usize)>, Mistake> {
        let Some((first, ..)) = self.dice.first() else { return Ok(None) };
        let seen = self.guide.rulebook.witness(&self.header, &self.entries);
        let seen = seen.map_err(|parting| Mistake { line: *first, text: parting.to_string() })?;
        for &(line, n, faces) in &self.dice {
            let Some(drawn) = seen.get(n as usize).map(|witness| &witness.drawn) else { continue };
            if self.wanted(line, faces)? != drawn.iter().map(|d| d.which).collect::<Vec<_>>() {
                return Ok(Some((line, n, faces, drawn.len())));
            }
        }
        Ok(None)
    }

    fn wanted(&self, line: usize, faces: &[String]) -> Result<Vec<u32>, Mistake> {
        let face = |word: &String| {
            let text = || format!("no die has a face called `{word}`");
            self.guide.rulebook.face(word).ok_or_else(|| Mistake { line, text: text() })
        };
        faces.iter().map(face).collect()
    }

    /// A number whose luck lets all dice fall as written. Of how many faces a die is shows when it has fallen, so the search
    /// learns of one throw after the other.
    fn find_luck(&self) -> Option<u64> {
        let mut known: Vec<(u32, Vec<(u32, u32)>)> = Vec::new();
        let mut lesson = self.guide.lesson.clone();
        // A throw may decide what follows: the goals are left out until all dice are known.
        for _ in 0..=self.dice.len() {
            let mut run = Run::open(self.guide.rulebook, &lesson).ok()?;
            let lost = run.replay();
            let seen = run.guide.rulebook.witness(&run.header, &run.entries).ok()?;
            let next = self.dice.iter().find(|(_, n, _)| !known.iter().any(|(k, _)| k == n));
            if let Some(&(line, n, faces)) = next {
                let drawn = &seen.get(n as usize)?.drawn;
                let wanted = self.wanted(line, faces).ok()?;
                if drawn.len() < wanted.len() {
                    return None;
                }
                known.push((n, wanted.into_iter().zip(drawn.iter().map(|d| d.of)).collect()));
            } else if !lost {
                return Some(lesson.luck);
            }
            lesson.luck = (0..MOST_LUCK).find(|luck| gives(*luck, &known))?;
        }
        Some(lesson.luck)
    }

    /// Plays the solution through without looking whether it is one. True where it could not go to the end.
    fn replay(&mut self) -> bool {
        let lesson = self.guide.lesson;
        for (number, step) in lesson.steps.iter().enumerate() {
            self.guide.at = At { step: number, begun: self.table.step() };
            for (_, name, words) in step.decisions() {
                let Some(seat) = self.guide.rulebook.seat(name) else { return true };
                for _ in 0..MOST_BY_ITSELF {
                    if self.table.judge(seat, words).is_ok() {
                        break;
                    }
                    let Some((seat, words)) = self.guide.by_itself(&*self.table) else { return true };
                    if self.say(seat, &words).is_err() {
                        return true;
                    }
                }
                if self.say(seat, words).is_err() {
                    return true;
                }
            }
        }
        false
    }
}

/// Does the luck of a number let these dice fall, each which of how many, in these steps?
fn gives(luck: u64, known: &[(u32, Vec<(u32, u32)>)]) -> bool {
    let seed = Seed::small(luck);
    known.iter().all(|(step, dice)| {
        let mut chance = Chance::of_step(seed, u64::from(*step));
        dice.iter().all(|(which, of)| chance.below(*of) == *which)
    })
}
