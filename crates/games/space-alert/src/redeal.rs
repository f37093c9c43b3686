//! A position that a seat could not tell from the true one: unseen cards, packets, decks and damage stacks are
//! shuffled, and a script that nobody knows may go on otherwise.

use crate::state::{Flight, Planning, SpaceAlert, Stage};
use crate::{Act, Half, KINDS, Kind, Place, Placed, Slot, Zone, script::Moment};
use crate::{Berth, Play, setup};
use klaxon_core::{Chance, Seat};

impl SpaceAlert {
    /// Replaces everything that the seat does not know.
    pub(crate) fn reshuffle(&mut self, seat: Seat, chance: &mut Chance) {
        let (play, crew, solo) = (self.setup.play.clone(), self.setup.crew.clone(), self.setup.is_solo());
        match &mut self.stage {
            Stage::Planning(plan) => {
                for deck in &mut plan.decks {
                    chance.shuffle(deck);
                }
                for stack in &mut plan.stacks {
                    chance.shuffle(stack);
                }
                plan.redraw_script(&play, solo, chance);
                plan.redeal_heroics(seat, &crew, chance);
                if !solo {
                    plan.redeal_cards(seat, &crew, chance);
                }
            }
            Stage::Flight(flight) => flight.reshuffle(seat, &crew, chance),
            Stage::Levels { .. }
            | Stage::OnlySquad { .. }
            | Stage::GoOn { .. }
            | Stage::Repairs(_)
            | Stage::Over { .. } => {}
        }
    }
}

/// Where a card that the seat does not know may lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nook {
    Hand(usize, usize),
    Board(usize, usize),
    Packet(usize, usize, usize),
    Deck(usize),
    Aside(usize),
    Android(usize),
}

impl Planning {
    /// All cards, heroic or not, that the seat does not know.
    fn unknown(&self, seat: Seat, crew: &[Berth], heroic: bool) -> Vec<Nook> {
        let mut nooks = Vec::new();
        let fits = |card: Kind| card.is_heroic() == heroic;
        for (s, desk) in self.desks.iter().enumerate() {
            if s != seat.index() {
                let hand = desk.hand.iter().enumerate().filter(|(_, c)| fits(**c));
                nooks.extend(hand.map(|(i, _)| Nook::Hand(s, i)));
            }
            for (p, packet) in desk.packets.iter().enumerate() {
                let cards = packet.iter().enumerate().filter(|(_, c)| fits(**c));
                nooks.extend(cards.map(|(i, _)| Nook::Packet(s, p, i)));
            }
        }
        for (place, berth) in crew.iter().enumerate() {
            let Berth::Person(owner) = *berth else { continue };
            if owner != seat {
                let cards = self.boards[place].iter().enumerate();
                nooks.extend(
                    cards.filter_map(|(t, c)| c.filter(|c| fits(c.card)).map(|_| Nook::Board(place, t))),
                );
            }
        }
        if heroic {
            nooks.extend((0..self.aside.len()).map(Nook::Aside));
            // SA-14.2: before the alert an android's card lies face down.
            if self.next == 0 {
                nooks.extend((0..crew.len()).filter(|&i| self.heroics[i].is_some()).map(Nook::Android));
            }
        } else {
            nooks.extend((0..self.deck.len()).map(Nook::Deck));
        }
        nooks
    }

    fn get(&self, nook: Nook) -> Kind {
        match nook {
            Nook::Hand(s, i) => self.desks[s].hand[i],
            Nook::Board(p, t) => self.boards[p][t].expect("a card lies there").card,
            Nook::Packet(s, p, i) => self.desks[s].packets[p][i],
            Nook::Deck(i) => self.deck[i],
            Nook::Aside(i) => self.aside[i],
            Nook::Android(i) => self.heroics[i].expect("a card lies there"),
        }
    }

    fn set(&mut self, nook: Nook, card: Kind) {
        match nook {
            Nook::Hand(s, i) => self.desks[s].hand[i] = card,
            Nook::Board(p, t) => self.boards[p][t].as_mut().expect("a card lies there").card = card,
            Nook::Packet(s, p, i) => self.desks[s].packets[p][i] = card,
            Nook::Deck(i) => self.deck[i] = card,
            Nook::Aside(i) => self.aside[i] = card,
            Nook::Android(i) => self.heroics[i] = Some(card),
        }
    }

    fn redeal_heroics(&mut self, seat: Seat, crew: &[Berth], chance: &mut Chance) {
        let nooks = self.unknown(seat, crew, true);
        let mut cards: Vec<Kind> = nooks.iter().map(|&n| self.get(n)).collect();
        chance.shuffle(&mut cards);
        let told = self.keep_told_hands(&nooks, &mut cards);
        self.keep_words(&nooks, told, &mut cards);
        for (nook, card) in nooks.into_iter().zip(cards) {
            self.set(nook, card);
        }
        self.tidy();
    }

    fn redeal_cards(&mut self, seat: Seat, crew: &[Berth], chance: &mut Chance) {
        let nooks = self.unknown(seat, crew, false);
        let mut cards: Vec<Kind> = nooks.iter().map(|&n| self.get(n)).collect();
        chance.shuffle(&mut cards);
        let told = self.keep_told_hands(&nooks, &mut cards);
        let told = self.keep_words(&nooks, told, &mut cards);
        self.keep_gifts(seat, crew, &nooks, told, &mut cards, chance);
        for (nook, card) in nooks.into_iter().zip(cards) {
            self.set(nook, card);
        }
        self.tidy();
    }

    /// Cards in hand of which the crew was told are there. Returns which nooks are settled by that.
    fn keep_told_hands(&self, nooks: &[Nook], cards: &mut [Kind]) -> Vec<bool> {
        let mut settled = vec![false; nooks.len()];
        for (s, desk) in self.desks.iter().enumerate() {
            for &told in &desk.told {
                let into =
                    (0..nooks.len()).find(|&i| !settled[i] && matches!(nooks[i], Nook::Hand(h, _) if h == s));
                let from = (0..cards.len()).find(|&i| !settled[i] && cards[i] == told);
                if let (Some(into), Some(from)) = (into, from) {
                    cards.swap(from, into);
                    settled[into] = true;
                }
            }
        }
        settled
    }

    /// A card of which its owner has told, and which has not been touched since, shows what was told (SA-3.36).
    /// Returns which nooks are settled by that.
    fn keep_words(&self, nooks: &[Nook], mut settled: Vec<bool>, cards: &mut [Kind]) -> Vec<bool> {
        for (i, &nook) in nooks.iter().enumerate() {
            let Nook::Board(place, t) = nook else { continue };
            let (told, half) = (self.told[place][t], self.boards[place][t].expect("a card lies there").half);
            if told == Act::Empty {
                continue;
            }
            let fits = |card: Kind| card.act(half) == told;
            let from = if fits(cards[i]) && !settled[i] {
                Some(i)
            } else {
                (0..cards.len()).find(|&j| !settled[j] && fits(cards[j]))
            };
            if let Some(from) = from {
                cards.swap(from, i);
                settled[i] = true;
            }
        }
        settled
    }

    /// A card that the seat gave away is still with its receiver, in hand or on the board.
    fn keep_gifts(
        &self,
        seat: Seat,
        crew: &[Berth],
        nooks: &[Nook],
        mut pinned: Vec<bool>,
        cards: &mut [Kind],
        chance: &mut Chance,
    ) {
        let holds = |to: Seat, nook: Nook| match nook {
            Nook::Hand(s, _) => s == to.index(),
            Nook::Board(place, _) => crew[place] == Berth::Person(to),
            Nook::Packet(..) | Nook::Deck(_) | Nook::Aside(_) | Nook::Android(_) => false,
        };
        for gift in self.gifts.iter().filter(|g| g.from == seat) {
            let theirs: Vec<usize> =
                (0..nooks.len()).filter(|&i| !pinned[i] && holds(gift.to, nooks[i])).collect();
            let Some(&into) = chance.pick(&theirs) else { continue };
            // It may well be the one that was told of.
            if (0..nooks.len()).any(|i| pinned[i] && cards[i] == gift.card && holds(gift.to, nooks[i])) {
                continue;
            }
            let there = theirs.iter().copied().find(|&i| cards[i] == gift.card);
            let from = there.or_else(|| (0..cards.len()).find(|&i| !pinned[i] && cards[i] == gift.card));
            if let Some(from) = from {
                cards.swap(from, into);
                pinned[into] = true;
            }
        }
    }

    /// Hands and packets are kept in order.
    fn tidy(&mut self) {
        for desk in &mut self.desks {
            desk.hand.sort_unstable();
            for packet in &mut desk.packets {
                packet.sort_unstable();
            }
        }
        self.aside.sort_unstable();
    }

    /// A script drawn at random may be any that agrees with what was announced; the future of one made for this
    /// table may bring its threats elsewhere. A script chosen by name is known.
    fn redraw_script(&mut self, play: &Play, solo: bool, chance: &mut Chance) {
        match play {
            Play::Script(_) => {}
            Play::Random | Play::Campaign => {
                let fits = |cues: &Vec<crate::script::Cue>| {
                    // Everybody sees when the clock next matters.
                    cues.len() >= self.next
                        && cues[..self.next] == self.cues[..self.next]
                        && cues.get(self.next).map(|c| c.at) == self.cues.get(self.next).map(|c| c.at)
                };
                let all = setup::full_scripts().into_iter().map(|s| (s.id.clone(), setup::cues_for(s, solo)));
                let fitting: Vec<_> = all.filter(|(_, cues)| fits(cues)).collect();
                if let Some((id, cues)) = chance.pick(&fitting) {
                    (self.script, self.cues) = (id.clone(), cues.clone());
                }
            }
            Play::Generated => {
                for cue in &mut self.cues[self.next..] {
                    if let Moment::Threat { place, .. } = &mut cue.what
                        && *place != Place::Internal
                    {
                        *place = Place::from(Zone::ALL[chance.below(3) as usize]);
                    }
                }
            }
        }
    }
}

impl Flight {
    fn reshuffle(&mut self, seat: Seat, crew: &[Berth], chance: &mut Chance) {
        for stack in &mut self.voyage.ship.stacks {
            let (from, to) = (usize::from(stack.drawn), usize::from(stack.len));
            chance.shuffle(&mut stack.tiles[from..to]);
        }
        // What the seat knows: its own program and everything that lies face up.
        let mut left: Vec<u8> = (0..KINDS).map(|k| Kind(k).copies()).collect();
        let mut hidden: Vec<(usize, usize)> = Vec::new();
        for (i, berth) in crew.iter().enumerate() {
            let own = *berth == Berth::Person(seat);
            for (t, slot) in self.voyage.program[i].iter().enumerate() {
                let known = own || slot.shown || berth.is_android();
                match kind_of(*slot) {
                    Some(_) if !known => hidden.push((i, t)),
                    Some(placed) => {
                        left[usize::from(placed.card.0)] -= u8::from(left[usize::from(placed.card.0)] > 0)
                    }
                    None => {}
                }
            }
        }
        let pool = |heroic: bool, left: &[u8]| -> Vec<Kind> {
            (0..KINDS)
                .map(Kind)
                .filter(|k| k.is_heroic() == heroic)
                .flat_map(|k| std::iter::repeat_n(k, usize::from(left[usize::from(k.0)])))
                .collect()
        };
        let (mut heroics, mut cards) = (pool(true, &left), pool(false, &left));
        chance.shuffle(&mut heroics);
        chance.shuffle(&mut cards);
        for (i, t) in hidden {
            let slot = &mut self.voyage.program[i][t];
            let half = slot.up.half().expect("a card lies there");
            let card = if slot.up.is_heroic() { heroics.pop() } else { cards.pop() };
            if let Some(card) = card {
                *slot = Placed { card, half }.slot();
            }
        }
    }
}

/// The card that a slot shows, if both halves are known.
fn kind_of(slot: Slot) -> Option<Placed> {
    let half = slot.up.half()?;
    let (action, movement) = match half {
        Half::Action => (slot.up, slot.under),
        Half::Movement => (slot.under, slot.up),
    };
    let is = |k: &Kind| k.act(Half::Action) == action && k.act(Half::Movement) == movement;
    (0..KINDS).map(Kind).find(is).map(|card| Placed { card, half }).filter(|_| slot.under != Act::Empty)
}
