//! The rest of the turn: where a ship stands after each phase that is left if it flies straight on, with a "?" behind
//! orders that may change its course, and a warning while leaving the table can still be avoided (ST-8.14).

use super::{Scene, course::Course};
use klaxon_geometry::plane::{Disk as Round, leg};
use klaxon_star_trek::{Order, OrderView, ShipView, Stage, Status};
use maud::{Markup, html};
use serde_json::json;

/// Where a phase leaves a ship.
struct Leg {
    phase: u8,
    disk: Round,
    /// No order before it may change the course.
    sure: bool,
    /// The hop of the phase that leaves the table.
    off: Option<u8>,
}

fn changes_course(order: Order) -> bool {
    matches!(order, Order::ChangeHeading | Order::ChangeSpeed)
}

/// The phases that are left to a ship; the last one is the one in which it would leave the table.
fn legs(scene: &Scene<'_>, ship: &ShipView) -> Vec<Leg> {
    let (Some(from), Some(heading), Some(speed)) = (ship.at, ship.heading, ship.speed) else {
        return Vec::new();
    };
    if speed == 0 || ship.status != Status::InPlay {
        return Vec::new();
    }
    let acting = scene.view.acting.filter(|act| act.ship == ship.id);
    let first = match scene.view.phase {
        _ if scene.view.stage == Stage::Assign => 1,
        0 => return Vec::new(),
        phase => phase + u8::from(ship.acted || acting.is_some_and(|act| act.moved)),
    };
    let course = Course { from, radius: ship.radius, heading, hops: speed };
    let mut sure = true;
    let mut out = Vec::new();
    for (n, phase) in (first..=3).enumerate() {
        sure &= !may_change(scene, ship, phase);
        let flown = n as u8 * speed;
        let off = (1..=speed).find(|hop| !scene.edge().has(course.after(flown + hop).at));
        let disk = course.after(flown + off.unwrap_or(speed));
        out.push(Leg { phase, disk, sure, off });
        if off.is_some() {
            break;
        }
    }
    out
}

/// May the order of a phase change the course, as far as the viewer knows?
fn may_change(scene: &Scene<'_>, ship: &ShipView, phase: u8) -> bool {
    if let Some(act) = scene.view.acting.filter(|act| act.ship == ship.id && scene.view.phase == phase) {
        let ready = [Order::ChangeHeading, Order::ChangeSpeed].iter().any(|o| act.orders[*o as usize] > 0);
        if ready {
            return true;
        }
    }
    match ship.orders.get(usize::from(phase) - 1) {
        Some(OrderView::Known(order)) => changes_course(*order),
        // Carried out, or not any more.
        Some(OrderView::Revealed(_) | OrderView::Removed) | None => false,
        Some(OrderView::Hidden) => true,
        // While orders are planned an own empty place is straight on; of others nothing is known.
        Some(OrderView::Empty) => !scene.is_mine(ship.controller),
    }
}

/// The rest of the turn on the board.
pub fn draw(scene: &Scene<'_>, ship: &ShipView) -> Markup {
    let planning = scene.view.stage == Stage::Assign;
    if !planning && !scene.is_mine(ship.controller) {
        return html! {};
    }
    let all = legs(scene, ship);
    // Its own move is drawn hop by hop.
    let drawn = scene.course().is_some() && scene.subject().is_some_and(|s| s.id == ship.id);
    let points: Vec<(i64, i64)> =
        ship.at.into_iter().chain(all.iter().map(|leg| leg.disk.at)).map(|at| (at.x, scene.y(at))).collect();
    let unit = scene.unit();
    html! {
        @if !all.is_empty() {
            g class=(if scene.is_mine(ship.controller) { "st-forecast" } else { "st-forecast other" }) {
                @for (i, leg) in all.iter().enumerate() {
                    @if !(drawn && i == 0) {
                        @let [from, to] = [points[i], points[i + 1]];
                        path class={ "st-ahead" (if leg.off.is_some() { " off" } else { "" }) (if leg.sure { "" } else { " unsure" }) } d={ "M" (from.0) "," (from.1) "L" (to.0) "," (to.1) } {}
                        g.off[leg.off.is_some()].unsure[!leg.sure] transform=(scene.to(leg.disk.at)) {
                            title { (leg_words(ship, leg)) }
                            circle r=(ship.radius) {}
                            @if leg.off.is_some() { path.st-cross d="M-500,-500L500,500M-500,500L500,-500" {} }
                            @else { text.st-hop font-size=(unit) y=(unit / 3) { (leg.phase) @if !leg.sure { "?" } } }
                        }
                    }
                }
            }
        }
    }
}

fn leg_words(ship: &ShipView, leg: &Leg) -> String {
    let unless = if leg.sure { "" } else { ", unless its course changes" };
    match leg.off {
        Some(hop) => format!("{} off the table in phase {}, at hop {hop}{unless}", ship.name, leg.phase),
        None => format!("{} after phase {}{unless}", ship.name, leg.phase),
    }
}

/// What would mend a plan that leads off the table: orders to lay instead, in words and as decisions.
fn mends(scene: &Scene<'_>, ship: &ShipView, off: &Leg) -> Vec<(String, String)> {
    let lay = |place: u8, order: Order| {
        scene.act(&json!({ "assign": { "ship": ship.id, "place": place, "order": order } }))
    };
    let turn = (format!("Change Heading in {}", off.phase), lay(off.phase, Order::ChangeHeading));
    let slower = (1..=off.phase).rev().find(|phase| stays(scene, ship, *phase));
    let slow = slower.map(|phase| {
        let slow = ship.speed.unwrap_or(0).saturating_sub(2);
        (format!("Slow to {slow} in {phase}"), lay(phase, Order::ChangeSpeed))
    });
    std::iter::once(turn).chain(slow).collect()
}

/// Would the ship stay on the table for the whole turn if it slowed down by 2 before it moves in a phase (ST-8.7)?
fn stays(scene: &Scene<'_>, ship: &ShipView, from_phase: u8) -> bool {
    let (Some(at), Some(heading), Some(speed)) = (ship.at, ship.heading, ship.speed) else { return false };
    let of = |phase: u8| if phase < from_phase { speed } else { speed.saturating_sub(2) };
    let hops: u32 = (1..=3).map(|phase| u32::from(of(phase))).sum();
    (1..=hops).all(|hop| scene.edge().has(leg(at, heading, ship.radius, hop)))
}

/// The warnings above the question, one for each own ship that would leave the table.
pub fn panel(scene: &Scene<'_>) -> Markup {
    let all: Vec<Markup> = scene.afloat().map(|ship| warning(scene, ship)).collect();
    let none = all.iter().all(|markup| markup.0.is_empty());
    html! { section #st-warning aria-label="Warnings" hidden[none] { @for one in &all { (one) } } }
}

/// The warning about a ship, with what would mend it while orders are planned.
fn warning(scene: &Scene<'_>, ship: &ShipView) -> Markup {
    if !scene.is_mine(ship.controller) {
        return html! {};
    }
    let all = legs(scene, ship);
    let Some((off, hop)) = all.last().and_then(|leg| Some((leg, leg.off?))) else { return html! {} };
    // Behind an order that may turn it, it is no more than a possibility.
    if !off.sure {
        return html! {};
    }
    let speed = ship.speed.unwrap_or(0);
    let planning = scene.view.stage == Stage::Assign && scene.is_asked();
    html! {
        div.st-warning role="status" {
            p { strong { "Off the table in phase " (off.phase) } ": at speed " (speed) ", straight on, " (ship.name) " crosses the edge at hop " (hop) " and is lost (ST-8.14)." }
            @if planning {
                div.tools { @for (i, (words, deed)) in mends(scene, ship, off).iter().enumerate() {
                    button.small.primary[i == 0] type="button" data-do=(deed) { (words) }
                } }
            }
        }
    }
}
