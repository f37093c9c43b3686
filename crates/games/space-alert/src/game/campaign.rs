//! Chapter 15: the end of a mission, and what comes between the missions of a campaign. Also the ship's log.

use super::{Action, Event, Levels, LogLine, Play, Repair, Repairs, SpaceAlert, Stage};
use crate::{Carried, SquadPlace, Station, Tile, Zone};
use klaxon_core::{Chance, Refusal, Seat, Tell, rule};

/// Missions of a campaign at most (SA-15.1).
const MISSIONS: u8 = 3;
/// Tiles repaired in a zone between two missions at most (SA-15.6).
const TILES_PER_ZONE: u8 = 2;

impl SpaceAlert {
    /// A mission is over: it is logged; the table ends or the campaign goes on.
    pub(super) fn land(&mut self, tell: &mut Tell<Event>) {
        let Stage::Flight(flight) = &self.stage else { unreachable!("only from the Resolution Round") };
        let voyage = flight.voyage;
        let campaign = self.setup.play == Play::Campaign;
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
        let goes_on = campaign && line.score.is_some() && self.campaign.mission < MISSIONS;
        if !goes_on && let Some(score) = &line.score {
            line.penalty = Some(score.penalty());
            line.total = Some(self.total(score.penalty()));
        }
        let total = line.total;
        tell.all(Event::Logged(line.clone()));
        self.log.push(line);
        let voyage = Box::new(voyage);
        self.stage = if goes_on {
            Stage::GoOn { votes: vec![None; self.setup.people()], voyage }
        } else {
            Stage::Over { voyage, score: total }
        };
    }

    /// SA-15.12: threat points of all missions, the last penalties, the mean of the visual confirmations. For a
    /// single mission it is SA-11.1.
    fn total(&self, penalty: i32) -> i32 {
        self.campaign.threats - penalty + self.campaign.visual / i32::from(self.campaign.mission)
    }

    pub(super) fn repair_choices(&self, all: &mut Vec<Action>) {
        for zone in Zone::ALL {
            all.extend(Tile::ALL.map(|tile| Action::Repair(Repair::Tile(zone, tile))));
        }
        all.extend([0, 1].map(|squad| Action::Repair(Repair::Squad(squad))));
        all.push(Action::Repair(Repair::Nothing));
    }

    pub(super) fn check_repair(&self, repairs: &Repairs, repair: Repair) -> Result<(), Refusal> {
        let carried = &self.campaign.carried;
        match repair {
            Repair::Nothing => Ok(()),
            Repair::Tile(zone, tile) => {
                if !carried.tiles[zone.index()].has(tile) {
                    return Err(Refusal::illegal(rule!("SA-15.5"), "that is not damaged"));
                }
                if repairs.done[zone.index()] >= TILES_PER_ZONE {
                    let text = "at most two tiles of a zone are repaired in one pause";
                    return Err(Refusal::illegal(rule!("SA-15.6"), text));
                }
                Ok(())
            }
            Repair::Squad(squad) => match carried.squads_out.get(usize::from(squad)) {
                Some(true) => Ok(()),
                Some(false) => Err(Refusal::illegal(rule!("SA-15.5"), "that squad is not disabled")),
                None => Err(Refusal::malformed("there are two squads")),
            },
        }
    }

    /// SA-15.11: one of the two storages.
    pub(super) fn check_squad_at(&self, station: Station) -> Result<(), Refusal> {
        if matches!(station, Station::UB | Station::LR) {
            return Ok(());
        }
        Err(Refusal::illegal(rule!("SA-15.11"), "battlebots are stored at UB or LR"))
    }

    pub(super) fn apply_campaign(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut Chance,
        tell: &mut Tell<Event>,
    ) {
        let who = self.figure_of(seat);
        match (&mut self.stage, action) {
            (Stage::Levels { proposals }, Action::Levels(levels)) => {
                proposals[seat.index()] = Some(*levels);
                tell.all(Event::Proposes { who, levels: *levels });
                let all: Option<Vec<Levels>> = proposals.iter().copied().collect();
                if let Some(all) = all {
                    // SA-15.2: the most careful proposal wins, for each sort of threats.
                    let common = all.iter().map(|l| l.common).min().expect("somebody is here");
                    let serious = all.iter().map(|l| l.serious).min().expect("somebody is here");
                    let levels = Levels { common, serious };
                    tell.all(Event::LevelsAre(levels));
                    let [a, b] = self.campaign.carried.squads_out;
                    if a == b {
                        self.begin_mission(levels, chance, tell);
                    } else {
                        self.stage = Stage::OnlySquad { levels };
                    }
                }
            }
            (Stage::OnlySquad { levels }, Action::SquadAt(station)) => {
                let levels = *levels;
                self.campaign.carried.only_squad_at = Some(*station);
                tell.all(Event::SquadAt(*station));
                self.begin_mission(levels, chance, tell);
            }
            (Stage::GoOn { votes, .. }, Action::GoOn(yes)) => {
                votes[seat.index()] = Some(*yes);
                tell.all(Event::WantsToGoOn { who, yes: *yes });
                if votes.iter().all(Option::is_some) {
                    self.count_votes(tell);
                }
            }
            (Stage::Repairs(repairs), Action::Repair(repair)) => {
                let place = usize::from(repairs.next);
                repairs.next += 1;
                if let Repair::Tile(zone, _) = repair {
                    repairs.done[zone.index()] += 1;
                }
                let who = self.figure(place);
                let carried = &mut self.campaign.carried;
                match *repair {
                    Repair::Nothing => tell.all(Event::RepairsNothing(who)),
                    Repair::Tile(zone, tile) => {
                        carried.tiles[zone.index()] = carried.tiles[zone.index()].without(tile);
                        tell.all(Event::RepairsTile { who, zone, tile });
                    }
                    Repair::Squad(squad) => {
                        carried.squads_out[usize::from(squad)] = false;
                        tell.all(Event::RepairsSquad(who));
                    }
                }
                self.next_repair(tell);
            }
            (
                Stage::Levels { .. }
                | Stage::OnlySquad { .. }
                | Stage::GoOn { .. }
                | Stage::Repairs(_)
                | Stage::Planning(_)
                | Stage::Flight(_)
                | Stage::Over { .. },
                _,
            ) => unreachable!("checked"),
        }
    }

    fn begin_mission(&mut self, levels: Levels, chance: &mut Chance, tell: &mut Tell<Event>) {
        // SA-15.3: all cards and boards are dealt anew.
        let planning = self.deal(levels, chance).expect("a campaign draws from the full scripts");
        self.stage = Stage::Planning(Box::new(planning));
        self.begin_planning(tell);
    }

    /// SA-15.2: any "stop" stops.
    fn count_votes(&mut self, tell: &mut Tell<Event>) {
        let Stage::GoOn { votes, voyage } = &self.stage else { unreachable!("just voted") };
        let voyage = voyage.clone();
        if votes.contains(&Some(false)) {
            // SA-15.12: no repairs after the last mission; its line gets penalty and total.
            let penalty = voyage.score().penalty();
            let total = self.total(penalty);
            if let Some(line) = self.log.last_mut() {
                (line.penalty, line.total) = (Some(penalty), Some(total));
                tell.all(Event::Logged(line.clone()));
            }
            self.stage = Stage::Over { voyage, score: Some(total) };
            return;
        }
        // SA-15.4, SA-15.15: only tiles and disabled squads are carried over; all else is set up anew.
        let squads_out = voyage.ship.squads.map(|s| s.disabled || s.place == SquadPlace::LeftOut);
        self.campaign.carried = Carried { tiles: voyage.ship.tiles, squads_out, only_squad_at: None };
        // SA-15.7: also whoever was knocked out in space.
        let out = voyage.members().iter().map(|m| m.out).collect();
        self.stage = Stage::Repairs(Repairs { next: 0, done: [0; 3], out });
        self.next_repair(tell);
    }

    /// Whoever was knocked out recovers; who finds nothing to repair is passed over; after the last the next
    /// mission begins.
    fn next_repair(&mut self, tell: &mut Tell<Event>) {
        let crew = self.setup.crew.len();
        loop {
            let Stage::Repairs(repairs) = &self.stage else { return };
            let place = usize::from(repairs.next);
            if place >= crew {
                self.campaign.mission += 1;
                self.stage = Stage::Levels { proposals: vec![None; self.setup.people()] };
                return;
            }
            let mut some = Vec::new();
            self.repair_choices(&mut some);
            let useful = some.iter().any(|action| {
                matches!(action, Action::Repair(repair)
                    if *repair != Repair::Nothing && self.check_repair(repairs, *repair).is_ok())
            });
            let out = repairs.out[place];
            if !out && useful {
                return;
            }
            if out {
                // SA-15.5: recovers, and repairs nothing.
                tell.all(Event::Recovers(self.figure(place)));
            }
            if let Stage::Repairs(repairs) = &mut self.stage {
                repairs.next += 1;
            }
        }
    }
}
