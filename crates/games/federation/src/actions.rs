//! The player's actions (chapter 9): what they do. Whether they are allowed is in `actions/check.rs`, which of them
//! are offered in `actions/choices.rs`.

mod check;
mod choices;

use crate::{
    action::{Action, Deal, Target},
    data::{Pays, Unlock, data},
    event::{Cause, Event},
    nouns::{Base, Marker, Pair, Piece, PieceAt, Race, Relation, Resource, Ship, Side, Space, Token, Unit},
    short::Short,
    state::{BASES, CardAt, End, FleetAt, GATE, Purpose, SOL_DEFENSE, Task},
    turn::Play,
};

impl Play<'_> {
    /// One action of Phase 3. Combats that it causes follow at once (SF-13.1).
    pub fn act(&mut self, action: Action) {
        self.push(Task::Combats);
        match action {
            Action::Construct { pay, what } => {
                self.pay(Resource::Build, pay, Pays::Spend);
                self.construct(what);
            }
            Action::Settle { pay, at, base } => {
                self.pay(Resource::Build, pay, Pays::Spend);
                self.settle(at, base);
            }
            Action::Upgrade { pay, what } => {
                self.pay(Resource::Build, pay, Pays::Spend);
                self.upgrade(what);
            }
            Action::ForwardDeploy { pay, what, at } => {
                self.pay(Resource::Build, pay, Pays::Sacrifice);
                let index = self.t.unbuilt_index(what).expect("an unbuilt asset");
                self.put_down(index, at);
            }
            Action::Move { pay, ship, from, to, mine } => {
                match pay {
                    Some(spot) => self.pay(Resource::Maneuver, spot, Pays::Spend),
                    None => self.t.free_moves += 1,
                }
                let more = self.t.advantages().steps > 1;
                self.move_ship(ship, from, to, mine, more);
            }
            Action::Bypass { pay, slot } => {
                self.pay(Resource::Maneuver, pay, Pays::Sacrifice);
                self.bypass(slot);
            }
            Action::Initiate { pay, a, b } => {
                self.pay(Resource::Research, pay, Pays::Spend);
                self.initiate(a, b);
            }
            Action::Conduct { pay } => {
                self.pay(Resource::Research, pay, Pays::Spend);
                self.push(Task::Roll(Purpose::Conduct));
            }
            Action::Focus { pay, card } => {
                self.pay(Resource::Research, pay, Pays::Sacrifice);
                self.move_card(card, 1);
            }
            Action::Sabotage { pay, race } => {
                self.pay(Resource::Espionage, pay, Pays::Spend);
                self.push(Task::Roll(Purpose::Sabotage(race)));
            }
            Action::SlowResearch { pay, race } => {
                self.pay(Resource::Espionage, pay, Pays::Deploy);
                self.t.spies.add(race);
                let space = self.t.empty_tech_space(race).expect("room on the track");
                self.tell.all(Event::SpyPlaced { race, space });
            }
            Action::Attache { pay, race } => {
                self.pay(Resource::Espionage, pay, Pays::Deploy);
                self.t.attaches.add(race);
                self.tell.all(Event::AttachePlaced { race });
            }
            Action::Propaganda { pay, marker } => {
                self.pay(Resource::Morale, pay, Pays::Spend);
                self.propaganda(marker);
            }
            Action::Expand { pay } => {
                self.pay(Resource::Morale, pay, Pays::Deploy);
                self.t.columns += 1;
                self.tell.all(Event::ColumnOpened { column: self.t.columns });
            }
            Action::Reclaim { pay, what } => {
                self.t.sacrificed.take(what);
                self.pay(Resource::Morale, pay, Pays::Sacrifice);
                self.t.pools.add(what, 1);
                self.tell.all(Event::Reclaimed { what });
            }
            Action::Embassy { pay, race } => {
                self.pay(Resource::Diplomacy, pay, Pays::Deploy);
                self.t.embassies.add(race);
                self.tell.all(Event::EmbassyPlaced { race });
            }
            Action::Envoy { pay, race } => {
                self.pay(Resource::Diplomacy, pay, Pays::Spend);
                self.war_up(race, Cause::Envoy);
            }
            Action::Parley { pay, race } => {
                self.pay(Resource::Diplomacy, pay, Pays::Sacrifice);
                self.war_up(race, Cause::Parley);
            }
            Action::AllyShip { pay } => {
                self.pay(Resource::Warp, pay, Pays::Sacrifice);
                let index = self.t.unbuilt_ally().expect("an Ally Ship in Unbuilt Assets");
                self.put_down(index, Space::SOL);
            }
            Action::AdvancedTech { pay } => {
                self.pay(Resource::Warp, pay, Pays::Sacrifice);
                self.advanced_tech();
            }
            Action::FoldSpace { pay, ship, from, to } => {
                self.pay(Resource::Warp, pay, Pays::Sacrifice);
                let index = self.t.ship_index(ship, from).expect("a ship to fold");
                self.t.pieces[index].at = PieceAt::Map(to);
                self.tell.all(Event::ShipFolded { ship, from, to });
                self.t.engaged = self.t.fleets_at(to);
            }
            Action::Opportunity { pay, warp, pair, deal } => {
                let what = if warp { Resource::Warp } else { deal.resource() };
                self.pay(what, pay, Pays::Spend);
                self.opportunity(pair, deal, warp);
            }
            Action::Store(what) => self.store(what),
            Action::Take(_)
            | Action::Place(_)
            | Action::Resolve
            | Action::MoveOn { .. }
            | Action::Halt
            | Action::Draw(_)
            | Action::Study(_)
            | Action::EndPhase
            | Action::LetGo
            | Action::Accept
            | Action::Reroll(_)
            | Action::OutManeuver(_)
            | Action::Throw
            | Action::Contest(_)
            | Action::Die(_)
            | Action::RollFirst(_)
            | Action::March { .. }
            | Action::Hit(_)
            | Action::Fight(_)
            | Action::Lose(_)
            | Action::Bury(_)
            | Action::Pursue { .. }
            | Action::Plunder { .. }
            | Action::Research(_)
            | Action::FreeBuild(_)
            | Action::FreePropaganda(_)
            | Action::Decline
            | Action::Break(_)
            | Action::Faction(_)
            | Action::Return(_) => panic!("{action:?} is no action of Phase 3"),
        }
    }

    /// SF-9.3 to SF-9.9: Base down, unlock, Expansion Desire to 0, win check, then War Effort step by step.
    fn settle(&mut self, at: Space, base: Base) {
        let flagship = self.t.ship_index(Ship::Flagship, at).expect("a Flagship to convert");
        self.t.pieces[flagship].at = PieceAt::Unbuilt;
        self.t.pieces[BASES + base as usize] = Piece { at: PieceAt::Map(at), upgraded: false };
        self.tell.all(Event::Settled { base, at });
        self.unlock(base);
        self.set_marker(Marker::Expansion, 0);
        if self.t.settled() == 6 {
            return self.finish(End::Settled);
        }
        let race = at.race().expect("named spaces lie in a territory");
        self.push(Task::WarDown { race, steps: at.distance(), after_combat: false });
    }

    /// SF-9.7, SF-9.8: what lies with the Base, the first time.
    fn unlock(&mut self, base: Base) {
        if self.t.is_unlocked(base) {
            return;
        }
        let info = &data().bases[base as usize];
        self.t.unlocked |= 1 << base as u8;
        self.t.pools.pour(info.resources);
        if info.flagships > 0 {
            // Flagships 1 to 4 lie with the four resource Bases.
            let flagship = &mut self.t.pieces[1 + base as usize];
            if flagship.at == PieceAt::Locked {
                flagship.at = PieceAt::Unbuilt;
            }
        }
        match info.technology {
            Some(Unlock::Federation) => self.t.cards[base as usize].at = CardAt::Box,
            Some(Unlock::WarpGates) => self.t.cards[usize::from(GATE)].at = CardAt::Column(0),
            None => {}
        }
        self.tell.all(Event::Unlocked { base });
    }

    /// SF-9.10: stripe up.
    fn upgrade(&mut self, what: Target) {
        let index = match what {
            Target::Mine(at) => self.t.mine_index(Side::Basic, at).expect("a basic Mine Field"),
            Target::SolDefense => SOL_DEFENSE,
            Target::Base(base) => BASES + base as usize,
        };
        let PieceAt::Map(at) = self.t.pieces[index].at else { panic!("an asset on the map") };
        self.tell.all(Event::Upgraded { what: self.t.asset_of(index), at });
        self.t.pieces[index].upgraded = true;
    }

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
        if more && self.t.engaged.is_empty() {
            self.push(Task::MoveOn { ship, at: to });
        }
    }

    /// SF-9.17: a token out, three drawn, one of them in.
    fn bypass(&mut self, slot: u8) {
        let token = self.t.queue.remove(usize::from(slot));
        self.t.holding.put(token, 1);
        self.tell.all(Event::Bypassed { token });
        for _ in 0..data().sizes.bypass_draw.min(self.t.pool.total()) {
            let n = self.chance.below(u32::from(self.t.pool.total()));
            let token = self.t.pool.nth(n);
            self.t.pool.take(token);
            self.t.drawn.push(token);
        }
        self.tell.reveal(Event::BypassDrew { tokens: self.t.drawn });
        self.push(Task::BypassPick);
    }

    pub fn bypass_pick(&mut self, token: Token) {
        let i = self.t.drawn.iter().position(|&t| t == token).expect("a drawn token");
        self.t.drawn.remove(i);
        self.t.queue.push(token);
        while let Some(other) = self.t.drawn.pop() {
            self.t.pool.put(other, 1);
        }
        self.tell.all(Event::BypassTook { token });
    }

    /// SF-9.18: look at two cards of the box; the player remembers them.
    fn initiate(&mut self, a: u8, b: u8) {
        let mut techs = Short::default();
        for card in if a == b { vec![a] } else { vec![a, b] } {
            let tech = self.sealed.cards[usize::from(card)];
            self.t.cards[usize::from(card)].tech = Some(tech);
            techs.push(tech);
        }
        self.tell.reveal(Event::Looked { techs });
        self.push(Task::StudyPick { a, b });
    }

    pub fn study(&mut self, card: u8) {
        self.t.cards[usize::from(card)].at = CardAt::Column(0);
        self.tell.all(Event::Begun { tech: self.sealed.cards[usize::from(card)] });
    }

    /// SF-9.19: every die by the chart of its project's column.
    pub fn conduct_result(&mut self) {
        let projects: Short<(u8, u8), 10> = self.t.conducted().collect();
        let dice = self.t.roll.dice;
        for (&(card, column), &face) in projects.iter().zip(dice.iter()) {
            self.move_card(card, data().research[usize::from(face - 1)][usize::from(column)]);
        }
    }

    /// SF-9.20: never below 0 or above 100 %; at 100 % it works from now on.
    pub fn move_card(&mut self, card: u8, by: i8) {
        let CardAt::Column(from) = self.t.cards[usize::from(card)].at else {
            panic!("a project on the track")
        };
        let tech = self.sealed.cards[usize::from(card)];
        let to = (from as i8 + by).clamp(0, 4) as u8;
        self.tell.all(Event::ResearchMoved { tech, from, to });
        if to < 4 {
            self.t.cards[usize::from(card)].at = CardAt::Column(to);
            return;
        }
        self.t.cards[usize::from(card)].at = CardAt::Done;
        self.tell.all(Event::Completed { tech });
        if card == GATE {
            self.open_warp();
        }
    }

    /// SF-14.6: Warp tokens to their pool, Ally Ships to Unbuilt Assets, Warp technologies to their pile.
    fn open_warp(&mut self) {
        self.t.pools.add(Resource::Warp, data().resources[Resource::Warp as usize].total);
        for i in crate::state::ALLIES {
            self.t.pieces[i].at = PieceAt::Unbuilt;
        }
        for card in self.t.cards.iter_mut().filter(|c| c.at == CardAt::Aside) {
            card.at = CardAt::Pile;
        }
        self.tell.all(Event::WarpOpened);
    }

    /// SF-9.44: two Warp technologies, face down. Their order was shuffled at the start, so the first two will do.
    fn advanced_tech(&mut self) {
        let mut n = 0;
        for card in self.t.cards.iter_mut().filter(|c| c.at == CardAt::Pile).take(2) {
            card.at = CardAt::Box;
            n += 1;
        }
        self.tell.all(Event::WarpTechs { n });
    }

    /// SF-9.23, SF-9.24.
    pub fn sabotage_result(&mut self, race: Race, face: u8) {
        match self.t.sabotage_target(race, face) {
            Some(place) => self.remove_tech(race, place),
            None => {
                let number = face as i8 + self.t.sabotage_modifier(race);
                self.tell.all(Event::SabotageFailed { race, number });
            }
        }
    }

    /// SF-9.25: the others and the spy move up.
    fn remove_tech(&mut self, race: Race, place: usize) {
        let space = data().races[race.index()].spaces[place];
        let tech = self.t.techs[race.index()].remove(place);
        self.tell.all(Event::TechRemoved { race, tech, space });
    }

    /// SF-9.31.
    pub fn propaganda(&mut self, marker: Marker) {
        let now = self.t.marker(marker);
        let to = match marker {
            Marker::Expansion | Marker::Losses => now - 1,
            Marker::Stability => now + 1,
        };
        self.set_marker(marker, to);
    }

    /// SF-9.46 to SF-9.53: the war ends and the deal has its effect. Attachés do not contest your own acts.
    fn opportunity(&mut self, pair: Pair, deal: Deal, warp: bool) {
        self.tell.all(Event::Dealt { pair, deal, warp });
        self.set_relation(pair, Relation::Neutral);
        let [a, b] = pair.races();
        match deal {
            Deal::ArmsDealing(race) => {
                self.set_war(race, 0, Cause::ArmsDealing);
                let other = if race == a { b } else { a };
                self.push(Task::WarDown { race: other, steps: 1, after_combat: false });
            }
            Deal::ImpartialArbitration => {
                for fleet in self.t.in_play(a).or(self.t.in_play(b)).iter() {
                    let FleetAt::Map { at, .. } = self.t.fleets[fleet.index()] else { continue };
                    match self.t.retreat_path(fleet, 1).first() {
                        Some(&to) => {
                            self.t.fleets[fleet.index()] = FleetAt::Map { at: to, from: None };
                            self.tell.all(Event::Retreated { fleet, from: at, to });
                        }
                        None => self.tell.all(Event::FleetStays { fleet, at }),
                    }
                }
            }
            Deal::FalsifiedIntel(race) => {
                let other =
                    Pair::all().find(|&p| p != pair && p.has(race)).expect("each race has two neighbours");
                let to = match self.t.relations[other.index()] {
                    Relation::Alliance => Relation::Neutral,
                    Relation::Neutral | Relation::War => Relation::War,
                };
                self.set_relation(other, to);
            }
            Deal::Disarmament => {
                for race in [a, b] {
                    if !self.t.techs[race.index()].is_empty() {
                        self.remove_tech(race, 0);
                    }
                }
            }
            Deal::PeaceTalks => {
                self.war_up(a, Cause::PeaceTalks);
                self.war_up(b, Cause::PeaceTalks);
            }
        }
    }
}

impl crate::Table {
    /// An Ally Ship in Unbuilt Assets.
    pub(crate) fn unbuilt_ally(&self) -> Option<usize> {
        crate::state::ALLIES.into_iter().find(|&i| self.pieces[i].at == PieceAt::Unbuilt)
    }

    /// Units that Construction could place.
    pub(crate) fn buildable(&self) -> impl Iterator<Item = Unit> {
        Unit::ALL.into_iter().filter(|&u| self.unbuilt_index(u).is_some())
    }

    /// Markers that Propaganda could move (SF-9.31).
    pub(crate) fn propagandas(&self) -> impl Iterator<Item = Marker> {
        Marker::ALL.into_iter().filter(|&m| match m {
            Marker::Expansion | Marker::Losses => self.marker(m) > 0,
            Marker::Stability => self.stability < data().markers[Marker::Stability as usize].maximum,
        })
    }
}
