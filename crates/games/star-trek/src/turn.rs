//! The sequence of play, top-down: the file to read first.
//!
//! `run` works until somebody has to decide. What is under way lies on the stack and is finished first; when the
//! stack is empty the stage of the turn goes on. In a stage where several decide at once, `asked` holds the seats
//! that have not finished. What is decided then, and what comes of it, is in `questions/`.

use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::{DiskId, Order, ShipId};
use crate::questions::Action;
use crate::state::frame::Frame;
use crate::state::{Activation, Face, Place, Slot, Stage, StarTrek};
use klaxon_core::{Chance, Seat, SeatSet, Tell};
use klaxon_geometry::plane::Heading;

/// Does the game go on by itself?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Go,
    Wait,
}

/// The game while an answer is carried out.
pub struct Play<'a> {
    pub(crate) game: &'a mut StarTrek,
    /// Who has answered.
    pub seat: Seat,
    pub(crate) fate: Fate<'a>,
}

impl Play<'_> {
    /// The seat has nothing more to decide here.
    pub(crate) fn rest(&mut self) {
        self.game.asked = self.game.asked.without(self.seat);
    }

    /// The activation that is on.
    pub(crate) fn act(&mut self) -> &mut Activation {
        self.game.act.as_mut().expect("checked: a ship acts")
    }

    /// The ship that acts.
    pub(crate) fn ship(&self) -> ShipId {
        self.game.act.expect("checked: a ship acts").ship
    }

    /// Takes an order of the kind from those to be executed.
    pub(crate) fn spend(&mut self, order: Order) -> ShipId {
        let act = self.act();
        act.orders[order as usize] -= 1;
        act.ship
    }

    /// The ship that acts turns.
    pub(crate) fn turn_ship(&mut self, heading: Heading) {
        let id = self.ship();
        self.game.ship_mut(id).heading = heading;
        self.fate.all(Event::Turned { ship: self.game.ship_tag(id), heading });
    }
}

impl StarTrek {
    /// Carries a legal decision out and goes on to the next question.
    pub(crate) fn take(&mut self, seat: Seat, action: Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        let mut play = Play { game: self, seat, fate: Fate { chance, tell } };
        action.take(&mut play);
        play.game.run(&mut play.fate);
    }

    /// Works until somebody has to decide or the game is over.
    pub(crate) fn run(&mut self, fate: &mut Fate) {
        while self.ending.is_none() {
            let flow = match self.stack.last().copied() {
                Some(frame) => self.step(frame, fate),
                None => self.advance(fate),
            };
            if flow == Flow::Wait {
                return;
            }
        }
        self.asked = SeatSet::NONE;
        self.stack.clear();
        self.stage = Stage::Over;
    }

    /// Works on the newest frame.
    fn step(&mut self, frame: Frame, fate: &mut Fate) -> Flow {
        match frame {
            Frame::Moving(moving) => self.step_moving(moving, fate),
            Frame::Checks { ship, step, last } => self.step_checks(ship, step, last, fate),
            Frame::Collision { ship, with, hits, ram, step } => {
                self.step_collision(ship, with, hits, ram, step, fate)
            }
            Frame::Placing { ship, beside } => self.step_placing(ship, beside),
            Frame::Shot(shot) => self.step_shot(shot, fate),
            Frame::Again { ship } => self.step_again(ship),
            Frame::Hits(hits) => self.step_hits(hits, fate),
            Frame::Critical(critical) => self.step_critical(critical, fate),
            Frame::Launched { ship, passed } => self.step_launched(ship, passed),
            Frame::Guide { torpedo, hop } => self.step_guide(torpedo, hop, fate),
            Frame::Transport { ship, to } => self.step_transport(ship, to),
            Frame::Revealed { ship, order: _, passed } => self.step_revealed(ship, passed),
        }
    }

    /// Goes on with the stage.
    fn advance(&mut self, fate: &mut Fate) -> Flow {
        let waiting = !self.asked.is_empty();
        match self.stage {
            Stage::Split | Stage::Build | Stage::PlaceObstacles | Stage::Deploy if waiting => {
                return Flow::Wait;
            }
            Stage::Reveal | Stage::Assign | Stage::CloakWindow | Stage::Steer | Stage::Keep if waiting => {
                return Flow::Wait;
            }
            Stage::Split => self.enter_build(),
            Stage::Build => self.finish_build(fate),
            Stage::PlaceObstacles => self.enter_deploy(),
            Stage::Deploy => self.finish_deploy(fate),
            // Step 1 (ST-5).
            Stage::Reveal => {
                self.finish_reveal(fate);
                self.enter_assign();
            }
            // Step 2 (ST-6). Step 3 has three phases (ST-4.2).
            Stage::Assign => self.enter_phase(fate),
            // ST-4.3 (a), then (b).
            Stage::CloakWindow => {
                self.finish_cloak_window(fate);
                // ST-7.2: fixed before any order of the phase is revealed.
                if !self.options.initiative_per_turn {
                    self.find_initiative(fate);
                }
                self.announce_first(fate);
                self.passed = SeatSet::NONE;
                self.stage = Stage::PhaseStart;
            }
            // ST-4.3 (c).
            Stage::PhaseStart => {
                if let Some(seat) = self.next_reactor(None, self.passed) {
                    return self.ask(seat);
                }
                self.cursor = 0;
                self.stage = Stage::Act;
            }
            // ST-4.3 (d).
            Stage::Act => return self.next_ship(fate),
            // ST-4.3 (e).
            Stage::Steer => self.enter_flight(fate),
            Stage::Flight { hop } => self.fly(hop, fate),
            // ST-4.3 (f).
            Stage::Threat => self.step_threat(fate),
            // Step 4 (ST-17, ST-18).
            Stage::Boarding => return self.step_boarding(fate),
            // Step 5 (ST-19).
            Stage::Keep => {
                self.finish_keep(fate);
                self.stage = Stage::TurnEnd;
            }
            Stage::TurnEnd => self.step_turn_end(fate),
            Stage::Over => unreachable!("a game that is over does not run"),
        }
        Flow::Go
    }

    /// Stops for one seat.
    pub(crate) fn ask(&mut self, seat: u8) -> Flow {
        self.asked = SeatSet::only(Seat(seat));
        Flow::Wait
    }

    /// The seats for which the test holds, among those that have not conceded.
    pub(crate) fn seats_that(&self, test: impl Fn(u8) -> bool) -> SeatSet {
        let playing = (0..self.seats.len() as u8).filter(|&s| !self.seats[usize::from(s)].out);
        playing.filter(|&s| test(s)).map(Seat).collect()
    }

    /// Seats that have not conceded.
    pub(crate) fn playing(&self) -> SeatSet {
        self.seats_that(|_| true)
    }

    /// ST-4.1: a new turn begins with step 1.
    pub(crate) fn begin_turn(&mut self, fate: &mut Fate) {
        self.turn += 1;
        self.phase = 0;
        self.draw = SeatSet::NONE;
        for ship in self.ships.iter_mut() {
            ship.marks = crate::state::Marks::default();
        }
        fate.all(Event::Turn { turn: self.turn });
        self.stage = Stage::Reveal;
        self.asked = self.seats_that(|s| (0..self.disks.len()).any(|i| self.may_turn(s, DiskId::at(i))));
    }

    /// ST-5.1: may the player turn this disk over in step 1?
    pub(crate) fn may_turn(&self, seat: u8, id: DiskId) -> bool {
        let disk = self.disk(id);
        let Place::Ship(ship) = disk.place else { return false };
        let controls = self.ship(ship).controller == seat;
        if !self.ordinary(disk) || !self.ship(ship).in_play() {
            return false;
        }
        if disk.kind.of().tech {
            return controls;
        }
        // ST-5.7: crew aboard a ship their player does not control may be revealed, not concealed.
        // ST-18.6: also of a player who has no ship any more.
        disk.owner == seat && (controls || disk.face == Face::Concealed)
    }

    /// D6: everything that may be revealed will be.
    pub(crate) fn reveal_all(&mut self, seat: u8) {
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            if self.may_turn(seat, id) && self.could_reveal(id) {
                self.disk_mut(id).turning = self.disk(id).face == Face::Concealed;
            }
        }
    }

    /// ST-1.15: a disk that would end this step concealed, and could as well be revealed.
    pub(crate) fn could_reveal(&self, id: DiskId) -> bool {
        let disk = *self.disk(id);
        let Place::Ship(ship) = disk.place else { return false };
        (disk.face == Face::Concealed) != disk.turning
            && (!disk.kind.of().commands() || !self.commander_up(ship, disk.owner, id))
    }

    /// Will another commander of the player be face up on the ship after this step 1?
    pub(crate) fn commander_up(&self, ship: ShipId, owner: u8, but: DiskId) -> bool {
        self.disks_at(Place::Ship(ship)).any(|(id, d)| {
            id != but && d.owner == owner && d.kind.of().commands() && d.revealed() != d.turning
        })
    }

    /// ST-5.1: the changes are shown together.
    fn finish_reveal(&mut self, fate: &mut Fate) {
        for i in 0..self.disks.len() {
            let id = DiskId::at(i);
            if !std::mem::take(&mut self.disk_mut(id).turning) {
                continue;
            }
            if self.disk(id).face == Face::Concealed {
                self.reveal_disk(id, fate);
            } else {
                self.conceal_disk(id, fate);
            }
        }
        if self.turn == 1 {
            // ST-3.5, ST-3.6: shields and hull start at their maximum, with what step 1 of turn 1 revealed.
            for i in 0..self.ships.len() {
                let id = ShipId::at(i);
                let (shields, hull) = (self.max_shields(id), self.max_hull(id));
                let ship = self.ship_mut(id);
                (ship.shields, ship.hull) = (shields, hull);
            }
        }
        if self.options.initiative_per_turn {
            // ST-23.2: right after step 1, for all three phases.
            self.find_initiative(fate);
        }
    }

    /// Turns a disk face up; everybody sees it.
    pub(crate) fn reveal_disk(&mut self, id: DiskId, fate: &mut Fate) {
        let turn = self.turn;
        let disk = self.disk_mut(id);
        disk.face = Face::Ready;
        disk.seen = [turn; 7];
        let event = Event::Revealed { disk: self.disk_tag(id), at: self.spot(self.disk(id).place) };
        fate.tell.reveal(event);
    }

    /// Puts a disk into the covered stack. Those who saw it remember it.
    fn conceal_disk(&mut self, id: DiskId, fate: &mut Fate) {
        let disk = *self.disk(id);
        let Place::Ship(ship) = disk.place else { unreachable!("ST-5.9: only disks aboard are concealed") };
        // ST-5.8: what was kept flipped by Constant is readied, and its effect ends.
        let was_cloak = disk.face == Face::Flipped && disk.kind.of().cloak().is_some();
        let turn = self.turn;
        let d = self.disk_mut(id);
        // ST-5.4, ST-13.9: a maximum that it raised falls, the status stays as it is.
        d.face = Face::Concealed;
        d.seen = [turn; 7];
        fate.all(Event::Concealed { disk: self.disk_tag(id), at: self.spot(disk.place) });
        if was_cloak {
            // ST-16.10: uncloaked at once, with shields 0.
            self.ship_mut(ship).shields = 0;
            fate.all(Event::Uncloaked { ship: self.ship_tag(ship), shields: 0 });
        }
    }

    /// ST-6.4: all players place orders at the same time.
    fn enter_assign(&mut self) {
        for ship in self.ships.iter_mut() {
            ship.orders = [Slot::Empty; 3];
        }
        self.stage = Stage::Assign;
        self.asked = self.seats_that(|s| self.ships_in_play().any(|(_, ship)| ship.controller == s));
    }

    /// ST-4.3: an Orders phase begins with the cloak window.
    fn enter_phase(&mut self, fate: &mut Fate) {
        self.phase += 1;
        for ship in self.ships.iter_mut() {
            ship.marks.acted = false;
            ship.marks.dropped_cloak = false;
            ship.marks.fired = false;
            ship.ignores = 0;
            ship.cloak_pick = DiskId::NONE;
        }
        fate.all(Event::Phase { phase: self.phase });
        self.stage = Stage::CloakWindow;
        self.asked = self.seats_that(|s| self.cloaks().any(|cloak| self.may_change_cloak(s, cloak).is_ok()));
    }

    /// ST-7.5, ST-7.6: the option goes ship by ship down the list of those that have not acted; the last of the pass
    /// may not defer. ST-7.7 is an example of it.
    fn next_ship(&mut self, fate: &mut Fate) -> Flow {
        if let Some(act) = self.act {
            if self.ship(act.ship).in_play() {
                return self.ask(self.ship(act.ship).controller);
            }
            self.act = None;
        }
        let ready = |s: &StarTrek, i: usize| {
            let ship = s.ship(s.initiative[i]);
            // ST-7.9: a destroyed ship has dropped out.
            ship.in_play() && !ship.marks.acted
        };
        let mut rest = (usize::from(self.cursor)..self.initiative.len()).filter(|&i| ready(self, i));
        match (rest.next(), rest.next()) {
            (None, _) if (0..self.initiative.len()).any(|i| ready(self, i)) => self.cursor = 0,
            (None, _) => self.enter_steer(),
            // ST-7.5: the last ship of the pass must act.
            (Some(last), None) => {
                self.cursor = last as u8;
                self.begin_activation(fate);
            }
            (Some(next), Some(_)) => {
                self.cursor = next as u8;
                return self.ask(self.ship(self.initiative[next]).controller);
            }
        }
        Flow::Go
    }

    /// The ship whose option it is.
    pub(crate) fn optioned(&self) -> Option<ShipId> {
        let open = self.stage == Stage::Act && self.act.is_none() && self.stack.is_empty();
        if open { self.initiative.get(usize::from(self.cursor)).copied() } else { None }
    }

    pub(crate) fn begin_activation(&mut self, fate: &mut Fate) {
        let ship = self.initiative[usize::from(self.cursor)];
        self.cursor += 1;
        // ST-7.8: a ship whose orders were removed still acts; it has no order to reveal.
        let revealed = self.slot(ship).down().is_none();
        self.act = Some(Activation { ship, revealed, moved: false, turned: false, orders: [0; 5] });
        fate.all(Event::Acts { ship: self.ship_tag(ship) });
    }

    /// ST-8.15: what was not used lapses.
    pub(crate) fn end_activation(&mut self, fate: &mut Fate) {
        let Some(act) = self.act else { return };
        // ST-8.17: at the latest now the order is revealed; it goes unexecuted.
        // ST-8.2: revealed and not executed, it is as good as none.
        if let Some(order) = self.slot(act.ship).down() {
            self.turn_order_up(act.ship, order, fate);
        }
        self.ship_mut(act.ship).marks.acted = true;
        self.act = None;
    }

    pub(crate) fn turn_order_up(&mut self, ship: ShipId, order: Order, fate: &mut Fate) {
        let phase = usize::from(self.phase) - 1;
        self.ship_mut(ship).orders[phase] = Slot::Up { order };
        fate.tell.reveal(Event::OrderRevealed { ship: self.ship_tag(ship), order });
    }

    /// ST-8.17: enemies with such a disk may cancel the order.
    fn step_revealed(&mut self, ship: ShipId, passed: SeatSet) -> Flow {
        if self.ship(ship).in_play()
            && let Some(seat) = self.next_reactor(None, passed)
        {
            return self.ask(seat);
        }
        self.stack.pop();
        Flow::Go
    }

    /// ST-4.3 (e): owners choose headings in secret.
    fn enter_steer(&mut self) {
        self.stage = Stage::Steer;
        self.asked = self.seats_that(|s| self.torpedoes.iter().any(|t| t.owner == s));
    }

    /// The phase is over; after the third comes step 4.
    pub(crate) fn end_phase(&mut self, fate: &mut Fate) {
        if self.phase < 3 {
            self.enter_phase(fate);
        } else {
            self.phase = 0;
            self.fight = crate::state::Fight::default();
            self.stage = Stage::Boarding;
            self.asked = SeatSet::NONE;
        }
    }
}
