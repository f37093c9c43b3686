//! Step 6: each side lays its cards for each skirmish (SC-9.12 to SC-9.16, SC-11.10).

use crate::{
    action::Action,
    data::data,
    event::Event,
    ids::Card,
    state::{Frame, StarCraft},
    turn::Cx,
    why::{No, need, no, not_asked},
};
use klaxon_core::{SeatSet, rule};

impl StarCraft {
    /// The next skirmish of this side, or the end of its placing.
    fn place_next(&mut self, side: u8, skirmish: u8) {
        if usize::from(skirmish) + 1 < self.fight().skirmishes.len() {
            self.push(Frame::Standard { side, skirmish: skirmish + 1 });
        }
    }

    /// With cards in hand it is always asked, so that nobody learns from the silence what they are.
    pub(crate) fn open_standard(&mut self, side: u8, skirmish: u8, cx: &mut Cx<'_>) -> bool {
        let mut out = Vec::new();
        self.offer_standard(side, &mut out);
        if !out.iter().any(|a| self.judge_standard(side, *a).is_ok()) {
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
        let Some(side) = battle.side(seat).map(usize::from) else { return 0 };
        let down = battle.skirmishes.iter().filter(|s| !s.shown[side]);
        down.flat_map(|s| [s.standard[side], s.reinforcement[side]]).flatten().fold(0, |set, c| set | c.bit())
    }

    pub(crate) fn offer_standard(&self, side: u8, out: &mut Vec<Action>) {
        let seat = self.side_seat(side);
        let standard = data().deck(self.race(seat)).standard;
        self.each_face(seat, self.player(seat).hand & standard, |face| out.push(Action::Standard(face)));
        // SC-9.15: with no standard card in hand this alone is left.
        out.push(Action::DeckTop);
    }

    pub(crate) fn judge_standard(&self, side: u8, action: Action) -> Result<(), No> {
        let seat = self.side_seat(side);
        let player = self.player(seat);
        match action {
            Action::Standard(face) => {
                let card = self.card_with(seat, player.hand, face);
                let card = card.ok_or(no(rule!("SC-9.12"), "you do not have that card in hand"))?;
                let standard = data().deck(self.race(seat)).standard;
                need(card.bit() & standard != 0, rule!("SC-9.12"), "a standard card comes first")
            }
            Action::DeckTop => {
                let any = !player.deck.is_empty() || player.discard != 0;
                need(any, rule!("SC-9.16"), "your deck and your discard pile are empty")
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_standard(&mut self, side: u8, skirmish: u8, action: Action, cx: &mut Cx<'_>) {
        let (seat, me) = (self.side_seat(side), usize::from(side));
        match action {
            Action::Standard(face) => {
                let card = self.card_with(seat, self.player(seat).hand, face).expect("judged");
                self.player_mut(seat).hand &= !card.bit();
                self.fight_mut().skirmishes[usize::from(skirmish)].standard[me] = Some(card);
                self.push(Frame::Reinforce { side, skirmish });
            }
            Action::DeckTop => {
                let card = self.draw_card(seat, cx).expect("judged");
                let slot = &mut self.fight_mut().skirmishes[usize::from(skirmish)];
                (slot.standard[me], slot.deck_top[me]) = (Some(card), true);
                // SC-9.14, SC-11.11: nothing from hand is added to the deck top, Shields neither.
                self.tell_placed(side, skirmish, cx);
                self.place_next(side, skirmish);
            }
            _ => unreachable!("judged"),
        }
    }

    pub(crate) fn offer_reinforcement(&self, side: u8, out: &mut Vec<Action>) {
        let seat = self.side_seat(side);
        let (deck, hand) = (data().deck(self.race(seat)), self.player(seat).hand);
        out.push(Action::NoReinforcement);
        self.each_face(seat, hand & deck.reinforcement, |face| out.push(Action::Reinforce(face)));
        if self.standing(seat).shields > 0 {
            self.each_face(seat, hand & deck.standard, |face| out.push(Action::Shields(face)));
        }
    }

    pub(crate) fn judge_reinforcement(&self, side: u8, action: Action) -> Result<(), No> {
        let seat = self.side_seat(side);
        let deck = data().deck(self.race(seat));
        let in_hand = |face| {
            let card = self.card_with(seat, self.player(seat).hand, face);
            card.ok_or(no(rule!("SC-9.12"), "you do not have that card in hand"))
        };
        match action {
            Action::NoReinforcement => Ok(()),
            Action::Reinforce(face) => {
                // SC-9.61: one that matches no unit may lie there, as a bluff.
                let fits = in_hand(face)?.bit() & deck.reinforcement != 0;
                need(fits, rule!("SC-9.12"), "only a reinforcement card can be added")
            }
            Action::Shields(face) => {
                need(self.standing(seat).shields > 0, rule!("SC-11.10"), "only the Protoss have Shields")?;
                let fits = in_hand(face)?.bit() & deck.standard != 0;
                need(fits, rule!("SC-11.10"), "a Shields card is a standard card from hand")
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_reinforcement(&mut self, side: u8, skirmish: u8, action: Action, cx: &mut Cx<'_>) {
        let (seat, me) = (self.side_seat(side), usize::from(side));
        if let Action::Reinforce(face) | Action::Shields(face) = action {
            let card = self.card_with(seat, self.player(seat).hand, face).expect("judged");
            self.player_mut(seat).hand &= !card.bit();
            self.fight_mut().skirmishes[usize::from(skirmish)].reinforcement[me] = Some(card);
        }
        self.tell_placed(side, skirmish, cx);
        self.place_next(side, skirmish);
    }

    /// SC-9.13: others see how many cards lie where; all see the faces where an ambush forces them up (SC-13.11).
    fn tell_placed(&mut self, side: u8, skirmish: u8, cx: &mut Cx<'_>) {
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
