//! Where a course leads: the range ring with measured distances, and a ghost for every hop with what it would meet.

use super::{Scene, ahead, pieces, pieces::TORPEDO, ships};
use klaxon_geometry::plane::{Disk as Round, Heading, Point, TEMPLATE, leg};
use klaxon_star_trek::{Asked, ShipView, Status, bearing};
use maud::{Markup, html};
use serde_json::json;

/// A disk that is about to move.
pub struct Course {
    pub from: Point,
    pub radius: i64,
    pub heading: Heading,
    pub hops: u8,
}

impl Course {
    /// Where it stands after so many hops (ST-2.6).
    pub fn after(&self, hops: u8) -> Round {
        Round::new(leg(self.from, self.heading, self.radius, u32::from(hops)), self.radius)
    }
}

impl Scene<'_> {
    /// Distance, side and range as seen from the ship that acts: ", 2.1 inches, ahead left, in range".
    pub fn distance(&self, to: Round) -> String {
        let seen = self.subject().and_then(|me| {
            let (from, heading) = (me.round()?, me.heading?);
            Some(format!(", {}", bearing::spoken(from, heading, to, me.beam_range)))
        });
        seen.unwrap_or_default()
    }

    /// The course of the ship that acts, while it has not moved.
    pub fn course(&self) -> Option<Course> {
        let ship = self.subject()?;
        let waits = match self.view.asked {
            Asked::ActOrDefer { .. } => true,
            Asked::Activation { .. } => self.view.acting.is_some_and(|a| !a.moved),
            _ => false,
        };
        let (hops, from, heading) = (ship.speed?, ship.at?, ship.heading?);
        (waits && hops > 0).then_some(Course { from, radius: ship.radius, heading, hops })
    }

    /// After how many hops the viewer chose to turn.
    pub fn turning_after(&self) -> Option<u8> {
        let of = |id: &String| id.strip_prefix("evade:").or(id.strip_prefix("hop:"))?.parse().ok();
        self.touch.clicks.iter().find_map(of)
    }
}

/// The ring of the acting ship's beam, and the distance to every other ship.
pub fn range(scene: &Scene<'_>) -> Markup {
    let me = scene.subject().filter(|s| s.status == Status::InPlay);
    let Some((ship, from)) = me.and_then(|s| Some((s, s.round()?))) else { return html! { g #st-range {} } };
    let ring = from.radius + i64::from(ship.beam_range) * TEMPLATE;
    let others = scene.afloat().filter(|s| s.id != ship.id && s.team != ship.team);
    let cube = scene.view.threat.iter().map(|t| Round::new(t.at, t.radius));
    html! {
        g #st-range aria-hidden="true" {
            circle.st-ring cx=(from.at.x) cy=(scene.y(from.at)) r=(ring) {}
            @for other in others.filter_map(ShipView::round).chain(cube) { (measured(scene, from, other, ship.beam_range)) }
        }
    }
}

fn measured(scene: &Scene<'_>, from: Round, to: Round, range: u32) -> Markup {
    let within = from.in_range(to, range);
    let (x, y) = ((from.at.x + to.at.x) / 2, (scene.y(from.at) + scene.y(to.at)) / 2);
    let unit = scene.unit();
    html! {
        g class=(if within { "st-gap within" } else { "st-gap" }) {
            path d={ "M" (from.at.x) "," (scene.y(from.at)) "L" (to.at.x) "," (scene.y(to.at)) } {}
            text x=(x) y=(y - unit / 3) font-size=(unit * 9 / 10) { (bearing::inches(from.gap(to).max(0))) "″" (if within { " ✓" } else { "" }) }
        }
    }
}

/// A ghost for every hop. What the script needs to draw the ghost of any other heading stands in `data-plan`.
pub fn plan(scene: &Scene<'_>) -> Markup {
    html! {
        g #st-plan data-plan=[plan_data(scene)] {
            @if let Some(course) = scene.course() { (ghosts(scene, &course, scene.subject().map(|s| s.id))) }
            @if let Some(flight) = scene.flight() {
                // The script draws the course itself; here is how far it comes in this move and in its life.
                @let centre = (flight.from.x, scene.y(flight.from));
                @if scene.steered().is_some() { circle.st-reach cx=(centre.0) cy=(centre.1) r=(i64::from(flight.hops) * 2 * TORPEDO) {} }
                @if scene.steered().is_some() { circle.st-reach.far cx=(centre.0) cy=(centre.1) r=(flight.reach()) {} }
            } @else if let Some(torpedo) = scene.steered() {
                @let hops = flight_hops(scene, torpedo.movement);
                (ghosts(scene, &Course { from: torpedo.at, radius: TORPEDO, heading: torpedo.heading, hops }, None))
            }
            @for ship in scene.afloat() { (ahead::draw(scene, ship)) }
        }
    }
}

/// Hops that are left of a torpedo's move.
fn flight_hops(scene: &Scene<'_>, movement: u8) -> u8 {
    match scene.view.asked {
        Asked::Guide { hop, of, .. } => (of + 1).saturating_sub(hop),
        _ => movement,
    }
}

fn ghosts(scene: &Scene<'_>, course: &Course, ship: Option<klaxon_star_trek::ShipId>) -> Markup {
    let end = course.after(course.hops);
    let torpedo = ship.is_none();
    html! {
        path.st-track-line d={ "M" (course.from.x) "," (scene.y(course.from)) "L" (end.at.x) "," (scene.y(end.at)) } {}
        @for hop in 1..=course.hops {
            @let disk = course.after(hop);
            @let last = hop == course.hops;
            @let off = !scene.edge().has(disk.at);
            @let struck = if torpedo { Vec::new() } else { scene.touched(disk) };
            // A ship is in the air between hops: only its last one can collide. A torpedo strikes on any.
            @let met = if torpedo { ships_touched(scene, disk) } else if last { scene.under(disk, ship) } else { Vec::new() };
            @let words = ghost_words(hop, off, &met, struck.len());
            @let can = last && !torpedo && scene.touch.can("move");
            @let class = format!("st-ghost{}{}{}{}", if off { " off" } else { "" }, if !met.is_empty() { " meets" } else { "" }, if !struck.is_empty() { " strikes" } else { "" }, if can { scene.touch.class("move") } else { String::new() });
            g class=(class) transform=(scene.to(disk.at)) data-id=[can.then_some("move")] data-click=[can.then_some("move")]
                role=[can.then_some("button")] tabindex=[can.then_some("0")] aria-label=[can.then(|| format!("Move straight on: {words}"))] {
                title { (words) }
                circle r=(course.radius) {}
                @if off { path.st-cross d="M-500,-500L500,500M-500,500L500,-500" {} }
                @else if !met.is_empty() || !struck.is_empty() { path.st-warn d="M0,-520L520,380H-520Z" {} text.st-warn-text y="300" font-size="600" { "!" } }
                @else { text.st-hop font-size=(scene.unit() * 8 / 10) y=(scene.unit() / 3) { (hop) } }
                @if last && !torpedo { path.st-nose transform={ "rotate(" (ships::degrees_down(course.heading)) ")" } d={ "M" (course.radius) ",0L" (course.radius - 300) ",-220V220Z" } {} }
            }
        }
    }
}

fn ships_touched(scene: &Scene<'_>, disk: Round) -> Vec<String> {
    let struck = scene.afloat().filter(|s| s.round().is_some_and(|r| r.contacts(disk)));
    struck.map(|s| s.name.clone()).collect()
}

fn ghost_words(hop: u8, off: bool, met: &[String], torpedoes: usize) -> String {
    let mut text = format!("hop {hop}");
    if off {
        text.push_str(", off the table");
    }
    if !met.is_empty() {
        text.push_str(&format!(", on top of {}", met.join(" and ")));
    }
    if torpedoes > 0 {
        text.push_str(", touching a torpedo");
    }
    text
}

/// What moves and what lies in its way, for the script.
fn plan_data(scene: &Scene<'_>) -> Option<String> {
    if !scene.is_asked() {
        return None;
    }
    let flight = scene.flight();
    let me = if let Some(torpedo) = scene.steered() {
        let hops = flight_hops(scene, torpedo.movement);
        json!({ "kind": "torpedo", "x": torpedo.at.x, "y": torpedo.at.y, "r": TORPEDO, "hops": hops, "heading": torpedo.heading.tenths() })
    } else {
        match scene.view.asked {
            Asked::Activation { .. } => {
                let ship = scene.subject()?;
                let (at, heading) = (ship.at?, ship.heading?);
                let hops = if scene.view.acting.is_some_and(|a| a.moved) { 0 } else { ship.speed? };
                let after = scene.turning_after().unwrap_or(0).min(hops);
                let from = Course { from: at, radius: ship.radius, heading, hops }.after(after).at;
                json!({ "kind": "ship", "id": ship.id, "x": from.x, "y": from.y, "r": ship.radius, "hops": hops - after, "heading": heading.tenths(), "range": ship.beam_range })
            }
            Asked::Deploy => {
                json!({ "kind": "deploy", "r": scene.unplaced().map_or(1250, |s| s.radius), "ask": scene.unplaced().is_some() })
            }
            Asked::PlaceObstacle { .. } => json!({ "kind": "place", "r": 750 }),
            _ => return None,
        }
    };
    let own_team = scene.view.seat.map(|s| scene.team_of(s));
    let ships = scene.afloat().filter_map(|s| {
        // Whether a ship has yet to move in this phase tells where a torpedo may meet it.
        let moves = scene.view.phase > 0 && !s.acted && !(scene.subject().is_some_and(|me| me.id == s.id) && scene.view.acting.is_some_and(|a| a.moved));
        Some(json!({
            "k": "ship", "id": s.id, "n": s.name, "x": s.at?.x, "y": s.at?.y, "r": s.radius, "foe": Some(s.team) != own_team,
            "heading": s.heading.map(|h| h.tenths()), "speed": s.speed, "moves": moves && s.status == Status::InPlay,
        }))
    });
    let solid = scene.view.terrain.iter().filter(|t| pieces::is_solid(t.kind));
    let terrain =
        solid.map(|t| json!({ "k": "terrain", "n": t.name, "x": t.at.x, "y": t.at.y, "r": t.radius }));
    let rocks = scene.view.obstacles.iter().map(|o| json!({ "k": "obstacle", "n": o.kind.name(), "x": o.at.x, "y": o.at.y, "r": pieces::obstacle_round(o).radius }));
    let torpedoes = scene
        .view
        .torpedoes
        .iter()
        .map(|t| json!({ "k": "torpedo", "n": "a torpedo", "x": t.at.x, "y": t.at.y, "r": TORPEDO }));
    let cube = scene
        .view
        .threat
        .iter()
        .map(|t| json!({ "k": "ship", "n": "the Borg cube", "foe": true, "x": t.at.x, "y": t.at.y, "r": t.radius }));
    let all: Vec<_> = ships.chain(terrain).chain(rocks).chain(torpedoes).chain(cube).collect();
    Some(
        json!({ "table": scene.view.table, "me": me, "pieces": all, "flight": flight.map(|f| f.data(scene.subject().map(|s| s.id))) })
            .to_string(),
    )
}
