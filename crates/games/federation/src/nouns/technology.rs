//! Technologies.

use crate::data::data;
use serde::{Deserialize, Serialize};

/// Federation and Warp technologies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum FedTech {
    /// Enhanced Targeting System.
    #[default]
    #[serde(rename = "F_ETS")]
    Targeting,
    /// Missile Swarms.
    #[serde(rename = "F_MSW")]
    MissileSwarms,
    /// Data Disruption Toolkit.
    #[serde(rename = "F_DDT")]
    Toolkit,
    /// Real Time Translator.
    #[serde(rename = "F_RTT")]
    Translator,
    /// MilSpecOps Engines.
    #[serde(rename = "F_MSO")]
    Engines,
    /// Warp Gates.
    #[serde(rename = "W_GATE")]
    WarpGates,
    /// Warp Bubble.
    #[serde(rename = "W_BUB")]
    WarpBubble,
    /// Visual Distortion Field.
    #[serde(rename = "W_VDF")]
    DistortionField,
    /// Patrol Routes.
    #[serde(rename = "W_PAT")]
    PatrolRoutes,
}

impl FedTech {
    /// All nine kinds.
    pub const ALL: [FedTech; 9] = [
        FedTech::Targeting,
        FedTech::MissileSwarms,
        FedTech::Toolkit,
        FedTech::Translator,
        FedTech::Engines,
        FedTech::WarpGates,
        FedTech::WarpBubble,
        FedTech::DistortionField,
        FedTech::PatrolRoutes,
    ];

    /// The id, such as `F_ETS`.
    pub const fn id(self) -> &'static str {
        ["F_ETS", "F_MSW", "F_DDT", "F_RTT", "F_MSO", "W_GATE", "W_BUB", "W_VDF", "W_PAT"][self as usize]
    }

    /// The technology's name.
    pub fn name(self) -> &'static str {
        data().federation[self as usize].name.as_str()
    }

    /// The technology with this id.
    pub fn from_id(id: &str) -> Option<FedTech> {
        FedTech::ALL.into_iter().find(|t| t.id() == id)
    }
}

/// Alien technologies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub enum AlienTech {
    /// Fast Scouts.
    #[default]
    #[serde(rename = "A_FSC")]
    FastScouts,
    /// Fast Raiders.
    #[serde(rename = "A_FRA")]
    FastRaiders,
    /// Raider Protocols.
    #[serde(rename = "A_RPR")]
    RaiderProtocols,
    /// Advanced Defensive Systems.
    #[serde(rename = "A_ADS")]
    DefensiveSystems,
    /// Durability Enhancements.
    #[serde(rename = "A_DUR")]
    Durability,
    /// Anti-Espionage Protocols.
    #[serde(rename = "A_AES")]
    AntiEspionage,
    /// Forced Pursuit.
    #[serde(rename = "A_FPU")]
    ForcedPursuit,
    /// Fast Advance.
    #[serde(rename = "A_FAD")]
    FastAdvance,
    /// Auto Re-spawn.
    #[serde(rename = "A_ARS")]
    AutoRespawn,
    /// Stolen Mutant Tech.
    #[serde(rename = "A_SMU")]
    StolenMutant,
    /// Stolen Cthonian Tech.
    #[serde(rename = "A_SCT")]
    StolenCthonian,
    /// Plunder.
    #[serde(rename = "A_PLU")]
    Plunder,
    /// Enhanced Tech.
    #[serde(rename = "A_ENH")]
    Enhanced,
    /// Doom Fleet.
    #[serde(rename = "A_DOM")]
    DoomFleet,
}

impl AlienTech {
    /// All fourteen kinds.
    pub const ALL: [AlienTech; 14] = [
        AlienTech::FastScouts,
        AlienTech::FastRaiders,
        AlienTech::RaiderProtocols,
        AlienTech::DefensiveSystems,
        AlienTech::Durability,
        AlienTech::AntiEspionage,
        AlienTech::ForcedPursuit,
        AlienTech::FastAdvance,
        AlienTech::AutoRespawn,
        AlienTech::StolenMutant,
        AlienTech::StolenCthonian,
        AlienTech::Plunder,
        AlienTech::Enhanced,
        AlienTech::DoomFleet,
    ];

    /// The id, such as `A_FSC`.
    pub const fn id(self) -> &'static str {
        [
            "A_FSC", "A_FRA", "A_RPR", "A_ADS", "A_DUR", "A_AES", "A_FPU", "A_FAD", "A_ARS", "A_SMU",
            "A_SCT", "A_PLU", "A_ENH", "A_DOM",
        ][self as usize]
    }

    /// The technology's name.
    pub fn name(self) -> &'static str {
        data().alien[self as usize].name.as_str()
    }

    /// The technology with this id.
    pub fn from_id(id: &str) -> Option<AlienTech> {
        AlienTech::ALL.into_iter().find(|t| t.id() == id)
    }
}
