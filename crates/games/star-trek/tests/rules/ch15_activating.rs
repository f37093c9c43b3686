//! ST-15: activating crew and tech.

use crate::support::*;

#[test]
fn st_15_1_a_flipped_disk_is_out_of_use() {
    // No ability, no orders, no transport.
    at("ship 1 ROM-S02 of p1 at 13000,12000 shields 0; ship 2 FED-S01 of p2 at 10000,12000 shields 0; disk 1 FED-C04 on ship:2 flipped; acting 2 owes AC,AT")
        .refuses_saying("p2: use 1", "ST-15.3", "flipped")
        .refuses("p2: row 1 1", "ST-15.1")
        .refuses("p2: transport ship:1", "ST-11.1");
}

#[test]
fn st_15_2_not_even_a_continuous_ability() {
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000; disk 1 ROM-T04 on ship:1 flipped").then("ship 1 beam 5");
}

#[test]
fn st_15_3_three_kinds_of_ability() {
    // Continuous: Advanced Transporter reaches range: 2.
    let far = "ship 1 ROM-S02 of p1 at 17000,12000 shields 0; ship 2 FED-S01 of p2 at 10000,12000 shields 0; disk 1 FED-C16 on ship:2; acting 2 owes AT";
    at(far).refuses("p2: transport ship:1", "ST-11.1");
    at(&format!("{far}; disk 2 FED-T03 on ship:2")).allows("p2: transport ship:1");
    // "…, flip": Pulse Phasers at their moment, without an order.
    at(&format!("{CLOSE}; disk 1 FED-T04 on ship:2; acting 2 owes AT")).refuses("p2: use 1", "ST-15.3");
    // With the AC icon: Barclay needs the order.
    let barclay = format!("{CLOSE}; disk 1 FED-C06 on ship:2; disk 2 FED-T04 on ship:2 flipped");
    at(&format!("{barclay}; acting 2 owes AT")).refuses("p2: use 1 disk 2", "ST-15.3");
    at(&format!("{barclay}; acting 2 owes AC")).play("p2: use 1 disk 2").then("disk 1 flipped; disk 2 ready");
}

#[test]
fn st_15_4_pulse_phasers() {
    let fire = |drop: &str| {
        at(&format!("{CLOSE}; disk 1 FED-T04 on ship:2; acting 2 owes AT")).dice(drop).play("p2: fire 1")
    };
    // Two hits: not offered.
    fire(&format!("hit hit miss miss  {NO_CRIT}")).then("acting 2; disk 1 ready");
    // Three or more: fire again at once; the second shot cannot trigger it again.
    for drop in ["hit hit hit miss", "hit hit hit hit"] {
        fire(drop)
            .dice(NO_CRIT)
            .play("p2: use 1")
            .then("disk 1 flipped")
            .dice(&format!("hit hit hit hit  {NO_CRIT}"))
            .play("p2: fire 1")
            .then("acting 2");
    }
}

#[test]
fn st_15_5_one_order_activates_one_disk() {
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; disk 2 FED-C10 on ship:2; acting 2 owes AC"))
        .play("p2: row 1 3")
        .refuses("p2: row 2 1", "ST-8.1");
    // A row with AC activates another: Picard's AT+AC.
    at(&format!("{CLOSE}; disk 1 FED-C01 on ship:2; disk 2 FED-C10 on ship:2; acting 2 owes AC"))
        .plays("p2: row 1 1; p2: row 2 1")
        .then("disk 1 flipped; disk 2 flipped; acting 2 owes CH,AT");
}

#[test]
fn st_15_6_orders_or_an_ability() {
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; acting 2 revealed owes AC"))
        .allows("p2: row 1 1")
        .allows("p2: use 1")
        .refuses("p2: row 1 4", "ST-15.7");
    // Crew of others give no orders.
    at(&format!("{CLOSE}; disk 1 ROM-C12 on ship:2 of p1 home 1; acting 2 owes AC"))
        .refuses("p2: row 1 1", "ST-15.13");
}

#[test]
fn st_15_7_exactly_one_row() {
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; acting 2 owes AC"))
        .play("p2: row 1 1")
        .then("acting 2 owes RS; disk 1 flipped");
    // Picard's middle row gives RS and CS, in any sequence with the movement.
    let picard = "phase 1; ship 1 ROM-S02 of p1 at 30000,20000; ship 2 FED-S01 of p2 at 10000,12000 heading 0 speed 2 shields 1; disk 1 FED-C01 on ship:2; acting 2 owes AC";
    at(picard)
        .plays("p2: row 1 2; p2: speed 3; p2: move; p2: shields 6; p2: end")
        .then("ship 2 at 17500,12000 shields 6 speed 3");
    at(picard)
        .plays("p2: row 1 2; p2: move; p2: shields 6; p2: speed 0")
        .then("ship 2 at 15000,12000 speed 0");
}

#[test]
fn st_15_8_orders_or_ability_not_both() {
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; acting 2 owes AC,AC")
        .replace("heading 1800", "heading 1800 shields 2"))
    .play("p2: row 1 1")
    .refuses("p2: use 1", "ST-15.3")
    .then("ship 2 shields 2");
    at(&format!("{CLOSE}; disk 1 FED-C04 on ship:2; acting 2 owes AC,AC")
        .replace("heading 1800", "heading 1800 shields 2"))
    .play("p2: use 1")
    .then("ship 2 shields 4; acting 2 owes AC")
    .refuses("p2: row 1 1", "ST-15.1");
}

#[test]
fn st_15_9_orders_from_crew_work_like_panel_orders() {
    at(&format!("{CLOSE}; disk 1 FED-C05 on ship:2; acting 2 owes AC"))
        .play("p2: row 1 1")
        .dice(&format!("hit miss miss miss  {NO_CRIT}"))
        .play("p2: fire 1")
        .then("ship 1 shields 5");
}

#[test]
fn st_15_10_when_executing_this_order() {
    let jasad = "phase 1; ship 1 CAR-S01 of p1 at 10000,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 30000,4000; disk 1 CAR-C06 on ship:1";
    at(&format!("{jasad}; acting 1 owes CH"))
        .choices_include("p1: curve 2 900")
        .choices_include("p1: curve 0 900")
        .choices_include("p1: curve 3 900")
        .refuses("p1: curve 4 900", "ST-15.10")
        .play("p1: curve 3 900")
        .then("ship 1 at 17500,12000 heading 900; acting 1 moved")
        .refuses("p1: heading 0", "ST-8.1");
    // Only when executing Change Heading.
    at(&format!("{jasad}; acting 1 owes AT")).refuses("p1: curve 2 900", "ST-8.1");
}

#[test]
fn st_15_11_targets() {
    // Tractor Beam: a ship not of the own team, not cloaked, in range; the cube is no target ship.
    let tractor = |more: &str| {
        format!(
            "ship 1 FED-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p2 at 14000,12000 speed 3; ship 3 FED-S03 of p1 at 10000,16000 speed 3; \
        disk 1 FED-T06 on ship:1; acting 1 owes AC{more}"
        )
    };
    at(&tractor(""))
        .refuses("p1: use 1 on 3", "ST-15.11")
        .refuses("p1: use 1 on 1", "ST-15.11")
        .play("p1: use 1 on 2")
        .then("ship 2 speed 1");
    at(&tractor("; disk 2 ROM-T02 on ship:2 flipped")).refuses("p1: use 1 on 2", "ST-15.11");
    at(&tractor("").replace("14000,12000", "15750,12000")).refuses("p1: use 1 on 2", "ST-15.11");
}

#[test]
fn st_15_12_reactions() {
    // Attacker first, then defender; each at most once per event; nobody is asked who has nothing ready.
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000 dropped-cloak; ship 2 ROM-S05 of p2 at 14000,12000; disk 1 ROM-C01 on ship:1; disk 2 ROM-T10 on ship:2; acting 1 owes AT")
        .play("p1: fire 2")
        .asks("p1")
        .play("p1: use 1")
        .asks("p2")
        .dice("miss miss miss miss miss")
        .play("p2: use 2")
        .then("acting 1");
    at("phase 1; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 ROM-S05 of p2 at 14000,12000; disk 1 ROM-T10 on ship:2 concealed; acting 1 owes AT")
        .dice("miss miss miss miss miss")
        .play("p1: fire 2")
        .then("acting 1");
}

#[test]
fn st_15_13_tech_works_for_the_controller_crew_for_their_owner() {
    // A captured Yamato: its Auxiliary Battery works for the captor, its former crew's ship abilities do not.
    let captured = "phase 1; ship 1 KLI-S01 of p1 at 20000,4000; ship 2 FED-S01 of p1 owner p2 builder 2 at 10000,12000; ship 3 ROM-S02 of p2 at 14000,12000; \
        disk 1 ROM-T04 on ship:2 of p2; disk 2 FED-C12 on ship:2 of p2; disk 3 KLI-C01 on ship:2 of p1 home 1; disk 4 FED-C04 on ship:2 of p2; acting 2 owes AC";
    at(captured).then("ship 2 beam 5 command 6").refuses("p1: row 4 1", "ST-15.13").refuses_saying(
        "p1: use 4",
        "ST-15.3",
        "another player",
    );
}

#[test]
fn st_15_14_disks_of_the_same_name_do_not_stack() {
    // A second, stolen Auxiliary Battery adds nothing; another name does.
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000; disk 1 ROM-T04 on ship:1; disk 2 ROM-T04 on ship:1").then("ship 1 beam 6");
    at("ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000; disk 1 ROM-T04 on ship:1; disk 2 KLI-T03 on ship:1").then("ship 1 beam 7");
}

#[test]
fn st_15_15_ships_abilities_are_continuous_or_once_per_turn() {
    // Maht-H'a drops one miss again, once per turn.
    at("phase 1; ship 1 KLI-S04 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000; acting 1 owes AT,AT")
        .dice("miss miss miss miss miss")
        .play("p1: fire 2")
        .dice(&format!("hit  {NO_CRIT}"))
        .play("p1: use ship:1 count 1")
        .then("ship 2 shields 5; ship 1 used")
        .dice("miss miss miss miss miss")
        .play("p1: fire 2")
        .then("acting 1");
}

#[test]
fn st_15_16_flipped_first_then_carried_out() {
    // Kurn firing by his own row has no +1: Bortas at speed 4 drops 5, not 6.
    let kurn = "phase 1; ship 1 KLI-S01 of p1 at 10000,12000 speed 4; ship 2 FED-S01 of p2 at 14000,12000; disk 1 KLI-C01 on ship:1; acting 1 owes";
    at(&format!("{kurn} AC"))
        .play("p1: row 1 1")
        .dice("miss miss miss miss miss")
        .play("p1: fire 2")
        .events_say("with 5 counters");
    at(&format!("{kurn} AT"))
        .dice("miss miss miss miss miss miss")
        .play("p1: fire 2")
        .events_say("with 6 counters");
    // Its AC icon cannot choose itself.
    at(&format!("{CLOSE}; disk 1 FED-C01 on ship:2; acting 2 owes AC"))
        .play("p2: row 1 1")
        .refuses("p2: row 1 2", "ST-15.1");
}
