//! File handles: every open line takes one, and systems give a program few of them until it asks for more.

/// Handles for the store, logs and what else the program has open beside lines.
const OUR_OWN: u64 = 128;

/// Raises the limit as far as the system allows, and returns it.
pub fn raise() -> u64 {
    rlimit::increase_nofile_limit(u64::MAX).unwrap_or_else(|error| {
        tracing::warn!(%error, "the limit of file handles cannot be raised");
        1024
    })
}

/// The lines that so many handles are enough for.
pub fn lines(handles: u64) -> usize {
    usize::try_from(handles.saturating_sub(OUR_OWN)).unwrap_or(usize::MAX).max(16)
}
