//! Tables: seats, links, hot seats, bots, replay, restart.

use crate::{Client, config, pages::encode};
use klaxon_web::Config;
use serde_json::{Value, json};
use std::time::Duration;

/// Opens a table by its form.
async fn open(client: &mut Client, fields: &str) -> String {
    let answer = client.form("/open/red-alert", fields).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.header("location").strip_prefix("/t/").unwrap().to_owned()
}

/// The secret of a seat link on the page.
fn seat_secret(page: &str) -> String {
    page.split("#seat=").nth(1).expect("there is a seat link").split('"').next().unwrap().to_owned()
}

#[tokio::test]
async fn whoever_came_by_a_link_is_asked_for_a_name() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "name=Ada&s-0=me&s-1=link&public=no").await;
    let (table, claim) = (format!("/t/{id}"), format!("/t/{id}/claim"));
    let secret = seat_secret(&ada.get(&table).await.ok().body);
    let mut bob = ada.stranger();
    bob.fetch(&claim, &json!({ "token": secret })).await.ok();
    let asks = r#"placeholder="Guest" value="">"#;
    assert!(bob.get(&table).await.body.contains(asks));
    bob.fetch(&claim, &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let page = bob.get(&table).await.body;
    assert!(page.contains("Bob (you)") && !page.contains(asks) && page.contains(r#"value="Bob">"#));
    // The others see it too, and it is remembered beyond this table.
    assert!(ada.get(&table).await.body.contains("Bob"));
    assert!(bob.get("/").await.body.contains(r#"value="Bob""#));
    // Nobody gets another's seat or name that way.
    assert_eq!(ada.fetch(&claim, &json!({ "seat": 1, "name": "Eve" })).await.refusal().0, 409);
    // Alone with bots nobody needs a name.
    let alone = open(&mut ada, "name=Ada&s-0=me&s-1=easy&public=no").await;
    assert!(!ada.get(&format!("/t/{alone}")).await.body.contains("naming"));
}

#[tokio::test]
async fn a_seat_link_works_once_in_another_browser() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "name=Ada&s-0=me&s-1=link&public=no").await;
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    let secret = seat_secret(&page);
    // Nobody else is shown the link.
    let mut bob = ada.stranger();
    assert!(!bob.get(&format!("/t/{id}")).await.ok().body.contains("#seat="));
    let claim = format!("/t/{id}/claim");
    // A private table gives no seat without the link.
    assert_eq!(bob.fetch(&claim, &json!({ "seat": 1 })).await.refusal(), (403, "forbidden".into()));
    let answer = bob.fetch(&claim, &json!({ "token": secret, "name": "Bob" })).await.ok();
    assert_eq!(answer.json()["seat"], 1);
    let page = bob.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("Bob") && page.contains("(you)"));
    assert!(bob.get("/").await.body.contains(&format!("/t/{id}")));
    // Whoever else knows the link cannot look into Bob's hand.
    assert_eq!(ada.fetch(&claim, &json!({ "token": secret })).await.refusal(), (403, "forbidden".into()));
    let mut eve = ada.stranger();
    assert_eq!(eve.fetch(&claim, &json!({ "token": secret })).await.refusal().0, 403);
    assert!(!eve.get(&format!("/t/{id}")).await.body.contains("(you)"));
    // Bob's own link takes his seat to a second device.
    let own = seat_secret(&bob.get(&format!("/t/{id}")).await.body);
    let mut phone = ada.stranger();
    phone.fetch(&claim, &json!({ "token": own })).await.ok();
    assert!(phone.get(&format!("/t/{id}")).await.body.contains("(you)"));
    assert!(bob.get(&format!("/t/{id}")).await.body.contains("(you)"));
}

#[tokio::test]
async fn not_even_the_owner_looks_into_a_friends_hand() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "name=Ada&s-0=me&s-1=link&public=yes").await;
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let answer = ada.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1 })).await;
    assert_eq!(answer.refusal(), (409, "taken".into()));
    // On a free seat the owner may sit down, also at a private table.
    let id = open(&mut ada, "name=Ada&s-0=link&s-1=link&public=no").await;
    ada.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 0 })).await.ok();
    assert_eq!(ada.stranger().fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1 })).await.refusal().0, 403);
}

#[tokio::test]
async fn strangers_sit_down_at_public_tables() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "name=Ada&s-0=me&s-1=link&public=yes").await;
    let mut bob = ada.stranger();
    let home = bob.get("/").await.body;
    assert!(home.contains("Tables to join") && home.contains(&format!("/t/{id}")));
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let answer = bob.stranger().fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1 })).await;
    assert_eq!(answer.refusal(), (409, "taken".into()));
    assert!(bob.stranger().get("/").await.body.contains("Tables to watch"));
}

#[tokio::test]
async fn a_hot_seat_hides_hands_behind_a_curtain() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "name=Ada&s-0=me&s-1=me&public=no").await;
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains("Pass the device to"), "the curtain is down at first");
    // Behind the curtain the page is that of a spectator.
    let stranger = ada.stranger().get(&format!("/t/{id}")).await.ok().body;
    let board = |page: &str| {
        page.split("<div class=\"board\">")
            .nth(1)
            .unwrap()
            .split("<div class=\"tabs\"")
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(board(&page), board(&stranger));
}

#[tokio::test]
async fn bots_play_to_the_end_by_themselves() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["random", "random"], "public": true });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap();
    for _ in 0..1200 {
        let now = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
        if now["state"] == "over" {
            assert!(now["outcome"]["text"].is_string());
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the bots did not come to an end");
}

#[tokio::test]
async fn a_bot_answers_a_person() {
    let mut client = Client::new().await;
    let order = json!({ "game": "red-alert", "seats": ["api", "easy"] });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let (id, token) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    let mut mine = 0;
    for _ in 0..600 {
        let asks = client.api_get(&format!("/tables/{id}/choices?brief=true"), token).await.ok().json();
        match asks["asks"].get(0) {
            Some(ask) => {
                mine += 1;
                let choice = (mine * 7919 + 3) % ask["count"].as_u64().unwrap();
                let body = json!({ "question": ask["question"], "choice": choice });
                client.api_post(&format!("/tables/{id}/act?brief=true"), token, body).await.ok();
            }
            None => tokio::time::sleep(Duration::from_millis(10)).await,
        }
        let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
        if table["n"].as_u64().unwrap() > mine + 3 {
            return;
        }
    }
    panic!("the bot never decided");
}

#[tokio::test]
async fn replay_steps_through_and_branches_after_the_end() {
    let mut client = Client::new().await;
    client.form("/me", "name=Ada").await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 6).await;
    let replay = format!("/t/{id}/replay");
    // While the game runs: a spectator's view, any step, no branching.
    for step in [0, 3, 6, 99] {
        client.get(&format!("{replay}?step={step}")).await.ok();
    }
    assert_eq!(client.get(&format!("{replay}?step=1&as=0")).await.status, 403);
    assert_eq!(client.get(&format!("{replay}?step=1&as=all")).await.status, 403);
    assert_eq!(client.get(&format!("{replay}?step=1&as=nonsense")).await.status, 400);
    assert_eq!(client.get(&format!("{replay}?step=minus")).await.status, 400);
    assert_eq!(client.form(&format!("/t/{id}/branch"), "step=2").await.status, 409);
    let last = client.play_on(&id, &token, 5_000).await;
    let end = last["step"].as_u64().unwrap();
    for way in ["as=0", "as=1", "as=all", "as=watcher"] {
        let page = client.get(&format!("{replay}?step=5&{way}")).await.ok().body;
        assert!(page.contains("Play on from here"));
    }
    assert_eq!(client.form(&format!("/t/{id}/branch"), &format!("step={end}")).await.status, 409);
    assert_eq!(client.form(&format!("/t/{id}/branch"), "step=999999").await.status, 400);
    let answer = client.form(&format!("/t/{id}/branch"), "step=5").await;
    assert_eq!(answer.status, 303);
    let branch = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let table = client.api_get(&format!("/tables/{branch}"), "").await.ok().json();
    assert_eq!((&table["step"], &table["state"]), (&json!(5), &json!("open")));
    // Whoever branched may sit on any seat.
    client.fetch(&format!("/t/{branch}/claim"), &json!({ "seat": 0 })).await.ok();
    let page = client.get(&format!("/t/{branch}")).await.ok().body;
    assert!(page.contains("(you)") && page.contains("Branched from step 5"));
}

#[tokio::test]
async fn a_table_survives_a_restart() {
    let folder = std::env::temp_dir().join(format!("klaxon-web-{}-{}", std::process::id(), line!()));
    let on_disk = Config { data: Some(folder.clone()), ..config() };
    let mut client = Client::with(on_disk.clone()).await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 140).await;
    let mine = client.play_now().await;
    let view = format!("/tables/{id}/view?seat=0");
    let before = client.api_get(&view, &token).await.ok().json();
    let page = client.get(&format!("/t/{id}")).await.ok().body;
    let cookie = client.cookie().unwrap().to_owned();
    client.state.close().await;
    let mut later = Client::with(on_disk).await;
    let mut after = later.api_get(&view, &token).await.ok().json();
    // Only the table's clock has gone on.
    assert!(after["clock"].as_u64() >= before["clock"].as_u64(), "{}", after["clock"]);
    after["clock"] = before["clock"].clone();
    assert_eq!(after, before);
    // The page is the same too, its log included.
    let log =
        |page: &str| page.split("id=\"log\"").nth(1).unwrap().split("</details>").next().unwrap().to_owned();
    assert_eq!(log(&later.get(&format!("/t/{id}")).await.ok().body), log(&page));
    let request = axum::http::Request::get(format!("/t/{mine}")).header("cookie", cookie);
    let page = later.send(request.body(axum::body::Body::empty()).unwrap()).await.ok().body;
    assert!(page.contains("(you)"), "the cookie is still good");
    later.play_on(&id, &token, 3).await;
    later.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn an_idle_table_leaves_the_memory_and_comes_back() {
    let mut client = Client::with(Config { table_idle: Duration::from_millis(150), ..config() }).await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 3).await;
    assert_eq!(client.state.tables_in_memory(), 1);
    for _ in 0..100 {
        if client.state.tables_in_memory() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(client.state.tables_in_memory(), 0);
    let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert_eq!(table["n"], 3);
}

#[tokio::test]
async fn a_log_written_by_somebody_else_is_found_out() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 2).await;
    // Another node plays the same table from the same store.
    let other = klaxon_web::AppState::over(config(), client.state.store.clone()).await.unwrap();
    let mut other = Client { router: klaxon_web::app(other.clone()), state: other, cookie: None };
    other.play_on(&id, &token, 1).await;
    // This one's memory is behind: its append conflicts, it reads the table again, and the next try works.
    let asks = client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok().json();
    let ask = &asks["asks"][0];
    let body = json!({ "seat": ask["seat"], "question": ask["question"], "choice": 0 });
    let answer = client.api_post(&format!("/tables/{id}/act"), &token, body).await;
    assert_eq!(answer.refusal(), (409, "stale".into()));
    let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert_eq!(table["n"], 3);
    let last: Value = client.play_on(&id, &token, 1).await;
    assert_eq!(last["n"], 4);
}

#[tokio::test]
async fn imported_games_can_be_replayed_and_resumed() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 5_000).await;
    let log = client.get(&format!("/t/{id}/log")).await.ok().body;
    let taken = klaxon_web::import(&client.state.store, &log).await.unwrap();
    client.get(&format!("/t/{taken}/replay?step=4&as=all")).await.ok();
    assert_eq!(client.api_get(&format!("/tables/{taken}"), "").await.ok().json()["state"], "over");
    let half: String = log.lines().take(9).map(|l| format!("{l}\n")).collect();
    let half = klaxon_web::import(&client.state.store, &half).await.unwrap();
    assert_eq!(client.api_get(&format!("/tables/{half}"), "").await.ok().json()["n"], 8);
    client.fetch(&format!("/t/{half}/claim"), &json!({ "seat": 0 })).await.ok();
    let tampered = log.replacen("\"n\":2", "\"n\":3", 1);
    assert!(klaxon_web::import(&client.state.store, &tampered).await.is_err());
    assert!(klaxon_web::import(&client.state.store, "").await.is_err());
}

#[tokio::test]
async fn forms_with_nonsense_change_nothing() {
    let mut client = Client::new().await;
    for fields in ["s-0=wizard", &format!("scenario={}", encode("no such")), "seats=77&s-0=me", "o-none=1"] {
        let answer = client.form("/open/red-alert", fields).await;
        assert!([400, 422].contains(&answer.status.as_u16()), "{fields}: {}", answer.status);
    }
    assert!(client.api_get("/tables", "").await.ok().json().as_array().unwrap().is_empty());
}

#[tokio::test]
async fn only_options_that_fit_the_table_are_offered() {
    let mut client = Client::new().await;
    // SC-1.1: teams of two need four or six players.
    for (seats, offered) in [(2, false), (4, true), (5, false), (6, true)] {
        let page = client.get(&format!("/open/starcraft?seats={seats}")).await.ok().body;
        assert_eq!(page.contains("o-teams"), offered, "{seats} seats");
        assert!(page.contains("o-factions"), "{seats} seats");
    }
}
