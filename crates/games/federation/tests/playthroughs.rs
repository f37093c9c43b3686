//! Whole games that a player could read: a victory and the three ways to lose.
//! `UPDATE_GOLDEN=1 cargo test -p klaxon-federation --test playthroughs` writes them anew.

use klaxon_federation::Federation;
use klaxon_testkit::playthrough;

#[test]
fn six_worlds_are_settled() {
    playthrough::<Federation>("easy").seed(1203).leaning().matches("tests/playthroughs/won.play");
}

#[test]
fn sol_falls() {
    playthrough::<Federation>("easy").seed(1424).leaning().matches("tests/playthroughs/sol-fell.play");
}

#[test]
fn the_federation_breaks_apart() {
    playthrough::<Federation>("medium").seed(2978).leaning().matches("tests/playthroughs/unstable.play");
}

#[test]
fn the_federation_is_outclassed() {
    playthrough::<Federation>("hard").seed(6).leaning().matches("tests/playthroughs/outclassed.play");
}
