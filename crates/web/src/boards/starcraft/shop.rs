//! What the viewer can pay with, and what he could buy: workers and where they are, units, buildings, modules, technologies.

use super::{
    Table, also,
    figures::{self, sign},
};
use klaxon_starcraft::{
    Depletion, Frame, SeatView,
    data::{Hits, Move, Price, Tech, data},
    effect::Effect,
    ids::{Building, Module, Res, Unit},
    words::{
        aims::can_pay,
        area_name,
        text::{effect_text, tech_text},
        unit_name,
    },
};
use maud::{Markup, html};

/// A price with the signs of minerals and gas.
pub fn price(price: Price) -> Markup {
    html! {
        span.sc-price {
            @if price.m == 0 && price.g == 0 { "free" }
            @if price.m > 0 { (price.m) (sign("minerals")) span.hidden { " minerals " } }
            @if price.g > 0 { (price.g) (sign("gas")) span.hidden { " gas" } }
        }
    }
}

/// Why a thing cannot be bought now, besides its price.
enum Lock {
    Open,
    Needs(String),
    SoldOut,
}

impl Table<'_> {
    pub(super) fn shop(&self) -> Markup {
        let Some(sheet) = self.view.me.map(|me| self.view.seat(me)).filter(|s| s.race.is_some() && !s.out)
        else {
            return html! { section #sc-shop .panel.sc-panel hidden {} };
        };
        // A quick look at the purse always; the wares fold away unless something can be bought.
        let buying =
            matches!(self.view.question, Frame::Build | Frame::EventBuy { .. } | Frame::Deploy { .. })
                && self.view.me.is_some_and(|me| self.view.asked.has(me));
        let learning = matches!(self.view.question, Frame::ResearchTech | Frame::TakeTech(_))
            && self.view.me.is_some_and(|me| self.view.asked.has(me));
        html! {
            section #sc-shop .panel.sc-panel aria-label="Workers and purchases" {
                h2 { "Workers and what they can pay" }
                (self.purse(sheet))
                @if buying { div.sc-wares-open { (self.wares(sheet)) } }
                @else { details #sc-wares .sc-more { summary { "Units, buildings, modules" } (self.wares(sheet)) } }
                @if learning { div.sc-wares-open { (self.techs(sheet)) } }
                @else { details #sc-techs .sc-more { summary { "Technologies to buy: " (sheet.tech_deck.len()) } (self.techs(sheet)) } }
            }
        }
    }

    /// Where the workers are and what still has room.
    fn purse(&self, sheet: &SeatView) -> Markup {
        let Some(race) = sheet.race.map(|r| data().race(r)) else { return html! {} };
        let held = |a: &&klaxon_starcraft::AreaView| a.card == Some(sheet.seat);
        html! {
            ul.sc-purse {
                li.pool { strong { (sheet.pool) } " in the pool" }
                @if sheet.away > 0 { li.away title="New workers pay from the next round on (SC-5.8)" { (sheet.away) " unavailable" } }
                @for (res, full) in [(Res::Minerals, race.minerals), (Res::Gas, race.gas)] {
                    @let id = format!("permanent:{res}");
                    (self.berth(&id, res, "permanent", sheet.permanent[res.index()], full, Depletion::None))
                }
                @for area in self.view.planets.iter().flat_map(|p| &p.areas).filter(held) {
                    @if let Some((res, full)) = area.content.resource() {
                        (self.berth(&format!("resource:{}", area.area), res, &area_name(area.area), area.workers, full, area.depletion))
                    }
                }
            }
            p.soft {
                "Together you can pay at most " (sheet.means[0]) (sign("minerals")) span.hidden { " minerals" } " and " (sheet.means[1]) (sign("gas")) span.hidden { " gas" }
                ", with " (sheet.pool) (if sheet.pool == 1 { " worker" } else { " workers" }) " and with force mining."
            }
        }
    }

    fn berth(&self, id: &str, res: Res, name: &str, n: u8, full: u8, depletion: Depletion) -> Markup {
        let can = self.touch.can(id);
        html! {
            li class={ "berth" (self.touch.class(id)) } data-id=(id) data-click=[can.then_some(id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                (sign(res.id())) " " (name) " "
                span.sc-level role="img" aria-label={ (n) " of " (full) " places taken" } { @for i in 0..full.max(n) { span.on[i < n].extra[i >= full] {} } }
                @if depletion == Depletion::Partial { span.soft { " partly depleted" } }
            }
        }
    }

    fn wares(&self, sheet: &SeatView) -> Markup {
        let Some(race) = sheet.race else { return html! {} };
        let print = data().race(race);
        let used = |n: u8, all: u8| if n >= all { Lock::SoldOut } else { Lock::Open };
        html! {
            ul.sc-wares {
                (self.ware(sheet, "buy:worker", html! { span.sc-letter { "W" } }, "Worker", data().prices.worker, &used(sheet.workers, print.workers), "pays from the next round on"))
                (self.ware(sheet, "buy:transport", html! { svg.sc-icon viewBox="-8 -8 16 16" aria-hidden="true" { use.sc-glyph href="#sc-transport" {} } }, "Transport", data().prices.transport, &used(sheet.transports, print.transports), "carries units over its route"))
                (self.ware(sheet, "buy:base", figures::base_portrait(race), "Base", data().prices.base, &used(sheet.bases, print.bases), "needs a unit there and no base of yours"))
            }
            ul.sc-wares { @for (unit, left) in &sheet.supply {
                @let lock = if *left == 0 { Lock::SoldOut } else { self.unit_lock(sheet, *unit) };
                (self.ware(sheet, &format!("buy:{unit}"), figures::portrait(*unit, sheet.faction), unit_name(*unit), data().unit(*unit).price(), &lock, &unit_words(*unit)))
            } }
            ul.sc-wares {
                @for building in race.buildings() {
                    @let level = sheet.levels[building.slot()] + 1;
                    @if let Some(next) = data().level(*building, level) {
                        (self.ware(sheet, &format!("building:{building}"), html! { span.sc-letter { (level) } }, &next.name, Price { m: next.m, g: next.g }, &Lock::Open, &effects(&next.effect)))
                    }
                }
                @for module in Module::ALL {
                    @let print = data().module(*module);
                    @let copies = print.copies.of(race);
                    @if copies > 0 {
                        (self.ware(sheet, &format!("module:{module}"), html! { span.sc-letter { "+" } }, &print.name, Price { m: print.m, g: print.g }, &used(sheet.modules[module.index()], copies), &effects(&print.effect)))
                    }
                }
            }
        }
    }

    fn ware(
        &self,
        sheet: &SeatView,
        id: &str,
        picture: Markup,
        name: &str,
        cost: Price,
        lock: &Lock,
        words: &str,
    ) -> Markup {
        let can = self.touch.can(id);
        let pays = can_pay(sheet, cost);
        html! {
            li class={ "sc-ware" (self.touch.class(id)) (also("dear", !pays)) (also("locked", !matches!(lock, Lock::Open))) } data-id=(id) data-click=[can.then_some(id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                (picture)
                span.name { (name) }
                (price(cost))
                span.words {
                    @match lock {
                        Lock::Open => { (words) @if !pays { strong { " · too dear now" } } }
                        Lock::Needs(what) => { "needs " (what) }
                        Lock::SoldOut => { "none left" }
                    }
                }
            }
        }
    }

    /// What a unit needs that the player lacks (SC-6.6, SC-6.20).
    fn unit_lock(&self, sheet: &SeatView, unit: Unit) -> Lock {
        let level = data().levels().iter().find(|l| l.effect.iter().any(|e| *e == Effect::Unlocks(unit)));
        if let Some(level) = level {
            let has = sheet.levels[level.building.slot()] >= level.level;
            return if has {
                Lock::Open
            } else {
                Lock::Needs(format!("{} {}", building_name(level.building), level.level))
            };
        }
        let makes = |tech: &Tech| {
            tech.data()
                .effect
                .iter()
                .any(|e| matches!(e, Effect::AllowBuild { unit: made, .. } if *made == unit))
        };
        if sheet.play.iter().any(makes) {
            return Lock::Open;
        }
        Lock::Needs(Tech::all().find(makes).map_or("a technology".into(), |t| t.name().to_owned()))
    }

    fn techs(&self, sheet: &SeatView) -> Markup {
        html! {
            ul.sc-wares.techs { @for tech in &sheet.tech_deck {
                @let print = tech.data();
                (self.ware(sheet, &format!("tech:{tech}"), html! { span.sc-letter { (print.copies) "×" } }, tech.name(), print.price, &Lock::Open, &tech_text(*tech)))
            } }
        }
    }
}

fn building_name(building: Building) -> &'static str {
    data().building_name(building)
}

fn effects(all: &[Effect]) -> String {
    all.iter().map(effect_text).collect::<Vec<_>>().join("; ")
}

/// "ground, hits ground and flying, support 1".
fn unit_words(unit: Unit) -> String {
    let print = data().unit(unit);
    let moves = match print.r#move {
        Move::Ground => "ground",
        Move::Flying => "flying",
    };
    let hits = match print.hits {
        Hits::Nothing => "hits nothing",
        Hits::Ground => "hits ground",
        Hits::Flying => "hits flying",
        Hits::Both => "hits all",
    };
    let mut text = format!("{moves}, {hits}, support {}", print.support);
    if print.assist {
        text.push_str(", assist");
    }
    if print.detector {
        text.push_str(", detector");
    }
    text
}
