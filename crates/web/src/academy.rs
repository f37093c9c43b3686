//! The road of a learner: which lessons he has done, and what comes next. Kept by the person's id, of guests as well; each
//! lesson done is a setting of the store that is written once, so that nothing can be lost between two pages.

use crate::{
    error::Fault,
    state::{AppState, now},
};
use klaxon_catalog::academy::{Taught, lessons};

fn key(person: &str, game: &str, lesson: &str) -> String {
    format!("lesson {person} {game} {lesson}")
}

/// The person has done a lesson.
pub async fn note_done(state: &AppState, person: &str, taught: &Taught) -> Result<(), Fault> {
    let key = key(person, &taught.lesson.game, taught.id);
    state.store.set_setting_once(&key, now().to_string().as_bytes()).await?;
    Ok(())
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
        let mut road = Road { lessons: Vec::new() };
        for taught in lessons(game) {
            let done = match person {
                Some(person) => state.store.setting(&key(person, game, taught.id)).await?.is_some(),
                None => false,
            };
            road.lessons.push((taught, done));
        }
        Ok(road)
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
