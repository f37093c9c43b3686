//! What every resource is good for now, and why not.

use super::{Desk, glyphs};
use crate::markdown::rule_link;
use klaxon_core::{count, counted};
use klaxon_federation::{Spot, Usage, data::Pays, nouns::Resource};
use maud::{Markup, html};

pub fn panel(desk: Desk<'_>) -> Markup {
    let t = desk.t;
    if t.end.is_some() {
        return html! { section #sf-uses .panel hidden {} };
    }
    let warp = t.warp_is_open();
    html! {
        section #sf-uses .panel.sf-panel aria-label="What resources can do" {
            h2 { "What each resource can do now" }
            div.sf-uses {
                @for what in Resource::ALL.into_iter().filter(|r| *r != Resource::Warp || warp) {
                    (resource(desk, what))
                }
            }
        }
    }
}

fn resource(desk: Desk<'_>, what: Resource) -> Markup {
    let t = desk.t;
    let uses = desk.view.uses(what);
    let spots = t.spots(what);
    let deployed = spots.iter().filter(|s| !matches!(s, Spot::Tray | Spot::Stored)).count();
    let (tray, stored) = (t.tray().of(what), t.stored.of(what));
    let open = uses.iter().filter(|u| !u.choices.is_empty()).count();
    html! {
        details class={ "sf-use " (glyphs::resource_class(what)) } id={ "sf-use-" (what.id()) } open[open > 0] {
            summary {
                (glyphs::token(what))
                strong { (what.name()) }
                span.soft {
                    @if tray + stored == 0 && deployed == 0 { "none available" }
                    @else {
                        @if tray > 0 { (tray) " in row 0 " }
                        @if stored > 0 { (stored) " stored " }
                        @if deployed > 0 { (deployed) " deployed" }
                    }
                }
                @if open > 0 { span.sf-open { (counted(open, "use open", "uses open")) } }
            }
            ul { @for u in &uses { (one(u)) } }
        }
    }
}

fn one(u: &Usage) -> Markup {
    let pays = match u.pays {
        Pays::Spend => "spend",
        Pays::Deploy => "deploy",
        Pays::Sacrifice => "sacrifice",
    };
    let can = !u.choices.is_empty();
    html! {
        li.can[can] {
            span.sf-mark aria-hidden="true" { (if can { "✓" } else { "–" }) }
            div {
                strong { (u.name) } " " span class={ "sf-pays " (pays) } { (pays) } " "
                @if can { span.sf-ways { (count(u.choices.len(), "way")) } }
                p { (crate::error::sentence(u.text)) " " (rule_link(u.rule.as_str())) }
                @if let Some(no) = &u.refusal {
                    p.sf-no { "Not now: " (no.text) @if let Some(rule) = no.rule { " " (rule_link(rule.as_str())) } }
                }
            }
        }
    }
}
