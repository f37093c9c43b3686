//! While the table is set up: factions to choose from, and the planets that each player still has to lay.

use super::{Table, also, figures};
use klaxon_starcraft::{
    data::{Content, data},
    ids::{Faction, Planet, Side},
    words::{aims::objective, name, planet_name, side_name, text::effect_text, unit_name},
};
use maud::{Markup, html};

impl Table<'_> {
    pub(super) fn setup(&self) -> Markup {
        let drafting = self.view.seats.iter().any(|s| s.faction.is_none());
        let laying = self.view.seats.iter().any(|s| !s.planets.is_empty());
        html! {
            section #sc-setup .panel.sc-panel aria-label="Setting up" hidden[!drafting && !laying] {
                @if drafting {
                    h2 { "Factions" }
                    div.sc-cards { @for faction in Faction::ALL { (self.faction_card(*faction)) } }
                }
                @if laying {
                    h2 { "Planets still to be laid" }
                    @for sheet in self.view.seats.iter().filter(|s| !s.planets.is_empty()) {
                        div.sc-lot-of {
                            p.sc-owner { (self.emblem(sheet.seat)) " " (self.seat_name(sheet.seat)) @if self.view.me == Some(sheet.seat) { " (you)" } }
                            div.sc-cards { @for planet in &sheet.planets { (self.planet_card(*planet)) } }
                        }
                    }
                }
            }
        }
    }

    fn faction_card(&self, faction: Faction) -> Markup {
        let id = format!("faction:{faction}");
        let can = self.touch.can(&id);
        let taken = self.view.seats.iter().find(|s| s.faction == Some(faction));
        let print = data().faction(faction);
        html! {
            div class={ "sc-face sc-faction " (figures::faction_class(faction)) (self.touch.class(&id)) (also("dropped", taken.is_some())) } data-id=(id) data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                span.title { (figures::emblem(faction)) " " (name(faction)) }
                span.kind { (data().race(print.race).name) @if taken.is_some() { " · taken" } }
                span.pictured { @for (unit, n) in &print.start { span title=(unit_name(*unit)) { (figures::portrait(*unit, Some(faction))) (n) } } }
                span.text { (print.workers) " workers." }
                span.text { strong { "Special victory: " } (objective(print.victory)) "." }
                span.text { strong { (data().race(print.race).name) ": " } @for (i, effect) in data().race(print.race).effect.iter().enumerate() { @if i > 0 { "; " } (effect_text(effect)) } "." }
            }
        }
    }

    fn planet_card(&self, planet: Planet) -> Markup {
        let id = format!("planet:{planet}");
        let can = self.touch.can(&id);
        let print = data().planet(planet);
        let sides: Vec<&str> =
            Side::ALL.iter().filter(|s| print.slot(**s, 0)).map(|s| side_name(*s)).collect();
        let area = |content: Content, limit: u8| {
            let (sign, n) = figures::content(content);
            html! { span.sc-lot { (figures::sign(sign)) (n) span.soft { "/" (limit) } } }
        };
        html! {
            div class={ "sc-face" (self.touch.class(&id)) } data-id=(id) data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                span.title { (planet_name(planet)) }
                span.pictured { @for a in &print.areas { (area(a.content, a.limit)) } }
                span.text { "slots " (sides.join(", ")) }
            }
        }
    }
}
