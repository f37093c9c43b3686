//! Chapter 17: combat cards, their windows and what they do. The one `match` over [`CombatEffect`] is `resolve`.
//!
//! A window is opened by what everybody can see: that the side holds combat cards, has not played its card of the turn,
//! and could pay for and aim a card of that window which is not wholly in the discards. What its hand really holds
//! plays no part, so that a pause betrays nothing; passing is always possible.

use crate::board::{Hex, HexSet, NONE, Side};
use crate::data::{self, Class, CombatCard, CombatId, CommandId, Face, Hull, Kind};
use crate::effect::{CombatEffect, Reach, Turn, Window, combat_words};
use crate::event::{Cx, Event};
use crate::red_alert::on;
use crate::route::Route;
use crate::state::{Combat, CombatKind, Marks, Open, Played, RedAlert, Stage, Step, Twists, UnitId};
use klaxon_core::{Refusal, rule};

/// The steps of a combat that are windows for a card: the attacker's own, or not.
const IN_COMBAT: [(Step, bool, Window); 6] = [
    (Step::AttackerCard, true, Window::DeclareOwn),
    (Step::DefenderCard, false, Window::DeclareAgainst),
    (Step::AlertCard, false, Window::RedAlertStep),
    (Step::BattleBackCard, false, Window::AfterAttacked),
    (Step::PursuitCard, true, Window::CloseSuccess),
    (Step::AfterCard, true, Window::AfterOwnCombat),
];

/// The stages of a turn that are windows for a card: the active side's own, or not.
const IN_TURN: [(Stage, bool, Window); 8] = [
    (Stage::OwnTurnStart, true, Window::OwnTurnStart),
    (Stage::OppTurnStart, false, Window::OppTurnStart),
    (Stage::OrdersCard, true, Window::OwnOrders),
    (Stage::OrdersAnnounced, false, Window::OppOrdersAnnounced),
    (Stage::Movement, true, Window::OwnMove),
    (Stage::MovementDone, true, Window::MovementDone),
    (Stage::MovementDoneOther, false, Window::MovementDone),
    (Stage::EndCards, true, Window::OwnEndOfTurn),
];

fn window_of<T>(&(_, own, window): &(T, bool, Window)) -> (bool, Window) {
    (own, window)
}

impl Open {
    /// The window in which a side may play a combat card now.
    pub fn window(&self, side: Side) -> Option<Window> {
        if let Some(played) = self.played {
            return (played.side != side).then_some(Window::OppCardPlayed);
        }
        // Whose window it is: the attacker's or the active side's, or that of the other one.
        let (first, found) = match self.combat() {
            Some(combat) => {
                (combat.attacker.side(), IN_COMBAT.iter().find(|(at, ..)| *at == combat.step).map(window_of))
            }
            None => (self.active, IN_TURN.iter().find(|(at, ..)| *at == self.stage).map(window_of)),
        };
        found.filter(|(own, _)| *own == (first == side)).map(|(_, window)| window)
    }

    /// RA-17.14: is the window worth a question, by what everybody can see?
    pub(crate) fn window_opens(&self, side: Side, window: Window) -> bool {
        let s = side.index();
        if self.combat_cards[s] == 0 || self.used[s] {
            return false;
        }
        data::get().by_window[window as usize].iter().any(|&card| {
            let i = card.index();
            self.combat_discard[i] < card.card().copies
                && self.can_afford(side, card)
                && self.has_target(side, card)
        })
    }

    pub(crate) fn turn_fits(&self, side: Side, turn: Turn) -> bool {
        match turn {
            Turn::Own => side == self.active,
            Turn::Opp => side != self.active,
            Turn::Either => true,
        }
    }

    fn can_afford(&self, side: Side, card: CombatId) -> bool {
        self.turn_fits(side, card.card().turn) && self.stars(side) >= card.card().cost
    }

    fn has_target(&self, side: Side, card: CombatId) -> bool {
        self.each_target(side, card, &mut |_| true)
    }

    /// May First Strike answer the top combat, by what everybody can see (D16)?
    pub(crate) fn first_strike_opens(&self, side: Side) -> bool {
        if self.check_first_strike(side).is_err() || self.command_cards[side.index()] == 0 {
            return false;
        }
        data::get().preempts.iter().any(|&card| self.command_discard[card.index()] < card.card().copies)
    }

    /// The situation for First Strike: close quarters declared in the opponent's turn, not pre-empted yet.
    pub(crate) fn check_first_strike(&self, side: Side) -> Result<(), Refusal> {
        let illegal = |rule, text: &str| Err(Refusal::illegal(rule, text));
        let combat = match self.combat() {
            Some(c) if c.step == Step::DefenderCard && c.target.side() == side => c,
            Some(_) | None => return illegal(rule!("RA-17.3"), "First Strike answers a declared combat"),
        };
        if side == self.active {
            return illegal(rule!("RA-17.8"), "First Strike is played in the opponent's turn");
        }
        if !combat.close {
            return illegal(rule!("RA-17.11"), "First Strike answers close quarters combat only");
        }
        match combat.kind {
            CombatKind::Plain | CombatKind::Bonus | CombatKind::Volley => {}
            CombatKind::BattleBack | CombatKind::Preempt => {
                return illegal(rule!("RA-13.6"), "this combat cannot be pre-empted");
            }
        }
        if combat.twists.has(Twists::PREEMPTED) {
            return illegal(rule!("RA-17.8"), "only one card may pre-empt a combat");
        }
        Ok(())
    }

    /// Calls `visit` with every set of targets that a card could be aimed at now, until it says true. Looks only at
    /// what is open to all. The card's window must be the current one of the side.
    pub(crate) fn each_target(&self, side: Side, id: CombatId, visit: &mut dyn FnMut(Route) -> bool) -> bool {
        let card = id.card();
        if !self.situation_fits(side, card) {
            return false;
        }
        for effect in &card.effect {
            if let CombatEffect::ExtraOrders { max } = *effect {
                let units: Vec<Hex> = self.extra_orders(side, card).collect();
                for (i, &a) in units.iter().enumerate() {
                    if visit(Route::one(a)) {
                        return true;
                    }
                    if max > 1 && units[i + 1..].iter().any(|&b| visit(Route::one(a).then(b))) {
                        return true;
                    }
                }
                return false;
            }
            if let CombatEffect::Cloak = *effect {
                return self.each_own(side, visit, |id| self.can_cloak(id));
            }
            if let CombatEffect::LightSpeed { .. } | CombatEffect::Helmsman = *effect {
                return self.each_own(side, visit, |id| self.can_boost(id, card));
            }
            if let CombatEffect::Slingshot { .. } = *effect {
                return self.each_own(side, visit, |id| {
                    self.can_boost(id, card) && !self.unit(id).hex().neighbours().and(self.planets).is_empty()
                });
            }
            if let CombatEffect::Boarding { .. } = *effect {
                for id in self.units_of(side).filter(|&id| self.can_board(id)) {
                    let from = self.unit(id).hex();
                    for at in from.neighbours().and(self.seen_enemies(side)).iter() {
                        let foe = self.unit(self.unit_at(at).expect("an enemy"));
                        if foe.figures >= 2
                            && card.fits_enemy(foe.class())
                            && visit(Route::one(from).then(at))
                        {
                            return true;
                        }
                    }
                }
                return false;
            }
            if let CombatEffect::Redirect { .. } = *effect {
                let Some(combat) = self.combat() else { return false };
                let near = combat.at.neighbours();
                return self.each_own(side, visit, |id| {
                    let unit = self.unit(id);
                    unit.class() == Class::Fighter && !unit.is(Marks::CLOAKED) && near.has(unit.hex())
                });
            }
            if let CombatEffect::Pin { range } = *effect {
                for at in self.seen_enemies(side).iter() {
                    let foe = self.unit(self.unit_at(at).expect("an enemy"));
                    let held = || {
                        at.within(range).and(self.fleets[side.index()]).minus(self.cloaked).iter().any(|h| {
                            let unit = self.unit(self.unit_at(h).expect("a unit"));
                            card.fits_unit(unit.class()) && !unit.is(Marks::ALERT)
                        })
                    };
                    if card.fits_enemy(foe.class()) && held() && visit(Route::one(at)) {
                        return true;
                    }
                }
                return false;
            }
            if let CombatEffect::Restore = *effect {
                return self.each_own(side, visit, |id| {
                    let unit = self.unit(id);
                    unit.figures < unit.kind.stats().figures
                        && !unit.is(Marks::ALERT.and(Marks::CLOAKED))
                        && card.fits_unit(unit.class())
                        && !self.is_near_enemy(side, unit.hex())
                });
            }
        }
        visit(Route::EMPTY)
    }

    fn each_own(
        &self,
        side: Side,
        visit: &mut dyn FnMut(Route) -> bool,
        fits: impl Fn(UnitId) -> bool,
    ) -> bool {
        self.units_of(side).filter(|&id| fits(id)).any(|id| visit(Route::one(self.unit(id).hex())))
    }

    /// Does the situation of the window fit the card, targets aside?
    pub(crate) fn situation_fits(&self, side: Side, card: &CombatCard) -> bool {
        match card.window {
            Window::DeclareOwn | Window::DeclareAgainst => {
                let Some(combat) = self.combat() else { return false };
                let reach = match card.combat {
                    Reach::Any => true,
                    Reach::Ranged => !combat.close,
                    Reach::Close => combat.close,
                };
                let (own, enemy) = if card.window == Window::DeclareOwn {
                    (combat.attacker, combat.target)
                } else {
                    (combat.target, combat.attacker)
                };
                let preempts = card.effect.iter().any(|e| matches!(e, CombatEffect::Preempt { .. }));
                reach
                    && own.side() == side
                    && card.fits_unit(self.unit(own).class())
                    && card.fits_enemy(self.unit(enemy).class())
                    && (!preempts || self.check_first_strike(side).is_ok())
            }
            Window::RedAlertStep => self.combat().is_some_and(|c| {
                let unit = self.unit(c.target);
                c.hits > 0 && c.alerts > 0 && !unit.is(Marks::ALERT) && card.fits_unit(unit.class())
            }),
            Window::AfterAttacked => self.combat().is_some_and(|c| {
                self.check_battle_back(c).is_ok() && card.fits_unit(self.unit(c.target).class())
            }),
            Window::CloseSuccess => self.combat().is_some_and(|c| {
                self.check_pursuit(c).is_ok() && card.fits_unit(self.unit(c.attacker).class())
            }),
            Window::AfterOwnCombat => self
                .combat()
                .is_some_and(|c| self.can_volley(c) && card.fits_unit(self.unit(c.attacker).class())),
            Window::OppTurnStart => {
                let intercepts = card.effect.contains(&CombatEffect::Intercept);
                let s = side.other().index();
                // Not if it is his only card; not if his card is fixed (RA-5.5).
                !intercepts || self.command_cards[s] >= 2 && self.aside[s] == NONE
            }
            Window::OppCardPlayed => self.played.is_some_and(|p| p.side != side),
            Window::OwnTurnStart
            | Window::OwnOrders
            | Window::OppOrdersAnnounced
            | Window::OwnMove
            | Window::MovementDone
            | Window::OwnEndOfTurn => true,
        }
    }

    fn extra_orders<'a>(&'a self, side: Side, card: &'a CombatCard) -> impl Iterator<Item = Hex> + 'a {
        self.units_of(side)
            .map(|id| self.unit(id))
            .filter(|u| !u.is(Marks::ORDERED.and(Marks::CLOAKED)) && card.fits_unit(u.class()))
            .map(|u| u.hex())
    }

    /// The other units of a side next to the target of a combat.
    pub(crate) fn friends_near(&self, side: Side, combat: &Combat) -> HexSet {
        let friends = self.fleets[side.index()].minus(self.cloaked);
        let mut near = combat.at.neighbours().and(friends);
        near.remove(combat.from);
        near
    }

    /// CB-04, RA-19.2, RA-19.8.
    fn can_cloak(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.is(Marks::ORDERED)
            && unit.kind != Kind::FL
            && !unit.is(Marks::ALERT.and(Marks::CLOAKED))
            && self.cloaked.len() < 3
            && self.fleets[id.side().index()].minus(self.cloaked).len() > 1
    }

    /// An ordered unit before it moves.
    pub(crate) fn can_boost(&self, id: UnitId, card: &CombatCard) -> bool {
        let unit = self.unit(id);
        self.may_move(id) && !unit.is(Marks::CLOAKED) && card.fits_unit(unit.class())
    }

    pub(crate) fn can_board(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.kind.stats().hull == Hull::Cruiser && !unit.is(Marks::CLOAKED)
    }

    /// Judges a combat card, the hand aside.
    fn check_card(&self, side: Side, id: CombatId, spots: Route) -> Result<(), Refusal> {
        let card = id.card();
        let illegal = |rule, text: String| Err(Refusal::illegal(rule, text));
        if self.used[side.index()] {
            let text = "a player plays at most one combat card in a turn".into();
            return illegal(rule!("RA-17.2"), text);
        }
        if self.window(side) != Some(card.window) || !self.turn_fits(side, card.turn) {
            let words = combat_words(card);
            let text = format!("{} is played at another time: {}", card.name, words.trim_end_matches('.'));
            return illegal(rule!("RA-17.3"), text);
        }
        if self.stars(side) < card.cost {
            return illegal(rule!("RA-17.3"), format!("{} costs {} stars", card.name, card.cost));
        }
        if !self.each_target(side, id, &mut |route| route == spots) {
            let mut targets = Vec::new();
            self.each_target(side, id, &mut |route| {
                targets.push(if route.is_empty() { "no target".into() } else { route.to_string() });
                false
            });
            let rule =
                if card.effect.contains(&CombatEffect::Cloak) { rule!("RA-19.1") } else { rule!("RA-17.1") };
            let text = if let Some(why) = self.no_target(side, id, spots.hexes()) {
                why
            } else if targets.is_empty() {
                let words = combat_words(card);
                format!("the target condition of {} is not met: {}", card.name, words.trim_end_matches('.'))
            } else {
                format!("{} can be aimed at: {}", card.name, targets.join(", "))
            };
            return illegal(rule, text);
        }
        Ok(())
    }
}

impl RedAlert {
    pub(crate) fn check_combat_card(&self, side: Side, id: CombatId, spots: Route) -> Result<(), Refusal> {
        if self.secret.combat[side.index()].0[id.index()] == 0 {
            return Err(Refusal::illegal(rule!("RA-17.1"), format!("you do not hold {}", id.card().name)));
        }
        self.open.check_card(side, id, spots)
    }

    /// The combat cards that a side may play now, with their targets.
    pub(crate) fn playable_cards(&self, side: Side, mut found: impl FnMut(CombatId, Route)) {
        let Some(window) = self.open.window(side) else { return };
        if self.open.used[side.index()] {
            return;
        }
        for &id in &data::get().by_window[window as usize] {
            if self.secret.combat[side.index()].0[id.index()] > 0 && self.open.can_afford(side, id) {
                self.open.each_target(side, id, &mut |route| {
                    found(id, route);
                    false
                });
            }
        }
    }

    /// RA-17.3: the cost is paid and the card laid open; then the opponent may cancel it (RA-17.7).
    pub(crate) fn play_card(&mut self, side: Side, id: CombatId, spots: Route, cx: &mut Cx) {
        let s = side.index();
        let card = id.card();
        self.spend(side, card.cost);
        self.secret.combat[s].0[id.index()] -= 1;
        self.open.combat_cards[s] -= 1;
        // RA-17.6: discarded, whatever of its effect lasts.
        self.open.combat_discard[id.index()] += 1;
        self.open.used[s] = true;
        cx.reveal(|| Event::Card { side, card: id, on: spots.hexes().to_vec(), stars: card.cost });
        if let Some(jammed) = self.open.played.take() {
            // Signal Jamming: the card it answers is spent without effect.
            cx.say(|| Event::Cancelled { side: jammed.side, card: jammed.card });
            return;
        }
        self.close_window(side, cx);
        let mut on = [NONE; 2];
        for (slot, hex) in on.iter_mut().zip(spots.hexes()) {
            *slot = hex.number();
        }
        let played = Played { card: id, side, on };
        self.open.played = Some(played);
        if !self.open.window_opens(side.other(), Window::OppCardPlayed) {
            self.open.played = None;
            self.resolve(played, cx);
        }
    }

    /// The side has had its say in this window: one card or a pass.
    pub(crate) fn close_window(&mut self, side: Side, cx: &mut Cx) {
        let Some(window) = self.open.window(side) else { return };
        match window {
            Window::OwnTurnStart => self.open.stage = Stage::OppTurnStart,
            Window::OppTurnStart => self.open.stage = Stage::Command,
            Window::OwnOrders => self.open.stage = Stage::Markers,
            Window::OppOrdersAnnounced => self.open.stage = Stage::Movement,
            Window::OwnMove => {}
            Window::MovementDone => {
                let first = self.open.stage == Stage::MovementDone;
                self.open.stage = if first { Stage::MovementDoneOther } else { Stage::Combat };
            }
            Window::DeclareOwn => self.open.fight().step = Step::DefenderCard,
            Window::DeclareAgainst => self.open.fight().step = Step::Roll,
            Window::RedAlertStep => self.open.fight().step = Step::AlertRepair,
            Window::AfterAttacked => self.open.fight().step = Step::BattleBack,
            Window::CloseSuccess => self.open.fight().step = Step::Pursuit,
            Window::AfterOwnCombat => self.open.fight().step = Step::SecondMove,
            Window::OwnEndOfTurn => self.open.stage = Stage::Discard,
            Window::OppCardPlayed => {
                let played = self.open.played.take().expect("the window is open");
                self.resolve(played, cx);
            }
        }
    }

    /// D16: First Strike from the command hand; no stars, no combat card (RA-17.8).
    pub(crate) fn first_strike(&mut self, side: Side, card: CommandId, cx: &mut Cx) {
        self.discard_command(side, card.0);
        self.open.owed += 1;
        cx.reveal(|| Event::Preempts { side, card });
        let (dice, back) = card.card().plan.preempt.expect("checked");
        self.preempt(dice, back, cx);
    }

    /// RA-17.11: the attacked unit battles first.
    fn preempt(&mut self, dice: i8, battle_back: bool, cx: &mut Cx) {
        let fight = self.open.fight();
        fight.step = Step::Roll;
        fight.twists.set(Twists::PREEMPTED);
        if !battle_back {
            fight.twists.set(Twists::NO_BATTLE_BACK);
        }
        let (by, at) = (fight.target, fight.from);
        self.declare(by, at, CombatKind::Preempt, dice, cx);
    }

    /// What a combat card does. RA-17.13: a card whose target is gone has no effect.
    fn resolve(&mut self, played: Played, cx: &mut Cx) {
        let side = played.side;
        for effect in &played.card.card().effect {
            let own = |i: usize, open: &Open| on(played.on, i).and_then(|h| open.own_at(side, h));
            match *effect {
                CombatEffect::Preempt { dice, battle_back } => self.preempt(dice, battle_back, cx),
                CombatEffect::ExtraOrders { .. } => {
                    for i in 0..2 {
                        if let Some(id) = own(i, &self.open) {
                            self.order_extra(id);
                            let ship = self.open.ship(id);
                            cx.say(|| Event::Ordered { ship });
                        }
                    }
                }
                CombatEffect::Cloak => {
                    if let Some(id) = own(0, &self.open) {
                        self.open.cloak(id);
                        self.open.units[id.index()].marks.set(Marks::FRESH_CLOAK);
                        let ship = self.open.ship(id);
                        cx.say(|| Event::Cloaked { ship });
                    }
                }
                CombatEffect::LightSpeed { .. } => {
                    if let Some(id) = own(0, &self.open) {
                        self.open.units[id.index()].marks.set(Marks::LIGHT_SPEED.and(Marks::NO_COMBAT));
                        let ship = self.open.ship(id);
                        cx.say(|| Event::LightSpeed { ship });
                    }
                }
                CombatEffect::Slingshot { .. } => {
                    if let Some(id) = own(0, &self.open) {
                        self.open.units[id.index()].marks.set(Marks::SLINGSHOT);
                        let ship = self.open.ship(id);
                        cx.say(|| Event::Slingshot { ship });
                    }
                }
                CombatEffect::Helmsman => {
                    if let Some(id) = own(0, &self.open) {
                        self.open.units[id.index()].marks.set(Marks::HELMSMAN);
                        let ship = self.open.ship(id);
                        cx.say(|| Event::Helmsman { ship });
                    }
                }
                CombatEffect::Dice(dice) => self.open.fight().card_dice += dice,
                CombatEffect::DicePerFriend { max } => {
                    let near = self.open.friends_near(side, self.open.combat().expect("a combat is on"));
                    self.open.fight().card_dice += near.len().min(usize::from(max)) as i8;
                }
                CombatEffect::StarsHit => self.open.fight().twists.set(Twists::STARS_HIT),
                CombatEffect::NoShields => self.open.fight().twists.set(Twists::NO_SHIELDS),
                CombatEffect::AllShields => {
                    // RA-17.5: the later card wins.
                    self.open.fight().twists.clear(Twists::NO_SHIELDS);
                    self.open.fight().twists.set(Twists::ALL_SHIELDS);
                }
                CombatEffect::Pursuit => self.pursue(cx),
                CombatEffect::SecondVolley => self.open.fight().step = Step::Volley,
                CombatEffect::IgnoreAlerts => self.calm(|ship| Event::AlertsIgnored { ship }, cx),
                CombatEffect::BattleBack { dice } => self.battle_back(dice, cx),
                CombatEffect::Boarding { dice } => {
                    let enemy = on(played.on, 1).and_then(|h| self.open.own_at(side.other(), h));
                    if let (Some(mine), Some(theirs)) = (own(0, &self.open), enemy) {
                        self.board(mine, theirs, dice, cx);
                    }
                }
                CombatEffect::Parley { dice } => self.parley(side, dice, cx),
                CombatEffect::Cancel => {}
                CombatEffect::Redirect { hits } => {
                    if let Some(id) = own(0, &self.open) {
                        let fight = self.open.fight();
                        (fight.screen, fight.screen_hits) = (id.0, hits);
                    }
                }
                CombatEffect::Pin { .. } => {
                    let enemy = on(played.on, 0).and_then(|h| self.open.own_at(side.other(), h));
                    if let Some(id) = enemy {
                        self.open.units[id.index()].marks.set(Marks::STILL.and(Marks::NO_PURSUIT));
                        let ship = self.open.ship(id);
                        cx.say(|| Event::Pinned { ship });
                    }
                }
                CombatEffect::Restore => {
                    if let Some(id) = own(0, &self.open) {
                        self.open.units[id.index()].figures += 1;
                        let (ship, figures) = (self.open.ship(id), self.open.unit(id).figures);
                        cx.say(|| Event::Restored { ship, figures });
                    }
                }
                CombatEffect::GainStars(stars) => self.gain(side, stars, cx),
                CombatEffect::Intercept => {
                    let s = side.other().index();
                    self.secret.known[s] = self.secret.command[s];
                    let hand: Vec<CommandId> = self.secret.command[s].cards().map(CommandId).collect();
                    let team = self.open.team(side);
                    cx.secret(
                        team,
                        true,
                        || Event::Intercepted { by: side, hand },
                        || Event::InterceptedHidden { by: side },
                    );
                    self.open.stage = Stage::Ban;
                }
            }
        }
    }

    /// CB-02: the side with more Stars takes an enemy figure; ties fail (card ruling 2).
    fn board(&mut self, mine: UnitId, theirs: UnitId, dice: u8, cx: &mut Cx) {
        let (a, faces) = cx.roll(dice + self.open.unit(mine).figures);
        let (b, their_faces) = cx.roll(dice + self.open.unit(theirs).figures);
        let won = a[Face::Star as usize] > b[Face::Star as usize];
        let (by, on) = (self.open.ship(mine), self.open.ship(theirs));
        cx.say(|| Event::Boarding { by, on, mine: faces, theirs: their_faces, won });
        if won {
            self.open.units[mine.index()].figures += 1;
            self.open.units[theirs.index()].figures -= 1;
            self.open.lively = true;
        }
    }

    /// CB-03: Stars may buy the attack off.
    fn parley(&mut self, side: Side, dice: u8, cx: &mut Cx) {
        let (count, faces) = cx.roll(dice);
        let stars = count[Face::Star as usize];
        let stopped = stars >= 1 && self.open.stars(side) >= stars;
        let given = if stopped { stars } else { 0 };
        cx.say(|| Event::Parley { side, dice: faces, given });
        if stopped {
            self.open.stars[side.index()] -= given;
            self.open.stars[side.other().index()] += given;
            // RA-11.33: the combat ends at once, without a battle back.
            self.open.fight().step = Step::AfterCard;
        }
    }

    /// D28: the named card may not be played this turn.
    pub(crate) fn ban(&mut self, card: CommandId, cx: &mut Cx) {
        self.open.banned = card.0;
        self.open.stage = Stage::Command;
        let by = self.open.active.other();
        cx.reveal(|| Event::Banned { by, card });
    }
}
