//! Exact odds: beams and torpedoes with the criticals that may follow (ST-14), and collisions (ST-9.2).

use crate::data::scenario::TerrainKind;
use crate::kinds::{Round, TORPEDO_RADIUS, TorpedoId};
use crate::questions::{Action, Move};
use crate::state::Status;
use crate::state::frame::Target;
use crate::view::{Aim, Asked, View};
use crate::words::target_name;
use klaxon_core::{Line, Odds, Share, rule};
use klaxon_geometry::plane::{Heading, leg};

/// n over k.
fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |sum, i| sum * (n - i) / (i + 1))
}

/// What may come of a choice.
pub(crate) fn odds(view: &View, action: &Action) -> Option<Odds> {
    if let Action::Fire(fire) = action {
        return view.aims.iter().find(|a| a.target == fire.at).map(beam_odds);
    }
    if let Action::Steer(steer) = action {
        return torpedo_odds(view, steer.torpedo, steer.heading);
    }
    if let Action::Move(Move::Move) = action { collision_odds(view) } else { None }
}

/// ST-10.3: hits are the heads of `counters` fair coins; ST-14.2, ST-14.3: then five more decide on criticals.
fn beam_odds(aim: &Aim) -> Odds {
    let n = u64::from(aim.counters).min(50);
    let whole = 1u64 << n;
    let mut rows = Vec::new();
    let (mut destroyed, mut critical) = (0u64, 0u64);
    for hits in 0..=n {
        let ways = choose(n, hits);
        let (shields, hull) = split(aim, hits);
        let text = match (hits, shields, hull) {
            (0, ..) => "no hit".to_string(),
            (1, _, 0) => "1 hit, on shields".into(),
            (h, _, 0) => format!("{h} hits, all on shields"),
            (1, 0, _) => "1 hit, on hull".into(),
            (h, 0, _) => format!("{h} hits, all on hull"),
            (h, s, u) => format!("{h} hits: {s} on shields, {u} on hull"),
        };
        rows.push((text, Share { part: ways, whole }));
        if hull >= u64::from(aim.hull) && hull > 0 {
            destroyed += ways;
        } else if hits > 0 {
            // One critical of five: 5 of 32; one or two after hull damage: 15 of 32.
            critical += ways * if hull > 0 { 15 } else { 5 };
        }
    }
    rows.push(("a critical follows".into(), Share { part: critical, whole: whole * 32 }));
    rows.push(("destroyed by the hits".into(), Share { part: destroyed, whole }));
    let because = aim.because.iter().map(|(name, n)| Line::new(format!("{name}: {n:+}"), rule!("ST-10.3")));
    Odds { title: format!("{n} counters"), because: because.collect(), rows }
}

/// ST-12.7: what a torpedo does that touches a ship on this heading: in its next hop, or in a whole move (ST-12.4).
fn torpedo_odds(view: &View, id: TorpedoId, heading: Heading) -> Option<Odds> {
    let torpedo = view.torpedoes.iter().find(|t| t.id == id)?;
    let hops = if let Asked::Guide { .. } = view.asked { 1 } else { u32::from(torpedo.movement) };
    let ships = view.ships.iter().filter(|s| s.status == Status::InPlay);
    let ships = ships.filter_map(|s| Some((s.round()?, Target::Ship(s.id), s.shields, u16::from(s.hull))));
    let cube = view.threat.iter().filter(|t| t.hull > 0);
    let cube = cube.map(|t| (Round::new(t.at, t.radius), Target::Threat, t.shields, t.hull));
    let all: Vec<_> = ships.chain(cube).collect();
    let (struck, hop) = (1..=hops).find_map(|hop| {
        let there = Round::new(leg(torpedo.at, heading, TORPEDO_RADIUS, hop), TORPEDO_RADIUS);
        // ST-12.8: of several the one that it touches most deeply.
        let touched = all.iter().filter(|(round, ..)| round.contacts(there));
        let deepest = touched.min_by_key(|(round, ..)| {
            let reach = (round.radius + there.radius) as i128;
            there.at.distance_sq(round.at) as i128 - reach * reach
        });
        deepest.map(|struck| (struck, hop))
    })?;
    let (_, target, shields, hull) = *struck;
    let aim =
        Aim { target, counters: torpedo.damage, shields, hull, crits: 0, ignores: 0, because: Vec::new() };
    let mut odds = beam_odds(&aim);
    let name = target_name(view, target);
    odds.because =
        vec![Line::new(format!("hop {hop} touches {name}: the torpedo goes off"), rule!("ST-12.7"))];
    Some(odds)
}

/// ST-13.3: shields first; hits that go past shields fall on the hull.
fn split(aim: &Aim, hits: u64) -> (u64, u64) {
    let shields = u64::from(aim.shields);
    let past = if shields > 0 { u64::from(aim.ignores).min(hits) } else { 0 };
    let on_shields = (hits - past).min(shields);
    (on_shields, hits - on_shields)
}

/// ST-9.2: each ship or terrain disk overlapped at the end is a drop; the first collision ends the checks.
fn collision_odds(view: &View) -> Option<Odds> {
    let ship = view.ship(view.acting?.ship)?;
    if !ship.threatened {
        return None;
    }
    let end = Round::new(ship.straight?, ship.radius);
    let ships = view.ships.iter().filter(|s| s.id != ship.id && s.status == Status::InPlay);
    let ships = ships.filter_map(|s| s.round()).filter(|r| r.overlaps(end)).count();
    let solid = view.terrain.iter().filter(|t| t.kind != TerrainKind::Nebula);
    let terrain = solid.filter(|t| Round::new(t.at, t.radius).overlaps(end)).count();
    let cube = view.threat.iter().filter(|t| Round::new(t.at, t.radius).overlaps(end)).count();
    let drops = (ships + terrain + cube).min(10) as u32;
    let obstacles: u8 = view
        .obstacles
        .iter()
        .filter(|o| Round::new(o.at, crate::kinds::OBSTACLE_RADIUS).overlaps(end))
        .map(|o| o.hits)
        .sum();
    let mut rows = Vec::new();
    if drops > 0 {
        let (whole, part) = (32u64.pow(drops), 32u64.pow(drops) - 27u64.pow(drops));
        rows.push(("a collision".to_string(), Share { part, whole }));
        rows.push(("no collision".into(), Share { part: whole - part, whole }));
    }
    if obstacles > 0 {
        rows.push((format!("{obstacles} hits from obstructions"), Share { part: 1, whole: 1 }));
    }
    let because = vec![Line::new("the movement ends on top of other pieces", rule!("ST-9.1"))];
    (!rows.is_empty()).then(|| Odds { title: "collision".into(), because, rows })
}
