//! What the game says to people. Everything is made from a [`View`], so no word can betray a secret.
//!
//! Clicks on the board have these ids: `planet:torus`, `area:torus.1`, `unit:torus.1:marine`, `base:torus.1`,
//! `stack:torus`, `route:r3`, `slot:torus.n`, `cell:1,0`, `turn:2`, `order:build+`, `resource:torus.1`,
//! `permanent:gas`, `buy:marine` (or `worker`, `transport`, `base`), `building:factory`, `module:supply`,
//! `off:minerals`, `tech:TT01`, `card:T05`, `event:E101`, `deck`, `skirmish:0`, `fighter:0:marine` (side and unit),
//! `seat:2`, `faction:raynor`, `end:r3:0`.

pub mod aims;
mod beats;
pub mod coach;
pub(crate) mod label;
mod lines;
mod menu;
mod prompts;
mod reasons;
pub(crate) mod spots;
pub mod text;
pub(crate) mod warnings;

pub use label::{face_name, order_name, route_letter, route_name, side_name};
pub use reasons::reason;

use crate::{
    data::data,
    event::Event,
    ids::{Area, Faction, Planet, Unit},
    questions::{About, Action, Anytime, Scrap, Standard, scrap},
    state::{Ending, Frame, How, StarCraft},
    view::{SeatView, View},
};
use klaxon_core::{
    Beat, Label, Line, Menu, Odds, Outcome, Refusal, Seat, SeatSet, Share, TableOrder, Tip, Viewer, Words,
    rule,
};
use spots::Spot;

impl Words for StarCraft {
    fn menu() -> Menu {
        menu::menu()
    }

    fn setup(order: &TableOrder) -> Result<crate::Setup, Refusal> {
        menu::setup(order)
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        seat_name(view, seat)
    }

    fn prompt(view: &View, viewer: Viewer) -> Line {
        prompts::prompt(view, viewer)
    }

    fn label(view: &View, action: &Action) -> Label {
        action.label(view)
    }

    fn line(event: &Event) -> Line {
        lines::line(event)
    }

    fn beats(event: &Event) -> Vec<Beat> {
        beats::beats(event)
    }

    fn outcome_line(events: &[&Event]) -> Option<String> {
        beats::outcome(events)
    }

    fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
        let spots: Vec<Spot> = clicks.iter().map(|c| spots::read(c)).collect::<Option<_>>()?;
        // The last click may name a discount.
        let (off, spots) = if let Some((Spot::Off(res), rest)) = spots.split_last() {
            (Some(*res), rest)
        } else {
            (None, &spots[..])
        };
        let mut out = Vec::new();
        Action::think(About { view, seat, spots, off }, &mut out);
        out.first().copied()
    }

    fn odds(view: &View, action: &Action) -> Option<Odds> {
        odds(view, action)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        coach::tips(view)
    }

    /// SC-1.15: in one's own turn, outside of battles. SC-14.21: always.
    fn anytime(view: &View, seat: Seat) -> Vec<Action> {
        let own = scrap::open(view.question) && view.asked.has(seat);
        let scrap = own.then_some(Action::Scrap(Scrap::Scrap));
        scrap.into_iter().chain([Action::Anytime(Anytime::Concede)]).collect()
    }
}

pub(crate) fn seat_name(view: &View, seat: Seat) -> String {
    match view.seats.get(seat.index()).and_then(|s| s.faction) {
        Some(faction) => name(faction).into(),
        None => format!("Seat {}", seat.0 + 1),
    }
}

/// A faction's leader.
pub fn name(faction: Faction) -> &'static str {
    &data().faction(faction).name
}

/// A unit's name.
pub fn unit_name(unit: Unit) -> &'static str {
    &data().unit(unit).name
}

/// A planet's name.
pub fn planet_name(planet: Planet) -> &'static str {
    &data().planet(planet).name
}

/// "Torus 1"; "Vyctor 5 area 1" where the planet's name ends with a number.
pub fn area_place(area: Area) -> String {
    let planet = planet_name(area.planet());
    let word = if planet.ends_with(|c: char| c.is_ascii_digit()) { " area" } else { "" };
    format!("{planet}{word} {}", area.n() + 1)
}

/// "Torus 1 (minerals 2)": the number on the map, and what the area holds.
pub fn area_name(area: Area) -> String {
    let holds = data().area(area).map_or(String::new(), |a| format!(" ({})", a.content.words()));
    format!("{}{holds}", area_place(area))
}

/// "a Marine", "an Archon".
pub(crate) fn a_unit(unit: Unit) -> String {
    let name = unit_name(unit);
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {name}")
}

/// The same at the beginning of a sentence.
pub(crate) fn big_a_unit(unit: Unit) -> String {
    a_unit(unit).replacen('a', "A", 1)
}

/// "2 Marines and 1 Firebat" from a list of units.
pub(crate) fn unit_list(units: &[Unit]) -> String {
    let mut kinds: Vec<(Unit, usize)> = Vec::new();
    for unit in units {
        match kinds.iter_mut().find(|(u, _)| u == unit) {
            Some((_, n)) => *n += 1,
            None => kinds.push((*unit, 1)),
        }
    }
    let words: Vec<String> = kinds
        .into_iter()
        .map(|(unit, n)| format!("{n} {}{}", unit_name(unit), if n > 1 { "s" } else { "" }))
        .collect();
    and_list(&words)
}

/// "a, b and c".
pub(crate) fn and_list(words: &[String]) -> String {
    match words {
        [] => "nothing".into(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// How the game ended.
pub(crate) fn outcome(view: &View, ending: Ending) -> Outcome {
    let names: Vec<String> = ending.winners.iter().map(|s| seat_name(view, s)).collect();
    let who = and_list(&names);
    let win = if names.len() == 1 { "wins" } else { "win together" };
    let ahead = ahead(view, ending.winners);
    let text = match ending.how {
        How::Normal => format!("{who} {win} {ahead} (SC-14.1)"),
        How::Special => {
            let reached = ending.winners.iter().filter_map(|s| aims::aim(view, s)).find(|a| a.have >= a.need);
            let aim = reached.map_or_else(String::new, |a| format!(" to {}", a.text));
            format!("{who} {win} by the special objective{aim} (SC-14.5)")
        }
        How::EndGame => format!("the end has come, and {who} {win} {ahead} (SC-14.10)"),
        How::Aldaris => {
            format!("the end has come, and {who} {win} because Aldaris held out (SC-14.11)")
        }
        How::Last => format!("{who} {win}: nobody else is left (SC-14.16)"),
        How::Together => {
            format!("the last ones fell together, and {who} {win} {ahead} (SC-14.19)")
        }
        How::Limit => format!("the round limit is reached, and {who} {win} {ahead} (SC-14.20)"),
        How::Conceded => format!("{who} {win}: everybody else gave up (SC-14.21)"),
    };
    Outcome { winners: ending.winners, draw: false, text, score: None }
}

/// What decided: the first of the values of SC-14.13 in which the best of the others has less. Galactic Conquest knows no
/// points.
fn ahead(view: &View, winners: SeatSet) -> String {
    let standing = |team: u8| -> [u32; 5] {
        let members = || view.seats.iter().filter(move |s| s.team == team);
        let sum = |of: fn(&SeatView) -> u8| members().filter(|s| !s.out).map(|s| u32::from(of(s))).sum();
        let points = members().map(|s| u32::from(s.cp)).sum();
        [points, sum(|s| s.resources), sum(|s| s.areas), sum(|s| s.bases), sum(|s| s.pool)]
    };
    let of = |won: bool| {
        let seats = view.seats.iter().filter(move |s| winners.has(s.seat) == won);
        seats.map(|s| standing(s.team)).max()
    };
    let Some(best) = of(true) else {
        return String::new();
    };
    let words = [
        ("conquest point", "conquest points"),
        ("resource", "resources"),
        ("area", "areas"),
        ("base", "bases"),
        ("worker in the pool", "workers in the pool"),
    ];
    let many = |i: usize| format!("{} {}", best[i], if best[i] == 1 { words[i].0 } else { words[i].1 });
    let first = if view.galactic { 1 } else { 0 };
    let others = of(false);
    let decided = others.and_then(|other| (first..5).find(|&i| best[i] > other[i]).map(|i| (i, other[i])));
    match decided {
        Some((0, less)) => format!("with {} to {less}", many(0)),
        Some((i, less)) if first == 0 => {
            format!("with {} each, ahead by {} to {less}", many(0), many(i))
        }
        Some((i, less)) => format!("with {} to {less}", many(i)),
        None => format!("with {}", many(first)),
    }
}

/// The odds of laying the unseen deck top: all cards that the player has not seen are equally likely.
fn odds(view: &View, action: &Action) -> Option<Odds> {
    let me = view.me?;
    let (Frame::Standard { side, skirmish }, Action::Standard(Standard::DeckTop)) = (view.question, action)
    else {
        return None;
    };
    let battle = view.battle.as_ref()?;
    let front =
        battle.fighters[usize::from(side)].iter().find(|f| f.front && f.skirmish == Some(skirmish))?;
    let sheet = view.seat(me);
    let pool: &[crate::data::Face] = if sheet.deck == 0 { &sheet.discard } else { &sheet.unseen };
    let whole = pool.len() as u64;
    if whole == 0 {
        return None;
    }
    let count =
        |f: &dyn Fn(&crate::data::FaceData) -> bool| pool.iter().filter(|face| f(face.data())).count() as u64;
    let standard = |f: &crate::data::FaceData| f.kind == crate::effect::Kind::Standard;
    let major = count(&|f| standard(f) && f.pictured.has(front.unit));
    let minor = count(&|f| standard(f) && !f.pictured.has(front.unit));
    let rows = [
        ("the card shows your front-line unit: major values", major),
        ("it does not: minor values", minor),
        ("a reinforcement card: replaced by the next standard card", whole - major - minor),
    ];
    let because = Line::new(format!("{whole} cards of yours that you have not seen"), rule!("SC-9.12"));
    Some(Odds {
        title: format!("The top card for your {}", unit_name(front.unit)),
        because: vec![because],
        rows: rows.into_iter().map(|(text, part)| (text.into(), Share { part, whole })).collect(),
    })
}
