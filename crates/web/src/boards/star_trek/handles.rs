//! What can be touched around a moving piece: a fan of headings, the hops at which it may turn, the torpedo bay, places.

use super::{Scene, course::Course, pieces, ships};
use klaxon_geometry::plane::{Disk as Round, Heading, Point, heading_to};
use klaxon_star_trek::{Asked, Piece, bearing};
use maud::{Markup, html};

/// All handles.
pub fn handles(scene: &Scene<'_>) -> Markup {
    let ids = |prefix: &'static str| {
        scene.touch.reach.next.keys().filter_map(move |id| Some((id.as_str(), id.strip_prefix(prefix)?)))
    };
    html! {
        g #st-handles {
            @for (id, rest) in ids("spot:") { @if let Ok(at) = rest.parse() { (spot(scene, id, at)) } }
            @for (id, rest) in ids("angle:") { @if let Ok(angle) = rest.parse() { (beside(scene, id, angle)) } }
            @for way in ["evade:", "hop:"] { @for (id, rest) in ids(way) { @if let Ok(hops) = rest.parse() { (hop(scene, id, way, hops)) } } }
            (fan(scene))
            @if scene.touch.can("launch") { (launch(scene)) }
        }
    }
}

/// A small drawing that is a button.
fn handle(scene: &Scene<'_>, id: &str, class: &str, at: Point, words: &str, inner: &Markup) -> Markup {
    html! {
        g class={ "st-handle " (class) (scene.touch.class(id)) } transform=(scene.to(at)) data-id=(id) data-click=(id) role="button" tabindex="0" aria-label=(words) {
            title { (words) } (inner)
        }
    }
}

fn spot(scene: &Scene<'_>, id: &str, at: Point) -> Markup {
    let words = format!("here, at {}", bearing::spot(at));
    handle(
        scene,
        id,
        "st-spot",
        at,
        &words,
        &html! { circle r=(scene.unit() * 9 / 10) {} path d="M-260,0H260M0,-260V260" {} },
    )
}

/// What a ship is put beside (ST-9.3).
fn struck(scene: &Scene<'_>) -> Option<Round> {
    let Asked::PlaceShip { beside, .. } = scene.view.asked else { return None };
    match beside {
        Piece::Ship(id) => scene.view.ship(id)?.round(),
        Piece::Terrain(id) => {
            scene.view.terrain.iter().find(|t| t.id == id).map(|t| Round::new(t.at, t.radius))
        }
        Piece::Threat => scene.view.threat.as_ref().map(|t| Round::new(t.at, t.radius)),
    }
}

fn place_beside(scene: &Scene<'_>, angle: Heading) -> Option<Round> {
    let radius = scene.subject()?.radius;
    Some(Round::new(struck(scene)?.place_adjacent(radius, angle), radius))
}

fn beside(scene: &Scene<'_>, id: &str, angle: Heading) -> Markup {
    let Some(disk) = place_beside(scene, angle) else { return html! {} };
    let words = format!("beside it, at {}", ships::degrees(angle));
    handle(scene, id, "st-spot", disk.at, &words, &html! { circle r=(disk.radius / 3) {} })
}

/// A hop at which the ship may turn.
fn hop(scene: &Scene<'_>, id: &str, way: &str, hops: u8) -> Markup {
    let Some(course) = scene.course() else { return html! {} };
    let words = match way {
        "evade:" => format!("evasive action after {hops} hops"),
        _ => format!("turn after {hops} hops"),
    };
    handle(
        scene,
        id,
        "st-knee",
        course.after(hops).at,
        &words,
        &html! { path d="M0,-520L520,0L0,520L-520,0Z" {} path.st-line d="M-180,140A220,220 0 1 1 180,140" {} },
    )
}

/// Where the fan of headings stands: centre, radius and present heading.
fn hub(scene: &Scene<'_>) -> Option<(Round, Heading)> {
    if let Some(torpedo) = scene.steered() {
        return Some((pieces::torpedo_round(torpedo), torpedo.heading));
    }
    let ship = scene.subject()?;
    let heading = ship.heading?;
    let angle = scene.touch.clicks.iter().find_map(|id| id.strip_prefix("angle:")?.parse().ok());
    if let Some(disk) = angle.and_then(|angle| place_beside(scene, angle)) {
        return Some((disk, heading));
    }
    let (from, radius) = (ship.at?, ship.radius);
    let course = Course { from, radius, heading, hops: ship.speed.unwrap_or(0) };
    Some((course.after(scene.turning_after().unwrap_or(0)), heading))
}

fn fan(scene: &Scene<'_>) -> Markup {
    let headings: Vec<(&str, Heading)> = scene
        .touch
        .reach
        .next
        .keys()
        .filter_map(|id| Some((id.as_str(), id.strip_prefix("heading:")?.parse().ok()?)))
        .collect();
    let Some((hub, now)) = hub(scene).filter(|_| !headings.is_empty()) else { return html! {} };
    let unit = scene.unit();
    // Around a torpedo the fan stands outside this move's hops, which are drawn and dragged inside.
    let inside = scene
        .flight()
        .filter(|_| scene.steered().is_some())
        .map_or(0, |f| i64::from(f.hops) * 2 * pieces::TORPEDO);
    let near = hub.radius + unit + inside;
    html! {
        g.st-fan transform=(scene.to(hub.at)) data-fan { circle.st-wheel r=(near + unit / 2) {} }
        @for (id, heading) in headings {
            @let faced = faced(scene, hub.at, heading);
            @let words = format!("heading {}{}", ships::degrees(heading), match &faced { Some(name) => format!(", towards {name}"), None if heading == now => ", straight on".into(), None => String::new() });
            // What faces a ship stands farther out, so that it can be told from the plain fan.
            @let out = near + if faced.is_some() { unit * 13 / 10 } else { 0 };
            g class={ "st-handle st-arrow" (if faced.is_some() { " faces" } else { "" }) (scene.touch.class(id)) } data-heading=(heading.tenths())
                transform={ (scene.to(hub.at)) " rotate(" (ships::degrees_down(heading)) ") translate(" (out) " 0)" }
                data-id=(id) data-click=(id) role="button" tabindex="0" aria-label=(words) {
                title { (words) }
                circle.st-touch r=(unit * 7 / 10) cx=(unit / 2) {}
                path d={ "M" (unit) ",0L0," (-unit / 2) "L" (unit / 4) ",0L0," (unit / 2) "Z" } {}
            }
        }
    }
}

/// The ship that a heading faces exactly.
fn faced(scene: &Scene<'_>, from: Point, heading: Heading) -> Option<String> {
    let ships = scene.afloat().filter_map(|s| Some((s.name.clone(), s.at?)));
    let cube = scene.view.threat.iter().map(|t| ("the Borg cube".to_owned(), t.at));
    ships.chain(cube).find(|(_, at)| heading_to(from, *at) == Some(heading)).map(|(name, _)| name)
}

/// The torpedo bay (ST-2.14).
fn launch(scene: &Scene<'_>) -> Markup {
    let Some((round, heading)) = scene.subject().and_then(|s| Some((s.round()?, s.heading?))) else {
        return html! {};
    };
    let at = round.bay(heading, pieces::TORPEDO);
    let inner = html! {
        circle r="620" {}
        path.st-dart transform={ "rotate(" (ships::degrees_down(heading)) ")" } d="M420,0L-260,-260L-110,0L-260,260Z" {}
    };
    handle(scene, "launch", "st-bay", at, "launch a torpedo", &inner)
}
