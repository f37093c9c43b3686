//! The caller: keeps in the store whose turn it is, looks whether they must be rung, and sends what is to go out. Several servers
//! on a store share the work: whoever takes a call or a channel has it for a while, and nobody else.

use super::{
    Facts, MOST_FAILURES, Means, Notice, Setup, Trouble, Turn, Verdict, back_off, judge, mail, push,
    stop_token, webhook,
};
use crate::{
    company::Elsewhere,
    keys::hex,
    state::{AppState, Shared},
    table::{Holder, Meta},
};
use klaxon_catalog::shelf;
use klaxon_core::Millis;
use klaxon_store::{Call, Channel, ChannelChange, Filter, GONE_AFTER, Ring, StoreError, Table, TableState};
use std::{
    collections::BTreeSet,
    convert::Infallible,
    sync::{Arc, PoisonError, Weak},
    time::Duration,
};
use tokio::sync::{Semaphore, mpsc};

/// Calls and messages looked at in one go.
const AT_ONCE: u32 = 200;
/// Messages that are on their way at once.
const ON_THE_WAY: usize = 16;
/// How long a server has a call or a channel in its hands, unless it says again that it has: no longer than it counts as
/// here when it is silent.
const LEASE: Millis = GONE_AFTER.as_millis() as Millis;
/// How often it says so while something is on its way.
const HOLD: Duration = Duration::from_secs(1);
/// How long it is believed that somebody has channels, or none.
const KNOWN_FOR: Millis = 5_000;
/// What was decided in the last moments before a server died may not have been told: so far back is looked.
const LAST_MOMENTS: Millis = 60_000;
/// Tables of a person that are looked at after a death.
const TABLES: u32 = 100;
/// Tables named in one message.
const MOST_TURNS: usize = 20;

/// Who is asked at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Asked {
    pub table: String,
    /// After which entry.
    pub n: u32,
    /// All people with a seat.
    pub players: BTreeSet<String>,
    /// Those who are asked something.
    pub asked: BTreeSet<String>,
    /// Those whose turn began with this server's own entries.
    pub fresh: BTreeSet<String>,
}

impl AppState {
    /// Begins to ring.
    pub(crate) fn begin_to_ring(&self) {
        let heard = self.ringing.heard.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(heard) = heard {
            tokio::spawn(listen(self.downgrade(), heard));
            tokio::spawn(look(self.downgrade()));
        }
    }

    async fn change_channels(&self, change: ChannelChange) -> Result<bool, StoreError> {
        Ok(self.store.channels().change(change).await?.is_some())
    }

    async fn is_reachable(&self, person: &str) -> Result<bool, StoreError> {
        let now = crate::time::uptime();
        let known =
            self.ringing.reachable.lock().unwrap_or_else(PoisonError::into_inner).get(person).copied();
        if let Some((reachable, _)) = known.filter(|(_, at)| now < at + KNOWN_FOR) {
            return Ok(reachable);
        }
        let reachable = !self.store.channels().of(person.into()).await?.is_empty();
        let mut known = self.ringing.reachable.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > 10_000 {
            known.clear();
        }
        known.insert(person.into(), (reachable, now));
        Ok(reachable)
    }
}

fn state_of(state: &Weak<Shared>) -> Option<AppState> {
    AppState::upgrade(state).filter(|state| !state.closing.is_cancelled())
}

/// Keeps whose turn it is.
async fn listen(state: Weak<Shared>, mut heard: mpsc::UnboundedReceiver<Asked>) {
    while let Some(asked) = heard.recv().await {
        let Some(state) = state_of(&state) else { return };
        let table = asked.table.clone();
        if let Err(error) = note(&state, asked).await {
            tracing::warn!(table, %error, "it was not noted whose turn it is");
        }
    }
}

async fn note(state: &AppState, told: Asked) -> Result<(), StoreError> {
    let Asked { table, n, players, asked, fresh } = told;
    let mut reachable = BTreeSet::new();
    for person in players {
        if state.is_reachable(&person).await? {
            reachable.insert(person);
        }
    }
    if reachable.is_empty() {
        return Ok(());
    }
    let some = |people: BTreeSet<String>| people.into_iter().filter(|p| reachable.contains(p)).collect();
    let due = state.config.wall.now() + state.config.ringing.after.as_millis() as u64;
    let change = ChannelChange::Asked { table, n, asked: some(asked), fresh: some(fresh), due };
    state.change_channels(change).await.map(drop)
}

/// Looks now and then.
async fn look(state: Weak<Shared>) {
    let lines = Arc::new(Semaphore::new(ON_THE_WAY));
    if let Some(state) = state_of(&state)
        && let Err(error) = sweep(&state).await
    {
        tracing::warn!(%error, "it is not known whose turn began when the server last went down");
    }
    loop {
        let Some(pace) = state_of(&state).map(|state| state.config.ringing.pace) else { return };
        tokio::time::sleep(pace).await;
        let Some(state) = state_of(&state) else { return };
        if let Err(error) = go_round(&state, &lines).await {
            tracing::warn!(%error, "the caller could not look");
        }
    }
}

async fn go_round(state: &AppState, lines: &Arc<Semaphore>) -> Result<(), StoreError> {
    for call in state.store.channels().calls(state.config.wall.now(), AT_ONCE).await? {
        look_at(state, call).await?;
    }
    let rings = state.store.channels().rings(state.config.wall.now(), AT_ONCE).await?;
    let channels: BTreeSet<String> = rings.into_iter().map(|ring| ring.channel).collect();
    for channel in channels {
        let Ok(line) = lines.clone().acquire_owned().await else { return Ok(()) };
        let state = state.clone();
        tokio::spawn(async move {
            if let Err(error) = deliver(&state, &channel).await {
                tracing::warn!(%error, "a channel could not be served");
            }
            drop(line);
        });
    }
    Ok(())
}

/// Opens what was played in the last moments before a server died: opening a table says whose turn it is.
pub(crate) async fn sweep(state: &AppState) -> Result<(), StoreError> {
    let (mut after, mut tables) = (String::new(), Vec::<(String, Millis)>::new());
    loop {
        let people = state.store.channels().people(after, AT_ONCE).await?;
        let Some(last) = people.last() else { break };
        after = last.clone();
        for person in people {
            let mine = Filter { person: Some(person), limit: TABLES, ..Filter::default() };
            let runs = |table: &Table| matches!(table.state, TableState::Open | TableState::Playing);
            let found = state.store.list(mine).await?;
            tables.extend(found.into_iter().filter(runs).map(|table| (table.id, table.updated_at)));
        }
    }
    let last = tables.iter().map(|(_, at)| *at).max().unwrap_or(0);
    let late: BTreeSet<String> =
        tables.into_iter().filter(|(_, at)| at + LAST_MOMENTS >= last).map(|(id, _)| id).collect();
    for id in late {
        if let Ok(live) = state.tables.get(state, &id)
            && let Err(fault) = live.sit(state).await
        {
            tracing::warn!(table = id, ?fault, "a table could not be opened to see whose turn it is");
        }
    }
    Ok(())
}

/// Looks whether somebody must be rung.
async fn look_at(state: &AppState, call: Call) -> Result<(), StoreError> {
    let until = state.config.wall.now() + LEASE;
    if !state.change_channels(ChannelChange::TakeCall { call: call.clone(), until }).await? {
        return Ok(());
    }
    let (facts, channels, short) = facts(state, &call).await?;
    match judge(facts) {
        Verdict::Later(wait) => {
            let taken = Call { due: until, ..call };
            let until = state.config.wall.now() + wait;
            state.change_channels(ChannelChange::TakeCall { call: taken, until }).await?;
        }
        Verdict::Never => {
            state.change_channels(ChannelChange::Rung { call, rings: Vec::new() }).await?;
        }
        Verdict::Ring => {
            let now = state.config.wall.now();
            let rings = channels
                .into_iter()
                .map(|(channel, setup)| Ring {
                    // What is urgent does not wait until there is more of it.
                    due: if short { now } else { setup.digest.due(now, channel.told_at) },
                    channel: channel.id,
                    table: call.table.clone(),
                    person: call.person.clone(),
                    turn: call.turn,
                    tries: 0,
                })
                .collect();
            state.change_channels(ChannelChange::Rung { call, rings }).await?;
        }
    }
    Ok(())
}

/// What is known of a turn, the channels that would ring for it, and whether its time is short.
async fn facts(state: &AppState, call: &Call) -> Result<(Facts, Vec<(Channel, Setup)>, bool), StoreError> {
    let stored = state.store.table(&call.table).await?;
    let meta = stored.as_ref().and_then(|table| serde_json::from_str::<Meta>(&table.meta).ok());
    let runs = stored.is_some_and(|table| matches!(table.state, TableState::Open | TableState::Playing));
    // All browsers on the seats of this person: whoever sits at one of them sees it.
    let mut ids = vec![call.person.clone()];
    let (mut asked, mut short) = (false, false);
    for chair in meta.iter().flat_map(|meta| &meta.chairs).filter(|chair| chair.held_by(&call.person)) {
        asked |= runs && chair.stand_in.is_none();
        short |= chair.purse.is_some_and(|purse| purse.told);
        if let Holder::Person { ids: more, .. } = &chair.holder {
            ids.extend(more.iter().cloned());
        }
    }
    let rings = |channel: Channel| {
        let setup = Setup::of(&channel).filter(|setup| setup.rings() && channel.failures < MOST_FAILURES)?;
        (setup.remind || !short).then_some((channel, setup))
    };
    let channels: Vec<_> =
        state.store.channels().of(call.person.clone()).await?.into_iter().filter_map(rings).collect();
    let muted = state.store.channels().mutes(call.person.clone()).await?.contains(&call.table);
    let facts = Facts {
        asked,
        away_for: away_for(state, &call.table, &ids).await?,
        patience: state.config.ringing.after.as_millis() as u64,
        muted,
        reachable: !channels.is_empty(),
    };
    Ok((facts, channels, short))
}

/// How long ago the last of these had the table open; nothing while one has.
async fn away_for(state: &AppState, table: &str, ids: &[String]) -> Result<Option<Millis>, StoreError> {
    if let Some((shared, _)) = state.among_others() {
        let there = shared.presence(table.into()).await?;
        let read = |words: &Vec<u8>| serde_json::from_slice::<Elsewhere>(words).unwrap_or_default();
        if there.iter().any(|(_, words)| read(words).ids.iter().any(|id| ids.contains(id))) {
            return Ok(None);
        }
    }
    Ok(state.tables.in_memory(table).map_or(Some(Millis::MAX), |live| live.away_for(ids)))
}

/// Sends what is to go out over a channel.
async fn deliver(state: &AppState, id: &str) -> Result<(), StoreError> {
    let now = state.config.wall.now();
    let until = now + LEASE;
    if !state.change_channels(ChannelChange::Take { channel: id.into(), now, until }).await? {
        // Somebody has it, or it is gone with all that was to go out over it.
        return Ok(());
    }
    let Some(channel) = state.store.channels().channel(id.into()).await? else { return Ok(()) };
    let waiting = state.store.channels().waiting(id.into()).await?;
    let setup = Setup::of(&channel).filter(|setup| setup.rings() && channel.failures < MOST_FAILURES);
    let Some(setup) = setup else {
        return state
            .change_channels(ChannelChange::Drop { channel: id.into(), rings: waiting })
            .await
            .map(drop);
    };
    // What has gathered goes along as soon as one of it is due.
    let due = |ring: &Ring| ring.due <= now;
    let gathers = setup.digest.gap() > 0 && waiting.iter().any(due);
    let rings: Vec<Ring> = waiting.into_iter().filter(|ring| gathers || due(ring)).collect();
    let notice = notice(state, &channel, &setup, &rings).await?;
    if notice.turns.is_empty() {
        return state.change_channels(ChannelChange::Drop { channel: id.into(), rings }).await.map(drop);
    }
    let sent = tokio::select! {
        sent = send(state, &channel, &setup, &notice) => sent,
        never = hold(state, id, until) => match never {},
    };
    match sent {
        Ok(()) => {
            let told = ChannelChange::Told { channel: id.into(), at: state.config.wall.now(), rings };
            state.change_channels(told).await?;
        }
        Err(trouble) if trouble.gone => {
            tracing::info!(kind = channel.kind, why = trouble.text, "a channel is gone");
            let remove = ChannelChange::Remove { person: channel.person.clone(), id: id.into() };
            state.change_channels(remove).await?;
            state.ringing.forget(&channel.person);
        }
        Err(trouble) => {
            let tries = rings.iter().map(|ring| ring.tries).max().unwrap_or(0);
            let again = state.config.wall.now() + back_off(tries);
            let failed = ChannelChange::Failed { channel: id.into(), trouble: trouble.text, again, rings };
            state.change_channels(failed).await?;
        }
    }
    Ok(())
}

/// Keeps a channel in this server's hands while something goes out over it, which may take longer than others wait for a
/// server that is gone.
async fn hold(state: &AppState, id: &str, mut until: Millis) -> Infallible {
    loop {
        tokio::time::sleep(HOLD).await;
        let (held, again) = (until, state.config.wall.now() + LEASE);
        let take = ChannelChange::Take { channel: id.into(), now: held + 1, until: again };
        match state.change_channels(take).await {
            Ok(true) => until = again,
            // It stood still for too long: what is on its way goes out all the same, and perhaps another server's, too.
            Ok(false) => std::future::pending().await,
            Err(error) => tracing::warn!(%error, "a channel may go out twice"),
        }
    }
}

/// What to say about turns that have not been told.
async fn notice(
    state: &AppState,
    channel: &Channel,
    setup: &Setup,
    rings: &[Ring],
) -> Result<Notice, StoreError> {
    let mut turns = Vec::new();
    let mut hasher = blake3::Hasher::new();
    hasher.update(channel.id.as_bytes());
    for ring in rings.iter().take(MOST_TURNS) {
        let Some(table) = state.store.table(&ring.table).await? else { continue };
        let Ok(meta) = serde_json::from_str::<Meta>(&table.meta) else { continue };
        let mine = meta.chairs.iter().filter(|chair| chair.held_by(&channel.person));
        let short =
            mine.clone().filter_map(|chair| Some((chair.purse.filter(|purse| purse.told)?, chair.vacation)));
        let until = short.filter_map(|(purse, vacation)| purse.due(vacation)).min();
        hasher.update(ring.table.as_bytes()).update(&ring.turn.to_le_bytes());
        if until.is_some() {
            hasher.update(b"short");
        }
        turns.push(Turn {
            link: format!("{}/t/{}#ask", setup.base, table.id),
            game: shelf::game(&table.game).map_or(table.game.as_str(), |cover| cover.name).into(),
            title: mail::line(&meta.title),
            seats: mine.map(|chair| mail::line(&chair.name)).collect(),
            turn: ring.turn,
            table: table.id,
            until,
        });
    }
    let id = hex(&hasher.finalize().as_bytes()[..12]);
    Ok(Notice { id, turns, manage: format!("{}/me/notices", setup.base) })
}

/// Sends a message over a channel.
pub(super) async fn send(
    state: &AppState,
    channel: &Channel,
    setup: &Setup,
    notice: &Notice,
) -> Result<(), Trouble> {
    let (now, private) = (state.config.wall.now(), state.config.ringing.private);
    match &setup.means {
        Means::Webhook { url, form, secret } => webhook::send(url, *form, secret, notice, now, private).await,
        Means::Mail { address, .. } => {
            let off = || Trouble::new("this server sends no mail any more");
            let post = state.config.ringing.post.as_ref().ok_or_else(off)?;
            let stop = format!("{}/notices/stop/{}", setup.base, stop_token(state, &channel.id));
            post.ring(address, notice, &stop).await
        }
        Means::Push { endpoint, p256dh, auth } => {
            let to = push::Browser { endpoint, p256dh, auth };
            push::send(&state.ringing.vapid, &to, notice, &setup.base, now, private).await
        }
        Means::Feed => Ok(()),
    }
}
