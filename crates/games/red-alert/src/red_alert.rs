//! Chapter 12: red alerts, and retiring.

use crate::board::{Hex, HexSet, NONE};
use crate::data::{Class, Kind};
use crate::effect::Window;
use crate::event::{Cx, Event, Hazard};
use crate::route::Route;
use crate::state::{Combat, Marks, Open, RedAlert, Step, Twists, UnitId};
use crate::team::commander;
use klaxon_core::{Refusal, SeatSet, rule};

impl RedAlert {
    /// Step 9 of a combat, after the hits: card, repair by the Fleet Commander, choice.
    pub(crate) fn alert_step(&mut self, combat: Combat, cx: &mut Cx) -> Option<SeatSet> {
        let side = combat.target.side();
        if combat.alerts == 0 {
            self.open.fight().step = Step::BattleBackCard;
            return None;
        }
        if combat.step == Step::AlertCard {
            if combat.hits == 0 {
                self.open.fight().step = Step::Alert;
                return None;
            }
            return self.window_step(side, Window::RedAlertStep, Step::AlertRepair);
        }
        if combat.step == Step::AlertRepair {
            let seat = self.open.unit_seat(combat.target);
            let asked = self.open.star_control[side.index()] && seat != commander(side);
            if asked && self.open.check_repair(&combat).is_ok() {
                return Some(SeatSet::only(commander(side)));
            }
            self.open.fight().step = Step::Alert;
            return None;
        }
        let forced = combat.hits > 0;
        let room = self.open.retirement(&combat).0;
        let way_out = self.open.check_disregard(&combat).is_ok() || self.open.may_repair_now(&combat);
        if room > 0 || forced && way_out {
            return Some(SeatSet::only(self.open.unit_seat(combat.target)));
        }
        // RA-12.18: nowhere to go. RA-12.28: nobody chooses to stay and be hit.
        if forced {
            self.retire(Route::EMPTY, cx);
        } else {
            self.open.fight().step = Step::BattleBackCard;
        }
        None
    }

    /// The red alerts of the top combat come to nothing.
    pub(crate) fn calm(&mut self, event: impl FnOnce(crate::event::Ship) -> Event, cx: &mut Cx) {
        let target = self.open.combat().expect("a combat is on").target;
        let ship = self.open.ship(target);
        cx.say(|| event(ship));
        let fight = self.open.fight();
        fight.alerts = 0;
        fight.step = Step::BattleBackCard;
    }

    /// RA-12.13, RA-12.18: the unit retires along a path, with its dangers in path order. RA-12.21, RA-18.19: it is no move,
    /// and planets do not matter.
    pub(crate) fn retire(&mut self, path: Route, cx: &mut Cx) {
        let combat = *self.open.combat().expect("a combat is on");
        let id = combat.target;
        let forced = combat.hits > 0;
        let ship = self.open.ship(id);
        let steps = path.hexes().len() as u8;
        cx.say(|| Event::Retires { ship, path: path.hexes().to_vec(), forced });
        // RA-12.19: a wreck lies on the last empty hex; the starting hex counts as empty.
        let mut wreck = ship.at;
        for &hex in path.hexes() {
            let friend = self.open.unit_at(hex);
            if friend.is_none() {
                wreck = hex;
            }
            // RA-12.24: the unit's danger first, then the asteroids'.
            if let Some(other) = friend.filter(|_| !self.open.cloaked.has(hex)) {
                let (hazard, dice) =
                    if other.side() == id.side() { (Hazard::Friend, 1) } else { (Hazard::Enemy, 2) };
                self.run_risk(id, hex, hazard, dice, wreck, cx);
            }
            if self.open.asteroids.has(hex) && self.open.unit(id).is_on_map() && !self.open.is_over() {
                // RA-18.10, as RA-12.17 says.
                self.run_risk(id, hex, Hazard::Asteroids, 1, wreck, cx);
            }
            if self.open.is_over() || !self.open.unit(id).is_on_map() {
                break;
            }
        }
        if self.open.is_over() {
            return;
        }
        if self.open.unit(id).is_on_map() {
            if let Some(last) = path.last() {
                self.open.shift(id, last);
                self.open.units[id.index()].marks.set(Marks::RETIRED);
            }
            // RA-12.18: a hit for each hex that it could not retire.
            let short = 2 * combat.alerts - steps;
            if short > 0 {
                let ship = self.open.ship(id);
                cx.say(|| Event::Cornered { ship, hits: short });
                // RA-12.27: these hits neither count for the combat nor make it retire again.
                self.damage(id, short, ship.at, cx);
                if self.open.is_over() {
                    return;
                }
            }
        }
        let survives = self.open.unit(id).is_on_map();
        if survives && combat.alerts >= 2 {
            // RA-12.10.
            self.mark_alert(id, cx);
        }
        let left = steps > 0 || !survives;
        let fight = self.open.fight();
        fight.alerts = 0;
        // RA-14.3, RA-14.11: a forced retirement that left the hex, or a death on the way, is a success.
        if left {
            fight.twists.set(Twists::VACATED);
            if forced {
                fight.twists.set(Twists::SUCCESS);
            }
        }
        // RA-12.20: who stayed may battle back.
        fight.step = if left { Step::PursuitCard } else { Step::BattleBackCard };
    }

    /// RA-12.15 to 12.17: dice against the retiring unit; only its own class symbol hits (RA-12.26).
    fn run_risk(&mut self, id: UnitId, at: Hex, hazard: Hazard, dice: u8, wreck: Hex, cx: &mut Cx) {
        let ship = self.open.ship(id);
        let (count, faces) = cx.roll(dice);
        let hits = count[ship.kind.class().face() as usize];
        cx.say(|| Event::Danger { ship, at, hazard, dice: faces, harm: hits > 0 });
        self.damage(id, hits, wreck, cx);
    }
}

impl Open {
    /// How many hexes the target of a combat can retire (k of RA-12.18), and the hexes that lie on a path of that
    /// length, step by step.
    pub(crate) fn retirement(&self, combat: &Combat) -> (u8, [HexSet; 11]) {
        let id = combat.target;
        let (side, start) = (id.side(), self.unit(id).hex());
        let far = usize::from(2 * combat.alerts).min(10);
        let mut rows = [HexSet::EMPTY; 11];
        rows[0].insert(start);
        let empty = |set: HexSet| set.minus(self.occupied());
        let mut best = 0;
        for step in 1..=far {
            // RA-12.14: units may be passed, debris may not.
            let next: HexSet = rows[step - 1].iter().flat_map(|h| h.homeward(side)).collect();
            rows[step] = next.minus(self.debris);
            if !empty(rows[step]).is_empty() {
                best = step;
            }
            if rows[step].is_empty() {
                break;
            }
        }
        // Only hexes from which the last row's empty hexes can be reached.
        rows[best] = if best > 0 { empty(rows[best]) } else { rows[0] };
        for step in (1..best).rev() {
            let ahead = rows[step + 1];
            rows[step] = rows[step].iter().filter(|h| h.homeward(side).any(|n| ahead.has(n))).collect();
        }
        (best as u8, rows)
    }

    /// Every path that the target of a combat may take.
    pub fn retire_paths(&self, combat: &Combat) -> Vec<Route> {
        let (steps, rows) = self.retirement(combat);
        let side = combat.target.side();
        let mut paths = vec![Route::EMPTY];
        let mut ends = vec![self.unit(combat.target).hex()];
        for row in rows.iter().take(usize::from(steps) + 1).skip(1) {
            let mut longer = Vec::new();
            let mut last = Vec::new();
            for (path, end) in paths.iter().zip(&ends) {
                for next in end.homeward(side).filter(|&h| row.has(h)) {
                    longer.push(path.then(next));
                    last.push(next);
                }
            }
            (paths, ends) = (longer, last);
        }
        paths
    }

    /// Judges a path.
    pub(crate) fn check_retire(&self, combat: &Combat, path: Route) -> Result<(), Refusal> {
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        if combat.alerts == 0 {
            return illegal(rule!("RA-12.2"), "there is no red alert to retire from".into());
        }
        let (steps, _) = self.retirement(combat);
        if steps == 0 && combat.hits == 0 {
            return illegal(rule!("RA-12.28"), "there is no hex to retire to".into());
        }
        let side = combat.target.side();
        let mut here = self.unit(combat.target).hex();
        for &hex in path.hexes() {
            if !here.homeward(side).any(|h| h == hex) {
                let text = "each step goes to the next row towards the own baseline".into();
                return illegal(rule!("RA-12.13"), text);
            }
            if self.debris.has(hex) {
                return illegal(rule!("RA-12.14"), format!("debris makes {hex} impassable"));
            }
            here = hex;
        }
        if path.hexes().len() != usize::from(steps) {
            let hexes = klaxon_core::counted(steps, "hex", "hexes");
            let text = format!("the unit must retire {hexes}, as many as it can of {}", 2 * combat.alerts);
            return illegal(rule!("RA-12.18"), text);
        }
        if steps > 0 && self.unit_at(here).is_some() {
            return illegal(rule!("RA-12.18"), format!("the last hex must be empty, and {here} is not"));
        }
        Ok(())
    }

    /// RA-12.4, RA-12.5, RA-12.7: may the red alert be disregarded?
    pub fn check_disregard(&self, combat: &Combat) -> Result<(), Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if combat.hits == 0 || combat.alerts == 0 {
            return illegal(rule!("RA-12.3"), "nothing forces this unit to retire: it may simply stay");
        }
        if combat.alerts > 1 {
            return illegal(rule!("RA-12.7"), "two or more red alerts cannot be disregarded");
        }
        let unit = self.unit(combat.target);
        let hex = unit.hex();
        // RA-18.7, RA-18.19: not on such a hex.
        if self.asteroids.has(hex) || self.planets.has(hex) || unit.is(Marks::ALERT) {
            let text = "on an asteroid or planet hex, or with a marker, no red alert is disregarded";
            return illegal(rule!("RA-12.5"), text);
        }
        if unit.kind == Kind::FL {
            return Ok(());
        }
        match self.flagship(combat.target.side()) {
            Some(flag) if self.unit(flag).hex().neighbours().has(hex) => {
                if self.unit(flag).is(Marks::ALERT) {
                    return illegal(
                        rule!("RA-12.5"),
                        "a flagship with a marker gives nothing to its neighbours",
                    );
                }
                Ok(())
            }
            Some(_) | None => {
                illegal(rule!("RA-12.4"), "only a flagship and units adjacent to it disregard a red alert")
            }
        }
    }

    /// RA-12.6, RA-12.7: may the red alert be repaired for two stars?
    pub fn check_repair(&self, combat: &Combat) -> Result<(), Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if combat.hits == 0 || combat.alerts == 0 {
            return illegal(rule!("RA-12.3"), "nothing forces this unit to retire: it may simply stay");
        }
        if combat.alerts > 1 {
            return illegal(rule!("RA-12.7"), "two or more red alerts cannot be repaired");
        }
        if self.unit(combat.target).class() == Class::Fighter {
            return illegal(rule!("RA-12.6"), "fighter class units have no engineers");
        }
        if self.stars(combat.target.side()) < 2 {
            return illegal(rule!("RA-12.6"), "a repair costs 2 stars");
        }
        Ok(())
    }

    /// May the one who decides step 9 repair? Not an officer whose Fleet Commander holds the stars (RA-22.7).
    pub(crate) fn may_repair_now(&self, combat: &Combat) -> bool {
        self.check_repair(combat).is_ok() && self.spender(combat.target) == self.unit_seat(combat.target)
    }
}

/// A hex that is none.
pub(crate) fn on(spots: [u8; 2], i: usize) -> Option<Hex> {
    (spots[i] != NONE).then(|| Hex::raw(spots[i]))
}
