//! Chapters 1, 6 and 7, case by case: what is scrapped and what that leaves, what is made of what, who may enter where.

use super::bench::*;

#[test]
fn sc_1_15_what_a_scrapped_piece_leaves_behind() {
    let table = || {
        worked(
            "p1 at tarsonis.1 marine x2 firebat; p1 at abaddon.1 marine base; p1 transport r1; p1 transport r2; p2 transport r2; p2 at tarsonis.2 zergling
             p1 card tarsonis.3 workers 1; p1 workers 5; order p1 build tarsonis; order p2 build pridewater; phase turn p1",
        )
        .play("p1: scrap")
    };
    let kept = "p2 transport r2; p2 at tarsonis.2 zergling; p1 card tarsonis.3 workers 1; p1 workers 5 0 0 0; order p1 build tarsonis; asks turn p1";
    // One unit of the kind in that area; the figure is in the supply again.
    table()
        .plays("p1: scrap marine tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 marine firebat; p1 at abaddon.1 marine base; p1 supply marine 4; p1 transport r1; p1 transport r2")
        .then(kept);
    table()
        .plays("p1: scrap firebat tarsonis.1; p1: really")
        .then("p1 at tarsonis.1 marine x2; p1 supply marine 3")
        .then(kept);
    // The last unit of an area leaves it empty but for the base.
    table()
        .plays("p1: scrap marine abaddon.1; p1: really")
        .then("p1 at abaddon.1 base; p1 at tarsonis.1 marine x2 firebat")
        .then(kept);
    // A base goes alone: its units, its card and its transports stay for now.
    table()
        .plays("p1: scrap base tarsonis.3; p1: really")
        .then("tarsonis.3 empty; p1 at abaddon.1 marine base; p1 transport r1")
        .then(kept);
    table()
        .plays("p1: scrap base abaddon.1; p1: really")
        .then("p1 at abaddon.1 marine; p1 at tarsonis.3 base")
        .then(kept);
    // A transport is one's own: another player's on the same route stays.
    table()
        .plays("p1: scrap transport r2; p1: really")
        .then("p1 transport r1")
        .then_not("p1 transport r2")
        .then(kept);
    // Nothing that is not there, and nothing of another.
    table()
        .refuses("p1: scrap vulture tarsonis.1", "SC-1.15")
        .refuses("p1: scrap firebat abaddon.1", "SC-1.15")
        .refuses("p1: scrap zergling tarsonis.2", "SC-1.15")
        .refuses("p1: scrap base tarsonis.1", "SC-1.15")
        .refuses("p1: scrap base pridewater.1", "SC-1.15")
        .refuses("p1: scrap transport r3", "SC-1.15")
        .not_asked("p1: scrap");
    let mut offered = table().choices_of("p1");
    offered.sort();
    let all = [
        "scrap base abaddon.1",
        "scrap base tarsonis.3",
        "scrap firebat tarsonis.1",
        "scrap marine abaddon.1",
        "scrap marine tarsonis.1",
        "scrap transport r1",
        "scrap transport r2",
    ];
    assert_eq!(
        offered.iter().filter(|w| w.starts_with("scrap ")).collect::<Vec<_>>(),
        all.iter().collect::<Vec<_>>()
    );
    // It was asked twice; whoever thinks again has lost nothing.
    table()
        .plays("p1: scrap marine tarsonis.1; p1: keep")
        .then("p1 at tarsonis.1 marine x2 firebat; p1 supply marine 3")
        .then(kept);
}

#[test]
fn sc_6_22_scrapping_takes_the_unit_that_was_built_in_the_order_first() {
    // One old Templar and one just built: after one of them is scrapped, an old one is left, and needs a second for an Archon.
    let order = |old: u8| {
        three(&format!("p3 play PT05; p3 buildings 3 0 0; p3 at chau.1 templar x{old}; p3 card chau.2; p3 card chau.3; p3 workers 9; phase revealed p3 build chau"))
            .plays("p3: execute; p3: buy templar chau.1; p3: pay rest")
    };
    order(1).refuses("p3: morph archon chau.1 chau.1", "SC-6.22");
    order(2).allows("p3: morph archon chau.1 chau.1");
    order(2)
        .plays("p3: scrap; p3: scrap templar chau.1; p3: really")
        .allows("p3: morph archon chau.1 chau.1");
    order(2)
        .plays("p3: scrap; p3: scrap templar chau.1; p3: really; p3: scrap; p3: scrap templar chau.1; p3: really")
        .refuses("p3: morph archon chau.1 chau.1", "SC-6.22");
    // On another planet nothing of this order was built.
    three("p3 play PT05; p3 buildings 3 0 0; p3 at chau.1 templar x1; p3 at abaddon.1 templar; p3 card chau.2; p3 card chau.3; p3 workers 9; phase revealed p3 build chau")
        .plays("p3: execute; p3: buy templar chau.1; p3: pay rest; p3: scrap; p3: scrap templar abaddon.1; p3: really")
        .refuses("p3: morph archon chau.1 chau.1", "SC-6.22");
    // Scrapping another kind changes nothing about it.
    three("p3 play PT05; p3 buildings 3 0 0; p3 at chau.1 templar x1 zealot; p3 card chau.2; p3 card chau.3; p3 workers 9; phase revealed p3 build chau")
        .plays("p3: execute; p3: buy templar chau.1; p3: pay rest; p3: scrap; p3: scrap zealot chau.1; p3: really")
        .refuses("p3: morph archon chau.1 chau.1", "SC-6.22");
}

#[test]
fn sc_6_20_an_archon_is_made_of_two_templars_wherever_on_the_planet() {
    let order = |units: &str| {
        three(&format!("p3 play PT05; {units}; phase revealed p3 build abaddon")).play("p3: execute")
    };
    let apart = "p3 at abaddon.1 templar; p3 at abaddon.2 templar";
    order(apart)
        .play("p3: morph archon abaddon.1 abaddon.2")
        .then("p3 at abaddon.1 archon; abaddon.2 empty; p3 supply templar 3");
    order(apart).play("p3: morph archon abaddon.2 abaddon.1").then("p3 at abaddon.2 archon; abaddon.1 empty");
    order(apart).refuses("p3: morph archon abaddon.1 abaddon.1", "SC-6.22");
    order("p3 at abaddon.1 templar x2; p3 at abaddon.2 zealot")
        .play("p3: morph archon abaddon.1 abaddon.1")
        .then("p3 at abaddon.1 archon; p3 at abaddon.2 zealot");
    order("p3 at abaddon.1 templar x2; p3 at abaddon.2 zealot")
        .refuses("p3: morph archon abaddon.2 abaddon.1", "SC-6.22")
        .refuses("p3: morph archon abaddon.1 abaddon.2", "SC-6.22");
    order("p3 at abaddon.1 templar x2")
        .refuses("p3: morph archon abaddon.1 tarsonis.1", "SC-6.20")
        .refuses("p3: morph guardian abaddon.1 abaddon.1", "SC-6.20");
}

#[test]
fn sc_6_16_where_a_base_may_be_founded() {
    // Terrans where a unit stands, the Zerg by their creep on any friendly or empty area of the planet.
    let terran = |clauses: &str| {
        worked(&format!("p1 workers 13; p1 at abaddon.1 marine; {clauses}; phase revealed p1 build abaddon"))
            .play("p1: execute")
    };
    terran("p1 at braken.1 firebat")
        .allows("p1: buy base abaddon.1")
        .refuses("p1: buy base abaddon.2", "SC-6.16")
        .refuses("p1: buy base braken.1", "SC-6.15")
        .refuses("p1: buy base tarsonis.1", "SC-6.15");
    terran("p2 at abaddon.2 zergling").refuses("p1: buy base abaddon.2", "SC-6.16");
    terran("p2 at abaddon.1 base; p2 at braken.1 zergling").refuses("p1: buy base abaddon.1", "SC-6.17");
    terran("p1 at abaddon.2 base").refuses("p1: buy base abaddon.1", "SC-6.17");
    let zerg = |clauses: &str| {
        worked(&format!(
            "p2 workers 13; p2 at abaddon.1 zergling; {clauses}; phase revealed p2 build abaddon"
        ))
        .play("p2: execute")
    };
    zerg("p1 at braken.1 firebat").allows("p2: buy base abaddon.1").allows("p2: buy base abaddon.2");
    zerg("p1 at abaddon.2 firebat")
        .refuses("p2: buy base abaddon.2", "SC-11.12")
        .allows("p2: buy base abaddon.1");
    // One base for an order, and nothing after it.
    terran("p1 at braken.1 firebat").play("p1: buy base abaddon.1").not_asked("p1: buy supply");
}

#[test]
fn sc_6_9_which_transports_can_be_bought() {
    let order = |clauses: &str| {
        worked(&format!("p1 workers 13; {clauses}; phase revealed p1 build tarsonis")).play("p1: execute")
    };
    order("p2 transport r1")
        .allows("p1: buy transport r1")
        .allows("p1: buy transport r2")
        .allows("p1: buy transport r4")
        .refuses("p1: buy transport r3", "SC-6.9");
    order("p1 transport r1")
        .refuses("p1: buy transport r1", "SC-6.9")
        .play("p1: buy transport r2")
        .then("p1 transport r1; p1 transport r2")
        .then_not("p2 transport r2");
}

#[test]
fn sc_7_8_who_may_enter_where() {
    // Area limits: Tarsonis 3, 4 and 3. Friendly and empty areas up to the limit, enemy units two above, enemy bases at it.
    let march = |clauses: &str| {
        worked(&format!("p1 at abaddon.1 marine x3; p1 at abaddon.2 marine x3 vulture; p1 transport r1; {clauses}; phase revealed p1 mobilize tarsonis")).play("p1: execute")
    };
    let enter = |clauses: &str, to: &str, fit: usize, rule: &str| {
        let mut game = march(clauses);
        let from = [
            "marine abaddon.1",
            "marine abaddon.1",
            "marine abaddon.1",
            "marine abaddon.2",
            "marine abaddon.2",
            "marine abaddon.2",
            "vulture abaddon.2",
        ];
        let word = |i: usize| format!("p1: move {} {to}", from[i]);
        for i in 0..fit {
            game = game.choices_include(&word(i)).play(&word(i));
        }
        game.choices_exclude(&word(fit)).refuses(&word(fit), rule).done();
    };
    enter("p1 at braken.1 firebat", "tarsonis.1", 3, "SC-7.8");
    enter("p1 at braken.1 firebat", "tarsonis.2", 4, "SC-7.8");
    enter("p1 at tarsonis.1 firebat", "tarsonis.1", 2, "SC-7.8");
    enter("p1 at tarsonis.2 firebat x3", "tarsonis.2", 1, "SC-7.8");
    enter("p2 at tarsonis.1 zergling", "tarsonis.1", 5, "SC-7.9");
    enter("p2 at tarsonis.2 zergling x3", "tarsonis.2", 6, "SC-7.9");
    enter("p2 at tarsonis.1 base; p2 at braken.1 zergling", "tarsonis.1", 3, "SC-7.10");
    // What leaves makes room at once.
    march("p1 at tarsonis.1 firebat x3")
        .refuses("p1: move marine abaddon.1 tarsonis.1", "SC-7.8")
        .play("p1: move firebat tarsonis.1 tarsonis.2")
        .play("p1: move marine abaddon.1 tarsonis.1")
        .refuses("p1: move marine abaddon.1 tarsonis.1", "SC-7.8");
    // Air Support keeps out who comes from elsewhere, not who is on the planet.
    let shot = "p2 modules 0 0 1; p2 at tarsonis.1 base; p1 at tarsonis.2 firebat";
    march(shot)
        .refuses("p1: move marine abaddon.1 tarsonis.1", "SC-7.12")
        .allows("p1: move firebat tarsonis.2 tarsonis.1")
        .allows("p1: move marine abaddon.1 tarsonis.2");
    march(&shot.replace("modules 0 0 1", "modules 1 1 0")).allows("p1: move marine abaddon.1 tarsonis.1");
}
