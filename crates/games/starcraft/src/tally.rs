//! The reason for each number of a skirmish (SC-9.22 to SC-9.28), made from a view: what a viewer knows adds up, what
//! he does not know stays open. The log tells the same sums when a skirmish is resolved.

use crate::{
    data::{Face, Tech, data},
    effect::{Kind, Role, Scene, Sum, Vs},
    ids::{Module, Unit, UnitSet},
    view::{BattleView, CardView, FighterView, View},
};
use serde::{Deserialize, Serialize};

/// Where a part of an attack or a health comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The major values of a card that shows the front-line unit.
    Major(Face),
    /// The minor values of a card.
    Minor(Face),
    /// No standard card was left (SC-9.57).
    Blank,
    /// The ability of the standard card.
    Ability(Face),
    /// The reinforcement card.
    Reinforcement(Face),
    /// A Protoss Shields card.
    Shields,
    /// A technology in the play area.
    Play(Tech),
    /// What was used at the start of the battle.
    Start,
    /// A supporting unit that can hit the enemy front-line unit.
    Support(Unit),
    /// A special Mobilize order (SC-7.13).
    Special,
    /// Anti-aircraft of the Air Support module (SC-11.7).
    AntiAir,
    /// A card fixes the attack of both sides.
    Fixed(Face),
    /// Health because the side is strong enough (SC-9.56).
    Boost,
    /// A card gives sufficient strength whatever the values (SC-10.15).
    Sufficient(Face),
}

/// A part of an attack and a health.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Why.
    pub why: Reason,
    /// Attack.
    pub a: u8,
    /// Health.
    pub h: u8,
}

/// What is known of one side of a skirmish.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Part by part.
    pub parts: Vec<Part>,
    /// Is the standard card known, so that the sums are whole?
    pub whole: bool,
    /// The sum of the parts.
    pub attack: u8,
    /// The sum of the parts.
    pub health: u8,
    /// The side has a Detector, as far as known.
    pub detector: bool,
    /// Units of the side with Cloaking, as far as known and before Detectors, by kind.
    pub cloaked: UnitSet,
}

/// One side of a skirmish as the viewer knows it.
struct Side<'a> {
    fighters: Vec<&'a FighterView>,
    scene: Scene,
    standard: Option<Face>,
    blank: bool,
    reinforcement: Option<Face>,
    extra: Sum,
}

/// Both sides of a skirmish; `None` while it has no front line.
pub fn tally(view: &View, skirmish: u8) -> Option<[Tally; 2]> {
    let battle = view.battle.as_ref()?;
    let sides = [side(view, battle, skirmish, 0)?, side(view, battle, skirmish, 1)?];
    let mut out = [Tally::default(), Tally::default()];
    let mut minor = [true; 2];
    let mut cards = [Sum::default(); 2];
    for me in [0, 1] {
        let flu = sides[me].scene.flu?;
        if let Some(face) = sides[me].standard {
            minor[me] = !face.data().pictured.has(flu) || sides[1 - me].extra.force_minor;
            if !minor[me] {
                cards[me] = Sum::of(&face.data().effect, &sides[me].scene);
            }
        }
    }
    let fixed = [0, 1].into_iter().find_map(|me| {
        let of = |sum: &Sum, face: Option<Face>| sum.attack_both.zip(face);
        of(&sides[me].extra, sides[me].reinforcement)
    });
    let fixed =
        fixed.or_else(|| [0, 1].into_iter().find_map(|me| cards[me].attack_both.zip(sides[me].standard)));
    for me in [0, 1] {
        let (own, enemy) = (&sides[me], &sides[1 - me]);
        let blind = enemy.extra.blinded.or(cards[1 - me].blinded);
        let quiet = enemy.extra.no_support || cards[1 - me].no_support;
        out[me] = add_up(view, battle, me, own, enemy, &cards[me], minor[me], blind, quiet);
        if let Some((attack, face)) = fixed {
            out[me].parts.push(Part { why: Reason::Fixed(face), a: attack, h: 0 });
            out[me].attack = attack;
        }
    }
    if out.iter().all(|t| t.whole) {
        boost(view, battle, &sides, &cards, &mut out);
    }
    Some(out)
}

fn side<'a>(view: &View, battle: &'a BattleView, skirmish: u8, me: usize) -> Option<Side<'a>> {
    let of = |s: usize| battle.fighters[s].iter().filter(move |f| f.skirmish == Some(skirmish));
    let flu = |s: usize| of(s).find(|f| f.front).map(|f| f.unit);
    let scene = Scene {
        role: Some(if me == 0 { Role::Attacker } else { Role::Defender }),
        flu: Some(flu(me)?),
        enemy: Some(flu(1 - me)?),
        own: of(me).map(|f| f.unit).collect(),
        base_here: view.area(battle.area)?.base == Some(battle.seats[me]),
    };
    let cards = battle.skirmishes.get(usize::from(skirmish))?;
    let face = |card: CardView| match card {
        CardView::Face(face) => Some(face),
        CardView::None | CardView::Back { .. } => None,
    };
    // SC-9.19, SC-11.10: a card that matches no unit does nothing; Shields always match.
    let counts = |face: &Face| {
        let print = face.data();
        print.kind == Kind::Standard
            || scene.flu.is_some_and(|f| print.pictured.has(f))
            || print.specialty && print.pictured.meets(scene.own)
    };
    let reinforcement = face(cards.reinforcement[me]).filter(counts);
    let extra = match reinforcement {
        Some(card) if card.data().kind == Kind::Standard => {
            Sum { h: shields(view, battle, me), ..Sum::default() }
        }
        Some(card) => Sum::of(&card.data().effect, &scene),
        None => Sum::default(),
    };
    let resolving = battle.clash.is_some_and(|(s, ..)| s == skirmish);
    Some(Side {
        fighters: of(me).collect(),
        scene,
        standard: face(cards.standard[me]),
        blank: resolving && cards.standard[me] == CardView::None,
        reinforcement,
        extra,
    })
}

fn shields(view: &View, battle: &BattleView, me: usize) -> u8 {
    let race = view.seat(battle.seats[me]).race;
    race.map_or(0, |race| Sum::of(&data().race(race).effect, &Scene::default()).shields)
}

#[expect(clippy::too_many_arguments, reason = "one skirmish has this many things in it")]
fn add_up(
    view: &View,
    battle: &BattleView,
    me: usize,
    own: &Side<'_>,
    enemy: &Side<'_>,
    card: &Sum,
    minor: bool,
    blind: Option<(crate::data::Tag, crate::data::Move)>,
    quiet: bool,
) -> Tally {
    let sheet = view.seat(battle.seats[me]);
    let mut tally = Tally { whole: own.standard.is_some() || own.blank, ..Tally::default() };
    let mut put = |why: Reason, a: u8, h: u8| {
        tally.parts.push(Part { why, a, h });
        tally.attack += a;
        tally.health += h;
    };
    match own.standard {
        Some(face) if minor => put(Reason::Minor(face), face.data().minor.0, face.data().minor.1),
        Some(face) => {
            put(Reason::Major(face), face.data().major.0, face.data().major.1);
            if card.a + card.h > 0 {
                put(Reason::Ability(face), card.a, card.h);
            }
            if card.strong {
                put(Reason::Sufficient(face), 0, 0);
            }
        }
        None if own.blank => put(Reason::Blank, 0, 0),
        None => {}
    }
    if let Some(face) = own.reinforcement {
        let shields = face.data().kind == Kind::Standard;
        let why = if shields { Reason::Shields } else { Reason::Reinforcement(face) };
        put(why, own.extra.a, own.extra.h);
        if own.extra.strong {
            put(Reason::Sufficient(face), 0, 0);
        }
    }
    let mut detectors = UnitSet(card.detectors.0 | own.extra.detectors.0);
    let mut cloaked = UnitSet(card.cloaked.0 | own.extra.cloaked.0);
    let mut detector = card.detector || own.extra.detector;
    for tech in &sheet.play {
        let sum = Sum::of(&tech.data().effect, &own.scene);
        detectors.0 |= sum.detectors.0;
        cloaked.0 |= sum.cloaked.0;
        detector |= sum.detector;
        if sum.a + sum.h > 0 {
            put(Reason::Play(*tech), sum.a, sum.h);
        }
    }
    if battle.bonus[me] != (0, 0) {
        put(Reason::Start, battle.bonus[me].0, battle.bonus[me].1);
    }
    let target = enemy.scene.flu.expect("a skirmish has a front line");
    let there = data().unit(target);
    // SC-9.24: supporting units add only what they can hit, unless something silences them.
    for f in own.fighters.iter().filter(|f| !f.front && !quiet) {
        let unit = data().unit(f.unit);
        let blinded = blind.is_some_and(|(tag, m)| unit.has(tag) && there.r#move == m);
        if unit.hits.reach(there.r#move) && !blinded && unit.support > 0 {
            put(Reason::Support(f.unit), unit.support, 0);
        }
    }
    if me == 0 && battle.special {
        put(Reason::Special, 1, 0);
    }
    if own.scene.base_here && sheet.modules[Module::Air.index()] > 0 {
        let air = Sum::of(&data().module(Module::Air).effect, &Scene::default());
        detector |= air.base_detector;
        if Vs::Flying.fits(target) && air.anti_air > 0 {
            put(Reason::AntiAir, air.anti_air, 0);
        }
    }
    let in_sight = |f: &&FighterView| data().unit(f.unit).detector || detectors.has(f.unit);
    tally.detector = detector || own.fighters.iter().any(in_sight);
    tally.cloaked = own.fighters.iter().map(|f| f.unit).filter(|u| cloaked.has(*u)).collect();
    if card.cloak_flu || own.extra.cloak_flu {
        tally.cloaked.insert(own.scene.flu.expect("a skirmish has a front line"));
    }
    tally
}

/// Metabolic Boost: strength enough to destroy gives health (SC-9.56).
fn boost(view: &View, battle: &BattleView, sides: &[Side<'_>; 2], cards: &[Sum; 2], out: &mut [Tally; 2]) {
    for me in [0, 1] {
        let play: u8 = view
            .seat(battle.seats[me])
            .play
            .iter()
            .map(|t| Sum::of(&t.data().effect, &sides[me].scene).h_if_strong)
            .sum();
        let gain = play + cards[me].h_if_strong + sides[me].extra.h_if_strong;
        let strong = out[me].attack >= out[1 - me].health || cards[me].strong || sides[me].extra.strong;
        if gain > 0 && strong {
            out[me].parts.push(Part { why: Reason::Boost, a: 0, h: gain });
            out[me].health += gain;
        }
    }
}
