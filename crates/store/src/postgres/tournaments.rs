//! Tournaments in PostgreSQL.

use super::Postgres;
use super::accounts::{get, get_option, put};
use crate::request::{Request, check_size};
use crate::{Answer, Tournaments};
use sqlx::PgConnection;
use sqlx::postgres::{PgPool, PgRow};

crate::tournaments_sql::tournaments_sql! {
    tables: "klaxon.", connection: PgConnection, pool: PgPool, row: PgRow, put: put, get: get, get_option: get_option
}

impl Tournaments for Postgres {
    fn write(&self, change: TournamentChange) -> Answer<'_, bool> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.request(change, Request::Tournament).await
        })
    }

    fn tournament(&self, id: String) -> Answer<'_, Option<Tournament>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { tournament(&pool, id).await }).await
        })
    }

    fn entrants(&self, id: String) -> Answer<'_, Vec<Entrant>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { entrants(&pool, id).await }).await
        })
    }

    fn pairings(&self, id: String) -> Answer<'_, Vec<Pairing>> {
        Box::pin(async move {
            let id = id.as_str();
            self.lines.ask(|pool| async move { pairings(&pool, id).await }).await
        })
    }

    fn tournaments(&self, list: TournamentList, limit: u32) -> Answer<'_, Vec<Tournament>> {
        Box::pin(async move {
            let list = &list;
            self.lines.ask(|pool| async move { tournaments(&pool, list, limit).await }).await
        })
    }
}
