//! Results, ratings and opponents: the contract for every engine, and a store with a hundred thousand results.

#[allow(dead_code, reason = "each test uses its part")]
mod common;

use common::Scratch;
use klaxon_store::{
    Account, AccountChange, Belongings, GameResult, Played, Pool, Postgres, Rating, ResultChange, Spread,
    Store, StoreError, Tie, Which,
};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

macro_rules! contract {
    ([$($case:ident)*]) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let scratch = super::Scratch::new();
                super::$case(super::Store::open(scratch.path()).await.unwrap()).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let Some(cluster) = klaxon_testdb::shared() else { return };
                super::$case(super::Store::over(super::Postgres::open(&cluster.database(), 3).await.unwrap())).await;
            })*
        }
        mod several_databases {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                let Some(cluster) = klaxon_testdb::shared() else { return };
                let urls = [cluster.database(), cluster.database()];
                let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
                super::$case(super::Store::over(super::Spread::open(&urls, 2, None).await.unwrap())).await;
            })*
        }
    };
}

contract!([
    a_result_is_kept_once
    ratings_go_by_the_order_of_results
    somebody_who_goes_leaves_results_of_nobody
    friends_and_those_apart
    two_who_look_for_the_same_meet
    of_many_who_look_at_once_all_but_one_meet
    scores_are_ordered_and_shown_in_time
]);

fn pool() -> Pool {
    Pool { game: "red-alert".into(), name: "live".into() }
}

fn played(seat: u8, person: &str, outcome: i8) -> Played {
    Played {
        seat,
        person: Some(person.into()),
        label: String::new(),
        side: format!("side {seat}"),
        outcome,
        rating: None,
        name: None,
    }
}

fn result(table: &str, rated: bool) -> GameResult {
    GameResult {
        number: 0,
        table: table.into(),
        pool: pool(),
        scenario: "first".into(),
        rated,
        ended_at: 50,
        shown_from: 60,
        linked: true,
        score: None,
        body: r#"{"a":"ä"}"#.into(),
        players: vec![played(0, "ada", 1), played(1, "bob", -1)],
    }
}

fn rating(person: &str, points: i64) -> Rating {
    Rating {
        person: person.into(),
        pool: pool(),
        rating: points,
        deviation: 90_000,
        volatility: 60_000_000,
        games: 1,
        settled: true,
    }
}

async fn write(store: &Store, change: ResultChange) -> Option<String> {
    store.results().write(change).await.unwrap()
}

async fn keep(store: &Store, result: GameResult) -> u64 {
    write(store, ResultChange::Keep(Box::new(result))).await.unwrap().parse().unwrap()
}

async fn people(store: &Store, names: &[&str]) {
    for name in names {
        let account = Account {
            person: (*name).into(),
            name: name.to_uppercase(),
            folded: (*name).into(),
            created_at: 1,
            password: None,
            owner: None,
            settings: "{}".into(),
        };
        store.accounts().change(AccountChange::Make(Box::new(Belongings::of(account)))).await.unwrap();
    }
}

async fn a_result_is_kept_once(store: Store) {
    people(&store, &["ada"]).await;
    let number = keep(&store, result("t1", true)).await;
    let got = store.results().result("t1".into()).await.unwrap().unwrap();
    let mut wanted = GameResult { number, ..result("t1", true) };
    wanted.players[0].name = Some("ADA".into());
    assert_eq!(got, wanted);
    // A rated one stays as it is, whatever is said of it later.
    let forged =
        GameResult { players: vec![played(0, "ada", -1), played(1, "bob", 1)], ..result("t1", true) };
    assert_eq!(keep(&store, forged.clone()).await, number);
    assert_eq!(keep(&store, GameResult { rated: false, ..forged }).await, number);
    assert_eq!(store.results().result("t1".into()).await.unwrap().unwrap(), wanted);
    // Of one that counts for nothing the end can be taken back; it does not become a rated one.
    let free = keep(&store, result("t2", false)).await;
    assert!(free > number);
    let other = GameResult { body: "{}".into(), ..result("t2", false) };
    assert_eq!(keep(&store, other).await, free);
    assert_eq!(store.results().result("t2".into()).await.unwrap().unwrap().body, "{}");
    keep(&store, result("t2", true)).await;
    assert!(!store.results().result("t2".into()).await.unwrap().unwrap().rated);
    // Of many who keep the same result at once, one does.
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let store = store.clone();
        tasks.spawn(async move { keep(&store, result("t3", true)).await });
    }
    let numbers = tasks.join_all().await;
    assert!(numbers.iter().all(|n| *n == numbers[0]));
    let missing = store.results().without(vec!["t1".into(), "t9".into(), "t3".into()]).await.unwrap();
    assert_eq!(missing, ["t9"]);
    assert_eq!(store.results().after(0, 99).await.unwrap().len(), 3);
    assert_eq!(store.results().after(number, 1).await.unwrap()[0].table, "t2");
}

async fn ratings_go_by_the_order_of_results(store: Store) {
    people(&store, &["ada", "bob"]).await;
    let (one, two) = (keep(&store, result("t1", true)).await, keep(&store, result("t2", true)).await);
    keep(&store, result("t3", false)).await;
    let rated = store.results().rated(pool(), 0, 9).await.unwrap();
    assert_eq!(rated.iter().map(|r| r.number).collect::<Vec<_>>(), [one, two]);
    let rate = |number, after, points| ResultChange::Rate {
        number,
        after,
        pool: pool(),
        ratings: vec![(0, rating("ada", points)), (1, rating("bob", 1_400_000))],
    };
    assert!(write(&store, rate(one, 0, 1_600_000)).await.is_some());
    // Whoever is late, or would leave one out, changes nothing.
    assert!(write(&store, rate(one, 0, 9)).await.is_none());
    assert!(write(&store, rate(two, 0, 9)).await.is_none());
    assert_eq!(store.results().through(pool()).await.unwrap(), one);
    assert_eq!(store.results().ratings("ada".into()).await.unwrap(), [rating("ada", 1_600_000)]);
    assert!(write(&store, rate(two, one, 1_650_000)).await.is_some());
    let curve = store.results().curve("ada".into(), pool(), 9).await.unwrap();
    assert_eq!(curve.iter().map(|p| p.rating).collect::<Vec<_>>(), [1_600_000, 1_650_000]);
    let curves = store.results().curves("ada".into(), 9).await.unwrap();
    assert_eq!(curves, curve.iter().map(|point| (pool(), *point)).collect::<Vec<_>>());
    assert_eq!(store.results().curves("ada".into(), 1).await.unwrap()[0].1.rating, 1_650_000, "the newest");
    let mut both =
        store.results().ratings_of(vec!["bob".into(), "nobody".into(), "ada".into()]).await.unwrap();
    both.sort_by_key(|rating| rating.rating);
    assert_eq!(both, [rating("bob", 1_400_000), rating("ada", 1_650_000)]);
    assert!(store.results().ratings_of(Vec::new()).await.unwrap().is_empty());
    // Ada was the better one all along; then she wins against somebody who still is.
    assert!(!store.results().upset("ada".into(), None).await.unwrap());
    let three = keep(&store, result("t4", true)).await;
    assert!(write(&store, rate(three, two, 1_300_000)).await.is_some());
    assert!(store.results().upset("ada".into(), None).await.unwrap());
    assert!(!store.results().upset("ada".into(), Some(59)).await.unwrap(), "not before it is shown");
    assert!(!store.results().upset("bob".into(), None).await.unwrap(), "whoever has lost");
    assert!(write(&store, ResultChange::Unrate { pool: pool() }).await.is_none());
    for (number, after, points) in [(one, 0, 1_600_000), (two, one, 1_650_000)] {
        assert!(write(&store, rate(number, after, points)).await.is_some());
    }
    let best = store.results().ranking(pool(), 9).await.unwrap();
    assert_eq!(
        best.iter().map(|(name, r)| (name.as_str(), r.rating)).collect::<Vec<_>>(),
        [("ADA", 1_650_000), ("BOB", 1_400_000)]
    );
    assert_eq!(
        store.results().ratings_in(pool(), "ada".into(), 9).await.unwrap(),
        [rating("bob", 1_400_000)]
    );
    write(&store, ResultChange::Unrate { pool: pool() }).await;
    assert_eq!(store.results().through(pool()).await.unwrap(), 0);
    assert!(store.results().ratings("ada".into()).await.unwrap().is_empty());
    assert_eq!(store.results().result("t1".into()).await.unwrap().unwrap().players[0].rating, None);
}

async fn somebody_who_goes_leaves_results_of_nobody(store: Store) {
    people(&store, &["ada", "bob"]).await;
    let number = keep(&store, result("t1", true)).await;
    let ratings = vec![(0, rating("ada", 1))];
    write(&store, ResultChange::Rate { number, after: 0, pool: pool(), ratings }).await;
    let (person, other) = ("ada".to_owned(), "bob".to_owned());
    write(
        &store,
        ResultChange::Tie { person: other.clone(), tie: Tie::Follow, other: person.clone(), at: 1 },
    )
    .await;
    write(&store, ResultChange::Forget { person: person.clone(), alias: "gone-1".into() }).await;
    let which = |person: &str| Which { person: person.into(), before: None, shown_at: None, limit: 9 };
    assert!(store.results().results(which("ada")).await.unwrap().is_empty());
    assert_eq!(store.results().results(which("gone-1")).await.unwrap().len(), 1);
    assert!(store.results().ratings(person.clone()).await.unwrap().is_empty());
    assert_eq!(store.results().ratings("gone-1".into()).await.unwrap().len(), 1);
    assert!(
        store.results().ranking(pool(), 9).await.unwrap().is_empty(),
        "nobody without an account is ranked"
    );
    assert!(store.results().ties(other, Tie::Follow).await.unwrap().is_empty());
}

async fn friends_and_those_apart(store: Store) {
    people(&store, &["ada", "bob"]).await;
    let tie = |person: &str, tie, other: &str| ResultChange::Tie {
        person: person.into(),
        tie,
        other: other.into(),
        at: 5,
    };
    for _ in 0..2 {
        write(&store, tie("ada", Tie::Follow, "bob")).await;
    }
    let unknown = store.results().write(tie("ada", Tie::Follow, "cyd")).await;
    assert!(matches!(unknown, Err(StoreError::UnknownAccount)), "{unknown:?}");
    assert_eq!(
        store.results().ties("ada".into(), Tie::Follow).await.unwrap(),
        [("bob".to_owned(), "BOB".to_owned())]
    );
    assert!(store.results().ties("bob".into(), Tie::Follow).await.unwrap().is_empty());
    assert!(!store.results().apart("ada".into(), "bob".into()).await.unwrap());
    write(&store, tie("bob", Tie::Block, "ada")).await;
    for (one, other) in [("ada", "bob"), ("bob", "ada")] {
        assert!(store.results().apart(one.into(), other.into()).await.unwrap());
    }
    assert_eq!(store.results().blocked_by("ada".into()).await.unwrap(), ["bob"]);
    assert!(store.results().blocked_by("bob".into()).await.unwrap().is_empty(), "she only follows him");
    write(&store, ResultChange::Untie { person: "bob".into(), tie: Tie::Block, other: "ada".into() }).await;
    assert!(!store.results().apart("ada".into(), "bob".into()).await.unwrap());
}

fn meet(person: &str, what: &str, table: Option<&str>) -> ResultChange {
    ResultChange::Meet {
        person: person.into(),
        what: what.into(),
        table: table.map(str::to_owned),
        at: 100,
        since: 50,
    }
}

async fn two_who_look_for_the_same_meet(store: Store) {
    people(&store, &["ada", "bob", "cyd"]).await;
    assert_eq!(write(&store, meet("ada", "x", None)).await, None, "who has no table does not wait");
    assert_eq!(write(&store, meet("ada", "x", Some("t1"))).await, None);
    assert_eq!(store.results().waits("ada".into()).await.unwrap(), Some(("t1".into(), "x".into())));
    assert_eq!(write(&store, meet("ada", "x", None)).await, None, "nobody meets himself");
    assert_eq!(write(&store, meet("bob", "y", None)).await, None, "it is something else");
    assert_eq!(write(&store, meet("bob", "x", None)).await.as_deref(), Some("t1"));
    assert_eq!(write(&store, meet("cyd", "x", None)).await, None, "two are enough");
    assert_eq!(store.results().waits("ada".into()).await.unwrap(), None);
    // Whoever waits too long is not there any more, and who is blocked is not met.
    write(&store, meet("ada", "x", Some("t2"))).await;
    let later =
        ResultChange::Meet { person: "bob".into(), what: "x".into(), table: None, at: 300, since: 200 };
    assert_eq!(write(&store, later).await, None);
    let block = ResultChange::Tie { person: "ada".into(), tie: Tie::Block, other: "bob".into(), at: 1 };
    write(&store, block).await;
    assert_eq!(write(&store, meet("bob", "x", None)).await, None);
    assert_eq!(write(&store, meet("cyd", "x", None)).await.as_deref(), Some("t2"));
    write(&store, meet("ada", "x", Some("t3"))).await;
    write(&store, ResultChange::Leave { person: "ada".into() }).await;
    assert_eq!(write(&store, meet("cyd", "x", None)).await, None);
}

async fn of_many_who_look_at_once_all_but_one_meet(store: Store) {
    let mut tasks = JoinSet::new();
    for i in 0..21 {
        let store = store.clone();
        tasks.spawn(async move { write(&store, meet(&format!("p{i}"), "x", Some(&format!("t{i}")))).await });
    }
    let met: Vec<String> = tasks.join_all().await.into_iter().flatten().collect();
    let mut tables = met.clone();
    tables.sort();
    tables.dedup();
    assert_eq!((met.len(), tables.len()), (10, 10), "ten pairs at ten tables, and one waits");
}

async fn scores_are_ordered_and_shown_in_time(store: Store) {
    people(&store, &["ada"]).await;
    for (i, score) in [3, 9, 5].into_iter().enumerate() {
        keep(&store, GameResult { score: Some(score), ..result(&format!("t{i}"), false) }).await;
    }
    keep(&store, GameResult { score: Some(99), shown_from: u64::MAX, ..result("closed", false) }).await;
    let best = store.results().scores("red-alert".into(), "first".into(), 60, 2).await.unwrap();
    assert_eq!(best.iter().map(|r| r.score.unwrap()).collect::<Vec<_>>(), [9, 5]);
    assert!(store.results().scores("red-alert".into(), "first".into(), 59, 9).await.unwrap().is_empty());
    let usual = |scenario: &str, now| store.results().usual("red-alert".into(), scenario.into(), now);
    assert_eq!(usual("first", 60).await.unwrap(), Some((3, 5)), "the closed one is nobody's business");
    assert_eq!(usual("first", 59).await.unwrap(), None);
    assert_eq!(usual("second", 60).await.unwrap(), None);
    let which = |shown_at| Which { person: "ada".into(), before: None, shown_at, limit: 9 };
    assert_eq!(store.results().results(which(Some(60))).await.unwrap().len(), 3);
    assert_eq!(store.results().results(which(None)).await.unwrap().len(), 4, "one's own are all there");
    let fared = store.results().fared("ada".into(), Some(60)).await.unwrap();
    assert_eq!((fared.len(), fared[0].won, fared[0].side.as_str()), (1, 3, "side 0"));
    assert!(store.results().met("ada".into(), Some(60), 5).await.unwrap().is_empty(), "Bob has no account");
}

/// Ten thousand accounts and a hundred thousand results: whatever a page asks is answered by an index.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_thousand_results_are_read_quickly() {
    let scratch = Scratch::new();
    let store = Store::open(scratch.path()).await.unwrap();
    let file = if scratch.path().is_dir() || scratch.path().extension().is_none() {
        scratch.path().join("klaxon.db")
    } else {
        scratch.path().to_path_buf()
    };
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut conn = <sqlx::SqliteConnection as sqlx::Connection>::connect_with(&options).await.unwrap();
    let count = "with recursive n(i) as (select 1 union all select i + 1 from n where i <";
    for statement in [
        format!(
            "insert into accounts {count} 10000) select 'p' || i, 'n' || i, 'n' || i, 1, null, null, '{{}}' from n"
        ),
        format!(
            "insert into results {count} 100000) select i, 't' || i, 'red-alert', 'live', 'first', i % 2, i, i, 1, i % 1000, '{{}}' from n"
        ),
        format!(
            "insert into result_players {count} 100000) select i, 0, 'p' || (i % 10000 + 1), '', 'a', 1, 1500000 + i, 90000 from n"
        ),
        format!(
            "insert into result_players {count} 100000) select i, 1, 'p' || ((i * 7 + 3) % 10000 + 1), '', 'b', -1, 1500000 - i, 90000 from n"
        ),
        format!(
            "insert into ratings {count} 10000) select 'p' || i, 'red-alert', 'live', 1500000 + i, 90000, 60000000, 10, i % 2 from n"
        ),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(statement)).execute(&mut conn).await.unwrap();
    }
    let results = store.results();
    let mut times: Vec<(&str, Duration)> = Vec::new();
    for i in 0..100u64 {
        let person = format!("p{}", i * 37 % 10_000 + 1);
        let mut note = async |what, asked: std::pin::Pin<Box<dyn Future<Output = usize> + Send + '_>>| {
            let begun = Instant::now();
            assert!(asked.await > 0, "{what} {person}");
            times.push((what, begun.elapsed()));
        };
        let which = Which { person: person.clone(), before: None, shown_at: Some(1 << 40), limit: 20 };
        note("results", Box::pin(async { results.results(which).await.unwrap().len() })).await;
        note("fared", Box::pin(async { results.fared(person.clone(), Some(1 << 40)).await.unwrap().len() }))
            .await;
        note("met", Box::pin(async { results.met(person.clone(), Some(1 << 40), 5).await.unwrap().len() }))
            .await;
        note("curve", Box::pin(async { results.curve(person.clone(), pool(), 200).await.unwrap().len() }))
            .await;
        note("ratings", Box::pin(async { results.ratings(person.clone()).await.unwrap().len() })).await;
        note("ranking", Box::pin(async { results.ranking(pool(), 50).await.unwrap().len() })).await;
        let scores = results.scores("red-alert".into(), "first".into(), 1 << 40, 300);
        note("scores", Box::pin(async { scores.await.unwrap().len() })).await;
        let usual = results.usual("red-alert".into(), "first".into(), 1 << 40);
        note("usual", Box::pin(async { usual.await.unwrap().map_or(0, |(n, _)| n as usize) })).await;
        note("rated", Box::pin(async { results.rated(pool(), 90_000, 50).await.unwrap().len() })).await;
    }
    for what in ["results", "fared", "met", "curve", "ratings", "ranking", "scores", "usual", "rated"] {
        let mut own: Vec<Duration> = times.iter().filter(|(w, _)| *w == what).map(|(_, t)| *t).collect();
        own.sort();
        // The middle one: others work on the machine of a test, too.
        assert!(own[own.len() / 2] < Duration::from_millis(20), "{what}: {:?}", own[own.len() / 2]);
        println!("{what}: median {:?}, 99th {:?}", own[own.len() / 2], own[own.len() * 99 / 100]);
    }
}
