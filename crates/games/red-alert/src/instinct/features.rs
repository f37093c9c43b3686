//! What the learned judgement goes by: fleets, points, objectives, threats, the own hand, and where the turn stands. Nothing
//! that the seat does not know: of the other's cards only how many there are.

use crate::board::{HexSet, Sector, Side};
use crate::data::{self, KINDS, Kind, Objective};
use crate::state::{Combat, Marks, Open, RedAlert, Stage, Twists, UnitId};
use klaxon_core::judgement::Features;

/// Scenarios that the judgement was learned in.
const SCENARIOS: usize = 10;
/// Stages before the first turn and the end have no place.
const STAGES: usize = Stage::Over as usize;

impl RedAlert {
    /// False while fleets are set up, and with packs, whose cards are others.
    pub(super) fn tell_features(&self, side: Side, into: &mut Features) -> bool {
        let open = &self.open;
        if open.turn == 0 || open.end.is_some() || !data::hash().is_empty() {
            return false;
        }
        for (of, who) in [(side, "own"), (side.other(), "other")] {
            fleet(open, of, who, into);
            goods(open, of, who, into);
            aims(open, of, who, into);
            threats(open, of, who, into);
        }
        self.hand(side, into);
        turn(open, side, into);
        fight(open, side, into);
        true
    }

    fn hand(&self, side: Side, into: &mut Features) {
        for card in 0..KINDS {
            into.put(i32::from(self.secret.command[side.index()].0[card]), || format!("command card {card}"));
        }
        for card in 0..KINDS {
            into.put(i32::from(self.secret.combat[side.index()].0[card]), || format!("combat card {card}"));
        }
    }
}

/// Units and figures by kind, and in what state they are.
fn fleet(open: &Open, side: Side, who: &str, into: &mut Features) {
    let (mut units, mut figures) = ([0; 9], [0; 9]);
    let (mut alerts, mut alarmed, mut cloaked, mut lone, mut advance) = (0, 0, 0, 0, 0);
    let (mut material, mut sectors) = (0, [0; 3]);
    for id in open.units_of(side) {
        let unit = open.unit(id);
        let stats = unit.kind.stats();
        units[unit.kind as usize] += 1;
        figures[unit.kind as usize] += i32::from(unit.figures);
        material += 4 * i32::from(stats.points) * i32::from(unit.figures) / i32::from(stats.figures);
        if unit.is(Marks::ALERT) {
            alerts += 1;
            alarmed += i32::from(stats.points);
        }
        cloaked += i32::from(unit.is(Marks::CLOAKED));
        lone += i32::from(unit.figures == 1);
        advance += i32::from(unit.hex().row().abs_diff(side.baseline()).min(6));
        sectors[unit.hex().sector() as usize] += 1;
    }
    for kind in Kind::ALL {
        into.put(units[kind as usize], || format!("{who} units {}", kind.code()));
        into.put(figures[kind as usize], || format!("{who} figures {}", kind.code()));
    }
    let waiting: i32 = Kind::ALL
        .iter()
        .map(|&k| i32::from(open.waiting[side.index()][k as usize]) * i32::from(k.stats().points))
        .sum();
    into.put(waiting, || format!("{who} points waiting"));
    into.put(material, || format!("{who} material"));
    into.put(alerts, || format!("{who} alerts"));
    into.put(alarmed, || format!("{who} points under alert"));
    into.put(cloaked, || format!("{who} cloaked"));
    into.put(lone, || format!("{who} last figures"));
    into.put(advance, || format!("{who} advance"));
    for sector in Sector::ALL {
        into.put(sectors[sector as usize], || format!("{who} units {}", sector.name()));
    }
}

/// Points, stars and cards.
fn goods(open: &Open, side: Side, who: &str, into: &mut Features) {
    let (points, target) = (i32::from(open.points(side)), i32::from(open.target));
    let missing = (target - points).max(0);
    into.put(points, || format!("{who} points"));
    into.put(missing, || format!("{who} points missing"));
    into.put(32 * points / target.max(1), || format!("{who} share of the points"));
    for few in [1, 2, 3, 4, 6, 8] {
        into.put(i32::from(missing <= few), || format!("{who} at most {few} missing"));
    }
    let left = i32::from(open.eliminations) - i32::from(open.tally[side.index()].eliminations());
    let counts = open.eliminations > 0;
    into.put(if counts { left } else { 0 }, || format!("{who} eliminations missing"));
    into.put(i32::from(counts && left <= 1), || format!("{who} one elimination missing"));
    let stars = i32::from(open.stars(side));
    into.put(stars.min(12), || format!("{who} stars"));
    into.put(i32::from(stars == 0), || format!("{who} no stars"));
    into.put(i32::from(stars >= 3), || format!("{who} three stars"));
    into.put(i32::from(open.combat_cards[side.index()]), || format!("{who} combat cards"));
    into.put(i32::from(open.command_cards[side.index()]), || format!("{who} command cards"));
}

/// What the scenario gives points for.
fn aims(open: &Open, side: Side, who: &str, into: &mut Features) {
    let has = |o: Objective| open.objectives[side.index()] & o.bit() != 0;
    let planets = has(Objective::PlanetControl);
    let held = open.units_of(side).filter(|id| planets && open.holds_planet(*id)).count() as i32;
    let near = open
        .units_of(side)
        .filter(|id| planets && !open.unit(*id).hex().neighbours().and(open.planets).is_empty())
        .count() as i32;
    into.put(held, || format!("{who} planets held"));
    into.put(near, || format!("{who} units beside planets"));
    let clear =
        Sector::ALL.iter().filter(|s| has(Objective::ClearSector) && open.is_clear(side, **s)).count();
    into.put(clear as i32, || format!("{who} clear sectors"));
    let (mut rows, mut close) = (0, 0);
    if has(Objective::Breakthrough) {
        for id in open.units_of(side) {
            let unit = open.unit(id);
            let left = i32::from(unit.hex().row().abs_diff(side.other().baseline()));
            let points = i32::from(unit.kind.stats().points);
            rows += 8 * points / (2 + left);
            close += if left <= 1 { points } else { 0 };
        }
    }
    into.put(rows, || format!("{who} way to break through"));
    into.put(close, || format!("{who} points about to break through"));
    into.put(i32::from(open.time_pressure == Some(side)), || format!("{who} time pressure"));
}

/// What the enemies in range could do to a side.
fn threats(open: &Open, side: Side, who: &str, into: &mut Features) {
    let enemies = open.seen_enemies(side);
    let (mut dice_sum, mut danger, mut weak, mut flag, mut close, mut most) = (0, 0, 0, 0, 0, 0);
    for id in open.units_of(side) {
        let unit = open.unit(id);
        if unit.is(Marks::CLOAKED) {
            continue;
        }
        let dice = dice_on(open, id, enemies);
        let points = i32::from(unit.kind.stats().points);
        let risk = points * dice.min(9) * 2 / i32::from(unit.figures.max(1));
        dice_sum += dice.min(9);
        danger += risk;
        most = most.max(risk);
        weak += if unit.figures == 1 && dice >= 2 { points } else { 0 };
        flag += if unit.kind == Kind::FL { dice } else { 0 };
        close += i32::from(!unit.hex().neighbours().and(enemies).is_empty());
    }
    into.put(dice_sum, || format!("{who} dice in range"));
    into.put(danger / 2, || format!("{who} danger"));
    into.put(most, || format!("{who} greatest danger"));
    into.put(weak, || format!("{who} points on one figure under fire"));
    into.put(flag, || format!("{who} dice on the flagship"));
    into.put(close, || format!("{who} units in close quarters"));
}

/// The dice that enemies could throw at a unit from where they stand.
fn dice_on(open: &Open, id: UnitId, enemies: HexSet) -> i32 {
    let hex = open.unit(id).hex();
    let near = enemies.and(hex.within(4));
    near.iter()
        .filter_map(|at| open.unit_at(at).map(|foe| (open.unit(foe).kind, at.distance(hex))))
        .map(|(kind, range)| i32::from(Open::range_dice(kind, range)))
        .sum()
}

/// Whose turn it is and how far it has come.
fn turn(open: &Open, side: Side, into: &mut Features) {
    let sign = if open.active == side { 1 } else { -1 };
    into.put(sign, || "to move".into());
    into.one_of(STAGES, Some(open.stage as usize), sign, |i| format!("stage {i}"));
    let (mut to_move, mut to_fight) = (0, 0);
    for id in open.units_of(open.active) {
        let unit = open.unit(id);
        if unit.is(Marks::ORDERED) {
            to_move += i32::from(!unit.is(Marks::MOVED));
            if open.may_fight(id) {
                let foes = open.seen_enemies(open.active);
                let near = unit.hex().within(4).and(foes);
                let best = near
                    .iter()
                    .map(|at| i32::from(Open::range_dice(unit.kind, at.distance(unit.hex()))))
                    .max();
                to_fight += best.unwrap_or(0);
            }
        }
    }
    into.put(sign * to_move, || "ordered units that may move".into());
    into.put(sign * to_fight, || "dice of ordered units".into());
    into.put(i32::from(side == Side::Cw), || "commonwealth".into());
    into.put(i32::from(open.turn.min(60)), || "turn".into());
    into.put(i32::from(open.quiet), || "quiet turns".into());
    into.one_of(SCENARIOS, Some(usize::from(open.scenario)), 1, |i| format!("scenario {i}"));
}

/// The combat that is under way.
fn fight(open: &Open, side: Side, into: &mut Features) {
    let under_way = |c: &&Combat| {
        let both = [c.attacker, c.target].iter().all(|id| open.unit(*id).is_on_map());
        both && !c.twists.has(Twists::ROLLED)
    };
    let combat = open.combat().filter(under_way);
    let (mut dice, mut points, mut figures) = (0, 0, 0);
    if let Some(c) = combat {
        let sign = if c.attacker.side() == side { 1 } else { -1 };
        let target = open.unit(c.target);
        dice = sign * i32::from(open.dice(c.attacker, c.target, c.card_dice).total());
        points = sign * i32::from(target.kind.stats().points);
        figures = sign * i32::from(target.figures);
    }
    into.put(dice, || "dice of the combat".into());
    into.put(points, || "points of its target".into());
    into.put(figures, || "figures of its target".into());
}
