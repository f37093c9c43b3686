//! Where the store is: a folder, or a database that several servers share.

use anyhow::{Context, Result, bail};
use clap::Args;
use klaxon_store::{At, CONNECTIONS, Nats, Store};
use std::{convert::Infallible, path::PathBuf};

/// Where the store is.
#[derive(Args, Clone)]
pub struct Place {
    /// Folder of the store
    #[arg(long, env = "KLAXON_DATA", default_value = "klaxon-data")]
    pub data: PathBuf,
    /// A PostgreSQL database in place of the folder, such as `postgres://klaxon@db.example/klaxon`; several servers may
    /// share it. Several databases, with commas between them, make up one store over which tables are spread by their ids
    #[arg(long, env = "KLAXON_STORE", value_name = "URL", value_parser = database, hide_env_values = true)]
    pub store: Option<At>,
    /// Connections to the database that read at a time; a few more write and listen
    #[arg(long, env = "KLAXON_STORE_CONNECTIONS", value_name = "N", default_value_t = CONNECTIONS, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub store_connections: u32,
    /// NATS for word among servers, such as `nats://nats.example:4222`, where the database cannot carry it: behind a pooler
    /// in transaction mode, or where there is no LISTEN. All servers on one store must have the same
    #[arg(long, env = "KLAXON_NOTICES", value_name = "URL", requires = "store", hide_env_values = true)]
    pub notices: Option<Nats>,
}

impl Place {
    /// Where the store is.
    pub fn at(&self) -> At {
        match &self.store {
            Some(At::Postgres { url, .. }) => {
                let (connections, notices) = (self.store_connections, self.notices.clone());
                At::Postgres { url: url.clone(), connections, notices }
            }
            Some(file) => file.clone(),
            None => At::File(self.data.clone()),
        }
    }

    /// Opens a store that there is, beside a server or without one.
    pub async fn open(&self) -> Result<Store> {
        self.check()?;
        self.at().open().await.with_context(|| format!("cannot open the store in {}", self.at()))
    }

    /// Opens it for reading only.
    pub async fn open_read_only(&self) -> Result<Store> {
        self.check()?;
        self.at().open_read_only().await.with_context(|| format!("cannot read the store {}", self.at()))
    }

    /// A folder that is not there is a slip of the pen, and not a new store.
    pub fn check(&self) -> Result<()> {
        match self.at().path() {
            Some(path) if !path.exists() => {
                bail!("there is no store in {}; `--data` names another folder", path.display())
            }
            Some(_) | None => Ok(()),
        }
    }
}

/// A database's address.
pub fn database(text: &str) -> Result<At, String> {
    match place(text) {
        Ok(at @ At::Postgres { .. }) => Ok(at),
        Ok(At::File(_)) => {
            Err("a database's address begins with `postgres://`; `--data` names a folder".into())
        }
        Err(never) => match never {},
    }
}

/// A folder, a file or a database's address.
pub fn place(text: &str) -> Result<At, Infallible> {
    text.parse()
}
