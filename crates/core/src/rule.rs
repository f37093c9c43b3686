//! Rule ids and refusals: what is not allowed, by which rule, and what would be.

use serde::Serialize;
use std::fmt;

/// The id of a rule in a ledger, such as `RA-7.4`. Made by [`rule!`](crate::rule!).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Checks the form `XX-chapter.number`; used by [`rule!`](crate::rule!) at compile time.
    pub const fn new(id: &'static str) -> RuleId {
        let b = id.as_bytes();
        assert!(b.len() >= 6 && b[0].is_ascii_uppercase() && b[1].is_ascii_uppercase() && b[2] == b'-');
        let (mut i, mut dots, mut digits) = (3, 0, 0);
        while i < b.len() {
            if b[i] == b'.' {
                assert!(digits > 0, "a rule id looks like RA-7.4");
                dots += 1;
                digits = 0;
            } else {
                assert!(b[i].is_ascii_digit(), "a rule id looks like RA-7.4");
                digits += 1;
            }
            i += 1;
        }
        assert!(dots == 1 && digits > 0, "a rule id looks like RA-7.4");
        RuleId(id)
    }

    /// The id as text.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A rule id, its form checked at compile time and its existence by the tidy test.
///
/// ```
/// assert_eq!(klaxon_core::rule!("RA-7.4").as_str(), "RA-7.4");
/// ```
#[macro_export]
macro_rules! rule {
    ($id:literal) => {{
        const RULE: $crate::RuleId = $crate::RuleId::new($id);
        RULE
    }};
}

/// Why a decision was not taken. It changes nothing and is meant to be read by a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Refusal {
    /// What kind of refusal it is.
    pub code: Code,
    /// The rule that forbids it, when a rule does.
    pub rule: Option<RuleId>,
    /// What is wrong and what would be allowed: lower case, no full stop.
    pub text: String,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// A rule of the game forbids it.
    Illegal,
    /// It is not this seat's decision now.
    NotAsked,
    /// It answers a question that is no longer asked.
    Stale,
    /// It cannot be read.
    Malformed,
    /// It cannot be undone.
    NoUndo,
    /// The game is over.
    Over,
    /// The table is frozen after a fault of the program.
    Frozen,
    /// A fault of the program kept it from judging the decision. The table goes on.
    Fault,
}

impl Refusal {
    /// A rule forbids it.
    pub fn illegal(rule: RuleId, text: impl Into<String>) -> Refusal {
        Refusal { code: Code::Illegal, rule: Some(rule), text: text.into() }
    }

    /// Any other reason.
    pub fn other(code: Code, text: impl Into<String>) -> Refusal {
        Refusal { code, rule: None, text: text.into() }
    }

    /// It is somebody else's turn to decide, or a decision of another kind is asked.
    pub fn not_asked(text: impl Into<String>) -> Refusal {
        Refusal::other(Code::NotAsked, text)
    }

    /// It cannot be read.
    pub fn malformed(text: impl Into<String>) -> Refusal {
        Refusal::other(Code::Malformed, text)
    }

    fn sentence(&self) -> String {
        match self.rule {
            Some(rule) => format!("{} ({rule})", self.text),
            None => self.text.clone(),
        }
    }
}
