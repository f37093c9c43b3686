//! A served Klaxon and browsers around it, for the flows in `tests/`.
//!
//! Nothing here knows a game: it starts the real program on a free port with a store of its own, starts Chromium
//! through its driver, and takes both down again.
