//! Clubs in SQLite.

use super::Sqlite;
use super::accounts::{get, get_option, put};
use crate::request::{Request, check_size};
use crate::{Answer, Clubs};
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::clubs_sql::clubs_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow, put: put, get: get, get_option: get_option
}

impl Clubs for Sqlite {
    fn write(&self, change: ClubChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Club).await
        })
    }

    fn club(&self, id: String) -> Answer<'_, Option<Club>> {
        Box::pin(async move { club(&self.read, &id).await })
    }

    fn clubs(&self, list: ClubList, limit: u32) -> Answer<'_, Vec<Club>> {
        Box::pin(async move { clubs(&self.read, &list, limit).await })
    }

    fn members(&self, club: String) -> Answer<'_, Vec<Member>> {
        Box::pin(async move { members(&self.read, &club).await })
    }

    fn lines(&self, club: String, limit: u32) -> Answer<'_, Vec<ClubLine>> {
        Box::pin(async move { lines(&self.read, &club, limit).await })
    }

    fn said_by(&self, person: String) -> Answer<'_, Vec<(String, ClubLine)>> {
        Box::pin(async move { said_by(&self.read, &person).await })
    }

    fn tables(&self, club: String, limit: u32) -> Answer<'_, Vec<(String, Millis)>> {
        Box::pin(async move { tables(&self.read, &club, limit).await })
    }

    fn studies(&self, club: String) -> Answer<'_, Vec<(Study, Millis)>> {
        Box::pin(async move { studies(&self.read, &club).await })
    }
}
