//! ST-12: torpedoes.

use crate::support::*;
use klaxon_core::Words;
use klaxon_star_trek::{Action, StarTrek, Steer, TorpedoId};

/// A ship that launches, far from everybody.
const LAUNCH: &str = "phase 1; ship 1 ROM-S02 of p1 at 10000,10000 heading 0 speed 1; ship 2 FED-S01 of p2 at 30000,20000 heading 1800; acting 1 owes AT";

#[test]
fn st_12_1_values_are_fixed_at_launch() {
    at(LAUNCH).play("p1: launch").then("torpedo 1 damage 5 movement 4 life 3; ship 1 torps 5");
    at(&format!("{LAUNCH}; disk 1 ROM-T05 on ship:1"))
        .play("p1: launch")
        .then("torpedo 1 damage 7 movement 3");
    // Phoenix: +1 hop; Plasma: +1 damage and a phase more.
    at("ship 1 FED-S04 of p1 at 10000,10000; ship 2 FED-S01 of p2 at 30000,20000; disk 1 ROM-T07 on ship:1; acting 1 owes AT")
        .play("p1: launch")
        .then("torpedo 1 damage 6 movement 5 life 4");
}

#[test]
fn st_12_2_four_moves_then_it_expires() {
    // The last end-of-phase move, then it is gone; the count runs on across turns.
    let flying = |life| {
        format!(
            "stage steer; phase 2; ship 1 ROM-S02 of p1 at 10000,4000 speed 1; ship 2 FED-S01 of p2 at 30000,20000; torpedo 1 of p1 from 1 at 5000,12000 life {life}"
        )
    };
    at(&flying(2)).play("p1: steer 1 0").then("torpedo 1 at 9000,12000 life 1");
    at(&flying(1)).play("p1: steer 1 0").events_say("expires").then("torpedo 1 gone");
    at(&flying(2).replace("phase 2", "phase 3")).play("p1: steer 1 0").then("turn 2; torpedo 1 life 1");
}

#[test]
fn st_12_3_the_launch_move_may_curve_after_the_first_hop() {
    at(LAUNCH)
        .play("p1: launch")
        .then("torpedo 1 at 12750,10000")
        .plays("p1: steer 1 900; p1: steer 1 900; p1: steer 1 1800")
        .then("torpedo 1 at 11750,12000 heading 1800")
        .asks("p1")
        .then("acting 1");
}

#[test]
fn st_12_4_later_moves_turn_once_at_their_beginning() {
    at("stage steer; phase 1; ship 1 ROM-S02 of p1 at 10000,4000 speed 1; ship 2 FED-S01 of p2 at 30000,20000; torpedo 1 of p1 from 1 at 5000,12000")
        .play("p1: steer 1 900")
        .then("torpedo 1 at 5000,16000 heading 900");
}

#[test]
fn st_12_5_always_the_full_movement() {
    for movement in [3, 4, 5] {
        at(&format!("stage steer; phase 1; ship 1 ROM-S02 of p1 at 10000,4000 speed 1; ship 2 FED-S01 of p2 at 30000,20000; torpedo 1 of p1 from 1 at 5000,12000 movement {movement}"))
            .play("p1: steer 1 0")
            .then(&format!("torpedo 1 at {},12000", 5000 + 1000 * movement));
    }
}

#[test]
fn st_12_6_all_move_simultaneously_hop_by_hop() {
    // Both choose in secret. Torpedo 1 would reach Yamato with its second hop, torpedo 2 with its first: 2 strikes first.
    let two = "stage steer; phase 1; ship 1 ROM-S02 of p1 at 3000,4000 speed 1; ship 2 FED-S01 of p2 at 20000,12000 shields 3 hull 1; ship 3 FED-S03 of p2 at 30000,4000; \
        torpedo 1 of p1 from 1 at 16500,12000; torpedo 2 of p2 from 3 at 20000,9400 heading 900";
    let game = at(two).asks("p1 p2").play("p2: steer 2 900");
    assert!(seen(game.game(), 0).torpedoes[1].chosen.is_none(), "the choice is secret");
    game.dice("hit hit hit hit miss")
        .play("p1: steer 1 0")
        .then("ship 2 destroyed; torpedo 2 gone; torpedo 1 at 20500,12000");
    // In the same hop by ascending id.
    at(&two.replace("16500,12000", "17500,12000"))
        .play("p2: steer 2 900")
        .dice("hit hit hit hit miss")
        .play("p1: steer 1 0")
        .then("ship 2 destroyed; torpedo 1 gone; torpedo 2 at 20000,13400");
}

#[test]
fn st_12_7_contact_with_any_ship_explodes() {
    // Its own player's ship too.
    at("stage steer; phase 1; ship 1 ROM-S02 of p1 at 9000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,20000; torpedo 1 of p1 from 1 at 5000,12000")
        .dice(&format!("hit hit miss miss miss  {NO_CRIT}"))
        .play("p1: steer 1 0")
        .then("ship 1 shields 4; torpedo 1 gone");
}

#[test]
fn st_12_8_in_the_bay_and_between_two_ships() {
    // In the bay it touches an enemy in front at once.
    at("ship 1 ROM-S02 of p1 at 10000,10000 heading 0; ship 2 FED-S01 of p2 at 13000,10000; acting 1 owes AT")
        .dice(&format!("hit miss miss miss miss  {NO_CRIT}"))
        .play("p1: launch")
        .then("ship 2 shields 5; ship 1 shields 6; torpedo 1 gone");
    // Between two it strikes the one it reaches deeper into, ties to the lowest id.
    let between = |y| {
        format!(
            "stage steer; phase 1; ship 1 ROM-S02 of p1 at 3000,4000 speed 1; ship 2 FED-S01 of p2 at 10000,{y} speed 2; ship 3 FED-S03 of p2 at 10000,10300; \
        torpedo 1 of p1 from 1 at 9000,12000"
        )
    };
    at(&between(13_700))
        .dice(&format!("hit miss miss miss miss  {NO_CRIT}"))
        .play("p1: steer 1 0")
        .then("ship 2 shields 5; ship 3 shields 5 hull 5");
    at(&between(13_750))
        .dice(&format!("hit miss miss miss miss  {NO_CRIT}"))
        .play("p1: steer 1 0")
        .then("ship 2 shields 6; ship 3 shields 4");
}

#[test]
fn st_12_9_a_moving_ship_sets_torpedoes_off_and_goes_on() {
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 30000,4000; torpedo 1 of p1 from 1 at 12500,12000; torpedo 2 of p2 from 2 at 15000,12000; acting 1")
        .dice(&format!("hit miss miss miss miss  {NO_CRIT}  hit hit miss miss miss  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 at 17500,12000 shields 3; torpedoes 0");
    // Not further if it is lost.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 heading 0 speed 3 shields 0 hull 1; ship 2 FED-S01 of p2 at 30000,4000; ship 3 ROM-S05 of p1 at 5000,4000; \
        torpedo 1 of p2 from 2 at 12500,12000; torpedo 2 of p2 from 2 at 15000,12000; acting 1")
        .dice("hit miss miss miss miss")
        .play("p1: move")
        .then("ship 1 destroyed; torpedo 2 damage 5");
}

#[test]
fn st_12_10_torpedoes_fly_over_terrain_unless_blocked() {
    // Over the planet at 30000,20000.
    at("scenario border-incident; stage steer; phase 1; ship 1 FED-S01 of p1 at 3000,4000 speed 1; ship 2 ROM-S02 of p2 at 55000,4000; torpedo 1 of p1 from 1 at 28000,20000; torpedo 2 of p2 from 2 at 28000,20000")
        .plays("p1: steer 1 0; p2: steer 2 0")
        .then("torpedo 1 at 32000,20000; torpedo 2 at 32000,20000");
    // A scenario may say that terrain blocks: launched from 12250, the first hop touches a disk of radius 1500 at 16000.
    let wall = r#"terrain = [{ id = "wall", type = "custom", name = "Wall", x = 16000, y = 12000, radius = 1500, collision = { mode = "drop", hull_hits = 2 }, blocks_torpedoes = true }]"#;
    let setup = klaxon_star_trek::Setup::quick(&own_scenario(wall), 2).unwrap();
    let order =
        |p: u8| format!("p{p}: assign {p} 1 AT; p{p}: assign {p} 2 AT; p{p}: assign {p} 3 AT; p{p}: done");
    opened(setup)
        .plays("p1: deploy 1 at 11000,12000 heading 0 speed 0; p1: done; p2: deploy 2 at 25000,5000 heading 0 speed 1; p2: done; p1: done; p2: done")
        .plays(&order(1))
        .plays(&order(2))
        .plays("p1: act; p1: reveal")
        .play("p1: launch")
        .plays("p1: steer 1 0")
        .events_say("blocked")
        .then("torpedoes 0");
}

#[test]
fn st_12_11_torpedoes_strike_cloaked_ships() {
    at("stage steer; phase 1; ship 1 ROM-S02 of p1 at 9000,12000 speed 1; ship 2 FED-S01 of p2 at 30000,20000; disk 1 ROM-T02 on ship:1 flipped; torpedo 1 of p2 from 2 at 5000,12000")
        .dice(&format!("hit miss miss miss miss  {NO_CRIT}"))
        .play("p2: steer 1 0")
        .then("ship 1 hull 5 cloaked");
}

#[test]
fn st_12_12_its_player_keeps_it_even_if_the_ship_is_lost() {
    at("stage steer; phase 1; ship 1 ROM-S02 of p1 at 9000,12000 destroyed; ship 2 FED-S01 of p2 at 30000,20000; ship 3 ROM-S05 of p1 at 5000,4000 speed 1; torpedo 1 of p1 from 1 at 5000,12000; torpedo 2 of p2 from 2 at 30000,10000")
        .refuses("p1: steer 2 0", "ST-12.12")
        .play("p1: steer 1 900")
        .play("p2: steer 2 0")
        .then("torpedo 1 at 5000,16000");
}

#[test]
fn st_12_13_a_ship_runs_into_its_own_torpedo() {
    // Launched straight ahead it stands 15750 − 10000 ahead; two hops on the same heading touch it with the second.
    let straight = LAUNCH.replace("speed 1", "speed 2");
    at(&straight)
        .plays("p1: launch; p1: steer 1 0; p1: steer 1 0; p1: steer 1 0")
        .then("torpedo 1 at 15750,10000")
        .dice(&format!("hit miss miss miss miss  {NO_CRIT}"))
        .play("p1: move")
        .then("ship 1 at 15000,10000 shields 5; torpedo 1 gone");
    at(&straight.replace("speed 2", "speed 1"))
        .plays("p1: launch; p1: steer 1 0; p1: steer 1 0; p1: steer 1 0; p1: move")
        .then("ship 1 at 12500,10000 shields 6; torpedo 1 life 3");
}

#[test]
fn st_12_7_the_odds_of_a_heading_that_leads_to_a_ship() {
    let flying = "stage steer; phase 2; ship 1 ROM-S02 of p1 at 10000,4000 speed 1; ship 2 FED-S01 of p2 at 10000,12000 shields 0; torpedo 1 of p1 from 1 at 5000,12000 life 2";
    let game = at(flying);
    let view = seen(game.game(), 0);
    let odds = |tenths| {
        let heading = klaxon_geometry::plane::Heading::new(tenths);
        StarTrek::odds(&view, &Action::Steer(Steer { torpedo: TorpedoId(1), heading }))
    };
    let east = odds(0).expect("its fourth hop touches the ship");
    assert_eq!(east.title, "5 counters");
    assert!(east.because[0].text.contains("hop 4 touches Yamato"), "{:?}", east.because[0].text);
    let (text, share) = &east.rows[2];
    assert_eq!((text.as_str(), share.part, share.whole), ("2 hits, all on hull", 10, 32));
    assert!(odds(1800).is_none(), "away from everything nothing is dropped");
}

#[test]
fn st_12_4_a_torpedo_in_flight_is_steered_in_its_own_step_only() {
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000 speed 1; torpedo 1 of p1 from 1 at 20000,20000; acting 1 owes AT")
        .not_asked("p1: steer 1 900");
}
