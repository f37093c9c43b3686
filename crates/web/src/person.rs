//! Guests name themselves; a sealed cookie remembers who they are.

use crate::{
    keys::{Keys, hex, random},
    state::AppState,
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// The cookie's name.
const COOKIE: &str = "klaxon";
/// Its name where it came encrypted: no neighbour under the same domain can put one of his own in its place. Whoever has the
/// plain one is known by that until the next is given out.
const OWN_COOKIE: &str = "__Host-klaxon";
/// What somebody is called who gave no name.
pub const GUEST: &str = "Guest";
/// Who tells those at a table what happens there.
const TELLERS: [&str; 2] = ["Table", "Clock"];
/// The longest name, in characters.
const LONGEST: usize = 24;

/// A person at a browser.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// Random, unique, secret to nobody but useless without the seal.
    pub id: String,
    /// As the person likes to be called.
    pub name: String,
}

impl Person {
    /// Somebody new.
    pub fn new(name: &str) -> Person {
        Person { id: hex(&random::<16>()), name: tidy_name(name) }
    }

    /// The person who sent a request, if its cookie is ours.
    pub fn of(keys: &Keys, headers: &HeaderMap) -> Option<Person> {
        let named = |wanted: &str| {
            headers
                .get_all(header::COOKIE)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(';'))
                .filter_map(|pair| pair.trim().split_once('='))
                .find_map(|(name, value)| if name == wanted { keys.unseal(value) } else { None })
        };
        named(OWN_COOKIE).or_else(|| named(COOKIE))
    }

    /// The header that makes the browser remember the person for a year.
    pub fn set_cookie(&self, keys: &Keys, secure: bool) -> HeaderValue {
        let (name, secure) = if secure { (OWN_COOKIE, "; Secure") } else { (COOKIE, "") };
        let value =
            format!("{name}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}", keys.seal(self));
        HeaderValue::from_str(&value).expect("a cookie is printable")
    }
}

/// A name without control characters, runs of spaces or excess; "Guest" for nothing.
pub fn tidy_name(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let tidy: String = words.join(" ").chars().filter(|c| !is_trick(*c)).take(LONGEST).collect();
    let tidy = tidy.trim();
    // Nobody speaks in the chat in the name of the table or its clock.
    let taken = TELLERS.iter().any(|teller| teller.eq_ignore_ascii_case(tidy));
    if tidy.is_empty() || taken { GUEST.into() } else { tidy.into() }
}

/// Characters that turn or hide the text around them.
pub fn is_trick(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

/// Whoever sent the request: somebody we know, or nobody yet.
#[derive(Clone, Debug)]
pub struct Who(pub Option<Person>);

impl FromRequestParts<AppState> for Who {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Who, Infallible> {
        Ok(Who(Person::of(&state.keys, &parts.headers)))
    }
}

impl Who {
    /// The person, made up now if need be. A name that was typed in wins over the remembered one.
    pub fn or_new(self, name: Option<&str>) -> Person {
        let typed = name.map(str::trim).filter(|n| !n.is_empty());
        match (self.0, typed) {
            (Some(person), Some(name)) => Person { name: tidy_name(name), ..person },
            (Some(person), None) => person,
            (None, name) => Person::new(name.unwrap_or_default()),
        }
    }

    /// The person's id, for comparing with seats.
    pub fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|p| p.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied() {
        assert_eq!(tidy_name("  Ada \n Lovelace "), "Ada Lovelace");
        assert_eq!(tidy_name("\u{202e}evil"), "evil");
        assert_eq!(tidy_name(" \u{7} "), "Guest");
        assert_eq!(tidy_name(&"x".repeat(99)).len(), 24);
        assert_eq!((tidy_name("table"), tidy_name("Tablet")), ("Guest".into(), "Tablet".into()));
    }
}
