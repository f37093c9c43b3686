//! A player's instincts: how a position looks and which decisions a sensible person leans to. Good enough for
//! roll-outs and hints; the rules do not depend on it.

use crate::{
    action::{Action, Target},
    data::data,
    nouns::{Asset, Base, FleetSet, Marker, PieceAt, Race, Resource, Ship, Side, Space, Unit},
    state::{End, Federation, Purpose, Table, Task},
};
use klaxon_core::{Instinct, Seat};

mod reason;

impl Instinct for Federation {
    fn appraise(&self, _seat: Seat) -> i32 {
        let t = &self.table;
        match t.end {
            Some(End::Settled) => return 1000,
            Some(End::SolFell | End::Unstable | End::Outclassed) => return 0,
            None => {}
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

    fn lean(&self, _seat: Seat, action: &Action) -> u32 {
        self.table.lean(*action).max(1)
    }

    fn reason(&self, _seat: Seat, action: &Action) -> Option<String> {
        self.table.reason(*action)
    }
}

impl Table {
    /// A named space without a Base and without aliens.
    fn is_open_site(&self, at: Space) -> bool {
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
    fn goals(&self) -> u32 {
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

    /// Weights differ by orders of magnitude, so that a draw by weight plays nearly the best that comes to mind.
    fn lean(&self, action: Action) -> u32 {
        match action {
            Action::Take(what) => match what {
                Resource::Build | Resource::Maneuver => 400 / (1 + u32::from(self.stored.of(what))),
                Resource::Morale => 150 / (1 + u32::from(self.stored.of(what))),
                Resource::Research | Resource::Espionage | Resource::Diplomacy | Resource::Warp => 10,
            },
            Action::Place(what) => self.wish(what),
            Action::Construct { what, .. } | Action::FreeBuild(what) => self.lean_construct(what),
            Action::Settle { at, base, .. } => {
                // A step of War Effort that cannot be taken costs nothing; a Base with a resource icon pays.
                let first = match base {
                    Base::Build | Base::Maneuver => 40_000,
                    Base::Research | Base::Espionage => 20_000,
                    Base::WarpResearch => 1_500,
                    Base::Defense => 1_000,
                };
                first + 100 * u32::from(4 - at.distance().min(4))
            }
            Action::Upgrade { what, .. } => match what {
                Target::Base(base) => match self.base(base).at {
                    PieceAt::Map(at) if self.threat(at) => 1_500,
                    PieceAt::Map(_) | PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => 400,
                },
                Target::SolDefense => 200,
                Target::Mine(_) => 2,
            },
            Action::ForwardDeploy { what, at, .. } => match what {
                Unit::Flagship if self.is_open_site(at) => 900,
                Unit::Flagship | Unit::Mine | Unit::SolDefense => 1,
            },
            Action::Move { ship, from, to, mine, pay } => {
                let free = if pay.is_none() { 2 } else { 1 };
                free * self.lean_move(ship, from, to, mine)
            }
            Action::MoveOn { to, mine } => {
                if let Some(Task::MoveOn { ship, at }) = self.top() {
                    self.lean_move(ship, at, to, mine)
                } else {
                    16
                }
            }
            Action::Halt => 20,
            Action::Bypass { slot, .. } => match self.queue.get(usize::from(slot)) {
                Some(token) if !token.is_federation() && self.stored.of(Resource::Maneuver) > 2 => 8,
                Some(_) | None => 1,
            },
            Action::Initiate { .. } => {
                if self.projects().count() < 3 {
                    900
                } else {
                    20
                }
            }
            Action::Conduct { .. } => 1_500 * self.conducted().count() as u32,
            Action::Focus { .. } => 20,
            Action::Sabotage { race, pay } => {
                if is_loose(pay) {
                    30 * self.techs[race.index()].len() as u32
                } else {
                    1
                }
            }
            Action::SlowResearch { pay, .. } => {
                if is_loose(pay) {
                    12
                } else {
                    1
                }
            }
            Action::Attache { .. } => 1,
            Action::Propaganda { marker, pay } => {
                let urge = self.urge(marker);
                if is_loose(pay) { urge } else { urge / 40 }
            }
            Action::FreePropaganda(marker) => self.urge(marker),
            Action::Expand { .. } => match (self.columns, self.resource_dice()) {
                (0, 1) => 400,
                (0, 2..) => 3_500,
                (_, 3..) => 1_500,
                (_, _) => 100,
            },
            Action::Reclaim { .. } => 4,
            Action::Embassy { race, pay } => match (is_loose(pay), self.war[race.index()]) {
                (false, _) => 1,
                (true, 1..=3) => 500,
                (true, _) => {
                    if race == Race::Mercenaries {
                        40
                    } else {
                        300
                    }
                }
            },
            Action::Envoy { race, pay } => {
                let war = u32::from(self.war[race.index()]);
                if is_loose(pay) { 60 * war * war } else { 1 }
            }
            Action::Parley { race, pay } => {
                let war = u32::from(self.war[race.index()]);
                if is_loose(pay) && war >= 3 { 25 * war } else { 1 }
            }
            Action::AllyShip { .. } => {
                if self.sol_is_lost() {
                    30_000
                } else {
                    800
                }
            }
            Action::AdvancedTech { .. } => 200,
            Action::FoldSpace { to, .. } => {
                if to == Space::SOL && self.sol_is_lost() {
                    3_000
                } else {
                    1
                }
            }
            Action::Opportunity { .. } => 12,
            Action::Store(what) => 20 + self.wish(what),
            Action::EndPhase => {
                if self.tray().is_empty() || self.stored.total() == 5 {
                    50
                } else {
                    2
                }
            }
            Action::LetGo => 1,
            Action::Accept => {
                if self.roll_hurts() {
                    16
                } else {
                    2_000
                }
            }
            Action::Reroll(spot) => {
                if self.roll_hurts() && is_loose(spot) {
                    900
                } else {
                    1
                }
            }
            Action::OutManeuver(_) => match (self.battle.space, self.battle.dice) {
                (Space::SOL, 0..=3) => 500,
                (_, 0..=2) => 200,
                (_, _) => 20,
            },
            Action::Throw => 100,
            Action::Contest(yes) => {
                if yes {
                    30
                } else {
                    6
                }
            }
            Action::Die(i) => {
                let face = self.roll.dice.get(usize::from(i)).copied().unwrap_or(1);
                1 << (2 * u32::from(face))
            }
            Action::Lose(asset) => match asset {
                Asset::Mine(Side::Basic) => 400,
                Asset::Mine(Side::Upgraded) => 900,
                Asset::SolDefense => {
                    if self.sol_defense().upgraded {
                        900
                    } else {
                        90
                    }
                }
                Asset::Flagship => 100,
                Asset::Ally => 20,
                Asset::Base(base) => {
                    if self.base(base).upgraded {
                        900
                    } else {
                        1
                    }
                }
            },
            Action::Hit(base) => {
                if self.base(base).upgraded {
                    900
                } else {
                    8
                }
            }
            Action::Plunder { what, from } => {
                if is_loose(from) {
                    2_000 / self.wish(what).max(1)
                } else {
                    1
                }
            }
            Action::Draw(token) => {
                if token.is_federation() {
                    400
                } else {
                    16
                }
            }
            Action::Study(_)
            | Action::Resolve
            | Action::RollFirst(_)
            | Action::March { .. }
            | Action::Fight(_)
            | Action::Bury(_)
            | Action::Pursue { .. }
            | Action::Research(_)
            | Action::Break(_)
            | Action::Faction(_)
            | Action::Return(_) => 16,
            Action::Decline => 1,
        }
    }

    fn lean_construct(&self, what: Unit) -> u32 {
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
    fn urge(&self, marker: Marker) -> u32 {
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

    fn lean_move(&self, ship: Ship, from: Space, to: Space, mine: Option<Side>) -> u32 {
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
    fn sol_is_lost(&self) -> bool {
        !self.fleets_at(Space::SOL).is_empty()
    }

    /// Aliens one or two spaces from Sol.
    fn nears_sol(&self) -> bool {
        let near = Space::SOL.neighbours();
        let zone = Space::of_bits(near).fold(near, |bits, s| bits | s.neighbours());
        self.alien_spaces() & zone != 0
    }

    fn flagships_out(&self) -> usize {
        self.flagships().iter().filter(|p| matches!(p.at, PieceAt::Map(_))).count()
    }

    /// Is an alien fleet in the space or beside it?
    fn threat(&self, at: Space) -> bool {
        self.alien_spaces() & (at.neighbours() | at.bit()) != 0
    }

    /// How much the player wants a resource, given what he has.
    fn wish(&self, what: Resource) -> u32 {
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
    fn roll_hurts(&self) -> bool {
        match self.roll.purpose {
            Purpose::Combat => self.roll.dice.iter().all(|&face| self.die_hits(face) == 0),
            Purpose::Contest(_) => {
                self.roll.dice.iter().all(|&face| Table::band(face) == crate::Band::Happens)
            }
            Purpose::Setup
            | Purpose::Resource { .. }
            | Purpose::Event(_)
            | Purpose::Faction(_)
            | Purpose::Conflict
            | Purpose::Pair(_)
            | Purpose::Conduct
            | Purpose::Sabotage(_) => false,
        }
    }
}

/// Not deployed for something.
fn is_loose(spot: crate::Spot) -> bool {
    matches!(spot, crate::Spot::Tray | crate::Spot::Stored)
}
