//! Moderation by `klaxon admin`: moderators, reports, who may not speak or play, and what was done.

use super::{errand, list::ago, now, say};
use crate::{out, place::Place};
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use klaxon_store::{Deed, Report, Reports, Store};
use klaxon_web::{Errand, ModerationOrder, ReportContext, imposed_until};
use serde_json::{Value, json};
use std::time::Duration;

/// Lines that are asked for at a time.
const PAGE: u32 = 500;

/// Who looks after others.
#[derive(Subcommand)]
pub enum Moderator {
    /// An account becomes a moderator: it gets the page `/moderation`
    Add {
        /// The account's name
        name: String,
    },
    /// An account is no moderator any more
    Remove {
        /// The account's name
        name: String,
    },
    /// List the moderators
    List,
}

/// What somebody may not do.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Measure {
    /// Speak
    Mute,
    /// Play, or sign in
    Ban,
}

impl Measure {
    fn word(self) -> String {
        match self {
            Measure::Mute => "mute".into(),
            Measure::Ban => "ban".into(),
        }
    }
}

/// Against whom, for how long, and why.
#[derive(Args)]
pub struct Impose {
    /// The account's name, or the id of a guest as reports have it
    who: String,
    /// For so long, such as `7d` or `12w`; for good without it
    #[arg(long = "for", value_parser = super::age, value_name = "AGE")]
    how_long: Option<Duration>,
    /// Why; the person reads it
    #[arg(long)]
    reason: String,
}

impl Impose {
    pub async fn run(self, place: &Place, measure: Measure, as_json: bool) -> Result<()> {
        let days = self.how_long.map(|age| u32::try_from(age.as_secs().div_ceil(86_400)).unwrap_or(u32::MAX));
        let Impose { who, reason, .. } = self;
        order(place, ModerationOrder::Impose { who, measure: measure.word(), days, reason }, as_json).await
    }
}

impl Moderator {
    pub async fn run(self, place: &Place, as_json: bool) -> Result<()> {
        match self {
            Moderator::Add { name } => {
                order(place, ModerationOrder::Moderator { name, on: true }, as_json).await
            }
            Moderator::Remove { name } => {
                order(place, ModerationOrder::Moderator { name, on: false }, as_json).await
            }
            Moderator::List => {
                let store = place.open_read_only().await?;
                let mut names = Vec::new();
                for (person, _) in store.moderation().moderators().await? {
                    names.extend(
                        store.accounts().account(person).await?.map(|account| format!("@{}", account.name)),
                    );
                }
                if as_json {
                    return out::json(&names);
                }
                out::line(if names.is_empty() { "there are no moderators".into() } else { names.join("\n") })
            }
        }
    }
}

/// Somebody may again.
pub async fn lift(place: &Place, who: String, measure: Option<Measure>, as_json: bool) -> Result<()> {
    order(place, ModerationOrder::Lift { who, measure: measure.map(Measure::word) }, as_json).await
}

/// What was reported, or one report is closed.
pub async fn reports(
    place: &Place,
    all: bool,
    close: Option<u64>,
    words: String,
    as_json: bool,
) -> Result<()> {
    if let Some(report) = close {
        return order(place, ModerationOrder::Close { report, words }, as_json).await;
    }
    let store = place.open_read_only().await?;
    let mut reports = every(&store).await?;
    reports.retain(|report| all || report.closed.is_none());
    if as_json {
        let row = |report: &Report| {
            json!({ "number": report.number, "at": report.at, "table": report.table, "about": report.about, "person": report.person,
                "context": ReportContext::of(report), "closed": report.closed })
        };
        return out::json(&reports.iter().map(row).collect::<Vec<Value>>());
    }
    if reports.is_empty() {
        return out::line("no reports wait");
    }
    for report in &reports {
        tell(report)?;
    }
    Ok(())
}

async fn every(store: &Store) -> Result<Vec<Report>> {
    let (mut all, mut after) = (Vec::new(), 0);
    loop {
        let page = store.moderation().reports(Reports::After(after), PAGE).await?;
        let Some(last) = page.last() else { return Ok(all) };
        after = last.number;
        all.extend(page);
    }
}

fn tell(report: &Report) -> Result<()> {
    let closed = report.closed.as_ref().map_or(String::new(), |(_, by)| format!(", closed by {by}"));
    let person = report.person.as_deref().unwrap_or("a program");
    let Some(context) = ReportContext::of(report) else {
        return out::line(format!("report {}{closed}: what was kept with it cannot be read", report.number));
    };
    out::line(format!(
        "report {}, {}{closed}: {} ({person}), table {} ({}), step {}; by {}: {}",
        report.number,
        ago(report.at),
        context.whom,
        report.table,
        context.title,
        context.step,
        context.by,
        context.why
    ))?;
    for line in &context.lines {
        out::line(format!("  {} {}: {}", if line.reported { ">" } else { " " }, line.from, line.text))?;
    }
    Ok(())
}

/// What moderators and the host did, newest first; and what is in force.
pub async fn log(place: &Place, limit: u32, as_json: bool) -> Result<()> {
    let store = place.open_read_only().await?;
    let deeds = store.moderation().deeds(u64::MAX, limit).await?;
    let in_force = store.moderation().sanctions(now()).await?;
    if as_json {
        let deed = |d: &Deed| json!({ "number": d.number, "at": d.at, "by": d.name, "deed": d.deed, "person": d.person, "whom": d.whom, "words": d.words });
        let sanctions: Vec<Value> = in_force
            .iter()
            .map(|s| json!({ "person": s.person, "measure": s.measure.word(), "until": s.until, "reason": s.reason }))
            .collect();
        let deeds: Vec<Value> = deeds.iter().map(deed).collect();
        return out::json(&json!({ "deeds": deeds, "in-force": sanctions }));
    }
    for sanction in &in_force {
        out::line(format!(
            "in force: {} of {} {}: {}",
            sanction.measure.word(),
            sanction.person,
            imposed_until(sanction),
            sanction.reason
        ))?;
    }
    for deed in &deeds {
        let words = if deed.words.is_empty() { String::new() } else { format!(", {}", deed.words) };
        out::line(format!("{}, {}: {} {}{words}", ago(deed.at), deed.name, deed.deed, deed.whom))?;
    }
    if deeds.is_empty() {
        out::line("nothing was done yet")?;
    }
    Ok(())
}

async fn order(place: &Place, order: ModerationOrder, as_json: bool) -> Result<()> {
    let done = errand(place, Errand::Moderate { order }).await?;
    let said = done["said"].as_str().unwrap_or_default().to_owned();
    say(as_json, &done, &said)
}
