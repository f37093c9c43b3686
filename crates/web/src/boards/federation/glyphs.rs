//! Shapes: ships, fleets, Bases, resource tokens, emblems of the races, dice.

use klaxon_federation::nouns::{Asset, Base, FleetKind, Race, Resource, Side};
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// Shapes that the layers use, which never change.
pub fn defs() -> Markup {
    static DEFS: LazyLock<String> = LazyLock::new(|| {
        html! {
            defs {
                radialGradient #sf-sun { stop.a offset="0" {} stop.b offset="0.45" {} stop.c offset="1" {} }
                @for race in Race::ALL {
                    radialGradient class={ "sf-glow " (race_class(race)) } id={ "sf-glow-" (race.id()) } {
                        stop.a offset="0" {} stop.b offset="1" {}
                    }
                }
            }
        }
        .into_string()
    });
    PreEscaped(DEFS.clone())
}

/// The class that colours a race.
pub fn race_class(race: Race) -> &'static str {
    match race {
        Race::FleshEaters => "sf-fe",
        Race::Cthonians => "sf-ct",
        Race::Mercenaries => "sf-me",
        Race::Mutants => "sf-mu",
        Race::Cybers => "sf-cy",
    }
}

/// A race's emblem, 24 by 24 around the origin. Each has a shape of its own.
pub fn emblem_path(race: Race) -> &'static str {
    match race {
        // A fang.
        Race::FleshEaters => "M-9,-9 H9 L4,1 L0,10 L-4,1 Z",
        // An eye.
        Race::Cthonians => "M-11,0 Q0,-11 11,0 Q0,11 -11,0 Z M0,-4 A4,4 0 1 0 0.01,-4 Z",
        // A coin with a hole.
        Race::Mercenaries => "M0,-10 A10,10 0 1 0 0.01,-10 Z M-4,-4 V4 H4 V-4 Z",
        // A leaf of three.
        Race::Mutants => "M0,-10 L4,-1 L10,8 L0,5 L-10,8 L-4,-1 Z",
        // A gear of six.
        Race::Cybers => "M-5,-9 H5 L10,0 L5,9 H-5 L-10,0 Z M-2.5,-4.5 L-5,0 L-2.5,4.5 H2.5 L5,0 L2.5,-4.5 Z",
    }
}

/// The emblem in running text.
pub fn emblem(race: Race) -> Markup {
    html! {
        svg class={ "sf-emblem " (race_class(race)) } viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" {
            path d=(emblem_path(race)) fill-rule="evenodd" {}
        }
    }
}

/// The hull of an alien fleet, about 34 by 34 around the origin.
pub fn hull(kind: FleetKind) -> &'static str {
    match kind {
        FleetKind::Scout => "M0,-17 L13,14 L0,8 L-13,14 Z",
        FleetKind::Raider => "M0,-16 L18,7 L9,8 L5,16 L0,10 L-5,16 L-9,8 L-18,7 Z",
        FleetKind::Battle => "M0,-18 L14,-8 L17,12 L6,17 H-6 L-17,12 L-14,-8 Z",
        FleetKind::Doom => {
            "M0,-21 L6,-9 L19,-12 L11,0 L19,12 L6,10 L0,21 L-6,10 L-19,12 L-11,0 L-19,-12 L-6,-9 Z"
        }
    }
}

/// An asset of the Federation, about 34 by 34 around the origin.
pub fn asset(asset: Asset, upgraded: bool) -> Markup {
    html! {
        @match asset {
            Asset::Flagship => { path.sf-hull d="M0,-18 L6,-5 L16,12 L6,9 L0,16 L-6,9 L-16,12 L-6,-5 Z" {} circle.sf-cut r="3" cy="-1" {} }
            Asset::Ally => { path.sf-hull d="M0,-19 L9,-3 L17,-3 L11,6 L14,16 L0,10 L-14,16 L-11,6 L-17,-3 L-9,-3 Z" {} circle.sf-cut r="4" cy="1" {} }
            Asset::Mine(side) => {
                path.sf-spikes d="M0,-17 V17 M-17,0 H17 M-12,-12 L12,12 M12,-12 L-12,12" {}
                circle.sf-hull r="9" {}
                @if side == Side::Upgraded { circle.sf-cut r="4" {} }
            }
            Asset::SolDefense => {
                path.sf-hull d="M0,-18 L15,-12 V2 Q15,13 0,18 Q-15,13 -15,2 V-12 Z" {}
                @if upgraded { path.sf-stripe d="M-9,-6 L0,0 L9,-6 M-9,2 L0,8 L9,2" {} } @else { path.sf-stripe d="M-9,-2 L0,4 L9,-2" {} }
            }
            Asset::Base(base) => {
                path.sf-hull d="M-16,-9 L0,-18 L16,-9 V9 L0,18 L-16,9 Z" {}
                @if upgraded { path.sf-edge d="M-20,-11 L0,-22.5 L20,-11 V11 L0,22.5 L-20,11 Z" {} }
                text.sf-letter y="5.5" { (base_letter(base)) }
            }
        }
    }
}

/// One letter for a Base.
pub fn base_letter(base: Base) -> &'static str {
    match base {
        Base::Build => "B",
        Base::Maneuver => "M",
        Base::Research => "R",
        Base::Espionage => "E",
        Base::Defense => "D",
        Base::WarpResearch => "W",
    }
}

/// An asset in running text.
pub fn portrait(what: Asset, upgraded: bool) -> Markup {
    html! {
        svg.sf-portrait viewBox="-24 -24 48 48" aria-hidden="true" focusable="false" { g.sf-own { (asset(what, upgraded)) } }
    }
}

/// The sign of a resource, within 20 by 20 around the origin.
fn sign(what: Resource) -> &'static str {
    match what {
        // A hammer, an arrow, a flask, an eye, a heart, two hands as a bow, a spiral.
        Resource::Build => "M-8,-7 H5 L8,-3 H3 V-1 H-8 Z M-3,0 H1 V9 H-3 Z",
        Resource::Maneuver => "M-8,-3 H1 V-8 L9,0 L1,8 V3 H-8 Z",
        Resource::Research => "M-3,-9 H3 V-3 L8,7 Q8,9 6,9 H-6 Q-8,9 -8,7 L-3,-3 Z",
        Resource::Espionage => "M-9,0 Q0,-9 9,0 Q0,9 -9,0 Z M0,-3 A3,3 0 1 0 0.01,-3 Z",
        Resource::Morale => "M0,9 L-8,1 Q-10,-7 -4,-7 Q-1,-7 0,-3 Q1,-7 4,-7 Q10,-7 8,1 Z",
        Resource::Diplomacy => "M-9,-6 H9 V4 H1 L-4,9 V4 H-9 Z",
        Resource::Warp => "M0,-9 L3,-3 L9,0 L3,3 L0,9 L-3,3 L-9,0 L-3,-3 Z",
    }
}

/// The class that colours a resource.
pub fn resource_class(what: Resource) -> &'static str {
    match what {
        Resource::Build => "sf-b",
        Resource::Maneuver => "sf-m",
        Resource::Research => "sf-r",
        Resource::Espionage => "sf-e",
        Resource::Morale => "sf-o",
        Resource::Diplomacy => "sf-d",
        Resource::Warp => "sf-w",
    }
}

/// A resource token.
pub fn token(what: Resource) -> Markup {
    html! {
        svg class={ "sf-token " (resource_class(what)) } viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" {
            rect.plate x="-11.5" y="-11.5" width="23" height="23" rx="5" {}
            path.sign d=(sign(what)) fill-rule="evenodd" {}
        }
    }
}

/// A die face.
pub fn die(face: &str) -> Markup {
    let pips: &[(i8, i8)] = match face {
        "1" => &[(0, 0)],
        "2" => &[(-5, -5), (5, 5)],
        "3" => &[(-5, -5), (0, 0), (5, 5)],
        "4" => &[(-5, -5), (5, -5), (-5, 5), (5, 5)],
        "5" => &[(-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5)],
        "6" => &[(-5, -6), (5, -6), (-5, 0), (5, 0), (-5, 6), (5, 6)],
        _ => return html! { span.die.word { (face) } },
    };
    html! {
        span.die.sf-die {
            svg viewBox="-11 -11 22 22" aria-hidden="true" focusable="false" {
                rect x="-10" y="-10" width="20" height="20" rx="4" {}
                @for (x, y) in pips { circle cx=(x) cy=(y) r="2.1" {} }
            }
        }
    }
}
