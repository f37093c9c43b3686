//! Chapter 20: scenario objectives.

use super::common::{Case, battle, combat, eve, given, movement};
use klaxon_red_alert::data;

const PLANET: &str =
    "E6 E7 F5 F6 F7 G6 G7 planet; objectives cw planet-control; objectives cf planet-control";

#[test]
fn ra_20_1_a_unit_on_a_planet_places_a_marker() {
    eve(&format!("{PLANET}; cw E6 SC; cw G7 SD; cw H7 SC"))
        .play("cf: two-stars")
        .then("points cw 2; markers cw E6 1; markers cw G7 1");
    // Without the objective it does not.
    eve("E6 planet; cw E6 SC").play("cf: two-stars").then("points cw 0");
}

#[test]
fn ra_20_2_one_point_each_of_its_turns() {
    eve(&format!("{PLANET}; cw E6 SC; hand cf CM-05"))
        .play("cf: two-stars")
        .then("points cw 1; markers cw E6 1")
        .plays("cw: play CM-05; cw: done-ordering; cw: two-stars; cf: play CM-05; cf: two-stars")
        .then("points cw 2; markers cw E6 2");
}

#[test]
fn ra_20_3_markers_stay() {
    // The unit leaves.
    movement(&format!("{PLANET}; markers cw E6 2; cw E6 SC ordered"))
        .play("cw: move E6 D6")
        .then("points cw 2; markers cw E6 2");
    // It dies, and an enemy takes the hex.
    battle(&format!("{PLANET}; markers cw E6 2; cw E6 SC x1; cf D6 SD ordered; stars cf 2; phase combat cf"))
        .dice("triangle circle")
        .play("cf: attack D6 E6")
        .play("cf: pursue")
        .then("cf E6 SD; points cw 2; markers cw E6 2");
}

#[test]
fn ra_20_4_contested_by_an_enemy_on_an_adjacent_planet_hex() {
    eve(&format!("{PLANET}; cw E6 SC; cf F6 SC")).play("cf: two-stars").then("points cw 0");
    // On the group but not adjacent, or adjacent but off the planet: it scores.
    eve(&format!("{PLANET}; cw E6 SC; cf G7 SC")).play("cf: two-stars").then("points cw 1");
    eve(&format!("{PLANET}; cw E6 SC; cf D6 SC; cf D5 SC; cf E5 SC"))
        .play("cf: two-stars")
        .then("points cw 1");
}

#[test]
fn ra_20_5_marked_and_cloaked_units() {
    eve(&format!("{PLANET}; cw E6 SC alert")).play("cf: two-stars").then("points cw 0");
    eve(&format!("{PLANET}; cw E6 SC cloaked")).play("cf: two-stars").then("points cw 0");
    eve(&format!("{PLANET}; cw E6 SC; cf F6 SC alert")).play("cf: two-stars").then("points cw 0");
    eve(&format!("{PLANET}; cw E6 SC; cf F6 SC cloaked")).play("cf: two-stars").then("points cw 1");
}

#[test]
fn ra_20_6_markers_on_the_map_count_for_victory() {
    let case = eve(&format!("{PLANET}; cw E6 SC; markers cw G6 3; taken cw SC; points cw 12"))
        .play("cf: two-stars")
        .then("winner cw; points cw 13; markers cw G6 3; taken cw SC");
    assert_eq!(case.game().open().planet_points(klaxon_red_alert::Side::Cw), 4);
}

/// The eve of a Commonwealth turn with points for clear sectors and these Confederation units.
fn clearing(cf: &str) -> Case {
    given(&format!("objectives cw clear-sector; cw K6 SC; {cf}; hand cw CM-05; phase end-choice cf"))
        .play("cf: two-stars")
}

#[test]
fn ra_20_7_a_point_for_each_clear_sector() {
    clearing("cf C2 SC").then("points cw 2; sectors cw W0 C1 E1");
    clearing("cf C2 SC; cf C6 SC").then("points cw 1; sectors cw W0 C0 E1");
    clearing("cf C2 SC; cf C6 SC; cf C11 SC").then("points cw 0");
    given("cw K6 SC; cf C2 SC; hand cw CM-05; phase end-choice cf").play("cf: two-stars").then("points cw 0"); // no objective
}

#[test]
fn ra_20_8_again_every_turn() {
    clearing("cf C2 SC; cf C6 SC; hand cf CM-15; sectors cw E2").then("points cw 3").plays("cw: play CM-05; cw: done-ordering; cw: two-stars; cf: play CM-15; cf: done-ordering; cf: two-stars").then("points cw 4; sectors cw W0 C0 E4");
}

#[test]
fn ra_20_9_the_dotted_line_counts_as_centre() {
    clearing("cf D4 SC").then("points cw 2; sectors cw W1 C0 E1");
    clearing("cf D9 SC").then("points cw 2; sectors cw W1 C0 E1");
}

#[test]
fn ra_20_10_cloaked_enemies_count_as_present() {
    clearing("cf C2 SC; cf C6 SC cloaked; stars cf 1").then("points cw 1; sectors cw W0 C0 E1");
}

#[test]
fn ra_20_11_a_unit_that_breaks_through_scores_its_points() {
    for (code, points) in
        [("FL", 8), ("HB", 7), ("SB", 6), ("HC", 4), ("SC", 3), ("HD", 4), ("SD", 3), ("HF", 2), ("SF", 1)]
    {
        movement(&format!("cw A6 {code} x1 ordered; objectives cw breakthrough"))
            .play("cw: exit A6")
            .then(&format!("points cw {points}; exited cw {code}; empty A6"));
    }
    battle("cf K6 SC ordered; objectives cf breakthrough; phase movement cf")
        .play("cf: exit K6")
        .then("points cf 3; exited cf SC");
}

#[test]
fn ra_20_12_ordered_and_from_the_enemy_baseline() {
    let exit = "objectives cw breakthrough";
    movement(&format!("cw A6 SC; cw A8 SC ordered; {exit}"))
        .refuses("cw: exit A6", "RA-8.2")
        .allows("cw: exit A8");
    movement(&format!("cw B6 SC ordered; {exit}")).refuses("cw: exit B6", "RA-20.12");
    // It must begin its turn there: a unit that has moved onto the row does not go on.
    movement(&format!("cw C6 SF ordered; cw K6 SC ordered; {exit}"))
        .play("cw: move C6 A6")
        .refuses("cw: exit A6", "RA-9.2");
}

#[test]
fn ra_20_13_neither_cloaked_nor_marked() {
    let exit = "cw K6 SC ordered; objectives cw breakthrough";
    movement(&format!("cw A6 SC ordered cloaked; {exit}"))
        .refuses("cw: exit A6", "RA-20.13")
        .choices_exclude("cw: exit A6");
    movement(&format!("cw A6 SC ordered alert; {exit}"))
        .refuses("cw: exit A6", "RA-9.10")
        .choices_exclude("cw: exit A6");
}

#[test]
fn ra_20_14_an_exit_is_no_elimination() {
    let case = movement(
        "cw A6 FL ordered; objectives cw breakthrough; hand cw CM-05 CM-08; taken cf SC SC SC SC SC SC SC; points cf 21; target 40; eliminations 8",
    );
    case.play("cw: exit A6")
        .then("points cw 8 cf 21; hand-size cw 3; taken cw; taken cf SC SC SC SC SC SC SC")
        .then_not("A6 debris");
}

#[test]
fn ra_20_15_the_defender_under_time_pressure_may_take_a_point() {
    let scout = |card: &str| {
        battle(&format!(
            "time-pressure cw; hand cw {card}; last cf CM-03; deck CM-08 CM-09; cw I2 SC; phase command cw"
        ))
        .plays(&format!("cw: play {card}; cw: done-ordering"))
    };
    // He decides before he sees a card.
    scout("CM-01")
        .then("question time-pressure; asked cw; deck CM-08 CM-09")
        .play("cw: take-point")
        .then("points cw 1; time cw 1; hand cw CM-08; deck CM-09; question end-choice");
    scout("CM-01").play("cw: draw-two").then("question keep; points cw 0");
    // A Scout copied by Counter Attack counts. His right is the west.
    scout("CM-27").then("question time-pressure");
    // Any other card gives no such choice, nor does the attacker have it.
    battle("time-pressure cw; hand cw CM-04; cw I2 SC; phase command cw")
        .plays("cw: play CM-04; cw: done-ordering")
        .then("question end-choice");
    battle("time-pressure cf; hand cw CM-01; cw I2 SC; phase command cw")
        .plays("cw: play CM-01; cw: done-ordering")
        .then("question keep");
}

#[test]
fn ra_20_16_not_for_the_point_that_wins() {
    let at = |points: u8| {
        battle(&format!("time-pressure cw; points cw {points}; hand cw CM-01; cw I2 SC; phase command cw"))
            .plays("cw: play CM-01; cw: done-ordering")
    };
    at(12).then("question keep"); // 13 would win
    at(11).then("question time-pressure");
}

#[test]
fn ra_20_17_no_scenario_of_the_box_uses_time_pressure() {
    assert!(data::get().scenarios.iter().all(|s| s.time_pressure.is_none()));
    // A scenario of a pack can.
    let text = r#"
[[scenario]]
id = "siege"
name = "Siege"
blurb = "The Confederation holds out."
source = "designed"
victory-points = 13
first = "cw"
time-pressure-defender = "cf"
task-forces = "none"
cw = { command = 5, combat = 2, stars = 4 }
cf = { command = 5, combat = 2, stars = 4 }
map = """
    1   2   3   4   5   6   7   8   9   10  11  12  13
A   .   .   .   .   .   .   .   .   .   .   .   .   .
B     .   SF  .   .   .   .   FL  .   .   .   SF  .
C   .   .   .   .   .   .   .   .   .   .   .   .   .
D     .   .   .   .   .   .   .   .   .   .   .   .
E   .   .   .   .   .   .   .   .   .   .   .   .   .
F     .   .   .   .   .   .   .   .   .   .   .   .
G   .   .   .   .   .   .   .   .   .   .   .   .   .
H     .   .   .   .   .   .   .   .   .   .   .   .
I   .   .   .   .   .   .   .   .   .   .   .   .   .
J     .   SF  .   .   .   FL  .   .   .   .   SF  .
K   .   .   .   .   .   .   .   .   .   .   .   .   .
"""
"#;
    let packs = [("siege.toml".to_string(), text.to_string())];
    let data = data::Data::with_packs(&packs).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(data.scenario("siege").unwrap().1.time_pressure, Some(klaxon_red_alert::Side::Cf));
}

#[test]
fn ra_20_18_an_exit_is_the_whole_move() {
    // Sliding along the baseline first is a move; then there is no exit.
    movement("cw A6 SC ordered; cw K6 SC ordered; objectives cw breakthrough")
        .play("cw: move A6 A7")
        .refuses("cw: exit A7", "RA-9.2");
    // It is never a pursuit or a second move.
    battle("cw A2 SF ordered bonus; card cw CM-17; objectives cw breakthrough; phase combat cw")
        .play("cw: decline A2")
        .not_asked("cw: exit A2");
    combat("cw A3 SD ordered; cf A2 SC x1; objectives cw breakthrough; stars cw 2")
        .dice("triangle circle circle")
        .play("cw: attack A3 A2")
        .play("cw: pursue")
        .not_asked("cw: exit A2");
}
