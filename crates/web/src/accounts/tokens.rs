//! Tokens with which programs act for an account: shown once, good until they are revoked, and for no more than they were made
//! for. A bot is an account that has nothing else.

use super::{Belongings, change, mark, names::Name, own};
use crate::{
    error::Fault,
    keys::{hex, random},
    person::{Person, Standing},
    state::{AppState, now},
};
use klaxon_core::Millis;
use klaxon_store::{Account, AccountChange, Token};
use std::{fmt, str::FromStr};

/// How a token begins, so that people and programs know one when they see it.
pub const PREFIX: &str = "klx_";
/// How exactly it is known when a token was last used.
const GRAIN: Millis = 3_600_000;
/// The most tokens of an account, and the most bots of a person.
const MOST: usize = 50;
const MOST_BOTS: usize = 10;
/// The longest label, in characters.
const LONGEST_LABEL: usize = 40;

/// What a token may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Scope {
    /// See what its owner sees: his tables, his hand.
    Read,
    /// Decide, sit down, open tables and speak in his name.
    Play,
    /// Export his data and revoke itself; no token can change how he signs in.
    Account,
    /// Look after what was reported, if he is a moderator.
    Moderate,
}

impl Scope {
    /// All of them.
    pub const ALL: [Scope; 4] = [Scope::Read, Scope::Play, Scope::Account, Scope::Moderate];

    /// What it allows, in words.
    pub fn words(self) -> &'static str {
        match self {
            Scope::Read => "see your tables as you see them",
            Scope::Play => "play, sit down, open tables and speak as you",
            Scope::Account => "export your data",
            Scope::Moderate => "look after reports, as you may as a moderator",
        }
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Account => "account",
            Scope::Moderate => "moderate",
        })
    }
}

impl FromStr for Scope {
    type Err = String;
    fn from_str(word: &str) -> Result<Scope, String> {
        let found = Scope::ALL.into_iter().find(|scope| scope.to_string() == word);
        found.ok_or_else(|| format!("`{word}` is not one of read, play, account, moderate"))
    }
}

/// Reads scopes parted by spaces or commas; at least one.
pub fn scopes(text: &str) -> Result<Vec<Scope>, Fault> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let mut scopes: Vec<Scope> = words.map(str::parse).collect::<Result<_, _>>().map_err(Fault::malformed)?;
    scopes.sort();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Fault::malformed("a token that may do nothing is of no use: choose at least one"));
    }
    Ok(scopes)
}

/// Whoever acts by a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bearer {
    /// For whom.
    pub person: Person,
    /// Whose bot that is.
    pub owner: Option<String>,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// The token's mark.
    pub mark: String,
}

impl Bearer {
    /// May it do this?
    pub fn may(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }

    /// Refuses what it may not do.
    pub fn check(&self, scope: Scope) -> Result<(), Fault> {
        if self.may(scope) {
            return Ok(());
        }
        Err(Fault::forbidden(format!("this token was not made for that: it lacks the scope `{scope}`")))
    }
}

/// Whoever a token is for.
pub async fn bearer(state: &AppState, token: &str) -> Result<Bearer, Fault> {
    let bad = || {
        let text = "this token is not good, or not any more";
        Fault::new(axum::http::StatusCode::UNAUTHORIZED, "token", text)
    };
    let (token, account) = state.store.accounts().token(mark(token)).await?.ok_or_else(bad)?;
    // A bot has no more rights than its owner.
    for person in [Some(&account.person), account.owner.as_ref()].into_iter().flatten() {
        crate::moderation::check_ban(state, person)?;
    }
    let at = now();
    if token.used_at + GRAIN < at {
        change(state, AccountChange::UsedToken { mark: token.mark.clone(), at }).await?;
    }
    // What an older program has written and this one does not know gives nothing.
    let scopes = token.scopes.split(' ').filter_map(|word| word.parse().ok()).collect();
    Ok(Bearer { person: super::person(&account, None), owner: account.owner, scopes, mark: token.mark })
}

fn new(person: &str, label: &str, scopes: &[Scope]) -> (String, Token) {
    let secret = format!("{PREFIX}{}", hex(&random::<24>()));
    let tidy: String = label.chars().filter(|c| !c.is_control()).take(LONGEST_LABEL).collect();
    let label = if tidy.trim().is_empty() { "A program".into() } else { tidy.trim().to_owned() };
    let words: Vec<String> = scopes.iter().map(ToString::to_string).collect();
    let token = Token {
        mark: mark(&secret),
        person: person.into(),
        label,
        scopes: words.join(" "),
        created_at: now(),
        used_at: 0,
    };
    (secret, token)
}

/// Makes a token. It is told here and never again.
pub async fn make(state: &AppState, person: &str, label: &str, scopes: &[Scope]) -> Result<String, Fault> {
    if super::all_of(state, person).await?.tokens.len() >= MOST {
        return Err(Fault::conflict("too-many", "that is enough tokens: revoke one first"));
    }
    let (secret, token) = new(person, label, scopes);
    change(state, AccountChange::AddToken(token)).await?;
    Ok(secret)
}

/// Revokes a token.
pub async fn revoke(state: &AppState, person: &str, mark: &str) -> Result<(), Fault> {
    let (person, mark) = (person.into(), mark.into());
    change(state, AccountChange::RemoveToken { person, mark }).await.map(drop)
}

/// Makes a bot of somebody's: an account that plays by its token. Returns the token.
pub async fn make_bot(state: &AppState, owner: &Person, name: Name) -> Result<String, Fault> {
    if owner.standing != Standing::Account {
        return Err(Fault::forbidden("a bot belongs to somebody with an account"));
    }
    crate::moderation::check_words(state, &name.text)?;
    if state.store.accounts().bots(owner.id.clone()).await?.len() >= MOST_BOTS {
        return Err(Fault::conflict("too-many", "that is enough bots: delete one first"));
    }
    let person = Person::new("").id;
    let (secret, token) = new(&person, "Its token", &[Scope::Read, Scope::Play]);
    let account = Account {
        person,
        name: name.text,
        folded: name.folded,
        created_at: now(),
        password: None,
        owner: Some(owner.id.clone()),
        settings: "{}".into(),
    };
    let all = Belongings { tokens: vec![token], ..Belongings::of(account) };
    change(state, AccountChange::Make(Box::new(all))).await?;
    Ok(secret)
}

/// A bot of this owner, or nothing that he could do anything about.
pub async fn own_bot(state: &AppState, owner: &Person, bot: &str) -> Result<Account, Fault> {
    let account = own(state, bot).await?;
    if account.owner.as_deref() != Some(owner.id.as_str()) {
        return Err(Fault::missing("there is no such bot of yours"));
    }
    Ok(account)
}

/// A new token for a bot; those before are worthless.
pub async fn renew_bot(state: &AppState, owner: &Person, bot: &str) -> Result<String, Fault> {
    let bot = own_bot(state, owner, bot).await?;
    for old in super::all_of(state, &bot.person).await?.tokens {
        revoke(state, &bot.person, &old.mark).await?;
    }
    make(state, &bot.person, "Its token", &[Scope::Read, Scope::Play]).await
}
