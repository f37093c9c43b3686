//! Chapter 15: what a campaign counts and carries from mission to mission. Also the ship's log (SA-11.7).

use crate::{
    Carried, Event, LogLine, Play, SquadPlace,
    state::{Flight, Repairs, SpaceAlert},
    voyage::Voyage,
};
use klaxon_core::Tell;

/// Missions of a campaign at most (SA-15.1).
const MISSIONS: u8 = 3;

impl SpaceAlert {
    /// SA-15.12: threat points of all missions, the last penalties, the mean of the visual confirmations. For a
    /// single mission it is SA-11.1.
    fn total(&self, penalty: i32) -> i32 {
        self.campaign.threats - penalty + self.campaign.visual / i32::from(self.campaign.mission)
    }

    /// A mission is over and stands in the log. Does the campaign go on, or what is the total?
    pub(crate) fn log_mission(&mut self, flight: &Flight, tell: &mut Tell<Event>) -> (bool, Option<i32>) {
        let voyage = &flight.voyage;
        let mut line = LogLine {
            script: flight.script.clone(),
            common: flight.levels.common,
            serious: flight.levels.serious,
            score: voyage.resolution().score,
            penalty: None,
            total: None,
            lost_to: voyage.loss.map(|loss| loss.threat),
        };
        if let Some(score) = &line.score {
            self.campaign.threats += score.threats();
            self.campaign.visual += score.visual;
        }
        let campaign = self.setup.play == Play::Campaign;
        let goes_on = campaign && line.score.is_some() && self.campaign.mission < MISSIONS;
        if !goes_on && let Some(score) = &line.score {
            line.penalty = Some(score.penalty());
            line.total = Some(self.total(score.penalty()));
        }
        let total = line.total;
        tell.all(Event::Logged(line.clone()));
        self.log.push(line);
        (goes_on, total)
    }

    /// SA-15.12: no repairs after the last mission; its line gets penalty and total.
    pub(crate) fn close_log(&mut self, voyage: &Voyage, tell: &mut Tell<Event>) -> i32 {
        let penalty = voyage.score().penalty();
        let total = self.total(penalty);
        if let Some(line) = self.log.last_mut() {
            (line.penalty, line.total) = (Some(penalty), Some(total));
            tell.all(Event::Logged(line.clone()));
        }
        total
    }

    /// SA-15.4, SA-15.15: only tiles and disabled squads are carried over; all else is set up anew.
    pub(crate) fn carry_over(&mut self, voyage: &Voyage) -> Repairs {
        let squads_out = voyage.ship.squads.map(|s| s.disabled || s.place == SquadPlace::LeftOut);
        self.campaign.carried = Carried { tiles: voyage.ship.tiles, squads_out, only_squad_at: None };
        // SA-15.7: also whoever was knocked out in space.
        let out = voyage.members().iter().map(|m| m.out).collect();
        Repairs { next: 0, done: [0; 3], out }
    }
}
