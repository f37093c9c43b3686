//! Chapter 9: phase 3, movement.

use super::common::{Case, battle, choices, given, hex, movement, names, reach, some_hexes};
use klaxon_core::{Chance, Game, Seat, Situation};
use klaxon_red_alert::{Hex, HexSet, Kind};

#[test]
fn ra_9_1_units_move_one_at_a_time_in_any_sequence_or_not_at_all() {
    let case = || movement("cw G4 SC ordered; cw G6 SC ordered; cw G8 SC ordered");
    case()
        .plays("cw: move G8 G9; cw: move G4 G3; cw: move G6 G7")
        .then("cw G3 SC moved; cw G7 SC moved; cw G9 SC moved");
    case().plays("cw: move G6 F6; cw: end-movement").then("cw G4 SC -moved; cw G8 SC -moved");
    case().refuses("cw: move G6 G6", "RA-9.1");
}

#[test]
fn ra_9_2_a_unit_moves_once_a_turn() {
    movement("cw G6 SC ordered; cw G9 SC ordered")
        .play("cw: move G6 G7")
        .refuses("cw: move G7 G8", "RA-9.2")
        .choices_exclude("cw: move G7 G8");
}

#[test]
fn ra_9_3_sub_light_movement() {
    for (code, hexes) in
        [("FL", 1), ("HB", 2), ("SB", 2), ("HC", 2), ("SC", 2), ("HD", 2), ("SD", 2), ("HF", 4), ("SF", 4)]
    {
        let case = given(&format!("cw F6 {code} ordered; cf A1 SF; phase movement cw"));
        let wanted = hex("F6").within(hexes).minus(hex("F6").within(0));
        assert_eq!(reach(&case, "cw", "F6"), wanted, "{code}");
        let far = format!("F{}", 6 - hexes - 1);
        case.refuses(&format!("cw: move F6 {far}"), "RA-9.3");
    }
}

#[test]
fn ra_9_4_moves_go_from_hex_to_adjacent_hex_and_may_be_short() {
    // G8 is two hexes away, but both ways round the wall are longer.
    movement("cw G6 SC ordered; cf F7 SC; cf G7 SC; cf H6 SC")
        .refuses("cw: move G6 G8", "RA-9.5")
        .allows("cw: move G6 G5")
        .allows("cw: move G6 G4");
    movement("cw G6 SF ordered").allows("cw: move G6 G7").allows("cw: move G6 G8").allows("cw: move G6 G10");
}

#[test]
fn ra_9_5_no_unit_enters_or_passes_another() {
    for side in ["cw", "cf"] {
        let wall = format!("{side} A2 SC; {side} B1 SD");
        let case =
            given(&format!("cw A1 SF ordered; {wall}; cw K13 SF ordered; cf A13 SF; phase movement cw"));
        case.refuses("cw: move A1 A2", "RA-9.5")
            .refuses("cw: move A1 A3", "RA-9.5")
            .refuses("cw: move A1 C2", "RA-9.5");
    }
}

#[test]
fn ra_9_6_a_unit_may_change_sector() {
    movement("cw G4 SC ordered").play("cw: move G4 G6").then("cw G6 SC");
    movement("cw G9 SF ordered").play("cw: move G9 G13").then("cw G13 SF");
}

#[test]
fn ra_9_7_no_half_hexes_and_no_leaving_over_the_side() {
    let case = given("cw G1 SC ordered; cf A13 SF; objectives cw breakthrough; phase movement cw");
    assert_eq!(names(reach(&case, "cw", "G1").iter()), "E1 E2 F1 F2 G2 G3 H1 H2 I1 I2");
    case.refuses("cw: exit G1", "RA-20.12");
}

#[test]
fn ra_9_8_over_a_baseline_only_with_breakthrough() {
    battle("cw A6 SC ordered; phase movement cw")
        .refuses("cw: exit A6", "RA-9.8")
        .choices_exclude("cw: exit A6");
    battle("cw A6 SC ordered; objectives cw breakthrough; phase movement cw").choices_include("cw: exit A6");
    battle("cw K6 SC ordered; objectives cw breakthrough; phase movement cw")
        .refuses("cw: exit K6", "RA-20.12");
}

#[test]
fn ra_9_9_units_neither_split_nor_merge() {
    // A lone figure cannot join its friends, and a move takes all figures along.
    movement("cw G6 SC x1 ordered; cw G7 SC x2").refuses("cw: move G6 G7", "RA-9.5");
    movement("cw G6 SC x2 ordered").play("cw: move G6 G7").then("cw G7 SC x2; empty G6");
}

#[test]
fn ra_9_10_a_marked_unit_may_not_move() {
    movement("cw G6 SC ordered alert; cw G9 SC ordered; stars cw 4")
        .refuses("cw: move G6 G7", "RA-9.10")
        .refuses("cw: move G6 G9 impulse", "RA-9.10")
        .choices_exclude("cw: move G6 G7");
}

#[test]
fn ra_9_11_full_impulse() {
    movement("cw G6 SC ordered; cw G12 FL ordered; stars cw 4")
        .refuses("cw: move G6 G8 impulse", "RA-9.19") // sub-light takes it there
        .refuses("cw: move G6 G10 impulse", "RA-9.11") // too far
        .play("cw: move G6 G9 impulse")
        .then("cw G9 SC impulse; stars cw 2; pool 34")
        .play("cw: move G12 G10 impulse") // several units in a turn
        .then("cw G10 FL; stars cw 0");
    movement("cw G6 SC ordered; stars cw 1")
        .refuses("cw: move G6 G9 impulse", "RA-9.11")
        .choices_exclude("cw: move G6 G9 impulse");
}

#[test]
fn ra_9_12_a_destroyer_warps_three_hexes_into_close_quarters() {
    for code in ["HD", "SD"] {
        movement(&format!("cw G6 {code} ordered; cf G10 SC"))
            .refuses("cw: move G6 G9", "RA-9.3")
            .refuses("cw: move G6 D6 warp", "RA-9.12") // no enemy there
            .play("cw: move G6 G9 warp")
            .then(&format!("cw G9 {code} moved; question combat"))
            .allows("cw: attack G9 G10");
    }
    movement("cw G6 SC ordered; cf G10 SC").refuses("cw: move G6 G9 warp", "RA-9.12"); // only destroyers
    movement("cw G6 SD ordered; cf G11 SC").refuses("cw: move G6 G10 warp", "RA-9.12"); // four hexes
}

#[test]
fn ra_9_13_warp_and_full_impulse_do_not_add_up() {
    let case = movement("cw G6 SD ordered; cf G10 SC; stars cw 2");
    let mut far = choices(&case, "cw", "move G6 ");
    far.retain(|m| m.contains(' '));
    let most = far.iter().map(|m| hex("G6").distance(hex(m.split(' ').next().unwrap()))).max();
    assert_eq!(most, Some(3));
    // For two stars it may go three hexes to anywhere legal.
    case.play("cw: move G6 D6 impulse").then("cw D6 SD; stars cw 0");
}

#[test]
fn ra_9_14_a_warp_needs_an_enemy_that_the_destroyer_can_battle() {
    // A cloaked enemy cannot be battled.
    movement("cw G6 SD ordered; cf G10 SC cloaked").refuses("cw: move G6 G9 warp", "RA-9.12");
    // Nor can anybody be by a destroyer that may not battle this turn.
    movement("cw G6 SD ordered no-combat; cf G10 SC").refuses("cw: move G6 G9 warp", "RA-9.14");
    movement("cw G6 SD ordered cloaked; cf G10 SC").refuses("cw: move G6 G9 warp", "RA-9.14");
    // Never onto a planet hex.
    movement("G9 planet; cw G6 SD ordered; cf G10 SC").refuses("cw: move G6 G9 warp", "RA-18.12");
    // Having warped it need not battle.
    movement("cw G6 SD ordered; cf G10 SC")
        .plays("cw: move G6 G9 warp; cw: end-combat")
        .then("question end-choice");
}

#[test]
fn ra_9_15_warp_and_light_speed_are_never_changed() {
    // Flank Speed adds to sub-light, not to warp; stars do not change light speed.
    movement("cw G6 SD ordered bonus; cf G11 SC; card cw CM-26; stars cw 2")
        .refuses("cw: move G6 G10 warp", "RA-9.12");
    movement("cw G6 SC ordered light-speed no-combat; stars cw 2")
        .refuses("cw: move G6 G9 impulse", "RA-9.15")
        .refuses("cw: move G6 G7", "RA-9.15")
        .refuses("cw: move G6 G13 light-speed", "RA-9.15")
        .play("cw: move G6 G12 light-speed")
        .then("cw G12 SC; stars cw 2");
    movement("cw G6 SC ordered").refuses("cw: move G6 G12 light-speed", "RA-17.3");
}

#[test]
fn ra_9_16_features_stop_a_move_and_debris_closes_the_way() {
    given("A2 asteroid; B1 debris; cw A1 SF ordered; cf A13 SF; phase movement cw")
        .refuses("cw: move A1 B1", "RA-18.21")
        .refuses("cw: move A1 A3", "RA-18.1")
        .dice("star")
        .play("cw: move A1 A2")
        .then("cw A2 SF stopped");
    given("A2 B1 debris; cw A1 SF ordered; cf A13 SF; phase movement cw")
        .refuses("cw: move A1 A3", "RA-18.21");
}

#[test]
fn ra_9_17_having_moved_does_not_weaken_a_unit() {
    movement("cw G4 SC ordered; cf G8 SC")
        .play("cw: move G4 G6")
        .then("dice G6 G8 3")
        .dice("star star star")
        .play("cw: attack G6 G8");
    movement("cw G3 SC ordered; cf G8 SC; stars cw 2")
        .play("cw: move G3 G6 impulse")
        .then("dice G6 G8 3; question combat");
}

#[test]
fn ra_9_18_full_impulse_changes_one_move_only() {
    let fighters = |stars: u8| {
        battle(&format!(
            "cw G1 SF ordered bonus; cf G12 SC; card cw CM-17; stars cw {stars}; phase movement cw"
        ))
    };
    // Bought for the first move: not for the second too.
    let case = fighters(4).play("cw: move G1 G6 impulse").play("cw: decline G6").then("question second-move");
    assert!(choices(&case, "cw", "move G6 ").iter().all(|m| !m.contains("impulse")));
    case.refuses("cw: move G6 G11 impulse", "RA-9.11").play("cw: move G6 G10");
    // Bought for the second.
    fighters(2)
        .plays("cw: move G1 G5; cw: decline G5")
        .play("cw: move G5 G10 impulse")
        .then("stars cw 0; cw G10 SF");
}

#[test]
fn ra_9_19_nobody_pays_for_a_hex_that_sub_light_reaches() {
    movement("cw G6 SD ordered; cf G9 SC; stars cw 2")
        .refuses("cw: move G6 G8 impulse", "RA-9.19")
        .refuses("cw: move G6 G8 warp", "RA-9.19")
        .allows("cw: move G6 G8");
    // Light speed takes the place of the first move; the second is an ordinary one.
    battle("cw G1 SF ordered bonus; card cw CM-17; combat cw CB-07; stars cw 2; phase movement cw")
        .plays("cw: card CB-07 G1; cw: move G1 G7 light-speed; cw: decline G7")
        .refuses("cw: move G7 G13 light-speed", "RA-9.15")
        .play("cw: move G7 G11")
        .then("cw G11 SF");
}

/// Where a unit gets to, by trying every way hex by hex (RA-9.4, RA-9.5, RA-18.1, RA-18.12, RA-18.21).
fn walk(here: Hex, left: u8, first: bool, map: &Map, found: &mut HexSet) {
    for next in here.neighbours().iter() {
        if left == 0 || map.closed.has(next) {
            continue;
        }
        if map.planets.has(next) {
            // Only as the one hex of a move that begins next to it.
            if first {
                found.insert(next);
            }
            continue;
        }
        found.insert(next);
        if !map.asteroids.has(next) {
            walk(next, left - 1, false, map, found);
        }
    }
}

struct Map {
    closed: HexSet,
    planets: HexSet,
    asteroids: HexSet,
}

#[test]
fn ra_9_4_agrees_with_every_way_tried_out() {
    let mut luck = Chance::quick(94);
    for round in 0..60 {
        let spots = some_hexes(&mut luck, 46);
        let (planets, asteroids) = (&spots[1..12], &spots[12..24]);
        let (debris, units) = (&spots[24..34], &spots[34..46]);
        let code = ["FL", "SC", "SD", "SF"][round % 4];
        let others: Vec<String> = (0..)
            .zip(units)
            .map(|(i, h)| format!("{} {h} SC; ", if i % 2 == 0 { "cw" } else { "cf" }))
            .collect();
        let list = |hexes: &[Hex]| names(hexes.iter().copied());
        let case = given(&format!(
            "{} planet; {} asteroid; {} debris; {}cw {} {code} ordered; phase movement cw",
            list(planets),
            list(asteroids),
            list(debris),
            others.concat(),
            spots[0]
        ));
        let set = |hexes: &[Hex]| hexes.iter().copied().collect::<HexSet>();
        let mut closed = set(debris).or(set(units));
        closed.insert(spots[0]);
        let map = Map { closed, planets: set(planets), asteroids: set(asteroids) };
        let mut wanted = HexSet::EMPTY;
        walk(spots[0], Kind::parse(code).unwrap().stats().speed, true, &map, &mut wanted);
        let from = spots[0].to_string();
        assert_eq!(
            names(reach(&case, "cw", &from).iter()),
            names(wanted.iter()),
            "{code} from {from}, round {round}"
        );
    }
}

/// What comes first on each of the straight ways to a hex.
fn first_on_the_way(here: Hex, to: Hex, bars: &[HexSet; 4], found: &mut [bool; 4]) {
    for next in here.neighbours().iter().filter(|next| next.distance(to) < here.distance(to)) {
        match bars.iter().position(|bar| bar.has(next)) {
            Some(first) => found[first] = true,
            None => first_on_the_way(next, to, bars, found),
        }
    }
}

#[test]
fn ra_9_5_a_refusal_names_what_bars_the_way() {
    given("A3 B2 B3 C1 C2 C3 asteroid; cw A1 SF ordered; cf A13 SF; phase movement cw")
        .refuses("cw: move A1 A4", "RA-18.1");
    movement("G5 asteroid; cw G6 SC ordered; cf F7 SC; cf G7 SC; cf H6 SC")
        .refuses("cw: move G6 G8", "RA-9.5");
    const RULES: [&str; 4] = ["RA-18.1", "RA-18.12", "RA-18.21", "RA-9.5"];
    let corner = hex("A1");
    let mut luck = Chance::quick(95);
    let (mut alone, mut first) = ([0; 4], 0);
    for round in 0..60 {
        let mut spots = some_hexes(&mut luck, 60);
        spots.retain(|h| h.distance(corner) > 5);
        let code = ["SC", "SD", "SF"][round % 3];
        let (from, spots) = (spots[0], &spots[1..45]);
        let bars = [&spots[..11], &spots[11..22], &spots[22..33], &spots[33..]];
        // The position, and the same without one of the four.
        let position = |lifted: Option<usize>| {
            let list = |i: usize| if lifted == Some(i) { &[] } else { bars[i] };
            let mut clauses =
                vec![format!("cw {from} {code} ordered; cf A1 SF; stars cw 2; phase movement cw")];
            for (i, what) in ["asteroid", "planet", "debris"].into_iter().enumerate() {
                clauses.extend(list(i).first().map(|_| format!("{} {what}", names(list(i).iter().copied()))));
            }
            clauses.extend(list(3).iter().map(|h| format!("cf {h} SC")));
            given(&clauses.join("; "))
        };
        let judge = |case: &Case, words: &str| {
            let action = case.game().action(Seat(0), words).unwrap();
            case.game().check(Seat(0), &action)
        };
        let (case, without) = (position(None), [0, 1, 2, 3].map(|i| position(Some(i))));
        let sets = bars.map(|hexes| hexes.iter().copied().collect::<HexSet>());
        let mut taken = sets[1].or(sets[2]).or(sets[3]);
        taken.insert(corner);
        for (to, mode) in Hex::all().flat_map(|to| [(to, ""), (to, " impulse")]) {
            let words = format!("move {from} {to}{mode}");
            let refusal = judge(&case, &words).err().and_then(|refusal| refusal.rule);
            let named = refusal.and_then(|rule| RULES.iter().position(|r| *r == rule.as_str()));
            let Some(named) = named.filter(|_| !taken.has(to)) else { continue };
            // Without it the unit gets there, perhaps even without the stars (RA-9.19).
            let else_rule = judge(&without[named], &words).err().map(|refusal| refusal.rule);
            if else_rule.is_none_or(|rule| rule.is_some_and(|r| r.as_str() == "RA-9.19")) {
                alone[named] += 1;
                continue;
            }
            let mut found = [false; 4];
            first_on_the_way(from, to, &sets, &mut found);
            assert!(found[named], "round {round}: {words} is refused by {}", RULES[named]);
            first += 1;
        }
    }
    assert!(alone.iter().all(|n| *n > 5) && first > 5, "{alone:?}, {first}");
}
