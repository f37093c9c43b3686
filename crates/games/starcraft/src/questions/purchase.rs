//! Purchases (D10, D12, D21): of a Build order, of a Research order, and of event cards. What each of them sells is said in
//! `build.rs`, `research.rs` and `events.rs`.

use super::{
    About, Action, Asked,
    asked::{May, Verdict},
    finish::Finishing,
};
use crate::{
    data::{Price, Tech, data},
    effect::Goods,
    ids::{Area, Building, Module, Order, Res, Route, Unit},
    situation::spell,
    state::{Frame, Item, StarCraft},
    turn::Play,
    view::View,
    why::not_asked,
    words::{
        area_name, coach,
        label::{at, draft, me, priced, route_name},
        planet_name,
        spots::Spot,
        text::tech_text,
        unit_name,
    },
};
use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, Tip, rule};
use serde::{Deserialize, Serialize};

/// What is bought, and what a discount is taken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purchase {
    /// A worker.
    BuyWorker,
    /// A transport.
    BuyTransport {
        /// Where it goes.
        route: Route,
        /// The discount.
        off: Option<Res>,
    },
    /// A unit.
    BuyUnit {
        /// Which.
        unit: Unit,
        /// Where it goes.
        area: Area,
        /// The discount.
        off: Option<Res>,
    },
    /// A unit that consumes one in its area and perhaps one more elsewhere.
    Morph {
        /// Which.
        unit: Unit,
        /// Where it is made.
        area: Area,
        /// Where the other one is consumed.
        other: Area,
        /// The discount.
        off: Option<Res>,
    },
    /// The next level of a building.
    BuyBuilding {
        /// Which.
        building: Building,
        /// The discount.
        off: Option<Res>,
    },
    /// A module.
    BuyModule {
        /// Which.
        module: Module,
        /// The discount.
        off: Option<Res>,
    },
    /// A base.
    BuyBase {
        /// Where it goes.
        area: Area,
        /// The discount.
        off: Option<Res>,
    },
    /// A technology.
    BuyTech {
        /// Which.
        tech: Tech,
        /// The discount.
        off: Option<Res>,
    },
}

/// Is something sold?
fn sells(question: Frame) -> bool {
    matches!(question, Frame::Build | Frame::ResearchTech | Frame::EventBuy { .. } | Frame::TakeTech(_))
}

impl Purchase {
    /// The thing.
    pub fn item(self) -> Item {
        match self {
            Purchase::BuyWorker => Item::Worker,
            Purchase::BuyTransport { route, .. } => Item::Transport(route),
            Purchase::BuyUnit { unit, area, .. } => Item::Unit(unit, area),
            Purchase::Morph { unit, area, other, .. } => Item::Morph(unit, area, other),
            Purchase::BuyBuilding { building, .. } => Item::Building(building),
            Purchase::BuyModule { module, .. } => Item::Module(module),
            Purchase::BuyBase { area, .. } => Item::Base(area),
            Purchase::BuyTech { tech, .. } => Item::Tech(tech),
        }
    }

    /// What the discount is taken off; nothing is ever off a worker.
    pub fn off(self) -> Option<Res> {
        match self {
            Purchase::BuyWorker => None,
            Purchase::BuyTransport { off, .. }
            | Purchase::BuyUnit { off, .. }
            | Purchase::Morph { off, .. }
            | Purchase::BuyBuilding { off, .. }
            | Purchase::BuyModule { off, .. }
            | Purchase::BuyBase { off, .. }
            | Purchase::BuyTech { off, .. } => off,
        }
    }

    /// What it costs at this question, or why it is not for sale.
    fn price(self, a: Asked<'_>) -> Result<Price, crate::why::No> {
        if a.question == Frame::Build {
            return a.game.build_price(self);
        }
        if a.question == Frame::ResearchTech {
            return a.game.sold_tech(a.seat, 0, self);
        }
        if let Frame::TakeTech(_) = a.question {
            return a.game.sold_tech(a.seat, u8::MAX, self);
        }
        let Frame::EventBuy { n, what, .. } = a.question else {
            return Err(not_asked());
        };
        if what == Goods::Technology {
            return a.game.sold_tech(a.seat, n, self);
        }
        a.game.event_price(a.seat, n, what, self)
    }

    /// It is bought at this question, and will be paid.
    pub(super) fn buy(self, play: &mut Play<'_>) {
        let price = self.price(play.asked()).expect("judged");
        let seat = play.seat;
        if let Purchase::BuyTech { tech, .. } = self {
            let research = play.question == Frame::ResearchTech;
            let special = research && play.game.active().order == Order::SpecialResearch;
            play.game.buy_tech(seat, tech, price, special);
        } else {
            if play.question == Frame::Build {
                play.game.book(self);
                play.game.push(Frame::Build);
            }
            play.game.buy(seat, price, self.item());
        }
    }
}

impl May for Purchase {
    fn may(&self, a: Asked<'_>) -> Verdict {
        let price = self.price(a)?;
        a.game.afford(a.seat, price)
    }
}

fn build_prompt(view: &View) -> String {
    let Some(turn) = view.turn else {
        return String::new();
    };
    let (planet, sheet) = (planet_name(turn.planet), view.seat(turn.seat));
    let special = turn.order == Order::SpecialBuild;
    let discount = if special && !view.site.discount { ", one purchase is 1 cheaper" } else { "" };
    let left = (sheet.build_limit + u8::from(special)).saturating_sub(view.site.units);
    let pool = sheet.pool;
    if view.site.past_a {
        return format!(
            "Build on {planet}: workers and units are over; {pool} workers can still pay{discount}."
        );
    }
    let units = if left == 1 { "1 more unit" } else { &format!("{left} more units") };
    format!("Build on {planet}: {units}, {pool} workers can pay{discount}.")
}

impl Answer<StarCraft> for Purchase {
    fn ask(view: &View) -> Option<Ask> {
        let ask = |word, text: String, rule| Some(Ask::new(word, Line::new(text, rule)));
        if view.question == Frame::Build {
            return ask("build", build_prompt(view), rule!("SC-6.1"));
        }
        if view.question == Frame::ResearchTech {
            return ask("technology", "Buy one technology, or none.".into(), rule!("SC-8.3"));
        }
        if let Frame::EventBuy { n, .. } = view.question {
            return ask("buy", format!("Buy at a discount of {n}, or nothing."), rule!("SC-13.13"));
        }
        let Frame::TakeTech(_) = view.question else {
            return None;
        };
        ask("take-technology", "Take one technology free of charge, or none.".into(), rule!("SC-13.17"))
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let full = [None];
        let off = [Some(Res::Minerals), Some(Res::Gas)];
        if a.question == Frame::Build {
            a.offer(a.game.build_list(), out);
        } else if let Frame::ResearchTech | Frame::TakeTech(_) = a.question {
            a.offer(a.game.tech_list(a.seat, &full), out);
        } else if let Frame::EventBuy { what, .. } = a.question {
            if what == Goods::Technology {
                a.offer(a.game.tech_list(a.seat, &off), out);
            } else {
                a.offer(a.game.event_list(a.seat, what, &off), out);
            }
        }
    }

    fn judge(&self, a: Asked<'_>) -> Result<(), Refusal> {
        Ok(self.may(a)?)
    }

    fn take(self, play: &mut Play<'_>) {
        // SC-5.21: nobody force mines unasked.
        if let Some(sure) = self.asks_before(play.asked()) {
            play.game.push(play.question);
            play.game.push(sure);
        } else {
            self.buy(play);
        }
    }

    fn label(&self, view: &View) -> Label {
        let seat = me(view);
        // The discount that is on offer now.
        let n = if let Frame::EventBuy { n, .. } = view.question { n } else { 1 };
        let price = |price: Price, off| priced(view, seat, price, off, n);
        match *self {
            Purchase::BuyWorker => {
                let price = priced(view, seat, data().prices.worker, None, 0);
                draft(format!("Worker ({price})"), "Workers and transports", rule!("SC-6.3"))
                    .click("buy:worker")
                    .into()
            }
            Purchase::BuyTransport { route, off } => {
                let price = price(data().prices.transport, off);
                let text = format!("Transport on {} ({price})", route_name(view, route));
                draft(text, "Workers and transports", rule!("SC-6.9"))
                    .click("buy:transport")
                    .click(format!("route:{route}"))
                    .off(off)
                    .into()
            }
            Purchase::BuyUnit { unit, area, off } => {
                let price = price(data().unit(unit).price(), off);
                let text = format!("{} in {} ({price})", unit_name(unit), area_name(area));
                draft(text, "Units", rule!("SC-6.4"))
                    .click(format!("buy:{unit}"))
                    .click(at(area))
                    .off(off)
                    .mark("build")
                    .into()
            }
            Purchase::Morph { unit, area, other, off } => {
                let price = price(data().unit(unit).price(), off);
                let from =
                    if area == other { String::new() } else { format!(", also from {}", area_name(other)) };
                let text = format!("{} in {}{from} ({price})", unit_name(unit), area_name(area));
                draft(text, "Units", rule!("SC-6.20"))
                    .click(format!("buy:{unit}"))
                    .click(at(area))
                    .click(at(other))
                    .off(off)
                    .mark("build")
                    .into()
            }
            Purchase::BuyBuilding { building, off } => {
                let level = view.seat(seat).levels[building.slot()] + 1;
                let full =
                    data().level(building, level).map_or(Price::default(), |l| Price { m: l.m, g: l.g });
                let text = format!("{} {level} ({})", data().building_name(building), price(full, off));
                draft(text, "Buildings and modules", rule!("SC-6.11"))
                    .click(format!("building:{building}"))
                    .off(off)
                    .into()
            }
            Purchase::BuyModule { module, off } => {
                let print = data().module(module);
                let price = price(Price { m: print.m, g: print.g }, off);
                draft(format!("{} ({price})", print.name), "Buildings and modules", rule!("SC-6.12"))
                    .click(format!("module:{module}"))
                    .off(off)
                    .into()
            }
            Purchase::BuyBase { area, off } => {
                let price = price(data().prices.base, off);
                draft(format!("Base in {} ({price})", area_name(area)), "Base", rule!("SC-6.15"))
                    .click("buy:base")
                    .click(at(area))
                    .off(off)
                    .mark("build")
                    .into()
            }
            Purchase::BuyTech { tech, off } => {
                let free = matches!(view.question, Frame::TakeTech(_));
                let price = if free { "free".into() } else { price(tech.data().price, off) };
                let text = format!("{} ({price}): {}", tech.name(), tech_text(tech));
                draft(text, "Technologies", rule!("SC-8.3")).click(format!("tech:{tech}")).off(off).into()
            }
        }
    }

    fn words(&self) -> String {
        let off = self.off().map_or(String::new(), |res| format!(" off {res}"));
        match *self {
            Purchase::BuyWorker => "buy worker".into(),
            Purchase::BuyTransport { route, .. } => format!("buy transport {route}{off}"),
            Purchase::BuyUnit { unit, area, .. } => format!("buy {unit} {area}{off}"),
            Purchase::Morph { unit, area, other, .. } => format!("morph {unit} {area} {other}{off}"),
            Purchase::BuyBuilding { building, .. } => format!("buy {building}{off}"),
            Purchase::BuyModule { module, .. } => format!("buy {module}{off}"),
            Purchase::BuyBase { area, .. } => format!("buy base {area}{off}"),
            Purchase::BuyTech { tech, .. } => format!("buy {tech}{off}"),
        }
    }

    fn read(a: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Purchase>, String> {
        if verb == "morph" {
            let (unit, area, other) = (spell::unit(r)?, spell::area(r)?, spell::area(r)?);
            return Ok(Some(Purchase::Morph { unit, area, other, off: spell::off(r)? }));
        }
        if verb != "buy" {
            return Ok(None);
        }
        let what = r.word("something to buy")?;
        Ok(Some(if what == "worker" {
            Purchase::BuyWorker
        } else if what == "transport" {
            Purchase::BuyTransport { route: spell::route(a.game, r)?, off: spell::off(r)? }
        } else if what == "base" {
            Purchase::BuyBase { area: spell::area(r)?, off: spell::off(r)? }
        } else if let Some(unit) = Unit::parse(what) {
            Purchase::BuyUnit { unit, area: spell::area(r)?, off: spell::off(r)? }
        } else if let Some(building) = Building::parse(what) {
            Purchase::BuyBuilding { building, off: spell::off(r)? }
        } else if let Some(module) = Module::parse(what) {
            Purchase::BuyModule { module, off: spell::off(r)? }
        } else {
            Purchase::BuyTech { tech: what.parse::<Tech>()?, off: spell::off(r)? }
        }))
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        a.game.idle_purchase(a.seat, *self)
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        a.game.lean_purchase(a.seat, *self)
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        a.game.why_purchase(a.seat, *self)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if let Frame::Build | Frame::EventBuy { .. } = view.question {
            return vec![&coach::BUILDING];
        }
        if sells(view.question) { vec![&coach::TECHNOLOGY] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        if sells(about.view.question) {
            out.extend(meant(about).map(Action::from));
        }
    }
}

/// The first click names the thing, the others where it goes.
fn meant(about: About<'_>) -> Option<Purchase> {
    let off = about.off;
    let (first, rest) = about.spots.split_first()?;
    if let (Spot::Worker, []) = (first, rest) {
        return Some(Purchase::BuyWorker);
    }
    if let (Spot::Transport, [Spot::Route(route)]) = (first, rest) {
        return Some(Purchase::BuyTransport { route: *route, off });
    }
    if let (Spot::NewBase, [Spot::Area(area)]) = (first, rest) {
        return Some(Purchase::BuyBase { area: *area, off });
    }
    if let (Spot::Buy(unit), [Spot::Area(area)]) = (first, rest) {
        let (unit, area) = (*unit, *area);
        return Some(if data().unit(unit).technology {
            Purchase::Morph { unit, area, other: area, off }
        } else {
            Purchase::BuyUnit { unit, area, off }
        });
    }
    if let (Spot::Buy(unit), [Spot::Area(area), Spot::Area(other)]) = (first, rest) {
        return Some(Purchase::Morph { unit: *unit, area: *area, other: *other, off });
    }
    if let (Spot::Building(building), []) = (first, rest) {
        return Some(Purchase::BuyBuilding { building: *building, off });
    }
    if let (Spot::Module(module), []) = (first, rest) {
        return Some(Purchase::BuyModule { module: *module, off });
    }
    if let (Spot::Tech(tech), []) = (first, rest) {
        return Some(Purchase::BuyTech { tech: *tech, off });
    }
    None
}

impl Purchase {
    /// SC-5.21, since edition 3: the question before a purchase for which something has to be force mined.
    fn asks_before(self, a: Asked<'_>) -> Option<Frame> {
        // What costs nothing needs no mine.
        if a.game.later.edition < crate::edition::THIRD || matches!(a.question, Frame::TakeTech(_)) {
            return None;
        }
        let (Price { m, g }, means) = (self.price(a).ok()?, a.game.plain_means(a.seat));
        (m > means[0] || g > means[1]).then_some(Frame::MineSure { seat: a.seat, m, g, buy: Some(self) })
    }
}

/// Nothing more.
pub(super) fn finishing(question: Frame) -> Option<Finishing> {
    if question == Frame::Build {
        // SC-1.22: the end of the purchases is the end of the turn.
        let take = |play: &mut Play<'_>| {
            play.game.stack.pop();
            play.game.turn = None;
        };
        let why = |_: Asked<'_>| Some("what else you can pay for would bring little here".into());
        return Some(Finishing {
            text: |_| "Finish building",
            lean: |_| 12,
            why,
            take,
            ..Finishing::plain()
        });
    }
    if question == Frame::ResearchTech {
        let take = |play: &mut Play<'_>| {
            // SC-8.10: without a purchase only the event card is left.
            if play.game.active().order == Order::SpecialResearch {
                play.game.draw_event(play.seat, &mut play.cx);
            }
        };
        let why = |_: Asked<'_>| Some("none that you can pay for helps the units that you have".into());
        return Some(Finishing {
            text: |_| "Take no technology",
            lean: |_| 12,
            why,
            take,
            ..Finishing::plain()
        });
    }
    if let Frame::TakeTech(_) = question {
        return Some(Finishing { text: |_| "Take no technology", ..Finishing::plain() });
    }
    matches!(question, Frame::EventBuy { .. })
        .then(|| Finishing { text: |_| "Buy nothing", ..Finishing::plain() })
}
