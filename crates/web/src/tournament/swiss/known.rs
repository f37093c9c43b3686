//! Tournaments that others have paired by the rules of FIDE, round by round: the method finds each of their rounds, with its seats.

use super::*;
use crate::tournament::End;

/// A tournament with its results: `2>5` is won by 2, who has the first seat, `2=5` is drawn; `2+5` and `2-5` were not played, and 2 or 5 has the
/// point; `6:U` has the bye, `6:H` asked for half a point without a game and `6:Z` for none.
struct Known {
    name: &'static str,
    players: Number,
    /// By lot, those with an odd number begin with the first seat.
    odd_first: bool,
    rounds: &'static [&'static str],
}

/// The first is the example that FIDE's commission for systems of pairing works through in *Mastering the Dutch* (2026), with byes that were asked for
/// and tables to which somebody did not come. The others were paired by bbpPairings, a program that FIDE has endorsed.
const KNOWN: [Known; 4] = [
    Known {
        name: "Mastering the Dutch",
        players: 15,
        odd_first: true,
        rounds: &[
            "1>8 9=2 3>10 11<4 5=12 13>6 7<14 15:U",
            "14<1 2>5 15<3 4>13 10<7 8>11 12=9 6:H",
            "1=4 3=2 6=5 13-8 9>14 11>10 12>15 7:H",
            "4-3 2<1 8<9 7>12 5>13 14<6 15<11 10:U",
            "1=3 9<7 4>5 12=2 6<8 13>11 10>15 14:U",
            "7<1 3>4 8>12 11=9 2>10 5-14 15<6 13:U",
            "3>8 1=9 4>2 6<7 13>14 12>11 5<10 15:H",
            "7=3 1>13 9<4 2>8 10>12 11>6 14<15 5:U",
            "10=1 9=3 4=7 13=2 8=15 5=11 12=14 6:U",
        ],
    },
    Known {
        name: "eleven players",
        players: 11,
        odd_first: false,
        rounds: &[
            "2=7 4>9 6<1 8<3 10<5 11:U",
            "1>4 3>11 5<2 7<6 9<8 10:U",
            "2=4 3=1 6>10 8>7 9:U 11<5",
            "1>8 4>11 5<3 6<2 7:U 10=9",
            "2=1 3=4 6:U 7=10 8=5 9=11",
        ],
    },
    Known {
        name: "twenty players",
        players: 20,
        odd_first: true,
        rounds: &[
            "1>11 3>13 5>15 7>17 9>19 12<2 14=4 16<6 18<8 20=10",
            "2<7 4>20 6<1 8<3 9=5 10=14 11>16 13=18 15=19 17>12",
            "1<3 5>4 7>9 10<2 11<6 12>16 14=8 18=17 19=13 20<15",
            "2<1 3=7 4>9 6<5 8<15 13<10 16<20 17=14 18=11 19<12",
            "5-3 7<1 9=18 10>17 11<13 12=6 14+2 15<4 16=19 20<8",
            "1>5 4=3 6<2 8>10 13-9 14=7 15>12 17<11 18<16 19=20",
            "1=4 2>9 3-15 5>14 7-8 10<6 12<11 13<16 17>19 20=18",
        ],
    },
    Known {
        name: "forty players",
        players: 40,
        odd_first: true,
        rounds: &[
            "1>21 3=23 5>25 7=27 9>29 11>31 13=33 15>35 17>37 19=39 22<2 24=4 26=6 28<8 30<10 32<12 34=14 36=16 38<18 40<20",
            "2+11 4=26 6>24 8=15 10=17 12<1 14=36 16>34 18>5 20<9 21=32 23<7 25>38 27<3 29=40 31<22 33>19 35<28 37<30 39<13",
            "1>9 2>18 3>16 5>20 7>33 13=6 15<10 17=8 19=29 22>25 24>39 26-11 28<4 30=14 32<23 34=21 36<12 37>31 38<35 40<27",
            "2>1 4<7 6<17 8>13 9=22 10=3 12+5 14>24 16=30 18<11 20>28 21>36 23>33 25>34 26=37 27>15 29>32 31=38 35<19 39=40",
            "1>10 3>11 7<2 12<8 13>25 15>26 17<9 19=4 20<6 21=5 22<27 23<14 28>37 29<16 30=18 32=38 33=24 34<39 36=35 40<31",
            "2=3 4>21 5=22 6<12 8+1 9>27 10>13 11>17 14>7 16=15 18>23 24=28 25=29 30=19 31>36 33<20 37=35 38>34 39-26 40=32",
            "3>9 7>18 8>2 11<4 12<10 13=20 14>1 15=30 17<5 19=6 22<21 23>31 26>24 27=16 28>25 29>37 32=34 35=33 36=40 39=38",
            "2=14 5=12 6=23 8>3 9>4 10=7 16<1 18>29 20<30 21=13 22<17 24>35 25=33 26=19 27=11 28<15 31<39 34<40 37=32 38<36",
            "1>3 4<18 7>9 10=2 12=27 13>19 14=8 15=5 17>26 21=6 23<16 29=24 30<11 32<31 33=28 35=34 36=22 38-37 39+20 40=25",
        ],
    },
];

fn read(round: u32, word: &str) -> Game {
    let at = word.find(|c: char| !c.is_ascii_digit()).expect("a sign");
    let (one, sign, two) = (word[..at].parse().unwrap(), &word[at..=at], &word[at + 1..]);
    let (two, end) = match (sign, two) {
        (":", "U") => (None, End::Bye),
        (":", "H") => (None, End::Drawn),
        (":", "Z") => (None, End::Nobody),
        (">", two) => (Some(two), End::One),
        ("<", two) => (Some(two), End::Two),
        ("=", two) => (Some(two), End::Drawn),
        ("+", two) => (Some(two), End::OneAlone),
        ("-", two) => (Some(two), End::TwoAlone),
        _ => panic!("{word}"),
    };
    Game { round, one, two: two.map(|two| two.parse().unwrap()), end: Some(end) }
}

/// With the lot fallen the other way everybody has the other seat.
fn turned(game: Game) -> Game {
    let end = match game.end.unwrap() {
        End::One => End::Two,
        End::Two => End::One,
        End::OneAlone => End::TwoAlone,
        End::TwoAlone => End::OneAlone,
        End::Drawn => End::Drawn,
        End::Nobody => End::Nobody,
        End::Bye => End::Bye,
    };
    match game.two {
        Some(two) => Game { one: two, two: Some(game.one), end: Some(end), ..game },
        None => game,
    }
}

#[test]
fn every_round_of_known_tournaments_is_paired_as_it_was() {
    let mut rounds = 0;
    for known in &KNOWN {
        let mut games: Vec<Game> = Vec::new();
        for (i, line) in known.rounds.iter().enumerate() {
            let round = i as u32 + 1;
            let played: Vec<Game> = line.split(' ').map(|word| read(round, word)).collect();
            let played: Vec<Game> =
                if known.odd_first { played } else { played.into_iter().map(turned).collect() };
            let asked = |game: &&Game| game.two.is_none() && game.end != Some(End::Bye);
            let out: Vec<Number> = played.iter().filter(asked).map(|game| game.one).collect();
            let here: Vec<Number> = (1..=known.players).filter(|player| !out.contains(player)).collect();
            let mut told = pair(&here, &games).unwrap_or_else(|| panic!("{}, round {round}", known.name));
            let was = played.iter().filter(|game| !asked(game)).map(|game| (game.one, game.two));
            let mut was: Vec<Pair> = was.collect();
            told.sort();
            was.sort();
            assert_eq!(told, was, "{}, round {round}", known.name);
            games.extend(played);
            rounds += 1;
        }
    }
    assert_eq!(rounds, 30);
}

/// A round of the largest tournament takes no time that anybody would notice.
#[test]
fn many_are_paired_at_once() {
    let begun = std::time::Instant::now();
    let mut games = Vec::new();
    for round in 1..=4 {
        let pairs = pair(&(1..=127).collect::<Vec<_>>(), &games).unwrap();
        let end = |one: Number| [End::One, End::Two, End::Drawn][(one * 7 + round) as usize % 3];
        games.extend(pairs.into_iter().map(|(one, two)| {
            let end = two.map_or(End::Bye, |_| end(one));
            Game { round, one, two, end: Some(end) }
        }));
    }
    assert_eq!(games.len(), 4 * 64);
    assert!(begun.elapsed() < std::time::Duration::from_secs(60), "{:?}", begun.elapsed());
}
