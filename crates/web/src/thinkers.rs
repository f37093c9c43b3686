//! Threads on which bots think, away from those that serve pages.

use klaxon_bots::{Level, Thought, decide};
use klaxon_catalog::Table;
use klaxon_core::Seat;
use serde_json::Value;
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;

/// The most bots that may wait for a thread; more are turned away.
const LONGEST_QUEUE: usize = 4096;

/// A pool of threads for bots.
#[derive(Debug)]
pub struct Thinkers {
    queue: Arc<Queue>,
}

#[derive(Debug)]
struct Queue {
    jobs: Mutex<(VecDeque<Job>, bool)>,
    wake: Condvar,
}

struct Job {
    table: Box<Table>,
    seat: Seat,
    level: Level,
    salt: u64,
    answer: oneshot::Sender<Answer>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("seat", &self.seat).field("level", &self.level).finish_non_exhaustive()
    }
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
    /// How long it thought.
    pub took: Duration,
}

impl Thinkers {
    /// Starts the threads; 0 for one less than the machine has cores.
    pub fn start(threads: usize) -> Thinkers {
        let cores = thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let threads = if threads == 0 { (cores - 1).max(1) } else { threads };
        let queue = Arc::new(Queue { jobs: Mutex::default(), wake: Condvar::new() });
        for i in 0..threads {
            let queue = queue.clone();
            let name = format!("bot-{i}");
            thread::Builder::new().name(name).spawn(move || queue.work()).expect("a thread can be started");
        }
        Thinkers { queue }
    }

    /// Asks a bot. `None` when too many wait already.
    pub fn ask(
        &self,
        table: Box<Table>,
        seat: Seat,
        level: Level,
        salt: u64,
    ) -> Option<oneshot::Receiver<Answer>> {
        let (answer, receiver) = oneshot::channel();
        let mut jobs = self.queue.lock();
        if jobs.0.len() >= LONGEST_QUEUE {
            return None;
        }
        jobs.0.push_back(Job { table, seat, level, salt, answer });
        drop(jobs);
        self.queue.wake.notify_one();
        Some(receiver)
    }

    /// Bots that wait for a thread.
    pub fn waiting(&self) -> usize {
        self.queue.lock().0.len()
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut jobs = self.queue.lock();
        jobs.0.clear();
        jobs.1 = true;
        drop(jobs);
        self.queue.wake.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, (VecDeque<Job>, bool)> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        loop {
            let mut jobs = self.lock();
            let job = loop {
                if let Some(job) = jobs.0.pop_front() {
                    break job;
                }
                if jobs.1 {
                    return;
                }
                jobs = self.wake.wait(jobs).unwrap_or_else(PoisonError::into_inner);
            };
            drop(jobs);
            if job.answer.is_closed() {
                continue;
            }
            let begun = Instant::now();
            let result = catch_unwind(AssertUnwindSafe(|| decide(&job.table, job.seat, job.level, job.salt)));
            let stumbled = result.is_err();
            let thought = result.ok().flatten();
            let chosen = thought.as_ref().and_then(|t| job.table.choices(job.seat).into_iter().nth(t.index));
            let action = chosen.map(|choice| choice.action);
            let answer = Answer { thought, action, stumbled, took: begun.elapsed() };
            // Nobody waits any more when the table has left the memory meanwhile.
            drop(job.answer.send(answer));
        }
    }
}
