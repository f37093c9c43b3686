//! A player's instincts, for bots and hints: how good a position looks. How much a sensible player leans to which answer, each
//! question of `questions/` says itself; what several of them go by is here.

use crate::board::{Hex, Side};
use crate::data::{Hull, Kind, Objective};
use crate::questions::{Action, Asked};
use crate::state::{Marks, Open, RedAlert, UnitId};
use klaxon_core::{
    Instinct, Seat,
    judgement::{Features, Judgement},
};
use std::sync::LazyLock;

mod features;

/// What was learned from many games, see `tools/train`.
static LEARNED: LazyLock<Judgement> = LazyLock::new(|| {
    Judgement::read(include_bytes!("../data/judgement.net")).expect("the weights are whole")
});

impl Instinct for RedAlert {
    const ROUNDS: u32 = 1340;
    const HORIZON: u32 = 6;

    fn appraise(&self, seat: Seat) -> i32 {
        let side = self.side(seat);
        if let Some(end) = self.open.end {
            return match end.winner() {
                Some(winner) if winner == side => 1000,
                Some(_) => 0,
                None => 500,
            };
        }
        self.judged(seat).unwrap_or_else(|| self.by_hand(side))
    }

    fn learned() -> Option<&'static Judgement> {
        Some(&LEARNED)
    }

    fn features(&self, seat: Seat, into: &mut Features) -> bool {
        self.tell_features(self.side(seat), into)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        action.lean(Asked::of(self, seat))
    }

    fn reason(&self, seat: Seat, action: &Action) -> Option<String> {
        action.reason(Asked::of(self, seat))
    }

    fn idle(&self, seat: Seat, action: &Action) -> Option<String> {
        action.idle(Asked::of(self, seat))
    }

    /// Points are few enough apart from the target, or units few enough, for a battle to be over soon.
    fn decisive(&self) -> bool {
        let open = &self.open;
        Side::BOTH.into_iter().any(|side| {
            let few = open.units_of(side).take(3).count() < 3;
            let most = open.eliminations;
            let culled = most > 0 && open.tally[side.index()].eliminations() + 2 >= most;
            few || culled || open.points(side) + 8 >= open.target
        })
    }

    fn leans(&self, seat: Seat, choices: &[Action], out: &mut Vec<u32>) {
        let asked = Asked::of(self, seat);
        out.extend(choices.iter().map(|action| action.lean(asked)));
    }
}

impl RedAlert {
    /// How good the position looks where nothing was learned.
    fn by_hand(&self, side: Side) -> i32 {
        let open = &self.open;
        let mine = worth(open, side) - worth(open, side.other());
        // Points weigh more the nearer the target is.
        let target = i32::from(open.target);
        let (a, b) = (i32::from(open.points(side)), i32::from(open.points(side.other())));
        let points = (a - b) * 500 / target;
        (500 + points + mine / 12).clamp(1, 999)
    }
}

/// What a side has: figures by their points, stars, cards, ground gained. In twelfths of a thousandth or so.
fn worth(open: &Open, side: Side) -> i32 {
    let mut sum = 0;
    for id in open.units_of(side) {
        let unit = open.unit(id);
        let stats = unit.kind.stats();
        let points = i32::from(stats.points) * 12;
        // A unit is worth half its points for being there and half by its figures.
        sum += points / 2 + points * i32::from(unit.figures) / (2 * i32::from(stats.figures));
        if unit.is(Marks::ALERT) {
            sum -= points / 4;
        }
        if unit.kind != Kind::FL {
            // Nearer to the enemy's half is a little better, so that fleets meet.
            sum += i32::from(unit.hex().row().abs_diff(side.baseline()).min(6));
        }
        sum -= danger(open, id, points);
        let has = |o: Objective| open.objectives[side.index()] & o.bit() != 0;
        if has(Objective::PlanetControl) && open.holds_planet(id) {
            sum += 40;
        }
        if has(Objective::Breakthrough) {
            let left = unit.hex().row().abs_diff(side.other().baseline());
            sum += points / (2 + i32::from(left));
        }
    }
    for kind in Kind::ALL {
        sum += i32::from(open.waiting[side.index()][kind as usize]) * i32::from(kind.stats().points) * 10;
    }
    sum + i32::from(open.stars(side)).min(10) * 6
        + i32::from(open.combat_cards[side.index()]).min(6) * 6
        + i32::from(open.command_cards[side.index()]) * 4
}

/// What a unit stands to lose to the enemies in range: more with fewer figures left.
fn danger(open: &Open, id: UnitId, points: i32) -> i32 {
    let unit = open.unit(id);
    if unit.is(Marks::CLOAKED) {
        return 0;
    }
    let near = open.seen_enemies(id.side()).and(unit.hex().within(4));
    let dice: i32 = near
        .iter()
        .filter_map(|at| open.unit_at(at).map(|foe| (open.unit(foe).kind, at.distance(unit.hex()))))
        .map(|(kind, range)| i32::from(Open::range_dice(kind, range)))
        .sum();
    // Two faces in six hit, and few of the enemies will be ordered at once.
    points * dice.min(9) / (18 * i32::from(unit.figures.max(1)))
}

/// A place that suits the unit.
pub(crate) fn deploy_lean(side: Side, unit: Kind, at: Hex) -> u32 {
    let depth = at.row().abs_diff(side.baseline());
    let middle = 7u8.abs_diff(at.col());
    match unit.stats().hull {
        // The flagship behind the others, near the middle.
        Hull::Flagship => {
            if depth <= 1 {
                40u32.saturating_sub(u32::from(middle) * 6).max(2)
            } else {
                4
            }
        }
        Hull::Battleship => {
            if depth >= 2 {
                24
            } else {
                10
            }
        }
        Hull::Cruiser | Hull::Destroyer => {
            if depth >= 2 {
                20
            } else {
                12
            }
        }
        Hull::Fighter => {
            if middle >= 3 {
                20
            } else {
                10
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::Situation;

    #[test]
    fn points_and_figures_look_good() {
        let even = RedAlert::given(&["cw I5 SC", "cf C5 SC", "hand cw CM-08"]).unwrap();
        let ahead = RedAlert::given(&["cw I5 SC", "cf C5 SC x1", "hand cw CM-08", "points cw 5"]).unwrap();
        assert!(ahead.appraise(Seat(0)) > even.appraise(Seat(0)));
        assert!(ahead.appraise(Seat(1)) < even.appraise(Seat(1)));
    }
}
