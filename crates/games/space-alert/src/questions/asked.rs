//! What every question needs: the game with the seat that is asked, what somebody points at, and turns of refusal.

use super::Action;
use crate::card::{Half, Kind};
use crate::state::{Clock, Flight, Mood, Planning, SpaceAlert, Stage};
use crate::view::View;
use klaxon_core::{Answer, Code, Refusal, RuleId, Seat, rule};

/// A judge's word.
pub(crate) type Verdict = Result<(), Refusal>;

/// The refusal that a rule commands.
pub(crate) fn no<T>(rule: RuleId, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::illegal(rule, text))
}

/// The game and the seat that answers.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub(crate) game: &'a SpaceAlert,
    /// Who answers.
    pub seat: Seat,
    /// The Action Round, while this seat may plan: the clock runs or is off, and the person neither waits nor has agreed
    /// to end it.
    pub(crate) round: Option<&'a Planning>,
}

impl<'a> Asked<'a> {
    /// What is asked of a seat of this table.
    pub(crate) fn of(game: &'a SpaceAlert, seat: Seat) -> Asked<'a> {
        let planning = Asked { game, seat, round: None }.planning();
        let round = planning.filter(|plan| {
            let runs = matches!(plan.clock, Clock::Off | Clock::Running { .. });
            runs && plan.desks.get(seat.index()).is_some_and(|desk| desk.mood == Mood::Awake)
        });
        Asked { game, seat, round }
    }

    /// The same for whoever comes: the mission must go on, and there must be such a seat. In the Action Round everybody may
    /// come, since who waits or has agreed may think better of it.
    pub(crate) fn checked(game: &'a SpaceAlert, seat: Seat) -> Result<Asked<'a>, Refusal> {
        if matches!(game.stage, Stage::Over { .. }) {
            return Err(Refusal::other(Code::Over, "the mission is over"));
        }
        if seat.index() >= game.setup.people() {
            return Err(Refusal::malformed(format!("there is no seat {seat} at this table")));
        }
        let asked = Asked::of(game, seat);
        if asked.planning().is_none() && !game.asked().has(seat) {
            return Err(Refusal::not_asked("this is not asked of you now"));
        }
        Ok(asked)
    }

    /// The Action Round, whatever its clock does.
    pub(crate) fn planning(self) -> Option<&'a Planning> {
        if let Stage::Planning(plan) = &self.game.stage { Some(plan) } else { None }
    }

    /// The Resolution Round.
    pub(crate) fn flight(self) -> Option<&'a Flight> {
        if let Stage::Flight(flight) = &self.game.stage { Some(flight) } else { None }
    }

    /// Does the clock wait for a vote to run on?
    pub(crate) fn is_paused(self) -> bool {
        self.planning().is_some_and(|plan| matches!(plan.clock, Clock::Paused { .. }))
    }

    /// The person's place in the crew order; none for who plays alone.
    pub(crate) fn place(self) -> Option<usize> {
        self.game.place_of(self.seat)
    }

    /// The Action Round, if this seat may plan now.
    pub(crate) fn check_round(self) -> Result<&'a Planning, Refusal> {
        match self.round {
            Some(plan) => Ok(plan),
            None => self.not_asked(),
        }
    }

    /// The answer belongs to this question, or to another.
    pub(crate) fn only(self, fits: bool) -> Verdict {
        if fits { Ok(()) } else { self.not_asked() }
    }

    /// The answer belongs to another question.
    pub(crate) fn not_asked<T>(self) -> Result<T, Refusal> {
        let text = match &self.game.stage {
            Stage::Planning(plan) => {
                self.check_clock(plan)?;
                match plan.desks[self.seat.index()].mood {
                    Mood::Done => "you have agreed to end the round: withdraw first",
                    Mood::Waiting => "you are waiting for the next announcement: wake first",
                    Mood::Awake => "this belongs to another part of the game",
                }
            }
            Stage::Flight(flight) if flight.asking.is_some() => "a card is revealed: was it as intended?",
            Stage::Flight(_) => "the Resolution Round waits for its next step",
            Stage::Levels { .. }
            | Stage::OnlySquad { .. }
            | Stage::GoOn { .. }
            | Stage::Repairs(_)
            | Stage::Over { .. } => "something else is asked now",
        };
        Err(Refusal::not_asked(text))
    }

    /// Does the clock let anybody plan?
    pub(crate) fn check_clock(self, plan: &Planning) -> Verdict {
        match plan.clock {
            Clock::Off | Clock::Running { .. } => Ok(()),
            Clock::Gathering(_) => Err(Refusal::not_asked("the clock starts when everybody is ready")),
            Clock::Starting | Clock::Pausing { .. } | Clock::Resuming { .. } => {
                Err(Refusal::not_asked("the clock is being set"))
            }
            Clock::Paused { .. } => no(rule!("SA-3.32"), "the clock is stopped: vote to let it run"),
        }
    }

    /// SA-14.12: who plays alone has no hand.
    pub(crate) fn check_not_solo(self) -> Verdict {
        if self.game.setup.is_solo() {
            return no(rule!("SA-14.12"), "alone, all cards lie open for the androids");
        }
        Ok(())
    }

    /// SA-2.8: one plays what one holds.
    pub(crate) fn check_in_hand(self, plan: &Planning, card: Kind) -> Verdict {
        if plan.desks[self.seat.index()].hand.contains(&card) {
            return Ok(());
        }
        no(rule!("SA-2.8"), format!("you have no {card} in hand"))
    }

    /// SA-3.26: no talking while communication is down.
    pub(crate) fn check_open_channel(self, plan: &Planning) -> Verdict {
        if plan.silent {
            return no(rule!("SA-3.26"), "communication is down");
        }
        Ok(())
    }

    /// Offers those of the answers that are allowed.
    pub(crate) fn offer<A: Answer<SpaceAlert>>(
        self,
        answers: impl IntoIterator<Item = A>,
        out: &mut Vec<Action>,
    ) {
        out.extend(answers.into_iter().filter(|answer| answer.judge(self).is_ok()).map(Into::into));
    }
}

/// What somebody points at.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// What he may know.
    pub view: &'a View,
    /// Who points.
    pub seat: Seat,
    /// Ids of what was clicked, one after the other.
    pub clicks: &'a [String],
}

impl About<'_> {
    /// A half of a card, and the space of an action board for it: of which crew member, on which turn.
    pub(crate) fn card_on_space(self) -> Option<(Kind, Half, u8, u8)> {
        let [card, space] = self.clicks else { return None };
        let (card, half) = card.strip_prefix("hand-")?.rsplit_once('-')?;
        let half = Half::ALL.into_iter().find(|h| h.word() == half)?;
        let (member, turn) = self.slot(space)?;
        Some((Kind::parse(card)?, half, member, turn))
    }

    /// Nothing but a space of an action board: of which crew member, on which turn.
    pub(crate) fn space(self) -> Option<(u8, u8)> {
        if let [space] = self.clicks { self.slot(space) } else { None }
    }

    /// A space by its id, if there is such a crew member.
    fn slot(self, id: &str) -> Option<(u8, u8)> {
        let (member, turn) = id.strip_prefix("slot-")?.split_once('-')?;
        let member = member.parse::<u8>().ok()?.checked_sub(1)?;
        let there = usize::from(member) < self.view.crew.len();
        Some((member, turn.parse().ok()?)).filter(|_| there)
    }
}
