//! How a decision is shown: its button, its clicks on the boards, its rule.

use super::{ids, phrase};
use crate::{
    action::{Action, Deal, Spot, Target},
    nouns::{FedTech, Resource, Space},
    state::{Purpose, Table, Task},
};
use klaxon_core::{Label, RuleId, rule};

/// A label in the making.
struct Words {
    text: String,
    group: &'static str,
    clicks: Vec<String>,
    mark: &'static str,
    rule: RuleId,
}

pub fn label(table: &Table, action: &Action) -> Label {
    let Words { text, group, clicks, mark, rule } = words(table, *action);
    Label { text, group: group.into(), clicks, mark, rule: Some(rule) }
}

/// An action of Phase 3 that a token pays for.
fn paid(
    table: &Table,
    (what, spot, mark): (Resource, Spot, &'static str),
    text: String,
    clicks: Vec<String>,
    rule: RuleId,
) -> Words {
    let mut all = vec![ids::spot(what, spot, table.columns)];
    all.extend(clicks);
    let group = match what {
        Resource::Build => "Build",
        Resource::Maneuver => "Maneuver",
        Resource::Research => "Research",
        Resource::Espionage => "Espionage",
        Resource::Morale => "Morale",
        Resource::Diplomacy => "Diplomacy",
        Resource::Warp => "Warp",
    };
    Words { text: format!("{text} ({mark} {})", phrase::paying(spot)), group, clicks: all, mark, rule }
}

fn answer(text: impl Into<String>, clicks: Vec<String>, rule: RuleId) -> Words {
    Words { text: text.into(), group: "Answer", clicks, mark: "", rule }
}

const SPEND: &str = "spend";
const DEPLOY: &str = "deploy";
const SACRIFICE: &str = "sacrifice";
/// Turning up a token and throwing dice is left to the player, even where there is nothing else to do.
const OWN: &str = "self";

/// What a fight in the space would look like, for labels of moves.
fn fight(table: &Table, at: Space) -> &'static str {
    if table.fleets_at(at).is_empty() { "" } else { ": combat" }
}

fn words(table: &Table, action: Action) -> Words {
    let space = ids::space;
    match action {
        Action::Take(what) => {
            answer(format!("Take {}", what.name()), vec![ids::pool(what)], rule!("SF-1.14"))
        }
        Action::Place(what) => {
            let row = table.next_result().unwrap_or(0);
            let n = table.results[usize::from(row)].min(table.pools.of(what));
            let text = if n > 1 {
                format!("{n} {} in row {row}", what.name())
            } else {
                format!("{} in row {row}", what.name())
            };
            answer(text, vec![ids::pool(what)], rule!("SF-8.6"))
        }
        Action::Resolve => {
            let text = match table.queue.first() {
                Some(token) if token.is_federation() => format!("Begin your turn: {}", token.name()),
                Some(token) => format!("Resolve {}", token.name()),
                None => "Resolve the next token".into(),
            };
            Words { mark: OWN, ..answer(text, vec![ids::queue(0)], rule!("SF-4.2")) }
        }
        Action::Construct { pay, what } => {
            let text = format!("Construct a {} on Sol{}", what.name(), fight(table, Space::SOL));
            paid(
                table,
                (Resource::Build, pay, SPEND),
                text,
                vec![ids::unbuilt(what), space(Space::SOL)],
                rule!("SF-9.1"),
            )
        }
        Action::Settle { pay, at, base } => {
            let text = format!("Settle the {} at {}", base.name(), at.name());
            paid(
                table,
                (Resource::Build, pay, SPEND),
                text,
                vec![ids::base(base), space(at)],
                rule!("SF-9.3"),
            )
        }
        Action::Upgrade { pay, what } => {
            let id = match what {
                Target::Mine(at) => ids::asset(crate::nouns::Asset::Mine(crate::nouns::Side::Basic), at),
                Target::SolDefense => "sol-defense".into(),
                Target::Base(base) => ids::base(base),
            };
            let text = format!("Upgrade the {}", phrase::target(what));
            paid(table, (Resource::Build, pay, SPEND), text, vec![id], rule!("SF-9.10"))
        }
        Action::ForwardDeploy { pay, what, at } => {
            let text = format!("Forward Deploy a {} to {}{}", what.name(), at.name(), fight(table, at));
            paid(
                table,
                (Resource::Build, pay, SACRIFICE),
                text,
                vec![ids::unbuilt(what), space(at)],
                rule!("SF-9.11"),
            )
        }
        Action::Move { pay, ship, from, to, mine } => {
            let text = format!(
                "Move a {} from {} to {}{}",
                phrase::ship(ship, mine),
                from.name(),
                to.name(),
                fight(table, to)
            );
            let clicks = vec![space(from), space(to)];
            match pay {
                Some(spot) => paid(table, (Resource::Maneuver, spot, SPEND), text, clicks, rule!("SF-9.12")),
                None => {
                    let mut all = vec![engines(table)];
                    all.extend(clicks);
                    Words {
                        text: format!("{text} (free)"),
                        group: "Maneuver",
                        clicks: all,
                        mark: "free",
                        rule: rule!("SF-14.5"),
                    }
                }
            }
        }
        Action::MoveOn { to, mine } => {
            let load = mine.map_or(String::new(), |side| format!(" with the {} Mine Field", side.word()));
            let text = format!("Move on to {}{load}{}", to.name(), fight(table, to));
            answer(text, vec![space(to)], rule!("SF-14.7"))
        }
        Action::Halt => answer("Stay here", vec![], rule!("SF-14.7")),
        Action::Bypass { pay, slot } => {
            let name = table.queue.get(usize::from(slot)).map_or("an empty space".into(), |t| t.name());
            let text = format!("Bypass {name} in space {} of the queue", slot + 1);
            paid(table, (Resource::Maneuver, pay, SACRIFICE), text, vec![ids::queue(slot)], rule!("SF-9.17"))
        }
        Action::Draw(token) => {
            answer(format!("Take {}", token.name()), vec![ids::drawn(token)], rule!("SF-9.17"))
        }
        Action::Initiate { pay, a, b } => {
            let (text, clicks) = if a == b {
                (format!("Initiate research: take {}", phrase::card(table, a)), vec![ids::card(a)])
            } else {
                let text = format!(
                    "Initiate research: look at {} and {}",
                    phrase::card(table, a),
                    phrase::card(table, b)
                );
                (text, vec![ids::card(a), ids::card(b)])
            };
            paid(table, (Resource::Research, pay, SPEND), text, clicks, rule!("SF-9.18"))
        }
        Action::Study(card) => {
            let twin = matches!(table.top(), Some(Task::StudyPick { a, b })
                if a != b && table.cards[usize::from(a)].tech == table.cards[usize::from(b)].tech);
            let name = table.cards[usize::from(card)].tech.map_or("it", FedTech::name);
            let text = if twin { format!("Begin {name} (card {card})") } else { format!("Begin {name}") };
            answer(text, vec![ids::card(card)], rule!("SF-9.18"))
        }
        Action::Conduct { pay } => {
            let text = match table.conducted().count() {
                1 => "Conduct research on 1 project".into(),
                n => format!("Conduct research on {n} projects"),
            };
            paid(table, (Resource::Research, pay, SPEND), text, vec!["research".into()], rule!("SF-9.19"))
        }
        Action::Focus { pay, card } => {
            let text = format!("Focused Research on {}", phrase::card(table, card));
            paid(table, (Resource::Research, pay, SACRIFICE), text, vec![ids::card(card)], rule!("SF-9.21"))
        }
        Action::Sabotage { pay, race } => {
            let text = format!("Sabotage {}", phrase::the(race));
            paid(table, (Resource::Espionage, pay, SPEND), text, vec![ids::tech(race)], rule!("SF-9.23"))
        }
        Action::SlowResearch { pay, race } => {
            let text = format!("Slow Research of {}", phrase::the(race));
            let id = table.empty_tech_space(race).map_or(ids::tech(race), |n| ids::tech_space(race, n));
            paid(table, (Resource::Espionage, pay, DEPLOY), text, vec![id], rule!("SF-9.26"))
        }
        Action::Attache { pay, race } => {
            let text = format!("Diplomatic Attaché to {}", phrase::the(race));
            let id = format!("attache-{}", race.id());
            paid(table, (Resource::Espionage, pay, DEPLOY), text, vec![id], rule!("SF-9.28"))
        }
        Action::Propaganda { pay, marker } => {
            let text = format!("Propaganda: {}", propaganda(marker));
            paid(table, (Resource::Morale, pay, SPEND), text, vec![ids::marker(marker)], rule!("SF-9.31"))
        }
        Action::Expand { pay } => {
            let column = (table.columns + 1).min(2);
            let text = format!("Expand: open the {} column", phrase::column_name(column));
            paid(table, (Resource::Morale, pay, DEPLOY), text, vec![ids::column(column)], rule!("SF-9.32"))
        }
        Action::Reclaim { pay, what } => {
            let text = format!("Reclaim a sacrificed {} token", what.name());
            paid(
                table,
                (Resource::Morale, pay, SACRIFICE),
                text,
                vec![ids::sacrificed(what)],
                rule!("SF-9.34"),
            )
        }
        Action::Embassy { pay, race } => {
            let text = format!("Open an Embassy with {}", phrase::the(race));
            let id = format!("embassy-{}", race.id());
            paid(table, (Resource::Diplomacy, pay, DEPLOY), text, vec![id], rule!("SF-9.35"))
        }
        Action::Envoy { pay, race } => {
            let text = format!("Envoy to {}: War Effort 1 up", phrase::the(race));
            paid(table, (Resource::Diplomacy, pay, SPEND), text, vec![ids::war(race)], rule!("SF-9.38"))
        }
        Action::Parley { pay, race } => {
            let text = format!("Parley with {}: War Effort 1 up", phrase::the(race));
            paid(table, (Resource::Diplomacy, pay, SACRIFICE), text, vec![ids::war(race)], rule!("SF-9.39"))
        }
        Action::AllyShip { pay } => {
            let text = format!("Ally Ship to Sol{}", fight(table, Space::SOL));
            let clicks = vec!["unbuilt-ally".into(), space(Space::SOL)];
            paid(table, (Resource::Warp, pay, SACRIFICE), text, clicks, rule!("SF-9.41"))
        }
        Action::AdvancedTech { pay } => {
            let text = "Advanced Technology: 2 Warp technologies to the Un-researched box".into();
            paid(table, (Resource::Warp, pay, SACRIFICE), text, vec!["warp-pile".into()], rule!("SF-9.44"))
        }
        Action::FoldSpace { pay, ship, from, to } => {
            let text = format!(
                "Fold Space: {} from {} to {}{}",
                ship.name(),
                from.name(),
                to.name(),
                fight(table, to)
            );
            paid(
                table,
                (Resource::Warp, pay, SACRIFICE),
                text,
                vec![space(from), space(to)],
                rule!("SF-9.45"),
            )
        }
        Action::Opportunity { pay, warp, pair, deal } => {
            let what = if warp { Resource::Warp } else { deal.resource() };
            let (effect, rule) = match deal {
                Deal::ArmsDealing(r) => {
                    (format!("Arms Dealing, {} to Peace", phrase::the(r)), rule!("SF-9.47"))
                }
                Deal::ImpartialArbitration => {
                    ("Impartial Arbitration, their fleets retreat".into(), rule!("SF-9.48"))
                }
                Deal::FalsifiedIntel(r) => {
                    (format!("Falsified Intel about {}", phrase::the(r)), rule!("SF-9.49"))
                }
                Deal::Disarmament => ("Disarmament, both lose space 6".into(), rule!("SF-9.50")),
                Deal::PeaceTalks => ("Peace Talks, both War Efforts 1 up".into(), rule!("SF-9.51")),
            };
            let text = format!("End the war of {}: {effect}", pair.name());
            paid(
                table,
                (what, pay, SPEND),
                text,
                vec![ids::pair(pair)],
                if warp { rule!("SF-9.52") } else { rule },
            )
        }
        Action::Store(what) => Words {
            text: format!("Store {}", phrase::a_token(what)),
            group: "Store",
            clicks: vec![format!("tray-{}", what.id()), "store".into()],
            mark: "store",
            rule: rule!("SF-8.16"),
        },
        Action::EndPhase => Words {
            text: "End the turn".into(),
            group: "End",
            clicks: vec!["end".into()],
            mark: "end",
            rule: rule!("SF-8.19"),
        },
        Action::LetGo => answer("Let the rest of row 0 go", vec!["end".into()], rule!("SF-8.19")),
        // Declining to throw again: who never wants to be asked can say so once.
        Action::Accept => Words {
            mark: "pass",
            ..answer(
                format!("Accept {}", phrase::dice(&table.roll.dice)),
                vec![ids::die(0)],
                rule!("SF-0.16"),
            )
        },
        Action::Reroll(spot) => Words {
            text: format!("Throw again (sacrifice {})", phrase::paying(spot)),
            group: "Answer",
            clicks: vec![ids::spot(Resource::Espionage, spot, table.columns)],
            mark: SACRIFICE,
            rule: rule!("SF-9.29"),
        },
        Action::OutManeuver(spot) => Words {
            text: format!("Out Maneuver: one more die (spend {})", phrase::paying(spot)),
            group: "Answer",
            clicks: vec![ids::spot(Resource::Maneuver, spot, table.columns)],
            mark: SPEND,
            rule: rule!("SF-9.16"),
        },
        Action::Throw => match table.top() {
            Some(Task::Roll(purpose)) if purpose != Purpose::Combat => {
                let (what, rule) = super::line::purpose(purpose);
                let text = format!("Throw {} for {what}", phrase::n_dice(table.dice_for(purpose)));
                Words { mark: OWN, ..answer(text, vec![], rule) }
            }
            Some(_) | None => {
                let text = format!("Throw {}", phrase::n_dice(table.battle.dice));
                Words { mark: OWN, ..answer(text, vec![space(table.battle.space)], rule!("SF-13.6")) }
            }
        },
        Action::Contest(true) => answer("Contest with the spy", vec![], rule!("SF-5.16")),
        Action::Contest(false) => answer("Let them have it", vec![], rule!("SF-5.16")),
        Action::Die(i) => {
            let face = table.roll.dice.get(usize::from(i)).copied().unwrap_or(0);
            answer(format!("The {face} counts"), vec![ids::die(i)], rule!("SF-12.4"))
        }
        Action::RollFirst(race) => {
            let text = format!("The Attaché with {} rolls first", phrase::the(race));
            answer(text, vec![format!("attache-{}", race.id())], rule!("SF-11.8"))
        }
        Action::March { fleet, to } => {
            let text = format!("{} to {}", fleet.name(), to.name());
            answer(text, vec![ids::fleet(fleet), space(to)], rule!("SF-0.15"))
        }
        Action::Hit(base) => {
            answer(format!("The {} takes the hit", base.name()), vec![ids::base(base)], rule!("SF-6.3"))
        }
        Action::Fight(at) => {
            answer(format!("Fight at {} first", at.name()), vec![space(at)], rule!("SF-13.5"))
        }
        Action::Lose(asset) => {
            let id = ids::asset(asset, table.battle.space);
            answer(format!("Lose the {}", asset.name()), vec![id], rule!("SF-13.20"))
        }
        Action::Bury(fleet) => {
            answer(format!("{} goes back first", fleet.name()), vec![ids::fleet(fleet)], rule!("SF-13.15"))
        }
        Action::Pursue { ship, to } => {
            let text = format!("The {} pursues to {}", ship.name(), to.name());
            answer(text, vec![space(to)], rule!("SF-15.7"))
        }
        Action::Plunder { what, from } => {
            let text = format!("Give up {}: {}", what.name(), phrase::paying(from));
            answer(text, vec![ids::spot(what, from, table.columns)], rule!("SF-15.11"))
        }
        Action::Research(card) => {
            answer(format!("{} advances", phrase::card(table, card)), vec![ids::card(card)], rule!("SF-7.1"))
        }
        Action::FreeBuild(unit) => {
            let text = format!("Construct a {} for free", unit.name());
            answer(text, vec![ids::unbuilt(unit)], rule!("SF-7.5"))
        }
        Action::FreePropaganda(marker) => {
            let text = format!("Propaganda for free: {}", propaganda(marker));
            answer(text, vec![ids::marker(marker)], rule!("SF-7.6"))
        }
        Action::Decline => answer("No, thank you", vec![], rule!("SF-7.15")),
        Action::Break(pair) => {
            answer(format!("The alliance of {} breaks", pair.name()), vec![ids::pair(pair)], rule!("SF-7.14"))
        }
        Action::Faction(race) => answer(race.name(), vec![ids::war(race)], rule!("SF-7.13")),
        Action::Return(spot) => {
            let what = match spot {
                Spot::Embassy(_) => Resource::Diplomacy,
                Spot::Column => Resource::Morale,
                Spot::Tray | Spot::Stored | Spot::Spy(_) | Spot::Attache(_) | Spot::Track { .. } => {
                    Resource::Espionage
                }
            };
            let text = format!("Return {}", phrase::paying(spot));
            answer(text, vec![ids::spot(what, spot, table.columns)], rule!("SF-7.11"))
        }
    }
}

fn propaganda(marker: crate::nouns::Marker) -> &'static str {
    match marker {
        crate::nouns::Marker::Expansion => "Expansion Desire 1 down",
        crate::nouns::Marker::Losses => "Military Losses 1 down",
        crate::nouns::Marker::Stability => "Federation Stability 1 up",
    }
}

/// The card of the MilSpecOps Engines, which is clicked for the free Move.
fn engines(table: &Table) -> String {
    let card = table.cards.iter().position(|c| c.tech == Some(FedTech::Engines));
    card.map_or("engines".into(), |c| ids::card(c as u8))
}

/// Who fights where, with what.
fn clash(table: &Table) -> String {
    let battle = table.battle;
    let (at, fleets, dice) =
        (battle.space.name(), phrase::fleets(battle.fleets), phrase::n_dice(battle.dice));
    format!("Combat at {at} against {fleets} with {dice}.")
}

/// What is asked now.
pub fn prompt(table: &Table) -> (String, RuleId) {
    let Some(task) = table.top() else { return ("the game is over".into(), rule!("SF-3.7")) };
    match task {
        Task::TakeTokens => {
            let left = crate::data::data().sizes.start_tokens - table.stored.total();
            let tokens = if left == 1 { "token" } else { "tokens" };
            (format!("Take any {left} more {tokens} from the pools into Stored Resources."), rule!("SF-1.14"))
        }
        Task::Pause => {
            let name = table.queue.first().map_or("nothing".into(), |token| token.name());
            (format!("Next in the queue: {name}."), rule!("SF-4.2"))
        }
        Task::Judge => {
            let (what, _) = super::line::purpose(table.roll.purpose);
            let text = format!(
                "The dice for {what} show {}. Accept, or sacrifice Espionage and throw again?",
                phrase::dice(&table.roll.dice)
            );
            // Two questions to somebody who does not want to be asked: throws that cost something at once, and others.
            (text, if table.roll_costs() { rule!("SF-9.29") } else { rule!("SF-0.16") })
        }
        Task::PlaceResults => {
            let row = table.next_result().unwrap_or(0);
            let n = table.results[usize::from(row)];
            let dice = if n == 1 { "one die shows".into() } else { format!("{n} dice show") };
            (format!("The Resource Roll: {dice} {row}. Which resource goes into row {row}?"), rule!("SF-8.6"))
        }
        Task::Actions => {
            let text =
                format!("Federation turn {}: take actions with your tokens, or end the turn.", table.turn);
            (text, rule!("SF-8.15"))
        }
        Task::KeepTokens => {
            ("Which tokens of row 0 do you store? The rest go to the pools.".into(), rule!("SF-8.19"))
        }
        Task::Alien { race, .. } => {
            let text = format!("{} are about to gain a technology. Does your spy contest it?", race.name());
            (text, rule!("SF-5.16"))
        }
        Task::Steps { rest, .. } => {
            let name = rest.iter().next().map_or("the Raider".into(), phrase::the_fleet);
            (format!("Where does {name} go?"), rule!("SF-5.8"))
        }
        Task::Press { race, .. } => {
            (format!("{} press on: which fleet takes which named space?", race.name()), rule!("SF-5.28"))
        }
        Task::Shift { pair, .. } => (
            format!("The relationship of {} is about to change. Which Attaché rolls first?", pair.name()),
            rule!("SF-11.8"),
        ),
        Task::ChooseDie(contest) => {
            let text = format!(
                "The contest of {} shows {}. Which die counts?",
                phrase::contester(contest),
                phrase::dice(&table.roll.dice)
            );
            (text, rule!("SF-12.4"))
        }
        Task::AlienWar(from) => {
            let race = crate::nouns::Race::ALL[usize::from(from.min(4))];
            (format!("The war of {} strikes one of your Bases. Which?", phrase::the(race)), rule!("SF-6.3"))
        }
        Task::ChooseFaction(fx) => {
            (format!("FACTION 6, your choice of race: {}.", phrase::event(fx)), rule!("SF-7.13"))
        }
        Task::AdvanceResearch => ("Which project moves on?".into(), rule!("SF-7.1")),
        Task::FreeBuild => ("You may construct one asset on Sol for free.".into(), rule!("SF-7.5")),
        Task::FreePropaganda => ("You may do one Propaganda for free.".into(), rule!("SF-7.6")),
        Task::FailedAlliance => ("Which alliance breaks?".into(), rule!("SF-7.14")),
        Task::ReturnDeployed(what) => {
            (format!("Which deployed {} token returns to the pool?", what.name()), rule!("SF-7.11"))
        }
        Task::Combats => ("Which combat is fought first?".into(), rule!("SF-13.5")),
        Task::OutManeuver => {
            (format!("{} Throw, or spend Maneuver for one more?", clash(table)), rule!("SF-9.16"))
        }
        Task::Plunder => ("The Mercenaries plunder: which token do you give up?".into(), rule!("SF-15.11")),
        Task::LoseAsset => (
            format!("The battle at {} is lost. Which asset do you lose?", table.battle.space.name()),
            rule!("SF-13.20"),
        ),
        Task::Bury => ("Which destroyed fleet goes back first?".into(), rule!("SF-13.15")),
        Task::Pursuit => ("A ship must pursue. Which one, and how far?".into(), rule!("SF-15.7")),
        Task::BypassPick => ("Which of the drawn tokens comes into the queue?".into(), rule!("SF-9.17")),
        Task::StudyPick { .. } => ("Which technology do you begin?".into(), rule!("SF-9.18")),
        Task::MoveOn { at, .. } => {
            (format!("Warp Bubble: does the ship move on from {}?", at.name()), rule!("SF-14.7"))
        }
        Task::Roll(Purpose::Combat) => (clash(table), rule!("SF-13.6")),
        Task::Roll(purpose) => {
            let (what, rule) = super::line::purpose(purpose);
            let n = phrase::n_dice(table.dice_for(purpose));
            (format!("Next comes the throw for {what}, with {n}."), rule)
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
        | Task::Owed => ("The aliens are at work.".into(), rule!("SF-2.1")),
    }
}
