//! Chapter 10: keywords.

use super::bench::*;
use klaxon_starcraft::{
    data::{Face, Tech},
    effect::{Effect, Scene, Sum, Vs},
};

/// p1 attacks Tarsonis 1 with some units; p2 defends with others.
#[track_caller]
fn fight(attackers: &str, defenders: &str, clauses: &str) -> Given<StarCraft> {
    worked(&format!("p2 at tarsonis.1 {defenders}; {clauses}; battle tarsonis.1 p1 {attackers}"))
}

#[test]
fn sc_10_1_a_cloaked_unit_withdraws_to_a_friendly_or_empty_area_of_the_planet() {
    fight("ghost", "hydralisk", "p1 hand T01 TT05; p2 hand Z07; p1 at abaddon.1 marine; p1 transport r1")
        .plays("p1: play T01; p1: add TT05; p2: play Z07")
        .refuses("p1: withdraw ghost tarsonis.1", "SC-10.1")
        .refuses("p1: withdraw ghost abaddon.1", "SC-10.1")
        .refuses("p1: withdraw marine tarsonis.2", "SC-10.1")
        .allows("p1: withdraw ghost tarsonis.2")
        .play("p1: withdraw ghost tarsonis.3")
        .then("p1 at tarsonis.3 ghost base; p1 supply ghost 2");
    // A possible withdrawal is mandatory: with one place there is nothing to ask.
    fight("ghost", "hydralisk", "p1 hand T01 TT05; p2 hand Z07; p2 at tarsonis.2 zergling")
        .plays("p1: play T01; p1: add TT05; p2: play Z07")
        .then("p1 at tarsonis.3 ghost base");
    // Without room it is destroyed.
    fight(
        "ghost",
        "hydralisk",
        "p1 hand T01 TT05; p2 hand Z07; p2 at tarsonis.2 zergling; p1 at tarsonis.3 marine x3",
    )
    .plays("p1: play T01; p1: add TT05; p2: play Z07")
    .events_say("A Ghost of Jim Raynor is destroyed");
}

#[test]
fn sc_10_2_cloaking_works_in_the_skirmish_not_against_splash_or_at_the_start_of_battle() {
    // Against abilities inside the skirmish: a burrowed Zergling leaves the Nuke.
    fight("ghost", "zergling", "p1 hand TT03; p2 hand ZT01a")
        .plays("p1: play TT03; p2: play ZT01a")
        .then("p2 at tarsonis.2 zergling");
    // At the start of battle nothing is cloaked: Leg Enhancements kill the Zergling outright.
    three("p2 at tarsonis.1 zergling; p2 hand ZT01a; p3 play PT01; battle tarsonis.1 p3 zealot")
        .play("p3: use PT01")
        .events_say("A Zergling of The Overmind is destroyed");
}

#[test]
fn sc_10_3_a_detector_cancels_the_cloaking_of_all_enemy_units_in_the_skirmish() {
    // A supporting Science Vessel, a card effect, and Parasite's Queens.
    fight("marine vessel", "zergling", "p1 hand T05; p2 hand ZT01a")
        .plays("p1: play T05; p2: play ZT01a")
        .events_say("A Zergling of The Overmind is destroyed");
    worked(
        "p1 at tarsonis.1 ghost; p1 hand T01 TT05; p2 hand Z07 ZT05; battle tarsonis.1 p2 hydralisk queen",
    )
    .plays("p2: play Z07; p2: add ZT05; p1: play T01; p1: add TT05")
    .events_say("A Ghost of Jim Raynor is destroyed");
    worked("p1 at tarsonis.1 ghost; p1 hand T01 TT05; p2 hand Z07; p2 play ZT04; battle tarsonis.1 p2 hydralisk queen")
        .plays("p2: no ability; p2: play Z07; p1: play T01; p1: add TT05")
        .events_say("A Ghost of Jim Raynor is destroyed");
    // In another skirmish it does not help.
    fight("marine x2 vessel", "zergling x2", "p1 hand T05 T02; p2 hand ZT01a Z01")
        .plays("p1: support 2; p1: play T05; p1: play T02; p2: play ZT01a; p2: play Z01; p1: resolve 1")
        .events_say("The cloaked Zergling of The Overmind withdraws");
}

#[test]
fn sc_10_4_abilities_given_by_a_card_last_until_the_end_of_the_skirmish() {
    // Burrow in skirmish 1 does not cloak the Zergling of skirmish 2.
    fight("marine x2", "zergling x2", "p1 hand T05 T02; p2 hand ZT01a Z01")
        .plays("p1: play T05; p1: play T02; p2: play ZT01a; p2: play Z01; p1: resolve 1")
        .events_say("The cloaked Zergling of The Overmind withdraws")
        .events_say("A Zergling of The Overmind is destroyed");
}

#[test]
fn sc_10_5_versus_applies_only_if_the_enemy_front_line_unit_fits() {
    fight("marine", "mutalisk", "p1 hand T04; p2 hand Z15")
        .plays("p1: play T04; p2: play Z15")
        .events_say("The Marine of Jim Raynor has attack 6 and health 5");
    fight("marine", "zergling", "p1 hand T04; p2 hand Z05")
        .plays("p1: play T04; p2: play Z05")
        .events_say("The Marine of Jim Raynor has attack 5 and health 5");
}

#[test]
fn sc_10_6_gain_adds_attack_and_health_if_its_condition_is_met() {
    // T09: the Siege Tank gains +2/+2, the Vulture nothing.
    fight("tank", "zergling", "p1 hand T09; p2 hand Z05")
        .plays("p1: play T09; p2: play Z05")
        .events_say("attack 7 and health 8");
    fight("vulture", "zergling", "p1 hand T09; p2 hand Z05")
        .plays("p1: play T09; p2: play Z05")
        .events_say("attack 5 and health 6");
}

#[test]
fn sc_10_7_a_cancelled_card_is_discarded_and_its_effects_are_ignored() {
    // EMP Shockwave against Psionic Storm: no +2, no splash.
    three("p3 at tarsonis.1 zealot templar; p3 hand P04 PT03; p1 hand T10 TT10; battle tarsonis.1 p1 vulture vessel")
        .plays("p1: play T10; p1: add TT10; p3: play P04; p3: add PT03")
        .events_say("PT03 Psionic Storm of Tassadar is cancelled")
        .events_say("The Zealot of Tassadar has attack 6 and health 6")
        .then("p3 discard P04 PT03");
}

#[test]
fn sc_10_8_a_cancelled_standard_card_is_replaced_from_the_deck() {
    three("p1 at tarsonis.1 marine; p1 deck T01 TT02 T09 rest; p1 hand T05; p3 hand P04 PT04; battle tarsonis.1 p3 zealot templar")
        .plays("p3: play P04; p3: add PT04; p1: play T05; p1: add none")
        .events_say("T05 Marine/Firebat of Jim Raynor is cancelled")
        .events_say("Jim Raynor uses T09 Vulture/Siege Tank instead")
        .then("p1 discard T05 T09 TT02");
}

#[test]
fn sc_10_9_assist_units_support_and_can_be_destroyed_like_any_supporting_unit() {
    for unit in [Unit::Vessel, Unit::Templar, Unit::Arbiter, Unit::Queen, Unit::Defiler] {
        assert!(data().unit(unit).assist && data().unit(unit).support == 0, "{unit}");
    }
    assert_eq!(Unit::ALL.iter().filter(|u| data().unit(**u).assist).count(), 5, "the Scourge is none");
    fight("tank", "mutalisk defiler", "p1 hand TT08a; p2 hand Z13")
        .plays("p1: play TT08a; p2: play Z13")
        .events_say("A Defiler of The Overmind is destroyed");
}

#[test]
fn sc_10_10_a_card_that_returns_goes_back_and_must_be_bought_again() {
    let game = fight("ghost", "zergling", "p1 hand TT03; p2 hand Z02")
        .plays("p1: play TT03; p2: play Z02")
        .events_say("Nuke returns to the technology deck of Jim Raynor");
    let nuke: Tech = "TT03".parse().unwrap();
    assert!(game.game().view(Viewer::Watcher).seats[0].tech_deck.contains(&nuke));
}

#[test]
fn sc_10_11_a_play_area_card_stays_works_and_is_no_hand_card() {
    // Defensive Matrix helps in each skirmish with a Science Vessel, battle after battle.
    fight("marine vessel", "zergling", "p1 play TT11; p1 hand T02; p2 hand Z05")
        .plays("p1: play T02; p2: play Z05")
        .events_say("The Marine of Jim Raynor has attack 6 and health 5")
        .then("p1 play TT11; p1 holds 3");
    fight("marine", "zergling", "p1 play TT11; p1 hand T02; p2 hand Z05")
        .plays("p1: play T02; p2: play Z05")
        .events_say("attack 6 and health 4");
}

#[test]
fn sc_10_12_the_specialty_support_icon() {
    let with_icon: Vec<&str> = Face::all().filter(|f| f.data().specialty).map(|f| f.id()).collect();
    assert_eq!(with_icon, ["TT04", "TT09", "TT10", "PT03", "PT04", "PT07", "ZT05", "ZT06", "ZT07", "ZT08"]);
    // A supporting Ghost locks the mechanical Dragoon down; its minor values are 5/5.
    three("p3 at tarsonis.1 dragoon; p3 hand P02; p1 hand T10 TT04; battle tarsonis.1 p1 vulture ghost")
        .plays("p1: pair vulture dragoon; p1: play T10; p1: add TT04; p3: play P02; p3: add none")
        .events_say(
            "The Dragoon of Tassadar has attack 5 and health 5: 5/5 P02 Zealot/Dragoon, minor values",
        );
}

#[test]
fn sc_10_13_splash_damage_hits_the_kinds_it_names() {
    // Every splash of the box: any ground unit, any unit, or only Marines, Zealots and Zerglings.
    let mut limited = 0;
    for face in Face::all() {
        for effect in &face.data().effect {
            if let Effect::Splash { only, .. } = effect
                && *only != UnitSet::ALL
            {
                limited += 1;
                assert_eq!(
                    only.iter().collect::<Vec<_>>(),
                    [Unit::Marine, Unit::Zealot, Unit::Zergling],
                    "{face}"
                );
            }
        }
    }
    assert_eq!(limited, 4, "T05, T06, T10 and Z14");
    fight("firebat", "zergling hydralisk", "p1 hand T05; p2 hand Z01")
        .plays("p1: pair firebat zergling; p1: play T05; p2: play Z01")
        .events_say("The splash of T05 Marine/Firebat")
        .events_do_not_say("loses a Hydralisk to splash");
}

#[test]
fn sc_10_14_at_most_one_start_of_battle_ability_per_side_and_battle() {
    // Technology and event card together count as one.
    worked("p1 at tarsonis.1 goliath; p1 play TT07; p1 held E110; battle tarsonis.1 p2 mutalisk zergling")
        .allows("p1: use E110")
        .play("p1: use TT07")
        .then("asks standard p2; p1 held E110");
}

#[test]
fn sc_10_15_plague_gives_sufficient_strength_but_targeting_still_limits_it() {
    // Weak Zergling (Z03, 4) against a Siege Tank with 8 health: Plague is enough.
    worked("p1 at tarsonis.1 tank; p1 hand T12; p2 hand Z03 ZT07; battle tarsonis.1 p2 zergling defiler")
        .plays("p2: play Z03; p2: add ZT07; p1: play T12")
        .events_say("A Siege Tank of Jim Raynor is destroyed");
    // Against a flyer the Zergling still cannot hit anything.
    worked("p1 at tarsonis.1 wraith; p1 hand T14; p2 hand Z03 ZT07; battle tarsonis.1 p2 zergling defiler")
        .plays("p2: play Z03; p2: add ZT07; p1: play T14")
        .events_say("The Overmind has sufficient strength")
        .events_do_not_say("A Wraith of Jim Raynor is destroyed");
}

#[test]
fn sc_10_16_a_cancelled_nuke_is_discarded_not_returned() {
    three("p1 at tarsonis.1 ghost; p1 hand TT03; p3 hand P04 PT04; battle tarsonis.1 p3 zealot templar")
        .plays("p3: play P04; p3: add PT04; p1: play TT03")
        .events_say("TT03 Nuke of Jim Raynor is cancelled")
        .events_do_not_say("returns to the technology deck");
}

#[test]
fn sc_10_17_a_gain_versus_flying_counts_even_if_the_flyer_cannot_be_hit() {
    // The condition names only the enemy front-line unit: a Siege Tank that could never hit the Mutalisk would gain too.
    let gain =
        Effect::Gain { a: 1, h: 0, flu: UnitSet::ALL, vs: Vs::Flying, role: None, own_base_here: false };
    let scene = |enemy| Scene { flu: Some(Unit::Tank), enemy: Some(enemy), ..Scene::default() };
    assert_eq!(Sum::of(std::slice::from_ref(&gain), &scene(Unit::Mutalisk)).a, 1);
    assert_eq!(Sum::of(&[gain], &scene(Unit::Zergling)).a, 0);
    // In play: Ghosts and Marines against a flyer.
    worked("p1 at tarsonis.1 ghost; p1 hand T04; p2 hand Z15; battle tarsonis.1 p2 mutalisk")
        .plays("p2: play Z15; p1: play T04")
        .events_say("The Ghost of Jim Raynor has attack 6 and health 5");
}
