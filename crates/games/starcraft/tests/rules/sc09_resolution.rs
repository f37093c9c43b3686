//! Chapter 9, third part: step 7, one skirmish after the other.

use super::bench::*;

/// p1 attacks Tarsonis 1 with some units; p2 defends with others.
#[track_caller]
fn fight(attackers: &str, defenders: &str, clauses: &str) -> Given<StarCraft> {
    worked(&format!("p2 at tarsonis.1 {defenders}; {clauses}; battle tarsonis.1 p1 {attackers}"))
}

/// The tank fights a flying Scout supported by a High Templar with Psionic Storm; a Marine supports the tank.
fn storm() -> Given<StarCraft> {
    three("p3 at tarsonis.1 scout templar; p3 hand P13 PT03; p1 hand T12; battle tarsonis.1 p1 tank marine")
        .plays("p1: pair tank scout; p1: play T12; p3: play P13; p3: add PT03")
}

#[test]
fn sc_9_17_both_sides_reveal_their_cards_in_the_order_the_attacker_chooses() {
    fight("marine x2", "zergling x2", "p1 hand T01 T02; p2 hand Z01 Z02")
        .plays("p1: play T01; p1: play T02; p2: play Z01; p2: play Z02")
        .then("asks skirmish p1")
        .play("p1: resolve 2")
        .events_say("Jim Raynor shows T02 Marine/Firebat/Ghost")
        .events_say("The Overmind shows Z02 Zergling");
    // A skirmish is resolved once.
    fight("marine x3", "zergling x3", "p1 hand T01 T02 T03; p2 hand Z01 Z02 Z03")
        .plays("p1: play T01; p1: play T02; p1: play T03; p2: play Z01; p2: play Z02; p2: play Z03; p1: resolve 2")
        .refuses("p1: resolve 2", "SC-9.17");
}

#[test]
fn sc_9_18_a_lone_reinforcement_card_is_replaced_by_the_next_standard_card() {
    fight("marine", "zergling", "p1 deck T01 T02 T03 TT02 TT05 T05 rest; p2 hand Z02")
        .plays("p1: play top; p2: play Z02")
        .events_say("Jim Raynor shows TT02 Bunker")
        .events_say("Jim Raynor uses T05 Marine/Firebat instead")
        .then("p1 discard T05 TT02 TT05");
}

#[test]
fn sc_9_19_a_reinforcement_counts_with_a_pictured_front_line_unit_or_with_the_icon_any_unit() {
    // Bunker shows the Marine: it counts for a defending Marine at the front.
    worked("p1 at tarsonis.1 marine; p1 hand T05 TT02; p2 hand Z05; p2 at tarsonis.2 zergling; battle tarsonis.1 p2 zergling")
        .plays("p2: play Z05; p1: play T05; p1: add TT02")
        .events_say("The Marine of Jim Raynor has attack 6 and health 8");
    // Without the icon a supporting Marine is not enough.
    worked("p1 at tarsonis.1 vulture marine; p1 hand T07 TT02; p2 hand Z05; battle tarsonis.1 p2 zergling")
        .plays("p2: pair zergling vulture; p2: play Z05; p1: play T07; p1: add TT02")
        .events_say("TT02 Bunker of Jim Raynor matches no unit");
    // With the icon it is: a supporting Science Vessel irradiates.
    fight("marine vessel", "zergling", "p1 hand T05 TT09; p2 hand Z05")
        .plays("p1: play T05; p1: add TT09; p2: play Z05")
        .events_say("The Marine of Jim Raynor has attack 8 and health 6");
}

#[test]
fn sc_9_20_later_losses_do_not_switch_a_reinforcement_card_off() {
    // The High Templar dies in the destroy step; its storm still splashes and takes the Marine.
    storm()
        .events_say("A High Templar of Tassadar is destroyed")
        .events_say("The splash of PT03 Psionic Storm of Tassadar is triggered")
        .events_say("Jim Raynor loses a Marine to splash");
}

#[test]
fn sc_9_21_cancel_effects_come_before_everything_the_attackers_first() {
    // EMP Shockwave against EMP Shockwave: the attacker's cancels the defender's before it resolves.
    worked("p2 faction mengsk; p2 at tarsonis.1 marine vessel; p1 hand T05 TT10; p2 hand T05 TT10; battle tarsonis.1 p1 marine vessel")
        .plays("p1: play T05; p1: add TT10; p2: play T05; p2: add TT10")
        .events_say("TT10 EMP Shockwave of Arcturus Mengsk is cancelled")
        .events_do_not_say("TT10 EMP Shockwave of Jim Raynor is cancelled");
}

#[test]
fn sc_9_22_a_pictured_unit_uses_major_values_and_must_use_the_ability() {
    // T02 shows the Marine 6/4; a Vulture uses the minor 5/4.
    fight("marine", "zergling", "p1 hand T02; p2 hand Z05")
        .plays("p1: play T02; p2: play Z05")
        .events_say("attack 6 and health 4: 6/4 T02 Marine/Firebat/Ghost, which shows the unit");
    fight("vulture", "zergling", "p1 hand T02; p2 hand Z05")
        .plays("p1: play T02; p2: play Z05")
        .events_say("attack 5 and health 4: 5/4 T02 Marine/Firebat/Ghost, minor values");
    // The Scourge's card makes it destroy itself, wanted or not.
    worked("p2 at tarsonis.2 zergling; p1 at tarsonis.1 firebat; p1 hand T07; p2 hand Z12; battle tarsonis.1 p2 scourge")
        .plays("p2: play Z12; p1: play T07")
        .events_say("The Scourge of The Overmind destroys itself")
        .then("p2 supply scourge 3; p1 at tarsonis.1 firebat");
}

#[test]
fn sc_9_23_assist_units_are_pictured_on_no_standard_card_but_burrow() {
    fight("marine", "queen", "p1 hand T02; p2 hand Z13").plays("p1: play T02; p2: play Z13").events_say(
        "The Queen of The Overmind has attack 5 and health 5: 5/5 Z13 Mutalisk/Guardian, minor values",
    );
    fight("marine", "defiler", "p1 hand T02; p2 hand ZT01b")
        .plays("p1: play T02; p2: play ZT01b")
        .events_say(
            "The Defiler of The Overmind has attack 0 and health 6: 0/6 ZT01b Burrow, which shows the unit",
        );
    for face in klaxon_starcraft::data::Face::all()
        .filter(|f| f.data().kind == klaxon_starcraft::effect::Kind::Standard)
    {
        let shown: Vec<Unit> = face.data().pictured.iter().filter(|u| data().unit(*u).assist).collect();
        let wanted = if face.id().starts_with("ZT01") { vec![Unit::Defiler] } else { vec![] };
        assert_eq!(shown, wanted, "{face}");
    }
}

#[test]
fn sc_9_24_final_attack_is_card_gains_support_special_order_and_anti_aircraft() {
    // T04 Marine 5, +1 vs flying, supporting Marine +1, Tank none (cannot hit the flyer), special order +1,
    // Air Support at the own base +1, Irradiate +2: 11.
    worked(
        "p1 modules 0 0 1; p2 at tarsonis.3 mutalisk; p1 hand T04 TT09; p2 hand Z15
         battle tarsonis.3 p1 special marine x2 tank vessel",
    )
    .plays("p1: pair marine mutalisk; p1: play T04; p1: add TT09; p2: play Z15")
    .events_say("The Marine of Jim Raynor has attack 11 and health 5");
}

#[test]
fn sc_9_25_final_health_is_card_and_gains() {
    // T02 Firebat 6/4 with its own +1, Bunker +2, Flawless Defense Plan +2: 9.
    worked("p1 at tarsonis.1 firebat; p1 held E210; p1 hand T02 TT02; p2 hand Z05; battle tarsonis.1 p2 zergling")
        .plays("p1: use E210; p2: play Z05; p1: play T02; p1: add TT02")
        .events_say("The Firebat of Jim Raynor has attack 6 and health 9");
}

#[test]
fn sc_9_26_support_never_adds_health() {
    fight("marine x3 tank", "zergling", "p1 hand T02; p2 hand Z05")
        .plays("p1: pair marine zergling; p1: play T02; p2: play Z05")
        .events_say("The Marine of Jim Raynor has attack 10 and health 4");
}

#[test]
fn sc_9_27_values_are_fixed_in_7b_for_the_whole_skirmish() {
    // The templar whose storm gave +2 dies, yet Tassadar's attack was 10 and stays it.
    storm()
        .events_say("The Scout of Tassadar has attack 10 and health 7")
        .events_say("A Siege Tank of Jim Raynor is destroyed");
    // They never fall below 0: Stasis makes both attacks exactly 0.
    three("p3 at tarsonis.1 zealot arbiter; p3 hand P01 PT07; p1 hand T05; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p3: play P01; p3: add PT07")
        .events_say("The Marine of Jim Raynor has attack 0 and health 6")
        .events_say("The Zealot of Tassadar has attack 0 and health 5");
}

#[test]
fn sc_9_28_sufficient_strength_is_equal_or_higher_and_judged_for_both_at_once() {
    // T03 Marine 5/5 against Z04 Zergling 5/5: both are just strong enough.
    fight("marine", "zergling", "p1 hand T03; p2 hand Z04")
        .plays("p1: play T03; p2: play Z04")
        .events_say("Jim Raynor has sufficient strength")
        .events_say("The Overmind has sufficient strength")
        .then("tarsonis.1 empty");
    fight("marine", "zergling", "p1 hand T03; p2 hand Z05")
        .plays("p1: play T03; p2: play Z05")
        .events_say("Jim Raynor lacks sufficient strength");
}

#[test]
fn sc_9_29_with_sufficient_strength_the_enemy_front_line_unit_is_destroyed() {
    fight("marine", "zergling queen", "p1 hand T05; p2 hand Z05")
        .plays("p1: play T05; p2: play Z05")
        .events_say("A Zergling of The Overmind is destroyed");
}

#[test]
fn sc_9_30_else_the_enemy_loses_a_supporting_unit_that_can_be_hit() {
    // A Siege Tank cannot hit the Mutalisk: the Overmind chooses among the ground units that support it.
    fight("tank", "mutalisk defiler queen", "p1 hand TT08a; p2 hand Z13")
        .plays("p1: play TT08a; p2: play Z13")
        .events_say("A Defiler of The Overmind is destroyed");
    // Two kinds: the owner is asked. Zergling and Hydralisk stand in other skirmishes unless paired away.
    worked(
        "p2 at tarsonis.2 hydralisk defiler mutalisk; p1 hand TT08a; p2 hand Z13; battle tarsonis.2 p1 tank",
    )
    .plays("p1: pair tank mutalisk; p1: play TT08a; p2: play Z13")
    .then("asks victim p2")
    .refuses("p2: lose mutalisk", "SC-9.30")
    .play("p2: lose hydralisk")
    .events_say("A Hydralisk of The Overmind is destroyed");
    // Nothing that can be hit: nothing is destroyed.
    fight("tank", "mutalisk queen", "p1 hand TT08a; p2 hand Z13")
        .plays("p1: play TT08a; p2: play Z13")
        .events_do_not_say("A Queen of The Overmind is destroyed");
}

#[test]
fn sc_9_31_what_supporting_units_can_target_never_matters_for_the_victim() {
    // The supporting Marine could hit the Mutalisk, the Vulture at the front cannot: the Mutalisk lives.
    fight("vulture marine", "mutalisk", "p1 hand T10; p2 hand Z13")
        .plays("p1: pair vulture mutalisk; p1: play T10; p2: play Z13")
        .events_say("Jim Raynor has sufficient strength")
        .events_do_not_say("A Mutalisk of The Overmind is destroyed");
}

#[test]
fn sc_9_32_zero_one_or_two_front_line_units_may_die() {
    for (mine, theirs, dead) in [
        ("T09", "Z03", [false, false]),
        ("T05", "Z05", [false, true]),
        ("T01", "Z05", [true, false]),
        ("T03", "Z04", [true, true]),
    ] {
        let game = fight("marine", "zergling", &format!("p1 hand {mine}; p2 hand {theirs}"))
            .plays(&format!("p1: play {mine}; p2: play {theirs}"));
        let told: Vec<String> = game.told().iter().map(|t| StarCraft::line(&t.event).text).collect();
        let died = |who: &str| told.iter().any(|l| l.contains(&format!("of {who} is destroyed")));
        assert_eq!([died("Jim Raynor"), died("The Overmind")], dead, "{mine} against {theirs}");
    }
}

#[test]
fn sc_9_33_cloaked_units_withdraw_at_the_end_of_the_destroy_step() {
    // A Ghost with a Cloaking Field is beaten: it withdraws to another area of the planet.
    fight("ghost", "hydralisk", "p1 hand T01 TT05; p2 hand Z07")
        .plays("p1: play T01; p1: add TT05; p2: play Z07")
        .then("asks withdraw p1")
        .play("p1: withdraw ghost tarsonis.2")
        .then("p1 at tarsonis.2 ghost; p2 at tarsonis.1 hydralisk");
}

#[test]
fn sc_9_34_end_of_step_abilities_resolve_the_attackers_first_and_cloaked_victims_withdraw() {
    // Spawn Broodling takes the defending Ghost before its Nuke could strike; had it withdrawn, it would have struck.
    let position =
        "p1 at tarsonis.1 ghost; p1 hand TT03; p2 hand Z06 ZT06; battle tarsonis.1 p2 hydralisk queen";
    worked(position)
        .plays("p2: play Z06; p2: add ZT06; p1: play TT03")
        .events_say("A Ghost of Jim Raynor is destroyed")
        .events_do_not_say("TT03 Nuke of Jim Raynor strikes");
    worked(
        "p1 at tarsonis.1 ghost; p1 hand TT03 TT05; p2 hand Z06 ZT06; battle tarsonis.1 p2 hydralisk queen",
    )
    .plays("p2: play Z06; p2: add ZT06; p1: play TT03; p1: add TT05")
    .then("asks withdraw p1")
    .play("p1: withdraw ghost tarsonis.2")
    .events_say("TT03 Nuke of Jim Raynor strikes at the end of the step")
    .events_say("A Hydralisk of The Overmind is destroyed")
    .events_say("A Queen of The Overmind is destroyed");
}

#[test]
fn sc_9_35_the_player_who_must_lose_a_unit_may_choose_a_cloaked_one() {
    // Spawn Broodling against a cloaked Ghost at the front and a supporting Marine: the Ghost may be chosen, and leaves.
    worked("p1 at tarsonis.1 ghost marine; p1 hand T06 TT05; p2 hand Z03 ZT06; battle tarsonis.1 p2 hydralisk queen")
        .plays("p2: pair hydralisk ghost; p2: play Z03; p2: add ZT06; p1: play T06; p1: add TT05")
        .then("asks end-victim p1")
        .allows("p1: lose marine")
        .play("p1: lose ghost")
        .then("asks withdraw p1");
}

#[test]
fn sc_9_36_all_cards_are_discarded_except_waiting_splash_and_returning_cards() {
    fight("marine", "zergling", "p1 hand T02; p2 hand Z05")
        .plays("p1: play T02; p2: play Z05")
        .then("p1 discard T02; p2 discard Z05");
    // A triggered splash card waits for step 8, while two more skirmishes are open.
    fight("firebat marine x2", "zergling x3", "p1 hand T05 T09 T10; p2 hand Z04 Z03 Z05")
        .plays("p1: pair firebat zergling; p1: play T05; p1: play T09; p1: play T10")
        .plays("p2: play Z04; p2: play Z03; p2: play Z05; p1: resolve 1")
        .events_say("The splash of T05 Marine/Firebat of Jim Raynor is triggered")
        .then("asks skirmish p1; p2 discard Z04")
        .then_not("p1 discard T05")
        .play("p1: resolve 2")
        .then("p1 discard T05 T09 T10");
    // The Nuke goes back to the technology deck.
    fight("ghost", "zergling", "p1 hand TT03; p2 hand Z02")
        .plays("p1: play TT03; p2: play Z02")
        .events_say("Nuke returns to the technology deck");
}

#[test]
fn sc_9_56_the_fixed_pipeline_of_a_skirmish() {
    let game = worked(
        "p1 at tarsonis.1 goliath vessel; p1 hand T12 TT10; p3 faction tassadar; players 3; p3 at chau.3 base
         p3 hand P10 PT04; p3 at tarsonis.2 zealot; battle tarsonis.1 p3 reaver templar",
    )
    .plays("p3: play P10; p3: add PT04; p1: play T12; p1: add TT10");
    let told: Vec<String> = game.told().iter().map(|t| StarCraft::line(&t.event).text).collect();
    let at = |words: &str| {
        told.iter().position(|l| l.contains(words)).unwrap_or_else(|| panic!("{words} in {told:#?}"))
    };
    let order = [
        at("Tassadar shows P10 Reaver/Scout and PT04"),
        at("Jim Raynor shows T12 Goliath/Siege Tank and TT10"),
        // The attacker's Hallucination cancels the standard card, then the defender's EMP the Hallucination.
        at("T12 Goliath/Siege Tank of Jim Raynor is cancelled"),
        at("Jim Raynor uses"),
        at("PT04 Hallucination of Tassadar is cancelled"),
        at("The Reaver of Tassadar has attack"),
        at("The Goliath of Jim Raynor has attack"),
        at("sufficient strength"),
    ];
    assert!(order.is_sorted(), "{told:#?}");
}

#[test]
fn sc_9_58_cloaking_and_detectors_are_settled_before_anything_is_destroyed() {
    // The Arbiter that cloaks the others dies first; the High Templar that Spawn Broodling takes still withdraws.
    three("p3 play PT09; p3 at tarsonis.1 arbiter templar; p3 hand P12; p2 hand Z06 ZT06; battle tarsonis.1 p2 hydralisk queen")
        .plays("p3: front arbiter; p2: play Z06; p2: add ZT06; p3: play P12; p3: add none")
        .events_say("An Arbiter of Tassadar is destroyed")
        .events_say("The cloaked High Templar of Tassadar withdraws")
        .then("p3 at tarsonis.2 templar");
    // A Science Vessel detects the burrowed Zergling, which therefore dies.
    fight("marine vessel", "zergling", "p1 hand T05; p2 hand ZT01a")
        .plays("p1: play T05; p2: play ZT01a")
        .events_say("A Zergling of The Overmind is destroyed")
        .events_do_not_say("withdraws");
}

#[test]
fn sc_9_59_end_of_step_abilities_of_one_side_resolve_without_a_decision() {
    // Scourge (standard) and Spawn Broodling (reinforcement) of one side: the standard card first.
    let game = worked(
        "p1 at tarsonis.1 wraith ghost; p1 hand T13; p2 hand Z10 ZT06; battle tarsonis.1 p2 scourge queen",
    )
    .plays("p2: pair scourge wraith; p2: play Z10; p2: add ZT06; p1: play T13");
    let told: Vec<String> = game.told().iter().map(|t| StarCraft::line(&t.event).text).collect();
    let first = told
        .iter()
        .position(|l| l.contains("of The Overmind is destroyed") || l.contains("destroys itself"))
        .unwrap();
    let second =
        told.iter().position(|l| l.contains("ZT06 Spawn Broodling of The Overmind strikes")).unwrap();
    assert!(first < second, "{told:#?}");
}

#[test]
fn sc_9_60_during_a_battle_the_contested_area_is_neither_friendly_nor_empty() {
    // The only other areas are full or enemy: the Ghost cannot withdraw into the contested one and dies.
    worked(
        "p1 at tarsonis.2 marine x4; p1 at tarsonis.3 vulture x3; p2 at tarsonis.1 hydralisk; p1 hand T01 TT05; p2 hand Z07
         battle tarsonis.1 p1 ghost",
    )
    .plays("p1: play T01; p1: add TT05; p2: play Z07")
    .events_say("A Ghost of Jim Raynor is destroyed");
}

#[test]
fn sc_9_62_withdrawals_are_made_one_after_the_other_each_on_the_position_left_before() {
    // A Nuke hits two burrowed units; only one place is free: the owner chooses who takes it, the other dies.
    worked(
        "p1 at tarsonis.2 marine x4; p2 at tarsonis.1 zergling defiler; p2 at abaddon.1 base; p2 hand ZT01a; p1 hand TT03
         battle tarsonis.1 p1 ghost",
    )
    .plays("p1: play TT03; p2: play ZT01a")
    .events_say("strikes at the end of the step")
    .events_say("A Zergling of The Overmind is destroyed");
    worked(
        "p2 at tarsonis.2 zergling x3; p2 at tarsonis.1 hydralisk defiler; p2 hand ZT01a; p1 hand TT03; battle tarsonis.1 p1 ghost",
    )
    .plays("p1: play TT03; p2: play ZT01a")
    .then("asks withdraw p2")
    .allows("p2: withdraw hydralisk tarsonis.2")
    .play("p2: withdraw defiler tarsonis.2")
    .events_say("A Hydralisk of The Overmind is destroyed")
    .then("p2 at tarsonis.2 zergling x3 defiler");
}
