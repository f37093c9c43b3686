//! Whole games as golden text; refresh with `UPDATE_GOLDEN=1 cargo test`, then read the difference.

use klaxon_starcraft::StarCraft;
use klaxon_testkit::playthrough;

#[test]
fn a_quick_duel() {
    playthrough::<StarCraft>("quick")
        .seats(2)
        .seed(5)
        .leaning()
        .matches(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/quick-duel.play"));
}

#[test]
fn the_opening_of_a_built_galaxy() {
    playthrough::<StarCraft>("galaxy")
        .seats(3)
        .seed(2)
        .option("factions", "draft")
        .leaning()
        .limit(120)
        .matches(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/built-galaxy.play"));
}

/// Galactic Conquest knows no points: the players can only fight. Event cards are chosen by both at once.
#[test]
fn a_war_of_two() {
    playthrough::<StarCraft>("quick")
        .seats(2)
        .seed(3)
        .option("factions", "mengsk-overmind")
        .option("variant", "conquest")
        .option("limit", "6")
        .option("events", "at-once")
        .leaning()
        .matches(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/war-of-two.play"));
}
