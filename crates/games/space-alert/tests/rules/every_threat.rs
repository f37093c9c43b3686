//! Every threat card does on X, Y and Z what the component list says: one row for each mark of each card.

use crate::{Go, at};
use klaxon_space_alert::{Mark, ThreatId, data::data};
use std::collections::BTreeSet;

/// Card, mark, what is there besides, what holds afterwards. Every trajectory is T4; the threat enters the square of
/// the mark, in red if it is external, in turn 4, with shields down and speed 1 unless the row says otherwise.
const ROWS: &[(&str, Mark, &str, &str)] = &[
    ("E1-01", Mark::X, "", "tiles red 1; tiles white 1; tiles blue 1"),
    ("E1-01", Mark::Y, "", "tiles red 1; tiles white 1; tiles blue 1"),
    ("E1-01", Mark::Z, "", "tiles red 2; tiles white 2; tiles blue 2"),
    ("E1-02", Mark::X, "", "tiles red 2"),
    ("E1-02", Mark::Y, "", "tiles red 4"),
    ("E1-02", Mark::Z, "", "tiles red 4"),
    ("E1-03", Mark::X, "", "threat E1-03 seen; tiles red 0"),
    ("E1-03", Mark::Y, "", "tiles red 2"),
    ("E1-03", Mark::Z, "", "tiles red 2"),
    ("E1-04", Mark::X, "; shields 2 3 2", "shields 0 0 0; tiles red 0"),
    ("E1-04", Mark::Y, "", "tiles red 0; tiles white 1; tiles blue 1"),
    ("E1-04", Mark::Z, "", "tiles red 0; tiles white 2; tiles blue 2"),
    ("E1-05", Mark::X, "", "tiles red 2"),
    ("E1-05", Mark::Y, "", "tiles red 2"),
    ("E1-05", Mark::Z, "", "tiles red 3"),
    ("E1-06", Mark::X, "", "tiles red 1"),
    ("E1-06", Mark::Y, "", "tiles red 2"),
    ("E1-06", Mark::Z, "", "tiles red 2"),
    ("E1-07", Mark::X, "", "tiles red 1"),
    ("E1-07", Mark::Y, "", "tiles red 2"),
    ("E1-07", Mark::Z, "", "tiles red 3"),
    ("E1-08", Mark::X, "", "tiles red 1"),
    ("E1-08", Mark::Y, "blocks 3", "tiles red 0; threat E1-08 blocks 2"),
    ("E1-08", Mark::Z, "", "tiles red 4"),
    ("E1-09", Mark::X, "blocks 3", "threat E1-09 blocks 1"),
    ("E1-09", Mark::Y, "blocks 3", "threat E1-09 blocks 1"),
    ("E1-09", Mark::Z, "", "tiles red 5"),
    ("E1-10", Mark::X, "", "tiles red 0; threat E1-10 speed 1"),
    ("E1-10", Mark::Y, "", "tiles red 0; threat E1-10 speed 1"),
    ("E1-10", Mark::Z, "blocks 1", "tiles red 4"),
    ("E2-01", Mark::X, "", "threat E2-01 speed 2 shield 1"),
    ("E2-01", Mark::Y, "", "threat E2-01 speed 2 shield 0"),
    ("E2-01", Mark::Z, "", "tiles red 6"),
    ("E2-02", Mark::X, "", "threat E2-02 lends-attack 1"),
    ("E2-02", Mark::Y, "; threat E1-05 T+1 blue on-track square 13", "threat E1-05 square 10"),
    ("E2-02", Mark::Z, "; shields 1 1 1", "tiles red 3; shields 1 1 1"),
    ("E2-03", Mark::X, "", "threat E2-03 seen"),
    ("E2-03", Mark::Y, "", "tiles red 2"),
    ("E2-03", Mark::Z, "", "tiles red 3"),
    ("E2-04", Mark::X, "", "tiles red 1; tiles white 0"),
    ("E2-04", Mark::Y, "", "tiles red 2; tiles white 1; tiles blue 1"),
    ("E2-04", Mark::Z, "", "tiles red 3; tiles white 2; tiles blue 2"),
    ("E2-05", Mark::X, "blocks 5", "tiles red 1; tiles white 1; tiles blue 1; threat E2-05 blocks 3"),
    ("E2-05", Mark::Y, "blocks 6", "tiles red 1; tiles white 1; tiles blue 1; threat E2-05 blocks 3"),
    ("E2-05", Mark::Z, "", "tiles red 2; tiles white 2; tiles blue 2"),
    ("E2-06", Mark::X, "", "threat E2-06 lends-shield 1"),
    ("E2-06", Mark::Y, "; shields 2 3 0", "shields 1 2 0"),
    ("E2-06", Mark::Z, "", "tiles red 4"),
    ("E2-07", Mark::X, "", "threat E2-07 passes 1; tiles red 0"),
    ("E2-07", Mark::Y, "", "threat E2-07 passes 1; tiles red 0"),
    ("E2-07", Mark::Z, "blocks 2", "tiles red 5"),
    ("SE1-01", Mark::X, "", "tiles red 2"),
    ("SE1-01", Mark::Y, "", "tiles red 3"),
    ("SE1-01", Mark::Z, "", "tiles red 4"),
    ("SE1-02", Mark::X, "", "tiles red 2; threat SE1-02 speed 2"),
    ("SE1-02", Mark::Y, "", "tiles red 3; threat SE1-02 shield 3"),
    ("SE1-02", Mark::Z, "", "tiles red 5"),
    ("SE1-03", Mark::X, "", "tiles red 2"),
    ("SE1-03", Mark::Y, "blocks 5", "tiles red 2; threat SE1-03 blocks 3"),
    ("SE1-03", Mark::Z, "", "tiles red 2"),
    ("SE1-04", Mark::X, "", "tiles red 1; tiles white 1; tiles blue 1"),
    ("SE1-04", Mark::Y, "", "tiles red 2; tiles white 2; tiles blue 2"),
    ("SE1-04", Mark::Z, "", "tiles red 3; tiles white 3; tiles blue 3"),
    ("SE1-05", Mark::X, "", "tiles red 2"),
    ("SE1-05", Mark::Y, "", "tiles red 3"),
    ("SE1-05", Mark::Z, "", "tiles red 4"),
    ("SE1-06", Mark::X, "blocks 1", "tiles red 1; tiles white 1; tiles blue 1"),
    ("SE1-06", Mark::Y, "blocks 1", "tiles red 2; tiles white 2; tiles blue 2"),
    ("SE1-06", Mark::Z, "blocks 6", "tiles red 4; tiles white 0"),
    ("SE1-07", Mark::X, "; shields 2 3 2", "shields 0 0 0"),
    ("SE1-07", Mark::Y, "", "tiles red 0; tiles white 2; tiles blue 2"),
    ("SE1-07", Mark::Z, "", "tiles red 0; tiles white 3; tiles blue 3"),
    ("SE1-08", Mark::X, "", "threat SE1-08 passes 1"),
    ("SE1-08", Mark::Y, "", "threat SE1-08 passes 1"),
    ("SE1-08", Mark::Z, "blocks 4", "tiles red 5"),
    ("SE2-01", Mark::X, "blocks 1", "tiles red 2"),
    ("SE2-01", Mark::Y, "blocks 2", "tiles red 3"),
    ("SE2-01", Mark::Z, "blocks 5", "tiles red 6"),
    ("SE2-02", Mark::X, "", "tiles red 2; threat SE2-02 speed 3"),
    ("SE2-02", Mark::Y, "", "tiles red 3; threat SE2-02 speed 3"),
    ("SE2-02", Mark::Z, "; shields 3 0 0", "tiles red 4; shields 0 0 0"),
    (
        "SE2-03",
        Mark::X,
        "; member 1 LR; program 1 . . . . A; program 2 . . . . A",
        "program 1 . . . . . A; program 2 . . . . A",
    ),
    (
        "SE2-03",
        Mark::Y,
        "; member 1 LR; program 1 . . . . A; program 2 . . . . A",
        "program 1 . . . . . A; program 2 . . . . . A",
    ),
    ("SE2-03", Mark::Z, "; member 1 LR", "member 1 LR out; member 2 UW out"),
    ("SE2-04", Mark::X, "", "threat SE2-04 shield 4"),
    ("SE2-04", Mark::Y, "", "threat SE2-04 shield 2 speed 3"),
    ("SE2-04", Mark::Z, "", "tiles red 5; tiles white 0; tiles blue 5"),
    ("SE2-05", Mark::X, "", "tiles red 1; tiles white 0; threat SE2-05 blocks 1"),
    ("SE2-05", Mark::Y, "", "tiles red 2; tiles white 0; threat SE2-05 blocks 2"),
    ("SE2-05", Mark::Z, "", "lost SE2-05"),
    ("SE2-06", Mark::X, "", "threat SE2-06 passes 1"),
    ("SE2-06", Mark::Y, "", "threat SE2-06 passes 1"),
    ("SE2-06", Mark::Z, "blocks 8", "tiles red 3"),
    ("I1-01", Mark::X, "", "threat I1-01 at UW"),
    ("I1-01", Mark::Y, "", "threat I1-01 at LR"),
    ("I1-01", Mark::Z, "", "tiles red 3"),
    ("I1-02", Mark::X, "", "threat I1-02 at UW"),
    ("I1-02", Mark::Y, "", "threat I1-02 at LB"),
    ("I1-02", Mark::Z, "", "tiles blue 3"),
    ("I1-03", Mark::X, "", "threat I1-03 at LB"),
    ("I1-03", Mark::Y, "", "reactors 2 2 2"),
    ("I1-03", Mark::Z, "", "tiles white 2"),
    ("I1-04", Mark::X, "", "threat I1-04 at LR"),
    ("I1-04", Mark::Y, "; reactors 2 0 2", "tiles white 1"),
    ("I1-04", Mark::Z, "", "tiles white 2"),
    ("I1-05", Mark::X, "; shields 1 1 2", "shields 1 1 0"),
    ("I1-05", Mark::Y, "", "reactors 2 3 0"),
    ("I1-05", Mark::Z, "", "tiles blue 2"),
    ("I1-06", Mark::X, "; shields 1 1 2", "shields 0 1 2"),
    ("I1-06", Mark::Y, "", "reactors 0 3 2"),
    ("I1-06", Mark::Z, "", "tiles red 2"),
    ("I1-07", Mark::X, "", "rockets 3; tiles blue 0"),
    ("I1-07", Mark::Y, "", "rockets 3; tiles blue 0"),
    ("I1-07", Mark::Z, "blocks 1", "tiles blue 6"),
    ("I2-01", Mark::X, "", "rockets 2"),
    ("I2-01", Mark::Y, "", "threat I2-01 at LW,LB"),
    ("I2-01", Mark::Z, "", "tiles blue 2; threat I2-01 at LB"),
    ("I2-02", Mark::X, "", "squad 2 stored LR disabled"),
    ("I2-02", Mark::Y, "", "threat I2-02 at LR,LW"),
    ("I2-02", Mark::Z, "", "tiles red 2; threat I2-02 at LR"),
    ("I2-03", Mark::X, "", "threat I2-03 at LR"),
    ("I2-03", Mark::Y, "", "threat I2-03 at UW"),
    ("I2-03", Mark::Z, "", "tiles red 4"),
    ("I2-04", Mark::X, "", "threat I2-04 at UB"),
    ("I2-04", Mark::Y, "", "threat I2-04 at LW"),
    ("I2-04", Mark::Z, "", "tiles blue 4"),
    ("I2-05", Mark::X, "", "reactors 1 2 1"),
    ("I2-05", Mark::Y, "; program 3 . . . . A", "program 3 . . . . . A"),
    ("I2-05", Mark::Z, "", "tiles red 1; tiles white 1; tiles blue 1"),
    ("I2-06", Mark::X, "", "tiles white 3; reactors 2 3 2"),
    ("I2-06", Mark::Y, "", "fuel 2"),
    ("I2-06", Mark::Z, "", "tiles white 3"),
    ("SI1-01", Mark::X, "", "threat SI1-01 at UR"),
    ("SI1-01", Mark::Y, "blocks 1", "threat SI1-01 at LW; tiles red 0"),
    ("SI1-01", Mark::Z, "; member 1 LR", "tiles red 4; member 1 LR out; member 2 UW"),
    ("SI1-02", Mark::X, "", "threat SI1-02 at LB"),
    ("SI1-02", Mark::Y, "", "threat SI1-02 at UB; tiles blue 2"),
    ("SI1-02", Mark::Z, "; member 1 UB", "tiles blue 4; member 1 UB out; member 2 UW"),
    ("SI1-03", Mark::X, "", "threat SI1-03 fights yes"),
    ("SI1-03", Mark::Y, "", "threat SI1-03 at UW; tiles white 4"),
    ("SI1-03", Mark::Z, "", "lost SI1-03"),
    ("SI1-04", Mark::X, "", "threat SI1-04 doubles red"),
    ("SI1-04", Mark::Y, "", "threat SI1-04 doubles red,white,blue"),
    ("SI1-04", Mark::Z, "", "lost SI1-04"),
    ("SI1-05", Mark::X, "; shields 0 2 0", "reactors 2 0 2; shields 0 3 0; tiles white 2"),
    ("SI1-05", Mark::Y, "; shields 2 1 2", "shields 2 0 2; tiles white 1"),
    ("SI1-05", Mark::Z, "", "reactors 0 0 0; tiles red 2; tiles white 3; tiles blue 2"),
    ("SI1-06", Mark::X, "; squad 1 led 2", "member 2 UW out; member 1 UW"),
    ("SI1-06", Mark::Y, "; member 1 UB; member 2 LR", "member 1 UB out; member 2 LR out; member 3 UW"),
    ("SI1-06", Mark::Z, "; member 1 LW", "member 1 LW out; member 2 UW"),
    ("SI2-01", Mark::X, "; squad 1 led 1", "threat SI2-01 at UW; member 1 UW; member 2 UW out"),
    ("SI2-01", Mark::Y, "; member 1 LB", "threat SI2-01 at LB; member 1 LB out; member 2 UW"),
    ("SI2-01", Mark::Z, "", "tiles blue 3"),
    ("SI2-02", Mark::X, "; member 1 LW", "threat SI2-02 at LW"),
    ("SI2-02", Mark::Y, "; member 1 UR; member 2 UR; member 3 LW", "threat SI2-02 at UR"),
    ("SI2-02", Mark::Z, "; member 1 LW", "tiles white 5; member 1 LW; member 2 UW out"),
    ("SI2-03", Mark::X, "", "reactors 2 1 2"),
    ("SI2-03", Mark::Y, "", "reactors 1 2 1"),
    ("SI2-03", Mark::Z, "", "tiles red 3; tiles white 3; tiles blue 3"),
    (
        "SI2-04",
        Mark::X,
        "; member 1 UR; program 1 . . . . A; program 2 . . . . A",
        "program 1 . . . . . A; program 2 . . . . A",
    ),
    ("SI2-04", Mark::Y, "", "tiles red 2; tiles white 0; tiles blue 2"),
    ("SI2-04", Mark::Z, "; member 1 UR", "member 1 UR out; member 2 UW; threat SI2-04 at UR,UB,LR,LB"),
    ("SI2-05", Mark::X, "", "threat SI2-05 speed 2"),
    ("SI2-05", Mark::Y, "", "threat SI2-05 speed 2"),
    ("SI2-05", Mark::Z, "", "lost SI2-05"),
];

#[test]
fn every_threat_does_what_its_card_says() {
    for (card, mark, extra, then) in ROWS {
        let id = ThreatId::parse(card).unwrap();
        let zone = if id.card().internal { "internal" } else { "red" };
        let square = match mark {
            Mark::X => 10,
            Mark::Y => 6,
            Mark::Z => 2,
        };
        // What follows a semicolon is a clause of its own and may override the shields.
        let (of_threat, clauses) = extra.split_once(';').unwrap_or((extra, ""));
        at(&format!(
            "turn 4 threats; tracks T4 T4 T4 T4; shields 0 0 0; {clauses}
             threat {card} T+2 {zone} on-track square {square} speed 1 {of_threat}"
        ))
        .step()
        .then(then)
        .done();
    }
}

#[test]
fn every_mark_of_every_threat_has_its_row() {
    let rows: BTreeSet<(&str, Mark)> = ROWS.iter().map(|(card, mark, ..)| (*card, *mark)).collect();
    assert_eq!(rows.len(), ROWS.len(), "no row twice");
    for card in &data().threats {
        for mark in [Mark::X, Mark::Y, Mark::Z] {
            assert!(rows.contains(&(card.id.as_str(), mark)), "{} {mark:?} has no row", card.id);
        }
    }
    assert_eq!(ROWS.len(), 3 * data().threats.len());
}
