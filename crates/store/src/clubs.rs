//! Clubs: people who meet, with a chat and tables of their own.

use crate::{Answer, Millis, Study};

/// A club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Club {
    /// Its id.
    pub id: String,
    /// As it is shown.
    pub name: String,
    /// As it looks: unique among clubs.
    pub folded: String,
    /// What it says of itself.
    pub about: String,
    /// May everybody see and join it?
    pub open: bool,
    /// When it was made.
    pub created_at: Millis,
}

/// What somebody is in a club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It is his.
    Owner,
    /// He belongs to it.
    Member,
    /// He was asked to join.
    Invited,
}

impl Role {
    /// All of them.
    pub const ALL: [Role; 3] = [Role::Owner, Role::Member, Role::Invited];

    /// As the database writes it.
    pub fn word(self) -> &'static str {
        match self {
            Role::Owner => "owner",
            Role::Member => "member",
            Role::Invited => "invited",
        }
    }
}

/// Somebody in a club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Who.
    pub person: String,
    /// What he is there.
    pub role: Role,
    /// Since when.
    pub at: Millis,
    /// The account's name, as it is now; only told.
    pub name: Option<String>,
}

/// Something said in a club.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClubLine {
    /// Its number; later ones are larger.
    pub id: u64,
    /// By whom.
    pub person: String,
    /// When.
    pub at: Millis,
    /// What.
    pub text: String,
    /// The account's name, as it is now; only told.
    pub name: Option<String>,
}

/// A change to clubs: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClubChange {
    /// A new one. Answers its id; nothing where the name is taken.
    Make {
        /// It.
        club: Club,
        /// Whose.
        owner: String,
    },
    /// Another word about itself, and who may find it.
    Set {
        /// Its id.
        club: String,
        /// What it says of itself.
        about: String,
        /// May everybody see and join it?
        open: bool,
    },
    /// Somebody is asked or comes in. Whoever is in already stays what he is.
    Add {
        /// The club.
        club: String,
        /// Who, and as what.
        member: Member,
    },
    /// Somebody leaves, or is not asked any more; what he said and the studies that he showed go along. If it was his, whoever has been there longest has it from now on, and a club without
    /// anybody goes with all that hangs on it.
    Part {
        /// The club.
        club: String,
        /// Who.
        person: String,
    },
    /// Somebody who belongs to it says something; so many lines are kept. Answers the line's number; nothing where he does not belong to it.
    Say {
        /// The club.
        club: String,
        /// Who, when, and what; it has no number yet.
        line: ClubLine,
        /// Lines that are kept.
        keep: u32,
    },
    /// A line is taken out.
    Unsay {
        /// The club.
        club: String,
        /// Its number.
        line: u64,
    },
    /// A table is one of the club's.
    Table {
        /// The club.
        club: String,
        /// The table.
        table: String,
        /// Since when.
        at: Millis,
    },
    /// A member shows a study of his own to the club, which has room for so many. Answers the study; nothing where it is not his, he does not
    /// belong to the club, or there is no room.
    Share {
        /// The club.
        club: String,
        /// The study.
        study: String,
        /// Whose it is.
        person: String,
        /// Since when.
        at: Millis,
        /// Studies of a club at most.
        most: u32,
    },
    /// A study is not shown to the club any more. Nothing where it was not.
    Unshare {
        /// The club.
        club: String,
        /// The study.
        study: String,
    },
    /// The club goes with all that hangs on it.
    Delete {
        /// Its id.
        club: String,
    },
}

impl ClubChange {
    /// How long its texts are together, about.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            ClubChange::Make { club, owner } => club.name.len() + club.about.len() + owner.len(),
            ClubChange::Set { about, .. } => about.len(),
            ClubChange::Add { member, .. } => member.person.len(),
            ClubChange::Part { person, .. } => person.len(),
            ClubChange::Say { line, .. } => line.text.len(),
            ClubChange::Unsay { club, .. } | ClubChange::Delete { club } => club.len(),
            ClubChange::Table { table, .. } => table.len(),
            ClubChange::Share { study, .. } | ClubChange::Unshare { study, .. } => study.len(),
        }
    }
}

/// Which clubs are wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClubList {
    /// Those that everybody may see, the newest first.
    Open,
    /// Those of a person, or to which he is asked, by their names as they look.
    Of(String),
    /// All after an id, in the order of their ids.
    After(String),
}

/// What a store knows of clubs. `tests/tournaments.rs` holds every engine to it.
pub trait Clubs: Send + Sync {
    /// Carries a change out; durable when it is answered.
    fn write(&self, change: ClubChange) -> Answer<'_, Option<String>>;
    /// One by its id.
    fn club(&self, id: String) -> Answer<'_, Option<Club>>;
    /// Several.
    fn clubs(&self, list: ClubList, limit: u32) -> Answer<'_, Vec<Club>>;
    /// Those who belong to it or are asked to, by the time at which they came.
    fn members(&self, club: String) -> Answer<'_, Vec<Member>>;
    /// What was said last, the newest first.
    fn lines(&self, club: String, limit: u32) -> Answer<'_, Vec<ClubLine>>;
    /// All that somebody has said in clubs, with the clubs' ids, the newest first.
    fn said_by(&self, person: String) -> Answer<'_, Vec<(String, ClubLine)>>;
    /// Its tables with the time since when, the newest first.
    fn tables(&self, club: String, limit: u32) -> Answer<'_, Vec<(String, Millis)>>;
    /// Studies that are shown to it, without their texts, with the time since when, the newest first.
    fn studies(&self, club: String) -> Answer<'_, Vec<(Study, Millis)>>;
}
