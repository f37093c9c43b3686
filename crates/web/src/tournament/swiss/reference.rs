//! The method once more, as slowly and plainly as it can be said: of all pairings that there are the first one by the rules in the module's words.
//! It shares no line with the method itself, and so says whether it does what is written.

use super::super::{End, Game, Number, Pair};

/// A player as the rules look at him.
#[derive(Clone, Copy)]
struct Standing {
    number: Number,
    halves: u32,
    /// The seat that he must have next: the first, the second, or either.
    must: Option<bool>,
    had_a_bye: bool,
}

impl Standing {
    fn of(games: &[Game], number: Number) -> Standing {
        let mut standing = Standing { number, halves: 0, must: None, had_a_bye: false };
        let mut seats = Vec::new();
        let last = games.iter().map(|game| game.round).max().unwrap_or(0);
        for round in 1..=last {
            for game in games.iter().filter(|game| game.round == round) {
                let first = game.one == number;
                if !first && game.two != Some(number) {
                    continue;
                }
                let (won, played) = match game.end.expect("every game is over") {
                    End::One => (if first { 2 } else { 0 }, true),
                    End::Two => (if first { 0 } else { 2 }, true),
                    End::Drawn => (1, true),
                    End::OneAlone => (if first { 2 } else { 0 }, false),
                    End::TwoAlone => (if first { 0 } else { 2 }, false),
                    End::Nobody => (0, false),
                    End::Bye => (2, false),
                };
                standing.halves += won;
                standing.had_a_bye |= !played && won == 2;
                if played {
                    seats.push(first);
                }
            }
        }
        let firsts = seats.iter().filter(|first| **first).count() as i64;
        let more = 2 * firsts - seats.len() as i64;
        standing.must = match seats.as_slice() {
            _ if more >= 2 => Some(false),
            _ if more <= -2 => Some(true),
            [.., before, last] if before == last => Some(!last),
            _ => None,
        };
        standing
    }
}

/// All ways to make pairs of so many, each a list of places; the first of a pair stands higher.
fn pairings(places: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let Some((&first, rest)) = places.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for (i, &other) in rest.iter().enumerate() {
        let mut left = rest.to_vec();
        left.remove(i);
        for mut more in pairings(&left) {
            more.insert(0, (first, other));
            all.push(more);
        }
    }
    all
}

/// The places whom the highest of a group wants, best first.
fn wanted(field: &[Standing], group: &[usize]) -> Vec<usize> {
    let halves = field[group[0]].halves;
    let lower: Vec<usize> = group.iter().copied().filter(|other| field[*other].halves < halves).collect();
    let equal: Vec<usize> =
        group.iter().copied().skip(1).filter(|other| field[*other].halves == halves).collect();
    if !lower.is_empty() {
        return [lower, equal].concat();
    }
    // Half of the group, himself included, is above the one whom he wants most.
    let above = group.len() / 2 - 1;
    let mut wanted = equal[above..].to_vec();
    wanted.extend(equal[..above].iter().rev());
    wanted
}

/// What is wrong with a pairing, to be compared from the first on: group by group from the top how many come down, which, and how far from his
/// wish each of the others is.
fn regrets(field: &[Standing], pairing: &[(usize, usize)]) -> Vec<usize> {
    let mut left: Vec<usize> = (0..field.len()).collect();
    let mut groups: Vec<u32> = field.iter().map(|one| one.halves).collect();
    groups.dedup();
    let mut regrets = Vec::new();
    for halves in groups {
        let inside = |place: usize| field[place].halves >= halves;
        let with = |place: usize| {
            let (a, b) =
                *pairing.iter().find(|(a, b)| *a == place || *b == place).expect("everybody is paired");
            if a == place { b } else { a }
        };
        let down = left.iter().copied().filter(|place| inside(*place) && !inside(with(*place)));
        let mut down: Vec<usize> = down.collect();
        regrets.push(down.len());
        down.reverse();
        regrets.extend(down.iter().map(|place| field.len() - place));
        let mut group: Vec<usize> =
            left.iter().copied().filter(|place| inside(*place) && inside(with(*place))).collect();
        left.retain(|place| !group.contains(place));
        while let Some(&at) = group.first() {
            let with = with(at);
            let wish = wanted(field, &group).iter().position(|other| *other == with);
            regrets.push(wish.expect("everybody is wanted"));
            group.retain(|other| *other != at && *other != with);
        }
    }
    regrets
}

/// How many come down from each group, those included who had come down to it.
fn come_down(field: &[Standing], pairing: &[(usize, usize)]) -> Vec<usize> {
    let mut groups: Vec<u32> = field.iter().map(|one| one.halves).collect();
    groups.dedup();
    let across = |halves: &u32| {
        let of = pairing.iter().filter(|(a, b)| field[*a].halves >= *halves && field[*b].halves < *halves);
        of.count()
    };
    groups.iter().map(across).collect()
}

/// What a round of the reference is: who meets whom, without seats, and who has a bye.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Round {
    pub(super) pairs: Vec<(Number, Number)>,
    pub(super) free: Option<Number>,
    /// Would an allowed pairing let fewer come down from a group, the groups above it being as good?
    pub(super) fewer_come_down: bool,
}

/// The round that the rules ask for; nothing where there is none.
pub(super) fn round(players: &[Number], games: &[Game]) -> Option<Round> {
    let mut field: Vec<Standing> = players.iter().map(|number| Standing::of(games, *number)).collect();
    field.sort_by_key(|one| (std::cmp::Reverse(one.halves), one.number));
    if field.len() < 2 {
        return None;
    }
    if field.len().is_multiple_of(2) {
        return even(&field, games);
    }
    (0..field.len()).rev().filter(|i| !field[*i].had_a_bye).find_map(|i| {
        let mut others = field.clone();
        let free = others.remove(i).number;
        even(&others, games).map(|round| Round { free: Some(free), ..round })
    })
}

fn even(field: &[Standing], games: &[Game]) -> Option<Round> {
    let met = |a: usize, b: usize| {
        let both = |game: &&Game| {
            let sits = |i: usize| game.one == field[i].number || game.two == Some(field[i].number);
            sits(a) && sits(b)
        };
        games.iter().any(|game| both(&game))
    };
    let clash = |a: usize, b: usize| field[a].must.is_some() && field[a].must == field[b].must;
    let places: Vec<usize> = (0..field.len()).collect();
    let mut new = pairings(&places);
    new.retain(|pairing| pairing.iter().all(|(a, b)| !met(*a, *b)));
    let fair = new.iter().filter(|pairing| pairing.iter().all(|(a, b)| !clash(*a, *b))).cloned();
    let fair: Vec<_> = fair.collect();
    let allowed = if fair.is_empty() { new } else { fair };
    let best = allowed.iter().min_by_key(|pairing| regrets(field, pairing))?;
    let mut pairs: Vec<(Number, Number)> = best
        .iter()
        .map(|(a, b)| (field[*a].number.min(field[*b].number), field[*a].number.max(field[*b].number)))
        .collect();
    pairs.sort();
    let fewest = allowed.iter().map(|pairing| come_down(field, pairing)).min();
    let fewer_come_down = fewest.is_some_and(|fewest| fewest < come_down(field, best));
    Some(Round { pairs, free: None, fewer_come_down })
}

/// A round of the method, to be compared.
pub(super) fn plain(pairs: &[Pair]) -> (Vec<(Number, Number)>, Option<Number>) {
    let mut plain: Vec<(Number, Number)> =
        pairs.iter().filter_map(|(one, two)| two.map(|two| (*one.min(&two), *one.max(&two)))).collect();
    plain.sort();
    (plain, pairs.iter().find(|(_, two)| two.is_none()).map(|(one, _)| *one))
}
