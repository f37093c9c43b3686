//! `klaxon copy`: one store into another.

use crate::{check, out, transfer::block_on};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use klaxon_store::{
    AccountChange, At, ChannelChange, NewMessage, NewTable, ResultChange, Store, StoreError, Study,
    StudyChange, StudyList, Table, Tie,
};
use serde_json::json;
use std::process::ExitCode;

/// People asked for at a time.
const PAGE: u32 = 500;
/// Tables that are on their way at once: they share commits.
const AT_ONCE: usize = 64;
/// Lines of a log that go into one append.
const LINES: usize = 2000;

/// Copy a whole store into another: a folder into a database, or back.
///
/// Everything goes along: logs, who sits where, what was said, people, accounts, studies, channels, and the server's keys, so that cookies
/// and links stay good. Each table is read back and compared. A copy that was interrupted goes on where it was; a table that is
/// there already and is not the same is left alone and told. The exit code is 0 when all is the same, 1 when a table is
/// not, 2 when a store cannot be read or written. Stop the servers first: what they write meanwhile is not copied.
#[derive(Args)]
pub struct Copy {
    /// The store to be read: a folder, a file or `postgres://…`
    #[arg(value_parser = crate::place::place)]
    from: At,
    /// The store to be written; made if it is not there
    #[arg(value_parser = crate::place::place)]
    to: At,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What has become of a table.
enum Copied {
    /// It was carried over.
    Now { entries: u32 },
    /// It was there already.
    Before { entries: u32 },
    /// Another table of its id is there.
    Differs { why: String },
}

impl Copy {
    pub fn run(self) -> Result<ExitCode> {
        if self.from == self.to {
            bail!("the stores are the same: {}", self.from);
        }
        block_on(self.copy())
    }

    async fn copy(self) -> Result<ExitCode> {
        let from = self.from.open_read_only().await.with_context(|| format!("cannot read {}", self.from))?;
        let to = self.to.open().await.with_context(|| format!("cannot open {}", self.to))?;
        // The keys first: a store that has others already would make every link worthless.
        let settings = from.settings().await?;
        for (key, value) in &settings {
            let holds = to.set_setting_once(key, value.clone()).await?;
            ensure!(
                holds == *value,
                "{} has been served already and has a {key} of its own: copy into an empty store",
                self.to
            );
        }
        let people = people(&from, &to).await?;
        let (accounts, mut differs) = accounts(&from, &to).await?;
        let studies = studies(&from, &to, &mut differs).await?;
        channels(&from, &to).await?;
        // Oldest first, so that lists keep their order.
        let mut tables = check::list(&from).await?;
        tables.reverse();
        let bar = out::progress(tables.len() as u64, "copying");
        let (mut copied, mut before, mut entries) = (0_u64, 0_u64, 0_u64);
        for page in tables.chunks(AT_ONCE) {
            // Made one after another, filled together.
            let mut made = Vec::with_capacity(page.len());
            for table in page {
                made.push(create(&to, table).await?);
            }
            let jobs = page.iter().zip(made).map(|(table, new)| one(&from, &to, table, new));
            for (table, outcome) in page.iter().zip(futures_util::future::join_all(jobs).await) {
                bar.inc(1);
                match outcome.with_context(|| format!("table {} was not copied", table.id))? {
                    Copied::Now { entries: n } => (copied, entries) = (copied + 1, entries + u64::from(n)),
                    Copied::Before { entries: n } => (before, entries) = (before + 1, entries + u64::from(n)),
                    Copied::Differs { why } => differs.push((table.id.clone(), why)),
                }
            }
        }
        bar.finish_and_clear();
        results(&from, &to).await?;
        to.close().await?;
        if self.json {
            let list: Vec<_> =
                differs.iter().map(|(table, why)| json!({ "table": table, "why": why })).collect();
            out::json(&json!({ "from": self.from.to_string(), "to": self.to.to_string(), "copied": copied,
                "there-before": before, "entries": entries, "people": people, "accounts": accounts, "studies": studies, "settings": settings.len(), "differ": list }))?;
        } else {
            for (table, why) in &differs {
                out::line(format!("{table}  is not the same: {why}"))?;
            }
            let already = if before > 0 { format!(", {before} were there already") } else { String::new() };
            out::line(format!(
                "{copied} tables copied and compared{already}: {entries} entries, {people} people, {accounts} accounts, {studies} studies, from {} to {}",
                self.from, self.to
            ))?;
        }
        Ok(ExitCode::from(u8::from(!differs.is_empty())))
    }
}

async fn people(from: &Store, to: &Store) -> Result<u64> {
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = from.people(&after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.id.clone();
        count += page.len() as u64;
        let jobs = page.into_iter().map(|person| to.upsert_person(person));
        for kept in futures_util::future::join_all(jobs).await {
            kept?;
        }
    }
}

/// Accounts with all that hangs on them; bots after their owners.
async fn accounts(from: &Store, to: &Store) -> Result<(u64, Vec<(String, String)>)> {
    let (mut after, mut all) = (String::new(), Vec::new());
    loop {
        let page = from.accounts().accounts(after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.person.clone();
        all.extend(page);
    }
    all.sort_by_key(|account| account.owner.is_some());
    let mut differs = Vec::new();
    for account in &all {
        let person = account.person.clone();
        // One that is there may have been used there since: it is left alone.
        if to.accounts().account(person.clone()).await?.is_some() {
            continue;
        }
        let Some(whole) = from.accounts().belongings(person.clone()).await? else { continue };
        match to.accounts().change(AccountChange::Make(Box::new(whole.clone()))).await {
            Ok(_) => {}
            Err(StoreError::NameTaken { name }) => {
                differs.push((format!("account {name}"), "somebody else has this name there".into()));
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        let there = to.accounts().belongings(person).await?;
        ensure!(
            there.as_ref() == Some(&whole),
            "the account {} was not read back as it was written",
            account.name
        );
    }
    Ok((all.len() as u64, differs))
}

/// Studies with their texts. One that is there may have been changed there since: it is left alone.
async fn studies(from: &Store, to: &Store, differs: &mut Vec<(String, String)>) -> Result<u64> {
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = from.studies().studies(StudyList::After(after), PAGE).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.id.clone();
        for Study { id, .. } in page {
            let Some(whole) = from.studies().study(id.clone()).await? else { continue };
            count += 1;
            if to.studies().study(id.clone()).await?.is_some() {
                continue;
            }
            // A new one begins with number 1, whatever it was before.
            to.studies().change_study(StudyChange::Put(Study { rev: 1, ..whole.clone() })).await?;
            let there = to.studies().study(id.clone()).await?;
            if there != Some(Study { rev: 1, ..whole }) {
                differs.push((format!("study {id}"), "what was read back is not what was written".into()));
            }
        }
    }
}

/// Ways to reach people. Whose turn it is, is found out anew by whoever serves the copy.
async fn channels(from: &Store, to: &Store) -> Result<()> {
    let mut after = String::new();
    loop {
        let people = from.channels().people(after, PAGE).await?;
        let Some(last) = people.last() else { return Ok(()) };
        after = last.clone();
        for person in people {
            for channel in from.channels().of(person.clone()).await? {
                // One that is there may have been changed there since.
                if to.channels().channel(channel.id.clone()).await?.is_none() {
                    to.channels().change(ChannelChange::Put(channel)).await?;
                }
            }
            for table in from.channels().mutes(person.clone()).await? {
                let mute = ChannelChange::Mute { person: person.clone(), table, muted: true };
                to.channels().change(mute).await?;
            }
        }
    }
}

/// Results in their order, and the ratings that follow from them; whom accounts follow and block.
async fn results(from: &Store, to: &Store) -> Result<()> {
    let mut after = 0;
    loop {
        let page = from.results().after(after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.number;
        for result in page {
            to.results().write(ResultChange::Keep(Box::new(result))).await?;
        }
    }
    let mut after = String::new();
    loop {
        let page = from.accounts().accounts(after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.person.clone();
        for account in page {
            for tie in [Tie::Follow, Tie::Block] {
                for (other, _) in from.results().ties(account.person.clone(), tie).await? {
                    let person = account.person.clone();
                    match to.results().write(ResultChange::Tie { person, tie, other, at: 0 }).await {
                        Ok(_) | Err(StoreError::UnknownAccount) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
            }
        }
    }
    klaxon_web::results::recompute(to).await?;
    let audit = klaxon_web::results::audit(to).await?;
    ensure!(audit.wrong.is_empty(), "ratings were not made as they should be: {}", audit.wrong.join("; "));
    Ok(())
}

/// True if it was not there.
async fn create(to: &Store, table: &Table) -> Result<bool> {
    let Table { id, game, created_at, header, meta, state, owner, listed, .. } = table.clone();
    match to.create(NewTable { id, game, created_at, header, meta, state, owner, listed }).await {
        Ok(()) => Ok(true),
        Err(StoreError::TableExists { .. }) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

async fn one(from: &Store, to: &Store, table: &Table, new: bool) -> Result<Copied> {
    let id = table.id.as_str();
    let lines = from.entries(id, 0).await?;
    let members = from.members(id).await?;
    let said = from.messages(id, 0, u32::MAX).await?;
    let there = to.table(id).await?.context("it vanished")?;
    let differs = |why: &str| Ok(Copied::Differs { why: why.into() });
    if there.header != table.header || there.game != table.game {
        return differs("another game has this id there");
    }
    let mut have = to.entries(id, 0).await?;
    if have.len() > lines.len() || have != lines[..have.len()] {
        return differs("its log there is another one");
    }
    // What is missing: all of it, or what an interrupted copy left.
    let whole = have.len() == lines.len() && !new;
    while have.len() < lines.len() {
        let next: Vec<String> = lines[have.len()..].iter().take(LINES).cloned().collect();
        to.append_all(id, have.len() as u32 + 1, next.clone(), None).await?;
        have.extend(next);
    }
    if to.members(id).await? != members {
        to.set_members(id, &members).await?;
    }
    let heard = to.messages(id, 0, u32::MAX).await?.len();
    for message in said.iter().skip(heard) {
        let klaxon_store::Message { at, from, audience, text, .. } = message.clone();
        to.say(id, NewMessage { at, from, audience, text }).await?;
    }
    if (&there.meta, there.state, there.listed) != (&table.meta, table.state, table.listed) || !whole {
        to.set_meta(id, table.meta.clone(), table.state, table.listed).await?;
    }
    // Read back, and compared as a whole.
    let now = to.table(id).await?.context("it vanished")?;
    let words = |said: Vec<klaxon_store::Message>| -> Vec<_> {
        said.into_iter().map(|m| (m.at, m.from, m.audience, m.text)).collect()
    };
    let same = to.entries(id, 0).await? == lines
        && to.members(id).await? == members
        && words(to.messages(id, 0, u32::MAX).await?) == words(said)
        && (now.n, &now.header, &now.meta, now.state) == (table.n, &table.header, &table.meta, table.state)
        && (now.created_at, &now.owner, now.listed) == (table.created_at, &table.owner, table.listed);
    if !same {
        return differs("what was read back is not what was written");
    }
    Ok(if whole { Copied::Before { entries: table.n } } else { Copied::Now { entries: table.n } })
}
