//! Setting up: task forces, purchases, and the tray of units that wait for a hex.

use super::{
    Table,
    dice::{class_icon, stars},
    ids, ships,
};
use klaxon_core::count as count_of;
use klaxon_red_alert::{
    Class, Hull, Kind, MusterView, Side, SideView, Stage, TaskForces,
    data::{self, TaskForce},
};
use maud::{Markup, html};

/// The panel of the present step; hidden once the fleets are on the battlefield.
pub fn panel(table: &Table<'_>) -> Markup {
    let view = table.view;
    let own = view.side.map(|s| view.of_side(s));
    let waiting: Vec<&SideView> = view.sides.iter().filter(|s| !s.fleet.waiting.is_empty()).collect();
    let setting_up = match view.stage {
        Stage::PickTaskForce | Stage::Buy | Stage::Deploy | Stage::JumpPoints | Stage::HeldBack => true,
        Stage::Initiative
        | Stage::Upkeep
        | Stage::OwnTurnStart
        | Stage::OppTurnStart
        | Stage::Ban
        | Stage::Command
        | Stage::Repairs
        | Stage::Orders
        | Stage::OrdersCard
        | Stage::Markers
        | Stage::OrdersAnnounced
        | Stage::Movement
        | Stage::MovementDone
        | Stage::MovementDoneOther
        | Stage::Combat
        | Stage::SecondMove
        | Stage::EndCards
        | Stage::Discard
        | Stage::TimePressure
        | Stage::ScoutKeep
        | Stage::EndChoice
        | Stage::Over => false,
    };
    let shown: Vec<&SideView> = view.sides.iter().filter(|s| s.muster.is_some()).collect();
    html! {
        section #ra-muster .panel.ra-panel aria-label="Setting up" hidden[!setting_up && waiting.is_empty()] {
            @if setting_up {
                @for side in &shown { @if let Some(muster) = &side.muster { (fleet(table, side, muster, shown.len() > 1)) } }
                @if view.stage != Stage::PickTaskForce {
                    @for side in view.sides.iter().filter(|s| own.is_none_or(|o| o.side != s.side)) { (rival(side)) }
                }
                @if view.open.scenario().task_forces != TaskForces::None { (forces(table)) }
            } @else {
                @for side in waiting {
                    h2 { (side.side.name()) ": waiting at the jump points" }
                    (tray(table, side.side, &side.fleet.waiting, view.side == Some(side.side)))
                }
            }
        }
    }
}

/// What is left to spend, over the question: on a phone the shop lies behind a tab.
pub fn purse(table: &Table<'_>) -> Markup {
    let own = table.view.side.map(|s| table.view.of_side(s));
    let muster = own.and_then(|side| side.muster.as_ref()).filter(|_| table.view.stage == Stage::Buy);
    let allowed = muster.and_then(|m| Some((m, m.allowance?)));
    html! {
        div #ra-purse .ra-purse hidden[allowed.is_none()] {
            @if let Some((muster, allowance)) = allowed { (spent(muster, allowance)) }
        }
    }
}

fn spent(muster: &MusterView, allowance: u8) -> Markup {
    html! {
        p { strong { (muster.spent) } " of " (allowance) " points" }
        p { @match muster.star_change {
            0 => { "No change of stars" }
            n if n > 0 => { "+" (stars(n as u8)) " for points left" }
            n => { "−" (stars(n.unsigned_abs())) " for points too many" }
        } }
    }
}

/// What is known of the other's preparations: whether he is done.
fn rival(side: &SideView) -> Markup {
    html! {
        p.soft.small {
            "The " (side.side.name())
            @if side.fleet.done { " is done with this step." } @else { " is still busy with this step." }
            @if side.fleet.held > 0 { " It holds " (side.fleet.held) (if side.fleet.held == 1 { " unit back." } else { " units back." }) }
        }
    }
}

/// Task force cards: those drawn, and while they are picked, all of them (RA-4.3).
fn forces(table: &Table<'_>) -> Markup {
    let view = table.view;
    let taken = |number: u8| view.sides.iter().find(|s| s.task_force == Some(number)).map(|s| s.side);
    let picking = view.stage == Stage::PickTaskForce;
    let shown = data::get().task_forces.iter().filter(|f| picking || taken(f.number).is_some());
    let cards =
        html! { div.ra-forces { @for force in shown { (force_card(table, force, taken(force.number))) } } };
    html! {
        @if picking { h2 { "Task forces" } (cards) }
        @else { details #ra-forces-fold { summary { h2 { "Task forces" } } (cards) } }
    }
}

fn force_card(table: &Table<'_>, force: &TaskForce, taken: Option<Side>) -> Markup {
    let id = ids::task_force(force.number);
    let can = table.touch.can(&id);
    let side = taken.or(table.view.side).unwrap_or(Side::Cw);
    let points: u32 =
        Kind::ALL.iter().map(|k| u32::from(force.units[*k as usize]) * u32::from(k.stats().price)).sum();
    html! {
        div id={ "ra-force-" (force.number) } class={ "ra-force " (side.word()) (table.touch.class(&id)) } data-id=(id)
            data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
            span.head { strong { (force.number) " · " (force.name) } @if let Some(side) = taken { span.badge { (side.name()) } } }
            span.units {
                @for kind in Kind::ALL.into_iter().filter(|k| force.units[*k as usize] > 0) {
                    span.one title=(kind.words()) { (ships::portrait(side, kind)) span { (force.units[kind as usize]) " " span.hidden { (kind.words()) ", " } } }
                }
            }
            span.soft { (points) " points" @if force.remaining > 0 { ", " (force.remaining) " left for purchases" } }
        }
    }
}

/// A side's secret preparations.
fn fleet(table: &Table<'_>, side: &SideView, muster: &MusterView, named: bool) -> Markup {
    let own = table.view.side == Some(side.side);
    html! {
        @if named { h2 { (side.side.name()) } }
        @if table.view.stage == Stage::Buy {
            @if let Some(allowance) = muster.allowance { (shop(table, side.side, muster, allowance, own && !side.fleet.done)) }
            @else { p.soft { "This side buys nothing here (RA-4.13)." } }
        } @else if table.view.stage != Stage::PickTaskForce {
                h2 { @if muster.left.is_empty() { "All units have their place" } @else if table.view.stage == Stage::HeldBack { "Held back" } @else { "Still to be placed" } }
                (tray(table, side.side, &muster.left, own))
                @if !muster.hidden.is_empty() {
                    p.soft.small {
                        "Under deployment hexes: "
                        @for (i, (hex, kind)) in muster.hidden.iter().enumerate() { @if i > 0 { ", " } (kind.words()) " on " (hex) }
                        "."
                    }
                }
                @if !muster.jump_points.is_empty() {
                    p.soft.small { "Jump points: " (muster.jump_points.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")) "." }
                }
        }
    }
}

/// Support vessels with their prices, what was bought, and what is left (RA-4.4 to RA-4.12).
fn shop(table: &Table<'_>, side: Side, muster: &MusterView, allowance: u8, open: bool) -> Markup {
    let count =
        |list: &[(Kind, u8)], kind: Kind| list.iter().find(|(k, _)| *k == kind).map_or(0, |(_, n)| *n);
    let fixed = table.view.open.scenario().fixed(side);
    let all = |kind: Kind| count(&muster.fleet, kind) + fixed[kind as usize];
    let (fighters, others) = Kind::ALL.into_iter().fold((0, 0), |(f, o), k| match k.class() {
        Class::Fighter => (f + all(k), o),
        Class::Strike | Class::Capital => (f, o + all(k)),
    });
    let button = |id: String, sign: &str, words: String| {
        let can = table.touch.can(&id);
        html! { button.small type="button" id={ "ra-" (id.replace(':', "-")) } data-id=(id) data-click=[can.then_some(&id)] aria-disabled=[(!can).then_some("true")] aria-label=(words) { (sign) } }
    };
    html! {
        h2 { "Purchases" }
        div.ra-totals {
            (spent(muster, allowance))
            p { (count_of(fighters, "fighter unit")) ", at most " (others) " allowed " span.soft { "(RA-4.6)" } }
            p { "Figures: "
                @for (i, hull) in [Hull::Battleship, Hull::Cruiser, Hull::Destroyer, Hull::Fighter].into_iter().enumerate() {
                    @let of_hull = Kind::ALL.into_iter().filter(|k| k.stats().hull == hull);
                    @if i > 0 { ", " } (of_hull.map(|k| all(k) * k.stats().figures).sum::<u8>()) " of " (hull.figures_in_box()) " " (hull.name()) "s"
                } " " span.soft { "(RA-4.7)" }
            }
        }
        div.wide tabindex="0" role="region" aria-label="Support vessels" {
            table.ra-table.ra-shop {
                thead { tr { th scope="col" { "Unit" } th scope="col" { "Price" } th scope="col" { "Worth" } th scope="col" { "Bought" } th scope="col" { "Fleet" } } }
                tbody class=(side.word()) {
                    @for kind in Kind::ALL.into_iter().filter(|k| k.stats().for_sale) {
                        @let bought = count(&muster.bought, kind);
                        tr {
                            th scope="row" { span.what { (ships::portrait(side, kind)) span { (kind.words()) " " (class_icon(kind.class())) span.hidden { (ships::class_words(kind.class())) } } } }
                            td { (kind.stats().price) }
                            td { (kind.stats().points) }
                            td.count {
                                @if open { (button(ids::give_back(kind), "−", format!("Give {} back", kind.words()))) }
                                strong { (bought) }
                                @if open { (button(ids::buy(kind), "+", format!("Buy {} for {}", kind.words(), kind.stats().price))) }
                            }
                            td { (all(kind)) span.soft { " of " (kind.stats().markers) } }
                        }
                    }
                }
            }
        }
    }
}

/// Units that wait for a hex.
fn tray(table: &Table<'_>, side: Side, units: &[(Kind, u8)], own: bool) -> Markup {
    html! {
        div class={ "ra-tray " (side.word()) } {
            @for (kind, n) in units {
                @let id = ids::waiting(*kind);
                @let can = own && table.touch.can(&id);
                div id={ "ra-wait-" (side.word()) "-" (kind.code()) } class={ "ra-token" (if own { table.touch.class(&id) } else { String::new() }) }
                    data-id=[own.then_some(&id)] data-click=[can.then_some(&id)] role=[can.then_some("button")] tabindex=[can.then_some("0")] {
                    (ships::portrait(side, *kind))
                    span { (kind.words()) @if *n > 1 { " × " (n) } }
                }
            }
        }
    }
}
