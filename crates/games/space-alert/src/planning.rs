//! Chapters 3 and 14: hands, packets and action boards in the Action Round. What is decided about them is in `questions/`.

use crate::{
    Act, Half, Kind, Mission, Placed, Slot, TURNS, phase_of,
    state::{Desk, Planning, SpaceAlert},
};
use klaxon_core::Seat;

impl Planning {
    /// The last phase.
    pub(crate) fn last_phase(&self) -> u8 {
        self.lesson.phases() as u8
    }

    /// May a space be programmed by somebody in this phase (SA-3.5)?
    pub(crate) fn in_phase(&self, turn: u8, phase: u8) -> bool {
        phase > 0 && turn >= 1 && turn <= self.lesson.last_turn() && phase_of(turn) + 1 == usize::from(phase)
    }

    /// Solo: is the space's phase still open (SA-14.13)?
    pub(crate) fn solo_open(&self, turn: u8) -> bool {
        let begun = self.next > 0;
        begun
            && turn >= 1
            && turn <= self.lesson.last_turn()
            && phase_of(turn) >= usize::from(self.phases_over)
    }

    pub(crate) fn placed(&self, place: usize, turn: u8) -> Option<Placed> {
        self.boards[place][usize::from(turn) - 1]
    }

    /// The kinds of cards in a hand, in order.
    pub(crate) fn kinds_in_hand(&self, seat: Seat) -> Vec<Kind> {
        let mut kinds = self.desks[seat.index()].hand.clone();
        kinds.dedup();
        kinds
    }

    /// The actions that a hand could bring.
    pub(crate) fn actions_in_hand(&self, seat: Seat) -> Vec<Act> {
        let hand = &self.desks[seat.index()].hand;
        let holds = |act: &Act| hand.iter().any(|card| card.act(Half::Action) == *act);
        [Act::A, Act::B, Act::C, Act::Bots].into_iter().filter(holds).collect()
    }

    /// What lies on a board, as its owner would tell it.
    pub(crate) fn to_tell(&self, place: usize) -> [Act; 12] {
        self.boards[place].map(|space| space.map_or(Act::Empty, |placed| placed.card.act(placed.half)))
    }

    /// A space has changed: what was told of it no longer holds, and everybody saw that.
    pub(crate) fn unsay(&mut self, place: usize, turn: u8) {
        self.told[place][usize::from(turn) - 1] = Act::Empty;
    }

    /// Solo: a card goes back to the open deck or, if heroic, to its android.
    pub(crate) fn solo_lift(&mut self, place: usize, turn: u8) {
        if let Some(old) = self.boards[place][usize::from(turn) - 1].take() {
            if old.card.is_heroic() {
                self.heroics[place] = Some(old.card);
            } else {
                let at = self.deck.partition_point(|&k| k <= old.card);
                self.deck.insert(at, old.card);
            }
        }
    }

    /// A card of this kind left the receiver's hand in the open.
    pub(crate) fn forget_gift(&mut self, to: Seat, card: Kind) {
        if let Some(at) = self.gifts.iter().position(|g| g.to == to && g.card == card) {
            self.gifts.remove(at);
        }
    }
}

impl Desk {
    /// Takes a card out of the hand.
    pub(crate) fn take(&mut self, card: Kind) {
        let at = self.hand.iter().position(|&k| k == card).expect("the card is in hand");
        self.hand.remove(at);
        // Nobody knows which card that was, so what was told of the hand is worth nothing now.
        self.told.clear();
    }

    /// Puts a card into the hand, in order.
    pub(crate) fn put(&mut self, card: Kind) {
        let at = self.hand.partition_point(|&k| k <= card);
        self.hand.insert(at, card);
    }

    /// SA-3.7: the next phase begins by picking up its packet; unplayed cards join it.
    pub(crate) fn pick_up(&mut self) {
        self.phase += 1;
        if !self.packets.is_empty() {
            for card in self.packets.remove(0) {
                self.put(card);
            }
        }
    }
}

impl SpaceAlert {
    /// The mission as it would be flown with the boards as they lie.
    pub(crate) fn mission(&self, plan: &Planning) -> Mission {
        let crew = self.setup.crew.iter().zip(&plan.boards).map(|(berth, board)| {
            let mut slots = [Slot::EMPTY; TURNS];
            for (slot, placed) in slots.iter_mut().zip(board) {
                if let Some(placed) = placed {
                    // SA-14.5: an android's cards lie face up.
                    *slot = Slot { shown: berth.is_android(), ..placed.slot() };
                }
            }
            slots
        });
        Mission {
            lesson: plan.lesson,
            tracks: plan.tracks,
            threats: plan.threats.clone(),
            crew: crew.collect(),
            androids: self.setup.crew.iter().map(|b| b.is_android()).collect(),
            stacks: plan.stacks.clone(),
            carried: self.campaign.carried,
        }
    }
}
