//! Word among servers on one store: which tables have changed. A notice may come late, twice or never; it carries
//! numbers, so that whoever hears it knows whether he is behind, and everybody looks by himself now and then as well.
//!
//! They are sent after the commit, on a line of their own and put together: within the transactions PostgreSQL would
//! carry out all commits one after another.

use crate::shared::Head;
use crate::{Answer, StoreError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;

/// PostgreSQL takes no more in one.
const LONGEST: usize = 7_000;
/// After a letter the next one waits so long, and tells all that has come meanwhile. The first after a pause goes at once. A letter
/// costs the database a transaction and every server a look; nobody sees a hundredth of a second.
const GATHER: Duration = Duration::from_millis(10);
/// So often something is said even if there is nothing to say, so that a dead line is noticed.
const WHISPER: Duration = Duration::from_secs(4);
/// A line on which not even that is heard is made anew.
const DEAD: Duration = Duration::from_secs(11);
/// How many may wait to be heard; more are missed, and that is told.
const HEARD: usize = 4096;

/// What a server hears of the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A table is so far now.
    Moved(Head),
    /// Others look at a table now, or no longer.
    Present(String),
    /// Something about a person has changed: his pages may not be his any more.
    Person(String),
    /// Something may have been missed: look at everything.
    Missed,
}

/// A line that carries short texts (some thousand bytes) from each to all. It may lose, double and delay them; whoever
/// listens is never worse off for it than a look at the store every few seconds.
pub trait Wire: Send + 'static {
    /// Says something to all.
    fn say(&mut self, text: String) -> Answer<'_, ()>;
    /// The next text; `None` when some may have been missed.
    fn hear(&mut self) -> Answer<'_, Option<String>>;
}

/// Makes lines for notices: by PostgreSQL itself, or by [`Nats`](crate::Nats). Asked again when one has died.
pub trait Wires: Send + Sync + 'static {
    /// A line to speak on.
    fn to_speak(&self) -> Answer<'_, Box<dyn Wire>>;
    /// A line to listen on.
    fn to_listen(&self) -> Answer<'_, Box<dyn Wire>>;
}

/// One text on the line.
#[derive(Serialize, Deserialize)]
struct Letter {
    from: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moved: Vec<(String, u32, u64, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    present: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    people: Vec<String>,
}

/// What waits to be told, and the wish to tell it.
pub(crate) struct Notices {
    from: u64,
    waiting: Mutex<Waiting>,
    wake: Notify,
    sent: AtomicU64,
}

#[derive(Default)]
struct Waiting {
    moved: BTreeMap<String, Head>,
    present: BTreeSet<String>,
    people: BTreeSet<String>,
}

impl Default for Notices {
    fn default() -> Notices {
        let from = RandomState::new().hash_one(0);
        Notices { from, waiting: Mutex::default(), wake: Notify::new(), sent: AtomicU64::new(0) }
    }
}

impl Notices {
    /// Tells all how far some tables are. What waits already for one of them is told only once.
    pub fn tell(&self, heads: Vec<Head>) {
        if heads.is_empty() {
            return;
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.moved.extend(heads.into_iter().map(|head| (head.table.clone(), head)));
        drop(waiting);
        self.wake.notify_one();
    }

    /// Tells all that others look at a table now.
    pub fn tell_presence(&self, table: String) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).present.insert(table);
        self.wake.notify_one();
    }

    /// Tells all that something about people has changed.
    pub fn tell_people(&self, people: BTreeSet<String>) {
        if !people.is_empty() {
            self.waiting.lock().unwrap_or_else(PoisonError::into_inner).people.extend(people);
            self.wake.notify_one();
        }
    }

    /// Letters sent so far.
    pub fn sent(&self) -> u64 {
        self.sent.load(Relaxed)
    }

    /// All that waits, in letters that are short enough.
    fn letters(&self) -> Vec<String> {
        let Waiting { moved, present, people } =
            std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        let new = || Letter { from: self.from, moved: Vec::new(), present: Vec::new(), people: Vec::new() };
        let (mut letters, mut letter, mut bytes) = (Vec::new(), new(), 0);
        let mut send = |letter: Letter| {
            letters.push(serde_json::to_string(&letter).expect("texts and numbers serialise"));
        };
        let moved = moved.into_values().map(|h| (h.table.len() * 6 + 60, Heard::Moved(h)));
        let present = present.into_iter().map(|table| (table.len() * 6 + 4, Heard::Present(table)));
        let people = people.into_iter().map(|person| (person.len() * 6 + 4, Heard::Person(person)));
        for (length, news) in moved.chain(present).chain(people) {
            if bytes > 0 && bytes + length > LONGEST {
                send(std::mem::replace(&mut letter, new()));
                bytes = 0;
            }
            bytes += length;
            match news {
                Heard::Moved(h) => letter.moved.push((h.table, h.n, h.rev, h.said)),
                Heard::Present(table) => letter.present.push(table),
                Heard::Person(person) => letter.people.push(person),
                Heard::Missed => {}
            }
        }
        send(letter);
        letters
    }

    /// Sends what waits, as long as anybody may tell something.
    pub async fn speak(this: std::sync::Weak<Notices>, wires: Arc<dyn Wires>) {
        let mut wire: Option<Box<dyn Wire>> = None;
        loop {
            let Some(notices) = this.upgrade() else { return };
            drop(tokio::time::timeout(WHISPER, notices.wake.notified()).await);
            for letter in notices.letters() {
                notices.sent.fetch_add(1, Relaxed);
                if let Err(error) = send(&mut wire, &*wires, letter).await {
                    // Whoever misses it looks by himself before long.
                    tracing::warn!(%error, "a notice to other servers was not sent");
                    wire = None;
                }
            }
            drop(notices);
            tokio::time::sleep(GATHER).await;
        }
    }

    /// Hears the others until nobody listens any more.
    pub fn listen(&self, wires: Arc<dyn Wires>) -> mpsc::Receiver<Heard> {
        let (told, heard) = mpsc::channel(HEARD);
        tokio::spawn(listen(wires, self.from, told));
        heard
    }
}

async fn send(wire: &mut Option<Box<dyn Wire>>, wires: &dyn Wires, letter: String) -> Result<(), StoreError> {
    let send = async {
        if wire.is_none() {
            *wire = Some(wires.to_speak().await?);
        }
        wire.as_mut().expect("it was just made").say(letter).await
    };
    let late = || StoreError::Unreachable { what: "it takes no notices".into() };
    tokio::time::timeout(WHISPER, send).await.unwrap_or_else(|_| Err(late()))
}

async fn listen(wires: Arc<dyn Wires>, own: u64, told: mpsc::Sender<Heard>) {
    let mut full = false;
    while !told.is_closed() {
        let wire = tokio::time::timeout(WHISPER, wires.to_listen()).await;
        let Ok(Ok(mut wire)) = wire else {
            tokio::time::sleep(Duration::from_millis(300)).await;
            continue;
        };
        // Nothing is known of what was said before.
        drop(told.try_send(Heard::Missed));
        let mut alive = Instant::now();
        while alive.elapsed() < DEAD && !told.is_closed() {
            let letter = match tokio::time::timeout(WHISPER, wire.hear()).await {
                Err(_) => continue,
                Ok(Err(error)) => {
                    tracing::info!(%error, "the line for notices broke");
                    break;
                }
                Ok(Ok(letter)) => letter,
            };
            alive = Instant::now();
            let heard = match letter {
                Some(letter) => read(&letter, own),
                None => vec![Heard::Missed],
            };
            for heard in heard {
                // Whoever does not keep up is told so once there is room, and then looks at everything.
                if full && told.try_send(Heard::Missed).is_ok() {
                    full = false;
                }
                full |= told.try_send(heard).is_err();
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// What a letter says, unless it is our own.
fn read(letter: &str, own: u64) -> Vec<Heard> {
    let Ok(letter) = serde_json::from_str::<Letter>(letter) else { return vec![Heard::Missed] };
    if letter.from == own {
        return Vec::new();
    }
    let moved = letter.moved.into_iter();
    moved
        .map(|(table, n, rev, said)| Heard::Moved(Head { table, n, rev, said }))
        .chain(letter.present.into_iter().map(Heard::Present))
        .chain(letter.people.into_iter().map(Heard::Person))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_put_together_and_letters_stay_short() {
        let notices = Notices::default();
        let head = |table: &str, n| Head { table: table.into(), n, rev: 0, said: 0 };
        for n in 1..=100 {
            notices.tell(vec![head("abcdefghij", n)]);
        }
        let letters = notices.letters();
        assert_eq!(letters.len(), 1);
        assert_eq!(read(&letters[0], 0), [Heard::Moved(head("abcdefghij", 100))]);
        assert_eq!(read(&letters[0], notices.from), [], "one's own are not heard");
        notices.tell((0..2000).map(|i| head(&format!("\u{1}{i:010}"), i)).collect());
        notices.tell_presence("here".into());
        notices.tell_people(["ada".to_owned()].into());
        let letters = notices.letters();
        assert!(letters.len() > 5 && letters.iter().all(|letter| letter.len() < 8000));
        let heard: Vec<Heard> = letters.iter().flat_map(|letter| read(letter, 0)).collect();
        assert_eq!(heard.len(), 2002);
        assert_eq!(heard[2000..], [Heard::Present("here".into()), Heard::Person("ada".into())]);
        assert_eq!(read("nonsense", 0), [Heard::Missed]);
    }
}
