//! Figures: a silhouette for each kind of unit and for the bases of each race, plates that tell the factions apart,
//! and the signs of orders and resources. A faction has a colour and a plate of its own shape.

use klaxon_starcraft::{
    data::{Content, Move, data},
    ids::{Faction, Order, Race, Unit},
};
use maud::{Markup, html};

/// A silhouette of about 18 by 18 around the origin. Terran machines are angular, Protoss ones bent like blades, and
/// the Zerg grow claws.
fn silhouette(unit: Unit) -> &'static str {
    match unit {
        Unit::Marine => {
            "M0,-8A3.3,3.3 0 1 1 -0.01,-8ZM-6.5,8V4Q-6.5,-0.6 -2,-0.6H2Q6.5,-0.6 6.5,4V8H3.4V4.4H-3.4V8ZM3,1L8.6,-4.6L9.8,-3.4L4.4,2.4Z"
        }
        Unit::Firebat => {
            "M0,-9Q1,-6.4 3.4,-5.4Q3.8,-1.4 0,-1.4Q-3.8,-1.4 -3.4,-5.4Q-1,-6.4 0,-9ZM-5,8V4Q-5,0 -1.6,0H1.6Q5,0 5,4V8ZM-6.4,1.6V7.4H-9V1.6L-7.7,-2.4ZM6.4,1.6V7.4H9V1.6L7.7,-2.4Z"
        }
        Unit::Ghost => {
            "M-3.6,-1.6Q-4.6,-8.6 0,-8.6Q4.6,-8.6 3.6,-1.6H1.8V-4.4H-1.8V-1.6ZM-6,8Q-5.4,0.6 0,-0.6Q5.4,0.6 6,8H2.4L0,3.4L-2.4,8ZM6.6,-9L8.4,-8.2L4,3.4L2.6,2.6Z"
        }
        Unit::Vulture => "M-9,2.6L-3.4,-1.4L2.6,-3L4.4,-7H7.4L6.4,-2.2L9.4,1.4L5.6,5.4H-5.6ZM-3,1V3H3L4.4,1Z",
        Unit::Goliath => {
            "M-3.8,-7H3.8V0.4H-3.8ZM-9,-6H-5V-0.6L-7,3L-9,-0.6ZM9,-6H5V-0.6L7,3L9,-0.6ZM-3.8,1.6H-0.8V5L-1.4,9H-5.6L-4,5ZM3.8,1.6H0.8V5L1.4,9H5.6L4,5Z"
        }
        Unit::Tank => {
            "M-9,4Q-9,8 -6,8H6Q9,8 9,4L7,2.4H-7ZM-5.6,-2.4H3.4L5,1.4H-7ZM0.6,-3.4L8.6,-8L9.8,-6.2L3.4,-2ZM-6,4.4V6H-4V4.4ZM-1,4.4V6H1V4.4ZM4,4.4V6H6V4.4Z"
        }
        Unit::Wraith => "M0,-9L2.2,-2L9,4.6L8,6.6L3,4.6L2.2,8.6H-2.2L-3,4.6L-8,6.6L-9,4.6L-2.2,-2Z",
        Unit::Vessel => {
            "M-5,0A5,5 0 1 0 5,0A5,5 0 1 0 -5,0ZM-2,0A2,2 0 1 1 2,0A2,2 0 1 1 -2,0ZM-9.4,-1.2H-6V1.2H-9.4ZM9.4,-1.2H6V1.2H9.4ZM-1.2,-9.4H1.2V-6H-1.2ZM-1.2,9.4H1.2V6H-1.2Z"
        }
        Unit::Cruiser => {
            "M-3.4,-9.4H3.4L4.6,-6L3,-3.4L4,-1L9,0.6V5.4L4.4,4.4L4,9H1.4V6H-1.4V9H-4L-4.4,4.4L-9,5.4V0.6L-4,-1L-3,-3.4L-4.6,-6Z"
        }
        Unit::Zealot => {
            "M0,-9A2.8,2.8 0 1 1 -0.01,-9ZM-9.4,-5.4L-3,-2H3L9.4,-5.4L3.6,2.4L5.6,9L0,5L-5.6,9L-3.6,2.4Z"
        }
        Unit::Dragoon => {
            "M0,-8A4.8,4.8 0 1 1 -0.01,-8ZM-4.6,-0.4L-9.6,2.4L-8.6,9L-6.8,3.6L-2.6,1.6ZM4.6,-0.4L9.6,2.4L8.6,9L6.8,3.6L2.6,1.6ZM-2,2.4H2L1.2,9H-1.2Z"
        }
        Unit::Templar => {
            "M0,-3L6,9H1L0,5L-1,9H-6ZM-2,-6A2,2 0 1 1 2,-6A2,2 0 1 1 -2,-6ZM-9,-1Q-9,-9.6 0,-9.8Q9,-9.6 9,-1L7.2,-2Q6,-8 0,-8Q-6,-8 -7.2,-2Z"
        }
        Unit::Archon => {
            "M0,-10L2.4,-4.2L8.6,-5L4.8,0L8.6,5L2.4,4.2L0,10L-2.4,4.2L-8.6,5L-4.8,0L-8.6,-5L-2.4,-4.2ZM-2,0A2,2 0 1 0 2,0A2,2 0 1 0 -2,0Z"
        }
        Unit::Reaver => {
            "M-9.4,6Q-9.6,-4 0,-6.4Q9.6,-4 9.4,6L6.4,3.4L4.4,7L2.2,3.4L0,7L-2.2,3.4L-4.4,7L-6.4,3.4ZM-4,-1Q0,-4 4,-1L0,1Z"
        }
        Unit::Scout => {
            "M0,-9.4L2,-1Q8,-3.6 8,-8.6Q10.4,3.6 2.4,7L0,3.6L-2.4,7Q-10.4,3.6 -8,-8.6Q-8,-3.6 -2,-1Z"
        }
        Unit::Arbiter => {
            "M0,-8L2.6,-2.4L9.8,-5Q8.6,5.4 0,8.4Q-8.6,5.4 -9.8,-5L-2.6,-2.4ZM0,0.4L2.6,3L0,5.6L-2.6,3Z"
        }
        Unit::Carrier => "M0,-10Q7,-4 6.4,4L3,9V0Q0,-3 -3,0V9L-6.4,4Q-7,-4 0,-10ZM-1.4,2H1.4V7.4H-1.4Z",
        Unit::Zergling => {
            "M-8,7Q-9.4,-1 -3.4,-2.4L-6,-9L-0.6,-4.4H0.6L6,-9L3.4,-2.4Q9.4,-1 8,7L4.6,2Q0,5.4 -4.6,2Z"
        }
        Unit::Hydralisk => {
            "M-6,-9L-1,-6.4L0,-9.4L1,-6.4L6,-9L4.4,-2.6Q2.2,-1 4,2.4Q6.4,8 0,9.4Q-4.4,9.6 -6.4,6.4Q-1,7 -0.6,3.4Q-4.6,1 -4.4,-2.6ZM-8.6,0L-4.6,1.6L-8,4Z"
        }
        Unit::Ultralisk => {
            "M-9.4,-8.6Q-8.6,0 -4.6,0.6Q-5.4,-6 0,-6Q5.4,-6 4.6,0.6Q8.6,0 9.4,-8.6Q10.6,5.6 5,6V9.4H2.4L1.4,6H-1.4L-2.4,9.4H-5V6Q-10.6,5.6 -9.4,-8.6Z"
        }
        Unit::Queen => {
            "M0,-9L2.2,-4Q8,-8 10,-2.4Q5.6,-1.6 3.4,2L1.4,9.6H-1.4L-3.4,2Q-5.6,-1.6 -10,-2.4Q-8,-8 -2.2,-4Z"
        }
        Unit::Defiler => {
            "M-7,7.4Q-10,0.6 -5,-0.6Q-6.6,-9 3.4,-9.4L5.4,-5.6L2.6,-6.6Q-2.6,-6 -1.6,-0.8H4.6Q9.6,0.6 7.4,7.4L5,4.4L3,7.4L0.6,4.4L-1.6,7.4L-4.4,4.4Z"
        }
        Unit::Scourge => {
            "M0,-5A4.8,4.8 0 1 1 -0.01,-5ZM-3.4,-4L-9.6,-9L-7,-0.6ZM3.4,-4L9.6,-9L7,-0.6ZM-1.6,5H1.6L0,9.8Z"
        }
        Unit::Mutalisk => {
            "M0,-5Q2.4,-10.4 9.4,-9Q10,-1.6 5.6,0.6Q3.4,-2 1.8,0Q2.4,5 -1.6,9.6L-3.4,7.4Q-0.8,4 -1.8,0Q-3.4,-2 -5.6,0.6Q-10,-1.6 -9.4,-9Q-2.4,-10.4 0,-5Z"
        }
        Unit::Guardian => {
            "M-9.6,-8.4L-3.6,-4.4Q0,-6 3.6,-4.4L9.6,-8.4Q10.6,3 4.6,7.4L2.4,3.4L0,8.6L-2.4,3.4L-4.6,7.4Q-10.6,3 -9.6,-8.4Z"
        }
    }
}

/// A base of each race.
fn base(race: Race) -> &'static str {
    match race {
        Race::Terran => "M-9.4,7L-7.6,-1.4H-4L-2.6,-7.4H2.6L4,-1.4H7.6L9.4,7ZM-2,7V3H2V7Z",
        Race::Protoss => "M0,-9.6L9.6,7H-9.6ZM0,-3L-4,4.4H4Z",
        Race::Zerg => {
            "M-9.6,7.4Q-8.6,-6.6 0,-6.8Q8.6,-6.6 9.6,7.4L6.4,3.4L3.2,7.4L0,3.4L-3.2,7.4L-6.4,3.4ZM-3,-2Q0,-5 3,-2Q0,1 -3,-2Z"
        }
    }
}

/// The outline of a faction's pieces.
fn plate(faction: Faction) -> &'static str {
    match faction {
        Faction::Raynor => "M-11,0A11,11 0 1 0 11,0A11,11 0 1 0 -11,0Z",
        Faction::Mengsk => "M-9.8,-9.8H9.8V9.8H-9.8Z",
        Faction::Tassadar => "M0,-13L13,0L0,13L-13,0Z",
        Faction::Aldaris => "M-6.2,-10.6H6.2L12.2,0L6.2,10.6H-6.2L-12.2,0Z",
        Faction::QueenOfBlades => "M-10.6,-10.4H10.6V1Q10.6,8.6 0,12.6Q-10.6,8.6 -10.6,1Z",
        Faction::Overmind => "M0,-12.4L11.8,-3.8L7.4,10.2H-7.4L-11.8,-3.8Z",
    }
}

/// The sign of an order; special ones share it and have a golden edge.
fn order_sign(order: Order) -> (&'static str, &'static str) {
    match order {
        Order::Build | Order::SpecialBuild => ("build", "M-5,5V0.4L0,-5L5,0.4V5H1.6V1.6H-1.6V5Z"),
        Order::Mobilize | Order::SpecialMobilize => {
            ("mobilize", "M-5.4,-5L-0.4,0L-5.4,5V2L-3.4,0L-5.4,-2ZM0.2,-5L5.4,0L0.2,5V2L2.2,0L0.2,-2Z")
        }
        Order::Research | Order::SpecialResearch => {
            ("research", "M-2,-5.4H2V-1.4L5.4,5.2H-5.4L-2,-1.4ZM-1.6,1.2L-2.8,3.6H2.8L1.6,1.2Z")
        }
    }
}

/// Shapes that the map and the panels use.
pub fn defs() -> Markup {
    html! {
        @for unit in Unit::ALL { path id={ "sc-" (unit) } d=(silhouette(*unit)) fill-rule="evenodd" {} }
        @for race in Race::ALL { path id={ "sc-base-" (race) } d=(base(*race)) fill-rule="evenodd" {} }
        @for faction in Faction::ALL { path id={ "sc-plate-" (faction) } d=(plate(*faction)) {} }
        path #sc-transport d="M0,-6.4L5,4.6L0,2.2L-5,4.6Z" {}
        @for order in &Order::ALL[..3] {
            @let (name, shape) = order_sign(*order);
            path id={ "sc-order-" (name) } d=(shape) fill-rule="evenodd" {}
        }
        path #sc-minerals d="M-5.4,5L-3.4,-2.6L-1.2,0.6L1,-6L3.4,0L5.4,-1.4V5Z" {}
        path #sc-gas d="M0,-6Q4.8,-0.6 4.8,1.8A4.8,4.4 0 0 1 -4.8,1.8Q-4.8,-0.6 0,-6Z" {}
        path #sc-conquest d="M0,-6L1.7,-1.9L6,-1.7L2.7,1L3.8,5.2L0,2.8L-3.8,5.2L-2.7,1L-6,-1.7L-1.7,-1.9Z" {}
    }
}

/// A faction's sign: its plate in its colour.
pub fn emblem(faction: Faction) -> Markup {
    html! { svg class={ "sc-icon sc-emblem " (faction_class(faction)) } viewBox="-14 -14 28 28" aria-hidden="true" focusable="false" { path d=(plate(faction)) {} } }
}

/// The colours of a team under a piece, with a shape for those who do not tell colours apart.
pub fn team_mark(team: u8) -> Markup {
    let shape = match team {
        0 => "M-10,13H10V16H-10Z",
        1 => "M-10,12L0,17L10,12V15L0,20L-10,15Z",
        _ => "M-10,13H-4V16H-10ZM-3,13H3V16H-3ZM4,13H10V16H4Z",
    };
    html! { path class={ "sc-team sc-team-" (team) } d=(shape) {} }
}

/// The class that colours a faction's things.
pub fn faction_class(faction: Faction) -> String {
    format!("sc-of sc-of-{faction}")
}

/// A unit's picture outside the map.
pub fn portrait(unit: Unit, faction: Option<Faction>) -> Markup {
    html! {
        svg class={ "sc-icon sc-portrait " (faction.map_or(String::new(), faction_class)) } viewBox="-14 -14 28 28" aria-hidden="true" focusable="false" {
            @if let Some(faction) = faction { path.sc-plate d=(plate(faction)) {} }
            path.sc-glyph d=(silhouette(unit)) fill-rule="evenodd" {}
        }
    }
}

/// A base's picture outside the map.
pub fn base_portrait(race: Race) -> Markup {
    html! { svg.sc-icon.sc-portrait viewBox="-12 -12 24 24" aria-hidden="true" focusable="false" { path.sc-glyph d=(base(race)) fill-rule="evenodd" {} } }
}

/// The name of an order's sign among the shapes.
pub fn order_shape(order: Order) -> String {
    format!("#sc-order-{}", order_sign(order).0)
}

/// A sign of a resource or of conquest points outside the map.
pub fn sign(name: &str) -> Markup {
    html! { svg class={ "sc-icon sc-sign " (name) } viewBox="-7 -7 14 14" aria-hidden="true" focusable="false" { use href={ "#sc-" (name) } {} } }
}

/// The sign of what an area holds, and its number.
pub fn content(content: Content) -> (&'static str, u8) {
    match content {
        Content::Minerals(n) => ("minerals", n),
        Content::Gas(n) => ("gas", n),
        Content::Conquest(n) => ("conquest", n),
    }
}

/// Does the unit fly?
pub fn flies(unit: Unit) -> bool {
    data().unit(unit).r#move == Move::Flying
}
