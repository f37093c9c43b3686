//! One sentence for each event, with its rule and the pieces it speaks of.

use super::{ids, phrase};
use crate::{
    data::{Pays, data},
    event::{Band, Cause, Event, LostResult, Twist},
    nouns::{EventFx, Fleet, Marker, Relation},
    questions::Deal,
    state::{Contest, End, Purpose},
};
use klaxon_core::{Fell, Line, Luck, RuleId, rule};

/// "The Scout …": a sentence begins with a capital.
pub(super) fn capital(text: String) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => text,
    }
}

pub fn line(event: &Event) -> Line {
    let (text, rule, about) = sentence(event);
    Line { text: capital(text), rule: Some(rule), about, depth: depth(event) }
}

/// What belongs to a token or a turn stands below it in the log, what belongs to a battle below the battle.
fn depth(event: &Event) -> u8 {
    let heads = matches!(
        event,
        Event::Began { .. }
            | Event::Took { .. }
            | Event::TokenUp { .. }
            | Event::TurnBegan { .. }
            | Event::TurnEnded { .. }
            | Event::Ended { .. }
    );
    let of_battle = matches!(
        event,
        Event::Rolled { purpose: Purpose::Combat, .. }
            | Event::OutManeuvered { .. }
            | Event::Plundered { .. }
            | Event::BattleWon { .. }
            | Event::Retreated { .. }
            | Event::Destroyed { .. }
            | Event::Buried { .. }
            | Event::Respawned { .. }
            | Event::DoomBack
            | Event::BattleLost { .. }
            | Event::AssetLost { .. }
            | Event::Pushed { .. }
            | Event::Pursued { .. }
            | Event::NothingToLose { .. }
    );
    if heads { 0 } else { 1 + u8::from(of_battle) }
}

fn event_rule(fx: EventFx) -> RuleId {
    match fx {
        EventFx::AdvanceResearch => rule!("SF-7.1"),
        EventFx::AdvanceTrack => rule!("SF-7.2"),
        EventFx::Alliance(_) => rule!("SF-7.3"),
        EventFx::ExpansionDesire => rule!("SF-7.4"),
        EventFx::FreeBuild => rule!("SF-7.5"),
        EventFx::FreePropaganda => rule!("SF-7.6"),
        EventFx::GainTech(_) => rule!("SF-7.7"),
        EventFx::MilitaryLoss => rule!("SF-7.8"),
        EventFx::ResourcesUp => rule!("SF-7.9"),
        EventFx::SpawnAdvance { .. } => rule!("SF-7.10"),
        EventFx::Spend(_) => rule!("SF-7.11"),
        EventFx::WarEffort(_) => rule!("SF-7.12"),
        EventFx::FailedAlliance => rule!("SF-7.14"),
    }
}

pub fn purpose(p: Purpose) -> (String, RuleId) {
    match p {
        Purpose::Setup => ("the set-up".into(), rule!("SF-1.15")),
        Purpose::Resource { minus: 0 } => ("the Resource Roll".into(), rule!("SF-8.3")),
        Purpose::Resource { minus } => (format!("the Resource Roll (−{minus})"), rule!("SF-8.4")),
        Purpose::Event(chit) => (format!("the event table {}", chit.name()), rule!("SF-6.2")),
        Purpose::Faction(_) => ("the FACTION die".into(), rule!("SF-7.13")),
        Purpose::Conflict => ("the Galactic Conflict chart".into(), rule!("SF-6.5")),
        Purpose::Pair(_) => ("the pair of races".into(), rule!("SF-6.5")),
        Purpose::Conduct => ("research".into(), rule!("SF-9.19")),
        Purpose::Sabotage(race) => (format!("Sabotage against {}", phrase::the(race)), rule!("SF-9.23")),
        Purpose::Contest(contest) => {
            (format!("the contest of {}", phrase::contester(contest)), rule!("SF-12.1"))
        }
        Purpose::Combat => ("combat".into(), rule!("SF-13.6")),
    }
}

/// The dice that an event shows.
pub fn luck(event: &Event) -> Option<Luck> {
    let Event::Rolled { purpose: p, dice, again, hit_at } = event else { return None };
    let title = purpose(*p).0;
    let title = if *again { format!("{title}, again") } else { title };
    let luck = Luck::new(capital(title), dice.iter().map(ToString::to_string));
    let fell = |face: &u8| if hit_at.is_some_and(|from| *face >= from) { Fell::Hit } else { Fell::Plain };
    let fell = if hit_at.is_some() { dice.iter().map(fell).collect() } else { Vec::new() };
    Some(Luck { fell, ..luck })
}

fn sentence(event: &Event) -> (String, RuleId, Vec<String>) {
    match *event {
        Event::Began { difficulty } => {
            (format!("the game begins at {} difficulty.", difficulty.word()), rule!("SF-1.5"), vec![])
        }
        Event::Took { what } => (
            format!("you take {} into Stored Resources.", phrase::a_token(what)),
            rule!("SF-1.14"),
            vec![format!("stored-{}", what.id())],
        ),
        Event::Rolled { purpose: p, dice, again, .. } => {
            let (what, rule) = purpose(p);
            let verb = if again { "thrown again" } else { "thrown" };
            let (rule, n) = (if again { rule!("SF-9.29") } else { rule }, dice.len());
            let noun = if n == 1 { "a die is" } else { "dice are" };
            (format!("{noun} {verb} for {what}: {}.", phrase::dice(&dice)), rule, vec![])
        }
        Event::Placed { what, n, row, column } => {
            let tokens = if n == 1 { phrase::a_token(what) } else { format!("{n} {} tokens", what.name()) };
            let column_name = phrase::column_name(column);
            let text = format!("{tokens} in row {row}, {column_name} column of the Resource Track.");
            (text, if n > 1 { rule!("SF-8.8") } else { rule!("SF-8.7") }, vec![ids::track(row, column)])
        }
        Event::ResultLost { result, why } => match why {
            LostResult::Zero => ("a result of 0 places nothing.".into(), rule!("SF-8.4"), vec![]),
            LostResult::RowFull => (
                format!("the result {result} is lost: its row is full."),
                rule!("SF-8.10"),
                vec![ids::track(result, 0)],
            ),
            LostResult::PoolsEmpty => {
                (format!("the result {result} is lost: all pools are empty."), rule!("SF-8.11"), vec![])
            }
        },
        Event::TokenDrawn { token } => {
            (format!("{} enters the queue.", token.name()), rule!("SF-4.3"), vec![ids::queue(4)])
        }
        Event::TokenUp { token } => {
            (format!("{} is resolved.", token.name()), rule!("SF-4.2"), vec![ids::queue(0)])
        }
        Event::TokenIgnored { token, level } => (
            format!("{} does nothing: not valid at {}.", token.name(), crate::level_name(level)),
            rule!("SF-5.1"),
            vec![ids::queue(0)],
        ),
        Event::TurnBegan { turn, token } => (
            format!("Federation turn {turn} begins with {}.", token.name()),
            rule!("SF-8.1"),
            vec![ids::queue(0)],
        ),
        Event::TrackAdvanced => ("the Resource Track advances by a row.".into(), rule!("SF-8.13"), vec![]),
        Event::TrackMovedBack { lost } => {
            let end = if lost.is_empty() {
                String::new()
            } else {
                format!("; {} is lost from row 6", phrase::bundle(lost))
            };
            (format!("all resources move up a row{end}."), rule!("SF-7.9"), vec![])
        }
        Event::Paid { what, from, how } => {
            let (verb, rule) = match how {
                Pays::Spend => ("spend", rule!("SF-0.2")),
                Pays::Deploy => ("deploy", rule!("SF-0.3")),
                Pays::Sacrifice => ("sacrifice", rule!("SF-0.4")),
            };
            (
                format!("you {verb} {} {}.", phrase::a_token(what), phrase::from(from)),
                rule,
                vec![ids::pool(what)],
            )
        }
        Event::Stored { what } => (
            format!("you store {}.", phrase::a_token(what)),
            rule!("SF-8.16"),
            vec![format!("stored-{}", what.id())],
        ),
        Event::LetGo { what } => {
            (format!("from row 0 to the pools: {}.", phrase::bundle(what)), rule!("SF-8.19"), vec![])
        }
        Event::TurnEnded { tokens } => (
            format!("the turn ends; {tokens} Activation tokens return to the pool."),
            rule!("SF-8.20"),
            vec![],
        ),
        Event::Constructed { what, at } => {
            (format!("a {} is placed at {}.", what.name(), at.name()), rule!("SF-9.1"), vec![ids::space(at)])
        }
        Event::Settled { base, at } => (
            format!("the {} is settled at {}.", base.name(), at.name()),
            rule!("SF-9.3"),
            vec![ids::space(at)],
        ),
        Event::Unlocked { base } => {
            let info = &data().bases[base as usize];
            let mut parts = Vec::new();
            if info.flagships > 0 {
                parts.push("a Flagship".to_string());
            }
            if !info.resources.is_empty() {
                parts.push(phrase::bundle(info.resources));
            }
            match info.technology {
                Some(crate::data::Unlock::Federation) => parts.push("a technology".into()),
                Some(crate::data::Unlock::WarpGates) => parts.push("the Warp Research token".into()),
                None => {}
            }
            (
                format!("the {} unlocks {}.", base.name(), phrase::list(&parts)),
                rule!("SF-9.7"),
                vec![ids::base(base)],
            )
        }
        Event::Upgraded { what, at } => (
            format!("the {} at {} is upgraded.", what.name(), at.name()),
            rule!("SF-9.10"),
            vec![ids::space(at)],
        ),
        Event::ShipMoved { ship, from, to, mine } => (
            format!("a {} moves from {} to {}.", phrase::ship(ship, mine), from.name(), to.name()),
            rule!("SF-9.12"),
            vec![ids::space(from), ids::space(to)],
        ),
        Event::ShipFolded { ship, from, to } => (
            format!("a {} folds space from {} to {}.", ship.name(), from.name(), to.name()),
            rule!("SF-9.45"),
            vec![ids::space(from), ids::space(to)],
        ),
        Event::Pursued { ship, from, to } => (
            format!("a {} must pursue from {} to {}.", ship.name(), from.name(), to.name()),
            rule!("SF-15.7"),
            vec![ids::space(from), ids::space(to)],
        ),
        Event::Bypassed { token } => {
            (format!("{} is bypassed and goes to the holding box.", token.name()), rule!("SF-9.17"), vec![])
        }
        Event::BypassDrew { tokens } => {
            let names: Vec<String> = tokens.iter().map(|t| t.name()).collect();
            (format!("drawn to choose from: {}.", phrase::list(&names)), rule!("SF-9.17"), vec![])
        }
        Event::BypassTook { token } => {
            (format!("{} comes into the queue.", token.name()), rule!("SF-9.17"), vec![ids::queue(4)])
        }
        Event::Looked { techs } => {
            let names: Vec<String> = techs.iter().map(|t| t.name().to_string()).collect();
            (format!("you look at {}.", phrase::list(&names)), rule!("SF-9.18"), vec![])
        }
        Event::Begun { tech } => {
            (format!("research on {} begins at 0 %.", tech.name()), rule!("SF-9.18"), vec![])
        }
        Event::ResearchMoved { tech, from, to } => {
            let text = match to.cmp(&from) {
                std::cmp::Ordering::Equal => {
                    format!("{} makes no progress at {}.", tech.name(), phrase::percent(to))
                }
                std::cmp::Ordering::Greater => {
                    format!("{} advances to {}.", tech.name(), phrase::percent(to))
                }
                std::cmp::Ordering::Less => format!("{} falls back to {}.", tech.name(), phrase::percent(to)),
            };
            (text, rule!("SF-9.20"), vec![])
        }
        Event::Completed { tech } => (
            format!("{} is completed: {}.", tech.name(), phrase::fed_tech(tech)),
            data().federation[tech as usize].rule,
            vec![],
        ),
        Event::WarpOpened => (
            "Warp is open: 2 Warp tokens in their pool, 2 Ally Ships in Unbuilt Assets, 4 Warp technologies."
                .into(),
            rule!("SF-14.6"),
            vec![ids::pool(crate::nouns::Resource::Warp)],
        ),
        Event::WarpTechs { n } => (
            format!("{n} Warp technologies go face down to the Un-researched box."),
            rule!("SF-9.44"),
            vec![],
        ),
        Event::TechRemoved { race, tech, space } => (
            format!("{} lose {} in space {space}.", phrase::the(race), tech.name()),
            rule!("SF-9.25"),
            vec![ids::tech_space(race, space)],
        ),
        Event::SabotageFailed { race, number } => (
            format!("the Sabotage finds nothing in space {number} of {}.", phrase::the(race)),
            rule!("SF-9.24"),
            vec![ids::tech(race)],
        ),
        Event::SpyPlaced { race, space } => (
            format!("a spy takes space {space} of the technology track of {}.", phrase::the(race)),
            rule!("SF-9.26"),
            vec![ids::tech_space(race, space)],
        ),
        Event::SpyMoved { race, space } => (
            format!("the spy moves on to space {space}."),
            rule!("SF-9.27"),
            vec![ids::tech_space(race, space)],
        ),
        Event::SpyCrowdedOut { race } => (
            "the track is full: the spy returns to the pool.".into(),
            rule!("SF-9.27"),
            vec![ids::tech(race)],
        ),
        Event::AttachePlaced { race } => (
            format!("an Attaché goes to {}.", phrase::the(race)),
            rule!("SF-9.28"),
            vec![format!("attache-{}", race.id())],
        ),
        Event::EmbassyPlaced { race } => {
            (format!("an Embassy opens with {}.", phrase::the(race)), rule!("SF-9.35"), vec![ids::war(race)])
        }
        Event::EmbassyClosed { race } => (
            format!("the Embassy with {} closes at Total War.", phrase::the(race)),
            rule!("SF-9.37"),
            vec![ids::war(race)],
        ),
        Event::ColumnOpened { column } => (
            format!("the {} column of the Resource Track opens.", phrase::column_name(column)),
            rule!("SF-9.32"),
            vec![ids::column(column)],
        ),
        Event::ColumnLocked { column, lost } => (
            format!(
                "the {} column is locked; to the pools: {}.",
                phrase::column_name(column),
                phrase::bundle(lost)
            ),
            rule!("SF-9.33"),
            vec![ids::column(column)],
        ),
        Event::Reclaimed { what } => (
            format!("{} is reclaimed into its pool.", phrase::a_token(what)),
            rule!("SF-9.34"),
            vec![ids::pool(what)],
        ),
        Event::Moved { marker, from, to } => {
            let (verb, rule) = match marker {
                Marker::Expansion => ("goes", rule!("SF-7.4")),
                Marker::Losses => ("go", rule!("SF-7.8")),
                Marker::Stability => ("goes", rule!("SF-3.4")),
            };
            (format!("{} {verb} from {from} to {to}.", marker.name()), rule, vec![ids::marker(marker)])
        }
        Event::Dealt { pair, deal, warp } => {
            let (rule, what) = match deal {
                Deal::ArmsDealing(r) => {
                    (rule!("SF-9.47"), format!("Arms Dealing in favour of {}", phrase::the(r)))
                }
                Deal::ImpartialArbitration => (rule!("SF-9.48"), "Impartial Arbitration".into()),
                Deal::FalsifiedIntel(r) => {
                    (rule!("SF-9.49"), format!("Falsified Intel about {}", phrase::the(r)))
                }
                Deal::Disarmament => (rule!("SF-9.50"), "Disarmament".into()),
                Deal::PeaceTalks => (rule!("SF-9.51"), "Peace Talks".into()),
            };
            let by = if warp { " through External Arbitration" } else { "" };
            (format!("{what}{by} ends the war of {}.", pair.name()), rule, vec![ids::pair(pair)])
        }
        Event::WarMoved { race, from, to, why } => {
            let rule = match why {
                Cause::Aliens => rule!("SF-10.6"),
                Cause::Mercenaries => rule!("SF-11.10"),
                Cause::MercenariesBeaten => rule!("SF-10.7"),
                Cause::Envoy => rule!("SF-9.38"),
                Cause::Parley => rule!("SF-9.39"),
                Cause::ArmsDealing => rule!("SF-9.47"),
                Cause::PeaceTalks => rule!("SF-9.51"),
            };
            let way = if to > from { "down" } else { "up" };
            let text =
                format!("the War Effort of {} goes {way} to {}.", phrase::the(race), phrase::level(to));
            (text, rule, vec![ids::war(race)])
        }
        Event::BelowTotalWar { race, later } => {
            let when = if later { " after the combats of this round" } else { "" };
            let text =
                format!("{} are at Total War already and will Advance instead{when}.", phrase::the(race));
            (text, rule!("SF-10.8"), vec![ids::war(race)])
        }
        Event::GreedIgnored => (
            "the Mercenaries are at Total War already; nothing more happens to their War Effort.".into(),
            rule!("SF-10.9"),
            vec![ids::war(crate::nouns::Race::Mercenaries)],
        ),
        Event::RelationMoved { pair, from, to } => {
            let (text, rule) = match (from, to) {
                (_, Relation::War) => {
                    (format!("{} are at war with each other.", pair.name()), rule!("SF-11.5"))
                }
                (_, Relation::Alliance) => (format!("{} are allies now.", pair.name()), rule!("SF-11.4")),
                (Relation::War, Relation::Neutral) => {
                    (format!("the war of {} is over.", pair.name()), rule!("SF-11.5"))
                }
                (Relation::Alliance | Relation::Neutral, Relation::Neutral) => {
                    (format!("the alliance of {} is over.", pair.name()), rule!("SF-11.3"))
                }
            };
            (text, rule, vec![ids::pair(pair)])
        }
        Event::StillAtWar { pair } => {
            (format!("{} are at war already.", pair.name()), rule!("SF-11.3"), vec![ids::pair(pair)])
        }
        Event::Overage { pair, keyword } => (
            format!("{} are allies already: overage by {}.", pair.name(), phrase::keyword(keyword)),
            rule!("SF-11.9"),
            vec![ids::pair(pair)],
        ),
        Event::Contested { contest, face, band } => {
            let (who, what) = (phrase::contester(contest), phrase::contested(contest));
            let text = match band {
                Band::Stays => format!("with a {face}, {who} stops {what} and stays."),
                Band::Returned => format!("with a {face}, {who} stops {what} and returns to the pool."),
                Band::Happens => format!("with a {face}, {who} returns to the pool and cannot stop {what}."),
            };
            let id = match contest {
                Contest::Spy { race } => ids::tech(race),
                Contest::Attache { pair, .. } => ids::pair(pair),
                Contest::Embassy { race, .. } => ids::war(race),
            };
            (text, rule!("SF-12.1"), vec![id])
        }
        Event::ContestDeclined { race } => (
            format!("you let {} have their technology.", phrase::the(race)),
            rule!("SF-5.16"),
            vec![ids::tech(race)],
        ),
        Event::SpyKilled { race } => (
            format!("your spy among {} is killed.", phrase::the(race)),
            rule!("SF-12.2"),
            vec![ids::war(race)],
        ),
        Event::Twisted { race, twist } => {
            let who = phrase::the(race);
            let (text, rule) = match twist {
                Twist::NotAtWar => (format!("{who} are not at War: no Advance."), rule!("SF-5.6")),
                Twist::AdvanceSpawns => {
                    (format!("{who} have no fleet in play: they spawn instead."), rule!("SF-5.11"))
                }
                Twist::SpawnIsTech => {
                    (format!("{who} have no fleet left to spawn: Tech instead."), rule!("SF-5.14"))
                }
                Twist::TechIsAdvance => {
                    (format!("the technology track of {who} is full: Advance instead."), rule!("SF-5.17"))
                }
                Twist::PressIsAdvance => {
                    (format!("{who} are at War: the Press is an Advance."), rule!("SF-5.18"))
                }
                Twist::PressIsSpawn => {
                    (format!("{who} have no fleet to press with: they spawn."), rule!("SF-5.19"))
                }
                Twist::PressHolds => (
                    format!("{who} hold the named spaces they have taken: no fleet presses on."),
                    rule!("SF-5.23"),
                ),
                Twist::ExtraAdvance => {
                    (format!("{who} are at Total War: one more Advance."), rule!("SF-5.3"))
                }
                Twist::NoBase => (
                    format!("you have no Base in the territory of {who}: nothing happens."),
                    rule!("SF-5.24"),
                ),
            };
            (text, rule, vec![ids::war(race)])
        }
        Event::Spawned { fleet, at } => (
            format!("{} spawns at {}.", phrase::the_fleet(fleet), at.name()),
            rule!("SF-5.12"),
            vec![ids::fleet(fleet), ids::space(at)],
        ),
        Event::FleetMoved { fleet, from, to } => (
            format!("{} moves from {} to {}.", phrase::the_fleet(fleet), from.name(), to.name()),
            rule!("SF-5.7"),
            vec![ids::fleet(fleet), ids::space(to)],
        ),
        Event::FleetHeld { fleet, at } => (
            format!(
                "{} does not press on from {}: it would mean a fight.",
                phrase::the_fleet(fleet),
                at.name()
            ),
            rule!("SF-5.22"),
            vec![ids::fleet(fleet), ids::space(at)],
        ),
        Event::TechGained { race, tech, space } => (
            format!(
                "{} gain {} in space {space}: {}.",
                phrase::the(race),
                tech.name(),
                phrase::alien_tech(tech)
            ),
            data().alien[tech as usize].rule,
            vec![ids::tech_space(race, space)],
        ),
        Event::DoomPlaced { at } => (
            format!("the Doom Fleet appears at {}.", at.name()),
            rule!("SF-15.13"),
            vec![ids::fleet(Fleet::DOOM), ids::space(at)],
        ),
        Event::FleetStays { fleet, at } => (
            format!("{} cannot go back any further and stays at {}.", phrase::the_fleet(fleet), at.name()),
            rule!("SF-13.20"),
            vec![ids::fleet(fleet), ids::space(at)],
        ),
        Event::ChitDrawn { chit } => (
            format!("the Event chit is {}.", chit.name()),
            rule!("SF-6.2"),
            vec![format!("chit-{}", chit.id())],
        ),
        Event::ChitsBack => ("all Event chits go face down again.".into(), rule!("SF-6.2"), vec![]),
        Event::EventIs { fx } => (format!("event: {}.", phrase::event(fx)), event_rule(fx), vec![]),
        Event::FactionIs { race } => {
            (format!("it strikes {}.", phrase::the(race)), rule!("SF-7.13"), vec![ids::war(race)])
        }
        Event::NothingHappens { fx } => ("the event has no effect.".into(), event_rule(fx), vec![]),
        Event::NoFastFleet { raiders } => {
            let what = if raiders { "Fast Raiders" } else { "Fast Scouts" };
            (format!("no race has {what}: a Random Event instead."), rule!("SF-6.9"), vec![])
        }
        Event::AlienWarHits { race, base } => (
            format!("the war of {} strikes the {}.", phrase::the(race), base.name()),
            rule!("SF-6.3"),
            vec![ids::base(base)],
        ),
        Event::AlienWarAngers { race } => (
            format!(
                "{} are at war and you have no Base there: your people grow restless.",
                phrase::the(race)
            ),
            rule!("SF-6.3"),
            vec![ids::war(race)],
        ),
        Event::BaseHit { base, at, lost } => {
            let fate = if lost { "goes to Unbuilt Assets" } else { "is flipped to its basic side" };
            (
                format!("the {} at {} {fate}.", base.name(), at.name()),
                rule!("SF-6.4"),
                vec![ids::base(base), ids::space(at)],
            )
        }
        Event::Declined { fx } => ("you decline.".into(), event_rule(fx), vec![]),
        Event::Returned { what, from } => (
            format!("{} {} returns to its pool.", phrase::a_token(what), phrase::from(from)),
            rule!("SF-7.11"),
            vec![ids::pool(what)],
        ),
        Event::BattleBegan { space, fleets, dice } => (
            format!(
                "combat at {} against {}: {}.",
                space.name(),
                phrase::fleets(fleets),
                phrase::n_dice(dice)
            ),
            rule!("SF-13.6"),
            fleets.iter().map(ids::fleet).chain([ids::space(space)]).collect(),
        ),
        Event::OutManeuvered { dice } => {
            (format!("you out-maneuver them: {} now.", phrase::n_dice(dice)), rule!("SF-9.16"), vec![])
        }
        Event::Plundered { what, from } => (
            format!("the Mercenaries plunder {} {}.", phrase::a_token(what), phrase::from(from)),
            rule!("SF-15.11"),
            vec![ids::pool(what)],
        ),
        Event::BattleWon { space, hits } => {
            let noun = if hits == 1 { "hit" } else { "hits" };
            (
                format!("{hits} {noun} at {}: every fleet takes them in full.", space.name()),
                rule!("SF-13.11"),
                vec![ids::space(space)],
            )
        }
        Event::Retreated { fleet, from, to } => (
            format!("{} retreats from {} to {}.", phrase::the_fleet(fleet), from.name(), to.name()),
            rule!("SF-13.12"),
            vec![ids::fleet(fleet), ids::space(to)],
        ),
        Event::Destroyed { fleet, at } => (
            format!("{} is destroyed at {}.", phrase::the_fleet(fleet), at.name()),
            rule!("SF-13.13"),
            vec![ids::fleet(fleet), ids::space(at)],
        ),
        Event::Buried { fleet, slot } => {
            let place = ["left", "middle", "right"][usize::from(slot.min(2))];
            let text =
                format!("{} goes to the {place} space of its Spawn Order Track.", phrase::the_fleet(fleet));
            (text, rule!("SF-13.15"), vec![ids::fleet(fleet)])
        }
        Event::Respawned { fleet, at } => (
            format!("{} re-spawns at {}.", phrase::the_fleet(fleet), at.name()),
            rule!("SF-15.9"),
            vec![ids::fleet(fleet), ids::space(at)],
        ),
        Event::DoomBack => (
            "the Doom Fleet goes back to the technology draw pile.".into(),
            rule!("SF-15.13"),
            vec![ids::fleet(Fleet::DOOM)],
        ),
        Event::BattleLost { space } => (
            format!("no hit: the battle at {} is lost.", space.name()),
            rule!("SF-13.19"),
            vec![ids::space(space)],
        ),
        Event::AssetLost { what, at, flipped } => {
            let fate = if flipped { "is flipped to its basic side" } else { "is lost to Unbuilt Assets" };
            (
                format!("the {} at {} {fate}.", what.name(), at.name()),
                rule!("SF-13.20"),
                vec![ids::asset(what, at), ids::space(at)],
            )
        }
        Event::Pushed { fleet, from, to } => (
            format!("{} is pushed back from {} to {}.", phrase::the_fleet(fleet), from.name(), to.name()),
            rule!("SF-13.20"),
            vec![ids::fleet(fleet), ids::space(to)],
        ),
        Event::NothingToLose { space } => (
            format!("there is nothing to lose at {}: the fleets stay.", space.name()),
            rule!("SF-13.21"),
            vec![ids::space(space)],
        ),
        Event::Ended { end } => {
            let rule = match end {
                End::Settled => rule!("SF-3.1"),
                End::SolFell => rule!("SF-3.3"),
                End::Unstable => rule!("SF-3.4"),
                End::Outclassed => rule!("SF-3.5"),
            };
            let text = match end {
                End::Settled => "all six named spaces are settled: you have won.",
                End::SolFell => "alien fleets are in Sol at the end of the turn: you have lost.",
                End::Unstable => "Federation Stability is 0: you have lost.",
                End::Outclassed => "every technology track is full: you have lost.",
            };
            (text.into(), rule, vec![])
        }
    }
}
