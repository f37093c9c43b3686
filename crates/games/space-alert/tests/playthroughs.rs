//! Whole games as golden text that a player could read, played by the decisions written there. `UPDATE_GOLDEN=1` writes anew what
//! comes of them.

use klaxon_space_alert::SpaceAlert;
use klaxon_testkit::playthrough;

#[test]
fn a_test_run() {
    playthrough::<SpaceAlert>("S1-1").seats(2).seed(3).matches("tests/playthroughs/test-run.play");
}

#[test]
fn a_mission_with_a_pause() {
    let game = playthrough::<SpaceAlert>("S2-3").seats(3).seed(5).option("pause", "on");
    game.matches("tests/playthroughs/mission.play");
}

#[test]
fn the_beginning_of_a_campaign() {
    playthrough::<SpaceAlert>("campaign")
        .seats(2)
        .seed(2)
        .option("clock", "off")
        .option("trips", "off")
        .limit(900)
        .matches("tests/playthroughs/campaign.play");
}
