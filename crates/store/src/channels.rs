//! Ways to reach people who are not at the table, the turns that wait for them, and what is to go out. What a channel is made of
//! is the caller's business; the store keeps who it belongs to and how it fares.

use crate::{Answer, Millis};
use std::fmt;

/// A way to reach a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Channel {
    /// Its id.
    pub id: String,
    /// Whose.
    pub person: String,
    /// What kind it is, in a word.
    pub kind: String,
    /// What is needed to use it, and what its owner has chosen.
    pub body: String,
    /// When it was added.
    pub created_at: Millis,
    /// When something last went out over it; 0 for never.
    pub told_at: Millis,
    /// Attempts in a row that did not succeed.
    pub failures: u32,
    /// Why the last one did not.
    pub trouble: String,
}

// The body has secrets and addresses.
impl fmt::Debug for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Channel")
            .field("id", &self.id)
            .field("kind", &self.kind)
            .field("failures", &self.failures)
            .finish_non_exhaustive()
    }
}

/// A turn: a person is asked something at a table until nothing more is asked of him there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The table.
    pub table: String,
    /// Who is asked.
    pub person: String,
    /// The entry of the log with which it began.
    pub turn: u32,
    /// When to look whether he must be rung.
    pub due: Millis,
}

/// What is to go out over a channel about a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring {
    /// The channel.
    pub channel: String,
    /// The table.
    pub table: String,
    /// Who is asked there.
    pub person: String,
    /// The entry of the log with which his turn began.
    pub turn: u32,
    /// When.
    pub due: Millis,
    /// Attempts so far.
    pub tries: u32,
}

/// A change: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChannelChange {
    /// A channel is added, or has another body; what went wrong before is forgotten. Somebody else's stays as it is.
    Put(Channel),
    /// A channel goes, with what was to go out over it.
    Remove {
        /// Whose.
        person: String,
        /// Its id.
        id: String,
    },
    /// A person does, or does not, want to hear about a table.
    Mute {
        /// Who.
        person: String,
        /// The table.
        table: String,
        /// Does not.
        muted: bool,
    },
    /// Whoever of those with channels is asked something at a table after an entry. Whoever is not, has no turn there any more.
    Asked {
        /// The table.
        table: String,
        /// The number of the entry.
        n: u32,
        /// Those who are asked.
        asked: Vec<String>,
        /// Those of them whose turn began with this very entry.
        fresh: Vec<String>,
        /// When to look whether they must be rung.
        due: Millis,
    },
    /// The time of whoever is asked at a table is short: those who were rung for this turn are rung once more.
    Remind {
        /// The table.
        table: String,
        /// Who.
        people: Vec<String>,
        /// When to look whether they must be rung.
        due: Millis,
    },
    /// Somebody looks after a call. Answers something if nobody else does: it was due at this time until now.
    TakeCall {
        /// It.
        call: Call,
        /// When somebody is to look again.
        until: Millis,
    },
    /// A call is answered for: this is to go out, unless the turn is over or was rung before.
    Rung {
        /// The call.
        call: Call,
        /// What is to go out.
        rings: Vec<Ring>,
    },
    /// Somebody takes a channel in his hands. Answers something if nobody else has it.
    Take {
        /// Its id.
        channel: String,
        /// The time now.
        now: Millis,
        /// Until when.
        until: Millis,
    },
    /// Something has gone out.
    Told {
        /// The channel.
        channel: String,
        /// When.
        at: Millis,
        /// What about.
        rings: Vec<Ring>,
    },
    /// Something need not go out any more.
    Drop {
        /// The channel.
        channel: String,
        /// What about.
        rings: Vec<Ring>,
    },
    /// Something has not gone out.
    Failed {
        /// The channel.
        channel: String,
        /// Why.
        trouble: String,
        /// When to try again.
        again: Millis,
        /// What about.
        rings: Vec<Ring>,
    },
    /// What was one person's becomes another's.
    Move {
        /// Whose it was.
        from: String,
        /// Whose it is.
        to: String,
    },
}

impl ChannelChange {
    /// How long its texts are together, about.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            ChannelChange::Put(channel) => channel.body.len() + channel.id.len() + channel.trouble.len(),
            ChannelChange::Asked { asked, fresh, .. } => asked.iter().chain(fresh).map(String::len).sum(),
            ChannelChange::Remind { people, .. } => people.iter().map(String::len).sum(),
            ChannelChange::Failed { trouble, .. } => trouble.len(),
            ChannelChange::Remove { .. }
            | ChannelChange::Mute { .. }
            | ChannelChange::TakeCall { .. }
            | ChannelChange::Rung { .. }
            | ChannelChange::Take { .. }
            | ChannelChange::Told { .. }
            | ChannelChange::Drop { .. }
            | ChannelChange::Move { .. } => 0,
        }
    }
}

/// What a store knows of channels. `tests/contract.rs` holds every engine to it.
pub trait Channels: Send + Sync {
    /// Carries a change out; durable when it is answered. Taking answers something to one of those who take at the same time.
    fn change(&self, change: ChannelChange) -> Answer<'_, Option<String>>;
    /// A channel by its id.
    fn channel(&self, id: String) -> Answer<'_, Option<Channel>>;
    /// The channels of a person, by the time when they were added.
    fn of(&self, person: String) -> Answer<'_, Vec<Channel>>;
    /// People with channels or mutes after an id, in the order of their ids; from the first after the empty one.
    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<String>>;
    /// The tables about which a person does not want to hear, in the order of their ids.
    fn mutes(&self, person: String) -> Answer<'_, Vec<String>>;
    /// Calls that nobody has rung for and that are due, the longest first.
    fn calls(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Call>>;
    /// What is due to go out, the longest first.
    fn rings(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Ring>>;
    /// All that is to go out over a channel, due or not.
    fn waiting(&self, channel: String) -> Answer<'_, Vec<Ring>>;
}
