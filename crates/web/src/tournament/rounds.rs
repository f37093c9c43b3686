//! Round robin by the tables of Berger, and knock-out with seeds.

use super::{End, Game, Number, Pair, seats};

/// Rounds of a round robin.
pub fn robin_rounds(players: usize) -> u32 {
    (players + players % 2).saturating_sub(1) as u32
}

/// A round of a round robin, from 1, by the tables of Berger. If players are odd, whoever would meet the one who is not there has a bye.
pub fn robin(players: Number, round: u32) -> Vec<Pair> {
    let all = players + players % 2;
    if all < 2 || round == 0 || round >= all {
        return Vec::new();
    }
    let (last, turn) = (all - 1, round - 1);
    // Whoever meets the last one.
    let head = turn * (all / 2) % last;
    let named = |place: u32| place % last + 1;
    let top = if turn.is_multiple_of(2) { (named(head), all) } else { (all, named(head)) };
    let rest = (1..all / 2).map(|k| (named(head + k), named(head + last - k)));
    let there = |(one, two): (Number, Number)| match (one <= players, two <= players) {
        (true, true) => (one, Some(two)),
        (true, false) => (one, None),
        (false, _) => (two, None),
    };
    std::iter::once(top).chain(rest).map(there).collect()
}

/// Rounds of a knock-out.
pub fn knock_out_rounds(players: usize) -> u32 {
    players.max(2).next_power_of_two().trailing_zeros()
}

/// The places of a knock-out: in the first round each two beside each other meet, and the strongest meet last.
fn places(players: usize) -> Vec<Option<Number>> {
    let size = players.max(2).next_power_of_two() as Number;
    let mut order: Vec<Number> = vec![1];
    while (order.len() as Number) < size {
        let next = 2 * order.len() as Number + 1;
        order = order.iter().flat_map(|seed| [*seed, next - seed]).collect();
    }
    order.into_iter().map(|seed| Some(seed).filter(|seed| *seed as usize <= players)).collect()
}

/// Who goes on: whoever won; of a draw the stronger; of two who never came nobody.
fn goes_on(game: &Game) -> Option<Number> {
    match game.end? {
        End::One | End::OneAlone | End::Bye => Some(game.one),
        End::Two | End::TwoAlone => game.two,
        End::Drawn => Some(game.two.map_or(game.one, |two| two.min(game.one))),
        End::Nobody => None,
    }
}

/// Those who are still in it before a round, in their places.
fn still_in(players: usize, games: &[Game], round: u32) -> Vec<Option<Number>> {
    let mut places = places(players);
    for before in 1..round {
        let winner = |two: &[Option<Number>]| {
            let player = two.iter().flatten().next()?;
            let game = games.iter().find(|game| game.round == before && game.has(*player))?;
            goes_on(game)
        };
        places = places.chunks(2).map(winner).collect();
    }
    places
}

/// A round of a knock-out, from 1, from what was played before it.
pub fn knock_out(players: usize, games: &[Game], round: u32) -> Vec<Pair> {
    if round == 0 || round > knock_out_rounds(players) {
        return Vec::new();
    }
    let mut pairs = Vec::new();
    for two in still_in(players, games, round).chunks(2) {
        match (two.first().copied().flatten(), two.get(1).copied().flatten()) {
            (Some(a), Some(b)) => pairs.push(seats(games, a.min(b), a.max(b), pairs.len().is_multiple_of(2))),
            (Some(a), None) | (None, Some(a)) => pairs.push((a, None)),
            (None, None) => {}
        }
    }
    pairs
}

/// How far each player of a knock-out came: the rounds that he won, himself or without a game.
pub fn won_rounds(games: &[Game], player: Number) -> u32 {
    games.iter().filter(|game| game.has(player) && goes_on(game) == Some(player)).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn plain(pairs: &[Pair]) -> String {
        let words = pairs.iter().map(|(one, two)| match two {
            Some(two) => format!("{one}-{two}"),
            None => format!("{one} bye"),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The tables that chess federations print.
    #[test]
    fn a_round_robin_goes_by_the_tables_of_berger() {
        let four = ["1-4 2-3", "4-3 1-2", "2-4 3-1"];
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        let eight = [
            "1-8 2-7 3-6 4-5",
            "8-5 6-4 7-3 1-2",
            "2-8 3-1 4-7 5-6",
            "8-6 7-5 1-4 2-3",
            "3-8 4-2 5-1 6-7",
            "8-7 1-6 2-5 3-4",
            "4-8 5-3 6-2 7-1",
        ];
        for (players, table) in [(4, &four[..]), (6, &six[..]), (8, &eight[..])] {
            for (i, line) in table.iter().enumerate() {
                assert_eq!(plain(&robin(players, i as u32 + 1)), *line, "{players} players");
            }
            assert_eq!(robin_rounds(players as usize) as usize, table.len());
            assert!(robin(players, table.len() as u32 + 1).is_empty() && robin(players, 0).is_empty());
        }
        assert_eq!(plain(&robin(5, 1)), "1 bye 2-5 3-4");
        assert_eq!(plain(&robin(5, 2)), "4 bye 5-3 1-2");
    }

    #[test]
    fn everybody_meets_everybody_once_and_seats_are_shared() {
        for players in 2..=33 {
            let (mut met, mut first) = (BTreeSet::new(), vec![0i32; players as usize + 1]);
            for round in 1..=robin_rounds(players as usize) {
                let mut at = BTreeSet::new();
                for (one, two) in robin(players, round) {
                    assert!(at.insert(one) && two.is_none_or(|two| at.insert(two)), "twice in a round");
                    if let Some(two) = two {
                        assert!(met.insert((one.min(two), one.max(two))), "{one} and {two} meet twice");
                        first[one as usize] += 1;
                        first[two as usize] -= 1;
                    }
                }
                assert_eq!(at.len() as Number, players, "everybody plays or has a bye");
            }
            assert_eq!(met.len() as Number, players * (players - 1) / 2);
            assert!(first.iter().all(|more| more.abs() <= 1), "{players}: {first:?}");
        }
    }

    fn play(pairs: &[Pair], round: u32, end: impl Fn(Number, Number) -> End) -> Vec<Game> {
        let game = |(one, two): &Pair| {
            let end = two.map_or(End::Bye, |two| end(*one, two));
            Game { round, one: *one, two: *two, end: Some(end) }
        };
        pairs.iter().map(game).collect()
    }

    fn stronger(one: Number, two: Number) -> End {
        if one < two { End::One } else { End::Two }
    }

    #[test]
    fn in_a_knock_out_the_strongest_meet_last() {
        assert_eq!(places(8).into_iter().flatten().collect::<Vec<_>>(), [1, 8, 4, 5, 2, 7, 3, 6]);
        let mut games = Vec::new();
        let mut lines = Vec::new();
        for round in 1..=knock_out_rounds(6) {
            let pairs = knock_out(6, &games, round);
            lines.push(plain(&pairs));
            games.extend(play(&pairs, round, stronger));
        }
        // The two strongest have a bye; seats change hands.
        assert_eq!(lines, ["1 bye 5-4 2 bye 6-3", "4-1 3-2", "1-2"]);
        assert!(knock_out(6, &games, 4).is_empty());
        assert_eq!((1..=6).map(|player| won_rounds(&games, player)).collect::<Vec<_>>(), [3, 2, 1, 1, 0, 0]);
    }

    #[test]
    fn a_draw_goes_to_the_stronger_and_of_two_who_never_came_nobody_goes_on() {
        let first = knock_out(4, &[], 1);
        assert_eq!(plain(&first), "1-4 3-2");
        let drawn = play(&first, 1, |_, _| End::Drawn);
        assert_eq!(plain(&knock_out(4, &drawn, 2)), "2-1");
        let nobody = play(&first, 1, |one, _| if one == 1 { End::Nobody } else { End::One });
        assert_eq!(plain(&knock_out(4, &nobody, 2)), "3 bye");
        let empty = play(&first, 1, |_, _| End::Nobody);
        assert!(knock_out(4, &empty, 2).is_empty());
    }

    #[test]
    fn a_knock_out_of_any_size_has_one_winner() {
        for players in 2..=40 {
            let mut games = Vec::new();
            for round in 1..=knock_out_rounds(players) {
                let pairs = knock_out(players, &games, round);
                games.extend(play(
                    &pairs,
                    round,
                    |one, two| if (one + two) % 3 == 0 { End::Two } else { End::One },
                ));
            }
            let real = games.iter().filter(|game| game.two.is_some()).count();
            assert_eq!(real, players - 1, "each game sends one home");
            let rounds = knock_out_rounds(players);
            let won = (1..=players as Number).filter(|player| won_rounds(&games, *player) == rounds).count();
            assert_eq!(won, 1);
        }
    }
}
