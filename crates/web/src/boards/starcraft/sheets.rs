//! The sheets of all players: points and objective, workers, buildings, modules, technologies, cards and supply.

use super::{
    Table, also,
    figures::{self, faction_class},
};
use klaxon_core::Seat;
use klaxon_starcraft::{
    SeatView,
    data::{Content, Tech, data},
    ids::{Faction, Module},
    words::{
        aims, area_name, face_name,
        text::{event_text, tech_text},
        unit_name,
    },
};
use maud::{Markup, html};

/// Where a seat's conquest points came from, as far as it was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// Areas controlled in step 5.
    pub areas: u8,
    /// Event cards.
    pub events: u8,
}

impl Table<'_> {
    /// A faction's sign beside its name.
    pub(super) fn emblem(&self, seat: Seat) -> Markup {
        html! { @if let Some(faction) = self.faction(seat) { (figures::emblem(faction)) } }
    }

    /// The viewer's own sheet first, then clockwise.
    fn seats(&self) -> impl Iterator<Item = &SeatView> {
        let n = self.view.seats.len();
        let first = self.view.me.map_or(0, Seat::index);
        (0..n).map(move |i| &self.view.seats[(first + i) % n])
    }

    pub(super) fn sheets(&self, origins: &[(Faction, Origin)]) -> Markup {
        let origin = |sheet: &SeatView| {
            origins.iter().find(|(f, _)| Some(*f) == sheet.faction).map(|(_, origin)| *origin)
        };
        html! {
            section #sc-sheets .panel.sc-panel aria-label="Factions" {
                div.sc-sheets { @for sheet in self.seats() { (self.sheet(sheet, origin(sheet))) } }
            }
        }
    }

    /// A technology in play; the viewer's own can be used at its time.
    fn in_play(&self, sheet: &SeatView, tech: Tech) -> Markup {
        let id = format!("tech:{tech}");
        let here = self.handle(&[&id]);
        let can = here.can && self.view.me == Some(sheet.seat);
        html! {
            @if can {
                span id={ "sc-in-play-" (tech) } class=(here.class) data-id=(id) data-click=(id) role="button" tabindex="0" { (tech.name()) }
            } @else { (tech.name()) }
        }
    }

    fn sheet(&self, sheet: &SeatView, origin: Option<Origin>) -> Markup {
        let view = self.view;
        let class = sheet.faction.map_or(String::new(), faction_class);
        let you = if view.me == Some(sheet.seat) { " (you)" } else { "" };
        let id = format!("seat:{}", sheet.seat.0);
        let here = self.handle(&[&id]);
        html! {
            div id={ "sc-sheet-" (sheet.seat.0) } class={ "sc-sheet " (class) (here.class) (also("out", sheet.out)) }
                data-id=[here.can.then_some(&id)] data-click=[here.can.then_some(&id)] role=[here.can.then_some("button")] tabindex=[here.can.then_some("0")] {
                h2 {
                    (self.emblem(sheet.seat)) " " (self.seat_name(sheet.seat)) (you)
                    @if let Some(race) = sheet.race { span.soft { " " (data().race(race).name) } }
                    @if view.first == sheet.seat { span.sc-first title="Holds the first-player token (SC-1.18)" { "1st" } }
                    @if view.teams { span class={ "sc-team-chip sc-team-" (sheet.team) } { "team " (sheet.team + 1) } }
                    @if sheet.out { span.bad { " eliminated" } }
                }
                @if sheet.faction.is_some() {
                    @if !view.galactic { (self.points(sheet, origin)) }
                    dl.sc-facts {
                        div { dt { "Workers" } dd { strong { (sheet.pool) } " in the pool" @if sheet.away > 0 { ", " (sheet.away) " unavailable" } span.soft { " · " (sheet.workers) " in all" } } }
                        div { dt { "Has" } dd { (sheet.bases) (if sheet.bases == 1 { " base, " } else { " bases, " }) (sheet.areas) (if sheet.areas == 1 { " area, " } else { " areas, " }) (sheet.transports) (if sheet.transports == 1 { " transport" } else { " transports" }) } }
                        div { dt { "Cards" } dd {
                            (sheet.hand) " of " (sheet.hand_limit) " in hand, " (sheet.deck) " in the deck"
                            @if sheet.drawn > 0 { ", " strong { (sheet.drawn) (if sheet.drawn == 1 { " event card" } else { " event cards" }) } }
                        } }
                    }
                    (buildings(sheet))
                    @if !sheet.play.is_empty() || !sheet.held.is_empty() {
                        ul.sc-tags aria-label="In play" {
                            @for tech in &sheet.play { li title=(tech_text(*tech)) { (self.in_play(sheet, *tech)) } }
                            @for event in &sheet.held { li.event title=(event_text(*event)) { (event.name()) } }
                        }
                    }
                    details.sc-more id={ "sc-more-" (sheet.seat.0) } {
                        summary { "Supply and piles" }
                        p.sc-supply { @for (unit, n) in &sheet.supply {
                            span.none[*n == 0] title=(unit_name(*unit)) { (figures::portrait(*unit, sheet.faction)) (n) }
                        } }
                        p.soft { "Resources " (sheet.resources) ", up to " (sheet.build_limit) (if sheet.build_limit == 1 { " unit" } else { " units" }) " per Build, " (sheet.special_orders) (if sheet.special_orders == 1 { " special order" } else { " special orders" }) " a round" }
                        @if !sheet.discard.is_empty() { p.soft { "Discard pile: " (sheet.discard.iter().map(|f| face_name(*f)).collect::<Vec<_>>().join(", ")) } }
                        @if !sheet.known.is_empty() { p { "Seen in this hand: " (sheet.known.iter().map(|f| face_name(*f)).collect::<Vec<_>>().join(", ")) } }
                    }
                }
            }
        }
    }

    /// The conquest track, what the areas bring now, and the special objective.
    fn points(&self, sheet: &SeatView, origin: Option<Origin>) -> Markup {
        let view = self.view;
        let team: u32 = view.seats.iter().filter(|s| s.team == sheet.team).map(|s| u32::from(s.cp)).sum();
        let have = if view.teams { team } else { u32::from(sheet.cp) };
        let held = |a: &&klaxon_starcraft::AreaView| {
            a.control == Some(sheet.seat) && matches!(a.content, Content::Conquest(_))
        };
        let from: Vec<String> =
            view.planets.iter().flat_map(|p| &p.areas).filter(held).map(|a| area_name(a.area)).collect();
        let aim = aims::aim(view, sheet.seat);
        html! {
            div.sc-points data-piece=[sheet.faction.map(|f| format!("points:{f}"))] {
                p {
                    strong.sc-cp { (sheet.cp) } " of " (sheet.target) @if view.teams { " (team " (team) ")" }
                    @if sheet.income > 0 { span title=(from.join(", ")) { " · +" (sheet.income) " a round" } }
                    @if let Some(origin) = origin.filter(|o| o.areas + o.events > 0) {
                        span.soft { " · from areas " (origin.areas) ", events " (origin.events) }
                    }
                }
                span.sc-track role="img" aria-label={ (have) " of " (sheet.target) " conquest points" } {
                    @for i in 0..sheet.target { span.on[i < have].soon[i >= have && i < have + u32::from(sheet.income)] {} }
                }
                @if let Some(aim) = aim {
                    p.sc-aim.met[aim.have >= aim.need] title="Special victories count in stage III (SC-14.5)" {
                        "Special, from stage III: " (aim.text) " · " strong { (aim.have) " of " (aim.need) }
                    }
                }
            }
        }
    }
}

/// Building levels as pips, and modules.
fn buildings(sheet: &SeatView) -> Markup {
    let Some(race) = sheet.race else { return html! {} };
    html! {
        ul.sc-works aria-label="Buildings and modules" {
            @for building in race.buildings() {
                @let level = sheet.levels[building.slot()];
                @let top = data().levels().iter().filter(|l| l.building == *building).count() as u8;
                li.none[level == 0] {
                    (data().building_name(*building)) " "
                    span.sc-level role="img" aria-label={ "level " (level) " of " (top) } { @for i in 0..top { span.on[i < level] {} } }
                }
            }
            @for module in Module::ALL {
                @let n = sheet.modules[module.index()];
                @if n > 0 { li.module { (data().module(*module).name) @if n > 1 { " ×" (n) } } }
            }
        }
    }
}
