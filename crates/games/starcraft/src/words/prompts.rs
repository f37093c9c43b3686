//! What is asked now, and whom the table waits for.

use crate::{
    action::Action,
    data::{Price, data},
    edition::EventOrder,
    ids::Unit,
    state::{Frame, Item, Piece},
    view::View,
    words::{and_list, area_name, labels::order_name, planet_name, seat_name, unit_name},
};
use klaxon_core::{Line, RuleId, Seat, Viewer, rule};

pub(crate) fn prompt(view: &View, viewer: Viewer) -> Line {
    if let Some(ending) = view.ending {
        let text = super::outcome(view, ending).text;
        return Line::new(format!("The game is over: {text}."), rule!("SC-14.12"));
    }
    let asked: Vec<Seat> = view.asked.iter().collect();
    let mine = matches!(viewer, Viewer::Seat(seat) if view.asked.has(seat));
    let (text, rule) = question(view, if mine { view.me } else { asked.first().copied() });
    if mine {
        return Line::new(text, rule);
    }
    let names: Vec<String> = asked.iter().map(|s| seat_name(view, *s)).collect();
    Line::new(format!("Waiting for {}: {}", and_list(&names), lower(&of_others(&text))), rule)
}

/// What is said to somebody, said of him: `your` becomes `their`.
fn of_others(text: &str) -> String {
    let other = |word: &str| match word {
        "your" => "their".into(),
        "you" => "they".into(),
        "Your" => "Their".into(),
        "You" => "They".into(),
        _ => word.to_owned(),
    };
    text.split(' ').map(other).collect::<Vec<String>>().join(" ")
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_lowercase().chain(chars).collect())
}

/// The name of what is being bought.
pub(crate) fn item_name(item: Item) -> String {
    match item {
        Item::Worker => "a worker".into(),
        Item::Transport(_) => "a transport".into(),
        Item::Unit(unit, area) => format!("a {} for {}", unit_name(unit), area_name(area)),
        Item::Morph(unit, area, _) => format!("a {} in {}", unit_name(unit), area_name(area)),
        Item::Building(building) => format!("the next level of the {}", data().building_name(building)),
        Item::Module(module) => format!("the module {}", data().module(module).name),
        Item::Base(area) => format!("a base in {}", area_name(area)),
        Item::Tech(tech) => format!("the technology {}", tech.name()),
    }
}

/// What a choice buys; nothing where it buys nothing, or nothing that may be told.
fn bought(action: Action) -> Option<Item> {
    match action {
        Action::BuyWorker => Some(Item::Worker),
        Action::BuyTransport { route, .. } => Some(Item::Transport(route)),
        Action::BuyUnit { unit, area, .. } => Some(Item::Unit(unit, area)),
        Action::Morph { unit, area, other, .. } => Some(Item::Morph(unit, area, other)),
        Action::BuyBuilding { building, .. } => Some(Item::Building(building)),
        Action::BuyModule { module, .. } => Some(Item::Module(module)),
        Action::BuyBase { area, .. } => Some(Item::Base(area)),
        Action::BuyTech { tech, .. } => Some(Item::Tech(tech)),
        _ => None,
    }
}

pub(crate) fn piece_name(piece: Piece) -> String {
    match piece {
        Piece::Unit(unit, area) => format!("your {} in {}", unit_name(unit), area_name(area)),
        Piece::Base(area) => format!("your base in {}", area_name(area)),
        Piece::Transport(route) => format!("your transport on route {route}"),
    }
}

fn question(view: &View, seat: Option<Seat>) -> (String, RuleId) {
    let planet = view.turn.map_or("the planet", |t| planet_name(t.planet));
    let order = view.turn.map_or("", |t| order_name(t.order));
    let flu = |side: u8, skirmish: u8| -> &'static str {
        let fighters = view.battle.as_ref().map(|b| &b.fighters[usize::from(side)]);
        let front = fighters.and_then(|f| f.iter().find(|f| f.front && f.skirmish == Some(skirmish)));
        front.map_or("unit", |f| unit_name(f.unit))
    };
    let n = |skirmish: u8| skirmish + 1;
    match view.question {
        Frame::Draft(_) => ("Choose your faction.".into(), rule!("SC-2.3")),
        Frame::PlacePlanet(0) => {
            ("Lay one of your planets: the galaxy begins with it.".into(), rule!("SC-2.10"))
        }
        Frame::PlacePlanet(_) => {
            ("Lay one of your planets so that a route joins it to the galaxy.".into(), rule!("SC-2.10"))
        }
        Frame::StartBase(_, planet) => (
            format!("Put your starting base on {}, or keep it for your second planet.", planet_name(planet)),
            rule!("SC-2.13"),
        ),
        Frame::ZMajor(_) => {
            ("Choose a free slot for the major end of your z-axis route.".into(), rule!("SC-2.17"))
        }
        Frame::ZMinor(_, major) => (
            format!(
                "Choose a free slot of another planet than {} for the minor end.",
                planet_name(major.planet)
            ),
            rule!("SC-2.17"),
        ),
        Frame::Forces => (forces_prompt(view, seat), rule!("SC-2.22")),
        Frame::Plan { cycle, .. } => {
            (format!("Place order {} of 4 face down on a planet.", cycle + 1), rule!("SC-3.2"))
        }
        Frame::Turn(_) => ("Choose one of your orders on top of a stack.".into(), rule!("SC-4.1")),
        Frame::Revealed => (
            format!("Execute your {order} order on {planet}, or take an event card instead."),
            rule!("SC-4.3"),
        ),
        Frame::EndTurn => ("Your order is done: end your turn.".into(), rule!("SC-4.1")),
        Frame::Scrap(_) => ("Choose a piece of your own to destroy, or none.".into(), rule!("SC-1.15")),
        Frame::ScrapSure(_, piece) => {
            (format!("Really destroy {}? Nothing is gained by it.", piece_name(piece)), rule!("SC-1.15"))
        }
        Frame::MineSure { seat: buyer, m, g, buy } => {
            let lack = super::aims::forced(view, buyer, Price { m, g }).map_or([0; 2], |forced| forced.lack);
            let (price, lack) = (Price { m, g }, Price { m: lack[0], g: lack[1] });
            let what = bought(buy).map_or("the purchase".into(), item_name);
            (
                format!(
                    "Buy {what} for {price}? What renews itself is not enough: {lack} must be force mined."
                ),
                rule!("SC-5.10"),
            )
        }
        Frame::Pay { m, g, item, .. } => {
            let left = Price { m, g };
            let item = item_name(item);
            // Renewable places come first: where none is left, what is taken now is lost.
            if seat.is_some_and(|seat| super::aims::only_by_force(view, seat, m)) {
                (format!("Pay for {item}: {left} to go, and only force mining is left."), rule!("SC-5.10"))
            } else {
                let where_to = "Choose where the next worker goes.";
                (format!("Pay for {item}: {left} to go. {where_to}"), rule!("SC-5.1"))
            }
        }
        Frame::Build => (build_prompt(view, planet), rule!("SC-6.1")),
        Frame::Mobilize => (moves_prompt(view, planet), rule!("SC-7.1")),
        Frame::ResearchDraw => ("Draw 3 combat cards?".into(), rule!("SC-8.2")),
        Frame::ResearchTech => ("Buy one technology, or none.".into(), rule!("SC-8.3")),
        Frame::ResearchSpecial(_) => {
            ("Take one more event card, or one copy of the new technology into hand.".into(), rule!("SC-8.9"))
        }
        Frame::StartAbility(_) => {
            ("Use one ability at the start of the battle, or none.".into(), rule!("SC-9.4"))
        }
        Frame::StartLose { .. } => ("Choose a unit that you lose before the battle.".into(), rule!("SC-9.4")),
        Frame::Sacrifice { n, .. } => (
            format!("Destroy a unit of this battle or a worker of your pool, then draw {n} cards."),
            rule!("SC-9.4"),
        ),
        Frame::CallOff => ("Choose the area to which your units leave.".into(), rule!("SC-13.12")),
        Frame::Surplus(_) => {
            ("Your units exceed the unit limit: choose one to lose.".into(), rule!("SC-9.4"))
        }
        Frame::Front(_) => {
            ("You have only assist units: choose the one for the front.".into(), rule!("SC-9.9"))
        }
        Frame::Pair => ("Pair one of your units with a defending unit.".into(), rule!("SC-9.7")),
        Frame::Support(side) => {
            let unit = seat.and_then(|_| next_supporter(view, side)).map_or("unit", unit_name);
            (format!("Choose the skirmish that your {unit} supports."), rule!("SC-9.11"))
        }
        Frame::Standard { side, skirmish } => (
            format!(
                "Skirmish {}: lay a card for your {}, or the top of your deck.",
                n(skirmish),
                flu(side, skirmish)
            ),
            rule!("SC-9.12"),
        ),
        Frame::Reinforce { side, skirmish } => (
            format!(
                "Skirmish {}: add a reinforcement for your {}, or none.",
                n(skirmish),
                flu(side, skirmish)
            ),
            rule!("SC-9.12"),
        ),
        Frame::NextSkirmish => ("Choose the next skirmish to resolve.".into(), rule!("SC-9.17")),
        Frame::Victim(_) => ("Choose the supporting unit that you lose.".into(), rule!("SC-9.30")),
        Frame::EndVictim { .. } => ("Choose the unit that you lose to the ability.".into(), rule!("SC-9.34")),
        Frame::Bury => ("Your cloaked unit withdraws: choose its area.".into(), rule!("SC-10.1")),
        Frame::Splash(_) => ("Splash damage: choose a unit that you lose.".into(), rule!("SC-9.40")),
        Frame::Excess(_) => {
            ("You exceed the unit limit: choose a unit that retreats.".into(), rule!("SC-9.46"))
        }
        Frame::RetreatTo(_) => ("Choose the area to which your units retreat.".into(), rule!("SC-9.51")),
        Frame::Overflow { area, .. } => {
            (format!("Not all units fit into {}: choose one to lose.", area_name(area)), rule!("SC-9.52"))
        }
        Frame::ChooseEvents => (events_prompt(view), rule!("SC-13.2")),
        Frame::EndBenefit(_) => {
            ("The end draws near: take a conquest point or 3 combat cards.".into(), rule!("SC-13.6"))
        }
        Frame::Deploy { units, cost, .. } => {
            (format!("Deploy up to {units} more with a total cost of {cost} or less."), rule!("SC-13.2"))
        }
        Frame::Transports { n, .. } => {
            (format!("Place up to {n} more transports on routes at your bases."), rule!("SC-6.9"))
        }
        Frame::EventBuy { n, .. } => (format!("Buy at a discount of {n}, or nothing."), rule!("SC-13.13")),
        Frame::TakeTech(_) => ("Take one technology free of charge, or none.".into(), rule!("SC-13.17")),
        Frame::ZEnd { .. } => ("Choose the end of a z-axis route that moves.".into(), rule!("SC-13.2")),
        Frame::ZTo { .. } => ("Choose the free slot to which the end moves.".into(), rule!("SC-2.17")),
        Frame::Peek(_) => ("Choose the player whose hand you look at.".into(), rule!("SC-13.2")),
        Frame::PeekCard { .. } => {
            ("Choose the card that is discarded from that hand.".into(), rule!("SC-13.2"))
        }
        Frame::Bombard(_) => ("Choose the area that is bombarded.".into(), rule!("SC-13.2")),
        Frame::BombardLose(area) => {
            (format!("{} is bombarded: choose the unit that you lose.", area_name(area)), rule!("SC-13.2"))
        }
        Frame::Deplete(_) => {
            ("Choose a mineral or gas area that is depleted one step.".into(), rule!("SC-5.17"))
        }
        Frame::Discard => ("Discard combat cards down to your hand limit.".into(), rule!("SC-12.16")),
        Frame::Idle | Frame::Do(_) => ("Nothing is asked.".into(), rule!("SC-3.1")),
    }
}

fn build_prompt(view: &View, planet: &str) -> String {
    let Some(turn) = view.turn else { return String::new() };
    let sheet = view.seat(turn.seat);
    let limit = sheet.build_limit + u8::from(turn.order == crate::ids::Order::SpecialBuild);
    let discount = turn.order == crate::ids::Order::SpecialBuild && !view.site.discount;
    let discount = if discount { ", one purchase is 1 cheaper" } else { "" };
    let left = limit.saturating_sub(view.site.units);
    let pool = sheet.pool;
    if view.site.past_a {
        return format!(
            "Build on {planet}: workers and units are over; {pool} workers can still pay{discount}."
        );
    }
    let units = if left == 1 { "1 more unit" } else { &format!("{left} more units") };
    format!("Build on {planet}: {units}, {pool} workers can pay{discount}.")
}

fn forces_prompt(view: &View, seat: Option<Seat>) -> String {
    let Some(sheet) = seat.map(|seat| view.seat(seat)) else {
        return "Place your starting units, then your transport, at your base's planet.".into();
    };
    let many = |(unit, n): &(Unit, u8)| match n {
        1 => unit_name(*unit).to_owned(),
        n => format!("{} ×{n}", unit_name(*unit)),
    };
    match &sheet.to_place[..] {
        [] => "Place your transport on a route of your base's planet.".into(),
        [(unit, _), ..] => {
            let left: Vec<String> = sheet.to_place.iter().map(many).collect();
            let name = unit_name(*unit);
            format!("Place a {name} on your base's planet. Still to come: {}.", and_list(&left))
        }
    }
}

fn events_prompt(view: &View) -> String {
    let choose = "Choose the event card that you execute, or none.";
    let after: Vec<String> = view.events_to_come().skip(1).map(|s| seat_name(view, s)).collect();
    // SC-14.10: whoever chooses after the second End card knows that the game ends now.
    let end =
        if view.ends < 2 { "" } else { " Two End cards lie on the table: the game ends with this step." };
    match (view.event_order, &after[..]) {
        (EventOrder::AtOnce, _) => format!("{choose} All choose at once."),
        (EventOrder::Clockwise, []) => format!("{choose} Nobody decides after this.{end}"),
        (EventOrder::Clockwise, [one]) => {
            format!("{choose} It is carried out before {one} decides.{end}")
        }
        (EventOrder::Clockwise, more) => {
            format!("{choose} It is carried out before {} decide.{end}", and_list(more))
        }
    }
}

fn moves_prompt(view: &View, planet: &str) -> String {
    match &view.moves {
        Some(moves) if moves.over.is_some() => "An area is above its limit: move a unit out of it.".into(),
        Some(moves) if moves.n > 0 => format!("Move more units to {planet}, or finish the moves."),
        _ => format!("Move units on {planet} and to it, then finish the moves."),
    }
}

/// The next unit without a skirmish.
pub(crate) fn next_supporter(view: &View, side: u8) -> Option<Unit> {
    let fighters = &view.battle.as_ref()?.fighters[usize::from(side)];
    let free = fighters.iter().find(|f| f.skirmish.is_none() && f.fate == crate::state::Fate::In);
    free.map(|f| f.unit)
}
