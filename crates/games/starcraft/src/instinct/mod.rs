//! A player's instincts, for bots and hints: what a position is worth. How much a sensible player leans to which answer, each
//! question of `questions/` says itself; what they go by is here.
//!
//! `worth.rs` appraises, `idle.rs` finds what does nothing, `plan.rs` places and chooses orders, `spend.rs` buys, `march.rs` moves, `fight.rs` lays cards,
//! and `hunt.rs` drives rivals out of the galaxy.
//! A choice that does nothing has no weight, one without sense the weight 1, an ordinary one 16, and what a player would regret to miss 64 and more.

mod features;
mod fight;
mod hunt;
mod idle;
mod march;
mod plan;
pub(crate) mod reason;
mod spend;
mod worth;

use crate::{
    board::areas_of,
    data::{Content, Objective, data},
    effect::{Deed, Goods},
    ids::{Area, Planet, Unit},
    questions::{Action, Asked},
    state::{Frame, StarCraft},
};
use klaxon_core::{
    Instinct, Seat,
    judgement::{Features, Judgement},
};
use std::sync::LazyLock;

/// What was learned from many games, see `tools/train`.
static LEARNED: LazyLock<Judgement> = LazyLock::new(|| {
    Judgement::read(include_bytes!("../../data/judgement.net")).expect("the weights are whole")
});

impl Instinct for StarCraft {
    const ROUNDS: u32 = 2700;
    const HORIZON: u32 = 2;

    fn appraise(&self, seat: Seat) -> i32 {
        self.judged(seat).unwrap_or_else(|| self.prospects(seat))
    }

    fn learned() -> Option<&'static Judgement> {
        Some(&LEARNED)
    }

    fn features(&self, seat: Seat, into: &mut Features) -> bool {
        self.tell_features(seat, into)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        // Squared: a sensible player is decided, and playouts should not wander.
        let weight = action.lean(Asked::of(self, seat)).min(256);
        if weight == 0 { 0 } else { (weight * weight / 16).clamp(1, 4096) }
    }

    fn idle(&self, seat: Seat, action: &Action) -> Option<String> {
        action.idle(Asked::of(self, seat))
    }

    /// The game ends in the Regrouping Phase, by points, objectives or the End cards, or when somebody is driven out.
    fn decisive(&self) -> bool {
        let near = |s| self.team_points(s) + u32::from(self.point_income(s)) + 2 >= self.target(s);
        self.rules.galactic || self.stage() == 3 || self.all_seats().any(near)
    }

    fn reason(&self, seat: Seat, action: &Action) -> Option<String> {
        action.reason(Asked::of(self, seat))
    }

    /// Between orders: battles, payments and half-made moves hang in the air.
    fn settled(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Plan { .. } | Frame::Turn(_)))
    }
}

impl StarCraft {
    /// What an event card is worth when it is played.
    pub(crate) fn lean_deed(&self, seat: Seat, deed: Deed) -> u32 {
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
    pub(crate) fn waits_for_the_end(&self, seat: Seat) -> bool {
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
pub(crate) fn lean_last_deed(deed: Deed) -> u32 {
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
pub(crate) fn riches(planet: Planet) -> u32 {
    let of = |area: Area| match content(area) {
        Content::Minerals(n) | Content::Gas(n) => u32::from(n),
        Content::Conquest(n) => 2 * u32::from(n),
    };
    areas_of(planet).map(of).sum()
}

pub(crate) fn content(area: Area) -> Content {
    data().area(area).map_or(Content::Minerals(0), |a| a.content)
}

/// What a unit is worth: its whole cost.
pub(crate) fn worth(unit: Unit) -> i32 {
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
