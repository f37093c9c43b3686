//! Who sits at the table, who looks on, and who hears what.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place at the table, counted from 0 in the order of the set-up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an array index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of at most eight seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// No seat at all.
    pub const NONE: SeatSet = SeatSet(0);

    /// The first `n` seats.
    pub fn first(n: usize) -> SeatSet {
        assert!(n <= 8, "a table has at most eight seats");
        SeatSet(((1u16 << n) - 1) as u8)
    }

    /// One seat alone.
    pub fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// This set and one seat more.
    #[must_use]
    pub fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | 1 << seat.0)
    }

    /// This set and another.
    #[must_use]
    pub fn or(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }

    /// This set without one seat.
    #[must_use]
    pub fn without(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 & !(1 << seat.0))
    }

    /// Is the seat in the set? A seat that no table has never is.
    pub fn has(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }

    /// Is nobody in it?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |&s| self.has(s))
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|s| s.0)).finish()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, SeatSet::with)
    }
}

/// Through whose eyes a position is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// A player, who sees what his seat may know.
    Seat(Seat),
    /// A spectator, who sees what everybody may know.
    Watcher,
    /// The all-seeing eye: only for finished games and for the owner of a situation.
    Everything,
}

/// Something that happened, and who hears of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Told<E> {
    /// Who hears of it.
    pub to: Audience,
    /// True when it shows somebody what was hidden from him before: then there is no way back.
    pub reveals: bool,
    /// What happened.
    pub event: E,
}

/// Who hears of an event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Every seat and every spectator.
    All,
    /// These seats and no one else.
    Seats(SeatSet),
    /// Everybody but these seats: for the half-told version of what they hear in full.
    Others(SeatSet),
}

impl Audience {
    /// Does the viewer hear it? The all-seeing eye hears the full version, never the half-told one.
    pub fn reaches(self, viewer: Viewer) -> bool {
        match (self, viewer) {
            (Audience::All, _) => true,
            (Audience::Seats(set), Viewer::Seat(s)) => set.has(s),
            (Audience::Seats(_), Viewer::Watcher) => false,
            (Audience::Seats(_), Viewer::Everything) => true,
            (Audience::Others(set), Viewer::Seat(s)) => !set.has(s),
            (Audience::Others(_), Viewer::Watcher) => true,
            (Audience::Others(_), Viewer::Everything) => false,
        }
    }
}

/// Where a game tells what happens. Muted in playouts, where nobody listens.
#[derive(Debug)]
pub struct Tell<E> {
    told: Option<Vec<Told<E>>>,
}

impl<E> Tell<E> {
    /// Keeps what is told.
    pub fn aloud() -> Tell<E> {
        Tell { told: Some(Vec::new()) }
    }

    /// Drops what is told.
    pub fn muted() -> Tell<E> {
        Tell { told: None }
    }

    /// Is anybody listening? Lets a game skip the making of costly events.
    pub fn is_aloud(&self) -> bool {
        self.told.is_some()
    }

    /// Everybody hears it, and nothing hidden comes to light.
    pub fn all(&mut self, event: E) {
        self.push(Audience::All, false, event);
    }

    /// Everybody hears it, and it shows something that was hidden: the step cannot be undone.
    pub fn reveal(&mut self, event: E) {
        self.push(Audience::All, true, event);
    }

    /// Only these seats hear it.
    pub fn only(&mut self, seats: SeatSet, event: E) {
        self.push(Audience::Seats(seats), false, event);
    }

    /// These seats hear it, and it shows them something that was hidden from them.
    pub fn reveal_to(&mut self, seats: SeatSet, event: E) {
        self.push(Audience::Seats(seats), true, event);
    }

    /// Everybody but these seats hears it: the half-told version.
    pub fn others(&mut self, seats: SeatSet, event: E) {
        self.push(Audience::Others(seats), false, event);
    }

    /// What was told since the last call.
    pub fn take(&mut self) -> Vec<Told<E>> {
        self.told.as_mut().map(std::mem::take).unwrap_or_default()
    }

    fn push(&mut self, to: Audience, reveals: bool, event: E) {
        if let Some(told) = &mut self.told {
            told.push(Told { to, reveals, event });
        }
    }
}
