//! A strong crew plan for a known mission: simulated annealing over the crew's programs, each one judged by resolving
//! the mission. `klaxon solve` uses it with everything known; a bot uses it on what its seat knows and imagines.
//!
//! There is no clock in here: a search is asked for so many evaluations, and the same problem, seed and number of
//! evaluations give the same plan on every machine.

mod moves;
mod supply;
mod worth;

pub use supply::{Card, Group, Heroic, Supply};
pub use worth::{HOME, worth};

use crate::{Act, CREW, Deaf, Resolution, Slot, Station, Step, TURNS, Voyage};
use klaxon_core::Chance;

/// The programs of a crew: symbols by crew member and turn.
pub type Programs = [[Act; TURNS]; CREW];

/// All crew members, as bits.
const EVERYBODY: u8 = (1 << CREW) - 1;

/// What is known, and what may be planned.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Positions to begin with. They differ only in what is not known, such as the order of damage tiles; a plan is
    /// worth what it is worth on average. At least one.
    pub worlds: Vec<Voyage>,
    /// Spaces that may be planned; all others stay as they are in the worlds.
    pub free: [[bool; TURNS]; CREW],
    /// The cards for them.
    pub supply: Supply,
}

impl Problem {
    /// Everything is known and every space from the position's turn on may be planned.
    pub fn known(voyage: &Voyage, supply: Supply) -> Problem {
        let mut free = [[false; TURNS]; CREW];
        let last = usize::from(voyage.lesson.last_turn());
        let acted = match voyage.step {
            Step::Appear => 0,
            Step::Actions { next } => usize::from(next),
            Step::Damage | Step::Threats | Step::Computer | Step::Rockets | Step::Return | Step::Over => CREW,
        };
        for (i, row) in free.iter_mut().enumerate().take(usize::from(voyage.crew_size)) {
            let from = usize::from(voyage.turn) - usize::from(i >= acted);
            row.iter_mut().take(last).skip(from).for_each(|space| *space = true);
        }
        Problem { worlds: vec![*voyage], free, supply }
    }

    /// What comes of programs in the first world.
    pub fn resolve(&self, programs: &Programs) -> Resolution {
        let mut voyage = self.worlds[0];
        let from = usize::from(voyage.turn) - 1;
        write(&mut voyage, programs, from, EVERYBODY);
        voyage.run(&mut Deaf);
        voyage.resolution()
    }
}

/// How hot an annealing begins and ends, in the unit of [`worth`]: a point of the score is 100.
#[derive(Clone, Copy, Debug)]
pub struct Heat {
    /// At the beginning.
    pub from: u32,
    /// At the end.
    pub to: u32,
}

impl Heat {
    /// From nothing.
    pub const HOT: Heat = Heat { from: 700, to: 12 };
    /// From a plan that is not bad.
    pub const WARM: Heat = Heat { from: 160, to: 8 };
}

/// Quantiles of the exponential distribution, in sixteenths: by how many times the temperature a plan may get worse.
const QUANTILES: [u32; 64] = [
    78, 60, 52, 46, 42, 39, 37, 34, 32, 31, 29, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 17, 16, 15, 15,
    14, 13, 13, 12, 12, 11, 11, 10, 10, 9, 9, 9, 8, 8, 7, 7, 7, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 2,
    1, 1, 1, 1, 0, 0,
];

/// A search under way.
#[derive(Debug)]
pub struct Search<'p> {
    problem: &'p Problem,
    chance: Chance,
    spaces: Vec<(usize, usize)>,
    /// What may be tried, by crew member and phase.
    symbols: Vec<[Vec<Act>; 3]>,
    now: Programs,
    now_worth: i32,
    best: Programs,
    best_worth: i32,
    /// The position at the beginning of each turn of the present plan, by world: what does not change is not resolved
    /// again.
    paths: Vec<Path>,
    scratch: Vec<Path>,
    evaluations: u64,
}

/// Positions at the beginning of turns.
#[derive(Clone, Debug)]
struct Path {
    at: Box<[Voyage; TURNS + 2]>,
    /// Whose cards lie as they were planned from a turn on, as bits: no delay has pushed them.
    clean: [u8; TURNS + 2],
    /// Whose pushed cards are those of an older plan.
    stale: [u8; TURNS + 2],
    /// The last turn that was reached.
    reached: usize,
    worth: i32,
}

impl<'p> Search<'p> {
    /// Begins with the programs as they lie in the first world, as far as the cards for them are there.
    pub fn new(problem: &'p Problem, seed: u64) -> Search<'p> {
        let mut now = programs_of(&problem.worlds[0]);
        for i in 0..CREW {
            for t in 0..TURNS {
                if problem.free[i][t] && !problem.supply.allows(&now, &problem.free, EVERYBODY) {
                    now[i][t] = Act::Empty;
                }
            }
        }
        Search::from(problem, now, seed)
    }

    /// Begins with these programs.
    pub fn from(problem: &'p Problem, programs: Programs, seed: u64) -> Search<'p> {
        let spaces = (0..CREW).flat_map(|i| (0..TURNS).map(move |t| (i, t)));
        let spaces = spaces.filter(|&(i, t)| problem.free[i][t]).collect();
        let symbols = (0..CREW).map(|i| [0, 3, 7].map(|t| problem.supply.symbols(i, t))).collect();
        let empty: Vec<Path> = problem
            .worlds
            .iter()
            .map(|w| Path {
                at: Box::new([*w; TURNS + 2]),
                clean: [EVERYBODY; TURNS + 2],
                stale: [0; TURNS + 2],
                reached: 0,
                worth: 0,
            })
            .collect();
        let mut search = Search {
            problem,
            chance: Chance::quick(seed),
            spaces,
            symbols,
            now: programs,
            now_worth: 0,
            best: programs,
            best_worth: i32::MIN,
            paths: empty.clone(),
            scratch: empty,
            evaluations: 0,
        };
        search.begin(programs);
        search
    }

    /// The best plan so far.
    pub fn best(&self) -> &Programs {
        &self.best
    }

    /// Its worth, in hundredths of a point; more than [`HOME`] means that the ship comes home.
    pub fn worth(&self) -> i32 {
        self.best_worth
    }

    /// Missions resolved so far, whole or in part.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Takes these programs as the present plan.
    fn begin(&mut self, programs: Programs) {
        self.now = programs;
        for path in &mut self.paths {
            path.reached = 0;
        }
        self.now_worth = self.fly(&programs, EVERYBODY, 0);
        std::mem::swap(&mut self.paths, &mut self.scratch);
        if self.now_worth > self.best_worth {
            (self.best, self.best_worth) = (self.now, self.now_worth);
        }
    }

    fn note(&mut self) {
        if self.now_worth <= self.best_worth {
            return;
        }
        // Cards that were pushed among others like them look as if they had not been: a record is flown again in full.
        for path in &mut self.paths {
            path.reached = 0;
        }
        self.now_worth = self.fly(&self.now.clone(), EVERYBODY, 0);
        std::mem::swap(&mut self.paths, &mut self.scratch);
        if self.now_worth > self.best_worth {
            (self.best, self.best_worth) = (self.now, self.now_worth);
        }
    }

    /// Anneals for so many evaluations from the best plan so far.
    pub fn anneal(&mut self, evaluations: u32, heat: Heat) {
        self.begin(self.best);
        self.cool(evaluations, heat);
    }

    /// The same from the programs as they were written, so that another valley may be found.
    pub fn restart(&mut self, evaluations: u32, heat: Heat) {
        self.begin(programs_of(&self.problem.worlds[0]));
        self.cool(evaluations, heat);
    }

    fn cool(&mut self, evaluations: u32, heat: Heat) {
        if self.spaces.is_empty() {
            return;
        }
        for n in 0..evaluations {
            // The square falls fast at first and lingers in the cold.
            let left = u64::from(evaluations - n) * 1024 / u64::from(evaluations);
            let warmth = u64::from(heat.to) + u64::from(heat.from - heat.to) * left * left / (1 << 20);
            let Some(change) = self.propose() else { continue };
            if !self.problem.supply.allows(&change.programs, &self.problem.free, change.members) {
                continue;
            }
            let worth = self.fly(&change.programs, change.members, change.first);
            self.evaluations += 1;
            let slack = warmth as u32 * QUANTILES[self.chance.below(64) as usize] / 16;
            if worth.saturating_add_unsigned(slack) >= self.now_worth {
                (self.now, self.now_worth) = (change.programs, worth);
                for (path, new) in self.paths.iter_mut().zip(&mut self.scratch) {
                    std::mem::swap(path, new);
                }
                self.note();
            }
        }
    }

    /// Flies changed programs in every world and says what they are worth on average. The new paths are in `scratch`.
    fn fly(&mut self, programs: &Programs, members: u8, first: usize) -> i32 {
        let mut sum = 0i64;
        for (path, scratch) in self.paths.iter().zip(&mut self.scratch) {
            path.fly_on(scratch, programs, members, first);
            sum += i64::from(scratch.worth);
        }
        (sum / self.problem.worlds.len() as i64) as i32
    }
}

impl Path {
    /// Resolves a mission again from the first turn that can be any different.
    fn fly_on(&self, into: &mut Path, new: &Programs, members: u8, first: usize) {
        let start = usize::from(self.at[0].turn);
        if self.reached > 0 && first + 1 > self.reached {
            // The mission is over before anything changes.
            into.clone_from_part(self, self.reached);
            for k in start..=self.reached {
                into.stale[k] |= members & !into.clean[k];
            }
            (into.reached, into.worth) = (self.reached, self.worth);
            return;
        }
        // One turn before the first change, for a delay that found an empty space there was harmless and may be so no
        // more; earlier where a delay has pushed the cards of somebody who changes.
        let mut turn = start;
        if self.reached > 0 {
            turn = first.max(start);
            while turn > start && (members & !self.clean[turn] != 0 || self.stale[turn] != 0) {
                turn -= 1;
            }
        }
        into.clone_from_part(self, turn);
        for k in start..turn {
            into.stale[k] |= members & !into.clean[k];
        }
        let mut voyage = if self.reached > 0 { self.at[turn] } else { self.at[0] };
        let clean = if self.reached > 0 { self.clean[turn] } else { EVERYBODY };
        write(&mut voyage, new, turn - 1, clean);
        into.note(turn, &voyage, new);
        while !voyage.is_over() {
            voyage.advance(&mut Deaf);
            let turn = usize::from(voyage.turn);
            if turn != into.reached && turn <= TURNS {
                into.note(turn, &voyage, new);
            }
        }
        into.worth = worth(&voyage);
    }

    /// Remembers the position at the beginning of a turn.
    fn note(&mut self, turn: usize, voyage: &Voyage, programs: &Programs) {
        self.at[turn] = *voyage;
        self.reached = turn;
        self.stale[turn] = 0;
        self.clean[turn] = 0;
        for (i, (row, acts)) in voyage.program.iter().zip(programs).enumerate() {
            let same = row.iter().zip(acts).skip(turn - 1).all(|(slot, act)| slot.up == *act);
            self.clean[turn] |= u8::from(same) << i;
        }
    }

    /// Copies the turns up to one.
    fn clone_from_part(&mut self, other: &Path, turn: usize) {
        self.at[..=turn].copy_from_slice(&other.at[..=turn]);
        (self.clean, self.stale) = (other.clean, other.stale);
    }

    /// Where somebody stands at the beginning of a turn, counted from 0; later than the end, where the end was.
    fn stands(&self, i: usize, t: usize) -> Station {
        self.at[(t + 1).clamp(usize::from(self.at[0].turn), self.reached)].crew[i].at
    }
}

/// The programs of a position.
pub fn programs_of(voyage: &Voyage) -> Programs {
    voyage.program.map(|row| row.map(|slot| slot.up))
}

/// Writes programs into a position, from a turn on, for these crew members.
fn write(voyage: &mut Voyage, programs: &Programs, from: usize, members: u8) {
    for (i, row) in programs.iter().enumerate().filter(|(i, _)| members >> i & 1 == 1) {
        for (slot, &act) in voyage.program[i].iter_mut().zip(row).skip(from) {
            *slot = Slot::showing(act);
        }
    }
}
