//! Step 7: one skirmish after the other, in the fixed pipeline of SC-9.56.

use crate::{
    board::areas_of,
    data::data,
    effect::{Count, EndStep, Sum},
    event::Event,
    ids::{Area, Card, Module, Unit, UnitSet, cards},
    state::{Clash, Fate, Frame, Splash, StarCraft, Task},
    turn::Cx,
};
use klaxon_core::Viewer;

impl StarCraft {
    /// The skirmish is resolved, as far as nobody must choose.
    pub(crate) fn resolve(&mut self, s: u8, cx: &mut Cx<'_>) {
        let battle = self.fight_mut();
        // SC-10.4: what cards gave in the last skirmish is gone.
        battle.clash = Clash { skirmish: s, ..Clash::default() };
        let area = battle.area;
        cx.tell.all(Event::SkirmishBegins { skirmish: s, area });
        self.reveal_cards(cx);
        self.match_reinforcements(cx);
        self.cancel_cards(cx);
        self.settle_values(cx);
        self.push(Task::Step(7));
        self.push(Task::Close);
        // SC-9.34, SC-9.59: end-of-step abilities, attacker's first, standard card first.
        for (side, reinforcement) in [(1, true), (1, false), (0, true), (0, false)] {
            self.push(Task::EndStep { side, reinforcement });
        }
        self.push(Frame::Bury);
        self.push(Frame::Victim(1));
        self.push(Frame::Victim(0));
    }

    fn clash_card(&self, side: u8, reinforcement: bool) -> Option<Card> {
        let battle = self.fight();
        let slot = &battle.skirmishes[usize::from(battle.clash.skirmish)];
        let row = if reinforcement { slot.reinforcement } else { slot.standard };
        row[usize::from(side)]
    }

    fn set_clash_card(&mut self, side: u8, reinforcement: bool, card: Option<Card>) {
        let battle = self.fight_mut();
        let slot = &mut battle.skirmishes[usize::from(battle.clash.skirmish)];
        let row = if reinforcement { &mut slot.reinforcement } else { &mut slot.standard };
        row[usize::from(side)] = card;
    }

    /// 7a, SC-9.17, SC-9.18: all cards face up; a lone reinforcement card is replaced.
    fn reveal_cards(&mut self, cx: &mut Cx<'_>) {
        for side in [0, 1] {
            let seat = self.side_seat(side);
            let standard = self.clash_card(side, false);
            let reinforcement = self.clash_card(side, true);
            let s = usize::from(self.fight().clash.skirmish);
            self.fight_mut().skirmishes[s].shown[usize::from(side)] = true;
            if cx.tell.is_aloud() {
                let shields = reinforcement.is_some_and(|c| self.is_standard(side, c));
                cx.tell.reveal(Event::Shows {
                    who: self.faction(seat),
                    standard: standard.map(|c| self.face(seat, c)),
                    reinforcement: reinforcement.map(|c| self.face(seat, c)),
                    shields,
                });
            }
        }
        for side in [0, 1] {
            let seat = self.side_seat(side);
            if let Some(card) = self.clash_card(side, false).filter(|c| !self.is_standard(side, *c)) {
                self.discard_card(seat, card);
                self.replace_standard(side, cx);
            }
        }
    }

    fn is_standard(&self, side: u8, card: Card) -> bool {
        card.bit() & data().deck(self.race(self.side_seat(side))).standard != 0
    }

    /// Looks for a standard card in the deck; a blank card where there is none (SC-9.57).
    fn replace_standard(&mut self, side: u8, cx: &mut Cx<'_>) {
        let seat = self.side_seat(side);
        self.set_clash_card(side, false, None);
        let card = self.dig_standard(seat, cx);
        self.set_clash_card(side, false, card);
        let face = card.map(|c| self.face(seat, c));
        cx.tell.reveal(Event::Replaced { who: self.faction(seat), face });
    }

    /// SC-9.19: a reinforcement card counts only with a pictured unit; checked once (SC-9.20).
    fn match_reinforcements(&mut self, cx: &mut Cx<'_>) {
        let s = self.fight().clash.skirmish;
        for side in [0, 1] {
            let Some(card) = self.clash_card(side, true) else {
                continue;
            };
            let seat = self.side_seat(side);
            let face = self.face(seat, card);
            let scene = self.scene(side, Some(s));
            let flu = scene.flu.expect("a skirmish has a front line");
            let print = face.data();
            // SC-11.10: Shields always match. SC-10.12: the specialty icon matches supporting units, too.
            let counts = self.is_standard(side, card)
                || print.pictured.has(flu)
                || print.specialty && print.pictured.meets(scene.own);
            self.fight_mut().clash.counts[usize::from(side)] = counts;
            if !counts {
                self.set_clash_card(side, true, None);
                self.discard_card(seat, card);
                cx.tell.all(Event::DoesNotCount { who: self.faction(seat), face });
            }
        }
    }

    /// SC-9.21, SC-10.7, SC-10.8: cancels, the attacker's first.
    fn cancel_cards(&mut self, cx: &mut Cx<'_>) {
        for side in [0, 1] {
            let sum = self.reinforcement_sum(side);
            let (enemy, seat) = (1 - side, self.side_seat(1 - side));
            if sum.cancel_reinforcement
                && let Some(card) = self.clash_card(enemy, true)
            {
                self.set_clash_card(enemy, true, None);
                self.fight_mut().clash.counts[usize::from(enemy)] = false;
                // SC-10.16: a cancelled card was not used, so it is discarded in any case.
                self.discard_card(seat, card);
                cx.tell.all(Event::Cancelled { who: self.faction(seat), face: self.face(seat, card) });
            }
            if sum.cancel_standard
                && let Some(card) = self.clash_card(enemy, false)
            {
                self.discard_card(seat, card);
                cx.tell.all(Event::Cancelled { who: self.faction(seat), face: self.face(seat, card) });
                self.replace_standard(enemy, cx);
            }
        }
    }

    /// What the side's reinforcement card does, if it counts; Shields give health and nothing else.
    fn reinforcement_sum(&self, side: u8) -> Sum {
        let clash = &self.fight().clash;
        match self.clash_card(side, true) {
            Some(card) if clash.counts[usize::from(side)] => {
                if self.is_standard(side, card) {
                    let h = self.standing(self.side_seat(side)).shields;
                    return Sum { h, ..Sum::default() };
                }
                let face = self.face(self.side_seat(side), card);
                Sum::of(&face.data().effect, &self.scene(side, Some(clash.skirmish)))
            }
            _ => Sum::default(),
        }
    }

    /// What the side's standard card does beyond its values, if its ability works.
    fn standard_sum(&self, side: u8) -> Sum {
        let clash = &self.fight().clash;
        match self.clash_card(side, false) {
            Some(card) if clash.ability[usize::from(side)] => {
                let face = self.face(self.side_seat(side), card);
                Sum::of(&face.data().effect, &self.scene(side, Some(clash.skirmish)))
            }
            _ => Sum::default(),
        }
    }

    /// Play-area technologies in this skirmish.
    fn play_area_sum(&self, side: u8) -> Sum {
        let mut sum = Sum::default();
        let scene = self.scene(side, Some(self.fight().clash.skirmish));
        self.add_play_area(self.side_seat(side), &scene, &mut sum);
        sum
    }

    /// Can a unit of the side target a unit that stands opposite? (SC-1.13, and Dark Swarm)
    fn can_target(&self, side: u8, unit: Unit, target: Unit) -> bool {
        let (unit, target) = (data().unit(unit), data().unit(target));
        let blinded = self.fight().clash.blinded[usize::from(side)];
        unit.hits.reach(target.r#move) && !blinded.is_some_and(|(tag, m)| unit.has(tag) && target.r#move == m)
    }

    /// 7b and the comparison of 7c (SC-9.22 to SC-9.28, SC-9.56).
    fn settle_values(&mut self, cx: &mut Cx<'_>) {
        let s = self.fight().clash.skirmish;
        let scenes = [self.scene(0, Some(s)), self.scene(1, Some(s))];
        let flu = scenes.map(|scene| scene.flu.expect("a skirmish has a front line"));
        let extra = [self.reinforcement_sum(0), self.reinforcement_sum(1)];
        let mut values = [(0u8, 0u8); 2];
        let mut pictured = [false; 2];
        for side in [0u8, 1] {
            let me = usize::from(side);
            // SC-9.57: no card counts as a blank one.
            let Some(card) = self.clash_card(side, false) else {
                continue;
            };
            let face = self.face(self.side_seat(side), card).data();
            // SC-9.22, SC-9.23: the major values and the ability for a pictured unit, unless the other side forces the minor ones.
            pictured[me] = face.pictured.has(flu[me]) && !extra[1 - me].force_minor;
            values[me] = if pictured[me] { face.major } else { face.minor };
            self.fight_mut().clash.ability[me] = pictured[me];
        }
        let cards = [self.standard_sum(0), self.standard_sum(1)];
        let play = [self.play_area_sum(0), self.play_area_sum(1)];
        for me in [0, 1] {
            let blinded = extra[1 - me].blinded.or(cards[1 - me].blinded);
            self.fight_mut().clash.blinded[me] = blinded;
        }
        let battle = *self.fight();
        let mut clash = battle.clash;
        for side in [0u8, 1] {
            let (me, enemy) = (usize::from(side), 1 - usize::from(side));
            let seat = self.side_seat(side);
            let here = scenes[me].base_here;
            // SC-11.6, SC-11.7: Air Support works beside one's own base, whatever the role (SC-11.9).
            let air = if here && self.modules(seat, Module::Air) > 0 {
                self.standing(seat)
            } else {
                Sum::default()
            };
            let flying = crate::effect::Vs::Flying.fits(flu[enemy]);
            let no_support = extra[enemy].no_support || cards[enemy].no_support;
            // SC-9.24: supporting units add only what they can hit.
            let support: u8 = battle
                .of_skirmish(side, s)
                .filter(|(_, f)| !f.front && !no_support && self.can_target(side, f.unit, flu[enemy]))
                .map(|(_, f)| data().unit(f.unit).support)
                .sum();
            let gains = cards[me].a + extra[me].a + play[me].a + battle.bonus[me].0;
            let special = u8::from(side == 0 && battle.special);
            let anti_air = if flying { air.anti_air } else { 0 };
            clash.attack[me] = values[me].0 + gains + support + special + anti_air;
            // SC-9.25: card and gains; SC-9.26: support adds no health.
            clash.health[me] = values[me].1 + cards[me].h + extra[me].h + play[me].h + battle.bonus[me].1;
            let detectors = UnitSet(play[me].detectors.0 | cards[me].detectors.0 | extra[me].detectors.0);
            clash.detector[me] = cards[me].detector
                || extra[me].detector
                || play[me].detector
                || air.base_detector
                || battle
                    .of_skirmish(side, s)
                    .any(|(_, f)| data().unit(f.unit).detector || detectors.has(f.unit));
        }
        // Fixed values come last.
        let fixed = [&extra[0], &extra[1], &cards[0], &cards[1]].into_iter().find_map(|sum| sum.attack_both);
        if let Some(attack) = fixed {
            clash.attack = [attack; 2];
        }
        for side in [0u8, 1] {
            let (me, enemy) = (usize::from(side), 1 - usize::from(side));
            clash.strong[me] =
                clash.attack[me] >= clash.health[enemy] || extra[me].strong || cards[me].strong;
            // SC-9.58: Cloaking is settled now and holds until the skirmish ends.
            let kinds = UnitSet(cards[me].cloaked.0 | extra[me].cloaked.0 | play[me].cloaked.0);
            let front = cards[me].cloak_flu || extra[me].cloak_flu;
            if !clash.detector[enemy] {
                for (i, f) in battle.of_skirmish(side, s) {
                    if kinds.has(f.unit) || front && f.front {
                        clash.cloaked[me] |= 1 << i;
                    }
                }
            }
        }
        // Metabolic Boost: strength enough to destroy gives health, and the enemy's strength is looked at again.
        for me in [0, 1] {
            let boost = play[me].h_if_strong + cards[me].h_if_strong + extra[me].h_if_strong;
            if boost > 0 && clash.strong[me] {
                clash.health[me] += boost;
                let enemy = 1 - me;
                clash.strong[enemy] =
                    clash.attack[enemy] >= clash.health[me] || extra[enemy].strong || cards[enemy].strong;
            }
        }
        self.fight_mut().clash = clash;
        if cx.tell.is_aloud() {
            // The reasons are told only where somebody listens. All cards of the skirmish lie open now.
            let sums = crate::tally::tally(&self.look(Viewer::Everything), s).unwrap_or_default();
            for (me, sum) in sums.into_iter().enumerate() {
                let who = self.faction(self.side_seat(me as u8));
                let (attack, health, parts) = (clash.attack[me], clash.health[me], sum.parts);
                debug_assert!(
                    (sum.attack, sum.health) == (attack, health),
                    "{parts:?} for {attack}/{health}"
                );
                cx.tell.all(Event::Strength { who, unit: flu[me], attack, health, parts });
            }
            for me in [0, 1] {
                let who = self.faction(self.side_seat(me as u8));
                cx.tell.all(Event::Strikes { who, enough: clash.strong[me] });
            }
        }
    }

    // 7c: destroying.

    /// Supporting units of the side in this skirmish that the enemy front-line unit can hit (SC-9.30).
    pub(crate) fn victims(&self, side: u8) -> impl Iterator<Item = (usize, Unit)> {
        let battle = self.fight();
        let s = battle.clash.skirmish;
        // SC-9.31: the front-line unit alone strikes; what supporters can hit does not matter.
        let striker = battle.flu(1 - side, s).1.unit;
        battle
            .of_skirmish(side, s)
            .filter(move |(_, f)| {
                !f.front && f.fate == Fate::In && self.can_target(1 - side, striker, f.unit)
            })
            .map(|(i, f)| (i, f.unit))
    }

    /// SC-9.29, SC-9.30: what the other side's strength destroys.
    pub(crate) fn open_victim(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        let battle = self.fight();
        let (enemy, s) = (1 - side, battle.clash.skirmish);
        if !battle.clash.strong[usize::from(enemy)] {
            return self.task(|_, _| {}, cx);
        }
        let (at, flu) = battle.flu(side, s);
        let striker = battle.flu(enemy, s).1.unit;
        if self.can_target(enemy, striker, flu.unit) {
            // SC-9.32: doomed, not dead: it still strikes.
            return self.task(|g, _| g.doom(side, at, true), cx);
        }
        self.ask_or_force(Frame::Victim(side), cx)
    }

    pub(crate) fn doom(&mut self, side: u8, at: usize, by_strength: bool) {
        let battle = self.fight_mut();
        battle.fighters[usize::from(side)][at].fate = Fate::Doomed;
        // SC-9.38: only strength triggers splash, no ability.
        if by_strength {
            battle.clash.struck[usize::from(1 - side)] = true;
        }
    }

    /// Areas to which a cloaked unit of the side can withdraw (SC-10.1, SC-9.60).
    pub(crate) fn refuges(&self, side: u8) -> impl Iterator<Item = Area> {
        let seat = self.side_seat(side);
        let planet = self.fight().area.planet();
        areas_of(planet).filter(move |a| self.open_to(seat, *a) && self.room(seat, *a) > 0)
    }

    pub(crate) fn doomed(&self, side: u8) -> impl Iterator<Item = (usize, Unit, bool)> {
        let battle = self.fight();
        let cloaked = battle.clash.cloaked[usize::from(side)];
        let all = battle.fighters[usize::from(side)];
        (0..all.len())
            .filter(move |i| all[*i].fate == Fate::Doomed)
            .map(move |i| (i, all[i].unit, cloaked >> i & 1 == 1))
    }

    /// The side whose cloaked unit withdraws next: the attacker's first (SC-9.62).
    pub(crate) fn burying_side(&self) -> Option<u8> {
        [0, 1].into_iter().find(|side| self.doomed(*side).next().is_some())
    }

    /// SC-9.33: the doomed die, the cloaked among them withdraw one after the other if they can.
    pub(crate) fn open_bury(&mut self, cx: &mut Cx<'_>) -> bool {
        for side in [0, 1] {
            let dying: Vec<usize> =
                self.doomed(side).filter(|(.., cloaked)| !cloaked).map(|(i, ..)| i).collect();
            self.bury(side, &dying, cx);
        }
        while let Some(side) = self.burying_side() {
            if self.refuges(side).next().is_some() {
                return self.ask_or_force(Frame::Bury, cx);
            }
            let dying: Vec<usize> = self.doomed(side).map(|(i, ..)| i).collect();
            self.bury(side, &dying, cx);
        }
        self.task(|_, _| {}, cx)
    }

    fn bury(&mut self, side: u8, dying: &[usize], cx: &mut Cx<'_>) {
        let who = self.faction(self.side_seat(side));
        let area = self.fight().area;
        for at in dying {
            let unit = self.kill(side, *at);
            cx.tell.all(Event::Destroyed { who, unit, area });
        }
    }

    /// SC-9.34: an ability at the end of the destroy step.
    pub(crate) fn end_step(&mut self, side: u8, reinforcement: bool, cx: &mut Cx<'_>) {
        let sum = if reinforcement { self.reinforcement_sum(side) } else { self.standard_sum(side) };
        let Some(end) = sum.end else { return };
        let (enemy, s) = (1 - side, self.fight().clash.skirmish);
        let (flu_at, flu) = self.fight().flu(side, s);
        let who = self.faction(self.side_seat(side));
        let card = self.clash_card(side, reinforcement).expect("the ability is a card's");
        let face = self.face(self.side_seat(side), card);
        match end {
            EndStep::EnemyLoses { count, filter, only_if_flu_alive } => {
                if only_if_flu_alive && flu.fate == Fate::Dead {
                    return;
                }
                let hit = |f: &crate::state::Fighter| f.fate == Fate::In && filter.fits(f.unit);
                let all: Vec<usize> =
                    self.fight().of_skirmish(enemy, s).filter(|(_, f)| hit(f)).map(|(i, _)| i).collect();
                if all.is_empty() {
                    return;
                }
                cx.tell.all(Event::EndOfStep { who, face });
                self.push(Frame::Bury);
                match count {
                    Count::All => all.into_iter().for_each(|at| self.doom(enemy, at, false)),
                    Count::One => self.push(Frame::EndVictim { side: enemy, filter }),
                }
            }
            EndStep::SelfDestruct => {
                if flu.fate != Fate::In {
                    return;
                }
                cx.tell.all(Event::SelfDestructed { who });
                self.kill(side, flu_at);
                let (at, target) = self.fight().flu(enemy, s);
                if target.fate == Fate::In && crate::effect::Vs::Flying.fits(target.unit) {
                    self.doom(enemy, at, false);
                    self.push(Frame::Bury);
                }
            }
        }
    }

    /// SC-9.36, SC-9.37, SC-10.13: triggered splash waits for step 8, all other cards are discarded.
    pub(crate) fn close_skirmish(&mut self, cx: &mut Cx<'_>) {
        for side in [0u8, 1] {
            let (me, enemy) = (usize::from(side), 1 - usize::from(side));
            let (seat, clash) = (self.side_seat(side), self.fight().clash);
            let sums = [self.standard_sum(side), self.reinforcement_sum(side)];
            // SC-9.39: every splash card of the side, even if its own front-line unit died.
            for (reinforcement, sum) in [(false, sums[0]), (true, sums[1])] {
                let Some(card) = self.clash_card(side, reinforcement) else {
                    continue;
                };
                let face = self.face(seat, card);
                let splash =
                    sum.splash.filter(|(_, mines)| clash.struck[me] && !(*mines && clash.detector[enemy]));
                self.forget(seat, card.bit());
                if let Some((filter, _)) = splash {
                    let battle = self.fight_mut();
                    battle.splash.push(Splash { side: enemy as u8, filter });
                    battle.waiting[me] |= card.bit();
                    cx.tell.all(Event::SplashTriggered { who: self.faction(seat), face });
                } else if sum.returns {
                    self.player_mut(seat).tech_deck |= card.bit();
                    let tech = face.data().tech.expect("only technologies return");
                    cx.tell.all(Event::ReturnedToTech { who: self.faction(seat), tech });
                } else {
                    self.discard_card(seat, card);
                }
                self.set_clash_card(side, reinforcement, None);
            }
        }
        let battle = self.fight_mut();
        battle.skirmishes[usize::from(battle.clash.skirmish)].done = true;
    }

    /// Cards that waited for step 8 go to the discard piles.
    pub(crate) fn discard_waiting(&mut self) {
        for side in [0u8, 1] {
            let waiting = std::mem::take(&mut self.fight_mut().waiting[usize::from(side)]);
            let seat = self.side_seat(side);
            cards(waiting).for_each(|card| self.discard_card(seat, card));
        }
    }
}
