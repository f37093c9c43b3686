//! `klaxon check`.

use crate::out;
use anyhow::{Context, Result};
use clap::Args;
use klaxon_core::log::{Parting, Proof};
use klaxon_store::{At, Filter, Store, Table as Stored};
use serde_json::{Value, json};
use std::{collections::BTreeMap, process::ExitCode, sync::Arc, thread};
use tokio::{sync::Semaphore, task::JoinSet};

/// Tables of one page of the list.
const PAGE: u32 = 500;

/// Open every table of a store or backup, as before an upgrade, and say which would not go on and why.
///
/// Nothing is changed: the store is opened for reading only, also beside a running server. Every log is run again by the
/// rules of this program, and a game that still runs must have something to decide. The exit code is 0 when every table
/// goes on, 1 when one does not, 2 when the store cannot be read.
#[derive(Args)]
pub struct Check {
    /// The store's folder or file, a backup, or a database (`postgres://…`)
    #[arg(value_parser = crate::place::place)]
    store: At,
    #[command(flatten)]
    packs: crate::pack::Packs,
    /// Tables at a time
    #[arg(long)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was found out about one table.
struct Found {
    stored: Stored,
    verdict: Result<Proof, Parting>,
}

impl Check {
    pub fn run(self) -> Result<ExitCode> {
        self.packs.install()?;
        // Rules that stumble over a log are a finding like any other, told in the report.
        std::panic::set_hook(Box::new(|_| {}));
        tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(self.check())
    }

    async fn check(self) -> Result<ExitCode> {
        let store = self
            .store
            .open_read_only()
            .await
            .with_context(|| format!("cannot read the store {}", self.store))?;
        for warning in store.warnings() {
            eprintln!("klaxon: {warning}");
        }
        let tables = list(&store).await?;
        let bar = out::progress(tables.len() as u64, "checking");
        let threads = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let places = Arc::new(Semaphore::new(threads.max(1)));
        let mut jobs = JoinSet::new();
        let mut report = Report::default();
        for stored in tables {
            let place = places.clone().acquire_owned().await?;
            let entries = store.entries(&stored.id, 0).await?;
            jobs.spawn_blocking(move || {
                let verdict = klaxon_web::check(&stored, &entries);
                drop(place);
                Found { stored, verdict }
            });
            while let Some(found) = jobs.try_join_next() {
                report.note(&bar, found?);
            }
        }
        while let Some(found) = jobs.join_next().await {
            report.note(&bar, found?);
        }
        bar.finish_and_clear();
        report.tell(self.json)
    }
}

/// All tables, newest first.
pub async fn list(store: &Store) -> Result<Vec<Stored>> {
    let mut all: Vec<Stored> = Vec::new();
    loop {
        let before = all.last().map(|table| table.seq);
        let page = store.list(Filter { limit: PAGE, before, ..Filter::default() }).await?;
        if page.is_empty() {
            return Ok(all);
        }
        all.extend(page);
    }
}

#[derive(Default)]
struct Report {
    /// Tables and those that go on, by game.
    games: BTreeMap<String, (u32, u32)>,
    proof: Proof,
    stuck: Vec<(Stored, Parting)>,
}

impl Report {
    fn note(&mut self, bar: &indicatif::ProgressBar, found: Found) {
        bar.inc(1);
        let game = self.games.entry(found.stored.game.clone()).or_default();
        game.0 += 1;
        match found.verdict {
            Ok(proof) => {
                game.1 += 1;
                self.proof.exact += proof.exact;
                self.proof.by_digest += proof.by_digest;
                self.proof.by_rules += proof.by_rules;
            }
            Err(parting) => self.stuck.push((found.stored, parting)),
        }
    }

    fn tell(mut self, as_json: bool) -> Result<ExitCode> {
        self.stuck.sort_by_key(|(stored, _)| std::cmp::Reverse(stored.seq));
        if as_json {
            let games = self
                .games
                .iter()
                .map(|(game, (tables, go_on))| json!({ "game": game, "tables": tables, "go-on": go_on }));
            let stuck = self.stuck.iter().map(|(stored, parting)| {
                json!({ "table": stored.id, "game": stored.game, "state": stored.state.to_string(), "entries": stored.n,
                    "entry": entry(parting), "why": parting.to_string() })
            });
            out::json(&json!({ "games": games.collect::<Vec<Value>>(), "proof": self.proof,
                "stuck": stuck.collect::<Vec<Value>>() }))?;
            return Ok(self.code());
        }
        for (stored, parting) in &self.stuck {
            let at = entry(parting).map_or(String::new(), |n| format!(" at entry {n} of {}", stored.n));
            out::line(format!("{}  {}, {}: would not go on{at}", stored.id, stored.game, stored.state))?;
            out::line(format!("    {parting}"))?;
        }
        for (game, (tables, go_on)) in &self.games {
            let tables_word = if *tables == 1 { "table" } else { "tables" };
            let how = if go_on == tables { "all go on".into() } else { format!("{go_on} go on") };
            out::line(format!("{game:<12} {tables:>6} {tables_word}, {how}"))?;
        }
        if self.games.is_empty() {
            out::line("no games are stored yet")?;
        }
        for line in crate::replay::proven(&self.proof) {
            out::line(line)?;
        }
        Ok(self.code())
    }

    fn code(&self) -> ExitCode {
        ExitCode::from(u8::from(!self.stuck.is_empty()))
    }
}

/// The entry at which a log parts from the rules.
fn entry(parting: &Parting) -> Option<u32> {
    match parting {
        Parting::Entry { n, .. } => Some(*n),
        Parting::Unreadable { line, .. } => u32::try_from(*line).ok().and_then(|line| line.checked_sub(1)),
        Parting::Foreign(_) | Parting::Luck { .. } => None,
    }
}
