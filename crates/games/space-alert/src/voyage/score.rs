//! Chapter 11: scoring.

use super::{Resolution, Status, Step, Voyage};
use crate::{Zone, data::data};
use serde::{Deserialize, Serialize};

/// The points of a survived mission (SA-11.2 – SA-11.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// For survived threats.
    pub survived: i32,
    /// For destroyed threats.
    pub destroyed: i32,
    /// Damage tiles on all zones together.
    pub tiles: i32,
    /// Damage tiles of the zone with most.
    pub worst_zone: i32,
    /// Crew members knocked out.
    pub knocked_out: i32,
    /// Squads disabled at the end.
    pub disabled_squads: i32,
    /// Visual confirmation.
    pub visual: i32,
}

impl Score {
    /// Points for threats.
    pub const fn threats(&self) -> i32 {
        self.survived + self.destroyed
    }

    /// What is taken off (SA-11.4, SA-11.5).
    pub const fn penalty(&self) -> i32 {
        self.tiles + self.worst_zone + 2 * self.knocked_out + self.disabled_squads
    }

    /// The score of the mission; may be negative (SA-11.1).
    pub const fn total(&self) -> i32 {
        self.threats() - self.penalty() + self.visual
    }
}

impl Voyage {
    /// What came of it. Before the end: as if the ship jumped now.
    pub fn resolution(&self) -> Resolution {
        let score = if self.loss.is_none() && self.step == Step::Over { Some(self.score()) } else { None };
        Resolution { voyage: *self, score, loss: self.loss }
    }

    /// The points as they stand (SA-11.2 – SA-11.6).
    pub fn score(&self) -> Score {
        let mut score = Score::default();
        for threat in self.threats() {
            match threat.status {
                Status::Destroyed => score.destroyed += i32::from(threat.face().destroyed),
                Status::Survived => score.survived += i32::from(threat.face().survived.unwrap_or(0)),
                // SA-11.3: still on its trajectory, it counts for nothing.
                Status::OnTrack | Status::Waiting => {}
            }
        }
        let tiles = Zone::ALL.map(|zone| i32::from(self.ship.tiles[zone.index()].len()));
        score.tiles = tiles.iter().sum();
        score.worst_zone = tiles.into_iter().max().unwrap_or(0);
        score.knocked_out = self.members().iter().filter(|m| m.out).count() as i32;
        score.disabled_squads = self.ship.squads.iter().filter(|s| s.disabled).count() as i32;
        score.visual =
            self.ship.visual.iter().map(|&n| i32::from(data().ship.visual_points[usize::from(n)])).sum();
        score
    }
}
