//! Moderation: reports with what was said around them, mute and ban at every way in, words that are not said, and who may do all that.

use crate::{
    Client,
    accounts::{member, once},
    config,
    line::{connect, next, say, start},
    pages::encode,
};
use axum::http::Method;
use klaxon_store::{Filter, Reports};
use klaxon_web::{AppState, Config, Errand, ModerationOrder, Words};
use serde_json::{Value, json};
use std::sync::Arc;

const PASSWORD: &str = "nine horses by the shore";

async fn id_of(state: &AppState, name: &str) -> String {
    state.store.accounts().named(name.to_lowercase()).await.unwrap().expect("an account").person
}

async fn host(state: &AppState, order: ModerationOrder) -> Result<Value, klaxon_web::Fault> {
    klaxon_web::run(state, Errand::Moderate { order }).await
}

async fn impose(state: &AppState, who: &str, measure: &str) {
    let (who, measure, reason) = (who.to_owned(), measure.to_owned(), "it was too loud".to_owned());
    host(state, ModerationOrder::Impose { who, measure, days: Some(3), reason }).await.unwrap();
}

async fn lift(state: &AppState, who: &str) {
    host(state, ModerationOrder::Lift { who: who.into(), measure: None }).await.unwrap();
}

/// A public table of an account, at which another account sits; its id.
async fn table(one: &mut Client, other: &mut Client) -> String {
    let opened = one.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await;
    let id = opened.header("location").strip_prefix("/t/").unwrap().to_owned();
    other.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1 })).await.ok();
    id
}

async fn chat(client: &mut Client, id: &str, token: &str, text: &str) -> (u16, String) {
    let answer = client.api_post(&format!("/tables/{id}/chat"), token, json!({ "text": text })).await;
    if answer.status == 204 { (204, String::new()) } else { answer.refusal() }
}

/// What people have said at a table; what the table tells is not among it.
async fn said(client: &Client, id: &str) -> Vec<klaxon_store::Message> {
    let all = client.state.store.messages(id, 0, 99).await.unwrap();
    all.into_iter().filter(|line| line.by.is_some()).collect()
}

fn alert(page: &str) -> &str {
    page.split("role=\"alert\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default()
}

#[tokio::test]
async fn a_report_keeps_what_was_said_around_it_also_when_the_table_is_gone() {
    let client = Client::new().await;
    let (mut ada, ada_token) = member(&client, "Ada", "play").await;
    let (mut eve, eve_token) = member(&client, "Eve", "play").await;
    let id = table(&mut ada, &mut eve).await;
    for i in 0..30 {
        assert_eq!(chat(&mut eve, &id, &eve_token, &format!("line {i}")).await.0, 204);
    }
    assert_eq!(chat(&mut ada, &id, &ada_token, "please stop").await.0, 204);
    let lines = client.state.store.messages(&id, 0, 99).await.unwrap();
    let bad = lines.iter().find(|line| line.text == "line 20").unwrap().id;
    // The page links to it, not for one's own lines, and shows what is kept.
    let page = ada.get(&format!("/t/{id}")).await.ok().body;
    assert!(page.contains(&format!("/t/{id}/report?line={bad}")), "{page}");
    assert!(page.contains(&format!("/t/{id}/report\"")), "somebody else sits here");
    let own = lines.last().unwrap().id;
    assert!(!page.contains(&format!("report?line={own}")));
    let form = ada.get(&format!("/t/{id}/report?line={bad}")).await.ok().body;
    assert!(
        form.contains("line 5")
            && form.contains("line 25")
            && !form.contains("line 4<")
            && !form.contains("line 26")
    );
    let empty = ada.form(&format!("/t/{id}/report"), &format!("line={bad}&why=+")).await;
    assert_eq!((empty.status.as_u16(), alert(&empty.body)), (400, "Say in a few words what is wrong."));
    let sent = ada.form(&format!("/t/{id}/report"), &format!("line={bad}&why=not+nice")).await.ok();
    assert!(sent.body.contains("Thank you"));
    ada.form(&format!("/t/{id}/report"), &format!("line={bad}&why=again")).await.ok();
    // The same over the API, about whoever sits there.
    let path = format!("/tables/{id}/reports");
    let by_seat = ada.api_post(&path, &ada_token, json!({ "seat": 1, "why": "shouts" })).await.ok().json();
    for (body, status) in [
        (json!({ "why": "x" }), 400),
        (json!({ "line": bad, "seat": 1, "why": "x" }), 400),
        (json!({ "line": bad, "why": "" }), 400),
        (json!({ "line": 99_999, "why": "x" }), 404),
        (json!({ "seat": 0, "why": "me" }), 409),
        (json!({ "seat": 7, "why": "x" }), 404),
    ] {
        let refused = ada.api_post(&path, &ada_token, body.clone()).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.body);
    }
    assert_eq!(ada.api_post(&path, "", json!({ "seat": 1, "why": "x" })).await.status, 403);
    // The table goes; the reports stay.
    client.state.store.delete(&id, u64::MAX >> 2).await.unwrap();
    let kept = client.state.store.moderation().reports(Reports::Open, 9).await.unwrap();
    assert_eq!(kept.len(), 2, "the same is reported once");
    assert_eq!(by_seat["report"], kept[1].number);
    let eve_id = id_of(&client.state, "Eve").await;
    assert!(kept.iter().all(|report| report.person.as_ref() == Some(&eve_id) && report.table == id));
    let context: Value = serde_json::from_str(&kept[0].body).unwrap();
    assert!(context["whom"].as_str().unwrap().starts_with("@Eve · "), "{context}");
    assert_eq!((&context["by"], &context["why"]), (&json!("@Ada"), &json!("not nice")));
    let said: Vec<&str> =
        context["lines"].as_array().unwrap().iter().map(|l| l["text"].as_str().unwrap()).collect();
    assert_eq!((said.len(), said[0], said[20]), (21, "line 5", "line 25"));
    assert_eq!(context["lines"][15]["reported"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_one_heard_can_be_reported_and_floods_are_slowed() {
    let client = Client::new().await;
    let (mut ada, _) = member(&client, "Ada", "play").await;
    let (mut eve, eve_token) = member(&client, "Eve", "play").await;
    let id = table(&mut ada, &mut eve).await;
    for i in 0..14 {
        chat(&mut eve, &id, &eve_token, &format!("line {i}")).await;
    }
    // What is said to a team is for the team.
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, eve.cookie()).await;
    say(&mut line, json!({ "t": "say", "text": "a secret", "team": true })).await;
    next(&mut line, |t| t.contains("a secret")).await;
    let said = said(&client, &id).await;
    let secret = said.last().unwrap().id;
    assert_eq!(said.last().unwrap().audience, "team-1");
    assert_eq!(ada.get(&format!("/t/{id}/report?line={secret}")).await.status, 404);
    let page = ada.get(&format!("/t/{id}/report")).await.ok().body;
    assert!(page.contains("line 13") && !page.contains("a secret"));
    // Whoever has no name reports nothing; a guest does, and not without end.
    assert_eq!(client.stranger().get(&format!("/t/{id}/report")).await.status, 403);
    let mut guest = client.stranger();
    guest.form("/me", "name=Gil").await;
    assert!(guest.get(&format!("/t/{id}/report")).await.ok().body.contains("line 3"));
    let mut sent = Vec::new();
    for line in &said[..14] {
        let fields = format!("line={}&why=x", line.id);
        sent.push(guest.form(&format!("/t/{id}/report"), &fields).await.status.as_u16());
    }
    assert_eq!(sent.iter().filter(|status| **status == 200).count(), 10, "{sent:?}");
    assert_eq!(sent[10..], [429; 4]);
    assert_eq!(client.state.store.moderation().waiting().await.unwrap(), 10);
    // A table that is closed to watchers is closed to their reports.
    let closed = ada.form("/open/red-alert", "s-0=me&s-1=link&public=closed").await;
    let closed = closed.header("location").strip_prefix("/t/").unwrap().to_owned();
    assert_eq!(eve.get(&format!("/t/{closed}/report")).await.status, 403);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_muted_is_heard_nowhere() {
    let client = Client::new().await;
    let (mut ada, _) = member(&client, "Ada", "play").await;
    let (mut eve, token) = member(&client, "Eve", "play").await;
    let id = table(&mut ada, &mut eve).await;
    // A bot of hers speaks for her, too.
    eve.form("/account/bot", "name=Evebot").await.ok();
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, eve.cookie()).await;
    say(&mut line, json!({ "t": "say", "text": "good evening", "team": false })).await;
    next(&mut line, |t| t.contains("good evening")).await;
    impose(&client.state, "@eve", "mute").await;
    say(&mut line, json!({ "t": "say", "text": "still here", "team": false })).await;
    let refused = next(&mut line, |t| t.contains("muted")).await;
    assert!(refused.contains("it was too loud") && refused.contains("until 20"), "{refused}");
    assert_eq!(chat(&mut eve, &id, &token, "over the API").await, (403, "muted".into()));
    // The seat's own token says no more than its holder.
    let meta = client.state.store.table(&id).await.unwrap().unwrap().meta;
    assert!(meta.contains("@Eve"));
    assert_eq!(said(&client, &id).await.len(), 1, "nothing was changed");
    // She plays on, her page says why, and nothing of hers is made public.
    assert!(eve.get("/account").await.ok().body.contains("You are muted here until"));
    eve.play_now().await;
    lift(&client.state, "Eve").await;
    assert_eq!(chat(&mut eve, &id, &token, "thank you").await.0, 204);
    assert!(!eve.get("/account").await.ok().body.contains("You are muted"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_banned_gets_in_by_no_way() {
    let client = Client::new().await;
    let (mut ada, _) = member(&client, "Ada", "play").await;
    let (mut eve, token) = member(&client, "Eve", "play").await;
    let id = table(&mut ada, &mut eve).await;
    let bot = eve.form("/account/bot", "name=Evebot").await.ok().body;
    let bot = format!("klx_{}", bot.split("klx_").nth(1).unwrap().split('<').next().unwrap());
    assert!(eve.api_get("/account/tables", &bot).await.status.is_success());
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, eve.cookie()).await;
    next(&mut line, |t| t.contains("chat") || t.contains("\"t\"")).await;
    impose(&client.state, "Eve", "ban").await;
    // Her open page is told, and gets no line any more.
    next(&mut line, |t| t.contains("\"shut\"")).await;
    let why = eve.fetch(&format!("/t/{id}/why"), &json!({})).await;
    assert_eq!(why.refusal(), (403, "banned".into()));
    assert!(why.body.contains("it was too loud") && why.body.contains("until 20"), "{}", why.body);
    let before = client.state.store.list(Filter::default()).await.unwrap().len();
    for (path, fields) in [
        ("/play/red-alert", ""),
        ("/open/red-alert", "s-0=me&s-1=link"),
        ("/lobby/quick", "game=red-alert&pace=live"),
        ("/daily/federation", ""),
        ("/p/Ada/invite", "game=red-alert"),
        ("/account/token", "label=x&play=yes"),
        ("/account/name", "name=Eva"),
        ("/me/phrase", ""),
    ] {
        let refused = eve.form(path, fields).await;
        assert_eq!(refused.refusal(), (403, "banned".into()), "{path}");
    }
    let claim = eve.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 0 })).await;
    assert_eq!(claim.refusal(), (403, "banned".into()));
    for token in [&token, &bot] {
        for path in ["/account", "/account/tables", &format!("/tables/{id}/choices")] {
            assert_eq!(eve.api_get(path, token).await.refusal(), (403, "banned".into()), "{path}");
        }
        let order = json!({ "game": "red-alert", "seats": ["me", "bot:easy"] });
        assert_eq!(eve.api_post("/tables", token, order).await.refusal(), (403, "banned".into()));
    }
    let sign_in = format!("name=Eve&password={}", encode(PASSWORD));
    let refused = eve.stranger().form("/account/in", &sign_in).await;
    assert!(
        refused.status == 403 && alert(&refused.body).contains("banned here until"),
        "{}",
        alert(&refused.body)
    );
    assert!(refused.headers.get("set-cookie").is_none());
    let wrong = eve.stranger().form("/account/in", "name=Eve&password=wrong").await;
    assert!(!wrong.body.contains("banned"), "only whoever knows the password is told");
    assert_eq!(
        client.state.store.list(Filter::default()).await.unwrap().len(),
        before,
        "nothing was changed"
    );
    // Nobody can be made to wait for her.
    let invited = ada.form("/p/Eve/invite", "game=red-alert").await;
    assert_eq!((invited.status.as_u16(), invited.body.contains("cannot play here now")), (409, true));
    // What is hers stays hers: to read, to take along, to delete; and to sign out.
    assert!(eve.get("/account").await.ok().body.contains("You are banned here until"));
    assert!(eve.get("/account/export").await.ok().body.contains("it was too loud"));
    assert!(eve.get(&format!("/t/{id}")).await.status.is_success());
    lift(&client.state, "Eve").await;
    assert!(eve.api_get("/account", &token).await.status.is_success());
    eve.play_now().await;
    impose(&client.state, "Eve", "ban").await;
    assert_eq!(eve.clone().form("/account/out", "").await.status, 303);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn guests_are_muted_and_banned_by_their_ids() {
    let client = Client::new().await;
    let mut gil = client.stranger();
    let id = gil.play_now().await;
    let stored = client.state.store.table(&id).await.unwrap().unwrap();
    let person = stored.owner.unwrap();
    impose(&client.state, &person, "ban").await;
    assert_eq!(gil.form("/play/red-alert", "").await.refusal(), (403, "banned".into()));
    let account = gil.form("/account/new", &format!("name=Gil&password={}", encode(PASSWORD))).await;
    assert_eq!(account.status, 403, "a ban is not left behind by making an account");
    assert!(gil.get("/me").await.ok().body.contains("You are banned here"));
    lift(&client.state, &person).await;
    gil.form("/play/red-alert", "").await;
    for nobody in ["nobody", "zz", "../x", ""] {
        let order = ModerationOrder::Lift { who: nobody.into(), measure: None };
        assert_eq!(host(&client.state, order).await.unwrap_err().code, "missing", "{nobody}");
    }
}

#[tokio::test]
async fn moderators_look_after_others_and_nobody_else_does() {
    let client = Client::new().await;
    let (mut ada, ada_token) = member(&client, "Ada", "play").await;
    let (mut eve, eve_token) = member(&client, "Eve", "play").await;
    let (mut mo, _) = member(&client, "Mo", "play").await;
    let id = table(&mut ada, &mut eve).await;
    chat(&mut eve, &id, &eve_token, "<b>boo</b>").await;
    let line = said(&client, &id).await[0].id;
    ada.form(&format!("/t/{id}/report"), &format!("line={line}&why=rude")).await.ok();
    // Before the host has named somebody, and for anybody else, there is nothing to be had.
    for who in [&mut mo, &mut eve, &mut client.stranger()] {
        assert_eq!(who.get("/moderation").await.status, 403);
        for path in ["/moderation/impose", "/moderation/lift", "/moderation/close"] {
            let fields = "who=Ada&measure=ban&days=1&reason=x&report=1";
            assert_eq!(who.form(path, fields).await.status, 403, "{path}");
        }
        assert!(!who.get("/account").await.ok().body.contains("/moderation"));
    }
    host(&client.state, ModerationOrder::Moderator { name: "Mo".into(), on: true }).await.unwrap();
    let guest = host(&client.state, ModerationOrder::Moderator { name: "Nobody".into(), on: true }).await;
    assert_eq!(guest.unwrap_err().code, "missing");
    assert!(mo.get("/account").await.ok().body.contains("/moderation"));
    let page = mo.get("/moderation").await.ok().body;
    assert!(
        page.contains("1 report waits") && page.contains("&lt;b&gt;boo&lt;/b&gt;") && page.contains("rude"),
        "{page}"
    );
    assert!(page.contains("@Eve · ") && page.contains("@Ada"));
    // A token is good for it only with its scope.
    assert_eq!(mo.api_get("/moderation/reports", &ada_token).await.refusal(), (403, "forbidden".into()));
    let made = mo.form("/account/token", "label=m&moderate=yes").await.ok().body;
    let token = format!("klx_{}", made.split("klx_").nth(1).unwrap().split('<').next().unwrap());
    let reports = mo.api_get("/moderation/reports", &token).await.ok().json();
    let (number, person) =
        (reports[0]["number"].as_u64().unwrap(), reports[0]["person"].as_str().unwrap().to_owned());
    assert_eq!(reports[0]["context"]["lines"][0]["text"], "<b>boo</b>");
    // A token of that scope in the hands of somebody else is worth nothing.
    let made = eve.form("/account/token", "label=m&moderate=yes").await.ok().body;
    let hers = format!("klx_{}", made.split("klx_").nth(1).unwrap().split('<').next().unwrap());
    assert_eq!(eve.api_get("/moderation/reports", &hers).await.status, 403);
    // From the report to the mute in one step.
    let fields = format!("who={person}&measure=mute&days=7&reason=be+kind&report={number}");
    assert_eq!(mo.form("/moderation/impose", &fields).await.status, 303);
    assert_eq!(chat(&mut eve, &id, &eve_token, "what?").await, (403, "muted".into()));
    let page = mo.get("/moderation").await.ok().body;
    assert!(
        page.contains("Nothing waits") && page.contains("is muted until") && page.contains("be kind"),
        "{page}"
    );
    assert_eq!(mo.form("/moderation/close", &format!("report={number}")).await.status, 404, "it is closed");
    let closed = mo.api_get("/moderation/reports?closed=true", &token).await.ok().json();
    assert_eq!(closed[0]["closed"][1], "@Mo");
    // Neither oneself nor another moderator, and with a reason and an end that make sense.
    host(&client.state, ModerationOrder::Moderator { name: "Ada".into(), on: true }).await.unwrap();
    for (body, status) in [
        (json!({ "who": "Mo", "measure": "mute", "days": 1, "reason": "x" }), 409),
        (json!({ "who": "Ada", "measure": "ban", "days": 1, "reason": "x" }), 403),
        (json!({ "who": "Eve", "measure": "ban", "days": 0, "reason": "x" }), 400),
        (json!({ "who": "Eve", "measure": "ban", "days": 99999, "reason": "x" }), 400),
        (json!({ "who": "Eve", "measure": "ban", "days": 1, "reason": " \u{202e}" }), 400),
        (json!({ "who": "Eve", "measure": "hang", "days": 1, "reason": "x" }), 400),
        (json!({ "who": "Nobody", "measure": "ban", "days": 1, "reason": "x" }), 404),
    ] {
        let refused = mo.api_post("/moderation/sanctions", &token, body.clone()).await;
        assert_eq!(refused.status, status, "{body}: {}", refused.body);
    }
    let imposed = json!({ "who": "Eve", "measure": "ban", "reason": "enough" });
    let imposed = mo.api_post("/moderation/sanctions", &token, imposed).await.ok().json();
    assert_eq!((&imposed["until"], &imposed["person"]), (&Value::Null, &json!(person)));
    assert_eq!(mo.api_get("/moderation/sanctions", &token).await.ok().json().as_array().unwrap().len(), 2);
    let lifted = json!({ "who": "Eve", "measure": "ban" });
    let lift = mo.api(Method::DELETE, "/moderation/sanctions", &token, Some(&lifted)).await;
    assert_eq!(lift.status, 204);
    assert_eq!(mo.api(Method::DELETE, "/moderation/sanctions", &token, Some(&lifted)).await.status, 404);
    let log = mo.api_get("/moderation/log", &token).await.ok().json();
    let deeds: Vec<(&str, &str, &str)> = (log.as_array().unwrap().iter())
        .map(|d| {
            (
                d["by"].as_str().unwrap(),
                d["deed"].as_str().unwrap(),
                d["whom"].as_str().unwrap().split(" · ").next().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        deeds,
        [
            ("@Mo", "lift ban", "@Eve"),
            ("@Mo", "ban", "@Eve"),
            ("the host", "appoint", "@Ada"),
            ("@Mo", "close", "@Eve"),
            ("@Mo", "mute", "@Eve"),
            ("the host", "appoint", "@Mo"),
        ]
    );
    // Whoever is dismissed is out at once.
    host(&client.state, ModerationOrder::Moderator { name: "Mo".into(), on: false }).await.unwrap();
    assert_eq!(mo.get("/moderation").await.status, 403);
    assert_eq!(mo.api_get("/moderation/log", &token).await.status, 403);
}

#[tokio::test]
async fn words_that_are_not_said_here_are_refused_kindly() {
    let words = Words::read("blast\nvoid born").unwrap();
    let client = Client::with(Config { words: Some(Arc::new(words)), ..config() }).await;
    let (mut ada, token) = member(&client, "Ada", "play").await;
    let (mut bob, _) = member(&client, "Bob", "play").await;
    let id = table(&mut ada, &mut bob).await;
    for bad in ["oh BLAST", "bl\u{430}st!", "b1ast", "Void  Born"] {
        assert_eq!(chat(&mut ada, &id, &token, bad).await, (409, "words".into()), "{bad}");
    }
    assert_eq!(chat(&mut ada, &id, &token, "a blaster of the void").await.0, 204);
    assert_eq!(said(&client, &id).await.len(), 1);
    let refused =
        client.stranger().form("/account/new", &format!("name=Blast&password={}", encode(PASSWORD))).await;
    assert!(alert(&refused.body).contains("not used at this server"), "{}", refused.body);
    assert_eq!(ada.form("/account/name", "name=BLAST").await.status, 409);
    let mut gil = client.stranger();
    gil.form("/me", "name=blast").await;
    let opened = gil.form("/play/red-alert", "").await;
    assert_eq!((opened.status.as_u16(), opened.body.contains("another name")), (409, true));
}

#[tokio::test]
async fn clubs_and_tournaments_are_held_to_what_tables_are() {
    let words = Words::read("blast").unwrap();
    let client = Client::with(Config { words: Some(Arc::new(words)), ..config() }).await;
    let (mut ada, token) = member(&client, "Ada", "play").await;
    let cup = |title: &str| json!({ "title": title, "game": "red-alert", "method": "swiss", "round_seconds": 3600 });
    let club = |name: &str, about: &str| json!({ "name": name, "about": about, "open": true });
    for (path, body) in [
        ("/clubs", club("The blast club", "")),
        ("/clubs", club("Rocket club", "we bl\u{430}st off")),
        ("/clubs", club("Rocket club", "we bl\u{200b}ast off")),
        ("/tournaments", cup("Blast cup")),
        ("/tournaments", cup("Bl\u{200b}ast cup")),
    ] {
        assert_eq!(ada.api_post(path, &token, body).await.refusal(), (409, "words".into()), "{path}");
    }
    let made = ada.api_post("/clubs", &token, club("Rocket club", "")).await.ok().json();
    let chat = format!("/clubs/{}/chat", made["id"].as_str().unwrap());
    let say = json!({ "text": "hello" });
    assert_eq!(ada.api_post(&chat, &token, say.clone()).await.status, 204);
    assert_eq!(ada.api_post(&chat, &token, json!({ "text": "b.l.a.s.t" })).await.status, 409);
    // A bot speaks for whoever it belongs to.
    let bot = once(&ada.form("/account/bot", "name=Adabot").await.ok().body).remove(0);
    let joined = format!("/clubs/{}/join", made["id"].as_str().unwrap());
    ada.api(Method::POST, &joined, &bot, None).await.ok();
    assert_eq!(ada.api_post(&chat, &bot, say.clone()).await.status, 204);
    impose(&client.state, "Ada", "mute").await;
    for bearer in [&token, &bot] {
        assert_eq!(ada.api_post(&chat, bearer, say.clone()).await.refusal(), (403, "muted".into()));
        let made = ada.api_post("/clubs", bearer, club("Other club", "")).await;
        assert_eq!(made.refusal(), (403, "muted".into()));
    }
    assert_eq!(
        ada.api_post("/tournaments", &token, cup("Rocket cup")).await.refusal(),
        (403, "muted".into())
    );
    lift(&client.state, "Ada").await;
    assert_eq!(ada.api_post(&chat, &token, say).await.status, 204);
}

#[tokio::test]
async fn whoever_deletes_his_account_is_in_no_report() {
    let client = Client::new().await;
    let (mut ada, ada_token) = member(&client, "Ada", "play").await;
    let (mut eve, eve_token) = member(&client, "Eve", "play").await;
    let id = table(&mut ada, &mut eve).await;
    chat(&mut eve, &id, &eve_token, "something of Eve").await;
    chat(&mut ada, &id, &ada_token, "something of Ada").await;
    let path = format!("/tables/{id}/reports");
    ada.api_post(&path, &ada_token, json!({ "seat": 1, "why": "x" })).await.ok();
    eve.api_post(&path, &eve_token, json!({ "seat": 0, "why": "she started" })).await.ok();
    impose(&client.state, "Eve", "mute").await;
    let export = eve.get("/account/export").await.ok().body;
    assert!(export.contains("she started") && export.contains("it was too loud"), "{export}");
    let gone = eve.form("/account/delete", &format!("name=Eve&password={}", encode(PASSWORD))).await;
    assert!(gone.status.as_u16() < 400, "{}", gone.body);
    let left = client.state.store.moderation().reports(Reports::After(0), 9).await.unwrap();
    assert_eq!(left.len(), 1, "those about her are gone");
    let text = format!("{:?}", left[0]);
    assert!(
        !text.contains("Eve") && text.contains("something of Ada") && text.contains("Former player"),
        "{text}"
    );
    let deeds = client.state.store.moderation().deeds(u64::MAX, 9).await.unwrap();
    assert!(!format!("{deeds:?}").contains("Eve"), "{deeds:?}");
    assert!(
        client
            .state
            .store
            .messages(&id, 0, 9)
            .await
            .unwrap()
            .iter()
            .all(|line| line.text != "something of Eve")
    );
}
