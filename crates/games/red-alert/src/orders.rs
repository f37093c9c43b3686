//! Chapters 7 and 8: the command card, and which units it orders.

use crate::board::{Hex, HexSet, NONE, Sector, Side, Wing};
use crate::data::connected;
use crate::data::{Class, CommandId, Face, Kind};
use crate::effect::{OrderFilter, Plan, RATING};
use crate::event::{Cx, Event, Ship};
use crate::state::{FLEET, Marks, Open, OrderMode, RedAlert, Stage, Unit, UnitId};
use crate::team::commander;
use klaxon_core::{Refusal, Seat, SeatSet, rule};

impl Open {
    /// Would the card in play order a unit of this kind on this hex, given what is ordered already?
    pub(crate) fn check_order_fit(&self, seat: Seat, kind: Kind, hex: Hex) -> Result<(), Refusal> {
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        let ordered = self.ordered();
        match self.orders {
            OrderMode::None => illegal(rule!("RA-7.3"), "the card orders no units".into()),
            OrderMode::Fallback if ordered.is_empty() => Ok(()),
            OrderMode::Fallback => {
                illegal(rule!("RA-8.7"), "the card orders one unit here, and it is named".into())
            }
            OrderMode::Any(max) => {
                self.check_filter(kind, hex, ordered)?;
                if ordered.len() >= usize::from(max) {
                    return illegal(rule!("RA-7.7"), format!("the card orders at most {max} units"));
                }
                Ok(())
            }
            OrderMode::Group(max) => {
                if kind == Kind::FL {
                    return Ok(());
                }
                let near =
                    self.flagship(self.active).is_some_and(|id| self.unit(id).hex().neighbours().has(hex));
                if !near {
                    let text = "the card orders the flagship and units adjacent to it";
                    return illegal(rule!("RA-7.2"), text.into());
                }
                let others = ordered.iter().filter(|h| self.kind_at(*h) != Some(Kind::FL)).count();
                if others >= usize::from(max) {
                    return illegal(
                        rule!("RA-7.7"),
                        format!("the card orders at most {max} units besides the flagship"),
                    );
                }
                Ok(())
            }
            OrderMode::Rolled(caps, any) => {
                let mut count = self.ordered_classes();
                count[kind.class() as usize] += 1;
                let over: u8 = (0..3).map(|c| count[c].saturating_sub(caps[c])).sum();
                if over > any {
                    let text = format!("no symbol is left for a {} class unit", kind.class().name());
                    return illegal(rule!("RA-8.6"), text);
                }
                Ok(())
            }
            OrderMode::Sectors(caps) => {
                let caps = self.caps_of(seat, caps);
                if !Sector::ALL.iter().any(|s| caps[*s as usize] > 0 && hex.is_in(*s)) {
                    let open = |wing: &Wing| caps[wing.sector(self.active) as usize] > 0;
                    let places: Vec<&str> = Wing::ALL.into_iter().filter(open).map(Wing::place).collect();
                    let text = format!("the card orders units {}", places.join(" and "));
                    return illegal(rule!("RA-7.2"), text);
                }
                // RA-8.5: every unit needs an order of its own.
                if self.sectors_fit(seat, caps, Some(hex)) {
                    Ok(())
                } else {
                    let here = |wing: &Wing| hex.is_in(wing.sector(self.active));
                    let places: Vec<&str> = Wing::ALL.into_iter().filter(here).map(Wing::place).collect();
                    illegal(rule!("RA-8.5"), format!("all orders {} are given", places.join(" and ")))
                }
            }
        }
    }

    fn check_filter(&self, kind: Kind, hex: Hex, ordered: HexSet) -> Result<(), Refusal> {
        let illegal = |text: String| Err(Refusal::illegal(rule!("RA-7.2"), text));
        match self.plan().filter {
            OrderFilter::All => Ok(()),
            OrderFilter::Class(class) if kind.class() == class => Ok(()),
            OrderFilter::Class(class) => illegal(format!("the card orders {} class units", class.name())),
            OrderFilter::NearEnemy if self.is_near_enemy(self.active, hex) => Ok(()),
            OrderFilter::NearEnemy => illegal("the card orders units adjacent to an enemy".into()),
            OrderFilter::AwayFromEnemy if !self.is_near_enemy(self.active, hex) => Ok(()),
            OrderFilter::AwayFromEnemy => illegal("the card orders units not adjacent to an enemy".into()),
            OrderFilter::Chain if ordered.is_empty() || !hex.neighbours().and(ordered).is_empty() => Ok(()),
            OrderFilter::Chain => {
                illegal("the card orders a chain: name a unit next to an ordered one".into())
            }
        }
    }

    /// Hexes of the units ordered so far.
    pub fn ordered(&self) -> HexSet {
        self.units_of(self.active)
            .map(|id| self.unit(id))
            .filter(|u| u.is(Marks::ORDERED))
            .map(Unit::hex)
            .collect()
    }

    fn ordered_classes(&self) -> [u8; 3] {
        let mut count = [0; 3];
        for hex in self.ordered().iter() {
            if let Some(kind) = self.kind_at(hex) {
                count[kind.class() as usize] += 1;
            }
        }
        count
    }

    fn kind_at(&self, hex: Hex) -> Option<Kind> {
        self.unit_at(hex).map(|id| self.unit(id).kind)
    }

    /// The orders of a sector card that belong to a seat (RA-22.3, RA-22.10).
    fn caps_of(&self, seat: Seat, caps: [u8; 3]) -> [u8; 3] {
        let mut own = [0; 3];
        for sector in Sector::ALL {
            if self.sector_seat(self.active, sector) == seat {
                own[sector as usize] = caps[sector as usize];
            }
        }
        own
    }

    /// Can the seat's ordered units, and one on `more`, each be given an order of a sector they stand in (RA-8.5)?
    fn sectors_fit(&self, seat: Seat, caps: [u8; 3], more: Option<Hex>) -> bool {
        // Units by where they stand: west, centre, east, west or centre, centre or east.
        let mut n = [0u8; 5];
        let mut add = |hex: Hex| {
            let place = match (hex.is_in(Sector::West), hex.is_in(Sector::Centre), hex.is_in(Sector::East)) {
                (true, true, _) => 3,
                (_, true, true) => 4,
                (true, false, _) => 0,
                (_, true, false) => 1,
                (false, false, _) => 2,
            };
            n[place] += 1;
        };
        for id in self.units_of(self.active) {
            let unit = self.unit(id);
            if unit.is(Marks::ORDERED) && unit.ctrl == seat.0 {
                add(unit.hex());
            }
        }
        if let Some(hex) = more {
            add(hex);
        }
        // The wings take as many of the dotted-line units as they can; the centre takes the rest.
        if n[0] > caps[0] || n[2] > caps[2] {
            return false;
        }
        let west = n[3].min(caps[0] - n[0]);
        let east = n[4].min(caps[2] - n[2]);
        n[1] + (n[3] - west) + (n[4] - east) <= caps[1]
    }

    /// May the seat order the unit on this hex?
    pub(crate) fn check_order(&self, seat: Seat, hex: Hex) -> Result<(), Refusal> {
        let Some(id) = self.own_at(self.active, hex) else {
            return Err(Refusal::illegal(rule!("RA-8.1"), format!("you have no unit on {hex}")));
        };
        let unit = self.unit(id);
        if unit.is(Marks::ORDERED) {
            return Err(Refusal::illegal(rule!("RA-8.3"), "a unit receives at most one order a turn"));
        }
        self.check_order_fit(seat, unit.kind, hex)
    }

    /// May the seat take this order back?
    pub(crate) fn check_unorder(&self, seat: Seat, hex: Hex) -> Result<(), Refusal> {
        let ordered = self.own_at(self.active, hex).filter(|&id| self.unit(id).is(Marks::ORDERED));
        let Some(id) = ordered else {
            return Err(Refusal::illegal(rule!("RA-8.1"), format!("no unit of yours on {hex} is ordered")));
        };
        if matches!(self.orders, OrderMode::Sectors(_)) && self.unit(id).ctrl != seat.0 {
            return Err(Refusal::illegal(rule!("RA-22.3"), "another player of your side ordered this unit"));
        }
        let mut rest = self.ordered();
        rest.remove(hex);
        if matches!(self.orders, OrderMode::Any(_))
            && self.plan().filter == OrderFilter::Chain
            && !connected(rest)
        {
            return Err(Refusal::illegal(
                rule!("RA-7.2"),
                "the other ordered units would no longer form a chain",
            ));
        }
        if self.unit(id).is(Marks::JUMPED)
            && matches!(self.orders, OrderMode::Group(_))
            && self.unit(id).kind == Kind::FL
        {
            let near = rest.and(hex.neighbours());
            if !near.is_empty() {
                return Err(Refusal::illegal(
                    rule!("RA-7.2"),
                    "units next to this flagship are ordered through it",
                ));
            }
        }
        Ok(())
    }

    /// May a waiting unit come onto a jump point with an order (RA-24.1, RA-24.4)?
    pub(crate) fn check_bring(&self, seat: Seat, kind: Kind, at: Hex) -> Result<(), Refusal> {
        let side = self.active.index();
        let illegal = |text: String| Err(Refusal::illegal(rule!("RA-24.1"), text));
        if !self.jump_points[side].contains(&at.number()) {
            return illegal(format!("{at} is none of your jump points"));
        }
        if self.waiting[side][kind as usize] == 0 {
            return illegal(format!("no {} wait to come", kind.words()));
        }
        if self.unit_at(at).is_some() || self.debris.has(at) {
            return illegal(format!("the jump point {at} is not empty"));
        }
        self.check_order_fit(seat, kind, at)
    }

    /// Waiting units that an order could bring now.
    pub(crate) fn bringable(&self, seat: Seat) -> impl Iterator<Item = (Kind, Hex)> + '_ {
        let side = self.active.index();
        let kinds = move |k: &Kind| self.waiting[side][*k as usize] > 0;
        let points = self.jump_points[side].into_iter().filter(|&p| p != NONE).map(Hex::raw);
        points
            .flat_map(move |at| Kind::ALL.into_iter().filter(kinds).map(move |k| (k, at)))
            .filter(move |&(kind, at)| self.check_bring(seat, kind, at).is_ok())
    }

    /// How many units the card in play orders, and which.
    pub(crate) fn order_mode(&self, rolled: [u8; 6]) -> OrderMode {
        let plan = self.plan();
        let amount = |n: u8| if n == RATING { self.rating } else { n };
        let side = self.active;
        if plan.sector {
            let mut caps = [0; 3];
            for wing in Wing::ALL {
                // Counter Attack gives orders in the same part of the board: his left is my right.
                let whose = if self.mirrored { side.other() } else { side };
                caps[wing.sector(whose) as usize] = amount(plan.slots[wing as usize]);
            }
            OrderMode::Sectors(caps)
        } else if plan.tactic {
            OrderMode::Any(amount(plan.any))
        } else if let Some(max) = plan.group {
            OrderMode::Group(amount(max))
        } else if plan.order_roll {
            OrderMode::Rolled(Class::ALL.map(|c| rolled[c.face() as usize]), rolled[Face::Blast as usize])
        } else {
            OrderMode::None
        }
    }

    /// Could the seat name anything in this stage?
    pub(crate) fn has_orders(&self, seat: Seat) -> bool {
        self.units_of(self.active).any(|id| self.check_order(seat, self.unit(id).hex()).is_ok())
            || self.bringable(seat).next().is_some()
            || self.units_of(self.active).any(|id| {
                let unit = self.unit(id);
                unit.is(Marks::ORDERED) && unit.ctrl == seat.0
            })
    }

    /// What a card that copies acts as: the enemy's last card, unless that one copies or pre-empts itself.
    pub(crate) fn copied(&self, side: Side) -> Option<(CommandId, Plan)> {
        let last = self.last[side.other().index()];
        if last == NONE {
            return None;
        }
        let plan = CommandId(last).card().plan;
        (!plan.copy && plan.preempt.is_none()).then_some((CommandId(last), plan))
    }
}

impl RedAlert {
    /// RA-7.1: a command card is played from the hand, or the one laid aside for initiative.
    pub(crate) fn play_command(&mut self, card: CommandId, cx: &mut Cx) {
        let side = self.open.active;
        let s = side.index();
        // RA-7.6: the rating counts the cards in hand and the one just played.
        self.open.rating = self.open.command_cards[s] + 1;
        self.open.card = card.0;
        self.open.acts_as = card.0;
        self.open.mirrored = false;
        let mut plan = card.card().plan;
        if plan.copy {
            match self.open.copied(side) {
                Some((last, copied)) => {
                    (self.open.acts_as, self.open.mirrored, plan) = (last.0, true, copied);
                }
                None => {
                    self.open.acts_as = NONE;
                    plan = Plan { fallback: true, ..Plan::default() };
                }
            }
        }
        let acts_as = (self.open.acts_as != card.0 && self.open.acts_as != NONE)
            .then_some(CommandId(self.open.acts_as));
        let rating = self.open.rating;
        cx.reveal(|| Event::Command { side, card, acts_as, rating });
        self.plan_orders(plan, cx);
    }

    /// Works out what the card orders; a card that can order nothing skips to phase 5 (RA-7.3).
    fn plan_orders(&mut self, plan: Plan, cx: &mut Cx) {
        let side = self.open.active;
        let rating = self.open.rating;
        let card = CommandId(if self.open.acts_as == NONE { self.open.card } else { self.open.acts_as });
        self.open.rolled = [0; 6];
        if plan.repair_roll {
            let (count, dice) = cx.roll(rating);
            cx.say(|| Event::CardRoll { side, card, dice });
            self.open.rolled = count;
            self.open.orders = OrderMode::None;
            self.open.stage = Stage::Repairs;
            return;
        }
        let mut rolled = [0; 6];
        if plan.order_roll {
            let (count, dice) = cx.roll(rating);
            cx.say(|| Event::CardRoll { side, card, dice });
            self.gain(side, count[Face::Star as usize], cx);
            rolled = count;
        }
        self.open.orders = self.open.order_mode(rolled);
        let possible = self.anything_to_order();
        if !possible && plan.fallback {
            self.fall_back();
        } else if !possible {
            self.open.orders = OrderMode::None;
        }
        if self.open.orders == OrderMode::None || !self.anything_to_order() {
            // RA-7.5: First Strike orders nothing, either.
            // RA-7.3: phases 2 to 4 are skipped.
            let card = CommandId(self.open.card);
            cx.say(|| Event::NoOrders { side, card });
            self.begin_end_phase(cx);
        } else {
            self.begin_orders();
        }
    }

    /// RA-8.7: one unit anywhere, without the card's bonuses. The card's other effects (a reshuffle) stay.
    pub(crate) fn fall_back(&mut self) {
        self.open.orders = OrderMode::Fallback;
    }

    fn anything_to_order(&self) -> bool {
        self.open.team(self.open.active).iter().any(|seat| self.open.has_orders(seat))
    }

    pub(crate) fn begin_orders(&mut self) {
        let side = self.open.active;
        self.open.orderers = [NONE; 3];
        if matches!(self.open.orders, OrderMode::Sectors(_)) {
            // RA-22.10: left, centre, right; one controller of two of them names both at once.
            let mut queue: Vec<u8> = Vec::with_capacity(3);
            for wing in Wing::ALL {
                let seat = self.open.wing_seat(side, wing).0;
                if !queue.contains(&seat) {
                    queue.push(seat);
                }
            }
            for (slot, seat) in self.open.orderers.iter_mut().zip(queue) {
                *slot = seat;
            }
        } else {
            self.open.orderers[0] = commander(side).0;
        }
        self.open.stage = Stage::Orders;
    }

    pub(crate) fn orders_step(&mut self) -> Option<SeatSet> {
        let first = self.open.orderers[0];
        if first == NONE {
            self.open.orders = OrderMode::None;
            self.open.stage = Stage::OrdersCard;
            return None;
        }
        let seat = Seat(first);
        if self.open.has_orders(seat) {
            return Some(SeatSet::only(seat));
        }
        self.next_orderer();
        None
    }

    pub(crate) fn next_orderer(&mut self) {
        self.open.orderers.rotate_left(1);
        self.open.orderers[2] = NONE;
    }

    pub(crate) fn apply_order(&mut self, seat: Seat, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        self.order_unit(seat, id);
        let ship = self.open.ship(id);
        cx.say(|| Event::Ordered { ship });
    }

    fn order_unit(&mut self, seat: Seat, id: UnitId) {
        let hex = self.open.unit(id).hex();
        let side = id.side();
        let ctrl = match self.open.orders {
            OrderMode::Sectors(_) => seat,
            OrderMode::None
            | OrderMode::Any(_)
            | OrderMode::Group(_)
            | OrderMode::Rolled(..)
            | OrderMode::Fallback => self.open.sector_seat(side, hex.sector()),
        };
        let bonus = self.open.orders != OrderMode::Fallback;
        let unit = &mut self.open.units[id.index()];
        unit.ctrl = ctrl.0;
        unit.marks.set(Marks::ORDERED);
        if bonus {
            unit.marks.set(Marks::BONUS);
        }
    }

    /// An order by a card beside the command card: without its bonuses.
    pub(crate) fn order_extra(&mut self, id: UnitId) {
        let hex = self.open.unit(id).hex();
        let ctrl = self.open.sector_seat(id.side(), hex.sector());
        let unit = &mut self.open.units[id.index()];
        unit.ctrl = ctrl.0;
        unit.marks.set(Marks::ORDERED);
    }

    pub(crate) fn apply_unorder(&mut self, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        let ship = self.open.ship(id);
        cx.say(|| Event::Unordered { ship });
        let unit = &mut self.open.units[id.index()];
        unit.marks.clear(Marks::ORDERED.and(Marks::BONUS));
        unit.ctrl = NONE;
        if unit.is(Marks::JUMPED) {
            self.open.waiting[ship.side.index()][ship.kind as usize] += 1;
            self.open.unmuster(id);
        }
    }

    pub(crate) fn apply_bring(&mut self, seat: Seat, kind: Kind, at: Hex, cx: &mut Cx) {
        let side = self.open.active;
        self.open.waiting[side.index()][kind as usize] -= 1;
        let id = self.open.muster(side, kind, at);
        self.order_unit(seat, id);
        self.open.units[id.index()].marks.set(Marks::JUMPED);
        cx.say(|| Event::Arrived { ship: Ship { side, kind, at, id: Some(id) } });
    }

    /// RA-8.8, RA-8.9, RA-8.11: what may come off in the step after orders; nothing has to.
    pub(crate) fn markers_step(&mut self) -> Option<SeatSet> {
        let side = self.open.active;
        let could: SeatSet = self
            .open
            .units_of(side)
            .flat_map(|id| {
                let marker = self.open.check_marker(id).is_ok().then(|| self.open.spender(id));
                let cloak = self.open.check_decloak(id).is_ok().then(|| self.open.unit_seat(id));
                marker.into_iter().chain(cloak)
            })
            .collect();
        let asked = SeatSet(could.0 & !self.open.passed.0);
        if asked.is_empty() {
            self.open.passed = SeatSet::NONE;
            self.open.stage = Stage::OrdersAnnounced;
            return None;
        }
        Some(asked)
    }

    pub(crate) fn apply_marker(&mut self, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        let stars = self.open.marker_price(id);
        self.spend(id.side(), stars);
        self.open.units[id.index()].marks.clear(Marks::ALERT);
        let ship = self.open.ship(id);
        cx.say(|| Event::MarkerOff { ship, stars });
    }

    pub(crate) fn apply_decloak(&mut self, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        self.open.uncloak(id);
        // RA-19.5: one die more in its first combat this turn.
        self.open.units[id.index()].marks.set(Marks::SURPRISE);
        let ship = self.open.ship(id);
        cx.say(|| Event::CloakOff { ship });
    }

    /// D26, RA-8.12: repairs go on while a symbol has a unit to go to (card ruling 13); units that benefit are ordered.
    pub(crate) fn repairs_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let side = self.open.active;
        let any = self.open.units_of(side).any(|id| {
            let hex = self.open.unit(id).hex();
            self.open.check_restore(hex).is_ok() || self.open.check_clear_alert(hex).is_ok()
        });
        if any {
            return Some(SeatSet::only(commander(side)));
        }
        self.open.rolled = [0; 6];
        if self.open.ordered().is_empty() {
            self.fall_back();
            if !self.anything_to_order() {
                let card = CommandId(self.open.card);
                cx.say(|| Event::NoOrders { side, card });
                self.begin_end_phase(cx);
                return None;
            }
            self.begin_orders();
        } else {
            self.open.stage = Stage::OrdersCard;
        }
        None
    }

    pub(crate) fn apply_restore(&mut self, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        let own = self.open.unit(id).class().face() as usize;
        let symbol = if self.open.rolled[own] > 0 { own } else { Face::Blast as usize };
        self.open.rolled[symbol] -= 1;
        self.open.units[id.index()].figures += 1;
        self.order_extra(id);
        let ship = self.open.ship(id);
        let figures = self.open.unit(id).figures;
        cx.say(|| Event::Restored { ship, figures });
    }

    pub(crate) fn apply_clear_alert(&mut self, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        self.open.rolled[Face::RedAlert as usize] -= 1;
        self.open.units[id.index()].marks.clear(Marks::ALERT);
        self.order_extra(id);
        let ship = self.open.ship(id);
        cx.say(|| Event::MarkerOff { ship, stars: 0 });
    }
}

impl Open {
    /// RA-8.8: 1 star for an ordered unit, 2 for another.
    pub fn marker_price(&self, id: UnitId) -> u8 {
        if self.unit(id).is(Marks::ORDERED) { 1 } else { 2 }
    }

    /// May its red alert marker be removed for stars?
    pub(crate) fn check_marker(&self, id: UnitId) -> Result<(), Refusal> {
        if !self.unit(id).is(Marks::ALERT) {
            return Err(Refusal::illegal(rule!("RA-8.8"), "this unit has no red alert marker"));
        }
        let price = self.marker_price(id);
        if self.stars(id.side()) < price {
            let text =
                format!("removing this marker costs {price} star{}", if price == 1 { "" } else { "s" });
            return Err(Refusal::illegal(rule!("RA-8.8"), text));
        }
        Ok(())
    }

    /// May its cloak come off now?
    pub(crate) fn check_decloak(&self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.is(Marks::CLOAKED) {
            return Err(Refusal::illegal(rule!("RA-19.5"), "this unit is not cloaked"));
        }
        if !unit.is(Marks::ORDERED) {
            return Err(Refusal::illegal(rule!("RA-19.5"), "only an ordered unit may drop its cloak"));
        }
        if unit.is(Marks::FRESH_CLOAK) {
            return Err(Refusal::illegal(rule!("RA-19.9"), "this cloak was placed this very turn"));
        }
        Ok(())
    }

    /// May a symbol of Damage Control give this unit a figure back?
    pub(crate) fn check_restore(&self, hex: Hex) -> Result<(), Refusal> {
        let illegal = |text: &str| Err(Refusal::illegal(rule!("RA-17.4"), text));
        let Some(id) = self.own_at(self.active, hex) else { return illegal("you have no unit there") };
        let unit = self.unit(id);
        if unit.figures >= unit.kind.stats().figures {
            return illegal("this unit has lost no figure");
        }
        if self.rolled[unit.class().face() as usize] == 0 && self.rolled[Face::Blast as usize] == 0 {
            return illegal("no symbol is left for this unit's class");
        }
        Ok(())
    }

    /// May a Red Alert of Damage Control remove this unit's marker?
    pub(crate) fn check_clear_alert(&self, hex: Hex) -> Result<(), Refusal> {
        let illegal = |text: &str| Err(Refusal::illegal(rule!("RA-17.4"), text));
        let Some(id) = self.own_at(self.active, hex) else { return illegal("you have no unit there") };
        if !self.unit(id).is(Marks::ALERT) {
            return illegal("this unit has no red alert marker");
        }
        if self.rolled[Face::RedAlert as usize] == 0 {
            return illegal("no Red Alert was rolled for it");
        }
        Ok(())
    }

    /// Takes back a unit that was put on the battlefield in this stage. The unit put there last takes its place in
    /// the list, so that the list has no gap.
    fn unmuster(&mut self, id: UnitId) {
        let side = id.side().index();
        self.lift(id);
        self.mustered[side] -= 1;
        let last = UnitId((side * FLEET) as u8 + self.mustered[side]);
        if last != id {
            self.units[id.index()] = *self.unit(last);
            self.at[self.unit(id).hex().index()] = id.0;
        }
        self.units[last.index()] = Unit::EMPTY;
    }

    /// Can orders of a side still reach units that wait off the map?
    pub(crate) fn has_waiting(&self, side: Side) -> bool {
        self.waiting[side.index()].iter().any(|&n| n > 0)
    }
}
