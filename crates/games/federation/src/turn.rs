//! The sequence of play, top-down: set-up, the Activation Queue, the Federation turn (chapters 1, 2, 4 and 8).
//! The file to read first.
//!
//! Everything still to be done lies on a small stack of [`Task`]s in the state. [`Play::run`] takes the topmost one,
//! carries it out, and goes on until one of them needs a decision. What may be decided then, and what comes of it, is in
//! `questions/`.

use crate::{
    data::data,
    event::{Event, LostResult},
    nouns::{Bundle, Fleet, FleetKind, FleetSet, Race, Resource, Space, TokenFx},
    questions::{Action, Asked, Place},
    state::{Bag, Battle, End, FleetAt, Pace, Purpose, Roll, Sealed, Table, Task},
};
use klaxon_core::{Answer, Chance, Edition, Tell};

/// The table while something happens on it.
pub struct Play<'a> {
    pub t: &'a mut Table,
    pub sealed: &'a Sealed,
    /// By which edition of the rules it happens.
    pub edition: Edition,
    pub chance: &'a mut Chance,
    pub tell: &'a mut Tell<Event>,
    /// Did the decision show the odds of the throw that comes now? False once luck has had a word since.
    pub foreseen: bool,
    /// The task that is being answered.
    pub asked: Task,
}

/// What a task did.
pub enum Flow {
    /// It is done, or has put other tasks on the stack.
    Go,
    /// It lies on the stack again and waits for the player.
    Wait,
}

impl Play<'_> {
    /// Carries out what needs no decision.
    pub fn run(&mut self) {
        while self.t.end.is_none() {
            let flow = match self.t.tasks.pop() {
                Some(task) => self.perform(task),
                None => self.next_token(),
            };
            if matches!(flow, Flow::Wait) {
                return;
            }
        }
        // SF-3.7: whatever is still pending is not resolved.
        self.t.tasks.clear();
        self.clear_round();
    }

    pub fn push(&mut self, task: Task) {
        self.t.tasks.push(task);
    }

    pub fn wait(&mut self, task: Task) -> Flow {
        self.t.tasks.push(task);
        Flow::Wait
    }

    /// SF-3.6: the first end counts.
    pub fn finish(&mut self, end: End) {
        if self.t.end.is_none() {
            self.t.end = Some(end);
            self.tell.all(Event::Ended { end });
        }
    }

    /// Forgets what matters only while one token or action is carried out.
    pub fn clear_round(&mut self) {
        self.t.moved = FleetSet::default();
        self.t.halted = FleetSet::default();
        self.t.engaged = FleetSet::default();
        self.t.roll = Roll::default();
        self.t.battle = Battle::default();
    }

    /// One task. Exhaustive: every kind of thing that can be pending is named here.
    pub fn perform(&mut self, task: Task) -> Flow {
        match task {
            Task::TakeTokens => return self.take_tokens(),
            Task::Pause | Task::Actions => return self.wait(task),
            // A throw that no decision has just led to waits for its player, who sees the odds first.
            Task::Roll(_) if self.t.pace == Pace::EveryThrow && !self.foreseen => return self.wait(task),
            Task::Roll(purpose) => self.roll(purpose),
            Task::Judge => return self.judge(),
            Task::PlaceResults => return self.place_results(),
            Task::ResourceRolls(n) => self.resource_rolls(n),
            Task::AdvanceTrack => self.advance_track(),
            Task::KeepTokens => return self.keep_tokens(),
            Task::EndTurn => self.end_turn(),
            Task::TokenDone => self.token_done(),
            Task::Alien { race, effect, own } => return self.alien_effect(race, effect, own),
            Task::ExtraAdvance(race) => self.extra_advance(race),
            Task::ForcedAdvance(race) => self.advance(race, 1, false),
            Task::Steps { all, rest, left } => return self.steps(all, rest, left),
            Task::Press { race, rest } => return self.press(race, rest),
            Task::DrawTech(race) => self.draw_tech(race),
            Task::WarDown { race, steps, after_combat } => self.war_down(race, steps, after_combat),
            Task::WarStep { race, after_combat } => self.war_step(race, after_combat),
            Task::Shift { pair, shift } => return self.shift(pair, shift),
            Task::AlienWar(from) => return self.alien_war(from),
            Task::RandomEvent => self.random_event(),
            Task::ChitsBack => self.chits_back(),
            Task::SpawnOrStep { fleet, steps } => self.spawn_or_step(fleet, steps),
            Task::Combats => return self.combats(),
            Task::OutManeuver => return self.out_maneuver(),
            Task::Bury => return self.bury(),
            Task::BattleEnd => self.battle_end(),
            Task::Owed => self.owed(),
            // Chapter 7: what events leave to the player.
            Task::AdvanceResearch | Task::FreeBuild | Task::FreePropaganda => return self.ask(task),
            Task::FailedAlliance | Task::ReturnDeployed(_) | Task::ChooseFaction(_) => return self.ask(task),
            // Chapter 9: what actions leave open.
            Task::BypassPick | Task::StudyPick { .. } | Task::MoveOn { .. } => return self.ask(task),
            // Chapters 12 and 13: what dice leave to the player.
            Task::ChooseDie(_) | Task::Plunder | Task::LoseAsset | Task::Pursuit => return self.ask(task),
        }
        Flow::Go
    }

    /// A decision with one possible answer is no decision; one with none falls away.
    fn ask(&mut self, task: Task) -> Flow {
        let mut options = Vec::new();
        Action::offer(Asked { t: self.t, task }, &mut options);
        match options.as_slice() {
            [] => Flow::Go,
            [only] => {
                self.decide(task, *only);
                Flow::Go
            }
            _ => self.wait(task),
        }
    }

    /// The player's answer to the task that waited, which is off the stack already.
    pub fn decide(&mut self, task: Task, action: Action) {
        self.asked = task;
        action.take(self);
    }

    // ---- set-up -------------------------------------------------------------------------------------------------

    fn take_tokens(&mut self) -> Flow {
        if self.t.stored.total() < data().sizes.start_tokens {
            return self.wait(Task::TakeTokens);
        }
        // SF-1.15, then SF-1.18 when all results are placed.
        self.push(Task::Roll(Purpose::Setup));
        Flow::Go
    }

    // ---- the Activation Queue (chapter 4) -----------------------------------------------------------------------

    /// SF-2.1: nothing pending, so the rightmost token is next.
    fn next_token(&mut self) -> Flow {
        self.refill();
        match self.t.pace {
            Pace::Stepwise | Pace::EveryThrow => self.wait(Task::Pause),
            Pace::Flowing => {
                self.resolve_token();
                Flow::Go
            }
        }
    }

    /// SF-4.3: slide right and draw from the pool, one at a time, until there are five.
    fn refill(&mut self) {
        while !self.t.queue.is_full() && self.t.pool.total() > 0 {
            let n = self.chance.below(u32::from(self.t.pool.total()));
            let token = self.t.pool.nth(n);
            self.foreseen = false;
            self.t.pool.take(token);
            self.t.queue.push(token);
            self.tell.reveal(Event::TokenDrawn { token });
        }
    }

    /// SF-4.2: the rightmost token is resolved and keeps its space meanwhile.
    pub fn resolve_token(&mut self) {
        self.clear_round();
        self.t.calmed = false;
        if self.t.queue.is_empty() {
            // Only a position that names no queue begins without one.
            self.refill();
        }
        let token = *self.t.queue.first().expect("the queue never runs dry (SF-4.6)");
        match token.what() {
            TokenFx::Alien { race, effect } => {
                self.tell.all(Event::TokenUp { token });
                self.push(Task::TokenDone);
                self.alien_token(token, race, effect);
            }
            TokenFx::Universal(effect) => {
                self.tell.all(Event::TokenUp { token });
                self.push(Task::TokenDone);
                self.push(Task::Combats);
                self.universal_token(effect);
            }
            TokenFx::Federation { rolls, .. } => {
                // SF-8.1: the four phases, last first.
                self.t.turn += 1;
                self.t.free_moves = 0;
                self.tell.all(Event::TurnBegan { turn: self.t.turn, token });
                self.push(Task::Actions);
                self.push(Task::AdvanceTrack);
                self.push(Task::ResourceRolls(rolls));
            }
        }
    }

    /// SF-4.4: a resolved alien or universal token goes to the holding box.
    fn token_done(&mut self) {
        let token = self.t.queue.remove(0);
        self.t.holding.put(token, 1);
        self.clear_round();
    }

    // ---- the Federation turn (chapter 8) ------------------------------------------------------------------------

    /// SF-8.2: one Resource Roll after the other.
    fn resource_rolls(&mut self, n: u8) {
        if n > 1 {
            self.push(Task::ResourceRolls(n - 1));
        }
        let minus = match self.t.queue[0].what() {
            TokenFx::Federation { minus, .. } => minus,
            TokenFx::Alien { .. } | TokenFx::Universal(_) => 0,
        };
        self.push(Task::Roll(Purpose::Resource { minus }));
    }

    /// SF-8.6 to SF-8.11: the lowest result still open asks for a resource, unless it is lost.
    fn place_results(&mut self) -> Flow {
        if self.t.results[0] > 0 {
            self.t.results[0] = 0;
            self.tell.all(Event::ResultLost { result: 0, why: LostResult::Zero });
        }
        while let Some(row) = self.t.next_result() {
            let mut types = self.t.pools.types();
            let why = match (self.t.free_column(row), types.next(), types.next()) {
                (None, _, _) => LostResult::RowFull,
                (Some(_), None, _) => LostResult::PoolsEmpty,
                (Some(_), Some(only), None) => {
                    Place(only).take(self);
                    return Flow::Go;
                }
                (Some(_), Some(_), Some(_)) => return self.wait(Task::PlaceResults),
            };
            self.t.results[usize::from(row)] = 0;
            self.tell.all(Event::ResultLost { result: row, why });
        }
        Flow::Go
    }

    /// SF-8.13, SF-8.14: everything moves down a row; row 0 is a tray.
    pub fn advance_track(&mut self) {
        for column in 0..3 {
            let first = self.t.track[1][column];
            self.t.track[0][column].pour(first);
            for row in 1..6 {
                self.t.track[row][column] = self.t.track[row + 1][column];
            }
            self.t.track[6][column] = Bundle::default();
        }
        self.tell.all(Event::TrackAdvanced);
    }

    /// SF-7.9: everything moves up a row; what leaves row 6 goes to the pools.
    pub fn move_track_back(&mut self) {
        let mut lost = Bundle::default();
        for column in 0..3 {
            lost.pour(self.t.track[6][column]);
            for row in (1..7).rev() {
                self.t.track[row][column] = self.t.track[row - 1][column];
            }
            self.t.track[0][column] = Bundle::default();
        }
        self.t.pools.pour(lost);
        self.tell.all(Event::TrackMovedBack { lost });
    }

    pub fn take_from_tray(&mut self, what: Resource) {
        let cell = self.t.track[0].iter_mut().rev().find(|cell| cell.has(what));
        cell.expect("a token in row 0").take(what);
    }

    /// SF-8.19: what is not stored goes to the pools. Asked only where something could be stored.
    fn keep_tokens(&mut self) -> Flow {
        let tray = self.t.tray();
        if !tray.is_empty() && self.t.stored.total() < data().sizes.stored {
            return self.wait(Task::KeepTokens);
        }
        self.let_go();
        Flow::Go
    }

    /// SF-8.19: the rest of row 0 goes to the pools.
    pub fn let_go(&mut self) {
        let what = self.t.tray();
        if !what.is_empty() {
            self.t.pools.pour(what);
            self.t.track[0] = [Bundle::default(); 3];
            self.tell.all(Event::LetGo { what });
        }
    }

    /// SF-8.20, SF-4.5: all tokens return to the pool, then Sol must be clear (SF-3.3).
    fn end_turn(&mut self) {
        let token = self.t.queue.remove(0);
        let tokens = 1 + self.t.holding.total();
        self.t.pool.put(token, 1);
        self.t.pool.pour(self.t.holding);
        self.t.holding = Bag::default();
        self.t.free_moves = 0;
        self.t.calmed = false;
        self.clear_round();
        self.tell.all(Event::TurnEnded { tokens });
        if !self.t.fleets_at(Space::SOL).is_empty() {
            self.finish(End::SolFell);
        }
    }
}

impl Table {
    /// The lowest result still to be placed.
    pub fn next_result(&self) -> Option<u8> {
        (1..7).find(|&r| self.results[usize::from(r)] > 0)
    }

    /// SF-8.7, SF-8.9, SF-8.12: the leftmost unlocked empty space of a row.
    pub fn free_column(&self, row: u8) -> Option<u8> {
        (0..=self.columns).find(|&c| self.track[usize::from(row)][usize::from(c)].is_empty())
    }

    /// May the fleet be spawned?
    pub fn is_waiting(&self, fleet: Fleet) -> bool {
        matches!(self.fleets[fleet.index()], FleetAt::Spawn(_))
    }

    /// The rightmost fleet of a race's Spawn Order Track (SF-5.12).
    pub fn next_spawn(&self, race: Race) -> Option<Fleet> {
        let slot = |f: &Fleet| match self.fleets[f.index()] {
            FleetAt::Spawn(slot) => Some(slot),
            FleetAt::Map { .. } | FleetAt::Pile | FleetAt::Wreck => None,
        };
        [FleetKind::Scout, FleetKind::Raider, FleetKind::Battle]
            .map(|kind| Fleet::new(race, kind))
            .into_iter()
            .filter(|f| slot(f).is_some())
            .max_by_key(slot)
    }
}
