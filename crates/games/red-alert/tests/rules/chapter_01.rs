//! Chapter 1: components and terms.

use super::common::{battle, choices, combat, figures, given, hex, movement, unit};
use klaxon_core::{Game, Seat, Situation, Viewer};
use klaxon_red_alert::{Class, Face, Kind, RedAlert, data, odds};

#[test]
fn ra_1_1_both_factions_have_the_same_ships() {
    for kind in Kind::ALL {
        let code = kind.code();
        let at = |side: &str| {
            let text = format!("{side} F6 {code} ordered; stars {side} 4; phase movement {side}");
            let mut moves = choices(&given(&text), side, "move F6");
            moves.sort();
            moves
        };
        assert_eq!(at("cw"), at("cf"), "{code} moves alike");
        for foe in Kind::ALL {
            let dice = |side: &str, other: &str| {
                let case = given(&format!("{side} F6 {code} ordered; {other} F7 {}", foe.code()));
                odds::attack(case.game().open(), hex("F6"), hex("F7")).map(|d| d.total())
            };
            assert_eq!(dice("cw", "cf"), dice("cf", "cw"), "{code} against {}", foe.code());
        }
    }
}

#[test]
fn ra_1_2_the_marker_of_an_eliminated_unit_goes_to_the_opponent() {
    combat("cw G6 SB ordered; cf G8 SC x2")
        .dice("triangle blast star")
        .play("cw: attack G6 G8")
        .then("empty G8; taken cw SC; points cw 3 cf 0");
    // As long as one figure is left the marker stays.
    combat("cw G6 SB ordered; cf G8 SC x2")
        .dice("triangle circle star")
        .play("cw: attack G6 G8")
        .then("cf G8 SC x1; taken cw; points cw 0");
}

#[test]
fn ra_1_3_the_three_classes_and_their_symbols() {
    for (code, class, face) in [
        ("FL", Class::Capital, Face::Square),
        ("HB", Class::Capital, Face::Square),
        ("SB", Class::Capital, Face::Square),
        ("HC", Class::Strike, Face::Triangle),
        ("SC", Class::Strike, Face::Triangle),
        ("HD", Class::Strike, Face::Triangle),
        ("SD", Class::Strike, Face::Triangle),
        ("HF", Class::Fighter, Face::Circle),
        ("SF", Class::Fighter, Face::Circle),
    ] {
        let kind = Kind::parse(code).unwrap();
        assert_eq!((kind.class(), kind.class().face()), (class, face), "{code}");
    }
}

#[test]
fn ra_1_4_heavy_and_standard_units_differ_in_figures_and_points_only() {
    assert_eq!(Kind::ALL.len(), 9);
    for (heavy, standard) in [("HB", "SB"), ("HC", "SC"), ("HD", "SD"), ("HF", "SF")] {
        let (h, s) = (Kind::parse(heavy).unwrap().stats(), Kind::parse(standard).unwrap().stats());
        assert_eq!((h.figures, s.figures), (4, 3), "{heavy} and {standard}");
        assert_eq!(
            (h.class, h.hull, h.speed, h.dice),
            (s.class, s.hull, s.speed, s.dice),
            "{heavy} and {standard}"
        );
        assert!(h.price > s.price && h.points > s.points, "{heavy} is worth more than {standard}");
    }
}

#[test]
fn ra_1_5_cap_fighters_belong_to_the_flagship() {
    let case = movement("cw G6 FL ordered").play("cw: move G6 G7").then("empty G6; cw G7 FL x4");
    assert_eq!((unit(&case, "G7").caps, unit(&case, "G7").class), (3, Class::Capital));
    // They are no fighter class unit: circles do not hit them, and fighter cards do not order them.
    combat("cw G6 SB ordered; cf G8 FL")
        .dice("circle circle circle")
        .play("cw: attack G6 G8")
        .then("cf G8 FL x4");
    battle("cw G6 FL; cw G8 SF; card cw CM-18; phase orders cw")
        .refuses("cw: order G6", "RA-7.2")
        .allows("cw: order G8");
}

#[test]
fn ra_1_6_everybody_sees_what_a_revealed_unit_is() {
    let case = battle("cw G6 HC x2 alert; cf E6 FL x3; hand cw CM-05; phase command cw");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Watcher] {
        let view = case.game().view(viewer);
        let cruisers = view.units.iter().find(|u| u.kind == Kind::HC).expect("the cruisers");
        assert_eq!((cruisers.figures, cruisers.full, cruisers.marks.as_slice()), (2, 4, &["alert"][..]));
        let flagship = view.units.iter().find(|u| u.kind == Kind::FL).expect("the flagship");
        assert_eq!((flagship.figures, flagship.caps), (3, 2));
    }
}

#[test]
fn ra_1_7_the_battle_die_has_one_of_each_symbol() {
    let words: Vec<&str> = Face::ALL.iter().map(|f| f.word()).collect();
    assert_eq!(words, ["blast", "circle", "triangle", "square", "star", "red-alert"]);
    // Each symbol of one roll does its own thing and no other: a strike ship is hit by Blast and Triangle.
    let case = combat("cw G6 SB ordered bonus; cf G8 SC x9; card cw CM-20; combat cw CB-11; stars cw 3")
        .play("cw: attack G6 G8")
        .dice("blast circle triangle square star red-alert")
        .play("cw: card CB-11")
        .then("hits 2; alerts 1; stars cw 1");
    assert_eq!(figures(&case, "G8"), 7);
}

#[test]
fn ra_1_8_stars_and_cloaks_are_limited_the_other_markers_are_not() {
    // 36 stars, not one more.
    battle("stars cw 20 cf 16; phase end-choice cw")
        .then("pool 0")
        .play("cw: two-stars")
        .then("stars cw 20 cf 16");
    assert!(RedAlert::given(&["stars cw 20 cf 17"]).is_err());
    // Three cloaking markers.
    battle("cw G6 SC ordered; cw I1 SD cloaked; cw I3 SD cloaked; cf C3 SD cloaked; combat cw CB-04; stars cw 9; card cw CM-05; phase orders cw")
        .play("cw: done-ordering")
        .refuses("cw: card CB-04 G6", "RA-19.1");
    // Eleven red alert markers lie in the box; a twelfth unit gets one all the same.
    let marked: Vec<String> = (2..=12).map(|c| format!("cw K{c} SF alert; ")).collect();
    movement(&format!("{} cw G6 SC ordered; G7 asteroid", marked.concat()))
        .dice("red-alert")
        .play("cw: move G6 G7")
        .then("cw G7 SC alert; cw K12 SF alert");
    // Six debris tiles; a seventh wreck leaves debris too.
    combat("C2 C3 C4 C5 C6 C7 debris; cw G6 SB ordered; cf G8 SB x1")
        .dice("square star star")
        .play("cw: attack G6 G8")
        .then("G8 debris; C7 debris");
    // Sixteen faction markers a side; a seventeenth point on a planet counts.
    given("E6 planet; cw E6 SC; cf A1 SF; target 40; objectives cw planet-control; markers cw E6 16; hand cw CM-05; phase end-choice cf")
        .play("cf: two-stars")
        .then("points cw 17; markers cw E6 17");
}

#[test]
fn ra_1_9_a_roll_may_need_more_dice_than_the_box_has() {
    let many = "star ".repeat(3 + 11) + &"blast ".repeat(3 + 3);
    battle("cw G6 HC x11; cf G7 SC; cw K2 SC ordered; combat cw CB-02; stars cw 3; phase movement cw")
        .play("cw: end-movement")
        .dice(&many)
        .play("cw: card CB-02 G6 G7")
        .then("cw G6 HC x12; cf G7 SC x2");
}

#[test]
fn ra_1_10_the_second_unit_table_is_in_force() {
    let stats = |code: &str| Kind::parse(code).unwrap().stats();
    assert_eq!((stats("SC").price, stats("HC").price), (11, 16));
    for capital in ["FL", "HB", "SB"] {
        let class = stats(capital).class;
        assert_eq!((class.shields(Class::Strike), class.shields(Class::Fighter)), (1, 2), "{capital}");
    }
    // The whole table of components section 3: figures, price, points, movement, dice at range 1 to 4.
    for (code, figures, price, points, speed, dice) in [
        ("FL", 4, 26, 8, 1, [2, 3, 3, 1]),
        ("HB", 4, 23, 7, 2, [3, 3, 3, 1]),
        ("SB", 3, 18, 6, 2, [3, 3, 3, 1]),
        ("HC", 4, 16, 4, 2, [3, 3, 2, 1]),
        ("SC", 3, 11, 3, 2, [3, 3, 2, 1]),
        ("HD", 4, 15, 4, 2, [3, 2, 1, 0]),
        ("SD", 3, 10, 3, 2, [3, 2, 1, 0]),
        ("HF", 4, 6, 2, 4, [3, 1, 0, 0]),
        ("SF", 3, 4, 1, 4, [3, 1, 0, 0]),
    ] {
        let s = stats(code);
        assert_eq!(
            (s.figures, s.price, s.points, s.speed, s.dice),
            (figures, price, points, speed, dice),
            "{code}"
        );
        assert_eq!(s.for_sale, code != "FL", "{code}");
    }
    assert_eq!(data::get().units.len(), 9);
}
