//! The targets under libFuzzer. `KLAXON_FUZZ` names the one that runs, so that one program serves them all;
//! `cargo xtask fuzz` builds and runs it.

#![no_main]

use klaxon_fuzz::{Target, Vocabulary};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::sync::LazyLock;

static TARGET: LazyLock<&'static Target> = LazyLock::new(|| {
    let name = std::env::var("KLAXON_FUZZ").unwrap_or_default();
    klaxon_fuzz::target(&name).unwrap_or_else(|| {
        eprintln!("KLAXON_FUZZ names no target: {name:?}; one of {}", klaxon_fuzz::names().join(" "));
        std::process::exit(2)
    })
});

static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of(&TARGET.corpus()));

fuzz_target!(|data: &[u8]| (TARGET.run)(data));

// Bytes changed at random rarely make a new sentence; words do.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    if seed % 4 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let changed = WORDS.change(&data[..size], seed);
    let size = changed.len().min(max_size);
    data[..size].copy_from_slice(&changed[..size]);
    size
});
