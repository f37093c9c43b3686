//! What speaks for a decision in words: what an order finds on its planet, what a move takes or meets, what is bought for what.

use super::{content, might, worth};
use crate::{
    board::areas_of,
    data::{Content, Face, data},
    effect::Kind,
    ids::{Area, Order, Planet, Unit},
    questions::{Action, Lose, Purchase, RetreatUnit},
    state::{Frame, Stand, StarCraft},
    words::{area_name, unit_name},
};
use klaxon_core::{Game, Seat, count};

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
            Purchase::BuyBase { area, .. } => Some(why_base(area)),
            Purchase::BuyTech { tech, .. } => {
                let cards = u32::from(tech.data().copies);
                (cards > 0).then(|| format!("{} more to fight with", count(cards, "card")))
            }
        }
    }

    pub(crate) fn why_unit(&self, seat: Seat, unit: Unit, area: Area) -> String {
        let have: u32 = self.all_areas().map(|a| u32::from(self.count_in(seat, a, unit))).sum();
        let near = areas_of(area.planet()).any(|a| self.enemy_in(seat, a));
        let where_to = if near { ", with a rival on the planet" } else { "" };
        match have {
            0 => format!("you have no {} yet{where_to}", unit_name(unit)),
            n => format!("you have {n} of them on the board{where_to}"),
        }
    }

    /// Why an order is revealed now.
    pub(crate) fn why_turn(&self, seat: Seat, order: Order, planet: Planet) -> Option<String> {
        if !self.is_useful(seat, order, planet) {
            return Some("it would do little here, and your better orders can wait".into());
        }
        self.why_order(seat, order, planet)
    }

    /// Why two units meet in the front line.
    pub(crate) fn why_pair(&self, mine: Unit, theirs: Unit) -> Option<String> {
        let (a, b) = (data().unit(mine), data().unit(theirs));
        let (hits, hit) = (a.hits.reach(b.r#move), b.hits.reach(a.r#move));
        let (mine_word, theirs_word) = (unit_name(mine), unit_name(theirs));
        match (hits, hit) {
            (true, false) => Some(format!("your {mine_word} can hit it and cannot be hit by it")),
            (true, true) if might(mine) >= might(theirs) => {
                Some(format!("your {mine_word} is a match for a {theirs_word}"))
            }
            (true, true) => Some(format!("your {mine_word} can at least hit it")),
            (false, false) => Some(format!("a {theirs_word} cannot hit your {mine_word}")),
            (false, true) => None,
        }
    }

    /// Why the next unit without a skirmish goes to this one.
    pub(crate) fn why_support(&self, seat: Seat, skirmish: u8) -> Option<String> {
        let battle = self.fight();
        let side = battle.side(seat)?;
        let enemy = battle.flu(1 - side, skirmish).1.unit;
        let (_, unit) = self.next_supporter(side)?;
        let (name, enemy_name) = (unit_name(unit), unit_name(enemy));
        Some(if data().unit(unit).hits.reach(data().unit(enemy).r#move) {
            format!("your {name} can hit the {enemy_name} there")
        } else {
            format!("your {name} cannot hit the {enemy_name} there, but it is one more to take a hit")
        })
    }

    /// Why a card is laid for a skirmish.
    pub(crate) fn why_card(&self, seat: Seat, face: Face) -> Option<String> {
        let Some(Frame::Standard { side, skirmish }) = self.stack.last().copied() else { return None };
        if self.side_seat(side) != seat {
            return None;
        }
        let print = face.data();
        let unit = self.scene(side, Some(skirmish)).flu?;
        Some(if print.pictured.has(unit) {
            let (a, h) = print.major;
            format!("it shows your {}: attack {a}, health {h}", unit_name(unit))
        } else {
            let (a, h) = print.minor;
            format!(
                "its minor values are attack {a} and health {h}, and better cards are kept for other skirmishes"
            )
        })
    }

    /// Why a standard card becomes Shields.
    pub(crate) fn why_shields(&self, seat: Seat, face: Face) -> Option<String> {
        let poor = !self.can_use(seat, face.data().pictured);
        Some(
            if poor {
                "none of your units is shown on it"
            } else {
                "you hold more cards than skirmishes are left"
            }
            .into(),
        )
    }

    /// Why a unit is lost, or retreats.
    pub(crate) fn why_cheapest(&self, seat: Seat, unit: Unit) -> Option<String> {
        let other = |action: &Action| {
            let (Action::Lose(Lose::Lose(unit)) | Action::RetreatUnit(RetreatUnit(unit))) = *action else {
                return None;
            };
            Some(worth(unit))
        };
        let least = self.choices(seat).iter().filter_map(other).min()?;
        (worth(unit) <= least).then(|| "of those who can be named it is worth the least".into())
    }

    /// Why a card is given up.
    pub(crate) fn why_discard(&self, seat: Seat, face: Face) -> Option<String> {
        let print = face.data();
        let (a, h) = print.major;
        if let Some(Frame::PeekCard { .. }) = self.stack.last() {
            return Some(format!("attack {a} and health {h} would be used against you"));
        }
        if !self.can_use(seat, print.pictured) {
            return Some("no unit of yours is shown on it".into());
        }
        Some(match print.kind {
            Kind::Reinforcement => "it fits into few skirmishes".into(),
            Kind::Standard | Kind::Play => format!("its values are only {a} and {h}"),
        })
    }

    /// Why an event card is taken.
    pub(crate) fn why_event(&self, seat: Seat) -> Option<String> {
        let turn = self.turn?;
        let useful = turn.seat == seat && self.is_useful(seat, turn.order, turn.planet);
        Some(
            if useful {
                "an event may bring more than the order does here"
            } else {
                "the order would do little here"
            }
            .into(),
        )
    }

    /// Why something is used at the start of a battle, or kept.
    pub(crate) fn why_ability(&self, seat: Seat, used: bool) -> Option<String> {
        let battle = self.fight();
        let side = battle.side(seat)?;
        let units = |side: u8| battle.alive(side).count() as u32;
        let (mine, theirs) = (count(units(side), "unit"), units(1 - side));
        Some(if used {
            format!("{mine} against {theirs}: the battle may hang on it")
        } else {
            format!("{mine} against {theirs}: it is kept for another battle")
        })
    }
}

/// What a base in an area brings.
pub(crate) fn why_base(area: Area) -> String {
    match content(area) {
        Content::Minerals(_) | Content::Gas(_) => format!("{} is worked from there", area_name(area)),
        Content::Conquest(_) => "what lies on the planet is worked from there".into(),
    }
}

/// What speaks for a planet of the set-up.
pub(crate) fn why_planet(planet: Planet) -> String {
    format!("it has {} to work and to hold", count(areas_of(planet).count() as u32, "area"))
}
