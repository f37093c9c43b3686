//! The battle die, and the small signs that cards, trays and tables share with it.

use klaxon_red_alert::{Class, Face};
use maud::{Markup, html};

/// A die face by the name that events use.
pub fn die(face: &str) -> Markup {
    match Face::ALL.into_iter().find(|f| f.word() == face) {
        Some(known) => html! {
            span class={ "die ra-die " (known.word()) } title=(meaning(known)) {
                svg viewBox="-14 -14 28 28" aria-hidden="true" focusable="false" { rect.body x="-13" y="-13" width="26" height="26" rx="6" {} (sign(known)) }
            }
        },
        None => html! { span.die.word title=(face) { (face) } },
    }
}

/// What a face does, in a few words.
fn meaning(face: Face) -> &'static str {
    match face {
        Face::Blast => "Blast: hits any class, less what its shields ignore (RA-11.22)",
        Face::Circle => "Circle: hits fighters (RA-11.21)",
        Face::Triangle => "Triangle: hits strike ships (RA-11.21)",
        Face::Square => "Square: hits capital ships (RA-11.21)",
        Face::Star => "Star: the roller takes a star (RA-11.32)",
        Face::RedAlert => "Red alert: a unit that was hit must retire (RA-12.2)",
    }
}

/// The symbol of a face, about twenty units wide around the origin.
pub fn sign(face: Face) -> Markup {
    html! {
        @match face {
            Face::Blast => {
                path.sign d="M0,-11L2.6,-5.2L8,-8L5.6,-2.4L11,0L5.6,2.4L8,8L2.6,5.2L0,11L-2.6,5.2L-8,8L-5.6,2.4L-11,0L-5.6,-2.4L-8,-8L-2.6,-5.2Z" {}
            }
            Face::Circle => { circle.sign r="8.5" {} }
            Face::Triangle => { path.sign d="M0,-9.5L9.5,7.5H-9.5Z" {} }
            Face::Square => { path.sign d="M-8,-8H8V8H-8Z" {} }
            Face::Star => { path.sign d=(STAR) {} }
            Face::RedAlert => {
                path.sign d="M-4.2,-10H4.2L10,-4.2V4.2L4.2,10H-4.2L-10,4.2V-4.2Z" {}
                path.cut d="M0,-5.6V1.2M0,5.2h0" {}
            }
        }
    }
}

/// A star of five points.
pub const STAR: &str =
    "M0,-10.5L2.7,-3.7L10,-3.2L4.4,1.4L6.2,8.5L0,4.6L-6.2,8.5L-4.4,1.4L-10,-3.2L-2.7,-3.7Z";

/// The symbol of a class, as on the dice (RA-1.3).
pub fn class_sign(class: Class) -> Markup {
    sign(class.face())
}

/// A sign as a picture of its own, in the line of a text.
pub fn icon(class: &str, inner: &Markup) -> Markup {
    html! { svg class={ "ra-icon " (class) } viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" { (inner) } }
}

/// A number of stars: in words for those who listen, as a sign for those who look.
pub fn stars(n: u8) -> Markup {
    html! {
        span.ra-stars-n {
            (n) (icon("star", &sign(Face::Star)))
            span.hidden { (if n == 1 { " star" } else { " stars" }) }
        }
    }
}

/// The class of a unit in the line of a text.
pub fn class_icon(class: Class) -> Markup {
    icon(class.face().word(), &class_sign(class))
}
