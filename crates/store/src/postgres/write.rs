//! What a transaction does: the rows that it has locked, and the other writes, one statement or a few each.

use super::{Head, accounts, append, channels, clubs, moderation, results, studies, tournaments};
use crate::request::{Ask, Create, Delete, Hand, PutSnapshot, Request, SetMembers, SetMeta, Tally};
use crate::request::{now, number, signed, unsigned};
use crate::{Append, AppendError, NewMessage, NewTable, Person, StoreError};
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, BTreeSet};

/// How far a table is, as the transaction goes on.
pub(super) struct Locked {
    pub key: i64,
    pub n: u32,
    pub rev: i64,
    pub said: i64,
    /// Others must hear of it.
    pub changed: bool,
}

/// A transaction at work.
pub(super) struct Work<'a> {
    pub conn: &'a mut PgConnection,
    /// The tables that it is about, locked.
    pub heads: BTreeMap<String, Locked>,
    /// People whose pages may not be theirs any more: others must hear of them, too.
    pub people: BTreeSet<String>,
    /// The attempt before may have been committed.
    pub doubt: bool,
}

impl<'a> Work<'a> {
    /// Locks the rows of all tables that the requests are about, in one order for all servers.
    pub async fn begin(
        conn: &'a mut PgConnection,
        batch: &[Request],
        doubt: bool,
    ) -> Result<Work<'a>, StoreError> {
        let tables: BTreeSet<&str> = batch.iter().filter_map(Request::table).collect();
        let mut work = Work { conn, heads: BTreeMap::new(), people: BTreeSet::new(), doubt };
        if tables.is_empty() {
            return Ok(work);
        }
        let ids: Vec<&[u8]> = tables.iter().map(|id| id.as_bytes()).collect();
        let rows = sqlx::query(
            "select id, key, n, rev, said from klaxon.tables where id = any($1) order by key for update",
        )
        .bind(ids)
        .fetch_all(&mut *work.conn)
        .await?;
        for row in rows {
            let id = super::read::text(row.try_get(0)?, || "the id of a table".into())?;
            let head = Locked {
                key: row.try_get(1)?,
                n: number(row.try_get(2)?)?,
                rev: row.try_get(3)?,
                said: row.try_get(4)?,
                changed: false,
            };
            work.heads.insert(id, head);
        }
        Ok(work)
    }

    /// What others must hear of, once it is committed.
    pub fn changed(self) -> (Vec<Head>, BTreeSet<String>) {
        let changed = self.heads.into_iter().filter(|(_, row)| row.changed);
        let heads = changed
            .map(|(table, row)| Head {
                table,
                n: row.n,
                rev: row.rev.unsigned_abs(),
                said: row.said.unsigned_abs(),
            })
            .collect();
        (heads, self.people)
    }

    fn find(&mut self, table: &str) -> Result<&mut Locked, StoreError> {
        self.heads.get_mut(table).ok_or_else(|| StoreError::unknown(table))
    }

    async fn create(&mut self, create: &Create) -> Result<(), StoreError> {
        let table = &create.table;
        let statement = match create.number {
            None => {
                "insert into klaxon.tables (id, game, created_at, updated_at, state, owner, listed) \
                 values ($1, $2, $3, $3, $4, $5, $6) on conflict (id) do nothing returning key"
            }
            Some(_) => {
                "insert into klaxon.tables (id, game, created_at, updated_at, state, owner, listed, key) \
                 overriding system value values ($1, $2, $3, $3, $4, $5, $6, $7) on conflict (id) do nothing returning key"
            }
        };
        let mut query = sqlx::query_scalar(statement)
            .bind(table.id.as_bytes())
            .bind(table.game.as_bytes())
            .bind(signed(table.created_at))
            .bind(table.state.as_str())
            .bind(table.owner.as_ref().map(String::as_bytes))
            .bind(table.listed);
        if let Some(number) = create.number {
            query = query.bind(number);
        }
        let key: Option<i64> = query.fetch_optional(&mut *self.conn).await?;
        let Some(key) = key else {
            return if self.doubt && self.created(table).await? {
                Ok(())
            } else {
                Err(StoreError::TableExists { table: table.id.clone() })
            };
        };
        sqlx::query("insert into klaxon.table_texts (table_key, header, meta) values ($1, $2, $3)")
            .bind(key)
            .bind(table.header.as_bytes())
            .bind(table.meta.as_bytes())
            .execute(&mut *self.conn)
            .await?;
        self.heads.insert(table.id.clone(), Locked { key, n: 0, rev: 0, said: 0, changed: false });
        Ok(())
    }

    /// Was this very table created by the attempt before, whose end was not heard?
    async fn created(&mut self, table: &NewTable) -> Result<bool, StoreError> {
        let key = self.find(&table.id)?.key;
        let header: Vec<u8> =
            sqlx::query_scalar("select header from klaxon.table_texts where table_key = $1")
                .bind(key)
                .fetch_one(&mut *self.conn)
                .await?;
        Ok(header == table.header.as_bytes())
    }

    async fn set_meta(&mut self, set: &SetMeta) -> Result<(), StoreError> {
        let head = self.find(&set.table)?;
        if set.rev.is_some_and(|rev| signed(rev) != head.rev) {
            return Err(StoreError::Changed { table: set.table.clone() });
        }
        head.rev += 1;
        head.changed = true;
        let key = head.key;
        sqlx::query(
            "with t as (update klaxon.tables set state = $2, listed = $3, rev = rev + 1, \
             updated_at = greatest(updated_at, $4) where key = $1) \
             update klaxon.table_texts set meta = $5 where table_key = $1",
        )
        .bind(key)
        .bind(set.state.as_str())
        .bind(set.listed)
        .bind(now())
        .bind(set.meta.as_bytes())
        .execute(&mut *self.conn)
        .await?;
        match &set.members {
            Some(people) => self.put_members(key, people).await,
            None => Ok(()),
        }
    }

    async fn delete(&mut self, delete: &Delete) -> Result<(), StoreError> {
        if self.doubt && !self.heads.contains_key(&delete.table) {
            return Ok(());
        }
        let key = self.find(&delete.table)?.key;
        let changed: i64 = sqlx::query_scalar("select updated_at from klaxon.tables where key = $1")
            .bind(key)
            .fetch_one(&mut *self.conn)
            .await?;
        if changed >= signed(delete.unless_since) {
            return Err(StoreError::Changed { table: delete.table.clone() });
        }
        for statement in [
            "delete from klaxon.entries where table_key = $1",
            "delete from klaxon.snapshots where table_key = $1",
            "delete from klaxon.messages where table_key = $1",
            "delete from klaxon.members where table_key = $1",
            "delete from klaxon.presence where table_key = $1",
            "delete from klaxon.table_texts where table_key = $1",
            "delete from klaxon.tables where key = $1",
        ] {
            sqlx::query(statement).bind(key).execute(&mut *self.conn).await?;
        }
        self.heads.remove(&delete.table);
        Ok(())
    }

    async fn set_members(&mut self, set: &SetMembers) -> Result<(), StoreError> {
        let key = self.find(&set.table)?.key;
        self.put_members(key, &set.people).await
    }

    async fn put_members(&mut self, key: i64, people: &[String]) -> Result<(), StoreError> {
        let people: BTreeSet<&[u8]> = people.iter().map(String::as_bytes).collect();
        sqlx::query("delete from klaxon.members where table_key = $1")
            .bind(key)
            .execute(&mut *self.conn)
            .await?;
        sqlx::query("insert into klaxon.members (person, table_key) select p, $1 from unnest($2::bytea[]) p")
            .bind(key)
            .bind(people.into_iter().collect::<Vec<_>>())
            .execute(&mut *self.conn)
            .await?;
        Ok(())
    }

    async fn put_snapshot(&mut self, put: &PutSnapshot) -> Result<(), StoreError> {
        let head = self.find(&put.table)?;
        if put.n > head.n {
            return Err(StoreError::SnapshotAhead { table: put.table.clone(), n: put.n, have: head.n });
        }
        let key = head.key;
        sqlx::query(
            "insert into klaxon.snapshots as s (table_key, n, bytes) values ($1, $2, $3) \
             on conflict (table_key) do update set n = excluded.n, bytes = excluded.bytes where excluded.n >= s.n",
        )
        .bind(key)
        .bind(i64::from(put.n))
        .bind(&put.bytes)
        .execute(&mut *self.conn)
        .await?;
        Ok(())
    }

    async fn delete_snapshot(&mut self, table: &str) -> Result<(), StoreError> {
        let key = self.find(table)?.key;
        sqlx::query("delete from klaxon.snapshots where table_key = $1")
            .bind(key)
            .execute(&mut *self.conn)
            .await?;
        Ok(())
    }

    async fn say(&mut self, table: &str, message: &NewMessage) -> Result<u64, StoreError> {
        let (doubt, head) = (self.doubt, self.find(table)?);
        head.changed = true;
        let key = head.key;
        if doubt && let Some(id) = self.heard(key, message).await? {
            return unsigned(id);
        }
        let id: i64 = sqlx::query_scalar(
            "insert into klaxon.messages (table_key, at, sender, audience, body, person) values ($1, $2, $3, $4, $5, $6) returning id",
        )
        .bind(key)
        .bind(signed(message.at))
        .bind(message.from.as_bytes())
        .bind(message.audience.as_bytes())
        .bind(message.text.as_bytes())
        .bind(message.by.as_deref().map(str::as_bytes))
        .fetch_one(&mut *self.conn)
        .await?;
        sqlx::query("update klaxon.tables set said = $2 where key = $1")
            .bind(key)
            .bind(id)
            .execute(&mut *self.conn)
            .await?;
        self.find(table)?.said = id;
        unsigned(id)
    }

    /// The message, if the attempt before has kept it, whose end was not heard.
    async fn heard(&mut self, key: i64, message: &NewMessage) -> Result<Option<i64>, StoreError> {
        Ok(sqlx::query_scalar(
            "select id from klaxon.messages where table_key = $1 and at = $2 and sender = $3 and audience = $4 \
             and body = $5 order by id desc limit 1",
        )
        .bind(key)
        .bind(signed(message.at))
        .bind(message.from.as_bytes())
        .bind(message.audience.as_bytes())
        .bind(message.text.as_bytes())
        .fetch_optional(&mut *self.conn)
        .await?)
    }

    async fn upsert_person(&mut self, person: &Person) -> Result<(), StoreError> {
        sqlx::query(
            "insert into klaxon.people (id, name, settings, created_at) values ($1, $2, $3, $4) \
             on conflict (id) do update set name = excluded.name, settings = excluded.settings",
        )
        .bind(person.id.as_bytes())
        .bind(person.name.as_bytes())
        .bind(person.settings.as_bytes())
        .bind(signed(person.created_at))
        .execute(&mut *self.conn)
        .await?;
        Ok(())
    }

    async fn set_setting_once(&mut self, key: &str, bytes: &[u8]) -> Result<Vec<u8>, StoreError> {
        sqlx::query("insert into klaxon.settings (key, value) values ($1, $2) on conflict (key) do nothing")
            .bind(key.as_bytes())
            .bind(bytes)
            .execute(&mut *self.conn)
            .await?;
        Ok(sqlx::query_scalar("select value from klaxon.settings where key = $1")
            .bind(key.as_bytes())
            .fetch_one(&mut *self.conn)
            .await?)
    }
}

impl Hand for Work<'_> {
    async fn append(
        &mut self,
        asks: &mut [&mut Ask<Append, (), AppendError>],
        tally: &mut Tally,
    ) -> Result<(), StoreError> {
        append::append(self, asks, tally).await
    }

    async fn one(&mut self, request: &mut Request) -> Result<(), StoreError> {
        match request {
            Request::Create(ask) => ask.note(self.create(&ask.what).await),
            Request::SetMeta(ask) => ask.note(self.set_meta(&ask.what).await),
            Request::Delete(ask) => ask.note(self.delete(&ask.what).await),
            Request::SetMembers(ask) => ask.note(self.set_members(&ask.what).await),
            Request::PutSnapshot(ask) => ask.note(self.put_snapshot(&ask.what).await),
            Request::DeleteSnapshot(ask) => ask.note(self.delete_snapshot(&ask.what).await),
            Request::Say(ask) => ask.note(self.say(&ask.what.0, &ask.what.1).await),
            Request::UpsertPerson(ask) => ask.note(self.upsert_person(&ask.what).await),
            Request::SetSettingOnce(ask) => ask.note(self.set_setting_once(&ask.what.0, &ask.what.1).await),
            Request::Result(ask) => ask.note(results::change(self.conn, &ask.what).await),
            Request::Account(ask) => {
                self.people.extend(ask.what.touches().map(str::to_owned));
                ask.note(accounts::change(self.conn, &ask.what, self.doubt).await)
            }
            Request::Study(ask) => ask.note(studies::change(self.conn, &ask.what).await),
            Request::Moderation(ask) => {
                self.people.extend(ask.what.touches().map(str::to_owned));
                ask.note(moderation::change(self.conn, &ask.what).await)
            }
            Request::Channel(ask) => ask.note(channels::change(self.conn, &ask.what).await),
            Request::Tournament(ask) => ask.note(tournaments::change(self.conn, &ask.what).await),
            Request::Club(ask) => ask.note(clubs::change(self.conn, &ask.what).await),
            // Appends are gathered and closing ends a batch: neither comes here.
            Request::Append(_) | Request::Close(_) => Ok(()),
        }
    }
}
