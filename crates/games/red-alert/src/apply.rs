//! Carrying decisions out: a table of contents over the chapters.

use crate::action::Action;
use crate::board::{NONE, Side};
use crate::data::Kind;
use crate::event::{Cx, Event, Ship};
use crate::state::Question;
use crate::state::{End, RedAlert, Stage, Step};
use klaxon_core::Seat;

impl RedAlert {
    /// Carries a legal decision out and goes on to the next question.
    pub(crate) fn carry_out(&mut self, seat: Seat, action: &Action, cx: &mut Cx) {
        let side = self.side(seat);
        let s = side.index();
        let team = self.open.team(side);
        match *action {
            Action::PickTaskForce(n) => {
                self.give_task_force(side, n, cx);
                self.open.placer = side.other();
            }
            Action::Buy(unit) => {
                self.secret.bought[s][unit as usize] += 1;
                cx.whisper(team, || Event::Bought { side, unit });
            }
            Action::Return(unit) => {
                self.secret.bought[s][unit as usize] -= 1;
                cx.whisper(team, || Event::Returned { side, unit });
            }
            Action::DoneBuying => {
                self.open.done[s] = true;
                cx.say(|| Event::BuyingDone { side });
            }
            Action::Deploy { unit, at } => {
                let rank = self.open.scenario().deploy[s].rank(at);
                self.secret.hidden[s][rank] = unit as u8;
                cx.whisper(team, || Event::Deployed { ship: Ship { side, kind: unit, at, id: None } });
            }
            Action::TakeBack(at) => {
                let rank = self.open.scenario().deploy[s].rank(at);
                let unit = std::mem::replace(&mut self.secret.hidden[s][rank], NONE);
                let kind = Kind::ALL[usize::from(unit)];
                cx.whisper(team, || Event::TakenBack { ship: Ship { side, kind, at, id: None } });
            }
            Action::DoneDeploying => {
                self.open.done[s] = true;
                cx.say(|| Event::DeployingDone { side });
            }
            Action::PlaceHeld { unit, at } => self.apply_place_held(side, unit, at, cx),
            Action::JumpPoint(at) => self.apply_jump_point(side, at, cx),
            Action::Initiative(card) => {
                self.take_from_hand(side, card.0);
                self.secret.sealed[s] = card.0;
                cx.secret(
                    team,
                    false,
                    || Event::InitiativeChosen { side, card: Some(card) },
                    || Event::InitiativeChosen { side, card: None },
                );
            }
            Action::KeepCloak(hex) => self.apply_upkeep(hex, true, cx),
            Action::DropCloak(hex) => self.apply_upkeep(hex, false, cx),
            Action::Play(card) => {
                self.take_from_hand(side, card.0);
                self.play_command(card, cx);
            }
            Action::Ban(card) => self.ban(card, cx),
            Action::Restore(hex) => self.apply_restore(hex, cx),
            Action::ClearAlert(hex) => self.apply_clear_alert(hex, cx),
            Action::Order(hex) => self.apply_order(seat, hex, cx),
            Action::Unorder(hex) => self.apply_unorder(hex, cx),
            Action::Bring { unit, at } => self.apply_bring(seat, unit, at, cx),
            Action::DoneOrdering => {
                self.next_orderer();
                let units = self.open.ordered().len() as u8;
                cx.say(|| Event::OrdersDone { side, units });
            }
            Action::RemoveMarker(hex) => self.apply_marker(hex, cx),
            Action::Decloak(hex) => self.apply_decloak(hex, cx),
            Action::Move { from, to, mode } => {
                let id = self.open.own_at(side, from).expect("checked");
                self.apply_move(id, to, mode, cx);
                self.after_second_move();
            }
            Action::Exit(hex) => {
                let id = self.open.own_at(side, hex).expect("checked");
                self.apply_exit(id, cx);
            }
            Action::EndMovement => self.end_movement(cx),
            Action::Attack { from, at } => self.apply_attack(from, at, cx),
            Action::Decline(hex) => self.apply_decline(hex, cx),
            Action::EndCombat => self.end_combat(cx),
            Action::PlayCombat { card, on } => self.play_card(side, card, on, cx),
            Action::FirstStrike(card) => self.first_strike(side, card, cx),
            Action::Pass => self.apply_pass(seat, side, cx),
            Action::Disregard => self.calm(|ship| Event::Disregarded { ship }, cx),
            Action::Repair => {
                self.spend(side, 2);
                self.calm(|ship| Event::Repaired { ship }, cx);
            }
            Action::Retire(path) => self.retire(path, cx),
            Action::BattleBack => {
                self.spend(side, 2);
                self.battle_back(0, cx);
            }
            Action::Pursue => {
                self.spend(side, 2);
                self.pursue(cx);
            }
            Action::DiscardForStar(card) => {
                self.secret.combat[s].0[card.index()] -= 1;
                self.open.combat_cards[s] -= 1;
                self.open.combat_discard[card.index()] += 1;
                cx.reveal(|| Event::DiscardedForStar { side, card });
                self.gain(side, 1, cx);
                self.open.stage = Stage::TimePressure;
            }
            Action::TakePoint => {
                // RA-20.15: one card and a point instead of two cards.
                self.open.tally[s].time += 1;
                cx.say(|| Event::TimePoint { side });
                self.score(side, 1, cx);
                self.draw_phase(true, cx);
            }
            Action::DrawTwo => self.draw_phase(false, cx),
            Action::Keep(card) => self.apply_keep(card, cx),
            Action::TwoStars => self.apply_end_choice(false, cx),
            Action::StarAndCard => self.apply_end_choice(true, cx),
            Action::Concede => self.finish(End::Conceded(side.other()), cx),
            Action::OfferDraw | Action::AcceptDraw => {
                if self.open.draw_offer[side.other().index()] {
                    self.finish(End::Agreed, cx);
                } else {
                    self.open.draw_offer[s] = true;
                    cx.say(|| Event::DrawOffered { side });
                }
            }
            Action::StarControl(on) => {
                self.open.star_control[s] = on;
                cx.say(|| Event::StarControl { side, on });
            }
        }
        self.advance(cx);
    }

    fn apply_pass(&mut self, seat: Seat, side: Side, cx: &mut Cx) {
        match self.open.question() {
            Question::Card(_) => self.close_window(side, cx),
            Question::Markers | Question::Movement | Question::Combat => {
                self.open.passed = self.open.passed.with(seat);
            }
            Question::Repair(_) => self.open.fight().step = Step::Alert,
            Question::RedAlert { .. } => self.calm(|ship| Event::Stays { ship }, cx),
            Question::BattleBack(_) => self.open.fight().step = Step::PursuitCard,
            Question::Pursuit(_) => self.open.fight().step = Step::AfterCard,
            Question::BonusCombat(_) => self.open.fight().step = Step::AfterCard,
            Question::SecondVolley(_) => self.open.fight().step = Step::SecondMove,
            Question::SecondMove(_) => self.after_second_move(),
            Question::Discard => self.open.stage = Stage::TimePressure,
            Question::TaskForce
            | Question::Buy
            | Question::Deploy
            | Question::JumpPoint
            | Question::HeldBack
            | Question::Initiative
            | Question::Upkeep(_)
            | Question::Ban
            | Question::Command
            | Question::Repairs
            | Question::Orders(_)
            | Question::TimePressure
            | Question::Keep
            | Question::EndChoice
            | Question::Over => unreachable!("checked"),
        }
    }

    /// A second move is over, made or not.
    fn after_second_move(&mut self) {
        if self.open.depth > 0 && self.open.fight().step == Step::SecondMove {
            self.open.fight().step = Step::Done;
        } else if self.open.stage == Stage::SecondMove {
            self.open.second_mover = NONE;
            self.open.stage = Stage::Combat;
        }
    }
}
