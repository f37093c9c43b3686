//! The ladder: whoever beats somebody above him takes his place, and those between move down by one.

use super::{End, Game, Number};

/// So many places up somebody may challenge.
pub const REACH: usize = 3;

/// Who stands where, from the top: newcomers at the bottom in the order in which they came, then what was decided, in that order. In a game of a ladder the
/// challenger is the one who stands lower when it is decided; a draw and games that nobody played change nothing.
pub fn order(players: &[Number], decided: &[Game]) -> Vec<Number> {
    let mut ladder = players.to_vec();
    for game in decided {
        let (Some(two), Some(end)) = (game.two, game.end) else { continue };
        let winner = match end {
            End::One | End::OneAlone => game.one,
            End::Two | End::TwoAlone => two,
            End::Drawn | End::Nobody | End::Bye => continue,
        };
        let loser = if winner == game.one { two } else { game.one };
        let place = |of: Number| ladder.iter().position(|player| *player == of);
        if let (Some(from), Some(to)) = (place(winner), place(loser))
            && from > to
        {
            ladder.remove(from);
            ladder.insert(to, winner);
        }
    }
    ladder
}

/// Why somebody may not challenge another.
pub fn check(ladder: &[Number], by: Number, whom: Number) -> Result<(), String> {
    let place = |of: Number| ladder.iter().position(|player| *player == of);
    let (Some(from), Some(to)) = (place(by), place(whom)) else {
        return Err("both must stand on the ladder".into());
    };
    if from == to {
        return Err("that is you".into());
    }
    if from < to {
        return Err("one challenges those who stand above".into());
    }
    if from - to > REACH {
        return Err(format!("one challenges those up to {REACH} places above"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(one: Number, two: Number, end: End) -> Game {
        Game { round: 1, one, two: Some(two), end: Some(end) }
    }

    #[test]
    fn whoever_beats_somebody_above_takes_his_place() {
        let players = [1, 2, 3, 4, 5];
        assert_eq!(order(&players, &[]), players);
        assert_eq!(order(&players, &[game(4, 2, End::One)]), [1, 4, 2, 3, 5]);
        assert_eq!(order(&players, &[game(2, 4, End::Two)]), [1, 4, 2, 3, 5], "whichever seat he had");
        assert_eq!(order(&players, &[game(4, 2, End::Two)]), players, "whoever is above stays there");
        assert_eq!(order(&players, &[game(4, 2, End::Drawn), game(4, 2, End::Nobody)]), players);
        assert_eq!(order(&players, &[game(4, 2, End::OneAlone), game(5, 4, End::One)]), [1, 5, 4, 2, 3]);
    }

    #[test]
    fn one_challenges_those_a_little_above() {
        let ladder = [5, 4, 3, 2, 1];
        assert!(check(&ladder, 1, 4).is_ok() && check(&ladder, 4, 5).is_ok());
        for (by, whom, why) in
            [(1, 5, "up to 3"), (5, 4, "above"), (2, 2, "you"), (9, 1, "both"), (1, 9, "both")]
        {
            assert!(check(&ladder, by, whom).unwrap_err().contains(why), "{by} {whom}");
        }
    }
}
