//! What a position is worth: points, income, army, land, cards, and the way to the special objective.

use super::worth;
use crate::{
    board::areas_of,
    data::{Content, Objective, data},
    state::StarCraft,
};
use klaxon_core::Seat;

impl StarCraft {
    /// 0 lost, 1000 won; an even position is 500.
    pub(super) fn prospects(&self, seat: Seat) -> i32 {
        if let Some(ending) = self.ending {
            return if ending.winners.has(seat) { 1000 } else { 0 };
        }
        if self.players.iter().take(usize::from(self.n)).any(|p| p.faction.is_none()) {
            return 500;
        }
        // What anybody has left is worth nothing once the end has come, but what the end is decided by.
        if self.end_has_come() {
            return if self.winners_at_the_end().0.has(seat) { 900 } else { 100 };
        }
        let mine = self.team_strength(seat);
        let best = self
            .all_seats()
            .filter(|s| self.team_of(*s) != self.team_of(seat))
            .map(|s| self.team_strength(s))
            .max()
            .unwrap_or(0);
        // The share of the two strongest, stretched: small leads are what a search must tell apart.
        let (mine, best) = (i64::from(mine.max(1)), i64::from(best.max(1)));
        let share = 1000 * mine / (mine + best);
        let lead = (share - 500) * 5 / 2;
        if self.rules.galactic {
            // A lead wins nothing by itself: there must be something to gain by ending it.
            let lead = if lead > 350 { 350 + (lead - 350) / 8 } else { lead };
            let rivals = self.all_seats().filter(|s| self.team_of(*s) != self.team_of(seat));
            let left: u32 = rivals.filter(|s| !self.player(*s).out).map(|s| self.pieces(s)).sum();
            return (500 + lead as i32 + 3 * 12u32.saturating_sub(left) as i32).clamp(1, 990);
        }
        (500 + lead).clamp(1, 999) as i32
    }

    fn team_strength(&self, seat: Seat) -> i32 {
        self.mates(seat).map(|s| self.strength(s)).sum()
    }

    /// Points, income, army, areas and cards of a seat as one number.
    fn strength(&self, seat: Seat) -> i32 {
        let player = self.player(seat);
        if player.out {
            return 0;
        }
        let mut sum = 0;
        if !self.rules.galactic {
            // Points weigh more the nearer the target is.
            let (points, target) = (self.team_points(seat) as i32, self.target(seat) as i32);
            sum += i32::from(player.cp) * 40 + points * points * 60 / target.max(1);
            sum += i32::from(self.point_income(seat)) * 110;
            // The objective counts only in stage III (SC-14.5), but it is prepared before.
            let (progress, stage) = (self.progress(seat), i32::from(self.stage()));
            sum += progress * progress * [60, 160, 400][(stage - 1) as usize] / 10_000;
        }
        let army: i32 = self
            .areas
            .iter()
            .flatten()
            .filter(|g| g.owner == Some(seat))
            .flat_map(|g| self.race(seat).units().iter().map(|u| i32::from(g.units[u.slot()]) * worth(*u)))
            .sum();
        sum += army * 12 + i32::from(self.fighting_worth(seat)) * 12;
        sum += i32::from(self.total_resources(seat)) * 20;
        sum += i32::from(self.workers(seat).min(self.total_resources(seat) + 1)) * 16;
        sum += i32::from(self.controlled(seat)) * 22;
        sum += i32::from(self.bases(seat)) * 80;
        sum += player.hand.count_ones() as i32 * 6;
        sum += i32::from(player.levels.iter().sum::<u8>()) * 16
            + i32::from(player.modules.iter().sum::<u8>()) * 22;
        let techs = (data().deck(self.race(seat)).technology & !player.tech_deck).count_ones();
        sum += techs as i32 * 8 + i32::from(self.transports(seat).min(4)) * 10;
        sum += player.held.iter().count() as i32 * 12 + player.drawn.iter().count() as i32 * 14;
        // Nothing is made any more where no base is left, and only pieces keep a conqueror in the game.
        if self.rules.galactic && self.bases(seat) == 0 { sum / 2 } else { sum }
    }

    /// Units that are moving or fighting.
    pub(super) fn fighting_worth(&self, seat: Seat) -> i16 {
        let mut sum = 0;
        if let Some(battle) = &self.battle
            && let Some(side) = battle.side(seat)
        {
            sum += battle.alive(side).map(|(_, f)| worth(f.unit) as i16).sum::<i16>();
        }
        if self.turn.is_some_and(|t| t.seat == seat) {
            for units in &self.moves.inbound {
                let units =
                    self.race(seat).units().iter().map(|u| i16::from(units[u.slot()]) * worth(*u) as i16);
                sum += units.sum::<i16>();
            }
        }
        sum
    }

    /// How near the special objective is, in per cent.
    pub(super) fn progress(&self, seat: Seat) -> i32 {
        let held = |kind: fn(Content) -> bool, n: u8| {
            let of_kind = |a: &crate::ids::Area| data().area(*a).is_some_and(|d| kind(d.content));
            let (mut all, mut mine) = (0, 0);
            for area in self.all_areas().filter(of_kind) {
                all += 1;
                mine += i32::from(self.controls(seat, area));
            }
            // SC-14.8: all of them are enough where there are fewer.
            let need = i32::from(n).min(all).max(1);
            100 * mine.min(need) / need
        };
        match data().faction(self.faction(seat)).victory {
            Objective::ControlResources(n) => held(|c| c.resource().is_some(), n),
            Objective::ControlConquest(n) => held(|c| c.resource().is_none(), n),
            Objective::ControlPlanets(n) => {
                let mut shares = [0i32; 12];
                for (share, planet) in shares.iter_mut().zip(self.planets()) {
                    let mine = areas_of(planet).filter(|a| self.controls(seat, *a)).count() as i32;
                    *share = 100 * mine / (areas_of(planet).count() as i32).max(1);
                }
                shares.sort_unstable();
                shares.iter().rev().take(usize::from(n)).sum::<i32>() / i32::from(n.max(1))
            }
            Objective::MostAreas => {
                let mine = i32::from(self.controlled(seat));
                let rival = self.all_seats().filter(|s| *s != seat).map(|s| i32::from(self.controlled(s)));
                let rival = rival.max().unwrap_or(0);
                if mine > rival { 100 } else { 100 * mine / (rival + 1) }
            }
            Objective::BasesOnPlanets(n) => {
                let bases = self.planets().filter(|p| self.has_base_on(seat, *p)).count() as i32;
                100 * bases.min(i32::from(n)) / i32::from(n.max(1))
            }
            // SC-14.11: every event card brings the end nearer.
            Objective::EndDrawsNear => match self.stage() {
                1 => 20,
                2 => 40,
                _ => (50 + 25 * i32::from(self.ends) + 20 - self.events.len() as i32).clamp(50, 100),
            },
        }
    }
}
