//! Studies in SQLite.

use super::accounts::{get, put};
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::studies_sql::studies_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow, put: put, get: get
}
