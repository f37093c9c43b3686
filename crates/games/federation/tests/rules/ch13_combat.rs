//! Combat.

use crate::{given, phase3, token};
use klaxon_federation::{
    Event,
    data::{Icon, data},
    nouns::{FleetSet, Space},
};

fn dice(clauses: &str, space: &str) -> u8 {
    let g = given(clauses);
    let space = Space::from_id(space).unwrap();
    let table = g.game().table();
    table.combat_dice(space, table.fleets_at(space)).dice
}

#[test]
fn sf_13_1_combat_when_fleet_and_asset_come_together() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1")
        .dice("5")
        .play("fed: resolve")
        .events_say("Combat at Flesh Eaters 1")
        .then("fleet FE-B FE2");
    phase3("stored M; fleet FE-B FE1")
        .dice("5 1")
        .play("fed: move flagship SOL FE1")
        .events_say("Combat at Flesh Eaters 1");
    // Sol itself is enough.
    token("FE-ADV", "war FE 3; fleet FE-B FE1; flagships FE4")
        .dice("5")
        .play("fed: resolve")
        .events_say("Combat at Sol");
    token("FE-ADV", "war FE 3; fleet FE-B FE2").play("fed: resolve").events_do_not_say("Combat");
}

#[test]
fn sf_13_2_retreats_pushes_pursuit_and_respawn_cause_no_combat() {
    // Pushed back onto a Mine Field: they share the space.
    token("FE-ADV", "war FE 3; fleet FE-B FE3; mines FE2 FE3")
        .dice("1")
        .play("fed: resolve")
        .then("fleet FE-B FE3; mines FE3; losses 1; asks next");
    // Re-spawned onto a Mine Field.
    token("FE-ADV", "war FE 3; tech FE A_ARS; fleet FE-S FE2; mines FE1 FE4")
        .dice("5 5 1 1")
        .play("fed: resolve")
        .then("fleet FE-S FE4; mines FE1 FE4; asks next");
}

#[test]
fn sf_13_3_all_fleets_in_the_space_fight_together() {
    // The Cthonian was in Sol before, the Flesh Eater comes in.
    let g = token("FE-ADV", "war FE 3; fleet FE-B FE1; fleet CT-S SOL; sol-defense basic")
        .dice("5 1")
        .play("fed: resolve")
        .then("fleet FE-B FE1; fleet CT-S CT1");
    assert!(g.told().iter().any(
        |t| matches!(t.event, Event::BattleBegan { fleets: FleetSet(bits), .. } if bits.count_ones() == 2)
    ));
}

#[test]
fn sf_13_4_movement_first_then_combats_an_owed_advance_opens_a_new_round() {
    // The Scout is destroyed, the Flesh Eaters are at Total War: the Battle Fleet fights again in the new round.
    token(
        "FE-SPN",
        "war FE 4; relation FE-CT war; fleet FE-S slot 2; fleet FE-R slot 1; fleet FE-B FE2; mines FE4 FE1",
    )
    .dice("5 5 1 1 1")
    .play("fed: resolve")
    .events_say("will Advance instead after the combats of this round")
    .then("fleet FE-B FE2; losses 1; mines FE4");
}

#[test]
fn sf_13_5_combats_of_one_race_in_any_order_races_in_faction_order() {
    token("MU-ADV", "war MU 3; fleet MU-S MU4; fleet MU-B MU2; mines MU3 MU1")
        .play("fed: resolve")
        .then("asks fight")
        .refuses("fed: fight SOL", "SF-13.5")
        .dice("1 1 1 5")
        .play("fed: fight MU3")
        .then("mines MU1; losses 1; fleet MU-S MU4; fleet MU-B MU2");
    // Flesh Eaters before Cybers: with both allied and advancing.
    let g = token("GCO", "relation CY-FE alliance; fleet FE-B FE2; fleet CY-B CY2; mines FE1 CY1")
        .dice("5 5 1 1")
        .play("fed: resolve")
        .then("losses 2");
    let spaces: Vec<&str> = g
        .told()
        .iter()
        .filter_map(|t| match t.event {
            Event::BattleBegan { space, .. } => Some(space.id()),
            _ => None,
        })
        .collect();
    assert_eq!(spaces, ["FE1", "CY1"]);
}

#[test]
fn sf_13_6_dice_are_five_less_value_less_others_less_defenses_plus_icons() {
    for (clauses, space, n) in [
        ("fleet FE-S FE1; mines FE1", "FE1", 4),
        ("fleet FE-B FE1; mines FE1", "FE1", 1),
        ("fleet FE-B FE1; fleet FE-R FE1; fleet FE-S FE1; mines FE1", "FE1", 1),
        ("fleet CT-S CT1; tech CT A_ADS; mines CT1", "CT1", 2),
        ("fleet CT-S CT1; fleet CT-R CT1; tech CT A_ADS; flagships CT1; mines CT1+", "CT1", 2),
        ("fleet FE-S SOL; flagships SOL SOL; sol-defense basic; mines SOL+", "SOL", 5),
        ("fleet FE-B FE1; mines FE1; advantage F_MSW", "FE1", 2),
    ] {
        assert_eq!(dice(clauses, space), n, "{clauses}");
    }
}

#[test]
fn sf_13_7_icons_one_sword_two_swords_three_swords_shield() {
    for (asset, here, near) in [
        ("mines FE1", 1, 1),
        ("mines FE1+", 2, 1),
        ("flagships FE1", 2, 1),
        ("allies FE1", 2, 2),
        ("base build APC", 1, 1),
        ("base build APC+", 2, 1),
        ("base defense APC", 2, 1),
        ("base defense APC+", 2, 2),
    ] {
        let (own, next) = if asset.contains("APC") { ("APC", "FE2") } else { ("FE1", "FE2") };
        let flagships = if asset.starts_with("flagships") { "" } else { "; flagships CY6" };
        assert_eq!(
            dice(&format!("fleet FE-B {own}; {asset}{flagships}"), own),
            here,
            "{asset} in its own space"
        );
        assert_eq!(dice(&format!("fleet FE-B {next}; {asset}{flagships}"), next), near, "{asset} beside it");
    }
    assert_eq!(dice("fleet FE-B FE1; sol-defense basic; flagships CY6", "FE1"), 1);
    assert_eq!(dice("fleet FE-B FE1; sol-defense upgraded; flagships CY6", "FE1"), 2);
    assert_eq!(data().units[1].basic.icon, Icon::Sword3);
}

#[test]
fn sf_13_8_three_swords_cause_no_combat_next_door_and_count_on_the_printed_map() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; allies SOL; flagships CY6")
        .play("fed: resolve")
        .then("fleet FE-B FE1; asks next");
    // Patrol Routes makes CY1 and FE1 adjacent for Moves only.
    assert_eq!(dice("advantage W_PAT; allies CY1; fleet FE-B FE1; mines FE1; flagships CY6", "FE1"), 1);
}

#[test]
fn sf_13_9_a_die_of_5_or_more_is_a_hit() {
    for (faces, hits) in [("4 4 4 4", 0), ("5 4 4 4", 1), ("5 6 4 4", 2)] {
        let g = token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1").dice(faces).play("fed: resolve");
        let won = g.told().iter().find_map(|t| match t.event {
            Event::BattleWon { hits, .. } => Some(hits),
            _ => None,
        });
        assert_eq!(won.unwrap_or(0), hits, "{faces}");
    }
}

#[test]
fn sf_13_10_example_flagship_and_sol_defense_against_raider_and_scout() {
    assert_eq!(dice("flagships SOL; sol-defense upgraded; fleet FE-R SOL; fleet FE-S SOL", "SOL"), 3);
}

#[test]
fn sf_13_11_all_hits_count_in_full_against_every_fleet() {
    token("CY-ADV", "war CY 3; fleet CY-S CY2; fleet CY-R CY2; fleet CY-B CY2; flagships CY1; sol-defense upgraded; mines CY1+")
        .dice("5 5")
        .play("fed: resolve")
        .then("fleet CY-S CY3; fleet CY-R CY3; fleet CY-B CY3");
}

#[test]
fn sf_13_12_every_fleet_retreats_one_space_per_hit() {
    token("CY-ADV", "war CY 3; fleet CY-B CY2; flagships CY1")
        .dice("5 5")
        .play("fed: resolve")
        .then("fleet CY-B CY3");
    token("CY-ADV", "war CY 3; fleet CY-B CY2; flagships CY1")
        .dice("5 4")
        .play("fed: resolve")
        .then("fleet CY-B CY2");
}

#[test]
fn sf_13_13_destroyed_when_hits_and_blocked_steps_exceed_the_value() {
    // CV 1: one hit is not more than 1, two are.
    token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1")
        .dice("5 1 1 1")
        .play("fed: resolve")
        .events_do_not_say("cannot go back any further")
        .then("fleet FE-S FE2");
    token("FE-ADV", "war FE 3; fleet FE-S FE2; mines FE1")
        .dice("5 5 1 1")
        .play("fed: resolve")
        .then("fleet FE-S slot 2; war FE 4");
    // In the spawn space a hit counts twice.
    token("FE-SPN", "war FE 2; mines FE4").dice("5 1 1 1").play("fed: resolve").then("fleet FE-S slot 0");
}

#[test]
fn sf_13_14_example_the_mutant_scout() {
    phase3("stored M; flagships MU3; fleet MU-S MU4")
        .dice("5 5 1 1")
        .play("fed: move flagship MU3 MU4")
        .then("fleet MU-S slot 2");
    phase3("stored M; flagships MU2; fleet MU-S MU3")
        .dice("5 5 1 1")
        .play("fed: move flagship MU2 MU3")
        .then("fleet MU-S MU5");
}

#[test]
fn sf_13_15_destroyed_fleets_go_to_the_leftmost_empty_space() {
    // The worked states of the Spawn Order Track.
    token("FE-ADV", "war FE 3; fleet FE-S FE2; fleet FE-R FE4; fleet FE-B slot 2; mines FE1")
        .dice("5 5 1 1")
        .play("fed: resolve")
        .then("spawn-order FE FE-S - FE-B");
    // Several at once: the player chooses the order.
    phase3("flagships ME3; fleet ME-S ME4; fleet ME-R ME4; fleet ME-B slot 2; stored M")
        .dice("5 5")
        .play("fed: move flagship ME3 ME4")
        .then("asks bury")
        .refuses("fed: bury ME-B", "SF-13.15")
        .play("fed: bury ME-R")
        .then("spawn-order ME ME-R ME-S ME-B");
}

#[test]
fn sf_13_16_war_effort_follows_after_the_whole_combat() {
    let g = phase3("flagships FE3; fleet FE-S FE4; fleet FE-R FE4; stored M")
        .dice("6 6")
        .play("fed: move flagship FE3 FE4")
        .then("asks bury; war FE 0")
        .play("fed: bury FE-S")
        .then("war FE 2");
    assert_eq!(g.told().iter().filter(|t| matches!(t.event, Event::WarMoved { .. })).count(), 2);
}

#[test]
fn sf_13_17_the_retreat_path_leads_back_where_it_came_from_then_outward() {
    // From Sol back to Cuaetera, then to the far neighbour FE2, then FE3.
    token("FE-ADV", "war FE 3; fleet FE-B CUA from FE2; sol-defense upgraded; flagships SOL")
        .dice("5 5 5")
        .play("fed: resolve")
        .then("fleet FE-B FE3");
    // Unknown: from Sol to space 1, from a named space to the far neighbour.
    phase3("stored B; fleet FE-B SOL; sol-defense basic; mines SOL+")
        .dice("5 1 1 1")
        .play("fed: construct mine")
        .then("fleet FE-B FE1");
    phase3("stored M; flagships FE1; fleet FE-B APC")
        .dice("5 1")
        .play("fed: move flagship FE1 APC")
        .then("fleet FE-B FE3");
    phase3("stored M; flagships FE1; fleet FE-B APC from FE2")
        .dice("5 1")
        .play("fed: move flagship FE1 APC")
        .then("fleet FE-B FE2");
    // A retreat clears what is remembered.
    let g = token("FE-ADV", "war FE 3; fleet FE-R FE3; base build APC")
        .dice("5 1")
        .play("fed: resolve")
        .then("fleet FE-R FE3");
    let raider = klaxon_federation::nouns::Fleet::from_id("FE-R").unwrap();
    assert!(matches!(
        g.game().table().fleets[raider.index()],
        klaxon_federation::FleetAt::Map { from: None, .. }
    ));
}

#[test]
fn sf_13_18_your_assets_do_not_stop_a_retreat() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1+ FE2; flagships FE1")
        .dice("5 5 1")
        .play("fed: resolve")
        .then("fleet FE-B FE3; mines FE1+ FE2; asks next");
}

#[test]
fn sf_13_19_no_hit_is_a_lost_battle() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1")
        .dice("4")
        .play("fed: resolve")
        .then("losses 1; stability 3");
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1; losses 2")
        .dice("4")
        .play("fed: resolve")
        .then("losses 2; stability 2");
}

#[test]
fn sf_13_20_an_asset_is_lost_and_the_fleets_are_pushed_back() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1")
        .dice("1")
        .play("fed: resolve")
        .then("unbuilt mine 3; fleet FE-B FE2");
    // Upgraded ones are only flipped; the player chooses.
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1+; flagships FE1")
        .dice("1 1 1")
        .play("fed: resolve")
        .then("asks lose")
        .play("fed: lose mine upgraded")
        .then("mines FE1; flagships FE1; fleet FE-B FE2");
    // In the highest space they stay, and a push does no damage.
    token("FE-SPN", "war FE 2; mines FE4")
        .dice("1 1 1 1")
        .play("fed: resolve")
        .then("fleet FE-S FE4; unbuilt mine 3");
}

#[test]
fn sf_13_21_with_nothing_to_lose_the_fleets_stay_in_sol() {
    token("ME-ADV", "fleet ME-R ME1; flagships FE4")
        .dice("1 1")
        .play("fed: resolve")
        .then("fleet ME-R SOL; losses 1");
}

#[test]
fn sf_13_22_assets_elsewhere_that_gave_dice_cannot_be_taken() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1; sol-defense upgraded; allies CUA; flagships CY6")
        .dice("1 1 1")
        .play("fed: resolve")
        .then("unbuilt mine 3; sol-defense upgraded; allies CUA; asks next");
}

#[test]
fn sf_13_23_a_lone_basic_base_fights_too() {
    token("FE-ADV", "war FE 3; fleet FE-R FE3; base build APC")
        .dice("4 4")
        .play("fed: resolve")
        .then("base build unbuilt; losses 1; fleet FE-R FE3");
    token("FE-ADV", "war FE 3; fleet FE-R FE3; base build APC")
        .dice("4 5")
        .play("fed: resolve")
        .then("base build APC; losses 0; fleet FE-R FE3");
}

#[test]
fn sf_13_24_the_fleets_are_those_of_the_round_dice_are_counted_at_the_roll() {
    // The Scout retreats from MU1 onto MU3, where another combat is pending: it does not join.
    let g = token("MU-ADV", "war MU 3; fleet MU-S MU2; fleet MU-B MU4; flagships MU1; mines MU3")
        .play("fed: resolve")
        .then("asks fight")
        .dice("5 5 1 1 5")
        .play("fed: fight MU1")
        .then("fleet MU-S MU3; fleet MU-B MU4");
    let sizes: Vec<u8> = g
        .told()
        .iter()
        .filter_map(|t| match t.event {
            Event::BattleBegan { fleets, .. } => Some(fleets.len()),
            _ => None,
        })
        .collect();
    assert_eq!(sizes, [1, 1]);
}

#[test]
fn sf_13_25_order_dice_maneuver_throw_plunder_re_roll_hits_pursuit_war_effort() {
    let g = token("ME-ADV", "tech ME A_PLU; fleet ME-R ME1; stored M E B")
        .play("fed: resolve")
        .then("asks out-maneuver")
        .dice("1 1 1 1")
        .play("fed: out-maneuver")
        .then("asks plunder")
        .play("fed: plunder B")
        .then("asks judge")
        .dice("5 5 5 5")
        .play("fed: reroll")
        .then("fleet ME-R slot 1; war ME 3");
    let names: Vec<String> = g.told().iter().map(|t| format!("{:?}", t.event)).collect();
    let at = |word: &str| names.iter().position(|n| n.starts_with(word)).unwrap();
    assert!(
        at("Rolled") < at("BattleWon") && at("Destroyed") < at("Buried") && at("Buried") < at("WarMoved")
    );
    assert!(!names.iter().any(|n| n.starts_with("Plundered")), "Plunder comes once per combat");
    // Forced Pursuit comes before the War Effort.
    let g = token("FE-ADV", "war FE 3; tech FE A_FPU; fleet FE-B FE2; fleet FE-S FE2; flagships FE1; mines FE1+; sol-defense upgraded").dice("5 5 1").play("fed: resolve").then("flagships FE2; fleet FE-B FE3; war FE 4");
    let names: Vec<String> = g.told().iter().map(|t| format!("{:?}", t.event)).collect();
    let at = |word: &str| names.iter().position(|n| n.starts_with(word)).unwrap();
    assert!(at("Pursued") < at("WarMoved"));
}

#[test]
fn sf_12_1_a_throw_says_from_which_face_on_a_die_helps() {
    // Five of six faces of the ledger's tables speak: 3 and more keep a contested effect away, hits are SF-13.9's.
    let hit_at = |g: klaxon_testkit::Given<klaxon_federation::Federation>| -> Vec<String> {
        let told = g.told().iter().map(|t| format!("{:?}", t.event));
        let rolled = told.filter(|e| e.starts_with("Rolled"));
        rolled.map(|e| e.rsplit("hit_at: ").next().unwrap().trim_end_matches(" }").to_owned()).collect()
    };
    let contest = token("GCO", "relation FE-CT alliance; embassies FE; attaches CT")
        .dice("4 1")
        .plays("fed: resolve; fed: accept")
        .dice("6")
        .play("fed: accept");
    assert_eq!(hit_at(contest), ["Some(3)"]);
    let battle = token("FE-ADV", "war FE 3; fleet FE-B FE2; flagships FE1; sol-defense upgraded")
        .dice("5 1 1")
        .play("fed: resolve");
    assert_eq!(hit_at(battle), ["Some(5)"]);
    let pair = token("GCO", "").dice("1 2").play("fed: resolve");
    assert_eq!(hit_at(pair), ["None", "None"]);
}

#[test]
fn sf_13_6_between_one_and_five_dice_whatever_adds_up() {
    for (clauses, space, n) in [
        // Value 1 to 5 alone against a Mine Field, which gives no die.
        ("fleet FE-S FE1; mines FE1", "FE1", 4),
        ("fleet CT-S CT1; mines CT1", "CT1", 3),
        ("fleet FE-R FE1; mines FE1", "FE1", 2),
        ("fleet FE-B FE1; mines FE1", "FE1", 1),
        ("fleet CT-D CT1; mines CT1", "CT1", 1),
        ("fleet CT-D CT1; mines CT1+", "CT1", 1),
        ("fleet CT-D CT1; mines CT1+; flagships CT1", "CT1", 2),
        // One die less for each other fleet, whatever its value or race.
        ("fleet FE-S SOL; fleet CT-S SOL; flagships CY6", "SOL", 2),
        ("fleet FE-S SOL; fleet CT-S SOL; fleet ME-S SOL; flagships CY6", "SOL", 1),
        ("fleet FE-S SOL; fleet CT-S SOL; fleet ME-S SOL; flagships SOL", "SOL", 2),
        // Never above five.
        ("fleet FE-S SOL; flagships SOL", "SOL", 5),
        ("fleet FE-S SOL; flagships SOL SOL SOL", "SOL", 5),
        // Defenses of each race present, and of none that is not.
        ("fleet CT-S SOL; tech CT A_ADS; flagships SOL", "SOL", 3),
        ("fleet FE-S SOL; tech CT A_ADS; flagships SOL", "SOL", 5),
        ("fleet CY-S SOL; tech CY A_ADS A_ENH; flagships SOL SOL", "SOL", 3),
        // Three swords next door, of each kind.
        ("fleet FE-B FE1; mines FE1; sol-defense upgraded; flagships CY6", "FE1", 2),
        ("fleet FE-B FE1; mines FE1; sol-defense upgraded; allies CUA; flagships CY6", "FE1", 3),
        ("fleet FE-B FE1; mines FE1; allies FE3; flagships CY6", "FE1", 1),
    ] {
        assert_eq!(dice(clauses, space), n, "{clauses}");
    }
}

#[test]
fn sf_13_6_the_count_names_its_parts() {
    let g = given(
        "fleet CT-R SOL; fleet CT-S SOL; fleet FE-S SOL; tech CT A_ADS; flagships SOL SOL; sol-defense upgraded; \
         allies FE1; mines SOL; advantage F_MSW",
    );
    let table = g.game().table();
    let count = table.combat_dice(Space::SOL, table.fleets_at(Space::SOL));
    assert_eq!(count.strongest.id(), "CT-R");
    assert_eq!((count.value, count.others, count.defenses), (3, 2, 1));
    assert_eq!((count.here, count.near, count.technology, count.dice), (3, 1, 1, 4));
}

#[test]
fn sf_13_13_value_hits_and_blocked_steps_at_their_bounds() {
    // A fleet, the hits it takes where it stands, and where it is then.
    let fate = |fleet: &str, at: &str, hits: u8| {
        let g = given(&format!("fleet {fleet} {at}"));
        let fate = g.game().table().fate(klaxon_federation::nouns::Fleet::from_id(fleet).unwrap(), hits);
        (fate.to.id(), fate.steps, fate.destroyed)
    };
    for (fleet, at, hits, to, steps, destroyed) in [
        ("FE-S", "FE1", 1, "FE2", 1, false),
        ("FE-S", "FE1", 2, "FE3", 2, true),
        ("FE-S", "FE4", 1, "FE4", 0, true),
        ("FE-B", "FE4", 1, "FE4", 0, false),
        ("FE-B", "FE4", 2, "FE4", 0, false),
        ("FE-B", "FE4", 3, "FE4", 0, true),
        ("FE-B", "FE3", 2, "FE4", 1, false),
        ("FE-B", "FE3", 3, "FE4", 1, true),
        ("FE-B", "FE2", 3, "FE4", 2, false),
        ("FE-B", "FE2", 4, "FE4", 2, true),
        ("FE-B", "SOL", 4, "FE4", 4, false),
        ("FE-B", "SOL", 5, "FE4", 4, true),
        ("CT-D", "CT1", 5, "CT5", 4, true),
        ("CT-D", "SOL", 5, "CT5", 5, false),
        ("CT-D", "SOL", 6, "CT5", 5, true),
        ("CY-B", "SOL", 4, "CY4", 4, false),
    ] {
        assert_eq!(fate(fleet, at, hits), (to, steps, destroyed), "{fleet} at {at}, {hits} hits");
    }
    token("FE-SPN", "war FE 2; fleet FE-B slot 2; fleet FE-S FE1; mines FE4; stored M")
        .play("fed: resolve")
        .dice("5")
        .play("fed: throw")
        .events_say("cannot go back any further")
        .then("fleet FE-B FE4; mines FE4");
}

#[test]
fn sf_13_15_the_leftmost_empty_space_whatever_the_others_do() {
    for (others, order) in [
        ("fleet FE-R slot 0; fleet FE-B slot 1", "FE-R FE-B FE-S"),
        ("fleet FE-R slot 0; fleet FE-B slot 2", "FE-R FE-S FE-B"),
        ("fleet FE-R slot 1; fleet FE-B slot 2", "FE-S FE-R FE-B"),
        ("fleet FE-R FE4; fleet FE-B slot 0", "FE-B FE-S -"),
        ("fleet FE-R FE4; fleet FE-B FE4", "FE-S - -"),
    ] {
        token("FE-ADV", &format!("war FE 3; fleet FE-S FE2; {others}; mines FE1"))
            .dice("5 5 1 1")
            .play("fed: resolve")
            .then(&format!("spawn-order FE {order}"));
    }
    // Wrecks of two races: one each needs no choice.
    token("FE-ADV", "war FE 3; fleet FE-S FE1; fleet ME-S SOL; sol-defense basic; flagships SOL")
        .dice("5 5 1 1 1")
        .play("fed: resolve")
        .then("asks next; fleet FE-S slot 2; fleet ME-S slot 2; war FE 4; war ME 3");
}

#[test]
fn sf_13_19_the_battle_that_ends_the_game_costs_nothing_more() {
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1; losses 2; stability 1")
        .dice("4")
        .play("fed: resolve")
        .then("over unstable; mines FE1; fleet FE-B FE1");
    token("FE-ADV", "war FE 3; fleet FE-B FE1; flagships CY6; losses 2; stability 1")
        .dice("4")
        .play("fed: resolve")
        .events_do_not_say("nothing to lose")
        .then("over unstable; fleet FE-B SOL");
    token("FE-ADV", "war FE 3; fleet FE-B FE1; flagships CY6; losses 1; stability 1")
        .dice("4")
        .play("fed: resolve")
        .events_say("nothing to lose")
        .then("losses 2; stability 1; fleet FE-B SOL; asks next");
}

#[test]
fn sf_13_20_one_of_several_alike_is_lost() {
    // Two of a kind are one choice; then it needs no asking.
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1 FE1; flagships CY6")
        .dice("1")
        .play("fed: resolve")
        .then("mines FE1; unbuilt mine 2; fleet FE-B FE2; asks next");
    token("FE-ADV", "war FE 3; fleet FE-B FE2; flagships FE1 FE1; mines FE1")
        .dice("1 1 1")
        .play("fed: resolve")
        .then("asks lose")
        .play("fed: lose flagship")
        .events_say("is lost to Unbuilt Assets")
        .then("flagships FE1; mines FE1; unbuilt flagship 1");
    token("FE-ADV", "war FE 3; fleet FE-B FE2; mines FE1 FE1+; flagships CY6")
        .dice("1 1")
        .play("fed: resolve")
        .play("fed: lose mine upgraded")
        .events_say("is flipped to its basic side")
        .then("mines FE1 FE1; fleet FE-B FE2");
    // All fleets of the combat are pushed, each on its own way; where none can go further it stays.
    token("FE-ADV", "war FE 3; fleet FE-B FE1; fleet CT-S SOL; sol-defense upgraded; flagships CY6")
        .dice("1")
        .play("fed: resolve")
        .then("sol-defense basic; fleet FE-B FE1; fleet CT-S CT1");
    token("FE-SPN", "war FE 2; mines FE4")
        .dice("1 1 1 1")
        .play("fed: resolve")
        .events_say("cannot go back any further");
}

#[test]
fn sf_13_24_a_combat_whose_asset_is_gone_is_dropped() {
    // Two combats about to be fought; each takes place where fleet and asset still meet.
    token("MU-ADV", "war MU 3; fleet MU-S MU4; fleet MU-B MU2; mines MU3 MU1")
        .play("fed: resolve")
        .dice("5 1 1 1")
        .play("fed: fight MU1")
        .then("asks next; fleet MU-B MU2; fleet MU-S MU4; losses 1; mines MU1");
}
