//! A unit on the battlefield and what is true of it.

use crate::board::{Hex, NONE, Side};
use crate::data::{Class, Kind};
use crate::state::FLEET;
use serde::{Deserialize, Serialize};

/// A unit by its place in the list: the Commonwealth's first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// Whose it is.
    pub fn side(self) -> Side {
        if usize::from(self.0) < FLEET { Side::Cw } else { Side::Cf }
    }

    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// All figures on one hex together with one unit marker (RA-1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its type.
    pub kind: Kind,
    /// Figures left; a flagship's include its cap fighters.
    pub figures: u8,
    /// Where it stands; [`NONE`] when it is off the battlefield.
    pub(crate) hex: u8,
    /// The seat that commands it this turn, once ordered (RA-22.4).
    pub(crate) ctrl: u8,
    /// What is true of it now.
    pub marks: Marks,
}

impl Unit {
    pub(crate) const EMPTY: Unit =
        Unit { kind: Kind::SF, figures: 0, hex: NONE, ctrl: NONE, marks: Marks(0) };

    /// Its class.
    pub fn class(&self) -> Class {
        self.kind.class()
    }

    /// Where it stands.
    pub fn hex(&self) -> Hex {
        debug_assert!(self.hex != NONE);
        Hex::raw(self.hex)
    }

    /// Is it on the battlefield?
    pub fn is_on_map(&self) -> bool {
        self.hex != NONE
    }

    /// Is something true of it?
    pub fn is(&self, mark: Marks) -> bool {
        self.marks.has(mark)
    }

    /// Cap fighters of a flagship (RA-1.5).
    pub fn caps(&self) -> u8 {
        if self.kind == Kind::FL { self.figures.saturating_sub(1) } else { 0 }
    }
}

/// What is true of a unit, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Marks(pub u32);

impl Marks {
    /// It has a red alert marker (RA-12.10).
    pub const ALERT: Marks = Marks(1);
    /// It has a cloaking marker (RA-19.1).
    pub const CLOAKED: Marks = Marks(1 << 1);
    /// It is ordered this turn (RA-8.2).
    pub const ORDERED: Marks = Marks(1 << 2);
    /// The command card's bonuses are for it.
    pub const BONUS: Marks = Marks(1 << 3);
    /// It has moved in phase 3 (RA-9.2).
    pub const MOVED: Marks = Marks(1 << 4);
    /// It has battled, or declined to (RA-10.3).
    pub const FOUGHT: Marks = Marks(1 << 5);
    /// It has used full impulse (RA-9.11).
    pub const IMPULSE: Marks = Marks(1 << 6);
    /// It moved onto an asteroid or planet hex and moves no further (RA-18.1, RA-18.24).
    pub const STOPPED: Marks = Marks(1 << 7);
    /// It moved onto a planet hex (RA-18.14).
    pub const LANDED: Marks = Marks(1 << 8);
    /// It may not move in phase 3.
    pub const STILL: Marks = Marks(1 << 9);
    /// It may not pursue.
    pub const NO_PURSUIT: Marks = Marks(1 << 10);
    /// It may not battle this turn.
    pub const NO_COMBAT: Marks = Marks(1 << 11);
    /// It moves at light speed this turn.
    pub const LIGHT_SPEED: Marks = Marks(1 << 12);
    /// It has a veteran helmsman this turn.
    pub const HELMSMAN: Marks = Marks(1 << 13);
    /// It slings around a planet this turn.
    pub const SLINGSHOT: Marks = Marks(1 << 14);
    /// It has pursued this turn (RA-14.8).
    pub const PURSUED: Marks = Marks(1 << 15);
    /// It has left its hex by retiring this turn.
    pub const RETIRED: Marks = Marks(1 << 16);
    /// It dropped its cloak this turn and has not battled since: one die more (RA-19.5).
    pub const SURPRISE: Marks = Marks(1 << 17);
    /// Its cloak was placed this turn (RA-19.9).
    pub const FRESH_CLOAK: Marks = Marks(1 << 18);
    /// It came by a jump point this turn (RA-24.1).
    pub const JUMPED: Marks = Marks(1 << 19);

    /// What stays over the end of a turn.
    pub(crate) const LASTING: Marks = Marks(0b11);

    /// With every name that situations know.
    pub const NAMES: [(Marks, &'static str); 20] = [
        (Marks::ALERT, "alert"),
        (Marks::CLOAKED, "cloaked"),
        (Marks::ORDERED, "ordered"),
        (Marks::BONUS, "bonus"),
        (Marks::MOVED, "moved"),
        (Marks::FOUGHT, "fought"),
        (Marks::IMPULSE, "impulse"),
        (Marks::STOPPED, "stopped"),
        (Marks::LANDED, "landed"),
        (Marks::STILL, "still"),
        (Marks::NO_PURSUIT, "no-pursuit"),
        (Marks::NO_COMBAT, "no-combat"),
        (Marks::LIGHT_SPEED, "light-speed"),
        (Marks::HELMSMAN, "helmsman"),
        (Marks::SLINGSHOT, "slingshot"),
        (Marks::PURSUED, "pursued"),
        (Marks::RETIRED, "retired"),
        (Marks::SURPRISE, "surprise"),
        (Marks::FRESH_CLOAK, "fresh-cloak"),
        (Marks::JUMPED, "jumped"),
    ];

    /// Are any of these set?
    pub fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    pub(crate) fn set(&mut self, mark: Marks) {
        self.0 |= mark.0;
    }

    pub(crate) fn clear(&mut self, mark: Marks) {
        self.0 &= !mark.0;
    }

    /// Both together.
    #[must_use]
    pub const fn and(self, mark: Marks) -> Marks {
        Marks(self.0 | mark.0)
    }
}
