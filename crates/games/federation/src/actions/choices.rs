//! What can be decided now, in a fixed order. The tests hold this list against [`Table::check`] over the whole
//! universe of actions.

use crate::{
    action::{Action, Deal, Spot, Target},
    data::data,
    nouns::{
        Base, Chit, Fleet, Marker, Pair, Piece, PieceAt, Race, Relation, Resource, Ship, Side, Space, Token,
        Unit,
    },
    short::Short,
    state::{CARDS, CardAt, Table, Task},
};

impl Table {
    /// All legal decisions.
    pub fn choices(&self) -> Vec<Action> {
        let mut out = Vec::new();
        if self.end.is_none()
            && let Some(top) = self.top()
        {
            self.options(top, &mut out);
        }
        out
    }

    /// The possible answers to a task that waits.
    pub(crate) fn options(&self, task: Task, out: &mut Vec<Action>) {
        match task {
            Task::TakeTokens => out.extend(self.pools.types().map(Action::Take)),
            Task::Pause => out.push(Action::Resolve),
            Task::Roll(_) => out.push(Action::Throw),
            Task::Judge => {
                out.push(Action::Accept);
                out.extend(self.reroll_spots().iter().map(|&s| Action::Reroll(s)));
            }
            Task::PlaceResults => out.extend(self.pools.types().map(Action::Place)),
            Task::Actions => self.phase3_options(out),
            Task::KeepTokens => {
                out.extend(self.tray().types().map(Action::Store));
                out.push(Action::LetGo);
            }
            Task::Alien { .. } => out.extend([Action::Contest(true), Action::Contest(false)]),
            Task::Steps { rest, .. } => {
                if let Some(fleet) = rest.iter().next()
                    && let Some(at) = self.fleet_space(fleet)
                {
                    out.extend(self.advance_targets(fleet, at).iter().map(|&to| Action::March { fleet, to }));
                }
            }
            Task::Press { rest, .. } => self.press_options(rest, out),
            Task::Shift { pair, .. } => out.extend(self.attaches_of(pair).map(Action::RollFirst)),
            Task::ChooseDie(_) => out.extend((0..self.roll.dice.len() as u8).map(Action::Die)),
            Task::AlienWar(from) => out.extend(self.bases_in(Race::ALL[usize::from(from)]).map(Action::Hit)),
            Task::ChooseFaction(_) => out.extend(Race::ALL.map(Action::Faction)),
            Task::AdvanceResearch => out.extend(self.projects().map(|(card, _)| Action::Research(card))),
            Task::FreeBuild => {
                out.extend(self.buildable().map(Action::FreeBuild));
                out.push(Action::Decline);
            }
            Task::FreePropaganda => {
                out.extend(self.propagandas().map(Action::FreePropaganda));
                out.push(Action::Decline);
            }
            Task::FailedAlliance => out.extend(self.allied_pairs().map(Action::Break)),
            Task::ReturnDeployed(what) => {
                let spots = self.spots(what);
                let deployed = spots.iter().filter(|s| !matches!(s, Spot::Tray | Spot::Stored));
                out.extend(deployed.map(|&s| Action::Return(s)));
            }
            Task::Combats => out.extend(self.next_fights().iter().map(|&s| Action::Fight(s))),
            Task::OutManeuver => {
                out.push(Action::Throw);
                out.extend(self.spots(Resource::Maneuver).iter().map(|&s| Action::OutManeuver(s)));
            }
            Task::Plunder => self.plunders(out),
            Task::LoseAsset => out.extend(self.assets_at(self.battle.space).iter().map(|&a| Action::Lose(a))),
            Task::Bury => {
                let race = Race::ALL.into_iter().find(|&r| self.wrecks(r).len() > 1);
                out.extend(race.into_iter().flat_map(|r| self.wrecks(r).iter().map(Action::Bury)));
            }
            Task::Pursuit => self.pursuits(out),
            Task::BypassPick => {
                for &token in self.drawn.iter() {
                    if !out.contains(&Action::Draw(token)) {
                        out.push(Action::Draw(token));
                    }
                }
            }
            Task::StudyPick { a, b } => {
                out.push(Action::Study(a));
                if a != b {
                    out.push(Action::Study(b));
                }
            }
            Task::MoveOn { ship, at } => {
                out.push(Action::Halt);
                for (to, mine) in self.step_options(ship, at, self.advantages().patrol) {
                    out.push(Action::MoveOn { to, mine });
                }
            }
            Task::ResourceRolls(_)
            | Task::AdvanceTrack
            | Task::EndTurn
            | Task::TokenDone
            | Task::ExtraAdvance(_)
            | Task::ForcedAdvance(_)
            | Task::DrawTech(_)
            | Task::WarDown { .. }
            | Task::WarStep { .. }
            | Task::RandomEvent
            | Task::ChitsBack
            | Task::SpawnOrStep { .. }
            | Task::BattleEnd
            | Task::Owed => {}
        }
    }

    /// SF-8.15: every action that a token can pay for.
    fn phase3_options(&self, out: &mut Vec<Action>) {
        let adv = self.advantages();
        let spots = Resource::ALL.map(|r| self.spots(r));
        let of = |what: Resource| spots[what as usize].iter().copied();
        for pay in of(Resource::Build) {
            out.extend(self.buildable().map(|what| Action::Construct { pay, what }));
            self.settle_options(pay, out);
            self.upgrade_options(pay, out);
            for what in [Unit::Flagship, Unit::Mine] {
                if self.unbuilt_index(what).is_some() {
                    let spaces = Space::of_bits(self.forward_spaces());
                    out.extend(spaces.map(|at| Action::ForwardDeploy { pay, what, at }));
                }
            }
        }
        let free = (self.free_moves < adv.free_moves).then_some(None);
        for pay in free.into_iter().chain(of(Resource::Maneuver).map(Some)) {
            for ship in Ship::ALL {
                for from in Space::of_bits(self.ship_spaces(ship)) {
                    for (to, mine) in self.step_options(ship, from, adv.patrol) {
                        out.push(Action::Move { pay, ship, from, to, mine });
                    }
                }
            }
        }
        for pay in of(Resource::Maneuver) {
            out.extend((1..self.queue.len() as u8).map(|slot| Action::Bypass { pay, slot }));
        }
        for pay in of(Resource::Research) {
            let boxed: Short<u8, CARDS> = self.boxed().collect();
            if let [only] = *boxed {
                out.push(Action::Initiate { pay, a: only, b: only });
            }
            for (i, &a) in boxed.iter().enumerate() {
                out.extend(boxed[i + 1..].iter().map(|&b| Action::Initiate { pay, a, b }));
            }
            if self.conducted().next().is_some() {
                out.push(Action::Conduct { pay });
            }
            out.extend(self.projects().map(|(card, _)| Action::Focus { pay, card }));
        }
        for pay in of(Resource::Espionage) {
            for race in Race::ALL {
                if !self.techs[race.index()].is_empty() {
                    out.push(Action::Sabotage { pay, race });
                }
                if !self.spies.has(race) && !self.track_is_full(race) {
                    out.push(Action::SlowResearch { pay, race });
                }
                if race != Race::Mercenaries && !self.attaches.has(race) {
                    out.push(Action::Attache { pay, race });
                }
            }
        }
        for pay in of(Resource::Morale) {
            out.extend(self.propagandas().map(|marker| Action::Propaganda { pay, marker }));
            if self.columns < 2 && pay != Spot::Column {
                out.push(Action::Expand { pay });
            }
            out.extend(self.sacrificed.types().map(|what| Action::Reclaim { pay, what }));
        }
        for pay in of(Resource::Diplomacy) {
            for race in Race::ALL {
                let war = self.war[race.index()];
                if !self.embassies.has(race) && war < 4 {
                    out.push(Action::Embassy { pay, race });
                }
                if self.embassies.has(race) && war > 0 && pay != Spot::Embassy(race) {
                    out.push(Action::Envoy { pay, race });
                }
                if war > 0 {
                    out.push(Action::Parley { pay, race });
                }
            }
        }
        for pay in of(Resource::Warp) {
            if self.unbuilt_ally().is_some() {
                out.push(Action::AllyShip { pay });
            }
            if self.cards.iter().any(|c| c.at == CardAt::Pile) {
                out.push(Action::AdvancedTech { pay });
            }
            self.fold_options(pay, out);
        }
        if self.relations.contains(&Relation::War) && !self.embassies.is_empty() {
            self.opportunity_options(&spots, out);
        }
        if self.stored.total() < data().sizes.stored {
            out.extend(self.tray().types().map(Action::Store));
        }
        out.push(Action::EndPhase);
    }

    fn settle_options(&self, pay: Spot, out: &mut Vec<Action>) {
        let mut spaces = self.ship_spaces(Ship::Flagship) & data().named;
        if spaces == 0 {
            return;
        }
        spaces &= !self.alien_spaces();
        for at in Space::of_bits(spaces).filter(|&s| self.base_at(s).is_none()) {
            for base in Base::ALL.into_iter().filter(|&b| !matches!(self.base(b).at, PieceAt::Map(_))) {
                out.push(Action::Settle { pay, at, base });
            }
        }
    }

    fn upgrade_options(&self, pay: Spot, out: &mut Vec<Action>) {
        let basic = |p: &Piece| if p.upgraded { None } else { on_map(p) };
        let mines = self.mines().iter().filter_map(basic).fold(0, |bits, at| bits | at.bit());
        out.extend(Space::of_bits(mines).map(|at| Action::Upgrade { pay, what: Target::Mine(at) }));
        if basic(&self.sol_defense()).is_some() {
            out.push(Action::Upgrade { pay, what: Target::SolDefense });
        }
        for base in Base::ALL.into_iter().filter(|&b| basic(&self.base(b)).is_some()) {
            out.push(Action::Upgrade { pay, what: Target::Base(base) });
        }
    }

    /// The spaces with a ship of this kind, as bits.
    pub(crate) fn ship_spaces(&self, ship: Ship) -> u32 {
        let ships = match ship {
            Ship::Flagship => self.flagships(),
            Ship::Ally => self.allies(),
        };
        ships.iter().filter_map(on_map).fold(0, |bits, at| bits | at.bit())
    }

    /// Where a ship can go in one step, alone or with a Mine Field.
    fn step_options(
        &self,
        ship: Ship,
        from: Space,
        patrol: u8,
    ) -> impl Iterator<Item = (Space, Option<Side>)> {
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

    fn fold_options(&self, pay: Spot, out: &mut Vec<Action>) {
        let harbours = data().named | Space::SOL.bit();
        let bases =
            Base::ALL.into_iter().filter_map(|b| on_map(&self.base(b))).fold(0, |bits, at| bits | at.bit());
        let held = self.ship_spaces(Ship::Flagship) | self.ship_spaces(Ship::Ally) | bases | Space::SOL.bit();
        for ship in Ship::ALL {
            for from in Space::of_bits(self.ship_spaces(ship) & harbours) {
                for to in Space::of_bits(held & harbours & !from.bit()) {
                    out.push(Action::FoldSpace { pay, ship, from, to });
                }
            }
        }
    }

    fn opportunity_options(&self, spots: &[Short<Spot, 12>; 7], out: &mut Vec<Action>) {
        for pair in Pair::all().filter(|p| self.relations[p.index()] == Relation::War) {
            let [a, b] = pair.races();
            for deal in [
                Deal::ArmsDealing(a),
                Deal::ArmsDealing(b),
                Deal::ImpartialArbitration,
                Deal::FalsifiedIntel(a),
                Deal::FalsifiedIntel(b),
                Deal::Disarmament,
                Deal::PeaceTalks,
            ] {
                for (what, warp) in [(deal.resource(), false), (Resource::Warp, true)] {
                    for &pay in spots[what as usize].iter() {
                        let left = |r: Race| self.embassies.has(r) && pay != Spot::Embassy(r);
                        if left(a) || left(b) {
                            out.push(Action::Opportunity { pay, warp, pair, deal });
                        }
                    }
                }
            }
        }
    }

    /// Every action that could be thought of, legal or not, about these tokens and spaces. For *why not?* and for
    /// the tests; far too long for play.
    pub fn universe(&self, spots: &[Spot], spaces: &[Space]) -> Vec<Action> {
        let mut out = vec![
            Action::Resolve,
            Action::EndPhase,
            Action::LetGo,
            Action::Halt,
            Action::Accept,
            Action::Throw,
            Action::Contest(true),
            Action::Contest(false),
            Action::Decline,
        ];
        let sides = [None, Some(Side::Basic), Some(Side::Upgraded)];
        for what in Resource::ALL {
            out.extend([Action::Take(what), Action::Place(what), Action::Store(what)]);
            out.extend(spots.iter().map(|&from| Action::Plunder { what, from }));
        }
        for race in Race::ALL {
            out.extend([Action::RollFirst(race), Action::Faction(race)]);
        }
        out.extend(Token::all().map(Action::Draw));
        out.extend((0..CARDS as u8).flat_map(|c| [Action::Study(c), Action::Research(c), Action::Die(c)]));
        out.extend(Base::ALL.map(Action::Hit));
        out.extend(Pair::all().map(Action::Break));
        out.extend(Unit::ALL.map(Action::FreeBuild));
        out.extend(Marker::ALL.map(Action::FreePropaganda));
        out.extend(Fleet::all().map(Action::Bury));
        for i in 0..self.pieces.len() {
            out.push(Action::Lose(self.asset_of(i)));
        }
        for &to in spaces {
            out.push(Action::Fight(to));
            out.extend(Fleet::all().map(|fleet| Action::March { fleet, to }));
            out.extend(Ship::ALL.map(|ship| Action::Pursue { ship, to }));
            out.extend(sides.map(|mine| Action::MoveOn { to, mine }));
        }
        let moves = |pay: Option<Spot>, out: &mut Vec<Action>| {
            for ship in Ship::ALL {
                for &from in spaces {
                    for &to in spaces {
                        out.extend(sides.map(|mine| Action::Move { pay, ship, from, to, mine }));
                    }
                }
            }
        };
        moves(None, &mut out);
        for &pay in spots {
            out.extend([Action::Reroll(pay), Action::OutManeuver(pay), Action::Return(pay)]);
            out.extend([Action::Conduct { pay }, Action::Expand { pay }]);
            out.extend([Action::AllyShip { pay }, Action::AdvancedTech { pay }]);
            out.extend(Unit::ALL.map(|what| Action::Construct { pay, what }));
            out.push(Action::Upgrade { pay, what: Target::SolDefense });
            out.extend(Base::ALL.map(|base| Action::Upgrade { pay, what: Target::Base(base) }));
            out.extend((0..6).map(|slot| Action::Bypass { pay, slot }));
            for card in 0..CARDS as u8 {
                out.push(Action::Focus { pay, card });
                out.extend((0..CARDS as u8).map(|b| Action::Initiate { pay, a: card, b }));
            }
            for race in Race::ALL {
                out.extend([
                    Action::Sabotage { pay, race },
                    Action::SlowResearch { pay, race },
                    Action::Attache { pay, race },
                    Action::Embassy { pay, race },
                    Action::Envoy { pay, race },
                    Action::Parley { pay, race },
                ]);
            }
            out.extend(Marker::ALL.map(|marker| Action::Propaganda { pay, marker }));
            out.extend(Resource::ALL.map(|what| Action::Reclaim { pay, what }));
            for pair in Pair::all() {
                let mut deals = vec![Deal::ImpartialArbitration, Deal::Disarmament, Deal::PeaceTalks];
                deals.extend(Race::ALL.map(Deal::ArmsDealing));
                deals.extend(Race::ALL.map(Deal::FalsifiedIntel));
                for deal in deals {
                    out.extend([false, true].map(|warp| Action::Opportunity { pay, warp, pair, deal }));
                }
            }
            for &at in spaces {
                out.extend(Base::ALL.map(|base| Action::Settle { pay, at, base }));
                out.push(Action::Upgrade { pay, what: Target::Mine(at) });
                out.extend(Unit::ALL.map(|what| Action::ForwardDeploy { pay, what, at }));
                for ship in Ship::ALL {
                    out.extend(spaces.iter().map(|&to| Action::FoldSpace { pay, ship, from: at, to }));
                }
            }
            moves(Some(pay), &mut out);
        }
        out
    }

    /// Event chits still face down.
    pub fn chits_left(&self) -> impl Iterator<Item = Chit> {
        let used = self.chits_used;
        Chit::all().filter(move |c| used >> c.0 & 1 == 0)
    }
}

fn on_map(piece: &Piece) -> Option<Space> {
    match piece.at {
        PieceAt::Map(at) => Some(at),
        PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => None,
    }
}
