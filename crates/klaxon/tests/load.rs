//! The load generator against a server of its own.

mod serving;

use serde_json::Value;
use serving::{Scratch, Server};
use std::process::Command;

fn load(server: &Server, args: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_klaxon"))
        .args(["load", "--json", "--addr", &server.addr])
        .args(args)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn moves_and_announcements_are_measured() {
    let data = Scratch::new("load");
    let server = Server::start(&data.0);
    let tables = load(&server, &["--tables", "3", "--seconds", "0.5"]);
    assert!(tables["moves"].as_u64() > Some(0) && tables["p99_ms"].as_f64() > Some(0.0), "{tables}");

    // At drill pace the first threat of the script comes after a second or two, and every one of the crew hears it.
    let missions = load(&server, &["--missions", "2", "--pace", "drill", "--seconds", "6"]);
    let count = |key: &str| missions[key].as_u64().unwrap();
    assert!(count("announcements") >= 2 && count("moves") > 0, "{missions}");
    // The last one may come at the very end, too late for some.
    assert!(count("heard") >= 3 * count("announcements"), "{missions}");
    server.kill();
}

#[test]
fn pages_of_a_town_are_measured() {
    let output = Command::new(env!("CARGO_BIN_EXE_klaxon"))
        .args(["load", "--people", "--accounts", "40", "--results", "200", "--seconds", "0.2", "--json"])
        .output()
        .expect("the program starts");
    // The exit code says whether the pages were fast, which a debug build need not be.
    let measured: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    let pages = measured["pages"].as_array().unwrap();
    assert!(pages.len() >= 6 && pages.iter().all(|page| page["asked"].as_u64() > Some(0)), "{measured}");
    let slow = pages.iter().any(|page| page["p99_ms"].as_f64() >= measured["goal_ms"].as_f64());
    assert_eq!(output.status.code(), Some(i32::from(slow)), "{measured}");
}
