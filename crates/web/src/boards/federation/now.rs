//! The Federation's own tracks, and the dice or the battle on the table.

use super::{Desk, glyphs, lines};
use crate::markdown::rule_link;
use klaxon_core::{Odds, Words, counted};
use klaxon_federation::{
    Action, Federation, Task,
    data::data,
    nouns::{Base, Marker, Space},
    questions::{Judge, Throw},
    words::{dice_reasons, ids},
};
use maud::{Markup, html};

/// Turn, worlds settled, and the three markers with what their ends mean.
pub fn state(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    html! {
        section #sf-state .panel.sf-panel.sf-strip aria-label="The Federation" {
            p.sf-turn {
                strong { @if t.turn == 0 { "Set-up" } @else { "Turn " (t.turn) } }
                span.soft { " " (t.difficulty.word()) }
            }
            div.sf-gauge title="All six named spaces with a Base of yours win the game" {
                span.what { "Settled" }
                (pips(t.settled(), Base::ALL.len() as u8, "good"))
                strong { (t.settled()) " of " (Base::ALL.len()) }
            }
            @for marker in [Marker::Stability, Marker::Losses, Marker::Expansion] { (gauge(desk, marker)) }
        }
    }
}

/// What must be done this turn.
pub fn alarm(desk: Desk<'_>) -> Markup {
    let shown = !desk.t.fleets_at(Space::SOL).is_empty() && desk.t.end.is_none();
    html! {
        section #sf-alarm .panel.sf-alarm role="alert" hidden[!shown] {
            @if shown { p { "Aliens are in Sol: drive them out before the Federation turn ends, or all is lost. " (rule_link("SF-3.3")) } }
        }
    }
}

fn gauge(desk: Desk<'_>, marker: Marker) -> Markup {
    let n = desk.t.marker(marker);
    let most = data().markers[marker as usize].maximum;
    let (tone, words) = match marker {
        Marker::Stability => (if n <= 1 { "bad" } else { "good" }, "At 0 the Federation breaks apart"),
        Marker::Losses => ("bad", "At 2, the next loss costs Stability instead"),
        Marker::Expansion => ("bad", "At 1, the next demand to expand costs Stability instead"),
    };
    let inner = html! { span.what { (short(marker)) } (pips(n, most, tone)) strong { (n) " of " (most) } };
    let full = format!("{} {n} of {most}. {words}", marker.name());
    desk.chip(&format!("sf-marker-{}", marker.word()), ids::marker(marker), "sf-gauge", &full, &inner)
}

/// The marker's last word is enough on a narrow strip.
fn short(marker: Marker) -> &'static str {
    match marker {
        Marker::Expansion => "Expansion",
        Marker::Losses => "Losses",
        Marker::Stability => "Stability",
    }
}

fn pips(n: u8, most: u8, tone: &str) -> Markup {
    html! { span class={ "sf-pips " (tone) } aria-hidden="true" { @for i in 0..most { span.on[i < n] {} } } }
}

/// Dice that wait for a word of yours, or the battle before its throw, with the exact odds.
pub fn panel(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    let top = t.top().filter(|_| t.end.is_none());
    match top {
        Some(Task::Judge | Task::ChooseDie(_)) => html! {
            section #sf-now .panel.sf-panel.sf-now aria-label="Dice on the table" {
                h2 { "Dice on the table" }
                div.sf-dice { @for (i, face) in t.roll.dice.iter().enumerate() {
                    (desk.chip(&format!("sf-die-{i}"), ids::die(i as u8), "sf-thrown", &format!("die {}: {face}", i + 1), &glyphs::die(&face.to_string())))
                } }
                @if let Some(again) = reroll(desk) {
                    details.fold #sf-again { summary { "Odds of a new throw" } (odds(&again)) }
                }
            }
        },
        Some(Task::OutManeuver) => html! {
            section #sf-now .panel.sf-panel.sf-now aria-label="The battle" {
                h2 { "Combat at " (t.battle.space.name()) " with " (counted(t.battle.dice, "die", "dice")) }
                @match Federation::odds(desk.view, &Throw::Throw.into()) {
                    Some(all) => { (lines(&all.because)) (table(&all)) }
                    None => { (lines(&dice_reasons(t, t.battle.space, t.battle.fleets))) }
                }
            }
        },
        // A throw that waits for its player: the whole table of what may come.
        Some(Task::Roll(_)) => html! {
            section #sf-now .panel.sf-panel.sf-now aria-label="Before the throw" {
                @if let Some(all) = Federation::odds(desk.view, &Throw::Throw.into()) { h2 { (all.title) } (odds(&all)) }
            }
        },
        Some(_) | None => html! { section #sf-now .panel hidden {} },
    }
}

fn reroll(desk: Desk<'_>) -> Option<Odds> {
    let again = desk.t.choices().into_iter().find(|a| matches!(a, Action::Judge(Judge::Reroll(_))))?;
    Federation::odds(desk.view, &again)
}

/// Odds with their reasons.
pub fn odds(odds: &Odds) -> Markup {
    html! { (lines(&odds.because)) (table(odds)) }
}

fn table(odds: &Odds) -> Markup {
    html! {
        table.sf-odds {
            caption.hidden { (odds.title) }
            tbody { @for (text, share) in &odds.rows {
                tr {
                    th scope="row" { (text) }
                    td.bar { svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" { rect width=(share.per_mille()) height="10" {} } }
                    td.share { (share) }
                }
            } }
        }
    }
}
