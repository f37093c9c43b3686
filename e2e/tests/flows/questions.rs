//! Every kind of question stands on one screen. Games that bots play are searched for the first position in which each is
//! asked, and the page is looked at where such a game is branched: what a journey by luck does not come to is here for certain.

use crate::{
    harness::{Driver, Scratch, Server, browser_or_skip},
    stage::faults,
    table::settled,
};
use anyhow::{Context, Result, anyhow, ensure};
use klaxon_bots::Level;
use klaxon_catalog::Table;
use klaxon_core::{Seat, Seed, Situation, TableOrder, Viewer, Words};
use klaxon_federation::Federation;
use klaxon_red_alert::RedAlert;
use klaxon_space_alert::SpaceAlert;
use klaxon_star_trek::StarTrek;
use klaxon_starcraft::StarCraft;
use serde_json::json;
use std::{
    collections::BTreeSet,
    fmt::Debug,
    fs,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

/// Questions with a single answer that waits to be given.
const ALONE: [&str; 2] = ["Next", "Ready"];
/// Rules of questions that a table may answer by itself.
const SILENT: [&str; 1] = ["SC-5.1"];
/// Steps after which a game is given up that does not come to its end.
const STEPS: u32 = 4000;

/// Games to look into.
#[derive(Clone, Copy, Debug, Default)]
struct Search {
    /// Scenario, number of seats and options, as `scenario=…`, `seats=…` and `option=…`, with spaces between.
    order: &'static str,
    /// The position that they begin with, in clauses of situations; the scenario's own without it.
    position: &'static str,
    /// What is decided there before bots go on, each with the number of the seat.
    said: &'static [(u8, &'static str)],
    /// How many, with other luck and other bots.
    games: u64,
}

/// A moment at which something is asked that was not asked before.
struct Moment {
    /// Which of the logs, and the step in it.
    log: usize,
    step: u32,
    seat: Seat,
    /// The rule of the question, and what is new about it.
    rule: String,
    what: String,
}

/// What was found of a game.
#[derive(Default)]
struct Found {
    logs: Vec<PathBuf>,
    moments: Vec<Moment>,
    /// Names of questions that were asked, and rules that they were asked by.
    kinds: BTreeSet<String>,
    rules: BTreeSet<String>,
}

impl Search {
    fn order(&self) -> TableOrder {
        let mut order = TableOrder::default();
        for (key, value) in self.order.split_whitespace().filter_map(|part| part.split_once('=')) {
            match key {
                "scenario" => order.scenario = value.into(),
                "seats" => order.seats = value.parse().expect("a number of seats"),
                option => drop(order.options.insert(option.into(), value.into())),
            }
        }
        let clauses = self.position.split(';').map(str::trim).filter(|clause| !clause.is_empty());
        order.position = clauses.map(String::from).collect();
        order
    }
}

/// The names of a game's questions, as its list has them.
fn listed(game: &str) -> Result<BTreeSet<String>> {
    let list =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../crates/games/{game}/src/questions/mod.rs"));
    let name = |line: &str| {
        let (name, rest) = line.trim().split_once('(')?;
        let known =
            name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(char::is_alphanumeric);
        (known && rest.ends_with("),")).then(|| name.to_owned())
    };
    let names: BTreeSet<String> = fs::read_to_string(list)?.lines().filter_map(name).collect();
    ensure!(names.len() > 10, "{game} has a list of questions: {names:?}");
    Ok(names)
}

impl Found {
    /// Plays games and keeps the log of each in which something was asked for the first time.
    fn search<G: Words<Action: Debug> + Situation>(folder: &Scratch, searches: &[Search]) -> Result<Found> {
        let mut found = Found::default();
        for search in searches {
            for seed in 1..=search.games {
                found.play::<G>(folder, search, seed).with_context(|| format!("{search:?}, luck {seed}"))?;
            }
        }
        Ok(found)
    }

    fn play<G: Words<Action: Debug> + Situation>(
        &mut self,
        folder: &Scratch,
        search: &Search,
        seed: u64,
    ) -> Result<()> {
        // Some know what they want, some come everywhere.
        let level = if seed.is_multiple_of(2) { Level::Random } else { Level::Easy };
        let mut table =
            Table::open(G::ID, &search.order(), Seed::small(seed)).map_err(|no| anyhow!("{no}"))?;
        // Dates as if it were played now, for clocks go on from them.
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis() as u64;
        let mut said = search.said.iter();
        let mut lines = vec![table.sealed_header()];
        let (mut kinds, mut rules, mut moments) = (self.kinds.clone(), self.rules.clone(), Vec::new());
        while table.outcome().is_none() && table.step() < STEPS {
            let Some(first) = table.to_act().iter().next() else {
                let alarm = table.alarm().context("nobody is asked, and no clock runs")?;
                lines.extend(table.clock(alarm, now).map(|put| put.line));
                continue;
            };
            for seat in table.to_act().iter() {
                let game = table.session::<G>().context("a game of its own kind")?.game();
                let choices = game.choices(seat);
                // What has one answer may be answered before anybody looks.
                if choices.len() < 2 && !ALONE.contains(&kind_of(&choices[0]).as_str()) {
                    continue;
                }
                let rule =
                    table.prompt(Viewer::Seat(seat)).rule.context("a question has a rule")?.to_string();
                let mut new: Vec<String> = choices.iter().map(kind_of).collect();
                new.retain(|kind| kinds.insert(kind.clone()));
                if rules.insert(rule.clone()) || !new.is_empty() {
                    let (log, step, what) = (self.logs.len(), table.step(), new.join(", "));
                    moments.push(Moment { log, step, seat, rule, what });
                }
            }
            if let Some((seat, words)) = said.next() {
                lines.push(table.say(Seat(*seat), words, now).map_err(|no| anyhow!("{words}: {no}"))?.line);
                continue;
            }
            let thought = table.think(first, level, seed + u64::from(table.step())).context("it is asked")?;
            lines.push(table.choose(first, None, thought.index, now).map_err(|no| anyhow!("{no}"))?.line);
            for action in thought.then {
                let Ok(put) = table.act(first, None, &action, now) else { break };
                lines.push(put.line);
            }
        }
        // Only what is over can be branched.
        if table.outcome().is_some() && !moments.is_empty() {
            let path = folder.path().join(format!("{}.jsonl", self.logs.len()));
            fs::write(&path, lines.join("\n"))?;
            self.logs.push(path);
            self.moments.append(&mut moments);
            (self.kinds, self.rules) = (kinds, rules);
        }
        Ok(())
    }
}

/// The name of the question that a decision answers.
fn kind_of(action: &impl Debug) -> String {
    format!("{action:?}").split('(').next().unwrap_or_default().to_owned()
}

/// Looks at every question of a game. `never` are those that are not asked with a choice, each with its reason.
async fn every_question<G: Words<Action: Debug> + Situation>(
    searches: &[Search],
    never: &[&str],
) -> Result<()> {
    if !browser_or_skip(&format!("the questions of {}", G::ID)) {
        return Ok(());
    }
    let folder = Scratch::new(G::ID)?;
    let found = Found::search::<G>(&folder, searches)?;
    let missing: Vec<String> = listed(G::ID)?
        .into_iter()
        .filter(|kind| !found.kinds.contains(kind) && !never.contains(&kind.as_str()))
        .collect();
    ensure!(missing.is_empty(), "{}: never asked: {missing:?}; asked: {:?}", G::ID, found.rules);
    let (server, tables) = Server::start_with_logs(&found.logs)?;
    let mut driver = Driver::start().await?;
    let browser = driver.browser(1280, 800).await?;
    browser.goto(&server.url).await?;
    let mut faulty = Vec::new();
    for Moment { log, step, seat, rule, what } in &found.moments {
        let open = "const [address, form] = arguments[0], done = arguments[1];
            fetch(address, { method: 'POST', body: new URLSearchParams(form) }).then((a) => done(a.url));";
        let form =
            json!({ "step": step.to_string(), "seat": seat.to_string(), "others": "easy", "luck": "same" });
        let address = format!("{}/t/{}/branch", server.url, tables[*log]);
        let table = browser.execute_async(open, vec![json!([address, form])]).await?.json().clone();
        browser.goto(table.as_str().context("a table")?).await?;
        settled(&browser).await?;
        browser.execute("document.getElementById('got-it')?.click()", vec![]).await?;
        let asked = browser.execute("return document.getElementById('prompt').textContent", vec![]).await?;
        let asked = asked.json().as_str().context("a question")?.to_owned();
        let what = format!("{} {rule} {what}", G::ID);
        // What cannot be regretted may be paid before anybody looks (SC-5.1).
        let as_found = asked.contains(rule.as_str()) || SILENT.contains(&rule.as_str());
        ensure!(as_found, "{what}, step {step} of game {log}: another question is asked: {asked}");
        faulty.extend(faults(&browser, &format!("{what}, step {step} of game {log}")).await?);
    }
    browser.quit().await?;
    println!("{}: {} questions in {} games", G::ID, found.moments.len(), found.logs.len());
    ensure!(faulty.is_empty(), "{} faults: {faulty:#?}", faulty.len());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_question_of_red_alert_stands() -> Result<()> {
    let searches = [
        Search { games: 6, ..Search::default() },
        Search { order: "scenario=twin-sisters", games: 4, ..Search::default() },
        Search { order: "scenario=cardinals-belt jump-points=on", games: 2, ..Search::default() },
        Search {
            position: "time-pressure cw; hand cw CM-01; last cf CM-03; deck CM-08 CM-09; cw I2 SC; cf C2 SC; phase command cw",
            said: &[(0, "play CM-01"), (0, "done-ordering")],
            games: 1,
            ..Search::default()
        },
    ];
    every_question::<RedAlert>(&searches, &["Anytime"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_question_of_star_trek_stands() -> Result<()> {
    let searches = [
        Search { games: 4, ..Search::default() },
        Search { order: "fleets=build", games: 2, ..Search::default() },
        Search {
            order: "scenario=border-incident seats=6 fleets=build split=captain",
            games: 2,
            ..Search::default()
        },
        Search { order: "scenario=chain-of-command", games: 1, ..Search::default() },
        Search { order: "scenario=heart-of-glory", games: 8, ..Search::default() },
        Search {
            position: "ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S02 of p2 at 14000,12000 shields 0; \
                ship 3 FED-S01 of p2 at 14000,16000 shields 0; disk 1 FED-C01 on ship:2; disk 2 FED-C06 on ship:3; \
                disk 3 FED-C13 on ship:3 concealed; disk 4 ROM-C01 on ship:3 of p1 home 1; acting 2 owes AT",
            said: &[(1, "transport ship:3")],
            games: 2,
            ..Search::default()
        },
        Search {
            position: "stage cloak; phase 1; ship 1 ROM-S02 of p1 at 3000,12000 speed 2 orders AT,AT,AT; \
                ship 2 FED-S01 of p2 at 32000,12000 heading 1800 speed 1 orders CH,CH,CH; disk 1 ROM-T02 on ship:1",
            games: 2,
            ..Search::default()
        },
        Search {
            position: "stage keep; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000; \
                disk 1 ROM-T02 on ship:1 flipped; disk 2 ROM-T09 on ship:1 flipped",
            games: 1,
            ..Search::default()
        },
        // A fight of crews that the defender may lose.
        Search {
            position: "phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 acted; acting 1; \
                disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C04 on ship:2; disk 3 FED-C15 on ship:2 flipped",
            said: &[(0, "end")],
            games: 24,
            ..Search::default()
        },
    ];
    every_question::<StarTrek>(&searches, &["Anytime"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_question_of_federation_stands() -> Result<()> {
    let searches = [
        Search { games: 40, ..Search::default() },
        // Two Attachés at one relationship, an alliance that breaks, a step by Warp Bubble, and a Forced Pursuit.
        Search { position: "queue GCO; attaches FE CT MU", games: 40, ..Search::default() },
        Search {
            position: "queue RND; relation FE-CT alliance; relation MU-CY alliance",
            games: 40,
            ..Search::default()
        },
        Search {
            position: "moment actions; queue FED1; advantage W_BUB; stored M M; allies SOL",
            said: &[(0, "move ally SOL FE1")],
            games: 1,
            ..Search::default()
        },
        Search {
            position: "queue FE-ADV; war FE 3; tech FE A_FPU; fleet FE-B FE2; flagships FE1; allies FE1; mines FE1",
            games: 12,
            ..Search::default()
        },
    ];
    every_question::<Federation>(&searches, &[]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_question_of_starcraft_stands() -> Result<()> {
    let searches = [
        Search { games: 20, ..Search::default() },
        Search { order: "scenario=galaxy seats=3 factions=draft", games: 8, ..Search::default() },
        // A side of assist units only, a cloaked unit that withdraws, and pieces of one's own that are destroyed.
        Search {
            position: "galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p2 at tarsonis.1 queen defiler; \
                battle tarsonis.1 p1 marine vulture",
            games: 1,
            ..Search::default()
        },
        Search {
            position: "galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p1 at tarsonis.1 ghost; \
                p1 at tarsonis.2 marine; p1 hand TT03 TT05; p2 hand Z06 ZT06; battle tarsonis.1 p2 hydralisk queen",
            said: &[(1, "play Z06"), (1, "add ZT06"), (0, "play TT03"), (0, "add TT05")],
            games: 1,
            ..Search::default()
        },
        Search {
            position: "galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p1 at tarsonis.1 marine x2; \
                p1 card tarsonis.3; order p1 build tarsonis; order p2 build pridewater; phase turn p1",
            said: &[(0, "scrap")],
            games: 1,
            ..Search::default()
        },
    ];
    // The end of a turn is asked only where pieces of one's own may be in the way, and has one answer.
    every_question::<StarCraft>(&searches, &["Anytime", "EndTurn"]).await
}

/// Without a clock and with one, alone and with a pause, and what is asked between two missions of a campaign.
#[tokio::test(flavor = "multi_thread")]
async fn every_question_of_space_alert_stands() -> Result<()> {
    let searches = [
        Search { order: "clock=off", games: 2, ..Search::default() },
        Search { order: "pause=on", games: 1, ..Search::default() },
        Search { order: "seats=1", games: 2, ..Search::default() },
        Search {
            position: "crew 1 2 a1 a2; campaign 1 0 0; turn 13 threats; damage red heavy light shield; squad 1 led 1 disabled; squad 2 stored LR disabled",
            games: 4,
            ..Search::default()
        },
        Search {
            position: "crew 1 2 a1 a2; campaign 1 0 0; turn 13 threats; squad 1 led 1 disabled",
            games: 4,
            ..Search::default()
        },
    ];
    every_question::<SpaceAlert>(&searches, &[]).await
}
