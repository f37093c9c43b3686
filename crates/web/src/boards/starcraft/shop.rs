//! What the viewer can pay with, and what he could buy: workers and where they are, units, buildings, modules, technologies.

use super::{
    Table, also,
    figures::{self, sign},
    turn::Phase,
};
use crate::markdown::rule_link;
use klaxon_starcraft::{
    Depletion, Frame, SeatView,
    data::{Hits, Move, Price, Tech, data},
    effect::Effect,
    ids::{Building, Module, Res, Unit},
    words::{
        aims::{by_force, can_pay},
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

/// Something to buy.
struct Ware<'a> {
    id: String,
    picture: Markup,
    name: &'a str,
    cost: Price,
    lock: Lock,
    /// What it is good for.
    words: String,
}

/// Why a thing cannot be bought now, besides its price.
enum Lock {
    Open,
    Needs(String),
    SoldOut,
}

impl Table<'_> {
    pub(super) fn shop(&self) -> Markup {
        let playing = !matches!(self.phase(), Phase::SetUp | Phase::Over);
        let mine = self.view.me.map(|me| self.view.seat(me));
        let Some(sheet) = mine.filter(|s| s.race.is_some() && !s.out && playing) else {
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
            div.sc-purse {
                span.pool { strong { (sheet.pool) } " in the pool" }
                @if sheet.away > 0 { span.away title="New workers pay from the next round on (SC-5.8)" { (sheet.away) " unavailable" } }
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
            @let most = sheet.means.map(|n| n.min(sheet.pool));
            @let all = sheet.pool.min(sheet.means[0] + sheet.means[1]);
            p.soft {
                @if sheet.pool == 0 { "No worker is left in the pool: nothing more can be paid this round " (rule_link("SC-5.4")) }
                @else {
                    (sheet.pool) (if sheet.pool == 1 { " worker pays " } else { " workers pay " })
                    "up to " strong { (most[0]) (sign("minerals")) } span.hidden { " minerals" } (if all < most[0] + most[1] { " or " } else { " and " })
                    strong { (most[1]) (sign("gas")) } span.hidden { " gas" }
                    @if all < most[0] + most[1] && all > 1 { ", " (all) " together" } ", force mining included."
                }
            }
        }
    }

    fn berth(&self, id: &str, res: Res, name: &str, n: u8, full: u8, depletion: Depletion) -> Markup {
        let can = self.touch.can(id);
        html! {
            span class={ "berth" (self.touch.class(id)) } data-id=(id) data-click=[can.then_some(id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                (sign(res.id())) " " (name) " "
                span.sc-level role="img" aria-label={ (n) " of " (full) " places taken" } { @for i in 0..full.max(n) { span.on[i < n].extra[i >= full] {} } }
                @if depletion == Depletion::Partial { span.soft { " partly depleted" } }
            }
        }
    }

    fn wares(&self, sheet: &SeatView) -> Markup {
        html! {
            div.sc-wares { @for ware in common(sheet) { (self.ware(sheet, ware)) } }
            div.sc-wares { @for (unit, left) in &sheet.supply { (self.ware(sheet, self.unit(sheet, *unit, *left))) } }
            div.sc-wares { @for ware in works(sheet) { (self.ware(sheet, ware)) } }
        }
    }

    fn unit(&self, sheet: &SeatView, unit: Unit, left: u8) -> Ware<'static> {
        Ware {
            id: format!("buy:{unit}"),
            picture: figures::portrait(unit, sheet.faction),
            name: unit_name(unit),
            cost: data().unit(unit).price(),
            lock: if left == 0 { Lock::SoldOut } else { unit_lock(sheet, unit) },
            words: unit_words(unit),
        }
    }

    fn ware(&self, sheet: &SeatView, ware: Ware<'_>) -> Markup {
        let id = &ware.id;
        let can = self.touch.can(id);
        let pays = can_pay(sheet, ware.cost);
        html! {
            div class={ "sc-ware" (self.touch.class(id)) (also("dear", !pays)) (also("locked", !matches!(ware.lock, Lock::Open))) } data-id=(id) data-click=[can.then_some(id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                (ware.picture)
                span.name { (ware.name) }
                (price(ware.cost))
                span.words {
                    @match &ware.lock {
                        Lock::Open => {
                            (ware.words)
                            @if !pays { strong { " · too dear now" } }
                            @else if by_force(self.view, sheet.seat, ware.cost) { strong { " · by force mining" } }
                        }
                        Lock::Needs(what) => { "needs " (what) }
                        Lock::SoldOut => { "none left" }
                    }
                }
            }
        }
    }

    fn techs(&self, sheet: &SeatView) -> Markup {
        let ware = |tech: Tech| Ware {
            id: format!("tech:{tech}"),
            picture: html! { span.sc-letter { (tech.data().copies) "×" } },
            name: tech.name(),
            cost: tech.data().price,
            lock: Lock::Open,
            words: tech_text(tech),
        };
        html! { div.sc-wares.techs { @for tech in &sheet.tech_deck { (self.ware(sheet, ware(*tech))) } } }
    }
}

/// Workers, transports and bases.
fn common(sheet: &SeatView) -> Vec<Ware<'static>> {
    let Some(race) = sheet.race else { return Vec::new() };
    let (print, prices) = (data().race(race), &data().prices);
    let worker = html! { span.sc-letter { "W" } };
    let ship = html! { svg.sc-icon viewBox="-8 -8 16 16" aria-hidden="true" { use.sc-glyph href="#sc-transport" {} } };
    let base = figures::base_portrait(race);
    [
        (
            "worker",
            worker,
            "Worker",
            prices.worker,
            used(sheet.workers, print.workers),
            "pays from the next round on",
        ),
        (
            "transport",
            ship,
            "Transport",
            prices.transport,
            used(sheet.transports, print.transports),
            "carries units over its route",
        ),
        (
            "base",
            base,
            "Base",
            prices.base,
            used(sheet.bases, print.bases),
            "needs a unit there and no base of yours",
        ),
    ]
    .map(|(id, picture, name, cost, lock, words)| Ware {
        id: format!("buy:{id}"),
        picture,
        name,
        cost,
        lock,
        words: words.into(),
    })
    .into()
}

/// The next building levels, and modules.
fn works(sheet: &SeatView) -> Vec<Ware<'static>> {
    let Some(race) = sheet.race else { return Vec::new() };
    let building = |building: &Building| {
        let level = sheet.levels[building.slot()] + 1;
        let next = data().level(*building, level)?;
        Some(Ware {
            id: format!("building:{building}"),
            picture: html! { span.sc-letter { (level) } },
            name: &next.name,
            cost: Price { m: next.m, g: next.g },
            lock: Lock::Open,
            words: effects(&next.effect),
        })
    };
    let module = |module: &Module| {
        let print = data().module(*module);
        let copies = print.copies.of(race);
        (copies > 0).then(|| Ware {
            id: format!("module:{module}"),
            picture: html! { span.sc-letter { "+" } },
            name: &print.name,
            cost: Price { m: print.m, g: print.g },
            lock: used(sheet.modules[module.index()], copies),
            words: effects(&print.effect),
        })
    };
    race.buildings().iter().filter_map(building).chain(Module::ALL.iter().filter_map(module)).collect()
}

fn used(n: u8, all: u8) -> Lock {
    if n >= all { Lock::SoldOut } else { Lock::Open }
}

/// What a unit needs that the player lacks (SC-6.6, SC-6.20).
fn unit_lock(sheet: &SeatView, unit: Unit) -> Lock {
    let level = data().levels().iter().find(|l| l.effect.contains(&Effect::Unlocks(unit)));
    if let Some(level) = level {
        let has = sheet.levels[level.building.slot()] >= level.level;
        return if has { Lock::Open } else { Lock::Needs(format!("{} {}", level.name, level.level)) };
    }
    let makes = |tech: &Tech| {
        tech.data().effect.iter().any(|e| matches!(e, Effect::AllowBuild { unit: made, .. } if *made == unit))
    };
    if sheet.play.iter().any(makes) {
        return Lock::Open;
    }
    Lock::Needs(Tech::all().find(makes).map_or("a technology".into(), |t| t.name().to_owned()))
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
