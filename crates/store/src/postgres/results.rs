//! Results in PostgreSQL.

use super::Postgres;
use super::read::text;
use crate::Answer;
use crate::request::{Request, check_size};
use crate::results::Results;
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::results_sql::results_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow,
    put: put, get: get, get_option: get_option
}

fn put(text: &str) -> &[u8] {
    text.as_bytes()
}

fn get(row: &PgRow, column: usize) -> Result<String, StoreError> {
    text(row.try_get(column)?, || "a text of a result".into())
}

fn get_option(row: &PgRow, column: usize) -> Result<Option<String>, StoreError> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    bytes.map(|bytes| text(bytes, || "a text of a result".into())).transpose()
}

impl Results for Postgres {
    fn write(&self, change: ResultChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Result).await
        })
    }

    fn result(&self, table: String) -> Answer<'_, Option<GameResult>> {
        Box::pin(async move {
            let table = &table;
            self.lines.ask(|pool| async move { result(&pool, table).await }).await
        })
    }

    fn without(&self, tables: Vec<String>) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let tables = &tables;
            self.lines.ask(|pool| async move { without(&pool, tables).await }).await
        })
    }

    fn after(&self, number: u64, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move { self.lines.ask(|pool| async move { after(&pool, number, limit).await }).await })
    }

    fn rated(&self, pool: Pool, after: u64, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move {
            let pool = &pool;
            self.lines.ask(|db| async move { rated(&db, pool, after, limit).await }).await
        })
    }

    fn results(&self, which: Which) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move {
            let which = &which;
            self.lines.ask(|pool| async move { results(&pool, which).await }).await
        })
    }

    fn scores(&self, game: String, scenario: String, now: Millis, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move {
            let (game, scenario) = (&game, &scenario);
            self.lines.ask(|pool| async move { scores(&pool, game, scenario, now, limit).await }).await
        })
    }

    fn usual(&self, game: String, scenario: String, now: Millis) -> Answer<'_, Option<(u64, i64)>> {
        Box::pin(async move {
            let (game, scenario) = (&game, &scenario);
            self.lines.ask(|pool| async move { usual(&pool, game, scenario, now).await }).await
        })
    }

    fn fared(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, Vec<Fared>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { fared(&pool, person, shown_at).await }).await
        })
    }

    fn met(&self, person: String, shown_at: Option<Millis>, limit: u32) -> Answer<'_, Vec<(String, u64)>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { met(&pool, person, shown_at, limit).await }).await
        })
    }

    fn upset(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, bool> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { upset(&pool, person, shown_at).await }).await
        })
    }

    fn through(&self, pool: Pool) -> Answer<'_, u64> {
        Box::pin(async move {
            let pool = &pool;
            self.lines.ask(|db| async move { through(&db, pool).await }).await
        })
    }

    fn ratings(&self, person: String) -> Answer<'_, Vec<Rating>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { ratings(&pool, person).await }).await
        })
    }

    fn ratings_of(&self, people: Vec<String>) -> Answer<'_, Vec<Rating>> {
        Box::pin(async move {
            let people = &people;
            self.lines.ask(|pool| async move { ratings_of(&pool, people).await }).await
        })
    }

    fn ratings_in(&self, pool: Pool, after: String, limit: u32) -> Answer<'_, Vec<Rating>> {
        Box::pin(async move {
            let (pool, after) = (&pool, &after);
            self.lines.ask(|db| async move { ratings_in(&db, pool, after, limit).await }).await
        })
    }

    fn ranking(&self, pool: Pool, limit: u32) -> Answer<'_, Vec<(String, Rating)>> {
        Box::pin(async move {
            let pool = &pool;
            self.lines.ask(|db| async move { ranking(&db, pool, limit).await }).await
        })
    }

    fn curve(&self, person: String, pool: Pool, limit: u32) -> Answer<'_, Vec<Point>> {
        Box::pin(async move {
            let (person, pool) = (&person, &pool);
            self.lines.ask(|db| async move { curve(&db, person, pool, limit).await }).await
        })
    }

    fn curves(&self, person: String, limit: u32) -> Answer<'_, Vec<(Pool, Point)>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { curves(&pool, person, limit).await }).await
        })
    }

    fn ties(&self, person: String, tie: Tie) -> Answer<'_, Vec<(String, String)>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { ties(&pool, person, tie).await }).await
        })
    }

    fn apart(&self, one: String, other: String) -> Answer<'_, bool> {
        Box::pin(async move {
            let (one, other) = (&one, &other);
            self.lines.ask(|pool| async move { apart(&pool, one, other).await }).await
        })
    }

    fn blocked_by(&self, person: String) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { blocked_by(&pool, person).await }).await
        })
    }

    fn waits(&self, person: String) -> Answer<'_, Option<(String, String)>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { waits(&pool, person).await }).await
        })
    }
}
