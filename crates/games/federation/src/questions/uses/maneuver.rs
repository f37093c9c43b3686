//! Maneuver (SF-9.12 to SF-9.17): Move and Bypass. Out Maneuver is an answer before a throw (`questions/throw.rs`), the
//! second step of a Move one to Warp Bubble (`questions/onward.rs`).

use super::{About, Deed, Listed, Offer, Spot, Verdict, What, no};
use crate::{
    Short,
    data::{Pays, data},
    event::Event,
    nouns::{PieceAt, Resource, Ship, Side, Space},
    situation::spell,
    state::{Table, Task},
    turn::Play,
    words::{ids, label::fight, phrase},
};
use klaxon_core::{Reader, rule};
use serde::{Deserialize, Serialize};

/// Move (SF-9.12).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Move {
    pub ship: Ship,
    pub from: Space,
    pub to: Space,
    /// The Mine Field that comes along (SF-9.13).
    pub mine: Option<Side>,
}

impl Deed for Move {
    fn listed(self) -> Listed {
        Listed { name: "Move", resource: Resource::Maneuver, pays: Pays::Spend, rule: rule!("SF-9.12") }
    }

    fn offer(o: &mut Offer<'_>) {
        for ship in Ship::ALL {
            for from in Space::of_bits(o.t.ship_spaces(ship)) {
                for (to, mine) in o.t.step_options(ship, from, o.adv.patrol) {
                    o.put(Move { ship, from, to, mine });
                }
            }
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        t.check_step(self.ship, self.from, self.to, self.mine)
    }

    fn take(self, play: &mut Play<'_>) {
        let more = play.t.advantages().steps > 1;
        play.move_ship(self.ship, self.from, self.to, self.mine, more);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let Move { ship, from, to, mine } = self;
        let (who, battle) = (phrase::ship(ship, mine), fight(t, to));
        let text = format!("Move a {who} from {} to {}{battle}", from.name(), to.name());
        (text, vec![ids::space(from), ids::space(to)])
    }

    fn words(self) -> String {
        let Move { ship, from, to, mine } = self;
        format!("move {} {} {}{}", ship.word(), from.id(), to.id(), spell::load(mine))
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Move>, String> {
        if verb != "move" {
            return Ok(None);
        }
        let (ship, from, to) = (spell::ship(r)?, spell::space(r)?, spell::space(r)?);
        Ok(Some(Move { ship, from, to, mine: spell::carrying(r)? }))
    }

    fn lean(self, t: &Table, pay: Option<Spot>) -> u32 {
        let free = if pay.is_none() { 2 } else { 1 };
        free * t.lean_move(self.ship, self.from, self.to, self.mine)
    }

    fn reason(self, t: &Table) -> String {
        let Move { from, to, .. } = self;
        let fleets = t.fleets_at(to);
        if !fleets.is_empty() {
            let n = (t.combat_dice(to, fleets).dice + 1).min(data().combat.maximum);
            return format!("about {} drive the aliens out of {}", phrase::n_dice(n), to.name());
        }
        if to.is_named() && t.base_at(to).is_none() {
            return format!("{} can be settled from there", to.name());
        }
        let way = |at: Space, goal: Space| data().moves[at.index()][goal.index()];
        let goal = Space::of_bits(t.goals()).min_by_key(|&goal| way(to, goal));
        match goal.filter(|&goal| way(to, goal) < way(from, goal)) {
            Some(goal) => format!("it is on the way to {}", goal.name()),
            None => format!("{} needs the ship more than {}", to.name(), from.name()),
        }
    }

    fn think(about: About<'_>, out: &mut Vec<What>) {
        for ship in Ship::ALL {
            for &from in about.spaces {
                for &to in about.spaces {
                    let sides = [None, Some(Side::Basic), Some(Side::Upgraded)];
                    out.extend(sides.map(|mine| What::from(Move { ship, from, to, mine })));
                }
            }
        }
    }
}

/// SF-14.5: the free Move of the MilSpecOps Engines.
pub(super) fn check_free_move(t: &Table) -> Verdict {
    match (t.advantages().free_moves, t.free_moves) {
        (0, _) => no(rule!("SF-14.5"), "a free Move needs the MilSpecOps Engines"),
        (n, used) if used >= n => no(rule!("SF-14.5"), "the free Move of this turn was made already"),
        (_, _) => Ok(()),
    }
}

impl Table {
    /// One step of a Move. SF-9.15: aliens in the space that is left hold nobody. SF-0.13: there is room for all.
    pub(crate) fn check_step(&self, ship: Ship, from: Space, to: Space, mine: Option<Side>) -> Verdict {
        if !self.has_ship(ship, from) {
            return no(rule!("SF-9.12"), format!("no {} of yours is at {}", ship.name(), from.name()));
        }
        if self.move_targets(from, self.advantages().patrol) & to.bit() == 0 {
            return no(rule!("SF-9.12"), format!("{} is not adjacent to {}", to.name(), from.name()));
        }
        match (mine, ship) {
            (None, _) => Ok(()),
            // SF-9.42.
            (Some(_), Ship::Ally) => no(rule!("SF-9.13"), "an Ally Ship cannot carry a Mine Field"),
            (Some(side), Ship::Flagship) => {
                if self.has_mine(side, from) {
                    return Ok(());
                }
                no(rule!("SF-9.13"), format!("no {} Mine Field lies at {}", side.word(), from.name()))
            }
        }
    }

    /// Where a ship can go in one step, alone or with a Mine Field (SF-9.13).
    pub(crate) fn step_options(
        &self,
        ship: Ship,
        from: Space,
        patrol: u8,
    ) -> impl Iterator<Item = (Space, Option<Side>)> + use<> {
        let mut loads = Short::<Option<Side>, 3>::default();
        loads.push(None);
        if ship == Ship::Flagship {
            for side in [Side::Basic, Side::Upgraded] {
                if self.has_mine(side, from) {
                    loads.push(Some(side));
                }
            }
        }
        Space::of_bits(self.move_targets(from, patrol))
            .flat_map(move |to| (0..loads.len()).map(move |i| (to, loads[i])))
    }
}

impl Play<'_> {
    /// SF-9.12 to SF-9.14: one step, perhaps with a Mine Field; a second one with Warp Bubble unless it fights.
    pub fn move_ship(&mut self, ship: Ship, from: Space, to: Space, mine: Option<Side>, more: bool) {
        let index = self.t.ship_index(ship, from).expect("a ship to move");
        self.t.pieces[index].at = PieceAt::Map(to);
        if let Some(side) = mine {
            let index = self.t.mine_index(side, from).expect("a Mine Field to carry");
            self.t.pieces[index].at = PieceAt::Map(to);
        }
        self.tell.all(Event::ShipMoved { ship, from, to, mine });
        self.t.engaged = self.t.fleets_at(to);
        // SF-14.7: not after a step into combat.
        if more && self.t.engaged.is_empty() {
            self.push(Task::MoveOn { ship, at: to });
        }
    }
}

/// Bypass (SF-9.17): the token in this space of the queue, 1 being next to the one resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Bypass {
    pub slot: u8,
}

impl Deed for Bypass {
    fn listed(self) -> Listed {
        Listed { name: "Bypass", resource: Resource::Maneuver, pays: Pays::Sacrifice, rule: rule!("SF-9.17") }
    }

    fn offer(o: &mut Offer<'_>) {
        for slot in 1..o.t.queue.len() as u8 {
            o.put(Bypass { slot });
        }
    }

    fn judge(self, t: &Table, _: Option<Spot>) -> Verdict {
        if self.slot == 0 {
            return no(rule!("SF-9.17"), "the token being resolved cannot be bypassed");
        }
        if usize::from(self.slot) >= t.queue.len() {
            return no(rule!("SF-9.17"), "there is no token in that space of the queue");
        }
        Ok(())
    }

    /// SF-9.17: a token out, three drawn, one of them in.
    fn take(self, play: &mut Play<'_>) {
        let token = play.t.queue.remove(usize::from(self.slot));
        // SF-4.7: a Federation token, too.
        play.t.holding.put(token, 1);
        play.tell.all(Event::Bypassed { token });
        for _ in 0..data().sizes.bypass_draw.min(play.t.pool.total()) {
            let n = play.chance.below(u32::from(play.t.pool.total()));
            let token = play.t.pool.nth(n);
            play.t.pool.take(token);
            play.t.drawn.push(token);
        }
        play.tell.reveal(Event::BypassDrew { tokens: play.t.drawn });
        play.push(Task::BypassPick);
    }

    fn label(self, t: &Table) -> (String, Vec<String>) {
        let name = t.queue.get(usize::from(self.slot)).map_or("an empty space".into(), |t| t.name());
        let text = format!("Bypass {name} in space {} of the queue", self.slot + 1);
        (text, vec![ids::queue(self.slot)])
    }

    fn words(self) -> String {
        format!("bypass {}", self.slot)
    }

    fn read(verb: &str, r: &mut Reader<'_>) -> Result<Option<Bypass>, String> {
        if verb != "bypass" {
            return Ok(None);
        }
        Ok(Some(Bypass { slot: r.number("space of the queue", 9)? as u8 }))
    }

    fn lean(self, t: &Table, _: Option<Spot>) -> u32 {
        match t.queue.get(usize::from(self.slot)) {
            Some(token) if !token.is_federation() && t.stored.of(Resource::Maneuver) > 2 => 8,
            Some(_) | None => 1,
        }
    }

    fn reason(self, t: &Table) -> String {
        let name = t.queue.get(usize::from(self.slot)).map_or("that token".into(), |t| t.name());
        format!("{name} would hurt, and one of three new tokens can be chosen instead")
    }

    fn think(_: About<'_>, out: &mut Vec<What>) {
        out.extend((0..6).map(|slot| What::from(Bypass { slot })));
    }
}
