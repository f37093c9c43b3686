//! Moderation: moderators, whom the host names, look at what was reported; who is muted may not speak, who is banned may not play or sign
//! in. Whatever they do is written down in the same step.
//!
//! What is imposed is kept in memory as well, so that every way in can ask without waiting: it is read at the start, whenever somebody is
//! told to look again, and now and then by itself where other servers may have imposed something.

pub mod reports;
pub mod words;

use crate::{
    accounts::{challenges, names},
    error::Fault,
    person::{Person, is_trick},
    state::{AppState, now},
    table::{self, daily::Day},
};
use klaxon_core::Millis;
use klaxon_store::{
    Deed, FOR_GOOD, Measure, ModerationChange, Report, Reports, ResultChange, Sanction, Store, StoreError,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{PoisonError, RwLock},
};

/// The word for programs where somebody is banned, muted, or says what is not said here.
pub const BANNED: &str = "banned";
/// See [`BANNED`].
pub const MUTED: &str = "muted";
/// See [`BANNED`].
pub const WORDS: &str = "words";
/// The most days that something is imposed for; more is for good.
const MOST_DAYS: u32 = 3650;
const DAY: Millis = 86_400_000;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;

/// What is imposed, by person.
#[derive(Debug, Default)]
pub struct Imposed(RwLock<HashMap<String, Vec<Sanction>>>);

impl Imposed {
    /// What holds now.
    pub async fn open(store: &Store) -> Result<Imposed, StoreError> {
        let imposed = Imposed::default();
        imposed.read(store).await?;
        Ok(imposed)
    }

    async fn read(&self, store: &Store) -> Result<(), StoreError> {
        let mut all: HashMap<String, Vec<Sanction>> = HashMap::new();
        for sanction in store.moderation().sanctions(now()).await? {
            all.entry(sanction.person.clone()).or_default().push(sanction);
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = all;
        Ok(())
    }

    fn set(&self, person: &str, sanctions: Vec<Sanction>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if sanctions.is_empty() {
            all.remove(person);
        } else {
            all.insert(person.into(), sanctions);
        }
    }

    /// What somebody may not do now.
    pub fn of(&self, person: &str) -> Vec<Sanction> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let holds = |sanction: &&Sanction| sanction.until > now();
        all.get(person).into_iter().flatten().filter(holds).cloned().collect()
    }

    fn find(&self, person: &str, measure: Measure) -> Option<Sanction> {
        self.of(person).into_iter().find(|sanction| sanction.measure == measure)
    }
}

/// Somebody may be told something new: what is imposed on him is read again.
pub async fn look_at(state: &AppState, person: &str) {
    match state.store.moderation().sanctions_of(person.into()).await {
        Ok(sanctions) => state.imposed.set(person, sanctions),
        Err(error) => tracing::warn!(%error, "it is not known what is imposed on somebody"),
    }
}

/// Reads again what is imposed on anybody.
pub async fn look_again(state: &AppState) {
    if let Err(error) = state.imposed.read(&state.store).await {
        tracing::warn!(%error, "it is not known what is imposed");
    }
}

/// "until 2026-12-03", "for good".
pub fn until(sanction: &Sanction) -> String {
    if sanction.until == FOR_GOOD {
        "for good".into()
    } else {
        format!("until {}", Day::of(sanction.until).date())
    }
}

/// What a person is told of what is imposed on him: lower case, no full stop.
pub fn told(sanction: &Sanction) -> String {
    let what = match sanction.measure {
        Measure::Mute => "you are muted here",
        Measure::Ban => "you are banned here",
    };
    format!("{what} {}: {}", until(sanction), sanction.reason)
}

/// Refuses whoever may not play.
pub fn check_ban(state: &AppState, person: &str) -> Result<(), Fault> {
    match state.imposed.find(person, Measure::Ban) {
        Some(sanction) => Err(Fault { code: BANNED, ..Fault::forbidden(told(&sanction)) }),
        None => Ok(()),
    }
}

/// Refuses whoever may not speak.
pub fn check_mute<'a>(state: &AppState, ids: impl IntoIterator<Item = &'a str>) -> Result<(), Fault> {
    for id in ids {
        check_ban(state, id)?;
        if let Some(sanction) = state.imposed.find(id, Measure::Mute) {
            return Err(Fault { code: MUTED, ..Fault::forbidden(told(&sanction)) });
        }
    }
    Ok(())
}

/// Refuses words that are not used here.
pub fn check_words(state: &AppState, text: &str) -> Result<(), Fault> {
    if state.config.words.as_ref().is_some_and(|words| words.stand_in(text)) {
        let text = "there is a word in it that is not used at this server; please say it in another way";
        return Err(Fault::conflict(WORDS, text));
    }
    Ok(())
}

/// May whoever has these ids say this, where others read it?
pub fn check_speech<'a>(
    state: &AppState,
    ids: impl IntoIterator<Item = &'a str>,
    text: &str,
) -> Result<(), Fault> {
    check_mute(state, ids)?;
    check_words(state, text)
}

/// May this account say this? A bot speaks for whoever it belongs to.
pub async fn check_account_speech(state: &AppState, person: &Person, text: &str) -> Result<(), Fault> {
    let answers = table::root(state, &person.id).await?;
    check_speech(state, [person.id.as_str(), answers.as_str()], text)
}

/// May somebody sit down, under the name that he has?
pub fn check_guest(state: &AppState, person: &Person) -> Result<(), Fault> {
    check_ban(state, &person.id)?;
    if person.standing.is_guest() {
        check_words(state, &person.name).map_err(|fault| Fault {
            text: "there is a word in your name that is not used at this server; please take another name"
                .into(),
            ..fault
        })?;
    }
    Ok(())
}

/// Who acts.
#[derive(Clone, Copy, Debug)]
pub enum Hand<'a> {
    /// Whoever runs the server.
    Host,
    /// Somebody whom the host has named.
    Moderator(&'a Person),
}

impl Hand<'_> {
    fn deed(self, deed: &str, whom: &Whom, words: &str) -> Deed {
        let (moderator, name) = match self {
            Hand::Host => (String::new(), "the host".to_owned()),
            Hand::Moderator(person) => (person.id.clone(), person.name.clone()),
        };
        Deed {
            number: 0,
            at: now(),
            moderator,
            name,
            deed: deed.into(),
            person: whom.id.clone(),
            whom: whom.name.clone(),
            words: words.into(),
        }
    }
}

/// Somebody something is done about.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Whom {
    /// The id.
    pub id: String,
    /// For the screen.
    pub name: String,
}

/// Is somebody a moderator?
pub async fn is_moderator(state: &AppState, person: &str) -> Result<bool, Fault> {
    Ok(state.store.moderation().moderators().await?.iter().any(|(id, _)| id == person))
}

/// The moderator who asks, or a refusal.
pub async fn moderator(state: &AppState, who: Option<&Person>) -> Result<Person, Fault> {
    let no = || Fault::forbidden("this is for moderators, whom the host names");
    let person = who.filter(|person| !person.standing.is_guest()).ok_or_else(no)?;
    check_ban(state, &person.id)?;
    if is_moderator(state, &person.id).await? { Ok(person.clone()) } else { Err(no()) }
}

/// Somebody by the name of his account, or by his id.
pub async fn whom(state: &AppState, text: &str) -> Result<Whom, Fault> {
    let text = text.trim();
    let is_id = text.len() == 32 && text.bytes().all(|b| b.is_ascii_hexdigit());
    if !is_id {
        let account = challenges::player(state, text).await?;
        return Ok(Whom { name: names::shown(&account.name), id: account.person });
    }
    let name = match state.store.accounts().account(text.into()).await? {
        Some(account) => names::shown(&account.name),
        None => format!("guest {}", &text[..8]),
    };
    Ok(Whom { id: text.into(), name })
}

/// A sentence as somebody typed it, without tricks and excess.
fn tidy(text: &str, longest: usize) -> String {
    let kept = text.chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !is_trick(*c));
    kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ").chars().take(longest).collect()
}

/// For how long something is imposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Days(pub Option<u32>);

impl Days {
    fn end(self) -> Result<Millis, Fault> {
        match self.0 {
            None => Ok(FOR_GOOD),
            Some(days @ 1..=MOST_DAYS) => Ok(now() + Millis::from(days) * DAY),
            Some(_) => {
                Err(Fault::malformed(format!("something is imposed for 1 to {MOST_DAYS} days, or for good")))
            }
        }
    }
}

/// Somebody may not do something for a while.
pub async fn impose(
    state: &AppState,
    hand: Hand<'_>,
    whom: &Whom,
    measure: Measure,
    days: Days,
    reason: &str,
) -> Result<Sanction, Fault> {
    let reason = tidy(reason, LONGEST_REASON);
    let reason = reason.trim_end_matches('.').to_owned();
    if reason.is_empty() {
        return Err(Fault::malformed("say why: the person reads it"));
    }
    if let Hand::Moderator(person) = hand {
        if person.id == whom.id {
            return Err(Fault::conflict("itself", "that is you"));
        }
        if is_moderator(state, &whom.id).await? {
            return Err(Fault::forbidden("what is imposed on moderators is the host's business"));
        }
    }
    let sanction = Sanction { person: whom.id.clone(), measure, until: days.end()?, reason, at: now() };
    let words = format!("{}: {}", until(&sanction), sanction.reason);
    let deed = hand.deed(measure.word(), whom, &words);
    let change = ModerationChange::Impose { sanction: sanction.clone(), deed };
    state.store.moderation().moderate(change).await?;
    if measure == Measure::Ban {
        // Nobody meets him any more.
        state.store.results().write(ResultChange::Leave { person: whom.id.clone() }).await?;
    }
    heard(state, &whom.id).await;
    Ok(sanction)
}

/// Somebody may again.
pub async fn lift(state: &AppState, hand: Hand<'_>, whom: &Whom, measure: Measure) -> Result<(), Fault> {
    if let Hand::Moderator(person) = hand
        && person.id == whom.id
    {
        return Err(Fault::conflict("itself", "that is you"));
    }
    let deed = hand.deed(&format!("lift {}", measure.word()), whom, "");
    let lift = ModerationChange::Lift { person: whom.id.clone(), measure, deed };
    if state.store.moderation().moderate(lift).await?.is_none() {
        return Err(Fault::missing("nothing like that is imposed on them"));
    }
    heard(state, &whom.id).await;
    Ok(())
}

/// The pages of a person look again.
async fn heard(state: &AppState, person: &str) {
    look_at(state, person).await;
    state.sessions.tell(person);
}

/// The host names a moderator, or takes the name back.
pub async fn appoint(state: &AppState, name: &str, on: bool) -> Result<Whom, Fault> {
    let whom = whom(state, name).await?;
    let account = state.store.accounts().account(whom.id.clone()).await?;
    let Some(account) = account.filter(|account| account.owner.is_none()) else {
        return Err(Fault::conflict("guest", "a moderator has an account, and is no bot"));
    };
    let (person, word) = (account.person, if on { "appoint" } else { "dismiss" });
    let deed = Hand::Host.deed(word, &whom, "");
    let change = if on {
        ModerationChange::Appoint { person, deed }
    } else {
        if !is_moderator(state, &person).await? {
            return Err(Fault::missing("they are no moderator"));
        }
        ModerationChange::Dismiss { person, deed }
    };
    state.store.moderation().moderate(change).await?;
    state.sessions.tell(&whom.id);
    Ok(whom)
}

/// What is kept of somebody: what is imposed on him, what he has reported, and the notes that he keeps.
pub async fn export(state: &AppState, person: &str) -> Result<Value, Fault> {
    let kept = state.store.moderation();
    let sanctions = kept.sanctions_of(person.into()).await?;
    let reports = kept.reports(Reports::By(person.into()), u32::MAX >> 1).await?;
    let notes = kept.notes(person.into()).await?;
    let why = |report: &Report| reports::Context::of(report).map(|context| context.why);
    Ok(json!({
        "moderator": is_moderator(state, person).await?,
        "imposed": sanctions.iter().map(|s| json!({ "measure": s.measure.word(), "until": (s.until != FOR_GOOD).then_some(s.until),
            "reason": s.reason, "at": s.at })).collect::<Vec<_>>(),
        "reported": reports.iter().map(|r| json!({ "number": r.number, "at": r.at, "table": r.table, "about": r.about,
            "why": why(r), "closed": r.closed.as_ref().map(|(at, _)| at) })).collect::<Vec<_>>(),
        "notes": notes.iter().map(|n| json!({ "on": n.on.word(), "about": n.about, "text": n.text, "changed": n.changed_at })).collect::<Vec<_>>(),
    }))
}

/// What the host asks for from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Names a moderator, or takes the name back.
    Moderator {
        /// The account.
        name: String,
        /// Which of both.
        on: bool,
    },
    /// Somebody may not do something for a while.
    Impose {
        /// A name or an id.
        who: String,
        /// `mute` or `ban`.
        measure: String,
        /// For how many days; for good without them.
        days: Option<u32>,
        /// Why, for the person.
        reason: String,
    },
    /// Somebody may again.
    Lift {
        /// A name or an id.
        who: String,
        /// `mute` or `ban`; both without it.
        measure: Option<String>,
    },
    /// A report is closed.
    Close {
        /// Its number.
        report: u64,
        /// What became of it.
        words: String,
    },
}

/// Reads the word of a measure.
pub fn measure(word: &str) -> Result<Measure, Fault> {
    Measure::parse(word).ok_or_else(|| Fault::malformed("a measure is `mute` or `ban`"))
}

/// Carries out what the host asks for. The answer is a sentence.
pub async fn carry_out(state: &AppState, order: Order) -> Result<String, Fault> {
    match order {
        Order::Moderator { name, on } => {
            let whom = appoint(state, &name, on).await?;
            Ok(format!("{} is {}", whom.name, if on { "a moderator" } else { "no moderator any more" }))
        }
        Order::Impose { who, measure: word, days, reason } => {
            let whom = whom(state, &who).await?;
            let done = impose(state, Hand::Host, &whom, measure(&word)?, Days(days), &reason).await?;
            let what = if done.measure == Measure::Ban { "banned" } else { "muted" };
            Ok(format!("{} is {what} {}", whom.name, until(&done)))
        }
        Order::Lift { who, measure: word } => {
            let whom = whom(state, &who).await?;
            let one = word.as_deref().map(measure).transpose()?;
            let mut lifted = 0;
            for which in Measure::ALL.into_iter().filter(|which| one.is_none_or(|one| one == *which)) {
                match lift(state, Hand::Host, &whom, which).await {
                    Ok(()) => lifted += 1,
                    Err(fault) if fault.code == "missing" && one.is_none() => {}
                    Err(fault) => return Err(fault),
                }
            }
            if lifted == 0 {
                return Err(Fault::missing("nothing is imposed on them"));
            }
            let left = state.imposed.of(&whom.id).len();
            let rest = if left > 0 { "; something else is still imposed" } else { "" };
            Ok(format!("lifted for {}{rest}", whom.name))
        }
        Order::Close { report, words } => {
            reports::close(state, Hand::Host, report, &words).await?;
            Ok(format!("report {report} is closed"))
        }
    }
}
