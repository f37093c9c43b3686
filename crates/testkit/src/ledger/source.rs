//! Reading a Rust source no further than its functions: enough to see which tests run and whether they assert.
//! It knows strings, comments and braces, no types and no macros.

use std::collections::{BTreeMap, BTreeSet};

/// A function of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Function {
    /// The line of its `fn`.
    pub line: usize,
    pub name: String,
    /// What stands before it since the last item: attributes and visibility.
    before: String,
    body: String,
}

/// What a test may hold a rule to: the macros, the methods of [`Given`](crate::Given), and an error that is wanted.
const ASSERTIONS: [&str; 25] = [
    "assert!",
    "assert_eq!",
    "assert_ne!",
    "assert_matches!",
    "prop_assert!",
    "prop_assert_eq!",
    ".unwrap_err(",
    ".expect_err(",
    ".then(",
    ".then_not(",
    ".refuses(",
    ".refuses_saying(",
    ".not_asked(",
    ".allows(",
    ".choices_include(",
    ".choices_exclude(",
    ".asks(",
    ".events_say(",
    ".events_do_not_say(",
    ".hears(",
    ".does_not_hear(",
    ".shows(",
    ".comes_to(",
    ".ends(",
    ".done(",
];

impl Function {
    pub fn is_test(&self) -> bool {
        ["#[test]", "#[tokio::test"].iter().any(|t| self.before.contains(t))
    }

    pub fn is_ignored(&self) -> bool {
        self.before.contains("#[ignore")
    }

    /// Whether it asserts something itself. A test may also panic by its own hand.
    fn asserts(&self) -> bool {
        let by_call = ASSERTIONS.iter().any(|call| {
            self.body.match_indices(call).any(|(at, _)| {
                let apart = call.starts_with('.')
                    || !self.body[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                let after = self.body[at + call.len()..].trim_start();
                // `bool::then` takes a closure; `assert!(true)` says nothing.
                apart
                    && !(after.starts_with('|')
                        || after.starts_with("move |")
                        || call.ends_with('!') && after.starts_with("(true)"))
            })
        });
        by_call || self.is_test() && (self.before.contains("#[should_panic") || self.body.contains("panic!("))
    }

    /// The functions it calls, by the last part of their names.
    fn calls(&self) -> impl Iterator<Item = &str> {
        self.body.match_indices('(').filter_map(|(at, _)| {
            let head = &self.body[..at];
            let start = head.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |i| i + 1);
            (start < at).then(|| &head[start..])
        })
    }
}

/// The functions of a source in their order; those inside another one stand for themselves, too.
pub(super) fn functions(text: &str) -> Vec<Function> {
    let bare = bare(text);
    let mut found = Vec::new();
    for (at, _) in bare.match_indices("fn ") {
        if bare[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = bare[at + 3..].trim_start();
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
        let before = &bare[bare[..at].rfind(['{', '}', ';']).map_or(0, |i| i + 1)..at];
        if let (false, Some(body)) = (name.is_empty(), body(rest)) {
            found.push(Function {
                line: bare[..at].matches('\n').count() + 1,
                name: name.into(),
                before: before.into(),
                body: body.into(),
            });
        }
    }
    found
}

/// What stands in the braces of a function; none of one that is only declared.
fn body(rest: &str) -> Option<&str> {
    let (mut round, mut braces, mut open) = (0_i32, 0_i32, None);
    for (i, c) in rest.char_indices() {
        match c {
            '(' | '[' if open.is_none() => round += 1,
            ')' | ']' if open.is_none() => round -= 1,
            ';' if open.is_none() && round == 0 => return None,
            '{' => {
                open.get_or_insert(i + 1);
                braces += 1;
            }
            '}' => {
                braces -= 1;
                if braces == 0 {
                    return Some(&rest[open?..i]);
                }
            }
            _ => {}
        }
    }
    None
}

/// The names of functions that assert, themselves or through one that they call.
pub(super) fn asserting<'a>(functions: impl IntoIterator<Item = &'a Function>) -> BTreeSet<String> {
    let mut waiting: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for function in functions {
        if function.asserts() {
            known.insert(function.name.clone());
        } else {
            waiting.entry(&function.name).or_default().push(function);
        }
    }
    loop {
        let more: Vec<&str> = waiting
            .iter()
            .filter(|(name, all)| {
                !known.contains(**name) && all.iter().any(|f| f.calls().any(|c| known.contains(c)))
            })
            .map(|(name, _)| *name)
            .collect();
        if more.is_empty() {
            return known;
        }
        known.extend(more.into_iter().map(str::to_string));
    }
}

/// Whether a test asserts: itself, or through a helper.
pub(super) fn holds_to_something(test: &Function, helpers: &BTreeSet<String>) -> bool {
    test.asserts() || test.calls().any(|call| call != test.name && helpers.contains(call))
}

/// The text with its comments and what stands in its strings blanked out, line for line.
pub(super) fn bare(text: &str) -> String {
    let blank = |s: &str| s.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect::<String>();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let word = out.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let (keep, skip) = if rest.starts_with("//") {
            (0, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (0, rest.find("*/").map_or(rest.len(), |i| i + 2))
        } else if let Some(end) = (!word).then(|| raw_string(rest)).flatten() {
            (0, end)
        } else if c == '"' {
            (1, string_end(rest) - 1)
        } else if c == '\''
            && let Some(end) = char_end(rest)
        {
            (0, end)
        } else {
            (c.len_utf8(), 0)
        };
        out.push_str(&rest[..keep]);
        out.push_str(&blank(&rest[keep..keep + skip]));
        rest = &rest[keep + skip..];
    }
    out
}

/// Where `r#"…"#` ends.
fn raw_string(text: &str) -> Option<usize> {
    let text_after = text.strip_prefix('b').unwrap_or(text).strip_prefix('r')?;
    let hashes = text_after.bytes().take_while(|b| *b == b'#').count();
    let inside = text_after[hashes..].strip_prefix('"')?;
    let begun = text.len() - inside.len();
    let close = format!("\"{}", "#".repeat(hashes));
    Some(inside.find(&close).map_or(text.len(), |i| begun + i + close.len()))
}

/// Where the string that the text begins with ends.
fn string_end(text: &str) -> usize {
    let mut escaped = true; // the opening quote is none that closes
    for (i, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return i + 1,
            _ => {}
        }
    }
    text.len()
}

/// Where the character that the text begins with ends; a lifetime is none.
fn char_end(text: &str) -> Option<usize> {
    let mut chars = text.char_indices().skip(1);
    let (_, first) = chars.next()?;
    if first == '\\' {
        return text[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map(|(i, _)| i + 3);
    }
    chars.next().filter(|(_, c)| *c == '\'').map(|(i, _)| i + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_comments_hide_what_stands_in_them() {
        let text = "fn a() { /* assert!(x) */ let s = \"assert!(\\\" { \"; let c = '\\''; let b = '{'; } // fn b() {}\n\
                    #[ignore]\n#[test]\nfn c<'a>(x: [u8; 3]) -> &'a str { r#\"} fn d() {\"# }\ntrait T { fn e(); }";
        let found = functions(text);
        let names: Vec<(&str, usize)> = found.iter().map(|f| (f.name.as_str(), f.line)).collect();
        assert_eq!(names, [("a", 1), ("c", 4)]);
        assert!(!found[0].asserts() && !found[0].is_test() && found[1].is_test() && found[1].is_ignored());
    }

    #[test]
    fn a_helper_may_assert_for_a_test() {
        let text = "#[test] fn one() { far(1) }\nfn far(n: u8) { near(n) }\nfn near(n: u8) { assert_eq!(n, 1) }\n\
                    #[test] fn two() { set_up(); true.then(|| 1); assert!(true); my_assert!(1) }\nfn set_up() { panic!() }";
        let found = functions(text);
        let helpers = asserting(&found);
        let holds: Vec<bool> = found.iter().map(|f| holds_to_something(f, &helpers)).collect();
        assert_eq!(holds, [true, true, true, false, false]);
    }
}
