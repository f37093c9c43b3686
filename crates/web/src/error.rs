//! What goes wrong, said in one way: refusals speak, faults of the program are logged once and stay vague.

use axum::{
    Json,
    http::StatusCode,
    response::{Html, IntoResponse, Response},
};
use klaxon_core::{Code, Refusal};
use serde::Serialize;

/// Why a request was not granted. Changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// HTTP status.
    #[serde(skip)]
    pub status: StatusCode,
    /// A word for programs, such as `stale`.
    pub code: &'static str,
    /// The rule that forbids it, when a rule does.
    pub rule: Option<&'static str>,
    /// For people: lower case, no full stop.
    pub text: String,
}

impl Fault {
    /// A fault of a kind.
    pub fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Fault {
        Fault { status, code, rule: None, text: text.into() }
    }

    /// There is no such thing.
    pub fn missing(text: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, "missing", text)
    }

    /// It is not yours.
    pub fn forbidden(text: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, "forbidden", text)
    }

    /// It cannot be read.
    pub fn malformed(text: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, "malformed", text)
    }

    /// It does not fit how things stand.
    pub fn conflict(code: &'static str, text: impl Into<String>) -> Fault {
        Fault::new(StatusCode::CONFLICT, code, text)
    }

    /// Too much is asked of this server.
    pub fn busy(text: impl Into<String>) -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", text)
    }

    /// A fault of the program: logged here, vague outside.
    pub fn ours(what: impl std::fmt::Display) -> Fault {
        tracing::error!(%what, "a fault of the program");
        Fault::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "fault",
            "something went wrong here; nothing was changed, try again",
        )
    }

    /// A whole sentence for people.
    pub fn sentence(&self) -> String {
        sentence(&self.text)
    }
}

/// "the unit is too far" becomes "The unit is too far."
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    let mut out: String = first.to_uppercase().chain(chars).collect();
    if !out.ends_with(['.', '!', '?']) {
        out.push('.');
    }
    out
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} ({rule})", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl std::error::Error for Fault {}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        let (status, code) = match refusal.code {
            Code::Illegal => (StatusCode::UNPROCESSABLE_ENTITY, "illegal"),
            Code::NotAsked => (StatusCode::CONFLICT, "not-asked"),
            Code::Stale => (StatusCode::CONFLICT, "stale"),
            Code::Malformed => (StatusCode::BAD_REQUEST, "malformed"),
            Code::NoUndo => (StatusCode::CONFLICT, "no-undo"),
            Code::Over => (StatusCode::CONFLICT, "over"),
            Code::Frozen => (StatusCode::CONFLICT, "frozen"),
            Code::Fault => (StatusCode::INTERNAL_SERVER_ERROR, "fault"),
        };
        Fault { status, code, rule: refusal.rule.map(|r| r.as_str()), text: refusal.text }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(&self)).into_response()
    }
}

/// A fault on its way to a person: a page instead of JSON.
#[derive(Debug)]
pub struct PageFault(pub Fault);

impl<E: Into<Fault>> From<E> for PageFault {
    fn from(fault: E) -> PageFault {
        PageFault(fault.into())
    }
}

impl IntoResponse for PageFault {
    fn into_response(self) -> Response {
        let page = crate::pages::fault(&self.0);
        (self.0.status, Html(page.into_string())).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_becomes_a_sentence() {
        assert_eq!(sentence("the target is out of range"), "The target is out of range.");
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), "");
    }
}
