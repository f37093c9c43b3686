//! Accounts: made from a guest, entered in every way, guessed at, stolen, signed out, exported and deleted.

use crate::{
    Answer, Client, config,
    line::{connect, next, say, start},
    pages::encode,
};
use axum::{body::Body, http::Request};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use klaxon_web::{Config, SignUp};
use ring::{
    digest,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const PASSWORD: &str = "nine horses by the shore";

fn fields(name: &str, password: &str) -> String {
    format!("name={}&password={}", encode(name), encode(password))
}

/// Makes an account; its recovery codes.
async fn make(client: &mut Client, name: &str) -> Vec<String> {
    let answer = client.form("/account/new", &fields(name, PASSWORD)).await.ok();
    once(&answer.body)
}

/// What a page shows once.
pub fn once(page: &str) -> Vec<String> {
    let list =
        page.split("id=\"once\"").nth(1).expect("something is shown once").split("</ul>").next().unwrap();
    list.split("<code>").skip(1).map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
}

/// A browser with a new account, and a token of it for one scope.
pub async fn member(client: &Client, name: &str, scope: &str) -> (Client, String) {
    let mut own = client.stranger();
    make(&mut own, name).await;
    let made = own.form("/account/token", &format!("label=test&{scope}=yes")).await.ok();
    let token = once(&made.body).remove(0);
    (own, token)
}

async fn sign_in(client: &mut Client, name: &str, password: &str) -> Answer {
    client.form("/account/in", &fields(name, password)).await
}

/// By which name the server knows a browser.
async fn name_of(client: &mut Client) -> String {
    let page = client.get("/").await.ok().body;
    page.split("class=\"name\"")
        .nth(1)
        .map_or(String::new(), |rest| rest.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned())
}

fn alert(page: &str) -> String {
    let alert = page.split("role=\"alert\">").nth(1).map(|rest| rest.split('<').next().unwrap().to_owned());
    alert.unwrap_or_default()
}

#[tokio::test]
async fn a_guests_tables_are_the_accounts_on_every_device() {
    let mut ada = Client::new().await;
    let table = ada.play_now().await;
    let guest = ada.clone();
    let codes = make(&mut ada, "Ada").await;
    assert_eq!(codes.len(), 10);
    assert_eq!(name_of(&mut ada).await, "@Ada");
    assert!(ada.get(&format!("/t/{table}")).await.ok().body.contains("(you)"));
    assert!(ada.get("/").await.ok().body.contains(&table));
    // Whatever cookie somebody kept of the guest is worth nothing now.
    let mut old = guest;
    assert!(!old.get(&format!("/t/{table}")).await.ok().body.contains("(you)"));
    assert_eq!(name_of(&mut old).await, "");
    // Another browser, with a game of its own that comes along.
    let mut phone = ada.stranger();
    let other = phone.play_now().await;
    let fields = format!("{}&along=yes", fields("ada", PASSWORD));
    let entered = phone.form("/account/in", &fields).await;
    assert_eq!((entered.status.as_u16(), entered.header("location")), (303, "/"));
    let home = phone.get("/").await.ok().body;
    assert!(home.contains(&table) && home.contains(&other));
    assert!(phone.get(&format!("/t/{other}")).await.ok().body.contains("(you)"));
    // Both are there to see.
    let devices = ada.get("/account").await.ok().body;
    assert_eq!(devices.matches("/account/device/end").count(), 1, "the other one can be signed out");
    // The cookie is no business of scripts or of other sites.
    let cookie = sign_in(&mut ada.stranger(), "Ada", PASSWORD).await;
    let cookie = cookie.header("set-cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
}

/// Lessons and puzzles that somebody did as a guest are his account's when he signs in to it. Its own rating stays.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_guest_has_learned_comes_along() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let all = klaxon_catalog::puzzles::puzzles("red-alert");
    let tries = async |who: &mut Client, posed: &'static klaxon_catalog::puzzles::Posed, solves: bool| {
        let answer = who.form(&format!("/puzzles/red-alert/{}", posed.puzzle.id), "").await;
        let table = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
        let mut line = connect(&server, &table, who.cookie()).await;
        if solves {
            let (mut beside, seat) = (posed.begin().unwrap().table, posed.puzzle.seat);
            for step in &posed.puzzle.line {
                while beside.count_choices(seat) == 1 {
                    beside.choose(seat, None, 0, 0).unwrap();
                }
                let (q, choices) = (beside.question(seat), beside.choices(seat));
                let i = choices.iter().position(|choice| choice.words == step.right[0]).unwrap();
                say(&mut line, json!({ "t": "pick", "q": q, "i": i, "sure": true })).await;
                beside.say(seat, &step.right[0], 0).unwrap();
            }
        } else {
            say(&mut line, json!({ "t": "show-me" })).await;
        }
        next(&mut line, |patch| patch.contains("id=\"next-puzzle\"")).await;
    };
    let stands = async |who: &mut Client| {
        let page = who.get("/puzzles/red-alert").await.ok().body;
        let rating =
            page.split("Rating ").nth(1).map(|rest| rest.split_whitespace().next().unwrap().to_owned());
        (rating, page.split(" solved").next().unwrap().rsplit('>').next().unwrap().trim().to_owned())
    };
    tries(&mut ada, &all[0], false).await;
    let own = stands(&mut ada).await;
    let mut phone = ada.stranger();
    let lesson = phone.form("/learn/red-alert/sight", "").await;
    let table = lesson.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut line = connect(&server, &table, phone.cookie()).await;
    for _ in 0..6 {
        say(&mut line, json!({ "t": "show-me" })).await;
    }
    next(&mut line, |patch| patch.contains("id=\"next-lesson\"")).await;
    // One that the account has missed is not made good by a guest; another one is solved.
    tries(&mut phone, &all[0], true).await;
    tries(&mut phone, &all[1], true).await;
    assert!(phone.get("/learn/red-alert").await.ok().body.contains("1 of "));
    assert!(phone.get("/account").await.ok().body.contains("and the lessons and puzzles done here"));
    phone.form("/account/in", &format!("{}&along=yes", fields("ada", PASSWORD))).await;
    let page = ada.get("/learn/red-alert").await.ok().body;
    assert!(page.contains("1 of ") && page.contains("lessons done"), "the lesson is the account's");
    let now = stands(&mut ada).await;
    assert_eq!(now.0, own.0, "the account's own rating stays");
    assert!(own.1.ends_with("0 of 1") && now.1.ends_with("1 of 2"), "{own:?} {now:?}");
    // An account that has tried nothing yet has the guest's.
    let (mut ben, mut guest) = (ada.stranger(), ada.stranger());
    make(&mut ben, "Ben").await;
    tries(&mut guest, &all[2], true).await;
    let gained = stands(&mut guest).await;
    guest.form("/account/in", &format!("{}&along=yes", fields("ben", PASSWORD))).await;
    assert_eq!(stands(&mut ben).await, gained);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn names_are_one_of_a_kind() {
    let mut ada = Client::new().await;
    make(&mut ada, "Paul").await;
    for (name, words) in [
        ("paul", "is taken"),
        ("PAUL", "is taken"),
        ("Pau1", "is taken"),
        ("PauI", "is taken"),
        ("P\u{430}ul", "one alphabet"),
        ("Paul Atreides", "letters and digits"),
        ("Clock", "kept free"),
        ("x", "2 to 20"),
    ] {
        let mut eve = ada.stranger();
        let refused = eve.form("/account/new", &fields(name, PASSWORD)).await;
        assert!(refused.status.is_client_error(), "{name}");
        assert!(alert(&refused.body).contains(words), "{name}: {}", alert(&refused.body));
        assert_eq!(eve.get("/account").await.ok().body.matches("Sign out").count(), 0);
    }
    for password in ["short", "password", "paulopaulo2"] {
        let refused = ada.stranger().form("/account/new", &fields("Paulo", password)).await;
        assert_eq!(refused.status, 400, "{password}");
    }
    assert_eq!(ada.form("/account/new", &fields("Second", PASSWORD)).await.status, 409, "one is enough");
    // A name can be changed, and its tables know.
    let table = ada.play_now().await;
    ada.form("/account/name", "name=Muaddib").await;
    assert_eq!(name_of(&mut ada).await, "@Muaddib");
    assert!(ada.api_get(&format!("/tables/{table}"), "").await.ok().body.contains("@Muaddib"));
    assert_eq!(
        ada.stranger().form("/account/new", &fields("Paul", PASSWORD)).await.status,
        200,
        "it is free"
    );
}

#[tokio::test]
async fn a_wrong_name_is_no_other_mistake_than_a_wrong_password_and_guessing_is_slow() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let mut eve = ada.stranger();
    let mut times = [Duration::ZERO; 2];
    for _ in 0..4 {
        let mut answers = Vec::new();
        for (i, name) in ["Ada", "Bob"].iter().enumerate() {
            let begun = Instant::now();
            let answer = sign_in(&mut eve, name, "a wrong password").await;
            times[i] += begun.elapsed();
            assert!(answer.headers.get("set-cookie").is_none());
            answers.push((answer.status.as_u16(), alert(&answer.body), answer.body.len()));
        }
        assert_eq!(answers[0], answers[1], "the same answer, byte for byte as long");
        assert_eq!(answers[0].0, 403);
    }
    // Both take the work of a hash; on a busy machine one may take a few times as long as the other.
    assert!(times[1] * 5 > times[0] && times[0] * 5 > times[1], "{times:?}");
    for _ in 0..12 {
        sign_in(&mut eve, "Ada", "another wrong password").await;
    }
    let stopped = sign_in(&mut eve, "Ada", "one more").await;
    assert_eq!(stopped.status, 429, "{}", alert(&stopped.body));
    // Not even the right one tells anything now; the owner's own device is not in the way of that.
    assert_eq!(sign_in(&mut eve, "Ada", PASSWORD).await.status, 429);
    assert_eq!(name_of(&mut ada).await, "@Ada");
}

#[tokio::test]
async fn a_recovery_code_lets_somebody_in_once() {
    let mut ada = Client::new().await;
    let codes = make(&mut ada, "Ada").await;
    let mut phone = ada.stranger();
    let typed = format!("code={}", encode(&codes[3].to_uppercase().replace('-', " ")));
    let entered = phone.form("/account/recover", &typed).await;
    assert_eq!((entered.status.as_u16(), entered.header("location")), (303, "/account"));
    assert_eq!(name_of(&mut phone).await, "@Ada");
    assert!(phone.get("/account").await.ok().body.contains("9 recovery codes"));
    let again = ada.stranger().form("/account/recover", &typed).await;
    assert_eq!(again.status, 403);
    assert!(again.headers.get("set-cookie").is_none());
    // New ones make the old ones worthless.
    let new = once(&phone.form("/account/codes", "").await.ok().body);
    assert!(new.len() == 10 && !new.contains(&codes[0]));
    let old = ada.stranger().form("/account/recover", &format!("code={}", codes[0])).await;
    assert_eq!(old.status, 403);
    let mut eve = ada.stranger();
    for _ in 0..20 {
        eve.form("/account/recover", "code=aaaa-bbbb-cccc-dddd").await;
    }
    assert_eq!(eve.form("/account/recover", &format!("code={}", new[0])).await.status, 429);
    // The codes are shown to whoever is signed in alone, and nowhere twice.
    assert_eq!(eve.form("/account/codes", "").await.status, 403);
    assert!(!phone.get("/account").await.ok().body.contains(&new[0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_device_that_is_signed_out_is_out_at_once() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let table = ada.play_now().await;
    let mut phone = ada.stranger();
    sign_in(&mut phone, "Ada", PASSWORD).await;
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut open = connect(&server, &table, phone.cookie()).await;
    next(&mut open, |t| t.contains("id=\"who\"")).await;
    let mut own = connect(&server, &table, ada.cookie()).await;
    next(&mut own, |t| t.contains("id=\"who\"")).await;
    let stolen = phone.clone();
    ada.form("/account/devices/end", "").await;
    // The page that was open is told, and can do nothing more.
    next(&mut open, |t| t.contains("\"shut\"")).await;
    let mut stolen = stolen;
    assert_eq!(name_of(&mut stolen).await, "");
    assert!(!stolen.get(&format!("/t/{table}")).await.ok().body.contains("(you)"));
    assert_eq!(stolen.form("/account/codes", "").await.status, 403);
    // One's own goes on; signing out ends it, too.
    assert_eq!(name_of(&mut ada).await, "@Ada");
    let kept = ada.clone();
    let out = ada.form("/account/out", "").await;
    assert!(out.header("set-cookie").contains("Max-Age=0"));
    next(&mut own, |t| t.contains("\"shut\"")).await;
    assert_eq!(name_of(&mut { kept }).await, "", "the cookie that somebody kept is worth nothing");
    // A new password signs all others out.
    let (mut one, mut two) = (ada.stranger(), ada.stranger());
    sign_in(&mut one, "Ada", PASSWORD).await;
    sign_in(&mut two, "Ada", PASSWORD).await;
    let wrong =
        one.form("/account/password", &format!("before=wrong&password={}", encode("another long one"))).await;
    assert_eq!(wrong.status, 403);
    let new = format!("before={}&password={}", encode(PASSWORD), encode("another long one"));
    assert_eq!(one.form("/account/password", &new).await.status, 303);
    assert_eq!((name_of(&mut one).await, name_of(&mut two).await), ("@Ada".into(), String::new()));
    assert_eq!(sign_in(&mut two, "Ada", PASSWORD).await.status, 403);
    assert_eq!(sign_in(&mut two, "Ada", "another long one").await.status, 303);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test]
async fn a_guest_never_looks_like_an_account() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await;
    let table = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut eve = ada.stranger();
    for forged in ["@Ada", "＠Ada", " @ Ada"] {
        eve.fetch(&format!("/t/{table}/claim"), &json!({ "seat": 1, "name": forged })).await.ok();
        let seats = ada.api_get(&format!("/tables/{table}"), "").await.ok().json()["seats"].clone();
        assert_eq!(seats[0]["player"], "@Ada");
        assert_eq!(seats[0]["account"], "account");
        assert_eq!(seats[1]["player"], "Ada (guest)", "{forged}");
        assert_eq!(seats[1].get("account"), None);
    }
    let page = ada.get(&format!("/t/{table}")).await.ok().body;
    assert!(page.contains("<span class=\"holder\">guest</span>"), "guests are called so");
    let seen = ada.stranger().get("/").await.ok().body;
    assert!(seen.contains("@Ada · Ada (guest)"), "in lists as well");
    // A program that sits down takes no such name either, and nobody renames himself into one.
    let (id, owner) = ada.api_table().await;
    ada.api_post(&format!("/tables/{id}/claim"), &owner, json!({ "seat": 0, "name": "@Ada" })).await.ok();
    let seats = ada.api_get(&format!("/tables/{id}"), "").await.ok().json()["seats"].clone();
    assert_eq!(seats[0]["player"], "Ada");
    eve.form("/me", "name=%40Ada").await;
    assert_eq!(name_of(&mut eve).await, "Ada");
    // An account keeps its name wherever it sits down, whatever a form says.
    let other = ada.form("/open/red-alert", "s-0=link&s-1=link&public=yes&name=Somebody").await;
    let other = other.header("location").strip_prefix("/t/").unwrap().to_owned();
    ada.fetch(&format!("/t/{other}/claim"), &json!({ "seat": 0, "name": "Somebody" })).await.ok();
    assert!(ada.api_get(&format!("/tables/{other}"), "").await.ok().body.contains("\"@Ada\""));
}

#[tokio::test]
async fn a_token_does_what_it_was_made_for_and_nothing_for_others() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=easy&public=closed").await;
    let table = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let token = async |client: &mut Client, scopes: &str| {
        once(&client.form("/account/token", &format!("label=test&{scopes}")).await.ok().body).remove(0)
    };
    let read = token(&mut ada, "read=yes").await;
    let play = token(&mut ada, "play=yes").await;
    let account = token(&mut ada, "account=yes").await;
    assert_eq!(ada.form("/account/token", "label=none").await.status, 400);
    let mut eve = ada.stranger();
    make(&mut eve, "Eve").await;
    let evil = token(&mut eve, "read=yes&play=yes&account=yes").await;

    let at = |what: &str| format!("/tables/{table}/{what}");
    for good in [&read, &play] {
        assert_eq!(ada.api_get(&at("view"), good).await.ok().json()["seat"], 0);
        let mine = ada.api_get("/account/tables", good).await.ok().json();
        assert_eq!((&mine[0]["id"], &mine[0]["seats"]), (&json!(table), &json!([0])));
    }
    // Looking is not playing, and neither is exporting.
    let choices = ada.api_get(&at("choices"), &play).await.ok().json();
    let act = json!({ "choice": 0, "seat": 0, "question": choices["asks"][0]["question"] });
    for (bad, status) in [(&read, 403), (&account, 403), (&evil, 403)] {
        let refused = ada.api_post(&at("act"), bad, act.clone()).await;
        assert_eq!(refused.status.as_u16(), status, "{}", refused.body);
    }
    for bad in [&account, &evil] {
        assert_eq!(ada.api_get(&at("view"), bad).await.status, 403, "the table is closed");
        assert_eq!(ada.api_get(&at("chat"), bad).await.status, 403);
    }
    assert_eq!(
        ada.api_post(&at("house"), &evil, json!({ "do": "patience", "seconds": 3600 })).await.status,
        403
    );
    assert_eq!(ada.api_post("/tables", &read, json!({ "game": "red-alert" })).await.status, 403);
    if !choices["asks"].as_array().unwrap().is_empty() {
        ada.api_post(&at("act"), &play, act).await.ok();
    }
    assert_eq!(ada.api_get("/account/export", &account).await.ok().json()["account"]["name"], "Ada");
    for bad in [&read, &play] {
        assert_eq!(ada.api_get("/account/export", bad).await.refusal(), (403, "forbidden".into()));
    }
    assert_eq!(ada.api_get("/account", &read).await.ok().json()["scopes"], json!(["read"]));
    // Revoked by the token itself, or on the page: at once.
    assert_eq!(ada.api(axum::http::Method::DELETE, "/account/token", &read, None).await.status, 204);
    assert_eq!(ada.api_get("/account", &read).await.refusal(), (401, "token".into()));
    let page = ada.get("/account").await.ok().body;
    let mark = page.split("/account/token/end").nth(1).unwrap().split("value=\"").nth(1).unwrap();
    let mark = mark.split('"').next().unwrap();
    eve.form("/account/token/end", &format!("id={mark}")).await;
    assert_eq!(ada.api_get("/account", &play).await.status, 200, "nobody revokes the tokens of others");
    ada.form("/account/token/end", &format!("id={mark}")).await;
    assert_eq!(ada.api_get(&at("view"), &play).await.status, 401);
    // The store holds none of them.
    let kept = ada.get("/account/export").await.ok().body;
    assert!(!kept.contains("klx_") && !kept.contains("argon2"), "{kept}");
}

#[tokio::test]
async fn a_bot_plays_over_the_api_and_can_be_challenged() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let token = once(&ada.form("/account/bot", "name=Deep-Thought").await.ok().body).remove(0);
    assert_eq!(ada.form("/account/bot", "name=Ada").await.status, 409);
    let who = ada.api_get("/account", &token).await.ok().json();
    assert_eq!((&who["name"], &who["bot"]), (&json!("@Deep-Thought"), &json!(true)));
    // A guest challenges it: nobody needs an account for that.
    let mut bob = ada.stranger();
    let profile = bob.get("/p/Deep-Thought").await.ok().body;
    assert!(profile.contains("A bot of") && profile.contains("@Ada") && profile.contains("Challenge it"));
    assert_eq!(bob.get("/p/deep-thought").await.header("location"), "/p/Deep-Thought");
    let begun = bob.form("/p/Deep-Thought/challenge", "game=red-alert").await;
    let table = begun.header("location").strip_prefix("/t/").unwrap().to_owned();
    let page = bob.get(&format!("/t/{table}")).await.ok().body;
    assert!(page.contains("(you)") && page.contains("<span class=\"holder\">bot</span>"));
    let mine = ada.api_get("/account/tables", &token).await.ok().json();
    assert_eq!((&mine[0]["id"], &mine[0]["seats"]), (&json!(table), &json!([1])));
    let seats = ada.api_get(&format!("/tables/{table}"), &token).await.ok().json()["seats"].clone();
    assert_eq!((&seats[1]["player"], &seats[1]["account"]), (&json!("@Deep-Thought"), &json!("bot")));
    ada.api_post(&format!("/tables/{table}/chat"), &token, json!({ "text": "good luck" })).await;
    // Another bot's token has nothing there.
    let other = once(&ada.form("/account/bot", "name=Marvin").await.ok().body).remove(0);
    assert_eq!(ada.api_get(&format!("/tables/{table}/choices"), &other).await.status, 403);
    // Two bots by challenge over the API, to the end or for a good while.
    let begun = ada.api_post("/players/marvin/challenge", &token, json!({ "game": "red-alert" })).await.ok();
    let duel = begun.json()["id"].as_str().unwrap().to_owned();
    let mut moves = 0;
    for _ in 0..30 {
        for hand in [&token, &other] {
            let before = ada.api_get(&format!("/tables/{duel}"), hand).await.ok().json()["n"].clone();
            ada.play_on(&duel, hand, 3).await;
            let after = ada.api_get(&format!("/tables/{duel}"), hand).await.ok().json()["n"].clone();
            moves += usize::from(before != after);
        }
    }
    assert!(moves > 10, "{moves}");
    // Limits and mistakes.
    assert_eq!(
        ada.api_post("/players/marvin/challenge", &other, json!({ "game": "red-alert" })).await.status,
        409
    );
    assert_eq!(
        ada.api_post("/players/ada/challenge", &token, json!({ "game": "red-alert" })).await.status,
        409
    );
    assert_eq!(
        ada.api_post("/players/nobody/challenge", &token, json!({ "game": "red-alert" })).await.status,
        404
    );
    assert_eq!(bob.form("/p/Marvin/challenge", "game=federation").await.status, 400);
    for _ in 0..3 {
        bob.form("/p/Marvin/challenge", "game=red-alert").await;
    }
    assert_eq!(bob.form("/p/Marvin/challenge", "game=red-alert").await.status, 409);
    // Only its owner has anything to say about a bot.
    let mut eve = ada.stranger();
    make(&mut eve, "Eve").await;
    let own = ada.get("/account").await.ok().body;
    let id = own.split("/account/bot/token").nth(1).unwrap().split("value=\"").nth(1).unwrap();
    let id = id.split('"').next().unwrap().to_owned();
    for what in ["token", "delete"] {
        let refused = eve.form(&format!("/account/bot/{what}"), &format!("id={id}")).await;
        assert_eq!(refused.status, 404);
    }
    ada.form("/account/bot/delete", &format!("id={id}")).await;
    assert_eq!(ada.api_get("/account", &token).await.status, 401);
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_without_its_name() {
    let mut ada = Client::new().await;
    make(&mut ada, "Ada").await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await;
    let table = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{table}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let token = once(&ada.form("/account/token", "read=yes&play=yes").await.ok().body).remove(0);
    ada.api_post(&format!("/tables/{table}/chat"), &token, json!({ "text": "my secret diary" })).await.ok();
    ada.form("/account/bot", "name=Robby").await.ok();
    let situation = encode(klaxon_catalog::shelf::games()[0].example);
    let made = ada.form("/study/new", &format!("title=My+study&script={situation}")).await;
    let study = made.header("location").split('?').next().unwrap().to_owned();
    bob.get(&study).await.ok();
    let export = ada.get("/account/export").await.ok();
    assert!(export.header("content-disposition").contains("attachment"));
    let data = export.json();
    assert_eq!(data["tables"][0]["id"], json!(table));
    assert_eq!(data["tables"][0]["said"][0]["text"], "my secret diary");
    assert_eq!(data["bots"][0]["name"], "Robby");
    assert_eq!(data["studies"][0]["title"], "My study");
    for wrong in [fields("Bob", PASSWORD), fields("Ada", "wrong"), String::new()] {
        assert!(ada.form("/account/delete", &wrong).await.status.is_client_error(), "{wrong}");
    }
    let kept = ada.clone();
    assert_eq!(ada.form("/account/delete", &fields("ada", PASSWORD)).await.status, 303);
    assert_eq!(name_of(&mut { kept }).await, "");
    assert_eq!(sign_in(&mut ada.stranger(), "Ada", PASSWORD).await.status, 403);
    assert_eq!(bob.get("/p/Ada").await.status, 404);
    assert_eq!(bob.get("/p/Robby").await.status, 404);
    assert_eq!(bob.get(&study).await.status, 404);
    assert_eq!(ada.api_get("/account", &token).await.status, 401);
    let about = bob.api_get(&format!("/tables/{table}"), "").await.ok().json();
    assert_eq!(about["seats"][0]["player"], "Former player");
    let page = bob.get(&format!("/t/{table}")).await.ok().body;
    assert!(page.contains("(you)") && !page.contains("@Ada") && !page.contains("my secret diary"));
    let stored = ada.state.store.table(&table).await.unwrap().unwrap();
    assert!(!stored.meta.contains("Ada"), "{}", stored.meta);
    assert!(
        ada.state
            .store
            .messages(&table, 0, 99)
            .await
            .unwrap()
            .iter()
            .all(|line| !line.text.contains("diary"))
    );
}

#[tokio::test]
async fn by_invitation_a_code_makes_one_account_and_without_accounts_there_are_none() {
    let mut ada = Client::with(Config { accounts: SignUp::Invite, ..config() }).await;
    let refused = ada.form("/account/new", &fields("Ada", PASSWORD)).await;
    assert_eq!(refused.status, 403);
    let code = klaxon_web::run(&ada.state, klaxon_web::Errand::Invite).await.unwrap()["invitation"]
        .as_str()
        .unwrap()
        .to_owned();
    let with = |name: &str| format!("{}&invite={}", fields(name, PASSWORD), encode(&code.to_uppercase()));
    ada.form("/account/new", &with("Ada")).await.ok();
    assert_eq!(name_of(&mut ada).await, "@Ada");
    assert_eq!(ada.stranger().form("/account/new", &with("Eve")).await.status, 403, "it is spent");
    // Play now never asks.
    ada.stranger().play_now().await;

    let mut off = Client::with(Config { accounts: SignUp::Off, ..config() }).await;
    assert!(off.get("/account").await.ok().body.contains("There are no accounts at this server"));
    assert!(!off.get("/").await.ok().body.contains("Sign in"));
    assert_eq!(off.form("/account/new", &fields("Ada", PASSWORD)).await.status, 403);
    assert_eq!(sign_in(&mut off, "Ada", PASSWORD).await.status, 403);
    off.play_now().await;
}

#[tokio::test]
async fn whoever_had_a_phrase_comes_by_the_account_alone() {
    let mut ada = Client::new().await;
    ada.play_now().await;
    let page = ada.form("/me/phrase", "").await.ok().body;
    let words = page.split("class=\"phrase\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let mut phone = ada.stranger();
    assert_eq!(phone.form("/me/back", &format!("phrase={}", encode(&words))).await.status, 303);
    make(&mut ada, "Ada").await;
    assert_eq!(name_of(&mut phone).await, "", "the other browser of the guest is out");
    let back = ada.stranger().form("/me/back", &format!("phrase={}", encode(&words))).await;
    assert_eq!(back.status, 403);
    // An account has no phrase, and cannot turn into a guest with its tables.
    for path in ["/me/phrase", "/me/phrase/new", "/me/back"] {
        let answer = ada.form(path, "along=yes&phrase=x").await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/account"), "{path}");
    }
}

/// An authenticator of a person's own, at `http://localhost:7777`.
struct Authenticator {
    pair: EcdsaKeyPair,
    id: Vec<u8>,
    user: String,
    counter: u32,
}

fn b64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

const ORIGIN: &str = "http://localhost:7777";

/// A request of a page's script, opened at an origin.
async fn from(client: &mut Client, origin: &str, path: &str, body: &Value) -> Answer {
    let mut request = Request::builder()
        .method("POST")
        .uri(path)
        .header("host", origin.split_once("://").unwrap().1)
        .header("origin", origin)
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/json");
    if let Some(cookie) = client.cookie() {
        request = request.header("cookie", cookie);
    }
    client.send(request.body(Body::from(body.to_string())).unwrap()).await
}

impl Authenticator {
    fn data(&self, flags: u8, rest: &[u8]) -> Vec<u8> {
        let place = digest::digest(&digest::SHA256, b"localhost");
        [place.as_ref(), &[flags], &self.counter.to_be_bytes(), rest].concat()
    }

    fn client(kind: &str, origin: &str, challenge: &Value) -> Vec<u8> {
        json!({ "type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false })
            .to_string()
            .into_bytes()
    }

    /// Makes a key as a question asks; the answer of the browser.
    fn make(question: &Value, origin: &str) -> (Authenticator, Value) {
        let chance = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &chance).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, made.as_ref(), &chance).unwrap();
        let point = pair.public_key().as_ref().to_vec();
        let id = digest::digest(&digest::SHA256, &point).as_ref()[..16].to_vec();
        let user = question["publicKey"]["user"]["id"].as_str().unwrap().to_owned();
        let key = Authenticator { pair, id, user, counter: 0 };
        let cose = [
            &[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32][..],
            &point[1..33],
            &[0x22, 0x58, 32],
            &point[33..],
        ]
        .concat();
        let attested = [&[0; 16][..], &16u16.to_be_bytes(), &key.id, &cose].concat();
        let client = Authenticator::client("webauthn.create", origin, &question["publicKey"]["challenge"]);
        let answer = json!({ "ticket": question["ticket"], "client": b64(&client), "data": b64(&key.data(0x45, &attested)) });
        (key, answer)
    }

    /// Signs what a question asks; the answer of the browser.
    fn sign(&mut self, question: &Value, origin: &str) -> Value {
        self.counter += 1;
        let client = Authenticator::client("webauthn.get", origin, &question["publicKey"]["challenge"]);
        let data = self.data(0x05, &[]);
        let message = [&data[..], digest::digest(&digest::SHA256, &client).as_ref()].concat();
        let signature = self.pair.sign(&SystemRandom::new(), &message).unwrap();
        json!({ "ticket": question["ticket"], "id": b64(&self.id), "client": b64(&client), "data": b64(&data),
            "signature": b64(signature.as_ref()), "user": self.user })
    }
}

#[tokio::test]
async fn a_passkey_makes_an_account_and_opens_it_elsewhere() {
    let mut ada = Client::new().await;
    let table = ada.play_now().await;
    let question =
        from(&mut ada, ORIGIN, "/account/passkey/new", &json!({ "name": "Ada" })).await.ok().json();
    assert_eq!(question["publicKey"]["rp"]["id"], "localhost");
    assert_eq!(question["publicKey"]["authenticatorSelection"]["residentKey"], "required");
    let (mut key, answer) = Authenticator::make(&question, ORIGIN);
    // Somebody else cannot answer for her, and a second answer is none.
    let mut eve = ada.stranger();
    eve.play_now().await;
    assert_eq!(from(&mut eve, ORIGIN, "/account/passkey/made", &answer).await.status, 400);
    assert_eq!(
        from(&mut ada, ORIGIN, "/account/passkey/made", &answer).await.status,
        409,
        "asked and answered"
    );
    let question =
        from(&mut ada, ORIGIN, "/account/passkey/new", &json!({ "name": "Ada" })).await.ok().json();
    let (new, answer) = Authenticator::make(&question, ORIGIN);
    key = Authenticator { counter: key.counter, ..new };
    from(&mut ada, ORIGIN, "/account/passkey/made", &answer).await.ok();
    assert_eq!(name_of(&mut ada).await, "@Ada");
    assert!(ada.get(&format!("/t/{table}")).await.ok().body.contains("(you)"));
    assert!(ada.get("/account").await.ok().body.contains("You have no recovery codes"));

    let mut phone = ada.stranger();
    let ask = async |client: &mut Client| {
        from(client, ORIGIN, "/account/passkey/ask", &json!({})).await.ok().json()
    };
    let question = ask(&mut phone).await;
    assert!(question["publicKey"].get("allowCredentials").is_none(), "the question betrays nobody");
    let answer = key.sign(&question, ORIGIN);
    from(&mut phone, ORIGIN, "/account/passkey/in", &answer).await.ok();
    assert_eq!(name_of(&mut phone).await, "@Ada");
    assert!(phone.get(&format!("/t/{table}")).await.ok().body.contains("(you)"));
    // The same answer again; an answer from another page; one that was changed; somebody else's key.
    let mut eve = ada.stranger();
    assert_eq!(from(&mut eve, ORIGIN, "/account/passkey/in", &answer).await.status, 409);
    let question = ask(&mut eve).await;
    let elsewhere = key.sign(&question, "https://evil.example");
    assert_eq!(from(&mut eve, ORIGIN, "/account/passkey/in", &elsewhere).await.status, 403);
    let question = ask(&mut eve).await;
    let mut changed = key.sign(&question, ORIGIN);
    changed["user"] = json!(b64(b"somebody else"));
    assert_eq!(from(&mut eve, ORIGIN, "/account/passkey/in", &changed).await.status, 403);
    let question = ask(&mut eve).await;
    let (mut fake, _) = Authenticator::make(
        &from(&mut eve, ORIGIN, "/account/passkey/new", &json!({ "name": "Eve" })).await.ok().json(),
        ORIGIN,
    );
    (fake.id, fake.user) = (key.id.clone(), key.user.clone());
    let forged = fake.sign(&question, ORIGIN);
    assert_eq!(from(&mut eve, ORIGIN, "/account/passkey/in", &forged).await.status, 403);
    assert_eq!(name_of(&mut eve).await, "Guest");
    // The only way in cannot be thrown away; with a password it can, and then it opens nothing.
    let id = b64(&key.id);
    let only = ada.form("/account/passkey/remove", &format!("id={id}")).await;
    assert_eq!(only.status, 409);
    ada.form("/account/password", &format!("password={}", encode(PASSWORD))).await;
    assert_eq!(ada.form("/account/passkey/remove", &format!("id={id}")).await.status, 303);
    let question = ask(&mut eve).await;
    let late = key.sign(&question, ORIGIN);
    assert_eq!(from(&mut eve, ORIGIN, "/account/passkey/in", &late).await.status, 403);
}

#[tokio::test]
async fn passkeys_are_for_names_and_encrypted_pages() {
    let mut ada = Client::new().await;
    for (origin, status) in [
        ("http://localhost:7777", 200),
        // A proxy in front may encrypt; then the page knows.
        ("https://klaxon.example", 200),
        ("http://klaxon.example", 409),
        ("http://127.0.0.1:7777", 409),
        ("http://[::1]:7777", 409),
    ] {
        let answer = from(&mut ada, origin, "/account/passkey/ask", &json!({})).await;
        assert_eq!(answer.status.as_u16(), status, "{origin}");
    }
    let url = Some("https://klaxon.example".parse().unwrap());
    let mut public = Client::with(Config { public_url: url, ..config() }).await;
    let here =
        from(&mut public, "https://klaxon.example", "/account/passkey/ask", &json!({})).await.ok().json();
    assert_eq!(here["publicKey"]["rpId"], "klaxon.example");
    let evil = from(&mut public, "https://evil.example", "/account/passkey/ask", &json!({})).await;
    assert!(
        evil.status != 200 || evil.json()["publicKey"]["rpId"] == "klaxon.example",
        "never for another name"
    );
}

/// Two servers on one PostgreSQL: who is signed out at one is out at the other, and the page that is open there is told.
#[tokio::test(flavor = "multi_thread")]
async fn who_is_signed_out_at_one_server_is_out_at_all() {
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let store: klaxon_store::At = cluster.database().parse().unwrap();
    let one = Config { store: Some(store), ..config() };
    let (mut ada, mut there) = (Client::with(one.clone()).await, Client::with(one).await);
    make(&mut ada, "Ada").await;
    let table = ada.play_now().await;
    let entered = sign_in(&mut there, "Ada", PASSWORD).await;
    assert_eq!(entered.status, 303);
    assert_eq!(name_of(&mut there).await, "@Ada", "an account is the same at every server");
    let server = start(there.state.clone(), "127.0.0.1:0").await;
    let mut open = connect(&server, &table, there.cookie()).await;
    next(&mut open, |t| t.contains("id=\"who\"")).await;
    ada.form("/account/devices/end", "").await;
    assert_eq!(name_of(&mut there).await, "", "at once");
    next(&mut open, |t| t.contains("\"shut\"")).await;
    // A question asked at one is answered at the other.
    let question = from(&mut ada, ORIGIN, "/account/passkey/new", &json!({})).await.ok().json();
    sign_in(&mut there, "Ada", PASSWORD).await;
    let (mut key, answer) = Authenticator::make(&question, ORIGIN);
    from(&mut there, ORIGIN, "/account/passkey/made", &answer).await.ok();
    let question = from(&mut ada, ORIGIN, "/account/passkey/ask", &json!({})).await.ok().json();
    let mut phone = there.stranger();
    from(&mut phone, ORIGIN, "/account/passkey/in", &key.sign(&question, ORIGIN)).await.ok();
    assert_eq!(name_of(&mut phone).await, "@Ada");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
    ada.state.close().await;
}
