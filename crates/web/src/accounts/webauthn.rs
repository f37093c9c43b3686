//! Passkeys, as WebAuthn checks them: what an authenticator answers when it makes a key, and when it signs with one. Pure
//! functions of bytes; signatures and hashes are `ring`'s. Who made an authenticator is never asked (attestation `none`), so
//! nothing but the key itself has to be read. docs/adr/0017 says why this is not a library's work.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{digest, signature};
use serde::{Deserialize, Serialize};

/// Where passkeys belong: a name, and the origin of the pages that may use them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The name, such as `klaxon.example`.
    pub id: String,
    /// The origin, such as `https://klaxon.example`.
    pub origin: String,
}

/// How a key signs, by its number in COSE.
pub const ALGORITHMS: [i64; 3] = [ES256, EDDSA, RS256];
const ES256: i64 = -7;
const EDDSA: i64 = -8;
const RS256: i64 = -257;

/// A public key, and what has to be known to check its next signature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Key {
    /// How it signs.
    pub alg: i64,
    /// The key: a point, or a modulus.
    #[serde(with = "text")]
    pub key: Vec<u8>,
    /// The exponent, for RSA.
    #[serde(default, with = "text", skip_serializing_if = "Vec::is_empty")]
    pub exponent: Vec<u8>,
    /// How often it has signed, as far as it counts.
    pub counter: u32,
    /// The name it belongs to.
    pub place: String,
}

/// What is wrong with an answer. For the log: whoever is at the page is told less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    #[error("what the browser says of itself cannot be read")]
    ClientData,
    #[error("it is the answer to another kind of question")]
    Kind,
    #[error("it is the answer to another question")]
    Challenge,
    #[error("it comes from another page")]
    Origin,
    #[error("what the authenticator says cannot be read")]
    AuthenticatorData,
    #[error("it is for another name")]
    Place,
    #[error("nobody was there")]
    Presence,
    #[error("it was not checked who was there")]
    Verification,
    #[error("its key is of no kind that is asked for")]
    Key,
    #[error("the signature is not the key's")]
    Signature,
    #[error("it has signed more often than this: the key may have been copied")]
    Counter,
}

/// A passkey that was just made: its id and its key.
pub fn made(place: &Place, challenge: &[u8], client: &[u8], data: &[u8]) -> Result<(Vec<u8>, Key), Wrong> {
    check_client(place, "webauthn.create", challenge, client)?;
    let read = Data::read(data)?;
    read.check(place)?;
    let (id, cose) = read.attested.ok_or(Wrong::AuthenticatorData)?;
    let key = Cose::read(cose)?.key(read.counter, &place.id)?;
    Ok((id.to_vec(), key))
}

/// A passkey has signed: the key as it is from now on.
pub fn signed(
    place: &Place,
    challenge: &[u8],
    key: &Key,
    client: &[u8],
    data: &[u8],
    signature: &[u8],
) -> Result<Key, Wrong> {
    check_client(place, "webauthn.get", challenge, client)?;
    let read = Data::read(data)?;
    read.check(place)?;
    if read.attested.is_some() || key.place != place.id {
        return Err(Wrong::AuthenticatorData);
    }
    let mut message = data.to_vec();
    message.extend_from_slice(digest::digest(&digest::SHA256, client).as_ref());
    key.verify(&message, signature)?;
    // Authenticators that count must have counted on; those that do not say nothing but 0.
    if (read.counter > 0 || key.counter > 0) && read.counter <= key.counter {
        return Err(Wrong::Counter);
    }
    Ok(Key { counter: read.counter, ..key.clone() })
}

/// Bytes as the pages write them.
pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// And back.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Client {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
    top_origin: Option<String>,
}

fn check_client(place: &Place, kind: &str, challenge: &[u8], client: &[u8]) -> Result<(), Wrong> {
    let client: Client = serde_json::from_slice(client).map_err(|_| Wrong::ClientData)?;
    if client.kind != kind {
        return Err(Wrong::Kind);
    }
    if challenge.len() < 16 || client.challenge != encode(challenge) {
        return Err(Wrong::Challenge);
    }
    if client.origin != place.origin || client.cross_origin || client.top_origin.is_some() {
        return Err(Wrong::Origin);
    }
    Ok(())
}

/// What an authenticator says.
struct Data<'a> {
    place: &'a [u8],
    flags: u8,
    counter: u32,
    /// A new key, with its id.
    attested: Option<(&'a [u8], &'a [u8])>,
}

const PRESENT: u8 = 0x01;
const VERIFIED: u8 = 0x04;
const MAY_BE_COPIED: u8 = 0x08;
const IS_COPIED: u8 = 0x10;
const ATTESTED: u8 = 0x40;
const EXTENDED: u8 = 0x80;

/// The longest id of a key that WebAuthn knows.
const LONGEST_ID: usize = 1023;

impl<'a> Data<'a> {
    fn read(data: &'a [u8]) -> Result<Data<'a>, Wrong> {
        let mut rest = data;
        let place = take(&mut rest, 32)?;
        let flags = take(&mut rest, 1)?[0];
        let counter =
            u32::from_be_bytes(take(&mut rest, 4)?.try_into().map_err(|_| Wrong::AuthenticatorData)?);
        let attested = if flags & ATTESTED == 0 {
            None
        } else {
            take(&mut rest, 16)?;
            let length = take(&mut rest, 2)?;
            let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
            if length == 0 || length > LONGEST_ID {
                return Err(Wrong::AuthenticatorData);
            }
            let id = take(&mut rest, length)?;
            let before = rest;
            skip(&mut rest, 4)?;
            Some((id, &before[..before.len() - rest.len()]))
        };
        if flags & EXTENDED != 0 {
            skip(&mut rest, 4)?;
        }
        if !rest.is_empty() {
            return Err(Wrong::AuthenticatorData);
        }
        Ok(Data { place, flags, counter, attested })
    }

    fn check(&self, place: &Place) -> Result<(), Wrong> {
        if self.place != digest::digest(&digest::SHA256, place.id.as_bytes()).as_ref() {
            return Err(Wrong::Place);
        }
        if self.flags & PRESENT == 0 {
            return Err(Wrong::Presence);
        }
        if self.flags & VERIFIED == 0 {
            return Err(Wrong::Verification);
        }
        if self.flags & IS_COPIED != 0 && self.flags & MAY_BE_COPIED == 0 {
            return Err(Wrong::AuthenticatorData);
        }
        Ok(())
    }
}

fn take<'a>(rest: &mut &'a [u8], n: usize) -> Result<&'a [u8], Wrong> {
    let (head, tail) = rest.split_at_checked(n).ok_or(Wrong::AuthenticatorData)?;
    *rest = tail;
    Ok(head)
}

/// The head of a CBOR item: its kind and its number. Items of unknown length are not used here.
fn head(rest: &mut &[u8]) -> Result<(u8, u64), Wrong> {
    let first = take(rest, 1)?[0];
    let (kind, short) = (first >> 5, first & 0x1f);
    let bytes = match short {
        0..=23 => return Ok((kind, u64::from(short))),
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => return Err(Wrong::AuthenticatorData),
    };
    let number = take(rest, bytes)?.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    Ok((kind, number))
}

/// Passes over one CBOR item.
fn skip(rest: &mut &[u8], depth: u8) -> Result<(), Wrong> {
    let (kind, number) = head(rest)?;
    let items = match kind {
        0 | 1 | 7 => 0,
        2 | 3 => {
            take(rest, usize::try_from(number).map_err(|_| Wrong::AuthenticatorData)?)?;
            0
        }
        4 => number,
        5 => number.saturating_mul(2),
        _ => return Err(Wrong::AuthenticatorData),
    };
    // Each item has a byte at least.
    if items > rest.len() as u64 || items > 0 && depth == 0 {
        return Err(Wrong::AuthenticatorData);
    }
    (0..items).try_for_each(|_| skip(rest, depth - 1))
}

/// A key as COSE writes it.
#[derive(Default)]
struct Cose<'a> {
    kind: Option<i64>,
    alg: Option<i64>,
    /// The curve, where it is a number.
    curve: Option<i64>,
    /// What stands under -1, -2 and -3, where it is bytes.
    parts: [Option<&'a [u8]>; 3],
}

impl<'a> Cose<'a> {
    fn read(mut rest: &'a [u8]) -> Result<Cose<'a>, Wrong> {
        let (5, pairs @ 0..=16) = head(&mut rest)? else { return Err(Wrong::Key) };
        let mut cose = Cose::default();
        let mut seen = Vec::new();
        for _ in 0..pairs {
            let name = integer(&mut rest)?;
            if seen.contains(&name) {
                return Err(Wrong::Key);
            }
            seen.push(name);
            let part = match name {
                1 => {
                    cose.kind = Some(integer(&mut rest)?);
                    continue;
                }
                3 => {
                    cose.alg = Some(integer(&mut rest)?);
                    continue;
                }
                -1 if rest.first().is_some_and(|byte| byte >> 5 != 2) => {
                    cose.curve = Some(integer(&mut rest)?);
                    continue;
                }
                -1 => 0,
                -2 => 1,
                -3 => 2,
                _ => {
                    skip(&mut rest, 4)?;
                    continue;
                }
            };
            let (2, length) = head(&mut rest)? else { return Err(Wrong::Key) };
            cose.parts[part] = Some(take(&mut rest, usize::try_from(length).map_err(|_| Wrong::Key)?)?);
        }
        Ok(cose)
    }

    fn key(self, counter: u32, place: &str) -> Result<Key, Wrong> {
        let new = |alg, key: Vec<u8>, exponent: &[u8]| {
            Ok(Key { alg, key, exponent: exponent.to_vec(), counter, place: place.into() })
        };
        match (self.kind, self.alg, self.curve, self.parts) {
            (Some(2), Some(ES256), Some(1), [None, Some(x), Some(y)]) if x.len() == 32 && y.len() == 32 => {
                new(ES256, [&[4], x, y].concat(), &[])
            }
            (Some(1), Some(EDDSA), Some(6), [None, Some(x), None]) if x.len() == 32 => {
                new(EDDSA, x.to_vec(), &[])
            }
            (Some(3), Some(RS256), None, [Some(n), Some(e), None])
                if (256..=512).contains(&n.len()) && n[0] != 0 && (1..=4).contains(&e.len()) && e[0] != 0 =>
            {
                new(RS256, n.to_vec(), e)
            }
            _ => Err(Wrong::Key),
        }
    }
}

fn integer(rest: &mut &[u8]) -> Result<i64, Wrong> {
    let (kind, number) = head(rest)?;
    let number = i64::try_from(number).map_err(|_| Wrong::Key)?;
    match kind {
        0 => Ok(number),
        1 => Ok(-1 - number),
        _ => Err(Wrong::Key),
    }
}

impl Key {
    fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), Wrong> {
        let wrong = |_| Wrong::Signature;
        match self.alg {
            ES256 => signature::UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_ASN1, &self.key)
                .verify(message, signature)
                .map_err(wrong),
            EDDSA => signature::UnparsedPublicKey::new(&signature::ED25519, &self.key)
                .verify(message, signature)
                .map_err(wrong),
            RS256 => signature::RsaPublicKeyComponents { n: &self.key, e: &self.exponent }
                .verify(&signature::RSA_PKCS1_2048_8192_SHA256, message, signature)
                .map_err(wrong),
            _ => Err(Wrong::Key),
        }
    }
}

/// Bytes in a stored key.
mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&super::encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        super::decode(&String::deserialize(from)?).ok_or_else(|| D::Error::custom("no base64url"))
    }
}

#[cfg(test)]
mod tests;
