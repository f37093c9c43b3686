//! What speaks for a decision, in the words of the game: the *why* of a hint.

use crate::{
    action::{Action, Deal, Target},
    data::data,
    nouns::{Base, Marker, PieceAt, Race, Resource, Space, Unit},
    state::{Purpose, Table, Task},
};

const NUMBERS: [&str; 7] =
    ["no", "the first", "the second", "the third", "the fourth", "the fifth", "the last"];

impl Table {
    /// What speaks for a decision; `None` where there is nothing to say beyond its words.
    pub(crate) fn reason(&self, action: Action) -> Option<String> {
        Some(match action {
            Action::Take(what) | Action::Place(what) | Action::Store(what) => self.why_want(what),
            Action::Construct { what, .. } | Action::FreeBuild(what) => self.why_build(what),
            Action::Settle { at, base, .. } => self.why_settle(at, base),
            Action::Upgrade { what, .. } => match what {
                Target::Base(base) => match self.base(base).at {
                    PieceAt::Map(at) if self.threat(at) => {
                        format!(
                            "aliens stand beside {}, and an upgraded Base survives a lost battle",
                            at.name()
                        )
                    }
                    PieceAt::Map(_) | PieceAt::Locked | PieceAt::Aside | PieceAt::Unbuilt => {
                        "an upgraded Base has a shield and survives a lost battle".into()
                    }
                },
                Target::SolDefense => {
                    "the upgraded Sol Defense helps in Sol and in every space beside it".into()
                }
                Target::Mine(at) => format!("an upgraded Mine Field adds a die at {}", at.name()),
            },
            Action::ForwardDeploy { what, at, .. } => match what {
                Unit::Flagship if at.is_named() && self.base_at(at).is_none() => {
                    format!("the Flagship appears where a Base is wanted: {}", at.name())
                }
                Unit::Flagship | Unit::Mine | Unit::SolDefense => format!("{} needs help at once", at.name()),
            },
            Action::Move { from, to, .. } => self.why_move(from, to),
            Action::MoveOn { to, .. } => {
                format!("the second step is free, and {} is where it leads", to.name())
            }
            Action::Halt => "the ship is where it is needed".into(),
            Action::Bypass { slot, .. } => {
                let name = self.queue.get(usize::from(slot)).map_or("that token".into(), |t| t.name());
                format!("{name} would hurt, and one of three new tokens can be chosen instead")
            }
            Action::Draw(token) if token.is_federation() => "another turn of your own is worth most".into(),
            Action::Draw(_) => "it does the least harm of those drawn".into(),
            Action::Initiate { .. } => "every Conduct moves all projects at once, so more of them pay".into(),
            Action::Study(_) => "of the two it helps more in this position".into(),
            Action::Conduct { .. } => match self.conducted().count() {
                1 => "the project moves on with four dice of six or more".into(),
                n => format!("{n} projects are rolled for with one token"),
            },
            Action::Focus { .. } | Action::Research(_) => "this technology is nearest to being useful".into(),
            Action::Sabotage { race, .. } => {
                format!("the {} have {}, and one of them may go", race.name(), technologies(self, race))
            }
            Action::SlowResearch { race, .. } => {
                format!("the next technology of the {} can then be contested", race.name())
            }
            Action::Attache { race, .. } => {
                format!("a change among the neighbours of the {} would hurt", race.name())
            }
            Action::Propaganda { marker, .. } | Action::FreePropaganda(marker) => self.why_calm(marker),
            Action::Expand { .. } => format!(
                "{} dice are rolled for resources, and one column cannot take them all",
                self.resource_dice()
            ),
            Action::Reclaim { what, .. } => format!("there are too few {} tokens left to win", what.name()),
            Action::Embassy { race, .. } => {
                format!("the next steps of the {} towards Total War can be stopped", race.name())
            }
            Action::Envoy { race, .. } | Action::Parley { race, .. } => format!(
                "the {} stand at {}: a step towards Peace takes tokens away from them",
                race.name(),
                self.level_name(race)
            ),
            Action::AllyShip { .. } => "an Ally Ship adds a die in Sol and in every space beside it".into(),
            Action::AdvancedTech { .. } => "two Warp technologies can then be researched".into(),
            Action::FoldSpace { to, .. } => format!("{} needs a ship at once", to.name()),
            Action::Opportunity { deal, .. } => match deal {
                Deal::ArmsDealing(race) => format!("the {} go to Peace", race.name()),
                Deal::ImpartialArbitration => "all fleets of both retreat".into(),
                Deal::FalsifiedIntel(_) => "two neighbours are kept busy with each other".into(),
                Deal::Disarmament => "both lose their technology in space 6".into(),
                Deal::PeaceTalks => "both go a step towards Peace".into(),
            },
            Action::EndPhase if self.tray().is_empty() && self.stored.total() == 0 => {
                "there is no token left to use".into()
            }
            Action::EndPhase if self.tray().is_empty() => {
                "the stored tokens are worth more later than what they can do now".into()
            }
            Action::EndPhase => "nothing that can be done now is worth a token".into(),
            Action::LetGo => "none of these tokens deserves a place in the store".into(),
            Action::Accept if self.roll_hurts() => {
                "it hurts, but the Espionage token is worth more elsewhere".into()
            }
            Action::Accept => "the dice are good enough".into(),
            Action::Reroll(_) => match self.roll.purpose {
                Purpose::Combat => "the battle would be lost as the dice lie".into(),
                Purpose::Setup
                | Purpose::Resource { .. }
                | Purpose::Event(_)
                | Purpose::Faction(_)
                | Purpose::Conflict
                | Purpose::Pair(_)
                | Purpose::Conduct
                | Purpose::Sabotage(_)
                | Purpose::Contest(_) => "the dice could hardly be worse".into(),
            },
            Action::OutManeuver(_) => {
                format!(
                    "{} alone may miss, and a lost battle costs more than a token",
                    dice(self.battle.dice)
                )
            }
            Action::Throw if matches!(self.top(), Some(Task::Roll(_))) => "the dice have to fall".into(),
            Action::Throw => {
                let verb = if self.battle.dice == 1 { "is" } else { "are" };
                format!("{} {verb} enough to risk it", dice(self.battle.dice))
            }
            Action::Contest(true) => "the technology would last, the spy is only a token".into(),
            Action::Contest(false) => "a killed spy would anger them".into(),
            Action::Lose(_) | Action::Hit(_) => "it is the cheapest thing to lose here".into(),
            Action::Plunder { what, .. } => format!("{} is missed least", what.name()),
            Action::Fight(at) => format!("{} decides what follows", at.name()),
            Action::Die(_) => "it is the better die".into(),
            Action::Faction(_)
            | Action::Resolve
            | Action::RollFirst(_)
            | Action::March { .. }
            | Action::Bury(_)
            | Action::Pursue { .. }
            | Action::Decline
            | Action::Break(_)
            | Action::Return(_) => return None,
        })
    }

    fn why_want(&self, what: Resource) -> String {
        let coming: u8 = self.track.iter().flatten().map(|cell| cell.of(what)).sum();
        let have = self.stored.of(what) + coming;
        let none = if have == 0 { ", and none is on its way" } else { "" };
        let use_of = match what {
            Resource::Build => "Build settles and constructs",
            Resource::Maneuver => "Maneuver brings ships to new worlds and adds dice to battles",
            Resource::Research => "Research brings lasting advantages",
            Resource::Espionage => "Espionage throws bad dice again",
            Resource::Morale => "Morale keeps the Federation together",
            Resource::Diplomacy => "Diplomacy holds angry neighbours back",
            Resource::Warp => "Warp brings Ally Ships",
        };
        format!("{use_of}{none}")
    }

    fn why_build(&self, what: Unit) -> String {
        if self.sol_is_lost() {
            return "aliens are in Sol: what is built there fights at once".into();
        }
        match what {
            Unit::Flagship => "every world needs a Flagship of its own to be settled".into(),
            Unit::SolDefense if self.nears_sol() => "aliens are near Sol, and it stands almost alone".into(),
            Unit::SolDefense => "Sol should not stand alone when the Flagships leave".into(),
            Unit::Mine => "a Mine Field can be lost instead of something dear".into(),
        }
    }

    fn why_settle(&self, at: Space, base: Base) -> String {
        let n = usize::from(self.settled()) + 1;
        let gift = if data().bases[base as usize].basic.resource_icons > 0 && !self.is_unlocked(base) {
            "; the Base gives a die in every Resource Roll"
        } else {
            ""
        };
        let anger = match at.race() {
            Some(Race::Mercenaries) => "; the Mercenaries are at Total War anyway",
            Some(Race::FleshEaters | Race::Cthonians | Race::Mutants | Race::Cybers) | None => "",
        };
        format!("{} is {} of six worlds{gift}{anger}", at.name(), NUMBERS[n.min(6)])
    }

    fn why_move(&self, from: Space, to: Space) -> String {
        let fleets = self.fleets_at(to);
        if !fleets.is_empty() {
            let n = (self.combat_dice(to, fleets).dice + 1).min(data().combat.maximum);
            return format!("about {} drive the aliens out of {}", dice(n), to.name());
        }
        if to.is_named() && self.base_at(to).is_none() {
            return format!("{} can be settled from there", to.name());
        }
        let goal = Space::of_bits(self.goals()).min_by_key(|g| data().moves[to.index()][g.index()]);
        match goal {
            Some(goal)
                if data().moves[to.index()][goal.index()] < data().moves[from.index()][goal.index()] =>
            {
                format!("it is on the way to {}", goal.name())
            }
            Some(_) | None => format!("{} needs the ship more than {}", to.name(), from.name()),
        }
    }

    fn why_calm(&self, marker: Marker) -> String {
        match marker {
            Marker::Stability => format!("Stability is only {}, and at 0 all is lost", self.stability),
            Marker::Expansion => "the next wish to expand would cost Stability".into(),
            Marker::Losses => format!("Military Losses stand at {}: soon each costs Stability", self.losses),
        }
    }
}

fn technologies(table: &Table, race: Race) -> String {
    match table.techs[race.index()].len() {
        1 => "a technology".into(),
        n => format!("{n} technologies"),
    }
}

fn dice(n: u8) -> String {
    if n == 1 { "1 die".into() } else { format!("{n} dice") }
}

#[cfg(test)]
mod tests {
    use crate::{Federation, Setup};
    use klaxon_core::{Chance, Game, Instinct, Seat, Tell};

    #[test]
    fn reasons_are_sentences_without_an_end() {
        let mut said = 0;
        for seed in 0..12 {
            let mut luck = Chance::quick(seed);
            let mut game = Federation::start(&Setup::default(), &mut luck, &mut Tell::muted()).unwrap();
            while game.outcome().is_none() {
                let choices = game.choices(Seat(0));
                for reason in choices.iter().filter_map(|a| game.reason(Seat(0), a)) {
                    said += 1;
                    assert!(!reason.ends_with('.') && !reason.contains("  "), "{reason}");
                }
                let any = *luck.pick(&choices).unwrap();
                game.apply(Seat(0), &any, &mut luck, &mut Tell::muted());
            }
        }
        assert!(said > 1000);
    }
}
