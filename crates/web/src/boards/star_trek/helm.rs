//! The helm: any heading by number or towards a ship, any place, sent as the decision in full. The fan of choices is only
//! a sample of what the rules allow; here is the rest (ST-2.2, ST-2.19). The script fills the numbers in, and the server
//! judges them.

use super::{Scene, flight, panels, ships};
use klaxon_geometry::plane::{Heading, Point, heading_to};
use klaxon_star_trek::{Asked, Order, ShipView, Status, bearing};
use maud::{Markup, html};
use serde_json::{Value, json};

/// A way to use the numbers: its words and the decision with `$heading`, `$x`, `$y`, `$speed`, `$angle` left open.
struct Way {
    words: String,
    deed: Value,
    /// Numbers that its fields begin with, where they differ from way to way.
    now: Option<Value>,
}

/// What the helm asks for.
#[derive(Default)]
struct Fields {
    heading: Option<Heading>,
    angle: bool,
    place: Option<Point>,
    /// Speeds to choose from, and the one chosen at first.
    speed: Option<(u8, u8)>,
    /// Where the heading is taken from, to face ships.
    from: Option<Point>,
}

/// The panel.
pub fn panel(scene: &Scene<'_>) -> Markup {
    let (ways, fields) = if scene.is_asked() { ways(scene) } else { (Vec::new(), Fields::default()) };
    let speeds: Vec<u8> = (0..=10)
        .filter(|n| scene.view.asked == Asked::Deploy && scene.touch.can(&format!("speed:{n}")))
        .collect();
    let tray = panels::tray(scene);
    let flight = scene.flight();
    let bare = ways.is_empty() && speeds.is_empty() && tray.0.is_empty() && flight.is_none();
    html! {
        section #st-helm .panel.st-helm aria-label="Helm" hidden[bare] {
            @if !bare { h2 { (title(scene)) } }
            @if !speeds.is_empty() {
                p.st-speeds { "Starting speed: " @for n in speeds { (scene.click(&format!("speed:{n}"), "", &format!("speed {n}"), &html! { (n) })) " " } }
            }
            (tray)
            @if !ways.is_empty() { (form(scene, &ways, &fields)) }
            @if let Some(flight) = &flight {
                // Before the launch the course is planned only by those who want to.
                @if flight.torpedo.is_none() { details #st-launch-plan .st-aims { summary { "Plan a torpedo before launching it" } (flight::form(scene, flight)) } }
                @else { (flight::form(scene, flight)) }
            }
        }
    }
}

fn title(scene: &Scene<'_>) -> &'static str {
    match scene.view.asked {
        Asked::Deploy => "Deployment",
        Asked::PlaceObstacle { .. } => "Place an obstacle",
        Asked::Guide { .. } | Asked::Steer => "Torpedo",
        _ => "Helm",
    }
}

fn form(scene: &Scene<'_>, ways: &[Way], fields: &Fields) -> Markup {
    html! {
        form.st-form data-helm autocomplete="off" {
            @if let [only] = ways { input type="hidden" name="how" value=(only.deed); }
            @else {
                label { span { "Do" } select name="how" { @for way in ways { option value=(way.deed) data-now=[way.now.as_ref()] { (way.words) } } } }
            }
            @if let Some(at) = fields.place {
                label { span { "East, inches" } input name="x" inputmode="decimal" value=(bearing::exact(at.x)); }
                label { span { "North, inches" } input name="y" inputmode="decimal" value=(bearing::exact(at.y)); }
            }
            @if fields.angle { label { span { "Angle beside it, degrees" } input name="angle" inputmode="decimal" value="0.0"; } }
            @if let Some(heading) = fields.heading {
                label { span { "Heading, degrees" } input name="heading" inputmode="decimal" value=(ships::degrees(heading).trim_end_matches('°')) aria-describedby="st-compass"; }
                (towards(scene, heading, fields.from))
            }
            @if let Some((most, usual)) = fields.speed {
                label { span { "Speed" } select name="speed" { @for n in 0..=most { option value=(n) selected[n == usual] { (n) } } } }
            }
            button.primary type="submit" { @if let [only] = ways { (only.words) } @else { "Do it" } }
            p #st-compass .soft {
                @if fields.heading.is_some() { "0 is east, 90 north: degrees grow counter-clockwise. Or drag on the board. " }
                @if fields.place.is_some() { "Click the board to choose the place." }
            }
            p #st-forecast-words .st-forecast-words role="status" {}
        }
    }
}

/// Headings that face something, as a list that fills the number in.
fn towards(scene: &Scene<'_>, now: Heading, from: Option<Point>) -> Markup {
    let Some(from) = from else { return html! {} };
    let safest = scene.view.acting.and_then(|a| a.safest);
    let terrain = scene.view.terrain.iter().filter_map(|t| Some((t.name.as_str(), heading_to(from, t.at)?)));
    html! {
        label {
            span { "Or towards" }
            select name="towards" {
                option value=(now.tenths()) { "straight on" }
                @if let Some(safest) = safest { option value=(safest.tenths()) { "safest course" } }
                @for (ship, heading) in scene.afloat().filter_map(|s| Some((s, heading_to(from, s.at?)?))) {
                    @let side = bearing::side(from, now, ship.at.unwrap_or(from)).unwrap_or("here");
                    option value=(heading.tenths()) { (ship.name) ", " (side) }
                    @if !scene.is_mine(ship.controller) { option value=(heading.astern().tenths()) { "away from " (ship.name) } }
                }
                @for (name, heading) in terrain { option value=(heading.tenths()) { (name) } }
            }
        }
    }
}

/// What can be done with numbers now.
fn ways(scene: &Scene<'_>) -> (Vec<Way>, Fields) {
    let mut list = Vec::new();
    let mut add = |words: String, deed: Value| list.push(Way { words, deed, now: None });
    let fields = match scene.view.asked {
        Asked::Activation { ship } => {
            let Some((acting, me)) = scene.view.acting.zip(scene.view.ship(ship)) else {
                return (list, Fields::default());
            };
            let speed = me.speed.unwrap_or(0);
            if acting.orders[Order::ChangeHeading as usize] > 0 {
                add("Change Heading".into(), json!({ "change-heading": { "heading": "$heading" } }));
            }
            if speed == 0 {
                add("Turn at full stop".into(), json!({ "turn": { "heading": "$heading" } }));
            }
            if acting.evades {
                for after in 0..speed {
                    add(
                        format!("Evasive action after {after} hops"),
                        json!({ "evade": { "after": after, "heading": "$heading" } }),
                    );
                }
            }
            if acting.turns_moving {
                for after in 0..=speed {
                    add(
                        format!("Move, turning after {after} hops"),
                        json!({ "move-turning": { "after": after, "heading": "$heading" } }),
                    );
                }
            }
            Fields { heading: me.heading, from: me.at, ..Fields::default() }
        }
        Asked::Deploy => {
            let own = |s: &&ShipView| {
                scene.is_mine(s.controller)
                    && matches!(s.status, Status::Aside | Status::Placed)
                    && s.faction.is_some()
            };
            let mut ships: Vec<&ShipView> = scene.view.ships.iter().filter(own).collect();
            // What is not yet placed comes first.
            ships.sort_by_key(|s| s.at.is_some());
            for ship in &ships {
                let verb = if ship.at.is_some() { "Move" } else { "Place" };
                let deed = json!({ "deploy": { "ship": ship.id, "at": { "x": "$x", "y": "$y" }, "heading": "$heading", "speed": "$speed" } });
                list.push(Way { words: format!("{verb} {}", ship.name), deed, now: standing(ship) });
            }
            let most = ships.iter().filter_map(|s| s.max_start_speed).max().unwrap_or(0);
            // Where the first of them stands already, or a place that the rules offer.
            let (place, heading) = beginning(scene);
            let now = ships.first().copied();
            Fields {
                heading: now.and_then(|s| s.heading).or(Some(heading)),
                place: now.and_then(|s| s.at).or(Some(place)),
                speed: Some((most, now.and_then(|s| s.speed).unwrap_or(most.div_ceil(2)))),
                ..Fields::default()
            }
        }
        Asked::PlaceObstacle { .. } => {
            add("Place it".into(), json!({ "place-obstacle": { "at": { "x": "$x", "y": "$y" } } }));
            Fields { place: Some(beginning(scene).0), ..Fields::default() }
        }
        Asked::PlaceShip { ship, .. } => {
            add(
                "Place it beside".into(),
                json!({ "place-ship": { "angle": "$angle", "heading": "$heading" } }),
            );
            let heading = scene.view.ship(ship).and_then(|s| s.heading);
            Fields { heading, angle: true, ..Fields::default() }
        }
        _ => return (list, Fields::default()),
    };
    (list, fields)
}

/// Where a ship was put, as the form writes it.
fn standing(ship: &ShipView) -> Option<Value> {
    let (at, heading) = (ship.at?, ship.heading?);
    let degrees = ships::degrees(heading);
    Some(
        json!({ "x": bearing::exact(at.x), "y": bearing::exact(at.y), "heading": degrees.trim_end_matches('°'), "speed": ship.speed? }),
    )
}

/// The place among those offered that lies nearest to the middle of the viewer's zone, and a square heading from there
/// into the table.
fn beginning(scene: &Scene<'_>) -> (Point, Heading) {
    let [w, h] = scene.view.table;
    let middle = Point::new(w / 2, h / 2);
    let zone = scene.view.zones.iter().find(|z| z.own);
    let heart = zone.map_or(middle, |z| {
        z.round.map_or(Point::new((z.from.x + z.to.x) / 2, (z.from.y + z.to.y) / 2), |(at, _)| at)
    });
    let spots =
        scene.touch.reach.next.keys().filter_map(|id| id.strip_prefix("spot:")?.parse::<Point>().ok());
    let at = spots.min_by_key(|at| at.distance_sq(heart)).unwrap_or(heart);
    let (dx, dy) = (middle.x - at.x, middle.y - at.y);
    let heading = match (dx.abs() >= dy.abs(), dx >= 0, dy >= 0) {
        (true, true, _) => Heading::EAST,
        (true, false, _) => Heading::WEST,
        (false, _, true) => Heading::NORTH,
        (false, _, false) => Heading::SOUTH,
    };
    (at, heading)
}
