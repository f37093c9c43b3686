//! Whatever is legal is offered: the choices of every seat are held against everything that somebody could think of.

use super::common::{Case, battle, given};
use klaxon_core::{Game, Seat, Situation};
use klaxon_red_alert::{RedAlert, data};

/// Decisions about some hexes, sensible or not, in words.
fn thoughts(hexes: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = [
        "end-movement",
        "end-combat",
        "pass",
        "disregard",
        "repair",
        "battle-back",
        "pursue",
        "take-point",
        "draw-two",
        "two-stars",
        "star-and-card",
        "done-ordering",
        "done-buying",
        "done-deploying",
        "retire",
    ]
    .map(String::from)
    .into();
    let about = [
        "exit",
        "decline",
        "order",
        "unorder",
        "remove-marker",
        "decloak",
        "keep-cloak",
        "drop-cloak",
        "restore",
        "clear",
        "take-back",
        "jump",
        "retire",
    ];
    for hex in hexes {
        all.extend(about.map(|verb| format!("{verb} {hex}")));
        all.extend(["SC", "SD", "SF", "FL"].map(|kind| format!("bring {kind} {hex}")));
        for to in hexes {
            all.extend(
                ["", " impulse", " warp", " light-speed"].map(|mode| format!("move {hex} {to}{mode}")),
            );
            all.push(format!("attack {hex} {to}"));
            all.push(format!("retire {hex} {to}"));
        }
    }
    for card in &data::get().combat {
        all.push(format!("card {}", card.id));
        all.push(format!("discard {}", card.id));
        for hex in hexes {
            all.push(format!("card {} {hex}", card.id));
            all.extend(hexes.iter().map(|to| format!("card {} {hex} {to}", card.id)));
        }
    }
    for card in &data::get().command {
        all.extend(
            ["play", "ban", "keep", "first-strike", "initiative"].map(|verb| format!("{verb} {}", card.id)),
        );
    }
    all
}

#[track_caller]
fn agree(case: &Case, hexes: &str) {
    let hexes: Vec<&str> = hexes.split_whitespace().collect();
    let game = case.game();
    for seat in (0..game.seats() as u8).map(Seat) {
        let choices = game.choices(seat);
        for words in thoughts(&hexes) {
            let Ok(action) = game.action(seat, &words) else { continue };
            let verdict = game.check(seat, &action);
            let known = choices.contains(&action);
            assert_eq!(verdict.is_ok(), known, "{}: {words}: {verdict:?}", RedAlert::seat_word(seat));
        }
    }
}

#[test]
fn ra_9_1_every_move_that_the_rules_allow_is_offered() {
    let hexes = "G6 F6 E6 D5 H6 G7 G8 A1 A2 A3";
    for clauses in [
        "cw G6 SD ordered; cw H6 SC ordered; cf E6 SC; G7 asteroid; F6 debris; stars cw 2",
        "cw G6 SF ordered; cw H6 SB; F6 planet; G7 debris; cf D5 SC; combat cw CB-07 CB-08 CB-09; stars cw 4",
        "cw G6 SF ordered; cw H6 SC ordered; F6 planet; cf D5 SC; combat cw CB-07 CB-08 CB-09; stars cw 1",
        "cw G6 SC ordered alert; cw H6 SC ordered moved; cw G7 SC ordered still; cw F6 SC ordered cloaked; cf E6 SC",
        "cw G6 SD ordered light-speed; cf D5 SC; F6 planet; E6 asteroid; stars cw 2",
        "cw G6 SD ordered no-combat; cf E6 SC; stars cw 2",
        "cw G6 SC ordered helmsman; G7 F6 H6 asteroid; stars cw 1",
        "cw A2 SC ordered; cw A3 SF; objectives cw breakthrough",
        "cw A2 SC ordered cloaked; cw G6 SC ordered; objectives cw breakthrough",
        "cw A2 SC ordered",
    ] {
        let case = battle(&format!("{clauses}; phase movement cw"));
        agree(&case, hexes);
    }
}

#[test]
fn ra_10_1_every_attack_that_the_rules_allow_is_offered() {
    let hexes = "G6 F6 E6 D6 H6 G7 G8 K13";
    for clauses in [
        "cw G6 SB ordered; cw H6 SC ordered; cf E6 SC; cf D6 SF; F6 asteroid",
        "cw G6 SC ordered; cw G7 SC; cf F6 SC; cf E6 SD; cf G8 SF cloaked",
        "cw G6 SC ordered fought; cw H6 SF ordered landed; cw G7 SC ordered landed; cf G8 SC; cf F6 SC",
        "cw G6 SC ordered cloaked; cw H6 SC ordered no-combat; cw G7 SD ordered; cf F6 SC; cf G8 SC",
        "cw G6 SF ordered bonus; cw H6 SF ordered bonus fought; cw G7 SF ordered bonus alert; card cw CM-17; cf E6 SC; stars cw 2",
    ] {
        let case = battle(&format!("{clauses}; phase combat cw"));
        agree(&case, hexes);
    }
}

#[test]
fn ra_8_1_every_order_that_the_rules_allow_is_offered() {
    let hexes = "B2 B4 B5 B7 B10 B9 C7 I3 I7";
    for clauses in [
        "cw B2 SC; cw B4 SC; cw B5 SD; cw B10 SD; card cw CM-13; phase orders cw",
        "cw B2 SC ordered; cw B4 SC; cw B5 SD; cw B10 SD; cw B9 SC; card cw CM-15; phase orders cw",
        "cw B2 SC; cw B4 FL; cw B5 SD; cw B10 SD; card cw CM-22; phase orders cw",
        "cw B2 SC; cw B4 SC ordered; cw B5 SD; cw B10 SD; cw C7 SC; card cw CM-25; phase orders cw",
        "cw B2 SC; cw B4 SF ordered; cw B5 SB; cw B10 SD; card cw CM-29; rolled blast circle; phase orders cw",
        "cw B2 SC; cw B4 SF; cw B5 SB; cf C7 SC; cw B7 SC; card cw CM-24; phase orders cw",
        "cw B2 SC; cw B4 SF; cw B5 SB; cf C7 SC; cw B7 SC; card cw CM-23; phase orders cw",
        "cw B2 SC; cw B4 SC alert; card cw CM-20; fallback; phase orders cw",
        "players 3 3; cw B2 SC; cw B4 SC; cw B5 SD; cw B10 SD; cw B7 SC; card cw CM-15; phase orders cw",
        "cw B2 SC ordered alert; cw B4 SC ordered cloaked; cw B5 SC cloaked; cw B7 SC alert; stars cw 1; phase markers cw",
    ] {
        let case = battle(&format!("{clauses}; cf K7 SC; cw K1 SC"));
        agree(&case, hexes);
    }
}

#[test]
fn ra_17_14_every_card_that_may_be_played_is_offered() {
    let hexes = "G6 G7 F6 E6 H6 H7 G8 K13";
    // A hand of every card that a window could take, with stars for some of them and for all.
    for stars in [2, 3, 4] {
        let purse = format!("stars cw {stars} cf {stars}");
        for (clauses, play) in [
            (
                "cw G6 SC ordered; cw H6 SC; cf G7 SC; combat cw CB-13 CB-17 CB-14 CB-12 CB-10 CB-11",
                "cw: attack G6 G7",
            ),
            ("cw G6 SB ordered; cf E6 SB; combat cw CB-13 CB-17 CB-14 CB-12 CB-10 CB-11", "cw: attack G6 E6"),
            ("cw G6 SF ordered; cf G7 SC; combat cw CB-13 CB-14 CB-12 CB-10 CB-22", "cw: attack G6 G7"),
            (
                "cw G6 SC ordered; cf G7 SB; cf G8 SF; cf H7 SF cloaked; combat cf CB-01 CB-03 CB-18 CB-19 CB-23; hand cf CM-16 CM-05",
                "cw: attack G6 G7",
            ),
            (
                "cw G6 SC ordered; cf E6 SC; cf F6 SF cloaked; combat cf CB-01 CB-03 CB-18 CB-19 CB-23; hand cf CM-16",
                "cw: attack G6 E6",
            ),
        ] {
            let case = battle(&format!("{clauses}; {purse}; phase combat cw")).play(play);
            agree(&case, hexes);
        }
        for clauses in [
            "cw G6 SC ordered; cw H6 SF; cw F6 SF; cw E6 FL ordered; combat cw CB-04 CB-05 CB-06",
            "cw G6 SC ordered; cw H6 SF cloaked; cw F6 SD alert; cw G7 SC ordered; combat cw CB-04 CB-05 CB-06",
        ] {
            let case = battle(&format!("{clauses}; {purse}; card cw CM-15; phase orders cw"))
                .play("cw: done-ordering");
            agree(&case, hexes);
        }
        let clauses =
            "cw G6 SF ordered; cw G7 SC ordered; cw F6 SB ordered; cf H6 SB; cf E6 SC; combat cf CB-24";
        let case = battle(&format!("{clauses}; {purse}; phase markers cw; card cw CM-15"));
        agree(&case, hexes);
        let clauses =
            "cw G6 SC ordered; cw G7 HC; cf H6 SD; cf F6 SF; cf G8 SC x1; combat cw CB-02; combat cf CB-02";
        let case = battle(&format!("{clauses}; {purse}; phase movement cw")).play("cw: end-movement");
        agree(&case, hexes);
    }
}

#[test]
fn ra_12_2_every_answer_to_a_combat_is_offered() {
    let hexes = "E7 D6 D7 C6 C7 C8 B5 G7 F7";
    for (clauses, roll) in [
        ("cw G7 SB ordered; cf E7 SC; stars cf 2", "triangle star red-alert"),
        ("cw G7 SB ordered; cf E7 SC; cf D7 FL; stars cf 1", "triangle star red-alert"),
        ("cw G7 SB ordered; cf E7 FL; D6 debris", "square star red-alert"),
        ("cw G7 SB ordered; cf E7 SC; cf D6 SC; cf D7 SC; stars cf 3", "circle star red-alert"),
        ("cw G7 SB ordered; cf E7 SC; stars cf 2", "triangle star star"),
    ] {
        let case = battle(&format!("{clauses}; phase combat cw")).dice(roll).play("cw: attack G7 E7");
        agree(&case, hexes);
    }
    let case =
        battle("cw F7 SD ordered; cf E7 SD x1; cf D7 SC; stars cw 2; combat cw CB-15; phase combat cw")
            .dice("triangle star star")
            .play("cw: attack F7 E7");
    agree(&case, hexes);
    agree(&case.play("cw: pass"), hexes);
}

#[test]
fn ra_7_1_every_card_of_the_hand_is_offered() {
    for clauses in [
        "hand cw CM-05 CM-07 CM-16; cw B7 SC; phase command cw",
        "hand cw CM-05 CM-07 CM-16; banned CM-07; cw B7 SC; phase command cw",
        "hand cw CM-27; last cf CM-08; cw B7 SC; phase command cw",
        "hand cw CM-05; combat cw CB-05 CB-26; cw B7 SC; phase discard cw",
        "combat cw CB-05; used cw; cw B7 SC; phase end-choice cw",
    ] {
        agree(&given(&format!("{clauses}; cf K7 SC")), "B7 K7");
    }
}
