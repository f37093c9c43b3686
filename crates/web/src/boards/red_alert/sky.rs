//! Space: the sky, the three sectors, and the grid of hexes.

use super::chart::{Chart, DOTTED, EDGES, ENDS, Grain, halves};
use klaxon_red_alert::Hex;
use maud::{Markup, html};

/// The sky behind everything. It never changes.
pub fn sky() -> Markup {
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

/// One hex of the grid: where it is, what a click on it is called, and what a pointer learns there.
#[derive(Debug)]
pub struct Cell {
    /// The hex.
    pub hex: Hex,
    /// The id that a click sends.
    pub id: String,
    /// What is there, with its rule.
    pub title: String,
}

/// The grid. Every hex can be clicked: the page says why not where nothing is offered. Sectors are named as the viewer
/// calls them, if the side below is his `own`, and as everybody does.
pub fn grid(chart: Chart, cells: &[Cell], own: bool) -> Markup {
    html! {
        g #ra-grid {
            g.ra-halves aria-hidden="true" { @for half in halves() { polygon points=(half) {} } }
            g.ra-hexes {
                @for cell in cells {
                    polygon id={ "hex-" (cell.hex) } data-id=(cell.id) points=(chart.outline(cell.hex)) { title { (cell.title) } }
                }
            }
            g.ra-letters aria-hidden="true" {
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
}
