//! What may never break: everything that leaves the server for a seat or a spectator is the same, byte for byte, whether
//! the hidden parts of the game are these or others that he could not tell from them; and no hash among it could be
//! compared with a guess at them. And a fault at one table stops no other.

use crate::{
    AppState, Config, app,
    person::Person,
    table::{Chair, Holder, Loaded, Meta},
    ws::Line,
};
use axum::{
    Router,
    body::Body,
    http::{Request, header},
    response::Response,
};
use futures_util::StreamExt as _;
use klaxon_catalog::{Table, shelf};
use klaxon_core::{
    Chance, Game as _, Seat, Seed, Session, Situation, TableOrder, Viewer, Words, log::StateHash,
};
use klaxon_federation::Federation;
use klaxon_red_alert::RedAlert;
use klaxon_space_alert::SpaceAlert;
use klaxon_star_trek::StarTrek;
use klaxon_starcraft::StarCraft;
use klaxon_store::TableState;
use serde_json::{Value, json};
use std::{net::Ipv4Addr, time::Duration};
use tower::ServiceExt;

/// Every game as it is opened first, and the battles in which fleets are bought and deployed unseen, alone and in teams.
fn orders() -> Vec<(&'static str, TableOrder)> {
    let mut all: Vec<(&str, TableOrder)> =
        shelf::games().iter().map(|c| (c.id, TableOrder::default())).collect();
    for (scenario, seats) in [("twin-sisters", 2), ("triangulum-2", 2), ("twin-sisters", 4)] {
        let order = TableOrder { scenario: scenario.into(), seats, ..TableOrder::default() };
        all.push(("red-alert", order));
    }
    all
}

/// Runs an expression on a table's session, whatever the game.
macro_rules! each {
    ($table:expr, $session:ident => $run:expr) => {
        each!($table, $session => $run, RedAlert StarTrek Federation StarCraft SpaceAlert)
    };
    ($table:expr, $session:ident => $run:expr, $($game:ident)*) => {
        'found: {
            $(if let Some($session) = $table.session::<$game>() {
                break 'found ($run);
            })*
            panic!("{} is none of these games", $table.game_id())
        }
    };
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
        public: true,
        // Opened far in the future: the table's clock stands still at nought.
        created: 1 << 53,
        nonce: "n".into(),
        ..Meta::new("secrets".into(), (0..table.seats()).map(chair).collect())
    }
}

/// A table in the store, whose position in memory is one twin or the other.
struct Stand<'a> {
    state: &'a AppState,
    router: &'a Router,
    id: String,
    /// Who holds which seat.
    ada: Person,
    seat: Seat,
}

impl Stand<'_> {
    /// The running log is the same for both twins: it is what was written before anybody thought of a twin.
    async fn new<'a>(
        (state, router): (&'a AppState, &'a Router),
        id: String,
        table: &Table,
        lines: &[String],
        seat: Seat,
    ) -> Stand<'a> {
        let ada = Person::guest("0123", "Ada");
        let meta = meta(table, &ada, seat);
        let stored = klaxon_store::NewTable {
            id: id.clone(),
            game: table.game_id().into(),
            created_at: meta.created,
            header: table.sealed_header(),
            meta: serde_json::to_string(&meta).unwrap(),
            state: TableState::Playing,
            owner: None,
            listed: true,
        };
        state.store.create(stored).await.unwrap();
        if !lines.is_empty() {
            state.store.append_all(&id, 1, lines.to_vec(), None).await.unwrap();
        }
        Stand { state, router, id, ada, seat }
    }

    /// Everything that leaves the server for the seat's person and program, or for a spectator: pages, the log, the API,
    /// the stream, the line to an open page, with their headers; and what is said to whoever tries what he may not.
    async fn bytes(&self, table: &Table, seat: Option<Seat>, tries: &[Value]) -> Vec<(String, String)> {
        let (id, state) = (&self.id, self.state);
        let meta = meta(table, &self.ada, self.seat);
        let live = state.tables.get(state, id).unwrap();
        let token = seat.map(|s| state.keys.seat_token(id, s, &meta.chairs[s.index()].nonce));
        let person = if seat.is_some() { self.ada.clone() } else { Person::guest("4567", "Eve") };
        let place = async || {
            *live.cell.lock().await = Some(Box::new(Loaded::new(table.clone(), meta.clone(), Vec::new())))
        };
        place().await;
        let mut all = Vec::new();
        let api = format!("/api/v1/tables/{id}");
        let mut paths = vec![
            format!("/t/{id}"),
            format!("/t/{id}/log"),
            format!("/t/{id}/replay"),
            api.clone(),
            format!("{api}/view"),
            format!("{api}/choices"),
            format!("{api}/log"),
            format!("{api}/chat"),
            format!("{api}/stream"),
        ];
        let choices = seat.map_or(0, |s| table.count_choices(s));
        paths.extend((0..choices.min(3)).map(|i| format!("{api}/odds?choice={i}")));
        let mut requests: Vec<(String, Option<Value>)> = paths.into_iter().map(|path| (path, None)).collect();
        let mut wrong = vec![
            json!({ "choice": 999_999 }),
            json!({ "choice": 0, "question": 1 }),
            json!({ "action": { "no": "such" } }),
            json!({ "seat": 7, "choice": 0 }),
        ];
        wrong.extend(tries.iter().map(|action| json!({ "action": action })));
        requests.extend(wrong.into_iter().map(|body| (format!("{api}/act"), Some(body))));
        for (path, body) in requests {
            let mut request = Request::builder()
                .method(if body.is_some() { "POST" } else { "GET" })
                .uri(&path)
                .header(header::COOKIE, format!("klaxon={}", state.keys.seal(&person)))
                .header(header::CONTENT_TYPE, "application/json");
            if let Some(token) = &token {
                request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
            }
            let what = format!("{path} {}", body.as_ref().map(ToString::to_string).unwrap_or_default());
            let request = request.body(body.map_or(Body::empty(), |b| Body::from(b.to_string()))).unwrap();
            let answer = self.router.clone().oneshot(request).await.unwrap();
            all.push((what, told(answer).await));
        }
        // What goes down the line, at first and after each wish.
        let page = state.shares.page(&state.shares.asker(Ipv4Addr::LOCALHOST.into(), false));
        let mut line = Line::new(state.clone(), live.clone(), Some(person), page);
        all.push(("the line".into(), line.draw().await.unwrap()));
        let question = seat.map_or(0, |s| table.question(s));
        let clicks = seat.map(|s| table.choices(s)).unwrap_or_default();
        let mut wishes = vec![
            json!({ "t": "pick", "q": question + 1, "i": 0 }),
            json!({ "t": "act", "action": { "no": "such" } }),
            json!({ "t": "odds", "q": question, "i": 0 }),
            json!({ "t": "any", "words": "win" }),
            json!({ "t": "click", "id": "hex-A1" }),
        ];
        for choice in clicks.iter().take(40).step_by(9) {
            // One click is not yet a decision where there are two.
            if let [first, _, ..] = &choice.label.clicks[..] {
                wishes.push(json!({ "t": "peek", "id": first }));
                wishes.push(json!({ "t": "click", "id": first }));
            }
            wishes.push(json!({ "t": "clear" }));
        }
        wishes.extend(tries.iter().map(|action| json!({ "t": "act", "action": action })));
        for wish in wishes {
            line.handle(&wish.to_string()).await;
            all.push((wish.to_string(), line.draw().await.unwrap()));
        }
        let sitting = live.sit(state).await.unwrap();
        assert_eq!(sitting.table.n(), table.n(), "what may not be done changes nothing");
        all
    }
}

/// An answer with its headers; of a stream the part that comes at once.
async fn told(answer: Response) -> String {
    let (parts, body) = answer.into_parts();
    let mut text = format!("{}\n", parts.status);
    for (name, value) in parts.headers.iter().filter(|(name, _)| *name != "x-request-id") {
        text.push_str(&format!("{name}: {}\n", value.to_str().unwrap()));
    }
    let mut frames = body.into_data_stream();
    while let Ok(Some(frame)) = tokio::time::timeout(Duration::from_secs(10), frames.next()).await {
        text.push_str(std::str::from_utf8(&frame.unwrap()).unwrap());
        if text.contains("event: asks") {
            break;
        }
    }
    text
}

/// What somebody would compare with a guess at the hidden parts: any hash of them that needs no secret.
fn guesses(table: &Table, lines: &[String]) -> Vec<String> {
    let mut all: Vec<Vec<u8>> = lines.iter().map(|line| line.clone().into_bytes()).collect();
    each!(table, session => {
        all.push(postcard::to_stdvec(session.game()).unwrap());
        all.push(serde_json::to_vec(session.game()).unwrap());
    });
    all.push(table.view_json(Viewer::Everything).to_string().into_bytes());
    all.push(table.sealed_header().into_bytes());
    let mut hashes: Vec<String> =
        all.iter().map(|bytes| blake3::hash(bytes).to_hex()[..8].to_owned()).collect();
    hashes.push(each!(table, session => StateHash::of(session.game())).to_string()[..8].to_owned());
    let header: Value = serde_json::from_str(&table.sealed_header()).unwrap();
    for stretch in header["luck"].as_array().unwrap() {
        hashes.push(stretch["seed"].as_str().unwrap()[..8].to_owned());
    }
    hashes
}

/// Decisions of any seat at some earlier moment that this seat may not make now.
fn forbidden(table: &Table, seat: Option<Seat>, pool: &[Value], luck: &mut Chance) -> Vec<Value> {
    let refused = |action: &Value| seat.is_none_or(|s| table.clone().act(s, None, action, 1).is_err());
    (0..6).filter_map(|_| luck.pick(pool)).filter(|a| refused(a)).take(3).cloned().collect()
}

/// Plays games of every kind and calls back at some positions with all lines so far.
async fn visit(
    salt: u64,
    every: u64,
    most: u64,
    mut look: impl AsyncFnMut(&str, &Table, &[String], &[Value], &mut Chance, u64),
) {
    for (id, order) in orders() {
        for game in 0..3u64 {
            let mut luck = Chance::quick(game * 7 + salt);
            let mut table = Table::open(id, &order, Seed::small(game + salt)).unwrap();
            let (mut lines, mut pool) = (Vec::new(), Vec::new());
            for step in 0..most {
                if table.outcome().is_some() {
                    break;
                }
                if step % every == 3 {
                    let here = format!("{id} {} game {game} step {step}", order.scenario);
                    look(&here, &table, &lines, &pool, &mut luck, game * 1000 + step).await;
                }
                lines.push(any_step(&mut table, &mut luck, &mut pool));
            }
        }
    }
}

#[tokio::test]
async fn what_is_hidden_from_a_seat_changes_none_of_its_bytes() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let router = app(state.clone());
    let (mut differed, mut names) = (0, names());
    visit(1, 45, 150, async |here, table, lines, pool, luck, salt| {
        for seat in (0..table.seats() as u8).map(Seat) {
            let (a, b): (Table, Table) = each!(table, session => {
                let (a, b) = twins(session, seat, salt);
                (a.into(), b.into())
            });
            differed += usize::from(a.view_json(Viewer::Everything) != b.view_json(Viewer::Everything));
            let stand = Stand::new((&state, &router), names.next().unwrap(), table, lines, seat).await;
            let tries = forbidden(&a, Some(seat), pool, luck);
            let one = stand.bytes(&a, Some(seat), &tries).await;
            let two = stand.bytes(&b, Some(seat), &tries).await;
            same(here, &one, &two);
            oracles(here, &one, &guesses(&a, lines));
        }
    })
    .await;
    assert!(differed > 0, "the test compared nothing that is hidden");
}

#[tokio::test]
async fn spectators_see_nothing_that_any_seat_hides() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let router = app(state.clone());
    let mut names = names();
    visit(50, 45, 100, async |here, table, lines, pool, luck, salt| {
        let (a, b): (Table, Table) = each!(table, session => {
            // What each seat hides, dealt again one after the other.
            let (same, mut other) = twins(session, Seat(0), salt);
            for i in 1..session.game().seats() {
                other = twins(&other, Seat(i as u8), salt).1;
            }
            (same.into(), other.into())
        });
        let stand = Stand::new((&state, &router), names.next().unwrap(), table, lines, Seat(0)).await;
        let tries = forbidden(&a, None, pool, luck);
        let one = stand.bytes(&a, None, &tries).await;
        let two = stand.bytes(&b, None, &tries).await;
        same(here, &one, &two);
        oracles(here, &one, &guesses(&a, lines));
    })
    .await;
}

/// What an open page is shown of the next decision is the same, byte for byte, as long as it is told the same.
#[tokio::test]
async fn what_is_shown_of_a_step_betrays_nothing_that_is_hidden() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let (mut compared, mut shown, mut names) = (0, 0, names());
    let router = app(state.clone());
    visit(20, 9, 90, async |here, table, lines, _, luck, salt| {
        let asked: Vec<Seat> = table.to_act().iter().collect();
        let Some(&decides) = luck.pick(&asked) else { return };
        for seat in (0..table.seats() as u8).map(Seat) {
            let twins: (Table, Table) = each!(table, session => {
                let (a, b) = twins(session, seat, salt);
                (a.into(), b.into())
            });
            let choice = luck.below(table.count_choices(decides) as u32) as usize;
            let words = table.choices(decides)[choice].words.clone();
            let stand = Stand::new((&state, &router), names.next().unwrap(), table, lines, seat).await;
            let mut seen = Vec::new();
            for mut twin in [twins.0, twins.1] {
                let page = state.shares.page(&state.shares.asker(Ipv4Addr::LOCALHOST.into(), false));
                let live = state.tables.get(&state, &stand.id).unwrap();
                let place = async |twin: &Table| {
                    let meta = meta(twin, &stand.ada, seat);
                    *live.cell.lock().await = Some(Box::new(Loaded::new(twin.clone(), meta, Vec::new())));
                };
                let mut line = Line::new(state.clone(), live.clone(), Some(stand.ada.clone()), page);
                place(&twin).await;
                line.draw().await.unwrap();
                if twin.say(decides, &words, 1).is_err() {
                    break;
                }
                place(&twin).await;
                let patch = line.draw().await.unwrap();
                let beats =
                    patch.split("data-beats=\"").nth(1).and_then(|p| p.split('"').next()).unwrap_or_default();
                seen.push((
                    twin.said(Viewer::Seat(seat), 0).iter().map(|s| s.line.clone()).collect::<Vec<_>>(),
                    beats.to_owned(),
                ));
            }
            if let [one, two] = &seen[..]
                && one.0 == two.0
            {
                compared += 1;
                shown += usize::from(!one.1.is_empty());
                assert_eq!(one.1, two.1, "{here}: seat {seat} is shown more than it is told of {words}");
            }
        }
    })
    .await;
    assert!(compared > 50 && shown > 10, "{compared} compared, {shown} with something to see");
}

/// Table ids, one after the other.
fn names() -> impl Iterator<Item = String> {
    let letter = |n: u32, place: u32| char::from(b'a' + (n / 8u32.pow(place) % 8) as u8);
    (0..).map(move |n: u32| format!("secret{}{}{}{}", letter(n, 3), letter(n, 2), letter(n, 1), letter(n, 0)))
}

#[track_caller]
fn same(here: &str, one: &[(String, String)], two: &[(String, String)]) {
    assert_eq!(one.len(), two.len());
    for ((what, one), (_, two)) in one.iter().zip(two) {
        assert_eq!(one, two, "{here}: {what}");
    }
}

#[track_caller]
fn oracles(here: &str, told: &[(String, String)], guesses: &[String]) {
    for (what, text) in told {
        if let Some(guess) = guesses.iter().find(|guess| text.contains(guess.as_str())) {
            panic!("{here}: {what} tells {guess}, with which hidden things can be guessed");
        }
    }
}

/// Some seat decides something; where everybody waits for the clock, time passes. Returns the line of the log and keeps
/// what else could have been decided.
fn any_step(table: &mut Table, luck: &mut Chance, pool: &mut Vec<Value>) -> String {
    let asked: Vec<Seat> = table.to_act().iter().collect();
    let put = match luck.pick(&asked) {
        Some(&seat) => {
            let choices = table.choices(seat);
            pool.extend(luck.pick(&choices).map(|choice| choice.action.clone()));
            let choice = luck.below(choices.len() as u32) as usize;
            table.choose(seat, None, choice, 1).unwrap()
        }
        None => {
            let alarm = table.alarm().expect("somebody or the clock moves the game on");
            table.clock(alarm, 1).expect("the alarm is due")
        }
    };
    put.line
}

#[tokio::test]
async fn a_fault_at_one_table_stops_no_other() {
    let state = AppState::open(Config { bot_threads: 1, ..Config::default() }).await.unwrap();
    let router = app(state.clone());
    let person = Person::guest("0123", "Ada");
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
