//! The Star Trek board: the table in true size as SVG in layers, and around it the control panels of the ships, the
//! initiative, the helm for any heading and place, and the builder of fleets. Everything is drawn from one viewer's
//! [`View`] and from what he has touched.
//!
//! Lengths in the drawing are mils, with north up. A thing on the board carries `data-id`, the id that a click on it
//! sends; one that can be clicked to some effect is also a button with `data-click`. The colours are in
//! `assets/boards/star-trek.css`; panning, zooming, measuring and the ghost of a heading that is being dragged are in
//! `assets/boards/star-trek.js`.

mod ahead;
mod around;
mod builder;
mod course;
mod dice;
mod disks;
mod flight;
mod handles;
mod helm;
mod panels;
mod pieces;
mod ships;
mod space;
#[cfg(test)]
mod tests;
mod turn;

pub use space::scenario as picture_of_scenario;

use super::{Board, Drawn, Place, Tally, Touch, around::Around, covers};
use crate::{
    ending::{self, Side, Tale},
    wish::Wish,
};
use klaxon_core::{Known, Outcome, Seat};
use klaxon_geometry::plane::{Disk as Round, Point, Table as Edge};
use klaxon_star_trek::{Asked, ShipId, ShipView, StarTrek, Status, TorpedoView, View};
use maud::{Markup, html};

/// Room around the table, so that ships at its edge are seen whole.
const MARGIN: i64 = 1200;

impl Drawn for StarTrek {
    const DOCK: &'static str = "Ship";
    const TAB: &'static str = "Ships";
    const AROUND: Around = around::AROUND;

    fn board(known: &Known<'_, StarTrek>, touch: &Touch<'_>) -> Board {
        board(&known.view, touch)
    }

    fn place(panel: &str) -> Place {
        match panel {
            "st-turn" => Place::Bar,
            "st-owed" => Place::Asked,
            "st-ladder" => Place::Left,
            "st-helm" | "st-fleet" => Place::Dock,
            "st-warning" => Place::Asked,
            "st-build" => Place::Over,
            _ => Place::Tab,
        }
    }

    fn die(face: &str) -> Markup {
        dice::die(face)
    }

    fn cover() -> Markup {
        covers::star_trek()
    }

    fn tally(view: &View, _outcome: &Outcome, _seats: usize) -> Tally {
        let score = |seat: &klaxon_star_trek::SeatView| view.scores.get(usize::from(seat.team));
        // Few missions are won by points.
        let any = view.scores.iter().any(|score| *score != 0);
        let scores = view.seats.iter().filter_map(score).filter(|_| any).map(|n| i32::from(*n));
        Tally { turns: u32::from(view.turn), scores: scores.collect(), ..Tally::default() }
    }

    fn tale(known: &Known<'_, StarTrek>, sides: &[Side], outcome: &Outcome) -> Tale {
        ending::star_trek::tale(known, sides, outcome)
    }
}

/// Draws what a viewer may know.
pub fn board(view: &View, touch: &Touch<'_>) -> Board {
    let scene = Scene::new(view, touch);
    let named = |id: &str, markup: Markup| (id.to_owned(), markup);
    let layers = vec![
        named("st-space", space::space(&scene)),
        named("st-terrain", pieces::terrain(&scene)),
        named("st-range", course::range(&scene)),
        named("st-plan", course::plan(&scene)),
        named("st-ships", ships::ships(&scene)),
        named("st-torpedoes", pieces::torpedoes(&scene)),
        named("st-handles", handles::handles(&scene)),
    ];
    // All of them are always there, hidden where they have nothing to say, so that their order stays.
    let panels = vec![
        named("st-helm", helm::panel(&scene)),
        named("st-warning", ahead::panel(&scene)),
        named("st-turn", turn::turn(&scene)),
        named("st-ladder", turn::ladder(&scene)),
        named("st-build", builder::panel(&scene)),
        named("st-fleet", panels::fleet(&scene)),
        named("st-owed", turn::owed(&scene)),
        named("st-aims", turn::aims(&scene)),
        named("st-others", panels::others(&scene)),
    ];
    Board { view_box: scene.view_box(), label: scene.label(), defs: Some(ships::defs()), layers, panels }
}

/// A view with what was touched of it: what all drawing functions are given.
struct Scene<'a> {
    view: &'a View,
    touch: &'a Touch<'a>,
}

impl<'a> Scene<'a> {
    fn new(view: &'a View, touch: &'a Touch<'a>) -> Scene<'a> {
        Scene { view, touch }
    }

    fn view_box(&self) -> String {
        let [w, h] = self.view.table;
        format!("{} {} {} {}", -MARGIN, -MARGIN, w + 2 * MARGIN, h + 2 * MARGIN)
    }

    /// North is up on the page, where numbers grow downwards.
    fn y(&self, at: Point) -> i64 {
        self.view.table[1] - at.y
    }

    /// Moves a drawing there.
    fn to(&self, at: Point) -> String {
        format!("translate({} {})", at.x, self.y(at))
    }

    /// A text height that reads alike on small and large tables.
    fn unit(&self) -> i64 {
        self.view.table[0] / 58
    }

    fn edge(&self) -> Edge {
        Edge::new(self.view.table[0], self.view.table[1])
    }

    fn is_mine(&self, seat: u8) -> bool {
        self.view.seat == Some(seat)
    }

    /// Is something asked of the viewer?
    fn is_asked(&self) -> bool {
        self.view.seat.is_some_and(|seat| self.view.to_act.has(Seat(seat)))
    }

    /// Ships that stand on the table, as far as the viewer knows.
    fn afloat(&self) -> impl Iterator<Item = &'a ShipView> {
        let on = |s: &&ShipView| matches!(s.status, Status::Placed | Status::InPlay) && s.at.is_some();
        self.view.ships.iter().filter(on)
    }

    /// The ship that the question is about.
    fn subject(&self) -> Option<&'a ShipView> {
        let id = match self.view.asked {
            Asked::ActOrDefer { ship }
            | Asked::Activation { ship }
            | Asked::FireAgain { ship }
            | Asked::LaunchAgain { ship }
            | Asked::Transport { ship, .. }
            | Asked::PlaceShip { ship, .. } => ship,
            _ => self.view.acting?.ship,
        };
        self.view.ship(id)
    }

    /// The torpedo whose heading is chosen next.
    fn steered(&self) -> Option<&'a TorpedoView> {
        match self.view.asked {
            Asked::Guide { torpedo, .. } => self.view.torpedoes.iter().find(|t| t.id == torpedo),
            Asked::Steer => {
                let own = |t: &&TorpedoView| self.is_mine(t.owner) && t.chosen.is_none();
                self.view.torpedoes.iter().find(own)
            }
            _ => None,
        }
    }

    /// The next own ship to be placed.
    fn unplaced(&self) -> Option<&'a ShipView> {
        let own = |s: &&ShipView| self.is_mine(s.controller) && s.at.is_none() && s.status == Status::Aside;
        self.view.ships.iter().find(own)
    }

    /// The class that colours a team.
    fn team(&self, team: u8) -> String {
        if team < 6 { format!("st-team-{team}") } else { "st-borg".into() }
    }

    fn team_of(&self, seat: u8) -> u8 {
        self.view.seats.get(usize::from(seat)).map_or(6, |s| s.team)
    }

    fn seat_name(&self, seat: u8) -> String {
        let name = self.view.seats.get(usize::from(seat)).map_or("the Borg", |s| s.name.as_str());
        if self.is_mine(seat) { format!("{name} (you)") } else { name.into() }
    }

    /// Everything that a disk there would overlap or touch: its name.
    fn under(&self, disk: Round, but: Option<ShipId>) -> Vec<String> {
        let ships = self.afloat().filter(|s| Some(s.id) != but);
        let ships = ships.filter(|s| s.round().is_some_and(|r| r.overlaps(disk))).map(|s| s.name.clone());
        let solid = self.view.terrain.iter().filter(|t| pieces::is_solid(t.kind));
        let terrain = solid.filter(|t| Round::new(t.at, t.radius).overlaps(disk)).map(|t| t.name.clone());
        let rocks = self.view.obstacles.iter().filter(|o| pieces::obstacle_round(o).overlaps(disk));
        let rocks = rocks.map(|o| format!("a {}", o.kind.name()));
        let cube = self.view.threat.iter().filter(|t| Round::new(t.at, t.radius).overlaps(disk));
        ships.chain(terrain).chain(rocks).chain(cube.map(|_| "the Borg cube".into())).collect()
    }

    /// Torpedoes that a disk there would touch (ST-12.9).
    fn touched(&self, disk: Round) -> Vec<&'a TorpedoView> {
        self.view.torpedoes.iter().filter(|t| pieces::torpedo_round(t).contacts(disk)).collect()
    }

    /// A thing that can be clicked, as a button with its name, or only a picture.
    fn label(&self) -> String {
        let [w, h] = self.view.table;
        let ships: Vec<String> = self.afloat().map(|s| ships::in_words(self, s)).collect();
        format!("{}: a table of {} by {} inches. {}", self.view.title, w / 1000, h / 1000, ships.join(". "))
    }

    /// The deed that a form or a button of the page sends in full.
    fn act(&self, action: &serde_json::Value) -> String {
        Wish::Act { q: None, action: action.clone() }.text()
    }

    /// A button that stands for a click on the board.
    fn click(&self, id: &str, class: &str, name: &str, inner: &Markup) -> Markup {
        let can = self.touch.can(id);
        html! {
            button class={ "small " (class) (self.touch.class(id)) } type="button" data-id=(id) data-click=[can.then_some(id)]
                aria-label=(name) title=(name) disabled[!can] { (inner) }
        }
    }
}
