//! Damage counters: HIT on one face, one of five criticals on the other (ST-13.1).

use klaxon_star_trek::Crit;
use maud::{Markup, html};

/// A counter by the name that events use.
pub fn die(face: &str) -> Markup {
    let (class, inner, words) = match (face, Crit::by_name(face)) {
        (_, Some(crit)) => ("crit", crit_sign(crit), format!("the {} critical shows", crit.name())),
        ("hit", None) => (
            "hit",
            html! { path d="M0,-8L2.2,-2.6L8,-2.4L3.4,1.2L5,7L0,3.6L-5,7L-3.4,1.2L-8,-2.4L-2.2,-2.6Z" {} },
            "HIT".into(),
        ),
        _ => ("miss", html! { path.st-line d="M-4,0H4" {} }, "no hit".into()),
    };
    html! {
        span class={ "die st-counter " (class) } title=(words) {
            svg viewBox="-14 -14 28 28" aria-hidden="true" focusable="false" { circle r="12.5" {} (inner) }
        }
    }
}

/// The sign of a critical, about sixteen units wide around the origin.
pub fn crit_sign(crit: Crit) -> Markup {
    html! {
        @match crit {
            Crit::Bridge => { path.st-line d="M-6,5V2A6,6 0 0 1 6,2V5M-6,5H6M0,-8V-4" {} circle cx="0" cy="2" r="1.6" {} }
            Crit::Engineering => { path.st-line d="M1,-8L-4,1H0L-1,8L5,-2H1Z" {} }
            Crit::Helm => { circle.st-line r="5" {} path.st-line d="M0,-8V8M-8,0H8" {} }
            Crit::Shields => { path.st-line d="M0,-8L6,-5V1C6,5 3,7 0,8C-3,7 -6,5 -6,1V-5ZM-3,-3L3,4" {} }
            Crit::Weapons => { path.st-line d="M-8,0H3M3,-3L8,0L3,3M-5,-5L-2,0L-5,5" {} }
        }
    }
}
