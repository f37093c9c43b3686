//! Small changes of a plan. Most are blind; some know that somebody must walk before acting.

use super::{Programs, Search};
use crate::{Act, Remedy, Station, TURNS, phase_of};

/// A changed plan.
pub(super) struct Change {
    pub(super) programs: Programs,
    /// Whose programs changed, as bits.
    pub(super) members: u8,
    /// The first space that changed, counted from 0.
    pub(super) first: usize,
}

/// The way from one station to another: at most three steps.
fn way(from: Station, to: Station, lift_first: bool) -> impl Iterator<Item = Act> {
    let (a, b) = (from.zone().index(), to.zone().index());
    let step = if a < b { Act::Blue } else { Act::Red };
    let lift = from.is_upper() != to.is_upper();
    let walk = std::iter::repeat_n(step, a.abs_diff(b));
    let before = std::iter::repeat_n(Act::Lift, usize::from(lift && lift_first));
    let after = std::iter::repeat_n(Act::Lift, usize::from(lift && !lift_first));
    before.chain(walk).chain(after)
}

fn distance(from: Station, to: Station) -> usize {
    from.zone().index().abs_diff(to.zone().index()) + usize::from(from.is_upper() != to.is_upper())
}

/// What is done at the end of a way, the more useful more often.
const DEEDS: [Act; 12] = [
    Act::A,
    Act::A,
    Act::A,
    Act::A,
    Act::B,
    Act::B,
    Act::C,
    Act::C,
    Act::C,
    Act::Bots,
    Act::Bots,
    Act::HeroA,
];

impl Search<'_> {
    /// A change to try; none if this one came to nothing.
    pub(super) fn propose(&mut self) -> Option<Change> {
        let mut new = self.now;
        let at = self.chance.below(self.spaces.len() as u32) as usize;
        let (i, t) = self.spaces[at];
        match self.chance.below(32) {
            0..=6 => {
                new[i][t] = *self.chance.pick(&self.symbols[i][phase_of(t as u8 + 1)])?;
            }
            7..=9 => new[i][t] = Act::Empty,
            10..=12 => {
                let (_, other) = self.space_of(i)?;
                new[i].swap(t, other);
            }
            13..=14 => self.shift(&mut new[i], i, t),
            15 => self.pull(&mut new[i], i, t),
            16..=24 => self.visit(&mut new, i, t),
            25..=27 => self.arrive(&mut new, i, t),
            28 => self.expedition(&mut new, i, t),
            29 => {
                let mates = 1 + self.chance.below(2);
                let (to, deed) = self.errand(i, t)?;
                self.arrive_at(&mut new, i, t, to, deed);
                for _ in 0..mates {
                    let n = self.chance.below(self.spaces.len() as u32) as usize;
                    let mate = self.spaces[n].0;
                    self.arrive_at(&mut new, mate, t, to, deed);
                }
            }
            30 => {
                // The same space of somebody else: who does it better?
                let n = self.chance.below(self.spaces.len() as u32) as usize;
                let mate = self.spaces[n].0;
                let until = (t + 1 + self.chance.below(6) as usize).min(TURNS);
                let free = |u: &usize| self.problem.free[i][*u] && self.problem.free[mate][*u];
                for u in (t..until).filter(free) {
                    let (a, b) = (new[i][u], new[mate][u]);
                    (new[i][u], new[mate][u]) = (b, a);
                }
            }
            _ => {
                let (_, other) = self.space_of(i)?;
                new[i][other] = new[i][t];
            }
        }
        let mut members = 0;
        let mut first = TURNS;
        for (m, (new, old)) in new.iter().zip(&self.now).enumerate() {
            if let Some(t) = (0..TURNS).find(|&t| new[t] != old[t]) {
                members |= 1 << m;
                first = first.min(t);
            }
        }
        (members != 0).then_some(Change { programs: new, members, first })
    }

    /// Another space of somebody.
    fn space_of(&mut self, i: usize) -> Option<(usize, usize)> {
        let own = self.spaces.iter().copied().filter(|s| s.0 == i);
        let own: Vec<(usize, usize)> = own.collect();
        self.chance.pick(&own).copied()
    }

    fn is_free(&self, i: usize, t: usize) -> bool {
        t < TURNS && self.problem.free[i][t]
    }

    /// Everything from a space on is done one turn later, up to the next gap.
    fn shift(&self, row: &mut [Act; TURNS], i: usize, t: usize) {
        let mut carried = Act::Empty;
        let mut u = t;
        while self.is_free(i, u) {
            std::mem::swap(&mut row[u], &mut carried);
            if carried == Act::Empty {
                return;
            }
            u += 1;
        }
    }

    /// A space is left out: everything after it is done one turn earlier.
    fn pull(&self, row: &mut [Act; TURNS], i: usize, t: usize) {
        let mut u = t;
        while self.is_free(i, u + 1) {
            row[u] = row[u + 1];
            u += 1;
        }
        row[u] = Act::Empty;
    }

    /// Somewhere to go and something to do there: often what a threat calls for.
    fn errand(&mut self, i: usize, t: usize) -> Option<(Station, Act)> {
        let mut deed = DEEDS[self.chance.below(DEEDS.len() as u32) as usize];
        let mut to = Station::ALL[self.chance.below(6) as usize];
        if self.chance.below(2) == 0 {
            let voyage = &self.problem.worlds[0];
            let n = self.chance.below(u32::from(voyage.n_threats).max(1)) as usize;
            if let Some(threat) = voyage.threats().get(n) {
                let face = threat.face();
                match threat.place.zone() {
                    Some(zone) => {
                        let upper = self.chance.below(3) > 0;
                        (to, deed) = (if upper { zone.upper() } else { zone.lower() }, Act::A);
                    }
                    None => {
                        let stations: Vec<Station> = face.at.iter().collect();
                        // Many a token moves: the neighbourhood is meant.
                        to = *self.chance.pick(&stations)?;
                        if self.chance.below(3) == 0 {
                            to = Station::ALL[self.chance.below(6) as usize];
                        }
                        deed = match face.by? {
                            Remedy::A => Act::A,
                            Remedy::B => Act::B,
                            Remedy::C => Act::C,
                            Remedy::Bots => Act::Bots,
                            Remedy::Interceptors => Act::C,
                        };
                    }
                }
            }
        }
        self.symbols[i][phase_of(t as u8 + 1)].contains(&deed).then_some((to, deed))
    }

    /// Goes somewhere from a space on and does something there, once or a few times.
    fn visit(&mut self, new: &mut Programs, i: usize, t: usize) {
        let Some((to, deed)) = self.errand(i, t) else { return };
        let from = self.paths[0].stands(i, t);
        let lift_first = self.chance.below(2) == 0;
        let mut u = t;
        for step in way(from, to, lift_first) {
            if !self.is_free(i, u) {
                return;
            }
            new[i][u] = step;
            u += 1;
        }
        let times = [1, 1, 1, 2, 2, 3][self.chance.below(6) as usize];
        for _ in 0..times {
            if self.is_free(i, u) {
                new[i][u] = deed;
                u += 1;
            }
        }
        if matches!(deed, Act::C) && to == Station::UR && self.is_free(i, u) {
            new[i][u] = Act::Bots;
        }
    }

    /// Fetches a battlebot squad and takes it to an intruder, or into space.
    fn expedition(&mut self, new: &mut Programs, i: usize, t: usize) {
        let voyage = &self.problem.worlds[0];
        let wanted: Vec<usize> = (0..usize::from(voyage.n_threats))
            .filter(|&k| matches!(voyage.threats[k].face().by, Some(Remedy::Bots | Remedy::Interceptors)))
            .collect();
        let (to, flies, hits) = match self.chance.pick(&wanted) {
            Some(&k) if self.chance.below(8) > 0 => {
                let face = voyage.threats[k].face();
                let flies = face.by == Some(Remedy::Interceptors);
                let stations: Vec<Station> = face.at.iter().collect();
                let Some(&at) = self.chance.pick(&stations) else { return };
                // Tokens move: wherever it has got to by then, as far as anybody knows.
                let to = match self.chance.below(4) {
                    0 => Station::ALL[self.chance.below(6) as usize],
                    1 => at.other_deck(),
                    _ => at,
                };
                (if flies { Station::UR } else { to }, flies, usize::from(face.hp.clamp(1, 3)))
            }
            // The interceptors are good against everything near.
            Some(_) | None => (Station::UR, true, 2),
        };
        let storage = [Station::UB, Station::LR][self.chance.below(2) as usize];
        let lift_first = self.chance.below(2) == 0;
        let mut acts: Vec<Act> = Vec::with_capacity(12);
        let mut from = self.paths[0].stands(i, t);
        if self.paths[0].at[(t + 1).clamp(1, self.paths[0].reached)].squad_of(i).is_none() {
            acts.extend(way(from, storage, lift_first));
            acts.push(Act::C);
            from = storage;
        }
        acts.extend(way(from, to, !lift_first));
        if flies {
            acts.push(Act::C);
            acts.extend(std::iter::repeat_n(Act::Bots, hits - 1));
        } else {
            let pause = if self.chance.below(3) == 0 { self.chance.below(3) as usize } else { 0 };
            acts.extend(std::iter::repeat_n(Act::Empty, pause));
            acts.extend(std::iter::repeat_n(Act::Bots, hits));
        }
        for (n, act) in acts.into_iter().enumerate() {
            if !self.is_free(i, t + n) {
                return;
            }
            new[i][t + n] = act;
        }
    }

    /// Comes to be somewhere in time to do something in this very turn.
    fn arrive(&mut self, new: &mut Programs, i: usize, t: usize) {
        if let Some((to, deed)) = self.errand(i, t) {
            self.arrive_at(new, i, t, to, deed);
        }
    }

    fn arrive_at(&mut self, new: &mut Programs, i: usize, t: usize, to: Station, deed: Act) {
        if !self.is_free(i, t) {
            return;
        }
        let lift_first = self.chance.below(2) == 0;
        for steps in 0..=3.min(t) {
            let leave = t - steps;
            let from = self.paths[0].stands(i, leave);
            if distance(from, to) == steps && (leave..t).all(|u| self.is_free(i, u)) {
                for (u, step) in (leave..t).zip(way(from, to, lift_first)) {
                    new[i][u] = step;
                }
                new[i][t] = deed;
                return;
            }
        }
    }
}
