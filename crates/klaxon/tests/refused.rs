//! A line that is refused for its origin is told to the host, with both addresses.

#[allow(dead_code)]
mod serving;

use serving::Scratch;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

#[test]
fn the_log_tells_which_origin_was_refused_and_which_would_be_right() {
    let data = Scratch::new("refused");
    let mut child = Command::new(env!("CARGO_BIN_EXE_klaxon"))
        .args(["--addr", "127.0.0.1:0", "--public-url", "https://klaxon.example", "--data"])
        .arg(&data.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("https://klaxon.example"), "{line}");
    let addr = line.split("listening on ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let mut stream = TcpStream::connect(addr).unwrap();
    write!(
        stream,
        "GET /t/aaaaaaaaaa/ws HTTP/1.1\r\nhost: other.example\r\norigin: https://other.example\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    .unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 403");
    child.kill().unwrap();
    child.wait().unwrap();
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("https://other.example") && log.contains("https://klaxon.example"), "{log}");
}
