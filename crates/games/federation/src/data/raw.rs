//! The files as they are written.

use super::{
    ChitInfo, CombatInfo, FedFx, FleetInfo, Keyword, LevelInfo, MarkerInfo, PairInfo, Pays, Race, RaceInfo,
    Resource, ResourceInfo, SideInfo, Sizes, TechFx, TechPile, TokenInfo, UnitInfo, Unlock,
};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Board {
    pub space: Vec<Space>,
    pub adjacency: Adjacency,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Space {
    pub id: String,
    pub name: String,
    pub race: Option<Race>,
    pub number: Option<u8>,
    pub distance: Option<u8>,
    pub exit: Option<String>,
    pub x: u16,
    pub y: u16,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjacency {
    pub edges: Vec<String>,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleets {
    pub fleet: Vec<FleetInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Assets {
    pub sol: Sol,
    pub unit: Vec<UnitInfo>,
    pub base: Vec<Base>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sol {
    #[allow(dead_code)]
    pub icon: super::Icon,
    pub resource_icons: u8,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Base {
    pub id: String,
    pub name: String,
    pub basic: SideInfo,
    pub upgraded: SideInfo,
    pub unlocks_flagships: u8,
    pub unlocks_resources: BTreeMap<Resource, u8>,
    pub unlocks_technology: Option<Unlock>,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technologies {
    pub federation: Vec<Federation>,
    pub alien: Vec<Alien>,
    pub race: Vec<RaceInfo>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Federation {
    pub id: String,
    pub name: String,
    pub copies: u8,
    pub pile: TechPile,
    pub effect: Vec<FedFx>,
    pub rule: String,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Alien {
    pub id: String,
    pub name: String,
    pub effect: TechFx,
    pub rule: String,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    pub token: Vec<TokenInfo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Events {
    pub chit: Vec<ChitInfo>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    pub resource: Vec<ResourceInfo>,
    #[serde(rename = "use")]
    pub uses: Vec<Use>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Use {
    pub name: String,
    pub resource: Resource,
    pub pays: Pays,
    pub rule: String,
    pub text: String,
    pub closed: String,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Tracks {
    pub level: Vec<LevelInfo>,
    pub war_effort_start: WarStart,
    pub marker: Vec<MarkerInfo>,
    pub sizes: Sizes,
    pub pair: Vec<PairInfo>,
    pub combat: CombatInfo,
    pub contest: Contest,
    pub research: Research,
    pub galactic_conflict: Conflict,
    pub pair_die: Faces,
    pub faction_die: Faces,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(non_snake_case)]
pub struct WarStart {
    pub FE: u8,
    pub CT: u8,
    pub ME: u8,
    pub MU: u8,
    pub CY: u8,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    pub stays: u8,
    pub returns: u8,
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Research {
    pub chart: [[i8; 4]; 6],
    pub source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    pub faces: [ConflictFace; 6],
    pub source: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ConflictFace {
    War,
    Alliance(Keyword),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faces {
    pub faces: [String; 6],
    pub source: String,
}
