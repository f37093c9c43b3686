//! The rule ledgers as data: chapters of numbered rules, read from markdown.

use crate::Edition;

/// A ledger: every rule of one game with its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    /// The first heading.
    pub title: String,
    /// Chapters in order, text before the first one left out.
    pub chapters: Vec<Chapter>,
}

/// A chapter: everything under one heading of the second or third level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The heading's words.
    pub title: String,
    /// 2 for a chapter, 3 for a part of one.
    pub level: u8,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A numbered rule.
    Rule(Rule),
    /// A paragraph, list item or table row in between, as markdown.
    Text(String),
}

/// A numbered rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its id, such as `RA-7.4`.
    pub id: String,
    /// Its words, as inline markdown.
    pub text: String,
}

/// What stands in a rule before the words of a later edition, as `*Since edition 2:* …`.
const SINCE: &str = "*Since edition ";

impl Rule {
    /// The rule's words in each edition that changed them, oldest first; those of the first edition come first.
    pub fn editions(&self) -> Vec<(Edition, &str)> {
        let mut parts = self.text.split(SINCE);
        let mut editions = vec![(Edition::FIRST, parts.next().unwrap_or_default().trim())];
        for part in parts {
            if let Some((number, words)) = part.split_once(":*")
                && let Ok(edition) = number.parse()
            {
                editions.push((edition, words.trim()));
            }
        }
        editions
    }

    /// The rule's words in an edition.
    pub fn words(&self, edition: Edition) -> &str {
        let editions = self.editions();
        editions.iter().rfind(|(since, _)| *since <= edition).map_or("", |(_, words)| words)
    }
}

impl Ledger {
    /// Reads a ledger. A rule is a list item that begins with an id, bold or not; further bold ids on the same
    /// line begin rules of their own.
    pub fn parse(markdown: &str) -> Ledger {
        let mut ledger = Ledger { title: String::new(), chapters: Vec::new() };
        for line in markdown.lines() {
            if let Some(title) = line.strip_prefix("# ") {
                // StarCraft's ledger closes with chapters of the first level.
                if ledger.title.is_empty() {
                    ledger.title = title.trim().into();
                } else {
                    ledger.open(title, 2);
                }
            } else if let Some(title) = line.strip_prefix("## ") {
                ledger.open(title, 2);
            } else if let Some(title) = line.strip_prefix("### ") {
                ledger.open(title, 3);
            } else if !line.trim().is_empty() && line.trim() != "---" {
                let Some(chapter) = ledger.chapters.last_mut() else { continue };
                let rules = rules_in(line);
                if rules.is_empty() {
                    chapter.blocks.push(Block::Text(line.trim_end().into()));
                } else {
                    chapter.blocks.extend(rules.into_iter().map(Block::Rule));
                }
            }
        }
        ledger
    }

    /// All rules in order.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.chapters.iter().flat_map(|c| &c.blocks).filter_map(|block| match block {
            Block::Rule(rule) => Some(rule),
            Block::Text(_) => None,
        })
    }

    /// One rule.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules().find(|r| r.id.eq_ignore_ascii_case(id))
    }

    fn open(&mut self, title: &str, level: u8) {
        self.chapters.push(Chapter { title: title.trim().into(), level, blocks: Vec::new() });
    }
}

fn rules_in(line: &str) -> Vec<Rule> {
    let Some(item) = line.trim_start().strip_prefix("- ") else { return Vec::new() };
    let first = item.strip_prefix("**").unwrap_or(item);
    if leading_id(first).is_none() {
        return Vec::new();
    }
    // Split before every bold id.
    let mut starts: Vec<usize> = vec![0];
    starts.extend(
        item.match_indices("**").map(|(i, _)| i).filter(|&i| i > 0 && leading_id(&item[i + 2..]).is_some()),
    );
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([item.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|(&from, to)| {
            let part = &item[from..to];
            let part = part.strip_prefix("**").unwrap_or(part);
            let id = leading_id(part)?;
            let text = part[id.len()..].trim_start_matches("**").trim();
            Some(Rule { id: id.into(), text: text.into() })
        })
        .collect()
}

/// `RA-7.4` at the beginning of a text, followed by a space or the end of bold.
fn leading_id(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    if bytes.len() < 6 || !bytes[0].is_ascii_uppercase() || !bytes[1].is_ascii_uppercase() || bytes[2] != b'-'
    {
        return None;
    }
    let end = 3 + bytes[3..].iter().take_while(|b| b.is_ascii_digit() || **b == b'.').count();
    let (chapter, number) = text[3..end].split_once('.')?;
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    let closed = text[end..].starts_with("**") || text[end..].starts_with(' ');
    (digits(chapter) && digits(number) && closed).then(|| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_keeps_its_older_words() {
        let ledger = Ledger::parse(
            "# T\n## 1. One\n- **RA-1.1** Old. *Since edition 2:* New. *Since edition 3:* Newer.\n",
        );
        let rule = ledger.rule("RA-1.1").unwrap();
        let words = |n| rule.words(Edition::new(n).unwrap());
        assert_eq!([words(1), words(2), words(3), words(4)], ["Old.", "New.", "Newer.", "Newer."]);
        assert_eq!(rule.editions().len(), 3);
    }

    #[test]
    fn reads_both_forms_and_several_on_a_line() {
        let text = "# T\n\n## 1. One\n- **RA-1.1** First. **RA-1.2** Second.\n- SC-2.10 Third, see SC-2.1 there.\nprose\n";
        let ledger = Ledger::parse(text);
        let ids: Vec<_> = ledger.rules().map(|r| (r.id.as_str(), r.text.as_str())).collect();
        assert_eq!(
            ids,
            [("RA-1.1", "First."), ("RA-1.2", "Second."), ("SC-2.10", "Third, see SC-2.1 there.")]
        );
        assert_eq!(ledger.chapters[0].blocks.len(), 4);
    }
}
