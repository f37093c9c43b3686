//! A newer program has changed the tables of a store while this one runs, or before it starts. Where that only adds something, this
//! one goes on; else it says why not, and leaves everything as it is.

mod common;
mod newer;

use common::{Scratch, line, table};
use klaxon_store::{AppendError, Postgres, Spread, Store, StoreError, TableState};
use newer::{Beside, NEWER, name, step_in_database, step_in_file};

/// Plays a few moves, and what goes with them.
async fn play(store: &Store, from: u32) {
    for n in from..from + 5 {
        store.append("t1", n, line("t1", n)).await.unwrap();
    }
    let late = store.append("t1", from, "late").await;
    assert!(matches!(late, Err(AppendError::Conflict { have }) if have == from + 4), "{late:?}");
    store.set_meta("t1", format!("{{\"n\":{from}}}"), TableState::Playing, true).await.unwrap();
    store.put_snapshot("t1", from + 4, [7]).await.unwrap();
    let all: Vec<String> = (1..from + 5).map(|n| line("t1", n)).collect();
    assert_eq!(store.entries("t1", 0).await.unwrap(), all);
}

#[tokio::test]
async fn a_file_that_a_newer_program_added_to_is_opened_and_played_on() {
    let scratch = Scratch::new();
    let store = Store::open(scratch.path()).await.unwrap();
    store.create(table("t1")).await.unwrap();
    play(&store, 1).await;
    // Under a program that runs.
    step_in_file(scratch.path(), Beside::ThoseBefore).await;
    play(&store, 6).await;
    store.close().await.unwrap();
    let store = Store::open_to_serve(scratch.path()).await.unwrap();
    play(&store, 11).await;
    store.close().await.unwrap();
    let store = Store::open_read_only(scratch.path()).await.unwrap();
    assert_eq!(store.entries("t1", 0).await.unwrap().len(), 15);
}

#[tokio::test]
async fn a_file_that_a_newer_program_made_its_own_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    let store = Store::open(scratch.path()).await.unwrap();
    store.create(table("t1")).await.unwrap();
    store.close().await.unwrap();
    step_in_file(scratch.path(), Beside::Nobody).await;
    let file = scratch.path().join("klaxon.db");
    let before = std::fs::read(&file).unwrap();
    for error in [
        Store::open(scratch.path()).await.unwrap_err(),
        Store::open_to_serve(scratch.path()).await.unwrap_err(),
        Store::open_read_only(scratch.path()).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::NewerSchema { found: NEWER, needs: NEWER, .. }), "{error:?}");
        let told = error.to_string();
        assert!(
            told.contains("was changed by a newer Klaxon") && told.contains("start that newer version"),
            "{told}"
        );
    }
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

async fn open(url: &str) -> Store {
    Store::over(Postgres::open(url, 3).await.expect("opens"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_go_on_while_a_newer_one_adds_to_their_tables() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (open(&url).await, open(&url).await);
    one.create(table("t1")).await.unwrap();
    let shared = one.shared().unwrap();
    let node = shared.arrive("one".into()).await.unwrap();
    assert_eq!(shared.take_charge(vec!["t1".into()], node).await.unwrap(), ["t1"]);
    play(&one, 1).await;
    // Whatever they have prepared before is good after it.
    step_in_database(cluster, &url, Beside::ThoseBefore);
    play(&one, 6).await;
    play(&two, 11).await;
    assert!(shared.beat(node).await.unwrap().is_some());
    // One that starts again now, or reads.
    one.close().await.unwrap();
    let again = open(&url).await;
    let node = again.shared().unwrap().arrive("again".into()).await.unwrap();
    assert!(again.shared().unwrap().beat(node).await.unwrap().is_some_and(|all| all.contains(&node)));
    play(&again, 16).await;
    play(&two, 21).await;
    let reading = Store::over(Postgres::open_read_only(&url, 1).await.unwrap());
    assert_eq!(reading.entries("t1", 0).await.unwrap().len(), 25);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_a_newer_program_made_its_own_is_refused() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let running = open(&url).await;
    let shared = running.shared().unwrap();
    let node = shared.arrive("one".into()).await.unwrap();
    step_in_database(cluster, &url, Beside::Nobody);
    for error in [
        Postgres::open(&url, 1).await.err().unwrap(),
        Postgres::open_read_only(&url, 1).await.err().unwrap(),
        // One that was away while that happened, and comes back.
        shared.arrive("one".into()).await.unwrap_err(),
    ] {
        assert!(matches!(error, StoreError::NewerSchema { found: NEWER, needs: NEWER, .. }), "{error:?}");
        let told = error.to_string();
        assert!(told.contains(name(&url)) && told.contains("start that newer version"), "{told}");
    }
    let there = cluster.psql(name(&url), "select string_agg(node::text, ' ') from klaxon.nodes").unwrap();
    assert_eq!(there, node.to_string(), "whoever is refused is not there");
    let both = [url.as_str(), &cluster.database()];
    assert!(matches!(Spread::open(&both, 1, None).await.err(), Some(StoreError::NewerSchema { .. })));
}

/// The other way round: this program is the newer one, and its steps would leave servers behind that run.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_that_would_leave_servers_behind_wait_until_those_are_gone() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let older = open(&url).await;
    let node = older.shared().unwrap().arrive("older".into()).await.unwrap();
    // As if it knew the tables as they were before the results, which nobody can go on with beside.
    let back = "delete from klaxon._sqlx_migrations where version >= 3; drop table klaxon.beside; \
                drop index klaxon.tables_by_home, klaxon.tables_by_state_and_listed; \
                drop table klaxon.counters, klaxon.result_players, klaxon.results, klaxon.ratings, klaxon.rating_pools, \
                klaxon.ties, klaxon.seeks, klaxon.channels, klaxon.mutes, klaxon.calls, klaxon.rings, klaxon.club_studies, \
                klaxon.studies, klaxon.moderators, klaxon.sanctions, klaxon.reports, klaxon.deeds, klaxon.notes, \
                klaxon.pairings, klaxon.entrants, klaxon.tournaments, klaxon.club_lines, klaxon.club_tables, \
                klaxon.club_members, klaxon.clubs; alter table klaxon.messages drop column person";
    cluster.psql(name(&url), back).unwrap();
    let error = Postgres::open(&url, 1).await.err().unwrap();
    assert!(matches!(error, StoreError::OlderServers { servers: 1, .. }), "{error:?}");
    assert!(error.to_string().contains("stop them first"), "{error}");
    let steps = || cluster.psql(name(&url), "select max(version) from klaxon._sqlx_migrations").unwrap();
    assert_eq!(steps(), "2", "nothing was changed");
    older.shared().unwrap().leave(node).await.unwrap();
    let newer = open(&url).await;
    assert_ne!(steps(), "2");
    newer.create(table("t1")).await.unwrap();
    play(&newer, 1).await;
}

/// Many servers that start at once on a new database: one of them makes the tables.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_servers_that_start_at_once_one_takes_the_steps() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let stores = futures_util::future::join_all((0..6).map(|_| open(&url))).await;
    let own = "select count(*) > 0, max(step) > max(oldest) from klaxon.beside";
    assert_eq!(cluster.psql(name(&url), own).unwrap(), "t|t", "who goes on beside its newest step is kept");
    stores[0].create(table("t1")).await.unwrap();
    play(&stores[5], 1).await;
}
