//! What only a look inside can show: trouble with the file, plans of queries, foreign files.

use super::*;
use crate::Store;
use sqlx::AssertSqlSafe;
use sqlx::Row;
use std::sync::atomic::{AtomicU32, Ordering};

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("klaxon-store-inside-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("klaxon.db")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn table(id: &str) -> NewTable {
    NewTable {
        id: id.into(),
        game: "red-alert".into(),
        created_at: 1,
        header: "{}".into(),
        meta: "{}".into(),
        state: TableState::Playing,
        owner: None,
        listed: true,
    }
}

async fn raw(path: &Path, sql: &'static str) {
    let mut conn =
        SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap();
    sqlx::raw_sql(sql).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

#[tokio::test]
async fn a_full_disk_is_an_answer_and_the_writer_goes_on() {
    let pool = one_connection()
        .connect_with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true))
        .await
        .unwrap();
    MIGRATIONS.run(&pool).await.unwrap();
    let store = Store::over(Sqlite::start(pool.clone(), pool.clone(), None, None));
    store.create(table("t1")).await.unwrap();
    // SQLite reports a file at its greatest size as it does a full disk.
    let pages: i64 = sqlx::query_scalar("pragma page_count").fetch_one(&pool).await.unwrap();
    let full = format!("pragma max_page_count = {}", pages + 30);
    sqlx::query(AssertSqlSafe(full)).fetch_all(&pool).await.unwrap();

    let mut n = 0;
    let full = loop {
        // Others in the same transaction fail with it; none of them is half done.
        let (append, person) = tokio::join!(
            store.append("t1", n + 1, "x".repeat(10_000)),
            store.upsert_person(Person {
                id: "p".into(),
                name: n.to_string(),
                settings: "{}".into(),
                created_at: 0
            }),
        );
        match append {
            Ok(()) => n += 1,
            Err(error) => break (error, person),
        }
    };
    assert!(matches!(full.0, AppendError::Store(StoreError::Full)), "{:?}", full.0);
    assert!(n > 0 && store.stats().failures >= 1);
    assert_eq!(store.entries("t1", 0).await.unwrap().len() as u32, n);
    assert_eq!(store.table("t1").await.unwrap().unwrap().n, n);

    sqlx::query("pragma max_page_count = 1000000").fetch_all(&pool).await.unwrap();
    store.append("t1", n + 1, "room again").await.unwrap();
    assert_eq!(store.entries("t1", n).await.unwrap(), ["room again"]);
}

#[tokio::test]
async fn a_request_that_spoils_its_transaction_harms_no_other() {
    let engine = Sqlite::memory().await.unwrap();
    sqlx::query(
        "create trigger poison before insert on entries when new.body = 'poison' begin select raise(abort, 'ugh'); end",
    )
    .execute(&engine.read)
    .await
    .unwrap();
    let store = Store::over(engine);
    for id in ["good", "bad"] {
        store.create(table(id)).await.unwrap();
    }
    let (one, bad, two, talk) = tokio::join!(
        biased;
        store.append("good", 1, "one"),
        store.append("bad", 1, "poison"),
        store.append("good", 2, "two"),
        store.set_setting_once("key", [1]),
    );
    one.unwrap();
    assert!(matches!(bad, Err(AppendError::Store(StoreError::Database(_)))), "{bad:?}");
    two.unwrap();
    talk.unwrap();
    assert_eq!(store.entries("good", 0).await.unwrap(), ["one", "two"]);
    assert_eq!(store.table("bad").await.unwrap().unwrap().n, 0);
    assert!(store.stats().failures >= 1);
    store.append("bad", 1, "cured").await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_lost_file_is_an_answer_and_the_writer_goes_on_when_it_is_back() {
    for lost in ["klaxon.db", "klaxon.db-wal"] {
        let scratch = Scratch::new();
        let store = Store::open(&scratch.0).await.unwrap();
        store.create(table("t1")).await.unwrap();
        store.append("t1", 1, "kept").await.unwrap();
        let (file, aside) = (scratch.0.join(lost), scratch.0.join("aside"));
        std::fs::rename(&file, &aside).unwrap();
        let gone = store.append("t1", 2, "nowhere").await;
        assert!(matches!(gone, Err(AppendError::Store(StoreError::Lost { .. }))), "{lost}: {gone:?}");

        // Another file in its place is not the store.
        std::fs::copy(&aside, &file).unwrap();
        let other = store.append("t1", 2, "nowhere").await;
        assert!(matches!(other, Err(AppendError::Store(StoreError::Lost { .. }))), "{lost}: {other:?}");

        std::fs::rename(&aside, &file).unwrap();
        store.append("t1", 2, "back").await.unwrap();
        store.close().await.unwrap();
        let store = Store::open(&scratch.0).await.unwrap();
        assert_eq!(store.entries("t1", 0).await.unwrap(), ["kept", "back"]);
    }
}

#[tokio::test]
async fn a_newer_store_is_refused_and_left_alone() {
    let scratch = Scratch::new();
    Store::open(&scratch.0).await.unwrap().close().await.unwrap();
    raw(
        &scratch.file(),
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
         values (999, 'from the future', true, x'00', 0)",
    )
    .await;
    let before = std::fs::read(scratch.file()).unwrap();
    let error = Store::open(&scratch.0).await.unwrap_err();
    assert!(matches!(error, StoreError::NewerSchema { found: 999, needs: 999, known: 12, .. }), "{error:?}");
    assert!(error.to_string().contains("newer"));
    assert_eq!(std::fs::read(scratch.file()).unwrap(), before);
}

#[tokio::test]
async fn foreign_files_are_refused_and_left_alone() {
    let text = Scratch::new();
    std::fs::write(text.file(), "not a database at all, but long enough to be looked at".repeat(100))
        .unwrap();
    let other = Scratch::new();
    raw(&other.file(), "create table recipes (name text)").await;
    let migrated = Scratch::new();
    raw(
        &migrated.file(),
        "create table _sqlx_migrations (version bigint primary key); insert into _sqlx_migrations values (1)",
    )
    .await;
    for scratch in [text, other, migrated] {
        let before = std::fs::read(scratch.file()).unwrap();
        let error = Store::open(&scratch.0).await.unwrap_err();
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error:?}");
        assert_eq!(std::fs::read(scratch.file()).unwrap(), before);
    }
}

#[tokio::test]
async fn a_changed_migration_is_told() {
    let scratch = Scratch::new();
    Store::open(&scratch.0).await.unwrap().close().await.unwrap();
    raw(&scratch.file(), "update _sqlx_migrations set checksum = x'00'").await;
    assert!(matches!(Store::open(&scratch.0).await.unwrap_err(), StoreError::Schema(_)));
}

#[tokio::test]
async fn the_file_is_set_up_for_durability() {
    let scratch = Scratch::new();
    let engine = Sqlite::open(&scratch.0).await.unwrap();
    let mode: String = sqlx::query_scalar("pragma journal_mode").fetch_one(&engine.read).await.unwrap();
    assert_eq!(mode, "wal");
    let error = sqlx::query("delete from tables").execute(&engine.read).await.unwrap_err();
    assert!(error.to_string().contains("readonly"), "{error}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        for file in ["klaxon.db", "klaxon.db-wal"] {
            let mode = std::fs::metadata(scratch.0.join(file)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{file} holds seeds and keys");
        }
    }
}

#[tokio::test]
async fn lists_use_their_indexes_and_never_sort() {
    let engine = Sqlite::memory().await.unwrap();
    let game = || Some("red-alert".to_string());
    let open = Some(TableState::Open);
    let person = || Some("ada".to_string());
    for (filter, index) in [
        (Filter::default(), "SCAN t"),
        (Filter { listed: Some(true), ..Filter::default() }, "SCAN t"),
        (
            Filter { state: open, listed: Some(true), ..Filter::default() },
            "tables_by_state_and_listed (state=? AND listed=?)",
        ),
        (Filter { game: game(), ..Filter::default() }, "tables_by_game (game=?)"),
        (
            Filter { game: game(), state: open, ..Filter::default() },
            "tables_by_game_and_state (game=? AND state=?)",
        ),
        (Filter { person: person(), ..Filter::default() }, "SEARCH m USING PRIMARY KEY (person=?)"),
        (
            Filter { person: person(), state: open, before: Some(9), ..Filter::default() },
            "(person=? AND table_key<?)",
        ),
    ] {
        let sql = format!("explain query plan {}", read::listing(&filter).sql().as_str());
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&engine.read).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        let plan = plan.join("; ");
        assert!(
            plan.starts_with(index) || plan.split(';').next().unwrap().contains(index),
            "{filter:?}: {plan}"
        );
        assert!(!plan.contains("TEMP B-TREE"), "{filter:?}: {plan}");
    }
}
