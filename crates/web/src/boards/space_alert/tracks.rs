//! The trajectories with their X, Y and Z, and the threats on them.

use super::{
    Table,
    chart::{
        COLUMN, LEFT, LONGEST, PITCH, ROOM, SIZE, SPACE, TOP, column, room, spread, square_y, standing,
        track_x,
    },
    threats::due,
};
use klaxon_space_alert::{Mark, Place, Remedy, Shade, Station, Status, Threat, data::data};
use maud::{Markup, PreEscaped, html};
use std::{fmt::Write, sync::LazyLock};

/// The width of a threat's plate.
const PLATE: i32 = 184;
/// Its height on its trajectory.
const FLOWN: i32 = 35;
/// Its height while the crew plans, when it also says in which turns the threat would act.
const PLANNED: i32 = 50;

/// The background: darkness with a few stars, and the three distances.
pub fn sky() -> Markup {
    static SKY: LazyLock<String> = LazyLock::new(|| {
        let mut stars = String::new();
        let mut seed: u32 = 7;
        for _ in 0..90 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (x, y) = ((seed >> 8) % SIZE.0 as u32, (seed >> 20) % 258);
            let _ = write!(stars, "M{x},{y}h0");
        }
        html! {
            g #sa-sky aria-hidden="true" {
                rect.sa-void width=(SIZE.0) height=(SIZE.1) {}
                rect width=(SIZE.0) height=(SIZE.1) fill="url(#sa-glow)" {}
                path.sa-stars d=(stars) {}
                @for (distance, from, to) in [(3, 16u8, 11u8), (2, 10, 6), (1, 5, 1)] {
                    @let (top, bottom) = (square_y(from) - PITCH / 2, square_y(to) + PITCH / 2);
                    rect class={ "sa-distance d" (distance) } x="4" y=(top) width=(3 * COLUMN + LEFT - 8) height=(bottom - top) rx="4" {}
                    text.sa-far x="9" y=(top + 13) { "range " (distance) }
                }
            }
        }
        .into_string()
    });
    PreEscaped(SKY.clone())
}

/// The four trajectories.
pub fn tracks(table: &Table<'_>) -> Markup {
    html! {
        g #sa-tracks {
            @if let Some(tracks) = &table.deck.tracks {
                @for place in Place::ALL { (track(table, place, &tracks[place.index()])) }
            }
        }
    }
}

fn track(table: &Table<'_>, place: Place, id: &str) -> Markup {
    let Some(track) = data().trajectories.iter().find(|t| t.id == id) else { return html! {} };
    let (x, column) = (track_x(place), column(place));
    let waiting: Vec<&Threat> = if table.planning().is_some() {
        Vec::new()
    } else {
        table.deck.threats.iter().filter(|t| t.place == place && t.status == Status::Waiting).collect()
    };
    html! {
        g class={ "sa-track " (place.word()) } role="img" aria-label={ "Trajectory " (track.id) " of " (place.word()) ": " (track.length) " squares, X on " (track.x) } {
            text.sa-track-name x=(column + 6) y="14" { (place.word()) " " tspan { (track.id) } }
            @for (i, threat) in waiting.iter().enumerate() {
                g.sa-waiting transform={ "translate(" (column + 214 - 34 * i as i32) " 10)" } {
                    title { (threat.face().name) " appears in turn " (threat.turn) }
                    rect x="-30" y="-8" width="30" height="16" rx="4" {} text x="-15" y="4" { "T+" (threat.turn) }
                }
            }
            @for square in 1..=track.length {
                @let mark = track.marks[usize::from(square)];
                g class={ "sa-square " (mark.map_or("", mark_class)) } {
                    rect x=(x - 12) y=(square_y(square) - 6) width="24" height="13" rx="3" {}
                    @match mark {
                        Some(mark) => { text x=(x) y=(square_y(square) + 4) { (mark.word()) } }
                        None => { text.n x=(x) y=(square_y(square) + 4) { (square) } }
                    }
                }
            }
        }
    }
}

fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::X => "x",
        Mark::Y => "y",
        Mark::Z => "z",
    }
}

/// Where the plate of each shown threat stands: its threat and the middle of the plate.
pub fn plates(table: &Table<'_>) -> Vec<(usize, i32, i32)> {
    let planning = table.planning().is_some();
    let height = if planning { PLANNED } else { FLOWN };
    let lowest = TOP + LONGEST * PITCH - height / 2;
    let mut all = Vec::new();
    for place in Place::ALL {
        let shown = |t: &Threat| t.place == place && (planning || t.status == Status::OnTrack);
        let here: Vec<usize> =
            (0..table.deck.threats.len()).filter(|&i| shown(&table.deck.threats[i])).collect();
        let wanted: Vec<i32> = here
            .iter()
            .enumerate()
            .map(|(k, &i)| {
                if planning {
                    TOP + PLANNED / 2 + (PLANNED + 3) * k as i32
                } else {
                    square_y(table.deck.threats[i].square)
                }
            })
            .collect();
        let heights = spread(&wanted, height + 2, lowest);
        all.extend(here.into_iter().zip(heights).map(|(i, y)| (i, column(place) + 34, y)));
    }
    all
}

/// Threats on their trajectories, and the tokens of internal ones on the ship.
pub fn tokens(table: &Table<'_>) -> Markup {
    // In the order of their cards, which is stable, so that plates glide.
    let mut shown = plates(table);
    shown.sort_by_key(|(i, _, _)| table.deck.threats[*i].card);
    html! {
        g #sa-threats {
            @for &(i, x, y) in &shown { (plate(table, &table.deck.threats[i], x, y)) }
            @for threat in table.deck.threats.iter().filter(|t| t.face().internal && !t.tokens.is_empty()) {
                @for station in threat.tokens.iter() { (token(table, threat, station)) }
            }
        }
    }
}

fn plate(table: &Table<'_>, threat: &Threat, x: i32, y: i32) -> Markup {
    let face = threat.face();
    let id = format!("threat-{}", threat.card);
    let waiting = threat.status == Status::Waiting;
    let hit = table.past.last.iter().any(|h| super::shots::hits(h, threat));
    let height = if table.planning().is_some() { PLANNED } else { FLOWN };
    let top = -height / 2;
    let name_class = if face.name.len() > 17 { "sa-foe long" } else { "sa-foe" };
    let label = format!(
        "{}, T+{}, {}, {} of {} damage, shield {}, speed {}",
        face.name,
        threat.turn,
        if waiting { "not there yet".into() } else { format!("square {}", threat.square) },
        threat.blocks,
        threat.hp,
        threat.shield,
        threat.speed
    );
    let left = i32::from(threat.hp) - i32::from(threat.blocks);
    html! {
        g id={ "sa-" (id) } class={ "sa-plate " (threat.place.word()) } data-id=(id) role="img" aria-label=(label) transform={ "translate(" (x) " " (y) ")" } {
            title { (label) }
            @if !waiting {
                path.sa-lead d={ "M-6," (square_y(threat.square) - y) "L0,0" } {}
                rect.sa-here x="-31" y=(square_y(threat.square) - y - 8) width="26" height="16" rx="4" {}
            }
            rect.body.serious[face.serious].hit[hit] y=(top) width=(PLATE) height=(height) rx="6" {}
            rect class=(if face.shade == Shade::Yellow { "shade yellow" } else { "shade" }) y=(top) width="5" height=(height) rx="2" {}
            text.sa-number x="11" y=(top + 14) { "T+" (threat.turn) }
            text class=(name_class) x="43" y=(top + 14) { (face.name) }
            g transform={ "translate(11 " (top + 25) ")" } {
                g.sa-hp { @for i in 0..i32::from(threat.hp) { rect.on[i < left] x=(i * 8) y="-4.5" width="6.2" height="9" rx="1.2" {} } }
                @if !face.internal { g transform="translate(122 0)" { path.sa-shield-sign d="M-4.6,-5.2l4.6,-1.6l4.6,1.6q0,6.6 -4.6,9.4q-4.6,-2.8 -4.6,-9.4Z" {} text x="8" y="4" { (threat.shield) } } }
                g transform="translate(150 0)" { path.sa-speed-sign d="M-5,-4l4,4l-4,4 M0,-4l4,4l-4,4" {} text x="8" y="4" { (threat.speed) } }
            }
            @if height == PLANNED { (acts(table, threat, top + 41)) }
        }
    }
}

/// In which turns the threat would reach its marks if nobody hurt it.
fn acts(table: &Table<'_>, threat: &Threat, y: i32) -> Markup {
    let marks = [Mark::X, Mark::Y, Mark::Z].into_iter();
    let all = marks.flat_map(|mark| due(table, threat, mark).into_iter().map(move |turn| (mark, turn)));
    html! {
        g.sa-acts transform={ "translate(11 " (y) ")" } {
            @for (i, (mark, turn)) in all.enumerate() {
                g class={ "sa-square " (mark_class(mark)) } transform={ "translate(" (42 * i) " 0)" } {
                    rect x="0" y="-6.5" width="14" height="13" rx="3" {} text x="7" y="4" { (mark.word()) }
                    text.when x="18" y="4" { @match turn { Some(turn) => { "t" (turn) } None => { "–" } } }
                }
            }
        }
    }
}

/// An intruder in a station; malfunctions lie on their buttons.
fn token(table: &Table<'_>, threat: &Threat, station: Station) -> Markup {
    let fought = match threat.face().by {
        Some(Remedy::Bots | Remedy::Interceptors) | None => true,
        Some(Remedy::A | Remedy::B | Remedy::C) => false,
    };
    if !fought || !matches!(threat.status, Status::OnTrack | Status::Survived) {
        return html! {};
    }
    let before = table
        .deck
        .threats
        .iter()
        .take_while(|t| t.card != threat.card)
        .filter(|t| t.tokens.has(station) && matches!(t.face().by, Some(Remedy::Bots)))
        .count();
    let (x, y) = standing(station, (table.crew_at(station).len() + before).min(5));
    let name = &threat.face().name;
    html! {
        g id={ "sa-token-" (threat.card) "-" (station.word()) } class="sa-token" data-id={ "threat-" (threat.card) } role="img" aria-label={ (name) " at " (station.name()) } transform={ "translate(" (x) " " (y) ")" } {
            title { (name) " at " (station.name()) }
            path d="M0,-13l13,13l-13,13l-13,-13Z" {} text y="4" { (threat.turn) }
        }
    }
}

/// The way from a weapon to a threat's square, and where that is.
pub fn aim(threat: &Threat) -> (i32, i32) {
    match threat.tokens.first().filter(|_| threat.place == Place::Internal) {
        Some(station) => {
            let (x, y) = room(station);
            (x + ROOM.0 / 2, y + ROOM.1 / 2)
        }
        None if threat.square == 0 => (track_x(threat.place), TOP),
        None => (track_x(threat.place), square_y(threat.square)),
    }
}

/// Where the interceptors shoot from.
pub const WING: (i32, i32) = SPACE;
