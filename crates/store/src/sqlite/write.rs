//! The other writes, one statement or a few each.

use super::append::json;
use crate::request::{Delete, PutSnapshot, SetMembers, SetMeta, now, number, signed, unsigned};
use crate::{NewMessage, NewTable, Person, StoreError};
use sqlx::SqliteConnection;

pub(super) async fn create(conn: &mut SqliteConnection, table: &NewTable) -> Result<(), StoreError> {
    let key: Option<i64> = sqlx::query_scalar(
        "insert into tables (id, game, created_at, updated_at, state, owner, listed) \
         values ($1, $2, $3, $3, $4, $5, $6) on conflict (id) do nothing returning key",
    )
    .bind(&table.id)
    .bind(&table.game)
    .bind(signed(table.created_at))
    .bind(table.state.as_str())
    .bind(&table.owner)
    .bind(table.listed)
    .fetch_optional(&mut *conn)
    .await?;
    let key = key.ok_or_else(|| StoreError::TableExists { table: table.id.clone() })?;
    sqlx::query("insert into table_texts (table_key, header, meta) values ($1, $2, $3)")
        .bind(key)
        .bind(&table.header)
        .bind(&table.meta)
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn set_meta(conn: &mut SqliteConnection, set: &SetMeta) -> Result<(), StoreError> {
    let key: Option<i64> = sqlx::query_scalar(
        "update tables set state = $2, listed = $3, rev = rev + 1, updated_at = max(updated_at, $4) where id = $1 returning key",
    )
    .bind(&set.table)
    .bind(set.state.as_str())
    .bind(set.listed)
    .bind(now())
    .fetch_optional(&mut *conn)
    .await?;
    let key = key.ok_or_else(|| StoreError::unknown(&set.table))?;
    sqlx::query("update table_texts set meta = $2 where table_key = $1")
        .bind(key)
        .bind(&set.meta)
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn delete(conn: &mut SqliteConnection, delete: &Delete) -> Result<(), StoreError> {
    let (key, _) = find(conn, &delete.table).await?;
    let changed: i64 = sqlx::query_scalar("select updated_at from tables where key = $1")
        .bind(key)
        .fetch_one(&mut *conn)
        .await?;
    if changed >= signed(delete.unless_since) {
        return Err(StoreError::Changed { table: delete.table.clone() });
    }
    for statement in [
        "delete from entries where table_key = $1",
        "delete from snapshots where table_key = $1",
        "delete from messages where table_key = $1",
        "delete from members where table_key = $1",
        "delete from table_texts where table_key = $1",
        "delete from tables where key = $1",
    ] {
        sqlx::query(statement).bind(key).execute(&mut *conn).await?;
    }
    // What was made of the table's game is kept among the settings, under the table's name.
    sqlx::query("delete from settings where key glob 'review/' || $1 || '/*'")
        .bind(&delete.table)
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn set_members(conn: &mut SqliteConnection, set: &SetMembers) -> Result<(), StoreError> {
    let (key, _) = find(conn, &set.table).await?;
    sqlx::query("delete from members where table_key = $1").bind(key).execute(&mut *conn).await?;
    sqlx::query("insert or ignore into members (person, table_key) select value, $1 from json_each($2)")
        .bind(key)
        .bind(json(&set.people))
        .execute(conn)
        .await?;
    Ok(())
}

pub(super) async fn put_snapshot(conn: &mut SqliteConnection, put: &PutSnapshot) -> Result<(), StoreError> {
    let (key, have) = find(conn, &put.table).await?;
    if put.n > have {
        return Err(StoreError::SnapshotAhead { table: put.table.clone(), n: put.n, have });
    }
    sqlx::query(
        "insert into snapshots (table_key, n, bytes) values ($1, $2, $3) \
         on conflict (table_key) do update set n = excluded.n, bytes = excluded.bytes where excluded.n >= n",
    )
    .bind(key)
    .bind(put.n)
    .bind(&put.bytes)
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn delete_snapshot(conn: &mut SqliteConnection, table: &str) -> Result<(), StoreError> {
    let (key, _) = find(conn, table).await?;
    sqlx::query("delete from snapshots where table_key = $1").bind(key).execute(conn).await?;
    Ok(())
}

pub(super) async fn say(
    conn: &mut SqliteConnection,
    table: &str,
    message: &NewMessage,
) -> Result<u64, StoreError> {
    let (key, _) = find(conn, table).await?;
    let id: i64 = sqlx::query_scalar(
        "insert into messages (table_key, at, sender, audience, body, person) values ($1, $2, $3, $4, $5, $6) returning id",
    )
    .bind(key)
    .bind(signed(message.at))
    .bind(&message.from)
    .bind(&message.audience)
    .bind(&message.text)
    .bind(&message.by)
    .fetch_one(conn)
    .await?;
    unsigned(id)
}

pub(super) async fn upsert_person(conn: &mut SqliteConnection, person: &Person) -> Result<(), StoreError> {
    sqlx::query(
        "insert into people (id, name, settings, created_at) values ($1, $2, $3, $4) \
         on conflict (id) do update set name = excluded.name, settings = excluded.settings",
    )
    .bind(&person.id)
    .bind(&person.name)
    .bind(&person.settings)
    .bind(signed(person.created_at))
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn set_setting_once(
    conn: &mut SqliteConnection,
    key: &str,
    bytes: &[u8],
) -> Result<Vec<u8>, StoreError> {
    sqlx::query("insert into settings (key, value) values ($1, $2) on conflict (key) do nothing")
        .bind(key)
        .bind(bytes)
        .execute(&mut *conn)
        .await?;
    Ok(sqlx::query_scalar("select value from settings where key = $1").bind(key).fetch_one(conn).await?)
}

/// A table's key and the number of its last entry.
async fn find(conn: &mut SqliteConnection, table: &str) -> Result<(i64, u32), StoreError> {
    let row: Option<(i64, i64)> =
        sqlx::query_as("select key, n from tables where id = $1").bind(table).fetch_optional(conn).await?;
    let (key, n) = row.ok_or_else(|| StoreError::unknown(table))?;
    Ok((key, number(n)?))
}
