//! What every question needs: the game with the seat that is asked, what somebody points at, and turns of refusal.

use crate::board::{Hex, Side};
use crate::data::{self, CombatId, CommandId, Kind};
use crate::state::{Combat, Open, Question, RedAlert, UnitId, asked_sides};
use crate::team::commander;
use crate::view::View;
use klaxon_core::{Code, Refusal, RuleId, Seat, SeatSet, rule};

/// A judge's word.
pub(crate) type Verdict = Result<(), Refusal>;

/// The refusal that a rule commands.
pub(crate) fn no<T>(rule: RuleId, text: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::illegal(rule, text))
}

/// The game, the seat that answers, and what is asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub(crate) game: &'a RedAlert,
    /// Who answers.
    pub seat: Seat,
    /// For which side.
    pub side: Side,
    /// What is asked.
    pub question: Question,
}

impl<'a> Asked<'a> {
    /// What is asked of a seat of this table.
    pub(crate) fn of(game: &'a RedAlert, seat: Seat) -> Asked<'a> {
        let side = game.open.side_of(seat).unwrap_or(Side::Cw);
        Asked { game, seat, side, question: game.open.question() }
    }

    /// The same for whoever comes: there must be a battle, and such a seat.
    pub(crate) fn checked(game: &'a RedAlert, seat: Seat) -> Result<Asked<'a>, Refusal> {
        if game.open.is_over() {
            return Err(Refusal::other(Code::Over, "the battle is over"));
        }
        if game.open.side_of(seat).is_none() {
            return Err(Refusal::malformed(format!("there is no seat {seat} at this table")));
        }
        Ok(Asked::of(game, seat))
    }

    /// Is it this seat that decides now?
    pub(crate) fn check_seat(self) -> Verdict {
        let open = self.open();
        if open.asked.has(self.seat) {
            return Ok(());
        }
        let names: Vec<&str> = asked_sides(open).iter().map(|s| s.name()).collect();
        Err(Refusal::not_asked(format!(
            "the {} {}: what is asked is {}",
            names.join(" and the "),
            if names.len() == 1 { "decides" } else { "decide" },
            self.question.words()
        )))
    }

    /// All that lies open.
    pub(crate) fn open(self) -> &'a Open {
        &self.game.open
    }

    /// The top combat, where the question is about one.
    pub(crate) fn fight(self) -> &'a Combat {
        self.open().combat().expect("a combat is on")
    }

    /// The answer belongs to this question, or to another.
    pub(crate) fn only(self, fits: bool) -> Verdict {
        if fits { Ok(()) } else { self.not_asked() }
    }

    /// The answer belongs to another question.
    pub(crate) fn not_asked<T>(self) -> Result<T, Refusal> {
        Err(Refusal::not_asked(format!("what is asked is {}", self.question.words())))
    }

    /// The unit of the active side on a hex.
    pub(crate) fn own_unit(self, hex: Hex) -> Result<UnitId, Refusal> {
        match self.open().own_at(self.open().active, hex) {
            Some(id) => Ok(id),
            None => no(rule!("RA-8.2"), format!("the active side has no unit on {hex}")),
        }
    }

    /// Is it the Fleet Commander?
    pub(crate) fn is_chief(self) -> bool {
        self.seat == commander(self.side)
    }

    /// RA-22.11: who commands his side alone ends the phase instead of passing.
    pub(crate) fn check_officer(self, busy: SeatSet) -> Verdict {
        let several = busy.has(self.seat) && self.open().team_size(self.side) > 1;
        self.only(!self.is_chief() || several)
    }

    /// RA-7.1: a side plays what it holds.
    pub(crate) fn check_held(self, side: Side, card: CommandId) -> Verdict {
        if self.game.secret.command[side.index()].0[card.index()] > 0 {
            return Ok(());
        }
        no(rule!("RA-7.1"), format!("{} is not in the hand", card.card().name))
    }
}

/// What somebody points at.
#[derive(Clone, Copy)]
pub struct About<'a> {
    /// What he may know.
    pub view: &'a View,
    /// For which side he points.
    pub side: Side,
    /// Ids of what was clicked, one after the other.
    pub clicks: &'a [String],
    /// The hexes among them.
    pub hexes: &'a [Hex],
    /// The question that is asked takes no such answer, so he means what it would be at its own time.
    pub astray: bool,
}

impl<'a> About<'a> {
    /// What is asked.
    pub(crate) fn question(self) -> Question {
        self.view.question
    }

    fn first(self, prefix: &str) -> Option<&'a str> {
        self.clicks.first().and_then(|click| click.strip_prefix(prefix))
    }

    /// A combat card.
    pub(crate) fn combat(self) -> Option<CombatId> {
        data::get().find_combat(self.first("card:")?)
    }

    /// A command card.
    pub(crate) fn command(self) -> Option<CommandId> {
        let id = self.first("card:")?;
        if data::get().find_combat(id).is_some() { None } else { data::get().find_command(id) }
    }

    /// A unit that is on no hex yet, and a hex for it.
    pub(crate) fn unit(self) -> Option<(Kind, Hex)> {
        Some((Kind::parse(self.first("unit:")?)?, *self.hexes.first()?))
    }

    /// Nothing but hexes.
    fn hexes(self) -> &'a [Hex] {
        let other = self.first("card:").is_some() || self.first("unit:").and_then(Kind::parse).is_some();
        if other { &[] } else { self.hexes }
    }

    /// One hex.
    pub(crate) fn spot(self) -> Option<Hex> {
        if let [hex] = *self.hexes() { Some(hex) } else { None }
    }

    /// A hex and another.
    pub(crate) fn way(self) -> Option<(Hex, Hex)> {
        if let [from, to, ..] = *self.hexes() { Some((from, to)) } else { None }
    }
}
