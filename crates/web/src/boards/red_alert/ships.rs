//! Units: a silhouette for each type and faction, and the tray with class symbol and figures under it.
//!
//! A faction is told by four things, colour being only one: hulls (rounded or forked), trays (round or pointed ends),
//! the way the ships point (the viewer's own upwards) and the colour.

use super::{
    chart::{Chart, points},
    dice::class_sign,
};
use klaxon_red_alert::{Class, Hex, Hull, Kind, Marks, Side};
use maud::{Markup, html};

/// A unit on the battlefield.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its number, which names its element.
    pub id: u8,
    /// Whose.
    pub side: Side,
    /// What.
    pub kind: Kind,
    /// Figures left; a flagship's include its cap fighters.
    pub figures: u8,
    /// Where.
    pub hex: Hex,
    /// What is true of it.
    pub marks: Marks,
}

/// The hull of a faction's ship, nose upwards, about 32 units high; then its lines.
fn silhouette(side: Side, hull: Hull) -> [&'static str; 2] {
    match (side, hull) {
        (Side::Cw, Hull::Flagship) => [
            "M0,-18C3,-15 4.5,-10 5,-5L10,-1C14,1 16,5 16,9L15,14L9,11L7,11L6,16H-6L-7,11L-9,11L-15,14L-16,9C-16,5 -14,1 -10,-1L-5,-5C-4.5,-10 -3,-15 0,-18Z",
            "M0,-12V-6M-3.4,1.5a3.4,3.4 0 1 0 6.8,0a3.4,3.4 0 1 0 -6.8,0M-10,4L-7,2M10,4L7,2M-3,9H3",
        ],
        (Side::Cw, Hull::Battleship) => [
            "M-5,-15Q0,-18 5,-15L7,-5Q13,-2 13,5V12Q10,14 8,12L7,15H-7L-8,12Q-10,14 -13,12V5Q-13,-2 -7,-5Z",
            "M0,-12V-3M-8,2H8M-8,6H8M-3,11H3",
        ],
        (Side::Cw, Hull::Cruiser) => [
            "M0,-16Q4,-10 4.5,-3L10,4Q12,8 10,12L5,9L4,14H-4L-5,9L-10,12Q-12,8 -10,4L-4.5,-3Q-4,-10 0,-16Z",
            "M0,-11V-3M-3,4H3M-2.5,9H2.5",
        ],
        (Side::Cw, Hull::Destroyer) => [
            "M0,-15Q3,-9 3,-1L8,8V13L3,10L2.4,14H-2.4L-3,10L-8,13V8L-3,-1Q-3,-9 0,-15Z",
            "M0,-9V2M-1.6,8H1.6",
        ],
        (Side::Cw, Hull::Fighter) => {
            ["M0,-8Q1.6,-3 6,4Q3.6,5.6 1.4,4.6L0,6.4L-1.4,4.6Q-3.6,5.6 -6,4Q-1.6,-3 0,-8Z", "M0,-3V2"]
        }
        (Side::Cf, Hull::Flagship) => [
            "M-6,-18L-3,-7H3L6,-18L9,-10L10,-3L16,3V14L10,9L8,16H-8L-10,9L-16,14V3L-10,-3L-9,-10Z",
            "M0,-5V2M-5,3L0,7L5,3M-12,4V9M12,4V9M-4,11H4",
        ],
        (Side::Cf, Hull::Battleship) => [
            "M-10,-15L-6,-17L-4,-8H4L6,-17L10,-15L13,1V14L8,11L7,15H-7L-8,11L-13,14V1Z",
            "M-7,-9L-5,-3M7,-9L5,-3M-7,3L0,7L7,3M-3,11H3",
        ],
        (Side::Cf, Hull::Cruiser) => {
            ["M-5,-16L-2,-7H2L5,-16L7,-4L12,3V11L6,8L4,14H-4L-6,8L-12,11V3L-7,-4Z", "M-4,2L0,5L4,2M-2,9H2"]
        }
        (Side::Cf, Hull::Destroyer) => {
            ["M0,-6L4,-15L5,-4L9,5V12L4,8L2.6,14H-2.6L-4,8L-9,12V5L-5,-4L-4,-15Z", "M0,-2V4M-1.6,8H1.6"]
        }
        (Side::Cf, Hull::Fighter) => {
            ["M-3.4,-7L-1,-2.6H1L3.4,-7L6.4,4.6L2.4,3L1.4,6.4H-1.4L-2.4,3L-6.4,4.6Z", "M0,-1V2"]
        }
    }
}

/// Where the craft of a fighter squadron fly.
const WING_OF_FIGHTERS: [(i32, i32); 3] = [(0, -8), (-9, 6), (9, 6)];
/// Heavy squadrons have a fourth.
const HEAVY_WING: [(i32, i32); 4] = [(0, -9), (-10, 3), (10, 3), (0, 9)];

const HULLS: [Hull; 5] = [Hull::Flagship, Hull::Battleship, Hull::Cruiser, Hull::Destroyer, Hull::Fighter];

/// Is it a heavy squadron?
pub fn is_heavy(kind: Kind) -> bool {
    match kind {
        Kind::HB | Kind::HC | Kind::HD | Kind::HF => true,
        Kind::FL | Kind::SB | Kind::SC | Kind::SD | Kind::SF => false,
    }
}

/// The shapes of all ships, and those around them.
pub fn defs() -> Markup {
    html! {
        @for side in Side::BOTH {
            @for hull in HULLS {
                @let [body, lines] = silhouette(side, hull);
                g id={ "ra-" (side.word()) "-" (hull.name()) } { path.hull d=(body) {} path.lines d=(lines) {} }
            }
        }
        // Armour at both sides of a heavy squadron.
        path #ra-cw-armour d="M-17,-4Q-20,3 -17,10M17,-4Q20,3 17,10" {}
        path #ra-cf-armour d="M-16,-6L-19,2L-16,10M16,-6L19,2L16,10" {}
        rect #ra-cw-tray x="-23" y="-6.5" width="46" height="13" rx="6.5" {}
        path #ra-cf-tray d="M-24,0L-19,-6.5H19L24,0L19,6.5H-19Z" {}
        polygon #ra-ring points=(points((0, 0), 880)) {}
        polygon #ra-cell points=(points((0, 0), 1000)) {}
        g #ra-alert { path.ra-badge d="M-3,-7H3L7,-3V3L3,7H-3L-7,3V-3Z" {} path.cut d="M0,-4V0.8M0,3.8h0" {} }
        g #ra-moved { circle.ra-badge r="5.4" {} path.cut d="M-2.4,2.6L0,-3L2.4,2.6" {} }
        g #ra-fought { circle.ra-badge r="5.4" {} path.cut d="M-2.6,-2.6L2.6,2.6M2.6,-2.6L-2.6,2.6" {} }
        g #ra-cap { path d="M0,-4L3.6,3.2L0,1.8L-3.6,3.2Z" {} }
    }
}

/// The silhouette of a unit, nose upwards, around the origin.
pub fn ship(side: Side, kind: Kind) -> Markup {
    let hull = kind.stats().hull;
    let href = format!("#ra-{}-{}", side.word(), hull.name());
    let wing: &[(i32, i32)] = if is_heavy(kind) { &HEAVY_WING } else { &WING_OF_FIGHTERS };
    html! {
        @match hull {
            Hull::Fighter => {
                @for (x, y) in wing { use href=(href) transform={ "translate(" (x) " " (y) ")" } {} }
            }
            Hull::Flagship | Hull::Battleship | Hull::Cruiser | Hull::Destroyer => { use href=(href) {} }
        }
        @if is_heavy(kind) { use.armour href={ "#ra-" (side.word()) "-armour" } {} }
    }
}

/// A unit's picture outside the battlefield: in trays, tables and cards.
pub fn portrait(side: Side, kind: Kind) -> Markup {
    html! {
        svg class={ "ra-portrait " (side.word()) } viewBox="-21 -20 42 40" aria-hidden="true" focusable="false" { (ship(side, kind)) }
    }
}

/// The tray: the class symbol, and a pip for each figure, hollow when lost.
pub fn tray(side: Side, kind: Kind, figures: u8) -> Markup {
    let full = kind.stats().figures;
    let n = figures.max(full);
    // Room for four; a boarding party may have brought more.
    let step = if n <= 4 { 78 } else { 312 / i32::from(n) };
    let first = 55 - step * (i32::from(n) - 1) / 2;
    let is_flagship = kind == Kind::FL;
    html! {
        g.tray {
            use.plate href={ "#ra-" (side.word()) "-tray" } {}
            g class={ "class " (kind.class().face().word()) } transform="translate(-15.5 0) scale(0.46)" { (class_sign(kind.class())) }
            @for i in 0..n {
                @let x = tenths(first + step * i32::from(i));
                @let lost = i >= figures;
                // A flagship goes last: its cap fighters stand to the right of it.
                @if is_flagship && i > 0 { use.pip.lost[lost] href="#ra-cap" x=(x) {} }
                @else if is_flagship { path.pip.lost[lost] transform={ "translate(" (x) " 0)" } d="M0,-4.4L4,0L0,4.4L-4,0Z" {} }
                @else { circle.pip.lost[lost] cx=(x) r=(if n <= 4 { "3.2" } else { "2.5" }) {} }
            }
        }
    }
}

/// A whole number of tenths as a decimal number.
pub fn tenths(n: i32) -> String {
    format!("{}{}.{}", if n < 0 { "-" } else { "" }, n.abs() / 10, n.abs() % 10)
}

/// How the page can touch a unit.
#[derive(Clone, Debug, Default)]
pub struct Handle {
    /// The id that a click sends.
    pub id: String,
    /// More class names.
    pub class: String,
    /// It can be clicked to some effect.
    pub can: bool,
    /// What it is, in words.
    pub label: String,
}

/// A unit on its hex.
pub fn unit(chart: Chart, piece: &Piece, handle: &Handle) -> Markup {
    let (x, y) = chart.at(piece.hex);
    let up = chart.is_below(piece.side);
    let is = |mark| piece.marks.has(mark);
    let side = piece.side.word();
    // Everything but the signs turns with the ship.
    let (ship_at, tray_y, sign_y) =
        if up { ("translate(0 -11)", 12, -1) } else { ("translate(0 11) rotate(180)", -12, 1) };
    html! {
        g id={ "unit-" (piece.id) } class={ "ra-unit " (side) (handle.class) } transform={ "translate(" (x) " " (y) ")" }
            data-id=(handle.id) data-click=[handle.can.then_some(&handle.id)] role=(if handle.can { "button" } else { "img" }) tabindex=[handle.can.then_some("0")] aria-label=(handle.label) {
            title { (handle.label) }
            use.hit href="#ra-cell" {}
            @if is(Marks::ORDERED) { use.ordered.spent[is(Marks::FOUGHT)] href="#ra-ring" {} }
            g.ship.cloaked[is(Marks::CLOAKED)] transform=(ship_at) { (ship(piece.side, piece.kind)) }
            @if is(Marks::CLOAKED) { circle.veil cy=(11 * sign_y) r="17" {} }
            g transform={ "translate(0 " (tray_y) ")" } { (tray(piece.side, piece.kind, piece.figures)) }
            @if is(Marks::ALERT) { use.alert href="#ra-alert" x="-17" y=(13 * sign_y) {} }
            @if is(Marks::MOVED) { use.did href="#ra-moved" x="18" y=(14 * sign_y) {} }
            @if is(Marks::FOUGHT) { use.did href="#ra-fought" x=(if is(Marks::MOVED) { "20" } else { "18" }) y=(if is(Marks::MOVED) { 3 * sign_y } else { 14 * sign_y }) {} }
        }
    }
}

/// A unit in words, such as "your standard cruiser squadron at I5, 2 of 3 ships, ordered".
pub fn in_words(piece: &Piece, own: Option<Side>) -> String {
    let whose = match own {
        Some(side) if side == piece.side => "your",
        Some(_) => "enemy",
        None => piece.side.name(),
    };
    let stats = piece.kind.stats();
    let strength = match piece.kind {
        Kind::FL => match piece.figures.saturating_sub(1) {
            0 => "no cap fighter left".into(),
            1 => "1 of 3 cap fighters".into(),
            n => format!("{n} of 3 cap fighters"),
        },
        Kind::HB | Kind::SB | Kind::HC | Kind::SC | Kind::HD | Kind::SD | Kind::HF | Kind::SF => {
            format!("{} of {} ships", piece.figures, stats.figures)
        }
    };
    let mut text = format!("{whose} {} at {}, {strength}", stats.name, piece.hex);
    for (mark, words) in [
        (Marks::ALERT, "red alert marker"),
        (Marks::CLOAKED, "cloaked"),
        (Marks::ORDERED, "ordered"),
        (Marks::MOVED, "has moved"),
        (Marks::FOUGHT, "has battled"),
        (Marks::STILL, "may not move"),
        (Marks::NO_COMBAT, "may not battle"),
        (Marks::LIGHT_SPEED, "at light speed"),
        (Marks::HELMSMAN, "veteran helmsman"),
        (Marks::SLINGSHOT, "slingshot"),
        (Marks::SURPRISE, "one die more from the cloak"),
    ] {
        if piece.marks.has(mark) {
            text.push_str(", ");
            text.push_str(words);
        }
    }
    text
}

/// The class of a unit in words.
pub fn class_words(class: Class) -> &'static str {
    match class {
        Class::Fighter => "fighter class",
        Class::Strike => "strike class",
        Class::Capital => "capital class",
    }
}
