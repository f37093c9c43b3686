//! Private notes and achievements: who sees what of whom.

use crate::{Client, accounts::member};
use axum::http::Method;
use klaxon_store::{GameResult, Played, ResultChange};
use klaxon_web::ratings::{self, Pace};
use serde_json::json;

async fn id_of(client: &Client, name: &str) -> String {
    client.state.store.accounts().named(name.to_lowercase()).await.unwrap().expect("an account").person
}

/// A finished game of Red Alert that the first has won.
async fn won(client: &Client, table: &str, scenario: &str, winner: &str, loser: &str) {
    let played = |seat: u8, person: &str, outcome| Played {
        seat,
        person: Some(person.into()),
        label: String::new(),
        side: ["Commonwealth Fleet Commander", "Confederation Fleet Commander"][usize::from(seat)].into(),
        outcome,
        rating: None,
        name: None,
    };
    let result = GameResult {
        number: 0,
        table: table.into(),
        pool: ratings::pool("red-alert", Pace::Live, true),
        scenario: scenario.into(),
        rated: false,
        ended_at: 5,
        shown_from: 5,
        linked: false,
        score: None,
        body: "{}".into(),
        players: vec![played(0, winner, 1), played(1, loser, -1)],
    };
    client.state.store.results().write(ResultChange::Keep(Box::new(result))).await.unwrap();
}

#[tokio::test]
async fn notes_are_for_their_writer_alone() {
    let client = Client::new().await;
    let (mut ada, ada_token) = member(&client, "Ada", "account").await;
    let (mut bob, bob_token) = member(&client, "Bob", "account").await;
    let id = ada.play_now().await;
    // About a person, by the page.
    assert_eq!(ada.form("/p/Bob/note", "text=opens+%3Cleft%3E").await.status, 303);
    assert!(ada.get("/p/Bob").await.ok().body.contains("opens &lt;left&gt;"));
    // About a game, by the API, and on its page.
    let body = json!({ "text": "he feints\nat first" });
    let noted = ada.api(Method::PUT, &format!("/tables/{id}/note"), &ada_token, Some(&body)).await;
    assert_eq!(noted.status, 204, "{}", noted.body);
    assert!(ada.get(&format!("/t/{id}/note")).await.ok().body.contains("he feints\nat first"));
    assert!(ada.get(&format!("/t/{id}")).await.ok().body.contains(&format!("/t/{id}/note")));
    let all = ada.api_get("/account/notes", &ada_token).await.ok().json();
    assert_eq!((all.as_array().unwrap().len(), &all[1]["about"]), (2, &json!("@Bob")), "{all}");
    // Nobody else has any of it, whoever asks and wherever.
    for who in [&mut bob, &mut client.stranger()] {
        for path in ["/p/Bob", "/p/Ada", &format!("/t/{id}"), &format!("/t/{id}/note"), "/account/export"] {
            let body = who.get(path).await.body;
            assert!(!body.contains("opens") && !body.contains("feints"), "{path}");
        }
    }
    assert!(bob.api_get("/account/notes", &bob_token).await.ok().json().as_array().unwrap().is_empty());
    assert_eq!(client.stranger().form("/p/Bob/note", "text=x").await.status, 403);
    let long = json!({ "text": "x".repeat(2001) });
    assert_eq!(ada.api(Method::PUT, "/players/Bob/note", &ada_token, Some(&long)).await.status, 400);
    assert_eq!(ada.api(Method::PUT, "/players/Nobody/note", &ada_token, Some(&body)).await.status, 404);
    assert_eq!(ada.api(Method::PUT, "/tables/aaaaaaaaaa/note", &ada_token, Some(&body)).await.status, 404);
    // A table that is closed to watchers has nothing for them to note.
    let closed = bob.form("/open/red-alert", "s-0=me&s-1=link&public=closed").await;
    let closed = closed.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert_eq!(ada.get(&format!("/t/{closed}/note")).await.status, 403);
    // She takes them along, empties one, and what is noted about whoever goes is gone.
    assert!(ada.get("/account/export").await.ok().body.contains("feints"));
    ada.form(&format!("/t/{id}/note"), "text=").await;
    assert_eq!(ada.api_get("/account/notes", &ada_token).await.ok().json().as_array().unwrap().len(), 1);
    bob.form("/account/delete", "name=Bob&password=nine+horses+by+the+shore").await;
    assert!(ada.api_get("/account/notes", &ada_token).await.ok().json().as_array().unwrap().is_empty());
}

#[tokio::test]
async fn achievements_are_what_the_results_come_to() {
    let client = Client::new().await;
    let (mut ada, _) = member(&client, "Ada", "read").await;
    let (mut bob, _) = member(&client, "Bob", "read").await;
    let (a, b) = (id_of(&client, "Ada").await, id_of(&client, "Bob").await);
    assert!(!ada.get("/p/Ada").await.ok().body.contains("id=\"achievements\""));
    won(&client, "t1", "uneasy-truce", &a, &b).await;
    won(&client, "t2", "uneasy-truce", &a, &b).await;
    // What is begun is one's own business.
    let own = ada.get("/p/Ada").await.ok().body;
    assert!(own.contains("Both fleets") && own.contains("1 of 2"), "{own}");
    assert!(!bob.get("/p/Ada").await.ok().body.contains("id=\"achievements\""));
    // The other side: the same seats, with Ada on the second.
    let mut result = client.state.store.results().result("t2".into()).await.unwrap().unwrap();
    (result.table, result.players[0].person, result.players[1].person) = ("t3".into(), Some(b), Some(a));
    (result.players[0].outcome, result.players[1].outcome) = (-1, 1);
    client.state.store.results().write(ResultChange::Keep(Box::new(result))).await.unwrap();
    let page = bob.get("/p/Ada").await.ok().body;
    assert!(
        page.contains("Both fleets") && page.contains(">done<") && !page.contains("Giant killer"),
        "{page}"
    );
}
