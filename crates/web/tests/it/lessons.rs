//! Learning at the server: lessons on the page, over the API, and what is kept of them.

use crate::{
    Client,
    line::{connect, next, say, start},
};
use klaxon_catalog::{academy, shelf};
use serde_json::json;

/// The words of a choice that is right now, and all others.
async fn choices(program: &mut Client, table: &str, token: &str) -> Vec<String> {
    let answer = program.api_get(&format!("/tables/{table}/choices"), token).await.ok().json();
    let all = answer["asks"][0]["choices"].as_array().cloned().unwrap_or_default();
    all.iter().filter_map(|c| c["words"].as_str().map(String::from)).collect()
}

async fn begin(program: &mut Client, game: &str, lesson: &str) -> (String, String) {
    let answer = program.api_post(&format!("/lessons/{game}/{lesson}"), "", json!({})).await.ok().json();
    let token = answer["seats"][0]["token"].as_str().expect("the learner's token").to_owned();
    (answer["id"].as_str().unwrap().to_owned(), token)
}

/// Every lesson is begun at the server and shown to its end, and the list has them all.
#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_is_shown_to_its_end() {
    let mut program = Client::new().await;
    let list = program.api_get("/lessons", "").await.ok().json();
    let mut count = 0;
    for cover in shelf::games() {
        for taught in academy::lessons(cover.id) {
            count += 1;
            let (table, token) = begin(&mut program, cover.id, taught.id).await;
            let path = format!("/tables/{table}/lesson");
            let mut at = program.api_get(&path, &token).await.ok().json();
            for _ in 0..taught.lesson.steps.len() {
                let go = if at["to_read"] == true { "next" } else { "show" };
                at = program.api_post(&path, &token, json!({ "go": go })).await.ok().json();
            }
            assert_eq!(at["done"], true, "{}/{}: {at}", cover.id, taught.id);
        }
    }
    assert_eq!(list.as_array().unwrap().len(), count);
    assert!(count >= 10, "{count}");
}

/// A mistake gets its message and changes nothing; the solution is taken.
#[tokio::test(flavor = "multi_thread")]
async fn a_mistake_gets_its_message_and_changes_nothing() {
    let mut program = Client::new().await;
    let (table, token) = begin(&mut program, "red-alert", "sectors-and-orders").await;
    let act = format!("/tables/{table}/act");
    let words = choices(&mut program, &table, &token).await;
    let at = |wanted: &str| words.iter().position(|w| w == wanted).expect("it is offered");
    let answer = program.api_post(&act, &token, json!({ "choice": at("play CM-03") })).await;
    assert_eq!(answer.refusal(), (409, "lesson".into()), "{}", answer.body);
    assert!(answer.json()["text"].as_str().unwrap().contains("play Attack Left"), "{}", answer.body);
    assert_eq!(choices(&mut program, &table, &token).await, words, "nothing has changed");
    program.api_post(&act, &token, json!({ "choice": at("play CM-07") })).await.ok();
    let lesson = program.api_get(&format!("/tables/{table}/lesson"), &token).await.ok().json();
    assert_eq!((lesson["step"].as_u64(), lesson["done"].as_bool()), (Some(1), Some(false)), "{lesson}");
    // What the rules forbid is said in the lesson's words, with the rule.
    let answer = program.api_post(&act, &token, json!({ "action": { "orders": { "order": "H7" } } })).await;
    assert!(!answer.status.is_success(), "{}", answer.body);
}

/// Nobody goes further than the lesson lets him: not by giving up, not by undoing its beginning, not at another's lesson.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_its_learners_alone_and_cannot_be_cheated() {
    let mut program = Client::new().await;
    let (table, token) = begin(&mut program, "red-alert", "sectors-and-orders").await;
    let path = |what: &str| format!("/tables/{table}/{what}");
    let undo = program.api_post(&path("undo"), &token, json!({})).await;
    assert_eq!(undo.refusal().1, "no-undo", "{}", undo.body);
    let read = program.api_post(&path("lesson"), &token, json!({ "go": "next" })).await;
    assert_eq!(read.refusal(), (409, "lesson".into()), "there is something to do: {}", read.body);
    let other = program.api_post(&path("lesson"), &token, json!({ "go": "win" })).await;
    assert_eq!(other.status, 400);
    let (_, foreign) = begin(&mut program, "red-alert", "sight").await;
    assert_eq!(program.api_post(&path("lesson"), &foreign, json!({ "go": "show" })).await.status, 403);
    assert_eq!(program.api_post(&path("lesson"), "", json!({ "go": "show" })).await.status, 403);
    assert_eq!(program.api_get(&path("lesson"), "").await.status, 403, "a lesson is closed to watchers");
    assert_eq!(program.api_post("/lessons/red-alert/nothing", "", json!({})).await.status, 404);
    // Ordinary tables cannot be ordered with a position.
    let body = json!({ "game": "red-alert", "position": ["cw G6 SC"] });
    assert_eq!(program.api_post("/tables", "", body).await.status, 400);
}

/// A guest's progress is kept by the cookie: the page shows it, home goes on, another browser knows nothing.
#[tokio::test(flavor = "multi_thread")]
async fn progress_is_kept_for_guests() {
    let mut ada = Client::new().await;
    let home = ada.get("/").await.ok().body;
    assert!(!home.contains("Go on: lesson"), "nothing is begun");
    let answer = ada.form("/learn/red-alert/sectors-and-orders", "").await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    let table = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let page = ada.get(&format!("/t/{table}")).await.ok().body;
    assert!(
        page.contains("id=\"lesson\"") && page.contains("Play Attack Left"),
        "the lesson stands in the rail"
    );
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &table, ada.cookie()).await;
    for step in ["step 2 of 3", "step 3 of 3", "next-lesson"] {
        say(&mut line, json!({ "t": "show-me" })).await;
        next(&mut line, |patch| patch.contains(step)).await;
    }
    drop(line);
    let page = ada.get(&format!("/t/{table}")).await.ok().body;
    assert!(page.contains("id=\"next-lesson\"") && page.contains("Next: "), "praise and the next one");
    let learn = ada.get("/learn/red-alert").await.ok().body;
    assert!(learn.contains("1 of 10 lessons done") && learn.contains("Go on: lesson 2 of 10"), "{learn}");
    let home = ada.get("/").await.ok().body;
    assert!(home.contains("Go on: lesson 2 of 10") && !home.contains("Lesson 1: "), "not among my tables");
    let mut ben = ada.stranger();
    assert!(ben.get("/learn/red-alert").await.ok().body.contains("10 lessons"));
    assert_eq!(ben.get(&format!("/t/{table}")).await.status, 403, "a lesson is its learner's alone");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// Nothing is hidden in the list of scenarios.
#[tokio::test(flavor = "multi_thread")]
async fn every_scenario_is_on_the_page() {
    let mut ada = Client::new().await;
    for cover in shelf::games() {
        let page = ada.get(&format!("/learn/{}", cover.id)).await.ok().body;
        for scenario in cover.rulebook.menu().scenarios {
            assert!(page.contains(&format!("scenario={}\"", scenario.id)), "{}: {}", cover.id, scenario.id);
        }
    }
    assert_eq!(ada.get("/learn/chess").await.status, 404);
    assert!(ada.get("/learn").await.ok().body.contains("/learn/red-alert"));
}
