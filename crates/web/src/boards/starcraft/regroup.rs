//! The last regrouping, step by step.

use super::{Table, chronicle::Chronicle};
use maud::{Markup, html};

/// The ten steps (SC-12.1).
const STEPS: [&str; 10] = [
    "Bases and transports are destroyed",
    "Resource cards are lost",
    "Resource cards are gained",
    "Workers return to the pool",
    "Conquest points",
    "Normal victory",
    "Special victory",
    "Event cards",
    "Combat cards are discarded",
    "The first-player token passes",
];

impl Table<'_> {
    pub(super) fn regrouping(&self, chronicle: &Chronicle) -> Markup {
        let now = self.phase() == super::turn::Phase::Regrouping;
        let lines =
            |step: usize| chronicle.regrouping.iter().filter(move |(s, _)| usize::from(*s) == step + 1);
        html! {
            section #sc-regrouping .panel.sc-panel aria-label="Regrouping" hidden[chronicle.regrouping.is_empty()] {
                details.sc-more #sc-regrouping-fold open[now] {
                    summary { h2 { @if now { "Regrouping, step by step" } @else { "The last regrouping, step by step" } } }
                    ol.sc-ten { @for (i, name) in STEPS.iter().enumerate() {
                        @let any = lines(i).next().is_some();
                        li.none[!any] { span { (name) } @if any { ul { @for (_, text) in lines(i) { li { (text) } } } } }
                    } }
                }
            }
        }
    }
}
