//! What can be seen of an event on the map and the tracks, and what a throw or a token has come to in a line.

use super::{
    ids,
    line::{capital, line, luck},
    phrase,
};
use crate::{
    event::{Band, Event},
    nouns::{Asset, Fleet, Ship, Space},
    state::{Contest, Purpose},
};
use klaxon_core::{Beat, Part, outcome_line};

/// A fleet as the map calls its piece.
fn piece(fleet: Fleet) -> String {
    format!("sf-fleet-{}", fleet.id())
}

fn own(ship: Ship, at: Space) -> String {
    let asset = match ship {
        Ship::Flagship => Asset::Flagship,
        Ship::Ally => Asset::Ally,
    };
    ids::asset(asset, at)
}

fn way(piece: String, from: Space, to: Space) -> Vec<Beat> {
    vec![Beat::go(piece, [ids::space(from), ids::space(to)])]
}

fn moved(gauge: String, from: u8, to: u8) -> Vec<Beat> {
    vec![Beat::score(gauge, i16::from(to) - i16::from(from), String::new())]
}

/// The beats of an event. Most events are told by their sentence alone.
pub fn beats(event: &Event) -> Vec<Beat> {
    match *event {
        Event::TurnBegan { turn, .. } => {
            vec![Beat::banner(Part::Turn, format!("Federation turn {turn}"))]
        }
        Event::TokenUp { token } => {
            vec![Beat::flip(ids::queue(0)), Beat::banner(Part::Phase, capital(token.name()))]
        }
        Event::TokenIgnored { .. } => vec![Beat::stopped(ids::queue(0), "not valid now")],
        Event::BypassTook { .. } => vec![Beat::spread([ids::queue(4)], false)],
        Event::Rolled { .. } => luck(event).map(Beat::Throw).into_iter().collect(),
        Event::Placed { row, column, .. } => vec![Beat::flip(ids::track(row, column))],
        Event::ShipMoved { ship, from, to, .. }
        | Event::ShipFolded { ship, from, to }
        | Event::Pursued { ship, from, to } => way(own(ship, to), from, to),
        Event::FleetMoved { fleet, from, to }
        | Event::Retreated { fleet, from, to }
        | Event::Pushed { fleet, from, to } => way(piece(fleet), from, to),
        Event::Spawned { fleet, .. } | Event::Respawned { fleet, .. } => vec![Beat::flip(piece(fleet))],
        Event::DoomPlaced { at } => {
            vec![Beat::banner(Part::Alarm, "The Doom Fleet"), Beat::spread([ids::space(at)], true)]
        }
        Event::Constructed { what, at } | Event::Upgraded { what, at } => {
            vec![Beat::flip(ids::asset(what, at))]
        }
        Event::Settled { at, .. } => vec![Beat::spread([ids::space(at)], false)],
        Event::WarMoved { race, from, to, .. } => moved(ids::war(race), from, to),
        Event::Moved { marker, from, to } => moved(ids::marker(marker), from, to),
        Event::RelationMoved { pair, .. } => vec![Beat::flip(ids::pair(pair))],
        Event::TechGained { race, space, .. } => vec![Beat::spread([ids::tech_space(race, space)], true)],
        Event::TechRemoved { race, space, .. } => vec![Beat::flip(ids::tech_space(race, space))],
        Event::Contested { contest, band, .. } => {
            let on = match contest {
                Contest::Spy { race } => ids::tech(race),
                Contest::Attache { pair, .. } => ids::pair(pair),
                Contest::Embassy { race, .. } => ids::war(race),
            };
            vec![match band {
                Band::Happens => Beat::hit(on, "not stopped"),
                Band::Returned | Band::Stays => Beat::stopped(on, phrase::contester(contest)),
            }]
        }
        Event::ChitDrawn { chit } => vec![Beat::flip(format!("chit-{}", chit.id()))],
        Event::EventIs { fx } => vec![Beat::banner(Part::Phase, capital(phrase::event(fx)))],
        Event::BaseHit { base, at, lost } => {
            let hit = Beat::hit(ids::space(at), if lost { "Base lost" } else { "Base flipped" });
            let gone = if lost { Beat::loss(ids::base(base)) } else { Beat::flip(ids::base(base)) };
            vec![hit, gone]
        }
        Event::BattleBegan { space, .. } => {
            let banner = Beat::banner(Part::Battle, format!("Battle at {}", space.name()));
            vec![banner, Beat::spread([ids::space(space)], true)]
        }
        Event::BattleWon { space, hits } => vec![Beat::hit(ids::space(space), count(hits, "hit"))],
        Event::BattleLost { space } => vec![Beat::stopped(ids::space(space), "no hit")],
        Event::Destroyed { fleet, .. } => vec![Beat::loss(piece(fleet))],
        Event::AssetLost { what, at, flipped: false } => vec![Beat::loss(ids::asset(what, at))],
        Event::AssetLost { what, at, flipped: true } => vec![Beat::flip(ids::asset(what, at))],
        Event::Plundered { what, .. } => vec![Beat::hit(ids::pool(what), "plundered")],
        Event::Ended { .. } => vec![Beat::banner(Part::End, line(event).text)],
        _ => Vec::new(),
    }
}

fn count(n: u8, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// What the last throw or token of a step has come to: "No hit: battle lost, Flagship lost, Military Losses 1 to 2."
pub fn outcome(events: &[&Event]) -> Option<String> {
    let begins =
        |e: &&Event| matches!(e, Event::Rolled { .. } | Event::TokenUp { .. } | Event::BattleWon { .. });
    let decides = |e: &&Event| matches!(e, Event::AssetLost { .. });
    let at = events.iter().rposition(begins).or_else(|| events.iter().position(decides))?;
    let battle = events[at..]
        .iter()
        .any(|e| matches!(e, Event::BattleWon { .. } | Event::BattleLost { .. } | Event::AssetLost { .. }));
    let clauses: Vec<String> = events[at..].iter().filter_map(|e| clause(e)).collect();
    let head = match events[at] {
        Event::BattleWon { space, hits } => format!("{} at {}", count(*hits, "hit"), space.name()),
        Event::Rolled { purpose: Purpose::Combat, .. } if battle => "no hit".into(),
        Event::AssetLost { at, .. } => format!("battle at {} lost", at.name()),
        Event::TokenUp { token } => token.name(),
        _ => line(events[at]).text.trim_end_matches('.').into(),
    };
    Some(outcome_line(&head, &clauses))
}

/// What came of it, as a part of its line.
fn clause(event: &Event) -> Option<String> {
    let name = |fleet: Fleet| fleet.name();
    Some(match *event {
        Event::BattleLost { space } => format!("battle lost at {}", space.name()),
        Event::Destroyed { fleet, .. } => format!("{} destroyed", name(fleet)),
        Event::Retreated { fleet, to, .. } | Event::Pushed { fleet, to, .. } => {
            format!("{} back to {}", name(fleet), to.name())
        }
        Event::FleetStays { fleet, at } => format!("{} stays at {}", name(fleet), at.name()),
        Event::AssetLost { what, flipped, .. } => {
            format!("{} {}", what.name(), if flipped { "flipped" } else { "lost" })
        }
        Event::NothingToLose { .. } => "nothing to lose there".into(),
        Event::Moved { marker, from, to } => format!("{} {from} to {to}", marker.name()),
        Event::WarMoved { race, to, .. } => {
            format!("War Effort of {} {}", phrase::the(race), phrase::level(to))
        }
        Event::FleetMoved { fleet, to, .. } => format!("{} to {}", name(fleet), to.name()),
        Event::FleetHeld { fleet, at } => format!("{} holds {}", name(fleet), at.name()),
        Event::Spawned { fleet, at } | Event::Respawned { fleet, at } => {
            format!("{} spawns at {}", name(fleet), at.name())
        }
        Event::TechGained { race, tech, .. } => format!("{} gain {}", phrase::the(race), tech.name()),
        Event::TokenIgnored { .. } => "not valid now, nothing happens".into(),
        Event::RelationMoved { .. }
        | Event::BaseHit { .. }
        | Event::Contested { .. }
        | Event::Twisted { .. }
        | Event::TechRemoved { .. }
        | Event::Completed { .. }
        | Event::EventIs { .. }
        | Event::NothingHappens { .. }
        | Event::NoFastFleet { .. }
        | Event::StillAtWar { .. }
        | Event::Overage { .. }
        | Event::BattleBegan { .. }
        | Event::Ended { .. } => line(event).text.trim_end_matches('.').into(),
        Event::ResearchMoved { tech, to, .. } => format!("{} {}", tech.name(), phrase::percent(to)),
        Event::Placed { what, n, row, .. } => format!("{n} {} in row {row}", what.name()),
        Event::ResultLost { result, .. } => format!("result {result} lost"),
        _ => return None,
    })
}
