//! The five covers, drawn in code: few shapes, quiet colours, one accent each. Decorations for the eye only; the
//! words beside them say everything.

use maud::{Markup, html};

/// The cover of a game, 320 by 200.
pub fn cover(id: &str, scene: &Markup) -> Markup {
    html! {
        svg.cover viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false" {
            rect.sky width="320" height="200" {}
            (stars(id))
            (scene)
        }
    }
}

/// A few dozen stars, always the same for a name.
fn stars(name: &str) -> Markup {
    let mut seed = name.bytes().fold(0x9E37_79B9u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    let mut next = |n: u32| {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed % n
    };
    let dots: Vec<(u32, u32, u32)> = (0..46).map(|_| (next(320), next(200), next(10))).collect();
    html! {
        g.stars {
            @for (x, y, size) in dots { circle cx=(x) cy=(y) r=(if size == 0 { "1.3" } else { "0.7" }) {} }
        }
    }
}

/// The corners of a pointy-top hexagon.
fn hexagon(x: f32, y: f32, r: f32) -> String {
    let (w, h) = (r * 0.866, r * 0.5);
    format!(
        "{x:.1},{:.1} {:.1},{:.1} {:.1},{:.1} {x:.1},{:.1} {:.1},{:.1} {:.1},{:.1}",
        y - r,
        x + w,
        y - h,
        x + w,
        y + h,
        y + r,
        x - w,
        y + h,
        x - w,
        y - h
    )
}

/// Two fleets close in over a grid of hexes.
pub fn red_alert() -> Markup {
    let cells = (0..6).flat_map(|row| (0..8).map(move |col| (row, col)));
    let place = |row: i32, col: i32| {
        let shift = if row % 2 == 0 { 0.0 } else { 22.5 };
        (col as f32 * 45.0 + shift - 4.0, row as f32 * 39.0 + 6.0)
    };
    let ship = "M18,0 L6,-3.4 L-3,-4 L-9,-10 L-14,-10 L-11,-3.4 L-15,-2 L-15,2 L-11,3.4 L-14,10 L-9,10 L-3,4 L6,3.4 Z";
    html! {
        g.grid { @for (row, col) in cells { @let (x, y) = place(row, col); polygon points=(hexagon(x, y, 25.0)) {} } }
        @let (x, y) = place(2, 3);
        polygon.lit points=(hexagon(x, y, 25.0)) {}
        path.shot d="M92,150 L160,86" {}
        g.blue {
            path d=(ship) transform="translate(72 164) rotate(-38) scale(1.5)" {}
            path d=(ship) transform="translate(34 128) rotate(-32)" {}
            path d=(ship) transform="translate(116 184) rotate(-44)" {}
        }
        g.red {
            path d=(ship) transform="translate(172 76) rotate(142) scale(1.5)" {}
            path d=(ship) transform="translate(232 58) rotate(150)" {}
            path d=(ship) transform="translate(206 116) rotate(138)" {}
        }
        g.burst { circle cx="157" cy="90" r="4" {} circle.ring cx="157" cy="90" r="11" {} circle.ring cx="157" cy="90" r="19" {} }
    }
}

/// Ship disks flip over a table, edge by edge.
pub fn star_trek() -> Markup {
    let flips = [(58, 148), (100, 122), (142, 96), (184, 70)];
    html! {
        path.route d="M58,148 L184,70" {}
        g.ghost { @for (x, y) in &flips[..3] { circle cx=(x) cy=(y) r="24.5" {} } }
        g.gold {
            circle cx="184" cy="70" r="24.5" {}
            path.mark d="M184,54 L193,84 L184,77 L175,84 Z" {}
        }
        path.arc d="M184,70 L276,28 A101,101 0 0 1 281,98 Z" {}
        g.red { circle cx="262" cy="66" r="24.5" {} path.mark d="M262,80 L252,52 L262,58 L272,52 Z" {} }
        g.teal { circle cx="246" cy="152" r="24.5" {} path.mark d="M230,152 h32 M246,138 v28" {} }
    }
}

/// Sol in its rings, and five arrows that come for it.
pub fn federation() -> Markup {
    let arrows = [(30, 38, 25), (290, 38, 152), (292, 160, 205), (30, 166, -20), (160, 22, 90)];
    html! {
        g.orbits {
            ellipse cx="160" cy="104" rx="42" ry="18" {}
            ellipse cx="160" cy="104" rx="84" ry="36" {}
            ellipse cx="160" cy="104" rx="128" ry="56" {}
        }
        circle.glow cx="160" cy="104" r="30" {}
        circle.sun cx="160" cy="104" r="15" {}
        g.blue { circle cx="202" cy="104" r="4" {} circle cx="94" cy="126" r="5.5" {} circle cx="252" cy="142" r="7" {} }
        g.red {
            @for (x, y, turn) in arrows {
                path d="M-14,-5 L4,-5 L4,-10 L16,0 L4,10 L4,5 L-14,5 Z" transform={ "translate(" (x) " " (y) ") rotate(" (turn) ")" } {}
            }
        }
        path.shield d="M112,150 A66,66 0 0 1 112,58" {}
        path.shield d="M208,58 A66,66 0 0 1 208,150" {}
    }
}

/// Planets on lanes, each with its stack of orders.
pub fn starcraft() -> Markup {
    let planets = [(62, 62, 24), (160, 108, 30), (258, 58, 22), (84, 162, 20), (248, 156, 25)];
    html! {
        g.lanes { path d="M62,62 L160,108 L258,58 M160,108 L84,162 M160,108 L248,156 M62,62 L84,162 M258,58 L248,156" {} }
        @for (i, (x, y, r)) in planets.iter().enumerate() {
            g class=(["teal", "gold", "violet", "violet", "teal"][i]) {
                circle cx=(x) cy=(y) r=(r) {}
                path.shade d={ "M" (x - r) "," (y) " a" (r) "," (r) " 0 0 0 " (2 * r) ",0 a" (r) "," (r / 2) " 0 0 1 -" (2 * r) ",0 Z" } {}
            }
        }
        g.orders {
            @for (x, y, n) in [(160, 108, 3), (62, 62, 2), (248, 156, 2)] {
                @for i in 0..n { rect x=(x - 9) y=(y - 12 - i * 5) width="18" height="18" rx="3" transform={ "rotate(" (i * 7 - 6) " " (x) " " (y) ")" } {} }
            }
        }
    }
}

/// A ship in cross-section, with what comes down three tracks.
pub fn space_alert() -> Markup {
    html! {
        g.tracks { path d="M160,14 V72 M58,24 L110,84 M262,24 L210,84" {} }
        g.red {
            path d="M160,18 l9,16 h-18 Z" {} path d="M66,30 l14,9 -15,8 Z" {} path d="M254,30 l-14,9 15,8 Z" {}
        }
        path.hull d="M52,128 Q52,92 96,88 L224,88 Q268,92 268,128 Q268,164 224,168 L96,168 Q52,164 52,128 Z" {}
        g.rooms { path d="M120,88 V168 M200,88 V168 M54,128 H266" {} }
        g.blue { circle cx="86" cy="108" r="6" {} circle cx="86" cy="148" r="6" {} }
        g.gold { circle cx="160" cy="108" r="6" {} path d="M150,150 h20 v-8 h-20 Z" {} }
        g.teal { circle cx="234" cy="108" r="6" {} circle cx="234" cy="148" r="6" {} }
        g.clock { circle cx="292" cy="176" r="15" {} path d="M292,176 V166 M292,176 L299,180" {} }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_has_a_cover_of_its_own() {
        let mut seen: Vec<String> =
            klaxon_catalog::shelf::games().iter().map(|c| crate::boards::cover(c.id).into_string()).collect();
        let plain = crate::boards::cover("none").into_string().len();
        assert!(seen.iter().all(|svg| svg.len() > plain + 200));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 5);
    }
}
