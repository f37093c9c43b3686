//! The control panels, one for each ship as on the cardboard one: speed, shields, hull, criticals, three orders, and the
//! stack of crew and tech.

use super::{Scene, dice::crit_sign, disks, pieces, ships};
use klaxon_star_trek::{Asked, Crit, Order, OrderView, ShipView, Stage, Status};
use maud::{Markup, html};
use serde_json::json;

/// The viewer's own panels.
pub fn fleet(scene: &Scene<'_>) -> Markup {
    let own = ships_of(scene, true);
    html! {
        section #st-fleet .panel.st-fleet tabindex="0" aria-label="Your control panels" hidden[own.is_empty() && !scene.is_asked()] {
            (quick(scene))
            @for ship in own { (panel(scene, ship)) }
        }
    }
}

/// What ends a step, beside the panels that it was set on.
fn quick(scene: &Scene<'_>) -> Markup {
    let ways =
        [("done", "Done"), ("end", "End the activation"), ("defer", "Defer"), ("transport", "Transport")];
    html! {
        @if ways.iter().any(|(id, _)| scene.touch.can(id)) {
            div.st-quick { @for (id, name) in ways { @if scene.touch.can(id) { (scene.click(id, "", name, &html! { (name) })) } } }
        }
    }
}

/// The panels of all others: team-mates first.
pub fn others(scene: &Scene<'_>) -> Markup {
    let theirs = ships_of(scene, false);
    html! {
        section #st-others .panel.st-fleet aria-label="Control panels" {
            @for ship in theirs { (panel(scene, ship)) }
            (pieces::ashore(scene))
        }
    }
}

/// Ships of the viewer, or of all others, with those that are gone at the end.
fn ships_of<'a>(scene: &Scene<'a>, mine: bool) -> Vec<&'a ShipView> {
    let own_team = scene.view.seat.map(|s| scene.team_of(s));
    let mut ships: Vec<&ShipView> =
        scene.view.ships.iter().filter(|s| scene.is_mine(s.controller) == mine).collect();
    ships.sort_by_key(|s| {
        let gone = matches!(s.status, Status::Destroyed | Status::Exited | Status::Removed);
        (Some(s.team) != own_team, gone)
    });
    ships
}

fn panel(scene: &Scene<'_>, ship: &ShipView) -> Markup {
    let gone = match ship.status {
        Status::Destroyed => Some("destroyed"),
        Status::Exited => Some("left safely"),
        Status::Removed => Some("out of the game"),
        Status::Aside | Status::Placed | Status::InPlay => None,
    };
    let acts = scene.subject().is_some_and(|s| s.id == ship.id);
    html! {
        article id={ "panel-ship-" (ship.id) } class={ "st-panel " (scene.team(ship.team)) (if acts { " acts" } else { "" }) (if gone.is_some() { " gone" } else { "" }) }
            data-about={ "ship:" (ship.id) } {
            header {
                svg.st-badge viewBox="-1000 -1000 2000 2000" aria-hidden="true" focusable="false" { use href=(ships::hull(ship.faction)) {} }
                h3 aria-level="2" { (ship.name) " " span.soft { (ship.class) } }
                span.st-holder { (scene.seat_name(ship.controller)) @if ship.owner != ship.controller { ", captured" } }
                @if ship.cloaked { span.st-flag { "cloaked" } }
                @if acts { span.st-flag.now { "acts" } }
                @else if ship.acted && scene.view.phase > 0 { span.st-flag { "has acted" } }
                @if let Some(gone) = gone { span.st-flag { (gone) } }
            }
            @if gone.is_none() {
                div.st-tracks {
                    (track(scene, ship, "Speed", ship.speed, ship.max_speed, "speed"))
                    (track(scene, ship, "Shields", Some(ship.shields), ship.max_shields, "shields"))
                    (track(scene, ship, "Hull", Some(ship.hull), ship.max_hull, "hull"))
                }
                p.st-values {
                    span { "Beam " strong { (ship.beam) } } span { "range " strong { (ship.beam_range) } }
                    span { "Torps " strong { (ship.torps) } } span { "Command " strong { (ship.command) } }
                    @if ship.adapted > 0 { span { "adapted " strong { (ship.adapted) } } }
                    @if let Some(ability) = &ship.ability { span.st-ability { (ability) } }
                }
                (criticals(ship))
                (orders(scene, ship))
                (disks::stack(scene, &ship.disks))
            }
        }
    }
}

/// A status as the row of numbers on the cardboard panel; numbers that an order can set are buttons.
fn track(scene: &Scene<'_>, ship: &ShipView, name: &str, now: Option<u8>, most: u8, what: &str) -> Markup {
    let set = |n: u8| format!("{what}:{n}");
    // Only the acting ship's panel is touched by its orders.
    let acts = matches!(scene.view.asked, Asked::Activation { ship: id } if id == ship.id);
    let top = now.unwrap_or(0).max(most);
    let words = now.map_or_else(|| format!("{name} not known"), |n| format!("{name} {n} of {most}"));
    html! {
        div class={ "st-track st-" (what) } role="group" aria-label=(words) {
            span.st-track-name aria-hidden="true" { (name) }
            span.st-cells {
                @for n in 0..=top {
                    @let id = set(n);
                    @let class = format!("st-cell{}{}{}", if now == Some(n) { " here" } else { "" }, if n > most { " above" } else { "" }, if now.is_some_and(|now| n <= now && n > 0) { " lit" } else { "" });
                    @if acts && scene.touch.can(&id) {
                        button class={ (class) (scene.touch.class(&id)) } type="button" data-id=(id) data-click=(id) aria-label={ (name) " to " (n) } { (n) }
                    } @else { span class=(class) aria-hidden="true" { (n) } }
                }
            }
        }
    }
}

fn criticals(ship: &ShipView) -> Markup {
    html! {
        ul.st-crits aria-label="Criticals" {
            @for crit in Crit::ALL {
                @let has = ship.crits.contains(&crit);
                li.has[has] title=(crit_words(crit, has)) {
                    svg viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" { (crit_sign(crit)) }
                    span { (crit.name()) } @if has { span.hidden { ": marked" } }
                }
            }
        }
    }
}

fn crit_words(crit: Crit, has: bool) -> String {
    let effect = match crit {
        Crit::Bridge => "revealed Bridge Crew are lost (ST-14.6)",
        Crit::Engineering => "revealed tech is lost (ST-14.7)",
        Crit::Helm => "maximum speed −2 (ST-14.8)",
        Crit::Shields => "shields down, maximum −2 (ST-14.8)",
        Crit::Weapons => "beam −2 (ST-14.8)",
    };
    if has {
        format!("{}: {effect}; a second one destroys the ship (ST-14.5)", crit.name())
    } else {
        format!("{}: {effect}", crit.name())
    }
}

/// Three order places. While orders are planned each place of an own ship shows the five orders to choose from.
fn orders(scene: &Scene<'_>, ship: &ShipView) -> Markup {
    let planning = scene.view.stage == Stage::Assign && scene.is_mine(ship.controller) && scene.is_asked();
    html! {
        ol.st-orders.planning[planning] aria-label={ "Orders of " (ship.name) } {
            @for (i, order) in ship.orders.iter().enumerate() {
                @let place = i as u8 + 1;
                @let id = format!("order:{}:{place}", ship.id);
                @let can = scene.touch.can(&id);
                @let picked = scene.touch.picked(&id);
                @let now = scene.view.phase == place;
                li.now[now] data-slot={ (ship.id) ":" (place) } {
                    @if can || picked {
                        button class={ "st-slot" (slot_class(*order)) (scene.touch.class(&id)) } type="button" data-id=(id) data-click=[can.then_some(&id)] { (slot(place, *order)) span.hidden { " order " (place) ": " (slot_words(*order)) } }
                    } @else { span class={ "st-slot" (slot_class(*order)) } data-id=(id) { span.hidden { "Order " (place) ": " (slot_words(*order)) } span aria-hidden="true" { (slot(place, *order)) } } }
                    @if planning { (pad(scene, ship, place, *order, picked)) }
                }
            }
        }
    }
}

/// The five orders for one place. Once the place was clicked they are the second click; before, each says both at once.
fn pad(scene: &Scene<'_>, ship: &ShipView, place: u8, now: OrderView, picked: bool) -> Markup {
    html! {
        span.st-pad role="group" aria-label={ "Order " (place) " of " (ship.name) } {
            @for order in Order::ALL {
                @let id = format!("order:{}", order.code());
                @let set = now == OrderView::Known(order);
                @let whole = scene.act(&json!({ "assign": { "ship": ship.id, "place": place, "order": order } }));
                @let second = picked && scene.touch.can(&id);
                button class={ "st-token" (if second { scene.touch.class(&id) } else { String::new() }) } type="button" draggable="false" data-token=(order.code())
                    data-id=[second.then_some(&id)] data-click=[second.then_some(&id)] data-do=[(!second).then_some(&whole)]
                    aria-pressed=(set) aria-label={ (order.code()) ": " (order.name()) " as order " (place) } title=(order.name()) { (order.code()) }
            }
        }
    }
}

/// Order disks to choose from where no panel is meant, as for Picard.
pub fn tray(scene: &Scene<'_>) -> Markup {
    let slot_picked =
        scene.touch.clicks.iter().any(|id| id.starts_with("order:") && id.matches(':').count() == 2);
    let offered: Vec<Order> = Order::ALL
        .into_iter()
        .filter(|o| !slot_picked && scene.touch.can(&format!("order:{}", o.code())))
        .collect();
    html! {
        @if !offered.is_empty() {
            div.st-pad role="group" aria-label="Orders" {
                @for order in offered { (scene.click(&format!("order:{}", order.code()), "st-token", &format!("{}: {}", order.code(), order.name()), &html! { (order.code()) })) }
            }
        }
    }
}

fn slot(place: u8, order: OrderView) -> Markup {
    html! {
        span.st-place { (place) }
        @match order {
            OrderView::Known(order) | OrderView::Revealed(order) => { strong { (order.code()) } }
            OrderView::Hidden => { strong { "▪" } }
            OrderView::Removed => { strong { "✕" } }
            OrderView::Empty => { strong { "–" } }
        }
    }
}

fn slot_class(order: OrderView) -> &'static str {
    match order {
        OrderView::Empty => " empty",
        OrderView::Hidden => " down",
        OrderView::Known(_) => " down known",
        OrderView::Revealed(_) => " up",
        OrderView::Removed => " removed",
    }
}

fn slot_words(order: OrderView) -> String {
    match order {
        OrderView::Empty => "none".into(),
        OrderView::Hidden => "face down".into(),
        OrderView::Known(order) => format!("{}, face down", order.name()),
        OrderView::Revealed(order) => format!("{}, revealed", order.name()),
        OrderView::Removed => "removed".into(),
    }
}
