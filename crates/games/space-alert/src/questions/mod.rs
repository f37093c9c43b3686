//! The questions of the game, each in a file of its own with everything about its answer; nothing of their substance is
//! here. Which of them is asked follows from the state. In the Action Round many are asked together: a card is laid, another
//! is drawn, a figure is shown on the shared board, somebody waits.

mod advance;
mod android;
mod asked;
mod data;
mod end_round;
mod go_on;
mod levels;
mod next_phase;
mod pause;
mod program;
mod ready;
mod repair;
mod sandbox;
mod say;
mod solo;
mod squad_at;
mod trip;
mod wait;

pub use advance::Advance;
pub use android::Android;
pub use asked::{About, Asked};
pub use data::Data;
pub use end_round::EndRound;
pub use go_on::GoOn;
pub use levels::Propose;
pub use next_phase::NextPhase;
pub use pause::Pause;
pub use program::Program;
pub use ready::Ready;
pub use repair::Repair;
pub use sandbox::Sandbox;
pub use say::Say;
pub use solo::Solo;
pub use squad_at::SquadAt;
pub use trip::Trip;
pub use wait::Wait;

use crate::state::SpaceAlert;
use crate::turn::Play;
use klaxon_core::{Asks, questions};
use serde::{Deserialize, Serialize};

impl Asks for SpaceAlert {
    type Asked<'a> = Asked<'a>;
    type Play<'a> = Play<'a>;
    type About<'a> = About<'a>;
}

questions! {
    /// One decision: the answer to one question. Where a question has several answers, each has its own name in JSON, as
    /// logs of release 0.1.0 and the API spell it. The order is that of the choices where several are asked at once.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action for SpaceAlert {
        /// Threat levels for the next mission.
        Levels(Propose),
        /// Where the only squad is stored.
        SquadAt(SquadAt),
        /// Whether a revealed card was as intended.
        Trip(Trip),
        /// Whether the campaign goes on.
        GoOn(GoOn),
        /// What is repaired between missions.
        Repair(Repair),
        /// The clock may start.
        #[serde(untagged)]
        Ready(Ready),
        /// The own action board.
        #[serde(untagged)]
        Program(Program),
        /// A card for an android.
        #[serde(untagged)]
        Android(Android),
        /// The boards of all androids, alone.
        #[serde(untagged)]
        Solo(Solo),
        /// On to the next phase.
        #[serde(untagged)]
        NextPhase(NextPhase),
        /// A card drawn or given.
        #[serde(untagged)]
        Data(Data),
        /// The end of the Action Round.
        #[serde(untagged)]
        EndRound(EndRound),
        /// The clock stopped or not.
        #[serde(untagged)]
        Pause(Pause),
        /// Nothing to do until the next announcement.
        #[serde(untagged)]
        Wait(Wait),
        /// The shared board.
        #[serde(untagged)]
        Sandbox(Sandbox),
        /// The crew is told.
        #[serde(untagged)]
        Say(Say),
        /// The next step of the Resolution Round.
        #[serde(untagged)]
        Advance(Advance),
    }
}
