//! Building a fleet in secret: what it holds and costs, what can be added and why not (ST-1.11 to ST-1.24).

use super::{Scene, ships};
use klaxon_star_trek::{Asked, DiskType, DraftView, Stage, Stall, Ware, data::data};
use maud::{Markup, html};
use serde_json::json;

/// The panel.
pub fn panel(scene: &Scene<'_>) -> Markup {
    let view = scene.view;
    let building = matches!(view.stage, Stage::Split | Stage::Build);
    let own = view.drafts.iter().find(|d| Some(d.seat) == view.seat);
    html! {
        section #st-build .panel.st-build aria-label="Fleet" hidden[!building || view.drafts.is_empty()] {
            @if building {
                @if view.stage == Stage::Split { (shares(scene)) }
                @if let Some(draft) = own { (yours(scene, draft)) }
                @for mate in view.drafts.iter().filter(|d| Some(d.seat) != view.seat) { (mates(scene, mate)) }
                @if !view.taken.is_empty() { p.soft { "Taken by other fleets: " (view.taken.iter().map(|id| name_of(id)).collect::<Vec<_>>().join(", ")) } }
                @if own.is_some() && matches!(view.asked, Asked::Build { .. }) && scene.is_asked() { (market(scene)) }
            }
        }
    }
}

fn name_of(id: &str) -> String {
    let ship = data().ship(id).map(|s| s.of().name.clone());
    ship.or_else(|| data().disk(id).map(|d| d.of().name.clone())).unwrap_or_else(|| id.into())
}

/// The points of a team, while they are shared out (ST-1.20).
fn shares(scene: &Scene<'_>) -> Markup {
    let team = scene.view.seat.map(|s| scene.team_of(s));
    html! {
        h2 { "Points of your team" }
        ul.st-shares {
            @for seat in scene.view.seats.iter().filter(|s| Some(s.team) == team) { li { (scene.seat_name(seat.seat)) " " strong { (seat.share) } } }
        }
    }
}

fn yours(scene: &Scene<'_>, draft: &DraftView) -> Markup {
    let share = scene.view.seats[usize::from(draft.seat)].share;
    let spent = draft.draft.cost();
    let faction = scene.view.seats[usize::from(draft.seat)].faction;
    // The list in a form that the script can keep and buy again.
    let list = json!({ "faction": faction, "ships": draft.draft.ships.to_vec(), "disks": draft.draft.disks.to_vec() });
    html! {
        div.st-yours data-fleet=(list) {
            h2 { "Your fleet" }
            p.st-purse {
                strong { (spent) } " of " (share) " points spent, " strong { (draft.left) } " left"
                progress max=(share.max(1)) value=(spent) aria-label="Points spent" { (spent) }
            }
            @if draft.berths.is_empty() { p.soft { "No ship yet: take a ready-made fleet or buy a ship below." } }
            ul.st-berths {
                @for (number, name, load, capacity) in &draft.berths {
                    li {
                        p { strong { (name) } " " span.soft { (load) " of " (capacity) " places" }
                            @if *number < 101 { " " (scene.click(&format!("sell-ship:{number}"), "quiet", &format!("give back {name} with everything on it"), &html! { "×" })) } }
                        ul { @for (i, bought) in draft.draft.disks.iter().enumerate().filter(|(_, b)| b.ship == *number) {
                            @let kind = bought.disk.of();
                            li {
                                (kind.name) " " span.soft { @if bought.pool == 0 { (kind.cost) } @else { "free" } }
                                @let left = draft.draft.pool_left(i as u8 + 1);
                                @if left > 0 { span.st-free { (left) " free points" } }
                                " " (scene.click(&format!("sell:{}", i + 1), "quiet", &format!("give back {}", kind.name), &html! { "×" }))
                            }
                        } }
                    }
                }
            }
        }
        div.st-saved data-saved {
            label for="st-saved-list" { "Saved fleets" }
            div.row {
                select #st-saved-list { option value="" { "none yet" } }
                button.small type="button" data-fleet-do="load" { "Load" }
                button.small type="button" data-fleet-do="forget" { "Forget" }
            }
            div.row {
                input #st-saved-name aria-label="Name of this fleet" placeholder="Name of this fleet" maxlength="40";
                button.small type="button" data-fleet-do="save" { "Save" }
            }
            details #st-fleet-text {
                summary { "As text" }
                p.soft { "One line for a ship: its id, then crew and tech aboard. Copy it, or paste another and press " em { "Build this" } "." }
                textarea #st-fleet-lines rows="4" spellcheck="false" aria-label="The fleet as text" {}
                button.small type="button" data-fleet-do="build" { "Build this" }
                p #st-fleet-note role="status" {}
            }
        }
    }
}

fn mates(scene: &Scene<'_>, draft: &DraftView) -> Markup {
    html! {
        div.st-mate {
            h3 { (scene.seat_name(draft.seat)) " " span.soft { (draft.left) (if draft.left == 1 { " point left" } else { " points left" }) } }
            @for (number, name, load, capacity) in &draft.berths {
                @let disks: Vec<&str> = draft.draft.disks.iter().filter(|b| b.ship == *number).map(|b| b.disk.of().name.as_str()).collect();
                p { (name) " " span.soft { (load) " of " (capacity) } @if !disks.is_empty() { ": " (disks.join(", ")) } }
            }
        }
    }
}

fn market(scene: &Scene<'_>) -> Markup {
    let ships: Vec<&Stall> = scene.view.market.iter().filter(|s| matches!(s.ware, Ware::Ship(_))).collect();
    let ready: Vec<_> =
        data().fleets.iter().filter(|f| scene.touch.can(&format!("fleet:{}", f.id))).collect();
    let of = |tech: bool| disks_on_sale(scene, tech);
    html! {
        @if !ready.is_empty() {
            h2 { "Ready-made fleets" }
            ul.st-wares { @for fleet in ready {
                li { (scene.click(&format!("fleet:{}", fleet.id), "st-take", &format!("{} points {}: take this fleet", fleet.cost(), fleet.in_words()), &html! { strong { (fleet.cost()) " points" } span { (fleet.in_words()) } })) }
            } }
        }
        details.st-shop #st-shop-ships open {
            summary { h2 { "Ships" } }
            ul.st-wares { @for stall in ships { @if let Ware::Ship(id) = stall.ware {
                @let kind = id.of();
                li.no[stall.why.is_some()] {
                    p { span.st-cost { (kind.cost) } svg.st-badge viewBox="-1000 -1000 2000 2000" aria-hidden="true" focusable="false" { use href=(ships::hull(kind.faction)) {} } strong { (kind.name) } " " span.soft { (kind.class) ", " (kind.size.name()) } }
                    p.soft { "shields " (kind.shields) ", hull " (kind.hull) ", beam " (kind.beam) ", torps " (kind.torps) ", capacity " (kind.capacity) ", speed " (kind.printed_speed()) }
                    @if let Some(ability) = &kind.ability { p.st-ability { (ability.text()) } }
                    (buy(scene, &format!("buy-ship:{}", kind.id), &kind.name, "Buy", stall))
                }
            } } }
        }
        details.st-shop #st-shop-crew open { summary { h2 { "Crew" } } (of(false)) }
        details.st-shop #st-shop-tech open { summary { h2 { "Tech" } } (of(true)) }
    }
}

/// Crew or tech, each with a button for every ship of the list.
fn disks_on_sale(scene: &Scene<'_>, tech: bool) -> Markup {
    let mut kinds: Vec<(&DiskType, Vec<&Stall>)> = Vec::new();
    for stall in &scene.view.market {
        let Ware::Disk(id) = stall.ware else { continue };
        let kind = id.of();
        if kind.tech != tech {
            continue;
        }
        match kinds.iter_mut().find(|(k, _)| k.id == kind.id) {
            Some((_, stalls)) => stalls.push(stall),
            None => kinds.push((kind, vec![stall])),
        }
    }
    let berths = scene
        .view
        .drafts
        .iter()
        .find(|d| Some(d.seat) == scene.view.seat)
        .map(|d| d.berths.as_slice())
        .unwrap_or_default();
    let berth = |n: u8| berths.iter().find(|b| b.0 == n).map_or("the ship", |b| b.1.as_str());
    html! {
        @if kinds.is_empty() { p.soft { "Buy a ship first." } }
        ul.st-wares { @for (kind, stalls) in &kinds {
            li.no[stalls.iter().all(|s| s.why.is_some())] {
                p { span.st-cost { (kind.cost) } strong { (kind.name) } @if !kind.tech { " " span.soft { "cmd " (kind.command) " · cbt " (kind.combat) } } }
                p.soft {
                    (kind.keywords.iter().map(|k| k.name()).collect::<Vec<_>>().join(", "))
                    @for row in &kind.rows { " " span.st-row { (row.iter().map(|o| o.code()).collect::<Vec<_>>().join("+")) } }
                }
                @if let Some(ability) = &kind.ability { p.st-ability { (ability.text()) } }
                @for stall in stalls {
                    @let words = format!("For {}{}", berth(stall.ship), if stall.pool > 0 { ", free" } else { "" });
                    (buy(scene, &format!("buy:{}:{}:{}", kind.id, stall.ship, stall.pool), &kind.name, &words, stall))
                }
            }
        } }
    }
}

/// A button to buy, or why not.
fn buy(scene: &Scene<'_>, id: &str, name: &str, words: &str, stall: &Stall) -> Markup {
    html! {
        @match &stall.why {
            None => { (scene.click(id, "st-buy", &format!("{words}: {name}"), &html! { (words) })) }
            Some((rule, text)) => { p.st-why { span.hidden { (words) ": " } (text) @if let Some(rule) = rule { " " (crate::markdown::rule_link(rule.as_str())) } } }
        }
    }
}
