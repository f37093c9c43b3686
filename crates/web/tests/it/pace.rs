//! The clock of a table: who is late has one decision made for him, and nothing else changes.

use crate::{
    Client, config,
    line::{connect, next, start},
};
use klaxon_web::Config;
use serde_json::{Value, json};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A table whose seats all belong to one program, with a clock.
async fn timed(client: &mut Client, seconds: u32) -> (String, String) {
    let order = json!({ "game": "red-alert", "seats": ["api", "api"], "clock": seconds });
    let answer = client.api_post("/tables", "", order).await.ok().json();
    (answer["id"].as_str().unwrap().into(), answer["owner"].as_str().unwrap().into())
}

async fn table(client: &mut Client, id: &str) -> Value {
    client.api_get(&format!("/tables/{id}"), "").await.ok().json()
}

/// When the time of a seat that is asked runs out.
fn due(table: &Value) -> Option<u64> {
    table["seats"].as_array().unwrap().iter().find_map(|s| s["due"].as_u64())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Looks again and again, until something holds.
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

#[tokio::test]
async fn when_time_is_out_a_bot_makes_one_decision_and_all_are_told() {
    let mut client = Client::new().await;
    let (id, token) = timed(&mut client, 1).await;
    let before = table(&mut client, &id).await;
    assert_eq!((&before["clock"], &before["n"]), (&json!(1), &json!(0)));
    let seat = before["seats"].as_array().unwrap().iter().position(|s| s["due"].is_u64()).unwrap();
    let left = due(&before).unwrap().saturating_sub(now());
    assert!(left <= 1000, "a second at most, not {left} ms");
    let after = until(&mut client, &id, |t| t["seats"][seat]["overdue"] == 1).await;
    assert!(after["n"].as_u64() >= Some(1), "{after}");
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("Time is out for"), "the table is told");
    assert!(
        page.contains("data-due=") && page.contains("1 late<span class=\"hidden\">, made by a quick bot"),
        "{page}"
    );
    // The seat is still its holder's: it decides on.
    let asks = client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok().json();
    assert!(asks["asks"].as_array().is_some_and(|asks| !asks.is_empty()), "{asks}");
}

#[tokio::test]
async fn whoever_stays_away_has_less_time_until_he_is_back() {
    let mut client = Client::new().await;
    let (id, _) = timed(&mut client, 1).await;
    // Both programs sleep: first a second each, then half of it.
    let begun = now();
    until(&mut client, &id, |t| t["n"].as_u64() >= Some(12)).await;
    assert!(now() - begun < 11_000, "twelve decisions took {} ms", now() - begun);
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    let told = page.matches("<li id=\"said-").count();
    assert!((1..=12).contains(&told), "{told} messages");
}

#[tokio::test]
async fn taking_back_gives_no_time() {
    let mut client = Client::new().await;
    let (id, token) = timed(&mut client, 600).await;
    let act = format!("/tables/{id}/act?brief=true");
    let mut last = client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok().json();
    for _ in 0..200 {
        let ask = last["asks"][0].clone();
        let decision = json!({ "seat": ask["seat"], "choice": 0 });
        last = client.api_post(&act, &token, decision.clone()).await.ok().json();
        let given = due(&table(&mut client, &id).await);
        tokio::time::sleep(Duration::from_millis(300)).await;
        let seat = json!({ "seat": ask["seat"] });
        if !client.api_post(&format!("/tables/{id}/undo"), &token, seat).await.status.is_success() {
            continue;
        }
        let given = given.expect("time runs");
        // Told by the clock on the wall, it may differ by what the two clocks are read apart.
        let same = |now: Option<u64>| now.is_some_and(|now| now.abs_diff(given) < 100);
        assert!(same(due(&table(&mut client, &id).await)), "after the undo");
        client.api_post(&act, &token, decision).await.ok();
        assert!(same(due(&table(&mut client, &id).await)), "and after deciding again");
        return;
    }
    panic!("nothing could be taken back");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_waits_while_nobody_is_at_the_table() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me&clock=1").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert_eq!(due(&table(&mut ada, &id).await), None);
    tokio::time::sleep(Duration::from_millis(1300)).await;
    assert_eq!(table(&mut ada, &id).await["n"], 0, "nobody saw it, so nothing happened");
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut page = connect(&server, &id, ada.cookie()).await;
    next(&mut page, |patch| patch.contains("data-due=")).await;
    next(&mut page, |patch| patch.contains("Time is out for")).await;
}

#[tokio::test]
async fn bots_and_free_seats_have_no_clock() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["link", "link"], "clock": 1 });
    let id = client.api_post("/tables", "", order).await.ok().json()["id"].as_str().unwrap().to_owned();
    assert_eq!(due(&table(&mut client, &id).await), None);
}

#[tokio::test]
async fn a_clock_is_kept_and_starts_anew_with_the_server() {
    let folder = std::env::temp_dir().join(format!("klaxon-web-pace-{}", std::process::id()));
    let host = || Config { data: Some(folder.clone()), ..config() };
    let mut client = Client::with(host()).await;
    let (id, _) = timed(&mut client, 600).await;
    let first = due(&table(&mut client, &id).await).unwrap();
    client.state.close().await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let mut client = Client::with(host()).await;
    let again = table(&mut client, &id).await;
    assert_eq!(again["clock"], 600);
    assert!(due(&again) > Some(first), "the whole time again: {again}");
    client.state.close().await;
    std::fs::remove_dir_all(&folder).ok();
}

#[tokio::test]
async fn a_clock_that_cannot_be_is_refused() {
    let mut client = Client::new().await;
    for (game, clock) in [("red-alert", 0), ("red-alert", 3601), ("space-alert", 60)] {
        let order = json!({ "game": game, "seats": ["api", "api"], "clock": clock });
        let answer = client.api_post("/tables", "", order).await;
        assert_eq!(answer.refusal(), (400, "malformed".into()), "{game} {clock}: {}", answer.body);
    }
    let answer = client.form("/open/red-alert", "s-0=me&s-1=easy&clock=soon").await;
    assert_eq!(answer.status, 400);
    // What is offered can be ordered.
    let page = client.get("/open/starcraft").await.ok().body;
    assert!(page.contains("30 seconds for a decision") && page.contains("2 minutes for a decision"));
    assert!(!client.get("/open/space-alert").await.ok().body.contains("for a decision"));
}
