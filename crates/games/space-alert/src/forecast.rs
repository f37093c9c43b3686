//! What a crew member will have if the plan goes as shown: the Resolution Round run with the cards that the viewer may
//! know and without threats. Made from a view, so that it can betray nothing.

use crate::{
    Act, Figure, Happening, Mission, Slot, Step, TURNS, Tile, Voyage, Why, data::data, voyage::DelayWhy,
};
use crate::{CrewView, PlanView, Space, Spot, StageView, View};

/// What comes of the cards that a viewer knows, if nothing gets in the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Of how many turns, from the first, the viewer knows the program of each crew member, in crew order: all of his
    /// own and of androids'; of others up to the first card that they have not told him of (SA-3.36).
    pub known: Vec<u8>,
    /// After each turn.
    pub turns: Vec<Ahead>,
    /// Who serves the computer, phase by phase.
    pub computer: Vec<Service>,
}

/// Whether the computer is served in a phase (SA-10.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service {
    /// The phase, from 1.
    pub phase: u8,
    /// Somebody does it, by the cards that the viewer knows.
    pub served: bool,
    /// The viewer knows everybody's cards up to the check: then what is not there is not there.
    pub all_known: bool,
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
/// Cards that lie face down untold count as empty spaces. The computer is served by the cards that are known; as long as
/// some are not, somebody else may do it, and nobody is delayed.
pub fn forecast(view: &View) -> Option<Forecast> {
    let StageView::Planning(plan) = &view.stage else { return None };
    let known: Vec<u8> = view.crew.iter().map(|crew| turns_known(view, crew)).collect();
    if known.iter().all(|&turns| turns == 0) {
        return None;
    }
    let mut voyage = Voyage::begin(&mission(view, plan, &known));
    let mut turns = Vec::new();
    let mut computer = Vec::new();
    while voyage.turn <= plan.lesson.last_turn() {
        let turn = voyage.turn;
        let mut heard: Vec<Happening> = Vec::new();
        while voyage.turn == turn && !voyage.is_over() {
            if voyage.step == Step::Computer {
                let phase = crate::ship::phase_of(turn);
                let served = voyage.ship.maintained[phase];
                let all_known = known.iter().all(|turns| *turns >= turn);
                computer.push(Service { phase: phase as u8 + 1, served, all_known });
                voyage.ship.maintained[phase] |= !all_known;
            }
            voyage.advance(&mut heard);
        }
        turns.push(ahead(&voyage, turn, &known, &heard));
        if voyage.is_over() {
            break;
        }
    }
    Some(Forecast { known, turns, computer })
}

/// What the viewer knows of a space: what he sees, or what its owner told.
fn slot_known(crew: &CrewView, turn: usize) -> Option<Slot> {
    match crew.board[turn] {
        Space::Empty => Some(Slot::EMPTY),
        Space::Face { up, under } => Some(Slot { up, under, shown: true }),
        Space::Back { .. } => match crew.told.get(turn) {
            Some(&up) if up != Act::Empty => Some(Slot { up, under: Act::Empty, shown: true }),
            Some(_) | None => None,
        },
    }
}

fn turns_known(view: &View, crew: &CrewView) -> u8 {
    let faces = crew.board.iter().any(|space| matches!(space, Space::Face { .. }));
    let open = faces || crew.figure.android || Some(crew.seat) == view.seat;
    // Of somebody who has told nothing nothing is known, not even that he stays on the bridge.
    if !open && crew.told.iter().all(|act| *act == Act::Empty) {
        return 0;
    }
    (0..crew.board.len()).take_while(|&turn| slot_known(crew, turn).is_some()).count() as u8
}

fn mission(view: &View, plan: &PlanView, known: &[u8]) -> Mission {
    let program = |(crew, known): (&CrewView, &u8)| {
        let mut slots = [Slot::EMPTY; TURNS];
        for (turn, slot) in slots.iter_mut().enumerate().take(usize::from(*known)) {
            *slot = slot_known(crew, turn).unwrap_or(Slot::EMPTY);
        }
        slots
    };
    let track = |id: &String| data().trajectories.iter().position(|t| t.id == *id).unwrap_or(0) as u8;
    Mission {
        lesson: plan.lesson,
        tracks: [0, 1, 2, 3].map(|i| track(&plan.tracks[i])),
        threats: Vec::new(),
        crew: view.crew.iter().zip(known).map(program).collect(),
        androids: view.crew.iter().map(|c| c.figure.android).collect(),
        stacks: plan.carried.tiles.map(|on| Tile::ALL.into_iter().filter(|t| !on.has(*t)).collect()),
        carried: plan.carried,
    }
}

fn ahead(voyage: &Voyage, turn: u8, known: &[u8], heard: &[Happening]) -> Ahead {
    let spot = |(i, known): (usize, &u8)| {
        let member = &voyage.crew[i];
        (turn <= *known).then_some(if member.in_space { Spot::Space } else { Spot::Station(member.at) })
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
