//! Scenarios (ST-22): the format of components §14, in TOML, for the built-in ones and for players' own.
//! Whether a scenario can be played is `validate.rs`.

use super::data;
use crate::effect::ObstacleKind;
use crate::kinds::{Faction, TERRAIN_RADIUS};
use klaxon_geometry::plane::{Heading, Point};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A scenario disk, with the fields of ST-22.1, in the format of ST-22.9.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Short name.
    pub id: String,
    /// Title.
    pub name: String,
    /// ST-22.2: the title of an episode.
    #[serde(default)]
    pub quoted: bool,
    /// Flavour.
    pub mission_type: String,
    /// The story; no rules.
    pub mission: String,
    /// From whose point of view it is written.
    #[serde(default)]
    pub pov: Option<Faction>,
    /// Least and most players in all.
    pub players: [u8; 2],
    /// Every player is his own team; then `teams` has one entry for all.
    #[serde(default)]
    pub ffa: bool,
    /// The table.
    pub table: TableSize,
    /// The teams.
    pub teams: Vec<TeamSpec>,
    /// Terrain disks.
    #[serde(default)]
    pub terrain: Vec<TerrainSpec>,
    /// Obstacles.
    #[serde(default)]
    pub obstacles: Vec<ObstacleSpec>,
    /// Restrictions.
    #[serde(default)]
    pub restrictions: Vec<Restriction>,
    /// Special rules.
    #[serde(default)]
    pub special: Vec<Special>,
    /// How it is won.
    pub victory: Vec<Victory>,
    /// ST-20.6.
    #[serde(default = "usual_limit")]
    pub turn_limit: u8,
    /// Where it comes from.
    #[serde(default)]
    pub source: String,
}

fn usual_limit() -> u8 {
    20
}

/// The table's sides in mils.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSize {
    /// The long side.
    pub w: i64,
    /// The short side.
    pub h: i64,
    /// Other sides for so many players.
    #[serde(default)]
    pub from_players: BTreeMap<String, [i64; 2]>,
}

/// A team.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamSpec {
    /// Its name.
    pub name: String,
    /// Factions it may be played with.
    pub factions: Vec<FactionWish>,
    /// Points per player; the team's Point Value is this times the players of the largest team (ST-1.20).
    pub points_per_player: u16,
    /// Where its ships start: in any of these zones.
    #[serde(default)]
    pub deploy: Vec<Zone>,
    /// Free-for-all: for each number of players one zone per seat.
    #[serde(default)]
    pub deploy_by_players: BTreeMap<String, Vec<Zone>>,
}

/// A faction, or any.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FactionWish {
    /// Any faction.
    #[serde(rename = "ANY")]
    Any,
    /// This one.
    #[serde(untagged)]
    Only(Faction),
}

/// A part of the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "zone", rename_all = "snake_case", deny_unknown_fields)]
pub enum Zone {
    /// Near an end or a long side.
    End {
        /// Which.
        end: Side,
        /// Templates.
        range: u8,
    },
    /// Near a point.
    Point {
        /// East.
        x: i64,
        /// North.
        y: i64,
        /// Templates.
        range: u8,
    },
    /// Near a terrain disk.
    Terrain {
        /// Which.
        #[serde(rename = "ref")]
        of: String,
        /// Templates.
        range: u8,
    },
    /// Centre inside a rectangle.
    Rect {
        /// West edge.
        x0: i64,
        /// South edge.
        y0: i64,
        /// East edge.
        x1: i64,
        /// North edge.
        y1: i64,
    },
}

/// A side of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// x = 0.
    W,
    /// x = W.
    E,
    /// y = 0.
    S,
    /// y = H.
    N,
}

/// A terrain disk.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainSpec {
    /// Short name, for references.
    pub id: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: TerrainKind,
    /// Its name.
    pub name: String,
    /// East.
    pub x: i64,
    /// North.
    pub y: i64,
    /// Radius; 2000 where nothing is said.
    #[serde(default)]
    pub radius: Option<i64>,
    /// ST-22.7: its own collision rule.
    #[serde(default)]
    pub collision: Option<Collision>,
    /// A torpedo that touches it vanishes.
    #[serde(default)]
    pub blocks_torpedoes: bool,
}

impl TerrainSpec {
    /// Its radius.
    pub fn radius(&self) -> i64 {
        self.radius.unwrap_or(TERRAIN_RADIUS)
    }

    /// Its collision rule.
    pub fn collision(&self) -> Collision {
        self.collision.unwrap_or(self.kind.collision())
    }

    /// Its centre.
    pub fn at(&self) -> Point {
        Point::new(self.x, self.y)
    }
}

/// Kinds of terrain (components §10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    /// A planet.
    #[default]
    Planet,
    /// A space station.
    Station,
    /// A derelict.
    Derelict,
    /// An alien ship.
    AlienShip,
    /// A nebula: no collision, weaker beams, nowhere to beam down to.
    Nebula,
    /// The scenario's own.
    Custom,
}

impl TerrainKind {
    /// The collision rule where the scenario gives none: ST-9.5, and none for a nebula.
    pub fn collision(self) -> Collision {
        match self {
            TerrainKind::Planet
            | TerrainKind::Station
            | TerrainKind::Derelict
            | TerrainKind::AlienShip
            | TerrainKind::Custom => Collision { mode: CollisionMode::Drop, hull_hits: 2 },
            TerrainKind::Nebula => Collision { mode: CollisionMode::None, hull_hits: 0 },
        }
    }

    /// The kind in a word.
    pub fn name(self) -> &'static str {
        match self {
            TerrainKind::Planet => "planet",
            TerrainKind::Station => "station",
            TerrainKind::Derelict => "derelict",
            TerrainKind::AlienShip => "alien ship",
            TerrainKind::Nebula => "nebula",
            TerrainKind::Custom => "terrain",
        }
    }
}

/// What happens to a ship that ends its movement on a terrain disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collision {
    /// How it is decided.
    pub mode: CollisionMode,
    /// Hull hits.
    #[serde(default)]
    pub hull_hits: u8,
}

/// How a collision is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollisionMode {
    /// By a drop of five (ST-9.2).
    Drop,
    /// It always happens.
    Auto,
    /// It never happens.
    None,
}

/// An obstacle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObstacleSpec {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: ObstacleKind,
    /// East.
    pub x: i64,
    /// North.
    pub y: i64,
    /// Its own number of hits.
    #[serde(default)]
    pub hits: Option<u8>,
}

/// A restriction.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "r", rename_all = "snake_case", deny_unknown_fields)]
pub enum Restriction {
    /// Ships per player, at least.
    MinShips {
        /// So many.
        n: u8,
    },
    /// Ships per player, at most.
    MaxShips {
        /// So many.
        n: u8,
    },
    /// Each ship of the faction must carry a disk with the keyword.
    ShipRequires {
        /// The faction.
        faction: Faction,
        /// The keyword.
        keyword: crate::kinds::Keyword,
    },
    /// A disk that may not be bought.
    ForbidDisk {
        /// Its id.
        id: String,
    },
    /// A keyword that may not be bought.
    ForbidKeyword {
        /// The keyword.
        keyword: crate::kinds::Keyword,
    },
    /// No faction twice.
    OnePlayerPerFaction,
    /// No faction twice in a team.
    OnePlayerPerFactionInTeam,
    /// The same number of players in each team.
    EqualTeamSizes,
    /// Starting speed, at most.
    MaxStartSpeed {
        /// So much.
        n: u8,
    },
    /// Torps of all ships are 0.
    NoTorpedoes,
}

/// A special rule.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "s", rename_all = "snake_case", deny_unknown_fields)]
pub enum Special {
    /// Crew that start on a terrain disk and never leave.
    Garrison {
        /// Where.
        #[serde(rename = "ref")]
        of: String,
        /// Whose.
        team: u8,
        /// Who.
        crew: Vec<String>,
    },
    /// Held crew to be freed.
    Prisoners {
        /// Where.
        #[serde(rename = "ref")]
        of: String,
        /// Whose, once freed.
        team: u8,
        /// Who.
        crew: Vec<String>,
    },
    /// A person worth carrying.
    Vip {
        /// Who.
        crew: String,
        /// Whose at first.
        team: u8,
        /// `most_expensive_ship` or a terrain id.
        on: String,
    },
    /// A ship that is not paid for.
    ScenarioShip {
        /// Which.
        ship: String,
        /// Whose: the team's first player.
        team: u8,
        /// East.
        x: i64,
        /// North.
        y: i64,
        /// Heading.
        heading: Heading,
        /// Speed.
        speed: u8,
    },
    /// Ships that may leave over an end while their first team controls them.
    MayExit {
        /// Which.
        ships: Vec<String>,
        /// Over which end.
        end: Side,
    },
    /// Obstacles that a team's first player places before deployment.
    PlaceObstacles {
        /// Which team.
        team: u8,
        /// What.
        #[serde(rename = "type")]
        kind: ObstacleKind,
        /// At least so many.
        count_base: u8,
        /// So many more for each player of the game.
        count_per_player: u8,
        /// Where the centres lie: x0, y0, x1, y1.
        rect: [i64; 4],
        /// Least gap between edges.
        min_gap: i64,
    },
    /// Damage to ships near a terrain disk at the end of a turn.
    Pulse {
        /// Where.
        #[serde(rename = "ref")]
        of: String,
        /// How far.
        range: u8,
        /// Counters.
        drop: u8,
        /// When.
        when: PulseTime,
        /// Whom it spares.
        spares: Spares,
    },
    /// A threat that no player controls.
    Threat {
        /// What.
        #[serde(rename = "type")]
        kind: ThreatKind,
        /// East.
        x: i64,
        /// North.
        y: i64,
        /// Heading, never changed.
        heading: Heading,
        /// The terrain it is on its way to.
        towards: String,
    },
}

/// When a pulse comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PulseTime {
    /// After step 5, before the goals (ST-20.7).
    TurnEnd,
}

/// Whom a pulse spares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spares {
    /// Ships of the team that holds the terrain.
    TeamHoldingRef,
    /// Nobody.
    Nobody,
}

/// Kinds of threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatKind {
    /// A Borg cube (components §9).
    BorgCube,
}

/// A victory condition.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "v", rename_all = "snake_case", deny_unknown_fields)]
pub enum Victory {
    /// ST-20.2.
    DestroyFleet,
    /// ST-20.3.
    PointsForShips,
    /// A goal.
    Goal {
        /// For whom.
        team: GoalTeam,
        /// What.
        goal: Goal,
        /// What it brings.
        effect: GoalEffect,
    },
    /// Ends the game at the end of the turn.
    EndWhen {
        /// On this.
        cond: EndCond,
        /// How many, where it counts.
        #[serde(default)]
        count: u8,
    },
}

/// For whom a goal counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GoalTeam {
    /// The team of this number.
    Team(u8),
    /// By a word.
    Word(GoalWord),
}

/// For whom a goal counts, by a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalWord {
    /// Each team.
    Any,
    /// The team whose attack destroyed the VIP.
    DestroyerOfVip,
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "g", rename_all = "snake_case", deny_unknown_fields)]
pub enum Goal {
    /// Revealed crew on a terrain disk where no other team has any, at the end of step 4.
    HoldTerrain {
        /// Where.
        #[serde(rename = "ref")]
        of: String,
        /// For so many turns.
        turns: u8,
        /// Without a break.
        #[serde(default)]
        consecutive: bool,
    },
    /// So many of the crew on own ships in the zone.
    CrewInZone {
        /// Which crew.
        crew: String,
        /// How many.
        count: u8,
        /// Where.
        zone: Zone,
    },
    /// So many of the crew removed from play.
    CrewDead {
        /// Which crew.
        crew: String,
        /// How many.
        count: u8,
    },
    /// The VIP is aboard an own ship.
    VipHeld {
        /// Who.
        crew: String,
        /// For so many turns.
        turns: u8,
        /// Without a break.
        #[serde(default)]
        consecutive: bool,
    },
    /// These ships left by that end.
    ShipExits {
        /// Which.
        ships: Vec<String>,
        /// By which end.
        end: Side,
    },
    /// These ships were destroyed or are another team's at the end.
    ShipLost {
        /// Which.
        ships: Vec<String>,
    },
    /// Own ships in the zone when the game ends.
    ShipInZoneAtEnd {
        /// Where.
        zone: Zone,
    },
    /// The team controls that ship.
    ControlShip {
        /// Which.
        ship: String,
        /// For so many turns.
        turns: u8,
        /// Without a break.
        #[serde(default)]
        consecutive: bool,
    },
    /// The threat is destroyed.
    ThreatDestroyed,
    /// The threat reaches the terrain.
    ThreatReaches {
        /// Where.
        #[serde(rename = "ref")]
        of: String,
    },
    /// The limit is reached and nobody has won.
    TurnLimit,
}

/// What a goal brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalEffect {
    /// The team wins.
    Win,
    /// The team loses.
    Lose,
    /// Points for each ship.
    ScoreEach(u8),
    /// Points once per team.
    ScoreOnce(u8),
}

/// What ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCond {
    /// No scenario ship is left in play.
    NoScenarioShips,
    /// A team has reached so many goals.
    TeamHasGoals,
}

impl Scenario {
    /// Reads a scenario without asking whether it can be played.
    pub fn read(text: &str) -> Result<Scenario, String> {
        toml::from_str(text).map_err(|e| e.to_string())
    }

    /// Reads and checks a scenario.
    pub fn parse(text: &str) -> Result<Scenario, String> {
        let scenario = Scenario::read(text)?;
        scenario.check(data())?;
        Ok(scenario)
    }

    /// The table for so many players.
    pub fn table_for(&self, players: usize) -> (i64, i64) {
        match self.table.from_players.get(&players.to_string()) {
            Some([w, h]) => (*w, *h),
            None => (self.table.w, self.table.h),
        }
    }

    /// Numbers of players it can be played with.
    pub fn sizes(&self) -> Vec<usize> {
        let teams = self.teams.len();
        let fits = |n: &usize| {
            if self.ffa {
                return self.teams[0].deploy_by_players.is_empty()
                    || self.teams[0].deploy_by_players.contains_key(&n.to_string());
            }
            *n >= teams && (!self.restricts(&Restriction::EqualTeamSizes) || n.is_multiple_of(teams))
        };
        (usize::from(self.players[0])..=usize::from(self.players[1])).filter(fits).collect()
    }

    /// Does this very restriction stand?
    pub fn restricts(&self, restriction: &Restriction) -> bool {
        self.restrictions.contains(restriction)
    }

    /// The specification of a team; free-for-all has one for all.
    pub fn team(&self, team: usize) -> &TeamSpec {
        if self.ffa { &self.teams[0] } else { &self.teams[team] }
    }

    /// The place of a terrain disk in the file.
    pub fn terrain_ix(&self, id: &str) -> Option<usize> {
        self.terrain.iter().position(|t| t.id == id)
    }

    /// ST-20.5: does the scenario keep score?
    pub fn keeps_score(&self) -> bool {
        self.victory.iter().any(|v| match v {
            Victory::PointsForShips => true,
            Victory::Goal { effect, .. } => {
                matches!(effect, GoalEffect::ScoreEach(_) | GoalEffect::ScoreOnce(_))
            }
            Victory::DestroyFleet | Victory::EndWhen { .. } => false,
        })
    }
}

impl TeamSpec {
    /// May it be played with the faction?
    pub fn allows(&self, faction: Faction) -> bool {
        self.factions.iter().any(|w| match w {
            FactionWish::Any => true,
            FactionWish::Only(f) => *f == faction,
        })
    }
}
