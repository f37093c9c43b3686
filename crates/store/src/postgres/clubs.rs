//! Clubs in PostgreSQL.

use super::Postgres;
use super::accounts::{get, get_option, put};
use crate::request::{Request, check_size};
use crate::{Answer, Clubs};
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::clubs_sql::clubs_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow, put: put, get: get, get_option: get_option
}

impl Clubs for Postgres {
    fn write(&self, change: ClubChange) -> Answer<'_, Option<String>> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Club).await
        })
    }

    fn club(&self, id: String) -> Answer<'_, Option<Club>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { club(&pool, id).await }).await
        })
    }

    fn clubs(&self, list: ClubList, limit: u32) -> Answer<'_, Vec<Club>> {
        Box::pin(async move {
            let list = &list;
            self.lines.ask(|pool| async move { clubs(&pool, list, limit).await }).await
        })
    }

    fn members(&self, club: String) -> Answer<'_, Vec<Member>> {
        Box::pin(async move {
            let club = club.as_str();
            self.lines.ask(|pool| async move { members(&pool, club).await }).await
        })
    }

    fn lines(&self, club: String, limit: u32) -> Answer<'_, Vec<ClubLine>> {
        Box::pin(async move {
            let club = club.as_str();
            self.lines.ask(|pool| async move { lines(&pool, club, limit).await }).await
        })
    }

    fn said_by(&self, person: String) -> Answer<'_, Vec<(String, ClubLine)>> {
        Box::pin(async move {
            let person = person.as_str();
            self.lines.ask(|pool| async move { said_by(&pool, person).await }).await
        })
    }

    fn tables(&self, club: String, limit: u32) -> Answer<'_, Vec<(String, Millis)>> {
        Box::pin(async move {
            let club = club.as_str();
            self.lines.ask(|pool| async move { tables(&pool, club, limit).await }).await
        })
    }

    fn studies(&self, club: String) -> Answer<'_, Vec<(Study, Millis)>> {
        Box::pin(async move {
            let club = club.as_str();
            self.lines.ask(|pool| async move { studies(&pool, club).await }).await
        })
    }
}
