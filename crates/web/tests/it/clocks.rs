//! Clocks for turns: live with an increment, and over days; what is saved, what is short, and what happens at the end of time.

use crate::{Client, config};
use klaxon_web::{Config, Wall};
use serde_json::{Value, json};
use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// A table whose seats all belong to one program. Returns its id and the owner's token.
async fn open(client: &mut Client, game: &str, clock: Value) -> (String, String) {
    let order = json!({ "game": game, "seats": ["api", "api"], "clock": clock });
    let answer = client.api_post("/tables", "", order).await.ok().json();
    (answer["id"].as_str().unwrap().into(), answer["owner"].as_str().unwrap().into())
}

pub async fn table(client: &mut Client, id: &str) -> Value {
    client.api_get(&format!("/tables/{id}"), "").await.ok().json()
}

/// The seat whose time runs.
pub fn running(table: &Value) -> usize {
    table["seats"].as_array().unwrap().iter().position(|s| s["due"].is_u64()).expect("time runs")
}

fn left(table: &Value, seat: usize) -> u64 {
    table["seats"][seat]["due"].as_u64().expect("time runs").saturating_sub(now())
}

async fn until(client: &mut Client, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..400 {
        let table = table(client, id).await;
        if holds(&table) {
            return table;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nothing happened in 20 seconds: {}", table(client, id).await);
}

/// A server that is stopped and started again, at any time on the wall.
pub struct Host {
    folder: PathBuf,
    ahead: Arc<AtomicU64>,
}

impl Host {
    pub fn new(name: &str) -> Host {
        let folder = std::env::temp_dir().join(format!("klaxon-web-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        Host { folder, ahead: Arc::default() }
    }

    pub async fn start(&self) -> Client {
        let ahead = self.ahead.clone();
        let wall = Wall::by(move || now() + ahead.load(Relaxed));
        Client::with(Config { data: Some(self.folder.clone()), wall, ..config() }).await
    }

    /// The server goes down, and so much later another comes up.
    pub async fn later(&self, client: &Client, time: u64) -> Client {
        client.state.close().await;
        self.ahead.fetch_add(time, Relaxed);
        self.start().await
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

/// What the store knows of a table.
async fn meta(client: &Client, id: &str) -> Value {
    let table = client.state.store.table(id).await.unwrap().expect("it is stored");
    serde_json::from_str(&table.meta).unwrap()
}

/// A table once the watchman has been there, without having been asked for: what the store knows.
async fn stored(client: &Client, id: &str, holds: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..200 {
        let meta = meta(client, id).await;
        if holds(&meta) {
            return meta;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("nothing happened in 10 seconds at {id}");
}

#[tokio::test]
async fn live_time_runs_out_and_each_turn_brings_a_little() {
    let mut client = Client::new().await;
    let clock = json!({ "live": { "total": 2, "increment": 1, "end": "bot" } });
    let (id, token) = open(&mut client, "red-alert", clock.clone()).await;
    let before = table(&mut client, &id).await;
    assert_eq!(before["clock"], clock);
    assert_eq!(before["clock_words"], "2 seconds for the game, and a second more with each turn");
    let seat = running(&before);
    assert!(left(&before, seat) <= 2000);
    let after = until(&mut client, &id, |t| t["seats"][seat]["overdue"].as_u64() >= Some(1)).await;
    assert!(after["n"].as_u64() >= Some(1));
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("Time is out for"), "the table is told");
    assert!(page.contains("When time is out, a quick bot decides until the turn is over."), "{page}");
    // The seat is still its holder's.
    client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok();
}

#[tokio::test]
async fn whoever_lets_time_run_out_gives_up_where_that_was_agreed() {
    let mut client = Client::new().await;
    let clock = json!({ "live": { "total": 1, "end": "seat" } });
    let (id, _) = open(&mut client, "red-alert", clock).await;
    let seat = running(&table(&mut client, &id).await);
    let over = until(&mut client, &id, |t| t["state"] == "over").await;
    assert!(over["outcome"].is_object(), "{over}");
    assert_eq!(over["seats"][seat]["overdue"], 1);
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("they give up, as was agreed"), "the table is told");
}

#[tokio::test]
async fn where_nobody_can_give_up_a_bot_has_the_seat_for_good() {
    let mut client = Client::new().await;
    let clock = json!({ "live": { "total": 1, "end": "seat" } });
    let order = json!({ "game": "federation", "seats": ["api"], "clock": clock });
    let answer = client.api_post("/tables", "", order).await.ok().json();
    let (id, token) = (answer["id"].as_str().unwrap(), answer["owner"].as_str().unwrap());
    let seat = running(&table(&mut client, id).await);
    let after = until(&mut client, id, |t| t["seats"][seat]["holder"] == "bot").await;
    assert_ne!(after["state"], "over");
    let act = json!({ "seat": seat, "choice": 0 });
    let refused = client.api_post(&format!("/tables/{id}/act"), token, act).await;
    assert!(!refused.status.is_success(), "the seat is gone: {}", refused.body);
}

#[tokio::test]
async fn time_for_turns_is_kept_by_the_store_and_taken_back_by_nobody() {
    let host = Host::new("clocks-kept");
    let mut client = host.start().await;
    let (id, token) =
        open(&mut client, "red-alert", json!({ "live": { "total": 600, "increment": 60 } })).await;
    let mut last = client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok().json();
    for _ in 0..300 {
        let before = table(&mut client, &id).await;
        let ask = last["asks"][0].clone();
        let seat = ask["seat"].as_u64().unwrap() as usize;
        let decision = json!({ "seat": seat, "choice": 0 });
        tokio::time::sleep(Duration::from_millis(20)).await;
        last = client.api_post(&format!("/tables/{id}/act?brief=true"), &token, decision).await.ok().json();
        let decided = table(&mut client, &id).await;
        if decided["seats"][seat]["due"].is_u64() {
            continue;
        }
        // It was the end of a turn: what is left waits.
        let waits = decided["seats"][seat]["left"].as_u64().unwrap();
        assert!(
            waits < left(&before, seat) + 100 && waits + 30_000 > left(&before, seat),
            "{waits} {before}"
        );
        if client
            .api_post(&format!("/tables/{id}/undo"), &token, json!({ "seat": seat }))
            .await
            .status
            .is_success()
        {
            let undone = table(&mut client, &id).await;
            assert!(left(&undone, seat) <= waits + 100, "no increment for taking back: {undone}");
            break;
        }
    }
    let before = table(&mut client, &id).await;
    let seat = running(&before);
    let mut client = host.later(&client, 0).await;
    let after = table(&mut client, &id).await;
    assert!(
        left(&after, seat) <= 600_000
            && after["seats"][1 - seat]["left"] == before["seats"][1 - seat]["left"]
    );
    client.state.close().await;
}

#[tokio::test]
async fn over_days_time_runs_while_nobody_looks_and_is_short_before_it_is_out() {
    let host = Host::new("clocks-days");
    let mut client = host.start().await;
    let clock = json!({ "days": { "turn": 86400, "reserve": 259200, "end": "bot" } });
    let (id, _) = open(&mut client, "red-alert", clock).await;
    let first = table(&mut client, &id).await;
    let seat = running(&first);
    assert!(left(&first, seat).abs_diff(DAY) < 5000, "{first}");
    assert!(first["seats"][seat].get("short").is_none());
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("a day for a turn; what is not used is saved, up to 3 days"), "{page}");
    // Twelve hours later nothing has happened.
    let mut client = host.later(&client, 12 * HOUR).await;
    let noon = table(&mut client, &id).await;
    assert!(left(&noon, seat).abs_diff(12 * HOUR) < 5000 && noon["n"] == 0, "{noon}");
    // Nobody asks for the table, and yet the seat is told, once.
    let client = host.later(&client, 7 * HOUR).await;
    let told = stored(&client, &id, |meta| meta["chairs"][seat]["purse"]["told"] == true).await;
    assert_eq!(told["chairs"][seat]["overdue"], Value::Null);
    let mut looking = client.clone();
    assert_eq!(table(&mut looking, &id).await["seats"][seat]["short"], true);
    // And then a bot decides, with nobody there.
    let client = host.later(&client, 6 * HOUR).await;
    stored(&client, &id, |meta| meta["chairs"][seat]["overdue"].as_u64() >= Some(1)).await;
    client.state.close().await;
}

#[tokio::test]
async fn a_server_that_was_down_takes_nobodys_seat_at_once() {
    let host = Host::new("clocks-down");
    let mut client = host.start().await;
    let clock = json!({ "days": { "turn": 43200, "end": "seat" } });
    let (id, _) = open(&mut client, "red-alert", clock).await;
    let seat = running(&table(&mut client, &id).await);
    // As if it had been asked a week ago, and the server had come up just now.
    let mut meta = meta(&client, &id).await;
    let since = &mut meta["chairs"][seat]["purse"]["since"];
    *since = (since.as_u64().unwrap() - 7 * DAY).into();
    client.state.close().await;
    let store = klaxon_store::Store::open(&host.folder).await.unwrap();
    store.set_meta(&id, meta.to_string(), klaxon_store::TableState::Playing, false).await.unwrap();
    store.close().await.unwrap();
    let mut client = host.start().await;
    let after = table(&mut client, &id).await;
    let left = left(&after, seat);
    assert!(after["state"] != "over" && left > 0 && left <= HOUR, "{left} ms: {after}");
    client.state.close().await;
}

#[tokio::test]
async fn clocks_that_cannot_be_are_refused() {
    let mut client = Client::new().await;
    for clock in [
        json!(-1),
        json!(0),
        json!(3601),
        json!(1e12),
        json!({ "live": { "total": 0 } }),
        json!({ "live": { "total": 600, "increment": 601 } }),
        json!({ "live": { "total": 4_294_967_295_u32 } }),
        json!({ "live": { "total": 60, "end": "mine" } }),
        json!({ "days": { "turn": 60 } }),
        json!({ "days": { "turn": -86400 } }),
        json!({ "days": { "turn": 86400, "reserve": 4_294_967_295_u32 } }),
        json!({ "days": { "turn": 86400, "purse": 5 } }),
        json!({ "live": { "total": 60 }, "days": { "turn": 86400 } }),
        json!("60"),
    ] {
        let order = json!({ "game": "red-alert", "seats": ["api", "api"], "clock": clock });
        let answer = client.api_post("/tables", "", order).await;
        assert_eq!(answer.status, 400, "{clock}: {}", answer.body);
    }
    let order = json!({ "game": "space-alert", "seats": ["api"], "clock": { "days": { "turn": 86400 } } });
    assert_eq!(client.api_post("/tables", "", order).await.refusal(), (400, "malformed".into()));
    let answer = client.form("/open/red-alert", "s-0=me&s-1=easy&clock=days-1&reserve=0&end=bot").await;
    assert_eq!(answer.status, 400, "{}", answer.body);
}

#[tokio::test]
async fn the_page_offers_clocks_live_and_over_days() {
    let mut client = Client::new().await;
    let page = client.get("/open/starcraft").await.ok().body;
    assert!(page.contains("Live, all at the table") && page.contains("Over days"), "{page}");
    assert!(!client.get("/open/space-alert").await.ok().body.contains("Over days"));
    let answer = client
        .form("/open/red-alert", "s-0=me&s-1=link&clock=days-172800&reserve=604800&end=seat&public=yes")
        .await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let agreed = json!({ "days": { "turn": 172800, "reserve": 604800, "end": "seat" } });
    assert_eq!(table(&mut client, &id).await["clock"], agreed);
    let listed = client.api_get("/tables", "").await.ok().json();
    assert_eq!(listed[0]["clock"], agreed);
    let home = client.stranger().get("/").await.ok().body;
    assert!(home.contains("2 days for a turn"), "strangers see how long it may take: {home}");
}

/// Ada and whoever has the link play over days; Ada has decided nothing yet. Returns her, her table and her seat.
async fn over_days(client: &mut Client, turn: u64) -> (String, usize) {
    let form = format!("s-0=me&s-1=me&clock=days-{turn}&reserve=0&end=bot");
    let answer = client.form("/open/red-alert", &form).await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let seat = running(&table(client, &id).await);
    (id, seat)
}

#[tokio::test]
async fn on_vacation_time_stands_still_over_days_and_nowhere_else() {
    let host = Host::new("clocks-vacation");
    let mut ada = host.start().await;
    let (id, seat) = over_days(&mut ada, 86400).await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me&clock=live-600-10").await;
    let live = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert!(ada.get("/me").await.ok().body.contains("21 of 21 days left"));
    assert_eq!(ada.form("/me/vacation", "days=5").await.status, 303);
    let away = table(&mut ada, &id).await;
    assert!(left(&away, seat).abs_diff(6 * DAY) < 5000, "{away}");
    assert!(away["seats"][seat]["vacation"].as_u64().unwrap().abs_diff(now() + 5 * DAY) < 5000);
    assert!(ada.get(&format!("/t/{id}")).await.ok().body.contains("on vacation until "));
    assert!(
        table(&mut ada, &live).await["seats"][0].get("vacation").is_none(),
        "a live clock knows no vacation"
    );
    let me = ada.get("/me").await.ok().body;
    assert!(me.contains("You are on vacation until") && me.contains("I am back"), "{me}");
    // Twice at once, too many days, none at all, other people's.
    assert_eq!(ada.form("/me/vacation", "days=1").await.status, 409);
    assert_eq!(ada.form("/me/vacation", "days=-1").await.status, 422);
    assert_eq!(ada.form("/me/vacation", "days=99999999999").await.status, 422);
    let mut eve = ada.stranger();
    assert_eq!(eve.form("/me/vacation", "days=3").await.status, 403, "nobody has no vacation");
    eve.play_now().await;
    assert_eq!(eve.form("/me/vacation/end", &format!("person={id}")).await.status, 409);
    assert_eq!(eve.form("/me/vacation", "days=22").await.status, 409);
    assert!(left(&table(&mut ada, &id).await, seat).abs_diff(6 * DAY) < 5000, "Eve changes nothing at Ada's");
    // Four days later it still stands still, and a day of it is given back.
    let cookie = ada.cookie.clone();
    let mut ada = host.later(&ada, 3 * DAY + HOUR).await;
    ada.cookie = cookie;
    let later = table(&mut ada, &id).await;
    assert_eq!((&later["n"], later["seats"][seat].get("short")), (&json!(0), None), "{later}");
    assert_eq!(ada.form("/me/vacation/end", "").await.status, 303);
    let back = table(&mut ada, &id).await;
    assert!(left(&back, seat).abs_diff(DAY) < 5000, "a day again, as before: {back}");
    assert!(ada.get("/me").await.ok().body.contains("17 of 21 days left"));
    ada.state.close().await;
}

#[tokio::test]
async fn no_vacation_begins_when_time_is_out() {
    let host = Host::new("clocks-too-late");
    let mut ada = host.start().await;
    let (id, seat) = over_days(&mut ada, 43200).await;
    let cookie = ada.cookie.clone();
    let mut ada = host.later(&ada, 13 * HOUR).await;
    ada.cookie = cookie;
    ada.form("/me/vacation", "days=5").await;
    stored(&ada, &id, |meta| meta["chairs"][seat]["overdue"].as_u64() >= Some(1)).await;
    ada.state.close().await;
}

#[tokio::test]
async fn a_vacation_by_the_api_needs_an_account() {
    let mut client = Client::new().await;
    let (_, token) = open(&mut client, "red-alert", json!({ "days": { "turn": 86400 } })).await;
    for bearer in ["", token.as_str(), "klx_forged"] {
        let answer = client.api_post("/account/vacation", bearer, json!({ "days": 1 })).await;
        assert!(matches!(answer.status.as_u16(), 401 | 403), "{bearer}: {}", answer.body);
        let answer = client.api_get("/account/vacation", bearer).await;
        assert!(matches!(answer.status.as_u16(), 401 | 403), "{bearer}: {}", answer.body);
    }
}
