//! The sequence of play. Start reading here.
//!
//! A mission is an Action Round (`Stage::Planning`), in which everybody programs at once while the clock announces what comes
//! (`clock.rs`), and a Resolution Round (`Stage::Flight`), in which all of it is carried out step by step. A campaign asks for
//! levels before, and afterwards whether it goes on and what is repaired. [`SpaceAlert::asked`] says who decides; what is
//! decided then, and what comes of it, is in `questions/`.

use crate::{
    Event, Figure, Levels, Plan, Voyage,
    flight::Heard,
    questions::{Action, Repair},
    state::{Clock, Flight, Mood, Planning, SpaceAlert, Stage},
};
use klaxon_core::{Chance, Seat, SeatSet, Tell};

/// The game while an answer is carried out.
pub struct Play<'a> {
    pub(crate) game: &'a mut SpaceAlert,
    /// Who has answered.
    pub seat: Seat,
    pub(crate) luck: &'a mut Chance,
    pub(crate) tell: &'a mut Tell<Event>,
}

impl Play<'_> {
    /// Who has answered, in sentences.
    pub(crate) fn who(&self) -> Figure {
        self.game.figure_of(self.seat)
    }

    /// The Action Round.
    pub(crate) fn plan(&mut self) -> &mut Planning {
        let Stage::Planning(plan) = &mut self.game.stage else { unreachable!("checked") };
        plan
    }

    /// Everybody hears of it in the Action Round.
    pub(crate) fn say(&mut self, plan: Plan) {
        self.tell.all(Event::Plan(plan));
    }

    /// Carries the Resolution Round on, and lands where it is over.
    pub(crate) fn fly(&mut self, go: impl FnOnce(&mut Flight, bool, &mut Heard)) {
        let trips = self.game.setup.trips;
        let Stage::Flight(flight) = &mut self.game.stage else { unreachable!("checked") };
        let mut heard = Heard::default();
        go(flight, trips, &mut heard);
        while flight.auto && flight.asking.is_none() && !flight.voyage.is_over() {
            flight.step(trips, &mut heard);
        }
        let over = flight.voyage.is_over();
        heard.tell(&self.game.setup.crew, self.tell);
        if over {
            self.game.land(self.tell);
        }
    }
}

impl SpaceAlert {
    /// Who decides now.
    pub(crate) fn asked(&self) -> SeatSet {
        match &self.stage {
            Stage::Levels { proposals } => open_seats(proposals),
            Stage::OnlySquad { .. } => SeatSet::only(self.captain()),
            Stage::Planning(plan) => plan.asked(),
            Stage::Flight(flight) => SeatSet::only(match flight.asking {
                Some(place) => self.setup.crew[usize::from(place)].keeper(),
                None => self.captain(),
            }),
            Stage::GoOn { votes, .. } => open_seats(votes),
            // SA-15.14: for an android its keeper decides.
            Stage::Repairs(repairs) => SeatSet::only(self.setup.crew[usize::from(repairs.next)].keeper()),
            Stage::Over { .. } => SeatSet::NONE,
        }
    }

    /// Carries a legal decision out.
    pub(crate) fn take(&mut self, seat: Seat, action: Action, luck: &mut Chance, tell: &mut Tell<Event>) {
        action.take(&mut Play { game: self, seat, luck, tell });
    }

    /// SA-15.2: the levels of the next mission are agreed on.
    pub(crate) fn levels_agreed(&mut self, levels: Levels, luck: &mut Chance, tell: &mut Tell<Event>) {
        tell.all(Event::LevelsAre(levels));
        let [a, b] = self.campaign.carried.squads_out;
        if a == b {
            self.begin_mission(levels, luck, tell);
        } else {
            self.stage = Stage::OnlySquad { levels };
        }
    }

    /// The Action Round of the next mission begins.
    pub(crate) fn begin_mission(&mut self, levels: Levels, luck: &mut Chance, tell: &mut Tell<Event>) {
        // SA-15.3: all cards and boards are dealt anew.
        let planning = self.deal(levels, luck).expect("a campaign draws from the full scripts");
        self.stage = Stage::Planning(Box::new(planning));
        self.begin_planning(tell);
    }

    /// The Action Round is over: programs and announced threats go into the Resolution Round (SA-4.1).
    pub(crate) fn take_off(&mut self) {
        let Stage::Planning(plan) = &self.stage else { unreachable!("only from the Action Round") };
        let voyage = Voyage::begin(&self.mission(plan));
        let (script, levels) = (plan.script.clone(), plan.levels);
        self.stage = Stage::Flight(Box::new(Flight { script, levels, voyage, auto: false, asking: None }));
    }

    /// A mission is over: it is logged; the table ends or the campaign goes on.
    fn land(&mut self, tell: &mut Tell<Event>) {
        let Stage::Flight(flight) = &self.stage else { unreachable!("only from the Resolution Round") };
        let flight = flight.clone();
        let (goes_on, total) = self.log_mission(&flight, tell);
        let voyage = Box::new(flight.voyage);
        self.stage = if goes_on {
            Stage::GoOn { votes: vec![None; self.setup.people()], voyage }
        } else {
            Stage::Over { voyage, score: total }
        };
    }

    /// SA-15.2: any "stop" stops.
    pub(crate) fn count_votes(&mut self, tell: &mut Tell<Event>) {
        let Stage::GoOn { votes, voyage } = &self.stage else { unreachable!("just voted") };
        let (stop, voyage) = (votes.contains(&Some(false)), voyage.clone());
        if stop {
            let total = self.close_log(&voyage, tell);
            self.stage = Stage::Over { voyage, score: Some(total) };
            return;
        }
        self.stage = Stage::Repairs(self.carry_over(&voyage));
        self.next_repair(tell);
    }

    /// Whoever was knocked out recovers; who finds nothing to repair is passed over; after the last the next
    /// mission begins.
    pub(crate) fn next_repair(&mut self, tell: &mut Tell<Event>) {
        let crew = self.setup.crew.len();
        loop {
            let Stage::Repairs(repairs) = &self.stage else { return };
            let place = usize::from(repairs.next);
            if place >= crew {
                self.campaign.mission += 1;
                self.stage = Stage::Levels { proposals: vec![None; self.setup.people()] };
                return;
            }
            let out = repairs.out[place];
            if !out && Repair::is_useful(self, repairs) {
                return;
            }
            if out {
                // SA-15.5: recovers, and repairs nothing.
                tell.all(Event::Recovers(self.figure(place)));
            }
            if let Stage::Repairs(repairs) = &mut self.stage {
                repairs.next += 1;
            }
        }
    }
}

impl Planning {
    /// Who may decide now.
    pub(crate) fn asked(&self) -> SeatSet {
        let seats = |wanted: &dyn Fn(Seat) -> bool| -> SeatSet {
            (0..self.desks.len() as u8).map(Seat).filter(|&s| wanted(s)).collect()
        };
        match self.clock {
            Clock::Gathering(ready) => seats(&|s| !ready.has(s)),
            Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. } => SeatSet::NONE,
            Clock::Paused { resume, content, .. } => seats(&|s| !resume.has(s) && !content.has(s)),
            Clock::Off | Clock::Running { .. } => seats(&|s| self.desks[s.index()].mood == Mood::Awake),
        }
    }
}

fn open_seats<T>(answers: &[Option<T>]) -> SeatSet {
    (0..answers.len()).filter(|&i| answers[i].is_none()).map(|i| Seat(i as u8)).collect()
}
