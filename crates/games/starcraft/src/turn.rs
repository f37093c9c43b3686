//! The sequence of play: the file to read first.
//!
//! The state carries a stack of frames. A frame is a task that is carried out as soon as it is on top, or a question
//! that waits for its seat. Rules push frames; nothing is ever kept in a call stack or a closure. [`StarCraft::open`]
//! is the table of contents: for each frame, what happens when it comes to the top.

use crate::{
    action::Action,
    event::Event,
    state::{Frame, StarCraft, Task},
    why::{No, not_asked},
};
use klaxon_core::{Chance, Seat, SeatSet, Tell};

/// Luck and listeners of one step.
pub struct Cx<'a> {
    pub chance: &'a mut Chance,
    pub tell: &'a mut Tell<Event>,
}

impl StarCraft {
    /// Carries out what can be carried out, until somebody must decide or the game is over.
    pub(crate) fn settle(&mut self, cx: &mut Cx<'_>) {
        while self.ending.is_none() {
            let frame = *self.stack.last().expect("the round is always on the stack");
            if self.open(frame, cx) {
                return;
            }
        }
    }

    /// A frame has come to the top. True if it is a question that must be asked now; otherwise the stack changed.
    fn open(&mut self, frame: Frame, cx: &mut Cx<'_>) -> bool {
        match frame {
            Frame::Idle => unreachable!("never on the stack"),

            // Chapter 2: set-up.
            Frame::Draft(_) | Frame::PlacePlanet(_) | Frame::StartBase(..) => true,
            Frame::ZMajor(i) => {
                self.stack.pop();
                let open = self.open_z(i, cx);
                if open {
                    self.push(frame);
                }
                open
            }
            Frame::ZMinor(..) => self.ask_or_force(frame, cx),
            Frame::Forces => self.open_forces(cx),

            // Chapters 3 and 4: a round and its turns.
            Frame::Do(Task::Round) => self.task(Self::begin_round, cx),
            Frame::Plan { .. } => true,
            Frame::Do(Task::Execution(seat)) => self.task(|g, cx| g.next_turn(seat, cx), cx),
            Frame::Turn(_) | Frame::Revealed | Frame::EndTurn | Frame::Scrap(_) | Frame::ScrapSure(..) => {
                true
            }

            // Chapters 5 to 8: paying and the orders.
            Frame::MineSure { .. } => true,
            Frame::Pay { m: 0, g: 0, seat, item } => self.task(|g, cx| g.deliver(seat, item, cx), cx),
            Frame::Pay { .. } => self.ask_or_force(frame, cx),
            Frame::Build => self.ask_if_more_than_done(cx),
            Frame::Mobilize => self.open_moves(cx),
            Frame::ResearchDraw => true,
            Frame::ResearchTech => self.ask_or_force(frame, cx),
            Frame::ResearchSpecial(_) => self.ask_or_force(frame, cx),
            Frame::Do(Task::ShuffleIn(seat, tech)) => self.task(|g, cx| g.shuffle_in(seat, tech, cx), cx),

            // Chapter 9: battle.
            Frame::StartAbility(side) => self.open_start_ability(side, cx),
            Frame::StartLose { .. } | Frame::Sacrifice { .. } | Frame::CallOff => {
                self.ask_or_force(frame, cx)
            }
            Frame::Surplus(side) => self.open_surplus(side, cx),
            Frame::Do(Task::Step(n)) => self.task(|g, cx| g.battle_step(n, cx), cx),
            Frame::Front(_) => self.ask_or_force(frame, cx),
            Frame::Pair => self.open_pair(cx),
            Frame::Support(side) => self.open_support(side, cx),
            Frame::Standard { side, skirmish } => self.open_standard(side, skirmish, cx),
            Frame::Reinforce { side, skirmish } => self.open_reinforcement(side, skirmish, cx),
            Frame::NextSkirmish => self.ask_or_force(frame, cx),
            Frame::Victim(side) => self.open_victim(side, cx),
            Frame::Bury => self.open_bury(cx),
            Frame::Do(Task::EndStep { side, reinforcement }) => {
                self.task(|g, cx| g.end_step(side, reinforcement, cx), cx)
            }
            Frame::EndVictim { side, filter } => self.open_end_victim(side, filter, cx),
            Frame::Do(Task::Close) => self.task(Self::close_skirmish, cx),
            Frame::Splash(side) => self.open_splash(side, cx),
            Frame::Excess(side) => self.open_excess(side, cx),
            Frame::RetreatTo(side) => self.open_retreat(side, cx),
            Frame::Overflow { side, area } => self.open_overflow(side, area, cx),
            Frame::Do(Task::BattleOver) => self.task(Self::end_battle, cx),

            // Chapters 12 and 13: regrouping and events.
            Frame::Do(Task::Regroup) => self.task(Self::regroup, cx),
            Frame::ChooseEvents => self.open_choice_of_events(),
            Frame::Do(Task::Events(i)) => self.task(|g, cx| g.next_events(i, cx), cx),
            Frame::EndBenefit(_) => true,
            Frame::Deploy { .. }
            | Frame::Transports { .. }
            | Frame::EventBuy { .. }
            | Frame::TakeTech(_)
            | Frame::ZEnd { .. }
            | Frame::ZTo { .. }
            | Frame::Peek(_)
            | Frame::Bombard(_)
            | Frame::BombardLose(_)
            | Frame::Deplete(_) => self.ask_or_force(frame, cx),
            Frame::PeekCard { at, .. } => self.open_peek_card(at, cx),
            Frame::Do(Task::EventsOver) => self.task(Self::events_over, cx),
            Frame::Discard => self.open_discard(cx),
            Frame::Do(Task::PassToken) => self.task(Self::pass_token, cx),
        }
    }

    /// Takes the frame off the stack and carries it out.
    pub(crate) fn task(&mut self, run: impl FnOnce(&mut Self, &mut Cx<'_>), cx: &mut Cx<'_>) -> bool {
        self.stack.pop();
        run(self, cx);
        false
    }

    /// Asks, unless there is only one answer, which is then taken, or none, and the frame is dropped. Only for questions
    /// whose answers everybody can count: whether a question is asked must not tell what is in a hand.
    pub(crate) fn ask_or_force(&mut self, frame: Frame, cx: &mut Cx<'_>) -> bool {
        let seat = self.asked_seat(frame).expect("a question has a seat");
        let mut out = Vec::new();
        self.offer(frame, seat, &mut out);
        // Two distinct legal answers are enough to ask.
        let mut legal = out.into_iter().filter(|a| self.judge(frame, seat, *a).is_ok());
        let (first, second) = (legal.next(), legal.next());
        drop(legal);
        match (first, second) {
            (None, _) => self.task(|_, _| {}, cx),
            (Some(only), None) => {
                self.stack.pop();
                self.answer(frame, seat, only, cx);
                false
            }
            (Some(_), Some(_)) => true,
        }
    }

    /// The seat that a question is put to; `None` for tasks and for what several may decide at the same time.
    pub(crate) fn asked_seat(&self, frame: Frame) -> Option<Seat> {
        let side = |side: u8| Some(self.fight().seats[usize::from(side)]);
        match frame {
            Frame::Draft(i) | Frame::ZMajor(i) | Frame::ZMinor(i, _) => Some(self.nth(i)),
            Frame::PlacePlanet(i) | Frame::StartBase(i, _) => Some(self.placer(i)),
            Frame::Plan { i, .. } => Some(self.nth(i)),
            Frame::Turn(seat)
            | Frame::Scrap(seat)
            | Frame::ScrapSure(seat, _)
            | Frame::MineSure { seat, .. }
            | Frame::Pay { seat, .. }
            | Frame::EndBenefit(seat)
            | Frame::Deploy { seat, .. }
            | Frame::Transports { seat, .. }
            | Frame::EventBuy { seat, .. }
            | Frame::TakeTech(seat)
            | Frame::ZEnd { seat, .. }
            | Frame::ZTo { seat, .. }
            | Frame::Peek(seat)
            | Frame::PeekCard { seat, .. }
            | Frame::Bombard(seat)
            | Frame::Deplete(seat) => Some(seat),
            Frame::Revealed
            | Frame::EndTurn
            | Frame::Build
            | Frame::Mobilize
            | Frame::ResearchDraw
            | Frame::ResearchTech
            | Frame::ResearchSpecial(_) => Some(self.active().seat),
            Frame::StartAbility(s)
            | Frame::StartLose { side: s, .. }
            | Frame::Sacrifice { side: s, .. }
            | Frame::Surplus(s)
            | Frame::Front(s)
            | Frame::Support(s)
            | Frame::Standard { side: s, .. }
            | Frame::Reinforce { side: s, .. }
            | Frame::Victim(s)
            | Frame::EndVictim { side: s, .. }
            | Frame::Splash(s)
            | Frame::Excess(s)
            | Frame::RetreatTo(s)
            | Frame::Overflow { side: s, .. } => side(s),
            Frame::CallOff => side(1),
            Frame::Pair | Frame::NextSkirmish => side(0),
            Frame::Bury => self.burying_side().and_then(side),
            Frame::BombardLose(area) => self.ground(area).owner,
            Frame::Idle | Frame::Forces | Frame::ChooseEvents | Frame::Discard | Frame::Do(_) => None,
        }
    }

    /// Seats that owe a decision.
    pub(crate) fn asked(&self) -> SeatSet {
        if self.ending.is_some() {
            return SeatSet::NONE;
        }
        match self.stack.last() {
            Some(Frame::Forces) => self.all_seats().filter(|s| self.has_forces(*s)).collect(),
            Some(Frame::ChooseEvents) => self.choosing_events(),
            Some(Frame::Discard) => self.all_seats().filter(|s| self.must_discard(*s)).collect(),
            Some(frame) => self.asked_seat(*frame).into_iter().collect(),
            None => SeatSet::NONE,
        }
    }

    /// Candidates for an answer: everything that could be legal. What is legal, [`Self::judge`] says. Destroying pieces
    /// of one's own is open in every turn without being asked about (SC-1.15): see `anytime`.
    pub(crate) fn offer(&self, frame: Frame, seat: Seat, out: &mut Vec<Action>) {
        match frame {
            Frame::Draft(_) => self.offer_draft(out),
            Frame::PlacePlanet(i) => self.offer_planet(i, out),
            Frame::StartBase(_, planet) => self.offer_start_base(planet, out),
            Frame::ZMajor(_) | Frame::ZMinor(..) => self.offer_z(out),
            Frame::Forces => self.offer_forces(seat, out),
            Frame::Plan { i, .. } => self.offer_order(self.nth(i), out),
            Frame::Turn(seat) => self.offer_turn(seat, out),
            Frame::Revealed => out.extend([Action::Execute, Action::TakeEvent]),
            Frame::EndTurn => out.push(Action::EndTurn),
            Frame::Scrap(seat) => self.offer_scrap(seat, out),
            Frame::ScrapSure(..) | Frame::MineSure { .. } => out.extend([Action::Keep, Action::Really]),
            Frame::Pay { seat, m, .. } => self.offer_pay(seat, m, out),
            Frame::Build => self.offer_build(out),
            Frame::Mobilize => self.offer_moves(out),
            Frame::ResearchDraw => out.extend([Action::Draw, Action::NoDraw]),
            Frame::ResearchTech => self.offer_tech(self.active().seat, &[None], out),
            Frame::ResearchSpecial(tech) => self.offer_special(tech, out),
            Frame::StartAbility(side) => self.offer_start_ability(side, out),
            Frame::StartLose { side, .. }
            | Frame::Surplus(side)
            | Frame::Victim(side)
            | Frame::EndVictim { side, .. }
            | Frame::Splash(side)
            | Frame::Overflow { side, .. } => self.offer_losses(side, out),
            Frame::Sacrifice { side, .. } => {
                self.offer_losses(side, out);
                out.push(Action::LoseWorker);
            }
            Frame::Front(side) => self.offer_units(side, Action::Front, out),
            Frame::Pair => self.offer_pairs(out),
            Frame::Support(_) => {
                out.extend((0..self.fight().skirmishes.len()).map(|n| Action::Support(n as u8)))
            }
            Frame::Standard { side, .. } => self.offer_standard(side, out),
            Frame::Reinforce { side, .. } => self.offer_reinforcement(side, out),
            Frame::NextSkirmish => {
                out.extend((0..self.fight().skirmishes.len()).map(|n| Action::Skirmish(n as u8)));
            }
            Frame::Bury => self.offer_withdrawals(out),
            Frame::Excess(side) => self.offer_units(side, Action::RetreatUnit, out),
            Frame::CallOff => self.offer_retreat(out),
            Frame::RetreatTo(_) => self.offer_retreat(out),
            Frame::ChooseEvents => self.offer_events(seat, out),
            Frame::EndBenefit(_) => out.extend([Action::TakePoint, Action::TakeCards]),
            Frame::Deploy { seat, .. } => self.offer_deploy(seat, out),
            Frame::Transports { .. } => self.offer_transports(out),
            Frame::EventBuy { seat, what, .. } => self.offer_event_buy(seat, what, out),
            Frame::TakeTech(seat) => self.offer_tech(seat, &[None], out),
            Frame::ZEnd { .. } => self.offer_z_ends(out),
            Frame::ZTo { .. } => self.offer_z(out),
            Frame::Peek(seat) => out.extend(self.all_seats().filter(|s| *s != seat).map(Action::PeekAt)),
            Frame::PeekCard { at, .. } => {
                self.each_face(at, self.player(at).hand, |face| out.push(Action::Discard(face)));
            }
            Frame::Bombard(_) => out.extend(self.all_areas().map(Action::Bombard)),
            Frame::BombardLose(area) => self.offer_bombard_loss(area, out),
            Frame::Deplete(_) => out.extend(self.all_areas().map(Action::Deplete)),
            Frame::Discard => self.offer_discard(seat, out),
            Frame::Idle | Frame::Do(_) => {}
        }
    }

    /// Is this answer legal? The one judge.
    pub(crate) fn judge(&self, frame: Frame, seat: Seat, action: Action) -> Result<(), No> {
        match frame {
            Frame::Draft(_) => self.judge_draft(action),
            Frame::PlacePlanet(i) => self.judge_planet(i, action),
            Frame::StartBase(i, planet) => self.judge_start_base(i, planet, action),
            Frame::ZMajor(_) => self.judge_z(None, action),
            Frame::ZMinor(_, major) => self.judge_z(Some(major), action),
            Frame::Forces => self.judge_forces(seat, action),
            Frame::Plan { .. } => self.judge_order(seat, action),
            Frame::Turn(_) => self.judge_turn(seat, action),
            Frame::Revealed => match action {
                Action::Execute | Action::TakeEvent => Ok(()),
                _ => Err(not_asked()),
            },
            Frame::EndTurn => match action {
                Action::EndTurn | Action::Scrap => Ok(()),
                _ => Err(not_asked()),
            },
            Frame::Scrap(_) => self.judge_scrap(seat, action),
            Frame::ScrapSure(..) | Frame::MineSure { .. } => match action {
                Action::Keep | Action::Really => Ok(()),
                _ => Err(not_asked()),
            },
            Frame::Pay { m, g, .. } => self.judge_pay(seat, m, g, action),
            Frame::Build => self.judge_build(action),
            Frame::Mobilize => self.judge_moves(action),
            Frame::ResearchDraw => match action {
                Action::Draw | Action::NoDraw => Ok(()),
                _ => Err(not_asked()),
            },
            Frame::ResearchTech => self.judge_tech(seat, 0, action),
            Frame::ResearchSpecial(tech) => self.judge_special(tech, action),
            Frame::StartAbility(side) => self.judge_start_ability(side, action),
            Frame::StartLose { side, filter } => self.judge_start_loss(side, filter, action),
            Frame::Sacrifice { side, .. } => self.judge_sacrifice(side, action),
            Frame::CallOff => self.judge_call_off(action),
            Frame::Surplus(side) => self.judge_loss(side, action),
            Frame::Front(side) => self.judge_front(side, action),
            Frame::Pair => self.judge_pair(action),
            Frame::Support(_) => self.judge_support(action),
            Frame::Standard { side, .. } => self.judge_standard(side, action),
            Frame::Reinforce { side, .. } => self.judge_reinforcement(side, action),
            Frame::NextSkirmish => self.judge_next(action),
            Frame::Victim(side) => self.judge_victim(side, action),
            Frame::EndVictim { side, filter } => self.judge_end_victim(side, filter, action),
            Frame::Bury => self.judge_withdrawal(action),
            Frame::Splash(side) => self.judge_splash(side, action),
            Frame::Excess(side) => self.judge_excess(side, action),
            Frame::RetreatTo(side) => self.judge_retreat(side, action),
            Frame::Overflow { side, .. } => self.judge_overflow(side, action),
            Frame::ChooseEvents => self.judge_event(seat, action),
            Frame::EndBenefit(_) => match action {
                Action::TakePoint | Action::TakeCards => Ok(()),
                _ => Err(not_asked()),
            },
            Frame::Deploy { cost, planet, .. } => self.judge_deploy(seat, cost, planet, action),
            Frame::Transports { .. } => self.judge_free_transport(seat, action),
            Frame::EventBuy { n, what, .. } => self.judge_event_buy(seat, n, what, action),
            Frame::TakeTech(_) => self.judge_tech(seat, u8::MAX, action),
            Frame::ZEnd { up_to, moved, .. } => self.judge_z_pick(up_to, moved, action),
            Frame::ZTo { route, end, .. } => self.judge_z_move(route, end, action),
            Frame::Peek(_) => self.judge_peek(seat, action),
            Frame::PeekCard { at, .. } => self.judge_peek_card(at, action),
            Frame::Bombard(_) => self.judge_bombard(seat, action),
            Frame::BombardLose(area) => self.judge_bombard_loss(area, action),
            Frame::Deplete(_) => self.judge_deplete(action),
            Frame::Discard => self.judge_discard(seat, action),
            Frame::Idle | Frame::Do(_) => Err(not_asked()),
        }
    }

    /// Carries out a legal answer; its frame is already off the stack.
    pub(crate) fn answer(&mut self, frame: Frame, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        match frame {
            Frame::Draft(i) => self.take_draft(i, action, cx),
            Frame::PlacePlanet(i) => self.take_planet(i, action, cx),
            Frame::StartBase(i, _) => self.take_start_base(i, action, cx),
            Frame::ZMajor(i) => self.take_z(i, None, action, cx),
            Frame::ZMinor(i, major) => self.take_z(i, Some(major), action, cx),
            Frame::Forces => self.take_forces(seat, action, cx),
            Frame::Plan { cycle, i } => self.take_order(cycle, i, action, cx),
            Frame::Turn(_) => self.take_turn(seat, action, cx),
            Frame::Revealed => self.take_revealed(seat, action, cx),
            Frame::EndTurn => self.take_end_turn(seat, action),
            Frame::Scrap(_) => self.take_scrap(seat, action),
            Frame::ScrapSure(_, piece) => self.take_scrap_sure(seat, piece, action, cx),
            Frame::Pay { m, g, item, .. } => self.take_pay(seat, m, g, item, action, cx),
            Frame::Build | Frame::ResearchTech | Frame::EventBuy { .. } => {
                // SC-5.21: nobody force mines unasked.
                if let Some(question) = self.asks_before(frame, seat, action) {
                    self.push(frame);
                    self.push(question);
                } else {
                    self.purchase(frame, seat, action, cx);
                }
            }
            Frame::MineSure { buy, .. } => self.take_mine_sure(seat, buy, action, cx),
            Frame::Mobilize => self.take_moves(action, cx),
            Frame::ResearchDraw => self.take_research_draw(action, cx),
            Frame::ResearchSpecial(tech) => self.take_special(tech, action, cx),
            Frame::StartAbility(side) => self.take_start_ability(side, action, cx),
            Frame::StartLose { side, .. } => self.take_start_loss(side, action, cx),
            Frame::Sacrifice { side, n } => self.take_sacrifice(side, n, action, cx),
            Frame::CallOff => self.take_call_off(action, cx),
            Frame::Surplus(side) => self.take_surplus(side, action, cx),
            Frame::Front(side) => self.take_front(side, action),
            Frame::Pair => self.take_pair(action, cx),
            Frame::Support(side) => self.take_support(side, action, cx),
            Frame::Standard { side, skirmish } => self.take_standard(side, skirmish, action, cx),
            Frame::Reinforce { side, skirmish } => self.take_reinforcement(side, skirmish, action, cx),
            Frame::NextSkirmish => self.take_next(action, cx),
            Frame::Victim(side) => self.take_victim(side, action, true),
            Frame::EndVictim { side, .. } => self.take_victim(side, action, false),
            Frame::Bury => self.take_withdrawal(action, cx),
            Frame::Splash(side) => self.take_splash(side, action, cx),
            Frame::Excess(side) => self.take_excess(side, action),
            Frame::RetreatTo(side) => self.take_retreat(side, action),
            Frame::Overflow { side, area } => self.take_overflow(side, area, action, cx),
            Frame::ChooseEvents => self.choose_event(seat, action, cx),
            Frame::EndBenefit(_) => self.take_benefit(seat, action, cx),
            Frame::Deploy { units, cost, .. } => self.take_deploy(seat, units, cost, action, cx),
            Frame::Transports { n, .. } => self.take_free_transport(seat, n, action, cx),
            Frame::TakeTech(_) => self.take_event_buy(seat, u8::MAX, action, cx),
            Frame::ZEnd { n, up_to, .. } => self.take_z_pick(seat, n, up_to, action),
            Frame::ZTo { n, up_to, route, end, .. } => {
                self.take_z_move(seat, n, up_to, route, end, action, cx)
            }
            Frame::Peek(_) => self.take_peek(seat, action, cx),
            Frame::PeekCard { at, .. } => self.take_peek_card(seat, at, action, cx),
            Frame::Bombard(_) => self.take_bombard(seat, action, cx),
            Frame::BombardLose(area) => self.take_bombard_loss(area, action, cx),
            Frame::Deplete(_) => self.take_deplete(action, cx),
            Frame::Discard => self.take_discard(seat, action, cx),
            Frame::Idle | Frame::Do(_) => unreachable!("tasks ask nothing"),
        }
    }

    /// Carries out what was chosen from a list of things to buy.
    pub(crate) fn purchase(&mut self, frame: Frame, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        match frame {
            Frame::ResearchTech => self.take_research_tech(action, cx),
            Frame::EventBuy { n, .. } => self.take_event_buy(seat, n, action, cx),
            _ => self.take_build(action),
        }
    }
}
