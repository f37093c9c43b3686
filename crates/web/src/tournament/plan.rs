//! A tournament as it is kept, and how it goes on: nothing here reads a clock or asks a store, so what comes next is a function of what is.

use super::{
    End, Game, Method, Number, Pair, ladder,
    placing::{self, Line},
    rounds, seats, swiss,
};
use crate::table::{clock::Agreed, new_table_id};
use klaxon_core::Millis;
use klaxon_store::{Entrant, Held, Pairing, Taking, Tournament};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tournament at which nothing is to be done is looked at so often, in milliseconds: a server may have died with a result that nobody took.
pub const LOOK: Millis = 30_000;
/// When nobody needs to look.
pub const NEVER: Millis = Millis::MAX >> 1;

/// What is agreed, and how far it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// By which method people are paired.
    pub method: Method,
    /// The scenario's id.
    pub scenario: String,
    /// The same for the screen.
    pub scenario_name: String,
    /// What is agreed about time at each table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Agreed>,
    /// Do the games count for ratings?
    pub rated: bool,
    /// Only those who are asked may play.
    pub invited: bool,
    /// Rounds of a Swiss tournament; 0 for as many as make one winner. Once it has begun: the rounds of any.
    pub rounds: u32,
    /// The most who may play; then it begins.
    pub most: u32,
    /// When it begins by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Millis>,
    /// Seconds for a round; then tables that are not over are decided by rule.
    pub round_seconds: u32,
    /// When a ladder ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<Millis>,
    /// What its owner says of it.
    pub about: String,
    /// Which attempt has made it what it is: of two that come from the same state the store tells them apart by this.
    #[serde(default)]
    pub mark: String,
    /// The round that is played; 0 before the first.
    #[serde(default)]
    pub round: u32,
    /// When the tables of a round are late.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub late: BTreeMap<u32, Millis>,
    /// When it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<Millis>,
    /// When it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Millis>,
}

/// A tournament with all who play and all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// What is kept of it.
    pub kept: Tournament,
    /// What is agreed, and how far it is.
    pub plan: Plan,
    /// Those who take part.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
}

impl Whole {
    /// Somebody in it.
    pub fn entrant(&self, person: &str) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.person == person)
    }

    /// Somebody in it, by his number.
    pub fn numbered(&self, number: Number) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.number == number && number > 0)
    }

    /// How many play.
    pub fn count(&self) -> usize {
        self.entrants.iter().filter(|entrant| entrant.state == Taking::In).count()
    }

    /// Are all places taken?
    pub fn is_full(&self) -> bool {
        self.count() >= self.plan.most as usize
    }

    /// All who have a number.
    pub fn players(&self) -> Vec<Number> {
        let mut all: Vec<Number> = self.entrants.iter().map(|e| e.number).filter(|n| *n > 0).collect();
        all.sort_unstable();
        all
    }

    fn is_out(&self, number: Number) -> bool {
        self.numbered(number).is_none_or(|entrant| entrant.state != Taking::In)
    }

    /// The games in the order in which they were decided; those that run come last.
    pub fn games(&self) -> Vec<Game> {
        let mut all: Vec<&Pairing> = self.pairings.iter().collect();
        let key =
            |pairing: &&Pairing| (pairing.ended.is_none(), pairing.decided_at, pairing.round, pairing.board);
        all.sort_by_key(key);
        all.into_iter().map(game).collect()
    }

    /// Who stands where.
    pub fn standings(&self) -> Vec<Line> {
        placing::standings(self.plan.method, &self.players(), &self.games())
    }

    /// The games that are not decided.
    pub fn running(&self) -> impl Iterator<Item = &Pairing> {
        self.pairings.iter().filter(|pairing| pairing.ended.is_none())
    }

    /// The game that somebody plays now.
    pub fn game_of(&self, person: &str) -> Option<&Pairing> {
        let number = self.entrant(person)?.number;
        self.running().find(|pairing| number > 0 && game(pairing).has(number))
    }

    /// Has its time come, or is it full?
    pub fn begins(&self, now: Millis) -> bool {
        self.kept.state == Held::Open
            && (self.plan.starts_at.is_some_and(|at| at <= now)
                || self.plan.method != Method::Ladder && self.is_full())
    }

    /// It begins: those who play are numbered by their strength, those who have not answered are taken off the list. Where fewer than two have come
    /// it is called off.
    pub fn begin(&mut self, strengths: &BTreeMap<String, i64>, now: Millis) {
        self.entrants.retain(|entrant| entrant.state == Taking::In);
        if self.entrants.len() < 2 {
            self.call_off(now);
            return;
        }
        let strength = |entrant: &Entrant| strengths.get(&entrant.person).copied().unwrap_or(0);
        self.entrants.sort_by_key(|entrant| {
            (std::cmp::Reverse(strength(entrant)), entrant.at, entrant.person.clone())
        });
        for (i, entrant) in self.entrants.iter_mut().enumerate() {
            entrant.number = i as Number + 1;
        }
        let n = self.entrants.len();
        self.plan.rounds = match self.plan.method {
            Method::RoundRobin => rounds::robin_rounds(n),
            Method::Swiss if self.plan.rounds == 0 => swiss::usual_rounds(n),
            Method::Swiss => self.plan.rounds.min(swiss::most_rounds(n)),
            Method::KnockOut => rounds::knock_out_rounds(n),
            Method::Ladder => 0,
        };
        self.kept.state = Held::Running;
        self.plan.started_at = Some(now);
        self.go_on(now);
    }

    /// Nobody plays.
    pub fn call_off(&mut self, now: Millis) {
        self.kept.state = Held::Off;
        self.plan.ended_at = Some(now);
    }

    /// A game is decided, unless it was before.
    pub fn decide(&mut self, round: u32, board: u32, end: End, now: Millis) {
        let at = |pairing: &&mut Pairing| pairing.round == round && pairing.board == board;
        if let Some(pairing) = self.pairings.iter_mut().find(at).filter(|pairing| pairing.ended.is_none()) {
            pairing.ended = Some(end.word().into());
            pairing.decided_at = now;
        }
        if !self.running().any(|pairing| pairing.round == round) {
            self.plan.late.remove(&round);
        }
    }

    /// When a round is decided the next one is paired, until one is to be played or all is over.
    pub fn go_on(&mut self, now: Millis) {
        if self.plan.method == Method::Ladder {
            if self.plan.ends_at.is_some_and(|at| at <= now) && self.running().next().is_none() {
                self.finish(now);
            }
            return;
        }
        while self.kept.state == Held::Running && self.running().next().is_none() {
            let round = self.plan.round + 1;
            let pairs = if round > self.plan.rounds { Vec::new() } else { self.pairs(round) };
            if pairs.is_empty() {
                self.finish(now);
                return;
            }
            self.plan.round = round;
            self.add(round, &pairs, now);
        }
    }

    fn finish(&mut self, now: Millis) {
        self.kept.state = Held::Over;
        self.plan.ended_at = Some(now);
        self.plan.late.clear();
    }

    fn pairs(&self, round: u32) -> Vec<Pair> {
        let (players, games) = (self.players(), self.games());
        match self.plan.method {
            Method::RoundRobin => rounds::robin(players.len() as Number, round),
            Method::KnockOut => rounds::knock_out(players.len(), &games, round),
            Method::Swiss => {
                let here: Vec<Number> = players.into_iter().filter(|player| !self.is_out(*player)).collect();
                swiss::pair(&here, &games).unwrap_or_default()
            }
            Method::Ladder => Vec::new(),
        }
    }

    /// Adds the games of a round. Whoever has left has lost.
    fn add(&mut self, round: u32, pairs: &[Pair], now: Millis) {
        for (i, (one, two)) in pairs.iter().enumerate() {
            let end = match two.map(|two| (self.is_out(*one), self.is_out(two))) {
                None => Some(End::Bye),
                Some((true, true)) => Some(End::Nobody),
                Some((true, false)) => Some(End::TwoAlone),
                Some((false, true)) => Some(End::OneAlone),
                Some((false, false)) => None,
            };
            self.pairings.push(Pairing {
                round,
                board: i as u32 + 1,
                one: *one,
                two: *two,
                table: end.is_none().then(new_table_id),
                ended: end.map(|end| end.word().into()),
                decided_at: if end.is_some() { now } else { 0 },
            });
        }
        let until = now + Millis::from(self.plan.round_seconds) * 1000;
        if self.running().any(|pairing| pairing.round == round) {
            self.plan.late.insert(round, self.plan.ends_at.map_or(until, |end| end.min(until)));
        }
    }

    /// Somebody comes to a ladder that stands already: at its foot.
    pub fn stand_below(&mut self, person: &str, now: Millis) {
        let next = self.players().last().map_or(1, |last| last + 1);
        match self.entrants.iter_mut().find(|entrant| entrant.person == person) {
            Some(entrant) => {
                entrant.state = Taking::In;
                if entrant.number == 0 {
                    entrant.number = next;
                }
            }
            None => {
                let (person, state) = (person.to_owned(), Taking::In);
                self.entrants.push(Entrant { person, number: next, state, at: now, name: None });
            }
        }
    }

    /// Somebody on a ladder challenges another.
    pub fn challenge(&mut self, by: Number, whom: Number, now: Millis) -> Result<(), String> {
        let games = self.games();
        ladder::check(&self.ladder(), by, whom)?;
        for (player, text) in [(by, "finish your game first"), (whom, "they have a game to finish first")] {
            if games.iter().any(|game| game.end.is_none() && game.has(player)) {
                return Err(text.into());
            }
        }
        let round = self.plan.round + 1;
        self.plan.round = round;
        self.add(round, &[seats(&games, by.min(whom), by.max(whom), round.is_multiple_of(2))], now);
        Ok(())
    }

    /// Those on a ladder from the top, without those who have left.
    pub fn ladder(&self) -> Vec<Number> {
        let mut all = ladder::order(&self.players(), &self.games());
        all.retain(|player| !self.is_out(*player));
        all
    }

    /// Are the tables of a round late?
    pub fn is_late(&self, round: u32, now: Millis) -> bool {
        self.plan.late.get(&round).is_some_and(|at| *at <= now)
    }

    /// When somebody is to look after it.
    pub fn due(&self, now: Millis) -> Millis {
        match self.kept.state {
            Held::Open => self.plan.starts_at.unwrap_or(NEVER),
            Held::Running => {
                let late = self.plan.late.values().copied().min();
                let end = self.plan.ends_at.filter(|at| *at > now);
                late.into_iter().chain(end).chain([now + LOOK]).min().unwrap_or(NEVER)
            }
            Held::Over | Held::Off => NEVER,
        }
    }
}

/// A game as it is kept.
pub fn game(pairing: &Pairing) -> Game {
    let end = pairing.ended.as_deref().and_then(End::read);
    Game { round: pairing.round, one: pairing.one, two: pairing.two, end }
}

#[cfg(test)]
mod tests;
