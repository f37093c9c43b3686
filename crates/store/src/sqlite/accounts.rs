//! Accounts in SQLite.

use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::accounts_sql::accounts_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow,
    put: put, get: get, get_option: get_option,
    forget_phrase: "delete from settings where key glob 'phrase *' and value = $1"
}

pub(super) fn put(text: &str) -> &str {
    text
}

pub(super) fn get(row: &SqliteRow, column: usize) -> Result<String, StoreError> {
    Ok(row.try_get(column)?)
}

pub(super) fn get_option(row: &SqliteRow, column: usize) -> Result<Option<String>, StoreError> {
    Ok(row.try_get(column)?)
}
