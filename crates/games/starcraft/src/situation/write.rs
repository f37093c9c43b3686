//! Writes a position down.

use super::{card_word, event_word, write_units};
use crate::{
    edition::Terms,
    ids::{EventSet, Order, Planet, cards},
    state::{Depletion, Frame, Pick, Player, StarCraft, Task},
};
use klaxon_core::{Game as _, Seat, Situation};

fn p(seat: Seat) -> String {
    StarCraft::seat_word(seat)
}

fn join(head: String, words: impl IntoIterator<Item = String>) -> String {
    words.into_iter().fold(head, |line, word| format!("{line} {word}"))
}

impl StarCraft {
    /// Everything but the phase, as clauses.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut out = Vec::new();
        let rules = self.rules;
        let mut head = format!("players {}", self.n);
        // What an edition does where nobody asks for something else goes without saying.
        let at_once = *self.later != Terms::usual(self.later.edition);
        for (on, word) in [
            (rules.teams, " teams"),
            (rules.galactic, " galactic"),
            (rules.ready, " ready"),
            (at_once, " at-once"),
        ] {
            head += if on { word } else { "" };
        }
        if rules.round_limit > 0 {
            head += &format!(" limit {}", rules.round_limit);
        }
        out.push(head);
        if self.later.edition < StarCraft::newest() {
            out.push(format!("edition {}", self.later.edition));
        }
        out.push(format!("first {}", p(self.first)));
        out.push(format!("round {}", self.round));
        for seat in self.all_seats() {
            if let Some(faction) = self.player(seat).faction {
                out.push(format!("{} faction {faction}", p(seat)));
            } else {
                out.push(format!("{} faction none", p(seat)));
            }
        }
        self.write_galaxy(&mut out);
        for seat in self.all_seats().filter(|s| self.player(*s).faction.is_some()) {
            self.write_player(seat, &mut out);
        }
        for order in self.orders.iter() {
            out.push(format!("order {} {} {}", p(order.seat), order.order, order.planet));
        }
        let top_first = self.events.iter().rev().map(|c| event_word(*c));
        out.push(join("events".into(), top_first));
        for (word, set) in [("gone", self.event_discard), ("removed", self.event_removed)] {
            if !set.is_empty() {
                out.push(join(word.into(), set.iter().map(event_word)));
            }
        }
        if self.ends > 0 {
            out.push(format!("ends {}", self.ends));
        }
        out
    }

    fn write_galaxy(&self, out: &mut Vec<String>) {
        for planet in self.planets() {
            let tile = self.tile(planet).expect("placed");
            out.push(format!("planet {planet} {},{} turn {}", tile.x, tile.y, tile.turn));
        }
        for way in self.routes.iter() {
            let mut line = format!("route {} {}", way.ends[0], way.ends[1]);
            if way.z {
                line += " z";
            }
            out.push(join(line, way.transports.iter().map(p)));
        }
        for area in self.all_areas() {
            let g = self.ground(area);
            for seat in self.all_seats() {
                let mut words = Vec::new();
                if g.owner == Some(seat) {
                    words = write_units(self.race(seat).units().iter().map(|u| (*u, g.units[u.slot()])));
                }
                if g.base == Some(seat) {
                    words.push("base".into());
                }
                if !words.is_empty() {
                    out.push(join(format!("{} at {area}", p(seat)), words));
                }
            }
            match g.depletion {
                Depletion::None => {}
                Depletion::Partial => out.push(format!("{area} partial")),
                Depletion::Full => out.push(format!("{area} full")),
            }
            if let Some(holder) = g.card {
                out.push(format!("{} card {area} workers {}", p(holder), g.workers));
            }
        }
    }

    fn write_player(&self, seat: Seat, out: &mut Vec<String>) {
        let (player, race, me) = (self.player(seat), self.race(seat), p(seat));
        let Player { pool, away, permanent, .. } = *player;
        if player.out {
            out.push(format!("{me} out"));
        }
        out.push(format!("{me} workers {pool} {away} {} {}", permanent[0], permanent[1]));
        if player.cp > 0 {
            out.push(format!("{me} cp {}", player.cp));
        }
        let [a, b, c] = player.levels;
        out.push(format!("{me} buildings {a} {b} {c}"));
        let [a, b, c] = player.modules;
        out.push(format!("{me} modules {a} {b} {c}"));
        let deck = player.deck.iter().rev().map(|c| card_word(race, *c));
        out.push(join(format!("{me} deck"), deck));
        let words = |set: u64| cards(set).map(|c| card_word(race, c)).collect::<Vec<_>>();
        out.push(join(format!("{me} hand"), words(player.hand)));
        for (word, set) in [("discard", player.discard), ("play", player.play), ("dropping", player.dropping)]
        {
            if set != 0 {
                out.push(join(format!("{me} {word}"), words(set)));
            }
        }
        for other in self.all_seats().filter(|s| player.seen[s.index()] != 0) {
            let seen = cards(player.seen[other.index()]).map(|c| card_word(self.race(other), c));
            out.push(join(format!("{me} saw {}", p(other)), seen));
        }
        let events = |set: EventSet| set.iter().map(event_word).collect::<Vec<_>>();
        if !player.drawn.is_empty() || player.looked {
            let looked = player.looked.then(|| "looked".to_string());
            out.push(join(format!("{me} drawn"), events(player.drawn).into_iter().chain(looked)));
        }
        match player.pick {
            Pick::Open => {}
            Pick::Nothing => out.push(format!("{me} picks nothing")),
            Pick::Card(card) => out.push(format!("{me} picks {}", event_word(card))),
        }
        if !player.held.is_empty() {
            out.push(join(format!("{me} held"), events(player.held)));
        }
        out.push(format!("{me} specials {}", player.specials));
        if player.shown != [0; 6] {
            let shown =
                Order::ALL.iter().flat_map(|o| std::iter::repeat_n(o, usize::from(player.shown[o.index()])));
            out.push(join(format!("{me} shown"), shown.map(ToString::to_string)));
        }
        let planets: Vec<Planet> = player.planets.into_iter().flatten().collect();
        if !planets.is_empty() {
            out.push(join(format!("{me} planets"), planets.iter().map(ToString::to_string)));
        }
        if let Some(home) = player.home {
            out.push(format!("{me} home {home}"));
        }
        let mut left = write_units(race.units().iter().map(|u| (*u, player.to_place[u.slot()])));
        left.extend(player.transport_to_place.then(|| "transport".to_string()));
        if !left.is_empty() {
            out.push(join(format!("{me} start"), left));
        }
    }

    /// The phase, where the language knows it.
    pub(super) fn phase_clause(&self) -> Option<String> {
        if self.ending.is_some() || self.battle.is_some() {
            return None;
        }
        let in_execution = || {
            matches!(self.stack.get(self.stack.len().checked_sub(2)?), Some(Frame::Do(Task::Execution(_))))
                .then_some(())
        };
        let top = *self.stack.last()?;
        // Bases of a ready-made galaxy lie before anybody has a faction: that has no words.
        if let Frame::Draft(i) = top
            && !self.rules.ready
        {
            return Some(format!("phase draft {}", i + 1));
        }
        // A token whose place is empty cannot be told from the other, unless both are still there.
        if let Frame::PlacePlanet(i) = top
            && self.tokens_in_front()
        {
            return Some(format!("phase place {}", i + 1));
        }
        if let Frame::StartBase(i, planet) = top
            && self.tokens_in_front()
        {
            return Some(format!("phase base {} {planet}", i + 1));
        }
        if let Frame::ZMajor(i) = top {
            return Some(format!("phase z {}", i + 1));
        }
        if let Frame::Forces = top {
            return Some("phase forces".into());
        }
        if let Frame::Plan { cycle, i } = top {
            return Some(format!("phase planning {} {}", cycle + 1, p(self.nth(i))));
        }
        if let Frame::Turn(seat) = top
            && self.turn.is_none()
        {
            in_execution()?;
            return Some(format!("phase turn {}", p(seat)));
        }
        if let Frame::Revealed = top {
            in_execution()?;
            let turn = self.turn?;
            return Some(format!("phase revealed {} {} {}", p(turn.seat), turn.order, turn.planet));
        }
        if let Frame::EndTurn = top
            && self.site == Default::default()
        {
            in_execution()?;
            let turn = self.turn?;
            return Some(format!("phase end {} {} {}", p(turn.seat), turn.order, turn.planet));
        }
        if let Frame::ChooseEvents = top {
            return Some("phase events".into());
        }
        if let Frame::Discard = top {
            return Some("phase discard".into());
        }
        None
    }

    /// Are all planet tokens in the first places, as they are read?
    fn tokens_in_front(&self) -> bool {
        self.all_seats().all(|s| !matches!(self.player(s).planets, [None, Some(_)]))
    }
}
