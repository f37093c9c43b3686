//! Chapter 13: regrouping step 8, event cards.

use crate::{
    action::Action,
    board::areas_of,
    data::{EventCard, Price, Timing, data},
    edition::EventOrder,
    effect::{Deed, Goods, Kind, Scene, Sum},
    event::Event,
    ids::{Area, Card, Module, Planet, Res, Route},
    setup::is_end_card,
    state::{Depletion, Frame, Item, Pick, StarCraft, Task},
    turn::Cx,
    why::{No, need, no, not_asked},
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
    fn carry_out_events(&mut self, seat: Seat, pick: Pick, cx: &mut Cx<'_>) {
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

    pub(crate) fn offer_events(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::NoEvent);
        let mut last = None;
        for card in self.player(seat).drawn.iter() {
            let kind = data().event(card);
            if last != Some(kind) {
                out.push(Action::PlayEvent(kind));
            }
            last = Some(kind);
        }
    }

    fn drawn_card(&self, seat: Seat, kind: EventCard) -> Option<u8> {
        self.player(seat).drawn.iter().find(|c| data().event(*c) == kind)
    }

    pub(crate) fn judge_event(&self, seat: Seat, action: Action) -> Result<(), No> {
        let card = match action {
            Action::NoEvent => None,
            Action::PlayEvent(kind) => {
                let card = self.drawn_card(seat, kind);
                need(card.is_some(), rule!("SC-13.2"), "you did not draw that card this round")?;
                card
            }
            _ => return Err(not_asked()),
        };
        let must = self.player(seat).drawn.iter().any(is_end_card);
        need(!must || card.is_some_and(is_end_card), rule!("SC-13.5"), "The End Draws Near must be played")
    }

    pub(crate) fn choose_event(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        let who = self.faction(seat);
        let (pick, card) = match action {
            Action::PlayEvent(kind) => (Pick::Card(self.drawn_card(seat, kind).expect("judged")), Some(kind)),
            _ => (Pick::Nothing, None),
        };
        self.push(Frame::ChooseEvents);
        match self.later.events {
            EventOrder::AtOnce => {
                self.player_mut(seat).pick = pick;
                cx.tell.only(SeatSet::only(seat), Event::WillPlay { who, card });
            }
            EventOrder::Clockwise => self.carry_out_events(seat, pick, cx),
        }
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
        let Some(seat) = self.asked_seat(frame) else { return true };
        let mut out = Vec::new();
        self.offer(frame, seat, &mut out);
        out.into_iter().any(|a| a != Action::Done && self.judge(frame, seat, a).is_ok())
    }

    /// SC-13.13: which of the seat's cards would do nothing as things stand.
    pub(crate) fn idle_events(&self, seat: Seat) -> Vec<EventCard> {
        let mut kinds: Vec<EventCard> = self.player(seat).drawn.iter().map(|c| data().event(c)).collect();
        kinds.dedup();
        kinds.retain(|kind| self.is_idle(seat, *kind));
        kinds
    }

    fn is_idle(&self, seat: Seat, kind: EventCard) -> bool {
        match kind.data().timing {
            Timing::Hold | Timing::Keep => return false,
            Timing::Now | Timing::Forced => {}
        }
        let deeds = Sum::of(&kind.data().effect, &Scene::default()).deeds;
        let does = |deed: Deed| match self.deed_frame(seat, deed) {
            Some(frame) => {
                let mut then = self.clone();
                then.push(frame);
                then.has_answer()
            }
            None => match deed {
                // SC-15.14: no points in Galactic Conquest.
                Deed::Points(_) => !self.rules.galactic,
                Deed::Workers(_) => self.workers(seat) < data().race(self.race(seat)).workers,
                Deed::Cards(_)
                | Deed::End
                | Deed::Transports(_)
                | Deed::Deploy { .. }
                | Deed::Buy { .. }
                | Deed::Technology
                | Deed::ZEnds { .. }
                | Deed::Peek
                | Deed::Bombard
                | Deed::Deplete => true,
            },
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

    /// Carries out what needs no decision, and asks for the rest.
    fn begin_deed(&mut self, seat: Seat, deed: Deed, cx: &mut Cx<'_>) {
        if let Some(frame) = self.deed_frame(seat, deed) {
            self.push(frame);
            return;
        }
        match deed {
            Deed::Points(n) => self.give_points(seat, n, cx),
            Deed::Workers(n) => {
                let left = data().race(self.race(seat)).workers - self.workers(seat);
                let n = n.min(left);
                self.player_mut(seat).pool += n;
                cx.tell.all(Event::Workers { who: self.faction(seat), n });
            }
            Deed::Cards(n) => self.draw_cards(seat, n, cx),
            Deed::Transports(_)
            | Deed::Deploy { .. }
            | Deed::Buy { .. }
            | Deed::Technology
            | Deed::ZEnds { .. }
            | Deed::Peek
            | Deed::Bombard
            | Deed::Deplete => unreachable!("it asks"),
            Deed::End => unreachable!("End cards are played before the choice"),
        }
    }

    pub(crate) fn take_benefit(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        match action {
            Action::TakePoint => self.give_points(seat, 1, cx),
            _ => self.draw_cards(seat, 3, cx),
        }
    }

    // Deploy.

    pub(crate) fn offer_deploy(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Done);
        for planet in self.planets().filter(|p| self.has_base_on(seat, *p)) {
            for unit in self.buildable(seat).iter() {
                out.extend(areas_of(planet).map(|area| Action::Deploy { unit, area }));
            }
        }
    }

    pub(crate) fn judge_deploy(
        &self,
        seat: Seat,
        cost: u8,
        planet: Option<Planet>,
        action: Action,
    ) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::Deploy { unit, area } => {
                need(
                    self.buildable(seat).has(unit),
                    rule!("SC-6.6"),
                    "none of your buildings allows that unit",
                )?;
                need(
                    data().unit(unit).total_cost <= cost,
                    rule!("SC-13.2"),
                    "that unit costs more than the card allows",
                )?;
                let here = self.exists(area) && self.has_base_on(seat, area.planet());
                need(here, rule!("SC-13.2"), "units are deployed on a planet with a base of yours")?;
                let same = planet.is_none_or(|p| p == area.planet());
                need(same, rule!("SC-13.2"), "all units are deployed on one planet")?;
                self.judge_new_unit(seat, unit, area)
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_deploy(&mut self, seat: Seat, units: u8, cost: u8, action: Action, cx: &mut Cx<'_>) {
        let Action::Deploy { unit, area } = action else { return };
        self.build_unit(seat, area, unit);
        cx.tell.all(Event::Deployed { who: self.faction(seat), unit, area });
        if units > 1 {
            let (units, cost) = (units - 1, cost - data().unit(unit).total_cost);
            self.push(Frame::Deploy { seat, units, cost, planet: Some(area.planet()) });
        }
    }

    // Transports.

    pub(crate) fn offer_transports(&self, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend((0..self.routes.len()).map(|r| Action::PutTransport(Route(r as u8))));
    }

    pub(crate) fn judge_free_transport(&self, seat: Seat, action: Action) -> Result<(), No> {
        match action {
            Action::Done => Ok(()),
            Action::PutTransport(route) => {
                self.judge_transport(seat, route)?;
                let near = self.ends_of(route).iter().any(|p| self.has_base_on(seat, *p));
                need(near, rule!("SC-6.9"), "the route must touch a planet with a base of yours")
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn take_free_transport(&mut self, seat: Seat, n: u8, action: Action, cx: &mut Cx<'_>) {
        let Action::PutTransport(route) = action else { return };
        self.put_transport(seat, route);
        let planets = self.ends_of(route);
        cx.tell.all(Event::TransportPlaced { who: self.faction(seat), route, planets });
        if n > 1 {
            self.push(Frame::Transports { seat, n: n - 1 });
        }
    }

    // Purchases at a discount.

    pub(crate) fn offer_event_buy(&self, seat: Seat, what: Goods, out: &mut Vec<Action>) {
        let offs = [Some(Res::Minerals), Some(Res::Gas)];
        if what == Goods::Technology {
            self.offer_tech(seat, &offs, out);
            return;
        }
        out.push(Action::Done);
        if matches!(what, Goods::Module | Goods::ModuleOrBuilding) {
            for module in Module::ALL {
                out.extend(offs.iter().map(|off| Action::BuyModule { module: *module, off: *off }));
            }
        }
        if matches!(what, Goods::Building | Goods::ModuleOrBuilding) {
            for building in self.race(seat).buildings() {
                out.extend(offs.iter().map(|off| Action::BuyBuilding { building: *building, off: *off }));
            }
        }
        if what == Goods::Base {
            let areas = self.all_areas().filter(|a| self.has_unit_on(seat, a.planet()));
            for area in areas {
                out.extend(offs.iter().map(|off| Action::BuyBase { area, off: *off }));
            }
        }
    }

    /// The price of something that an event sells; none for what is no purchase.
    pub(crate) fn event_price(&self, seat: Seat, n: u8, what: Goods, action: Action) -> Option<Price> {
        self.event_item(seat, n, what, action).ok().map(|(price, _)| price)
    }

    /// What an event sells, and its price with the discount.
    fn event_item(&self, seat: Seat, n: u8, what: Goods, action: Action) -> Result<(Price, Item), No> {
        let wrong = no(rule!("SC-13.2"), "the card sells something else");
        let (price, off, item) = match action {
            Action::BuyModule { module, off } if matches!(what, Goods::Module | Goods::ModuleOrBuilding) => {
                (self.judge_module(seat, module)?, off, Item::Module(module))
            }
            Action::BuyBuilding { building, off }
                if matches!(what, Goods::Building | Goods::ModuleOrBuilding) =>
            {
                (self.judge_building(seat, building)?, off, Item::Building(building))
            }
            Action::BuyBase { area, off } if what == Goods::Base => {
                (self.judge_base(seat, area)?, off, Item::Base(area))
            }
            Action::BuyModule { .. } | Action::BuyBuilding { .. } | Action::BuyBase { .. } => {
                return Err(wrong);
            }
            _ => return Err(not_asked()),
        };
        let fits = off.is_some_and(|res| price.of(res) > 0);
        need(fits, rule!("SC-5.1"), "the discount is taken off a resource of the price")?;
        Ok((price.less(off, n), item))
    }

    pub(crate) fn judge_event_buy(&self, seat: Seat, n: u8, what: Goods, action: Action) -> Result<(), No> {
        if action == Action::Done {
            return Ok(());
        }
        if what == Goods::Technology {
            return self.judge_tech(seat, n, action);
        }
        let (price, _) = self.event_item(seat, n, what, action)?;
        self.afford(seat, price)
    }

    pub(crate) fn take_event_buy(&mut self, seat: Seat, n: u8, action: Action, _cx: &mut Cx<'_>) {
        match action {
            Action::BuyTech { tech, off } => {
                let price = self.tech_price(tech, off, n).expect("judged");
                debug_assert!(tech.data().kind != Kind::Play || tech.data().copies == 1);
                self.buy_tech(seat, tech, price, false);
            }
            Action::BuyModule { .. } => self.sell(seat, n, Goods::Module, action),
            Action::BuyBuilding { .. } => self.sell(seat, n, Goods::Building, action),
            Action::BuyBase { .. } => self.sell(seat, n, Goods::Base, action),
            _ => {}
        }
    }

    fn sell(&mut self, seat: Seat, n: u8, what: Goods, action: Action) {
        let (price, item) = self.event_item(seat, n, what, action).expect("judged");
        self.buy(seat, price, item);
    }

    // Z-axis ends.

    pub(crate) fn offer_z_ends(&self, out: &mut Vec<Action>) {
        out.push(Action::Done);
        for r in (0..self.routes.len()).filter(|r| self.routes[*r].z) {
            out.extend([0, 1].map(|end| Action::ZEnd { route: Route(r as u8), end }));
        }
    }

    pub(crate) fn judge_z_pick(
        &self,
        up_to: bool,
        moved: Option<(Route, u8)>,
        action: Action,
    ) -> Result<(), No> {
        match action {
            Action::Done => {
                let mut out = Vec::new();
                self.offer_z_ends(&mut out);
                let some =
                    out.into_iter().any(|a| a != Action::Done && self.judge_z_pick(up_to, moved, a).is_ok());
                need(up_to || !some, rule!("SC-13.2"), "one end must be moved")
            }
            Action::ZEnd { route, end } => {
                let way = self.routes.get(usize::from(route.0)).filter(|w| w.z && end < 2);
                need(way.is_some(), rule!("SC-2.17"), "that is not an end of a z-axis route")?;
                need(moved != Some((route, end)), rule!("SC-13.2"), "that end was moved already")?;
                let free = self.free_slots().any(|s| self.judge_z_move(route, end, Action::ZSlot(s)).is_ok());
                need(free, rule!("SC-2.18"), "no free slot on another planet is left for that end")
            }
            _ => Err(not_asked()),
        }
    }

    pub(crate) fn judge_z_move(&self, route: Route, end: u8, action: Action) -> Result<(), No> {
        let Action::ZSlot(slot) = action else { return Err(not_asked()) };
        let ends = self.routes[usize::from(route.0)].ends;
        let (here, other) = (ends[usize::from(end)], ends[1 - usize::from(end)]);
        need(slot.planet != here.planet, rule!("SC-13.2"), "the end moves to another planet")?;
        self.judge_z_end(slot, Some(other.planet))
    }

    pub(crate) fn take_z_pick(&mut self, seat: Seat, n: u8, up_to: bool, action: Action) {
        if let Action::ZEnd { route, end } = action {
            self.push(Frame::ZTo { seat, n, up_to, route, end });
        }
    }

    #[allow(clippy::too_many_arguments)] // The fields of one frame.
    pub(crate) fn take_z_move(
        &mut self,
        seat: Seat,
        n: u8,
        up_to: bool,
        route: Route,
        end: u8,
        action: Action,
        cx: &mut Cx<'_>,
    ) {
        let Action::ZSlot(to) = action else { unreachable!("judged") };
        let ends = &mut self.routes[usize::from(route.0)].ends;
        let from = std::mem::replace(&mut ends[usize::from(end)], to);
        cx.tell.all(Event::ZMoved { who: self.faction(seat), from, to });
        if n > 1 {
            self.push(Frame::ZEnd { seat, n: n - 1, up_to, moved: Some((route, end)) });
        }
    }

    // A look at a hand.

    pub(crate) fn judge_peek(&self, seat: Seat, action: Action) -> Result<(), No> {
        let Action::PeekAt(at) = action else { return Err(not_asked()) };
        let other = at != seat && at.0 < self.n && !self.player(at).out;
        need(other, rule!("SC-13.2"), "choose another player who is still in the game")
    }

    pub(crate) fn take_peek(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        let Action::PeekAt(at) = action else { unreachable!("judged") };
        self.look_at_hand(seat, at, cx);
        self.push(Frame::PeekCard { seat, at });
    }

    /// Asked whatever the hand holds; an empty one has no effect.
    pub(crate) fn open_peek_card(&mut self, at: Seat, cx: &mut Cx<'_>) -> bool {
        if self.player(at).hand != 0 { true } else { self.task(|_, _| {}, cx) }
    }

    pub(crate) fn judge_peek_card(&self, at: Seat, action: Action) -> Result<(), No> {
        let Action::Discard(face) = action else { return Err(not_asked()) };
        let there = self.card_with(at, self.player(at).hand, face).is_some();
        need(there, rule!("SC-13.2"), "that card is not in the hand you look at")
    }

    pub(crate) fn take_peek_card(&mut self, seat: Seat, at: Seat, action: Action, cx: &mut Cx<'_>) {
        let Action::Discard(face) = action else { unreachable!("judged") };
        let card: Card = self.card_with(at, self.player(at).hand, face).expect("judged");
        self.player_mut(at).hand &= !card.bit();
        self.discard_card(at, card);
        cx.tell.reveal(Event::LostToObservers { who: self.faction(seat), of: self.faction(at), face });
    }

    // Bombardment and depletion.

    pub(crate) fn judge_bombard(&self, seat: Seat, action: Action) -> Result<(), No> {
        let Action::Bombard(area) = action else { return Err(not_asked()) };
        need(self.exists(area), rule!("SC-13.2"), "there is no such area in this game")?;
        let theirs = self.ground(area).owner.is_some_and(|o| o != seat);
        need(theirs, rule!("SC-13.2"), "no units of another player are there")?;
        let near = areas_of(area.planet()).any(|a| self.controls(seat, a));
        need(near, rule!("SC-13.2"), "you control no area of that planet")
    }

    pub(crate) fn take_bombard(&mut self, seat: Seat, action: Action, cx: &mut Cx<'_>) {
        let Action::Bombard(area) = action else { unreachable!("judged") };
        let victim = self.faction(self.ground(area).owner.expect("judged"));
        cx.tell.all(Event::Bombarded { who: self.faction(seat), area, victim });
        self.push(Frame::BombardLose(area));
    }

    pub(crate) fn offer_bombard_loss(&self, area: Area, out: &mut Vec<Action>) {
        let Some(owner) = self.ground(area).owner else { return };
        let there = self.ground(area).units;
        out.extend(self.race(owner).units().iter().filter(|u| there[u.slot()] > 0).map(|u| Action::Lose(*u)));
    }

    pub(crate) fn judge_bombard_loss(&self, area: Area, action: Action) -> Result<(), No> {
        let Action::Lose(unit) = action else { return Err(not_asked()) };
        let owner = self.ground(area).owner.expect("an area with units");
        need(self.count_in(owner, area, unit) > 0, rule!("SC-13.2"), "no such unit of yours is there")
    }

    pub(crate) fn take_bombard_loss(&mut self, area: Area, action: Action, cx: &mut Cx<'_>) {
        let Action::Lose(unit) = action else { unreachable!("judged") };
        let owner = self.ground(area).owner.expect("judged");
        self.destroy_unit(owner, area, unit);
        cx.tell.all(Event::UnitLost { who: self.faction(owner), unit, area });
        self.eliminate(cx);
    }

    /// SC-5.17: a mineral or gas area that is not fully depleted, whoever holds it.
    pub(crate) fn judge_deplete(&self, action: Action) -> Result<(), No> {
        let Action::Deplete(area) = action else { return Err(not_asked()) };
        let resource = self.exists(area) && data().area(area).is_some_and(|a| a.content.resource().is_some());
        need(resource, rule!("SC-5.17"), "only mineral and gas areas can be depleted")?;
        let left = self.ground(area).depletion != Depletion::Full;
        need(left, rule!("SC-5.17"), "that area is fully depleted")
    }

    pub(crate) fn take_deplete(&mut self, action: Action, cx: &mut Cx<'_>) {
        let Action::Deplete(area) = action else { unreachable!("judged") };
        self.deplete(area, cx);
    }
}
