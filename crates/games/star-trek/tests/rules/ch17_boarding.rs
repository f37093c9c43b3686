//! ST-17: crew combat.

use crate::support::*;
use klaxon_core::Game;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// The last activation of the turn; with its end step 4 begins.
const END: &str = "phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 acted; acting 1";

fn end(disks: &str, dice: &str) -> Given<StarTrek> {
    at(&format!("{END}; {disks}")).dice(dice).play("p1: end")
}

/// So many hits of so many counters.
fn drop(hits: usize, of: usize) -> String {
    (0..of).map(|i| if i < hits { "hit " } else { "miss " }).collect()
}

#[test]
fn st_17_1_every_ship_then_every_terrain_disk() {
    // Heart of Glory: a fight on ship 2 (segments by p1 and p2), then one on the starbase.
    let game = at("scenario heart-of-glory; phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 acted; \
        disk 1 KLI-C14 on terrain:1 of p1 home 1; disk 2 FED-C15 on terrain:1 of p2; disk 3 KLI-C14 on ship:2 of p1 home 1; disk 4 FED-C15 on ship:2; acting 1")
        .dice(&format!("{}{}  {}{}", drop(3, 3), drop(0, 1), drop(2, 3), drop(0, 1)))
        .play("p1: end");
    let said: Vec<String> =
        game.told().iter().map(|t| <StarTrek as klaxon_core::Words>::line(&t.event).text).collect();
    let place = |words: &str| said.iter().position(|l| l.contains(words)).unwrap_or(usize::MAX);
    // The log calls places and teams by their names.
    let starbase = place("on Starbase 84");
    assert!(place("aboard Yamato") < starbase && starbase < usize::MAX, "{said:?}");
    assert!(place("Segment 1: Klingon drops 3 hits of 3") < usize::MAX, "{said:?}");
    game.then("disk 2 on out; disk 4 on out");
}

#[test]
fn st_17_2_with_revealed_enemies_they_must_fight() {
    end(
        "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C15 on ship:2",
        &format!("{}{}", drop(1, 3), drop(0, 1)),
    )
    .events_say("Crew fight aboard Yamato")
    .then("disk 2 on out");
    // Without revealed enemy crew there is no fight, and the boarders take control; concealed defenders survive.
    end("disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C04 on ship:2 concealed", "")
        .events_do_not_say("Crew fight")
        .then("ship 2 of p1; disk 2 concealed on ship:2");
}

#[test]
fn st_17_3_only_ready_crew_drop_and_team_mates_add_up() {
    // Veteran Warriors 5 ready, Klag 4 flipped: 5 counters. La Forge 1 ready, Hazard Team concealed: 1 counter.
    end(
        "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 KLI-C07 on ship:2 of p1 home 1 flipped; disk 3 FED-C04 on ship:2; disk 4 FED-C14 on ship:2 concealed",
        &format!("{}{}", drop(1, 5), drop(0, 1)),
    )
    .then("disk 3 on out; disk 4 concealed; disk 1 ready; disk 2 on ship:2");
}

#[test]
fn st_17_4_the_loser_removes_one_of_his_choice() {
    // A flipped crew may be chosen, a concealed one not.
    end(
        "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C04 on ship:2; disk 3 FED-C15 on ship:2 flipped; disk 4 FED-C14 on ship:2 concealed",
        &format!("{}{}", drop(2, 5), drop(1, 1)),
    )
    .asks("p2")
    .refuses("p2: lose 4", "ST-17.4")
    .refuses("p2: lose 1", "ST-17.9")
    .not_asked("p2: pass")
    .allows("p2: lose 2")
    .dice(&format!("{}{}", drop(2, 5), drop(1, 1)))
    .play("p2: lose 3")
    .then("disk 3 on out; disk 2 on out");
}

#[test]
fn st_17_5_a_tie_costs_both_sides_zero_to_zero_too() {
    let both = "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C15 on ship:2";
    end(both, &format!("{}{}", drop(1, 3), drop(1, 1)))
        .events_say("tie")
        .then("disk 1 on out; disk 2 on out; ship 2 of p2");
    end(both, &format!("{}{}", drop(0, 3), drop(0, 1))).then("disk 1 on out; disk 2 on out");
}

#[test]
fn st_17_6_up_to_three_segments() {
    // Three on each side; p2 loses one in each of three segments. Then control by Command, not a fourth segment.
    let game = end(
        "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C04 on ship:2; disk 3 FED-C06 on ship:2; disk 4 FED-C11 on ship:2; disk 5 FED-C14 on ship:2",
        &format!("{}{}", drop(5, 5), drop(0, 9)),
    )
    .dice(&format!("{}{}", drop(5, 5), drop(0, 5)))
    .play("p2: lose 5")
    .dice(&format!("{}{}", drop(5, 5), drop(0, 4)))
    .play("p2: lose 3")
    .play("p2: lose 2");
    game.then("turn 2; disk 4 ready on ship:2; ship 2 of p2");
}

#[test]
fn st_17_7_only_flipped_crew_drop_nothing_but_are_in_the_fight() {
    end("disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C04 on ship:2 flipped", &drop(1, 3))
        .then("disk 2 on out");
}

#[test]
fn st_17_8_the_sheets_example() {
    // Christian (p1, Combat 2) scores 2, Julie (p3, Combat 5) scores 1; Matt (p2, Combat 3) scores 2 and loses a crew.
    at("scenario border-incident players 4; seat 1 FED; seat 2 KLI; seat 3 CAR; seat 4 FER; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 KLI-S03 of p2 at 14000,12000 speed 1 acted; \
        ship 3 CAR-S01 of p3 at 30000,30000 speed 2 acted; ship 4 FER-S01 of p4 at 50000,30000 speed 3 acted; \
        disk 1 FED-C16 on ship:2 of p1 home 1; disk 2 CAR-C12 on ship:2 of p3 home 3; disk 3 KLI-C10 on ship:2; acting 1")
        .dice(&format!("{}{}{}", drop(2, 2), drop(2, 3), drop(1, 5)))
        .play("p1: end")
        .then("disk 3 on out; disk 1 ready; disk 2 ready");
}

#[test]
fn st_17_9_which_team_mate_chooses() {
    let team = |controller: &str| {
        format!(
            "scenario border-incident players 4; seat 1 FED; seat 2 KLI; seat 3 CAR; seat 4 FER; phase 3; ship 1 FED-S01 of p1 at 10000,12000; \
        ship 2 KLI-S03 of {controller} at 14000,12000 speed 1 acted; ship 3 CAR-S01 of p3 at 30000,30000 speed 2 acted; ship 4 FER-S01 of p4 at 50000,30000 speed 3 acted; \
        disk 1 FED-C16 on ship:2 of p1 home 1; disk 2 CAR-C12 on ship:2 of p3 home 3; disk 3 CAR-C14 on ship:2 of p3 home 3; disk 4 KLI-C12 on ship:2 of p2; acting 1"
        )
    };
    // On an enemy's ship the one with most crew there: p3.
    let dice = format!("{}{}{}", drop(0, 2), drop(5, 5), drop(0, 7));
    at(&team("p2")).dice(&dice).play("p1: end").asks("p3").allows("p3: lose 1").allows("p3: lose 2");
    // On a ship that one of them controls, he.
    at(&team("p1 owner p2 builder 2")).dice(&dice).play("p1: end").asks("p1").allows("p1: lose 3");
}

#[test]
fn st_17_10_three_sides() {
    let three = "scenario peak-performance; seat 1 FED; seat 2 KLI; seat 3 CAR; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 KLI-S03 of p2 at 14000,12000 speed 1 acted; \
        ship 3 CAR-S01 of p3 at 30000,40000 speed 2 acted; disk 1 FED-C16 on ship:2 of p1 home 1; disk 2 CAR-C14 on ship:2 of p3 home 3; disk 3 KLI-C14 on ship:2; acting 1";
    // The highest total wins, every other side loses one.
    at(three)
        .dice(&format!("{}{}{}", drop(1, 2), drop(2, 3), drop(0, 2)))
        .play("p1: end")
        .then("disk 1 on out; disk 2 on out; disk 3 ready");
    // If the highest is tied every side loses one.
    at(three)
        .dice(&format!("{}{}{}", drop(2, 2), drop(2, 3), drop(0, 2)))
        .play("p1: end")
        .then("disk 1 on out; disk 2 on out; disk 3 on out");
}

#[test]
fn st_17_11_security_fights_like_any_crew() {
    let game = end(
        "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C15 on ship:2",
        &format!("{}{}", drop(0, 3), drop(1, 1)),
    );
    game.then("disk 1 on out; disk 2 ready on ship:2");
    let stays = at(
        "ship 1 KLI-S03 of p1 at 10000,12000 shields 0; ship 2 FED-S01 of p2 at 13000,12000 shields 0; disk 1 KLI-C13 on ship:1; acting 1 owes AT",
    );
    assert!(stays.game().outcome().is_none());
    stays.refuses("p1: transport ship:2", "ST-11.1");
}

#[test]
fn st_17_4_a_doctor_saves_only_his_own_side() {
    let fight = |doctor: &str| {
        end(
            &format!("disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2; disk 3 {doctor}"),
            &format!("{}{}", drop(2, 5), drop(0, 3)),
        )
    };
    // Dr. Crusher stands by her own crew; the enemy's doctor is not asked to save them.
    fight("FED-C07 on ship:2").play("p2: lose 2").asks("p2").allows("p2: use 3");
    end(
        "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2; disk 3 FED-C07 on ship:2 of p1 home 1",
        &format!("{}{}", drop(3, 6), drop(0, 2)),
    )
    .then("disk 2 on out; disk 3 ready");
}

#[test]
fn st_17_1_a_contested_place_has_no_holder() {
    // One revealed crew alone holds the derelict; with a survivor of each side nobody does.
    let wreck = "scenario the-pegasus; phase 3; ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 40000,12000 speed 1 acted; acting 1";
    at(&format!("{wreck}; disk 1 FED-C16 on terrain:1 of p1 home 1")).play("p1: end").then("holder 1 1");
    let four = "disk 1 FED-C16 on terrain:1 of p1 home 1 flipped; disk 2 FED-C16 on terrain:1 of p1 home 1 flipped; disk 3 FED-C16 on terrain:1 of p1 home 1 flipped; \
        disk 4 FED-C16 on terrain:1 of p1 home 1 flipped; disk 5 ROM-C14 on terrain:1 of p2 home 2 flipped; disk 6 ROM-C14 on terrain:1 of p2 home 2 flipped; \
        disk 7 ROM-C14 on terrain:1 of p2 home 2 flipped; disk 8 ROM-C14 on terrain:1 of p2 home 2 flipped";
    at(&format!("{wreck}; {four}"))
        .plays("p1: end; p1: lose 1; p2: lose 5; p1: lose 2; p2: lose 6; p1: lose 3; p2: lose 7")
        .then("disk 4 on terrain:1; disk 8 on terrain:1; turn 2")
        .then_not("holder 1 1")
        .then_not("holder 1 2");
}
