//! The entries of the data files, checked.

use crate::nouns::{
    AlienFx, AlienTech, Bundle, EventFx, FleetKind, Marker, Race, Resource, Space, TokenFx, UniFx,
};
use klaxon_core::RuleId;
use serde::Deserialize;

/// A space.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct SpaceInfo {
    pub id: String,
    pub name: String,
    pub race: Option<Race>,
    pub number: u8,
    pub distance: u8,
    /// Where an Advance goes from here (SF-5.7); Sol from Sol.
    pub exit: Space,
    /// The next space outward (SF-13.17); `None` in a spawn space and in Sol.
    pub outward: Option<Space>,
    pub x: u16,
    pub y: u16,
}

/// A fleet.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FleetInfo {
    pub id: String,
    pub race: Race,
    pub kind: FleetKind,
    pub combat_value: u8,
    pub slot: Option<u8>,
    pub source: String,
}

/// Combat icons (SF-13.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Icon {
    Sword1,
    Sword2,
    Sword3,
    Shield,
}

/// One side of an asset.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SideInfo {
    pub icon: Icon,
    pub resource_icons: u8,
}

/// A kind of unit.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct UnitInfo {
    pub id: String,
    pub name: String,
    pub copies: u8,
    pub basic: SideInfo,
    pub upgraded: Option<SideInfo>,
    pub source: String,
}

/// A Base and what it unlocks.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct BaseInfo {
    pub name: String,
    pub basic: SideInfo,
    pub upgraded: SideInfo,
    pub flagships: u8,
    pub resources: Bundle,
    pub technology: Option<Unlock>,
}

/// The technology that lies with a Base.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Unlock {
    Federation,
    WarpGates,
}

/// What a Federation technology does (chapter 14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum FedFx {
    CombatDie(u8),
    DoubleHitAt(u8),
    CombatDice(u8),
    SabotageDie(u8),
    SpyContestDice(u8),
    FreeMoves(u8),
    UnlockWarp,
    StepsPerMove(u8),
    Patrol(u8),
}

/// Where a Federation technology comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum TechPile {
    Federation,
    WarpResearch,
    Warp,
}

/// A Federation technology.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct FedTechInfo {
    pub name: String,
    pub copies: u8,
    pub pile: TechPile,
    pub effect: Vec<FedFx>,
    pub rule: RuleId,
}

/// What an alien technology does (chapter 15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum TechFx {
    StepOnToken(UniFx),
    ScoutIsRaider,
    CombatDice(i8),
    DestroyThreshold(u8),
    SabotageDie(i8),
    ForcedPursuit,
    AdvanceSteps(u8),
    RespawnOnDestroy,
    CopyOf(Race),
    Plunder,
    NeighboursCountDouble,
    PlaceDoomFleet,
}

/// An alien technology.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct AlienTechInfo {
    pub name: String,
    pub effect: TechFx,
    pub rule: RuleId,
}

/// What one copy of a technology is worth.
#[derive(Clone, Copy, Debug)]
pub struct PerCopy {
    /// Combat dice taken by Advanced Defensive Systems.
    pub defense: u8,
    /// Hits borne by Durability Enhancements.
    pub durability: u8,
    /// Taken off Sabotage dice by Anti-Espionage Protocols.
    pub anti_espionage: u8,
    /// Steps of a Fast Advance.
    pub fast_advance: u8,
}

/// A race's technology.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct RaceInfo {
    pub id: Race,
    pub name: String,
    pub tokens: [AlienTech; 6],
    /// Numbers of the track's spaces in the order they are filled.
    pub spaces: Vec<u8>,
    pub source: String,
}

/// A kind of Activation token.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TokenInfo {
    pub id: String,
    pub what: TokenFx,
    pub copies: u8,
    pub easy: u8,
    pub medium: u8,
    pub hard: u8,
    pub source: String,
}

/// An Event chit.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ChitInfo {
    pub id: String,
    pub name: String,
    pub table: [EventFx; 6],
    pub source: String,
}

/// A resource.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ResourceInfo {
    pub id: Resource,
    pub name: String,
    pub pool: u8,
    pub total: u8,
    pub source: String,
}

/// How a use is paid for (SF-0.2 to SF-0.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pays {
    /// The token goes back to its pool.
    Spend,
    /// The token stays on the board.
    Deploy,
    /// The token leaves the game.
    Sacrifice,
}

/// A use of a resource.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct UseInfo {
    pub name: String,
    pub resource: Resource,
    pub pays: Pays,
    pub rule: RuleId,
    /// What it does, in our own words.
    pub text: String,
    /// Why it is closed, where every attempt fails for a reason of its own.
    pub closed: String,
}

/// A War Effort level.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct LevelInfo {
    pub name: String,
    pub valid: Vec<AlienFx>,
    #[serde(default)]
    pub extra_advance: bool,
    pub source: String,
}

/// A marker of the Federation.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct MarkerInfo {
    pub id: Marker,
    pub name: String,
    pub start: u8,
    pub maximum: u8,
    pub source: String,
}

/// Sizes of boxes and throws.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Sizes {
    pub queue: u8,
    pub stored: u8,
    pub rows: u8,
    pub columns: u8,
    pub start_tokens: u8,
    pub start_dice: u8,
    pub bypass_draw: u8,
    pub source: String,
}

/// A pair of neighbours; the races are in faction order.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PairInfo {
    pub id: String,
    pub races: [Race; 2],
    pub source: String,
}

/// Combat numbers.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub struct CombatInfo {
    pub dice: u8,
    pub minimum: u8,
    pub maximum: u8,
    pub hit_at: u8,
    pub source: String,
}
