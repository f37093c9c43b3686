//! What several servers cost: moves a second, processor time for each move, delays and notices, at one server on SQLite, at one
//! on PostgreSQL and at several behind a balancer, all on this machine. docs/scale.md reckons with the figures.

use crate::{
    cluster::{self, House},
    packages,
};
use anyhow::{Context, Result, ensure};
use klaxon_testdb::Nats;
use serde::Serialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::{Read, Write as _},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
    process::Command,
};

/// What is to be measured.
pub struct Scale {
    pub program: Vec<PathBuf>,
    pub seconds: f64,
    pub repeat: usize,
    pub only: Vec<String>,
    pub json: bool,
}

/// A way to serve.
struct Setup {
    name: &'static str,
    /// None is SQLite.
    nodes: Option<usize>,
    /// Each request goes to the next server, so that every table is in the memory of all.
    anywhere: bool,
    nats: bool,
}

const SETUPS: [Setup; 7] = [
    Setup { name: "SQLite, 1 server", nodes: None, anywhere: false, nats: false },
    Setup { name: "PostgreSQL, 1 server", nodes: Some(1), anywhere: false, nats: false },
    Setup { name: "PostgreSQL, 2 servers", nodes: Some(2), anywhere: false, nats: false },
    Setup { name: "PostgreSQL, 3 servers", nodes: Some(3), anywhere: false, nats: false },
    Setup { name: "PostgreSQL and NATS, 2 servers", nodes: Some(2), anywhere: false, nats: true },
    Setup {
        name: "PostgreSQL, 2 servers, each request anywhere",
        nodes: Some(2),
        anywhere: true,
        nats: false,
    },
    Setup {
        name: "PostgreSQL and NATS, 2 servers, each request anywhere",
        nodes: Some(2),
        anywhere: true,
        nats: true,
    },
];

/// How hard the load is.
#[derive(Clone, Copy)]
enum Load {
    /// A hundred tables, as fast as it goes.
    Full,
    /// A thousand tables, a move a second at each.
    Paced,
    /// As many tables for each server, so that the load grows with the house: what a server more costs. Always through the
    /// balancer, also where there is one server.
    Grown,
}

/// Tables for each server of a house that grows.
const SHARE: usize = 400;

impl Load {
    const ALL: [Load; 3] = [Load::Full, Load::Paced, Load::Grown];

    fn name(self) -> &'static str {
        match self {
            Load::Full => "full",
            Load::Paced => "paced",
            Load::Grown => "400 tables a server, paced",
        }
    }

    fn flags(self, nodes: usize) -> Vec<String> {
        let paced = |tables: usize| vec!["--tables".into(), tables.to_string(), "--rate".into(), "1".into()];
        match self {
            Load::Full => vec!["--tables".into(), "100".into()],
            Load::Paced => paced(1000),
            Load::Grown => paced(SHARE * nodes),
        }
    }
}

/// One run's figures; processor times in microseconds a move.
#[derive(Clone, Serialize, Default)]
struct Figures {
    moves_per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    server_us: f64,
    database_us: f64,
    balancer_us: f64,
    load_us: f64,
    moves_per_commit: f64,
    notices_per_move: f64,
    /// What PostgreSQL writes to its own log.
    log_bytes: f64,
    refusals: f64,
}

impl Figures {
    fn fields(&mut self) -> [&mut f64; 11] {
        let Figures { moves_per_second, p50_ms, p99_ms, server_us, database_us, .. } = self;
        let Figures { balancer_us, load_us, moves_per_commit, notices_per_move, log_bytes, refusals, .. } =
            self;
        [
            moves_per_second,
            p50_ms,
            p99_ms,
            server_us,
            database_us,
            balancer_us,
            load_us,
            moves_per_commit,
            notices_per_move,
            log_bytes,
            refusals,
        ]
    }
}

impl Scale {
    pub fn run(self, root: &Path) -> Result<()> {
        packages::install(&packages::FOR_CLUSTER, "the measurement")?;
        let programs = match self.program.as_slice() {
            [] => vec![cluster::build(root, true)?],
            programs => programs.to_vec(),
        };
        let mut wanted = Vec::new();
        for setup in &SETUPS {
            for load in Load::ALL {
                let name = format!("{}, {}", setup.name, load.name());
                if self.only.iter().any(|only| name.contains(only)) {
                    wanted.extend(programs.iter().map(|program| (setup, load, program, name.clone())));
                }
            }
        }
        // By turns, so that whatever else the machine does falls on all of them.
        let mut all: Vec<Vec<Figures>> = vec![Vec::new(); wanted.len()];
        for turn in 0..self.repeat.max(1) {
            for ((setup, load, program, name), runs) in wanted.iter().zip(&mut all) {
                runs.push(measure(program, setup, *load, self.seconds)?);
                eprintln!("turn {}: {name}", turn + 1);
            }
        }
        let mut told = BTreeMap::new();
        let mut text = String::from(
            "| setup | load | moves/s | p50 ms | p99 ms | best p99 | server µs | database µs | balancer µs | load µs | moves/commit | notices/move | bytes/move |\n\
             |---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        );
        for ((setup, load, program, name), mut runs) in wanted.into_iter().zip(all) {
            let best = runs.iter().map(|run| run.p99_ms).fold(f64::INFINITY, f64::min);
            let m = median(&mut runs);
            let of = if programs.len() > 1 { format!(" ({})", program.display()) } else { String::new() };
            writeln!(
                text,
                "| {}{of} | {} | {:.0} | {:.2} | {:.2} | {best:.2} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} | {:.2} | {:.0} |",
                setup.name,
                load.name(),
                m.moves_per_second,
                m.p50_ms,
                m.p99_ms,
                m.server_us,
                m.database_us,
                m.balancer_us,
                m.load_us,
                m.moves_per_commit,
                m.notices_per_move,
                m.log_bytes
            )?;
            told.insert(format!("{name}{of}"), runs);
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(&told)?)
        } else {
            print!("{text}")
        }
        Ok(())
    }
}

/// The middle of each figure by itself.
fn median(runs: &mut [Figures]) -> Figures {
    let mut middle = Figures::default();
    for (i, field) in middle.fields().into_iter().enumerate() {
        let mut values: Vec<f64> = runs.iter_mut().map(|run| *run.fields()[i]).collect();
        values.sort_by(f64::total_cmp);
        *field = values[values.len() / 2];
    }
    middle
}

fn measure(program: &Path, setup: &Setup, load: Load, seconds: f64) -> Result<Figures> {
    let flags = load.flags(setup.nodes.unwrap_or(1));
    let addr: SocketAddr = ([127, 0, 0, 1], klaxon_testdb::free_port()?).into();
    let Some(nodes) = setup.nodes else {
        let folder = std::env::temp_dir().join(format!("klaxon-scale-{}", std::process::id()));
        let data = folder.to_str().context("a folder of plain letters")?.to_owned();
        let (server, at) = cluster::serve(program, &["--data".into(), data])?;
        let figures = put_under_load(
            program,
            &at,
            &flags,
            seconds,
            &Parts { servers: vec![(server.0.id(), at.clone())], ..Parts::default() },
        );
        drop(server);
        drop(fs::remove_dir_all(&folder));
        return figures;
    };
    let nats = if setup.nats { Some(Nats::start()?) } else { None };
    let anywhere = |settings: String| {
        settings
            .replace("balance hash var(txn.table)", "balance roundrobin")
            .replace("  hash-type consistent\n", "")
    };
    let house = House::open(program, nodes, addr, nats, |s| if setup.anywhere { anywhere(s) } else { s })?;
    let parts = Parts {
        servers: house.servers.iter().map(|(child, at)| (child.0.id(), at.clone())).collect(),
        database: house.database.process(),
        balancer: Some(house.balancer.0.id()),
    };
    // One server needs no balancer, as in a house of one.
    let alone = nodes == 1 && !matches!(load, Load::Grown);
    let at = if alone { house.servers[0].1.clone() } else { addr.to_string() };
    let written = || -> Result<f64> {
        let place = house.database.psql("postgres", "select pg_current_wal_lsn() - '0/0'")?;
        place.parse().context("the database says how much it has written")
    };
    let before = written()?;
    let mut figures = put_under_load(program, &at, &flags, seconds, &parts)?;
    figures.log_bytes = (written()? - before) / figures.log_bytes.max(1.0);
    Ok(figures)
}

/// The processes that take part.
#[derive(Default)]
struct Parts {
    servers: Vec<(u32, String)>,
    database: Option<u32>,
    balancer: Option<u32>,
}

fn put_under_load(
    program: &Path,
    at: &str,
    flags: &[String],
    seconds: f64,
    parts: &Parts,
) -> Result<Figures> {
    let out = Command::new(program)
        .args(["load", "--json", "--addr", at, "--seconds", &seconds.to_string(), "--watch-processes"])
        .arg(watched(parts))
        .args(flags)
        .output()?;
    ensure!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let told: Value = serde_json::from_slice(&out.stdout)?;
    let number = |key: &str| told[key].as_f64().unwrap_or(0.0);
    let moves = number("moves").max(1.0);
    let used = |who: &str| told["processor_seconds"][who].as_f64().unwrap_or(0.0) * 1e6 / moves;
    let counted = |name: &str| -> f64 { parts.servers.iter().filter_map(|(_, at)| figure(at, name)).sum() };
    Ok(Figures {
        moves_per_second: number("moves_per_second"),
        p50_ms: number("p50_ms"),
        p99_ms: number("p99_ms"),
        server_us: used("servers"),
        database_us: used("database"),
        balancer_us: used("balancer"),
        load_us: used("load"),
        moves_per_commit: counted("klaxon_store_appends_total")
            / counted("klaxon_store_commit_seconds_count").max(1.0),
        notices_per_move: counted("klaxon_store_notices_total")
            / counted("klaxon_store_appends_total").max(1.0),
        // How many entries that was; whoever has the database makes bytes of it.
        log_bytes: if parts.database.is_some() { counted("klaxon_store_appends_total") } else { 0.0 },
        refusals: number("refusals"),
    })
}

/// `servers=1,2 database=3 balancer=4`
fn watched(parts: &Parts) -> String {
    let servers: Vec<String> = parts.servers.iter().map(|(process, _)| process.to_string()).collect();
    let mut text = format!("servers={}", servers.join("+"));
    for (name, process) in [("database", parts.database), ("balancer", parts.balancer)] {
        if let Some(process) = process {
            write!(text, ",{name}={process}").expect("writing to a string works");
        }
    }
    text
}

/// A figure that a server tells of itself.
fn figure(at: &str, name: &str) -> Option<f64> {
    let mut stream = TcpStream::connect(at).ok()?;
    write!(stream, "GET /metrics HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\r\n").ok()?;
    let mut text = String::new();
    stream.read_to_string(&mut text).ok()?;
    let line = text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))?;
    line.rsplit(' ').next()?.parse().ok()
}
