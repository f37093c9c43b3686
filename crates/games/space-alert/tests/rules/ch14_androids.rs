//! Chapter 14: fewer than four people, androids, solo, practice.

use crate::{Go, act, at, plan_of, refusal, script, started, table, tick, unclocked};
use klaxon_core::{Game, Seat, TableOrder, Viewer, Words};
use klaxon_space_alert::{
    Act, Android, Berth, Data, Half, Kind, NextPhase, Play, Setup, Solo, Space, SpaceAlert,
};

/// Three players and an android, phase 1 begun.
const THREE: &str = "planning S2-1; crew 1 2 3 a1; time 0:01";

#[test]
fn sa_14_1_androids_fill_the_crew_up_to_four() {
    for (people, androids) in [(4, 0), (3, 1), (2, 2)] {
        let setup = Setup::usual(Play::Script("S2-1".into()), people, false);
        assert_eq!(setup.crew.iter().filter(|b| b.is_android()).count(), androids);
        assert_eq!(setup.crew.len(), 4);
        assert_eq!(table(&setup, 1).seats(), people);
    }
    let odd = Setup {
        crew: vec![Berth::Person(Seat(0)), Berth::Person(Seat(1)), Berth::Person(Seat(2))],
        ..script("S2-1", 4)
    };
    assert_eq!(odd.check().unwrap_err().rule.unwrap().as_str(), "SA-14.1");
}

#[test]
fn sa_14_2_an_android_has_only_a_heroic_card_turned_up_in_phase_1() {
    let before = table(&script("S2-1", 3), 1);
    assert_eq!(before.view(Viewer::Seat(Seat(0))).crew[3].heroic, None);
    let after = started(&script("S2-1", 3), 1, 0);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(2)), Viewer::Watcher] {
        let android = &after.view(viewer).crew[3];
        assert!(android.heroic.is_some_and(Kind::is_heroic));
        assert_eq!(android.hand, 0);
    }
}

fn hands(setup: &Setup) -> [usize; 3] {
    let mut game = started(setup, 1, 0);
    let first = plan_of(&game, 0).hand.len();
    act(&mut game, 0, NextPhase::NextPhase);
    let second = plan_of(&game, 0).hand.len() - first;
    act(&mut game, 0, NextPhase::NextPhase);
    [first, second, plan_of(&game, 0).hand.len() - first - second]
}

#[test]
fn sa_14_3_cards_for_three_and_two_people() {
    assert_eq!(hands(&script("S2-1", 4)), [5, 5, 5]);
    assert_eq!(hands(&script("S2-1", 5)), [5, 5, 5]);
    assert_eq!(hands(&script("S2-1", 3)), [6, 6, 6]);
    assert_eq!(hands(&script("S2-1", 2)), [9, 6, 6]);
    let game = started(&script("S2-1", 2), 1, 0);
    assert_eq!(plan_of(&game, 0).hand.iter().filter(|k| k.is_heroic()).count(), 1);
}

#[test]
fn sa_14_4_the_androids_places_are_fixed_before_the_mission() {
    let mut order = TableOrder { scenario: "S2-1".into(), seats: 2, ..TableOrder::default() };
    order.options.insert("androids".into(), "second".into());
    let setup = SpaceAlert::setup(&order).unwrap();
    assert_eq!(setup.crew.iter().map(|b| b.is_android()).collect::<Vec<_>>(), [false, true, true, false]);
    // The android acts in its place.
    at("crew 1 a1 2 3; turn 1 actions; program 2 LIFT A; program 3 LIFT A")
        .step()
        .then("program 2 LIFT A; program 3 LIFT . A");
}

#[test]
fn sa_14_5_any_player_places_cards_on_androids_face_up_and_for_good() {
    let g = at(&format!("{THREE}; hand 2 A-RED B-RED"))
        .play("2: android 4 A-RED 2 movement")
        .hears("watcher", "plans RED (A-RED) for Android 4 on turn 2")
        .then("board 4 2 A-RED movement; hand 2 B-RED")
        .refuses("2: android 4 B-RED 2 action", "SA-14.5")
        .refuses("3: android 3 B-RED 2 action", "SA-14.5");
    assert!(g.told().iter().all(|t| t.reveals), "it cannot be taken back");
    let seen = &g.game().view(Viewer::Seat(Seat(2))).crew[3].board;
    assert_eq!(seen[1], Space::Face { up: Act::Red, under: Act::A });
}

#[test]
fn sa_14_6_only_the_android_uses_its_heroic_card() {
    let game = started(&script("S2-1", 3), 1, 0);
    let own = game.view(Viewer::Watcher).crew[3].heroic.unwrap();
    let mine = *plan_of(&game, 0).hand.iter().find(|k| k.is_heroic()).unwrap();
    let mut g = game.clone();
    act(&mut g, 2, Android::Android { android: 3, turn: 1, card: own, half: Half::Action });
    assert_eq!(g.view(Viewer::Watcher).crew[3].heroic, None);
    let again = Android::Android { android: 3, turn: 2, card: own, half: Half::Action };
    assert_eq!(refusal(&g, 2, again), "SA-14.6");
    let foreign = Android::Android { android: 3, turn: 1, card: mine, half: Half::Action };
    assert_eq!(refusal(&game, 0, foreign), "SA-14.6");
    // In any phase.
    let mut later = game.clone();
    act(&mut later, 0, NextPhase::NextPhase);
    act(&mut later, 0, Android::Android { android: 3, turn: 5, card: own, half: Half::Movement });
}

#[test]
fn sa_14_7_only_spaces_of_the_phase_the_player_is_in() {
    at(&format!("{THREE}; hand 1 A-RED; hand 2 B-RED"))
        .refuses("1: android 4 A-RED 4 action", "SA-14.7")
        .play("1: next-phase")
        .refuses("1: android 4 A-RED 3 action", "SA-14.7")
        .allows("1: android 4 A-RED 4 action")
        .allows("2: android 4 B-RED 3 action")
        .time(3, 45, 0)
        .refuses("2: android 4 B-RED 3 action", "SA-14.7");
}

#[test]
fn sa_14_8_androids_are_resolved_exactly_like_players() {
    for crew in ["1 2 3 4", "1 2 3 a2"] {
        at(&format!("crew {crew}; turn 4 threats; tracks T4 T4 T4 T4; member 4 UB; threat SI1-06 T+1 internal on-track square 6 speed 1"))
            .step()
            .then("member 4 UB out; penalty 2");
    }
    // A trip is asked of whoever answers for it.
    at("crew 1 2 3 a2; options trips; turn 1 actions; program 4 RED/A")
        .step()
        .asks("2")
        .play("2: trip arrow")
        .then("member 4 UB");
}

#[test]
fn sa_14_9_a_crew_of_four_with_androids_hears_no_unconfirmed_report() {
    for people in [2, 3] {
        let game = started(&script("S2-2", people), 1, 10_000);
        assert!(plan_of(&game, 0).threats.is_empty());
    }
}

#[test]
fn sa_14_10_the_fifth_crew_member() {
    let five = |people| Setup::usual(Play::Script("S2-2".into()), people, true);
    assert_eq!(hands(&five(4)), [6, 5, 5]);
    assert_eq!(hands(&five(3)), [7, 6, 6]);
    assert_eq!(hands(&five(2)), [10, 6, 6]);
    let game = started(&five(2), 1, 10_000);
    assert_eq!(plan_of(&game, 0).threats.len(), 1, "unconfirmed reports apply");
    let heroics: Vec<_> = game.view(Viewer::Watcher).crew.iter().filter_map(|c| c.heroic).collect();
    assert_eq!(heroics.len(), 3);
    let mut order = TableOrder { scenario: "S2-1".into(), seats: 5, ..TableOrder::default() };
    order.options.insert("fifth".into(), "on".into());
    assert_eq!(SpaceAlert::setup(&order).unwrap_err().rule.unwrap().as_str(), "SA-14.10");
}

#[test]
fn sa_14_11_androids_draw_nothing_and_take_no_part_in_transfers() {
    let mut game = started(&script("S2-1", 2), 1, 141_000);
    let deck = plan_of(&game, 0).deck;
    act(&mut game, 0, Data::Draw);
    act(&mut game, 1, Data::Draw);
    assert_eq!(refusal(&game, 0, Data::Draw), "SA-3.23");
    assert_eq!(plan_of(&game, 0).deck, deck - 2);
    tick(&mut game, 186_000);
    let card = plan_of(&game, 0).hand[0];
    assert_eq!(refusal(&game, 0, Data::Give { card, to: Seat(2) }), "SA-3.24");
}

/// Solo, phase 1 begun.
const SOLO: &str = "planning S2-1; crew a1 a1 a1 a1; time 0:01";

#[test]
fn sa_14_12_solo_with_four_androids_and_the_open_deck() {
    let game = started(&script("S2-1", 1), 1, 60_000);
    assert_eq!(game.seats(), 1);
    let view = game.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.crew.len(), 4);
    assert!(view.crew.iter().all(|c| c.figure.android && c.heroic.is_some()));
    let open: usize = plan_of(&game, 0).open_deck.iter().map(|(_, n)| n).sum();
    assert_eq!(open, 90);
    assert_eq!(plan_of(&game, 0).threats.len(), 1, "no unconfirmed report");
    let own = view.crew[1].heroic.unwrap();
    let (android, turn, half) = (1, 2, Half::Action);
    let mut g = game.clone();
    act(&mut g, 0, Solo::SoloPlace { android, turn, card: own, half });
    assert_eq!(refusal(&game, 0, Solo::SoloPlace { android: 2, turn, card: own, half }), "SA-14.6");
    // A card lies in one place only.
    let bots = Kind::parse("BOTS-RED").unwrap();
    for n in 0..5u8 {
        act(&mut g, 0, Solo::SoloPlace { android: 3, turn: 3 + n, card: bots, half });
    }
    assert_eq!(refusal(&g, 0, Solo::SoloPlace { android: 0, turn: 1, card: bots, half }), "SA-14.12");
    let mut order = TableOrder { scenario: "S2-1".into(), seats: 1, ..TableOrder::default() };
    order.options.insert("fifth".into(), "on".into());
    assert_eq!(SpaceAlert::setup(&order).unwrap_err().rule.unwrap().as_str(), "SA-14.12");
}

#[test]
fn sa_14_12_solo_is_always_four_androids() {
    let order = |seats: usize, fifth: &str| {
        let mut order = TableOrder { scenario: "S2-1".into(), seats, ..TableOrder::default() };
        order.options.insert("fifth".into(), fifth.into());
        SpaceAlert::setup(&order).map(|s| s.crew.len()).map_err(|r| r.rule.map(|r| r.as_str().to_owned()))
    };
    assert_eq!(order(1, "off"), Ok(4));
    assert_eq!(order(1, "on"), Err(Some("SA-14.12".into())));
    assert_eq!(order(2, "on"), Ok(5), "two may have a fifth");
    // What belongs to solo is not open to a crew.
    at("planning S2-1; time 0:01").refuses("1: solo 2 A-RED 3 action", "SA-14.12");
}

#[test]
fn sa_14_13_the_same_card_the_same_way_changes_nothing_and_later_turns_do_not_exist() {
    at(SOLO)
        .play("1: solo 2 A-RED 3 action")
        .refuses("1: solo 2 A-RED 3 action", "SA-14.13")
        .allows("1: solo 2 A-RED 3 movement")
        .allows("1: solo 2 A-RED 12 action")
        .refuses("1: solo 2 A-RED 13 action", "SA-14.13");
}

#[test]
fn sa_14_13_solo_cards_may_be_changed_until_the_phase_is_announced_over() {
    at(SOLO)
        .play("1: solo 2 A-RED 3 action")
        .play("1: solo 2 A-RED 3 movement")
        .play("1: solo 2 C-LIFT 12 action")
        .play("1: solo-take-back 2 3")
        .play("1: solo 2 B-RED 1 action")
        .refuses("1: next-phase", "SA-14.12")
        .refuses("1: draw", "SA-14.12")
        .time(2, 55, 0)
        .then("silent no; draws 1 0")
        .allows("1: ping UR")
        .time(3, 45, 0)
        .refuses("1: solo-take-back 2 1", "SA-14.13")
        .refuses("1: solo 2 A-RED 3 action", "SA-14.13")
        .allows("1: solo 2 A-RED 4 action")
        .allows("1: solo-take-back 2 12");
}

#[test]
fn sa_14_14_practice_without_clock_deals_threats_by_the_script() {
    let game = table(&unclocked("S2-1", 1), 4);
    assert_eq!(game.alarm(), None);
    let turns: Vec<u8> = plan_of(&game, 0).threats.iter().map(|t| t.1).collect();
    assert_eq!(turns, [2, 4, 5, 6, 7]);
}

#[test]
fn sa_14_15_clock_off_everything_is_announced_and_rights_last() {
    let g = at("planning S2-1; hand 1 A-RED B-RED C-RED A-BLUE B-BLUE; hand 2 A-LIFT")
        .then("announced 5; draws 1 2; gives 1 4; silent no; phase 1 1")
        .plays("1: draw; 1: draw")
        .refuses("1: draw", "SA-3.23")
        .plays("1: give A-RED 2; 1: give B-RED 2; 1: give C-RED 3; 1: give A-BLUE 4")
        .refuses("1: give B-BLUE 2", "SA-3.24")
        .refuses("1: end-round yes", "SA-14.15")
        .plays(
            "1: next-phase; 1: next-phase; 1: end-round yes; 2: next-phase; 2: next-phase; 2: end-round yes",
        )
        .plays("3: next-phase; 3: next-phase; 4: next-phase; 4: next-phase; 4: end-round yes")
        .then("stage planning")
        .play("3: end-round yes")
        .then("stage flight");
    assert_eq!(g.game().alarm(), None);
    // Solo: when the player says so.
    at("planning S2-1; crew a1 a1 a1 a1").play("1: end-round yes").then("stage flight");
}

#[test]
fn sa_14_12_alone_there_are_no_packets_to_pick_up() {
    // Nobody at the table has a hand: the phases begin, and nothing is dealt.
    at("planning S2-1; crew a1 a1 a1 a1; options clock")
        .play("1: ready")
        .clock(0)
        .events_say("Alert")
        .events_do_not_say("picks up");
    at(SOLO).time(3, 45, 0).events_say("Phase 1 has ended").events_do_not_say("picks up");
}

#[test]
fn sa_14_1_nobody_is_in_the_crew_twice() {
    let mut crew = script("S2-1", 4);
    crew.crew[3] = crew.crew[1];
    assert!(crew.check().is_err_and(|r| r.text.contains("twice")));
}

#[test]
fn sa_14_8_whoever_leads_androids_is_at_the_table() {
    // They go around the table, captain first.
    for (people, fifth, keepers) in [
        (3, false, vec![0]),
        (3, true, vec![0, 1]),
        (2, false, vec![0, 1]),
        (2, true, vec![0, 1, 0]),
        (4, true, vec![0]),
    ] {
        let setup = Setup::usual(Play::Random, people, fifth);
        let leads: Vec<u8> = setup.crew.iter().filter(|b| b.is_android()).map(|b| b.keeper().0).collect();
        assert_eq!(leads, keepers, "{people} people, a fifth: {fifth}");
    }
}
