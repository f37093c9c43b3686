//! What can be seen of an event on the table, and what counters have come to in a line.

use super::line::{agent, capital, line, luck, mark, mark_id, spot_id};
use crate::event::{Agent, Event, Mark, ShipTag, Spot, Struck};
use klaxon_core::{Beat, Part, count, outcome_line};

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
    if let Event::Turn { turn } = event {
        return vec![Beat::banner(Part::Turn, format!("Turn {turn}"))];
    }
    if let Event::Phase { phase } = event {
        return vec![Beat::banner(Part::Phase, format!("Orders phase {phase}"))];
    }
    if let Event::Acts { ship } = event {
        return vec![Beat::spread([piece(ship)], false)];
    }
    if let Event::OrderRevealed { ship, order } = event {
        return vec![Beat::card(format!("order:{}", ship.id), format!("{}: {}", ship.name(), order.name()))];
    }
    if let Event::OrderCancelled { ship, by, .. } = event {
        return vec![Beat::stopped(piece(ship), by.name())];
    }
    if let Event::Moved { ship, .. } | Event::Beside { ship, .. } = event {
        return vec![Beat::go(piece(ship), [])];
    }
    if let Event::TorpedoMoved { torpedo, .. } = event {
        return vec![Beat::go(format!("torpedo-{torpedo}"), [])];
    }
    if let Event::CubeMoved { .. } = event {
        return vec![Beat::go("threat", [])];
    }
    if let Event::Turned { ship, .. }
    | Event::Evades { ship, .. }
    | Event::Cloaked { ship }
    | Event::Uncloaked { ship, .. }
    | Event::Captured { ship, .. }
    | Event::Assimilated { ship } = event
    {
        return vec![Beat::flip(piece(ship))];
    }
    if let Event::Launched { ship, torpedo, .. } = event {
        return vec![Beat::shot(piece(ship), format!("torpedo-{torpedo}"), true)];
    }
    if let Event::Fires { ship, target: at, .. } = event {
        let text = capital(&format!("{} fires at {}", mark(ship), mark(at)));
        return vec![Beat::banner(Part::Battle, text), Beat::shot(target(ship), target(at), false)];
    }
    if let Event::Explodes { torpedo, target: at, .. } = event {
        let shot = Beat::shot(format!("torpedo-{torpedo}"), target(at), true);
        return [shot].into_iter().chain(throw()).collect();
    }
    if let Event::TorpedoGone { torpedo, .. } = event {
        return vec![Beat::loss(format!("torpedo-{torpedo}"))];
    }
    if let Event::Pulse { ship, .. } = event {
        return [Beat::spread([piece(ship)], true)].into_iter().chain(throw()).collect();
    }
    if let Event::Prevented { by, hits } = event {
        return vec![Beat::stopped(doer(by), format!("{} by {}", count(*hits, "hit"), agent(by)))];
    }
    if let Event::Damage { target: at, shields, hull, .. } = event {
        return vec![Beat::hit(target(at), losses(*shields, *hull))];
    }
    if let Event::Obstruction { ship, hits, .. } = event {
        return vec![Beat::hit(piece(ship), count(*hits, "hit"))];
    }
    if let Event::Crit { ship, crit } = event {
        return vec![Beat::hit(piece(ship), format!("{} critical", crit.name()))];
    }
    if let Event::CritCancelled { by, crit } = event {
        return vec![Beat::stopped(format!("disk-{}", by.id), crit.name())];
    }
    if let Event::CubeCrit { hull } | Event::CubeBoarded { hull } = event {
        return vec![Beat::hit("threat", losses(0, *hull))];
    }
    if let Event::Destroyed { ship, .. } | Event::LeftTable { ship } = event {
        return vec![Beat::loss(piece(ship))];
    }
    if let Event::CubeDestroyed = event {
        return vec![Beat::loss("threat")];
    }
    if let Event::Lost { disk, .. } = event {
        return vec![Beat::loss(format!("disk-{}", disk.id))];
    }
    if let Event::Revealed { at, .. } | Event::Concealed { at, .. } | Event::Beamed { to: at, .. } = event {
        return vec![Beat::spread([place(at)], false)];
    }
    if let Event::Drones { ship } = event {
        return vec![Beat::spread([piece(ship)], true)];
    }
    if let Event::Fight { at } = event {
        return vec![Beat::banner(Part::Battle, "Crew combat"), Beat::spread([place(at)], true)];
    }
    if let Event::Scored { team, points } = event {
        return vec![Beat::score(format!("team:{}", team.team), *points, String::new())];
    }
    if let Event::Goal { .. } | Event::CubeArrived = event {
        return vec![Beat::banner(Part::Alarm, line(event).text)];
    }
    if let Event::Over { .. } = event {
        return vec![Beat::banner(Part::End, line(event).text)];
    }
    // Counters that nothing else shows with them.
    throw().into_iter().collect()
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
    Some(outcome_line(&head(events[begins]), &clauses))
}

/// What the counters show, as the beginning of the line.
fn head(event: &Event) -> String {
    let scored = |n: u8, of: u8, on: &str| match n {
        0 => format!("no hit on {on}"),
        _ => format!("{n} of {of} hit {on}"),
    };
    if let Event::Dropped { target, counters, hits, .. } | Event::Explodes { target, counters, hits, .. } =
        event
    {
        return scored(*hits, *counters, mark(target));
    }
    if let Event::DroppedAgain { by, counters, hits } = event {
        return format!("dropped again by {}: {hits} of {counters} hit", agent(by));
    }
    if let Event::Pulse { ship, counters, hits } = event {
        return scored(*hits, *counters, ship.name());
    }
    if let Event::CollisionDrop { ship, with, collides, .. } = event {
        let other = match with {
            Struck::Ship(other) => other.name(),
            Struck::Terrain(terrain) => &terrain.name,
            Struck::Cube => "the Borg cube",
        };
        return format!("{} {} {other}", ship.name(), if *collides { "strikes" } else { "misses" });
    }
    if let Event::FightDrop { segment, side, counters, hits, .. } = event {
        return format!("segment {segment}, {} of {counters} for {}", count(*hits, "hit"), side.name);
    }
    sentence(event)
}

/// The sentence of an event as a part of a line.
fn sentence(event: &Event) -> String {
    line(event).text.trim_end_matches('.').into()
}

/// What came of it, as a part of its line.
fn clause(event: &Event) -> Option<String> {
    if let Event::Prevented { by, hits } = event {
        return Some(format!("{} stopped by {}", count(*hits, "hit"), agent(by)));
    }
    if let Event::Damage { target, shields, hull, .. } = event {
        return Some(format!("{} loses {}", mark(target), losses(*shields, *hull)));
    }
    if let Event::Crit { crit, .. } = event {
        return Some(format!("{} critical", capital(crit.name())));
    }
    // One counter, or after hull damage two, make a critical.
    if let Event::CritDrop { showing, hull, .. } = event
        && !(1..=1 + u32::from(*hull)).contains(&showing.count_ones())
    {
        return Some("No critical".into());
    }
    if let Event::CritCancelled { by, crit } = event {
        return Some(format!("{} critical stopped by {}", capital(crit.name()), by.name()));
    }
    if let Event::Destroyed { ship, .. } = event {
        return Some(format!("{} destroyed", ship.name()));
    }
    if let Event::CubeDestroyed = event {
        return Some("the Borg cube destroyed".into());
    }
    if let Event::CubeCrit { hull } = event {
        return Some(format!("{hull} more hull by a critical"));
    }
    if let Event::Lost { disk, .. } = event {
        return Some(format!("{} lost", disk.name()));
    }
    if let Event::Saved { disk, by } = event {
        return Some(format!("{} saved by {}", disk.name(), by.name()));
    }
    let told = matches!(
        event,
        Event::Segment { .. } | Event::Captured { .. } | Event::Over { .. } | Event::Scored { .. }
    );
    told.then(|| sentence(event))
}
