//! The Red Alert board: the battlefield as SVG in layers, and panels with cards, stars, points and units around it.
//! Everything is drawn from one viewer's [`View`] and from what he has touched.
//!
//! A thing on the board carries `data-id`, the id that a click on it sends; one that can be clicked to some effect is
//! also a button with `data-click`. Layers and pieces keep their ids and their order, so that pieces glide. The
//! colours are in `assets/boards/red-alert.css`.

mod around;
mod cards;
mod chart;
mod dice;
mod features;
mod hand;
mod ids;
mod marks;
mod muster;
mod ships;
mod sky;
mod stands;
#[cfg(test)]
mod tests;

use super::{Board, Drawn, Place, Tally, Touch, around::Around, covers};
use crate::ending::{self, Side as Party, Tale};
use chart::{Chart, VIEW_BOX};
use features::{Berth, Planet};
use klaxon_core::{Known, Outcome};
use klaxon_red_alert::{Hex, Kind, Open, RedAlert, Route, Side, Step, UnitId, View};
use marks::{Mark, Shot};
use maud::{Markup, PreEscaped, html};
use ships::{Handle, Piece};
use std::sync::LazyLock;

/// A view with what was touched of it: what all drawing functions are given.
struct Table<'a> {
    view: &'a View,
    touch: &'a Touch<'a>,
    chart: Chart,
    /// Units by number, which is a stable order.
    pieces: Vec<Piece>,
}

impl Drawn for RedAlert {
    const TAB: &'static str = "Fleets";
    const AROUND: Around = around::AROUND;

    fn board(known: &Known<'_, RedAlert>, touch: &Touch<'_>) -> Board {
        board(&known.view, touch)
    }

    fn place(panel: &str) -> Place {
        match panel {
            "ra-turn" => Place::Bar,
            "ra-hand" | "ra-muster" => Place::Dock,
            "ra-purse" => Place::Asked,
            "ra-stands" => Place::Sides,
            _ => Place::Tab,
        }
    }

    fn click_words(id: &str) -> String {
        let kind = id.split_once(':').and_then(|(_, code)| Kind::parse(code));
        kind.map_or_else(|| super::plain_words(id), |kind| kind.words().into())
    }

    fn die(face: &str) -> Markup {
        dice::die(face)
    }

    fn cover() -> Markup {
        covers::red_alert()
    }

    fn tally(view: &View, _outcome: &Outcome, seats: usize) -> Tally {
        let points =
            |seat: usize| view.posts.get(seat).map_or(0, |(side, _)| i32::from(view.of_side(*side).points));
        Tally { turns: u32::from(view.turn), scores: (0..seats).map(points).collect(), ..Tally::default() }
    }

    fn tale(known: &Known<'_, RedAlert>, sides: &[Party], outcome: &Outcome) -> Tale {
        ending::red_alert::tale(known, sides, outcome)
    }
}

/// Where the points of both sides come from: a name with a cell for each (RA-21.3).
pub fn points_of(view: &View, sides: &[Side]) -> Vec<(String, Vec<String>, bool)> {
    let touch = Touch { reach: &crate::ui::Reach::default(), clicks: &[], hinted: &[] };
    let table = Table::new(view, &touch);
    let all: Vec<stands::Stand> = sides.iter().map(|side| table.stand(*side)).collect();
    let row = |what: String| {
        let cells = all.iter().map(|stand| stands::points_from(stand, &what)).collect();
        (what, cells, false)
    };
    stands::all_sources(&all).into_iter().map(row).collect()
}

/// Draws what a viewer may know.
pub fn board(view: &View, touch: &Touch<'_>) -> Board {
    let table = Table::new(view, touch);
    let named = |id: &str, markup: Markup| (id.to_owned(), markup);
    let layers = vec![
        named("ra-sky", sky::sky()),
        named("ra-features", table.features()),
        named("ra-grid", table.grid()),
        named("ra-reach", table.reach()),
        named("ra-lines", table.lines()),
        named("ra-units", table.units()),
        named("ra-over", table.over()),
    ];
    // All of them are always there, hidden where they have nothing to say, so that their order stays.
    let panels = vec![
        named("ra-turn", table.turn()),
        named("ra-muster", muster::panel(&table)),
        named("ra-purse", muster::purse(&table)),
        named("ra-hand", hand::panel(&table)),
        named("ra-stands", table.stands()),
        named("ra-goal", table.goal()),
        named("ra-played", hand::played(&table)),
        named("ra-units-list", table.list()),
    ];
    Board { view_box: VIEW_BOX.into(), label: table.label(), defs: Some(defs()), layers, panels }
}

/// Shapes that the layers use, which never change.
fn defs() -> Markup {
    static DEFS: LazyLock<String> =
        LazyLock::new(|| html! { defs { (features::defs()) (ships::defs()) (marks::defs()) } }.into_string());
    PreEscaped(DEFS.clone())
}

impl<'a> Table<'a> {
    fn new(view: &'a View, touch: &'a Touch<'a>) -> Table<'a> {
        let mut pieces: Vec<Piece> = view
            .units
            .iter()
            .map(|u| Piece {
                id: u.id.0,
                side: u.side,
                kind: u.kind,
                figures: u.figures,
                hex: u.hex,
                marks: view.open.unit(u.id).marks,
            })
            .collect();
        pieces.sort_by_key(|p| p.id);
        // Those who hold no seat look from the Commonwealth's side.
        let chart = Chart { below: view.side.unwrap_or(Side::Cw) };
        Table { view, touch, chart, pieces }
    }

    fn piece_at(&self, hex: Hex) -> Option<&Piece> {
        self.pieces.iter().find(|p| p.hex == hex)
    }

    /// The board in a sentence, for those who cannot see it.
    fn label(&self) -> String {
        let count = |side: Side| self.pieces.iter().filter(|p| p.side == side).count();
        format!(
            "{}: battlefield of 11 rows with {} units of the Commonwealth and {} of the Confederation; the {} is at \
             the bottom",
            self.view.name,
            count(Side::Cw),
            count(Side::Cf),
            self.chart.below.name()
        )
    }

    fn features(&self) -> Markup {
        let planets: Vec<Planet> = self
            .view
            .planets
            .iter()
            .map(|p| Planet {
                name: p.name.clone(),
                hexes: p.hexes.iter().map(|(h, _)| *h).collect(),
                markers: p.hexes.iter().map(|(h, [cw, cf])| (*h, *cw, *cf)).collect(),
            })
            .collect();
        features::features(self.chart, &planets, &self.view.asteroids, &self.view.debris, &self.berths())
    }

    /// Hexes marked for fleets: deployment hexes while setting up, jump points after.
    fn berths(&self) -> Vec<Berth> {
        let mut all: Vec<Berth> = Vec::new();
        for side in &self.view.sides {
            let own = side.muster.as_ref();
            let at =
                |hex: Hex| own.and_then(|m| m.hidden.iter().find(|(h, _)| *h == hex)).map(|(_, kind)| *kind);
            let jumps = own.map(|m| m.jump_points.as_slice()).unwrap_or_default();
            for hex in side.fleet.deploy.iter().chain(&side.fleet.jump_points).chain(jumps) {
                if self.piece_at(*hex).is_none() && !all.iter().any(|b| b.hex == *hex) {
                    all.push(Berth { side: side.side, hex: *hex, unit: at(*hex) });
                }
            }
        }
        all
    }

    fn grid(&self) -> Markup {
        sky::grid(self.chart, self.view.side.is_some(), &|hex| self.describe(hex))
    }

    /// What a pointer learns of a hex besides its name: each feature with its rules.
    fn describe(&self, hex: Hex) -> Vec<String> {
        let mut lines = Vec::new();
        if self.view.debris.contains(&hex) {
            lines.push("Debris: nothing passes, and it blocks sight (RA-18.21)".into());
        }
        if self.view.asteroids.contains(&hex) {
            lines.push(
                "Asteroid field: a unit that enters stops and risks a red alert; one die less against it; blocks \
                 sight (RA-18.1, RA-18.2, RA-18.6, RA-18.8)"
                    .into(),
            );
        }
        for planet in &self.view.planets {
            if let Some((_, [cw, cf])) = planet.hexes.iter().find(|(h, _)| *h == hex) {
                let name = planet.name.as_deref().map_or("Planet".into(), |n| format!("Planet {n}"));
                lines.push(format!(
                    "{name}: entered only from an adjacent hex, and only fighters battle in that turn; one die less \
                     against a unit here; blocks sight (RA-18.12, RA-18.14, RA-18.16, RA-18.17)"
                ));
                if cw + cf > 0 {
                    lines.push(format!(
                        "Markers: {cw} of the Commonwealth, {cf} of the Confederation (RA-20.1)"
                    ));
                }
            }
        }
        lines
    }

    /// Hexes that can be clicked next.
    fn marks(&self) -> Vec<Mark> {
        let mark = |(id, way): (&String, &&'static str)| {
            let hex = ids::read_hex(id)?;
            let unit = self.piece_at(hex).is_some();
            Some(Mark { hex, id: id.clone(), way, unit, label: format!("{hex}: {}", marks::way_words(way)) })
        };
        self.touch.reach.next.iter().filter_map(mark).collect()
    }

    /// The hexes clicked so far.
    fn picked(&self) -> Vec<Hex> {
        self.touch.clicks.iter().filter_map(|id| ids::read_hex(id)).collect()
    }

    fn reach(&self) -> Markup {
        let hinted: Vec<Hex> = self.touch.hinted.iter().filter_map(|id| ids::read_hex(id)).collect();
        let exit = self.touch.can(ids::EXIT).then(|| self.picked().last().copied()).flatten();
        marks::reach(self.chart, &self.marks(), &self.picked(), &hinted, exit)
    }

    fn lines(&self) -> Markup {
        marks::lines(self.chart, &self.picked(), &self.shots(), &self.retreats())
    }

    fn over(&self) -> Markup {
        let targets: Vec<Hex> = self.marks().iter().filter(|m| m.way == "attack").map(|m| m.hex).collect();
        let open = &self.view.open;
        let duel = open.combat().filter(|_| !open.is_over()).map(|c| {
            let standing = open.unit(c.attacker).is_on_map() && open.unit(c.target).is_on_map();
            let waits = matches!(c.step, Step::AttackerCard | Step::DefenderCard | Step::Roll);
            let dice = (standing && waits).then(|| open.dice(c.attacker, c.target, c.card_dice).total());
            marks::Duel { from: c.from, to: c.at, dice }
        });
        marks::over(self.chart, &targets, &self.shots(), duel.as_ref())
    }

    /// Lines from the chosen unit to the enemies that it could battle, and to those that something hides from it.
    fn shots(&self) -> Vec<Shot> {
        let open = &self.view.open;
        let offers_attack = self.touch.reach.next.values().any(|way| *way == "attack");
        let chosen = self.picked().first().and_then(|h| self.piece_at(*h)).copied();
        let (Some(unit), true) = (chosen, offers_attack) else { return Vec::new() };
        let near_enemy = open.is_near_enemy(unit.side, unit.hex);
        let shot = |at: Hex| {
            let offered = self.touch.mark(&ids::hex(at)) == "attack";
            let range = unit.hex.distance(at);
            // RA-10.8: next to an enemy only an adjacent one can be battled, so no other line is of interest.
            let in_range = Open::range_dice(unit.kind, range) > 0 && !(near_enemy && range > 1);
            let blockers = if offered || !in_range { Vec::new() } else { open.blockers(unit.hex, at) };
            if !offered && blockers.is_empty() {
                return None;
            }
            let dice = open.unit_at(at).map_or(0, |foe| open.dice(UnitId(unit.id), foe, 0).total());
            Some(Shot { from: unit.hex, to: at, blockers, offered, dice })
        };
        open.seen_enemies(unit.side).iter().filter_map(shot).collect()
    }

    /// The paths that a unit under red alert may take.
    fn retreats(&self) -> Vec<Vec<Hex>> {
        let open = &self.view.open;
        let Some(combat) = open.combat().filter(|c| c.step == Step::Alert && c.alerts > 0) else {
            return Vec::new();
        };
        if !open.unit(combat.target).is_on_map() {
            return Vec::new();
        }
        let picked = self.picked();
        let start = open.unit(combat.target).hex();
        let whole =
            |route: Route| std::iter::once(start).chain(route.hexes().iter().copied()).collect::<Vec<_>>();
        let fits = |path: &Vec<Hex>| path.len() > 1 && picked.iter().all(|h| path.contains(h));
        open.retire_paths(combat).into_iter().map(whole).filter(fits).collect()
    }

    fn units(&self) -> Markup {
        html! {
            g #ra-units {
                @for piece in &self.pieces { (ships::unit(self.chart, piece, &self.handle(piece))) }
            }
        }
    }

    fn handle(&self, piece: &Piece) -> Handle {
        let id = ids::hex(piece.hex);
        let can = self.touch.can(&id);
        let way = self.touch.mark(&id);
        let mut label = ships::in_words(piece, self.view.side);
        if can && !way.is_empty() {
            label = format!("{}: {label}", marks::way_words(way));
        }
        Handle { class: self.touch.class(&id), can, label, id }
    }

    fn turn(&self) -> Markup {
        stands::turn(self.view, &self.side_name(self.view.active))
    }

    fn goal(&self) -> Markup {
        let mut ways: Vec<&'static str> =
            self.marks().iter().map(|m| m.way).filter(|w| !w.is_empty()).collect();
        if self.touch.can(ids::EXIT) {
            ways.push("exit");
        }
        ways.sort_unstable();
        ways.dedup();
        let legend = (!ways.is_empty()).then(|| marks::legend(&ways));
        stands::goal(self.view, legend.as_ref())
    }

    fn side_name(&self, side: Side) -> String {
        let you = if self.view.side == Some(side) { " (you)" } else { "" };
        format!("{}{you}", side.name())
    }

    fn stand(&self, side: Side) -> stands::Stand {
        let of = self.view.of_side(side);
        stands::Stand {
            side,
            name: self.side_name(side),
            active: self.view.active == side && self.view.turn > 0 && self.view.outcome.is_none(),
            stars: of.stars,
            tally: of.tally,
            planets: of.planet_points,
            target: self.view.target,
            eliminations: self.view.eliminations,
            cards: (of.cards.command, of.cards.combat),
            units: self.pieces.iter().filter(|p| p.side == side).count(),
            sealed: of.cards.sealed,
            draw: of.offers_draw,
        }
    }

    /// Both victory stands, the viewer's own first.
    fn both(&self) -> [stands::Stand; 2] {
        let below = self.chart.below;
        [self.stand(below), self.stand(below.other())]
    }

    fn stands(&self) -> Markup {
        stands::stands(&self.both())
    }

    fn list(&self) -> Markup {
        stands::units(&self.pieces, self.chart.below, self.view.side, &|piece| ids::hex(piece.hex))
    }
}
