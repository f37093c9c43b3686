//! Luck. A game draws it only here, so that the same seed and decisions give the same game everywhere.

use rand_chacha::{ChaCha8Rng, rand_core::Rng as _, rand_core::SeedableRng as _};
use serde::{Deserialize, Serialize};
use std::{collections::VecDeque, fmt, str::FromStr};

/// 256 bits from the operating system: all the luck of one game. Kept beside the game, never inside it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// A seed for tests, bots and benchmarks, made from a small number.
    pub fn small(n: u64) -> Seed {
        Seed(
            *blake3::Hasher::new()
                .update(b"klaxon small seed")
                .update(&n.to_le_bytes())
                .finalize()
                .as_bytes(),
        )
    }

    /// What is published at the start of the game; the seed itself follows after the end.
    pub fn commitment(&self) -> String {
        blake3::Hasher::new().update(b"klaxon commitment 1").update(&self.0).finalize().to_hex().to_string()
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(sealed)")
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        blake3::Hash::from_bytes(seed.0).to_hex().to_string()
    }
}

impl FromStr for Seed {
    type Err = String;
    fn from_str(text: &str) -> Result<Seed, String> {
        match blake3::Hash::from_hex(text) {
            Ok(bytes) => Ok(Seed(*bytes.as_bytes())),
            Err(_) => Err("a seed is 64 hexadecimal digits".into()),
        }
    }
}

impl TryFrom<String> for Seed {
    type Error = String;
    fn try_from(text: String) -> Result<Seed, String> {
        text.parse()
    }
}

/// What was drawn from luck once: which, out of how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// What came, from 0.
    pub which: u32,
    /// Out of how many.
    pub of: u32,
}

/// The luck of one step.
#[derive(Debug)]
pub struct Chance {
    source: Source,
    draws: u32,
}

#[derive(Debug)]
enum Source {
    /// A real game: the stream of one step, opened when first drawn from.
    Keyed { seed: Seed, step: u64, rng: Option<Box<ChaCha8Rng>>, drawn: Vec<Draw> },
    /// Playouts and redeals: fast, reproducible, predictable.
    Quick(u64),
    /// Tests and situations: dice in the order given; shuffles from a fixed quick source.
    Scripted { dice: VecDeque<u32>, rest: u64, wrong: Option<String> },
}

impl Chance {
    /// The luck of one step of a real game: a repaired rule that rolls one more die disturbs no other step.
    pub fn of_step(seed: Seed, step: u64) -> Chance {
        Chance { source: Source::Keyed { seed, step, rng: None, drawn: Vec::new() }, draws: 0 }
    }

    /// Fast luck for playouts and redeals.
    pub fn quick(seed: u64) -> Chance {
        Chance { source: Source::Quick(seed ^ 0x5DEE_CE66_D1CE_4E5B), draws: 0 }
    }

    /// Dice that fall as written, counted from 0. Running out of them is a mistake of the script.
    pub fn scripted(dice: &[u32]) -> Chance {
        let dice = dice.iter().copied().collect();
        Chance { source: Source::Scripted { dice, rest: 1, wrong: None }, draws: 0 }
    }

    /// What was wrong with the dice of a script: none was left, or one showed a face that the die lacks. The rules went on
    /// with other dice, so that what came of it means nothing.
    pub fn wrong(&self) -> Option<&str> {
        match &self.source {
            Source::Scripted { wrong, .. } => wrong.as_deref(),
            Source::Keyed { .. } | Source::Quick(_) => None,
        }
    }

    /// How often luck was drawn. A step that drew any cannot be undone.
    pub fn draws(&self) -> u32 {
        self.draws
    }

    /// What a real game drew in this step, in order; nothing is kept of other luck.
    pub fn drawn(&self) -> &[Draw] {
        match &self.source {
            Source::Keyed { drawn, .. } => drawn,
            Source::Quick(_) | Source::Scripted { .. } => &[],
        }
    }

    /// Dice of a script that have not fallen yet.
    pub fn left(&self) -> usize {
        match &self.source {
            Source::Scripted { dice, .. } => dice.len(),
            Source::Keyed { .. } | Source::Quick(_) => 0,
        }
    }

    /// Puts more dice at the end of a script.
    pub fn script(&mut self, more: &[u32]) {
        match &mut self.source {
            Source::Scripted { dice, .. } => dice.extend(more),
            Source::Keyed { .. } | Source::Quick(_) => panic!("only scripted luck takes more dice"),
        }
    }

    /// One die with the given number of faces: 0 to `faces` − 1. A script that has run out of dice, or names a face the die
    /// lacks, is told by [`Chance::wrong`]; the die then falls by itself, so that the rules come to an end.
    pub fn roll(&mut self, faces: u32) -> u32 {
        if let Source::Scripted { dice, wrong, .. } = &mut self.source {
            match dice.pop_front() {
                Some(face) if face < faces => {
                    self.draws += 1;
                    return face;
                }
                Some(_) => {
                    wrong.get_or_insert_with(|| {
                        format!("the die that falls here has only {faces} faces: name one of them in `dice`")
                    });
                }
                None => {
                    wrong.get_or_insert_with(|| "the script has no die left: add one to `dice`".into());
                }
            }
        }
        self.below(faces)
    }

    /// A fair number from 0 to `n` − 1: Lemire's multiplication with rejection.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a choice among nothing");
        self.draws += 1;
        loop {
            let m = u64::from(self.word()) * u64::from(n);
            if (m as u32) >= n.wrapping_neg() % n {
                let which = (m >> 32) as u32;
                if let Source::Keyed { drawn, .. } = &mut self.source {
                    drawn.push(Draw { which, of: n });
                }
                return which;
            }
        }
    }

    /// Shuffles from the end to the front (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// One item of a slice.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { Some(&items[self.below(items.len() as u32) as usize]) }
    }

    fn word(&mut self) -> u32 {
        match &mut self.source {
            Source::Keyed { seed, step, rng, .. } => rng
                .get_or_insert_with(|| {
                    let mut rng = ChaCha8Rng::from_seed(seed.0);
                    rng.set_stream(*step);
                    Box::new(rng)
                })
                .next_u32(),
            Source::Quick(state) | Source::Scripted { rest: state, .. } => splitmix(state),
        }
    }
}

/// SplitMix64, upper half.
fn splitmix(state: &mut u64) -> u32 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_to_dice_and_shuffles_are_pinned() {
        let mut chance = Chance::of_step(Seed([7; 32]), 0);
        let mut cards: Vec<u32> = (0..10).collect();
        chance.shuffle(&mut cards);
        let dice: Vec<u32> = (0..10).map(|_| chance.roll(6) + 1).collect();
        assert_eq!(cards, [9, 8, 4, 7, 1, 0, 5, 6, 2, 3]);
        assert_eq!(dice, [5, 4, 1, 3, 4, 3, 4, 4, 4, 6]);
    }

    #[test]
    fn a_real_game_keeps_what_it_drew() {
        let mut chance = Chance::of_step(Seed([7; 32]), 0);
        let die = chance.roll(6);
        chance.shuffle(&mut [1, 2, 3]);
        let of: Vec<u32> = chance.drawn().iter().map(|d| d.of).collect();
        assert_eq!((chance.drawn()[0], of), (Draw { which: die, of: 6 }, vec![6, 3, 2]));
        let mut quick = Chance::quick(1);
        quick.roll(6);
        assert!(quick.drawn().is_empty());
    }

    #[test]
    fn steps_have_streams_of_their_own() {
        let roll = |step| Chance::of_step(Seed::small(1), step).below(1 << 30);
        assert_ne!(roll(1), roll(2));
        assert_eq!(roll(2), roll(2));
    }

    #[test]
    fn dice_are_fair_enough() {
        let mut chance = Chance::quick(3);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[chance.roll(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_600..10_400).contains(n)), "{seen:?}");
    }

    #[test]
    fn a_seed_never_prints_itself_but_round_trips() {
        let seed = Seed::small(9);
        assert_eq!(format!("{seed:?}"), "Seed(sealed)");
        assert_eq!(String::from(seed).parse::<Seed>().unwrap(), seed);
        assert_ne!(seed.commitment(), Seed::small(10).commitment());
    }

    #[test]
    fn a_script_that_runs_out_says_so_without_a_panic() {
        let mut chance = Chance::scripted(&[5]);
        assert_eq!((chance.roll(6), chance.wrong()), (5, None));
        assert!(chance.roll(6) < 6);
        assert!(chance.wrong().unwrap().contains("no die left"));
        let mut chance = Chance::scripted(&[5]);
        assert!(chance.roll(2) < 2);
        assert!(chance.wrong().unwrap().contains("only 2 faces"));
    }
}
