//! Chapter 7 with 12 and 13: threats advance and do what their cards say. One exhaustive `match` over the vocabulary.

use super::{DelayWhy, Ear, Happening, OutWhy, SquadPlace, Status, Voyage};
use crate::{Amount, Effect, Mark, Scope, Station, Stations, Way, When, Who, Zone};

impl Voyage {
    /// SA-7.1: in order of their numbers, external and internal in one sequence.
    pub(super) fn threat_actions<E: Ear>(&mut self, ear: &mut E) {
        for k in 0..usize::from(self.n_threats) {
            // SA-4.5: also one that has appeared in this turn.
            if self.threats[k].status == Status::OnTrack {
                // SA-7.3: the number of squares is fixed when the threat starts to move.
                let squares = self.threats[k].speed;
                self.advance_threat(k, squares, ear);
            }
            if self.loss.is_some() {
                return;
            }
        }
        // SA-7.8, SA-6.8: it hits in the next turn, and another one may be launched behind it.
        if self.ship.rocket_track[0] {
            self.ship.rocket_track = [false, true];
            ear.hear(|| Happening::RocketFlies);
        }
    }

    /// SA-7.2: square by square, acting at once on every marked one.
    fn advance_threat<E: Ear>(&mut self, k: usize, squares: u8, ear: &mut E) {
        let from = self.threats[k].square;
        let foe = self.threats[k].foe();
        let to = from.saturating_sub(squares).max(1);
        ear.hear(|| Happening::Advances { foe, from, to });
        let track = self.track(self.threats[k].place);
        for _ in 0..squares {
            // Only a made-up position has a threat beyond the last square.
            if self.threats[k].square == 0 {
                return;
            }
            self.threats[k].square -= 1;
            if let Some(mark) = track.marks[usize::from(self.threats[k].square)] {
                // SA-7.4: twice where there are two Y squares.
                self.perform(k, mark, ear);
                // SA-7.7: destroyed on the way, the rest of its move is dropped.
                if self.loss.is_some() || self.threats[k].status != Status::OnTrack {
                    return;
                }
            }
        }
    }

    fn perform<E: Ear>(&mut self, k: usize, mark: Mark, ear: &mut E) {
        let (foe, face) = (self.threats[k].foe(), self.threats[k].face());
        ear.hear(|| Happening::Reaches { foe, mark });
        for effect in face.on(mark) {
            self.apply_effect(k, effect, ear);
            if self.loss.is_some() || self.threats[k].status != Status::OnTrack {
                return;
            }
        }
        if mark == Mark::Z {
            // SA-7.5: survived; it acts no more and cannot be affected any more.
            let threat = &mut self.threats[k];
            threat.status = Status::Survived;
            let stays = face.traits.slime || face.traits.lethal_entry_after_z;
            if face.by == Some(crate::Remedy::Bots) && !stays {
                // SA-7.6: an intruder leaves the ship; a malfunction's tokens stay.
                threat.tokens = Stations::NONE;
            }
            ear.hear(|| Happening::Survived { foe });
        }
    }

    fn apply_effect<E: Ear>(&mut self, k: usize, effect: &Effect, ear: &mut E) {
        let foe = self.threats[k].foe();
        let blocks = self.threats[k].blocks;
        match *effect {
            Effect::Attack { amount, scope, mode, when } => {
                if !self.condition(k, when, ear) {
                    return;
                }
                let strength = self.amount(k, amount);
                for zone in self.zones(k, scope) {
                    self.attack(k, zone, strength, mode, ear);
                }
            }
            Effect::Damage { amount, scope, when } => {
                if when.holds(blocks) {
                    self.internal_damage(k, amount, scope, ear);
                }
            }
            Effect::Heal { amount } => self.heal(k, amount, ear),
            Effect::HealHalf => self.heal(k, blocks / 2, ear),
            Effect::SelfDamage { amount } => {
                // SA-12.20: its shield does not help it.
                ear.hear(|| Happening::HurtsItself { foe, blocks: amount });
                self.add_blocks(k, amount, ear);
            }
            Effect::Speed { change } => {
                let threat = &mut self.threats[k];
                threat.speed = threat.speed.saturating_add_signed(change);
                let speed = threat.speed;
                ear.hear(|| Happening::SpeedIs { foe, speed });
            }
            Effect::ShieldChange { by } => {
                self.threats[k].shield += by;
                let shield = self.threats[k].shield;
                ear.hear(|| Happening::ShieldIs { foe, shield });
            }
            Effect::ShieldSet { to } => {
                self.threats[k].shield = to;
                ear.hear(|| Happening::ShieldIs { foe, shield: to });
            }
            Effect::Reveal => {
                self.threats[k].revealed = true;
                ear.hear(|| Happening::Revealed { foe });
            }
            Effect::StartFightingBack => {
                self.threats[k].fights_back = true;
                ear.hear(|| Happening::GrowsUp { foe });
            }
            Effect::CountPass => {
                self.threats[k].passes += 1;
                let passes = self.threats[k].passes;
                ear.hear(|| Happening::Gathers { foe, passes });
            }
            Effect::AuraAttack { amount } => {
                self.threats[k].aura_attack = amount;
                ear.hear(|| Happening::LendsAttack { foe, amount });
            }
            Effect::AuraShield { amount } => {
                self.threats[k].aura_shield = amount;
                ear.hear(|| Happening::LendsShield { foe, amount });
            }
            Effect::AdvanceOthers { squares } => self.advance_others(k, squares, ear),
            Effect::DrainShield { scope, amount } => self.drain(k, scope, amount, true, ear),
            Effect::DrainReactor { scope, amount } => self.drain(k, scope, amount, false, ear),
            Effect::DrainReactorOrDamage { amount } => {
                // SA-13.2
                let zone = self.threats[k].zone();
                if self.ship.reactor[zone.index()] > 0 {
                    self.drain(k, Scope::Own, Amount::N(amount), false, ear);
                } else {
                    self.internal_damage(k, Amount::N(amount), Scope::Own, ear);
                }
            }
            Effect::LoseFuel { amount } => {
                let lost = amount.min(self.ship.fuel);
                self.ship.fuel -= lost;
                ear.hear(|| Happening::FuelLost { foe, lost });
            }
            Effect::DestroyRocket { amount } => self.destroy_rockets(k, amount, ear),
            Effect::LeakReactor { scope } => self.leak(k, scope, false, ear),
            Effect::LeakShield { scope } => self.leak(k, scope, true, ear),
            Effect::ReactorToShieldThenLeak { zone } => self.overflow(k, zone, ear),
            Effect::DisableStoredSquad { station } => {
                // SA-13.22: only if nobody has taken it yet.
                let stored = SquadPlace::Stored(station);
                match self.ship.squads.iter_mut().find(|s| s.place == stored) {
                    Some(squad) => {
                        squad.disabled = true;
                        ear.hear(|| Happening::StoredSquadDisabled { foe, station });
                    }
                    None => ear.hear(|| Happening::NoEffect { foe }),
                }
            }
            Effect::Move { to, when } => {
                if when.holds(blocks) {
                    self.move_token(k, to, ear);
                }
            }
            Effect::Seek => self.seek(k, ear),
            Effect::Spread { to } => self.spread(k, to, ear),
            Effect::Delay { who } => {
                for i in 0..usize::from(self.crew_size) {
                    if self.concerns(k, who, i) {
                        self.delay_next(i, DelayWhy::Threat(foe), ear);
                    }
                }
            }
            Effect::KnockOut { who } => {
                for i in 0..usize::from(self.crew_size) {
                    if self.concerns(k, who, i) {
                        self.knock_out(i, OutWhy::Threat(foe), ear);
                    }
                }
            }
            Effect::DoubleDamage { scope } => {
                for zone in self.zones(k, scope) {
                    self.threats[k].doubles |= 1 << zone.index();
                }
                let all = scope == Scope::All;
                ear.hear(|| Happening::DoublesDamage { foe, all });
            }
            Effect::LoseMission => self.lose(k, None, ear),
        }
    }

    /// Does the condition hold? Says so if it does not.
    fn condition<E: Ear>(&self, k: usize, when: When, ear: &mut E) -> bool {
        let threat = &self.threats[k];
        let holds = when.holds(threat.blocks);
        if !holds {
            let foe = threat.foe();
            ear.hear(|| Happening::NoEffect { foe });
        }
        holds
    }

    /// A number taken from the board is fixed before anything comes of it (SA-7.19).
    fn amount(&self, k: usize, amount: Amount) -> u8 {
        let threat = &self.threats[k];
        match amount {
            Amount::N(n) => n,
            Amount::All => u8::MAX,
            Amount::RemainingHp(times) => times * threat.hp.saturating_sub(threat.blocks),
            Amount::WhiteEnergy => self.ship.reactor[Zone::White.index()],
            Amount::CrewHere => threat.tokens.first().map_or(0, |at| self.crew_at(at)),
            Amount::RocketsLeft(times) => times * self.ship.rockets.saturating_sub(threat.blocks),
        }
    }

    /// The zones of a scope, always red, white, blue (SA-7.10).
    fn zones(&self, k: usize, scope: Scope) -> impl Iterator<Item = Zone> + use<> {
        let own = self.threats[k].zone();
        Zone::ALL.into_iter().filter(move |&zone| match scope {
            Scope::Own | Scope::PerToken => zone == own,
            Scope::All => true,
            Scope::Others => zone != own,
            Scope::Red => zone == Zone::Red,
            Scope::White => zone == Zone::White,
            Scope::Blue => zone == Zone::Blue,
        })
    }

    /// SA-7.12, SA-7.19: internal damage, red, white, blue.
    fn internal_damage<E: Ear>(&mut self, k: usize, amount: Amount, scope: Scope, ear: &mut E) {
        let foe = self.threats[k].foe();
        let n = self.amount(k, amount);
        let tokens = self.threats[k].tokens;
        let per_zone = Zone::ALL.map(|zone| match scope {
            Scope::PerToken => n * tokens.in_zone(zone),
            Scope::Own | Scope::All | Scope::Others | Scope::Red | Scope::White | Scope::Blue => {
                if self.zones(k, scope).any(|z| z == zone) { n } else { 0 }
            }
        });
        if per_zone == [0; 3] {
            return ear.hear(|| Happening::NoEffect { foe });
        }
        for zone in Zone::ALL {
            self.deal(k, zone, per_zone[zone.index()], ear);
        }
    }

    fn deal<E: Ear>(&mut self, k: usize, zone: Zone, points: u8, ear: &mut E) {
        if points > 0 && self.loss.is_none() {
            let foe = self.threats[k].foe();
            ear.hear(|| Happening::DealsDamage { foe, zone, points });
            self.hurt(k, zone, points, ear);
        }
    }

    /// SA-7.14
    fn heal<E: Ear>(&mut self, k: usize, amount: u8, ear: &mut E) {
        let threat = &mut self.threats[k];
        let healed = amount.min(threat.blocks);
        threat.blocks -= healed;
        let foe = threat.foe();
        ear.hear(|| Happening::Heals { foe, healed });
    }

    /// SA-12.9: every other external threat advances, in order of number, acting as it goes.
    fn advance_others<E: Ear>(&mut self, k: usize, squares: u8, ear: &mut E) {
        for j in 0..usize::from(self.n_threats) {
            let other = &self.threats[j];
            if j != k && other.status == Status::OnTrack && other.place.zone().is_some() {
                self.advance_threat(j, squares, ear);
                if self.loss.is_some() {
                    return;
                }
            }
        }
    }

    /// SA-12.27, SA-13.3, SA-13.4: energy is lost.
    fn drain<E: Ear>(&mut self, k: usize, scope: Scope, amount: Amount, shield: bool, ear: &mut E) {
        let foe = self.threats[k].foe();
        let most = self.amount(k, amount);
        for zone in self.zones(k, scope) {
            let store = if shield { &mut self.ship.shield } else { &mut self.ship.reactor };
            let lost = most.min(store[zone.index()]);
            store[zone.index()] -= lost;
            ear.hear(|| Happening::Drains { foe, zone, shield, lost });
        }
    }

    /// SA-13.47: each leaked block is lost and deals 1 damage to the zone it leaked in. All of them leak before the
    /// first tile is drawn (SA-7.19).
    fn leak<E: Ear>(&mut self, k: usize, scope: Scope, shield: bool, ear: &mut E) {
        let foe = self.threats[k].foe();
        let mut leaked = [0; 3];
        for zone in self.zones(k, scope) {
            let store = if shield { &mut self.ship.shield } else { &mut self.ship.reactor };
            leaked[zone.index()] = std::mem::take(&mut store[zone.index()]);
            let lost = leaked[zone.index()];
            ear.hear(|| Happening::Leaks { foe, zone, shield, lost });
        }
        for zone in Zone::ALL {
            self.deal(k, zone, leaked[zone.index()], ear);
        }
    }

    /// SA-13.47, X: up to the shield's capacity; what does not fit leaks.
    fn overflow<E: Ear>(&mut self, k: usize, zone: Zone, ear: &mut E) {
        let (foe, z) = (self.threats[k].foe(), zone.index());
        let energy = std::mem::take(&mut self.ship.reactor[z]);
        let room = self.ship.shield_capacity(zone).saturating_sub(self.ship.shield[z]);
        let moved = energy.min(room);
        self.ship.shield[z] += moved;
        ear.hear(|| Happening::Overflows { foe, zone, moved, leaked: energy - moved });
        self.deal(k, zone, energy - moved, ear);
    }

    /// SA-13.21, SA-13.11: the Warheads lose a hit point with each rocket.
    fn destroy_rockets<E: Ear>(&mut self, k: usize, amount: u8, ear: &mut E) {
        let foe = self.threats[k].foe();
        let lost = amount.min(self.ship.rockets);
        self.ship.rockets -= lost;
        ear.hear(|| Happening::RocketsDestroyed { foe, lost });
        for j in 0..usize::from(self.n_threats) {
            let other = &mut self.threats[j];
            if other.status == Status::OnTrack && other.face().traits.hp_from_rockets {
                other.hp = other.hp.saturating_sub(lost);
                if other.blocks >= other.hp {
                    self.destroy(j, ear);
                }
            }
        }
    }

    /// SA-7.15: to the neighbouring station; at the edge it stays. SA-5.14: it neither uses nor occupies a lift.
    fn move_token<E: Ear>(&mut self, k: usize, way: Way, ear: &mut E) {
        let foe = self.threats[k].foe();
        let to = self.threats[k].tokens.first().and_then(|at| way.from(at));
        match to {
            Some(to) => {
                self.threats[k].tokens = Stations::only(to);
                ear.hear(|| Happening::TokenMoves { foe, to });
            }
            None => ear.hear(|| Happening::NoEffect { foe }),
        }
    }

    /// SA-13.50: to the neighbouring station with strictly the most crew members; its own does not count.
    fn seek<E: Ear>(&mut self, k: usize, ear: &mut E) {
        let foe = self.threats[k].foe();
        let Some(at) = self.threats[k].tokens.first() else { return };
        let (mut best, mut most, mut tie): (Option<Station>, u8, bool) = (None, 0, true);
        for to in [at.left(), at.right(), Some(at.other_deck())].into_iter().flatten() {
            let n = self.crew_at(to);
            if best.is_none() || n > most {
                (best, most, tie) = (Some(to), n, false);
            } else if n == most {
                tie = true;
            }
        }
        match best {
            Some(to) if !tie => {
                self.threats[k].tokens = Stations::only(to);
                ear.hear(|| Happening::Seeks { foe, to });
            }
            Some(_) | None => ear.hear(|| Happening::SeeksInVain { foe }),
        }
    }

    /// SA-13.23: each token spreads unless the next station already has a slime of any kind; new tokens wait.
    fn spread<E: Ear>(&mut self, k: usize, way: Way, ear: &mut E) {
        let foe = self.threats[k].foe();
        let mut slimed = Stations::NONE;
        for t in self.threats().iter().filter(|t| t.face().traits.slime) {
            slimed = Stations(slimed.0 | t.tokens.0);
        }
        let mut any = false;
        for from in self.threats[k].tokens.iter() {
            if let Some(to) = way.from(from).filter(|&to| !slimed.has(to)) {
                self.threats[k].tokens = self.threats[k].tokens.with(to);
                any = true;
                ear.hear(|| Happening::Spreads { foe, to });
            }
        }
        if !any {
            ear.hear(|| Happening::NoEffect { foe });
        }
    }

    /// Is the crew member one of those an effect speaks of? Never those in space or knocked out (SA-5.44, SA-9.4).
    fn concerns(&self, k: usize, who: Who, i: usize) -> bool {
        let (threat, at) = (&self.threats[k], self.crew[i].at);
        self.aboard(i)
            && match who {
                Who::Zone => at.zone() == threat.zone(),
                Who::Ship => true,
                Who::Stations => threat.tokens.has(at),
                Who::ActiveSquadLeaders => self.leads_active(i),
                Who::NotAtBridge => at != Station::UW,
                // SA-13.6: only leaders of an active squad are spared.
                Who::HereWithoutActiveSquad => threat.tokens.has(at) && !self.leads_active(i),
            }
    }
}
