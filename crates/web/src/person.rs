//! Guests name themselves; a sealed cookie remembers who they are. Whoever has an account is known by the secret of a device that is
//! signed in, and by the account's name.

use crate::{
    accounts::{self, names},
    error::{Fault, PageFault},
    keys::{Keys, hex, random},
    moderation,
    state::AppState,
};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, Method, header, request::Parts},
    response::{IntoResponse, Response},
};
use klaxon_store::StoreError;
use serde::{Deserialize, Serialize};

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

/// What the cookie of a device that is signed in begins with.
const DEVICE: &str = "d.";

/// As what somebody is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// By a name that anybody may have.
    #[default]
    Guest,
    /// By the name of an account.
    Account,
    /// A program with an account.
    Bot,
}

impl Standing {
    /// Is it a guest?
    pub fn is_guest(&self) -> bool {
        *self == Standing::Guest
    }
}

/// A person at a browser.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Random, unique, secret to nobody but useless without the seal.
    pub id: String,
    /// As the person likes to be called; that of an account with its sign.
    pub name: String,
    /// Guest or not.
    pub standing: Standing,
    /// The mark of the device that is signed in.
    pub device: Option<String>,
}

impl Person {
    /// Somebody new.
    pub fn new(name: &str) -> Person {
        Person::guest(hex(&random::<16>()), tidy_name(name))
    }

    /// A guest of an id and a name.
    pub fn guest(id: impl Into<String>, name: impl Into<String>) -> Person {
        Person { id: id.into(), name: name.into(), standing: Standing::Guest, device: None }
    }

    /// The person who sent a request, if its cookie is ours and still good.
    pub async fn of(state: &AppState, headers: &HeaderMap) -> Result<Option<Person>, StoreError> {
        for wanted in [OWN_COOKIE, COOKIE] {
            let values = headers
                .get_all(header::COOKIE)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(';'))
                .filter_map(|pair| pair.trim().split_once('='))
                .filter(|(name, _)| *name == wanted);
            for (_, value) in values {
                let known = match value.strip_prefix(DEVICE) {
                    Some(secret) => accounts::of_secret(state, secret).await?,
                    None => match state.keys.unseal(value) {
                        Some(guest) => accounts::still(state, &guest).await?,
                        None => None,
                    },
                };
                if known.is_some() {
                    return Ok(known);
                }
            }
        }
        Ok(None)
    }

    /// The header that makes the browser remember the person for a year. One that is signed in remembers by itself.
    pub fn set_cookie(&self, keys: &Keys, secure: bool) -> Option<HeaderValue> {
        self.standing.is_guest().then(|| cookie(&keys.seal(self), secure))
    }
}

/// The header that signs a browser in.
pub fn device_cookie(secret: &str, secure: bool) -> HeaderValue {
    cookie(&format!("{DEVICE}{secret}"), secure)
}

/// The header that makes a browser forget who it was.
pub fn no_cookie(secure: bool) -> HeaderValue {
    let (name, secure) = if secure { (OWN_COOKIE, "; Secure") } else { (COOKIE, "") };
    let value = format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&value).expect("a cookie is printable")
}

fn cookie(value: &str, secure: bool) -> HeaderValue {
    let (name, secure) = if secure { (OWN_COOKIE, "; Secure") } else { (COOKIE, "") };
    let value = format!("{name}={value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&value).expect("a cookie is printable")
}

/// A name without control characters, runs of spaces or excess; "Guest" for nothing.
pub fn tidy_name(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let tidy: String = words.join(" ").chars().filter(|c| !is_trick(*c)).take(LONGEST).collect();
    // The sign is for accounts.
    let tidy = without_sign(tidy.trim());
    // Nobody speaks in the chat in the name of the table or its clock.
    let taken = TELLERS.iter().any(|teller| teller.eq_ignore_ascii_case(tidy));
    if tidy.is_empty() || taken { GUEST.into() } else { tidy.into() }
}

/// A guest's name, without the sign of accounts before it.
pub fn without_sign(name: &str) -> &str {
    name.trim_start_matches(|c: char| names::is_sign(c) || c.is_whitespace())
}

/// Characters that turn or hide the text around them.
pub fn is_trick(c: char) -> bool {
    matches!(c, '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
}

/// Whoever sent the request: somebody we know, or nobody yet.
#[derive(Clone, Debug)]
pub struct Who(pub Option<Person>);

impl FromRequestParts<AppState> for Who {
    type Rejection = Response;
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Who, Response> {
        // Whoever cannot be looked up now is not taken for somebody new.
        let known = Person::of(state, &parts.headers).await.map_err(Fault::from);
        let allowed = known.and_then(|person| match &person {
            Some(banned) if acts(&parts.method, parts.uri.path()) => {
                moderation::check_ban(state, &banned.id).map(|()| person)
            }
            Some(_) | None => Ok(person),
        });
        allowed.map(Who).map_err(|fault| {
            let page = parts.headers.get(header::ACCEPT).and_then(|v| v.to_str().ok());
            if page.is_some_and(|accept| accept.contains("text/html")) {
                PageFault(fault).into_response()
            } else {
                fault.into_response()
            }
        })
    }
}

/// What whoever is banned may still do: sign in as somebody else, sign out, be rung no longer, and go for good.
const STILL: [&str; 11] = [
    "/account/in",
    "/account/out",
    "/account/recover",
    "/account/passkey/ask",
    "/account/passkey/in",
    "/account/device/end",
    "/account/devices/end",
    "/account/token/end",
    "/account/delete",
    "/me/notices/set",
    "/me/notices/remove",
];

/// Does a request of a page do more than look? The line of a table does.
fn acts(method: &Method, path: &str) -> bool {
    let looks = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    !STILL.contains(&path) && (!looks || path.ends_with("/ws"))
}

impl Who {
    /// The person, made up now if need be. A name that was typed in wins over a guest's remembered one.
    pub fn or_new(self, name: Option<&str>) -> Person {
        let typed = name.map(str::trim).filter(|n| !n.is_empty());
        match (self.0, typed) {
            (Some(person), Some(name)) if person.standing.is_guest() => {
                Person { name: tidy_name(name), ..person }
            }
            (Some(person), _) => person,
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
        assert_eq!(tidy_name("\u{3164}\u{2800}"), "Guest", "nobody is invisible");
        assert_eq!(tidy_name(&"x".repeat(99)).len(), 24);
        assert_eq!((tidy_name("table"), tidy_name("Tablet")), ("Guest".into(), "Tablet".into()));
        // Nobody looks like an account.
        for forged in ["@Ada", " @ Ada", "＠Ada", "\u{200b}@@Ada", "﹫@ Ada"] {
            assert_eq!(tidy_name(forged), "Ada", "{forged}");
        }
        assert_eq!(tidy_name("@"), "Guest");
    }
}
