//! The mission clock with its captions, and everything that can be said to it: ready, wait, pause, end.
//!
//! Captions stand here before any sound is made: the script only speaks what it finds in `#sa-caption`.

use super::{Table, pressable};
use crate::{markdown::rule_link, wish::Wish};
use klaxon_core::{Line, Millis, SeatSet};
use klaxon_space_alert::{
    ClockView, Pace, PlanView,
    script::{Moment, TRANSFER_MS, clock},
};
use maud::{Markup, html};
use serde_json::json;

/// The console.
pub fn panel(table: &Table<'_>) -> Markup {
    let Some(plan) = table.planning() else {
        return html! { section #sa-clock .panel.sa-panel data-own-sound hidden {} };
    };
    let (state, since) = match plan.clock {
        ClockView::Off => ("off", None),
        ClockView::Gathering { .. } => ("gathering", None),
        ClockView::Starting => ("starting", None),
        ClockView::Running { since } => ("running", Some(since)),
        ClockView::Paused { .. } => ("paused", None),
    };
    let zero = since.zip(table.past.opened).map(|(since, opened)| opened + since);
    html! {
        section #sa-clock .panel.sa-panel.sa-console.silent[plan.silent] aria-label="Mission clock" data-own-sound data-state=(state)
            data-zero=[zero] data-rate=(plan.pace.script_in_ten()) {
            div.sa-face {
                p #sa-time .sa-time role="timer" aria-label="Mission time" { (time(table, plan)) }
                p.sa-lesson { (plan.lesson.word()) @if let Some(script) = &table.view.script { " " (script) } @if plan.pace != Pace::Normal { " · " (plan.pace.word()) " pace" } }
                (phases(table, plan))
            }
            div.sa-said {
                (caption(table, plan))
                (windows(table, plan))
            }
            (buttons(table, plan))
        }
    }
}

/// The time of the script, as far as the last step tells it; the page's script lets it run.
fn time(table: &Table<'_>, plan: &PlanView) -> String {
    let said: Millis = plan.announced.last().map_or(0, |cue| u64::from(cue.at));
    let ms = match plan.clock {
        ClockView::Off => return "no clock".into(),
        ClockView::Gathering { .. } | ClockView::Starting => 0,
        ClockView::Running { since } => {
            table.past.now.map_or(said, |now| plan.pace.script_ms(now.saturating_sub(since)).max(said))
        }
        ClockView::Paused { elapsed, .. } => plan.pace.script_ms(elapsed),
    };
    clock(u32::try_from(ms).unwrap_or(u32::MAX))
}

/// The phases: which one the script is in, and which one the viewer plans.
fn phases(table: &Table<'_>, plan: &PlanView) -> Markup {
    let mine = table.own().map(|me| me.phase);
    let begun = !plan.announced.is_empty() || plan.clock == ClockView::Off;
    html! {
        ol.sa-phases-bar aria-label="Phases" {
            @for phase in 1..=plan.lesson.phases() as u8 {
                @let now = begun && plan.clock != ClockView::Off && phase == plan.phases_over + 1;
                li.over[phase <= plan.phases_over].now[now].mine[mine == Some(phase)] aria-current=[now.then_some("step")] {
                    span.sa-word { "Phase " } (phase)
                    @if phase <= plan.phases_over { span.hidden { ", over" } }
                    @if mine == Some(phase) { span.you { "you" } }
                }
            }
        }
    }
}

/// Announcements that a page is given again with each change: one that was busy misses none of them.
const RECENT: usize = 8;

/// The last announcement, large; for the page's voice also the few before it, numbered.
fn caption(table: &Table<'_>, plan: &PlanView) -> Markup {
    let n = table.past.captions.len();
    let fresh: Vec<&(u32, Line)> = match table.past.captions.last() {
        // Everything announced at the same moment belongs together.
        Some((last, _)) if plan.clock != ClockView::Off => {
            table.past.captions.iter().filter(|(step, _)| step == last).collect()
        }
        Some(_) | None => Vec::new(),
    };
    let numbered: Vec<(usize, &str)> =
        table.past.captions.iter().enumerate().map(|(i, (_, line))| (i + 1, line.text.as_str())).collect();
    let recent = json!(numbered[n.saturating_sub(RECENT)..]).to_string();
    html! {
        div #sa-caption .sa-caption role="status" aria-live="assertive" data-n=(n) data-recent=(recent) data-say=(fresh.iter().map(|(_, l)| l.text.as_str()).collect::<Vec<_>>().join(" ")) {
            @if fresh.is_empty() {
                p { @match plan.clock {
                    ClockView::Off => { "Practice: everything is announced, and nobody hurries you." }
                    ClockView::Gathering { .. } => { "The script starts when everybody is ready." }
                    ClockView::Starting | ClockView::Running { .. } => { "The script starts." }
                    ClockView::Paused { .. } => { "The clock is stopped." }
                } }
            }
            @for (_, line) in &fresh {
                p data-about=(line.about.join(" ")) { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } }
            }
        }
    }
}

/// What is open just now: a transfer window with its countdown, cards to draw, a breakdown.
fn windows(table: &Table<'_>, plan: &PlanView) -> Markup {
    // What is over cannot be mended.
    let ahead = klaxon_space_alert::forecast(table.view).filter(|_| table.own().is_some());
    let opened = plan.announced.iter().rev().find(|cue| cue.what == Moment::TransferBegins).map(|cue| cue.at);
    let until = opened.map(|at| at + TRANSFER_MS).filter(|_| plan.transfer_open());
    html! {
        div.sa-windows {
            @if plan.silent {
                p #sa-silent .sa-window.cut { strong { "Communication is down." } " Chat, figures and markers are cut; planning goes on." }
            }
            @if plan.transfer_open() {
                p #sa-transfer .sa-window.open data-until=[until] {
                    strong { "Data transfer" } @if until.is_some() { " closes in " span.left { "…" } } ". "
                    @if plan.gives > 0 { "Give one card: its action half, then a player." }
                    @else if table.view.seat.is_some() { "You have given your card." }
                }
            }
            @if let Some(ahead) = &ahead { (super::ahead::unserved(ahead, plan.phases_over + 1)) }
            @if plan.draws > 0 {
                p.sa-window { strong { "Incoming data" } ": you may draw " (plan.draws) (if plan.draws == 1 { " card. " } else { " cards. " }) (pressable(table, plan.deck > 0 && awake(table), ["deck", "sa-draw", "small"], "Draw a card")) }
            }
        }
    }
}

/// Is the viewer a player who plans, rather than one who waits or has agreed to the end?
fn awake(table: &Table<'_>) -> bool {
    let resting = table.own().is_some_and(|me| me.waiting || me.agreed);
    table.view.seat.is_some() && !resting && !(table.view.solo && table.view.crew.iter().any(|c| c.agreed))
}

fn buttons(table: &Table<'_>, plan: &PlanView) -> Markup {
    let me = table.own();
    let (up, phases) = (awake(table), plan.lesson.phases() as u8);
    let running = matches!(plan.clock, ClockView::Running { .. });
    // SA-3.10, SA-14.15, SA-16.2
    let may_end =
        if running { phases == 3 && plan.phases_over >= 2 } else { me.is_none_or(|me| me.phase == phases) };
    let any = |words: &str| Wish::any(words);
    let names = |set: SeatSet| set.iter().map(|s| table.person(s)).collect::<Vec<_>>().join(", ");
    let done: Vec<String> = table
        .view
        .crew
        .iter()
        .filter(|c| c.agreed && !c.figure.android)
        .map(|c| c.figure.to_string())
        .collect();
    html! {
        div.sa-orders {
            @match plan.clock {
                ClockView::Gathering { ready } => {
                    (pressable(table, false, ["ready", "sa-ready", "primary"], "Ready"))
                    p.soft { @if ready.is_empty() { "Nobody is ready yet." } @else { "Ready: " (names(ready)) "." } }
                }
                ClockView::Paused { resume, .. } => {
                    (pressable(table, false, ["pause", "sa-resume", "primary"], "Let the clock run"))
                    @if !table.touch.can("pause") && table.view.seat.is_some_and(|seat| !resume.has(seat)) {
                        button #sa-resume type="button" .primary data-do=(any("pause no")) { "Let the clock run" }
                    }
                    (pressable(table, false, ["stay-paused", "sa-stay", ""], "Leave it stopped"))
                    @if !resume.is_empty() { p.soft { "To run on: " (names(resume)) "." } }
                }
                ClockView::Starting => {}
                ClockView::Off | ClockView::Running { .. } => {
                    @if me.is_some_and(|me| me.waiting) { button #sa-wake type="button" .primary data-do=(any("wake")) { "Plan on" } }
                    @if me.is_some_and(|me| me.agreed) { button #sa-plan-on type="button" data-do=(any("end-round no")) { "Not yet: plan on" } }
                    (pressable(table, up && may_end, ["end-round", "sa-end-round", ""], "End the round"))
                    (pressable(table, up && running, ["wait", "sa-wait", ""], "Wait for news"))
                    (pressable(table, up && running && plan.may_pause, ["pause", "sa-pause", ""], if table.view.seat.is_some_and(|s| plan.pause_votes.has(s)) { "Withdraw my vote to stop" } else { "Stop the clock" }))
                    (pressable(table, up && me.is_some_and(|me| me.phase > 0 && me.phase < phases), ["next-phase", "sa-next-phase", ""], "End my phase early"))
                    @if !plan.pause_votes.is_empty() { p.soft { "To stop the clock: " (names(plan.pause_votes)) "." } }
                    @if !done.is_empty() { p.soft { "To end the round: " (done.join(", ")) "." } }
                }
            }
        }
    }
}

/// Everything announced so far with its time.
pub fn transcript(table: &Table<'_>) -> Markup {
    let Some(plan) = table.planning() else {
        return html! { section #sa-heard .panel.sa-panel hidden {} };
    };
    html! {
        section #sa-heard .panel.sa-panel hidden[plan.announced.is_empty()] {
            details #sa-heard-fold {
                summary { h2 { "Announced so far" } }
                ol.sa-heard { @for (cue, line) in heard(table, plan) {
                    li { time { (cue) } span { (line.text) @if let Some(rule) = line.rule { " " (rule_link(rule.as_str())) } } }
                } }
            }
        }
    }
}

/// Announcements with their times, newest first. Sentences come from what was told; times from the script so far.
fn heard<'t>(table: &'t Table<'_>, plan: &PlanView) -> Vec<(String, &'t Line)> {
    // A pause is told, but is no announcement of the script.
    let told: Vec<&Line> = table
        .past
        .captions
        .iter()
        .map(|(_, line)| line)
        .filter(|line| line.rule.is_none_or(|rule| rule.as_str() != "SA-3.32"))
        .collect();
    let from = told.len().saturating_sub(plan.announced.len());
    let mut all: Vec<(String, &Line)> =
        plan.announced.iter().map(|cue| clock(cue.at)).zip(told[from..].iter().copied()).collect();
    all.reverse();
    all
}
