//! A player's instincts, for bots and hints: what a position is worth and which choices look sensible.
//!
//! `worth.rs` appraises, `plan.rs` places and chooses orders, `spend.rs` buys, `march.rs` moves, `fight.rs` lays cards,
//! and `hunt.rs` drives rivals out of the galaxy.
//! A choice without sense has the weight 1, an ordinary one 16, and what a player would regret to miss 64 and more.

mod fight;
mod hunt;
mod march;
mod plan;
mod spend;
mod worth;

use crate::{
    action::Action,
    board::areas_of,
    data::{Content, Objective, data},
    effect::{Deed, Goods, Scene, Sum},
    ids::{Area, Planet, Unit},
    state::{Frame, StarCraft},
};
use klaxon_core::{Instinct, Seat};

impl Instinct for StarCraft {
    fn appraise(&self, seat: Seat) -> i32 {
        self.prospects(seat)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        // Squared: a sensible player is decided, and playouts should not wander.
        let weight = self.inclination(seat, *action).clamp(1, 256);
        (weight * weight / 16).clamp(1, 4096)
    }

    /// A round that is under way says little: battles, payments and half-made moves hang in the air.
    fn settled(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Plan { cycle: 0, .. }))
    }
}

impl StarCraft {
    fn inclination(&self, seat: Seat, action: Action) -> u32 {
        match action {
            // Set-up.
            Action::Faction(_) | Action::ZSlot(_) | Action::ZEnd { .. } => 16,
            Action::PlacePlanet { planet, .. } => 8 + riches(planet),
            Action::StartBase(area) => self.lean_home(seat, area),
            Action::BaseLater => self.lean_base_later(seat),
            Action::StartUnit { area, .. } => {
                if self.units_in(seat, area) == 0 {
                    48
                } else {
                    12
                }
            }
            Action::PutTransport(route) => self.lean_transport(seat, route),

            // Planning and turns.
            Action::Order { order, planet } => self.lean_order(seat, order, planet),
            Action::Choose(planet) => self.lean_turn(seat, planet),
            Action::Execute => {
                if self.turn.is_some_and(|t| self.is_useful(t.seat, t.order, t.planet)) {
                    256
                } else {
                    4
                }
            }
            Action::TakeEvent => match self.stack.last() {
                Some(Frame::ResearchSpecial(_)) => 16,
                _ if self.waits_for_the_end(seat) => {
                    if self.stage() == 3 {
                        64
                    } else {
                        4
                    }
                }
                _ => 24,
            },
            Action::EndTurn => 256,
            // What was chosen to be bought was worth its price; nothing of one's own is worth destroying.
            Action::Keep | Action::Really if matches!(self.stack.last(), Some(Frame::MineSure { .. })) => {
                if action == Action::Really {
                    256
                } else {
                    1
                }
            }
            Action::Keep => 256,
            Action::Scrap | Action::ScrapUnit { .. } | Action::ScrapBase(_) | Action::ScrapTransport(_) => 1,
            // Bots are never offered it.
            Action::Really | Action::Concede => 1,

            // Paying and buying.
            Action::PayPermanent(_) | Action::PayCard(_) => 8,
            Action::ForceMine(_) => 1,
            Action::PayRest => 512,
            Action::BuyWorker
            | Action::BuyTransport { .. }
            | Action::BuyUnit { .. }
            | Action::Morph { .. }
            | Action::BuyBuilding { .. }
            | Action::BuyModule { .. }
            | Action::BuyBase { .. }
            | Action::BuyTech { .. } => self.lean_purchase(seat, action),
            Action::Done => match self.stack.last() {
                Some(Frame::Mobilize) => self.lean_marched(),
                Some(Frame::Build) => 12,
                _ => 4,
            },

            // Moves.
            Action::Move { unit, from, to } | Action::Recall { unit, from, to } => {
                self.lean_move(seat, unit, from, to)
            }
            Action::LiftOff(to) => self.lean_lift(seat, to),

            // Research.
            Action::Draw => 256,
            Action::NoDraw => 1,
            Action::TakeCard(_) => 24,

            // Battle.
            Action::UseTech(tech) => self.lean_ability(seat, &tech.data().effect),
            Action::UseEvent(card) => self.lean_ability(seat, &card.data().effect),
            Action::NoAbility => 16,
            Action::Lose(unit) | Action::RetreatUnit(unit) => 512 >> (2 * worth(unit)).clamp(0, 9),
            Action::LoseWorker => 48,
            Action::Front(unit) => 64 / (worth(unit) as u32 + 1),
            Action::Pair { mine, theirs } => self.lean_pair(mine, theirs),
            Action::Support(s) => self.lean_support(seat, s),
            Action::Standard(face) => self.lean_card(seat, face),
            Action::DeckTop => self.lean_deck_top(seat),
            Action::Reinforce(face) => self.lean_reinforcement(seat, face),
            Action::Shields(face) => self.lean_shields(seat, face),
            Action::NoReinforcement => 24,
            Action::Skirmish(_) => 16,
            Action::Withdraw { area, .. } | Action::RetreatTo(area) => {
                8 + u32::from(self.room(seat, area)) * 8
            }

            // Regrouping.
            Action::PlayEvent(card) => {
                let sum = Sum::of(&card.data().effect, &Scene::default());
                match sum.deeds.iter().flatten().next() {
                    Some(deed) if self.end_has_come() => lean_last_deed(*deed),
                    Some(deed) => self.lean_deed(seat, *deed),
                    None if self.end_has_come() => 4,
                    None => 48,
                }
            }
            Action::NoEvent => 2,
            Action::TakePoint => {
                if self.rules.galactic {
                    1
                } else {
                    96
                }
            }
            // SC-14.10: after the second End card there is no battle left to lay them in.
            Action::TakeCards => {
                if self.end_has_come() {
                    1
                } else {
                    16
                }
            }
            Action::Deploy { unit, area } => self.lean_new_unit(seat, unit, area),
            Action::PeekAt(_) => 16,
            Action::Discard(face) => self.lean_discard(seat, face),
            Action::Bombard(area) => 16 + u32::from(self.ground(area).base.is_some()) * 16,
            Action::Deplete(area) => {
                if self.ground(area).card == Some(seat) {
                    1
                } else {
                    16
                }
            }
        }
    }

    /// What an event card is worth when it is played.
    fn lean_deed(&self, seat: Seat, deed: Deed) -> u32 {
        match deed {
            Deed::Points(n) => {
                if self.rules.galactic {
                    1
                } else {
                    100 * u32::from(n)
                }
            }
            Deed::Workers(n) => {
                if self.workers(seat) < 12 {
                    28 * u32::from(n)
                } else {
                    12
                }
            }
            Deed::Cards(n) => 16 * u32::from(n),
            Deed::Transports(_) => {
                if self.transports(seat) < 4 {
                    48
                } else {
                    12
                }
            }
            Deed::Deploy { units, .. } => 48 + 24 * u32::from(units),
            Deed::Buy { .. } => {
                if self.player(seat).pool > 0 {
                    40
                } else {
                    4
                }
            }
            Deed::Technology => 72,
            Deed::ZEnds { .. } => 12,
            Deed::Peek => 24,
            Deed::Bombard => {
                let near = |a: Area| areas_of(a.planet()).any(|b| self.controls(seat, b));
                let prey = |a: &Area| self.ground(*a).owner.is_some_and(|o| o != seat) && near(*a);
                if self.all_areas().any(|a| prey(&a)) { 72 } else { 4 }
            }
            Deed::Deplete => 20,
            Deed::End => 16,
        }
    }

    /// The base wants minerals beside it, on a planet that is worth it.
    fn lean_home(&self, seat: Seat, area: Area) -> u32 {
        let other = self.player(seat).planets.iter().flatten().map(|p| riches(*p)).max();
        let here = match content(area) {
            Content::Minerals(n) => 24 + u32::from(n) * 16,
            Content::Gas(_) => 16,
            Content::Conquest(_) => 8,
        };
        if other.is_some_and(|other| other > riches(area.planet())) { here / 4 } else { here }
    }

    fn lean_base_later(&self, seat: Seat) -> u32 {
        let here = match self.stack.last() {
            Some(Frame::StartBase(_, planet)) => riches(*planet),
            _ => 0,
        };
        let other = self.player(seat).planets.iter().flatten().map(|p| riches(*p)).max().unwrap_or(0);
        if other > here { 64 } else { 4 }
    }

    /// Is it the faction's own aim to hold areas like this one?
    fn desires(&self, seat: Seat, area: Area) -> bool {
        // SC-15.14: Galactic Conquest has no objectives.
        if self.rules.galactic {
            return false;
        }
        match data().faction(self.faction(seat)).victory {
            Objective::ControlResources(_) => content(area).resource().is_some(),
            Objective::ControlConquest(_) => content(area).resource().is_none(),
            Objective::ControlPlanets(_) | Objective::MostAreas => true,
            Objective::BasesOnPlanets(_) | Objective::EndDrawsNear => false,
        }
    }

    /// What it is worth to a seat to hold an area.
    fn prize(&self, seat: Seat, area: Area) -> u32 {
        let worth = match content(area) {
            Content::Conquest(_) if self.rules.galactic => 6,
            Content::Conquest(n) if self.waits_for_the_end(seat) => 110 * u32::from(n),
            Content::Conquest(n) => 40 * u32::from(n),
            Content::Minerals(n) | Content::Gas(n) => {
                let n = if self.ground(area).depletion == crate::state::Depletion::Full { 0 } else { n };
                if self.has_base_on(seat, area.planet()) {
                    4 + 8 * u32::from(n)
                } else {
                    4 + 3 * u32::from(n)
                }
            }
        };
        // The objective counts in stage III (SC-14.5); until then there are other things to do as well.
        let aim = if self.stage() > 1 { 30 } else { 14 };
        worth + if self.desires(seat, area) { aim } else { 0 }
    }

    /// Aldaris: in stage III every event card is his friend (SC-14.11), but before it his rivals' objectives do not count
    /// (SC-14.5) and fewer points are enough for him than for them (SC-14.1). So he gathers points and lets the deck lie.
    fn waits_for_the_end(&self, seat: Seat) -> bool {
        // SC-15.12: Galactic Conquest has no End cards.
        !self.rules.galactic && data().faction(self.faction(seat)).victory == Objective::EndDrawsNear
    }

    /// What it is worth to take an area from a rival who is about to meet his objective with it, or who must be driven
    /// out of the galaxy.
    fn denies(&self, seat: Seat, area: Area) -> u32 {
        let g = self.ground(area);
        let Some(rival) = g.owner.or(g.base).filter(|r| self.team_of(*r) != self.team_of(seat)) else {
            return 0;
        };
        if self.rules.galactic {
            return self.quarry(rival, area);
        }
        if self.stage() < 2 || self.progress(rival) < 75 {
            return 0;
        }
        let outpost = g.base == Some(rival)
            && matches!(data().faction(self.faction(rival)).victory, Objective::BasesOnPlanets(_));
        if outpost || self.desires(rival, area) { 60 } else { 0 }
    }
}

/// The last event card of the game, chosen when the end has come: points, then what breaks a tie (SC-14.13).
fn lean_last_deed(deed: Deed) -> u32 {
    match deed {
        Deed::Points(n) => 128 * u32::from(n),
        Deed::Buy { what: Goods::Base, .. } | Deed::Deploy { .. } => 24,
        Deed::Bombard | Deed::Deplete | Deed::Workers(_) => 16,
        Deed::Cards(_)
        | Deed::Transports(_)
        | Deed::Buy { .. }
        | Deed::Technology
        | Deed::ZEnds { .. }
        | Deed::Peek
        | Deed::End => 4,
    }
}

/// How rich a planet is: resources, and conquest points for twice as much.
fn riches(planet: Planet) -> u32 {
    let of = |area: Area| match content(area) {
        Content::Minerals(n) | Content::Gas(n) => u32::from(n),
        Content::Conquest(n) => 2 * u32::from(n),
    };
    areas_of(planet).map(of).sum()
}

fn content(area: Area) -> Content {
    data().area(area).map_or(Content::Minerals(0), |a| a.content)
}

/// What a unit is worth: its whole cost.
fn worth(unit: Unit) -> i32 {
    i32::from(data().unit(unit).total_cost)
}

/// How much a unit brings to a battle: every figure at the front counts, the dear ones more.
fn might(unit: Unit) -> u32 {
    let print = data().unit(unit);
    if print.assist {
        1
    } else if print.support == 0 {
        2
    } else {
        2 + 2 * u32::from(print.total_cost)
    }
}
