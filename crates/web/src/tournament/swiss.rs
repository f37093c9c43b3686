//! The Swiss system. The method is the one that chess calls Dutch, in a form that fits on a page:
//!
//! 1. Players stand by their points, and those with as many by their number.
//! 2. If they are odd, whoever stands lowest and has not had a bye has one, if the others can be paired without him.
//! 3. From the top, group by group of equal points, together with those who have come down to it: as few as can be come down to the next group, and
//!    of those who could the lowest, so that all others of the group can be paired among themselves, and those below with whoever comes. Then
//!    each gets the first of these with whom all others of his group can still be paired: whoever came down the highest of the group; the others the one
//!    half a group below, then those below that one, then those above that one.
//! 4. Nobody meets twice. Two who must have the same seat do not meet, unless all cannot be paired otherwise.
//! 5. Seats change: whoever had one more often, or the last time, gets the other; of two who wish the same it is the one to whom it matters more, then
//!    the stronger. In the first round the first, third, fifth … pair gives the first seat to the stronger.
//!
//! Since [`Matching`] knows whether the rest can be paired, a pairing is found whenever there is one; and there always is one for as many
//! rounds as half the number of players. Which simplifications of FIDE's system this is stands in docs/adr/0024.

use super::{Game, Number, Pair, Wish, halves, matching::Matching, seats};

/// Ways to choose who comes down that are tried for a group.
const TRIES: usize = 1000;

/// Who stands where.
struct Field<'a> {
    games: &'a [Game],
    /// From the top.
    players: Vec<Number>,
    points: Vec<u32>,
}

impl Field<'_> {
    fn have_met(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.players[a], self.players[b]);
        self.games.iter().any(|game| game.has(a) && game.has(b))
    }

    /// Must two have the same seat?
    fn clash(wishes: &[Wish], a: usize, b: usize) -> bool {
        wishes[a].must().is_some() && wishes[a].must() == wishes[b].must()
    }

    /// Who may meet whom: with seats as everybody must have them, or else without. Nothing where all cannot be paired.
    fn may(&self) -> Option<Vec<Vec<bool>>> {
        let n = self.players.len();
        let wishes: Vec<Wish> = self.players.iter().map(|player| Wish::of(self.games, *player)).collect();
        let new: Vec<Vec<bool>> =
            (0..n).map(|a| (0..n).map(|b| a != b && !self.have_met(a, b)).collect()).collect();
        let fair: Vec<Vec<bool>> =
            (0..n).map(|a| (0..n).map(|b| new[a][b] && !Field::clash(&wishes, a, b)).collect()).collect();
        let everybody: Vec<usize> = (0..n).collect();
        [fair, new].into_iter().find(|may| all_of(may, &everybody).is_perfect())
    }

    /// Two who meet, with their seats; so many pairs were made before.
    fn seated(&self, a: usize, b: usize, before: usize) -> Pair {
        seats(self.games, self.players[a], self.players[b], before.is_multiple_of(2))
    }

    /// Those of a group whom the highest of it may get, in the order in which he would.
    fn wanted(&self, group: &[usize]) -> Vec<usize> {
        let equal: Vec<usize> =
            group.iter().copied().filter(|other| self.points[*other] == self.points[group[0]]).collect();
        let below = group.iter().copied().filter(|other| self.points[*other] < self.points[group[0]]);
        // Whoever came down stands above all others.
        if below.clone().next().is_some() {
            return below.chain(equal.into_iter().skip(1)).collect();
        }
        let half = equal.len() / 2;
        equal[half..].iter().chain(equal[1..half.max(1)].iter().rev()).copied().collect()
    }
}

/// A pairing of as many of these as can be.
fn all_of(may: &[Vec<bool>], places: &[usize]) -> Matching {
    Matching::new(places.len(), |a, b| may[places[a]][places[b]])
}

/// Those of a group who come down, from the top: as few as can be, and the lowest of those who could. Nothing where so many must that not all
/// ways can be tried.
fn who_comes_down(may: &[Vec<bool>], group: &[usize], below: &[usize]) -> Option<Vec<usize>> {
    let mut tries = TRIES;
    for n in (group.len() % 2..=group.len()).step_by(2) {
        // Places from the end of the group, rising: the first are the lowest.
        let mut down: Vec<usize> = (0..n).collect();
        loop {
            tries = tries.checked_sub(1)?;
            let is_down = |place: &usize| down.contains(&(group.len() - 1 - place));
            let (come, stay): (Vec<usize>, Vec<usize>) = (0..group.len()).partition(is_down);
            let [come, stay] = [come, stay].map(|all| all.into_iter().map(|i| group[i]).collect::<Vec<_>>());
            let rest: Vec<usize> = come.iter().chain(below).copied().collect();
            if all_of(may, &stay).is_perfect() && all_of(may, &rest).is_perfect() {
                return Some(come);
            }
            // The next way to choose so many.
            let Some(i) = (0..n).rev().find(|i| down[*i] < group.len() - n + i) else { break };
            let from = down[i] + 1;
            down[i..].iter_mut().zip(from..).for_each(|(place, next)| *place = next);
        }
    }
    None
}

/// The rounds that can be played without anybody meeting twice, whatever the results: half the number of players.
pub fn most_rounds(players: usize) -> u32 {
    ((players - players % 2) / 2).max(1) as u32
}

/// The rounds after which one alone can have won all.
pub fn usual_rounds(players: usize) -> u32 {
    players.max(2).next_power_of_two().trailing_zeros().min(most_rounds(players))
}

/// Who meets whom in the next round; nothing where nobody is left whom somebody has not met.
pub fn pair(players: &[Number], games: &[Game]) -> Option<Vec<Pair>> {
    let mut order: Vec<Number> = players.to_vec();
    order.sort_by_key(|player| (std::cmp::Reverse(halves(games, *player)), *player));
    if order.len() < 2 {
        return None;
    }
    if order.len().is_multiple_of(2) {
        return pair_even(order, games);
    }
    // A point without a game is had once.
    let had =
        |player: Number| games.iter().any(|game| !game.is_played_by(player) && game.halves(player) == 2);
    for i in (0..order.len()).rev().filter(|i| !had(order[*i])) {
        let mut others = order.clone();
        let free = others.remove(i);
        if let Some(mut pairs) = pair_even(others, games) {
            pairs.push((free, None));
            return Some(pairs);
        }
    }
    None
}

fn pair_even(order: Vec<Number>, games: &[Game]) -> Option<Vec<Pair>> {
    let points = order.iter().map(|player| halves(games, *player)).collect();
    let field = Field { games, players: order, points };
    let may = field.may()?;
    let mut left: Vec<usize> = (0..field.players.len()).collect();
    let mut came = 0;
    let mut pairs: Vec<Pair> = Vec::new();
    while !left.is_empty() {
        // Those who came down, and the next of equal points.
        let last = field.points[left[came.min(left.len() - 1)]];
        let size = left.iter().filter(|place| field.points[**place] >= last).count();
        let (group, below) = left.split_at(size);
        let Some(down) = who_comes_down(&may, group, below) else {
            return one_by_one(&field, &may, left, pairs);
        };
        let mut stay: Vec<usize> = group.iter().copied().filter(|place| !down.contains(place)).collect();
        let rest: Vec<usize> = down.iter().chain(below).copied().collect();
        let own = stay.clone();
        let mut matching = all_of(&may, &own);
        let at = |place: usize| own.iter().position(|other| *other == place);
        while let Some(&one) = stay.first() {
            let mut wanted = field.wanted(&stay).into_iter();
            let with = wanted.find(|other| {
                let both = at(one).zip(at(*other));
                both.is_some_and(|(one, other)| matching.settle(one, other))
            })?;
            stay.retain(|other| *other != one && *other != with);
            pairs.push(field.seated(one, with, pairs.len()));
        }
        (came, left) = (down.len(), rest);
    }
    Some(pairs)
}

/// The rest where so many of a group come down that it cannot be tried who: each gets the first with whom all others can still be paired.
fn one_by_one(
    field: &Field<'_>,
    may: &[Vec<bool>],
    mut left: Vec<usize>,
    mut pairs: Vec<Pair>,
) -> Option<Vec<Pair>> {
    let own = left.clone();
    let mut matching = all_of(may, &own);
    let at = |place: usize| own.iter().position(|other| *other == place);
    while let Some(&one) = left.first() {
        let equal: Vec<usize> =
            left.iter().copied().filter(|other| field.points[*other] == field.points[one]).collect();
        let below = left.iter().copied().filter(|other| field.points[*other] < field.points[one]);
        let mut wanted = if equal.len() > 1 { field.wanted(&equal) } else { Vec::new() };
        wanted.extend(below);
        let with = wanted
            .into_iter()
            .find(|other| at(one).zip(at(*other)).is_some_and(|(one, other)| matching.settle(one, other)))?;
        left.retain(|other| *other != one && *other != with);
        pairs.push(field.seated(one, with, pairs.len()));
    }
    Some(pairs)
}

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
