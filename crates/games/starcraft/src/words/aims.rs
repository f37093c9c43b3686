//! What everybody wins by, and how far he has come; what a purse can pay.

use crate::{
    data::{Content, Objective, Price, data},
    ids::{Area, Res},
    questions::Pay,
    state::{Depletion, Frame},
    view::{AreaView, SeatView, View},
    words::{and_list, area_name},
};
use klaxon_core::Seat;

/// A special objective and how far its owner has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// What is to be done.
    pub text: String,
    /// How much of it is done.
    pub have: u8,
    /// How much is needed.
    pub need: u8,
}

/// A special victory in words, as the faction's sheet says it.
pub fn objective(victory: Objective) -> String {
    match victory {
        Objective::ControlResources(n) => format!("control {n} areas that hold minerals or gas"),
        Objective::ControlConquest(n) => format!("control {n} areas that hold conquest points"),
        Objective::ControlPlanets(n) => format!("control every area of {n} planets"),
        Objective::MostAreas => "control more areas than each other player".into(),
        Objective::BasesOnPlanets(n) => format!("have bases on {n} planets"),
        Objective::EndDrawsNear => "others need 20 points, and two End cards in play win".into(),
    }
}

/// The special objective of a seat (SC-14.5 to SC-14.9); none before it has a faction.
pub fn aim(view: &View, seat: Seat) -> Option<Aim> {
    let victory = data().faction(view.seat(seat).faction?).victory;
    let areas = || view.planets.iter().flat_map(|p| &p.areas);
    let controlled = |kind: fn(&AreaView) -> bool, n: u8| {
        let total = areas().filter(|a| kind(a)).count() as u8;
        let have = areas().filter(|a| kind(a) && a.control == Some(seat)).count() as u8;
        // SC-14.8: if the galaxy holds fewer areas of the kind, all of them are enough.
        (have, n.min(total.max(1)))
    };
    let (have, need) = match victory {
        Objective::ControlResources(n) => controlled(|a| a.content.resource().is_some(), n),
        Objective::ControlConquest(n) => controlled(|a| matches!(a.content, Content::Conquest(_)), n),
        Objective::ControlPlanets(n) => {
            let whole = view.planets.iter().filter(|p| p.areas.iter().all(|a| a.control == Some(seat)));
            (whole.count() as u8, n)
        }
        Objective::MostAreas => {
            let others = view.seats.iter().filter(|s| s.seat != seat).map(|s| s.areas).max().unwrap_or(0);
            (view.seat(seat).areas, others + 1)
        }
        Objective::BasesOnPlanets(n) => {
            let there = view.planets.iter().filter(|p| view.base_on(seat, p.planet));
            (there.count() as u8, n)
        }
        Objective::EndDrawsNear => (view.ends.min(2), 2),
    };
    Some(Aim { text: objective(victory), have, need })
}

/// Can the seat pay the price now, force mining included (SC-5.5)?
pub fn can_pay(sheet: &SeatView, price: Price) -> bool {
    sheet.pool >= price.m + price.g && sheet.means[0] >= price.m && sheet.means[1] >= price.g
}

/// How the solver would pay the rest: permanent resources first, then cards, force mining last (SC-5.21).
pub fn proposal(view: &View, seat: Seat, m: u8, g: u8) -> String {
    let sheet = view.seat(seat);
    let Some(race) = sheet.race.map(|r| data().race(r)) else {
        return String::new();
    };
    let mut words: Vec<String> = Vec::new();
    let lots = [(Res::Minerals, m, race.minerals), (Res::Gas, g, race.gas)];
    for (res, owed, permanent) in lots {
        let mut left = owed;
        let mut take = |n: u8, what: String| {
            let n = n.min(left);
            left -= n;
            if n > 0 {
                words.push(format!("{n} {what}"));
            }
        };
        take(permanent - sheet.permanent[res.index()], format!("permanent {res}"));
        let held = || {
            let all = view.planets.iter().flat_map(|p| &p.areas).filter(|a| a.card == Some(seat));
            all.filter_map(|a| a.content.resource().filter(|(kind, _)| *kind == res).map(|(_, n)| (a, n)))
        };
        for (area, n) in held() {
            take(n.saturating_sub(area.workers), format!("from {}", area_name(area.area)));
        }
        for (area, _) in held() {
            take(times(area), format!("by force mining {}", area_name(area.area)));
        }
    }
    and_list(&words)
}

/// What a price takes beyond what renews itself.
pub(crate) struct Forced {
    /// So many minerals and gas must be force mined.
    pub lack: [u8; 2],
    /// The cards that they come from and how often each is mined, where there is no choice.
    pub only: Option<Vec<(Area, u8)>>,
}

/// What must be force mined for a price; nothing where no card need be ruined for it (SC-5.10, SC-5.21).
pub(crate) fn forced(view: &View, seat: Seat, price: Price) -> Option<Forced> {
    let sheet = view.seat(seat);
    let race = sheet.race.map(|r| data().race(r))?;
    let mut forced = Forced { lack: [0; 2], only: Some(Vec::new()) };
    for (res, permanent) in [(Res::Minerals, race.minerals), (Res::Gas, race.gas)] {
        let held = view.planets.iter().flat_map(|p| &p.areas).filter(|a| a.card == Some(seat));
        let cards: Vec<(&AreaView, u8)> = held
            .filter_map(|a| a.content.resource().filter(|(kind, _)| *kind == res).map(|(_, n)| (a, n)))
            .collect();
        let free: u8 = cards.iter().map(|(a, n)| n.saturating_sub(a.workers)).sum();
        let lack = price.of(res).saturating_sub(permanent - sheet.permanent[res.index()] + free);
        forced.lack[res.index()] = lack;
        if lack == 0 {
            continue;
        }
        let all: u8 = cards.iter().map(|(a, _)| times(a)).sum();
        let ways: Vec<(Area, u8)> = match cards[..] {
            [(only, _)] => vec![(only.area, lack)],
            _ if all == lack => cards.iter().map(|(a, _)| (a.area, times(a))).collect(),
            _ => {
                forced.only = None;
                continue;
            }
        };
        forced.only.iter_mut().for_each(|only| only.extend(&ways));
    }
    (forced.lack != [0; 2]).then_some(forced)
}

/// Must something be force mined for the price?
pub fn by_force(view: &View, seat: Seat, price: Price) -> bool {
    forced(view, seat, price).is_some()
}

/// How often a card can be force mined (SC-5.13).
fn times(area: &AreaView) -> u8 {
    match area.depletion {
        Depletion::None => 2,
        Depletion::Partial => 1,
        Depletion::Full => 0,
    }
}

/// The payment that costs nothing: by a renewable place for the next worker, or for all of them where none must be force
/// mined (SC-5.6, SC-5.21). None where only force mining is left.
pub(crate) fn plain_payment(view: &View) -> Option<Pay> {
    let Frame::Pay { seat, m, g, .. } = view.question else {
        return None;
    };
    let renewable = |res: Res| {
        let sheet = view.seat(seat);
        let race = sheet.race.map(|r| data().race(r))?;
        let permanent = [race.minerals, race.gas][res.index()] - sheet.permanent[res.index()];
        let held = view.planets.iter().flat_map(|p| &p.areas).filter(|a| a.card == Some(seat));
        let cards: Vec<(&AreaView, u8)> = held
            .filter_map(|a| a.content.resource().filter(|(kind, _)| *kind == res).map(|(_, n)| (a, n)))
            .collect();
        let free: u8 = cards.iter().map(|(a, n)| n.saturating_sub(a.workers)).sum();
        let first = if permanent > 0 {
            Some(Pay::PayPermanent(res))
        } else {
            let open = cards.iter().find(|(a, n)| a.workers < *n);
            open.map(|(a, _)| Pay::PayCard(a.area))
        };
        // With one way alone nothing can be proposed.
        let ways = usize::from(permanent > 0) + cards.len();
        Some((permanent + free, ways, first))
    };
    let (minerals, gas) = (renewable(Res::Minerals)?, renewable(Res::Gas)?);
    let (_, ways, first) = if m > 0 { minerals } else { gas };
    if minerals.0 >= m && gas.0 >= g && ways > 1 { Some(Pay::PayRest) } else { first }
}

/// Is only force mining left for the next worker?
pub(crate) fn only_by_force(view: &View, seat: Seat, m: u8) -> bool {
    let asked =
        matches!(view.question, Frame::Pay { seat: payer, m: owed, .. } if payer == seat && owed == m);
    asked && plain_payment(view).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StarCraft;
    use klaxon_core::{Chance, Game, TableOrder, Tell, Viewer, Words};

    #[test]
    fn sc_14_5_progress_agrees_with_the_objective_that_is_checked() {
        for seed in 0..4 {
            let order = TableOrder { seats: 6, ..TableOrder::default() };
            let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
            let mut game =
                StarCraft::start(&StarCraft::setup(&order).unwrap(), &mut luck, &mut tell).unwrap();
            for _ in 0..600 {
                let Some(seat) = game.to_act().iter().next() else {
                    break;
                };
                let choices = game.choices(seat);
                game.apply(seat, luck.pick(&choices).unwrap(), &mut luck, &mut tell);
                let view = game.view(Viewer::Watcher);
                for sheet in view.seats.iter().filter(|s| !s.out) {
                    let faction = sheet.faction.expect("dealt");
                    if data().faction(faction).victory == Objective::EndDrawsNear {
                        continue;
                    }
                    let aim = aim(&view, sheet.seat).expect("every faction has one");
                    assert_eq!(aim.have >= aim.need, sheet.objective, "{faction}: {aim:?}");
                }
            }
        }
    }
}
