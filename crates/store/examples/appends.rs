//! Durable appends a second, for 1, 16, 64 and 256 tables that are played at once.
//!
//! `cargo run --release -p klaxon-store --example appends [seconds per line] [folder or postgres://…] [servers]`
//!
//! Several servers share a database, and the tables are spread over them.
//!
//! Each table waits for its append to be on the disk before it makes the next, as a game does.

use klaxon_store::{At, NewTable, TableState};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let seconds: f64 = args.next().map_or(Ok(3.0), |text| text.parse())?;
    let at: At = args.next().unwrap_or_else(|| std::env::temp_dir().display().to_string()).parse()?;
    let servers: usize = args.next().map_or(Ok(1), |text| text.parse())?;
    let folder = at.path().map(|path| path.join(format!("klaxon-appends-{}", std::process::id())));
    println!("tables   appends/s   batch   median ms   99% ms   commit ms");
    for tables in [1, 16, 64, 256] {
        let at = match &folder {
            Some(folder) => At::File(folder.join(format!("{tables}.db"))),
            None => at.clone(),
        };
        let result = measure(&at, tables, servers, Duration::from_secs_f64(seconds)).await;
        if let (Err(_), Some(folder)) = (&result, &folder) {
            std::fs::remove_dir_all(folder)?;
        }
        result?;
    }
    if let Some(folder) = &folder {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

async fn measure(
    at: &At,
    tables: u32,
    servers: usize,
    time: Duration,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut stores = Vec::new();
    for _ in 0..servers.max(1) {
        stores.push(at.open().await?);
    }
    let id = |t: u32| format!("{:08}{tables:04}{t:08}", std::process::id());
    for t in 0..tables {
        stores[0]
            .create(NewTable {
                id: id(t),
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
    let before = stats(&stores);
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for t in 0..tables {
        let (store, id) = (stores[t as usize % stores.len()].clone(), id(t));
        tasks.spawn(async move {
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
    let after = stats(&stores);
    let batches = (after.0 - before.0).max(1);
    println!(
        "{tables:6}   {:9.0}   {:5.1}   {:9.2}   {:6.2}   {:9.2}",
        latencies.len() as f64 / took,
        latencies.len() as f64 / batches as f64,
        latencies[latencies.len() / 2].as_secs_f64() * 1e3,
        latencies[latencies.len() * 99 / 100].as_secs_f64() * 1e3,
        (after.1 - before.1) as f64 / batches as f64 / 1e3,
    );
    for store in stores {
        store.close().await?;
    }
    Ok(())
}

/// Transactions, and the time that their commits took.
fn stats(stores: &[klaxon_store::Store]) -> (u64, u64) {
    let stats = stores.iter().map(klaxon_store::Store::stats);
    stats.fold((0, 0), |sum, s| (sum.0 + s.batches, sum.1 + s.commit_sum_us))
}
