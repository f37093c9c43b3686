//! Rated tables: who may sit there, and what a finished table came to.
//!
//! Whoever opens a rated table, sits down at it, or decides something at it agrees that it counts. Nobody is rated who did not.

use super::{ChairOrder, Deed, Holder, Loaded, Meta, Sitting, daily::Day, daily::Finish};
use crate::{
    boards::{around, has_own_clock},
    error::Fault,
    person::Person,
    ratings::{self, Body, Pace},
    state::AppState,
};
use klaxon_catalog::{Table, shelf};
use klaxon_core::Seat;
use klaxon_store::{GameResult, Played, ResultChange};
use serde_json::Value;
use std::iter;

/// So often the clock decides for somebody at a rated table; then he has lost.
const MOST_OVERDUE: u32 = 3;
/// The word for programs when something does not go with a rated game.
pub const RATED: &str = "rated";

fn no(text: &str) -> Fault {
    Fault::conflict(RATED, text.to_owned())
}

/// The sides of a table: for each seat the number of its team.
fn teams(table: &Table) -> Vec<u8> {
    let first = |i: usize| {
        (0..=i).find(|other| *other == i || table.team(Seat(i as u8)).has(Seat(*other as u8))).unwrap_or(i)
    };
    (0..table.seats()).map(|i| first(i) as u8).collect()
}

fn sides(teams: &[u8]) -> usize {
    let mut all = teams.to_vec();
    all.sort_unstable();
    all.dedup();
    all.len()
}

impl Meta {
    /// At which pace a game is played here.
    pub fn pace(&self, game: &str) -> Pace {
        match self.clock {
            Some(agreed) if agreed.is_over_days() => Pace::Days,
            Some(_) => Pace::Live,
            None if has_own_clock(game) => Pace::Live,
            None => Pace::Days,
        }
    }

    /// Has everybody who plays agreed that it counts, and is it between people with accounts, and bots?
    fn counts(&self) -> bool {
        let mut people = Vec::new();
        for chair in &self.chairs {
            match &chair.holder {
                Holder::Person { ids, standing, .. } => match &ids[..] {
                    [id] if !standing.is_guest() && chair.agreed => people.push(id),
                    _ => return false,
                },
                Holder::Bot { .. } => {}
                Holder::Open | Holder::Program { .. } => return false,
            }
        }
        let all = people.len();
        people.sort();
        people.dedup();
        self.rated && all > 0 && people.len() == all && self.is_kept() && self.daily.is_none()
    }

    /// Is there to be a result of it? Whoever goes on from a step of another game may know what comes.
    pub(crate) fn is_kept(&self) -> bool {
        let person = |chair: &super::Chair| matches!(chair.holder, Holder::Person { .. });
        self.branch.is_none() && self.lesson.is_none() && self.chairs.iter().any(person)
    }
}

/// May a table be opened as a rated one?
pub(super) async fn check_order(
    state: &AppState,
    person: Option<&Person>,
    table: &Table,
    order: &super::NewTableOrder,
) -> Result<(), Fault> {
    let Some(person) = person.filter(|person| !person.standing.is_guest()) else {
        return Err(no("a rated game is for accounts: sign in, or open it unrated"));
    };
    if sides(&teams(table)) < 2 {
        return Err(no("a game without an opponent is not rated; its scores are on the board"));
    }
    if order.coach {
        return Err(no("nobody is coached in a rated game"));
    }
    if order.players_only {
        return Err(no("a rated game can be watched: make it public or private"));
    }
    let menu = shelf::menu(table.game_id());
    let known = |menu: &klaxon_core::Menu| menu.scenarios.iter().any(|s| s.id == order.order.scenario);
    if !order.order.scenario.is_empty() && !menu.is_some_and(known) || !order.order.position.is_empty() {
        return Err(no("only the scenarios of the game are rated"));
    }
    if order.chairs.iter().filter(|chair| **chair == ChairOrder::Me).count() != 1 {
        return Err(no("nobody plays a rated game against himself: take one seat"));
    }
    for chair in &order.chairs {
        match chair {
            ChairOrder::Program => return Err(no("a program needs an account of its own for a rated game")),
            ChairOrder::Account(asked) => check_strangers(state, person, &asked.id).await?,
            ChairOrder::Me | ChairOrder::Link | ChairOrder::Bot(_) => {}
        }
    }
    Ok(())
}

/// Nobody is rated for a game with himself, his own bot, or another bot of his.
async fn check_strangers(state: &AppState, person: &Person, other: &str) -> Result<(), Fault> {
    let (own, theirs) = (root(state, &person.id).await?, root(state, other).await?);
    if own == theirs { Err(no("nobody plays a rated game against himself or his own bot")) } else { Ok(()) }
}

/// Whoever answers for an account: its owner, if it is a bot's.
pub(crate) async fn root(state: &AppState, person: &str) -> Result<String, Fault> {
    let account = state.store.accounts().account(person.into()).await?;
    Ok(account.and_then(|account| account.owner).unwrap_or_else(|| person.to_owned()))
}

impl Sitting {
    /// May a person sit down here, beside those who sit here already?
    pub(super) async fn check_company(&self, person: &Person, by_token: bool) -> Result<(), Fault> {
        let state = self.state.clone();
        if self.meta.rated {
            if person.standing.is_guest() {
                return Err(no(
                    "this game is rated, and whoever sits down agrees to that: sign in to an account first",
                ));
            }
            for chair in &self.meta.chairs {
                if let Holder::Person { ids, .. } = &chair.holder {
                    for id in ids {
                        check_strangers(&state, person, id).await?;
                    }
                }
            }
        }
        if by_token || person.standing.is_guest() {
            return Ok(());
        }
        for chair in &self.meta.chairs {
            let Holder::Person { ids, .. } = &chair.holder else { continue };
            for id in ids {
                if state.store.results().apart(person.id.clone(), id.clone()).await? {
                    return Err(Fault::conflict("apart", "you do not play with somebody who sits there"));
                }
            }
        }
        Ok(())
    }

    /// Whoever decides something at a rated table agrees that it counts; at one of a tournament he has come.
    pub(super) async fn agree(&mut self, seat: Seat) -> Result<(), Fault> {
        let chair = self.chair(seat)?;
        if !self.meta.is_contest() || chair.agreed || chair.holder.standing().is_none() {
            return Ok(());
        }
        self.change_meta_quietly(|meta| meta.chairs[seat.index()].agreed = true).await
    }

    /// Somebody who was away for too long has lost.
    pub(crate) async fn forfeit(&mut self, seat: Seat) -> Result<(), Fault> {
        let choice = self.table.anytime(seat).into_iter().find(|choice| choice.label.mark == "concede");
        let choice = choice
            .ok_or_else(|| Fault::conflict("not-now", "nobody can give up at this point of the game"))?;
        self.carry_out(seat, None, Deed::Anytime(choice.words)).await
    }

    /// The clock has decided once more for a seat of a rated game.
    pub(super) async fn lose_by_clock(&mut self, seat: Seat) -> Result<(), Fault> {
        let late = self.chair(seat)?.overdue >= MOST_OVERDUE;
        if !self.meta.is_contest() || !late || self.table.outcome().is_some() {
            return Ok(());
        }
        let whose = self.whose(seat, &self.meta.chairs[seat.index()].holder.clone());
        match self.forfeit(seat).await {
            Ok(()) => self.tell(format!("{whose} has lost by the clock.")).await,
            // Where nobody can give up yet, the quick bot goes on.
            Err(fault) if fault.code == "not-now" => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Keeps the result of a finished table, and rates it. Once: whoever comes second finds it kept.
    pub(crate) async fn keep_result(&self) -> Result<(), Fault> {
        let Some(result) = self.result(&self.live.id) else { return Ok(()) };
        let (rated, pool) = (result.rated, result.pool.clone());
        let people: Vec<String> = result.players.iter().filter_map(|player| player.person.clone()).collect();
        self.state.store.results().write(ResultChange::Keep(Box::new(result))).await?;
        if rated {
            crate::results::settle(&self.state, &pool).await?;
        }
        people.iter().for_each(|person| self.state.known.forget(person));
        if let Some(tournament) = &self.meta.tournament {
            self.state.tournaments.tell(tournament);
        }
        Ok(())
    }
}

impl Loaded {
    /// Has a rated game begun, so that leaving it is losing it? A game of a tournament has begun when its table opens.
    pub(super) fn is_bound(&self) -> bool {
        (self.meta.rated && self.table.step() > 0 || self.meta.tournament.is_some())
            && self.table.outcome().is_none()
            && self.meta.chairs.iter().all(|chair| chair.holder != Holder::Open)
    }

    /// What the table came to; nothing while it runs, and of tables that count for nothing.
    fn result(&self, id: &str) -> Option<GameResult> {
        let (table, meta) = (&self.table, &self.meta);
        if !meta.is_kept() {
            return None;
        }
        // What was noted at the end has the time of the end; made from the log again it is that of the last entry.
        let finish = match &meta.finish {
            Some(finish) if finish.text == table.outcome()?.text => finish.clone(),
            Some(_) | None => Finish { at: self.moved, ..Finish::of(table)? },
        };
        let game = table.game_id();
        let teams = teams(table);
        let several = sides(&teams) > 1;
        let all = finish.winners.len() == table.seats();
        let outcome = |seat: Seat| match finish.winners.has(seat) {
            _ if several && (all || finish.winners.is_empty()) => 0,
            true => 1,
            false => -1,
        };
        let player = |(i, chair): (usize, &super::Chair)| {
            let seat = Seat(i as u8);
            let (person, label) = match &chair.holder {
                Holder::Person { ids, standing, .. } if standing.is_guest() => {
                    (ids.first().cloned(), "guest".to_owned())
                }
                // Of several devices the last that came has given its name.
                Holder::Person { ids, .. } => (ids.last().cloned(), String::new()),
                Holder::Bot { level } => (None, format!("{level} bot")),
                Holder::Program { .. } => (None, "program".into()),
                Holder::Open => (None, "nobody".into()),
            };
            Played {
                seat: seat.0,
                person,
                label,
                side: side(table, seat),
                outcome: outcome(seat),
                rating: None,
                name: None,
            }
        };
        let players: Vec<Played> = meta.chairs.iter().enumerate().map(player).collect();
        let bot = |chair: &super::Chair| Some(ratings::of_bot(game, chair.holder.level()?));
        let account = players.iter().any(|player| player.person.is_some() && player.label.is_empty());
        let rated = several && meta.counts();
        let body = Body {
            title: meta.title.clone(),
            text: finish.text.clone(),
            turns: finish.turns,
            bots: meta.chairs.iter().map(bot).collect(),
            teams: teams.clone(),
        };
        let day = meta.daily.as_deref().and_then(Day::parse);
        Some(GameResult {
            number: 0,
            table: id.into(),
            pool: ratings::pool(game, meta.pace(game), several && teams.len() == 2),
            scenario: scenario(self.table.game_id(), &self.meta.title, &self.table.public_header()),
            rated,
            ended_at: finish.at,
            shown_from: match day {
                _ if meta.players_only => u64::MAX,
                Some(day) => Day(day.0 + 1).begins().max(finish.at),
                None => finish.at,
            },
            linked: meta.public || rated,
            score: around(game).best.filter(|_| account).and_then(|best| (best.of)(&finish)),
            body: serde_json::to_string(&body).expect("a body serialises"),
            players,
        })
    }
}

/// The scenario of a table with this title, with the values of the options by which it becomes one of its own.
pub fn scenario(game: &str, title: &str, header: &str) -> String {
    let named = shelf::menu(game).and_then(|menu| menu.scenarios.iter().find(|s| s.name == title));
    let id = named.map_or_else(|| "own".to_owned(), |scenario| scenario.id.clone());
    let apart = around(game).apart;
    if apart.is_empty() {
        return id;
    }
    let header: Value = serde_json::from_str(header).unwrap_or_default();
    let value = |option: &&str| header["order"]["options"][*option].as_str().map(str::to_owned);
    iter::once(id).chain(apart.iter().filter_map(value)).collect::<Vec<_>>().join(" ")
}

/// The side of a seat, in a word: that of its team where the name says more.
fn side(table: &Table, seat: Seat) -> String {
    table.seat_name(seat)
}
