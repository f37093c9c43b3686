//! Two browsers at two servers on one PostgreSQL, behind HAProxy as `deploy/haproxy.cfg` sets it. Each of the servers is killed
//! under them in the middle of every game: it costs seconds, and no click.
//!
//! With `KLAXON_BEFORE=…/klaxon` both servers are at first of that program, an older one, and each comes back as the one
//! that is tested: an upgrade one server after the other, while people play.

use crate::{
    harness::{Driver, Scratch, browser_or_skip, launch_program, program},
    play::sit_down,
    table::{next, settled, until},
};
use anyhow::{Context, Result, bail, ensure};
use klaxon_testdb::{Cluster, free_port};
use serde_json::json;
use std::{
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use thirtyfour::prelude::*;

/// What a host is given to put in front of two servers.
const BALANCER: &str = include_str!("../../../deploy/haproxy.cfg");
/// What a newer program does to the tables that older ones go on with.
const STEP: &str = "create table klaxon.from_the_future (name text); alter table klaxon.tables add column later text; \
    insert into klaxon.beside (step, oldest) select 999, max(version) from klaxon._sqlx_migrations; \
    insert into klaxon._sqlx_migrations (version, description, success, checksum, execution_time) \
    values (999, 'from the future', true, '', 0)";
/// How long a page may be without its table when a server dies.
const MOST: Duration = Duration::from_secs(10);

/// A process that goes with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Two servers, their database, and a balancer with a door for each browser: behind the first door stands the first
/// server, behind the second the second, and the other one takes over.
struct House {
    url: String,
    ports: [u16; 2],
    servers: [Option<Running>; 2],
    doors: [u16; 2],
    _balancer: Running,
    _folder: Scratch,
    database: Cluster,
}

/// How a server ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Without a word.
    Killed,
    /// As a service manager asks it to.
    Asked,
}

impl House {
    fn open(database: Cluster) -> Result<House> {
        let (ports, doors) = ([free_port()?, free_port()?], [free_port()?, free_port()?]);
        let folder = Scratch::new("haproxy")?;
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, balancer(doors, ports)?)?;
        let haproxy = klaxon_testdb::program("haproxy").context("haproxy is not installed")?;
        let child = Command::new(haproxy).arg("-db").arg("-f").arg(&file).stderr(Stdio::null()).spawn()?;
        let url = database.database();
        let mut house = House {
            url,
            ports,
            servers: [None, None],
            doors,
            _balancer: Running(child),
            _folder: folder,
            database,
        };
        let before = std::env::var_os("KLAXON_BEFORE").map(PathBuf::from);
        for server in 0..2 {
            house.start(server, before.as_deref())?;
        }
        for door in doors {
            let begun = Instant::now();
            while !is_well(door) {
                ensure!(begun.elapsed() < Duration::from_secs(20), "the balancer lets nobody in");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        Ok(house)
    }

    /// Starts a server, of the program that is tested unless another one is given.
    fn start(&mut self, server: usize, before: Option<&Path>) -> Result<()> {
        let addr = format!("127.0.0.1:{}", self.ports[server]);
        let flags = ["--store", &self.url, "--store-connections", "4", "--behind-proxy"];
        let program = before.map_or_else(program, |before| Ok(before.to_owned()))?;
        self.servers[server] = Some(Running(launch_program(&program, &addr, &flags)?.0));
        Ok(())
    }

    /// Ends a server. One that was asked tells its pages before it goes.
    fn end(&mut self, server: usize, how: End) -> Result<()> {
        let Some(mut running) = self.servers[server].take() else { return Ok(()) };
        if how == End::Asked {
            let process = running.0.id().to_string();
            ensure!(Command::new("kill").args(["-TERM", &process]).status()?.success(), "it is there");
            ensure!(running.0.wait()?.success(), "it ends in good order");
        }
        Ok(())
    }

    fn door(&self, browser: usize) -> String {
        format!("http://127.0.0.1:{}", self.doors[browser])
    }
}

/// Does a server answer behind this door?
fn is_well(door: u16) -> bool {
    use std::io::{Read, Write};
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", door)) else { return false };
    let mut answer = String::new();
    let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").is_ok();
    asked && stream.read_to_string(&mut answer).is_ok() && answer.starts_with("HTTP/1.1 200")
}

/// The host's own settings, with two doors in place of one.
fn balancer(doors: [u16; 2], servers: [u16; 2]) -> Result<String> {
    let (defaults, rest) = BALANCER.split_once("frontend klaxon").context("a frontend")?;
    let (_, backend) = rest.split_once("\nbackend servers\n").context("a backend")?;
    let settings: Vec<&str> = backend.lines().filter(|line| !line.trim().starts_with("server ")).collect();
    let mut text = defaults.to_owned();
    for i in 0..2 {
        let (own, other) = (servers[i], servers[1 - i]);
        text += &format!(
            "frontend door{i}\n  bind 127.0.0.1:{}\n  default_backend behind{i}\n\nbackend behind{i}\n{}\n  \
             server own 127.0.0.1:{own}\n  server other 127.0.0.1:{other} backup\n\n",
            doors[i],
            settings.join("\n")
        );
    }
    Ok(text)
}

/// What a page is asked: the seat and the question. It changes with what the seat decides, and with nothing else.
async fn asked(browser: &WebDriver) -> Result<Option<String>> {
    let script = "const d = document.getElementById('turn').dataset; \
                  return d.mine === 'true' && document.querySelector('#ask .pick') ? d.q : null";
    Ok(browser.execute(script, vec![]).await?.json().as_str().map(Into::into))
}

/// Presses one of the offered buttons and does not wait for what comes of it.
async fn press(browser: &WebDriver, salt: u64) -> Result<bool> {
    let script = r"
        const all = [...document.querySelectorAll('#ask .pick')];
        const on = all.filter((b) => !/take back|return|take .* back/i.test(b.textContent));
        const picks = on.length ? on : all;
        picks[arguments[0] % picks.length]?.click();
        return picks.length > 0;";
    Ok(browser.execute(script, vec![json!(salt)]).await?.json().as_bool() == Some(true))
}

async fn answered(browser: &WebDriver, question: &str) -> Result<()> {
    let script = format!("return document.getElementById('turn').dataset.q !== '{question}'");
    until(browser, &format!("the answer to {question} counts"), &script).await
}

async fn is_over(browser: &WebDriver) -> Result<bool> {
    let over =
        browser.execute("return document.getElementById('turn').dataset.over === 'true'", vec![]).await?;
    Ok(over.json().as_bool() == Some(true))
}

/// Both decide whenever they are asked, so often, or to the end.
async fn play(browsers: [&WebDriver; 2], decisions: usize, salt: &mut u64) -> Result<()> {
    let (mut made, mut heard) = (0, Instant::now());
    while made < decisions && !is_over(browsers[0]).await? {
        for browser in browsers {
            let Some(question) = asked(browser).await? else { continue };
            if press(browser, next(salt)).await? {
                answered(browser, &question).await?;
                (made, heard) = (made + 1, Instant::now());
            }
        }
        ensure!(heard.elapsed() < Duration::from_secs(40), "nobody is asked anything");
    }
    Ok(())
}

/// Opens a table with a seat for each browser; bots have the others, and a game for one is watched by the other. Returns how
/// many of the two play.
async fn open(house: &House, browsers: [&WebDriver; 2], game: &str) -> Result<usize> {
    let [ada, bob] = browsers;
    ada.goto(format!("{}/open/{game}?seats=2", house.door(0))).await?;
    let fill = "const seats = [...document.querySelectorAll('select[id^=\"s-\"]')]; \
                seats.forEach((seat, i) => { seat.value = ['me', 'link'][i] ?? 'random'; }); \
                document.getElementById('name').value = 'Ada'; \
                return seats.every((seat) => seat.value !== '') ? seats.length : 0";
    let seats = ada.execute(fill, vec![]).await?.json().as_u64().unwrap_or(0);
    ensure!(seats > 0, "{game} has seats");
    ada.query(By::XPath("//button[text()='Open the table']")).first().await?.click().await?;
    settled(ada).await?;
    if seats == 1 {
        // A game for one: the other watches.
        let url = ada.current_url().await?;
        bob.goto(format!("{}{}", house.door(1), url.path())).await?;
        settled(bob).await?;
        return Ok(1);
    }
    let link = crate::play::seat_link(ada).await?;
    sit_down(bob, &format!("{}{link}", house.door(1))).await?;
    Ok(2)
}

/// The other decides until this one is asked something; his question.
async fn asked_next(browsers: [&WebDriver; 2], whose: usize, salt: &mut u64) -> Result<String> {
    let begun = Instant::now();
    loop {
        if let Some(question) = asked(browsers[whose]).await? {
            return Ok(question);
        }
        let other = browsers[1 - whose];
        if let Some(question) = asked(other).await?
            && press(other, next(salt)).await?
        {
            answered(other, &question).await?;
        }
        ensure!(begun.elapsed() < Duration::from_secs(30), "the turn does not come");
    }
}

const LOST: &str = "return document.getElementById('line').dataset.state !== 'live'";

/// Whoever is asked loses his server, right after his click or right before it. Returns how long it was until the click counted.
async fn lose_after_or_before_a_click(
    house: &mut House,
    browsers: [&WebDriver; 2],
    victim: usize,
    (how, after): (End, bool),
    salt: &mut u64,
) -> Result<Duration> {
    let question = asked_next(browsers, victim, salt).await?;
    let died = Instant::now();
    if after {
        press(browsers[victim], next(salt)).await?;
    }
    house.end(victim, how)?;
    if !after {
        // Whoever is told that the server goes is at the other one at once.
        if how == End::Killed {
            until(browsers[victim], "the line is lost", LOST).await?;
        }
        press(browsers[victim], next(salt)).await?;
    }
    answered(browsers[victim], &question).await.context("a click was lost")?;
    Ok(died.elapsed())
}

/// Whoever watches loses his server. Returns how long it was until he saw what was decided meanwhile.
async fn lose_while_watching(
    house: &mut House,
    browsers: [&WebDriver; 2],
    victim: usize,
    salt: &mut u64,
) -> Result<Duration> {
    let died = Instant::now();
    house.end(victim, End::Killed)?;
    until(browsers[victim], "the line is lost", LOST).await?;
    play(browsers, 1, salt).await?;
    let n = "return Number(document.getElementById('turn').dataset.n)";
    let n = browsers[1 - victim].execute(n, vec![]).await?.json().as_u64().context("a table has a number")?;
    let sees = format!("return Number(document.getElementById('turn').dataset.n) >= {n}");
    until(browsers[victim], "whoever watches sees it", &sees).await?;
    Ok(died.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_at_two_servers_lose_no_click_when_one_dies() -> Result<()> {
    if !browser_or_skip("two browsers at two servers") {
        return Ok(());
    }
    let Some(database) = Cluster::or_skip() else { return Ok(()) };
    let mut driver = Driver::start_alone().await?;
    let mut house = House::open(database)?;
    let browsers = [driver.browser(1280, 900).await?, driver.browser(1280, 900).await?];
    let both = [&browsers[0], &browsers[1]];
    let whole = std::env::var("KLAXON_SOAK").is_ok();
    let mut salt = 17;
    for (round, game) in
        ["red-alert", "star-trek", "federation", "starcraft", "space-alert"].iter().enumerate()
    {
        let players = open(&house, both, game).await.with_context(|| format!("{game} is not opened"))?;
        play(both, 3, &mut salt).await.with_context(|| game.to_string())?;
        // Each server dies once in each game, one right after a click and the other right before one.
        for victim in [round % 2, 1 - round % 2] {
            let after = (round + victim) % 2 == 0;
            let took = if victim < players {
                lose_after_or_before_a_click(&mut house, both, victim, (End::Killed, after), &mut salt).await
            } else {
                lose_while_watching(&mut house, both, victim, &mut salt).await
            };
            let took = took.with_context(|| format!("{game}, without server {}", victim + 1))?;
            let when = match (victim < players, after) {
                (true, true) => "after a click",
                (true, false) => "before a click",
                (false, _) => "under somebody who watched",
            };
            println!("{game}: server {} died {when}; the table went on after {took:?}", victim + 1);
            ensure!(took < MOST, "{game}: {took:?} without the table");
            for browser in both {
                settled(browser).await?;
            }
            play(both, 2, &mut salt).await.with_context(|| game.to_string())?;
            let wrong = both[victim].execute("return window.wrong", vec![]).await?;
            ensure!(wrong.json() == &json!([]), "{game}: {}", wrong.json());
            house.start(victim, None)?;
            // The balancer lets it in again before the next one dies.
            tokio::time::sleep(Duration::from_millis(1500)).await;
        }
        if whole {
            play(both, usize::MAX, &mut salt).await.with_context(|| game.to_string())?;
        }
    }
    let (ok, told) = check(&house.url)?;
    if !ok {
        bail!("a log does not verify: {told}");
    }
    for browser in browsers {
        browser.quit().await?;
    }
    Ok(())
}

/// An upgrade: one server after the other is asked to end and comes back, the first with tables that a newer program has added to.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_at_two_servers_lose_no_click_when_both_are_replaced() -> Result<()> {
    if !browser_or_skip("two browsers at two servers that are replaced") {
        return Ok(());
    }
    let Some(database) = Cluster::or_skip() else { return Ok(()) };
    let mut driver = Driver::start_alone().await?;
    let mut house = House::open(database)?;
    let browsers = [driver.browser(1280, 900).await?, driver.browser(1280, 900).await?];
    let both = [&browsers[0], &browsers[1]];
    let mut salt = 23;
    open(&house, both, "red-alert").await?;
    play(both, 3, &mut salt).await?;
    for (round, (server, after)) in [(0, true), (1, true), (0, false), (1, false)].into_iter().enumerate() {
        let took =
            lose_after_or_before_a_click(&mut house, both, server, (End::Asked, after), &mut salt).await?;
        println!(
            "server {} was replaced {} a click; the table went on after {took:?}",
            server + 1,
            if after { "after" } else { "before" }
        );
        ensure!(took < MOST, "{took:?} without the table");
        // A program that is really newer does it by itself.
        if round == 0 && std::env::var_os("KLAXON_BEFORE").is_none() {
            let name = house.url.rsplit('/').next().and_then(|name| name.split('?').next());
            house.database.psql(name.context("a database has a name")?, STEP)?;
        }
        house.start(server, None)?;
        for browser in both {
            settled(browser).await?;
        }
        play(both, 2, &mut salt).await?;
        let wrong = both[server].execute("return window.wrong", vec![]).await?;
        ensure!(wrong.json() == &json!([]), "{}", wrong.json());
        // The balancer lets it in again before the other one goes.
        tokio::time::sleep(Duration::from_millis(1500)).await;
    }
    let (ok, told) = check(&house.url)?;
    ensure!(ok, "a log does not verify: {told}");
    for browser in browsers {
        browser.quit().await?;
    }
    Ok(())
}

/// Every log there verifies.
fn check(url: &str) -> Result<(bool, String)> {
    let out = Command::new(program()?).args(["check", url]).output()?;
    Ok((out.status.success(), String::from_utf8_lossy(&out.stdout).into_owned()))
}
