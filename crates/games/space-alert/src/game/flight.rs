//! The Resolution Round at the table: step by step, with a question to whoever might have tripped (SA-5.4).

use super::{Action, Event, Flight, SpaceAlert, Stage};
use crate::{Act, Declared, Figure, Happening, Step};
use klaxon_core::{Refusal, SeatSet, Tell, rule};

impl SpaceAlert {
    pub(super) fn flight_choices(&self, flight: &Flight, all: &mut Vec<Action>) {
        match flight.asking {
            None => all.extend([Action::Advance, Action::RunToEnd]),
            Some(_) => {
                let declared = [Declared::Fine, Declared::OtherHalf, Declared::OppositeArrow];
                all.extend(declared.map(Action::Trip));
            }
        }
    }

    pub(super) fn check_flight(&self, flight: &Flight, action: &Action) -> Result<(), Refusal> {
        match (flight.asking, action) {
            (None, Action::Advance | Action::RunToEnd) => Ok(()),
            (Some(_), Action::Trip(Declared::Fine)) => Ok(()),
            (Some(i), Action::Trip(declared)) => {
                let [half, arrow] = flight.voyage.trips(usize::from(i));
                let open = match declared {
                    Declared::Fine => true,
                    Declared::OtherHalf => half.is_some(),
                    Declared::OppositeArrow => arrow.is_some(),
                    Declared::AsWritten => false,
                };
                if open {
                    return Ok(());
                }
                let in_space = flight.voyage.crew[usize::from(i)].in_space;
                let rule = if in_space { rule!("SA-5.58") } else { rule!("SA-5.3") };
                Err(Refusal::illegal(rule, "this card cannot be tripped over like that"))
            }
            (Some(_), _) => Err(Refusal::not_asked("a card is revealed: was it as intended?")),
            (None, _) => Err(Refusal::not_asked("the Resolution Round waits for its next step")),
        }
    }

    pub(super) fn apply_flight(&mut self, action: &Action, tell: &mut Tell<Event>) {
        let (trips, crew) = (self.setup.trips, &self.setup.crew);
        let Stage::Flight(flight) = &mut self.stage else { unreachable!("checked") };
        let mut ear: Vec<Happening> = Vec::new();
        let mut revealed = Vec::new();
        match *action {
            Action::Advance => flight.step(trips, &mut ear, &mut revealed),
            Action::RunToEnd => {
                flight.auto = true;
                flight.step(trips, &mut ear, &mut revealed);
            }
            Action::Trip(declared) => {
                let i = flight.asking.take().expect("checked");
                flight.voyage.act(usize::from(i), declared, &mut ear);
                flight.go_on_acting(trips, &mut ear);
            }
            Action::Levels(_)
            | Action::SquadAt(_)
            | Action::Ready
            | Action::Place { .. }
            | Action::Flip(_)
            | Action::TakeBack(_)
            | Action::Swap(_, _)
            | Action::NextPhase
            | Action::Android { .. }
            | Action::Draw
            | Action::Give { .. }
            | Action::EndRound(_)
            | Action::Pause(_)
            | Action::Figure { .. }
            | Action::Ping(_)
            | Action::Mark(_)
            | Action::Say
            | Action::Wait
            | Action::Wake
            | Action::SoloPlace { .. }
            | Action::SoloTakeBack { .. }
            | Action::GoOn(_)
            | Action::Repair(_) => unreachable!("checked"),
        }
        while flight.auto && flight.asking.is_none() && !flight.voyage.is_over() {
            flight.step(trips, &mut ear, &mut revealed);
        }
        let over = flight.voyage.is_over();
        // Cards and tiles come to light in every step: there is no way back. A revelation is told where it
        // happened: after the heading of its player actions step.
        let mut revealed = revealed.into_iter();
        for happening in ear {
            let shows_cards = matches!(happening, Happening::StepBegins { step: Step::Actions { .. }, .. });
            match happening {
                // A card that falls off the board face down stays unknown to all but its owner.
                Happening::Delayed { who, turn, why, lost: Some(_) } if !who.android => {
                    let owner = SeatSet::only(crew[usize::from(who.place)].keeper());
                    let unseen = Happening::Delayed { who, turn, why, lost: Some(Act::Empty) };
                    tell.reveal_to(owner, Event::Ship(happening));
                    tell.others(owner, Event::Ship(unseen));
                }
                told => tell.reveal(Event::Ship(told)),
            }
            if shows_cards && let Some((turn, cards)) = revealed.next() {
                tell.reveal(Event::Revealed { turn, cards });
            }
        }
        if over {
            self.land(tell);
        }
    }
}

/// The cards of a turn, turned up.
type Shown = (u8, Vec<(Figure, Act)>);

impl Flight {
    /// One step, or its part up to the next question.
    fn step(&mut self, trips: bool, ear: &mut Vec<Happening>, revealed: &mut Vec<Shown>) {
        if matches!(self.voyage.step, Step::Actions { .. }) {
            self.voyage.announce(ear);
            revealed.push(self.reveal());
            self.go_on_acting(trips, ear);
        } else {
            self.voyage.advance(ear);
        }
    }

    /// All cards of a turn are turned up together.
    fn reveal(&mut self) -> Shown {
        let turn = self.voyage.turn;
        let t = usize::from(turn) - 1;
        let mut cards = Vec::new();
        for i in 0..usize::from(self.voyage.crew_size) {
            if !self.voyage.program[i][t].is_empty() {
                self.voyage.program[i][t].shown = true;
                cards.push((self.voyage.figure(i), self.voyage.program[i][t].up));
            }
        }
        (turn, cards)
    }

    /// Crew members act in order until one could have tripped (SA-5.59).
    fn go_on_acting(&mut self, trips: bool, ear: &mut Vec<Happening>) {
        while let Step::Actions { next } = self.voyage.step
            && next < self.voyage.crew_size
        {
            let i = usize::from(next);
            if trips && self.voyage.trips(i) != [None, None] {
                self.asking = Some(next);
                return;
            }
            self.voyage.act(i, Declared::Fine, ear);
        }
        self.voyage.end_actions(ear);
        self.voyage.next_step(ear);
    }
}
