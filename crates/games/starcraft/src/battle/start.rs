//! Step 2: one start-of-battle ability a side, a play-area technology or a held event card (SC-9.4, SC-10.14).

use crate::{
    action::Action,
    board::areas_of,
    data::{EventCard, Tech, data},
    effect::{Filter, Sum},
    event::Event,
    ids::Area,
    state::{Frame, Splash, StarCraft},
    turn::Cx,
    why::{No, need, no, not_asked},
};
use klaxon_core::{SeatSet, rule};

impl StarCraft {
    pub(crate) fn open_start_ability(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        let battle = self.fight();
        // SC-9.5: a side without units can use nothing.
        if battle.called_off || battle.alive(side).next().is_none() {
            return self.task(|_, _| {}, cx);
        }
        self.ask_or_force(Frame::StartAbility(side), cx)
    }

    pub(crate) fn offer_start_ability(&self, side: u8, out: &mut Vec<Action>) {
        let player = self.player(self.side_seat(side));
        out.push(Action::NoAbility);
        for tech in Tech::all().filter(|t| t.data().race == self.race(self.side_seat(side))) {
            if player.play & tech.data().cards != 0 {
                out.push(Action::UseTech(tech));
            }
        }
        let mut last = None;
        for card in player.held.iter() {
            let kind = data().event(card);
            if last != Some(kind) {
                out.push(Action::UseEvent(kind));
            }
            last = Some(kind);
        }
    }

    /// The held card of a kind.
    pub(crate) fn held_card(&self, seat: klaxon_core::Seat, kind: EventCard) -> Option<u8> {
        self.player(seat).held.iter().find(|c| data().event(*c) == kind)
    }

    pub(crate) fn judge_start_ability(&self, side: u8, action: Action) -> Result<(), No> {
        let seat = self.side_seat(side);
        let sum = match action {
            Action::NoAbility => return Ok(()),
            Action::UseTech(tech) => {
                let known = data().techs.get(usize::from(tech.0));
                let known =
                    known.filter(|t| t.race == self.race(seat) && t.cards & self.player(seat).play != 0);
                let known = known.ok_or(no(rule!("SC-9.4"), "that technology is not in your play area"))?;
                Sum::of(&known.effect, &self.scene(side, None))
            }
            Action::UseEvent(kind) => {
                let held = usize::from(kind.0) < data().events.len() && self.held_card(seat, kind).is_some();
                need(held, rule!("SC-9.4"), "you do not hold that event card")?;
                Sum::of(&kind.data().effect, &self.scene(side, None))
            }
            _ => return Err(not_asked()),
        };
        need(sum.start, rule!("SC-13.15"), "its condition does not hold in this battle")?;
        if sum.call_off {
            let room = areas_of(self.fight().area.planet()).any(|a| self.judge_refuge(a).is_ok());
            need(room, rule!("SC-13.12"), "no friendly or empty area of the planet has room for your units")?;
        }
        Ok(())
    }

    pub(crate) fn take_start_ability(&mut self, side: u8, action: Action, cx: &mut Cx<'_>) {
        let seat = self.side_seat(side);
        let who = self.faction(seat);
        let sum = match action {
            Action::NoAbility => return,
            Action::UseTech(tech) => {
                cx.tell.all(Event::Used { who, tech });
                Sum::of(&tech.data().effect, &self.scene(side, None))
            }
            Action::UseEvent(kind) => {
                cx.tell.all(Event::UsedEvent { who, card: kind });
                let sum = Sum::of(&kind.data().effect, &self.scene(side, None));
                let card = self.held_card(seat, kind).expect("judged");
                self.player_mut(seat).held.remove(card);
                self.event_discard.insert(card);
                sum
            }
            _ => unreachable!("judged"),
        };
        let (me, enemy) = (usize::from(side), usize::from(1 - side));
        let battle = self.fight_mut();
        battle.bonus[me].0 += sum.all_a;
        battle.bonus[me].1 += sum.all_h;
        battle.extra_draw[me] += sum.extra_draw;
        battle.face_up[enemy] |= sum.face_up;
        if let Some(filter) = sum.auto_splash {
            battle.splash.push(Splash { side: enemy as u8, filter });
        }
        if let Some(filter) = sum.start_lose {
            self.push(Frame::StartLose { side: enemy as u8, filter });
        }
        if sum.start_draw > 0 {
            self.push(Frame::Sacrifice { side, n: sum.start_draw });
        }
        if sum.peek {
            self.look_at_hand(seat, self.side_seat(enemy as u8), cx);
        }
        if sum.call_off {
            self.push(Frame::CallOff);
        }
    }

    /// One player alone sees another's hand, and remembers it.
    pub(crate) fn look_at_hand(&mut self, seat: klaxon_core::Seat, of: klaxon_core::Seat, cx: &mut Cx<'_>) {
        let hand = self.player(of).hand;
        self.player_mut(seat).seen[of.index()] |= hand;
        if cx.tell.is_aloud() {
            let (who, only) = (self.faction(seat), SeatSet::only(seat));
            let of_faction = self.faction(of);
            let cards = self.faces_of(of, hand);
            cx.tell.reveal_to(only, Event::SawHand { who, of: of_faction, cards });
            cx.tell.others(only, Event::SawHandHidden { who, of: of_faction });
        }
    }

    pub(crate) fn judge_start_loss(&self, side: u8, filter: Filter, action: Action) -> Result<(), No> {
        self.judge_loss(side, action)?;
        let Action::Lose(unit) = action else { return Err(not_asked()) };
        need(filter.fits(unit), rule!("SC-9.4"), "the ability does not hit that kind of unit")
    }

    pub(crate) fn take_start_loss(&mut self, side: u8, action: Action, cx: &mut Cx<'_>) {
        let Action::Lose(unit) = action else { unreachable!("judged") };
        // SC-10.2: nothing is cloaked before the skirmishes.
        let at = self.pick(side, unit, |_, _| true).expect("judged");
        self.kill(side, at);
        let (who, area) = (self.faction(self.side_seat(side)), self.fight().area);
        cx.tell.all(Event::Destroyed { who, unit, area });
    }

    pub(crate) fn judge_sacrifice(&self, side: u8, action: Action) -> Result<(), No> {
        if action == Action::LoseWorker {
            let pool = self.player(self.side_seat(side)).pool;
            return need(pool > 0, rule!("SC-9.4"), "no worker is in your pool");
        }
        self.judge_loss(side, action)
    }

    pub(crate) fn take_sacrifice(&mut self, side: u8, n: u8, action: Action, cx: &mut Cx<'_>) {
        let seat = self.side_seat(side);
        let unit = if let Action::Lose(unit) = action {
            let at = self.pick(side, unit, |_, _| true).expect("judged");
            Some(self.kill(side, at))
        } else {
            self.player_mut(seat).pool -= 1;
            None
        };
        cx.tell.all(Event::Sacrificed { who: self.faction(seat), unit });
        self.draw_cards(seat, n, cx);
    }

    /// Where a Retreat event can lead: a friendly or empty area of the active planet with room (SC-13.12).
    fn judge_refuge(&self, area: Area) -> Result<(), No> {
        let seat = self.side_seat(1);
        let here = self.exists(area) && area.planet() == self.fight().area.planet();
        need(here, rule!("SC-13.12"), "the units go to an area of the active planet")?;
        need(self.open_to(seat, area), rule!("SC-9.60"), "the units go to another friendly or empty area")?;
        need(self.room(seat, area) > 0, rule!("SC-13.12"), "that area has no room")
    }

    pub(crate) fn judge_call_off(&self, action: Action) -> Result<(), No> {
        let Action::RetreatTo(area) = action else { return Err(not_asked()) };
        self.judge_refuge(area)
    }

    pub(crate) fn take_call_off(&mut self, action: Action, cx: &mut Cx<'_>) {
        let Action::RetreatTo(area) = action else { unreachable!("judged") };
        let battle = self.fight_mut();
        battle.called_off = true;
        battle.leaving[1] = battle.alive(1).fold(0, |set, (i, _)| set | 1 << i);
        cx.tell.all(Event::CalledOff { who: self.faction(self.side_seat(1)), area });
        // Units above a unit limit are destroyed, on either side, by their owner's choice.
        self.push(Frame::Surplus(0));
        self.push(Frame::Overflow { side: 1, area });
    }

    pub(crate) fn open_surplus(&mut self, side: u8, cx: &mut Cx<'_>) -> bool {
        let battle = self.fight();
        if battle.alive(side).count() > usize::from(self.limit(battle.area)) {
            self.ask_or_force(Frame::Surplus(side), cx)
        } else {
            self.task(|_, _| {}, cx)
        }
    }

    pub(crate) fn take_surplus(&mut self, side: u8, action: Action, cx: &mut Cx<'_>) {
        let Action::Lose(unit) = action else { unreachable!("judged") };
        let at = self.pick(side, unit, |_, _| true).expect("judged");
        self.kill(side, at);
        let (who, area) = (self.faction(self.side_seat(side)), self.fight().area);
        cx.tell.all(Event::Destroyed { who, unit, area });
        self.push(Frame::Surplus(side));
    }
}
