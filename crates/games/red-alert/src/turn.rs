//! Chapters 5, 6 and 15: the sequence of play. Start reading here.
//!
//! [`RedAlert::advance`] carries the game on until somebody has to decide. What is pending is looked at from the top:
//! a combat card that may be cancelled, then the combats that lie on each other, then the stage of the turn. What is decided
//! then, and what comes of it, is in `questions/`.

use crate::board::{Hex, NONE, Side};
use crate::data::{CombatId, CommandId, Face};
use crate::effect::Window;
use crate::event::{Cx, Event, Hazard};
use crate::questions::Action;
use crate::state::{End, Marks, OrderMode, RedAlert, Stage, Step, UnitId};
use crate::team::commander;
use klaxon_core::{Chance, Seat, SeatSet, Tell};

/// The game while an answer is carried out.
pub struct Play<'a> {
    pub(crate) game: &'a mut RedAlert,
    /// Who has answered.
    pub seat: Seat,
    /// For which side.
    pub side: Side,
    pub(crate) cx: Cx<'a>,
}

impl Play<'_> {
    /// Those who may know the secrets of the side.
    pub(crate) fn team(&self) -> SeatSet {
        self.game.open.team(self.side)
    }

    /// The seat has nothing more to decide in this phase.
    pub(crate) fn done(&mut self) {
        self.game.open.passed = self.game.open.passed.with(self.seat);
    }

    /// The top combat goes on with another step.
    pub(crate) fn step(&mut self, step: Step) {
        self.game.open.fight().step = step;
    }
}

impl RedAlert {
    /// Carries a legal decision out and goes on to the next question.
    pub(crate) fn take(&mut self, seat: Seat, action: Action, luck: &mut Chance, tell: &mut Tell<Event>) {
        let side = self.side(seat);
        let mut play = Play { game: self, seat, side, cx: Cx { luck, tell } };
        action.take(&mut play);
        play.game.advance(&mut play.cx);
    }

    /// Goes on until a decision is due or the game is over.
    pub(crate) fn advance(&mut self, cx: &mut Cx) {
        loop {
            if self.open.is_over() {
                self.open.stage = Stage::Over;
                self.open.asked = SeatSet::NONE;
                self.open.played = None;
                self.open.depth = 0;
                return;
            }
            let asked = if let Some(played) = self.open.played {
                Some(SeatSet::only(commander(played.side.other())))
            } else if self.open.depth > 0 {
                self.combat_step(cx)
            } else {
                self.stage_step(cx)
            };
            if let Some(seats) = asked {
                debug_assert!(!seats.is_empty());
                self.open.asked = seats;
                return;
            }
        }
    }

    /// One stage: whom it asks, or nobody after it has moved on.
    fn stage_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let active = self.open.active;
        let other = active.other();
        match self.open.stage {
            Stage::PickTaskForce => self.task_force_step(),
            Stage::Buy => self.buy_step(),
            Stage::Deploy | Stage::JumpPoints => self.deploy_step(cx),
            Stage::HeldBack => self.held_back_step(cx),
            Stage::Initiative => self.initiative_step(cx),
            Stage::Upkeep => self.upkeep_step(cx),
            Stage::OwnTurnStart => self.window_stage(active, Window::OwnTurnStart, Stage::OppTurnStart),
            Stage::OppTurnStart => self.window_stage(other, Window::OppTurnStart, Stage::Command),
            Stage::Ban => Some(SeatSet::only(commander(other))),
            Stage::Command => self.command_step(cx),
            Stage::Repairs => self.repairs_step(cx),
            Stage::Orders => self.orders_step(),
            Stage::OrdersCard => self.window_stage(active, Window::OwnOrders, Stage::Markers),
            Stage::Markers => self.markers_step(),
            Stage::OrdersAnnounced => self.window_stage(other, Window::OppOrdersAnnounced, Stage::Movement),
            Stage::Movement => {
                let movers = self.open.movers();
                if movers.is_empty() {
                    self.end_movement(cx);
                    return None;
                }
                // RA-22.11: the Fleet Commander may close the phase at any time.
                Some(movers.with(commander(active)))
            }
            Stage::MovementDone => self.window_stage(active, Window::MovementDone, Stage::MovementDoneOther),
            Stage::MovementDoneOther => self.window_stage(other, Window::MovementDone, Stage::Combat),
            Stage::Combat => {
                let fighters = self.open.fighters();
                if fighters.is_empty() {
                    self.end_combat(cx);
                    return None;
                }
                Some(fighters.with(commander(active)))
            }
            Stage::SecondMove => {
                let id = UnitId(self.open.second_mover);
                if self.open.can_move_again(id) {
                    return Some(self.second_move_seats(id));
                }
                self.open.second_mover = NONE;
                self.open.stage = Stage::Combat;
                None
            }
            Stage::EndCards => self.window_stage(active, Window::OwnEndOfTurn, Stage::Discard),
            Stage::Discard => {
                // RA-15.1 c, RA-15.2: only who played no combat card in his own turn.
                if !self.open.used[active.index()] && self.open.combat_cards[active.index()] > 0 {
                    return Some(SeatSet::only(commander(active)));
                }
                self.open.stage = Stage::TimePressure;
                None
            }
            Stage::TimePressure => self.time_pressure_step(cx),
            Stage::ScoutKeep | Stage::EndChoice => Some(SeatSet::only(commander(active))),
            Stage::Over => None,
        }
    }

    /// A stage that is one window for a combat card of one side.
    fn window_stage(&mut self, side: Side, window: Window, next: Stage) -> Option<SeatSet> {
        if self.open.window_opens(side, window) {
            return Some(SeatSet::only(commander(side)));
        }
        self.open.stage = next;
        None
    }

    /// RA-6.1, RA-6.2: a new turn and its start-of-turn steps.
    pub(crate) fn begin_turn(&mut self, side: Side, cx: &mut Cx) {
        let open = &mut self.open;
        open.turn += 1;
        open.active = side;
        open.used = [false; 2];
        (open.card, open.acts_as, open.mirrored, open.rating) = (NONE, NONE, false, 0);
        (open.owed, open.banned, open.cursor, open.second_mover) = (0, NONE, 0, NONE);
        open.orders = OrderMode::None;
        open.passed = SeatSet::NONE;
        open.lively = false;
        open.stage = Stage::Upkeep;
        let turn = open.turn;
        cx.say(|| Event::Turn { side, turn });
        // RA-6.2 a.
        self.score_objectives(side, cx);
    }

    /// RA-6.2 b, RA-19.6: a star for each cloak, in hex order; then c: the asteroids.
    fn upkeep_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let side = self.open.active;
        if let Some(id) = self.open.next_upkeep() {
            if self.open.stars(side) > 0 {
                return Some(SeatSet::only(self.open.spender(id)));
            }
            self.drop_cloak(id, cx);
            return None;
        }
        self.open.cursor = 0;
        self.roll_asteroids(side, cx);
        if !self.open.is_over() {
            self.open.stage = Stage::OwnTurnStart;
        }
        None
    }

    pub(crate) fn apply_upkeep(&mut self, hex: Hex, keep: bool, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        if keep {
            self.spend(id.side(), 1);
            self.open.cursor = hex.number() + 1;
            let ship = self.open.ship(id);
            cx.say(|| Event::CloakKept { ship });
        } else {
            self.drop_cloak(id, cx);
        }
    }

    fn drop_cloak(&mut self, id: UnitId, cx: &mut Cx) {
        self.open.uncloak(id);
        let ship = self.open.ship(id);
        cx.say(|| Event::CloakOff { ship });
    }

    /// RA-18.4: each unit of the active player on an asteroid hex rolls one die, in hex order (RA-6.4).
    fn roll_asteroids(&mut self, side: Side, cx: &mut Cx) {
        for hex in self.open.fleets[side.index()].and(self.open.asteroids).iter() {
            let Some(id) = self.open.own_at(side, hex) else { continue };
            let (count, dice) = cx.roll(1);
            let harm = count[Face::RedAlert as usize] > 0;
            let ship = self.open.ship(id);
            cx.say(|| Event::Danger { ship, at: hex, hazard: Hazard::Drifting, dice, harm });
            // RA-18.5: lost so, it scores as ever.
            if harm && self.open.unit(id).is(Marks::ALERT) {
                self.damage(id, 1, hex, cx);
                if self.open.is_over() {
                    return;
                }
            } else if harm {
                self.mark_alert(id, cx);
            }
        }
    }

    fn command_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let side = self.open.active;
        let s = side.index();
        // RA-5.6: later turns choose freely.
        // RA-5.2, RA-5.5: the card that decided who goes first is the turn's card.
        if self.open.aside[s] != NONE {
            let card = CommandId(std::mem::replace(&mut self.open.aside[s], NONE));
            self.play_command(card, cx);
            return None;
        }
        if self.open.command_cards[s] == 0 {
            // RA-7.8.
            cx.say(|| Event::NoCards { side });
            self.begin_end_phase(cx);
            return None;
        }
        Some(SeatSet::only(commander(side)))
    }

    /// Phase 5 (RA-15.1): first the card owed for First Strike.
    pub(crate) fn begin_end_phase(&mut self, cx: &mut Cx) {
        // RA-17.12: before the active player draws.
        for _ in 0..std::mem::take(&mut self.open.owed) {
            self.draw_command(self.open.active.other(), cx);
        }
        self.open.stage = Stage::EndCards;
    }

    pub(crate) fn end_combat(&mut self, cx: &mut Cx) {
        let side = self.open.active;
        cx.say(|| Event::CombatDone { side });
        self.open.passed = SeatSet::NONE;
        self.begin_end_phase(cx);
    }

    /// RA-15.1 d, after RA-20.15 for a defender under time pressure.
    fn time_pressure_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let side = self.open.active;
        if self.open.plan().scout
            && self.open.time_pressure == Some(side)
            // RA-20.16: not the point that would win.
            && self.open.points(side) + 1 < self.open.target
        {
            return Some(SeatSet::only(commander(side)));
        }
        self.draw_phase(false, cx);
        None
    }

    /// RA-15.1 d: the played card is discarded, then one card is drawn, or two after a Scout (RA-15.3).
    pub(crate) fn draw_phase(&mut self, took_point: bool, cx: &mut Cx) {
        let side = self.open.active;
        let scout = self.open.plan().scout && !took_point;
        // RA-7.4: until now it has lain face up.
        if self.open.card != NONE {
            self.open.command_discard[usize::from(self.open.card)] += 1;
        }
        self.open.stage = Stage::EndChoice;
        if !scout {
            self.draw_command(side, cx);
            return;
        }
        self.secret.scouted = [self.take_command(cx), self.take_command(cx)];
        let seen: Vec<CommandId> =
            self.secret.scouted.iter().filter(|&&c| c != NONE).map(|&c| CommandId(c)).collect();
        let n = seen.len() as u8;
        let team = self.open.team(side);
        cx.secret(
            team,
            true,
            || Event::Scouted { side, cards: seen.clone() },
            || Event::ScoutedHidden { side, cards: n },
        );
        match (self.secret.scouted, n) {
            ([card, _], 2) => {
                debug_assert!(card != NONE);
                self.open.stage = Stage::ScoutKeep;
            }
            ([card, _], 1) => {
                self.secret.scouted = [NONE; 2];
                self.secret.command[side.index()].0[usize::from(card)] += 1;
                self.open.command_cards[side.index()] += 1;
            }
            _ => {}
        }
    }

    pub(crate) fn apply_keep(&mut self, card: CommandId, cx: &mut Cx) {
        let side = self.open.active;
        let [a, b] = std::mem::replace(&mut self.secret.scouted, [NONE; 2]);
        let rejected = if a == card.0 { b } else { a };
        self.secret.command[side.index()].0[card.index()] += 1;
        self.open.command_cards[side.index()] += 1;
        self.open.command_discard[usize::from(rejected)] += 1;
        let team = self.open.team(side);
        let discarded = Some(CommandId(rejected));
        cx.secret(
            team,
            true,
            || Event::Kept { side, kept: Some(card), discarded },
            || Event::Kept { side, kept: None, discarded },
        );
        self.open.stage = Stage::EndChoice;
    }

    /// RA-15.1 e, then the turn is over.
    pub(crate) fn apply_end_choice(&mut self, card: bool, cx: &mut Cx) {
        let side = self.open.active;
        self.gain(side, if card { 1 } else { 2 }, cx);
        if card {
            // RA-15.4: only the active side draws. RA-15.7: however many it holds.
            self.draw_combat(side, cx);
        }
        self.end_turn(cx);
    }

    fn end_turn(&mut self, cx: &mut Cx) {
        let side = self.open.active;
        if self.open.plan().reshuffle {
            self.reshuffle_command(cx);
            cx.say(|| Event::Reshuffled { side });
        }
        self.open.last[side.index()] = self.open.card;
        self.open.card = NONE;
        self.open.acts_as = NONE;
        self.open.draw_offer = [false; 2];
        for unit in &mut self.open.units {
            unit.marks.0 &= Marks::LASTING.0;
            unit.ctrl = NONE;
        }
        // RA-21.6: fleets that refuse battle.
        self.open.quiet = if self.open.lively { 0 } else { self.open.quiet + 1 };
        if self.open.quiet >= 40 {
            self.finish(End::Quiet, cx);
            return;
        }
        // RA-15.8.
        self.begin_turn(side.other(), cx);
    }

    /// Draws one command card into a hand.
    pub(crate) fn draw_command(&mut self, side: Side, cx: &mut Cx) {
        let card = self.take_command(cx);
        if card == NONE {
            return;
        }
        self.secret.command[side.index()].0[usize::from(card)] += 1;
        self.open.command_cards[side.index()] += 1;
        let team = self.open.team(side);
        cx.secret(
            team,
            true,
            || Event::Drew { side, card: Some(CommandId(card)) },
            || Event::Drew { side, card: None },
        );
    }

    fn draw_combat(&mut self, side: Side, cx: &mut Cx) {
        if self.open.combat_left == 0 {
            self.refill_combat(cx);
        }
        if self.open.combat_left == 0 {
            return;
        }
        self.open.combat_left -= 1;
        let card = self.secret.combat_deck[usize::from(self.open.combat_left)];
        self.secret.combat_deck[usize::from(self.open.combat_left)] = NONE;
        self.secret.combat[side.index()].0[usize::from(card)] += 1;
        self.open.combat_cards[side.index()] += 1;
        let team = self.open.team(side);
        cx.secret(
            team,
            true,
            || Event::DrewCombat { side, card: Some(CombatId(card)) },
            || Event::DrewCombat { side, card: None },
        );
    }

    /// The top command card, or nothing when deck and discards are empty (RA-15.5).
    fn take_command(&mut self, cx: &mut Cx) -> u8 {
        if self.open.command_left == 0 {
            self.reshuffle_command(cx);
            if self.open.command_left == 0 {
                return NONE;
            }
            cx.say(|| Event::Refilled { command: true });
        }
        self.open.command_left -= 1;
        std::mem::replace(&mut self.secret.command_deck[usize::from(self.open.command_left)], NONE)
    }

    /// Shuffles the command discards into the deck.
    fn reshuffle_command(&mut self, cx: &mut Cx) {
        let mut n = usize::from(self.open.command_left);
        for (card, count) in self.open.command_discard.iter_mut().enumerate() {
            for _ in 0..std::mem::take(count) {
                self.secret.command_deck[n] = card as u8;
                n += 1;
            }
        }
        self.open.command_left = n as u8;
        cx.luck.shuffle(&mut self.secret.command_deck[..n]);
    }

    fn refill_combat(&mut self, cx: &mut Cx) {
        let mut n = 0;
        for (card, count) in self.open.combat_discard.iter_mut().enumerate() {
            for _ in 0..std::mem::take(count) {
                self.secret.combat_deck[n] = card as u8;
                n += 1;
            }
        }
        if n == 0 {
            return;
        }
        self.open.combat_left = n as u8;
        cx.luck.shuffle(&mut self.secret.combat_deck[..n]);
        cx.say(|| Event::Refilled { command: false });
    }

    /// The seats asked for a second move: the controller, and the Fleet Commander where stars are his.
    pub(crate) fn second_move_seats(&self, id: UnitId) -> SeatSet {
        let seat = self.open.unit_seat(id);
        let seats = SeatSet::only(seat);
        let with_stars = self.open.star_control[id.side().index()] && self.open.check_impulse(id).is_ok();
        if with_stars { seats.with(commander(id.side())) } else { seats }
    }

    /// What a seat's side is; only for seats at the table.
    pub(crate) fn side(&self, seat: Seat) -> Side {
        self.open.roles[seat.index()].side
    }
}

impl crate::state::Open {
    /// The next cloaked unit whose upkeep is due.
    pub(crate) fn next_upkeep(&self) -> Option<UnitId> {
        let side = self.active;
        self.fleets[side.index()]
            .and(self.cloaked)
            .iter()
            .find(|h| h.number() >= self.cursor)
            .and_then(|h| self.unit_at(h))
    }
}
