//! Seats that survive: recovery phrases, renewed links, stand-ins, and whoever is gone.

use crate::{
    Client, config,
    line::{Server, Socket, connect, next, say, start},
    pages::encode,
};
use axum::http::Request;
use klaxon_web::Config;
use serde_json::{Value, json};
use std::time::Duration;

/// Opens a table by its form.
async fn open(client: &mut Client, game: &str, fields: &str) -> String {
    let answer = client.form(&format!("/open/{game}"), fields).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.header("location").strip_prefix("/t/").unwrap().to_owned()
}

/// The secrets of all seat links on a page, in order.
fn secrets(page: &str) -> Vec<String> {
    page.split("#seat=").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

/// The words of the phrase on a page.
fn phrase(page: &str) -> String {
    page.split("class=\"phrase\">").nth(1).expect("a phrase is shown").split('<').next().unwrap().to_owned()
}

/// Four people at a table that Ada opened and does not play at. Returns its id and the four, by their seats.
async fn four(ada: &mut Client, patience: &str) -> (String, Vec<Client>) {
    let fields =
        format!("name=Ada&seats=4&s-0=link&s-1=link&s-2=link&s-3=link&public=closed&patience={patience}");
    let id = open(ada, "red-alert", &fields).await;
    let mut people = Vec::new();
    for (secret, name) in
        secrets(&ada.get(&format!("/t/{id}")).await.ok().body).into_iter().zip(["Bob", "Cleo", "Dan", "Eve"])
    {
        let mut person = ada.stranger();
        person.fetch(&format!("/t/{id}/claim"), &json!({ "token": secret, "name": name })).await.ok();
        people.push(person);
    }
    assert_eq!(people.len(), 4);
    (id, people)
}

/// What everybody at the table may know of it.
async fn about(client: &mut Client, id: &str) -> Value {
    let stored = client.state.store.table(id).await.unwrap().unwrap();
    serde_json::from_str(&stored.meta).unwrap()
}

/// A page of the table, drawn.
async fn sit(server: &Server, id: &str, who: &Client) -> Socket {
    let mut line = connect(server, id, who.cookie()).await;
    next(&mut line, |t| t.contains("id=\"who\"")).await;
    line
}

fn change(seat: usize, change: &str) -> Value {
    json!({ "t": "seat", "seat": seat, "change": { "do": change } })
}

fn stand_in(seat: usize) -> Value {
    json!({ "t": "seat", "seat": seat, "change": { "do": "stand-in", "level": "easy" } })
}

/// A wish that is refused with these words.
async fn refused(line: &mut Socket, wish: Value, words: &str) {
    say(line, json!({ "t": "clear" })).await;
    say(line, wish).await;
    next(line, |t| t.contains("id=\"note\"") && t.contains(words)).await;
}

#[tokio::test]
async fn a_phrase_gives_all_seats_back_on_another_browser() {
    let mut ada = Client::new().await;
    let one = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link&public=closed").await;
    let two = ada.play_now().await;
    // Nobody is asked for anything: it is shown by a button, and not by an address.
    assert!(!ada.get("/me").await.ok().body.contains("class=\"phrase\""));
    let shown = ada.form("/me/phrase", "").await.ok();
    let words = phrase(&shown.body);
    assert_eq!(words.split(' ').count(), 8, "{words}");
    assert!(shown.header("cache-control").contains("no-store") && shown.header("location").is_empty());
    // It is always the same one, and the store does not hold it.
    assert_eq!(phrase(&ada.form("/me/phrase", "").await.ok().body), words);
    // Another browser without a cookie; the words as people type them.
    let mut phone = ada.stranger();
    assert_eq!(phone.get(&format!("/t/{one}")).await.status, 403);
    let typed: Vec<String> = words.split(' ').map(|w| w[..4].to_uppercase()).collect();
    let back = phone.form("/me/back", &format!("phrase={}", encode(&typed.join(", ")))).await;
    assert_eq!((back.status.as_u16(), back.header("location")), (303, "/"));
    for id in [&one, &two] {
        assert!(phone.get(&format!("/t/{id}")).await.ok().body.contains("(you)"), "{id}");
    }
    let home = phone.get("/").await.ok().body;
    assert!(home.contains("value=\"Ada\"") && home.contains(&one) && home.contains(&two));
    // The first browser still plays, too.
    assert!(ada.get(&format!("/t/{one}")).await.ok().body.contains("(you)"));
}

#[tokio::test]
async fn phrases_cannot_be_guessed_and_can_be_made_anew() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link").await;
    let old = phrase(&ada.form("/me/phrase", "").await.ok().body);
    let new = phrase(&ada.form("/me/phrase/new", "").await.ok().body);
    assert_ne!(old, new);
    let mut eve = ada.stranger();
    let try_it = |words: &str| format!("phrase={}", encode(words));
    // One word too few, one that is none: not even a try.
    assert_eq!(eve.form("/me/back", "phrase=acorn").await.status, 400);
    let odd = eve.form("/me/back", &try_it(&"xyzzy ".repeat(8))).await;
    assert!(odd.status == 400 && odd.body.contains("xyzzy"), "{}", odd.body);
    for _ in 0..10 {
        let wrong = eve.form("/me/back", &try_it(&old)).await;
        assert_eq!(wrong.status, 403);
        assert!(wrong.headers.get("set-cookie").is_none());
    }
    // After ten wrong ones even the right one has to wait.
    assert_eq!(eve.form("/me/back", &try_it(&new)).await.status, 429);
    assert!(!eve.get(&format!("/t/{id}")).await.body.contains("(you)"));
    // Another site cannot make a browser somebody else.
    let foreign = Request::post("/me/back")
        .header("sec-fetch-site", "cross-site")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(try_it(&new).into())
        .unwrap();
    assert_eq!(eve.send(foreign).await.status, 403);
}

/// Whoever reads the store, or a backup of it, finds no phrase; the server started again knows whose each is.
#[tokio::test]
async fn the_store_holds_no_phrase() {
    let folder = std::env::temp_dir().join(format!("klaxon-phrase-{}", std::process::id()));
    let on_disk = Config { data: Some(folder.clone()), ..config() };
    let mut ada = Client::with(on_disk.clone()).await;
    let id = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link").await;
    let words = phrase(&ada.form("/me/phrase", "").await.ok().body);
    ada.state.close().await;
    let two = words.split(' ').take(2).collect::<Vec<_>>().join(" ");
    let mut read = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(two.len()).any(|part| part == two.as_bytes()));
        read += bytes.len();
    }
    assert!(read > 0);
    let mut later = Client::with(on_disk).await;
    later.form("/me/back", &format!("phrase={}", encode(&words))).await;
    assert!(later.get(&format!("/t/{id}")).await.ok().body.contains("Ada (you)"));
    later.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_phrase_is_shown_once_to_whoever_sits_with_others() {
    let mut ada = Client::new().await;
    let alone = ada.play_now().await;
    assert!(!ada.get(&format!("/t/{alone}")).await.ok().body.contains("keep-seat"), "not against bots");
    let id = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link&public=yes").await;
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    let words = phrase(&page);
    assert!(page.contains("id=\"keep-seat\""));
    assert!(!ada.stranger().get(&format!("/t/{id}")).await.ok().body.contains(&words), "it is nobody else's");
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    next(&mut line, |t| t.contains(&words)).await;
    say(&mut line, json!({ "t": "phrase-kept" })).await;
    next(&mut line, |t| t.contains("id=\"seating\"") && !t.contains(&words)).await;
    assert!(!ada.get(&format!("/t/{id}")).await.ok().body.contains("keep-seat"));
    assert_eq!(phrase(&ada.form("/me/phrase", "").await.ok().body), words, "on request it is there");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn tables_of_a_browser_can_come_along() {
    let mut ada = Client::new().await;
    let first = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link").await;
    let words = encode(&phrase(&ada.form("/me/phrase", "").await.ok().body));
    for (along, comes) in [("", false), ("&along=yes", true)] {
        let mut phone = ada.stranger();
        let own = open(&mut phone, "red-alert", "name=Guest&s-0=me&s-1=link").await;
        phone.form("/me/back", &format!("phrase={words}{along}")).await;
        assert!(phone.get(&format!("/t/{first}")).await.ok().body.contains("(you)"));
        assert_eq!(phone.get(&format!("/t/{own}")).await.ok().body.contains("(you)"), comes);
        assert_eq!(phone.get("/").await.ok().body.contains(&own), comes);
    }
}

/// Four people, one of whom loses his cookies: by his phrase, and by the owner's renewing the link.
#[tokio::test(flavor = "multi_thread")]
async fn a_friend_who_lost_his_cookies_gets_the_seat_back() {
    let mut ada = Client::new().await;
    let (id, mut people) = four(&mut ada, "usual").await;
    let table = format!("/t/{id}");
    // He has his phrase.
    let words = phrase(&people[0].get(&table).await.ok().body);
    let mut bob = ada.stranger();
    assert_eq!(bob.get(&table).await.status, 403);
    bob.form("/me/back", &format!("phrase={}", encode(&words))).await;
    assert!(bob.get(&table).await.ok().body.contains("Bob (you)"));
    // He has not: Ada renews the link. What gave the seat before gives it no more.
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let own = secrets(&people[1].get(&table).await.ok().body);
    let old = own.last().expect("the link for another device");
    let mut watching = sit(&server, &id, &people[1]).await;
    let mut line = sit(&server, &id, &ada).await;
    say(&mut line, change(1, "renew")).await;
    next(&mut line, |t| t.contains("#seat=s1-")).await;
    // The old holder's open page is shut at once: the table is closed to those who do not play.
    next(&mut watching, |t| t.contains("\"shut\"")).await;
    assert_eq!(people[1].get(&table).await.status, 403);
    let claim = format!("/t/{id}/claim");
    assert_eq!(ada.stranger().fetch(&claim, &json!({ "token": old })).await.status, 403);
    let page = ada.get(&table).await.ok().body;
    let new = secrets(&page).into_iter().find(|s| s.starts_with("s1-")).expect("the new link");
    assert!(page.contains("Cleo"), "the seat is still hers by name");
    let mut cleo = ada.stranger();
    // The door of a closed table takes seat links.
    let door = cleo.get(&table).await;
    assert!(door.status == 403 && door.body.contains("door.js"), "{}", door.body);
    cleo.fetch(&claim, &json!({ "token": new })).await.ok();
    assert!(cleo.get(&table).await.ok().body.contains("Cleo (you)"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// The owner is gone, and so is somebody for whom the table waits: the others help themselves, but not too early.
#[tokio::test(flavor = "multi_thread")]
async fn where_the_owner_is_gone_the_others_may_after_the_time() {
    let mut ada = Client::new().await;
    let (id, people) = four(&mut ada, "2").await;
    let stored = about(&mut ada, &id).await;
    assert_eq!(stored["patience"], 2);
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    // The Commonwealth's commander is asked first; Dan is of the other side, Eve an officer.
    let (lost, other) = (0, 3);
    let mut line = sit(&server, &id, &people[other]).await;
    for wish in [change(lost, "renew"), change(lost, "free"), stand_in(lost)] {
        refused(&mut line, wish, "whoever opened the table").await;
    }
    tokio::time::sleep(Duration::from_millis(2400)).await;
    for (i, who) in [(1, &people[1]), (2, &people[2])] {
        // Somebody who is there is not gone, though the time is over.
        let mut here = sit(&server, &id, who).await;
        refused(&mut line, change(i, "free"), "until the table has waited").await;
        here.close(None).await.unwrap();
    }
    say(&mut line, json!({ "t": "clear" })).await;
    say(&mut line, change(lost, "renew")).await;
    next(&mut line, |t| t.contains("#seat=s0-")).await;
    let page = people[other].clone().get(&format!("/t/{id}")).await.ok().body;
    let secret = secrets(&page).into_iter().find(|s| s.starts_with("s0-")).unwrap();
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "token": secret })).await.ok();
    assert!(bob.get(&format!("/t/{id}")).await.ok().body.contains("Bob (you)"));
    // When the owner looks in, it is his again. Bob has just sat down and is not gone.
    let back = sit(&server, &id, &ada).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    drop(back);
    refused(&mut line, change(lost, "free"), "whoever opened the table").await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// How long somebody has been away outlives the server, and a server that was down takes nobody for gone at once.
#[tokio::test]
async fn a_restart_neither_forgets_nor_hurries() {
    let folder = std::env::temp_dir().join(format!("klaxon-gone-{}", std::process::id()));
    let on_disk = Config { data: Some(folder.clone()), ..config() };
    let mut client = Client::with(on_disk.clone()).await;
    let order = json!({ "game": "red-alert", "seats": ["link", "link"], "public": true, "patience": 4 });
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap().to_owned();
    let mut tokens = Vec::new();
    for seat in 0..2 {
        let body = json!({ "seat": seat, "name": "P" });
        let claimed = client.api_post(&format!("/tables/{id}/claim"), "", body).await.ok().json();
        tokens.push(claimed["token"].as_str().unwrap().to_owned());
    }
    let gone = |table: &Value| (table["owner_gone"] == true, table["seats"][0]["gone"] == true);
    let path = format!("/tables/{id}");
    assert_eq!(gone(&client.api_get(&path, "").await.ok().json()), (false, false));
    tokio::time::sleep(Duration::from_millis(3900)).await;
    client.state.close().await;
    // Just up again: a quarter of the time must pass first, but not all of it again.
    let mut later = Client::with(on_disk).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(gone(&later.api_get(&path, "").await.ok().json()), (false, false), "too early");
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(gone(&later.api_get(&path, "").await.ok().json()), (true, true), "for ever");
    // Whoever decides something is here; nobody need look at a table that asks nothing of him.
    later.play_on(&id, &tokens[0], 1).await;
    assert_eq!(later.api_get(&path, "").await.ok().json()["seats"][0]["gone"], false);
    later.state.close().await;
    std::fs::remove_dir_all(folder).unwrap();
}

/// A table of two programs, both seats claimed. Returns its id, the owner's token and theirs.
pub async fn two_programs(client: &mut Client, more: Value) -> (String, String, [String; 2]) {
    let mut order = json!({ "game": "red-alert", "seats": ["link", "link"] });
    order.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let table = client.api_post("/tables", "", order).await.ok().json();
    let id = table["id"].as_str().unwrap().to_owned();
    let mut tokens = Vec::new();
    for seat in 0..2 {
        let link = table["seats"][seat]["token"].as_str().unwrap();
        let body = json!({ "name": format!("P{seat}") });
        let claimed = client.api_post(&format!("/tables/{id}/claim"), link, body).await.ok().json();
        tokens.push(claimed["token"].as_str().unwrap().to_owned());
    }
    (id, table["owner"].as_str().unwrap().to_owned(), tokens.try_into().unwrap())
}

#[tokio::test]
async fn a_bot_stands_in_until_the_holder_is_back() {
    let mut client = Client::new().await;
    let (id, owner, [p0, p1]) = two_programs(&mut client, json!({})).await;
    let seat = format!("/tables/{id}/seat");
    let stand_in = json!({ "seat": 0, "change": { "do": "stand-in", "level": "easy" } });
    // Not another seat, not nobody, not the owner of another table.
    let (_, foreign, _) = two_programs(&mut client, json!({})).await;
    for token in [p1.as_str(), "", &foreign] {
        assert_eq!(client.api_post(&seat, token, stand_in.clone()).await.refusal().0, 403, "{token}");
    }
    client.api_post(&seat, &owner, stand_in.clone()).await.ok();
    // The bot decides in the seat's place.
    let mut n = 0;
    for _ in 0..400 {
        let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
        n = table["n"].as_u64().unwrap();
        if n > 0 && table["seats"][0]["asked"] == false {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(n > 0, "the bot never decided");
    // The hand stays the holder's: neither the owner nor the other sees it.
    for token in [&owner, &p1] {
        for path in ["view?seat=0", "choices?seat=0"] {
            assert_eq!(client.api_get(&format!("/tables/{id}/{path}"), token).await.refusal().0, 403);
        }
    }
    client.api_get(&format!("/tables/{id}/view?seat=0"), &p0).await.ok();
    // Back: the bot stops at once, whatever it was thinking.
    client.api_post(&seat, &p0, json!({ "seat": 0, "change": { "do": "back" } })).await.ok();
    let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert!(table["seats"][0]["stand_in"].is_null());
    for _ in 0..200 {
        let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
        if table["seats"][0]["asked"] == true {
            break;
        }
        client.play_on(&id, &p1, 1).await;
    }
    let before = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
    assert_eq!(before["seats"][0]["asked"], true);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(client.api_get(&format!("/tables/{id}"), "").await.ok().json()["n"], before["n"]);
    // Deciding something says the same.
    client.api_post(&seat, &p0, stand_in).await.ok();
    let asks = client.api_get(&format!("/tables/{id}/choices?brief=true"), &p0).await.ok().json();
    if asks["asks"][0].is_object() {
        let body = json!({ "seat": 0, "choice": 0 });
        client.api_post(&format!("/tables/{id}/act"), &p0, body).await;
        let table = client.api_get(&format!("/tables/{id}"), "").await.ok().json();
        assert!(table["seats"][0]["stand_in"].is_null(), "{table}");
    }
}

/// A seat may be freed and taken by somebody else, but never in secret.
#[tokio::test]
async fn whoever_gets_a_seat_mid_game_is_told_to_all() {
    let mut client = Client::new().await;
    let (id, owner, [p0, p1]) = two_programs(&mut client, json!({})).await;
    let both = format!("{p0},{p1}");
    client.play_on(&id, &both, 6).await;
    let seat = format!("/tables/{id}/seat");
    let freed =
        client.api_post(&seat, &owner, json!({ "seat": 1, "change": { "do": "free" } })).await.ok().json();
    assert_eq!(freed["holder"], "open");
    let link = freed["token"].as_str().expect("the new link is the owner's to hand on");
    // The one who sat there has lost it.
    assert_eq!(client.api_get(&format!("/tables/{id}/view?seat=1"), &p1).await.refusal().0, 403);
    client.api_post(&format!("/tables/{id}/claim"), link, json!({ "name": "Nosy" })).await.ok();
    let chat = client.api_get(&format!("/tables/{id}/chat"), "").await.ok().body;
    assert!(chat.contains("has freed the seat of P1") && chat.contains("Nosy has sat down as"), "{chat}");
    // Whoever plays may neither free nor renew while the owner is about.
    for what in ["free", "renew"] {
        let body = json!({ "seat": 1, "change": { "do": what } });
        assert_eq!(client.api_post(&seat, &p0, body).await.refusal(), (403, "forbidden".into()), "{what}");
    }
    for body in
        [json!({ "seat": 9, "change": { "do": "free" } }), json!({ "seat": 1, "change": { "do": "burn" } })]
    {
        assert!(client.api_post(&seat, &owner, body).await.status.is_client_error());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sat_down_by_mistake_stands_up() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link&public=yes").await;
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let own = secrets(&bob.get(&format!("/t/{id}")).await.ok().body).pop().unwrap();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = sit(&server, &id, &bob).await;
    refused(&mut line, change(0, "stand-up"), "do not sit there").await;
    say(&mut line, json!({ "t": "auto", "on": false })).await;
    next(&mut line, |t| t.contains("id=\"more\"")).await;
    say(&mut line, change(1, "stand-up")).await;
    next(&mut line, |t| t.contains("You are watching")).await;
    let meta = about(&mut ada, &id).await;
    assert_eq!((&meta["chairs"][1]["holder"], &meta["chairs"][1]["auto"]), (&json!("open"), &json!(true)));
    assert!(
        !ada.stranger().fetch(&format!("/t/{id}/claim"), &json!({ "token": own })).await.status.is_success()
    );
    assert!(!bob.get("/").await.ok().body.contains("My tables"), "it is none of his tables any more");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// What the owner of a closed table says: who speaks, and what stands in the chat.
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_mutes_and_removes() {
    let mut ada = Client::new().await;
    let id = open(&mut ada, "red-alert", "name=Ada&s-0=me&s-1=link&public=yes").await;
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut eve = ada.stranger();
    eve.form("/me", "name=Mallory").await;
    let (mut loud, mut owner) = (sit(&server, &id, &eve).await, sit(&server, &id, &ada).await);
    say(&mut loud, json!({ "t": "say", "text": "something rude" })).await;
    let patch = next(&mut owner, |t| t.contains("something rude")).await;
    let line: u64 = patch.split("id=\"said-").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    let house = |change: Value| json!({ "t": "house", "change": change });
    let (remove, mute) = (json!({ "do": "remove", "line": line }), json!({ "do": "mute", "line": line }));
    // Only the owner may, and only he is shown how.
    assert!(patch.contains("moderate-"));
    for change in [&remove, &mute] {
        refused(&mut loud, house(change.clone()), "whoever opened the table").await;
    }
    say(&mut owner, house(mute)).await;
    next(&mut owner, |t| t.contains("may not speak")).await;
    say(&mut owner, house(remove)).await;
    next(&mut owner, |t| t.contains("id=\"chat\"") && !t.contains("rude")).await;
    refused(&mut loud, json!({ "t": "say", "text": "again" }), "not to speak").await;
    let chat = ada.api_get(&format!("/tables/{id}/chat"), "").await.ok().body;
    assert!(!chat.contains("rude") && !chat.contains("again"), "{chat}");
    say(&mut owner, house(json!({ "do": "unmute", "name": "Mallory" }))).await;
    next(&mut owner, |t| t.contains("id=\"more\"")).await;
    say(&mut loud, json!({ "t": "say", "text": "sorry" })).await;
    next(&mut owner, |t| t.contains("sorry")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
