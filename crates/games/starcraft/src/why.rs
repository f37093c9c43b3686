//! Why not: the reason for a refusal, made without an allocation because choices are tried by the hundred.

use klaxon_core::{Refusal, RuleId};

/// A reason. With a rule it is a rule that forbids; without, another decision is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct No {
    pub rule: Option<RuleId>,
    pub text: &'static str,
}

/// A rule forbids it.
pub const fn no(rule: RuleId, text: &'static str) -> No {
    No { rule: Some(rule), text }
}

/// Another decision is asked.
pub const fn not_asked() -> No {
    No { rule: None, text: "that is not what is asked now" }
}

impl From<No> for Refusal {
    fn from(no: No) -> Refusal {
        match no.rule {
            Some(rule) => Refusal::illegal(rule, no.text),
            None => Refusal::not_asked(no.text),
        }
    }
}

/// `Ok` if it holds, else the reason.
pub fn need(holds: bool, rule: RuleId, text: &'static str) -> Result<(), No> {
    if holds { Ok(()) } else { Err(no(rule, text)) }
}
