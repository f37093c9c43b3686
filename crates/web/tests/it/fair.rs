//! Fair shares: whatever one peer does, others are served; bots sleep when nobody looks; clocks go on; damage is told.

use crate::{
    Client, config,
    line::{connect, next, say, start},
};
use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use klaxon_web::{AppState, Config, Wall};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};

/// A host on the internet: peers are counted, and a proxy says who they are.
fn public() -> Config {
    Config { behind_proxy: true, loopback_unlimited: false, ..config() }
}

/// A program's request from an address.
async fn from(
    client: &mut Client,
    peer: &str,
    path: &str,
    token: &str,
    body: Option<Value>,
) -> crate::Answer {
    let request = match body {
        Some(_) => Request::post(format!("/api/v1{path}")),
        None => Request::get(format!("/api/v1{path}")),
    };
    let request = request
        .header("x-forwarded-for", peer)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {token}"));
    let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
    client.send(request.body(body).unwrap()).await
}

const EVIL: &str = "10.0.0.66";
const ADA: &str = "10.0.0.10";

#[tokio::test(flavor = "multi_thread")]
async fn an_easy_bot_answers_however_many_hard_bots_somebody_else_has() {
    let mut client = Client::with(public()).await;
    for _ in 0..30 {
        let order = json!({ "game": "red-alert", "seats": ["hard", "hard"] });
        from(&mut client, EVIL, "/tables", "", Some(order)).await.ok();
    }
    let order = json!({ "game": "red-alert", "seats": ["api", "easy"] });
    let table = from(&mut client, ADA, "/tables", "", Some(order)).await.ok().json();
    let (id, token) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    let mut slowest = Duration::ZERO;
    for _ in 0..12 {
        // Whenever nothing is asked of Ada, the bot is to decide.
        let begun = Instant::now();
        let ask = loop {
            let asks = from(&mut client, ADA, &format!("/tables/{id}/choices?brief=true"), token, None).await;
            if let Some(ask) = asks.ok().json()["asks"].get(0) {
                break ask.clone();
            }
            assert!(begun.elapsed() < Duration::from_secs(15), "no answer for {:?}", begun.elapsed());
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        slowest = slowest.max(begun.elapsed());
        let body = json!({ "seat": ask["seat"], "question": ask["question"], "choice": 0 });
        let answer = from(&mut client, ADA, &format!("/tables/{id}/act?brief=true"), token, Some(body)).await;
        // Both sides may be asked at the same time: the bot was quicker, and the question has a new number.
        if answer.status != StatusCode::CONFLICT {
            answer.ok();
        }
    }
    // A whole turn of the bot, on a busy machine and unoptimised.
    assert!(slowest < Duration::from_secs(8), "the bot took {slowest:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_among_themselves_sleep_until_somebody_looks() {
    let quiet =
        Config { bots_play_on: Duration::from_millis(200), bot_pause: Duration::from_millis(30), ..config() };
    let mut client = Client::with(quiet).await;
    let order = json!({ "game": "red-alert", "seats": ["easy", "easy"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap().to_owned();
    // The store is asked, not the table: that would be a look.
    let asleep = async |client: &Client| {
        let mut last = None;
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(400)).await;
            let n = client.state.entries_of(&id).await;
            if n == last {
                return n.unwrap();
            }
            last = n;
        }
        panic!("they never sleep: {last:?}");
    };
    let first = asleep(&client).await;
    assert!((1..300).contains(&first), "{first} entries");
    client.api_get(&format!("/tables/{id}"), "").await.ok();
    let second = asleep(&client).await;
    assert!(second > first, "a look wakes them");
    // An open page keeps them awake.
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let page = connect(&server, &id, None).await;
    for _ in 0..100 {
        tokio::time::sleep(Duration::from_millis(200)).await;
        if client.state.entries_of(&id).await.unwrap() > second + 60 {
            break;
        }
    }
    assert!(client.state.entries_of(&id).await.unwrap() > second + 60, "somebody looks on");
    drop(page);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_hints_bring_a_kind_word_and_the_page_plays_on() {
    let counted = Config { loopback_unlimited: false, hints_per_second: 1, ..config() };
    let mut client = Client::with(counted).await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, client.cookie()).await;
    let all = next(&mut line, |t| t.contains("&quot;pick&quot;")).await;
    for _ in 0..40 {
        say(&mut line, json!({ "t": "hint" })).await;
    }
    let told = next(&mut line, |t| t.contains("ne hint at a time")).await;
    assert!(!told.contains("\"t\":\"fault\""), "{told}");
    let wish = all.split("data-do=\"").find(|p| p.contains("&quot;pick&quot;")).unwrap();
    let wish: Value = serde_json::from_str(&wish.split('"').next().unwrap().replace("&quot;", "\"")).unwrap();
    say(&mut line, wish).await;
    next(&mut line, |t| t.contains("id=\"turn\"")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn whoever_asks_for_too_much_work_still_plays() {
    let counted = Config { requests_per_second: 1, request_burst: 100, ..public() };
    let mut client = Client::with(counted).await;
    let order = json!({ "game": "red-alert", "seats": ["api", "api"] });
    let table = from(&mut client, EVIL, "/tables", "", Some(order)).await.ok().json();
    let (id, token) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    let script = json!({ "script": "game red-alert" });
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(from(&mut client, EVIL, "/try", "", Some(script.clone())).await.status.as_u16());
    }
    assert_eq!(statuses.iter().filter(|s| **s == 429).count(), 4, "{statuses:?}");
    let ask = json!({ "seat": 0, "choice": 0 });
    let acted = from(&mut client, EVIL, &format!("/tables/{id}/act?brief=true"), token, Some(ask)).await;
    assert_ne!(acted.status.as_u16(), 429, "{}", acted.body);
    let other = from(&mut client, ADA, "/try", "", Some(script)).await;
    assert_ne!(other.status.as_u16(), 429, "another peer has his own");
}

/// A connection from an address of this machine.
async fn call(server: SocketAddr, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    socket.connect(server).await.unwrap()
}

/// What is answered to a request; empty when the line breaks.
async fn answer(line: &mut TcpStream, request: &str) -> String {
    line.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = [0; 2048];
    let n =
        timeout(Duration::from_secs(5), line.read(&mut bytes)).await.expect("an answer in time").unwrap_or(0);
    String::from_utf8_lossy(&bytes[..n]).into_owned()
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: here\r\n\r\n";
const HALF: &[u8] = b"GET / HTTP/1.1\r\nhost: here\r\nx-slow: ";

#[tokio::test(flavor = "multi_thread")]
async fn half_open_lines_of_one_peer_lock_nobody_out() {
    for (in_all, of_a_peer, peers) in [(1000, 20, 1), (40, 1000, 3)] {
        let counted = Config {
            loopback_unlimited: false,
            max_lines: in_all,
            max_lines_per_peer: of_a_peer,
            header_timeout: Duration::from_secs(60),
            ..config()
        };
        let client = Client::with(counted).await;
        let server = start(client.state.clone(), "127.0.0.1:0").await;
        let mut evil = Vec::new();
        for i in 0..90 {
            let mut line = call(server.address, &format!("127.0.0.{}", 66 + i % peers)).await;
            // Some of them may be sent away already.
            let _ = line.write_all(HALF).await;
            evil.push(line);
        }
        let begun = Instant::now();
        let mut ada = call(server.address, "127.0.0.10").await;
        let health = answer(&mut ada, HEALTH).await;
        assert!(health.starts_with("HTTP/1.1 200") && begun.elapsed() < Duration::from_secs(2), "{health}");
        assert!(client.state.open_lines() <= 41, "{} lines are open", client.state.open_lines());
        // The line that asks is not the one that goes.
        for i in 0..60 {
            let mut line = call(server.address, &format!("127.0.0.{}", 66 + i % peers)).await;
            let _ = line.write_all(HALF).await;
            evil.push(line);
        }
        assert!(of_a_peer == 1000 || answer(&mut ada, HEALTH).await.starts_with("HTTP/1.1 200"));
        drop(evil);
        server.stop.send(()).unwrap();
        server.done.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn half_a_request_is_given_up_sooner_than_a_line_that_waits_for_its_next_one() {
    let short = Config { header_timeout: Duration::from_millis(300), ..config() };
    let client = Client::with(short).await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut kept = call(server.address, "127.0.0.10").await;
    assert!(answer(&mut kept, HEALTH).await.starts_with("HTTP/1.1 200"));
    let mut half = call(server.address, "127.0.0.10").await;
    half.write_all(HALF).await.unwrap();
    let mut silent = call(server.address, "127.0.0.10").await;
    for line in [&mut half, &mut silent] {
        let end = timeout(Duration::from_secs(5), line.read(&mut [0; 64])).await.expect("closed in time");
        assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
    }
    // The one that has asked before may take its time.
    assert!(answer(&mut kept, HEALTH).await.starts_with("HTTP/1.1 200"));
    // Half of its next request has no more time than another's.
    kept.write_all(HALF).await.unwrap();
    let end = timeout(Duration::from_secs(5), kept.read(&mut [0; 64])).await.expect("closed in time");
    assert!(matches!(end, Ok(0) | Err(_)), "{end:?}");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("klaxon-fair-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[tokio::test]
async fn a_second_server_on_one_folder_is_refused() {
    let folder = folder("second");
    let first = AppState::open(Config::at(&folder)).await.unwrap();
    let Err(refused) = AppState::open(Config::at(&folder)).await else { panic!("two servers at one store") };
    assert!(refused.to_string().contains("is served already"), "{refused}");
    first.close().await;
    AppState::open(Config::at(&folder)).await.unwrap().close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

/// A mission that is flown on the clock, with its owner's token.
async fn mission(client: &mut Client) -> (String, String) {
    let order = json!({ "game": "space-alert", "scenario": "S2-1", "size": 4, "options": { "pace": "drill" },
        "seats": ["api", "api", "api", "api"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, token) = (table["id"].as_str().unwrap().to_owned(), table["owner"].as_str().unwrap().to_owned());
    for seat in 0..4 {
        let ask = client.api_get(&format!("/tables/{id}/choices?brief=true&seat={seat}"), &token).await.ok();
        let question = ask.json()["asks"][0]["question"].clone();
        let body = json!({ "seat": seat, "question": question, "choice": 0 });
        client.api_post(&format!("/tables/{id}/act?brief=true"), &token, body).await.ok();
    }
    (id, token)
}

async fn comes_to(client: &mut Client, id: &str, n: u64) {
    for _ in 0..600 {
        if client.api_get(&format!("/tables/{id}"), "").await.ok().json()["n"].as_u64() >= Some(n) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the mission stands still before entry {n}");
}

#[tokio::test]
async fn a_wall_clock_that_is_set_back_stops_no_mission() {
    let folder = folder("clock");
    let back = Arc::new(AtomicU64::new(0));
    let shift = back.clone();
    let wall = Wall::by(move || {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
        now - shift.load(Relaxed)
    });
    let on_disk = Config { data: Some(folder.clone()), wall, ..config() };
    let mut client = Client::with(on_disk.clone()).await;
    let (id, _) = mission(&mut client).await;
    comes_to(&mut client, &id, 6).await;
    // An hour back while it runs.
    back.store(3_600_000, Relaxed);
    comes_to(&mut client, &id, 8).await;
    let clock = |view: Value| view["clock"].as_u64().unwrap();
    let before = clock(client.api_get(&format!("/tables/{id}/view"), "").await.ok().json());
    client.state.close().await;
    drop(client);
    // And it is still an hour earlier when the server comes back.
    let mut client = Client::with(on_disk).await;
    let after = clock(client.api_get(&format!("/tables/{id}/view"), "").await.ok().json());
    assert!((before.saturating_sub(2000)..before + 20_000).contains(&after), "{before} became {after}");
    comes_to(&mut client, &id, 9).await;
    client.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_running_mission_that_is_taken_in_elsewhere_goes_on() {
    let mut client = Client::new().await;
    let (id, _) = mission(&mut client).await;
    comes_to(&mut client, &id, 7).await;
    let stored = client.state.store.table(&id).await.unwrap().unwrap();
    let mut log = stored.header;
    for line in client.state.store.entries(&id, 0).await.unwrap() {
        log.push('\n');
        log.push_str(&line);
    }
    let entries = log.lines().count() as u64 - 1;
    // Long after it was played, on another server.
    let mut other = Client::new().await;
    let taken = klaxon_web::import(&other.state.store, &log).await.unwrap();
    comes_to(&mut other, &taken, entries + 1).await;
}

/// Changes a store behind the server's back.
async fn damage(folder: &Path, how: &str) {
    let file = SqliteConnectOptions::new().filename(folder.join("klaxon.db"));
    let mut conn = file.connect().await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(how)).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

#[tokio::test]
async fn a_damaged_table_says_what_is_damaged() {
    let folder = folder("damage");
    let mut client = Client::with(Config { data: Some(folder.clone()), ..config() }).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        let (id, token) = client.api_table().await;
        client.play_on(&id, &token, 6).await;
        ids.push(id);
    }
    client.state.close().await;
    let key = |i: usize| format!("table_key = (select key from tables where id = '{}')", ids[i]);
    damage(&folder, &format!("update entries set body = cast(x'ff00' as text) where n = 3 and {}", key(0)))
        .await;
    damage(&folder, &format!("delete from entries where n = 6 and {}", key(1))).await;
    damage(&folder, &format!("update table_texts set meta = '{{\"title\":7}}' where {}", key(2))).await;
    damage(&folder, &format!("update entries set body = '{{' where n = 4 and {}", key(3))).await;
    let mut client = Client::with(Config { data: Some(folder.clone()), ..config() }).await;
    for (i, says) in
        [(0, "entry 3 of table"), (1, "should have 6 entries and has 5"), (2, "its seats"), (3, "line 5")]
    {
        let api = client.api_get(&format!("/tables/{}/view", ids[i]), "").await;
        let page = client.get(&format!("/t/{}", ids[i])).await;
        let both = format!("{} {}", api.body, page.body);
        assert!(both.contains(says), "{says}: {} {}\n{}", api.status, api.body, page.body);
        assert!(!both.contains("try again"), "{both}");
    }
    client.api_get(&format!("/tables/{}/view", ids[4]), "").await.ok();
    client.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn a_log_that_ends_short_is_told_on_the_health_page() {
    let (live, dead) = (folder("live"), folder("dead"));
    let mut client = Client::with(Config { data: Some(live.clone()), ..config() }).await;
    assert_eq!(client.get("/healthz").await.ok().body, "ok\n");
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 20).await;
    // As a copy of the files in use would be, and then cut off.
    std::fs::create_dir_all(&dead).unwrap();
    for name in ["klaxon.db", "klaxon.db-wal"] {
        std::fs::copy(live.join(name), dead.join(name)).unwrap();
    }
    let log = std::fs::OpenOptions::new().write(true).open(dead.join("klaxon.db-wal")).unwrap();
    log.set_len(log.metadata().unwrap().len() - 700).unwrap();
    drop(log);
    let mut other = Client::with(Config { data: Some(dead.clone()), ..config() }).await;
    let health = other.get("/healthz").await.ok().body;
    assert!(health.starts_with("ok\nwarning: ") && health.contains("the store's log ends"), "{health}");
    assert!(other.get("/metrics").await.ok().body.contains("klaxon_store_warnings 1"));
    client.state.close().await;
    other.state.close().await;
    for folder in [live, dead] {
        std::fs::remove_dir_all(folder).unwrap();
    }
}
