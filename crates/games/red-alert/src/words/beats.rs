//! What of a battle can be seen: events as beats, and what a throw has come to in a line.

use crate::board::{Hex, Side};
use crate::data::{Class, Face};
use crate::event::{Event, Hazard, Ship};
use crate::state::CombatKind;
use crate::state::Twists;
use crate::words::cap;
use crate::words::line::{agree, line, luck, many};
use klaxon_core::{Beat, Fell, Part, outcome_line};

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
    match event {
        Event::Turn { side, turn } => {
            vec![Beat::banner(Part::Turn, format!("Turn {turn}: the {}", side.name()))]
        }
        Event::First { side } => vec![Beat::banner(Part::Phase, format!("The {} begins", side.name()))],
        Event::Fleet { ships, .. } => ships.iter().map(|ship| Beat::flip(piece(ship))).collect(),
        Event::Command { card, .. } => vec![Beat::card(format!("card:{card}"), card.card().name.clone())],
        Event::Preempts { card, .. } => vec![Beat::card(format!("card:{card}"), card.card().name.clone())],
        Event::Card { card, on, .. } => {
            let shown = Beat::card(format!("card:{card}"), card.card().name.clone());
            let aimed = (!on.is_empty()).then(|| Beat::spread(on.iter().map(ToString::to_string), false));
            [shown].into_iter().chain(aimed).collect()
        }
        Event::Moved { ship, to, .. } | Event::Pursues { ship, to } => {
            vec![Beat::go(piece(ship), way(ship.at, [to]))]
        }
        Event::Retires { ship, path, .. } if !path.is_empty() => {
            vec![Beat::go(piece(ship), way(ship.at, path))]
        }
        Event::Arrived { ship } | Event::HeldPlaced { ship } | Event::Restored { ship, .. } => {
            vec![Beat::flip(piece(ship))]
        }
        Event::Cloaked { ship }
        | Event::CloakOff { ship }
        | Event::Marker { ship }
        | Event::MarkerOff { ship, .. }
        | Event::Repaired { ship } => vec![Beat::flip(piece(ship))],
        Event::Attack { by, on, kind, .. } => {
            let shot = Beat::shot(piece(by), piece(on), by.kind.class() == Class::Capital);
            match kind {
                CombatKind::Plain => {
                    let text = format!("{} [attack|attacks] {}", cap(by.kind.words()), on.kind.words());
                    vec![Beat::banner(Part::Battle, agree(&text, by.kind)), shot]
                }
                CombatKind::Bonus | CombatKind::Volley | CombatKind::BattleBack | CombatKind::Preempt => {
                    vec![shot]
                }
            }
        }
        Event::Boarding { on, won, .. } => {
            let taken = won.then(|| Beat::Loss { piece: piece(on), part: true });
            let banner = Beat::banner(Part::Battle, "Boarding party");
            [banner].into_iter().chain(throw()).chain(taken).collect()
        }
        Event::Roll { .. } | Event::Confirm { .. } => throw().into_iter().collect(),
        Event::StarRoll { .. } | Event::CardRoll { .. } | Event::Parley { .. } => {
            throw().into_iter().collect()
        }
        Event::Danger { ship, harm, .. } => {
            let hurt = harm.then(|| Beat::hit(piece(ship), "harm"));
            throw().into_iter().chain(hurt).collect()
        }
        Event::Screened { ship, hits } => vec![Beat::stopped(piece(ship), format!("{hits} by fighters"))],
        Event::AlertsIgnored { ship } | Event::Disregarded { ship } => {
            vec![Beat::stopped(piece(ship), "red alert ignored")]
        }
        Event::Hit { ship, hits, left } => {
            let hit = Beat::hit(piece(ship), format!("−{hits}"));
            let figure = (*left > 0).then(|| Beat::Loss { piece: piece(ship), part: true });
            [hit].into_iter().chain(figure).collect()
        }
        Event::Eliminated { ship, points: n } => {
            let gone = Beat::loss(piece(ship));
            let scored = (*n > 0).then(|| points(ship.side.other(), *n, ship.at.to_string()));
            [gone].into_iter().chain(scored).collect()
        }
        Event::Exited { ship, points: n } => vec![points(ship.side, *n, ship.at.to_string())],
        Event::PlanetPoint { ship } => vec![points(ship.side, 1, ship.at.to_string())],
        Event::SectorPoint { side, .. } | Event::TimePoint { side } => vec![points(*side, 1, String::new())],
        Event::StarsGained { side, stars } => {
            vec![Beat::score(gauge(*side, "stars"), (*stars).into(), String::new())]
        }
        Event::Over { .. } => vec![Beat::banner(Part::End, line(event).text)],
        _ => Vec::new(),
    }
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
    let head = match events[at] {
        Event::Roll { by, on, dice, hits, alerts, twists, .. } => {
            let left = fell(by, on, dice, *twists);
            let ignored = left.iter().filter(|f| matches!(f, Fell::Stopped(_))).count() as u8;
            match ignored {
                0 => {}
                1 => clauses.push("Blast ignored by shields".into()),
                n => clauses.push(format!("Blasts ignored by shields: {n}")),
            }
            if *alerts > 0 && *hits == 0 {
                clauses.insert(0, many(*alerts, "red alert", "red alerts"));
            }
            match hits {
                0 => format!("no hit on the {} at {}", on.kind.words(), on.at),
                n => many(*n, "hit", "hits"),
            }
        }
        _ => "no dice to roll".into(),
    };
    Some(outcome_line(&head, &clauses))
}

/// What else fate did: asteroids, boarding, cards that roll.
fn hazard(events: &[&Event]) -> Option<String> {
    let at = events.iter().rposition(|e| luck(e).is_some())?;
    let mut clauses: Vec<String> = events[at + 1..].iter().filter_map(|event| clause(event)).collect();
    let head = match events[at] {
        Event::Danger { ship, at, hazard, harm, .. } => {
            let where_to = match hazard {
                Hazard::Entering | Hazard::Drifting | Hazard::Asteroids => format!("asteroids on {at}"),
                Hazard::Friend | Hazard::Enemy => format!("others on {at}"),
            };
            clauses.insert(0, if *harm { "harm is done".into() } else { "no harm".into() });
            format!("{} among {where_to}", cap(ship.kind.words()))
        }
        event => line(event).text.trim_end_matches('.').into(),
    };
    Some(outcome_line(&head, &clauses))
}

/// What a throw did, as a part of its line.
fn clause(event: &Event) -> Option<String> {
    let at = |ship: &Ship| format!("{} at {}", ship.kind.words(), ship.at);
    Some(match event {
        Event::Hit { ship, left: left @ 1.., .. } => {
            format!("{} down to {left} of {}", at(ship), ship.kind.stats().figures)
        }
        Event::Eliminated { ship, points } => {
            let worth = if *points > 0 {
                format!(", +{points} for the {}", ship.side.other().name())
            } else {
                String::new()
            };
            format!("{} eliminated{worth}", at(ship))
        }
        Event::Screened { ship, hits } => {
            format!("{} taken by the {}", many(*hits, "hit", "hits"), at(ship))
        }
        Event::Confirm { lost: false, .. } => "not confirmed".into(),
        Event::StarsGained { side, stars } => {
            format!("{}: +{stars} for the {}", if *stars == 1 { "Star" } else { "Stars" }, side.name())
        }
        Event::AlertsIgnored { .. } => "red alert ignored".into(),
        Event::Retires { ship, path, .. } => match path.last() {
            Some(to) => agree(&format!("{} [retire|retires] to {to}", at(ship)), ship.kind),
            None => agree(&format!("{} cannot retire", at(ship)), ship.kind),
        },
        Event::Cornered { hits, .. } => format!("cornered: {}", many(*hits, "hit", "hits")),
        Event::Marker { ship } => format!("{}: red alert marker", cap(&at(ship))),
        Event::CardLost { card, .. } => format!("{} lost with it", card.card().name),
        Event::CombatLost { by } => agree(&format!("{} [lose their|loses its] combat", at(by)), by.kind),
        Event::Over { .. } => line(event).text.trim_end_matches('.').into(),
        _ => return None,
    })
}
