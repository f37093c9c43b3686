//! The crew on the ship, their battlebots, and the markers that everybody sees.

use super::{
    Grip, Table,
    chart::{ROOM, SPACE, room, square_y, standing, track_x},
};
use crate::wish::Wish;
use klaxon_core::Seat;
use klaxon_space_alert::{Beacon, Place, SquadPlace, Station, data::data};
use maud::{Markup, html};

/// Where a crew member stands.
pub fn place_of(table: &Table<'_>, i: usize) -> (i32, i32) {
    let member = &table.deck.members[i];
    if member.in_space {
        return (SPACE.0, SPACE.1);
    }
    let k = table.crew_at(member.at).iter().position(|&j| j == i).unwrap_or(0);
    standing(member.at, k)
}

/// Everybody, in crew order.
pub fn people(table: &Table<'_>) -> Markup {
    html! {
        g #sa-people { @for i in 0..table.deck.members.len() { (figure(table, i)) } }
    }
}

fn figure(table: &Table<'_>, i: usize) -> Markup {
    let member = &table.deck.members[i];
    let crew = &table.view.crew[i];
    let grip = Grip::of(table.touch, crew.figure.id());
    let (x, y) = place_of(table, i);
    let squad = table.deck.ship.squads.iter().find(|s| s.place == SquadPlace::Led(i as u8));
    let mine = table.view.seat == Some(crew.seat) && !crew.figure.android;
    let asked = table.flight().is_some_and(|f| f.asking.is_some_and(|(who, _)| usize::from(who.place) == i));
    let mut label = format!(
        "{} {}",
        crew.figure,
        if member.in_space { "in space".into() } else { format!("at {}", member.at.name()) }
    );
    if mine {
        label.push_str(" (you)");
    }
    if member.out {
        label.push_str(", knocked out");
    }
    if let Some(squad) = squad {
        label.push_str(if squad.disabled { ", with disabled battlebots" } else { ", with battlebots" });
    }
    html! {
        g id={ "sa-" (grip.id) } class={ "sa-figure sa-c" (i) (grip.class) } data-id=(grip.id) role=[grip.shown()]
            aria-label=[grip.shown().map(|_| label.as_str())] transform={ "translate(" (x) " " (y) ")" } {
            title { (label) }
            @if asked { circle.asked r="19" {} }
            @if let Some(squad) = squad { g.sa-squad.disabled[squad.disabled] transform="translate(14 10)" { use href="#sa-squad" {} } }
            g.body.out[member.out] aria-hidden="true" {
                @if crew.figure.android { rect x="-10.5" y="-13" width="21" height="23" rx="4.5" {} path.visor d="M-7,-8h14v5h-14Z" {} }
                @else { path d="M0,-14a7,7 0 0 1 5.1,11.7q5.8,2.3 6.5,12.8h-23.2q0.7,-10.5 6.5,-12.8a7,7 0 0 1 5.1,-11.7Z" {} }
                text y="8.4" { (i + 1) }
            }
            @if mine { path.mine d="M-5,-21h10l-5,5Z" {} }
            (grip.hit_box(&format!("sa-{}", grip.id), &label, [-15, -18, 30, 32]))
        }
    }
}

/// Pins of the crew, places for one's own, and who points where.
pub fn marks(table: &Table<'_>) -> Markup {
    let Some(plan) = table.planning() else { return html! { g #sa-marks {} } };
    let may_mark = table.view.seat.is_some() && plan.may_mark();
    let spot = |at: Beacon| match at {
        Beacon::Station(station) => {
            let (x, y) = room(station);
            (x + 124, y + 22)
        }
        Beacon::Square(place, square) => (track_x(place) + 12, square_y(square)),
    };
    let place_of_seat = |seat: usize| {
        table.view.crew.iter().position(|c| !c.figure.android && c.seat == Seat(seat as u8)).unwrap_or(0)
    };
    html! {
        g #sa-marks {
            @if may_mark {
                @for at in places(&plan.tracks) {
                    @let (x, y) = spot(at);
                    g id={ "sa-pin-at-" (at.id()) } class="sa-pin-place" role="button" tabindex="0" aria-label={ "Put your marker on " (at) } data-do=(Wish::any(words(at)))
                        transform={ "translate(" (x) " " (y) ")" } {
                        title { "Put your marker on " (at) }
                        circle r=(if matches!(at, Beacon::Station(_)) { 11 } else { 7 }) {}
                    }
                }
            }
            @for (seat, at) in plan.marks.iter().enumerate() {
                @if let Some(at) = at {
                    @let (x, y) = spot(*at);
                    @let i = place_of_seat(seat);
                    g id={ "sa-pin-" (seat) } class={ "sa-pin sa-c" (i) } role="img" aria-label={ (table.person(Seat(seat as u8))) " marks " (at) } transform={ "translate(" (x + 5 * seat as i32) " " (y + 3) ")" } {
                        use href="#sa-pin" {} text y="-8.6" { (i + 1) }
                    }
                }
            }
            @for (step, who, station) in &table.past.pings {
                @let (x, y) = room(*station);
                g id={ "sa-ping-" (step) } class={ "sa-ping sa-c" (who) } transform={ "translate(" (x + ROOM.0 / 2) " " (y + ROOM.1 / 2) ")" } { circle r="40" {} circle r="26" {} }
            }
        }
    }
}

/// Everything that can be marked.
fn places(tracks: &[String; 4]) -> Vec<Beacon> {
    let mut all: Vec<Beacon> = Station::ALL.map(Beacon::Station).to_vec();
    for (place, id) in Place::ALL.into_iter().zip(tracks) {
        let length = data().trajectories.iter().find(|t| t.id == *id).map_or(0, |t| t.length);
        all.extend((1..=length).map(|square| Beacon::Square(place, square)));
    }
    all
}

/// The words of putting one's marker somewhere.
fn words(at: Beacon) -> String {
    match at {
        Beacon::Station(station) => format!("mark {station}"),
        Beacon::Square(place, square) => format!("mark {} {square}", place.word()),
    }
}
