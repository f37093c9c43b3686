//! The 29 command cards of components section 8: what each does, and what it does not.

use super::common::{Case, battle, choices, combat, given, movement, watched};
use klaxon_red_alert::{command_words, data};

/// Id, name, copies, initiative.
const CARDS: [(&str, &str, u8, u8); 29] = [
    ("CM-01", "Scout Left", 2, 1),
    ("CM-02", "Scout Centre", 2, 1),
    ("CM-03", "Scout Right", 2, 1),
    ("CM-04", "Probe Left", 4, 2),
    ("CM-05", "Probe Centre", 5, 2),
    ("CM-06", "Probe Right", 4, 2),
    ("CM-07", "Attack Left", 3, 3),
    ("CM-08", "Attack Centre", 4, 3),
    ("CM-09", "Attack Right", 3, 3),
    ("CM-10", "Assault Left", 2, 5),
    ("CM-11", "Assault Centre", 2, 5),
    ("CM-12", "Assault Right", 2, 5),
    ("CM-13", "Recon in Force", 3, 3),
    ("CM-14", "Pincer Attack", 1, 4),
    ("CM-15", "General Advance", 1, 6),
    ("CM-16", "First Strike", 2, 5),
    ("CM-17", "Move, Combat, Move", 2, 5),
    ("CM-18", "Fighter Class Orders", 1, 5),
    ("CM-19", "Strike Class Orders", 2, 5),
    ("CM-20", "Capital Class Orders", 2, 5),
    ("CM-21", "Direct Orders", 2, 4),
    ("CM-22", "Fleet Commander", 2, 5),
    ("CM-23", "Broadside", 1, 4),
    ("CM-24", "Close Quarters Assault", 1, 4),
    ("CM-25", "Line of Battle", 1, 5),
    ("CM-26", "Flank Speed", 1, 4),
    ("CM-27", "Counter Attack", 1, 5),
    ("CM-28", "Damage Control", 1, 5),
    ("CM-29", "Battle Stations", 1, 5),
];

#[test]
fn every_command_card_of_the_data_has_a_row_and_a_test() {
    let rows: Vec<(&str, &str, u8, u8)> = data::get()
        .command
        .iter()
        .map(|c| (c.id.as_str(), c.name.as_str(), c.copies, c.initiative))
        .collect();
    assert_eq!(rows, CARDS);
    for card in &data::get().command {
        let test = format!("\nfn {}_", card.id.to_lowercase().replace('-', "_"));
        assert!(include_str!("cards_command.rs").contains(&test), "{} has no test", card.id);
        assert!(command_words(card).ends_with('.'), "{} has words", card.id);
    }
    // 40 sector and 20 tactic cards.
    let copies = |sector: bool| -> u8 {
        data::get().command.iter().filter(|c| c.plan.sector == sector).map(|c| c.copies).sum()
    };
    assert_eq!((copies(true), copies(false)), (40, 20));
}

/// How many of four units a sector card orders in the player's left, centre and right at rating 3, for both sides; and
/// that together it orders as many as in each.
fn orders(card: &str, wanted: [usize; 3]) {
    for (side, row, wings) in [
        ("cw", 'I', [["I1", "I2", "I3", "I4"], ["I5", "I6", "I7", "I8"], ["I10", "I11", "I12", "I13"]]),
        ("cf", 'C', [["C10", "C11", "C12", "C13"], ["C5", "C6", "C7", "C8"], ["C1", "C2", "C3", "C4"]]),
    ] {
        let fleet: Vec<String> = wings.iter().flatten().map(|h| format!("{side} {h} SC")).collect();
        let other = if side == "cw" { "cf A1 SF" } else { "cw K1 SF" };
        let fresh = || {
            given(&format!(
                "{}; {other}; card {side} {card}; rating 3; phase orders {side}",
                fleet.join("; ")
            ))
        };
        let order_all = |case: Case, hexes: &[&str]| {
            let mut n = 0;
            let case = hexes.iter().fold(case, |case, at| {
                let order = format!("{side}: order {at}");
                if case.choices_of(side).contains(&format!("order {at}")) {
                    n += 1;
                    case.play(&order)
                } else {
                    let reached = (0..3).any(|i| wanted[i] > 0 && wings[i].contains(at));
                    case.refuses(&order, if reached { "RA-8.5" } else { "RA-7.2" })
                }
            });
            (case, n)
        };
        let counts = wings.map(|wing| order_all(fresh(), &wing).1);
        assert_eq!(counts, wanted, "{card} of {side} in row {row}");
        let (case, all) = order_all(fresh(), &wings.concat());
        assert_eq!(all, wanted.iter().sum::<usize>(), "{card} in all");
        case.play(&format!("{side}: done-ordering")).then("question movement");
    }
}

/// A Scout: two cards at the end of the turn, one of them kept.
fn scouts(card: &str, at: &str) {
    battle(&format!("cw {at} SC; hand cw {card}; deck CM-21 CM-13; phase command cw"))
        .plays(&format!("cw: play {card}; cw: order {at}; cw: done-ordering; cw: end-movement"))
        .then("question keep")
        .play("cw: keep CM-13")
        .then("hand cw CM-13; discarded CM-21");
}

#[test]
fn cm_01_scout_left() {
    orders("CM-01", [1, 0, 0]);
    scouts("CM-01", "G2");
}

#[test]
fn cm_02_scout_centre() {
    orders("CM-02", [0, 1, 0]);
    scouts("CM-02", "G6");
}

#[test]
fn cm_03_scout_right() {
    orders("CM-03", [0, 0, 1]);
    scouts("CM-03", "G11");
}

#[test]
fn cm_04_probe_left() {
    orders("CM-04", [2, 0, 0]);
}

#[test]
fn cm_05_probe_centre() {
    orders("CM-05", [0, 2, 0]);
}

#[test]
fn cm_06_probe_right() {
    orders("CM-06", [0, 0, 2]);
}

#[test]
fn cm_07_attack_left() {
    orders("CM-07", [3, 0, 0]);
}

#[test]
fn cm_08_attack_centre() {
    orders("CM-08", [0, 3, 0]);
}

#[test]
fn cm_09_attack_right() {
    orders("CM-09", [0, 0, 3]);
}

#[test]
fn cm_10_assault_left_up_to_rating() {
    orders("CM-10", [3, 0, 0]);
}

#[test]
fn cm_11_assault_centre_up_to_rating() {
    orders("CM-11", [0, 3, 0]);
}

#[test]
fn cm_12_assault_right_up_to_rating() {
    orders("CM-12", [0, 0, 3]);
}

#[test]
fn cm_13_recon_in_force() {
    orders("CM-13", [1, 1, 1]);
}

#[test]
fn cm_14_pincer_attack() {
    orders("CM-14", [2, 0, 2]);
}

#[test]
fn cm_15_general_advance() {
    orders("CM-15", [2, 2, 2]);
}

#[test]
fn cm_16_first_strike() {
    // The attacked unit battles first with its normal dice; then the attacker as announced; a replacement is drawn.
    combat("cw G6 SC ordered; cf G7 SD; hand cf CM-16; deck CM-21 CM-13; stars cf 4")
        .play("cw: attack G6 G7")
        .dice("triangle circle circle triangle circle circle")
        .play("cf: first-strike CM-16")
        .then("cw G6 SC x2; cf G7 SD x2; question battle-back") // after it he may battle back
        .play("cf: pass")
        .then("hand cf CM-21; hand cw CM-13");
    // No pursuit by it, though destroyers win.
    combat("cw G6 SC x1 ordered; cf G7 SD; hand cf CM-16; stars cf 4")
        .play("cw: attack G6 G7")
        .dice("triangle circle circle")
        .play("cf: first-strike")
        .then("cf G7 SD; stars cf 4");
    // Not against ranged combat, and not in one's own turn: there it orders nothing.
    combat("cw G6 SC ordered; cf G8 SD; hand cf CM-16")
        .dice("circle circle circle")
        .play("cw: attack G6 G8")
        .then("hand-size cf 1");
    battle("cw G6 SC; hand cw CM-16; phase command cw").play("cw: play CM-16").then("question end-choice");
}

#[test]
fn cm_17_move_combat_move() {
    let fleet = "cw G2 SF; cw G4 HF; cw G11 SF; cw G13 SF; cw G6 SC";
    // Up to rating fighter class units anywhere.
    battle(&format!("{fleet}; card cw CM-17; rating 3; phase orders cw"))
        .refuses("cw: order G6", "RA-7.2")
        .plays("cw: order G2; cw: order G4; cw: order G11")
        .refuses("cw: order G13", "RA-7.7");
    let fighters = |clauses: &str| {
        battle(&format!("cw G2 SF ordered bonus; card cw CM-17; {clauses}; phase movement cw"))
    };
    // It moves, battles and moves again; the second move follows its own combat directly.
    fighters("cw I2 SF ordered bonus; cf G8 SC; cf I6 SC")
        .plays("cw: move G2 G6; cw: move I2 I4")
        .dice("circle")
        .play("cw: attack G6 G8")
        .then("question second-move")
        .not_asked("cw: attack I4 I6")
        .refuses("cw: move I4 I3", "RA-9.2")
        .play("cw: move G6 G3")
        .then("cw G3 SF; question combat")
        .allows("cw: attack I4 I6");
    // It may decline its combat, and may pass the second move.
    fighters("cf G8 SC")
        .plays("cw: move G2 G6; cw: decline G6; cw: pass")
        .then("cw G6 SF; question end-choice");
    // No second move for a unit that has a marker, retired, or moved onto asteroids or a planet.
    combat("cw G6 SF ordered bonus alert; cf G7 SC; card cw CM-17")
        .dice("circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    combat("cw G6 SF ordered bonus; cf G7 SC; card cw CM-17; stars cf 2")
        .dice("circle circle circle")
        .play("cw: attack G6 G7")
        .dice("circle red-alert square")
        .play("cf: battle-back")
        .play("cw: retire H5 I5")
        .then("question end-choice");
    combat("cw G6 SF ordered bonus moved stopped; cf G7 SC; card cw CM-17")
        .dice("circle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    // A pursuit onto asteroids ends it too.
    combat("G7 asteroid; cw G6 SF ordered bonus; cf G7 SC x1; card cw CM-17; combat cw CB-15; stars cw 1")
        .dice("triangle circle star")
        .plays("cw: attack G6 G7; cw: card CB-15")
        .then("cw G7 SF pursued; question end-choice");
    // No fighter left: one unit, without second move.
    given("cw G6 SC; cw G9 SC; cf A1 SF; hand cw CM-17; phase command cw")
        .plays("cw: play CM-17; cw: order G6")
        .refuses("cw: order G9", "RA-8.7")
        .plays("cw: done-ordering; cw: move G6 G7")
        .then("question end-choice; cw G7 SC -bonus");
}

/// A class card: at rating 2 two units of its class and none of another; without one, a plain order.
fn class_orders(card: &str, class: [&str; 3], other: &str) {
    let [a, b, c] = class;
    given(&format!(
        "cw G2 {a}; cw G6 {b}; cw G11 {c}; cw G9 {other}; cf A1 SF; card cw {card}; rating 2; phase orders cw"
    ))
    .refuses("cw: order G9", "RA-7.2")
    .plays("cw: order G2; cw: order G6")
    .refuses("cw: order G11", "RA-7.7");
    given(&format!("cw G9 {other}; cw G11 {other}; cf G10 SF; hand cw {card} CM-04; phase command cw"))
        .plays(&format!("cw: play {card}; cw: order G9"))
        .then(&format!("cw G9 {other} ordered -bonus"))
        .refuses("cw: order G11", "RA-8.7");
}

#[test]
fn cm_18_fighter_class_orders() {
    class_orders("CM-18", ["SF", "HF", "SF"], "SC");
    movement("cw G6 SF ordered bonus; cf G11 SC; card cw CM-18")
        .plays("cw: move G6 G10; cw: end-combat")
        .then("question end-choice"); // no second move
}

#[test]
fn cm_19_strike_class_orders() {
    class_orders("CM-19", ["SC", "HD", "SD"], "SB");
    combat("cw G6 SC ordered bonus; cf G8 SC; card cw CM-19").then("dice G6 G8 3");
}

#[test]
fn cm_20_capital_class_orders() {
    class_orders("CM-20", ["FL", "SB", "SB"], "SC");
    combat("cw G6 SB ordered bonus; cf G8 SC; card cw CM-20").then("dice G6 G8 4");
    combat("cw G6 SB ordered bonus; cf G7 SC; card cw CM-20").then("dice G6 G7 4");
    combat("cw G6 SC ordered; cf G8 SC; card cw CM-20").then("dice G6 G8 3"); // the fallback's plain order
}

#[test]
fn cm_21_direct_orders() {
    given("cw G2 SC; cw G6 SB; cw G7 SD; cw G11 SF; cw G12 SF; cf A1 SF; card cw CM-21; phase orders cw")
        .plays("cw: order G2; cw: order G6; cw: order G11; cw: order G12")
        .refuses("cw: order G7", "RA-7.7");
    combat("cw G6 SC ordered bonus; cf G8 SC; card cw CM-21").then("dice G6 G8 3");
}

#[test]
fn cm_22_fleet_commander() {
    let fleet = "cw G6 FL; cw G5 SC; cw G7 SD; cw F5 SF; cw F6 SF; cw H6 SC; cw G9 SC";
    // The flagship and four of its neighbours; the flagship need not be among them.
    battle(&format!("{fleet}; card cw CM-22; phase orders cw"))
        .refuses("cw: order G9", "RA-7.2")
        .plays("cw: order G5; cw: order G7; cw: order F5; cw: order F6")
        .refuses("cw: order H6", "RA-7.7")
        .allows("cw: done-ordering")
        .play("cw: order G6");
    // A die more in every combat of the turn, a bonus combat too.
    combat("cw G6 SD ordered bonus; cf G7 SC x1; cf G9 SC; card cw CM-22; stars cw 2")
        .dice("triangle circle circle circle")
        .plays("cw: attack G6 G7; cw: pursue")
        .dice("circle circle circle")
        .play("cw: attack G7 G9");
    // Without a flagship one plain order.
    given("cw G5 SC; cw G9 SC; cf G11 SC; hand cw CM-22; phase command cw")
        .plays("cw: play CM-22; cw: order G9")
        .then("cw G9 SC ordered -bonus; dice G9 G11 3")
        .refuses("cw: order G5", "RA-8.7");
}

#[test]
fn cm_23_broadside() {
    battle("cw G2 SC; cw G4 SC; cw G6 SC; cw G9 SC; cw G11 SC; cw I6 SC; cf F6 SF; card cw CM-23; phase orders cw")
        .refuses("cw: order G6", "RA-7.2") // next to an enemy
        .plays("cw: order G2; cw: order G4; cw: order G9; cw: order G11")
        .refuses("cw: order I6", "RA-7.7");
    // They do not move; a die more at range, none in close quarters.
    movement("cw G6 SC ordered bonus; cw I6 SC ordered; cf G8 SC; card cw CM-23")
        .refuses("cw: move G6 G5", "RA-17.4");
    combat("cw G6 SC ordered bonus; cf G8 SC; card cw CM-23").then("dice G6 G8 4");
    combat("cw G6 SC ordered bonus; cf G7 SC; card cw CM-23").then("dice G6 G7 3");
    // A cloaked enemy does not count as adjacent (card ruling 11).
    battle("cw G6 SC; cf F6 SF cloaked; card cw CM-23; phase orders cw").allows("cw: order G6");
    // None eligible: one plain order, which may move.
    given("cw G6 SC; cw G9 SC; cf F6 SF; cf G10 SF; hand cw CM-23; phase command cw")
        .plays("cw: play CM-23; cw: order G6")
        .refuses("cw: order G9", "RA-8.7")
        .plays("cw: done-ordering; cw: move G6 G5");
}

#[test]
fn cm_24_close_quarters_assault() {
    battle("cw G6 SD; cw G9 SC; cf G7 SC x1; card cw CM-24; phase orders cw")
        .refuses("cw: order G9", "RA-7.2")
        .play("cw: order G6");
    movement("cw G6 SD ordered bonus; cw I6 SC ordered; cf G7 SC; card cw CM-24")
        .refuses("cw: move G6 G5", "RA-17.4");
    // A die more in close quarters, none at range; pursuit as usual.
    combat("cw G6 SD ordered bonus; cf G8 SC; card cw CM-24").then("dice G6 G8 2");
    combat("cw G6 SD ordered bonus; cf G7 SC x1; card cw CM-24; stars cw 2")
        .then("dice G6 G7 4")
        .dice("triangle circle circle circle")
        .play("cw: attack G6 G7")
        .then("question pursuit");
    battle("cw F6 SC; cw G5 SC; cw G8 SC; cw H6 SC; cw H7 SC; cf G7 SC; cf G6 SD; card cw CM-24; phase orders cw")
        .plays("cw: order F6; cw: order G5; cw: order G8; cw: order H6")
        .refuses("cw: order H7", "RA-7.7");
    // None eligible: one plain order.
    given("cw G6 SC; cw G9 SC; cf A1 SF; hand cw CM-24; phase command cw")
        .plays("cw: play CM-24; cw: order G6")
        .refuses("cw: order G9", "RA-8.7")
        .plays("cw: done-ordering; cw: move G6 G7");
}

#[test]
fn cm_25_line_of_battle() {
    let line = |rating: u8| {
        battle(&format!(
            "cw G4 SC; cw G5 SC; cw G6 SC; cw G7 SC; cw G10 SC; card cw CM-25; rating {rating}; phase orders cw"
        ))
    };
    line(3)
        .play("cw: order G6")
        .refuses("cw: order G10", "RA-7.2")
        .refuses("cw: order G4", "RA-7.2")
        .plays("cw: order G5; cw: order G4")
        .refuses("cw: order G7", "RA-7.7");
    // A single unit is a chain; one in the middle cannot be taken back.
    line(3).play("cw: order G10").allows("cw: done-ordering");
    line(3)
        .plays("cw: order G5; cw: order G6; cw: order G7")
        .refuses("cw: unorder G6", "RA-7.2")
        .play("cw: unorder G7");
}

#[test]
fn cm_26_flank_speed() {
    let fast = |code: &str| {
        movement(&format!("cw G6 {code} ordered bonus; cw I6 SC ordered; card cw CM-26; stars cw 4"))
    };
    fast("SC")
        .refuses("cw: move G6 G10", "RA-9.3")
        .refuses("cw: move G6 G10 impulse", "RA-17.4")
        .play("cw: move G6 G9")
        .then("cw G9 SC; stars cw 4");
    fast("FL").play("cw: move G6 G8");
    fast("SF").play("cw: move G6 G11");
    given("cw G2 SC; cw G6 SB; cw G7 SD; cw G11 SF; cw G12 SF; cf A1 SF; card cw CM-26; phase orders cw")
        .plays("cw: order G2; cw: order G6; cw: order G11; cw: order G12")
        .refuses("cw: order G7", "RA-7.7");
}

#[test]
fn cm_27_counter_attack() {
    let fleet = "cw I2 SC; cw I6 SC; cw I11 SC; cw I12 SC";
    let counter = |last: &str| {
        battle(&format!("{fleet}; {last}; hand cw CM-27 CM-04; deck CM-21 CM-13; phase command cw"))
            .play("cw: play CM-27")
    };
    // His left is my right: the same part of the board.
    counter("last cf CM-04")
        .events_say("acts as Probe Left")
        .plays("cw: order I11; cw: order I12")
        .refuses("cw: order I2", "RA-7.2");
    // With all its effects: Scout's draw, my own rating.
    counter("last cf CM-02").plays("cw: order I6; cw: done-ordering; cw: end-movement").then("question keep");
    counter("last cf CM-11").then("rating 2").play("cw: order I6").refuses("cw: order I2", "RA-7.2");
    // Counter Attack, First Strike or nothing to copy: one unit.
    for last in ["last cf CM-16", ""] {
        counter(last).play("cw: order I2").refuses("cw: order I6", "RA-8.7");
    }
    battle("cf C2 SC; cf C6 SC; last cw CM-27; hand cf CM-05; phase command cf")
        .plays("cf: play CM-05")
        .then("card cf CM-05");
    given("cw I2 SC; cw I6 SC; cf A1 SF; card cw CM-27 as none; phase orders cw")
        .play("cw: order I2")
        .refuses("cw: order I6", "RA-8.7");
}

#[test]
fn cm_28_damage_control() {
    let fleet = "cw G2 SC x1; cw G4 SB x2; cw G6 SF alert; cw G8 HD; cw G10 FL x2";
    // Four dice at rating 4: a class symbol for its class, a Blast for any, a Red Alert for a marker, a Star for nothing.
    battle(&format!("{fleet}; hand cw CM-28 CM-04 CM-05 CM-06; phase command cw"))
        .dice("triangle blast red-alert star")
        .play("cw: play CM-28")
        .then("question repairs; stars cw 0; rating 4")
        .refuses("cw: restore G8", "RA-17.4") // not damaged
        .refuses("cw: clear G2", "RA-17.4") // no marker
        .plays("cw: restore G2; cw: restore G2; cw: clear G6") // one unit may benefit several times
        .then("cw G2 SC ordered; cw G6 SF ordered -alert; cw G4 SB x2 -ordered; cw G8 HD -ordered; question movement");
    // A square gives a cap fighter back; never above the starting figures.
    battle("cw G10 FL x3; cw G2 SC; hand cw CM-28 CM-04; phase command cw")
        .dice("square square")
        .play("cw: play CM-28")
        .play("cw: restore G10")
        .then("cw G10 FL ordered; question movement");
    // Nobody benefits: one unit is ordered.
    battle("cw G2 SC; cw G6 SC; hand cw CM-28; phase command cw")
        .dice("triangle")
        .play("cw: play CM-28")
        .play("cw: order G2")
        .refuses("cw: order G6", "RA-8.7");
}

#[test]
fn cm_29_battle_stations() {
    let fleet = "cw G2 SC; cw G4 SC; cw G6 SB; cw G8 SF; cw G10 SF; cf G11 SC";
    // Five dice: two strike units, any one, a star, nothing.
    let case = battle(&format!("{fleet}; hand cw CM-29 CM-04 CM-05 CM-06 CM-07; discards CM-01 CM-02; hand cf CM-08; phase command cw"))
        .dice("triangle triangle blast star red-alert")
        .play("cw: play CM-29")
        .then("stars cw 1; question orders; rating 5")
        .plays("cw: order G2; cw: order G4; cw: order G8")
        .refuses("cw: order G10", "RA-8.6")
        .refuses("cw: order G6", "RA-8.6");
    // Ordered units have a die more.
    let case = case
        .plays("cw: unorder G8; cw: order G10")
        .then("dice G10 G11 4")
        .plays("cw: done-ordering; cw: end-movement; cw: end-combat");
    // At the end of the turn the discards, this card among them, go back into the deck.
    let case = case.then("discards CM-01 CM-02 CM-29").play("cw: two-stars").then("discards");
    assert_eq!(watched(&case).decks.command, 60 - 5 - 1);
    // No symbol for anybody: one plain order.
    battle("cw G2 SC; cw G6 SC; cf G8 SC; hand cw CM-29; phase command cw")
        .dice("square")
        .play("cw: play CM-29")
        .play("cw: order G6")
        .then("cw G6 SC -bonus; dice G6 G8 3")
        .refuses("cw: order G2", "RA-8.7");
    assert!(
        choices(&battle("cw G2 SC; card cw CM-29; rolled triangle; phase orders cw"), "cw", "order")
            .contains(&"G2".to_string())
    );
}
