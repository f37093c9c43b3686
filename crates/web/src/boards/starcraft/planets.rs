//! Planets as tiles: areas with what they hold, their limits, pieces, cards and workers; the order stack in the head.

use super::{
    Table, also,
    chart::{self, Rect},
    figures::{self, content, faction_class, flies, order_shape},
};
use klaxon_core::Seat;
use klaxon_starcraft::{
    AreaView, Depletion, OrderView, PlanetView,
    ids::{Area, Faction, Unit},
    words::{area_name, area_place, order_name, planet_name, unit_name},
};
use maud::{Markup, html};

/// Something that stands in an area.
struct Stand {
    seat: Seat,
    /// None for a base.
    unit: Option<Unit>,
    n: u8,
    /// It only arrives when the moves are made.
    ghost: bool,
}

impl Table<'_> {
    pub(super) fn planets(&self) -> Markup {
        html! { g #sc-planets { @for planet in &self.view.planets { (self.planet(planet)) } } }
    }

    fn planet(&self, planet: &PlanetView) -> Markup {
        let Rect { x, y, w, h } = chart::tile((i32::from(planet.x), i32::from(planet.y)));
        let id = format!("planet:{}", planet.planet);
        let can = self.touch.can(&id);
        let active = self.view.turn.is_some_and(|t| t.planet == planet.planet);
        let rects = chart::areas(planet.areas.len());
        let label = self.planet_words(planet);
        html! {
            g id={ "sc-planet-" (planet.planet) } class={ "sc-planet sc-p-" (planet.planet) (self.touch.class(&id)) (also("active", active)) }
                transform={ "translate(" (x) " " (y) ")" } data-id=(id) data-click=[can.then_some(&id)]
                role=[(!can).then_some("group")] aria-label=[(!can).then_some(&label)] {
                rect.sc-tile width=(w) height=(h) rx="16" {}
                rect.sc-globe width=(w) height=(h) rx="16" {}
                // The edge is the button of a planet that can be clicked: it holds no text, so it has one voice.
                rect.sc-edge width=(w) height=(h) rx="16" data-id=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] aria-label=[can.then_some(&label)] {}
                g aria-hidden=[can.then_some("true")] {
                text.sc-planet-name x="11" y="17.5" { (planet_name(planet.planet)) }
                (self.stack(planet))
                @for (area, rect) in planet.areas.iter().zip(rects) { (self.area(area, rect)) }
                @for side in &planet.free {
                    @let (dx, dy) = chart::step(*side);
                    circle.sc-slot cx=(w / 2 + dx * w / 2) cy=(h / 2 + dy * h / 2) r="4" { title { "A free slot of " (planet_name(planet.planet)) " (SC-2.17)" } }
                }
                @for side in &planet.blocked {
                    @let (dx, dy) = chart::step(*side);
                    path.sc-blocked transform={ "translate(" (w / 2 + dx * w / 2) " " (h / 2 + dy * h / 2) ")" } d="M-3,-3L3,3M3,-3L-3,3" { title { "A blocked slot (SC-2.15)" } }
                }
                }
            }
        }
    }

    fn planet_words(&self, planet: &PlanetView) -> String {
        let mut text = planet_name(planet.planet).to_owned();
        let n = planet.orders.len();
        if n > 0 {
            text.push_str(&format!(", {n} order{}", if n == 1 { "" } else { "s" }));
        }
        text
    }

    /// The order stack: the deepest at the left, the top one at the right and marked.
    fn stack(&self, planet: &PlanetView) -> Markup {
        let n = planet.orders.len();
        if n == 0 {
            return html! {};
        }
        let id = format!("stack:{}", planet.planet);
        let here = self.handle(&[&id, &format!("planet:{}", planet.planet)]);
        // A click that means the whole planet is a click on the planet's own button.
        let can = here.can && here.id == id;
        // Tokens overlap when there are many.
        let room = 158 - 12 - 6 * planet_name(planet.planet).len() as i32;
        let step = if n > 1 { ((room - 16) / (n as i32 - 1)).clamp(4, 18) } else { 0 };
        let first = 160 - step * (n as i32 - 1);
        html! {
            g class={ "sc-stack" (if here.id == id { here.class.as_str() } else { "" }) } data-id=(here.id) data-click=[can.then_some(&here.id)]
                role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(self.stack_words(planet)) {
                title { (self.stack_words(planet)) }
                @for (i, order) in planet.orders.iter().enumerate() {
                    (self.order_token(order, first + step * i as i32, 13, i + 1 == n))
                }
            }
        }
    }

    fn stack_words(&self, planet: &PlanetView) -> String {
        let one = |o: &OrderView| {
            let face = o.order.map_or("an order", order_name);
            format!("{face} of {}", self.seat_name(o.seat))
        };
        let from_top: Vec<String> = planet.orders.iter().rev().map(one).collect();
        format!("Orders on {}, top first: {}", planet_name(planet.planet), from_top.join(", then "))
    }

    fn order_token(&self, order: &OrderView, x: i32, y: i32, top: bool) -> Markup {
        let faction = self.faction(order.seat);
        html! {
            g class={ "sc-order " (faction.map_or(String::new(), faction_class)) (also("top", top)) (also("special", order.order.is_some_and(|o| o.is_special()))) } transform={ "translate(" (x) " " (y) ")" } {
                rect.sc-token-body x="-8.5" y="-8.5" width="17" height="17" rx="4" {}
                @match order.order {
                    Some(face) => { use.sc-order-sign href=(order_shape(face)) {} }
                    None => { @if let Some(f) = faction { use.sc-order-back href={ "#sc-plate-" (f) } transform="scale(0.44)" {} } }
                }
                @if top { path.sc-top d="M-3.4,-12.4H3.4L0,-8.6Z" {} }
            }
        }
    }

    fn area(&self, area: &AreaView, rect: Rect) -> Markup {
        let ids = [
            format!("area:{}", area.area),
            format!("resource:{}", area.area),
            format!("planet:{}", area.area.planet()),
        ];
        let here = self.handle(&[&ids[0], &ids[1], &ids[2]]);
        let own = here.id != ids[2];
        let can = own && here.can;
        let control = area.control.and_then(|s| self.faction(s));
        let contested = self.view.battle.as_ref().is_some_and(|b| b.area == area.area);
        let (sign, n) = content(area.content);
        let units: u8 = area.units.iter().map(|(_, n)| n).sum();
        let words = self.area_words(area);
        html! {
            g class={ "sc-area" (if own { here.class.as_str() } else { "" }) " " (control.map_or(String::new(), faction_class)) (also("contested", contested)) (also("held", control.is_some())) }
                transform={ "translate(" (rect.x) " " (rect.y) ")" } data-id=(here.id) data-click=[can.then_some(&here.id)] {
                // The ground is the button: what stands on it may be buttons of its own.
                rect.sc-ground width=(rect.w) height=(rect.h) rx="10" data-id=[can.then_some(&here.id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] aria-label=[can.then_some(&words)] aria-hidden=[(!can).then_some("true")] { title { (words) } }
                g aria-hidden=[can.then_some("true")] {
                title { (words) }
                g class={ "sc-content " (sign) (also("partial", area.depletion == Depletion::Partial)) (also("full", area.depletion == Depletion::Full)) } {
                    use href={ "#sc-" (sign) } transform="translate(11 11)" {}
                    text x="19" y="15.4" { (n) }
                    @if area.depletion == Depletion::Partial { path.sc-depleted d="M4,17L18,5" {} }
                    @if area.depletion == Depletion::Full { path.sc-depleted d="M4,17L18,5M4,5L18,17" {} }
                }
                @if let Some(holder) = area.card.and_then(|s| self.faction(s)) {
                    g class={ "sc-card " (faction_class(holder)) } transform="translate(36 11)" {
                        rect x="-6" y="-7" width="12" height="14" rx="2.5" {}
                        @if area.workers > 0 { text y="3.6" { (area.workers) } }
                        @else { use href={ "#sc-plate-" (holder) } transform="scale(0.3)" {} }
                    }
                }
                // By this number sentences, choices and the log speak of the area.
                circle.sc-number-ring cx=(rect.w / 2 + 8) cy="11.2" r="7.4" {}
                text.sc-number x=(rect.w / 2 + 8) y="15.4" { (area.area.n() + 1) }
                text.sc-limit.over[units > area.limit] x=(rect.w - 6) y="15" { (units) "/" (area.limit) }
                }
                (self.pieces(area, rect))
                @if contested { path.sc-swords transform={ "translate(" (rect.w / 2) " " (rect.h / 2 + 8) ") scale(1.5)" } d="M-8,-8L6,6M8,-8L-6,6M-8,3L-3,8M8,3L3,8" {} }
            }
        }
    }

    fn area_words(&self, area: &AreaView) -> String {
        let (sign, n) = content(area.content);
        let what = match sign {
            "conquest" => format!("{n} conquest point{}", if n == 1 { "" } else { "s" }),
            kind => format!("{n} {kind}"),
        };
        let mut text = format!("{}: {what}, unit limit {}", area_place(area.area), area.limit);
        match area.depletion {
            Depletion::None => {}
            Depletion::Partial => text.push_str(", partly depleted"),
            Depletion::Full => text.push_str(", fully depleted"),
        }
        if let Some(holder) = area.card {
            text.push_str(&format!(
                "; resource card of {} with {} workers",
                self.seat_name(holder),
                area.workers
            ));
        }
        if let Some(base) = area.base {
            text.push_str(&format!("; base of {}", self.seat_name(base)));
        }
        if let Some(owner) = area.owner {
            let units: Vec<String> =
                area.units.iter().map(|(u, n)| format!("{n} {}", unit_name(*u))).collect();
            text.push_str(&format!("; {} of {}", units.join(", "), self.seat_name(owner)));
        }
        match area.control {
            Some(seat) => text.push_str(&format!("; controlled by {}", self.seat_name(seat))),
            None => text.push_str("; controlled by nobody"),
        }
        text
    }

    /// Bases first, then units, then those that are on their way.
    fn stands(&self, area: &AreaView) -> Vec<Stand> {
        let mut all = Vec::new();
        let lands = |seat: Seat| {
            let moves = self.view.moves.as_ref()?;
            let turn = self.view.turn.filter(|t| t.seat == seat && t.planet == area.area.planet())?;
            moves.lift.map(|n| (turn, n))
        };
        if let Some(seat) = area.base {
            let leaves = lands(seat).is_some();
            all.push(Stand { seat, unit: None, n: 1, ghost: leaves });
        }
        if let Some(seat) = area.owner {
            all.extend(area.units.iter().map(|(u, n)| Stand { seat, unit: Some(*u), n: *n, ghost: false }));
        }
        if let (Some(moves), Some(turn)) = (&self.view.moves, self.view.turn)
            && turn.planet == area.area.planet()
        {
            if moves.lift == Some(area.area.n() as u8) {
                all.push(Stand { seat: turn.seat, unit: None, n: 1, ghost: true });
            }
            let race = self.view.seat(turn.seat).race;
            let coming = race.into_iter().flat_map(|r| r.units().iter());
            for unit in coming {
                let n = moves.inbound[area.area.n()][unit.slot()];
                if n > 0 {
                    all.push(Stand { seat: turn.seat, unit: Some(*unit), n, ghost: true });
                }
            }
        }
        all
    }

    fn pieces(&self, area: &AreaView, rect: Rect) -> Markup {
        let all = self.stands(area);
        let in_row = (rect.w - 4) / 25;
        let rows = if all.len() as i32 <= in_row { 1 } else { 2 };
        let columns = in_row.max((all.len() as i32 + rows - 1) / rows);
        let step = (rect.w - 6) / columns;
        let place = |i: usize| {
            let i = i as i32;
            let y = if rows == 1 { 41 } else { 30 + 24 * (i / columns) };
            (3 + step / 2 + step * (i % columns), y)
        };
        html! { @for (i, stand) in all.iter().enumerate() { (self.piece(area.area, stand, place(i), rows == 2)) } }
    }

    fn piece(&self, area: Area, stand: &Stand, at: (i32, i32), small: bool) -> Markup {
        let Some(faction) = self.faction(stand.seat) else { return html! {} };
        let id = match stand.unit {
            Some(unit) => format!("unit:{area}:{unit}"),
            None => format!("base:{area}"),
        };
        let what = stand.unit.map_or("base".into(), |unit| unit.to_string());
        let piece = format!("piece:{faction}:{what}:{area}");
        let ids =
            [id, format!("area:{area}"), format!("resource:{area}"), format!("planet:{}", area.planet())];
        let here = self.handle(&[&ids[0], &ids[1], &ids[2], &ids[3]]);
        let own = here.id == ids[0] && !stand.ghost;
        let words = self.piece_words(area, stand);
        let size = if small { " scale(0.86)" } else { " scale(0.94)" };
        html! {
            g class={ "sc-piece " (faction_class(faction)) (if own { here.class.as_str() } else { "" }) (also("ghost", stand.ghost)) (also("base", stand.unit.is_none())) }
                transform={ "translate(" (at.0) " " (at.1) ")" (size) } data-id=(here.id) data-piece=[(!stand.ghost).then_some(&piece)] data-n=[(stand.n > 1).then_some(stand.n)]
                data-click=[(own && here.can).then_some(&here.id)] role=[(own && here.can).then_some("button")] tabindex=[(own && here.can).then_some("0")] aria-label=[(own && here.can).then_some(&words)] {
                title { (words) }
                @if let Some(team) = self.team(stand.seat) { (figures::team_mark(team)) }
                use.sc-plate href={ "#sc-plate-" (faction) } {}
                @match stand.unit {
                    Some(unit) => {
                        @if flies(unit) { path.sc-flies d="M-6,-11.6Q0,-16.4 6,-11.6" {} }
                        use.sc-glyph href={ "#sc-" (unit) } transform="scale(0.82)" {}
                    }
                    None => { use.sc-glyph href={ "#sc-base-" (self.race(faction)) } transform="scale(0.86)" {} }
                }
                @if stand.n > 1 { circle.sc-count cx="9.4" cy="9" r="6.6" {} text.sc-count-n x="9.4" y="12.6" aria-hidden="true" { (stand.n) } }
            }
        }
    }

    fn piece_words(&self, area: Area, stand: &Stand) -> String {
        let what = match stand.unit {
            Some(unit) => format!("{} {}", stand.n, unit_name(unit)),
            None => "base".into(),
        };
        let way = if stand.ghost { "on the move to" } else { "in" };
        format!("{what} of {} {way} {}", self.seat_name(stand.seat), area_name(area))
    }

    pub(super) fn race(&self, faction: Faction) -> &'static str {
        klaxon_starcraft::data().faction(faction).race.id()
    }
}
