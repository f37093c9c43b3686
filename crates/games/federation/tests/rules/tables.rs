//! Every token, event line, technology, Base and unit has a row; a row missing for an entry of `data/` fails.

use crate::{event, given};
use klaxon_federation::data::data;

/// An id, a position, the dice, the decisions, and what comes of it.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str);

#[track_caller]
fn play(rows: &[Row]) {
    for &(id, clauses, dice, plays, then) in rows {
        println!("row {id}: {clauses}");
        given(clauses).dice(dice).plays(plays).then(then);
    }
}

/// The rows name exactly these ids, in whatever order and as often as they like.
#[track_caller]
fn covers(rows: &[Row], ids: impl IntoIterator<Item = String>) {
    let ids: Vec<String> = ids.into_iter().collect();
    for id in &ids {
        assert!(rows.iter().any(|r| r.0 == id), "{id} has no row");
    }
    for row in rows {
        assert!(ids.iter().any(|id| id == row.0), "{} is no entry of the data", row.0);
    }
}

#[test]
fn every_activation_token_has_a_row() {
    let rows: &[Row] = &[
        ("FE-ADV", "queue FE-ADV; war FE 3; fleet FE-S FE4", "", "fed: resolve", "fleet FE-S FE3"),
        ("CT-ADV", "queue CT-ADV; war CT 3; fleet CT-S CT5", "", "fed: resolve", "fleet CT-S CT4"),
        ("ME-ADV", "queue ME-ADV; fleet ME-S ME4", "", "fed: resolve", "fleet ME-S ME2"),
        ("MU-ADV", "queue MU-ADV; war MU 3; fleet MU-S MU5", "", "fed: resolve", "fleet MU-S MU4"),
        ("CY-ADV", "queue CY-ADV; war CY 3; fleet CY-S CY6", "", "fed: resolve", "fleet CY-S CY5"),
        ("FE-SPN", "queue FE-SPN; war FE 2", "", "fed: resolve", "fleet FE-S FE4"),
        ("CT-SPN", "queue CT-SPN; war CT 2", "", "fed: resolve", "fleet CT-S CT5"),
        ("ME-SPN", "queue ME-SPN; war ME 2", "", "fed: resolve", "fleet ME-S ME4"),
        ("MU-SPN", "queue MU-SPN; war MU 2", "", "fed: resolve", "fleet MU-S MU5"),
        ("CY-SPN", "queue CY-SPN; war CY 2", "", "fed: resolve", "fleet CY-S CY6"),
        ("FE-TEC", "queue FE-TEC; war FE 1", "pick4", "fed: resolve", "tech FE A_FAD"),
        ("CT-TEC", "queue CT-TEC; war CT 1", "pick5", "fed: resolve", "tech CT A_AES"),
        ("ME-TEC", "queue ME-TEC; war ME 1", "pick6", "fed: resolve", "tech ME A_PLU"),
        ("MU-TEC", "queue MU-TEC; war MU 1", "pick5", "fed: resolve", "tech MU A_DUR"),
        ("CY-TEC", "queue CY-TEC; war CY 1", "pick6", "fed: resolve", "tech CY A_ENH"),
        ("FE-PRS", "queue FE-PRS; fleet FE-S FE4", "", "fed: resolve", "fleet FE-S FE3"),
        ("CT-PRS", "queue CT-PRS; fleet CT-S CT3", "", "fed: resolve", "fleet CT-S PUY"),
        ("MU-PRS", "queue MU-PRS; fleet MU-S MU3", "", "fed: resolve", "fleet MU-S ASC"),
        ("CY-PRS", "queue CY-PRS; fleet CY-S CY4", "", "fed: resolve", "fleet CY-S SAE"),
        ("FE-BDF", "queue FE-BDF; base build APC", "", "fed: resolve", "war FE 1"),
        ("CT-BDF", "queue CT-BDF; base build PUY", "", "fed: resolve", "war CT 1"),
        ("MU-BDF", "queue MU-BDF; base build ASC", "", "fed: resolve", "war MU 1"),
        ("CY-BDF", "queue CY-BDF; base build SAE", "", "fed: resolve", "war CY 1"),
        ("ME-GRD", "queue ME-GRD; war ME 0", "", "fed: resolve", "war ME 1"),
        ("RND", "queue RND", "pick1 3", "fed: resolve", "losses 1; chits EV1"),
        ("GCO", "queue GCO", "2 4", "fed: resolve", "relation MU-CY war"),
        ("EXP", "queue EXP", "", "fed: resolve", "expansion 1"),
        (
            "AWR",
            "queue AWR; relation MU-CY war; base build ASC",
            "pick1 3",
            "fed: resolve",
            "base build unbuilt; expansion 1; losses 1",
        ),
        ("FSC", "queue FSC; tech ME A_FSC", "", "fed: resolve", "fleet ME-S ME4"),
        ("FRA", "queue FRA; tech ME A_FRA", "", "fed: resolve", "fleet ME-R ME4"),
        ("FED1", "queue FED1", "6", "fed: resolve; fed: place B", "track 5 0 B; asks actions"),
        ("FED1M", "queue FED1M", "6", "fed: resolve; fed: place B", "track 4 0 B; asks actions"),
        (
            "FED2",
            "queue FED2",
            "6 5",
            "fed: resolve; fed: place B; fed: place M",
            "track 5 0 B; track 4 0 M; asks actions",
        ),
    ];
    play(rows);
    covers(rows, data().tokens.iter().map(|t| t.id.clone()));
}

#[test]
fn every_line_of_every_event_table_has_a_row() {
    // Chit, die, position, more dice, decisions, what comes of it.
    let rows: &[(&str, u8, &str, &str, &str, &str)] = &[
        ("EV1", 1, "", "", "", "expansion 1"),
        ("EV1", 2, "expansion 1", "", "", "stability 2"),
        ("EV1", 3, "", "", "", "losses 1"),
        ("EV1", 4, "stored O", "", "", "stored; pools O 3"),
        ("EV1", 5, "", "", "fed: free-propaganda stability", "stability 4"),
        ("EV1", 6, "losses 2", "", "fed: free-propaganda losses", "losses 1"),
        ("EV2", 1, "track 4 0 B", "", "", "track 5 0 B"),
        ("EV2", 2, "stored B", "", "", "stored; pools B 3"),
        ("EV2", 3, "track 2 0 M", "", "", "track 2 0; pools M 3"),
        ("EV2", 4, "track 4 0 B", "", "", "track 3 0 B"),
        ("EV2", 5, "track 1 0 B", "", "", "track 0 0 B"),
        ("EV2", 6, "", "", "fed: free-build mine", "mines SOL"),
        ("EV3", 1, "", "5 pick2", "", "tech CY A_FRA"),
        ("EV3", 2, "", "pick1", "", "tech CY A_FSC"),
        ("EV3", 3, "stored R", "", "", "stored; pools R 3"),
        ("EV3", 4, "project F_ETS 0", "", "", "project F_ETS 25"),
        ("EV3", 5, "project F_ETS 25", "", "", "project F_ETS 50"),
        ("EV3", 6, "project F_ETS 75", "", "", "advantage F_ETS"),
        ("EV4", 1, "relation FE-CT alliance; fleet CT-B CT5", "1", "", "fleet FE-S FE4; fleet CT-B CT4"),
        ("EV4", 2, "relation FE-CT alliance", "1 pick1 pick1", "", "tech FE A_FSC; tech CT A_FSC"),
        ("EV4", 3, "relation FE-CT alliance", "1", "", "war FE 1; war CT 1"),
        ("EV4", 4, "relation FE-CT alliance", "", "", "relation FE-CT neutral"),
        ("EV4", 5, "relation CY-FE alliance", "", "", "relation CY-FE neutral"),
        ("EV4", 6, "stored D", "", "", "stored; pools D 2"),
        ("EV5", 1, "", "4", "", "war MU 1"),
        ("EV5", 2, "", "", "", "war FE 1"),
        ("EV5", 3, "", "", "", "war MU 1"),
        ("EV5", 4, "", "", "", "war CT 1"),
        ("EV5", 5, "", "", "", "war CY 1"),
        ("EV5", 6, "track 3 0 E", "", "", "track 3 0; pools E 3"),
        ("EV6", 1, "", "1", "", "fleet FE-R FE4"),
        ("EV6", 2, "", "", "", "fleet ME-R ME4"),
        ("EV6", 3, "", "", "", "fleet FE-S FE4"),
        ("EV6", 4, "", "", "", "fleet CY-S CY6"),
        ("EV6", 5, "", "", "", "fleet MU-R MU5"),
        ("EV6", 6, "", "", "", "fleet CT-S CT5"),
    ];
    for &(chit, die, clauses, dice, plays, then) in rows {
        println!("row {chit} {die}: {clauses}");
        event(chit, clauses).dice(&format!("{die} {dice}")).play("fed: resolve").plays(plays).then(then);
    }
    for chit in &data().chits {
        for die in 1..=6 {
            assert!(rows.iter().any(|r| r.0 == chit.id && r.1 == die), "{} {die} has no row", chit.id);
        }
    }
    assert_eq!(rows.len(), 36);
}

#[test]
fn every_federation_technology_has_a_row() {
    let rows: &[Row] = &[
        (
            "F_ETS",
            "queue FE-ADV; war FE 3; fleet FE-S FE2; mines FE1; advantage F_ETS",
            "6 1 1 1",
            "fed: resolve",
            "fleet FE-S slot 2",
        ),
        (
            "F_MSW",
            "queue FE-ADV; war FE 3; fleet FE-B FE2; mines FE1; advantage F_MSW",
            "5 1",
            "fed: resolve",
            "fleet FE-B FE2",
        ),
        (
            "F_DDT",
            "moment actions; queue FED1; tech CT A_FSC; advantage F_DDT; stored E",
            "5",
            "fed: sabotage CT",
            "tech CT",
        ),
        (
            "F_RTT",
            "queue FE-TEC; war FE 1; spies FE; advantage F_RTT",
            "1 6",
            "fed: resolve; fed: contest; fed: die 1",
            "spies FE; tech FE",
        ),
        (
            "F_MSO",
            "moment actions; queue FED1; advantage F_MSO",
            "",
            "fed: move flagship SOL FE1 free",
            "flagships FE1",
        ),
        (
            "W_GATE",
            "moment actions; queue FED1; base warp-research CUA; project W_GATE 75; stored R",
            "",
            "fed: focus 5",
            "pools W 2; unbuilt ally 2",
        ),
        (
            "W_BUB",
            "moment actions; queue FED1; advantage W_BUB; stored M",
            "",
            "fed: move flagship SOL FE1; fed: move-on FE2",
            "flagships FE2",
        ),
        (
            "W_VDF",
            "moment actions; queue FED1; tech CT A_FSC; advantage W_VDF; stored E",
            "5",
            "fed: sabotage CT",
            "tech CT",
        ),
        (
            "W_PAT",
            "moment actions; queue FED1; advantage W_PAT; flagships FE1; stored M",
            "",
            "fed: move flagship FE1 MU1",
            "flagships MU1",
        ),
    ];
    play(rows);
    covers(rows, klaxon_federation::nouns::FedTech::ALL.iter().map(|t| t.id().to_string()));
}

#[test]
fn every_alien_technology_has_a_row() {
    let rows: &[Row] = &[
        ("A_FSC", "queue FSC; tech FE A_FSC; war FE 3; fleet FE-S FE4", "", "fed: resolve", "fleet FE-S FE3"),
        ("A_FRA", "queue FRA; tech FE A_FRA; war FE 3; fleet FE-R FE4", "", "fed: resolve", "fleet FE-R FE3"),
        (
            "A_RPR",
            "queue FE-ADV; tech FE A_RPR; war FE 3; fleet FE-S FE3; mines APC",
            "5 1 1 1",
            "fed: resolve",
            "fleet FE-S FE3",
        ),
        (
            "A_ADS",
            "queue CT-ADV; tech CT A_ADS; war CT 3; fleet CT-S CT2; mines CT1",
            "5 1",
            "fed: resolve",
            "fleet CT-S CT2",
        ),
        (
            "A_DUR",
            "queue MU-ADV; tech MU A_DUR; war MU 3; fleet MU-S MU2; flagships MU1",
            "5 5 5 1",
            "fed: resolve",
            "fleet MU-S MU4",
        ),
        (
            "A_AES",
            "moment actions; queue FED1; tech CT A_AES A_FSC; stored E",
            "6",
            "fed: sabotage CT",
            "tech CT A_AES",
        ),
        (
            "A_FPU",
            "queue FE-ADV; tech FE A_FPU; war FE 3; fleet FE-B FE2; flagships FE1",
            "5 5",
            "fed: resolve",
            "flagships FE2",
        ),
        (
            "A_FAD",
            "queue FE-ADV; tech FE A_FAD; war FE 3; fleet FE-B FE4",
            "",
            "fed: resolve",
            "fleet FE-B FE2",
        ),
        (
            "A_ARS",
            "queue FE-ADV; tech FE A_ARS; war FE 3; fleet FE-S FE2; mines FE1",
            "5 5 1 1",
            "fed: resolve",
            "fleet FE-S FE4",
        ),
        (
            "A_SMU",
            "queue ME-ADV; tech ME A_SMU; tech MU A_ARS; fleet ME-S ME1; sol-defense basic",
            "5 5 1 1 1",
            "fed: resolve",
            "fleet ME-S ME4",
        ),
        (
            "A_SCT",
            "queue ME-ADV; tech ME A_SCT; tech CT A_ADS; fleet ME-R ME1",
            "5 1",
            "fed: resolve",
            "fleet ME-R ME1",
        ),
        (
            "A_PLU",
            "queue ME-ADV; tech ME A_PLU; fleet ME-R ME1; stored B",
            "5 1 1",
            "fed: resolve",
            "stored; pools B 3",
        ),
        (
            "A_ENH",
            "queue FSC; tech CY A_FSC A_ENH; war CY 3; fleet CY-S CY6",
            "",
            "fed: resolve",
            "fleet CY-S CY4",
        ),
        ("A_DOM", "queue CT-TEC; war CT 1", "pick6", "fed: resolve", "fleet CT-D CT5; tech CT"),
    ];
    play(rows);
    covers(rows, klaxon_federation::nouns::AlienTech::ALL.iter().map(|t| t.id().to_string()));
}

#[test]
fn every_base_has_a_row() {
    let rows: &[Row] = &[
        (
            "build",
            "moment actions; queue FED1; flagships CUA; stored B",
            "",
            "fed: settle CUA build",
            "pools B 5; unbuilt flagship 2; card 0 F_ETS box; resource-dice 2",
        ),
        (
            "maneuver",
            "moment actions; queue FED1; flagships CUA; stored B",
            "",
            "fed: settle CUA maneuver",
            "pools M 5; unbuilt flagship 2; card 1 F_MSW box; resource-dice 2",
        ),
        (
            "research",
            "moment actions; queue FED1; flagships CUA; stored B",
            "",
            "fed: settle CUA research",
            "pools R 5; unbuilt flagship 2; card 2 F_DDT box; resource-dice 2",
        ),
        (
            "espionage",
            "moment actions; queue FED1; flagships CUA; stored B",
            "",
            "fed: settle CUA espionage",
            "pools E 5; unbuilt flagship 2; card 3 F_RTT box; resource-dice 2",
        ),
        (
            "defense",
            "moment actions; queue FED1; flagships CUA; stored B",
            "",
            "fed: settle CUA defense",
            "pools O 5; pools D 3; resource-dice 1",
        ),
        (
            "warp-research",
            "moment actions; queue FED1; flagships CUA; stored B",
            "",
            "fed: settle CUA warp-research",
            "project W_GATE 0; resource-dice 2",
        ),
    ];
    play(rows);
    covers(rows, klaxon_federation::nouns::Base::ALL.iter().map(|b| b.word().to_string()));
}

#[test]
fn every_unit_has_a_row() {
    let rows: &[Row] = &[
        (
            "flagship",
            "moment actions; queue FED1; flagships SOL unbuilt; stored B",
            "",
            "fed: construct flagship",
            "flagships SOL SOL",
        ),
        (
            "ally",
            "moment actions; queue FED1; advantage W_GATE; stored W",
            "",
            "fed: ally-ship",
            "allies SOL",
        ),
        (
            "mine",
            "moment actions; queue FED1; stored B B",
            "",
            "fed: construct mine; fed: upgrade mine SOL",
            "mines SOL+",
        ),
        (
            "sol-defense",
            "moment actions; queue FED1; stored B B",
            "",
            "fed: construct sol-defense; fed: upgrade sol-defense",
            "sol-defense upgraded",
        ),
    ];
    play(rows);
    covers(rows, data().units.iter().map(|u| u.id.clone()));
}

#[test]
fn every_use_of_a_resource_has_a_row() {
    use klaxon_core::{Game, Seat, Viewer};
    // A position in which the use is open, and one in which it is refused, with the rule.
    let embassy = "relation FE-CT war; embassies FE";
    let war = format!("{embassy}; war FE 2");
    let rows: &[(&str, &str, &str, &str)] = &[
        ("Construction", "stored B", "mines SOL SOL SOL; sol-defense basic; stored B", "SF-9.1"),
        ("Settle a Base", "flagships CUA; stored B", "stored B", "SF-9.3"),
        ("Upgrade", "mines SOL; stored B", "stored B", "SF-9.10"),
        ("Forward Deploy", "stored B", "mines SOL SOL SOL; stored B", "SF-9.11"),
        ("Arms Dealing", &format!("{war}; stored B"), "stored B", "SF-9.46"),
        ("Move", "stored M", "flagships unbuilt; stored M", "SF-9.12"),
        ("Out Maneuver", "", "stored M", "SF-9.16"),
        ("Bypass", "stored M; queue FED1 RND", "stored M", "SF-9.17"),
        ("Impartial Arbitration", &format!("{war}; stored M"), "stored M", "SF-9.46"),
        ("Initiate Research", "stored R", "project F_MSO 0; stored R", "SF-9.18"),
        ("Conduct Research", "project F_MSO 0; stored R", "stored R", "SF-9.19"),
        ("Focused Research", "project F_MSO 0; stored R", "stored R", "SF-9.21"),
        ("Disarmament", &format!("{war}; stored R"), "stored R", "SF-9.46"),
        ("Sabotage", "tech FE A_FSC; stored E", "stored E", "SF-9.23"),
        ("Slow Research", "stored E", "", "SF-0.5"),
        ("Diplomatic Attaché", "stored E", "", "SF-0.5"),
        ("Re-roll", "", "stored E", "SF-9.29"),
        ("Falsified Intel", &format!("{war}; stored E"), "stored E", "SF-9.46"),
        ("Propaganda", "stored O", "stability 5; stored O", "SF-9.31"),
        ("Expand", "stored O", "columns 2; stored O", "SF-9.32"),
        ("Reclaim", "stored O; sacrificed B", "stored O", "SF-9.34"),
        ("Embassy", "stored D", "", "SF-0.5"),
        ("Envoy", "embassies FE; war FE 1; stored D", "stored D", "SF-9.38"),
        ("Parley", "stored D", "war ME 0; stored D", "SF-9.40"),
        ("Peace Talks", &format!("{war}; stored D"), "stored D", "SF-9.46"),
        ("Ally Ship", "advantage W_GATE; stored W", "", "SF-0.5"),
        ("Advanced Technology", "advantage W_GATE; stored W", "", "SF-0.5"),
        (
            "Fold Space",
            "advantage W_GATE; flagships CUA; stored W",
            "advantage W_GATE; flagships FE1; stored W",
            "SF-9.45",
        ),
        (
            "External Arbitration",
            &format!("advantage W_GATE; {war}; stored W"),
            "advantage W_GATE; stored W",
            "SF-9.46",
        ),
    ];
    for &(name, open, closed, rule) in rows {
        let info = data().uses.iter().find(|u| u.name == name).unwrap_or_else(|| panic!("{name} is no use"));
        let found = |clauses: &str| {
            let queue = if clauses.contains("queue") { "" } else { "queue FED1; " };
            let g = given(&format!("moment actions; {queue}{clauses}"));
            let view = g.game().view(Viewer::Seat(Seat(0)));
            view.uses(info.resource).into_iter().find(|u| u.name == name).unwrap()
        };
        if !open.is_empty() {
            let usage = found(open);
            assert!(!usage.choices.is_empty() && usage.refusal.is_none(), "{name} should be open: {usage:?}");
        }
        let usage = found(closed);
        let refusal = usage.refusal.unwrap_or_else(|| panic!("{name} should be closed: {:?}", usage.choices));
        assert_eq!(refusal.rule.map(|r| r.as_str()), Some(rule), "{name}: {refusal}");
    }
    for info in &data().uses {
        assert!(rows.iter().any(|r| r.0 == info.name), "{} has no row", info.name);
    }
}
