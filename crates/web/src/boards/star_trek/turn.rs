//! Where the game stands: turn, step, phase, how it is won, and the ladder of initiative.

use super::Scene;
use klaxon_star_trek::{Asked, Order, Stage};
use maud::{Markup, html};

/// The steps of the game or of a turn, and the current one.
fn steps(stage: Stage) -> (&'static [&'static str], usize) {
    const SETUP: &[&str] = &["Points", "Fleets", "Obstacles", "Deployment"];
    const TURN: &[&str] = &["Reveal", "Orders", "Phase 1", "Phase 2", "Phase 3", "Boarding", "Ready"];
    match stage {
        Stage::Split => (SETUP, 0),
        Stage::Build => (SETUP, 1),
        Stage::PlaceObstacles => (SETUP, 2),
        Stage::Deploy => (SETUP, 3),
        Stage::Reveal => (TURN, 0),
        Stage::Assign => (TURN, 1),
        Stage::CloakWindow
        | Stage::PhaseStart
        | Stage::Act
        | Stage::Steer
        | Stage::Flight { .. }
        | Stage::Threat => (TURN, 2),
        Stage::Boarding => (TURN, 5),
        Stage::Keep | Stage::TurnEnd | Stage::Over => (TURN, 6),
    }
}

/// The part of an Orders phase.
fn part(stage: Stage) -> Option<&'static str> {
    match stage {
        Stage::CloakWindow => Some("cloaks"),
        Stage::PhaseStart => Some("abilities at the start of the phase"),
        Stage::Act => Some("ships act"),
        Stage::Steer | Stage::Flight { .. } => Some("torpedoes fly"),
        Stage::Threat => Some("the Borg act"),
        Stage::Split
        | Stage::Build
        | Stage::PlaceObstacles
        | Stage::Deploy
        | Stage::Reveal
        | Stage::Assign
        | Stage::Boarding
        | Stage::Keep
        | Stage::TurnEnd
        | Stage::Over => None,
    }
}

/// Turn, step and phase, with the buttons of the moment.
pub fn turn(scene: &Scene<'_>) -> Markup {
    let view = scene.view;
    let (names, mut now) = steps(view.stage);
    if now == 2 && names.len() > 4 {
        now += usize::from(view.phase.saturating_sub(1));
    }
    html! {
        section #st-turn .panel.st-turn aria-label="Turn" {
            p.st-when {
                @if view.turn == 0 { strong.st-begin { "Setting up" } } @else { strong { "Turn " (view.turn) } span.soft { " of " (view.turn_limit) } }
                @if let Some(part) = part(view.stage) { span.soft { " · " (part) } }
                @if view.scores.iter().any(|s| *s != 0) { span.st-scores { @for (team, score) in view.scores.iter().enumerate() { span class={ "st-score " (scene.team(team as u8)) } { (view.teams[team]) " " strong { (score) } } } } }
            }
            ol.st-steps { @for (i, name) in names.iter().enumerate() { li.done[i < now] aria-current=[(i == now).then_some("step")] { (name) } } }
        }
    }
}

/// What the ship that acts has done and may still do.
pub fn owed(scene: &Scene<'_>) -> Markup {
    let view = scene.view;
    let Some(acting) = view.acting else { return html! { section #st-owed .panel.st-owed hidden {} } };
    let left: Vec<&str> =
        Order::ALL.into_iter().filter(|o| acting.orders[*o as usize] > 0).map(|o| o.name()).collect();
    html! {
        section #st-owed .panel.st-owed aria-label="The ship that acts" { p {
            strong { (view.ship(acting.ship).map_or("", |s| s.name.as_str())) } ": "
            (if acting.revealed { "order revealed" } else { "order still face down" }) ", " (if acting.moved { "has moved" } else { "not yet moved" })
            @if !left.is_empty() { ", may execute " (left.join(", ")) }
        } }
    }
}

/// How it is won, and how far each side has come.
pub fn aims(scene: &Scene<'_>) -> Markup {
    let view = scene.view;
    html! {
        section #st-aims .panel.st-aims aria-label="How it is won" {
            h2 { "How it is won" }
            p.soft { (view.mission) }
            ul {
                @for (i, line) in view.victory.iter().enumerate() {
                    li { (line)
                        @for held in view.progress.iter().filter(|p| p.condition == i) { " " strong.st-progress { (held.team) ": " (held.turns) " of " (held.of) " turns" } }
                    }
                }
            }
        }
    }
}

/// The ships in the order of initiative (ST-7.1), with what has become of their option.
pub fn ladder(scene: &Scene<'_>) -> Markup {
    let view = scene.view;
    let option = match view.asked {
        Asked::ActOrDefer { ship } => Some(ship),
        _ => None,
    };
    let at = option.and_then(|id| view.initiative.iter().position(|s| *s == id));
    let shown = view.phase > 0 && !view.initiative.is_empty();
    html! {
        section #st-ladder .panel.st-ladder aria-label="Initiative" hidden[!shown] {
            h2 { "Initiative" }
            ol {
                @for (i, id) in view.initiative.iter().enumerate() {
                    @if let Some(ship) = view.ship(*id) {
                        @let acts = view.acting.is_some_and(|a| a.ship == *id);
                        // In a pass the option goes down the list: who stands above it and has not acted has deferred.
                        @let state = if acts { "acts now" } else if option == Some(*id) { "has the option" } else if ship.acted { "has acted" } else if at.is_some_and(|at| i < at) { "deferred" } else { "waits" };
                        li class={ (scene.team(ship.team)) (if acts || option == Some(*id) { " now" } else if ship.acted { " done" } else { "" }) } data-about={ "ship:" (id) } {
                            span.st-rank { (i + 1) } strong { (ship.name) }
                            span.soft { "command " (ship.command) } span.st-state { (state) }
                        }
                    }
                }
            }
        }
    }
}
