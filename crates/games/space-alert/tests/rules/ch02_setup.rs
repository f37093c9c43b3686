//! Chapter 2: setup.

use crate::{Go, at, plan_in, plan_of, script, started, table, tick, unclocked};
use klaxon_core::{Game, Seat, TableOrder, Viewer, Words};
use klaxon_space_alert::{
    Berth, Kind, Level, Levels, Place, Play, Setup, Shade, SpaceAlert, StageView, Station, data::data,
};
use std::collections::BTreeSet;

/// All threats of a mission, with the levels given.
fn threats(common: Level, serious: Level, seed: u64) -> Vec<(klaxon_space_alert::ThreatId, u8, Place)> {
    let setup = Setup { levels: Levels { common, serious }, ..unclocked("S2-2", 5) };
    plan_of(&table(&setup, seed), 0).threats
}

#[test]
fn sa_2_15_trajectories_may_be_chosen_and_lie_once() {
    let order = |chosen: &[(&str, &str)]| {
        let options = chosen.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        SpaceAlert::setup(&TableOrder { scenario: "S2-1".into(), seats: 4, options, ..TableOrder::default() })
    };
    let setup = order(&[("track-red", "T7"), ("track-internal", "T1"), ("clock", "off")]).unwrap();
    let mut drawn = BTreeSet::new();
    for seed in 0..40 {
        let tracks = plan_of(&table(&setup, seed), 0).tracks;
        assert_eq!((tracks[0].as_str(), tracks[3].as_str()), ("T7", "T1"));
        let different: BTreeSet<_> = tracks.iter().cloned().collect();
        assert_eq!(different.len(), 4, "no board lies twice: {tracks:?}");
        drawn.extend([tracks[1].clone(), tracks[2].clone()]);
    }
    assert_eq!(drawn.len(), 5, "the rest is drawn: {drawn:?}");
    let twice = order(&[("track-red", "T3"), ("track-blue", "T3")]).unwrap_err();
    assert_eq!(twice.rule.map(|r| r.as_str()), Some("SA-2.15"));
    assert!(order(&[("track-red", "T8")]).is_err());
    // A table that chooses nothing draws as it always did.
    let plain = order(&[("clock", "off")]).unwrap();
    assert_eq!(plan_of(&table(&plain, 5), 0).tracks, plan_of(&table(&unclocked("S2-1", 4), 5), 0).tracks);
}

#[test]
fn sa_2_1_the_level_of_common_threats_holds_outside_and_inside() {
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        for (id, _, place) in threats(Level::White, Level::Mixed, seed) {
            assert!(id.card().serious || id.card().shade == Shade::White, "{id}");
            seen.insert((id.card().serious, place == Place::Internal));
        }
        for (id, ..) in threats(Level::Yellow, Level::Mixed, seed) {
            assert!(id.card().serious || id.card().shade == Shade::Yellow, "{id}");
        }
    }
    assert!(seen.contains(&(false, true)) && seen.contains(&(false, false)));
    let mixed: BTreeSet<bool> = (0..40)
        .flat_map(|seed| threats(Level::Mixed, Level::White, seed))
        .filter(|(id, ..)| !id.card().serious)
        .map(|(id, ..)| id.card().shade == Shade::White)
        .collect();
    assert_eq!(mixed.len(), 2, "mixed: both shuffled together");
}

#[test]
fn sa_2_2_the_serious_level_may_differ_from_the_common_one() {
    for seed in 0..40 {
        for (id, ..) in threats(Level::White, Level::Yellow, seed) {
            let wanted = if id.card().serious { Shade::Yellow } else { Shade::White };
            assert_eq!(id.card().shade, wanted, "{id}");
        }
    }
}

#[test]
fn sa_2_3_four_decks_are_shuffled_and_drawn_from() {
    let first: BTreeSet<_> = (0..30).map(|seed| threats(Level::Mixed, Level::Mixed, seed)[0].0).collect();
    assert!(first.len() > 5, "shuffled: {first:?}");
    for seed in 0..20 {
        for script in &data().scripts {
            let game = table(&unclocked(&script.id, 5), seed);
            let threats = plan_of(&game, 0).threats;
            let different: BTreeSet<_> = threats.iter().map(|t| t.0).collect();
            assert_eq!(different.len(), threats.len(), "each card once");
            for (id, _, place) in threats {
                assert_eq!(id.card().internal, place == Place::Internal, "{id}: the right deck");
            }
        }
    }
}

#[test]
fn sa_2_4_only_the_captains_role_changes_the_outcome() {
    let programs = "turn 1 actions; program 1 LIFT; program 2 LIFT; program 2 LIFT B; program 1 LIFT B";
    at(&format!("officers 3 4; {programs}")).step().then("program 1 LIFT B; program 2 LIFT . B");
    at(&format!("officers 1 1; {programs}")).step().then("program 1 LIFT B; program 2 LIFT . B");
    // With the second seat as captain its program comes first.
    at(&format!("crew 2 1 3 4; {programs}"))
        .play("2: advance")
        .then("member 1 LW; program 1 LIFT B; program 2 LIFT . B");
    let odd = Setup { crew: vec![Berth::Android(Seat(0)), Berth::Person(Seat(0))], ..script("S2-1", 4) };
    assert!(odd.check().is_err());
}

#[test]
fn sa_2_4_the_captain_is_a_player_at_the_table() {
    let captain = |seats: usize, who: &str| {
        let mut order = TableOrder { scenario: "S2-1".into(), seats, ..TableOrder::default() };
        order.options.insert("captain".into(), who.into());
        SpaceAlert::setup(&order)
            .map(|s| s.crew[0].keeper().0)
            .map_err(|r| r.rule.map(|r| r.as_str().to_owned()))
    };
    assert_eq!(captain(4, "4"), Ok(3));
    assert_eq!(captain(3, "4"), Err(Some("SA-2.4".into())));
    // With an android first nobody would lead.
    let mut odd = script("S2-1", 2);
    odd.crew.rotate_right(1);
    assert!(odd.check().is_err_and(|r| r.rule.is_some_and(|r| r.as_str() == "SA-2.4")));
}

#[test]
fn sa_2_5_the_crew_order_is_captain_first_then_clockwise() {
    let mut order = TableOrder { scenario: "S2-1".into(), seats: 4, ..TableOrder::default() };
    order.options.insert("captain".into(), "3".into());
    let setup = SpaceAlert::setup(&order).unwrap();
    let seats: Vec<u8> = setup.crew.iter().map(|b| b.keeper().0).collect();
    assert_eq!(seats, [2, 3, 0, 1]);
    order.options.insert("captain".into(), "5".into());
    assert!(SpaceAlert::setup(&order).is_err(), "the captain sits at the table");
}

#[test]
fn sa_2_6_four_different_trajectories_lie_open_from_the_start() {
    let mut seen = BTreeSet::new();
    for seed in 0..40 {
        let game = table(&script("S2-1", 4), seed);
        let plan = plan_in(&game.view(Viewer::Watcher));
        let different: BTreeSet<&String> = plan.tracks.iter().collect();
        assert_eq!(different.len(), 4);
        seen.extend(plan.tracks);
    }
    assert_eq!(seen.len(), 7, "any of the seven");
}

#[test]
fn sa_2_7_each_zone_has_its_own_stack_of_six_tiles() {
    at("turn 1 threats; shields 0 0 0; tracks T1 T1 T1 T1
        threat E2-01 T+1 red on-track square 2 speed 1; threat SE1-02 T+2 blue on-track square 2 speed 1")
    .step()
    .then("damage red heavy light shield reactor lift structural; tiles white 0; tiles blue 5");
    // The order is luck and hidden.
    let game = started(&script("S2-1", 4), 1, 0);
    let json = serde_json::to_string(&game.view(Viewer::Seat(Seat(0)))).unwrap();
    assert!(!json.contains("stack"), "no stack in a view");
}

#[test]
fn sa_2_8_three_packets_of_five_with_a_heroic_card_in_the_first() {
    let mut game = started(&script("S2-1", 4), 5, 1000);
    for seat in 0..4 {
        let hand = plan_of(&game, seat).hand;
        assert_eq!(hand.len(), 5);
        assert_eq!(hand.iter().filter(|k| k.is_heroic()).count(), 1);
    }
    assert_eq!(plan_of(&game, 0).deck, 90 - 4 * 14);
    tick(&mut game, 3 * 60_000 + 45_000);
    let hand = plan_of(&game, 0).hand;
    assert_eq!((hand.len(), hand.iter().filter(|k| k.is_heroic()).count()), (10, 1));
    assert_eq!(Kind::actions().map(|k| u32::from(k.copies())).sum::<u32>(), 90);
}

#[test]
fn sa_2_9_heroic_cards_are_dealt_one_to_each_at_random() {
    let mut firsts = BTreeSet::new();
    for seed in 0..40 {
        let game = started(&script("S2-1", 5), seed, 0);
        let all: Vec<Kind> = (0..5).flat_map(|s| plan_of(&game, s).hand).filter(|k| k.is_heroic()).collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 5, "five different ones, one is out");
        firsts.insert(all[0]);
    }
    assert_eq!(firsts.len(), 6);
}

#[test]
fn sa_2_10_the_starting_ship() {
    at("").then(
        "shields 1 1 1; reactors 2 3 2; fuel 3; rockets 3; squad 1 stored UB; squad 2 stored LR
         tiles red 0; tiles white 0; tiles blue 0; maintained none; rocket-track empty",
    );
}

#[test]
fn sa_2_11_everybody_starts_on_the_bridge() {
    at("crew 1 2 3 4 5").then("member 1 UW; member 2 UW; member 3 UW; member 4 UW; member 5 UW");
    let game = table(&script("S2-1", 4), 1);
    let StageView::Planning(plan) = game.view(Viewer::Watcher).stage else { panic!() };
    assert!(plan.figures.iter().all(|f| *f == klaxon_space_alert::Spot::Station(Station::UW)));
}

#[test]
fn sa_2_12_a_script_by_choice_or_at_random() {
    for n in 1..=8 {
        let id = format!("S2-{n}");
        assert_eq!(table(&script(&id, 4), 1).view(Viewer::Watcher).script, Some(id));
    }
    assert!(Setup::usual(Play::Script("S3-1".into()), 4, false).check().is_err());
    let drawn: BTreeSet<Vec<u8>> = (0..60)
        .map(|seed| {
            let setup = Setup { clock: false, ..Setup::usual(Play::Random, 5, false) };
            let game = table(&setup, seed);
            assert_eq!(game.view(Viewer::Watcher).script, None, "a random script has no name");
            plan_of(&game, 0).threats.iter().map(|t| t.1).collect()
        })
        .collect();
    assert!(drawn.len() >= 6, "many scripts: {drawn:?}");
}

#[test]
fn sa_2_13_every_announcement_can_be_read() {
    let mut game = started(&script("S2-1", 5), 1, 0);
    let mut n = 0;
    for now in (0..=600_000).step_by(5_000) {
        for told in tick(&mut game, now) {
            n += 1;
            assert!(!SpaceAlert::line(&told.event).text.is_empty());
        }
    }
    assert!(n > 40, "{n} announcements");
    assert!(game.voyage().is_some(), "the program keeps the time");
}

#[test]
fn sa_2_14_the_bank_never_runs_out_and_codes_mean_nothing() {
    // Three capsules bring fifteen blocks, beyond any box.
    at("maintained 1; reactors 0 0 0; member 1 LW; program 1 B . . B; member 2 LR; program 2 . B; member 3 LB; program 3 . . B")
        .steps(4 * 3 + 1 + 2)
        .then("fuel 1; reactors 3 5 2");
    let ids: BTreeSet<&str> = data().threats.iter().map(|c| c.id.as_str()).collect();
    assert_eq!(ids.len(), 55);
}
