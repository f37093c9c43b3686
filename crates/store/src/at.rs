//! Where a store is: a folder or file of SQLite, or a PostgreSQL database.

use crate::{CONNECTIONS, Nats, Opening, Postgres, Spread, Sqlite, Store};
use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Where a store is. Printed, it shows no password.
#[derive(Clone, PartialEq, Eq)]
pub enum At {
    /// A folder or file of SQLite.
    File(PathBuf),
    /// A PostgreSQL database, or several.
    Postgres {
        /// Its address: `postgres://user@host/database`; several, over which tables are spread, with commas between them.
        url: String,
        /// Connections that may read at a time; two more write and listen.
        connections: u32,
        /// Notices go by NATS in place of the database.
        notices: Option<Nats>,
    },
}

impl At {
    /// See [`Store::open`].
    pub fn open(&self) -> Opening<'_, Store> {
        // Opening has all of an engine behind it: in a box it is compiled here, once, and not again in each crate that opens one.
        Box::pin(async move {
            let (url, connections, notices) = match self {
                At::File(path) => return Ok(Store::over(Sqlite::open(path).await?)),
                At::Postgres { url, connections, notices } => (url, *connections, notices.as_ref()),
            };
            Ok(match (&databases(url)[..], notices) {
                ([url], None) => Store::over(Postgres::open(url, connections).await?),
                ([url], Some(nats)) => {
                    Store::over(Postgres::open_with(url, connections, Arc::new(nats.clone())).await?)
                }
                (urls, nats) => Store::over(Spread::open(urls, connections, nats).await?),
            })
        })
    }

    /// See [`Store::open_to_serve`]. A PostgreSQL database takes several servers.
    pub fn open_to_serve(&self) -> Opening<'_, Store> {
        match self {
            At::File(path) => Box::pin(async { Ok(Store::over(Sqlite::open_to_serve(path).await?)) }),
            At::Postgres { .. } => self.open(),
        }
    }

    /// See [`Store::open_read_only`].
    pub fn open_read_only(&self) -> Opening<'_, Store> {
        Box::pin(async move {
            let (url, connections) = match self {
                At::File(path) => return Ok(Store::over(Sqlite::open_read_only(path).await?)),
                At::Postgres { url, connections, .. } => (url, *connections),
            };
            Ok(match &databases(url)[..] {
                [url] => Store::over(Postgres::open_read_only(url, connections).await?),
                urls => Store::over(Spread::open_read_only(urls, connections).await?),
            })
        })
    }

    /// The folder or file, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            At::File(path) => Some(path),
            At::Postgres { .. } => None,
        }
    }
}

impl From<PathBuf> for At {
    fn from(path: PathBuf) -> At {
        At::File(path)
    }
}

impl FromStr for At {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<At, Infallible> {
        Ok(if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            At::Postgres { url: text.into(), connections: CONNECTIONS, notices: None }
        } else {
            At::File(text.into())
        })
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            At::File(path) => path.display().fmt(f),
            At::Postgres { url, .. } => {
                let shown: Vec<String> = databases(url).into_iter().map(without_secrets).collect();
                f.write_str(&shown.join(","))
            }
        }
    }
}

impl fmt::Debug for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The addresses in a list of databases. A comma may stand within one.
fn databases(list: &str) -> Vec<&str> {
    let mut databases = Vec::new();
    let mut rest = list;
    while let Some(end) = rest.find(",postgres://").or_else(|| rest.find(",postgresql://")) {
        databases.push(&rest[..end]);
        rest = &rest[end + 1..];
    }
    databases.push(rest);
    databases
}

/// An address without its password and without what follows a question mark.
fn without_secrets(url: &str) -> String {
    let url = url.split('?').next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return url.into() };
    let Some((user, host)) = rest.rsplit_once('@') else { return url.into() };
    let user = user.split(':').next().unwrap_or_default();
    format!("{scheme}://{user}@{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_a_folder_and_never_shows_its_password() {
        let at: At = "klaxon-data".parse().unwrap();
        assert_eq!(at, At::File("klaxon-data".into()));
        for (url, shown) in [
            ("postgres://ada:se:c@ret@db/klaxon?password=x", "postgres://ada@db/klaxon"),
            ("postgresql://db:5433/klaxon", "postgresql://db:5433/klaxon"),
            (
                "postgres://ada:x,y@a/one?options=a,b,postgres://ada:x@b/two",
                "postgres://ada@a/one,postgres://ada@b/two",
            ),
        ] {
            let at: At = url.parse().unwrap();
            assert!(at.path().is_none());
            assert_eq!((at.to_string(), format!("{at:?}")), (shown.into(), shown.into()));
        }
    }
}
