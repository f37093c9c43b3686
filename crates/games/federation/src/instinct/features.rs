//! What the learned judgement goes by: worlds, ships, resources, research, politics, and where the aliens are. All of it lies
//! open on the table.

use crate::{
    nouns::{Asset, FLEETS, Fleet, PieceAt, Race, Relation, Resource, Space, TOKENS, Token},
    state::{CardAt, Difficulty, Table},
};
use klaxon_core::judgement::Features;

impl Table {
    /// False before the first turn and after the end.
    pub(super) fn tell_features(&self, into: &mut Features) -> bool {
        if self.turn == 0 || self.end.is_some() {
            return false;
        }
        self.tell_markers(into);
        self.tell_pieces(into);
        self.tell_resources(into);
        self.tell_research(into);
        self.tell_aliens(into);
        self.tell_tokens(into);
        true
    }

    fn tell_markers(&self, into: &mut Features) {
        let settled = i32::from(self.settled());
        into.put(settled, || "worlds settled".into());
        into.one_of(7, Some(settled as usize), 1, |i| format!("{i} worlds settled"));
        let stability = usize::from(self.stability);
        into.put(i32::from(self.stability), || "stability".into());
        into.one_of(4, Some(stability), 1, |i| format!("stability {i}"));
        into.put(i32::from(self.expansion), || "expansion desire".into());
        into.put(i32::from(self.losses), || "military losses".into());
        into.put(i32::from(self.turn.min(40)), || "turn".into());
        for word in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
            into.put(i32::from(self.difficulty == word), || word.word().into());
        }
        into.put(i32::from(self.free_moves), || "free moves made".into());
        into.put(self.chits_used.count_ones() as i32, || "events used".into());
    }

    fn tell_pieces(&self, into: &mut Features) {
        let (mut ships, mut allies, mut defense, mut mines) = ([0; 3], [0; 2], [0; 2], 0);
        let (mut near, mut best) = (0, 12);
        let goals = self.goals();
        for i in 0..self.pieces.len() {
            let PieceAt::Map(at) = self.pieces[i].at else { continue };
            let upgraded = usize::from(self.pieces[i].upgraded);
            match self.asset_of(i) {
                Asset::Flagship => {
                    ships[upgraded] += 1;
                    if self.is_open_site(at) {
                        ships[2] += 1;
                        best = 0;
                    } else {
                        let way = i32::from(self.way_to_goal(at, goals)).min(12);
                        near += 12 - way;
                        best = best.min(way);
                    }
                }
                Asset::Ally => allies[upgraded] += 1,
                Asset::SolDefense => defense[upgraded] += 1,
                Asset::Mine(_) => mines += 1,
                Asset::Base(_) => {}
            }
        }
        into.put(ships[0], || "flagships".into());
        into.put(ships[1], || "flagships upgraded".into());
        into.put(ships[2], || "flagships at an open site".into());
        into.put(near, || "nearness of sites".into());
        into.put(best, || "way to the nearest site".into());
        into.put(goals.count_ones() as i32, || "sites to settle".into());
        into.put(allies[0], || "ally ships".into());
        into.put(allies[1], || "ally ships upgraded".into());
        into.put(defense[0], || "sol defense".into());
        into.put(defense[1], || "sol defense upgraded".into());
        into.put(mines, || "mine fields".into());
    }

    fn tell_resources(&self, into: &mut Features) {
        let tray = self.tray();
        let mut coming = [0; 7];
        for cell in self.track.iter().flatten() {
            for (sum, n) in coming.iter_mut().zip(cell.0) {
                *sum += i32::from(n);
            }
        }
        for what in Resource::ALL {
            into.put(i32::from(self.stored.of(what)), || format!("stored {what:?}"));
            into.put(i32::from(tray.of(what)), || format!("ready {what:?}"));
            into.put(i32::from(self.pools.of(what)), || format!("pool {what:?}"));
            into.put(coming[what as usize], || format!("coming {what:?}"));
        }
        for (row, cells) in self.track.iter().enumerate() {
            let n: i32 = cells.iter().map(|cell| i32::from(cell.total())).sum();
            into.put(n, || format!("tokens in row {row}"));
        }
        into.put(i32::from(self.columns), || "columns opened".into());
        into.put(i32::from(self.resource_dice()), || "resource dice".into());
    }

    fn tell_research(&self, into: &mut Features) {
        let count = |at: fn(CardAt) -> bool| self.cards.iter().filter(|c| at(c.at)).count() as i32;
        into.put(count(|at| at == CardAt::Done), || "technologies".into());
        into.put(count(|at| at == CardAt::Box), || "technologies to research".into());
        for column in 0..4u8 {
            let there = self.cards.iter().filter(|c| c.at == CardAt::Column(column)).count();
            into.put(there as i32, || format!("technologies at step {column}"));
        }
        for (i, card) in self.cards.iter().enumerate() {
            into.put(i32::from(card.at == CardAt::Done), || format!("card {i} done"));
        }
        into.put(i32::from(self.warp_is_open()), || "warp gates".into());
    }

    fn tell_aliens(&self, into: &mut Features) {
        let mut away = [0; 7];
        for i in 0..FLEETS {
            if let Some(at) = self.fleet_space(Fleet(i as u8)) {
                away[if at == Space::SOL { 0 } else { usize::from(at.number()).min(5) + 1 }] += 1;
            }
        }
        for (n, fleets) in away.iter().enumerate() {
            into.put(*fleets, || format!("fleets at distance {n}"));
        }
        let threatened = Race::ALL
            .iter()
            .flat_map(|race| self.bases_in(*race))
            .filter(|base| matches!(self.base(*base).at, PieceAt::Map(at) if !self.fleets_at(at).is_empty()))
            .count();
        into.put(threatened as i32, || "bases with aliens".into());
        into.put(i32::from(!self.fleets_at(Space::SOL).is_empty()), || "aliens at sol".into());
        for race in Race::ALL {
            let i = race.index();
            into.put(i32::from(self.level(race)), || format!("war effort {i}"));
            into.put(i32::from(self.is_at_war(race)), || format!("at war {i}"));
            into.put(self.techs[i].len() as i32, || format!("alien technologies {i}"));
            into.put(self.in_play(race).iter().count() as i32, || format!("fleets {i}"));
            let nearest = self.in_play(race).iter().filter_map(|f| self.fleet_space(f));
            let nearest = nearest.map(|s| if s == Space::SOL { 0 } else { i32::from(s.number()) + 1 }).min();
            into.put(nearest.map_or(0, |n| 8 - n.min(8)), || format!("nearest fleet {i}"));
            into.put(i32::from(self.spies.has(race)), || format!("spy {i}"));
            into.put(i32::from(self.attaches.has(race)), || format!("attache {i}"));
            into.put(i32::from(self.embassies.has(race)), || format!("embassy {i}"));
        }
        for (i, relation) in self.relations.iter().enumerate() {
            into.put(i32::from(*relation == Relation::War), || format!("war {i}"));
            into.put(i32::from(*relation == Relation::Alliance), || format!("alliance {i}"));
        }
    }

    fn tell_tokens(&self, into: &mut Features) {
        for i in 0..TOKENS {
            let token = Token(i as u8);
            let queued = self.queue.iter().filter(|t| **t == token).count() as i32;
            into.put(queued, || format!("queue {i}"));
            into.put(i32::from(self.pool.of(token)), || format!("pool token {i}"));
        }
        into.put(i32::from(self.pool.total()), || "pool tokens".into());
        let next = self.queue.iter().take(2).filter(|t| t.is_federation()).count();
        into.put(next as i32, || "federation next".into());
    }
}
