//! `klaxon sim --record`: a line of JSON with the names of the features, then a row of bytes for each position.

use super::{Sim, each_value};
use crate::out;
use anyhow::{Context, Result, anyhow, ensure};
use klaxon_bots::record::{Recorded, Recording};
use klaxon_catalog::shelf::{self, Cover};
use klaxon_core::{Refusal, TableOrder, judgement::fingerprint};
use serde_json::json;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    process::ExitCode,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    thread,
};

/// Games that are kept in memory until all of them can be written in their order.
const BLOCK: u32 = 2_000;

impl Sim {
    pub(super) fn write_record(&self, file: &Path, scenarios: &[String], threads: usize) -> Result<ExitCode> {
        let cover = shelf::game(&self.game).with_context(|| shelf::no_such_game(&self.game).text)?;
        let options = each_value(&self.options)?;
        let orders: Vec<TableOrder> = scenarios
            .iter()
            .flat_map(|scenario| {
                options.iter().map(|options| TableOrder {
                    scenario: scenario.clone(),
                    seats: self.seats,
                    options: options.clone(),
                    edition: self.edition,
                    ..TableOrder::default()
                })
            })
            .collect();
        let mut to =
            BufWriter::new(File::create(file).with_context(|| format!("cannot write {}", file.display()))?);
        let bar = out::progress(u64::from(self.games), "games");
        let (mut names, mut rows) = (Vec::new(), 0u64);
        for first in (0..self.games).step_by(BLOCK as usize) {
            let block = first..(first + BLOCK).min(self.games);
            let played =
                self.play_block(cover, &orders, block.clone(), threads).map_err(|r| anyhow!("{r}"))?;
            for (game, recorded) in block.zip(played) {
                if names.is_empty() && !recorded.names.is_empty() {
                    names = recorded.names;
                    let fingerprint = format!("{:016x}", fingerprint(&names));
                    let search = self.depth.map(|b| format!("{}x{}", b.rounds, b.horizon));
                    let head = json!({ "game": self.game, "fingerprint": fingerprint, "search": search, "features": names });
                    writeln!(to, "{head}")?;
                }
                for row in &recorded.rows {
                    to.write_all(&game.to_le_bytes())?;
                    to.write_all(&(row.result as u16).to_le_bytes())?;
                    to.write_all(&(row.appraised as u16).to_le_bytes())?;
                    let bytes: Vec<u8> = row.features.iter().map(|f| f.to_le_bytes()[0]).collect();
                    to.write_all(&bytes)?;
                    rows += 1;
                }
            }
            bar.inc(u64::from(BLOCK.min(self.games - first)));
        }
        to.flush()?;
        bar.finish_and_clear();
        ensure!(rows > 0, "nothing is learned of these games: their judgement is written by hand");
        out::line(format!(
            "{rows} positions of {} games with {} features in {}",
            self.games,
            names.len(),
            file.display()
        ))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The games of a block, in their order. The scenarios take turns.
    fn play_block(
        &self,
        cover: &Cover,
        orders: &[TableOrder],
        block: std::ops::Range<u32>,
        threads: usize,
    ) -> Result<Vec<Recorded>, Refusal> {
        let next = AtomicU32::new(block.start);
        let done = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= block.end {
                            return;
                        }
                        let order = &orders[game as usize % orders.len()];
                        let plan = Recording {
                            seed: self.seed + u64::from(game),
                            rows: self.rows,
                            search: self.depth,
                        };
                        let recorded = cover.rulebook.record(order, &plan);
                        done.lock().expect("no thread panics holding it").push((game, recorded));
                    }
                });
            }
        });
        let mut done = done.into_inner().expect("all threads are done");
        done.sort_by_key(|(game, _)| *game);
        done.into_iter().map(|(_, recorded)| recorded).collect()
    }
}
