//! The few moments that turned a game: one rule for all of them.

use super::{Mark, Moment};
use std::collections::BTreeMap;

/// Fewest and most turning points that are told, where there are so many moments.
pub const FEWEST: usize = 3;
const MOST: usize = 8;
/// A moment that moves the estimate by less turns nothing, unless there are hardly any others.
const LEAST: i32 = 25;

/// Picks the largest swings of the estimate, three to eight, at least one for each side (or, where all play together, a
/// gain and a loss), in order of play.
pub fn pick(moments: &[Moment], course: &[Vec<i32>]) -> Vec<Mark> {
    let sides = course.first().map_or(1, Vec::len);
    let mut ranked: Vec<Mark> = Vec::new();
    for moment in moments {
        // One thing told twice turns the game once.
        if ranked.iter().any(|m| m.moment.step == moment.step && m.moment.title == moment.title) {
            continue;
        }
        let side = gains(moment, course, sides);
        // Among many sides the swing is that of the side that it moved most.
        let moved = (0..sides).map(|side| swing(moment, course, side)).max_by_key(|swing| swing.abs());
        let swing = side.map_or(moved.unwrap_or(0), |side| swing(moment, course, side));
        // What went the other way in the same step is not explained by it.
        let agrees = if side.is_some() { swing > 0 } else { swing < 0 };
        let swing = if agrees { swing } else { 0 };
        ranked.push(Mark { side, swing, moment: moment.clone() });
    }
    // A step swings once: of several moments in it the one that explains the swing has it, the others count by themselves.
    let mut explains: BTreeMap<u32, (bool, i32, usize)> = BTreeMap::new();
    for (i, mark) in ranked.iter().enumerate() {
        let claim = (mark.swing != 0, mark.moment.weight, usize::MAX - i);
        let best = explains.entry(mark.moment.step).or_insert(claim);
        *best = claim.max(*best);
    }
    let first: Vec<usize> = explains.values().map(|(_, _, i)| usize::MAX - i).collect();
    for (i, mark) in ranked.iter_mut().enumerate() {
        if !first.contains(&i) {
            mark.swing = 0;
        }
    }
    let size = |mark: &Mark| mark.swing.abs().max(mark.moment.weight);
    // Of equals the earlier comes first: the sort is stable.
    ranked.sort_by_key(|mark| -size(mark));
    let large = ranked.iter().filter(|mark| size(mark) >= LEAST).count().clamp(FEWEST, MOST);
    let rest = ranked.split_off(large.min(ranked.len()));
    // Every side is heard: what gained most for it comes in place of what counts least of a side with several.
    let wanted = if sides == 1 { vec![Some(0), None] } else { (0..sides).map(Some).collect::<Vec<_>>() };
    for side in wanted {
        if ranked.iter().any(|mark| mark.side == side) {
            continue;
        }
        let Some(best) = rest.iter().find(|mark| mark.side == side) else { continue };
        if ranked.len() == MOST {
            let several = |mark: &Mark| ranked.iter().filter(|other| other.side == mark.side).count() > 1;
            if let Some(least) = ranked.iter().rposition(several) {
                ranked.remove(least);
            }
        }
        ranked.push(best.clone());
    }
    ranked.sort_by_key(|mark| mark.moment.step);
    ranked
}

/// How much a side's chances changed with the step.
fn swing(moment: &Moment, course: &[Vec<i32>], side: usize) -> i32 {
    let at = moment.step as usize;
    let value = |step: usize| course.get(step).and_then(|sides| sides.get(side)).copied();
    match (value(at), at.checked_sub(1).and_then(value)) {
        (Some(now), Some(before)) => now - before,
        _ => 0,
    }
}

/// Who gained: as the game says, or else whose chances rose most.
fn gains(moment: &Moment, course: &[Vec<i32>], sides: usize) -> Option<usize> {
    if sides == 1 || moment.gains.is_some() {
        return moment.gains;
    }
    (0..sides).max_by_key(|side| (swing(moment, course, *side), sides - side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(step: u32, gains: Option<usize>, weight: i32) -> Moment {
        let title = format!("step {step}");
        Moment { step, when: "Turn 1".into(), title, text: String::new(), gains, weight }
    }

    /// A course of two sides from the chances of the first.
    fn course(first: &[i32]) -> Vec<Vec<i32>> {
        first.iter().map(|v| vec![*v, 1000 - v]).collect()
    }

    fn steps(marks: &[Mark]) -> Vec<u32> {
        marks.iter().map(|m| m.moment.step).collect()
    }

    #[test]
    fn the_largest_swings_turn_a_game_in_order_of_play() {
        let course = course(&[500, 510, 400, 405, 600, 590, 900, 905, 1000]);
        let all: Vec<Moment> = (1..=8).map(|step| moment(step, None, 0)).collect();
        let marks = pick(&all, &course);
        assert_eq!(steps(&marks), [2, 4, 6, 8]);
        assert_eq!(marks.iter().map(|m| m.side).collect::<Vec<_>>(), [Some(1), Some(0), Some(0), Some(0)]);
        assert_eq!(marks[0].swing, 110, "for whoever gained");
        // Two things in one step swing it once: the heavier one.
        let twice = [moment(2, Some(1), 3), Moment { title: "another".into(), ..moment(2, Some(1), 9) }];
        let marks = pick(&twice, &course);
        assert_eq!(marks.iter().map(|m| m.swing).collect::<Vec<_>>(), [110, 0]);
    }

    #[test]
    fn seventy_moments_are_eight_and_each_side_is_heard() {
        let values: Vec<i32> = (0..=70).map(|i| 100 + i * 12 + if i % 2 == 0 { 30 } else { 0 }).collect();
        let mut all: Vec<Moment> = (1..=70).map(|step| moment(step, Some(0), 0)).collect();
        all.push(moment(3, Some(1), 0));
        all.last_mut().unwrap().title = "the other side's only one".into();
        let marks = pick(&all, &course(&values));
        assert_eq!(marks.len(), 8);
        assert_eq!(marks.iter().filter(|m| m.side == Some(1)).count(), 1);
    }

    #[test]
    fn a_quiet_game_has_three_and_an_empty_one_none() {
        let all: Vec<Moment> = (1..=5).map(|step| moment(step, Some(0), 0)).collect();
        assert_eq!(pick(&all, &course(&[500, 501, 503, 503, 507, 508])).len(), 3);
        assert!(pick(&[], &course(&[500])).is_empty());
    }

    #[test]
    fn where_all_play_together_a_gain_and_a_loss_are_told() {
        let course: Vec<Vec<i32>> = [500, 700, 900, 950, 940].iter().map(|v| vec![*v]).collect();
        let all = [moment(1, Some(0), 0), moment(2, Some(0), 0), moment(3, Some(0), 0), moment(4, None, 5)];
        let marks = pick(&all, &course);
        assert_eq!(steps(&marks), [1, 2, 3, 4]);
        assert_eq!(marks[3].side, None);
        // A gain in a step that cost more explains nothing.
        let course: Vec<Vec<i32>> = [500, 300, 310].iter().map(|v| vec![*v]).collect();
        let marks = pick(&[moment(1, Some(0), 0), moment(2, None, 0)], &course);
        assert_eq!(marks.iter().map(|m| m.swing).collect::<Vec<_>>(), [0, 0]);
        // What the estimate saw coming counts by the game's own measure.
        let flat = vec![vec![500]; 9];
        let all: Vec<Moment> = (1..9).map(|step| moment(step, Some(0), 10 * step as i32)).collect();
        assert_eq!(steps(&pick(&all, &flat)), [3, 4, 5, 6, 7, 8]);
    }
}
