//! The War Effort ladder and the ring of relationships.

use super::{
    Desk,
    glyphs::{self, race_class},
};
use klaxon_federation::{
    data::data,
    level_name,
    nouns::{AlienFx, Pair, Race, Relation, Resource},
    words::ids,
};
use maud::{Markup, html};

pub fn panel(desk: Desk<'_>) -> Markup {
    html! {
        section #sf-politics .panel.sf-panel aria-label="Politics" {
            h2 { "Politics" }
            div.sf-politics {
                (ladder(desk))
                (ring(desk))
            }
        }
    }
}

/// Levels from Peace at the top to Total War at the bottom; a race's marker, its Embassy below it, and a hollow ring
/// where wars with neighbours hold the race back (SF-10.4).
fn ladder(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    html! {
        table.sf-ladder {
            caption { "War Effort" }
            thead { tr {
                th scope="col" { span.hidden { "Level" } }
                @for race in Race::ALL {
                    th scope="col" { (desk.chip(&format!("sf-war-{}", race.id()), ids::war(race), &format!("sf-flag {}", race_class(race)),
                        &format!("{}: {}", race.name(), t.level_name(race)), &html! { (glyphs::emblem(race)) span { (race.id()) } })) }
                }
                th.sf-valid scope="col" { "Tokens that work" }
            } }
            tbody { @for level in -1..=4i8 {
                tr.at[Race::ALL.iter().any(|r| t.level(*r) == level)] {
                    th scope="row" { (level_name(level)) }
                    @for race in Race::ALL { td { (rung(desk, race, level)) } }
                    td.sf-valid { (valid(level)) }
                }
            } }
        }
    }
}

fn rung(desk: Desk<'_>, race: Race, level: i8) -> Markup {
    let t = desk.t;
    let (real, effective) = (t.war[race.index()] as i8, t.level(race));
    let below = level == real + 1;
    let embassy = format!("embassy-{}", race.id());
    html! {
        @if level == real {
            span class={ "sf-marker " (race_class(race)) } title={ (race.name()) ": " (level_name(level)) } { span.hidden { (race.name()) } }
        }
        @if level == effective && effective != real {
            span class={ "sf-marker held " (race_class(race)) } title={ (race.name()) " act as at " (level_name(level)) ": wars with neighbours hold them back" } { span.hidden { (race.name()) ", held back by wars" } }
        }
        @if below && (t.embassies.has(race) || desk.touch.can(&embassy)) {
            @let words = if t.embassies.has(race) { format!("Embassy with the {}", race.name()) } else { format!("Open an Embassy with the {}", race.name()) };
            (desk.chip(&format!("sf-embassy-{}", race.id()), embassy, if t.embassies.has(race) { "sf-chip" } else { "sf-chip sf-hole" }, &words,
                &html! { @if t.embassies.has(race) { (glyphs::token(Resource::Diplomacy)) } span.hidden { (words) } }))
        }
    }
}

/// What works at a level that did not work above it.
fn valid(level: i8) -> Markup {
    let of = |level: i8| data().levels.get((level + 1) as usize).map(|l| l.valid.clone()).unwrap_or_default();
    let before: Vec<AlienFx> = if level < 0 { Vec::new() } else { of(level - 1) };
    let new: Vec<&str> = of(level).into_iter().filter(|fx| !before.contains(fx)).map(AlienFx::name).collect();
    let extra = data().levels.get((level + 1) as usize).is_some_and(|l| l.extra_advance);
    html! {
        @if level < 0 { "none" } @else if extra { "all, then one more Advance" }
        @else if level == 0 { (new.join(", ")) } @else { "+ " (new.join(", ")) }
    }
}

/// Where the four neighbours stand in the ring.
fn corner(race: Race) -> (i32, i32) {
    match race {
        Race::FleshEaters => (-62, -62),
        Race::Cthonians => (62, -62),
        Race::Mutants => (62, 62),
        Race::Cybers => (-62, 62),
        Race::Mercenaries => (0, 0),
    }
}

/// Four neighbours, their relationships, Attachés, and the Mercenaries in the middle, who mind one pair only.
fn ring(desk: Desk<'_>) -> Markup {
    html! {
        figure.sf-ring-box {
            figcaption { "Relationships" }
            svg.sf-wheel viewBox="-110 -98 220 196" role="group" aria-label="Relationships of the neighbours" {
                @for pair in Pair::all() { (edge(desk, pair)) }
                @for race in Race::ALL {
                    @let (x, y) = corner(race);
                    g class={ "sf-node " (race_class(race)) } transform={ "translate(" (x) " " (y) ")" } {
                        title { (race.name()) }
                        circle r="21" {}
                        path.sf-sign d=(glyphs::emblem_path(race)) fill-rule="evenodd" {}
                    }
                }
            }
            ul.sf-pairs { @for pair in Pair::all() {
                @let relation = desk.t.relations[pair.index()];
                li class=(relation_class(relation)) { (pair.name()) ": " strong { (relation.name()) } }
            } }
            div.sf-attaches {
                @for race in Race::ALL.into_iter().filter(|r| *r != Race::Mercenaries) {
                    @let id = format!("attache-{}", race.id());
                    @if desk.t.attaches.has(race) || desk.touch.can(&id) {
                        @let words = format!("Attaché with the {}", race.name());
                        (desk.chip(&format!("sf-attache-{}", race.id()), id, "sf-chip", &words,
                            &html! { @if desk.t.attaches.has(race) { (glyphs::token(Resource::Espionage)) } (glyphs::emblem(race)) span { "Attaché" } }))
                    }
                }
            }
        }
    }
}

fn relation_class(relation: Relation) -> &'static str {
    match relation {
        Relation::War => "war",
        Relation::Neutral => "neutral",
        Relation::Alliance => "alliance",
    }
}

fn edge(desk: Desk<'_>, pair: Pair) -> Markup {
    let [a, b] = pair.races();
    let ((x, y), (u, v)) = (corner(a), corner(b));
    let relation = desk.t.relations[pair.index()];
    let grip = desk.grip(ids::pair(pair));
    let words = format!("{}: {}", pair.name(), relation.name());
    let (mx, my) = ((x + u) / 2, (y + v) / 2);
    html! {
        g id={ "sf-pair-" (pair.id()) } class={ "sf-edge " (relation_class(relation)) (grip.class) } data-id=(grip.id) data-click=[grip.can.then_some(&grip.id)]
            role=(if grip.can { "button" } else { "img" }) tabindex=[grip.can.then_some("0")] aria-label=(words) {
            title { (words) }
            line.wide x1=(x) y1=(y) x2=(u) y2=(v) {}
            line.bond x1=(x) y1=(y) x2=(u) y2=(v) {}
            @match relation {
                // Crossed strokes, a plain dot, two links.
                Relation::War => path.sign d={ "M" (mx - 7) "," (my - 7) " l14,14 m0,-14 l-14,14" } {},
                Relation::Neutral => circle.sign cx=(mx) cy=(my) r="3.5" {},
                Relation::Alliance => { circle.sign cx=(mx - 4) cy=(my) r="6" {} circle.sign cx=(mx + 4) cy=(my) r="6" {} }
            }
        }
    }
}
