//! A player's instincts, for bots and hints: a plan is as good as the mission that would come of it, resolved with the cards as
//! they lie and the threats announced so far. How much a sensible player leans to which answer, each question of `questions/`
//! says itself; what several of them go by is here.

use crate::{
    Act, Deaf, Half, Placed, Resolution, Slot, Status, Voyage,
    questions::{Action, Asked},
    resolve,
    state::{Planning, SpaceAlert, Stage},
};
use klaxon_core::{Chance, Game, Heed, Instinct, Line, Seat};

impl Instinct for SpaceAlert {
    fn appraise(&self, seat: Seat) -> i32 {
        if let Some(outcome) = self.outcome() {
            return outcome.worth(seat);
        }
        match &self.stage {
            Stage::Planning(plan) => worth(&resolve(&self.mission(plan))),
            Stage::Flight(flight) => worth(&finish(&flight.voyage)),
            Stage::GoOn { .. } | Stage::Repairs(_) => 800,
            Stage::Levels { .. } | Stage::OnlySquad { .. } => 500,
            Stage::Over { .. } => 0,
        }
    }

    fn lean(&self, seat: Seat, action: &Action) -> u32 {
        action.lean(Asked::of(self, seat))
    }

    fn idle(&self, seat: Seat, action: &Action) -> Option<String> {
        action.idle(Asked::of(self, seat))
    }

    /// Nobody ends a mission by one decision: it is planned by all and then resolved. So nothing is passed by where a bot takes
    /// what the planner has thought up before it looks for a win or a loss at hand.
    fn decisive(&self) -> bool {
        false
    }

    fn reason(&self, seat: Seat, action: &Action) -> Option<String> {
        self.difference(seat, &[*action]).or_else(|| action.reason(Asked::of(self, seat)))
    }

    fn reason_of(&self, seat: Seat, series: &[Action]) -> Option<String> {
        self.difference(seat, series)
    }

    fn scheme(&self, seat: Seat, effort: u32, chance: &mut Chance) -> Option<Vec<Action>> {
        self.think_up(seat, effort, chance)
    }

    fn scheme_heeding(
        &self,
        seat: Seat,
        effort: u32,
        asked: &[(Seat, String)],
        chance: &mut Chance,
    ) -> Option<Vec<Action>> {
        let series = self.think_up(seat, effort, chance)?;
        Some(if asked.is_empty() { series } else { self.keep_to(seat, series, asked) })
    }

    fn heed(&self, seat: Seat, by: Seat, words: &str) -> Option<Heed<Action>> {
        self.heeded(seat, by, words)
    }

    /// Cards may be moved until their phase ends (SA-3.9); what is decided outside the Action Round is not judged.
    fn part(&self, seat: Seat) -> Option<u32> {
        match &self.stage {
            Stage::Planning(plan) if self.setup.is_solo() => Some(1 + u32::from(plan.phases_over)),
            Stage::Planning(plan) => Some(1 + u32::from(plan.desks[seat.index()].phase)),
            Stage::Levels { .. }
            | Stage::OnlySquad { .. }
            | Stage::Flight(_)
            | Stage::GoOn { .. }
            | Stage::Repairs(_)
            | Stage::Over { .. } => Some(0),
        }
    }

    fn mishap(&self, seat: Seat, action: &Action) -> Option<Line> {
        self.flown(seat, action)
    }

    fn mend(&self, seat: Seat, effort: u32, chance: &mut Chance) -> Vec<Action> {
        self.mended(seat, effort, chance)
    }
}

/// The end of a voyage without trips.
fn finish(voyage: &Voyage) -> Resolution {
    let mut voyage = *voyage;
    voyage.run(&mut Deaf);
    voyage.resolution()
}

/// 0 to 1000: lost missions by how long they lasted, survived ones by their points; damage done to threats counts
/// a little, so that a plan in the making knows which way is up.
pub(crate) fn worth(resolution: &Resolution) -> i32 {
    let voyage = &resolution.voyage;
    let hits: i32 = voyage
        .threats()
        .iter()
        .map(|t| match t.status {
            Status::Destroyed => 12,
            Status::OnTrack | Status::Survived => 8 * i32::from(t.blocks) / i32::from(t.hp.max(1)),
            Status::Waiting => 0,
        })
        .sum();
    match &resolution.score {
        Some(score) => (520 + 6 * score.total() + hits).clamp(400, 980),
        None => (20 + 20 * i32::from(voyage.turn) + hits).clamp(1, 390),
    }
}

/// Ordinary decisions weigh 16; a plan that gets better weighs more, by how much better it gets.
pub(crate) const ORDINARY: u32 = 16;

/// The weight of a change by what it gains.
pub(crate) fn improves(gain: i32) -> u32 {
    if gain > 0 { ORDINARY * (24 + 4 * gain.min(200) as u32) } else { 1 }
}

impl SpaceAlert {
    /// What another slot in one crew member's program would do to the mission.
    pub(crate) fn gain(&self, plan: &Planning, place: usize, turn: u8, slot: Slot) -> i32 {
        let mut mission = self.mission(plan);
        let before = worth(&resolve(&mission));
        mission.crew[place][usize::from(turn) - 1] = slot;
        worth(&resolve(&mission)) - before
    }

    /// How good a card would be on a space. A movement is also worth what the best action after it is, for nobody
    /// walks for the sake of walking.
    pub(crate) fn lean_space(
        &self,
        plan: &Planning,
        place: usize,
        turn: u8,
        put: Placed,
        after: &[Act],
    ) -> u32 {
        let mut mission = self.mission(plan);
        let before = worth(&resolve(&mission));
        mission.crew[place][usize::from(turn) - 1] = put.slot();
        let mut gain = worth(&resolve(&mission)) - before;
        let next = usize::from(turn);
        if put.half == Half::Movement && next < usize::from(plan.lesson.last_turn()) && gain < 20 {
            let old = mission.crew[place][next];
            for &act in after.iter().filter(|_| old.is_empty()) {
                mission.crew[place][next] = Slot::showing(act);
                gain = gain.max((worth(&resolve(&mission)) - before) / 2);
            }
        }
        improves(gain)
    }
}
