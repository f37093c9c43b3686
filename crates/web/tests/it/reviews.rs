//! Decisions in hindsight, and what players ask of each other.

use crate::{Client, config, endings::taken_in};
use klaxon_web::Config;
use serde_json::{Value, json};
use std::time::Duration;

/// A host whose reviews are quick.
async fn quick() -> Client {
    Client::with(Config { review_rounds: 120, ..config() }).await
}

/// Waits until a review is done.
async fn done(client: &mut Client, id: &str, seat: u8) -> Value {
    for _ in 0..600 {
        let answer = client.api_get(&format!("/tables/{id}/review?seat={seat}"), "").await.ok().json();
        if answer["state"] == "done" {
            return answer;
        }
        assert_eq!(answer["state"], "coming", "{answer}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the review does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_a_planted_blunder_and_is_kept() {
    let mut client = quick().await;
    // Somebody gave up while he set up his fleet.
    let id = taken_in(&client, "red-alert", "finished-conceded-while-deploying").await;
    let path = format!("/tables/{id}/review");
    let before = client.api_get(&format!("{path}?seat=0"), "").await.ok().json();
    assert_eq!(before["state"], "unasked");
    assert_eq!(client.api_post(&path, "", json!({ "seat": 9 })).await.status, 404);
    assert_eq!(client.api_post(&path, "", json!({ "seat": 0 })).await.status, 202);
    let review = done(&mut client, &id, 0).await;
    let last = review["remarks"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["mark"], &last["sign"]), (&json!("blunder"), &json!("??")), "{review}");
    assert_eq!(last["worth"], 0);
    assert!(last["other_worth"].as_i64().unwrap() > 200, "{last}");
    // The page has it: the list, the curve and the timeline, with a way to try again.
    let page = client.get(&format!("/t/{id}/replay?as=0&pane=review")).await.ok().body;
    assert!(page.contains("class=\"remark blunder\"") && page.contains("Try again from here"), "no remark");
    assert!(
        page.contains("data-pane=\"review\"")
            && page.contains("class=\"signs\"")
            && page.contains("class=\"ticks\"")
    );
    // It is made once: the same words, also from the store.
    let table = klaxon_web::AppState::clone(&client.state);
    assert!(table.store.setting(&format!("review/{id}/0/13/1-120")).await.unwrap().is_some());
    assert_eq!(done(&mut client, &id, 0).await, review);
    // A new table from before the blunder, with the same luck.
    let wish = json!({ "step": last["from"], "seats": [0], "others": "random", "same_luck": true });
    let again = client.api_post(&format!("/tables/{id}/branch"), "", wish).await;
    assert_eq!(again.status, 201, "{}", again.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_game_is_not_reviewed() {
    let mut client = quick().await;
    let order = json!({ "game": "red-alert", "seats": ["api", "easy"] });
    let opened = client.api_post("/tables", "", order).await.json();
    let id = opened["id"].as_str().unwrap();
    let refused = client.api_post(&format!("/tables/{id}/review"), "", json!({ "seat": 0 })).await;
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (409, &json!("running")));
}

/// One asks, a bot answers and lays the card; in other games there is nothing to ask for.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_does_what_it_is_asked_for_and_says_so() {
    let mut client = quick().await;
    let order = json!({ "game": "space-alert", "scenario": "S2-1", "size": 2, "seats": ["api", "easy"],
        "options": { "clock": "off" } });
    let opened = client.api_post("/tables", "", order).await;
    let opened = opened.json();
    let (id, token) = (opened["id"].as_str().unwrap(), opened["seats"][0]["token"].as_str().unwrap());
    let path = format!("/tables/{id}/requests");
    let list = client.api_get(&path, token).await.ok().json();
    let words: Vec<&str> = list.as_array().unwrap().iter().filter_map(|r| r["words"].as_str()).collect();
    assert!(words.contains(&"serve 1") && words.contains(&"give C"), "{words:?}");
    let wrong = client.api_post(&path, token, json!({ "words": "dance" })).await;
    assert_eq!(wrong.status, 409, "{}", wrong.body);
    client.api_post(&path, token, json!({ "words": "serve 1", "whom": 1 })).await;
    let mut chat = Value::Null;
    for _ in 0..300 {
        chat = client.api_get(&format!("/tables/{id}/chat"), token).await.ok().json();
        if chat.as_array().unwrap().len() > 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let lines: Vec<&str> = chat.as_array().unwrap().iter().filter_map(|l| l["text"].as_str()).collect();
    assert!(lines[0].ends_with("Serve the computer in phase 1!"), "{lines:?}");
    let answers = ["Yes. ", "That is on my board", "I cannot: "];
    assert!(answers.iter().any(|a| lines[1].starts_with(a)), "{lines:?}");
}
