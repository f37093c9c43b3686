//! The road of a learner: which lessons he has done, and what comes next. Kept by the person's id, of guests as well; each
//! lesson done is a setting of the store that is written once, so that nothing can be lost between two pages.

use crate::{
    error::Fault,
    state::{AppState, now},
    table::Loaded,
};
use klaxon_catalog::academy::{Taught, lessons};
use std::collections::BTreeSet;

fn key(person: &str, game: &str, lesson: &str) -> String {
    format!("lesson {person} {game} {lesson}")
}

/// The person has done a lesson.
pub async fn note_done(state: &AppState, person: &str, taught: &Taught) -> Result<(), Fault> {
    let key = key(person, &taught.lesson.game, taught.id);
    state.store.set_setting_once(&key, now().to_string().as_bytes()).await?;
    Ok(())
}

/// What somebody has done as a guest he has done with his account.
pub async fn carry(state: &AppState, before: &str, person: &str) -> Result<(), Fault> {
    let prefix = format!("lesson {before} ");
    for (key, at) in state.store.settings_under(&prefix).await? {
        if let Some(lesson) = key.strip_prefix(&prefix) {
            state.store.set_setting_once(&format!("lesson {person} {lesson}"), at).await?;
        }
    }
    Ok(())
}

/// The lesson that comes next for somebody who has played a game that is over.
pub async fn next_lesson(
    state: &AppState,
    table: &Loaded,
    person: Option<&str>,
) -> Result<Option<&'static Taught>, Fault> {
    if table.table.outcome().is_none() || table.meta.seats_of(person).is_empty() {
        return Ok(None);
    }
    Ok(Road::of(state, person, table.table.game_id()).await?.next())
}

/// The lessons that a person has done, of all games, looked up at once.
#[derive(Debug, Default)]
pub struct Done {
    person: String,
    keys: BTreeSet<String>,
}

impl Done {
    /// Looks them up; nobody has done none.
    pub async fn of(state: &AppState, person: Option<&str>) -> Result<Done, Fault> {
        let Some(person) = person else { return Ok(Done::default()) };
        let settings = state.store.settings_under(&format!("lesson {person} ")).await?;
        Ok(Done { person: person.into(), keys: settings.into_iter().map(|(key, _)| key).collect() })
    }

    /// The road through a game.
    pub fn road(&self, game: &str) -> Road {
        let done = |taught: &Taught| self.keys.contains(&key(&self.person, game, taught.id));
        Road { lessons: lessons(game).iter().map(|taught| (taught, done(taught))).collect() }
    }
}

/// The lessons of a game with those that a person has done.
#[derive(Debug)]
pub struct Road {
    /// Each lesson, and whether it is done.
    pub lessons: Vec<(&'static Taught, bool)>,
}

impl Road {
    /// Looks it up.
    pub async fn of(state: &AppState, person: Option<&str>, game: &str) -> Result<Road, Fault> {
        Ok(Done::of(state, person).await?.road(game))
    }

    /// How many are done.
    pub fn done(&self) -> usize {
        self.lessons.iter().filter(|(_, done)| *done).count()
    }

    /// The first that is not done.
    pub fn next(&self) -> Option<&'static Taught> {
        self.lessons.iter().find(|(_, done)| !done).map(|(taught, _)| *taught)
    }

    /// Has the person begun it, and not come to its end?
    pub fn is_begun(&self) -> bool {
        self.done() > 0 && self.next().is_some()
    }
}
