//! Several servers on one PostgreSQL behind a balancer, with one command. Everything is temporary and goes at the end.

use crate::packages;
use anyhow::{Context, Result, ensure};
use klaxon_testdb::{Cluster, Nats};
use std::{
    fmt::Write as _,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// What a host is given to put in front of several servers.
const BALANCER: &str = include_str!("../../deploy/haproxy.cfg");

/// What is to be started.
pub struct Plan {
    pub nodes: usize,
    pub addr: SocketAddr,
    pub release: bool,
    pub program: Option<PathBuf>,
    pub nats: bool,
}

/// A process that ends with this program.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

impl Plan {
    pub fn run(self, root: &Path) -> Result<()> {
        ensure!((1..=16).contains(&self.nodes), "1 to 16 servers");
        packages::install(&packages::FOR_CLUSTER, "the cluster")?;
        let program = match self.program {
            Some(program) => program,
            None => build(root, self.release)?,
        };
        let nats = if self.nats { Some(Nats::start().context("NATS does not start")?) } else { None };
        let mut house = House::open(&program, self.nodes, self.addr, nats, |settings| settings)?;
        println!("PostgreSQL at {}", house.url);
        for (i, (_, addr)) in house.servers.iter().enumerate() {
            println!("server {} at http://{addr}", i + 1);
        }
        println!("Klaxon is at http://{} (Ctrl-C stops all of it)", self.addr);
        // Ctrl-C reaches the servers, too: when all of them have ended by themselves, that is the end.
        while house.servers.iter_mut().any(|(child, _)| child.0.try_wait().is_ok_and(|ended| ended.is_none()))
        {
            std::thread::sleep(Duration::from_millis(300));
        }
        Ok(())
    }
}

/// Servers, their database and their balancer.
pub struct House {
    pub servers: Vec<(Running, String)>,
    pub balancer: Running,
    pub database: Cluster,
    pub url: String,
    _nats: Option<Nats>,
    folder: PathBuf,
}

impl Drop for House {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

impl House {
    /// Starts all of it; `settings` may change what the balancer is told.
    pub fn open(
        program: &Path,
        nodes: usize,
        addr: SocketAddr,
        nats: Option<Nats>,
        settings: impl FnOnce(String) -> String,
    ) -> Result<House> {
        let bin = klaxon_testdb::programs().context("PostgreSQL is not installed")?;
        let database = Cluster::start(&bin).context("PostgreSQL does not start")?;
        let url = database.database();
        let mut servers = Vec::new();
        for _ in 0..nodes {
            let mut more = vec!["--store".to_owned(), url.clone(), "--behind-proxy".into()];
            more.extend(["--public-url".into(), format!("http://{addr}")]);
            more.extend(nats.iter().flat_map(|nats| ["--notices".into(), nats.url()]));
            servers.push(serve(program, &more)?);
        }
        let folder = std::env::temp_dir().join(format!("klaxon-cluster-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let file = folder.join("haproxy.cfg");
        let addrs: Vec<&str> = servers.iter().map(|(_, addr)| addr.as_str()).collect();
        std::fs::write(&file, settings(balancer(addr, &addrs)?))?;
        let haproxy = klaxon_testdb::program("haproxy").context("haproxy is not installed")?;
        let balancer =
            Command::new(haproxy).arg("-db").arg("-f").arg(&file).spawn().context("cannot run haproxy")?;
        let house = House { servers, balancer: Running(balancer), database, url, _nats: nats, folder };
        let begun = Instant::now();
        while std::net::TcpStream::connect(addr).is_err() {
            ensure!(begun.elapsed() < Duration::from_secs(10), "the balancer does not answer");
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(house)
    }
}

/// The program, as it is built now.
pub fn build(root: &Path, release: bool) -> Result<PathBuf> {
    let mut args = vec!["build", "--package", "klaxon"];
    args.extend(release.then_some("--release"));
    crate::cargo(&args)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join(if release { "release" } else { "debug" }).join("klaxon"))
}

/// A server on a free port.
pub fn serve(program: &Path, flags: &[String]) -> Result<(Running, String)> {
    let mut child = Command::new(program)
        .args(["serve", "--addr", "127.0.0.1:0", "--log", "warn"])
        .args(flags)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let said = child.stdout.take().context("it has an output")?;
    let mut lines = BufReader::new(said).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("http://")).context("the server does not start")?;
    // With a public address the one that it listens on stands behind.
    let addr = line.split_once("listening on ").or_else(|| line.split_once("http://"));
    let addr = addr.and_then(|(_, rest)| rest.split_whitespace().next());
    let addr = addr.context("the server does not say where it is")?.to_owned();
    // What else it says is not for us, but somebody must read it.
    std::thread::spawn(move || lines.for_each(drop));
    Ok((Running(child), addr))
}

/// The host's own settings for HAProxy, with these servers.
fn balancer(addr: SocketAddr, servers: &[&str]) -> Result<String> {
    let (before, _) =
        BALANCER.split_once("  server one").context("deploy/haproxy.cfg lists its servers last")?;
    let mut text = before.replace("bind :7777", &format!("bind {addr}"));
    ensure!(text.contains(&addr.to_string()), "deploy/haproxy.cfg listens on port 7777");
    for (i, server) in servers.iter().enumerate() {
        writeln!(text, "  server k{} {server}", i + 1).expect("writing to a string works");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balancer_of_the_host_takes_other_servers() {
        let text = balancer("127.0.0.1:1".parse().unwrap(), &["127.0.0.1:2", "127.0.0.1:3"]).unwrap();
        assert!(
            text.contains("bind 127.0.0.1:1\n")
                && text.ends_with("  server k1 127.0.0.1:2\n  server k2 127.0.0.1:3\n")
        );
        assert!(!text.contains("7777\n"), "{text}");
    }
}
