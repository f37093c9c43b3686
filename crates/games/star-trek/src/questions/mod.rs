//! The questions of the game, each in a file of its own with everything about its answer; nothing of their substance is
//! here. Which of them is asked follows from the state: from the newest frame, or from the stage of the turn. Some are asked
//! together: a ship that acts moves, executes orders, uses disks and ends its activation.

mod anytime;
mod asked;
mod assign;
mod attack;
mod beam;
mod build;
mod cloak;
mod defer;
mod deploy;
mod done;
mod end;
mod execute;
mod fire;
mod keep;
mod lose;
mod moves;
mod obstacle;
mod pass;
mod place_ship;
mod reveal;
mod reveal_order;
mod row;
mod share;
mod steer;
mod turn;
mod uses;

pub use anytime::Anytime;
pub use asked::{About, Asked};
pub use assign::Assign;
pub use attack::Attack;
pub use beam::Beam;
pub use build::Build;
pub use cloak::Cloak;
pub use defer::Defer;
pub use deploy::Deploy;
pub use done::Done;
pub use end::End;
pub use execute::Execute;
pub use fire::Fire;
pub use keep::Keep;
pub use lose::Lose;
pub use moves::Move;
pub use obstacle::PlaceObstacle;
pub use pass::Pass;
pub use place_ship::PlaceShip;
pub use reveal::Reveal;
pub use reveal_order::RevealOrder;
pub use row::UseRow;
pub use share::Share;
pub use steer::Steer;
pub use turn::Turn;
pub use uses::{Means, Pick, Use};

use crate::state::StarTrek;
use crate::turn::Play;
use klaxon_core::{Asks, questions};
use serde::{Deserialize, Serialize};

impl Asks for StarTrek {
    type Asked<'a> = Asked<'a>;
    type Play<'a> = Play<'a>;
    type About<'a> = About<'a>;
}

questions! {
    /// One decision: the answer to one question (D2 to D25). Each answer has its own name in
    /// JSON, as logs of release 0.1.0 and the API spell it. The order is that of the choices where several are asked at once.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(untagged)]
    pub enum Action for StarTrek {
        /// The simultaneous decision is finished.
        Done(Done),
        /// Points for a team-mate (D2).
        Share(Share),
        /// A fleet is built (D3, D4).
        Build(Build),
        /// A piece of the scenario is placed (D5).
        PlaceObstacle(PlaceObstacle),
        /// Ships are placed (D5).
        Deploy(Deploy),
        /// Disks are revealed and concealed (D6).
        Reveal(Reveal),
        /// Orders are put down (D7).
        Assign(Assign),
        /// A cloak is raised or dropped (D8).
        Cloak(Cloak),
        /// Act or defer (D10).
        Defer(Defer),
        /// The panel order is revealed (D11).
        RevealOrder(RevealOrder),
        /// The activation ends (D11).
        End(End),
        /// The ship moves (D11, D12).
        Move(Move),
        /// Speed, heading or shields are changed by an order (D13).
        Execute(Execute),
        /// A beam is fired (D14).
        Fire(Fire),
        /// A torpedo is launched, or a transporter beam opened (D14).
        Attack(Attack),
        /// A crew is flipped for a row of its orders (D15).
        UseRow(UseRow),
        /// One crew is beamed (D14).
        Beam(Beam),
        /// A crew is lost (D22).
        Lose(Lose),
        /// A disk with Constant stays flipped (D23).
        Keep(Keep),
        /// An ability is used (D9, D11, D15 to D18, D21, D22).
        Use(Use),
        /// A ship at full stop turns (ST-8.9).
        Turn(Turn),
        /// A torpedo is steered (D14, D20).
        Steer(Steer),
        /// No to what may be declined.
        Pass(Pass),
        /// A ship is put beside what it struck (D19).
        PlaceShip(PlaceShip),
        /// Giving up and draws: at any time (D25).
        Anytime(Anytime),
    }
}
