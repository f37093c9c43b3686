//! What clicks on the board seem to mean, legal or not, so that the page can say why not.

use crate::{
    action::Action,
    data::{EventCard, Face, Tech},
    ids::{Area, Building, Module, Order, Planet, Res, Route, Slot, Unit},
    state::Frame,
    view::View,
};
use klaxon_core::Seat;

/// One click.
#[derive(Clone, Copy)]
enum Spot {
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
    Buy(Option<Unit>, &'static str),
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
    Faction(crate::ids::Faction),
    End(Route, u8),
}

fn read(click: &str) -> Option<Spot> {
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
            "worker" => Spot::Buy(None, "worker"),
            "transport" => Spot::Buy(None, "transport"),
            "base" => Spot::Buy(None, "base"),
            unit => Spot::Buy(Some(Unit::parse(unit)?), "unit"),
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
        "faction" => Spot::Faction(crate::ids::Faction::parse(id)?),
        "end" => {
            let (route, end) = id.split_once(':')?;
            Spot::End(route.parse().ok()?, end.parse().ok()?)
        }
        _ => return None,
    })
}

pub(crate) fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
    let spots: Vec<Spot> = clicks.iter().map(|c| read(c)).collect::<Option<_>>()?;
    // The last click may name a discount.
    let (off, spots) = match spots.split_last() {
        Some((Spot::Off(res), rest)) => (Some(*res), rest),
        _ => (None, &spots[..]),
    };
    match view.question {
        Frame::Draft(_) => match spots {
            [Spot::Faction(faction)] => Some(Action::Faction(*faction)),
            _ => None,
        },
        Frame::PlacePlanet(_) => match spots {
            [Spot::Planet(planet), Spot::Cell(x, y), Spot::Turn(turn)] => {
                Some(Action::PlacePlanet { planet: *planet, x: *x, y: *y, turn: *turn })
            }
            [Spot::Planet(planet), Spot::Cell(x, y)] => {
                Some(Action::PlacePlanet { planet: *planet, x: *x, y: *y, turn: 0 })
            }
            _ => None,
        },
        Frame::StartBase(..) => match spots {
            [Spot::Area(area)] => Some(Action::StartBase(*area)),
            _ => None,
        },
        Frame::ZMajor(_) | Frame::ZMinor(..) | Frame::ZTo { .. } => match spots {
            [Spot::Slot(slot)] => Some(Action::ZSlot(*slot)),
            _ => None,
        },
        Frame::ZEnd { .. } => match spots {
            [Spot::End(route, end)] => Some(Action::ZEnd { route: *route, end: *end }),
            _ => None,
        },
        Frame::Forces => match spots {
            [Spot::Area(area)] => {
                let unit = view.seat(seat).to_place.first()?.0;
                Some(Action::StartUnit { unit, area: *area })
            }
            [Spot::Route(route)] => Some(Action::PutTransport(*route)),
            _ => None,
        },
        Frame::Transports { .. } => match spots {
            [Spot::Route(route)] => Some(Action::PutTransport(*route)),
            _ => None,
        },
        Frame::Plan { .. } => match spots {
            [Spot::Planet(planet) | Spot::Stack(planet), Spot::Order(order)] => {
                Some(Action::Order { order: *order, planet: *planet })
            }
            // SC-3.3: a planet out of reach takes no order of any kind.
            [Spot::Planet(planet) | Spot::Stack(planet)] => {
                Some(Action::Order { order: Order::Build, planet: *planet })
            }
            _ => None,
        },
        Frame::Turn(_) => match spots {
            [Spot::Stack(planet) | Spot::Planet(planet)] => Some(Action::Choose(*planet)),
            _ => None,
        },
        Frame::Scrap(_) => match spots {
            [Spot::Unit(area, unit)] => Some(Action::ScrapUnit { unit: *unit, area: *area }),
            [Spot::Base(area)] => Some(Action::ScrapBase(*area)),
            [Spot::Route(route)] => Some(Action::ScrapTransport(*route)),
            _ => None,
        },
        Frame::Pay { .. } => match spots {
            [Spot::Permanent(res)] => Some(Action::PayPermanent(*res)),
            [Spot::Resource(area)] => {
                let full = view
                    .area(*area)
                    .is_some_and(|a| a.content.resource().is_some_and(|(_, n)| a.workers >= n));
                Some(if full { Action::ForceMine(*area) } else { Action::PayCard(*area) })
            }
            _ => None,
        },
        Frame::Build | Frame::EventBuy { .. } | Frame::ResearchTech | Frame::TakeTech(_) => match spots {
            [Spot::Buy(None, "worker")] => Some(Action::BuyWorker),
            [Spot::Buy(None, "transport"), Spot::Route(route)] => {
                Some(Action::BuyTransport { route: *route, off })
            }
            [Spot::Buy(None, "base"), Spot::Area(area)] => Some(Action::BuyBase { area: *area, off }),
            [Spot::Buy(Some(unit), _), Spot::Area(area)] => {
                let made = crate::data::data().unit(*unit).technology;
                Some(if made {
                    Action::Morph { unit: *unit, area: *area, other: *area, off }
                } else {
                    Action::BuyUnit { unit: *unit, area: *area, off }
                })
            }
            [Spot::Buy(Some(unit), _), Spot::Area(area), Spot::Area(other)] => {
                Some(Action::Morph { unit: *unit, area: *area, other: *other, off })
            }
            [Spot::Building(building)] => Some(Action::BuyBuilding { building: *building, off }),
            [Spot::Module(module)] => Some(Action::BuyModule { module: *module, off }),
            [Spot::Tech(tech)] => Some(Action::BuyTech { tech: *tech, off }),
            _ => None,
        },
        Frame::Mobilize => match spots {
            [Spot::Unit(from, unit), Spot::Area(to)] => {
                Some(Action::Move { unit: *unit, from: *from, to: *to })
            }
            [Spot::Base(_), Spot::Area(to)] => Some(Action::LiftOff(*to)),
            [Spot::Tech(_), Spot::Unit(from, unit), Spot::Area(to)] => {
                Some(Action::Recall { unit: *unit, from: *from, to: *to })
            }
            _ => None,
        },
        Frame::ResearchSpecial(_) => match spots {
            [Spot::Card(face)] => Some(Action::TakeCard(*face)),
            _ => None,
        },
        Frame::StartAbility(_) => match spots {
            [Spot::Tech(tech)] => Some(Action::UseTech(*tech)),
            [Spot::Event(event)] => Some(Action::UseEvent(*event)),
            _ => None,
        },
        Frame::StartLose { .. }
        | Frame::Sacrifice { .. }
        | Frame::Surplus(_)
        | Frame::Victim(_)
        | Frame::EndVictim { .. }
        | Frame::Splash(_)
        | Frame::Overflow { .. }
        | Frame::BombardLose(_) => match spots {
            [Spot::Fighter(unit) | Spot::Unit(_, unit)] => Some(Action::Lose(*unit)),
            _ => None,
        },
        Frame::Front(_) => match spots {
            [Spot::Fighter(unit)] => Some(Action::Front(*unit)),
            _ => None,
        },
        Frame::Pair => match spots {
            [Spot::Fighter(mine), Spot::Fighter(theirs)] => {
                Some(Action::Pair { mine: *mine, theirs: *theirs })
            }
            _ => None,
        },
        Frame::Support(_) => match spots {
            [Spot::Skirmish(s)] => Some(Action::Support(*s)),
            _ => None,
        },
        Frame::Standard { .. } => match spots {
            [Spot::Card(face)] => Some(Action::Standard(*face)),
            [Spot::Deck] => Some(Action::DeckTop),
            _ => None,
        },
        Frame::Reinforce { .. } => match spots {
            [Spot::Card(face)] if face.data().kind == crate::effect::Kind::Standard => {
                Some(Action::Shields(*face))
            }
            [Spot::Card(face)] => Some(Action::Reinforce(*face)),
            _ => None,
        },
        Frame::NextSkirmish => match spots {
            [Spot::Skirmish(s)] => Some(Action::Skirmish(*s)),
            _ => None,
        },
        Frame::Bury => match spots {
            [Spot::Area(area)] => {
                let battle = view.battle.as_ref()?;
                let side = battle.seats.iter().position(|s| *s == seat)?;
                let doomed = battle.fighters[side].iter().find(|f| f.fate == crate::state::Fate::Doomed)?;
                Some(Action::Withdraw { unit: doomed.unit, area: *area })
            }
            _ => None,
        },
        Frame::Excess(_) => match spots {
            [Spot::Fighter(unit)] => Some(Action::RetreatUnit(*unit)),
            _ => None,
        },
        Frame::CallOff | Frame::RetreatTo(_) => match spots {
            [Spot::Area(area)] => Some(Action::RetreatTo(*area)),
            _ => None,
        },
        Frame::ChooseEvents => match spots {
            [Spot::Event(event)] => Some(Action::PlayEvent(*event)),
            _ => None,
        },
        Frame::Deploy { .. } => match spots {
            [Spot::Buy(Some(unit), _), Spot::Area(area)] => Some(Action::Deploy { unit: *unit, area: *area }),
            _ => None,
        },
        Frame::Peek(_) => match spots {
            [Spot::Seat(at)] => Some(Action::PeekAt(*at)),
            _ => None,
        },
        Frame::PeekCard { .. } | Frame::Discard => match spots {
            [Spot::Card(face)] => Some(Action::Discard(*face)),
            _ => None,
        },
        Frame::Bombard(_) => match spots {
            [Spot::Area(area) | Spot::Unit(area, _)] => Some(Action::Bombard(*area)),
            _ => None,
        },
        Frame::Deplete(_) => match spots {
            [Spot::Resource(area) | Spot::Area(area)] => Some(Action::Deplete(*area)),
            _ => None,
        },
        Frame::Revealed
        | Frame::EndTurn
        | Frame::ScrapSure(..)
        | Frame::MineSure { .. }
        | Frame::ResearchDraw
        | Frame::EndBenefit(_)
        | Frame::Idle
        | Frame::Do(_) => None,
    }
}
