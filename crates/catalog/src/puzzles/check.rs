//! Checking puzzles: the position is reached, the solution is legal, what is wrong is told, and the margin holds.

use super::{
    CONFIRMED_BY, PROVEN, Played, Puzzle,
    look::{answers, proven, salt},
    reach,
};
use klaxon_bots::puzzle::MARGIN;

/// How a puzzle's margins are measured again, with looks as long as those that confirmed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Not at all.
    Unmeasured,
    /// With the same luck: the same must come of it.
    Same,
    /// With other luck, that of a number: what is right must be best again, by [`PROVEN`].
    Other(u64),
}

/// What is wrong with a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The puzzle.
    pub id: String,
    /// What is wrong, lower case.
    pub text: String,
}

/// Solves a puzzle along its solution, and measures its margins again; returns them as far as they were.
///
/// # Errors
/// What does not hold.
pub fn check(played: &Played, puzzle: &Puzzle, proof: Proof) -> Result<Vec<i32>, Trouble> {
    let wrong = |text: String| Trouble { id: puzzle.id.clone(), text };
    if puzzle.at > played.inputs.len() {
        return Err(wrong(format!("its game has {} inputs", played.inputs.len())));
    }
    let opened = reach(played, puzzle.at).map_err(|refusal| wrong(refusal.to_string()))?;
    let (mut table, seat, mut margins) = (opened.table, puzzle.seat, Vec::new());
    for (number, step) in puzzle.line.iter().enumerate() {
        let here = |text: String| wrong(format!("decision {}: {text}", number + 1));
        if !table.to_act().has(seat) {
            return Err(here("the seat is asked nothing".into()));
        }
        let offered: Vec<String> = table.choices(seat).into_iter().map(|choice| choice.words).collect();
        let both = step.right.iter().chain(step.wrong.iter().map(|wrong| &wrong.words));
        if let Some(words) = both.clone().find(|words| !offered.contains(words)) {
            return Err(here(format!("`{words}` is not offered")));
        }
        if offered.len() != step.choices {
            return Err(here(format!("{} choices are offered, not {}", offered.len(), step.choices)));
        }
        if step.right.is_empty()
            || step.wrong.is_empty()
            || step.wrong.iter().any(|wrong| step.takes(&wrong.words))
        {
            return Err(here("something is right, something else is wrong, and nothing is both".into()));
        }
        if step.margin < MARGIN {
            return Err(here(format!("a margin of {} is less than {MARGIN}", step.margin)));
        }
        match proof {
            Proof::Unmeasured => {}
            Proof::Same => {
                let weighed = table.weigh(seat, CONFIRMED_BY, salt(played.luck, table.step()));
                let found = weighed.filter(|weighed| weighed.sure).map(|weighed| {
                    let right: Vec<&String> = weighed.right.iter().map(|i| &offered[*i]).collect();
                    (right == step.right.iter().collect::<Vec<_>>(), weighed.margin)
                });
                if found != Some((true, step.margin)) {
                    return Err(here(format!(
                        "the search does not find it again: {found:?}, written {}",
                        step.margin
                    )));
                }
                margins.push(step.margin);
            }
            Proof::Other(luck) => match proven(&table, seat, played.luck, step, luck) {
                Some(margin) if margin >= PROVEN => margins.push(margin),
                Some(margin) => {
                    return Err(here(format!("with other luck {margin}, written {}", step.margin)));
                }
                None => {
                    let written = step.margin;
                    return Err(here(format!("with other luck nothing stands out, written {written}")));
                }
            },
        }
        table.say(seat, &step.right[0], 0).map_err(|refusal| here(refusal.to_string()))?;
        if number + 1 < puzzle.line.len() && !answers(&mut table, seat) {
            return Err(here("the seat is not asked again".into()));
        }
    }
    Ok(margins)
}
