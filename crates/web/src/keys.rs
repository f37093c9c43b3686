//! Secrets of this host: the cookie's seal and the seats' tokens, all derived from one key in the store.

use crate::{
    person::{Person, without_sign},
    phrase::BYTES,
};
use klaxon_core::Seat;

/// The keys of this host.
#[derive(Clone)]
pub struct Keys {
    cookie: [u8; 32],
    seat: [u8; 32],
    salt: [u8; 32],
    daily: [u8; 32],
    peer: [u8; 32],
    phrase: [u8; 32],
    channel: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys(sealed)")
    }
}

impl Keys {
    /// Derives the keys from the host's own.
    pub fn new(master: &[u8; 32]) -> Keys {
        Keys {
            cookie: blake3::derive_key("klaxon 2026 cookie", master),
            seat: blake3::derive_key("klaxon 2026 seat token", master),
            salt: blake3::derive_key("klaxon 2026 bot salt", master),
            daily: blake3::derive_key("klaxon 2026 game of the day", master),
            peer: blake3::derive_key("klaxon 2026 peer", master),
            phrase: blake3::derive_key("klaxon 2026 recovery phrase", master),
            channel: blake3::derive_key("klaxon 2026 channel", master),
        }
    }

    /// The cookie of a person: id, name and seal.
    pub fn seal(&self, person: &Person) -> String {
        let body = format!("{}.{}", person.id, hex(person.name.as_bytes()));
        let seal = mac(&self.cookie, &[body.as_bytes()]);
        format!("{body}.{seal}")
    }

    /// The person of a cookie, if its seal is ours.
    pub fn unseal(&self, cookie: &str) -> Option<Person> {
        let (body, seal) = cookie.rsplit_once('.')?;
        let (id, name) = body.split_once('.')?;
        if !same(seal, &mac(&self.cookie, &[body.as_bytes()])) {
            return None;
        }
        let name = String::from_utf8(unhex(name)?).ok()?;
        // Cookies of release 0.1.0 may hold the sign that accounts have now.
        Some(Person::guest(id, without_sign(&name)))
    }

    /// The token that gives a seat, good until the seat's nonce changes.
    pub fn seat_token(&self, table: &str, seat: Seat, nonce: &str) -> String {
        format!("s{}-{}", seat.0, mac(&self.seat, &[table.as_bytes(), &[seat.0], nonce.as_bytes()]))
    }

    /// The token that holds every seat of a table that was ordered for the API.
    pub fn owner_token(&self, table: &str, nonce: &str) -> String {
        format!("own-{}", mac(&self.seat, &[table.as_bytes(), b"owner", nonce.as_bytes()]))
    }

    /// The token that makes whoever brings it the table's owner, once.
    pub fn heir_token(&self, table: &str, nonce: &str) -> String {
        format!("heir-{}", mac(&self.seat, &[table.as_bytes(), b"heir", nonce.as_bytes()]))
    }

    /// The luck of a day: the same for everybody on this host, unknown to them until it is published.
    pub fn daily_seed(&self, game: &str, date: &str) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new_keyed(&self.daily);
        for part in [game, date] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
        }
        *hasher.finalize().as_bytes()
    }

    /// A mark of an address that only this host can make, and from which nobody reads the address.
    pub fn peer_mark(&self, address: std::net::IpAddr) -> String {
        mac(&self.peer, &[address.to_string().as_bytes()])[..16].to_owned()
    }

    /// What a person's recovery phrase says; another one at each turn.
    pub fn phrase(&self, person: &str, turn: u32) -> [u8; BYTES] {
        let mut hasher = blake3::Hasher::new_keyed(&self.phrase);
        hasher.update(&turn.to_le_bytes()).update(person.as_bytes());
        *hasher.finalize().as_bytes().first_chunk().expect("a hash has 32 bytes")
    }

    /// What may be stored of a recovery phrase: it can be recognised by it, but not found out.
    pub fn mark(&self, phrase: &[u8]) -> String {
        mac(&self.phrase, &[b"mark", phrase])
    }

    /// What a link in a message carries, so that it works without signing in.
    pub fn channel_token(&self, parts: &[&str]) -> String {
        let parts: Vec<&[u8]> = parts.iter().map(|part| part.as_bytes()).collect();
        mac(&self.channel, &parts)
    }

    /// Salt for a bot's decision: the same after a restart, unknown to everybody else.
    pub fn bot_salt(&self, table: &str, n: u32, seat: Seat) -> u64 {
        let mut hasher = blake3::Hasher::new_keyed(&self.salt);
        hasher.update(table.as_bytes()).update(&n.to_le_bytes()).update(&[seat.0]);
        u64::from_le_bytes(*hasher.finalize().as_bytes().first_chunk().expect("a hash has 32 bytes"))
    }
}

/// A message authentication code of 160 bits in hexadecimal. Each part is preceded by its length.
fn mac(key: &[u8; 32], parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new_keyed(key);
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hex(&hasher.finalize().as_bytes()[..20])
}

/// Compares two strings in a time that does not depend on where they differ.
pub fn same(a: &str, b: &str) -> bool {
    // BLAKE3's own comparison is constant-time; hashing first makes the lengths equal.
    blake3::hash(a.as_bytes()) == blake3::hash(b.as_bytes())
}

/// Bytes from the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        write!(text, "{byte:02x}").expect("writing to a string works");
    }
    text
}

/// The reverse of [`hex`].
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_survives_the_trip_and_no_forgery_does() {
        let keys = Keys::new(&[1; 32]);
        let ada = Person::guest("0f", "Ada · Łovelace");
        let cookie = keys.seal(&ada);
        assert_eq!(keys.unseal(&cookie), Some(ada.clone()));
        assert_eq!(Keys::new(&[2; 32]).unseal(&cookie), None);
        assert_eq!(keys.unseal(&cookie.replacen("0f", "1f", 1)), None);
        for bad in ["", "a", "a.b", "a.b.c", "....", "0f.zz.00"] {
            assert_eq!(keys.unseal(bad), None, "{bad}");
        }
    }

    #[test]
    fn tokens_differ_by_table_seat_and_nonce() {
        let keys = Keys::new(&[1; 32]);
        let token = keys.seat_token("abc", Seat(0), "n");
        assert_ne!(token, keys.seat_token("abc", Seat(1), "n"));
        assert_ne!(token, keys.seat_token("abd", Seat(0), "n"));
        assert_ne!(token, keys.seat_token("abc", Seat(0), "m"));
        assert!(same(&token, &keys.seat_token("abc", Seat(0), "n")));
    }

    #[test]
    fn hexadecimal_round_trips() {
        assert_eq!(unhex(&hex(b"\x00\xffz")), Some(b"\x00\xffz".to_vec()));
        assert_eq!(unhex("0"), None);
        assert_eq!(unhex("é1"), None);
    }
}
