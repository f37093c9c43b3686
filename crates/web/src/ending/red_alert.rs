//! The end of a battle of Red Alert: points decide, dice make them.

use super::{Moment, Sheet, Side, Tale, Throws, heading};
use crate::{boards::red_alert::points_of, error::sentence};
use klaxon_core::{Known, Outcome, count, counted};
use klaxon_red_alert::{Event, RedAlert, Side as Fleet, View, summary::Summary};

pub fn tale(known: &Known<'_, RedAlert>, sides: &[Side], outcome: &Outcome) -> Tale {
    let view = &known.view;
    let summary = Summary::of(known.heard.iter().copied());
    let fleets: Vec<Fleet> = sides.iter().map(|side| fleet(view, side)).collect();
    let place = |fleet: Fleet| fleets.iter().position(|f| *f == fleet);
    let moments: Vec<Moment> = summary
        .moments
        .iter()
        .map(|m| Moment {
            step: m.step,
            when: format!("Turn {}", m.turn),
            title: heading(&m.title),
            text: m.brought.clone(),
            gains: place(m.gains),
            weight: 10 * i32::from(m.swing),
        })
        .collect();
    let turns = known.heard.iter().copied().filter_map(|(step, event)| match event {
        Event::Turn { turn, .. } => Some((step, format!("turn {turn}"))),
        _ => None,
    });
    let luck = fleets.iter().enumerate().map(|(side, fleet)| {
        let report = summary.of_side(*fleet);
        let thrown =
            format!("{} in {}", counted(report.dice, "die", "dice"), count(report.attacks, "attack"));
        Throws { side, hits: u32::from(report.hits), expected: report.expected_hits, thrown }
    });
    Tale {
        together: None,
        names: fleets.iter().map(|fleet| fleet.name().to_owned()).collect(),
        cause: cause(view, &moments, outcome),
        scores: fleets.iter().map(|fleet| view.of_side(*fleet).points.to_string()).collect(),
        unit: "points",
        turns: turns.collect(),
        luck: luck.collect(),
        sheet: sheet(view, &fleets, &summary),
        moments,
    }
}

fn fleet(view: &View, side: &Side) -> Fleet {
    let first = side.seats.iter().next().and_then(|seat| view.posts.get(seat.index()));
    first.map_or(Fleet::Cw, |(side, _)| *side)
}

/// The deed that brought the last point, where points decided it.
fn cause(view: &View, moments: &[Moment], outcome: &Outcome) -> String {
    let winner = outcome.winners.iter().next().and_then(|seat| view.posts.get(seat.index()));
    let points = winner.map(|(side, _)| (side.name(), view.of_side(*side).points));
    match (points, moments.last()) {
        (Some((name, points)), Some(last)) if points >= view.target => {
            format!(
                "{}: {points} of {} points for the {name} in turn {}.",
                last.title, view.target, view.turn
            )
        }
        _ => sentence(&outcome.text),
    }
}

fn sheet(view: &View, fleets: &[Fleet], summary: &Summary) -> Sheet {
    let mut rows: Vec<(String, Vec<String>, bool)> = points_of(view, fleets);
    let total = fleets.iter().map(|fleet| view.of_side(*fleet).points.to_string());
    rows.push((format!("in all, {} wins", view.target), total.collect(), true));
    let lost = |of: &dyn Fn(Fleet) -> u16| fleets.iter().map(|fleet| of(*fleet).to_string()).collect();
    rows.push(("units lost".into(), lost(&|fleet| summary.of_side(fleet).units_lost), false));
    rows.push(("figures lost".into(), lost(&|fleet| summary.of_side(fleet).figures_lost), false));
    let head = fleets.iter().map(|fleet| fleet.name().to_owned()).collect();
    Sheet { title: "Points", head, rows, note: String::new() }
}

#[cfg(test)]
mod tests {
    use crate::ending::Story;

    #[test]
    fn ra_21_3_the_end_is_told_with_all_points() {
        for log in ["finished-points-uneasy-truce", "finished-points-triangulum", "finished-eliminations"] {
            let path = format!("{}/../games/red-alert/tests/logs/{log}.jsonl", env!("CARGO_MANIFEST_DIR"));
            let text = std::fs::read_to_string(path).unwrap();
            let mut lines = text.lines().map(String::from);
            let header = lines.next().unwrap();
            let story = Story::of(&header, &lines.collect::<Vec<_>>()).unwrap().unwrap();
            let rows = &story.tale.sheet.rows;
            let total = rows.iter().position(|(_, _, total)| *total).unwrap();
            for side in 0..2 {
                // A source may say how often: "6 (3 ×)".
                let points = |cell: &String| cell.split(' ').next().unwrap().parse().unwrap_or(0);
                let sum: u32 = rows[..total].iter().map(|(_, cells, _)| points(&cells[side])).sum();
                assert_eq!(sum.to_string(), rows[total].1[side], "{log}: {rows:?}");
                assert_eq!(rows[total].1[side], story.tale.scores[side]);
            }
        }
    }
}
