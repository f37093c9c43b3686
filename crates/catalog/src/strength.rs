//! How strong the bots are: one pool of ratings for each game, as `klaxon sim --rate` last measured it.

use crate::arena::Score;
use klaxon_bots::Level;
use serde::Serialize;
use std::{collections::BTreeMap, fmt, str::FromStr, sync::LazyLock};

/// What the ratings of a pool are counted from.
pub const NORMAL: i32 = 1500;

/// What was measured, a line for each game and level.
static MEASURED: LazyLock<BTreeMap<(String, &'static str), Strength>> = LazyLock::new(|| {
    let lines = include_str!("../data/strength.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| {
            let row: Row = line.parse().expect("a test reads every line");
            ((row.game, row.level.name()), row.strength)
        })
        .collect()
});

/// How strong a bot of this level is at this game, where it was measured.
pub fn of(game: &str, level: Level) -> Option<&'static Strength> {
    MEASURED.get(&(game.to_owned(), level.name()))
}

/// How strong a bot is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// Against others: points of which 400 more win ten games of eleven, and the ends of the 95 % interval.
    Rating { points: i32, low: i32, high: i32 },
    /// In a game that is won alone or together: how many of a hundred games of a scenario, and the interval.
    Won { percent: i32, low: i32, high: i32, scenario: String },
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Rating { points, .. } => write!(f, "{points}"),
            Strength::Won { percent, scenario, .. } => write!(f, "wins {percent} % of {scenario}"),
        }
    }
}

/// A line of the measurements: `red-alert easy rating 1310 1270 1350`, `federation hard won 61 54 68 medium`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The game's id.
    pub game: String,
    /// The bot.
    pub level: Level,
    /// What was found.
    pub strength: Strength,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { game, level, strength } = self;
        match strength {
            Strength::Rating { points, low, high } => {
                write!(f, "{game} {level} rating {points} {low} {high}")
            }
            Strength::Won { percent, low, high, scenario } => {
                write!(f, "{game} {level} won {percent} {low} {high} {scenario}")
            }
        }
    }
}

impl FromStr for Row {
    type Err = String;
    fn from_str(line: &str) -> Result<Row, String> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or_else(|| format!("`{line}` ends too early"));
        let (game, level, kind) = (word()?.to_owned(), word()?.parse()?, word()?);
        let mut number = || word()?.parse::<i32>().map_err(|e| format!("`{line}`: {e}"));
        let (value, low, high) = (number()?, number()?, number()?);
        let strength = match kind {
            "rating" => Strength::Rating { points: value, low, high },
            "won" => Strength::Won { percent: value, low, high, scenario: word()?.to_owned() },
            _ => return Err(format!("`{line}`: `{kind}` is neither `rating` nor `won`")),
        };
        Ok(Row { game, level, strength })
    }
}

/// The result of a match: the numbers of two players, and how the first fared.
pub type Met = (usize, usize, Score);

/// Ratings that make the results likeliest (Bradley and Terry), each with half of its 95 % interval. `fixed` stands at
/// [`NORMAL`]; the others' intervals are those of the distance to it. Neighbours are taken to have drawn one game more, so that
/// a level that has lost every game has a rating, too.
pub fn fit(players: usize, fixed: usize, met: &[Met]) -> Vec<(f64, f64)> {
    /// What a point of difference means.
    const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
    let drawn = (1..players).map(|i| (i - 1, i, Score { won: 0, drawn: 1, lost: 0 }));
    let met: Vec<Met> = met.iter().copied().chain(drawn).collect();
    let free: Vec<usize> = (0..players).filter(|p| *p != fixed).collect();
    let mut points = vec![0.0; players];
    let mut spread = vec![0.0; players];
    // Newton's method: the sum is concave, and a few steps are enough; each is held to 400 points.
    for _ in 0..100 {
        let mut slope = vec![0.0; players];
        let mut bend = vec![vec![0.0; players]; players];
        for &(a, b, score) in &met {
            let games = f64::from(score.games());
            let expected = 1.0 / (1.0 + f64::exp(SCALE * (points[b] - points[a])));
            let surplus = SCALE * games * (score.share() - expected);
            slope[a] += surplus;
            slope[b] -= surplus;
            let weight = SCALE * SCALE * games * expected * (1.0 - expected);
            bend[a][a] += weight;
            bend[b][b] += weight;
            bend[a][b] -= weight;
            bend[b][a] -= weight;
        }
        let inverse =
            inverse(&free.iter().map(|&i| free.iter().map(|&j| bend[i][j]).collect()).collect::<Vec<_>>());
        let mut moved: f64 = 0.0;
        for (row, &i) in inverse.iter().zip(&free) {
            let step: f64 = row.iter().zip(&free).map(|(x, &j)| x * slope[j]).sum();
            points[i] += step.clamp(-400.0, 400.0);
            moved = moved.max(step.abs());
        }
        for (n, &i) in free.iter().enumerate() {
            spread[i] = 1.96 * inverse[n][n].sqrt();
        }
        if moved < 1e-6 {
            break;
        }
    }
    points.iter().map(|p| p + f64::from(NORMAL)).zip(spread).collect()
}

/// The inverse of a small matrix that has one (Gauss and Jordan).
fn inverse(of: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = of.len();
    let unit = |i: usize| (0..n).map(move |j| if i == j { 1.0 } else { 0.0 });
    let mut rows: Vec<Vec<f64>> = (0..n).map(|i| of[i].iter().copied().chain(unit(i)).collect()).collect();
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| rows[*a][i].abs().total_cmp(&rows[*b][i].abs())).unwrap_or(i);
        rows.swap(i, pivot);
        let head = rows[i][i];
        rows[i].iter_mut().for_each(|x| *x /= head);
        let row = rows[i].clone();
        for other in (0..n).filter(|other| *other != i) {
            let times = rows[other][i];
            rows[other].iter_mut().zip(&row).for_each(|(x, y)| *x -= times * y);
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelf;

    fn score(won: u32, lost: u32) -> Score {
        Score { won, drawn: 0, lost }
    }

    #[test]
    fn ten_of_eleven_are_400_points() {
        let fit = fit(2, 0, &[(0, 1, score(1_000, 10_000))]);
        assert_eq!(fit[0], (f64::from(NORMAL), 0.0));
        assert!((fit[1].0 - f64::from(NORMAL) - 400.0).abs() < 1.0, "{fit:?}");
        // The interval of the share, 10/11 ± 0.54 %, in points: 11.3.
        assert!((fit[1].1 - 11.3).abs() < 0.3, "{fit:?}");
    }

    #[test]
    fn whoever_loses_everything_has_a_rating_with_a_wide_interval() {
        let fit = fit(3, 1, &[(0, 1, score(0, 40)), (1, 2, score(20, 20)), (0, 2, score(0, 40))]);
        assert!(fit[0].0 < 900.0 && fit[0].0 > 500.0, "{fit:?}");
        assert!(fit[0].1 > 200.0, "{fit:?}");
        assert!((fit[2].0 - f64::from(NORMAL)).abs() < 25.0, "{fit:?}");
    }

    #[test]
    fn every_line_is_of_a_game_and_stronger_bots_are_not_weaker() {
        for line in
            include_str!("../data/strength.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#'))
        {
            let row: Row = line.parse().unwrap();
            assert_eq!(row.to_string(), line);
            assert!(shelf::game(&row.game).is_some(), "{line}");
        }
        for cover in shelf::games() {
            let value = |level| match of(cover.id, level)? {
                Strength::Rating { points, low, high } => Some((*low, *points, *high)),
                Strength::Won { percent, low, high, .. } => Some((*low, *percent, *high)),
            };
            for pair in Level::ALL.windows(2) {
                let (Some(weak), Some(strong)) = (value(pair[0]), value(pair[1])) else { continue };
                assert!(
                    weak.0 <= strong.2,
                    "{}: {} and {} by {weak:?} and {strong:?}",
                    cover.id,
                    pair[0],
                    pair[1]
                );
            }
        }
        for wrong in [
            "",
            "red-alert",
            "red-alert easy rating 3 4",
            "red-alert easy size 3 4 5",
            "red-alert easy won 3 4 5",
        ] {
            assert!(wrong.parse::<Row>().is_err(), "{wrong}");
        }
    }
}
