//! What can be clicked next, what was clicked, and the lines between hexes: reach, sight, retreat.

use super::chart::Chart;
use klaxon_red_alert::Hex;
use maud::{Markup, html};

/// A hex that can be clicked next, or was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub hex: Hex,
    /// The id that a click sends.
    pub id: String,
    /// The way it is done; empty where more is to be said.
    pub way: &'static str,
    /// A unit stands there, which is the button then.
    pub unit: bool,
    /// In words.
    pub label: String,
}

/// A line from a unit to one that it might battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// From.
    pub from: Hex,
    /// To.
    pub to: Hex,
    /// Hexes that block it; empty where it is open.
    pub blockers: Vec<Hex>,
    /// The battle could be declared now.
    pub offered: bool,
    /// Dice.
    pub dice: u8,
}

/// A combat under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// The attacker's hex.
    pub from: Hex,
    /// The target's hex.
    pub to: Hex,
    /// Dice, while they are still to be rolled.
    pub dice: Option<u8>,
}

/// The ways that a choice can be marked with, in words for the legend.
pub fn way_words(way: &str) -> &'static str {
    match way {
        "sub-light" => "sub-light move",
        "impulse" => "full impulse, 2 stars",
        "warp" => "warp into close quarters",
        "light-speed" => "light speed",
        "exit" => "exit over the baseline",
        "attack" => "attack",
        "order" => "order",
        "unorder" => "take the order back",
        "deploy" => "deploy here",
        "take-back" => "take the unit back",
        "jump" => "jump point",
        "retire" => "retire",
        "pursue" => "pursue, 2 stars",
        "repair" => "a figure back",
        "marker" => "remove the red alert marker",
        "decloak" => "drop the cloak",
        "decline" => "decline combat, move again",
        "card" => "target of the card",
        _ => "can be chosen",
    }
}

/// Shapes that marks use.
pub fn defs() -> Markup {
    html! {
        marker #ra-tip viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse" {
            path d="M0,0L10,5L0,10L3,5Z" {}
        }
        g #ra-way-sub-light { circle.dot r="4.5" {} }
        g #ra-way-impulse { path.dot transform="translate(-6 0) scale(0.55)" d=(super::dice::STAR) {} path.dot transform="translate(6 0) scale(0.55)" d=(super::dice::STAR) {} }
        g #ra-way-warp { path.stroke d="M-7,-6L-1,0L-7,6M1,-6L7,0L1,6" {} }
        g #ra-way-light-speed { path.stroke d="M-10,-5H4M-6,0H10M-10,5H4" {} }
        g #ra-way-exit { path.stroke d="M0,9V-8M-6,-2L0,-9L6,-2" {} }
        g #ra-way-deploy { path.stroke d="M-7,0H7M0,-7V7" {} }
        g #ra-way-retire { path.stroke d="M0,-9V8M-6,2L0,9L6,2" {} }
        g #ra-way-jump { circle.stroke r="7" {} circle.dot r="2.4" {} }
        g #ra-way-pursue { path.stroke d="M-8,7L0,-1L8,7M-8,-1L0,-9L8,-1" {} }
        g #ra-way-order { path.stroke d="M-7,2L-1,7L8,-6" {} }
        g #ra-aim { circle.ring r="21" {} path.ring d="M0,-26V-16M0,26V16M-26,0H-16M26,0H16" {} }
        g #ra-blocked { path d="M-6,-6L6,6M6,-6L-6,6" {} }
    }
}

/// Ways that have a sign of their own.
fn has_sign(way: &str) -> bool {
    matches!(
        way,
        "sub-light"
            | "impulse"
            | "warp"
            | "light-speed"
            | "exit"
            | "deploy"
            | "jump"
            | "retire"
            | "order"
            | "pursue"
    )
}

/// Hexes that can be clicked, those that were, and those that a hint speaks of; and the way off the battlefield for a
/// unit on `exit` (RA-20.12).
pub fn reach(chart: Chart, marks: &[Mark], picked: &[Hex], hinted: &[Hex], exit: Option<Hex>) -> Markup {
    html! {
        g #ra-reach {
            @for mark in marks {
                @let (x, y) = chart.at(mark.hex);
                @let way = if mark.way.is_empty() { "more" } else { mark.way };
                @if mark.unit {
                    use class={ "ra-mark on-unit by-" (way) } href="#ra-cell" x=(x) y=(y) {}
                } @else {
                    g id={ "reach-" (mark.hex) } class={ "ra-mark can by-" (way) } transform={ "translate(" (x) " " (y) ")" }
                        data-id=(mark.id) data-click=(mark.id) role="button" tabindex="0" aria-label=(mark.label) {
                        title { (mark.label) }
                        use.cell href="#ra-cell" {}
                        @if has_sign(way) { use.sign href={ "#ra-way-" (way) } {} }
                    }
                }
            }
            @if let Some(hex) = exit {
                @let (x, y) = chart.at(hex);
                // The enemy baseline is the upper edge for whoever may leave over it.
                g #reach-exit .ra-mark.can.by-exit transform={ "translate(" (x) " " (y - 34) ")" }
                    data-id=(super::ids::EXIT) data-click=(super::ids::EXIT) role="button" tabindex="0" aria-label=(way_words("exit")) {
                    title { (way_words("exit")) }
                    circle.cell r="13" {}
                    use.sign href="#ra-way-exit" {}
                }
            }
            @for hex in picked { @let (x, y) = chart.at(*hex); use.ra-picked href="#ra-ring" x=(x) y=(y) {} }
            @for hex in hinted { @let (x, y) = chart.at(*hex); use.ra-hinted href="#ra-ring" x=(x) y=(y) {} }
        }
    }
}

/// Lines under the units: the clicked path, lines of sight, paths of retreat.
pub fn lines(chart: Chart, path: &[Hex], shots: &[Shot], retreats: &[Vec<Hex>]) -> Markup {
    html! {
        g #ra-lines aria-hidden="true" {
            @if path.len() > 1 { polyline.ra-path points=(way(chart, path)) marker-end="url(#ra-tip)" {} }
            @for retreat in retreats { polyline.ra-retreat points=(way(chart, retreat)) marker-end="url(#ra-tip)" {} }
            @for shot in shots {
                @let ((x1, y1), (x2, y2)) = (chart.at(shot.from), chart.at(shot.to));
                line.ra-shot.open[shot.blockers.is_empty()].offered[shot.offered] x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
                @for hex in &shot.blockers { @let (x, y) = chart.at(*hex); use.ra-block-cell href="#ra-cell" x=(x) y=(y) {} }
            }
        }
    }
}

fn way(chart: Chart, hexes: &[Hex]) -> String {
    let point = |h: &Hex| {
        let (x, y) = chart.at(*h);
        format!("{x},{y}")
    };
    hexes.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// Signs over the units: targets with their dice, what blocks a line, who battles whom.
pub fn over(chart: Chart, targets: &[Hex], shots: &[Shot], duel: Option<&Duel>) -> Markup {
    html! {
        g #ra-over aria-hidden="true" {
            @if let Some(duel) = duel {
                @let ((x1, y1), (x2, y2)) = (chart.at(duel.from), chart.at(duel.to));
                line.ra-combat x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
                use.ra-aim.live href="#ra-aim" x=(x2) y=(y2) {}
                @if let Some(dice) = duel.dice { (dice_preview((x2, y2), dice)) }
            }
            @for hex in targets { @let (x, y) = chart.at(*hex); use.ra-aim href="#ra-aim" x=(x) y=(y) {} }
            @for shot in shots {
                @for hex in &shot.blockers { @let (x, y) = chart.at(*hex); use.ra-blocked href="#ra-blocked" x=(x) y=(y) {} }
                @if shot.blockers.is_empty() { (dice_preview(chart.at(shot.to), shot.dice)) }
            }
        }
    }
}

/// So many dice, small, above a target.
fn dice_preview((x, y): (i32, i32), dice: u8) -> Markup {
    let n = i32::from(dice);
    html! {
        g.ra-dice transform={ "translate(" (x) " " (y - 31) ")" } {
            rect.pill x=(-n.max(4) * 5 - 3) y="-6.5" width=(n.max(4) * 10 + 6) height="13" rx="6.5" {}
            @if n == 0 { text y="3" { "0 dice" } }
            @for i in 0..n { rect x=(i * 10 - n * 5 + 1) y="-4" width="8" height="8" rx="2" {} }
        }
    }
}

/// What the marks on the board mean, as far as they are there.
pub fn legend(ways: &[&'static str]) -> Markup {
    html! {
        ul.ra-legend {
            @for way in ways {
                li class={ "by-" (way) } {
                    svg viewBox="-15 -15 30 30" aria-hidden="true" focusable="false" {
                        use.cell href="#ra-cell" transform="scale(0.48)" {}
                        @if has_sign(way) { use href={ "#ra-way-" (way) } transform="scale(0.8)" {} }
                        @else if *way == "attack" { use href="#ra-aim" transform="scale(0.45)" {} }
                    }
                    (way_words(way))
                }
            }
        }
    }
}
