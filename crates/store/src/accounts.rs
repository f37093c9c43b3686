//! Accounts: a name attached to a person, the ways in, the browsers that are signed in, and the tokens of programs.
//! Whatever lets somebody in is kept as a mark of it, which the caller makes; the store could not tell it if it wanted.

use crate::{Answer, Millis};
use std::fmt;

/// A name, unique here, attached to a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    /// The person's id, the same as before he had an account.
    pub person: String,
    /// As it is shown.
    pub name: String,
    /// As it looks: unique among accounts.
    pub folded: String,
    /// When it was made.
    pub created_at: Millis,
    /// The hash of the password, if it has one.
    pub password: Option<String>,
    /// The person whose bot it is.
    pub owner: Option<String>,
    /// Settings, as JSON.
    pub settings: String,
}

// Not even a hash goes where programs print things.
impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account")
            .field("person", &self.person)
            .field("name", &self.name)
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

/// A passkey of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passkey {
    /// Its id, which the authenticator has given.
    pub id: String,
    /// Whose.
    pub person: String,
    /// What its owner calls it.
    pub label: String,
    /// The public key and what else is needed to check it.
    pub body: String,
    /// When it was added.
    pub created_at: Millis,
    /// When it last let somebody in.
    pub used_at: Millis,
}

/// A recovery code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    /// By which it is recognised.
    pub mark: String,
    /// By which attempt it was used, if it was.
    pub spent: Option<String>,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// By which its secret is recognised.
    pub mark: String,
    /// Whose.
    pub person: String,
    /// What it is, in words.
    pub label: String,
    /// When it signed in.
    pub created_at: Millis,
    /// When it was last here, about.
    pub seen_at: Millis,
}

/// A token with which a program acts for an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// By which it is recognised.
    pub mark: String,
    /// Whose.
    pub person: String,
    /// What its owner calls it.
    pub label: String,
    /// What it may do, in words parted by spaces; the store does not judge.
    pub scopes: String,
    /// When it was made.
    pub created_at: Millis,
    /// When it was last used, about; 0 for never.
    pub used_at: Millis,
}

/// An account with all that hangs on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belongings {
    /// The account itself.
    pub account: Account,
    /// By the time when they were added.
    pub passkeys: Vec<Passkey>,
    /// In no order that says anything.
    pub codes: Vec<Code>,
    /// By the time when they signed in.
    pub devices: Vec<Device>,
    /// By the time when they were made.
    pub tokens: Vec<Token>,
}

impl Belongings {
    /// An account on which nothing hangs yet.
    pub fn of(account: Account) -> Belongings {
        Belongings {
            account,
            passkeys: Vec::new(),
            codes: Vec::new(),
            devices: Vec::new(),
            tokens: Vec::new(),
        }
    }
}

/// What is good once and for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// By which it is recognised.
    pub mark: String,
    /// What it is for.
    pub body: String,
    /// Until when it is good.
    pub until: Millis,
}

/// A change to accounts: all of it happens, or nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccountChange {
    /// A new account with what it begins with. A name that is taken is [`StoreError::NameTaken`](crate::StoreError::NameTaken),
    /// a person who has an account [`StoreError::AccountExists`](crate::StoreError::AccountExists).
    Make(Box<Belongings>),
    /// Another name, if it is free.
    Rename {
        /// Whose.
        person: String,
        /// As it is shown.
        name: String,
        /// As it looks.
        folded: String,
    },
    /// Another password, or none.
    Password {
        /// Whose.
        person: String,
        /// Its hash.
        password: Option<String>,
    },
    /// Another passkey. An id that is there already is [`StoreError::AccountExists`](crate::StoreError::AccountExists).
    AddPasskey(Passkey),
    /// A passkey has let somebody in.
    UsedPasskey {
        /// Its id.
        id: String,
        /// What is needed to check it the next time.
        body: String,
        /// When.
        at: Millis,
    },
    /// A passkey goes.
    RemovePasskey {
        /// Whose.
        person: String,
        /// Its id.
        id: String,
    },
    /// New recovery codes in place of all.
    Codes {
        /// Whose.
        person: String,
        /// Their marks.
        marks: Vec<String>,
    },
    /// A recovery code is used, once. Answers whose it is; nothing if it is nobody's or was used before by another attempt.
    SpendCode {
        /// The code's mark.
        mark: String,
        /// The attempt.
        by: String,
    },
    /// A browser signs in.
    AddDevice(Device),
    /// A browser is here.
    SeenDevice {
        /// Its mark.
        mark: String,
        /// When.
        at: Millis,
    },
    /// A browser is signed out.
    EndDevice {
        /// Whose.
        person: String,
        /// Its mark.
        mark: String,
    },
    /// All browsers are signed out, but perhaps one.
    EndDevices {
        /// Whose.
        person: String,
        /// Which one stays.
        but: Option<String>,
    },
    /// Another token.
    AddToken(Token),
    /// A token is used.
    UsedToken {
        /// Its mark.
        mark: String,
        /// When.
        at: Millis,
    },
    /// A token goes.
    RemoveToken {
        /// Whose.
        person: String,
        /// Its mark.
        mark: String,
    },
    /// The account goes, with its bots, all that hangs on them, and what is kept of the person, his channels included. His tables are the caller's
    /// business.
    Delete {
        /// Whose.
        person: String,
    },
    /// What a person has said at his tables under a name gets another one, or goes, with all that is known to be his. Only for names that nobody else can have.
    Resay {
        /// Whose.
        person: String,
        /// The name that stands before it, alone or followed by ` · ` and a place.
        from: String,
        /// The name from now on; without one it goes.
        to: Option<String>,
    },
    /// A ticket is given out. Those that are no longer good go.
    Issue {
        /// It.
        ticket: Ticket,
        /// The time now.
        now: Millis,
    },
    /// A ticket is used, once. Answers what it is for; nothing if it is not good or was used before by another attempt.
    Take {
        /// Its mark.
        mark: String,
        /// The attempt.
        by: String,
        /// The time now.
        now: Millis,
    },
}

impl AccountChange {
    /// The person whose open pages may not be his any more.
    pub fn touches(&self) -> Option<&str> {
        match self {
            AccountChange::Make(all) => Some(&all.account.person),
            AccountChange::Rename { person, .. }
            | AccountChange::EndDevice { person, .. }
            | AccountChange::EndDevices { person, .. }
            | AccountChange::RemoveToken { person, .. }
            | AccountChange::Delete { person } => Some(person),
            AccountChange::Password { .. }
            | AccountChange::AddPasskey(_)
            | AccountChange::UsedPasskey { .. }
            | AccountChange::RemovePasskey { .. }
            | AccountChange::Codes { .. }
            | AccountChange::SpendCode { .. }
            | AccountChange::AddDevice(_)
            | AccountChange::SeenDevice { .. }
            | AccountChange::AddToken(_)
            | AccountChange::UsedToken { .. }
            | AccountChange::Resay { .. }
            | AccountChange::Issue { .. }
            | AccountChange::Take { .. } => None,
        }
    }

    /// How long its texts are together.
    pub(crate) fn bytes(&self) -> usize {
        let passkey = |key: &Passkey| key.id.len() + key.person.len() + key.label.len() + key.body.len();
        let device = |device: &Device| device.mark.len() + device.person.len() + device.label.len();
        let token =
            |token: &Token| token.mark.len() + token.person.len() + token.label.len() + token.scopes.len();
        match self {
            AccountChange::Make(all) => {
                let account = &all.account;
                let own = account.name.len() + account.settings.len() + account.person.len();
                own + all.passkeys.iter().map(passkey).sum::<usize>()
                    + all.codes.iter().map(|code| code.mark.len()).sum::<usize>()
                    + all.devices.iter().map(device).sum::<usize>()
                    + all.tokens.iter().map(token).sum::<usize>()
            }
            AccountChange::Rename { person, name, folded } => person.len() + name.len() + folded.len(),
            AccountChange::Password { person, password } => {
                person.len() + password.as_ref().map_or(0, String::len)
            }
            AccountChange::AddPasskey(key) => passkey(key),
            AccountChange::UsedPasskey { id, body, .. } => id.len() + body.len(),
            AccountChange::Codes { person, marks } => {
                person.len() + marks.iter().map(String::len).sum::<usize>()
            }
            AccountChange::AddDevice(new) => device(new),
            AccountChange::AddToken(new) => token(new),
            AccountChange::Issue { ticket, .. } => ticket.mark.len() + ticket.body.len(),
            AccountChange::RemovePasskey { person, id } => person.len() + id.len(),
            AccountChange::SpendCode { mark, by } | AccountChange::Take { mark, by, .. } => {
                mark.len() + by.len()
            }
            AccountChange::SeenDevice { mark, .. } | AccountChange::UsedToken { mark, .. } => mark.len(),
            AccountChange::EndDevice { person, mark } | AccountChange::RemoveToken { person, mark } => {
                person.len() + mark.len()
            }
            AccountChange::EndDevices { person, but } => person.len() + but.as_ref().map_or(0, String::len),
            AccountChange::Delete { person } => person.len(),
            AccountChange::Resay { person, from, to } => {
                person.len() + from.len() + to.as_ref().map_or(0, String::len)
            }
        }
    }
}

/// What a store knows of accounts. `tests/contract.rs` holds every engine to it.
pub trait Accounts: Send + Sync {
    /// Carries a change out; durable when it is answered. What about an account that is not there is
    /// [`StoreError::UnknownAccount`](crate::StoreError::UnknownAccount). Ending, removing or noting something that is
    /// not there is no mistake.
    fn change(&self, change: AccountChange) -> Answer<'_, Option<String>>;
    /// A person's account.
    fn account(&self, person: String) -> Answer<'_, Option<Account>>;
    /// The account of a name, as it looks.
    fn named(&self, folded: String) -> Answer<'_, Option<Account>>;
    /// Accounts after a person's id, in their order; from the first after the empty one.
    fn accounts(&self, after: String, limit: u32) -> Answer<'_, Vec<Account>>;
    /// The bots of a person, in the order of their names as they look.
    fn bots(&self, owner: String) -> Answer<'_, Vec<Account>>;
    /// An account with all that hangs on it.
    fn belongings(&self, person: String) -> Answer<'_, Option<Belongings>>;
    /// A passkey by its id.
    fn passkey(&self, id: String) -> Answer<'_, Option<Passkey>>;
    /// A browser that is signed in, and whose account it is.
    fn device(&self, mark: String) -> Answer<'_, Option<(Device, Account)>>;
    /// A token, and whose account it is.
    fn token(&self, mark: String) -> Answer<'_, Option<(Token, Account)>>;
    /// A ticket that nobody has used and that is good at this time.
    fn ticket(&self, mark: String, now: Millis) -> Answer<'_, Option<String>>;
}
