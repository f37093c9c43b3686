//! The end of a mission of Star Trek: ships lost, goals reached, points or hull.

use super::{Moment, Sheet, Side, Tale, Throws, heading, side_of};
use crate::error::sentence;
use klaxon_core::{Known, Outcome, Words, count};
use klaxon_star_trek::{Event, Mark, ShipId, StarTrek, Status, View, Why};
use std::collections::BTreeMap;

pub fn tale(known: &Known<'_, StarTrek>, sides: &[Side], outcome: &Outcome) -> Tale {
    let view = &known.view;
    let reader = Reader { view, sides };
    let together = (view.teams.len() == 1)
        .then(|| if outcome.winners.is_empty() { "The mission failed" } else { "The mission is done" });
    let teams: Vec<usize> = sides.iter().map(|side| reader.team(side)).collect();
    let scored = view.scores.iter().any(|score| *score != 0);
    let (scores, unit) = if scored {
        (teams.iter().map(|t| view.scores.get(*t).copied().unwrap_or(0).to_string()).collect(), "points")
    } else {
        (teams.iter().map(|t| reader.afloat(*t).0.to_string()).collect(), "ships left")
    };
    let (moments, turns) = reader.read(known);
    Tale {
        together,
        names: teams.iter().filter_map(|t| view.teams.get(*t).cloned()).collect(),
        cause: reader.cause(known, outcome, &teams),
        scores,
        unit,
        moments,
        turns,
        luck: reader.luck(known),
        sheet: reader.sheet(&teams, scored, outcome),
    }
}

struct Reader<'a> {
    view: &'a View,
    sides: &'a [Side],
}

impl Reader<'_> {
    fn team(&self, side: &Side) -> usize {
        let seat = side.seats.iter().next().and_then(|seat| self.view.seats.get(seat.index()));
        seat.map_or(0, |seat| usize::from(seat.team))
    }

    /// The side that bought a ship.
    fn side(&self, ship: ShipId) -> Option<usize> {
        side_of(self.sides, usize::from(self.view.ship(ship)?.owner))
    }

    /// The side that gains when this one loses something: known where there are two.
    fn against(&self, ship: ShipId) -> Option<usize> {
        if self.sides.len() == 2 { self.side(ship).map(|side| 1 - side) } else { None }
    }

    /// Ships that a team has left, and their hull.
    fn afloat(&self, team: usize) -> (usize, u32) {
        let left =
            self.view.ships.iter().filter(|s| {
                usize::from(s.team) == team && matches!(s.status, Status::Placed | Status::InPlay)
            });
        left.fold((0, 0), |(n, hull), ship| (n + 1, hull + u32::from(ship.hull)))
    }

    fn read(&self, known: &Known<'_, StarTrek>) -> (Vec<Moment>, Vec<(u32, String)>) {
        let (mut moments, mut turns) = (Vec::new(), Vec::new());
        let mut turn = 0;
        for (step, event) in known.heard.iter().copied() {
            if let Event::Turn { turn: n } = event {
                turn = *n;
                turns.push((step, format!("turn {n}")));
            }
            if let Some((gains, weight)) = self.weight(event).filter(|_| !self.left_before(known, event)) {
                moments.push(Moment {
                    step,
                    when: format!("Turn {turn}"),
                    title: heading(&StarTrek::line(event).text),
                    text: String::new(),
                    gains,
                    weight,
                });
            }
        }
        (moments, turns)
    }

    /// A ship that is lost because it left the table: that it left says it all.
    fn left_before(&self, known: &Known<'_, StarTrek>, event: &Event) -> bool {
        let Event::Destroyed { ship: lost, .. } = event else { return false };
        known.heard.iter().any(|(_, e)| matches!(e, Event::LeftTable { ship } if ship.id == lost.id))
    }

    /// Who gains by an event, if it may turn a game, and how much it weighs.
    fn weight(&self, event: &Event) -> Option<(Option<usize>, i32)> {
        Some(match event {
            Event::Destroyed { ship, .. } | Event::LeftTable { ship } => (self.against(ship.id), 120),
            Event::Assimilated { ship } => (None, if self.side(ship.id).is_some() { 100 } else { 60 }),
            Event::Captured { ship, by } => (
                side_of(self.sides, usize::from(by.seat)),
                if self.side(ship.id).is_some() { 100 } else { 60 },
            ),
            Event::Exited { ship } => (self.side(ship.id), 60),
            Event::CubeDestroyed => (Some(0), 200),
            Event::CubeArrived => (None, 200),
            Event::Damage { target: Mark::Ship(ship), hull, .. } if *hull > 0 => {
                (self.against(ship.id), 10 * i32::from(*hull))
            }
            Event::Damage { target: Mark::Cube, hull, .. } if *hull > 0 => (Some(0), 10 * i32::from(*hull)),
            Event::Damage { target: Mark::Ship(ship), shields, .. } if *shields > 0 => {
                (self.against(ship.id), 3 * i32::from(*shields))
            }
            Event::Segment { winner: Some(team), .. } => (self.side_of_team(team.team), 10),
            Event::Crit { ship, .. } => (self.against(ship.id), 15),
            Event::Goal { team, .. } => (self.side_of_team(team.team), 80),
            Event::VipTaken { team, .. } => (self.side_of_team(team.team), 60),
            Event::Scored { team, points } if *points > 0 => {
                (self.side_of_team(team.team), 5 * i32::from(*points))
            }
            Event::Conceded { who, .. } => {
                let out = side_of(self.sides, usize::from(who.seat));
                (out.filter(|_| self.sides.len() == 2).map(|side| 1 - side), 60)
            }
            _ => return None,
        })
    }

    fn side_of_team(&self, team: u8) -> Option<usize> {
        self.sides.iter().position(|side| self.team(side) == usize::from(team))
    }

    /// The reason: the ship whose loss ended it, or what decided when the turns were over.
    fn cause(&self, known: &Known<'_, StarTrek>, outcome: &Outcome, teams: &[usize]) -> String {
        let text = sentence(&outcome.text);
        let heard = || known.heard.iter().copied().map(|(_, event)| event);
        let why = heard().find_map(|event| match event {
            Event::Over { why, .. } => Some(*why),
            _ => None,
        });
        let against = |of: &dyn Fn(usize) -> i64| {
            let mut all: Vec<i64> = teams.iter().map(|team| of(*team)).collect();
            all.sort_by_key(|n| std::cmp::Reverse(*n));
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" to ")
        };
        let gone = || {
            let mut lost =
                heard().filter(|event| !self.left_before(known, event)).filter_map(|event| match event {
                    Event::Destroyed { ship, .. } | Event::LeftTable { ship } => {
                        let beaten = self.side(ship.id).and_then(|side| self.sides.get(side));
                        let beaten =
                            beaten.is_some_and(|s| !s.seats.iter().any(|seat| outcome.winners.has(seat)));
                        let text = match event {
                            Event::LeftTable { ship } => format!("{} left the table", ship.kind.of().name),
                            _ => StarTrek::line(event).text,
                        };
                        beaten.then_some(text)
                    }
                    _ => None,
                });
            lost.next_back()
        };
        match why {
            Some(Why::Fleet | Why::Together | Why::Defeat) => match gone() {
                Some(last) => format!("{} {text}", sentence(&last)),
                None => text,
            },
            Some(Why::Points) => {
                let points = against(&|team| i64::from(self.view.scores.get(team).copied().unwrap_or(0)));
                format!("{} {points}.", text.trim_end_matches('.').to_owned() + ":")
            }
            Some(Why::Hull) => {
                let hull = against(&|team| i64::from(self.afloat(team).1));
                format!("{} {hull}.", text.trim_end_matches('.').to_owned() + ":")
            }
            Some(Why::Goal) => {
                let goal = heard().rfind(|event| matches!(event, Event::Goal { .. }));
                goal.map_or(text.clone(), |event| format!("{} {text}", sentence(&StarTrek::line(event).text)))
            }
            Some(Why::Limit | Why::Conceded | Why::Agreed) | None => text,
        }
    }

    /// Each counter shows a hit or not, with equal chances (ST-13.1).
    fn luck(&self, known: &Known<'_, StarTrek>) -> Vec<Throws> {
        let mut counted: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
        let mut launched: BTreeMap<u16, usize> = BTreeMap::new();
        let mut last = None;
        let mut note = |side: Option<usize>, counters: u8, hits: u8| {
            if let Some(side) = side {
                let sum = counted.entry(side).or_default();
                *sum = (sum.0 + u32::from(counters), sum.1 + u32::from(hits));
            }
        };
        for (_, event) in known.heard.iter().copied() {
            match event {
                Event::Launched { ship, torpedo, .. } => {
                    if let Some(side) = self.side(ship.id) {
                        launched.insert(torpedo.0, side);
                    }
                }
                Event::Dropped { ship, counters, hits, .. } => {
                    last = match ship {
                        Mark::Ship(ship) => self.side(ship.id),
                        Mark::Cube => None,
                    };
                    note(last, *counters, *hits);
                }
                Event::Explodes { torpedo, counters, hits, .. } => {
                    last = launched.get(&torpedo.0).copied();
                    note(last, *counters, *hits);
                }
                Event::DroppedAgain { counters, hits, .. } => note(last, *counters, *hits),
                _ => {}
            }
        }
        let throws = |(side, (counters, hits)): (usize, (u32, u32))| Throws {
            side,
            hits,
            expected: u64::from(counters) * 500,
            thrown: count(counters, "counter"),
        };
        counted.into_iter().map(throws).collect()
    }

    fn sheet(&self, teams: &[usize], scored: bool, outcome: &Outcome) -> Sheet {
        let mut head: Vec<String> = ["Ships", "Hull"].map(String::from).to_vec();
        if scored {
            head.insert(0, "Points".into());
        }
        let rows = teams.iter().zip(self.sides).map(|(team, side)| {
            let (ships, hull) = self.afloat(*team);
            let began = self.view.ships.iter().filter(|s| side.seats.has(klaxon_core::Seat(s.owner)));
            let began: Vec<_> = began.collect();
            let full: u32 = began.iter().map(|s| u32::from(s.max_hull)).sum();
            let mut cells = vec![format!("{ships} of {}", began.len()), format!("{hull} of {full}")];
            if scored {
                cells.insert(0, self.view.scores.get(*team).copied().unwrap_or(0).to_string());
            }
            let won = side.seats.iter().any(|seat| outcome.winners.has(seat));
            (self.view.teams.get(*team).cloned().unwrap_or_default(), cells, won)
        });
        Sheet { title: "What is left", head, rows: rows.collect(), note: String::new() }
    }
}
