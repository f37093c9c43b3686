//! Moderation and notes in SQLite.

use super::Sqlite;
use super::accounts::{get, get_option, put};
use crate::Answer;
use crate::moderation::Moderation;
use crate::request::{Request, check_size};
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::moderation_sql::moderation_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow,
    put: put, get: get, get_option: get_option
}

impl Moderation for Sqlite {
    fn moderate(&self, change: ModerationChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Moderation).await
        })
    }

    fn moderators(&self) -> Answer<'_, Vec<(String, Millis)>> {
        Box::pin(async move { moderators(&self.read).await })
    }

    fn sanctions(&self, now: Millis) -> Answer<'_, Vec<Sanction>> {
        Box::pin(async move { sanctions(&self.read, now).await })
    }

    fn sanctions_of(&self, person: String) -> Answer<'_, Vec<Sanction>> {
        Box::pin(async move { sanctions_of(&self.read, &person).await })
    }

    fn reports(&self, which: Reports, limit: u32) -> Answer<'_, Vec<Report>> {
        Box::pin(async move { reports(&self.read, &which, limit).await })
    }

    fn waiting(&self) -> Answer<'_, u64> {
        Box::pin(async move { waiting(&self.read).await })
    }

    fn deeds(&self, before: u64, limit: u32) -> Answer<'_, Vec<Deed>> {
        Box::pin(async move { deeds(&self.read, before, limit).await })
    }

    fn note(&self, person: String, on: NoteOn, about: String) -> Answer<'_, Option<Note>> {
        Box::pin(async move { note(&self.read, &person, on, &about).await })
    }

    fn notes(&self, person: String) -> Answer<'_, Vec<Note>> {
        Box::pin(async move { notes(&self.read, &person).await })
    }

    fn writers(&self, after: String, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move { writers(&self.read, &after, limit).await })
    }
}
