//! Search in the ledgers by the words of rulebooks and of players: endings do not matter, a word may be begun or mistyped, and
//! each game knows what its players call things (`data/words.txt`).

use crate::shelf::{self, Cover};
use klaxon_core::ledger::{Block, Rule};
use std::{collections::BTreeSet, sync::LazyLock};

/// The longest question, in characters; the rest is left out.
const LONGEST: usize = 200;
/// Words of a question that count.
const MOST_WORDS: usize = 12;
/// Rules that are named where none has all the words of a question.
const MOST_NEAR: usize = 8;
/// Letters of a word that may be mistyped in one place.
const LONG_ENOUGH: usize = 5;

/// Words that say nothing about what is asked.
const EMPTY: [&str; 46] = [
    "a", "about", "all", "am", "an", "and", "any", "are", "at", "be", "by", "can", "could", "do", "does",
    "for", "from", "get", "happens", "has", "have", "how", "i", "if", "in", "into", "is", "it", "its",
    "many", "may", "much", "my", "of", "on", "or", "our", "rule", "rules", "the", "there", "to", "what",
    "when", "where", "with",
];

/// What players say, game after game.
const WORDS: &str = include_str!("../data/words.txt");

/// A rule that was found.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Its game.
    pub cover: &'static Cover,
    /// The rule.
    pub rule: &'static Rule,
    /// The heading that it stands under.
    pub chapter: &'static str,
}

/// A rule as it is searched.
struct Entry {
    hit: Hit,
    /// Stems of the headings above it.
    title: Vec<String>,
    /// Stems of its own words, in order.
    text: Vec<String>,
    /// It is the first under its heading, which says what the others are about.
    leads: bool,
}

/// For a game, or for all (empty): what is said, and what is meant by it, as stems.
type Saying = (&'static str, Vec<String>, Vec<Vec<String>>);

/// All rules, and each word that stands in them.
struct Index {
    entries: Vec<Entry>,
    vocabulary: BTreeSet<String>,
    /// What players say.
    synonyms: Vec<Saying>,
}

static INDEX: LazyLock<Index> = LazyLock::new(Index::new);

impl Index {
    fn new() -> Index {
        let mut entries = Vec::new();
        for cover in shelf::games() {
            let Some(ledger) = shelf::ledger(cover.id) else { continue };
            let mut above = "";
            for chapter in &ledger.chapters {
                if chapter.level == 2 {
                    above = &chapter.title;
                }
                let title = stems(&format!("{above} {}", chapter.title));
                let mut leads = true;
                for block in &chapter.blocks {
                    if let Block::Rule(rule) = block {
                        let hit = Hit { cover, rule, chapter: &chapter.title };
                        entries.push(Entry {
                            hit,
                            title: title.clone(),
                            text: stems(&without_sources(&rule.text)),
                            leads,
                        });
                        leads = false;
                    }
                }
            }
        }
        let words = entries.iter().flat_map(|e| e.title.iter().chain(&e.text)).cloned();
        Index { vocabulary: words.collect(), synonyms: synonyms(WORDS), entries }
    }
}

/// Reads what players say: a game's id alone on a line, then `what is said = what is meant, or this`.
fn synonyms(text: &'static str) -> Vec<Saying> {
    let (mut game, mut all) = ("", Vec::new());
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        match line.split_once('=') {
            Some((said, meant)) => all.push((game, asked(said), meant.split(',').map(asked).collect())),
            None if line == "everywhere" => game = "",
            None if !line.is_empty() => game = line,
            None => {}
        }
    }
    all
}

/// A part of the question: what would answer it, each a row of stems that belong together, and how well.
struct Term {
    game: &'static str,
    ways: Vec<(Vec<String>, u32)>,
}

/// Rules about something, of all games or of one, the best first. A rule's own number finds it alone.
pub fn search(question: &str, game: Option<&str>) -> Vec<Hit> {
    let question: String = question.chars().take(LONGEST).collect();
    let index = &*INDEX;
    let wanted = |entry: &&Entry| game.is_none_or(|game| entry.hit.cover.id == game);
    let all = || index.entries.iter().filter(wanted);
    if let Some(entry) = all().find(|e| e.hit.rule.id.eq_ignore_ascii_case(question.trim())) {
        return vec![entry.hit];
    }
    let words = asked(&question);
    if words.is_empty() || is_number(question.trim()) {
        return Vec::new();
    }
    // By how many parts of the question a rule answers, and how well.
    let mut found: Vec<(usize, u32, usize, Hit)> = Vec::new();
    let (mut parts, mut known) = (0, BTreeSet::new());
    for cover in shelf::games().iter().filter(|cover| game.is_none_or(|game| cover.id == game)) {
        let terms = terms(index, &words, cover.id);
        parts = parts.max(terms.len());
        for (place, entry) in all().enumerate().filter(|(_, entry)| entry.hit.cover.id == cover.id) {
            let scores = terms.iter().enumerate().filter_map(|(n, term)| Some((n, score(entry, term)?)));
            let scores: Vec<(usize, u32)> = scores.collect();
            known.extend(scores.iter().map(|(n, _)| *n));
            // Of two that say the same the shorter one is about it.
            let short = 60_u32.saturating_sub(entry.text.len() as u32) / 4;
            let sum: u32 = scores.iter().map(|(_, score)| score).sum();
            let missing = terms.len() - scores.len();
            if !scores.is_empty() {
                found.push((missing, sum + short + nearness(entry, &words), place, entry.hit));
            }
        }
    }
    found.sort_by_key(|(missing, score, place, _)| (*missing, std::cmp::Reverse(*score), *place));
    let least = found.first().map_or(0, |(missing, ..)| *missing);
    // Where no rule has all the words of a question, those are near that have most, if each word means something in the rules.
    if least > 0 && (known.len() < parts || 2 * least > parts) {
        return Vec::new();
    }
    let most = if least > 0 { MOST_NEAR } else { usize::MAX };
    found.into_iter().take_while(|(missing, ..)| *missing == least).take(most).map(|(.., hit)| hit).collect()
}

/// Is it meant as a rule's number? One that no rule has is no question about words.
fn is_number(question: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let parts = question.split_once('-').and_then(|(game, rest)| Some((game, rest.split_once('.')?)));
    parts.is_some_and(|(game, (chapter, rule))| game.len() == 2 && digits(chapter) && digits(rule))
}

/// The words of a question that count.
fn asked(question: &str) -> Vec<String> {
    let words = words_of(question);
    let full: Vec<&String> = words.iter().filter(|word| !EMPTY.contains(&word.as_str())).collect();
    // Where nothing else was asked, even such words count.
    let counted: Vec<String> =
        if full.is_empty() { words.clone() } else { full.into_iter().cloned().collect() };
    counted.iter().take(MOST_WORDS).map(|word| stem(word)).collect()
}

fn terms(index: &Index, words: &[String], game: &'static str) -> Vec<Term> {
    let (mut terms, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let said = index
            .synonyms
            .iter()
            .filter(|(of, said, _)| (of.is_empty() || *of == game) && words[at..].starts_with(said));
        let said: Vec<_> = said.collect();
        // The longest saying that begins here is meant; single words mean themselves as well.
        let length = said.iter().map(|(_, said, _)| said.len()).max().unwrap_or(1).max(1);
        let own = &words[at..at + length];
        let mut ways = vec![(own.to_vec(), 10)];
        for (_, _, meant) in said.iter().filter(|(_, said, _)| said.len() == length) {
            ways.extend(meant.iter().map(|way| (way.clone(), 9)));
        }
        if length == 1 {
            ways.extend(mistyped(index, &own[0]).map(|word| (vec![word], 4)));
        }
        terms.push(Term { game, ways });
        at += length;
    }
    terms
}

/// Words that differ from one in a single place, where it is no word itself and none begins with it.
fn mistyped<'a>(index: &'a Index, word: &'a str) -> Box<dyn Iterator<Item = String> + 'a> {
    let begun = index.vocabulary.range(word.to_owned()..).next().is_some_and(|next| next.starts_with(word));
    if begun || word.chars().count() < LONG_ENOUGH {
        return Box::new(std::iter::empty());
    }
    Box::new(index.vocabulary.iter().filter(|known| is_near(known, word)).cloned())
}

/// How well a rule answers a part of the question; none where it does not.
fn score(entry: &Entry, term: &Term) -> Option<u32> {
    debug_assert_eq!(entry.hit.cover.id, term.game);
    let way = |(way, weight): &(Vec<String>, u32)| {
        let each: Option<Vec<u32>> = way.iter().map(|word| score_word(entry, word)).collect();
        let each = each?;
        let words = each.len().max(1) as u32;
        let headed = entry.leads && way.iter().all(|word| entry.title.contains(word));
        // Of several meanings the one that says more is the better one.
        Some(each.iter().sum::<u32>() * weight / words + 10 * (words - 1) + if headed { 50 } else { 0 })
    };
    term.ways.iter().filter_map(way).max()
}

fn score_word(entry: &Entry, word: &str) -> Option<u32> {
    let begins = |stem: &String| word.len() > 2 && stem.starts_with(word);
    let title = entry.title.iter().any(|stem| stem == word);
    let first = entry.text.iter().position(|stem| stem == word);
    let text = match first {
        // What a rule begins with it is about.
        Some(0..6) => 7,
        Some(6..20) => 5,
        Some(_) => 4,
        None if entry.text.iter().any(begins) => 3,
        None => 0,
    };
    let title = if title {
        4
    } else if text == 0 && entry.title.iter().any(begins) {
        2
    } else {
        0
    };
    Some(text + title).filter(|score| *score > 0)
}

/// Words that stand together in the question and in the rule.
fn nearness(entry: &Entry, words: &[String]) -> u32 {
    let together = |pair: &[String]| entry.text.windows(2).any(|near| near == pair);
    12 * words.windows(2).filter(|pair| together(pair)).count() as u32
}

/// A rule's words without where they come from.
fn without_sources(text: &str) -> String {
    let mut parts = text.split('[');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let source = part.starts_with("public") || part.starts_with("ruling") || part.starts_with("designed");
        out.push_str(if source { part.split_once(']').map_or("", |(_, rest)| rest) } else { part });
    }
    out
}

/// Words in small letters, without marks.
fn words_of(text: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '\'';
    let words = text.split(|c: char| !word(c)).map(|word| word.trim_matches('\'').to_lowercase());
    words
        .map(|word| word.strip_suffix("'s").unwrap_or(&word).to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

fn stems(text: &str) -> Vec<String> {
    words_of(text).iter().map(|word| stem(word)).collect()
}

/// A word without the simple endings of English.
fn stem(word: &str) -> String {
    let long = |rest: &str| rest.chars().count() >= 3;
    // The same letter twice before an ending was once.
    let single = |rest: &str| {
        let mut letters = rest.chars().rev();
        let twice = letters.next().zip(letters.next()).is_some_and(|(a, b)| a == b && !"lsaeiou".contains(a));
        if twice { rest[..rest.len() - 1].to_owned() } else { rest.to_owned() }
    };
    let bare = |rest: &str| single(rest).trim_end_matches('e').to_owned();
    for (ending, instead) in [("ies", "y"), ("ied", "y")] {
        if let Some(rest) = word.strip_suffix(ending).filter(|rest| long(rest)) {
            return format!("{rest}{instead}");
        }
    }
    for ending in ["ings", "ing", "edly", "ed", "ly", "es", "s"] {
        if let Some(rest) = word.strip_suffix(ending).filter(|rest| long(rest) && !rest.ends_with('s')) {
            return bare(rest);
        }
    }
    if long(word.trim_end_matches('e')) { word.trim_end_matches('e').to_owned() } else { word.to_owned() }
}

/// Do two words differ by one letter: another one, one too many, one too few, or two changed about?
fn is_near(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (x, y) = (&a[same..], &b[same..]);
    let after = |list: &'_ [char], n: usize| list.get(n..).unwrap_or_default().to_vec();
    after(x, 1) == after(y, 1)
        || after(x, 1) == y
        || x == after(y, 1)
        || (x.len() > 1 && y.len() > 1 && (x[0], x[1]) == (y[1], y[0]) && x[2..] == y[2..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_do_not_matter() {
        for (a, b) in [
            ("ships", "ship"),
            ("moving", "move"),
            ("moves", "moved"),
            ("retired", "retiring"),
            ("cities", "city"),
            ("torpedoes", "torpedo"),
            ("stopped", "stops"),
            ("cloaking", "cloak"),
            ("damages", "damage"),
        ] {
            assert_eq!(stem(a), stem(b), "{a} {b}");
        }
        assert_ne!(stem("star"), stem("start"));
    }

    #[test]
    fn one_letter_may_be_wrong() {
        assert!(
            is_near("asteroid", "astroid")
                && is_near("asteroid", "asteriod")
                && is_near("asteroid", "asteroit")
        );
        assert!(!is_near("asteroid", "astrid") && !is_near("move", "mauve"));
    }
}
