//! Studies in PostgreSQL.

use super::accounts::{get, put};
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::studies_sql::studies_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow, put: put, get: get
}
