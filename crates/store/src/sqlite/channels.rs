//! Channels in SQLite.

use super::Sqlite;
use crate::request::{Request, check_size};
use crate::{Answer, Channels};
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::channels_sql::channels_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow, put: put, get: get
}

fn put(text: &str) -> &str {
    text
}

fn get(row: &SqliteRow, column: usize) -> Result<String, StoreError> {
    Ok(row.try_get(column)?)
}

impl Channels for Sqlite {
    fn change(&self, change: ChannelChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Channel).await
        })
    }

    fn channel(&self, id: String) -> Answer<'_, Option<Channel>> {
        Box::pin(async move { channel(&self.read, &id).await })
    }

    fn of(&self, person: String) -> Answer<'_, Vec<Channel>> {
        Box::pin(async move { of(&self.read, &person).await })
    }

    fn people(&self, after: String, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move { people(&self.read, &after, limit).await })
    }

    fn mutes(&self, person: String) -> Answer<'_, Vec<String>> {
        Box::pin(async move { mutes(&self.read, &person).await })
    }

    fn calls(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Call>> {
        Box::pin(async move { calls(&self.read, now, limit).await })
    }

    fn rings(&self, now: Millis, limit: u32) -> Answer<'_, Vec<Ring>> {
        Box::pin(async move { rings(&self.read, now, limit).await })
    }

    fn waiting(&self, channel: String) -> Answer<'_, Vec<Ring>> {
        Box::pin(async move { waiting(&self.read, &channel).await })
    }
}
