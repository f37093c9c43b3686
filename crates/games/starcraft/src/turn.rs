//! The sequence of play: the file to read first.
//!
//! The state carries a stack of frames. A frame is a task that is carried out as soon as it is on top, or a question
//! that waits for its seat. Rules push frames; nothing is ever kept in a call stack or a closure. [`StarCraft::open`]
//! is the table of contents: for each frame, what happens when it comes to the top. What is decided then, and what comes of
//! it, is in `questions/`.

use crate::{
    event::Event,
    questions::{Action, Asked, Finish},
    state::{Frame, StarCraft, Task},
};
use klaxon_core::{Chance, Seat, SeatSet, Tell};

/// Luck and listeners of one step.
pub struct Cx<'a> {
    pub chance: &'a mut Chance,
    pub tell: &'a mut Tell<Event>,
}

/// The game while an answer is carried out.
pub struct Play<'a> {
    pub(crate) game: &'a mut StarCraft,
    /// Who has answered.
    pub seat: Seat,
    /// What was asked; it is off the stack already.
    pub question: Frame,
    pub(crate) cx: Cx<'a>,
}

impl Play<'_> {
    /// What was asked, to be judged again.
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked::before(self.game, self.seat, self.question)
    }
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
            Frame::Build => self.open_build(cx),
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
            Frame::EndVictim { .. } => self.ask_or_force(frame, cx),
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
            Frame::Deploy { .. } | Frame::Transports { .. } | Frame::EventBuy { .. } | Frame::TakeTech(_) => {
                self.ask_or_force(frame, cx)
            }
            Frame::ZEnd { .. } | Frame::ZTo { .. } | Frame::Peek(_) => self.ask_or_force(frame, cx),
            Frame::Bombard(_) | Frame::BombardLose(_) | Frame::Deplete(_) => self.ask_or_force(frame, cx),
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
        match self.two_answers(seat)[..] {
            [] => self.task(|_, _| {}, cx),
            [only] => {
                self.answer(seat, only, cx);
                false
            }
            [..] => true,
        }
    }

    /// The first two answers that the seat could give to what is on top: enough to know whether there is a choice.
    pub(crate) fn two_answers(&self, seat: Seat) -> Vec<Action> {
        let mut out = Vec::new();
        Action::offer(Asked::briefly(self, seat), &mut out);
        out
    }

    /// Has the question on top an answer besides that it is enough?
    pub(crate) fn is_more(&self, seat: Seat) -> bool {
        self.two_answers(seat).iter().any(|action| *action != Action::Finish(Finish::Done))
    }

    /// Carries out a legal answer to what is on top. What is open at any time answers no question.
    pub(crate) fn answer(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        let question =
            if action.is_anytime() { Frame::Idle } else { self.stack.pop().expect("somebody is asked") };
        let cx = Cx { chance: &mut *cx.chance, tell: &mut *cx.tell };
        action.take(&mut Play { game: self, seat, question, cx });
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
            | Frame::Pay { seat, .. } => Some(seat),
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
            | Frame::Front(s) => side(s),
            Frame::Support(s) | Frame::Standard { side: s, .. } | Frame::Reinforce { side: s, .. } => side(s),
            Frame::Victim(s) | Frame::EndVictim { side: s, .. } | Frame::Splash(s) => side(s),
            Frame::Excess(s) | Frame::RetreatTo(s) | Frame::Overflow { side: s, .. } => side(s),
            Frame::CallOff => side(1),
            Frame::Pair | Frame::NextSkirmish => side(0),
            Frame::Bury => self.burying_side().and_then(side),
            Frame::EndBenefit(seat)
            | Frame::Deploy { seat, .. }
            | Frame::Transports { seat, .. }
            | Frame::EventBuy { seat, .. }
            | Frame::TakeTech(seat) => Some(seat),
            Frame::ZEnd { seat, .. } | Frame::ZTo { seat, .. } => Some(seat),
            Frame::Peek(seat) | Frame::PeekCard { seat, .. } => Some(seat),
            Frame::Bombard(seat) | Frame::Deplete(seat) => Some(seat),
            Frame::BombardLose(area) => self.ground(area).owner,
            Frame::Idle | Frame::Forces | Frame::ChooseEvents | Frame::Discard | Frame::Do(_) => None,
        }
    }

    /// Seats that owe a decision.
    pub(crate) fn asked(&self) -> SeatSet {
        if self.ending.is_some() {
            return SeatSet::NONE;
        }
        let Some(&frame) = self.stack.last() else { return SeatSet::NONE };
        if frame == Frame::Forces {
            return self.all_seats().filter(|s| self.has_forces(*s)).collect();
        }
        if frame == Frame::ChooseEvents {
            return self.choosing_events();
        }
        if frame == Frame::Discard {
            return self.all_seats().filter(|s| self.must_discard(*s)).collect();
        }
        self.asked_seat(frame).into_iter().collect()
    }
}
