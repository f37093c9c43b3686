//! Fair shares of what the server does for those who ask. Every peer has a purse that fills with time and a few turns at
//! once; who asks for much waits for himself. Ordinary play costs next to nothing of it. What bots do is shared out
//! elsewhere ([`crate::thinkers`]).

use crate::{config::Config, error::Fault};
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

tokio::task_local! {
    /// On whose behalf this task works.
    static ASKER: Asker;
}

/// A purse that fills with time. Tests give it any clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Purse {
    left: f64,
    at: Duration,
}

/// How fast a purse fills, and how much it holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// In a second.
    pub per_second: f64,
    /// At most.
    pub most: f64,
}

impl Rate {
    /// So much a second, and as much at once.
    pub fn new(per_second: u32, most: u32) -> Rate {
        Rate { per_second: f64::from(per_second.max(1)), most: f64::from(most.max(1)) }
    }
}

impl Purse {
    /// A full one.
    pub fn full(rate: Rate, now: Duration) -> Purse {
        Purse { left: rate.most, at: now }
    }

    fn fill(&mut self, rate: Rate, now: Duration) {
        let come = now.saturating_sub(self.at).as_secs_f64() * rate.per_second;
        (self.left, self.at) = ((self.left + come).min(rate.most), now);
    }

    /// Takes so much out, if it is there.
    pub fn spend(&mut self, rate: Rate, cost: f64, now: Duration) -> bool {
        self.fill(rate, now);
        let enough = self.left >= cost.min(rate.most);
        if enough {
            self.left -= cost.min(rate.most);
        }
        enough
    }

    /// Takes so much out, into debt if need be, and says how long that must be waited for.
    pub fn owe(&mut self, rate: Rate, cost: f64, now: Duration) -> Duration {
        self.fill(rate, now);
        self.left -= cost;
        Duration::from_secs_f64((-self.left).max(0.0) / rate.per_second)
    }
}

/// What a wish from a page asks of the server, beside a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// A bot's advice.
    Hint,
    /// Odds of a choice.
    Odds,
}

/// What peers share.
pub struct Shares {
    peers: Mutex<HashMap<IpAddr, Arc<Peer>>>,
    /// Long work in all: replays, situations, missions.
    long: Arc<Semaphore>,
    /// Tables that come from the store at a time.
    loads: Arc<Semaphore>,
    /// Passwords that are hashed at a time: each takes its own memory.
    hashes: Arc<Semaphore>,
    /// Games that are reviewed at a time.
    reviews: Arc<Semaphore>,
    /// Pages of one peer that are drawn at the same time: half of what the machine can do.
    turns: usize,
    rates: Rates,
    begun: Instant,
}

#[derive(Clone, Copy)]
struct Rates {
    wishes: Rate,
    hints: Rate,
    odds: Rate,
}

/// Games that are reviewed at a time, in all and for one peer: each is in memory for minutes.
const REVIEWS: usize = 32;
const REVIEWS_OF_A_PEER: usize = 2;

/// One page may have so much of what its peer may have.
const OF_ONE_PAGE: f64 = 0.25;
struct Purses {
    wishes: Purse,
    hints: Purse,
    odds: Purse,
}

struct Peer {
    purses: Mutex<Purses>,
    turns: Arc<Semaphore>,
    long: Arc<Semaphore>,
    loads: Arc<Semaphore>,
    hashes: Arc<Semaphore>,
    reviews: Arc<Semaphore>,
}

/// Whoever asks, with what is his.
#[derive(Clone)]
pub struct Asker {
    /// Where he asks from.
    pub address: IpAddr,
    peer: Option<Arc<Peer>>,
}

impl Asker {
    /// Does work on his behalf.
    pub async fn on_behalf<F: Future>(self, work: F) -> F::Output {
        ASKER.scope(self, work).await
    }

    /// Whoever this task works for, if it is for anybody, and if he is counted.
    pub fn current() -> Option<Asker> {
        ASKER.try_with(Clone::clone).ok().filter(|asker| asker.peer.is_some())
    }
}

impl Shares {
    /// The shares that the configuration asks for.
    pub fn new(config: &Config) -> Shares {
        let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Shares {
            peers: Mutex::default(),
            long: Arc::new(Semaphore::new((cores / 2).max(1))),
            loads: Arc::new(Semaphore::new(cores.max(2))),
            hashes: Arc::new(Semaphore::new((cores / 2).max(1))),
            reviews: Arc::new(Semaphore::new(REVIEWS)),
            turns: (cores / 2).max(1),
            rates: Rates {
                wishes: Rate::new(config.wishes_per_second, config.wish_burst),
                hints: Rate::new(config.hints_per_second, config.hints_per_second.saturating_mul(10)),
                odds: Rate::new(config.odds_per_second, config.odds_per_second.saturating_mul(5)),
            },
            begun: Instant::now(),
        }
    }

    /// Whoever asks from an address; one that is not limited has no purse.
    pub fn asker(&self, address: IpAddr, limited: bool) -> Asker {
        let peer = limited.then(|| self.lock().entry(address).or_insert_with(|| self.newcomer()).clone());
        Asker { address, peer }
    }

    fn newcomer(&self) -> Arc<Peer> {
        let (now, rates) = (self.begun.elapsed(), self.rates);
        Arc::new(Peer {
            purses: Mutex::new(Purses {
                wishes: Purse::full(rates.wishes, now),
                hints: Purse::full(rates.hints, now),
                odds: Purse::full(rates.odds, now),
            }),
            turns: Arc::new(Semaphore::new(self.turns)),
            long: Arc::new(Semaphore::new(1)),
            loads: Arc::new(Semaphore::new(1)),
            hashes: Arc::new(Semaphore::new(1)),
            reviews: Arc::new(Semaphore::new(REVIEWS_OF_A_PEER)),
        })
    }

    /// Forgets peers of whom nothing is open and whose purses are full again.
    pub fn tidy(&self) {
        let (now, rates) = (self.begun.elapsed(), self.rates);
        self.lock().retain(|_, peer| {
            let mut purses = peer.purses.lock().unwrap_or_else(PoisonError::into_inner);
            let mut full = true;
            let Purses { wishes, hints, odds } = &mut *purses;
            for (purse, rate) in [(wishes, rates.wishes), (hints, rates.hints), (odds, rates.odds)] {
                purse.fill(rate, now);
                full &= purse.left >= rate.most;
            }
            drop(purses);
            !full || Arc::strong_count(peer) > 1
        });
    }

    /// Peers that are remembered.
    #[cfg(test)]
    fn remembered(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Peer>>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The purse of one page of whoever asks.
    pub fn page(&self, asker: &Asker) -> Page {
        let (now, rates) = (self.begun.elapsed(), self.rates);
        Page {
            peer: asker.peer.clone(),
            rates,
            begun: self.begun,
            own: Purses {
                wishes: Purse::full(of_page(rates.wishes), now),
                hints: Purse::full(of_page(rates.hints), now),
                odds: Purse::full(of_page(rates.odds), now),
            },
        }
    }

    /// A turn to draw or look something up. Each peer has a few at once, so that whoever opens many pages waits for
    /// himself. Nobody waits for a turn while he holds a table.
    pub async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        self.turn_of(&Asker::current()?).await
    }

    /// The same for somebody whose request is long answered, and who still listens.
    pub async fn turn_of(&self, asker: &Asker) -> Option<OwnedSemaphorePermit> {
        let turns = asker.peer.as_ref()?.turns.clone();
        turns.acquire_owned().await.ok()
    }

    /// Carries out long work on a thread that serves nobody: one of each peer at a time, and few in all. `None` when the
    /// work panicked.
    pub async fn long<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Fault> {
        let own = Asker::current().and_then(|asker| asker.peer).map(|peer| peer.long.clone());
        aside(own, self.long.clone(), work).await
    }

    /// A place to review a game, to be held until that is done. Nobody waits for it: who has enough under way is told so.
    pub fn place_to_review(&self) -> Result<(Option<OwnedSemaphorePermit>, OwnedSemaphorePermit), Fault> {
        let busy =
            |_| Fault::busy("other games are being reviewed for you: try again when one of them is done");
        let all = self.reviews.clone().try_acquire_owned().map_err(busy)?;
        let own = Asker::current().and_then(|asker| asker.peer).map(|peer| peer.reviews.clone());
        Ok((own.map(Semaphore::try_acquire_owned).transpose().map_err(busy)?, all))
    }

    /// The same for a password: one of each peer at a time, and few in all.
    pub async fn hash<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Fault> {
        let own = Asker::current().and_then(|asker| asker.peer).map(|peer| peer.hashes.clone());
        aside(own, self.hashes.clone(), work).await
    }

    /// The same for what everybody needs sooner: a table that comes from the store.
    pub async fn load<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Fault> {
        let own = Asker::current().and_then(|asker| asker.peer).map(|peer| peer.loads.clone());
        aside(own, self.loads.clone(), work).await
    }
}

async fn aside<T: Send + 'static>(
    own: Option<Arc<Semaphore>>,
    all: Arc<Semaphore>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Fault> {
    let closed = |_| Fault::busy("the server is going down; try again in a moment");
    // First one's own place and then one among all: whoever waits for himself takes no place from others.
    let own = match own {
        Some(own) => Some(own.acquire_owned().await.map_err(closed)?),
        None => None,
    };
    let place = all.acquire_owned().await.map_err(closed)?;
    let done = tokio::task::spawn_blocking(move || {
        // Whoever stops waiting does not stop the work: it holds its places to the end.
        let _places = (own, place);
        work()
    });
    Ok(done.await.ok())
}

/// What one page may ask for: of its own purse, and of its peer's.
pub struct Page {
    peer: Option<Arc<Peer>>,
    own: Purses,
    rates: Rates,
    begun: Instant,
}

impl Page {
    /// A wish came. Whoever sends too many is read more slowly; nothing is lost.
    pub async fn wish(&mut self) {
        let wait = self.wish_at(self.begun.elapsed());
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
    }

    fn wish_at(&mut self, now: Duration) -> Duration {
        // No page needs so many, whoever's it is.
        let own = self.own.wishes.owe(of_page(self.rates.wishes), 1.0, now);
        let Some(peer) = &self.peer else { return own };
        let mut purses = peer.purses.lock().unwrap_or_else(PoisonError::into_inner);
        own.max(purses.wishes.owe(self.rates.wishes, 1.0, now))
    }

    /// Something beyond a decision is asked for; a kind word when that was too often.
    pub fn extra(&mut self, extra: Extra) -> Result<(), Fault> {
        self.extra_at(extra, self.begun.elapsed())
    }

    fn extra_at(&mut self, extra: Extra, now: Duration) -> Result<(), Fault> {
        let Some(peer) = &self.peer else { return Ok(()) };
        let mut purses = peer.purses.lock().unwrap_or_else(PoisonError::into_inner);
        let (own, all, rate, text) = match extra {
            Extra::Hint => {
                let text = "one hint at a time: ask again in a moment";
                (&mut self.own.hints, &mut purses.hints, self.rates.hints, text)
            }
            Extra::Odds => {
                let text = "odds take some reckoning: ask again in a moment";
                (&mut self.own.odds, &mut purses.odds, self.rates.odds, text)
            }
        };
        if own.spend(of_page(rate), 1.0, now) && all.spend(rate, 1.0, now) {
            Ok(())
        } else {
            Err(Fault::new(axum::http::StatusCode::TOO_MANY_REQUESTS, "too-fast", text))
        }
    }
}

/// What one page of a peer may have.
fn of_page(rate: Rate) -> Rate {
    Rate { per_second: (rate.per_second * OF_ONE_PAGE).max(1.0), most: (rate.most * OF_ONE_PAGE).max(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    const EVIL: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 66));
    const ADA: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 10));

    fn seconds(s: f64) -> Duration {
        Duration::from_secs_f64(s)
    }

    #[test]
    fn a_purse_fills_with_time_and_holds_so_much() {
        let rate = Rate::new(10, 20);
        let mut purse = Purse::full(rate, Duration::ZERO);
        assert_eq!((0..30).filter(|_| purse.spend(rate, 1.0, Duration::ZERO)).count(), 20);
        assert!(!purse.spend(rate, 1.0, seconds(0.05)));
        assert!(purse.spend(rate, 1.0, seconds(0.11)));
        assert_eq!((0..30).filter(|_| purse.spend(rate, 1.0, seconds(100.0))).count(), 20);
        // What costs more than it holds can be had when it is full.
        assert!(!purse.spend(rate, 99.0, seconds(101.0)));
        assert!(purse.spend(rate, 99.0, seconds(110.0)));
    }

    #[test]
    fn forty_pages_have_no_more_hints_than_their_peer_and_others_have_theirs() {
        let shares = Shares::new(&Config { hints_per_second: 4, ..Config::default() });
        let evil = shares.asker(EVIL, true);
        let mut pages: Vec<Page> = (0..40).map(|_| shares.page(&evil)).collect();
        let mut granted = 0;
        // Fifty hints a second each, for ten seconds.
        for tick in 0..500 {
            let now = seconds(f64::from(tick) / 50.0);
            granted += pages.iter_mut().filter_map(|p| p.extra_at(Extra::Hint, now).ok()).count();
        }
        assert!((60..=85).contains(&granted), "{granted} hints of 20,000");
        let fault = pages.iter_mut().find_map(|p| p.extra_at(Extra::Hint, seconds(10.0)).err()).unwrap();
        assert!(fault.text.contains("one hint at a time"), "{fault}");
        let mut ada = shares.page(&shares.asker(ADA, true));
        ada.extra_at(Extra::Hint, seconds(10.0)).unwrap();
        let mut local = shares.page(&shares.asker(EVIL, false));
        assert!((0..1000).all(|_| local.extra_at(Extra::Hint, seconds(10.0)).is_ok()));
    }

    #[test]
    fn whoever_wishes_too_much_waits_and_ordinary_play_does_not() {
        let shares = Shares::new(&Config { wishes_per_second: 100, wish_burst: 400, ..Config::default() });
        let mut evil = shares.page(&shares.asker(EVIL, true));
        let waits: Vec<Duration> = (0..300).map(|_| evil.wish_at(Duration::ZERO)).collect();
        assert!(waits[..100].iter().all(Duration::is_zero) && waits[299] > seconds(5.0), "{:?}", waits[299]);
        // Thirty people of one school, three wishes a second each, for a minute.
        let school = shares.asker(ADA, true);
        let mut pages: Vec<Page> = (0..30).map(|_| shares.page(&school)).collect();
        for tick in 0..180 {
            let now = seconds(f64::from(tick) / 3.0);
            assert!(pages.iter_mut().all(|page| page.wish_at(now).is_zero()), "at {now:?}");
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn long_work_of_one_peer_is_done_one_after_the_other() {
        let shares = Arc::new(Shares::new(&Config::default()));
        let (running, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let (shares, running, most) = (shares.clone(), running.clone(), most.clone());
            let asker = shares.asker(EVIL, true);
            tasks.spawn(asker.on_behalf(async move {
                let work = move || {
                    most.fetch_max(running.fetch_add(1, Relaxed) + 1, Relaxed);
                    thread::sleep(Duration::from_millis(20));
                    running.fetch_sub(1, Relaxed);
                };
                assert!(matches!(shares.long(work).await, Ok(Some(()))));
            }));
        }
        tasks.join_all().await;
        assert_eq!(most.load(Relaxed), 1);
        assert!(matches!(shares.long(|| panic!("on purpose")).await, Ok(None::<()>)));
    }

    #[tokio::test]
    async fn a_peer_has_a_few_turns_at_once_and_is_forgotten_when_he_is_gone() {
        let shares = Shares::new(&Config::default());
        let evil = shares.asker(EVIL, true);
        let held = evil
            .clone()
            .on_behalf(async {
                let mut held = Vec::new();
                for _ in 0..shares.turns {
                    held.push(shares.turn().await.unwrap());
                }
                let more = tokio::time::timeout(Duration::from_millis(20), shares.turn()).await;
                assert!(more.is_err(), "one turn too many was given");
                held
            })
            .await;
        let other = shares.asker(ADA, true).on_behalf(shares.turn()).await;
        assert!(other.is_some());
        assert!(shares.turn().await.is_none(), "whoever works for nobody needs no turn");
        drop((held, evil, other));
        shares.tidy();
        assert_eq!(shares.remembered(), 0);
    }
}
