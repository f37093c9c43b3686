//! Results in SQLite.

use super::Sqlite;
use crate::Answer;
use crate::request::{Request, check_size};
use crate::results::Results;
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::results_sql::results_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow,
    put: put, get: get, get_option: get_option
}

fn put(text: &str) -> &str {
    text
}

fn get(row: &SqliteRow, column: usize) -> Result<String, StoreError> {
    Ok(row.try_get(column)?)
}

fn get_option(row: &SqliteRow, column: usize) -> Result<Option<String>, StoreError> {
    Ok(row.try_get(column)?)
}

impl Results for Sqlite {
    fn write(&self, change: ResultChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Result).await
        })
    }

    fn result(&self, table: String) -> Answer<'_, Option<GameResult>> {
        Box::pin(async move { result(&self.read, &table).await })
    }

    fn without(&self, tables: Vec<String>) -> Answer<'_, Vec<String>> {
        Box::pin(async move { without(&self.read, &tables).await })
    }

    fn after(&self, number: u64, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move { after(&self.read, number, limit).await })
    }

    fn rated(&self, pool: Pool, after: u64, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move { rated(&self.read, &pool, after, limit).await })
    }

    fn results(&self, which: Which) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move { results(&self.read, &which).await })
    }

    fn scores(&self, game: String, scenario: String, now: Millis, limit: u32) -> Answer<'_, Vec<GameResult>> {
        Box::pin(async move { scores(&self.read, &game, &scenario, now, limit).await })
    }

    fn usual(&self, game: String, scenario: String, now: Millis) -> Answer<'_, Option<(u64, i64)>> {
        Box::pin(async move { usual(&self.read, &game, &scenario, now).await })
    }

    fn fared(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, Vec<Fared>> {
        Box::pin(async move { fared(&self.read, &person, shown_at).await })
    }

    fn met(&self, person: String, shown_at: Option<Millis>, limit: u32) -> Answer<'_, Vec<(String, u64)>> {
        Box::pin(async move { met(&self.read, &person, shown_at, limit).await })
    }

    fn upset(&self, person: String, shown_at: Option<Millis>) -> Answer<'_, bool> {
        Box::pin(async move { upset(&self.read, &person, shown_at).await })
    }

    fn through(&self, pool: Pool) -> Answer<'_, u64> {
        Box::pin(async move { through(&self.read, &pool).await })
    }

    fn ratings(&self, person: String) -> Answer<'_, Vec<Rating>> {
        Box::pin(async move { ratings(&self.read, &person).await })
    }

    fn ratings_of(&self, people: Vec<String>) -> Answer<'_, Vec<Rating>> {
        Box::pin(async move { ratings_of(&self.read, &people).await })
    }

    fn ratings_in(&self, pool: Pool, after: String, limit: u32) -> Answer<'_, Vec<Rating>> {
        Box::pin(async move { ratings_in(&self.read, &pool, &after, limit).await })
    }

    fn ranking(&self, pool: Pool, limit: u32) -> Answer<'_, Vec<(String, Rating)>> {
        Box::pin(async move { ranking(&self.read, &pool, limit).await })
    }

    fn curve(&self, person: String, pool: Pool, limit: u32) -> Answer<'_, Vec<Point>> {
        Box::pin(async move { curve(&self.read, &person, &pool, limit).await })
    }

    fn curves(&self, person: String, limit: u32) -> Answer<'_, Vec<(Pool, Point)>> {
        Box::pin(async move { curves(&self.read, &person, limit).await })
    }

    fn ties(&self, person: String, tie: Tie) -> Answer<'_, Vec<(String, String)>> {
        Box::pin(async move { ties(&self.read, &person, tie).await })
    }

    fn apart(&self, one: String, other: String) -> Answer<'_, bool> {
        Box::pin(async move { apart(&self.read, &one, &other).await })
    }

    fn blocked_by(&self, person: String) -> Answer<'_, Vec<String>> {
        Box::pin(async move { blocked_by(&self.read, &person).await })
    }

    fn waits(&self, person: String) -> Answer<'_, Option<(String, String)>> {
        Box::pin(async move { waits(&self.read, &person).await })
    }
}
