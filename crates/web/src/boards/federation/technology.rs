//! Alien technology: each race's track, and what the race has in effect now, whoever it has it from.

use super::{
    Desk,
    glyphs::{self, race_class},
};
use crate::markdown::rule_link;
use klaxon_core::{count, counted};
use klaxon_federation::{
    data::{TechFx, data},
    nouns::{AlienTech, Race, Resource},
    words::{alien_tech_text, ids},
};
use maud::{Markup, html};

pub fn panel(desk: Desk<'_>) -> Markup {
    html! {
        section #sf-tech .panel.sf-panel aria-label="Alien technology" {
            h2 { "Alien technology" span.soft.sf-note { " if all five tracks are full, the Federation is outclassed" } }
            div.sf-techs { @for race in Race::ALL { (of_race(desk, race)) } }
        }
    }
}

fn of_race(desk: Desk<'_>, race: Race) -> Markup {
    let t = desk.t;
    let spaces = &data().races[race.index()].spaces;
    let held = &t.techs[race.index()];
    let name = format!("{}, {} of {} technologies", race.name(), held.len(), spaces.len());
    let effects: Vec<AlienTech> =
        AlienTech::ALL.into_iter().filter(|tech| t.copies(race, *tech) > 0).collect();
    html! {
        article class={ "sf-techrace " (race_class(race)) } {
            h3 { (desk.chip(&format!("sf-tech-{}", race.id()), ids::tech(race), "sf-flag", &name, &html! { (glyphs::emblem(race)) span { (race.name()) } @if t.track_is_full(race) { span.sf-badge.bad { "full" } } })) }
            ol.sf-track {
                @for (i, number) in spaces.iter().enumerate() { (space(desk, race, i, *number)) }
            }
            @if effects.is_empty() { p.soft { "Nothing in effect." } }
            ul.sf-effects { @for tech in effects { (effect(desk, race, tech)) } }
        }
    }
}

fn space(desk: Desk<'_>, race: Race, i: usize, number: u8) -> Markup {
    let t = desk.t;
    let tech = t.techs[race.index()].get(i).copied();
    let spy = t.spies.has(race) && t.empty_tech_space(race) == Some(number);
    let words = match (tech, spy) {
        (Some(tech), _) => format!("space {number}: {}", tech.name()),
        (None, true) => format!("space {number}: your spy"),
        (None, false) => format!("space {number}: empty"),
    };
    let inner = html! {
        small { (number) }
        @match (tech, spy) {
            (Some(tech), _) => span { (tech.name()) },
            (None, true) => (desk.chip(&format!("sf-spy-{}", race.id()), format!("spy-{}", race.id()), "sf-chip", &format!("your spy among the {}", race.name()), &html! { (glyphs::token(Resource::Espionage)) span { "spy" } })),
            (None, false) => span.soft { "–" },
        }
    };
    html! { li.filled[tech.is_some()] { (desk.chip(&format!("sf-techspace-{}-{number}", race.id()), ids::tech_space(race, number), "sf-techspace", &words, &inner)) } }
}

/// A technology in effect: what it does, and where copies beyond the race's own come from.
fn effect(desk: Desk<'_>, race: Race, tech: AlienTech) -> Markup {
    let t = desk.t;
    let copies = t.copies(race, tech);
    let own = t.techs[race.index()].iter().filter(|x| **x == tech).count() as u8;
    let allies: Vec<&str> = t
        .allies_of(race)
        .filter(|ally| tech != AlienTech::Enhanced && t.techs[ally.index()].first() == Some(&tech))
        .map(Race::name)
        .collect();
    let stolen = t.techs[race.index()].iter().any(|x| {
        matches!(x, AlienTech::StolenMutant) && t.techs[Race::Mutants.index()].first() == Some(&tech)
            || matches!(x, AlienTech::StolenCthonian)
                && t.techs[Race::Cthonians.index()].first() == Some(&tech)
    });
    let mut from: Vec<String> = allies.iter().map(|ally| format!("shared by the {ally}")).collect();
    if stolen {
        from.push("stolen".into());
    }
    if copies > own + allies.len() as u8 + u8::from(stolen) {
        from.push("enhanced".into());
    }
    // Where there are several copies, what they come to (SF-6.6, SF-6.7).
    let steps = matches!(data().alien[tech as usize].effect, TechFx::StepOnToken(_))
        .then(|| t.fast_steps(race, tech, desk.view.edition))
        .filter(|_| copies > 1);
    html! {
        li {
            strong { (tech.name()) } @if copies > 1 { " " span.sf-badge { "×" (copies) span.hidden { " " (counted(copies, "copy", "copies")) } } }
            @if !from.is_empty() { " " em { (from.join(", ")) } }
            ": " (alien_tech_text(tech)) @if let Some(steps) = steps { ", " (count(steps, "space")) } " " (rule_link(data().alien[tech as usize].rule.as_str()))
        }
    }
}
