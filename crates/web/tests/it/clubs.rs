//! Clubs: who sees and joins them, what is said there, their tables and tournaments; and those who are not asked.

use crate::{Client, tournaments::account};
use axum::http::Method;
use serde_json::{Value, json};

async fn make(client: &mut Client, token: &str, name: &str, open: bool) -> String {
    let made = client.api_post("/clubs", token, json!({ "name": name, "open": open })).await.ok().json();
    made["id"].as_str().unwrap().to_owned()
}

async fn deed(client: &mut Client, token: &str, id: &str, deed: &str) -> u16 {
    client.api(Method::POST, &format!("/clubs/{id}/{deed}"), token, None).await.status.as_u16()
}

async fn named(client: &mut Client, token: &str, id: &str, deed: &str, name: &str) -> u16 {
    client.api_post(&format!("/clubs/{id}/{deed}"), token, json!({ "name": name })).await.status.as_u16()
}

async fn say(client: &mut Client, token: &str, id: &str, text: &str) -> u16 {
    client.api_post(&format!("/clubs/{id}/chat"), token, json!({ "text": text })).await.status.as_u16()
}

async fn chat(client: &mut Client, token: &str, id: &str) -> Vec<Value> {
    let heard = client.api_get(&format!("/clubs/{id}/chat"), token).await.ok().json();
    heard.as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_has_members_a_chat_and_tables_of_its_own() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let (ada, bob, cyd) = (
        account(&store, "Ada", None).await,
        account(&store, "Bob", None).await,
        account(&store, "Cyd", None).await,
    );
    let id = make(&mut client, &ada, "Rocket  club", true).await;
    assert_eq!(deed(&mut client, &bob, &id, "join").await, 200);
    assert_eq!(say(&mut client, &bob, &id, "hello \u{202e}there").await, 204);
    assert_eq!(chat(&mut client, &ada, &id).await[0]["text"], "hello there");
    assert_eq!(chat(&mut client, &ada, &id).await[0]["name"], "@Bob");
    // A table for the members: a stranger does not get its free seat, a member does.
    let open = json!({ "game": "red-alert", "pace": "days" });
    let opened = client.api_post(&format!("/clubs/{id}/tables"), &ada, open.clone()).await.ok().json();
    let table = opened["id"].as_str().unwrap().to_owned();
    assert_eq!(client.api_post(&format!("/clubs/{id}/tables"), &cyd, open).await.status, 403);
    for seat in [0, 1] {
        let claim = client.api_post(&format!("/tables/{table}/claim"), &cyd, json!({ "seat": seat })).await;
        assert!(claim.status.is_client_error(), "{}", claim.body);
    }
    assert_eq!(deed(&mut client, &cyd, &id, &format!("tables/{table}")).await, 403);
    assert_eq!(deed(&mut client, &bob, &id, &format!("tables/{table}")).await, 200);
    assert_eq!(deed(&mut client, &bob, &id, &format!("tables/{table}")).await, 200, "he sits there already");
    let shown = client.api_get(&format!("/clubs/{id}"), &bob).await.ok().json();
    let players = shown["tables"][0]["players"].to_string();
    assert!(players.contains("@Ada") && players.contains("@Bob"), "{shown:#}");
    // Another table is not the club's, whoever says so.
    let other = client
        .api_post("/tables", &ada, json!({ "game": "red-alert", "seats": ["me", "link"] }))
        .await
        .ok()
        .json();
    let other = other["id"].as_str().unwrap();
    assert_eq!(deed(&mut client, &bob, &id, &format!("tables/{other}")).await, 404);
    // A tournament for members.
    let new = json!({ "title": "Club cup", "game": "red-alert", "method": "swiss", "round_seconds": 3600, "club": id });
    assert_eq!(client.api_post("/tournaments", &cyd, new.clone()).await.status, 403);
    let cup = client.api_post("/tournaments", &bob, new).await.ok().json()["id"].as_str().unwrap().to_owned();
    let enter = format!("/tournaments/{cup}/enter");
    assert_eq!(client.api(Method::POST, &enter, &cyd, None).await.status, 403);
    client.api(Method::POST, &enter, &ada, None).await.ok();
    let shown = client.api_get(&format!("/clubs/{id}"), &ada).await.ok().json();
    assert_eq!(shown["tournaments"][0]["title"], "Club cup");
    // What a member has not to hear he does not hear.
    client.api(Method::PUT, "/players/Bob/tie", &ada, Some(&json!({ "block": true }))).await.ok();
    assert!(chat(&mut client, &ada, &id).await.is_empty() && chat(&mut client, &bob, &id).await.len() == 1);
    // Whoever leaves takes along what he said; the club goes on with whoever has been there longest.
    let kept = client.api_get("/account/export", &ada).await.ok().json();
    assert_eq!(kept["clubs"][0]["role"], "owner");
    assert_eq!(deed(&mut client, &ada, &id, "leave").await, 204);
    let shown = client.api_get(&format!("/clubs/{id}"), &bob).await.ok().json();
    assert_eq!((shown["role"].as_str(), shown["count"].as_u64()), (Some("owner"), Some(1)));
    assert_eq!(deed(&mut client, &bob, &id, "leave").await, 204);
    assert_eq!(client.api_get(&format!("/clubs/{id}"), &bob).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_private_club_is_there_for_its_members_alone() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let (ada, bob, eve) = (
        account(&store, "Ada", None).await,
        account(&store, "Bob", None).await,
        account(&store, "Eve", None).await,
    );
    let id = make(&mut client, &ada, "Hidden harbour", false).await;
    assert_eq!(say(&mut client, &ada, &id, "the secret word").await, 204);
    let new = json!({ "title": "Hidden cup", "game": "red-alert", "method": "swiss", "round_seconds": 3600, "club": id });
    let cup = client.api_post("/tournaments", &ada, new).await.ok().json()["id"].as_str().unwrap().to_owned();
    for token in ["", eve.as_str()] {
        for path in [format!("/clubs/{id}"), format!("/tournaments/{cup}")] {
            assert_eq!(client.api_get(&path, token).await.status, 404, "{path}");
        }
        assert!(client.api_get(&format!("/clubs/{id}/chat"), token).await.status.is_client_error());
        for path in ["/clubs", "/tournaments"] {
            assert!(!client.api_get(path, token).await.ok().body.contains("Hidden"), "{path}");
        }
    }
    for path in ["join", "leave", "tables/abcdefghij"] {
        assert_eq!(deed(&mut client, &eve, &id, path).await, 404, "{path}");
    }
    assert_eq!(say(&mut client, &eve, &id, "hello").await, 404);
    assert_eq!(named(&mut client, &eve, &id, "invite", "Eve").await, 404);
    let mut browser = client.stranger();
    for path in [format!("/clubs/{id}"), format!("/tournaments/{cup}")] {
        assert_eq!(browser.get(&path).await.status, 404);
    }
    for path in ["/clubs", "/tournaments", "/p/Ada"] {
        assert!(!browser.get(path).await.ok().body.contains("Hidden"), "{path}");
    }
    // Whoever is asked sees it, and hears nothing before he has joined.
    assert_eq!(named(&mut client, &ada, &id, "invite", "Bob").await, 204);
    let shown = client.api_get(&format!("/clubs/{id}"), &bob).await.ok().json();
    assert_eq!(
        (shown["role"].as_str(), shown["members"].as_array().map(Vec::len)),
        (Some("invited"), Some(0))
    );
    assert_eq!(client.api_get(&format!("/clubs/{id}/chat"), &bob).await.status, 403);
    assert_eq!(client.api_get(&format!("/tournaments/{cup}"), &bob).await.status, 404);
    assert_eq!(deed(&mut client, &bob, &id, "join").await, 200);
    assert_eq!(chat(&mut client, &bob, &id).await.len(), 1);
    client.api_get(&format!("/tournaments/{cup}"), &bob).await.ok();
    // A member asks nobody into a club that is not his, sends nobody away, and takes out no line of another.
    assert_eq!(named(&mut client, &bob, &id, "invite", "Eve").await, 403);
    assert_eq!(named(&mut client, &bob, &id, "remove", "Ada").await, 403);
    let set = json!({ "about": "mine", "open": true });
    assert_eq!(client.api(Method::PUT, &format!("/clubs/{id}"), &bob, Some(&set)).await.status, 403);
    let line = chat(&mut client, &bob, &id).await[0]["id"].as_u64().unwrap();
    let path = format!("/clubs/{id}/chat/{line}");
    assert_eq!(client.api(Method::DELETE, &path, &bob, None).await.status, 403);
    assert_eq!(client.api(Method::DELETE, &path, &ada, None).await.status, 204);
    assert_eq!(named(&mut client, &ada, &id, "remove", "Bob").await, 204);
    assert_eq!(client.api_get(&format!("/clubs/{id}"), &bob).await.status, 404);
    assert_eq!(named(&mut client, &ada, &id, "remove", "Ada").await, 409);
}

#[tokio::test(flavor = "multi_thread")]
async fn floods_and_forged_names_are_refused() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let (ada, bob) = (account(&store, "Ada", None).await, account(&store, "Bob", None).await);
    let id = make(&mut client, &ada, "Rockets", true).await;
    for name in ["rockets", "R0ckets", "ROCKETS", "Rocke\u{200b}ts"] {
        let taken = client.api_post("/clubs", &bob, json!({ "name": name })).await;
        assert_eq!(taken.refusal(), (409, "taken".into()), "{name}");
    }
    for name in ["x", "\u{202e}\u{7}", "@Ada", "…!?", ""] {
        assert_eq!(client.api_post("/clubs", &bob, json!({ "name": name })).await.status, 400, "{name}");
    }
    assert_eq!(client.api_post("/clubs", "", json!({ "name": "Guests" })).await.status, 403);
    assert_eq!(client.stranger().form("/clubs", "name=Guests").await.status, 403);
    deed(&mut client, &bob, &id, "join").await;
    for i in 0..10 {
        assert_eq!(say(&mut client, &bob, &id, &format!("{i}")).await, 204);
    }
    assert_eq!(say(&mut client, &bob, &id, "once more").await, 429);
    assert_eq!(say(&mut client, &ada, &id, &"y".repeat(5000)).await, 204, "others may speak");
    assert_eq!(chat(&mut client, &ada, &id).await.last().unwrap()["text"].as_str().unwrap().len(), 400);
    assert_eq!(say(&mut client, &ada, &id, " \u{200b} ").await, 400);
    assert_eq!(say(&mut client, "", &id, "x").await, 403);
    for i in 0..4 {
        make(&mut client, &ada, &format!("Club number {}", ["one", "two", "three", "four"][i]), true).await;
    }
    let many = client.api_post("/clubs", &ada, json!({ "name": "One too many" })).await;
    assert_eq!(many.refusal(), (409, "too-many".into()));
    assert_eq!(client.api_get(&format!("/clubs/{}", "x".repeat(500)), &ada).await.status, 404);
}

/// The same by forms, as browsers send them.
#[tokio::test(flavor = "multi_thread")]
async fn clubs_and_tournaments_by_their_pages() {
    let client = Client::new().await;
    let mut ada = client.stranger();
    ada.form("/account/new", "name=Ada&password=nine+horses+by+the+shore").await.ok();
    let made = ada.form("/clubs", "name=Anchors&about=Thursdays&open=yes").await;
    let club = made.header("location").to_owned();
    assert!(made.status == 303 && club.starts_with("/clubs/"), "{}", made.body);
    assert_eq!(ada.form(&format!("{club}/say"), "text=Hello+all").await.status, 303);
    let page = ada.get(&club).await.ok().body;
    assert!(page.contains("Hello all") && page.contains("Make a tournament"));
    assert!(client.stranger().get(&club).await.ok().body.contains("1 member"));
    assert!(!client.stranger().get(&club).await.ok().body.contains("Hello all"), "the chat is the members'");
    assert!(ada.get("/p/Ada").await.ok().body.contains("Anchors"));
    let form = ada.get("/tournaments/new").await.ok().body;
    assert!(form.contains("members of Anchors") && !form.contains("value=\"federation"));
    let fields = "title=First+cup&play=red-alert+&method=swiss&clock=300&end=bot&round_seconds=3600&begins=3600&most=16&entry=open&stands=30";
    let made = ada.form("/tournaments", fields).await;
    let cup = made.header("location").to_owned();
    assert!(made.status == 303 && cup.starts_with("/tournaments/"), "{}", made.body);
    assert!(ada.get(&cup).await.ok().body.contains("It begins in"));
    assert_eq!(ada.form(&format!("{cup}/enter"), "").await.status, 303);
    assert!(ada.get(&cup).await.ok().body.contains("1 of 16 have come"));
    assert!(client.stranger().get(&cup).await.ok().body.contains("Sign in to enter"));
    assert!(ada.get("/p/Ada").await.ok().body.contains("First cup"));
    assert!(ada.get("/lobby").await.ok().body.contains("/tournaments"));
    assert_eq!(ada.form(&format!("{cup}/dance"), "").await.status, 404);
    assert_eq!(ada.form(&format!("{club}/dance"), "").await.status, 404);
    assert_eq!(client.stranger().get("/tournaments/new").await.status, 403);
    let table = ada.form(&format!("{club}/table"), "game=red-alert&pace=days").await;
    assert!(table.header("location").starts_with("/t/"), "{}", table.body);
    assert!(ada.get(&club).await.ok().body.contains("your table"));
}

/// Members show each other studies: by link, for members alone, listed nowhere else. Their owner and the club's take them out.
#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_shown_studies_by_those_whose_they_are() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let (ada, bob, cyd) = (
        account(&store, "Ada", None).await,
        account(&store, "Bob", None).await,
        account(&store, "Cyd", None).await,
    );
    let id = make(&mut client, &ada, "Rocket club", true).await;
    assert_eq!(deed(&mut client, &bob, &id, "join").await, 200);
    let script = "game red-alert\ngiven\n  cw A1 SF\n";
    let mut studies = Vec::new();
    for (token, title) in [(&ada, "Opening"), (&bob, "Endgame"), (&cyd, "Elsewhere")] {
        let made = client.api_post("/studies", token, json!({ "situation": script, "title": title })).await;
        studies.push(made.ok().json()["id"].as_str().unwrap().to_owned());
    }
    let asks = async |client: &mut Client, method: Method, token: &str, study: &str| {
        let path = format!("/clubs/{id}/studies/{study}");
        client.api(method, &path, token, None).await.status.as_u16()
    };
    assert_eq!(asks(&mut client, Method::PUT, &ada, &studies[0]).await, 204);
    assert_eq!(asks(&mut client, Method::PUT, &bob, &studies[1]).await, 204);
    assert_eq!(asks(&mut client, Method::PUT, &bob, &studies[1]).await, 204, "it is shown already");
    assert_eq!(asks(&mut client, Method::PUT, &bob, &studies[0]).await, 403, "it is another's");
    assert_eq!(asks(&mut client, Method::PUT, &cyd, &studies[2]).await, 403, "a stranger to the club");
    assert_eq!(asks(&mut client, Method::PUT, &ada, "nothing").await, 404);
    assert_eq!(asks(&mut client, Method::PUT, "", &studies[0]).await, 403);
    let shown = client.api_get(&format!("/clubs/{id}"), &bob).await.ok().json();
    let titles: Vec<&str> =
        shown["studies"].as_array().unwrap().iter().map(|study| study["title"].as_str().unwrap()).collect();
    assert!(titles.contains(&"Opening") && titles.contains(&"Endgame") && titles.len() == 2, "{shown:#}");
    assert!(shown["studies"].to_string().contains("@Ada"), "{shown:#}");
    // A member reads by the link; a stranger sees nothing of it, neither here nor among the public ones.
    let link = shown["studies"][0]["page"].as_str().unwrap().to_owned();
    client.get(&link).await.ok();
    let strange = client.api_get(&format!("/clubs/{id}"), &cyd).await.ok().json();
    assert_eq!(strange["studies"], json!([]));
    let open = client.stranger().get(&format!("/clubs/{id}")).await.ok().body;
    assert!(!open.contains("Opening") && !open.contains("club-studies"));
    assert!(!client.stranger().get("/studies").await.ok().body.contains("Opening"));
    // Whoever owns the club takes any out, a member his own.
    assert_eq!(asks(&mut client, Method::DELETE, &bob, &studies[0]).await, 403);
    assert_eq!(asks(&mut client, Method::DELETE, &ada, &studies[1]).await, 204);
    assert_eq!(asks(&mut client, Method::DELETE, &ada, &studies[1]).await, 404);
    assert_eq!(asks(&mut client, Method::PUT, &bob, &studies[1]).await, 204);
    // Whoever leaves takes what he showed along, and keeps it.
    assert_eq!(deed(&mut client, &bob, &id, "leave").await, 204);
    let shown = client.api_get(&format!("/clubs/{id}"), &ada).await.ok().json();
    assert_eq!(shown["studies"].as_array().unwrap().len(), 1, "{shown:#}");
    assert_eq!(client.api_get(&format!("/studies/{}", studies[1]), &bob).await.status, 200);
}
