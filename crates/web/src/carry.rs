//! Situations that travel in an address: packed, and written in letters that addresses take.

use crate::error::Fault;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use std::io::{Read, Write};

/// The longest situation, in bytes: what the form takes.
pub const LONGEST: usize = 20_000;
/// The longest word for one in an address. Proxies take lines of 8 kB.
const LONGEST_WORD: usize = 6_000;

/// A situation as a word of an address; none where it is too long for one.
pub fn pack(script: &str) -> Option<String> {
    if script.len() > LONGEST {
        return None;
    }
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(script.as_bytes()).ok()?;
    let word = URL_SAFE_NO_PAD.encode(packer.finish().ok()?);
    (word.len() <= LONGEST_WORD).then_some(word)
}

/// The situation of a word.
pub fn unpack(word: &str) -> Result<String, Fault> {
    let broken =
        || Fault::malformed("this link to a situation is broken: part of it is missing, or was changed");
    if word.len() > LONGEST_WORD {
        return Err(broken());
    }
    let packed = URL_SAFE_NO_PAD.decode(word).map_err(|_| broken())?;
    let mut text = Vec::new();
    // A few bytes can be packed from very many.
    DeflateDecoder::new(&packed[..]).take(LONGEST as u64 + 1).read_to_end(&mut text).map_err(|_| broken())?;
    if text.is_empty() || text.len() > LONGEST {
        return Err(broken());
    }
    String::from_utf8(text).map_err(|_| broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_travels() {
        for cover in klaxon_catalog::shelf::games() {
            let word = pack(cover.example).unwrap();
            assert!(word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'), "{word}");
            assert_eq!(unpack(&word).unwrap(), cover.example);
        }
    }

    #[test]
    fn garbage_and_bombs_are_refused() {
        let word = pack("game red-alert\ngiven\n  cw D4 HC\n").unwrap();
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&vec![b'x'; 4 << 20]).unwrap();
        let bomb = URL_SAFE_NO_PAD.encode(packer.finish().unwrap());
        let not_text = URL_SAFE_NO_PAD.encode([1, 2, 0, 253, 255, 0xff, 0xfe]);
        for bad in ["", "!", "AAAA", &word[..word.len() / 2], &bomb, &"A".repeat(9000), &not_text] {
            assert_eq!(unpack(bad).unwrap_err().code, "malformed", "{bad}");
        }
        assert_eq!(pack(&"x".repeat(LONGEST + 1)), None);
    }
}
