//! The line to an open page, over a real port.

use crate::{Client, config};
use futures_util::{SinkExt, StreamExt};
use klaxon_web::{AppState, Config, serve};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

pub type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

pub struct Server {
    pub address: SocketAddr,
    pub stop: oneshot::Sender<()>,
    pub done: JoinHandle<()>,
}

pub async fn start(state: AppState, address: &str) -> Server {
    let listener = TcpListener::bind(address).await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let done = tokio::spawn(async move {
        serve(listener, state, async { drop(stopped.await) }).await.unwrap();
    });
    Server { address, stop, done }
}

pub async fn connect(server: &Server, table: &str, cookie: Option<&str>) -> Socket {
    let mut request = format!("ws://{}/t/{table}/ws", server.address).into_client_request().unwrap();
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
    }
    connect_async(request).await.unwrap().0
}

/// The next text that fits; beats and hellos that do not are passed over.
pub async fn next(socket: &mut Socket, fits: impl Fn(&str) -> bool) -> String {
    let wait = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if fits(&text) => return text.to_string(),
                Some(Ok(_)) => {}
                other => panic!("the line broke: {other:?}"),
            }
        }
    };
    timeout(Duration::from_secs(20), wait).await.expect("the right message comes in time")
}

pub async fn say(socket: &mut Socket, wish: Value) {
    socket.send(Message::text(wish.to_string())).await.unwrap();
}

/// The wish of the first choice in a patch.
fn first_choice(patch: &str) -> Value {
    let wish = patch.split("data-do=\"").find(|p| p.contains("&quot;pick&quot;")).expect("there is a choice");
    serde_json::from_str(&wish.split('"').next().unwrap().replace("&quot;", "\"")).unwrap()
}

/// What a page says again after its line broke counts once, whether it was heard the first time or not.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_again_counts_once() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let is_done = |text: &str| text == r#"{"t":"done"}"#;
    let mut line = connect(&server, &id, client.cookie()).await;
    let all = next(&mut line, |t| t.starts_with('<')).await;
    let asked = |patch: &str| -> (u8, u32) {
        let (seat, q) =
            patch.split("data-q=\"").nth(1).unwrap().split('"').next().unwrap().split_once(':').unwrap();
        (seat.parse().unwrap(), q.parse().unwrap())
    };
    let (wish, (seat, q)) = (first_choice(&all), asked(&all));
    assert_eq!(wish["q"], q, "the page knows what it is asked");
    // Heard, done and told so.
    say(&mut line, wish.clone()).await;
    next(&mut line, is_done).await;
    drop(line);
    // The page does not know that, and says it again: nothing comes of it, not even a word about being late.
    let mut line = connect(&server, &id, client.cookie()).await;
    // The bot may not have answered yet.
    let is_asked = |t: &str| t.starts_with('<') && t.contains("data-q=\"") && t.contains("&quot;pick&quot;");
    let all = next(&mut line, is_asked).await;
    let n = client.state.entries_of(&id).await.unwrap();
    assert!(n > 0);
    let again = |seat: u8, q: u32, wish: &Value| json!({ "t": "again", "seat": seat, "q": q, "wish": wish });
    say(&mut line, again(seat, q, &wish)).await;
    // Neither does anything come of what is wrapped twice, or of another's seat.
    let (wish, (seat, q)) = (first_choice(&all), asked(&all));
    say(&mut line, again(seat, q, &again(seat, q, &wish))).await;
    say(&mut line, again(1 - seat, q, &wish)).await;
    for _ in 0..3 {
        next(&mut line, |text| {
            assert!(!text.contains("stale") && !text.contains("moved on"), "{text}");
            is_done(text)
        })
        .await;
    }
    assert_eq!(client.state.entries_of(&id).await.unwrap(), n);
    // What was not heard the first time is done now.
    say(&mut line, again(seat, q, &wish)).await;
    next(&mut line, is_done).await;
    assert!(client.state.entries_of(&id).await.unwrap() > n);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_gets_everything_at_first_and_then_what_changes() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, client.cookie()).await;
    let hello = next(&mut line, |t| t.starts_with('{')).await;
    assert!(hello.contains("\"hello\"") && hello.contains("build"));
    let all = next(&mut line, |t| t.starts_with('<')).await;
    for region in ["turn", "clock", "who", "ask", "note", "odds", "dice", "latest", "chat", "more", "curtain"]
    {
        assert!(all.contains(&format!("id=\"{region}\"")), "{region}");
    }
    let all = if all.contains("&quot;pick&quot;") {
        all
    } else {
        next(&mut line, |t| t.contains("&quot;pick&quot;")).await
    };
    say(&mut line, first_choice(&all)).await;
    let patch = next(&mut line, |t| t.contains("id=\"turn\"")).await;
    assert!(patch.len() < all.len());
    assert!(!patch.contains("id=\"curtain\""), "what has not changed is not sent");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_wishes_are_answered_with_a_note_and_change_nothing() {
    let mut client = Client::new().await;
    let answer = client.form("/open/red-alert", "s-0=me&s-1=link").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, client.cookie()).await;
    next(&mut line, |t| t.contains("&quot;pick&quot;")).await;
    let n = || async {
        let live = client.state.clone();
        live.entries_of(&id).await
    };
    let before = n().await;
    let wishes = [
        json!({ "t": "pick", "q": 999, "i": 0 }),
        json!({ "t": "pick", "q": 1, "i": 99_999_999 }),
        json!({ "t": "pick" }),
        json!({ "t": "no-such" }),
        json!({ "t": "any", "words": "make me win" }),
        json!({ "t": "undo" }),
        json!({ "t": "free", "seat": 0 }),
        json!({ "t": "bot", "seat": 0, "level": "godlike" }),
        json!({ "t": "bot", "seat": 200, "level": "easy" }),
        json!([1]),
    ];
    for wish in wishes {
        say(&mut line, wish.clone()).await;
        let note = next(&mut line, |t| t.contains("id=\"note\"")).await;
        assert!(note.contains("<p>"), "{wish}: {note}");
        say(&mut line, json!({ "t": "clear" })).await;
        next(&mut line, |t| t.contains("id=\"note\"")).await;
    }
    assert_eq!(n().await, before);
    // A flood is read as slowly as it must be, and the page lives on; a message beyond all measure ends the line; the server
    // lives on.
    let mut flood = connect(&server, &id, client.cookie()).await;
    for _ in 0..200 {
        drop(flood.send(Message::text(json!({ "t": "clear" }).to_string())).await);
    }
    let begun = std::time::Instant::now();
    say(&mut flood, json!({ "t": "no-such" })).await;
    next(&mut flood, |t| t.contains("something unreadable")).await;
    assert!(begun.elapsed() > Duration::from_secs(2), "the flood took only {:?}", begun.elapsed());
    drop(line.send(Message::text("x".repeat(64 << 10))).await);
    let ended = timeout(Duration::from_secs(10), async { while let Some(Ok(_)) = line.next().await {} });
    ended.await.expect("the line ends");
    assert_eq!(client.get("/healthz").await.status, 200);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_strange_page_gets_no_line() {
    let mut client = Client::new().await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut request = format!("ws://{}/t/{id}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://evil.test".parse().unwrap());
    assert!(connect_async(request).await.is_err());
    let mut request = format!("ws://{}/t/{id}/ws", server.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", format!("http://{}", server.address).parse().unwrap());
    connect_async(request).await.unwrap();
    let unknown = format!("ws://{}/t/aaaaaaaaaa/ws", server.address).into_client_request().unwrap();
    assert!(connect_async(unknown).await.is_err());
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_house_has_no_more_lines() {
    let mut client = Client::with(Config { max_connections: 1, ..config() }).await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let first = connect(&server, &id, None).await;
    let request = format!("ws://{}/t/{id}/ws", server.address).into_client_request().unwrap();
    assert!(connect_async(request).await.is_err());
    drop(first);
    // The place is given back.
    for _ in 0..100 {
        let request = format!("ws://{}/t/{id}/ws", server.address).into_client_request().unwrap();
        if connect_async(request).await.is_ok() {
            server.stop.send(()).unwrap();
            server.done.await.unwrap();
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the place was not given back");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_comes_back_after_a_restart_without_loss() {
    let folder = std::env::temp_dir().join(format!("klaxon-web-{}-{}", std::process::id(), line!()));
    let on_disk = Config { data: Some(folder.clone()), ..config() };
    let mut client = Client::with(on_disk.clone()).await;
    let id = client.play_now().await;
    let cookie = client.cookie().unwrap().to_owned();
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let address = server.address.to_string();
    let mut line = connect(&server, &id, Some(&cookie)).await;
    let patch = next(&mut line, |t| t.contains("&quot;pick&quot;")).await;
    say(&mut line, first_choice(&patch)).await;
    next(&mut line, |t| t.contains("id=\"turn\"")).await;
    server.stop.send(()).unwrap();
    // The page is told, and the line ends.
    timeout(Duration::from_secs(10), async { while let Some(Ok(_)) = line.next().await {} }).await.unwrap();
    server.done.await.unwrap();
    let before = {
        let store = klaxon_store::Store::open(&folder).await.unwrap();
        let n = store.table(&id).await.unwrap().unwrap().n;
        store.close().await.unwrap();
        n
    };
    assert!(before >= 1, "what was acknowledged is stored");
    let again = AppState::open(on_disk).await.unwrap();
    let server = start(again, &address).await;
    let mut line = connect(&server, &id, Some(&cookie)).await;
    let all = next(&mut line, |t| t.starts_with('<')).await;
    assert!(all.contains("id=\"ask\"") && all.contains("(you)"), "everything is sent again");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn people_talk_and_see_each_other() {
    let mut ada = Client::new().await;
    ada.form("/me", "name=Ada").await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=link&public=yes").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let mut bob = ada.stranger();
    bob.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut a = connect(&server, &id, ada.cookie()).await;
    let mut b = connect(&server, &id, bob.cookie()).await;
    let mut watcher = connect(&server, &id, None).await;
    say(&mut b, json!({ "t": "say", "text": "good day <script>" })).await;
    let heard = next(&mut a, |t| t.contains("good day")).await;
    assert!(heard.contains("Bob") && heard.contains("good day &lt;script&gt;"), "{heard}");
    next(&mut watcher, |t| t.contains("good day")).await;
    // Spectators have no name to speak under, and are counted.
    say(&mut watcher, json!({ "t": "say", "text": "psst" })).await;
    next(&mut watcher, |t| t.contains("take a name") || t.contains("Take a name")).await;
    assert!(ada.get(&format!("/t/{id}")).await.ok().body.contains("1 spectator"));
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_curtain_falls_between_two_hands() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    let covered = next(&mut line, |t| t.contains("Pass the device to")).await;
    assert!(!covered.contains("&quot;pick&quot;"), "no choices through the curtain");
    say(&mut line, json!({ "t": "lift", "seat": 0 })).await;
    let shown = next(&mut line, |t| t.contains("&quot;pick&quot;")).await;
    assert!(!shown.contains("Pass the device to"));
    // Both choose their first card in secret: after one has, the device goes to the other.
    say(&mut line, first_choice(&shown)).await;
    let covered = next(&mut line, |t| t.contains("Pass the device to")).await;
    assert!(covered.contains("Confederation"), "{covered}");
    // A seat that is not held lifts nothing.
    say(&mut line, json!({ "t": "lift", "seat": 7 })).await;
    next(&mut line, |t| t.contains("id=\"note\"")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_swaps_bots_and_free_seats() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=link").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    next(&mut line, |t| t.contains("#seat=")).await;
    say(&mut line, json!({ "t": "bot", "seat": 1, "level": "easy" })).await;
    next(&mut line, |t| t.contains("easy bot")).await;
    say(&mut line, json!({ "t": "free", "seat": 1 })).await;
    next(&mut line, |t| t.contains("free seat")).await;
    let mut stranger = connect(&server, &id, None).await;
    next(&mut stranger, |t| t.starts_with('<')).await;
    say(&mut stranger, json!({ "t": "bot", "seat": 1, "level": "easy" })).await;
    next(&mut stranger, |t| t.contains("not yours to give")).await;
    // One's own seat may go to a bot.
    say(&mut line, json!({ "t": "bot", "seat": 0, "level": "random" })).await;
    next(&mut line, |t| t.contains("random bot")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// Whoever hands the game of the day to a bot has seen its luck: there is no second try.
#[tokio::test(flavor = "multi_thread")]
async fn the_game_of_the_day_is_one_try() {
    let mut ada = Client::new().await;
    let id =
        ada.form("/daily/federation", "").await.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    next(&mut line, |t| t.contains("id=\"who\"")).await;
    say(&mut line, json!({ "t": "bot", "seat": 0, "level": "easy" })).await;
    next(&mut line, |t| t.contains("easy bot")).await;
    assert_eq!(ada.form("/daily/federation", "").await.header("location"), format!("/t/{id}"));
    let other = ada.stranger().form("/daily/federation", "").await;
    assert_ne!(other.header("location"), format!("/t/{id}"), "everybody has a table of his own");
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// A mission does not wait: for somebody who is away the others may go on with a bot. Other games do wait.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_for_whoever_leaves_a_mission() {
    for (game, seats, waits) in [("space-alert", "seats=2&", false), ("red-alert", "", true)] {
        let mut ada = Client::new().await;
        let fields = format!("{seats}s-0=me&s-1=link&public=yes");
        let answer = ada.form(&format!("/open/{game}"), &fields).await;
        let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
        let mut bob = ada.stranger();
        bob.fetch(&format!("/t/{id}/claim"), &json!({ "seat": 1, "name": "Bob" })).await.ok();
        let server = start(ada.state.clone(), "127.0.0.1:0").await;
        let mut there = connect(&server, &id, bob.cookie()).await;
        next(&mut there, |t| t.starts_with('<')).await;
        let mut line = connect(&server, &id, ada.cookie()).await;
        next(&mut line, |t| t.contains("id=\"who\"")).await;
        let wish = json!({ "t": "bot", "seat": 1, "level": "easy" });
        say(&mut line, wish.clone()).await;
        next(&mut line, |t| t.contains("not yours to give")).await;
        there.close(None).await.unwrap();
        drop(there);
        if waits {
            next(&mut line, |t| t.contains(", away")).await;
            say(&mut line, json!({ "t": "clear" })).await;
            next(&mut line, |t| t.contains("id=\"note\"") && !t.contains("not yours")).await;
            say(&mut line, wish).await;
            next(&mut line, |t| t.contains("not yours to give")).await;
        } else {
            next(&mut line, |t| t.contains("bot plays on")).await;
            say(&mut line, wish).await;
            next(&mut line, |t| t.contains("easy bot")).await;
        }
        server.stop.send(()).unwrap();
        server.done.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_and_odds_come_on_demand() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=link").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    let shown = next(&mut line, |t| t.contains("&quot;pick&quot;")).await;
    say(&mut line, json!({ "t": "hint" })).await;
    next(&mut line, |t| t.contains("A bot would choose")).await;
    let pick = first_choice(&shown);
    say(&mut line, json!({ "t": "odds", "q": pick["q"], "i": pick["i"] })).await;
    say(&mut line, json!({ "t": "auto", "on": false })).await;
    next(&mut line, |t| t.contains("aria-checked=\"false\"")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_odds_first_is_shown_them_before_dice_fall() {
    let mut ada = Client::new().await;
    let answer = ada.form("/open/red-alert", "s-0=me&s-1=me").await;
    let id = answer.header("location").strip_prefix("/t/").unwrap().to_owned();
    let server = start(ada.state.clone(), "127.0.0.1:0").await;
    let mut line = connect(&server, &id, ada.cookie()).await;
    say(&mut line, json!({ "t": "odds-first", "on": true })).await;
    let mut luck = 5u64;
    for _ in 0..3_000 {
        let patch = next(&mut line, |t| {
            t.contains("id=\"ask\"") || t.contains("id=\"curtain\"") || t.contains("id=\"odds\"")
        })
        .await;
        if patch.contains("Go ahead") {
            let n = ada.state.entries_of(&id).await;
            let go = patch.split("data-do=\"").find(|p| p.contains("&quot;sure&quot;")).unwrap();
            let go: Value =
                serde_json::from_str(&go.split('"').next().unwrap().replace("&quot;", "\"")).unwrap();
            assert!(patch.contains(" %"), "chances are shown: {patch}");
            say(&mut line, go).await;
            next(&mut line, |t| t.contains("id=\"turn\"")).await;
            assert!(ada.state.entries_of(&id).await > n);
            server.stop.send(()).unwrap();
            server.done.await.unwrap();
            return;
        }
        if let Some(lift) = patch.split("data-do=\"").find(|p| p.contains("&quot;lift&quot;")) {
            let lift =
                serde_json::from_str(&lift.split('"').next().unwrap().replace("&quot;", "\"")).unwrap();
            say(&mut line, lift).await;
            continue;
        }
        let picks: Vec<&str> = patch.split("data-do=\"").filter(|p| p.contains("&quot;pick&quot;")).collect();
        if picks.is_empty() {
            continue;
        }
        // A page may not send more than a person could.
        tokio::time::sleep(Duration::from_millis(18)).await;
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = picks[(luck >> 33) as usize % picks.len()];
        say(
            &mut line,
            serde_json::from_str(&pick.split('"').next().unwrap().replace("&quot;", "\"")).unwrap(),
        )
        .await;
    }
    panic!("no dice came near in a whole game");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stream_is_numbered_and_resumes() {
    let mut client = Client::new().await;
    let (id, token) = client.api_table().await;
    client.play_on(&id, &token, 3).await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut first = Stream::open(&server, &id, &token, "").await;
    let text = first.until("event: asks").await;
    let steps = |text: &str| {
        text.lines()
            .filter_map(|l| l.strip_prefix("id: "))
            .map(|id| id.split('-').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(steps(&text), ["0", "1", "2", "3", "3"]);
    client.play_on(&id, &token, 2).await;
    let text = first.until("event: asks").await;
    assert!(text.contains("id: 4-4"), "{text}");
    // A listener who knows step 4 hears what came after it, and nothing twice.
    let mut second = Stream::open(&server, &id, &token, "4-4").await;
    let text = second.until("event: asks").await;
    assert_eq!(steps(&text), ["5", "5"]);
    // One who knows it all is told what is asked.
    let mut third = Stream::open(&server, &id, &token, "5-5").await;
    assert_eq!(steps(&third.until("event: asks").await), ["5"]);
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}

/// A hand-made reader of server-sent events.
struct Stream {
    socket: tokio::net::TcpStream,
    rest: String,
}

impl Stream {
    async fn open(server: &Server, table: &str, token: &str, last: &str) -> Stream {
        use tokio::io::AsyncWriteExt;
        let mut socket = tokio::net::TcpStream::connect(server.address).await.unwrap();
        let last = if last.is_empty() { String::new() } else { format!("last-event-id: {last}\r\n") };
        let request = format!(
            "GET /api/v1/tables/{table}/stream?seat=0&brief=true HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n{last}\r\n",
            server.address
        );
        socket.write_all(request.as_bytes()).await.unwrap();
        Stream { socket, rest: String::new() }
    }

    /// Reads to the end of the event that the text begins.
    async fn until(&mut self, mark: &str) -> String {
        use tokio::io::AsyncReadExt;
        let mut buffer = [0; 4096];
        loop {
            if let Some(at) = self.rest.find(mark)
                && let Some(end) = self.rest[at..].find("\n\n")
            {
                let text = self.rest[..at + end].to_owned();
                self.rest = self.rest[at + end + 2..].to_owned();
                return text;
            }
            let n = timeout(Duration::from_secs(10), self.socket.read(&mut buffer)).await.unwrap().unwrap();
            assert!(n > 0, "the stream ended: {}", self.rest);
            self.rest.push_str(&String::from_utf8_lossy(&buffer[..n]));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_never_says_what_it_wants_is_closed_and_a_silent_page_is_not() {
    let mut client = Client::with(Config { line_idle: Duration::from_millis(300), ..config() }).await;
    let id = client.play_now().await;
    let server = start(client.state.clone(), "127.0.0.1:0").await;
    let mut page = connect(&server, &id, client.cookie()).await;
    let all = next(&mut page, |t| t.contains("&quot;pick&quot;")).await;
    let mut slow = tokio::net::TcpStream::connect(server.address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ").await.unwrap();
    let mut silent = tokio::net::TcpStream::connect(server.address).await.unwrap();
    for line in [&mut slow, &mut silent] {
        let mut heard = Vec::new();
        timeout(Duration::from_secs(20), line.read_to_end(&mut heard))
            .await
            .expect("closed in time")
            .unwrap();
        assert!(!heard.starts_with(b"HTTP/1.1 200"), "nothing was asked for");
    }
    say(&mut page, first_choice(&all)).await;
    next(&mut page, |t| t.contains("id=\"turn\"")).await;
    server.stop.send(()).unwrap();
    server.done.await.unwrap();
}
