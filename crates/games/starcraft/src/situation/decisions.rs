//! Decisions as words, and words as decisions.

use super::{read_area, read_cell, read_planet, read_seat, read_unit, small};
use crate::{
    action::Action,
    data::{EventCard, Face, Tech},
    ids::{Building, Faction, Module, Order, Res},
    state::{Frame, StarCraft},
};
use klaxon_core::{Seat, Situation};

fn off_words(off: Option<Res>) -> String {
    off.map_or(String::new(), |res| format!(" off {res}"))
}

pub(super) fn words(action: &Action) -> String {
    match *action {
        Action::Faction(faction) => format!("take {faction}"),
        Action::PlacePlanet { planet, x, y, turn } => format!("lay {planet} {x},{y} turn {turn}"),
        Action::StartBase(area) => format!("base {area}"),
        Action::BaseLater => "base later".into(),
        Action::ZSlot(slot) => format!("slot {slot}"),
        Action::StartUnit { unit, area } => format!("unit {unit} {area}"),
        Action::PutTransport(route) => format!("transport {route}"),
        Action::Order { order, planet } => format!("order {order} {planet}"),
        Action::Choose(planet) => format!("choose {planet}"),
        Action::Execute => "execute".into(),
        Action::TakeEvent => "event".into(),
        Action::EndTurn => "end".into(),
        Action::Scrap => "scrap".into(),
        Action::ScrapUnit { unit, area } => format!("scrap {unit} {area}"),
        Action::ScrapBase(area) => format!("scrap base {area}"),
        Action::ScrapTransport(route) => format!("scrap transport {route}"),
        Action::Really => "really".into(),
        Action::Keep => "keep".into(),
        Action::PayPermanent(res) => format!("pay {res}"),
        Action::PayCard(area) => format!("pay {area}"),
        Action::ForceMine(area) => format!("force {area}"),
        Action::PayRest => "pay rest".into(),
        Action::BuyWorker => "buy worker".into(),
        Action::BuyTransport { route, off } => format!("buy transport {route}{}", off_words(off)),
        Action::BuyUnit { unit, area, off } => format!("buy {unit} {area}{}", off_words(off)),
        Action::Morph { unit, area, other, off } => format!("morph {unit} {area} {other}{}", off_words(off)),
        Action::BuyBuilding { building, off } => format!("buy {building}{}", off_words(off)),
        Action::BuyModule { module, off } => format!("buy {module}{}", off_words(off)),
        Action::BuyBase { area, off } => format!("buy base {area}{}", off_words(off)),
        Action::BuyTech { tech, off } => format!("buy {tech}{}", off_words(off)),
        Action::Done => "done".into(),
        Action::Move { unit, from, to } => format!("move {unit} {from} {to}"),
        Action::LiftOff(area) => format!("lift {area}"),
        Action::Recall { unit, from, to } => format!("recall {unit} {from} {to}"),
        Action::Draw => "draw".into(),
        Action::NoDraw => "no draw".into(),
        Action::TakeCard(face) => format!("take {face}"),
        Action::UseTech(tech) => format!("use {tech}"),
        Action::UseEvent(card) => format!("use {card}"),
        Action::NoAbility => "no ability".into(),
        Action::Lose(unit) => format!("lose {unit}"),
        Action::LoseWorker => "lose worker".into(),
        Action::Front(unit) => format!("front {unit}"),
        Action::Pair { mine, theirs } => format!("pair {mine} {theirs}"),
        Action::Support(s) => format!("support {}", s + 1),
        Action::Standard(face) => format!("play {face}"),
        Action::DeckTop => "play top".into(),
        Action::Reinforce(face) => format!("add {face}"),
        Action::Shields(face) => format!("shields {face}"),
        Action::NoReinforcement => "add none".into(),
        Action::Skirmish(s) => format!("resolve {}", s + 1),
        Action::Withdraw { unit, area } => format!("withdraw {unit} {area}"),
        Action::RetreatUnit(unit) => format!("retreat {unit}"),
        Action::RetreatTo(area) => format!("retreat to {area}"),
        Action::PlayEvent(card) => format!("play {card}"),
        Action::NoEvent => "no event".into(),
        Action::TakePoint => "take point".into(),
        Action::TakeCards => "take cards".into(),
        Action::Deploy { unit, area } => format!("deploy {unit} {area}"),
        Action::ZEnd { route, end } => format!("end {route} {}", if end == 0 { "major" } else { "minor" }),
        Action::PeekAt(seat) => format!("peek {}", StarCraft::seat_word(seat)),
        Action::Discard(face) => format!("discard {face}"),
        Action::Bombard(area) => format!("bombard {area}"),
        Action::Deplete(area) => format!("deplete {area}"),
        Action::Concede => "concede".into(),
    }
}

impl StarCraft {
    pub(super) fn read_action(&self, _seat: Seat, text: &str) -> Result<Action, String> {
        let all: Vec<&str> = text.split_whitespace().collect();
        let (words, off) = match &all[..] {
            [words @ .., "off", res] => {
                (words, Some(Res::parse(res).ok_or_else(|| format!("`{res}` is not minerals or gas"))?))
            }
            words => (words, None),
        };
        let face = |w: &str| w.parse::<Face>();
        let action = match *words {
            ["take", "point"] => Action::TakePoint,
            ["take", "cards"] => Action::TakeCards,
            ["take", what] => match Faction::parse(what) {
                Some(faction) => Action::Faction(faction),
                None => Action::TakeCard(face(what)?),
            },
            ["lay", planet, cell, "turn", turn] => {
                let (x, y) = read_cell(cell)?;
                Action::PlacePlanet { planet: read_planet(planet)?, x, y, turn: small(turn)? }
            }
            ["base", "later"] => Action::BaseLater,
            ["base", area] => Action::StartBase(read_area(area)?),
            ["slot", slot] => Action::ZSlot(slot.parse()?),
            ["unit", unit, area] => Action::StartUnit { unit: read_unit(unit)?, area: read_area(area)? },
            ["transport", route] => Action::PutTransport(self.read_route(route)?),
            ["order", order, planet] => {
                let order = Order::parse(order).ok_or_else(|| format!("there is no order `{order}`"))?;
                Action::Order { order, planet: read_planet(planet)? }
            }
            ["choose", planet] => Action::Choose(read_planet(planet)?),
            ["execute"] => Action::Execute,
            ["event"] => Action::TakeEvent,
            ["end"] => Action::EndTurn,
            ["scrap"] => Action::Scrap,
            ["scrap", "base", area] => Action::ScrapBase(read_area(area)?),
            ["scrap", "transport", route] => Action::ScrapTransport(self.read_route(route)?),
            ["scrap", unit, area] => Action::ScrapUnit { unit: read_unit(unit)?, area: read_area(area)? },
            ["really"] => Action::Really,
            ["keep"] => Action::Keep,
            ["pay", "rest"] => Action::PayRest,
            ["pay", what] => match Res::parse(what) {
                Some(res) => Action::PayPermanent(res),
                None => Action::PayCard(read_area(what)?),
            },
            ["force", area] => Action::ForceMine(read_area(area)?),
            ["buy", "worker"] => Action::BuyWorker,
            ["buy", "transport", route] => Action::BuyTransport { route: self.read_route(route)?, off },
            ["buy", "base", area] => Action::BuyBase { area: read_area(area)?, off },
            ["buy", unit, area] => Action::BuyUnit { unit: read_unit(unit)?, area: read_area(area)?, off },
            ["buy", what] => match (Building::parse(what), Module::parse(what)) {
                (Some(building), _) => Action::BuyBuilding { building, off },
                (None, Some(module)) => Action::BuyModule { module, off },
                (None, None) => Action::BuyTech { tech: what.parse::<Tech>()?, off },
            },
            ["morph", unit, area, other] => Action::Morph {
                unit: read_unit(unit)?,
                area: read_area(area)?,
                other: read_area(other)?,
                off,
            },
            ["done"] => Action::Done,
            ["move", unit, from, to] => {
                Action::Move { unit: read_unit(unit)?, from: read_area(from)?, to: read_area(to)? }
            }
            ["lift", area] => Action::LiftOff(read_area(area)?),
            ["recall", unit, from, to] => {
                Action::Recall { unit: read_unit(unit)?, from: read_area(from)?, to: read_area(to)? }
            }
            ["draw"] => Action::Draw,
            ["no", "draw"] => Action::NoDraw,
            ["no", "ability"] => Action::NoAbility,
            ["no", "event"] => Action::NoEvent,
            ["use", what] => match what.parse::<Tech>() {
                Ok(tech) => Action::UseTech(tech),
                Err(_) => Action::UseEvent(what.parse::<EventCard>()?),
            },
            ["lose", "worker"] => Action::LoseWorker,
            ["lose", unit] => Action::Lose(read_unit(unit)?),
            ["front", unit] => Action::Front(read_unit(unit)?),
            ["pair", mine, theirs] => Action::Pair { mine: read_unit(mine)?, theirs: read_unit(theirs)? },
            ["support", n] => Action::Support(place(n)?),
            ["resolve", n] => Action::Skirmish(place(n)?),
            ["play", "top"] => Action::DeckTop,
            ["play", what] => match what.parse::<EventCard>() {
                // The ids of events and cards differ, so the word alone decides.
                Ok(card) => Action::PlayEvent(card),
                Err(_) => Action::Standard(face(what)?),
            },
            ["add", "none"] => Action::NoReinforcement,
            ["add", what] => Action::Reinforce(face(what)?),
            ["shields", what] => Action::Shields(face(what)?),
            ["withdraw", unit, area] => Action::Withdraw { unit: read_unit(unit)?, area: read_area(area)? },
            ["retreat", "to", area] => Action::RetreatTo(read_area(area)?),
            ["retreat", unit] => Action::RetreatUnit(read_unit(unit)?),
            ["deploy", unit, area] => Action::Deploy { unit: read_unit(unit)?, area: read_area(area)? },
            ["end", route, end] => {
                let end = match end {
                    "major" => 0,
                    "minor" => 1,
                    other => return Err(format!("`{other}` is not the major or minor end")),
                };
                Action::ZEnd { route: self.read_route(route)?, end }
            }
            ["peek", seat] => Action::PeekAt(read_seat(seat)?),
            ["discard", what] => Action::Discard(face(what)?),
            ["bombard", area] => Action::Bombard(read_area(area)?),
            ["deplete", area] => Action::Deplete(read_area(area)?),
            ["concede"] => Action::Concede,
            _ => {
                let asked = super::frame_word(self.stack.last().copied().unwrap_or(Frame::Idle));
                return Err(format!("`{text}` is no decision of this game; asked is: {asked}"));
            }
        };
        if off.is_some() && !takes_off(&action) {
            return Err(format!("`{text}` cannot be: nothing is off the price of this"));
        }
        Ok(action)
    }
}

/// SC-6.19: what a reduction may be chosen for.
fn takes_off(action: &Action) -> bool {
    matches!(
        action,
        Action::BuyTransport { .. }
            | Action::BuyUnit { .. }
            | Action::Morph { .. }
            | Action::BuyBuilding { .. }
            | Action::BuyModule { .. }
            | Action::BuyBase { .. }
            | Action::BuyTech { .. }
    )
}

fn place(word: &str) -> Result<u8, String> {
    small(word)?.checked_sub(1).ok_or_else(|| "skirmishes are counted from 1".into())
}
