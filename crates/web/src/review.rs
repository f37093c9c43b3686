//! Decisions of a finished game in hindsight: how a review is begun, how far it is, and where it is kept. Each look at a
//! decision is a job of the bots' threads on the account of whoever asked, so that nobody's bot waits for a review longer
//! than for another bot. What comes of it is the same on every machine, so it is made once and kept with the table.

use crate::{
    error::Fault,
    shares::Asker,
    state::AppState,
    table::{Live, Sitting},
    thinkers::{Account, Class},
};
use klaxon_bots::review::Depth;
use klaxon_catalog::{Review, Reviewer, Table};
use klaxon_core::Seat;
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A full line of bots is tried again after a while.
const TRY_AGAIN: Duration = Duration::from_secs(1);
/// Raised where reviews are made otherwise, so that older ones are not shown any more.
const MADE_AS: u32 = 1;

/// How far a review is.
#[derive(Clone, PartialEq, Debug)]
pub enum Stand {
    /// Nobody has asked for it.
    Unasked,
    /// So many decisions of so many have been looked at.
    Coming(u32, u32),
    /// It is there.
    Done(Arc<Review>),
    /// It cannot be made: why.
    Failed(String),
}

/// The reviews of a table in memory, by seat.
#[derive(Debug, Default)]
pub struct Reviews(Mutex<BTreeMap<Seat, Stand>>);

impl Reviews {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Seat, Stand>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of(&self, seat: Seat) -> Stand {
        self.lock().get(&seat).cloned().unwrap_or(Stand::Unasked)
    }

    fn set(&self, seat: Seat, stand: Stand) {
        self.lock().insert(seat, stand);
    }

    /// Takes the work on, unless it is taken on or done.
    fn take_on(&self, seat: Seat) -> bool {
        let mut all = self.lock();
        let free = matches!(all.get(&seat), None | Some(Stand::Unasked | Stand::Failed(_)));
        if free {
            all.insert(seat, Stand::Coming(0, 0));
        }
        free
    }
}

/// How far the review of a seat's decisions is: in memory, or in the store from an earlier day.
pub async fn stand(state: &AppState, live: &Live, seat: Seat, n: u32) -> Result<Stand, Fault> {
    let known = live.reviews.of(seat);
    if known != Stand::Unasked {
        return Ok(known);
    }
    let kept = state.store.setting(&key(state, live, seat, n)).await?;
    let Some(review) = kept.and_then(|bytes| serde_json::from_slice::<Review>(&bytes).ok()) else {
        return Ok(Stand::Unasked);
    };
    let done = Stand::Done(Arc::new(review));
    live.reviews.set(seat, done.clone());
    Ok(done)
}

/// Where the store keeps it. A table that is deleted takes it along.
fn key(state: &AppState, live: &Live, seat: Seat, n: u32) -> String {
    format!("review/{}/{seat}/{n}/{MADE_AS}-{}", live.id, state.config.review_rounds)
}

/// Begins to review a seat's decisions, unless that is done or under way.
pub async fn begin(state: &AppState, sitting: &Sitting, seat: Seat) -> Result<(), Fault> {
    if sitting.table.outcome().is_none() {
        return Err(Fault::conflict("running", "decisions are reviewed only once the game is over"));
    }
    let (live, n) = (sitting.live().clone(), sitting.table.n());
    if !matches!(stand(state, &live, seat, n).await?, Stand::Unasked | Stand::Failed(_)) {
        return Ok(());
    }
    let place = state.shares.place_to_review()?;
    if !live.reviews.take_on(seat) {
        return Ok(());
    }
    let (state, account) = (state.clone(), sitting.account_of_asker());
    let work = async move {
        let _place = place;
        let made = make(&state, &live, seat, n, &account).await;
        let stand = match made {
            Ok(review) => Stand::Done(Arc::new(review)),
            Err(fault) => {
                tracing::warn!(table = live.id, %seat, ?fault, "a game could not be reviewed");
                Stand::Failed(fault.sentence())
            }
        };
        live.reviews.set(seat, stand);
    };
    match Asker::current() {
        Some(asker) => tokio::spawn(asker.on_behalf(work)),
        None => tokio::spawn(work),
    };
    Ok(())
}

/// Makes a review, decision by decision.
async fn make(
    state: &AppState,
    live: &Arc<Live>,
    seat: Seat,
    n: u32,
    account: &Account,
) -> Result<Review, Fault> {
    let stored =
        state.store.table(&live.id).await?.ok_or_else(|| Fault::missing("there is no such table"))?;
    let mut entries = state.store.entries(&live.id, 0).await?;
    entries.truncate(n as usize);
    let depth = Depth::of_rounds(state.config.review_rounds);
    let open = move || Table::review(&stored.header, &entries, seat, depth);
    let opened = state.shares.long(open).await?.ok_or_else(|| Fault::ours("a game could not be reviewed"))?;
    let mut at_work = opened.map_err(|parting| Fault::conflict("frozen", parting.to_string()))?;
    loop {
        let (done, all) = at_work.progress();
        live.reviews.set(seat, Stand::Coming(done, all));
        // As long as it is looked at, its table stays in memory.
        live.touch();
        let (worked, went_on) = look(state, account, at_work).await?;
        at_work = worked;
        if !went_on {
            break;
        }
    }
    let review = at_work.review().clone();
    let bytes = serde_json::to_vec(&review).map_err(|e| Fault::ours(e.to_string()))?;
    state.store.set_setting_once(&key(state, live, seat, n), bytes).await?;
    Ok(review)
}

/// One look, in its turn among the bots.
async fn look(
    state: &AppState,
    account: &Account,
    mut at_work: Box<dyn Reviewer>,
) -> Result<(Box<dyn Reviewer>, bool), Fault> {
    // What waits in line is handed back where the line is full.
    let waiting = Arc::new(Mutex::new(None));
    loop {
        *waiting.lock().unwrap_or_else(PoisonError::into_inner) = Some(at_work);
        let taken = waiting.clone();
        let job = move || {
            let mut at_work = taken.lock().unwrap_or_else(PoisonError::into_inner).take()?;
            let went_on = at_work.go_on();
            Some((at_work, went_on))
        };
        if let Some(receiver) = state.thinkers.look(account, Class::Show, job) {
            let looked = receiver.await.ok().flatten();
            let (at_work, went_on) = looked.ok_or_else(|| Fault::ours("a look at a decision stumbled"))?;
            let went_on = went_on.map_err(|parting| Fault::conflict("frozen", parting.to_string()))?;
            return Ok((at_work, went_on));
        }
        let back = waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
        at_work = back.ok_or_else(|| Fault::ours("a look at a decision was lost"))?;
        tokio::select! {
            () = tokio::time::sleep(TRY_AGAIN) => {}
            () = state.closing.cancelled() => return Err(Fault::busy("the server is going down")),
        }
    }
}
