//! Step 2: one start-of-battle ability a side, a play-area technology or a held event card (SC-9.4, SC-10.14).

use crate::{
    data::{EventCard, data},
    event::Event,
    ids::Area,
    state::{Frame, StarCraft},
    turn::Cx,
    why::{No, need},
};
use klaxon_core::{SeatSet, rule};

impl StarCraft {
    pub(crate) fn open_start_ability(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        let battle = self.fight();
        // SC-9.5: a side without units can use nothing.
        if battle.called_off || battle.alive(side).next().is_none() {
            return self.task(|_, _| {}, cx);
        }
        self.ask_or_force(Frame::StartAbility(side), cx)
    }

    /// The held card of a kind.
    pub(crate) fn held_card(&self, seat: klaxon_core::Seat, kind: EventCard) -> Option<u8> {
        self.player(seat).held.iter().find(|c| data().event(*c) == kind)
    }

    /// One player alone sees another's hand, and remembers it.
    pub(crate) fn look_at_hand(&mut self, seat: klaxon_core::Seat, of: klaxon_core::Seat, cx: &mut Cx<'_>) {
        let hand = self.player(of).hand;
        self.player_mut(seat).seen[of.index()] |= hand;
        if cx.tell.is_aloud() {
            let (who, only) = (self.faction(seat), SeatSet::only(seat));
            let of_faction = self.faction(of);
            let cards = self.faces_of(of, hand);
            cx.tell.reveal_to(only, Event::SawHand { who, of: of_faction, cards });
            cx.tell.others(only, Event::SawHandHidden { who, of: of_faction });
        }
    }

    /// Where a Retreat event can lead: a friendly or empty area of the active planet with room (SC-13.12).
    pub(crate) fn judge_refuge(&self, area: Area) -> Result<(), No> {
        let seat = self.side_seat(1);
        let here = self.exists(area) && area.planet() == self.fight().area.planet();
        need(here, rule!("SC-13.12"), "the units go to an area of the active planet")?;
        need(self.open_to(seat, area), rule!("SC-9.60"), "the units go to another friendly or empty area")?;
        need(self.room(seat, area) > 0, rule!("SC-13.12"), "that area has no room")
    }

    pub(crate) fn open_surplus(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        let battle = self.fight();
        if battle.alive(side).count() > usize::from(self.limit(battle.area)) {
            self.ask_or_force(Frame::Surplus(side), cx)
        } else {
            self.task(|_, _| {}, cx)
        }
    }
}
