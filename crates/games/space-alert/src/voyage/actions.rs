//! Chapter 5: player actions. Trips and delays, movement, space, battlebots; the systems are in `systems`.

use super::{DelayWhy, Ear, Happening, Status, Step, Voyage, Why};
use crate::{Act, Letter, Remedy, Slot, Station, Zone, data::data, ship::phase_of};
use serde::{Deserialize, Serialize};

/// What the owner says when the card is revealed (SA-5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Declared {
    /// The card is as intended.
    Fine,
    /// A trip: the card was the wrong way up.
    OtherHalf,
    /// A trip: the arrows were mixed up.
    OppositeArrow,
    /// A trip whose intended action the program already shows; for missions written down afterwards.
    AsWritten,
}

impl Voyage {
    /// What the crew member could trip to this turn: the other half, the opposite arrow (SA-5.3, SA-5.58, SA-5.59).
    pub fn trips(&self, i: usize) -> [Option<Act>; 2] {
        let member = &self.crew[i];
        let slot = self.slot(i);
        if member.out || slot.is_empty() {
            return [None, None];
        }
        let half = if slot.under == Act::Empty { None } else { Some(slot.under) };
        if member.in_space {
            // SA-5.58: in space a trip is offered only if it keeps you there.
            return [half.filter(|&act| matches!(act, Act::Bots | Act::HeroBots)), None];
        }
        [half, slot.up.opposite_arrow()]
    }

    /// The card of this turn.
    pub fn slot(&self, i: usize) -> Slot {
        let turn = usize::from(self.turn);
        if turn <= usize::from(self.lesson.last_turn()) { self.program[i][turn - 1] } else { Slot::EMPTY }
    }

    /// One crew member acts (SA-5.1).
    pub fn act<E: Ear>(&mut self, i: usize, declared: Declared, ear: &mut E) {
        if let Step::Actions { next } = &mut self.step {
            *next = i as u8 + 1;
        }
        let slot = self.slot(i);
        let who = self.figure(i);
        if self.crew[i].out {
            // SA-5.2, SA-9.1: a knocked-out crew member does nothing.
            if !slot.is_empty() {
                ear.hear(|| Happening::Wasted { who, act: slot.up, why: Why::KnockedOut });
            }
            return;
        }
        let act = match declared {
            Declared::Fine | Declared::AsWritten => slot.up,
            Declared::OtherHalf => slot.under,
            Declared::OppositeArrow => slot.up.opposite_arrow().unwrap_or(slot.up),
        };
        if declared != Declared::Fine {
            let from = slot.up;
            ear.hear(|| Happening::Trips { who, from, to: act });
        }
        if self.crew[i].in_space {
            self.act_in_space(i, act, ear);
        } else {
            self.act_aboard(i, act, ear);
        }
        if declared != Declared::Fine && !self.crew[i].out {
            // SA-5.3, SA-5.58: the next action is delayed, in space too.
            self.delay_slot(i, self.turn + 1, DelayWhy::Trip, ear);
        }
    }

    fn act_aboard<E: Ear>(&mut self, i: usize, act: Act, ear: &mut E) {
        let at = self.crew[i].at;
        match act {
            Act::Empty => {}
            Act::Red => self.walk(i, act, at.left(), ear),
            Act::Blue => self.walk(i, act, at.right(), ear),
            Act::Lift => self.ride(i, ear),
            Act::HeroMove(to) => {
                // SA-5.15: directly, whatever lies between. SA-5.16: to one's own station is no movement.
                let to = Some(to).filter(|&to| to != at);
                self.walk(i, act, to, ear);
            }
            Act::A => self.use_system(i, Letter::A, act, ear),
            Act::B => self.use_system(i, Letter::B, act, ear),
            Act::C => self.use_system(i, Letter::C, act, ear),
            Act::HeroA => self.use_system(i, Letter::A, act, ear),
            Act::HeroB => self.use_system(i, Letter::B, act, ear),
            Act::Bots | Act::HeroBots => self.send_bots(i, act, ear),
        }
    }

    /// SA-5.10, SA-5.15
    fn walk<E: Ear>(&mut self, i: usize, act: Act, to: Option<Station>, ear: &mut E) {
        let who = self.figure(i);
        match to {
            Some(to) => {
                ear.hear(|| Happening::Moves { who, to, act });
                self.enter(i, to, ear);
            }
            None => {
                let why = if act.is_heroic() { Why::AlreadyThere } else { Why::AlreadyInZone };
                ear.hear(|| Happening::Wasted { who, act, why });
            }
        }
    }

    /// SA-5.11, SA-5.12: the lift carries everybody, but a damaged or busy one costs time.
    fn ride<E: Ear>(&mut self, i: usize, ear: &mut E) {
        let (who, at) = (self.figure(i), self.crew[i].at);
        let (to, zone) = (at.other_deck(), at.zone().index());
        ear.hear(|| Happening::Moves { who, to, act: Act::Lift });
        if self.ship.tiles[zone].has(crate::Tile::Lift) {
            self.delay_next(i, DelayWhy::LiftDamaged, ear);
        } else if self.ship.lift_used[zone] {
            self.delay_next(i, DelayWhy::LiftBusy, ear);
        }
        self.ship.lift_used[zone] = true;
        self.enter(i, to, ear);
    }

    /// Stands in a new station, with what lies in wait there (SA-5.16).
    fn enter<E: Ear>(&mut self, i: usize, to: Station, ear: &mut E) {
        self.crew[i].at = to;
        for k in 0..usize::from(self.n_threats) {
            let threat = self.threats[k];
            if !threat.tokens.has(to) {
                continue;
            }
            let traits = &threat.face().traits;
            if traits.slime {
                // SA-13.20: also by what is left of a slime after its Z (SA-13.27).
                self.delay_next(i, DelayWhy::Slime(threat.foe()), ear);
            }
            if traits.lethal_entry_after_z && threat.status == Status::Survived {
                // SA-13.54
                self.knock_out(i, super::OutWhy::Entered(threat.foe()), ear);
            }
        }
    }

    /// SA-5.45: in space only the battlebot symbol keeps you there.
    fn act_in_space<E: Ear>(&mut self, i: usize, act: Act, ear: &mut E) {
        if matches!(act, Act::Bots | Act::HeroBots) {
            return self.fly(i, act.is_heroic(), ear);
        }
        if act != Act::Empty {
            self.delay_slot(i, self.turn, DelayWhy::WrongCardInSpace, ear);
        }
        self.come_home(i, ear);
    }

    /// SA-5.46: back at UR, which counts as entering it.
    pub(super) fn come_home<E: Ear>(&mut self, i: usize, ear: &mut E) {
        let who = self.figure(i);
        // SA-5.47: from here on delays of this turn reach them as everybody.
        self.crew[i].in_space = false;
        self.ship.space = None;
        ear.hear(|| Happening::ComesHome { who });
        self.enter(i, Station::UR, ear);
    }

    /// SA-5.42, SA-5.45: the interceptors attack, or mend the Fissure (SA-13.40, SA-13.41).
    pub(super) fn fly<E: Ear>(&mut self, i: usize, heroic: bool, ear: &mut E) {
        let who = self.figure(i);
        ear.hear(|| Happening::Flies { who, heroic });
        let fissure = (0..usize::from(self.n_threats)).find(|&k| {
            let t = &self.threats[k];
            t.status == Status::OnTrack && t.face().by == Some(Remedy::Interceptors)
        });
        match fissure {
            Some(k) => {
                let foe = self.threats[k].foe();
                ear.hear(|| Happening::Repairs { who, foe, blocks: 1 });
                self.add_blocks(k, 1, ear);
            }
            // SA-5.55: one more for a heroic attack.
            None => self.ship.interceptors = 1 + u8::from(heroic),
        }
    }

    /// SA-5.48: battlebots attack the intruder with the lowest number in the station.
    fn send_bots<E: Ear>(&mut self, i: usize, act: Act, ear: &mut E) {
        let (who, at) = (self.figure(i), self.crew[i].at);
        let wasted = |why| Happening::Wasted { who, act, why };
        if !self.lesson.battlebots() {
            return ear.hear(|| wasted(Why::NotLearnt));
        }
        let Some(squad) = self.squad_of(i) else { return ear.hear(|| wasted(Why::NoSquad)) };
        if self.ship.squads[squad].disabled {
            return ear.hear(|| wasted(Why::SquadDisabled));
        }
        let target = (0..usize::from(self.n_threats)).find(|&k| {
            let t = &self.threats[k];
            t.status == Status::OnTrack && t.tokens.has(at) && t.face().by == Some(Remedy::Bots)
        });
        let Some(k) = target else { return ear.hear(|| wasted(Why::NoIntruder)) };
        let (foe, fights_back) = (self.threats[k].foe(), self.threats[k].fights_back);
        ear.hear(|| Happening::Strikes { who, foe, at });
        self.strike(k, at, ear);
        let fell = self.threats[k].status == Status::Destroyed;
        if fights_back {
            if act == Act::HeroBots {
                // SA-5.54
                ear.hear(|| Happening::ShrugsOff { who, foe });
            } else {
                // SA-5.49: also when this hit destroys the intruder.
                self.ship.squads[squad].disabled = true;
                ear.hear(|| Happening::SquadDisabled { who, foe });
            }
        }
        if fell && self.threats[k].face().traits.killer_knocked_out {
            // SA-13.51
            self.knock_out(i, super::OutWhy::Killed(foe), ear);
        }
    }

    /// A battlebot hit on the token in a station.
    fn strike<E: Ear>(&mut self, k: usize, at: Station, ear: &mut E) {
        let face = self.threats[k].face();
        let threat = &mut self.threats[k];
        if face.traits.token_per_hit {
            // SA-13.52: each hit clears its station; the third clears the last one too.
            threat.tokens = threat.tokens.without(at);
            self.add_blocks(k, 1, ear);
        } else if face.traits.slime {
            // SA-13.25: offspring falls to one hit, which does not hurt the original.
            let foe = threat.foe();
            if face.at.has(at) {
                threat.blocks += 1;
            }
            if !face.at.has(at) || threat.blocks >= threat.hp {
                threat.tokens = threat.tokens.without(at);
                ear.hear(|| Happening::TokenRemoved { foe, at });
            }
            // SA-13.26: the card stays in play until all its tokens are removed.
            if threat.tokens.is_empty() {
                self.destroy(k, ear);
            }
        } else {
            self.add_blocks(k, 1, ear);
        }
    }

    /// SA-5.57: bonus blocks, then visual confirmation; then the lifts and counts of the turn are forgotten.
    pub fn end_actions<E: Ear>(&mut self, ear: &mut E) {
        for k in 0..usize::from(self.n_threats) {
            let threat = self.threats[k];
            let bonus = threat.face().traits.multi_station_bonus;
            // SA-13.45, SA-13.46, SA-13.56: repaired at every one of its stations this turn.
            if bonus > 0 && threat.status == Status::OnTrack && threat.repaired_at == threat.tokens {
                let foe = threat.foe();
                ear.hear(|| Happening::RepairBonus { foe, blocks: bonus });
                self.add_blocks(k, bonus, ear);
            }
            self.threats[k].repaired_at = crate::Stations::NONE;
            self.threats[k].together = 0;
        }
        let n = self.ship.at_window;
        if n > 0 {
            // SA-11.6: a better turn replaces the phase's earlier result.
            let phase = phase_of(self.turn);
            let better = n > self.ship.visual[phase];
            let points = data().ship.visual_points[usize::from(n)];
            ear.hear(|| Happening::VisualConfirmation { phase: phase as u8, crew: n, points, better });
            if better {
                self.ship.visual[phase] = n;
            }
        }
        self.ship.at_window = 0;
        self.ship.lift_used = [false; 3];
    }

    /// SA-5.7: the next action is delayed. It does not reach the knocked out, nor those in space (SA-5.9).
    pub(super) fn delay_next<E: Ear>(&mut self, i: usize, why: DelayWhy, ear: &mut E) {
        if self.aboard(i) {
            self.delay_slot(i, self.turn + 1, why, ear);
        }
    }

    /// SA-5.5: the card of a turn moves on, pushing others until one falls into an empty space or off the board.
    pub(super) fn delay_slot<E: Ear>(&mut self, i: usize, turn: u8, why: DelayWhy, ear: &mut E) {
        let who = self.figure(i);
        let last = usize::from(self.lesson.last_turn());
        let s = usize::from(turn) - 1;
        let program = &mut self.program[i][..last];
        // SA-5.8: after the last turn there is nothing to delay.
        if s >= last || program[s].is_empty() {
            return ear.hear(|| Happening::DelayHarmless { who, turn, why });
        }
        // SA-5.6: phases have no borders here.
        let gap = (s + 1..last).find(|&t| program[t].is_empty());
        let lost = if gap.is_none() { Some(program[last - 1].up) } else { None };
        let end = gap.unwrap_or(last - 1);
        program.copy_within(s..end, s + 1);
        program[s] = Slot::EMPTY;
        ear.hear(|| Happening::Delayed { who, turn, why, lost });
    }
}

/// The zones as indices with their upper station, for the energy systems.
pub(super) const fn is_upper(station: Station) -> Option<Zone> {
    if station.is_upper() { Some(station.zone()) } else { None }
}
