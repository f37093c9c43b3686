//! When the game is over: everybody's final standing, in the order of the tiebreakers.

use super::Table;
use crate::markdown::rule_link;
use klaxon_starcraft::{SeatView, words::aims};
use maud::{Markup, html};
use std::cmp::Reverse;

impl Table<'_> {
    pub(super) fn standing(&self) -> Markup {
        let Some(ending) = &self.view.ending else { return html! {} };
        let mut sheets: Vec<&SeatView> = self.view.seats.iter().collect();
        let worth = |s: &SeatView| (s.cp, s.resources, s.areas, s.bases, s.pool);
        sheets.sort_by_key(|s| (!ending.winners.has(s.seat), s.out, Reverse(worth(s))));
        html! {
            h2 { "Final standing after round " (self.view.round) }
            div.sc-scroll tabindex="0" role="region" aria-label="Final standing" { table.sc-standing {
                thead { tr {
                    th scope="col" { "Faction" }
                    th.n scope="col" { "Points" }
                    th scope="col" { "Special objective" }
                    th.n scope="col" { "Resources" }
                    th.n scope="col" { "Areas" }
                    th.n scope="col" { "Bases" }
                    th.n scope="col" { "Workers" }
                } }
                tbody { @for sheet in sheets {
                    tr.won[ending.winners.has(sheet.seat)] {
                        th scope="row" {
                            (self.emblem(sheet.seat)) " " (self.seat_name(sheet.seat))
                            @if self.view.me == Some(sheet.seat) { " (you)" }
                            @if self.view.teams { span class={ "sc-team-chip sc-team-" (sheet.team) } { "team " (sheet.team + 1) } }
                            @if ending.winners.has(sheet.seat) { span.sc-first { "won" } }
                            @if sheet.out { span.soft { " eliminated" } }
                        }
                        td.n { strong { (sheet.cp) } @if !self.view.galactic { span.soft { " of " (sheet.target) } } }
                        td { @if let Some(aim) = aims::aim(self.view, sheet.seat).filter(|_| !self.view.galactic) { (aim.text) " · " (aim.have) " of " (aim.need) } }
                        td.n { (sheet.resources) }
                        td.n { (sheet.areas) }
                        td.n { (sheet.bases) }
                        td.n { (sheet.pool) }
                    }
                } }
            } }
            p.soft { "Ties are broken from left to right: points, resources, areas, bases, workers in the pool " (rule_link("SC-14.13")) }
        }
    }
}
