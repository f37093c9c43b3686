//! Standings: points, and what decides between those who have as many.
//!
//! - **Buchholz**: the points of all whom one has met.
//! - **Sonneborn-Berger**: the points of those whom one has beaten, and half of those with whom one has drawn.
//! - For both a round without a game counts as one against somebody with one's own points.
//! - **Direct encounter**: the points among those who are level so far, if each of them has met each other.
//! - **Wins**, and at last the number that one began with.

use super::{Game, Method, Number, halves, ladder, rounds};
use std::cmp::Reverse;

/// A line of the standings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The place, from 1.
    pub place: u32,
    /// The player.
    pub player: Number,
    /// In half points.
    pub halves: u32,
    /// Games won, drawn and lost; those that were not played count for points alone.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// In half points.
    pub buchholz: u32,
    /// In quarters of a point.
    pub sonneborn: u32,
    /// In half points.
    pub direct: u32,
}

/// Half points as people write them.
pub fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".into(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Quarters of a point as people write them.
pub fn quarters(quarters: u32) -> String {
    let part = ["", "¼", "½", "¾"][(quarters % 4) as usize];
    match (quarters / 4, part) {
        (0, part) if !part.is_empty() => part.into(),
        (whole, part) => format!("{whole}{part}"),
    }
}

/// Games by an outcome for a player.
fn count(games: &[Game], player: Number, halves: u32) -> u32 {
    games.iter().filter(|game| game.is_played_by(player) && game.halves(player) == halves).count() as u32
}

fn line(games: &[Game], player: Number) -> Line {
    let own = halves(games, player);
    let (mut buchholz, mut sonneborn) = (0, 0);
    for game in games.iter().filter(|game| game.has(player) && game.end.is_some()) {
        let other = game.other(player).filter(|_| game.is_played_by(player));
        let theirs = other.map_or(own, |other| halves(games, other));
        buchholz += theirs;
        sonneborn += theirs * game.halves(player);
    }
    Line {
        place: 0,
        player,
        halves: own,
        won: count(games, player, 2),
        drawn: count(games, player, 1),
        lost: count(games, player, 0),
        buchholz,
        sonneborn,
        direct: 0,
    }
}

/// What decides before the direct encounter.
fn before(method: Method, games: &[Game], line: &Line) -> (u32, u32, u32) {
    match method {
        Method::Swiss => (line.halves, line.buchholz, line.sonneborn),
        Method::RoundRobin | Method::Ladder => (line.halves, 0, 0),
        Method::KnockOut => (rounds::won_rounds(games, line.player), 0, 0),
    }
}

/// Who stands where. `decided` are the games in the order in which they were decided.
pub fn standings(method: Method, players: &[Number], decided: &[Game]) -> Vec<Line> {
    let mut lines: Vec<Line> = players.iter().map(|player| line(decided, *player)).collect();
    if method == Method::Ladder {
        let ladder = ladder::order(players, decided);
        lines.sort_by_key(|line| ladder.iter().position(|player| *player == line.player));
    } else {
        let level: Vec<(u32, u32, u32)> = lines.iter().map(|line| before(method, decided, line)).collect();
        for i in 0..lines.len() {
            let others: Vec<Number> =
                (0..lines.len()).filter(|j| level[*j] == level[i]).map(|j| lines[j].player).collect();
            lines[i].direct = direct(decided, &others, lines[i].player);
        }
        let key = |line: &Line| {
            let then = (line.direct, line.sonneborn, line.won);
            (Reverse(before(method, decided, line)), Reverse(then), line.player)
        };
        lines.sort_by_key(key);
    }
    for (i, line) in lines.iter_mut().enumerate() {
        line.place = i as u32 + 1;
    }
    lines
}

/// A player's half points among some, if each of them has met each other.
fn direct(games: &[Game], among: &[Number], player: Number) -> u32 {
    let met =
        |a: Number, b: Number| games.iter().find(|game| game.has(a) && game.has(b) && game.end.is_some());
    let all = among.iter().all(|a| among.iter().all(|b| a >= b || met(*a, *b).is_some()));
    if !all {
        return 0;
    }
    let with = among.iter().filter(|other| **other != player).filter_map(|other| met(player, *other));
    with.map(|game| game.halves(player)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::End;

    fn game(round: u32, one: Number, two: Number, end: End) -> Game {
        Game { round, one, two: Some(two), end: Some(end) }
    }

    /// Four who all met: by hand, 1 has 2½ points, 3 has 2, 2 has 1½, 4 has none.
    fn four() -> Vec<Game> {
        vec![
            game(1, 1, 4, End::One),
            game(1, 2, 3, End::Drawn),
            game(2, 4, 3, End::Two),
            game(2, 1, 2, End::One),
            game(3, 2, 4, End::One),
            game(3, 3, 1, End::Drawn),
        ]
    }

    #[test]
    fn points_and_what_decides_between_equals_are_as_by_hand() {
        let lines = standings(Method::RoundRobin, &[1, 2, 3, 4], &four());
        let plain: Vec<_> = lines.iter().map(|l| (l.player, l.halves, l.buchholz, l.sonneborn)).collect();
        // Buchholz of 1: 0 + 1½ + 2 = 3½; of 3: 1½ + 0 + 2½ = 4.
        // Sonneborn-Berger of 1: 0 + 1½ + half of 2 = 2½; of 3: half of 1½, 0, half of 2½ = 2.
        assert_eq!(plain, [(1, 5, 7, 10), (3, 4, 8, 8), (2, 3, 9, 4), (4, 0, 12, 0)]);
        assert_eq!((lines[0].won, lines[0].drawn, lines[0].lost), (2, 1, 0));
        assert_eq!(lines.iter().map(|l| l.place).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn of_two_who_are_level_the_one_who_beat_the_other_stands_first() {
        // 3 has 1½ points, 1 and 2 have one each, 4 has half a point; 2 beat 1.
        let games = [
            game(1, 2, 1, End::One),
            game(1, 3, 4, End::Drawn),
            game(2, 1, 4, End::One),
            game(2, 2, 3, End::Two),
        ];
        let robin = standings(Method::RoundRobin, &[1, 2, 3, 4], &games);
        assert_eq!(robin.iter().map(|l| l.player).collect::<Vec<_>>(), [3, 2, 1, 4]);
        assert_eq!((robin[1].direct, robin[2].direct), (2, 0), "2 beat 1");
        // In a Swiss tournament whom one has met counts before that.
        let swiss = standings(Method::Swiss, &[1, 2, 3, 4], &games);
        assert_eq!(
            swiss.iter().map(|l| (l.player, l.buchholz)).collect::<Vec<_>>(),
            [(3, 3), (2, 5), (1, 3), (4, 5)]
        );
    }

    #[test]
    fn a_round_without_a_game_counts_as_one_against_an_equal() {
        let bye = Game { round: 2, one: 1, two: None, end: Some(End::Bye) };
        let games = [game(1, 1, 2, End::One), bye, game(2, 3, 2, End::OneAlone)];
        let lines = standings(Method::Swiss, &[1, 2, 3], &games);
        // 1: two points; he beat 2, who has none, and himself.
        assert_eq!((lines[0].player, lines[0].halves, lines[0].buchholz, lines[0].sonneborn), (1, 4, 4, 8));
        assert_eq!((lines[0].won, lines[1].won), (1, 0), "a point without a game is no win");
        assert_eq!((lines[1].player, lines[1].halves, lines[1].buchholz), (3, 2, 2));
        // A game that runs counts for nothing yet.
        let runs = Game { end: None, ..game(3, 1, 3, End::One) };
        let more: Vec<Game> = games.into_iter().chain([runs]).collect();
        assert_eq!(standings(Method::Swiss, &[1, 2, 3], &more)[0].buchholz, 4);
    }

    /// The games of a table in which each line is a player: his opponents with the seat and the result; `U` is a bye, `Z` nothing.
    fn table(lines: &[&str]) -> Vec<Game> {
        let mut games = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            for (round, word) in line.split(' ').enumerate() {
                let (round, one) = (round as u32 + 1, i as Number + 1);
                let seat = word.find(['w', 'b']).unwrap_or(0);
                let end = match &word[seat..] {
                    "U" => {
                        games.push(Game { round, one, two: None, end: Some(End::Bye) });
                        continue;
                    }
                    "w1" => End::One,
                    "w=" => End::Drawn,
                    "w0" => End::Two,
                    "w+" => End::OneAlone,
                    "w-" => End::TwoAlone,
                    _ => continue,
                };
                games.push(game(round, one, word[..seat].parse().unwrap(), end));
            }
        }
        games
    }

    /// The Swiss tournament of the exercises in tie-breaking that FIDE's commission has published (M. Held, 2024), with their answers; but without a half
    /// point that somebody had asked for, which there is not here: 4 and whoever met him are left out.
    #[test]
    fn buchholz_and_sonneborn_berger_are_those_of_a_published_tournament() {
        let games = table(&[
            "9w1 13b= 2w= 15b1 4w=",
            "10b1 7w1 1b= 16w1 3b=",
            "11w= 6b1 8w1 4b= 2w=",
            "12b1 Z 13w1 3w= 1b=",
            "13w0 15b0 11w1 7b= 10w1",
            "14b0 3w0 U 10w1 8b1",
            "15w1 2b0 16b0 5w= 11b0",
            "16b= 14w1 3b0 13w1 6w0",
            "1b0 10w0 Z 11b- U",
            "2w0 9b1 15w0 6b0 5b0",
            "3b= 16w0 5b0 9w+ 7w1",
            "4w0 U 14w+ Z Z",
            "5b1 1w= 4b0 8b0 14w0",
            "6w1 8b0 12b- Z 13b1",
            "7b0 5w1 10b1 1w0 16b0",
            "8w= 11b1 7w1 2b0 15w1",
        ]);
        let everybody: Vec<Number> = (1..=16).collect();
        let lines = standings(Method::Swiss, &everybody, &games);
        // In half points and quarters: 2 has 4, 13 and 9½.
        for (player, own, buchholz, sonneborn) in [
            (2, 8, 26, 38),
            (5, 5, 17, 17),
            (6, 6, 24, 26),
            (7, 3, 29, 13),
            (8, 5, 27, 21),
            (11, 5, 27, 23),
            (15, 4, 24, 14),
            (16, 7, 25, 29),
        ] {
            let line = lines.iter().find(|line| line.player == player).unwrap();
            assert_eq!((line.halves, line.buchholz, line.sonneborn), (own, buchholz, sonneborn), "{player}");
        }
    }

    /// The round robin of the same exercises: three have as many points, and three more; 1 has beaten 2 and 3 of the first, 6 has most against the others.
    #[test]
    fn those_who_are_level_stand_as_in_a_published_round_robin() {
        let games = table(&[
            "5w= 2w1 3b1 4w0 6b1",
            "6w1 1b0 5w1 3w= 4b1",
            "4w1 6b1 1w0 2b= 5w1",
            "3b0 5b0 6w= 1b1 2w0",
            "1b= 4w1 2b0 6w- 3b0",
            "2b0 3w0 4b= 5b+ 1w0",
        ]);
        let lines = standings(Method::RoundRobin, &[1, 2, 3, 4, 5, 6], &games);
        let plain: Vec<_> = lines.iter().map(|l| (l.player, l.halves, l.sonneborn, l.direct)).collect();
        let wanted =
            [(1, 7, 37, 4), (2, 7, 25, 1), (3, 7, 25, 1), (6, 3, 9, 3), (5, 3, 13, 2), (4, 3, 17, 1)];
        assert_eq!(plain, wanted);
    }

    #[test]
    fn in_a_knock_out_whoever_came_further_stands_first() {
        let games = [game(1, 1, 4, End::Two), game(1, 3, 2, End::Two), game(2, 4, 2, End::One)];
        let lines = standings(Method::KnockOut, &[1, 2, 3, 4], &games);
        assert_eq!(lines.iter().map(|l| l.player).collect::<Vec<_>>(), [4, 2, 1, 3]);
    }

    #[test]
    fn points_are_written_as_people_do() {
        assert_eq!([0, 1, 2, 3, 7].map(points), ["0", "½", "1", "1½", "3½"]);
        assert_eq!([0, 1, 2, 4, 7].map(quarters), ["0", "¼", "½", "1", "1¾"]);
    }
}
