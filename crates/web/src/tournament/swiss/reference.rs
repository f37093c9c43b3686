//! The method once more, as slowly and plainly as it can be said: of all pairings that there are the first one by the rules in the module's words.
//! It shares no line with the method itself, and so says whether it does what is written.

use super::super::{End, Game, Number, Pair};
use std::cmp::Reverse;

/// A player as the rules look at him; the last of an odd number is nobody, and whoever meets nobody has the bye.
#[derive(Clone, Debug)]
struct Standing {
    number: Number,
    /// −1 for nobody.
    halves: i64,
    /// The seat that he would have next: the first, the second, or either; and how much it matters: 0, 1, or 2 where he must have it.
    wish: Option<bool>,
    matters: u32,
    had_a_bye: bool,
    without_game: i64,
    /// Above (1) or below (−1) him by points: whom he met in the last round and in the one before.
    floats: [i64; 2],
}

/// What each of two has of a game, in half points, and whether it was played.
fn worth(game: &Game) -> (i64, i64, bool) {
    match game.end.expect("every game is over") {
        End::One => (2, 0, true),
        End::Two => (0, 2, true),
        End::Drawn => (1, 1, true),
        End::OneAlone => (2, 0, false),
        End::TwoAlone => (0, 2, false),
        End::Nobody => (0, 0, false),
        End::Bye => (2, 0, false),
    }
}

fn points(games: &[Game], number: Number, before: u32) -> i64 {
    let mut sum = 0;
    for game in games.iter().filter(|game| game.round < before) {
        let (one, two, _) = worth(game);
        sum += if game.one == number { one } else { 0 };
        sum += if game.two == Some(number) { two } else { 0 };
    }
    sum
}

impl Standing {
    fn of(games: &[Game], number: Number) -> Standing {
        let last = games.iter().map(|game| game.round).max().unwrap_or(0);
        let (mut seats, mut had_a_bye, mut floats) = (Vec::new(), false, [0, 0]);
        for round in 1..=last {
            for game in games.iter().filter(|game| game.round == round) {
                let first = game.one == number;
                if !first && game.two != Some(number) {
                    continue;
                }
                let (one, two, played) = worth(game);
                let won = if first { one } else { two };
                had_a_bye |= !played && won == 2;
                let mut float = if won > 0 { -1 } else { 0 };
                if played {
                    seats.push(first);
                    let other = if first { game.two.expect("somebody was there") } else { game.one };
                    float = (points(games, other, round) - points(games, number, round)).signum();
                }
                if round + 2 > last {
                    floats[(last - round) as usize] = float;
                }
            }
        }
        let firsts = seats.iter().filter(|first| **first).count() as i64;
        let more = 2 * firsts - seats.len() as i64;
        let twice = seats.len() >= 2 && seats[seats.len() - 1] == seats[seats.len() - 2];
        let wish = match more {
            0 => seats.last().map(|last| !last),
            more => Some(more < 0),
        };
        let matters = if more.abs() >= 2 || twice { 2 } else { more.unsigned_abs() as u32 };
        let wish = if more.abs() < 2 && twice { seats.last().map(|last| !last) } else { wish };
        let without_game = i64::from(last) - seats.len() as i64;
        Standing {
            number,
            halves: points(games, number, last + 1),
            wish,
            matters,
            had_a_bye,
            without_game,
            floats,
        }
    }
}

/// All ways to make pairs of so many who may meet, each a list of places; the first of a pair stands higher.
fn pairings(places: &[usize], may: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<(usize, usize)>> {
    let Some((&first, rest)) = places.split_first() else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for (i, &other) in rest.iter().enumerate().filter(|(_, other)| may(first, **other)) {
        let mut left = rest.to_vec();
        left.remove(i);
        for mut more in pairings(&left, may) {
            more.insert(0, (first, other));
            all.push(more);
        }
    }
    all
}

struct Round<'a> {
    field: &'a [Standing],
    may: &'a dyn Fn(usize, usize) -> bool,
}

impl Round<'_> {
    /// The fewest of these who have nobody among them.
    fn left_over(&self, places: &[usize]) -> i64 {
        let Some((&first, rest)) = places.split_first() else { return 0 };
        let without = |other: usize| rest.iter().copied().filter(|place| *place != other).collect::<Vec<_>>();
        let with = rest
            .iter()
            .filter(|other| (self.may)(first, **other))
            .map(|other| self.left_over(&without(*other)));
        with.chain([1 + self.left_over(rest)]).min().expect("there is one")
    }

    /// Of these pairings the best, group by group from the top.
    fn best(&self, mut allowed: Vec<Vec<(usize, usize)>>) -> Option<Vec<(usize, usize)>> {
        let mut groups: Vec<i64> = self.field.iter().map(|one| one.halves).collect();
        groups.dedup();
        let mut left: Vec<usize> = (0..self.field.len()).collect();
        for (i, halves) in groups.iter().enumerate() {
            let at =
                Group { round: self, left: left.clone(), halves: *halves, next: groups.get(i + 1).copied() };
            for regrets in [Group::coming_down, Group::left_over, Group::wrong, Group::order] {
                let told: Vec<Vec<i64>> = allowed.iter().map(|pairing| regrets(&at, pairing)).collect();
                let least = told.iter().min()?;
                let mut best = told.iter().map(|one| one == least);
                allowed.retain(|_| best.next() == Some(true));
            }
            let down = at.down(allowed.first()?);
            left.retain(|place| self.field[*place].halves < *halves || down.contains(place));
        }
        allowed.pop()
    }
}

/// A group of equal points, with those who came down to it and all who stand below.
struct Group<'a> {
    round: &'a Round<'a>,
    left: Vec<usize>,
    halves: i64,
    /// The points of the next.
    next: Option<i64>,
}

fn with(pairing: &[(usize, usize)], place: usize) -> usize {
    let (a, b) = *pairing.iter().find(|(a, b)| *a == place || *b == place).expect("everybody is paired");
    if a == place { b } else { a }
}

impl Group<'_> {
    fn standing(&self, place: usize) -> &Standing {
        &self.round.field[place]
    }

    fn group(&self) -> Vec<usize> {
        self.left.iter().copied().filter(|place| self.standing(*place).halves >= self.halves).collect()
    }

    fn down(&self, pairing: &[(usize, usize)]) -> Vec<usize> {
        let falls = |place: &usize| self.standing(with(pairing, *place)).halves < self.halves;
        self.group().into_iter().filter(falls).collect()
    }

    /// How many come down, and with how many points.
    fn coming_down(&self, pairing: &[(usize, usize)]) -> Vec<i64> {
        let down = self.down(pairing);
        let points = down.iter().map(|place| self.standing(*place).halves);
        [down.len() as i64].into_iter().chain(points).collect()
    }

    /// What that does to the next group.
    fn left_over(&self, pairing: &[(usize, usize)]) -> Vec<i64> {
        let places = 0..self.round.field.len();
        let below = places.filter(|place| Some(self.standing(*place).halves) == self.next);
        vec![self.round.left_over(&self.down(pairing).into_iter().chain(below).collect::<Vec<_>>())]
    }

    /// What is wrong, from the worst.
    fn wrong(&self, pairing: &[(usize, usize)]) -> Vec<i64> {
        let (group, down) = (self.group(), self.down(pairing));
        let stays = |place: &&usize| with(pairing, **place) > **place && !down.contains(place);
        let pairs: Vec<(&Standing, &Standing)> = group
            .iter()
            .filter(stays)
            .map(|place| (self.standing(*place), self.standing(with(pairing, *place))))
            .collect();
        let count = |wrong: &dyn Fn(&Standing, &Standing) -> bool| {
            pairs.iter().filter(|(above, below)| wrong(above, below)).count() as i64
        };
        let coming = |wrong: &dyn Fn(&Standing) -> bool| {
            down.iter().filter(|place| wrong(self.standing(**place))).count() as i64
        };
        let same_seat = |a: &Standing, b: &Standing| a.wish.is_some() && a.wish == b.wish;
        let apart = |a: &Standing, b: &Standing| if b.halves < 0 { 0 } else { a.halves - b.halves };
        let far = |wrong: &dyn Fn(&Standing, &Standing) -> bool| -> i64 {
            pairs.iter().filter(|(a, b)| wrong(a, b)).map(|(a, b)| apart(a, b)).sum()
        };
        let up = |back: usize| move |a: &Standing, b: &Standing| apart(a, b) > 0 && b.floats[back] == 1;
        let fell = |back: usize| move |a: &Standing, _: &Standing| a.floats[back] == -1;
        let falls = |back: usize| move |one: &Standing| one.floats[back] == -1;
        let bye = self.next == Some(-1);
        let mut wrong = vec![count(&|a, b| a.halves > self.halves && b.halves > self.halves)];
        wrong.push(if bye { down.iter().map(|place| self.standing(*place).without_game).sum() } else { 0 });
        wrong.push(count(&same_seat));
        wrong.push(count(&|a, b| same_seat(a, b) && a.matters > 0 && b.matters > 0));
        wrong.extend([coming(&falls(0)), count(&up(0)), coming(&falls(1)), count(&up(1))]);
        wrong.extend([far(&fell(0)), far(&up(0)), far(&fell(1)), far(&up(1))]);
        wrong
    }

    /// Then the order. Where several come down, they are the lowest of those who could; those who came down get the highest whom they can.
    fn order(&self, pairing: &[(usize, usize)]) -> Vec<i64> {
        let (mut here, down) = (self.group(), self.down(pairing));
        let mut order = Vec::new();
        if down.len() > 1 {
            order.extend(down.iter().rev().map(|place| (self.round.field.len() - place) as i64));
            here.retain(|place| !down.contains(place));
        }
        while let Some(&one) = here.first().filter(|one| self.standing(**one).halves > self.halves) {
            let other = with(pairing, one);
            here.retain(|place| *place != one);
            let (same, others): (Vec<usize>, Vec<usize>) =
                here.iter().partition(|place| self.standing(**place).halves == self.halves);
            let wanted = [same, others].concat();
            order.push(wanted.iter().position(|place| *place == other).unwrap_or(wanted.len()) as i64);
            here.retain(|place| *place != other);
        }
        order.extend(halves(&here, pairing));
        order
    }
}

/// How far the rest of a group is from its upper half meeting its lower half in order; one may have nobody there.
fn halves(here: &[usize], pairing: &[(usize, usize)]) -> Vec<i64> {
    let (half, n) = (here.len() / 2, here.len());
    let of = |place: usize| here.iter().position(|other| *other == place);
    // All ways in which the halves can be those of this pairing, and the first of them.
    let mut best: Option<Vec<i64>> = None;
    for upper in 0..1_u32 << n {
        let is_upper = |i: usize| upper >> i & 1 == 1;
        let fits = (0..n)
            .all(|i| of(with(pairing, here[i])).map_or(!is_upper(i), |other| is_upper(i) != is_upper(other)));
        if upper.count_ones() as usize != half || !fits {
            continue;
        }
        let leave: Vec<i64> = (0..half).filter(|i| !is_upper(*i)).map(|i| i as i64).collect();
        let come: Vec<i64> = (half..n).filter(|i| is_upper(*i)).map(|i| i as i64).collect();
        let mut order = vec![leave.len() as i64, come.iter().sum::<i64>() - leave.iter().sum::<i64>()];
        order.extend(leave.iter().rev().map(|i| -i));
        order.extend(come);
        order.extend(
            (0..n).filter(|i| is_upper(*i)).map(|i| of(with(pairing, here[i])).expect("a pair") as i64),
        );
        if best.as_ref().is_none_or(|best| order < *best) {
            best = Some(order);
        }
    }
    best.expect("there is a way")
}

/// What a round of the reference is: who meets whom, without seats, and who has a bye.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    pub(super) pairs: Vec<(Number, Number)>,
    pub(super) free: Option<Number>,
}

/// The round that the rules ask for; nothing where there is none.
pub(super) fn round(players: &[Number], games: &[Game]) -> Option<Asked> {
    let mut field: Vec<Standing> = players.iter().map(|number| Standing::of(games, *number)).collect();
    field.sort_by_key(|one| (Reverse(one.halves), one.number));
    if field.len() < 2 {
        return None;
    }
    if field.len() % 2 == 1 {
        let nobody = Standing::of(&[], 0);
        field.push(Standing { halves: -1, ..nobody });
    }
    let met = |a: usize, b: usize| {
        let both = |game: &&Game| {
            let sits = |i: usize| game.one == field[i].number || game.two == Some(field[i].number);
            worth(game).2 && sits(a) && sits(b)
        };
        if field[b].halves < 0 { field[a].had_a_bye } else { games.iter().any(|game| both(&game)) }
    };
    let clash =
        |a: usize, b: usize| field[a].matters == 2 && field[b].matters == 2 && field[a].wish == field[b].wish;
    let places: Vec<usize> = (0..field.len()).collect();
    let fair = pairings(&places, &|a, b| !met(a, b) && !clash(a, b));
    let seats = !fair.is_empty();
    let mut allowed = if seats { fair } else { pairings(&places, &|a, b| !met(a, b)) };
    // The bye is for those with as few points as can be.
    let free = |pairing: &[(usize, usize)]| {
        pairing.iter().find(|(_, b)| field[*b].halves < 0).map(|(a, _)| field[*a].halves)
    };
    let fewest = allowed.iter().map(|pairing| free(pairing)).min()?;
    allowed.retain(|pairing| free(pairing) == fewest);
    let may = |a: usize, b: usize| {
        let (a, b) = (a.min(b), a.max(b));
        let bye = field[b].halves < 0 && Some(field[a].halves) != fewest;
        !(met(a, b) || bye || seats && clash(a, b))
    };
    let all = Round { field: &field, may: &may };
    let best = all.best(allowed)?;
    let number = |place: usize| field[place].number;
    let real = best.iter().filter(|(_, b)| field[*b].halves >= 0);
    let mut pairs: Vec<(Number, Number)> =
        real.map(|(a, b)| (number(*a).min(number(*b)), number(*a).max(number(*b)))).collect();
    pairs.sort();
    let free = best.iter().find(|(_, b)| field[*b].halves < 0).map(|(a, _)| number(*a));
    Some(Asked { pairs, free })
}

/// A round of the method, to be compared.
pub(super) fn plain(pairs: &[Pair]) -> (Vec<(Number, Number)>, Option<Number>) {
    let mut plain: Vec<(Number, Number)> =
        pairs.iter().filter_map(|(one, two)| two.map(|two| (*one.min(&two), *one.max(&two)))).collect();
    plain.sort();
    (plain, pairs.iter().find(|(_, two)| two.is_none()).map(|(one, _)| *one))
}
