//! A finished or running game, gone through again.

use super::Session;
use crate::{
    Game, Seat, Situation, Words,
    log::{Entry, Header, Input, Log, Parting},
};
use std::collections::VecDeque;

/// A game that is gone through again step by step, without what was undone: for whoever looks at each position before he
/// goes on.
#[derive(Debug)]
pub struct Retrace<G: Game> {
    pub(super) session: Session<G>,
    /// The steps in force that are still to come, each with the layout that it was written in; the next one first.
    left: VecDeque<(u32, Entry)>,
}

impl<G: Words + Situation> Retrace<G> {
    /// The game before its first step.
    pub fn new(log: &Log<G>) -> Result<Retrace<G>, Parting> {
        Retrace::of(&log.header, &log.entries)
    }

    pub(super) fn of(header: &Header<G::Setup>, entries: &[Entry]) -> Result<Retrace<G>, Parting> {
        let mut layout = header.layout;
        let mut left: VecDeque<(u32, Entry)> = VecDeque::new();
        for entry in entries {
            layout = entry.layout.unwrap_or(layout);
            match entry.input {
                Input::Act { .. } | Input::Clock { .. } | Input::Edition { .. } => {
                    left.push_back((layout, entry.clone()))
                }
                Input::Undo { .. } => drop(left.pop_back()),
            }
        }
        Ok(Retrace { session: Session::opening(header)?, left })
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.session.game
    }

    /// Steps gone so far.
    pub fn step(&self) -> u32 {
        self.session.step
    }

    /// Steps still to come.
    pub fn left(&self) -> usize {
        self.left.len()
    }

    /// Who decides the steps to come, in order; `None` for what nobody decides.
    pub fn deciders(&self) -> impl Iterator<Item = Option<Seat>> {
        self.left.iter().map(|(_, entry)| match entry.input {
            Input::Act { seat, .. } => Some(seat),
            Input::Clock { .. } | Input::Edition { .. } | Input::Undo { .. } => None,
        })
    }

    /// The decision that comes next, where somebody decides.
    pub fn decision(&self) -> Result<Option<(Seat, G::Action)>, Parting> {
        let Some((_, next)) = self.left.front() else { return Ok(None) };
        let parts = |why: String| Parting::Entry { n: next.n, why };
        Ok(match self.session.read(&next.input).map_err(parts)? {
            Input::Act { seat, action, .. } => Some((seat, action)),
            Input::Clock { .. } | Input::Edition { .. } | Input::Undo { .. } => None,
        })
    }

    /// Goes one step on; false at the end.
    pub fn step_on(&mut self) -> Result<bool, Parting> {
        let Some((layout, old)) = self.left.pop_front() else { return Ok(false) };
        let session = &mut self.session;
        let parts = |why: String| Parting::Entry { n: old.n, why };
        let mut input = session.read(&old.input).map_err(parts)?;
        if let Input::Act { seat, q, .. } = &mut input {
            *q = session.question(*seat);
        }
        session.layout = layout;
        // What was undone is not in the digests here: only hashes can be compared.
        let hash = session.put(input, old.at, Some(&old)).map_err(|r| parts(r.to_string()))?.hash;
        if layout == G::LAYOUT && hash != old.hash {
            return Err(parts(format!("the log says {}, the rules lead to {hash}", old.hash)));
        }
        Ok(true)
    }
}
