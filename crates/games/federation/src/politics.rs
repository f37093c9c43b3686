//! War Effort, relationships between aliens, and contested effects (chapters 10 to 12).

use crate::{
    data::data,
    event::{Band, Cause, Event},
    nouns::{AlienFx, Keyword, Pair, Race, Relation, Resource},
    state::{Contest, Purpose, Shift, Table, Task},
    turn::{Flow, Play},
};

impl Play<'_> {
    /// SF-9.36: each single step is its own change and meets the Embassy, while there is one.
    pub fn war_down(&mut self, race: Race, steps: u8, after_combat: bool) {
        if steps > 1 {
            self.push(Task::WarDown { race, steps: steps - 1, after_combat });
        }
        if self.t.embassies.has(race) {
            self.push(Task::Roll(Purpose::Contest(Contest::Embassy { race, after_combat })));
        } else {
            self.push(Task::WarStep { race, after_combat });
        }
    }

    /// One step down. Below Total War the race advances instead (SF-10.8), the Mercenaries shrug (SF-10.9).
    pub fn war_step(&mut self, race: Race, after_combat: bool) {
        let from = self.t.war[race.index()];
        if from < 4 {
            self.set_war(race, from + 1, Cause::Aliens);
        } else if race == Race::Mercenaries {
            self.tell.all(Event::GreedIgnored);
        } else {
            self.tell.all(Event::BelowTotalWar { race, later: after_combat });
            if after_combat {
                // SF-13.4: it waits until the combats of the round are over.
                self.t.owed[race.index()] += 1;
            } else {
                self.push(Task::ForcedAdvance(race));
            }
        }
    }

    /// SF-10.10: a step up, ignored at Peace.
    pub fn war_up(&mut self, race: Race, why: Cause) {
        let from = self.t.war[race.index()];
        if from > 0 {
            self.set_war(race, from - 1, why);
        }
    }

    /// SF-10.12: the real marker, whatever the wars of the race make of it.
    pub fn set_war(&mut self, race: Race, to: u8, why: Cause) {
        let from = self.t.war[race.index()];
        if from == to {
            return;
        }
        self.t.war[race.index()] = to;
        self.tell.all(Event::WarMoved { race, from, to, why });
        // SF-9.37: an Embassy cannot stand at Total War.
        if to == 4 && self.t.embassies.has(race) {
            self.t.embassies.remove(race);
            self.t.pools.add(Resource::Diplomacy, 1);
            self.tell.all(Event::EmbassyClosed { race });
        }
    }

    /// SF-10.8, SF-10.11: Advances owed, faction order; all move before the combats.
    pub fn owed(&mut self) {
        for race in Race::ALL.into_iter().rev() {
            for _ in 0..std::mem::take(&mut self.t.owed[race.index()]) {
                self.push(Task::ForcedAdvance(race));
            }
        }
    }

    /// A relationship is about to change: Attachés contest first (SF-11.8).
    pub fn shift(&mut self, pair: Pair, shift: Shift) -> Flow {
        let now = self.t.relations[pair.index()];
        let to = match (shift, now) {
            (Shift::War, Relation::War) => {
                // SF-11.3.
                self.tell.all(Event::StillAtWar { pair });
                return Flow::Go;
            }
            (Shift::Alliance(keyword), Relation::Alliance) => {
                self.overage(pair, keyword);
                return Flow::Go;
            }
            (Shift::War, Relation::Alliance) | (Shift::Alliance(_), Relation::War) => Relation::Neutral,
            (Shift::War, Relation::Neutral) => Relation::War,
            (Shift::Alliance(_), Relation::Neutral) => Relation::Alliance,
        };
        let mut attaches = self.t.attaches_of(pair);
        match (attaches.next(), attaches.next()) {
            (None, _) => self.set_relation(pair, to),
            (Some(race), None) => self.roll_attache(race, pair, shift),
            // D12: the player says who rolls first.
            (Some(_), Some(_)) => return self.wait(Task::Shift { pair, shift }),
        }
        Flow::Go
    }

    pub fn roll_attache(&mut self, race: Race, pair: Pair, shift: Shift) {
        self.push(Task::Roll(Purpose::Contest(Contest::Attache { race, pair, shift })));
    }

    /// The marker moves; wars begin and end with it (SF-11.5).
    pub fn set_relation(&mut self, pair: Pair, to: Relation) {
        let from = self.t.relations[pair.index()];
        if from == to {
            return;
        }
        self.t.relations[pair.index()] = to;
        self.tell.all(Event::RelationMoved { pair, from, to });
        // SF-11.10: when Cthonians and Mutants leave Neutral, business is bad for the Mercenaries.
        if pair == Pair::CTHONIANS_MUTANTS && from == Relation::Neutral {
            self.war_up(Race::Mercenaries, Cause::Mercenaries);
        }
    }

    /// SF-11.9, SF-11.12: an Alliance result on allies strikes by its keyword, in faction order.
    fn overage(&mut self, pair: Pair, keyword: Keyword) {
        self.tell.all(Event::Overage { pair, keyword });
        for race in pair.races().into_iter().rev() {
            self.push(match keyword {
                Keyword::Diplomacy => Task::WarDown { race, steps: 1, after_combat: false },
                Keyword::Military => Task::ForcedAdvance(race),
                Keyword::Research => Task::Alien { race, effect: AlienFx::Tech, own: false },
            });
        }
    }

    /// SF-12.1 to SF-12.3: the die has spoken. What follows the contested effect lies below the killed spy's step.
    pub fn contest_result(&mut self, contest: Contest, face: u8) {
        let band = Table::band(face);
        self.tell.all(Event::Contested { contest, face, band });
        if band == Band::Happens {
            self.push(match contest {
                Contest::Spy { race } => Task::DrawTech(race),
                Contest::Attache { pair, shift, .. } => Task::Shift { pair, shift },
                Contest::Embassy { race, after_combat } => Task::WarStep { race, after_combat },
            });
        }
        if band == Band::Stays {
            return;
        }
        let race = contest.race();
        // SF-9.30: on 4 or less a spy is killed.
        match contest {
            Contest::Spy { .. } => self.t.spies.remove(race),
            Contest::Attache { .. } => self.t.attaches.remove(race),
            Contest::Embassy { .. } => {
                self.t.embassies.remove(race);
                self.t.pools.add(Resource::Diplomacy, 1);
                return;
            }
        }
        // SF-12.2: a spy that returns was killed; the race's War Effort goes down at once.
        self.t.pools.add(Resource::Espionage, 1);
        self.tell.all(Event::SpyKilled { race });
        self.push(Task::WarDown { race, steps: 1, after_combat: false });
    }
}

impl Table {
    /// The name of a race's effective level.
    pub fn level_name(&self, race: Race) -> &'static str {
        level_name(self.level(race))
    }
}

/// The name of a War Effort level, −1 being the logo.
pub fn level_name(level: i8) -> &'static str {
    data().levels[(level + 1) as usize].name.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Federation, Setup};
    use klaxon_core::{Chance, Game, Tell};

    /// Whatever moves the marker: no card or token does so past an Embassy today, so the rule is tried by itself.
    #[test]
    fn sf_9_37_an_embassy_goes_along_to_war_and_ends_at_total_war() {
        let (mut luck, mut tell) = (Chance::quick(1), Tell::aloud());
        let mut game = Federation::start(&Setup::default(), &mut luck, &mut tell).unwrap();
        let race = Race::FleshEaters;
        game.table.war[race.index()] = 1;
        game.table.embassies.add(race);
        let pool = game.table.pools.of(Resource::Diplomacy);
        for level in [2, 3, 2, 3] {
            game.play(&mut luck, &mut tell).set_war(race, level, Cause::Aliens);
            assert!(game.table.embassies.has(race), "an Embassy at {level}");
            assert_eq!(game.table.pools.of(Resource::Diplomacy), pool);
        }
        let _ = tell.take();
        game.play(&mut luck, &mut tell).set_war(race, 4, Cause::Aliens);
        assert!(!game.table.embassies.has(race));
        assert_eq!(game.table.pools.of(Resource::Diplomacy), pool + 1);
        assert!(tell.take().iter().any(|told| told.event == Event::EmbassyClosed { race }));
    }
}
