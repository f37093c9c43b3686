//! What may come of a choice, exactly: every number here counts cases.

use crate::board::Hex;
use crate::combat::{DiceCount, DiceReason};
use crate::data::{Class, CombatId, Face, Kind};
use crate::effect::{CombatEffect, Window};
use crate::movement::Mode;
use crate::questions::{Action, Alert, Attack, BattleBack, Card, Move, Pass};
use crate::route::Route;
use crate::state::Question;
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
    if let Action::Attack(Attack::Attack { from, at }) = *action {
        let (a, t) = (open.unit_at(from)?, open.unit_at(at)?);
        let kind = open.combat().map_or(CombatKind::Plain, |_| CombatKind::Bonus);
        return of_combat(open, &Combat::new(a, from, t, at, kind));
    }
    if let Action::BattleBack(BattleBack::BattleBack) = *action {
        let c = open.combat()?;
        let (at, from) = (open.unit(c.attacker).hex(), open.unit(c.target).hex());
        return of_combat(open, &Combat::new(c.target, from, c.attacker, at, CombatKind::BattleBack));
    }
    if let Action::Card(Card::FirstStrike(card)) = *action {
        let (dice, _) = card.card().plan.preempt?;
        return of_preempt(open, dice);
    }
    if let Action::Card(Card::PlayCombat { card, on }) = *action {
        return of_card(open, card, on);
    }
    if let (Action::Pass(Pass::Pass), Question::Card(Window::DeclareOwn | Window::DeclareAgainst)) =
        (*action, view.question)
    {
        return of_combat(open, open.combat()?);
    }
    if let Action::Alert(Alert::Retire(path)) = *action {
        return of_retirement(open, path);
    }
    if let Action::Move(Move::Move { from, to, mode }) = *action
        && mode != Mode::LightSpeed
        && open.asteroids.has(to)
    {
        let id = open.unit_at(from)?;
        if open.unit(id).is(Marks::HELMSMAN) {
            return None;
        }
        return Some(Odds {
            title: format!("Entering the asteroids on {to}"),
            because: vec![Line::new("One die is rolled for entering an asteroid hex.", rule!("RA-18.2"))],
            rows: vec![("a red alert marker".into(), Share { part: 1, whole: 6 })],
        });
    }
    None
}

/// The combat as a card would make it, or what the card throws for.
fn of_card(open: &Open, card: CombatId, on: Route) -> Option<Odds> {
    for effect in &card.card().effect {
        if let CombatEffect::Boarding { dice } = *effect {
            return of_boarding(open, dice, on.hexes());
        }
    }
    let mut combat = *open.combat()?;
    for effect in &card.card().effect {
        if let CombatEffect::Preempt { dice, .. } = *effect {
            return of_preempt(open, dice);
        }
        if let CombatEffect::BattleBack { dice } = *effect {
            let (at, from) = (open.unit(combat.attacker).hex(), open.unit(combat.target).hex());
            let mut back = Combat::new(combat.target, from, combat.attacker, at, CombatKind::BattleBack);
            back.card_dice = dice;
            return of_combat(open, &back);
        }
        if let CombatEffect::Parley { dice } = *effect {
            return Some(of_parley(dice, open.stars(combat.target.side()) - card.card().cost));
        }
        if !twist(open, &mut combat, *effect) {
            return None;
        }
    }
    of_combat(open, &combat)
}

/// What a card does to the dice of a combat; false where it does something else.
fn twist(open: &Open, combat: &mut Combat, effect: CombatEffect) -> bool {
    let twists = [
        (CombatEffect::StarsHit, Twists::STARS_HIT),
        (CombatEffect::NoShields, Twists::NO_SHIELDS),
        (CombatEffect::AllShields, Twists::ALL_SHIELDS),
    ];
    if let CombatEffect::Dice(dice) = effect {
        combat.card_dice += dice;
    } else if let CombatEffect::DicePerFriend { max } = effect {
        let friends = open.fleets[combat.attacker.side().index()].minus(open.cloaked);
        let mut near = combat.at.neighbours().and(friends);
        near.remove(combat.from);
        combat.card_dice += near.len().min(usize::from(max)) as i8;
    } else if let Some((_, twist)) = twists.into_iter().find(|(of, _)| *of == effect) {
        combat.twists.set(twist);
    } else {
        return false;
    }
    true
}

/// In how many of 6^dice cases exactly `hits` dice show one given face.
fn exactly(dice: u8, hits: u8) -> u64 {
    ways(dice, &[hits, dice - hits]) * 5u64.pow(u32::from(dice - hits))
}

/// CB-02: more Stars than the other side.
fn of_boarding(open: &Open, dice: u8, on: &[Hex]) -> Option<Odds> {
    let [mine, theirs] = [*on.first()?, *on.get(1)?].map(|h| open.unit_at(h));
    let (a, b) = (dice + open.unit(mine?).figures, dice + open.unit(theirs?).figures);
    if a > 10 || b > 10 {
        return None;
    }
    let mut part = 0;
    for stars in 1..=a {
        let fewer: u64 = (0..stars.min(b + 1)).map(|n| exactly(b, n)).sum();
        part += exactly(a, stars) * fewer;
    }
    let whole = 6u64.pow(u32::from(a) + u32::from(b));
    Some(Odds {
        title: format!("{a} dice against {b}: more Stars win"),
        because: vec![Line::new("Each side rolls for its figures; ties fail.", rule!("RA-17.4"))],
        rows: vec![
            ("an enemy figure joins the cruisers".into(), Share { part, whole }),
            ("nothing happens".into(), Share { part: whole - part, whole }),
        ],
    })
}

/// CB-03: at least one Star, and not more than can be paid.
fn of_parley(dice: u8, stars: u8) -> Odds {
    let whole = 6u64.pow(u32::from(dice));
    let mut rows: Vec<(String, Share)> = (1..=dice.min(stars))
        .map(|n| {
            let gift = if n == 1 { "1 star is".into() } else { format!("{n} stars are") };
            (format!("no battle; {gift} given"), Share { part: exactly(dice, n), whole })
        })
        .collect();
    let stopped: u64 = rows.iter().map(|(_, share)| share.part).sum();
    rows.push(("the battle goes on".into(), Share { part: whole - stopped, whole }));
    Odds {
        title: format!("{dice} dice: Stars buy the attack off"),
        because: vec![Line::new(
            "As many stars are given as Stars fall, if there are enough.",
            rule!("RA-11.33"),
        )],
        rows,
    }
}

/// RA-12.15 to 12.18: the dangers of a path, and a hit for each hex that cannot be retired.
fn of_retirement(open: &Open, path: Route) -> Option<Odds> {
    let combat = open.combat()?;
    let unit = open.unit(combat.target);
    let mut because = Vec::new();
    let mut dice = 0;
    for &hex in path.hexes() {
        if let Some(other) = open.unit_at(hex).filter(|_| !open.cloaked.has(hex)) {
            let (n, text, rule) = if other.side() == combat.target.side() {
                (1, format!("One die for the friends on {hex}."), rule!("RA-12.15"))
            } else {
                (2, format!("Two dice for the enemies on {hex}."), rule!("RA-12.16"))
            };
            dice += n;
            because.push(Line::new(text, rule).about(hex.to_string()));
        }
        if open.asteroids.has(hex) {
            dice += 1;
            because.push(
                Line::new(format!("One die for the asteroids on {hex}."), rule!("RA-12.17"))
                    .about(hex.to_string()),
            );
        }
    }
    let short = 2 * combat.alerts - path.hexes().len() as u8;
    if short > 0 {
        let text =
            format!("{short} hit{} for hexes that it cannot retire.", if short == 1 { "" } else { "s" });
        because.push(Line::new(text, rule!("RA-12.18")));
    }
    if dice + short == 0 || dice > 8 || short > 10 {
        return None;
    }
    // Each hit that reaches a flagship itself is confirmed by a die of its own: two faces of six (RA-11.29).
    let flag = unit.kind == Kind::FL;
    let room = if flag { unit.caps() } else { unit.figures };
    let confirm = if flag { 3u64.pow(u32::from(dice + short)) } else { 1 };
    let whole = 6u64.pow(u32::from(dice)) * confirm;
    let mut losses = vec![0u64; usize::from(unit.figures)];
    let mut eliminated = 0;
    for rolled in 0..=dice {
        let cases = exactly(dice, rolled);
        let hits = rolled + short;
        let taken = hits.min(room);
        let over = u32::from(hits - taken);
        let living = if flag {
            2u64.pow(over) * (confirm / 3u64.pow(over))
        } else if hits >= unit.figures {
            0
        } else {
            1
        };
        eliminated += cases * (confirm - living);
        if living > 0 {
            losses[usize::from(taken)] += cases * living;
        }
    }
    let mut rows = loss_rows(&losses, whole);
    if eliminated > 0 {
        rows.push(("eliminated".into(), Share { part: eliminated, whole }));
    }
    Some(Odds { title: format!("Retiring over {path}"), because, rows })
}

/// Figures lost and the chance of it.
fn loss_rows(losses: &[u64], whole: u64) -> Vec<(String, Share)> {
    let words = |figures| match figures {
        0 => "no figure lost".into(),
        1 => "1 figure lost".into(),
        n => format!("{n} figures lost"),
    };
    let seen = losses.iter().enumerate().filter(|(_, cases)| **cases > 0);
    seen.map(|(figures, &part)| (words(figures), Share { part, whole })).collect()
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
    let mut rows = loss_rows(&cast.losses, cast.whole);
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
    fn dice_of_one_face_add_up() {
        for dice in 0..=8 {
            assert_eq!((0..=dice).map(|n| exactly(dice, n)).sum::<u64>(), 6u64.pow(u32::from(dice)));
        }
        let odds = of_parley(3, 1);
        assert_eq!(odds.rows[0].1, Share { part: 75, whole: 216 });
        assert_eq!(odds.rows[1].1, Share { part: 141, whole: 216 });
    }

    #[test]
    fn ra_11_27_a_lone_flagship_needs_confirmation() {
        // One die of a capital ship: two faces hit, and two of six confirm.
        let cast = forecast(Class::Capital, &target(Kind::FL, 1), &plain(), 1).unwrap();
        assert_eq!((cast.eliminated, cast.whole), (4, 36));
    }
}
