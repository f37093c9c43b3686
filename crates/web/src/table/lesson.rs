//! A lesson at a table: what it takes of the learner, what it does by itself, and how far he is.

use super::{Chair, Deed, Holder, Learning, Loaded, Meta, Sitting, UNNAMED, open::store};
use crate::{academy, error::Fault, person::Person, state::AppState};
use klaxon_catalog::{
    At, Guide,
    academy::{Taught, lesson},
};
use klaxon_core::{Seat, lesson::Correction};

/// Decisions of one step that are shown.
const MOST_SHOWN: usize = 60;

/// Opens the table of a lesson at one of its steps. Returns its id.
pub async fn begin_lesson(
    state: &AppState,
    person: Option<&Person>,
    taught: &'static Taught,
    step: usize,
) -> Result<String, Fault> {
    let begun = state.shares.long(move || taught.begin(step)).await?;
    let (opened, at) = begun
        .ok_or_else(|| Fault::ours("a lesson could not be begun"))?
        .map_err(|mistake| Fault::ours(format!("lesson {}: {mistake}", taught.file)))?;
    let guide = taught.guide(at).ok_or_else(|| Fault::missing("there is no such lesson"))?;
    let learner = guide.learner();
    let chairs = (0..opened.table.seats()).map(|i| {
        let seat = Seat(i as u8);
        let holder = match person {
            Some(person) if Some(seat) == learner => Holder::person(person),
            None if Some(seat) == learner => Holder::Program { name: UNNAMED.into() },
            Some(_) | None => Holder::Program { name: "the lesson".into() },
        };
        // The lesson itself gives the answers that go without saying.
        Chair { auto: false, ..Chair::new(opened.table.seat_name(seat), holder) }
    });
    let title = format!("Lesson {}: {}", taught.number, taught.lesson.title);
    let meta = Meta {
        players_only: true,
        lesson: Some(Learning { id: taught.id.into(), mark: taught.mark.clone(), at }),
        ..Meta::new(title, chairs.collect())
    };
    store(state, opened.table.game_id(), opened.header, meta, opened.entries).await
}

/// The lesson of a table as it goes on, with its text; none where the text has been rewritten since.
pub fn stage_of(loaded: &Loaded) -> Option<(&'static Taught, Guide<'static>)> {
    let learning = loaded.meta.lesson.as_ref()?;
    let taught =
        lesson(loaded.table.game_id(), &learning.id).filter(|taught| taught.mark == learning.mark)?;
    Some((taught, taught.guide(learning.at)?))
}

impl Loaded {
    fn guide(&self) -> Option<Guide<'static>> {
        stage_of(self).map(|(_, guide)| guide)
    }

    /// A decision in words.
    pub(super) fn words_of(&self, seat: Seat, deed: &Deed) -> Option<String> {
        match deed {
            Deed::Choice(index) => {
                self.table.choices(seat).into_iter().nth(*index).map(|choice| choice.words)
            }
            Deed::Action(action) => self.table.words_of(action),
            Deed::Anytime(words) => Some(words.clone()),
            Deed::Undo => None,
        }
    }
}

/// What the lesson says, as a refusal that changes nothing.
fn refusal(guide: &Guide<'static>, correction: Correction) -> Fault {
    let Correction { say, rule, .. } = correction;
    let cited = guide
        .step()
        .and_then(|step| step.slips().find(|slip| slip.rule == rule))
        .and_then(|slip| slip.rule.as_deref());
    Fault { rule: cited, ..Fault::conflict("lesson", say) }
}

impl Sitting {
    /// Does the lesson take what a learner does? At other tables everything is taken that the rules take.
    pub(super) fn lesson_takes(&mut self, seat: Seat, deed: &Deed) -> Result<(), Fault> {
        if self.meta.lesson.is_none() {
            return Ok(());
        }
        let said = self.careful(|loaded| {
            let guide = loaded.guide()?;
            if *deed == Deed::Undo {
                let back = loaded.table.step() <= guide.at.begun;
                return back.then(|| {
                    Fault::conflict(
                        "no-undo",
                        "the step begins here: begin the lesson again to go further back",
                    )
                });
            }
            let words = loaded.words_of(seat, deed)?;
            guide.corrects(&*loaded.table, &words).map(|correction| refusal(&guide, correction))
        })?;
        said.map_or(Ok(()), Err)
    }

    /// What a rule forbids, in the words of the lesson where it has some.
    pub fn lesson_explains(&self, fault: Fault) -> Fault {
        let Some((guide, rule)) = self.guide().zip(fault.rule) else { return fault };
        let known = guide.step().and_then(|step| step.forbidden(rule));
        known.map_or(fault, |correction| refusal(&guide, correction))
    }

    /// What the lesson does by itself: it sees that a goal is reached, or answers for another seat. False where it waits.
    pub(super) async fn lesson_goes_on(&mut self) -> Result<bool, Fault> {
        if self.meta.lesson.is_none() || self.stopped().is_some() {
            return Ok(false);
        }
        let Some(guide) = self.guide() else { return Ok(false) };
        if let Some(at) = self.careful(|loaded| guide.advances(&*loaded.table))? {
            self.lesson_at(at).await?;
            return Ok(true);
        }
        let Some((seat, words)) = self.careful(|loaded| guide.by_itself(&*loaded.table))? else {
            return Ok(false);
        };
        let at = self.now();
        let put = self.careful(|loaded| loaded.table.say(seat, &words, at))??;
        self.keep(put).await?;
        Ok(true)
    }

    async fn lesson_at(&mut self, at: At) -> Result<(), Fault> {
        self.change_meta(|meta| {
            if let Some(learning) = &mut meta.lesson {
                learning.at = at;
            }
        })
        .await?;
        if let Some((taught, guide)) = stage_of(self)
            && guide.step().is_none()
        {
            let learner = guide.learner();
            let chair = learner.and_then(|seat| self.meta.chairs.get(seat.index()));
            if let Some(Holder::Person { ids, .. }) = chair.map(|chair| chair.holder.clone()) {
                for id in ids {
                    academy::note_done(&self.state, &id, taught).await?;
                }
            }
        }
        Ok(())
    }

    /// The lesson does its step as the solution has it.
    pub async fn show_me(&mut self, seat: Seat) -> Result<(), Fault> {
        if self.meta.puzzle.is_some() {
            return self.show_solution(seat).await;
        }
        let Some(begun) = self.guide().map(|guide| guide.at.step) else {
            return Err(Fault::conflict("no-lesson", "there is no lesson here"));
        };
        for _ in 0..MOST_SHOWN {
            let Some(guide) = self.guide().filter(|guide| guide.at.step == begun) else { break };
            if guide.learner() != Some(seat) {
                return Err(Fault::forbidden("this lesson is another seat's"));
            }
            let Some(words) = self.careful(|loaded| guide.solution(&*loaded.table))? else { break };
            let at = self.now();
            let put = self.careful(|loaded| loaded.table.say(seat, words, at))?.map_err(|_| {
                Fault::conflict(
                    "lesson",
                    "this step has gone another way than the lesson would show: begin it again",
                )
            })?;
            self.keep(put).await?;
            self.carry_on().await?;
        }
        Ok(())
    }

    /// What the lesson says has been read: it goes on.
    pub async fn read_on_in_lesson(&mut self) -> Result<(), Fault> {
        let reading = self.guide().filter(|guide| guide.step().is_some_and(|step| step.goal.is_empty()));
        let Some(guide) = reading else {
            return Err(Fault::conflict(
                "lesson",
                "this step has something to do: do it, or let it be shown",
            ));
        };
        let at = At { step: guide.at.step + 1, begun: self.table.step() };
        self.lesson_at(at).await?;
        self.carry_on().await
    }
}
