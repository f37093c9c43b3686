//! `klaxon copy`: one store into another.

use crate::{check, out, transfer::block_on};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use klaxon_store::{
    AccountChange, At, ChannelChange, ClubChange, ClubLine, ClubList, Member, ModerationChange, NewMessage,
    NewTable, Reports, ResultChange, Role, Store, StoreError, Study, StudyChange, StudyList, Table, Tie,
    Tournament, TournamentChange, TournamentList,
};
use serde_json::json;
use std::{collections::BTreeSet, process::ExitCode};

/// People asked for at a time.
const PAGE: u32 = 500;
/// Tables that are on their way at once: they share commits.
const AT_ONCE: usize = 64;
/// Lines of a log that go into one append.
const LINES: usize = 2000;

/// Copy a whole store into another: a folder into a database, or back.
///
/// Everything goes along: logs, who sits where, what was said, people, accounts, studies, channels, tournaments, clubs, moderation, notes, and the server's
/// keys, so that cookies
/// and links stay good. What is written is read back and compared. A copy that was interrupted goes on where it was; a table that is
/// there already and is not the same is left alone and told. The exit code is 0 when all is the same, 1 when something is
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
        channels(&from, &to, &mut differs).await?;
        moderation(&from, &to, &mut differs).await?;
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
        let tournaments = tournaments(&from, &to, &mut differs).await?;
        let clubs = clubs(&from, &to, &mut differs).await?;
        to.close().await?;
        if self.json {
            let list: Vec<_> =
                differs.iter().map(|(table, why)| json!({ "table": table, "why": why })).collect();
            out::json(&json!({ "from": self.from.to_string(), "to": self.to.to_string(), "copied": copied,
                "there-before": before, "entries": entries, "people": people, "accounts": accounts, "studies": studies, "tournaments": tournaments, "clubs": clubs, "settings": settings.len(), "differ": list }))?;
        } else {
            for (table, why) in &differs {
                out::line(format!("{table}  is not the same: {why}"))?;
            }
            let already = if before > 0 { format!(", {before} were there already") } else { String::new() };
            out::line(format!(
                "{copied} tables copied and compared{already}: {entries} entries, {people} people, {accounts} accounts, {studies} studies, {tournaments} tournaments, {clubs} clubs, from {} to {}",
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
                differs.push((format!("study {id}"), NOT_READ_BACK.into()));
            }
        }
    }
}

/// What is told where a copy is not the same.
const NOT_READ_BACK: &str = "what was read back is not what was written";

/// Ways to reach people. Whose turn it is, is found out anew by whoever serves the copy.
async fn channels(from: &Store, to: &Store, differs: &mut Vec<(String, String)>) -> Result<()> {
    let mut after = String::new();
    loop {
        let people = from.channels().people(after, PAGE).await?;
        let Some(last) = people.last() else { return Ok(()) };
        after = last.clone();
        for person in people {
            for channel in from.channels().of(person.clone()).await? {
                // One that is there may have been changed there since.
                if to.channels().channel(channel.id.clone()).await?.is_some() {
                    continue;
                }
                to.channels().change(ChannelChange::Put(channel.clone())).await?;
                if to.channels().channel(channel.id.clone()).await?.as_ref() != Some(&channel) {
                    differs.push((format!("channel {}", channel.id), NOT_READ_BACK.into()));
                }
            }
            let mutes = from.channels().mutes(person.clone()).await?;
            for table in mutes.clone() {
                let mute = ChannelChange::Mute { person: person.clone(), table, muted: true };
                to.channels().change(mute).await?;
            }
            // Others may have been added there since.
            let there = to.channels().mutes(person.clone()).await?;
            if !mutes.iter().all(|table| there.contains(table)) {
                differs.push((format!("tables muted by {person}"), NOT_READ_BACK.into()));
            }
        }
    }
}

/// Moderators, what is imposed, what was reported and done, and the notes that people keep. What is there already is left alone.
async fn moderation(from: &Store, to: &Store, differs: &mut Vec<(String, String)>) -> Result<()> {
    let (old, new) = (from.moderation(), to.moderation());
    let mut after = 0;
    loop {
        let page = old.reports(Reports::After(after), PAGE).await?;
        let Some(last) = page.last() else { break };
        after = last.number;
        for report in page {
            new.moderate(ModerationChange::PutReport(report)).await?;
        }
    }
    for (person, since) in old.moderators().await? {
        new.moderate(ModerationChange::PutModerator { person, since }).await?;
    }
    for sanction in old.sanctions(0).await? {
        new.moderate(ModerationChange::PutSanction(sanction)).await?;
    }
    let mut before = u64::MAX;
    loop {
        let page = old.deeds(before, PAGE).await?;
        let Some(last) = page.last() else { break };
        before = last.number;
        for deed in page {
            new.moderate(ModerationChange::PutDeed(deed)).await?;
        }
    }
    let mut after = String::new();
    loop {
        let people = old.writers(after, PAGE).await?;
        let Some(last) = people.last() else { return Ok(()) };
        after = last.clone();
        for person in people {
            for note in old.notes(person.clone()).await? {
                let there = || new.note(person.clone(), note.on, note.about.clone());
                if there().await?.is_some() {
                    continue;
                }
                new.moderate(ModerationChange::Note(note.clone())).await?;
                if there().await?.as_ref() != Some(&note) {
                    differs.push((format!("a note of {person}"), NOT_READ_BACK.into()));
                }
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

/// Tournaments with all who play and all games. One that is there may have gone on there since: it is left alone.
async fn tournaments(from: &Store, to: &Store, differs: &mut Vec<(String, String)>) -> Result<u64> {
    let (here, there) = (from.tournaments(), to.tournaments());
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = here.tournaments(TournamentList::After(after), PAGE).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.id.clone();
        for one in page {
            count += 1;
            let id = one.id.clone();
            if there.tournament(id.clone()).await?.is_some() {
                continue;
            }
            let (entrants, pairings) = (here.entrants(id.clone()).await?, here.pairings(id.clone()).await?);
            // A new one begins with number 1, whatever it was before.
            let tournament = Tournament { rev: 1, ..one };
            let put = TournamentChange::Put {
                tournament: tournament.clone(),
                entrants: entrants.clone(),
                gone: Vec::new(),
                pairings: pairings.clone(),
            };
            there.write(put).await?;
            let same = there.tournament(id.clone()).await? == Some(tournament)
                && there.entrants(id.clone()).await? == entrants
                && there.pairings(id.clone()).await? == pairings;
            if !same {
                differs.push((format!("tournament {id}"), NOT_READ_BACK.into()));
            }
        }
    }
}

/// Clubs with their members, what they said and their tables. One that is there is left alone.
async fn clubs(from: &Store, to: &Store, differs: &mut Vec<(String, String)>) -> Result<u64> {
    let (here, there) = (from.clubs(), to.clubs());
    let (mut after, mut count) = (String::new(), 0);
    loop {
        let page = here.clubs(ClubList::After(after), PAGE).await?;
        let Some(last) = page.last() else { return Ok(count) };
        after = last.id.clone();
        for club in page {
            count += 1;
            let id = club.id.clone();
            if there.club(id.clone()).await?.is_some() {
                continue;
            }
            let members = here.members(id.clone()).await?;
            let Some(owner) = members.iter().find(|member| member.role == Role::Owner) else { continue };
            let make = ClubChange::Make { club: club.clone(), owner: owner.person.clone() };
            if there.write(make).await?.is_none() {
                differs.push((format!("club {}", club.name), "another club has this name there".into()));
                continue;
            }
            for member in members.iter().filter(|member| member.role != Role::Owner) {
                there.write(ClubChange::Add { club: id.clone(), member: member.clone() }).await?;
            }
            let mut lines = here.lines(id.clone(), u32::MAX >> 1).await?;
            lines.reverse();
            for line in &lines {
                let say = ClubChange::Say { club: id.clone(), line: line.clone(), keep: u32::MAX >> 1 };
                there.write(say).await?;
            }
            let tables = here.tables(id.clone(), u32::MAX >> 1).await?;
            for (table, at) in tables.clone() {
                there.write(ClubChange::Table { club: id.clone(), table, at }).await?;
            }
            let mut shown = here.studies(id.clone()).await?;
            shown.reverse();
            for (study, at) in &shown {
                let (club, study, person) = (id.clone(), study.id.clone(), study.person.clone());
                there.write(ClubChange::Share { club, study, person, at: *at, most: u32::MAX >> 1 }).await?;
            }
            // Their numbers may be others there.
            let words = |lines: Vec<ClubLine>| -> Vec<_> {
                lines.into_iter().rev().map(|line| (line.person, line.at, line.text)).collect()
            };
            // Its owner is there from the beginning, whoever that was before.
            let roles = |members: Vec<Member>| -> BTreeSet<_> {
                let since = |member: &Member| (member.role != Role::Owner).then_some(member.at);
                members
                    .into_iter()
                    .map(|member| (since(&member), member.role.word(), member.person))
                    .collect()
            };
            lines.reverse();
            let same = there.club(id.clone()).await?.as_ref() == Some(&club)
                && roles(there.members(id.clone()).await?) == roles(members)
                && there.tables(id.clone(), u32::MAX >> 1).await? == tables
                && there.studies(id.clone()).await?.into_iter().rev().eq(shown)
                && words(there.lines(id.clone(), u32::MAX >> 1).await?) == words(lines);
            if !same {
                differs.push((format!("club {}", club.name), NOT_READ_BACK.into()));
            }
        }
    }
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
        let klaxon_store::Message { at, from, audience, text, by, .. } = message.clone();
        to.say(id, NewMessage { at, from, audience, text, by }).await?;
    }
    if (&there.meta, there.state, there.listed) != (&table.meta, table.state, table.listed) || !whole {
        to.set_meta(id, table.meta.clone(), table.state, table.listed).await?;
    }
    // Read back, and compared as a whole.
    let now = to.table(id).await?.context("it vanished")?;
    let words = |said: Vec<klaxon_store::Message>| -> Vec<_> {
        said.into_iter().map(|m| (m.at, m.from, m.audience, m.text, m.by)).collect()
    };
    let same = to.entries(id, 0).await? == lines
        && to.members(id).await? == members
        && words(to.messages(id, 0, u32::MAX).await?) == words(said)
        && (now.n, &now.header, &now.meta, now.state) == (table.n, &table.header, &table.meta, table.state)
        && (now.created_at, &now.owner, now.listed) == (table.created_at, &table.owner, table.listed);
    if !same {
        return differs(NOT_READ_BACK);
    }
    Ok(if whole { Copied::Before { entries: table.n } } else { Copied::Now { entries: table.n } })
}
