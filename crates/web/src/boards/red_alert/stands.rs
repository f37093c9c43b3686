//! Beside the battlefield: whose turn it is and how far it has come, stars, victory stands, the list of units.

use super::{
    dice::{class_icon, stars},
    ships::{Piece, class_words, portrait},
};
use klaxon_red_alert::{Kind, Marks, Objective, Sector, Side, Stage, Tally, TaskForces, View};
use maud::{Markup, html};

/// What one side has.
#[derive(Clone, Debug)]
pub struct Stand {
    /// The side.
    pub side: Side,
    /// Its name, with "you" where it is the viewer's.
    pub name: String,
    /// It is its turn.
    pub active: bool,
    /// Stars.
    pub stars: u8,
    /// Where its points come from.
    pub tally: Tally,
    /// Points by markers on planets.
    pub planets: u8,
    /// Points that win.
    pub target: u8,
    /// Eliminated units that win, where they do.
    pub eliminations: Option<u8>,
    /// Command and combat cards held.
    pub cards: (u8, u8),
    /// Units on the battlefield.
    pub units: usize,
    /// It has chosen its initiative card.
    pub sealed: bool,
    /// It offers a draw.
    pub draw: bool,
}

/// The steps of a turn, or those that setting up this scenario has; and the current one.
pub fn steps(view: &View) -> (Vec<&'static str>, usize) {
    let scenario = view.open.scenario();
    let setup = || {
        let all = [
            ("Task force", scenario.task_forces == TaskForces::Choose),
            ("Purchase", scenario.muster.iter().any(|m| m.support.is_some())),
            ("Deployment", scenario.is_mustered()),
            ("Initiative", scenario.first.side().is_none()),
        ];
        all.into_iter().filter(|(_, there)| *there).map(|(name, _)| name).collect::<Vec<_>>()
    };
    let at = |name: &str| {
        let names = setup();
        let now = names.iter().position(|n| *n == name).unwrap_or(0);
        (names, now)
    };
    let turn = |now| (vec!["Command", "Orders", "Movement", "Combat", "End"], now);
    match view.stage {
        Stage::PickTaskForce => at("Task force"),
        Stage::Buy => at("Purchase"),
        Stage::Deploy | Stage::JumpPoints | Stage::HeldBack => at("Deployment"),
        Stage::Initiative => at("Initiative"),
        Stage::Upkeep | Stage::OwnTurnStart | Stage::OppTurnStart | Stage::Ban | Stage::Command => turn(0),
        Stage::Repairs | Stage::Orders | Stage::OrdersCard | Stage::Markers | Stage::OrdersAnnounced => {
            turn(1)
        }
        Stage::Movement | Stage::MovementDone | Stage::MovementDoneOther => turn(2),
        Stage::Combat | Stage::SecondMove => turn(3),
        Stage::EndCards
        | Stage::Discard
        | Stage::TimePressure
        | Stage::ScoutKeep
        | Stage::EndChoice
        | Stage::Over => turn(4),
    }
}

/// Whose turn it is and how far it has come.
pub fn turn(view: &View, who: &str) -> Markup {
    let (names, now) = steps(view);
    let over = view.stage == Stage::Over;
    html! {
        section #ra-turn .panel.ra-panel aria-label="Turn" hidden[over] {
            p class={ "ra-who " (view.active.word()) } {
                @if view.turn == 0 { strong { "Setting up" } }
                @else { "Turn " (view.turn) strong { " · " (who) } }
            }
            ol.ra-steps {
                @for (i, name) in names.iter().enumerate() {
                    li.done[i < now] aria-current=[(i == now).then_some("step")] { (name) }
                }
            }
        }
    }
}

/// What wins, in a sentence or two.
fn aims(view: &View) -> String {
    let mut text = format!("{} points win", view.target);
    if let Some(n) = view.eliminations {
        text.push_str(&format!(", or {n} eliminated units"));
    }
    text.push('.');
    let [cw, cf] = &view.objectives;
    let names = |aims: &[Objective]| aims.iter().map(|o| o.name()).collect::<Vec<_>>().join(" and ");
    if cw == cf && !cw.is_empty() {
        text.push_str(&format!(" Points also for {}.", names(cw)));
    } else if cw != cf {
        for (side, own) in Side::BOTH.into_iter().zip([cw, cf]).filter(|(_, own)| !own.is_empty()) {
            text.push_str(&format!(" The {} also scores by {}.", side.name(), names(own)));
        }
    }
    text
}

/// The two victory stands.
pub fn stands(all: &[Stand]) -> Markup {
    html! {
        section #ra-stands .panel.ra-panel.ra-stands aria-label="Stars and points" {
            @for stand in all { (one_stand(stand)) }
        }
    }
}

/// How it is won, what lies in common, and what the marks on the board mean.
pub fn goal(view: &View, legend: Option<&Markup>) -> Markup {
    html! {
        section #ra-goal .panel.ra-panel aria-label="How it is won" {
            h2 { "How it is won" }
            p { (aims(view)) }
            p.soft { "In the common pool " (stars(view.pool)) ". To draw: " (view.decks.command) " command, " (view.decks.combat) " combat cards." }
            @if let Some(legend) = legend { (legend) }
        }
    }
}

fn one_stand(stand: &Stand) -> Markup {
    let out = stand.tally.eliminations();
    html! {
        div class={ "ra-stand " (stand.side.word()) } {
            h2 { span.flag {} (stand.name) @if stand.active { " " span.badge { "turn" } } @if stand.sealed { " " span.badge { "card chosen" } } @if stand.draw { " " span.badge { "offers a draw" } } }
            dl {
                div data-piece={ "stars:" (stand.side.word()) } { dt { "Stars" } dd { (stars(stand.stars)) } }
                div { dt { "Cards" } dd { (super::cards::backs(stand.cards.0, "command")) (super::cards::backs(stand.cards.1, "combat")) } }
                div.points data-piece={ "points:" (stand.side.word()) } { dt { "Points" } dd {
                    span.n { (stand.tally.total) " of " (stand.target) }
                    span.ra-track aria-hidden="true" { @for i in 0..stand.target { span.on[i < stand.tally.total] {} } }
                } }
                @if let Some(limit) = stand.eliminations {
                    div { dt { "Eliminated" } dd { (out) " of " (limit) " units" } }
                } @else if out > 0 { div { dt { "Eliminated" } dd { (out) (if out == 1 { " unit" } else { " units" }) } } }
                div { dt { "Fleet" } dd { (stand.units) (if stand.units == 1 { " unit" } else { " units" }) } }
            }
            @let sources = sources(stand);
            @if !sources.is_empty() { ul.ra-sources { @for source in sources { li { (source.what) @if source.times > 1 { " × " (source.times) } " " strong { (source.points) } } } } }
        }
    }
}

/// A reason for points: what it was, how often, and how much it brought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What it was.
    pub what: String,
    /// How often.
    pub times: u8,
    /// Points.
    pub points: u8,
}

/// Where the points of a side come from (RA-21.3).
pub fn sources(stand: &Stand) -> Vec<Source> {
    let tally = &stand.tally;
    let kinds = |counts: &[u8; 9], prefix: &str| -> Vec<Source> {
        let of = |kind: Kind| {
            let times = counts[kind as usize];
            Source { what: format!("{prefix}{}", kind.words()), times, points: times * kind.stats().points }
        };
        Kind::ALL.into_iter().map(of).collect()
    };
    let plain = |what: &str, points: u8| Source { what: what.into(), times: points.min(1), points };
    let mut all = kinds(&tally.taken, "");
    all.extend(kinds(&tally.exited, "broke through: "));
    all.push(plain("planets", stand.planets));
    all.extend(Sector::ALL.map(|s| plain(&format!("{} clear", s.name()), tally.sectors[s as usize])));
    all.push(plain("time", tally.time));
    all.push(plain("given", tally.given));
    all.retain(|source| source.points > 0);
    all
}

/// All units as a table, for those who listen and for small screens.
pub fn units(pieces: &[Piece], first: Side, own: Option<Side>, click: &dyn Fn(&Piece) -> String) -> Markup {
    html! {
        section #ra-units-list .panel.ra-panel aria-label="Units" {
            details #ra-units-fold {
                summary { h2 { "Units" } }
                div.wide tabindex="0" role="region" aria-label="List of units" {
                    table.ra-table {
                        thead { tr { th scope="col" { "Unit" } th scope="col" { "Hex" } th scope="col" { "Ships" } th scope="col" { "State" } } }
                        @for side in [first, first.other()] {
                            tbody class=(side.word()) {
                                tr { th.group colspan="4" scope="rowgroup" {
                                    (side.name()) @if own == Some(side) { " (you)" }
                                } }
                                @for piece in pieces.iter().filter(|p| p.side == side) {
                                    tr {
                                        th scope="row" {
                                            span.what { (portrait(side, piece.kind)) span { (piece.kind.words()) " " (class_icon(piece.kind.class())) span.hidden { (class_words(piece.kind.class())) } } }
                                        }
                                        td { button.small type="button" data-id=(click(piece)) aria-label={ (piece.kind.words()) " at " (piece.hex) } { (piece.hex) } }
                                        td { (piece.figures) "/" (piece.kind.stats().figures) }
                                        td { (state_words(piece)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn state_words(piece: &Piece) -> String {
    let words = [
        (Marks::ALERT, "red alert"),
        (Marks::CLOAKED, "cloaked"),
        (Marks::ORDERED, "ordered"),
        (Marks::MOVED, "moved"),
        (Marks::FOUGHT, "battled"),
    ];
    let all: Vec<&str> = words.iter().filter(|(m, _)| piece.marks.has(*m)).map(|(_, w)| *w).collect();
    if all.is_empty() { "–".into() } else { all.join(", ") }
}

/// Everything that brought anybody points.
pub fn all_sources(all: &[Stand]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for source in all.iter().flat_map(sources) {
        if !names.contains(&source.what) {
            names.push(source.what);
        }
    }
    names
}

/// What it brought a side, and how often.
pub fn points_from(stand: &Stand, what: &str) -> String {
    match sources(stand).into_iter().find(|s| s.what == what) {
        Some(Source { times, points, .. }) if times > 1 => format!("{points} ({times} ×)"),
        Some(Source { points, .. }) => points.to_string(),
        None => "–".into(),
    }
}
