//! Moderation and notes in PostgreSQL.

use super::Postgres;
use super::accounts::{get, get_option, put};
use crate::Answer;
use crate::moderation::Moderation;
use crate::request::{Request, check_size};
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::moderation_sql::moderation_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow,
    put: put, get: get, get_option: get_option
}

impl Moderation for Postgres {
    fn moderate(&self, change: ModerationChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Moderation).await
        })
    }

    fn moderators(&self) -> Answer<'_, Vec<(String, Millis)>> {
        Box::pin(async move { self.lines.ask(|pool| async move { moderators(&pool).await }).await })
    }

    fn sanctions(&self, now: Millis) -> Answer<'_, Vec<Sanction>> {
        Box::pin(async move { self.lines.ask(|pool| async move { sanctions(&pool, now).await }).await })
    }

    fn sanctions_of(&self, person: String) -> Answer<'_, Vec<Sanction>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { sanctions_of(&pool, person).await }).await
        })
    }

    fn reports(&self, which: Reports, limit: u32) -> Answer<'_, Vec<Report>> {
        Box::pin(async move {
            let which = &which;
            self.lines.ask(|pool| async move { reports(&pool, which, limit).await }).await
        })
    }

    fn waiting(&self) -> Answer<'_, u64> {
        Box::pin(async move { self.lines.ask(|pool| async move { waiting(&pool).await }).await })
    }

    fn deeds(&self, before: u64, limit: u32) -> Answer<'_, Vec<Deed>> {
        Box::pin(async move { self.lines.ask(|pool| async move { deeds(&pool, before, limit).await }).await })
    }

    fn note(&self, person: String, on: NoteOn, about: String) -> Answer<'_, Option<Note>> {
        Box::pin(async move {
            let (person, about) = (&person, &about);
            self.lines.ask(|pool| async move { note(&pool, person, on, about).await }).await
        })
    }

    fn notes(&self, person: String) -> Answer<'_, Vec<Note>> {
        Box::pin(async move {
            let person = &person;
            self.lines.ask(|pool| async move { notes(&pool, person).await }).await
        })
    }

    fn writers(&self, after: String, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let after = &after;
            self.lines.ask(|pool| async move { writers(&pool, after, limit).await }).await
        })
    }
}
