//! Invariants: every piece and every card is in exactly one place, and nothing is above its limit.

use crate::{
    data::data,
    edition::EventOrder,
    ids::cards,
    state::{Depletion, Fate, Frame, Pick, StarCraft},
};
use klaxon_core::Seat;

impl StarCraft {
    pub(crate) fn audit_all(&self) -> Result<(), String> {
        self.later.judge().map_err(|refusal| refusal.to_string())?;
        for seat in self.all_seats().filter(|s| self.player(*s).faction.is_some()) {
            self.audit_cards(seat)?;
            // Before the sheets are taken nothing is on the table.
            if self.player(seat).tech_deck != 0 {
                self.audit_pieces(seat)?;
            }
        }
        self.audit_board()?;
        self.audit_events()
    }

    fn audit_cards(&self, seat: Seat) -> Result<(), String> {
        let (player, deck) = (self.player(seat), data().deck(self.race(seat)));
        if player.tech_deck == 0 {
            return Ok(());
        }
        self.audit_memory(seat)?;
        let mut seen = 0u64;
        let mut take = |what: &str, set: u64| {
            if seen & set != 0 {
                return Err(format!("seat {seat}: a card of the {what} is in two places"));
            }
            seen |= set;
            Ok(())
        };
        for card in player.deck.iter() {
            take("deck", card.bit())?;
        }
        take("hand", player.hand)?;
        take("discard pile", player.discard)?;
        take("technology deck", player.tech_deck)?;
        take("play area", player.play)?;
        if let Some(battle) = &self.battle
            && let Some(side) = battle.side(seat).map(usize::from)
        {
            for s in battle.skirmishes.iter() {
                for card in [s.standard[side], s.reinforcement[side]].into_iter().flatten() {
                    take("battle", card.bit())?;
                }
            }
            take("splash", battle.waiting[side])?;
        }
        let all = deck.combat | deck.technology;
        if seen != all {
            let lost = cards(all & !seen).map(|c| self.face(seat, c).id()).collect::<Vec<_>>();
            return Err(format!("seat {seat}: cards {lost:?} are nowhere"));
        }
        if player.dropping & !player.hand != 0 {
            return Err(format!("seat {seat} discards cards that are not in hand"));
        }
        if let Pick::Card(card) = player.pick
            && !player.drawn.has(card)
        {
            return Err(format!("seat {seat} chose an event card that it did not draw"));
        }
        if player.pick != Pick::Open && self.later.events == EventOrder::Clockwise {
            return Err(format!("seat {seat} keeps its event card secret though all choose in turn"));
        }
        Ok(())
    }

    /// What others saw of a hand is still in it, or lies face down in the battle.
    fn audit_memory(&self, seat: Seat) -> Result<(), String> {
        let mut there = self.player(seat).hand;
        if let Some(battle) = &self.battle
            && let Some(side) = battle.side(seat).map(usize::from)
        {
            let laid = battle.skirmishes.iter().flat_map(|s| [s.standard[side], s.reinforcement[side]]);
            there |= laid.flatten().fold(0, |set, c| set | c.bit());
        }
        match self.all_seats().find(|s| self.player(*s).seen[seat.index()] & !there != 0) {
            Some(other) => Err(format!("seat {other} remembers cards of seat {seat} that are elsewhere")),
            None => Ok(()),
        }
    }

    fn audit_pieces(&self, seat: Seat) -> Result<(), String> {
        let (player, race) = (self.player(seat), self.race(seat));
        for unit in race.units() {
            let slot = unit.slot();
            let on_board: u8 =
                self.areas.iter().flatten().filter(|g| g.owner == Some(seat)).map(|g| g.units[slot]).sum();
            let moving: u8 = match self.turn {
                Some(turn) if turn.seat == seat => self.moves.inbound.iter().map(|units| units[slot]).sum(),
                _ => 0,
            };
            let fighting = self.battle.as_ref().and_then(|b| Some(b.fighters[usize::from(b.side(seat)?)]));
            let fighting = fighting.map_or(0, |fighters| {
                let here =
                    |f: &&crate::state::Fighter| f.unit == *unit && matches!(f.fate, Fate::In | Fate::Doomed);
                fighters.iter().filter(here).count() as u8
            });
            let total = on_board + moving + fighting + player.supply[slot];
            if total != data().unit(*unit).count {
                return Err(format!("seat {seat} has {total} {unit} figures"));
            }
        }
        let print = data().race(race);
        for (what, n, limit) in [
            ("workers", self.workers(seat), print.workers),
            ("bases", self.bases(seat), print.bases),
            ("transports", self.transports(seat), print.transports),
            ("modules", player.modules.iter().sum(), print.module_spaces),
            ("workers on permanent minerals", player.permanent[0], print.minerals),
            ("workers on permanent gas", player.permanent[1], print.gas),
        ] {
            if n > limit {
                return Err(format!("seat {seat} has {n} {what}, more than {limit}"));
            }
        }
        let orders = self.orders.iter().filter(|o| o.seat == seat).count();
        if orders > 4 {
            return Err(format!("seat {seat} has {orders} orders on planets"));
        }
        Ok(())
    }

    fn audit_board(&self) -> Result<(), String> {
        for area in self.all_areas() {
            let g = self.ground(area);
            if g.owner.is_none() != (g.units == [0; 9]) {
                return Err(format!("the owner of the units in {area} is wrong"));
            }
            let n: u8 = g.units.iter().sum();
            if n > self.limit(area) {
                return Err(format!("{area} holds {n} units"));
            }
            if g.card.is_none() && g.workers > 0 || g.card.is_some() && g.depletion == Depletion::Full {
                return Err(format!("the resource card of {area} is wrong"));
            }
            let capacity = data().area(area).and_then(|a| a.content.resource()).map_or(0, |(_, n)| n);
            // A force-mined card may hold one worker too many; the second one removes it.
            if g.workers > capacity + 1 {
                return Err(format!("{area} has {} workers on its card", g.workers));
            }
        }
        for (i, way) in self.routes.iter().enumerate() {
            if way.ends[0].planet == way.ends[1].planet {
                return Err(format!("route {i} ends where it begins"));
            }
        }
        if self.ending.is_none() && self.asked().is_empty() {
            return Err(format!("nobody is asked: {:?}", self.stack.last()));
        }
        if matches!(self.stack.last(), Some(Frame::Idle)) {
            return Err("an idle frame is on the stack".into());
        }
        Ok(())
    }

    fn audit_events(&self) -> Result<(), String> {
        if self.round == 0 {
            return Ok(());
        }
        let mut seen = vec![0u8; usize::from(data().event_count())];
        let sets = self.all_seats().flat_map(|s| [self.player(s).drawn, self.player(s).held]);
        for set in sets.chain([self.event_discard, self.event_removed]) {
            set.iter().for_each(|c| seen[usize::from(c)] += 1);
        }
        self.events.iter().for_each(|c| seen[usize::from(*c)] += 1);
        let missing = seen.iter().filter(|n| **n == 0).count();
        if seen.iter().any(|n| *n > 1) || missing != usize::from(self.ends) {
            return Err(format!("event cards are lost or doubled: {seen:?}"));
        }
        Ok(())
    }
}
