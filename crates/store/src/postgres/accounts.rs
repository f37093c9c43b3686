//! Accounts in PostgreSQL.

use super::read::text;
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::accounts_sql::accounts_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow,
    put: put, get: get, get_option: get_option,
    forget_phrase: "delete from klaxon.settings where substring(key from 1 for 7) = 'phrase '::bytea and value = $1"
}

pub(super) fn put(text: &str) -> &[u8] {
    text.as_bytes()
}

pub(super) fn get(row: &PgRow, column: usize) -> Result<String, StoreError> {
    text(row.try_get(column)?, || "a text of an account".into())
}

pub(super) fn get_option(row: &PgRow, column: usize) -> Result<Option<String>, StoreError> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes.map(|bytes| text(bytes, || "a text of an account".into())).transpose()
}
