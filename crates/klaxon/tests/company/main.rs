//! Several servers on one PostgreSQL, while clients play: servers are killed, stopped and cut off, the database dies and
//! comes back, or its standby takes over. Nothing acknowledged is lost, nothing forks, every log verifies, and neither a bot nor
//! a clock answers a question twice.
//!
//! `KLAXON_SOAK=600` goes on for so many seconds, `KLAXON_COPY_TABLES=20000` copies so many tables.

mod leader;
mod pooled;
mod rolling;
#[path = "../serving/mod.rs"]
mod serving;
mod takeover;

use klaxon_testdb::Cluster;
use serde_json::{Value, json};
use serving::{Scratch, Server};
use std::{
    collections::BTreeSet,
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    process::{Command, Stdio},
    sync::{
        Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, AtomicU16, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// A request on a connection of its own; `None` when the server died in the middle or takes too long.
fn request(addr: &str, method: &str, path: &str, token: &str, body: &str) -> Option<(u16, Value)> {
    let address = addr.parse().ok()?;
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(2)).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(3))).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    let text = String::from_utf8(answer).ok()?;
    let status = text.split(' ').nth(1)?.parse().ok()?;
    let (_, body) = text.split_once("\r\n\r\n")?;
    Some((status, serde_json::from_str(body).ok()?))
}

/// A form of one of the server's own pages; the whole answer.
fn form(addr: &str, path: &str, fields: &str, cookie: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: k\r\norigin: http://k\r\nconnection: close\r\ncookie: {cookie}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{fields}",
        fields.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The cookie that an answer sets.
fn cookie(answer: &str) -> String {
    answer.split("set-cookie: ").nth(1).unwrap().split(';').next().unwrap().to_owned()
}

/// The token on a page that shows it this once.
fn shown_once(page: &str) -> String {
    let once = page.split("id=\"once\"").nth(1).expect("a token is shown once");
    once.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

#[derive(Clone)]
struct Game {
    id: String,
    token: String,
    /// The numbers that were acknowledged.
    acknowledged: Vec<u64>,
    /// Refusals that say that somebody else was faster.
    stale: u32,
    /// Requests without an answer, or that were refused for now.
    lost: u32,
    /// When a decision was last acknowledged, and the longest time without one.
    last: Option<Instant>,
    longest: Duration,
}

fn open(addr: &str, seats: [&str; 2]) -> Game {
    order(addr, &json!({ "game": "red-alert", "seats": seats }))
}

/// A table whose clock decides for whoever takes longer than a second.
fn open_timed(addr: &str) -> Game {
    order(addr, &json!({ "game": "red-alert", "seats": ["api", "api"], "clock": 1 }))
}

fn order(addr: &str, order: &Value) -> Game {
    let order = order.to_string();
    let (status, answer) = request(addr, "POST", "/api/v1/tables", "", &order).expect("the server is up");
    assert_eq!(status, 201, "{answer}");
    let text = |key: &str| answer[key].as_str().unwrap().to_owned();
    Game {
        id: text("id"),
        token: text("owner"),
        acknowledged: Vec::new(),
        stale: 0,
        lost: 0,
        last: None,
        longest: Duration::ZERO,
    }
}

struct Luck(u64);

impl Luck {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// One decision, read at one server and made at another. False when nothing came of it.
fn turn(addrs: &[String], game: &mut Game, luck: &mut Luck) -> bool {
    let any = |luck: &mut Luck| addrs[luck.below(addrs.len() as u64) as usize].clone();
    let path = format!("/api/v1/tables/{}/choices?brief=true", game.id);
    let Some((200, answer)) = request(&any(luck), "GET", &path, &game.token, "") else { return false };
    let Some(ask) = answer["asks"].get(0) else { return false };
    let choice = luck.below(ask["count"].as_u64().unwrap().max(1));
    let body = json!({ "seat": ask["seat"], "question": ask["question"], "choice": choice }).to_string();
    let path = format!("/api/v1/tables/{}/act?brief=true", game.id);
    match request(&any(luck), "POST", &path, &game.token, &body) {
        Some((200, answer)) => {
            game.acknowledged.push(answer["n"].as_u64().unwrap());
            let waited = game.last.replace(Instant::now()).map_or(Duration::ZERO, |last| last.elapsed());
            game.longest = game.longest.max(waited);
            true
        }
        Some((409, answer)) => {
            game.stale += u32::from(answer["code"] == "stale");
            false
        }
        // Out of order for a while, or gone in the middle: what became of it is found out by looking.
        Some((503 | 500, _)) | None => {
            game.lost += 1;
            false
        }
        Some((status, answer)) => panic!("{status}: {answer}"),
    }
}

/// A line to the database that can be cut, so that nothing goes through any more and nobody is told, or that can lead to
/// another database from now on.
struct Proxy {
    port: u16,
    cut: Arc<AtomicBool>,
    to: Arc<AtomicU16>,
}

impl Proxy {
    fn to(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap().port();
        let cut = Arc::new(AtomicBool::new(false));
        let to = Arc::new(AtomicU16::new(port));
        let (shared, target) = (cut.clone(), to.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let Ok(to) = TcpStream::connect(("127.0.0.1", target.load(Relaxed))) else { continue };
                for (from, to) in [
                    (stream.try_clone().unwrap(), to.try_clone().unwrap()),
                    (to.try_clone().unwrap(), stream.try_clone().unwrap()),
                ] {
                    let cut = shared.clone();
                    thread::spawn(move || pump(from, to, &cut));
                }
            }
        });
        Proxy { port: own, cut, to }
    }
}

fn pump(mut from: TcpStream, mut to: TcpStream, cut: &AtomicBool) {
    let mut buffer = [0; 16 << 10];
    while let Ok(n) = from.read(&mut buffer) {
        while cut.load(Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
        if n == 0 || to.write_all(&buffer[..n]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

fn signal(process: u32, name: &str) {
    assert!(Command::new("kill").arg(name).arg(process.to_string()).status().unwrap().success());
}

fn klaxon(args: &[&str]) -> (bool, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_klaxon")).args(args).output().unwrap();
    (
        out.status.success(),
        String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr),
    )
}

/// What is measured in seconds has the machine to itself; the other tests go on beside each other.
static MACHINE: RwLock<()> = RwLock::new(());

fn alone() -> RwLockWriteGuard<'static, ()> {
    MACHINE.write().unwrap_or_else(PoisonError::into_inner)
}

fn beside_others() -> RwLockReadGuard<'static, ()> {
    MACHINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until something is so.
fn soon(what: &str, within: Duration, mut so: impl FnMut() -> bool) -> Duration {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < within, "not in time: {what}");
        thread::sleep(Duration::from_millis(50));
    }
    begun.elapsed()
}

fn entries(addr: &str, id: &str) -> Option<u64> {
    let (status, table) = request(addr, "GET", &format!("/api/v1/tables/{id}"), "", "")?;
    if status == 200 { table["n"].as_u64() } else { None }
}

#[test]
fn what_happens_at_one_server_is_seen_at_the_other_and_bots_move_over_when_theirs_dies() {
    let _machine = alone();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (Server::share(&url), Server::share(&url));
    let mut luck = Luck(5);
    // The same keys: a token from one is good at the other, and each reads what the other has written.
    let mut game = open(&one.addr, ["api", "api"]);
    for i in 0..30 {
        let addrs = [if i % 2 == 0 { one.addr.clone() } else { two.addr.clone() }];
        assert!(turn(&addrs, &mut game, &mut luck), "every decision is taken, wherever it is made");
    }
    assert_eq!(game.stale, 0);
    assert_eq!(entries(&one.addr, &game.id), entries(&two.addr, &game.id));
    // Bots among themselves, looked at through both servers; the one that runs them dies.
    let show = open(&one.addr, ["easy", "easy"]);
    soon("the first server runs them", Duration::from_secs(20), || entries(&one.addr, &show.id).unwrap() > 2);
    soon("bots play", Duration::from_secs(20), || entries(&two.addr, &show.id).unwrap() > 10);
    one.kill();
    let stood = entries(&two.addr, &show.id).unwrap();
    let took = soon("bots go on elsewhere", takeover::MOST + takeover::THOUGHT, || {
        entries(&two.addr, &show.id).unwrap() > stood
    });
    println!("bots went on elsewhere after {took:?}");
    soon("and play", Duration::from_secs(5), || entries(&two.addr, &show.id).unwrap() > stood + 5);
    let (ok, told) = klaxon(&["check", &url]);
    assert!(ok, "{told}");
    // Beside the servers, the host closes a table, and the server shows it.
    let (ok, told) = klaxon(&["admin", "close", &game.id, "--reason", "late", "--store", &url]);
    assert!(ok, "{told}");
    soon("the closed table takes nothing", Duration::from_secs(5), || {
        !turn(std::slice::from_ref(&two.addr), &mut game, &mut luck)
    });
    let (ok, told) = klaxon(&["export", &show.id, "--store", &url]);
    assert!(ok && told.lines().count() > 10, "{told}");
}

#[test]
fn a_store_is_copied_into_a_database_and_back() {
    let _machine = beside_others();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let (from, back) = (Scratch::new("copy-from"), Scratch::new("copy-back"));
    let server = Server::start(&from.0);
    let mut luck = Luck(9);
    let mut games: Vec<Game> = (0..5).map(|_| open(&server.addr, ["api", "api"])).collect();
    for game in &mut games {
        for _ in 0..10 {
            assert!(turn(std::slice::from_ref(&server.addr), game, &mut luck));
        }
    }
    // Somebody with an account goes along, too, with a study, a club and a tournament.
    let post = |path: &str, fields: &str, cookie: &str| form(&server.addr, path, fields, cookie);
    let answer = post("/account/new", "name=Ada&password=seven+horses+by+the+sea", "");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let cookie = cookie(&answer);
    let answer = post("/clubs", "name=Anchors&about=Thursdays&open=yes", &cookie);
    let club = answer.split("location: ").nth(1).unwrap().split("\r\n").next().unwrap().to_owned();
    let answer = post(&format!("{club}/say"), "text=hello", &cookie);
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let cup = "title=Cup&play=red-alert+&method=swiss&clock=300&round_seconds=3600&most=8&entry=open";
    let answer = post("/tournaments", cup, &cookie);
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let study = "script=game+red-alert%0Agiven%0A++cw+G6+SC+ordered%0A++cf+B2+SC%0A++phase+movement+cw%0A";
    let answer = post("/study/new", study, "");
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    // A channel, a table that does not ring, and a note that only its writer sees.
    let token = shown_once(&post("/account/token", "label=t&read=yes&play=yes&account=yes", &cookie));
    let feed = json!({ "kind": "feed" }).to_string();
    let (status, answer) = request(&server.addr, "POST", "/api/v1/account/channels", &token, &feed).unwrap();
    assert!((200..300).contains(&status), "{status} {answer}");
    let answer = post("/open/red-alert", "s-0=me&s-1=link", &cookie);
    let own = answer.split("location: /t/").nth(1).unwrap().split("\r\n").next().unwrap().to_owned();
    for (path, fields) in [
        ("/me/notices/mute", format!("table={own}&muted=yes")),
        (&format!("/t/{own}/note"), "text=plays+the+long+game".to_owned()),
    ] {
        let answer = post(path, &fields, &cookie);
        assert!(answer.starts_with("HTTP/1.1 303"), "{path}: {answer}");
    }
    let lines = 50 + entries(&server.addr, &own).unwrap();
    server.kill();
    let (url, folder) = (cluster.database(), from.0.to_str().unwrap());
    let (ok, told) = klaxon(&["copy", folder, &url, "--json"]);
    assert!(ok, "{told}");
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["copied"], &told["entries"]), (&json!(6), &json!(lines)), "{told}");
    assert_eq!((&told["accounts"], &told["studies"]), (&json!(1), &json!(1)), "{told}");
    assert_eq!((&told["clubs"], &told["tournaments"]), (&json!(1), &json!(1)), "{told}");
    let (ok, told) = klaxon(&["copy", folder, &url]);
    assert!(ok && told.contains("6 were there already"), "{told}");
    // The tokens of before are good over the database, and the game goes on.
    let shared = Server::share(&url);
    assert!(turn(std::slice::from_ref(&shared.addr), &mut games[0], &mut luck));
    shared.kill();
    // The log there is longer now: the older one is not the same, and nothing is overwritten.
    let (ok, told) = klaxon(&["copy", folder, &url]);
    assert!(!ok && told.contains(&games[0].id) && told.contains("another one"), "{told}");
    let (ok, told) = klaxon(&["copy", &url, back.0.to_str().unwrap()]);
    assert!(ok && told.contains("6 tables copied"), "{told}");
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let own = |folder: &Scratch| runtime.block_on(what_people_keep(&folder.0));
    let (before, after) = (own(&from), own(&back));
    assert_eq!(before, after);
    assert_eq!((after.0.len(), after.1.len(), after.2.len()), (1, 1, 1), "{after:?}");
    let again = Server::start(&back.0);
    assert_eq!(entries(&again.addr, &games[0].id), Some(11));
    again.kill();
    for store in [folder, &url, back.0.to_str().unwrap()] {
        let (ok, told) = klaxon(&["check", store]);
        assert!(ok, "{store}: {told}");
    }
}

/// All channels, muted tables and notes of a store.
async fn what_people_keep(
    folder: &std::path::Path,
) -> (Vec<klaxon_store::Channel>, Vec<String>, Vec<klaxon_store::Note>) {
    let store = klaxon_store::Store::open(folder).await.unwrap();
    let (mut channels, mut mutes, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for account in store.accounts().accounts(String::new(), 100).await.unwrap() {
        channels.extend(store.channels().of(account.person.clone()).await.unwrap());
        mutes.extend(store.channels().mutes(account.person.clone()).await.unwrap());
        notes.extend(store.moderation().notes(account.person).await.unwrap());
    }
    store.close().await.unwrap();
    (channels, mutes, notes)
}

/// A store with so many tables, made of a few that were played.
async fn fill(folder: &std::path::Path, games: &[Game], tables: usize) -> u64 {
    let store = klaxon_store::Store::open(folder).await.unwrap();
    let mut models = Vec::new();
    for game in games {
        models
            .push((store.table(&game.id).await.unwrap().unwrap(), store.entries(&game.id, 0).await.unwrap()));
    }
    let (mut entries, mut jobs) = (0, tokio::task::JoinSet::new());
    for i in games.len()..tables {
        let (model, lines) = models[i % models.len()].clone();
        entries += lines.len() as u64;
        let store = store.clone();
        jobs.spawn(async move {
            let id = format!("copy{i:06}");
            let klaxon_store::Table { game, created_at, header, meta, state, owner, listed, .. } = model;
            let table = klaxon_store::NewTable {
                id: id.clone(),
                game,
                created_at,
                header,
                meta,
                state,
                owner,
                listed,
            };
            store.create(table).await.unwrap();
            store.set_members(&id, &["ada", &format!("person{}", i % 99)]).await.unwrap();
            store.append_all(&id, 1, lines, None).await.unwrap();
            let (from, audience, text) = ("Ada".into(), "all".into(), format!("well met at {i}"));
            store.say(&id, klaxon_store::NewMessage { at: 1, from, audience, text, by: None }).await.unwrap();
        });
        if jobs.len() >= 200 {
            while jobs.len() > 100 {
                jobs.join_next().await.unwrap().unwrap();
            }
        }
    }
    jobs.join_all().await;
    store.close().await.unwrap();
    entries
}

/// A store as large as `KLAXON_COPY_TABLES` says goes into a database, from there into two, and back into a file.
#[test]
fn a_store_of_many_tables_is_copied_there_and_back() {
    let _machine = beside_others();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let tables: usize = std::env::var("KLAXON_COPY_TABLES").map_or(250, |n| n.parse().unwrap());
    let (from, back) = (Scratch::new("many-from"), Scratch::new("many-back"));
    let server = Server::start(&from.0);
    let mut luck = Luck(3);
    let mut games: Vec<Game> = (0..4).map(|_| open(&server.addr, ["api", "api"])).collect();
    let mut entries = 0;
    for (game, moves) in games.iter_mut().zip([40, 60, 5, 25]) {
        entries += moves;
        (0..moves).for_each(|_| assert!(turn(std::slice::from_ref(&server.addr), game, &mut luck)));
    }
    server.kill();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    entries += runtime.block_on(fill(&from.0, &games, tables));
    let (one, two) = (cluster.database(), format!("{},{}", cluster.database(), cluster.database()));
    let stores = [from.0.to_str().unwrap(), &one, &two, back.0.to_str().unwrap()];
    for way in stores.windows(2) {
        let begun = Instant::now();
        let (ok, told) = klaxon(&["copy", way[0], way[1], "--json"]);
        assert!(ok, "{told}");
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!((&told["copied"], &told["entries"]), (&json!(tables), &json!(entries)), "{told}");
        println!(
            "{tables} tables with {entries} entries, {} to {}: {:?}",
            told["from"],
            told["to"],
            begun.elapsed()
        );
    }
    let (ok, told) = klaxon(&["check", stores[3]]);
    assert!(ok, "{told}");
    // The copy of a copy is the same again: nothing is left to do. On a terminal a bar says how far it is.
    let command = format!("{} copy {} {}", env!("CARGO_BIN_EXE_klaxon"), stores[0], stores[3]);
    let mut terminal = Command::new("script");
    terminal.args(["-q", "-e", "-c", &command, "/dev/null"]).env("TERM", "xterm").stdin(Stdio::null());
    let out = terminal.output().expect("`script` lends a terminal");
    let told = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && told.contains(&format!("{tables} were there already")), "{told}");
    assert!(told.contains("copying") && told.contains(&format!("/{tables}")), "no progress is told: {told}");
}

/// The name of a database in its address.
fn name(url: &str) -> &str {
    url.rsplit('/').next().unwrap().split('?').next().unwrap()
}

/// Those who play stop, also when what happens has failed.
struct Stop<'a>(&'a AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Clients play at all servers while something happens to these. Returns the games with what was acknowledged.
fn play_while(addrs: &Mutex<Vec<String>>, games: Vec<Game>, happening: impl FnOnce()) -> Vec<Game> {
    let stop = AtomicBool::new(false);
    let played = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for (i, game) in games.into_iter().enumerate() {
            let (stop, played) = (&stop, &played);
            scope.spawn(move || {
                let (mut game, mut luck) = (game, Luck(i as u64 + 1));
                while !stop.load(Relaxed) {
                    let now = addrs.lock().unwrap().clone();
                    if !turn(&now, &mut game, &mut luck) {
                        thread::sleep(Duration::from_millis(20));
                    }
                }
                played.lock().unwrap().push(game);
            });
        }
        let _stop = Stop(&stop);
        happening();
    });
    played.into_inner().unwrap()
}

/// How often a clock has decided at a table, as the table counts it.
fn overdue(addr: &str, id: &str) -> u64 {
    let (_, table) = request(addr, "GET", &format!("/api/v1/tables/{id}"), "", "").expect("the server is up");
    let seats = table["seats"].as_array().expect("a table has seats");
    seats.iter().filter_map(|seat| seat["overdue"].as_u64()).sum()
}

/// Nothing acknowledged is lost, nothing forks, all servers agree, no question is answered twice, every log verifies.
fn prove(games: &[Game], addrs: &[String], url: &str) {
    let total: usize = games.iter().map(|game| game.acknowledged.len()).sum();
    println!("{total} decisions acknowledged, {} lost a race", games.iter().map(|g| g.stale).sum::<u32>());
    assert!(total > 60, "only {total} decisions: that proves nothing");
    for game in games {
        // All servers agree with the store.
        let of_all = || addrs.iter().map(|addr| entries(addr, &game.id)).collect::<BTreeSet<_>>();
        soon("all servers agree", Duration::from_secs(20), || {
            of_all().len() == 1 && !of_all().contains(&None)
        });
        let late = overdue(&addrs[0], &game.id);
        let (ok, log) = klaxon(&["export", &game.id, "--store", url]);
        assert!(ok, "{log}");
        let lines: Vec<Value> = log.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
        let last = game.acknowledged.iter().max().copied().unwrap_or(0);
        assert!(lines.len() as u64 >= last, "{} of {last} acknowledged are there", lines.len());
        let numbers: BTreeSet<u64> = game.acknowledged.iter().copied().collect();
        assert_eq!(numbers.len(), game.acknowledged.len(), "no number was acknowledged twice");
        let mut answered = BTreeSet::new();
        // The log shows a bot's decision, and a clock's, like any other: there is one for each question, whoever made it.
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(line["n"].as_u64(), Some(i as u64 + 1));
            if !line["do"].is_null() {
                let question = (line["seat"].as_u64().unwrap(), line["q"].as_u64().unwrap());
                assert!(answered.insert(question), "{question:?} of {} was answered twice", game.id);
            }
        }
        assert!(
            answered.len() >= numbers.len(),
            "{} decisions, {} acknowledged",
            answered.len(),
            numbers.len()
        );
        let others = answered.len() - numbers.len();
        assert!(
            late <= others as u64,
            "{late} decisions by the clock, and the log has {others} that nobody made"
        );
    }
    let (ok, told) = klaxon(&["check", url]);
    assert!(ok, "{told}");
}

#[test]
fn nothing_acknowledged_is_lost_whoever_dies() {
    let _machine = beside_others();
    let Some(cluster) = Cluster::or_skip() else { return };
    let soak = std::env::var("KLAXON_SOAK").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let url = cluster.database();
    let proxy = Proxy::to(cluster.port());
    let mut servers: Vec<Option<Server>> = vec![
        Some(Server::share(&url)),
        Some(Server::share(&url)),
        Some(Server::share(&cluster.url_at(proxy.port, name(&url)))),
    ];
    // A server that comes back has another port.
    let addrs = Mutex::new(servers.iter().flatten().map(|server| server.addr.clone()).collect::<Vec<_>>());
    let at = |i: usize| addrs.lock().unwrap()[i].clone();
    let mut games: Vec<Game> = (0..6).map(|i| open(&at(i % 3), ["api", "api"])).collect();
    games.extend((0..4).map(|i| open(&at(i % 3), ["api", "easy"])));
    games.extend((0..4).map(|i| open_timed(&at(i % 3))));
    let timed: Vec<String> = games[10..].iter().map(|game| game.id.clone()).collect();
    let games = play_while(&addrs, games, || {
        let begun = Instant::now();
        loop {
            thread::sleep(Duration::from_secs(2));
            // Killed, and started again.
            drop(servers[0].take());
            thread::sleep(Duration::from_secs(3));
            let again = Server::share(&url);
            addrs.lock().unwrap()[0] = again.addr.clone();
            servers[0] = Some(again);
            thread::sleep(Duration::from_secs(1));
            // Stopped for longer than others wait, then going on as if nothing had been.
            let process = servers[1].as_ref().unwrap().process();
            signal(process, "-STOP");
            thread::sleep(Duration::from_secs(5));
            signal(process, "-CONT");
            thread::sleep(Duration::from_secs(1));
            // Cut off from the database.
            proxy.cut.store(true, Relaxed);
            thread::sleep(Duration::from_secs(5));
            proxy.cut.store(false, Relaxed);
            thread::sleep(Duration::from_secs(1));
            // The database itself dies.
            cluster.crash(Duration::from_millis(700)).unwrap();
            thread::sleep(Duration::from_secs(3));
            if begun.elapsed() >= Duration::from_secs(soak) {
                break;
            }
        }
    });
    let addrs = addrs.lock().unwrap().clone();
    prove(&games, &addrs, &url);
    let late: u64 = timed.iter().map(|id| overdue(&addrs[0], id)).sum();
    println!("clocks decided {late} times");
    assert!(late > 0, "no clock ever decided: that proves nothing of clocks");
}

/// The database's machine dies for good while everybody plays; its standby, which has every commit, takes over behind the
/// address that the servers know.
#[test]
fn a_standby_takes_over_with_every_acknowledged_move() {
    let _machine = beside_others();
    let Some(first) = Cluster::or_skip() else { return };
    let database = first.database();
    let database = name(&database);
    let standby = first.standby().expect("a standby follows");
    let proxy = Proxy::to(first.port());
    let url = first.url_at(proxy.port, database);
    let servers = [Server::share(&url), Server::share(&url)];
    let addrs = Mutex::new(servers.iter().map(|server| server.addr.clone()).collect::<Vec<_>>());
    let at = |i: usize| addrs.lock().unwrap()[i].clone();
    let mut games: Vec<Game> = (0..5).map(|i| open(&at(i % 2), ["api", "api"])).collect();
    games.extend((0..3).map(|i| open(&at(i % 2), ["api", "easy"])));
    let (mut before, mut took) = (0, Duration::ZERO);
    let count = |database: &Cluster| -> u64 {
        database.psql(name(&url), "select count(*) from klaxon.entries").unwrap().parse().unwrap()
    };
    let games = play_while(&addrs, games, || {
        thread::sleep(Duration::from_secs(4));
        let died = Instant::now();
        first.kill().unwrap();
        // What every failover takes to notice; servers that come meanwhile meet a database that takes no writes.
        proxy.to.store(standby.port(), Relaxed);
        thread::sleep(Duration::from_millis(800));
        before = count(&standby);
        standby.promote().unwrap();
        soon("the games go on", Duration::from_secs(20), || count(&standby) > before + 10);
        took = died.elapsed();
        thread::sleep(Duration::from_secs(3));
    });
    println!("{before} entries were there when the standby took over; the games went on after {took:?}");
    assert!(before > 30, "{before} entries prove nothing");
    prove(&games, &addrs.lock().unwrap().clone(), &url);
}
