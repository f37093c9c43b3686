//! Channels in PostgreSQL.

use super::Postgres;
use super::read::text;
use crate::request::{Request, check_size};
use crate::{Answer, Channels};
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::channels_sql::channels_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow, put: put, get: get
}

fn put(text: &str) -> &[u8] {
    text.as_bytes()
}

fn get(row: &PgRow, column: usize) -> Result<String, StoreError> {
    text(row.try_get(column)?, || "a text of a channel".into())
}

impl Channels for Postgres {
    fn change(&self, change: ChannelChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Channel).await
        })
    }

    fn channel(&self, id: String) -> Answer<'_, Option<Channel>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { channel(&pool, id).await }).await
        })
    }

    fn of(&self, person: String) -> Answer<'_, Vec<Channel>> {
        Box::pin(async move {
            let person = person.as_str();
            self.lines.ask(|pool| async move { of(&pool, person).await }).await
        })
    }

    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let after = after.as_str();
            self.lines.ask(|pool| async move { people(&pool, after, limit).await }).await
        })
    }

    fn mutes(&self, person: String) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let person = person.as_str();
            self.lines.ask(|pool| async move { mutes(&pool, person).await }).await
        })
    }

    fn calls(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Call>> {
        Box::pin(async move { self.lines.ask(|pool| async move { calls(&pool, now, limit).await }).await })
    }

    fn rings(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Ring>> {
        Box::pin(async move { self.lines.ask(|pool| async move { rings(&pool, now, limit).await }).await })
    }

    fn waiting(&self, channel: String) -> Answer<'_, Vec<Ring>> {
        Box::pin(async move {
            let channel = channel.as_str();
            self.lines.ask(|pool| async move { waiting(&pool, channel).await }).await
        })
    }
}
