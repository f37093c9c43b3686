//! Words that a host does not want to read: whole words, by how they look.

use crate::{accounts::names::fold, person::is_trick};
use std::{collections::HashSet, io, path::Path};

/// The longest entry, in words, and the longest file, in bytes.
const LONGEST: usize = 8;
const LARGEST: u64 = 1 << 20;
/// Letters with gaps between them are read together from so many on.
const SPELT: usize = 3;

/// Words and phrases that are not used here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// As they look, one word after the other.
    phrases: HashSet<Vec<String>>,
}

impl Words {
    /// Reads a file: a word or phrase in each line; what follows a `#` is for people.
    pub fn load(path: &Path) -> io::Result<Words> {
        if std::fs::metadata(path)?.len() > LARGEST {
            return Err(io::Error::other("a list of words has a megabyte at most"));
        }
        Words::read(&std::fs::read_to_string(path)?).map_err(io::Error::other)
    }

    /// The same of a text.
    pub fn read(text: &str) -> Result<Words, String> {
        let mut phrases = HashSet::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let words = looks(line);
            if words.len() > LONGEST {
                return Err(format!("line {}: a phrase has {LONGEST} words at most", i + 1));
            }
            if words.is_empty() && !line.trim().is_empty() {
                return Err(format!("line {}: there is no letter in it", i + 1));
            }
            if !words.is_empty() {
                phrases.insert(words);
            }
        }
        Ok(Words { phrases })
    }

    /// Is one of them in a text?
    pub fn stand_in(&self, text: &str) -> bool {
        if self.phrases.is_empty() {
            return false;
        }
        // Signs on letters are read, and looked through.
        let plain: String = text.chars().filter(|c| !is_mark(*c)).collect();
        self.stand_among(&looks(text)) || plain != text && self.stand_among(&looks(&plain))
    }

    fn stand_among(&self, words: &[String]) -> bool {
        let longest = self.phrases.iter().map(Vec::len).max().unwrap_or(0);
        let stands = (0..words.len()).any(|from| {
            (1..=longest.min(words.len() - from)).any(|n| self.phrases.contains(&words[from..from + n]))
        });
        stands || spelt(words).into_iter().any(|word| self.phrases.contains(&[word][..]))
    }
}

/// The words of a text as they look.
fn looks(text: &str) -> Vec<String> {
    let seen: String = text.chars().filter(|c| !is_trick(*c)).collect();
    seen.split(|c: char| !c.is_alphanumeric() && !is_mark(c))
        .filter(|word| !word.is_empty())
        .map(fold)
        .collect()
}

/// A sign that is put on a letter.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// What letters with gaps between them come to.
fn spelt(words: &[String]) -> Vec<String> {
    let single = |word: &String| word.chars().count() == 1;
    let runs = words.chunk_by(|one, next| single(one) && single(next));
    runs.filter(|run| run.len() >= SPELT).map(|run| run.concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_words_are_found_by_how_they_look() {
        let words = Words::read("blast # mild\n\n# only a remark\nvoid born\nÄrger\n").unwrap();
        for bad in [
            "blast",
            "Oh BLAST!",
            "b1ast it",
            "bIast",
            "\u{432}last blast",
            "bl\u{430}st",
            "(blast)",
            "b.l.a.s.t",
            "b l a s t",
            "you Void-Born!",
            "ÄRGER",
            "A\u{308}rger",
            "blast\u{301}",
            "bl\u{200b}ast",
        ] {
            assert!(words.stand_in(bad), "{bad}");
        }
        for good in [
            "",
            "blaster",
            "a sandblast",
            "void",
            "born void",
            "b l a",
            "Argerland",
            "is it a void, or born?!",
        ] {
            assert!(!words.stand_in(good), "{good}");
        }
        assert!(!Words::default().stand_in("blast"));
    }

    #[test]
    fn a_list_that_makes_no_sense_is_refused_with_its_line() {
        assert!(Words::read("fine\n---\n").unwrap_err().starts_with("line 2"));
        assert!(Words::read("a b c d e f g h i").unwrap_err().starts_with("line 1"));
        assert!(Words::load(Path::new("/nowhere/words")).is_err());
    }
}
