//! The table itself: space, a grid of inches, its edge, and the zones where fleets start. The editor draws its scenarios
//! with the same shapes.

use super::{MARGIN, Scene, pieces};
use klaxon_geometry::plane::{Point, TEMPLATE};
use klaxon_star_trek::{Scenario, Side, Special, TerrainSpec, Zone, ZoneView};
use maud::{Markup, html};

/// Space, grid and zones.
pub fn space(scene: &Scene<'_>) -> Markup {
    let [w, h] = scene.view.table;
    html! {
        g #st-space {
            (backdrop(w, h))
            @for zone in &scene.view.zones { (zone_shape(scene, zone)) }
        }
    }
}

/// Space with its inches.
fn backdrop(w: i64, h: i64) -> Markup {
    html! {
        rect.st-void x=(-MARGIN) y=(-MARGIN) width=(w + 2 * MARGIN) height=(h + 2 * MARGIN) {}
        path.st-stars d=(stars(w, h)) {}
        path.st-inches d=(lines(w, h, 1000)) {}
        path.st-feet d=(lines(w, h, 6000)) {}
        rect.st-edge x="0" y="0" width=(w) height=(h) {}
    }
}

/// Lines every so many mils.
fn lines(w: i64, h: i64, step: i64) -> String {
    let down = (1..=(w - 1) / step).map(|i| format!("M{},0V{h}", i * step));
    let across = (1..=(h - 1) / step).map(|i| format!("M0,{}H{w}", h - i * step));
    down.chain(across).collect()
}

/// Stars that are always the same.
fn stars(w: i64, h: i64) -> String {
    let mut seed: u64 = 0x9e37_79b9;
    let mut next = |most: i64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as i64 % most
    };
    let n = w / 400;
    (0..n).map(|_| format!("M{},{}h0", next(w), next(h))).collect()
}

fn zone_shape(scene: &Scene<'_>, zone: &ZoneView) -> Markup {
    let class = format!("st-zone {}{}", scene.team(zone.team), if zone.own { " own" } else { "" });
    let name = scene.view.teams.get(usize::from(zone.team)).map_or("", String::as_str);
    let words = if zone.own { "Your zone".to_owned() } else { format!("Zone of {name}") };
    html! {
        @match zone.round {
            Some((at, r)) => { circle class=(class) data-zone[zone.own] cx=(at.x) cy=(scene.y(at)) r=(r) { title { (words) } } }
            None => {
                rect class=(class) data-zone[zone.own] x=(zone.from.x) y=(scene.y(zone.to)) width=(zone.to.x - zone.from.x) height=(zone.to.y - zone.from.y) { title { (words) } }
            }
        }
    }
}

/// A whole scenario as a drawing, for the editor; pieces carry the place in the file that says where they are.
pub fn scenario(scenario: &Scenario, players: usize) -> Markup {
    let (w, h) = scenario.table_for(players);
    let place = |key: &str, i: usize| format!("{key}/{i}");
    html! {
        svg #map .st-map viewBox={ (-MARGIN) " " (-MARGIN) " " (w + 2 * MARGIN) " " (h + 2 * MARGIN) } role="img"
            aria-label={ (scenario.name) ", a table of " (w / 1000) " by " (h / 1000) " inches" } data-w=(w) data-h=(h) {
            g {
                (backdrop(w, h))
                @for (t, team) in scenario.teams.iter().enumerate() {
                    @for zone in &team.deploy { (zone_of(scenario, zone, t, (w, h))) }
                    @for (seat, zone) in team.deploy_by_players.get(&players.to_string()).into_iter().flatten().enumerate() {
                        (zone_of(scenario, zone, seat, (w, h)))
                    }
                }
                @for (i, t) in scenario.terrain.iter().enumerate() {
                    g.st-piece data-piece=(place("terrain", i)) transform={ "translate(" (t.x) " " (h - t.y) ")" } { (terrain(t, w / 80)) }
                }
                @for (i, o) in scenario.obstacles.iter().enumerate() {
                    g.st-piece data-piece=(place("obstacles", i)) transform={ "translate(" (o.x) " " (h - o.y) ")" } {
                        (pieces::obstacle_shape(o.kind)) title { (o.kind.name()) }
                    }
                }
                @for (i, special) in scenario.special.iter().enumerate() {
                    @match special {
                        Special::ScenarioShip { ship, x, y, heading, .. } => {
                            g.st-piece data-piece=(place("special", i)) transform={ "translate(" (x) " " (h - y) ")" } {
                                circle.st-stand r="1000" {} path.st-nose transform={ "rotate(" (-i64::from(heading.tenths()) / 10) ")" } d="M1000,0L600,-260V260Z" {} title { (ship) }
                            }
                        }
                        Special::Threat { x, y, .. } => {
                            g.st-piece data-piece=(place("special", i)) transform={ "translate(" (x) " " (h - y) ")" } { (pieces::cube_shape()) title { "Borg cube" } }
                        }
                        Special::PlaceObstacles { rect: [x0, y0, x1, y1], .. } => {
                            rect.st-zone x=(x0) y=(h - y1) width=(x1 - x0) height=(y1 - y0) { title { "where obstacles are placed" } }
                        }
                        Special::Garrison { .. } | Special::Prisoners { .. } | Special::Vip { .. } | Special::MayExit { .. } | Special::Pulse { .. } => {}
                    }
                }
            }
        }
    }
}

fn terrain(spec: &TerrainSpec, unit: i64) -> Markup {
    html! {
        (pieces::terrain_shape(spec.kind, spec.radius()))
        text.st-name y=(spec.radius() + unit) font-size=(unit) { (spec.name) }
    }
}

fn zone_of(scenario: &Scenario, zone: &Zone, team: usize, (w, h): (i64, i64)) -> Markup {
    let reach = |range: u8| i64::from(range) * TEMPLATE;
    let class = format!("st-zone st-team-{team}");
    let round = |at: Point, r: i64| html! { circle class=(class) cx=(at.x) cy=(h - at.y) r=(r) {} };
    let square = |x: i64, y: i64, w: i64, h: i64| html! { rect class=(class) x=(x) y=(y) width=(w.max(0)) height=(h.max(0)) {} };
    match zone {
        Zone::End { end: Side::W, range } => square(0, 0, reach(*range), h),
        Zone::End { end: Side::E, range } => square(w - reach(*range), 0, reach(*range), h),
        Zone::End { end: Side::N, range } => square(0, 0, w, reach(*range)),
        Zone::End { end: Side::S, range } => square(0, h - reach(*range), w, reach(*range)),
        Zone::Point { x, y, range } => round(Point::new(*x, *y), reach(*range)),
        Zone::Terrain { of, range } => match scenario.terrain_ix(of) {
            Some(i) => {
                let terrain = &scenario.terrain[i];
                round(terrain.at(), terrain.radius() + reach(*range))
            }
            None => html! {},
        },
        Zone::Rect { x0, y0, x1, y1 } => square(*x0, h - y1, x1 - x0, y1 - y0),
    }
}
