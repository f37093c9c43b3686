//! Throws that wait for their player: at the slowest pace no die falls before its odds could be seen (SF-0.16).

use crate::untold;

/// A position at the slowest pace, the dice, the decisions, and what is asked then.
type Row = (&'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn asks(rows: &[Row]) {
    for &(clauses, dice, decisions, asks) in rows {
        println!("row {clauses}: {decisions}");
        untold(&format!("pace every-throw; {clauses}")).dice(dice).plays(decisions).then(asks);
    }
}

#[test]
fn sf_0_16_a_decision_that_shows_the_odds_throws_at_once() {
    asks(&[
        ("queue FED1", "3", "fed: resolve", "asks place"),
        ("moment take; stored B M R E", "2 5 2 6 6", "fed: take O", "asks place"),
        (
            "queue FE-ADV; war FE 3; fleet FE-B FE2; mines FE1",
            "5",
            "fed: resolve",
            "asks next; fleet FE-B FE2",
        ),
        ("queue FE-BDF; embassies FE; base build CUA", "5", "fed: resolve", "asks next; embassies FE"),
        ("queue FE-TEC; war FE 1; spies FE", "5", "fed: resolve; fed: contest", "asks next; spies FE"),
        (
            "moment actions; queue FED1; project F_ETS 0; stored R",
            "6",
            "fed: conduct",
            "asks actions; project F_ETS 50",
        ),
        (
            "moment actions; queue FED1; tech CT A_FSC; stored E",
            "6",
            "fed: sabotage CT",
            "asks actions; tech CT",
        ),
        (
            "moment actions; queue FED1; fleet FE-S FE1; stored M",
            "5 1 1 1 1",
            "fed: move flagship SOL FE1",
            "asks actions",
        ),
        // Placing the first result of two shows the second roll.
        ("queue FED2", "3 4", "fed: resolve; fed: place B", "asks place; track 3 0 B"),
        // Nor does a throw that is made again wait.
        ("queue FED1; stored E", "3 4", "fed: resolve; fed: reroll", "asks place; shows 4"),
    ]);
}

#[test]
fn sf_0_16_after_other_luck_a_throw_waits() {
    asks(&[
        // The pair after the chart, the table after the chit, the FACTION die after the table.
        ("queue GCO", "1", "fed: resolve", "asks throw; relation FE-CT neutral"),
        ("queue GCO", "1 1", "fed: resolve; fed: throw", "asks next; relation FE-CT war"),
        ("queue RND", "pick1", "fed: resolve", "asks throw; losses 0"),
        ("queue RND", "pick1 3", "fed: resolve; fed: throw", "asks next; losses 1"),
        ("queue RND; chits EV1 EV2 EV3 EV4 EV5", "", "fed: resolve", "asks throw"),
        ("queue RND; chits EV1 EV2 EV3 EV4 EV6", "1", "fed: resolve; fed: throw", "asks throw; war FE 0"),
        (
            "queue RND; chits EV1 EV2 EV3 EV4 EV6",
            "1 1",
            "fed: resolve; fed: throw; fed: throw",
            "asks next; war FE 1",
        ),
        // A combat after a technology was drawn.
        ("queue CT-TEC; war CT 1; mines CT5", "pick6", "fed: resolve", "asks throw; fleet CT-D CT5; dice 1"),
        ("queue CT-TEC; war CT 1; mines CT5", "pick6 5", "fed: resolve; fed: throw", "asks next; mines CT5"),
        // The second of two combats, the second step of an Embassy.
        (
            "queue MU-ADV; war MU 3; fleet MU-S MU4; fleet MU-B MU2; mines MU3 MU1",
            "1 1 1",
            "fed: resolve; fed: fight MU3",
            "asks throw; dice 1; mines MU1",
        ),
        (
            "moment actions; queue FED1; flagships APC; embassies FE; stored B",
            "6",
            "fed: settle APC build",
            "asks throw; war FE 0",
        ),
        // A token drawn into an empty queue.
        ("pool FED1", "", "fed: resolve", "asks throw; turn 1"),
        ("pool FED1", "3", "fed: resolve; fed: throw", "asks place"),
    ]);
}

#[test]
fn sf_0_16_accepting_dice_or_choosing_one_shows_no_odds() {
    asks(&[
        ("queue GCO; stored E", "1", "fed: resolve; fed: accept", "asks throw"),
        (
            "queue GCO; attaches FE CT; advantage F_RTT",
            "1 1 1 6",
            "fed: resolve; fed: accept; fed: throw; fed: accept; fed: roll-first CT; fed: accept",
            "asks die; attaches FE CT",
        ),
        (
            "queue GCO; attaches FE CT; advantage F_RTT",
            "1 1 1 6",
            "fed: resolve; fed: accept; fed: throw; fed: accept; fed: roll-first CT; fed: accept; fed: die 0",
            "asks throw; attaches FE; war CT 1; relation FE-CT neutral",
        ),
    ]);
    // Where the throw waits, nothing else can be answered.
    untold("pace every-throw; queue GCO; stored M")
        .dice("1")
        .play("fed: resolve")
        .not_asked("fed: out-maneuver")
        .not_asked("fed: accept")
        .not_asked("fed: resolve")
        .refuses("fed: move flagship SOL FE1", "SF-8.21");
    // A die more, where that is asked, is a decision that shows the odds.
    untold("pace every-throw; queue CT-TEC; war CT 1; mines CT5; stored M")
        .dice("pick6")
        .play("fed: resolve")
        .then("asks out-maneuver; dice 1")
        .dice("1 5")
        .play("fed: out-maneuver")
        .then("asks next; mines CT5");
    untold("").not_asked("fed: throw");
}
