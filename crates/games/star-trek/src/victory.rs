//! The end of a turn and of the game (ST-20).

use crate::data::scenario::{EndCond, Goal, GoalEffect, GoalTeam, GoalWord, Spares, Special, Victory, Zone};
use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::ShipId;
use crate::state::frame::{Source, Target};
use crate::state::{Ending, MAX_SEATS, NOBODY, Place, Ship, StarTrek, Status, Why};
use klaxon_core::SeatSet;

impl StarTrek {
    /// ST-20.7: after step 5 the scenario's effects, then goals, fleets and scores, then the limit.
    pub(crate) fn step_turn_end(&mut self, fate: &mut Fate) {
        if self.next_pulse(fate) {
            return;
        }
        self.judge(fate);
        if self.ending.is_none() {
            self.begin_turn(fate);
        }
    }

    /// The next ship that a pulse of the scenario strikes; false when all are done.
    fn next_pulse(&mut self, fate: &mut Fate) -> bool {
        while let Some(special) = self.scenario.special.get(usize::from(self.pulse.special)) {
            if let Special::Pulse { of, range, drop, when: _, spares } = special {
                let (range, counters, spares) = (u32::from(*range), *drop, *spares);
                let terrain = *self.terrain(self.terrain_named(of));
                while usize::from(self.pulse.ship) < self.ships.len() {
                    let id = ShipId::at(usize::from(self.pulse.ship));
                    self.pulse.ship += 1;
                    let ship = *self.ship(id);
                    let spared =
                        spares == Spares::TeamHoldingRef && self.team_of(ship.controller) == terrain.holder;
                    if ship.in_play() && !spared && ship.round().in_range(terrain.round(), range) {
                        let hits = fate.drop(counters);
                        fate.all(Event::Pulse { ship: self.ship_tag(id), counters, hits });
                        self.hit(Target::Ship(id), hits, Source::Pulse, NOBODY, ShipId::NONE, fate);
                        return true;
                    }
                }
            }
            self.pulse.special += 1;
            self.pulse.ship = 0;
        }
        false
    }

    /// Has the game ended with this turn?
    fn judge(&mut self, fate: &mut Fate) {
        let (won, lost) = self.settle_goals(fate);
        let all: u8 = self.teams_playing();
        let afloat = self.teams_afloat();
        let last = self.turn >= self.turn_limit();
        if self.teams == 1 {
            // ST-20.8: one team against the threat.
            if won != 0 && lost == 0 {
                self.finish(won, Why::Goal, fate);
            } else if lost != 0 || afloat == 0 || last {
                self.end(SeatSet::NONE, false, Why::Defeat, fate);
            }
            return;
        }
        let mut winners = won & !lost;
        if lost != 0 {
            let rest = all & !lost;
            if rest.count_ones() <= 1 {
                winners |= rest;
                if rest == 0 {
                    return self.together(lost, fate);
                }
            }
        }
        let by_goal = winners != 0;
        let has = |wanted: &Victory| self.scenario.victory.contains(wanted);
        let fleets = has(&Victory::DestroyFleet);
        if fleets && afloat.count_ones() == 1 {
            winners |= afloat;
        }
        if winners.count_ones() == 1 {
            return self.finish(winners, if by_goal { Why::Goal } else { Why::Fleet }, fate);
        }
        if winners != 0 {
            return self.together(winners, fate);
        }
        if fleets && afloat == 0 {
            return self.together(all, fate);
        }
        // ST-20.3: at most one team has any ship, or another end condition is met.
        let over = (has(&Victory::PointsForShips) && afloat.count_ones() <= 1) || self.end_condition();
        if over {
            return self.by_score(all, false, fate);
        }
        if last {
            let limit_goals = self.limit_goals();
            if limit_goals != 0 {
                return self.finish(limit_goals, Why::Limit, fate);
            }
            self.by_score(all, true, fate);
        }
    }

    /// Teams with a player who has not conceded, as a set.
    pub(crate) fn teams_playing(&self) -> u8 {
        self.seats.iter().filter(|p| !p.out).fold(0, |set, p| set | 1 << p.team)
    }

    /// ST-20.2, ST-18.4: teams that are not beaten: they control a ship, or have crew aboard a captured ship that they
    /// began the game with.
    pub(crate) fn teams_afloat(&self) -> u8 {
        let mut set = 0;
        for (id, ship) in self.ships_in_play() {
            let master = self.team_of(ship.controller);
            set |= 1 << master;
            if ship.built_by != master {
                let own =
                    |owner: u8| usize::from(owner) < self.seats.len() && self.team_of(owner) == ship.built_by;
                if self.disks_at(Place::Ship(id)).any(|(_, d)| d.counts_as_crew() && own(d.owner)) {
                    set |= 1 << ship.built_by;
                }
            }
        }
        set & self.teams_playing()
    }

    /// Counts goals; returns the teams that win by one and those that lose by one.
    fn settle_goals(&mut self, fate: &mut Fate) -> (u8, u8) {
        let (mut won, mut lost) = (0u8, 0u8);
        for i in 0..self.scenario.victory.len() {
            let Victory::Goal { team, goal, effect } = &self.scenario.victory[i] else { continue };
            let (team, effect) = (*team, *effect);
            let turns = goal.turns();
            let mut met = 0u8;
            for t in 0..self.teams {
                let concerned = match team {
                    GoalTeam::Team(n) => n == t,
                    GoalTeam::Word(GoalWord::Any) => true,
                    GoalTeam::Word(GoalWord::DestroyerOfVip) => self.vip_killer == t,
                };
                let now = concerned && self.goal_met(&self.scenario.victory[i], t);
                let reached = match turns {
                    None => now,
                    Some((turns, consecutive)) => {
                        let held = &mut self.held[i][usize::from(t)];
                        *held = if now {
                            held.saturating_add(1)
                        } else if consecutive {
                            0
                        } else {
                            *held
                        };
                        concerned && *held >= turns
                    }
                };
                if reached {
                    met |= 1 << t;
                }
            }
            let new = met & !self.reached[i];
            self.reached[i] |= met;
            for t in (0..self.teams).filter(|t| new >> t & 1 == 1) {
                let words = self.scenario.goal_words(i);
                fate.all(Event::Goal { team: self.team_tag(t), condition: i as u8, words });
                if let GoalEffect::ScoreOnce(points) = effect {
                    self.score[usize::from(t)] += i16::from(points);
                    fate.all(Event::Scored { team: self.team_tag(t), points: i16::from(points) });
                }
            }
            match effect {
                GoalEffect::Win => won |= met,
                GoalEffect::Lose => lost |= met,
                GoalEffect::ScoreEach(_) | GoalEffect::ScoreOnce(_) => {}
            }
        }
        let playing = self.teams_playing();
        (won & playing, lost & playing)
    }

    /// Does the goal hold for the team at the end of this turn?
    fn goal_met(&self, victory: &Victory, team: u8) -> bool {
        let Victory::Goal { goal, .. } = victory else { return false };
        let crew_of = |id: &String| {
            let id = id.clone();
            self.disks.iter().filter(move |d| d.kind.of().id == id)
        };
        match goal {
            Goal::HoldTerrain { of, .. } => self.terrain(self.terrain_named(of)).holder == team,
            Goal::CrewInZone { crew, count, zone } => {
                let home = |d: &&crate::state::Disk| match d.place {
                    Place::Ship(ship) => {
                        let s = self.ship(ship);
                        s.in_play() && self.team_of(s.controller) == team && self.in_zone(zone, s)
                    }
                    Place::Terrain(_) | Place::Threat | Place::Out => false,
                };
                crew_of(crew).filter(home).count() >= usize::from(*count)
            }
            Goal::CrewDead { crew, count } => {
                crew_of(crew).filter(|d| d.place == Place::Out).count() >= usize::from(*count)
            }
            Goal::VipHeld { crew, .. } => crew_of(crew).any(|d| match d.place {
                Place::Ship(ship) => self.team_of(self.ship(ship).controller) == team,
                Place::Terrain(_) | Place::Threat | Place::Out => false,
            }),
            Goal::ControlShip { ship, .. } => self
                .ships_in_play()
                .any(|(_, s)| s.kind.of().id == *ship && self.team_of(s.controller) == team),
            Goal::ThreatDestroyed => self.threat.is_some() && self.living_threat().is_none(),
            Goal::ThreatReaches { of } => {
                let goal = self.terrain_named(of);
                self.threat.as_ref().is_some_and(|t| t.reached && t.towards == goal)
            }
            // These are counted ship by ship, or only at the limit.
            Goal::ShipExits { .. } | Goal::ShipLost { .. } => self.ships_counted(victory, team) > 0,
            Goal::ShipInZoneAtEnd { .. } | Goal::TurnLimit => false,
        }
    }

    pub(crate) fn in_zone(&self, zone: &Zone, ship: &Ship) -> bool {
        self.scenario.within(self.table, zone, ship.round())
    }

    /// For how many ships a goal scores.
    fn ships_counted(&self, victory: &Victory, team: u8) -> i16 {
        let Victory::Goal { goal, .. } = victory else { return 0 };
        let named = |ships: &Vec<String>, s: &Ship| ships.contains(&s.kind.of().id);
        let count = |test: &dyn Fn(&Ship) -> bool| self.ships.iter().filter(|s| test(s)).count() as i16;
        if let Goal::ShipExits { ships, end } = goal {
            return count(&|s| named(ships, s) && s.status == Status::Exited && self.beyond(s.at, *end));
        }
        if let Goal::ShipLost { ships } = goal {
            return count(&|s| {
                let captured = s.in_play() && self.team_of(s.controller) != s.built_by;
                named(ships, s) && (s.status == Status::Destroyed || captured)
            });
        }
        if let Goal::ShipInZoneAtEnd { zone } = goal {
            return count(&|s| s.in_play() && self.team_of(s.controller) == team && self.in_zone(zone, s));
        }
        0
    }

    /// A team's score as it would stand if the game ended now: ships destroyed, goals, and enemy-built ships that
    /// it controls (ST-20.3).
    pub(crate) fn total_score(&self, team: u8) -> i16 {
        let mut sum = self.score[usize::from(team)];
        for (_, ship) in self.ships_in_play() {
            if ship.built_by != team && self.team_of(ship.controller) == team {
                sum += i16::from(ship.kind.of().cost);
            }
        }
        for victory in &self.scenario.victory {
            if let Victory::Goal { team: whose, effect: GoalEffect::ScoreEach(points), .. } = victory {
                let concerned = match whose {
                    GoalTeam::Team(n) => *n == team,
                    GoalTeam::Word(GoalWord::Any) => true,
                    GoalTeam::Word(GoalWord::DestroyerOfVip) => self.vip_killer == team,
                };
                if concerned {
                    sum += i16::from(*points) * self.ships_counted(victory, team);
                }
            }
        }
        sum
    }

    fn end_condition(&self) -> bool {
        self.scenario.victory.iter().any(|v| match v {
            Victory::EndWhen { cond: EndCond::NoScenarioShips, .. } => {
                !self.ships_in_play().any(|(_, s)| s.kind.of().is_scenario())
            }
            Victory::EndWhen { cond: EndCond::TeamHasGoals, count } => (0..self.teams).any(|t| {
                self.reached.iter().filter(|set| **set >> t & 1 == 1).count() >= usize::from(*count)
            }),
            Victory::DestroyFleet | Victory::PointsForShips | Victory::Goal { .. } => false,
        })
    }

    /// Teams for which reaching the limit is a goal.
    fn limit_goals(&self) -> u8 {
        let mut set = 0;
        for victory in &self.scenario.victory {
            if let Victory::Goal { team: GoalTeam::Team(n), goal: Goal::TurnLimit, effect: GoalEffect::Win } =
                victory
            {
                set |= 1 << n;
            }
        }
        set & self.teams_playing()
    }

    /// ST-20.5: several at once: the higher score where the scenario keeps score, else a draw.
    fn together(&mut self, teams: u8, fate: &mut Fate) {
        if self.scenario.keeps_score() {
            return self.by_score(teams, false, fate);
        }
        self.end(SeatSet::NONE, true, Why::Together, fate);
    }

    /// The highest score wins; at the limit then more remaining hull (ST-20.6).
    fn by_score(&mut self, teams: u8, limit: bool, fate: &mut Fate) {
        let best = |values: [i32; MAX_SEATS], among: u8| -> u8 {
            let top = (0..6).filter(|t| among >> t & 1 == 1).map(|t| values[t]).max().unwrap_or(0);
            (0..6).filter(|t| among >> t & 1 == 1 && values[*t] == top).fold(0, |set, t| set | 1 << t)
        };
        let mut scores = [0; MAX_SEATS];
        let mut hulls = [0; MAX_SEATS];
        for team in 0..self.teams {
            scores[usize::from(team)] = i32::from(self.total_score(team));
            let own = self.ships_in_play().filter(|(_, s)| self.team_of(s.controller) == team);
            hulls[usize::from(team)] = own.map(|(_, s)| i32::from(s.hull)).sum();
        }
        let first = best(scores, teams);
        if first.count_ones() == 1 {
            return self.finish(first, Why::Points, fate);
        }
        let second = if limit { best(hulls, first) } else { 0 };
        if second.count_ones() == 1 {
            return self.finish(second, Why::Hull, fate);
        }
        self.end(SeatSet::NONE, true, if limit { Why::Limit } else { Why::Together }, fate);
    }

    /// Teams win.
    pub(crate) fn finish(&mut self, teams: u8, why: Why, fate: &mut Fate) {
        let seats = (0..self.teams).filter(|t| teams >> t & 1 == 1);
        let winners = seats.fold(SeatSet::NONE, |set, t| set.or(self.team_seats(t)));
        self.end(winners, false, why, fate);
    }

    pub(crate) fn end(&mut self, winners: SeatSet, draw: bool, why: Why, fate: &mut Fate) {
        let score = winners.iter().next().filter(|_| self.scenario.keeps_score());
        let score = score.map(|s| self.total_score(self.team_of(s.0)));
        self.ending = Some(Ending { winners, draw, why, score });
        let names = winners.iter().map(|s| self.name_of_seat(s.0)).collect();
        fate.tell.reveal(Event::Over { winners, names, draw, why });
    }
}

impl Goal {
    /// For how many turns it has to be so, and whether in a row; none for what is met at once.
    pub(crate) fn turns(&self) -> Option<(u8, bool)> {
        if let Goal::HoldTerrain { turns, consecutive, .. }
        | Goal::VipHeld { turns, consecutive, .. }
        | Goal::ControlShip { turns, consecutive, .. } = self
        {
            return Some((*turns, *consecutive));
        }
        None
    }
}
