//! All changes in one program: each place asks a switch whether it is the one that is changed.

use super::places::Place;
use std::cmp::Reverse;

/// What every crate gets: which change is in force, read once from the environment.
pub const SWITCH: &str = "
#[doc(hidden)]
pub(crate) fn mutant(n: u32) -> bool {
    static ON: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *ON.get_or_init(|| std::env::var(\"KLAXON_MUTANT\").ok().and_then(|n| n.parse().ok()).unwrap_or(0)) == n
}
";

/// What stands above it: changed code need not please anybody.
pub const LEAVE: &str =
    "#![allow(warnings, arithmetic_overflow, overflowing_literals, unconditional_panic)]\n";

/// The source with every place switched by its number. Places may lie in each other, but not overlap.
pub fn weave(source: &str, places: &[(u32, &Place)]) -> String {
    let mut inner: Vec<&(u32, &Place)> = places.iter().collect();
    // Outer ones first; of two with the same bytes, the one that changes less is inside the other.
    inner.sort_by_key(|(n, p)| (p.whole.0, Reverse(p.whole.1), p.edit.0, Reverse(p.edit.1), *n));
    render(source, (0, source.len()), &inner, None)
}

fn render(source: &str, range: (usize, usize), places: &[&(u32, &Place)], edit: Option<&Place>) -> String {
    let mut text = String::new();
    let mut at = range.0;
    let mut i = 0;
    let mut left = edit;
    while i < places.len() {
        let (n, place) = places[i];
        let end = i + 1 + places[i + 1..].iter().take_while(|(_, p)| p.whole.0 < place.whole.1).count();
        if let Some(p) = left.filter(|p| p.edit.0 <= place.whole.0) {
            text.push_str(&source[at..p.edit.0]);
            text.push_str(&p.into);
            at = p.edit.1;
            left = None;
        }
        // What the edit replaces is gone, with all that could be changed in it.
        if place.whole.0 >= at {
            text.push_str(&source[at..place.whole.0]);
            let changed = render(source, place.whole, &places[i + 1..end], Some(place));
            let original = render(source, place.whole, &places[i + 1..end], None);
            text.push_str(&format!("(if crate::mutant({n}) {{ ({changed}) }} else {{ ({original}) }})"));
            at = place.whole.1;
        }
        i = end;
    }
    if let Some(p) = left {
        text.push_str(&source[at..p.edit.0]);
        text.push_str(&p.into);
        at = p.edit.1;
    }
    text.push_str(&source[at..range.1]);
    text
}
