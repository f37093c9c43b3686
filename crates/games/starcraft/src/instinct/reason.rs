//! What speaks for a decision in words: what an order finds on its planet, what a move takes or meets, what is bought for what.

use super::content;
use crate::{
    board::areas_of,
    data::Content,
    ids::{Area, Order, Planet, Unit},
    questions::Purchase,
    state::{Stand, StarCraft},
    words::{area_name, unit_name},
};
use klaxon_core::Seat;

/// "1 worker", "2 workers".
fn count(n: impl Into<u32>, one: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}

impl StarCraft {
    /// Why an order on a planet.
    pub(crate) fn why_order(&self, seat: Seat, order: Order, planet: Planet) -> Option<String> {
        match order.plain() {
            Order::Build if self.has_base_on(seat, planet) => {
                Some(format!("you have a base there and {}", count(self.workers(seat), "worker")))
            }
            Order::Build => {
                self.has_unit_on(seat, planet).then(|| "your units there can found a base".into())
            }
            Order::Mobilize => {
                let theirs: Vec<Area> = areas_of(planet).filter(|a| self.enemy_in(seat, *a)).collect();
                let free =
                    areas_of(planet).filter(|a| self.exists(*a) && self.is_empty_area(*a)).count() as u32;
                match (self.spare(seat, planet).0, &theirs[..]) {
                    (0, _) => None,
                    (n, []) if free > 0 => Some(format!(
                        "{} can go there, and {} of it are free",
                        count(n, "unit"),
                        count(free, "area")
                    )),
                    (n, [..]) => {
                        let held = count(theirs.len() as u32, "area");
                        Some(format!("{} can go there, where rivals hold {held}", count(n, "unit")))
                    }
                }
            }
            Order::Research => {
                let hand = self.player(seat).hand.count_ones();
                Some(format!("you hold {}, and it brings more", count(hand, "combat card")))
            }
            Order::SpecialBuild | Order::SpecialMobilize | Order::SpecialResearch => None,
        }
    }

    /// Why a unit goes there.
    pub(crate) fn why_move(&self, seat: Seat, to: Area) -> Option<String> {
        let on_way: u8 = self.moves.inbound[to.n()].iter().sum();
        match self.moves.stand[to.n()] {
            Stand::Empty if on_way == 0 => Some(format!("nobody holds {}", area_name(to))),
            Stand::EnemyBase => Some(format!("a rival's base in {} is defended by nobody", area_name(to))),
            Stand::EnemyUnits => {
                let owner = self.ground(to).owner?;
                let (mine, theirs) = (u32::from(on_way) + 1, u32::from(self.units_in(owner, to)));
                Some(format!("{} against {theirs} in {}", count(mine, "unit"), area_name(to)))
            }
            Stand::Empty | Stand::Friendly => {
                let near = areas_of(to.planet()).any(|a| self.enemy_in(seat, a));
                near.then(|| "a rival stands on the same planet".into())
            }
        }
    }

    /// Why something is bought.
    pub(crate) fn why_purchase(&self, seat: Seat, purchase: Purchase) -> Option<String> {
        match purchase {
            Purchase::BuyWorker => Some(format!("you have {}", count(self.workers(seat), "worker"))),
            Purchase::BuyTransport { .. } => {
                Some(format!("you have {}", count(self.transports(seat), "transport")))
            }
            Purchase::BuyUnit { unit, area, .. } | Purchase::Morph { unit, area, .. } => {
                Some(self.why_unit(seat, unit, area))
            }
            Purchase::BuyBuilding { .. } => Some("it lets you build what you could not".into()),
            Purchase::BuyModule { .. } => None,
            Purchase::BuyBase { area, .. } => Some(match content(area) {
                Content::Minerals(_) | Content::Gas(_) => format!("{} is worked from there", area_name(area)),
                Content::Conquest(_) => "what lies on the planet is worked from there".into(),
            }),
            Purchase::BuyTech { tech, .. } => {
                let cards = u32::from(tech.data().copies);
                (cards > 0).then(|| format!("{} more to fight with", count(cards, "card")))
            }
        }
    }

    fn why_unit(&self, seat: Seat, unit: Unit, area: Area) -> String {
        let have: u32 = self.all_areas().map(|a| u32::from(self.count_in(seat, a, unit))).sum();
        let near = areas_of(area.planet()).any(|a| self.enemy_in(seat, a));
        let where_to = if near { ", with a rival on the planet" } else { "" };
        match have {
            0 => format!("you have no {} yet{where_to}", unit_name(unit)),
            n => format!("you have {n} of them on the board{where_to}"),
        }
    }
}
