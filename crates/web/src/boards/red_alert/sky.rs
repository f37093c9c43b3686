//! Space: the sky, the three sectors, and the grid of hexes.

use super::{
    chart::{Chart, DOTTED, EDGES, ENDS, Grain, halves, points},
    ids,
};
use klaxon_red_alert::{Hex, Side, Wing};
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// The sky behind everything, which never changes.
pub fn sky() -> Markup {
    static SKY: LazyLock<String> = LazyLock::new(|| draw_sky().into_string());
    PreEscaped(SKY.clone())
}

fn draw_sky() -> Markup {
    // Wider than the drawing, since the frame may be too.
    let (x, y, w, h) = (-460, -160, 1540, 820);
    let (left, right) = EDGES;
    let (top, bottom) = ENDS;
    html! {
        g #ra-sky aria-hidden="true" {
            rect.ra-void x=(x) y=(y) width=(w) height=(h) {}
            rect.ra-nebula.one x=(x) y=(y) width=(w) height=(h) {}
            rect.ra-nebula.two x=(x) y=(y) width=(w) height=(h) {}
            @for (class, seed, many) in [("far", 7, 420), ("mid", 21, 150), ("near", 35, 40)] {
                path class={ "ra-stars " (class) } d=(speckle(seed, many, (x, y, w, h))) {}
            }
            rect.ra-wing x=(left) y=(top) width=(DOTTED[0] - left) height=(bottom - top) {}
            rect.ra-wing x=(DOTTED[1]) y=(top) width=(right - DOTTED[1]) height=(bottom - top) {}
        }
    }
}

/// Stars as dots of one path.
fn speckle(seed: u32, many: u32, (x, y, w, h): (i32, i32, i32, i32)) -> String {
    let mut grain = Grain(seed);
    let dot = |_| format!("M{},{}h0", x + grain.below(w as u32), y + grain.below(h as u32));
    (0..many).map(dot).collect()
}

/// The grid. Every hex can be clicked: the page says why not where nothing is offered. `features` says what is on a hex
/// besides nothing; `own`, whether the side below is the viewer's.
pub fn grid(chart: Chart, own: bool, features: &dyn Fn(Hex) -> Vec<String>) -> Markup {
    // Most hexes are empty, and letters stay: only hexes with something on them are written anew.
    static EMPTY: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
        Side::BOTH.map(|below| Hex::all().map(|h| cell(Chart { below }, h, &[]).into_string()).collect())
    });
    static LETTERS: LazyLock<[[String; 2]; 2]> = LazyLock::new(|| {
        Side::BOTH.map(|below| [false, true].map(|own| letters(Chart { below }, own).into_string()))
    });
    let (empty, letters) = (&EMPTY[chart.below.index()], &LETTERS[chart.below.index()][usize::from(own)]);
    html! {
        g #ra-grid {
            g.ra-hexes {
                @for hex in Hex::all() {
                    @let there = features(hex);
                    @if there.is_empty() { (PreEscaped(&empty[hex.index()])) } @else { (cell(chart, hex, &there)) }
                }
            }
            (PreEscaped(letters))
        }
    }
}

/// One hex, and what a pointer learns there.
fn cell(chart: Chart, hex: Hex, features: &[String]) -> Markup {
    let wings = Wing::ALL.into_iter().filter(|w| hex.is_in(w.sector(chart.below))).map(Wing::name);
    html! {
        polygon id={ "hex-" (hex) } data-id=(ids::hex(hex)) points=(points(chart.at(hex), 1000)) {
            title { (hex) ", " (wings.collect::<Vec<_>>().join(" and ")) @for line in features { "\n" (line) } }
        }
    }
}

/// Half-hexes, dotted lines and names. Sectors are named as the viewer calls them, and as everybody does.
fn letters(chart: Chart, own: bool) -> Markup {
    html! {
        g.ra-letters aria-hidden="true" {
            g.ra-halves { @for half in halves() { polygon points=(half) {} } }
            @for x in DOTTED { line.ra-dotted x1=(x) x2=(x) y1=(ENDS.0) y2=(ENDS.1) {} }
            @for hex in Hex::all() {
                @let (x, y) = chart.at(hex);
                text.ra-name x=(x) y=(y + 26) { (hex) }
            }
            @for row in 0..11 {
                @let (_, y) = chart.turned((0, row * 45));
                @let letter = char::from(b'A' + row as u8);
                text.ra-row x=(EDGES.0 - 8) y=(y + 3) { (letter) }
                text.ra-row x=(EDGES.1 + 8) y=(y + 3) { (letter) }
            }
            @for (name, sector, x) in chart.wings() {
                text.ra-sector x=(x) y=(ENDS.1 + 14) {
                    @if !own { (sector.name()) }
                    @else if name == sector.name() { (name) }
                    @else { (name) tspan.also { " · " (sector.name()) } }
                }
            }
        }
    }
}
