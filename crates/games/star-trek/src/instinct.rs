//! A player's instincts, for bots and hints: what a position is worth. How much a sensible captain leans to which answer,
//! each question of `questions/` says itself; the leans that look at the table are in `instinct/captain.rs`, which goes by
//! `instinct/course.rs`: where a ship wants to be, and how a course looks. `instinct/idle.rs` finds what does nothing.

use crate::data::scenario::{Goal, GoalEffect, Victory};
use crate::kinds::{Order, ShipId};
use crate::questions::{Action, Asked};
use crate::state::{Place, Ship, Slot, StarTrek, Torpedo};
use klaxon_core::{
    Game, Instinct, Seat,
    judgement::{Features, Judgement},
};
use std::sync::LazyLock;

mod captain;
mod course;
mod features;
mod idle;
mod reason;

/// What was learned from many games, see `tools/train`.
static LEARNED: LazyLock<Judgement> = LazyLock::new(|| {
    Judgement::read(include_bytes!("../data/judgement.net")).expect("the weights are whole")
});

/// What nobody with any sense does.
pub(crate) const SILLY: u32 = 1;
/// What can be done when nothing better offers itself.
pub(crate) const IDLE: u32 = 12;
/// What is worth doing.
pub(crate) const GOOD: u32 = 400;
/// What nobody would miss.
pub(crate) const SURE: u32 = 3000;

impl Instinct for StarTrek {
    const ROUNDS: u32 = 1050;
    const HORIZON: u32 = 6;
    const CURIOSITY: u32 = 200;

    fn appraise(&self, seat: Seat) -> i32 {
        if let Some(outcome) = self.outcome() {
            return outcome.worth(seat);
        }
        let team = self.team_of(seat.0);
        if self.teams == 1 {
            return self.appraise_mission();
        }
        if let Some(worth) = self.judged(seat) {
            return worth;
        }
        let own = self.strength(team);
        let best = (0..self.teams).filter(|t| *t != team).map(|t| self.strength(t)).max().unwrap_or(0);
        let sum = (own + best).max(1);
        (500 + 480 * (own - best) / sum).clamp(1, 999)
    }

    fn learned() -> Option<&'static Judgement> {
        Some(&LEARNED)
    }

    fn features(&self, seat: Seat, into: &mut Features) -> bool {
        self.tell_features(self.team_of(seat.0), into)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        action.lean(Asked::of(self, seat))
    }

    fn idle(&self, seat: Seat, action: &Action) -> Option<String> {
        action.idle(Asked::of(self, seat))
    }

    /// A ship that may be lost with the next shot, or the last turn.
    fn decisive(&self) -> bool {
        self.turn >= self.turn_limit() || self.ships_in_play().any(|(_, s)| s.hull <= 3)
    }

    fn reason(&self, seat: Seat, action: &Action) -> Option<String> {
        self.difference(seat, action).or_else(|| action.reason(Asked::of(self, seat)))
    }
}

impl StarTrek {
    /// What a team has on the table and on the score sheet.
    fn strength(&self, team: u8) -> i32 {
        let mut sum = 10 * i32::from(self.total_score(team));
        for (id, s) in self.ships_in_play() {
            if self.team_of(s.controller) == team {
                sum += self.ship_strength(id, s, team);
            }
        }
        for torpedo in self.torpedoes.iter().filter(|t| self.team_of(t.owner) == team) {
            sum += self.torpedo_promise(torpedo);
        }
        sum + self.goal_strength(team)
    }

    fn ship_strength(&self, id: ShipId, s: &Ship, team: u8) -> i32 {
        let kind = s.kind.of();
        // Hull is for good; shields come back with an order.
        let body = 9 * i32::from(s.hull) + 4 * i32::from(s.shields) + 3 * i32::from(kind.beam);
        let torps = i32::from(s.torps.min(6)) * 2;
        let wounds = 7 * s.crits.count_ones() as i32;
        let crew: i32 = self
            .disks_at(Place::Ship(id))
            .filter(|(_, d)| self.team_of(self.user(d)) == team)
            .map(|(_, d)| 2 * i32::from(d.kind.of().cost))
            .sum();
        let whole = (body + torps + crew + 20 - wounds).max(5);
        if self.is_doomed(id, s) { whole / 3 } else { whole }
    }

    /// Will the ship leave the table with nothing planned against it?
    fn is_doomed(&self, id: ShipId, s: &Ship) -> bool {
        if s.speed == 0 || self.table.has(self.straight_end(id, s.heading)) {
            return false;
        }
        match s.orders.get(self.next_move(id)) {
            Some(Slot::Down { order: Order::ChangeHeading | Order::ChangeSpeed, .. }) => false,
            Some(Slot::Down { .. } | Slot::Removed | Slot::Up { .. }) => true,
            // The next turn brings new orders.
            Some(Slot::Empty) | None => false,
        }
    }

    /// What a torpedo in flight may still do: more to a slow target close by.
    fn torpedo_promise(&self, t: &Torpedo) -> i32 {
        let Some((_, ship)) = self
            .ships_in_play()
            .filter(|(id, _)| !self.friendly(t.owner, *id))
            .min_by_key(|(_, s)| s.at.distance_sq(t.at))
        else {
            return i32::from(self.living_threat().is_some()) * 4;
        };
        let gap = t.round().gap(ship.round());
        let hop = i64::from(t.movement) * 1000;
        let damage = i32::from(t.damage);
        if gap <= hop {
            damage * 2
        } else if gap <= hop * i64::from(t.life) {
            damage * if ship.speed <= 1 { 3 } else { 1 } / 3
        } else {
            0
        }
    }

    /// How far a team has come with what the scenario wants of it.
    fn goal_strength(&self, team: u8) -> i32 {
        let mut sum = 0;
        for (i, victory) in self.scenario.victory.iter().enumerate() {
            let Victory::Goal { goal, effect, .. } = victory else { continue };
            let worth = match effect {
                GoalEffect::Win => 90,
                GoalEffect::ScoreEach(n) | GoalEffect::ScoreOnce(n) => i32::from(*n) * 4,
                GoalEffect::Lose => 0,
            };
            if let Goal::HoldTerrain { of, .. } = goal
                && self.terrain(self.terrain_named(of)).holder == team
            {
                sum += worth / 3;
            }
            let Some((turns, _)) = goal.turns() else { continue };
            let held = i32::from(self.held[i][usize::from(team)]);
            sum += worth * held.min(i32::from(turns)) / i32::from(turns.max(1));
        }
        sum
    }

    /// One team against the threat: how much of the cube is left, and how much of the fleet.
    fn appraise_mission(&self) -> i32 {
        let Some(cube) = self.living_threat() else { return 900 };
        let whole = i32::from(self.cube_hull());
        let dealt = 500 * (whole - i32::from(cube.hull)) / whole.max(1);
        let fleet =
            self.strength(0).min(400 * i32::from(self.players)) / (2 * i32::from(self.players)).max(1);
        (150 + dealt + fleet).clamp(1, 950)
    }
}
