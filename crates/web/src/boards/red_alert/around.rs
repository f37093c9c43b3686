//! What the pages around a table know of Red Alert.

use crate::{achievements::Achievement, boards::around::Around};
use klaxon_catalog::shelf;
use klaxon_core::Game;
use klaxon_red_alert::RedAlert;
use klaxon_store::Fared;
use std::collections::BTreeSet;

pub const AROUND: Around = Around { achievements, ..Around::PLAIN };

fn achievements(won: &[&Fared]) -> Vec<Achievement> {
    let menu = shelf::menu(RedAlert::ID).map_or(&[][..], |menu| &menu.scenarios);
    let battles: BTreeSet<&str> = menu.iter().map(|scenario| scenario.id.as_str()).collect();
    // A side in a game of more than two has several posts.
    let side = |seat: &str| seat.split(' ').next().unwrap_or_default().to_owned();
    let sides: BTreeSet<String> = menu.iter().flat_map(|s| &s.seats).map(|seat| side(seat)).collect();
    let fought: BTreeSet<&str> = won.iter().map(|row| row.scenario.as_str()).collect();
    let stood: BTreeSet<String> = won.iter().map(|row| side(&row.side)).collect();
    let (fought, stood) = (fought.intersection(&battles).count(), stood.intersection(&sides).count());
    vec![
        Achievement::many("Every battle", "won every scenario of Red Alert", fought, battles.len()),
        Achievement::many("Both fleets", "won Red Alert for either side", stood, sides.len()),
    ]
}
