//! What is decided, one file per question.

mod both;
mod take;

pub use both::Both;
pub use take::Take;

use super::{Nim, Play};
use klaxon_core::{Asks, questions};
use serde::{Deserialize, Serialize};

questions! {
    /// One decision.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action for Nim {
        /// Takes stones.
        Take(Take),
        /// Takes as many from both heaps.
        Both(Both),
    }
}

impl Asks for Nim {
    type Asked<'a> = &'a Nim;
    type Play<'a> = Play<'a>;
    type About<'a> = &'a Nim;
}
