//! The Space Alert board: the ship and its four trajectories as SVG in layers; around it the mission clock with its
//! captions, action boards, hand, threat cards, forecast, the Resolution Round and the score sheet. Everything is drawn
//! from one viewer's [`View`], from what he has heard, and from what he has touched.
//!
//! A thing on the board carries `data-id`, the id that a click on it sends; one that can be clicked to some effect is
//! also a button with `data-click`. Pieces keep their ids and their order, so that they glide. Colours are in
//! `assets/boards/space-alert.css`, the running clock and all sound in `assets/boards/space-alert.js`.

mod ahead;
mod around;
mod campaign;
mod chart;
mod console;
mod crew;
mod flight;
mod icons;
mod past;
mod programs;
mod sheet;
mod ship;
mod shots;
#[cfg(test)]
mod tests;
mod threats;
mod tracks;

use super::{Board, Drawn, Place, Tally, Touch, around::Around, covers};
use crate::ending::{self, Side, Tale};
use chart::SIZE;
use klaxon_core::{Known, Outcome, Seat};
use klaxon_space_alert::{
    Carried, CrewView, FlightView, Lesson, Member, Mission, PlanView, ShipView, Slot, SpaceAlert, Spot,
    StageView, Station, TURNS, Threat, Tile, Tiles, View, Voyage,
};
use maud::{Markup, html};
use past::Past;

/// A view with what was heard and touched: what all drawing functions are given.
struct Table<'a> {
    view: &'a View,
    touch: &'a Touch<'a>,
    past: Past,
    deck: Deck,
}

/// The ship as it is drawn: as it starts while the crew plans, as it flies after that.
struct Deck {
    ship: ShipView,
    members: Vec<Member>,
    /// Trajectories T1 to T7, where there are any.
    tracks: Option<[String; 4]>,
    threats: Vec<Threat>,
    lesson: Lesson,
}

impl Drawn for SpaceAlert {
    const TAB: &'static str = "Crew";
    const OWN_CLOCK: bool = true;
    const AROUND: Around = around::AROUND;

    fn board(known: &Known<'_, SpaceAlert>, touch: &Touch<'_>) -> Board {
        draw(&known.view, Past::of(known), touch)
    }

    fn place(panel: &str) -> Place {
        match panel {
            "sa-clock" | "sa-flight" | "sa-told" => Place::Asked,
            "sa-own" => Place::Dock,
            "sa-cards" => Place::Right,
            "sa-end" | "sa-campaign" => Place::Over,
            _ => Place::Tab,
        }
    }

    fn cover() -> Markup {
        covers::space_alert()
    }

    /// The crew reaches it together.
    fn tally(_view: &View, outcome: &Outcome, seats: usize) -> Tally {
        let scores = outcome.score.map(|score| vec![score; seats]).unwrap_or_default();
        Tally { scores, ..Tally::default() }
    }

    fn tale(known: &Known<'_, SpaceAlert>, _sides: &[Side], _outcome: &Outcome) -> Tale {
        ending::space_alert::tale(known)
    }
}

fn draw(view: &View, past: Past, touch: &Touch<'_>) -> Board {
    let table = Table { view, touch, past, deck: Deck::of(view) };
    let named = |id: &str, markup: Markup| (id.to_owned(), markup);
    let layers = vec![
        named("sa-sky", tracks::sky()),
        named("sa-tracks", tracks::tracks(&table)),
        named("sa-ship", ship::ship(&table)),
        named("sa-threats", tracks::tokens(&table)),
        named("sa-people", crew::people(&table)),
        named("sa-shots", shots::shots(&table)),
        named("sa-marks", crew::marks(&table)),
    ];
    // All of them are always there, hidden where they have nothing to say, so that their order stays.
    let panels = vec![
        named("sa-end", sheet::panel(&table)),
        named("sa-clock", console::panel(&table)),
        named("sa-flight", flight::panel(&table)),
        named("sa-told", flight::told(&table)),
        named("sa-campaign", campaign::panel(&table)),
        named("sa-own", programs::own(&table)),
        named("sa-crew", programs::others(&table)),
        named("sa-cards", threats::panel(&table)),
        named("sa-ahead", ahead::panel(&table)),
        named("sa-heard", console::transcript(&table)),
    ];
    Board {
        view_box: format!("0 0 {} {}", SIZE.0, SIZE.1),
        label: table.label(),
        defs: Some(icons::defs()),
        layers,
        panels,
    }
}

impl Deck {
    fn of(view: &View) -> Deck {
        match &view.stage {
            StageView::Planning(plan) => Deck::planned(view, plan),
            StageView::Flight(flight) | StageView::GoOn { flight, .. } | StageView::Over { flight, .. } => {
                Deck::flown(flight)
            }
            StageView::Levels { damage, squads_out, .. } | StageView::Repairs { damage, squads_out, .. } => {
                Deck::between(view, damage, *squads_out)
            }
            StageView::OnlySquad { .. } => Deck::between(view, &[], [false; 2]),
        }
    }

    fn planned(view: &View, plan: &PlanView) -> Deck {
        let mut deck = Deck::start(view, plan.lesson, plan.carried);
        for (member, spot) in deck.members.iter_mut().zip(&plan.figures) {
            match spot {
                Spot::Station(station) => member.at = *station,
                Spot::Space => member.in_space = true,
            }
        }
        deck.tracks = Some(plan.tracks.clone());
        deck.threats =
            plan.threats.iter().map(|&(card, turn, place)| Threat::waiting(card, turn, place)).collect();
        deck.threats.sort_by_key(|t| t.turn);
        deck
    }

    fn flown(flight: &FlightView) -> Deck {
        Deck {
            ship: flight.ship.clone(),
            members: flight.members.clone(),
            tracks: Some(flight.tracks.clone()),
            threats: flight.threats.clone(),
            lesson: flight.lesson,
        }
    }

    fn between(view: &View, damage: &[Vec<Tile>], squads_out: [bool; 2]) -> Deck {
        let mut tiles = [Tiles::default(); 3];
        for (zone, list) in tiles.iter_mut().zip(damage) {
            *zone = list.iter().copied().collect();
        }
        Deck::start(view, Lesson::Mission, Carried { tiles, squads_out, only_squad_at: None })
    }

    /// The ship before turn 1 (SA-2.10).
    fn start(view: &View, lesson: Lesson, carried: Carried) -> Deck {
        let mission = Mission {
            lesson,
            tracks: [0, 1, 2, 3],
            threats: Vec::new(),
            crew: vec![[Slot::EMPTY; TURNS]; view.crew.len()],
            androids: view.crew.iter().map(|c| c.figure.android).collect(),
            stacks: carried.tiles.map(|on| Tile::ALL.into_iter().filter(|t| !on.has(*t)).collect()),
            carried,
        };
        let voyage = Voyage::begin(&mission);
        Deck {
            ship: ShipView::of(&voyage),
            members: voyage.members().to_vec(),
            tracks: None,
            threats: Vec::new(),
            lesson,
        }
    }
}

impl Table<'_> {
    fn planning(&self) -> Option<&PlanView> {
        match &self.view.stage {
            StageView::Planning(plan) => Some(plan),
            StageView::Levels { .. }
            | StageView::OnlySquad { .. }
            | StageView::Flight(_)
            | StageView::GoOn { .. }
            | StageView::Repairs { .. }
            | StageView::Over { .. } => None,
        }
    }

    fn flight(&self) -> Option<&FlightView> {
        match &self.view.stage {
            StageView::Flight(flight) | StageView::GoOn { flight, .. } | StageView::Over { flight, .. } => {
                Some(flight)
            }
            StageView::Levels { .. }
            | StageView::OnlySquad { .. }
            | StageView::Planning(_)
            | StageView::Repairs { .. } => None,
        }
    }

    /// The viewer's own figure; none for watchers and for whoever leads only androids.
    fn own(&self) -> Option<&CrewView> {
        let seat = self.view.seat?;
        self.view.crew.iter().find(|c| !c.figure.android && c.seat == seat)
    }

    /// A person's name in the crew.
    fn person(&self, seat: Seat) -> String {
        let found = self.view.crew.iter().find(|c| !c.figure.android && c.seat == seat);
        found.map_or("Captain".into(), |c| c.figure.to_string())
    }

    /// The board in a sentence, for those who cannot see it.
    fn label(&self) -> String {
        let n = self.deck.threats.len();
        format!(
            "The ship with three zones and two decks, a crew of {}, four trajectories and {n} known {}",
            self.view.crew.len(),
            if n == 1 { "threat" } else { "threats" }
        )
    }

    fn crew_at(&self, station: Station) -> Vec<usize> {
        let here = |m: &Member| m.at == station && !m.in_space;
        (0..self.deck.members.len()).filter(|&i| here(&self.deck.members[i])).collect()
    }
}

/// How something on the board can be touched.
struct Grip {
    id: String,
    class: String,
    can: bool,
}

impl Grip {
    fn of(touch: &Touch<'_>, id: impl Into<String>) -> Grip {
        let id = id.into();
        Grip { class: touch.class(&id), can: touch.can(&id), id }
    }

    fn click(&self) -> Option<&str> {
        self.can.then_some(self.id.as_str())
    }

    fn role(&self) -> &'static str {
        if self.can { "button" } else { "img" }
    }

    fn tab(&self) -> Option<&'static str> {
        self.can.then_some("0")
    }

    /// The role of a thing whose button, if it is one, lies over it.
    fn shown(&self) -> Option<&'static str> {
        (!self.can).then_some("img")
    }

    /// The button over a thing that shows figures and letters: it is named by its label alone, not by them.
    fn hit(&self, dom: &str, label: &str) -> Markup {
        html! {
            @if self.can {
                span id={ (dom) "-hit" } class="sa-hit" role="button" tabindex="0" data-id=(self.id) data-click=(self.id) aria-label=(label) {}
            }
        }
    }

    /// The same on the drawing, over a box.
    fn hit_box(&self, dom: &str, label: &str, [x, y, width, height]: [i32; 4]) -> Markup {
        html! {
            @if self.can {
                rect id={ (dom) "-hit" } class="sa-hit" role="button" tabindex="0" data-id=(self.id) data-click=(self.id) aria-label=(label)
                    x=(x) y=(y) width=(width) height=(height) rx="6" {}
            }
        }
    }
}

/// A button that stands for a click on the board, in a panel; drawn only when it can be pressed. `open` says that it can
/// even while something else is held: a click that begins anew lets go of that.
fn pressable(table: &Table<'_>, open: bool, [id, dom, class]: [&str; 3], text: &str) -> Markup {
    html! {
        @if open || table.touch.can(id) {
            button id=(dom) class={ "sa-press " (class) } type="button" data-id=(id) data-click=(id) { (text) }
        }
    }
}
