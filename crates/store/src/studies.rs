//! Studies: texts that people keep about games. What stands in one is the caller's business.

use crate::{Answer, Millis};

/// A study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Study {
    /// Random, unique.
    pub id: String,
    /// Whose.
    pub person: String,
    /// The game's id.
    pub game: String,
    /// Its name.
    pub title: String,
    /// May strangers find it?
    pub public: bool,
    /// When it was made.
    pub created_at: Millis,
    /// When it was last changed.
    pub changed_at: Millis,
    /// The number of its text, from 1, raised by each change.
    pub rev: u64,
    /// The text.
    pub body: String,
}

/// What of the studies is wanted; their texts are left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyList {
    /// Those of a person, the last changed first.
    Of(String),
    /// Those that strangers may find, the last changed first.
    Public,
    /// All after an id, in the order of their ids.
    After(String),
}

/// A change to a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudyChange {
    /// A new one, with number 1, or a new text in place of the one with the number before, by the same person.
    Put(Study),
    /// One goes, if it is this person's.
    Delete {
        /// Its id.
        id: String,
        /// Whose.
        person: String,
    },
}

impl StudyChange {
    /// How long its texts are together.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            StudyChange::Put(study) => {
                study.id.len() + study.person.len() + study.title.len() + study.body.len()
            }
            StudyChange::Delete { id, person } => id.len() + person.len(),
        }
    }
}

/// What a store knows of studies. `tests/contract.rs` holds every engine to it.
pub trait Studies: Send + Sync {
    /// Carries a change out; durable when it is answered. False where it does not fit: the id is taken, the text has been
    /// changed since, or it is somebody else's.
    fn change_study(&self, change: StudyChange) -> Answer<'_, bool>;
    /// A study by its id.
    fn study(&self, id: String) -> Answer<'_, Option<Study>>;
    /// Several, without their texts.
    fn studies(&self, list: StudyList, limit: u32) -> Answer<'_, Vec<Study>>;
}
