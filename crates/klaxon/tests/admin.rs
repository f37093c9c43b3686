//! `klaxon admin`, on a store that stands still and beside a server that runs over it.

#[allow(dead_code)]
mod serving;

use serde_json::{Value, json};
use serving::{Scratch, Server};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Output},
};

fn request(addr: &str, method: &str, path: &str, token: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(addr).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
}

/// A table for two programs with one move made. Returns its id and token.
fn open(addr: &str, game: &str) -> (String, String) {
    let order = json!({ "game": game, "seats": ["api", "api"] }).to_string();
    let (status, answer) = request(addr, "POST", "/api/v1/tables", "", &order);
    assert_eq!(status, 201, "{answer}");
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let (id, token) = (answer["id"].as_str().unwrap(), answer["owner"].as_str().unwrap());
    assert_eq!(act(addr, id, token), 200);
    (id.into(), token.into())
}

fn act(addr: &str, id: &str, token: &str) -> u16 {
    let choices = request(addr, "GET", &format!("/api/v1/tables/{id}/choices?brief=true"), token, "").1;
    let choices: Value = serde_json::from_str(&choices).unwrap();
    let ask = &choices["asks"][0];
    let body = json!({ "seat": ask["seat"].as_u64().unwrap_or(0), "question": ask["question"], "choice": 0 });
    request(addr, "POST", &format!("/api/v1/tables/{id}/act?brief=true"), token, &body.to_string()).0
}

fn admin(data: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_klaxon"))
        .arg("admin")
        .arg("--data")
        .arg(data)
        .args(args)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn rows(data: &Path, args: &[&str]) -> Vec<Value> {
    let output = admin(data, &[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", said(&output));
    serde_json::from_slice::<Value>(&output.stdout).unwrap().as_array().unwrap().clone()
}

#[test]
fn tables_and_people_are_listed_closed_handed_over_and_pruned_beside_a_running_server() {
    let data = Scratch::new("admin");
    let server = Server::start(&data.0);
    let (one, token) = open(&server.addr, "red-alert");
    let (other, _) = open(&server.addr, "starcraft");
    let tables = rows(&data.0, &["tables"]);
    assert_eq!(tables.iter().map(|t| t["id"].as_str().unwrap()).collect::<Vec<_>>(), [&other, &one]);
    assert_eq!((&tables[1]["game"], &tables[1]["entries"]), (&json!("red-alert"), &json!(1)));
    assert_eq!(rows(&data.0, &["tables", "--game", "starcraft"]).len(), 1);
    assert_eq!(rows(&data.0, &["tables", "--state", "over"]).len(), 0);
    assert_eq!(rows(&data.0, &["tables", "--older-than", "1d"]).len(), 0);
    let text = said(&admin(&data.0, &["tables"]));
    assert!(text.contains(&one) && text.contains("program") && text.contains("just now"), "{text}");
    assert!(!text.contains("seed"), "nothing of a game is listed");

    // The server that runs is asked, and knows it at once.
    let closed = admin(&data.0, &["close", &one, "--reason", "it is late"]);
    assert!(closed.status.success(), "{}", said(&closed));
    assert_eq!(act(&server.addr, &one, &token), 409);
    let page = request(&server.addr, "GET", &format!("/t/{one}"), "", "").1;
    assert!(page.contains("the host has closed this table (it is late)"));
    assert!(said(&admin(&data.0, &["tables"])).contains("it is late"));
    assert!(admin(&data.0, &["reopen", &one]).status.success());
    assert_eq!(act(&server.addr, &one, &token), 200);

    let invited = admin(&data.0, &["invite", "--json"]);
    let invited: Value = serde_json::from_slice(&invited.stdout).unwrap();
    assert_eq!(invited["invitation"].as_str().map(str::len), Some(19), "{invited}");
    assert!(said(&admin(&data.0, &["invite"])).contains("good once and for 30 days"));

    let owner = said(&admin(&data.0, &["owner", &one, "--new"]));
    let token = owner.split("#owner=").nth(1).unwrap_or_else(|| panic!("{owner}")).trim().to_owned();
    let mut stream = TcpStream::connect(&server.addr).unwrap();
    let body = json!({ "token": token }).to_string();
    write!(
        stream,
        "POST /t/{one}/owner HTTP/1.1\r\nhost: k\r\norigin: http://k\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let people = rows(&data.0, &["people"]);
    assert_eq!((people.len(), &people[0]["owns"]), (1, &json!(1)), "{people:?}");

    let unknown = admin(&data.0, &["close", "aaaaaaaaaa"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(said(&unknown).contains("no such table"), "{}", said(&unknown));

    // Pruned: first only in words, then with its log kept, which comes back as it was.
    let prune = ["prune", "--older-than", "0m", "--state", "idle"];
    std::thread::sleep(std::time::Duration::from_millis(5));
    let dry = said(&admin(&data.0, &[&prune[..], &["--dry-run"]].concat()));
    assert!(dry.contains("2 tables would be deleted"), "{dry}");
    assert_eq!(rows(&data.0, &["tables"]).len(), 2);
    let pruned = said(&admin(&data.0, &prune));
    assert!(pruned.contains("2 tables deleted"), "{pruned}");
    assert_eq!(request(&server.addr, "GET", &format!("/t/{one}"), "", "").0, 404);
    assert!(rows(&data.0, &["tables"]).is_empty());
    let log = data.0.join("pruned").join(format!("{one}.jsonl"));
    let verified = Command::new(env!("CARGO_BIN_EXE_klaxon")).arg("verify").arg(&log).output().unwrap();
    assert!(verified.status.success(), "{}", said(&verified));
    assert!(!fs::exists(data.0.join("pruned").join("none")).unwrap());
    server.kill();
}

#[test]
fn the_same_works_on_a_server_that_stands_still() {
    let data = Scratch::new("admin-still");
    let server = Server::start(&data.0);
    let (id, token) = open(&server.addr, "red-alert");
    // Killed, it leaves its socket behind.
    server.kill();
    let closed = admin(&data.0, &["close", &id, "--reason", "moved"]);
    assert!(closed.status.success(), "{}", said(&closed));
    let server = Server::start(&data.0);
    assert_eq!(act(&server.addr, &id, &token), 409);
    server.kill();
    let old = admin(&data.0, &["prune", "--older-than", "90d", "--state", "idle,over"]);
    assert!(said(&old).contains("0 tables deleted"), "{}", said(&old));
    std::thread::sleep(std::time::Duration::from_millis(5));
    let gone = admin(&data.0, &["prune", "--older-than", "0m", "--state", "frozen", "--no-export", "--json"]);
    assert!(gone.status.success(), "{}", said(&gone));
    assert!(rows(&data.0, &["tables"]).is_empty() && !data.0.join("pruned").exists());
    let none = admin(&data.0.join("nowhere"), &["tables"]);
    assert!(said(&none).contains("there is no store"), "{}", said(&none));
}

#[test]
fn moderators_are_named_and_somebody_is_banned_beside_a_running_server() {
    let data = Scratch::new("admin-moderation");
    let server = Server::start(&data.0);
    let form = |path: &str, cookie: &str, body: &str| {
        let mut stream = TcpStream::connect(&server.addr).unwrap();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: k\r\norigin: http://k\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let made = form("/account/new", "", "name=Eve&password=nine+horses+by+the+shore");
    let cookie =
        made.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap_or_else(|| panic!("{made}"));
    let cookie = cookie.split(';').next().unwrap().to_owned();
    assert!(said(&admin(&data.0, &["moderator", "list"])).contains("there are no moderators"));
    let named = admin(&data.0, &["moderator", "add", "eve"]);
    assert!(said(&named).contains("@Eve is a moderator"), "{}", said(&named));
    assert_eq!(rows(&data.0, &["moderator", "list"]), [json!("@Eve")]);
    assert!(said(&admin(&data.0, &["moderator", "remove", "Eve"])).contains("no moderator any more"));
    assert!(said(&admin(&data.0, &["reports"])).contains("no reports wait"));
    // The server that runs knows it at once.
    let banned = admin(&data.0, &["ban", "Eve", "--for", "2d", "--reason", "it was enough"]);
    assert!(said(&banned).contains("@Eve is banned until"), "{}", said(&banned));
    let refused = form("/play/red-alert", &cookie, "");
    assert!(refused.starts_with("HTTP/1.1 403") && refused.contains("it was enough"), "{refused}");
    let audit = said(&admin(&data.0, &["audit"]));
    assert!(audit.contains("in force: ban of") && audit.contains("the host: ban @Eve, until"), "{audit}");
    assert!(admin(&data.0, &["lift", "Eve"]).status.success());
    assert!(form("/play/red-alert", &cookie, "").starts_with("HTTP/1.1 303"));
    assert_eq!(admin(&data.0, &["lift", "Eve"]).status.code(), Some(2), "nothing is imposed");
    assert_eq!(admin(&data.0, &["mute", "nobody", "--reason", "x"]).status.code(), Some(2));
    assert_eq!(admin(&data.0, &["reports", "--close", "7"]).status.code(), Some(2));
    server.kill();
    // The same on a store that nobody serves.
    let muted = admin(&data.0, &["mute", "Eve", "--reason", "loud"]);
    assert!(said(&muted).contains("@Eve is muted for good"), "{}", said(&muted));
    let log: Value = serde_json::from_slice(&admin(&data.0, &["audit", "--json"]).stdout).unwrap();
    assert_eq!(
        (log["deeds"].as_array().unwrap().len(), &log["in-force"][0]["measure"]),
        (5, &json!("mute")),
        "{log}"
    );
}
