//! What may never break: a seat's page, line and API are the same, byte for byte, whether the hidden parts of the game
//! are these or others that the seat could not tell from them. And a fault at one table stops no other.

use crate::{
    AppState, Config, app,
    person::Person,
    scene::{Look, Scene},
    table::{Chair, Holder, Loaded, Meta},
    ui::{Eyes, Ui},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header},
};
use klaxon_catalog::{Table, each, shelf::COVERS};
use klaxon_core::{Chance, Game as _, Seat, Seed, Session, Situation, TableOrder, Viewer, Words};
use tower::ServiceExt;

/// Every game as it is opened first, and the battles in which fleets are bought and deployed unseen, alone and in teams.
fn orders() -> Vec<(&'static str, TableOrder)> {
    let mut all: Vec<(&str, TableOrder)> = COVERS.iter().map(|c| (c.id, TableOrder::default())).collect();
    for (scenario, seats) in [("twin-sisters", 2), ("triangulum-2", 2), ("twin-sisters", 4)] {
        let order = TableOrder { scenario: scenario.into(), seats, ..TableOrder::default() };
        all.push(("red-alert", order));
    }
    all
}

/// The same table twice, without its past: as it is, and with what the seat cannot see dealt again.
fn twins<G: Words + Situation>(session: &Session<G>, seat: Seat, salt: u64) -> (Session<G>, Session<G>) {
    let other = session.game().redeal(seat, &mut Chance::quick(salt));
    (session.placed(session.game().clone()), session.placed(other))
}

fn meta(table: &Table, person: &Person, seat: Seat) -> Meta {
    let chair = |i: usize| {
        let holder =
            if i == seat.index() { Holder::person(person) } else { Holder::Program { name: "p".into() } };
        Chair { nonce: format!("n{i}"), ..Chair::new(format!("seat {i}"), holder) }
    };
    Meta {
        title: "secrets".into(),
        public: true,
        // Opened far in the future: the table's clock stands still at nought.
        created: 1 << 53,
        owner: None,
        nonce: "n".into(),
        chairs: (0..table.seats()).map(chair).collect(),
        clock: None,
        revising: None,
        branch: None,
        daily: None,
        finish: None,
        closed: None,
        heir: None,
    }
}

/// Everything that the seat's person and program can fetch.
async fn all_bytes(
    state: &AppState,
    router: &Router,
    table: Table,
    person: &Person,
    seat: Seat,
) -> Vec<String> {
    let id = "secretsaaa";
    let meta = meta(&table, person, seat);
    let live = state.tables.get(state, id).unwrap();
    let choices = table.count_choices(seat);
    *live.cell.lock().await = Some(Box::new(Loaded::new(table, meta.clone(), Vec::new())));
    let token = state.keys.seat_token(id, seat, &meta.chairs[seat.index()].nonce);
    let mut paths = vec![
        format!("/t/{id}"),
        format!("/api/v1/tables/{id}"),
        format!("/api/v1/tables/{id}/view"),
        format!("/api/v1/tables/{id}/choices"),
    ];
    paths.extend((0..choices.min(3)).map(|i| format!("/api/v1/tables/{id}/odds?choice={i}")));
    let mut all = Vec::new();
    for path in paths {
        let request = Request::get(&path)
            .header(header::COOKIE, format!("klaxon={}", state.keys.seal(person)))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .body(Body::empty())
            .unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        let body = to_bytes(response.into_body(), 64 << 20).await.unwrap();
        let text = String::from_utf8(body.to_vec()).unwrap();
        all.push(text);
    }
    // What goes down the line.
    let cell = live.cell.lock().await;
    let loaded = cell.as_ref().unwrap();
    let ui = Ui::default();
    let eyes = Eyes::new(loaded, loaded.meta.seats_of(Some(&person.id)), &ui);
    let tokens = |_: Seat| String::new();
    let look = Look { live: &live, loaded, person: Some(&person.id), eyes, ui: &ui, token: &tokens };
    all.extend(Scene::draw(&look).regions().into_iter().map(|region| region.html));
    all
}

#[tokio::test]
async fn what_is_hidden_from_a_seat_changes_none_of_its_bytes() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let router = app(state.clone()).await;
    let person = Person { id: "0123".into(), name: "Ada".into() };
    let mut differed = 0;
    for (id, order) in orders() {
        for game in 0..6u64 {
            let mut luck = Chance::quick(game * 7 + 1);
            let mut table = Table::open(id, &order, Seed::small(game)).unwrap();
            for step in 0..150 {
                if table.outcome().is_some() {
                    break;
                }
                if step % 25 == 3 {
                    for i in 0..table.seats() {
                        let seat = Seat(i as u8);
                        let (a, b): (Table, Table) = each!(&table, session => {
                            let (a, b) = twins(session, seat, game * 1000 + step);
                            (a.into(), b.into())
                        });
                        differed +=
                            usize::from(a.view_json(Viewer::Everything) != b.view_json(Viewer::Everything));
                        let a = all_bytes(&state, &router, a, &person, seat).await;
                        let b = all_bytes(&state, &router, b, &person, seat).await;
                        assert_eq!(a.len(), b.len());
                        for (a, b) in a.iter().zip(&b) {
                            assert_eq!(a, b, "{id} {} game {game} step {step} seat {seat}", order.scenario);
                        }
                    }
                }
                any_step(&mut table, &mut luck);
            }
        }
    }
    assert!(differed > 0, "the test compared nothing that is hidden");
}

#[tokio::test]
async fn spectators_see_nothing_that_any_seat_hides() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let router = app(state.clone()).await;
    let nobody = Person { id: "4567".into(), name: "Eve".into() };
    let ada = Person { id: "0123".into(), name: "Ada".into() };
    for (id, order) in orders() {
        for game in 0..6u64 {
            let mut luck = Chance::quick(game * 11 + 5);
            let mut table = Table::open(id, &order, Seed::small(game + 50)).unwrap();
            for step in 0..90 {
                if table.outcome().is_some() {
                    break;
                }
                if step % 30 == 4 {
                    let (a, b): (Table, Table) = each!(&table, session => {
                        // What each seat hides, dealt again one after the other.
                        let (same, mut other) = twins(session, Seat(0), game * 77 + step);
                        for i in 1..session.game().seats() {
                            other = twins(&other, Seat(i as u8), game * 77 + step).1;
                        }
                        (same.into(), other.into())
                    });
                    let a = watched(&state, &router, a, &ada, &nobody).await;
                    let b = watched(&state, &router, b, &ada, &nobody).await;
                    assert_eq!(a, b, "{id} {} game {game} step {step}", order.scenario);
                }
                any_step(&mut table, &mut luck);
            }
        }
    }
}

/// Some seat decides something; where everybody waits for the clock, time passes.
fn any_step(table: &mut Table, luck: &mut Chance) {
    let asked: Vec<Seat> = table.to_act().iter().collect();
    match luck.pick(&asked) {
        Some(&seat) => {
            let choice = luck.below(table.count_choices(seat) as u32) as usize;
            table.choose(seat, None, choice, 1).unwrap();
        }
        None => {
            let alarm = table.alarm().expect("somebody or the clock moves the game on");
            table.clock(alarm, 1);
        }
    }
}

/// Everything that a stranger can fetch.
async fn watched(
    state: &AppState,
    router: &Router,
    table: Table,
    ada: &Person,
    nobody: &Person,
) -> Vec<String> {
    let id = "watchedaaa";
    let meta = meta(&table, ada, Seat(0));
    let live = state.tables.get(state, id).unwrap();
    *live.cell.lock().await = Some(Box::new(Loaded::new(table, meta, Vec::new())));
    let mut all = Vec::new();
    for path in [format!("/t/{id}"), format!("/api/v1/tables/{id}"), format!("/api/v1/tables/{id}/view")] {
        let cookie = format!("klaxon={}", state.keys.seal(nobody));
        let request = Request::get(&path).header(header::COOKIE, cookie).body(Body::empty()).unwrap();
        let response = router.clone().oneshot(request).await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        let body = to_bytes(response.into_body(), 64 << 20).await.unwrap();
        all.push(String::from_utf8(body.to_vec()).unwrap());
    }
    all
}

#[tokio::test]
async fn a_fault_at_one_table_stops_no_other() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let router = app(state.clone()).await;
    let person = Person { id: "0123".into(), name: "Ada".into() };
    let table = || Table::open("red-alert", &TableOrder::default(), Seed::small(1)).unwrap();
    for id in ["firstaaaaa", "twicebbbbb"] {
        let live = state.tables.get(&state, id).unwrap();
        let table = table();
        let meta = meta(&table, &person, Seat(0));
        *live.cell.lock().await = Some(Box::new(Loaded::new(table, meta, Vec::new())));
    }
    let live = state.tables.get(&state, "firstaaaaa").unwrap();
    let mut sitting = live.sit(&state).await.unwrap();
    let fault = sitting.careful(|_| panic!("a bug")).unwrap_err();
    assert_eq!(fault.code, "frozen");
    drop(sitting);
    let status = |path: &str| {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let router = router.clone();
        async move { router.oneshot(request).await.unwrap().status().as_u16() }
    };
    assert_eq!(status("/t/firstaaaaa").await, 409);
    assert_eq!(status("/api/v1/tables/firstaaaaa/view").await, 409);
    assert_eq!(status("/t/twicebbbbb").await, 200);
    assert_eq!(status("/healthz").await, 200);
}
