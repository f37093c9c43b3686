//! The 27 combat cards of components section 9: what each does, and when it may not be played.

use super::common::{Case, battle, choices, combat, given, movement, until};
use klaxon_core::{Game, Seat, Told, Viewer};
use klaxon_red_alert::{Event, Side, Turn, data};

/// Id, name, copies, cost, in whose turn.
const CARDS: [(&str, &str, u8, u8, Turn); 27] = [
    ("CB-01", "Ambush", 2, 3, Turn::Opp),
    ("CB-02", "Boarding Party", 2, 3, Turn::Either),
    ("CB-03", "Hold Your Fire", 2, 2, Turn::Opp),
    ("CB-04", "Cloaking Device", 3, 3, Turn::Own),
    ("CB-05", "Additional Orders", 2, 3, Turn::Own),
    ("CB-06", "Scramble Fighters", 2, 2, Turn::Own),
    ("CB-07", "Light Speed", 2, 2, Turn::Own),
    ("CB-08", "Slingshot", 1, 1, Turn::Own),
    ("CB-09", "Veteran Helmsman", 1, 1, Turn::Own),
    ("CB-10", "Target Lock", 2, 1, Turn::Own),
    ("CB-11", "All Power to Weapons", 2, 3, Turn::Own),
    ("CB-12", "Torpedo Spread", 2, 2, Turn::Own),
    ("CB-13", "Shield Frequency", 2, 2, Turn::Own),
    ("CB-14", "Fighter Aces", 2, 2, Turn::Own),
    ("CB-15", "Hot Pursuit", 3, 1, Turn::Own),
    ("CB-16", "Second Volley", 1, 4, Turn::Own),
    ("CB-17", "Crossfire", 2, 2, Turn::Own),
    ("CB-18", "Shields Up", 2, 2, Turn::Either),
    ("CB-19", "Evasive Manoeuvres", 2, 1, Turn::Either),
    ("CB-20", "Damage Control Team", 2, 1, Turn::Either),
    ("CB-21", "Return Fire", 2, 1, Turn::Opp),
    ("CB-22", "Signal Jamming", 1, 3, Turn::Either),
    ("CB-23", "Interceptor Screen", 1, 1, Turn::Either),
    ("CB-24", "Tractor Beam", 2, 2, Turn::Opp),
    ("CB-25", "Emergency Repairs", 2, 3, Turn::Own),
    ("CB-26", "Supply Convoy", 2, 0, Turn::Own),
    ("CB-27", "Intercepted Orders", 1, 1, Turn::Opp),
];

#[test]
fn every_combat_card_of_the_data_has_a_row_and_a_test() {
    let rows: Vec<(&str, &str, u8, u8, Turn)> = data::get()
        .combat
        .iter()
        .map(|c| (c.id.as_str(), c.name.as_str(), c.copies, c.cost, c.turn))
        .collect();
    assert_eq!(rows, CARDS);
    for card in &data::get().combat {
        let test = format!("\nfn {}_", card.id.to_lowercase().replace('-', "_"));
        assert!(include_str!("cards_combat.rs").contains(&test), "{} has no test", card.id);
    }
}

/// The Commonwealth attacks from G6 with a combat card in hand and stars to pay; its window is open.
fn attacking(card: &str, clauses: &str, at: &str) -> Case {
    combat(&format!("{clauses}; combat cw {card} CB-04; stars cw 4")).play(&format!("cw: attack G6 {at}"))
}

/// The Confederation is attacked from G6 with a combat card in hand and stars to pay.
fn attacked(card: &str, clauses: &str, at: &str) -> Case {
    combat(&format!("{clauses}; combat cf {card} CB-04; stars cf 4")).play(&format!("cw: attack G6 {at}"))
}

#[test]
fn cb_01_ambush() {
    attacked("CB-01", "cw G6 SC ordered; cf G7 SC", "G7")
        .dice("triangle circle circle circle") // one die more
        .dice("circle circle circle") // then as announced
        .play("cf: card CB-01")
        .then("cw G6 SC x2; cf G7 SC; stars cf 1");
    // The attacker is driven off: its combat is lost.
    attacked("CB-01", "cw G6 SC ordered; cf G7 SC", "G7")
        .dice("triangle red-alert circle circle")
        .play("cf: card CB-01")
        .play("cw: retire H5 I5")
        .then("cw I5 SC x2; cf G7 SC");
    // No battle back against that attack, even with stars.
    combat("cw G6 SC ordered; cf G7 SC; combat cf CB-01; stars cf 9")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle circle")
        .play("cf: card CB-01")
        .then("stars cf 6; question end-choice");
    // Close quarters only.
    attacked("CB-01", "cw G6 SC ordered; cf G8 SC", "G8").refuses("cf: card CB-01", "RA-17.1");
}

#[test]
fn cb_02_boarding_party() {
    let board = |clauses: &str| {
        battle(&format!("{clauses}; cw K2 SC ordered; combat cw CB-02; stars cw 3; phase movement cw"))
            .play("cw: end-movement")
    };
    // Three dice and one for each figure, both sides; more Stars take a figure. Neither unit is ordered.
    board("cw G6 SC; cf G7 SD x2")
        .dice("star star circle circle circle circle")
        .dice("star circle circle circle circle")
        .play("cw: card CB-02 G6 G7")
        .then("cw G6 SC x4; cf G7 SD x1; stars cw 0 cf 0");
    // Ties fail.
    board("cw G6 SC; cf G7 SD x2")
        .dice("star circle circle circle circle circle star circle circle circle circle")
        .play("cw: card CB-02 G6 G7")
        .then("cw G6 SC; cf G7 SD x2");
    // Only cruisers board, only strike units of two figures or more, only next to them, never cloaked ones.
    board(
        "cw G6 SC; cw I6 SD; cf I7 SC; cf G7 SC x1; cf F6 SF; cf G5 SB; cf F5 HC; cf H6 SD cloaked; cf G8 HD",
    )
    .refuses("cw: card CB-02 I6 I7", "RA-17.1")
    .refuses("cw: card CB-02 G6 G7", "RA-17.1")
    .refuses("cw: card CB-02 G6 F6", "RA-17.1")
    .refuses("cw: card CB-02 G6 G5", "RA-17.1")
    .refuses("cw: card CB-02 G6 H6", "RA-17.1")
    .refuses("cw: card CB-02 G6 G8", "RA-17.1")
    .allows("cw: card CB-02 G6 F5");
    // In the opponent's turn too.
    battle("cw G6 SC ordered; cf G7 SC; combat cf CB-02; stars cf 3; phase movement cw")
        .play("cw: end-movement")
        .allows("cf: card CB-02 G7 G6");
    // It changes no starting size: what was gained above it is not restored (card ruling 16).
    battle("cw G6 SC x4; hand cw CM-28; phase command cw")
        .dice("triangle")
        .play("cw: play CM-28")
        .then("question orders");
}

#[test]
fn cb_03_hold_your_fire() {
    let parley = |stars: u8| {
        combat(&format!(
            "cw G6 SC ordered; cw I2 SC ordered; cf I4 SC; cf G8 SC; combat cf CB-03; stars cf {stars}"
        ))
        .play("cw: attack G6 G8")
    };
    // Stars fall and he can give them: no battle, and the combat is spent.
    parley(4)
        .dice("star star circle")
        .play("cf: card CB-03")
        .then("stars cw 2 cf 0; cf G8 SC; cw G6 SC fought; question combat")
        .refuses("cw: attack G6 G8", "RA-10.3");
    // Too few stars, or none rolled: the battle goes on and nothing is given.
    parley(3)
        .dice("star star circle")
        .dice("circle circle circle")
        .play("cf: card CB-03")
        .then("stars cw 0 cf 1");
    parley(4)
        .dice("circle circle circle")
        .dice("circle circle circle")
        .play("cf: card CB-03")
        .then("stars cw 0 cf 2");
    // Only in the opponent's turn: it answers no battle back (card ruling 10).
    combat("cw G6 SC ordered; cf G8 SC; combat cw CB-03 CB-18; stars cw 4 cf 2")
        .play("cw: attack G6 G8")
        .dice("circle circle circle")
        .play("cw: pass")
        .play("cf: battle-back")
        .refuses("cw: card CB-03", "RA-17.3")
        .allows("cw: card CB-18");
}

#[test]
fn cb_04_cloaking_device() {
    battle("cw G6 SC ordered; combat cw CB-04; stars cw 3; card cw CM-05; phase orders cw")
        .plays("cw: done-ordering; cw: card CB-04 G6")
        .then("cw G6 SC cloaked; stars cw 0")
        .play("cw: move G6 G8") // it may still move
        .then("cw G8 SC cloaked");
    // Not a flagship, not a marked, not an unordered and not the last uncloaked unit.
    given("cw G6 SC ordered; cw G7 FL ordered; cw G8 SC ordered alert; cw G9 SC; cf A1 SF; combat cw CB-04; stars cw 3; card cw CM-08; phase orders cw")
        .play("cw: done-ordering")
        .refuses("cw: card CB-04 G7", "RA-19.1")
        .refuses("cw: card CB-04 G8", "RA-19.1")
        .refuses("cw: card CB-04 G9", "RA-19.1")
        .allows("cw: card CB-04 G6");
    given("cw G6 SC ordered; cf A1 SF; combat cw CB-04 CB-05; stars cw 3; card cw CM-08; phase orders cw")
        .play("cw: done-ordering")
        .refuses("cw: card CB-04 G6", "RA-17.3");
}

#[test]
fn cb_05_additional_orders() {
    battle("cw G6 SB; cw G2 SC; cw I11 SD cloaked; cf G4 SC; combat cw CB-05; stars cw 3; card cw CM-20; phase orders cw")
        .plays("cw: order G6; cw: done-ordering")
        .refuses("cw: card CB-05 G6", "RA-17.1") // ordered already
        .refuses("cw: card CB-05 G2 I11", "RA-17.1") // one unit
        .refuses("cw: card CB-05 I11", "RA-17.1") // a cloaked unit is never meant
        .play("cw: card CB-05 G2")
        .then("cw G2 SC ordered -bonus; dice G2 G4 3; stars cw 0"); // any sector, without the card's bonus
}

#[test]
fn cb_06_scramble_fighters() {
    let scramble = || {
        battle("cw G2 SF; cw G6 SC; cw G11 HF; cw I11 SF; combat cw CB-06; stars cw 2; card cw CM-05; phase orders cw").plays("cw: order G6; cw: done-ordering")
    };
    scramble()
        .play("cw: card CB-06 G2 G11")
        .then("cw G2 SF ordered; cw G11 HF ordered; cw I11 SF -ordered; stars cw 0");
    scramble().play("cw: card CB-06 I11").then("cw I11 SF ordered; cw G2 SF -ordered");
    scramble()
        .refuses("cw: card CB-06 G6", "RA-17.1")
        .refuses("cw: card CB-06 G2 G6", "RA-17.1")
        .refuses("cw: card CB-06 G2 G11 I11", "RA-17.1");
}

#[test]
fn cb_07_light_speed() {
    movement("G8 asteroid; G9 planet; G10 debris; cw G6 SC ordered; cw I2 SC ordered; cf G7 SC; G13 asteroid; combat cw CB-07; stars cw 2")
        .play("cw: card CB-07 G6")
        .then("stars cw 0; cw G6 SC light-speed")
        .refuses("cw: move G6 G7 light-speed", "RA-9.5") // not empty
        .refuses("cw: move G6 G8 light-speed", "RA-9.15") // a feature
        .refuses("cw: move G6 G9 light-speed", "RA-9.15")
        .refuses("cw: move G6 G10 light-speed", "RA-18.21")
        .refuses("cw: move G6 A10 light-speed", "RA-9.15") // too far: 6 hexes
        .play("cw: move G6 G12 light-speed") // past units, asteroids, planets and debris
        .then("cw G12 SC moved no-combat");
    movement("cw G6 SC ordered light-speed no-combat; cw I2 SC ordered; cf G12 SC; cf I4 SC")
        .plays("cw: move G6 G11 light-speed; cw: end-movement")
        .refuses("cw: attack G11 G12", "RA-17.4");
    // Not for a marked unit, one that has moved, or one without orders.
    movement("cw G6 SC ordered alert; cw G8 SC ordered moved; cw I6 SC; cw I8 SC ordered; combat cw CB-07; stars cw 2")
        .refuses("cw: card CB-07 G6", "RA-17.1")
        .refuses("cw: card CB-07 G8", "RA-17.1")
        .refuses("cw: card CB-07 I6", "RA-17.1")
        .allows("cw: card CB-07 I8");
}

#[test]
fn cb_08_slingshot() {
    movement("F6 planet; cw G6 SC ordered; cw I6 SD ordered; combat cw CB-08; stars cw 3")
        .refuses("cw: card CB-08 I6", "RA-17.1") // not next to a planet
        .play("cw: card CB-08 G6")
        .then("stars cw 2")
        .refuses("cw: move G6 G11 impulse", "RA-17.4")
        .refuses("cw: move G6 G11", "RA-9.3")
        .play("cw: move G6 G10")
        .then("cw G10 SC");
    movement("cw G6 SD ordered slingshot; cf G12 SC").refuses("cw: move G6 G11 warp", "RA-17.4");
}

#[test]
fn cb_09_veteran_helmsman() {
    movement("G7 G8 asteroid; F6 F7 F8 H6 H7 H8 debris; cw G6 SF ordered; combat cw CB-09; stars cw 1")
        .refuses("cw: move G6 G9", "RA-18.1")
        .play("cw: card CB-09 G6")
        .play("cw: move G6 G9") // through, without a die
        .then("cw G9 SF -stopped");
    // It may end on one without a die, and nothing stops it there: a pursuit is open.
    movement("G6 asteroid; cw G5 SD ordered helmsman; cf G7 SC x1; stars cw 2")
        .play("cw: move G5 G6")
        .dice("triangle circle circle")
        .play("cw: attack G6 G7")
        .then("question pursuit");
    movement("cw G6 SC; cw I6 SC ordered; combat cw CB-09; stars cw 1")
        .refuses("cw: card CB-09 G6", "RA-17.1");
}

#[test]
fn cb_10_target_lock() {
    attacking("CB-10", "cw G6 SC ordered; cf G9 SC", "G9")
        .dice("circle circle circle")
        .play("cw: card CB-10")
        .then("stars cw 3");
    attacking("CB-10", "cw G6 SC ordered; cf G7 SC", "G7").refuses("cw: card CB-10", "RA-17.1"); // ranged only
}

#[test]
fn cb_11_all_power_to_weapons() {
    for at in ["G7", "G8"] {
        attacking("CB-11", &format!("cw G6 SB ordered; cf {at} SC"), at)
            .dice("circle circle circle circle circle")
            .play("cw: card CB-11")
            .then("stars cw 1");
    }
    for other in ["SC", "SD", "SF"] {
        attacking("CB-11", &format!("cw G6 {other} ordered; cf G7 SC"), "G7")
            .refuses("cw: card CB-11", "RA-17.1");
    }
}

#[test]
fn cb_12_torpedo_spread() {
    // Each Star also hits and is still collected.
    attacking("CB-12", "cw G6 SC ordered; cf G8 SB", "G8")
        .dice("star star circle")
        .play("cw: card CB-12")
        .then("cf G8 SB x1; stars cw 4");
    attacking("CB-12", "cw G6 SC ordered; cf G8 SC", "G8").refuses("cw: card CB-12", "RA-17.1"); // capital targets only
    attacking("CB-12", "cw G6 SB ordered; cf G8 SB", "G8").refuses("cw: card CB-12", "RA-17.1"); // strike attackers only
    attacking("CB-12", "cw G6 SF ordered; cf G7 SB", "G7").refuses("cw: card CB-12", "RA-17.1");
    // Shields Up does not clash with it (card ruling 4): Blasts are ignored, Stars hit.
    combat("cw G6 SC ordered; cf G8 SB; combat cw CB-12; combat cf CB-18; stars cw 2 cf 2")
        .play("cw: attack G6 G8")
        .play("cw: card CB-12")
        .dice("blast blast star")
        .play("cf: card CB-18")
        .then("cf G8 SB x2");
}

#[test]
fn cb_13_shield_frequency() {
    attacking("CB-13", "cw G6 SF ordered; cf G7 HB", "G7")
        .dice("blast blast blast")
        .play("cw: card CB-13")
        .then("cf G7 HB x1; stars cw 2");
    combat("cw G6 SF ordered; cf G7 HB")
        .dice("blast blast blast")
        .play("cw: attack G6 G7")
        .then("cf G7 HB x3");
    // Not by the attacked side.
    attacked("CB-13", "cw G6 SC ordered; cf G8 SC", "G8").refuses("cf: card CB-13", "RA-17.3");
}

#[test]
fn cb_14_fighter_aces() {
    attacking("CB-14", "cw G6 SF ordered; cf G7 SC", "G7")
        .dice("circle circle circle circle circle")
        .play("cw: card CB-14")
        .then("stars cw 2");
    attacking("CB-14", "cw G6 SF ordered; cf G8 SC", "G8").refuses("cw: card CB-14", "RA-17.1"); // close quarters only
    attacking("CB-14", "cw G6 SC ordered; cf G7 SC", "G7").refuses("cw: card CB-14", "RA-17.1"); // fighters only
}

#[test]
fn cb_15_hot_pursuit() {
    let won = |code: &str, more: &str| {
        combat(&format!("cw G6 {code} ordered; cf G7 SF x1; cf G9 SC; combat cw CB-15; stars cw 1; {more}"))
            .dice("circle square square")
            .play("cw: attack G6 G7")
    };
    for code in ["SB", "SC", "SD", "SF"] {
        won(code, "")
            .play("cw: card CB-15")
            .then(&format!("cw G7 {code} pursued; stars cw 0; question bonus-combat"));
    }
    // Not without success, not at range, not onto debris, not for a flagship.
    combat("cw G6 SC ordered; cf G7 SF; combat cw CB-15; stars cw 1")
        .dice("square square square")
        .play("cw: attack G6 G7")
        .refuses("cw: card CB-15", "RA-17.3");
    combat("cw G6 SC ordered; cf G8 SF x1; combat cw CB-15; stars cw 1")
        .dice("circle square square")
        .play("cw: attack G6 G8")
        .play("cw: pass")
        .then("empty G8")
        .refuses("cw: card CB-15", "RA-17.3");
    combat("cw G6 FL x2 ordered; cf G7 SF x1; combat cw CB-15; stars cw 1")
        .dice("circle square square")
        .play("cw: attack G6 G7")
        .refuses("cw: card CB-15", "RA-17.3");
    // A fighter that pursues onto a planet may still bonus combat (card ruling 8).
    combat("G7 planet; cw G6 SF ordered; cf G7 SF x1; cf G9 SC; combat cw CB-15; stars cw 1")
        .dice("circle square")
        .play("cw: attack G6 G7")
        .play("cw: card CB-15")
        .then("question bonus-combat");
}

#[test]
fn cb_16_second_volley() {
    let fired = |marks: &str| {
        combat(&format!("cw G6 SC ordered {marks}; cf G8 SC; cf G4 SC; combat cw CB-16; stars cw 4"))
            .play("cw: attack G6 G8")
            .dice("square square square")
            .play("cw: pass")
    };
    fired("")
        .then("window after-own-combat")
        .play("cw: card CB-16")
        .then("question second-volley; stars cw 0")
        .dice("circle circle circle")
        .play("cw: attack G6 G4")
        .then("question end-choice");
    // Any legal target, the same one too; or none after all.
    fired("").play("cw: card CB-16").dice("circle circle circle").play("cw: attack G6 G8");
    fired("").play("cw: card CB-16").play("cw: pass").then("question end-choice");
    // Not for a unit that moved.
    fired("moved").refuses("cw: card CB-16", "RA-17.3");
    // Not after a pursuit.
    combat("cw G6 SD ordered; cf G7 SC x1; cf G9 SC; combat cw CB-16; stars cw 9")
        .dice("triangle square square")
        .play("cw: attack G6 G7")
        .plays("cw: pass; cw: pass; cw: pursue; cw: pass")
        .refuses("cw: card CB-16", "RA-17.3");
    // A fighter that has not moved may take it and then its second move (card ruling 14).
    combat("cw G6 SF ordered bonus; cf G8 SC; card cw CM-17; combat cw CB-16; stars cw 4")
        .play("cw: attack G6 G8")
        .dice("square")
        .play("cw: pass")
        .play("cw: card CB-16")
        .dice("square")
        .play("cw: attack G6 G8")
        .then("question second-move");
}

#[test]
fn cb_17_crossfire() {
    // A die for each other friend next to the target, not for the attacker itself, not for cloaked ones.
    attacking("CB-17", "cw G6 SC ordered; cf G7 SC; cw G8 SC; cw F6 SC; cw H6 SC cloaked", "G7")
        .dice("circle circle circle circle circle")
        .play("cw: card CB-17")
        .then("stars cw 2");
    // At most three.
    attacking("CB-17", "cw G6 SC ordered; cf G7 SC; cw G8 SC; cw F6 SC; cw F7 SC; cw H6 SC", "G7")
        .dice("circle circle circle circle circle circle")
        .play("cw: card CB-17");
    attacking("CB-17", "cw G6 SC ordered; cf G8 SC; cw G9 SC", "G8")
        .dice("circle circle circle circle")
        .play("cw: card CB-17"); // at range too
}

#[test]
fn cb_18_shields_up() {
    for code in ["SB", "SC"] {
        attacked("CB-18", &format!("cw G6 SB ordered; cf G8 {code}"), "G8")
            .dice("blast blast blast")
            .play("cf: card CB-18")
            .then(&format!("cf G8 {code}; stars cf 2"));
    }
    // Class symbols still hit; fighters have no such card.
    attacked("CB-18", "cw G6 SB ordered; cf G8 SC", "G8")
        .dice("blast triangle square")
        .play("cf: card CB-18")
        .then("cf G8 SC x2");
    attacked("CB-18", "cw G6 SB ordered; cf G8 SF", "G8").refuses("cf: card CB-18", "RA-17.1");
}

#[test]
fn cb_19_evasive_manoeuvres() {
    for code in ["SC", "SF"] {
        attacked("CB-19", &format!("cw G6 SB ordered; cf G8 {code}"), "G8")
            .dice("square square")
            .play("cf: card CB-19")
            .then("stars cf 3");
    }
    // At no dice nothing is rolled.
    attacked("CB-19", "cw G6 SB ordered; cf G10 SC", "G10").play("cf: card CB-19").then("cf G10 SC");
    attacked("CB-19", "cw G6 SC ordered; cf G8 SB", "G8").refuses("cf: card CB-19", "RA-17.1"); // no capital units
    attacked("CB-19", "cw G6 SC ordered; cf G7 SC", "G7").refuses("cf: card CB-19", "RA-17.1"); // ranged only
}

#[test]
fn cb_20_damage_control_team() {
    let hit = |target: &str, roll: &str| {
        combat(&format!("{target}; cw G6 SB ordered; combat cf CB-20; stars cf 1"))
            .dice(roll)
            .play("cw: attack G6 G8")
    };
    let asked = |case: Case| until(case, "red-alert-step");
    for (code, face) in [("HC", "triangle"), ("HF", "circle"), ("SB", "square")] {
        asked(hit(&format!("cf G8 {code} x9"), &format!("{face} red-alert red-alert")))
            .play("cf: card CB-20")
            .then(&format!("cf G8 {code} x8 -alert; stars cf 0"));
    }
    // On any hex.
    asked(
        combat("G8 planet; cf G8 HC; cw G6 SB ordered; combat cf CB-20; stars cf 1")
            .dice("triangle red-alert")
            .play("cw: attack G6 G8"),
    )
    .play("cf: card CB-20")
    .then("cf G8 HC x3");
    // Not without a red alert.
    hit("cf G8 HC x9", "triangle square square").play("cf: pass").refuses("cf: card CB-20", "RA-17.3");
    // Not without a hit (card ruling 5), and not for a marked unit.
    hit("cf G8 HC", "square red-alert square")
        .play("cf: pass")
        .then("question red-alert")
        .refuses("cf: card CB-20", "RA-17.3");
    until(hit("cf G8 HC alert", "triangle red-alert square"), "after-attacked")
        .refuses("cf: card CB-20", "RA-17.3");
}

#[test]
fn cb_21_return_fire() {
    let answer = |clauses: &str, at: &str| {
        combat(&format!("{clauses}; cw G6 SC ordered; combat cf CB-21; stars cf 1"))
            .dice("square square square")
            .play(&format!("cw: attack G6 {at}"))
            .play("cf: pass")
    };
    answer("cf G8 SC", "G8")
        .then("window after-attacked; asked cf")
        .dice("triangle circle circle circle")
        .play("cf: card CB-21")
        .then("cw G6 SC x2; stars cf 0");
    // Only a unit that may battle back: not next to an enemy at range, not out of range.
    answer("cf G8 SC; cw G9 SF", "G8").not_asked("cf: card CB-21");
    combat("cf G9 SF; cw G6 SC ordered; combat cf CB-21; stars cf 1")
        .dice("square square")
        .play("cw: attack G6 G9")
        .play("cf: pass")
        .not_asked("cf: card CB-21");
    // Without dice of its own there is no battle back, and the card's die does not help.
    answer("cf G8 SF alert", "G8").not_asked("cf: card CB-21");
}

#[test]
fn cb_22_signal_jamming() {
    let jam = |stars: u8| {
        combat(&format!("cw G6 SC ordered; cw I2 SC ordered; cf I4 SC; cf G8 SC; combat cw CB-10 CB-17; combat cf CB-22; stars cw 9 cf {stars}")).play("cw: attack G6 G8")
    };
    jam(3)
        .play("cw: card CB-10")
        .then("window opp-card-played; asked cf; stars cw 8")
        .dice("circle circle circle") // without the die of Target Lock
        .play("cf: card CB-22")
        .then("stars cw 8 cf 0; discarded CB-10 CB-22; used cw")
        // It still counts as his card of the turn: at the next attack he is not asked.
        .dice("circle circle circle")
        .play("cw: attack I2 I4")
        .then("question end-choice; combat cw CB-17");
    // With too few stars there is nothing to ask before the other's next window.
    jam(2).play("cw: card CB-10").then("window declare-against").refuses("cf: card CB-22", "RA-17.3");
    // In one's own turn it jams the opponent's card.
    combat("cw G6 SC ordered; cf G8 SC; combat cw CB-22; combat cf CB-18; stars cw 3 cf 2")
        .plays("cw: attack G6 G8; cw: pass; cf: card CB-18")
        .dice("blast blast blast")
        .play("cw: card CB-22")
        .then("empty G8");
}

#[test]
fn cb_23_interceptor_screen() {
    let screen = |clauses: &str, roll: &str| {
        attacked("CB-23", &format!("cw G6 SB ordered; {clauses}"), "G7").dice(roll).play("cf: card CB-23 G8")
    };
    // The first two hits go to the fighters.
    screen("cf G7 HB; cf G8 SF", "square square square").then("cf G7 HB x3; cf G8 SF x1; stars cf 3");
    // No hit left: no forced retirement.
    screen("cf G7 HB; cf G8 SF", "square red-alert circle")
        .then("cf G7 HB; cf G8 SF x2; alerts 1; hits 0")
        .play("cf: pass")
        .then("cf G7 HB");
    // Surplus on the fighters is lost (card ruling 6).
    screen("cf G7 HB; cf G8 SF x1", "square square circle").then("cf G7 HB; empty G8; points cw 1");
    // The capital unit's shields count before (card ruling 15): of two Blasts of a strike attacker one hit passes on.
    attacked("CB-23", "cw G6 SC ordered; cf G7 HB; cf G8 SF", "G7")
        .dice("blast blast circle")
        .play("cf: card CB-23 G8")
        .then("cf G7 HB; cf G8 SF x2");
    // A marked capital unit turns red alerts by the hits that are left (card ruling 15).
    screen("cf G7 HB alert; cf G8 SF", "square red-alert circle").then("cf G7 HB alert; cf G8 SF x2");
    // Capital units only, an adjacent fighter unit only, close quarters only.
    attacked("CB-23", "cw G6 SC ordered; cf G7 SC; cf G8 SF", "G7").refuses("cf: card CB-23 G8", "RA-17.1");
    attacked("CB-23", "cw G6 SC ordered; cf G7 SB; cf G9 SF; cf F7 SC; cf H7 SF cloaked", "G7")
        .refuses("cf: card CB-23 G9", "RA-17.1")
        .refuses("cf: card CB-23 F7", "RA-17.1")
        .refuses("cf: card CB-23 H7", "RA-17.1");
    attacked("CB-23", "cw G6 SC ordered; cf G8 SB; cf G9 SF", "G8").refuses("cf: card CB-23 G9", "RA-17.1");
}

#[test]
fn cb_24_tractor_beam() {
    let pin = |clauses: &str| {
        battle(&format!("{clauses}; combat cf CB-24; stars cf 2; card cw CM-21; phase orders cw"))
            .play("cw: done-ordering")
    };
    pin("cw G6 SC ordered; cw I2 SF ordered; cf E6 SB")
        .then("window opp-orders-announced; asked cf")
        .play("cf: card CB-24 G6")
        .then("stars cf 0")
        .refuses("cw: move G6 G7", "RA-17.4")
        .plays("cw: end-movement")
        .allows("cw: attack G6 E6"); // it may battle (card ruling 7)
    // It may not pursue, but it retires.
    combat("cw G6 SD ordered still no-pursuit; cf G7 SC x1; stars cw 2")
        .dice("triangle square square")
        .play("cw: attack G6 G7")
        .then("question end-choice");
    combat("cw G6 SD ordered still no-pursuit; cf G8 SC; stars cf 2")
        .dice("square square")
        .play("cw: attack G6 G8")
        .dice("triangle red-alert square")
        .play("cf: battle-back")
        .play("cw: retire H5 I5")
        .then("cw I5 SD x2");
    // Within two hexes of an unmarked capital unit, and no capital unit itself.
    pin("cw G6 SC ordered; cw F6 SB ordered; cw I6 SF ordered; cf E6 SB; cf G12 SB alert; cw G11 SC ordered")
        .refuses("cf: card CB-24 F6", "RA-17.1")
        .refuses("cf: card CB-24 I6", "RA-17.1")
        .refuses("cf: card CB-24 G11", "RA-17.1")
        .allows("cf: card CB-24 G6");
}

#[test]
fn cb_25_emergency_repairs() {
    let repair = |clauses: &str| combat(&format!("{clauses}; cw K2 SC; combat cw CB-25 CB-26; stars cw 3"));
    repair("cw G6 SC x1; cw I6 FL x2")
        .then("window own-end-of-turn")
        .play("cw: card CB-25 G6")
        .then("cw G6 SC x2; stars cw 0");
    repair("cw G6 SC x1; cw I6 FL x2").play("cw: card CB-25 I6").then("cw I6 FL x3");
    // Not next to an enemy, not marked, not at full strength, not cloaked.
    repair("cw G6 SC x1; cf G7 SF; cw I6 SC x1 alert; cw I8 SD; cw I2 SD x1 cloaked; cw K6 SD x1")
        .refuses("cw: card CB-25 G6", "RA-17.1")
        .refuses("cw: card CB-25 I6", "RA-17.1")
        .refuses("cw: card CB-25 I8", "RA-17.1")
        .refuses("cw: card CB-25 I2", "RA-17.1")
        .allows("cw: card CB-25 K6");
    // A cloaked enemy does not count as adjacent (card ruling 11).
    repair("cw G6 SC x1; cf G7 SF cloaked").allows("cw: card CB-25 G6");
}

#[test]
fn cb_26_supply_convoy() {
    combat("cw G6 SC ordered; combat cw CB-26")
        .then("window own-end-of-turn")
        .play("cw: card CB-26")
        .then("stars cw 3; pool 33; question end-choice");
    combat("cw G6 SC ordered; combat cw CB-26; stars cf 35")
        .play("cw: card CB-26")
        .then("stars cw 1; pool 0");
    movement("cw G6 SC ordered; combat cw CB-26").refuses("cw: card CB-26", "RA-17.3");
}

#[test]
fn cb_27_intercepted_orders() {
    let eve = |hand: &str| {
        battle(&format!("cw G6 SC; {hand}; combat cf CB-27; stars cf 1; phase end-choice cf"))
            .play("cf: two-stars")
    };
    let case = eve("hand cw CM-05 CM-08").then("window opp-turn-start; asked cf").play("cf: card CB-27");
    // He alone sees the hand, and there is no way back from that.
    let seen = |t: &&Told<Event>| matches!(t.event, Event::Intercepted { .. });
    assert!(case.told().iter().find(seen).is_some_and(|t| t.reveals));
    let case = case.hears("cf", "Probe Centre, Attack Centre").does_not_hear("watcher", "Probe Centre");
    let known = |case: &Case, seat: u8| {
        case.game().view(Viewer::Seat(Seat(seat))).of_side(Side::Cw).cards.known.len()
    };
    assert_eq!((known(&case, 1), known(&case, 0)), (2, 0));
    case.then("question ban; known-to cf CM-05 CM-08")
        .refuses("cf: ban CM-21", "RA-7.1")
        .play("cf: ban CM-05")
        .then("asked cw; banned CM-05")
        .refuses("cw: play CM-05", "RA-17.4")
        .choices_exclude("cw: play CM-05")
        .play("cw: play CM-08");
    // One physical card: another copy may be played (card ruling 9).
    eve("hand cw CM-05 CM-05").plays("cf: card CB-27; cf: ban CM-05").allows("cw: play CM-05");
    // Of two copies that he saw he sees one leave, and knows of the other.
    eve("hand cw CM-08 CM-08 CM-05")
        .plays("cf: card CB-27; cf: ban CM-05; cw: play CM-08")
        .then("known-to cf CM-05 CM-08");
    // Not if it is his only card, and not if his card is fixed by the initiative.
    eve("hand cw CM-05").then("question command; asked cw; combat cf CB-27");
    eve("hand cw CM-05 CM-08; aside cw CM-04").then("card cw CM-04; combat cf CB-27");
    // It lasts for the turn.
    let case = eve("hand cw CM-05 CM-08; hand cf CM-05 CM-08")
        .plays("cf: card CB-27; cf: ban CM-05; cw: play CM-08; cw: done-ordering; cw: two-stars");
    let case = case.play("cf: play CM-05");
    let case = super::common::play_on(case, &["pass", "two-stars"]);
    assert!(choices(&case, "cw", "play").contains(&"CM-05".to_string()));
}
