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

/// What a bot is asked, and on whose account.
pub struct Question {
    /// The table as it stands.
    pub table: Box<Table>,
    /// The seat to decide for.
    pub seat: Seat,
    /// How strong the bot is.
    pub level: Level,
    /// Its luck.
    pub salt: u64,
    /// Whose time it takes.
    pub account: Account,
    /// Who waits for it.
    pub class: Class,
}

struct Job {
    question: Question,
    answer: Option<oneshot::Sender<Answer>>,
    asked: Instant,
}

/// What a bot came to.
#[derive(Debug, Default)]
pub struct Answer {
    /// Its choice; `None` when nothing is asked, or when the bot stumbled.
    pub thought: Option<Thought>,
    /// That choice in full.
    pub action: Option<Value>,
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
        let guess = guess(question.level);
        let job = Job { question, answer: Some(answer), asked: Instant::now() };
        self.queue.lock().0.push(&account, class, guess, job).ok()?;
        // Not every thread takes every job.
        self.queue.wake.notify_all();
        Some(receiver)
    }

    /// Bots that wait for a thread.
    pub fn waiting(&self) -> usize {
        self.queue.lock().0.waiting()
    }
}

/// About how long a bot thinks, for the first reckoning.
fn guess(level: Level) -> Duration {
    Duration::from_millis(match level {
        Level::Random | Level::Easy => 2,
        Level::Normal => 150,
        Level::Hard => 1000,
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
    let job = &mut ticket.job;
    // Nobody waits any more when the table has left the memory meanwhile.
    let Some(answer) = job.answer.take().filter(|answer| !answer.is_closed()) else { return Duration::ZERO };
    let (waited, begun) = (job.asked.elapsed(), Instant::now());
    let Question { table, seat, level, salt, .. } = &job.question;
    let think = || {
        let thought = table.think(*seat, *level, *salt)?;
        let chosen = table.choices(*seat).into_iter().nth(thought.index);
        Some((thought, chosen.map(|choice| choice.action)))
    };
    let (thought, stumbled) = unless_it_panics(think);
    let (thought, action) = thought.map_or((None, None), |(thought, action)| (Some(thought), action));
    let took = begun.elapsed();
    drop(answer.send(Answer { thought, action, stumbled, waited, took }));
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
