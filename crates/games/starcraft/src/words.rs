use crate::{state::Ending, view::View};
use klaxon_core::Outcome;
pub(crate) fn outcome(_view: &View, ending: Ending) -> Outcome {
    Outcome { winners: ending.winners, draw: false, text: format!("{:?}", ending.how), score: None }
}
