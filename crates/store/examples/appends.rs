//! Durable appends a second, for 1, 16, 64 and 256 tables that are played at once.
//!
//! `cargo run --release -p klaxon-store --example appends [seconds per line] [folder]`
//!
//! Each table waits for its append to be on the disk before it makes the next, as a game does.

use klaxon_store::{NewTable, Store, TableState};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let seconds: f64 = args.next().map_or(Ok(3.0), |text| text.parse())?;
    let folder = args.next().map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("klaxon-appends-{}", std::process::id()));
    println!("tables   appends/s   batch   median ms   99% ms   commit ms");
    for tables in [1, 16, 64, 256] {
        let path = folder.join(format!("{tables}.db"));
        let result = measure(path, tables, Duration::from_secs_f64(seconds)).await;
        if result.is_err() {
            std::fs::remove_dir_all(&folder)?;
        }
        result?;
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

async fn measure(path: PathBuf, tables: u32, time: Duration) -> Result<(), Box<dyn std::error::Error>> {
    let store = Store::open(path).await?;
    for t in 0..tables {
        store
            .create(NewTable {
                id: format!("01J9ZK3V7Q8W{t:08}"),
                game: "red-alert".into(),
                created_at: 0,
                header: "h".repeat(800),
                meta: "m".repeat(400),
                state: TableState::Playing,
                owner: None,
                listed: true,
            })
            .await?;
    }
    let before = store.stats();
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for t in 0..tables {
        let store = store.clone();
        tasks.spawn(async move {
            let id = format!("01J9ZK3V7Q8W{t:08}");
            let mut latencies = Vec::new();
            let mut n = 0;
            while start.elapsed() < time {
                n += 1;
                let line = format!(
                    r#"{{"n":{n},"at":1790000000000,"in":{{"act":{{"seat":1,"q":{n},"do":{{"move":{{"unit":17,"to":"D5"}}}}}}}},"hash":"5f0c9a1277e3b4d8"}}"#
                );
                let asked = Instant::now();
                store.append(&id, n, line).await?;
                latencies.push(asked.elapsed());
            }
            Ok::<_, klaxon_store::AppendError>(latencies)
        });
    }
    let mut latencies = Vec::new();
    while let Some(task) = tasks.join_next().await {
        latencies.extend(task??);
    }
    let took = start.elapsed().as_secs_f64();
    latencies.sort_unstable();
    let after = store.stats();
    let batches = (after.batches - before.batches).max(1);
    println!(
        "{tables:6}   {:9.0}   {:5.1}   {:9.2}   {:6.2}   {:9.2}",
        latencies.len() as f64 / took,
        latencies.len() as f64 / batches as f64,
        latencies[latencies.len() / 2].as_secs_f64() * 1e3,
        latencies[latencies.len() * 99 / 100].as_secs_f64() * 1e3,
        (after.commit_sum_us - before.commit_sum_us) as f64 / batches as f64 / 1e3,
    );
    store.close().await?;
    Ok(())
}
