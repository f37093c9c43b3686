//! A game that the player could not tell from this one: the cards that nobody has seen, in another order.

use crate::{
    nouns::FedTech,
    state::{CARDS, Federation},
};
use klaxon_core::Chance;

/// Federation cards are shuffled among themselves, Warp cards likewise.
pub(crate) fn redeal(game: &Federation, chance: &mut Chance) -> Federation {
    let mut other = game.clone();
    for range in [0..5, 6..CARDS] {
        let unseen: Vec<usize> = range.filter(|&i| game.table.cards[i].tech.is_none()).collect();
        let mut techs: Vec<FedTech> = unseen.iter().map(|&i| game.sealed.cards[i]).collect();
        chance.shuffle(&mut techs);
        for (i, tech) in unseen.into_iter().zip(techs) {
            other.sealed.cards[i] = tech;
        }
    }
    other
}
