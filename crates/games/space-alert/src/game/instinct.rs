//! A player's instincts: a plan is as good as the mission that would come of it, resolved with the cards as they lie
//! and the threats announced so far.

use super::{Action, Clock, Levels, Planning, Repair, SpaceAlert, Stage};
use crate::{Act, Deaf, Declared, Half, Placed, Resolution, Slot, Status, Tile, Voyage, resolve};
use klaxon_core::{Chance, Game, Instinct, Seat};

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
        match &self.stage {
            Stage::Planning(plan) => self.lean_planning(plan, seat, action),
            Stage::Flight(_) => {
                if matches!(action, Action::RunToEnd | Action::Trip(Declared::Fine)) {
                    64
                } else {
                    1
                }
            }
            Stage::Levels { proposals } => {
                // SA-15.2: the most careful wins, so whoever goes along with what others want proposes nothing more careful.
                // Without others it is what whoever opened the table wished for.
                let others = || proposals.iter().flatten();
                let careful = others().map(|l| l.common).min().zip(others().map(|l| l.serious).min());
                let wish = careful.map_or(self.setup.levels, |(common, serious)| Levels { common, serious });
                if *action == Action::Levels(wish) { 48 } else { 1 }
            }
            Stage::GoOn { voyage, votes } => {
                // With the others, where they have voted; else a ship with little damage flies on.
                let voted = votes.iter().any(Option::is_some);
                let flies = if voted { !votes.contains(&Some(false)) } else { voyage.score().tiles < 8 };
                if *action == Action::GoOn(flies) { 64 } else { 1 }
            }
            Stage::Repairs(_) => self.lean_repair(action),
            Stage::OnlySquad { .. } | Stage::Over { .. } => 16,
        }
    }

    fn scheme(&self, seat: Seat, effort: u32, chance: &mut Chance) -> Option<Vec<Action>> {
        self.think_up(seat, effort, chance)
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
fn worth(resolution: &Resolution) -> i32 {
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
const ORDINARY: u32 = 16;

impl SpaceAlert {
    /// What changes of one crew member's program would do to the mission.
    fn gain(&self, plan: &Planning, place: usize, changes: &[(u8, Slot)]) -> i32 {
        let mut mission = self.mission(plan);
        let before = worth(&resolve(&mission));
        for &(turn, slot) in changes {
            mission.crew[place][usize::from(turn) - 1] = slot;
        }
        worth(&resolve(&mission)) - before
    }

    /// How good a card would be on a space. A movement is also worth what the best action after it is, for nobody
    /// walks for the sake of walking.
    fn lean_space(&self, plan: &Planning, place: usize, turn: u8, put: Placed, after: &[Act]) -> u32 {
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
        if gain > 0 { ORDINARY * (24 + 4 * gain.min(200) as u32) } else { 1 }
    }

    fn lean_planning(&self, plan: &Planning, seat: Seat, action: &Action) -> u32 {
        let place = self.place_of(seat);
        let desk = &plan.desks[seat.index()];
        let improves = |gain: i32| if gain > 0 { ORDINARY * (24 + 4 * gain.min(200) as u32) } else { 1 };
        // Actions that the hand could bring after a movement.
        let after = || -> Vec<Act> {
            let hand = desk.hand.iter().map(|k| k.act(Half::Action));
            [Act::A, Act::B, Act::C, Act::Bots]
                .into_iter()
                .filter(|a| hand.clone().any(|h| h == *a))
                .collect()
        };
        match *action {
            Action::Ready => 4 * ORDINARY,
            Action::Place { turn, card, half } => {
                place.map_or(1, |place| self.lean_space(plan, place, turn, Placed { card, half }, &after()))
            }
            Action::Android { android, turn, card, half } => {
                self.lean_space(plan, usize::from(android), turn, Placed { card, half }, &after())
            }
            Action::SoloPlace { android, turn, card, half } => {
                self.lean_space(plan, usize::from(android), turn, Placed { card, half }, &[])
            }
            Action::Flip(turn) => {
                match place.and_then(|p| plan.boards[p][usize::from(turn) - 1].map(|c| (p, c))) {
                    Some((place, card)) => {
                        let turned = Placed { half: card.half.other(), ..card };
                        improves(self.gain(plan, place, &[(turn, turned.slot())]))
                    }
                    None => 1,
                }
            }
            Action::TakeBack(turn) => {
                place.map_or(1, |place| improves(self.gain(plan, place, &[(turn, Slot::EMPTY)])))
            }
            Action::SoloTakeBack { android, turn } => {
                improves(self.gain(plan, usize::from(android), &[(turn, Slot::EMPTY)]))
            }
            // With the clock running the announcement comes by itself; without, somebody has to go on.
            Action::NextPhase => {
                if plan.clock == Clock::Off {
                    12 * ORDINARY
                } else {
                    1
                }
            }
            Action::EndRound(_) => {
                if plan.clock == Clock::Off {
                    12 * ORDINARY
                } else {
                    1
                }
            }
            Action::Wait => 20 * ORDINARY,
            Action::Draw => 200 * ORDINARY,
            Action::Pause(yes) => match plan.clock {
                Clock::Paused { resume, .. } if yes == resume.is_empty() => 4 * ORDINARY,
                Clock::Off
                | Clock::Gathering(_)
                | Clock::Starting
                | Clock::Running { .. }
                | Clock::Pausing { .. }
                | Clock::Paused { .. }
                | Clock::Resuming { .. } => 1,
            },
            Action::Give { .. }
            | Action::Swap(..)
            | Action::Figure { .. }
            | Action::Ping(_)
            | Action::Mark(_)
            | Action::Say
            | Action::Wake => 1,
            Action::Levels(_)
            | Action::SquadAt(_)
            | Action::Advance
            | Action::RunToEnd
            | Action::Trip(_)
            | Action::GoOn(_)
            | Action::Repair(_) => 1,
        }
    }

    /// Structural damage doubles everything to come; then the zone with most tiles.
    fn lean_repair(&self, action: &Action) -> u32 {
        let Action::Repair(repair) = action else { return 1 };
        match repair {
            Repair::Tile(zone, tile) => {
                let tiles = u32::from(self.campaign.carried.tiles[zone.index()].len());
                let urgent = match tile {
                    Tile::Structural => 40,
                    Tile::Reactor | Tile::Shield => 16,
                    Tile::Heavy | Tile::Lift => 12,
                    Tile::Light => 8,
                };
                urgent + 8 * tiles
            }
            Repair::Squad(_) => 10,
            Repair::Nothing => 1,
        }
    }
}
