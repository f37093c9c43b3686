//! Ship disks in their true size: heading, shields and hull as rings, criticals, cloak.

use super::{Scene, dice::crit_sign};
use klaxon_geometry::plane::Heading;
use klaxon_star_trek::{Faction, ShipView, Status};
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// Shapes that the layers use, which never change: one silhouette for each faction, nose to the east.
pub fn defs() -> Markup {
    static DEFS: LazyLock<String> = LazyLock::new(|| {
        html! {
            defs {
                g #st-hull-FED { ellipse cx="270" cy="0" rx="440" ry="470" {} path d="M-150,-95L-480,-70L-560,0L-480,70L-150,95ZM-190,-60L-300,-280V-330H-760L-820,-285L-760,-240H-400L-330,-60ZM-190,60L-300,280V330H-760L-820,285L-760,240H-400L-330,60Z" {} }
                g #st-hull-ROM { path d="M720,0C500,-120 300,-180 120,-180C-60,-520 -420,-700 -640,-640C-460,-420 -420,-260 -420,-150L-520,0L-420,150C-420,260 -460,420 -640,640C-420,700 -60,520 120,180C300,180 500,120 720,0Z" {} }
                g #st-hull-KLI { path d="M760,0L620,-140L300,-120L80,-90L-120,-300L-360,-700L-560,-700L-480,-240L-560,0L-480,240L-560,700L-360,700L-120,300L80,90L300,120L620,140Z" {} }
                g #st-hull-CAR { path d="M720,0L520,-200L80,-140L-240,-220L-700,-420L-560,-60L-660,0L-560,60L-700,420L-240,220L80,140L520,200Z" {} }
                g #st-hull-FER { path d="M640,-160C720,-340 460,-620 80,-560C-320,-520 -640,-240 -640,0C-640,240 -320,520 80,560C460,620 720,340 640,160L300,220C140,160 140,-160 300,-220Z" {} }
                g #st-hull-none { path d="M640,0L240,-260H-520L-640,0L-520,260H240Z" {} }
            }
        }
        .into_string()
    });
    PreEscaped(DEFS.clone())
}

/// The name of a faction's silhouette.
pub fn hull(faction: Option<Faction>) -> &'static str {
    match faction {
        Some(Faction::Federation) => "#st-hull-FED",
        Some(Faction::Romulan) => "#st-hull-ROM",
        Some(Faction::Klingon) => "#st-hull-KLI",
        Some(Faction::Cardassian) => "#st-hull-CAR",
        Some(Faction::Ferengi) => "#st-hull-FER",
        None => "#st-hull-none",
    }
}

/// A heading as a turn of the page, where angles grow clockwise.
pub fn degrees_down(heading: Heading) -> String {
    let tenths = heading.tenths();
    if tenths == 0 { "0".into() } else { format!("-{}.{}", tenths / 10, tenths % 10) }
}

/// A heading in degrees.
pub fn degrees(heading: Heading) -> String {
    format!("{}.{}°", heading.tenths() / 10, heading.tenths() % 10)
}

/// The ships.
pub fn ships(scene: &Scene<'_>) -> Markup {
    html! { g #st-ships { @for ship in scene.afloat() { (one(scene, ship)) } } }
}

fn one(scene: &Scene<'_>, ship: &ShipView) -> Markup {
    let Some(at) = ship.at else { return html! {} };
    let id = format!("ship:{}", ship.id);
    let can = scene.touch.can(&id);
    let words = in_words(scene, ship);
    let subject = scene.subject().is_some_and(|s| s.id == ship.id);
    let heading = ship.heading.unwrap_or(Heading::EAST);
    let (r, unit) = (ship.radius, scene.unit());
    let mut class = format!("st-ship {}{}", scene.team(ship.team), scene.touch.class(&id));
    for (on, word) in [
        (scene.is_mine(ship.controller), " mine"),
        (ship.cloaked, " cloaked"),
        (ship.acted, " acted"),
        (subject, " subject"),
        (ship.status == Status::Placed, " placed"),
    ] {
        if on {
            class.push_str(word);
        }
    }
    html! {
        g id={ "ship-" (ship.id) } class=(class) transform=(scene.to(at)) data-id=(id) data-click=[can.then_some(&id)]
            role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(words) {
            title { (words) }
            @if subject { circle.st-subject r=(r + 420) {} }
            circle.st-stand r=(r) {}
            g transform={ "rotate(" (degrees_down(heading)) ")" } {
                use.st-hull href=(hull(ship.faction)) transform={ "scale(" (thousandths(r * 96 / 100)) ")" } {}
            }
            (gauge("st-shields", r + 290, ship.shields, ship.max_shields))
            (gauge("st-hullbar", r + 150, ship.hull, ship.max_hull))
            // Over the rings and beyond them: which way a ship flies is seen at any size.
            g transform={ "rotate(" (degrees_down(heading)) ")" } {
                path.st-nose d={ "M" (r - 60) "," (-r * 28 / 100) "L" (r + 640) ",0L" (r - 60) "," (r * 28 / 100) "Z" } {}
            }
            @if ship.cloaked { circle.st-veil r=(r + 40) {} }
            @for (i, crit) in ship.crits.iter().enumerate() {
                g.st-crit transform={ "translate(" (-r + (i as i64) * 620) " " (-r - 620) ") scale(" (thousandths(30_000)) ")" } { circle r="11" {} (crit_sign(*crit)) }
            }
        }
        // Beside the ship, not part of it: its words say all this and more.
        g.st-tag id={ "tag-" (ship.id) } data-with={ "ship-" (ship.id) } transform=(scene.to(at)) aria-hidden="true" {
            text.st-name y=(r + 420 + unit) font-size=(unit) { (ship.name) }
            text.st-status y=(r + 420 + unit * 2) font-size=(unit * 8 / 10) {
                "S" (ship.shields) " H" (ship.hull) @if let Some(speed) = ship.speed { " · " (speed) "▸" }
            }
        }
    }
}

/// A number as a ring of segments, with what is lost in outline.
fn gauge(class: &str, r: i64, now: u8, most: u8) -> Markup {
    let n = u32::from(now.max(most)).max(1);
    // Each segment is eight parts line and two parts gap; the ring begins at the top.
    let lit: String = (0..now).map(|_| "8 2 ").collect();
    let rest = (n - u32::from(now)) * 10;
    html! {
        circle class={ (class) " lost" } r=(r) pathLength=(n * 10) stroke-dasharray="8 2" transform="rotate(-90)" {}
        @if now > 0 {
            circle class=(class) r=(r) pathLength=(n * 10) stroke-dasharray={ (lit) "0 " (rest + 1) } transform="rotate(-90)" {}
        }
    }
}

/// A whole number of thousandths as a decimal number.
fn thousandths(n: i64) -> String {
    format!("{}.{:03}", n / 1000, n % 1000)
}

/// A ship in words: what it is, its state, and where it lies as seen from the ship that acts.
pub fn in_words(scene: &Scene<'_>, ship: &ShipView) -> String {
    let mut text = format!("{} of {}", ship.name, scene.seat_name(ship.controller));
    if let Some(heading) = ship.heading {
        text.push_str(&format!(", heading {}", degrees(heading)));
    }
    if let Some(speed) = ship.speed {
        text.push_str(&format!(", speed {speed} of {}", ship.max_speed));
    }
    text.push_str(&format!(
        ", shields {} of {}, hull {} of {}",
        ship.shields, ship.max_shields, ship.hull, ship.max_hull
    ));
    for crit in &ship.crits {
        text.push_str(&format!(", {} critical", crit.name()));
    }
    for (on, word) in [(ship.cloaked, ", cloaked"), (ship.acted, ", has acted")] {
        if on {
            text.push_str(word);
        }
    }
    let other = scene.subject().is_none_or(|s| s.id != ship.id);
    if let Some(round) = ship.round().filter(|_| other) {
        text.push_str(&scene.distance(round));
    }
    text
}
