//! Space features: planets, asteroid fields, debris, and what is marked on hexes.

use super::{
    chart::{CORNERS, Chart, Grain},
    ships::ship,
};
use klaxon_red_alert::{Hex, Kind, Side};
use maud::{Markup, html};

/// A planet group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planet {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its hexes.
    pub hexes: Vec<Hex>,
    /// Faction markers on its hexes: the hex, the Commonwealth's, the Confederation's (RA-20.1).
    pub markers: Vec<(Hex, u8, u8)>,
}

/// A hex marked for a fleet: for hidden deployment, or as a jump point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Berth {
    /// Whose.
    pub side: Side,
    /// Where.
    pub hex: Hex,
    /// The unit that lies there face down, where the viewer may know it.
    pub unit: Option<Kind>,
}

/// Shapes that features use.
pub fn defs() -> Markup {
    let globes = [
        ("sea", ["#8fd0d6", "#3d7f99", "#14324c"]),
        ("gas", ["#ecd0a0", "#a9744f", "#3d2536"]),
        ("ice", ["#d5d3f2", "#7d7fb8", "#2a2a55"]),
        ("rust", ["#e2b09a", "#96524a", "#37202f"]),
    ];
    html! {
        @for (name, [light, mid, dark]) in globes {
            radialGradient id={ "ra-globe-" (name) } cx="0.34" cy="0.3" r="0.85" {
                stop offset="0" stop-color=(light) {}
                stop offset="0.45" stop-color=(mid) {}
                stop offset="1" stop-color=(dark) {}
            }
        }
        radialGradient #ra-night cx="0.3" cy="0.26" r="0.95" {
            stop offset="0.5" stop-color="#05080f" stop-opacity="0" {}
            stop offset="1" stop-color="#05080f" stop-opacity="0.82" {}
        }
        radialGradient #ra-glow-one gradientUnits="userSpaceOnUse" cx="80" cy="40" r="520" {
            stop offset="0" stop-color="#2c4a78" stop-opacity="0.5" {}
            stop offset="1" stop-color="#2c4a78" stop-opacity="0" {}
        }
        radialGradient #ra-glow-two gradientUnits="userSpaceOnUse" cx="580" cy="440" r="480" {
            stop offset="0" stop-color="#5a2f5c" stop-opacity="0.42" {}
            stop offset="1" stop-color="#5a2f5c" stop-opacity="0" {}
        }
        linearGradient #ra-rock x1="0" y1="0" x2="1" y2="1" {
            stop offset="0" stop-color="#b3a695" {}
            stop offset="0.5" stop-color="#75695e" {}
            stop offset="1" stop-color="#38322f" {}
        }
        g #ra-rock-1 { path.ra-stone d="M-9,-3L-4,-9L4,-8L9,-2L7,6L1,9L-6,7Z" {} path.ra-pit d="M-3,-3l3,-2l3,2l-2,3l-3,0Z" {} }
        g #ra-rock-2 { path.ra-stone d="M-8,-5L0,-9L8,-6L9,2L4,8L-3,7L-9,3Z" {} path.ra-pit d="M1,0l3,-1l2,3l-3,2Z" {} }
        g #ra-rock-3 { path.ra-stone d="M-6,-7L3,-8L8,-3L8,4L2,9L-5,8L-9,0Z" {} path.ra-pit d="M-4,1l2,-3l3,1l0,3l-3,1Z" {} }
    }
}

/// All features, and what is marked on hexes.
pub fn features(
    chart: Chart,
    planets: &[Planet],
    asteroids: &[Hex],
    debris: &[Hex],
    berths: &[Berth],
) -> Markup {
    html! {
        g #ra-features aria-hidden="true" {
            @for (i, group) in planets.iter().enumerate() { (planet(chart, i, group)) }
            @for hex in asteroids { (rocks(chart, *hex)) }
            @for hex in debris { (wreck(chart, *hex)) }
            @for berth in berths { (mooring(chart, *berth)) }
        }
    }
}

/// A planet: one disc over its whole group, with the outline of the group.
pub fn planet(chart: Chart, index: usize, group: &Planet) -> Markup {
    let centres: Vec<(i32, i32)> = group.hexes.iter().map(|h| chart.at(*h)).collect();
    let n = centres.len().max(1) as i32;
    let (cx, cy) =
        (centres.iter().map(|c| c.0).sum::<i32>() / n, centres.iter().map(|c| c.1).sum::<i32>() / n);
    let r = match n {
        1 => 22,
        2..=4 => 53,
        _ => 71,
    };
    let look = ["sea", "gas", "ice", "rust"][index % 4];
    let clip = format!("ra-disc-{index}");
    html! {
        g class={ "ra-planet " (look) } {
            clipPath id=(clip) { circle cx=(cx) cy=(cy) r=(r) {} }
            path.ra-land d=(centres.iter().map(|c| hexagon(*c)).collect::<String>()) {}
            circle.ra-air cx=(cx) cy=(cy) r=(r + 3) {}
            g clip-path={ "url(#" (clip) ")" } {
                circle cx=(cx) cy=(cy) r=(r) fill={ "url(#ra-globe-" (look) ")" } {}
                g transform={ "translate(" (cx) " " (cy) ") rotate(-14)" } { (weather(index, r)) }
                circle cx=(cx) cy=(cy) r=(r) fill="url(#ra-night)" {}
            }
            path.ra-coast d=(chart.border(&group.hexes)) {}
            @if let Some(name) = &group.name { text.ra-planet-name x=(cx) y=((cy - r - 5).max(-32)) { (name) } }
            @for (hex, cw, cf) in &group.markers {
                @let (x, y) = chart.at(*hex);
                @if *cw > 0 { (flag(x - 15, y - 29, Side::Cw, *cw)) }
                @if *cf > 0 { (flag(x + 6, y - 29, Side::Cf, *cf)) }
            }
        }
    }
}

fn hexagon((x, y): (i32, i32)) -> String {
    let corners: Vec<String> = CORNERS.iter().map(|(dx, dy)| format!("{},{}", x + dx, y + dy)).collect();
    format!("M{}Z", corners.join("L"))
}

/// Bands, seas or ice on the disc, by the planet's place in the list.
fn weather(index: usize, r: i32) -> Markup {
    let mut grain = Grain(index as u32 * 97 + 11);
    html! {
        @if index % 4 == 1 {
            @for (y, h, class) in [(-62, 14, "b"), (-34, 10, "a"), (-8, 16, "b"), (24, 8, "a"), (46, 16, "b")] {
                rect class={ "ra-band " (class) } x=(-r - 4) y=(y * r / 70) width=(2 * r + 8) height=(h * r / 70) {}
            }
        } @else {
            @for _ in 0..7 {
                ellipse class={ "ra-band " (["a", "b"][grain.below(2) as usize]) }
                    cx=(grain.below(2 * r as u32) - r) cy=(grain.below(2 * r as u32) - r)
                    rx=(r / 5 + grain.below(r as u32 / 2)) ry=(r / 10 + grain.below(r as u32 / 6)) {}
            }
        }
    }
}

/// Faction markers on a planet hex: a flag with their number.
fn flag(x: i32, y: i32, side: Side, n: u8) -> Markup {
    html! {
        g class={ "ra-flag " (side.word()) } transform={ "translate(" (x) " " (y) ") scale(1.25)" } {
            path.pole d="M0,0V12" {}
            path.cloth d=(match side { Side::Cw => "M0,0h9v7h-9Z", Side::Cf => "M0,0l10,3.5l-10,3.5Z" }) {}
            text x="4" y="6" { (n) }
        }
    }
}

/// An asteroid field: tumbled rocks.
pub fn rocks(chart: Chart, hex: Hex) -> Markup {
    let mut grain = Grain(hex.index() as u32 * 7919 + 5);
    // Most of them near the border, where a unit leaves them to be seen.
    let places = [
        (0, -1, 9),
        (-9, 6, 5),
        (10, 7, 6),
        (-15, -15, 7),
        (14, -17, 8),
        (1, -23, 4),
        (-21, -4, 4),
        (21, -4, 4),
        (-13, 19, 8),
        (13, 20, 7),
        (0, 25, 4),
    ];
    let (x, y) = chart.at(hex);
    html! {
        g.ra-rocks transform={ "translate(" (x) " " (y) ")" } {
            use.ra-field href="#ra-cell" {}
            @for (dx, dy, size) in places {
                @let (jx, jy, turn, kind) = (grain.below(5) - 2, grain.below(5) - 2, grain.below(360), grain.below(3) + 1);
                use href={ "#ra-rock-" (kind) } transform={ "translate(" (dx + jx) " " (dy + jy) ") rotate(" (turn) ") scale(0." (format!("{:02}", size * 9)) ")" } {}
            }
        }
    }
}

/// The wreck of a capital ship.
pub fn wreck(chart: Chart, hex: Hex) -> Markup {
    let (x, y) = chart.at(hex);
    let turn = Grain(hex.index() as u32 + 3).below(6) * 60;
    html! {
        g.ra-wreck transform={ "translate(" (x) " " (y) ") rotate(" (turn) ")" } {
            path.plate d="M-15,-9L-4,-15L3,-8L-2,-3L-6,-5L-9,1Z" {}
            path.plate d="M4,-1L13,-7L17,2L11,4L9,10L3,6Z" {}
            path.plate d="M-12,6L-4,3L1,10L-3,16L-10,13Z" {}
            path.strut d="M-4,-4L4,1M-7,3L-3,-2M2,4L6,14M9,-11L12,-14" {}
            path.spark d="M-1,0h0M8,-13h0M-15,3h0M13,12h0M3,-18h0" {}
        }
    }
}

/// A hex marked for a fleet.
fn mooring(chart: Chart, berth: Berth) -> Markup {
    let (x, y) = chart.at(berth.hex);
    html! {
        g class={ "ra-berth " (berth.side.word()) } transform={ "translate(" (x) " " (y) ")" } {
            @match berth.side {
                Side::Cw => { circle r="19" {} }
                Side::Cf => { path d="M0,-21L19,0L0,21L-19,0Z" {} }
            }
            @if let Some(kind) = berth.unit {
                g.ship transform=(if chart.is_below(berth.side) { "translate(0 -2)" } else { "translate(0 2) rotate(180)" }) { (ship(berth.side, kind)) }
            }
        }
    }
}
