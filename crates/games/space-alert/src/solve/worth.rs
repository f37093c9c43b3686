//! What a finished voyage is worth to somebody who looks for a better plan.

use crate::{Status, Voyage};

/// A ship that comes home is worth at least this much.
pub const HOME: i32 = 10_000;

/// In hundredths of a point. A ship that comes home is worth more than any that does not; among the lost ones those
/// that lasted longer and did more harm to the threats are better, so that a search knows which way is up.
pub fn worth(voyage: &Voyage) -> i32 {
    let mut harm = 0;
    for t in voyage.threats() {
        harm += match t.status {
            Status::Destroyed => 100,
            Status::OnTrack | Status::Survived => 60 * i32::from(t.blocks) / i32::from(t.hp.max(1)),
            Status::Waiting => 0,
        };
    }
    let cards: i32 = voyage.program.iter().flatten().map(|slot| i32::from(!slot.is_empty())).sum();
    if voyage.loss.is_some() {
        let tiles: i32 = voyage.ship.tiles.iter().map(|tiles| i32::from(tiles.len())).sum();
        return 300 * i32::from(voyage.turn) + 3 * harm - 20 * tiles - cards;
    }
    // A card that does nothing is better kept in hand.
    2 * HOME + 100 * voyage.score().total() + harm / 4 - 2 * cards
}
