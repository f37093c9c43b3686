//! What can be seen of an event on the ship and the trajectories, and what a step of the Resolution Round has come to in a
//! line.

use super::{Event, Plan};
use crate::{Figure, Foe, Happening, Station, Weapon, Zone};
use klaxon_core::{Beat, Part, outcome_line};

fn figure(who: Figure) -> String {
    format!("sa-{}", who.id())
}

fn plate(foe: Foe) -> String {
    format!("sa-{}", foe.id())
}

fn room(at: Station) -> String {
    format!("sa-room-{}", at.word())
}

fn zone(zone: Zone) -> String {
    format!("zone-{}", zone.word())
}

fn slot(who: Figure, turn: u8) -> String {
    format!("sa-slot-{}-{turn}", who.place)
}

/// Where a weapon stands.
fn muzzle(weapon: Weapon) -> String {
    match weapon {
        Weapon::Heavy(zone) => room(zone.upper()),
        Weapon::Light(zone) => room(zone.lower()),
        Weapon::Pulse => room(Station::LW),
        Weapon::Rocket => room(Station::LB),
        Weapon::Interceptors => "sa-space".into(),
    }
}

/// The beats of an event. Most events are told by their sentence alone.
pub(super) fn beats(event: &Event) -> Vec<Beat> {
    match event {
        Event::Plan(plan) => planned(plan, event),
        Event::Ship(happening) => flown(happening, event),
        Event::Revealed { .. }
        | Event::Logged(_)
        | Event::Proposes { .. }
        | Event::LevelsAre(_)
        | Event::SquadAt(_)
        | Event::WantsToGoOn { .. }
        | Event::Recovers(_)
        | Event::RepairsTile { .. }
        | Event::RepairsSquad(_)
        | Event::RepairsNothing(_) => Vec::new(),
    }
}

/// In the Action Round the clock runs: announcements, and cards being laid. One's own card takes as long as another's, which
/// is seen from behind.
fn planned(plan: &Plan, event: &Event) -> Vec<Beat> {
    let announced = |of| vec![Beat::banner(of, event.line().text)];
    match plan {
        Plan::Alert | Plan::Threat { .. } | Plan::Silence { begins: true } => announced(Part::Alarm),
        Plan::Unconfirmed { .. }
        | Plan::NoThreatLeft { .. }
        | Plan::IncomingData
        | Plan::TransferBegins
        | Plan::TransferEnds
        | Plan::Silence { begins: false }
        | Plan::PhaseEnds { .. }
        | Plan::MissionComplete
        | Plan::RoundOver => announced(Part::Phase),
        Plan::Placed { who, turn, .. }
        | Plan::Laid { who, turn, .. }
        | Plan::Flipped { who, turn, .. }
        | Plan::TookBack { who, turn } => vec![Beat::flip(slot(*who, *turn))],
        Plan::AndroidCard { android, turn, .. } => vec![Beat::flip(slot(*android, *turn))],
        Plan::Swapped { who, a, b } => vec![Beat::flip(slot(*who, *a)), Beat::flip(slot(*who, *b))],
        Plan::Figure { figure: who, .. } => vec![Beat::go(figure(*who), [])],
        Plan::Ready { .. }
        | Plan::TransferCountdown
        | Plan::Warning { .. }
        | Plan::NextPhase { .. }
        | Plan::PickedUp { .. }
        | Plan::DrewCard { .. }
        | Plan::Drew { .. }
        | Plan::GaveCard { .. }
        | Plan::Gave { .. }
        | Plan::EndsRound { .. }
        | Plan::PauseVote { .. }
        | Plan::Paused { .. }
        | Plan::Ping { .. }
        | Plan::Mark { .. }
        | Plan::Says { .. } => Vec::new(),
    }
}

fn flown(happening: &Happening, event: &Event) -> Vec<Beat> {
    match *happening {
        Happening::TurnBegins { turn } => vec![Beat::banner(Part::Turn, format!("Turn {turn}"))],
        Happening::Appears { foe, .. } | Happening::Revealed { foe } | Happening::GrowsUp { foe } => {
            vec![Beat::flip(plate(foe))]
        }
        Happening::Moves { who, .. } | Happening::ComesHome { who } | Happening::TakesOff { who } => {
            vec![Beat::go(figure(who), [])]
        }
        Happening::Wasted { who, why, .. } => vec![Beat::stopped(figure(who), why.text())],
        Happening::FillsShield { zone: at, .. } | Happening::FillsReactor { zone: at, .. } => {
            vec![Beat::spread([zone(at)], false)]
        }
        Happening::Refuels { .. } => vec![Beat::spread([zone(Zone::White)], false)],
        Happening::Maintains { who } | Happening::TakesSquad { who, .. } => vec![Beat::flip(figure(who))],
        Happening::Targets { weapon, foe, .. } => {
            let heavy = match weapon {
                Weapon::Heavy(_) | Weapon::Rocket => true,
                Weapon::Light(_) | Weapon::Pulse | Weapon::Interceptors => false,
            };
            vec![Beat::shot(muzzle(weapon), plate(foe), heavy)]
        }
        Happening::ThreatHit { foe, shield, blocks: 0, .. } => {
            vec![Beat::stopped(plate(foe), format!("shield {shield}"))]
        }
        Happening::CryoshieldBreaks { foe } => vec![Beat::stopped(plate(foe), "cryoshield")],
        Happening::RocketDecoyed { foe } => vec![Beat::stopped(plate(foe), "decoyed")],
        Happening::ThreatHit { foe, blocks, .. }
        | Happening::Blast { foe, blocks }
        | Happening::HurtsItself { foe, blocks }
        | Happening::Repairs { foe, blocks, .. } => vec![Beat::hit(plate(foe), format!("−{blocks}"))],
        Happening::Strikes { who, foe, .. } => {
            vec![Beat::shot(figure(who), plate(foe), false), Beat::hit(plate(foe), "−1")]
        }
        Happening::Destroyed { foe, .. } => vec![Beat::loss(plate(foe))],
        Happening::Survived { foe } => vec![Beat::flip(plate(foe))],
        Happening::Advances { foe, .. } => vec![Beat::go(plate(foe), [])],
        Happening::TokenMoves { foe, to } | Happening::Seeks { foe, to } => {
            vec![Beat::go(format!("sa-token-{}-{}", foe.card, to.word()), [])]
        }
        Happening::Spreads { to, .. } => vec![Beat::spread([room(to)], true)],
        Happening::Attacks { foe, zone: at, strength, stopped, .. } => {
            let shot = Beat::shot(plate(foe), zone(at), strength > 3);
            let held = (stopped > 0).then(|| Beat::stopped(zone(at), format!("shield stops {stopped}")));
            [shot].into_iter().chain(held).collect()
        }
        Happening::DealsDamage { foe, zone: at, .. } => vec![Beat::shot(plate(foe), zone(at), true)],
        Happening::TileDrawn { zone: at, tile, .. } => {
            vec![Beat::hit(zone(at), format!("{} damaged", tile.part(at)))]
        }
        Happening::Drains { zone: at, lost, .. } | Happening::Leaks { zone: at, lost, .. } => {
            vec![Beat::hit(zone(at), format!("−{lost} energy"))]
        }
        Happening::KnockedOut { who, .. } => vec![Beat::hit(figure(who), "knocked out")],
        Happening::Delayed { who, .. } => vec![Beat::stopped(figure(who), "delayed")],
        Happening::VisualConfirmation { points, better: true, .. } => {
            vec![Beat::score("sa-space", points.into(), String::new())]
        }
        Happening::ComputerCheck { served: false, .. } | Happening::Lost { .. } => {
            vec![Beat::banner(Part::Alarm, event.line().text)]
        }
        Happening::Jump => vec![Beat::banner(Part::End, event.line().text)],
        _ => Vec::new(),
    }
}

/// What a step has come to: "Turn 5: Frigate reaches Y, attack 3 on red: shield takes 1, red zone 2 damage."
pub(super) fn outcome(events: &[&Event]) -> Option<String> {
    let ship = || events.iter().filter_map(|e| if let Event::Ship(h) = e { Some(h) } else { None });
    let turn = ship().find_map(|h| match h {
        Happening::TurnBegins { turn } | Happening::StepBegins { turn, .. } => Some(*turn),
        _ => None,
    });
    let mut clauses: Vec<String> = ship().filter_map(clause).collect();
    for zone in [Zone::Red, Zone::White, Zone::Blue] {
        let tiles =
            ship().filter(|h| matches!(h, Happening::TileDrawn { zone: at, .. } if *at == zone)).count();
        if tiles > 0 {
            clauses.push(format!("{} zone {tiles} damage", zone.word()));
        }
    }
    match (turn, clauses.split_first()) {
        (_, None) => None,
        (Some(turn), Some(_)) => Some(outcome_line(&format!("Turn {turn}"), &clauses)),
        (None, Some((first, rest))) => {
            // Without a turn the first of them is the head.
            let rest: Vec<String> = rest.to_vec();
            Some(outcome_line(first, &rest).replacen(": ", ", ", usize::from(!rest.is_empty())))
        }
    }
}

/// What happened to somebody, as a part of the line.
fn clause(happening: &Happening) -> Option<String> {
    let name = |foe: Foe| foe.card.card().name.clone();
    Some(match *happening {
        Happening::ThreatHit { foe, strength, shield, blocks: 0 } => {
            format!("{} takes nothing ({strength} against shield {shield})", name(foe))
        }
        Happening::ThreatHit { foe, blocks, .. } | Happening::HurtsItself { foe, blocks } => {
            format!("{} takes {blocks}", name(foe))
        }
        Happening::Strikes { foe, .. } => format!("{} struck", name(foe)),
        Happening::Repairs { foe, .. } => format!("{} under repair", name(foe)),
        Happening::Destroyed { foe, repaired } => {
            format!("{} {}", name(foe), if repaired { "repaired" } else { "destroyed" })
        }
        Happening::Survived { foe } => format!("{} survived", name(foe)),
        Happening::Reaches { foe, mark } => format!("{} reaches {}", name(foe), mark.word()),
        Happening::Attacks { zone, strength, stopped, .. } => {
            let rest = if stopped > 0 { format!(" (shield takes {stopped})") } else { String::new() };
            format!("attack {strength} on {}{rest}", zone.word())
        }
        Happening::Wasted { who, act, why } => format!("{who}'s {act} wasted, {}", why.text()),
        Happening::Delayed { who, .. } => format!("{who} delayed"),
        Happening::KnockedOut { who, .. } => format!("{who} knocked out"),
        Happening::CryoshieldBreaks { foe } => format!("cryoshield of {} breaks", name(foe)),
        Happening::RocketDecoyed { .. } => "rocket decoyed".into(),
        Happening::NoTarget { weapon } => format!("{weapon} finds no target"),
        Happening::ComputerCheck { served: false, .. } => "nobody served the computer".into(),
        Happening::Lost { .. } => "the mission is lost".into(),
        Happening::Jump => "the ship jumps: survived".into(),
        _ => return None,
    })
}
