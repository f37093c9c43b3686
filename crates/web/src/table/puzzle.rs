//! A puzzle at a table: what is right, what is wrong, and what counts.

use super::{Chair, Deed, Holder, Loaded, Meta, Sitting, UNNAMED, open::store};
use crate::{error::Fault, person::Person, puzzlers, state::AppState, thinkers::Class};
use klaxon_catalog::{
    puzzles::{Posed, Refutation, Step, puzzle},
    shelf,
};
use klaxon_core::Seat;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Questions with a single answer that are passed over between two decisions.
const MOST_PASSED: usize = 8;
/// Whoever tries something waits no longer for what refutes it.
const LONGEST_LOOK: Duration = Duration::from_secs(4);

/// A puzzle at a table, and what has come of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzling {
    /// The puzzle's name.
    pub id: String,
    /// The mark of its text when it was begun.
    pub mark: String,
    /// The step of the table at which it began.
    pub begun: u32,
    /// Whose tries these are; nobody's at the table of a program without an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Is it somebody with an account?
    #[serde(default)]
    pub account: bool,
    /// Something wrong was tried here, or the solution was shown.
    #[serde(default)]
    pub missed: bool,
    /// The solution was shown.
    #[serde(default)]
    pub shown: bool,
    /// What the try has changed, where it counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
}

/// What a try that counted has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// The person's rating after it.
    pub rating: i32,
    /// By how much it changed.
    pub gain: i32,
    /// Puzzles solved one after the other.
    pub streak: u32,
}

/// Opens the table of a puzzle. Returns its id.
pub async fn begin_puzzle(
    state: &AppState,
    person: Option<&Person>,
    posed: &'static Posed,
) -> Result<String, Fault> {
    let begun = state.shares.long(move || posed.begin()).await?;
    let opened = begun
        .ok_or_else(|| Fault::ours("a puzzle could not be begun"))?
        .map_err(|refusal| Fault::ours(format!("puzzle {}: {refusal}", posed.puzzle.id)))?;
    let chairs = (0..opened.table.seats()).map(|i| {
        let seat = Seat(i as u8);
        let holder = match person {
            Some(person) if seat == posed.puzzle.seat => Holder::person(person),
            None if seat == posed.puzzle.seat => Holder::Program { name: UNNAMED.into() },
            Some(_) | None => Holder::Program { name: "the puzzle".into() },
        };
        // Nothing is answered by itself: what is asked is the puzzle.
        Chair { auto: false, ..Chair::new(opened.table.seat_name(seat), holder) }
    });
    let title = format!("Puzzle {}: {}", posed.number, posed.puzzle.theme.words(&posed.played.game));
    let puzzling = Puzzling {
        id: posed.puzzle.id.clone(),
        mark: posed.mark.clone(),
        begun: opened.table.step(),
        person: person.map(|person| person.id.clone()),
        account: person.is_some_and(|person| !person.standing.is_guest()),
        missed: false,
        shown: false,
        counted: None,
    };
    let meta = Meta { players_only: true, puzzle: Some(puzzling), ..Meta::new(title, chairs.collect()) };
    store(state, opened.table.game_id(), opened.header, meta, opened.entries).await
}

/// A puzzle as it stands at its table.
#[derive(Clone, Copy, Debug)]
pub struct Trying<'a> {
    /// The puzzle.
    pub posed: &'static Posed,
    /// What has come of it.
    pub so_far: &'a Puzzling,
    /// Decisions found so far.
    pub done: usize,
}

impl Trying<'_> {
    /// What is to be found now; none when all is.
    pub fn step(&self) -> Option<&'static Step> {
        self.posed.puzzle.line.get(self.done)
    }

    /// Whose decisions are asked for.
    pub fn seat(&self) -> Seat {
        self.posed.puzzle.seat
    }
}

/// The puzzle of a table; none where its text has been made anew since.
pub fn puzzle_of(loaded: &Loaded) -> Option<Trying<'_>> {
    let so_far = loaded.meta.puzzle.as_ref()?;
    let posed = puzzle(loaded.table.game_id(), &so_far.id).filter(|posed| posed.mark == so_far.mark)?;
    let mut done = 0;
    for (seat, words) in loaded.table.decisions(so_far.begun) {
        let step = posed.puzzle.line.get(done);
        done += usize::from(seat == posed.puzzle.seat && step.is_some_and(|step| step.takes(&words)));
    }
    Some(Trying { posed, so_far, done })
}

/// What is said to a wrong answer: how it is refuted and what it costs, with the rule. Of those that come nearest the puzzle knows what refutes
/// them; for others it is found out when they are tried.
fn refutation(trying: &Trying<'_>, step: &'static Step, words: &str, found: &Refutation) -> Told {
    let percent = |worth: i32| (worth.clamp(0, 1000) + 5) / 10;
    let right = percent(step.worth);
    let (mut text, refutation) = match step.wrong(words) {
        Some(wrong) => {
            (format!("Not this: {} of 100 against {right}.", percent(wrong.worth)), &wrong.refutation)
        }
        None => {
            let most = percent(step.worth - step.margin);
            (format!("Not this: it comes to less than {most} of 100, the right one to {right}."), found)
        }
    };
    let then = if refutation.then.is_empty() { String::new() } else { format!(" {}", refutation.then) };
    if refutation.reply.is_empty() {
        text += &then;
    } else {
        text += &format!(" A likely answer \u{2013} {}.{then}", refutation.reply.trim_end_matches('.'));
    }
    // Where nothing else is broken, it is what is asked that was not understood.
    let ids = [refutation.rule.as_str(), trying.posed.puzzle.rule.as_str()];
    let ledger = shelf::ledger(&trying.posed.played.game);
    let known = |id: &str| ledger.and_then(|ledger| ledger.rules().find(|rule| rule.id == id));
    Told { text, rule: ids.into_iter().find_map(known).map(|rule| rule.id.as_str()) }
}

/// What is told of a wrong answer.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    text: String,
    rule: Option<&'static str>,
}

impl Sitting {
    /// Is what somebody does at the table of a puzzle taken? True where it is a decision of the solution. A wrong one is refused with
    /// what refutes it, changes nothing at the table, and counts the first time.
    pub(super) async fn puzzle_takes(
        &mut self,
        seat: Seat,
        question: Option<u32>,
        deed: &Deed,
    ) -> Result<bool, Fault> {
        if self.meta.puzzle.is_none() {
            return Ok(false);
        }
        if *deed == Deed::Undo {
            return Err(Fault::conflict("no-undo", "a puzzle is not taken back: begin it again"));
        }
        let judged = self.careful(|loaded| loaded.judge_answer(seat, question, deed))?;
        match judged? {
            Judged::Right => Ok(true),
            Judged::Plain => Ok(false),
            Judged::Wrong { step, words } => {
                let found = match step.wrong(&words) {
                    Some(_) => Refutation::default(),
                    None => self.refuted(seat, &words).await,
                };
                let told = puzzle_of(self).map(|trying| refutation(&trying, step, &words, &found));
                let Told { text, rule } = told.ok_or_else(rewritten)?;
                self.puzzle_missed(false).await?;
                Err(Fault { rule, ..Fault::conflict("puzzle", text) })
            }
        }
    }

    /// How an answer is refuted that the puzzle has nothing to say about: by a likely reply and what comes of it, looked up among the bots'
    /// thoughts, and by what the seat knows alone. The same answer is told the same. Nothing where the bots have too much to do.
    async fn refuted(&mut self, seat: Seat, words: &str) -> Refutation {
        let Some(index) = self.table.choices(seat).iter().position(|choice| choice.words == words) else {
            return Refutation::default();
        };
        let (table, salt) = (self.table.clone(), u64::from(self.table.step()));
        let look = move || table.refute(seat, index, salt);
        let found = self.state.thinkers.look(&self.account_of_asker(), Class::Opponent, look);
        let Some(found) = found else { return Refutation::default() };
        tokio::time::timeout(LONGEST_LOOK, found).await.ok().and_then(Result::ok).unwrap_or_default()
    }

    /// Something wrong was tried, or the solution is shown: the first time that counts.
    async fn puzzle_missed(&mut self, shown: bool) -> Result<(), Fault> {
        let first = self.meta.puzzle.as_ref().is_some_and(|puzzle| !puzzle.missed);
        let counted = if first { self.count_try(false).await? } else { None };
        self.change_meta(|meta| {
            if let Some(puzzle) = &mut meta.puzzle {
                puzzle.missed = true;
                puzzle.shown |= shown;
                puzzle.counted = puzzle.counted.or(counted);
            }
        })
        .await
    }

    async fn count_try(&mut self, solved: bool) -> Result<Option<Counted>, Fault> {
        let Some((posed, person, account)) = puzzle_of(self)
            .and_then(|trying| Some((trying.posed, trying.so_far.person.clone()?, trying.so_far.account)))
        else {
            return Ok(None);
        };
        let tried = puzzlers::note(&self.state, &person, account, posed, solved).await?;
        Ok(tried.map(|tried| Counted { rating: tried.rating, gain: tried.gain, streak: tried.streak }))
    }

    /// A right decision was taken: what leaves no choice is passed over, and at the end it counts.
    pub(super) async fn puzzle_goes_on(&mut self) -> Result<(), Fault> {
        let Some((seat, over)) = puzzle_of(self).map(|trying| (trying.seat(), trying.step().is_none()))
        else {
            return Ok(());
        };
        if over {
            let missed = self.meta.puzzle.as_ref().is_none_or(|puzzle| puzzle.missed);
            if let Some(counted) = if missed { None } else { self.count_try(true).await? } {
                self.change_meta(|meta| {
                    if let Some(puzzle) = &mut meta.puzzle {
                        puzzle.counted = Some(counted);
                    }
                })
                .await?;
            }
            return Ok(());
        }
        for _ in 0..MOST_PASSED {
            let single = self
                .careful(|loaded| loaded.table.to_act().has(seat) && loaded.table.count_choices(seat) == 1)?;
            if !single {
                break;
            }
            let at = self.now();
            let put = self.careful(|loaded| loaded.table.choose(seat, None, 0, at))??;
            self.keep(put).await?;
        }
        Ok(())
    }

    /// The puzzle shows its solution, from where it stands.
    pub(super) async fn show_solution(&mut self, seat: Seat) -> Result<(), Fault> {
        let Some(trying) = puzzle_of(self) else { return Err(rewritten()) };
        if trying.seat() != seat {
            return Err(Fault::forbidden("this puzzle is another seat's"));
        }
        if trying.step().is_none() {
            return Err(Fault::conflict("puzzle", "the puzzle is solved"));
        }
        self.puzzle_missed(true).await?;
        while let Some(step) = puzzle_of(self).and_then(|trying| trying.step()) {
            let at = self.now();
            let put = self.careful(|loaded| loaded.table.say(seat, &step.right[0], at))??;
            self.keep(put).await?;
            self.puzzle_goes_on().await?;
        }
        Ok(())
    }
}

fn rewritten() -> Fault {
    Fault::conflict("puzzle", "this puzzle has been made anew since you began it: take another one")
}

/// What an answer is.
enum Judged {
    Right,
    Wrong {
        step: &'static Step,
        words: String,
    },
    /// Nothing that the puzzle judges: the rules will.
    Plain,
}

impl Loaded {
    fn judge_answer(&self, seat: Seat, question: Option<u32>, deed: &Deed) -> Result<Judged, Fault> {
        let trying = puzzle_of(self).ok_or_else(rewritten)?;
        if trying.seat() != seat {
            return Err(Fault::forbidden("this puzzle is another seat's"));
        }
        let Some(step) = trying.step() else {
            return Err(Fault::conflict("puzzle", "the puzzle is solved: take the next one"));
        };
        if question.is_some_and(|q| q != self.table.question(seat)) || self.table.count_choices(seat) == 1 {
            return Ok(Judged::Plain);
        }
        let Some(words) = self.words_of(seat, deed) else { return Ok(Judged::Plain) };
        if step.takes(&words) {
            return Ok(Judged::Right);
        }
        if self.table.judge(seat, &words).is_err() {
            return Ok(Judged::Plain);
        }
        if self.table.choices(seat).iter().all(|choice| choice.words != words) {
            let text = "a puzzle is answered by one of the choices that are offered; this was not counted";
            return Err(Fault::conflict("puzzle", text));
        }
        Ok(Judged::Wrong { step, words })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_catalog::puzzles::puzzles;

    fn trying(posed: &'static Posed, so_far: &Puzzling, done: usize) -> (Vec<Told>, usize) {
        let trying = Trying { posed, so_far, done };
        let step = trying.step().expect("it is not over");
        let listed = step.wrong.iter();
        let told = listed.map(|wrong| refutation(&trying, step, &wrong.words, &Refutation::default()));
        (told.collect(), step.wrong.len())
    }

    /// Of all puzzles, every wrong answer that is listed gets its message and a rule that the ledger has.
    #[test]
    fn every_listed_wrong_answer_is_told_why_with_its_rule() {
        for cover in shelf::games() {
            let mut told_of = 0;
            for posed in puzzles(cover.id) {
                let so_far = Puzzling {
                    id: posed.puzzle.id.clone(),
                    mark: posed.mark.clone(),
                    begun: 0,
                    person: None,
                    account: false,
                    missed: false,
                    shown: false,
                    counted: None,
                };
                for done in 0..posed.puzzle.line.len() {
                    let (all, count) = trying(posed, &so_far, done);
                    assert_eq!(all.len(), count);
                    for told in &all {
                        let (_, why) = told.text.split_once(". ").unwrap_or_default();
                        assert!(
                            told.text.starts_with("Not this: ") && why.len() > 8 && told.rule.is_some(),
                            "{} {}: {told:?}",
                            cover.id,
                            posed.puzzle.id
                        );
                    }
                    told_of += count;
                }
            }
            assert!(told_of > 200, "{}: {told_of}", cover.id);
        }
    }
}
