//! Turns of phrase that labels, prompts and log lines share.

use crate::{
    data::{FedFx, TechFx, data},
    nouns::{
        AlienTech, Bundle, EventFx, FedTech, Fleet, FleetSet, Keyword, Marker, Race, Resource, Ship, Side,
        Who,
    },
    politics::level_name,
    questions::{Spot, Target},
    state::{CardAt, Contest, Table},
};

/// "the Flesh Eaters".
pub fn the(race: Race) -> String {
    format!("the {}", race.name())
}

/// "the Flesh Eaters Scout".
pub fn the_fleet(fleet: Fleet) -> String {
    format!("the {}", fleet.name())
}

/// "2 Build, 1 Morale".
pub fn bundle(b: Bundle) -> String {
    let parts: Vec<String> = b.types().map(|what| format!("{} {}", b.of(what), what.name())).collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}

/// "Flesh Eaters Scout and Raider" as a plain list.
pub fn fleets(set: FleetSet) -> String {
    list(&set.iter().map(the_fleet).collect::<Vec<_>>())
}

/// "a, b and c".
pub fn list(parts: &[String]) -> String {
    match parts {
        [] => "nobody".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// "3, 5 and 5".
pub fn dice(faces: &[u8]) -> String {
    list(&faces.iter().map(ToString::to_string).collect::<Vec<_>>())
}

/// "1 die", "3 dice".
pub fn n_dice(n: u8) -> String {
    if n == 1 { "1 die".into() } else { format!("{n} dice") }
}

/// Where a token is paid from, to set apart buttons that are otherwise alike.
pub fn paying(spot: Spot) -> String {
    match spot {
        Spot::Tray => "token of row 0".into(),
        Spot::Stored => "stored token".into(),
        Spot::Spy(race) => format!("the spy among {}", the(race)),
        Spot::Attache(race) => format!("the Attaché with {}", the(race)),
        Spot::Embassy(race) => format!("the Embassy with {}", the(race)),
        Spot::Column => "the Morale of the rightmost open column".into(),
        Spot::Track { row, column } => format!("row {row}, {} column", column_name(column)),
    }
}

/// Where a token came from, in a log line.
pub fn from(spot: Spot) -> String {
    match spot {
        Spot::Tray => "from row 0".into(),
        Spot::Stored => "from the store".into(),
        Spot::Spy(race) => format!("from the technology track of {}", the(race)),
        Spot::Attache(race) => format!("from the Attaché box of {}", the(race)),
        Spot::Embassy(race) => format!("from the Embassy with {}", the(race)),
        Spot::Column => "that kept a column open".into(),
        Spot::Track { row, .. } => format!("from row {row} of the Resource Track"),
    }
}

pub fn column_name(column: u8) -> &'static str {
    ["left", "middle", "right"][usize::from(column.min(2))]
}

pub fn level(n: u8) -> &'static str {
    level_name(n as i8)
}

pub fn percent(column: u8) -> String {
    format!("{} %", u16::from(column) * 25)
}

/// What a player may call a card.
pub fn card(table: &Table, card: u8) -> String {
    let c = table.cards[usize::from(card)];
    match (c.tech, c.at) {
        (Some(tech), CardAt::Box) => format!("{} (seen)", tech.name()),
        (Some(FedTech::PatrolRoutes), _) => format!("Patrol Routes (card {card})"),
        (Some(tech), _) => tech.name().into(),
        (None, _) => match card {
            0..4 => {
                let base = ["Build", "Maneuver", "Research", "Espionage"][usize::from(card)];
                format!("the unseen technology of the {base} Base")
            }
            4 => "the unseen technology of the start".into(),
            n => format!("unseen Warp technology {}", n - 5),
        },
    }
}

pub fn ship(ship: Ship, mine: Option<Side>) -> String {
    match mine {
        None => ship.name().into(),
        Some(Side::Basic) => format!("{} with a Mine Field", ship.name()),
        Some(Side::Upgraded) => format!("{} with an upgraded Mine Field", ship.name()),
    }
}

pub fn target(what: Target) -> String {
    match what {
        Target::Mine(at) => format!("Mine Field at {}", at.name()),
        Target::SolDefense => "Sol Defense".into(),
        Target::Base(base) => base.name().into(),
    }
}

/// What a Propaganda does.
pub fn propaganda(marker: Marker) -> &'static str {
    match marker {
        Marker::Expansion => "Expansion Desire 1 down",
        Marker::Losses => "Military Losses 1 down",
        Marker::Stability => "Federation Stability 1 up",
    }
}

/// The token that contests.
pub fn contester(contest: Contest) -> String {
    match contest {
        Contest::Spy { race } => format!("the spy among {}", the(race)),
        Contest::Attache { race, .. } => format!("the Attaché with {}", the(race)),
        Contest::Embassy { race, .. } => format!("the Embassy with {}", the(race)),
    }
}

/// What the token would stop.
pub fn contested(contest: Contest) -> &'static str {
    match contest {
        Contest::Spy { .. } => "the technology",
        Contest::Attache { .. } => "the change of relationship",
        Contest::Embassy { .. } => "the step towards Total War",
    }
}

pub fn keyword(k: Keyword) -> &'static str {
    k.name()
}

fn who(w: Who) -> String {
    w.race().map_or("the race that the FACTION die names".into(), the)
}

/// An event in words, made from its effect.
pub fn event(fx: EventFx) -> String {
    match fx {
        EventFx::AdvanceResearch => "one project of your choice moves 1 column right".into(),
        EventFx::AdvanceTrack => "the Resource Track advances".into(),
        EventFx::Alliance(k) => format!("two neighbours move towards Alliance ({})", k.name()),
        EventFx::ExpansionDesire => "Expansion Desire rises".into(),
        EventFx::FreeBuild => "you may construct one asset for free".into(),
        EventFx::FreePropaganda => "you may do one Propaganda for free".into(),
        EventFx::GainTech(w) => format!("{} gain a technology", who(w)),
        EventFx::MilitaryLoss => "Military Losses rise".into(),
        EventFx::ResourcesUp => "all resources move 1 row up".into(),
        EventFx::SpawnAdvance { who: w, fleet } => {
            format!("the {} of {} spawns or advances", fleet.name(), who(w))
        }
        EventFx::Spend(what) => format!("you must return {}", a_token(what)),
        EventFx::WarEffort(w) => format!("the War Effort of {} goes down 1", who(w)),
        EventFx::FailedAlliance => "one alliance of your choice breaks".into(),
    }
}

/// What an alien technology does, made from its effect.
pub fn alien_tech(tech: AlienTech) -> String {
    match data().alien[tech as usize].effect {
        TechFx::StepOnToken(token) => format!("answers {} tokens", token.name()),
        TechFx::ScoutIsRaider => "the Scout follows the Raider rules".into(),
        TechFx::CombatDice(n) => format!("{n} combat die per copy"),
        TechFx::DestroyThreshold(n) => format!("{n} more hit needed to destroy a fleet, per copy"),
        TechFx::SabotageDie(n) => format!("{n} on Sabotage dice, per copy"),
        TechFx::ForcedPursuit => "a ship must pursue fleets that retreat more than 1 space".into(),
        TechFx::AdvanceSteps(n) => format!("fleets move {n} spaces on the race's own Advance"),
        TechFx::RespawnOnDestroy => "destroyed fleets re-spawn at once".into(),
        TechFx::CopyOf(race) => format!("a copy of what {} have in space 6", the(race)),
        TechFx::Plunder => "takes a token of yours in each combat".into(),
        TechFx::NeighboursCountDouble => "technologies beside it count twice".into(),
        TechFx::PlaceDoomFleet => "puts the Doom Fleet on the map".into(),
    }
}

/// What a Federation technology does, made from its effects.
pub fn fed_tech(tech: FedTech) -> String {
    let part = |fx: &FedFx| match *fx {
        FedFx::CombatDie(n) => format!("+{n} to each combat die"),
        FedFx::DoubleHitAt(n) => format!("a combat die of {n} or more hits twice"),
        FedFx::CombatDice(n) => format!("+{n} combat die"),
        FedFx::SabotageDie(n) => format!("+{n} to each Sabotage die"),
        FedFx::SpyContestDice(n) => format!("contests of spies roll {n} dice, you choose one"),
        FedFx::FreeMoves(n) => format!("{n} free Move each turn"),
        FedFx::UnlockWarp => "opens Warp: 2 Warp tokens, 2 Ally Ships, 4 Warp technologies".into(),
        FedFx::StepsPerMove(n) => format!("a Move goes up to {n} steps"),
        FedFx::Patrol(n) => {
            format!("for Moves, numbered spaces touch across tracks ({n} more number per token)")
        }
    };
    data().federation[tech as usize].effect.iter().map(part).collect::<Vec<_>>().join("; ")
}

pub fn resource_letters(b: Bundle) -> String {
    Resource::ALL
        .iter()
        .flat_map(|&r| std::iter::repeat_n(r.id(), usize::from(b.of(r))))
        .collect::<Vec<_>>()
        .join(" ")
}

/// "a Build token", "an Espionage token".
pub fn a_token(what: Resource) -> String {
    let name = what.name();
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name} token")
}
