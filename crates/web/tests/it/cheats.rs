//! Those who would have what is not theirs: other people's questions and seats, hidden hands, a club that is not theirs, days of vacation.

use crate::{Answer, Client, accounts::member, tournaments::account};
use axum::http::Method;
use klaxon_catalog::{puzzles::puzzles, shelf};
use klaxon_web::{Errand, ModerationOrder};
use serde_json::{Value, json};

/// A table whose two seats belong to two programs: its id, the owner's token and those of the seats.
async fn two(client: &mut Client) -> (String, String, [String; 2]) {
    let order = json!({ "game": "red-alert", "seats": ["api", "api"] });
    let opened = client.api_post("/tables", "", order).await.ok().json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let seats = [0, 1].map(|seat| text(&opened["seats"][seat]["token"]));
    (text(&opened["id"]), text(&opened["owner"]), seats)
}

/// Plays on until somebody is asked what he can decline: his seat and the question.
async fn until_declined(client: &mut Client, id: &str, owner: &str) -> (u64, Value) {
    for _ in 0..400 {
        let asked = client.api_get(&format!("/tables/{id}/choices?brief=true"), owner).await.ok().json();
        let ask = asked["asks"][0].clone();
        let seat = ask["seat"].as_u64().expect("the game goes on");
        let habits = client.api_get(&format!("/tables/{id}/habits?seat={seat}"), owner).await.ok().json();
        if habits["declines"].is_string() {
            return (seat, ask["question"].clone());
        }
        client.play_on(id, owner, 1).await;
    }
    panic!("nothing could be declined");
}

/// What is stored of a table: its log's length and all about its seats but who was seen when.
async fn kept(client: &Client, id: &str) -> (Option<u32>, Value) {
    let table = client.state.store.table(id).await.unwrap().unwrap();
    let mut meta: Value = serde_json::from_str(&table.meta).unwrap();
    for chair in meta["chairs"].as_array_mut().unwrap() {
        chair.as_object_mut().unwrap().remove("seen");
    }
    meta.as_object_mut().unwrap().remove("owner_seen");
    (client.state.entries_of(id).await, meta)
}

async fn host(client: &Client, errand: Errand) {
    klaxon_web::run(&client.state, errand).await.unwrap();
}

async fn ban(client: &Client, who: &str) {
    let (measure, reason) = ("ban".to_owned(), "it was too loud".to_owned());
    let order = ModerationOrder::Impose { who: who.into(), measure, days: Some(3), reason };
    host(client, Errand::Moderate { order }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_passes_for_another_or_on_what_is_gone() {
    let mut client = Client::new().await;
    let (id, owner, seats) = two(&mut client).await;
    let (elsewhere, other_owner, _) = two(&mut client).await;
    let (seat, question) = until_declined(&mut client, &id, &owner).await;
    let (own, foreign) = (seats[seat as usize].clone(), seats[1 - seat as usize].clone());
    let before = kept(&client, &id).await;
    let (pass, ask) = (format!("/tables/{id}/pass"), format!("/tables/{id}/ask"));
    let asked = json!({ "seat": seat, "question": question });
    let always = json!({ "seat": seat, "question": question, "always": true });
    // Without the seat, with somebody else's, with one of another table, and with none that ever was.
    for token in ["", foreign.as_str(), other_owner.as_str(), "klx_forged", "x.y.z", &own[..own.len() - 2]] {
        for body in [&asked, &always] {
            let refused = client.api_post(&pass, token, body.clone()).await;
            assert!(matches!(refused.status.as_u16(), 401 | 403), "{token}: {}", refused.body);
        }
        let again = client.api_post(&ask, token, json!({ "seat": seat, "words": "Play no card" })).await;
        assert!(matches!(again.status.as_u16(), 401 | 403), "{token}: {}", again.body);
        let habits = client.api_get(&format!("/tables/{id}/habits?seat={seat}"), token).await;
        assert!(matches!(habits.status.as_u16(), 401 | 403), "{token}: {}", habits.body);
    }
    // One's own seat with the number of the other's question: it is not asked.
    let refused = client.api_post(&pass, &foreign, json!({ "question": question })).await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    // Questions that are gone, to come, or none at all.
    let number = question.as_u64().unwrap();
    for other in [0, 1, number.saturating_sub(1 << 32), number + (1 << 32), u64::from(u32::MAX), u64::MAX] {
        let refused = client.api_post(&pass, &own, json!({ "question": other })).await;
        if other >> klaxon_catalog::LIST_BITS != number >> klaxon_catalog::LIST_BITS {
            assert_eq!(refused.refusal(), (409, "stale".into()), "{other}");
        }
    }
    for body in [
        json!({}),
        json!({ "question": -1 }),
        json!({ "question": 1.5 }),
        json!({ "question": "1" }),
        json!({ "question": question, "seat": -1 }),
        json!({ "question": question, "seat": 256 }),
        json!({ "question": question, "always": "yes" }),
        json!({ "question": question, "for": "ever" }),
        json!([]),
    ] {
        assert_eq!(client.api_post(&pass, &own, body.clone()).await.status, 400, "{body}");
    }
    for number in [7, 8, 200, 255] {
        let body = json!({ "question": question, "seat": number });
        assert_eq!(client.api_post(&pass, &owner, body).await.status, 403, "there is no seat {number}");
    }
    assert_eq!(client.api_post("/tables/nowhere/pass", &own, asked.clone()).await.status, 404);
    let refused = client.api_post(&format!("/tables/{elsewhere}/pass"), &own, asked.clone()).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert_eq!(kept(&client, &id).await, before, "nothing has changed");
    // A flood of wishes for what was never silenced writes nothing, and is told nothing.
    for i in 0..60 {
        let words = if i == 0 { "x".repeat(30_000) } else { format!("Words {i}") };
        client.api_post(&ask, &own, json!({ "words": words })).await.ok();
    }
    assert_eq!(kept(&client, &id).await, before);
    // One question is declined once, however often it is said at the same time.
    let mut together = client.clone();
    let (a, b) = tokio::join!(
        client.api_post(&pass, &own, asked.clone()),
        together.api_post(&pass, &own, asked.clone())
    );
    let done = [&a, &b].iter().filter(|answer| answer.status.is_success()).count();
    assert_eq!(done, 1, "{} {}", a.body, b.body);
    // What a seat is not asked is on no page, in no answer and in no stream of anybody else.
    let watched = client.stranger().get(&format!("/t/{id}")).await.ok().body;
    assert!(!watched.contains("This turn:") && !watched.contains("Ask me again"));
    let told = client.api_get(&format!("/tables/{id}"), &foreign).await.ok().body;
    assert!(!told.contains("passing") && !told.contains("quiet"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_declined_where_nothing_happens_any_more() {
    let mut client = Client::new().await;
    let (id, owner, _) = two(&mut client).await;
    let (seat, question) = until_declined(&mut client, &id, &owner).await;
    let close = Errand::Close { table: id.clone(), reason: "a test is over.".into() };
    host(&client, close).await;
    let before = kept(&client, &id).await;
    for always in [false, true] {
        let body = json!({ "seat": seat, "question": question, "always": always });
        let refused = client.api_post(&format!("/tables/{id}/pass"), &owner, body).await;
        assert_eq!(refused.refusal(), (409, "shut".into()), "{}", refused.body);
    }
    assert_eq!(kept(&client, &id).await, before);
    // Of a game that is over.
    let (id, owner, _) = two(&mut client).await;
    let (seat, question) = until_declined(&mut client, &id, &owner).await;
    let choices = client.api_get(&format!("/tables/{id}/choices?seat={seat}"), &owner).await.ok().json();
    let give_up = choices["anytime"].as_array().unwrap().iter().find(|c| c["words"] == "concede").unwrap();
    let body = json!({ "seat": seat, "action": give_up["action"] });
    client.api_post(&format!("/tables/{id}/act"), &owner, body).await.ok();
    let before = kept(&client, &id).await;
    for seat in [0, 1] {
        let now = client.api_get(&format!("/tables/{id}/habits?seat={seat}"), &owner).await.ok().json();
        assert!(now["declines"].is_null(), "{now}");
        let body = json!({ "seat": seat, "question": question });
        let refused = client.api_post(&format!("/tables/{id}/pass"), &owner, body).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        let ask = json!({ "seat": seat, "words": "Play no card" });
        client.api_post(&format!("/tables/{id}/ask"), &owner, ask).await.ok();
    }
    assert_eq!(kept(&client, &id).await, before);
}

/// An answer to a puzzle is judged, and a step of a lesson is taken, also where it is to decline.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_passes_round_the_judge_of_a_puzzle_or_a_lesson() {
    let mut client = Client::new().await;
    let mut could = 0;
    let mut all: Vec<(String, u8)> = Vec::new();
    for cover in shelf::games() {
        for posed in puzzles(cover.id) {
            all.push((format!("/puzzles/{}/{}", cover.id, posed.puzzle.id), posed.puzzle.seat.0));
        }
    }
    all.truncate(60);
    all.push(("/lessons/red-alert/sectors-and-orders".into(), 0));
    for (path, _) in all {
        let begun = client.api_post(&path, "", json!({})).await.ok().json();
        let (id, token) = (begun["id"].as_str().unwrap().to_owned(), begun["seats"][0]["token"].clone());
        let token = token.as_str().unwrap().to_owned();
        let choices = client.api_get(&format!("/tables/{id}/choices?brief=true"), &token).await.ok().json();
        let question = choices["asks"][0]["question"].clone();
        let habits = client.api_get(&format!("/tables/{id}/habits"), &token).await.ok().json();
        could += u32::from(habits["declines"].is_string());
        let before = kept(&client, &id).await;
        for always in [false, true] {
            let body = json!({ "question": question, "always": always });
            let refused = client.api_post(&format!("/tables/{id}/pass"), &token, body).await;
            assert_eq!(refused.refusal(), (409, "study".into()), "{path}: {}", refused.body);
        }
        assert_eq!(kept(&client, &id).await, before, "{path}");
    }
    println!("{could} of these questions could be declined");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accounts_token_passes_for_its_seat_as_long_as_it_is_good() {
    let mut client = Client::new().await;
    let (mut ada, adas) = member(&client, "Ada", "play").await;
    let (_, bobs) = member(&client, "Bob", "play").await;
    let (_, cyds) = member(&client, "Cyd", "play").await;
    let made = ada.form("/account/token", "label=looks&read=yes").await.ok();
    let reads = crate::accounts::once(&made.body).remove(0);
    let order = json!({ "game": "red-alert", "seats": ["me", "@Bob"] });
    let id = client.api_post("/tables", &adas, order).await.ok().json()["id"].as_str().unwrap().to_owned();
    let both = [adas.clone(), bobs.clone()];
    // Each plays for himself until Ada is asked what she can decline.
    let mut question = Value::Null;
    for _ in 0..600 {
        let habits = client.api_get(&format!("/tables/{id}/habits"), &adas).await.ok().json();
        let asked = client.api_get(&format!("/tables/{id}/choices?brief=true"), &adas).await.ok().json();
        if habits["declines"].is_string() {
            question = asked["asks"][0]["question"].clone();
            break;
        }
        for token in &both {
            client.play_on(&id, token, 1).await;
        }
    }
    assert!(question.is_u64(), "nothing could be declined");
    let before = kept(&client, &id).await;
    let pass = format!("/tables/{id}/pass");
    for (token, body, status) in [
        (&reads, json!({ "question": question }), 403),
        (&bobs, json!({ "question": question, "seat": 0 }), 403),
        (&cyds, json!({ "question": question }), 403),
        (&cyds, json!({ "question": question, "seat": 0 }), 403),
        (&format!("{adas},{bobs}"), json!({ "question": question }), 400),
    ] {
        let refused = client.api_post(&pass, token, body.clone()).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.body);
    }
    let words = json!({ "words": "Play no card" });
    assert_eq!(client.api_post(&format!("/tables/{id}/ask"), &reads, words).await.status, 403);
    // A token that may only look sees the habits of its owner, and those alone.
    client.api_get(&format!("/tables/{id}/habits"), &reads).await.ok();
    assert_eq!(client.api_get(&format!("/tables/{id}/habits?seat=1"), &reads).await.status, 403);
    assert_eq!(kept(&client, &id).await, before);
    // Whoever may not play does not pass either.
    ban(&client, "@Ada").await;
    let refused = client.api_post(&pass, &adas, json!({ "question": question })).await;
    assert_eq!(refused.refusal(), (403, "banned".into()), "{}", refused.body);
    assert_eq!(kept(&client, &id).await, before);
    let lift = ModerationOrder::Lift { who: "@Ada".into(), measure: None };
    host(&client, Errand::Moderate { order: lift }).await;
    let passed = client.api_post(&pass, &adas, json!({ "question": question })).await.ok().json();
    assert!(passed["n"].as_u64().map(|n| n as u32) > before.0, "{passed}");
    // And a token that was taken back gives nothing.
    let made = ada.form("/account/token", "label=gone&play=yes&account=yes").await.ok();
    let gone = crate::accounts::once(&made.body).remove(0);
    client.api(Method::DELETE, "/account/token", &gone, None).await.ok();
    for path in ["pass", "ask"] {
        let body = json!({ "question": question, "words": "x" });
        let refused = client.api_post(&format!("/tables/{id}/{path}"), &gone, body).await;
        assert_eq!(refused.refusal(), (401, "token".into()), "{}", refused.body);
    }
    assert_eq!(client.api_get(&format!("/tables/{id}/habits"), &gone).await.status, 401);
}

async fn asks(client: &mut Client, token: &str, seats: Value) -> Answer {
    client.api_post("/tables", token, json!({ "game": "red-alert", "seats": seats })).await
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_by_name_are_no_way_to_pester_or_to_find_out() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let (ada, bob) = (account(&store, "ada", None).await, account(&store, "bob", None).await);
    let robot = account(&store, "robot", Some("bob")).await;
    for name in ["cyd", "dan", "eve"] {
        account(&store, name, None).await;
    }
    // Somebody who is not there, however he is written; nobody who is only a guest is found by a name.
    let mut guest = client.stranger();
    guest.form("/me", "name=Gus").await;
    guest.play_now().await;
    let long = format!("@{}", "x".repeat(60_000));
    for name in ["@nobody", "@", "@ ", "@Gus", "@@@", "@%", "@person-bob", "@bob\u{202e}x", long.as_str()] {
        let refused = asks(&mut client, &ada, json!(["me", name])).await;
        assert!(matches!(refused.status.as_u16(), 400 | 404), "{name:.20}: {}", refused.body);
    }
    // The same person twice, by any way of writing.
    for name in ["@BOB", "@ bob ", "@b\u{200b}ob"] {
        let refused = asks(&mut client, &ada, json!(["@bob", name])).await;
        assert!(matches!(refused.refusal().1.as_str(), "twice" | "missing"), "{name}: {}", refused.body);
    }
    // Words that are no seats, and lists that are too long: nobody is looked up for them.
    for seats in [
        json!(["me", "bob"]),
        json!(["me", ""]),
        json!(["me", "easy\u{0}"]),
        json!(["me", 7]),
        json!({ "0": "me" }),
        json!(vec!["@bob"; 9]),
        json!(vec!["me"; 300]),
    ] {
        let refused = asks(&mut client, &ada, seats.clone()).await;
        assert_eq!(refused.status, 400, "{seats}: {}", refused.body);
    }
    let many: Vec<String> = (0..5000).map(|i| format!("@player{i}")).collect();
    let begun = std::time::Instant::now();
    let refused = asks(&mut client, &ada, json!(many)).await;
    assert!(matches!(refused.status.as_u16(), 400 | 413), "{}", refused.body);
    assert!(begun.elapsed() < std::time::Duration::from_secs(2), "{:?}", begun.elapsed());
    // More seats than the game has.
    let refused =
        asks(&mut client, &ada, json!(["me", "@bob", "@cyd", "@dan", "@eve", "easy", "easy"])).await;
    assert!(refused.status.is_client_error(), "{}", refused.body);
    assert!(client.api_get("/account/tables", &bob).await.ok().json().as_array().unwrap().is_empty());
    // Nobody asks somebody to as many tables as he likes: not where they begin at once, nor where a seat is left free.
    let mut opened = 0;
    for seats in
        [json!(["me", "@bob"]), json!(["@bob", "link"]), json!(["link", "@bob"])].iter().cycle().take(9)
    {
        let answer = asks(&mut client, &ada, seats.clone()).await;
        if answer.status == 201 {
            opened += 1;
        } else {
            assert_eq!(answer.refusal(), (409, "busy".into()), "{}", answer.body);
        }
    }
    assert_eq!(opened, 3);
    let theirs = client.api_get("/account/tables", &bob).await.ok().json();
    assert_eq!(theirs.as_array().unwrap().len(), 3, "{theirs}");
    let mut browser = client.stranger();
    browser.form("/account/new", "name=Form&password=nine+horses+by+the+shore").await.ok();
    for _ in 0..3 {
        let asked = browser.form("/open/red-alert", "s-0=link&s-1=account&n-1=bob").await;
        assert_eq!(asked.status, 303, "{}", asked.body);
    }
    assert_eq!(browser.form("/open/red-alert", "s-0=link&s-1=account&n-1=bob").await.status, 409);
    // Whoever blocks is told of nothing, and whoever is banned is asked to nothing.
    client
        .api(Method::PUT, "/players/ada/tie", &format!("klx_{}", "cyd"), Some(&json!({ "block": true })))
        .await
        .ok();
    ban(&client, "@dan").await;
    for (name, kind) in [("@cyd", "apart"), ("@dan", "banned")] {
        let refused = asks(&mut client, &ada, json!(["me", name])).await;
        assert_eq!(refused.refusal(), (409, kind.into()), "{name}: {}", refused.body);
    }
    // A bot is asked like everybody, and asks nobody to itself.
    let asked = asks(&mut client, &ada, json!(["me", "@robot"])).await.ok().json();
    assert_eq!(asked["seats"][1]["holder"], "person", "{asked}");
    assert_eq!(asks(&mut client, &robot, json!(["me", "@robot"])).await.refusal().1, "itself");
    // Whoever has gone is nobody any more.
    let mut gone = client.stranger();
    gone.form("/account/new", "name=Gone&password=nine+horses+by+the+shore").await.ok();
    gone.form("/account/delete", "name=Gone&password=nine+horses+by+the+shore&sure=yes").await;
    assert_eq!(asks(&mut client, &ada, json!(["me", "@Gone"])).await.refusal(), (404, "missing".into()));
}

/// What the address of a situation leads to.
async fn situation(client: &mut Client, path: &str) -> String {
    let answer = client.get(path).await;
    assert_eq!(answer.status, 303, "{path}: {}", answer.body);
    let page = client.get(answer.header("location")).await.ok().body;
    let text = page.split("<textarea").nth(1).unwrap().split_once('>').unwrap().1;
    text.split("</textarea>").next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_that_is_tried_betrays_no_hand() {
    let client = Client::new().await;
    let (mut ada, _) = member(&client, "Ada", "play").await;
    let (mut bob, bobs) = member(&client, "Bob", "play").await;
    let mut eve = client.stranger();
    let opened = ada.form("/open/red-alert", "s-0=me&s-1=account&n-1=bob&public=closed").await;
    let id = opened.header("location").strip_prefix("/t/").unwrap().to_owned();
    let path = |more: &str| format!("/t/{id}/try{more}");
    // A table that is closed to watchers, and one that everybody may watch.
    for more in ["", "?step=0", "?seat=0", "?seat=1", "?step=1&seat=1"] {
        assert!(eve.get(&path(more)).await.status.is_client_error(), "{more}");
    }
    let opened = ada.form("/open/red-alert", "s-0=me&s-1=account&n-1=bob&public=yes").await;
    let watched = opened.header("location").strip_prefix("/t/").unwrap().to_owned();
    for more in ["", "?step=0", "?seat=0", "?seat=1"] {
        let refused = eve.get(&format!("/t/{watched}/try{more}")).await;
        assert_eq!(refused.status, 409, "what is hidden stays hidden: {}", refused.body);
    }
    // With somebody else's eyes.
    for more in ["?seat=1", "?step=0&seat=1", "?seat=7", "?seat=255"] {
        assert!(ada.get(&path(more)).await.status.is_client_error(), "{more}");
    }
    for more in ["?step=-1", "?step=x", "?seat=256", "?step=99999999999"] {
        assert_eq!(ada.get(&path(more)).await.status, 400, "{more}");
    }
    assert_eq!(eve.get("/t/nowhere123/try").await.status, 404);
    // With one's own: the own hand as it is, the other one dealt anew each time.
    let hand = |script: &str, side: &str| -> String {
        let own = |line: &&str| line.trim().starts_with("hand") && line.contains(side);
        script.lines().find(own).map_or(String::new(), str::to_owned)
    };
    let (mut own, mut other) = (std::collections::BTreeSet::new(), std::collections::BTreeSet::new());
    for _ in 0..12 {
        let script = situation(&mut ada, &path("?step=4000000000")).await;
        own.insert(hand(&script, "cw"));
        other.insert(hand(&script, "cf"));
    }
    assert!(own.len() == 1 && other.len() > 6, "{own:?} {other:?}");
    let script = situation(&mut bob, &path("")).await;
    assert!(!other.contains(&hand(&script, "cf")), "nobody guesses a whole hand: {other:?}");
    // After the end it is as it was, for everybody who may look.
    let choices = bob.api_get(&format!("/tables/{id}/choices?brief=true&seat=1"), &bobs).await.ok().json();
    let give_up = choices["anytime"].as_array().unwrap().iter().find(|c| c["words"] == "concede").unwrap();
    let body = json!({ "seat": 1, "action": give_up["action"] });
    bob.api_post(&format!("/tables/{id}/act?brief=true"), &bobs, body).await.ok();
    let (a, b) = (situation(&mut ada, &path("?step=0")).await, situation(&mut bob, &path("?step=0")).await);
    assert_eq!(a, b);
    assert_eq!(hand(&a, "cf"), hand(&script, "cf"));
    assert!(eve.get(&path("")).await.status.is_client_error(), "it stays closed to watchers");
}

#[tokio::test]
async fn nobody_takes_more_vacation_than_there_is() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let (ada, bob) = (account(&store, "ada", None).await, account(&store, "bob", None).await);
    let robot = account(&store, "robot", Some("bob")).await;
    let (mut cyd, looks) = member(&client, "Cyd", "read").await;
    let path = "/account/vacation";
    let left = async |client: &mut Client, token: &str| {
        client.api_get(path, token).await.ok().json()["days_left"].as_u64().unwrap()
    };
    let all = left(&mut client, &ada).await;
    for body in [
        json!({}),
        json!({ "days": -1 }),
        json!({ "days": 1.5 }),
        json!({ "days": "3" }),
        json!({ "days": 1u64 << 40 }),
        json!({ "days": 3, "person": "person-bob" }),
        json!({ "days": 0 }),
    ] {
        assert_eq!(client.api_post(path, &ada, body.clone()).await.status, 400, "{body}");
    }
    for days in [all + 1, 365, u64::from(u32::MAX)] {
        let refused = client.api_post(path, &ada, json!({ "days": days })).await;
        assert_eq!(refused.refusal(), (409, "no-days".into()), "{days}");
    }
    // A token that may only look sees it, and changes nothing.
    assert_eq!(left(&mut client, &looks).await, all);
    assert_eq!(client.api_post(path, &looks, json!({ "days": 1 })).await.status, 403);
    assert_eq!(client.api(Method::DELETE, path, &looks, None).await.status, 403);
    assert_eq!(client.api(Method::DELETE, path, &ada, None).await.refusal(), (409, "not-on-vacation".into()));
    // Twice at the same moment: once.
    let (mut one, mut two) = (client.clone(), client.clone());
    let body = json!({ "days": all });
    let (a, b) = tokio::join!(one.api_post(path, &ada, body.clone()), two.api_post(path, &ada, body.clone()));
    assert_eq!(
        [&a, &b].iter().filter(|answer| answer.status.is_success()).count(),
        1,
        "{} {}",
        a.body,
        b.body
    );
    assert_eq!(left(&mut client, &ada).await, 0);
    // Coming and going wins nothing: the day that has begun is taken each time.
    for spent in 1..=3 {
        let back = client.api(Method::DELETE, path, &ada, None).await.ok().json();
        assert_eq!(back["days_left"].as_u64(), Some(all - spent), "{back}");
        let again = client.api_post(path, &ada, json!({ "days": all - spent })).await.ok().json();
        assert_eq!(again["days_left"], 0);
    }
    // It is each account's own: not the bot's of its owner, nor of whoever is on vacation with one.
    assert_eq!(left(&mut client, &bob).await, all);
    client.api_post(path, &robot, json!({ "days": 2 })).await.ok();
    assert_eq!((left(&mut client, &bob).await, left(&mut client, &robot).await), (all, all - 2));
    // Whoever may not play goes nowhere.
    let made = cyd.form("/account/token", "label=plays&play=yes").await.ok();
    let plays = crate::accounts::once(&made.body).remove(0);
    ban(&client, "@Cyd").await;
    assert_eq!(client.api_post(path, &plays, json!({ "days": 1 })).await.refusal(), (403, "banned".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clubs_studies_are_not_for_those_who_are_not_in_it() {
    let mut client = Client::new().await;
    let store = client.state.store.clone();
    let mut tokens = Vec::new();
    for name in ["ada", "bob", "cyd", "dan", "eve"] {
        tokens.push(account(&store, name, None).await);
    }
    let [ada, bob, cyd, dan, eve] = <[String; 5]>::try_from(tokens).unwrap();
    let new = json!({ "name": "Hidden harbour", "open": false });
    let club = client.api_post("/clubs", &ada, new).await.ok().json()["id"].as_str().unwrap().to_owned();
    let named = async |client: &mut Client, token: &str, deed: &str, name: &str| {
        client.api_post(&format!("/clubs/{club}/{deed}"), token, json!({ "name": name })).await.status
    };
    for name in ["bob", "cyd", "dan"] {
        assert_eq!(named(&mut client, &ada, "invite", name).await, 204);
    }
    for token in [&bob, &dan] {
        client.api(Method::POST, &format!("/clubs/{club}/join"), token, None).await.ok();
    }
    let mut studies = Vec::new();
    for token in [&ada, &bob, &cyd, &dan, &eve] {
        let body = json!({ "situation": "game red-alert\ngiven\n  cw A1 SF\n", "title": "Secret plan" });
        let made = client.api_post("/studies", token, body).await.ok().json();
        studies.push(made["id"].as_str().unwrap().to_owned());
    }
    let share = async |client: &mut Client, method: Method, token: &str, study: &str| {
        let path = format!("/clubs/{club}/studies/{study}");
        client.api(method, &path, token, None).await.status.as_u16()
    };
    for (token, study) in [(&ada, 0), (&bob, 1), (&dan, 3)] {
        assert_eq!(share(&mut client, Method::PUT, token, &studies[study]).await, 204);
    }
    // A stranger does not even hear that there is such a club; whoever is asked has to come first.
    for study in studies.iter().map(String::as_str).chain(["nothing", "..", "%00"]) {
        for method in [Method::PUT, Method::DELETE] {
            assert_eq!(share(&mut client, method.clone(), &eve, study).await, 404, "{study}");
            assert_eq!(share(&mut client, method.clone(), "", study).await, 403, "{study}");
            let asked = share(&mut client, method, &cyd, study).await;
            assert_eq!(asked, 403, "{study}");
        }
    }
    for token in ["", eve.as_str(), cyd.as_str()] {
        let shown = client.api_get(&format!("/clubs/{club}"), token).await.body;
        assert!(!shown.contains("Secret plan") && studies.iter().all(|id| !shown.contains(id)), "{shown}");
        let listed = client.api_get("/studies", token).await.ok().json();
        let foreign = listed.as_array().unwrap().iter().any(|row| row["mine"] == false);
        assert!(!foreign, "{listed}");
    }
    // What a member shows is his: others change, delete and share nothing of it.
    let edit = json!({ "do": "title", "title": "Mine now", "rev": 1 });
    for token in [&bob, &eve] {
        let changed = client.api_post(&format!("/studies/{}", studies[0]), token, edit.clone()).await;
        assert!(changed.status.is_client_error(), "{}", changed.body);
        let deleted = client.api(Method::DELETE, &format!("/studies/{}", studies[0]), token, None).await;
        assert!(deleted.status.is_client_error(), "{}", deleted.body);
    }
    assert_eq!(share(&mut client, Method::PUT, &bob, &studies[0]).await, 403);
    // Whoever is sent away takes his along, sees nothing any more and puts nothing back.
    assert_eq!(named(&mut client, &ada, "remove", "bob").await, 204);
    for method in [Method::PUT, Method::DELETE] {
        for study in [&studies[0], &studies[1]] {
            assert_eq!(share(&mut client, method.clone(), &bob, study).await, 404);
        }
    }
    assert_eq!(client.api_get(&format!("/clubs/{club}"), &bob).await.status, 404);
    let shown = client.api_get(&format!("/clubs/{club}"), &dan).await.ok().json();
    let ids: Vec<&str> =
        shown["studies"].as_array().unwrap().iter().map(|s| s["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&studies[0].as_str()) && !ids.contains(&studies[1].as_str()), "{ids:?}");
    // Whoever may not play shows nothing either.
    ban(&client, "@dan").await;
    for method in [Method::PUT, Method::DELETE] {
        assert_eq!(share(&mut client, method, &dan, &studies[3]).await, 403);
    }
    // A study that is gone is gone from the club.
    client.api(Method::DELETE, &format!("/studies/{}", studies[0]), &ada, None).await.ok();
    let shown = client.api_get(&format!("/clubs/{club}"), &ada).await.ok().json();
    assert_eq!(shown["studies"].as_array().unwrap().len(), 1, "{shown}");
    assert_eq!(share(&mut client, Method::DELETE, &ada, &studies[0]).await, 404);
    // The club itself as well, with its last member.
    let again = json!({ "name": "Second harbour", "open": true });
    let other = client.api_post("/clubs", &eve, again).await.ok().json()["id"].as_str().unwrap().to_owned();
    let path = format!("/clubs/{other}/studies/{}", studies[4]);
    assert_eq!(client.api(Method::PUT, &path, &eve, None).await.status, 204);
    client.api(Method::POST, &format!("/clubs/{other}/leave"), &eve, None).await.ok();
    for method in [Method::PUT, Method::DELETE] {
        assert_eq!(client.api(method, &path, &eve, None).await.status, 404);
    }
    client.api_get(&format!("/studies/{}", studies[4]), &eve).await.ok();
}
