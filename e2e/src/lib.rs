//! Browser flows. Everything is in `tests/`: a served Klaxon on a free port with a store of its own, Chromium through
//! its driver, and the flows that only a browser can break.
