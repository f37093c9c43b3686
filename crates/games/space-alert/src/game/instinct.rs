//! A player's instincts: a plan is as good as the mission that would come of it, resolved with the cards as they lie
//! and the threats announced so far.

use super::{Action, Clock, Level, Levels, Planning, Repair, SpaceAlert, Stage};
use crate::{Deaf, Declared, Kind, Placed, Resolution, Slot, Status, Tile, Voyage, resolve, turns_of};
use klaxon_core::{Game, Instinct, Seat};

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
            Stage::Levels { .. } => {
                let careful = Levels { common: Level::White, serious: Level::White };
                if *action == Action::Levels(careful) { 48 } else { 4 }
            }
            Stage::GoOn { voyage, .. } => {
                // A ship with little damage flies on.
                let flies = voyage.score().tiles < 8;
                if *action == Action::GoOn(flies) { 32 } else { 4 }
            }
            Stage::Repairs(_) => self.lean_repair(action),
            Stage::OnlySquad { .. } | Stage::Over { .. } => 16,
        }
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

impl SpaceAlert {
    /// What a change of one space would do to the mission.
    fn gain(&self, plan: &Planning, place: usize, turn: u8, slot: Slot) -> i32 {
        let mut mission = self.mission(plan);
        let before = worth(&resolve(&mission));
        mission.crew[place][usize::from(turn) - 1] = slot;
        worth(&resolve(&mission)) - before
    }

    fn lean_space(&self, plan: &Planning, place: usize, turn: u8, card: Kind, half: crate::Half) -> u32 {
        let gain = self.gain(plan, place, turn, Placed { card, half }.slot());
        let empty = plan.boards[place][usize::from(turn) - 1].is_none();
        match gain {
            1.. => 24 + 4 * gain.min(200) as u32,
            0 if empty => 2,
            _ => 1,
        }
    }

    fn lean_planning(&self, plan: &Planning, seat: Seat, action: &Action) -> u32 {
        let place = self.place_of(seat);
        let desk = &plan.desks[seat.index()];
        match *action {
            Action::Ready => 64,
            Action::Place { turn, card, half } => {
                place.map_or(1, |place| self.lean_space(plan, place, turn, card, half))
            }
            Action::Android { android, turn, card, half }
            | Action::SoloPlace { android, turn, card, half } => {
                self.lean_space(plan, usize::from(android), turn, card, half)
            }
            Action::Flip(turn) => match place {
                Some(place) => match plan.boards[place][usize::from(turn) - 1] {
                    Some(p) => self.lean_space(plan, place, turn, p.card, p.half.other()),
                    None => 1,
                },
                None => 1,
            },
            Action::TakeBack(turn) => match place {
                Some(place) if self.gain(plan, place, turn, Slot::EMPTY) > 0 => 32,
                Some(_) | None => 1,
            },
            Action::SoloTakeBack { android, turn } => {
                if self.gain(plan, usize::from(android), turn, Slot::EMPTY) > 0 { 32 } else { 1 }
            }
            Action::NextPhase => {
                let full = place.is_some_and(|place| {
                    turns_of(usize::from(desk.phase.max(1)) - 1)
                        .all(|turn| plan.boards[place][usize::from(turn) - 1].is_some())
                });
                match (plan.clock, full) {
                    // With the clock running the announcement comes by itself; without, somebody has to go on.
                    (Clock::Off, true) => 96,
                    (Clock::Off, false) => 12,
                    (_, _) => 1,
                }
            }
            Action::Draw => 200,
            Action::Give { .. } => 1,
            Action::EndRound(_) => match plan.clock {
                Clock::Off => 48,
                Clock::Gathering(_)
                | Clock::Starting
                | Clock::Running { .. }
                | Clock::Pausing { .. }
                | Clock::Paused { .. }
                | Clock::Resuming { .. } => 2,
            },
            Action::Wait => 160,
            Action::Pause(yes) => {
                if yes {
                    1
                } else {
                    64
                }
            }
            Action::Swap(..) | Action::Figure { .. } | Action::Ping(_) | Action::Wake => 1,
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
