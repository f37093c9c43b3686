//! The questions of the game, the ledger's decision points D1 to D24, each in a file of its own with everything about its
//! answer; nothing of their substance is here. Which of them is asked, the stack says ([`Frame`](crate::Frame)). Some serve
//! several: a unit is lost to splash, to an ability and in a retreat. And some are asked together: in a Build order things are
//! bought, or it is enough. None gives or trades anything (SC-1.19).

mod ability;
mod anytime;
mod asked;
mod benefit;
mod bombard;
mod choose;
mod deplete;
mod deploy;
mod discard;
mod draft;
mod draw;
mod end_turn;
mod execute;
mod finish;
mod front;
mod lose;
mod losses;
mod march;
mod next_skirmish;
mod pair;
mod pay;
mod peek;
mod place_order;
mod place_planet;
mod play_event;
mod purchase;
mod reinforce;
mod retreat_to;
mod retreat_unit;
pub(crate) mod scrap;
mod standard;
mod start_base;
mod start_unit;
mod support;
mod sure;
mod take_card;
mod take_event;
mod transport;
mod withdraw;
mod z_end;
mod z_slot;

pub use ability::Ability;
pub use anytime::Anytime;
pub use asked::{About, Asked};
pub use benefit::Benefit;
pub use bombard::Bombard;
pub use choose::Choose;
pub use deplete::Deplete;
pub use deploy::Deploy;
pub use discard::Discard;
pub use draft::Draft;
pub use draw::Draw;
pub use end_turn::EndTurn;
pub use execute::Execute;
pub use finish::Finish;
pub use front::Front;
pub use lose::Lose;
pub use march::March;
pub use next_skirmish::NextSkirmish;
pub use pair::Pair;
pub use pay::Pay;
pub use peek::Peek;
pub use place_order::PlaceOrder;
pub use place_planet::PlacePlanet;
pub use play_event::PlayEvent;
pub use purchase::Purchase;
pub use reinforce::Reinforce;
pub use retreat_to::RetreatTo;
pub use retreat_unit::RetreatUnit;
pub use scrap::Scrap;
pub use standard::Standard;
pub use start_base::StartBase;
pub use start_unit::StartUnit;
pub use support::Support;
pub use sure::Sure;
pub use take_card::TakeCard;
pub use take_event::TakeEvent;
pub use transport::Transport;
pub use withdraw::Withdraw;
pub use z_end::ZEnd;
pub use z_slot::ZSlot;

use crate::{state::StarCraft, turn::Play};
use klaxon_core::{Asks, questions};
use serde::{Deserialize, Serialize};

impl Asks for StarCraft {
    type Asked<'a> = Asked<'a>;
    type Play<'a> = Play<'a>;
    type About<'a> = About<'a>;
}

questions! {
    /// One decision: the answer to one question. Where a question has several answers, each has its own name in JSON, as
    /// logs of release 0.1.0 and the API spell it. The order is that of the choices where several are asked at once.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action for StarCraft {
        /// A faction (D1).
        Faction(Draft),
        /// A planet is laid (D2).
        PlacePlanet(PlacePlanet),
        /// An end of a z-axis route (D3, D21).
        ZSlot(ZSlot),
        /// A starting unit (D4).
        StartUnit(StartUnit),
        /// An order (D5).
        Order(PlaceOrder),
        /// An order is revealed (D6).
        Choose(Choose),
        /// An assist unit goes to the front (D15).
        Front(Front),
        /// Two units meet (D15).
        Pair(Pair),
        /// Which skirmish is supported (D16).
        Support(Support),
        /// Which skirmish is next (D18).
        Skirmish(NextSkirmish),
        /// Where a cloaked unit withdraws to (D19).
        Withdraw(Withdraw),
        /// Who retreats (D20).
        RetreatUnit(RetreatUnit),
        /// Where to (D20).
        RetreatTo(RetreatTo),
        /// Whose hand is looked at (D21).
        PeekAt(Peek),
        /// A combat card goes (D21, D22).
        Discard(Discard),
        /// Where is bombarded (D21).
        Bombard(Bombard),
        /// What is depleted (D21).
        Deplete(Deplete),
        /// The starting base (D2).
        #[serde(untagged)]
        StartBase(StartBase),
        /// The order is executed (D7).
        #[serde(untagged)]
        Execute(Execute),
        /// An event card instead, or as a gain (D7, D12).
        #[serde(untagged)]
        TakeEvent(TakeEvent),
        /// The end of a turn (D8).
        #[serde(untagged)]
        EndTurn(EndTurn),
        /// Really?
        #[serde(untagged)]
        Sure(Sure),
        /// Own pieces are destroyed (SC-1.15).
        #[serde(untagged)]
        Scrap(Scrap),
        /// Where workers go (D9).
        #[serde(untagged)]
        Pay(Pay),
        /// Nothing more; comes before what could be more.
        #[serde(untagged)]
        Finish(Finish),
        /// Something is bought (D10, D12, D21).
        #[serde(untagged)]
        Purchase(Purchase),
        /// Something moves (D11).
        #[serde(untagged)]
        March(March),
        /// Combat cards, or none (D12).
        #[serde(untagged)]
        Draw(Draw),
        /// An ability at the start of a battle (D13).
        #[serde(untagged)]
        Ability(Ability),
        /// What is lost (D14, D18, D20, D21).
        #[serde(untagged)]
        Lose(Lose),
        /// An event card is executed (D21).
        #[serde(untagged)]
        PlayEvent(PlayEvent),
        /// A standard card (D17).
        #[serde(untagged)]
        Standard(Standard),
        /// A card on top of it (D17).
        #[serde(untagged)]
        Reinforce(Reinforce),
        /// What the End card gives (D21).
        #[serde(untagged)]
        Benefit(Benefit),
        /// A copy of the new technology (D12).
        #[serde(untagged)]
        TakeCard(TakeCard),
        /// Free units (D21).
        #[serde(untagged)]
        Deploy(Deploy),
        /// Free transports (D4, D21).
        #[serde(untagged)]
        PutTransport(Transport),
        /// Which end of a z-axis route moves (D21).
        #[serde(untagged)]
        ZEnd(ZEnd),
        /// Giving up, at any time (D24).
        #[serde(untagged)]
        Anytime(Anytime),
    }
}
