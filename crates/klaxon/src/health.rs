//! `klaxon health`: for whatever starts servers and wants to know whether they serve, such as a container.

use crate::out;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::{
    io::{ErrorKind, Read, Write},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    process::ExitCode,
    time::{Duration, Instant},
};

/// The answer is a word; whoever says more is somebody else.
const LONGEST: usize = 4096;

/// Ask a running server whether it is well.
///
/// It asks for `/healthz`, which answers as long as the store does. The exit code is 0 when the server is well, and 2 when it is
/// not, does not answer in time, or is not there. It speaks plain HTTP: a server that encrypts by itself is asked by its proxy or
/// `curl`.
#[derive(Args)]
pub struct Health {
    /// Where the server listens; of an address that stands for all, this machine itself is asked
    #[arg(env = "KLAXON_ADDR", default_value = "127.0.0.1:7777")]
    addr: SocketAddr,
    /// Seconds to wait for the whole answer
    #[arg(long, default_value_t = 3, value_name = "S", value_parser = clap::value_parser!(u64).range(1..=60))]
    patience: u64,
}

impl Health {
    pub fn run(self) -> Result<ExitCode> {
        let addr = reachable(self.addr);
        ask(addr, Duration::from_secs(self.patience)).with_context(|| format!("{addr} is not well"))?;
        out::line(format!("{addr} is well"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Where somebody on this machine reaches whoever listens there.
fn reachable(listening: SocketAddr) -> SocketAddr {
    let ip = match listening.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listening.port())
}

fn ask(addr: SocketAddr, patience: Duration) -> Result<()> {
    let until = Instant::now() + patience;
    let mut line = TcpStream::connect_timeout(&addr, patience).context("nobody answers")?;
    line.set_write_timeout(Some(patience))?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\r\n");
    // Not passed on as it is: a broken pipe ends this program well when it is the one that it prints to.
    if let Err(error) = line.write_all(request.as_bytes()) {
        bail!("it hangs up: {error}");
    }
    let (mut answer, mut some) = (Vec::new(), [0; 512]);
    loop {
        let left = until.saturating_duration_since(Instant::now());
        ensure!(!left.is_zero(), "it does not answer in time");
        line.set_read_timeout(Some(left))?;
        match line.read(&mut some) {
            Ok(n) if n > 0 && answer.len() < LONGEST => answer.extend_from_slice(&some[..n]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                bail!("it does not answer in time");
            }
            // The end, however it came: what was said counts.
            Ok(_) | Err(_) => break,
        }
    }
    let answer = String::from_utf8_lossy(&answer);
    let first = answer.lines().next().unwrap_or_default();
    match first.strip_prefix("HTTP/1.1 ") {
        Some(status) if status.starts_with("200 ") => Ok(()),
        Some(status) => bail!("it answers {status}"),
        None => bail!("it does not speak plain HTTP"),
    }
}
