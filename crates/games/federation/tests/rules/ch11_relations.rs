//! Relationships between aliens, and contested effects.

use crate::{event, given, token};
use klaxon_federation::{
    data::data,
    nouns::{AlienTech, Pair, Race},
};

fn copies(clauses: &str, race: Race, tech: AlienTech) -> u8 {
    given(clauses).game().table().copies(race, tech)
}

#[test]
fn sf_11_1_four_races_form_a_ring_without_the_mercenaries() {
    let pairs: Vec<&str> = Pair::all().map(Pair::id).collect();
    assert_eq!(pairs, ["FE-CT", "CT-MU", "MU-CY", "CY-FE"]);
    for race in [Race::FleshEaters, Race::Cthonians, Race::Mutants, Race::Cybers] {
        assert_eq!(Pair::all().filter(|p| p.has(race)).count(), 2);
    }
    assert!(Pair::all().all(|p| !p.has(Race::Mercenaries)));
}

#[test]
fn sf_11_2_each_pair_is_at_war_neutral_or_allied() {
    for word in ["war", "neutral", "alliance"] {
        given(&format!("relation MU-CY {word}")).then(&format!("relation MU-CY {word}"));
    }
}

#[test]
fn sf_11_3_a_war_result_moves_away_from_alliance() {
    token("GCO", "relation FE-CT alliance").dice("1 1").play("fed: resolve").then("relation FE-CT neutral");
    token("GCO", "").dice("1 1").play("fed: resolve").then("relation FE-CT war");
    token("GCO", "relation FE-CT war")
        .dice("1 1")
        .play("fed: resolve")
        .events_say("at war already")
        .then("relation FE-CT war");
}

#[test]
fn sf_11_4_an_alliance_result_moves_away_from_war() {
    token("GCO", "relation FE-CT war").dice("4 1").play("fed: resolve").then("relation FE-CT neutral");
    token("GCO", "").dice("4 1").play("fed: resolve").then("relation FE-CT alliance");
}

#[test]
fn sf_11_5_war_brings_both_an_extra_marker_and_its_end_takes_it() {
    token("GCO", "war FE 2; war CT 3").dice("1 1").play("fed: resolve").then("level FE 1; level CT 2");
    token("GCO", "war FE 2; war CT 3; relation FE-CT war")
        .dice("4 1")
        .play("fed: resolve")
        .then("level FE 2; level CT 3");
}

#[test]
fn sf_11_6_allies_share_the_technology_in_space_6() {
    let allied = "relation FE-CT alliance; tech FE A_ARS A_FPU; tech CT A_ADS A_AES";
    assert_eq!(copies(allied, Race::FleshEaters, AlienTech::DefensiveSystems), 1);
    assert_eq!(copies(allied, Race::Cthonians, AlienTech::AutoRespawn), 1);
    assert_eq!(copies(allied, Race::Cthonians, AlienTech::ForcedPursuit), 0, "only space 6");
    assert_eq!(
        copies(
            "relation FE-CT alliance; tech FE A_FSC; tech CT A_FSC",
            Race::FleshEaters,
            AlienTech::FastScouts
        ),
        2
    );
}

#[test]
fn sf_11_7_shared_copies_are_neither_shared_on_nor_enhanced() {
    let chain = "relation FE-CT alliance; relation CT-MU alliance; tech FE A_ARS";
    assert_eq!(copies(chain, Race::Cthonians, AlienTech::AutoRespawn), 1);
    assert_eq!(copies(chain, Race::Mutants, AlienTech::AutoRespawn), 0, "not shared on");
    let enhanced = "relation CY-FE alliance; tech CY A_ENH A_DUR; tech FE A_FSC A_FRA";
    assert_eq!(copies(enhanced, Race::Cybers, AlienTech::FastScouts), 1, "not enhanced");
    assert_eq!(
        copies(enhanced, Race::FleshEaters, AlienTech::Enhanced),
        0,
        "a shared Enhanced Tech does nothing"
    );
    assert_eq!(copies(enhanced, Race::FleshEaters, AlienTech::FastScouts), 1);
    // What is shared from beside Enhanced Tech is one copy.
    let beside = "relation CY-FE alliance; tech CY A_DUR A_ENH";
    assert_eq!(copies(beside, Race::Cybers, AlienTech::Durability), 2);
    assert_eq!(copies(beside, Race::FleshEaters, AlienTech::Durability), 1);
}

#[test]
fn sf_11_8_attaches_of_both_races_contest_first() {
    // The player says who rolls first; once prevented, the other need not roll.
    token("GCO", "attaches FE CT")
        .dice("1 1")
        .plays("fed: resolve; fed: accept; fed: accept")
        .then("asks roll-first")
        .refuses("fed: roll-first MU", "SF-11.8")
        .dice("5")
        .plays("fed: roll-first CT; fed: accept")
        .then("relation FE-CT neutral; attaches FE CT");
    // The first fails, the second stops it.
    token("GCO", "attaches FE CT")
        .dice("1 1")
        .plays("fed: resolve; fed: accept; fed: accept")
        .dice("1 4")
        .plays("fed: roll-first CT; fed: accept")
        .then("relation FE-CT neutral; attaches; war FE 1; war CT 1");
}

#[test]
fn sf_11_9_overage_strikes_by_keyword() {
    let allied = "relation FE-CT alliance";
    token("GCO", allied).dice("4 1").play("fed: resolve").then("war FE 1; war CT 1");
    token("GCO", &format!("{allied}; fleet FE-B FE4; fleet CT-B CT5"))
        .dice("5 1")
        .play("fed: resolve")
        .then("fleet FE-B FE3; fleet CT-B CT4");
    token("GCO", allied).dice("6 1 pick1 pick2").play("fed: resolve").then("tech FE A_FSC; tech CT A_FRA");
    // Embassies contest; an Attaché does not, as nothing changes.
    token("GCO", &format!("{allied}; embassies FE; attaches CT"))
        .dice("4 1")
        .plays("fed: resolve; fed: accept")
        .dice("6")
        .plays("fed: accept; fed: accept")
        .then("war FE 0; war CT 1; attaches CT");
}

#[test]
fn sf_11_10_cthonians_and_mutants_leaving_neutral_calm_the_mercenaries() {
    token("GCO", "").dice("1 2").play("fed: resolve").then("relation CT-MU war; war ME 3");
    token("GCO", "").dice("4 3").play("fed: resolve").then("relation CT-MU alliance; war ME 3");
    // Back to Neutral changes nothing.
    token("GCO", "relation CT-MU war; war ME 3")
        .dice("4 2")
        .play("fed: resolve")
        .then("relation CT-MU neutral; war ME 3");
    token("GCO", "").dice("1 1").play("fed: resolve").then("war ME 4");
}

#[test]
fn sf_11_11_the_keyword_stands_with_the_result() {
    let words: Vec<Option<&str>> = data().conflict.iter().map(|k| k.map(|k| k.name())).collect();
    assert_eq!(words, [None, None, None, Some("Diplomacy"), Some("Military"), Some("Research")]);
}

#[test]
fn sf_11_12_overage_in_faction_order_military_spawns_without_fleets() {
    let g = token("GCO", "relation CY-FE alliance; fleet CY-B CY4")
        .dice("5 5")
        .play("fed: resolve")
        .then("fleet FE-S FE4; fleet CY-B CY3");
    let order: Vec<String> = g
        .told()
        .iter()
        .map(|t| format!("{:?}", t.event))
        .filter(|e| e.starts_with("Spawned") || e.starts_with("FleetMoved"))
        .collect();
    assert!(order[0].starts_with("Spawned"), "Flesh Eaters come first: {order:?}");
}

#[test]
fn sf_12_1_five_stays_three_returns_one_happens() {
    let settled = "embassies FE; base build CUA";
    for (die, war, embassy) in
        [("6", 0, true), ("5", 0, true), ("4", 0, false), ("3", 0, false), ("2", 1, false), ("1", 1, false)]
    {
        let g = token("FE-BDF", settled).dice(die).play("fed: resolve").then(&format!("war FE {war}"));
        g.then(if embassy { "embassies FE" } else { "embassies" });
    }
}

#[test]
fn sf_12_2_a_returned_spy_was_killed_and_that_comes_before_the_effect() {
    let g = token("FE-TEC", "war FE 1; spies FE")
        .play("fed: resolve")
        .dice("1 pick1")
        .play("fed: contest")
        .then("war FE 2; tech FE A_FSC");
    let at = |word: &str| g.told().iter().position(|t| format!("{:?}", t.event).starts_with(word)).unwrap();
    assert!(at("SpyKilled") < at("WarMoved") && at("WarMoved") < at("TechGained"));
    // The step may itself be contested by an Embassy.
    token("FE-TEC", "war FE 1; spies FE; embassies FE")
        .play("fed: resolve")
        .dice("3 6")
        .play("fed: contest")
        .then("war FE 1; spies; embassies FE");
}

#[test]
fn sf_12_3_a_returned_embassy_has_no_further_effect() {
    token("FE-BDF", "embassies FE; base build CUA")
        .dice("3")
        .play("fed: resolve")
        .then("war FE 0; pools D 2; asks next");
}

#[test]
fn sf_12_4_the_translator_gives_spies_a_second_die_to_choose_from() {
    token("FE-TEC", "war FE 1; spies FE; advantage F_RTT")
        .play("fed: resolve")
        .dice("1 5")
        .play("fed: contest")
        .then("asks die")
        .play("fed: die 1")
        .then("spies FE; tech FE");
    // Dice that mean the same are not asked about; Embassies have one die.
    token("FE-TEC", "war FE 1; spies FE; advantage F_RTT")
        .play("fed: resolve")
        .dice("6 5")
        .play("fed: contest")
        .then("asks next; spies FE");
    token("FE-BDF", "embassies FE; base build CUA; advantage F_RTT")
        .dice("6")
        .play("fed: resolve")
        .then("war FE 0");
}

#[test]
fn sf_12_5_a_token_that_leaves_otherwise_is_not_killed() {
    crate::phase3("spies FE; tech CT A_FSC")
        .dice("1")
        .play("fed: sabotage CT with spy FE")
        .then("spies; war FE 0");
    event("EV5", "spies FE")
        .dice("6")
        .play("fed: resolve")
        .play("fed: accept")
        .then("spies; war FE 0; pools E 3");
}

#[test]
fn sf_11_3_every_pair_moves_by_its_own_dice() {
    for (die, pair) in [(1, "FE-CT"), (2, "CT-MU"), (3, "CT-MU"), (4, "MU-CY"), (5, "CY-FE"), (6, "CY-FE")] {
        for (chart, from, to) in [
            (1, "alliance", "neutral"),
            (2, "neutral", "war"),
            (3, "war", "war"),
            (4, "war", "neutral"),
            (5, "neutral", "alliance"),
        ] {
            token("GCO", &format!("relation {pair} {from}"))
                .dice(&format!("{chart} {die}"))
                .play("fed: resolve")
                .then(&format!("relation {pair} {to}"));
        }
    }
}

#[test]
fn sf_11_10_only_leaving_neutral_and_only_that_pair() {
    for (clauses, dice, war) in [
        ("", "1 2", 3),
        ("", "4 2", 3),
        ("relation CT-MU war", "4 2", 4),
        ("relation CT-MU alliance", "1 2", 4),
        ("relation CT-MU war", "1 2", 4),
        ("", "1 1", 4),
        ("", "1 4", 4),
        ("", "4 5", 4),
        ("war ME 0", "1 2", 0),
        ("war ME 1", "1 3", 0),
    ] {
        token("GCO", clauses).dice(dice).play("fed: resolve").then(&format!("war ME {war}"));
    }
}

#[test]
fn sf_11_8_an_attache_of_a_third_race_has_no_say() {
    token("GCO", "attaches MU")
        .dice("1 1")
        .plays("fed: resolve; fed: accept; fed: accept")
        .then("relation FE-CT war; attaches MU");
    // One of the two contests alone, and what it cannot stop happens.
    for race in ["FE", "CT"] {
        token("GCO", &format!("attaches {race}"))
            .dice("1 1 2")
            .plays("fed: resolve; fed: accept; fed: accept")
            .then(&format!("relation FE-CT war; attaches; war {race} 1; pools E 3"));
    }
    // No change, no contest: at war already, or allied.
    token("GCO", "attaches FE; relation FE-CT war")
        .dice("1 1")
        .plays("fed: resolve; fed: accept; fed: accept")
        .then("attaches FE; asks next");
}

#[test]
fn sf_11_6_every_alliance_shares_space_6_both_ways() {
    use Race::{Cthonians, Cybers, FleshEaters, Mercenaries, Mutants};
    let scouts = AlienTech::FastScouts;
    for (pair, a, b) in [
        ("FE-CT", FleshEaters, Cthonians),
        ("CT-MU", Cthonians, Mutants),
        ("MU-CY", Mutants, Cybers),
        ("CY-FE", Cybers, FleshEaters),
    ] {
        for (owner, ally) in [(a, b), (b, a)] {
            let tech = format!("tech {} A_FSC A_FRA", owner.id());
            for (relation, n) in [("alliance", 1), ("neutral", 0), ("war", 0)] {
                assert_eq!(
                    copies(&format!("relation {pair} {relation}; {tech}"), ally, scouts),
                    n,
                    "{pair} {relation}"
                );
            }
            let raiders = AlienTech::FastRaiders;
            assert_eq!(copies(&format!("relation {pair} alliance; {tech}"), ally, raiders), 0, "{pair}");
            assert_eq!(
                copies(&format!("relation {pair} alliance; {tech}"), Mercenaries, scouts),
                0,
                "{pair}"
            );
        }
    }
    // Two allies share two copies.
    let two = "relation FE-CT alliance; relation CY-FE alliance; tech CT A_FSC; tech CY A_FSC; tech FE A_FSC";
    assert_eq!(copies(two, FleshEaters, scouts), 3);
}

#[test]
fn sf_12_1_each_face_of_a_spys_contest_says_what_it_means() {
    for (face, words) in [
        (1, "cannot stop"),
        (2, "cannot stop"),
        (3, "and returns to the pool"),
        (4, "and returns to the pool"),
        (5, "and stays"),
        (6, "and stays"),
    ] {
        let dice = if face < 3 { format!("{face} pick1") } else { face.to_string() };
        token("FE-TEC", "war FE 1; spies FE")
            .play("fed: resolve")
            .dice(&dice)
            .play("fed: contest")
            .events_say(words);
    }
}
