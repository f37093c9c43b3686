//! Chapters 8 and 9: what attacks and internal damage do to the ship, and what knocks crew members out.

use super::{Ear, Happening, Loss, OutWhy, Status, Voyage, damage::is_felt};
use crate::{Mode, Remedy, Stations, Tile, Zone};

impl Voyage {
    /// SA-7.9, SA-8.1: an attack of an external threat on a zone.
    pub(super) fn attack<E: Ear>(&mut self, k: usize, zone: Zone, strength: u8, mode: Mode, ear: &mut E) {
        // SA-7.18: an attack of strength 0 is no attack. SA-8.8: after a loss nothing happens.
        if strength == 0 || self.loss.is_some() {
            return;
        }
        let bonus = self.attack_bonus(k);
        let strength = strength + bonus;
        let shield = &mut self.ship.shield[zone.index()];
        let stopped = match mode {
            Mode::Normal | Mode::Double => strength.min(*shield),
            Mode::IgnoreShield => 0,
        };
        *shield -= stopped;
        let through = strength - stopped;
        let foe = self.threats[k].foe();
        ear.hear(|| Happening::Attacks { foe, zone, strength, bonus, stopped });
        // SA-8.7: doubling concerns drawn tiles, never the shield.
        let points = match mode {
            Mode::Double => through * 2,
            Mode::Normal | Mode::IgnoreShield => through,
        };
        self.hurt(k, zone, points, ear);
    }

    /// SA-12.8: the bonus that other threats lend to this one's attacks.
    fn attack_bonus(&self, k: usize) -> u8 {
        let lends = |(j, t): &(usize, &super::Threat)| *j != k && is_felt(t);
        self.threats().iter().enumerate().filter(lends).map(|(_, t)| t.aura_attack).sum()
    }

    /// SA-8.2: one tile for each point of damage, doubled where something doubles it (SA-8.6).
    pub(super) fn hurt<E: Ear>(&mut self, k: usize, zone: Zone, points: u8, ear: &mut E) {
        if self.loss.is_some() || points == 0 {
            return;
        }
        let z = zone.index();
        // SA-13.42: until the fissure is repaired. SA-15.10, SA-15.16: structural damage of an earlier mission, never of
        // this one; internal damage comes here, too.
        let mut factor = 1 + u32::from(self.ship.old_structural[z]);
        for t in self.threats() {
            if t.status == Status::OnTrack && t.doubles >> z & 1 == 1 {
                factor *= 2;
            }
        }
        let tiles = u32::from(points) * factor;
        if factor > 1 {
            ear.hear(|| Happening::Doubled { zone, tiles: tiles.min(255) as u8 });
        }
        for _ in 0..tiles {
            let stack = &mut self.ship.stacks[z];
            if stack.drawn == stack.len {
                // SA-8.5: a tile that is not there: the zone is destroyed.
                self.lose(k, Some(zone), ear);
                return;
            }
            let tile = stack.tiles[usize::from(stack.drawn)];
            stack.drawn += 1;
            self.ship.tiles[z] = self.ship.tiles[z].with(tile);
            let (before_shield, before_reactor) = (self.ship.shield[z], self.ship.reactor[z]);
            match tile {
                // SA-8.4, SA-5.56: what is above the new capacity is lost at once.
                Tile::Shield => self.ship.shield[z] = before_shield.min(self.ship.shield_capacity(zone)),
                Tile::Reactor => self.ship.reactor[z] = before_reactor.min(self.ship.reactor_capacity(zone)),
                Tile::Heavy | Tile::Light | Tile::Lift | Tile::Structural => {}
            }
            let spilled = before_shield - self.ship.shield[z] + before_reactor - self.ship.reactor[z];
            ear.hear(|| Happening::TileDrawn { zone, tile, spilled });
        }
    }

    /// SA-1.3, SA-8.8: the mission is lost.
    pub(super) fn lose<E: Ear>(&mut self, k: usize, zone: Option<Zone>, ear: &mut E) {
        let threat = &self.threats[k];
        let loss = Loss { turn: self.turn, threat: threat.card, number: threat.turn, zone };
        self.loss = Some(loss);
        ear.hear(|| Happening::Lost { loss });
    }

    /// SA-9.1, SA-9.2: out for the rest of the mission, and the squad with them.
    pub(super) fn knock_out<E: Ear>(&mut self, i: usize, why: OutWhy, ear: &mut E) {
        if self.crew[i].out {
            return;
        }
        self.crew[i].out = true;
        let who = self.figure(i);
        let squad = self.squad_of(i);
        if let Some(s) = squad {
            self.ship.squads[s].disabled = true;
        }
        ear.hear(|| Happening::KnockedOut { who, why, squad: squad.is_some() });
    }

    /// Red blocks on a threat from anything but weapons; with enough of them it is destroyed (SA-5.21, SA-5.48).
    pub(super) fn add_blocks<E: Ear>(&mut self, k: usize, blocks: u8, ear: &mut E) {
        let threat = &mut self.threats[k];
        threat.blocks = threat.blocks.saturating_add(blocks);
        if threat.blocks >= threat.hp {
            self.destroy(k, ear);
        }
    }

    /// The captain takes the card; its tokens are removed.
    pub(super) fn destroy<E: Ear>(&mut self, k: usize, ear: &mut E) {
        let threat = &mut self.threats[k];
        threat.status = Status::Destroyed;
        threat.tokens = Stations::NONE;
        let foe = threat.foe();
        let repaired = match threat.face().by {
            Some(Remedy::A | Remedy::B | Remedy::C | Remedy::Interceptors) => true,
            Some(Remedy::Bots) | None => false,
        };
        ear.hear(|| Happening::Destroyed { foe, repaired });
    }
}
