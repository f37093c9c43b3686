//! Combat decks, hands and discard piles (SC-8.11), and the event deck (SC-4.4, SC-4.10).

use crate::{
    data::{Face, data},
    event::Event,
    ids::{Card, Planet, Route, cards},
    state::StarCraft,
    turn::Cx,
};
use klaxon_core::{Seat, SeatSet};

impl StarCraft {
    pub(crate) fn face(&self, seat: Seat, card: Card) -> Face {
        data().face(self.race(seat), card)
    }

    /// The faces of a set of the seat's cards.
    pub(crate) fn faces_of(&self, seat: Seat, set: u64) -> Vec<Face> {
        cards(set).map(|c| self.face(seat, c)).collect()
    }

    /// The lowest card of a set with this face.
    pub(crate) fn card_with(&self, seat: Seat, set: u64, face: Face) -> Option<Card> {
        if data().faces.get(usize::from(face.0))?.race != self.race(seat) {
            return None;
        }
        cards(set).find(|c| self.face(seat, *c) == face)
    }

    /// Calls `f` once for each face of a set: copies of one face come one after the other.
    pub(crate) fn each_face(&self, seat: Seat, set: u64, mut f: impl FnMut(Face)) {
        let mut last = None;
        for card in cards(set) {
            let face = self.face(seat, card);
            if last != Some(face) {
                f(face);
                last = Some(face);
            }
        }
    }

    /// SC-8.11: takes the top card. When the last one goes, the discard pile becomes the new deck at once; if there
    /// was none, when the next card is needed.
    pub(crate) fn draw_card(&mut self, seat: Seat, cx: &mut Cx<'_>) -> Option<Card> {
        if self.player(seat).deck.is_empty() {
            self.renew_deck(seat, cx);
        }
        let card = self.player_mut(seat).deck.pop()?;
        if self.player(seat).deck.is_empty() {
            self.renew_deck(seat, cx);
        }
        Some(card)
    }

    fn renew_deck(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        let player = self.player_mut(seat);
        if player.discard == 0 {
            return;
        }
        player.deck = cards(player.discard).collect();
        player.discard = 0;
        cx.chance.shuffle(&mut player.deck);
        cx.tell.all(Event::Reshuffled { who: self.faction(seat) });
    }

    /// Draws into the hand, as many as there are (SC-1.24, SC-8.12).
    pub(crate) fn draw_cards(&mut self, seat: Seat, n: u8, cx: &mut Cx<'_>) {
        let mut drawn = 0u64;
        for _ in 0..n {
            let Some(card) = self.draw_card(seat, cx) else {
                break;
            };
            drawn |= card.bit();
            self.player_mut(seat).hand |= card.bit();
        }
        if cx.tell.is_aloud() && drawn != 0 {
            let who = self.faction(seat);
            let only = SeatSet::only(seat);
            cx.tell.reveal_to(only, Event::Drew { who, cards: self.faces_of(seat, drawn) });
            cx.tell.others(only, Event::DrewHidden { who, n: drawn.count_ones() as u8 });
        }
    }

    /// SC-9.18, SC-9.57: takes cards from the deck top until a standard card appears; the others are discarded.
    /// Nothing is taken when neither the deck nor the discard pile holds one.
    pub(crate) fn dig_standard(&mut self, seat: Seat, cx: &mut Cx<'_>) -> Option<Card> {
        let standard = data().deck(self.race(seat)).standard;
        loop {
            let player = self.player(seat);
            let left = player.deck.iter().fold(player.discard, |set, c| set | c.bit());
            if left & standard == 0 {
                return None;
            }
            let card = self.draw_card(seat, cx)?;
            if card.bit() & standard != 0 {
                return Some(card);
            }
            self.discard_card(seat, card);
        }
    }

    /// Puts a card on its owner's discard pile, for all to see.
    pub(crate) fn discard_card(&mut self, seat: Seat, card: Card) {
        self.player_mut(seat).discard |= card.bit();
        self.forget(seat, card.bit());
    }

    /// Cards that came to light are no longer remembered as hidden ones.
    pub(crate) fn forget(&mut self, owner: Seat, set: u64) {
        for player in &mut self.players {
            player.seen[owner.index()] &= !set;
        }
    }

    /// SC-1.20: the stage of the top card of the event deck; III when it is empty.
    pub(crate) fn stage(&self) -> u8 {
        self.events.last().map_or(3, |card| data().event(*card).data().stage)
    }

    /// SC-4.4: one card, face down, unseen by everybody.
    pub(crate) fn draw_event(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        let who = self.faction(seat);
        if self.events.is_empty() {
            self.renew_events(cx);
        }
        let stage = self.stage();
        let Some(card) = self.events.pop() else {
            // SC-4.10: an empty deck gives nothing.
            cx.tell.all(Event::EventDeckEmpty { who });
            return;
        };
        self.player_mut(seat).drawn.insert(card);
        if self.events.is_empty() {
            self.renew_events(cx);
        }
        let event = Event::EventDrawn { who, stage };
        // The back of the next card may show a new stage: that cannot be taken back.
        if self.stage() == stage { cx.tell.all(event) } else { cx.tell.reveal(event) }
    }

    /// SC-15.13, SC-15.18: in Galactic Conquest the discarded stage III events come again.
    fn renew_events(&mut self, cx: &mut Cx<'_>) {
        // SC-2.7: the event deck of the usual game is never shuffled again.
        if !self.rules.galactic {
            return;
        }
        let again: Vec<u8> =
            self.event_discard.iter().filter(|c| data().event(*c).data().stage == 3).collect();
        if again.is_empty() {
            return;
        }
        for card in &again {
            self.event_discard.remove(*card);
            self.events.push(*card);
        }
        cx.chance.shuffle(&mut self.events);
        cx.tell.all(Event::EventDeckRenewed { n: again.len() as u8 });
    }

    pub(crate) fn put_transport(&mut self, seat: Seat, route: Route) {
        let way = &mut self.routes[usize::from(route.0)];
        way.transports = way.transports.with(seat);
    }

    /// The planets that a route joins.
    pub(crate) fn ends_of(&self, route: Route) -> [Planet; 2] {
        self.routes[usize::from(route.0)].ends.map(|e| e.planet)
    }
}
