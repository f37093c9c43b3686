//! What can be seen of an event on the table, and what counters have come to in a line.

use super::line::{agent, capital, count, line, luck, mark, mark_id, spot_id};
use crate::event::{Agent, Event, Mark, ShipTag, Spot, Struck};
use klaxon_core::{Beat, Part, outcome_line};

/// A ship as the table draws it.
fn piece(ship: &ShipTag) -> String {
    format!("ship-{}", ship.id)
}

fn target(mark: &Mark) -> String {
    match mark {
        Mark::Ship(ship) => piece(ship),
        Mark::Cube => mark_id(mark),
    }
}

fn place(spot: &Spot) -> String {
    match spot {
        Spot::Ship(ship) => piece(ship),
        Spot::Terrain(_) | Spot::Cube => spot_id(spot),
    }
}

fn doer(by: &Agent) -> String {
    match by {
        Agent::Disk(disk) => format!("disk-{}", disk.id),
        Agent::Ship(ship) => piece(ship),
    }
}

/// The beats of an event. Most events are told by their sentence alone. A hidden disk or order takes as long as a known one.
pub(crate) fn beats(event: &Event) -> Vec<Beat> {
    let throw = || luck(event).map(Beat::Throw);
    match event {
        Event::Turn { turn } => vec![Beat::banner(Part::Turn, format!("Turn {turn}"))],
        Event::Phase { phase } => vec![Beat::banner(Part::Phase, format!("Orders phase {phase}"))],
        Event::Acts { ship } => vec![Beat::spread([piece(ship)], false)],
        Event::OrderRevealed { ship, order } => {
            vec![Beat::card(format!("order:{}", ship.id), format!("{}: {}", ship.name(), order.name()))]
        }
        Event::OrderCancelled { ship, by, .. } => vec![Beat::stopped(piece(ship), by.name())],
        Event::Moved { ship, .. } | Event::Beside { ship, .. } => vec![Beat::go(piece(ship), [])],
        Event::TorpedoMoved { torpedo, .. } => vec![Beat::go(format!("torpedo-{torpedo}"), [])],
        Event::CubeMoved { .. } => vec![Beat::go("threat", [])],
        Event::Turned { ship, .. }
        | Event::Evades { ship, .. }
        | Event::Cloaked { ship }
        | Event::Uncloaked { ship, .. }
        | Event::Captured { ship, .. }
        | Event::Assimilated { ship } => vec![Beat::flip(piece(ship))],
        Event::Launched { ship, torpedo, .. } => {
            vec![Beat::shot(piece(ship), format!("torpedo-{torpedo}"), true)]
        }
        Event::Fires { ship, target: at, .. } => {
            let text = capital(&format!("{} fires at {}", mark(ship), mark(at)));
            vec![Beat::banner(Part::Battle, text), Beat::shot(target(ship), target(at), false)]
        }
        Event::Explodes { torpedo, target: at, .. } => {
            let shot = Beat::shot(format!("torpedo-{torpedo}"), target(at), true);
            [shot].into_iter().chain(throw()).collect()
        }
        Event::TorpedoGone { torpedo, .. } => vec![Beat::loss(format!("torpedo-{torpedo}"))],
        Event::Dropped { .. }
        | Event::DroppedAgain { .. }
        | Event::CritDrop { .. }
        | Event::CollisionDrop { .. }
        | Event::FightDrop { .. }
        | Event::InitiativeDrop { .. } => throw().into_iter().collect(),
        Event::Pulse { ship, .. } => [Beat::spread([piece(ship)], true)].into_iter().chain(throw()).collect(),
        Event::Prevented { by, hits } => {
            vec![Beat::stopped(doer(by), format!("{} by {}", count(*hits, "hit"), agent(by)))]
        }
        Event::Damage { target: at, shields, hull, .. } => {
            vec![Beat::hit(target(at), losses(*shields, *hull))]
        }
        Event::Obstruction { ship, hits, .. } => vec![Beat::hit(piece(ship), count(*hits, "hit"))],
        Event::Crit { ship, crit } => vec![Beat::hit(piece(ship), format!("{} critical", crit.name()))],
        Event::CritCancelled { by, crit } => vec![Beat::stopped(format!("disk-{}", by.id), crit.name())],
        Event::CubeCrit { hull } | Event::CubeBoarded { hull } => vec![Beat::hit("threat", losses(0, *hull))],
        Event::Destroyed { ship, .. } | Event::LeftTable { ship } => vec![Beat::loss(piece(ship))],
        Event::CubeDestroyed => vec![Beat::loss("threat")],
        Event::Lost { disk, .. } => vec![Beat::loss(format!("disk-{}", disk.id))],
        Event::Revealed { at, .. } | Event::Concealed { at, .. } => vec![Beat::spread([place(at)], false)],
        Event::Beamed { to, .. } => vec![Beat::spread([place(to)], false)],
        Event::Drones { ship } => vec![Beat::spread([piece(ship)], true)],
        Event::Fight { at } => {
            vec![Beat::banner(Part::Battle, "Crew combat"), Beat::spread([place(at)], true)]
        }
        Event::Scored { team, points } => {
            vec![Beat::score(format!("team:{}", team.team), *points, String::new())]
        }
        Event::Goal { .. } | Event::CubeArrived => vec![Beat::banner(Part::Alarm, line(event).text)],
        Event::Over { .. } => vec![Beat::banner(Part::End, line(event).text)],
        _ => Vec::new(),
    }
}

/// "2 shields", "1 hull", "1 shield and 2 hull".
fn losses(shields: u8, hull: u8) -> String {
    match (shields, hull) {
        (s, 0) => count(s, "shield"),
        (0, h) => format!("{h} hull"),
        (s, h) => format!("{} and {h} hull", count(s, "shield")),
    }
}

/// What the last drop of a step has come to: "2 of 5 hits on Haakona: loses 2 shields. No critical."
pub(crate) fn outcome(events: &[&Event]) -> Option<String> {
    let drops = |e: &&Event| {
        matches!(
            e,
            Event::Dropped { .. }
                | Event::DroppedAgain { .. }
                | Event::Explodes { .. }
                | Event::Pulse { .. }
                | Event::CollisionDrop { .. }
                | Event::FightDrop { .. }
                | Event::Obstruction { .. }
        )
    };
    let begins = events.iter().rposition(drops).or_else(|| events.iter().position(|e| luck(e).is_some()))?;
    let clauses: Vec<String> = events[begins + 1..].iter().filter_map(|e| clause(e)).collect();
    let scored = |n: u8, of: u8, on: &str| match n {
        0 => format!("no hit on {on}"),
        _ => format!("{n} of {of} hit {on}"),
    };
    let head = match events[begins] {
        Event::Dropped { target, counters, hits, .. } | Event::Explodes { target, counters, hits, .. } => {
            scored(*hits, *counters, mark(target))
        }
        Event::DroppedAgain { by, counters, hits } => {
            format!("dropped again by {}: {hits} of {counters} hit", agent(by))
        }
        Event::Pulse { ship, counters, hits } => scored(*hits, *counters, ship.name()),
        Event::CollisionDrop { ship, with, collides, .. } => {
            let other = match with {
                Struck::Ship(other) => other.name(),
                Struck::Terrain(terrain) => &terrain.name,
                Struck::Cube => "the Borg cube",
            };
            format!("{} {} {other}", ship.name(), if *collides { "strikes" } else { "misses" })
        }
        Event::FightDrop { segment, side, counters, hits, .. } => {
            format!("segment {segment}, {} of {counters} for {}", count(*hits, "hit"), side.name)
        }
        event => line(event).text.trim_end_matches('.').into(),
    };
    Some(outcome_line(&head, &clauses))
}

/// What came of it, as a part of its line.
fn clause(event: &Event) -> Option<String> {
    Some(match event {
        Event::Prevented { by, hits } => format!("{} stopped by {}", count(*hits, "hit"), agent(by)),
        Event::Damage { target, shields, hull, .. } => {
            format!("{} loses {}", mark(target), losses(*shields, *hull))
        }
        Event::Crit { crit, .. } => format!("{} critical", capital(crit.name())),
        // One counter, or after hull damage two, make a critical.
        Event::CritDrop { showing, hull, .. }
            if !(1..=1 + u32::from(*hull)).contains(&showing.count_ones()) =>
        {
            "No critical".into()
        }
        Event::CritCancelled { by, crit } => {
            format!("{} critical stopped by {}", capital(crit.name()), by.name())
        }
        Event::Destroyed { ship, .. } => format!("{} destroyed", ship.name()),
        Event::CubeDestroyed => "the Borg cube destroyed".into(),
        Event::CubeCrit { hull } => format!("{hull} more hull by a critical"),
        Event::Lost { disk, .. } => format!("{} lost", disk.name()),
        Event::Saved { disk, by } => format!("{} saved by {}", disk.name(), by.name()),
        Event::Segment { .. } | Event::Captured { .. } | Event::Over { .. } | Event::Scored { .. } => {
            line(event).text.trim_end_matches('.').into()
        }
        _ => return None,
    })
}
