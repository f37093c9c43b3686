//! What lies over the map while something is chosen: the orders for a planet, cells and turns for a new planet, slots
//! for z-axis routes.

use super::{Table, chart, figures::order_shape};
use klaxon_starcraft::{
    data::data,
    ids::{Order, Planet, Side, Slot},
    words::{order_name, planet_name, side_name},
};
use maud::{Markup, html};

impl Table<'_> {
    pub(super) fn over(&self) -> Markup {
        html! {
            g #sc-over {
                (self.cells())
                (self.slots())
                (self.orders_for_planet())
            }
        }
    }

    /// The planet clicked first.
    fn picked_planet(&self) -> Option<Planet> {
        self.touch.clicks.iter().find_map(|id| Planet::parse(id.strip_prefix("planet:")?))
    }

    /// The six orders in a ring over the planet that was clicked; those that would have no effect are dashed.
    fn orders_for_planet(&self) -> Markup {
        let offered: Vec<Order> =
            Order::ALL.iter().copied().filter(|o| self.touch.can(&format!("order:{o}"))).collect();
        let Some(planet) =
            self.picked_planet().and_then(|p| self.view.planet(p)).filter(|_| !offered.is_empty())
        else {
            return html! {};
        };
        let (cx, cy) = chart::centre((i32::from(planet.x), i32::from(planet.y)));
        let per_row = 3;
        let rows = offered.len().div_ceil(per_row) as i32;
        let place = |i: usize| {
            let (column, row) = ((i % per_row) as i32, (i / per_row) as i32);
            (cx - 54 + 54 * column, cy + 8 - 27 * (rows - 1) + 54 * row)
        };
        html! {
            rect.sc-menu x=(cx - 86) y=(cy + 8 - 27 * rows - 4) width="172" height=(54 * rows + 8) rx="14" {}
            @for (i, order) in offered.iter().enumerate() {
                @let id = format!("order:{order}");
                @let (x, y) = place(i);
                @let warned = self.touch.mark(&id) == "warning";
                @let words = format!("{} on {}{}", order_name(*order), planet_name(planet.planet), if warned { ": no effect as things stand" } else { "" });
                g class={ "sc-chip" (self.touch.class(&id)) (super::also("special", order.is_special())) } transform={ "translate(" (x) " " (y) ")" }
                    data-id=(id) data-click=(id) role="button" tabindex="0" aria-label=(words) {
                    title { (words) }
                    rect x="-24" y="-24" width="48" height="48" rx="10" {}
                    use href=(order_shape(*order)) transform="translate(0 -5) scale(1.9)" {}
                    text y="18" { (order_name(order.plain())) }
                    @if warned { path.sc-warn d="M14,-22L22,-8H6Z" {} text.sc-warn-sign x="14" y="-10" { "!" } }
                }
            }
        }
    }

    /// Cells beside the galaxy, and the ways to turn a planet in the one that was clicked.
    fn cells(&self) -> Markup {
        let planet = self.picked_planet();
        let picked = self.touch.clicks.iter().find_map(|id| id.strip_prefix("cell:"));
        html! {
            @for (x, y) in &self.view.cells {
                @let id = format!("cell:{x},{y}");
                @let r = chart::tile((i32::from(*x), i32::from(*y)));
                @let can = self.touch.can(&id);
                @let turned = picked == Some(&format!("{x},{y}"));
                @if can || !turned {
                    g class={ "sc-cell" (self.touch.class(&id)) } data-id=(id) data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] aria-label={ "here, cell " (x) "," (y) } {
                        title { "Cell " (x) "," (y) }
                        rect x=(r.x + 12) y=(r.y + 12) width=(r.w - 24) height=(r.h - 24) rx="16" {}
                        @if can { text x=(r.x + r.w / 2) y=(r.y + r.h / 2 + 5) { "here" } }
                    }
                }
                @if let (true, Some(planet)) = (turned, planet) {
                    @for turn in 0..4u8 {
                        @let id = format!("turn:{turn}");
                        @if self.touch.can(&id) { (self.turned(planet, turn, (*x, *y), (r.x + 46 + 82 * i32::from(turn % 2), r.y + 44 + 76 * i32::from(turn / 2)), &id)) }
                    }
                }
            }
        }
    }

    /// A small picture of a planet after some quarter turns: where routes would run, where slots would stay free, and
    /// where they would be blocked.
    fn turned(&self, planet: Planet, turn: u8, cell: (i8, i8), at: (i32, i32), id: &str) -> Markup {
        let fate = |side: Side| {
            if !data().planet(planet).slot(side, turn) {
                return None;
            }
            let (dx, dy) = side.step();
            let beside = self.view.planets.iter().find(|p| (p.x, p.y) == (cell.0 + dx, cell.1 + dy));
            Some(match beside {
                None => "free",
                Some(p) if data().planet(p.planet).slot(side.opposite(), p.turn) => "joined",
                Some(_) => "shut",
            })
        };
        let fates: Vec<(Side, &str)> = Side::ALL.iter().filter_map(|s| Some((*s, fate(*s)?))).collect();
        let sides: Vec<String> = fates.iter().map(|(s, fate)| format!("{} {fate}", side_name(*s))).collect();
        let words = format!("{}, turned {turn}: {}", planet_name(planet), sides.join(", "));
        html! {
            g class={ "sc-chip sc-turned" (self.touch.class(id)) } transform={ "translate(" (at.0) " " (at.1) ")" } data-id=(id) data-click=(id) role="button" tabindex="0" aria-label=(words) {
                title { (words) }
                rect x="-37" y="-34" width="74" height="68" rx="10" {}
                rect.sc-mini x="-17" y="-15" width="34" height="30" rx="6" {}
                @for (side, fate) in &fates {
                    @let (dx, dy) = chart::step(*side);
                    path class={ "sc-lane " (fate) } d={ "M" (dx * 17) "," (dy * 15) "L" (dx * 29) "," (dy * 27) } {}
                }
            }
        }
    }

    /// Free slots that can be clicked.
    fn slots(&self) -> Markup {
        let free = self
            .view
            .planets
            .iter()
            .flat_map(|p| p.free.iter().map(|side| Slot { planet: p.planet, side: *side }));
        html! {
            @for slot in free {
                @let id = format!("slot:{slot}");
                @if self.touch.can(&id) && let Some((x, y)) = chart::slot(self.view, slot) {
                    @let (dx, dy) = chart::step(slot.side);
                    @let words = format!("z: the free slot in the {} of {}", side_name(slot.side), planet_name(slot.planet));
                    g class={ "sc-chip sc-free" (self.touch.class(&id)) } transform={ "translate(" (x + dx * 14) " " (y + dy * 14) ")" } data-id=(id) data-click=(id) role="button" tabindex="0" aria-label=(words) {
                        title { (words) }
                        circle r="13" {}
                        text y="5" { "z" }
                    }
                }
            }
        }
    }
}
