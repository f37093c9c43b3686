//! Chapter 5, the systems: repairs, weapons, energy, and what each station has under C.

use super::{Ear, Happening, Squad, SquadPlace, Status, Voyage, Why, actions::is_upper};
use crate::{Act, Letter, Remedy, Station, Zone, ship::phase_of};

impl Remedy {
    /// The letter of the system that a malfunction covers.
    pub const fn letter(self) -> Option<Letter> {
        match self {
            // SA-5.25: no card of the base game breaks an A.
            Remedy::A => Some(Letter::A),
            Remedy::B => Some(Letter::B),
            Remedy::C => Some(Letter::C),
            // SA-13.43: the Fissure covers no system.
            Remedy::Bots | Remedy::Interceptors => None,
        }
    }
}

impl Voyage {
    /// SA-5.20: uses the system with this letter, or repairs it if a malfunction covers it.
    pub(super) fn use_system<E: Ear>(&mut self, i: usize, letter: Letter, act: Act, ear: &mut E) {
        let at = self.crew[i].at;
        let (mut covered, mut repairable) = (false, None);
        for k in 0..usize::from(self.n_threats) {
            let t = &self.threats[k];
            if t.tokens.has(at) && t.face().by.and_then(Remedy::letter) == Some(letter) {
                covered = true;
                // SA-5.22: the repairable one with the lowest number. SA-5.24: after Z none is repairable.
                if repairable.is_none() && t.status == Status::OnTrack {
                    repairable = Some(k);
                }
            }
        }
        let who = self.figure(i);
        match (covered, repairable) {
            // SA-5.23: only when no malfunction covers it any more.
            (false, _) => self.operate(i, letter, act, ear),
            (true, None) => ear.hear(|| Happening::Wasted { who, act, why: Why::Unrepairable }),
            (true, Some(k)) => self.repair(i, k, act, ear),
        }
    }

    /// SA-5.21: a red block on the malfunction, two for a heroic repair (SA-5.53).
    fn repair<E: Ear>(&mut self, i: usize, k: usize, act: Act, ear: &mut E) {
        let (who, at) = (self.figure(i), self.crew[i].at);
        let foe = self.threats[k].foe();
        let need = self.threats[k].face().traits.needs_simultaneous;
        if need > 0 {
            // SA-13.55: only so many in one turn repair it; fewer have no effect and do not carry over.
            self.threats[k].together += 1;
            let done = self.threats[k].together;
            ear.hear(|| Happening::RepairsTogether { who, foe, done, need });
            if done >= need {
                self.add_blocks(k, 1, ear);
            }
            return;
        }
        // SA-5.60: both on this one, though one may be enough.
        let blocks = if act.is_heroic() { 2 } else { 1 };
        ear.hear(|| Happening::Repairs { who, foe, blocks });
        self.threats[k].repaired_at = self.threats[k].repaired_at.with(at);
        self.add_blocks(k, blocks, ear);
        let gas = self.threats[k].face().traits.on_repair_knock_out;
        if self.threats[k].status == Status::Destroyed && !gas.is_empty() {
            // SA-13.31: who stands there at this moment.
            for j in 0..usize::from(self.crew_size) {
                if self.aboard(j) && gas.has(self.crew[j].at) {
                    self.knock_out(j, super::OutWhy::Threat(foe), ear);
                }
            }
        }
    }

    fn operate<E: Ear>(&mut self, i: usize, letter: Letter, act: Act, ear: &mut E) {
        match letter {
            Letter::A => self.fire(i, act, ear),
            Letter::B => self.move_energy(i, act, ear),
            Letter::C => self.special(i, act, ear),
        }
    }

    /// SA-5.30, SA-5.33: a weapon fires at most once a turn, and costs energy whether or not there is a target.
    fn fire<E: Ear>(&mut self, i: usize, act: Act, ear: &mut E) {
        let (who, at) = (self.figure(i), self.crew[i].at);
        if self.ship.fired[at.index()] > 0 {
            return ear.hear(|| Happening::Wasted { who, act, why: Why::AlreadyFired });
        }
        // SA-5.31: light lasers have a power pack of their own.
        let own_pack = matches!(at, Station::LR | Station::LB);
        let reactor = &mut self.ship.reactor[at.zone().index()];
        if !own_pack {
            if *reactor == 0 {
                return ear.hear(|| Happening::Wasted { who, act, why: Why::NoEnergy });
            }
            // SA-5.32: before anybody looks for a target.
            *reactor -= 1;
        }
        let heroic = act.is_heroic();
        self.ship.fired[at.index()] = 1 + u8::from(heroic);
        ear.hear(|| Happening::Fires { who, at, heroic });
    }

    /// SA-5.34, SA-5.35, SA-5.36, SA-5.37, SA-5.52: energy moves.
    fn move_energy<E: Ear>(&mut self, i: usize, act: Act, ear: &mut E) {
        let (who, at) = (self.figure(i), self.crew[i].at);
        let zone = at.zone();
        let (shield_room, reactor_room) = (
            // SA-5.37: a system above capacity is neither filled nor reduced.
            self.ship.shield_capacity(zone).saturating_sub(self.ship.shield[zone.index()]),
            self.ship.reactor_capacity(zone).saturating_sub(self.ship.reactor[zone.index()]),
        );
        let white = Zone::White.index();
        let wasted = |why| Happening::Wasted { who, act, why };
        if let Some(zone) = is_upper(at) {
            let z = zone.index();
            let moved = shield_room.min(self.ship.reactor[z]);
            if moved == 0 {
                let why = if shield_room == 0 { Why::ShieldFull } else { Why::ReactorEmpty };
                return ear.hear(|| wasted(why));
            }
            self.ship.reactor[z] -= moved;
            // SA-5.52: a heroic transfer adds one more, even above capacity.
            self.ship.shield[z] += moved + u8::from(act.is_heroic());
            ear.hear(|| Happening::FillsShield { who, zone, moved, heroic: act.is_heroic() });
        } else if at == Station::LW {
            if self.ship.fuel == 0 {
                return ear.hear(|| wasted(Why::NoFuel));
            }
            // SA-5.36: the capsule is used up even if the reactor is already full.
            self.ship.fuel -= 1;
            // SA-5.61: nothing is added to a full reactor.
            let extra = act.is_heroic() && reactor_room > 0;
            self.ship.reactor[white] += reactor_room + u8::from(extra);
            ear.hear(|| Happening::Refuels { who, moved: reactor_room, heroic: extra });
        } else {
            let moved = reactor_room.min(self.ship.reactor[white]);
            if moved == 0 {
                let why = if reactor_room == 0 { Why::ReactorFull } else { Why::CentralEmpty };
                return ear.hear(|| wasted(why));
            }
            self.ship.reactor[white] -= moved;
            self.ship.reactor[zone.index()] += moved + u8::from(act.is_heroic());
            ear.hear(|| Happening::FillsReactor { who, zone, moved, heroic: act.is_heroic() });
        }
    }

    /// SA-5.38 – SA-5.43
    fn special<E: Ear>(&mut self, i: usize, act: Act, ear: &mut E) {
        let (who, at) = (self.figure(i), self.crew[i].at);
        let wasted = |why| Happening::Wasted { who, act, why };
        // SA-16.5: what a level lacks does nothing.
        let learnt = match at {
            Station::UW => self.lesson.maintenance(),
            Station::LB => self.lesson.rockets(),
            Station::UB | Station::LR | Station::UR => self.lesson.battlebots(),
            Station::LW => self.lesson.visual(),
        };
        if !learnt {
            return ear.hear(|| wasted(Why::NotLearnt));
        }
        match at {
            Station::UW => {
                let phase = phase_of(self.turn);
                if !matches!(self.turn, 1 | 2 | 4 | 5 | 8 | 9) {
                    ear.hear(|| wasted(Why::MaintenanceLate));
                } else if self.ship.maintained[phase] {
                    ear.hear(|| wasted(Why::AlreadyMaintained));
                } else {
                    self.ship.maintained[phase] = true;
                    ear.hear(|| Happening::Maintains { who });
                }
            }
            Station::LB => {
                if self.ship.rockets == 0 {
                    ear.hear(|| wasted(Why::NoRocket));
                } else if self.ship.rocket_track[0] {
                    ear.hear(|| wasted(Why::RocketJustLaunched));
                } else {
                    self.ship.rockets -= 1;
                    self.ship.rocket_track[0] = true;
                    ear.hear(|| Happening::Launches { who });
                }
            }
            Station::UB | Station::LR => self.muster(i, at, act, ear),
            Station::UR => {
                if !self.leads_active(i) {
                    ear.hear(|| wasted(Why::NoPilot));
                } else if self.ship.space.is_some() {
                    ear.hear(|| wasted(Why::SpaceTaken));
                } else {
                    self.ship.space = Some(i as u8);
                    self.crew[i].in_space = true;
                    ear.hear(|| Happening::TakesOff { who });
                    self.fly(i, false, ear);
                }
            }
            Station::LW => {
                self.ship.at_window += 1;
                ear.hear(|| Happening::LooksOut { who });
            }
        }
    }

    /// SA-5.40, SA-5.41: takes a squad out of storage, or sets one's own upright again.
    fn muster<E: Ear>(&mut self, i: usize, at: Station, act: Act, ear: &mut E) {
        let who = self.figure(i);
        match self.squad_of(i) {
            Some(s) if self.ship.squads[s].disabled => {
                self.ship.squads[s].disabled = false;
                ear.hear(|| Happening::Reactivates { who });
            }
            Some(_) => ear.hear(|| Happening::Wasted { who, act, why: Why::SquadActive }),
            None => {
                let stored = |s: &Squad| s.place == SquadPlace::Stored(at);
                match self.ship.squads.iter().position(stored) {
                    Some(s) => {
                        self.ship.squads[s].place = SquadPlace::Led(i as u8);
                        let disabled = self.ship.squads[s].disabled;
                        ear.hear(|| Happening::TakesSquad { who, disabled });
                    }
                    None => ear.hear(|| Happening::Wasted { who, act, why: Why::StorageEmpty }),
                }
            }
        }
    }
}
