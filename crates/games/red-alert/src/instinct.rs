//! A player's instincts, for bots and hints: how good a position looks, and what a sensible player leans towards.

use crate::action::Action;
use crate::board::{Hex, Side};
use crate::data::Objective;
use crate::data::{Class, Hull, Kind};
use crate::effect::CombatEffect;
use crate::movement::Mode;
use crate::state::Question;
use crate::state::{Marks, Open, RedAlert, UnitId};
use crate::words::odds::expected_hits;
use klaxon_core::{Instinct, Seat};

impl Instinct for RedAlert {
    fn appraise(&self, seat: Seat) -> i32 {
        let side = self.side(seat);
        if let Some(end) = self.open.end {
            return match end.winner() {
                Some(winner) if winner == side => 1000,
                Some(_) => 0,
                None => 500,
            };
        }
        let open = &self.open;
        let mine = worth(open, side) - worth(open, side.other());
        // Points weigh more the nearer the target is.
        let target = i32::from(open.target);
        let (a, b) = (i32::from(open.points(side)), i32::from(open.points(side.other())));
        let points = (a - b) * 500 / target;
        (500 + points + mine / 12).clamp(1, 999)
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        let open = &self.open;
        let side = self.side(seat);
        match *action {
            Action::PickTaskForce(_) | Action::JumpPoint(_) | Action::Initiative(_) => 16,
            Action::Buy(kind) => match kind.class() {
                Class::Fighter => 8,
                Class::Strike => 20,
                Class::Capital => 16,
            },
            // Spend what there is before saying that one is done.
            Action::DoneBuying => {
                let left = self.allowance(side).unwrap_or(0).saturating_sub(self.spent(side));
                if left >= 4 { 2 } else { 60 }
            }
            Action::Return(_) | Action::TakeBack(_) | Action::Unorder(_) => 1,
            Action::Deploy { unit, at } | Action::PlaceHeld { unit, at } => deploy_lean(side, unit, at),
            Action::DoneDeploying => 120,
            Action::KeepCloak(_) => 12,
            Action::DropCloak(_) => 8,
            Action::Play(card) => self.card_lean(side, card.card().plan),
            Action::Ban(card) => 8 + u32::from(card.card().initiative) * 4,
            Action::Restore(hex) | Action::ClearAlert(hex) => {
                open.unit_at(hex).map_or(8, |id| u32::from(open.unit(id).kind.stats().points) * 6)
            }
            Action::Order(hex) => open.own_at(side, hex).map_or(8, |id| order_lean(open, id)),
            Action::Bring { unit, .. } => 12 + u32::from(unit.stats().points) * 2,
            Action::DoneOrdering => {
                // Orders are worth giving while there are any.
                let more = open.units_of(side).any(|id| open.check_order(seat, open.unit(id).hex()).is_ok());
                if more { 2 } else { 200 }
            }
            Action::RemoveMarker(hex) => {
                let ordered = open.own_at(side, hex).is_some_and(|id| open.unit(id).is(Marks::ORDERED));
                if ordered { 60 } else { 6 }
            }
            Action::Decloak(_) => 40,
            Action::Move { from, to, mode } => {
                open.own_at(side, from).map_or(4, |id| move_lean(open, id, to, mode))
            }
            Action::Exit(_) => 300,
            Action::EndMovement => 24,
            Action::Attack { from, at } => match (open.own_at(side, from), open.own_at(side.other(), at)) {
                (Some(a), Some(t)) => attack_lean(open, a, t),
                (None | Some(_), None | Some(_)) => 16,
            },
            Action::Decline(_) => 6,
            Action::EndCombat => 2,
            Action::PlayCombat { card, .. } => {
                let effect = card.card().effect.first().copied();
                effect.map_or(16, card_weight)
            }
            Action::FirstStrike(_) => 30,
            Action::Pass => match open.question() {
                Question::RedAlert { .. } => 120,
                Question::Discard => 60,
                Question::SecondMove(_) => 12,
                Question::BonusCombat(_) | Question::SecondVolley(_) => 2,
                Question::Card(_) | Question::Markers => 16,
                _ => 12,
            },
            Action::Disregard => 200,
            Action::Repair => 40,
            Action::Retire(path) => {
                let risky = path.hexes().iter().any(|&h| open.unit_at(h).is_some() || open.asteroids.has(h));
                if risky { 4 } else { 16 }
            }
            Action::BattleBack => 24,
            Action::Pursue => 40,
            Action::DiscardForStar(_) => 4,
            Action::TakePoint => 24,
            Action::DrawTwo | Action::Keep(_) => 16,
            Action::TwoStars => {
                if open.stars(side) < 4 {
                    24
                } else {
                    8
                }
            }
            Action::StarAndCard => 16,
            Action::Concede | Action::OfferDraw | Action::AcceptDraw | Action::StarControl(_) => 1,
        }
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

fn deploy_lean(side: Side, unit: Kind, at: Hex) -> u32 {
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

/// Can something be shot now, or after a move?
fn order_lean(open: &Open, id: UnitId) -> u32 {
    let unit = open.unit(id);
    if !unit.is(Marks::CLOAKED) && !open.targets(id).is_empty() {
        return 60;
    }
    let near = open.seen_enemies(id.side()).iter().map(|h| h.distance(unit.hex())).min().unwrap_or(12);
    if unit.is(Marks::ALERT) { 4 } else { 40u32.saturating_sub(u32::from(near) * 4).max(6) }
}

fn move_lean(open: &Open, id: UnitId, to: Hex, mode: Mode) -> u32 {
    let unit = open.unit(id);
    let side = id.side();
    let from = unit.hex();
    let nearest =
        |hex: Hex| open.seen_enemies(side).iter().map(|h| u32::from(h.distance(hex))).min().unwrap_or(12);
    let reach = unit.kind.stats().dice.iter().filter(|&&d| d > 0).count() as u32;
    let (before, after) = (nearest(from), nearest(to));
    let mut lean = 8;
    if after < before && after >= 1 {
        lean += 8 * (before - after);
    }
    // Into range, better with more dice there.
    if after <= reach {
        lean += 10 + 6 * u32::from(Open::range_dice(unit.kind, after as u8));
    }
    if unit.kind == Kind::FL {
        lean = if after <= 2 { 2 } else { 8 };
    }
    if before <= reach && after > reach {
        lean = 3;
    }
    let has = |o: Objective| open.objectives[side.index()] & o.bit() != 0;
    if open.planets.has(to) {
        lean = if has(Objective::PlanetControl) { 60 } else { 3 };
    } else if open.planets.has(from) && has(Objective::PlanetControl) {
        lean = 2;
    }
    if has(Objective::Breakthrough) && to.row() == side.other().baseline() {
        lean += 60;
    }
    if open.asteroids.has(to) && !unit.is(Marks::HELMSMAN) {
        lean = lean * 2 / 3;
    }
    match mode {
        Mode::SubLight | Mode::Warp | Mode::LightSpeed => lean.max(1),
        Mode::Impulse => (lean / 4).max(1),
    }
}

fn attack_lean(open: &Open, attacker: UnitId, target: UnitId) -> u32 {
    let hits = expected_hits(open, attacker, target);
    let foe = open.unit(target);
    let value = u32::from(foe.kind.stats().points);
    // Worth more where the unit may fall.
    let kill = if hits >= u32::from(foe.figures) * 700 { 4 } else { 1 };
    let base = 8 + hits * value * kill / 100;
    base / (1 + u32::from(foe.figures) / 3)
}

fn card_weight(effect: CombatEffect) -> u32 {
    match effect {
        CombatEffect::GainStars(_) | CombatEffect::IgnoreAlerts => 60,
        CombatEffect::Preempt { .. }
        | CombatEffect::Dice(_)
        | CombatEffect::DicePerFriend { .. }
        | CombatEffect::StarsHit
        | CombatEffect::NoShields
        | CombatEffect::AllShields
        | CombatEffect::Pursuit
        | CombatEffect::SecondVolley
        | CombatEffect::BattleBack { .. }
        | CombatEffect::Restore => 30,
        CombatEffect::ExtraOrders { .. }
        | CombatEffect::Boarding { .. }
        | CombatEffect::Parley { .. }
        | CombatEffect::Cancel
        | CombatEffect::Redirect { .. }
        | CombatEffect::Pin { .. }
        | CombatEffect::Intercept => 14,
        CombatEffect::Cloak
        | CombatEffect::LightSpeed { .. }
        | CombatEffect::Slingshot { .. }
        | CombatEffect::Helmsman => 4,
    }
}

impl RedAlert {
    /// How many units a command card would order, those with something to shoot at counted twice.
    fn card_lean(&self, side: Side, plan: crate::effect::Plan) -> u32 {
        let open = &self.open;
        if plan.preempt.is_some() {
            return 1;
        }
        let rating = open.command_cards[side.index()];
        let amount = |n: u8| u32::from(if n == crate::effect::RATING { rating } else { n });
        let mut count = [0u32; 3];
        let mut all = 0;
        for id in open.units_of(side) {
            let unit = open.unit(id);
            let fits = match plan.filter {
                crate::effect::OrderFilter::Class(class) => unit.class() == class,
                crate::effect::OrderFilter::NearEnemy => open.is_near_enemy(side, unit.hex()),
                crate::effect::OrderFilter::AwayFromEnemy => !open.is_near_enemy(side, unit.hex()),
                crate::effect::OrderFilter::All | crate::effect::OrderFilter::Chain => true,
            };
            let weight = if open.targets(id).is_empty() { 1 } else { 3 };
            if fits {
                all += weight;
            }
            for wing in crate::board::Wing::ALL {
                if unit.hex().is_in(wing.sector(side)) {
                    count[wing as usize] += weight;
                }
            }
        }
        let total: u32 = if plan.sector {
            (0..3).map(|w| count[w].min(3 * amount(plan.slots[w]))).sum()
        } else if plan.tactic {
            all.min(3 * amount(plan.any))
        } else {
            3 + u32::from(rating)
        };
        1 + total * 6
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
