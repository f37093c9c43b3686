//! The decisions: what may be chosen, what is legal, and what is done. A table of contents over the chapters.

use crate::action::{Action, Mode};
use crate::board::{Hex, NONE, Side};
use crate::data::{self, CommandId, Kind};
use crate::effect::Window;
use crate::event::{Cx, Event, Ship};
use crate::question::Question;
use crate::state::{Combat, End, RedAlert, Stage, Step, UnitId};
use crate::team::commander;
use klaxon_core::{Code, Refusal, Seat, rule};

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
            let sides = crate::question::asked_sides(&self.open);
            let names: Vec<&str> = sides.iter().map(|s| s.name()).collect();
            let text = format!(
                "the {} decides: what is asked is {}",
                names.join(" and the "),
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
                            "the next jump point lies in the {}, within 3 hexes of your baseline, on no dotted line and no feature",
                            sector.name()
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
                cx.whisper(team, || Event::Deployed { ship: Ship { side, kind: unit, at } });
            }
            Action::TakeBack(at) => {
                let rank = self.open.scenario().deploy[s].rank(at);
                let unit = std::mem::replace(&mut self.secret.hidden[s][rank], NONE);
                let kind = Kind::ALL[usize::from(unit)];
                cx.whisper(team, || Event::TakenBack { ship: Ship { side, kind, at } });
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
