//! The ledger's decision points D2 to D30 as one type.
//!
//! Decisions that may be taken at any time (D29, D30: [`Action::is_anytime`]) are legal by `check` whenever a Fleet
//! Commander takes them, but never among the `choices`, so that random play and lists of buttons stay sane; a page
//! has buttons of its own for them.

use crate::board::Hex;
use crate::data::{CombatId, CommandId, Kind};
use crate::movement::Mode;
use crate::route::Route;
use serde::{Deserialize, Serialize};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// D2: pick a task force card by its number.
    PickTaskForce(u8),
    /// D3: buy a support vessel.
    Buy(Kind),
    /// D3: give one back.
    Return(Kind),
    /// D3: the fleet is complete.
    DoneBuying,
    /// D4: put a unit under a deployment hex.
    Deploy {
        /// The unit.
        unit: Kind,
        /// The hex.
        at: Hex,
    },
    /// D4: take the unit under a deployment hex back.
    TakeBack(Hex),
    /// D4: the deployment is complete.
    DoneDeploying,
    /// D5: put a held-back unit on the battlefield.
    PlaceHeld {
        /// The unit.
        unit: Kind,
        /// The hex.
        at: Hex,
    },
    /// RA-24.1: choose a jump point.
    JumpPoint(Hex),
    /// D6: the command card that decides who goes first.
    Initiative(CommandId),
    /// D7: pay a star to keep a unit cloaked.
    KeepCloak(Hex),
    /// D7: let its cloak go.
    DropCloak(Hex),
    /// D8: play a command card.
    Play(CommandId),
    /// D28: ban a command card of the opponent.
    Ban(CommandId),
    /// D26: a lost figure back to a unit.
    Restore(Hex),
    /// D26: a red alert marker off a unit.
    ClearAlert(Hex),
    /// D9: order a unit.
    Order(Hex),
    /// D9: order it not.
    Unorder(Hex),
    /// RA-24.1: bring a waiting unit onto a jump point with an order.
    Bring {
        /// The unit.
        unit: Kind,
        /// The jump point.
        at: Hex,
    },
    /// D9: all orders are given.
    DoneOrdering,
    /// D11: pay to remove a red alert marker.
    RemoveMarker(Hex),
    /// D12: an ordered unit drops its cloak.
    Decloak(Hex),
    /// D13, D22: move a unit.
    Move {
        /// Where it stands.
        from: Hex,
        /// Where it goes.
        to: Hex,
        /// How.
        mode: Mode,
    },
    /// D13: a unit leaves over the enemy baseline.
    Exit(Hex),
    /// D13: no more movement.
    EndMovement,
    /// D14, D21: a unit battles another.
    Attack {
        /// The attacker.
        from: Hex,
        /// The target.
        at: Hex,
    },
    /// D14: a unit declines its combat for its second move.
    Decline(Hex),
    /// D14: no more combat.
    EndCombat,
    /// D15: play a combat card.
    PlayCombat {
        /// The card.
        card: CombatId,
        /// Its targets, where it lets the player choose.
        #[serde(default)]
        on: Route,
    },
    /// D16: answer with First Strike.
    FirstStrike(CommandId),
    /// No card, no battle back, no pursuit, no second move, stay where you are, I am done.
    Pass,
    /// D17: the flagship's presence lets the unit disregard the red alert.
    Disregard,
    /// D17: pay 2 stars to repair.
    Repair,
    /// D17, D18: retire along this path.
    Retire(Route),
    /// D19: pay 2 stars to battle back.
    BattleBack,
    /// D20: pay 2 stars to pursue.
    Pursue,
    /// D23: discard a combat card for a star.
    DiscardForStar(CombatId),
    /// D24: one command card and a point.
    TakePoint,
    /// D24: two command cards.
    DrawTwo,
    /// D24: keep this one of the two.
    Keep(CommandId),
    /// D25: two stars.
    TwoStars,
    /// D25: a star and a combat card.
    StarAndCard,
    /// D29: give up.
    Concede,
    /// D29: offer a draw; it stands until the end of the turn.
    OfferDraw,
    /// D29: agree to a draw.
    AcceptDraw,
    /// D30: the Fleet Commander takes all decisions that cost stars, or gives them back.
    StarControl(bool),
}

impl Action {
    /// May it be taken at any time, so that it is never among the choices?
    pub fn is_anytime(&self) -> bool {
        matches!(self, Action::Concede | Action::OfferDraw | Action::AcceptDraw | Action::StarControl(_))
    }
}
