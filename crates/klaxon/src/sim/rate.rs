//! `klaxon sim --rate`: how strong the bots of a game are, in one pool.

use super::{Home, Sim, row, scenario_name};
use crate::out;
use anyhow::{Context, Result, anyhow, ensure};
use klaxon_bots::Level;
use klaxon_catalog::{
    arena::{self, Match, Score},
    shelf,
    strength::{self, Met, Row, Strength},
};
use klaxon_core::{Menu, SeatSet, TableOrder};
use serde_json::json;
use std::{fs, path::Path, process::ExitCode};

/// Levels that are further apart than this do not meet: the stronger would win nearly always, which says little.
const APART: usize = 2;

impl Sim {
    pub(super) fn rate(&self, menu: &Menu, scenarios: &[String], threads: usize) -> Result<ExitCode> {
        let [scenario] = scenarios else {
            return Err(anyhow!("bots are rated in one scenario at a time"));
        };
        let options = out::options(&self.options)?;
        let order = TableOrder {
            scenario: scenario.clone(),
            seats: self.seats,
            options,
            edition: self.edition,
            ..TableOrder::default()
        };
        let mut bots = self.bots.clone().unwrap_or(Level::ALL.to_vec());
        bots.sort_by_key(|bot| Level::ALL.iter().position(|level| level == bot));
        bots.dedup();
        let plan = |bots: &[Level]| Match {
            game: self.game.clone(),
            order: order.clone(),
            bots: bots.to_vec(),
            games: self.games,
            seed: self.seed,
            threads,
            swap: true,
        };
        let scenario = scenario_name(menu, &order).to_owned();
        let together = together(&Match { games: 1, ..plan(&[Level::Easy]) })?;
        let rows = if together { self.shares(&bots, &scenario, plan)? } else { self.ratings(&bots, plan)? };
        if self.json {
            let line = |row: &Row| {
                let (measure, value, low, high) = figures(&row.strength);
                json!({ "game": row.game, "level": row.level.name(), "scenario": scenario,
                    "measure": measure, "value": value, "low": low, "high": high, "games": self.games })
            };
            out::json(&rows.iter().map(line).collect::<Vec<_>>())?;
        } else {
            out::line(format!("{}, {scenario}: {} games of each match", menu.name, self.games))?;
            for row in &rows {
                let (measure, value, low, high) = figures(&row.strength);
                out::line(format!("  {:<8} {measure} {value:>5}  ({low}–{high})", row.level.name()))?;
            }
        }
        if let Some(file) = &self.into {
            write(file, &self.game, &rows)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Bots against each other.
    fn ratings(&self, bots: &[Level], plan: impl Fn(&[Level]) -> Match) -> Result<Vec<Row>> {
        let fixed = bots.iter().position(|bot| *bot == Level::Normal);
        let fixed = fixed.context("ratings are counted from normal bots: let them take part")?;
        let mut met: Vec<Met> = Vec::new();
        for (a, first) in bots.iter().enumerate() {
            for (b, second) in bots.iter().enumerate().skip(a + 1).take(APART) {
                let score = self.meet(&plan(&[*first, *second]))?;
                met.push((a, b, score));
            }
        }
        let found = strength::fit(bots.len(), fixed, &met);
        let row = |(level, (points, half)): (&Level, (f64, f64))| {
            let [points, low, high] = [points, points - half, points + half].map(|x| x.round() as i32);
            Row { game: self.game.clone(), level: *level, strength: Strength::Rating { points, low, high } }
        };
        Ok(bots.iter().zip(found).map(row).collect())
    }

    fn meet(&self, plan: &Match) -> Result<Score> {
        let [first, second] = [plan.bots[0], plan.bots[1]];
        let bar = out::progress(u64::from(self.games), &format!("{first} – {second}"));
        let played = arena::play(plan, |n| bar.set_position(u64::from(n))).map_err(|r| anyhow!("{r}"))?;
        bar.finish_and_clear();
        let score = arena::by_bot(&played, 2)[0];
        if !self.json {
            out::line(row(&format!("{first} against {second}"), score))?;
        }
        Ok(score)
    }

    /// Bots that win or lose alone or together.
    fn shares(&self, bots: &[Level], scenario: &str, plan: impl Fn(&[Level]) -> Match) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for level in bots {
            let bar = out::progress(u64::from(self.games), level.name());
            let played = arena::play(&plan(&[*level]), |n| bar.set_position(u64::from(n)))
                .map_err(|r| anyhow!("{r}"))?;
            bar.finish_and_clear();
            let score = Home::of(&played).map_or_else(|| arena::by_bot(&played, 1)[0], |home| home.score);
            let (low, high) = score.interval();
            let [percent, low, high] = [score.share(), low, high].map(|x| (100.0 * x).round() as i32);
            let strength = Strength::Won { percent, low, high, scenario: scenario.to_owned() };
            rows.push(Row { game: self.game.clone(), level: *level, strength });
        }
        Ok(rows)
    }
}

/// Is this game won or lost by all together? One quick game tells.
fn together(plan: &Match) -> Result<bool> {
    let played = arena::play(plan, |_| {}).map_err(|r| anyhow!("{r}"))?;
    let outcome = played[0].outcome.as_ref().context("the game does not end")?;
    let all = SeatSet::first(played[0].seats.len());
    Ok(!outcome.draw && (outcome.winners.is_empty() || outcome.winners == all))
}

fn figures(strength: &Strength) -> (&'static str, i32, i32, i32) {
    match *strength {
        Strength::Rating { points, low, high } => ("rating", points, low, high),
        Strength::Won { percent, low, high, .. } => ("won", percent, low, high),
    }
}

/// Writes the lines of a game anew; what is said of levels that were not measured stays.
fn write(file: &Path, game: &str, rows: &[Row]) -> Result<()> {
    let old = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let (mut head, mut lines) = (String::new(), Vec::new());
    for line in old.lines() {
        if line.is_empty() || line.starts_with('#') {
            head += &format!("{line}\n");
            continue;
        }
        let row: Row = line.parse().map_err(|e| anyhow!("{}: {e}", file.display()))?;
        let again = row.game == game && rows.iter().any(|new| new.level == row.level);
        if !again {
            lines.push(row);
        }
    }
    lines.extend(rows.iter().cloned());
    let place = |row: &Row| {
        let game = shelf::games().iter().position(|cover| cover.id == row.game);
        (game, Level::ALL.iter().position(|level| *level == row.level))
    };
    lines.sort_by_key(place);
    ensure!(lines.len() >= rows.len(), "nothing to write");
    let text: String = lines.iter().map(|row| format!("{row}\n")).collect();
    fs::write(file, head + &text).with_context(|| format!("cannot write {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_game_are_written_anew_and_others_stay() {
        let file = std::env::temp_dir().join(format!("klaxon-strength-{}.txt", std::process::id()));
        fs::write(&file, "# head\nstarcraft easy rating 1200 1100 1300\nred-alert easy rating 1 0 2\nred-alert hard rating 7 6 8\n").unwrap();
        let row: Row = "red-alert easy rating 1300 1250 1350".parse().unwrap();
        write(&file, "red-alert", &[row]).unwrap();
        let text = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();
        let wanted = "# head\nred-alert easy rating 1300 1250 1350\nred-alert hard rating 7 6 8\nstarcraft easy rating 1200 1100 1300\n";
        assert_eq!(text, wanted);
    }
}
