//! `klaxon admin`: looking after a server's tables. Reading goes beside a running server. What changes something is asked
//! of the server that runs over the store; when none does, the store is opened for it.

mod list;
mod people;

use crate::{
    check, out,
    place::Place,
    transfer::{block_on, whole_log, write_private},
};
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use klaxon_store::{At, Nats, Table as Stored, TableState};
use klaxon_web::{AppState, Config, Errand};
use serde_json::{Value, json};
use std::{
    fs,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Look after a server: list, close, hand over and prune its tables.
///
/// It works on a server that runs, which is then asked to do it, and on one that stands still. Run it as the user that the
/// server runs as.
#[derive(Args)]
pub struct Admin {
    /// Folder of the store; for the lists also a backup
    #[arg(long, env = "KLAXON_DATA", default_value = "klaxon-data", global = true)]
    data: PathBuf,
    /// A PostgreSQL database in place of the folder, whether servers run over it or not
    #[arg(long, env = "KLAXON_STORE", value_name = "URL", value_parser = crate::place::database, hide_env_values = true, global = true)]
    store: Option<At>,
    /// NATS for word to the servers, as they have it
    #[arg(long, env = "KLAXON_NOTICES", value_name = "URL", global = true, hide_env_values = true)]
    notices: Option<Nats>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List tables, newest first
    Tables(list::Tables),
    /// List the people who sit or sat at tables, latest first
    People(list::People),
    /// Nothing more shall happen at a table; its page shows why, its log is kept
    Close {
        /// The table's id, as in its address
        table: String,
        /// Why, for those who sit there: lower case, no full stop
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// A closed table goes on
    Reopen {
        /// The table's id
        table: String,
    },
    /// Make a link that makes whoever opens it first the owner of a table whose owner is lost
    Owner {
        /// The table's id
        table: String,
        /// Make a new link; an earlier one is worth nothing then
        #[arg(long, required = true)]
        new: bool,
    },
    /// Make an invitation, with which somebody can make an account, once (`klaxon --accounts invite`)
    Invite,
    /// Name moderators: accounts that look after what was reported
    #[command(subcommand)]
    Moderator(people::Moderator),
    /// List what was reported and waits, with what was said around it
    Reports {
        /// Those that were closed as well
        #[arg(long)]
        all: bool,
        /// Close this one instead
        #[arg(long, value_name = "NUMBER", conflicts_with = "all")]
        close: Option<u64>,
        /// What became of it, for the record
        #[arg(long, default_value = "", requires = "close")]
        words: String,
    },
    /// Somebody may not speak for a while
    Mute(people::Impose),
    /// Somebody may not play or sign in for a while
    Ban(people::Impose),
    /// Somebody may speak and play again
    Lift {
        /// The account's name, or the id of a guest
        who: String,
        /// Only this; all without it
        #[arg(long, value_enum)]
        only: Option<people::Measure>,
    },
    /// List what moderators and you did, newest first, after what is in force
    Audit {
        /// At most so many
        #[arg(long, default_value_t = 100)]
        limit: u32,
    },
    /// Compare all ratings with what the results of finished games come to
    Ratings {
        /// Throw them away first and make them anew
        #[arg(long)]
        recompute: bool,
    },
    /// Delete tables at which nothing has happened for long; their logs are written to files first
    Prune(Prune),
}

/// Which tables, and where their logs go.
#[derive(Args)]
struct Prune {
    /// Nothing has happened there for so long, such as `90d`, `12w`, `36h`
    #[arg(long, value_parser = age)]
    older_than: Duration,
    /// How far they are; `idle` is whatever was begun and is not over
    #[arg(long = "state", value_enum, required = true, value_delimiter = ',')]
    states: Vec<State>,
    /// Only say what would be deleted
    #[arg(long)]
    dry_run: bool,
    /// Folder for the logs, as `klaxon import` reads them; `pruned` in the folder of the store without it
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// Keep no logs
    #[arg(long, conflicts_with = "export")]
    no_export: bool,
}

/// How far a table is, for the host.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum State {
    /// Waiting for players
    Open,
    /// Being played
    Playing,
    /// Played to its end
    Over,
    /// Stopped or closed
    Frozen,
    /// Not over, however far
    Idle,
}

impl State {
    fn fits(self, state: TableState) -> bool {
        match self {
            State::Open => state == TableState::Open,
            State::Playing => state == TableState::Playing,
            State::Over => state == TableState::Over,
            State::Frozen => state == TableState::Frozen,
            State::Idle => state != TableState::Over,
        }
    }
}

impl Admin {
    pub fn run(self) -> Result<ExitCode> {
        let Admin { data, store, notices, json, what } = self;
        let place = Place { data, store, notices, store_connections: 2 };
        place.check()?;
        block_on(async {
            match what {
                What::Tables(tables) => tables.tell(&stored(&place).await?, json)?,
                What::People(people) => people.tell(&stored(&place).await?, json)?,
                What::Close { table, reason } => {
                    let done = errand(&place, Errand::Close { table: table.clone(), reason }).await?;
                    say(
                        json,
                        &done,
                        &format!("table {table} is closed; `klaxon admin reopen {table}` lets it go on"),
                    )?;
                }
                What::Invite => {
                    let done = errand(&place, Errand::Invite).await?;
                    let text = |key: &str| done[key].as_str().unwrap_or_default().to_owned();
                    let words = format!(
                        "invitation {}, good once and for {} days: type it in at {}",
                        text("invitation"),
                        done["days"],
                        text("page")
                    );
                    say(json, &done, &words)?;
                }
                What::Reopen { table } => {
                    let done = errand(&place, Errand::Reopen { table: table.clone() }).await?;
                    say(json, &done, &format!("table {table} goes on"))?;
                }
                What::Owner { table, new: _ } => {
                    let done = errand(&place, Errand::Owner { table: table.clone() }).await?;
                    let link = done["link"].as_str().unwrap_or_default().to_owned();
                    let text = format!(
                        "whoever opens this first is the owner of table {table}, behind your server's address:\n{link}"
                    );
                    say(json, &done, &text)?;
                }
                What::Moderator(moderator) => moderator.run(&place, json).await?,
                What::Reports { all, close, words } => {
                    people::reports(&place, all, close, words, json).await?
                }
                What::Mute(impose) => impose.run(&place, people::Measure::Mute, json).await?,
                What::Ban(impose) => impose.run(&place, people::Measure::Ban, json).await?,
                What::Lift { who, only } => people::lift(&place, who, only, json).await?,
                What::Audit { limit } => people::log(&place, limit, json).await?,
                What::Ratings { recompute } => return ratings(&place, recompute, json).await,
                What::Prune(prune) => return prune.run(&place, json).await,
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

/// What is kept of ratings is what the results come to, or else it is told where not.
async fn ratings(place: &Place, recompute: bool, json: bool) -> Result<ExitCode> {
    let store = if recompute { place.open().await? } else { place.open_read_only().await? };
    if recompute {
        klaxon_web::results::recompute(&store).await?;
    }
    let audit = klaxon_web::results::audit(&store).await?;
    if recompute {
        store.close().await?;
    }
    let done = json!({ "results": audit.results, "ratings": audit.ratings, "wrong": audit.wrong });
    let mut text = format!("{} ratings, made of {} rated results", audit.ratings, audit.results);
    for wrong in &audit.wrong {
        text.push_str(&format!("\n{wrong}"));
    }
    say(json, &done, &text)?;
    Ok(ExitCode::from(u8::from(!audit.wrong.is_empty())))
}

fn say(as_json: bool, done: &Value, text: &str) -> Result<()> {
    if as_json { out::json(done) } else { out::line(text) }
}

/// All tables of a store, which may be served meanwhile.
async fn stored(place: &Place) -> Result<Vec<Stored>> {
    let store = place.open_read_only().await?;
    check::list(&store).await
}

/// Who carries errands out: the server that runs over the store, or we ourselves.
struct Hand<'a> {
    place: &'a Place,
    own: Option<AppState>,
}

impl<'a> Hand<'a> {
    fn over(place: &'a Place) -> Hand<'a> {
        Hand { place, own: None }
    }

    async fn run(&mut self, errand: Errand) -> Result<Value> {
        if self.own.is_none() {
            let at = self.place.at();
            let cannot = || format!("cannot open the store in {at}");
            self.own = Some(match at.path() {
                Some(data) => {
                    let server = klaxon_web::ask(data, &errand).await;
                    let server = server.context("the server that runs over this store does not answer")?;
                    if let Some(answer) = server {
                        return answer.map_err(anyhow::Error::msg);
                    }
                    let config = Config { bot_threads: 1, ..Config::at(data) };
                    AppState::open(config).await.with_context(cannot)?
                }
                // Servers follow what is changed in a database that they share.
                None => {
                    let store = at.open().await.with_context(cannot)?;
                    let config = Config { bot_threads: 1, ..Config::default() };
                    AppState::over(config, store).await.with_context(cannot)?
                }
            });
        }
        let state = self.own.as_ref().context("the store is open")?;
        Ok(klaxon_web::run(state, errand).await?)
    }

    async fn done(self) {
        if let Some(state) = self.own {
            state.close().await;
        }
    }
}

async fn errand(place: &Place, errand: Errand) -> Result<Value> {
    let mut hand = Hand::over(place);
    let done = hand.run(errand).await;
    hand.done().await;
    done
}

impl Prune {
    async fn run(self, place: &Place, as_json: bool) -> Result<ExitCode> {
        let before = now().saturating_sub(u64::try_from(self.older_than.as_millis()).unwrap_or(u64::MAX));
        let store = place.open_read_only().await?;
        let mut tables = check::list(&store).await?;
        tables.retain(|t| t.updated_at < before && self.states.iter().any(|state| state.fits(t.state)));
        let folder = self.export.clone().unwrap_or_else(|| place.data.join("pruned"));
        if !self.dry_run && !self.no_export && !tables.is_empty() {
            fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let (mut gone, mut left, mut hand) = (Vec::new(), Vec::new(), Hand::over(place));
        for table in &tables {
            if !self.dry_run {
                if !self.no_export {
                    let Some(log) = whole_log(&store, &table.id).await? else { continue };
                    write_private(&folder.join(format!("{}.jsonl", table.id)), &log)?;
                }
                let delete = Errand::Delete { table: table.id.clone(), unless_since: table.updated_at + 1 };
                if let Err(error) = hand.run(delete).await {
                    left.push(json!({ "table": table.id, "why": error.to_string() }));
                    continue;
                }
            }
            gone.push(table);
        }
        hand.done().await;
        if as_json {
            let ids: Vec<&str> = gone.iter().map(|t| t.id.as_str()).collect();
            out::json(&json!({ "dry-run": self.dry_run, "pruned": ids, "left": left }))?;
        } else {
            for table in &gone {
                out::line(list::line(table))?;
            }
            for left in &left {
                out::line(format!("{} stays: {}", text(&left["table"]), text(&left["why"])))?;
            }
            let many = if gone.len() == 1 { "1 table".into() } else { format!("{} tables", gone.len()) };
            let done = match (self.dry_run, self.no_export || gone.is_empty()) {
                (true, _) => format!("{many} would be deleted"),
                (false, true) => format!("{many} deleted"),
                (false, false) => format!("{many} deleted; the logs are in {}", folder.display()),
            };
            out::line(done)?;
        }
        Ok(ExitCode::from(u8::from(!left.is_empty())))
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_millis() as u64)
}

/// Reads `90d`, `12w`, `36h` or `30m`.
fn age(text: &str) -> Result<Duration, String> {
    let wrong = || "an age is a number with a unit, such as `90d`, `12w`, `36h` or `30m`".to_owned();
    let unit = text.chars().last().ok_or_else(wrong)?;
    let minutes: u64 = match unit {
        'm' => 1,
        'h' => 60,
        'd' => 60 * 24,
        'w' => 60 * 24 * 7,
        _ => return Err(wrong()),
    };
    let n: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    n.checked_mul(minutes * 60).map(Duration::from_secs).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_units() {
        assert_eq!(age("90d"), Ok(Duration::from_secs(90 * 86_400)));
        assert_eq!(age("0m"), Ok(Duration::ZERO));
        for bad in ["", "d", "90", "1.5d", "-1d", "99999999999999999999w", "é"] {
            assert!(age(bad).is_err(), "{bad}");
        }
    }
}
