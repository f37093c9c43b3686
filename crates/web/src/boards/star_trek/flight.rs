//! The torpedo path editor: the hops that are still to be steered, the moves that its life leaves, and what it would meet.
//!
//! A launch move may turn before each hop after the first, a later move only at its beginning (ST-12.3, ST-12.4). The
//! server asks for one heading after the other; the form plans them all, and the script sends one after the other, as
//! long as what is asked is what was planned. Headings for later phases are only a plan: they fill the form in when
//! their phase comes.

use super::{Scene, pieces::TORPEDO, ships};
use klaxon_core::count;
use klaxon_geometry::plane::{Heading, Point, heading_to, leg};
use klaxon_star_trek::{Asked, ShipId, ShipView, TorpedoView, Warhead, bearing};
use maud::{Markup, html};
use serde_json::{Value, json};

/// A torpedo whose flight is chosen now, or that could be launched.
pub struct Flight {
    /// Its number; none before it is launched.
    pub torpedo: Option<u16>,
    /// Where the first hop that is chosen begins.
    pub from: Point,
    /// Its heading there.
    pub heading: Heading,
    /// Where its leg began, and the hops made of it; nothing where that is not known, or it begins here.
    leg: Option<(Point, u8)>,
    /// The number of that hop within the move.
    first: u8,
    /// Hops of this move from there on.
    pub hops: u8,
    /// May it turn before each of them, or only before the first?
    each: bool,
    /// End-of-phase moves after this one.
    later: u8,
    what: Warhead,
}

impl Flight {
    /// How far it comes in its life: hops of this move and of all later ones.
    pub fn reach(&self) -> i64 {
        2 * TORPEDO * (i64::from(self.hops) + i64::from(self.later) * i64::from(self.what.movement))
    }

    fn of(torpedo: &TorpedoView, asked: Asked) -> Flight {
        let what = Warhead { damage: torpedo.damage, movement: torpedo.movement, life: torpedo.life };
        let (first, hops, each, later) = match asked {
            Asked::Guide { hop, of, .. } => (hop, (of + 1).saturating_sub(hop), true, torpedo.life),
            _ => (1, torpedo.movement, false, torpedo.life.saturating_sub(1)),
        };
        let (from, heading) = (torpedo.at, torpedo.heading);
        Flight { torpedo: Some(torpedo.id.0), from, heading, leg: None, first, hops, each, later, what }
    }

    /// A torpedo that the ship would launch: its first hop goes straight on from the bay (ST-12.3).
    fn launched(ship: &ShipView, what: Warhead) -> Option<Flight> {
        let (round, heading) = (ship.round()?, ship.heading?);
        let bay = round.bay(heading, TORPEDO);
        let from = leg(bay, heading, TORPEDO, 1);
        let hops = what.movement.saturating_sub(1);
        Some(Flight {
            torpedo: None,
            from,
            heading,
            leg: Some((bay, 1)),
            first: 2,
            hops,
            each: true,
            later: what.life,
            what,
        })
    }

    /// What the script needs to draw and send it, with the ship that launches it.
    pub fn data(&self, ship: Option<ShipId>) -> Value {
        json!({
            "id": self.torpedo, "ship": ship, "x": self.from.x, "y": self.from.y, "r": TORPEDO, "heading": self.heading.tenths(),
            "leg": self.leg.map(|(at, _)| at), "flown": self.leg.map_or(0, |(_, hops)| hops), "first": self.first, "hops": self.hops, "each": self.each, "later": self.later,
            "movement": self.what.movement, "life": self.what.life, "damage": self.what.damage,
        })
    }
}

impl Scene<'_> {
    /// The flight that the viewer decides on now.
    pub fn flight(&self) -> Option<Flight> {
        if !self.is_asked() {
            return None;
        }
        match self.steered() {
            Some(torpedo) => Some(Flight::of(torpedo, self.view.asked)),
            None => {
                let what = self.view.acting?.torpedo.filter(|_| self.touch.can("launch"))?;
                Flight::launched(self.subject()?, what)
            }
        }
    }
}

/// The form: a heading for every turn, later moves, and one button that flies it all.
pub fn form(scene: &Scene<'_>, flight: &Flight) -> Markup {
    let turns = if flight.each { flight.hops } else { flight.hops.min(1) };
    let straight = ships::degrees(flight.heading);
    let straight = straight.trim_end_matches('°');
    let button = match (flight.torpedo, flight.each && flight.hops > 1) {
        (None, _) => "Launch and fly this course".to_owned(),
        (Some(_), true) => "Fly this course".to_owned(),
        (Some(id), false) => format!("Steer torpedo {id}"),
    };
    html! {
        form.st-form.st-course data-course autocomplete="off" aria-label="Course of the torpedo" {
            p.st-life {
                @match flight.torpedo { Some(id) => { strong { "Torpedo " (id) } } None => { strong { "Torpedo" } } }
                " " (flight.what.damage) " counters · " (count(flight.hops, "hop")) " to steer now · "
                span.st-pips role="img" aria-label={ (flight.later) " moves left after this" } { @for _ in 0..flight.later { "●" } @if flight.later == 0 { "○" } }
                " " @match flight.later { 0 => { "its last move" } 1 => { "1 move of " (count(flight.what.movement, "hop")) " after it" } n => { (n) " moves of " (count(flight.what.movement, "hop")) " after it" } }
            }
            @for i in 0..turns {
                label { span { @if flight.each { "Hop " (flight.first + i) } @else { "This move" } }
                    input name={ "now-" (i) } inputmode="decimal" value=(straight) aria-describedby="st-course-help"; }
            }
            @for i in 0..flight.later {
                label.st-later { span { "Later, move " (i + 1) } input name={ "later-" (i) } inputmode="decimal" value=(straight) aria-describedby="st-course-help"; }
            }
            (towards(scene, flight))
            button.primary type="submit" { (button) }
            button type="button" data-course-do="straight" { "Straighten" }
            p #st-course-help .soft {
                "Drag the rings on the board, or turn one with the arrow keys (5°, with Shift 1°). A turn takes the hops behind it along. "
                @if flight.later > 0 { "Later moves are only a plan; you choose again at the end of each phase." }
            }
            p #st-course-words .st-forecast-words role="status" {}
        }
    }
}

/// Points the field that was touched last, or the whole course, at something.
fn towards(scene: &Scene<'_>, flight: &Flight) -> Markup {
    let ships = scene.afloat().filter_map(|s| Some((s.name.as_str(), s.at?)));
    let cube = scene.view.threat.iter().map(|t| ("the Borg cube", t.at));
    html! {
        label {
            span { "Towards" }
            select name="towards" {
                option value="" { "—" }
                @for (name, at) in ships.chain(cube) {
                    @if heading_to(flight.from, at).is_some() {
                        option value={ (at.x) "," (at.y) } { (name) @if let Some(side) = bearing::side(flight.from, flight.heading, at) { ", " (side) } }
                    }
                }
            }
        }
    }
}
