//! What only an engine with files can promise: reopening, several programs on one file, backups, names.

mod common;

use common::{Scratch, line, table};
use klaxon_store::{AppendError, NewMessage, Store, StoreError, TableState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::task::JoinSet;

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let scratch = Scratch::new();
    let hello = NewMessage {
        at: 12,
        from: "ada".into(),
        audience: "all".into(),
        text: "hello".into(),
        by: Some("a1".into()),
    };
    let store = Store::open(scratch.path()).await.unwrap();
    store.create(table("t1")).await.unwrap();
    store.append_all("t1", 1, vec!["a".into(), "b".into()], Some(TableState::Over)).await.unwrap();
    store.set_members("t1", &["bob"]).await.unwrap();
    store.put_snapshot("t1", 2, [9]).await.unwrap();
    store.say("t1", hello).await.unwrap();
    let key = store.set_setting_once("key", [1, 2, 3]).await.unwrap();
    let before = store.table("t1").await.unwrap();
    let talk = store.messages("t1", 0, 9).await.unwrap();
    store.close().await.unwrap();

    for path in [scratch.path().to_path_buf(), scratch.path().join("klaxon.db")] {
        let store = Store::open(path).await.unwrap();
        assert_eq!(store.table("t1").await.unwrap(), before);
        assert_eq!(store.entries("t1", 0).await.unwrap(), ["a", "b"]);
        assert_eq!(store.members("t1").await.unwrap(), ["bob"]);
        assert_eq!(store.snapshot("t1").await.unwrap(), Some((2, vec![9])));
        assert_eq!(store.messages("t1", 0, 9).await.unwrap(), talk);
        assert_eq!(store.set_setting_once("key", [7]).await.unwrap(), key);
        assert!(matches!(store.append("t1", 2, "x").await, Err(AppendError::Conflict { have: 2 })));
        store.close().await.unwrap();
    }
    let left: Vec<_> = std::fs::read_dir(scratch.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(left, ["klaxon.db"], "a closed store is one file");
}

#[tokio::test]
async fn two_programs_cannot_fork_a_game() {
    let scratch = Scratch::new();
    let one = Store::open(scratch.path()).await.unwrap();
    let two = Store::open(scratch.path()).await.unwrap();
    one.create(table("t1")).await.unwrap();
    for n in 1..=20 {
        let (a, b) = tokio::join!(one.append("t1", n, "one"), two.append("t1", n, "two"));
        let conflict = match (a, b) {
            (Ok(()), Err(lost)) | (Err(lost), Ok(())) => lost,
            other => panic!("{other:?}"),
        };
        assert!(matches!(conflict, AppendError::Conflict { have } if have == n));
    }
    assert_eq!(one.entries("t1", 0).await.unwrap(), two.entries("t1", 0).await.unwrap());
    one.close().await.unwrap();
    two.append("t1", 21, "still here").await.unwrap();
    two.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_is_consistent_while_appends_go_on() {
    let scratch = Scratch::new();
    let store = Store::open(scratch.path().join("live.db")).await.unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for t in 0..8 {
        let (store, stop) = (store.clone(), stop.clone());
        tasks.spawn(async move {
            let id = format!("t{t}");
            store.create(table(&id)).await.unwrap();
            let mut n = 0;
            while !stop.load(Ordering::Relaxed) {
                n += 1;
                store.append(&id, n, line(&id, n)).await.unwrap();
            }
            n
        });
    }
    while store.stats().appends < 200 {
        tokio::task::yield_now().await;
    }
    let mut acknowledged = Vec::new();
    for t in 0..8 {
        acknowledged.push(store.table(&format!("t{t}")).await.unwrap().unwrap().n);
    }
    let path = scratch.path().join("backup.db");
    store.backup(&path).await.unwrap();
    let after = store.stats().appends;
    while store.stats().appends < after + 50 {
        tokio::task::yield_now().await;
    }
    stop.store(true, Ordering::Relaxed);
    tasks.join_all().await;

    let copy = Store::open(&path).await.unwrap();
    for (t, acknowledged) in acknowledged.into_iter().enumerate() {
        let id = format!("t{t}");
        let (kept, live) =
            (copy.table(&id).await.unwrap().unwrap(), store.table(&id).await.unwrap().unwrap());
        assert!(acknowledged <= kept.n && kept.n <= live.n);
        assert_eq!((&kept.header, &kept.meta, kept.seq), (&live.header, &live.meta, live.seq));
        let entries = copy.entries(&id, 0).await.unwrap();
        assert_eq!(entries.len(), kept.n as usize);
        assert_eq!(entries, store.entries(&id, 0).await.unwrap()[..entries.len()]);
        copy.append(&id, kept.n + 1, "the copy lives").await.unwrap();
    }
    copy.close().await.unwrap();
    let names: Vec<_> = std::fs::read_dir(scratch.path()).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("unfinished")), "{names:?}");
}

#[tokio::test]
async fn a_backup_overwrites_nothing() {
    let scratch = Scratch::new();
    let store = Store::open(scratch.path().join("live.db")).await.unwrap();
    let path = scratch.path().join("precious");
    for content in ["", "precious"] {
        std::fs::write(&path, content).unwrap();
        assert!(matches!(store.backup(&path).await, Err(StoreError::BackupExists { .. })));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
    }
    assert!(matches!(
        store.backup(scratch.path().join("no/such/folder.db")).await,
        Err(StoreError::Io { .. })
    ));
    let memory = Store::memory().await.unwrap();
    memory.create(table("t1")).await.unwrap();
    let copy = scratch.path().join("memory.db");
    memory.backup(&copy).await.unwrap();
    assert!(matches!(memory.backup(&copy).await, Err(StoreError::BackupExists { .. })));
    assert!(Store::open(&copy).await.unwrap().table("t1").await.unwrap().is_some());
}

#[tokio::test]
async fn folders_are_made_and_names_are_understood() {
    let scratch = Scratch::new();
    for (path, file) in [
        ("a/klaxon-data", "a/klaxon-data/klaxon.db"),
        ("b/games.db", "b/games.db"),
        ("file:odd?mode=memory.db", "file:odd?mode=memory.db"),
    ] {
        let store = Store::open(scratch.path().join(path)).await.unwrap();
        store.create(table("t1")).await.unwrap();
        assert!(scratch.path().join(file).is_file(), "{path}");
        store.close().await.unwrap();
    }
}
