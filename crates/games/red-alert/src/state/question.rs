//! What is asked now, in typed form: for views, prompts and refusals.

use crate::board::{Hex, Side};
use crate::effect::Window;
use crate::state::{Open, OrderMode, Stage, Step, UnitId};
use serde::Serialize;

/// What is asked now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// D2.
    TaskForce,
    /// D3.
    Buy,
    /// D4.
    Deploy,
    /// RA-24.1.
    JumpPoint,
    /// D5.
    HeldBack,
    /// D6.
    Initiative,
    /// D7: the unit on this hex.
    Upkeep(Hex),
    /// D15, D16: a card in this window.
    Card(Window),
    /// D28.
    Ban,
    /// D8.
    Command,
    /// D26.
    Repairs,
    /// D9.
    Orders(OrderMode),
    /// D11, D12.
    Markers,
    /// D13.
    Movement,
    /// D14.
    Combat,
    /// D17, D18.
    RedAlert {
        /// The unit that faces them.
        at: Hex,
        /// Hits scored.
        hits: u8,
        /// Red alerts.
        alerts: u8,
    },
    /// D17 of a Fleet Commander who holds the stars.
    Repair(Hex),
    /// D19.
    BattleBack(Hex),
    /// D20.
    Pursuit(Hex),
    /// D21.
    BonusCombat(Hex),
    /// The target of Second Volley.
    SecondVolley(Hex),
    /// D22.
    SecondMove(Hex),
    /// D23.
    Discard,
    /// D24.
    TimePressure,
    /// D24.
    Keep,
    /// D25.
    EndChoice,
    /// Nothing: it is over.
    Over,
}

impl Open {
    /// What is asked now.
    pub fn question(&self) -> Question {
        if self.is_over() {
            return Question::Over;
        }
        if self.played.is_some() {
            return Question::Card(Window::OppCardPlayed);
        }
        let hex_of = |id: UnitId| {
            let unit = self.unit(id);
            if unit.is_on_map() { unit.hex() } else { Hex::raw(0) }
        };
        if let Some(combat) = self.combat() {
            let (mine, theirs) = (hex_of(combat.attacker), hex_of(combat.target));
            return match combat.step {
                Step::AttackerCard | Step::Roll | Step::Done => Question::Card(Window::DeclareOwn),
                Step::DefenderCard => Question::Card(Window::DeclareAgainst),
                Step::AlertCard => Question::Card(Window::RedAlertStep),
                Step::AlertRepair => Question::Repair(theirs),
                Step::Alert => Question::RedAlert { at: theirs, hits: combat.hits, alerts: combat.alerts },
                Step::BattleBackCard => Question::Card(Window::AfterAttacked),
                Step::BattleBack => Question::BattleBack(theirs),
                Step::PursuitCard => Question::Card(Window::CloseSuccess),
                Step::Pursuit => Question::Pursuit(mine),
                Step::Bonus => Question::BonusCombat(mine),
                Step::AfterCard => Question::Card(Window::AfterOwnCombat),
                Step::Volley => Question::SecondVolley(mine),
                Step::SecondMove => Question::SecondMove(mine),
            };
        }
        match self.stage {
            Stage::PickTaskForce => Question::TaskForce,
            Stage::Buy => Question::Buy,
            Stage::Deploy => Question::Deploy,
            Stage::JumpPoints => Question::JumpPoint,
            Stage::HeldBack => Question::HeldBack,
            Stage::Initiative => Question::Initiative,
            Stage::Upkeep => Question::Upkeep(self.next_upkeep().map_or(Hex::raw(0), hex_of)),
            Stage::OwnTurnStart => Question::Card(Window::OwnTurnStart),
            Stage::OppTurnStart => Question::Card(Window::OppTurnStart),
            Stage::Ban => Question::Ban,
            Stage::Command => Question::Command,
            Stage::Repairs => Question::Repairs,
            Stage::Orders => Question::Orders(self.orders),
            Stage::OrdersCard => Question::Card(Window::OwnOrders),
            Stage::Markers => Question::Markers,
            Stage::OrdersAnnounced => Question::Card(Window::OppOrdersAnnounced),
            Stage::Movement => Question::Movement,
            Stage::MovementDone | Stage::MovementDoneOther => Question::Card(Window::MovementDone),
            Stage::Combat => Question::Combat,
            Stage::SecondMove => Question::SecondMove(hex_of(UnitId(self.second_mover))),
            Stage::EndCards => Question::Card(Window::OwnEndOfTurn),
            Stage::Discard => Question::Discard,
            Stage::TimePressure => Question::TimePressure,
            Stage::ScoutKeep => Question::Keep,
            Stage::EndChoice => Question::EndChoice,
            Stage::Over => Question::Over,
        }
    }
}

impl Question {
    /// In a few words, for "what is asked is …".
    pub fn words(self) -> String {
        match self {
            Question::TaskForce => "a task force card".into(),
            Question::Buy => "support vessels".into(),
            Question::Deploy => "the hidden deployment".into(),
            Question::JumpPoint => "a jump point".into(),
            Question::HeldBack => "a place for a held-back unit".into(),
            Question::Initiative => "a command card that decides who goes first".into(),
            Question::Upkeep(hex) => format!("whether the cloak of the unit at {hex} is kept up"),
            Question::Card(window) => format!("a combat card or a pass {}", window_words(window)),
            Question::Ban => "the command card that may not be played".into(),
            Question::Command => "a command card".into(),
            Question::Repairs => "which units are repaired".into(),
            Question::Orders(_) => "which units are ordered".into(),
            Question::Markers => "which markers come off".into(),
            Question::Movement => "movement".into(),
            Question::Combat => "combat".into(),
            Question::RedAlert { at, .. } => format!("how the unit at {at} answers its red alerts"),
            Question::Repair(hex) => format!("whether stars repair the unit at {hex}"),
            Question::BattleBack(hex) => format!("whether the unit at {hex} battles back"),
            Question::Pursuit(hex) => format!("whether the unit at {hex} pursues"),
            Question::BonusCombat(hex) => format!("the bonus combat of the unit at {hex}"),
            Question::SecondVolley(hex) => format!("the second volley of the unit at {hex}"),
            Question::SecondMove(hex) => format!("the second move of the unit at {hex}"),
            Question::Discard => "a combat card for a star".into(),
            Question::TimePressure => "two cards, or one card and a point".into(),
            Question::Keep => "which command card is kept".into(),
            Question::EndChoice => "two stars, or a star and a combat card".into(),
            Question::Over => "nothing: the battle is over".into(),
        }
    }
}

/// When a window is, in a few words.
pub(crate) fn window_words(window: Window) -> &'static str {
    match window {
        Window::OwnTurnStart | Window::OppTurnStart => "before the command card",
        Window::OwnOrders | Window::OppOrdersAnnounced => "after the orders",
        Window::OwnMove => "before a move",
        Window::MovementDone => "after all movement",
        Window::DeclareOwn => "for the attack",
        Window::DeclareAgainst => "against the attack",
        Window::RedAlertStep => "against the red alerts",
        Window::AfterAttacked => "to battle back",
        Window::CloseSuccess => "to pursue",
        Window::AfterOwnCombat => "to battle once more",
        Window::OwnEndOfTurn => "at the end of the turn",
        Window::OppCardPlayed => "against the card just played",
    }
}

/// Whose question it is, for prompts.
pub(crate) fn asked_sides(open: &Open) -> Vec<Side> {
    Side::BOTH.into_iter().filter(|s| open.asked.iter().any(|seat| open.side_of(seat) == Some(*s))).collect()
}
