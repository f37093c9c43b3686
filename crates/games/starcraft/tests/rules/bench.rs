//! What the chapters share: positions in the ledger's worked galaxy (components §7).
//!
//! Tarsonis 1 CP1/3, 2 G2/4, 3 M2/3 · Abaddon 1 M3/3, 2 CP1/4 · Pridewater 1 M3/4, 2 G2/4, 3 M1/3 ·
//! Chau Sara 1 CP1/3, 2 G1/4, 3 M2/3 · Braken 1 CP1/4, 2 G2/3, 3 M1/2.
//! Routes: r1 Abaddon–Tarsonis, r2 Pridewater–Tarsonis, r3 Chau Sara–Pridewater, r4 Braken–Tarsonis.
//! p1 is Raynor (Terran), p2 the Overmind (Zerg), p3 Tassadar (Protoss), p4 Mengsk, p5 Aldaris, p6 the Queen of Blades.

pub use klaxon_core::{Chance, Edition, Game, Seat, SeatSet, Situation, Tell, Viewer, Words};
pub use klaxon_starcraft::{
    Action, EventOrder, Factions, Frame, Galaxy, Setup, StarCraft, data, data::GalaxyData, ids::*,
};
pub use klaxon_testkit::Given;

/// A position.
#[track_caller]
pub fn given(clauses: &str) -> Given<StarCraft> {
    klaxon_testkit::given::<StarCraft>(clauses)
        .offering(|a| matches!(StarCraft::words(a).as_str(), "scrap" | "concede"))
}

/// The worked galaxy with a base of p1 on Tarsonis (minerals) and one of p2 on Pridewater (3 minerals), and more.
#[track_caller]
pub fn worked(clauses: &str) -> Given<StarCraft> {
    given(&format!("galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; {clauses}"))
}

/// The same with Tassadar as third player, at home on Chau Sara.
#[track_caller]
pub fn three(clauses: &str) -> Given<StarCraft> {
    given(&format!(
        "players 3; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; {clauses}"
    ))
}

/// A plain set-up.
pub fn setup(seats: u8, galaxy: Galaxy, factions: Factions) -> Setup {
    let (edition, events) = (StarCraft::newest(), EventOrder::Clockwise);
    Setup { seats, factions, galaxy, teams: false, galactic: false, round_limit: 0, edition, events }
}

/// Starts a table with luck from a number.
pub fn start(setup: &Setup, luck: u64) -> StarCraft {
    StarCraft::start(setup, &mut Chance::quick(luck), &mut Tell::muted()).expect("a legal set-up")
}

/// Plays at random until `stop` or the end.
pub fn play_on(mut game: StarCraft, luck: u64, stop: impl Fn(&StarCraft) -> bool) -> StarCraft {
    let mut chance = Chance::quick(luck);
    while !stop(&game) {
        let Some(seat) = game.to_act().iter().next() else { break };
        let choices = game.choices(seat);
        let action = choices[chance.below(choices.len() as u32) as usize];
        game.apply(seat, &action, &mut chance, &mut Tell::muted());
    }
    game
}

/// Does the clause hold?
pub fn holds(game: &StarCraft, clause: &str) -> bool {
    game.holds(clause).is_ok()
}

/// A price such as `1M 2G`.
pub fn price(text: &str) -> klaxon_starcraft::data::Price {
    let part = |letter: char| {
        text.split(' ').find_map(|w| w.strip_suffix(letter)).map_or(0, |n| n.parse::<u8>().unwrap())
    };
    klaxon_starcraft::data::Price { m: part('M'), g: part('G') }
}
