//! What the pages of the five games promise their script.

use crate::{
    Client,
    line::{connect, next, say, start},
};
use serde_json::{Value, json};

const GAMES: [&str; 5] = ["red-alert", "star-trek", "federation", "starcraft", "space-alert"];

/// The script reads the id of what can be clicked: without one it would send what nobody can read.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_can_be_clicked_has_an_id() {
    let mut ada = Client::new().await;
    for game in GAMES {
        let answer = ada.form(&format!("/play/{game}"), "").await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        let page = ada.get(answer.header("location")).await.ok().body;
        let tags: Vec<&str> = page.split('<').filter(|tag| tag.contains(" data-click=\"")).collect();
        for tag in tags {
            assert!(tag.contains(" data-id=\""), "{game}: {tag}");
        }
    }
}

/// Where a rule comes from is for whoever writes the ledger.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_rules_show_no_sources() {
    let mut ada = Client::new().await;
    for game in GAMES {
        let page = ada.get(&format!("/rules/{game}")).await.ok().body;
        assert!(!page.contains("[public") && !page.contains("[ruling"), "{game}");
    }
}

/// A mission from the box is told on the drawn ship, too.
#[tokio::test(flavor = "multi_thread")]
async fn a_resolved_mission_is_drawn() {
    let mut ada = Client::new().await;
    let mission = include_str!("../../../../docs/space-alert/gunship.toml");
    let field: String = mission.bytes().map(|b| format!("%{b:02x}")).collect();
    let page = ada.form("/resolve", &format!("mission={field}")).await.ok().body;
    assert!(page.contains("id=\"sa-ship\"") && page.contains("The ship at the end"), "the ship is drawn");
}

/// Scenarios on the menu are told apart by their words.
#[test]
fn no_two_scenarios_are_described_alike() {
    for game in GAMES {
        let menu = klaxon_catalog::shelf::menu(game).unwrap();
        let mut seen: Vec<&str> = menu.scenarios.iter().map(|s| s.blurb.as_str()).collect();
        seen.sort_unstable();
        let all = seen.len();
        seen.dedup();
        assert_eq!(seen.len(), all, "{game}");
    }
}

/// Against bots a mission goes on at once when nobody has anything to do until the clock says so.
#[tokio::test(flavor = "multi_thread")]
async fn those_who_wait_need_not_wait_for_the_clock() {
    let mut ada = Client::new().await;
    let answer = ada.form("/play/space-alert", "").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    // Nobody may set the clock on while somebody plans.
    say(&mut line, json!({ "t": "skip" })).await;
    next(&mut line, |t| t.contains("only while everybody waits")).await;
    let pick = |patch: &str, words: &str| -> Option<Value> {
        let all = patch.split("data-do=\"").skip(1);
        let read = |p: &str| serde_json::from_str(&p.split('"').next()?.replace("&quot;", "\"")).ok();
        all.filter_map(read).find(|wish: &Value| wish["t"] == "pick" && wish["w"] == words)
    };
    drop(line);
    let mut line = connect(&server, &id, ada.cookie()).await;
    let patch = next(&mut line, |t| pick(t, "ready").is_some()).await;
    say(&mut line, pick(&patch, "ready").unwrap()).await;
    let patch = next(&mut line, |t| pick(t, "wait").is_some()).await;
    say(&mut line, pick(&patch, "wait").unwrap()).await;
    next(&mut line, |t| t.contains("id=\"skip\"")).await;
    let before = ada.state.entries_of(&id).await;
    say(&mut line, json!({ "t": "skip" })).await;
    // The page hears what the clock says now, and something is announced.
    next(&mut line, |t| t.contains("\"hello\"")).await;
    next(&mut line, |t| t.contains("sa-caption")).await;
    assert!(ada.state.entries_of(&id).await > before);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
