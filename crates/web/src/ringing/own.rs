//! What a person can do about his channels: the same for pages and programs.

use super::{
    Digest, Form, MOST_FAILURES, Means, Notice, Setup, confirm_token, mail, outgoing::Target, push,
    stop_token,
};
use crate::{
    accounts,
    error::Fault,
    keys::{hex, random, same},
    state::AppState,
};
use axum::http::StatusCode;
use klaxon_core::Millis;
use klaxon_store::{Channel, ChannelChange};
use serde_json::{Value, json};
use std::net::IpAddr;

/// The most channels of a person.
const MOST: usize = 12;
/// The most tables that a person has muted.
const MOST_MUTED: usize = 1000;
const HOUR: Millis = 3_600_000;
/// Channels that one peer may add in an hour, and tests that a person may ask for.
const NEW_OF_A_PEER: u32 = 30;
const TESTS: u32 = 10;
/// Tests that all people together may send to one place in an hour.
const TESTS_OF_A_PLACE: u32 = 30;
/// Letters that ask whether an address should be written to: to one address a day, from one peer and from all together an hour.
const LETTERS_TO_ONE: u32 = 2;
const LETTERS_OF_A_PEER: u32 = 5;
const LETTERS_OF_ALL: u32 = 300;

/// Whoever adds something.
pub struct Adds<'a> {
    /// The person.
    pub person: &'a str,
    /// Where the request comes from, if that is counted.
    pub peer: IpAddr,
    /// Where links are to lead.
    pub base: String,
    /// What it is called.
    pub label: &'a str,
    /// How often it rings.
    pub digest: Digest,
}

fn too_often(text: &str) -> Fault {
    Fault::new(StatusCode::TOO_MANY_REQUESTS, "too-fast", text)
}

/// The channels of a person.
pub async fn all(state: &AppState, person: &str) -> Result<Vec<(Channel, Setup)>, Fault> {
    let channels = state.store.channels().of(person.into()).await?;
    Ok(channels.into_iter().filter_map(|channel| Setup::of(&channel).map(|setup| (channel, setup))).collect())
}

/// One of a person's channels. Nobody learns whether somebody else has one of this id.
pub async fn one(state: &AppState, person: &str, id: &str) -> Result<(Channel, Setup), Fault> {
    let found = state.store.channels().channel(id.into()).await?.filter(|channel| channel.person == person);
    let found = found.and_then(|channel| Setup::of(&channel).map(|setup| (channel, setup)));
    found.ok_or_else(|| Fault::missing("there is no such channel of yours"))
}

async fn keep(state: &AppState, channel: Channel) -> Result<(), Fault> {
    let person = channel.person.clone();
    state.store.channels().change(ChannelChange::Put(channel)).await?;
    state.ringing.forget(&person);
    Ok(())
}

async fn add(state: &AppState, adds: &Adds<'_>, id: String, means: Means) -> Result<(Channel, Setup), Fault> {
    let have = state.store.channels().of(adds.person.into()).await?;
    if have.len() >= MOST && have.iter().all(|channel| channel.id != id) {
        return Err(Fault::conflict("too-many", format!("you have {MOST} channels; remove one first")));
    }
    let now = state.config.wall.now();
    if !state.ringing.often.may(format!("new {}", adds.peer), NEW_OF_A_PEER, HOUR, now) {
        return Err(too_often("too many new channels; try again in an hour"));
    }
    let label: String = mail::line(adds.label).trim().chars().take(40).collect();
    let setup = Setup { label, on: true, digest: adds.digest, remind: true, base: adds.base.clone(), means };
    let channel = Channel {
        id,
        person: adds.person.into(),
        kind: setup.means.kind().into(),
        body: setup.text(),
        created_at: now,
        told_at: 0,
        failures: 0,
        trouble: String::new(),
    };
    keep(state, channel.clone()).await?;
    Ok((channel, setup))
}

fn new_id() -> String {
    hex(&random::<12>())
}

/// An id that is the same for the same place of the same person.
fn id_of(person: &str, place: &str) -> String {
    hex(&blake3::hash(format!("{person}\n{place}").as_bytes()).as_bytes()[..12])
}

async fn check_place(state: &AppState, url: &str) -> Result<Target, Fault> {
    let target = Target::parse(url).map_err(Fault::malformed)?;
    // Judged again whenever it is used: a name may lead elsewhere tomorrow.
    target.resolve(state.config.ringing.private).await.map_err(|trouble| Fault::malformed(trouble.text))?;
    Ok(target)
}

/// Adds a webhook. Answers its id and the secret, which is not shown again.
pub async fn add_webhook(
    state: &AppState,
    adds: &Adds<'_>,
    url: &str,
    form: Form,
) -> Result<(String, String), Fault> {
    let url = url.trim();
    check_place(state, url).await?;
    let secret = format!("whs_{}", hex(&random::<24>()));
    let means = Means::Webhook { url: url.into(), form, secret: secret.clone() };
    let (channel, _) = add(state, adds, new_id(), means).await?;
    Ok((channel.id, secret))
}

/// Adds a browser.
pub async fn add_push(
    state: &AppState,
    adds: &Adds<'_>,
    endpoint: &str,
    p256dh: &str,
    auth: &str,
) -> Result<String, Fault> {
    let target = check_place(state, endpoint).await?;
    if !target.is_https() && !state.config.ringing.private {
        return Err(Fault::malformed("a browser is reached over the encrypted web alone"));
    }
    if push::keys(p256dh, auth).is_none() {
        return Err(Fault::malformed("these are no keys of a browser"));
    }
    let means = Means::Push { endpoint: endpoint.into(), p256dh: p256dh.into(), auth: auth.into() };
    let (channel, _) = add(state, adds, id_of(adds.person, endpoint), means).await?;
    Ok(channel.id)
}

/// Does this host send mail? Links in a mail to a stranger must not lead wherever the asker says, so an address must be set.
pub fn sends_mail(state: &AppState) -> bool {
    state.config.ringing.post.is_some() && state.config.public_url.is_some()
}

/// Adds a mailbox, and asks whoever reads it.
pub async fn add_mail(state: &AppState, adds: &Adds<'_>, address: &str) -> Result<String, Fault> {
    let address = address.trim().to_ascii_lowercase();
    mail::address(&address).map_err(Fault::malformed)?;
    let (Some(post), Some(url)) = (&state.config.ringing.post, &state.config.public_url) else {
        return Err(Fault::conflict("off", "this server sends no mail"));
    };
    let id = id_of(adds.person, &address);
    if let Ok((_, Setup { means: Means::Mail { confirmed: true, .. }, .. })) =
        one(state, adds.person, &id).await
    {
        return Ok(id);
    }
    let now = state.config.wall.now();
    let may = |what: String, most, within| state.ringing.often.may(what, most, within, now);
    if !may(format!("letters of {}", adds.peer), LETTERS_OF_A_PEER, HOUR)
        || !may(format!("letters to {address}"), LETTERS_TO_ONE, 24 * HOUR)
        || !may("letters".into(), LETTERS_OF_ALL, HOUR)
    {
        return Err(too_often("too many letters were sent; try again later"));
    }
    let adds = Adds { base: url.to_string(), ..*adds };
    let means = Means::Mail { address: address.clone(), confirmed: false };
    let (channel, _) = add(state, &adds, id, means).await?;
    let confirm = format!("{url}/notices/confirm/{}", confirm_token(state, &channel.id, &address));
    let stop = format!("{url}/notices/stop/{}", stop_token(state, &channel.id));
    if let Err(trouble) = post.ask(&address, &url.to_string(), &confirm, &stop).await {
        let remove = ChannelChange::Remove { person: adds.person.into(), id: channel.id.clone() };
        state.store.channels().change(remove).await?;
        return Err(Fault::busy(trouble.text));
    }
    Ok(channel.id)
}

/// Adds a feed. Answers its id and the secret of its address, which is not shown again.
pub async fn add_feed(state: &AppState, adds: &Adds<'_>) -> Result<(String, String), Fault> {
    let secret = hex(&random::<20>());
    let (channel, _) = add(state, adds, accounts::mark(&secret), Means::Feed).await?;
    Ok((channel.id, secret))
}

/// Switches a channel on or off, or changes how often it rings and whether it does when time is short. Switched on, it has another chance.
pub async fn set(
    state: &AppState,
    person: &str,
    id: &str,
    on: bool,
    digest: Option<Digest>,
    remind: Option<bool>,
) -> Result<(), Fault> {
    let (channel, setup) = one(state, person, id).await?;
    let (digest, remind) = (digest.unwrap_or(setup.digest), remind.unwrap_or(setup.remind));
    let setup = Setup { on, digest, remind, ..setup };
    keep(state, Channel { body: setup.text(), failures: 0, trouble: String::new(), ..channel }).await
}

/// Removes a channel.
pub async fn remove(state: &AppState, person: &str, id: &str) -> Result<(), Fault> {
    one(state, person, id).await?;
    state.store.channels().change(ChannelChange::Remove { person: person.into(), id: id.into() }).await?;
    state.ringing.forget(person);
    Ok(())
}

/// Sends a test over a channel.
pub async fn test(state: &AppState, person: &str, peer: IpAddr, id: &str) -> Result<(), Fault> {
    let (channel, setup) = one(state, person, id).await?;
    let place = match &setup.means {
        Means::Webhook { url: place, .. } | Means::Push { endpoint: place, .. } => {
            Target::parse(place).map_err(Fault::malformed)?.host().to_owned()
        }
        Means::Mail { confirmed: false, .. } => {
            return Err(Fault::conflict("unconfirmed", "follow the link in the letter first"));
        }
        Means::Mail { address, .. } => address.clone(),
        Means::Feed => return Err(Fault::malformed("a feed is read, it does not ring")),
    };
    let now = state.config.wall.now();
    let may = |what: String, most| state.ringing.often.may(what, most, HOUR, now);
    if !may(format!("tests of {person}"), TESTS)
        || !may(format!("tests from {peer}"), 2 * TESTS)
        || !may(format!("tests at {place}"), TESTS_OF_A_PLACE)
    {
        return Err(too_often("too many tests; try again in an hour"));
    }
    let notice = Notice { id: new_id(), turns: Vec::new(), manage: format!("{}/me/notices", setup.base) };
    super::caller::send(state, &channel, &setup, &notice)
        .await
        .map_err(|trouble| Fault::conflict("not-taken", trouble.text))
}

/// Says whether somebody wants to hear about a table.
pub async fn mute(state: &AppState, person: &str, table: &str, muted: bool) -> Result<(), Fault> {
    let missing = || Fault::missing("there is no such table of yours");
    if muted {
        if !state.store.members(table).await.map_err(|_| missing())?.iter().any(|id| id == person) {
            return Err(missing());
        }
        if state.store.channels().mutes(person.into()).await?.len() >= MOST_MUTED {
            return Err(Fault::conflict("too-many", "too many tables are muted"));
        }
    }
    let change = ChannelChange::Mute { person: person.into(), table: table.into(), muted };
    state.store.channels().change(change).await?;
    Ok(())
}

/// The channel of a link, if its token is ours.
async fn of_token(
    state: &AppState,
    token: &str,
    right: impl Fn(&Channel, &Setup) -> Option<String>,
) -> Result<Option<(Channel, Setup)>, Fault> {
    let Some((id, _)) = token.split_once('.') else { return Ok(None) };
    let Some(channel) = state.store.channels().channel(id.into()).await? else { return Ok(None) };
    let Some(setup) = Setup::of(&channel) else { return Ok(None) };
    let good = right(&channel, &setup).is_some_and(|right| same(&right, token));
    Ok(good.then_some((channel, setup)))
}

/// Whoever reads an address says that he wants this. False if the link is not good.
pub async fn confirm(state: &AppState, token: &str) -> Result<bool, Fault> {
    let right = |channel: &Channel, setup: &Setup| match &setup.means {
        Means::Mail { address, .. } => Some(confirm_token(state, &channel.id, address)),
        Means::Webhook { .. } | Means::Push { .. } | Means::Feed => None,
    };
    let Some((channel, setup)) = of_token(state, token, right).await? else { return Ok(false) };
    let Means::Mail { address, .. } = setup.means.clone() else { return Ok(false) };
    let setup = Setup { means: Means::Mail { address, confirmed: true }, ..setup };
    keep(state, Channel { body: setup.text(), ..channel }).await?;
    Ok(true)
}

/// Whoever gets messages does not want them any more: the channel goes. The same again is no mistake.
pub async fn stop(state: &AppState, token: &str) -> Result<bool, Fault> {
    let Some((id, _)) = token.split_once('.') else { return Ok(false) };
    if !same(token, &stop_token(state, id)) {
        return Ok(false);
    }
    if let Some(channel) = state.store.channels().channel(id.into()).await? {
        let person = channel.person.clone();
        state
            .store
            .channels()
            .change(ChannelChange::Remove { person: channel.person, id: channel.id })
            .await?;
        state.ringing.forget(&person);
    }
    Ok(true)
}

/// What one person had becomes another's.
pub async fn hand_over(state: &AppState, from: &str, to: &str) -> Result<(), Fault> {
    state.store.channels().change(ChannelChange::Move { from: from.into(), to: to.into() }).await?;
    state.ringing.forget(from);
    state.ringing.forget(to);
    Ok(())
}

/// Where a channel leads, for its owner; what could be misused by whoever looks over his shoulder is left out.
pub fn place(setup: &Setup) -> String {
    match &setup.means {
        Means::Webhook { url, .. } => {
            Target::parse(url).map_or_else(|_| String::new(), |target| target.host().to_owned())
        }
        Means::Mail { address, .. } => address.clone(),
        Means::Push { endpoint, .. } => {
            Target::parse(endpoint).map_or_else(|_| String::new(), |target| target.host().to_owned())
        }
        Means::Feed => String::new(),
    }
}

/// Has it been switched off because nothing went out any more?
pub fn is_broken(channel: &Channel) -> bool {
    channel.failures >= MOST_FAILURES
}

/// All that is kept, for its owner.
pub async fn export(state: &AppState, person: &str) -> Result<Value, Fault> {
    let channels = all(state, person).await?.into_iter().map(|(channel, setup)| {
        let whole = match &setup.means {
            Means::Webhook { url, .. } => url.clone(),
            Means::Mail { .. } | Means::Push { .. } | Means::Feed => place(&setup),
        };
        json!({ "kind": channel.kind, "label": setup.label, "place": whole, "on": setup.on, "digest": setup.digest, "remind": setup.remind,
            "added": channel.created_at, "last_rang": channel.told_at })
    });
    let channels: Vec<Value> = channels.collect();
    Ok(json!({ "channels": channels, "muted": state.store.channels().mutes(person.into()).await? }))
}
