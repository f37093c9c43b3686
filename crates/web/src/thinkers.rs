//! Threads on which bots think, away from those that serve pages. Whose bot comes next is decided in [`fair`].

mod fair;

pub use fair::{Account, Class};

use crate::config::Config;
use fair::{Allowance, Fair, Thread, Ticket};
use klaxon_bots::{Level, Thought};
use klaxon_catalog::Table;
use klaxon_core::{Seat, panic_text};
use serde_json::Value;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The most bots that may wait for a thread; more are turned away.
const LONGEST_QUEUE: usize = 4096;
/// The most of one peer.
const LONGEST_OF_A_PEER: usize = 512;

/// A pool of threads for bots.
pub struct Thinkers {
    queue: Arc<Queue>,
}

struct Queue {
    jobs: Mutex<(Fair<Job>, bool)>,
    wake: Condvar,
    begun: Instant,
}

/// What a bot is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A decision of a bot of this level.
    Decision(Level),
    /// Advice for whoever decides himself.
    Advice,
}

/// What a bot is asked, and on whose account.
pub struct Question {
    /// The table as it stands.
    pub table: Box<Table>,
    /// The seat to decide for.
    pub seat: Seat,
    /// A decision, or advice.
    pub wanted: Wanted,
    /// Its luck.
    pub salt: u64,
    /// What others have asked of the seat.
    pub asked: Vec<(Seat, String)>,
    /// Whose time it takes.
    pub account: Account,
    /// Who waits for it.
    pub class: Class,
}

struct Job {
    work: Work,
    asked: Instant,
}

/// What a thread does.
enum Work {
    Think(Question, Option<oneshot::Sender<Answer>>),
    /// Something else that takes as long as a bot's thought, such as a look at a past decision.
    Look(Option<Box<dyn FnOnce() + Send>>),
}

/// What a bot came to.
#[derive(Debug, Default)]
pub struct Answer {
    /// Its choice; `None` when nothing is asked, or when the bot stumbled.
    pub thought: Option<Thought>,
    /// That choice in full.
    pub action: Option<Value>,
    /// Of advice: what would follow, as buttons read.
    pub plan: Vec<String>,
    /// The bot panicked.
    pub stumbled: bool,
    /// How long it waited for a thread.
    pub waited: Duration,
    /// How long it thought.
    pub took: Duration,
}

impl Thinkers {
    /// Starts the threads: as many as are set, or one less than the machine has cores, and one in reserve.
    pub fn start(config: &Config) -> Thinkers {
        let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let threads = if config.bot_threads == 0 { (cores - 1).max(1) } else { config.bot_threads };
        let allowance = Allowance {
            waiting: LONGEST_OF_A_PEER,
            waiting_in_all: LONGEST_QUEUE,
            seconds_a_minute: config.bot_seconds_a_minute,
        };
        let jobs = Mutex::new((Fair::new(allowance), false));
        let queue = Arc::new(Queue { jobs, wake: Condvar::new(), begun: Instant::now() });
        for i in 0..=threads {
            let queue = queue.clone();
            let kind = if i < threads { Thread::Any } else { Thread::Reserve };
            let name = format!("bot-{i}");
            thread::Builder::new()
                .name(name)
                .spawn(move || queue.work(kind))
                .expect("a thread can be started");
        }
        Thinkers { queue }
    }

    /// Asks a bot. `None` when too many wait already.
    pub fn ask(&self, question: Question) -> Option<oneshot::Receiver<Answer>> {
        let (answer, receiver) = oneshot::channel();
        let (account, class) = (question.account.clone(), question.class);
        let guess = guess(question.wanted);
        self.line_up(&account, class, guess, Work::Think(question, Some(answer)))?;
        Some(receiver)
    }

    /// Looks at something for as long as a strong bot thinks, on the same threads and by the same shares. `None` when too many
    /// wait already; what is returned ends without an answer where the look stumbled.
    pub fn look<T: Send + 'static>(
        &self,
        account: &Account,
        class: Class,
        look: impl FnOnce() -> T + Send + 'static,
    ) -> Option<oneshot::Receiver<T>> {
        let (answer, receiver) = oneshot::channel();
        let look = move || drop(answer.send(look()));
        let guess = guess(Wanted::Decision(Level::Hard));
        self.line_up(account, class, guess, Work::Look(Some(Box::new(look))))?;
        Some(receiver)
    }

    fn line_up(&self, account: &Account, class: Class, guess: Duration, work: Work) -> Option<()> {
        let job = Job { work, asked: Instant::now() };
        self.queue.lock().0.push(account, class, guess, job).ok()?;
        // Not every thread takes every job.
        self.queue.wake.notify_all();
        Some(())
    }

    /// Bots that wait for a thread.
    pub fn waiting(&self) -> usize {
        self.queue.lock().0.waiting()
    }
}

/// About how long a bot thinks, for the first reckoning.
fn guess(wanted: Wanted) -> Duration {
    Duration::from_millis(match wanted {
        Wanted::Decision(Level::Random | Level::Easy) => 2,
        Wanted::Decision(Level::Normal) | Wanted::Advice => 150,
        Wanted::Decision(Level::Hard) => 1000,
        Wanted::Decision(Level::Expert) => 2500,
    })
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut jobs = self.queue.lock();
        jobs.1 = true;
        drop(jobs);
        self.queue.wake.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, (Fair<Job>, bool)> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, kind: Thread) {
        step_back(kind);
        loop {
            let mut jobs = self.lock();
            let mut ticket = loop {
                // What waits at the end is forgotten with the queue.
                if jobs.1 {
                    return;
                }
                if let Some(ticket) = jobs.0.pop(kind, self.begun.elapsed()) {
                    break ticket;
                }
                jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            };
            drop(jobs);
            let took = think(&mut ticket);
            self.lock().0.done(&ticket, took, self.begun.elapsed());
            // Somebody may have waited for just this peer to be done.
            self.wake.notify_all();
        }
    }
}

/// Those who play come first on a busy machine, whatever bots think about. The reserve is for those who wait for a bot.
#[cfg(target_os = "linux")]
fn step_back(kind: Thread) {
    let nice = match kind {
        Thread::Any => 5,
        Thread::Reserve => 0,
    };
    // Here, and only here, this speaks of the thread that says it.
    if let Err(error) = rustix::process::setpriority_process(None, nice) {
        tracing::debug!(%error, "a bot's thread cannot step back");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back(_: Thread) {}

/// Thinks, answers, and says how long it took.
fn think(ticket: &mut Ticket<Job>) -> Duration {
    let (waited, begun) = (ticket.job.asked.elapsed(), Instant::now());
    let (question, answer) = match &mut ticket.job.work {
        Work::Think(question, answer) => (question, answer),
        Work::Look(look) => {
            if let Some(look) = look.take() {
                unless_it_panics(|| {
                    look();
                    Some(())
                });
            }
            return begun.elapsed();
        }
    };
    // Nobody waits any more when the table has left the memory meanwhile.
    let Some(answer) = answer.take().filter(|answer| !answer.is_closed()) else { return Duration::ZERO };
    let Question { table, seat, wanted, salt, asked, .. } = question;
    let think = || {
        let (thought, plan) = match wanted {
            Wanted::Decision(level) => (table.think_heeding(*seat, *level, *salt, asked)?, Vec::new()),
            Wanted::Advice => table.advise(*seat, *salt).map(|advice| (advice.thought, advice.plan))?,
        };
        let chosen = table.choices(*seat).into_iter().nth(thought.index);
        Some((thought, chosen.map(|choice| choice.action), plan))
    };
    let (thought, stumbled) = unless_it_panics(think);
    let (thought, action, plan) = match thought {
        Some((thought, action, plan)) => (Some(thought), action, plan),
        None => (None, None, Vec::new()),
    };
    let took = begun.elapsed();
    drop(answer.send(Answer { thought, action, plan, stumbled, waited, took }));
    took
}

/// What comes of thinking, labels of the choices included: a panic in any of it is that bot's stumble. It must not take the
/// thread along, on which every other table's bots think too.
fn unless_it_panics<T>(think: impl FnOnce() -> Option<T>) -> (Option<T>, bool) {
    match catch_unwind(AssertUnwindSafe(think)) {
        Ok(thought) => (thought, false),
        Err(panic) => {
            tracing::error!(why = panic_text(&*panic), "a bot stumbled");
            (None, true)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A label that panics is one bot's stumble; whoever thinks next on the thread thinks on.
    #[test]
    fn a_label_that_panics_makes_one_bot_stumble() {
        let label =
            |n: usize| -> String { if n == 1 { panic!("this choice has no label") } else { "pass".into() } };
        let think = |n: usize| {
            let thought = Some(n)?;
            Some((thought, label(thought)))
        };
        assert_eq!(unless_it_panics(|| think(1)), (None, true));
        assert_eq!(unless_it_panics(|| think(0)), (Some((0, "pass".into())), false));
        assert_eq!(unless_it_panics(|| None::<u8>), (None, false));
    }
}
