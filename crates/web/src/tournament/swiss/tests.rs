use super::{reference, *};
use crate::tournament::End;
use std::collections::BTreeSet;

fn plain(pairs: &[Pair]) -> String {
    let words = pairs.iter().map(|(one, two)| match two {
        Some(two) => format!("{one}-{two}"),
        None => format!("{one} bye"),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn play(games: &mut Vec<Game>, pairs: &[Pair], end: impl Fn(Number, Number) -> End) {
    let round = games.iter().map(|game| game.round).max().unwrap_or(0) + 1;
    for (one, two) in pairs {
        let end = two.map_or(End::Bye, |two| end(*one, two));
        games.push(Game { round, one: *one, two: *two, end: Some(end) });
    }
}

fn stronger(one: Number, two: Number) -> End {
    if one < two { End::One } else { End::Two }
}

fn everybody(n: Number) -> Vec<Number> {
    (1..=n).collect()
}

/// Made by hand, on paper: the upper half of each group against the lower half, where both have not had the same seat.
#[test]
fn eight_players_meet_as_by_hand_when_the_stronger_always_wins() {
    let mut games = Vec::new();
    for line in ["1-5 6-2 3-7 8-4", "4-1 2-3 5-8 7-6", "1-2 3-5 6-4 8-7"] {
        let pairs = pair(&everybody(8), &games).unwrap();
        assert_eq!(plain(&pairs), line, "round {}", games.len() / 4 + 1);
        play(&mut games, &pairs, stronger);
    }
}

/// Those who drew stand between those who won and those who lost.
#[test]
fn groups_of_points_are_paired_from_the_top_and_odd_ones_come_down() {
    // After the first round 1, 2 and 3 have a point, 4 and 8 half a point, 5, 6 and 7 none.
    let mut games = Vec::new();
    let pairs = pair(&everybody(8), &games).unwrap();
    assert_eq!(plain(&pairs), "1-5 6-2 3-7 8-4");
    play(&mut games, &pairs, |one, two| if one.max(two) == 8 { End::Drawn } else { stronger(one, two) });
    // 1 meets 2; 3 comes down to 4, the highest of the next group; 8 comes down from there to 5; 6 meets 7.
    assert_eq!(plain(&pair(&everybody(8), &games).unwrap()), "2-1 4-3 5-8 7-6");
}

#[test]
fn of_an_odd_number_the_lowest_without_one_has_a_bye() {
    let mut games = Vec::new();
    // 5 has come down by his bye: he does not again. 2 has met 4, and meets 3.
    for line in ["1-3 4-2 5 bye", "5-1 2-3 4 bye"] {
        let pairs = pair(&everybody(5), &games).unwrap();
        assert_eq!(plain(&pairs), line);
        play(&mut games, &pairs, stronger);
    }
}

#[test]
fn somebody_who_left_is_not_paired() {
    let mut games = Vec::new();
    let pairs = pair(&everybody(4), &games).unwrap();
    play(&mut games, &pairs, stronger);
    let left = pair(&[1, 2, 3], &games).unwrap();
    assert_eq!(plain(&left), "2-1 3 bye");
    assert!(pair(&[1], &games).is_none() && pair(&[], &games).is_none());
    // Two who have met cannot meet again: there is no pairing.
    assert!(pair(&[1, 3], &games).is_none());
}

/// Whatever happens: nobody meets twice, nobody has two byes, everybody plays in every round, and seats are shared.
#[test]
fn tournaments_of_any_size_and_with_any_results_go_to_their_end() {
    let mut luck: u64 = 11;
    let mut below = move |n: u64| {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (luck >> 33) % n
    };
    let sizes = (2..=20).chain([31, 48]);
    for n in sizes {
        let (mut games, mut met) = (Vec::new(), BTreeSet::new());
        let rounds = most_rounds(n as usize).min(if n > 20 { 5 } else { 9 });
        for round in 1..=rounds {
            let pairs = pair(&everybody(n), &games).unwrap_or_else(|| panic!("{n} players, round {round}"));
            let mut there = BTreeSet::new();
            for (one, two) in &pairs {
                assert!(there.insert(*one) && two.is_none_or(|two| there.insert(two)));
                if let Some(two) = two {
                    let both = (*one.min(two), *one.max(two));
                    assert!(met.insert(both), "{both:?} meet twice");
                }
            }
            assert_eq!(there.len() as Number, n);
            let ends: Vec<End> =
                pairs.iter().map(|_| [End::One, End::Two, End::Drawn][below(3) as usize]).collect();
            let end = |one: Number| ends[pairs.iter().position(|pair| pair.0 == one).unwrap()];
            play(&mut games, &pairs, |one, _| end(one));
        }
        for player in 1..=n {
            let byes = games.iter().filter(|game| game.one == player && game.two.is_none()).count();
            assert!(byes <= 1);
            let own = games.iter().filter(|game| game.is_played_by(player));
            let more: i32 = own.map(|game| if game.one == player { 1 } else { -1 }).sum();
            // Only where hardly anybody is left to meet somebody may have a seat once more than he should.
            let most = if rounds * 3 <= n { 2 } else { 4 };
            assert!(more.abs() <= most, "{n} players: {player} has a seat {more} times more often");
        }
    }
}

#[test]
fn as_many_rounds_as_make_one_winner() {
    assert_eq!([2, 3, 4, 5, 8, 9, 16, 17, 128].map(usual_rounds), [1, 1, 2, 2, 3, 4, 4, 5, 7]);
    assert_eq!([2, 3, 4, 5, 16, 17].map(most_rounds), [1, 1, 2, 2, 8, 8]);
}

/// Four rounds on paper. In the second 1 and 5 have both had the first seat, so 1 meets 6; in the fourth 4 and 7 have met, and 4 and 8 would both have the
/// first seat: so 5 and 7 change halves, and 4 meets 5.
#[test]
fn sixteen_players_meet_as_by_hand_when_the_stronger_always_wins() {
    let mut games = Vec::new();
    for line in [
        "1-9 10-2 3-11 12-4 5-13 14-6 7-15 16-8",
        "6-1 2-5 8-3 4-7 9-14 13-10 11-16 15-12",
        "1-4 3-2 5-9 10-6 7-11 12-8 16-13 14-15",
        "2-1 6-3 4-5 8-7 9-12 11-10 13-14 15-16",
    ] {
        let pairs = pair(&everybody(16), &games).unwrap();
        assert_eq!(plain(&pairs), line, "round {}", games.len() / 8 + 1);
        play(&mut games, &pairs, stronger);
    }
}

/// How many rounds were compared with the reference.
#[derive(Default)]
struct Compared(u32);

impl Compared {
    /// Looks at the next round after these games, and returns it.
    fn look(&mut self, players: &[Number], games: &[Game]) -> Vec<Pair> {
        let asked = reference::round(players, games).unwrap_or_else(|| panic!("{players:?} {games:?}"));
        let pairs = pair(players, games).unwrap_or_else(|| panic!("{players:?} {games:?}"));
        let (plain, free) = reference::plain(&pairs);
        assert_eq!((&plain, free), (&asked.pairs, asked.free), "{players:?} {games:?}");
        self.0 += 1;
        pairs
    }

    /// All rounds from here on, whatever the results are.
    fn all(&mut self, players: &[Number], games: &[Game], rounds: u32) {
        let pairs = self.look(players, games);
        if rounds == 1 {
            return;
        }
        let boards: Vec<usize> = (0..pairs.len()).filter(|i| pairs[*i].1.is_some()).collect();
        for code in 0..3_usize.pow(boards.len() as u32) {
            let mut after = games.to_vec();
            play(&mut after, &pairs, |one, _| {
                let board = pairs.iter().position(|pair| pair.0 == one).unwrap();
                [End::One, End::Two, End::Drawn][code / 3_usize.pow(board as u32) % 3]
            });
            self.all(players, &after, rounds - 1);
        }
    }
}

/// Of all pairings that there are the method finds the one that its words ask for: after every upset and every draw, in all tournaments of up to
/// seven players, and the first two rounds of all those of eight.
#[test]
fn whatever_the_results_the_pairing_is_the_first_of_all_that_are_allowed() {
    let mut compared = Compared::default();
    for n in 2..=7 {
        compared.all(&everybody(n), &[], most_rounds(n as usize));
    }
    compared.all(&everybody(8), &[], 2);
    assert_eq!(compared.0, 1618);
}

/// The same of longer tournaments by luck, with games that were not played and players who leave.
#[test]
fn long_tournaments_with_late_tables_and_people_who_leave_are_paired_as_the_words_say() {
    let mut luck: u64 = 29;
    let mut below = move |n: u64| {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (luck >> 33) % n
    };
    let mut compared = Compared::default();
    for _ in 0..80 {
        let n = 6 + below(4) as Number;
        let (mut players, mut games) = (everybody(n), Vec::new());
        for _ in 0..most_rounds(n as usize) {
            if below(12) == 0 && players.len() > 6 {
                players.remove(below(players.len() as u64) as usize);
            }
            // Whoever left may have been one too many for everybody to meet somebody new.
            if reference::round(&players, &games).is_none() {
                assert!(pair(&players, &games).is_none());
                break;
            }
            let pairs = compared.look(&players, &games);
            let ends = [
                End::One,
                End::Two,
                End::Drawn,
                End::One,
                End::Two,
                End::OneAlone,
                End::TwoAlone,
                End::Nobody,
            ];
            let drawn: Vec<End> = pairs.iter().map(|_| ends[below(8) as usize]).collect();
            play(&mut games, &pairs, |one, _| drawn[pairs.iter().position(|pair| pair.0 == one).unwrap()]);
        }
    }
    assert!(compared.0 > 230, "{}", compared.0);
}
