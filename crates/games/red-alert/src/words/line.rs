//! One log sentence for each event, with its rule and the hexes it speaks of.

use crate::board::Hex;
use crate::data::{Face, Kind};
use crate::event::{Event, Hazard, Ship};
use crate::state::{CombatKind, End};
use crate::words::beats;
use crate::words::cap;
use klaxon_core::{Line, Luck, RuleId, count, counted, rule};

pub(crate) fn the(ship: &Ship) -> String {
    format!("the {} {} at {}", ship.side.name(), ship.kind.words(), ship.at)
}

fn dice(faces: &[Face]) -> String {
    let words: Vec<&str> = faces.iter().map(|f| f.word()).collect();
    words.join(", ")
}

fn hexes(list: &[Hex]) -> String {
    let names: Vec<String> = list.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// Picks the verb that fits: `[are|is]` after "the cruisers" and after "the flagship".
pub(crate) fn agree(text: &str, kind: Kind) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        let (choice, tail) = after.split_once(']').unwrap_or((after, ""));
        let (many, one) = choice.split_once('|').unwrap_or((choice, choice));
        out.push_str(before);
        out.push_str(if kind == Kind::FL { one } else { many });
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// The sentence of an event, set below the combat or the move that it belongs to.
pub(crate) fn line(event: &Event) -> Line {
    sentence(event).within(depth(event))
}

/// How deep an event lies in a combat: what answers an attack stands below it.
fn depth(event: &Event) -> u8 {
    if let Event::Attack { kind, .. } = event {
        return u8::from(*kind != CombatKind::Plain);
    }
    let within = matches!(
        event,
        Event::NoDice { .. }
            | Event::Roll { .. }
            | Event::Screened { .. }
            | Event::Hit { .. }
            | Event::Confirm { .. }
            | Event::Eliminated { .. }
            | Event::Debris { .. }
            | Event::CardLost { .. }
            | Event::StarsGained { .. }
            | Event::Disregarded { .. }
            | Event::Repaired { .. }
            | Event::AlertsIgnored { .. }
            | Event::Stays { .. }
            | Event::Retires { .. }
            | Event::Cornered { .. }
            | Event::Danger { .. }
            | Event::Marker { .. }
            | Event::Pursues { .. }
            | Event::CombatLost { .. }
            | Event::Declined { .. }
            | Event::Cancelled { .. }
    );
    u8::from(within)
}

fn sentence(event: &Event) -> Line {
    let say = |text: String, rule: RuleId| Line::new(text, rule);
    let of = |ship: &Ship, text: String, rule: RuleId| {
        Line::new(agree(&text, ship.kind), rule).about(ship.at.to_string())
    };
    match event {
        Event::Battle { name, .. } => say(format!("The battle is {name}."), rule!("RA-3.1")),
        Event::StarRoll { side, dice: d } => {
            say(format!("The {} rolls for Stars: {}.", side.name(), dice(d)), rule!("RA-5.4"))
        }
        Event::PicksFirst { side } => {
            say(format!("The {} goes first in this.", side.name()), rule!("RA-4.17"))
        }
        Event::TaskForce { side, number, name } => {
            say(format!("The {} has task force {number}, {name}.", side.name()), rule!("RA-4.3"))
        }
        Event::Bought { side, unit } => say(
            format!("The {} buys {} for {}.", side.name(), unit.words(), count(unit.stats().price, "point")),
            rule!("RA-4.5"),
        ),
        Event::Returned { side, unit } => {
            say(format!("The {} gives {} back.", side.name(), unit.words()), rule!("RA-4.4"))
        }
        Event::BuyingDone { side } => {
            say(format!("The {} has bought its support.", side.name()), rule!("RA-4.8"))
        }
        Event::Deployed { ship } => {
            of(ship, format!("{} [go|goes] under {}.", cap(ship.kind.words()), ship.at), rule!("RA-4.15"))
        }
        Event::TakenBack { ship } => of(
            ship,
            format!("{} [are|is] taken back from {}.", cap(ship.kind.words()), ship.at),
            rule!("RA-4.15"),
        ),
        Event::DeployingDone { side } => say(format!("The {} has deployed.", side.name()), rule!("RA-4.15")),
        Event::HeldPlaced { ship } => of(
            ship,
            format!("The {} places {} on {}.", ship.side.name(), ship.kind.words(), ship.at),
            rule!("RA-4.18"),
        ),
        Event::LeftOut { side, units } => say(
            format!("There is no room for {} of the {}.", count(*units, "unit"), side.name()),
            rule!("RA-4.22"),
        ),
        Event::JumpPoint { at, .. } => {
            Line::new(format!("A jump point is set on {at}."), rule!("RA-24.1")).about(at.to_string())
        }
        Event::JumpPointsDone { side } => {
            say(format!("The {} has chosen its jump points.", side.name()), rule!("RA-24.1"))
        }
        Event::JumpPoints { side, at, waiting } => {
            let units: Vec<&str> = waiting.iter().map(|k| k.code()).collect();
            let text =
                format!("The {} has jump points on {}; {} wait.", side.name(), hexes(at), units.join(" "));
            at.iter().fold(say(text, rule!("RA-24.1")), |line, h| line.about(h.to_string()))
        }
        Event::Fleet { side, ships } => {
            let units: Vec<String> = ships.iter().map(|s| format!("{} {}", s.kind.code(), s.at)).collect();
            let text = format!("The {} reveals its fleet: {}.", side.name(), units.join(", "));
            ships.iter().fold(say(text, rule!("RA-4.19")), |line, s| line.about(s.at.to_string()))
        }
        Event::Stars { side, stars, change } => {
            let why = match change {
                0 => String::new(),
                n if *n > 0 => format!(", {n} more for points not spent"),
                n => format!(", {} fewer for points overspent", -n),
            };
            let rule = if *change == 0 { rule!("RA-3.6") } else { rule!("RA-4.12") };
            say(format!("The {} starts with {}{why}.", side.name(), count(*stars, "star")), rule)
        }
        Event::Dealt { side, command, combat } => {
            let names: Vec<&str> = command
                .iter()
                .map(|c| c.card().name.as_str())
                .chain(combat.iter().map(|c| c.card().name.as_str()))
                .collect();
            say(format!("The {} is dealt {}.", side.name(), names.join(", ")), rule!("RA-3.4"))
        }
        Event::DealtHidden { side, command, combat } => say(
            format!("The {} is dealt {command} command and {combat} combat cards.", side.name()),
            rule!("RA-3.4"),
        ),
        Event::InitiativeChosen { side, card: Some(card) } => {
            say(format!("The {} chooses {}.", side.name(), card.card().name), rule!("RA-5.1"))
        }
        Event::InitiativeChosen { side, card: None } => {
            say(format!("The {} has chosen a command card.", side.name()), rule!("RA-5.1"))
        }
        Event::Initiative { cards: [cw, cf] } => {
            let (a, b) = (cw.card(), cf.card());
            say(
                format!(
                    "The Commonwealth reveals {} ({}), the Confederation {} ({}).",
                    a.name, a.initiative, b.name, b.initiative
                ),
                rule!("RA-5.2"),
            )
        }
        Event::First { side } => say(format!("The {} takes the first turn.", side.name()), rule!("RA-5.2")),
        Event::Turn { side, turn } => say(format!("Turn {turn}: the {}.", side.name()), rule!("RA-6.1")),
        Event::PlanetPoint { ship } => {
            of(ship, format!("{} [hold|holds] the planet: 1 point.", cap(&the(ship))), rule!("RA-20.1"))
        }
        Event::SectorPoint { side, sector } => say(
            format!("The {} is clear of enemies: 1 point for the {}.", sector.name(), side.name()),
            rule!("RA-20.7"),
        ),
        Event::CloakKept { ship } => {
            of(ship, format!("{} [stay|stays] cloaked for 1 star.", cap(&the(ship))), rule!("RA-19.6"))
        }
        Event::CloakOff { ship } => {
            of(ship, format!("{} [are|is] no longer cloaked.", cap(&the(ship))), rule!("RA-19.5"))
        }
        Event::Intercepted { by, hand } => {
            let names: Vec<&str> = hand.iter().map(|c| c.card().name.as_str()).collect();
            say(format!("The {} sees the command hand: {}.", by.name(), names.join(", ")), rule!("RA-17.10"))
        }
        Event::InterceptedHidden { by } => {
            say(format!("The {} looks at the enemy's command hand.", by.name()), rule!("RA-17.10"))
        }
        Event::Banned { by, card } => {
            say(format!("The {} forbids {} this turn.", by.name(), card.card().name), rule!("RA-17.4"))
        }
        Event::Command { side, card, acts_as, rating } => {
            let acts = acts_as.map_or(String::new(), |c| format!(", which acts as {}", c.card().name));
            say(
                format!("The {} plays {}{acts} (rating {rating}).", side.name(), card.card().name),
                rule!("RA-7.1"),
            )
        }
        Event::NoCards { side } => {
            say(format!("The {} holds no command card.", side.name()), rule!("RA-7.8"))
        }
        Event::NoOrders { side, card } => {
            say(format!("{} can order no unit of the {}.", card.card().name, side.name()), rule!("RA-7.3"))
        }
        Event::CardRoll { side, card, dice: d } => {
            say(format!("The {} rolls for {}: {}.", side.name(), card.card().name, dice(d)), rule!("RA-7.6"))
        }
        Event::Restored { ship, figures } => of(
            ship,
            format!("{} [get|gets] a figure back and [have|has] {figures}.", cap(&the(ship))),
            rule!("RA-17.4"),
        ),
        Event::MarkerOff { ship, stars } => {
            let price = if *stars == 0 { String::new() } else { format!(" for {}", count(*stars, "star")) };
            of(
                ship,
                format!("{} [lose their|loses its] red alert marker{price}.", cap(&the(ship))),
                rule!("RA-8.8"),
            )
        }
        Event::Ordered { ship } => {
            of(ship, format!("{} [are|is] ordered.", cap(&the(ship))), rule!("RA-8.1"))
        }
        Event::Unordered { ship } => {
            of(ship, format!("{} [are|is] not ordered after all.", cap(&the(ship))), rule!("RA-8.1"))
        }
        Event::Arrived { ship } => of(
            ship,
            format!("{} [arrive|arrives] by jump point and [are|is] ordered.", cap(&the(ship))),
            rule!("RA-24.1"),
        ),
        Event::OrdersDone { side, units } => {
            say(format!("The {} has ordered {}.", side.name(), count(*units, "unit")), rule!("RA-8.1"))
        }
        Event::Cloaked { ship } => {
            of(ship, format!("{} [are|is] cloaked.", cap(&the(ship))), rule!("RA-19.1"))
        }
        Event::Moved { ship, to, mode } => {
            use crate::movement::Mode;
            let (how, rule) = match mode {
                Mode::SubLight => ("", rule!("RA-9.3")),
                Mode::Impulse => (" at full impulse", rule!("RA-9.11")),
                Mode::Warp => (" by warp", rule!("RA-9.12")),
                Mode::LightSpeed => (" at light speed", rule!("RA-9.15")),
            };
            of(ship, format!("{} [move|moves] to {to}{how}.", cap(&the(ship))), rule).about(to.to_string())
        }
        Event::Exited { ship, points } => of(
            ship,
            format!("{} [break|breaks] through: {}.", cap(&the(ship)), count(*points, "point")),
            rule!("RA-20.11"),
        ),
        Event::MovementDone { side } => {
            say(format!("The {} ends its movement.", side.name()), rule!("RA-9.1"))
        }
        Event::LightSpeed { ship } => {
            of(ship, format!("{} [make|makes] ready for light speed.", cap(&the(ship))), rule!("RA-9.15"))
        }
        Event::Slingshot { ship } => {
            of(ship, format!("{} [sling|slings] around the planet.", cap(&the(ship))), rule!("RA-9.15"))
        }
        Event::Helmsman { ship } => {
            of(ship, format!("{} [have|has] a veteran helmsman.", cap(&the(ship))), rule!("RA-18.1"))
        }
        Event::Boarding { by, on, mine, theirs, won } => {
            let end = if *won { "a figure changes sides" } else { "the boarding fails" };
            of(
                by,
                format!(
                    "{} [board|boards] {}: {} against {}, {end}.",
                    cap(&the(by)),
                    the(on),
                    dice(mine),
                    dice(theirs)
                ),
                rule!("RA-17.4"),
            )
            .about(on.at.to_string())
        }
        Event::Pinned { ship } => of(
            ship,
            format!("{} [are|is] held by a tractor beam and may not move.", cap(&the(ship))),
            rule!("RA-14.12"),
        ),
        Event::Attack { by, on, kind, dice } => {
            let (verb, rule) = match kind {
                CombatKind::Plain => ("[attack|attacks]", rule!("RA-11.1")),
                CombatKind::Bonus => ("[go|goes] on to attack", rule!("RA-14.7")),
                CombatKind::Volley => ("[fire|fires] a second volley at", rule!("RA-10.3")),
                CombatKind::BattleBack => ("[battle|battles] back at", rule!("RA-13.1")),
                CombatKind::Preempt => ("[battle|battles] first against", rule!("RA-17.11")),
            };
            of(by, format!("{} {verb} {} ({}).", cap(&the(by)), the(on), counted(*dice, "die", "dice")), rule)
                .about(on.at.to_string())
        }
        Event::NoDice { by } => {
            of(by, format!("{} [have|has] no dice to roll.", cap(&the(by))), rule!("RA-11.33"))
        }
        Event::Roll { by, on, dice: d, hits, alerts, .. } => {
            let alert =
                if *alerts == 0 { String::new() } else { format!(", {}", count(*alerts, "red alert")) };
            of(
                by,
                format!("{} [roll|rolls] {}: {}{alert}.", cap(&the(by)), dice(d), count(*hits, "hit")),
                rule!("RA-11.23"),
            )
            .about(on.at.to_string())
        }
        Event::Screened { ship, hits } => of(
            ship,
            format!("{} [take|takes] {} instead.", cap(&the(ship)), count(*hits, "hit")),
            rule!("RA-17.4"),
        ),
        Event::Hit { ship, hits, left } => of(
            ship,
            format!("{} [lose|loses] {}; {left} left.", cap(&the(ship)), count(*hits, "figure")),
            rule!("RA-11.23"),
        ),
        Event::Confirm { ship, dice: d, lost } => {
            let end = if *lost { "confirmed" } else { "not confirmed" };
            of(ship, format!("Hits on {} are {end}: {}.", the(ship), dice(d)), rule!("RA-11.27"))
        }
        Event::Eliminated { ship, points } => of(
            ship,
            format!(
                "{} [are|is] eliminated: {} for the {}.",
                cap(&the(ship)),
                count(*points, "point"),
                ship.side.other().name()
            ),
            rule!("RA-11.24"),
        ),
        Event::Debris { at } => {
            Line::new(format!("Debris drifts on {at}."), rule!("RA-18.20")).about(at.to_string())
        }
        Event::CardLost { side, card } => say(
            format!("With its flagship the {} loses {}.", side.name(), card.card().name),
            rule!("RA-11.30"),
        ),
        Event::StarsGained { side, stars } => {
            say(format!("The {} gains {}.", side.name(), count(*stars, "star")), rule!("RA-16.4"))
        }
        Event::Disregarded { ship } => {
            of(ship, format!("{} [disregard|disregards] the red alert.", cap(&the(ship))), rule!("RA-12.4"))
        }
        Event::Repaired { ship } => {
            of(ship, format!("{} [are|is] repaired for 2 stars.", cap(&the(ship))), rule!("RA-12.6"))
        }
        Event::AlertsIgnored { ship } => {
            of(ship, format!("{} [ignore|ignores] all red alerts.", cap(&the(ship))), rule!("RA-17.4"))
        }
        Event::Stays { ship } => of(ship, format!("{} [stay|stays].", cap(&the(ship))), rule!("RA-12.3")),
        Event::Retires { ship, path, forced } => {
            let must = if *forced { "must retire" } else { "[choose|chooses] to retire" };
            let way = if path.is_empty() { "and cannot".into() } else { format!("over {}", hexes(path)) };
            let line = of(ship, format!("{} {must} {way}.", cap(&the(ship))), rule!("RA-12.13"));
            path.iter().fold(line, |line, h| line.about(h.to_string()))
        }
        Event::Cornered { ship, hits } => of(
            ship,
            format!("{} can retire no further: {}.", cap(&the(ship)), count(*hits, "hit")),
            rule!("RA-12.18"),
        ),
        Event::Danger { ship, at, hazard, dice: d, harm } => {
            let (what, rule) = match hazard {
                Hazard::Entering => ("[enter|enters] asteroids", rule!("RA-18.2")),
                Hazard::Drifting => ("[drift|drifts] among asteroids", rule!("RA-18.4")),
                Hazard::Friend => ("[retire|retires] through friends", rule!("RA-12.15")),
                Hazard::Enemy => ("[retire|retires] through enemies", rule!("RA-12.16")),
                Hazard::Asteroids => ("[retire|retires] through asteroids", rule!("RA-12.17")),
            };
            let end = if *harm { "harm is done" } else { "no harm" };
            of(ship, format!("{} {what} on {at}: {}, {end}.", cap(&the(ship)), dice(d)), rule)
                .about(at.to_string())
        }
        Event::Marker { ship } => {
            of(ship, format!("{} [get|gets] a red alert marker.", cap(&the(ship))), rule!("RA-12.10"))
        }
        Event::Pursues { ship, to } => {
            of(ship, format!("{} [pursue|pursues] onto {to}.", cap(&the(ship))), rule!("RA-14.2"))
                .about(to.to_string())
        }
        Event::CombatLost { by } => {
            of(by, format!("{} [have lost their|has lost its] combat.", cap(&the(by))), rule!("RA-17.11"))
        }
        Event::Declined { ship } => {
            of(ship, format!("{} [battle|battles] nobody.", cap(&the(ship))), rule!("RA-10.2"))
        }
        Event::Parley { side, dice: d, given } => {
            let end = if *given > 0 {
                format!("{} buy the attack off", count(*given, "star"))
            } else {
                "the battle goes on".into()
            };
            say(format!("The {} parleys: {}; {end}.", side.name(), dice(d)), rule!("RA-11.33"))
        }
        Event::CombatDone { side } => say(format!("The {} ends its combats.", side.name()), rule!("RA-10.1")),
        Event::Card { side, card, on, stars } => {
            let aim = if on.is_empty() { String::new() } else { format!(" on {}", hexes(on)) };
            let price = if *stars == 0 { String::new() } else { format!(" for {}", count(*stars, "star")) };
            let line =
                say(format!("The {} plays {}{aim}{price}.", side.name(), card.card().name), card.rule());
            on.iter().fold(line, |line, h| line.about(h.to_string()))
        }
        Event::Cancelled { card, .. } => {
            say(format!("{} has no effect.", card.card().name), rule!("RA-17.7"))
        }
        Event::Preempts { side, card } => {
            say(format!("The {} answers with {}.", side.name(), card.card().name), rule!("RA-17.8"))
        }
        Event::DiscardedForStar { side, card } => {
            say(format!("The {} discards {} for a star.", side.name(), card.card().name), rule!("RA-15.1"))
        }
        Event::Drew { side, card: Some(card) } => {
            say(format!("The {} draws {}.", side.name(), card.card().name), rule!("RA-15.1"))
        }
        Event::Drew { side, card: None } => {
            say(format!("The {} draws a command card.", side.name()), rule!("RA-15.1"))
        }
        Event::DrewCombat { side, card: Some(card) } => {
            say(format!("The {} draws {}.", side.name(), card.card().name), rule!("RA-15.1"))
        }
        Event::DrewCombat { side, card: None } => {
            say(format!("The {} draws a combat card.", side.name()), rule!("RA-15.1"))
        }
        Event::Scouted { side, cards } => {
            let names: Vec<&str> = cards.iter().map(|c| c.card().name.as_str()).collect();
            say(format!("The {} scouts {}.", side.name(), names.join(" and ")), rule!("RA-15.3"))
        }
        Event::ScoutedHidden { side, cards } => {
            say(format!("The {} draws {}.", side.name(), count(*cards, "command card")), rule!("RA-15.3"))
        }
        Event::Kept { side, kept, discarded } => {
            let keeps = kept.map_or("one".into(), |c| c.card().name.clone());
            let drops = discarded.map_or(String::new(), |c| format!(" and discards {}", c.card().name));
            say(format!("The {} keeps {keeps}{drops}.", side.name()), rule!("RA-15.3"))
        }
        Event::TimePoint { side } => {
            say(format!("Time is on the side of the {}: 1 point.", side.name()), rule!("RA-20.15"))
        }
        Event::Reshuffled { side } => {
            say(format!("The {} shuffles the command discards into the deck.", side.name()), rule!("RA-15.5"))
        }
        Event::Refilled { command } => {
            let deck = if *command { "command" } else { "combat" };
            say(format!("The {deck} discards are shuffled into a new deck."), rule!("RA-15.5"))
        }
        Event::DrawOffered { side } => say(format!("The {} offers a draw.", side.name()), rule!("RA-21.6")),
        Event::StarControl { side, on: true } => {
            say(format!("The {} Fleet Commander takes over the stars.", side.name()), rule!("RA-22.7"))
        }
        Event::StarControl { side, on: false } => say(
            format!("The {} Fleet Commander leaves the stars to the officers.", side.name()),
            rule!("RA-22.7"),
        ),
        Event::Over { end } => {
            let text = match end {
                End::Points(side) => format!("The {} has points enough: it wins.", side.name()),
                End::Eliminations(side) => {
                    format!("The {} has eliminated units enough: it wins.", side.name())
                }
                End::LastUnit(side) => format!("The enemy of the {} has no unit left: it wins.", side.name()),
                End::Conceded(side) => {
                    format!("The {} gives up: the {} wins.", side.other().name(), side.name())
                }
                End::Agreed => "Both sides agree to a draw.".into(),
                End::Quiet => "Forty turns without a loss or a point: a draw.".into(),
            };
            say(
                text,
                match end {
                    End::LastUnit(_) => rule!("RA-21.5"),
                    End::Agreed | End::Quiet => rule!("RA-21.6"),
                    End::Points(_) | End::Eliminations(_) | End::Conceded(_) => rule!("RA-21.1"),
                },
            )
        }
    }
}

/// The dice to show with an event.
pub(crate) fn luck(event: &Event) -> Option<Luck> {
    let show = |title: String, dice: &[Face]| {
        let dice: Vec<String> = dice.iter().map(|f| f.word().to_string()).collect();
        (!dice.is_empty()).then(|| Luck::new(title, dice))
    };
    if let Event::StarRoll { side, dice } = event {
        return show(format!("{}: most Stars", side.name()), dice);
    }
    if let Event::CardRoll { card, dice, .. } = event {
        return show(card.card().name.clone(), dice);
    }
    if let Event::Boarding { mine, theirs, .. } = event {
        let all: Vec<Face> = mine.iter().chain(theirs).copied().collect();
        return show("Boarding party".into(), &all);
    }
    if let Event::Roll { by, on, dice, twists, .. } = event {
        let luck = show(format!("{} at {} against {}", by.kind.words(), by.at, on.at), dice)?;
        return Some(Luck { fell: beats::fell(by, on, dice, *twists), ..luck });
    }
    if let Event::Confirm { dice, .. } = event {
        return show("Flagship: Square or Blast".into(), dice);
    }
    if let Event::Danger { ship, at, dice, .. } = event {
        return show(format!("{} on {at}", ship.kind.words()), dice);
    }
    if let Event::Parley { dice, .. } = event {
        return show("Parley".into(), dice);
    }
    None
}
