//! Games played out at random, as fast as they go: for benchmarks and for bots.

use klaxon_core::{Chance, Game, Tell};

/// Plays a game to its end, or for at most `limit` decisions. Returns how many were made.
pub fn random<G: Game>(game: &mut G, chance: &mut Chance, limit: u32) -> u32 {
    let mut tell = Tell::muted();
    for n in 0..limit {
        if game.outcome().is_some() {
            return n;
        }
        let to_act = game.to_act();
        let many = to_act.len() as u32;
        let nth = if many > 1 { chance.below(many) } else { 0 };
        match to_act.iter().nth(nth as usize) {
            Some(seat) => {
                let mut choices = game.choices(seat);
                let index = chance.below(choices.len() as u32) as usize;
                game.apply(seat, &choices.swap_remove(index), chance, &mut tell);
            }
            None => match game.alarm() {
                Some(now) => game.on_clock(now, chance, &mut tell),
                None => return n,
            },
        }
    }
    limit
}
