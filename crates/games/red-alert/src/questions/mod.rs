//! The questions of the game, each in a file of its own with everything about its answer; nothing of their substance is
//! here. Which of them is asked follows from the state ([`Question`](crate::Question)). Some serve several: a unit attacks in
//! the combat phase, after a pursuit and in a second volley. And some are asked together: in the movement phase units are moved,
//! cards are played, an officer passes, the Fleet Commander closes it.

mod alert;
mod anytime;
mod asked;
mod attack;
mod ban;
mod battle_back;
mod buy;
mod card;
mod close;
mod command;
mod deploy;
mod discard;
mod end_choice;
mod held;
mod initiative;
mod jump_point;
mod keep;
mod markers;
mod moves;
mod orders;
mod pass;
mod pursue;
mod repairs;
mod task_force;
mod time_pressure;
mod upkeep;

pub use alert::Alert;
pub use anytime::Anytime;
pub use asked::{About, Asked};
pub use attack::Attack;
pub use ban::Ban;
pub use battle_back::BattleBack;
pub use buy::Buy;
pub use card::Card;
pub use close::Close;
pub use command::Command;
pub use deploy::Deploy;
pub use discard::Discard;
pub use end_choice::EndChoice;
pub use held::PlaceHeld;
pub use initiative::Initiative;
pub use jump_point::JumpPoint;
pub use keep::Keep;
pub use markers::Markers;
pub use moves::Move;
pub use orders::Orders;
pub use pass::Pass;
pub use pursue::Pursue;
pub use repairs::Repairs;
pub use task_force::TaskForce;
pub use time_pressure::TimePressure;
pub use upkeep::Upkeep;

use crate::state::RedAlert;
use crate::turn::Play;
use klaxon_core::{Asks, questions};
use serde::{Deserialize, Serialize};

impl Asks for RedAlert {
    type Asked<'a> = Asked<'a>;
    type Play<'a> = Play<'a>;
    type About<'a> = About<'a>;
}

questions! {
    /// One decision: the answer to one question. Where a question has several answers, each has its own name in JSON, as
    /// logs of release 0.1.0 and the API spell it. The order is that of the choices where several are asked at once.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action for RedAlert {
        /// A task force card (D2).
        PickTaskForce(TaskForce),
        /// A held-back unit on the battlefield (D5).
        PlaceHeld(PlaceHeld),
        /// A jump point (RA-24.1).
        JumpPoint(JumpPoint),
        /// The command card that decides who goes first (D6).
        Initiative(Initiative),
        /// A command card (D8).
        Play(Command),
        /// A command card of the opponent that he may not play (D28).
        Ban(Ban),
        /// A combat card for a star (D23).
        DiscardForStar(Discard),
        /// The one of two command cards that is kept (D24).
        Keep(Keep),
        /// Support vessels (D3).
        #[serde(untagged)]
        Buy(Buy),
        /// Units under the deployment hexes (D4).
        #[serde(untagged)]
        Deploy(Deploy),
        /// A cloak is kept up or not (D7).
        #[serde(untagged)]
        Upkeep(Upkeep),
        /// Whom the dice of Damage Control repair (D26).
        #[serde(untagged)]
        Repairs(Repairs),
        /// Units are ordered (D9).
        #[serde(untagged)]
        Orders(Orders),
        /// Markers and cloaks come off (D11, D12).
        #[serde(untagged)]
        Markers(Markers),
        /// A unit moves or leaves (D13, D22).
        #[serde(untagged)]
        Move(Move),
        /// A unit battles, or moves again instead (D14, D21).
        #[serde(untagged)]
        Attack(Attack),
        /// A combat card, or a command card that reacts (D15, D16).
        #[serde(untagged)]
        Card(Card),
        /// How a unit answers its red alerts (D17, D18).
        #[serde(untagged)]
        Alert(Alert),
        /// Stars for battling back (D19).
        #[serde(untagged)]
        BattleBack(BattleBack),
        /// Stars for a pursuit (D20).
        #[serde(untagged)]
        Pursue(Pursue),
        /// Two cards, or a card and a point (D24).
        #[serde(untagged)]
        TimePressure(TimePressure),
        /// Two stars, or a star and a card (D25).
        #[serde(untagged)]
        EndChoice(EndChoice),
        /// No to what may be declined, and being done with one's units.
        #[serde(untagged)]
        Pass(Pass),
        /// The end of a phase (RA-22.11).
        #[serde(untagged)]
        Close(Close),
        /// Giving up, draws and the stars: at any time (D29, D30).
        #[serde(untagged)]
        Anytime(Anytime),
    }
}
