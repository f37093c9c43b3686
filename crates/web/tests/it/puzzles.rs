//! Puzzles at the server: on the page, over the API, and what counts.

use crate::{
    Client,
    line::{connect, next, say, start},
};
use klaxon_catalog::{
    puzzles::{Posed, puzzles},
    shelf,
};
use serde_json::{Value, json};

fn some() -> Vec<&'static Posed> {
    shelf::games().iter().filter_map(|cover| puzzles(cover.id).first()).collect()
}

async fn begin(program: &mut Client, posed: &Posed) -> (String, String) {
    let path = format!("/puzzles/{}/{}", posed.played.game, posed.puzzle.id);
    let answer = program.api_post(&path, "", json!({})).await.ok().json();
    let token = answer["seats"][0]["token"].as_str().expect("the seat's token").to_owned();
    (answer["id"].as_str().unwrap().to_owned(), token)
}

async fn choice(program: &mut Client, table: &str, token: &str, words: &str) -> usize {
    let answer = program.api_get(&format!("/tables/{table}/choices"), token).await.ok().json();
    let all = answer["asks"][0]["choices"].as_array().cloned().unwrap_or_default();
    all.iter().position(|c| c["words"] == words).unwrap_or_else(|| panic!("`{words}` is offered: {answer}"))
}

/// In every game: a wrong answer gets its message and changes nothing, the right ones solve it.
#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_of_every_game_is_tried_and_solved() {
    let mut program = Client::new().await;
    let list = program.api_get("/puzzles", "").await.ok().json();
    let all: usize = shelf::games().iter().map(|cover| puzzles(cover.id).len()).sum();
    assert_eq!(list.as_array().unwrap().len(), all);
    assert!(!list.to_string().contains("right"), "the list says nothing of solutions");
    for posed in some() {
        let (table, token) = begin(&mut program, posed).await;
        let (act, state) = (format!("/tables/{table}/act"), format!("/tables/{table}/puzzle"));
        let first = &posed.puzzle.line[0];
        let wrong = choice(&mut program, &table, &token, &first.wrong[0].words).await;
        let answer = program.api_post(&act, &token, json!({ "choice": wrong })).await;
        assert_eq!(answer.refusal(), (409, "puzzle".into()), "{}", answer.body);
        assert!(answer.json()["text"].as_str().unwrap().starts_with("Not this: "), "{}", answer.body);
        let now = program.api_get(&state, &token).await.ok().json();
        assert_eq!(
            (&now["found"], &now["missed"]),
            (&json!(0), &Value::Bool(true)),
            "nothing has changed: {now}"
        );
        for step in &posed.puzzle.line {
            let right = choice(&mut program, &table, &token, &step.right[0]).await;
            program.api_post(&act, &token, json!({ "choice": right })).await.ok();
        }
        let now = program.api_get(&state, &token).await.ok().json();
        assert_eq!((&now["done"], &now["shown"]), (&Value::Bool(true), &Value::Bool(false)), "{now}");
        assert_eq!(now["own_rating"], Value::Null, "a program without an account has no rating");
    }
}

/// A wrong answer that the puzzle does not list is refuted when it is tried: not by its worth alone, but by what comes of it, with a rule, and
/// twice by the same words.
#[tokio::test(flavor = "multi_thread")]
async fn an_unlisted_answer_is_refuted_when_it_is_tried() {
    let mut program = Client::new().await;
    for cover in shelf::games() {
        let more = |posed: &&Posed| {
            let step = &posed.puzzle.line[0];
            step.choices > step.right.len() + step.wrong.len()
        };
        let posed = puzzles(cover.id).iter().find(more).expect("some puzzle has more than it lists");
        let (table, token) = begin(&mut program, posed).await;
        let answer = program.api_get(&format!("/tables/{table}/choices"), &token).await.ok().json();
        let step = &posed.puzzle.line[0];
        let words = answer["asks"][0]["choices"].as_array().unwrap().iter();
        let unlisted = words
            .map(|choice| choice["words"].as_str().unwrap())
            .position(|words| !step.takes(words) && step.wrong(words).is_none())
            .unwrap();
        let act = format!("/tables/{table}/act");
        let answer = program.api_post(&act, &token, json!({ "choice": unlisted })).await;
        assert_eq!(answer.refusal(), (409, "puzzle".into()), "{}", answer.body);
        let told = answer.json();
        let text = told["text"].as_str().unwrap();
        let why = text.split_once(&format!("the right one to {}.", (step.worth + 5) / 10)).unwrap().1;
        assert!(
            text.starts_with("Not this: it comes to less than ") && why.len() > 10,
            "{}: {text}",
            cover.id
        );
        let rule = told["rule"].as_str().unwrap_or_default();
        let ledger = shelf::ledger(cover.id).unwrap();
        assert!(ledger.rules().any(|known| known.id == rule), "{}: {told}", cover.id);
        let again = program.api_post(&act, &token, json!({ "choice": unlisted })).await;
        assert_eq!(again.json()["text"], told["text"], "{}", cover.id);
    }
}

/// Nobody goes round the judge: not by undoing, by a bot in his seat, at another's table, or after the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_cannot_be_cheated() {
    let mut program = Client::new().await;
    let posed = some()[0];
    let (table, token) = begin(&mut program, posed).await;
    let path = |what: &str| format!("/tables/{table}/{what}");
    let undo = program.api_post(&path("undo"), &token, json!({})).await;
    assert_eq!(undo.refusal().1, "no-undo", "{}", undo.body);
    let bot = json!({ "seat": posed.puzzle.seat.0, "change": { "stand-in": { "level": "hard" } } });
    let bot = program.api_post(&path("seat"), &token, bot).await;
    assert!(!bot.status.is_success(), "{}", bot.body);
    assert_eq!(program.api_post(&path("puzzle"), "", json!({})).await.status, 403);
    assert_eq!(program.api_get(&path("puzzle"), "").await.status, 403, "a puzzle is closed to watchers");
    let (_, foreign) = begin(&mut program, posed).await;
    assert_eq!(program.api_post(&path("puzzle"), &foreign, json!({})).await.status, 403);
    let shown = program.api_post(&path("puzzle"), &token, json!({})).await.ok().json();
    assert_eq!((&shown["done"], &shown["shown"]), (&Value::Bool(true), &Value::Bool(true)), "{shown}");
    assert!(!program.api_post(&path("puzzle"), &token, json!({})).await.status.is_success());
    assert_eq!(program.api_post("/puzzles/red-alert/nothing", "", json!({})).await.status, 404);
    assert_eq!(program.api_post("/puzzles/chess/today", "", json!({})).await.status, 404);
}

/// A guest's first try counts, and only that one: solving the same puzzle again gains nothing.
#[tokio::test(flavor = "multi_thread")]
async fn only_the_first_try_counts() {
    let mut ada = Client::new().await;
    let posed = some()[0];
    let (game, id) = (&posed.played.game, &posed.puzzle.id);
    let page = ada.get(&format!("/puzzles/{game}")).await.ok().body;
    assert!(page.contains("id=\"today\"") && !page.contains("Rating"), "{page}");
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut seen = Vec::new();
    for (shows, says) in [(true, "Your rating is"), (false, "Only your first try")] {
        let answer = ada.form(&format!("/puzzles/{game}/{id}"), "").await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        let table = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
        let page = ada.get(&format!("/t/{table}")).await.ok().body;
        assert!(
            page.contains("find the best decision") && !page.contains("id=\"hint\""),
            "the puzzle, and no hint"
        );
        let mut line = connect(&server, &table, ada.cookie()).await;
        say(&mut line, json!({ "t": "hint" })).await;
        next(&mut line, |patch| patch.contains("gives no hints")).await;
        if shows {
            say(&mut line, json!({ "t": "show-me" })).await;
        } else {
            // The same game beside it says which number each answer has.
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
        }
        next(&mut line, |patch| patch.contains("id=\"next-puzzle\"")).await;
        drop(line);
        let page = ada.get(&format!("/t/{table}")).await.ok().body;
        assert!(page.contains(says), "{says}");
        let page = ada.get(&format!("/puzzles/{game}")).await.ok().body;
        assert!(page.contains("0 of 1 solved"), "{page}");
        seen.push(page.split("Rating ").nth(1).map(|rest| rest[..40].to_owned()));
    }
    assert_eq!(seen[0], seen[1], "the second try has changed nothing");
    let home = ada.get("/").await.ok().body;
    assert!(
        !home.contains("Puzzle 1: ") && home.contains(&format!("/puzzles/{game}")),
        "not among my tables"
    );
    let mut ben = ada.stranger();
    assert!(!ben.get(&format!("/puzzles/{game}")).await.ok().body.contains("Rating"));
    assert_eq!(ada.get("/puzzles/chess").await.status, 404);
    assert!(ada.get("/puzzles").await.ok().body.contains("0 solved"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
