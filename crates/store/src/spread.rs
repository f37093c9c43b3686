//! Several databases that make up one store: each table lies in one of them, by its id. For a house that has outgrown one
//! database; docs/scale.md says when that is. People and settings lie in the first.
//!
//! A move touches the database of its table and no other. Lists ask all of them and put the answers together. How many
//! there are and in which order is written into each: a store that is opened with others, or with one of them alone, is
//! refused. More of them are had by `klaxon copy` into new ones.

use crate::notices::{Heard, Wires};
use crate::results::{Fared, GameResult, Point, Pool, Rating, ResultChange, Results, Tie, Which};
use crate::shared::{Head, Shared};
use crate::{Account, AccountChange, Accounts, Belongings, Device, Passkey, Token};
use crate::{Answer, AppendError, Engine, Nats, Postgres, Stats, StoreError};
use crate::{Append, Filter, Listed, Message, Millis, NewMessage, NewTable, Person, Table, TableState};
use crate::{Studies, Study, StudyChange, StudyList};
use futures_util::future::{join_all, try_join_all};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Mutex, mpsc};

/// The setting that says which of how many databases this is.
pub(crate) const PART: &str = "database";
/// Numbers for new tables that are taken from the first database at a time.
const NUMBERS: u32 = 64;
/// How long somebody who wants to open a table waits for one.
const PATIENCE: Duration = Duration::from_secs(8);

/// A store in several PostgreSQL databases.
pub struct Spread {
    parts: Vec<Postgres>,
    warnings: Vec<String>,
    /// Numbers for new tables, taken before they are needed: whoever creates a table and writes to it at once must not be
    /// overtaken by himself.
    numbers: Mutex<mpsc::Receiver<i64>>,
}

impl Spread {
    /// Opens, or makes, a store in these databases, always to be named in the same order.
    pub async fn open(urls: &[&str], connections: u32, nats: Option<&Nats>) -> Result<Spread, StoreError> {
        let mut parts = Vec::with_capacity(urls.len());
        for (i, url) in urls.iter().enumerate() {
            let wires: Arc<dyn Wires> = match nats {
                Some(nats) => Arc::new(nats.part(i)),
                None => Postgres::notify(url)?,
            };
            parts.push(Postgres::open_part(url, connections, wires, &name(i, urls.len())).await?);
        }
        let numbers = parts[0].numbers(NUMBERS).await?;
        Ok(Spread::over(parts, numbers))
    }

    /// The same for reading only.
    pub async fn open_read_only(urls: &[&str], connections: u32) -> Result<Spread, StoreError> {
        let mut parts = Vec::with_capacity(urls.len());
        for (i, url) in urls.iter().enumerate() {
            parts.push(Postgres::open_part_read_only(url, connections, &name(i, urls.len())).await?);
        }
        let (_, numbers) = mpsc::channel(1);
        Ok(Spread::over(parts, numbers))
    }

    fn over(parts: Vec<Postgres>, numbers: mpsc::Receiver<i64>) -> Spread {
        let warnings = parts.iter().flat_map(|part| part.warnings()).cloned().collect();
        Spread { parts, warnings, numbers: Mutex::new(numbers) }
    }

    fn first(&self) -> &Postgres {
        &self.parts[0]
    }

    /// The database of a table.
    fn of(&self, table: &str) -> &Postgres {
        &self.parts[place(table, self.parts.len())]
    }

    /// These tables by their database.
    fn apart(&self, tables: Vec<String>) -> impl Iterator<Item = (&Postgres, Vec<String>)> {
        let mut apart = vec![Vec::new(); self.parts.len()];
        for table in tables {
            apart[place(&table, self.parts.len())].push(table);
        }
        self.parts.iter().zip(apart).filter(|(_, tables)| !tables.is_empty())
    }

    /// The next number of a table, which lists are ordered by. Servers take some at a time, so that tables that are made at
    /// several of them at the same moment may stand in another order.
    async fn number(&self) -> Result<i64, StoreError> {
        let mut numbers = self.numbers.lock().await;
        match tokio::time::timeout(PATIENCE, numbers.recv()).await {
            Ok(number) => number.ok_or(StoreError::Closed),
            Err(_) => Err(StoreError::Unreachable { what: "it gives no numbers for new tables".into() }),
        }
    }
}

/// Which of so many databases a table lies in. Never to be changed: stores are laid out by it.
fn place(table: &str, parts: usize) -> usize {
    let hash = table.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    // Mixed once more: by itself this hash spreads short words badly.
    let hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    ((hash ^ hash >> 33) % parts as u64) as usize
}

fn name(i: usize, of: usize) -> String {
    format!("{} of {of}", i + 1)
}

impl Engine for Spread {
    fn create(&self, table: NewTable) -> Answer<'_, ()> {
        Box::pin(async move {
            let number = self.number().await?;
            self.of(&table.id).create_as(table, Some(number)).await
        })
    }

    fn table(&self, table: String) -> Answer<'_, Option<Table>> {
        self.of(&table).table(table)
    }

    fn set_meta(&self, table: String, meta: String, state: TableState, listed: bool) -> Answer<'_, ()> {
        self.of(&table).set_meta(table, meta, state, listed)
    }

    fn delete(&self, table: String, unless_since: Millis) -> Answer<'_, ()> {
        self.of(&table).delete(table, unless_since)
    }

    fn set_members(&self, table: String, people: Vec<String>) -> Answer<'_, ()> {
        self.of(&table).set_members(table, people)
    }

    fn members(&self, table: String) -> Answer<'_, Vec<String>> {
        self.of(&table).members(table)
    }

    fn list(&self, filter: Filter) -> Answer<'_, Vec<Table>> {
        Box::pin(async move {
            let pages = try_join_all(self.parts.iter().map(|part| part.list(filter.clone()))).await?;
            let mut tables: Vec<Table> = pages.into_iter().flatten().collect();
            tables.sort_by_key(|table| std::cmp::Reverse(table.seq));
            tables.truncate(filter.limit as usize);
            Ok(tables)
        })
    }

    fn listed(&self) -> Answer<'_, Vec<Listed>> {
        Box::pin(async move {
            let parts = try_join_all(self.parts.iter().map(|part| part.listed())).await?;
            let mut all: Vec<Listed> = parts.into_iter().flatten().collect();
            all.sort_by_key(|table| std::cmp::Reverse(table.seq));
            Ok(all)
        })
    }

    fn tables(&self, tables: Vec<String>) -> Answer<'_, Vec<Table>> {
        Box::pin(async move {
            let parts = self.apart(tables).map(|(part, tables)| part.tables(tables));
            Ok(try_join_all(parts).await?.into_iter().flatten().collect())
        })
    }

    fn append(&self, append: Append) -> Answer<'_, (), AppendError> {
        self.of(&append.table).append(append)
    }

    fn entries(&self, table: String, after: u32) -> Answer<'_, Vec<String>> {
        self.of(&table).entries(table, after)
    }

    fn put_snapshot(&self, table: String, n: u32, bytes: Vec<u8>) -> Answer<'_, ()> {
        self.of(&table).put_snapshot(table, n, bytes)
    }

    fn snapshot(&self, table: String) -> Answer<'_, Option<(u32, Vec<u8>)>> {
        self.of(&table).snapshot(table)
    }

    fn delete_snapshot(&self, table: String) -> Answer<'_, ()> {
        self.of(&table).delete_snapshot(table)
    }

    fn say(&self, table: String, message: NewMessage) -> Answer<'_, u64> {
        self.of(&table).say(table, message)
    }

    fn messages(&self, table: String, after: u64, limit: u32) -> Answer<'_, Vec<Message>> {
        self.of(&table).messages(table, after, limit)
    }

    fn person(&self, person: String) -> Answer<'_, Option<Person>> {
        self.first().person(person)
    }

    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<Person>> {
        self.first().people(after, limit)
    }

    fn upsert_person(&self, person: Person) -> Answer<'_, ()> {
        self.first().upsert_person(person)
    }

    fn accounts(&self) -> &dyn Accounts {
        self
    }

    fn studies(&self) -> &dyn Studies {
        self
    }

    fn results(&self) -> &dyn Results {
        self
    }

    /// What was reported and imposed lies in the first database, like whoever it is about.
    fn moderation(&self) -> &dyn crate::Moderation {
        self.first()
    }

    /// Channels lie in the first database, like whoever they belong to.
    fn channels(&self) -> &dyn crate::Channels {
        self.first()
    }

    /// Tournaments and clubs as well.
    fn tournaments(&self) -> &dyn crate::Tournaments {
        self.first()
    }

    fn clubs(&self) -> &dyn crate::Clubs {
        self.first()
    }

    fn setting(&self, key: String) -> Answer<'_, Option<Vec<u8>>> {
        self.first().setting(key)
    }

    fn settings(&self) -> Answer<'_, Vec<(String, Vec<u8>)>> {
        Box::pin(async move {
            let mut settings = self.first().settings().await?;
            settings.retain(|(key, _)| key != PART);
            Ok(settings)
        })
    }

    fn settings_under(&self, prefix: String) -> Answer<'_, Vec<(String, Vec<u8>)>> {
        Box::pin(async move {
            let mut settings = self.first().settings_under(prefix).await?;
            settings.retain(|(key, _)| key != PART);
            Ok(settings)
        })
    }

    fn set_setting_once(&self, key: String, bytes: Vec<u8>) -> Answer<'_, Vec<u8>> {
        self.first().set_setting_once(key, bytes)
    }

    fn backup(&self, path: PathBuf) -> Answer<'_, ()> {
        self.first().backup(path)
    }

    fn stats(&self) -> Stats {
        let mut all = Stats::default();
        for part in &self.parts {
            all.add(&part.stats());
        }
        all
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn shared(&self) -> Option<&dyn Shared> {
        Some(self)
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let closed = join_all(self.parts.iter().map(Engine::close)).await;
            closed.into_iter().collect()
        })
    }
}

/// Accounts lie in the first database, what their people have said with its table.
impl Accounts for Spread {
    fn change(&self, change: AccountChange) -> Answer<'_, Option<String>> {
        match change {
            AccountChange::Resay { .. } => Box::pin(async move {
                try_join_all(self.parts.iter().map(|part| part.change(change.clone()))).await?;
                Ok(None)
            }),
            change => self.first().change(change),
        }
    }

    fn account(&self, person: String) -> Answer<'_, Option<Account>> {
        self.first().account(person)
    }

    fn named(&self, folded: String) -> Answer<'_, Option<Account>> {
        self.first().named(folded)
    }

    fn accounts(&self, after: String, limit: u32) -> Answer<'_, Vec<Account>> {
        Accounts::accounts(self.first(), after, limit)
    }

    fn bots(&self, owner: String) -> Answer<'_, Vec<Account>> {
        self.first().bots(owner)
    }

    fn belongings(&self, person: String) -> Answer<'_, Option<Belongings>> {
        self.first().belongings(person)
    }

    fn passkey(&self, id: String) -> Answer<'_, Option<Passkey>> {
        self.first().passkey(id)
    }

    fn device(&self, mark: String) -> Answer<'_, Option<(Device, Account)>> {
        self.first().device(mark)
    }

    fn token(&self, mark: String) -> Answer<'_, Option<(Token, Account)>> {
        self.first().token(mark)
    }

    fn ticket(&self, mark: String, now: Millis) -> Answer<'_, Option<String>> {
        self.first().ticket(mark, now)
    }
}

/// Studies lie in the first database, beside the people whose they are.
impl Studies for Spread {
    fn change_study(&self, change: StudyChange) -> Answer<'_, bool> {
        self.first().change_study(change)
    }

    fn study(&self, id: String) -> Answer<'_, Option<Study>> {
        self.first().study(id)
    }

    fn studies(&self, list: StudyList, limit: u32) -> Answer<'_, Vec<Study>> {
        Studies::studies(self.first(), list, limit)
    }
}

/// Results lie in the first database, with the accounts.
impl Results for Spread {
    fn write(&self, change: ResultChange) -> Answer<'_, Option<String>> {
        Results::write(self.first(), change)
    }

    fn result(&self, table: String) -> Answer<'_, Option<GameResult>> {
        Results::result(self.first(), table)
    }

    fn without(&self, tables: Vec<String>) -> Answer<'_, Vec<String>> {
        Results::without(self.first(), tables)
    }

    fn after(&self, number: u64, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Results::after(self.first(), number, limit)
    }

    fn rated(&self, pool: Pool, after: u64, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Results::rated(self.first(), pool, after, limit)
    }

    fn results(&self, which: Which) -> Answer<'_, Vec<GameResult>> {
        Results::results(self.first(), which)
    }

    fn scores(&self, game: String, scenario: String, now: Millis, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Results::scores(self.first(), game, scenario, now, limit)
    }

    fn usual(&self, game: String, scenario: String, now: Millis) -> Answer<'_, Option<(u64, i64)>> {
        Results::usual(self.first(), game, scenario, now)
    }

    fn fared(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, Vec<Fared>> {
        Results::fared(self.first(), person, shown_at)
    }

    fn met(&self, person: String, shown_at: Option<Millis>, limit: u32) -> Answer<'_, Vec<(String, u64)>> {
        Results::met(self.first(), person, shown_at, limit)
    }

    fn upset(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, bool> {
        Results::upset(self.first(), person, shown_at)
    }

    fn through(&self, pool: Pool) -> Answer<'_, u64> {
        Results::through(self.first(), pool)
    }

    fn ratings(&self, person: String) -> Answer<'_, Vec<Rating>> {
        Results::ratings(self.first(), person)
    }

    fn ratings_of(&self, people: Vec<String>) -> Answer<'_, Vec<Rating>> {
        Results::ratings_of(self.first(), people)
    }

    fn ratings_in(&self, pool: Pool, after: String, limit: u32) -> Answer<'_, Vec<Rating>> {
        Results::ratings_in(self.first(), pool, after, limit)
    }

    fn ranking(&self, pool: Pool, limit: u32) -> Answer<'_, Vec<(String, Rating)>> {
        Results::ranking(self.first(), pool, limit)
    }

    fn curve(&self, person: String, pool: Pool, limit: u32) -> Answer<'_, Vec<Point>> {
        Results::curve(self.first(), person, pool, limit)
    }

    fn curves(&self, person: String, limit: u32) -> Answer<'_, Vec<(Pool, Point)>> {
        Results::curves(self.first(), person, limit)
    }

    fn ties(&self, person: String, tie: Tie) -> Answer<'_, Vec<(String, String)>> {
        Results::ties(self.first(), person, tie)
    }

    fn apart(&self, one: String, other: String) -> Answer<'_, bool> {
        Results::apart(self.first(), one, other)
    }

    fn blocked_by(&self, person: String) -> Answer<'_, Vec<String>> {
        Results::blocked_by(self.first(), person)
    }

    fn waits(&self, person: String) -> Answer<'_, Option<(String, String)>> {
        Results::waits(self.first(), person)
    }
}

/// A server has the same number in every database, given by the first; each knows by itself whether it is still there.
impl Shared for Spread {
    fn arrive(&self, name: String) -> Answer<'_, u64> {
        Box::pin(async move {
            let node = self.first().arrive(name.clone()).await?;
            try_join_all(self.parts[1..].iter().map(|part| part.arrive_as(node, name.clone()))).await?;
            Ok(node)
        })
    }

    fn beat(&self, node: u64) -> Answer<'_, Option<Vec<u64>>> {
        Box::pin(async move {
            // Whoever counts as gone in one of them has lost his tables there, and comes back with a new number everywhere.
            let beats = join_all(self.parts.iter().map(|part| part.beat(node))).await;
            let mut living: Option<Vec<u64>> = None;
            for beat in beats {
                let Some(there) = beat? else { return Ok(None) };
                living = Some(match living {
                    Some(living) => living.into_iter().filter(|node| there.contains(node)).collect(),
                    None => there,
                });
            }
            Ok(living)
        })
    }

    fn leave(&self, node: u64) -> Answer<'_, ()> {
        Box::pin(async move { try_join_all(self.parts.iter().map(|part| part.leave(node))).await.map(drop) })
    }

    fn heads(&self, tables: Vec<String>) -> Answer<'_, Vec<Head>> {
        Box::pin(async move {
            let heads = try_join_all(self.apart(tables).map(|(part, tables)| part.heads(tables))).await?;
            Ok(heads.concat())
        })
    }

    fn set_meta_if(
        &self,
        table: String,
        rev: u64,
        meta: String,
        state: TableState,
        listed: bool,
        members: Option<Vec<String>>,
    ) -> Answer<'_, ()> {
        self.of(&table).set_meta_if(table, rev, meta, state, listed, members)
    }

    fn take_charge(&self, tables: Vec<String>, node: u64) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let taken = self.apart(tables).map(|(part, tables)| part.take_charge(tables, node));
            Ok(try_join_all(taken).await?.concat())
        })
    }

    fn left_behind(&self, node: u64, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let left = try_join_all(self.parts.iter().map(|part| part.left_behind(node, limit))).await?;
            Ok(left.concat())
        })
    }

    fn let_go(&self, tables: Vec<String>) -> Answer<'_, ()> {
        Box::pin(async move {
            let let_go = self.apart(tables).map(|(part, tables)| part.let_go(tables));
            try_join_all(let_go).await.map(drop)
        })
    }

    fn give_up_charge(&self, tables: Vec<String>, node: u64) -> Answer<'_, ()> {
        Box::pin(async move {
            let given = self.apart(tables).map(|(part, tables)| part.give_up_charge(tables, node));
            try_join_all(given).await.map(drop)
        })
    }

    fn set_presence(&self, table: String, node: u64, body: Option<Vec<u8>>) -> Answer<'_, ()> {
        self.of(&table).set_presence(table, node, body)
    }

    fn presence(&self, table: String) -> Answer<'_, Vec<(u64, Vec<u8>)>> {
        self.of(&table).presence(table)
    }

    fn listen(&self) -> mpsc::Receiver<Heard> {
        let (told, heard) = mpsc::channel(1);
        for part in &self.parts {
            let (mut from, told) = (part.listen(), told.clone());
            tokio::spawn(async move {
                while let Some(heard) = from.recv().await {
                    if told.send(heard).await.is_err() {
                        return;
                    }
                }
            });
        }
        heard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores are laid out by this: it stays as it is.
    #[test]
    fn tables_are_spread_evenly_and_always_alike() {
        let ids = ["t1", "8t89p33uks", "u348dm6iir", "pddjyeunnp", "38td74m7yp", ""];
        assert_eq!(ids.map(|id| place(id, 2)), [1, 1, 1, 1, 0, 0]);
        for parts in [2, 3, 8] {
            let mut counts = vec![0usize; parts];
            for i in 0..10_000 {
                counts[place(&format!("t{i}"), parts)] += 1;
            }
            let fair = 10_000 / parts;
            assert!(counts.iter().all(|n| n.abs_diff(fair) < fair / 8), "{counts:?}");
        }
    }
}
