//! May it be done? The only judge of legality. Every refusal names its rule and what would be allowed.

use crate::{
    action::{Action, Deal, Spot, Target},
    data::data,
    nouns::{Fleet, Marker, Pair, PieceAt, Race, Relation, Resource, Ship, Side, Space, Unit},
    state::{CardAt, FleetAt, SOL_DEFENSE, Table, Task},
};
use klaxon_core::{Code, Refusal, RuleId, rule};

type Verdict = Result<(), Refusal>;

fn no(rule: RuleId, text: impl Into<String>) -> Verdict {
    Err(Refusal::illegal(rule, text))
}

impl Table {
    /// Judges any decision of the player.
    pub fn check(&self, action: &Action) -> Verdict {
        if self.end.is_some() {
            return Err(Refusal::other(Code::Over, "the game is over"));
        }
        let top = self.top().expect("a running game asks for something");
        if top == Task::Actions {
            return self.check_phase3(*action);
        }
        let mut options = Vec::new();
        self.options(top, &mut options);
        if options.contains(action) {
            return Ok(());
        }
        self.refuse_answer(top, *action)
    }

    /// Why an answer to an interrupt is wrong.
    fn refuse_answer(&self, top: Task, action: Action) -> Verdict {
        match (top, action) {
            (Task::TakeTokens, Action::Take(what)) => {
                no(rule!("SF-1.14"), format!("no {} token is left in its pool", what.name()))
            }
            (Task::PlaceResults, Action::Place(what)) => {
                no(rule!("SF-8.6"), format!("no {} token is left in its pool", what.name()))
            }
            (Task::KeepTokens, Action::Store(what)) => {
                no(rule!("SF-8.19"), format!("no {} token lies in row 0", what.name()))
            }
            (Task::Judge, Action::Reroll(spot)) => match spot {
                Spot::Spy(race) | Spot::Attache(race) if self.has_token(Resource::Espionage, spot) => no(
                    rule!("SF-9.29"),
                    format!("the spy with the {} is the one whose contest is rolled", race.name()),
                ),
                Spot::Tray
                | Spot::Stored
                | Spot::Spy(_)
                | Spot::Attache(_)
                | Spot::Embassy(_)
                | Spot::Column
                | Spot::Track { .. } => self.check_pay(Resource::Espionage, spot),
            },
            (Task::OutManeuver, Action::OutManeuver(spot)) => self.check_pay(Resource::Maneuver, spot),
            (Task::Steps { .. }, Action::March { .. }) => {
                no(rule!("SF-5.8"), "the Raider turns to a named space beside it that you hold")
            }
            (Task::Press { .. }, Action::March { .. }) => {
                no(rule!("SF-5.28"), "a pressing fleet takes an unoccupied named space beside it")
            }
            (Task::Combats, Action::Fight(_)) => {
                no(rule!("SF-13.5"), "the combats of the first race in faction order come first")
            }
            (Task::LoseAsset, Action::Lose(_)) => {
                no(rule!("SF-13.20"), "an asset in the space of the combat must be lost")
            }
            (Task::Bury, Action::Bury(_)) => no(rule!("SF-13.15"), "that fleet was not destroyed"),
            (Task::Pursuit, Action::Pursue { .. }) => {
                no(rule!("SF-15.7"), "the ship must follow the fleet along its retreat")
            }
            (Task::Plunder, Action::Plunder { .. }) => no(
                rule!("SF-15.11"),
                "an available token goes first; only without any, one of the Resource Track",
            ),
            (Task::AlienWar(_), Action::Hit(_)) => {
                no(rule!("SF-6.3"), "the hit falls on a Base in the territory of the race at war")
            }
            (Task::Shift { .. }, Action::RollFirst(_)) => {
                no(rule!("SF-11.8"), "no Attaché of yours is there")
            }
            (Task::ReturnDeployed(_), Action::Return(_)) => {
                no(rule!("SF-7.11"), "a deployed token of the named type is returned")
            }
            (Task::AdvanceResearch, Action::Research(_)) => {
                no(rule!("SF-7.1"), "only a project on the Research Progress Track moves on")
            }
            (Task::FreeBuild, Action::FreeBuild(unit)) => {
                no(rule!("SF-7.5"), format!("no {} is in Unbuilt Assets", unit.name()))
            }
            (Task::FreePropaganda, Action::FreePropaganda(marker)) => self.check_propaganda(marker),
            (Task::FailedAlliance, Action::Break(_)) => no(rule!("SF-7.14"), "those two are not allied"),
            (Task::BypassPick, Action::Draw(_)) => no(rule!("SF-9.17"), "that token was not drawn"),
            (Task::StudyPick { .. }, Action::Study(_)) => {
                no(rule!("SF-9.18"), "you did not look at that one")
            }
            (Task::MoveOn { ship, at }, Action::MoveOn { to, mine }) => self.check_step(ship, at, to, mine),
            (_, action) if action.is_phase3() => no(
                rule!("SF-8.21"),
                "actions are taken in Phase 3 of your own turn; answer what is asked first",
            ),
            (_, _) => Err(Refusal::not_asked("that is not what is asked now")),
        }
    }

    /// SF-0.5: the token must be there and available.
    pub fn check_pay(&self, what: Resource, from: Spot) -> Verdict {
        if let Spot::Track { .. } = from {
            return no(rule!("SF-0.5"), "a token still on its way down the Resource Track cannot pay yet");
        }
        if self.has_token(what, from) {
            return Ok(());
        }
        let name = what.name();
        no(
            rule!("SF-0.5"),
            match from {
                Spot::Tray => format!("no {name} token lies in row 0 of the Resource Track"),
                Spot::Stored => format!("no {name} token is stored"),
                Spot::Spy(race) => {
                    format!("no {name} token lies in the technology track of the {}", race.name())
                }
                Spot::Attache(race) => {
                    format!("no {name} token lies in the Attaché box of the {}", race.name())
                }
                Spot::Embassy(race) => format!("no {name} token lies in an Embassy with the {}", race.name()),
                Spot::Column | Spot::Track { .. } => format!("no {name} token keeps a column open"),
            },
        )
    }

    /// An action of Phase 3.
    pub(crate) fn check_phase3(&self, action: Action) -> Verdict {
        match action {
            Action::Construct { pay, what } => {
                if self.unbuilt_index(what).is_none() {
                    return no(rule!("SF-9.1"), format!("no {} is in Unbuilt Assets", what.name()));
                }
                self.check_pay(Resource::Build, pay)
            }
            Action::Settle { pay, at, base } => {
                self.check_settle(at)?;
                if let PieceAt::Map(there) = self.base(base).at {
                    return no(
                        rule!("SF-9.3"),
                        format!("the {} stands at {} already", base.name(), there.name()),
                    );
                }
                self.check_pay(Resource::Build, pay)
            }
            Action::Upgrade { pay, what } => {
                self.check_upgrade(what)?;
                self.check_pay(Resource::Build, pay)
            }
            Action::ForwardDeploy { pay, what, at } => {
                self.check_forward(what, at)?;
                self.check_pay(Resource::Build, pay)
            }
            Action::Move { pay, ship, from, to, mine } => {
                self.check_step(ship, from, to, mine)?;
                match pay {
                    Some(spot) => self.check_pay(Resource::Maneuver, spot),
                    None => self.check_free_move(),
                }
            }
            Action::Bypass { pay, slot } => {
                if slot == 0 {
                    return no(rule!("SF-9.17"), "the token being resolved cannot be bypassed");
                }
                if usize::from(slot) >= self.queue.len() {
                    return no(rule!("SF-9.17"), "there is no token in that space of the queue");
                }
                self.check_pay(Resource::Maneuver, pay)
            }
            Action::Initiate { pay, a, b } => {
                self.check_initiate(a, b)?;
                self.check_pay(Resource::Research, pay)
            }
            Action::Conduct { pay } => {
                if self.conducted().next().is_none() {
                    return no(
                        rule!("SF-9.19"),
                        match self.projects().next() {
                            None => "there is no project on the Research Progress Track",
                            Some(_) => {
                                "the Warp Research Base is not on the map, and there is no other project"
                            }
                        },
                    );
                }
                self.check_pay(Resource::Research, pay)
            }
            Action::Focus { pay, card } => {
                let on_track = self.projects().any(|(c, _)| c == card);
                if !on_track {
                    return no(
                        rule!("SF-9.21"),
                        "only a project on the Research Progress Track can be focused on",
                    );
                }
                self.check_pay(Resource::Research, pay)
            }
            Action::Sabotage { pay, race } => {
                if self.techs[race.index()].is_empty() {
                    let text = format!("the {} have no technology to sabotage", race.name());
                    return no(rule!("SF-9.23"), text);
                }
                self.check_pay(Resource::Espionage, pay)
            }
            Action::SlowResearch { pay, race } => {
                if self.spies.has(race) {
                    let text = format!("a spy works in the technology track of the {} already", race.name());
                    return no(rule!("SF-9.26"), text);
                }
                if self.track_is_full(race) {
                    let text = format!("the technology track of the {} is full", race.name());
                    return no(rule!("SF-9.26"), text);
                }
                self.check_pay(Resource::Espionage, pay)
            }
            Action::Attache { pay, race } => {
                if race == Race::Mercenaries {
                    return no(rule!("SF-9.28"), "the Mercenaries have no relationships");
                }
                if self.attaches.has(race) {
                    return no(
                        rule!("SF-9.28"),
                        format!("you have an Attaché with the {} already", race.name()),
                    );
                }
                self.check_pay(Resource::Espionage, pay)
            }
            Action::Propaganda { pay, marker } => {
                self.check_propaganda(marker)?;
                self.check_pay(Resource::Morale, pay)
            }
            Action::Expand { pay } => {
                if self.columns == 2 {
                    return no(rule!("SF-9.32"), "both columns are open already");
                }
                if pay == Spot::Column {
                    return no(rule!("SF-9.32"), "that Morale is deployed there already");
                }
                self.check_pay(Resource::Morale, pay)
            }
            Action::Reclaim { pay, what } => {
                if !self.sacrificed.has(what) {
                    return no(rule!("SF-9.34"), format!("no {} token was sacrificed before", what.name()));
                }
                self.check_pay(Resource::Morale, pay)
            }
            Action::Embassy { pay, race } => {
                if self.embassies.has(race) {
                    return no(
                        rule!("SF-9.35"),
                        format!("you have an Embassy with the {} already", race.name()),
                    );
                }
                if self.war[race.index()] == 4 {
                    return no(
                        rule!("SF-9.35"),
                        format!("the {} are at Total War: no space below", race.name()),
                    );
                }
                self.check_pay(Resource::Diplomacy, pay)
            }
            Action::Envoy { pay, race } => {
                if !self.embassies.has(race) {
                    return no(
                        rule!("SF-9.38"),
                        format!("an Envoy needs an Embassy with the {}", race.name()),
                    );
                }
                if pay == Spot::Embassy(race) {
                    return no(rule!("SF-9.38"), "the Embassy itself cannot be spent for its Envoy");
                }
                self.check_not_at_peace(race)?;
                self.check_pay(Resource::Diplomacy, pay)
            }
            Action::Parley { pay, race } => {
                self.check_not_at_peace(race)?;
                self.check_pay(Resource::Diplomacy, pay)
            }
            Action::AllyShip { pay } => {
                if self.unbuilt_ally().is_none() {
                    return no(rule!("SF-9.41"), "no Ally Ship is in Unbuilt Assets");
                }
                self.check_pay(Resource::Warp, pay)
            }
            Action::AdvancedTech { pay } => {
                if !self.cards.iter().any(|c| c.at == CardAt::Pile) {
                    return no(rule!("SF-9.44"), "the pile of Warp technologies is empty");
                }
                self.check_pay(Resource::Warp, pay)
            }
            Action::FoldSpace { pay, ship, from, to } => {
                self.check_fold(ship, from, to)?;
                self.check_pay(Resource::Warp, pay)
            }
            Action::Opportunity { pay, warp, pair, deal } => self.check_opportunity(pay, warp, pair, deal),
            Action::Store(what) => {
                if !self.tray().has(what) {
                    return no(rule!("SF-8.16"), format!("no {} token lies in row 0", what.name()));
                }
                if self.stored.total() >= data().sizes.stored {
                    return no(rule!("SF-8.17"), "all five spaces of Stored Resources are taken");
                }
                Ok(())
            }
            Action::EndPhase => Ok(()),
            Action::OutManeuver(_) => {
                no(rule!("SF-9.16"), "Out Maneuver is played just before a combat roll")
            }
            Action::Reroll(_) => no(rule!("SF-9.29"), "a re-roll is made right after a die roll"),
            Action::Take(_)
            | Action::Place(_)
            | Action::Resolve
            | Action::MoveOn { .. }
            | Action::Halt
            | Action::Draw(_)
            | Action::Study(_)
            | Action::LetGo
            | Action::Accept
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
            | Action::Return(_) => Err(Refusal::not_asked("you are asked for an action of Phase 3")),
        }
    }

    fn check_settle(&self, at: Space) -> Verdict {
        if !at.is_named() {
            return no(rule!("SF-9.3"), format!("{} is not one of the six named spaces", at.name()));
        }
        if let Some(base) = self.base_at(at) {
            return no(rule!("SF-9.4"), format!("the {} stands there already", base.name()));
        }
        if !self.fleets_at(at).is_empty() {
            return no(rule!("SF-9.4"), format!("an alien fleet is at {}", at.name()));
        }
        if !self.has_ship(Ship::Flagship, at) {
            return no(rule!("SF-9.3"), format!("no Flagship of yours is at {}", at.name()));
        }
        Ok(())
    }

    fn check_upgrade(&self, what: Target) -> Verdict {
        match what {
            Target::Mine(at) => {
                if self.has_mine(Side::Basic, at) {
                    return Ok(());
                }
                no(rule!("SF-9.10"), format!("no basic Mine Field lies at {}", at.name()))
            }
            Target::SolDefense | Target::Base(_) => {
                let (piece, name) = match what {
                    Target::Base(base) => (self.base(base), base.name()),
                    Target::SolDefense | Target::Mine(_) => (self.pieces[SOL_DEFENSE], "Sol Defense"),
                };
                match (piece.at, piece.upgraded) {
                    (PieceAt::Map(_), false) => Ok(()),
                    (PieceAt::Map(_), true) => {
                        no(rule!("SF-9.10"), format!("the {name} is upgraded already"))
                    }
                    (PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt, _) => {
                        no(rule!("SF-9.10"), format!("the {name} is not on the map"))
                    }
                }
            }
        }
    }

    fn check_forward(&self, what: Unit, at: Space) -> Verdict {
        if what == Unit::SolDefense {
            return no(rule!("SF-9.11"), "only a Mine Field or a Flagship can be deployed forward");
        }
        if self.unbuilt_index(what).is_none() {
            return no(rule!("SF-9.11"), format!("no {} is in Unbuilt Assets", what.name()));
        }
        if self.forward_spaces() & at.bit() == 0 {
            let text = format!("{} is not adjacent to one of your Flagships or Bases", at.name());
            return no(rule!("SF-9.11"), text);
        }
        Ok(())
    }

    /// SF-9.11: the spaces beside Flagships and Bases, on the printed map.
    pub(crate) fn forward_spaces(&self) -> u32 {
        let starts = self.flagships().iter().chain(&self.pieces[crate::state::BASES..]);
        starts.fold(0, |bits, piece| match piece.at {
            PieceAt::Map(at) => bits | at.neighbours(),
            PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => bits,
        })
    }

    fn check_free_move(&self) -> Verdict {
        match (self.advantages().free_moves, self.free_moves) {
            (0, _) => no(rule!("SF-14.5"), "a free Move needs the MilSpecOps Engines"),
            (n, used) if used >= n => no(rule!("SF-14.5"), "the free Move of this turn was made already"),
            (_, _) => Ok(()),
        }
    }

    /// One step of a Move.
    fn check_step(&self, ship: Ship, from: Space, to: Space, mine: Option<Side>) -> Verdict {
        if !self.has_ship(ship, from) {
            return no(rule!("SF-9.12"), format!("no {} of yours is at {}", ship.name(), from.name()));
        }
        if self.move_targets(from, self.advantages().patrol) & to.bit() == 0 {
            return no(rule!("SF-9.12"), format!("{} is not adjacent to {}", to.name(), from.name()));
        }
        match (mine, ship) {
            (None, _) => Ok(()),
            (Some(_), Ship::Ally) => no(rule!("SF-9.13"), "an Ally Ship cannot carry a Mine Field"),
            (Some(side), Ship::Flagship) => {
                if self.has_mine(side, from) {
                    return Ok(());
                }
                no(rule!("SF-9.13"), format!("no {} Mine Field lies at {}", side.word(), from.name()))
            }
        }
    }

    fn check_initiate(&self, a: u8, b: u8) -> Verdict {
        let boxed = self.boxed().count();
        let there = |card: u8| self.boxed().any(|c| c == card);
        if boxed == 0 {
            return no(rule!("SF-9.18"), "the Un-researched Technology box is empty");
        }
        if !there(a) || !there(b) {
            return no(
                rule!("SF-9.18"),
                "only technologies in the Un-researched Technology box can be looked at",
            );
        }
        match (boxed, a.cmp(&b)) {
            (1, _) | (_, std::cmp::Ordering::Less) => Ok(()),
            (_, std::cmp::Ordering::Equal) => no(rule!("SF-9.18"), "look at two different technologies"),
            (_, std::cmp::Ordering::Greater) => no(rule!("SF-9.18"), "name the lower card first"),
        }
    }

    fn check_propaganda(&self, marker: Marker) -> Verdict {
        if self.propagandas().any(|m| m == marker) {
            return Ok(());
        }
        no(
            rule!("SF-9.31"),
            match marker {
                Marker::Expansion => "Expansion Desire is at 0 already",
                Marker::Losses => "Military Losses are at 0 already",
                Marker::Stability => "Federation Stability is at its maximum",
            },
        )
    }

    fn check_not_at_peace(&self, race: Race) -> Verdict {
        if self.war[race.index()] > 0 {
            return Ok(());
        }
        no(rule!("SF-9.40"), format!("the {} are at Peace already", race.name()))
    }

    fn check_fold(&self, ship: Ship, from: Space, to: Space) -> Verdict {
        let harbour = |s: Space| s == Space::SOL || s.is_named();
        if !harbour(from) || !harbour(to) || from == to {
            return no(rule!("SF-9.45"), "space folds only from a named space or Sol to another");
        }
        if !self.has_ship(ship, from) {
            return no(rule!("SF-9.45"), format!("no {} of yours is at {}", ship.name(), from.name()));
        }
        let held = Ship::ALL.into_iter().any(|s| self.has_ship(s, to)) || self.base_at(to).is_some();
        if to != Space::SOL && !held {
            return no(
                rule!("SF-9.45"),
                format!("no Flagship, Ally Ship or Base of yours is at {}", to.name()),
            );
        }
        Ok(())
    }

    fn check_opportunity(&self, pay: Spot, warp: bool, pair: Pair, deal: Deal) -> Verdict {
        if self.relations[pair.index()] != Relation::War {
            return no(rule!("SF-9.46"), format!("{} are not at war with each other", pair.name()));
        }
        if let Deal::ArmsDealing(race) | Deal::FalsifiedIntel(race) = deal
            && !pair.has(race)
        {
            return no(rule!("SF-9.46"), format!("the {} are not in this war", race.name()));
        }
        let mut embassies = self.embassies;
        if let Spot::Embassy(race) = pay {
            embassies.remove(race);
        }
        if !pair.races().into_iter().any(|r| embassies.has(r)) {
            let text = if embassies == self.embassies {
                "you need an Embassy with one of the two"
            } else {
                "after paying with that Embassy you have none left with either of the two"
            };
            return no(rule!("SF-9.46"), text);
        }
        self.check_pay(if warp { Resource::Warp } else { deal.resource() }, pay)
    }

    /// The fleets among which a Press asks (SF-5.28), and the spaces free to them.
    pub(crate) fn press_options(&self, rest: crate::nouns::FleetSet, out: &mut Vec<Action>) {
        let Some((at, group)) = self.next_press(rest) else { return };
        let free = self.free_named(at);
        // With room for all, the first fleet chooses and the others follow; else any fleet may take the space.
        let choosers = if usize::from(group.len()) <= free.len() { 1 } else { usize::from(group.len()) };
        for fleet in group.iter().take(choosers) {
            out.extend(free.iter().map(|&to| Action::March { fleet, to }));
        }
    }

    /// Where a fleet of this kind stands in the Spawn Order Track.
    pub fn spawn_slot(&self, fleet: Fleet) -> Option<u8> {
        match self.fleets[fleet.index()] {
            FleetAt::Spawn(slot) => Some(slot),
            FleetAt::Map { .. } | FleetAt::Pile | FleetAt::Wreck => None,
        }
    }
}

impl Action {
    /// Is it one of chapter 9, for Phase 3 only?
    pub(crate) fn is_phase3(self) -> bool {
        match self {
            Action::Construct { .. }
            | Action::Settle { .. }
            | Action::Upgrade { .. }
            | Action::ForwardDeploy { .. }
            | Action::Move { .. }
            | Action::Bypass { .. }
            | Action::Initiate { .. }
            | Action::Conduct { .. }
            | Action::Focus { .. }
            | Action::Sabotage { .. }
            | Action::SlowResearch { .. }
            | Action::Attache { .. }
            | Action::Propaganda { .. }
            | Action::Expand { .. }
            | Action::Reclaim { .. }
            | Action::Embassy { .. }
            | Action::Envoy { .. }
            | Action::Parley { .. }
            | Action::AllyShip { .. }
            | Action::AdvancedTech { .. }
            | Action::FoldSpace { .. }
            | Action::Opportunity { .. }
            | Action::Store(_)
            | Action::EndPhase => true,
            Action::Take(_)
            | Action::Place(_)
            | Action::Resolve
            | Action::MoveOn { .. }
            | Action::Halt
            | Action::Draw(_)
            | Action::Study(_)
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
            | Action::Return(_) => false,
        }
    }
}
