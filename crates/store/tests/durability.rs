//! Kill the program at any moment: nothing that was acknowledged is lost.
//!
//! The test runs itself again as a child that appends without end and prints what was acknowledged, kills it
//! (no signal handler, no clean-up), opens the store and compares. That proves the order of write and answer; that the
//! disk keeps what `fsync` promised is the disk's part.

mod common;

use common::{Scratch, line, table};
use klaxon_store::{At, TableState};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

const FOLDER: &str = "KLAXON_STORE_DURABILITY_FOLDER";
const TABLES: u32 = 8;
const ROUNDS: u32 = 10;

#[test]
fn nothing_acknowledged_is_lost_when_the_program_is_killed() {
    if let Ok(at) = std::env::var(FOLDER) {
        return child(&at.parse().expect("any text is a place"));
    }
    let scratch = Scratch::new();
    rounds(&scratch.path().to_path_buf().into(), scratch.path().to_str().expect("a name"));
}

#[test]
fn nothing_acknowledged_is_lost_in_postgres_when_the_program_is_killed() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    rounds(&url.parse().expect("an address"), &url);
}

fn rounds(at: &At, text: &str) {
    let mut acknowledged = BTreeMap::new();
    for round in 1..=ROUNDS {
        let before: u32 = acknowledged.values().sum();
        run_and_kill(text, &mut acknowledged);
        let after: u32 = acknowledged.values().sum();
        assert!(after > before, "round {round}: the child got nothing done");
        compare(at, &acknowledged, round);
    }
}

/// Starts a child, kills it at a random moment and notes the last acknowledged number of each table.
fn run_and_kill(folder: &str, acknowledged: &mut BTreeMap<String, u32>) {
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "nothing_acknowledged_is_lost_when_the_program_is_killed", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the child starts");
    let output = child.stdout.take();
    let (first, begun) = mpsc::channel();
    let reader = std::thread::spawn(move || read(output.expect("its output"), &first));
    // The clock starts with the first acknowledgement, so that a slow start does not spoil the round.
    let begun = begun.recv_timeout(Duration::from_secs(60));
    std::thread::sleep(Duration::from_millis(100 + RandomState::new().hash_one(0) % 200));
    child.kill().expect("killed");
    let status = child.wait().expect("the child ends");
    begun.expect("the child acknowledged something");
    assert!(!status.success(), "it was killed, not finished");
    // A commit that the database had got when the program died is carried out all the same.
    std::thread::sleep(Duration::from_millis(100));
    acknowledged.extend(reader.join().expect("the reader ends"));
}

/// Reads what the child says until it is silent.
fn read(output: impl Read, first: &mpsc::Sender<()>) -> BTreeMap<String, u32> {
    let mut output = BufReader::new(output);
    let mut acknowledged = BTreeMap::new();
    let mut text = String::new();
    while output.read_line(&mut text).expect("readable output") > 0 {
        // A line cut short by the kill tells nothing; other lines are the test runner's.
        if let Some(words) = text.strip_suffix('\n').and_then(|text| text.strip_prefix("acknowledged ")) {
            let (table, n) = words.split_once(' ').expect("a table and a number");
            acknowledged.insert(table.to_string(), n.parse().expect("a number"));
            let _ = first.send(());
        }
        text.clear();
    }
    acknowledged
}

/// Every acknowledged entry is there, in order, without gaps; at most what was on its way is there besides.
fn compare(at: &At, acknowledged: &BTreeMap<String, u32>, round: u32) {
    block_on(async {
        let store = at.open().await.expect("the store opens after a kill");
        for (id, &n) in acknowledged {
            let entries = store.entries(id, 0).await.expect("readable entries");
            let last = entries.len() as u32;
            assert!(last >= n, "round {round}: {id} lost entries {} to {n}", last + 1);
            assert!(last <= n + 1, "round {round}: {id} has {last} entries, {n} were acknowledged");
            let want: Vec<_> = (1..=last).map(|n| line(id, n)).collect();
            assert!(entries == want, "round {round}: {id} is out of order");
            assert_eq!(store.table(id).await.expect("readable").expect("there").n, last);
        }
        store.close().await.expect("closes");
    });
}

/// Appends to all tables at once, each from where it stands, until killed.
fn child(at: &At) {
    block_on(async {
        let store = at.open().await.expect("opens");
        let mut tasks = tokio::task::JoinSet::new();
        for t in 0..TABLES {
            let store = store.clone();
            tasks.spawn(async move {
                let id = format!("t{t}");
                let mut n = match store.table(&id).await.expect("readable") {
                    Some(table) => table.n,
                    None => store.create(table(&id)).await.map(|()| 0).expect("created"),
                };
                loop {
                    n += 1;
                    let lines = vec![line(&id, n)];
                    store.append_all(&id, n, lines, Some(TableState::Playing)).await.expect("appended");
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "acknowledged {id} {n}")
                        .and_then(|()| out.flush())
                        .expect("the parent listens");
                }
            });
        }
        tasks.join_all().await;
    });
}

fn block_on(future: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future);
}
