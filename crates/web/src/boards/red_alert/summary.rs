//! The battle looked back upon, once it is over: luck, losses and turning points.

use klaxon_core::{Game, Session, Viewer};
use klaxon_red_alert::{
    RedAlert, Side,
    summary::{SideReport, Summary, Volley, in_tenths},
};
use maud::{Markup, html};

/// The panel of a table; hidden until the battle is over.
pub fn panel(table: &str, session: &Session<RedAlert>, viewer: Viewer, below: Side) -> Markup {
    if session.game().outcome().is_none() {
        return html! { section #ra-summary .panel.ra-panel hidden {} };
    }
    // A session from a snapshot has not seen the whole battle; the replay always has.
    if session.steps().len() < session.step() as usize {
        return html! {
            section #ra-summary .panel.ra-panel aria-label="Looking back" {
                h2 { "Looking back" }
                p { a href=(moment(table, session.step())) { "Luck and turning points are at the end of the replay" } }
            }
        };
    }
    let summary = Summary::of(session.heard(viewer));
    html! {
        section #ra-summary .panel.ra-panel.ra-summary aria-label="Looking back" {
            (luck(table, &summary, [below, below.other()]))
            @if !summary.turning_points.is_empty() {
                h2 { "Turning points" }
                ol { @for point in &summary.turning_points {
                    li { a href=(moment(table, point.step)) { (point.text) } }
                } }
            }
        }
    }
}

/// The address of a moment.
fn moment(table: &str, step: u32) -> String {
    format!("/t/{table}/replay?step={step}")
}

fn luck(table: &str, summary: &Summary, sides: [Side; 2]) -> Markup {
    let most = summary.sides.iter().map(|s| s.expected_hits.max(u64::from(s.hits) * 1000)).max().unwrap_or(0);
    let row = |name: &str, cell: &dyn Fn(&SideReport) -> Markup| {
        html! { tr { th scope="row" { (name) } @for side in sides { td class=(side.word()) { (cell(summary.of_side(side))) } } } }
    };
    let volley = |volley: Option<Volley>| {
        html! { @match volley {
            Some(volley) => { a href=(moment(table, volley.step)) { (volley.text()) } }
            None => "–"
        } }
    };
    html! {
        table.ra-table {
            caption { h2 { "Luck and losses" } }
            thead { tr { th scope="col" { "Dice" } @for side in sides { th scope="col" class=(side.word()) { (side.name()) } } } }
            tbody {
                (row("Attacks", &|s| html! { (s.attacks) " with " (s.dice) (if s.dice == 1 { " die" } else { " dice" }) }))
                (row("Hits expected", &|s| html! { (in_tenths(s.expected_hits)) }))
                (row("Hits rolled", &|s| html! { (s.hits) (bar(s, most)) }))
                (row("Luck", &|s| html! { (s.luck_words()) }))
                (row("Best roll", &|s| volley(s.best)))
                (row("Worst roll", &|s| volley(s.worst)))
                (row("Stars rolled", &|s| html! { (s.stars_rolled) }))
                (row("Red alerts rolled", &|s| html! { (s.red_alerts) }))
                (row("Figures lost", &|s| html! { (s.figures_lost) }))
                (row("Units lost", &|s| html! { (s.units_lost) }))
            }
        }
    }
}

/// Hits as a bar, with a line where the average is.
fn bar(side: &SideReport, most: u64) -> Markup {
    let long = |thousandths: u64| thousandths * 1000 / most.max(1);
    html! {
        svg.bar viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.hits width=(long(u64::from(side.hits) * 1000)) height="10" {}
            rect.mean x=(long(side.expected_hits).min(988)) width="12" height="10" {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use klaxon_core::{Chance, Seed, TableOrder, Words, log::Log};

    #[test]
    fn a_battle_is_looked_back_upon_once_it_is_over() {
        let setup = RedAlert::setup(&TableOrder::default()).unwrap();
        let mut session = Session::<RedAlert>::start(setup, Seed::small(4)).unwrap();
        let drawn =
            |session: &Session<RedAlert>| panel("abc", session, Viewer::Watcher, Side::Cf).into_string();
        assert!(drawn(&session).contains("hidden"));
        let mut luck = Chance::quick(4);
        let mut last = None;
        while let Some(seat) = session.game().to_act().iter().next() {
            let choices = session.game().choices(seat);
            last = Some(session.act(seat, None, *luck.pick(&choices).unwrap(), 0).unwrap());
        }
        let last = last.expect("somebody decided");
        let page = drawn(&session);
        let summary = Summary::of(session.heard(Viewer::Watcher));
        assert!(!summary.turning_points.is_empty() && !page.contains("hidden>"));
        for point in &summary.turning_points {
            let link = format!("href=\"/t/abc/replay?step={}\">{}</a>", point.step, point.text);
            assert!(page.contains(&link), "{link}\n{page}");
        }
        for side in &summary.sides {
            assert!(page.contains(&side.luck_words()), "{page}");
            assert!(page.contains(&in_tenths(side.expected_hits)));
        }
        let (cf, cw) = (page.find("Confederation</th>").unwrap(), page.find("Commonwealth</th>").unwrap());
        assert!(cf < cw, "one's own side comes first");
        // From a snapshot alone nothing can be told but where to look.
        let log = Log { header: session.sealed_header().clone(), entries: vec![last] };
        let late = Session::resume_from(&log, session.snapshot()).unwrap();
        let short = drawn(&late);
        assert!(short.contains(&format!("replay?step={}", session.step())) && !short.contains("<table"));
    }
}
