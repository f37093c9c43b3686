//! Whole games as golden text that a player could read. `UPDATE_GOLDEN=1` writes them anew.

use klaxon_star_trek::StarTrek;
use klaxon_testkit::playthrough;

/// The rule sheet's worked game (ST-24), with a seed that drops as the sheet does.
#[test]
fn st_24_the_worked_game() {
    let game = playthrough::<StarTrek>("balance-of-terror")
        .option("fleets", "rulebook")
        .seed(6203)
        .script(include_str!("playthroughs/worked-game.script"));
    let text = game.text();
    for sentence in [
        "2 hits of 4.",
        "bridge shows",
        "5 hits of 6.",
        "engineering shows",
        "Mark III Torpedoes is destroyed.",
    ] {
        assert!(text.contains(sentence), "{sentence}");
    }
    game.matches("tests/playthroughs/worked-game.play");
}

/// A whole game by leanings, from the first decision to the last.
#[test]
fn a_duel_to_the_end() {
    playthrough::<StarTrek>("balance-of-terror").seed(3).leaning().matches("tests/playthroughs/duel.play");
}

/// Three teams, planets to hold and boarding.
#[test]
fn a_race_for_three_worlds() {
    playthrough::<StarTrek>("the-chase")
        .seats(3)
        .seed(5)
        .leaning()
        .limit(400)
        .matches("tests/playthroughs/chase.play");
}

/// Fleets built by hand.
#[test]
fn building_fleets() {
    playthrough::<StarTrek>("last-ship-standing")
        .option("fleets", "build")
        .seed(2)
        .leaning()
        .limit(40)
        .matches("tests/playthroughs/building.play");
}
