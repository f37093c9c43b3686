//! Signs: what cards say, systems, people. Shapes first, colours second.

use klaxon_space_alert::{Act, Half, Station};
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// Shapes that the layers use, which never change.
pub fn defs() -> Markup {
    static DEFS: LazyLock<String> = LazyLock::new(|| {
        html! {
            defs {
                radialGradient #sa-glow cx="0.5" cy="0.9" r="0.9" {
                    stop offset="0" stop-color="#27406b" stop-opacity="0.55" {}
                    stop offset="1" stop-color="#27406b" stop-opacity="0" {}
                }
                linearGradient #sa-plate x1="0" y1="0" x2="0" y2="1" {
                    stop offset="0" stop-color="#2b3849" {}
                    stop offset="1" stop-color="#18212d" {}
                }
                g #sa-squad { path d="M-5,-4h10v7h-10Z M-3,3v3 M3,3v3 M0,-4v-3" {} circle.eye cx="-2" cy="-1" r="1.1" {} circle.eye cx="2" cy="-1" r="1.1" {} }
                g #sa-rocket { path d="M0,-7q4,4 4,8l2,5h-4l-2,-2l-2,2h-4l2,-5q0,-4 4,-8Z" {} }
                g #sa-wing { path d="M0,-7l3,6l7,6l-7,-1l-3,3l-3,-3l-7,1l7,-6Z" {} }
                g #sa-crack { path d="M-6,-6l4,4l-2,2l5,2l-2,3l5,2" {} }
                g #sa-pin { path d="M0,0l-5,-9a5.6,5.6 0 1 1 10,0Z" {} }
            }
        }
        .into_string()
    });
    PreEscaped(DEFS.clone())
}

/// A half of a card as a sign of 24 by 24.
pub fn act(act: Act) -> Markup {
    html! {
        svg class={ "sa-icon " (kind(act)) } viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false" {
            @if act.is_heroic() { path.hero d="M12,0.8l2.2,3.4l3.9,-1.2l-0.2,4.1l3.8,1.5l-2.6,3.2l2.6,3.2l-3.8,1.5l0.2,4.1l-3.9,-1.2l-2.2,3.4l-2.2,-3.4l-3.9,1.2l0.2,-4.1l-3.8,-1.5l2.6,-3.2l-2.6,-3.2l3.8,-1.5l-0.2,-4.1l3.9,1.2Z" {} }
            @match act {
                Act::Empty => {}
                Act::Red => { path.arrow d="M3,12l8,-8v5h10v6h-10v5Z" {} }
                Act::Blue => { path.arrow d="M21,12l-8,-8v5h-10v6h10v5Z" {} }
                Act::Lift => { path.arrow d="M7.5,2l5.5,6h-3.2v8h3.2l-5.5,6l-5.5,-6h3.2v-8h-3.2Z" transform="translate(4.5 0)" {} }
                Act::A | Act::HeroA => { (letter("A")) }
                Act::B | Act::HeroB => { (letter("B")) }
                Act::C => { (letter("C")) }
                Act::Bots | Act::HeroBots => {
                    path.bot d="M5,9h14v9h-14Z M8,18v3 M16,18v3 M12,9v-4 M5,13h-2 M19,13h2" {}
                    circle.eye cx="9.4" cy="13" r="1.5" {} circle.eye cx="14.6" cy="13" r="1.5" {}
                }
                Act::HeroMove(station) => { text x="12" y="15.6" font-size="9.5" { (station.word()) } }
            }
        }
    }
}

fn letter(letter: &str) -> Markup {
    html! {
        circle.key cx="12" cy="12" r="8.6" {}
        text x="12" y="16.2" font-size="12" { (letter) }
    }
}

fn kind(act: Act) -> &'static str {
    match act {
        Act::Empty => "none",
        Act::Red => "red",
        Act::Blue => "blue",
        Act::Lift => "lift",
        Act::A | Act::HeroA => "a",
        Act::B | Act::HeroB => "b",
        Act::C => "c",
        Act::Bots | Act::HeroBots => "bots",
        Act::HeroMove(_) => "leap",
    }
}

/// A half in two or three words.
pub fn act_words(act: Act) -> String {
    match act {
        Act::Empty => "nothing".into(),
        Act::Red => "to red".into(),
        Act::Blue => "to blue".into(),
        Act::Lift => "lift".into(),
        Act::A => "weapon".into(),
        Act::B => "energy".into(),
        Act::C => "special".into(),
        Act::Bots => "bots".into(),
        Act::HeroA => "heroic A".into(),
        Act::HeroB => "heroic B".into(),
        Act::HeroBots => "heroic bots".into(),
        Act::HeroMove(station) => format!("leap {station}"),
    }
}

/// The same for those who listen.
pub fn act_long(act: Act) -> String {
    match act {
        Act::Empty => "nothing".into(),
        Act::Red => "go towards red".into(),
        Act::Blue => "go towards blue".into(),
        Act::Lift => "take the lift to the other deck".into(),
        Act::A => "A, fire the weapon".into(),
        Act::B => "B, move energy".into(),
        Act::C => "C, use the special device".into(),
        Act::Bots => "battlebots attack".into(),
        Act::HeroA => "heroic A, a stronger shot or repair".into(),
        Act::HeroB => "heroic B, more energy or repair".into(),
        Act::HeroBots => "heroic battlebot attack".into(),
        Act::HeroMove(station) => format!("heroic movement to {}", station.name()),
    }
}

/// A half by its sort.
pub fn half_words(half: Half) -> &'static str {
    match half {
        Half::Action => "action",
        Half::Movement => "movement",
    }
}

/// A card face down with this half up.
pub fn back(half: Half, heroic: bool) -> Markup {
    html! {
        svg.sa-icon.hidden-card.heroic[heroic] viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false" {
            @match half {
                Half::Action => { rect x="5" y="5" width="14" height="14" rx="3" {} }
                Half::Movement => { path d="M3,12l5,-5v10Z M21,12l-5,-5v10Z M8,10.6h8v2.8h-8Z" {} }
            }
        }
    }
}

/// The weapon of a station in a word or two.
pub fn weapon(station: Station) -> &'static str {
    match station {
        Station::UR | Station::UW | Station::UB => "heavy laser",
        Station::LR | Station::LB => "light laser",
        Station::LW => "pulse cannon",
    }
}

/// The special device of a station.
pub fn special(station: Station) -> &'static str {
    match station {
        Station::UR => "interceptors",
        Station::UW => "computer",
        Station::UB | Station::LR => "battlebots",
        Station::LW => "window",
        Station::LB => "rockets",
    }
}
