//! What a crew member will have if the plan goes as shown: the Resolution Round run with the cards that the viewer may
//! know and without threats. Made from a view, so that it can betray nothing.

use super::{PlanView, Space, Spot, StageView, View};
use crate::{Figure, Happening, Mission, Slot, Step, TURNS, Tile, Voyage, Why, data::data, voyage::DelayWhy};

/// What comes of the cards that a viewer knows, if nothing gets in the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Whose whole program the viewer knows, in crew order.
    pub known: Vec<bool>,
    /// After each turn.
    pub turns: Vec<Ahead>,
}

/// The ship after a turn of a forecast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ahead {
    /// The turn, from 1.
    pub turn: u8,
    /// Where everybody of whom it is known stands, in crew order.
    pub at: Vec<Option<Spot>>,
    /// Energy in the shields.
    pub shields: [u8; 3],
    /// Energy in the reactors.
    pub reactors: [u8; 3],
    /// Fuel capsules.
    pub fuel: u8,
    /// Rockets at lower blue.
    pub rockets: u8,
    /// Cards that would do nothing, and why.
    pub wasted: Vec<(Figure, Why)>,
    /// Crew members whose next card is pushed one turn later, and why.
    pub delayed: Vec<(Figure, DelayWhy)>,
}

/// The forecast for a viewer in the Action Round; none where he knows nobody's cards.
///
/// Cards that lie face down count as empty spaces, and the computer counts as served: somebody else may do it.
pub fn forecast(view: &View) -> Option<Forecast> {
    let StageView::Planning(plan) = &view.stage else { return None };
    let known: Vec<bool> = view.crew.iter().map(|c| c.figure.android || Some(c.seat) == view.seat).collect();
    if !known.contains(&true) {
        return None;
    }
    let mut voyage = Voyage::begin(&mission(view, plan, &known));
    let mut turns = Vec::new();
    while voyage.turn <= plan.lesson.last_turn() {
        let turn = voyage.turn;
        let mut heard: Vec<Happening> = Vec::new();
        while voyage.turn == turn && !voyage.is_over() {
            if voyage.step == Step::Computer {
                voyage.ship.maintained = [true; 3];
            }
            voyage.advance(&mut heard);
        }
        turns.push(ahead(&voyage, turn, &known, &heard));
        if voyage.is_over() {
            break;
        }
    }
    Some(Forecast { known, turns })
}

fn mission(view: &View, plan: &PlanView, known: &[bool]) -> Mission {
    let program = |(board, known): (&Vec<Space>, &bool)| {
        let mut slots = [Slot::EMPTY; TURNS];
        for (slot, space) in slots.iter_mut().zip(board) {
            *slot = match space {
                Space::Face { up, under } if *known => Slot { up: *up, under: *under, shown: true },
                Space::Face { .. } | Space::Back { .. } | Space::Empty => Slot::EMPTY,
            };
        }
        slots
    };
    let track = |id: &String| data().trajectories.iter().position(|t| t.id == *id).unwrap_or(0) as u8;
    Mission {
        lesson: plan.lesson,
        tracks: [0, 1, 2, 3].map(|i| track(&plan.tracks[i])),
        threats: Vec::new(),
        crew: view.crew.iter().map(|c| &c.board).zip(known).map(program).collect(),
        androids: view.crew.iter().map(|c| c.figure.android).collect(),
        stacks: plan.carried.tiles.map(|on| Tile::ALL.into_iter().filter(|t| !on.has(*t)).collect()),
        carried: plan.carried,
    }
}

fn ahead(voyage: &Voyage, turn: u8, known: &[bool], heard: &[Happening]) -> Ahead {
    let spot = |(i, known): (usize, &bool)| {
        let member = &voyage.crew[i];
        known.then_some(if member.in_space { Spot::Space } else { Spot::Station(member.at) })
    };
    let mut wasted = Vec::new();
    let mut delayed = Vec::new();
    for happening in heard {
        if let Happening::Wasted { who, why, .. } = *happening {
            // Without threats no battlebots find an intruder; that says nothing of the real thing.
            if why != Why::NoIntruder {
                wasted.push((who, why));
            }
        } else if let Happening::Delayed { who, why, .. } = *happening {
            delayed.push((who, why));
        }
    }
    Ahead {
        turn,
        at: known.iter().enumerate().map(spot).collect(),
        shields: voyage.ship.shield,
        reactors: voyage.ship.reactor,
        fuel: voyage.ship.fuel,
        rockets: voyage.ship.rockets,
        wasted,
        delayed,
    }
}
