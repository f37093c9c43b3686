//! Chapter 13: regrouping step 8, event cards.

use crate::{
    data::{EventCard, Price, Timing, data},
    edition::EventOrder,
    effect::{Deed, Goods, Scene, Sum},
    event::Event,
    ids::{Module, Res, Route, Slot},
    questions::Purchase,
    setup::is_end_card,
    state::{Frame, Pick, StarCraft, Task},
    turn::Cx,
    why::{No, need, not_asked},
};
use klaxon_core::{Refusal, Seat, SeatSet, rule};

impl StarCraft {
    /// SC-13.1: everybody looks at the cards he drew this round, in secret.
    pub(crate) fn look_at_events(&mut self, cx: &mut Cx<'_>) {
        for seat in self.turn_order().collect::<Vec<Seat>>() {
            self.player_mut(seat).looked = true;
            let drawn = self.player(seat).drawn;
            if cx.tell.is_aloud() && !drawn.is_empty() {
                let cards = drawn.iter().map(|c| data().event(c)).collect();
                let event = Event::LooksAtEvents { who: self.faction(seat), cards };
                cx.tell.reveal_to(SeatSet::only(seat), event);
            }
        }
    }

    /// Does the seat still owe its choice? Everybody sees who drew cards, so being asked tells nothing of them.
    pub(crate) fn must_choose_event(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        !player.out && !player.drawn.is_empty() && player.pick == Pick::Open
    }

    /// SC-13.2: who chooses now, the next one clockwise or all at the same time.
    pub(crate) fn choosing_events(&self) -> SeatSet {
        let mut owing = self.turn_order().filter(|s| self.must_choose_event(*s));
        match self.later.events {
            EventOrder::AtOnce => owing.collect(),
            EventOrder::Clockwise => owing.next().into_iter().collect(),
        }
    }

    /// Why a seat that is not asked must wait.
    pub(crate) fn not_now(&self, seat: Seat) -> Refusal {
        if self.stack.last() == Some(&Frame::ChooseEvents) && self.must_choose_event(seat) {
            let text = "event cards are chosen clockwise from the first player: it is not your turn yet";
            return Refusal { rule: Some(rule!("SC-13.2")), ..Refusal::not_asked(text) };
        }
        Refusal::not_asked("it is somebody else's decision now")
    }

    pub(crate) fn open_choice_of_events(&mut self) -> bool {
        let open = self.all_seats().any(|s| self.must_choose_event(s));
        if !open {
            self.stack.pop();
        }
        open
    }

    /// SC-13.2: what all chose at the same time is carried out from the first player clockwise.
    pub(crate) fn next_events(&mut self, i: u8, cx: &mut Cx<'_>) {
        let next = (i..self.n).find(|i| {
            let player = self.player(self.nth(*i));
            !player.out && !player.drawn.is_empty()
        });
        let Some(i) = next else { return };
        let seat = self.nth(i);
        self.push(Task::Events(i + 1));
        let pick = std::mem::take(&mut self.player_mut(seat).pick);
        self.carry_out_events(seat, pick, cx);
    }

    /// What a player chose is shown and carried out; no event card is left to him.
    pub(crate) fn carry_out_events(&mut self, seat: Seat, pick: Pick, cx: &mut Cx<'_>) {
        let ends: Vec<u8> = self.player(seat).drawn.iter().filter(|c| is_end_card(*c)).collect();
        if ends.is_empty() {
            self.play_event(seat, pick, cx);
            return;
        }
        // SC-13.5 to SC-13.7: all End cards are played, with one benefit; the other cards are discarded.
        for card in &ends {
            self.player_mut(seat).drawn.remove(*card);
            self.ends += 1;
        }
        cx.tell.reveal(Event::EndDrawsNear { who: self.faction(seat), n: ends.len() as u8 });
        self.discard_events(seat, cx);
        self.push(Frame::EndBenefit(seat));
    }

    /// The rest is shown and discarded (SC-13.2, SC-13.9).
    fn discard_events(&mut self, seat: Seat, cx: &mut Cx<'_>) {
        let rest: Vec<u8> = self.player(seat).drawn.iter().collect();
        self.player_mut(seat).drawn = Default::default();
        rest.iter().for_each(|c| self.event_discard.insert(*c));
        if cx.tell.is_aloud() && !rest.is_empty() {
            let cards = rest.iter().map(|c| data().event(*c)).collect();
            cx.tell.reveal(Event::EventsDiscarded { who: self.faction(seat), cards });
        }
    }

    pub(crate) fn drawn_card(&self, seat: Seat, kind: EventCard) -> Option<u8> {
        self.player(seat).drawn.iter().find(|c| data().event(*c) == kind)
    }

    fn play_event(&mut self, seat: Seat, pick: Pick, cx: &mut Cx<'_>) {
        let who = self.faction(seat);
        let Pick::Card(card) = pick else {
            cx.tell.all(Event::PlaysNone { who });
            self.discard_events(seat, cx);
            return;
        };
        let kind = data().event(card);
        self.player_mut(seat).drawn.remove(card);
        // SC-13.3: a card to be kept goes to the play area.
        match kind.data().timing {
            // SC-13.14: it lies open from now on.
            Timing::Hold => {
                self.player_mut(seat).held.insert(card);
                cx.tell.reveal(Event::HoldsEvent { who, card: kind });
                self.discard_events(seat, cx);
                return;
            }
            Timing::Keep => {
                self.player_mut(seat).held.insert(card);
                cx.tell.reveal(Event::HoldsEvent { who, card: kind });
            }
            Timing::Now | Timing::Forced => {
                self.event_discard.insert(card);
                cx.tell.reveal(Event::PlaysEvent { who, card: kind });
            }
        }
        self.discard_events(seat, cx);
        let depth = self.stack.len();
        let deeds = Sum::of(&kind.data().effect, &Scene::default()).deeds;
        // SC-13.8: what is bought here is paid as ever. SC-13.16: points count at once for the end, for 14.1 in the next step 6.
        for deed in deeds.iter().flatten() {
            self.begin_deed(seat, *deed, cx);
        }
        let asks = self.stack.len() > depth;
        let at_once =
            deeds.iter().flatten().any(|d| matches!(d, Deed::Points(_) | Deed::Workers(_) | Deed::Cards(_)));
        // SC-13.13: no legal target, no effect.
        if asks && !at_once && !self.has_answer() {
            cx.tell.all(Event::EventWithoutEffect { card: kind });
        }
    }

    /// Has the question on top an answer besides stopping?
    fn has_answer(&self) -> bool {
        let frame = *self.stack.last().expect("a question");
        self.asked_seat(frame).is_none_or(|seat| self.is_more(seat))
    }

    /// SC-13.13: which of the seat's cards would do nothing as things stand.
    pub(crate) fn idle_events(&self, seat: Seat) -> Vec<EventCard> {
        let mut kinds: Vec<EventCard> = self.player(seat).drawn.iter().map(|c| data().event(c)).collect();
        kinds.dedup();
        kinds.retain(|kind| self.is_idle(seat, *kind));
        kinds
    }

    pub(crate) fn is_idle(&self, seat: Seat, kind: EventCard) -> bool {
        match kind.data().timing {
            Timing::Hold | Timing::Keep => return false,
            Timing::Now | Timing::Forced => {}
        }
        let deeds = Sum::of(&kind.data().effect, &Scene::default()).deeds;
        let does = |deed: Deed| {
            if let Some(frame) = self.deed_frame(seat, deed) {
                let mut then = self.clone();
                then.push(frame);
                then.has_answer()
            } else if let Deed::Points(_) = deed {
                // SC-15.14: no points in Galactic Conquest.
                !self.rules.galactic
            } else if let Deed::Workers(_) = deed {
                self.workers(seat) < data().race(self.race(seat)).workers
            } else {
                true
            }
        };
        !deeds.iter().flatten().any(|deed| does(*deed))
    }

    /// The question that a deed asks, if it asks one.
    fn deed_frame(&self, seat: Seat, deed: Deed) -> Option<Frame> {
        match deed {
            Deed::Transports(n) => Some(Frame::Transports { seat, n }),
            Deed::Deploy { units, cost } => Some(Frame::Deploy { seat, units, cost, planet: None }),
            Deed::Buy { n, what } => Some(Frame::EventBuy { seat, n, what }),
            Deed::Technology => Some(Frame::TakeTech(seat)),
            Deed::ZEnds { n, up_to } => Some(Frame::ZEnd { seat, n, up_to, moved: None }),
            Deed::Peek => Some(Frame::Peek(seat)),
            Deed::Bombard => Some(Frame::Bombard(seat)),
            Deed::Deplete => Some(Frame::Deplete(seat)),
            Deed::Points(_) | Deed::Workers(_) | Deed::Cards(_) | Deed::End => None,
        }
    }

    /// Carries out what needs no decision, and asks for the rest. End cards are played before the choice.
    fn begin_deed(&mut self, seat: Seat, deed: Deed, cx: &mut Cx<'_>) {
        if let Some(frame) = self.deed_frame(seat, deed) {
            self.push(frame);
        } else if let Deed::Points(n) = deed {
            self.give_points(seat, n, cx);
        } else if let Deed::Cards(n) = deed {
            self.draw_cards(seat, n, cx);
        } else if let Deed::Workers(n) = deed {
            let left = data().race(self.race(seat)).workers - self.workers(seat);
            let n = n.min(left);
            self.player_mut(seat).pool += n;
            cx.tell.all(Event::Workers { who: self.faction(seat), n });
        }
    }

    /// Everything that an event could sell, technologies apart.
    pub(crate) fn event_list(&self, seat: Seat, what: Goods, offs: &[Option<Res>]) -> Vec<Purchase> {
        let mut out = Vec::new();
        if matches!(what, Goods::Module | Goods::ModuleOrBuilding) {
            for module in Module::ALL {
                out.extend(offs.iter().map(|off| Purchase::BuyModule { module: *module, off: *off }));
            }
        }
        if matches!(what, Goods::Building | Goods::ModuleOrBuilding) {
            for building in self.race(seat).buildings() {
                out.extend(offs.iter().map(|off| Purchase::BuyBuilding { building: *building, off: *off }));
            }
        }
        if what == Goods::Base {
            for area in self.all_areas().filter(|a| self.has_unit_on(seat, a.planet())) {
                out.extend(offs.iter().map(|off| Purchase::BuyBase { area, off: *off }));
            }
        }
        out
    }

    /// What something costs that an event sells, with the discount, or why it is not for sale.
    pub(crate) fn event_price(
        &self,
        seat: Seat,
        n: u8,
        what: Goods,
        purchase: Purchase,
    ) -> Result<Price, No> {
        let sells = |sold: bool| need(sold, rule!("SC-13.2"), "the card sells something else");
        let price = if let Purchase::BuyModule { module, .. } = purchase {
            sells(matches!(what, Goods::Module | Goods::ModuleOrBuilding))?;
            self.judge_module(seat, module)?
        } else if let Purchase::BuyBuilding { building, .. } = purchase {
            sells(matches!(what, Goods::Building | Goods::ModuleOrBuilding))?;
            self.judge_building(seat, building)?
        } else if let Purchase::BuyBase { area, .. } = purchase {
            sells(what == Goods::Base)?;
            self.judge_base(seat, area)?
        } else {
            return Err(not_asked());
        };
        let off = purchase.off();
        let fits = off.is_some_and(|res| price.of(res) > 0);
        need(fits, rule!("SC-5.1"), "the discount is taken off a resource of the price")?;
        Ok(price.less(off, n))
    }

    /// May an end of a z-axis route move there?
    pub(crate) fn judge_z_move(&self, route: Route, end: u8, slot: Slot) -> Result<(), No> {
        let ends = self.routes[usize::from(route.0)].ends;
        let (here, other) = (ends[usize::from(end)], ends[1 - usize::from(end)]);
        need(slot.planet != here.planet, rule!("SC-13.2"), "the end moves to another planet")?;
        self.judge_z_end(slot, Some(other.planet))
    }

    /// Asked whatever the hand holds; an empty one has no effect.
    pub(crate) fn open_peek_card(&mut self, at: Seat, cx: &mut Cx<'_>) -> bool {
        if self.player(at).hand != 0 { true } else { self.task(|_, _| {}, cx) }
    }
}
