//! Step 6: each side lays its cards for each skirmish (SC-9.12 to SC-9.16, SC-11.10).

use crate::{
    data::data,
    event::Event,
    ids::Card,
    state::{Frame, StarCraft},
    turn::Cx,
};
use klaxon_core::SeatSet;

impl StarCraft {
    /// The next skirmish of this side, or the end of its placing.
    pub(crate) fn place_next(&mut self, side: u8, skirmish: u8) {
        if usize::from(skirmish) + 1 < self.fight().skirmishes.len() {
            self.push(Frame::Standard { side, skirmish: skirmish + 1 });
        }
    }

    /// With cards in hand it is always asked, so that nobody learns from the silence what they are.
    pub(crate) fn open_standard(&mut self, side: u8, skirmish: u8, cx: &mut Cx<'_>) -> bool {
        if self.two_answers(self.side_seat(side)).is_empty() {
            // SC-9.57: nothing at all to lay counts as a blank card.
            return self.task(|g, _| g.place_next(side, skirmish), cx);
        }
        if self.player(self.side_seat(side)).hand == 0 {
            return self.ask_or_force(Frame::Standard { side, skirmish }, cx);
        }
        true
    }

    /// Asked whenever the hand could hold something to add, as far as everybody knows.
    pub(crate) fn open_reinforcement(&mut self, side: u8, skirmish: u8, cx: &mut Cx<'_>) -> bool {
        let seat = self.side_seat(side);
        let (player, deck) = (self.player(seat), data().deck(self.race(seat)));
        let hidden = player.hand | self.unseen(seat) | self.laid(seat);
        let could = hidden & deck.reinforcement != 0 || self.standing(seat).shields > 0;
        if player.hand != 0 && could {
            return true;
        }
        self.ask_or_force(Frame::Reinforce { side, skirmish }, cx)
    }

    /// Cards of a seat that lie face down in this battle.
    fn laid(&self, seat: klaxon_core::Seat) -> u64 {
        let battle = self.fight();
        let Some(side) = battle.side(seat).map(usize::from) else {
            return 0;
        };
        let down = battle.skirmishes.iter().filter(|s| !s.shown[side]);
        down.flat_map(|s| [s.standard[side], s.reinforcement[side]]).flatten().fold(0, |set, c| set | c.bit())
    }

    /// SC-9.13: others see how many cards lie where; all see the faces where an ambush forces them up (SC-13.11).
    pub(crate) fn tell_placed(&mut self, side: u8, skirmish: u8, cx: &mut Cx<'_>) {
        let (seat, me) = (self.side_seat(side), usize::from(side));
        let face_up = self.fight().face_up[me];
        self.fight_mut().skirmishes[usize::from(skirmish)].shown[me] = face_up;
        if !cx.tell.is_aloud() {
            return;
        }
        let slot = self.fight().skirmishes[usize::from(skirmish)];
        let who = self.faction(seat);
        let face = |card: Option<Card>| card.map(|c| self.face(seat, c));
        let deck = slot.deck_top[me];
        let mut placed = Event::Placed {
            who,
            skirmish,
            standard: face(slot.standard[me]),
            deck,
            reinforcement: face(slot.reinforcement[me]),
        };
        if face_up {
            cx.tell.reveal(placed);
            return;
        }
        // The owner does not see his own deck top.
        if let (Event::Placed { standard, .. }, true) = (&mut placed, deck) {
            *standard = None;
        }
        let cards = slot.standard[me].is_some() as u8 + slot.reinforcement[me].is_some() as u8;
        cx.tell.only(SeatSet::only(seat), placed);
        cx.tell.others(SeatSet::only(seat), Event::PlacedHidden { who, skirmish, deck, cards });
    }
}
