//! Whole games that a player could read: a victory and the three ways to lose.
//! `UPDATE_GOLDEN=1 cargo test -p klaxon-federation --test playthroughs` writes them anew.

use klaxon_federation::Federation;
use klaxon_testkit::playthrough;

/// A game that ends as its name says, whatever else is written anew.
fn whole(difficulty: &str, seed: u64, end: &str, golden: &str) {
    let text = playthrough::<Federation>(difficulty).seed(seed).leaning().matches(golden);
    let last = text.lines().find(|l| l.starts_with("end")).unwrap_or_default();
    assert!(last.contains(end), "{golden} has another end: {last}");
}

#[test]
fn six_worlds_are_settled() {
    whole("easy", 301, "the Federation has won", "tests/playthroughs/won.play");
}

#[test]
fn sol_falls() {
    whole("easy", 1424, "Alien fleets hold Sol", "tests/playthroughs/sol-fell.play");
}

#[test]
fn the_federation_breaks_apart() {
    whole("medium", 328, "the Federation has broken apart", "tests/playthroughs/unstable.play");
}

#[test]
fn the_federation_is_outclassed() {
    whole("hard", 194, "technolog", "tests/playthroughs/outclassed.play");
}
