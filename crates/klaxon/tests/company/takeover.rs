//! A server dies without a word, and what ran there by itself goes on at another within five seconds: clocks, the mission clock
//! of Space Alert, and notices. (Bots have their test beside this; time over days has one in the server's own tests.)

use super::*;
use klaxon_space_alert::{Pace, data::data};
use std::sync::mpsc;

/// Three seconds until a silent server counts as gone, one until the next looks, and one that a busy machine may take: after so
/// long what ran at a server that was killed runs at another.
pub const MOST: Duration = Duration::from_secs(5);
/// For what a bot has to think out first, in a program that is not optimised.
pub const THOUGHT: Duration = Duration::from_secs(1);

/// Which server runs a table, by its number in the database.
fn home(cluster: &Cluster, url: &str, id: &str) -> String {
    let home = format!("select coalesce(home, 0) from klaxon.tables where id = '{id}'");
    cluster.psql(name(url), &home).unwrap()
}

/// How far a table is after its server was killed: what that had sent to the database a moment before is there, too.
pub fn last_entry(addr: &str, id: &str) -> u64 {
    thread::sleep(Duration::from_millis(300));
    entries(addr, id).unwrap()
}

#[test]
fn clocks_move_over_when_their_server_dies() {
    let _machine = alone();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (Server::share(&url), Server::share(&url));
    let game = open_timed(&one.addr);
    soon("the clock decides", Duration::from_secs(10), || entries(&two.addr, &game.id) >= Some(2));
    let ran = home(cluster, &url, &game.id);
    one.kill();
    let died = Instant::now();
    let stood = last_entry(&two.addr, &game.id);
    soon("another server runs the table", MOST, || home(cluster, &url, &game.id) != ran);
    // Whoever is asked has the whole second again.
    let within = MOST + Duration::from_secs(1) + THOUGHT;
    soon("the clock decides elsewhere", within.saturating_sub(died.elapsed()), || {
        entries(&two.addr, &game.id).unwrap() > stood
    });
    println!("a clock decided elsewhere after {:?}", died.elapsed());
    assert!(overdue(&two.addr, &game.id) >= 2);
}

/// Entries of a table in the database, which nobody is asked for: whoever asks a server has it open the table.
fn stored(cluster: &Cluster, url: &str, id: &str) -> u64 {
    let n = format!("select n from klaxon.tables where id = '{id}'");
    cluster.psql(name(url), &n).unwrap().parse().unwrap()
}

/// A table that only the dead server had in memory, and that nobody visits.
#[test]
fn clocks_go_on_elsewhere_though_nobody_looks() {
    let _machine = alone();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (Server::share(&url), Server::share(&url));
    let game = open_timed(&one.addr);
    soon("the clock decides", Duration::from_secs(10), || stored(cluster, &url, &game.id) >= 2);
    // The other server has heard of the first.
    thread::sleep(Duration::from_millis(1500));
    let ran = home(cluster, &url, &game.id);
    one.kill();
    let died = Instant::now();
    thread::sleep(Duration::from_millis(300));
    let stood = stored(cluster, &url, &game.id);
    let took = soon("another server runs the table", MOST, || home(cluster, &url, &game.id) != ran);
    let within = MOST + Duration::from_secs(1) + THOUGHT;
    soon("the clock decides elsewhere", within.saturating_sub(died.elapsed()), || {
        stored(cluster, &url, &game.id) > stood
    });
    println!("another server ran it after {took:?}, and its clock decided after {:?}", died.elapsed());
    assert!(overdue(&two.addr, &game.id) >= 2);
}

/// Somebody waits for a bot and looks elsewhere. Its server dies before it has decided; another one's bot decides, so that he is
/// asked, and may be rung.
#[test]
fn bots_that_are_waited_for_go_on_elsewhere_though_nobody_looks() {
    let _machine = alone();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let one = Server::share_with(&url, &["--bot-pause", "20000"]);
    let two = Server::share(&url);
    let mut luck = Luck(11);
    let mut game = open(&one.addr, ["api", "easy"]);
    soon("the bot is asked", Duration::from_secs(30), || {
        !turn(std::slice::from_ref(&one.addr), &mut game, &mut luck)
    });
    let stood = stored(cluster, &url, &game.id);
    thread::sleep(Duration::from_millis(1500));
    assert_eq!(stored(cluster, &url, &game.id), stood, "the bot takes its time");
    one.kill();
    let took = soon("a bot decides elsewhere", MOST + THOUGHT, || stored(cluster, &url, &game.id) > stood);
    println!("a bot decided elsewhere after {took:?}");
    drop(two);
}

#[test]
fn the_mission_clock_moves_over_when_its_server_dies() {
    mission_moves_over(true);
}

#[test]
fn the_mission_clock_goes_on_elsewhere_though_nobody_looks() {
    mission_moves_over(false);
}

fn mission_moves_over(visited: bool) {
    let _machine = alone();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let (one, two) = (Server::share(&url), Server::share(&url));
    let crew = 4;
    let mut mission = order(
        &one.addr,
        &json!({ "game": "space-alert", "scenario": "S2-1", "options": { "pace": "fast" }, "seats": vec!["api"; crew] }),
    );
    if visited {
        entries(&two.addr, &mission.id).expect("the other server has the table");
    }
    // Each of the crew is ready; then the clock runs.
    for seat in 0..crew {
        let path = format!("/api/v1/tables/{}/act?brief=true", mission.id);
        let ready = json!({ "seat": seat, "choice": 0 }).to_string();
        let (status, answer) = request(&one.addr, "POST", &path, &mission.token, &ready).unwrap();
        assert_eq!(status, 200, "{answer}");
        mission.acknowledged.push(answer["n"].as_u64().unwrap());
    }
    let view = |addr: &str| {
        let path = format!("/api/v1/tables/{}/view", mission.id);
        request(addr, "GET", &path, "", "").expect("the server is up").1
    };
    let seen = view(&one.addr);
    let since =
        seen["view"]["stage"]["planning"]["clock"]["running"]["since"].as_u64().expect("the clock runs");
    // The first announcement after the beginning comes while nobody is there to make it.
    let script = data().script("S2-1").expect("a script");
    let due =
        script.cues().iter().map(|cue| since + Pace::Fast.table_ms(cue.at)).find(|at| *at > since).unwrap();
    let clock = |addr: &str| view(addr)["clock"].as_u64().expect("a clock");
    soon("it is nearly time", Duration::from_secs(10), || clock(&one.addr) + 700 > due);
    let ran = home(cluster, &url, &mission.id);
    let at = clock(&one.addr);
    one.kill();
    assert!(at < due, "the announcement came before the server died");
    soon("another server runs the table", MOST, || home(cluster, &url, &mission.id) != ran);
    // The log says when what was due was announced.
    let announced = || -> Option<u64> {
        let (ok, log) = klaxon(&["export", &mission.id, "--store", &url]);
        assert!(ok, "{log}");
        let lines = log.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter_map(|line| line["clock"].as_u64()).find(|now| *now >= due)
    };
    soon("the announcement", MOST, || announced().is_some());
    let took = Duration::from_millis(announced().unwrap() - at);
    println!("the mission clock went on elsewhere after {took:?}");
    assert!(took < MOST, "{took:?}");
    drop(two);
}

/// Somebody who is called by webhooks and does not answer: each call as it came, on a line that stays open.
fn listener() -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/turn", listener.local_addr().unwrap());
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let mut open = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let mut head = vec![0; 8 << 10];
            let n = stream.read(&mut head).unwrap_or(0);
            open.push(stream);
            if tell.send(String::from_utf8_lossy(&head[..n]).to_lowercase()).is_err() {
                return;
            }
        }
    });
    (url, told)
}

fn delivery(call: &str) -> &str {
    call.split("klaxon-delivery: ").nth(1).and_then(|rest| rest.lines().next()).expect("a delivery has an id")
}

/// A server dies with somebody's notice in its hands, and another sends it.
#[test]
fn notices_are_sent_by_another_server_when_theirs_dies() {
    let _machine = alone();
    let Some(cluster) = klaxon_testdb::shared() else { return };
    let url = cluster.database();
    let ring = ["--ring-after", "0", "--ring-private"];
    let one = Server::share_with(&url, &ring);
    let answer = form(&one.addr, "/account/new", "name=Ada&password=seven+horses+by+the+sea", "");
    let cookie = cookie(&answer);
    let answer = form(&one.addr, "/account/token", "label=t&read=yes&play=yes&account=yes", &cookie);
    let token = shown_once(&answer);
    let (called, calls) = listener();
    let hook = json!({ "kind": "webhook", "url": called }).to_string();
    let (status, answer) = request(&one.addr, "POST", "/api/v1/account/channels", &token, &hook).unwrap();
    assert!((200..300).contains(&status), "{answer}");
    // She is asked as soon as somebody looks, and no page of hers is open.
    let answer = form(&one.addr, "/open/red-alert", "s-0=me&s-1=link", &cookie);
    assert!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    let table = answer.split("location: /t/").nth(1).unwrap().split("\r\n").next().unwrap();
    entries(&one.addr, table);
    let call = calls.recv_timeout(Duration::from_secs(20)).expect("she is rung");
    // It hangs, and belongs to this server as long as that lives.
    let two = Server::share_with(&url, &ring);
    thread::sleep(Duration::from_millis(3500));
    assert!(calls.try_recv().is_err(), "nobody else sends what is on its way");
    one.kill();
    let died = Instant::now();
    let again = calls.recv_timeout(Duration::from_secs(20)).expect("another server rings her");
    let took = died.elapsed();
    println!("a notice went out elsewhere after {took:?}");
    assert_eq!(delivery(&again), delivery(&call), "whoever gets both can tell");
    // Three seconds of a lease, and two between looks.
    assert!(took < MOST + THOUGHT, "{took:?}");
    drop(two);
}
