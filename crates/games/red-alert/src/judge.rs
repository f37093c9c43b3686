//! The judge of legality: which question is asked, and what the chapters say to the answer.

use crate::action::Action;
use crate::board::{Hex, NONE, Side, Wing};
use crate::data::{self, CommandId};
use crate::effect::Window;
use crate::movement::Mode;
use crate::state::Question;
use crate::state::{Combat, RedAlert};
use crate::team::commander;
use klaxon_core::{Code, Refusal, Seat, rule};

impl RedAlert {
    /// The only judge of legality.
    pub(crate) fn judge(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if self.open.is_over() {
            return Err(Refusal::other(Code::Over, "the battle is over"));
        }
        let Some(side) = self.open.side_of(seat) else {
            return Err(Refusal::malformed(format!("there is no seat {seat} at this table")));
        };
        if action.is_anytime() {
            return self.judge_anytime(seat, side, action);
        }
        if !self.open.asked.has(seat) {
            let sides = crate::state::asked_sides(&self.open);
            let names: Vec<&str> = sides.iter().map(|s| s.name()).collect();
            let text = format!(
                "the {} {}: what is asked is {}",
                names.join(" and the "),
                if names.len() == 1 { "decides" } else { "decide" },
                self.open.question().words()
            );
            return Err(Refusal::not_asked(text));
        }
        let open = &self.open;
        let question = open.question();
        let hand = &self.secret.command[side.index()];
        let asked = |fits: bool| {
            if fits {
                return Ok(());
            }
            Err(Refusal::not_asked(format!("what is asked is {}", question.words())))
        };
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        let own_unit = |hex: Hex| match open.own_at(open.active, hex) {
            Some(id) => Ok(id),
            None => Err(Refusal::illegal(rule!("RA-8.2"), format!("the active side has no unit on {hex}"))),
        };
        match *action {
            Action::PickTaskForce(n) => {
                asked(question == Question::TaskForce)?;
                if data::get().task_force(n).is_none() || open.task_force.contains(&n) {
                    return illegal(rule!("RA-4.1"), format!("task force card {n} is not to be had"));
                }
                Ok(())
            }
            Action::Buy(kind) => {
                asked(question == Question::Buy)?;
                self.check_buy(side, kind)
            }
            Action::Return(kind) => {
                asked(question == Question::Buy)?;
                if self.secret.bought[side.index()][kind as usize] == 0 {
                    return illegal(rule!("RA-4.4"), format!("you have bought no {}", kind.words()));
                }
                Ok(())
            }
            Action::DoneBuying => {
                asked(question == Question::Buy)?;
                self.check_done_buying(side)
            }
            Action::Deploy { unit, at } => {
                asked(question == Question::Deploy)?;
                self.check_deploy(side, unit, at)
            }
            Action::TakeBack(at) => {
                asked(question == Question::Deploy)?;
                let deploy = open.scenario().deploy[side.index()];
                if !deploy.has(at) || self.secret.hidden[side.index()][deploy.rank(at)] == NONE {
                    return illegal(rule!("RA-4.15"), format!("no unit of yours lies under {at}"));
                }
                Ok(())
            }
            Action::DoneDeploying => {
                asked(question == Question::Deploy)?;
                self.check_done_deploying(side)
            }
            Action::PlaceHeld { unit, at } => {
                asked(question == Question::HeldBack)?;
                if self.held_left(side)[unit as usize] == 0 {
                    return illegal(rule!("RA-4.16"), format!("no {} are held back", unit.words()));
                }
                if !open.held_hexes(side).has(at) {
                    let text =
                        "a held-back unit goes onto an empty hex adjacent to one of your deployment hexes";
                    return illegal(rule!("RA-4.18"), text.into());
                }
                Ok(())
            }
            Action::JumpPoint(at) => {
                asked(question == Question::JumpPoint)?;
                match self.next_jump_sector(side) {
                    Some(sector) if open.jump_hexes(side, sector).has(at) => Ok(()),
                    Some(sector) => illegal(
                        rule!("RA-24.1"),
                        format!(
                            "the next jump point lies {}, within 3 hexes of your baseline, on no dotted line and no feature",
                            Wing::of(sector, side).place()
                        ),
                    ),
                    None => asked(false),
                }
            }
            Action::Initiative(card) => {
                asked(question == Question::Initiative)?;
                self.check_held(side, card)
            }
            Action::KeepCloak(hex) | Action::DropCloak(hex) => asked(question == Question::Upkeep(hex)),
            Action::Play(card) => {
                asked(question == Question::Command)?;
                self.check_held(side, card)?;
                if open.banned == card.0 && hand.0[card.index()] == 1 {
                    return illegal(
                        rule!("RA-17.4"),
                        "the opponent intercepted this order: not this turn".into(),
                    );
                }
                Ok(())
            }
            Action::Ban(card) => {
                asked(question == Question::Ban)?;
                self.check_held(open.active, card)
            }
            Action::Restore(hex) => {
                asked(question == Question::Repairs)?;
                open.check_restore(hex)
            }
            Action::ClearAlert(hex) => {
                asked(question == Question::Repairs)?;
                open.check_clear_alert(hex)
            }
            Action::Order(hex) => {
                asked(matches!(question, Question::Orders(_)))?;
                open.check_order(seat, hex)
            }
            Action::Unorder(hex) => {
                asked(matches!(question, Question::Orders(_)))?;
                open.check_unorder(seat, hex)
            }
            Action::Bring { unit, at } => {
                asked(matches!(question, Question::Orders(_)))?;
                open.check_bring(seat, unit, at)
            }
            Action::DoneOrdering => asked(matches!(question, Question::Orders(_))),
            Action::RemoveMarker(hex) => {
                asked(question == Question::Markers)?;
                let id = own_unit(hex)?;
                if open.spender(id) != seat {
                    return illegal(
                        rule!("RA-22.6"),
                        "another player of your side decides for this unit".into(),
                    );
                }
                open.check_marker(id)
            }
            Action::Decloak(hex) => {
                asked(question == Question::Markers)?;
                let id = own_unit(hex)?;
                if open.unit_seat(id) != seat {
                    return illegal(
                        rule!("RA-22.6"),
                        "another player of your side decides for this unit".into(),
                    );
                }
                open.check_decloak(id)
            }
            Action::Move { from, to, mode } => match question {
                Question::Movement => {
                    let id = own_unit(from)?;
                    open.check_mover(id)?;
                    self.check_mover_seat(seat, id, mode)?;
                    open.check_way(id, to, mode)
                }
                Question::SecondMove(hex) => {
                    if hex != from {
                        return illegal(
                            rule!("RA-9.2"),
                            format!("the unit at {hex} makes its second move now"),
                        );
                    }
                    let id = own_unit(from)?;
                    match mode {
                        Mode::SubLight | Mode::Impulse => {}
                        Mode::Warp | Mode::LightSpeed => {
                            return illegal(
                                rule!("RA-9.15"),
                                "a second move is made at sub-light or full impulse".into(),
                            );
                        }
                    }
                    self.check_mover_seat(seat, id, mode)?;
                    open.check_way(id, to, mode)
                }
                _ => asked(false),
            },
            Action::Exit(hex) => {
                asked(question == Question::Movement)?;
                let id = own_unit(hex)?;
                self.check_mover_seat(seat, id, Mode::SubLight)?;
                open.check_exit(id)
            }
            Action::EndMovement => {
                asked(question == Question::Movement)?;
                self.check_chief(seat, side)
            }
            Action::EndCombat => {
                asked(question == Question::Combat)?;
                self.check_chief(seat, side)
            }
            Action::Attack { from, at } => match question {
                Question::Combat => {
                    let id = own_unit(from)?;
                    open.check_fighter(id)?;
                    if open.unit_seat(id) != seat {
                        return illegal(
                            rule!("RA-22.5"),
                            "another player of your side controls this unit".into(),
                        );
                    }
                    open.check_target(id, at)
                }
                Question::BonusCombat(hex) | Question::SecondVolley(hex) => {
                    if hex != from {
                        return illegal(rule!("RA-10.1"), format!("the unit at {hex} battles now"));
                    }
                    open.check_target(own_unit(from)?, at)
                }
                _ => asked(false),
            },
            Action::Decline(hex) => {
                asked(question == Question::Combat)?;
                let id = own_unit(hex)?;
                if open.unit_seat(id) != seat {
                    return illegal(
                        rule!("RA-22.5"),
                        "another player of your side controls this unit".into(),
                    );
                }
                open.check_decline(id)
            }
            Action::PlayCombat { card, on } => {
                if question == Question::Movement && seat != commander(side) {
                    return illegal(rule!("RA-22.8"), "the Fleet Commander plays the combat cards".into());
                }
                self.check_combat_card(side, card, on)
            }
            Action::FirstStrike(card) => {
                asked(question == Question::Card(Window::DeclareAgainst))?;
                self.check_held(side, card)?;
                if card.card().plan.preempt.is_none() {
                    return illegal(rule!("RA-17.8"), format!("{} is no reaction", card.card().name));
                }
                open.check_first_strike(side)
            }
            Action::Pass => self.judge_pass(seat, side, question),
            Action::Disregard => {
                asked(matches!(question, Question::RedAlert { .. }))?;
                open.check_disregard(self.fight_now())
            }
            Action::Repair => {
                asked(matches!(question, Question::RedAlert { .. } | Question::Repair(_)))?;
                open.check_repair(self.fight_now())?;
                if matches!(question, Question::RedAlert { .. }) && !open.may_repair_now(self.fight_now()) {
                    return illegal(rule!("RA-22.7"), "the Fleet Commander has taken over the stars".into());
                }
                Ok(())
            }
            Action::Retire(path) => {
                asked(matches!(question, Question::RedAlert { .. }))?;
                open.check_retire(self.fight_now(), path)
            }
            Action::BattleBack => asked(matches!(question, Question::BattleBack(_))),
            Action::Pursue => asked(matches!(question, Question::Pursuit(_))),
            Action::DiscardForStar(card) => {
                asked(question == Question::Discard)?;
                if self.secret.combat[side.index()].0[card.index()] == 0 {
                    return illegal(rule!("RA-15.1"), format!("you do not hold {}", card.card().name));
                }
                Ok(())
            }
            Action::TakePoint | Action::DrawTwo => asked(question == Question::TimePressure),
            Action::Keep(card) => {
                asked(question == Question::Keep)?;
                if !self.secret.scouted.contains(&card.0) {
                    return illegal(rule!("RA-15.3"), "that is not one of the two cards you drew".into());
                }
                Ok(())
            }
            Action::TwoStars | Action::StarAndCard => asked(question == Question::EndChoice),
            Action::Concede | Action::OfferDraw | Action::AcceptDraw | Action::StarControl(_) => {
                unreachable!("judged above")
            }
        }
    }

    fn judge_pass(&self, seat: Seat, side: Side, question: Question) -> Result<(), Refusal> {
        let open = &self.open;
        let wanted = Err(Refusal::not_asked(format!("what is asked is {}", question.words())));
        match question {
            Question::Card(_)
            | Question::Markers
            | Question::Repair(_)
            | Question::BattleBack(_)
            | Question::Pursuit(_)
            | Question::BonusCombat(_)
            | Question::SecondVolley(_)
            | Question::SecondMove(_)
            | Question::Discard => Ok(()),
            Question::Movement | Question::Combat => {
                let busy = if question == Question::Movement { open.movers() } else { open.fighters() };
                let chief = seat == commander(side);
                if !chief || busy.has(seat) && open.team_size(side) > 1 { Ok(()) } else { wanted }
            }
            Question::RedAlert { hits: 0, .. } => Ok(()),
            Question::RedAlert { .. } => {
                Err(Refusal::illegal(rule!("RA-12.2"), "a unit that was hit must retire for its red alerts"))
            }
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
            | Question::Over => wanted,
        }
    }

    fn judge_anytime(&self, seat: Seat, side: Side, action: &Action) -> Result<(), Refusal> {
        if seat != commander(side) {
            return Err(Refusal::illegal(rule!("RA-22.8"), "this is for the Fleet Commander to decide"));
        }
        let offers = self.open.draw_offer;
        match *action {
            Action::OfferDraw if offers[side.index()] => {
                Err(Refusal::illegal(rule!("RA-21.6"), "your offer stands until the end of the turn"))
            }
            Action::AcceptDraw if !offers[side.other().index()] => {
                Err(Refusal::illegal(rule!("RA-21.6"), "the other side has offered no draw"))
            }
            Action::StarControl(_) if self.open.team_size(side) == 1 => Err(Refusal::illegal(
                rule!("RA-22.7"),
                "you play your side alone: the stars are yours anyway",
            )),
            Action::StarControl(on) if self.open.star_control[side.index()] == on => {
                Err(Refusal::illegal(rule!("RA-22.7"), "that is so already"))
            }
            _ => Ok(()),
        }
    }

    fn check_chief(&self, seat: Seat, side: Side) -> Result<(), Refusal> {
        if seat == commander(side) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("RA-22.11"), "only the Fleet Commander closes the phase; you may pass"))
    }

    fn check_held(&self, side: Side, card: CommandId) -> Result<(), Refusal> {
        if self.secret.command[side.index()].0[card.index()] > 0 {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("RA-7.1"), format!("{} is not in the hand", card.card().name)))
    }

    fn fight_now(&self) -> &Combat {
        self.open.combat().expect("a combat is on")
    }
}
