//! What the last step brought, drawn: shots, attacks, bursts, and crosses where a card did nothing.

use super::{
    Table,
    chart::{impact, muzzle},
    crew::place_of,
    icons,
    tracks::{WING, aim},
};
use klaxon_space_alert::{CrewView, Foe, Happening, Space, StageView, Station, Step, Threat, Weapon, Zone};
use maud::{Markup, html};

/// Shots and bursts of the last step; nothing when it was many steps at once.
pub fn shots(table: &Table<'_>) -> Markup {
    let steps = table.past.last.iter().filter(|h| matches!(h, Happening::StepBegins { .. })).count();
    let show = steps <= 1 && table.flight().is_some();
    html! {
        g #sa-shots aria-hidden="true" {
            (cards(table))
            @if show { @for (k, happening) in table.past.last.iter().enumerate() { (mark(table, k, happening)) } }
        }
    }
}

/// While the crew acts, and until the weapons have fired, the card of the turn beside whoever plays it.
fn cards(table: &Table<'_>) -> Markup {
    let StageView::Flight(flight) = &table.view.stage else { return html! {} };
    if !matches!(flight.step, Step::Actions { next: 1.. } | Step::Damage) && flight.asking.is_none() {
        return html! {};
    }
    let shown = |crew: &CrewView| match crew.board.get(usize::from(flight.turn) - 1) {
        Some(Space::Face { up, .. }) => Some(*up),
        Some(Space::Back { .. } | Space::Empty) | None => None,
    };
    html! {
        @for (i, crew) in table.view.crew.iter().enumerate() {
            @if let Some(up) = shown(crew) {
                @let (x, y) = place_of(table, i);
                g id={ "sa-played-" (i) } class="sa-played" transform={ "translate(" (x + 13) " " (y - 12) ")" } { circle r="10.5" {} g transform="translate(-8.5 -8.5) scale(0.708)" { (icons::act(up)) } }
            }
        }
    }
}

fn threat<'t>(table: &'t Table<'_>, foe: Foe) -> Option<&'t Threat> {
    table.deck.threats.iter().find(|t| t.card == foe.card && t.turn == foe.turn)
}

fn muzzle_of(weapon: Weapon) -> (i32, i32) {
    match weapon {
        Weapon::Heavy(zone) => muzzle(zone.upper()),
        Weapon::Light(zone) => muzzle(zone.lower()),
        Weapon::Pulse => muzzle(Station::LW),
        Weapon::Rocket => muzzle(Station::LB),
        Weapon::Interceptors => WING,
    }
}

fn weapon_class(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Heavy(_) => "heavy",
        Weapon::Light(_) => "light",
        Weapon::Pulse => "pulse",
        Weapon::Rocket => "rocket",
        Weapon::Interceptors => "wing",
    }
}

fn mark(table: &Table<'_>, k: usize, happening: &Happening) -> Markup {
    let key = format!("sa-shot-{}-{k}", table.past.step);
    if let Happening::Targets { weapon, foe, .. } = *happening
        && let Some(threat) = threat(table, foe)
    {
        let ((x1, y1), (x2, y2)) = (muzzle_of(weapon), aim(threat));
        return html! { line id=(key) class={ "sa-shot " (weapon_class(weapon)) } x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} };
    }
    if let Happening::Attacks { foe, zone, .. } = *happening
        && let Some(threat) = threat(table, foe)
    {
        let ((x1, y1), (x2, y2)) = (aim(threat), impact(zone));
        return html! { line id=(key) class="sa-attack" x1=(x1) y1=(y1) x2=(x2) y2=(y2) {} };
    }
    if let Happening::Destroyed { foe, .. } = *happening
        && let Some(threat) = threat(table, foe)
    {
        let (x, y) = aim(threat);
        return html! { g id=(key) class="sa-burst" transform={ "translate(" (x) " " (y) ")" } { path d="M0,-18l4,11l11,-6l-5,11l9,5l-11,2l1,12l-9,-8l-9,8l1,-12l-11,-2l9,-5l-5,-11l11,6Z" {} } };
    }
    if let Happening::TileDrawn { zone, .. } | Happening::DealsDamage { zone, .. } = *happening {
        return boom(&key, zone);
    }
    if let Happening::Wasted { who, .. } = *happening {
        let (x, y) = place_of(table, usize::from(who.place));
        return html! { g id=(key) class="sa-wasted" transform={ "translate(" (x) " " (y) ")" } { path d="M-8,-8L8,8M8,-8L-8,8" {} } };
    }
    html! {}
}

fn boom(key: &str, zone: Zone) -> Markup {
    let (x, y) = impact(zone);
    html! { g id=(key) class="sa-boom" transform={ "translate(" (x) " " (y + 20) ")" } { circle r="22" {} circle r="12" {} } }
}

/// Does this happening hurt the threat?
pub fn hits(happening: &Happening, threat: &Threat) -> bool {
    let foe = threat.foe();
    match *happening {
        Happening::ThreatHit { foe: hit, blocks, .. } | Happening::Blast { foe: hit, blocks } => {
            hit == foe && blocks > 0
        }
        Happening::Repairs { foe: hit, .. } | Happening::Strikes { foe: hit, .. } => hit == foe,
        _ => false,
    }
}
