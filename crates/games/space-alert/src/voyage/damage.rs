//! Chapter 6: compute damage, for external threats only. All weapons choose first, then all damage falls at once.

use super::{Ear, Happening, OutWhy, Status, THREATS, Threat, Voyage, Weapon};
use crate::{Mode, Station, Tile, Zone, data::data};

/// What the weapons have in store for each threat.
struct Aim {
    strength: [u8; THREATS],
    targeted: u16,
    pulse: u16,
    rocket: Option<usize>,
}

impl Aim {
    fn at(&mut self, k: usize, strength: u8) {
        self.strength[k] += strength;
        self.targeted |= 1 << k;
    }
}

impl Voyage {
    /// SA-6.1 – SA-6.15. In the turn after the last only a rocket can be under way (SA-10.3).
    pub(super) fn compute_damage<E: Ear>(&mut self, ear: &mut E) {
        let mut aim = Aim { strength: [0; THREATS], targeted: 0, pulse: 0, rocket: None };
        // SA-6.3: all weapons choose before anything falls.
        self.aim_lasers(&mut aim, ear);
        self.aim_pulse(&mut aim, ear);
        self.aim_rocket(&mut aim, ear);
        self.aim_interceptors(&mut aim, ear);

        // SA-6.13: shield values as they are at the start of the step apply to the whole step.
        let aura = self.aura_shield();
        let (mut gained, mut fallen) = (0u16, 0u16);
        for k in 0..usize::from(self.n_threats) {
            if aim.targeted >> k & 1 == 0 {
                continue;
            }
            let blocks = self.damage_to(k, &aim, aura, ear);
            if blocks > 0 {
                self.threats[k].blocks += blocks;
                gained |= 1 << k;
            }
        }
        if let Some(k) = aim.rocket {
            // SA-12.18: lasting, even if the rocket did no damage.
            let more = self.threats[k].face().traits.shield_per_rocket;
            if more > 0 {
                self.threats[k].shield += more as i8;
                let (foe, shield) = (self.threats[k].foe(), self.threats[k].shield);
                ear.hear(|| Happening::ShieldIs { foe, shield });
            }
        }
        // SA-6.14 (1): destroyed threats leave.
        self.remove_fallen(&mut fallen, ear);
        // SA-6.14 (2): a destroyed tanker gives a block to every other external threat, which may destroy more.
        self.blast(&mut gained, &mut fallen, ear);
        // SA-6.14 (3): asteroids and Nemesis, in order of their numbers.
        for k in 0..usize::from(self.n_threats) {
            if self.loss.is_some() {
                return;
            }
            let threat = self.threats[k];
            let traits = &threat.face().traits;
            if fallen >> k & 1 == 1 && traits.death_attack_per_pass > 0 {
                // SA-12.21
                let strength = traits.death_attack_per_pass * threat.passes;
                self.attack(k, threat.zone(), strength, Mode::Normal, ear);
            }
            if gained >> k & 1 == 1 && traits.retaliate > 0 {
                // SA-12.19
                for zone in Zone::ALL {
                    self.attack(k, zone, traits.retaliate, Mode::Normal, ear);
                }
            }
        }
        if self.loss.is_some() {
            return;
        }
        // SA-6.12
        self.ship.fired = [0; 6];
        self.ship.interceptors = 0;
        self.ship.rocket_track[1] = false;
    }

    /// SA-6.5: the targetable threat of its zone nearest to the ship.
    fn aim_lasers<E: Ear>(&self, aim: &mut Aim, ear: &mut E) {
        let n = &data().ship;
        for zone in Zone::ALL {
            let z = zone.index();
            let heroic = |station: Station| self.ship.fired[station.index()] - 1;
            if self.ship.fired[zone.upper().index()] > 0 {
                let worn = u8::from(self.ship.tiles[z].has(Tile::Heavy));
                let strength = n.heavy_laser[z] - worn + heroic(zone.upper());
                // SA-12.7
                let target = self.nearest(|t| t.zone() == zone && !t.face().traits.no_heavy_laser);
                self.aim_at(target, Weapon::Heavy(zone), strength, aim, ear);
            }
            if zone != Zone::White && self.ship.fired[zone.lower().index()] > 0 {
                let worn = u8::from(self.ship.tiles[z].has(Tile::Light));
                let strength = n.light_laser - worn + heroic(zone.lower());
                let target = self.nearest(|t| t.zone() == zone);
                self.aim_at(target, Weapon::Light(zone), strength, aim, ear);
            }
        }
    }

    /// SA-6.6: every targetable threat of all zones within range.
    fn aim_pulse<E: Ear>(&self, aim: &mut Aim, ear: &mut E) {
        let fired = self.ship.fired[Station::LW.index()];
        if fired == 0 {
            return;
        }
        let n = &data().ship;
        let range = n.pulse_range - u8::from(self.ship.tiles[Zone::White.index()].has(Tile::Light));
        let strength = n.pulse_cannon + fired - 1;
        let mut hit = false;
        for (k, threat) in self.threats().iter().enumerate() {
            if targetable(threat) && threat.distance() <= range {
                self.aim_at(Some(k), Weapon::Pulse, strength, aim, ear);
                aim.pulse |= 1 << k;
                hit = true;
            }
        }
        if !hit {
            self.aim_at(None, Weapon::Pulse, strength, aim, ear);
        }
    }

    /// SA-6.7: the nearest targetable threat of any zone within range; a magnet draws it from everywhere (SA-12.18).
    fn aim_rocket<E: Ear>(&self, aim: &mut Aim, ear: &mut E) {
        if !self.ship.rocket_track[1] {
            return;
        }
        let n = &data().ship;
        let magnet = |t: &Threat| t.face().traits.rocket_magnet;
        let target = self.nearest(magnet).or_else(|| {
            // SA-12.1
            self.nearest(|t| t.distance() <= n.rocket_range && !t.face().traits.no_rockets)
        });
        aim.rocket = target;
        // SA-12.3: a decoy is a normal candidate, but the rocket has no effect on it.
        let decoy = target.is_some_and(|k| self.threats[k].face().traits.rocket_decoy);
        match target {
            Some(k) if decoy => {
                let foe = self.threats[k].foe();
                ear.hear(|| Happening::RocketDecoyed { foe });
            }
            Some(_) | None => self.aim_at(target, Weapon::Rocket, n.rocket, aim, ear),
        }
    }

    /// SA-6.9, SA-12.16
    fn aim_interceptors<E: Ear>(&mut self, aim: &mut Aim, ear: &mut E) {
        let Some(heroic) = self.ship.interceptors.checked_sub(1) else { return };
        let n = &data().ship;
        let in_range = |t: &&Threat| targetable(t) && t.distance() <= n.interceptors_range;
        let count = self.threats().iter().filter(in_range).count();
        if count == 0 {
            return self.aim_at(None, Weapon::Interceptors, n.interceptors_alone, aim, ear);
        }
        let mut suicide = None;
        for (k, threat) in self.threats().iter().enumerate().filter(|(_, t)| in_range(t)) {
            let special = threat.face().traits.suicide_interceptors;
            let strength = if count > 1 {
                n.interceptors_each
            } else if special > 0 {
                suicide = Some(k);
                special
            } else {
                n.interceptors_alone
            };
            self.aim_at(Some(k), Weapon::Interceptors, strength + heroic, aim, ear);
        }
        if let (Some(k), Some(pilot)) = (suicide, self.ship.space) {
            let foe = self.threats[k].foe();
            self.knock_out(usize::from(pilot), OutWhy::Rammed(foe), ear);
        }
    }

    fn aim_at<E: Ear>(
        &self,
        target: Option<usize>,
        weapon: Weapon,
        strength: u8,
        aim: &mut Aim,
        ear: &mut E,
    ) {
        match target {
            Some(k) => {
                aim.at(k, strength);
                let foe = self.threats[k].foe();
                ear.hear(|| Happening::Targets { weapon, foe, strength });
            }
            None => ear.hear(|| Happening::NoTarget { weapon }),
        }
    }

    /// The targetable threat with the lowest square, then the lowest number (SA-6.5).
    fn nearest(&self, fits: impl Fn(&Threat) -> bool) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (k, threat) in self.threats().iter().enumerate() {
            if targetable(threat)
                && fits(threat)
                && best.is_none_or(|b| threat.square < self.threats[b].square)
            {
                best = Some(k);
            }
        }
        best
    }

    /// SA-6.10: the sum of the strengths less the shield points.
    fn damage_to<E: Ear>(&mut self, k: usize, aim: &Aim, aura: u8, ear: &mut E) -> u8 {
        let threat = &mut self.threats[k];
        let (foe, traits) = (threat.foe(), threat.face().traits);
        if !threat.cryo_down {
            // SA-12.4: the first step in which it is targeted does nothing else.
            threat.cryo_down = true;
            ear.hear(|| Happening::CryoshieldBreaks { foe });
            return 0;
        }
        // SA-12.6: 0 overrides every bonus.
        let zeroed = traits.pulse_zeroes_shield && aim.pulse >> k & 1 == 1;
        let shield = if zeroed { 0 } else { threat.shield + aura as i8 };
        let strength = aim.strength[k];
        let mut blocks = (i16::from(strength) - i16::from(shield)).max(0) as u8;
        if traits.max_damage_per_turn > 0 {
            // SA-12.11
            blocks = blocks.min(traits.max_damage_per_turn);
        }
        ear.hear(|| Happening::ThreatHit { foe, strength, shield, blocks });
        blocks
    }

    fn remove_fallen<E: Ear>(&mut self, fallen: &mut u16, ear: &mut E) {
        for k in 0..usize::from(self.n_threats) {
            let t = &self.threats[k];
            if t.status == Status::OnTrack && t.place.zone().is_some() && t.blocks >= t.hp {
                *fallen |= 1 << k;
                self.destroy(k, ear);
            }
        }
    }

    /// SA-12.14: regardless of shields and every special protection.
    fn blast<E: Ear>(&mut self, gained: &mut u16, fallen: &mut u16, ear: &mut E) {
        let mut spent = 0u16;
        loop {
            let due = |k: &usize| {
                (*fallen & !spent) >> k & 1 == 1 && self.threats[*k].face().traits.death_blast > 0
            };
            let Some(source) = (0..usize::from(self.n_threats)).find(due) else { return };
            spent |= 1 << source;
            let blocks = self.threats[source].face().traits.death_blast;
            for k in 0..usize::from(self.n_threats) {
                let t = &mut self.threats[k];
                if t.status == Status::OnTrack && t.place.zone().is_some() {
                    t.blocks += blocks;
                    *gained |= 1 << k;
                    let foe = t.foe();
                    ear.hear(|| Happening::Blast { foe, blocks });
                }
            }
            self.remove_fallen(fallen, ear);
        }
    }

    /// SA-12.13: bonuses to shield points, while their source is there or after its Z.
    fn aura_shield(&self) -> u8 {
        self.threats().iter().filter(|t| is_felt(t)).map(|t| t.aura_shield).sum()
    }
}

/// An aura is felt until its source is destroyed; after Z to the end (SA-12.8, SA-12.13).
pub(super) fn is_felt(threat: &Threat) -> bool {
    matches!(threat.status, Status::OnTrack | Status::Survived)
}

/// Can weapons see it at all (SA-6.4, SA-12.2, SA-12.15)?
fn targetable(threat: &Threat) -> bool {
    threat.status == Status::OnTrack
        && threat.place.zone().is_some()
        && threat.revealed
        && !(threat.distance() == 3 && threat.face().traits.untargetable_at_3)
}
