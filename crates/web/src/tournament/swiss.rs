//! The Swiss system, by the method that FIDE calls Dutch:
//!
//! 1. Players stand by their points, and those with as many by their number.
//! 2. If they are odd, one of those with the fewest points who can has a bye: a point without a game, once.
//! 3. From the top, group by group of equal points, together with those who have come down to it: as few as can be come down to the next group, so
//!    that all others of the group can be paired among themselves, and those below with whoever comes; of those with fewer points rather, and so that
//!    as few as can be come down from the next group in their turn.
//! 4. Then as little as can be is wrong with the pairing (the constants in [`field`] say what, and how bad it is): seats, and who comes down, or meets
//!    somebody who has, again.
//! 5. Of pairings that are as good, those who came down get the highest whom they can, one after the other; then the upper half of the others meets the
//!    lower in order. Where that is not as good, the order of the lower half changes, from its end; then some change halves, as few and as near as can be.
//! 6. Nobody meets twice. Two who must have the same seat do not meet, unless all cannot be paired otherwise.
//! 7. Seats change: [`super::seats`] says who gets which.
//!
//! Since [`super::matching`] and [`super::cheapest`] know whether the rest can be paired, and how well, a pairing is found whenever there is one; and there
//! always is one for as many rounds as half the number of players. What is not as FIDE has it stands in docs/adr/0024.

mod field;

use super::{Game, Number, Pair, cheapest::cheapest};
use field::Field;
use std::iter;

/// Ways to choose who comes down, where it is more than one, and ways to change halves that are tried for a group.
const TRIES: usize = 2000;
/// Where there are more ways than this they are not even listed.
const MOST_WAYS: usize = 300_000;

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
    if players.len() < 2 {
        return None;
    }
    let field = Field::new(players, games)?;
    let mut left: Vec<usize> = (0..field.len()).collect();
    let mut came = 0;
    let mut pairs: Vec<Pair> = Vec::new();
    while !left.is_empty() {
        // Those who came down, and the next of equal points.
        let last = field.points(left[came.min(left.len() - 1)]);
        let size = left.iter().filter(|place| field.points(**place) >= last).count();
        let (group, below) = left.split_at(size);
        let Some((some, down)) = pair_group(&field, group, below) else {
            pairs.extend(field.anyhow(&left)?.into_iter().map(|(a, b)| field.seated(a, b)));
            break;
        };
        pairs.extend(some.into_iter().map(|(a, b)| field.seated(a, b)));
        (came, left) = (down.len(), down.iter().chain(below).copied().collect());
    }
    Some(pairs)
}

/// Pairs of places, and who comes down.
type Paired = (Vec<(usize, usize)>, Vec<usize>);

/// Pairs a group as far as it can be. Nothing where so many come down that not all ways can be tried.
fn pair_group(field: &Field<'_>, group: &[usize], below: &[usize]) -> Option<Paired> {
    if group.len() % 2 == 1 {
        let classes = one_down(field, group, below);
        if let Some(paired) = classes.iter().find_map(|may| pair_with(field, group, Some(may), below)) {
            return Some(paired);
        }
    } else if field.can(below)
        && let Some(paired) = pair_with(field, group, None, below)
    {
        return Some(paired);
    }
    let down = some_down(field, group, below)?;
    let stay: Vec<usize> = group.iter().copied().filter(|place| !down.contains(place)).collect();
    if stay.is_empty() {
        return Some((Vec::new(), down));
    }
    pair_with(field, &stay, None, below).map(|(pairs, _)| (pairs, down))
}

/// Who may come down from a group where one has to, the best first: those with the fewest points, and so that the fewest come down from the next.
fn one_down(field: &Field<'_>, group: &[usize], below: &[usize]) -> Vec<Vec<usize>> {
    let could =
        |place: &&usize| field.can(&iter::once(**place).chain(below.iter().copied()).collect::<Vec<_>>());
    let key = |place: &usize| (field.points(*place), field.left_over(&[*place], below));
    let mut all: Vec<_> = group.iter().filter(could).map(|place| (key(place), *place)).collect();
    all.sort();
    let classes = all.chunk_by(|a, b| a.0 == b.0);
    classes.map(|class| class.iter().map(|(_, place)| *place).collect()).collect()
}

/// Who comes down where it is more than one, from the top: as few as can be; those with fewer points rather; so that as few as can be come down from
/// the next group; so that as little as can be is wrong; and the lowest of those who could.
fn some_down(field: &Field<'_>, group: &[usize], below: &[usize]) -> Option<Vec<usize>> {
    let points = field.points(*group.last()?);
    let mut tries = TRIES;
    for n in (group.len() % 2 + 2..=group.len()).step_by(2).filter(|n| ways(group.len(), *n) <= MOST_WAYS) {
        let mut best = None;
        // Places from the end of the group: the lowest first.
        for down in choices(group.len(), n) {
            if tries == 0 {
                break;
            }
            tries -= 1;
            let is_down = |place: &usize| down.contains(&(group.len() - 1 - place));
            let (come, stay): (Vec<usize>, Vec<usize>) = (0..group.len()).partition(is_down);
            let [come, stay] = [come, stay].map(|all| all.into_iter().map(|i| group[i]).collect::<Vec<_>>());
            let rest: Vec<usize> = come.iter().chain(below).copied().collect();
            let cost = |a: usize, b: usize| field.cost(stay[a], stay[b], points);
            let Some((cost, _)) = cheapest(stay.len(), cost).filter(|_| field.can(&rest)) else { continue };
            let wrong = cost + come.iter().map(|place| field.cost_of_down(*place, below)).sum::<u128>();
            let whose: Vec<Option<u32>> = come.iter().map(|place| field.points(*place)).collect();
            let key = (whose, field.left_over(&come, below), wrong);
            if best.as_ref().is_none_or(|(known, _)| key < *known) {
                best = Some((key, come));
            }
        }
        if let Some((_, come)) = best {
            return Some(come);
        }
    }
    None
}

/// Pairs all of a group, or all but one of some who may come down. Nothing where that cannot be.
fn pair_with(
    field: &Field<'_>,
    group: &[usize],
    down: Option<&Vec<usize>>,
    below: &[usize],
) -> Option<Paired> {
    let points = field.points(*group.last()?);
    // Coming down is like meeting somebody.
    let away = field.len();
    let cost = |a: usize, b: usize| match (a.min(b), a.max(b)) {
        (one, other) if other == away => {
            down.filter(|some| some.contains(&one)).map(|_| field.cost_of_down(one, below))
        }
        (one, other) => field.cost(one, other, points),
    };
    let least_of = |some: &[usize]| cheapest(some.len(), |a, b| cost(some[a], some[b]));
    let mut left: Vec<usize> = group.iter().copied().chain(down.map(|_| away)).collect();
    let (mut least, _) = least_of(&left)?;
    let mut made: Vec<(usize, usize)> = Vec::new();
    // Whoever came down gets the highest of the group whom he can.
    while let Some(&one) = left.first().filter(|one| **one < away && field.points(**one) > points) {
        let same = |other: &&usize| **other < away && field.points(**other) == points;
        let others = left[1..].iter().filter(|other| !same(other));
        let wanted: Vec<usize> = left.iter().filter(same).chain(others).copied().collect();
        let (spent, with) = wanted.into_iter().find_map(|other| {
            let cost = cost(one, other).filter(|cost| *cost <= least)?;
            let rest: Vec<usize> =
                left.iter().copied().filter(|place| *place != one && *place != other).collect();
            (least_of(&rest)?.0 + cost == least).then_some((cost, other))
        })?;
        least -= spent;
        left.retain(|place| *place != one && *place != with);
        made.push((one, with));
    }
    let across = |upper: &[usize], lower: &[usize]| {
        let all: Vec<usize> = upper.iter().chain(lower).copied().collect();
        let apart = |a: usize, b: usize| (a < upper.len()) != (b < upper.len());
        cheapest(all.len(), |a, b| cost(all[a], all[b]).filter(|_| apart(a, b))).map(|(cost, _)| cost)
    };
    // Of the lower half one comes down: whom the end of the upper half leaves.
    let (open, rest): (Vec<usize>, Vec<usize>) = left.iter().partition(|place| **place == away);
    let halves = halves_of(&rest).map(|(upper, lower)| ([upper, open.clone()].concat(), lower));
    if let Some((mut upper, mut lower)) =
        halves.take(TRIES).find(|(upper, lower)| across(upper, lower) == Some(least))
    {
        while !upper.is_empty() {
            let one = upper.remove(0);
            let (spent, place) = (0..lower.len()).find_map(|place| {
                let cost = cost(one, lower[place]).filter(|cost| *cost <= least)?;
                let rest = [&lower[..place], &lower[place + 1..]].concat();
                (across(&upper, &rest)? + cost == least).then_some((cost, place))
            })?;
            least -= spent;
            made.push((one, lower.remove(place)));
        }
    } else {
        // There are more ways to change halves than can be tried: any pairing that is as good.
        let (_, mates) = least_of(&left)?;
        let pairs = mates.iter().enumerate().filter(|(one, mate)| one < mate);
        made.extend(pairs.map(|(one, mate)| (left[one], left[*mate])));
    }
    let (gone, mut pairs): (Vec<(usize, usize)>, Vec<_>) =
        made.into_iter().partition(|(a, b)| *a.max(b) == away);
    pairs.sort_by_key(|(a, b)| *a.min(b));
    Some((pairs, gone.into_iter().map(|(a, b)| a.min(b)).collect()))
}

/// The halves of a group, and then those between which some have changed: as few as can be, as near to each other as can be, those from the upper
/// half as low and those from the lower as high as can be. Of an odd number the lower half has one more.
fn halves_of(group: &[usize]) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> + '_ {
    let half = group.len() / 2;
    let few = move |n: &usize| ways(half, *n).saturating_mul(ways(group.len() - half, *n)) <= MOST_WAYS;
    (0..=half).filter(few).flat_map(move |n| {
        let (leaving, coming) = (choices(half, n), choices(group.len() - half, n));
        let mut all: Vec<(usize, Vec<usize>, &Vec<usize>)> = Vec::new();
        for leave in &leaving {
            for come in &coming {
                let far = come.iter().map(|i| i + half).sum::<usize>() - leave.iter().sum::<usize>();
                // The lowest of those who leave the upper half decides first.
                all.push((far, leave.iter().rev().map(|i| half - i).collect(), come));
            }
        }
        all.sort();
        let changed = |(_, leave, come): &(usize, Vec<usize>, &Vec<usize>)| {
            let leaves = |i: &usize| *i < half && leave.contains(&(half - i));
            let comes = |i: &usize| *i >= half && come.contains(&(i - half));
            let of = |i: usize| group[i];
            let upper = (0..group.len()).filter(|i| if *i < half { !leaves(i) } else { comes(i) });
            let lower = (0..group.len()).filter(|i| if *i < half { leaves(i) } else { !comes(i) });
            (upper.map(of).collect(), lower.map(of).collect())
        };
        all.iter().map(changed).collect::<Vec<_>>()
    })
}

/// In how many ways so many of so many can be chosen.
fn ways(of: usize, n: usize) -> usize {
    (0..n).fold(1, |ways: usize, i| ways.saturating_mul(of - i) / (i + 1))
}

/// All ways to choose so many of so many, each rising, in their order.
fn choices(of: usize, n: usize) -> Vec<Vec<usize>> {
    let Some(fewer) = n.checked_sub(1) else { return vec![Vec::new()] };
    let more = |some: Vec<usize>| {
        let from = some.last().map_or(0, |last| last + 1);
        (from..of).map(move |next| [&some[..], &[next]].concat())
    };
    choices(of, fewer).into_iter().flat_map(more).collect()
}

#[cfg(test)]
mod known;
#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
