//! Throwing dice, throwing them again, and what comes of them (SF-0.16, SF-9.29). Every throw of the game goes
//! through here.

use crate::{
    Short,
    data::data,
    event::{Band, Event},
    nouns::{EventFx, Resource},
    questions::Spot,
    state::{Contest, Purpose, Roll, Shift, Table, Task},
    turn::{Flow, Play},
};

impl Table {
    /// How many dice a throw takes.
    pub fn dice_for(&self, purpose: Purpose) -> u8 {
        match purpose {
            Purpose::Setup => data().sizes.start_dice,
            Purpose::Resource { .. } => self.resource_dice(),
            Purpose::Conduct => self.conducted().count() as u8,
            // SF-12.4: the Translator adds a die to the contests of spies.
            Purpose::Contest(Contest::Spy { .. } | Contest::Attache { .. }) => self.advantages().spy_dice,
            Purpose::Combat => self.battle.dice,
            Purpose::Event(_)
            | Purpose::Faction(_)
            | Purpose::Conflict
            | Purpose::Pair(_)
            | Purpose::Sabotage(_)
            | Purpose::Contest(Contest::Embassy { .. }) => 1,
        }
    }

    /// SF-9.29: the Espionage tokens that can pay for throwing the dice on the table again. A spy whose own contest
    /// is rolled cannot; the throw of the set-up stands (SF-8.22).
    pub fn reroll_spots(&self) -> Short<Spot, 12> {
        if self.roll.purpose == Purpose::Setup {
            return Short::default();
        }
        let own = if let Purpose::Contest(Contest::Spy { race }) = self.roll.purpose {
            Some(Spot::Spy(race))
        } else if let Purpose::Contest(Contest::Attache { race, .. }) = self.roll.purpose {
            Some(Spot::Attache(race))
        } else {
            None
        };
        self.spots(Resource::Espionage).iter().copied().filter(|&s| Some(s) != own).collect()
    }

    /// SF-12.1: what a die means in a contest.
    pub fn band(face: u8) -> Band {
        if face >= data().contest_stays {
            Band::Stays
        } else if face >= data().contest_stops {
            Band::Returned
        } else {
            Band::Happens
        }
    }
}

impl Play<'_> {
    pub fn roll(&mut self, purpose: Purpose) {
        self.throw(purpose, self.t.dice_for(purpose), false);
        self.push(Task::Judge);
        if purpose == Purpose::Combat {
            // SF-13.25: Plunder comes right after the first throw.
            self.push(Task::Plunder);
        }
    }

    /// The dice fall; every throw of the game is this one.
    pub fn throw(&mut self, purpose: Purpose, n: u8, again: bool) {
        self.foreseen = false;
        let mut dice = Short::default();
        // SF-0.1: every die has six sides.
        for _ in 0..n {
            dice.push(self.chance.roll(6) as u8 + 1);
        }
        self.t.roll = Roll { purpose, dice };
        // From which face on a die helps.
        let hit_at = if purpose == Purpose::Combat {
            (1..=6).find(|&face| self.t.die_hits(face) > 0)
        } else if let Purpose::Contest(_) = purpose {
            (1..=6).find(|&face| Table::band(face) != Band::Happens)
        } else {
            None
        };
        self.tell.reveal(Event::Rolled { purpose, dice, again, hit_at });
    }

    /// D7: asks only if an Espionage token could pay.
    pub fn judge(&mut self) -> Flow {
        if self.t.reroll_spots().is_empty() {
            self.settle_roll();
            Flow::Go
        } else {
            self.wait(Task::Judge)
        }
    }

    /// The dice stand.
    pub fn settle_roll(&mut self) {
        let Roll { purpose, dice } = self.t.roll;
        let face = usize::from(dice[0] - 1);
        match purpose {
            Purpose::Setup => self.count_results(0),
            Purpose::Resource { minus } => self.count_results(minus),
            Purpose::Event(chit) => self.event(data().chits[chit.index()].table[face]),
            Purpose::Faction(fx) => match data().faction_die[face] {
                Some(race) => self.event_on(fx, race),
                None => self.push(Task::ChooseFaction(fx)),
            },
            Purpose::Conflict => {
                let shift = data().conflict[face].map_or(Shift::War, Shift::Alliance);
                self.push(Task::Roll(Purpose::Pair(shift)));
            }
            Purpose::Pair(shift) => self.push(Task::Shift { pair: data().pair_die[face], shift }),
            Purpose::Conduct => self.conduct_result(),
            Purpose::Sabotage(race) => self.sabotage_result(race, dice[0]),
            Purpose::Contest(contest) => match *dice {
                [a, b] if Table::band(a) != Table::band(b) => self.push(Task::ChooseDie(contest)),
                _ => self.contest_result(contest, dice[0]),
            },
            Purpose::Combat => self.combat_result(),
        }
    }

    /// SF-8.4, SF-8.5, SF-8.8: results with the modifier, equal ones together.
    fn count_results(&mut self, minus: u8) {
        self.t.results = [0; 7];
        for i in 0..self.t.roll.dice.len() {
            let result = self.t.roll.dice[i].saturating_sub(minus);
            self.t.results[usize::from(result)] += 1;
        }
        self.push(Task::PlaceResults);
    }

    /// SF-7.13: an event that names no race rolls for it.
    pub fn roll_faction(&mut self, fx: EventFx) {
        self.push(Task::Roll(Purpose::Faction(fx)));
    }
}
