//! What the pages around a table know of StarCraft.

use crate::{achievements::Achievement, boards::around::Around};
use klaxon_starcraft::{data, ids::Faction};
use klaxon_store::Fared;
use std::collections::BTreeSet;

pub const AROUND: Around = Around { achievements, ..Around::PLAIN };

fn achievements(won: &[&Fared]) -> Vec<Achievement> {
    let led: BTreeSet<&str> = won.iter().map(|row| row.side.as_str()).collect();
    let leaders: BTreeSet<&str> = Faction::ALL.iter().map(|f| data().faction(*f).name.as_str()).collect();
    let done = led.intersection(&leaders).count();
    vec![Achievement::many("Every faction", "won StarCraft with every leader", done, leaders.len())]
}
