//! A player's instincts: how a position looks and which decisions a sensible person leans to. Good enough for
//! roll-outs and hints; the rules do not depend on it. Each question of `questions/` says how much is leaned to which of its
//! answers; what several of them go by is here. Weights differ by orders of magnitude, so that a draw by weight plays nearly
//! the best that comes to mind.

use crate::{
    data::data,
    nouns::{Asset, Base, FleetSet, Marker, PieceAt, Race, Resource, Ship, Side, Space, Unit},
    questions::{Action, Asked},
    state::{End, Federation, Purpose, Table},
};
use klaxon_core::{
    Instinct, Seat,
    judgement::{Features, Judgement},
};
use std::sync::LazyLock;

mod features;
mod reason;

/// What was learned from many games, see `tools/train`.
static LEARNED: LazyLock<Judgement> = LazyLock::new(|| {
    Judgement::read(include_bytes!("../data/judgement.net")).expect("the weights are whole")
});

impl Instinct for Federation {
    const ROUNDS: u32 = 900;
    const HORIZON: u32 = 6;

    fn appraise(&self, seat: Seat) -> i32 {
        let t = &self.table;
        match t.end {
            Some(End::Settled) => return 1000,
            Some(End::SolFell | End::Unstable | End::Outclassed) => return 0,
            None => {}
        }
        if let Some(worth) = self.judged(seat) {
            return worth;
        }
        let mut worth = 150 + 110 * i32::from(t.settled()) + 45 * i32::from(t.stability);
        worth -= 25 * i32::from(t.expansion) + 18 * i32::from(t.losses);
        for i in 0..t.pieces.len() {
            if let PieceAt::Map(at) = t.pieces[i].at {
                worth += match t.asset_of(i) {
                    Asset::Flagship if t.is_open_site(at) => 45,
                    Asset::Flagship => 22,
                    Asset::Ally => 25,
                    Asset::Mine(_) | Asset::SolDefense => 8,
                    Asset::Base(_) => 0,
                } + if t.pieces[i].upgraded { 8 } else { 0 };
            }
        }
        let tokens = t.stored.total() + t.tray().total() + 2 * t.columns;
        worth += 4 * i32::from(tokens);
        let coming: u8 = t.track[1..].iter().flatten().map(|cell| cell.total()).sum();
        worth += 3 * i32::from(coming);
        worth += 12 * t.cards.iter().filter(|c| c.at == crate::state::CardAt::Done).count() as i32;
        for race in Race::ALL {
            worth -= 6 * i32::from(t.level(race).max(0));
            worth -= 4 * t.techs[race.index()].len() as i32;
            for fleet in t.in_play(race).iter() {
                let at = t.fleet_space(fleet).unwrap_or_default();
                worth -= match at {
                    Space::SOL => 45,
                    s if s.number() == 0 => 8,
                    s => 12 / i32::from(s.number()),
                };
            }
        }
        worth.clamp(20, 980)
    }

    fn learned() -> Option<&'static Judgement> {
        Some(&LEARNED)
    }

    fn features(&self, _seat: Seat, into: &mut Features) -> bool {
        self.table.tell_features(into)
    }

    fn lean(&self, _seat: Seat, action: &Action) -> u32 {
        action.lean(Asked::of(&self.table))
    }

    fn leans(&self, _seat: Seat, choices: &[Action], out: &mut Vec<u32>) {
        let asked = Asked::of(&self.table);
        out.extend(choices.iter().map(|action| action.lean(asked)));
    }

    /// A world short of six, or a step from one of the ways to lose.
    fn decisive(&self) -> bool {
        let t = &self.table;
        t.settled() >= 5 || t.stability <= 1 || t.sol_is_lost()
    }

    fn idle(&self, _seat: Seat, action: &Action) -> Option<String> {
        action.idle(Asked::of(&self.table))
    }

    fn reason(&self, _seat: Seat, action: &Action) -> Option<String> {
        action.reason(Asked::of(&self.table))
    }
}

impl Table {
    /// A named space without a Base and without aliens.
    pub(crate) fn is_open_site(&self, at: Space) -> bool {
        at.is_named() && self.base_at(at).is_none() && self.fleets_at(at).is_empty()
    }

    /// Moves to the nearest goal that no other Flagship stands on. A goal that angers nobody counts as nearer.
    fn way_to_goal(&self, from: Space, goals: u32) -> u8 {
        let way = |goal: Space| {
            let race = goal.race().unwrap_or_default();
            let anger = if race == Race::Mercenaries { 0 } else { goal.distance() / 2 };
            data().moves[from.index()][goal.index()] + anger
        };
        Space::of_bits(goals).map(way).min().unwrap_or(u8::MAX)
    }

    /// Named spaces without a Base and without a Flagship, free or held by aliens that a ship can drive out. Asked for
    /// every move of a roll-out, so it counts in bits.
    pub(crate) fn goals(&self) -> u32 {
        let mut bits = data().named & !self.ship_spaces(Ship::Flagship);
        for base in Base::ALL {
            if let PieceAt::Map(at) = self.base(base).at {
                bits &= !at.bit();
            }
        }
        for held in Space::of_bits(bits & self.alien_spaces()) {
            if self.combat_dice(held, self.fleets_at(held)).dice < 2 {
                bits &= !held.bit();
            }
        }
        bits
    }

    pub(crate) fn lean_construct(&self, what: Unit) -> u32 {
        if self.sol_is_lost() {
            // Whatever comes to Sol fights there.
            return if what == Unit::Mine { 15_000 } else { 30_000 };
        }
        match what {
            Unit::Flagship => match self.flagships_out() {
                0 | 1 => 2_500,
                2 => 500,
                _ => 60,
            },
            Unit::SolDefense => {
                if self.nears_sol() {
                    3_000
                } else {
                    900
                }
            }
            Unit::Mine => {
                if self.nears_sol() {
                    150
                } else {
                    15
                }
            }
        }
    }

    /// How much a Propaganda helps.
    pub(crate) fn urge(&self, marker: Marker) -> u32 {
        match marker {
            Marker::Stability => match self.stability {
                0 | 1 => 20_000,
                2 => 3_000,
                3 => 500,
                _ => 150,
            },
            Marker::Expansion => {
                if self.stability <= 2 {
                    6_000
                } else {
                    500
                }
            }
            Marker::Losses => {
                if self.losses == 2 {
                    2_500
                } else {
                    400
                }
            }
        }
    }

    pub(crate) fn lean_move(&self, ship: Ship, from: Space, to: Space, mine: Option<Side>) -> u32 {
        let fleets = self.fleets_at(to);
        if !fleets.is_empty() {
            return self.lean_attack(to, fleets);
        }
        if ship == Ship::Ally {
            return 2;
        }
        // A Flagship on a site waits for its Build token.
        if self.is_open_site(from) {
            return 1;
        }
        // Sol is not left bare with aliens at the door.
        let guards = self.pieces.iter().filter(|p| p.at == PieceAt::Map(Space::SOL)).count();
        if from == Space::SOL && guards < 2 && self.nears_sol() {
            return 10;
        }
        let goals = self.goals();
        let nearer = self.way_to_goal(to, goals) < self.way_to_goal(from, goals);
        match (nearer, goals & to.bit() != 0, mine) {
            (true, true, None) => 3_000,
            (true, true, Some(_)) => 1_000,
            (true, false, None) => 1_500,
            (true, false, Some(_)) => 200,
            (false, _, _) => 1,
        }
    }

    /// Attack only with a good chance, or when Sol must be cleared.
    fn lean_attack(&self, to: Space, fleets: FleetSet) -> u32 {
        let dice = (self.combat_dice(to, fleets).dice + 1).min(5);
        match (to, dice) {
            (Space::SOL, _) => 20_000,
            (at, 3..) if at.is_named() && self.base_at(at).is_none() => 1_500,
            (_, 4..) => 60,
            (_, 3) => 8,
            (_, _) => 1,
        }
    }

    /// Aliens in Sol: the game is lost at the end of the turn unless they are driven out.
    pub(crate) fn sol_is_lost(&self) -> bool {
        !self.fleets_at(Space::SOL).is_empty()
    }

    /// Aliens one or two spaces from Sol.
    pub(crate) fn nears_sol(&self) -> bool {
        let near = Space::SOL.neighbours();
        let zone = Space::of_bits(near).fold(near, |bits, s| bits | s.neighbours());
        self.alien_spaces() & zone != 0
    }

    fn flagships_out(&self) -> usize {
        self.flagships().iter().filter(|p| matches!(p.at, PieceAt::Map(_))).count()
    }

    /// Is an alien fleet in the space or beside it?
    pub(crate) fn threat(&self, at: Space) -> bool {
        self.alien_spaces() & (at.neighbours() | at.bit()) != 0
    }

    /// How much the player wants a resource, given what he has.
    pub(crate) fn wish(&self, what: Resource) -> u32 {
        let coming: u8 = self.track.iter().flatten().map(|cell| cell.of(what)).sum();
        let have = u32::from(self.stored.of(what) + coming);
        let base = match what {
            Resource::Build => 600,
            Resource::Maneuver => 600,
            Resource::Morale => {
                if self.stability <= 2 {
                    1_000
                } else {
                    700
                }
            }
            Resource::Research => 300,
            Resource::Espionage => 15,
            Resource::Diplomacy => 250,
            Resource::Warp => 200,
        };
        base / (1 + have * have)
    }

    /// A lost battle, or a contest that fails.
    pub(crate) fn roll_hurts(&self) -> bool {
        let mut dice = self.roll.dice.iter();
        if self.roll.purpose == Purpose::Combat {
            dice.all(|&face| self.die_hits(face) == 0)
        } else if let Purpose::Contest(_) = self.roll.purpose {
            dice.all(|&face| Table::band(face) == crate::Band::Happens)
        } else {
            false
        }
    }
}
