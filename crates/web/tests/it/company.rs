//! Two servers on one PostgreSQL, whose notices are lost, doubled and late: whatever carries them, each server comes to know
//! what the other has done, by numbers and by looking, and neither ever goes back.

use crate::{Client, clocks::running, config};
use klaxon_store::{Nats, Postgres, Store, StoreError, Wire, Wires};
use klaxon_web::{AppState, Config, Wall};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// What goes wrong with notices, of a hundred.
#[derive(Clone, Copy, Debug)]
struct Harm {
    lost: u64,
    doubled: u64,
    late: u64,
}

/// Lines that harm what they carry.
struct Harmed {
    lines: Arc<dyn Wires>,
    harm: Harm,
    /// Letters that came this far, and those of them that were harmed.
    seen: Arc<(AtomicU64, AtomicU64)>,
}

struct HarmedLine {
    line: Box<dyn Wire>,
    harm: Harm,
    luck: u64,
    waiting: VecDeque<(Instant, String)>,
    seen: Arc<(AtomicU64, AtomicU64)>,
}

impl Wires for Harmed {
    fn to_speak(&self) -> Later<'_, Box<dyn Wire>> {
        self.lines.to_speak()
    }

    fn to_listen(&self) -> Later<'_, Box<dyn Wire>> {
        Box::pin(async move {
            let line = self.lines.to_listen().await?;
            let (harm, seen) = (self.harm, self.seen.clone());
            Ok(Box::new(HarmedLine { line, harm, luck: 1, waiting: VecDeque::new(), seen }) as Box<dyn Wire>)
        })
    }
}

impl Wire for HarmedLine {
    fn say(&mut self, text: String) -> Later<'_, ()> {
        self.line.say(text)
    }

    fn hear(&mut self) -> Later<'_, Option<String>> {
        Box::pin(async move {
            loop {
                let now = Instant::now();
                if let Some(due) = self.waiting.iter().position(|(at, _)| *at <= now) {
                    return Ok(self.waiting.remove(due).map(|(_, text)| text));
                }
                let next = self.waiting.iter().map(|(at, _)| *at).min();
                let wait = next.map_or(Duration::from_secs(3600), |at| at - now);
                let text = tokio::select! {
                    heard = self.line.hear() => match heard? {
                        Some(text) => text,
                        None => return Ok(None),
                    },
                    () = tokio::time::sleep(wait) => continue,
                };
                self.luck =
                    self.luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let fate = (self.luck >> 33) % 100;
                let Harm { lost, doubled, late } = self.harm;
                self.seen.0.fetch_add(1, Relaxed);
                self.seen.1.fetch_add(u64::from(fate < lost + doubled + late), Relaxed);
                let after = |millis: u64| now + Duration::from_millis(millis);
                if fate < lost {
                    continue;
                } else if fate < lost + doubled {
                    self.waiting.extend([(now, text.clone()), (after(700), text)]);
                } else if fate < lost + doubled + late {
                    self.waiting.push_back((after(100 + fate * 15), text));
                } else {
                    self.waiting.push_back((now, text));
                }
            }
        })
    }
}

async fn server(url: &str, lines: Arc<dyn Wires>) -> Client {
    server_with(url, lines, config()).await
}

async fn server_with(url: &str, lines: Arc<dyn Wires>, config: Config) -> Client {
    let store = Store::over(Postgres::open_with(url, 4, lines).await.unwrap());
    let state = AppState::among(config, store).await.unwrap();
    Client::over(state).await
}

/// How far a table is in the memory of a server: pages are drawn from that, and nothing here asks the database.
fn step(client: &Client, id: &str) -> u64 {
    client.state.entries_in_memory(id).map_or(0, u64::from)
}

async fn converges(name: &str, url: &str, lines: Arc<dyn Wires>, harm: Harm) {
    let seen: Arc<(AtomicU64, AtomicU64)> = Arc::default();
    let harmed = || Arc::new(Harmed { lines: lines.clone(), harm, seen: seen.clone() });
    let (mut one, mut two) = (server(url, harmed()).await, server(url, harmed()).await);
    let mut tables = Vec::new();
    for _ in 0..4 {
        let (id, token) = one.api_table().await;
        two.api_get(&format!("/tables/{id}"), &token).await.ok();
        tables.push((id, token, [0, 0]));
    }
    let begun = Instant::now();
    let mut at_first = true;
    while begun.elapsed() < Duration::from_secs(4) {
        at_first = !at_first;
        for (id, token, known) in &mut tables {
            let at = if at_first { &mut one } else { &mut two };
            at.play_on(id, token, 3).await;
            for (client, known) in [&one, &two].into_iter().zip(known) {
                let now = step(client, id);
                assert!(now >= *known, "{name}, {harm:?}: {id} went back from {known} to {now}");
                *known = now;
            }
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
    // Nobody asks any more: what is not known now comes by notices, or by looking every two seconds.
    let quiet = Instant::now();
    for (id, token, ..) in &tables {
        let stored = u64::from(one.state.entries_of(id).await.unwrap());
        assert!(stored > 20, "{name}: {stored} entries prove nothing");
        while step(&one, id) != stored || step(&two, id) != stored {
            assert!(
                quiet.elapsed() < Duration::from_secs(6),
                "{name}, {harm:?}: {id} is not the same everywhere"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let (a, b) = (
            one.api_get(&format!("/tables/{id}"), token).await.ok().body,
            two.api_get(&format!("/tables/{id}"), token).await.ok().body,
        );
        assert_eq!(a, b, "{name}, {harm:?}");
    }
    let (came, harmed) = (seen.0.load(Relaxed), seen.1.load(Relaxed));
    println!("{name}, {harm:?}: {harmed} of {came} letters harmed, the same after {:?}", quiet.elapsed());
    assert!(
        came > 20 && harmed * 100 >= came * (harm.lost + harm.doubled + harm.late) / 2,
        "{harmed} of {came}"
    );
    one.state.close().await;
    two.state.close().await;
}

/// One contract for whatever carries notices.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_agree_though_notices_are_lost_doubled_and_late() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let nats = klaxon_testdb::Nats::or_skip();
    for harm in [
        Harm { lost: 0, doubled: 50, late: 50 },
        Harm { lost: 100, doubled: 0, late: 0 },
        Harm { lost: 40, doubled: 20, late: 40 },
    ] {
        let url = cluster.database();
        converges("PostgreSQL", &url, Postgres::notify(&url).unwrap(), harm).await;
        if let Some(nats) = &nats {
            let lines: Nats = nats.url().parse().unwrap();
            converges("NATS", &cluster.database(), Arc::new(lines), harm).await;
        }
    }
}

/// Two who change seats of one table at the same moment at two servers both have their way.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_changed_at_two_servers_at_once_are_all_changed() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let lines = Postgres::notify(&url).unwrap();
    let (mut one, mut two) = (server(&url, lines.clone()).await, server(&url, lines).await);
    let (id, token) = one.api_table().await;
    let path = format!("/tables/{id}/seat");
    for _ in 0..25 {
        let change = |seat: u8| json!({ "seat": seat, "change": { "do": "renew" } });
        let (a, b) =
            tokio::join!(one.api_post(&path, &token, change(0)), two.api_post(&path, &token, change(1)));
        // Whoever loses the race is not told: the server puts both together.
        a.ok();
        b.ok();
    }
    let (a, b) = (
        one.api_get(&format!("/tables/{id}"), &token).await,
        two.api_get(&format!("/tables/{id}"), &token).await,
    );
    assert_eq!(a.ok().body, b.ok().body);
}

/// A table over days that only one server ever heard of goes on at another as soon as the first is gone, with nobody looking.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_over_days_goes_on_elsewhere_as_soon_as_its_server_is_gone() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let lines = Postgres::notify(&url).unwrap();
    let ahead: Arc<AtomicU64> = Arc::default();
    let config = || {
        let ahead = ahead.clone();
        let now = move || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        Config { wall: Wall::by(move || now() + ahead.load(Relaxed)), ..config() }
    };
    let mut one = server_with(&url, lines.clone(), config()).await;
    let two = server_with(&url, lines, config()).await;
    let order = json!({ "game": "red-alert", "seats": ["api", "api"],
        "clock": { "days": { "turn": 43_200, "end": "bot" } } });
    let id = one.api_post("/tables", "", order).await.ok().json()["id"].as_str().unwrap().to_owned();
    let table = one.api_get(&format!("/tables/{id}"), "").await.ok().json();
    let seat = running(&table);
    assert_eq!(two.state.entries_in_memory(&id), None);
    // The other has seen both of them, and has nothing to do with the table.
    tokio::time::sleep(Duration::from_millis(2500)).await;
    ahead.store(13 * 3_600_000, Relaxed);
    one.state.close().await;
    let gone = Instant::now();
    loop {
        let stored = two.state.store.table(&id).await.unwrap().expect("it is stored");
        let meta: Value = serde_json::from_str(&stored.meta).unwrap();
        if meta["chairs"][seat]["overdue"].as_u64() >= Some(1) {
            break;
        }
        assert!(gone.elapsed() < Duration::from_secs(5), "nobody looks after it: {meta}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("time over days went on elsewhere after {:?}", gone.elapsed());
    assert!(two.state.entries_in_memory(&id).is_some());
    two.state.close().await;
}
