//! The API for programs.

use crate::Client;
use axum::{
    body::Body,
    http::{Method, Request},
};
use serde_json::{Value, json};

#[tokio::test]
async fn a_program_plays_both_seats_in_a_closed_loop_to_the_end() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    let last = client.play_on(&id, &token, 5_000).await;
    assert!(last["outcome"].is_object(), "the game did not end: {last}");
    assert_eq!(last["asks"], json!([]));
    let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert_eq!((&table["state"], &table["n"]), (&json!("over"), &last["n"]));
    // After the end the whole log is there, with its seed, and can be verified by anyone.
    let log = client.api_get(&format!("/tables/{id}/log"), "").await.ok().body;
    let verdict = klaxon_catalog::verify(&log).unwrap();
    assert_eq!(u64::from(verdict.entries), last["n"].as_u64().unwrap());
    assert!(verdict.outcome.is_some());
}

#[tokio::test]
async fn an_answer_says_what_is_asked_next() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    let asks = client.api_get(&format!("/tables/{id}/choices"), &token).await.ok().json();
    let ask = &asks["asks"][0];
    assert_eq!(ask["choices"].as_array().unwrap().len() as u64, ask["count"].as_u64().unwrap());
    assert!(!ask["prompt"].as_str().unwrap().is_empty());
    // By the decision itself, instead of its number.
    let body =
        json!({ "seat": ask["seat"], "question": ask["question"], "action": ask["choices"][0]["action"] });
    let answer = client.api_post(&format!("/tables/{id}/act"), &token, body).await.ok().json();
    assert_eq!((&answer["n"], &answer["step"]), (&json!(1), &json!(1)));
    assert!(answer["asks"][0]["choices"].is_array());
    let brief = client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok().json();
    assert!(brief["asks"][0]["choices"].is_null());
    assert_eq!(brief["asks"][0]["count"], answer["asks"][0]["count"]);
}

#[tokio::test]
async fn refusals_are_structured_and_change_nothing() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    let act = format!("/tables/{id}/act");
    let ask = client.api_get(&format!("/tables/{id}/choices"), &token).await.ok().json()["asks"][0].clone();
    let (seat, question) = (ask["seat"].clone(), ask["question"].as_u64().unwrap());
    let other = json!(1 - seat.as_u64().unwrap());
    let cases: Vec<(Value, u16, &str)> = vec![
        (json!({ "seat": seat, "question": question + 1, "choice": 0 }), 409, "stale"),
        (json!({ "seat": seat, "question": question + (1 << 20), "choice": 0 }), 409, "stale"),
        (json!({ "seat": seat, "question": question, "choice": 1_000_000 }), 400, "malformed"),
        (json!({ "seat": seat, "question": question, "action": { "no-such": 1 } }), 400, "malformed"),
        (json!({ "seat": seat, "question": question }), 400, "malformed"),
        (json!({ "seat": seat, "choice": 0, "action": 1 }), 400, "malformed"),
        (json!({ "seat": 7, "choice": 0 }), 403, "forbidden"),
        (json!({ "seat": 255, "choice": 0 }), 403, "forbidden"),
        (json!({ "seat": "x", "choice": 0 }), 400, "malformed"),
        (json!({ "seat": seat, "choice": 0, "surprise": true }), 400, "malformed"),
        (json!([1, 2, 3]), 400, "malformed"),
    ];
    for (body, status, code) in cases {
        let answer = client.api_post(&act, &token, body.clone()).await;
        assert_eq!(answer.refusal(), (status, code.into()), "{body}: {}", answer.body);
        assert!(answer.json()["text"].as_str().is_some_and(|t| !t.is_empty()));
    }
    if !client.state.closing.is_cancelled() && ask["count"] != json!(0) {
        let answer = client.api_post(&act, &token, json!({ "seat": other, "choice": 0 })).await;
        assert!(
            [(409, "not-asked".to_owned())].contains(&answer.refusal()) || answer.status.is_success(),
            "{}",
            answer.body
        );
    }
    let raw = Request::post(format!("/api/v1{act}"))
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(Body::from("{not json"))
        .unwrap();
    assert_eq!(client.send(raw).await.refusal(), (400, "malformed".into()));
    let unsaid = Request::post(format!("/api/v1{act}")).body(Body::from("{}")).unwrap();
    assert_eq!(client.send(unsaid).await.refusal().0, 415);
    let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert!(table["n"].as_u64().unwrap() <= 1);
}

#[tokio::test]
async fn tokens_open_their_own_seat_and_no_other() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["api", "link"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap().to_owned();
    let token = |i: usize| table["seats"][i]["token"].as_str().unwrap().to_owned();
    let view = format!("/tables/{id}/view");
    assert_eq!(client.api_get(&view, &token(0)).await.ok().json()["seat"], 0);
    assert_eq!(client.api_get(&view, &token(1)).await.ok().json()["seat"], 1);
    assert_eq!(client.api_get(&view, "").await.ok().json()["seat"], Value::Null);
    assert_eq!(
        client.api_get(&format!("{view}?seat=1"), &token(0)).await.refusal(),
        (403, "forbidden".into())
    );
    assert_eq!(client.api_get(&format!("{view}?seat=0"), "").await.refusal(), (403, "forbidden".into()));
    // The owner holds only what was ordered for programs.
    let owner = table["owner"].as_str().unwrap();
    assert_eq!(client.api_get(&format!("{view}?seat=1"), owner).await.refusal().0, 403);
    // A token of another table opens nothing here.
    let (other, _) = client.api_table().await;
    assert_eq!(client.api_get(&format!("/tables/{other}/view"), &token(0)).await.refusal().0, 403);
    for bad in ["s0-00", "nonsense", "own-", "s9-aa"] {
        assert_eq!(client.api_get(&view, bad).await.refusal().0, 403, "{bad}");
    }
    // Two tokens together hold both seats.
    let both = format!("{}, {}", token(0), token(1));
    client.play_on(&id, &both, 12).await;
    assert_eq!(client.api_get(&format!("/tables/{id}/choices"), "").await.refusal().0, 403);
}

#[tokio::test]
async fn a_claimed_seat_gets_a_new_token() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["link", "link"], "public": true });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap();
    let old = table["seats"][0]["token"].as_str().unwrap();
    let claim = format!("/tables/{id}/claim");
    let taken = client.api_post(&claim, old, json!({ "name": "Deep Thought" })).await.ok().json();
    assert_eq!(taken["seat"], 0);
    assert_eq!(client.api_get(&format!("/tables/{id}/view"), old).await.refusal().0, 403);
    client.api_get(&format!("/tables/{id}/view"), taken["token"].as_str().unwrap()).await.ok();
    // A free seat of a public table needs no token; a taken one cannot be taken.
    client.api_post(&claim, "", json!({ "seat": 1 })).await.ok();
    assert_eq!(client.api_post(&claim, "", json!({ "seat": 1 })).await.refusal(), (409, "taken".into()));
    assert_eq!(client.api_post(&claim, "", json!({ "seat": 9 })).await.refusal().0, 404);
    assert_eq!(client.api_post(&claim, "", json!({})).await.refusal().0, 400);
    let seats = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert_eq!(seats["seats"][0]["player"], "Deep Thought");
}

#[tokio::test]
async fn private_tables_are_neither_listed_nor_joined_without_a_token() {
    let mut client = Client::new().await;
    let order = |public: bool| json!({ "game": "red-alert", "seats": ["link", "easy"], "public": public });
    let hidden = client.api_post("/tables", "", order(false)).await.ok().json();
    let shown = client.api_post("/tables", "", order(true)).await.ok().json();
    let list = client.api_get("/tables?state=open", "").await.ok().json();
    let ids: Vec<&str> = list.as_array().unwrap().iter().map(|t| t["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [shown["id"].as_str().unwrap()]);
    let claim = format!("/tables/{}/claim", hidden["id"].as_str().unwrap());
    assert_eq!(client.api_post(&claim, "", json!({ "seat": 0 })).await.refusal(), (403, "forbidden".into()));
    assert_eq!(client.api_get("/tables?state=nonsense", "").await.refusal().0, 400);
    assert_eq!(client.api_get("/tables?limit=x", "").await.refusal().0, 400);
}

#[tokio::test]
async fn undo_takes_back_what_may_be_taken_back() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    let undo = format!("/tables/{id}/undo");
    assert_eq!(client.api_post(&undo, &token, json!({ "seat": 0 })).await.refusal(), (409, "no-undo".into()));
    // Somewhere in a game there is a step that can be taken back.
    let mut undone = false;
    for _ in 0..400 {
        let before = client.api_get(&format!("/tables/{id}/choices"), &token).await.ok().json();
        let Some(ask) = before["asks"].get(0).cloned() else { break };
        let view = format!("/tables/{id}/view?seat={}", ask["seat"]);
        let seen = client.api_get(&view, &token).await.ok().json();
        let body = json!({ "seat": ask["seat"], "question": ask["question"], "choice": 0 });
        client.api_post(&format!("/tables/{id}/act"), &token, body).await.ok();
        let answer = client.api_post(&undo, &token, json!({ "seat": ask["seat"] })).await;
        if answer.status.is_success() {
            let after = client.api_get(&view, &token).await.ok().json();
            assert_eq!((&after["view"], &after["step"]), (&seen["view"], &seen["step"]));
            assert_eq!(after["n"].as_u64(), seen["n"].as_u64().map(|n| n + 2));
            undone = true;
            break;
        }
        assert_eq!(answer.refusal(), (409, "no-undo".into()));
    }
    assert!(undone, "nothing could be taken back in a whole game");
}

#[tokio::test]
async fn a_running_log_is_sealed() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 4).await;
    let log = client.get(&format!("/t/{id}/log")).await.ok();
    assert!(log.header("content-disposition").contains("attachment"));
    let lines: Vec<Value> = log.body.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0]["luck"][0]["seed"].is_null(), "{}", lines[0]);
    assert!(lines[0]["luck"][0]["commitment"].is_string());
    for line in &lines[1..] {
        assert_eq!(line.as_object().unwrap().keys().collect::<Vec<_>>(), ["n", "sealed"], "{line}");
    }
}

#[tokio::test]
async fn chat_is_kept_and_tidied() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    let chat = format!("/tables/{id}/chat");
    let said = client.api_post(&chat, &token, json!({ "seat": 0, "text": " good luck\u{202e}\n" })).await;
    assert_eq!(said.status, 204);
    assert_eq!(client.api_post(&chat, &token, json!({ "seat": 0, "text": "  " })).await.refusal().0, 400);
    assert_eq!(client.api_post(&chat, "", json!({ "text": "hi" })).await.refusal().0, 403);
    let lines = client.api_get(&chat, "").await.ok().json();
    assert_eq!(lines.as_array().unwrap().len(), 1);
    assert_eq!(lines[0]["text"], "good luck");
}

#[tokio::test]
async fn orders_that_cannot_be_are_refused() {
    let mut client = Client::new().await;
    let orders = [
        json!({ "game": "chess" }),
        json!({ "game": "red-alert", "scenario": "no-such" }),
        json!({ "game": "red-alert", "seats": ["api", "api", "api", "api", "api", "api", "api", "api", "api"] }),
        json!({ "game": "red-alert", "seats": ["wizard"] }),
        json!({ "game": "red-alert", "options": { "no-such": "x" } }),
        json!({ "game": "red-alert", "size": 99 }),
        json!({}),
    ];
    for order in orders {
        let answer = client.api_post("/tables", "", order.clone()).await;
        assert!([400, 422].contains(&answer.refusal().0), "{order}: {} {}", answer.status, answer.body);
    }
}

#[tokio::test]
async fn games_rules_and_situations_are_there_for_programs() {
    let mut client = Client::new().await;
    let games = client.api_get("/games", "").await.ok().json();
    assert_eq!(games.as_array().unwrap().len(), 5);
    assert!(games[0]["menu"]["scenarios"][0]["id"].is_string());
    let rule = client.api_get("/rules/ra-7.4", "").await.ok().json();
    assert_eq!((&rule["id"], &rule["game"]), (&json!("RA-7.4"), &json!("red-alert")));
    assert_eq!(client.api_get(concat!("/rules/RA-", "99.1"), "").await.refusal().0, 404);
    let bad = client.api_post("/try", "", json!({ "script": "nonsense" })).await;
    assert_eq!(bad.refusal(), (400, "malformed".into()));
    assert_eq!(client.api(Method::GET, "/nothing", "", None).await.refusal(), (404, "missing".into()));
    assert_eq!(client.api_get("/tables/aaaaaaaaaa", "").await.refusal(), (404, "missing".into()));
    assert_eq!(client.api_get("/tables/UPPER/view", "").await.refusal(), (404, "missing".into()));
}

#[tokio::test]
async fn missions_from_the_box_are_resolved_for_people_and_programs() {
    let mut client = Client::new().await;
    let page = client.get("/resolve").await.ok().body;
    assert!(page.contains("Gunship") && page.contains("E1-05"), "an example is filled in");
    let mission = include_str!("../../../../docs/space-alert/gunship.toml");
    let report = client.api_post("/resolve", "", json!({ "mission": mission })).await.ok().json();
    assert_eq!(report["end"]["score"], 6);
    assert_eq!(report["turns"][0]["steps"][1]["step"], "player actions");
    let full: serde_json::Value =
        serde_json::from_str(include_str!("../../../../docs/space-alert/full-mission.json")).unwrap();
    assert_eq!(client.api_post("/resolve", "", full).await.ok().json()["end"]["score"], 28);
    let bad = client.api_post("/resolve", "", json!({ "mission": mission.replace("E1-05", "E9-99") })).await;
    assert!(bad.body.contains("threats[1].card"), "{}", bad.body);
    assert_eq!(bad.refusal(), (400, "malformed".into()));
    let words = |text: &str| {
        let byte =
            |b: u8| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") };
        format!("mission={}", text.bytes().map(byte).collect::<String>())
    };
    let page = client.form("/resolve", &words(mission)).await.body;
    assert!(page.contains("score 6") && page.contains("SA-5.30") && page.contains("<table"), "{page}");
    let page = client.form("/resolve", &words(&mission.replace("E1-05", "E9-99"))).await.body;
    assert!(page.contains("threats[1].card") && page.contains("line 5"), "{page}");
    assert!(client.get("/ships-log").await.ok().body.contains("No mission has been flown yet"));
}
