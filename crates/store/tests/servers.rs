//! Several servers on one PostgreSQL: races, notices, who looks after a table, who is gone, a database that dies.

#[allow(dead_code, reason = "each test uses its part")]
mod common;

use common::{line, table};
use klaxon_store::{
    AppendError, At, Filter, Heard, NewMessage, Postgres, Shared, Spread, Store, StoreError, TableState,
};
use klaxon_testdb::Cluster;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

async fn open(url: &str) -> Store {
    Store::over(Postgres::open(url, 4).await.expect("opens"))
}

fn shared(store: &Store) -> &dyn Shared {
    store.shared().expect("several servers may share it")
}

/// The next that is heard about a table, whatever else is.
async fn about(heard: &mut mpsc::Receiver<Heard>, wanted: impl Fn(&Heard) -> bool) -> Heard {
    let look = async {
        loop {
            let next = heard.recv().await.expect("it is listened");
            if wanted(&next) {
                return next;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(5), look).await.expect("it is heard in time")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_write_to_one_table_cannot_fork_it() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (open(&url).await, open(&url).await);
    one.create(table("t1")).await.unwrap();
    for n in 1..=60 {
        let (a, b) = tokio::join!(one.append("t1", n, "one"), two.append("t1", n, "two"));
        let conflict = match (a, b) {
            (Ok(()), Err(lost)) | (Err(lost), Ok(())) => lost,
            other => panic!("{other:?}"),
        };
        assert!(matches!(conflict, AppendError::Conflict { have } if have == n), "{conflict:?}");
    }
    assert_eq!(one.entries("t1", 0).await.unwrap(), two.entries("t1", 0).await.unwrap());
    // Many tables in the batches of both, in any order: nobody waits for each other for ever.
    let mut tasks = JoinSet::new();
    for t in 0..30 {
        one.create(table(&format!("m{t}"))).await.unwrap();
    }
    for task in 0..16 {
        let store = if task % 2 == 0 { one.clone() } else { two.clone() };
        tasks.spawn(async move {
            for i in 0..40 {
                let id = format!("m{}", (i * 7 + task * 11) % 30);
                let other = format!("m{}", (i * 13 + task) % 30);
                let n = store.table(&id).await.unwrap().unwrap().n;
                let (append, said, meta) = tokio::join!(
                    store.append(&id, n + 1, "x"),
                    store.say(
                        &id,
                        NewMessage {
                            at: 1,
                            from: "a".into(),
                            audience: "all".into(),
                            text: "hm".into(),
                            by: None
                        }
                    ),
                    store.set_meta(&other, "{}", TableState::Playing, true),
                );
                assert!(matches!(append, Ok(()) | Err(AppendError::Conflict { .. })), "{append:?}");
                said.unwrap();
                meta.unwrap();
            }
        });
    }
    tasks.join_all().await;
    for t in 0..30 {
        let table = one.table(&format!("m{t}")).await.unwrap().unwrap();
        assert_eq!(two.entries(&table.id, 0).await.unwrap().len(), table.n as usize);
    }
    one.close().await.unwrap();
    two.append("t1", 61, "still here").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_changes_the_others_hear() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (open(&url).await, open(&url).await);
    let (mut own, mut heard) = (shared(&one).listen(), shared(&two).listen());
    about(&mut heard, |h| *h == Heard::Missed).await;
    about(&mut own, |h| *h == Heard::Missed).await;
    one.create(table("t1")).await.unwrap();
    let begun = Instant::now();
    one.append("t1", 1, "x").await.unwrap();
    let moved = about(&mut heard, |h| matches!(h, Heard::Moved(_))).await;
    assert!(matches!(&moved, Heard::Moved(head) if head.table == "t1" && head.n == 1), "{moved:?}");
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    let said = NewMessage { at: 1, from: "a".into(), audience: "all".into(), text: "hm".into(), by: None };
    let id = one.say("t1", said).await.unwrap();
    about(&mut heard, |h| matches!(h, Heard::Moved(head) if head.said == id)).await;
    one.append_all("t1", 2, vec!["end".into()], Some(TableState::Over)).await.unwrap();
    about(&mut heard, |h| matches!(h, Heard::Moved(head) if head.n == 2 && head.rev == 1)).await;
    let heads = shared(&two).heads(vec!["t1".into(), "nowhere".into()]).await.unwrap();
    assert_eq!(heads.len(), 1);
    assert_eq!((heads[0].n, heads[0].rev, heads[0].said), (2, 1, id));
    // Whoever has not seen the newest changes nothing.
    let late = shared(&two)
        .set_meta_if("t1".into(), 0, "late".into(), TableState::Playing, true, Some(vec!["eve".into()]))
        .await;
    assert!(matches!(late, Err(StoreError::Changed { .. })), "{late:?}");
    let people = Some(vec!["bob".into(), "ada".into()]);
    shared(&two).set_meta_if("t1".into(), 1, "newer".into(), TableState::Over, true, people).await.unwrap();
    assert_eq!(one.members("t1").await.unwrap(), ["ada", "bob"], "who it is for goes along");
    assert_eq!(one.table("t1").await.unwrap().unwrap().meta, "newer");
    about(&mut own, |h| matches!(h, Heard::Moved(head) if head.rev == 2)).await;
    // A line that breaks is made again, and that something may have been missed is told.
    cluster
        .psql("postgres", "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'")
        .unwrap();
    about(&mut heard, |h| *h == Heard::Missed).await;
    let mut n = 2;
    let begun = Instant::now();
    loop {
        n += 1;
        one.append("t1", n, "x").await.unwrap();
        let next = tokio::time::timeout(Duration::from_millis(300), heard.recv()).await;
        if matches!(next, Ok(Some(Heard::Moved(_)))) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "nothing is heard any more");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_server_looks_after_a_table_until_it_is_gone() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (open(&url).await, open(&url).await);
    for id in ["t1", "t2", "t3"] {
        one.create(table(id)).await.unwrap();
    }
    let ids = || vec!["t1".to_string(), "t2".into(), "t3".into()];
    let a = shared(&one).arrive("a".into()).await.unwrap();
    let b = shared(&two).arrive("b".into()).await.unwrap();
    assert!(b > a);
    assert_eq!(shared(&one).take_charge(ids(), a).await.unwrap().len(), 3);
    assert_eq!(shared(&one).take_charge(ids(), a).await.unwrap().len(), 3, "they stay its own");
    assert!(shared(&two).take_charge(ids(), b).await.unwrap().is_empty());
    shared(&one).give_up_charge(vec!["t2".into()], a).await.unwrap();
    assert_eq!(shared(&two).take_charge(ids(), b).await.unwrap(), ["t2"]);
    shared(&one).set_presence("t1".into(), a, Some(b"ada".to_vec())).await.unwrap();
    assert_eq!(shared(&two).presence("t1".into()).await.unwrap(), [(a, b"ada".to_vec())]);
    // One is silent; the other beats on, and takes over in time.
    let begun = Instant::now();
    loop {
        let living = shared(&two).beat(b).await.unwrap().expect("it is here");
        assert!(living.contains(&b));
        if shared(&two).take_charge(ids(), b).await.unwrap().len() == 3 {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "nobody took over in time");
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    assert!(begun.elapsed() > Duration::from_secs(2), "not before the other was gone");
    assert!(shared(&two).presence("t1".into()).await.unwrap().is_empty(), "who is gone has nothing open");
    assert_eq!(shared(&one).beat(a).await.unwrap(), None, "it learns that it was gone");
    assert!(
        shared(&one).take_charge(ids(), a).await.unwrap().is_empty(),
        "and takes nothing by its old number"
    );
    let again = shared(&one).arrive("a".into()).await.unwrap();
    assert!(again > b);
    shared(&two).leave(b).await.unwrap();
    assert_eq!(
        shared(&one).take_charge(ids(), again).await.unwrap().len(),
        3,
        "who leaves is followed at once"
    );
}

/// What a server that is gone has looked after is found by those that are left, each a part of it, until somebody looks after it or
/// nobody need.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_server_leaves_behind_is_found() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let store = open(&cluster.database()).await;
    let shared = shared(&store);
    let [a, b] = [shared.arrive("a".into()).await.unwrap(), shared.arrive("b".into()).await.unwrap()];
    let ids: Vec<String> = (0..8).map(|t| format!("t{t}")).collect();
    for id in &ids {
        store.create(table(id)).await.unwrap();
    }
    assert_eq!(shared.take_charge(ids[..7].to_vec(), a).await.unwrap().len(), 7);
    let left = async |node| shared.left_behind(node, 100).await.unwrap();
    assert!(left(b).await.is_empty(), "its server is here");
    shared.leave(a).await.unwrap();
    let mut all = left(b).await;
    all.sort();
    assert_eq!(all, ids[..7], "those that nobody looked after are nobody's business");
    assert_eq!(shared.left_behind(b, 3).await.unwrap().len(), 3);
    let c = shared.arrive("c".into()).await.unwrap();
    let (mut part, rest) = (left(b).await, left(c).await);
    assert!(!part.is_empty() && !rest.is_empty());
    part.extend(rest);
    part.sort();
    assert_eq!(part, ids[..7], "each sees to a part");
    assert_eq!(shared.take_charge(vec!["t1".into(), "t2".into()], b).await.unwrap().len(), 2);
    shared.let_go(vec!["t1".into(), "t3".into()]).await.unwrap();
    let mut now = [left(b).await, left(c).await].concat();
    now.sort();
    assert_eq!(now, ["t0", "t4", "t5", "t6"]);
    assert!(
        shared.take_charge(vec!["t1".into()], c).await.unwrap().is_empty(),
        "a living server keeps its tables"
    );
    assert!(left(a).await.is_empty(), "whoever is gone sees to nothing");
}

/// Two servers on two databases: each table lies in one of them, everybody hears of all, and the databases are told apart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_two_databases() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let urls = [cluster.database(), cluster.database()];
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    let open = || async { Store::over(Spread::open(&urls, 3, None).await.expect("opens")) };
    let (one, two) = (open().await, open().await);
    let mut heard = shared(&two).listen();
    let ids: Vec<String> = (0..40).map(|t| format!("t{t}")).collect();
    for id in &ids {
        one.create(table(id)).await.unwrap();
        one.set_members(id, &["ada"]).await.unwrap();
    }
    // About half of them lie in each, and no table in both.
    let name = |url: &str| url.rsplit('/').next().unwrap().split('?').next().unwrap().to_owned();
    let lie = |url: &str| {
        cluster.psql(&name(url), "select count(*) from klaxon.tables").unwrap().parse::<u32>().unwrap()
    };
    let (first, second) = (lie(urls[0]), lie(urls[1]));
    assert!(first + second == 40 && first > 10 && second > 10, "{first} and {second}");
    // Lists are put together, newest first, page by page.
    let mut seen = Vec::new();
    let mut before = None;
    loop {
        let page = two
            .list(Filter { person: Some("ada".into()), limit: 7, before, ..Filter::default() })
            .await
            .unwrap();
        let Some(last) = page.last() else { break };
        before = Some(last.seq);
        seen.extend(page.into_iter().map(|table| table.id));
    }
    assert!(seen.iter().rev().eq(&ids), "{seen:?}");
    // Races are lost and heard of as in one database.
    for id in &ids {
        let (a, b) = tokio::join!(one.append(id, 1, "one"), two.append(id, 1, "two"));
        assert!(a.is_ok() != b.is_ok(), "{a:?} {b:?}");
        one.append(id, 2, "more").await.unwrap();
        about(&mut heard, |h| matches!(h, Heard::Moved(head) if head.table == *id && head.n == 2)).await;
    }
    assert_eq!(shared(&two).heads(ids.clone()).await.unwrap().len(), 40);
    let (a, b) =
        (shared(&one).arrive("a".into()).await.unwrap(), shared(&two).arrive("b".into()).await.unwrap());
    assert_eq!(shared(&one).take_charge(ids.clone(), a).await.unwrap().len(), 40);
    assert!(shared(&two).take_charge(ids.clone(), b).await.unwrap().is_empty());
    assert_eq!(shared(&two).beat(b).await.unwrap(), Some(vec![a, b]));
    shared(&one).leave(a).await.unwrap();
    assert_eq!(shared(&two).take_charge(ids.clone(), b).await.unwrap().len(), 40);
    // Neither one of them alone, nor both the other way round, nor a store by itself is taken for the store.
    for wrong in [vec![urls[0]], vec![urls[1], urls[0]], vec![urls[0], urls[1], urls[1]]] {
        let at: At = wrong.join(",").parse().unwrap();
        let (write, read) = (at.open().await.err(), at.open_read_only().await.err());
        assert!(matches!(write, Some(StoreError::Part { .. })), "{wrong:?}: {write:?}");
        assert!(matches!(read, Some(StoreError::Part { .. })), "{wrong:?}: {read:?}");
    }
    let alone = cluster.database();
    Store::over(Postgres::open(&alone, 1).await.unwrap()).create(table("t1")).await.unwrap();
    let error = Spread::open(&[&alone, &cluster.database()], 1, None).await.err();
    assert!(matches!(error, Some(StoreError::Part { .. })), "{error:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_killed_loses_nothing_that_was_acknowledged() {
    let Some(cluster) = Cluster::or_skip() else { return };
    let url = cluster.database();
    let (one, two) = (open(&url).await, open(&url).await);
    let stop = Arc::new(AtomicBool::new(false));
    let mut tasks = JoinSet::new();
    for t in 0..6 {
        let (store, stop) = (if t % 2 == 0 { one.clone() } else { two.clone() }, stop.clone());
        tasks.spawn(async move {
            let id = format!("t{t}");
            store.create(table(&id)).await.unwrap();
            let mut n = 0;
            while !stop.load(Ordering::Relaxed) {
                // With patience every one succeeds, also those whose commit was in doubt.
                store.append(&id, n + 1, line(&id, n + 1)).await.unwrap();
                n += 1;
            }
            (id, n)
        });
    }
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        tokio::task::block_in_place(|| cluster.crash(Duration::from_millis(500)).unwrap());
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    for (id, n) in tasks.join_all().await {
        let want: Vec<_> = (1..=n).map(|n| line(&id, n)).collect();
        assert!(n > 10, "{id} came to {n}");
        assert_eq!(one.entries(&id, 0).await.unwrap(), want);
        assert_eq!(two.table(&id).await.unwrap().unwrap().n, n);
    }
    assert!(one.stats().failures + two.stats().failures > 0, "the database was really gone");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_not_there_is_told_and_other_stores_are_left_alone() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let nowhere = klaxon_testdb::free_port().unwrap();
    let error = Postgres::open_read_only(&cluster.url_at(nowhere, "klaxon"), 1).await.err().unwrap();
    assert!(matches!(error, StoreError::Unreachable { .. }), "{error:?}");
    let url = cluster.database();
    let name = url.rsplit('/').next().unwrap().split('?').next().unwrap();
    assert!(matches!(Postgres::open_read_only(&url, 1).await.err(), Some(StoreError::NotAStore { .. })));
    cluster.psql(name, "create schema klaxon; create table klaxon.recipes (name text)").unwrap();
    let error = Postgres::open(&url, 1).await.err().unwrap();
    assert!(matches!(error, StoreError::NotAStore { .. }) && error.to_string().contains(name), "{error}");
    cluster.psql(name, "drop schema klaxon cascade").unwrap();
    let store = open(&url).await;
    store.create(table("t1")).await.unwrap();
    let reading = Store::over(Postgres::open_read_only(&url, 1).await.unwrap());
    assert!(reading.table("t1").await.unwrap().is_some());
    assert!(matches!(reading.create(table("t2")).await, Err(StoreError::Closed)));
    assert!(matches!(store.backup("x.db").await, Err(StoreError::OwnBackup)));
    assert_eq!(cluster.psql(name, "select id from klaxon.readable_tables").unwrap(), "t1");
    cluster
        .psql(name, "insert into klaxon._sqlx_migrations values (999, 'from the future', now(), true, '', 0)")
        .unwrap();
    assert!(matches!(Postgres::open(&url, 1).await.err(), Some(StoreError::NewerSchema { found: 999, .. })));
}
