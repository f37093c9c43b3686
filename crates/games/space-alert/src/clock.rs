//! Time: an input, not a decision (SA-3.30). The script's announcements, to the millisecond.

use crate::{
    Event, Figure, Foe, Pace, Place, Plan,
    script::Moment,
    state::{Clock, Mood, Planning, SpaceAlert, Stage},
};
use klaxon_core::{Millis, Seat, SeatSet, Tell};

impl Planning {
    /// When time next matters.
    pub(crate) fn alarm(&self, pace: Pace) -> Option<Millis> {
        match self.clock {
            Clock::Off | Clock::Gathering(_) | Clock::Paused { .. } => None,
            // At once: only the clock knows when that is.
            Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. } => Some(self.now),
            Clock::Running { since } => self.cues.get(self.next).map(|cue| since + pace.table_ms(cue.at)),
        }
    }

    fn serious_deck(place: Place, serious: bool) -> usize {
        usize::from(serious) * 2 + usize::from(place == Place::Internal)
    }
}

impl SpaceAlert {
    /// Without a clock everything that concerns this crew is announced at the start (SA-14.15).
    pub(crate) fn begin_planning(&mut self, tell: &mut Tell<Event>) {
        let Stage::Planning(plan) = &self.stage else { return };
        if plan.clock != Clock::Off {
            return;
        }
        for cue in plan.cues.clone() {
            let skip = match cue.what {
                Moment::Alert | Moment::Threat { .. } | Moment::IncomingData | Moment::TransferBegins => {
                    false
                }
                Moment::TransferEnds
                | Moment::TransferCountdown
                | Moment::CommunicationDown
                | Moment::CommunicationRestored
                | Moment::PhaseEnds(_)
                | Moment::Warning { .. }
                | Moment::MissionComplete => true,
            };
            if !skip {
                self.announce(cue.what, tell);
            }
        }
        let Stage::Planning(plan) = &mut self.stage else { return };
        plan.next = plan.cues.len();
    }

    /// Time has come to `now`: everything due happens, in order.
    pub(crate) fn time_comes(&mut self, now: Millis, tell: &mut Tell<Event>) {
        let pace = self.setup.pace;
        let Stage::Planning(plan) = &mut self.stage else { return };
        let now = now.max(plan.now);
        plan.now = now;
        match plan.clock {
            Clock::Off | Clock::Gathering(_) | Clock::Paused { .. } => return,
            Clock::Starting => plan.clock = Clock::Running { since: now },
            Clock::Resuming { elapsed } => {
                plan.clock = Clock::Running { since: now - elapsed };
                tell.all(Event::Plan(Plan::Paused { yes: false }));
            }
            Clock::Running { .. } | Clock::Pausing { .. } => {}
        }
        let (Clock::Running { since } | Clock::Pausing { since }) = plan.clock else { return };
        loop {
            let Stage::Planning(plan) = &mut self.stage else { return };
            let Some(cue) =
                plan.cues.get(plan.next).filter(|cue| since + pace.table_ms(cue.at) <= now).copied()
            else {
                break;
            };
            plan.next += 1;
            self.announce(cue.what, tell);
        }
        let Stage::Planning(plan) = &mut self.stage else { return };
        if matches!(plan.clock, Clock::Pausing { .. }) {
            plan.clock =
                Clock::Paused { elapsed: now - since, resume: SeatSet::NONE, content: SeatSet::NONE };
            for desk in &mut plan.desks {
                desk.pause = false;
            }
            tell.all(Event::Plan(Plan::Paused { yes: true }));
        }
    }

    /// One moment of the script.
    fn announce(&mut self, what: Moment, tell: &mut Tell<Event>) {
        let five = self.setup.crew.len() == 5;
        let figures: Vec<Figure> =
            (0..self.setup.people() as u8).map(|seat| self.figure_of(Seat(seat))).collect();
        let solo = self.setup.is_solo();
        let Stage::Planning(plan) = &mut self.stage else { return };
        // SA-3.33: whoever waits is asked again.
        for desk in &mut plan.desks {
            if desk.mood == Mood::Waiting {
                desk.mood = Mood::Awake;
            }
            desk.roused = 0;
        }
        let mut say = |told: Plan| tell.all(Event::Plan(told));
        match what {
            Moment::Alert => {
                say(Plan::Alert);
                if solo {
                    plan.desks[0].phase = 1;
                } else {
                    // SA-3.1: everybody picks up the first packet.
                    plan.everybody_to(1, &figures, tell);
                }
            }
            Moment::Threat { turn, place, serious, unconfirmed } => {
                // SA-14.9: a crew of four hears it and goes on.
                if unconfirmed && !five {
                    return say(Plan::Unconfirmed { turn, place, serious });
                }
                match plan.decks[Planning::serious_deck(place, serious)].pop() {
                    Some(card) => {
                        plan.threats.push((card, turn, place));
                        let foe = Foe { card, turn };
                        tell.reveal(Event::Plan(Plan::Threat { foe, place, serious, unconfirmed }));
                    }
                    // SA-3.28
                    None => say(Plan::NoThreatLeft { turn, place, serious }),
                }
            }
            Moment::IncomingData => {
                // SA-14.11: androids have no desk: they neither draw nor transfer.
                // SA-3.23: the right stays open to the end of the round.
                for desk in &mut plan.desks {
                    desk.draws += 1;
                }
                say(Plan::IncomingData);
            }
            Moment::TransferBegins => {
                for desk in &mut plan.desks {
                    desk.gives += 1;
                }
                say(Plan::TransferBegins);
            }
            Moment::TransferCountdown => say(Plan::TransferCountdown),
            Moment::TransferEnds => {
                // SA-3.24: at the beep it is too late.
                for desk in &mut plan.desks {
                    desk.gives = 0;
                }
                say(Plan::TransferEnds);
            }
            Moment::CommunicationDown => {
                // SA-3.29: an open transfer window stays open; only talking is closed.
                plan.silent = true;
                say(Plan::Silence { begins: true });
            }
            Moment::CommunicationRestored => {
                plan.silent = false;
                say(Plan::Silence { begins: false });
            }
            Moment::Warning { phase, seconds } => {
                let last = phase + 1 == plan.last_phase();
                say(Plan::Warning { phase: phase + 1, seconds, last });
            }
            Moment::PhaseEnds(phase) => {
                plan.phases_over = phase + 1;
                say(Plan::PhaseEnds { phase: phase + 1 });
                if solo {
                    plan.desks[0].phase = plan.desks[0].phase.max(phase + 2);
                } else {
                    // SA-3.9: everyone still in it goes on at once.
                    plan.everybody_to(phase + 2, &figures, tell);
                }
            }
            Moment::MissionComplete => {
                say(Plan::MissionComplete);
                self.take_off();
            }
        }
    }

    /// SA-3.32: a majority of the persons stops the clock, or lets it run again.
    pub(crate) fn vote_pause(&mut self, seat: Seat, yes: bool) {
        let people = self.setup.people();
        let Stage::Planning(plan) = &mut self.stage else { return };
        match plan.clock {
            Clock::Running { since } => {
                plan.desks[seat.index()].pause = yes;
                for desk in &mut plan.desks {
                    if desk.mood == Mood::Waiting {
                        desk.mood = Mood::Awake;
                    }
                }
                if plan.desks.iter().filter(|d| d.pause).count() * 2 > people {
                    plan.clock = Clock::Pausing { since };
                }
            }
            Clock::Paused { elapsed, resume, content } if yes => {
                plan.clock = Clock::Paused { elapsed, resume, content: content.with(seat) };
            }
            Clock::Paused { elapsed, resume, .. } => {
                let resume = resume.with(seat);
                plan.clock = if resume.len() * 2 > people {
                    Clock::Resuming { elapsed }
                } else {
                    // Everybody who left it stopped is asked again.
                    Clock::Paused { elapsed, resume, content: SeatSet::NONE }
                };
            }
            Clock::Off
            | Clock::Gathering(_)
            | Clock::Starting
            | Clock::Pausing { .. }
            | Clock::Resuming { .. } => {}
        }
    }
}

impl Planning {
    /// Everybody who is not there yet picks up packets up to this phase.
    fn everybody_to(&mut self, phase: u8, figures: &[Figure], tell: &mut Tell<Event>) {
        for (i, desk) in self.desks.iter_mut().enumerate() {
            while desk.phase < phase {
                desk.pick_up();
                let who = figures[i];
                let phase = desk.phase;
                tell.reveal_to(SeatSet::only(Seat(i as u8)), Event::Plan(Plan::PickedUp { who, phase }));
            }
        }
    }
}
