//! The ids of things on the board, as the game's labels name them in their clicks.

use klaxon_red_alert::{CombatId, CommandId, Hex, Kind};

/// The way over the enemy baseline.
pub const EXIT: &str = "exit";

/// A hex, and the unit on it.
pub fn hex(hex: Hex) -> String {
    hex.to_string()
}

/// The hex that an id names.
pub fn read_hex(id: &str) -> Option<Hex> {
    id.parse().ok()
}

/// A command card of the viewer's own.
pub fn command(card: CommandId) -> String {
    format!("card:{card}")
}

/// A command card seen in the opponent's hand.
pub fn known(card: CommandId) -> String {
    format!("known:{card}")
}

/// A combat card of the viewer's own.
pub fn combat(card: CombatId) -> String {
    format!("card:{card}")
}

/// A task force card.
pub fn task_force(number: u8) -> String {
    format!("task-force:{number}")
}

/// A support vessel to buy.
pub fn buy(kind: Kind) -> String {
    format!("buy:{}", kind.code())
}

/// A support vessel to give back.
pub fn give_back(kind: Kind) -> String {
    format!("return:{}", kind.code())
}

/// A unit that is not on the battlefield yet.
pub fn waiting(kind: Kind) -> String {
    format!("unit:{}", kind.code())
}
