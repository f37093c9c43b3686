//! What a change of plan would do, in words: the mission resolved with it and without it, by what is announced so far.

use crate::{
    Resolution, Status,
    questions::Action,
    resolve,
    state::{Planning, SpaceAlert, Stage},
    turns_of,
};
use klaxon_core::{Line, Seat, count, rule};

/// So much is told of what changes.
const MOST: usize = 3;

impl SpaceAlert {
    /// What a series of decisions would do to the mission; nothing where it would do nothing that can be told.
    pub(crate) fn difference(&self, seat: Seat, series: &[Action]) -> Option<String> {
        let Stage::Planning(plan) = &self.stage else { return None };
        let mut after = self.clone();
        for action in series {
            after.follow(seat, action);
        }
        let Stage::Planning(then) = &after.stage else { return None };
        let (before, after) = (self.outlook(plan), after.outlook(then));
        let told = told(&before, &after);
        (!told.is_empty()).then(|| told.join(", "))
    }

    /// What becomes of the mission with a decision, by what is announced so far.
    pub(crate) fn flown(&self, seat: Seat, action: &Action) -> Option<Line> {
        let mut after = self.clone();
        after.follow(seat, action);
        let Stage::Planning(plan) = &after.stage else { return None };
        let end = after.outlook(plan);
        if let Some(loss) = &end.loss {
            let text = format!("The ship is lost to the {} in turn {}.", loss.threat.card().name, loss.turn);
            return Some(Line::new(text, rule!("SA-1.3")));
        }
        let tiles = end.voyage.score().tiles;
        let alive = end.voyage.threats().iter().filter(|threat| threat.status == Status::Survived);
        let alive: Vec<String> =
            alive.map(|threat| format!("the {} gets through", threat.face().name)).collect();
        let mut told = alive;
        told.truncate(MOST);
        if tiles > 0 {
            told.push(format!("the ship takes {tiles} damage"));
        }
        let total = end.score.as_ref()?.total();
        let points = count(total, "point");
        let text = match told[..] {
            [] => format!("The ship comes home with no more than {points}."),
            _ => format!("The ship comes home with {points}: {}.", told.join(", ")),
        };
        Some(Line::new(text, rule!("SA-11.1")))
    }

    fn outlook(&self, plan: &Planning) -> Resolution {
        resolve(&self.mission(plan))
    }
}

/// What is better after a change, the weightiest first.
fn told(before: &Resolution, after: &Resolution) -> Vec<String> {
    let mut told = Vec::new();
    match (&before.score, &after.score) {
        (None, Some(_)) => told.push("the ship comes home, by what is known so far".to_owned()),
        (None, None) if after.voyage.turn > before.voyage.turn => {
            told.push(format!(
                "the ship lasts until turn {} instead of {}",
                after.voyage.turn, before.voyage.turn
            ));
        }
        (None | Some(_), None | Some(_)) => {}
    }
    for (old, new) in before.voyage.threats().iter().zip(after.voyage.threats()) {
        if new.status == Status::Destroyed && old.status != Status::Destroyed {
            told.push(format!("the {} is destroyed", new.face().name));
        } else if new.status == old.status && new.blocks > old.blocks {
            told.push(format!("the {} is hit for {} more", new.face().name, new.blocks - old.blocks));
        }
    }
    let maintained = |r: &Resolution| r.voyage.ship.maintained;
    for (phase, (old, new)) in maintained(before).into_iter().zip(maintained(after)).enumerate() {
        // A phase that was never reached is not served, and not missed.
        if new && !old && before.voyage.turn > turns_of(phase).next().unwrap_or(0) {
            told.push(format!("the computer is served in phase {}", phase + 1));
        }
    }
    let tiles = |r: &Resolution| r.voyage.score().tiles;
    if tiles(after) < tiles(before) {
        told.push(format!("the ship takes {} damage less", tiles(before) - tiles(after)));
    }
    if let (Some(old), Some(new)) = (&before.score, &after.score)
        && told.is_empty()
        && new.total() > old.total()
    {
        told.push(format!("it is worth {} more", count(new.total() - old.total(), "point")));
    }
    told.truncate(MOST);
    told
}
