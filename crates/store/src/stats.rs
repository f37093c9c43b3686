//! Counters for whoever watches the store.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the commit time's buckets, in microseconds; one more bucket takes what is slower.
pub const COMMIT_BUCKETS_US: [u64; 10] =
    [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000, 500_000, 2_000_000];

/// What the store has done since it was opened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Entries appended and durable.
    pub appends: u64,
    /// Appends refused because their number was not the next one.
    pub conflicts: u64,
    /// Writing requests of all kinds that were answered after a commit.
    pub writes: u64,
    /// Transactions committed.
    pub batches: u64,
    /// Transactions that failed and were rolled back.
    pub failures: u64,
    /// Letters with notices sent to other servers.
    pub notices: u64,
    /// Requests that wait for the next transaction now.
    pub queue: usize,
    /// How often a commit took up to [`COMMIT_BUCKETS_US`], not added up; the last number is all that was slower.
    pub commit_buckets: [u64; COMMIT_BUCKETS_US.len() + 1],
    /// The time all commits took together, in microseconds.
    pub commit_sum_us: u64,
}

impl Stats {
    /// Adds what another database of the same store has done.
    pub(crate) fn add(&mut self, more: &Stats) {
        for (sum, n) in [
            (&mut self.appends, more.appends),
            (&mut self.conflicts, more.conflicts),
            (&mut self.writes, more.writes),
            (&mut self.batches, more.batches),
            (&mut self.failures, more.failures),
            (&mut self.notices, more.notices),
            (&mut self.commit_sum_us, more.commit_sum_us),
        ] {
            *sum += n;
        }
        self.queue += more.queue;
        for (sum, n) in self.commit_buckets.iter_mut().zip(more.commit_buckets) {
            *sum += n;
        }
    }
}

/// The live counters behind [`Stats`].
#[derive(Default)]
pub(crate) struct Counters {
    pub appends: AtomicU64,
    pub conflicts: AtomicU64,
    pub writes: AtomicU64,
    pub batches: AtomicU64,
    pub failures: AtomicU64,
    commit_buckets: [AtomicU64; COMMIT_BUCKETS_US.len() + 1],
    commit_sum_us: AtomicU64,
}

impl Counters {
    pub fn add(counter: &AtomicU64, n: u64) {
        counter.fetch_add(n, Ordering::Relaxed);
    }

    pub fn committed(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let bucket = COMMIT_BUCKETS_US.partition_point(|bound| *bound < us);
        Counters::add(&self.commit_buckets[bucket], 1);
        Counters::add(&self.commit_sum_us, us);
        Counters::add(&self.batches, 1);
    }

    pub fn read(&self, queue: usize) -> Stats {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Stats {
            appends: get(&self.appends),
            conflicts: get(&self.conflicts),
            writes: get(&self.writes),
            batches: get(&self.batches),
            failures: get(&self.failures),
            notices: 0,
            queue,
            commit_buckets: std::array::from_fn(|i| get(&self.commit_buckets[i])),
            commit_sum_us: get(&self.commit_sum_us),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_falls_into_the_first_bucket_that_holds_it() {
        let counters = Counters::default();
        for us in [0, 250, 251, 3_000_000] {
            counters.committed(Duration::from_micros(us));
        }
        let stats = counters.read(0);
        assert_eq!(stats.commit_buckets, [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
        assert_eq!((stats.batches, stats.commit_sum_us), (4, 3_000_501));
    }
}
