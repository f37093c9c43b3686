//! Everything that only reads.

use super::append::json;
use crate::request::{number, signed, unsigned};
use crate::{Filter, Listed, Message, Person, StoreError, Table, TableState};
use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqlitePool};

const TABLE: &str = "select t.key, t.id, t.game, t.created_at, t.updated_at, x.header, x.meta, t.state, t.n, t.owner, \
                     t.listed from ";

pub(super) async fn table(pool: &SqlitePool, table: &str) -> Result<Option<Table>, StoreError> {
    let mut query = QueryBuilder::<Sqlite>::new(TABLE);
    query.push("tables t join table_texts x on x.table_key = t.key where t.id = ").push_bind(table);
    query.build().fetch_optional(pool).await?.as_ref().map(table_of).transpose()
}

pub(super) async fn list(pool: &SqlitePool, filter: &Filter) -> Result<Vec<Table>, StoreError> {
    listing(filter).build().fetch_all(pool).await?.iter().map(table_of).collect()
}

/// The question behind [`list`]. `cross join` keeps the order of the joins, hence the use of the right index.
pub(super) fn listing(filter: &Filter) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new(TABLE);
    let newest = match &filter.person {
        Some(person) => {
            query.push("members m cross join tables t on t.key = m.table_key ");
            query.push("cross join table_texts x on x.table_key = t.key where m.person = ");
            query.push_bind(person.clone());
            "m.table_key"
        }
        None => {
            query.push("tables t cross join table_texts x on x.table_key = t.key where true");
            "t.key"
        }
    };
    if let Some(game) = &filter.game {
        query.push(" and t.game = ").push_bind(game.clone());
    }
    if let Some(state) = filter.state {
        query.push(" and t.state = ").push_bind(state.as_str());
    }
    if let Some(listed) = filter.listed {
        query.push(" and t.listed = ").push_bind(listed);
    }
    if let Some(before) = filter.before {
        query.push(format_args!(" and {newest} < ")).push_bind(signed(before));
    }
    query.push(format_args!(" order by {newest} desc limit ")).push_bind(i64::from(filter.limit));
    query
}

pub(super) async fn listed(pool: &SqlitePool) -> Result<Vec<Listed>, StoreError> {
    let statement =
        "select key, id, rev from tables where state in ('open', 'playing') and listed = 1 order by key desc";
    let rows = sqlx::query(statement).fetch_all(pool).await?;
    let read = |row: &SqliteRow| {
        Ok(Listed { seq: unsigned(row.try_get(0)?)?, id: row.try_get(1)?, rev: unsigned(row.try_get(2)?)? })
    };
    rows.iter().map(read).collect()
}

pub(super) async fn tables(pool: &SqlitePool, tables: &[String]) -> Result<Vec<Table>, StoreError> {
    let mut query = QueryBuilder::<Sqlite>::new(TABLE);
    query.push("json_each(").push_bind(json(tables)).push(") j cross join tables t on t.id = j.value ");
    query.push("cross join table_texts x on x.table_key = t.key");
    query.build().fetch_all(pool).await?.iter().map(table_of).collect()
}

pub(super) async fn members(pool: &SqlitePool, table: &str) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "select m.person from tables t left join members m on m.table_key = t.key where t.id = $1 order by m.person",
    )
    .bind(table)
    .fetch_all(pool)
    .await?;
    known(table, rows, |row| Ok(row.try_get(0)?))
}

pub(super) async fn entries(pool: &SqlitePool, table: &str, after: u32) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "select e.body, e.n from tables t left join entries e on e.table_key = t.key and e.n > $2 \
         where t.id = $1 order by e.n",
    )
    .bind(table)
    .bind(after)
    .fetch_all(pool)
    .await?;
    known(table, rows, |row| {
        row.try_get(0).map_err(|error| {
            let n: i64 = row.try_get(1).unwrap_or_default();
            damaged(&format!("entry {n} of table {table}"), &error)
        })
    })
}

pub(super) async fn snapshot(pool: &SqlitePool, table: &str) -> Result<Option<(u32, Vec<u8>)>, StoreError> {
    let row = sqlx::query(
        "select s.n, s.bytes from snapshots s join tables t on t.key = s.table_key where t.id = $1",
    )
    .bind(table)
    .fetch_optional(pool)
    .await?;
    row.map(|row| Ok((number(row.try_get(0)?)?, row.try_get(1)?))).transpose()
}

pub(super) async fn messages(
    pool: &SqlitePool,
    table: &str,
    after: u64,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let rows = sqlx::query(
        "select m.id, m.at, m.sender, m.audience, m.body, m.person \
         from tables t left join messages m on m.table_key = t.key and m.id > $2 \
         where t.id = $1 order by m.id limit $3",
    )
    .bind(table)
    .bind(signed(after))
    // A limit of nothing must still tell an unknown table from a silent one.
    .bind(i64::from(limit.max(1)))
    .fetch_all(pool)
    .await?;
    let mut messages = known(table, rows, |row| {
        let Some(id) = row.try_get::<Option<i64>, _>(0)? else { return Ok(None) };
        let text =
            |column| row.try_get(column).map_err(|e| damaged(&format!("message {id} of table {table}"), &e));
        Ok(Some(Message {
            id: unsigned(id)?,
            at: unsigned(row.try_get(1)?)?,
            from: text(2)?,
            audience: text(3)?,
            text: text(4)?,
            by: row.try_get(5)?,
        }))
    })?;
    messages.truncate(limit as usize);
    Ok(messages)
}

pub(super) async fn person(pool: &SqlitePool, person: &str) -> Result<Option<Person>, StoreError> {
    let row = sqlx::query("select id, name, settings, created_at from people where id = $1")
        .bind(person)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(person_of).transpose()
}

pub(super) async fn people(pool: &SqlitePool, after: &str, limit: u32) -> Result<Vec<Person>, StoreError> {
    let rows =
        sqlx::query("select id, name, settings, created_at from people where id > $1 order by id limit $2")
            .bind(after)
            .bind(limit)
            .fetch_all(pool)
            .await?;
    rows.iter().map(person_of).collect()
}

fn person_of(row: &SqliteRow) -> Result<Person, StoreError> {
    Ok(Person {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        settings: row.try_get(2)?,
        created_at: unsigned(row.try_get(3)?)?,
    })
}

pub(super) async fn settings(pool: &SqlitePool) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    Ok(sqlx::query_as("select key, value from settings order by key").fetch_all(pool).await?)
}

/// No character comes after this one, so that it ends a range of names.
const LAST: char = '\u{10ffff}';

pub(super) async fn settings_under(
    pool: &SqlitePool,
    prefix: &str,
) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let query = sqlx::query_as("select key, value from settings where key >= $1 and key < $2 order by key");
    Ok(query.bind(prefix).bind(format!("{prefix}{LAST}")).fetch_all(pool).await?)
}

pub(super) async fn setting(pool: &SqlitePool, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(sqlx::query_scalar("select value from settings where key = $1").bind(key).fetch_optional(pool).await?)
}

/// Rows of a left join from one table: none at all when the table is unknown, one of nulls when it has nothing.
fn known<T>(
    table: &str,
    rows: Vec<SqliteRow>,
    read: impl Fn(&SqliteRow) -> Result<Option<T>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    if rows.is_empty() {
        return Err(StoreError::unknown(table));
    }
    rows.iter().filter_map(|row| read(row).transpose()).collect()
}

fn table_of(row: &SqliteRow) -> Result<Table, StoreError> {
    let id: String = row.try_get(1).map_err(|e| damaged("the id of a table", &e))?;
    let text = |column, name: &str| {
        row.try_get::<String, _>(column).map_err(|e| damaged(&format!("the {name} of table {id}"), &e))
    };
    let state = text(7, "state")?;
    Ok(Table {
        seq: unsigned(row.try_get(0)?)?,
        game: text(2, "game")?,
        created_at: unsigned(row.try_get(3)?)?,
        updated_at: unsigned(row.try_get(4)?)?,
        header: text(5, "header")?,
        meta: text(6, "seats")?,
        state: TableState::parse(&state)
            .ok_or_else(|| StoreError::Unreadable { what: format!("the state {state:?} of table {id}") })?,
        n: number(row.try_get(8)?)?,
        owner: row.try_get(9)?,
        listed: row.try_get(10)?,
        id,
    })
}

/// A value of a kind that no program of ours writes: it is told which one.
fn damaged(what: &str, error: &sqlx::Error) -> StoreError {
    let why = match error {
        sqlx::Error::ColumnDecode { source, .. } => source.to_string(),
        other => other.to_string(),
    };
    StoreError::Unreadable { what: format!("{what} ({why})") }
}
