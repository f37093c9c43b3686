//! What the labels of decisions have in common; each question of `questions/` makes its own: a button, a series of clicks, and
//! a warning where a choice can have no effect.

use crate::{
    data::{Face, Price, data},
    ids::{Area, Order, Res, Route, Side, Unit},
    state::{Depletion, Fate, Item},
    view::View,
    words::{aims::forced, and_list, area_name, planet_name, unit_name},
};
use klaxon_core::{Label, RuleId, Seat};

/// A label in the making.
pub(crate) struct Draft {
    text: String,
    group: &'static str,
    clicks: Vec<String>,
    mark: &'static str,
    rule: RuleId,
}

/// A button.
pub(crate) fn draft(text: impl Into<String>, group: &'static str, rule: RuleId) -> Draft {
    Draft { text: text.into(), group, clicks: Vec::new(), mark: "", rule }
}

impl Draft {
    /// One more click that means it.
    pub(crate) fn click(mut self, id: impl Into<String>) -> Draft {
        self.clicks.push(id.into());
        self
    }

    /// The kind of button.
    pub(crate) fn mark(mut self, mark: &'static str) -> Draft {
        self.mark = mark;
        self
    }

    /// Its text ends with a warning, if there is one.
    pub(crate) fn warned(self, warning: &str) -> Draft {
        if warning.is_empty() { self } else { self.mark("warning") }
    }

    /// A discount is one more click.
    pub(crate) fn off(self, off: Option<Res>) -> Draft {
        match off {
            Some(res) => self.click(format!("off:{res}")),
            None => self,
        }
    }
}

impl From<Draft> for Label {
    fn from(d: Draft) -> Label {
        Label { text: d.text, group: d.group.into(), clicks: d.clicks, mark: d.mark, rule: Some(d.rule) }
    }
}

/// Whose choices are shown.
pub(crate) fn me(view: &View) -> Seat {
    view.me.or_else(|| view.asked.iter().next()).unwrap_or(Seat(0))
}

/// Who is asked: the viewer, or the first of the others.
pub(crate) fn who(view: &View) -> Option<Seat> {
    view.me.filter(|me| view.asked.has(*me)).or_else(|| view.asked.iter().next())
}

/// The viewer's side of the battle.
pub(crate) fn my_side(view: &View) -> usize {
    view.battle.as_ref().and_then(|b| b.seats.iter().position(|s| *s == me(view))).unwrap_or(0)
}

/// The name of the unit at the front of a side in a skirmish.
pub(crate) fn front(view: &View, side: u8, skirmish: u8) -> &'static str {
    let fighters = view.battle.as_ref().map(|b| &b.fighters[usize::from(side)]);
    let front = fighters.and_then(|f| f.iter().find(|f| f.front && f.skirmish == Some(skirmish)));
    front.map_or("unit", |f| unit_name(f.unit))
}

/// The next unit without a skirmish.
pub(crate) fn next_supporter(view: &View, side: u8) -> Option<Unit> {
    let fighters = &view.battle.as_ref()?.fighters[usize::from(side)];
    fighters.iter().find(|f| f.skirmish.is_none() && f.fate == Fate::In).map(|f| f.unit)
}

impl Item {
    /// "a worker", "a base in Torus 1".
    pub(crate) fn name(self) -> String {
        match self {
            Item::Worker => "a worker".into(),
            Item::Transport(_) => "a transport".into(),
            Item::Unit(unit, area) => format!("a {} for {}", unit_name(unit), area_name(area)),
            Item::Morph(unit, area, _) => format!("a {} in {}", unit_name(unit), area_name(area)),
            Item::Building(building) => {
                format!("the next level of the {}", data().building_name(building))
            }
            Item::Module(module) => format!("the module {}", data().module(module).name),
            Item::Base(area) => format!("a base in {}", area_name(area)),
            Item::Tech(tech) => format!("the technology {}", tech.name()),
        }
    }
}

/// Letters of z-axis routes, by their order.
const LETTERS: [&str; 6] = ["α", "β", "γ", "δ", "ε", "ζ"];

/// The letter by which people know a z-axis route.
pub fn route_letter(view: &View, route: Route) -> Option<&'static str> {
    let at = view.routes.iter().filter(|r| r.z).position(|r| r.route == route)?;
    LETTERS.get(at).copied()
}

/// "route Torus–Abaddon", with the letter of a z-axis route.
pub fn route_name(view: &View, route: Route) -> String {
    match view.routes.get(usize::from(route.0)) {
        Some(r) => {
            let [a, b] = r.ends.map(|e| planet_name(e.planet));
            match route_letter(view, route) {
                Some(letter) => format!("z-axis route {letter} {a}–{b}"),
                None => format!("route {a}–{b}"),
            }
        }
        None => format!("route {route}"),
    }
}

/// An area, as clicks name it.
pub(crate) fn at(area: Area) -> String {
    format!("area:{area}")
}

/// Units in an area, as clicks name them.
pub(crate) fn unit_at(area: Area, unit: Unit) -> String {
    format!("unit:{area}:{unit}")
}

/// The price with its discount: "2 M 1 G", or "2 M, 1 M off: 1 M"; and whether something must be force mined for it.
pub(crate) fn priced(view: &View, seat: Seat, price: Price, off: Option<Res>, n: u8) -> String {
    let by = if forced(view, seat, price.less(off, n)).is_some() { ", by force mining" } else { "" };
    match off {
        None => format!("{price}{by}"),
        Some(res) => format!("{price}, {} off: {}{by}", res, price.less(off, n)),
    }
}

/// "Build", "special Build".
pub fn order_name(order: Order) -> &'static str {
    match order {
        Order::Build => "Build",
        Order::Mobilize => "Mobilize",
        Order::Research => "Research",
        Order::SpecialBuild => "special Build",
        Order::SpecialMobilize => "special Mobilize",
        Order::SpecialResearch => "special Research",
    }
}

/// The side in words.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::N => "north",
        Side::E => "east",
        Side::S => "south",
        Side::W => "west",
    }
}

/// "T05 Marine/Firebat", "TT01a Stim Packs".
pub fn face_name(face: Face) -> String {
    if face.id() != face.name() {
        return format!("{} {}", face.id(), face.name());
    }
    let print = face.data();
    let shown: Vec<&str> = print.pictured.iter().filter(|u| u.race() == print.race).map(unit_name).collect();
    let who = if shown.len() == print.race.units().len() { "any unit".into() } else { shown.join("/") };
    format!("{} {who}", face.id())
}

/// What force mining costs (SC-5.10 to SC-5.12), once or twice.
pub(crate) fn mined(view: &View, area: Area, times: u8) -> String {
    let Some(ground) = view.area(area) else {
        return String::new();
    };
    match (ground.depletion, times) {
        (Depletion::None, 0 | 1) => "partly depleted; the next time the card is lost".into(),
        (Depletion::None | Depletion::Partial | Depletion::Full, _) => {
            // The card is full by then (SC-5.15), and those who mine are on it, too.
            let full = ground.content.resource().map_or(0, |(_, n)| n);
            let workers = ground.workers.max(full) + times;
            let (plural, wait) = if workers == 1 { ("", "waits") } else { ("s", "wait") };
            format!("you lose the card for good; its {workers} worker{plural} {wait} until the regrouping")
        }
    }
}

/// What a price costs beyond workers, where something must be force mined for it.
pub(crate) fn losses(view: &View, seat: Seat, price: Price) -> String {
    let Some(forced) = forced(view, seat, price) else {
        return String::new();
    };
    match forced.only {
        Some(cards) => {
            let loss = |(area, times): &(Area, u8)| {
                let twice = if *times > 1 { " twice" } else { "" };
                format!("force mine {}{twice} ({})", area_name(*area), mined(view, *area, *times))
            };
            and_list(&cards.iter().map(loss).collect::<Vec<_>>())
        }
        None => {
            let lack = Price { m: forced.lack[0], g: forced.lack[1] };
            format!("{lack} must be force mined, and you choose where")
        }
    }
}
