//! Logs: whatever the text, it is run again or refused; what is opened can be told, and what is stored opens again.

use klaxon_catalog::{Table, verify};
use klaxon_core::{Seat, Viewer};

pub(crate) fn run(text: &str) {
    let verdict = verify(text);
    let mut lines = text.lines().map(String::from);
    let header = lines.next().unwrap_or_default();
    let entries: Vec<String> = lines.filter(|l| !l.trim().is_empty()).collect();
    let whole = Table::resume(&header, None, &entries);
    if verdict.is_ok() {
        assert!(whole.is_ok(), "a log is verified and does not open");
    }
    let Ok(table) = Table::resume_so_far(&header, &entries) else {
        assert!(whole.is_err(), "a log opens whole, but not as far as it goes");
        return;
    };
    let _ = (table.said(Viewer::Everything, 0), table.prompt(Viewer::Watcher), table.outcome());
    for seat in (0..table.seats()).map(|s| Seat(s as u8)) {
        let asked = table.to_act().has(seat);
        assert!(!asked || !table.choices(seat).is_empty(), "seat {seat} is asked and has no choice");
    }
    if let Ok(whole) = whole {
        assert_eq!(whole.state_json(), table.state_json(), "a log opens in two ways");
        let snapshot = whole.snapshot();
        let again = Table::resume(&header, Some(&snapshot), &entries);
        assert!(again.is_ok_and(|t| t.state_json() == whole.state_json()), "a snapshot is another position");
    }
}
