//! What may come of a choice, exactly: every number here counts cases.

use crate::action::{Action, Mode};
use crate::board::Hex;
use crate::combat::{DiceCount, DiceReason};
use crate::data::{Class, Face, Kind};
use crate::effect::{CombatEffect, Window};
use crate::question::Question;
use crate::state::{Combat, CombatKind, Marks, Open, Twists, Unit, UnitId};
use crate::view::View;
use klaxon_core::{Line, Odds, Share, rule};

/// The dice of an attack by the unit on one hex against the unit on another, as things stand.
pub fn attack(open: &Open, from: Hex, at: Hex) -> Option<DiceCount> {
    Some(open.dice(open.unit_at(from)?, open.unit_at(at)?, 0))
}

/// What a roll may do to its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// How many dice.
    pub dice: u8,
    /// All cases.
    pub whole: u64,
    /// Cases by figures lost; the unit survives.
    pub losses: Vec<u64>,
    /// Cases in which the unit is eliminated.
    pub eliminated: u64,
    /// Cases in which a surviving unit was hit and faces red alerts.
    pub retires: u64,
    /// Cases with exactly one such red alert, which can perhaps be disregarded or repaired.
    pub single_alert: u64,
    /// Cases with at least one Star.
    pub stars: u64,
}

/// Works a roll out, case by case. `None` beyond twelve dice, the number in the box.
pub fn forecast(attacker: Class, target: &Unit, combat: &Combat, dice: u8) -> Option<Forecast> {
    if dice > 12 {
        return None;
    }
    let n = u32::from(dice);
    // A lone flagship's hits are confirmed by a second roll: count pairs of rolls where that may happen.
    let lone = target.kind == Kind::FL;
    let scale = if lone { 6u64.pow(n) } else { 1 };
    let whole = 6u64.pow(n) * scale;
    let mut out = Forecast {
        dice,
        whole,
        losses: vec![0; usize::from(target.figures)],
        eliminated: 0,
        retires: 0,
        single_alert: 0,
        stars: 0,
    };
    let room = if lone { target.caps() } else { target.figures };
    for blasts in 0..=dice {
        for symbols in 0..=dice - blasts {
            for alerts in 0..=dice - blasts - symbols {
                for stars in 0..=dice - blasts - symbols - alerts {
                    let rest = dice - blasts - symbols - alerts - stars;
                    let cases =
                        ways(dice, &[blasts, symbols, alerts, stars, rest]) * 2u64.pow(u32::from(rest));
                    let mut count = [0; 6];
                    count[Face::Blast as usize] = blasts;
                    count[target.class().face() as usize] = symbols;
                    count[Face::Star as usize] = stars;
                    let mut hits = crate::combat::count_hits(combat, attacker, target.class(), &count);
                    let mut left = alerts;
                    if target.is(Marks::ALERT) {
                        hits += if hits > 0 { alerts } else { 0 };
                        left = 0;
                    }
                    if stars > 0 {
                        out.stars += cases * scale;
                    }
                    let taken = hits.min(room);
                    let over = u32::from(hits - taken);
                    // Cases of the second roll that eliminate: any Square or Blast among the left-over hits.
                    let killing = if lone {
                        let sixes = 6u64.pow(over.min(n));
                        (sixes - 4u64.pow(over.min(n))) * (scale / sixes)
                    } else if hits >= target.figures {
                        scale
                    } else {
                        0
                    };
                    out.eliminated += cases * killing;
                    let living = cases * (scale - killing);
                    if living > 0 {
                        out.losses[usize::from(taken)] += living;
                        if taken > 0 && left > 0 {
                            out.retires += living;
                            if left == 1 {
                                out.single_alert += living;
                            }
                        }
                    }
                }
            }
        }
    }
    Some(out)
}

/// In how many ways dice can be parted into groups of these sizes.
fn ways(n: u8, groups: &[u8]) -> u64 {
    let factorial = |k: u8| (1..=u64::from(k)).product::<u64>();
    groups.iter().fold(factorial(n), |w, &g| w / factorial(g))
}

/// The odds of a choice, where dice follow from it.
pub(crate) fn of_action(view: &View, action: &Action) -> Option<Odds> {
    let open = &view.open;
    match *action {
        Action::Attack { from, at } => {
            let (a, t) = (open.unit_at(from)?, open.unit_at(at)?);
            let kind = open.combat().map_or(CombatKind::Plain, |_| CombatKind::Bonus);
            of_combat(open, &Combat::new(a, from, t, at, kind))
        }
        Action::BattleBack => {
            let c = open.combat()?;
            let (at, from) = (open.unit(c.attacker).hex(), open.unit(c.target).hex());
            of_combat(open, &Combat::new(c.target, from, c.attacker, at, CombatKind::BattleBack))
        }
        Action::FirstStrike(card) => {
            let (dice, _) = card.card().plan.preempt?;
            of_preempt(open, dice)
        }
        Action::Pass
            if matches!(open.question(), Question::Card(Window::DeclareOwn | Window::DeclareAgainst)) =>
        {
            of_combat(open, open.combat()?)
        }
        Action::PlayCombat { card, .. } => {
            let mut combat = *open.combat()?;
            for effect in &card.card().effect {
                match *effect {
                    CombatEffect::Dice(dice) => combat.card_dice += dice,
                    CombatEffect::DicePerFriend { max } => {
                        let friends = open.fleets[combat.attacker.side().index()].minus(open.cloaked);
                        let mut near = combat.at.neighbours().and(friends);
                        near.remove(combat.from);
                        combat.card_dice += near.len().min(usize::from(max)) as i8;
                    }
                    CombatEffect::StarsHit => combat.twists.set(Twists::STARS_HIT),
                    CombatEffect::NoShields => combat.twists.set(Twists::NO_SHIELDS),
                    CombatEffect::AllShields => combat.twists.set(Twists::ALL_SHIELDS),
                    CombatEffect::Preempt { dice, .. } => return of_preempt(open, dice),
                    CombatEffect::BattleBack { dice } => {
                        let (at, from) = (open.unit(combat.attacker).hex(), open.unit(combat.target).hex());
                        let mut back =
                            Combat::new(combat.target, from, combat.attacker, at, CombatKind::BattleBack);
                        back.card_dice = dice;
                        return of_combat(open, &back);
                    }
                    CombatEffect::ExtraOrders { .. }
                    | CombatEffect::Cloak
                    | CombatEffect::LightSpeed { .. }
                    | CombatEffect::Slingshot { .. }
                    | CombatEffect::Helmsman
                    | CombatEffect::Pursuit
                    | CombatEffect::SecondVolley
                    | CombatEffect::IgnoreAlerts
                    | CombatEffect::Boarding { .. }
                    | CombatEffect::Parley { .. }
                    | CombatEffect::Cancel
                    | CombatEffect::Redirect { .. }
                    | CombatEffect::Pin { .. }
                    | CombatEffect::Restore
                    | CombatEffect::GainStars(_)
                    | CombatEffect::Intercept => return None,
                }
            }
            of_combat(open, &combat)
        }
        Action::Move { from, to, mode } if mode != Mode::LightSpeed && open.asteroids.has(to) => {
            let id = open.unit_at(from)?;
            if open.unit(id).is(Marks::HELMSMAN) {
                return None;
            }
            Some(Odds {
                title: format!("Entering the asteroids on {to}"),
                because: vec![Line::new("One die is rolled for entering an asteroid hex.", rule!("RA-18.2"))],
                rows: vec![("a red alert marker".into(), Share { part: 1, whole: 6 })],
            })
        }
        _ => None,
    }
}

fn of_preempt(open: &Open, dice: i8) -> Option<Odds> {
    let c = open.combat()?;
    let mut first = Combat::new(c.target, c.at, c.attacker, c.from, CombatKind::Preempt);
    first.card_dice = dice;
    of_combat(open, &first)
}

fn of_combat(open: &Open, combat: &Combat) -> Option<Odds> {
    let (attacker, target) = (open.unit(combat.attacker), open.unit(combat.target));
    if !attacker.is_on_map() || !target.is_on_map() {
        return None;
    }
    let dice = open.dice(combat.attacker, combat.target, combat.card_dice);
    let title = format!(
        "{} at {} against {} at {}: {} {}",
        attacker.kind.words(),
        attacker.hex(),
        target.kind.words(),
        target.hex(),
        dice.total(),
        if dice.total() == 1 { "die" } else { "dice" }
    );
    let because = dice.lines().iter().map(|&(reason, n)| reason_line(reason, n)).collect();
    let cast = forecast(attacker.class(), target, combat, dice.total())?;
    let share = |part| Share { part, whole: cast.whole };
    let mut rows = Vec::new();
    for (figures, &cases) in cast.losses.iter().enumerate() {
        if cases > 0 {
            let text = match figures {
                0 => "no figure lost".into(),
                1 => "1 figure lost".into(),
                n => format!("{n} figures lost"),
            };
            rows.push((text, share(cases)));
        }
    }
    if cast.eliminated > 0 {
        rows.push(("eliminated".into(), share(cast.eliminated)));
    }
    if cast.retires > 0 {
        rows.push(("hit and on red alert: must retire, unless it is stopped".into(), share(cast.retires)));
    }
    if cast.stars > 0 {
        rows.push(("at least one star gained".into(), share(cast.stars)));
    }
    Some(Odds { title, because, rows })
}

/// A modifier in words.
pub fn reason_line(reason: DiceReason, dice: i8) -> Line {
    let what = match reason {
        DiceReason::Range(range) => format!("at range {range}"),
        DiceReason::CapFighters => "for cap fighters in close quarters".into(),
        DiceReason::Asteroids => "since the target is on an asteroid hex".into(),
        DiceReason::Planet => "since the target is on a planet hex".into(),
        DiceReason::Alert => "for the attacker's red alert marker".into(),
        DiceReason::CommandCard => "by the command card".into(),
        DiceReason::Surprise => "for dropping the cloak".into(),
        DiceReason::CombatCards => "by combat cards".into(),
        DiceReason::Floor => "since there are never fewer than none".into(),
    };
    let sign = if dice >= 0 && !matches!(reason, DiceReason::Range(_)) { "+" } else { "" };
    let die = if dice.abs() == 1 { "die" } else { "dice" };
    Line::new(format!("{sign}{dice} {die} {what}."), reason.rule())
}

/// Expected figures lost, in thousandths, for bots: the hits of a roll without its finer points.
pub(crate) fn expected_hits(open: &Open, attacker: UnitId, target: UnitId) -> u32 {
    let (a, t) = (open.unit(attacker), open.unit(target));
    let dice = u32::from(open.dice(attacker, target, 0).total());
    let shields = u32::from(t.class().shields(a.class()));
    // Two faces in six hit; shields take the first Blasts away.
    let blasts = (dice * 167).saturating_sub(shields * 150.min(dice * 150));
    dice * 167 + blasts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(kind: Kind, figures: u8) -> Unit {
        Unit { kind, figures, ..Unit::EMPTY }
    }

    fn plain() -> Combat {
        let hex = Hex::new(0).unwrap();
        Combat::new(UnitId(0), hex, UnitId(25), hex, CombatKind::Plain)
    }

    #[test]
    fn cases_add_up_and_one_die_hits_in_two_of_six() {
        let cast = forecast(Class::Strike, &target(Kind::SC, 3), &plain(), 1).unwrap();
        assert_eq!((cast.whole, cast.losses.as_slice(), cast.eliminated), (6, &[4, 2, 0][..], 0));
        for dice in 0..=12 {
            for kind in Kind::ALL {
                let cast =
                    forecast(Class::Fighter, &target(kind, kind.stats().figures), &plain(), dice).unwrap();
                assert_eq!(cast.losses.iter().sum::<u64>() + cast.eliminated, cast.whole, "{kind:?} {dice}");
            }
        }
    }

    #[test]
    fn ra_11_27_a_lone_flagship_needs_confirmation() {
        // One die of a capital ship: two faces hit, and two of six confirm.
        let cast = forecast(Class::Capital, &target(Kind::FL, 1), &plain(), 1).unwrap();
        assert_eq!((cast.eliminated, cast.whole), (4, 36));
    }
}
