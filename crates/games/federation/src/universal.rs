//! Universal tokens and events (chapters 6 and 7).

use crate::{
    event::Event,
    nouns::{
        AlienFx, AlienTech, Base, CHITS, Chit, EventFx, Fleet, FleetKind, PieceAt, Race, Resource, UniFx,
    },
    questions::{Action, Asked, Gift, Spot},
    state::{BASES, Purpose, Shift, Table, Task},
    turn::{Flow, Play},
};

impl Play<'_> {
    /// SF-6.1: never checked against the validity list.
    pub fn universal_token(&mut self, effect: UniFx) {
        match effect {
            UniFx::RandomEvent => self.push(Task::RandomEvent),
            UniFx::AlienWar => self.push(Task::AlienWar(0)),
            UniFx::GalacticConflict => self.push(Task::Roll(Purpose::Conflict)),
            UniFx::FastScouts => self.fast_fleets(AlienTech::FastScouts),
            UniFx::FastRaiders => self.fast_fleets(AlienTech::FastRaiders),
            // SF-6.11.
            UniFx::ExpansionDesire => self.expansion_desire(),
        }
    }

    /// SF-6.6, SF-6.7, SF-6.9: in faction order every race with the technology; without any, a Random Event.
    fn fast_fleets(&mut self, tech: AlienTech) {
        let raiders = tech == AlienTech::FastRaiders;
        let mut any = false;
        for race in Race::ALL.into_iter().rev() {
            let steps = self.t.fast_steps(race, tech, self.edition);
            if steps == 0 {
                continue;
            }
            any = true;
            let (scout, raider) = (Fleet::new(race, FleetKind::Scout), Fleet::new(race, FleetKind::Raider));
            if !raiders || self.t.is_raider(scout) {
                self.push(Task::SpawnOrStep { fleet: scout, steps });
            }
            if raiders {
                self.push(Task::SpawnOrStep { fleet: raider, steps });
            }
        }
        if !any {
            self.tell.all(Event::NoFastFleet { raiders });
            self.push(Task::RandomEvent);
        }
    }

    /// SF-6.3: races at war, in faction order, strike your Bases or your people's patience.
    pub fn alien_war(&mut self, from: u8) -> Flow {
        for (i, race) in Race::ALL.into_iter().enumerate().skip(usize::from(from)) {
            if self.t.wars(race) == 0 {
                continue;
            }
            let mut bases = self.t.bases_in(race);
            match (bases.next(), bases.next()) {
                (None, _) => {
                    self.tell.all(Event::AlienWarAngers { race });
                    self.expansion_desire();
                    if self.t.end.is_some() {
                        return Flow::Go;
                    }
                }
                (Some(only), None) => self.alien_war_hit(race, only),
                (Some(_), Some(_)) => return self.wait(Task::AlienWar(i as u8)),
            }
        }
        self.push(Task::RandomEvent);
        Flow::Go
    }

    /// SF-6.4: upgraded to basic, basic to Unbuilt Assets; no Military Loss.
    pub fn alien_war_hit(&mut self, race: Race, base: Base) {
        self.tell.all(Event::AlienWarHits { race, base });
        let piece = &mut self.t.pieces[BASES + base as usize];
        let PieceAt::Map(at) = piece.at else { panic!("a Base on the map") };
        let lost = !piece.upgraded;
        if lost {
            piece.at = PieceAt::Unbuilt;
        }
        piece.upgraded = false;
        self.tell.all(Event::BaseHit { base, at, lost });
    }

    /// SF-6.2: a random chit, then a die on its table.
    pub fn random_event(&mut self) {
        let left: Vec<Chit> = self.t.chits_left().collect();
        let n = left.len() as u32;
        self.foreseen = false;
        let chit = left[if n > 1 { self.chance.roll(n) as usize } else { 0 }];
        self.t.chits_used |= 1 << chit.0;
        self.tell.reveal(Event::ChitDrawn { chit });
        if self.t.chits_used.count_ones() == CHITS as u32 {
            self.push(Task::ChitsBack);
        }
        self.push(Task::Roll(Purpose::Event(chit)));
    }

    pub fn chits_back(&mut self) {
        self.t.chits_used = 0;
        self.tell.all(Event::ChitsBack);
    }

    /// One line of an event table.
    pub fn event(&mut self, fx: EventFx) {
        self.tell.all(Event::EventIs { fx });
        match fx {
            EventFx::AdvanceResearch => self.ask_or_nothing(fx, Task::AdvanceResearch),
            EventFx::AdvanceTrack => self.advance_track(),
            EventFx::Alliance(keyword) => {
                self.push(Task::Roll(Purpose::Pair(Shift::Alliance(keyword))));
            }
            EventFx::ExpansionDesire => self.expansion_desire(),
            EventFx::FreeBuild => self.ask_or_nothing(fx, Task::FreeBuild),
            EventFx::FreePropaganda => self.ask_or_nothing(fx, Task::FreePropaganda),
            EventFx::GainTech(who) | EventFx::WarEffort(who) | EventFx::SpawnAdvance { who, .. } => {
                match who.race() {
                    Some(race) => self.event_on(fx, race),
                    None => self.roll_faction(fx),
                }
            }
            EventFx::MilitaryLoss => self.military_loss(),
            EventFx::ResourcesUp => self.move_track_back(),
            EventFx::Spend(what) => self.spend_event(what),
            EventFx::FailedAlliance => self.ask_or_nothing(fx, Task::FailedAlliance),
        }
    }

    /// An event whose race is known.
    pub fn event_on(&mut self, fx: EventFx, race: Race) {
        if Table::faction_of(fx).is_some_and(|who| who.race().is_none()) {
            self.tell.all(Event::FactionIs { race });
        }
        if let EventFx::GainTech(_) = fx {
            // SF-7.7: whatever the War Effort; not by the race's own token, so no Fast Advance (SF-15.8).
            self.push(Task::Alien { race, effect: AlienFx::Tech, own: false });
        } else if let EventFx::WarEffort(_) = fx {
            // SF-7.12.
            self.push(Task::WarDown { race, steps: 1, after_combat: false });
        } else if let EventFx::SpawnAdvance { fleet, .. } = fx {
            // SF-7.10.
            self.push(Task::SpawnOrStep { fleet: Fleet::new(race, fleet), steps: 1 });
        } else {
            panic!("{fx:?} strikes no race");
        }
    }

    /// An event with a choice: nothing to choose from, nothing happens. A single "no, thank you" is not asked.
    fn ask_or_nothing(&mut self, fx: EventFx, task: Task) {
        let mut options = Vec::new();
        Action::offer(Asked { t: self.t, task }, &mut options);
        if options.iter().all(|o| *o == Action::Gift(Gift::Decline)) {
            self.tell.all(Event::NothingHappens { fx });
        } else {
            self.push(task);
        }
    }

    /// SF-7.11: stored, then deployed, then the next one due on the track.
    fn spend_event(&mut self, what: Resource) {
        if self.t.stored.has(what) {
            return self.return_token(what, Spot::Stored);
        }
        if self.t.deployed().has(what) {
            // D24: several places, the player chooses.
            return self.push(Task::ReturnDeployed(what));
        }
        match self.t.next_due(what) {
            Some(spot) => self.return_token(what, spot),
            None => self.tell.all(Event::NothingHappens { fx: EventFx::Spend(what) }),
        }
    }
}

impl Table {
    /// The next token of a type due on the Resource Track: lowest row, then left column first.
    pub fn next_due(&self, what: Resource) -> Option<Spot> {
        for (row, cells) in self.track.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                if cell.has(what) {
                    return Some(Spot::Track { row: row as u8, column: column as u8 });
                }
            }
        }
        None
    }
}
