//! Whatever is legal is offered: the choices are held against everything that a player could think of.

use crate::untold;
use klaxon_core::{Game, Seat};
use klaxon_federation::{
    Action, Spot,
    nouns::{Race, Resource, Space},
    questions::Plunder,
};

/// A position, the dice and decisions that lead to a question, and the spaces somebody could point at.
type Row = (&'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn agree(rows: &[Row]) {
    for &(clauses, dice, decisions, spaces) in rows {
        println!("row {clauses}: {decisions}");
        let g = untold(clauses).dice(dice).plays(decisions);
        let spaces: Vec<Space> = spaces.split_whitespace().map(|id| Space::from_id(id).unwrap()).collect();
        let mut spots = vec![Spot::Tray, Spot::Stored, Spot::Column, Spot::Track { row: 1, column: 0 }];
        for race in [Race::FleshEaters, Race::Cthonians] {
            spots.extend([Spot::Spy(race), Spot::Attache(race), Spot::Embassy(race)]);
        }
        let mut all = g.game().table().universe(&spots, &spaces);
        for (row, column) in (1..7).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let from = Spot::Track { row, column };
            all.extend(Resource::ALL.map(|what| Action::Plunder(Plunder { what, from })));
        }
        let choices = g.game().choices(Seat(0));
        for action in all {
            let verdict = g.game().check(Seat(0), &action);
            assert_eq!(verdict.is_ok(), choices.contains(&action), "{clauses}: {action:?} {verdict:?}");
        }
    }
}

#[test]
fn sf_8_15_every_action_that_the_rules_allow_is_offered() {
    let map = "SOL FE1 FE2 CUA APC SAE ABR ME1";
    agree(&[
        ("moment actions; queue FED1", "", "", map),
        // Build from both places, with sides to flip, sites to settle and ships to build on.
        (
            "moment actions; queue FED1; stored B; track 0 0 B; flagships CUA APC SOL unbuilt; mines SOL FE1+; \
             sol-defense basic; base build SAE; base research unbuilt; fleet FE-S APC",
            "",
            "",
            map,
        ),
        (
            "moment actions; queue FED1; stored B; flagships CUA SAE ABR; mines SOL SOL SOL+; sol-defense upgraded; \
             base build SAE+; base defense ABR",
            "",
            "",
            map,
        ),
        // Moves, paid and free, with loads, Patrol Routes and tokens to bypass.
        (
            "moment actions; queue FED1 RND EXP; stored M; advantage F_MSO; advantage W_PAT; flagships FE1 CUA; \
             allies ME1; mines FE1 FE1+ ME1",
            "",
            "",
            map,
        ),
        ("moment actions; queue FED1; free-moves 1; advantage F_MSO; flagships FE1", "", "", map),
        // Research: two to look at, one that waits for its Base.
        (
            "moment actions; queue FED1; stored R; base build CUA; base warp-research unbuilt; project W_GATE 25",
            "",
            "",
            "SOL CUA",
        ),
        ("moment actions; queue FED1; stored R; project F_MSO 0; project F_ETS 75", "", "", "SOL CUA"),
        // Espionage and Diplomacy, loose and deployed.
        (
            "moment actions; queue FED1; stored E; spies FE; attaches CT; tech CT A_FSC A_FRA A_RPR; tech MU A_FSC",
            "",
            "",
            "SOL",
        ),
        (
            "moment actions; queue FED1; track 0 0 D; base defense CUA; embassies FE CT; war FE 2; war CT 0; \
             war MU 4; war CY 3",
            "",
            "",
            "SOL",
        ),
        // Morale: markers at their ends, columns to open, tokens to reclaim.
        ("moment actions; queue FED1; stored O; columns 1; sacrificed B M; losses 1", "", "", "SOL"),
        ("moment actions; queue FED1; stored O; columns 2; stability 5; expansion 1", "", "", "SOL"),
        // Warp: ships to bring and to fold.
        (
            "moment actions; queue FED1; advantage W_GATE; stored W; flagships CUA FE1 SOL; allies ABR; base build SAE; \
             mines APC",
            "",
            "",
            map,
        ),
        (
            "moment actions; queue FED1; advantage W_GATE; stored W; allies SOL SOL; flagships unbuilt",
            "",
            "",
            map,
        ),
        // A war between aliens: every deal with every token, the Embassies among them.
        (
            "moment actions; queue FED1; advantage W_GATE; stored B M R E W; embassies FE CT; relation FE-CT war; \
             relation MU-CY war",
            "",
            "",
            "SOL",
        ),
        (
            "moment actions; queue FED1; embassies FE; stored D; relation CY-FE war; relation FE-CT alliance",
            "",
            "",
            "SOL",
        ),
        // What may be stored, and what at the end.
        ("moment actions; queue FED1; track 0 0 B M; stored R R R O O", "", "", "SOL"),
        (
            "moment actions; queue FED1; columns 2; track 0 0 B M; track 0 2 O; track 1 0 E",
            "",
            "fed: end",
            "SOL",
        ),
    ]);
}

#[test]
fn sf_8_21_every_answer_that_the_rules_allow_is_offered_and_no_other() {
    let map = "SOL FE1 FE2 FE3 CUA APC";
    agree(&[
        ("queue FED1", "", "", "SOL FE1"),
        ("moment take; sacrificed B B B", "", "", "SOL"),
        ("queue FED1; stored R R R", "4", "fed: resolve", "SOL"),
        ("queue FED1; stored E; spies FE; attaches CT", "4", "fed: resolve", "SOL"),
        ("queue FE-TEC; war FE 1; spies FE", "", "fed: resolve", "SOL"),
        ("queue FE-TEC; war FE 1; spies FE CT; attaches FE", "1", "fed: resolve; fed: contest", "SOL"),
        ("queue FE-TEC; war FE 1; spies FE; advantage F_RTT", "1 6", "fed: resolve; fed: contest", "SOL"),
        ("queue ME-ADV; fleet ME-R ME1; stored M; track 0 0 M", "", "fed: resolve", "SOL ME1"),
        (
            "queue ME-ADV; fleet ME-R ME1; flagships SOL SOL; mines SOL SOL+",
            "1 1 1 1 1",
            "fed: resolve",
            "SOL ME1",
        ),
        (
            "queue ME-ADV; tech ME A_PLU; fleet ME-R ME1; stored B R; columns 1; track 4 1 O",
            "5 1 1",
            "fed: resolve",
            "SOL",
        ),
        (
            "queue ME-ADV; tech ME A_PLU; fleet ME-R ME1; track 4 0 B M; track 1 0 E",
            "5 1 1",
            "fed: resolve",
            "SOL",
        ),
        ("queue FE-ADV; war FE 3; fleet FE-R FE2; flagships CUA APC", "", "fed: resolve", map),
        ("queue FE-PRS; fleet FE-S FE2; fleet FE-R FE2; fleet FE-B FE2", "", "fed: resolve", map),
        (
            "queue MU-ADV; war MU 3; fleet MU-S MU4; fleet MU-B MU2; mines MU3 MU1",
            "",
            "fed: resolve",
            "SOL MU1 MU2 MU3",
        ),
        (
            "queue FE-ADV; war FE 3; tech FE A_FPU; fleet FE-B FE2; flagships FE1; allies FE1",
            "5 5 1",
            "fed: resolve",
            map,
        ),
        (
            "moment actions; queue FED1; flagships ME3; fleet ME-S ME4; fleet ME-R ME4; stored M",
            "5 5",
            "fed: move flagship ME3 ME4",
            "SOL ME3 ME4",
        ),
        ("queue GCO; attaches FE CT", "1 1", "fed: resolve; fed: accept; fed: accept", "SOL"),
        (
            "queue AWR; relation CY-FE war; base build CUA; base research APC; base defense SAE",
            "",
            "fed: resolve",
            map,
        ),
        ("queue RND; chits EV2 EV3 EV4 EV5 EV6; losses 1; stability 5", "5", "fed: resolve", "SOL"),
        ("queue RND; chits EV1 EV3 EV4 EV5 EV6; mines SOL SOL SOL", "6", "fed: resolve", "SOL"),
        (
            "queue RND; chits EV1 EV2 EV4 EV5 EV6; project F_ETS 0; project F_MSW 75",
            "4",
            "fed: resolve",
            "SOL",
        ),
        (
            "queue RND; chits EV1 EV2 EV3 EV5 EV6; relation FE-CT alliance; relation MU-CY alliance",
            "4",
            "fed: resolve",
            "SOL",
        ),
        ("queue RND; chits EV1 EV2 EV3 EV5 EV6; embassies FE CT", "6", "fed: resolve", "SOL"),
        ("queue RND; chits EV1 EV2 EV3 EV4 EV6", "1 6", "fed: resolve", "SOL"),
        ("moment actions; queue FED1 FE-ADV; stored M; pool RND RND EXP", "", "fed: bypass 1", "SOL"),
        ("moment actions; queue FED1; base build CUA; stored R", "", "fed: initiate 0 4", "SOL"),
        (
            "moment actions; queue FED1; advantage W_BUB; stored M; mines FE1; fleet FE-S FE2",
            "",
            "fed: move flagship SOL FE1",
            map,
        ),
    ]);
}
