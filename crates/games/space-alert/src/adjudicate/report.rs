//! What came of a judged mission, ready to become JSON.

use super::Mistake;
use crate::{Happening, SquadPlace, Station, Status, Step, Threat, Tile, Voyage, Zone, data::data};
use klaxon_core::RuleId;
use serde::Serialize;

/// One thing for each zone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[allow(missing_docs)]
pub struct ByZone<T> {
    pub red: T,
    pub white: T,
    pub blue: T,
}

impl<T> ByZone<T> {
    fn of(make: impl Fn(Zone) -> T) -> ByZone<T> {
        ByZone { red: make(Zone::Red), white: make(Zone::White), blue: make(Zone::Blue) }
    }
}

/// A whole mission, step by step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// What was filled in for the writer.
    pub notes: Vec<String>,
    /// The position it began with.
    pub start: Checkpoint,
    /// The turns.
    pub turns: Vec<TurnReport>,
    /// How it ended.
    pub end: End,
    /// The ship as it stands then, to be drawn.
    #[serde(skip)]
    pub ship: Box<Voyage>,
}

impl Report {
    /// As JSON, with line breaks.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report serialises")
    }

    /// As text that a table can read aloud.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let mut line = |text: &str| {
            out.push_str(text);
            out.push('\n');
        };
        for note in &self.notes {
            line(&format!("note: {note}"));
        }
        for turn in &self.turns {
            line(&format!("Turn {}", turn.turn));
            for step in &turn.steps {
                line(&format!("  {}", step.step));
                for event in &step.events {
                    let rule = event.rule.map_or(String::new(), |r| format!(" ({r})"));
                    line(&format!("    {}{rule}", event.text));
                }
            }
        }
        line(&self.end.sentence());
        out
    }
}

/// One turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurnReport {
    /// Its number.
    pub turn: u8,
    /// Its steps.
    pub steps: Vec<StepReport>,
}

/// One step of a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepReport {
    /// Its name.
    pub step: String,
    /// What happened.
    pub events: Vec<Sentence>,
    /// The position after it.
    pub after: Checkpoint,
}

impl StepReport {
    pub(super) fn new(step: Step, heard: &[Happening], voyage: &Voyage) -> StepReport {
        let is_heading =
            |h: &&Happening| matches!(h, Happening::TurnBegins { .. } | Happening::StepBegins { .. });
        let events = heard.iter().filter(|h| !is_heading(h)).map(|h| {
            let said = h.line();
            Sentence { text: said.text, rule: said.rule }
        });
        StepReport { step: step.word().into(), events: events.collect(), after: Checkpoint::of(voyage) }
    }
}

/// A sentence with its rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sentence {
    /// What happened.
    pub text: String,
    /// By which rule.
    pub rule: Option<RuleId>,
}

/// The position after a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checkpoint {
    /// Damage tiles lying on the ship.
    pub damage: ByZone<Vec<Tile>>,
    /// Energy in the shields.
    pub shields: ByZone<u8>,
    /// Energy in the reactors.
    pub reactors: ByZone<u8>,
    /// Fuel capsules.
    pub fuel: u8,
    /// Rockets in the station.
    pub rockets: u8,
    /// Occupied squares of the rocket track: 1, 2.
    pub rocket_track: Vec<u8>,
    /// Computer maintained, by phase.
    pub computer: [bool; 3],
    /// The best turn at the window, by phase: crew members.
    pub visual: [u8; 3],
    /// The crew, captain first.
    pub crew: Vec<CrewPoint>,
    /// Squads that nobody leads: station, or `left out`, and whether disabled.
    pub storage: Vec<(String, bool)>,
    /// The threats, in the order in which they act.
    pub threats: Vec<ThreatPoint>,
}

/// A crew member after a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CrewPoint {
    /// Station, or `space`.
    pub at: String,
    /// Knocked out.
    pub knocked_out: bool,
    /// `none`, `active` or `disabled`.
    pub squad: String,
    /// The action board.
    pub slots: Vec<String>,
}

/// A threat after a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThreatPoint {
    /// Card id.
    pub card: String,
    /// Name.
    pub name: String,
    /// Its number.
    pub turn: u8,
    /// Zone, or `internal`.
    pub zone: String,
    /// `waiting`, `on track`, `destroyed` or `survived`.
    pub state: String,
    /// The square it stands on; 0 while waiting.
    pub square: u8,
    /// Red blocks.
    pub blocks: u8,
    /// Hit points.
    pub hit_points: u8,
    /// Speed now.
    pub speed: u8,
    /// Shield points now, without a lent bonus.
    pub shield: i8,
    /// Where its tokens lie.
    pub at: Vec<Station>,
}

impl ThreatPoint {
    fn of(t: &Threat) -> ThreatPoint {
        let state = match t.status {
            Status::Waiting => "waiting",
            Status::OnTrack => "on track",
            Status::Destroyed => "destroyed",
            Status::Survived => "survived",
        };
        ThreatPoint {
            card: t.card.to_string(),
            name: t.face().name.clone(),
            turn: t.turn,
            zone: t.place.word().into(),
            state: state.into(),
            square: t.square,
            blocks: t.blocks,
            hit_points: t.hp,
            speed: t.speed,
            shield: t.shield,
            at: t.tokens.iter().collect(),
        }
    }
}

impl Checkpoint {
    /// The position of a voyage.
    pub fn of(voyage: &Voyage) -> Checkpoint {
        let ship = &voyage.ship;
        let last = usize::from(voyage.lesson.last_turn());
        let crew = voyage.members().iter().enumerate().map(|(i, m)| CrewPoint {
            at: if m.in_space { "space".into() } else { m.at.word().into() },
            knocked_out: m.out,
            squad: match voyage.squad_of(i) {
                None => "none",
                Some(s) if ship.squads[s].disabled => "disabled",
                Some(_) => "active",
            }
            .into(),
            slots: voyage.program[i][..last].iter().map(|s| s.up.word()).collect(),
        });
        let storage = ship.squads.iter().filter_map(|s| match s.place {
            SquadPlace::Stored(at) => Some((at.word().to_string(), s.disabled)),
            SquadPlace::LeftOut => Some(("left out".to_string(), s.disabled)),
            SquadPlace::Led(_) => None,
        });
        Checkpoint {
            damage: ByZone::of(|z| ship.tiles[z.index()].iter().collect()),
            shields: ByZone::of(|z| ship.shield[z.index()]),
            reactors: ByZone::of(|z| ship.reactor[z.index()]),
            fuel: ship.fuel,
            rockets: ship.rockets,
            rocket_track: (1..=2).filter(|&n| ship.rocket_track[usize::from(n) - 1]).collect(),
            computer: ship.maintained,
            visual: ship.visual,
            crew: crew.collect(),
            storage: storage.collect(),
            threats: voyage.threats().iter().map(ThreatPoint::of).collect(),
        }
    }
}

/// How a mission ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// Is the ship home?
    pub survived: bool,
    /// Damage tiles by zone.
    pub damage_tiles: ByZone<Vec<Tile>>,
    /// Threats destroyed, by card id.
    pub destroyed: Vec<String>,
    /// Threats survived.
    pub survived_threats: Vec<String>,
    /// Threats still on a trajectory.
    pub still_on_track: Vec<String>,
    /// Threats that never appeared: the mission was lost before.
    pub never_appeared: Vec<String>,
    /// Crew members knocked out, counted from 1.
    pub knocked_out: Vec<usize>,
    /// Squads disabled at the end.
    pub disabled_squads: u8,
    /// Points for visual confirmation.
    pub visual_confirmation: i32,
    /// Points for visual confirmation by phase.
    pub visual_by_phase: [u8; 3],
    /// Points for threats.
    pub threat_points: i32,
    /// What is taken off.
    pub penalty: i32,
    /// The score; none for a lost mission (SA-11.1).
    pub score: Option<i32>,
    /// How it was lost.
    pub loss: Option<LossReport>,
}

/// How a mission was lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LossReport {
    /// In which turn.
    pub turn: u8,
    /// The card of the threat whose effect it was.
    pub cause: String,
    /// Its name.
    pub name: String,
    /// The zone that was destroyed, if one was.
    pub zone: Option<Zone>,
}

impl End {
    pub(super) fn of(voyage: &Voyage) -> End {
        let score = voyage.score();
        let with = |status: Status| -> Vec<String> {
            voyage.threats().iter().filter(|t| t.status == status).map(|t| t.card.to_string()).collect()
        };
        End {
            survived: voyage.loss.is_none(),
            damage_tiles: ByZone::of(|z| voyage.ship.tiles[z.index()].iter().collect()),
            destroyed: with(Status::Destroyed),
            survived_threats: with(Status::Survived),
            still_on_track: with(Status::OnTrack),
            never_appeared: with(Status::Waiting),
            knocked_out: (0..voyage.members().len()).filter(|&i| voyage.crew[i].out).map(|i| i + 1).collect(),
            disabled_squads: score.disabled_squads as u8,
            visual_confirmation: score.visual,
            visual_by_phase: voyage.ship.visual.map(|n| data().ship.visual_points[usize::from(n)]),
            threat_points: score.threats(),
            penalty: score.penalty(),
            score: voyage.resolution().score.map(|s| s.total()),
            loss: voyage.loss.map(|loss| LossReport {
                turn: loss.turn,
                cause: loss.threat.to_string(),
                name: loss.threat.card().name.clone(),
                zone: loss.zone,
            }),
        }
    }

    /// The end in a sentence.
    pub fn sentence(&self) -> String {
        match (&self.loss, self.score) {
            (Some(loss), _) => {
                let zone = loss.zone.map_or(String::new(), |z| format!(": the {z} zone is destroyed"));
                format!("Lost in turn {} to {}{zone}.", loss.turn, loss.name)
            }
            (None, Some(score)) => format!(
                "Survived: {} for threats, {} penalty, {} visual confirmation: score {score}.",
                if self.threat_points == 1 {
                    "1 point".into()
                } else {
                    format!("{} points", self.threat_points)
                },
                self.penalty,
                self.visual_confirmation
            ),
            (None, None) => "The mission has not ended.".into(),
        }
    }
}

impl Mistake {
    pub(super) fn new(place: impl Into<String>, text: impl Into<String>) -> Mistake {
        Mistake { place: place.into(), text: text.into() }
    }
}
