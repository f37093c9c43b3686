//! Chapters 10, 11, 13 and 14: who may battle whom, with how many dice, and what the dice do.
//!
//! A combat is a [`Combat`] on a small pile. [`RedAlert::combat_step`] looks at the top one and either asks somebody or
//! takes it one step further; battle backs, bonus combats and pre-emptive combats are laid on top and taken off again.

use crate::board::{Hex, HexSet, NONE, Side};
use crate::data::{Class, Face, Hull, Kind};
use crate::effect::Window;
use crate::event::{Cx, Event};
use crate::state::{Combat, CombatKind, Marks, Open, RedAlert, Stage, Step, Twists, Unit, UnitId};
use crate::team::commander;
use klaxon_core::{Refusal, RuleId, SeatSet, rule};
use serde::Serialize;

/// One line of how the dice of an attack come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceReason {
    /// By unit and range (RA-11.2).
    Range(u8),
    /// Cap fighters in close quarters (RA-11.5).
    CapFighters,
    /// The target is on an asteroid hex (RA-11.17).
    Asteroids,
    /// The target is on a planet hex of another group (RA-11.17).
    Planet,
    /// The attacker has a red alert marker (RA-11.17).
    Alert,
    /// The command card.
    CommandCard,
    /// A cloak just dropped (RA-19.5).
    Surprise,
    /// Combat cards.
    CombatCards,
    /// Never below none (RA-11.19).
    Floor,
}

impl DiceReason {
    /// The rule behind it.
    pub fn rule(self) -> RuleId {
        match self {
            DiceReason::Range(_) => rule!("RA-11.2"),
            DiceReason::CapFighters => rule!("RA-11.5"),
            DiceReason::Asteroids => rule!("RA-18.6"),
            DiceReason::Planet => rule!("RA-18.16"),
            DiceReason::Alert => rule!("RA-12.12"),
            DiceReason::CommandCard | DiceReason::CombatCards | DiceReason::Floor => rule!("RA-11.19"),
            DiceReason::Surprise => rule!("RA-19.5"),
        }
    }
}

/// The dice of an attack, with every modifier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DiceCount {
    lines: [(DiceReason, i8); 9],
    n: usize,
    total: i8,
}

impl DiceCount {
    fn new() -> DiceCount {
        DiceCount { lines: [(DiceReason::Floor, 0); 9], n: 0, total: 0 }
    }

    fn add(&mut self, reason: DiceReason, dice: i8) {
        if dice != 0 || matches!(reason, DiceReason::Range(_)) {
            self.lines[self.n] = (reason, dice);
            self.n += 1;
            self.total += dice;
        }
    }

    fn floor(&mut self) {
        if self.total < 0 {
            let up = -self.total;
            self.add(DiceReason::Floor, up);
        }
    }

    /// How many dice are rolled.
    pub fn total(&self) -> u8 {
        self.total.max(0) as u8
    }

    /// The modifiers, in the order in which they count.
    pub fn lines(&self) -> &[(DiceReason, i8)] {
        &self.lines[..self.n]
    }
}

impl Open {
    /// Dice at a range before anything else (RA-11.2); losses take none away (RA-10.5).
    pub fn range_dice(kind: Kind, range: u8) -> u8 {
        if (1..=4).contains(&range) { kind.stats().dice[usize::from(range) - 1] } else { 0 }
    }

    /// The dice of one unit against another from where they stand, with the cards of the combat.
    pub fn dice(&self, attacker: UnitId, target: UnitId, card_dice: i8) -> DiceCount {
        let (me, foe) = (self.unit(attacker), self.unit(target));
        let (from, at) = (me.hex(), foe.hex());
        let range = from.distance(at);
        let mut dice = DiceCount::new();
        dice.add(DiceReason::Range(range), Open::range_dice(me.kind, range) as i8);
        if range == 1 {
            dice.add(DiceReason::CapFighters, me.caps() as i8);
        }
        if self.asteroids.has(at) {
            dice.add(DiceReason::Asteroids, -1);
        }
        if self.planets.has(at) && !self.share_group(from, at) {
            dice.add(DiceReason::Planet, -1);
        }
        if me.is(Marks::ALERT) {
            dice.add(DiceReason::Alert, -1);
        }
        // RA-11.18: in every kind of combat, near and far. RA-11.19: not below none before cards add or subtract.
        dice.floor();
        if me.is(Marks::BONUS) {
            let plan = self.plan();
            dice.add(DiceReason::CommandCard, if range == 1 { plan.close } else { plan.ranged });
        }
        if me.is(Marks::SURPRISE) {
            dice.add(DiceReason::Surprise, 1);
        }
        dice.add(DiceReason::CombatCards, card_dice);
        dice.floor();
        dice
    }

    /// May the unit battle in this phase, wherever its target is?
    pub fn check_fighter(&self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if !unit.is(Marks::ORDERED) {
            return illegal(rule!("RA-8.2"), "only ordered units may battle this turn");
        }
        if unit.is(Marks::FOUGHT) {
            return illegal(rule!("RA-10.3"), "this unit has battled already this turn");
        }
        self.check_able(unit)
    }

    /// Is the unit able to battle at all this turn? RA-9.17: having moved is no hindrance. RA-18.3: nor are asteroids.
    fn check_able(&self, unit: &Unit) -> Result<(), Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        if unit.is(Marks::CLOAKED) {
            return illegal(rule!("RA-19.4"), "a cloaked unit cannot battle");
        }
        if unit.is(Marks::NO_COMBAT) {
            return illegal(rule!("RA-17.4"), "a card forbids this unit to battle this turn");
        }
        if unit.is(Marks::LANDED) && unit.class() != Class::Fighter {
            let text =
                "a unit may not battle in the turn in which it moved onto a planet hex, except fighters";
            return illegal(rule!("RA-18.14"), text);
        }
        Ok(())
    }

    pub(crate) fn may_fight(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.is(Marks::ORDERED) && !unit.is(Marks::FOUGHT) && self.is_able(unit)
    }

    fn is_able(&self, unit: &Unit) -> bool {
        let landed = unit.is(Marks::LANDED) && unit.class() != Class::Fighter;
        !landed && !unit.is(Marks::CLOAKED.and(Marks::NO_COMBAT))
    }

    /// The hexes of enemy units that a unit could attack from where it stands (RA-10.6 to 10.9).
    pub fn targets(&self, id: UnitId) -> HexSet {
        let unit = self.unit(id);
        let from = unit.hex();
        let enemies = self.seen_enemies(id.side());
        // RA-10.8: next to an enemy it battles only in close quarters.
        let close = from.neighbours().and(enemies);
        if !close.is_empty() {
            return close;
        }
        let range = unit.kind.stats().dice.iter().rposition(|&d| d > 0).map_or(0, |i| i as u8 + 1);
        from.within(range).and(enemies).iter().filter(|&at| self.sees(from, at)).collect()
    }

    /// Judges a target.
    pub fn check_target(&self, id: UnitId, at: Hex) -> Result<(), Refusal> {
        if self.targets(id).has(at) {
            return Ok(());
        }
        let side = id.side();
        let unit = self.unit(id);
        let from = unit.hex();
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        match self.unit_at(at) {
            None => return illegal(rule!("RA-10.4"), format!("there is no unit on {at}")),
            Some(target) if target.side() == side => {
                return illegal(rule!("RA-10.4"), "a unit attacks an enemy, not a friend".into());
            }
            Some(_) => {}
        }
        if self.cloaked.has(at) {
            return illegal(rule!("RA-19.4"), "a cloaked unit cannot be the target of combat".into());
        }
        if self.is_near_enemy(side, from) {
            let text = "a unit adjacent to an enemy must battle an adjacent enemy in close quarters";
            return illegal(rule!("RA-10.8"), text.into());
        }
        let range = from.distance(at);
        if Open::range_dice(unit.kind, range) == 0 {
            let reach = unit.kind.stats().dice.iter().filter(|&&d| d > 0).count();
            let text = format!("{at} is {range} hexes away; {} reach {reach}", unit.kind.words());
            return illegal(rule!("RA-11.2"), text);
        }
        illegal(rule!("RA-11.8"), format!("no line of sight: blocked by {}", self.blocker_words(from, at)))
    }

    /// Seats that could still battle, or decline for a second move, and have not passed (RA-22.11).
    pub(crate) fn fighters(&self) -> SeatSet {
        let could = self.controllers(|id| {
            self.may_fight(id) && (!self.targets(id).is_empty() || self.can_move_again(id))
                || self.check_decline(id).is_ok()
        });
        SeatSet(could.0 & !self.passed.0)
    }

    /// D14: a Move, Combat, Move unit may decline its combat for its second move.
    pub(crate) fn check_decline(&self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.is(Marks::ORDERED) || unit.is(Marks::FOUGHT) || !self.can_move_again(id) {
            let text = "only a unit that may still move a second time declines its combat";
            return Err(Refusal::illegal(rule!("RA-10.2"), text));
        }
        Ok(())
    }

    /// RA-13.2, RA-13.3, RA-13.4: may the attacked unit of the top combat battle back, stars aside? RA-13.7, RA-13.8: neither an
    /// order nor an earlier battle back is asked for.
    pub fn check_battle_back(&self, combat: &Combat) -> Result<(), Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        match combat.kind {
            CombatKind::BattleBack | CombatKind::Preempt => {
                return illegal(rule!("RA-13.6"), "there is no battle back against this combat");
            }
            // RA-14.9: a bonus combat is answered, too.
            CombatKind::Plain | CombatKind::Bonus | CombatKind::Volley => {}
        }
        let (attacker, target) = (self.unit(combat.attacker), self.unit(combat.target));
        if !target.is_on_map() || target.hex() != combat.at {
            return illegal(rule!("RA-13.2"), "the attacked unit is no longer on its hex");
        }
        if !attacker.is_on_map() || attacker.is(Marks::CLOAKED) {
            return illegal(rule!("RA-13.2"), "the attacker is gone");
        }
        if combat.twists.has(Twists::NO_BATTLE_BACK) {
            return illegal(rule!("RA-17.11"), "after an ambush there is no battle back against that attack");
        }
        if target.is(Marks::CLOAKED) {
            return illegal(rule!("RA-19.4"), "a cloaked unit cannot battle back");
        }
        let close = target.hex().distance(attacker.hex()) == 1;
        if !close && self.is_near_enemy(combat.target.side(), target.hex()) {
            return illegal(rule!("RA-13.4"), "a unit adjacent to an enemy cannot battle back at range");
        }
        if Open::range_dice(target.kind, target.hex().distance(attacker.hex())) == 0
            || !close && !self.sees(target.hex(), attacker.hex())
            || self.dice(combat.target, combat.attacker, 0).total() == 0
        {
            return illegal(
                rule!("RA-13.3"),
                "out of range, out of sight or without dice there is no battle back",
            );
        }
        Ok(())
    }

    /// RA-14.1, RA-14.3, RA-14.4: may the attacker of the top combat pursue, payment aside?
    pub fn check_pursuit(&self, combat: &Combat) -> Result<(), Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let won = combat.twists.has(Twists::SUCCESS) && combat.twists.has(Twists::VACATED);
        match combat.kind {
            CombatKind::Plain | CombatKind::Volley | CombatKind::Bonus if combat.close && won => {}
            CombatKind::Plain
            | CombatKind::Volley
            | CombatKind::Bonus
            | CombatKind::BattleBack
            | CombatKind::Preempt => {
                return illegal(rule!("RA-14.1"), "a pursuit follows a successful close quarters combat");
            }
        }
        let unit = self.unit(combat.attacker);
        if !unit.is_on_map() || unit.hex() != combat.from || !unit.is(Marks::ORDERED) {
            return illegal(rule!("RA-14.1"), "the attacker is no longer there to pursue");
        }
        // RA-14.8: a bonus combat follows a pursuit, so it gives no second one.
        if unit.is(Marks::PURSUED) {
            return illegal(rule!("RA-14.8"), "this unit has pursued already this turn");
        }
        if self.debris.has(combat.at) || self.unit_at(combat.at).is_some() {
            return illegal(rule!("RA-14.4"), "the vacated hex is not free");
        }
        if unit.is(Marks::ALERT.and(Marks::STOPPED)) {
            return illegal(rule!("RA-14.4"), "this unit has a marker or was stopped this turn");
        }
        if unit.is(Marks::NO_PURSUIT) || unit.is(Marks::BONUS) && self.plan().no_pursuit {
            return illegal(rule!("RA-14.12"), "a card forbids this unit to move at all");
        }
        if unit.kind == Kind::FL {
            return illegal(rule!("RA-14.10"), "a flagship never pursues");
        }
        Ok(())
    }

    /// May the attacker of the top combat battle once more by Second Volley?
    pub(crate) fn can_volley(&self, combat: &Combat) -> bool {
        let unit = self.unit(combat.attacker);
        combat.kind == CombatKind::Plain
            && unit.is_on_map()
            && unit.hex() == combat.from
            && unit.is(Marks::ORDERED)
            && !unit.is(Marks::MOVED.and(Marks::PURSUED).and(Marks::RETIRED))
            && self.is_able(unit)
            && !self.targets(combat.attacker).is_empty()
    }
}

impl RedAlert {
    /// D14: an ordered unit declares its combat.
    pub(crate) fn declare(&mut self, id: UnitId, at: Hex, kind: CombatKind, card_dice: i8, cx: &mut Cx) {
        let target = self.open.unit_at(at).expect("checked");
        let from = self.open.unit(id).hex();
        if kind == CombatKind::Plain {
            self.open.units[id.index()].marks.set(Marks::FOUGHT);
        }
        let mut combat = Combat::new(id, from, target, at, kind);
        combat.card_dice = card_dice;
        let depth = usize::from(self.open.depth);
        self.open.combats[depth] = combat;
        self.open.depth += 1;
        let (by, on) = (self.open.ship(id), self.open.ship(target));
        if cx.tell.is_aloud() {
            // RA-11.1: an announced combat cannot be taken back, so it counts as a reveal.
            let dice = self.open.dice(id, target, card_dice).total();
            cx.tell.reveal(Event::Attack { by, on, kind, dice });
        }
    }

    /// Takes the top combat one step on, or asks somebody.
    pub(crate) fn combat_step(&mut self, cx: &mut Cx) -> Option<SeatSet> {
        let combat = *self.open.combat().expect("a combat is on");
        let (mine, theirs) = (combat.attacker.side(), combat.target.side());
        match combat.step {
            Step::AttackerCard => self.window_step(mine, Window::DeclareOwn, Step::DefenderCard),
            // RA-17.9: the attacked side, be it the active one.
            Step::DefenderCard => {
                if self.open.first_strike_opens(theirs) {
                    return Some(SeatSet::only(commander(theirs)));
                }
                self.window_step(theirs, Window::DeclareAgainst, Step::Roll)
            }
            Step::Roll => {
                self.roll_combat(combat, cx);
                None
            }
            Step::AlertCard | Step::AlertRepair | Step::Alert => self.alert_step(combat, cx),
            Step::BattleBackCard => {
                if self.open.check_battle_back(&combat).is_err() {
                    self.open.fight().step = Step::PursuitCard;
                    return None;
                }
                self.window_step(theirs, Window::AfterAttacked, Step::BattleBack)
            }
            Step::BattleBack => {
                // RA-13.1: two stars, which are open to all, so the question betrays nothing.
                if self.open.stars(theirs) >= 2 && self.open.check_battle_back(&combat).is_ok() {
                    return Some(SeatSet::only(self.open.spender(combat.target)));
                }
                self.open.fight().step = Step::PursuitCard;
                None
            }
            Step::PursuitCard => {
                if self.open.check_pursuit(&combat).is_err() {
                    self.open.fight().step = Step::AfterCard;
                    return None;
                }
                self.window_step(mine, Window::CloseSuccess, Step::Pursuit)
            }
            Step::Pursuit => {
                if self.open.check_pursuit(&combat).is_ok() && self.open.check_pursuit_price(&combat).is_ok()
                {
                    return Some(SeatSet::only(self.open.spender(combat.attacker)));
                }
                self.open.fight().step = Step::AfterCard;
                None
            }
            Step::Bonus => {
                let unit = self.open.unit(combat.attacker);
                // RA-14.6: on a planet hex only fighters battle on.
                if unit.is_on_map()
                    && self.open.is_able(unit)
                    && !self.open.targets(combat.attacker).is_empty()
                {
                    return Some(SeatSet::only(self.open.unit_seat(combat.attacker)));
                }
                self.open.fight().step = Step::AfterCard;
                None
            }
            Step::AfterCard => {
                if self.open.can_volley(&combat) {
                    return self.window_step(mine, Window::AfterOwnCombat, Step::SecondMove);
                }
                self.open.fight().step = Step::SecondMove;
                None
            }
            Step::Volley => Some(SeatSet::only(self.open.unit_seat(combat.attacker))),
            Step::SecondMove => {
                if combat.kind == CombatKind::Plain && self.open.can_move_again(combat.attacker) {
                    return Some(self.second_move_seats(combat.attacker));
                }
                self.open.fight().step = Step::Done;
                None
            }
            Step::Done => {
                self.open.depth -= 1;
                let depth = usize::from(self.open.depth);
                self.open.combats[depth] = Combat::EMPTY;
                None
            }
        }
    }

    /// A step that is one window for a combat card of one side.
    pub(crate) fn window_step(&mut self, side: Side, window: Window, next: Step) -> Option<SeatSet> {
        if self.open.window_opens(side, window) {
            return Some(SeatSet::only(commander(side)));
        }
        self.open.fight().step = next;
        None
    }

    /// Steps 4 to 8 of a combat: dice, hits and stars.
    fn roll_combat(&mut self, combat: Combat, cx: &mut Cx) {
        let Combat { attacker, target, .. } = combat;
        let here =
            |open: &Open, id: UnitId, hex: Hex| open.unit(id).is_on_map() && open.unit(id).hex() == hex;
        if !here(&self.open, attacker, combat.from) || !here(&self.open, target, combat.at) {
            // RA-17.11: an attacker that is gone has lost its combat.
            if self.open.unit(attacker).is_on_map() {
                let by = self.open.ship(attacker);
                cx.say(|| Event::CombatLost { by });
            }
            self.open.fight().step = Step::Done;
            return;
        }
        // RA-1.9: however many. RA-11.20: rolled once.
        let dice = self.open.dice(attacker, target, combat.card_dice).total();
        // RA-19.5: the surprise of a dropped cloak is good for one combat.
        self.open.units[attacker.index()].marks.clear(Marks::SURPRISE);
        let (by, on) = (self.open.ship(attacker), self.open.ship(target));
        if dice == 0 {
            // RA-11.1, RA-11.33: nothing is rolled; a battle back is still open.
            cx.say(|| Event::NoDice { by });
            self.open.fight().step = Step::BattleBackCard;
            return;
        }
        let (count, faces) = cx.roll(dice);
        let mut hits = count_hits(&combat, by.kind.class(), on.kind.class(), &count);
        let mut alerts = count[Face::RedAlert as usize];
        let rolled = hits;
        let (kind, twists) = (combat.kind, combat.twists);
        cx.say(|| Event::Roll { by, on, kind, dice: faces, hits: rolled, alerts, twists });
        // Interceptor Screen: hits are counted first, then some of them pass to the fighters (card ruling 15).
        if combat.screen != NONE && self.open.unit(UnitId(combat.screen)).is_on_map() {
            let screen = UnitId(combat.screen);
            let caught = hits.min(combat.screen_hits);
            if caught > 0 {
                hits -= caught;
                let ship = self.open.ship(screen);
                cx.say(|| Event::Screened { ship, hits: caught });
                self.damage(screen, caught, ship.at, cx);
                if self.open.is_over() {
                    return;
                }
            }
        }
        if self.open.unit(target).is(Marks::ALERT) {
            // RA-11.34: turned before they are confirmed. RA-12.9: the others are counted first.
            // RA-12.8, RA-12.25: a marked unit takes red alerts as hits, if anything else hit it.
            if hits > 0 {
                hits += alerts;
            }
            alerts = 0;
        }
        let scored = self.damage(target, hits, on.at, cx);
        // RA-11.35: the moment of victory ends everything.
        if self.open.is_over() {
            return;
        }
        // RA-11.32.
        self.gain(by.side, count[Face::Star as usize], cx);
        // RA-12.1: red alerts come last, and only to a survivor. RA-16.7: the stars are there already.
        let survives = self.open.unit(target).is_on_map();
        let fight = self.open.fight();
        (fight.hits, fight.alerts) = (scored, alerts);
        if survives {
            fight.step = Step::AlertCard;
        } else {
            fight.twists.set(Twists::SUCCESS);
            fight.twists.set(Twists::VACATED);
            fight.step = Step::PursuitCard;
        }
    }

    /// D19, by stars or by a card.
    pub(crate) fn battle_back(&mut self, dice: i8, cx: &mut Cx) {
        let combat = *self.open.combat().expect("a combat is on");
        self.open.fight().step = Step::PursuitCard;
        // RA-13.5: at the attacker and at nobody else.
        let at = self.open.unit(combat.attacker).hex();
        self.declare(combat.target, at, CombatKind::BattleBack, dice, cx);
    }

    /// D20, by stars or by a card: onto the vacated hex (RA-14.2).
    pub(crate) fn pursue(&mut self, cx: &mut Cx) {
        let combat = *self.open.combat().expect("a combat is on");
        let id = combat.attacker;
        let ship = self.open.ship(id);
        cx.say(|| Event::Pursues { ship, to: combat.at });
        self.open.shift(id, combat.at);
        self.open.units[id.index()].marks.set(Marks::PURSUED);
        // RA-14.5: asteroids roll for it.
        self.enter(id, cx);
        self.open.fight().step = Step::Bonus;
    }

    pub(crate) fn apply_attack(&mut self, from: Hex, at: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, from).expect("checked");
        let Some(step) = self.open.combat().map(|c| c.step) else {
            self.declare(id, at, CombatKind::Plain, 0, cx);
            return;
        };
        let (next, kind) = if step == Step::Volley {
            (Step::SecondMove, CombatKind::Volley)
        } else {
            (Step::AfterCard, CombatKind::Bonus)
        };
        self.open.fight().step = next;
        self.declare(id, at, kind, 0, cx);
    }

    pub(crate) fn apply_decline(&mut self, hex: Hex, cx: &mut Cx) {
        let id = self.open.own_at(self.open.active, hex).expect("checked");
        self.open.units[id.index()].marks.set(Marks::FOUGHT);
        let ship = self.open.ship(id);
        cx.say(|| Event::Declined { ship });
        self.open.second_mover = id.0;
        self.open.stage = Stage::SecondMove;
    }
}

impl Open {
    /// RA-14.2: destroyers pay two stars; other ships need a card (RA-14.10).
    pub(crate) fn check_pursuit_price(&self, combat: &Combat) -> Result<(), Refusal> {
        let unit = self.unit(combat.attacker);
        if unit.kind.stats().hull != Hull::Destroyer {
            return Err(Refusal::illegal(rule!("RA-14.10"), "only destroyers pursue without a card"));
        }
        if self.stars(combat.attacker.side()) < 2 {
            return Err(Refusal::illegal(rule!("RA-14.2"), "a pursuit costs 2 stars"));
        }
        Ok(())
    }
}

/// RA-11.21, RA-11.22, RA-11.23: class symbols, and Blasts less those that are ignored.
pub(crate) fn count_hits(combat: &Combat, attacker: Class, target: Class, count: &[u8; 6]) -> u8 {
    let blasts = count[Face::Blast as usize];
    let twists = combat.twists;
    let through = if twists.has(Twists::ALL_SHIELDS) {
        0
    } else if twists.has(Twists::NO_SHIELDS) {
        blasts
    } else {
        blasts.saturating_sub(target.shields(attacker))
    };
    let stars = if twists.has(Twists::STARS_HIT) { count[Face::Star as usize] } else { 0 };
    count[target.face() as usize] + through + stars
}
