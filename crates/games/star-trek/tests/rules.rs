//! Every rule of the ledger has a test whose name begins with its id. One file per chapter.

#[path = "rules/support.rs"]
mod support;

#[path = "rules/ch01_fleets.rs"]
mod ch01_fleets;
#[path = "rules/ch01_quick.rs"]
mod ch01_quick;
#[path = "rules/ch02_geometry.rs"]
mod ch02_geometry;
#[path = "rules/ch03_places.rs"]
mod ch03_places;
#[path = "rules/ch03_setup.rs"]
mod ch03_setup;
#[path = "rules/ch04_turn.rs"]
mod ch04_turn;
#[path = "rules/ch05_reveal.rs"]
mod ch05_reveal;
#[path = "rules/ch06_orders.rs"]
mod ch06_orders;
#[path = "rules/ch07_initiative.rs"]
mod ch07_initiative;
#[path = "rules/ch08_moments.rs"]
mod ch08_moments;
#[path = "rules/ch08_movement.rs"]
mod ch08_movement;
#[path = "rules/ch09_collisions.rs"]
mod ch09_collisions;
#[path = "rules/ch10_beams.rs"]
mod ch10_beams;
#[path = "rules/ch11_transport.rs"]
mod ch11_transport;
#[path = "rules/ch12_torpedoes.rs"]
mod ch12_torpedoes;
#[path = "rules/ch13_damage.rs"]
mod ch13_damage;
#[path = "rules/ch14_criticals.rs"]
mod ch14_criticals;
#[path = "rules/ch15_activating.rs"]
mod ch15_activating;
#[path = "rules/ch15_effects.rs"]
mod ch15_effects;
#[path = "rules/ch15_reactions.rs"]
mod ch15_reactions;
#[path = "rules/ch16_cloaks.rs"]
mod ch16_cloaks;
#[path = "rules/ch17_boarding.rs"]
mod ch17_boarding;
#[path = "rules/ch17_fights.rs"]
mod ch17_fights;
#[path = "rules/ch18_control.rs"]
mod ch18_control;
#[path = "rules/ch19_ready.rs"]
mod ch19_ready;
#[path = "rules/ch20_conceding.rs"]
mod ch20_conceding;
#[path = "rules/ch20_endings.rs"]
mod ch20_endings;
#[path = "rules/ch20_victory.rs"]
mod ch20_victory;
#[path = "rules/ch21_keywords.rs"]
mod ch21_keywords;
#[path = "rules/ch22_scenarios.rs"]
mod ch22_scenarios;
#[path = "rules/ch22_threat.rs"]
mod ch22_threat;
#[path = "rules/ch23_options.rs"]
mod ch23_options;
#[path = "rules/ch24_worked_game.rs"]
mod ch24_worked_game;
#[path = "rules/disks.rs"]
mod disks;
#[path = "rules/scenarios.rs"]
mod scenarios;
