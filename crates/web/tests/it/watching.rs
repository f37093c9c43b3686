//! Who may look at a table: every way in obeys the owner. And who may speak in a communications breakdown.

use crate::{
    Client, config,
    line::{connect, next, say, start},
};
use klaxon_web::{AppState, app};
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::{connect_async, tungstenite::client::IntoClientRequest};

const WAYS: [&str; 5] = ["", "/view", "/log", "/stream", "/chat"];

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_is_seen_by_those_who_play_alone() {
    let mut ada = Client::new().await;
    let form = "name=Ada&s-0=me&s-1=link&public=closed";
    let id =
        ada.form("/open/red-alert", form).await.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut eve = ada.stranger();
    for path in ["", "/replay", "/log", "/proof"] {
        ada.get(&format!("/t/{id}{path}")).await.ok();
        assert_eq!(eve.get(&format!("/t/{id}{path}")).await.status, 403, "{path}");
    }
    for path in WAYS {
        assert_eq!(eve.api_get(&format!("/tables/{id}{path}"), "").await.refusal().0, 403, "api {path}");
    }
    assert_eq!(eve.form(&format!("/t/{id}/branch"), "step=0").await.status, 403);
    let line = format!("ws://{}/t/{id}/ws", server.address).into_client_request().unwrap();
    assert!(connect_async(line).await.is_err(), "a stranger's page is turned away");
    // The owner opens it; now anybody with the address may look, and a page stays open until it is closed again.
    let mut owner = connect(&server, &id, ada.cookie()).await;
    next(&mut owner, |t| t.contains("id=\"more\"")).await;
    say(&mut owner, json!({ "t": "house", "change": { "do": "watchers", "allowed": true } })).await;
    next(&mut owner, |t| t.contains("id=\"watchers\"") && t.contains("aria-checked=\"true\"")).await;
    for path in ["", "/replay", "/log"] {
        eve.get(&format!("/t/{id}{path}")).await.ok();
    }
    let mut watcher = connect(&server, &id, eve.cookie()).await;
    next(&mut watcher, |t| t.contains("id=\"who\"")).await;
    say(&mut owner, json!({ "t": "house", "change": { "do": "watchers", "allowed": false } })).await;
    next(&mut watcher, |t| t.contains("\"shut\"")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn programs_close_and_open_tables_too() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["api", "api"], "watching": "players" });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, owner) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    client.play_on(id, owner, 3).await;
    for path in WAYS.into_iter().filter(|path| *path != "/stream") {
        assert_eq!(client.api_get(&format!("/tables/{id}{path}"), "").await.refusal().0, 403, "{path}");
        let seat = if path == "/view" { "?seat=0" } else { "" };
        client.api_get(&format!("/tables/{id}{path}{seat}"), owner).await.ok();
    }
    let house = format!("/tables/{id}/house");
    let open = json!({ "do": "watchers", "allowed": true });
    let seat = table["seats"][0]["token"].as_str().unwrap();
    for token in ["", seat] {
        assert_eq!(client.api_post(&house, token, open.clone()).await.refusal().0, 403);
    }
    assert_eq!(client.api_post(&house, owner, open).await.ok().json()["watching"], "anybody");
    client.api_get(&format!("/tables/{id}/view"), "").await.ok();
    // A finished game stays closed, and nobody branches from what he may not see.
    client.play_on(id, owner, 5_000).await;
    client.api_post(&house, owner, json!({ "do": "watchers", "allowed": false })).await.ok();
    assert_eq!(client.api_get(&format!("/tables/{id}/log"), "").await.refusal().0, 403);
    for path in ["replay", "log", "proof", "proof.json"] {
        assert_eq!(client.stranger().get(&format!("/t/{id}/{path}")).await.status, 403, "{path}");
    }
    let branch = format!("/tables/{id}/branch");
    assert_eq!(client.api_post(&branch, "", json!({ "step": 2 })).await.refusal().0, 403);
    // A public table can be watched; nonsense is none of the words.
    for order in [
        json!({ "game": "red-alert", "public": true, "watching": "players" }),
        json!({ "game": "red-alert", "watching": "cats" }),
        json!({ "game": "red-alert", "patience": 0 }),
    ] {
        assert_eq!(client.api_post("/tables", "", order).await.refusal(), (400, "malformed".into()));
    }
}

/// Whoever lost a seat hears nothing more, on a stream that is open already either.
#[tokio::test]
async fn a_stream_ends_with_the_seat() {
    use futures_util::StreamExt;
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["api", "link"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, owner) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    let link = table["seats"][1]["token"].as_str().unwrap();
    let body = json!({ "name": "P" });
    let token =
        client.api_post(&format!("/tables/{id}/claim"), link, body).await.ok().json()["token"].clone();
    let request = axum::http::Request::get(format!("/api/v1/tables/{id}/stream"))
        .header("authorization", format!("Bearer {}", token.as_str().unwrap()))
        .body(axum::body::Body::empty())
        .unwrap();
    let router = app(client.state.clone());
    let answer = tower::ServiceExt::oneshot(router, request).await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut heard = answer.into_body().into_data_stream();
    heard.next().await.unwrap().unwrap();
    let body = json!({ "seat": 1, "change": { "do": "renew" } });
    client.api_post(&format!("/tables/{id}/seat"), owner, body).await.ok();
    let ended = async { while let Some(Ok(_)) = heard.next().await {} };
    tokio::time::timeout(Duration::from_secs(10), ended).await.expect("the stream ends");
}

/// SA-3.26: in a communications breakdown nobody speaks, over the API either.
#[tokio::test]
async fn nobody_speaks_over_the_api_in_a_breakdown() {
    let mut client = Client::new().await;
    let order = json!({ "game": "space-alert", "scenario": "S2-8", "size": 4, "seats": ["api", "api", "api", "api"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, owner) = (table["id"].as_str().unwrap().to_owned(), table["owner"].as_str().unwrap().to_owned());
    let asks = client.api_get(&format!("/tables/{id}/choices"), &owner).await.ok().json();
    for ask in asks["asks"].as_array().unwrap() {
        let ready = ask["choices"].as_array().unwrap().iter().find(|c| c["words"] == "ready").expect("ready");
        let body = json!({ "seat": ask["seat"], "action": ready["action"] });
        client.api_post(&format!("/tables/{id}/act"), &owner, body).await.ok();
    }
    let say = json!({ "seat": 0, "text": "hello" });
    client.api_post(&format!("/tables/{id}/chat"), &owner, say.clone()).await.ok();
    // The mission runs by the table's clock: opened that much earlier, it is in the breakdown from 1:30 to 1:45.
    let stored = client.state.store.table(&id).await.unwrap().unwrap();
    let mut meta: Value = serde_json::from_str(&stored.meta).unwrap();
    meta["created"] = (meta["created"].as_u64().unwrap() - 95_000).into();
    client.state.store.set_meta(&id, meta.to_string(), stored.state, stored.listed).await.unwrap();
    let later = AppState::over(config(), client.state.store.clone()).await.unwrap();
    let mut later = Client { router: app(later.clone()), state: later, cookie: None };
    let refused = later.api_post(&format!("/tables/{id}/chat"), &owner, say).await;
    assert_eq!(refused.refusal(), (409, "hushed".into()));
    assert_eq!(refused.json()["rule"], "SA-3.26");
    let chat = later.api_get(&format!("/tables/{id}/chat"), "").await.ok().json();
    assert_eq!(chat.as_array().unwrap().len(), 1, "{chat}");
}
