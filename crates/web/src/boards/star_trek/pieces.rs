//! Terrain, obstacles, torpedoes and the Borg cube.

use super::{Scene, disks, ships};
use klaxon_geometry::plane::{Disk as Round, Heading, leg};
use klaxon_star_trek::{
    ObstacleKind, ObstacleView, TerrainKind, TerrainView, ThreatView, TorpedoView, bearing,
};
use maud::{Markup, html};

/// ST-2.5: the radius of an obstacle.
const OBSTACLE: i64 = 750;
/// ST-2.5: the radius of a torpedo.
pub const TORPEDO: i64 = 500;

/// An obstacle as a round piece.
pub fn obstacle_round(obstacle: &ObstacleView) -> Round {
    Round::new(obstacle.at, OBSTACLE)
}

/// A torpedo as a round piece.
pub fn torpedo_round(torpedo: &TorpedoView) -> Round {
    Round::new(torpedo.at, TORPEDO)
}

/// Can ships collide with terrain of this kind?
pub fn is_solid(kind: TerrainKind) -> bool {
    match kind {
        TerrainKind::Planet
        | TerrainKind::Station
        | TerrainKind::Derelict
        | TerrainKind::AlienShip
        | TerrainKind::Custom => true,
        TerrainKind::Nebula => false,
    }
}

/// Terrain and obstacles.
pub fn terrain(scene: &Scene<'_>) -> Markup {
    html! {
        g #st-terrain {
            @for terrain in &scene.view.terrain { (one_terrain(scene, terrain)) }
            @for obstacle in &scene.view.obstacles {
                g.st-obstacle id={ "obstacle-" (obstacle.id) } transform=(scene.to(obstacle.at)) role="img" aria-label={ (obstacle.kind.name()) ", " (obstacle.hits) (if obstacle.hits == 1 { " hit" } else { " hits" }) } {
                    title { (obstacle.kind.name()) ": whoever ends a movement here takes " (obstacle.hits) (if obstacle.hits == 1 { " hit" } else { " hits" }) }
                    (obstacle_shape(obstacle.kind))
                }
            }
            @if let Some(threat) = &scene.view.threat { (cube(scene, threat)) }
        }
    }
}

fn one_terrain(scene: &Scene<'_>, terrain: &TerrainView) -> Markup {
    let id = format!("terrain:{}", terrain.id);
    let can = scene.touch.can(&id);
    let held = terrain.holder.and_then(|t| scene.view.teams.get(usize::from(t)));
    // What is written on the board comes first, as a voice control would say it.
    let mut words = terrain.name.clone();
    if !terrain.disks.is_empty() {
        words.push_str(&format!(", {} crew", terrain.disks.len()));
    }
    words.push_str(&format!(", {}", terrain.kind.name()));
    if let Some(team) = held {
        words.push_str(&format!(", held by {team}"));
    }
    let unit = scene.unit();
    html! {
        g id={ "terrain-" (terrain.id) } class={ "st-terrain" (scene.touch.class(&id)) } transform=(scene.to(terrain.at))
            data-id=(id) data-click=[can.then_some(&id)] role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(words) {
            title { (words) }
            (terrain_shape(terrain.kind, terrain.radius))
            @if let Some(team) = terrain.holder { circle class={ "st-held " (scene.team(team)) } r=(terrain.radius + 120) {} }
            text.st-name y=(terrain.radius + unit) font-size=(unit) { (terrain.name) }
            @if !terrain.disks.is_empty() { text.st-count font-size=(unit) y=(unit / 3) { (terrain.disks.len()) " crew" } }
        }
    }
}

/// The picture of terrain around the origin.
pub fn terrain_shape(kind: TerrainKind, r: i64) -> Markup {
    let part = |n: i64| r * n / 100;
    html! {
        @match kind {
            TerrainKind::Planet => {
                circle.st-planet r=(r) {}
                path.st-land d={ "M" (part(-80)) "," (part(-20)) "Q" (part(-30)) "," (part(-60)) " " (part(10)) "," (part(-35)) "T" (part(75)) "," (part(-40)) "M" (part(-60)) "," (part(40)) "Q" (part(-10)) "," (part(10)) " " (part(30)) "," (part(35)) "T" (part(70)) "," (part(30)) } {}
            }
            TerrainKind::Nebula => {
                circle.st-nebula r=(r) {}
                circle.st-nebula r=(part(70)) cx=(part(12)) cy=(part(-8)) {}
                circle.st-nebula r=(part(42)) cx=(part(-14)) cy=(part(12)) {}
            }
            TerrainKind::Station => {
                circle.st-solid r=(r) {}
                circle.st-wire r=(part(66)) {}
                path.st-wire d={ "M0," (-r) "V" (r) "M" (-r) ",0H" (r) } {}
                circle.st-core r=(part(24)) {}
            }
            TerrainKind::Derelict => {
                circle.st-solid r=(r) {}
                path.st-wire d={ "M" (part(-70)) "," (part(20)) "L" (part(-10)) "," (part(-30)) "L" (part(20)) "," (part(10)) "L" (part(75)) "," (part(-30)) "M" (part(-20)) "," (part(60)) "L" (part(30)) "," (part(40)) } {}
            }
            TerrainKind::AlienShip => {
                circle.st-solid r=(r) {}
                ellipse.st-alien rx=(part(72)) ry=(part(38)) {}
                ellipse.st-wire rx=(part(40)) ry=(part(18)) {}
            }
            TerrainKind::Custom => { circle.st-solid r=(r) {} circle.st-wire r=(part(80)) {} }
        }
    }
}

/// The picture of an obstacle around the origin.
pub fn obstacle_shape(kind: ObstacleKind) -> Markup {
    html! {
        circle.st-rim r=(OBSTACLE) {}
        @match kind {
            ObstacleKind::Mine => {
                circle.st-mine r="330" {}
                path.st-spikes d="M0,-620V-330M0,330V620M-620,0H-330M330,0H620M-440,-440L-235,-235M235,235L440,440M-440,440L-235,235M235,-235L440,-440" {}
            }
            ObstacleKind::Asteroid => { path.st-rock d="M-520,-120L-260,-480L180,-520L540,-180L480,300L60,560L-400,380Z" {} circle.st-pit cx="120" cy="-120" r="130" {} circle.st-pit cx="-180" cy="160" r="90" {} }
            ObstacleKind::Debris => { path.st-scrap d="M-480,-260L-100,-420L20,-140L-300,20ZM120,120L460,-60L520,300L240,420ZM-360,260L-120,200L-80,460L-300,500Z" {} }
            ObstacleKind::GraviticMine => { circle.st-mine r="260" {} circle.st-field r="520" {} }
            ObstacleKind::Custom => { path.st-scrap d="M0,-460L460,0L0,460L-460,0Z" {} }
        }
    }
}

/// The picture of the cube around the origin.
pub fn cube_shape() -> Markup {
    html! {
        circle.st-rim r="2500" {}
        rect.st-cube x="-1700" y="-1700" width="3400" height="3400" {}
        path.st-cube-lines d="M-1700,-600H1700M-1700,500H1700M-600,-1700V1700M700,-1700V1700M-1700,-1700L1700,1700" {}
    }
}

fn cube(scene: &Scene<'_>, threat: &ThreatView) -> Markup {
    let can = scene.touch.can("threat");
    let words = format!(
        "Borg cube, shields {}, hull {}, maximum shields {}{}",
        threat.shields,
        threat.hull,
        threat.max_shields,
        scene.distance(Round::new(threat.at, threat.radius))
    );
    let unit = scene.unit();
    let ahead = leg(threat.at, threat.heading, threat.radius, 1);
    html! {
        path.st-drift d={ "M" (threat.at.x) "," (scene.y(threat.at)) "L" (ahead.x) "," (scene.y(ahead)) } {}
        g #threat class={ "st-threat" (scene.touch.class("threat")) } transform=(scene.to(threat.at)) data-id="threat" data-click=[can.then_some("threat")]
            role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(words) {
            title { (words) }
            (cube_shape())
            text.st-name y=(threat.radius + unit) font-size=(unit) { "Borg cube" }
            text.st-count font-size=(unit) y=(-unit / 4) { "shields " (threat.shields) }
            text.st-count font-size=(unit) y=(unit) { "hull " (threat.hull) }
        }
    }
}

/// Torpedoes with their heading, remaining life and, where it is known, their next flight.
pub fn torpedoes(scene: &Scene<'_>) -> Markup {
    html! {
        g #st-torpedoes {
            @for torpedo in &scene.view.torpedoes { (one_torpedo(scene, torpedo)) }
        }
    }
}

fn one_torpedo(scene: &Scene<'_>, torpedo: &TorpedoView) -> Markup {
    let id = format!("torpedo:{}", torpedo.id);
    let can = scene.touch.can(&id);
    let words = format!(
        "torpedo {} of {}, {} counters, {} {} left, at {}",
        torpedo.id,
        scene.seat_name(torpedo.owner),
        torpedo.damage,
        torpedo.life,
        if torpedo.life == 1 { "move" } else { "moves" },
        bearing::spot(torpedo.at)
    );
    let steered = scene.steered().is_some_and(|t| t.id == torpedo.id);
    html! {
        @if let Some(heading) = torpedo.chosen { (flight(scene, torpedo, heading)) }
        g id={ "torpedo-" (torpedo.id) } class={ "st-torpedo " (scene.team(scene.team_of(torpedo.owner))) (scene.touch.class(&id)) }
            transform=(scene.to(torpedo.at)) data-id=(id) data-click=[can.then_some(&id)] role=(if can { "button" } else { "img" }) tabindex=[can.then_some("0")] aria-label=(words) {
            title { (words) }
            @if steered { circle.st-subject r="800" {} }
            circle.st-rim r=(TORPEDO) {}
            path.st-dart transform={ "rotate(" (ships::degrees_down(torpedo.heading)) ")" } d="M420,0L-260,-260L-110,0L-260,260Z" {}
            text.st-life font-size="420" x="0" y="-560" { (torpedo.life) }
        }
    }
}

/// The hops of a flight that has been chosen.
fn flight(scene: &Scene<'_>, torpedo: &TorpedoView, heading: Heading) -> Markup {
    let end = leg(torpedo.at, heading, TORPEDO, u32::from(torpedo.movement));
    html! {
        g.st-flight {
            path d={ "M" (torpedo.at.x) "," (scene.y(torpedo.at)) "L" (end.x) "," (scene.y(end)) } {}
            @for hop in 1..=u32::from(torpedo.movement) {
                @let at = leg(torpedo.at, heading, TORPEDO, hop);
                circle cx=(at.x) cy=(scene.y(at)) r=(TORPEDO) {}
            }
        }
    }
}

/// Crew on terrain and aboard the cube, for the panels.
pub fn ashore(scene: &Scene<'_>) -> Markup {
    let places = scene.view.terrain.iter().filter(|t| !t.disks.is_empty());
    html! {
        @for terrain in places {
            article.st-panel id={ "panel-terrain-" (terrain.id) } {
                h3 aria-level="2" { (terrain.name) " " span.soft { (terrain.kind.name()) } }
                (disks::stack(scene, &terrain.disks))
            }
        }
        @if let Some(threat) = scene.view.threat.as_ref().filter(|t| !t.disks.is_empty()) {
            article.st-panel #panel-threat {
                h3 aria-level="2" { "Borg cube" }
                (disks::stack(scene, &threat.disks))
            }
        }
    }
}
