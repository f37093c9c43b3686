//! Reading and writing decisions.

use super::{
    Reader,
    position::{base, marker},
};
use crate::{
    action::{Action, Deal, Spot, Target},
    nouns::{Asset, Fleet, Pair, Race, Resource, Ship, Side, Space, Token, Unit},
    state::Table,
};

fn ship(word: &str) -> Option<Ship> {
    Ship::ALL.into_iter().find(|s| s.word() == word)
}

fn unit(word: &str) -> Option<Unit> {
    Unit::ALL.into_iter().find(|u| u.word() == word)
}

fn side(word: &str) -> Option<Side> {
    [Side::Basic, Side::Upgraded].into_iter().find(|s| s.word() == word)
}

fn spot(r: &mut Reader<'_>) -> Result<Spot, String> {
    Ok(match r.word("a place of tokens")? {
        "tray" => Spot::Tray,
        "stored" => Spot::Stored,
        "column" => Spot::Column,
        "spy" => Spot::Spy(r.id("race", Race::from_id)?),
        "attache" => Spot::Attache(r.id("race", Race::from_id)?),
        "embassy" => Spot::Embassy(r.id("race", Race::from_id)?),
        "track" => Spot::Track { row: r.number("row", 6)? as u8, column: r.number("column", 2)? as u8 },
        other => return Err(format!("`{other}` is no place where tokens lie")),
    })
}

/// `with stored`, or the usual place.
fn pay(t: &Table, what: Resource, r: &mut Reader<'_>) -> Result<Spot, String> {
    if r.takes("with") {
        return spot(r);
    }
    Ok(if t.has_token(what, Spot::Tray) { Spot::Tray } else { Spot::Stored })
}

fn carrying(r: &mut Reader<'_>) -> Result<Option<Side>, String> {
    if r.takes("carrying") { Ok(Some(r.id("side", side)?)) } else { Ok(None) }
}

fn card(r: &mut Reader<'_>) -> Result<u8, String> {
    Ok(r.number("card", 9)? as u8)
}

pub fn read(t: &Table, text: &str) -> Result<Action, String> {
    use Resource::{Build, Diplomacy, Espionage, Maneuver, Morale, Research, Warp};
    let mut reader = Reader::new(text);
    let r = &mut reader;
    let race = |r: &mut Reader<'_>| r.id("race", Race::from_id);
    let space = |r: &mut Reader<'_>| r.id("space", Space::from_id);
    let resource = |r: &mut Reader<'_>| r.id("resource", Resource::from_id);
    let action = match r.word("a decision")? {
        "take" => Action::Take(resource(r)?),
        "place" => Action::Place(resource(r)?),
        "resolve" => Action::Resolve,
        "construct" => {
            let what = r.id("unit", unit)?;
            Action::Construct { pay: pay(t, Build, r)?, what }
        }
        "settle" => {
            let (at, base) = (space(r)?, r.id("Base", base)?);
            Action::Settle { pay: pay(t, Build, r)?, at, base }
        }
        "upgrade" => {
            let what = match r.word("what is upgraded")? {
                "mine" => Target::Mine(space(r)?),
                "sol-defense" => Target::SolDefense,
                "base" => Target::Base(r.id("Base", base)?),
                other => return Err(format!("`{other}` cannot be upgraded")),
            };
            Action::Upgrade { pay: pay(t, Build, r)?, what }
        }
        "forward" => {
            let (what, at) = (r.id("unit", unit)?, space(r)?);
            Action::ForwardDeploy { pay: pay(t, Build, r)?, what, at }
        }
        "move" => {
            let (ship, from, to) = (r.id("ship", ship)?, space(r)?, space(r)?);
            let mine = carrying(r)?;
            let pay = if r.takes("free") { None } else { Some(pay(t, Maneuver, r)?) };
            Action::Move { pay, ship, from, to, mine }
        }
        "move-on" => Action::MoveOn { to: space(r)?, mine: carrying(r)? },
        "halt" => Action::Halt,
        "bypass" => {
            let slot = r.number("space of the queue", 9)? as u8;
            Action::Bypass { pay: pay(t, Maneuver, r)?, slot }
        }
        "draw" => Action::Draw(r.id("Activation token", Token::from_id)?),
        "initiate" => {
            let a = card(r)?;
            let b = if r.peek().is_some_and(|w| w != "with") { card(r)? } else { a };
            Action::Initiate { pay: pay(t, Research, r)?, a, b }
        }
        "study" => Action::Study(card(r)?),
        "conduct" => Action::Conduct { pay: pay(t, Research, r)? },
        "focus" => {
            let card = card(r)?;
            Action::Focus { pay: pay(t, Research, r)?, card }
        }
        "sabotage" => {
            let race = race(r)?;
            Action::Sabotage { pay: pay(t, Espionage, r)?, race }
        }
        "slow" => {
            let race = race(r)?;
            Action::SlowResearch { pay: pay(t, Espionage, r)?, race }
        }
        "attache" => {
            let race = race(r)?;
            Action::Attache { pay: pay(t, Espionage, r)?, race }
        }
        "propaganda" => {
            let marker = r.id("marker", marker)?;
            Action::Propaganda { pay: pay(t, Morale, r)?, marker }
        }
        "expand" => Action::Expand { pay: pay(t, Morale, r)? },
        "reclaim" => {
            let what = resource(r)?;
            Action::Reclaim { pay: pay(t, Morale, r)?, what }
        }
        "embassy" => {
            let race = race(r)?;
            Action::Embassy { pay: pay(t, Diplomacy, r)?, race }
        }
        "envoy" => {
            let race = race(r)?;
            Action::Envoy { pay: pay(t, Diplomacy, r)?, race }
        }
        "parley" => {
            let race = race(r)?;
            Action::Parley { pay: pay(t, Diplomacy, r)?, race }
        }
        "ally-ship" => Action::AllyShip { pay: pay(t, Warp, r)? },
        "advanced-tech" => Action::AdvancedTech { pay: pay(t, Warp, r)? },
        "fold" => {
            let (ship, from, to) = (r.id("ship", ship)?, space(r)?, space(r)?);
            Action::FoldSpace { pay: pay(t, Warp, r)?, ship, from, to }
        }
        "opportunity" => {
            let pair = r.id("pair", Pair::from_id)?;
            let deal = match r.word("a deal")? {
                "arms" => Deal::ArmsDealing(race(r)?),
                "arbitration" => Deal::ImpartialArbitration,
                "intel" => Deal::FalsifiedIntel(race(r)?),
                "disarmament" => Deal::Disarmament,
                "peace-talks" => Deal::PeaceTalks,
                other => return Err(format!("`{other}` is no War Opportunity")),
            };
            let warp = r.takes("by-warp");
            let pay = pay(t, if warp { Warp } else { deal.resource() }, r)?;
            Action::Opportunity { pay, warp, pair, deal }
        }
        "store" => Action::Store(resource(r)?),
        "end" => Action::EndPhase,
        "let-go" => Action::LetGo,
        "accept" => Action::Accept,
        "reroll" => Action::Reroll(pay(t, Espionage, r)?),
        "out-maneuver" => Action::OutManeuver(pay(t, Maneuver, r)?),
        "throw" => Action::Throw,
        "contest" => Action::Contest(true),
        "no-contest" => Action::Contest(false),
        "die" => Action::Die(card(r)?),
        "roll-first" => Action::RollFirst(race(r)?),
        "march" => Action::March { fleet: r.id("fleet", Fleet::from_id)?, to: space(r)? },
        "hit" => Action::Hit(r.id("Base", base)?),
        "fight" => Action::Fight(space(r)?),
        "lose" => Action::Lose(match r.word("an asset")? {
            "flagship" => Asset::Flagship,
            "ally" => Asset::Ally,
            "mine" => Asset::Mine(r.id("side", side)?),
            "sol-defense" => Asset::SolDefense,
            "base" => Asset::Base(r.id("Base", base)?),
            other => return Err(format!("`{other}` is no asset")),
        }),
        "bury" => Action::Bury(r.id("fleet", Fleet::from_id)?),
        "pursue" => Action::Pursue { ship: r.id("ship", ship)?, to: space(r)? },
        "plunder" => {
            let what = resource(r)?;
            let from = if r.takes("from") { spot(r)? } else { Spot::Stored };
            Action::Plunder { what, from }
        }
        "research" => Action::Research(card(r)?),
        "free-build" => Action::FreeBuild(r.id("unit", unit)?),
        "free-propaganda" => Action::FreePropaganda(r.id("marker", marker)?),
        "decline" => Action::Decline,
        "break" => Action::Break(r.id("pair", Pair::from_id)?),
        "faction" => Action::Faction(race(r)?),
        "return" => Action::Return(spot(r)?),
        other => return Err(format!("`{other}` begins no decision of this game")),
    };
    reader.end()?;
    Ok(action)
}

fn at(spot: Spot) -> String {
    match spot {
        Spot::Tray => "tray".into(),
        Spot::Stored => "stored".into(),
        Spot::Column => "column".into(),
        Spot::Spy(race) => format!("spy {}", race.id()),
        Spot::Attache(race) => format!("attache {}", race.id()),
        Spot::Embassy(race) => format!("embassy {}", race.id()),
        Spot::Track { row, column } => format!("track {row} {column}"),
    }
}

fn load(mine: Option<Side>) -> String {
    mine.map_or(String::new(), |side| format!(" carrying {}", side.word()))
}

pub fn print(action: Action) -> String {
    let with = |spot: Spot| format!("with {}", at(spot));
    match action {
        Action::Take(what) => format!("take {}", what.id()),
        Action::Place(what) => format!("place {}", what.id()),
        Action::Resolve => "resolve".into(),
        Action::Construct { pay, what } => format!("construct {} {}", what.word(), with(pay)),
        Action::Settle { pay, at, base } => format!("settle {} {} {}", at.id(), base.word(), with(pay)),
        Action::Upgrade { pay, what } => match what {
            Target::Mine(space) => format!("upgrade mine {} {}", space.id(), with(pay)),
            Target::SolDefense => format!("upgrade sol-defense {}", with(pay)),
            Target::Base(base) => format!("upgrade base {} {}", base.word(), with(pay)),
        },
        Action::ForwardDeploy { pay, what, at } => {
            format!("forward {} {} {}", what.word(), at.id(), with(pay))
        }
        Action::Move { pay, ship, from, to, mine } => {
            let end = pay.map_or("free".into(), with);
            format!("move {} {} {}{} {end}", ship.word(), from.id(), to.id(), load(mine))
        }
        Action::MoveOn { to, mine } => format!("move-on {}{}", to.id(), load(mine)),
        Action::Halt => "halt".into(),
        Action::Bypass { pay, slot } => format!("bypass {slot} {}", with(pay)),
        Action::Draw(token) => format!("draw {}", token.id()),
        Action::Initiate { pay, a, b } => format!("initiate {a} {b} {}", with(pay)),
        Action::Study(card) => format!("study {card}"),
        Action::Conduct { pay } => format!("conduct {}", with(pay)),
        Action::Focus { pay, card } => format!("focus {card} {}", with(pay)),
        Action::Sabotage { pay, race } => format!("sabotage {} {}", race.id(), with(pay)),
        Action::SlowResearch { pay, race } => format!("slow {} {}", race.id(), with(pay)),
        Action::Attache { pay, race } => format!("attache {} {}", race.id(), with(pay)),
        Action::Propaganda { pay, marker } => format!("propaganda {} {}", marker.word(), with(pay)),
        Action::Expand { pay } => format!("expand {}", with(pay)),
        Action::Reclaim { pay, what } => format!("reclaim {} {}", what.id(), with(pay)),
        Action::Embassy { pay, race } => format!("embassy {} {}", race.id(), with(pay)),
        Action::Envoy { pay, race } => format!("envoy {} {}", race.id(), with(pay)),
        Action::Parley { pay, race } => format!("parley {} {}", race.id(), with(pay)),
        Action::AllyShip { pay } => format!("ally-ship {}", with(pay)),
        Action::AdvancedTech { pay } => format!("advanced-tech {}", with(pay)),
        Action::FoldSpace { pay, ship, from, to } => {
            format!("fold {} {} {} {}", ship.word(), from.id(), to.id(), with(pay))
        }
        Action::Opportunity { pay, warp, pair, deal } => {
            let deal = match deal {
                Deal::ArmsDealing(race) => format!("arms {}", race.id()),
                Deal::ImpartialArbitration => "arbitration".into(),
                Deal::FalsifiedIntel(race) => format!("intel {}", race.id()),
                Deal::Disarmament => "disarmament".into(),
                Deal::PeaceTalks => "peace-talks".into(),
            };
            let by = if warp { " by-warp" } else { "" };
            format!("opportunity {} {deal}{by} {}", pair.id(), with(pay))
        }
        Action::Store(what) => format!("store {}", what.id()),
        Action::EndPhase => "end".into(),
        Action::LetGo => "let-go".into(),
        Action::Accept => "accept".into(),
        Action::Reroll(spot) => format!("reroll {}", with(spot)),
        Action::OutManeuver(spot) => format!("out-maneuver {}", with(spot)),
        Action::Throw => "throw".into(),
        Action::Contest(true) => "contest".into(),
        Action::Contest(false) => "no-contest".into(),
        Action::Die(i) => format!("die {i}"),
        Action::RollFirst(race) => format!("roll-first {}", race.id()),
        Action::March { fleet, to } => format!("march {} {}", fleet.id(), to.id()),
        Action::Hit(base) => format!("hit {}", base.word()),
        Action::Fight(space) => format!("fight {}", space.id()),
        Action::Lose(asset) => match asset {
            Asset::Flagship => "lose flagship".into(),
            Asset::Ally => "lose ally".into(),
            Asset::Mine(side) => format!("lose mine {}", side.word()),
            Asset::SolDefense => "lose sol-defense".into(),
            Asset::Base(base) => format!("lose base {}", base.word()),
        },
        Action::Bury(fleet) => format!("bury {}", fleet.id()),
        Action::Pursue { ship, to } => format!("pursue {} {}", ship.word(), to.id()),
        Action::Plunder { what, from } => format!("plunder {} from {}", what.id(), at(from)),
        Action::Research(card) => format!("research {card}"),
        Action::FreeBuild(unit) => format!("free-build {}", unit.word()),
        Action::FreePropaganda(marker) => format!("free-propaganda {}", marker.word()),
        Action::Decline => "decline".into(),
        Action::Break(pair) => format!("break {}", pair.id()),
        Action::Faction(race) => format!("faction {}", race.id()),
        Action::Return(spot) => format!("return {}", at(spot)),
    }
}
