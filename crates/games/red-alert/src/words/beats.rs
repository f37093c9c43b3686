//! What of a battle can be seen: events as beats, and what a throw has come to in a line.

use crate::board::{Hex, Side};
use crate::data::{Class, Face};
use crate::event::{Event, Hazard, Ship};
use crate::state::CombatKind;
use crate::state::Twists;
use crate::words::cap;
use crate::words::line::{agree, line, luck};
use klaxon_core::{Beat, Fell, Part, count, outcome_line};

/// A unit as the board calls it; one that is no piece yet, by its hex.
fn piece(ship: &Ship) -> String {
    ship.id.map_or_else(|| ship.at.to_string(), |id| format!("unit-{}", id.0))
}

/// Where a side's points or stars stand.
fn gauge(side: Side, what: &str) -> String {
    format!("{what}:{}", side.word())
}

fn way<'a>(from: Hex, rest: impl IntoIterator<Item = &'a Hex>) -> Vec<String> {
    std::iter::once(from).chain(rest.into_iter().copied()).map(|hex| hex.to_string()).collect()
}

fn points(side: Side, n: u8, from: String) -> Beat {
    Beat::score(gauge(side, "points"), n.into(), from)
}

/// The beats of an event. Most events are told by their sentence alone.
pub(crate) fn beats(event: &Event) -> Vec<Beat> {
    let throw = || luck(event).map(Beat::Throw);
    if let Event::Turn { side, turn } = event {
        return vec![Beat::banner(Part::Turn, format!("Turn {turn}: the {}", side.name()))];
    }
    if let Event::First { side } = event {
        return vec![Beat::banner(Part::Phase, format!("The {} begins", side.name()))];
    }
    if let Event::Fleet { ships, .. } = event {
        return ships.iter().map(|ship| Beat::flip(piece(ship))).collect();
    }
    if let Event::Command { card, .. } | Event::Preempts { card, .. } = event {
        return vec![Beat::card(format!("card:{card}"), card.card().name.clone())];
    }
    if let Event::Card { card, on, .. } = event {
        let shown = Beat::card(format!("card:{card}"), card.card().name.clone());
        let aimed = (!on.is_empty()).then(|| Beat::spread(on.iter().map(ToString::to_string), false));
        return [shown].into_iter().chain(aimed).collect();
    }
    if let Event::Moved { ship, to, .. } | Event::Pursues { ship, to } = event {
        return vec![Beat::go(piece(ship), way(ship.at, [to]))];
    }
    if let Event::Retires { ship, path, .. } = event
        && !path.is_empty()
    {
        return vec![Beat::go(piece(ship), way(ship.at, path))];
    }
    if let Event::Arrived { ship } | Event::HeldPlaced { ship } | Event::Restored { ship, .. } = event {
        return vec![Beat::flip(piece(ship))];
    }
    if let Event::Cloaked { ship }
    | Event::CloakOff { ship }
    | Event::Marker { ship }
    | Event::MarkerOff { ship, .. }
    | Event::Repaired { ship } = event
    {
        return vec![Beat::flip(piece(ship))];
    }
    if let Event::Attack { by, on, kind, .. } = event {
        let shot = Beat::shot(piece(by), piece(on), by.kind.class() == Class::Capital);
        if *kind != CombatKind::Plain {
            return vec![shot];
        }
        let text = format!("{} [attack|attacks] {}", cap(by.kind.words()), on.kind.words());
        return vec![Beat::banner(Part::Battle, agree(&text, by.kind)), shot];
    }
    if let Event::Boarding { on, won, .. } = event {
        let taken = won.then(|| Beat::Loss { piece: piece(on), part: true });
        let banner = Beat::banner(Part::Battle, "Boarding party");
        return [banner].into_iter().chain(throw()).chain(taken).collect();
    }
    if let Event::Danger { ship, harm, .. } = event {
        let hurt = harm.then(|| Beat::hit(piece(ship), "harm"));
        return throw().into_iter().chain(hurt).collect();
    }
    if let Event::Screened { ship, hits } = event {
        return vec![Beat::stopped(piece(ship), format!("{hits} by fighters"))];
    }
    if let Event::AlertsIgnored { ship } | Event::Disregarded { ship } = event {
        return vec![Beat::stopped(piece(ship), "red alert ignored")];
    }
    if let Event::Hit { ship, hits, left } = event {
        let hit = Beat::hit(piece(ship), format!("−{hits}"));
        let figure = (*left > 0).then(|| Beat::Loss { piece: piece(ship), part: true });
        return [hit].into_iter().chain(figure).collect();
    }
    if let Event::Eliminated { ship, points: n } = event {
        let gone = Beat::loss(piece(ship));
        let scored = (*n > 0).then(|| points(ship.side.other(), *n, ship.at.to_string()));
        return [gone].into_iter().chain(scored).collect();
    }
    if let Event::Exited { ship, points: n } = event {
        return vec![points(ship.side, *n, ship.at.to_string())];
    }
    if let Event::PlanetPoint { ship } = event {
        return vec![points(ship.side, 1, ship.at.to_string())];
    }
    if let Event::SectorPoint { side, .. } | Event::TimePoint { side } = event {
        return vec![points(*side, 1, String::new())];
    }
    if let Event::StarsGained { side, stars } = event {
        return vec![Beat::score(gauge(*side, "stars"), (*stars).into(), String::new())];
    }
    if let Event::Over { .. } = event {
        return vec![Beat::banner(Part::End, line(event).text)];
    }
    // What else has dice shows them.
    throw().into_iter().collect()
}

/// What became of each die of a combat, as [`crate::combat::count_hits`] counts them.
pub(crate) fn fell(by: &Ship, on: &Ship, dice: &[Face], twists: Twists) -> Vec<Fell> {
    let target = on.kind.class();
    let mut shields = match twists {
        t if t.has(Twists::ALL_SHIELDS) => u8::MAX,
        t if t.has(Twists::NO_SHIELDS) => 0,
        _ => target.shields(by.kind.class()),
    };
    let one = |face: &Face| match face {
        Face::Blast if shields > 0 => {
            shields = shields.saturating_sub(1);
            Fell::Stopped("ignored by shields".into())
        }
        Face::Blast => Fell::Hit,
        Face::Star if twists.has(Twists::STARS_HIT) => Fell::Hit,
        face if *face == target.face() => Fell::Hit,
        Face::Circle | Face::Triangle | Face::Square | Face::Star | Face::RedAlert => Fell::Plain,
    };
    dice.iter().map(one).collect()
}

/// What a throw has come to: "1 hit: heavy battleships at D4 down to 2 of 3. Blast ignored by shields."
pub(crate) fn outcome(events: &[&Event]) -> Option<String> {
    let at = events.iter().rposition(|e| matches!(e, Event::Roll { .. } | Event::NoDice { .. }));
    let Some(at) = at else { return hazard(events) };
    let rest = &events[at + 1..];
    let mut clauses: Vec<String> = rest.iter().filter_map(|event| clause(event)).collect();
    let head = if let Event::Roll { by, on, dice, hits, alerts, twists, .. } = events[at] {
        let left = fell(by, on, dice, *twists);
        let ignored = left.iter().filter(|f| matches!(f, Fell::Stopped(_))).count() as u8;
        match ignored {
            0 => {}
            1 => clauses.push("Blast ignored by shields".into()),
            n => clauses.push(format!("Blasts ignored by shields: {n}")),
        }
        if *alerts > 0 && *hits == 0 {
            clauses.insert(0, count(*alerts, "red alert"));
        }
        match hits {
            0 => format!("no hit on the {} at {}", on.kind.words(), on.at),
            n => count(*n, "hit"),
        }
    } else {
        "no dice to roll".into()
    };
    Some(outcome_line(&head, &clauses))
}

/// What else fate did: asteroids, boarding, cards that roll.
fn hazard(events: &[&Event]) -> Option<String> {
    let at = events.iter().rposition(|e| luck(e).is_some())?;
    let mut clauses: Vec<String> = events[at + 1..].iter().filter_map(|event| clause(event)).collect();
    let head = if let Event::Danger { ship, at, hazard, harm, .. } = events[at] {
        let where_to = match hazard {
            Hazard::Entering | Hazard::Drifting | Hazard::Asteroids => format!("asteroids on {at}"),
            Hazard::Friend | Hazard::Enemy => format!("others on {at}"),
        };
        clauses.insert(0, if *harm { "harm is done".into() } else { "no harm".into() });
        format!("{} among {where_to}", cap(ship.kind.words()))
    } else {
        line(events[at]).text.trim_end_matches('.').into()
    };
    Some(outcome_line(&head, &clauses))
}

/// What a throw did, as a part of its line.
fn clause(event: &Event) -> Option<String> {
    let at = |ship: &Ship| format!("{} at {}", ship.kind.words(), ship.at);
    if let Event::Hit { ship, left: left @ 1.., .. } = event {
        return Some(format!("{} down to {left} of {}", at(ship), ship.kind.stats().figures));
    }
    if let Event::Eliminated { ship, points } = event {
        let worth = if *points > 0 {
            format!(", +{points} for the {}", ship.side.other().name())
        } else {
            String::new()
        };
        return Some(format!("{} eliminated{worth}", at(ship)));
    }
    if let Event::Screened { ship, hits } = event {
        return Some(format!("{} taken by the {}", count(*hits, "hit"), at(ship)));
    }
    if let Event::Confirm { lost: false, .. } = event {
        return Some("not confirmed".into());
    }
    if let Event::StarsGained { side, stars } = event {
        let noun = if *stars == 1 { "Star" } else { "Stars" };
        return Some(format!("{noun}: +{stars} for the {}", side.name()));
    }
    if let Event::AlertsIgnored { .. } = event {
        return Some("red alert ignored".into());
    }
    if let Event::Retires { ship, path, .. } = event {
        let text = match path.last() {
            Some(to) => format!("{} [retire|retires] to {to}", at(ship)),
            None => format!("{} cannot retire", at(ship)),
        };
        return Some(agree(&text, ship.kind));
    }
    if let Event::Cornered { hits, .. } = event {
        return Some(format!("cornered: {}", count(*hits, "hit")));
    }
    if let Event::Marker { ship } = event {
        return Some(format!("{}: red alert marker", cap(&at(ship))));
    }
    if let Event::CardLost { card, .. } = event {
        return Some(format!("{} lost with it", card.card().name));
    }
    if let Event::CombatLost { by } = event {
        return Some(agree(&format!("{} [lose their|loses its] combat", at(by)), by.kind));
    }
    if let Event::Over { .. } = event {
        return Some(line(event).text.trim_end_matches('.').into());
    }
    None
}
