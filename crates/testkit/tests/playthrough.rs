//! Golden games.

use klaxon_testkit::{parley::Parley, playthrough};
use std::panic::catch_unwind;

#[test]
fn a_whole_game_at_random() {
    playthrough::<Parley>("long")
        .seats(3)
        .option("clock", "on")
        .seed(7)
        .matches("tests/playthroughs/random.play");
}

#[test]
fn a_whole_game_by_leaning() {
    playthrough::<Parley>("").seed(3).leaning().matches("tests/playthroughs/leaning.play");
}

#[test]
fn a_game_by_script() {
    let script = "ada: peek\n# a comment\nclock\n";
    let game = playthrough::<Parley>("brief").option("clock", "on").seed(2).script(script);
    game.matches("tests/playthroughs/script.play");
    assert!(game.text().contains("\nnot ended\n"));
    assert_eq!(playthrough::<Parley>("brief").limit(2).text().matches("\nstep ").count(), 2);
}

#[test]
fn a_game_that_goes_another_way_says_where() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return;
    }
    let panic = catch_unwind(|| playthrough::<Parley>("").seed(4).matches("tests/playthroughs/leaning.play"));
    let said = panic.expect_err("another seed").downcast_ref::<String>().expect("words").clone();
    assert!(said.contains("leaning.play:1: the game went another way"), "{said}");
    assert!(said.contains("was game parley   scenario brief   seed 3"), "{said}");
    let panic = catch_unwind(|| playthrough::<Parley>("").matches("tests/playthroughs/none.play"));
    let said = panic.expect_err("no file").downcast_ref::<String>().expect("words").clone();
    assert!(said.contains("UPDATE_GOLDEN=1"), "{said}");
}

/// The decisions stand in the text: another way of choosing, a bot that has learned, rewrites none of it.
#[test]
fn a_written_game_is_played_as_it_is_written() {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        return;
    }
    let made_up = playthrough::<Parley>("").seed(3);
    let leaning = playthrough::<Parley>("").seed(3).leaning().matches("tests/playthroughs/leaning.play");
    assert_eq!(made_up.matches("tests/playthroughs/leaning.play"), leaning);
    assert_ne!(made_up.text(), leaning);
    assert_eq!(leaning.matches("hash ").count(), 1, "only the end has a hash");
}
