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
use klaxon_core::{Beat, Part, count, outcome_line};

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
    if let Event::TurnBegan { turn, .. } = *event {
        return vec![Beat::banner(Part::Turn, format!("Federation turn {turn}"))];
    }
    if let Event::TokenUp { token } = *event {
        return vec![Beat::flip(ids::queue(0)), Beat::banner(Part::Phase, capital(token.name()))];
    }
    if let Event::TokenIgnored { .. } = *event {
        return vec![Beat::stopped(ids::queue(0), "not valid now")];
    }
    if let Event::BypassTook { .. } = *event {
        return vec![Beat::spread([ids::queue(4)], false)];
    }
    if let Event::Rolled { .. } = *event {
        return luck(event).map(Beat::Throw).into_iter().collect();
    }
    if let Event::Placed { row, column, .. } = *event {
        return vec![Beat::flip(ids::track(row, column))];
    }
    if let Event::ShipMoved { ship, from, to, .. }
    | Event::ShipFolded { ship, from, to }
    | Event::Pursued { ship, from, to } = *event
    {
        return way(own(ship, to), from, to);
    }
    if let Event::FleetMoved { fleet, from, to }
    | Event::Retreated { fleet, from, to }
    | Event::Pushed { fleet, from, to } = *event
    {
        return way(piece(fleet), from, to);
    }
    if let Event::Spawned { fleet, .. } | Event::Respawned { fleet, .. } = *event {
        return vec![Beat::flip(piece(fleet))];
    }
    if let Event::DoomPlaced { at } = *event {
        return vec![Beat::banner(Part::Alarm, "The Doom Fleet"), Beat::spread([ids::space(at)], true)];
    }
    if let Event::Constructed { what, at } | Event::Upgraded { what, at } = *event {
        return vec![Beat::flip(ids::asset(what, at))];
    }
    if let Event::Settled { at, .. } = *event {
        return vec![Beat::spread([ids::space(at)], false)];
    }
    if let Event::WarMoved { race, from, to, .. } = *event {
        return moved(ids::war(race), from, to);
    }
    if let Event::Moved { marker, from, to } = *event {
        return moved(ids::marker(marker), from, to);
    }
    if let Event::RelationMoved { pair, .. } = *event {
        return vec![Beat::flip(ids::pair(pair))];
    }
    if let Event::TechGained { race, space, .. } = *event {
        return vec![Beat::spread([ids::tech_space(race, space)], true)];
    }
    if let Event::TechRemoved { race, space, .. } = *event {
        return vec![Beat::flip(ids::tech_space(race, space))];
    }
    if let Event::Contested { contest, band, .. } = *event {
        let on = match contest {
            Contest::Spy { race } => ids::tech(race),
            Contest::Attache { pair, .. } => ids::pair(pair),
            Contest::Embassy { race, .. } => ids::war(race),
        };
        return vec![match band {
            Band::Happens => Beat::hit(on, "not stopped"),
            Band::Returned | Band::Stays => Beat::stopped(on, phrase::contester(contest)),
        }];
    }
    if let Event::ChitDrawn { chit } = *event {
        return vec![Beat::flip(format!("chit-{}", chit.id()))];
    }
    if let Event::EventIs { fx } = *event {
        return vec![Beat::banner(Part::Phase, capital(phrase::event(fx)))];
    }
    if let Event::BaseHit { base, at, lost } = *event {
        let hit = Beat::hit(ids::space(at), if lost { "Base lost" } else { "Base flipped" });
        let gone = if lost { Beat::loss(ids::base(base)) } else { Beat::flip(ids::base(base)) };
        return vec![hit, gone];
    }
    if let Event::BattleBegan { space, .. } = *event {
        let banner = Beat::banner(Part::Battle, format!("Battle at {}", space.name()));
        return vec![banner, Beat::spread([ids::space(space)], true)];
    }
    if let Event::BattleWon { space, hits } = *event {
        return vec![Beat::hit(ids::space(space), count(hits, "hit"))];
    }
    if let Event::BattleLost { space } = *event {
        return vec![Beat::stopped(ids::space(space), "no hit")];
    }
    if let Event::Destroyed { fleet, .. } = *event {
        return vec![Beat::loss(piece(fleet))];
    }
    if let Event::AssetLost { what, at, flipped } = *event {
        let asset = ids::asset(what, at);
        return vec![if flipped { Beat::flip(asset) } else { Beat::loss(asset) }];
    }
    if let Event::Plundered { what, .. } = *event {
        return vec![Beat::hit(ids::pool(what), "plundered")];
    }
    if let Event::Ended { .. } = *event {
        return vec![Beat::banner(Part::End, line(event).text)];
    }
    Vec::new()
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
    Some(outcome_line(&head(events[at], battle), &clauses))
}

/// What began it.
fn head(event: &Event, battle: bool) -> String {
    if let Event::BattleWon { space, hits } = *event {
        return format!("{} at {}", count(hits, "hit"), space.name());
    }
    if let Event::Rolled { purpose: Purpose::Combat, .. } = *event
        && battle
    {
        return "no hit".into();
    }
    if let Event::AssetLost { at, .. } = *event {
        return format!("battle at {} lost", at.name());
    }
    if let Event::TokenUp { token } = *event {
        return token.name();
    }
    line(event).text.trim_end_matches('.').into()
}

/// What came of it, as a part of its line.
fn clause(event: &Event) -> Option<String> {
    let name = |fleet: Fleet| fleet.name();
    if let Event::BattleLost { space } = *event {
        return Some(format!("battle lost at {}", space.name()));
    }
    if let Event::Destroyed { fleet, .. } = *event {
        return Some(format!("{} destroyed", name(fleet)));
    }
    if let Event::Retreated { fleet, to, .. } | Event::Pushed { fleet, to, .. } = *event {
        return Some(format!("{} back to {}", name(fleet), to.name()));
    }
    if let Event::FleetStays { fleet, at } = *event {
        return Some(format!("{} stays at {}", name(fleet), at.name()));
    }
    if let Event::AssetLost { what, flipped, .. } = *event {
        return Some(format!("{} {}", what.name(), if flipped { "flipped" } else { "lost" }));
    }
    if let Event::NothingToLose { .. } = *event {
        return Some("nothing to lose there".into());
    }
    if let Event::Moved { marker, from, to } = *event {
        return Some(format!("{} {from} to {to}", marker.name()));
    }
    if let Event::WarMoved { race, to, .. } = *event {
        return Some(format!("War Effort of {} {}", phrase::the(race), phrase::level(to)));
    }
    if let Event::FleetMoved { fleet, to, .. } = *event {
        return Some(format!("{} to {}", name(fleet), to.name()));
    }
    if let Event::FleetHeld { fleet, at } = *event {
        return Some(format!("{} holds {}", name(fleet), at.name()));
    }
    if let Event::Spawned { fleet, at } | Event::Respawned { fleet, at } = *event {
        return Some(format!("{} spawns at {}", name(fleet), at.name()));
    }
    if let Event::TechGained { race, tech, .. } = *event {
        return Some(format!("{} gain {}", phrase::the(race), tech.name()));
    }
    if let Event::TokenIgnored { .. } = *event {
        return Some("not valid now, nothing happens".into());
    }
    if let Event::ResearchMoved { tech, to, .. } = *event {
        return Some(format!("{} {}", tech.name(), phrase::percent(to)));
    }
    if let Event::Placed { what, n, row, .. } = *event {
        return Some(format!("{n} {} in row {row}", what.name()));
    }
    if let Event::ResultLost { result, .. } = *event {
        return Some(format!("result {result} lost"));
    }
    let sentence = matches!(
        event,
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
            | Event::Ended { .. }
    );
    sentence.then(|| line(event).text.trim_end_matches('.').into())
}
