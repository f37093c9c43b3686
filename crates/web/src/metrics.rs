//! Counters for whoever watches the server, in Prometheus' text form.

use crate::state::AppState;
use klaxon_store::COMMIT_BUCKETS_US;
use std::{
    fmt::Write,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

/// Upper bounds of time buckets in microseconds.
const BUCKETS_US: [u64; 10] =
    [100, 500, 1_000, 5_000, 20_000, 100_000, 500_000, 1_000_000, 2_500_000, 10_000_000];

/// A histogram of times.
#[derive(Default, Debug)]
pub struct Times {
    buckets: [AtomicU64; BUCKETS_US.len() + 1],
    sum_us: AtomicU64,
}

impl Times {
    /// Notes one.
    pub fn note(&self, took: Duration) {
        let us = took.as_micros() as u64;
        self.buckets[BUCKETS_US.partition_point(|bound| *bound < us)].fetch_add(1, Relaxed);
        self.sum_us.fetch_add(us, Relaxed);
    }

    /// How many were noted.
    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.load(Relaxed)).sum()
    }

    fn print(&self, out: &mut String, name: &str, help: &str) {
        let counts = self.buckets.each_ref().map(|b| b.load(Relaxed));
        histogram(out, name, help, &BUCKETS_US, &counts, self.sum_us.load(Relaxed));
    }
}

/// What has happened since the start.
#[derive(Default, Debug)]
pub struct Metrics {
    /// Requests by the first digit of the status: 1xx to 5xx.
    requests: [AtomicU64; 5],
    /// How long requests took.
    pub request_times: Times,
    /// Decisions, undos and ticks made durable.
    pub moves: AtomicU64,
    /// Decisions refused.
    pub refusals: AtomicU64,
    /// From the wish to append until it is durable.
    pub append_times: Times,
    /// How long bots waited for a thread.
    pub bot_waits: Times,
    /// How long bots thought.
    pub bot_times: Times,
    /// How long pictures took to paint.
    pub picture_times: Times,
    /// Connections that found no place.
    pub turned_away: AtomicU64,
    /// Tables that a fault of the program has stopped.
    pub frozen: AtomicU64,
    /// Decisions that a fault of the program kept from being judged.
    pub unjudged: AtomicU64,
    /// Tables created.
    pub opened: AtomicU64,
}

impl Metrics {
    /// Notes an answered request.
    pub fn answered(&self, status: u16, took: Duration) {
        self.requests[usize::from(status / 100).clamp(1, 5) - 1].fetch_add(1, Relaxed);
        self.request_times.note(took);
    }
}

/// All of it as text.
pub fn print(state: &AppState) -> String {
    let m = &state.metrics;
    let mut out = String::with_capacity(4096);
    head(&mut out, "klaxon_requests_total", "counter", "Requests by class of status.");
    for (i, count) in m.requests.iter().enumerate() {
        line(&mut out, &format!("klaxon_requests_total{{status=\"{}xx\"}}", i + 1), count.load(Relaxed));
    }
    m.request_times.print(&mut out, "klaxon_request_seconds", "How long requests took.");
    single(&mut out, "klaxon_tables_live", "gauge", "Tables in memory.", state.tables.count() as u64);
    single(&mut out, "klaxon_connections", "gauge", "Open pages and streams.", state.connections() as u64);
    single(
        &mut out,
        "klaxon_lines",
        "gauge",
        "Open lines, whatever they are for.",
        state.lines.count() as u64,
    );
    let turned_away = m.turned_away.load(Relaxed);
    single(&mut out, "klaxon_turned_away_total", "counter", "Connections that found no place.", turned_away);
    single(&mut out, "klaxon_tables_opened_total", "counter", "Tables created.", m.opened.load(Relaxed));
    single(
        &mut out,
        "klaxon_moves_total",
        "counter",
        "Decisions, undos and ticks made durable.",
        m.moves.load(Relaxed),
    );
    single(&mut out, "klaxon_refusals_total", "counter", "Decisions refused.", m.refusals.load(Relaxed));
    single(
        &mut out,
        "klaxon_frozen_total",
        "counter",
        "Tables stopped by a fault of the program.",
        m.frozen.load(Relaxed),
    );
    single(
        &mut out,
        "klaxon_unjudged_total",
        "counter",
        "Decisions that a fault of the program kept from being judged.",
        m.unjudged.load(Relaxed),
    );
    m.append_times.print(&mut out, "klaxon_append_seconds", "From the wish to append until it is durable.");
    m.bot_waits.print(&mut out, "klaxon_bot_wait_seconds", "How long bots waited for a thread.");
    m.bot_times.print(&mut out, "klaxon_bot_seconds", "How long bots thought about a decision.");
    m.picture_times.print(&mut out, "klaxon_picture_seconds", "How long pictures of tables took to paint.");
    single(
        &mut out,
        "klaxon_bot_queue",
        "gauge",
        "Bots that wait for a thread.",
        state.thinkers.waiting() as u64,
    );
    let warnings = state.store.warnings().len() as u64;
    single(
        &mut out,
        "klaxon_store_warnings",
        "gauge",
        "What was wrong with the store at the start.",
        warnings,
    );
    let s = state.store.stats();
    single(&mut out, "klaxon_store_appends_total", "counter", "Entries appended.", s.appends);
    single(&mut out, "klaxon_store_conflicts_total", "counter", "Appends that came too late.", s.conflicts);
    single(&mut out, "klaxon_store_failures_total", "counter", "Transactions rolled back.", s.failures);
    single(&mut out, "klaxon_store_notices_total", "counter", "Letters to other servers.", s.notices);
    single(
        &mut out,
        "klaxon_store_queue",
        "gauge",
        "Requests that wait for the next transaction.",
        s.queue as u64,
    );
    if let Some(bytes) = resident_memory() {
        single(&mut out, "process_resident_memory_bytes", "gauge", "Memory that the server holds.", bytes);
    }
    let help = "How long commits took.";
    histogram(
        &mut out,
        "klaxon_store_commit_seconds",
        help,
        &COMMIT_BUCKETS_US,
        &s.commit_buckets,
        s.commit_sum_us,
    );
    out
}

/// What the system says of our memory; `None` where it does not say it in Linux's way.
fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("writing to a string works");
}

fn line(out: &mut String, name: &str, value: impl std::fmt::Display) {
    writeln!(out, "{name} {value}").expect("writing to a string works");
}

fn single(out: &mut String, name: &str, kind: &str, help: &str, value: u64) {
    head(out, name, kind, help);
    line(out, name, value);
}

fn histogram(out: &mut String, name: &str, help: &str, bounds_us: &[u64], counts: &[u64], sum_us: u64) {
    head(out, name, "histogram", help);
    let mut total = 0;
    for (bound, count) in bounds_us.iter().zip(counts) {
        total += count;
        line(out, &format!("{name}_bucket{{le=\"{}\"}}", seconds(*bound)), total);
    }
    total += counts.last().copied().unwrap_or(0);
    line(out, &format!("{name}_bucket{{le=\"+Inf\"}}"), total);
    line(out, &format!("{name}_sum"), seconds(sum_us));
    line(out, &format!("{name}_count"), total);
}

fn seconds(us: u64) -> String {
    format!("{}.{:06}", us / 1_000_000, us % 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let times = Times::default();
        for us in [50, 100, 101, 99_000_000] {
            times.note(Duration::from_micros(us));
        }
        let mut out = String::new();
        times.print(&mut out, "x", "y");
        assert!(out.contains("x_bucket{le=\"0.000100\"} 2\n"), "{out}");
        assert!(out.contains("x_bucket{le=\"0.000500\"} 3\n"), "{out}");
        assert!(out.contains("x_bucket{le=\"+Inf\"} 4\n"), "{out}");
        assert!(out.contains("x_count 4\n"), "{out}");
    }
}
