//! Another state that a seat could not tell from this one: sealed orders, unseen cards and unread events change.

use crate::{
    data::data,
    ids::{Card, Order, cards},
    setup::is_end_card,
    state::{Pick, StarCraft},
};
use klaxon_core::{Chance, Seat, Short};

impl StarCraft {
    pub(crate) fn redeal_for(&self, me: Seat, chance: &mut Chance) -> StarCraft {
        let mut game = self.clone();
        for seat in self.all_seats() {
            if self.player(seat).faction.is_none() {
                continue;
            }
            if seat == me {
                game.reshuffle_own(seat, chance);
            } else {
                game.reseal_orders(seat, chance);
                game.redeal_hand(me, seat, chance);
            }
        }
        game.redeal_events(me, chance);
        game
    }

    /// Face-down orders become others that the seat could have placed: tokens it has not shown, no more special ones
    /// than it may have.
    fn reseal_orders(&mut self, seat: Seat, chance: &mut Chance) {
        let hidden: Vec<usize> = (0..self.orders.len()).filter(|i| self.orders[*i].seat == seat).collect();
        if hidden.is_empty() {
            return;
        }
        let shown = self.player(seat).shown;
        let mut tokens: Vec<Order> = Vec::with_capacity(9);
        for order in Order::ALL {
            let left = order.tokens() - usize::from(shown[order.index()]).min(order.tokens());
            tokens.extend(std::iter::repeat_n(*order, left));
        }
        chance.shuffle(&mut tokens);
        let mut specials = self.special_allowance(seat).saturating_sub(shown[3..].iter().sum());
        let mut next = tokens.into_iter().filter(move |order| {
            let fits = !order.is_special() || specials > 0;
            specials -= u8::from(order.is_special() && fits);
            fits
        });
        for i in hidden {
            self.orders[i].order = next.next().expect("standard tokens are enough for four orders");
        }
    }

    /// The places of a battle where the seat's cards lie unseen: (skirmish, reinforcement slot, deck top).
    fn sealed_slots(&self, seat: Seat) -> Vec<(usize, bool, bool)> {
        let Some(battle) = &self.battle else {
            return Vec::new();
        };
        let Some(side) = battle.side(seat).map(usize::from) else {
            return Vec::new();
        };
        let mut slots = Vec::new();
        for (i, s) in battle.skirmishes.iter().enumerate().filter(|(_, s)| !s.shown[side]) {
            if s.standard[side].is_some() {
                slots.push((i, false, s.deck_top[side]));
            }
            if s.reinforcement[side].is_some() {
                slots.push((i, true, false));
            }
        }
        slots
    }

    fn slot_card(&mut self, seat: Seat, slot: (usize, bool, bool)) -> &mut Option<Card> {
        let battle = self.fight_mut();
        let side = usize::from(battle.side(seat).expect("a side of the battle"));
        let skirmish = &mut battle.skirmishes[slot.0];
        if slot.1 { &mut skirmish.reinforcement[side] } else { &mut skirmish.standard[side] }
    }

    /// A player's own deck order and his unseen deck tops.
    fn reshuffle_own(&mut self, seat: Seat, chance: &mut Chance) {
        let tops: Vec<_> = self.sealed_slots(seat).into_iter().filter(|s| s.2).collect();
        let mut pool: Vec<Card> = cards(self.unseen(seat)).collect();
        chance.shuffle(&mut pool);
        for slot in tops {
            *self.slot_card(seat, slot) = pool.pop();
        }
        self.player_mut(seat).deck = pool.into_iter().collect();
    }

    /// Another's hand, deck and face-down cards. What was seen of the hand stays in it or in the battle.
    fn redeal_hand(&mut self, me: Seat, seat: Seat, chance: &mut Chance) {
        let standard = data().deck(self.race(seat)).standard;
        let slots = self.sealed_slots(seat);
        let known = self.player(me).seen[seat.index()];
        let (mut held, mut pool) = (self.player(seat).hand, 0u64);
        for slot in &slots {
            let bit = self.slot_card(seat, *slot).expect("a card lies there").bit();
            *(if slot.2 { &mut pool } else { &mut held }) |= bit;
        }
        pool |= self.player(seat).deck.iter().fold(0, |set, c| set | c.bit());
        let from_hand: Vec<_> = slots.iter().copied().filter(|s| !s.2).collect();
        let hand_size = held.count_ones() as usize - from_hand.len();
        let must = held & known;
        let shields = self.standing(seat).shields > 0;
        // A few tries find slots that leave room for every card that is known to be there; else all stays as it is.
        for _ in 0..20 {
            let mut free: Vec<Card> = cards((held | pool) & !must).collect();
            chance.shuffle(&mut free);
            let mut must_left: Vec<Card> = cards(must).collect();
            chance.shuffle(&mut must_left);
            let mut laid = Vec::new();
            let mut ok = true;
            for slot in &from_hand {
                let fits = |c: &Card| {
                    let is_standard = c.bit() & standard != 0;
                    if slot.1 { !is_standard || shields } else { is_standard }
                };
                let prefer_known = !must_left.is_empty() && chance.below(2) == 0;
                let found = prefer_known
                    .then(|| must_left.iter().position(fits).map(|i| must_left.remove(i)))
                    .flatten()
                    .or_else(|| free.iter().position(fits).map(|i| free.remove(i)))
                    .or_else(|| must_left.iter().position(fits).map(|i| must_left.remove(i)));
                match found {
                    Some(card) => laid.push(card),
                    None => ok = false,
                }
            }
            if !ok || must_left.len() > hand_size {
                continue;
            }
            for (slot, card) in from_hand.iter().zip(&laid) {
                *self.slot_card(seat, *slot) = Some(*card);
            }
            let mut hand = must_left.iter().fold(0u64, |set, c| set | c.bit());
            while (hand.count_ones() as usize) < hand_size {
                hand |= free.pop().expect("as many cards as before").bit();
            }
            for slot in slots.iter().filter(|s| s.2) {
                *self.slot_card(seat, *slot) = free.pop();
            }
            let placed = laid.iter().fold(0u64, |set, c| set | c.bit());
            self.deal_back(me, seat, held, hand, placed, free, chance);
            return;
        }
        let mut deck = self.player(seat).deck;
        chance.shuffle(&mut deck);
        self.player_mut(seat).deck = deck;
    }

    /// Writes the new hand and deck, and what third players know of them.
    #[allow(clippy::too_many_arguments)] // One step of the redeal, cut off for reading.
    fn deal_back(
        &mut self,
        me: Seat,
        seat: Seat,
        held_before: u64,
        hand: u64,
        placed: u64,
        deck: Vec<Card>,
        chance: &mut Chance,
    ) {
        for other in self.all_seats().filter(|s| *s != me && *s != seat) {
            let seen = self.player(other).seen[seat.index()] & held_before;
            let now = hand | placed;
            let mut again = seen & now & self.player(me).seen[seat.index()];
            let mut rest: Vec<Card> = cards(now & !again).collect();
            chance.shuffle(&mut rest);
            while again.count_ones() < seen.count_ones() {
                again |= rest.pop().expect("as many cards as before").bit();
            }
            self.player_mut(other).seen[seat.index()] = again;
        }
        let dropping = self.player(seat).dropping.count_ones() as usize;
        let mut order: Vec<Card> = cards(hand).collect();
        chance.shuffle(&mut order);
        let player = self.player_mut(seat);
        player.hand = hand;
        player.dropping = order.iter().take(dropping).fold(0, |set, c| set | c.bit());
        player.deck = Short::from_iter(deck);
    }

    /// Event cards that the seat has not seen change places with others of their stage.
    fn redeal_events(&mut self, me: Seat, chance: &mut Chance) {
        let knows = |game: &StarCraft, seat: Seat| seat == me && game.player(seat).looked;
        for stage in 1..=3u8 {
            let of_stage = |card: &u8| data().event(*card).data().stage == stage;
            // SC-15.12: everybody knows that the End cards are out of Galactic Conquest.
            let known_out = self.rules.galactic;
            let mut pool: Vec<u8> = self.events.iter().copied().filter(of_stage).collect();
            let removed: Vec<u8> = self
                .event_removed
                .iter()
                .filter(of_stage)
                .filter(|c| !(known_out && is_end_card(*c)))
                .collect();
            pool.extend(&removed);
            let seats: Vec<Seat> = self.all_seats().filter(|s| !knows(self, *s)).collect();
            for seat in &seats {
                pool.extend(self.player(*seat).drawn.iter().filter(of_stage));
            }
            chance.shuffle(&mut pool);
            for seat in seats {
                self.redeal_drawn(seat, stage, &mut pool);
            }
            for card in removed {
                self.event_removed.remove(card);
            }
            for i in 0..self.events.len() {
                if of_stage(&self.events[i]) {
                    self.events[i] = pool.pop().expect("as many cards as before");
                }
            }
            pool.into_iter().for_each(|card| self.event_removed.insert(card));
        }
        for seat in self.all_seats().filter(|s| *s != me) {
            self.redeal_pick(seat, chance);
        }
    }

    /// Everybody sees that a player has chosen his event card, and nobody which (SC-13.2, SC-13.5).
    fn redeal_pick(&mut self, seat: Seat, chance: &mut Chance) {
        let player = self.player_mut(seat);
        if player.pick == Pick::Open {
            return;
        }
        let drawn: Vec<u8> = player.drawn.iter().collect();
        let end = drawn.iter().copied().find(|c| is_end_card(*c));
        let any = chance.below(drawn.len() as u32 + 1) as usize;
        player.pick = end.or(drawn.get(any).copied()).map_or(Pick::Nothing, Pick::Card);
    }

    fn redeal_drawn(&mut self, seat: Seat, stage: u8, pool: &mut Vec<u8>) {
        let mine: Vec<u8> =
            self.player(seat).drawn.iter().filter(|c| data().event(*c).data().stage == stage).collect();
        let drawn = &mut self.player_mut(seat).drawn;
        mine.iter().for_each(|c| drawn.remove(*c));
        for _ in &mine {
            drawn.insert(pool.pop().expect("as many cards as before"));
        }
    }
}
