//! Battles: pairs, support, cards, and what to give up.

use super::{might, worth};
use crate::{
    data::{Face, data},
    effect::{Effect, Kind, Scene, Sum},
    ids::Unit,
    state::{Frame, StarCraft},
};
use klaxon_core::Seat;
use std::sync::LazyLock;

/// Ten times the attack and health that a card brings to a unit it shows, on average over its race's combat deck.
static TYPICAL: LazyLock<Vec<(i32, i32)>> =
    LazyLock::new(|| Unit::ALL.iter().map(|u| typical_of(*u)).collect());

fn typical_of(unit: Unit) -> (i32, i32) {
    let scene = Scene { flu: Some(unit), ..Scene::default() };
    let deck = crate::ids::cards(data().deck(unit.race()).combat);
    let (mut n, mut a, mut h) = (0, 0, 0);
    for card in deck {
        let face = data().face(unit.race(), card).data();
        if face.pictured.has(unit) {
            let sum = Sum::of(&face.effect, &scene);
            a += i32::from(face.major.0 + sum.a);
            h += i32::from(face.major.1 + sum.h);
            n += 1;
        }
    }
    if n == 0 { (45, 50) } else { (10 * a / n, 10 * h / n) }
}

/// The chance in per cent that an attack is enough, from ten times the lead over the health.
fn chance(lead: i32) -> i32 {
    (60 + 2 * lead).clamp(3, 97)
}

/// A weight that doubles with each step of promise.
fn weight(promise: i32) -> u32 {
    1 << ((promise + 100) / 25).clamp(0, 8)
}

impl StarCraft {
    pub(crate) fn lean_pair(&self, mine: Unit, theirs: Unit) -> u32 {
        let (a, b) = (data().unit(mine), data().unit(theirs));
        let hits = if a.hits.reach(b.r#move) { 24 } else { 2 };
        let safe = if b.hits.reach(a.r#move) { 0 } else { 32 };
        let stronger = if might(mine) >= might(theirs) { 12 } else { 0 };
        hits + safe + stronger
    }

    pub(crate) fn lean_support(&self, seat: Seat, skirmish: u8) -> u32 {
        let battle = self.fight();
        let Some(side) = battle.side(seat) else {
            return 16;
        };
        let enemy = battle.flu(1 - side, skirmish).1.unit;
        let Some((_, unit)) = self.next_supporter(side) else {
            return 16;
        };
        let helps = data().unit(unit).hits.reach(data().unit(enemy).r#move);
        let crowd = battle.of_skirmish(side, skirmish).count() as u32;
        if helps { 48 / crowd.max(1) + 4 * worth(enemy) as u32 } else { 8 }
    }

    /// Support values that a side brings to a skirmish against a unit.
    fn support_in(&self, side: u8, skirmish: u8, enemy: Unit) -> i32 {
        let of = self.fight().of_skirmish(side, skirmish).filter(|(_, f)| !f.front);
        let helps = of.filter(|(_, f)| data().unit(f.unit).hits.reach(data().unit(enemy).r#move));
        helps.map(|(_, f)| i32::from(data().unit(f.unit).support)).sum()
    }

    /// What attack and health `a` and `h` promise in a skirmish: the enemy's loss less the own one, weighed by what the
    /// two units are worth, from -100 to 100.
    fn promise(&self, side: u8, skirmish: u8, a: i32, h: i32) -> i32 {
        let battle = self.fight();
        let (mine, theirs) = (battle.flu(side, skirmish).1.unit, battle.flu(1 - side, skirmish).1.unit);
        let (typical_a, typical_h) = TYPICAL[theirs.index()];
        let bonus = |side: u8| {
            let (a, h) = battle.bonus[usize::from(side)];
            (i32::from(a) + i32::from(side == 0 && battle.special), i32::from(h))
        };
        let (my_bonus, their_bonus) = (bonus(side), bonus(1 - side));
        let attack = 10 * (a + my_bonus.0 + self.support_in(side, skirmish, theirs));
        let health = 10 * (h + my_bonus.1);
        let their_attack = typical_a + 10 * (their_bonus.0 + self.support_in(1 - side, skirmish, mine));
        let their_health = typical_h + 10 * their_bonus.1;
        let reach = |a: Unit, b: Unit| data().unit(a).hits.reach(data().unit(b).r#move);
        // Where the front cannot be hit only a supporter may fall.
        let kill =
            chance(attack - their_health) * (worth(theirs) + 1) / if reach(mine, theirs) { 1 } else { 3 };
        let fall =
            chance(their_attack - health) * (worth(mine) + 1) / if reach(theirs, mine) { 1 } else { 3 };
        2 * (kill - fall) / (worth(mine) + worth(theirs) + 2)
    }

    /// Good values for the unit at the front; a card that would serve another unit better is kept.
    pub(crate) fn lean_card(&self, seat: Seat, face: Face) -> u32 {
        let Some(Frame::Standard { side, skirmish }) = self.stack.last().copied() else {
            return 8;
        };
        if self.side_seat(side) != seat {
            return 8;
        }
        let scene = self.scene(side, Some(skirmish));
        let print = face.data();
        let pictured = scene.flu.is_some_and(|flu| print.pictured.has(flu));
        if !pictured {
            let promise = self.promise(side, skirmish, i32::from(print.minor.0), i32::from(print.minor.1));
            // To throw a good card away for its minor values costs it.
            let keep = if self.can_use(seat, print.pictured) { 15 } else { 0 };
            return weight(promise - keep);
        }
        let sum = Sum::of(&print.effect, &scene);
        let (a, h) = (print.major.0 + sum.a, print.major.1 + sum.h);
        let mut promise = self.promise(side, skirmish, i32::from(a), i32::from(h));
        if sum.splash.is_some() {
            promise += 15;
        }
        if sum.cloaked.meets(scene.own) || sum.cloak_flu {
            promise += 25;
        }
        if sum.end.is_some() {
            promise += 30;
        }
        weight(promise)
    }

    /// The deck top costs nothing from hand and brings what most cards bring to a unit they do not show.
    pub(crate) fn lean_deck_top(&self, seat: Seat) -> u32 {
        let Some(Frame::Standard { side, skirmish }) = self.stack.last().copied() else {
            return 8;
        };
        if self.side_seat(side) != seat {
            return 8;
        }
        let mine = self.fight().flu(side, skirmish).1.unit;
        let (a, h) = TYPICAL[mine.index()];
        // About one card in four shows it.
        weight(self.promise(side, skirmish, (50 * 3 + a) / 40, (50 * 3 + h) / 40))
    }

    pub(crate) fn lean_reinforcement(&self, seat: Seat, face: Face) -> u32 {
        let Some(Frame::Reinforce { side, skirmish }) = self.stack.last().copied() else {
            return 1;
        };
        let print = face.data();
        let mut here = self.fight().of_skirmish(side, skirmish);
        let matches = self.side_seat(side) == seat
            && here.any(|(_, f)| print.pictured.has(f.unit) && (f.front || print.specialty));
        if !matches {
            return 1;
        }
        // Some match and yet do nothing here: a Bunker in attack, a Lockdown against flesh.
        let sum = Sum::of(&print.effect, &self.scene(side, Some(skirmish)));
        if sum == Sum::default() { 2 } else { 160 }
    }

    /// A spare card becomes Shields, when enough standard cards stay for the other skirmishes.
    pub(crate) fn lean_shields(&self, seat: Seat, face: Face) -> u32 {
        let Some(Frame::Reinforce { skirmish, .. }) = self.stack.last().copied() else {
            return 1;
        };
        let hand = self.player(seat).hand & data().deck(self.race(seat)).standard;
        let open = self.fight().skirmishes.len() as u32 - u32::from(skirmish) - 1;
        let spare = hand.count_ones() > open + 2;
        let poor = !self.can_use(seat, face.data().pictured);
        match (spare, poor) {
            (true, true) => 64,
            (true, false) => 12,
            (false, _) => 2,
        }
    }

    /// An ability at the start of a battle. Nobody retreats from a battle that he should win.
    pub(crate) fn lean_ability(&self, seat: Seat, effects: &[Effect]) -> u32 {
        let battle = self.fight();
        let Some(side) = battle.side(seat) else {
            return 1;
        };
        let sum = Sum::of(effects, &self.scene(side, None));
        let strength = |side: u8| battle.alive(side).map(|(_, f)| might(f.unit)).sum::<u32>();
        let (mine, theirs) = (strength(side), strength(1 - side));
        if sum.call_off {
            return if 10 * theirs >= 14 * mine { 96 } else { 2 };
        }
        // Held cards are for battles that are in doubt.
        let doubtful = 10 * mine < 25 * theirs;
        match (sum.start_draw > 0, doubtful) {
            (true, _) => 14,
            (false, true) => 64,
            (false, false) => 10,
        }
    }

    /// Cards that no unit can use go first, then those with poor values.
    pub(crate) fn lean_discard(&self, seat: Seat, face: Face) -> u32 {
        let print = face.data();
        if matches!(self.stack.last(), Some(Frame::PeekCard { .. })) {
            // Another's hand, seen by Forward Observers: the best card goes.
            return 8 + u32::from(print.major.0 + print.major.1) * 4;
        }
        if !self.can_use(seat, print.pictured) {
            return 96;
        }
        // What was paid for is kept.
        if print.tech.is_some() {
            return 4;
        }
        let value = match print.kind {
            Kind::Reinforcement => 14,
            Kind::Standard | Kind::Play => u32::from(print.major.0 + print.major.1),
        };
        160 / value.max(1)
    }
}
