//! What a card is worth where it is being laid, and warnings before what can have no effect.

use crate::{
    data::Face,
    effect::{Kind, Role, Scene, Sum},
    ids::{Area, Order, Planet},
    state::{Fate, Frame, Stand},
    view::View,
};
use klaxon_core::Seat;

/// What the effects of a card that is being laid would see.
pub(crate) fn placing_scene(view: &View) -> Option<Scene> {
    let (Frame::Standard { side, skirmish } | Frame::Reinforce { side, skirmish }) = view.question else {
        return None;
    };
    let battle = view.battle.as_ref()?;
    let here = |side: u8| battle.fighters[usize::from(side)].iter().filter(|f| f.skirmish == Some(skirmish));
    let flu = |side: u8| here(side).find(|f| f.front).map(|f| f.unit);
    Some(Scene {
        role: Some(if side == 0 { Role::Attacker } else { Role::Defender }),
        flu: flu(side),
        enemy: flu(1 - side),
        own: here(side).map(|f| f.unit).collect(),
        base_here: view.area(battle.area)?.base == Some(battle.seats[usize::from(side)]),
    })
}

/// What a standard card is worth where it is being laid: "6/4", "5/5, minor", "7/8, splash".
pub(crate) fn card_values(view: &View, face: Face) -> String {
    let print = face.data();
    let scene = placing_scene(view).unwrap_or_default();
    if !scene.flu.is_some_and(|flu| print.pictured.has(flu)) {
        return format!("{}/{}, minor", print.minor.0, print.minor.1);
    }
    let sum = Sum::of(&print.effect, &scene);
    let splash = if sum.splash.is_some() { ", splash" } else { "" };
    let other = if sum.end.is_some() || sum.cloaked != Default::default() { ", ability" } else { "" };
    format!("{}/{}{splash}{other}", print.major.0 + sum.a, print.major.1 + sum.h)
}

/// SC-9.19: would the reinforcement card count in the skirmish it is laid for?
pub(crate) fn matches_here(view: &View, face: Face) -> bool {
    let (Frame::Reinforce { side, skirmish }, Some(battle)) = (view.question, &view.battle) else {
        return true;
    };
    let print = face.data();
    let mut here = battle.fighters[usize::from(side)].iter().filter(|f| f.skirmish == Some(skirmish));
    print.kind != Kind::Reinforcement
        || here.any(|f| print.pictured.has(f.unit) && (f.front || print.specialty))
}

/// A start-of-battle ability that would hit nothing.
pub(crate) fn start_warning(view: &View, effects: &[crate::effect::Effect]) -> &'static str {
    let (Frame::StartAbility(side), Some(battle)) = (view.question, &view.battle) else {
        return "";
    };
    let alive = |side: usize| battle.fighters[side].iter().filter(|f| f.fate == Fate::In);
    let scene = Scene {
        role: Some(if side == 0 { Role::Attacker } else { Role::Defender }),
        own: alive(usize::from(side)).map(|f| f.unit).collect(),
        ..Scene::default()
    };
    match Sum::of(effects, &scene).start_lose {
        Some(filter) if !alive(usize::from(1 - side)).any(|f| filter.fits(f.unit)) => {
            " (there is no unit it could hit)"
        }
        _ => "",
    }
}

/// " and attack Zerg units" where a move leads into an enemy area.
pub(crate) fn attack_text(view: &View, to: Area) -> &'static str {
    match view.moves.as_ref().map(|m| m.stand[to.n()]) {
        Some(Stand::EnemyUnits) => ", attacking",
        Some(Stand::EnemyBase) => ", against a base",
        Some(Stand::Empty | Stand::Friendly) | None => "",
    }
}

/// Why an order would do nothing as things stand, as the end of its label.
pub(crate) fn order_warning(view: &View, seat: Seat, order: Order, planet: Planet) -> Option<String> {
    let here = view.base_on(seat, planet) || view.unit_on(seat, planet);
    match order.plain() {
        Order::Build if !here => {
            Some(" (nothing of yours is there: no effect unless you arrive first)".into())
        }
        // SC-5.5: everything is paid by workers of the pool.
        Order::Build if view.seat(seat).pool == 0 => {
            Some(" (no worker is left in your pool: nothing can be paid)".into())
        }
        Order::Research if !view.base_on(seat, planet) => Some(" (no base of yours there: no effect)".into()),
        Order::Mobilize => {
            let ferried = view.routes.iter().any(|r| {
                let ends = r.ends.map(|e| e.planet);
                let over = ends.contains(&planet) && r.transports.contains(&seat);
                over && ends.iter().any(|p| *p != planet && view.unit_on(seat, *p))
            });
            let idle = !ferried && !view.unit_on(seat, planet);
            idle.then(|| " (no unit of yours can move there as things stand)".into())
        }
        Order::Build | Order::Research => None,
        Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => None,
    }
}
