//! Navigation routes: bands between neighbouring planets, and z-axis routes with a letter at both ends. Transports lie
//! on them, each with the plate of its owner.

use super::{Table, chart, figures::faction_class};
use klaxon_core::Seat;
use klaxon_starcraft::{
    RouteView,
    ids::{Route, Slot},
    words::{planet_name, route_letter},
};
use maud::{Markup, html};

/// From a slot to the middle of what lies outside it.
const REACH: i32 = 20;

impl Table<'_> {
    pub(super) fn routes(&self) -> Markup {
        html! {
            g #sc-routes {
                @for route in self.view.routes.iter().filter(|r| r.z) { (self.bow(route)) }
                @for route in &self.view.routes {
                    @if route.z { (self.z_end(route, 0)) (self.z_end(route, 1)) } @else { (self.band(route)) }
                }
            }
        }
    }

    /// The letter of a z-axis route.
    pub(super) fn letter(&self, route: Route) -> &'static str {
        route_letter(self.view, route).unwrap_or("z")
    }

    fn route_words(&self, route: &RouteView) -> String {
        let [a, b] = route.ends.map(|e| planet_name(e.planet));
        let kind =
            if route.z { format!("Z-axis route {}", self.letter(route.route)) } else { "Route".into() };
        let mut text = format!("{kind} from {a} to {b}");
        let names: Vec<String> = route.transports.iter().map(|s| self.seat_name(*s)).collect();
        if !names.is_empty() {
            text.push_str(&format!("; transports of {}", names.join(", ")));
        }
        text
    }

    /// A normal route: both ends lie opposite each other.
    fn band(&self, route: &RouteView) -> Markup {
        let (Some(a), Some(b)) =
            (chart::slot(self.view, route.ends[0]), chart::slot(self.view, route.ends[1]))
        else {
            return html! {};
        };
        let id = format!("route:{}", route.route);
        let here = self.handle(&[&id]);
        let (mx, my) = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
        let across = a.1 == b.1;
        let words = self.route_words(route);
        let (hw, hh) = if across { (17, 34) } else { (34, 17) };
        html! {
            g id={ "sc-route-" (route.route) } class={ "sc-route" (here.class) } data-id=(id) data-click=[here.can.then_some(&id)]
                role=(if here.can { "button" } else { "img" }) tabindex=[here.can.then_some("0")] aria-label=(words) {
                title { (words) }
                rect.sc-lane-hit x=(mx - hw) y=(my - hh) width=(2 * hw) height=(2 * hh) rx="9" {}
                path.sc-lane d={ "M" (a.0) "," (a.1) "L" (b.0) "," (b.1) } {}
                (self.fleet(&route.transports, (mx, my), !across))
            }
        }
    }

    /// Transports in a row, across the route.
    fn fleet(&self, seats: &[Seat], at: (i32, i32), in_row: bool) -> Markup {
        let n = seats.len() as i32;
        let place = |i: i32| {
            let off = 17 * i - 17 * (n - 1) / 2;
            if in_row { (at.0 + off, at.1) } else { (at.0, at.1 + off) }
        };
        html! { @for (i, seat) in seats.iter().enumerate() { (self.transport(*seat, place(i as i32))) } }
    }

    fn transport(&self, seat: Seat, at: (i32, i32)) -> Markup {
        let Some(faction) = self.faction(seat) else { return html! {} };
        html! {
            g class={ "sc-transport " (faction_class(faction)) } transform={ "translate(" (at.0) " " (at.1) ")" } {
                use.sc-plate href={ "#sc-plate-" (faction) } transform="scale(0.72)" {}
                use.sc-glyph href="#sc-transport" {}
            }
        }
    }

    /// The faint line that joins the ends of a z-axis route, below everything else.
    fn bow(&self, route: &RouteView) -> Markup {
        let end = |slot: Slot| {
            let at = chart::slot(self.view, slot)?;
            let (dx, dy) = chart::step(slot.side);
            let out = |n: i32| (at.0 + dx * n, at.1 + dy * n);
            Some((out(REACH), out(REACH + 70)))
        };
        let (Some((a, a2)), Some((b, b2))) = (end(route.ends[0]), end(route.ends[1])) else {
            return html! {};
        };
        html! { path.sc-bow d={ "M" (a.0) "," (a.1) "C" (a2.0) "," (a2.1) " " (b2.0) "," (b2.1) " " (b.0) "," (b.1) } {} }
    }

    /// An end of a z-axis route with its letter; the transports of the route show at both ends.
    fn z_end(&self, route: &RouteView, end: usize) -> Markup {
        let slot = route.ends[end];
        let Some((x, y)) = chart::slot(self.view, slot) else { return html! {} };
        let (dx, dy) = chart::step(slot.side);
        let (cx, cy) = (x + dx * REACH, y + dy * REACH);
        let ids = [format!("route:{}", route.route), format!("end:{}:{end}", route.route)];
        let here = self.handle(&[&ids[0], &ids[1]]);
        let words = format!("{}, {} end", self.route_words(route), if end == 0 { "major" } else { "minor" });
        // Transports lie beside the letter, along the tile's edge.
        let n = route.transports.len() as i32;
        let beside = 19 + 17 * (n - 1) / 2;
        let fleet = if dx == 0 { (cx + beside, cy) } else { (cx, cy + beside) };
        html! {
            g id={ "sc-end-" (route.route) "-" (end) } class={ "sc-z" (here.class) } data-id=(here.id) data-click=[here.can.then_some(&here.id)]
                role=(if here.can { "button" } else { "img" }) tabindex=[here.can.then_some("0")] aria-label=(words) {
                title { (words) }
                path.sc-lane d={ "M" (x) "," (y) "L" (cx) "," (cy) } {}
                circle.sc-z-end cx=(cx) cy=(cy) r=(if end == 0 { "10" } else { "8.5" }) {}
                text.sc-z-letter x=(cx) y=(cy + 4) { (self.letter(route.route)) }
                (self.fleet(&route.transports, fleet, dx == 0))
            }
        }
    }
}
