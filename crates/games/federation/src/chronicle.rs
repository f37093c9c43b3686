//! A game looked back upon: how it ended, what decided it, and how the dice fell.

use crate::{
    event::Event,
    nouns::{Asset, Base, Fleet, Marker, Space},
    state::{End, Purpose},
};

/// A game looked back upon.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chronicle {
    /// How it ended.
    pub end: Option<End>,
    /// Federation turns.
    pub turns: u16,
    /// Activation tokens resolved.
    pub tokens: u32,
    /// Battles won.
    pub won: u32,
    /// Battles lost.
    pub lost: u32,
    /// Combat dice thrown, first throws and new ones.
    pub dice: u32,
    /// Fleets destroyed.
    pub destroyed: u32,
    /// The moments that decided it, in order.
    pub moments: Vec<Moment>,
}

/// A moment that decided something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The step in the log.
    pub step: u32,
    /// The Federation turn.
    pub turn: u16,
    /// What it was.
    pub what: Turning,
}

/// What a moment changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turning {
    /// A Base was settled; the number of settled spaces after it.
    Settled(Base, Space, u8),
    /// A Base was lost.
    BaseLost(Base, Space),
    /// Stability fell to this, after what.
    StabilityFell(u8, Blow),
    /// Stability rose to this.
    StabilityRose(u8),
    /// Aliens reached Sol.
    AtSol(Fleet),
}

/// What shook the Federation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blow {
    /// A battle lost while Military Losses stood at their end.
    Battle(Space),
    /// The people, who want to expand.
    Unrest,
}

impl Chronicle {
    /// Reads what happened, step by step.
    pub fn of<'a>(events: impl IntoIterator<Item = (u32, &'a Event)>) -> Chronicle {
        let mut all = Chronicle::default();
        let mut settled = 0u8;
        // The last battle lost since the last token or action began explains a fall of Stability.
        let mut blow = Blow::Unrest;
        for (step, event) in events {
            if let Event::TurnBegan { turn, .. } = *event {
                all.turns = turn;
                blow = Blow::Unrest;
            } else if let Event::TokenUp { .. } = event {
                all.tokens += 1;
                blow = Blow::Unrest;
            } else if let Event::Rolled { purpose: Purpose::Combat, dice, .. } = event {
                all.dice += dice.len() as u32;
            } else if let Event::BattleWon { .. } = event {
                all.won += 1;
            } else if let Event::BattleLost { space } = *event {
                all.lost += 1;
                blow = Blow::Battle(space);
            } else if let Event::Destroyed { .. } = event {
                all.destroyed += 1;
            } else if let Event::Ended { end } = *event {
                all.end = Some(end);
            }
            if let Some(what) = turning(event, &mut settled, blow) {
                all.moments.push(Moment { step, turn: all.turns, what });
            }
        }
        all
    }

    /// What decided it, in a sentence.
    pub fn verdict(&self) -> String {
        let falls = self.moments.iter().filter_map(|m| match m.what {
            Turning::StabilityFell(_, blow) => Some(blow),
            Turning::Settled(..) | Turning::BaseLost(..) | Turning::StabilityRose(_) | Turning::AtSol(_) => {
                None
            }
        });
        let falls: Vec<Blow> = falls.collect();
        let battles = falls.iter().filter(|b| matches!(b, Blow::Battle(_))).count();
        let unrest = falls.len() - battles;
        let lost_bases = self.moments.iter().filter(|m| matches!(m.what, Turning::BaseLost(..))).count();
        let times = |n: usize| match n {
            1 => "once".to_string(),
            2 => "twice".to_string(),
            n => format!("{n} times"),
        };
        match self.end {
            Some(End::Settled) if lost_bases == 0 => "Six Bases were settled and not one was lost.".into(),
            Some(End::Settled) => format!("Six Bases stand, although a Base was lost {}.", times(lost_bases)),
            Some(End::SolFell) => "No combat drove the fleets out of Sol before the turn ended.".into(),
            Some(End::Unstable) if unrest == 0 => {
                format!("Lost battles cost Stability {}.", times(battles))
            }
            Some(End::Unstable) if battles == 0 => {
                format!("The wish to expand cost Stability {}: Bases came too slowly.", times(unrest))
            }
            Some(End::Unstable) => format!(
                "Stability fell {} for lost battles and {} because the people wanted to expand.",
                times(battles),
                times(unrest)
            ),
            Some(End::Outclassed) => "Nobody slowed or sabotaged the aliens' research enough.".into(),
            None => "It is not over yet.".into(),
        }
    }
}

/// What an event decides; `settled` counts the Bases on the map.
fn turning(event: &Event, settled: &mut u8, blow: Blow) -> Option<Turning> {
    if let Event::Settled { base, at } = *event {
        *settled += 1;
        Some(Turning::Settled(base, at, *settled))
    } else if let Event::BaseHit { base, at, lost: true }
    | Event::AssetLost { what: Asset::Base(base), at, flipped: false } = *event
    {
        *settled = settled.saturating_sub(1);
        Some(Turning::BaseLost(base, at))
    } else if let Event::Moved { marker: Marker::Stability, from, to } = *event {
        Some(if to < from { Turning::StabilityFell(to, blow) } else { Turning::StabilityRose(to) })
    } else if let Event::FleetMoved { fleet, to: Space::SOL, .. } = *event {
        Some(Turning::AtSol(fleet))
    } else {
        None
    }
}

impl Turning {
    /// The moment in words.
    pub fn text(self) -> String {
        match self {
            Turning::Settled(base, at, n) => {
                format!("the {} is settled at {}: {n} of {}", base.name(), at.name(), Base::ALL.len())
            }
            Turning::BaseLost(base, at) => format!("the {} at {} is lost", base.name(), at.name()),
            Turning::StabilityFell(to, Blow::Battle(at)) => {
                format!("the battle lost at {} costs Stability: {to}", at.name())
            }
            Turning::StabilityFell(to, Blow::Unrest) => {
                format!("the people want to expand, which costs Stability: {to}")
            }
            Turning::StabilityRose(to) => format!("Stability rises to {to}"),
            Turning::AtSol(fleet) => format!("the {} reaches Sol", fleet.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nouns::FleetSet;

    #[test]
    fn a_chronicle_tells_why_stability_fell() {
        let lost = Event::BattleLost { space: Space::SOL };
        let fell = |from, to| Event::Moved { marker: Marker::Stability, from, to };
        let token = Event::TokenUp { token: crate::nouns::Token(0) };
        let events = [
            Event::TurnBegan { turn: 4, token: crate::nouns::Token(0) },
            Event::BattleBegan { space: Space::SOL, fleets: FleetSet::default(), dice: 2 },
            lost,
            fell(3, 2),
            token,
            fell(2, 1),
            fell(1, 0),
            Event::Ended { end: End::Unstable },
        ];
        let all = Chronicle::of(events.iter().map(|e| (7, e)));
        assert_eq!((all.turns, all.lost, all.tokens, all.moments.len()), (4, 1, 1, 3));
        assert_eq!(all.moments[0].what.text(), "the battle lost at Sol costs Stability: 2");
        assert_eq!(
            all.verdict(),
            "Stability fell once for lost battles and twice because the people wanted to expand."
        );
    }
}
