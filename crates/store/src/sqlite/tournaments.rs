//! Tournaments in SQLite.

use super::Sqlite;
use super::accounts::{get, get_option, put};
use crate::request::{Request, check_size};
use crate::{Answer, Tournaments};
use sqlx::SqliteConnection;
use sqlx::sqlite::{SqlitePool, SqliteRow};

crate::tournaments_sql::tournaments_sql! {
    tables: "", connection: SqliteConnection, pool: SqlitePool, row: SqliteRow, put: put, get: get, get_option: get_option
}

impl Tournaments for Sqlite {
    fn write(&self, change: TournamentChange) -> Answer<'_, bool> {
        Box::pin(async move {
            check_size(change.bytes())?;
            self.ask(change, Request::Tournament).await
        })
    }

    fn tournament(&self, id: String) -> Answer<'_, Option<Tournament>> {
        Box::pin(async move { tournament(&self.read, &id).await })
    }

    fn entrants(&self, id: String) -> Answer<'_, Vec<Entrant>> {
        Box::pin(async move { entrants(&self.read, &id).await })
    }

    fn pairings(&self, id: String) -> Answer<'_, Vec<Pairing>> {
        Box::pin(async move { pairings(&self.read, &id).await })
    }

    fn tournaments(&self, list: TournamentList, limit: u32) -> Answer<'_, Vec<Tournament>> {
        Box::pin(async move { tournaments(&self.read, &list, limit).await })
    }
}
