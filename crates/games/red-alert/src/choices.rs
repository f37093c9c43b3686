//! The legal decisions of a seat, in a fixed order.

use crate::action::Action;
use crate::board::{NONE, Side};
use crate::data::{self, CommandId, Kind};
use crate::effect::Window;
use crate::movement::Mode;
use crate::state::Question;
use crate::state::{RedAlert, UnitId};
use crate::team::commander;
use klaxon_core::Seat;

impl RedAlert {
    /// Legal decisions of a seat in a fixed order.
    pub(crate) fn list_choices(&self, seat: Seat) -> Vec<Action> {
        let mut list = Vec::new();
        if !self.open.asked.has(seat) {
            return list;
        }
        let side = self.side(seat);
        let open = &self.open;
        let hands = &self.secret.command[side.index()];
        let active = open.active;
        match open.question() {
            Question::TaskForce => {
                let free = |n: &u8| !open.task_force.contains(n);
                list.extend(
                    data::get().task_forces.iter().map(|f| f.number).filter(free).map(Action::PickTaskForce),
                );
            }
            Question::Buy => {
                let buy = Kind::ALL.into_iter().filter(|k| self.check_buy(side, *k).is_ok());
                list.extend(buy.map(Action::Buy));
                let bought = self.secret.bought[side.index()];
                list.extend(Kind::ALL.into_iter().filter(|k| bought[*k as usize] > 0).map(Action::Return));
                if self.check_done_buying(side).is_ok() {
                    list.push(Action::DoneBuying);
                }
            }
            Question::Deploy => {
                let deploy = open.scenario().deploy[side.index()];
                let left = self.undeployed(side);
                for (i, at) in deploy.iter().enumerate() {
                    if self.secret.hidden[side.index()][i] == NONE {
                        let kinds = Kind::ALL.into_iter().filter(|k| left[*k as usize] > 0);
                        list.extend(kinds.map(|unit| Action::Deploy { unit, at }));
                    } else {
                        list.push(Action::TakeBack(at));
                    }
                }
                if self.check_done_deploying(side).is_ok() {
                    list.push(Action::DoneDeploying);
                }
            }
            Question::JumpPoint => {
                if let Some(sector) = self.next_jump_sector(side) {
                    list.extend(open.jump_hexes(side, sector).iter().map(Action::JumpPoint));
                }
            }
            Question::HeldBack => {
                let left = self.held_left(side);
                for at in open.held_hexes(side).iter() {
                    let kinds = Kind::ALL.into_iter().filter(|k| left[*k as usize] > 0);
                    list.extend(kinds.map(|unit| Action::PlaceHeld { unit, at }));
                }
            }
            Question::Initiative => list.extend(hands.kinds().map(|c| Action::Initiative(CommandId(c)))),
            Question::Upkeep(hex) => list.extend([Action::KeepCloak(hex), Action::DropCloak(hex)]),
            Question::Card(window) => {
                self.card_choices(side, &mut list);
                if window == Window::DeclareAgainst && open.check_first_strike(side).is_ok() {
                    let strikes = data::get().preempts.iter().filter(|c| hands.0[c.index()] > 0);
                    list.extend(strikes.map(|&c| Action::FirstStrike(c)));
                }
                list.push(Action::Pass);
            }
            Question::Ban => {
                list.extend(self.secret.command[active.index()].kinds().map(|c| Action::Ban(CommandId(c))));
            }
            Question::Command => {
                let free = |c: &u8| *c != open.banned || hands.0[usize::from(*c)] > 1;
                list.extend(hands.kinds().filter(free).map(|c| Action::Play(CommandId(c))));
            }
            Question::Repairs => {
                for hex in open.fleets[active.index()].iter() {
                    if open.check_restore(hex).is_ok() {
                        list.push(Action::Restore(hex));
                    }
                    if open.check_clear_alert(hex).is_ok() {
                        list.push(Action::ClearAlert(hex));
                    }
                }
            }
            Question::Orders(_) => {
                for hex in open.fleets[active.index()].iter() {
                    if open.check_order(seat, hex).is_ok() {
                        list.push(Action::Order(hex));
                    } else if open.check_unorder(seat, hex).is_ok() {
                        list.push(Action::Unorder(hex));
                    }
                }
                list.extend(open.bringable(seat).map(|(unit, at)| Action::Bring { unit, at }));
                list.push(Action::DoneOrdering);
            }
            Question::Markers => {
                for id in open.units_of(active) {
                    let hex = open.unit(id).hex();
                    if open.check_marker(id).is_ok() && open.spender(id) == seat {
                        list.push(Action::RemoveMarker(hex));
                    }
                    if open.check_decloak(id).is_ok() && open.unit_seat(id) == seat {
                        list.push(Action::Decloak(hex));
                    }
                }
                list.push(Action::Pass);
            }
            Question::Movement => self.movement_choices(seat, &mut list),
            Question::Combat => self.combat_choices(seat, &mut list),
            Question::RedAlert { hits, .. } => {
                let combat = open.combat().expect("a combat is on");
                if open.check_disregard(combat).is_ok() {
                    list.push(Action::Disregard);
                }
                if open.may_repair_now(combat) {
                    list.push(Action::Repair);
                }
                list.extend(open.retire_paths(combat).into_iter().map(Action::Retire));
                if hits == 0 {
                    list.push(Action::Pass);
                }
            }
            Question::Repair(_) => list.extend([Action::Repair, Action::Pass]),
            Question::BattleBack(_) => list.extend([Action::BattleBack, Action::Pass]),
            Question::Pursuit(_) => list.extend([Action::Pursue, Action::Pass]),
            Question::BonusCombat(from) | Question::SecondVolley(from) => {
                let id = open.unit_at(from).expect("the attacker");
                list.extend(open.targets(id).iter().map(|at| Action::Attack { from, at }));
                list.push(Action::Pass);
            }
            Question::SecondMove(from) => {
                let id = open.unit_at(from).expect("the unit");
                self.move_choices(seat, id, true, &mut list);
                list.push(Action::Pass);
            }
            Question::Discard => {
                let cards = self.secret.combat[side.index()].kinds();
                list.extend(cards.map(|c| Action::DiscardForStar(data::CombatId(c))));
                list.push(Action::Pass);
            }
            Question::TimePressure => list.extend([Action::DrawTwo, Action::TakePoint]),
            Question::Keep => {
                let [a, b] = self.secret.scouted;
                list.push(Action::Keep(CommandId(a)));
                if a != b {
                    list.push(Action::Keep(CommandId(b)));
                }
            }
            Question::EndChoice => list.extend([Action::TwoStars, Action::StarAndCard]),
            Question::Over => {}
        }
        list
    }

    fn card_choices(&self, side: Side, list: &mut Vec<Action>) {
        self.playable_cards(side, |card, on| list.push(Action::PlayCombat { card, on }));
    }

    fn movement_choices(&self, seat: Seat, list: &mut Vec<Action>) {
        let open = &self.open;
        let side = open.active;
        let chief = seat == commander(side);
        for id in open.units_of(side) {
            if open.may_move(id) {
                self.move_choices(seat, id, false, list);
                if open.unit_seat(id) == seat && open.check_exit(id).is_ok() {
                    list.push(Action::Exit(open.unit(id).hex()));
                }
            }
        }
        if chief {
            self.card_choices(side, list);
        }
        if !chief || open.movers().has(seat) && open.team_size(side) > 1 {
            list.push(Action::Pass);
        }
        if chief {
            list.push(Action::EndMovement);
        }
    }

    fn move_choices(&self, seat: Seat, id: UnitId, second: bool, list: &mut Vec<Action>) {
        let open = &self.open;
        let from = open.unit(id).hex();
        let modes: &[Mode] = if second { &[Mode::SubLight, Mode::Impulse] } else { &Mode::ALL };
        for &mode in modes {
            if self.check_mover_seat(seat, id, mode).is_ok() {
                let reach = open.reach_unchecked(id, mode);
                list.extend(reach.iter().map(|to| Action::Move { from, to, mode }));
            }
        }
    }

    fn combat_choices(&self, seat: Seat, list: &mut Vec<Action>) {
        let open = &self.open;
        let side = open.active;
        let chief = seat == commander(side);
        for id in open.units_of(side).filter(|&id| open.unit_seat(id) == seat) {
            let from = open.unit(id).hex();
            if open.may_fight(id) {
                list.extend(open.targets(id).iter().map(|at| Action::Attack { from, at }));
            }
            if open.check_decline(id).is_ok() {
                list.push(Action::Decline(from));
            }
        }
        if !chief || open.fighters().has(seat) && open.team_size(side) > 1 {
            list.push(Action::Pass);
        }
        if chief {
            list.push(Action::EndCombat);
        }
    }
}
