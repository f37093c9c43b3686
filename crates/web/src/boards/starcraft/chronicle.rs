//! What the viewer has heard, gathered for the panels: where points came from, the last battle, the last regrouping.

use super::sheets::Origin;
use klaxon_core::{Known, Words};
use klaxon_starcraft::{
    Event, StarCraft,
    data::Face,
    ids::{Area, Faction, Unit},
    tally::Part,
};

/// All of it.
#[derive(Debug, Default)]
pub struct Chronicle {
    /// Where each faction's points came from.
    pub origins: Vec<(Faction, Origin)>,
    /// The battle that goes on or was the last.
    pub battle: Option<Report>,
    /// What the last regrouping did, by step.
    pub regrouping: Vec<(u8, String)>,
    /// The round after which that was.
    pub round: u16,
}

/// A battle as it was told.
#[derive(Debug)]
pub struct Report {
    /// Attacker and defender.
    pub who: [Faction; 2],
    /// Where.
    pub area: Area,
    /// Who fought, by side.
    pub units: [Vec<Unit>; 2],
    /// Its skirmishes, resolved or not.
    pub skirmishes: Vec<Fought>,
    /// What happened outside the skirmishes.
    pub notes: Vec<String>,
    /// How it ended.
    pub end: Option<String>,
}

/// A skirmish as it was told.
#[derive(Debug, Default)]
pub struct Fought {
    /// By side.
    pub sides: [FoughtSide; 2],
    /// It was resolved.
    pub done: bool,
}

/// One side of it.
#[derive(Debug, Default)]
pub struct FoughtSide {
    /// The front-line unit.
    pub unit: Option<Unit>,
    /// Those that supported it.
    pub support: Vec<Unit>,
    /// The standard card that counted in the end, and the reinforcement.
    pub standard: Option<Face>,
    pub reinforcement: Option<Face>,
    pub shields: bool,
    /// Attack and health, part by part.
    pub strength: Option<(u8, u8, Vec<Part>)>,
    /// Sufficient strength.
    pub enough: Option<bool>,
    /// What became of its units and cards.
    pub fates: Vec<String>,
}

impl Chronicle {
    /// Reads what a viewer heard.
    pub fn of(known: &Known<'_, StarCraft>) -> Chronicle {
        let mut chronicle = Chronicle::default();
        let mut at = 0;
        let (mut in_events, mut regrouping) = (false, false);
        for &(_, event) in &known.heard {
            chronicle.points(event, &mut in_events);
            chronicle.fight(event, &mut at);
            chronicle.regroup(event, in_events, &mut regrouping);
        }
        // Who has not heard the whole game would get the sums wrong.
        if !known.whole {
            chronicle.origins.clear();
        }
        chronicle
    }

    fn points(&mut self, event: &Event, in_events: &mut bool) {
        match event {
            Event::RoundBegins { .. } | Event::Regrouping => *in_events = false,
            Event::LooksAtEvents { .. }
            | Event::WillPlay { .. }
            | Event::PlaysEvent { .. }
            | Event::PlaysNone { .. }
            | Event::EndDrawsNear { .. } => *in_events = true,
            Event::Points { who, n, .. } => {
                let at = self.origins.iter().position(|(f, _)| f == who).unwrap_or_else(|| {
                    self.origins.push((*who, Origin::default()));
                    self.origins.len() - 1
                });
                let origin = &mut self.origins[at].1;
                if *in_events { origin.events += n } else { origin.areas += n }
            }
            _ => {}
        }
    }

    fn fight(&mut self, event: &Event, at: &mut usize) {
        if let Event::BattleBegins { who, against, area, units, enemies } = event {
            self.battle = Some(Report {
                who: [*who, *against],
                area: *area,
                units: [units.clone(), enemies.clone()],
                skirmishes: Vec::new(),
                notes: Vec::new(),
                end: None,
            });
            *at = 0;
            return;
        }
        if let Some(battle) = self.battle.as_mut().filter(|b| b.end.is_none()) {
            battle.hear(event, at);
        }
    }

    fn regroup(&mut self, event: &Event, in_events: bool, regrouping: &mut bool) {
        let step = match event {
            Event::Regrouping => {
                self.regrouping.clear();
                *regrouping = true;
                return;
            }
            Event::RoundBegins { round, .. } => {
                self.round = round - 1;
                *regrouping = false;
                return;
            }
            // Cards are drawn and lost in the other phases too.
            _ if !*regrouping => return,
            Event::BaseDestroyed { .. } | Event::TransportDestroyed { .. } => 1,
            Event::CardLost { .. } => 2,
            Event::CardGained { .. } => 3,
            Event::WorkersBack { .. } => 4,
            Event::Points { .. } if !in_events => 5,
            Event::Points { .. }
            | Event::LooksAtEvents { .. }
            | Event::WillPlay { .. }
            | Event::PlaysEvent { .. }
            | Event::HoldsEvent { .. }
            | Event::PlaysNone { .. }
            | Event::EventsDiscarded { .. }
            | Event::EndDrawsNear { .. }
            | Event::Workers { .. }
            | Event::Deployed { .. }
            | Event::ZMoved { .. }
            | Event::LostToObservers { .. }
            | Event::Bombarded { .. }
            | Event::UnitLost { .. }
            | Event::EventWithoutEffect { .. } => 8,
            Event::Discarded { .. } => 9,
            Event::TokenPassed { .. } => 10,
            _ => return,
        };
        self.regrouping.push((step, StarCraft::line(event).text));
    }
}

impl Report {
    fn side(&self, who: Faction) -> usize {
        usize::from(self.who[0] != who)
    }

    fn skirmish(&mut self, n: usize) -> &mut Fought {
        while self.skirmishes.len() <= n {
            self.skirmishes.push(Fought::default());
        }
        &mut self.skirmishes[n]
    }

    fn hear(&mut self, event: &Event, at: &mut usize) {
        match event {
            Event::Paired { skirmish, unit, enemy, .. } => {
                let fought = self.skirmish(usize::from(*skirmish));
                fought.sides[0].unit = Some(*unit);
                fought.sides[1].unit = Some(*enemy);
            }
            Event::Supports { who, unit, skirmish } => {
                let side = self.side(*who);
                self.skirmish(usize::from(*skirmish)).sides[side].support.push(*unit);
            }
            Event::SkirmishBegins { skirmish, .. } => *at = usize::from(*skirmish),
            Event::Shows { who, standard, reinforcement, shields } => {
                let side = self.side(*who);
                let fought = &mut self.skirmish(*at).sides[side];
                (fought.standard, fought.reinforcement, fought.shields) =
                    (*standard, *reinforcement, *shields);
            }
            Event::Replaced { who, face } => {
                let side = self.side(*who);
                let fought = &mut self.skirmish(*at).sides[side];
                fought.standard = *face;
                fought.fates.push(StarCraft::line(event).text);
            }
            Event::DoesNotCount { who, .. } | Event::Cancelled { who, .. } => {
                let side = self.side(*who);
                self.skirmish(*at).sides[side].fates.push(StarCraft::line(event).text);
            }
            Event::Strength { who, attack, health, parts, .. } => {
                let side = self.side(*who);
                let fought = self.skirmish(*at);
                fought.done = true;
                fought.sides[side].strength = Some((*attack, *health, parts.clone()));
            }
            Event::Strikes { who, enough } => {
                let side = self.side(*who);
                self.skirmish(*at).sides[side].enough = Some(*enough);
            }
            Event::Destroyed { who, .. }
            | Event::Withdrew { who, .. }
            | Event::SelfDestructed { who }
            | Event::EndOfStep { who, .. }
            | Event::ReturnedToTech { who, .. }
            | Event::SplashTriggered { who, .. } => {
                let side = self.side(*who);
                self.skirmish(*at).sides[side].fates.push(StarCraft::line(event).text);
            }
            Event::Used { .. }
            | Event::UsedEvent { .. }
            | Event::Sacrificed { .. }
            | Event::Splashed { .. }
            | Event::CalledOff { .. }
            | Event::Retreated { .. }
            | Event::LostInRetreat { .. }
            | Event::Regenerates { .. } => self.notes.push(StarCraft::line(event).text),
            Event::BattleEnds { .. } => self.end = Some(StarCraft::line(event).text),
            _ => {}
        }
    }
}
