//! Chapter 17: combat cards. What each single card does is in `cards_combat.rs`.

use super::common::{battle, combat, given, movement};
use klaxon_red_alert::{CombatId, Window, combat_words, data};

#[test]
fn ra_17_1_every_card_has_title_cost_timing_target_and_effect() {
    for id in CombatId::all() {
        let card = id.card();
        assert!(!card.name.is_empty() && card.cost <= 4 && !card.effect.is_empty(), "{id}");
        let words = combat_words(card);
        assert!(words.contains("turn, ") && words.ends_with('.'), "{id}: {words}");
    }
    // A card that is not held, or whose target condition is not met, is not played.
    combat("cw G6 SC ordered; cf G8 SC; combat cw CB-11; stars cw 3")
        .play("cw: attack G6 G8")
        .refuses("cw: card CB-10", "RA-17.1")
        .refuses("cw: card CB-11", "RA-17.1"); // for capital units
}

#[test]
fn ra_17_2_one_card_in_each_turn() {
    combat("cw G6 SC ordered; cw G10 SC ordered; cf G8 SC; combat cw CB-10 CB-17; combat cf CB-18 CB-18; stars cw 9 cf 2")
        .play("cw: attack G6 G8")
        .play("cw: card CB-10")
        .then("window declare-against; asked cf")
        .dice("circle circle circle circle")
        .play("cf: card CB-18")
        // The second attack of this turn: neither side may play another card, so none is asked.
        .dice("circle circle circle")
        .play("cw: attack G10 G8")
        .then("question end-choice; combat cw CB-17; combat cf CB-18");
    movement("cw G6 SC ordered; cw G8 SC ordered; E6 planet; combat cw CB-07 CB-09; stars cw 9")
        .play("cw: card CB-09 G6")
        .refuses("cw: card CB-07 G8", "RA-17.2");
}

#[test]
fn ra_17_3_in_its_window_and_paid_from_stars_already_held() {
    movement("cw G6 SC ordered; combat cw CB-10 CB-09; stars cw 1")
        .refuses("cw: card CB-10", "RA-17.3")
        .play("cw: card CB-09 G6")
        .then("stars cw 0; pool 36");
    // One star short: the cost is not paid out of the roll to come.
    combat("cw G6 SB ordered; cf G8 SC; combat cw CB-11 CB-10; stars cw 2")
        .play("cw: attack G6 G8")
        .refuses("cw: card CB-11", "RA-17.3")
        .allows("cw: card CB-10");
    // Not in the other side's turn where the card is for one's own.
    battle("cf G6 SC ordered; cw G8 SC; cw G9 SC; combat cw CB-01 CB-18; stars cw 3; phase combat cf")
        .play("cf: attack G6 G8")
        .refuses("cw: card CB-01", "RA-17.1") // close quarters only
        .allows("cw: card CB-18");
}

#[test]
fn ra_17_4_cards_beat_the_rules_but_features_still_hold() {
    // Slingshot lends speed, yet asteroids stop the unit and planets are entered only from next to them.
    given("A2 B1 asteroid; C2 planet; cw A1 SC ordered slingshot; cf A13 SF; phase movement cw")
        .refuses("cw: move A1 C2", "RA-18.12")
        .refuses("cw: move A1 A4", "RA-18.1");
    // Fighter Aces do not let a marked unit roll its full dice.
    combat("cw G6 SF ordered alert; cf G7 SC; combat cw CB-14; stars cw 2")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle")
        .play("cw: card CB-14");
}

#[test]
fn ra_17_5_the_later_card_wins() {
    combat("cw G6 SC ordered; cf G8 SC; combat cw CB-13; combat cf CB-18; stars cw 2 cf 2")
        .play("cw: attack G6 G8")
        .play("cw: card CB-13")
        .dice("blast blast blast")
        .play("cf: card CB-18")
        .then("cf G8 SC");
}

#[test]
fn ra_17_6_a_played_card_is_discarded() {
    battle("cw G6 SC ordered; combat cw CB-04; stars cw 3; card cw CM-05; phase orders cw")
        .play("cw: done-ordering")
        .play("cw: card CB-04 G6")
        .then("cw G6 SC cloaked; discarded CB-04; combat-size cw 0");
}

#[test]
fn ra_17_7_attacker_first_then_the_attacked_side() {
    combat(
        "cw G6 SC ordered; cf G7 SC; combat cw CB-17; combat cf CB-18 CB-22; hand cf CM-16; stars cw 4 cf 5",
    )
    .play("cw: attack G6 G7")
    .then("asked cw; window declare-own")
    .not_asked("cf: card CB-18")
    .play("cw: card CB-17")
    // Signal Jamming may answer any combat card.
    .then("asked cf; window opp-card-played")
    .refuses("cf: card CB-18", "RA-17.3")
    .play("cf: pass")
    // Then one combat card or First Strike of the attacked side.
    .then("asked cf; window declare-against")
    .choices_include("cf: card CB-18")
    .choices_include("cf: first-strike CM-16")
    // A side that passed is not asked again in that window.
    .dice("circle circle circle")
    .play("cf: pass")
    .then("window after-attacked");
}

#[test]
fn ra_17_8_first_strike_is_no_combat_card() {
    combat("cw G6 SC ordered; cw G8 SC ordered; cf G7 SC; hand cf CM-16; combat cf CB-18; stars cf 2")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle")
        .play("cf: first-strike")
        .then("stars cf 2; combat-size cf 1") // no stars, and his combat card of the turn is still free
        .plays("cf: pass; cf: pass") // neither card nor stars to battle back
        .play("cw: attack G8 G7")
        .allows("cf: card CB-18");
    // Only one of First Strike and Ambush may pre-empt a combat: the pre-emptive combat is not pre-empted again.
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-16 CM-16; combat cf CB-01; stars cf 3")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle")
        .play("cf: first-strike")
        .then("stars cf 3; hand-size cf 1; combat-size cf 1");
    // It answers close quarters in the opponent's turn, nothing else.
    combat("cw G6 SC ordered; cf G8 SC; hand cf CM-16; combat cf CB-19; stars cf 1")
        .play("cw: attack G6 G8")
        .refuses("cf: first-strike", "RA-17.11");
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-05; hand cw CM-16")
        .play("cw: attack G6 G7")
        .refuses("cf: first-strike", "RA-7.1")
        .refuses("cf: first-strike CM-05", "RA-17.8");
    combat("cw G6 SC ordered; cf G7 SC; hand cw CM-16; stars cf 2; combat cw CB-18; stars cw 2 cf 2")
        .play("cw: attack G6 G7")
        .dice("circle circle circle")
        .play("cw: pass")
        .play("cf: battle-back")
        .refuses("cw: first-strike", "RA-17.8");
}

#[test]
fn ra_17_9_reactions_work_in_ones_own_turn_against_battle_backs() {
    combat("cw G6 SC ordered; cf G8 SC; combat cw CB-18; stars cw 2 cf 2")
        .play("cw: attack G6 G8")
        .dice("circle circle circle")
        .play("cw: pass")
        .play("cf: battle-back")
        .then("window declare-against; asked cw")
        .dice("blast blast blast")
        .play("cw: card CB-18")
        .then("cw G6 SC; discarded CB-18; used cw"); // as his own-turn card
    // Having played a card in this turn, he may not.
    combat("cw G6 SC ordered; cf G8 SC; combat cw CB-18 CB-10; stars cw 3 cf 2")
        .play("cw: attack G6 G8")
        .dice("circle circle circle circle")
        .play("cw: card CB-10")
        .dice("blast blast circle")
        .play("cf: battle-back")
        .then("cw G6 SC x1; combat cw CB-18");
}

#[test]
fn ra_17_10_the_windows() {
    use Window::*;
    for (window, cards) in [
        (OwnTurnStart, ""),
        (OppTurnStart, "CB-27"),
        (OwnOrders, "CB-04 CB-05 CB-06"),
        (OppOrdersAnnounced, "CB-24"),
        (OwnMove, "CB-07 CB-08 CB-09"),
        (MovementDone, "CB-02"),
        (DeclareOwn, "CB-10 CB-11 CB-12 CB-13 CB-14 CB-17"),
        (DeclareAgainst, "CB-01 CB-03 CB-18 CB-19 CB-23"),
        (RedAlertStep, "CB-20"),
        (AfterAttacked, "CB-21"),
        (CloseSuccess, "CB-15"),
        (AfterOwnCombat, "CB-16"),
        (OwnEndOfTurn, "CB-25 CB-26"),
        (OppCardPlayed, "CB-22"),
    ] {
        let in_it = data::get().combat.iter().filter(|c| c.window == window);
        let ids: Vec<&str> = in_it.map(|c| c.id.as_str()).collect();
        assert_eq!(ids.join(" "), cards, "{window:?}");
    }
}

#[test]
fn ra_17_11_pre_emptive_combat() {
    let strike =
        |clauses: &str| combat(&format!("cf G7 SC; hand cf CM-16; {clauses}")).play("cw: attack G6 G7");
    // The attacked unit battles first; the survivor battles as announced.
    strike("cw G6 SC ordered")
        .dice("triangle circle circle triangle circle circle")
        .play("cf: first-strike")
        .then("cw G6 SC x2; cf G7 SC x2");
    // An attacker that is eliminated or leaves its hex has lost its combat.
    strike("cw G6 SC ordered x1")
        .dice("triangle circle circle")
        .play("cf: first-strike")
        .then("empty G6; cf G7 SC");
    strike("cw G6 SC ordered")
        .dice("triangle red-alert circle")
        .play("cf: first-strike")
        .play("cw: retire H5 I5")
        .then("cw I5 SC x2; cf G7 SC; question end-choice");
    // The dice of the attack are worked out then: it has a marker by now and rolls one fewer.
    combat("cw K7 SC x9 ordered; cf J7 SC; hand cf CM-16")
        .play("cw: attack K7 J7")
        .dice("triangle red-alert red-alert") // it cannot retire: four more hits and a marker
        .dice("circle circle")
        .play("cf: first-strike")
        .then("cw K7 SC x4 alert; cf J7 SC");
    // No battle back against it; after First Strike the unit may battle back, after Ambush it may not.
    strike("cw G6 SC ordered; stars cw 2 cf 2")
        .dice("circle circle circle circle circle circle")
        .play("cf: first-strike")
        .then("question battle-back; asked cf");
    combat("cf G7 SC; cw G6 SC ordered; combat cf CB-01; stars cw 2 cf 9")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle circle") // four dice, then three
        .play("cf: card CB-01")
        .then("question end-choice; stars cf 6");
}

#[test]
fn ra_17_12_first_strike_is_replaced_at_the_end_of_the_turn() {
    combat("cw G6 SC ordered; cw G10 SC ordered; cf G7 SC; cf G11 SC; hand cf CM-16; deck CM-08 CM-09")
        .play("cw: attack G6 G7")
        .dice("circle circle circle circle circle circle")
        .play("cf: first-strike")
        .then("hand cf; owed 1; discarded CM-16")
        .play("cw: end-combat")
        .then("hand cf CM-08; hand cw CM-09"); // before the active player draws
}

#[test]
fn ra_17_13_the_active_player_is_asked_first() {
    battle(
        "cw G6 SC ordered; cf G7 SC; combat cw CB-02; combat cf CB-02; stars cw 3 cf 3; phase movement cw",
    )
    .play("cw: end-movement")
    .then("window movement-done; asked cw")
    .play("cw: pass")
    .then("window movement-done; asked cf")
    .play("cf: pass")
    .then("question combat");
    // No window of phases 2 to 4 opens in a turn that skips them.
    battle("cw G6 SC; cf G7 SC; combat cw CB-02; combat cf CB-02 CB-24; stars cw 3 cf 3; hand cw CM-04; phase command cw")
        .play("cw: play CM-04")
        .then("window own-end-of-turn; asked cw");
    // A card is asked for before the controller's choice.
    battle("players 3 3; cw G3 SB ordered by cw; cf E3 SC; combat cf CB-20; stars cf 1; phase combat cw")
        .dice("triangle red-alert circle")
        .plays("cw: attack G3 E3; cf: pass")
        .then("window red-alert-step; asked cf")
        .play("cf: pass")
        .then("question red-alert; asked cf-right");
}

#[test]
fn ra_17_14_whether_a_player_is_asked_depends_on_what_everybody_sees() {
    let attacked = |cf: &str| {
        combat(&format!("cw G6 SC ordered; cf G8 SC; {cf}"))
            .dice("circle circle circle")
            .play("cw: attack G6 G8")
    };
    // Whatever the card is, he is asked, as he could have one for this window.
    for card in ["CB-18", "CB-26", "CB-10"] {
        attacked(&format!("combat cf {card}; stars cf 1"))
            .then("window declare-against; asked cf")
            .play("cf: pass");
    }
    // Without cards, without stars, or with his card played he is not.
    attacked("stars cf 1").then("question end-choice");
    attacked("combat cf CB-18").then("question end-choice");
    attacked("combat cf CB-18; stars cf 1; used cf").then("question end-choice");
    // Nor when every card that he could pay for and aim lies in the discards.
    let gone = "combat-discards CB-19 CB-19; combat cf CB-18; stars cf 1";
    attacked(gone).then("window after-attacked").play("cf: pass");
    attacked(&format!("{gone}; combat-discards CB-21 CB-21")).then("question end-choice");
    // The same for First Strike: any command card in hand opens the question.
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-05")
        .dice("circle circle circle")
        .play("cw: attack G6 G7")
        .then("asked cf")
        .play("cf: pass");
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-05; discards CM-16 CM-16")
        .dice("circle circle circle")
        .play("cw: attack G6 G7")
        .then("question end-choice");
}

#[test]
fn ra_17_11_an_attacker_that_leaves_its_hex_has_lost_its_combat() {
    combat("cw G6 SC ordered; cf G7 SC; hand cf CM-16; stars cf 4")
        .play("cw: attack G6 G7")
        .dice("triangle red-alert star")
        .play("cf: first-strike")
        .play("cw: retire H5 I5")
        .events_say("lost their combat")
        .then("cw I5 SC x2; cf G7 SC");
}
