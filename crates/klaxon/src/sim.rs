//! `klaxon sim`.

mod rate;
mod record;

use crate::out;
use anyhow::{Context, Result};
use clap::Args;
use klaxon_bots::{BLUNDER, Budget, Level, MISTAKE};
use klaxon_catalog::{
    Table,
    arena::{self, Blunders, Judging, Match, Played, Score},
    shelf,
};
use klaxon_core::{Edition, Menu, Outcome, SeatSet, Seed, TableOrder};
use serde_json::json;
use std::{collections::BTreeMap, path::PathBuf, process::ExitCode, thread, time::Instant};

/// Let bots play many games against each other.
///
/// The bots change sides from game to game. With more than two bots every pair plays a match and the cross table is
/// printed, each cell with its 95 % confidence interval. In a game for one each bot plays alone, and its share of wins
/// is printed with the ways in which its games ended. An option that is given several times plays a match with each of
/// its values; at the end the results of all matches are summed up by the names of the seats. With `--blunders` a deeper search
/// judges what they decide.
#[derive(Args)]
pub struct Sim {
    /// The game
    game: String,
    /// Scenario or difficulty; several in turn with commas between, all of them with `all`
    #[arg(long, visible_alias = "difficulty", default_value = "")]
    scenario: String,
    /// Number of seats; the usual one without it
    #[arg(long, default_value_t = 0)]
    seats: usize,
    /// Options of the table, as key=value
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Edition of the rules; the newest without it
    #[arg(long, value_name = "N")]
    edition: Option<Edition>,
    /// Bots, separated by commas: random, easy (rule-of-thumb), normal (search), hard, expert; without it normal against random,
    /// and all of them with `--rate`
    #[arg(long, value_delimiter = ',')]
    bots: Option<Vec<Level>>,
    /// Number of games of each match
    #[arg(long, default_value_t = 40)]
    games: u32,
    /// Luck of the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rate the bots instead: one pool for the game, normal bots at 1500; in a game that is won alone or together, their shares of wins
    #[arg(long, conflicts_with_all = ["blunders", "record"])]
    rate: bool,
    /// Write what was found into this file, in place of what it says of these bots
    #[arg(long, value_name = "FILE", requires = "rate")]
    into: Option<PathBuf>,
    /// Report how often the bots blunder instead of who wins: decisions that a deeper search finds to cost 160 or more of 1000,
    /// per 1,000 decisions; of a crew of Space Alert, phases that it should have planned otherwise
    #[arg(long)]
    blunders: bool,
    /// Rounds of the deeper search; 550 are what a normal bot takes
    #[arg(long, requires = "blunders", default_value_t = 1600)]
    rounds: u32,
    /// The deeper search looks at one decision in so many
    #[arg(long, requires = "blunders", default_value_t = 8)]
    every: u32,
    /// Games at a time
    #[arg(long)]
    threads: Option<usize>,
    /// Instead of a match: write positions and what came of them into a file, for `tools/train`
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Positions kept of each recorded game
    #[arg(long, default_value_t = 6, requires = "record")]
    rows: usize,
    /// Recorded games are searched with so many rounds and so long a horizon, as 64x8; rules of thumb without it
    #[arg(long, value_name = "ROUNDSxHORIZON", requires = "record")]
    depth: Option<Budget>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Sim {
    pub fn run(self) -> Result<ExitCode> {
        let menu = shelf::menu(&self.game).with_context(|| shelf::no_such_game(&self.game).text)?;
        let scenarios: Vec<String> = match self.scenario.as_str() {
            "all" => menu.scenarios.iter().map(|s| s.id.clone()).collect(),
            some => some.split(',').map(String::from).collect(),
        };
        let threads = self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        if let Some(file) = &self.record {
            return self.write_record(file, &scenarios, threads);
        }
        if self.rate {
            return self.rate(menu, &scenarios, threads);
        }
        let bots = self.bots.clone().unwrap_or(vec![Level::Normal, Level::Random]);
        let mut rows = Vec::new();
        let mut all = Vec::new();
        let options = each_value(&self.options)?;
        for (scenario, options) in scenarios.iter().flat_map(|s| options.iter().map(move |o| (s, o))) {
            let asked = options.iter().map(|(k, v)| format!(", {k} {v}")).collect::<String>();
            let order = TableOrder {
                scenario: scenario.clone(),
                seats: self.seats,
                options: options.clone(),
                edition: self.edition,
                ..TableOrder::default()
            };
            let table = Table::open(&self.game, &order, Seed::small(self.seed))
                .map_err(|r| anyhow::anyhow!("{r}"))?;
            // In a game for one each bot plays by itself.
            let alone = table.seats() == 1;
            let matches = if alone { bots.iter().map(|&b| vec![b]).collect() } else { pairs(&bots) };
            for pair in matches {
                let plan = Match {
                    game: self.game.clone(),
                    order: order.clone(),
                    bots: pair.clone(),
                    games: self.games,
                    seed: self.seed,
                    threads,
                    swap: true,
                };
                let names: Vec<&str> = pair.iter().map(|l| l.name()).collect();
                let bar = out::progress(u64::from(self.games), &names.join(" – "));
                let start = Instant::now();
                if self.blunders {
                    let judging = Judging { rounds: self.rounds, every: self.every };
                    let found = arena::blunders(&plan, judging, |n| bar.set_position(u64::from(n)))
                        .map_err(|r| anyhow::anyhow!("{r}"))?;
                    bar.finish_and_clear();
                    let title = format!("{}, {}{asked}", menu.name, scenario_name(menu, &order));
                    let judged = Judged { judging, games: self.games, found: by_level(&pair, &found) };
                    if self.json {
                        rows.push(judged.json(&self.game, &order, self.seed));
                    } else {
                        out::line(judged.text(&title, start.elapsed().as_secs_f64()))?;
                    }
                    continue;
                }
                let played = arena::play(&plan, |n| bar.set_position(u64::from(n)))
                    .map_err(|r| anyhow::anyhow!("{r}"))?;
                bar.finish_and_clear();
                let scenario = scenario_name(menu, &order);
                let steps: u32 = played.iter().map(|p| p.steps).sum();
                let home = Home::of(&played);
                let bots = arena::by_bot(&played, pair.len());
                let sides = sides(&played);
                if self.json {
                    let row = |name: &str, s: &Score| {
                        json!({ "name": name, "won": s.won, "drawn": s.drawn, "lost": s.lost,
                        "share": s.share(), "low": s.interval().0, "high": s.interval().1 })
                    };
                    rows.push(json!({
                        "game": self.game, "scenario": scenario, "options": order.options,
                        "games": self.games, "seed": self.seed,
                        "seconds": start.elapsed().as_secs_f64(),
                        "steps": f64::from(steps) / f64::from(self.games.max(1)),
                        "home": home.as_ref().map(Home::json),
                        "bots": names.iter().zip(&bots).map(|(n, s)| row(n, s)).collect::<Vec<_>>(),
                        "ends": ends(&played),
                        "seats": sides.iter().map(|(n, s)| row(n, s)).collect::<Vec<_>>(),
                    }));
                    all.extend(played);
                    continue;
                }
                out::line(format!(
                    "{}, {scenario}{asked}: {} games in {:.1} s, {:.0} steps a game",
                    menu.name,
                    self.games,
                    start.elapsed().as_secs_f64(),
                    f64::from(steps) / f64::from(self.games.max(1))
                ))?;
                if let Some(home) = &home {
                    out::line(home.row())?;
                    continue;
                }
                for (name, score) in names.iter().zip(&bots) {
                    out::line(row(name, *score))?;
                }
                if alone {
                    for (end, n) in ends(&played) {
                        out::line(format!(
                            "  {:>5.1} %  {end}",
                            100.0 * f64::from(n) / f64::from(self.games.max(1))
                        ))?;
                    }
                    continue;
                }
                out::line("  by seat")?;
                for (name, score) in &sides {
                    out::line(row(name, *score))?;
                }
                all.extend(played);
            }
        }
        if !self.json && all.len() > self.games as usize {
            out::line(format!("All {} games by name", all.len()))?;
            for (name, score) in arena::by_name(&all) {
                out::line(row(&name, score))?;
            }
        }
        if self.json {
            out::json(&rows)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn scenario_name<'a>(menu: &'a Menu, order: &'a TableOrder) -> &'a str {
    if order.scenario.is_empty() { menu.scenarios[0].id.as_str() } else { &order.scenario }
}

/// What the deeper search found of the levels of a match.
struct Judged {
    judging: Judging,
    games: u32,
    found: Vec<(Level, Blunders)>,
}

/// Bots of one level are counted together.
fn by_level(bots: &[Level], found: &[Blunders]) -> Vec<(Level, Blunders)> {
    let mut all: Vec<(Level, Blunders)> = Vec::new();
    for (level, row) in bots.iter().zip(found) {
        match all.iter_mut().find(|(l, _)| l == level) {
            Some((_, sum)) => {
                sum.judged += row.judged;
                sum.mistakes += row.mistakes;
                sum.blunders += row.blunders;
            }
            None => all.push((*level, *row)),
        }
    }
    all
}

impl Judged {
    fn text(&self, title: &str, seconds: f64) -> String {
        let Judging { rounds, every } = self.judging;
        let mut text = format!(
            "{title}: {} games in {seconds:.1} s; a search of {rounds} rounds looks at one decision in {every}",
            self.games
        );
        for (level, row) in &self.found {
            if row.judged == 0 {
                text += &format!("\n  {:<8} had nothing to decide", level.name());
                continue;
            }
            let (rate, low, high) = row.per_thousand();
            text += &format!(
                "\n  {:<8} {:>5} judged {:>4} mistakes {:>4} blunders   {rate:>5.1} blunders per 1,000  ({low:.1}–{high:.1})",
                level.name(),
                row.judged,
                row.mistakes,
                row.blunders,
            );
        }
        text
    }

    fn json(&self, game: &str, order: &TableOrder, seed: u64) -> serde_json::Value {
        let row = |(level, row): &(Level, Blunders)| {
            let (rate, low, high) = row.per_thousand();
            json!({ "name": level.name(), "judged": row.judged, "mistakes": row.mistakes,
                "blunders": row.blunders, "per_thousand": rate, "low": low, "high": high })
        };
        json!({ "game": game, "scenario": order.scenario, "options": order.options, "games": self.games,
            "seed": seed, "rounds": self.judging.rounds, "every": self.judging.every,
            "mistake": MISTAKE, "blunder": BLUNDER, "bots": self.found.iter().map(row).collect::<Vec<_>>() })
    }
}

/// Seats by name, in their order. Where the names change from game to game, as with factions that are dealt, by
/// name alone.
fn sides(played: &[Played]) -> Vec<(String, Score)> {
    let fixed = played.iter().all(|p| p.names == played[0].names);
    match played.first() {
        Some(first) if fixed => first.names.iter().cloned().zip(arena::by_seat(played)).collect(),
        _ => arena::by_name(played).into_iter().collect(),
    }
}

/// The options of each match: every combination of the values that are given for each key.
fn each_value(pairs: &[String]) -> Result<Vec<BTreeMap<String, String>>> {
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for pair in pairs {
        for (key, value) in out::options(std::slice::from_ref(pair))? {
            values.entry(key).or_default().push(value);
        }
    }
    let mut orders = vec![BTreeMap::new()];
    for (key, values) in &values {
        let with = |order: &BTreeMap<String, String>, value: &String| {
            let mut order = order.clone();
            order.insert(key.clone(), value.clone());
            order
        };
        orders = orders.iter().flat_map(|o| values.iter().map(|v| with(o, v))).collect();
    }
    Ok(orders)
}

/// A game that all win or lose together: how often it was survived, and with how many points.
struct Home {
    score: Score,
    points: Vec<i32>,
}

impl Home {
    /// Only for games that count points and have no loser among the seats.
    fn of(played: &[Played]) -> Option<Home> {
        let outcomes: Vec<&Outcome> = played.iter().filter_map(|p| p.outcome.as_ref()).collect();
        let together = |o: &&Outcome| o.winners.is_empty() || o.winners == SeatSet::first(o.winners.len());
        let points: Vec<i32> = outcomes.iter().filter_map(|o| o.score).collect();
        let won = outcomes.iter().filter(|o| !o.winners.is_empty()).count();
        if points.is_empty() || won != points.len() || !outcomes.iter().all(together) {
            return None;
        }
        let lost = (played.len() - won) as u32;
        Some(Home { score: Score { won: won as u32, drawn: 0, lost }, points })
    }

    fn mean(&self) -> f64 {
        f64::from(self.points.iter().sum::<i32>()) / self.points.len().max(1) as f64
    }

    fn json(&self) -> serde_json::Value {
        let (low, high) = self.score.interval();
        json!({ "survived": self.score.won, "lost": self.score.lost, "share": self.score.share(),
            "low": low, "high": high, "points": self.mean() })
    }

    fn row(&self) -> String {
        let (low, high) = self.score.interval();
        format!(
            "  survived {} of {}: {:.1} %  ({:.1}–{:.1}), {:.1} points on average",
            self.score.won,
            self.score.games(),
            100.0 * self.score.share(),
            100.0 * low,
            100.0 * high,
            self.mean()
        )
    }
}

/// Every pair of three or more bots; two bots, or one against itself, are one match.
fn pairs(bots: &[Level]) -> Vec<Vec<Level>> {
    if bots.len() <= 2 {
        return vec![bots.to_vec()];
    }
    let rest = |i: usize| bots[i + 1..].iter().map(move |&b| vec![bots[i], b]);
    (0..bots.len()).flat_map(rest).collect()
}

/// The ways in which games ended, the commonest first.
fn ends(played: &[Played]) -> Vec<(String, u32)> {
    let mut all: Vec<(String, u32)> = Vec::new();
    for game in played {
        let text = alike(game.outcome.as_ref().map_or("given up", |o| o.text.as_str()));
        match all.iter_mut().find(|(t, _)| *t == text) {
            Some((_, n)) => *n += 1,
            None => all.push((text, 1)),
        }
    }
    all.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    all
}

/// A sentence with `n` for each number that differs from game to game, so that like ends meet and can still be read.
/// Digits within a word, such as those of a rule, stay.
fn alike(text: &str) -> String {
    let number = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        bare.parse::<u32>().is_ok().then(|| word.replacen(bare, "n", 1))
    };
    text.split(' ').map(|word| number(word).unwrap_or_else(|| word.to_owned())).collect::<Vec<_>>().join(" ")
}

fn row(name: &str, score: Score) -> String {
    let (low, high) = score.interval();
    format!(
        "  {name:<28} {:>4} won {:>4} drawn {:>4} lost   {:>5.1} %  ({:.1}–{:.1})",
        score.won,
        score.drawn,
        score.lost,
        100.0 * score.share(),
        100.0 * low,
        100.0 * high
    )
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn like_ends_meet_and_can_be_read() {
        for (text, same) in [
            (
                "the Overmind wins with 15 conquest points to 9 (SC-14.1)",
                "the Overmind wins with n conquest points to n (SC-14.1)",
            ),
            ("Sol fell in round 7.", "Sol fell in round n."),
            ("given up", "given up"),
        ] {
            assert_eq!(alike(text), same);
        }
    }
}
