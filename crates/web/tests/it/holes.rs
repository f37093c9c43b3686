//! What got in once: each of these was tried on a running server, and is tried again here.

use crate::Client;
use serde_json::{Value, json};

#[tokio::test]
async fn the_owner_of_a_table_neither_sees_nor_plays_a_claimed_seat() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["link", "link"], "public": true });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, owner) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    let claimed = client.api_post(&format!("/tables/{id}/claim"), "", json!({ "seat": 1 })).await.ok().json();
    let token = claimed["token"].as_str().unwrap();
    client.api_get(&format!("/tables/{id}/choices?seat=1"), token).await.ok();
    for path in ["choices?seat=1", "view?seat=1"] {
        assert_eq!(client.api_get(&format!("/tables/{id}/{path}"), owner).await.refusal().0, 403, "{path}");
    }
    let body = json!({ "seat": 1, "choice": 0 });
    assert_eq!(client.api_post(&format!("/tables/{id}/act"), owner, body).await.refusal().0, 403);
    let taken = client.api_post(&format!("/tables/{id}/claim"), owner, json!({ "seat": 1 })).await;
    assert!(!taken.status.is_success(), "the owner takes a claimed seat");
    client.api_get(&format!("/tables/{id}/choices?seat=1"), token).await.ok();
    // What was ordered for programs is the owner's as before.
    let (id, owner) = client.api_table().await;
    client.play_on(&id, &owner, 3).await;
}

/// Space Alert's crew decides at once: what one does changes what another may do, under the same question.
#[tokio::test]
async fn a_number_quoted_for_another_list_is_refused_instead_of_misunderstood() {
    let mut client = Client::new().await;
    let order = json!({ "game": "space-alert", "scenario": "S1-1", "size": 4, "options": { "clock": "off" },
        "seats": ["api", "api", "api", "api"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, owner) = (table["id"].as_str().unwrap().to_owned(), table["owner"].as_str().unwrap().to_owned());
    let asks = |seat: u8| format!("/tables/{id}/choices?seat={seat}");
    let mut changed = 0;
    for step in 0..400u64 {
        let before: Vec<Value> = {
            let mut all = Vec::new();
            for seat in 0..4 {
                all.push(client.api_get(&asks(seat), &owner).await.ok().json()["asks"][0].clone());
            }
            all
        };
        let Some(actor) = (0..4).map(|i| (i + step as usize) % 4).find(|&i| before[i].is_object()) else {
            break;
        };
        let count = before[actor]["count"].as_u64().unwrap();
        let body =
            json!({ "seat": actor, "question": before[actor]["question"], "choice": (step * 7919) % count });
        client.api_post(&format!("/tables/{id}/act"), &owner, body).await.ok();
        for seat in (0..4).filter(|&s| s != actor && before[s].is_object()) {
            let now = client.api_get(&asks(seat as u8), &owner).await.ok().json()["asks"][0].clone();
            if now.is_null() {
                continue;
            }
            let words = |ask: &Value| -> Vec<Value> {
                ask["choices"].as_array().unwrap().iter().map(|c| c["words"].clone()).collect()
            };
            assert_eq!(
                words(&now) == words(&before[seat]),
                now["question"] == before[seat]["question"],
                "another list has another number, the same list the same"
            );
            if words(&now) != words(&before[seat]) {
                changed += 1;
                let old = json!({ "seat": seat, "question": before[seat]["question"], "choice": 0 });
                let refused = client.api_post(&format!("/tables/{id}/act"), &owner, old).await;
                assert_eq!(refused.refusal(), (409, "stale".into()));
            }
        }
        if changed > 5 {
            return;
        }
    }
    assert!(changed > 0, "no list ever changed under its question");
}

#[tokio::test]
async fn a_game_of_the_day_is_its_players_alone_until_the_day_is_over() {
    let mut ada = Client::new().await;
    let id =
        ada.form("/daily/federation", "").await.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut ben = ada.stranger();
    for path in [format!("/t/{id}"), format!("/t/{id}/replay")] {
        ada.get(&path).await.ok();
        assert_eq!(ben.get(&path).await.status, 403, "{path}");
    }
    for path in ["view", "stream"] {
        assert_eq!(ben.api_get(&format!("/tables/{id}/{path}"), "").await.refusal().0, 403, "{path}");
    }
    let log = ben.get(&format!("/t/{id}/log")).await.ok().body;
    assert!(!log.contains("\"seed\"") && log.contains("\"commitment\""), "{log}");
}

/// While a game runs its header is public; the hash in it is under a key, so that counting through the few possible
/// deals finds nothing.
#[tokio::test]
async fn the_public_header_is_no_oracle_for_hidden_cards() {
    let mut client = Client::new().await;
    let order = json!({ "game": "federation", "seats": ["api"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap();
    let header = client.api_get(&format!("/tables/{id}"), "").await.ok().json()["header"].clone();
    assert!(
        header["luck"][0]["seed"].is_null() && header["start"].is_string() && header["digest"].is_string()
    );
    let state = client.state.store.table(id).await.unwrap().unwrap();
    let lines = client.state.store.entries(id, 0).await.unwrap();
    let opened = klaxon_catalog::Table::resume(&state.header, None, &lines).unwrap();
    let session = opened.session::<klaxon_federation::Federation>().expect("this game");
    let plain = klaxon_core::log::StateHash::of(session.game()).to_string();
    assert!(!header.to_string().contains(&plain), "a hash without a key is public");
}
