//! Standings: points, and what decides between those who have as many.
//!
//! - **Buchholz**: the points of all whom one has met. A round without a game counts as one against somebody with one's own points.
//! - **Sonneborn-Berger**: the points of those whom one has beaten, and half of those with whom one has drawn.
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
        match game.other(player).filter(|_| game.is_played_by(player)) {
            Some(other) => {
                let theirs = halves(games, other);
                buchholz += theirs;
                sonneborn += theirs * game.halves(player);
            }
            None => buchholz += own,
        }
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
        // 1: two points; he met 2, who has none, and himself.
        assert_eq!((lines[0].player, lines[0].halves, lines[0].buchholz, lines[0].sonneborn), (1, 4, 4, 0));
        assert_eq!((lines[0].won, lines[1].won), (1, 0), "a point without a game is no win");
        assert_eq!((lines[1].player, lines[1].halves, lines[1].buchholz), (3, 2, 2));
        // A game that runs counts for nothing yet.
        let runs = Game { end: None, ..game(3, 1, 3, End::One) };
        let more: Vec<Game> = games.into_iter().chain([runs]).collect();
        assert_eq!(standings(Method::Swiss, &[1, 2, 3], &more)[0].buchholz, 4);
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
