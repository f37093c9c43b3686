//! How choices are shown: a button, a series of clicks, and a warning where a choice can have no effect.

use crate::{
    action::Action,
    data::{Face, Price, data},
    effect::{Scene, Sum},
    ids::{Area, Order, Res, Route, Side, Unit},
    state::{Depletion, Frame, Stand},
    view::View,
    words::{
        aims::{forced, plain_payment, proposal},
        and_list, area_name, name, planet_name,
        prompts::next_supporter,
        seat_name,
        text::{event_text, face_text, tech_text},
        unit_name,
        warnings::{attack_text, card_values, matches_here, order_warning, placing_scene, start_warning},
    },
};
use klaxon_core::{Label, RuleId, Seat, rule};

struct Draft {
    text: String,
    group: &'static str,
    clicks: Vec<String>,
    mark: &'static str,
    rule: RuleId,
}

fn draft(text: impl Into<String>, group: &'static str, rule: RuleId) -> Draft {
    Draft { text: text.into(), group, clicks: Vec::new(), mark: "", rule }
}

impl Draft {
    fn click(mut self, id: impl Into<String>) -> Draft {
        self.clicks.push(id.into());
        self
    }

    fn mark(mut self, mark: &'static str) -> Draft {
        self.mark = mark;
        self
    }

    /// A discount is one more click.
    fn off(self, off: Option<Res>) -> Draft {
        match off {
            Some(res) => self.click(format!("off:{res}")),
            None => self,
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

fn at(area: Area) -> String {
    format!("area:{area}")
}

fn unit_at(area: Area, unit: Unit) -> String {
    format!("unit:{area}:{unit}")
}

/// The price with its discount: "2 M 1 G", or "2 M, 1 M off: 1 M"; and whether something must be force mined for it.
fn priced(view: &View, seat: Seat, price: Price, off: Option<Res>, n: u8) -> String {
    let by = if forced(view, seat, price.less(off, n)).is_some() { ", by force mining" } else { "" };
    match off {
        None => format!("{price}{by}"),
        Some(res) => format!("{price}, {} off: {}{by}", res, price.less(off, n)),
    }
}

pub(crate) fn label(view: &View, action: &Action) -> Label {
    let d = describe(view, action);
    Label { text: d.text, group: d.group.into(), clicks: d.clicks, mark: d.mark, rule: Some(d.rule) }
}

fn describe(view: &View, action: &Action) -> Draft {
    let me = view.me.or_else(|| view.asked.iter().next()).unwrap_or(Seat(0));
    // The discount that is on offer now.
    let n = match view.question {
        Frame::EventBuy { n, .. } => n,
        _ => 1,
    };
    match *action {
        Action::Faction(faction) => {
            let sheet = data().faction(faction);
            draft(
                format!("{} ({})", name(faction), data().race(sheet.race).name),
                "Factions",
                rule!("SC-2.3"),
            )
            .click(format!("faction:{faction}"))
        }
        Action::PlacePlanet { planet, x, y, turn } => {
            let sides = Side::ALL.iter().filter(|s| data().planet(planet).slot(**s, turn));
            let sides = and_list(&sides.map(|s| side_name(*s).to_owned()).collect::<Vec<_>>());
            let text = format!("{} at {x},{y}, turned {turn}: slots {sides}", planet_name(planet));
            draft(text, "Lay a planet", rule!("SC-2.10"))
                .click(format!("planet:{planet}"))
                .click(format!("cell:{x},{y}"))
                .click(format!("turn:{turn}"))
        }
        Action::StartBase(area) => {
            draft(format!("Base in {}", area_name(area)), "Starting base", rule!("SC-2.13")).click(at(area))
        }
        Action::BaseLater => draft("Keep it for the second planet", "Starting base", rule!("SC-2.13")),
        Action::ZSlot(slot) => draft(
            format!("{}, {} side", planet_name(slot.planet), side_name(slot.side)),
            "Free slots",
            rule!("SC-2.17"),
        )
        .click(format!("slot:{slot}")),
        Action::StartUnit { unit, area } => {
            draft(format!("{} to {}", unit_name(unit), area_name(area)), "Starting units", rule!("SC-2.22"))
                .click(at(area))
        }
        Action::PutTransport(route) => {
            draft(format!("Transport on {}", route_name(view, route)), "Transports", rule!("SC-6.9"))
                .click(format!("route:{route}"))
        }
        Action::Order { order, planet } => {
            let warning = order_warning(view, me, order, planet).unwrap_or_default();
            draft(
                format!("{} on {}{warning}", order_name(order), planet_name(planet)),
                "Orders",
                rule!("SC-3.3"),
            )
            .click(format!("planet:{planet}"))
            .click(format!("order:{order}"))
            .mark(if warning.is_empty() { "" } else { "warning" })
        }
        Action::Choose(planet) => {
            let top = view.planet(planet).and_then(|p| p.orders.last()).and_then(|o| o.order);
            let order = top.map_or("order", order_name);
            draft(format!("Reveal the {order} order on {}", planet_name(planet)), "Orders", rule!("SC-4.1"))
                .click(format!("stack:{planet}"))
        }
        Action::Execute => {
            let warning =
                view.turn.and_then(|t| order_warning(view, t.seat, t.order, t.planet)).unwrap_or_default();
            draft(format!("Execute it{warning}"), "Order", rule!("SC-4.3")).mark(if warning.is_empty() {
                ""
            } else {
                "warning"
            })
        }
        Action::TakeEvent => {
            let empty =
                if view.events == 0 && !view.galactic { " (the event deck is empty: nothing)" } else { "" };
            draft(format!("Take an event card{empty}"), "Order", rule!("SC-4.3"))
        }
        Action::EndTurn => draft("End the turn", "Turn", rule!("SC-4.1")).mark("pass"),
        Action::Scrap => draft("Destroy a piece of your own", "Destroy", rule!("SC-1.15")).mark("open"),
        Action::Concede => draft("Give up", "Table", rule!("SC-14.21")),
        Action::ScrapUnit { unit, area } => {
            draft(format!("{} in {}", unit_name(unit), area_name(area)), "Destroy", rule!("SC-1.15"))
                .click(unit_at(area, unit))
                .mark("destroy")
        }
        Action::ScrapBase(area) => draft(format!("Base in {}", area_name(area)), "Destroy", rule!("SC-1.15"))
            .click(format!("base:{area}"))
            .mark("destroy"),
        Action::ScrapTransport(route) => {
            draft(format!("Transport on {}", route_name(view, route)), "Destroy", rule!("SC-1.15"))
                .click(format!("route:{route}"))
                .mark("destroy")
        }
        Action::Really => match view.question {
            Frame::MineSure { m, g, .. } => draft(
                format!("Buy it: {}", losses(view, me, Price { m, g })),
                "Force mining",
                rule!("SC-5.10"),
            )
            .mark("force"),
            _ => draft("Destroy it", "Destroy", rule!("SC-1.15")).mark("destroy"),
        },
        Action::Keep => match view.question {
            Frame::MineSure { .. } => draft("Leave it and lose nothing", "Force mining", rule!("SC-5.21")),
            _ => draft("Destroy nothing", "Destroy", rule!("SC-1.15")),
        },
        Action::PayPermanent(res) => draft(format!("Permanent {res}"), "Pay", rule!("SC-5.6"))
            .click(format!("permanent:{res}"))
            .mark(if plain_payment(view) == Some(*action) { "obvious" } else { "pay" }),
        Action::PayCard(area) => draft(format!("Card of {}", area_name(area)), "Pay", rule!("SC-5.1"))
            .click(format!("resource:{area}"))
            .mark(if plain_payment(view) == Some(*action) { "obvious" } else { "pay" }),
        Action::ForceMine(area) => draft(
            format!("Force mine {}: {}", area_name(area), mined(view, area, 1)),
            "Pay",
            rule!("SC-5.10"),
        )
        .click(format!("resource:{area}"))
        .mark("force"),
        Action::PayRest => {
            let how = match view.question {
                Frame::Pay { seat, m, g, .. } => proposal(view, seat, m, g),
                _ => String::new(),
            };
            let mark = if plain_payment(view) == Some(*action) { "obvious" } else { "pay" };
            draft(format!("Pay all the rest: {how}"), "Proposal", rule!("SC-5.21")).mark(mark)
        }
        Action::BuyWorker => draft(
            format!("Worker ({})", priced(view, me, data().prices.worker, None, 0)),
            "Workers and transports",
            rule!("SC-6.3"),
        )
        .click("buy:worker"),
        Action::BuyTransport { route, off } => {
            let price = priced(view, me, data().prices.transport, off, n);
            draft(
                format!("Transport on {} ({price})", route_name(view, route)),
                "Workers and transports",
                rule!("SC-6.9"),
            )
            .click("buy:transport")
            .click(format!("route:{route}"))
            .off(off)
        }
        Action::BuyUnit { unit, area, off } => {
            let price = priced(view, me, data().unit(unit).price(), off, n);
            draft(format!("{} in {} ({price})", unit_name(unit), area_name(area)), "Units", rule!("SC-6.4"))
                .click(format!("buy:{unit}"))
                .click(at(area))
                .off(off)
                .mark("build")
        }
        Action::Morph { unit, area, other, off } => {
            let price = priced(view, me, data().unit(unit).price(), off, n);
            let from =
                if area == other { String::new() } else { format!(", also from {}", area_name(other)) };
            draft(
                format!("{} in {}{from} ({price})", unit_name(unit), area_name(area)),
                "Units",
                rule!("SC-6.20"),
            )
            .click(format!("buy:{unit}"))
            .click(at(area))
            .click(at(other))
            .off(off)
            .mark("build")
        }
        Action::BuyBuilding { building, off } => {
            let level = view.seat(me).levels[building.slot()] + 1;
            let price = data().level(building, level).map_or(Price::default(), |l| Price { m: l.m, g: l.g });
            let text =
                format!("{} {level} ({})", data().building_name(building), priced(view, me, price, off, n));
            draft(text, "Buildings and modules", rule!("SC-6.11"))
                .click(format!("building:{building}"))
                .off(off)
        }
        Action::BuyModule { module, off } => {
            let print = data().module(module);
            let price = priced(view, me, Price { m: print.m, g: print.g }, off, n);
            draft(format!("{} ({price})", print.name), "Buildings and modules", rule!("SC-6.12"))
                .click(format!("module:{module}"))
                .off(off)
        }
        Action::BuyBase { area, off } => {
            let price = priced(view, me, data().prices.base, off, n);
            draft(format!("Base in {} ({price})", area_name(area)), "Base", rule!("SC-6.15"))
                .click("buy:base")
                .click(at(area))
                .off(off)
                .mark("build")
        }
        Action::BuyTech { tech, off } => {
            let free = matches!(view.question, Frame::TakeTech(_));
            let price = if free { "free".into() } else { priced(view, me, tech.data().price, off, n) };
            draft(format!("{} ({price}): {}", tech.name(), tech_text(tech)), "Technologies", rule!("SC-8.3"))
                .click(format!("tech:{tech}"))
                .off(off)
        }
        Action::Done => draft(done_text(view), "Finish", rule!("SC-6.1")),
        Action::Move { unit, from, to } => {
            let attack = attack_text(view, to);
            draft(
                format!("{} from {} to {}{attack}", unit_name(unit), area_name(from), area_name(to)),
                if attack.is_empty() { "Moves" } else { "Attacks" },
                rule!("SC-7.2"),
            )
            .click(unit_at(from, unit))
            .click(at(to))
            .mark(if attack.is_empty() { "move" } else { "attack" })
        }
        Action::LiftOff(to) => {
            let from = view
                .turn
                .and_then(|t| view.planet(t.planet))
                .and_then(|p| p.areas.iter().find(|a| a.base == Some(me)));
            let base = from.map_or("base".into(), |a| format!("base:{}", a.area));
            draft(format!("Base lifts off to {}", area_name(to)), "Moves", rule!("SC-7.14"))
                .click(base)
                .click(at(to))
                .mark("move")
        }
        Action::Recall { unit, from, to } => draft(
            format!(
                "Recall {} from {} to {}{}",
                unit_name(unit),
                area_name(from),
                area_name(to),
                attack_text(view, to)
            ),
            "Recall",
            rule!("SC-7.18"),
        )
        .click("tech:PT08")
        .click(unit_at(from, unit))
        .click(at(to))
        .mark("move"),
        Action::Draw => draft("Draw 3 combat cards", "Research", rule!("SC-8.2")),
        Action::NoDraw => draft("Draw none", "Research", rule!("SC-8.2")),
        Action::TakeCard(face) => draft(
            format!("Take {} into hand: {}", face_name(face), face_text(face)),
            "Order",
            rule!("SC-8.9"),
        )
        .click(format!("card:{face}")),
        Action::UseTech(tech) => {
            let warning = start_warning(view, &tech.data().effect);
            draft(format!("{}{warning}", tech.name()), "Start of battle", rule!("SC-9.4"))
                .click(format!("tech:{tech}"))
        }
        Action::UseEvent(card) => draft(
            format!("{} ({card}): {}", card.name(), event_text(card)),
            "Start of battle",
            rule!("SC-9.4"),
        )
        .click(format!("event:{card}")),
        Action::NoAbility => draft("Use nothing", "Start of battle", rule!("SC-9.4")),
        Action::Lose(unit) => {
            let click = match (view.question, &view.battle) {
                (Frame::BombardLose(area), _) => unit_at(area, unit),
                (_, Some(battle)) => {
                    let side = battle.seats.iter().position(|s| *s == me).unwrap_or(0);
                    format!("fighter:{side}:{unit}")
                }
                (_, None) => String::from("board"),
            };
            draft(format!("Lose a {}", unit_name(unit)), "Losses", rule!("SC-9.40"))
                .click(click)
                .mark("destroy")
        }
        Action::LoseWorker => draft("Lose a worker of the pool", "Losses", rule!("SC-9.4")),
        Action::Front(unit) => {
            let side = view.battle.as_ref().and_then(|b| b.seats.iter().position(|s| *s == me)).unwrap_or(0);
            draft(format!("{} to the front", unit_name(unit)), "Front line", rule!("SC-9.9"))
                .click(format!("fighter:{side}:{unit}"))
        }
        Action::Pair { mine, theirs } => {
            draft(format!("{} against {}", unit_name(mine), unit_name(theirs)), "Front line", rule!("SC-9.7"))
                .click(format!("fighter:0:{mine}"))
                .click(format!("fighter:1:{theirs}"))
        }
        Action::Support(s) => {
            let side =
                view.battle.as_ref().and_then(|b| b.seats.iter().position(|x| *x == me)).unwrap_or(0) as u8;
            let unit = next_supporter(view, side).map_or("Unit", unit_name);
            draft(format!("{unit} supports skirmish {}", s + 1), "Support", rule!("SC-9.11"))
                .click(format!("skirmish:{s}"))
        }
        Action::Standard(face) => draft(
            format!("{}: {}", face_name(face), card_values(view, face)),
            "Standard cards",
            rule!("SC-9.12"),
        )
        .click(format!("card:{face}")),
        Action::DeckTop => {
            draft("The unseen top of your deck", "Standard cards", rule!("SC-9.12")).click("deck")
        }
        Action::Reinforce(face) => {
            let warning = match placing_scene(view) {
                _ if !matches_here(view, face) => " (matches no unit here: a bluff)",
                Some(scene) if Sum::of(&face.data().effect, &scene) == Sum::default() => {
                    " (no effect as things stand)"
                }
                _ => "",
            };
            draft(
                format!("{}: {}{warning}", face_name(face), face_text(face)),
                "Reinforcement",
                rule!("SC-9.19"),
            )
            .click(format!("card:{face}"))
            .mark(if warning.is_empty() { "" } else { "warning" })
        }
        Action::Shields(face) => {
            draft(format!("Shields with {}: +1 health", face_name(face)), "Shields", rule!("SC-11.10"))
                .click(format!("card:{face}"))
        }
        Action::NoReinforcement => draft("Add nothing", "Reinforcement", rule!("SC-9.12")),
        Action::Skirmish(s) => {
            let flu = |side: usize| {
                let fighters = view.battle.as_ref().map(|b| &b.fighters[side]);
                let front = fighters.and_then(|f| f.iter().find(|f| f.front && f.skirmish == Some(s)));
                front.map_or("unit", |f| unit_name(f.unit))
            };
            draft(
                format!("Skirmish {}: {} against {}", s + 1, flu(0), flu(1)),
                "Skirmishes",
                rule!("SC-9.17"),
            )
            .click(format!("skirmish:{s}"))
        }
        Action::Withdraw { unit, area } => draft(
            format!("{} withdraws to {}", unit_name(unit), area_name(area)),
            "Withdraw",
            rule!("SC-10.1"),
        )
        .click(at(area)),
        Action::RetreatUnit(unit) => {
            let side = view.battle.as_ref().and_then(|b| b.seats.iter().position(|s| *s == me)).unwrap_or(0);
            draft(format!("{} retreats", unit_name(unit)), "Retreat", rule!("SC-9.46"))
                .click(format!("fighter:{side}:{unit}"))
        }
        Action::RetreatTo(area) => {
            let room =
                view.area(area).map_or(0, |a| a.limit.saturating_sub(a.units.iter().map(|(_, n)| n).sum()));
            draft(format!("To {} (room for {room})", area_name(area)), "Retreat", rule!("SC-9.51"))
                .click(at(area))
        }
        Action::PlayEvent(card) => {
            let sum = Sum::of(&card.data().effect, &Scene::default());
            let points = sum.deeds.iter().flatten().any(|d| matches!(d, crate::effect::Deed::Points(_)));
            let warning = match () {
                () if points && view.galactic => " (no points in Galactic Conquest)",
                () if view.idle_events.contains(&card) => " (no effect as things stand)",
                () => "",
            };
            draft(
                format!("{} ({card}): {}{warning}", card.name(), event_text(card)),
                "Events",
                rule!("SC-13.2"),
            )
            .click(format!("event:{card}"))
            .mark(if warning.is_empty() { "" } else { "warning" })
        }
        Action::NoEvent => draft("Execute none", "Events", rule!("SC-13.4")),
        Action::TakePoint => draft("Gain 1 conquest point", "The End Draws Near", rule!("SC-13.6")),
        Action::TakeCards => draft("Draw 3 combat cards", "The End Draws Near", rule!("SC-13.6")),
        Action::Deploy { unit, area } => {
            draft(format!("{} in {}", unit_name(unit), area_name(area)), "Deploy", rule!("SC-13.2"))
                .click(format!("buy:{unit}"))
                .click(at(area))
                .mark("build")
        }
        Action::ZEnd { route, end } => {
            let place = view.routes.get(usize::from(route.0)).map(|r| r.ends[usize::from(end.min(1))]);
            let place = place.map_or(String::new(), |s| format!(" at {}", planet_name(s.planet)));
            let which = if end == 0 { "major" } else { "minor" };
            draft(
                format!("The {which} end{place} of {}", route_name(view, route)),
                "Z-axis",
                rule!("SC-2.17"),
            )
            .click(format!("end:{route}:{end}"))
        }
        Action::PeekAt(seat) => {
            draft(seat_name(view, seat), "Players", rule!("SC-13.2")).click(format!("seat:{}", seat.0))
        }
        Action::Discard(face) => {
            draft(format!("{}: {}", face_name(face), face_text(face)), "Discard", rule!("SC-12.16"))
                .click(format!("card:{face}"))
        }
        Action::Bombard(area) => {
            let owner = view.area(area).and_then(|a| a.owner).map_or(String::new(), |o| seat_name(view, o));
            draft(format!("{} ({owner})", area_name(area)), "Bombard", rule!("SC-13.2"))
                .click(at(area))
                .mark("attack")
        }
        Action::Deplete(area) => {
            draft(area_name(area), "Deplete", rule!("SC-5.17")).click(format!("resource:{area}"))
        }
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
fn mined(view: &View, area: Area, times: u8) -> String {
    let Some(ground) = view.area(area) else { return String::new() };
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
fn losses(view: &View, seat: Seat, price: Price) -> String {
    let Some(forced) = forced(view, seat, price) else { return String::new() };
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

fn done_text(view: &View) -> &'static str {
    match view.question {
        Frame::Build => "Finish building",
        Frame::Mobilize => {
            let attack = view
                .moves
                .as_ref()
                .is_some_and(|m| m.enemy.is_some_and(|e| m.stand[usize::from(e)] == Stand::EnemyUnits));
            if attack { "Make the moves and fight" } else { "Make the moves" }
        }
        Frame::ResearchTech | Frame::TakeTech(_) => "Take no technology",
        Frame::EventBuy { .. } => "Buy nothing",
        _ => "No more",
    }
}
