//! Accounts, for those who want one: a name, and ways in. Nobody needs one, and nothing is lost by making one: the account is
//! attached to the id that its owner had as a guest, so that his tables are the account's without being touched.
//!
//! A browser that is signed in has a random secret in its cookie, of which the store keeps a mark; it is looked up with every
//! request, so that a device that was signed out is out at once, at every server. Pages that are open are told
//! ([`Sessions`]).

pub mod challenges;
pub mod names;
pub mod passkeys;
pub mod password;
pub mod tokens;
pub mod webauthn;

use crate::{
    error::Fault,
    keys::{hex, random},
    moderation,
    person::{Person, Standing},
    state::{AppState, now},
    table::{Holder, Meta, host},
};
use axum::http::{HeaderMap, StatusCode, header};
use klaxon_core::Millis;
use klaxon_store::{
    Account, AccountChange, Belongings, Code, Device, Filter, Passkey, ResultChange, StoreError, StudyList,
    Ticket, Tie, Which,
};
use names::Name;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    fmt,
    net::IpAddr,
    str::FromStr,
    sync::{Arc, Mutex, PoisonError, Weak},
};
use tokio::sync::watch;

/// Who may make an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SignUp {
    /// Nobody, and nobody can sign in. Whoever is signed in stays so.
    Off,
    /// Whoever has an invitation of the host.
    Invite,
    /// Everybody.
    #[default]
    Open,
}

impl SignUp {
    /// All of them.
    pub const ALL: [SignUp; 3] = [SignUp::Off, SignUp::Invite, SignUp::Open];
}

impl fmt::Display for SignUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SignUp::Off => "off",
            SignUp::Invite => "invite",
            SignUp::Open => "open",
        })
    }
}

impl FromStr for SignUp {
    type Err = String;
    fn from_str(word: &str) -> Result<SignUp, String> {
        let found = SignUp::ALL.into_iter().find(|known| known.to_string() == word);
        found.ok_or_else(|| format!("`{word}` is not one of off, invite, open"))
    }
}

/// Recovery codes of an account.
const CODES: usize = 10;
/// Signs of a recovery code: five bits each.
const CODE_SIGNS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// Bytes of a recovery code.
const CODE_BYTES: usize = 10;
/// A browser that was not here for so long is signed out.
const DEVICE_FORGOTTEN: Millis = 400 * 86_400_000;
/// How exactly it is known when a browser was last here.
const DEVICE_GRAIN: Millis = 3_600_000;
/// The most devices and passkeys of an account; the oldest device makes room.
const MOST_DEVICES: usize = 50;
/// What is left of an account that was deleted where it has played.
pub const FORMER: &str = "Former player";
/// An answer has reached its browser after so long, mostly.
const A_MOMENT: std::time::Duration = std::time::Duration::from_secs(2);
/// How long an invitation is good.
pub const INVITATION: Millis = 30 * 86_400_000;

/// A mark of a secret with enough chance in it that nobody finds it by trying.
pub fn mark(secret: &str) -> String {
    hex(&blake3::derive_key("klaxon 2026 account secret", secret.as_bytes())[..20])
}

/// How somebody shows who he is when an account is made.
pub enum Key {
    /// By a password.
    Password(String),
    /// By a passkey.
    Passkey(Passkey),
}

/// The browser that signs in: a secret for its cookie, and what is kept of it.
pub struct Entry {
    /// For the cookie.
    pub secret: String,
    /// What is kept.
    pub device: Device,
}

impl Entry {
    fn new(person: &str, headers: &HeaderMap) -> Entry {
        let secret = hex(&random::<32>());
        let (mark, label, at) = (mark(&secret), browser(headers), now());
        let device = Device { mark, person: person.into(), label, created_at: at, seen_at: at };
        Entry { secret, device }
    }
}

/// A browser in words, such as "Firefox on Linux".
pub fn browser(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let first = |known: &[(&str, &'static str)], other: &'static str| {
        known.iter().find(|(sign, _)| agent.contains(sign)).map_or(other, |(_, name)| *name)
    };
    let program = first(
        &[
            ("Edg", "Edge"),
            ("OPR/", "Opera"),
            ("Firefox/", "Firefox"),
            ("Chrome/", "Chrome"),
            ("Safari/", "Safari"),
        ],
        "A browser",
    );
    let system = first(
        &[
            ("Android", "Android"),
            ("iPhone", "iPhone"),
            ("iPad", "iPad"),
            ("Mac OS", "macOS"),
            ("Windows", "Windows"),
            ("Linux", "Linux"),
        ],
        "",
    );
    if system.is_empty() { program.into() } else { format!("{program} on {system}") }
}

/// The person of an account.
pub fn person(account: &Account, device: Option<String>) -> Person {
    let standing = if account.owner.is_some() { Standing::Bot } else { Standing::Account };
    Person { id: account.person.clone(), name: names::shown(&account.name), standing, device }
}

/// The person of a device's secret, if it is signed in.
pub async fn of_secret(state: &AppState, secret: &str) -> Result<Option<Person>, StoreError> {
    of_device(state, mark(secret)).await
}

async fn of_device(state: &AppState, mark: String) -> Result<Option<Person>, StoreError> {
    let Some((device, account)) = state.store.accounts().device(mark).await? else { return Ok(None) };
    let at = now();
    if device.seen_at + DEVICE_FORGOTTEN < at {
        return Ok(None);
    }
    if device.seen_at + DEVICE_GRAIN < at {
        let (state, mark) = (state.clone(), device.mark.clone());
        // Nobody waits for that.
        tokio::spawn(async move {
            if let Err(error) = state.store.accounts().change(AccountChange::SeenDevice { mark, at }).await {
                tracing::warn!(%error, "it was not noted that a device is here");
            }
        });
    }
    Ok(Some(person(&account, Some(device.mark))))
}

/// Is somebody still who he was when his page was opened? His name may have changed.
pub async fn still(state: &AppState, was: &Person) -> Result<Option<Person>, StoreError> {
    match (&was.device, was.standing) {
        (Some(device), _) => Ok(of_device(state, device.clone()).await?.filter(|now| now.id == was.id)),
        // Whoever has an account by now comes by its ways in alone.
        (None, Standing::Guest) => {
            let taken = state.store.accounts().account(was.id.clone()).await?;
            Ok(taken.is_none().then(|| was.clone()))
        }
        (None, Standing::Account | Standing::Bot) => Ok(None),
    }
}

/// Open pages and streams by whose they are, to be told when something about him has changed.
#[derive(Default, Debug)]
pub struct Sessions(Mutex<HashMap<String, Weak<watch::Sender<u64>>>>);

/// An open page's share in [`Sessions`].
pub struct Watched {
    _told: Arc<watch::Sender<u64>>,
    heard: watch::Receiver<u64>,
}

impl Watched {
    /// Something about the person has changed.
    pub async fn changed(&mut self) {
        // The sender is ours as well: it is never gone.
        let _ = self.heard.changed().await;
    }
}

impl Sessions {
    /// Begins to listen.
    pub fn watch(&self, person: &str) -> Watched {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.get(person).and_then(Weak::upgrade);
        let told = known.unwrap_or_else(|| {
            // Those whose last page is closed make room.
            if all.len().is_power_of_two() {
                all.retain(|_, told| told.strong_count() > 0);
            }
            let told = Arc::new(watch::Sender::new(0));
            all.insert(person.into(), Arc::downgrade(&told));
            told
        });
        Watched { heard: told.subscribe(), _told: told }
    }

    /// Tells the pages of a person.
    pub fn tell(&self, person: &str) {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(person).and_then(Weak::upgrade);
        if let Some(told) = told {
            told.send_modify(|n| *n += 1);
        }
    }

    /// Tells all pages: nobody knows whose news were missed.
    pub fn tell_all(&self) {
        let all: Vec<_> = {
            let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            known.values().filter_map(Weak::upgrade).collect()
        };
        all.iter().for_each(|told| told.send_modify(|n| *n += 1));
    }
}

/// What was tried lately, and how often.
#[derive(Default, Debug)]
pub struct Lately(Mutex<(Millis, HashMap<String, u32>)>);

/// The while in which attempts are counted, in milliseconds.
const WHILE: Millis = 600_000;
/// Wrong passwords from one peer, and for one name, in a while; new accounts of one peer.
const GUESSES_OF_A_PEER: u32 = 20;
const GUESSES_OF_A_NAME: u32 = 30;
const NEW_OF_A_PEER: u32 = 20;

impl Lately {
    /// Counts an attempt, unless one of these has had too many.
    pub(crate) fn count(&self, what: &[(String, u32)], text: &str) -> Result<(), Fault> {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if now() >= lately.0 + WHILE {
            *lately = (now(), HashMap::new());
        }
        if what.iter().any(|(key, most)| lately.1.get(key).is_some_and(|n| n >= most)) {
            return Err(Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", text));
        }
        for (key, _) in what {
            *lately.1.entry(key.clone()).or_default() += 1;
        }
        Ok(())
    }

    /// An attempt was right, so it does not count.
    fn forgive(&self, what: &[(String, u32)]) {
        let mut lately = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (key, _) in what {
            if let Some(n) = lately.1.get_mut(key) {
                *n = n.saturating_sub(1);
            }
        }
    }

    /// A password is tried. Counted before it is checked, so that many at once count as many; for names that are not there
    /// as well.
    async fn guess(
        &self,
        peer: IpAddr,
        folded: &str,
        check: impl Future<Output = Result<bool, Fault>>,
    ) -> Result<bool, Fault> {
        let what =
            [(format!("peer {peer}"), GUESSES_OF_A_PEER), (format!("name {folded}"), GUESSES_OF_A_NAME)];
        self.count(&what, "too many wrong passwords; try again in ten minutes")?;
        let right = check.await;
        if right.as_ref().is_ok_and(|right| *right) {
            self.forgive(&what);
        }
        right
    }
}

/// May somebody make an account here, or sign in?
pub fn check_open(state: &AppState) -> Result<(), Fault> {
    match state.config.accounts {
        SignUp::Off => Err(Fault::forbidden("there are no accounts here: everybody plays as a guest")),
        SignUp::Invite | SignUp::Open => Ok(()),
    }
}

/// Is the name free? Whether it is spent on somebody is decided when the account is made.
pub async fn check_free(state: &AppState, name: &Name) -> Result<(), Fault> {
    match state.store.accounts().named(name.folded.clone()).await? {
        Some(taken) => Err(is_taken(&taken.name)),
        None => Ok(()),
    }
}

fn is_taken(name: &str) -> Fault {
    Fault::conflict("taken", format!("{} is taken, or looks like one that is", names::shown(name)))
}

fn refused(error: StoreError) -> Fault {
    match error {
        StoreError::NameTaken { name } => is_taken(&name),
        StoreError::AccountExists => Fault::conflict("taken", "there is an account already"),
        StoreError::UnknownAccount => Fault::missing("there is no such account"),
        other => other.into(),
    }
}

/// Carries a change out, and tells the pages that it is about.
pub async fn change(state: &AppState, change: AccountChange) -> Result<Option<String>, Fault> {
    let touched = change.touches().map(str::to_owned);
    let answer = state.store.accounts().change(change).await.map_err(refused)?;
    if let Some(person) = touched {
        state.sessions.tell(&person);
    }
    Ok(answer)
}

/// The invitation that somebody typed in, still to be spent.
pub async fn check_invitation(state: &AppState, invite: &str) -> Result<(), Fault> {
    if state.config.accounts == SignUp::Open {
        return Ok(());
    }
    let good = state.store.accounts().ticket(invitation_mark(invite), now()).await?;
    if good.as_deref() == Some("invitation") { Ok(()) } else { Err(not_invited()) }
}

fn not_invited() -> Fault {
    Fault::forbidden("an account here needs an invitation that nobody has used; ask the host for one")
}

fn invitation_mark(invite: &str) -> String {
    mark(&format!("invitation {}", plain_code(invite)))
}

/// Makes an invitation for the host to hand on.
pub async fn invite(state: &AppState) -> Result<String, Fault> {
    let code = new_code();
    let ticket =
        Ticket { mark: invitation_mark(&code), body: "invitation".into(), until: now() + INVITATION };
    change(state, AccountChange::Issue { ticket, now: now() }).await?;
    Ok(code)
}

/// Makes an account of somebody who was a guest, or nobody yet. The browser is signed in.
pub async fn make(
    state: &AppState,
    peer: IpAddr,
    guest: Person,
    name: Name,
    key: Key,
    invite: &str,
    headers: &HeaderMap,
) -> Result<(Person, Entry), Fault> {
    check_open(state)?;
    if guest.standing != Standing::Guest {
        return Err(Fault::conflict("taken", "you have an account already"));
    }
    state.lately.count(
        &[(format!("new {peer}"), NEW_OF_A_PEER)],
        "too many new accounts from here; try again in ten minutes",
    )?;
    moderation::check_ban(state, &guest.id)?;
    moderation::check_words(state, &name.text)?;
    check_invitation(state, invite).await?;
    check_free(state, &name).await?;
    let mut all = Belongings::of(Account {
        person: guest.id.clone(),
        name: name.text,
        folded: name.folded,
        created_at: now(),
        password: None,
        owner: None,
        settings: "{}".into(),
    });
    match key {
        Key::Password(password) => {
            password::check(&password, &all.account.name)?;
            all.account.password = Some(password::hash(state, &password).await?);
        }
        Key::Passkey(passkey) => all.passkeys.push(Passkey { person: guest.id.clone(), ..passkey }),
    }
    if state.config.accounts == SignUp::Invite {
        // Spent before the account is made: of two who have the same invitation one gets in.
        let take = AccountChange::Take { mark: invitation_mark(invite), by: guest.id.clone(), now: now() };
        if change(state, take).await?.as_deref() != Some("invitation") {
            return Err(not_invited());
        }
    }
    let entry = Entry::new(&guest.id, headers);
    all.devices.push(entry.device.clone());
    let account = all.account.clone();
    state.store.accounts().change(AccountChange::Make(Box::new(all))).await.map_err(refused)?;
    let person = person(&account, Some(entry.device.mark.clone()));
    call_everywhere(state, &person).await?;
    // Pages of the guest that are open here ask again once this browser has its new cookie.
    let (state, id) = (state.clone(), person.id.clone());
    tokio::spawn(async move {
        tokio::time::sleep(A_MOMENT).await;
        state.sessions.tell(&id);
    });
    Ok((person, entry))
}

/// Signs a browser in by name and password. A wrong name and a wrong password are the same mistake, and take the same time.
pub async fn sign_in(
    state: &AppState,
    peer: IpAddr,
    name: &str,
    password: &str,
    headers: &HeaderMap,
) -> Result<(Person, Entry), Fault> {
    check_open(state)?;
    let folded = names::fold(&name.chars().take(64).collect::<String>());
    let account = state.store.accounts().named(folded.clone()).await?;
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let right = state.lately.guess(peer, &folded, password::is_right(state, password, hash)).await?;
    match account.filter(|_| right) {
        Some(account) => enter(state, &account, headers).await,
        None => Err(Fault::forbidden("name and password do not go together")),
    }
}

/// Signs a browser in by a recovery code, which is spent by it.
pub async fn recover(
    state: &AppState,
    peer: IpAddr,
    code: &str,
    headers: &HeaderMap,
) -> Result<(Person, Entry), Fault> {
    check_open(state)?;
    let code = plain_code(code);
    if code.len() != CODE_BYTES * 8 / 5 {
        return Err(Fault::malformed("a recovery code has sixteen letters and digits"));
    }
    state.tries.check(peer)?;
    let spend = AccountChange::SpendCode { mark: code_mark(&code), by: hex(&random::<16>()) };
    let Some(whose) = change(state, spend).await? else {
        state.tries.wrong(peer);
        return Err(Fault::forbidden("this code is nobody's, or has been used"));
    };
    let account = state.store.accounts().account(whose).await?;
    enter(state, &account.ok_or_else(|| refused(StoreError::UnknownAccount))?, headers).await
}

/// Signs a browser in to an account whose owner has shown that he is it.
pub async fn enter(
    state: &AppState,
    account: &Account,
    headers: &HeaderMap,
) -> Result<(Person, Entry), Fault> {
    moderation::check_ban(state, &account.person)?;
    let entry = Entry::new(&account.person, headers);
    let all = state.store.accounts().belongings(account.person.clone()).await?;
    let mut devices = all.map(|all| all.devices).unwrap_or_default();
    devices.sort_by_key(|device| device.seen_at);
    for old in devices.iter().take((devices.len() + 1).saturating_sub(MOST_DEVICES)) {
        end_device(state, &account.person, &old.mark).await?;
    }
    change(state, AccountChange::AddDevice(entry.device.clone())).await?;
    Ok((person(account, Some(entry.device.mark.clone())), entry))
}

/// Signs a browser out, wherever its pages are open.
pub async fn end_device(state: &AppState, person: &str, mark: &str) -> Result<(), Fault> {
    let (person, mark) = (person.into(), mark.into());
    change(state, AccountChange::EndDevice { person, mark }).await.map(drop)
}

/// A code as it is shown: four groups of four.
fn new_code() -> String {
    let bits = random::<CODE_BYTES>().iter().fold(0u128, |all, byte| all << 8 | u128::from(*byte));
    let sign = |i: usize| char::from(CODE_SIGNS[(bits >> (5 * i)) as usize % CODE_SIGNS.len()]);
    let signs: Vec<char> = (0..CODE_BYTES * 8 / 5).map(sign).collect();
    signs.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// A code as it was typed: whatever parts it does not matter, nor what is easily taken for something else.
fn plain_code(code: &str) -> String {
    let read = |c: char| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' | '1' => 'j',
        other => other,
    };
    code.chars().filter(|c| c.is_ascii_alphanumeric()).take(64).map(read).collect()
}

fn code_mark(code: &str) -> String {
    mark(&format!("recovery {}", plain_code(code)))
}

/// New recovery codes in place of all. They are told here and never again.
pub async fn new_codes(state: &AppState, person: &str) -> Result<Vec<String>, Fault> {
    let codes: Vec<String> = (0..CODES).map(|_| new_code()).collect();
    let marks = codes.iter().map(|code| code_mark(code)).collect();
    change(state, AccountChange::Codes { person: person.into(), marks }).await?;
    Ok(codes)
}

/// How many codes are left.
pub fn codes_left(codes: &[Code]) -> usize {
    codes.iter().filter(|code| code.spent.is_none()).count()
}

/// Somebody is known by another name from now on.
pub async fn rename(state: &AppState, person: &Person, name: Name) -> Result<Person, Fault> {
    let Name { text, folded } = name;
    moderation::check_words(state, &text)?;
    let shown = names::shown(&text);
    change(state, AccountChange::Rename { person: person.id.clone(), name: text, folded }).await?;
    resay(state, &person.id, &person.name, Some(&shown)).await?;
    let person = Person { name: shown, ..person.clone() };
    call_everywhere(state, &person).await?;
    Ok(person)
}

/// Another password, by whoever knows the one before, if there was one. All other browsers are signed out: whoever changes his
/// password may have reasons.
pub async fn set_password(
    state: &AppState,
    peer: IpAddr,
    person: &Person,
    before: &str,
    new: &str,
) -> Result<(), Fault> {
    let account = own(state, &person.id).await?;
    if account.password.is_some() {
        let check = password::is_right(state, before, account.password.clone());
        if !state.lately.guess(peer, &account.folded, check).await? {
            return Err(Fault::forbidden("that is not your password"));
        }
    }
    password::check(new, &account.name)?;
    let password = Some(password::hash(state, new).await?);
    change(state, AccountChange::Password { person: person.id.clone(), password }).await?;
    let but = person.device.clone();
    change(state, AccountChange::EndDevices { person: person.id.clone(), but }).await.map(drop)
}

/// An account that must be there.
pub async fn own(state: &AppState, person: &str) -> Result<Account, Fault> {
    let account = state.store.accounts().account(person.into()).await?;
    account.ok_or_else(|| refused(StoreError::UnknownAccount))
}

/// An account, with everything, that must be there.
pub async fn all_of(state: &AppState, person: &str) -> Result<Belongings, Fault> {
    let all = state.store.accounts().belongings(person.into()).await?;
    all.ok_or_else(|| refused(StoreError::UnknownAccount))
}

/// A passkey goes, unless it is the only way in.
pub async fn remove_passkey(state: &AppState, person: &str, id: &str) -> Result<(), Fault> {
    let all = all_of(state, person).await?;
    let others = all.passkeys.iter().filter(|key| key.id != id).count();
    if others == 0 && all.account.password.is_none() {
        return Err(Fault::conflict(
            "only-way",
            "this passkey is your only way in: add another or set a password first",
        ));
    }
    change(state, AccountChange::RemovePasskey { person: person.into(), id: id.into() }).await.map(drop)
}

/// The ids of all tables of a person.
async fn tables_of(state: &AppState, person: &str) -> Result<Vec<String>, Fault> {
    let (mut before, mut ids) = (None, Vec::new());
    loop {
        let filter = Filter { person: Some(person.into()), limit: 200, before, ..Filter::default() };
        let page = state.store.list(filter).await?;
        let Some(last) = page.last() else { return Ok(ids) };
        before = Some(last.seq);
        ids.extend(page.into_iter().map(|table| table.id));
    }
}

/// Changes what all tables of a person know of him. One that cannot be changed stays as it is, and the others need not.
async fn at_all_tables(
    state: &AppState,
    person: &str,
    change: impl Fn(&mut Meta) + Send + Sync,
) -> Result<(), Fault> {
    for id in tables_of(state, person).await? {
        if let Err(fault) = host::change(state, &id, &change).await {
            tracing::warn!(table = id, ?fault, "a name at a table stays as it was");
        }
    }
    Ok(())
}

/// What somebody has said gets his new name, or goes. Guests' words stay as they are: others may have the same name.
async fn resay(state: &AppState, person: &str, from: &str, to: Option<&str>) -> Result<(), Fault> {
    let said = AccountChange::Resay { person: person.into(), from: from.into(), to: to.map(Into::into) };
    change(state, said).await?;
    for id in tables_of(state, person).await? {
        let Some(live) = state.tables.in_memory(&id) else { continue };
        if let Some(loaded) = live.cell.lock().await.as_mut() {
            let rest = |line: &str| match line.strip_prefix(from) {
                Some(rest) if rest.is_empty() || rest.starts_with(" · ") => Some(rest.to_owned()),
                Some(_) | None => None,
            };
            match to {
                None => loaded
                    .chat
                    .retain(|line| rest(&line.from).is_none() && line.by.as_deref() != Some(person)),
                Some(to) => {
                    for line in &mut loaded.chat {
                        if let Some(rest) = rest(&line.from) {
                            line.from = format!("{to}{rest}");
                        }
                    }
                }
            }
        }
        live.publish();
    }
    Ok(())
}

/// At all his tables somebody is called as he is called now.
async fn call_everywhere(state: &AppState, person: &Person) -> Result<(), Fault> {
    at_all_tables(state, &person.id, |meta| meta.rename(person)).await
}

/// The account goes, with all that hangs on it and with its bots. What was played stays, without the name.
pub async fn delete(state: &AppState, account: &Account) -> Result<(), Fault> {
    let bots = state.store.accounts().bots(account.person.clone()).await?;
    for gone in bots.iter().chain([account]) {
        let id = gone.person.as_str();
        resay(state, id, &names::shown(&gone.name), None).await?;
        // Others' ratings go on resting on these games; whose they were cannot be told any more.
        let alias = format!("gone-{}", hex(&random::<12>()));
        crate::tournament::deeds::forget(state, id, &alias).await?;
        crate::clubs::forget(state, id).await?;
        state.store.results().write(ResultChange::Forget { person: gone.person.clone(), alias }).await?;
        moderation::reports::forget(state, id, &names::shown(&gone.name)).await?;
        change(state, AccountChange::Delete { person: gone.person.clone() }).await?;
        at_all_tables(state, id, |meta| meta.forget(id, FORMER)).await?;
    }
    Ok(())
}

/// The same for its owner, who says his name to be sure, and his password if he has one.
pub async fn delete_own(
    state: &AppState,
    peer: IpAddr,
    person: &Person,
    name: &str,
    password: &str,
) -> Result<(), Fault> {
    let account = own(state, &person.id).await?;
    if names::fold(name) != account.folded {
        return Err(Fault::malformed("that is not your name: nothing was deleted"));
    }
    if account.password.is_some() {
        let check = password::is_right(state, password, account.password.clone());
        if !state.lately.guess(peer, &account.folded, check).await? {
            return Err(Fault::forbidden("that is not your password: nothing was deleted"));
        }
    }
    delete(state, &account).await
}

/// All that is kept of an account, for its owner. No hash and no key is among it: they would be of use to others alone.
pub async fn export(state: &AppState, person: &str) -> Result<Value, Fault> {
    let all = all_of(state, person).await?;
    let bots = state.store.accounts().bots(person.into()).await?;
    let mut tables = Vec::new();
    for id in tables_of(state, person).await? {
        let Some(table) = state.store.table(&id).await? else { continue };
        let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { continue };
        let mine =
            |holder: &Holder| matches!(holder, Holder::Person { ids, .. } if ids.iter().any(|i| i == person));
        let name = names::shown(&all.account.name);
        let own =
            |from: &str| from == name || from.strip_prefix(&name).is_some_and(|rest| rest.starts_with(" · "));
        let said = state.store.messages(&id, 0, u32::MAX).await?;
        let said: Vec<Value> = said
            .iter()
            .filter(|line| own(&line.from))
            .map(|line| json!({ "at": line.at, "to": line.audience, "text": line.text }))
            .collect();
        let seats: Vec<&str> =
            meta.chairs.iter().filter(|chair| mine(&chair.holder)).map(|chair| chair.name.as_str()).collect();
        tables.push(json!({
            "id": table.id, "game": table.game, "title": meta.title, "state": table.state, "opened": table.created_at,
            "owner": meta.is_owner(Some(person)), "seats": seats, "said": said,
        }));
    }
    let studies = state.store.studies().studies(StudyList::Of(person.into()), u32::MAX >> 1).await?;
    let mut kept = Vec::new();
    for study in studies {
        let text = state.store.studies().study(study.id.clone()).await?.map(|whole| whole.body);
        kept.push(json!({ "id": study.id, "game": study.game, "title": study.title, "public": study.public,
            "made": study.created_at, "changed": study.changed_at, "file": text }));
    }
    let mut puzzles = Vec::new();
    for cover in klaxon_catalog::shelf::games() {
        for tried in crate::puzzlers::history(state, Some(person), cover.id).await? {
            puzzles.push(
                json!({ "game": cover.id, "puzzle": tried.puzzle, "solved": tried.solved, "at": tried.at,
                "rating": tried.rating }),
            );
        }
    }
    let account = &all.account;
    let (results, ratings, follows, blocks) = standing_of(state, person).await?;
    Ok(json!({
        "account": { "name": account.name, "id": account.person, "made": account.created_at,
            "password": account.password.is_some() },
        "passkeys": all.passkeys.iter().map(|key| json!({ "id": key.id, "label": key.label, "added": key.created_at,
            "used": key.used_at })).collect::<Vec<_>>(),
        "recovery_codes_left": codes_left(&all.codes),
        "devices": all.devices.iter().map(|device| json!({ "label": device.label, "signed_in": device.created_at,
            "seen": device.seen_at })).collect::<Vec<_>>(),
        "tokens": all.tokens.iter().map(|token| json!({ "label": token.label, "scopes": token.scopes,
            "made": token.created_at, "used": token.used_at })).collect::<Vec<_>>(),
        "channels": crate::ringing::own::export(state, person).await?,
        "bots": bots.iter().map(|bot| json!({ "name": bot.name, "made": bot.created_at })).collect::<Vec<_>>(),
        "tables": tables, "results": results, "ratings": ratings, "follows": follows, "blocks": blocks,
        "studies": kept,
        "moderation": moderation::export(state, person).await?,
        "vacation": crate::vacation::of(state, person).await?,
        "puzzles": puzzles,
        "tournaments": crate::tournament::deeds::export(state, person).await?,
        "clubs": crate::clubs::export(state, person).await?,
    }))
}

/// What is kept of somebody's results and ratings, and whom he follows and blocks.
async fn standing_of(
    state: &AppState,
    person: &str,
) -> Result<(Vec<Value>, Vec<Value>, Vec<String>, Vec<String>), Fault> {
    let kept = state.store.results();
    let (mut results, mut before) = (Vec::new(), None);
    loop {
        let page = kept.results(Which { person: person.into(), before, shown_at: None, limit: 200 }).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.number);
        results.extend(page.iter().map(|result| {
            let own: Vec<Value> = (result.players.iter().filter(|p| p.person.as_deref() == Some(person)))
                .map(|p| json!({ "side": p.side, "outcome": p.outcome, "rating": p.rating.map(|(rating, _)| rating / 1000) }))
                .collect();
            json!({ "number": result.number, "table": result.table, "game": result.pool.game, "scenario": result.scenario,
                "rated": result.rated, "ended": result.ended_at, "score": result.score, "own": own })
        }));
    }
    let ratings = kept.ratings(person.into()).await?;
    let ratings = ratings.iter().map(|r| {
        json!({ "game": r.pool.game, "pool": r.pool.name, "rating": r.rating / 1000, "deviation": r.deviation / 1000, "games": r.games })
    });
    let names = |all: Vec<(String, String)>| all.into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    let follows = names(kept.ties(person.into(), Tie::Follow).await?);
    let blocks = names(kept.ties(person.into(), Tie::Block).await?);
    Ok((results, ratings.collect(), follows, blocks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_can_be_typed_in_many_ways() {
        let codes: std::collections::HashSet<String> = (0..200).map(|_| new_code()).collect();
        assert_eq!(codes.len(), 200);
        for code in &codes {
            assert_eq!(code.len(), 19, "{code}");
            assert_eq!(plain_code(code).len(), 16);
            let typed = code.to_uppercase().replace('-', "  ").replace('0', "O").replace('J', "l");
            assert_eq!(code_mark(&typed), code_mark(code), "{typed}");
        }
        assert_ne!(code_mark("x"), invitation_mark("x"));
    }

    #[test]
    fn attempts_are_counted_by_peer_and_by_name() {
        let lately = Lately::default();
        let what = |peer: &str, name: &str| [(format!("peer {peer}"), 2), (format!("name {name}"), 3)];
        assert!(lately.count(&what("1", "a"), "").is_ok());
        assert!(lately.count(&what("1", "b"), "").is_ok());
        assert!(lately.count(&what("1", "c"), "").is_err(), "a peer that tries one name after another");
        assert!(lately.count(&what("2", "a"), "").is_ok());
        assert!(lately.count(&what("3", "a"), "").is_ok());
        assert!(lately.count(&what("4", "a"), "").is_err(), "many peers that try one name");
        lately.forgive(&what("3", "a"));
        assert!(lately.count(&what("4", "a"), "").is_ok());
        lately.0.lock().unwrap().0 -= WHILE;
        assert!(lately.count(&what("1", "c"), "").is_ok(), "after a while");
    }

    #[test]
    fn browsers_are_told_in_words() {
        for (agent, words) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/120 Mobile Safari/537",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17 Safari/604",
                "Safari on iPhone",
            ),
            ("<script>", "A browser"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, agent.parse().unwrap());
            assert_eq!(browser(&headers), words);
        }
    }

    #[test]
    fn pages_of_a_person_are_told_and_no_others() {
        let sessions = Sessions::default();
        let (mut ada, bob) = (sessions.watch("ada"), sessions.watch("bob"));
        sessions.tell("ada");
        sessions.tell("nobody");
        assert!(ada.heard.has_changed().unwrap() && !bob.heard.has_changed().unwrap());
        ada.heard.mark_unchanged();
        drop(bob);
        for i in 0..40 {
            drop(sessions.watch(&i.to_string()));
        }
        assert!(sessions.0.lock().unwrap().len() < 40, "whoever has no page open is forgotten");
        sessions.tell_all();
        assert!(ada.heard.has_changed().unwrap());
    }
}
