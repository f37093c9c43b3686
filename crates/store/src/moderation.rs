//! Moderation: who looks after the talk here, what was reported, who may not speak or play for a while, and what moderators did;
//! and the notes that people keep for themselves about games and people. Who may do what is the caller's business.

use crate::{Answer, Millis};

/// What somebody may not do for a while.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Measure {
    /// Speak.
    Mute,
    /// Play, or sign in.
    Ban,
}

impl Measure {
    /// All of them.
    pub const ALL: [Measure; 2] = [Measure::Mute, Measure::Ban];

    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Measure::Mute => "mute",
            Measure::Ban => "ban",
        }
    }

    /// Reads that word back.
    pub fn parse(word: &str) -> Option<Measure> {
        Measure::ALL.into_iter().find(|measure| measure.word() == word)
    }
}

/// A measure against somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sanction {
    /// Against whom.
    pub person: String,
    /// Which.
    pub measure: Measure,
    /// Until when; [`FOR_GOOD`] without an end.
    pub until: Millis,
    /// Why, for the person.
    pub reason: String,
    /// When it was imposed.
    pub at: Millis,
}

/// No end.
pub const FOR_GOOD: Millis = i64::MAX as Millis;

/// Something that was reported, with all that is needed to judge it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Reports have the order in which they came; what the store was given has no number yet.
    pub number: u64,
    /// When.
    pub at: Millis,
    /// By whom; empty when he is gone.
    pub reporter: String,
    /// About whom, if that is known.
    pub person: Option<String>,
    /// The table.
    pub table: String,
    /// What it is about. Somebody reports the same once.
    pub about: String,
    /// What was so, as JSON.
    pub body: String,
    /// When it was closed, and by whom.
    pub closed: Option<(Millis, String)>,
}

/// Which reports.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reports {
    /// Those that wait, oldest first.
    Open,
    /// Those that were closed, with numbers before this one, newest first.
    Closed(u64),
    /// Those of a person, in their order.
    By(String),
    /// All after a number, in their order.
    After(u64),
}

/// What a moderator or the host did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Deeds have the order in which they were done; what the store was given has no number yet.
    pub number: u64,
    /// When.
    pub at: Millis,
    /// The moderator's id; empty for the host.
    pub moderator: String,
    /// His name then.
    pub name: String,
    /// What, in a word.
    pub deed: String,
    /// About whom: an id, or nothing.
    pub person: String,
    /// The name of that person then.
    pub whom: String,
    /// What else there is to say.
    pub words: String,
}

/// What a note is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoteOn {
    /// A game, by its table's id.
    Game,
    /// A person, by his id.
    Person,
}

impl NoteOn {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            NoteOn::Game => "game",
            NoteOn::Person => "person",
        }
    }
}

/// What somebody has written down for himself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Who.
    pub person: String,
    /// About what …
    pub on: NoteOn,
    /// … and which.
    pub about: String,
    /// The words.
    pub text: String,
    /// When it was last changed.
    pub changed_at: Millis,
}

/// A change: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModerationChange {
    /// Something is reported. Answers its number, the old one if this person has reported the same before; nothing if he has too many that wait.
    Report {
        /// It.
        report: Report,
        /// How many of one person may wait.
        most: u32,
        /// What was closed before that goes.
        forget: Millis,
    },
    /// A report as it is, under its number, in place of what was there.
    PutReport(Report),
    /// A report goes.
    DropReport {
        /// Its number.
        number: u64,
    },
    /// A report is closed. Answers its number, or nothing if there is none that waits.
    Close {
        /// Its number.
        number: u64,
        /// What was done.
        deed: Deed,
    },
    /// An account looks after others from now on.
    Appoint {
        /// Whose.
        person: String,
        /// What was done.
        deed: Deed,
    },
    /// It does so no longer.
    Dismiss {
        /// Whose.
        person: String,
        /// What was done.
        deed: Deed,
    },
    /// Somebody may not do something for a while, in place of what was imposed before.
    Impose {
        /// What.
        sanction: Sanction,
        /// What was done.
        deed: Deed,
    },
    /// He may again. Answers his id, or nothing if nothing was imposed.
    Lift {
        /// Who.
        person: String,
        /// What.
        measure: Measure,
        /// What was done.
        deed: Deed,
    },
    /// A moderator as he is in another store; nothing is written down of it. Who has no account is left out.
    PutModerator {
        /// Whose.
        person: String,
        /// Since when.
        since: Millis,
    },
    /// The same for what is imposed.
    PutSanction(Sanction),
    /// A deed as it is, under its number, unless that is there.
    PutDeed(Deed),
    /// A note, in place of the one before; an empty one goes.
    Note(Note),
    /// Nobody can tell any more what a person did or wrote here: his sanctions, reports, notes and those about him go, deeds lose his name. What
    /// he has reported stays without him.
    Forget {
        /// Whom.
        person: String,
        /// What he is called from now on.
        called: String,
    },
}

impl ModerationChange {
    /// The person whose open pages may not be his any more.
    pub fn touches(&self) -> Option<&str> {
        match self {
            ModerationChange::Appoint { person, .. }
            | ModerationChange::Dismiss { person, .. }
            | ModerationChange::Lift { person, .. }
            | ModerationChange::Forget { person, .. } => Some(person),
            ModerationChange::Impose { sanction, .. } => Some(&sanction.person),
            ModerationChange::Report { .. }
            | ModerationChange::PutReport(_)
            | ModerationChange::DropReport { .. }
            | ModerationChange::Close { .. }
            | ModerationChange::PutModerator { .. }
            | ModerationChange::PutSanction(_)
            | ModerationChange::PutDeed(_)
            | ModerationChange::Note(_) => None,
        }
    }

    /// How long its texts are together.
    pub(crate) fn bytes(&self) -> usize {
        let said = |deed: &Deed| deed.words.len() + deed.name.len() + deed.whom.len();
        match self {
            ModerationChange::Report { report, .. } | ModerationChange::PutReport(report) => {
                report.body.len() + report.about.len()
            }
            ModerationChange::DropReport { .. } => 0,
            ModerationChange::Close { deed, .. } | ModerationChange::PutDeed(deed) => said(deed),
            ModerationChange::Appoint { person, deed }
            | ModerationChange::Dismiss { person, deed }
            | ModerationChange::Lift { person, deed, .. } => person.len() + said(deed),
            ModerationChange::Impose { sanction, deed } => sanction.reason.len() + said(deed),
            ModerationChange::PutModerator { person, .. } => person.len(),
            ModerationChange::PutSanction(sanction) => sanction.reason.len(),
            ModerationChange::Note(note) => note.text.len() + note.about.len(),
            ModerationChange::Forget { person, called } => person.len() + called.len(),
        }
    }
}

/// What a store knows of moderation. `tests/moderation.rs` holds every engine to it.
pub trait Moderation: Send + Sync {
    /// Carries a change out; durable when it is answered.
    fn moderate(&self, change: ModerationChange) -> Answer<'_, Option<String>>;
    /// Who looks after others, and since when, in the order of their ids.
    fn moderators(&self) -> Answer<'_, Vec<(String, Millis)>>;
    /// Everything that is imposed and ends after this moment, in the order of the persons' ids.
    fn sanctions(&self, now: Millis) -> Answer<'_, Vec<Sanction>>;
    /// What was imposed on somebody, whether it is over or not.
    fn sanctions_of(&self, person: String) -> Answer<'_, Vec<Sanction>>;
    /// Reports.
    fn reports(&self, which: Reports, limit: u32) -> Answer<'_, Vec<Report>>;
    /// How many reports wait.
    fn waiting(&self) -> Answer<'_, u64>;
    /// What was done, before a number, newest first.
    fn deeds(&self, before: u64, limit: u32) -> Answer<'_, Vec<Deed>>;
    /// A note.
    fn note(&self, person: String, on: NoteOn, about: String) -> Answer<'_, Option<Note>>;
    /// All notes of a person, in the order of what they are about.
    fn notes(&self, person: String) -> Answer<'_, Vec<Note>>;
    /// People after an id who have notes, in their order.
    fn writers(&self, after: String, limit: u32) -> Answer<'_, Vec<String>>;
}
