//! Kill the serving process again and again under load: nothing acknowledged is lost and every table resumes.

mod serving;

use serde_json::{Value, json};
use serving::{Scratch, Server};
use std::{
    io::{Read, Write},
    net::TcpStream,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

const TABLES: usize = 8;
const ROUNDS: u64 = 8;

/// A request on a connection of its own; `None` when the server died in the middle.
fn request(addr: &str, method: &str, path: &str, token: &str, body: &str) -> Option<(u16, Value)> {
    let mut stream = TcpStream::connect(addr).ok()?;
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

/// A table, and the last entry that the server acknowledged.
#[derive(Clone)]
struct Game {
    id: String,
    token: String,
    acknowledged: u64,
}

fn open(addr: &str) -> Game {
    let order = json!({ "game": "red-alert", "seats": ["api", "api"] }).to_string();
    let (status, answer) = request(addr, "POST", "/api/v1/tables", "", &order).expect("the server is up");
    assert_eq!(status, 201, "{answer}");
    let text = |key: &str| answer[key].as_str().unwrap().to_owned();
    Game { id: text("id"), token: text("owner"), acknowledged: 0 }
}

/// Plays until told to stop or the server dies. Returns the last acknowledged entry.
fn play(addr: &str, mut game: Game, salt: u64, stop: &AtomicBool) -> Game {
    let mut turn = salt;
    while !stop.load(Ordering::Relaxed) {
        let path = format!("/api/v1/tables/{}/choices?brief=true", game.id);
        let Some((200, answer)) = request(addr, "GET", &path, &game.token, "") else { break };
        let Some(ask) = answer["asks"].get(0) else { break };
        let count = ask["count"].as_u64().unwrap();
        turn = turn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let choice = (turn >> 33) % count;
        let body = json!({ "seat": ask["seat"], "question": ask["question"], "choice": choice }).to_string();
        let path = format!("/api/v1/tables/{}/act?brief=true", game.id);
        match request(addr, "POST", &path, &game.token, &body) {
            Some((200, answer)) => game.acknowledged = answer["n"].as_u64().unwrap(),
            Some((status, answer)) => panic!("{status}: {answer}"),
            None => break,
        }
    }
    game
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let data = Scratch::new("kill");
    let server = Server::start(&data.0);
    let mut games: Vec<Game> = (0..TABLES).map(|_| open(&server.addr)).collect();
    let mut server = Some(server);
    for round in 0..ROUNDS {
        let running = server.take().unwrap();
        let stop = AtomicBool::new(false);
        let played = Mutex::new(Vec::new());
        let addr = running.addr.clone();
        thread::scope(|scope| {
            for (i, game) in games.iter().cloned().enumerate() {
                let (addr, stop, played) = (&addr, &stop, &played);
                scope.spawn(move || {
                    let game = play(addr, game, round * 100 + i as u64, stop);
                    played.lock().unwrap().push((i, game));
                });
            }
            thread::sleep(Duration::from_millis(150 + 37 * round));
            running.kill();
            stop.store(true, Ordering::Relaxed);
        });
        let mut played = played.into_inner().unwrap();
        played.sort_by_key(|(i, _)| *i);
        games = played.into_iter().map(|(_, game)| game).collect();

        let again = Server::start(&data.0);
        for game in &games {
            let path = format!("/api/v1/tables/{}", game.id);
            let (status, table) = request(&again.addr, "GET", &path, "", "").expect("the server is up again");
            assert_eq!(status, 200, "{table}");
            let n = table["n"].as_u64().unwrap();
            assert!(n >= game.acknowledged, "{} of {} acknowledged moves are there", n, game.acknowledged);
            // At most the one move that was under way is there without having been acknowledged.
            assert!(
                n <= game.acknowledged + 1,
                "{n} moves, but only {} were acknowledged",
                game.acknowledged
            );
        }
        server = Some(again);
    }
    assert!(
        games.iter().map(|g| g.acknowledged).sum::<u64>() > 100,
        "the test played too little to prove anything"
    );

    // Every log is whole: the host's export of each runs again with the same hashes and dice.
    server.take().unwrap().kill();
    for game in &games {
        let log = data.0.join(format!("{}.jsonl", game.id));
        let export = Command::new(env!("CARGO_BIN_EXE_klaxon"))
            .args(["export", &game.id, "--data"])
            .arg(&data.0)
            .arg("--out")
            .arg(&log)
            .status()
            .unwrap();
        assert!(export.success());
        let verify = Command::new(env!("CARGO_BIN_EXE_klaxon")).arg("verify").arg(&log).output().unwrap();
        assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stdout));
    }
}
