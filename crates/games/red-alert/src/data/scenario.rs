//! Scenarios: battle notes and maps drawn as text (chapter 23 of the ledger).

use crate::board::{Hex, HexSet, Side};
use crate::data::{First, Kind, Muster, UnitStats, fleet_fits};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What brings points besides eliminated units (chapter 20).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Units on planets (RA-20.1).
    PlanetControl,
    /// Sectors without an enemy (RA-20.7).
    ClearSector,
    /// Units that leave over the enemy baseline (RA-20.11).
    Breakthrough,
}

impl Objective {
    /// All of them.
    pub const ALL: [Objective; 3] =
        [Objective::PlanetControl, Objective::ClearSector, Objective::Breakthrough];

    pub(crate) fn bit(self) -> u8 {
        1 << self as u8
    }

    /// In a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Objective::PlanetControl => "planet control",
            Objective::ClearSector => "clearing a sector",
            Objective::Breakthrough => "breakthrough",
        }
    }
}

/// How a scenario gives out task force cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaskForces {
    /// Not at all.
    None,
    /// At random (RA-4.1).
    Random,
    /// Dice decide who picks first (RA-23.10).
    Choose,
}

/// A planet group on a map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Planet {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its hexes.
    pub hexes: HexSet,
}

/// A scenario as it is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scenario {
    /// Short name.
    pub id: String,
    /// Title.
    pub name: String,
    /// Battle date.
    pub code: String,
    /// What it is about.
    pub blurb: String,
    /// Its rule.
    pub rule: String,
    /// Where it comes from.
    pub source: String,
    /// Points that win.
    pub victory_points: u8,
    /// Eliminated units that win; `None` where they do not.
    pub eliminations: Option<u8>,
    /// Who goes first.
    pub first: First,
    /// Objectives of each side, as bits.
    pub objectives: [u8; 2],
    /// The defender under time pressure (RA-20.15); no scenario of the box has one (RA-20.17).
    pub time_pressure: Option<Side>,
    /// Task force cards.
    pub task_forces: TaskForces,
    /// Cards, stars and purchases of each side.
    pub muster: [Muster; 2],
    /// Planets.
    pub planets: Vec<Planet>,
    /// Asteroid hexes.
    pub asteroids: HexSet,
    /// Printed units.
    pub units: Vec<(Side, Hex, Kind)>,
    /// Deployment hexes of each side (RA-4.14); none where units are printed (RA-3.7).
    pub deploy: [HexSet; 2],
}

impl Scenario {
    /// Has the side this objective?
    pub fn has(&self, side: Side, objective: Objective) -> bool {
        self.objectives[side.index()] & objective.bit() != 0
    }

    /// Are units bought or drawn and then deployed in secret?
    pub fn is_mustered(&self) -> bool {
        self.task_forces != TaskForces::None || self.muster.iter().any(|m| m.support.is_some())
    }

    /// The fixed units of a side, by kind.
    pub fn fixed(&self, side: Side) -> [u8; 9] {
        let mut units = [0; 9];
        for (_, _, kind) in self.units.iter().filter(|(s, _, _)| *s == side) {
            units[*kind as usize] += 1;
        }
        units
    }
}

/// A scenario as it is written down.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    pub id: String,
    name: String,
    #[serde(default)]
    code: String,
    blurb: String,
    #[serde(default = "usual_rule")]
    rule: String,
    source: String,
    victory_points: u8,
    eliminations: Option<u8>,
    first: First,
    #[serde(default)]
    objectives: Vec<Objective>,
    #[serde(default)]
    cw_objectives: Vec<Objective>,
    #[serde(default)]
    cf_objectives: Vec<Objective>,
    time_pressure_defender: Option<Side>,
    task_forces: TaskForces,
    cw: Muster,
    cf: Muster,
    #[serde(default)]
    planets: BTreeMap<String, String>,
    map: String,
}

fn usual_rule() -> String {
    "RA-3.1".into()
}

/// Planet tiles of the box: letter pair, hexes (RA-1, components section 7).
const TILES: [(&str, usize); 6] = [("P7", 7), ("P4", 4), ("Q4", 4), ("P1", 1), ("Q1", 1), ("R1", 1)];

impl ScenarioFile {
    /// Checks and reads it. The error names the map row that is wrong, or nothing, and says what.
    pub fn read(self, stats: &[UnitStats]) -> Result<Scenario, (String, String)> {
        let plain = |why: String| (String::new(), why);
        let mut asteroids = HexSet::EMPTY;
        let mut tiles: BTreeMap<String, HexSet> = BTreeMap::new();
        let mut units = Vec::new();
        let mut deploy = [HexSet::EMPTY; 2];
        let rows: Vec<&str> = self.map.lines().filter(|l| !l.trim().is_empty()).skip(1).collect();
        if rows.len() != 11 {
            return Err(plain(format!(
                "the map needs a line of column numbers and 11 rows A to K, not {}",
                rows.len()
            )));
        }
        for (r, row) in rows.iter().enumerate() {
            let letter = ((b'A' + r as u8) as char).to_string();
            let mut cells = row.split_whitespace();
            if cells.next() != Some(letter.as_str()) {
                return Err(plain(format!("row {} of the map should begin with {letter}", r + 1)));
            }
            let cells: Vec<&str> = cells.collect();
            let wanted = 13 - r % 2;
            if cells.len() != wanted {
                return Err((
                    letter.clone(),
                    format!("row {letter} has {} hexes, not {wanted}", cells.len()),
                ));
            }
            for (c, cell) in cells.into_iter().enumerate() {
                let name = format!("{letter}{}", c + 1);
                let hex: Hex = name.parse().expect("a hex of the map");
                match cell {
                    "." => {}
                    "**" => asteroids.insert(hex),
                    "w" => deploy[0].insert(hex),
                    "f" => deploy[1].insert(hex),
                    tile if TILES.iter().any(|(t, _)| *t == tile) => {
                        tiles.entry(tile.into()).or_default().insert(hex);
                    }
                    unit => {
                        let (side, code) = match unit.split_once(':') {
                            Some(("w", code)) => (Side::Cw, code),
                            Some(("f", code)) => (Side::Cf, code),
                            _ if r < 5 => (Side::Cf, unit),
                            _ if r > 5 => (Side::Cw, unit),
                            _ => {
                                return Err((
                                    letter,
                                    format!("{name}: row F is nobody's half; write w:SC or f:SC"),
                                ));
                            }
                        };
                        let Some(kind) = Kind::parse(code) else {
                            return Err((
                                letter,
                                format!(
                                    "{name}: `{cell}` is none of . ** w f, a planet tile (P7 P4 Q4 P1 Q1 R1) or a unit code"
                                ),
                            ));
                        };
                        units.push((side, hex, kind));
                    }
                }
            }
        }
        let mut planets = Vec::new();
        for (tile, hexes) in &tiles {
            let size = TILES.iter().find(|(t, _)| t == tile).expect("only tiles were taken").1;
            if hexes.len() != size || !connected(*hexes) {
                return Err(plain(format!(
                    "planet {tile} has {} hexes; it needs {size} connected ones",
                    hexes.len()
                )));
            }
            planets.push(Planet { name: self.planets.get(tile).cloned(), hexes: *hexes });
        }
        // RA-18.11: tiles that touch would be one group, which the names could not tell apart.
        for (i, a) in planets.iter().enumerate() {
            for b in &planets[i + 1..] {
                if !a.hexes.around().and(b.hexes).is_empty() {
                    return Err(plain(
                        "two planets touch: connected planet hexes are one group (RA-18.11)".into(),
                    ));
                }
            }
        }
        if let Some(unknown) = self.planets.keys().find(|t| !tiles.contains_key(*t)) {
            return Err(plain(format!("planet {unknown} has a name but is not on the map")));
        }
        let in_use = asteroids.len() + planets.iter().map(|p| p.hexes.len()).sum::<usize>();
        if in_use > 18 {
            return Err(plain(format!("the map uses {in_use} feature tiles; the box has 18")));
        }
        let bits =
            |extra: &[Objective]| self.objectives.iter().chain(extra).fold(0, |bits, o| bits | o.bit());
        let objectives = [bits(&self.cw_objectives), bits(&self.cf_objectives)];
        let scenario = Scenario {
            objectives,
            id: self.id,
            name: self.name,
            code: self.code,
            blurb: self.blurb,
            rule: self.rule,
            source: self.source,
            victory_points: self.victory_points,
            eliminations: self.eliminations,
            first: self.first,
            time_pressure: self.time_pressure_defender,
            task_forces: self.task_forces,
            muster: [self.cw, self.cf],
            planets,
            asteroids,
            units,
            deploy,
        };
        check(&scenario, stats).map_err(plain)?;
        Ok(scenario)
    }
}

fn check(s: &Scenario, stats: &[UnitStats]) -> Result<(), String> {
    if s.id.is_empty() || !s.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        return Err("an id has lower case letters, digits and dashes".into());
    }
    if s.name.is_empty() || s.blurb.is_empty() {
        return Err("a scenario needs a name and a blurb".into());
    }
    if crate::data::parse_rule(&s.rule).is_none() {
        return Err(format!("`{}` is no rule id; write one like RA-23.1", s.rule));
    }
    if !(1..=60).contains(&s.victory_points) || s.eliminations.is_some_and(|n| !(1..=25).contains(&n)) {
        return Err("victory needs 1 to 60 points, and 1 to 25 eliminations where they count".into());
    }
    for side in Side::BOTH {
        let m = s.muster[side.index()];
        if !(2..=9).contains(&m.command) || m.combat > 9 || m.stars > 16 {
            return Err(
                "a side starts with 2 to 9 command cards, at most 9 combat cards and at most 16 stars".into(),
            );
        }
        if m.support.is_some_and(|n| n > 120) {
            return Err("a purchase allowance is at most 120 points".into());
        }
        fleet_fits(stats, &s.fixed(side))?;
        let deploy = s.deploy[side.index()];
        if deploy.len() > 16 {
            return Err("a side has 16 faction markers, so at most 16 deployment hexes".into());
        }
        let gets_units = s.task_forces != TaskForces::None || m.support.is_some();
        if gets_units && deploy.is_empty() {
            return Err(format!("the {} has units to deploy but no deployment hex on the map", side.name()));
        }
        if !gets_units && !deploy.is_empty() {
            return Err(format!(
                "the {} has deployment hexes but neither task force nor purchases",
                side.name()
            ));
        }
        if !gets_units && s.fixed(side) == [0; 9] {
            return Err(format!("the {} has no units at all", side.name()));
        }
    }
    Ok(())
}

pub(crate) fn connected(hexes: HexSet) -> bool {
    let Some(first) = hexes.iter().next() else { return true };
    let mut seen: HexSet = [first].into_iter().collect();
    loop {
        let more = seen.or(seen.around().and(hexes));
        if more == seen {
            return seen == hexes;
        }
        seen = more;
    }
}
