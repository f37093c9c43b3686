//! StarCraft among bots: the complaint about this game is its length.

use klaxon_bots::Level;
use klaxon_catalog::arena::{self, Match};
use klaxon_core::TableOrder;
use std::time::{Duration, Instant};

fn duel(seats: usize, bots: &[Level], games: u32) -> Vec<arena::Played> {
    let plan = Match {
        game: "starcraft".into(),
        order: TableOrder { seats, ..TableOrder::default() },
        bots: bots.to_vec(),
        games,
        seed: 1,
        threads: 1,
        swap: true,
    };
    arena::play(&plan, |_| {}).expect("the order is on the menu")
}

#[test]
fn six_rule_of_thumb_bots_play_to_a_victory_of_the_rules_within_a_minute() {
    for seats in [6, 5, 4, 3] {
        let start = Instant::now();
        for game in duel(seats, &[Level::Easy], 1) {
            let outcome = game.outcome.expect("the game ends by itself");
            assert!(!outcome.winners.is_empty(), "{}", outcome.text);
            // SC-14.20 would be the round limit, which no quick game has.
            assert!(!outcome.text.contains("SC-14.20"), "{}", outcome.text);
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{seats} players took {:?}", start.elapsed());
    }
}

#[test]
fn rules_of_thumb_beat_chance() {
    let played = duel(2, &[Level::Easy, Level::Random], 12);
    let scores = arena::by_bot(&played, 2);
    assert!(scores[0].won >= 11, "{scores:?}");
}
