//! Passkeys from the first question to the last check. A question is a ticket in the store: it is good once, for a few
//! minutes, at every server.

use super::{Entry, Key, change, enter, names::Name, own, webauthn};
use crate::{
    address,
    error::Fault,
    keys::{hex, random, unhex},
    person::Person,
    state::{AppState, now},
};
use axum::http::HeaderMap;
use klaxon_core::Millis;
use klaxon_store::{AccountChange, Passkey, Ticket};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv6Addr};
use webauthn::{ALGORITHMS, Place, decode, encode};

/// How long a question is good, in milliseconds.
const PATIENCE: Millis = 5 * 60_000;
/// The most passkeys of an account.
const MOST: usize = 20;
/// The longest label, in characters.
const LONGEST_LABEL: usize = 40;

/// Where the passkeys of a page belong. The error says why there are none.
pub fn place(state: &AppState, headers: &HeaderMap) -> Result<Place, &'static str> {
    // A page says where it was opened; whether it is one of ours was asked before.
    let said = headers.get("origin").and_then(|v| v.to_str().ok()).map(str::to_ascii_lowercase);
    let said = said.filter(|_| address::check_origin(&state.config, headers).is_ok());
    let origin = said.or_else(|| address::opened_at(&state.config, headers)).unwrap_or_default();
    let (scheme, rest) = origin.split_once("://").unwrap_or_default();
    let host = match rest.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or(v6),
        None => rest.split(':').next().unwrap_or(rest),
    };
    if host.is_empty() || host.parse::<IpAddr>().is_ok() || host.parse::<Ipv6Addr>().is_ok() {
        return Err("a passkey belongs to a name, and this page was opened by an address in numbers");
    }
    if scheme != "https" && host != "localhost" && !host.ends_with(".localhost") {
        return Err("browsers give passkeys to encrypted pages alone, and this one is not");
    }
    Ok(Place { id: host.to_owned(), origin: origin.clone() })
}

/// What a question was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Purpose {
    /// A new account.
    Make { person: String, name: String, invite: String },
    /// Another passkey of an account.
    Add { person: String },
    /// Signing in.
    Enter,
}

#[derive(Serialize, Deserialize)]
struct Question {
    challenge: String,
    place: Place,
    purpose: Purpose,
}

async fn ask(state: &AppState, place: &Place, purpose: Purpose) -> Result<(String, String), Fault> {
    let (secret, challenge) = (hex(&random::<16>()), encode(&random::<32>()));
    let question = Question { challenge: challenge.clone(), place: place.clone(), purpose };
    let body = serde_json::to_string(&question).expect("a question serialises");
    let ticket = Ticket { mark: super::mark(&secret), body, until: now() + PATIENCE };
    change(state, AccountChange::Issue { ticket, now: now() }).await?;
    Ok((secret, challenge))
}

async fn answered(state: &AppState, ticket: &str) -> Result<Question, Fault> {
    let take = AccountChange::Take { mark: super::mark(ticket), by: hex(&random::<16>()), now: now() };
    let body = change(state, take).await?;
    body.and_then(|body| serde_json::from_str(&body).ok())
        .ok_or_else(|| Fault::conflict("late", "that took too long, or was answered before: try again"))
}

/// The wish to make a passkey: for a new account of a name, or for the account that is signed in.
#[derive(Deserialize, Default, Debug)]
pub struct NewBody {
    /// The name of a new account.
    #[serde(default)]
    pub name: String,
    /// The invitation, where one is needed.
    #[serde(default)]
    pub invite: String,
}

/// Asks for a new passkey. For a guest it begins an account, for a member it is one key more.
pub async fn ask_new(
    state: &AppState,
    person: &Person,
    body: &NewBody,
    headers: &HeaderMap,
) -> Result<Value, Fault> {
    let place = place(state, headers).map_err(|why| Fault::conflict("no-passkeys", why))?;
    let (purpose, name, known) = match person.standing {
        crate::person::Standing::Guest => {
            super::check_open(state)?;
            let name = Name::read(&body.name)?;
            super::check_invitation(state, &body.invite).await?;
            super::check_free(state, &name).await?;
            let (person, invite) = (person.id.clone(), body.invite.clone());
            (Purpose::Make { person, name: name.text.clone(), invite }, name.text, Vec::new())
        }
        crate::person::Standing::Account => {
            let all = super::all_of(state, &person.id).await?;
            if all.passkeys.len() >= MOST {
                return Err(Fault::conflict("too-many", "that is enough passkeys: remove one first"));
            }
            let known = all.passkeys.into_iter().map(|key| key.id).collect();
            (Purpose::Add { person: person.id.clone() }, all.account.name, known)
        }
        crate::person::Standing::Bot => return Err(Fault::forbidden("a bot comes by its token alone")),
    };
    let handle = unhex(&person.id).unwrap_or_else(|| person.id.clone().into_bytes());
    let (ticket, challenge) = ask(state, &place, purpose).await?;
    Ok(json!({
        "ticket": ticket,
        "publicKey": {
            "rp": { "id": place.id, "name": "Klaxon" },
            "user": { "id": encode(&handle), "name": name, "displayName": name },
            "challenge": challenge,
            "pubKeyCredParams": ALGORITHMS.map(|alg| json!({ "type": "public-key", "alg": alg })),
            // Found by the authenticator itself when somebody signs in, so that nobody has to say a name first.
            "authenticatorSelection": { "residentKey": "required", "requireResidentKey": true, "userVerification": "required" },
            "attestation": "none",
            "timeout": PATIENCE,
            "excludeCredentials": known.iter().map(|id: &String| json!({ "type": "public-key", "id": id })).collect::<Vec<_>>(),
        },
    }))
}

/// What a browser answers when a passkey was made.
#[derive(Deserialize, Debug)]
pub struct MadeBody {
    ticket: String,
    /// What the browser says of itself.
    client: String,
    /// What the authenticator says.
    data: String,
    /// What its owner calls it.
    #[serde(default)]
    label: String,
}

/// What has come of a new passkey.
pub enum Made {
    /// An account, and its browser is signed in.
    Account(Person, Entry),
    /// Another way in.
    Added,
}

/// Checks a passkey that was made.
pub async fn made(
    state: &AppState,
    peer: IpAddr,
    person: Person,
    body: &MadeBody,
    headers: &HeaderMap,
) -> Result<Made, Fault> {
    let question = answered(state, &body.ticket).await?;
    let bytes = |text: &str| decode(text).ok_or_else(unreadable);
    let (challenge, client, data) = (bytes(&question.challenge)?, bytes(&body.client)?, bytes(&body.data)?);
    let (id, key) = webauthn::made(&question.place, &challenge, &client, &data).map_err(refused)?;
    let tidy: String = body.label.chars().filter(|c| !c.is_control()).take(LONGEST_LABEL).collect();
    let label = if tidy.trim().is_empty() { super::browser(headers) } else { tidy.trim().to_owned() };
    let body = serde_json::to_string(&key).expect("a key serialises");
    let passkey = Passkey {
        id: encode(&id),
        person: person.id.clone(),
        label,
        body,
        created_at: now(),
        used_at: now(),
    };
    match question.purpose {
        Purpose::Make { person: asked, name, invite } => {
            // Whoever has become somebody else meanwhile has asked for another.
            if asked != person.id {
                return Err(unreadable());
            }
            let name = Name::read(&name)?;
            let (person, entry) =
                super::make(state, peer, person, name, Key::Passkey(passkey), &invite, headers).await?;
            Ok(Made::Account(person, entry))
        }
        Purpose::Add { person: asked } => {
            if asked != person.id {
                return Err(unreadable());
            }
            change(state, AccountChange::AddPasskey(passkey)).await?;
            Ok(Made::Added)
        }
        Purpose::Enter => Err(unreadable()),
    }
}

/// Asks whoever is there to sign in. No name is said, so nothing is betrayed by the question.
pub async fn ask_who(state: &AppState, headers: &HeaderMap) -> Result<Value, Fault> {
    super::check_open(state)?;
    let place = place(state, headers).map_err(|why| Fault::conflict("no-passkeys", why))?;
    let (ticket, challenge) = ask(state, &place, Purpose::Enter).await?;
    Ok(json!({
        "ticket": ticket,
        "publicKey": { "rpId": place.id, "challenge": challenge, "userVerification": "required", "timeout": PATIENCE },
    }))
}

/// What a browser answers when somebody signs in.
#[derive(Deserialize, Debug)]
pub struct WhoBody {
    ticket: String,
    /// The passkey's id.
    id: String,
    client: String,
    data: String,
    signature: String,
    /// Whose it is, as the authenticator knows.
    user: String,
    /// The tables of this browser come along.
    #[serde(default)]
    pub along: bool,
}

/// Checks a signature, and signs the browser in.
pub async fn who(state: &AppState, body: &WhoBody, headers: &HeaderMap) -> Result<(Person, Entry), Fault> {
    super::check_open(state)?;
    let question = answered(state, &body.ticket).await?;
    if question.purpose != Purpose::Enter {
        return Err(unreadable());
    }
    let bytes = |text: &str| decode(text).ok_or_else(unreadable);
    let (challenge, client, data) = (bytes(&question.challenge)?, bytes(&body.client)?, bytes(&body.data)?);
    let (signature, user) = (bytes(&body.signature)?, bytes(&body.user)?);
    let nobodys = || Fault::forbidden("this passkey is nobody's here; it may have been removed");
    let passkey = state.store.accounts().passkey(body.id.clone()).await?.ok_or_else(nobodys)?;
    let key: webauthn::Key = serde_json::from_str(&passkey.body).map_err(Fault::ours)?;
    let handle = unhex(&passkey.person).unwrap_or_else(|| passkey.person.clone().into_bytes());
    if handle != user {
        return Err(nobodys());
    }
    let key =
        webauthn::signed(&question.place, &challenge, &key, &client, &data, &signature).map_err(refused)?;
    let account = own(state, &passkey.person).await?;
    let body = serde_json::to_string(&key).expect("a key serialises");
    change(state, AccountChange::UsedPasskey { id: passkey.id, body, at: now() }).await?;
    enter(state, &account, headers).await
}

fn unreadable() -> Fault {
    Fault::malformed("the browser's answer does not fit what was asked: try again")
}

fn refused(wrong: webauthn::Wrong) -> Fault {
    tracing::info!(%wrong, "a passkey was refused");
    Fault::forbidden("the passkey was not accepted: try again")
}
