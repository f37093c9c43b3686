//! ST-5 to ST-8, moment by moment: what is offered exactly, what a new phase or turn forgets, who may turn which disk.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// The choices of a seat that begin with a word.
fn offered(game: &Given<StarTrek>, seat: &str, word: &str) -> Vec<String> {
    let own = game.choices_of(seat);
    own.into_iter().filter(|w| w.split(' ').next() == Some(word)).collect()
}

#[test]
fn st_8_7_every_speed_within_two_and_none_above_the_maximum() {
    for (ship, more, step) in [
        ("ROM-S02", "", 2),
        ("ROM-S01", "", 2),
        ("FED-S06", "", 2),
        ("FER-S03", "", 3),
        ("ROM-S02", "crit helm", 2),
        ("SCN-S01", "", 2),
    ] {
        for speed in 0..=6u8 {
            let game = at(&format!(
                "phase 1; ship 1 {ship} of p1 at 9000,12000 speed {speed} {more}; ship 2 FED-S01 of p2 at 32000,4000; acting 1 owes CS"
            ));
            let most = seen(game.game(), 0).ships[0].max_speed;
            if speed > most {
                continue;
            }
            let wanted: Vec<String> = (0..=most)
                .filter(|s| *s != speed && s.abs_diff(speed) <= step)
                .map(|s| format!("speed {s}"))
                .collect();
            assert_eq!(offered(&game, "p1", "speed"), wanted, "{ship} {more} at {speed}");
            for s in 0..=12u8 {
                let word = format!("p1: speed {s}");
                let trial = at(&format!(
                    "phase 1; ship 1 {ship} of p1 at 9000,12000 speed {speed} {more}; ship 2 FED-S01 of p2 at 32000,4000; acting 1 owes CS"
                ));
                if wanted.contains(&format!("speed {s}")) {
                    trial.allows(&word).done()
                } else {
                    trial.refuses(&word, "ST-8.7").done()
                }
            }
        }
    }
}

#[test]
fn st_8_10_every_value_of_the_shields_once() {
    // A shields critical takes 2 off the 6 of the Haakona and the 3 of the small ones.
    for (ship, crit, most) in [
        ("ROM-S02", "", 6),
        ("ROM-S01", "", 7),
        ("SCN-S01", "", 2),
        ("ROM-S02", " crit shields", 4),
        ("ROM-S06", " crit shields", 1),
        ("CAR-S06", " crit shields", 1),
    ] {
        let game = at(&format!(
            "phase 1; ship 1 {ship} of p1 at 9000,12000 shields 1{crit}; ship 2 FED-S01 of p2 at 32000,4000; acting 1 owes RS"
        ));
        let mut values = offered(&game, "p1", "shields");
        values.sort();
        assert_eq!(values, (0..=most).map(|n| format!("shields {n}")).collect::<Vec<_>>(), "{ship}");
        game.refuses(&format!("p1: shields {}", most + 1), "ST-8.10")
            .play(&format!("p1: shields {most}"))
            .then(&format!("ship 1 shields {most}"))
            .refuses("p1: shields 0", "ST-8.1");
    }
    // With a maximum of 0 there is one value, offered once.
    let none = at(
        "phase 1; ship 1 SCN-S01 of p1 at 9000,12000 crit shields shields 0; ship 2 FED-S01 of p2 at 32000,4000; acting 1 owes RS",
    );
    assert_eq!(offered(&none, "p1", "shields"), ["shields 0"]);
}

#[test]
fn st_15_10_jasad_turns_after_any_hop_of_the_movement() {
    let jasad = |face: &str, owes: &str| {
        at(&format!(
            "phase 1; ship 1 CAR-S01 of p1 at 10000,12000 heading 0 speed 2; ship 2 FED-S01 of p2 at 30000,4000 speed 1; disk 1 CAR-C06 on ship:1 {face}; acting 1{owes}"
        ))
    };
    for (after, end) in [(0, "10000,17000"), (1, "12500,14500"), (2, "15000,12000")] {
        jasad("ready", " owes CH")
            .choices_include(&format!("p1: curve {after} 900"))
            .play(&format!("p1: curve {after} 900"))
            .then(&format!("ship 1 at {end} heading 900; acting 1 moved"))
            .refuses("p1: heading 0", "ST-8.1");
    }
    jasad("ready", " owes CH").refuses("p1: curve 3 900", "ST-15.10");
    jasad("ready", "").refuses("p1: curve 1 900", "ST-8.1").choices_exclude("p1: curve 1 900");
    jasad("flipped", " owes CH").refuses("p1: curve 1 900", "ST-8.3").choices_exclude("p1: curve 1 900");
    // Another player's Jasad does nothing for the ship; two orders leave one.
    at("phase 1; ship 1 CAR-S01 of p1 at 10000,12000 speed 2; ship 2 FED-S01 of p2 at 30000,4000 speed 1; disk 1 CAR-C06 on ship:1 of p2 home 2; acting 1 owes CH").refuses("p1: curve 1 900", "ST-8.3");
    jasad("ready", " owes CH,CH")
        .play("p1: curve 1 900")
        .then("acting 1 moved owes CH")
        .play("p1: heading 0")
        .then("ship 1 heading 0");
}

#[test]
fn st_5_1_who_may_turn_which_disk() {
    // p1's ship 1, p2's ship 2, p1's captured ship 3 that p2 began with.
    let step = |disk: &str| {
        at(&format!(
            "stage reveal; turn 3; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000; ship 3 FED-S03 of p1 owner p2 builder 2 at 12000,4000; \
             ship 4 FED-S05 of p2 at 20000,20000 destroyed; disk 1 {disk}; disk 2 KLI-C14 on ship:1; disk 3 FED-C16 on ship:2"
        ))
    };
    for (disk, p1, p2) in [
        ("KLI-C10 on ship:1", "", "ST-5.1"),
        ("KLI-C10 on ship:1 concealed", "", "ST-5.1"),
        ("KLI-T03 on ship:1 concealed", "", "ST-5.1"),
        ("KLI-C10 on ship:2 of p1 home 1", "ST-5.7", "ST-5.1"),
        ("KLI-C10 on ship:2 of p1 home 1 flipped", "ST-5.7", "ST-5.1"),
        ("KLI-C10 on ship:2 of p1 home 1 concealed", "", "ST-5.1"),
        ("FED-T01 on ship:3 of p2", "", "ST-5.1"),
        ("FED-T01 on ship:3 of p2 concealed", "", "ST-5.1"),
        ("FED-C04 on ship:3 of p2 concealed", "ST-5.1", ""),
        ("FED-C04 on ship:3 of p2", "ST-5.1", "ST-5.7"),
        ("KLI-C10 on ship:3 of p1 home 1", "", "ST-5.1"),
        ("KLI-C10 on out of p1 home 1", "ST-5.1", "ST-5.1"),
    ] {
        println!("{disk}");
        for (seat, rule) in [("p1", p1), ("p2", p2)] {
            let word = format!("{seat}: flip 1");
            if rule.is_empty() {
                step(disk).choices_include(&word).done()
            } else {
                step(disk).choices_exclude(&word).refuses(&word, rule).done()
            }
        }
        step(disk).makes_no_sense("p1: flip 4");
    }
    // Neither a prisoner nor a VIP is turned by anybody.
    at("scenario menage-a-troi; stage reveal; turn 2; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 30000,30000; disk 1 SCN-C02 on ship:2; disk 2 FED-C16 on ship:2").choices_exclude("p2: flip 1").allows("p2: flip 2");
}

#[test]
fn st_5_1_reveal_all_turns_up_what_may_be_turned_up() {
    let all = "stage reveal; turn 3; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000; ship 3 KLI-S03 of p1 at 9000,4000; disk 1 KLI-C10 on ship:1 concealed; disk 2 KLI-C07 on ship:1; \
        disk 3 KLI-T03 on ship:3 concealed; disk 4 KLI-C14 on ship:2 of p1 home 1 concealed; disk 5 FED-C04 on ship:2 concealed; disk 6 KLI-C01 on ship:3 concealed; disk 7 KLI-C03 on ship:3 concealed; disk 8 KLI-C02 on ship:1 flipped";
    // Of two commanders the first, and what lies open stays so; what was to be concealed is not.
    at(all)
        .plays("p1: flip 2; p1: reveal-all")
        .choices_exclude("p1: reveal-all")
        .plays("p1: done; p2: done")
        .then("disk 1 ready; disk 2 ready; disk 3 ready; disk 4 ready; disk 5 concealed; disk 6 ready; disk 7 concealed; disk 8 flipped");
    // A commander who is to go down makes room for the other; turned back he does not.
    at(all)
        .play("p1: flip 7")
        .refuses("p1: flip 6", "ST-1.15")
        .plays("p1: flip 7; p1: flip 6")
        .refuses("p1: flip 7", "ST-1.15")
        .plays("p1: done; p2: done")
        .then("disk 6 ready; disk 7 concealed");
    let open = "stage reveal; turn 3; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S01 of p2 at 30000,12000; disk 1 KLI-C01 on ship:1; disk 2 KLI-C03 on ship:1 concealed; disk 3 FED-C16 on ship:2";
    at(open)
        .choices_exclude("p1: reveal-all")
        .refuses("p1: flip 2", "ST-1.15")
        .plays("p1: flip 1; p1: flip 2")
        .refuses("p1: flip 1", "ST-1.15")
        .plays("p1: flip 2; p1: flip 1; p1: flip 1; p1: flip 2; p1: done; p2: done")
        .then("disk 1 concealed; disk 2 ready");
}

#[test]
fn st_4_3_what_a_new_phase_and_a_new_turn_forget() {
    // Acted, dropped cloak, fired and hits that go past shields are of the phase; an ability used is of the turn.
    let end = |phase: u8| {
        at(&format!("phase {phase}; ship 1 KLI-S04 of p1 at 9000,12000 used fired dropped-cloak ignores 2 orders AT^,AT,AT; ship 2 FED-S01 of p2 at 30000,12000 speed 1 acted fired; disk 1 KLI-C10 on ship:1; acting 1")).play("p1: end")
    };
    end(1)
        .then("phase 2; ship 1 used ignores 0")
        .then_not("ship 1 fired; ship 1 dropped-cloak; ship 1 acted; ship 2 acted; ship 2 fired");
    end(3)
        .then("turn 2; phase 0; stage reveal")
        .then_not("ship 1 used; ship 1 fired; ship 1 dropped-cloak; ship 1 acted; ship 2 acted");
    // Orders lie until the next are placed.
    end(2).then("phase 3; ship 1 orders AT^,AT^,AT");
    end(3)
        .play("p1: done")
        .then("stage assign")
        .then_not("ship 1 orders AT^,AT,AT^; ship 1 orders AT^,AT,AT")
        .refuses("p1: done", "ST-6.1");
}

#[test]
fn st_6_1_orders_are_asked_of_who_controls_a_ship_in_play() {
    let step = at(
        "stage assign; turn 2; ship 1 KLI-S01 of p1 at 9000,12000; ship 2 FED-S01 of p1 owner p2 builder 2 at 30000,12000; ship 3 FED-S03 of p2 at 12000,4000 destroyed; disk 1 FED-C16 on ship:2 of p2",
    );
    step.asks("p1")
        .refuses("p1: assign 3 1 AT", "ST-6.1")
        .refuses("p1: assign 1 0 AT", "ST-6.1")
        .refuses("p1: assign 1 4 AT", "ST-6.1")
        .plays(
            "p1: assign 1 1 AT; p1: assign 1 2 CH; p1: assign 1 3 RS; p1: assign 2 1 AC; p1: assign 2 2 CS",
        )
        .choices_exclude("p1: done")
        .play("p1: assign 2 3 AT")
        .choices_include("p1: clear 1")
        .choices_include("p1: done")
        .play("p1: clear 1")
        .then("ship 2 orders AC,CS,AT")
        .then_not("ship 1 orders AT,CH,RS")
        .refuses("p1: done", "ST-6.1");
}

#[test]
fn st_7_5_whose_option_it_is() {
    let five = "phase 1; ship 1 FED-S01 of p2 at 30000,4000 orders AT,AT,AT; ship 2 ROM-S02 of p1 at 9000,4000 orders AT,AT,AT; ship 3 ROM-S05 of p1 at 9000,20000 acted; ship 4 FED-S03 of p2 at 30000,20000 destroyed; ship 5 ROM-S03 of p1 at 20000,20000 orders AT,AT,AT; initiative 4 3 1 2 5";
    at(five)
        .then("option-of 1")
        .asks("p2")
        .not_asked("p1: act")
        .play("p2: defer")
        .then("option-of 2")
        .asks("p1")
        .play("p1: act")
        .then("acting 2")
        .not_asked("p1: defer")
        .not_asked("p1: act")
        .play("p1: end")
        // The last of the pass must act; then a new pass with the first.
        .then("acting 5")
        .play("p1: end")
        .then("acting 1");
    // Each reveals one order of the phase, at the latest at its end.
    at(five).plays("p2: act; p2: end").then("ship 1 orders AT^,AT,AT acted; ship 2 orders AT,AT,AT");
    at(five)
        .plays("p2: act; p2: reveal")
        .then("acting 1 revealed owes AT")
        .refuses("p2: reveal", "ST-8.17")
        .play("p2: end")
        .then("ship 1 orders AT^,AT,AT")
        .then_not("acting 1");
}

#[test]
fn st_12_6_which_torpedoes_are_steered_when() {
    let two = "stage steer; phase 1; ship 1 ROM-S02 of p1 at 3000,4000 speed 1; ship 2 FED-S01 of p2 at 33000,20000; torpedo 1 of p1 from 1 at 5000,12000; torpedo 2 of p1 from 1 at 5000,15000 movement 2; torpedo 3 of p2 from 2 at 30000,12000 movement 5 heading 1800";
    at(two)
        .asks("p1 p2")
        .choices_include("p1: steer 1 0")
        .choices_exclude("p1: steer 2 0")
        .play("p1: steer 2 900")
        .asks("p1 p2")
        .play("p1: steer 1 900")
        .asks("p2")
        .makes_no_sense("p2: steer 9 0")
        .play("p2: steer 3 900")
        // Each its own number of hops; all lose a phase of their life.
        .then("torpedo 1 at 5000,16000 life 2; torpedo 2 at 5000,17000 life 2; torpedo 3 at 30000,17000 life 2; phase 2");
    // The edge is still on the table; beyond it a torpedo is gone.
    for (spot, heading, gone) in [
        ("32000,12000", 0, false),
        ("32001,12000", 0, true),
        ("4000,12000", 1800, false),
        ("3999,12000", 1800, true),
        ("9000,20000", 900, false),
        ("9000,20001", 900, true),
        ("9000,4000", 2700, false),
        ("9000,3999", 2700, true),
    ] {
        let game = at(&format!("stage steer; phase 1; ship 1 ROM-S02 of p1 at 20000,4000 speed 1; ship 2 FED-S01 of p2 at 20000,20000; torpedo 1 of p1 from 1 at {spot}")).play(&format!("p1: steer 1 {heading}"));
        if gone { game.then("torpedo 1 gone").done() } else { game.then("torpedo 1 life 2").done() }
    }
    // While it is launched the torpedo just launched is steered, and no other.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,10000 heading 0 speed 1; ship 2 FED-S01 of p2 at 30000,20000 heading 1800; torpedo 1 of p1 from 1 at 20000,4000; acting 1 owes AT")
        .play("p1: launch")
        .refuses("p1: steer 1 900", "ST-12.3")
        .plays("p1: steer 2 0; p1: steer 2 900; p1: steer 2 900")
        .then("torpedo 2 at 13750,12000 life 3; torpedo 1 at 20000,4000; acting 1; ship 1 torps 5");
}

#[test]
fn st_8_7_a_disk_that_allows_larger_steps_allows_them_to_its_own_ship() {
    // The Stargazer changes its speed by 3, whoever is near it by 2.
    let stargazer =
        klaxon_star_trek::data::data().ships.iter().find(|s| s.name == "Stargazer").unwrap().id.clone();
    let with = |acting: u8| {
        at(&format!(
            "phase 1; ship 1 {stargazer} of p1 at 10000,12000 speed 1; ship 2 FED-S03 of p1 at 14000,12000 speed 1; ship 3 FED-S01 of p2 at 30000,4000 speed 1; acting {acting} owes CS"
        ))
    };
    with(1).allows("p1: speed 4").refuses("p1: speed 5", "ST-8.7");
    with(2).allows("p1: speed 3").refuses("p1: speed 4", "ST-8.7");
    with(3).allows("p2: speed 3").refuses("p2: speed 4", "ST-8.7");
}
