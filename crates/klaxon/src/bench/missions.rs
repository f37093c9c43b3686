//! Whole missions of Space Alert: five crew members, eight threats, nobody listening.

use klaxon_core::Chance;
use klaxon_space_alert::{
    Carried, Half, Kind, Lesson, Mission, Place, Placed, Slot, TURNS, ThreatId, Tile, resolve,
};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// Missions resolved a second on one core: the best of several short slices.
pub fn a_second(budget: Duration) -> f64 {
    let mut chance = Chance::quick(1);
    let missions: Vec<Mission> = (0..1000).map(|_| mission(&mut chance)).collect();
    let (mut best, end) = (0f64, Instant::now() + budget);
    while Instant::now() < end {
        let slice = Instant::now();
        for mission in &missions {
            black_box(resolve(black_box(mission)));
        }
        best = best.max(missions.len() as f64 / slice.elapsed().as_secs_f64());
    }
    best
}

fn mission(chance: &mut Chance) -> Mission {
    // Slow threats on the longest trajectory, so that missions last and every turn is paid for.
    let slow = ["E1-09", "E1-04", "SE2-04", "SE2-03", "SE1-06", "I1-07", "SI1-06", "I2-02"];
    let mut cards: Vec<ThreatId> = slow.iter().map(|id| ThreatId::parse(id).expect("a card")).collect();
    chance.shuffle(&mut cards);
    let zones = [Place::Red, Place::White, Place::Blue];
    let threats = (4..=11)
        .zip(cards)
        .map(|(turn, card)| {
            let zone = zones[chance.below(3) as usize];
            (card, turn, if card.card().internal { Place::Internal } else { zone })
        })
        .collect();
    let mut program = || {
        let mut slots = [Slot::EMPTY; TURNS];
        for slot in &mut slots {
            // Every second card is an A.
            let kind = if chance.below(2) == 0 { chance.below(3) } else { chance.below(18) };
            let half = Half::ALL[usize::from(chance.below(3) == 0)];
            *slot = Placed { card: Kind(kind as u8), half }.slot();
        }
        slots
    };
    let crew = (0..5).map(|_| program()).collect();
    let mut stack = || {
        let mut tiles = Tile::ALL.to_vec();
        chance.shuffle(&mut tiles);
        tiles
    };
    Mission {
        lesson: Lesson::Mission,
        tracks: [6; 4],
        threats,
        crew,
        androids: vec![false; 5],
        stacks: [stack(), stack(), stack()],
        carried: Carried::default(),
    }
}
