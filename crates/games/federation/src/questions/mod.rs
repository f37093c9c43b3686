//! The questions of the game, each in a file of its own with everything about its answer; nothing of their substance is
//! here. Several of them are asked by more than one [`Task`](crate::Task), and in Phase 3 three of them are asked at once.

mod alliance;
mod asked;
mod bury;
mod contest;
mod die;
mod draw;
mod faction;
mod fight;
mod finish;
mod gift;
mod hit;
mod judge;
mod keep;
mod lose;
mod march;
mod next;
mod onward;
mod place;
mod plunder;
mod project;
mod pursue;
mod roll_first;
mod study;
mod surrender;
mod take;
mod throw;
mod uses;

pub use alliance::Break;
pub use asked::{About, Asked, Spot};
pub use bury::Bury;
pub use contest::Oppose;
pub use die::Die;
pub use draw::Draw;
pub use faction::Faction;
pub use fight::Fight;
pub use finish::Finish;
pub use gift::Gift;
pub use hit::Hit;
pub use judge::Judge;
pub use keep::Keep;
pub use lose::Lose;
pub use march::March;
pub use next::Next;
pub use onward::Onward;
pub use place::Place;
pub use plunder::Plunder;
pub use project::Research;
pub use pursue::Pursue;
pub use roll_first::RollFirst;
pub use study::Study;
pub use surrender::Return;
pub use take::Take;
pub use throw::Throw;
pub use uses::{
    AdvancedTech, AllyShip, Attache, Bypass, Conduct, Construct, Deal, Embassy, Envoy, Expand, Focus,
    FoldSpace, ForwardDeploy, Initiate, Listed, Move, Opportunity, Parley, Propaganda, Reclaim, Sabotage,
    Settle, SlowResearch, Target, Upgrade, Use, What,
};

use crate::{Federation, turn::Play};
use klaxon_core::{Asks, questions};
use serde::{Deserialize, Serialize};

impl Asks for Federation {
    type Asked<'a> = Asked<'a>;
    type Play<'a> = Play<'a>;
    type About<'a> = About<'a>;
}

questions! {
    /// One decision: the answer to one question. Where a question has several answers, each has its own name in JSON, as
    /// logs of release 0.1.0 and the API spell it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action for Federation {
        /// Take a token into the store (SF-1.14).
        Take(Take),
        /// The resource for the lowest result still to be placed (SF-8.6).
        Place(Place),
        /// The token the Mercenaries take (D17).
        Plunder(Plunder),
        /// The Attaché that rolls first (D12).
        RollFirst(RollFirst),
        /// The race that FACTION 6 means (D18).
        Faction(Faction),
        /// The drawn token that comes into the queue (SF-9.17).
        Draw(Draw),
        /// The card that goes to 0 % (SF-9.18).
        Study(Study),
        /// The project that moves on (D18).
        Research(Research),
        /// The Base that takes the hit (D14).
        Hit(Hit),
        /// The alliance that breaks (D18).
        Break(Break),
        /// The destroyed fleet that goes back first (D15).
        Bury(Bury),
        /// What is lost with the battle (D8).
        Lose(Lose),
        /// The combat fought first (D9).
        Fight(Fight),
        /// Where a fleet goes, or which fleet takes a free space (D13).
        March(March),
        /// Which ship follows, and where it ends (D16).
        Pursue(Pursue),
        /// Contest a Tech or let it happen (D10).
        Contest(Oppose),
        /// The Translator die that counts (D11).
        Die(Die),
        /// The deployed token that an event takes (D24).
        Return(Return),
        /// Turn to the next Activation token; not in a flowing game.
        #[serde(untagged)]
        Next(Next),
        /// What becomes of the dice on the table (D7).
        #[serde(untagged)]
        Judge(Judge),
        /// Throw, or one more die before it (SF-9.16).
        #[serde(untagged)]
        Throw(Throw),
        /// What an event gives for free (D18).
        #[serde(untagged)]
        Gift(Gift),
        /// A second step with Warp Bubble (SF-14.7).
        #[serde(untagged)]
        Onward(Onward),
        /// Phase 3: a token is used (chapter 9).
        #[serde(untagged)]
        Use(Use),
        /// Which tokens of row 0 are kept (SF-8.16, D23).
        #[serde(untagged)]
        Keep(Keep),
        /// The end of Phase 3 (SF-8.19).
        #[serde(untagged)]
        Finish(Finish),
    }
}
