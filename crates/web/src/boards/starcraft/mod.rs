//! The StarCraft board: the galaxy as an SVG map in layers, and panels with orders, cards, sheets and battles around it.
//! Everything is drawn from one viewer's [`View`] and from what he has touched.
//!
//! A thing on the board carries `data-id`, the id that a click on it sends; one that can be clicked to some effect is
//! also a button with `data-click`. Where things lie on top of each other, a click means the innermost thing that it
//! can mean. The colours are in `assets/boards/starcraft.css`; `starcraft.js` zooms and pans the map.

mod around;
mod battle;
mod chart;
mod chronicle;
mod figures;
mod hand;
mod over;
mod planets;
mod regroup;
mod routes;
mod setup;
mod sheets;
mod shop;
#[cfg(test)]
mod tests;
mod turn;

use super::{Board, Drawn, Place, Tally, Touch, around::Around, covers};
use crate::ending::{self, Side, Tale};
use chart::Chart;
use chronicle::Chronicle;
use klaxon_core::{Known, Outcome, Seat, Words};
use klaxon_starcraft::{StarCraft, View, ids::Faction};
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// A view with what was touched of it: what all drawing functions are given.
struct Table<'a> {
    view: &'a View,
    touch: &'a Touch<'a>,
    chart: Chart,
}

/// How the page can touch a thing.
struct Handle {
    /// The id that a click sends.
    id: String,
    /// More class names.
    class: String,
    /// It can be clicked to some effect.
    can: bool,
}

impl Drawn for StarCraft {
    const TAB: &'static str = "Sheets";
    const AROUND: Around = around::AROUND;

    /// With what was heard of battles and regroupings.
    fn board(known: &Known<'_, StarCraft>, touch: &Touch<'_>) -> Board {
        draw(&known.view, touch, &Chronicle::of(known))
    }

    fn place(panel: &str) -> Place {
        match panel {
            "sc-turn" => Place::Bar,
            "sc-stock" | "sc-queue" => Place::Asked,
            "sc-hand" => Place::Dock,
            "sc-battle" | "sc-setup" => Place::Over,
            _ => Place::Tab,
        }
    }

    fn click_words(id: &str) -> String {
        let (_, name) = id.split_once(':').unwrap_or(("", id));
        let mut chars = name.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars).collect::<String>().replace([':', '.'], " ")
    }

    /// That of its faction, once it has one.
    fn seat_class(view: &View, seat: Seat) -> Option<String> {
        let sheet = view.seats.get(seat.index())?;
        let team = if view.teams { format!(" sc-team-{}", sheet.team) } else { String::new() };
        sheet.faction.map(|faction| figures::faction_class(faction) + &team)
    }

    fn cover() -> Markup {
        covers::starcraft()
    }

    fn tally(view: &View, _outcome: &Outcome, _seats: usize) -> Tally {
        let scores = view.seats.iter().map(|seat| i32::from(seat.cp)).collect();
        Tally { turns: u32::from(view.round), scores, ..Tally::default() }
    }

    fn tale(known: &Known<'_, StarCraft>, sides: &[Side], outcome: &Outcome) -> Tale {
        ending::starcraft::tale(known, sides, outcome)
    }
}

fn draw(view: &View, touch: &Touch<'_>, chronicle: &Chronicle) -> Board {
    let table = Table { view, touch, chart: Chart::of(view) };
    let named = |id: &str, markup: Markup| (id.to_owned(), markup);
    let layers = vec![
        named("sc-sky", table.sky()),
        named("sc-routes", table.routes()),
        named("sc-planets", table.planets()),
        named("sc-over", table.over()),
    ];
    // All of them are always there, hidden where they have nothing to say, so that their order stays.
    let panels = vec![
        named("sc-turn", table.turn_panel()),
        named("sc-stock", table.stock()),
        named("sc-queue", table.event_turns()),
        named("sc-setup", table.setup()),
        named("sc-battle", table.battle_panel(chronicle)),
        named("sc-hand", table.hand_panel()),
        named("sc-shop", table.shop()),
        named("sc-sheets", table.sheets(&chronicle.origins)),
        named("sc-regrouping", table.regrouping(chronicle)),
    ];
    Board { view_box: table.chart.view_box(), label: table.label(), defs: Some(defs()), layers, panels }
}

/// Shapes that the layers use, which never change.
fn defs() -> Markup {
    static DEFS: LazyLock<String> = LazyLock::new(|| html! { defs { (figures::defs()) } }.into_string());
    PreEscaped(DEFS.clone())
}

/// One more class name, where it holds.
fn also(name: &str, holds: bool) -> String {
    if holds { format!(" {name}") } else { String::new() }
}

impl Table<'_> {
    /// The board in a sentence, for those who cannot see it.
    fn label(&self) -> String {
        let n = self.view.planets.len();
        format!("The galaxy: {n} planets and {} routes", self.view.routes.len())
    }

    /// Deep space; it also tells the script how large the galaxy is, for it grows while it is built.
    fn sky(&self) -> Markup {
        let area = self.chart.area();
        html! {
            g #sc-sky data-view-box=(self.chart.view_box()) data-columns=(self.chart.columns()) data-empty=[(self.view.planets.is_empty() && self.view.cells.is_empty()).then_some("")] {
                rect.sc-void x=(area.x) y=(area.y) width=(area.w) height=(area.h) {}
                @for i in 0..90 {
                    // A fixed scatter of stars.
                    @let (x, y) = (area.x + (i * 7919 + 131) % area.w, area.y + (i * 104_729 + 71) % area.h);
                    circle class=(if i % 7 == 0 { "sc-star near" } else { "sc-star" }) cx=(x) cy=(y) r=(if i % 7 == 0 { "1.3" } else { "0.8" }) {}
                }
            }
        }
    }

    fn faction(&self, seat: Seat) -> Option<Faction> {
        self.view.seats.get(seat.index())?.faction
    }

    /// The seat's team, where there are teams.
    fn team(&self, seat: Seat) -> Option<u8> {
        self.view.seats.get(seat.index()).filter(|_| self.view.teams).map(|sheet| sheet.team)
    }

    fn seat_name(&self, seat: Seat) -> String {
        StarCraft::seat_name(self.view, seat)
    }

    /// The first of some ids, innermost first, that can be clicked or was; else the first of all.
    fn handle(&self, ids: &[&str]) -> Handle {
        let live = |id: &&&str| self.touch.can(id) || self.touch.picked(id);
        let id = ids.iter().find(live).or(ids.first()).copied().unwrap_or_default();
        Handle { id: id.to_owned(), class: self.touch.class(id), can: self.touch.can(id) }
    }
}
