//! Keys made here by `ring`, and keys and signatures made elsewhere by another library; and every lie that a page could tell.

use super::*;
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair},
};

const RSA_MADE: &str = "\
    YAd5tb1_BGzbMIsbplttz26DcdNNSh8P50rpDJ5x-oNFAAAAAAAAAAAAAAAAAAAAAAAAAAAAB3JzYS1rZXmkAQMDOQEAIFkBAKp8nKAVesy5LG\
    0vz7DLkMoAXkGOPwApBR9-bVuloL5xg1YzwKM7yeSF7ac9aJ9qfwyKAg3yKeKL5ApZQLpJkaseyvGq46-gQmLKI81q7ykpFccKxHZxAnyX0g-m\
    _FpP8b-GvKpAdbtoljgAn-zfYOdv7fw7URceV4b91H_0SfikJukwIOJC8t3u2Y3gP-GnGx-GnJEpXdbm9rh7R7KxTMzushx0ujMrF04oq95toJ\
    L_roIB96CeYk6DQSOS7tGHsE_jqNu9yU5qweMnld8YcyD2xHjeMBJ1ng18GDHU9fPUsKYtzOKkHxy7g-Xhl8Kqa0DoVlFXNYBXd3ft13HFVGMh\
    QwEAAQ\
    ";
const RSA_SIGNATURE: &str = "\
    nn-8jmHWVxQUy1U26Q6quDwLVXxEdd_2RbA_yZWgGJtllfscQ-dkeBPXlRNnf4cVxmTnNNur3FyRwz3rGJ3F20XHCsaDNT6V2sURsTVN4Rmj3h\
    RlhvpJJy3P01jJ0ipR7cR6jNgc2C9porC_1F_in0dtHZDs6lw19f16s1fBA3MBuIlxAwRFxs6U6HOQ3SjUOpCoZAoLY6nGH2DxQFBq4cJj-xK6\
    oyvBEn5c5cTVaZUhLh77If-n3mkkNQ0lGKSvuHs46L9M7TLBc53ypf9wSg9rfXqpAn7EWvm0R8gxSvRs2563q6mXXZpqhgZos_e6uODMFl133N\
    5uTf10dWph2w\
    ";
const EC_MADE: &str = "\
    YAd5tb1_BGzbMIsbplttz26DcdNNSh8P50rpDJ5x-oNFAAAAAAAAAAAAAAAAAAAAAAAAAAAABmVjLWtleaUBAgMmIAEhWCCgZSIeWJhQFo_oML\
    FUeqSOwOQeFzMQ_UE36ZZNmsQMVSJYIEOztfCRQw-kC4T2uL6w-h66Nj7nAEQvq_IEVx7jZThi\
    ";
const EC_SIGNATURE: &str = "\
    MEYCIQD1ooHYf_mo6K-XVGEKltSNG6hL9q19u5x09mC11nKZNgIhANW48n7IDVPVT9wGsvrnJ_-vXjMz74oZHEweF0Db4RFY\
    ";

fn place() -> Place {
    Place { id: "klaxon.example".into(), origin: "https://klaxon.example".into() }
}

fn challenge() -> Vec<u8> {
    (0..32).collect()
}

fn client(kind: &str) -> Vec<u8> {
    let challenge = encode(&challenge());
    format!(r#"{{"type":"{kind}","challenge":"{challenge}","origin":"https://klaxon.example","crossOrigin":false}}"#)
        .into_bytes()
}

fn data(flags: u8, counter: u32, rest: &[u8]) -> Vec<u8> {
    let place = digest::digest(&digest::SHA256, b"klaxon.example");
    [place.as_ref(), &[flags], &counter.to_be_bytes(), rest].concat()
}

fn bytes(value: &[u8]) -> Vec<u8> {
    let head = match u8::try_from(value.len()) {
        Ok(short) if short < 24 => vec![0x40 | short],
        Ok(short) => vec![0x58, short],
        Err(_) => [&[0x59][..], &(value.len() as u16).to_be_bytes()].concat(),
    };
    [head, value.to_vec()].concat()
}

/// A new key as an authenticator tells it.
fn attested(id: &[u8], cose: &[u8]) -> Vec<u8> {
    [&[0; 16][..], &(id.len() as u16).to_be_bytes(), id, cose].concat()
}

fn cose_ec(x: &[u8], y: &[u8]) -> Vec<u8> {
    [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21][..], &bytes(x), &[0x22], &bytes(y)].concat()
}

fn cose_ed(x: &[u8]) -> Vec<u8> {
    [&[0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21][..], &bytes(x)].concat()
}

const MADE: u8 = PRESENT | VERIFIED | ATTESTED;
const SIGNED: u8 = PRESENT | VERIFIED;

struct Authenticator {
    pair: EcdsaKeyPair,
}

impl Authenticator {
    fn new() -> Authenticator {
        let chance = SystemRandom::new();
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &chance).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, made.as_ref(), &chance).unwrap();
        Authenticator { pair }
    }

    fn cose(&self) -> Vec<u8> {
        let point = self.pair.public_key().as_ref();
        cose_ec(&point[1..33], &point[33..])
    }

    fn key(&self, counter: u32) -> Key {
        let made = data(MADE, counter, &attested(b"id", &self.cose()));
        super::made(&place(), &challenge(), &client("webauthn.create"), &made).unwrap().1
    }

    fn sign(&self, data: &[u8], client: &[u8]) -> Vec<u8> {
        let message = [data, digest::digest(&digest::SHA256, client).as_ref()].concat();
        self.pair.sign(&SystemRandom::new(), &message).unwrap().as_ref().to_vec()
    }
}

#[test]
fn a_key_that_was_made_signs_and_counts() {
    let phone = Authenticator::new();
    let made = data(MADE, 0, &attested(b"key 1", &phone.cose()));
    let (id, key) = super::made(&place(), &challenge(), &client("webauthn.create"), &made).unwrap();
    assert_eq!((id.as_slice(), key.alg, key.key.len()), (&b"key 1"[..], ES256, 65));
    let kept: Key = serde_json::from_str(&serde_json::to_string(&key).unwrap()).unwrap();
    assert_eq!(kept, key);
    let (said, client) = (data(SIGNED, 7, &[]), client("webauthn.get"));
    let signature = phone.sign(&said, &client);
    let key = signed(&place(), &challenge(), &key, &client, &said, &signature).unwrap();
    assert_eq!(key.counter, 7);
    // The same once more is a copy of the key, or of the answer.
    assert_eq!(signed(&place(), &challenge(), &key, &client, &said, &signature), Err(Wrong::Counter));
    // One that counts never goes back to not counting.
    let still = data(SIGNED, 0, &[]);
    let signature = phone.sign(&still, &client);
    assert_eq!(signed(&place(), &challenge(), &key, &client, &still, &signature), Err(Wrong::Counter));
    // One that never counts is fine.
    let silent = phone.key(0);
    assert_eq!(signed(&place(), &challenge(), &silent, &client, &still, &signature).unwrap().counter, 0);
}

#[test]
fn keys_of_all_three_kinds_sign() {
    let chance = SystemRandom::new();
    let pair = Ed25519KeyPair::from_pkcs8(Ed25519KeyPair::generate_pkcs8(&chance).unwrap().as_ref()).unwrap();
    let made = data(MADE, 0, &attested(b"ed", &cose_ed(pair.public_key().as_ref())));
    let (_, key) = super::made(&place(), &challenge(), &client("webauthn.create"), &made).unwrap();
    let (said, client_get) = (data(SIGNED, 0, &[]), client("webauthn.get"));
    let message = [&said[..], digest::digest(&digest::SHA256, &client_get).as_ref()].concat();
    let signature = pair.sign(&message);
    assert!(signed(&place(), &challenge(), &key, &client_get, &said, signature.as_ref()).is_ok());
    for (made, signature, alg) in [(RSA_MADE, RSA_SIGNATURE, RS256), (EC_MADE, EC_SIGNATURE, ES256)] {
        let (made, mut signature) = (decode(made).unwrap(), decode(signature).unwrap());
        let (_, key) = super::made(&place(), &challenge(), &client("webauthn.create"), &made).unwrap();
        assert_eq!(key.alg, alg);
        let check = |signature: &[u8]| signed(&place(), &challenge(), &key, &client_get, &said, signature);
        assert!(check(&signature).is_ok(), "{alg}");
        *signature.last_mut().unwrap() ^= 1;
        assert_eq!(check(&signature), Err(Wrong::Signature), "{alg}");
        assert_eq!(check(&[]), Err(Wrong::Signature), "{alg}");
    }
}

#[test]
fn an_answer_to_something_else_is_refused() {
    let phone = Authenticator::new();
    let (key, said) = (phone.key(0), data(SIGNED, 0, &[]));
    let good = String::from_utf8(client("webauthn.get")).unwrap();
    let cases = [
        (good.replace("webauthn.get", "webauthn.create"), Wrong::Kind),
        (good.replace("webauthn.get", "payment.get"), Wrong::Kind),
        (good.replace("AAEC", "AAED"), Wrong::Challenge),
        (good.replace("AAEC", ""), Wrong::Challenge),
        (good.replace("https://klaxon.example", "https://evil.example"), Wrong::Origin),
        (good.replace("https://klaxon.example", "http://klaxon.example"), Wrong::Origin),
        (good.replace("https://klaxon.example", "https://klaxon.example:8443"), Wrong::Origin),
        (good.replace("https://klaxon.example", "https://klaxon.example.evil.example"), Wrong::Origin),
        (good.replace("false", "true"), Wrong::Origin),
        (good.replace("}", r#","topOrigin":"https://evil.example"}"#), Wrong::Origin),
        ("{}".into(), Wrong::ClientData),
        (format!("{good}x"), Wrong::ClientData),
        (String::new(), Wrong::ClientData),
    ];
    for (client, wrong) in cases {
        let signature = phone.sign(&said, client.as_bytes());
        let answer = signed(&place(), &challenge(), &key, client.as_bytes(), &said, &signature);
        assert_eq!(answer, Err(wrong), "{client}");
    }
    // No question is no question, whatever was signed.
    let empty = good.replace(&encode(&challenge()), "");
    let signature = phone.sign(&said, empty.as_bytes());
    assert_eq!(signed(&place(), &[], &key, empty.as_bytes(), &said, &signature), Err(Wrong::Challenge));
}

#[test]
fn whoever_was_not_there_or_is_elsewhere_is_refused() {
    let phone = Authenticator::new();
    let (key, client) = (phone.key(0), client("webauthn.get"));
    let elsewhere = {
        let mut said = data(SIGNED, 0, &[]);
        said[0] ^= 1;
        said
    };
    let cases = [
        (elsewhere, Wrong::Place),
        (data(VERIFIED, 0, &[]), Wrong::Presence),
        (data(PRESENT, 0, &[]), Wrong::Verification),
        (data(SIGNED | IS_COPIED, 0, &[]), Wrong::AuthenticatorData),
        (data(SIGNED, 0, &[0]), Wrong::AuthenticatorData),
        (data(SIGNED | EXTENDED, 0, &[]), Wrong::AuthenticatorData),
        (data(SIGNED | ATTESTED, 0, &attested(b"id", &phone.cose())), Wrong::AuthenticatorData),
        (data(SIGNED, 0, &[])[..36].to_vec(), Wrong::AuthenticatorData),
        (Vec::new(), Wrong::AuthenticatorData),
    ];
    for (said, wrong) in cases {
        let signature = phone.sign(&said, &client);
        assert_eq!(signed(&place(), &challenge(), &key, &client, &said, &signature), Err(wrong), "{said:?}");
    }
    // Signed by another key, or for another place.
    let said = data(SIGNED | EXTENDED | MAY_BE_COPIED | IS_COPIED, 0, &[0xa1, 0x63, b'u', b'v', b'm', 0xf5]);
    let (own, other) = (phone.sign(&said, &client), Authenticator::new().sign(&said, &client));
    let check = |key: &Key, signature: &[u8]| signed(&place(), &challenge(), key, &client, &said, signature);
    assert!(check(&key, &own).is_ok(), "extensions are passed over");
    assert_eq!(check(&key, &other), Err(Wrong::Signature));
    let foreign = Key { place: "other.example".into(), ..key };
    assert_eq!(check(&foreign, &own), Err(Wrong::AuthenticatorData));
}

#[test]
fn keys_of_other_kinds_are_refused() {
    let make = |cose: &[u8]| {
        let said = data(MADE, 0, &attested(b"id", cose));
        super::made(&place(), &challenge(), &client("webauthn.create"), &said)
    };
    let good = cose_ec(&[1; 32], &[2; 32]);
    assert!(make(&good).is_ok());
    let with = |at: usize, byte: u8| {
        let mut changed = good.clone();
        changed[at] = byte;
        changed
    };
    for (what, cose) in [
        ("another kind", with(2, 1)),
        ("another way to sign", with(4, 0x27)),
        ("another curve", with(6, 2)),
        ("a short coordinate", cose_ec(&[1; 31], &[2; 32])),
        ("no coordinate", cose_ed(&[1; 32])[..4].to_vec()),
        ("a name twice", [&[0xa6, 1, 2, 1, 2][..], &good[3..]].concat()),
        ("a text", vec![0x60]),
        (
            "a modulus of 1024 bits",
            [&[0xa4, 1, 3, 3, 0x39, 1, 0, 0x20][..], &bytes(&[1; 128]), &[0x21, 0x43, 1, 0, 1]].concat(),
        ),
        (
            "an even modulus that begins with nothing",
            [&[0xa4, 1, 3, 3, 0x39, 1, 0, 0x20][..], &bytes(&[0; 256]), &[0x21, 0x43, 1, 0, 1]].concat(),
        ),
    ] {
        assert!(make(&cose).is_err(), "{what}");
    }
    let without = data(SIGNED, 0, &[]);
    let made = super::made(&place(), &challenge(), &client("webauthn.create"), &without);
    assert_eq!(made, Err(Wrong::AuthenticatorData));
    let nameless = data(MADE, 0, &attested(b"", &good));
    assert_eq!(
        super::made(&place(), &challenge(), &client("webauthn.create"), &nameless),
        Err(Wrong::AuthenticatorData)
    );
}

/// Whatever comes, nothing panics, nothing takes long, and nothing that was cut or changed is taken for good.
#[test]
fn no_bytes_do_harm() {
    let phone = Authenticator::new();
    let whole = data(MADE, 0, &attested(b"id", &phone.cose()));
    let client = client("webauthn.create");
    for end in 0..whole.len() {
        assert!(super::made(&place(), &challenge(), &client, &whole[..end]).is_err(), "{end}");
    }
    for deep in [
        vec![0x81; 4000],
        vec![0xa1; 4000],
        vec![0x9b, 255, 255, 255, 255, 255, 255, 255, 255],
        vec![0xbf; 9],
    ] {
        assert!(
            super::made(&place(), &challenge(), &client, &data(MADE, 0, &attested(b"id", &deep))).is_err()
        );
        let extended = data(SIGNED | EXTENDED, 0, &deep);
        assert!(Data::read(&extended).is_err());
    }
    let mut seed = 7u64;
    for _ in 0..20_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut changed = whole.clone();
        let at = 37 + (seed >> 33) as usize % (whole.len() - 37);
        changed[at] ^= (seed >> 25) as u8;
        let _ = super::made(&place(), &challenge(), &client, &changed);
    }
}
