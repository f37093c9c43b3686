//! One server on one store, a log that ends short, and damage that is told by its place.

mod common;

use common::{Scratch, line, table};
use klaxon_store::{Store, StoreError};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::path::{Path, PathBuf};

#[tokio::test]
async fn a_second_server_is_refused_and_other_programs_are_not() {
    let scratch = Scratch::new();
    let server = Store::open_to_serve(scratch.path()).await.unwrap();
    server.create(table("t1")).await.unwrap();
    let refused = Store::open_to_serve(scratch.path()).await.unwrap_err();
    assert!(
        matches!(refused, StoreError::InUse { by: Some(by), .. } if by == std::process::id()),
        "{refused:?}"
    );
    assert!(refused.to_string().contains("is served already by process"), "{refused}");
    // A game is taken in, and the store looked through, beside the server.
    let beside = Store::open(scratch.path()).await.unwrap();
    beside.create(table("t2")).await.unwrap();
    beside.close().await.unwrap();
    let reading = Store::open_read_only(scratch.path()).await.unwrap();
    assert_eq!(reading.warnings(), &[] as &[String]);
    assert!(server.table("t2").await.unwrap().is_some());
    server.close().await.unwrap();
    drop(reading);
    let next = Store::open_to_serve(scratch.path()).await.unwrap();
    next.close().await.unwrap();
    let left: Vec<_> = std::fs::read_dir(scratch.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(left, ["klaxon.db"], "a closed store is one file");
}

#[tokio::test]
async fn whoever_is_gone_holds_no_lock() {
    let scratch = Scratch::new();
    // A server that died leaves the file, but not the lock.
    std::fs::write(scratch.path().join("klaxon.db-lock"), "4711").unwrap();
    Store::open_to_serve(scratch.path()).await.unwrap().close().await.unwrap();
    // And so does one that was dropped without a word, as soon as its writer has noticed.
    drop(Store::open_to_serve(scratch.path()).await.unwrap());
    for _ in 0..200 {
        match Store::open_to_serve(scratch.path()).await {
            Ok(store) => return store.close().await.unwrap(),
            Err(StoreError::InUse { .. }) => tokio::time::sleep(std::time::Duration::from_millis(10)).await,
            Err(other) => panic!("{other}"),
        }
    }
    panic!("the lock was never let go");
}

/// The files of a store that was killed with `n` acknowledged entries in its log.
async fn killed(folder: &Path, n: u32) -> PathBuf {
    let store = Store::open_to_serve(folder.join("live")).await.unwrap();
    store.create(table("t1")).await.unwrap();
    for n in 1..=n {
        store.append("t1", n, line("t1", n)).await.unwrap();
    }
    let dead = folder.join("dead");
    std::fs::create_dir(&dead).unwrap();
    for name in ["klaxon.db", "klaxon.db-wal", "klaxon.db-shm"] {
        std::fs::copy(folder.join("live").join(name), dead.join(name)).unwrap();
    }
    store.close().await.unwrap();
    dead
}

async fn opened(folder: &Path) -> (u32, Vec<String>) {
    // Even who only reads makes the index anew, and with it goes what was known: so he has a copy.
    let copy = folder.with_extension("copy");
    std::fs::create_dir(&copy).unwrap();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    let reading = Store::open_read_only(&copy).await.unwrap();
    let told = reading.warnings().to_vec();
    drop(reading);
    let store = Store::open_to_serve(folder).await.unwrap();
    assert_eq!(store.warnings(), told, "who only reads is told the same");
    let n = store.table("t1").await.unwrap().map_or(0, |t| t.n);
    assert_eq!(store.entries("t1", 0).await.unwrap_or_default().len(), n as usize);
    // It goes on from there, and the next start has nothing to complain of.
    store.append("t1", n + 1, "goes on").await.unwrap();
    store.close().await.unwrap();
    let again = Store::open_to_serve(folder).await.unwrap();
    assert_eq!(again.warnings(), &[] as &[String]);
    again.close().await.unwrap();
    (n, told)
}

#[tokio::test]
async fn a_killed_server_has_nothing_to_tell() {
    let scratch = Scratch::new();
    let dead = killed(scratch.path(), 20).await;
    assert_eq!(opened(&dead).await, (20, Vec::new()));
}

#[tokio::test]
async fn a_log_that_ends_short_is_noticed() {
    // Cut off within its last page, in the middle, and just after its first line; with the index of the last use and
    // without it, as after a loss of power.
    for with_index in [true, false] {
        for cut in [Cut::End(100), Cut::End(5_000), Cut::At(32 + 24 + 100)] {
            let scratch = Scratch::new();
            let dead = killed(scratch.path(), 20).await;
            let log = dead.join("klaxon.db-wal");
            let file = std::fs::OpenOptions::new().write(true).open(&log).unwrap();
            let bytes = file.metadata().unwrap().len();
            file.set_len(match cut {
                Cut::End(n) => bytes - n,
                Cut::At(n) => n,
            })
            .unwrap();
            drop(file);
            if !with_index {
                std::fs::remove_file(dead.join("klaxon.db-shm")).unwrap();
            }
            // Nothing of the first pages is left to open a table in.
            if matches!(cut, Cut::At(_)) {
                let store = Store::open_to_serve(&dead).await.unwrap();
                assert_eq!(store.warnings().len(), 1);
                continue;
            }
            let (n, told) = opened(&dead).await;
            assert!(n < 20 && told.len() == 1, "{n} entries, {told:?}");
            let word = if with_index { "ends short" } else { "in the middle of a transaction" };
            assert!(told[0].contains(word), "{told:?}");
        }
    }
}

enum Cut {
    End(u64),
    At(u64),
}

#[tokio::test]
async fn a_log_that_is_damaged_in_the_middle_tells_how_much_is_lost() {
    let scratch = Scratch::new();
    let dead = killed(scratch.path(), 20).await;
    std::fs::remove_file(dead.join("klaxon.db-shm")).unwrap();
    let log = dead.join("klaxon.db-wal");
    let mut bytes = std::fs::read(&log).unwrap();
    // Twelve pages from the end, among the entries: before them the tables are made, which takes ever more room.
    let middle = bytes.len() - 12 * (24 + 4096);
    bytes[middle] ^= 1;
    std::fs::write(&log, bytes).unwrap();
    let (n, told) = opened(&dead).await;
    assert!(
        n > 0 && n < 20 && told[0].contains("is damaged") && told[0].contains("transactions"),
        "{n} {told:?}"
    );
}

#[tokio::test]
async fn a_log_cut_between_two_transactions_is_noticed_by_the_index_of_its_last_use() {
    let scratch = Scratch::new();
    let dead = killed(scratch.path(), 20).await;
    let log = dead.join("klaxon.db-wal");
    let bytes = std::fs::read(&log).unwrap();
    // The last transaction but one ends with the last page before which a size of the store stands.
    let frame = 24 + 4096;
    let frames = (bytes.len() - 32) / frame;
    let commit = |i: &usize| bytes[32 + i * frame + 4..32 + i * frame + 8] != [0; 4];
    let last = (0..frames - 1).rev().find(commit).unwrap();
    std::fs::write(&log, &bytes[..32 + (last + 1) * frame]).unwrap();
    let (n, told) = opened(&dead).await;
    assert!(n < 20 && told.len() == 1 && told[0].contains("whole pages"), "{n} {told:?}");
}

#[tokio::test]
async fn damage_is_told_by_its_place() {
    let scratch = Scratch::new();
    let store = Store::open(scratch.path()).await.unwrap();
    for id in ["entry", "meta", "state"] {
        store.create(table(id)).await.unwrap();
        store.append_all(id, 1, (1..=3).map(|n| line(id, n)).collect(), None).await.unwrap();
    }
    let file = SqliteConnectOptions::new().filename(scratch.path().join("klaxon.db"));
    let mut conn = file.connect().await.unwrap();
    for damage in [
        "update entries set body = cast(x'ff00fe' as text) where n = 2 and table_key = (select key from tables where id = 'entry')",
        "update table_texts set meta = cast(x'ff' as text) where table_key = (select key from tables where id = 'meta')",
    ] {
        sqlx::query(damage).execute(&mut conn).await.unwrap();
    }
    conn.close().await.unwrap();
    let entry = store.entries("entry", 0).await.unwrap_err().to_string();
    assert!(entry.contains("entry 2 of table entry"), "{entry}");
    let meta = store.table("meta").await.unwrap_err().to_string();
    assert!(meta.contains("the seats of table meta"), "{meta}");
    assert_eq!(store.entries("state", 0).await.unwrap().len(), 3, "others are as they were");
    store.close().await.unwrap();
}
