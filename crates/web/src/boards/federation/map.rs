//! The star map: Sol, five tracks, six named spaces, and everything on them.

use super::{
    Desk,
    glyphs::{self, race_class},
};
use klaxon_core::{count, counted};
use klaxon_federation::{
    FleetAt,
    data::data,
    nouns::{Asset, Fleet, PieceAt, Race, Space},
    words::ids,
};
use maud::{Markup, PreEscaped, html};
use std::{f64::consts::PI, sync::LazyLock};

pub const VIEW_BOX: &str = "-16 44 1032 912";

/// Layers, back to front.
pub fn layers(desk: Desk<'_>) -> Vec<(String, Markup)> {
    vec![
        ("sf-sky".into(), sky()),
        ("sf-lanes".into(), lanes()),
        ("sf-spaces".into(), spaces(desk)),
        ("sf-homes".into(), homes(desk)),
        ("sf-pieces".into(), pieces(desk)),
    ]
}

/// Where a space is on the canvas.
fn at(space: Space) -> (i32, i32) {
    let info = &data().spaces[space.index()];
    (i32::from(info.x), i32::from(info.y))
}

/// The middle of a race's Spawn Order Track, and its label's line.
fn home(race: Race) -> (i32, i32, i32) {
    match race {
        Race::FleshEaters => (500, 116, 78),
        Race::Cthonians => (880, 308, 270),
        Race::Mercenaries => (700, 830, 884),
        Race::Mutants => (260, 890, 944),
        Race::Cybers => (60, 288, 250),
    }
}

/// The dark, its stars and the territories' glow: never changes.
fn sky() -> Markup {
    static SKY: LazyLock<String> = LazyLock::new(|| {
        // Stars by a small generator of our own: the same sky on every page.
        let mut seed = 7u32;
        let mut next = move |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        let stars: Vec<(i32, i32, u32)> =
            (0..150).map(|_| (next(1032) as i32 - 16, next(912) as i32 + 44, 5 + next(10))).collect();
        html! {
            g #sf-sky aria-hidden="true" {
                rect.sf-dark x="-16" y="44" width="1032" height="912" {}
                @for (x, y, r) in stars { circle.sf-star cx=(x) cy=(y) r={ (r / 10) "." (r % 10) } {} }
                @for race in Race::ALL {
                    @let track = &data().tracks[race.index()];
                    @let (x, y) = at(track[track.len() / 2]);
                    circle.sf-land cx=(x) cy=(y) r="205" fill={ "url(#sf-glow-" (race.id()) ")" } {}
                }
            }
        }
        .into_string()
    });
    PreEscaped(SKY.clone())
}

/// The lines between spaces: never change.
fn lanes() -> Markup {
    static LANES: LazyLock<String> = LazyLock::new(|| {
        let mut edges = Vec::new();
        for a in Space::all() {
            for b in Space::of_bits(a.neighbours()).filter(|b| *b > a) {
                let side_way = a.is_named() || b.is_named();
                let race = b.race().or(a.race()).unwrap_or_default();
                edges.push((at(a), at(b), side_way, race));
            }
        }
        html! {
            g #sf-lanes aria-hidden="true" {
                @for ((x, y), (u, v), side_way, race) in edges {
                    line class={ "sf-lane " (race_class(race)) (if side_way { " side" } else { "" }) } x1=(x) y1=(y) x2=(u) y2=(v) {}
                }
            }
        }
        .into_string()
    });
    PreEscaped(LANES.clone())
}

/// How big a space is drawn.
fn radius(space: Space) -> i32 {
    match (space == Space::SOL, space.is_named()) {
        (true, _) => 46,
        (false, true) => 33,
        (false, false) => 27,
    }
}

/// A named space's name stands away from the lanes.
fn name_at(space: Space) -> (i32, i32, &'static str) {
    let (x, y) = at(space);
    match space.id() {
        "CUA" => (x - 40, y - 4, "end"),
        "APC" => (x + 42, y + 8, "start"),
        "PUY" => (x + 8, y + 62, "middle"),
        "ABR" => (x - 6, y + 62, "middle"),
        "ASC" => (x - 30, y - 42, "middle"),
        "SAE" => (x + 10, y - 44, "middle"),
        _ => (x, y + 70, "middle"),
    }
}

fn spaces(desk: Desk<'_>) -> Markup {
    html! {
        g #sf-spaces {
            @for space in Space::all() {
                @let grip = desk.grip(ids::space(space));
                @let (x, y) = at(space);
                @let r = radius(space);
                @let race = space.race().map_or("sf-sol", race_class);
                @let words = in_words(desk, space);
                g id={ "sf-space-" (space.id()) } class={ "sf-space " (race) (if space.is_named() { " named" } else { "" }) (grip.class) }
                    data-id=(grip.id) data-click=[grip.can.then_some(&grip.id)] role=(if grip.can { "button" } else { "img" })
                    tabindex=[grip.can.then_some("0")] aria-label=(words) {
                    title { (words) }
                    @if space == Space::SOL { circle.sf-sun cx=(x) cy=(y) r="72" fill="url(#sf-sun)" {} }
                    @if space.is_named() {
                        ellipse.sf-orbit cx=(x) cy=(y) rx=(r + 12) ry="13" transform={ "rotate(-24 " (x) " " (y) ")" } {}
                    }
                    circle.sf-disc cx=(x) cy=(y) r=(r) {}
                    @if grip.can || desk.touch.picked(&grip.id) { circle.sf-ring cx=(x) cy=(y) r=(r + 6) {} }
                    @if space.number() > 0 && is_bare(desk, space) { text.sf-number x=(x) y=(y + 8) { (space.number()) } }
                    @if space.is_named() {
                        @let (u, v, anchor) = name_at(space);
                        text.sf-name x=(u) y=(v) text-anchor=(anchor) { (space.name()) " " tspan.sf-far { (space.distance()) } }
                    }
                    @if space == Space::SOL && is_bare(desk, space) { text.sf-number.sol x=(x) y=(y + 9) { "Sol" } }
                }
            }
        }
    }
}

fn is_bare(desk: Desk<'_>, space: Space) -> bool {
    desk.t.fleets_at(space).is_empty() && !desk.t.has_asset(space)
}

/// A space and what is in it, in words.
fn in_words(desk: Desk<'_>, space: Space) -> String {
    let t = desk.t;
    let mut parts: Vec<String> = t.assets_at(space).iter().map(|a| a.name()).collect();
    parts.extend(t.fleets_at(space).iter().map(Fleet::name));
    let mut words = space.name().to_owned();
    if space.is_named() {
        words = format!("{words}, {} from Sol", count(space.distance(), "move"));
    }
    if !parts.is_empty() {
        words = format!("{words}: {}", parts.join(", "));
    }
    if !t.fleets_at(space).is_empty() && t.is_guarded(space) {
        let dice = t.combat_dice(space, t.fleets_at(space)).dice;
        words = format!("{words}. A combat here would have {}", counted(dice, "die", "dice"));
    }
    words
}

/// Emblem, name, level and the three spaces of each Spawn Order Track.
fn homes(desk: Desk<'_>) -> Markup {
    html! {
        g #sf-homes {
            @for race in Race::ALL {
                @let (x, y, label) = home(race);
                @let (name_x, anchor) = match race {
                    Race::Cthonians => (1008, "end"),
                    Race::Cybers => (-8, "start"),
                    Race::FleshEaters | Race::Mercenaries | Race::Mutants => (x, "middle"),
                };
                g class={ "sf-home " (race_class(race)) } {
                    text.sf-race x=(name_x) y=(label) text-anchor=(anchor) { (race.name()) " · " tspan class={ "sf-level at-" (desk.t.level(race) + 1) } { (desk.t.level_name(race)) } }
                    @for slot in 0..3 { rect.sf-slot x=(x - 66 + 44 * slot) y=(y - 21) width="42" height="42" rx="8" {} }
                    path.sf-next d={ "M" (x + 70) "," (y - 8) " l9,8 l-9,8" } {}
                }
            }
        }
    }
}

/// A piece with its place.
struct Put {
    x: i32,
    y: i32,
    /// Percent of the usual size.
    size: i32,
}

/// The places of `n` pieces in a space.
fn places(space: Space, n: usize) -> Vec<Put> {
    let (x, y) = at(space);
    let wide = if space == Space::SOL { 1.25 } else { 1.0 };
    let (ring, size) = match n {
        0 | 1 => (0.0, 100),
        2 => (19.0, 86),
        3 => (22.0, 80),
        4 => (25.0, 74),
        5 | 6 => (30.0, 66),
        _ => (36.0, 58),
    };
    let put = |i: usize| {
        let turn = 2.0 * PI * i as f64 / n as f64 - if n == 2 { PI } else { PI / 2.0 };
        let (dx, dy) = (ring * wide * turn.cos(), ring * wide * turn.sin());
        Put { x: x + dx.round() as i32, y: y + dy.round() as i32, size }
    };
    (0..n).map(put).collect()
}

/// Ships and fleets.
fn pieces(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    let mut own: Vec<(usize, Asset, Space, Put)> = Vec::new();
    let mut aliens: Vec<(Fleet, Option<Space>, Put)> = Vec::new();
    for space in Space::all() {
        let assets: Vec<usize> =
            (0..t.pieces.len()).filter(|&i| t.pieces[i].at == PieceAt::Map(space)).collect();
        let fleets: Vec<Fleet> = t.fleets_at(space).iter().collect();
        let mut puts = places(space, assets.len() + fleets.len()).into_iter();
        own.extend(assets.into_iter().zip(puts.by_ref()).map(|(i, put)| (i, t.asset_of(i), space, put)));
        aliens.extend(fleets.into_iter().zip(puts).map(|(f, put)| (f, Some(space), put)));
    }
    for fleet in Fleet::all() {
        if let FleetAt::Spawn(slot) = t.fleets[fleet.index()] {
            let (x, y, _) = home(fleet.race());
            aliens.push((fleet, None, Put { x: x - 45 + 44 * i32::from(slot), y, size: 92 }));
        }
    }
    own.sort_by_key(|(i, ..)| *i);
    aliens.sort_by_key(|(f, ..)| f.0);
    html! {
        g #sf-pieces {
            @for (i, asset, space, put) in &own { (own_piece(desk, *i, *asset, *space, put)) }
            @for (fleet, space, put) in &aliens { (alien(desk, *fleet, *space, put)) }
        }
    }
}

fn transform(put: &Put) -> String {
    format!("translate({} {}) scale({}.{:02})", put.x, put.y, put.size / 100, put.size % 100)
}

/// A click on a piece means the piece where that is asked, else its space.
fn meant(desk: Desk<'_>, own: String, space: Option<Space>) -> (String, bool) {
    let can = desk.touch.can(&own);
    match space.map(ids::space) {
        Some(space) if !can => (if desk.touch.can(&space) { space } else { own }, false),
        Some(_) | None => (own, can),
    }
}

fn own_piece(desk: Desk<'_>, index: usize, asset: Asset, space: Space, put: &Put) -> Markup {
    let (id, can) = meant(desk, ids::asset(asset, space), Some(space));
    let words = format!("{} at {}", asset.name(), space.name());
    let upgraded = desk.t.pieces[index].upgraded;
    html! {
        g id={ "sf-own-" (index) } data-piece=(ids::asset(asset, space)) class={ "sf-piece sf-own" (desk.touch.class(&ids::asset(asset, space))) } transform=(transform(put))
            data-id=(id) data-click=[can.then_some(&id)] role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(words) {
            title { (words) @if upgraded { ", upgraded" } }
            (glyphs::asset(asset, upgraded))
        }
    }
}

fn alien(desk: Desk<'_>, fleet: Fleet, space: Option<Space>, put: &Put) -> Markup {
    let (id, can) = meant(desk, ids::fleet(fleet), space);
    let value = data().fleets[fleet.index()].combat_value;
    let place = space.map_or("waiting to spawn".into(), |s| format!("at {}", s.name()));
    let tough = desk.t.toughness(fleet);
    let words = format!("{}, Combat Value {value}, {place}", fleet.name());
    html! {
        g id={ "sf-fleet-" (fleet.id()) } class={ "sf-piece sf-alien " (race_class(fleet.race())) (if space.is_none() { " waits" } else { "" }) (desk.touch.class(&ids::fleet(fleet))) }
            transform=(transform(put)) data-id=(id) data-click=[can.then_some(&id)] role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(words) {
            title { (words) @if tough > value { "; destroyed only by more than " (tough) " hits" } @if desk.t.is_raider(fleet) { "; follows the Raider rules" } }
            path.sf-hull d=(glyphs::hull(fleet.kind())) {}
            text.sf-letter y="6" { (value) }
        }
    }
}
