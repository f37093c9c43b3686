//! A first look at every chapter: the rulebook's own examples and the turns of phrase of the situation language.

use klaxon_core::{Chance, Game, Seat, Situation, Tell, Viewer, Words};
use klaxon_red_alert::{HexSet, RedAlert, Setup, data};
use klaxon_testkit::{Given, given as any};

fn given(clauses: &str) -> Given<RedAlert> {
    any::<RedAlert>(clauses)
}

#[test]
fn ra_8_5_every_unit_needs_an_order_of_its_own() {
    let position = "cw B2 SC; cw B4 SC; cw B5 SD; cw B10 SD; cf K7 SC; card cw CM-13; phase orders cw";
    given(position)
        .plays("cw: order B2; cw: order B4; cw: order B10")
        .refuses("cw: order B5", "RA-8.5")
        .done();
    given(position)
        .plays("cw: order B4; cw: order B5; cw: order B10")
        .refuses("cw: order B2", "RA-8.5")
        .done();
    given(position)
        .plays("cw: order B2; cw: order B4")
        .refuses("cw: order B5", "RA-8.5")
        .allows("cw: order B10")
        .done();
}

#[test]
fn ra_9_moves_and_what_stops_them() {
    given("F6 asteroid; cw G6 SC ordered; cf A1 SC; phase movement cw")
        .dice("red-alert")
        .play("cw: move G6 F6")
        .then("cw F6 SC ordered moved alert stopped");
    given("cw G6 SC ordered; cw I2 SF ordered; cf A1 SC; phase movement cw")
        .refuses("cw: move G6 D6", "RA-9.3")
        .refuses("cw: move G6 D6 impulse", "RA-9.11")
        .refuses("cw: move G6 E6 impulse", "RA-9.19")
        .refuses("cw: move G6 F6 warp", "RA-9.12")
        .play("cw: move G6 E6")
        .refuses("cw: move E6 D6", "RA-9.2")
        .then("cw E6 SC moved; empty G6");
    given("stars cw 2; cw G6 SD ordered; cw K1 SF ordered; cf C6 SC; phase movement cw")
        .refuses("cw: move G6 E8 warp", "RA-9.12")
        .allows("cw: move G6 E8 impulse")
        .play("cw: move G6 D5 warp")
        .then("cw D5 SD moved; stars cw 2");
    given("E6 planet; cw G6 SF ordered; cw F6 SC ordered; cf A1 SC; phase movement cw")
        .refuses("cw: move G6 E6", "RA-18.12")
        .play("cw: move F6 E6")
        .then("cw E6 SC landed stopped");
}

#[test]
fn ra_11_lines_of_sight_of_the_rulebook() {
    given("E6 asteroid; cw G6 SD; cf E6 SB").then("sees G6 E6").done();
    given("F5 asteroid; cw G6 SD; cf E6 SB").then("sees G6 E6").done();
    given("F5 F6 asteroid; cw G6 SD; cf E6 SB").then("blocked G6 E6").done();
    given("H1 asteroid; cw I1 SD; cf G1 SB").then("blocked I1 G1").done();
    for hex in ["F5", "F6", "G6", "G7"] {
        given(&format!("{hex} asteroid; cf E5 SC; cw H7 SC")).then("blocked E5 H7").done();
    }
    let planet = "E6 E7 F5 F6 F7 G6 G7 planet Acme";
    given(&format!("{planet}; cw E6 SF; cf G5 SC")).then("blocked E6 G5").done();
    given(&format!("{planet}; cw E6 SF; cf G7 SC")).then("sees E6 G7").done();
    given(&format!("{planet}; cw E5 SB; cf G7 SD")).then("blocked E5 G7").done();
}

#[test]
fn ra_11_31_shields() {
    for (attacker, target, dice, figures) in [
        ("SD", "SB", "blast blast square", 1),
        ("SF", "SB", "blast blast blast", 2),
        ("SF", "SC", "blast triangle star", 2),
        ("SB", "SF", "blast circle star", 2),
        ("SC", "SF", "blast blast star", 1),
    ] {
        given(&format!("cw G6 {attacker} ordered; cw K1 SC; cf F6 {target}; cf A1 SC; phase combat cw"))
            .dice(dice)
            .play("cw: attack G6 F6")
            .then(&format!("cf F6 {target} x{figures}"))
            .done();
    }
}

#[test]
fn ra_11_19_reductions_floor_before_cards_add() {
    given("F6 asteroid; cw H6 SF ordered alert; cw K1 SC; cf F6 SC; cf A1 SC; combat cw CB-10; stars cw 1; phase combat cw")
        .then("dice H6 F6 0")
        .play("cw: attack H6 F6")
        .dice("triangle")
        .play("cw: card CB-10")
        .then("cf F6 SC x2; stars cw 0")
        .done();
}

#[test]
fn ra_12_22_and_23_how_far_units_retire() {
    given("cw G7 SC ordered; cw K1 SC; cf E7 SC; cf A1 SC; phase combat cw")
        .dice("triangle red-alert star")
        .play("cw: attack G7 E7")
        .asks("cf")
        .refuses("cf: pass", "RA-12.2")
        .refuses("cf: retire D6", "RA-12.18")
        .allows("cf: retire D6 C6")
        .allows("cf: retire D7 C8")
        .refuses("cf: retire E6 D6", "RA-12.13")
        .play("cf: retire D6 C7")
        .then("cf C7 SC x2 retired; stars cw 1")
        .done();
    // One row is left: it moves there and takes a hit.
    given("cw D8 SC ordered; cw K1 SC; cf B8 HC; cf A1 SC; phase combat cw")
        .dice("triangle red-alert star")
        .play("cw: attack D8 B8")
        .play("cf: retire A9")
        .then("cf A9 HC x2 retired")
        .done();
    // Two red alerts, two rows: two hits and a marker.
    given("cf G7 SC ordered; cf A1 SC; cw I7 HC; cw A13 SC; phase combat cf")
        .dice("triangle red-alert red-alert")
        .play("cf: attack G7 I7")
        .refuses("cw: repair", "RA-12.7")
        .play("cw: retire J6 K7")
        .then("cw K7 HC x1 alert")
        .done();
}

#[test]
fn ra_12_8_a_marked_unit_turns_red_alerts_into_hits() {
    given("cw G6 SC ordered; cw K1 SC; cf F6 HC alert; cf A1 SC; phase combat cw")
        .dice("triangle red-alert red-alert")
        .play("cw: attack G6 F6")
        .then("cf F6 HC x1 alert")
        .done();
    given("cw G6 SC ordered; cw K1 SC; cf F6 HC alert; cf A1 SC; phase combat cw")
        .dice("star red-alert red-alert")
        .play("cw: attack G6 F6")
        .then("cf F6 HC alert; stars cw 1")
        .done();
}

#[test]
fn ra_11_27_and_34_the_flagship_is_confirmed() {
    given("target 60; cw G6 SB ordered; cw K1 SC; cf F6 FL x2; cf A1 SC; hand cf CM-01; phase combat cw")
        .play("cw: attack G6 F6")
        .dice("square square blast circle star")
        .play("cf: pass")
        .then("cf F6 FL x1; stars cw 0")
        .done();
    given(
        "cw G6 SB ordered; cw K1 SC; cf F6 FL x1 alert; cf A1 SC; hand cf CM-01; phase combat cw; target 60",
    )
    .play("cw: attack G6 F6")
    .dice("square red-alert star triangle blast")
    .play("cf: pass")
    .then("empty F6; F6 debris; taken cw FL; points cw 8; hand-size cf 0; discarded CM-01")
    .done();
}

#[test]
fn ra_13_battle_back_and_what_forbids_it() {
    given("cw G7 SC ordered; cw K1 SC; cf E7 SC; stars cf 2; cf A1 SC; phase combat cw")
        .dice("star star star")
        .play("cw: attack G7 E7")
        .asks("cf")
        .dice("triangle star star")
        .play("cf: battle-back")
        .then("cw G7 SC x2; stars cf 2 cw 3")
        .done();
    // Another enemy next to the attacked unit: no battle back at range (RA-13.4).
    given("cw G7 SC ordered; cw F7 SF; cf E7 SC; stars cf 2; cf A1 SC; phase combat cw; hand cw CM-01")
        .dice("star star star")
        .play("cw: attack G7 E7")
        .then("question endchoice")
        .done();
}

#[test]
fn ra_14_pursuit_and_bonus_combat() {
    given(
        "stars cw 2; cw G6 SD ordered; cw K1 SC; cf F6 SF x1; cf E6 SC; cf A1 SC; phase combat cw; target 60",
    )
    .dice("blast circle star")
    .play("cw: attack G6 F6")
    .asks("cw")
    .play("cw: pursue")
    .then("cw F6 SD pursued; stars cw 1; question bonus-combat")
    .dice("triangle triangle star")
    .play("cw: attack F6 E6")
    .then("cf E6 SC x1")
    .done();
    // Debris stops it.
    given("stars cw 4; cw G6 SD ordered; cw K1 SC; cf F6 SB x1; cf A1 SC; phase combat cw; target 60")
        .dice("square circle star")
        .play("cw: attack G6 F6")
        .then("F6 debris; cw G6 SD; question end-choice")
        .done();
}

#[test]
fn ra_17_11_ambush_and_first_strike() {
    given("cw G6 SC ordered; cw K1 SC; cf F6 SC; cf A1 SC; hand cf CM-16 CM-01; phase combat cw")
        .play("cw: attack G6 F6")
        .dice("triangle triangle triangle")
        .play("cf: first-strike")
        .then("empty G6; cf F6 SC; hand-size cf 2; question end-choice")
        .done();
    given("cw G6 SC ordered; cw K1 SC; cf F6 SC; cf A1 SC; combat cf CB-01; stars cf 5; phase combat cw")
        .play("cw: attack G6 F6")
        .dice("triangle star star star  blast star star")
        .play("cf: card CB-01")
        .then("cw G6 SC x2; cf F6 SC x2; question end-choice")
        .done();
}

#[test]
fn ra_17_signal_jamming_cancels() {
    given("cw G6 SC ordered; cw K1 SC; cf E6 SC; cf A1 SC; combat cw CB-10; combat cf CB-22; stars cw 1 cf 3; phase combat cw")
        .play("cw: attack G6 E6")
        .play("cw: card CB-10")
        .asks("cf")
        .dice("star star star")
        .play("cf: card CB-22")
        .then("discarded CB-10 CB-22; stars cw 3 cf 0; cf E6 SC")
        .done();
}

#[test]
fn ra_20_objectives_score_at_the_start_of_the_turn() {
    given("scenario the-supply-base; E6 E7 planet Acme; cw E6 SC; cf A1 SC; cf A13 SC; cf A7 SC; hand cw CM-08; phase end-choice cf")
        .play("cf: two-stars")
        .then("points cw 1; markers cw E6 1; phase command cw")
        .done();
    given("scenario cardinals-belt; cw J7 SC; cf D4 SC; hand cw CM-08; phase end-choice cf")
        .play("cf: two-stars")
        .then("points cw 2; phase command cw")
        .done();
    given("scenario uncharted-supply-base; cw A5 SC ordered; cw K1 SC; cf C1 SC; phase movement cw")
        .play("cw: exit A5")
        .then("points cw 3; exited cw SC")
        .done();
}

#[test]
fn ra_19_cloaks() {
    given("cw G6 SC ordered; cw K1 SC; cf E6 SC; combat cw CB-04; stars cw 4; card cw CM-08; hand cw CM-01; phase orders cw")
        .play("cw: done-ordering")
        .play("cw: card CB-04 G6")
        .then("cw G6 SC cloaked fresh-cloak; stars cw 1")
        .plays("cw: end-movement; cw: two-stars")
        .then("cw G6 SC cloaked -fresh-cloak -ordered")
        .done();
}

#[test]
fn ra_22_teams_name_and_move_their_own() {
    given("players 3 3; cw I2 SC; cw I6 SC; cw I12 SC; cf A1 SC; card cw CM-13; phase orders cw")
        .asks("cw-left")
        .refuses("cw-left: order I6", "RA-7.2")
        .plays("cw-left: order I2; cw-left: done-ordering; cw: order I6; cw: done-ordering")
        .asks("cw-right")
        .plays("cw-right: order I12; cw-right: done-ordering")
        .asks("cw cw-left cw-right")
        .refuses("cw-left: move I6 H6", "RA-22.5")
        .plays("cw-left: move I2 H2; cw-right: pass; cw: pass")
        .then("question endchoice")
        .done();
}

#[test]
fn ra_4_22_a_held_back_unit_without_room_is_left_out() {
    let deploy: HexSet = ["I8", "I9", "I10", "I11", "J8", "J9", "J10", "J11"]
        .map(|h| h.parse().unwrap())
        .into_iter()
        .collect();
    let crowd = deploy.around().minus(deploy);
    let mut clauses = vec![
        "scenario triangulum-2".to_string(),
        "bought cw SD SD SD SF SF SF SF HF HF".into(),
        "hidden cw I8 SD I9 SD I10 SD I11 SF J8 SF J9 SF J10 SF J11 HF".into(),
        "phase held-back cw".into(),
    ];
    // One free hex: there the unit goes. None: it is left out, and the battle goes on.
    let free = crowd.iter().next().unwrap();
    clauses.extend(crowd.iter().skip(1).map(|hex| format!("cw {hex} SC")));
    given(&clauses.join(";"))
        .refuses("cw: place HF A1", "RA-4.18")
        .play(&format!("cw: place HF {free}"))
        .then(&format!("cw {free} HF; cw J11 HF; phase initiative"))
        .done();
    clauses.push(format!("cw {free} SC"));
    given(&clauses.join(";")).then("cw J11 HF; phase initiative; question initiative").done();
}

#[test]
fn ra_7_8_without_command_cards_the_turn_goes_to_its_end() {
    given("cw I2 SC; cf A1 SC; hand cf CM-01; phase end-choice cf")
        .play("cf: two-stars")
        .events_say("holds no command card")
        .then("phase end-choice cw; hand-size cw 1")
        .done();
}

#[test]
fn ra_8_12_symbols_of_damage_control_are_used_while_a_unit_fits() {
    given("cw I2 SC x1; cw I5 SB x2 alert; cf A1 SC; hand cw CM-28; phase command cw")
        .dice("red-alert")
        .play("cw: play CM-28")
        .refuses("cw: restore I2", "RA-17.4")
        .not_asked("cw: done-ordering")
        .play("cw: clear I5")
        .then("cw I5 SB x2 ordered -alert -bonus; phase movement cw")
        .done();
    given("cw I2 SC x1; cf A1 SC; hand cw CM-28 CM-01; phase command cw")
        .dice("blast triangle")
        .plays("cw: play CM-28; cw: restore I2; cw: restore I2")
        .then("cw I2 SC ordered; phase movement cw")
        .done();
}

#[test]
fn ra_9_19_after_light_speed_a_second_move_is_an_ordinary_one() {
    given("cw I7 SF ordered bonus; cw K1 SC; cf A1 SC; card cw CM-17; combat cw CB-07; stars cw 2; phase movement cw")
        .play("cw: card CB-07 I7")
        .refuses("cw: move I7 H7", "RA-9.15")
        .refuses("cw: move I7 A7 light-speed", "RA-9.15")
        .play("cw: move I7 C7 light-speed")
        .refuses("cw: attack C7 A1", "RA-17.4")
        .play("cw: decline C7")
        .refuses("cw: move C7 C1", "RA-9.3")
        .play("cw: move C7 C3")
        .then("cw C3 SF")
        .done();
}

#[test]
fn ra_12_28_nobody_retires_of_his_own_will_without_a_hex_to_go_to() {
    given("cw C7 SC ordered; cw K1 SC; cf A7 SC; cf A1 SC; phase combat cw")
        .dice("red-alert star star")
        .play("cw: attack C7 A7")
        .then("cf A7 SC; question end-choice")
        .done();
}

#[test]
fn ra_17_14_a_window_opens_whatever_the_hand_holds() {
    // The one card is Supply Convoy, yet the defender is asked, since he could hold an answer.
    given("cw G6 SC ordered; cw K1 SC; cf F6 SC; cf A1 SC; combat cf CB-26; stars cf 3; phase combat cw")
        .play("cw: attack G6 F6")
        .asks("cf")
        .dice("star star star")
        .play("cf: pass");
    // Without stars he cannot.
    given("cw G6 SC ordered; cw K1 SC; cf F6 SC; cf A1 SC; combat cf CB-18; phase combat cw")
        .dice("star star star")
        .play("cw: attack G6 F6")
        .done();
}

#[test]
fn ra_22_12_an_ordered_unit_that_is_attacked_is_its_controllers() {
    given(
        "players 3 3; cw G6 SC ordered by cw-left; cw K1 SC; cf E6 SC; cf A1 SC; stars cf 2; phase combat cw",
    )
    .dice("star star star")
    .play("cw-left: attack G6 E6")
    .dice("triangle red-alert star")
    .play("cf: battle-back")
    .asks("cw-left")
    .play("cw-left: retire H6 I6")
    .done();
}

#[test]
fn ra_24_2_jump_points_need_hidden_deployment_and_lie_near_the_baseline() {
    let setup = |scenario: &str| Setup { scenario: scenario.into(), players: [1, 1], jump_points: true };
    let start = |s: &Setup| RedAlert::start(s, &mut Chance::quick(1), &mut Tell::muted());
    assert_eq!(start(&setup("uneasy-truce")).unwrap_err().rule.unwrap().as_str(), "RA-24.2");
    assert!(start(&setup("cardinals-belt")).is_ok());
    given("scenario cardinals-belt; E3 asteroid; phase jump; task-force cw 1 cf 2")
        .asks("cw cf")
        .refuses("cw: jump G3", "RA-24.1")
        .refuses("cw: jump H4", "RA-24.1")
        .refuses("cw: jump H7", "RA-24.1")
        .play("cw: jump H3")
        .plays("cw: jump J6; cw: jump K13")
        .asks("cf")
        .done();
}

#[test]
fn ra_24_3_and_24_4_waiting_units_come_with_an_order_and_keep_their_side_alive() {
    given("scenario cardinals-belt; jump-points cw J3 J6 J11; waiting cw SC FL; cw I6 SF; cf A1 SC; hand cw CM-01 CM-05; phase command cw")
        .play("cw: play CM-01")
        .refuses("cw: bring SC J6", "RA-7.2")
        .refuses("cw: bring SD J3", "RA-24.1")
        .play("cw: bring SC J3")
        .refuses("cw: bring FL J3", "RA-24.1")
        .then("cw J3 SC ordered jumped; waiting cw FL")
        .play("cw: unorder J3")
        .then("empty J3; waiting cw SC FL")
        .plays("cw: bring SC J3; cw: done-ordering; cw: move J3 I3")
        .then("cw I3 SC moved")
        .done();
    given("scenario cardinals-belt; jump-points cf B3 B6 B11; waiting cf SC; cw F6 SB ordered; cw K1 SC; cf E6 SF x1; phase combat cw")
        .dice("circle star star")
        .play("cw: attack F6 E6")
        .then("empty E6; question end-choice; points cw 1")
        .play("cw: two-stars")
        .then("points cf 1; phase end-choice cf")
        .play("cf: two-stars")
        .then("points cw 1; phase command cw")
        .done();
}

#[test]
fn ra_21_7_draws_and_resignation_are_possible_at_any_time() {
    given("cw I2 SC; cf A1 SC; hand cw CM-01; phase command cw")
        .refuses("cw: accept-draw", "RA-21.6")
        .plays("cf: offer-draw; cw: accept-draw")
        .then("drawn; over")
        .done();
    given("cw I2 SC; cf A1 SC; hand cw CM-01; phase command cw").play("cw: concede").then("winner cf").done();
}

#[test]
fn every_card_has_words() {
    for card in &data::get().command {
        let words = klaxon_red_alert::command_words(card);
        assert!(words.ends_with('.') && words.len() > 20, "{}: {words}", card.id);
    }
    for card in &data::get().combat {
        let words = klaxon_red_alert::combat_words(card);
        assert!(words.ends_with('.') && words.len() > 30 && words.contains(", "), "{}: {words}", card.id);
    }
}

#[test]
fn printed_counts() {
    let data = data::get();
    assert_eq!(data.command.iter().map(|c| u32::from(c.copies)).sum::<u32>(), 60);
    assert_eq!(data.combat.iter().map(|c| u32::from(c.copies)).sum::<u32>(), 50);
    let sector: u32 = data.command.iter().filter(|c| c.plan.sector).map(|c| u32::from(c.copies)).sum();
    assert_eq!(sector, 40);
    assert_eq!(
        (data.command.len(), data.combat.len(), data.task_forces.len(), data.scenarios.len()),
        (29, 27, 12, 10)
    );
    let markers: Vec<u8> = data.units.iter().map(|u| u.markers).collect();
    assert_eq!(markers, [1, 1, 2, 3, 4, 3, 4, 3, 4]);
    let prices: Vec<u8> = data.units.iter().map(|u| u.price).collect();
    assert_eq!(prices, [26, 23, 18, 16, 11, 15, 10, 6, 4]);
    let points: Vec<u8> = data.units.iter().map(|u| u.points).collect();
    assert_eq!(points, [8, 7, 6, 4, 3, 4, 3, 2, 1]);
    let costs: Vec<u8> = data.combat.iter().map(|c| c.cost).collect();
    assert_eq!(costs, [3, 3, 2, 3, 3, 2, 2, 1, 1, 1, 3, 2, 2, 2, 1, 4, 2, 2, 1, 1, 1, 3, 1, 2, 3, 0, 1]);
    let init: Vec<u8> = data.command.iter().map(|c| c.initiative).collect();
    assert_eq!(init, [1, 1, 1, 2, 2, 2, 3, 3, 3, 5, 5, 5, 3, 4, 6, 5, 5, 5, 5, 5, 4, 5, 4, 4, 5, 4, 5, 5, 5]);
    let ids: Vec<&str> = data.scenarios.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "uneasy-truce",
            "declaration-of-war",
            "cardinals-belt",
            "uncharted-supply-base",
            "the-supply-base",
            "triangulum",
            "triangulum-2",
            "cardinals-belt-2",
            "cardinals-belt-3",
            "twin-sisters"
        ]
    );
    let tiles: Vec<usize> = data
        .scenarios
        .iter()
        .map(|s| s.asteroids.len() + s.planets.iter().map(|p| p.hexes.len()).sum::<usize>())
        .collect();
    assert_eq!(tiles, [0, 4, 12, 8, 11, 12, 11, 13, 10, 18]);
    assert!(
        data.scenarios
            .iter()
            .skip(2)
            .all(|s| s.deploy.iter().all(|d| d.len() == 10 || s.id == "triangulum-2"))
    );
}

#[test]
fn packs_add_override_and_are_refused_with_their_line() {
    let pack = |text: &str| vec![("mine.toml".to_string(), text.to_string())];
    let card = "[[command]]\nid = \"CM-30\"\nname = \"All Ahead\"\ncopies = 1\ninitiative = 5\nrule = \"RA-7.2\"\nsource = \"mine\"\neffect = [{ any = { max = 9 } }]\n";
    let data = data::Data::with_packs(&pack(card)).unwrap();
    assert_eq!(data.command.len(), 30);
    assert_ne!(data.hash, "");
    let wrong = card.replace("max = 9", "most = 9");
    let error = data::Data::with_packs(&pack(&wrong)).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("mine.toml", 8), "{error}");
    let error = data::Data::with_packs(&pack(&card.replace("CM-30", "XX-30"))).unwrap_err();
    assert_eq!(error.line, 2, "{error}");
    let crowd = card.replace("copies = 1", "copies = 99");
    assert!(data::Data::with_packs(&pack(&crowd)).unwrap_err().text.contains("80"));
}

#[test]
fn packs_may_bring_scenarios_drawn_as_text() {
    let rows: Vec<String> = (0..11)
        .map(|r| {
            let mut cells = vec!["."; 13 - r % 2];
            match r {
                1 => cells[5] = "FL",
                5 => cells[5] = "**",
                9 => cells[5] = "FL",
                _ => {}
            }
            format!("{}  {}", (b'A' + r as u8) as char, cells.join(" "))
        })
        .collect();
    let text = format!(
        "[[scenario]]\nid = \"duel\"\nname = \"Duel\"\nblurb = \"Two flagships.\"\nsource = \"mine\"\nvictory-points = 8\n\
         first = \"cw\"\ntask-forces = \"none\"\ntime-pressure-defender = \"cf\"\ncf-objectives = [\"breakthrough\"]\n\
         cw = {{ command = 5, combat = 2, stars = 4 }}\ncf = {{ command = 5, combat = 2, stars = 4 }}\n\
         map = \"\"\"\n 1 2 3\n{}\n\"\"\"\n",
        rows.join("\n")
    );
    let read = |text: &str| data::Data::with_packs(&[("duel.toml".into(), text.into())]);
    let data = read(&text).unwrap();
    let (_, duel) = data.scenario("duel").unwrap();
    assert_eq!((duel.units.len(), duel.asteroids.len(), duel.objectives), (2, 1, [0, 4]));
    assert_eq!(duel.time_pressure, Some(klaxon_red_alert::Side::Cf));
    let wrong = read(&text.replace("**", "??")).unwrap_err();
    assert_eq!(wrong.line, text.lines().position(|l| l.contains("**")).unwrap() + 1, "{wrong}");
    let short = read(&text.replace("**", "** .")).unwrap_err();
    assert!(short.text.contains("row F has 13 hexes, not 12"), "{short}");
    assert!(read(&text.replace("task-forces = \"none\"", "task-forces = \"random\"")).is_err());
}

#[test]
fn a_view_shows_only_the_own_hand() {
    let game =
        RedAlert::given(&["cw I2 SC", "cf A1 SC", "hand cw CM-01", "hand cf CM-02", "phase command cw"])
            .unwrap();
    let json = |viewer| format!("{:?}", game.view(viewer).sides);
    assert!(game.view(Viewer::Seat(Seat(0))).sides[0].cards.command_hand.is_some());
    assert!(game.view(Viewer::Seat(Seat(0))).sides[1].cards.command_hand.is_none());
    assert_ne!(json(Viewer::Seat(Seat(0))), json(Viewer::Seat(Seat(1))));
    assert_eq!(RedAlert::seat_name(&game.view(Viewer::Watcher), Seat(0)), "Commonwealth Fleet Commander");
}
