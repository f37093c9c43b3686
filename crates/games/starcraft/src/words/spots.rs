//! What somebody points at: clicks on the board, read.

use crate::{
    data::{EventCard, Face, Tech},
    ids::{Area, Building, Faction, Module, Order, Planet, Res, Route, Slot, Unit},
};
use klaxon_core::Seat;

/// One click.
#[derive(Clone, Copy)]
pub(crate) enum Spot {
    Planet(Planet),
    Area(Area),
    Unit(Area, Unit),
    Base(Area),
    Stack(Planet),
    Route(Route),
    Slot(Slot),
    Cell(i8, i8),
    Turn(u8),
    Order(Order),
    Resource(Area),
    Permanent(Res),
    Buy(Unit),
    Worker,
    Transport,
    NewBase,
    Building(Building),
    Module(Module),
    Off(Res),
    Tech(Tech),
    Card(Face),
    Event(EventCard),
    Deck,
    Skirmish(u8),
    Fighter(Unit),
    Seat(Seat),
    Faction(Faction),
    End(Route, u8),
}

/// Reads a click.
pub(crate) fn read(click: &str) -> Option<Spot> {
    if click == "deck" {
        return Some(Spot::Deck);
    }
    let (kind, id) = click.split_once(':')?;
    Some(match kind {
        "planet" => Spot::Planet(Planet::parse(id)?),
        "area" => Spot::Area(id.parse().ok()?),
        "unit" => {
            let (area, unit) = id.split_once(':')?;
            Spot::Unit(area.parse().ok()?, Unit::parse(unit)?)
        }
        "base" => Spot::Base(id.parse().ok()?),
        "stack" => Spot::Stack(Planet::parse(id)?),
        "route" => Spot::Route(id.parse().ok()?),
        "slot" => Spot::Slot(id.parse().ok()?),
        "cell" => {
            let (x, y) = id.split_once(',')?;
            Spot::Cell(x.parse().ok()?, y.parse().ok()?)
        }
        "turn" => Spot::Turn(id.parse().ok()?),
        "order" => Spot::Order(Order::parse(id)?),
        "resource" => Spot::Resource(id.parse().ok()?),
        "permanent" => Spot::Permanent(Res::parse(id)?),
        "buy" => match id {
            "worker" => Spot::Worker,
            "transport" => Spot::Transport,
            "base" => Spot::NewBase,
            unit => Spot::Buy(Unit::parse(unit)?),
        },
        "building" => Spot::Building(Building::parse(id)?),
        "module" => Spot::Module(Module::parse(id)?),
        "off" => Spot::Off(Res::parse(id)?),
        "tech" => Spot::Tech(id.parse().ok()?),
        "card" => Spot::Card(id.parse().ok()?),
        "event" => Spot::Event(id.parse().ok()?),
        "skirmish" => Spot::Skirmish(id.parse().ok()?),
        "fighter" => {
            let (_side, unit) = id.split_once(':')?;
            Spot::Fighter(Unit::parse(unit)?)
        }
        "seat" => Spot::Seat(Seat(id.parse().ok()?)),
        "faction" => Spot::Faction(Faction::parse(id)?),
        "end" => {
            let (route, end) = id.split_once(':')?;
            Spot::End(route.parse().ok()?, end.parse().ok()?)
        }
        _ => return None,
    })
}
