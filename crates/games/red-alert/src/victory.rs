//! Chapters 16, 20 and 21: stars, objectives, losses and the end of the battle.

use crate::board::{Hex, Sector, Side, board};
use crate::data::Objective;
use crate::data::{Class, CommandId, Face, Kind};
use crate::event::{Cx, Event};
use crate::state::{End, Marks, Open, RedAlert, UnitId};

impl RedAlert {
    /// RA-16.2, RA-16.6: spent stars go back to the pool at once; how often is each action's own rule.
    pub(crate) fn spend(&mut self, side: Side, stars: u8) {
        assert!(self.open.stars(side) >= stars, "checked before");
        self.open.stars[side.index()] -= stars;
        self.open.pool += stars;
    }

    /// RA-16.3: a gain takes what the pool has.
    pub(crate) fn gain(&mut self, side: Side, stars: u8, cx: &mut Cx) {
        let stars = stars.min(self.open.pool);
        if stars > 0 {
            self.open.pool -= stars;
            // RA-16.1: without an upper limit.
            self.open.stars[side.index()] += stars;
            cx.say(|| Event::StarsGained { side, stars });
        }
    }

    /// RA-6.2 a, RA-6.3: the objectives of the player whose turn starts, and no others, in hex order, victory checked after each.
    pub(crate) fn score_objectives(&mut self, side: Side, cx: &mut Cx) {
        let s = side.index();
        let has = |open: &Open, o: Objective| open.objectives[s] & o.bit() != 0;
        if has(&self.open, Objective::PlanetControl) {
            for hex in self.open.fleets[s].and(self.open.planets).iter() {
                if let Some(id) = self.open.own_at(side, hex)
                    && self.open.holds_planet(id)
                {
                    let rank = self.open.planets.rank(hex);
                    // RA-20.2: every turn one more. RA-20.3: nothing takes it away.
                    self.open.markers[s][rank] += 1;
                    let ship = self.open.ship(id);
                    cx.say(|| Event::PlanetPoint { ship });
                    self.score(side, 1, cx);
                    if self.open.is_over() {
                        return;
                    }
                }
            }
        }
        if has(&self.open, Objective::ClearSector) {
            for sector in Sector::ALL {
                if self.open.is_clear(side, sector) {
                    // RA-20.8: every turn one more, and kept.
                    self.open.tally[s].sectors[sector as usize] += 1;
                    cx.say(|| Event::SectorPoint { side, sector });
                    self.score(side, 1, cx);
                    if self.open.is_over() {
                        return;
                    }
                }
            }
        }
    }

    /// Adds points; RA-21.1: a side wins the moment it has enough.
    pub(crate) fn score(&mut self, side: Side, points: u8, cx: &mut Cx) {
        self.open.tally[side.index()].total += points;
        self.open.lively = true;
        if self.open.points(side) >= self.open.target {
            self.finish(End::Points(side), cx);
        }
    }

    pub(crate) fn finish(&mut self, end: End, cx: &mut Cx) {
        if self.open.end.is_none() {
            self.open.end = Some(end);
            cx.say(|| Event::Over { end });
        }
    }

    /// Takes hits off a unit: figures, cap fighters first, and confirmation for a lone flagship (RA-11.23, RA-11.26, RA-11.29).
    /// Gives the hits that took effect. A wreck is left on `wreck`.
    pub(crate) fn damage(&mut self, id: UnitId, hits: u8, wreck: Hex, cx: &mut Cx) -> u8 {
        if hits == 0 {
            return 0;
        }
        let unit = *self.open.unit(id);
        let ship = self.open.ship(id);
        let room = if unit.kind == Kind::FL { unit.caps() } else { unit.figures };
        let taken = hits.min(room);
        if taken > 0 {
            self.open.units[id.index()].figures -= taken;
            self.open.lively = true;
            let left = unit.figures - taken;
            cx.say(|| Event::Hit { ship, hits: taken, left });
        }
        let mut scored = taken;
        let mut lost = self.open.unit(id).figures == 0;
        if unit.kind == Kind::FL && hits > taken {
            // RA-11.27: hits on the flagship itself must be confirmed by a Square or a Blast.
            let (count, dice) = cx.roll(hits - taken);
            lost = count[Face::Square as usize] + count[Face::Blast as usize] > 0;
            cx.say(|| Event::Confirm { ship, dice, lost });
            // RA-11.28: unconfirmed it was no hit.
            if lost {
                scored += 1;
                self.open.units[id.index()].figures = 0;
                self.open.lively = true;
            }
        }
        if lost {
            self.eliminate(id, wreck, cx);
        }
        scored
    }

    /// RA-11.24: the unit's marker goes to the opponent, however it was lost (RA-21.4).
    fn eliminate(&mut self, id: UnitId, wreck: Hex, cx: &mut Cx) {
        let ship = self.open.ship(id);
        let points = ship.kind.stats().points;
        let winner = ship.side.other();
        cx.say(|| Event::Eliminated { ship, points });
        self.open.lift(id);
        self.open.tally[winner.index()].taken[ship.kind as usize] += 1;
        if ship.kind.class() == Class::Capital {
            // RA-11.25, RA-18.20.
            self.open.debris.insert(wreck);
            cx.say(|| Event::Debris { at: wreck });
        }
        self.score(winner, points, cx);
        // RA-21.1: eliminated units count where the scenario says so.
        let enough = self.open.eliminations;
        if !self.open.is_over() && enough > 0 && self.open.tally[winner.index()].eliminations() >= enough {
            self.finish(End::Eliminations(winner), cx);
        }
        self.after_loss(ship.side, cx);
        if ship.kind == Kind::FL && !self.open.is_over() {
            self.lose_command_card(ship.side, cx);
        }
    }

    /// What follows when a side has a unit less on the map.
    pub(crate) fn after_loss(&mut self, side: Side, cx: &mut Cx) {
        if self.open.is_over() {
            return;
        }
        let fleet = self.open.fleets[side.index()];
        if fleet.is_empty() && !self.open.has_waiting(side) {
            // RA-21.5.
            self.finish(End::LastUnit(side.other()), cx);
            return;
        }
        if fleet.minus(self.open.cloaked).is_empty() {
            // RA-19.8: a fleet of nothing but cloaked units loses its cloaks.
            for hex in fleet.iter() {
                let id = self.open.own_at(side, hex).expect("of the fleet");
                self.open.uncloak(id);
                let ship = self.open.ship(id);
                cx.say(|| Event::CloakOff { ship });
            }
        }
    }

    /// RA-11.30: a random command card is lost with the flagship.
    fn lose_command_card(&mut self, side: Side, cx: &mut Cx) {
        let s = side.index();
        let n = self.open.command_cards[s];
        if n == 0 {
            return;
        }
        let pick = cx.luck.below(u32::from(n)) as usize;
        let card = self.secret.command[s].cards().nth(pick).expect("counted");
        self.discard_command(side, card);
        cx.reveal(|| Event::CardLost { side, card: CommandId(card) });
    }

    /// Takes a command card out of a hand and lays it on the discards.
    pub(crate) fn discard_command(&mut self, side: Side, card: u8) {
        self.take_from_hand(side, card);
        self.open.command_discard[usize::from(card)] += 1;
    }

    /// Takes a command card out of a hand.
    pub(crate) fn take_from_hand(&mut self, side: Side, card: u8) {
        let (s, i) = (side.index(), usize::from(card));
        assert!(self.secret.command[s].0[i] > 0, "the card is in the hand");
        self.secret.command[s].0[i] -= 1;
        self.open.command_cards[s] -= 1;
        // What the opponent knew of this hand: a copy that he saw is the one that he now sees leave.
        let known = &mut self.secret.known[s].0[i];
        *known = known.saturating_sub(1);
    }

    /// A red alert marker (RA-12.11), which ends a cloak (RA-19.7).
    pub(crate) fn mark_alert(&mut self, id: UnitId, cx: &mut Cx) {
        let ship = self.open.ship(id);
        if !self.open.unit(id).is(Marks::ALERT) {
            self.open.units[id.index()].marks.set(Marks::ALERT);
            cx.say(|| Event::Marker { ship });
        }
        if self.open.unit(id).is(Marks::CLOAKED) {
            self.open.uncloak(id);
            cx.say(|| Event::CloakOff { ship });
        }
    }
}

impl Open {
    /// Does the unit place a faction marker on its planet hex (RA-20.1, RA-20.4, RA-20.5)?
    pub fn holds_planet(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let hex = unit.hex();
        // RA-19.3, RA-20.5: a marked or a cloaked unit places none.
        if !self.planets.has(hex) || unit.is(Marks::ALERT.and(Marks::CLOAKED)) {
            return false;
        }
        let rivals = self.seen_enemies(id.side()).and(hex.neighbours()).and(self.planets);
        rivals.is_empty()
    }

    /// Is there no enemy of the side in the sector (RA-20.7)? The dotted line counts as centre (RA-20.9), cloaked
    /// enemies as present (RA-20.10), and enemies that wait at a jump point as well (RA-24.3).
    pub fn is_clear(&self, side: Side, sector: Sector) -> bool {
        let enemy = side.other();
        let mut area = board().sectors[sector as usize];
        if sector != Sector::Centre {
            area = area.minus(board().dotted);
        }
        self.fleets[enemy.index()].and(area).is_empty() && !self.has_waiting(enemy)
    }
}
