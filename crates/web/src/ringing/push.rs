//! Web push: a message that only one browser can read (RFC 8291) goes to the service of its maker, with a note of who sends it
//! (VAPID, RFC 8292).

use super::{Notice, Trouble, outgoing};
use crate::keys::random;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD as BASE64};
use klaxon_core::Millis;
use klaxon_store::{Store, StoreError};
use ring::{
    aead, agreement,
    error::Unspecified,
    hkdf,
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::json;

/// How long a note of who sends is good, in seconds; services take at most a day.
const NOTE: u64 = 12 * 3600;
/// How long a service keeps a message for a browser that is off, in seconds.
const KEPT: u64 = 86_400;
/// The size of a record, which holds the whole message.
const RECORD: u32 = 4096;

/// The key with which this host says who it is.
pub struct Vapid {
    pair: EcdsaKeyPair,
}

impl Vapid {
    /// Reads it, or makes it the first time.
    pub async fn open(store: &Store) -> Result<Vapid, StoreError> {
        let unreadable = || StoreError::Unreadable { what: "the server's key for push".into() };
        let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
            .map_err(|_| unreadable())?;
        let kept = store.set_setting_once("vapid", fresh.as_ref().to_vec()).await?;
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &kept, &SystemRandom::new())
            .map_err(|_| unreadable())?;
        Ok(Vapid { pair })
    }

    /// The public part, for browsers that subscribe.
    pub fn public(&self) -> String {
        BASE64.encode(self.pair.public_key())
    }

    /// The header that says who sends, for one service.
    fn header(&self, audience: &str, subject: &str, now: Millis) -> Result<String, Unspecified> {
        let head = BASE64.encode(json!({ "typ": "JWT", "alg": "ES256" }).to_string());
        let claims = json!({ "aud": audience, "exp": now / 1000 + NOTE, "sub": subject });
        let signed = format!("{head}.{}", BASE64.encode(claims.to_string()));
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", BASE64.encode(signature), self.public()))
    }
}

/// The keys of a subscription, if they are ones.
pub fn keys(p256dh: &str, auth: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let read = |text: &str| BASE64.decode(text.trim_end_matches('=')).ok();
    let (public, auth) = (read(p256dh)?, read(auth)?);
    (public.len() == 65 && public[0] == 4 && auth.len() == 16).then_some((public, auth))
}

struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(salt: &[u8], key: &[u8], info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut out = [0; N];
    hkdf::Salt::new(hkdf::HKDF_SHA256, salt).extract(key).expand(info, Length(N))?.fill(&mut out)?;
    Ok(out)
}

/// The message for a browser, sealed with what both ends have agreed on.
fn seal(
    shared: &[u8],
    (browser, auth): (&[u8], &[u8]),
    ours: &[u8],
    salt: &[u8; 16],
    text: &[u8],
) -> Result<Vec<u8>, Unspecified> {
    let key: [u8; 32] = derive(auth, shared, &[b"WebPush: info\0", browser, ours])?;
    let content: [u8; 16] = derive(salt, &key, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = derive(salt, &key, &[b"Content-Encoding: nonce\0"])?;
    // The mark of the last record.
    let mut sealed = [text, &[2]].concat();
    aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_128_GCM, &content)?).seal_in_place_append_tag(
        aead::Nonce::assume_unique_for_key(nonce),
        aead::Aad::empty(),
        &mut sealed,
    )?;
    let length = u8::try_from(ours.len()).map_err(|_| Unspecified)?;
    Ok([salt.as_slice(), &RECORD.to_be_bytes(), &[length], ours, &sealed].concat())
}

fn encrypt(browser: &[u8], auth: &[u8], text: &[u8]) -> Result<Vec<u8>, Unspecified> {
    let own = agreement::EphemeralPrivateKey::generate(&agreement::ECDH_P256, &SystemRandom::new())?;
    let ours = own.compute_public_key()?;
    let salt = random::<16>();
    let theirs = agreement::UnparsedPublicKey::new(&agreement::ECDH_P256, browser);
    agreement::agree_ephemeral(own, &theirs, |shared| {
        seal(shared, (browser, auth), ours.as_ref(), &salt, text)
    })?
}

/// Where a browser is reached.
pub struct Browser<'a> {
    /// The service.
    pub endpoint: &'a str,
    /// The browser's public key.
    pub p256dh: &'a str,
    /// The secret that it shares with this server.
    pub auth: &'a str,
}

/// Sends it.
pub async fn send(
    vapid: &Vapid,
    to: &Browser<'_>,
    notice: &Notice,
    subject: &str,
    now: Millis,
    private: bool,
) -> Result<(), Trouble> {
    let target = outgoing::Target::parse(to.endpoint).map_err(Trouble::new)?;
    let broken = || Trouble { text: "the keys of this browser are no good".into(), gone: true };
    let (public, auth) = keys(to.p256dh, to.auth).ok_or_else(broken)?;
    let turns = &notice.turns;
    let text = match turns.as_slice() {
        [] => String::new(),
        [one] => {
            [Some(one.seats.join(", ")), one.hurry()].into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
        more => {
            more.iter().map(|turn| format!("{}, {}", turn.game, turn.title)).collect::<Vec<_>>().join("\n")
        }
    };
    let link = match turns.as_slice() {
        [one] => one.link.clone(),
        _ => notice.manage.clone(),
    };
    let short = |text: String| text.chars().take(800).collect::<String>();
    let message =
        json!({ "title": short(notice.headline()), "body": short(text), "link": link, "tag": notice.id });
    let body = encrypt(&public, &auth, message.to_string().as_bytes()).map_err(|_| broken())?;
    let who = vapid
        .header(&target.origin(), subject, now)
        .map_err(|_| Trouble::new("the message cannot be signed"))?;
    let headers = [
        ("authorization", who),
        ("content-encoding", "aes128gcm".to_owned()),
        ("content-type", "application/octet-stream".to_owned()),
        ("ttl", KEPT.to_string()),
        ("urgency", "normal".to_owned()),
    ];
    outgoing::post(&target, &headers, body, private).await?.taken(&target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    /// RFC 8291, appendix A.
    #[test]
    fn a_message_is_sealed_as_the_standard_shows() {
        let read = |text: &str| BASE64.decode(text).unwrap();
        let browser =
            read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let ours =
            read("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let shared = read("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let auth = read("BTBZMqHH6r4Tts7J_aSIgg");
        let salt: [u8; 16] = read("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let sealed =
            seal(&shared, (&browser, &auth), &ours, &salt, b"When I grow up, I want to be a watermelon")
                .unwrap();
        assert_eq!(
            BASE64.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[tokio::test]
    async fn the_note_of_who_sends_can_be_checked_and_the_key_stays() {
        let store = Store::memory().await.unwrap();
        let vapid = Vapid::open(&store).await.unwrap();
        let public = vapid.public();
        assert_eq!(Vapid::open(&store).await.unwrap().public(), public, "made once");
        let header = vapid.header("https://push.example", "https://k.example", 1_700_000_000_000).unwrap();
        let (token, key) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(key, public);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(key).unwrap());
        key.verify(signed.as_bytes(), &BASE64.decode(signature).unwrap()).unwrap();
        let claims = BASE64.decode(signed.split_once('.').unwrap().1).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
        assert_eq!(
            (claims["aud"].as_str(), claims["exp"].as_u64()),
            (Some("https://push.example"), Some(1_700_043_200))
        );
    }

    #[test]
    fn keys_of_browsers_are_checked() {
        let public =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        assert!(keys(public, "BTBZMqHH6r4Tts7J_aSIgg").is_some());
        assert!(keys(public, "BTBZMqHH6r4Tts7J_aSIgg==").is_some());
        for (p256dh, auth) in [("", ""), (public, "BTBZ"), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"), ("%%", "%%")] {
            assert!(keys(p256dh, auth).is_none(), "{p256dh}");
        }
        // A point that is on no curve agrees on nothing.
        let mut off = vec![4; 65];
        off[64] = 9;
        assert!(encrypt(&off, &[0; 16], b"x").is_err());
    }
}
