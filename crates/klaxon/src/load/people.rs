//! How fast are the pages of a server that many people have played at? A store of its own is filled with accounts and finished games, and
//! pages are asked for, as many people would.

use super::{Load, Opened, Spread, hostile::Server, http::Connection};
use crate::out;
use anyhow::{Context, Result, ensure};
use klaxon_catalog::shelf;
use klaxon_core::Chance;
use klaxon_store::{
    Account, AccountChange, Belongings, GameResult, NewTable, Played, Pool, ResultChange, Store, Table,
    TableState,
};
use klaxon_web::ratings::{self, Book, Pace};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    process::ExitCode,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::task::JoinSet;

/// Pages take at most so long, for 99 of 100.
const PAGE_MS: f64 = 20.0;
/// Requests that are on their way to the store at once: they share commits.
const AT_ONCE: usize = 512;
/// Of so many games one is rated for two accounts; the rest are alone, with bots or unrated.
const RATED: u32 = 2;
/// Public tables that wait, and that are played.
const WAITING: usize = 10_000;
const RUNNING: usize = 10_000;
/// Who looks, and how many look at once.
const VIEWER: &str = "Viewer";
const LOOKERS: usize = 4;
/// Pages of each kind that are asked for at most.
const MOST_ASKED: usize = 1000;
/// Of so many who play most the profiles are looked up anew, and of so many again and again.
const COLD: usize = 200;
const WARM: usize = 10;

/// What was measured of one page.
#[derive(Serialize)]
struct Measured {
    page: String,
    asked: usize,
    #[serde(flatten)]
    times: Spread,
    kilobytes: f64,
}

/// Fills a store, asks for pages, and says whether one of them is slow.
pub async fn run(load: &Load) -> Result<ExitCode> {
    let server = Server::start(&[])?;
    server.wait().await?;
    let cookie = sign_up(&server).await?;
    let begun = Instant::now();
    let store = Store::open(&server.folder).await.context("the store cannot be filled")?;
    let mut town = Town::new(&server, &store, load.accounts).await?;
    town.fill(load.results as usize).await?;
    store.close().await?;
    let filled = begun.elapsed();
    let mut all = Vec::new();
    for (name, paths, how) in town.pages() {
        let who = if name.ends_with("signed in") { cookie.as_str() } else { "" };
        all.push(ask(&server, name, paths, how, who, load.seconds).await?);
    }
    let slow = all.iter().any(|page| page.times.p99_ms >= PAGE_MS);
    if load.json {
        out::json(
            &json!({ "accounts": load.accounts, "results": load.results, "filled_in_seconds": filled.as_secs_f64(),
            "goal_ms": PAGE_MS, "pages": all }),
        )?;
    } else {
        out::line(format!(
            "{} accounts, {} finished games, filled in {:.0} s; {LOOKERS} at once",
            load.accounts,
            load.results,
            filled.as_secs_f64()
        ))?;
        for page in &all {
            let late = if page.times.p99_ms >= PAGE_MS { "  slow" } else { "" };
            out::line(format!("{:<28} {:>5} times  {}{late}", page.page, page.asked, page.times))?;
        }
    }
    Ok(ExitCode::from(u8::from(slow)))
}

/// Makes an account by the page, as somebody would; its cookie.
async fn sign_up(server: &Server) -> Result<String> {
    let mut line = Connection::open(server.addr).await?;
    let form = format!("name={VIEWER}&password=nine+horses+by+the+shore");
    line.send_form("/account/new", &form).await
}

/// How pages of a kind are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Round and round: what the server keeps in mind for a moment counts as well.
    Again,
    /// Each page once: the server has to look everything up.
    Once,
}

/// Asks for pages of one kind, for a while.
async fn ask(
    server: &Server,
    name: &str,
    paths: Vec<String>,
    how: How,
    cookie: &str,
    seconds: f64,
) -> Result<Measured> {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut lookers = JoinSet::new();
    for i in 0..LOOKERS {
        let (addr, cookie, paths) = (server.addr, cookie.to_owned(), paths.clone());
        lookers.spawn(async move {
            let mut line = Connection::open(addr).await?;
            let (mut times, mut bytes) = (Vec::new(), 0);
            let asked: Vec<&String> = match how {
                How::Again => {
                    paths.iter().cycle().skip(i * paths.len() / LOOKERS).take(MOST_ASKED / LOOKERS).collect()
                }
                How::Once => paths.iter().skip(i).step_by(LOOKERS).collect(),
            };
            for path in asked {
                let begun = Instant::now();
                let (status, body) = line.page(path, &cookie).await?;
                times.push(begun.elapsed().as_secs_f64() * 1000.0);
                ensure!(status == 200, "{path} was answered with {status}");
                bytes += body.len();
                if Instant::now() > end {
                    break;
                }
            }
            Ok::<_, anyhow::Error>((times, bytes))
        });
    }
    let (mut times, mut bytes) = (Vec::new(), 0);
    while let Some(done) = lookers.join_next().await {
        let (more, size) = done??;
        times.extend(more);
        bytes += size;
    }
    let asked = times.len();
    let kilobytes = bytes as f64 / 1000.0 / asked.max(1) as f64;
    Ok(Measured { page: name.into(), asked, times: Spread::of(times), kilobytes })
}

/// A game as it is stored here, to be stored many times.
struct Pattern {
    game: &'static str,
    scenarios: Vec<String>,
    header: String,
    meta: Value,
    /// Two sides that play against each other.
    duel: bool,
    /// It has a board of best scores.
    scored: bool,
}

impl Pattern {
    async fn of(line: &mut Connection, store: &Store, game: &'static str) -> Result<Pattern> {
        let seats = shelf::menu(game).map_or(0, |menu| menu.scenarios[0].seats.len());
        let order = json!({ "game": game, "seats": vec!["api"; seats] }).to_string();
        let (status, body) = line.post("/api/v1/tables", "", &order).await?;
        ensure!(
            status == 201,
            "no table of {game} was opened ({status}): {}",
            String::from_utf8_lossy(&body)
        );
        let Opened { id, .. } = serde_json::from_slice(&body)?;
        let Table { header, meta, .. } = store.table(&id).await?.context("the table is stored")?;
        let meta: Value = serde_json::from_str(&meta)?;
        let menu = shelf::menu(game).context("a menu")?;
        let scenarios = menu.scenarios.iter().map(|scenario| scenario.id.clone()).collect();
        let scored = ["federation", "space-alert"].contains(&game);
        Ok(Pattern { game, scenarios, header, meta, duel: seats == 2 && !scored, scored })
    }
}

/// All that is put into the store.
struct Town<'a> {
    store: &'a Store,
    /// Ids and names; the first is whoever looks.
    people: Vec<(String, String)>,
    patterns: Vec<Pattern>,
    chance: Chance,
    now: u64,
}

impl<'a> Town<'a> {
    async fn new(server: &Server, store: &'a Store, accounts: u32) -> Result<Town<'a>> {
        let viewer =
            store.accounts().named(klaxon_web::fold(VIEWER)).await?.context("the viewer has an account")?;
        let mut people = vec![(viewer.person, viewer.name)];
        let mut line = Connection::open(server.addr).await?;
        let mut patterns = Vec::new();
        for cover in shelf::games() {
            patterns.push(Pattern::of(&mut line, store, cover.id).await?);
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
        let made: Vec<Account> = (1..accounts).map(|i| account(i, now)).collect();
        for page in made.chunks(AT_ONCE) {
            let jobs = page.iter().map(|account| {
                store.accounts().change(AccountChange::Make(Box::new(Belongings::of(account.clone()))))
            });
            for done in futures_util::future::join_all(jobs).await {
                done?;
            }
        }
        people.extend(made.into_iter().map(|account| (account.person, account.name)));
        Ok(Town { store, people, patterns, chance: Chance::quick(18), now })
    }

    /// Somebody: a few play much, and many little.
    fn somebody(&mut self) -> usize {
        let n = self.people.len() as u64;
        let u = u64::from(self.chance.below(1 << 15));
        ((u * u * n) >> 30) as usize
    }

    fn holder(&self, i: usize) -> Value {
        let (id, name) = &self.people[i];
        json!({ "person": { "ids": [id], "name": format!("@{name}"), "standing": "account" } })
    }

    /// A table like the pattern at which these people sit, bots elsewhere, and one seat free if it waits.
    fn table(
        &self,
        number: usize,
        pattern: &Pattern,
        sit: &[usize],
        state: TableState,
    ) -> (NewTable, Vec<String>) {
        let mut meta = pattern.meta.clone();
        let chairs = meta["chairs"].as_array_mut().into_iter().flatten();
        for (i, chair) in chairs.enumerate() {
            chair["holder"] = match sit.get(i) {
                Some(person) => self.holder(*person),
                None if state == TableState::Open => json!("open"),
                None => json!({ "bot": { "level": "normal" } }),
            };
        }
        meta["public"] = json!(true);
        meta["owner"] = json!(self.people[sit[0]].0);
        let table = NewTable {
            id: format!("town{number:06}"),
            game: pattern.game.into(),
            created_at: self.now - 1000 * (2_000_000 - number as u64),
            header: pattern.header.clone(),
            meta: meta.to_string(),
            state,
            owner: Some(self.people[sit[0]].0.clone()),
            listed: true,
        };
        (table, sit.iter().map(|i| self.people[*i].0.clone()).collect())
    }

    async fn fill(&mut self, results: usize) -> Result<()> {
        let bar = out::progress(results as u64, "filling");
        let (mut books, mut through): (BTreeMap<Pool, Book>, BTreeMap<Pool, u64>) = Default::default();
        let mut made = 0;
        while made < results {
            let n = AT_ONCE.min(results - made);
            let page: Vec<_> = (made..made + n).map(|number| self.game(number)).collect();
            self.keep_tables(
                page.iter().map(|(table, members, _)| (table.clone(), members.clone())).collect(),
            )
            .await?;
            let keep = page.iter().map(|(_, _, result)| {
                self.store.results().write(ResultChange::Keep(Box::new(result.clone())))
            });
            let mut rated: BTreeMap<Pool, Vec<GameResult>> = BTreeMap::new();
            for (number, (_, _, result)) in futures_util::future::join_all(keep).await.into_iter().zip(&page)
            {
                let number: u64 = number?.context("a result has a number")?.parse()?;
                if result.rated {
                    rated
                        .entry(result.pool.clone())
                        .or_default()
                        .push(GameResult { number, ..result.clone() });
                }
            }
            // One result after the other in each pool, all pools at once.
            let mut jobs = Vec::new();
            for (pool, mut results) in rated {
                results.sort_by_key(|result| result.number);
                let (book, last) =
                    (books.entry(pool.clone()).or_default(), through.entry(pool.clone()).or_default());
                let mut changes = Vec::new();
                for result in results {
                    let ratings = ratings::after(book, &result);
                    book.extend(ratings.iter().map(|(_, rating)| (rating.person.clone(), rating.clone())));
                    let after = std::mem::replace(last, result.number);
                    changes.push(ResultChange::Rate {
                        number: result.number,
                        after,
                        pool: pool.clone(),
                        ratings,
                    });
                }
                jobs.push(self.rate(changes));
            }
            for done in futures_util::future::join_all(jobs).await {
                done?;
            }
            made += n;
            bar.inc(n as u64);
        }
        bar.finish_and_clear();
        let mut tables = Vec::new();
        for i in 0..WAITING + RUNNING {
            let pattern = &self.patterns[i % self.patterns.len()];
            let seats = pattern.meta["chairs"].as_array().map_or(1, Vec::len);
            let (state, sit) =
                if i < WAITING && seats > 1 { (TableState::Open, 1) } else { (TableState::Playing, seats) };
            let people: Vec<usize> = (0..sit).map(|k| (i * 7 + k) % self.people.len()).collect();
            tables.push(self.table(results + i, pattern, &people, state));
        }
        self.keep_tables(tables).await
    }

    async fn rate(&self, changes: Vec<ResultChange>) -> Result<()> {
        for change in changes {
            self.store.results().write(change).await?.context("a result is rated in its order")?;
        }
        Ok(())
    }

    async fn keep_tables(&self, tables: Vec<(NewTable, Vec<String>)>) -> Result<()> {
        for page in tables.chunks(AT_ONCE) {
            let jobs = page.iter().map(|(table, members)| async move {
                self.store.create(table.clone()).await?;
                self.store.set_members(&table.id, members).await
            });
            for done in futures_util::future::join_all(jobs).await {
                done?;
            }
        }
        Ok(())
    }

    /// A finished game: its table, whose it is, and its result.
    fn game(&mut self, number: usize) -> (NewTable, Vec<String>, GameResult) {
        let which = [0, 0, 0, 1, 1, 2, 3, 4][self.chance.below(8) as usize] % self.patterns.len();
        let (one, mut other) = (self.somebody(), self.somebody());
        if one == other {
            other = (one + 1) % self.people.len();
        }
        let rated = self.patterns[which].duel && self.chance.below(RATED) == 0 && one != other;
        let with = self.patterns[which].duel && (rated || self.chance.below(2) == 0);
        let outcome = [-1, 1][self.chance.below(2) as usize];
        let points = i64::from(self.chance.below(1200));
        let scenario = self.chance.below(self.patterns[which].scenarios.len() as u32) as usize;
        let pace = if self.chance.below(3) == 0 { Pace::Days } else { Pace::Live };
        let pattern = &self.patterns[which];
        let sit: Vec<usize> = if with { vec![one, other] } else { vec![one] };
        let (table, members) = self.table(number, pattern, &sit, TableState::Over);
        let played = |seat: u8, outcome: i8| {
            let person = sit.get(usize::from(seat)).map(|i| self.people[*i].0.clone());
            let label = if person.is_some() { String::new() } else { "normal bot".into() };
            let side =
                pattern.meta["chairs"][usize::from(seat)]["name"].as_str().unwrap_or_default().to_owned();
            Played { seat, person, label, side, outcome, rating: None, name: None }
        };
        let players = if pattern.duel {
            vec![played(0, outcome), played(1, -outcome)]
        } else {
            vec![played(0, outcome)]
        };
        let at = self.now - 1000 * (2_000_000 - number as u64);
        let body = json!({ "title": pattern.meta["title"], "text": "It ended.", "turns": 9, "teams": [0, 1], "bots": [null, null] });
        let result = GameResult {
            number: 0,
            table: table.id.clone(),
            pool: ratings::pool(pattern.game, pace, true),
            scenario: pattern.scenarios[scenario].clone(),
            rated,
            ended_at: at,
            shown_from: at,
            linked: true,
            score: pattern.scored.then_some(points),
            body: body.to_string(),
            players,
        };
        (table, members, result)
    }

    /// What is looked at, by kinds.
    fn pages(&self) -> Vec<(&'static str, Vec<String>, How)> {
        let one = |path: &str| vec![path.to_owned()];
        let step = (self.people.len() / 200).max(1);
        let profiles = |from: usize, step: usize| -> Vec<String> {
            self.people
                .iter()
                .skip(from)
                .step_by(step)
                .take(200)
                .map(|(_, name)| format!("/p/{name}"))
                .collect()
        };
        let rankings = shelf::games().iter().map(|cover| format!("/ranking/{}", cover.id)).collect();
        vec![
            ("home", one("/"), How::Again),
            ("home, signed in", one("/"), How::Again),
            ("lobby", one("/lobby"), How::Again),
            ("lobby, signed in", one("/lobby?game=red-alert"), How::Again),
            ("profile", profiles(1, step), How::Again),
            ("profile of who plays most", profiles(0, 1).into_iter().take(COLD).collect(), How::Once),
            ("the same again", profiles(0, 1).into_iter().take(WARM).collect(), How::Again),
            ("own profile, signed in", one(&format!("/p/{VIEWER}")), How::Again),
            ("ranking", rankings, How::Again),
        ]
    }
}

fn account(i: u32, now: u64) -> Account {
    Account {
        person: format!("{i:032x}"),
        name: format!("player{i}"),
        folded: klaxon_web::fold(&format!("player{i}")),
        created_at: now - u64::from(i) * 1000,
        password: None,
        owner: None,
        settings: "{}".into(),
    }
}
