//! What every question needs: the game with the seat that is asked, what somebody points at, and turns of refusal.

use crate::kinds::{DiskId, Order, ShipId};
use crate::state::frame::Frame;
use crate::state::{Activation, Draft, Stage, StarTrek};
use crate::view::View;
use klaxon_core::{Code, Refusal, RuleId, Seat, rule};

/// A judge's word.
pub(crate) type Verdict = Result<(), Refusal>;

/// The refusal that a rule commands.
pub(crate) fn no<T>(rule: RuleId, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::illegal(rule, text))
}

/// The answer belongs to another question.
pub(crate) fn not_asked<T>() -> Result<T, Refusal> {
    Err(Refusal::not_asked("another decision is asked now"))
}

/// The answer belongs to this question, or to another.
pub(crate) fn only(fits: bool) -> Verdict {
    if fits { Ok(()) } else { not_asked() }
}

/// An answer that is one thing with its parts is spelled with its name in JSON, like one of several: `{"fire":{"at":…}}`.
macro_rules! named {
    ($answer:ident { $($(#[$meta:meta])* $field:ident: $type:ty),+ }) => {
        const _: () = {
            #[derive(serde::Serialize, serde::Deserialize)]
            #[serde(rename_all = "kebab-case", deny_unknown_fields)]
            enum Spelled { $answer { $($(#[$meta])* $field: $type),+ } }

            impl serde::Serialize for $answer {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let $answer { $($field),+ } = *self;
                    Spelled::$answer { $($field),+ }.serialize(serializer)
                }
            }

            impl<'de> serde::Deserialize<'de> for $answer {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$answer, D::Error> {
                    let Spelled::$answer { $($field),+ } = Spelled::deserialize(deserializer)?;
                    Ok($answer { $($field),+ })
                }
            }
        };
    };
}
pub(super) use named;

/// The game, the seat that answers, and what waits.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub(crate) game: &'a StarTrek,
    /// Who answers.
    pub seat: u8,
    /// What is under way and waits for the answer.
    pub(crate) frame: Option<&'a Frame>,
    /// Where the turn stands, while nothing is under way.
    pub(crate) stage: Option<Stage>,
}

impl<'a> Asked<'a> {
    /// What is asked of a seat of this table.
    pub(crate) fn of(game: &'a StarTrek, seat: Seat) -> Asked<'a> {
        let frame = game.stack.last();
        Asked { game, seat: seat.0, frame, stage: frame.is_none().then_some(game.stage) }
    }

    /// The same for whoever comes: there must be a game, and such a player in it.
    pub(crate) fn checked(game: &'a StarTrek, seat: Seat) -> Result<Asked<'a>, Refusal> {
        if game.ending.is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        if seat.index() >= game.seats.len() {
            return Err(Refusal::malformed("there is no such seat at this table"));
        }
        if game.seats[seat.index()].out {
            return Err(Refusal::not_asked("this player has conceded"));
        }
        Ok(Asked::of(game, seat))
    }

    /// Is it this seat that decides now?
    pub(crate) fn check_seat(self) -> Verdict {
        if self.game.asked.has(Seat(self.seat)) {
            return Ok(());
        }
        Err(Refusal::not_asked("nothing is asked of this seat now"))
    }

    /// Is the turn there, with nothing under way?
    pub(crate) fn at(self, stage: Stage) -> bool {
        self.stage == Some(stage)
    }

    /// The ship that acts, if its player is asked what it does.
    pub(crate) fn acting(self) -> Option<&'a Activation> {
        if self.at(Stage::Act) { self.game.act.as_ref() } else { None }
    }

    /// The same, or another question.
    pub(crate) fn activation(self) -> Result<&'a Activation, Refusal> {
        self.acting().map_or_else(not_asked, Ok)
    }

    /// The fleet that the seat builds.
    pub(crate) fn draft(self) -> &'a Draft {
        &self.game.drafts[usize::from(self.seat)]
    }

    /// Is it a disk of this table?
    pub(crate) fn has_disk(self, id: DiskId) -> bool {
        id.is_some() && id.ix() < self.game.disks.len()
    }
}

impl Activation {
    /// Is such an order there to be executed?
    pub(crate) fn has(&self, order: Order) -> bool {
        self.orders[order as usize] > 0
    }

    /// The same, with what would help.
    pub(crate) fn check_order(&self, order: Order) -> Verdict {
        if self.has(order) {
            return Ok(());
        }
        let how = if self.revealed { "" } else { ": reveal the panel order first, if it is one" };
        no(rule!("ST-8.1"), format!("there is no {} order to execute{how}", order.name()))
    }
}

/// What somebody points at.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// What he may know.
    pub view: &'a View,
    /// Who points.
    pub seat: u8,
    /// Ids of what was clicked, one after the other.
    pub clicks: &'a [String],
    /// The last of them: what it is.
    pub kind: &'a str,
    /// And which.
    pub which: &'a str,
}

impl About<'_> {
    /// Which, as a number.
    pub(crate) fn number(self) -> Option<u8> {
        self.which.split(':').next().and_then(|n| n.parse().ok())
    }

    /// A crew or tech disk.
    pub(crate) fn disk(self) -> Option<DiskId> {
        if self.kind == "disk" { self.number().map(DiskId) } else { None }
    }

    /// A ship.
    pub(crate) fn ship(self) -> Option<ShipId> {
        if self.kind == "ship" { self.number().map(ShipId) } else { None }
    }
}
