//! Whose bot thinks next. Everybody who has bots waiting gets the same share of time: first every peer, then every person
//! of a peer, then every table of a person. Who has used least comes first, so that a peer with a thousand tables waits
//! for himself and nobody else does.
//!
//! No clock, thread or game is here: the same wishes in the same order are served in the same order.

use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

/// Whose time a bot takes, from the widest circle to the narrowest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// Where the table was opened from.
    pub peer: String,
    /// Who opened it; empty for nobody.
    pub person: String,
    /// The table.
    pub table: String,
    /// The peer's budget counts.
    pub limited: bool,
}

/// For whom a bot thinks, the most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Somebody plays at the table and waits.
    Opponent,
    /// Bots among themselves, and somebody looks on.
    Show,
    /// Nobody is there.
    Away,
}

impl Class {
    /// Time counts for more where it matters less.
    fn weight(self) -> u64 {
        match self {
            Class::Opponent => 1,
            Class::Show => 2,
            Class::Away => 4,
        }
    }
}

/// Which thread asks for work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thread {
    /// Takes anything.
    Any,
    /// Is kept for peers of whom nothing runs, and for what is quickly done: so that nobody waits for somebody else's long
    /// thought.
    Reserve,
}

/// How much a peer may use for long.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Bots of one peer that may wait.
    pub waiting: usize,
    /// Bots that may wait in all.
    pub waiting_in_all: usize,
    /// Seconds of thought a minute. Who has used more has one bot thinking at a time.
    pub seconds_a_minute: u32,
}

/// The budget of thought fills up to what comes in so many seconds.
const SAVED: Duration = Duration::from_secs(120);

/// A job on its way, to be given back when it is done.
#[derive(Debug)]
pub struct Ticket<J> {
    pub job: J,
    account: Account,
    class: Class,
    guess: Duration,
}

struct Waiting<J> {
    job: J,
    class: Class,
    guess: Duration,
    quick: bool,
    limited: bool,
}

/// A circle of those who share: peers, people or tables.
struct Circle<J> {
    parts: BTreeMap<String, Part<J>>,
    /// What whoever was served last had used before: who comes anew starts here, and has saved up nothing.
    floor: u64,
}

struct Part<J> {
    used: u64,
    running: usize,
    waiting: usize,
    quick: usize,
    /// Of a peer: what is left of its budget, in microseconds, and when that was.
    purse: Option<(i64, Duration)>,
    within: Circle<J>,
    jobs: VecDeque<Waiting<J>>,
}

impl<J> Default for Circle<J> {
    fn default() -> Circle<J> {
        Circle { parts: BTreeMap::new(), floor: 0 }
    }
}

impl<J> Default for Part<J> {
    fn default() -> Part<J> {
        Part {
            used: 0,
            running: 0,
            waiting: 0,
            quick: 0,
            purse: None,
            within: Circle::default(),
            jobs: VecDeque::new(),
        }
    }
}

impl<J> Part<J> {
    fn is_idle(&self) -> bool {
        self.running == 0 && self.waiting == 0
    }

    fn has(&self, quick: bool) -> bool {
        if quick { self.quick > 0 } else { self.waiting > 0 }
    }

    /// The class of the first job that may be taken.
    fn class(&self, quick: bool) -> Option<Class> {
        self.jobs.iter().find(|w| !quick || w.quick).map(|w| w.class)
    }
}

/// All that wait.
pub struct Fair<J> {
    peers: Circle<J>,
    waiting: usize,
    allowance: Allowance,
}

impl<J> Fair<J> {
    pub fn new(allowance: Allowance) -> Fair<J> {
        Fair { peers: Circle::default(), waiting: 0, allowance }
    }

    /// Jobs that wait.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// A job gets into line; `guess` is about how long it takes. Given back when too many wait.
    pub fn push(&mut self, account: &Account, class: Class, guess: Duration, job: J) -> Result<(), J> {
        let of_peer = self.peers.parts.get(&account.peer).map_or(0, |peer| peer.waiting);
        let full = account.limited && of_peer >= self.allowance.waiting;
        if full || self.waiting >= self.allowance.waiting_in_all {
            return Err(job);
        }
        self.waiting += 1;
        let quick = guess <= QUICK;
        let mut circle = &mut self.peers;
        let path = [&account.peer, &account.person, &account.table];
        for (depth, name) in path.into_iter().enumerate() {
            let floor = circle.floor;
            let part = circle.parts.entry(name.clone()).or_default();
            if part.is_idle() {
                part.used = part.used.max(floor);
            }
            part.waiting += 1;
            part.quick += usize::from(quick);
            if depth + 1 == path.len() {
                part.jobs.push_back(Waiting { job, class, guess, quick, limited: account.limited });
                return Ok(());
            }
            circle = &mut part.within;
        }
        unreachable!("a path ends at a table")
    }

    /// The next job for a thread; `now` is any clock that only goes on.
    pub fn pop(&mut self, thread: Thread, now: Duration) -> Option<Ticket<J>> {
        let allowance = self.allowance;
        // What each peer may have taken from it now: nothing, what is quick, or anything.
        let choose = |part: &Part<J>| -> Option<bool> {
            let over = part.running > 0 && part.purse.is_some_and(|purse| fill(purse, allowance, now).0 < 0);
            match thread {
                Thread::Any if !over => part.has(false).then_some(false),
                Thread::Any => None,
                Thread::Reserve if part.running == 0 => part.has(false).then_some(false),
                Thread::Reserve => part.has(true).then_some(true),
            }
        };
        let best = self.peers.parts.iter().filter_map(|(name, part)| Some((part.used, name, choose(part)?)));
        let (_, peer, quick) = best.min()?;
        let peer = peer.clone();
        let people = &self.peers.parts[&peer].within.parts;
        let person =
            people.iter().filter(|(_, part)| part.has(quick)).map(|(name, p)| (p.used, name)).min()?.1;
        let person = person.clone();
        // Among the tables of one person those come first at which somebody waits.
        let tables = &people[&person].within.parts;
        let table = tables
            .iter()
            .filter_map(|(name, part)| Some((part.class(quick)?, part.used, name)))
            .min()?
            .2
            .clone();
        Some(self.take([peer, person, table], quick))
    }

    fn take(&mut self, path: [String; 3], quick: bool) -> Ticket<J> {
        let mut circle = &mut self.peers;
        for name in &path[..2] {
            let used = circle.parts[name].used;
            circle.floor = circle.floor.max(used);
            circle = &mut circle.parts.get_mut(name).expect("it was just found").within;
        }
        circle.floor = circle.floor.max(circle.parts[&path[2]].used);
        let jobs = &mut circle.parts.get_mut(&path[2]).expect("it was just found").jobs;
        let i = jobs.iter().position(|w| !quick || w.quick).expect("it was just found");
        let Waiting { job, class, guess, quick, limited } = jobs.remove(i).expect("it was just found");
        let [peer, person, table] = path;
        let account = Account { peer, person, table, limited };
        self.waiting -= 1;
        self.each(&account, |part| {
            part.waiting -= 1;
            part.quick -= usize::from(quick);
            part.running += 1;
            // Counted before it is done, so that a second thread sees it.
            part.used += micros(guess) * class.weight();
        });
        Ticket { job, account, class, guess }
    }

    /// A job is done and took so long.
    pub fn done(&mut self, ticket: &Ticket<J>, took: Duration, now: Duration) {
        let (weight, allowance) = (ticket.class.weight(), self.allowance);
        self.each(&ticket.account, |part| {
            part.running -= 1;
            part.used = (part.used + micros(took) * weight).saturating_sub(micros(ticket.guess) * weight);
        });
        if ticket.account.limited
            && let Some(peer) = self.peers.parts.get_mut(&ticket.account.peer)
        {
            let full = (i64::from(allowance.seconds_a_minute) * SAVED.as_micros() as i64 / 60, now);
            let (left, at) = fill(peer.purse.unwrap_or(full), allowance, now);
            peer.purse = Some((left - micros(took) as i64, at));
        }
        tidy(&mut self.peers, allowance, now);
    }

    fn each(&mut self, account: &Account, mut change: impl FnMut(&mut Part<J>)) {
        let mut circle = &mut self.peers;
        for name in [&account.peer, &account.person, &account.table] {
            let part = circle.parts.get_mut(name).expect("whoever has a job is not forgotten");
            change(part);
            circle = &mut part.within;
        }
    }
}

/// What is done so soon that nobody minds.
const QUICK: Duration = Duration::from_millis(20);

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}

/// What is in a purse now.
fn fill((left, at): (i64, Duration), allowance: Allowance, now: Duration) -> (i64, Duration) {
    let rate = i64::from(allowance.seconds_a_minute);
    let most = rate * SAVED.as_micros() as i64 / 60;
    let come = now.saturating_sub(at).min(SAVED).as_micros() as i64 * rate / 60;
    ((left + come).min(most), now)
}

/// Forgets who has nothing to do and owes nothing: he would come back as he went.
fn tidy<J>(circle: &mut Circle<J>, allowance: Allowance, now: Duration) {
    let floor = circle.floor;
    circle.parts.retain(|_, part| {
        tidy(&mut part.within, allowance, now);
        let owes = part.used > floor || part.purse.is_some_and(|purse| fill(purse, allowance, now).0 < 0);
        !part.is_idle() || owes
    });
}

#[cfg(test)]
mod tests;
