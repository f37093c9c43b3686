//! Recovery phrases: eight common words that give a person all seats back on another browser.
//!
//! A phrase is 80 bits under this host's key, derived from the person's id, so that nobody has to be asked for anything
//! and who came with release 0.1.0 has one as well. The store holds no phrase: only a keyed mark of it, which leads to
//! the person. Of our 1024 words no two begin with the same four letters and no two differ in one letter alone, so
//! four letters are enough and a slip of the finger is forgiven.

use crate::{
    error::Fault,
    keys::Keys,
    person::{Person, without_sign},
    state::{AppState, now},
    vacation::Taken,
};
use axum::http::StatusCode;
use klaxon_core::Millis;
use serde::{Deserialize, Serialize};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{LazyLock, Mutex, PoisonError},
};

/// Words of a phrase.
const WORDS: usize = 8;
/// Bits of a word.
const BITS: usize = 10;
/// Bytes of a phrase.
pub const BYTES: usize = WORDS * BITS / 8;
/// Wrong phrases that a peer may try in a while …
const TRIES: u32 = 10;
/// … and all peers together.
const TRIES_IN_ALL: u32 = 1000;
/// The while, in milliseconds.
const WHILE: Millis = 600_000;

static LIST: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("../assets/phrase.txt").lines().collect());

/// The words of a phrase.
fn print(bits: [u8; BYTES]) -> String {
    let all = bits.iter().fold(0u128, |all, byte| all << 8 | u128::from(*byte));
    let word = |i: usize| LIST[(all >> (BITS * (WORDS - 1 - i))) as usize % LIST.len()];
    (0..WORDS).map(word).collect::<Vec<_>>().join(" ")
}

/// Reads a phrase as people type it: in any case, parted by anything, shortened to four letters, with slips.
fn read(text: &str) -> Result<[u8; BYTES], Fault> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|w| !w.is_empty())
        .take(WORDS + 1)
        .map(str::to_lowercase)
        .collect();
    if words.len() != WORDS {
        return Err(Fault::malformed(format!("a recovery phrase has {WORDS} words")));
    }
    let mut all = 0u128;
    for word in &words {
        let place = place(word).ok_or_else(|| {
            let short: String = word.chars().take(24).collect();
            Fault::malformed(format!(
                "`{short}` is not one of the words that phrases are made of; look again"
            ))
        })?;
        all = all << BITS | place as u128;
    }
    let mut bits = [0; BYTES];
    bits.copy_from_slice(&all.to_be_bytes()[16 - BYTES..]);
    Ok(bits)
}

/// The number of a word in the list.
fn place(word: &str) -> Option<usize> {
    if let Ok(place) = LIST.binary_search(&word) {
        return Some(place);
    }
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = (0..LIST.len()).filter(|i| fits(LIST[*i]));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    let begins = |known: &str| word.len() >= 4 && known.starts_with(word);
    only(&begins).or_else(|| only(&|known| is_slip(word, known)))
}

/// Do two words differ in one letter: another one, one too many or one too few?
fn is_slip(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    if !short.is_ascii() || !long.is_ascii() || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.bytes().zip(long.bytes()).take_while(|(a, b)| a == b).count();
    let rest = if short.len() == long.len() { short.get(same + 1..) } else { short.get(same..) };
    rest == long.get(same + 1..)
}

/// What is kept of a person beside his seats.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Settings {
    /// Which phrase is good: another one each time that it is made anew.
    #[serde(default)]
    phrase: u32,
    /// He has written it down.
    #[serde(default)]
    kept: bool,
    /// Nobody has seen a phrase yet: this is kept for something else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    unseen: bool,
    /// The vacation that he has taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vacation: Option<Taken>,
}

/// A person's phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phrase {
    /// The words.
    pub words: String,
    /// He has said that he has written it down.
    pub kept: bool,
}

async fn settings(state: &AppState, id: &str) -> Result<Option<Settings>, Fault> {
    let known = state.store.person(id).await?;
    Ok(known.map(|person| serde_json::from_str(&person.settings).unwrap_or_default()))
}

async fn put(state: &AppState, person: &Person, settings: &Settings) -> Result<(), Fault> {
    let mark = state.keys.phrase_mark(state.keys.phrase(&person.id, settings.phrase));
    state.store.set_setting_once(&mark, person.id.as_bytes()).await?;
    write(state, person, settings).await
}

async fn write(state: &AppState, person: &Person, settings: &Settings) -> Result<(), Fault> {
    let kept = klaxon_store::Person {
        id: person.id.clone(),
        name: person.name.clone(),
        settings: serde_json::to_string(settings).expect("settings serialise"),
        created_at: now(),
    };
    Ok(state.store.upsert_person(kept).await?)
}

/// The person's phrase; from now on it gives his seats back.
pub async fn of(state: &AppState, person: &Person) -> Result<Phrase, Fault> {
    let settings = match settings(state, &person.id).await? {
        Some(settings) if !settings.unseen => settings,
        known => {
            let fresh = Settings { unseen: false, ..known.unwrap_or_default() };
            put(state, person, &fresh).await?;
            fresh
        }
    };
    let words = print(state.keys.phrase(&person.id, settings.phrase));
    Ok(Phrase { words, kept: settings.kept })
}

/// The phrase to be shown unasked: to whoever sits with other people and has not written it down.
pub async fn to_show(state: &AppState, person: &Person) -> Option<Phrase> {
    if !person.standing.is_guest() {
        return None;
    }
    match of(state, person).await {
        Ok(phrase) => Some(phrase).filter(|phrase| !phrase.kept),
        Err(fault) => {
            tracing::warn!(?fault, "a recovery phrase could not be kept");
            None
        }
    }
}

/// The person has written his phrase down, and is not shown it again unasked.
pub async fn kept(state: &AppState, person: &Person) -> Result<(), Fault> {
    let settings = settings(state, &person.id).await?.unwrap_or_default();
    put(state, person, &Settings { kept: true, unseen: false, ..settings }).await
}

/// The person gets another phrase; the one before is worthless.
pub async fn renew(state: &AppState, person: &Person) -> Result<(), Fault> {
    let settings = settings(state, &person.id).await?.unwrap_or_default();
    put(state, person, &Settings { phrase: settings.phrase + 1, kept: true, unseen: false, ..settings }).await
}

/// The person is called otherwise from now on. Only of those who have seen their phrase anything is kept.
pub async fn renamed(state: &AppState, person: &Person) -> Result<(), Fault> {
    if !person.standing.is_guest() {
        return Ok(());
    }
    match settings(state, &person.id).await? {
        Some(settings) if !settings.unseen => put(state, person, &settings).await,
        Some(_) | None => Ok(()),
    }
}

/// The vacation that a person has taken.
pub(crate) async fn vacation(state: &AppState, id: &str) -> Result<Option<Taken>, Fault> {
    Ok(settings(state, id).await?.and_then(|settings| settings.vacation))
}

/// Keeps the vacation that a person has taken. Whoever has not seen his phrase has none by that.
pub(crate) async fn keep_vacation(state: &AppState, person: &Person, taken: Taken) -> Result<(), Fault> {
    let known = settings(state, &person.id).await?;
    let known = known.unwrap_or_else(|| Settings { unseen: true, ..Settings::default() });
    write(state, person, &Settings { vacation: Some(taken), ..known }).await
}

/// The person of a phrase that somebody typed in.
pub async fn person_of(state: &AppState, peer: IpAddr, text: &str) -> Result<Person, Fault> {
    let bits = read(text)?;
    state.tries.check(peer)?;
    let mark = state.keys.phrase_mark(bits);
    if let Some(id) = state.store.setting(&mark).await?.and_then(|id| String::from_utf8(id).ok())
        && let Some(known) = state.store.person(&id).await?
        && let settings = serde_json::from_str::<Settings>(&known.settings).unwrap_or_default()
        && state.keys.phrase(&id, settings.phrase) == bits
        // Whoever has made an account since comes by its ways in, and by them alone.
        && state.store.accounts().account(id.clone()).await?.is_none()
    {
        return Ok(Person::guest(id, without_sign(&known.name)));
    }
    state.tries.wrong(peer);
    Err(Fault::forbidden("nobody here has this phrase; look at each word again"))
}

impl Keys {
    /// The mark under which the store knows a phrase.
    fn phrase_mark(&self, bits: [u8; BYTES]) -> String {
        format!("phrase {}", self.mark(&bits))
    }
}

/// Wrong phrases that were tried lately.
#[derive(Default, Debug)]
pub struct Tries(Mutex<Lately>);

#[derive(Default, Debug)]
struct Lately {
    since: Millis,
    in_all: u32,
    peers: HashMap<IpAddr, u32>,
}

impl Tries {
    /// May the peer try?
    pub(crate) fn check(&self, peer: IpAddr) -> Result<(), Fault> {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if now() >= lately.since + WHILE {
            *lately = Lately { since: now(), ..Lately::default() };
        }
        if lately.in_all >= TRIES_IN_ALL || lately.peers.get(&peer).is_some_and(|n| *n >= TRIES) {
            let text = "too many wrong phrases; try again in ten minutes";
            return Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", text));
        }
        Ok(())
    }

    pub(crate) fn wrong(&self, peer: IpAddr) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lately.in_all += 1;
        *lately.peers.entry(peer).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_can_be_typed_in_many_ways() {
        let keys = Keys::new(&[7; 32]);
        for turn in 0..50 {
            let bits = keys.phrase("0f", turn);
            let words = print(bits);
            assert_eq!(words.split(' ').count(), WORDS);
            assert_eq!(read(&words), Ok(bits));
            assert_eq!(read(&format!(" {} ", words.to_uppercase().replace(' ', " - "))), Ok(bits));
            let short: Vec<&str> = words.split(' ').map(|w| &w[..4]).collect();
            assert_eq!(read(&short.join(",")), Ok(bits));
        }
        for bad in ["", "acorn", &"acorn ".repeat(9), &"xyzzy ".repeat(8)] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn words_are_told_apart_by_four_letters_and_a_slip_is_forgiven() {
        assert_eq!(LIST.len(), 1 << BITS);
        assert!(LIST.is_sorted());
        for (i, word) in LIST.iter().enumerate() {
            assert!((4..=7).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_lowercase()), "{word}");
            for other in &LIST[i + 1..] {
                assert_ne!(word[..4], other[..4]);
                assert!(!is_slip(word, other), "{word} {other}");
            }
        }
        assert_eq!(place("axorm"), None, "two letters are no slip");
        assert_eq!(place("acorm").map(|i| LIST[i]), Some("acorn"));
        assert!(is_slip("acorn", "acorns") && is_slip("corn", "acorn") && is_slip("acorn", "agorn"));
        assert!(!is_slip("é", "ab"));
    }

    #[tokio::test]
    async fn whoever_came_with_release_0_1_0_has_a_phrase() {
        let folder = std::env::temp_dir().join(format!("klaxon-old-phrase-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let from = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/stores/release-0.1.0.sqlite");
        std::fs::copy(from, folder.join("klaxon.db")).unwrap();
        let state = AppState::open(crate::Config::at(&folder)).await.unwrap();
        let tables = state.store.list(klaxon_store::Filter::default()).await.unwrap();
        let people = tables.iter().flat_map(|table| {
            let meta: crate::table::Meta = serde_json::from_str(&table.meta).unwrap();
            meta.members()
        });
        let id = people.into_iter().next().expect("people have played there");
        // The cookie that he has since then is as good as ever.
        let cookie = state.keys.seal(&Person::guest(id, "Ada"));
        let ada = state.keys.unseal(&cookie).unwrap();
        let words = of(&state, &ada).await.unwrap().words;
        let peer = IpAddr::from([127, 0, 0, 1]);
        assert_eq!(person_of(&state, peer, &words).await, Ok(ada));
        state.close().await;
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn phrases_depend_on_host_person_and_turn() {
        let (keys, other) = (Keys::new(&[1; 32]), Keys::new(&[2; 32]));
        assert_eq!(keys.phrase("a", 0), keys.phrase("a", 0));
        assert_ne!(keys.phrase("a", 0), keys.phrase("b", 0));
        assert_ne!(keys.phrase("a", 0), keys.phrase("a", 1));
        assert_ne!(keys.phrase("a", 0), other.phrase("a", 0));
    }
}
