//! Starts the program and browsers, and takes them down again.

use anyhow::{Context, Result, anyhow, bail, ensure};
use klaxon_bots::Level;
use klaxon_catalog::Table;
use klaxon_core::{Seat, Seed, TableOrder};
use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};
use thirtyfour::prelude::*;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock};

/// A folder that is gone when the test is.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(what: &str) -> Result<Scratch> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = env::temp_dir().join(format!("klaxon-{what}-{}-{n}", std::process::id()));
        fs::create_dir_all(&dir)?;
        Ok(Scratch(dir))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program, serving.
pub struct Server {
    child: Child,
    pub url: String,
    pub data: Scratch,
    flags: &'static [&'static str],
}

impl Server {
    pub fn start() -> Result<Server> {
        Server::start_with(&[])
    }

    /// The same with more flags.
    pub fn start_with(flags: &'static [&'static str]) -> Result<Server> {
        let data = Scratch::new("data")?;
        let (child, url) = Server::launch(data.path(), "127.0.0.1:0", flags)?;
        Ok(Server { child, url, data, flags })
    }

    /// The same with games in its store that were played elsewhere. Returns their tables, in order.
    pub fn start_with_logs(logs: &[PathBuf]) -> Result<(Server, Vec<String>)> {
        let data = Scratch::new("data")?;
        let taken =
            Command::new(program()?).arg("import").args(logs).arg("--data").arg(data.path()).output()?;
        ensure!(taken.status.success(), "import: {}", String::from_utf8_lossy(&taken.stderr));
        // A table's id is ten letters, and the only such word of its line.
        let is_id = |word: &&str| {
            word.len() == 10 && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        let text = String::from_utf8_lossy(&taken.stdout).replace('/', " ");
        let tables =
            text.lines().filter_map(|line| Some(line.split_whitespace().rfind(is_id)?.to_owned())).collect();
        let (child, url) = Server::launch(data.path(), "127.0.0.1:0", &[])?;
        Ok((Server { child, url, data, flags: &[] }, tables))
    }

    /// Kills the program without warning and starts it again on the same port with the same store.
    pub fn restart(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        let addr = self.url.trim_start_matches("http://").to_owned();
        (self.child, self.url) = Server::launch(self.data.path(), &addr, self.flags)?;
        Ok(())
    }

    /// Stops the program; nobody answers at its address any more.
    pub fn stop(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    fn launch(data: &Path, addr: &str, flags: &[&str]) -> Result<(Child, String)> {
        let data = data.to_str().context("a folder of plain letters")?;
        launch(addr, &[&["--data", data], flags].concat())
    }
}

/// The program, serving at an address; it says where.
pub fn launch(addr: &str, flags: &[&str]) -> Result<(Child, String)> {
    launch_program(&program()?, addr, flags)
}

/// The same with another program, such as the release before.
pub fn launch_program(program: &Path, addr: &str, flags: &[&str]) -> Result<(Child, String)> {
    let mut child = Command::new(program)
        .args(["serve", "--addr", addr, "--bot-pause", "0"])
        .args(flags)
        // A program that is built for tests looks back less deeply, or it would take minutes.
        .env("KLAXON_REVIEW_ROUNDS", "120")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let out = child.stdout.take().context("the program has an output")?;
    for line in BufReader::new(out).lines() {
        let line = line?;
        // With a public address the one that it listens on stands behind.
        if let Some((_, addr)) = line.split_once("listening on ").or_else(|| line.split_once("http://")) {
            let addr = addr.split_whitespace().next().unwrap_or_default().trim_end_matches('/');
            return Ok((child, format!("http://{addr}")));
        }
    }
    bail!("the program ended without saying where it serves");
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A log of a game's corpus.
pub fn corpus(game: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/games/{game}/tests/logs/{name}.jsonl"))
}

/// The log of a game that begins with a position, in clauses of the game's situations: what is said is decided, and quick bots
/// play the rest to its end, for only what is over can be looked back upon and branched.
pub fn game_from(folder: &Scratch, game: &str, position: &str, said: &[(u8, &str)]) -> Result<PathBuf> {
    let clauses = position.split(';').map(|clause| clause.trim().to_owned()).collect();
    let order = TableOrder { position: clauses, ..TableOrder::default() };
    let mut table = Table::open(game, &order, Seed::small(1)).map_err(|no| anyhow!("{position}: {no}"))?;
    let mut lines = vec![table.sealed_header()];
    for (seat, words) in said {
        let put = table.say(Seat(*seat), words, 0).map_err(|no| anyhow!("{words}: {no}"))?;
        lines.push(put.line);
    }
    while table.outcome().is_none() {
        let seat = table.to_act().iter().next().context("somebody is asked")?;
        let thought = table.think(seat, Level::Easy, 1).context("the seat is asked")?;
        let put = table.choose(seat, None, thought.index, 0).map_err(|no| anyhow!("{no}"))?;
        lines.push(put.line);
        for action in thought.then {
            let Ok(put) = table.act(seat, None, &action, 0) else { break };
            lines.push(put.line);
        }
    }
    let path = folder.path().join("game.jsonl");
    fs::write(&path, lines.join("\n"))?;
    Ok(path)
}

/// The built program lies beside the tests' own folder.
pub fn program() -> Result<PathBuf> {
    let tests = env::current_exe()?;
    let dir = tests.parent().and_then(Path::parent).context("tests lie in target/…/deps")?;
    let program = dir.join("klaxon");
    if !program.is_file() {
        bail!("{} is missing: `cargo build -p klaxon` first, or run `cargo xtask test`", program.display());
    }
    Ok(program)
}

/// Is there a browser? Without one the flows are skipped, loudly, unless they are demanded.
pub fn browser_or_skip(flow: &str) -> bool {
    let there = ["chromium", "chromedriver"].iter().all(|p| on_path(p));
    if !there {
        assert!(
            env::var("KLAXON_BROWSER").as_deref() != Ok("required"),
            "{flow} needs chromium and chromedriver: `cargo xtask test` installs them"
        );
        eprintln!("SKIPPED {flow}: no chromium and chromedriver here; `cargo xtask test` installs them");
    }
    there
}

fn on_path(program: &str) -> bool {
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|dir| dir.join(program).is_file()))
}

/// Chromium's driver on a port of its own; each browser it opens has a profile of its own.
pub struct Driver {
    child: Child,
    url: String,
    profiles: Vec<Scratch>,
    _room: Room,
}

/// Flows run beside each other, except one that plays against the clock: it has the machine to itself.
static MACHINE: LazyLock<Arc<RwLock<()>>> = LazyLock::new(Arc::default);

/// A flow's share of the machine.
enum Room {
    Shared(#[expect(dead_code, reason = "held, not read")] OwnedRwLockReadGuard<()>),
    Whole(#[expect(dead_code, reason = "held, not read")] OwnedRwLockWriteGuard<()>),
}

impl Driver {
    pub async fn start() -> Result<Driver> {
        Driver::start_in(Room::Shared(MACHINE.clone().read_owned().await)).await
    }

    /// The same while no other flow runs.
    pub async fn start_alone() -> Result<Driver> {
        Driver::start_in(Room::Whole(MACHINE.clone().write_owned().await)).await
    }

    async fn start_in(room: Room) -> Result<Driver> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let child = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start chromedriver")?;
        let end = Instant::now() + Duration::from_secs(20);
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            if Instant::now() > end {
                bail!("chromedriver does not answer");
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(Driver { child, url: format!("http://127.0.0.1:{port}"), profiles: Vec::new(), _room: room })
    }

    /// A browser of its own: another person at another machine.
    pub async fn browser(&mut self, width: u32, height: u32) -> Result<WebDriver> {
        let profile = Scratch::new("profile")?;
        let mut caps = DesiredCapabilities::chrome();
        for arg in [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--force-prefers-reduced-motion",
        ] {
            caps.add_arg(arg)?;
        }
        caps.add_arg(&format!("--user-data-dir={}", profile.path().display()))?;
        caps.add_arg(&format!("--window-size={width},{height}"))?;
        self.profiles.push(profile);
        let browser = WebDriver::new(&self.url, caps).await?;
        // What goes wrong in the scripts of a page is kept there, for flows to ask.
        let keep = "window.wrong = []; \
            addEventListener('error', (e) => window.wrong.push(e.message ?? 'a file did not load')); \
            addEventListener('unhandledrejection', (e) => window.wrong.push(String(e.reason)));";
        let source = serde_json::json!({ "source": keep });
        browser.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", source).await?;
        Ok(browser)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
