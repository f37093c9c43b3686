//! Who stands where before a round of the Swiss system, who may meet whom, and what would be wrong with it.

use super::super::{Game, Number, Pair, Wish, cheapest::cheapest, halves, matching::Matching, seats};
use std::cmp::{Ordering, Reverse};

/// What is wrong with a pairing, from the worst: each counts for more than all that stand below it, for 128 players and 64 rounds.
///
/// Two who both came down to a group meet there.
const CAME_TOGETHER: u128 = 1 << 112;
/// A round without a game, for each that whoever has the bye had before.
const UNPLAYED: u128 = 1 << 104;
/// Somebody has not the seat that he should have, and somebody to whom it matters.
const SEAT: u128 = 1 << 96;
const STRONG_SEAT: u128 = 1 << 88;
/// Somebody comes down, or meets somebody who has, as in the last round; and as in the one before.
const DOWN_AGAIN: u128 = 1 << 80;
const UP_AGAIN: u128 = 1 << 72;
const DOWN_BEFORE: u128 = 1 << 64;
const UP_BEFORE: u128 = 1 << 56;
/// The same, for each half point that the two are apart.
const FAR_DOWN_AGAIN: u128 = 1 << 42;
const FAR_UP_AGAIN: u128 = 1 << 28;
const FAR_DOWN_BEFORE: u128 = 1 << 14;
const FAR_UP_BEFORE: u128 = 1;

/// Whom somebody met in a round: somebody with more points, or with fewer; a point without a game is as good as the latter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Float {
    Up,
    Down,
}

/// Somebody who is paired; or nobody, whom whoever has the bye meets and who stands below all.
pub(super) struct Standing {
    pub(super) player: Option<Number>,
    /// In half points.
    points: Option<u32>,
    wish: Wish,
    /// In the last round, and in the one before.
    floats: [Option<Float>; 2],
    had_bye: bool,
    /// Rounds without a game.
    unplayed: u32,
}

impl Standing {
    fn of(games: &[Game], player: Number) -> Standing {
        let last = games.iter().map(|game| game.round).max().unwrap_or(0);
        let float = |back: u32| {
            let round = last.checked_sub(back)?;
            let game = games.iter().find(|game| game.round == round && game.has(player))?;
            let Some(other) = game.other(player).filter(|_| game.is_played_by(player)) else {
                return (game.halves(player) > 0).then_some(Float::Down);
            };
            let before = |of: Number| -> u32 {
                games.iter().filter(|game| game.round < round).map(|game| game.halves(of)).sum()
            };
            match before(player).cmp(&before(other)) {
                Ordering::Less => Some(Float::Up),
                Ordering::Equal => None,
                Ordering::Greater => Some(Float::Down),
            }
        };
        let played = games.iter().filter(|game| game.is_played_by(player)).count() as u32;
        Standing {
            player: Some(player),
            points: Some(halves(games, player)),
            wish: Wish::of(games, player),
            floats: [float(0), float(1)],
            had_bye: games.iter().any(|game| !game.is_played_by(player) && game.halves(player) == 2),
            unplayed: last.saturating_sub(played),
        }
    }

    fn nobody() -> Standing {
        let wish = Wish::of(&[], 0);
        Standing { player: None, points: None, wish, floats: [None; 2], had_bye: false, unplayed: 0 }
    }

    /// Whoever has had a point without a game has no other one. A game that was not played can still be.
    fn has_met(&self, other: &Standing, games: &[Game]) -> bool {
        match (self.player, other.player) {
            (Some(a), Some(b)) => games.iter().any(|game| game.is_played_by(a) && game.has(b)),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.had_bye || other.had_bye,
        }
    }

    /// Must both have the same seat?
    fn clashes(&self, other: &Standing) -> bool {
        self.wish.must().is_some() && self.wish.must() == other.wish.must()
    }

    fn again(&self, back: usize, float: Float, cost: u128) -> u128 {
        if self.floats[back] == Some(float) { cost } else { 0 }
    }
}

/// Who stands where, from the top, and who may meet whom.
pub(super) struct Field<'a> {
    games: &'a [Game],
    all: Vec<Standing>,
    may: Vec<Vec<bool>>,
}

impl<'a> Field<'a> {
    /// Nothing where all cannot be paired.
    pub(super) fn new(players: &[Number], games: &'a [Game]) -> Option<Field<'a>> {
        let mut all: Vec<Standing> = players.iter().map(|player| Standing::of(games, *player)).collect();
        all.sort_by_key(|one| (Reverse(one.points), one.player));
        if all.len() % 2 == 1 {
            all.push(Standing::nobody());
        }
        let n = all.len();
        let may = |allowed: &dyn Fn(&Standing, &Standing) -> bool| -> Vec<Vec<bool>> {
            (0..n).map(|a| (0..n).map(|b| a != b && allowed(&all[a], &all[b])).collect()).collect()
        };
        // With seats as everybody must have them, or else without.
        let new = may(&|a, b| !a.has_met(b, games));
        let fair = may(&|a, b| !a.has_met(b, games) && !a.clashes(b));
        let everybody: Vec<usize> = (0..n).collect();
        let can = |may: &Vec<Vec<bool>>| pairing(may, &everybody).is_perfect();
        let mut may = [fair, new].into_iter().find(can)?;
        if all[n - 1].player.is_none() {
            // The bye is for those with as few points as can be.
            let mut points: Vec<Option<u32>> = all[..n - 1].iter().rev().map(|one| one.points).collect();
            points.dedup();
            let for_those = |points: Option<u32>| {
                let mut some = may.clone();
                for (a, one) in all[..n - 1].iter().enumerate() {
                    let free = may[a][n - 1] && one.points == points;
                    (some[a][n - 1], some[n - 1][a]) = (free, free);
                }
                some
            };
            may = points.into_iter().map(for_those).find(can)?;
        }
        Some(Field { games, all, may })
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn points(&self, place: usize) -> Option<u32> {
        self.all[place].points
    }

    /// Can all these be paired?
    pub(super) fn can(&self, places: &[usize]) -> bool {
        pairing(&self.may, places).is_perfect()
    }

    /// How many of the next group, and of those who come down to it, have nobody there.
    pub(super) fn left_over(&self, come: &[usize], below: &[usize]) -> usize {
        let next = below.first().map(|place| self.points(*place));
        let next = below.iter().filter(|place| Some(self.points(**place)) == next);
        let together: Vec<usize> = come.iter().chain(next).copied().collect();
        pairing(&self.may, &together).without()
    }

    /// What is wrong with a pair of a group whose points are these; nothing for two who may not meet.
    pub(super) fn cost(&self, a: usize, b: usize, points: Option<u32>) -> Option<u128> {
        if !self.may[a][b] {
            return None;
        }
        let (above, below) = (&self.all[a.min(b)], &self.all[a.max(b)]);
        let mut cost = 0;
        if above.points > points && below.points > points {
            cost += CAME_TOGETHER;
        }
        let wishes = [above, below].map(|one| one.wish.seat());
        if wishes[0].is_some() && wishes[0] == wishes[1] {
            cost += SEAT;
            if above.wish.is_strong() && below.wish.is_strong() {
                cost += STRONG_SEAT;
            }
        }
        let apart = self.apart(a, b);
        if apart > 0 {
            cost += below.again(0, Float::Up, UP_AGAIN + apart * FAR_UP_AGAIN);
            cost += below.again(1, Float::Up, UP_BEFORE + apart * FAR_UP_BEFORE);
            cost += above.again(0, Float::Down, apart * FAR_DOWN_AGAIN);
            cost += above.again(1, Float::Down, apart * FAR_DOWN_BEFORE);
        }
        Some(cost)
    }

    /// What is wrong with coming down, and with having the bye if those below are nobody.
    pub(super) fn cost_of_down(&self, place: usize, below: &[usize]) -> u128 {
        let one = &self.all[place];
        let bye = below.first().is_some_and(|next| self.all[*next].player.is_none());
        let unplayed = if bye { u128::from(one.unplayed) * UNPLAYED } else { 0 };
        unplayed + one.again(0, Float::Down, DOWN_AGAIN) + one.again(1, Float::Down, DOWN_BEFORE)
    }

    /// How many half points two are apart; with nobody, none.
    fn apart(&self, a: usize, b: usize) -> u128 {
        let [one, two] = [a, b].map(|place| self.points(place));
        one.zip(two).map_or(0, |(one, two)| u128::from(one.abs_diff(two)))
    }

    /// Pairs all these whatever their points are: as near to each other as can be.
    pub(super) fn anyhow(&self, places: &[usize]) -> Option<Vec<(usize, usize)>> {
        // What is far apart is worse than whatever else can be wrong.
        let cost = |a: usize, b: usize| {
            let (a, b) = (places[a], places[b]);
            Some(self.cost(a, b, Some(u32::MAX))? + self.apart(a, b).pow(2).min(200) * UNPLAYED)
        };
        let (_, mates) = cheapest(places.len(), cost)?;
        let pairs = mates.iter().enumerate().filter(|(one, mate)| one < mate);
        Some(pairs.map(|(one, mate)| (places[one], places[*mate])).collect())
    }

    /// Two who meet, with their seats.
    pub(super) fn seated(&self, a: usize, b: usize) -> Pair {
        match (self.all[a.min(b)].player, self.all[a.max(b)].player) {
            (Some(above), Some(below)) => seats(self.games, above, below, above % 2 == 1),
            (one, two) => (one.or(two).expect("nobody does not meet nobody"), None),
        }
    }
}

/// A pairing of as many of these as can be.
fn pairing(may: &[Vec<bool>], places: &[usize]) -> Matching {
    Matching::new(places.len(), |a, b| may[places[a]][places[b]])
}
