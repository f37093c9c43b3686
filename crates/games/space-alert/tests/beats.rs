//! What is seen of a step of the Resolution Round, and the line it ends in.

use klaxon_space_alert::SpaceAlert;
use klaxon_testkit::given;

#[test]
fn shots_of_a_step_are_a_chapter() {
    let target = "turn 2 damage; tracks T3 T3 T3 T3; threat SE1-02 T+1 red on-track square 5 shield 0";
    given::<SpaceAlert>(&format!("{target}; fired UR LR"))
        .play("1: advance")
        .shows("shot shot hit")
        .comes_to("Turn 2: Man-of-War takes 6.");
}

#[test]
fn a_threat_that_attacks_says_what_the_shield_took() {
    given::<SpaceAlert>("turn 5 threats; tracks T3 T3 T3 T3; threat E1-07 T+1 red on-track square 2")
        .play("1: advance")
        .shows("move shot hit hit hit flip")
        .comes_to("Turn 5: Fighter reaches Z, attack 3 on red (shield takes 1). Fighter survived, red zone 2 damage.");
}
