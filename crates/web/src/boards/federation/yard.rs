//! Assets not on the map: Unbuilt and Locked, and what settling a Base brings.

use super::{Desk, glyphs};
use klaxon_core::{count, counted};
use klaxon_federation::{
    data::{Icon, SideInfo, Unlock, data},
    nouns::{Asset, Base, Piece, PieceAt, Side, Unit},
    words::ids,
};
use maud::{Markup, html};

pub fn panel(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    let unbuilt = |pieces: &[Piece]| pieces.iter().filter(|p| p.at == PieceAt::Unbuilt).count();
    let units = [
        (ids::unbuilt(Unit::Flagship), Asset::Flagship, unbuilt(t.flagships()), 0),
        ("unbuilt-ally".to_owned(), Asset::Ally, unbuilt(t.allies()), 1),
        (ids::unbuilt(Unit::Mine), Asset::Mine(Side::Basic), unbuilt(t.mines()), 2),
        (ids::unbuilt(Unit::SolDefense), Asset::SolDefense, unbuilt(&[t.sol_defense()]), 3),
    ];
    html! {
        section #sf-yard .panel.sf-panel aria-label="Assets" {
            h2 { "Unbuilt Assets" }
            div.sf-yard {
                @for (id, asset, n, kind) in units {
                    @if n > 0 || kind != 1 {
                        (desk.chip(&format!("sf-{id}"), id, if n == 0 { "sf-unit none" } else { "sf-unit" }, &format!("{} unbuilt: {n}", asset.name()),
                            &html! { (glyphs::portrait(asset, false)) span { strong { (asset.name()) } " ×" (n) small { (icon(data().units[kind].basic)) } } }))
                    }
                }
            }
            h2 { "Bases" span.soft.sf-note { " settle all six" } }
            div.sf-yard { @for base in Base::ALL { (station(desk, base)) } }
        }
    }
}

fn station(desk: Desk<'_>, base: Base) -> Markup {
    let t = desk.t;
    let piece = t.base(base);
    let info = &data().bases[base as usize];
    let side = if piece.upgraded { info.upgraded } else { info.basic };
    let place = match piece.at {
        PieceAt::Locked | PieceAt::Aside => "locked".to_owned(),
        PieceAt::Unbuilt => "unbuilt".to_owned(),
        PieceAt::Map(at) => format!("at {}", at.name()),
    };
    let words = format!("{}, {place}", base.name());
    let mut brings: Vec<String> = Vec::new();
    if !t.is_unlocked(base) {
        if info.flagships > 0 {
            brings.push(count(info.flagships, "Flagship"));
        }
        brings.extend(
            info.resources.types().map(|what| format!("{} {}", info.resources.of(what), what.name())),
        );
        match info.technology {
            Some(Unlock::Federation) => brings.push("a technology".into()),
            Some(Unlock::WarpGates) => brings.push("Warp Gates".into()),
            None => {}
        }
    }
    let inner = html! {
        (glyphs::portrait(Asset::Base(base), piece.upgraded))
        span {
            strong { (base.name()) } " " span.soft { (place) }
            small { (icon(side)) @if side.resource_icons > 0 { ", " (counted(side.resource_icons, "resource die", "resource dice")) } }
            @if !brings.is_empty() { small { "unlocks " (brings.join(", ")) } }
        }
    };
    // On the map the piece itself has the id.
    let class = if matches!(piece.at, PieceAt::Map(_)) { "sf-unit on-map" } else { "sf-unit" };
    desk.chip(&format!("sf-base-{}", base.word()), ids::base(base), class, &words, &inner)
}

/// A combat icon in words (SF-13.7).
fn icon(side: SideInfo) -> &'static str {
    match side.icon {
        Icon::Sword1 => "fights, no die",
        Icon::Sword2 => "+1 die here",
        Icon::Sword3 => "+1 die here and beside",
        Icon::Shield => "shield, +1 die here",
    }
}
