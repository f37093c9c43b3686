//! What can be seen of an event on the galaxy and the battle table, and what a skirmish has come to in a line.

use super::{area_name, lines::line, name, order_name, planet_name, unit_list, unit_name};
use crate::{
    event::Event,
    ids::{Area, Faction, Planet, Unit},
};
use klaxon_core::{Beat, Part, outcome_line};

/// A stack of units as the map calls it.
fn piece(who: Faction, unit: Unit, at: Area) -> String {
    format!("piece:{who}:{unit}:{at}")
}

fn base(who: Faction, at: Area) -> String {
    format!("piece:{who}:base:{at}")
}

fn area(at: Area) -> String {
    format!("area:{at}")
}

fn planet(at: Planet) -> String {
    format!("planet:{at}")
}

fn skirmish(n: u8) -> String {
    format!("skirmish:{n}")
}

fn way(who: Faction, unit: Unit, from: Area, to: Area) -> Beat {
    Beat::go(piece(who, unit, to), [area(from), area(to)])
}

/// The beats of an event. Most events are told by their sentence alone. A card that is laid unseen takes as long as one
/// that its owner sees.
pub(crate) fn beats(event: &Event) -> Vec<Beat> {
    if let Event::RoundBegins { round, .. } = *event {
        return vec![Beat::banner(Part::Turn, format!("Round {round}"))];
    }
    if let Event::ExecutionBegins = *event {
        return vec![Beat::banner(Part::Phase, "Execution")];
    }
    if let Event::Regrouping = *event {
        return vec![Beat::banner(Part::Phase, "Regrouping")];
    }
    if let Event::OrderPlaced { planet: at, .. } | Event::OrderHidden { planet: at, .. } = *event {
        return vec![Beat::spread([planet(at)], false)];
    }
    if let Event::Revealed { planet: at, .. } = *event {
        return vec![Beat::flip(planet(at))];
    }
    if let Event::Executes { who, order, planet: at } = *event {
        let text = format!("{}: {} on {}", name(who), order_name(order), planet_name(at));
        return vec![Beat::banner(Part::Turn, text)];
    }
    if let Event::BoughtUnit { who, unit, area }
    | Event::Deployed { who, unit, area }
    | Event::Morphed { who, unit, area, .. } = *event
    {
        return vec![Beat::flip(piece(who, unit, area))];
    }
    if let Event::BoughtBase { who, area } | Event::LiftedOff { who, to: area } = *event {
        return vec![Beat::flip(base(who, area))];
    }
    if let Event::Depleted { area: at, .. } = *event {
        return vec![Beat::spread([area(at)], true)];
    }
    if let Event::CardGained { area: at, .. } = *event {
        return vec![Beat::spread([area(at)], false)];
    }
    if let Event::CardLost { area: at, .. } | Event::Exhausted { area: at, .. } = *event {
        return vec![Beat::spread([area(at)], true)];
    }
    if let Event::Moved { who, unit, from, to } | Event::Recalled { who, unit, from, to } = *event {
        return vec![way(who, unit, from, to)];
    }
    if let Event::Retreated { who, ref units, from, area } = *event {
        let mut kinds = units.clone();
        kinds.dedup();
        return kinds.into_iter().map(|unit| way(who, unit, from, area)).collect();
    }
    if let Event::Withdrew { who, unit, area } = *event {
        return vec![Beat::flip(piece(who, unit, area))];
    }
    if let Event::BattleBegins { who, against, area: at, .. } = *event {
        let text = format!("{} attacks {} in {}", name(who), name(against), area_name(at));
        return vec![Beat::banner(Part::Battle, text), Beat::spread([area(at)], true)];
    }
    if let Event::Placed { skirmish: n, .. } | Event::PlacedHidden { skirmish: n, .. } = *event {
        return vec![Beat::flip(skirmish(n))];
    }
    if let Event::SkirmishBegins { skirmish: n, .. } = *event {
        return vec![Beat::banner(Part::Phase, format!("Skirmish {}", n + 1))];
    }
    if let Event::Strength { who, unit, attack, health, .. } = *event {
        return vec![Beat::Reveal {
            whose: format!("{}: {}", name(who), unit_name(unit)),
            text: format!("{attack} / {health}"),
            holds: None,
        }];
    }
    if let Event::Destroyed { who, unit, area }
    | Event::Splashed { who, unit, area }
    | Event::LostInRetreat { who, unit, area }
    | Event::UnitLost { who, unit, area } = *event
    {
        return vec![Beat::loss(piece(who, unit, area))];
    }
    if let Event::BaseDestroyed { who, area } | Event::Bombarded { victim: who, area, .. } = *event {
        return vec![Beat::loss(base(who, area))];
    }
    if let Event::Points { who, n, .. } = *event {
        return vec![Beat::score(format!("points:{who}"), n.into(), String::new())];
    }
    if let Event::PlaysEvent { card, .. } | Event::UsedEvent { card, .. } = *event {
        return vec![Beat::card(format!("event:{card}"), card.name())];
    }
    if let Event::EndDrawsNear { .. } = *event {
        return vec![Beat::banner(Part::Alarm, "The end draws near")];
    }
    if let Event::Eliminated { .. } = *event {
        return vec![Beat::banner(Part::Alarm, line(event).text)];
    }
    if let Event::Over { .. } = *event {
        return vec![Beat::banner(Part::End, line(event).text)];
    }
    Vec::new()
}

/// What a side brought into a skirmish.
struct Side {
    who: Faction,
    unit: Unit,
    attack: u8,
    health: u8,
}

/// What the skirmishes of a step have come to: "Hydralisk destroyed. The Zealot holds: 5 against 6, saved by Shields."
pub(crate) fn outcome(events: &[&Event]) -> Option<String> {
    let mut clauses: Vec<String> = Vec::new();
    let mut sides: Vec<Side> = Vec::new();
    let mut shields: Vec<Faction> = Vec::new();
    for event in events {
        if let Event::Shows { who, shields: true, .. } = **event {
            shields.push(who);
        }
        if let Event::Strength { who, unit, attack, health, .. } = **event {
            // Two sides make a skirmish; the next one is another.
            if sides.len() == 2 {
                sides.clear();
            }
            sides.push(Side { who, unit, attack, health });
        }
        if let Event::Strikes { who, enough } = **event
            && let Some(text) = struck(&sides, &shields, who, enough)
        {
            clauses.push(text);
        }
        if let Event::Destroyed { who, unit, .. } = **event {
            clauses.push(format!("{} of {} destroyed", unit_name(unit), name(who)));
        }
        if let Event::Splashed { who, unit, .. } = **event {
            clauses.push(format!("{} of {} lost to splash", unit_name(unit), name(who)));
        }
        if let Event::Withdrew { unit, area, .. } = **event {
            clauses.push(format!("{} withdraws to {}", unit_name(unit), area_name(area)));
        }
        if let Event::Retreated { who, ref units, area, .. } = **event {
            clauses.push(format!("{} back to {}: {}", name(who), area_name(area), unit_list(units)));
        }
        if let Event::LostInRetreat { who, unit, .. } = **event {
            clauses.push(format!("{} of {} finds no room", unit_name(unit), name(who)));
        }
        if let Event::BattleEnds { .. } = **event {
            clauses.push(line(event).text.trim_end_matches('.').into());
        }
    }
    let (first, rest) = clauses.split_first()?;
    let rest: Vec<String> = rest.iter().map(|c| capital(c)).collect();
    // The first clause is the head: the others are sentences of their own.
    Some(match rest.as_slice() {
        [] => outcome_line(first, &[]),
        rest => format!(
            "{} {}",
            outcome_line(first, &[]),
            rest.iter().map(|c| format!("{c}.")).collect::<Vec<_>>().join(" ")
        ),
    })
}

/// How a unit stood against its enemy; one that falls is told as destroyed.
fn struck(sides: &[Side], shields: &[Faction], by: Faction, enough: bool) -> Option<String> {
    let [a, b] = sides else { return None };
    let (me, enemy) = if a.who == by { (a, b) } else { (b, a) };
    if enough {
        return None;
    }
    let saved = if shields.contains(&enemy.who) { ", saved by Shields" } else { "" };
    let text = format!(
        "{} of {} holds: {} against {}{saved}",
        unit_name(enemy.unit),
        name(enemy.who),
        me.attack,
        enemy.health
    );
    Some(text)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
