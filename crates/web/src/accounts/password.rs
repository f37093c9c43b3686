//! Passwords: hashed by Argon2id on threads that serve nobody, a few at a time. An account that is not there takes as long
//! as one that is.

use crate::{error::Fault, keys::random, state::AppState};
use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier};
use std::sync::LazyLock;

/// The shortest password, in characters, and the longest, in bytes.
const SHORTEST: usize = 8;
const LONGEST: usize = 256;
/// What everybody tries first.
const COMMON: [&str; 24] = [
    "password",
    "passwort",
    "password1",
    "password123",
    "12345678",
    "123456789",
    "1234567890",
    "qwertyuiop",
    "qwerty123",
    "qwertz123",
    "iloveyou",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "starwars",
    "startrek",
    "superman",
    "trustno1",
    "letmein1",
    "whatever",
    "computer",
    "klaxon123",
    "redalert",
];

/// The hash of no password: what a name that is not there, or has no password, is held against.
static NOBODY: LazyLock<String> = LazyLock::new(|| hashed(&random::<32>()).unwrap_or_default());

fn hashed(password: &[u8]) -> Result<String, Fault> {
    let hash = Argon2::default().hash_password_with_salt(password, &random::<16>());
    hash.map(|hash: PasswordHash| hash.to_string()).map_err(Fault::ours)
}

/// May it be the password of an account of this name?
pub fn check(password: &str, name: &str) -> Result<(), Fault> {
    if password.chars().count() < SHORTEST {
        return Err(Fault::malformed(format!("a password has at least {SHORTEST} characters")));
    }
    if password.len() > LONGEST {
        return Err(Fault::malformed(format!("a password has at most {LONGEST} bytes")));
    }
    let plain = password.to_lowercase();
    let one_letter = password.chars().all(|c| password.starts_with(c));
    // The name with a little more is no secret.
    let rest = plain.replace(&name.to_lowercase(), "");
    let is_name = rest.len() < plain.len() && rest.chars().count() < SHORTEST - 2;
    if one_letter || COMMON.contains(&plain.as_str()) || is_name {
        return Err(Fault::malformed("that is one of the first passwords that anybody would try"));
    }
    Ok(())
}

/// The hash of a password.
pub async fn hash(state: &AppState, password: &str) -> Result<String, Fault> {
    let password = password.to_owned();
    let done = state.shares.hash(move || hashed(password.as_bytes())).await?;
    done.ok_or_else(|| Fault::ours("a password was not hashed"))?
}

/// Is it the password of this hash? Without a hash it never is, and that takes as long.
pub async fn is_right(state: &AppState, password: &str, hash: Option<String>) -> Result<bool, Fault> {
    let mut password = password.to_owned();
    // Nobody has a longer one; it is not worth the work.
    password.truncate(password.floor_char_boundary(LONGEST + 1));
    let done = state.shares.hash(move || {
        let (known, hash) = (hash.is_some(), hash.unwrap_or_else(|| NOBODY.clone()));
        let fits = PasswordHash::new(&hash)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
        known && fits
    });
    done.await?.ok_or_else(|| Fault::ours("a password was not checked"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_that_everybody_tries_are_none() {
        for bad in ["", "short", "password", "aaaaaaaaaa", "ada-1815", "PASSWORD123", &"x y".repeat(200)] {
            assert!(check(bad, "Ada").is_err(), "{bad}");
        }
        for good in ["correct horse battery", "πολύ καλό 7", "Ad4-l0velace", "canada in autumn"] {
            assert_eq!(check(good, "Ada"), Ok(()), "{good}");
        }
    }

    #[test]
    fn a_hash_is_argon2id_with_a_salt_of_its_own() {
        let (one, two) = (hashed(b"x").unwrap(), hashed(b"x").unwrap());
        assert!(one.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{one}");
        assert_ne!(one, two);
        let read = PasswordHash::new(&one).unwrap();
        assert!(Argon2::default().verify_password(b"x", &read).is_ok());
        assert!(Argon2::default().verify_password(b"y", &read).is_err());
    }
}
