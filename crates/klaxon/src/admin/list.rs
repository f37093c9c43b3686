//! The lists of `klaxon admin`: tables and people, as far as a host may know them. Nothing of a game is shown.

use super::{State, now};
use crate::out;
use anyhow::Result;
use clap::Args;
use klaxon_store::Table as Stored;
use klaxon_web::Sketch;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Digits of a browser's id that are shown.
const SHORT: usize = 8;

/// Which tables to list.
#[derive(Args)]
pub struct Tables {
    /// Of this game only
    #[arg(long)]
    game: Option<String>,
    /// As far as this only
    #[arg(long, value_enum)]
    state: Option<State>,
    /// At which somebody sits or sat whose name or id has this in it
    #[arg(long)]
    person: Option<String>,
    /// At which nothing has happened for so long, such as `30d`
    #[arg(long, value_parser = super::age)]
    older_than: Option<std::time::Duration>,
    /// At most so many
    #[arg(long)]
    limit: Option<usize>,
}

impl Tables {
    pub fn tell(&self, tables: &[Stored], as_json: bool) -> Result<()> {
        let fits = tables.iter().filter(|table| self.fits(table)).take(self.limit.unwrap_or(usize::MAX));
        if as_json {
            return out::json(&fits.map(row).collect::<Vec<Value>>());
        }
        let mut any = false;
        for table in fits {
            any = true;
            out::line(line(table))?;
        }
        if !any {
            out::line("no such tables are stored")?;
        }
        Ok(())
    }

    fn fits(&self, table: &Stored) -> bool {
        let person = |wanted: &String| {
            let wanted = wanted.to_lowercase();
            Sketch::of(table).is_some_and(|sketch| {
                let owner = sketch.owner.iter().any(|id| id.starts_with(&wanted));
                owner
                    || sketch.seats.iter().any(|seat| {
                        seat.people.iter().any(|id| id.starts_with(&wanted))
                            || !seat.people.is_empty() && seat.holder.to_lowercase().contains(&wanted)
                    })
            })
        };
        let old = |age: std::time::Duration| {
            table.updated_at < now().saturating_sub(u64::try_from(age.as_millis()).unwrap_or(u64::MAX))
        };
        self.game.as_ref().is_none_or(|game| table.game == *game)
            && self.state.is_none_or(|state| state.fits(table.state))
            && self.person.as_ref().is_none_or(person)
            && self.older_than.is_none_or(old)
    }
}

/// A table for people.
pub fn line(table: &Stored) -> String {
    let (seats, closed) = match Sketch::of(table) {
        Some(sketch) => {
            let seats: Vec<String> = sketch.seats.into_iter().map(|seat| seat.holder).collect();
            (seats.join(", "), sketch.closed.map_or(String::new(), |why| format!("; {why}")))
        }
        None => ("who sits there cannot be read".into(), String::new()),
    };
    let entries = if table.n == 1 { "entry" } else { "entries" };
    let (created, updated) = (ago(table.created_at), ago(table.updated_at));
    format!(
        "{:<12} {:<12} {:<8} {:>6} {entries:<8} opened {created}, last {updated}; {seats}{closed}",
        table.id, table.game, table.state, table.n
    )
}

/// The same for programs.
fn row(table: &Stored) -> Value {
    json!({ "id": table.id, "game": table.game, "state": table.state, "entries": table.n,
        "created": table.created_at, "updated": table.updated_at, "listed": table.listed, "sketch": Sketch::of(table) })
}

/// Which people to list.
#[derive(Args)]
pub struct People {
    /// Whose name or id has this in it
    #[arg(long)]
    person: Option<String>,
    /// At most so many
    #[arg(long)]
    limit: Option<usize>,
}

/// A browser, and what is known of it.
#[derive(Default)]
struct Known {
    names: BTreeSet<String>,
    tables: u32,
    owns: u32,
    last: u64,
}

impl People {
    pub fn tell(&self, tables: &[Stored], as_json: bool) -> Result<()> {
        let wanted = self.person.as_deref().unwrap_or_default().to_lowercase();
        let mut people: Vec<(String, Known)> = known(tables).into_iter().collect();
        people.retain(|(id, known)| {
            id.starts_with(&wanted) || known.names.iter().any(|name| name.to_lowercase().contains(&wanted))
        });
        people.sort_by_key(|(_, known)| std::cmp::Reverse(known.last));
        people.truncate(self.limit.unwrap_or(usize::MAX));
        if as_json {
            let rows = people.iter().map(|(id, known)| {
                json!({ "id": id, "names": known.names, "tables": known.tables, "owns": known.owns, "last": known.last })
            });
            return out::json(&rows.collect::<Vec<Value>>());
        }
        if people.is_empty() {
            out::line("nobody is known here")?;
        }
        for (id, known) in &people {
            let short: String = id.chars().take(SHORT).collect();
            let names = known.names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let tables = if known.tables == 1 { "table" } else { "tables" };
            out::line(format!(
                "{short:<9} {:>5} {tables:<6} opened {:>4}, last {}; {}",
                known.tables,
                known.owns,
                ago(known.last),
                if names.is_empty() { "no name" } else { &names }
            ))?;
        }
        Ok(())
    }
}

/// Everybody who opened a table or sits at one, by browser.
fn known(tables: &[Stored]) -> BTreeMap<String, Known> {
    let mut people: BTreeMap<String, Known> = BTreeMap::new();
    for table in tables {
        let Some(sketch) = Sketch::of(table) else { continue };
        let mut here: BTreeSet<&String> = BTreeSet::new();
        for seat in &sketch.seats {
            for id in &seat.people {
                people.entry(id.clone()).or_default().names.insert(seat.holder.clone());
                here.insert(id);
            }
        }
        if let Some(owner) = &sketch.owner {
            people.entry(owner.clone()).or_default().owns += 1;
            here.insert(owner);
        }
        for id in here {
            let known = people.entry(id.clone()).or_default();
            known.tables += 1;
            known.last = known.last.max(table.updated_at);
        }
    }
    people
}

/// How long ago, in few words.
pub(super) fn ago(then: u64) -> String {
    let minutes = now().saturating_sub(then) / 60_000;
    match minutes {
        0 => "just now".into(),
        1..120 => format!("{minutes} min ago"),
        120..2880 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}
