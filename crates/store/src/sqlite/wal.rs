//! Does the log beside the store end where it should?
//!
//! SQLite reads its log (`-wal`) as far as its checksums hold and drops the rest without a word. So before it is opened
//! we walk through the log ourselves. What follows the last whole transaction is told, and it is told apart: a program
//! that was killed while it wrote leaves an unfinished transaction, which nobody was promised; a log that was cut off or
//! damaged loses moves that were acknowledged. It is not possible to notice a log that was cut off exactly between two
//! transactions, unless the index beside it (`-shm`) has outlived it.

use super::place::beside;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::Path;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;

/// What is wrong with the end of a store's log, in a sentence; nothing when it is whole or not there.
pub(super) fn check(store: &Path) -> io::Result<Option<String>> {
    let file = match File::open(beside(store, "-wal")) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let bytes = file.metadata()?.len();
    if bytes == 0 {
        return Ok(None);
    }
    let mut log = BufReader::with_capacity(1 << 16, file);
    let mut header = [0; HEADER];
    let Some(generation) = fill(&mut log, &mut header)?.then(|| Generation::read(&header)).flatten() else {
        return Ok(Some(lost(&format!(
            "the first line of its log cannot be read, and so none of its {bytes} bytes"
        ))));
    };
    let end = generation.walk(&mut log)?;
    let known = index(store, &generation)?;
    Ok(match end {
        End { whole, .. } if known.is_some_and(|known| known > whole) => {
            let known = known.unwrap_or_default();
            Some(lost(&format!("its log had {known} whole pages when it was last used, and now has {whole}")))
        }
        End { whole, lost: n, .. } if n > 0 => Some(lost(&format!(
            "page {} of its log is damaged, and {n} transactions after it cannot be read",
            whole + 1
        ))),
        End { whole, torn: true, .. } => Some(format!(
            "the store's log ends in the middle of a transaction, after {whole} whole pages. A program that was killed while \
             it wrote leaves that, and nothing acknowledged is missing; but if the machine lost its power or the files \
             were copied while in use, the newest moves may be"
        )),
        End { .. } => None,
    })
}

fn lost(what: &str) -> String {
    format!(
        "the store's log ends short: {what}. The newest moves before the last stop are missing; the rest is as it was. A \
         backup may have them"
    )
}

/// Where a log ends.
struct End {
    /// Pages up to the end of the last whole transaction.
    whole: u32,
    /// Something of the same generation follows.
    torn: bool,
    /// Ends of transactions among it.
    lost: u32,
}

/// The log is written over from its start again and again; salts tell what belongs to this time.
struct Generation {
    salts: [u8; 8],
    page: usize,
    big_endian: bool,
    sum: (u32, u32),
}

impl Generation {
    fn read(header: &[u8; HEADER]) -> Option<Generation> {
        let word =
            |i: usize| u32::from_be_bytes(*header[i..].first_chunk().expect("the header has 32 bytes"));
        let big_endian = match word(0) {
            0x377f_0682 => false,
            0x377f_0683 => true,
            _ => return None,
        };
        let sum = add((0, 0), &header[..24], big_endian);
        let page = word(8) as usize;
        let sound = sum == (word(24), word(28)) && page.is_power_of_two() && (512..=65536).contains(&page);
        let salts = *header[16..].first_chunk().expect("the header has 32 bytes");
        sound.then_some(Generation { salts, page, big_endian, sum })
    }

    fn walk(&self, log: &mut impl Read) -> io::Result<End> {
        let mut end = End { whole: 0, torn: false, lost: 0 };
        let (mut sum, mut n, mut sound) = (self.sum, 0, true);
        let mut frame = vec![0; FRAME_HEADER + self.page];
        loop {
            let read = fill_some(log, &mut frame)?;
            // What was left of an earlier time belongs to nobody.
            if read < 16 || frame[8..16] != self.salts {
                return Ok(end);
            }
            if read < frame.len() {
                end.torn = true;
                return Ok(end);
            }
            n += 1;
            let word = |i: usize| u32::from_be_bytes(*frame[i..].first_chunk().expect("a frame is longer"));
            let ends_transaction = word(4) != 0;
            if sound {
                sum = add(add(sum, &frame[..8], self.big_endian), &frame[FRAME_HEADER..], self.big_endian);
                sound = sum == (word(16), word(20));
            }
            if sound && ends_transaction {
                (end.whole, end.torn) = (n, false);
            } else {
                end.torn = true;
                end.lost += u32::from(ends_transaction);
            }
        }
    }
}

/// How far the log went when it was last used, if the index of that time is still there.
fn index(store: &Path, generation: &Generation) -> io::Result<Option<u32>> {
    let mut file = match File::open(beside(store, "-shm")) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut head = [0; 48];
    if !fill(&mut file, &mut head)? || head[12] != 1 || head[32..40] != generation.salts {
        return Ok(None);
    }
    Ok(Some(u32::from_ne_bytes(*head[16..].first_chunk().expect("the index has 48 bytes"))))
}

/// SQLite's checksum of a log, carried on.
fn add((mut a, mut b): (u32, u32), bytes: &[u8], big_endian: bool) -> (u32, u32) {
    let word =
        |bytes: [u8; 4]| if big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) };
    for pair in bytes.chunks_exact(8) {
        a = a.wrapping_add(word([pair[0], pair[1], pair[2], pair[3]])).wrapping_add(b);
        b = b.wrapping_add(word([pair[4], pair[5], pair[6], pair[7]])).wrapping_add(a);
    }
    (a, b)
}

fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    Ok(fill_some(from, buffer)? == buffer.len())
}

/// Reads until the buffer is full or nothing more comes.
fn fill_some(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
