//! Who sits at a table: what the pages must know of it beside its log.

use super::{
    clock::{Agreed, Purse, Vacation},
    daily::Finish,
    language::Language,
    puzzle::Puzzling,
};
use crate::{
    keys::{Keys, hex, random, same},
    person::{Person, Standing, without_sign},
    state::now,
};
use klaxon_bots::Level;
use klaxon_catalog::At;
use klaxon_core::{Edition, Millis, Seat, SeatSet};
use klaxon_store::TableState;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the pages must know of a table beside its log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Meta {
    /// The scenario's name.
    pub title: String,
    /// Strangers may find it, sit down at free seats and watch.
    pub public: bool,
    /// When it was opened; the table's clock counts from here.
    pub created: Millis,
    /// The person who opened it: may hand out links and put bots on free seats.
    pub owner: Option<String>,
    /// Part of the owner's token.
    pub nonce: String,
    /// The seats in order.
    pub chairs: Vec<Chair>,
    /// What was agreed about the time of people and programs; no clock without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Agreed>,
    /// The furthest step for which turns have brought time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<u32>,
    /// The newer edition of the rules that some who play would like, and their seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revising: Option<(Edition, SeatSet)>,
    /// The table and step that it branched from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<(String, u32)>,
    /// The date whose game of the day it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<Finish>,
    /// A mark of where it was opened from: its bots think on that peer's account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payer: Option<String>,
    /// Why the host has closed it: nothing more happens here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// Part of the one-time token that makes whoever brings it the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heir: Option<String>,
    /// Only those who play, and the owner, may look.
    #[serde(default, skip_serializing_if = "is_false")]
    pub players_only: bool,
    /// Seconds after which whoever is away is gone: then the others may help themselves. The usual time without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u32>,
    /// When the owner was last here, about; 0 where nobody kept it.
    #[serde(default, skip_serializing_if = "is_never")]
    pub owner_seen: Millis,
    /// Who may not speak here, with their names: people by their ids, programs by their seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub muted: BTreeMap<String, String>,
    /// Lines that the owner has taken out of the chat.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub removed: BTreeSet<u64>,
    /// The next game of the same people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Again>,
    /// It counts for the ratings of those who play.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The tournament whose table it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// The language that is spoken here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// The lesson that is learned here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Learning>,
    /// The puzzle that is solved here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Puzzling>,
}

/// A lesson at a table, and how far the learner is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Learning {
    /// The lesson's name.
    pub id: String,
    /// The mark of its text when it was begun.
    pub mark: String,
    /// Where the learner is.
    pub at: At,
}

/// The next game of the same people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Again {
    /// Its table.
    pub table: String,
    /// Who opened it.
    pub by: String,
    /// The players have taken each other's sides.
    #[serde(default, skip_serializing_if = "is_false")]
    pub swapped: bool,
}

/// A seat with whoever sits on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chair {
    /// The seat's name in the game.
    pub name: String,
    /// Who holds it.
    pub holder: Holder,
    /// Part of the seat's token: a new one makes old links worthless.
    pub nonce: String,
    /// The server answers questions that leave only one choice.
    pub auto: bool,
    /// Questions that the seat does not want to hear: the words of declining each, with the rule behind it. The
    /// server declines them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub quiet: BTreeMap<String, String>,
    /// The same for a while: until the seat is asked something that cannot be declined.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub passing: BTreeMap<String, String>,
    /// A coach explains each idea of the game when it first matters.
    #[serde(default)]
    pub coached: bool,
    /// The tips that have been read, by their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
    /// A program sat down here by itself: the seat is its own, and not the table owner's.
    #[serde(default, skip_serializing_if = "is_false")]
    pub claimed: bool,
    /// Decisions that were made for the seat because its time was out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub overdue: u32,
    /// The level of a bot that plays until the holder is back. The seat stays the holder's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// When the holder was last here, about; 0 where nobody kept it.
    #[serde(default, skip_serializing_if = "is_never")]
    pub seen: Millis,
    /// The holder has agreed that the game is rated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub agreed: bool,
    /// The seat's time, where turns have some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purse: Option<Purse>,
    /// Days on which the seat's time stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacation: Option<Vacation>,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

fn is_never(at: &Millis) -> bool {
    *at == 0
}

/// What a program is called that has no name of its own.
pub const UNNAMED: &str = "program";

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// Nobody yet; the link gives it.
    Open,
    /// A person, perhaps at several browsers.
    Person {
        /// The browsers' ids.
        ids: Vec<String>,
        /// The person's name.
        name: String,
        /// Whether it is the name of an account.
        #[serde(default, skip_serializing_if = "Standing::is_guest")]
        standing: Standing,
    },
    /// A bot, by the name of its level.
    Bot {
        /// Its level.
        level: String,
    },
    /// A program with the seat's token.
    Program {
        /// Its name.
        name: String,
    },
}

impl Holder {
    /// A person at one browser.
    pub fn person(person: &Person) -> Holder {
        let (ids, name) = (vec![person.id.clone()], person.name.clone());
        Holder::Person { ids, name, standing: person.standing }
    }

    /// A bot.
    pub fn bot(level: Level) -> Holder {
        Holder::Bot { level: level.to_string() }
    }

    /// The bot's level, if it is one.
    pub fn level(&self) -> Option<Level> {
        match self {
            Holder::Bot { level } => Some(level.parse().unwrap_or(Level::Normal)),
            Holder::Open | Holder::Person { .. } | Holder::Program { .. } => None,
        }
    }

    /// Guest, account or bot of somebody; nothing where no person sits.
    pub fn standing(&self) -> Option<Standing> {
        match self {
            Holder::Person { standing, .. } => Some(*standing),
            Holder::Open | Holder::Bot { .. } | Holder::Program { .. } => None,
        }
    }

    /// For the screen.
    pub fn name(&self) -> String {
        match self {
            Holder::Open => "free seat".into(),
            Holder::Person { name, standing: Standing::Account | Standing::Bot, .. } => name.clone(),
            // No guest and no program has the sign of an account, whatever is stored of them.
            Holder::Person { name, standing: Standing::Guest, .. } | Holder::Program { name } => {
                without_sign(name).to_owned()
            }
            Holder::Bot { level } => format!("{level} bot"),
        }
    }
}

impl Chair {
    /// A chair with a fresh token.
    pub fn new(name: String, holder: Holder) -> Chair {
        let auto = matches!(holder, Holder::Open | Holder::Person { .. });
        Chair {
            name,
            holder,
            nonce: nonce(),
            auto,
            quiet: BTreeMap::new(),
            passing: BTreeMap::new(),
            coached: false,
            read: Vec::new(),
            claimed: false,
            overdue: 0,
            stand_in: None,
            seen: now(),
            agreed: false,
            purse: None,
            vacation: None,
        }
    }

    /// The level of the bot that plays here: the seat's own, or one that stands in.
    pub fn bot(&self) -> Option<Level> {
        let stand_in = || self.stand_in.as_ref().map(|level| level.parse().unwrap_or(Level::Normal));
        self.holder.level().or_else(stand_in)
    }

    /// Does the seat wait for whoever opens its link?
    pub fn awaits_link(&self) -> bool {
        match &self.holder {
            Holder::Open => true,
            Holder::Person { ids, .. } => ids.is_empty(),
            Holder::Bot { .. } | Holder::Program { .. } => false,
        }
    }

    /// Was the seat ordered for programs with the owner's token, and has nobody sat down there by himself since? Release
    /// 0.1.0 kept no note of that, but a program that sits down mostly has a name.
    fn is_owners(&self) -> bool {
        !self.claimed && matches!(&self.holder, Holder::Program { name } if name == UNNAMED)
    }

    /// Somebody new sits down: no habits of whoever sat here before.
    pub fn forget_habits(&mut self) {
        self.auto = true;
        self.quiet.clear();
        self.passing.clear();
        (self.coached, self.read, self.overdue) = (false, Vec::new(), 0);
        (self.stand_in, self.claimed, self.seen) = (None, false, now());
        self.agreed = false;
        self.vacation = None;
        if let Some(purse) = &mut self.purse {
            purse.newcomer = true;
        }
    }

    /// Is the person's browser one of the holder's?
    pub fn held_by(&self, id: &str) -> bool {
        matches!(&self.holder, Holder::Person { ids, .. } if ids.iter().any(|i| i == id))
    }
}

/// A fresh part of a token.
pub fn nonce() -> String {
    hex(&random::<12>())
}

impl Meta {
    /// A table that is opened now: private, without a clock, nobody's.
    pub fn new(title: String, chairs: Vec<Chair>) -> Meta {
        Meta {
            title,
            public: false,
            created: now(),
            owner: None,
            nonce: nonce(),
            chairs,
            clock: None,
            reached: None,
            revising: None,
            branch: None,
            daily: None,
            finish: None,
            payer: None,
            closed: None,
            heir: None,
            players_only: false,
            patience: None,
            owner_seen: now(),
            muted: BTreeMap::new(),
            removed: BTreeSet::new(),
            again: None,
            rated: false,
            tournament: None,
            language: None,
            lesson: None,
            puzzle: None,
        }
    }

    /// Is something learned or solved here? Then it is no game that counts, and nobody is hurried.
    pub fn is_study(&self) -> bool {
        self.lesson.is_some() || self.puzzle.is_some()
    }

    /// The seats that a person holds.
    pub fn seats_of(&self, person: Option<&str>) -> SeatSet {
        let Some(id) = person else { return SeatSet::NONE };
        self.seats_where(|chair| chair.held_by(id))
    }

    /// All chairs of a person show the name by which he wants to be called now.
    pub fn rename(&mut self, person: &Person) {
        for chair in self.chairs.iter_mut().filter(|chair| chair.held_by(&person.id)) {
            if let Holder::Person { name, standing, .. } = &mut chair.holder {
                name.clone_from(&person.name);
                *standing = person.standing;
            }
        }
    }

    /// Whoever was here leaves nothing behind but what he has played: his seats have another name and wait for their links.
    pub fn forget(&mut self, person: &str, called: &str) {
        for chair in self.chairs.iter_mut().filter(|chair| chair.held_by(person)) {
            if let Holder::Person { ids, name, standing } = &mut chair.holder {
                ids.retain(|id| id != person);
                if ids.is_empty() {
                    (*name, *standing) = (called.into(), Standing::Guest);
                }
                chair.nonce = nonce();
            }
        }
        if self.is_owner(Some(person)) {
            self.owner = None;
        }
        self.muted.remove(person);
    }

    /// Whoever sits on a chair, for the screen. Where accounts and guests sit together, guests are called so.
    pub fn player(&self, chair: &Chair) -> String {
        let name = chair.holder.name();
        if self.marks_guest(chair) { format!("{name} (guest)") } else { name }
    }

    /// Does a guest sit there, at a table with accounts?
    pub fn marks_guest(&self, chair: &Chair) -> bool {
        let is_account = |chair: &Chair| chair.holder.standing().is_some_and(|standing| !standing.is_guest());
        chair.holder.standing() == Some(Standing::Guest) && self.chairs.iter().any(is_account)
    }

    /// The seats that a token gives.
    pub fn seats_of_token(&self, keys: &Keys, table: &str, token: &str) -> SeatSet {
        if self.is_owners_token(keys, table, token) {
            return self.seats_where(Chair::is_owners);
        }
        let Some(seat) = token_seat(token).filter(|s| s.index() < self.chairs.len()) else {
            return SeatSet::NONE;
        };
        let right = keys.seat_token(table, seat, &self.chairs[seat.index()].nonce);
        if same(token, &right) { SeatSet::only(seat) } else { SeatSet::NONE }
    }

    /// Is it the token of whoever opened the table?
    pub fn is_owners_token(&self, keys: &Keys, table: &str, token: &str) -> bool {
        same(token, &keys.owner_token(table, &self.nonce))
    }

    /// Is the person the one who opened the table?
    pub fn is_owner(&self, person: Option<&str>) -> bool {
        person.is_some() && self.owner.as_deref() == person
    }

    /// Every browser for which this is one of "my tables".
    pub fn members(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.owner.iter().cloned().collect();
        for chair in &self.chairs {
            if let Holder::Person { ids: more, .. } = &chair.holder {
                ids.extend(more.iter().cloned());
            }
        }
        ids.sort();
        ids.dedup();
        ids
    }

    /// Waiting for players, being played, or closed.
    pub fn state(&self) -> TableState {
        if self.closed.is_some() {
            TableState::Frozen
        } else if self.chairs.iter().any(|c| c.holder == Holder::Open) {
            TableState::Open
        } else {
            TableState::Playing
        }
    }

    fn seats_where(&self, is: impl Fn(&Chair) -> bool) -> SeatSet {
        let seats = self.chairs.iter().enumerate().filter(|(_, chair)| is(chair));
        seats.map(|(i, _)| Seat(i as u8)).collect()
    }
}

/// The seat that a token claims to be for.
fn token_seat(token: &str) -> Option<Seat> {
    token.strip_prefix('s')?.split('-').next()?.parse().ok().map(Seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta() -> Meta {
        let ada = Person::guest("a", "Ada");
        let chairs = vec![
            Chair::new("One".into(), Holder::person(&ada)),
            Chair::new("Two".into(), Holder::Open),
            Chair::new("Three".into(), Holder::Program { name: UNNAMED.into() }),
        ];
        Meta { public: true, owner: Some("a".into()), ..Meta::new("T".into(), chairs) }
    }

    #[test]
    fn tokens_give_the_seat_they_were_made_for_until_the_nonce_changes() {
        let (keys, mut meta) = (Keys::new(&[3; 32]), meta());
        let token = keys.seat_token("t", Seat(1), &meta.chairs[1].nonce);
        assert_eq!(meta.seats_of_token(&keys, "t", &token), SeatSet::only(Seat(1)));
        assert_eq!(meta.seats_of_token(&keys, "u", &token), SeatSet::NONE);
        assert_eq!(meta.seats_of_token(&keys, "t", &token.replace("s1", "s0")), SeatSet::NONE);
        meta.chairs[1].nonce = nonce();
        assert_eq!(meta.seats_of_token(&keys, "t", &token), SeatSet::NONE);
        for bad in ["", "s", "s9-x", "s300-x", "own-", "x1-2"] {
            assert_eq!(meta.seats_of_token(&keys, "t", bad), SeatSet::NONE, "{bad}");
        }
        let owner = keys.owner_token("t", &meta.nonce);
        assert_eq!(meta.seats_of_token(&keys, "t", &owner), SeatSet::only(Seat(2)));
        meta.chairs[2].claimed = true;
        assert_eq!(meta.seats_of_token(&keys, "t", &owner), SeatSet::NONE, "a claimed seat is its claimer's");
    }

    #[test]
    fn a_table_with_a_free_seat_is_open() {
        let mut meta = meta();
        assert_eq!(meta.state(), TableState::Open);
        meta.chairs[1].holder = Holder::bot(Level::Easy);
        assert_eq!(meta.state(), TableState::Playing);
        assert_eq!(meta.members(), ["a"]);
        assert_eq!(meta.seats_of(Some("a")), SeatSet::only(Seat(0)));
        assert_eq!(meta.seats_of(None), SeatSet::NONE);
        assert_eq!(serde_json::from_str::<Meta>(&serde_json::to_string(&meta).unwrap()).unwrap(), meta);
    }
    #[test]
    fn what_release_0_1_0_stored_of_a_table_is_read_as_it_was_meant() {
        let old = r#"{"title":"T","public":false,"created":5,"owner":"a","nonce":"n","chairs":[
            {"name":"One","holder":{"person":{"ids":["a"],"name":"Ada"}},"nonce":"x","auto":true}]}"#;
        let meta: Meta = serde_json::from_str(old).unwrap();
        assert!(!meta.players_only && meta.patience.is_none() && meta.again.is_none());
        assert_eq!((meta.owner_seen, meta.chairs[0].seen, meta.chairs[0].bot()), (0, 0, None));
    }

    #[test]
    fn what_was_stored_before_there_were_clocks_for_days_is_read_and_written_as_it_was() {
        let old = include_str!("meta/before-clocks-for-days.json").trim();
        let meta: Meta = serde_json::from_str(old).unwrap();
        assert_eq!(meta.clock, Some(Agreed::Decision { seconds: 60 }));
        assert!(
            meta.reached.is_none() && meta.chairs.iter().all(|c| c.purse.is_none() && c.vacation.is_none())
        );
        assert_eq!(serde_json::to_string(&meta).unwrap(), old, "an older server can still read it");
    }

    #[test]
    fn a_stand_in_plays_a_seat_that_stays_its_holders() {
        let mut meta = meta();
        meta.chairs[0].stand_in = Some("hard".into());
        assert_eq!(meta.chairs[0].bot(), Some(Level::Hard));
        assert_eq!(meta.seats_of(Some("a")), SeatSet::only(Seat(0)));
        meta.chairs[0].forget_habits();
        assert_eq!(meta.chairs[0].bot(), None);
    }
}
