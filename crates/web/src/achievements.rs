//! Achievements: what somebody has come to in his games, lessons and puzzles. Made of what is kept of them whenever it is shown, and kept
//! nowhere itself.

use crate::{academy::Done, boards::around, error::Fault, puzzlers, state::AppState};
use klaxon_catalog::shelf;
use klaxon_store::{Fared, Millis};

/// Puzzles that are solved one after the other.
const STREAK: usize = 10;

/// Something to come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Achievement {
    /// Its name.
    pub title: &'static str,
    /// What it takes.
    pub words: String,
    /// How much of it is done.
    pub done: usize,
    /// How much there is to do.
    pub of: usize,
}

impl Achievement {
    /// One that is done or not.
    pub fn one(title: &'static str, words: &str, done: bool) -> Achievement {
        Achievement::many(title, words, usize::from(done), 1)
    }

    /// One of which more and more is done.
    pub fn many(title: &'static str, words: &str, done: usize, of: usize) -> Achievement {
        Achievement { title, words: words.into(), done, of }
    }

    /// Is all of it done?
    pub fn is_won(&self) -> bool {
        self.done >= self.of
    }
}

/// What is known of somebody beside how he fared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// He has won a rated game against somebody who was rated higher.
    pub upset: bool,
    /// The most puzzles of a game that he has solved in a row.
    pub streak: usize,
    /// The games whose lessons he has all done, by their names.
    pub learned: Vec<&'static str>,
}

/// The achievements of an account, as others may see them at this time; all without it.
pub async fn of(
    state: &AppState,
    person: &str,
    fared: &[Fared],
    shown_at: Option<Millis>,
) -> Result<Vec<Achievement>, Fault> {
    let done = Done::of(state, Some(person)).await?;
    let mut facts =
        Facts { upset: state.store.results().upset(person.into(), shown_at).await?, ..Facts::default() };
    for cover in shelf::games() {
        let road = done.road(cover.id);
        if !road.lessons.is_empty() && road.next().is_none() {
            facts.learned.push(cover.name);
        }
        let best = puzzlers::standing(state, Some(person), cover.id).await?.map_or(0, |tried| tried.best);
        facts.streak = facts.streak.max(best as usize);
    }
    Ok(all(fared, &facts))
}

/// All achievements, and how far somebody is: those of each game, then those of all.
pub fn all(fared: &[Fared], facts: &Facts) -> Vec<Achievement> {
    let of_game = |cover: &shelf::Cover| {
        let won: Vec<&Fared> = fared.iter().filter(|row| row.game == cover.id && row.won > 0).collect();
        (around(cover.id).achievements)(&won)
    };
    let mut all: Vec<Achievement> = shelf::games().iter().flat_map(of_game).collect();
    let learned = match &facts.learned[..] {
        [] => "all lessons of a game".to_owned(),
        games => format!("all lessons of {}", games.join(", ")),
    };
    let upset = "won a rated game against somebody who was rated higher";
    let streak = "solved ten puzzles of a game one after the other";
    all.push(Achievement::one("Giant killer", upset, facts.upset));
    all.push(Achievement::many("Ten in a row", streak, facts.streak.min(STREAK), STREAK));
    all.push(Achievement::one("Graduate", &learned, !facts.learned.is_empty()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_starcraft::ids::Faction;

    fn fared(game: &str, scenario: &str, side: &str, won: u64) -> Fared {
        Fared { game: game.into(), scenario: scenario.into(), side: side.into(), won, drawn: 1, lost: 2 }
    }

    fn done(all: &[Achievement], title: &str) -> (usize, usize) {
        let found = all.iter().find(|a| a.title == title).unwrap_or_else(|| panic!("{title}"));
        (found.done, found.of)
    }

    #[test]
    fn nobody_has_won_anything_by_losing() {
        let rows = [
            fared("space-alert", "campaign white white", "Captain", 0),
            fared("federation", "hard", "Federation", 0),
            fared("red-alert", "nowhere", "Nobody", 3),
            fared("starcraft", "x", "Seat 1", 3),
        ];
        let all = all(&rows, &Facts::default());
        assert!(all.iter().all(|a| a.done == 0 && a.of > 0 && !a.is_won()), "{all:?}");
    }

    #[test]
    fn what_was_won_is_counted_once() {
        let battles = &shelf::menu("red-alert").unwrap().scenarios;
        let side = &battles[0].seats[0];
        let mut rows: Vec<Fared> = battles.iter().map(|b| fared("red-alert", &b.id, side, 1)).collect();
        rows.push(fared("red-alert", &battles[0].id, side, 5));
        rows.push(fared("space-alert", "campaign yellow red", "Crew 2", 1));
        rows.push(fared("federation", "hard", "Federation", 2));
        let leaders: Vec<&str> =
            Faction::ALL.iter().map(|f| klaxon_starcraft::data().faction(*f).name.as_str()).collect();
        rows.extend(leaders.iter().skip(1).map(|leader| fared("starcraft", "x", leader, 1)));
        let facts = Facts { upset: true, streak: 14, learned: vec!["Red Alert"] };
        let all = all(&rows, &facts);
        assert_eq!(done(&all, "Every battle"), (battles.len(), battles.len()));
        assert_eq!(done(&all, "Both fleets"), (1, 2));
        assert_eq!(done(&all, "Every faction"), (leaders.len() - 1, leaders.len()));
        for title in ["Home again", "Six worlds, the hard way", "Giant killer", "Ten in a row", "Graduate"] {
            let (done, of) = done(&all, title);
            assert_eq!(done, of, "{title}");
        }
        assert!(all.iter().any(|a| a.words == "all lessons of Red Alert"));
    }
}
