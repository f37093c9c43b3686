//! After the end of a game, and what is open at any time: playing again, playing on, giving up, draws.

use crate::{
    Client,
    line::{Server, connect, next, say, start},
    seats::two_programs,
};
use serde_json::{Value, json};

/// A finished game of Ada and Bob against each other. Returns its id, Bob, and the server.
async fn finished(ada: &mut Client, more: &str) -> (String, Client, Server) {
    let fields = format!("name=Ada&s-0=me&s-1=link{more}");
    let answer = ada.form("/open/red-alert", &fields).await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    let secret = page.split("#seat=").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "token": secret, "name": "Bob" })).await.ok();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    next(&mut line, |t| t.contains("Yes: Give up")).await;
    say(&mut line, json!({ "t": "any", "words": "concede" })).await;
    next(&mut line, |t| t.contains("gives up")).await;
    (id, bob, server)
}

async fn meta(client: &Client, id: &str) -> Value {
    serde_json::from_str(&client.state.store.table(id).await.unwrap().unwrap().meta).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_people_play_again_at_one_table() {
    let mut ada = Client::new().await;
    let (id, mut bob, server) =
        finished(&mut ada, "&public=closed&clock=60&scenario=declaration-of-war").await;
    let again = format!("/t/{id}/again");
    assert_eq!(ada.stranger().form(&again, "").await.status, 403, "not whoever comes along");
    assert!(bob.get(&format!("/t/{id}")).await.ok().body.contains("Play again"));
    // Both press the button: one table.
    let (mut a, mut b) = (ada.clone(), bob.clone());
    let (first, second) = tokio::join!(b.form(&again, "swap=yes"), a.form(&again, "swap=yes"));
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (303, 303), "{}", first.body);
    assert_eq!(first.header("location"), second.header("location"));
    let next = first.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert_ne!(next, id);
    // The seats are theirs already, with sides swapped; the rest is as it was.
    let (was, is) = (meta(&ada, &id).await, meta(&ada, &next).await);
    assert_eq!(is["chairs"][0]["holder"], was["chairs"][1]["holder"]);
    assert_eq!(is["chairs"][1]["holder"], was["chairs"][0]["holder"]);
    assert_eq!((&is["title"], &is["clock"], &is["players_only"]), (&was["title"], &json!(60), &json!(true)));
    for person in [&mut ada, &mut bob] {
        assert!(person.get(&format!("/t/{next}")).await.ok().body.contains("(you)"));
        assert!(person.get("/").await.ok().body.contains(&next), "it is one of his tables");
        let old = person.get(&format!("/t/{id}")).await.ok().body;
        assert!(old.contains("has opened another game") && old.contains(&format!("/t/{next}\"")), "told");
    }
    // While a game runs there is nothing to repeat.
    assert_eq!(ada.form(&format!("/t/{next}/again"), "").await.status, 409);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn programs_play_again_too() {
    let mut client = Client::new().await;
    let (id, _, tokens) = two_programs(&mut client, json!({})).await;
    client.play_on(&id, &tokens.join(","), 5_000).await;
    let again = format!("/tables/{id}/again");
    assert_eq!(client.api_post(&again, "", json!({})).await.refusal().0, 403);
    let first = client.api_post(&again, &tokens[0], json!({ "swap": true })).await;
    let second = client.api_post(&again, &tokens[1], json!({})).await;
    assert_eq!((first.status.as_u16(), second.status.as_u16()), (201, 200));
    let (first, second) = (first.json(), second.json());
    assert_eq!(first["id"], second["id"]);
    // Each gets the token of his own seat alone, on the other side now.
    assert!(first["seats"][0]["token"].is_null() && first["seats"][1]["token"].is_string(), "{first}");
    assert!(second["seats"][0]["token"].is_string() && second["seats"][1]["token"].is_null(), "{second}");
    assert!(first["owner"].is_string() && second["owner"].is_null());
    let next = first["id"].as_str().unwrap();
    let both = format!(
        "{},{}",
        first["seats"][1]["token"].as_str().unwrap(),
        second["seats"][0]["token"].as_str().unwrap()
    );
    client.play_on(next, &both, 4).await;
    assert_eq!(client.api_get(&format!("/tables/{id}"), "").await.ok().json()["next"], first["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_plays_on_sits_where_he_looks_from() {
    let mut ada = Client::new().await;
    // A game of a program with a bot, played to its end.
    let order = json!({ "game": "red-alert", "seats": ["api", "api"] });
    let table = ada.api_post("/tables", "", order).await.ok().json();
    let (id, owner) = (table["id"].as_str().unwrap(), table["owner"].as_str().unwrap());
    ada.play_on(id, owner, 5_000).await;
    ada.form("/me", "name=Ada").await;
    let page = ada.get(&format!("/t/{id}/replay?step=5&as=1")).await.ok().body;
    assert!(page.contains("<option value=\"1\" selected>"), "the seat that he looks from");
    let branch = format!("/t/{id}/branch");
    let new = ada.form(&branch, "step=5&seat=1&others=hard").await;
    let new = new.header("location").strip_prefix("/t/").unwrap().to_owned();
    let chairs = meta(&ada, &new).await["chairs"].clone();
    assert_eq!(chairs[0]["holder"]["bot"]["level"], "hard");
    assert_eq!(chairs[1]["holder"]["person"]["name"], "Ada");
    // A second press gives the same table; another seat another one.
    let twice = ada.form(&branch, "step=5&seat=1&others=hard").await;
    assert_eq!(twice.header("location"), format!("/t/{new}"));
    let other = ada.form(&branch, "step=5&seat=0").await;
    let other = other.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert_ne!(other, new);
    let chairs = meta(&ada, &other).await["chairs"].clone();
    assert_eq!(
        (&chairs[1]["holder"], &chairs[0]["holder"]["person"]["name"]),
        (&json!("open"), &json!("Ada"))
    );
    // Bots sit where bots sat: branch of the branch with its bot.
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &new, ada.cookie()).await;
    next(&mut line, |t| t.contains("Yes: Give up")).await;
    say(&mut line, json!({ "t": "any", "words": "concede" })).await;
    next(&mut line, |t| t.contains("gives up")).await;
    // What is played on from elsewhere says nothing about whoever plays.
    assert!(!ada.get("/open/red-alert").await.ok().body.contains("suit you"));
    let third = ada.form(&format!("/t/{new}/branch"), "step=5").await;
    let third = third.header("location").strip_prefix("/t/").unwrap().to_owned();
    let chairs = meta(&ada, &third).await["chairs"].clone();
    assert_eq!(chairs[0]["holder"]["bot"]["level"], "hard");
    assert_eq!(chairs[1]["holder"]["person"]["name"], "Ada", "without a word he has the seat that he had");
    // Over the API.
    let body = json!({ "step": 5, "seats": [0], "others": "easy" });
    let answer = ada.api_post(&format!("/tables/{id}/branch"), owner, body).await;
    assert_eq!(answer.status, 201);
    let answer = answer.json();
    assert!(answer["seats"][0]["token"].is_string() && answer["seats"][1]["holder"] == "bot", "{answer}");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_loses_twice_is_offered_weaker_bots() {
    let mut ada = Client::new().await;
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    for said in ["normal bots suit you", "easy bots suit you"] {
        let answer = ada.form("/open/red-alert", "name=Ada&s-0=me&s-1=normal").await;
        let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
        let mut line = connect(&server, &id, ada.cookie()).await;
        next(&mut line, |t| t.contains("Yes: Give up")).await;
        say(&mut line, json!({ "t": "any", "words": "concede" })).await;
        next(&mut line, |t| t.contains("gives up")).await;
        let page = ada.get("/open/red-alert").await.ok().body;
        assert!(page.contains(said), "{said}");
    }
    // In another game nothing is known of her, and of a stranger nothing at all.
    assert!(!ada.get("/open/starcraft").await.ok().body.contains("suit you"));
    assert!(!ada.stranger().get("/open/red-alert").await.ok().body.contains("suit you"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// RA-21.6, RA-21.7, RA-22.7: what is open at any time is on the page, and asked about once more where it ends the game.
#[tokio::test(flavor = "multi_thread")]
async fn giving_up_draws_and_star_control_are_on_the_page() {
    let mut ada = Client::new().await;
    let answer =
        ada.form("/open/red-alert", "name=Ada&seats=4&s-0=me&s-1=link&s-2=easy&s-3=easy&public=yes").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let (mut a, mut b) =
        (connect(&server, &id, ada.cookie()).await, connect(&server, &id, bob.cookie()).await);
    let page = next(&mut a, |t| t.contains("id=\"more\"")).await;
    for words in ["Offer a draw", "Take over the stars", "Yes: Give up"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("Accept the draw"));
    next(&mut b, |t| t.contains("id=\"more\"")).await;
    say(&mut a, json!({ "t": "any", "words": "star-control on" })).await;
    next(&mut a, |t| t.contains("Give the stars back")).await;
    say(&mut a, json!({ "t": "any", "words": "offer-draw" })).await;
    // Bob sees the offer where he looks: by the question.
    let offer = next(&mut b, |t| t.contains("offers a draw.") && t.contains("Yes: Accept the draw")).await;
    let ask = offer.split("id=\"ask\"").nth(1).expect("the question is drawn again");
    assert!(ask.split("</section>").next().unwrap().contains("Yes: Accept the draw"), "{ask}");
    // Nobody accepts his own offer, nor for others.
    say(&mut a, json!({ "t": "any", "words": "accept-draw" })).await;
    next(&mut a, |t| t.contains("not open now")).await;
    say(&mut b, json!({ "t": "any", "words": "accept-draw" })).await;
    next(&mut a, |t| t.contains("A draw.")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
