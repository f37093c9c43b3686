//! Those whom somebody follows, and those whom he blocks: whose tables he is shown before others, and whose not at all.

use super::Offer;
use crate::{error::Fault, state::AppState};
use klaxon_store::Tie;
use std::collections::HashSet;

/// The circle of somebody who looks at the lobby; empty for guests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Circle {
    follows: HashSet<String>,
    blocks: HashSet<String>,
}

impl Circle {
    /// The circle of an account. Of those it follows, the ones who block it are left out: their tables are like any others.
    pub async fn of(state: &AppState, person: Option<&str>) -> Result<Circle, Fault> {
        let Some(person) = person else { return Ok(Circle::default()) };
        let kept = state.store.results();
        let ids = |ties: Vec<(String, String)>| ties.into_iter().map(|(id, _)| id).collect::<HashSet<_>>();
        let mut follows = ids(kept.ties(person.into(), Tie::Follow).await?);
        if !follows.is_empty() {
            for other in kept.blocked_by(person.into()).await? {
                follows.remove(&other);
            }
        }
        Ok(Circle { follows, blocks: ids(kept.ties(person.into(), Tie::Block).await?) })
    }

    /// Does somebody sit there who is followed?
    pub fn follows(&self, offer: &Offer) -> bool {
        !self.follows.is_empty() && offer.accounts().any(|account| self.follows.contains(account))
    }

    /// Does nobody sit there who is blocked?
    pub fn shows(&self, offer: &Offer) -> bool {
        self.blocks.is_empty() || !offer.accounts().any(|account| self.blocks.contains(account))
    }
}
