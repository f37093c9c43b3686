//! Threat cards, readable: numbers, what they do on X, Y and Z, and when that would be.

use super::Table;
use klaxon_space_alert::{
    Mark, Place, Remedy, Shade, Status, Step, Threat,
    data::{Trajectory, data},
};
use maud::{Markup, html};

/// All threats known so far.
pub fn panel(table: &Table<'_>) -> Markup {
    let threats = &table.deck.threats;
    html! {
        section #sa-cards .panel.sa-panel hidden[table.deck.tracks.is_none()] aria-label="Threats" tabindex="0" {
            h2 { "Threats" }
            @if threats.is_empty() { p.soft { "Nothing has been announced yet." } }
            div.sa-foes { @for threat in threats { (card(table, threat)) } }
        }
    }
}

fn card(table: &Table<'_>, threat: &Threat) -> Markup {
    let face = threat.face();
    let (status, word) = match threat.status {
        Status::Waiting => ("waiting", "to come"),
        Status::OnTrack => ("here", "here"),
        Status::Destroyed => ("gone", "destroyed"),
        Status::Survived => ("past", "survived"),
    };
    let planning = table.planning().is_some();
    html! {
        article id={ "sa-foe-" (face.id) } class={ "sa-foe " (threat.place.word()) " " (status) } data-about={ "threat-" (threat.card) } data-id={ "threat-" (threat.card) } {
            header {
                span.sa-when { "T+" (threat.turn) }
                strong { (face.name) }
                span.sa-sort {
                    (place_words(threat.place)) @if face.serious { " · serious" } @if face.shade == Shade::Yellow { " · yellow" }
                    @if !planning { " · " (word) }
                }
            }
            dl.sa-numbers {
                div { dt { "speed" } dd { (threat.speed) } }
                @if !face.internal { div { dt { "shield" } dd { (threat.shield) } } }
                div { dt { "hit points" } dd { @if face.traits.hp_from_rockets && threat.hp == 0 { "its rockets" } @else { @if threat.blocks > 0 { (threat.hp.saturating_sub(threat.blocks)) " of " } (threat.hp) } } }
                @if face.internal { div { dt { "where" } dd { (where_words(threat)) } } }
                @if let Some(by) = face.by { div { dt { "against it" } dd { (remedy(by)) } } }
                div { dt { "points" } dd { (face.destroyed) " / " (face.survived.map_or("–".into(), |n| n.to_string())) } }
            }
            ul.sa-does {
                @for mark in [Mark::X, Mark::Y, Mark::Z] {
                    @let turns = reached(table, threat, mark);
                    li { span class={ "sa-mark " (mark.word().to_lowercase()) } { (mark.word()) } span { (face.text(mark)) @if let Some(turns) = turns { " " span.soft { (turns) } } } }
                }
                @for remark in face.remarks() { li.remark { (remark) } }
            }
        }
    }
}

fn place_words(place: Place) -> &'static str {
    match place {
        Place::Red => "red zone",
        Place::White => "white zone",
        Place::Blue => "blue zone",
        Place::Internal => "on board",
    }
}

fn where_words(threat: &Threat) -> String {
    let at = if threat.tokens.is_empty() { threat.face().at } else { threat.tokens };
    at.iter().map(|s| s.name()).collect::<Vec<_>>().join(", ")
}

fn remedy(by: Remedy) -> &'static str {
    match by {
        Remedy::Bots => "battlebots",
        Remedy::A => "A at its stations",
        Remedy::B => "B at its stations",
        Remedy::C => "C at its stations",
        Remedy::Interceptors => "interceptors",
    }
}

/// The trajectory that a threat comes along.
fn track_of(table: &Table<'_>, threat: &Threat) -> Option<&'static Trajectory> {
    let id = &table.deck.tracks.as_ref()?[threat.place.index()];
    data().trajectories.iter().find(|t| t.id == *id)
}

/// In which turns it would reach a mark if its speed stays as it is (SA-7.2), none for after the end; a threat also
/// moves in the turn in which it appears (SA-4.5).
pub fn due(table: &Table<'_>, threat: &Threat, mark: Mark) -> Vec<Option<u8>> {
    let Some(track) = track_of(table, threat) else { return Vec::new() };
    let (from, first) = match threat.status {
        Status::Waiting => (track.length, threat.turn),
        Status::OnTrack => {
            // The threats of this turn may have moved already.
            let now = table.flight().map_or(threat.turn, |f| f.turn + u8::from(f.step == Step::Computer));
            (threat.square, now)
        }
        Status::Destroyed | Status::Survived => return Vec::new(),
    };
    let speed = threat.speed.max(1);
    let squares = (1..from).filter(|s| track.marks[usize::from(*s)] == Some(mark)).rev();
    let last = table.deck.lesson.last_turn() + 1;
    squares
        .map(|square| first + (from - square).div_ceil(speed) - 1)
        .map(|turn| Some(turn).filter(|turn| *turn <= last))
        .collect()
}

/// The same in words.
fn reached(table: &Table<'_>, threat: &Threat, mark: Mark) -> Option<String> {
    let turns: Vec<String> = due(table, threat, mark)
        .into_iter()
        .map(|turn| turn.map_or("after the end".into(), |turn| format!("turn {turn}")))
        .collect();
    if turns.is_empty() {
        let none = mark == Mark::Y && track_of(table, threat).is_some_and(|track| track.y.is_empty());
        return none.then(|| "(no Y on this trajectory)".into());
    }
    Some(format!("({})", turns.join(", ")))
}
