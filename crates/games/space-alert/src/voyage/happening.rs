//! What happens in the Resolution Round, one sentence each with its rule. Every card that did nothing says why.

use super::{DelayWhy, Figure, Foe, Loss, OutWhy, Step, Weapon, Why};
use crate::{Act, Mark, Place, Station, Tile, Zone};
use klaxon_core::{Line, count, rule};
use serde::{Deserialize, Serialize};

/// Something that happened in the Resolution Round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // Each has its sentence below.
pub enum Happening {
    TurnBegins { turn: u8 },
    StepBegins { turn: u8, step: Step },
    Appears { foe: Foe, place: Place, square: u8 },
    Trips { who: Figure, from: Act, to: Act },
    Wasted { who: Figure, act: Act, why: Why },
    Moves { who: Figure, to: Station, act: Act },
    Delayed { who: Figure, turn: u8, why: DelayWhy, lost: Option<Act> },
    DelayHarmless { who: Figure, turn: u8, why: DelayWhy },
    ComesHome { who: Figure },
    Flies { who: Figure, heroic: bool },
    Repairs { who: Figure, foe: Foe, blocks: u8 },
    RepairsTogether { who: Figure, foe: Foe, done: u8, need: u8 },
    RepairBonus { foe: Foe, blocks: u8 },
    Strikes { who: Figure, foe: Foe, at: Station },
    ShrugsOff { who: Figure, foe: Foe },
    SquadDisabled { who: Figure, foe: Foe },
    TokenRemoved { foe: Foe, at: Station },
    Fires { who: Figure, at: Station, heroic: bool },
    FillsShield { who: Figure, zone: Zone, moved: u8, heroic: bool },
    FillsReactor { who: Figure, zone: Zone, moved: u8, heroic: bool },
    Refuels { who: Figure, moved: u8, heroic: bool },
    Maintains { who: Figure },
    Launches { who: Figure },
    TakesOff { who: Figure },
    LooksOut { who: Figure },
    TakesSquad { who: Figure, disabled: bool },
    Reactivates { who: Figure },
    VisualConfirmation { phase: u8, crew: u8, points: u8, better: bool },
    Targets { weapon: Weapon, foe: Foe, strength: u8 },
    NoTarget { weapon: Weapon },
    RocketDecoyed { foe: Foe },
    CryoshieldBreaks { foe: Foe },
    ThreatHit { foe: Foe, strength: u8, shield: i8, blocks: u8 },
    Blast { foe: Foe, blocks: u8 },
    Destroyed { foe: Foe, repaired: bool },
    Advances { foe: Foe, from: u8, to: u8 },
    Reaches { foe: Foe, mark: Mark },
    Survived { foe: Foe },
    RocketFlies,
    Attacks { foe: Foe, zone: Zone, strength: u8, bonus: u8, stopped: u8 },
    DealsDamage { foe: Foe, zone: Zone, points: u8 },
    Doubled { zone: Zone, tiles: u8 },
    TileDrawn { zone: Zone, tile: Tile, spilled: u8 },
    NoEffect { foe: Foe },
    Heals { foe: Foe, healed: u8 },
    HurtsItself { foe: Foe, blocks: u8 },
    SpeedIs { foe: Foe, speed: u8 },
    ShieldIs { foe: Foe, shield: i8 },
    Revealed { foe: Foe },
    GrowsUp { foe: Foe },
    Gathers { foe: Foe, passes: u8 },
    LendsAttack { foe: Foe, amount: u8 },
    LendsShield { foe: Foe, amount: u8 },
    Drains { foe: Foe, zone: Zone, shield: bool, lost: u8 },
    FuelLost { foe: Foe, lost: u8 },
    RocketsDestroyed { foe: Foe, lost: u8 },
    Leaks { foe: Foe, zone: Zone, shield: bool, lost: u8 },
    Overflows { foe: Foe, zone: Zone, moved: u8, leaked: u8 },
    StoredSquadDisabled { foe: Foe, station: Station },
    TokenMoves { foe: Foe, to: Station },
    Seeks { foe: Foe, to: Station },
    SeeksInVain { foe: Foe },
    Spreads { foe: Foe, to: Station },
    DoublesDamage { foe: Foe, all: bool },
    KnockedOut { who: Figure, why: OutWhy, squad: bool },
    ComputerCheck { phase: u8, served: bool },
    Lost { loss: Loss },
    Jump,
}

impl Happening {
    /// The sentence with its rule.
    pub fn line(&self) -> Line {
        let heroically = |yes: bool| if yes { " heroically" } else { "" };
        match *self {
            Happening::TurnBegins { turn } => Line::new(format!("Turn {turn}."), rule!("SA-4.2")),
            Happening::StepBegins { turn, step } => {
                Line::new(format!("Turn {turn}, {}.", step.word()), rule!("SA-4.2"))
            }
            Happening::Appears { foe, place, square } => {
                let text = match place.zone() {
                    Some(zone) => format!("{foe} appears in the {zone} zone, {square} squares out."),
                    None => format!("{foe} appears on board, {square} squares from its end."),
                };
                Line::new(text, rule!("SA-4.3")).about(foe.id())
            }
            Happening::Trips { who, from, to } => {
                Line::new(format!("{who} tripped over {from} and does {to}."), rule!("SA-5.3"))
                    .about(who.id())
            }
            Happening::Wasted { who, act, why } => {
                Line::new(format!("{who}: {act} does nothing: {}.", why.text()), why.rule()).about(who.id())
            }
            Happening::Moves { who, to, act } => {
                let rule = if act == Act::Lift {
                    rule!("SA-5.11")
                } else if act.is_heroic() {
                    rule!("SA-5.15")
                } else {
                    rule!("SA-5.10")
                };
                Line::new(format!("{who} goes to {}.", to.name()), rule).about(who.id()).about(to.word())
            }
            Happening::Delayed { who, turn, why, lost } => {
                let lost = lost.map_or(String::new(), |act| {
                    let what = if act == Act::Empty { "a card".into() } else { act.to_string() };
                    format!("; {what} falls off the board")
                });
                let text = format!("{who}'s action of turn {turn} is delayed {why}{lost}.");
                Line::new(text, why.rule()).about(who.id())
            }
            Happening::DelayHarmless { who, turn, why } => {
                let text = format!("{who} is delayed {why}, but has no action in turn {turn}.");
                Line::new(text, why.rule()).about(who.id())
            }
            Happening::ComesHome { who } => {
                Line::new(format!("{who} comes back from space to upper red."), rule!("SA-5.46"))
                    .about(who.id())
            }
            Happening::Flies { who, heroic } => {
                let text = format!("{who} attacks{} with the interceptors.", heroically(heroic));
                Line::new(text, rule!("SA-5.45")).about(who.id())
            }
            Happening::Repairs { who, foe, blocks } => {
                let text = format!("{who} repairs {foe}: {}.", count(blocks, "block"));
                Line::new(text, rule!("SA-5.21")).about(who.id()).about(foe.id())
            }
            Happening::RepairsTogether { who, foe, done, need } => {
                let text = format!("{who} works on {foe}: {done} of {need} in this turn.");
                Line::new(text, rule!("SA-13.55")).about(who.id()).about(foe.id())
            }
            Happening::RepairBonus { foe, blocks } => {
                let text =
                    format!("{foe} was repaired at all its stations: {} more.", count(blocks, "block"));
                Line::new(text, rule!("SA-5.57")).about(foe.id())
            }
            Happening::Strikes { who, foe, at } => {
                let text = format!("{who}'s battlebots strike {foe} at {}.", at.name());
                Line::new(text, rule!("SA-5.48")).about(who.id()).about(foe.id())
            }
            Happening::ShrugsOff { who, foe } => {
                let text = format!("{foe} fights back, but {who}'s battlebots stay on their feet.");
                Line::new(text, rule!("SA-5.54")).about(who.id())
            }
            Happening::SquadDisabled { who, foe } => {
                let text = format!("{foe} fights back: {who}'s battlebots are disabled.");
                Line::new(text, rule!("SA-5.49")).about(who.id())
            }
            Happening::TokenRemoved { foe, at } => {
                Line::new(format!("{foe} is cleared from {}.", at.name()), rule!("SA-13.25")).about(foe.id())
            }
            Happening::Fires { who, at, heroic } => {
                let rule =
                    if matches!(at, Station::LR | Station::LB) { rule!("SA-5.31") } else { rule!("SA-5.30") };
                let text = format!("{who} fires {}{}.", Weapon::at(at), heroically(heroic));
                Line::new(text, if heroic { rule!("SA-5.51") } else { rule }).about(who.id()).about(at.word())
            }
            Happening::FillsShield { who, zone, moved, heroic } => {
                let extra = if heroic { " and adds one more" } else { "" };
                let text = format!("{who} moves {moved} energy to the {zone} shield{extra}.");
                Line::new(text, if heroic { rule!("SA-5.52") } else { rule!("SA-5.34") }).about(who.id())
            }
            Happening::FillsReactor { who, zone, moved, heroic } => {
                let extra = if heroic { " and adds one more" } else { "" };
                let text = format!("{who} moves {moved} energy to the {zone} reactor{extra}.");
                Line::new(text, if heroic { rule!("SA-5.52") } else { rule!("SA-5.35") }).about(who.id())
            }
            Happening::Refuels { who, moved, heroic } => {
                let extra = if heroic { " and one more" } else { "" };
                let text =
                    format!("{who} burns a fuel capsule: {moved} energy{extra} for the central reactor.");
                Line::new(text, if heroic { rule!("SA-5.52") } else { rule!("SA-5.36") }).about(who.id())
            }
            Happening::Maintains { who } => {
                Line::new(format!("{who} serves the computer."), rule!("SA-5.38")).about(who.id())
            }
            Happening::Launches { who } => {
                Line::new(format!("{who} launches a rocket."), rule!("SA-5.39")).about(who.id())
            }
            Happening::TakesOff { who } => {
                Line::new(format!("{who} takes off with the interceptors."), rule!("SA-5.42")).about(who.id())
            }
            Happening::LooksOut { who } => {
                Line::new(format!("{who} looks out of the window."), rule!("SA-5.43")).about(who.id())
            }
            Happening::TakesSquad { who, disabled } => {
                let text = if disabled {
                    format!("{who} takes a disabled battlebot squad out of storage.")
                } else {
                    format!("{who} takes a battlebot squad out of storage.")
                };
                Line::new(text, if disabled { rule!("SA-5.41") } else { rule!("SA-5.40") }).about(who.id())
            }
            Happening::Reactivates { who } => {
                Line::new(format!("{who}'s battlebots are active again."), rule!("SA-5.40")).about(who.id())
            }
            Happening::VisualConfirmation { phase, crew, points, better } => {
                let text = if better {
                    format!(
                        "Visual confirmation by {crew}: {} in phase {}.",
                        count(points, "point"),
                        phase + 1
                    )
                } else {
                    format!("Visual confirmation by {crew} is no better than before in phase {}.", phase + 1)
                };
                Line::new(text, rule!("SA-11.6"))
            }
            Happening::Targets { weapon, foe, strength } => {
                let rule = match weapon {
                    Weapon::Heavy(_) | Weapon::Light(_) => rule!("SA-6.5"),
                    Weapon::Pulse => rule!("SA-6.6"),
                    Weapon::Rocket => rule!("SA-6.7"),
                    Weapon::Interceptors => rule!("SA-6.9"),
                };
                Line::new(capital(format!("{weapon} shoots at {foe} with strength {strength}.")), rule)
                    .about(foe.id())
            }
            Happening::NoTarget { weapon } => {
                Line::new(capital(format!("{weapon} finds no target.")), rule!("SA-6.4"))
            }
            Happening::RocketDecoyed { foe } => {
                Line::new(format!("The rocket is lost on {foe} without effect."), rule!("SA-12.3"))
                    .about(foe.id())
            }
            Happening::CryoshieldBreaks { foe } => {
                let text = format!("The cryoshield of {foe} absorbs everything and breaks.");
                Line::new(text, rule!("SA-12.4")).about(foe.id())
            }
            Happening::ThreatHit { foe, strength, shield, blocks } => {
                let text = if blocks == 0 {
                    format!("{foe} takes no damage: strength {strength} against shield {shield}.")
                } else {
                    format!("{foe} takes {blocks} damage: strength {strength} against shield {shield}.")
                };
                Line::new(text, rule!("SA-6.10")).about(foe.id())
            }
            Happening::Blast { foe, blocks } => {
                Line::new(format!("The blast gives {foe} {}.", count(blocks, "block")), rule!("SA-12.14"))
                    .about(foe.id())
            }
            Happening::Destroyed { foe, repaired } => {
                let (text, rule) = if repaired {
                    (format!("{foe} is repaired."), rule!("SA-5.21"))
                } else {
                    (format!("{foe} is destroyed."), rule!("SA-6.11"))
                };
                Line::new(text, rule).about(foe.id())
            }
            Happening::Advances { foe, from, to } => {
                Line::new(format!("{foe} advances from {from} to {to}."), rule!("SA-7.2")).about(foe.id())
            }
            Happening::Reaches { foe, mark } => {
                Line::new(format!("{foe} reaches {}.", mark.word()), rule!("SA-7.2")).about(foe.id())
            }
            Happening::Survived { foe } => {
                Line::new(format!("The crew has survived {foe}."), rule!("SA-7.5")).about(foe.id())
            }
            Happening::RocketFlies => Line::new("The rocket flies on.", rule!("SA-7.8")),
            Happening::Attacks { foe, zone, strength, bonus, stopped } => {
                let bonus = if bonus > 0 { format!(" ({bonus} of it lent)") } else { String::new() };
                let rest = strength - stopped;
                let text = match (stopped, rest) {
                    (0, _) => format!("{foe} attacks {zone} with {strength}{bonus}."),
                    (_, 0) => {
                        format!("{foe} attacks {zone} with {strength}{bonus}; the shield stops it all.")
                    }
                    (_, _) => {
                        format!("{foe} attacks {zone} with {strength}{bonus}; the shield stops {stopped}.")
                    }
                };
                Line::new(text, if stopped > 0 { rule!("SA-8.1") } else { rule!("SA-7.9") })
                    .about(foe.id())
                    .about(format!("zone-{zone}"))
            }
            Happening::DealsDamage { foe, zone, points } => {
                Line::new(format!("{foe} deals {points} damage to {zone}."), rule!("SA-7.12"))
                    .about(foe.id())
                    .about(format!("zone-{zone}"))
            }
            Happening::Doubled { zone, tiles } => Line::new(
                format!("Damage to {zone} is multiplied: {}.", count(tiles, "tile")),
                rule!("SA-8.6"),
            )
            .about(format!("zone-{zone}")),
            Happening::TileDrawn { zone, tile, spilled } => {
                let spilled = if spilled > 0 { format!("; {spilled} energy is lost") } else { String::new() };
                let text = format!("The {zone} {} is damaged{spilled}.", tile.part(zone));
                Line::new(text, rule!("SA-8.2")).about(format!("zone-{zone}"))
            }
            Happening::NoEffect { foe } => {
                Line::new(format!("{foe} can do nothing there."), rule!("SA-7.2")).about(foe.id())
            }
            Happening::Heals { foe, healed } => {
                Line::new(format!("{foe} repairs {healed} damage."), rule!("SA-7.14")).about(foe.id())
            }
            Happening::HurtsItself { foe, blocks } => {
                Line::new(format!("{foe} takes {blocks} damage by itself."), rule!("SA-12.20"))
                    .about(foe.id())
            }
            Happening::SpeedIs { foe, speed } => {
                Line::new(format!("{foe} has speed {speed} from the next turn on."), rule!("SA-7.3"))
                    .about(foe.id())
            }
            Happening::ShieldIs { foe, shield } => {
                Line::new(format!("{foe} has shield {shield} now."), rule!("SA-7.13")).about(foe.id())
            }
            Happening::Revealed { foe } => {
                Line::new(format!("{foe} becomes visible."), rule!("SA-12.2")).about(foe.id())
            }
            Happening::GrowsUp { foe } => {
                Line::new(format!("{foe} grows up and fights back from now on."), rule!("SA-13.35"))
                    .about(foe.id())
            }
            Happening::Gathers { foe, passes } => {
                let text = format!("{foe} would now break up with the force of {}.", count(passes, "square"));
                Line::new(text, rule!("SA-12.21")).about(foe.id())
            }
            Happening::LendsAttack { foe, amount } => {
                let text = format!("{foe} guides the others: +{amount} on their attacks.");
                Line::new(text, rule!("SA-12.8")).about(foe.id())
            }
            Happening::LendsShield { foe, amount } => {
                let text = format!("{foe} covers all external threats: +{amount} shield.");
                Line::new(text, rule!("SA-12.13")).about(foe.id())
            }
            Happening::Drains { foe, zone, shield, lost } => {
                let what = if shield { "shield" } else { "reactor" };
                Line::new(format!("{foe} takes {lost} energy from the {zone} {what}."), rule!("SA-12.27"))
                    .about(foe.id())
            }
            Happening::FuelLost { foe, lost } => {
                Line::new(format!("{foe} costs {}.", count(lost, "fuel capsule")), rule!("SA-13.30"))
                    .about(foe.id())
            }
            Happening::RocketsDestroyed { foe, lost } => {
                Line::new(format!("{foe} destroys {}.", count(lost, "rocket")), rule!("SA-13.21"))
                    .about(foe.id())
            }
            Happening::Leaks { foe, zone, shield, lost } => {
                let what = if shield { "shield" } else { "reactor" };
                Line::new(format!("{foe}: {lost} energy leaks from the {zone} {what}."), rule!("SA-13.47"))
                    .about(foe.id())
            }
            Happening::Overflows { foe, zone, moved, leaked } => {
                let text = format!("{foe}: {moved} energy runs into the {zone} shield, {leaked} leaks.");
                Line::new(text, rule!("SA-13.47")).about(foe.id())
            }
            Happening::StoredSquadDisabled { foe, station } => {
                let text = format!("{foe} disables the battlebots stored at {}.", station.name());
                Line::new(text, rule!("SA-13.22")).about(foe.id())
            }
            Happening::TokenMoves { foe, to } => {
                Line::new(format!("{foe} moves to {}.", to.name()), rule!("SA-7.15"))
                    .about(foe.id())
                    .about(to.word())
            }
            Happening::Seeks { foe, to } => Line::new(
                format!("{foe} goes to {}, where most crew members are.", to.name()),
                rule!("SA-13.50"),
            )
            .about(foe.id())
            .about(to.word()),
            Happening::SeeksInVain { foe } => {
                let text =
                    format!("{foe} stays: no neighbouring station has strictly the most crew members.");
                Line::new(text, rule!("SA-13.50")).about(foe.id())
            }
            Happening::Spreads { foe, to } => {
                Line::new(format!("{foe} spreads to {}.", to.name()), rule!("SA-13.23"))
                    .about(foe.id())
                    .about(to.word())
            }
            Happening::DoublesDamage { foe, all } => {
                let zones = if all { "every zone" } else { "red" };
                Line::new(format!("{foe} doubles all damage to {zones}."), rule!("SA-13.42")).about(foe.id())
            }
            Happening::KnockedOut { who, why, squad } => {
                let squad = if squad { ", the battlebots with them" } else { "" };
                let (by, rule, foe) = match why {
                    OutWhy::Threat(foe) => (format!("by {foe}"), rule!("SA-7.17"), foe),
                    OutWhy::Entered(foe) => (format!("on entering {foe}"), rule!("SA-13.54"), foe),
                    OutWhy::Killed(foe) => (format!("by destroying {foe}"), rule!("SA-13.51"), foe),
                    OutWhy::Rammed(foe) => (format!("by attacking {foe} alone"), rule!("SA-12.16"), foe),
                };
                Line::new(format!("{who} is knocked out {by}{squad}."), rule).about(who.id()).about(foe.id())
            }
            Happening::ComputerCheck { phase, served } => {
                let text = if served {
                    format!("The computer was served in phase {}.", phase + 1)
                } else {
                    format!(
                        "Nobody served the computer in phase {}: everyone on the ship is delayed.",
                        phase + 1
                    )
                };
                Line::new(text, rule!("SA-10.1"))
            }
            Happening::Lost { loss } => {
                let foe = Foe { card: loss.threat, turn: loss.number };
                match loss.zone {
                    Some(zone) => {
                        let text = format!("The {zone} zone is destroyed by {foe}: the mission is lost.");
                        Line::new(text, rule!("SA-8.5")).about(foe.id()).about(format!("zone-{zone}"))
                    }
                    None => Line::new(format!("{foe} ends it: the mission is lost."), rule!("SA-7.17"))
                        .about(foe.id()),
                }
            }
            Happening::Jump => {
                Line::new("The ship jumps into hyperspace: the mission is survived.", rule!("SA-10.5"))
            }
        }
    }
}

/// The same sentence with a capital.
fn capital(text: String) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}
