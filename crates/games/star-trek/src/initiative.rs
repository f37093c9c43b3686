//! Who acts when (ST-7).

use crate::event::Event;
use crate::fate::Fate;
use crate::kinds::ShipId;
use crate::state::StarTrek;
use klaxon_core::Short;

impl StarTrek {
    /// ST-7.1 to ST-7.3: highest Command first, then the lower speed, then counters.
    pub(crate) fn find_initiative(&mut self, fate: &mut Fate) {
        let mut ships: Vec<(i32, u8, ShipId)> =
            self.ships_in_play().map(|(id, s)| (-self.command_total(id), s.speed, id)).collect();
        ships.sort_unstable();
        self.initiative.clear();
        let mut from = 0;
        while from < ships.len() {
            let (command, speed, _) = ships[from];
            let tied = ships[from..].iter().take_while(|(c, s, _)| (*c, *s) == (command, speed)).count();
            let group: Vec<ShipId> = ships[from..from + tied].iter().map(|(_, _, id)| *id).collect();
            self.break_tie(&group, fate);
            from += tied;
        }
        // ST-23.2: a list for the whole turn keeps its order; ships that are gone drop out by themselves.
    }

    /// ST-7.3: each tied ship drops five counters, most hits first; again among those still tied.
    fn break_tie(&mut self, group: &[ShipId], fate: &mut Fate) {
        if let [only] = group {
            self.initiative.push(*only);
            return;
        }
        let mut drops: Vec<(u8, ShipId)> = Vec::new();
        for &ship in group {
            let hits = fate.drop(5);
            fate.all(Event::InitiativeDrop { ship: self.ship_tag(ship), hits });
            drops.push((5 - hits, ship));
        }
        drops.sort_unstable();
        let mut from = 0;
        while from < drops.len() {
            let tied = drops[from..].iter().take_while(|(h, _)| *h == drops[from].0).count();
            let again: Vec<ShipId> = drops[from..from + tied].iter().map(|(_, id)| *id).collect();
            self.break_tie(&again, fate);
            from += tied;
        }
    }

    /// Says who has the first option.
    pub(crate) fn announce_first(&self, fate: &mut Fate) {
        let first = self.initiative.iter().copied().find(|id| self.ship(*id).in_play());
        if let Some(ship) = first {
            let command = self.command_total(ship).clamp(-100, 100) as i8;
            fate.all(Event::First { ship: self.ship_tag(ship), command });
        }
    }

    /// ST-15.12: the active player first, then by initiative, then by seat.
    pub(crate) fn react_order(&self, active: Option<u8>) -> Short<u8, 6> {
        let mut order: Short<u8, 6> = Short::new();
        let by_initiative = self.initiative.iter().map(|id| self.ship(*id).controller);
        let all = active.into_iter().chain(by_initiative).chain(0..self.seats.len() as u8);
        for seat in all {
            if usize::from(seat) < self.seats.len()
                && !self.seats[usize::from(seat)].out
                && !order.contains(&seat)
            {
                order.push(seat);
            }
        }
        order
    }
}
