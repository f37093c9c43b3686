//! "Your turn" elsewhere: whoever is asked something and is not at the table is rung over the channels that he has set up, once
//! for a turn. [`judge`] says when, `caller.rs` goes by it, `own.rs` is what a person can do about his channels, and the rest
//! are the ways out. docs/adr says why it is made like this.

mod caller;
pub mod mail;
pub mod outgoing;
pub mod own;
pub mod push;
mod webhook;

pub(crate) use caller::{Asked, sweep};
pub use mail::Post;

use crate::state::AppState;
use klaxon_core::Millis;
use klaxon_store::{Channel, ChannelChange, StoreError};
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    fmt,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::mpsc;
use utoipa::ToSchema;

/// Attempts in a row after which a channel is switched off.
pub const MOST_FAILURES: u32 = 8;

/// What a host may set about ringing.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Somebody must have been away from the table for so long, and asked for so long, before he is rung.
    pub after: std::time::Duration,
    /// How often the caller looks.
    pub pace: std::time::Duration,
    /// Channels may lead into private networks, too.
    pub private: bool,
    /// How mail goes out; without it there is none.
    pub post: Option<Post>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            after: std::time::Duration::from_secs(20),
            pace: std::time::Duration::from_secs(2),
            private: false,
            post: None,
        }
    }
}

/// How often a channel may ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Digest {
    /// As soon as it is one's turn.
    #[default]
    Once,
    /// At most once an hour, with all that has gathered.
    Hour,
    /// At most once a day.
    Day,
}

impl Digest {
    /// All of them.
    pub const ALL: [Digest; 3] = [Digest::Once, Digest::Hour, Digest::Day];

    /// For the screen.
    pub fn words(self) -> &'static str {
        match self {
            Digest::Once => "at once",
            Digest::Hour => "at most once an hour",
            Digest::Day => "at most once a day",
        }
    }

    fn gap(self) -> Millis {
        match self {
            Digest::Once => 0,
            Digest::Hour => 3_600_000,
            Digest::Day => 86_400_000,
        }
    }

    /// When what begins now goes out over a channel that last rang then.
    pub fn due(self, now: Millis, told_at: Millis) -> Millis {
        now.max(told_at.saturating_add(self.gap()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Digest::Once => "once",
            Digest::Hour => "hour",
            Digest::Day => "day",
        })
    }
}

impl FromStr for Digest {
    type Err = String;
    fn from_str(word: &str) -> Result<Digest, String> {
        let found = Digest::ALL.into_iter().find(|known| known.to_string() == word);
        found.ok_or_else(|| format!("`{word}` is not one of once, hour, day"))
    }
}

/// What a webhook is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Plain JSON.
    #[default]
    Json,
    /// As Discord reads it.
    Discord,
    /// As Slack reads it.
    Slack,
}

/// By what means somebody is reached.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Means {
    /// A program or a chat somewhere.
    Webhook {
        /// Where.
        url: String,
        /// How it is told.
        form: Form,
        /// With what it is signed.
        secret: String,
    },
    /// A mailbox.
    Mail {
        /// Its address.
        address: String,
        /// Whoever reads it has said that he wants this.
        confirmed: bool,
    },
    /// A browser, by the service of its maker.
    Push {
        /// Where.
        endpoint: String,
        /// The browser's public key.
        p256dh: String,
        /// A secret that it shares with this server.
        auth: String,
    },
    /// A list of one's tables to be read by whoever knows its address.
    Feed,
}

impl Means {
    /// Its one word, as stored.
    pub fn kind(&self) -> &'static str {
        match self {
            Means::Webhook { .. } => "webhook",
            Means::Mail { .. } => "mail",
            Means::Push { .. } => "push",
            Means::Feed => "feed",
        }
    }
}

/// What is kept of a channel beside whose it is.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// What its owner calls it.
    pub label: String,
    /// It rings.
    pub on: bool,
    /// How often.
    pub digest: Digest,
    /// It rings once more when time is short, however rarely it rings else.
    #[serde(default = "yes")]
    pub remind: bool,
    /// Where links lead.
    pub base: String,
    /// How.
    pub means: Means,
}

fn yes() -> bool {
    true
}

impl Setup {
    /// As stored; a channel that cannot be read rings nobody.
    pub fn of(channel: &Channel) -> Option<Setup> {
        serde_json::from_str(&channel.body).ok()
    }

    /// Does it ring, as far as its owner is concerned?
    pub fn rings(&self) -> bool {
        let ready = match &self.means {
            Means::Webhook { .. } | Means::Push { .. } => true,
            Means::Mail { confirmed, .. } => *confirmed,
            Means::Feed => false,
        };
        self.on && ready
    }

    /// For the store.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a channel serialises")
    }
}

/// What is known of a turn when somebody looks whether to ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The game goes on, and the person still holds a seat that nobody plays for him.
    pub asked: bool,
    /// How long ago the last page of his at the table was closed; nothing while one is open.
    pub away_for: Option<Millis>,
    /// How long he must have been away.
    pub patience: Millis,
    /// He does not want to hear about this table.
    pub muted: bool,
    /// He has a channel that rings.
    pub reachable: bool,
}

/// Whether to ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Yes.
    Ring,
    /// Look again after so many milliseconds.
    Later(Millis),
    /// Not for this turn.
    Never,
}

/// Should somebody be rung who has not been rung for this turn? Whoever is at the table sees it himself.
pub fn judge(facts: Facts) -> Verdict {
    if !facts.asked || facts.muted || !facts.reachable {
        return Verdict::Never;
    }
    match facts.away_for {
        None => Verdict::Later(facts.patience),
        Some(away) if away < facts.patience => Verdict::Later(facts.patience - away),
        Some(_) => Verdict::Ring,
    }
}

/// How long to wait after so many attempts.
pub fn back_off(tries: u32) -> Millis {
    (30_000 << (2 * tries.min(5))).min(6 * 3_600_000)
}

/// One table at which it is somebody's turn, as others are told of it. Nothing of what is asked there: it goes through strange hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Turn {
    /// The table's id.
    pub table: String,
    /// The game's name.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// The seats, by their names.
    pub seats: Vec<String>,
    /// The entry of the log with which the turn began.
    pub turn: u32,
    /// Where the table is, at the question.
    pub link: String,
    /// Time is short: it is out then, in milliseconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
}

impl Turn {
    /// By when it must be decided, in words, where time is short.
    pub fn hurry(&self) -> Option<String> {
        let until = self.until?;
        let minutes = until / 60_000 % 1440;
        let date = crate::table::daily::Day::of(until).date();
        Some(format!("time is out on {date} at {:02}:{:02} UTC", minutes / 60, minutes % 60))
    }
}

/// The time of these people at a table is short. Should it fail they have been rung once, and the game goes on.
pub(crate) async fn remind(state: &AppState, table: &str, people: Vec<String>) {
    let due = state.config.wall.now();
    let change = ChannelChange::Remind { table: table.into(), people, due };
    if let Err(error) = state.store.channels().change(change).await {
        tracing::warn!(table, %error, "nobody is reminded that time is short");
    }
}

/// What goes out at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The same for the same turns, so that whoever gets it twice can tell.
    pub id: String,
    /// Where it is one's turn; nowhere when it is only a test.
    pub turns: Vec<Turn>,
    /// Where one's channels are.
    pub manage: String,
}

impl Notice {
    /// A line for the head of a message.
    pub fn headline(&self) -> String {
        match self.turns.as_slice() {
            [] => "A test of Klaxon: this is how your turn will ring".into(),
            [one] if one.until.is_some() => format!("Time is short: {}, {}", one.game, one.title),
            [one] => format!("Your turn: {}, {}", one.game, one.title),
            more => match more.iter().filter(|turn| turn.until.is_some()).count() {
                0 => format!("Your turn at {} tables", more.len()),
                short => format!("Your turn at {} tables, time is short at {short}", more.len()),
            },
        }
    }
}

/// Why something did not go out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// For the owner.
    pub text: String,
    /// It will never work again.
    pub gone: bool,
}

impl Trouble {
    /// Something that may pass.
    pub fn new(text: impl Into<String>) -> Trouble {
        Trouble { text: text.into(), gone: false }
    }
}

/// The host's part in ringing, in memory.
pub struct Ringing {
    tell: mpsc::UnboundedSender<Asked>,
    heard: Mutex<Option<mpsc::UnboundedReceiver<Asked>>>,
    /// Who has channels, as it was a moment ago.
    reachable: Mutex<HashMap<String, (bool, Millis)>>,
    often: Often,
    pub(crate) vapid: Arc<push::Vapid>,
}

impl Ringing {
    /// Reads the host's key for push, or makes it.
    pub async fn open(store: &klaxon_store::Store) -> Result<Ringing, StoreError> {
        let (tell, heard) = mpsc::unbounded_channel();
        Ok(Ringing {
            tell,
            heard: Mutex::new(Some(heard)),
            reachable: Mutex::default(),
            often: Often::default(),
            vapid: Arc::new(push::Vapid::open(store).await?),
        })
    }

    /// Who is asked at a table has changed.
    pub(crate) fn tell(&self, asked: Asked) {
        // Nobody listens while the server goes down.
        let _ = self.tell.send(asked);
    }

    /// Something about a person's channels has changed.
    pub(crate) fn forget(&self, person: &str) {
        self.reachable.lock().unwrap_or_else(PoisonError::into_inner).remove(person);
    }
}

/// Counts what may not happen often.
#[derive(Default)]
struct Often(Mutex<HashMap<String, (Millis, u32)>>);

impl Often {
    /// May it happen once more within a while?
    fn may(&self, what: String, most: u32, within: Millis, now: Millis) -> bool {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() > 10_000 {
            counts.retain(|_, (since, _)| now < *since + 86_400_000);
        }
        let (since, n) = counts.entry(what).or_insert((now, 0));
        if now >= *since + within {
            (*since, *n) = (now, 0);
        }
        *n += 1;
        *n <= most
    }
}

/// The token of a link that stops a channel.
pub fn stop_token(state: &AppState, id: &str) -> String {
    format!("{id}.{}", state.keys.channel_token(&["stop", id]))
}

/// The token of a link that confirms an address.
pub fn confirm_token(state: &AppState, id: &str, address: &str) -> String {
    format!("{id}.{}", state.keys.channel_token(&["confirm", id, address]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAITS: Facts =
        Facts { asked: true, away_for: Some(60_000), patience: 20_000, muted: false, reachable: true };

    #[test]
    fn whoever_is_away_and_asked_is_rung() {
        assert_eq!(judge(WAITS), Verdict::Ring);
        assert_eq!(judge(Facts { away_for: Some(20_000), ..WAITS }), Verdict::Ring);
        assert_eq!(judge(Facts { away_for: Some(Millis::MAX), ..WAITS }), Verdict::Ring);
    }

    #[test]
    fn whoever_is_at_the_table_is_left_in_peace() {
        assert_eq!(judge(Facts { away_for: None, ..WAITS }), Verdict::Later(20_000));
        assert_eq!(judge(Facts { away_for: Some(5_000), ..WAITS }), Verdict::Later(15_000));
    }

    #[test]
    fn nobody_is_rung_in_vain() {
        for facts in [
            Facts { asked: false, ..WAITS },
            Facts { muted: true, ..WAITS },
            Facts { reachable: false, ..WAITS },
            Facts { reachable: false, away_for: None, ..WAITS },
        ] {
            assert_eq!(judge(facts), Verdict::Never, "{facts:?}");
        }
    }

    #[test]
    fn digests_wait_for_their_hour() {
        let (now, hour) = (100_000_000, 3_600_000);
        assert_eq!(Digest::Once.due(now, now - 1), now);
        assert_eq!(Digest::Hour.due(now, 0), now, "the first is told at once");
        assert_eq!(Digest::Hour.due(now, now - 600_000), now + hour - 600_000);
        assert_eq!(Digest::Day.due(now, now), now + 24 * hour);
    }

    #[test]
    fn attempts_come_further_and_further_apart() {
        let waits: Vec<Millis> = (0..8).map(back_off).collect();
        assert_eq!(waits[..3], [30_000, 120_000, 480_000]);
        assert!(waits.is_sorted() && waits[7] <= 6 * 3_600_000);
        assert_eq!(back_off(u32::MAX), back_off(5));
    }

    #[test]
    fn what_may_not_happen_often_does_not() {
        let often = Often::default();
        assert!(often.may("a".into(), 2, 1000, 0) && often.may("a".into(), 2, 1000, 999));
        assert!(!often.may("a".into(), 2, 1000, 999));
        assert!(often.may("b".into(), 2, 1000, 999) && often.may("a".into(), 2, 1000, 1000));
    }
}
