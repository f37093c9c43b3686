//! A tournament runs by itself: it begins when its time has come, opens its tables, takes their results, decides those that are late, and pairs
//! the next round. Several servers may do it at once, and any may die in between: each step is a change to what is kept that one of them makes,
//! a table's id is kept before the table is opened, and opening it again does nothing.

use super::{
    End,
    plan::{LOOK, Plan, Whole},
};
use crate::{
    accounts,
    error::Fault,
    keys::{hex, random},
    ratings::{self, Pace},
    state::{AppState, Shared},
    table::{self, paired::Paired},
};
use klaxon_core::Millis;
use klaxon_store::{Entrant, Held, Pairing, Taking, TournamentChange, TournamentList};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// How often it is looked which tournaments are due.
const ROUND: Duration = Duration::from_secs(2);
/// Tournaments looked after in one go.
const AT_ONCE: u32 = 50;
/// Attempts to change a tournament that others change at the same time.
const TRIES: u32 = 60;
/// Steps of a tournament in one go: rounds in which everybody has left are over at once.
const STEPS: usize = 300;

/// Tournaments at which something has happened that this server knows of.
#[derive(Debug, Default)]
pub struct Desk {
    told: Mutex<BTreeSet<String>>,
    bell: Notify,
}

impl Desk {
    /// Something has happened at a tournament.
    pub fn tell(&self, tournament: &str) {
        self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(tournament.into());
        self.bell.notify_one();
    }

    fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.told.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Whole {
    /// A tournament with all that hangs on it.
    pub async fn load(state: &AppState, id: &str) -> Result<Whole, Fault> {
        let all = state.store.tournaments();
        // Read last what the others are compared with: whoever changes it meanwhile raises its number, and is noticed.
        for _ in 0..TRIES {
            let Some(kept) = all.tournament(id.into()).await? else { break };
            let (entrants, pairings) = (all.entrants(id.into()).await?, all.pairings(id.into()).await?);
            let after = all.tournament(id.into()).await?;
            if after.is_some_and(|after| after.rev == kept.rev) {
                let plan: Plan = serde_json::from_str(&kept.body).map_err(Fault::ours)?;
                return Ok(Whole { kept, plan, entrants, pairings });
            }
        }
        Err(Fault::missing("there is no such tournament"))
    }

    /// Keeps what has changed since. False if somebody was faster.
    pub async fn keep(&mut self, state: &AppState, before: Option<&Whole>) -> Result<bool, Fault> {
        self.kept.rev = before.map_or(1, |before| before.kept.rev + 1);
        self.kept.due = self.due(state.config.wall.now());
        self.plan.mark = hex(&random::<8>());
        self.kept.body = serde_json::to_string(&self.plan).expect("a plan serialises");
        let was = |entrant: &&Entrant| before.is_some_and(|before| before.entrants.contains(entrant));
        let had = |pairing: &&Pairing| before.is_some_and(|before| before.pairings.contains(pairing));
        let here = |person: &str| self.entrants.iter().any(|entrant| entrant.person == person);
        let people = before.iter().flat_map(|before| &before.entrants).map(|entrant| entrant.person.clone());
        let change = TournamentChange::Put {
            tournament: self.kept.clone(),
            entrants: self.entrants.iter().filter(|entrant| !was(entrant)).cloned().collect(),
            gone: people.filter(|person| !here(person)).collect(),
            pairings: self.pairings.iter().filter(|pairing| !had(pairing)).cloned().collect(),
        };
        Ok(state.store.tournaments().write(change).await?)
    }
}

/// Changes a tournament as it is now. Of those who do so at once each has his turn.
pub async fn change(
    state: &AppState,
    id: &str,
    change: impl Fn(&mut Whole) -> Result<(), Fault>,
) -> Result<Whole, Fault> {
    for attempt in 0..TRIES {
        let before = Whole::load(state, id).await?;
        let mut whole = before.clone();
        change(&mut whole)?;
        if whole == before || whole.keep(state, Some(&before)).await? {
            return Ok(whole);
        }
        let wait = u64::from(random::<1>()[0] % 16) * u64::from(attempt.min(8));
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
    Err(Fault::busy("many change this tournament just now; try again"))
}

/// Looks after tournaments until the server closes.
pub(crate) async fn watch(state: Weak<Shared>, desk: Arc<Desk>, closing: CancellationToken) {
    loop {
        {
            let Some(state) = AppState::upgrade(&state).filter(|state| !state.closing.is_cancelled()) else {
                return;
            };
            let mut ids = desk.take();
            match due(&state).await {
                Ok(more) => ids.extend(more),
                Err(fault) => tracing::warn!(?fault, "it is not known which tournaments are due"),
            }
            for id in ids {
                if let Err(fault) = look(&state, &id).await {
                    tracing::warn!(tournament = id, ?fault, "a tournament does not go on");
                }
            }
        }
        tokio::select! {
            () = desk.bell.notified() => {}
            () = tokio::time::sleep(ROUND) => {}
            () = closing.cancelled() => return,
        }
    }
}

/// Those that are due, and that no other server has in its hands.
async fn due(state: &AppState) -> Result<Vec<String>, Fault> {
    let (now, all) = (state.config.wall.now(), state.store.tournaments());
    let mut taken = Vec::new();
    for one in all.tournaments(TournamentList::Due(now), AT_ONCE).await? {
        let take = TournamentChange::Take { id: one.id.clone(), due: one.due, until: now + LOOK };
        if all.write(take).await? {
            taken.push(one.id);
        }
    }
    Ok(taken)
}

/// Looks after a tournament: whatever can go on by itself does.
pub async fn look(state: &AppState, id: &str) -> Result<(), Fault> {
    for _ in 0..STEPS {
        let whole = Whole::load(state, id).await?;
        let now = state.config.wall.now();
        let changed = match whole.kept.state {
            Held::Open if whole.begins(now) => begin(state, &whole).await?,
            Held::Running => go_on(state, &whole).await?,
            Held::Open | Held::Over | Held::Off => return Ok(()),
        };
        if !changed {
            return Ok(());
        }
    }
    Ok(())
}

/// It begins, with the strengths of those who play.
pub async fn begin(state: &AppState, whole: &Whole) -> Result<bool, Fault> {
    let pace = match whole.plan.clock {
        Some(agreed) if !agreed.is_over_days() => Pace::Live,
        Some(_) | None => Pace::Days,
    };
    let pool = ratings::pool(&whole.kept.game, pace, true);
    let mut strengths = BTreeMap::new();
    for entrant in whole.entrants.iter().filter(|entrant| entrant.state == Taking::In) {
        let own = state.store.results().ratings(entrant.person.clone()).await?;
        strengths
            .extend(own.into_iter().find(|r| r.pool == pool).map(|r| (entrant.person.clone(), r.rating)));
    }
    let now = state.config.wall.now();
    let begun = |whole: &mut Whole| {
        if whole.kept.state == Held::Open {
            whole.begin(&strengths, now);
        }
        Ok(())
    };
    change(state, &whole.kept.id, begun).await?;
    Ok(true)
}

/// Opens tables that are not open, takes what has been decided, and pairs the next round. True if anything has changed.
async fn go_on(state: &AppState, whole: &Whole) -> Result<bool, Fault> {
    let now = state.config.wall.now();
    let mut ends: Vec<(u32, u32, End)> = Vec::new();
    for pairing in whole.running() {
        match decided(state, whole, pairing, now).await {
            Ok(Some(end)) => ends.push((pairing.round, pairing.board, end)),
            Ok(None) => {}
            // One table that does not open keeps nobody else from playing.
            Err(fault) => {
                tracing::warn!(
                    tournament = whole.kept.id,
                    table = pairing.table,
                    ?fault,
                    "a table is not looked after"
                );
            }
        }
    }
    let mut next = whole.clone();
    settle(&mut next, &ends, now);
    if next == *whole {
        return Ok(false);
    }
    change(state, &whole.kept.id, |whole| {
        settle(whole, &ends, now);
        Ok(())
    })
    .await?;
    Ok(true)
}

fn settle(whole: &mut Whole, ends: &[(u32, u32, End)], now: Millis) {
    if whole.kept.state == Held::Running {
        for (round, board, end) in ends {
            whole.decide(*round, *board, *end, now);
        }
        whole.go_on(now);
    }
}

/// How a game ended, if it has. Its table is opened if it is not there.
async fn decided(
    state: &AppState,
    whole: &Whole,
    pairing: &Pairing,
    now: Millis,
) -> Result<Option<End>, Fault> {
    let Some(id) = pairing.table.as_deref() else { return Ok(Some(End::Bye)) };
    if let Some(end) = result(state, id).await? {
        return Ok(Some(end));
    }
    let out = |number: Option<u32>| {
        let entrant = number.and_then(|number| whole.numbered(number));
        entrant.is_none_or(|entrant| entrant.state != Taking::In)
    };
    let left = (out(Some(pairing.one)), out(pairing.two));
    let there = state.store.table(id).await?.is_some();
    if left == (false, false) && !whole.is_late(pairing.round, now) {
        if !there {
            open(state, whole, pairing, id).await?;
        }
        return Ok(None);
    }
    if !there {
        // Nobody could come to a table that was not there.
        return Ok(Some(match left {
            (true, false) => End::TwoAlone,
            (false, true) => End::OneAlone,
            (true, true) | (false, false) => End::Nobody,
        }));
    }
    let live = state.tables.get(state, id)?;
    let mut sitting = live.sit_now(state).await?;
    if sitting.table.outcome().is_some() {
        sitting.keep_result().await?;
        return result(state, id).await;
    }
    if let Some(why) = sitting.stopped() {
        tracing::warn!(table = id, why, "a table of a tournament does not go on: it counts as drawn");
        return Ok(Some(End::Drawn));
    }
    sitting.decide_late(left).await.map(Some)
}

/// The one result of a table.
async fn result(state: &AppState, table: &str) -> Result<Option<End>, Fault> {
    let Some(result) = state.store.results().result(table.into()).await? else { return Ok(None) };
    let first = result.players.iter().find(|player| player.seat == 0).map_or(0, |player| player.outcome);
    Ok(Some(match first {
        1 => End::One,
        -1 => End::Two,
        _ => End::Drawn,
    }))
}

async fn open(state: &AppState, whole: &Whole, pairing: &Pairing, id: &str) -> Result<(), Fault> {
    let mut players = Vec::new();
    for number in [Some(pairing.one), pairing.two].into_iter().flatten() {
        let Some(entrant) = whole.numbered(number) else { continue };
        players.push(accounts::person(&accounts::own(state, &entrant.person).await?, None));
    }
    let players = players.try_into().map_err(|_| Fault::ours("two play at a table of a tournament"))?;
    let paired = Paired {
        id: id.into(),
        tournament: whole.kept.id.clone(),
        game: whole.kept.game.clone(),
        scenario: whole.plan.scenario.clone(),
        clock: whole.plan.clock,
        rated: whole.plan.rated,
        public: whole.kept.public,
        players,
    };
    table::paired::open(state, &paired).await
}
