//! What the learned judgement goes by: points, objectives, income, army, land, cards and orders of two rivals. Nothing that
//! the seat does not know: of the other's cards and orders only how many there are.

use super::worth;
use crate::{
    board::areas_of,
    data::{Content, data},
    ids::{Area, Faction, Order, Unit},
    state::{Depletion, StarCraft},
};
use klaxon_core::{Seat, judgement::Features};

impl StarCraft {
    /// Only for two players who play for points and objectives, once the galaxy is laid and the factions are chosen.
    pub(super) fn tell_features(&self, seat: Seat, into: &mut Features) -> bool {
        let chosen = self.players.iter().take(usize::from(self.n)).all(|p| p.faction.is_some());
        let learned = self.n == 2 && !self.rules.teams && !self.rules.galactic;
        if !chosen || !learned || self.round == 0 || self.ending.is_some() || self.end_has_come() {
            return false;
        }
        let rival = Seat(1 - seat.0);
        for (of, against, who) in [(seat, rival, "own"), (rival, seat, "other")] {
            self.tell_score(of, who, into);
            self.tell_economy(of, who, into);
            self.tell_army(of, who, into);
            self.tell_land(of, against, who, into);
        }
        self.tell_round(seat, rival, into);
        true
    }

    /// Points and the way to the special objective.
    fn tell_score(&self, seat: Seat, who: &str, into: &mut Features) {
        let (points, target) = (self.team_points(seat) as i32, self.target(seat) as i32);
        let (income, progress) = (i32::from(self.point_income(seat)), self.progress(seat));
        let missing = (target - points).max(0);
        into.put(points, || format!("{who} points"));
        into.put(missing, || format!("{who} points missing"));
        into.put(income, || format!("{who} points a round"));
        for rounds in 1..=3 {
            into.put(i32::from(missing <= income * rounds), || format!("{who} enough points in {rounds}"));
        }
        into.put(progress / 4, || format!("{who} objective"));
        for stage in 1..=3 {
            let now = i32::from(self.stage()) == stage;
            into.put(if now { progress / 4 } else { 0 }, || format!("{who} objective in stage {stage}"));
            into.put(i32::from(now && progress >= 100), || format!("{who} objective met in stage {stage}"));
        }
        let faction = self.faction(seat).index();
        into.one_of(Faction::ALL.len(), Some(faction), 1, |i| format!("{who} {}", Faction::ALL[i]));
    }

    /// Resources, workers, buildings, technology, cards.
    fn tell_economy(&self, seat: Seat, who: &str, into: &mut Features) {
        let player = self.player(seat);
        let [minerals, gas] = self.plain_means(seat).map(i32::from);
        let (resources, workers) = (i32::from(self.total_resources(seat)), i32::from(self.workers(seat)));
        into.put(minerals, || format!("{who} minerals to spend"));
        into.put(gas, || format!("{who} gas to spend"));
        into.put(resources, || format!("{who} resources"));
        into.put(workers, || format!("{who} workers"));
        into.put(workers.min(resources + 1), || format!("{who} workers with work"));
        into.put(i32::from(player.pool), || format!("{who} workers in the pool"));
        into.put(i32::from(player.away), || format!("{who} workers away"));
        for (i, &level) in player.levels.iter().enumerate() {
            into.put(i32::from(level), || format!("{who} building {i}"));
        }
        for (i, &n) in player.modules.iter().enumerate() {
            into.put(i32::from(n), || format!("{who} module {i}"));
        }
        let techs = data().deck(self.race(seat)).technology & !player.tech_deck;
        into.put(techs.count_ones() as i32, || format!("{who} technologies"));
        into.put(player.hand.count_ones() as i32, || format!("{who} cards"));
        into.put(player.deck.len() as i32, || format!("{who} deck"));
        into.put(player.held.iter().count() as i32, || format!("{who} events held"));
        into.put(player.drawn.iter().count() as i32, || format!("{who} events drawn"));
        into.put(i32::from(self.transports(seat)), || format!("{who} transports"));
        into.put(i32::from(self.transports(seat).min(2)), || format!("{who} first transports"));
        into.put(i32::from(self.bases(seat)), || format!("{who} bases"));
    }

    /// Units in play by kind, and what they are worth.
    fn tell_army(&self, seat: Seat, who: &str, into: &mut Features) {
        let supply = &self.player(seat).supply;
        let race = self.race(seat);
        let mut army = 0;
        for &unit in Unit::ALL {
            let n = if unit.race() == race {
                i32::from(data().unit(unit).count) - i32::from(supply[unit.slot()])
            } else {
                0
            };
            army += n * worth(unit);
            into.put(n, || format!("{who} {unit}"));
        }
        into.put(army, || format!("{who} army"));
        into.put(i32::from(self.fighting_worth(seat)), || format!("{who} units that move or fight"));
    }

    /// Areas by what they hold, and where the rival is near.
    fn tell_land(&self, seat: Seat, rival: Seat, who: &str, into: &mut Features) {
        let (mut mines, mut points, mut spent, mut guarded, mut pressed, mut prey, mut alone) =
            (0, 0, 0, 0, 0, 0, 0);
        for planet in self.planets() {
            let might = |s: Seat| -> i32 {
                areas_of(planet)
                    .filter(|a| self.ground(*a).owner == Some(s))
                    .map(|a| self.army_in(s, a))
                    .sum()
            };
            let (mine, theirs) = (might(seat), might(rival));
            let held = areas_of(planet).filter(|a| self.controls(seat, *a)).count() as i32;
            if held > 0 && theirs == 0 {
                alone += held;
            }
            if mine > 0 && theirs > 0 {
                pressed += (theirs - mine).clamp(-12, 12);
            }
            if theirs == 0 && self.reaches(seat, planet) {
                prey += areas_of(planet).filter(|a| self.controls(rival, *a)).count() as i32;
            }
        }
        for area in self.all_areas().filter(|a| self.controls(seat, *a)) {
            match data().area(area).map(|a| a.content) {
                Some(Content::Conquest(n)) => points += i32::from(n),
                Some(Content::Minerals(n) | Content::Gas(n)) => {
                    mines += i32::from(n);
                    spent += i32::from(self.ground(area).depletion != Depletion::None);
                }
                None => {}
            }
            guarded += i32::from(self.ground(area).owner == Some(seat));
        }
        into.put(i32::from(self.controlled(seat)), || format!("{who} areas"));
        into.put(mines, || format!("{who} resources of areas"));
        into.put(points, || format!("{who} points of areas"));
        into.put(spent, || format!("{who} depleted areas"));
        into.put(guarded, || format!("{who} areas with units"));
        into.put(pressed, || format!("{who} pressure on shared planets"));
        into.put(prey, || format!("{who} rival areas in reach without a guard"));
        into.put(alone, || format!("{who} areas on planets without the rival"));
        let held = self.planets().filter(|p| areas_of(*p).all(|a| self.controls(seat, a))).count();
        into.put(held as i32, || format!("{who} whole planets"));
    }

    /// Stage, round, orders to come, and who is first.
    fn tell_round(&self, seat: Seat, rival: Seat, into: &mut Features) {
        into.one_of(3, Some(usize::from(self.stage()) - 1), 1, |i| format!("stage {}", i + 1));
        into.put(i32::from(self.round.min(30)), || "round".into());
        into.put(self.events.len() as i32, || "event deck".into());
        into.put(i32::from(self.ends), || "end cards".into());
        into.put(if self.first == seat { 1 } else { -1 }, || "first player".into());
        for &order in Order::ALL {
            let own = self.orders.iter().filter(|o| o.seat == seat && o.order == order).count();
            into.put(own as i32, || format!("own orders {order}"));
        }
        let theirs = self.orders.iter().filter(|o| o.seat == rival).count();
        into.put(theirs as i32, || "other orders".into());
        let acts = self.turn.map_or(0, |t| if t.seat == seat { 1 } else { -1 });
        into.put(acts, || "resolves an order".into());
        into.put(i32::from(self.battle.is_some()), || "battle".into());
    }

    fn army_in(&self, seat: Seat, area: Area) -> i32 {
        let units = &self.ground(area).units;
        self.race(seat).units().iter().map(|u| i32::from(units[u.slot()]) * worth(*u)).sum()
    }
}
