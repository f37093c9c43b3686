//! A game is added: the steps of ARCHITECTURE.md, followed with the smallest game that has everything. Its crate is `nim/`,
//! its board `board.rs`; the two lists, [`shelf::stock`] and [`drawing::stock`], are all that is told of it.

mod board;
mod nim;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header, request::Builder},
};
use klaxon_bots::Level;
use klaxon_catalog::{
    Table,
    arena::{self, Match},
    shelf::{self, Cover},
    try_script, verify,
};
use klaxon_core::{Seat, Seed, TableOrder, Viewer, rule};
use klaxon_web::{
    AppState, Config, app,
    drawing::{self, Canvas},
};
use nim::Nim;
use serde_json::{Value, json};
use std::{sync::Once, time::Duration};
use tower::ServiceExt;

/// Steps 3 and 4.
fn stock() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let cover = Cover {
            id: "nim",
            name: "Nim",
            blurb: "Who takes the last stone has won.",
            players: "2",
            prefix: "NI",
            rules: include_str!("nim/rules.md"),
            language: include_str!("nim/language.md"),
            example: include_str!("nim/example.try"),
            examples: "",
            lessons: &[],
            puzzles: "",
            themes: [""; 4],
            rulebook: &nim::RULEBOOK,
        };
        shelf::stock(&[cover]).expect("nothing was looked at");
        drawing::stock(&[&Canvas::<Nim>::NEW]).expect("nothing was drawn");
    });
}

#[test]
fn it_is_played_by_bots_and_its_log_is_verified() {
    stock();
    let plan = Match {
        game: "nim".into(),
        order: TableOrder::default(),
        bots: vec![Level::Normal, Level::Random],
        games: 8,
        seed: 1,
        threads: 1,
        swap: true,
    };
    let scores = arena::by_bot(&arena::play(&plan, |_| {}).unwrap(), 2);
    assert!(scores[0].won > scores[1].won, "{scores:?}");

    let mut table = Table::open("nim", &TableOrder::default(), Seed::small(1)).unwrap();
    let mut log = vec![table.sealed_header()];
    for words in ["take left 2", "take right 5", "take left 1"] {
        let seat = table.to_act().iter().next().unwrap();
        log.push(table.say(seat, words, 1).unwrap().line);
    }
    let verdict = verify(&log.join("\n")).unwrap();
    assert_eq!((verdict.game, verdict.entries), ("nim", 3));
    assert!(verdict.outcome.unwrap().winners.has(Seat(0)));
}

#[test]
fn ni_1_2_no_more_is_taken_than_lies_there() {
    stock();
    let mut table = Table::open("nim", &TableOrder::default(), Seed::small(1)).unwrap();
    let refusal = table.say(Seat(0), "take left 4", 1).unwrap_err();
    assert_eq!(refusal.rule, Some(rule!("NI-1.2")));
    assert!(table.say(Seat(1), "take left 1", 1).is_err(), "it is the other's turn");
}

/// The decision that came later: one file, one line in the list of questions, and this.
#[test]
fn ni_1_4_as_many_are_taken_from_both_heaps() {
    stock();
    let mut table = Table::open("nim", &TableOrder::default(), Seed::small(1)).unwrap();
    let refusal = table.say(Seat(0), "both 4", 1).unwrap_err();
    assert_eq!(refusal.rule, Some(rule!("NI-1.4")));
    table.say(Seat(0), "both 3", 1).unwrap();
    assert_eq!(table.view_json(Viewer::Watcher)["heaps"], json!([0, 2]));
    assert_eq!(table.choices(Seat(1)).len(), 2, "nothing is left to be taken from both");
}

#[test]
fn its_example_comes_out_as_written() {
    stock();
    let report = try_script(shelf::game("nim").unwrap().example, None).unwrap();
    assert!(report.passed, "{:#?}", report.steps);
}

struct Browser {
    router: Router,
}

impl Browser {
    async fn send(&self, request: Builder, body: String) -> (u16, String) {
        let request = request.header("host", "klaxon.test").body(Body::from(body)).unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let status = answer.status().as_u16();
        let bytes = to_bytes(answer.into_body(), 16 << 20).await.unwrap();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    async fn get(&self, path: &str) -> String {
        self.send(Request::get(path), String::new()).await.1
    }

    async fn api(&self, path: &str, token: &str, body: Value) -> Value {
        let request = Request::post(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::AUTHORIZATION, format!("Bearer {token}"));
        let (status, answer) = self.send(request, body.to_string()).await;
        assert!(status < 300, "{path}: {answer}");
        serde_json::from_str(&answer).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_has_a_cover_rules_a_table_and_an_end_on_the_pages() {
    stock();
    let config = Config { bot_pause: Duration::ZERO, bot_threads: 1, ..Config::default() };
    let ada = Browser { router: app(AppState::open(config).await.unwrap()) };
    let home = ada.get("/").await;
    assert!(home.contains("Who takes the last stone has won."), "the first page has its cover");
    assert!(ada.get("/rules/nim").await.contains("NI-1.2"), "it has its rules");
    assert!(ada.get("/try?game=nim").await.contains("heaps left 3 right 5"), "its example can be tried");

    let order = json!({ "game": "nim", "seats": ["api", "api"], "public": true });
    let table = ada.api("/tables", "", order).await;
    let id = table["id"].as_str().unwrap();
    let page = ada.get(&format!("/t/{id}")).await;
    for part in ["id=\"ni-heap-left\"", "3 stones", "Two heaps of stones"] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    for (seat, heap, stones) in [(0, "left", 3), (1, "right", 5)] {
        let token = table["seats"][seat]["token"].as_str().unwrap();
        let action = json!({ "take": { "heap": heap, "stones": stones } });
        ada.api(&format!("/tables/{id}/act"), token, json!({ "action": action })).await;
    }
    let page = ada.get(&format!("/t/{id}")).await;
    assert!(page.contains("econd takes the last stone"), "the end is told: {page}");
}
