//! What a newer program does to a store.

use klaxon_testdb::Cluster;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, sqlite::SqliteConnectOptions};
use std::path::Path;

/// The step of a newer program.
pub const NEWER: i64 = 999;

/// Which programs go on beside a step of a newer one.
#[derive(Clone, Copy)]
pub enum Beside {
    /// Those that know all steps before it.
    ThoseBefore,
    /// Those that know it.
    Nobody,
}

/// A newer program takes a step: every table gets a column, and there are a table and an index more.
pub async fn step_in_file(folder: &Path, beside: Beside) {
    let mut conn = SqliteConnectOptions::new().filename(folder.join("klaxon.db")).connect().await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    assert!(tables.len() > 30, "{tables:?}");
    let columns = tables.iter().map(|table| format!("alter table {table} add column later text;\n"));
    let step = columns.collect::<String>()
        + "create table from_the_future (name text); create index tables_later on tables (later);"
        + &taken("", "true", "x'00'", beside);
    sqlx::raw_sql(AssertSqlSafe(step)).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

/// The same in a database.
pub fn step_in_database(cluster: &Cluster, url: &str, beside: Beside) {
    let step = "do $$ declare t text; begin \
         for t in select tablename from pg_tables where schemaname = 'klaxon' and tablename <> '_sqlx_migrations' \
         loop execute format('alter table klaxon.%I add column later text', t); end loop; end $$; \
         create table klaxon.from_the_future (name text); create index tables_later on klaxon.tables (later);"
        .to_owned()
        + &taken("klaxon.", "true", "'\\x00'", beside);
    cluster.psql(name(url), &step).unwrap();
}

fn taken(schema: &str, yes: &str, sum: &str, beside: Beside) -> String {
    let step = format!(
        "insert into {schema}_sqlx_migrations (version, description, success, checksum, execution_time) \
         values ({NEWER}, 'from the future', {yes}, {sum}, 0);"
    );
    match beside {
        Beside::ThoseBefore => {
            let oldest = format!("select max(version) from {schema}_sqlx_migrations where version < {NEWER}");
            step + &format!("insert into {schema}beside (step, oldest) values ({NEWER}, ({oldest}));")
        }
        Beside::Nobody => step,
    }
}

/// The name of a database in its address.
pub fn name(url: &str) -> &str {
    url.rsplit('/').next().unwrap().split('?').next().unwrap()
}
