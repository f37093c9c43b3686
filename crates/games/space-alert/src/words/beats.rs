//! What can be seen of an event on the ship and the trajectories, and what a step of the Resolution Round has come to in a
//! line.

use crate::{Event, Plan};
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
pub(crate) fn beats(event: &Event) -> Vec<Beat> {
    if let Event::Plan(plan) = event {
        planned(plan, event)
    } else if let Event::Ship(happening) = event {
        flown(happening, event)
    } else {
        Vec::new()
    }
}

/// In the Action Round the clock runs: announcements, and cards being laid. One's own card takes as long as another's, which
/// is seen from behind.
fn planned(plan: &Plan, event: &Event) -> Vec<Beat> {
    let announced = |of| vec![Beat::banner(of, event.line().text)];
    if matches!(plan, Plan::Alert | Plan::Threat { .. } | Plan::Silence { begins: true }) {
        return announced(Part::Alarm);
    }
    if plan.is_announcement() {
        return announced(Part::Phase);
    }
    if let Plan::Placed { who, turn, .. }
    | Plan::Laid { who, turn, .. }
    | Plan::Flipped { who, turn, .. }
    | Plan::TookBack { who, turn }
    | Plan::AndroidCard { android: who, turn, .. } = *plan
    {
        return vec![Beat::flip(slot(who, turn))];
    }
    if let Plan::Swapped { who, a, b } = *plan {
        return vec![Beat::flip(slot(who, a)), Beat::flip(slot(who, b))];
    }
    if let Plan::Figure { figure: who, .. } = *plan {
        return vec![Beat::go(figure(who), [])];
    }
    Vec::new()
}

impl Plan {
    /// Is it announced to all of the crew?
    fn is_announcement(&self) -> bool {
        let data = matches!(self, Plan::IncomingData | Plan::TransferBegins | Plan::TransferEnds);
        let threats = matches!(self, Plan::Unconfirmed { .. } | Plan::NoThreatLeft { .. });
        let ends = matches!(self, Plan::PhaseEnds { .. } | Plan::MissionComplete | Plan::RoundOver);
        data || threats || ends || matches!(self, Plan::Silence { .. })
    }
}

fn flown(happening: &Happening, event: &Event) -> Vec<Beat> {
    if let Happening::TurnBegins { turn } = *happening {
        return vec![Beat::banner(Part::Turn, format!("Turn {turn}"))];
    }
    if let Happening::Appears { foe, .. } | Happening::Revealed { foe } | Happening::GrowsUp { foe } =
        *happening
    {
        return vec![Beat::flip(plate(foe))];
    }
    if let Happening::Moves { who, .. } | Happening::ComesHome { who } | Happening::TakesOff { who } =
        *happening
    {
        return vec![Beat::go(figure(who), [])];
    }
    if let Happening::Wasted { who, why, .. } = *happening {
        return vec![Beat::stopped(figure(who), why.text())];
    }
    if let Happening::FillsShield { zone: at, .. } | Happening::FillsReactor { zone: at, .. } = *happening {
        return vec![Beat::spread([zone(at)], false)];
    }
    if let Happening::Refuels { .. } = *happening {
        return vec![Beat::spread([zone(Zone::White)], false)];
    }
    if let Happening::Maintains { who } | Happening::TakesSquad { who, .. } = *happening {
        return vec![Beat::flip(figure(who))];
    }
    if let Happening::Targets { weapon, foe, .. } = *happening {
        let heavy = match weapon {
            Weapon::Heavy(_) | Weapon::Rocket => true,
            Weapon::Light(_) | Weapon::Pulse | Weapon::Interceptors => false,
        };
        return vec![Beat::shot(muzzle(weapon), plate(foe), heavy)];
    }
    if let Happening::ThreatHit { foe, shield, blocks: 0, .. } = *happening {
        return vec![Beat::stopped(plate(foe), format!("shield {shield}"))];
    }
    if let Happening::CryoshieldBreaks { foe } = *happening {
        return vec![Beat::stopped(plate(foe), "cryoshield")];
    }
    if let Happening::RocketDecoyed { foe } = *happening {
        return vec![Beat::stopped(plate(foe), "decoyed")];
    }
    if let Happening::ThreatHit { foe, blocks, .. }
    | Happening::Blast { foe, blocks }
    | Happening::HurtsItself { foe, blocks }
    | Happening::Repairs { foe, blocks, .. } = *happening
    {
        return vec![Beat::hit(plate(foe), format!("−{blocks}"))];
    }
    if let Happening::Strikes { who, foe, .. } = *happening {
        return vec![Beat::shot(figure(who), plate(foe), false), Beat::hit(plate(foe), "−1")];
    }
    if let Happening::Destroyed { foe, .. } = *happening {
        return vec![Beat::loss(plate(foe))];
    }
    if let Happening::Survived { foe } = *happening {
        return vec![Beat::flip(plate(foe))];
    }
    if let Happening::Advances { foe, .. } = *happening {
        return vec![Beat::go(plate(foe), [])];
    }
    if let Happening::TokenMoves { foe, to } | Happening::Seeks { foe, to } = *happening {
        return vec![Beat::go(format!("sa-token-{}-{}", foe.card, to.word()), [])];
    }
    if let Happening::Spreads { to, .. } = *happening {
        return vec![Beat::spread([room(to)], true)];
    }
    if let Happening::Attacks { foe, zone: at, strength, stopped, .. } = *happening {
        let shot = Beat::shot(plate(foe), zone(at), strength > 3);
        let held = (stopped > 0).then(|| Beat::stopped(zone(at), format!("shield stops {stopped}")));
        return [shot].into_iter().chain(held).collect();
    }
    if let Happening::DealsDamage { foe, zone: at, .. } = *happening {
        return vec![Beat::shot(plate(foe), zone(at), true)];
    }
    if let Happening::TileDrawn { zone: at, tile, .. } = *happening {
        return vec![Beat::hit(zone(at), format!("{} damaged", tile.part(at)))];
    }
    if let Happening::Drains { zone: at, lost, .. } | Happening::Leaks { zone: at, lost, .. } = *happening {
        return vec![Beat::hit(zone(at), format!("−{lost} energy"))];
    }
    if let Happening::KnockedOut { who, .. } = *happening {
        return vec![Beat::hit(figure(who), "knocked out")];
    }
    if let Happening::Delayed { who, .. } = *happening {
        return vec![Beat::stopped(figure(who), "delayed")];
    }
    if let Happening::VisualConfirmation { points, better: true, .. } = *happening {
        return vec![Beat::score("sa-space", points.into(), String::new())];
    }
    if let Happening::ComputerCheck { served: false, .. } | Happening::Lost { .. } = *happening {
        return vec![Beat::banner(Part::Alarm, event.line().text)];
    }
    if let Happening::Jump = *happening {
        return vec![Beat::banner(Part::End, event.line().text)];
    }
    Vec::new()
}

/// What a step has come to: "Turn 5: Frigate reaches Y, attack 3 on red: shield takes 1, red zone 2 damage."
pub(crate) fn outcome(events: &[&Event]) -> Option<String> {
    let ship = || events.iter().filter_map(|e| if let Event::Ship(h) = e { Some(h) } else { None });
    let turn = ship().find_map(|happening| {
        let (Happening::TurnBegins { turn } | Happening::StepBegins { turn, .. }) = happening else {
            return None;
        };
        Some(*turn)
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
    if let Happening::ThreatHit { foe, strength, shield, blocks: 0 } = *happening {
        return Some(format!("{} takes nothing ({strength} against shield {shield})", name(foe)));
    }
    if let Happening::ThreatHit { foe, blocks, .. } | Happening::HurtsItself { foe, blocks } = *happening {
        return Some(format!("{} takes {blocks}", name(foe)));
    }
    if let Happening::Strikes { foe, .. } = *happening {
        return Some(format!("{} struck", name(foe)));
    }
    if let Happening::Repairs { foe, .. } = *happening {
        return Some(format!("{} under repair", name(foe)));
    }
    if let Happening::Destroyed { foe, repaired } = *happening {
        return Some(format!("{} {}", name(foe), if repaired { "repaired" } else { "destroyed" }));
    }
    if let Happening::Survived { foe } = *happening {
        return Some(format!("{} survived", name(foe)));
    }
    if let Happening::Reaches { foe, mark } = *happening {
        return Some(format!("{} reaches {}", name(foe), mark.word()));
    }
    if let Happening::Attacks { zone, strength, stopped, .. } = *happening {
        let rest = if stopped > 0 { format!(" (shield takes {stopped})") } else { String::new() };
        return Some(format!("attack {strength} on {}{rest}", zone.word()));
    }
    if let Happening::Wasted { who, act, why } = *happening {
        return Some(format!("{who}'s {act} wasted, {}", why.text()));
    }
    if let Happening::Delayed { who, .. } = *happening {
        return Some(format!("{who} delayed"));
    }
    if let Happening::KnockedOut { who, .. } = *happening {
        return Some(format!("{who} knocked out"));
    }
    if let Happening::CryoshieldBreaks { foe } = *happening {
        return Some(format!("cryoshield of {} breaks", name(foe)));
    }
    if let Happening::RocketDecoyed { .. } = *happening {
        return Some("rocket decoyed".into());
    }
    if let Happening::NoTarget { weapon } = *happening {
        return Some(format!("{weapon} finds no target"));
    }
    if let Happening::ComputerCheck { served: false, .. } = *happening {
        return Some("nobody served the computer".into());
    }
    if let Happening::Lost { .. } = *happening {
        return Some("the mission is lost".into());
    }
    if let Happening::Jump = *happening {
        return Some("the ship jumps: survived".into());
    }
    None
}
