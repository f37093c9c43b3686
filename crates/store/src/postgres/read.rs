//! Everything that only reads.

use crate::request::{number, signed, unsigned};
use crate::{Filter, Listed, Message, Person, StoreError, Table, TableState};
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Postgres, QueryBuilder, Row};

const TABLE: &str = "select t.key, t.id, t.game, t.created_at, t.updated_at, x.header, x.meta, t.state, t.n, t.owner, \
                     t.listed from ";

pub(super) async fn table(pool: &PgPool, table: &str) -> Result<Option<Table>, StoreError> {
    let mut query = QueryBuilder::<Postgres>::new(TABLE);
    query.push("klaxon.tables t join klaxon.table_texts x on x.table_key = t.key where t.id = ");
    query.push_bind(table.as_bytes());
    query.build().fetch_optional(pool).await?.as_ref().map(table_of).transpose()
}

pub(super) async fn list(pool: &PgPool, filter: &Filter) -> Result<Vec<Table>, StoreError> {
    listing(filter).build().fetch_all(pool).await?.iter().map(table_of).collect()
}

/// The question behind [`list`].
pub(super) fn listing(filter: &Filter) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(TABLE);
    let newest = match &filter.person {
        Some(person) => {
            query.push("klaxon.members m join klaxon.tables t on t.key = m.table_key ");
            query.push("join klaxon.table_texts x on x.table_key = t.key where m.person = ");
            query.push_bind(person.clone().into_bytes());
            "m.table_key"
        }
        None => {
            query.push("klaxon.tables t join klaxon.table_texts x on x.table_key = t.key where true");
            "t.key"
        }
    };
    if let Some(game) = &filter.game {
        query.push(" and t.game = ").push_bind(game.clone().into_bytes());
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

pub(super) async fn listed(pool: &PgPool) -> Result<Vec<Listed>, StoreError> {
    let statement = "select key, id, rev from klaxon.tables \
                     where state in ('open', 'playing') and listed = true order by key desc";
    let rows = sqlx::query(statement).fetch_all(pool).await?;
    let read = |row: &PgRow| {
        let id = text(row.try_get(1)?, || "the id of a table".into())?;
        Ok(Listed { seq: unsigned(row.try_get(0)?)?, id, rev: unsigned(row.try_get(2)?)? })
    };
    rows.iter().map(read).collect()
}

pub(super) async fn tables(pool: &PgPool, tables: &[String]) -> Result<Vec<Table>, StoreError> {
    let ids: Vec<&[u8]> = tables.iter().map(|id| id.as_bytes()).collect();
    let mut query = QueryBuilder::<Postgres>::new(TABLE);
    query.push("klaxon.tables t join klaxon.table_texts x on x.table_key = t.key where t.id = any(");
    query.push_bind(ids).push(")");
    query.build().fetch_all(pool).await?.iter().map(table_of).collect()
}

pub(super) async fn members(pool: &PgPool, table: &str) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "select m.person from klaxon.tables t left join klaxon.members m on m.table_key = t.key where t.id = $1 order by m.person",
    )
    .bind(table.as_bytes())
    .fetch_all(pool)
    .await?;
    known(table, rows, |row| {
        let person: Option<Vec<u8>> = row.try_get(0)?;
        person.map(|person| text(person, || format!("a member of table {table}"))).transpose()
    })
}

pub(super) async fn entries(pool: &PgPool, table: &str, after: u32) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "select e.body, e.n from klaxon.tables t \
         left join klaxon.entries e on e.table_key = t.key and e.n > $2 where t.id = $1 order by e.n",
    )
    .bind(table.as_bytes())
    .bind(i64::from(after))
    .fetch_all(pool)
    .await?;
    known(table, rows, |row| {
        let body: Option<Vec<u8>> = row.try_get(0)?;
        let n: Option<i64> = row.try_get(1)?;
        body.map(|body| text(body, || format!("entry {} of table {table}", n.unwrap_or_default())))
            .transpose()
    })
}

pub(super) async fn snapshot(pool: &PgPool, table: &str) -> Result<Option<(u32, Vec<u8>)>, StoreError> {
    let row = sqlx::query(
        "select s.n, s.bytes from klaxon.snapshots s join klaxon.tables t on t.key = s.table_key where t.id = $1",
    )
    .bind(table.as_bytes())
    .fetch_optional(pool)
    .await?;
    row.map(|row| Ok((number(row.try_get(0)?)?, row.try_get(1)?))).transpose()
}

pub(super) async fn messages(
    pool: &PgPool,
    table: &str,
    after: u64,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let rows = sqlx::query(
        "select m.id, m.at, m.sender, m.audience, m.body, m.person from klaxon.tables t \
         left join klaxon.messages m on m.table_key = t.key and m.id > $2 where t.id = $1 order by m.id limit $3",
    )
    .bind(table.as_bytes())
    .bind(signed(after))
    // A limit of nothing must still tell an unknown table from a silent one.
    .bind(i64::from(limit.max(1)))
    .fetch_all(pool)
    .await?;
    let mut messages = known(table, rows, |row| {
        let Some(id) = row.try_get::<Option<i64>, _>(0)? else { return Ok(None) };
        let text = |column: usize| text(row.try_get(column)?, || format!("message {id} of table {table}"));
        let by: Option<Vec<u8>> = row.try_get(5)?;
        Ok(Some(Message {
            id: unsigned(id)?,
            at: unsigned(row.try_get(1)?)?,
            from: text(2)?,
            audience: text(3)?,
            text: text(4)?,
            by: by.map(|_| text(5)).transpose()?,
        }))
    })?;
    messages.truncate(limit as usize);
    Ok(messages)
}

pub(super) async fn person(pool: &PgPool, person: &str) -> Result<Option<Person>, StoreError> {
    let row = sqlx::query("select id, name, settings, created_at from klaxon.people where id = $1")
        .bind(person.as_bytes())
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(person_of).transpose()
}

pub(super) async fn people(pool: &PgPool, after: &str, limit: u32) -> Result<Vec<Person>, StoreError> {
    let rows = sqlx::query(
        "select id, name, settings, created_at from klaxon.people where id > $1 order by id limit $2",
    )
    .bind(after.as_bytes())
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    rows.iter().map(person_of).collect()
}

fn person_of(row: &PgRow) -> Result<Person, StoreError> {
    let text = |column: usize| text(row.try_get(column)?, || "what is kept of a person".into());
    Ok(Person { id: text(0)?, name: text(1)?, settings: text(2)?, created_at: unsigned(row.try_get(3)?)? })
}

/// No character comes after this one, so that it ends a range of names.
const LAST: char = '\u{10ffff}';

pub(super) async fn settings_under(
    pool: &PgPool,
    prefix: &str,
) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let query =
        sqlx::query("select key, value from klaxon.settings where key >= $1 and key < $2 order by key");
    let rows = query.bind(prefix.as_bytes()).bind(format!("{prefix}{LAST}").into_bytes());
    let name = |row: &PgRow| text(row.try_get(0)?, || "the name of a setting".into());
    rows.fetch_all(pool).await?.iter().map(|row| Ok((name(row)?, row.try_get(1)?))).collect()
}

pub(super) async fn setting(pool: &PgPool, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let value = sqlx::query_scalar("select value from klaxon.settings where key = $1");
    Ok(value.bind(key.as_bytes()).fetch_optional(pool).await?)
}

pub(super) async fn settings(pool: &PgPool) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
    let rows = sqlx::query("select key, value from klaxon.settings order by key").fetch_all(pool).await?;
    rows.iter()
        .map(|row| Ok((text(row.try_get(0)?, || "the name of a setting".into())?, row.try_get(1)?)))
        .collect()
}

/// Rows of a left join from one table: none at all when the table is unknown, one of nulls when it has nothing.
fn known<T>(
    table: &str,
    rows: Vec<PgRow>,
    read: impl Fn(&PgRow) -> Result<Option<T>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    if rows.is_empty() {
        return Err(StoreError::unknown(table));
    }
    rows.iter().filter_map(|row| read(row).transpose()).collect()
}

fn table_of(row: &PgRow) -> Result<Table, StoreError> {
    let id = text(row.try_get(1)?, || "the id of a table".into())?;
    let text = |column: usize, name: &str| text(row.try_get(column)?, || format!("the {name} of table {id}"));
    let state: String = row.try_get(7)?;
    let owner: Option<Vec<u8>> = row.try_get(9)?;
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
        owner: match owner {
            Some(owner) => Some(self::text(owner, || format!("the owner of table {id}"))?),
            None => None,
        },
        listed: row.try_get(10)?,
        id,
    })
}

/// Bytes that must be a text; else it is told which one is not.
pub(super) fn text(bytes: Vec<u8>, what: impl FnOnce() -> String) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|error| StoreError::Unreadable { what: format!("{} ({error})", what()) })
}
