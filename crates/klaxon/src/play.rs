//! `klaxon play`.

use crate::out;
use anyhow::{Context, Result};
use clap::Args;
use klaxon_bots::Level;
use klaxon_catalog::{Advice, Choice, Table, shelf};
use klaxon_core::{Edition, Seat, TableOrder, Viewer};
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

/// Play a game in the terminal against bots.
///
/// Answer with the number of a choice or its words; `?` lists what else can be said.
#[derive(Args)]
pub struct Play {
    /// The game
    game: String,
    /// Scenario; the one for newcomers without it
    #[arg(long, default_value = "")]
    scenario: String,
    /// Options of the table, as key=value
    #[arg(long = "option", value_name = "KEY=VALUE")]
    options: Vec<String>,
    /// Edition of the rules; the newest without it
    #[arg(long, value_name = "N")]
    edition: Option<Edition>,
    /// Your seat
    #[arg(long, default_value_t = 0)]
    seat: u8,
    /// Strength of the bots: random, easy, normal, hard, expert
    #[arg(long, default_value = "normal")]
    bots: Level,
    /// Luck, for a game that can be repeated; from the system without it
    #[arg(long)]
    seed: Option<u64>,
    /// Write the log here when the game ends or is left
    #[arg(long)]
    log: Option<PathBuf>,
}

impl Play {
    pub fn run(self) -> Result<ExitCode> {
        let order = TableOrder {
            scenario: self.scenario.clone(),
            options: out::options(&self.options)?,
            edition: self.edition,
            ..TableOrder::default()
        };
        let seed = out::seed(self.seed)?;
        let table = Table::open(&self.game, &order, seed).map_err(|r| anyhow::anyhow!("{r}"))?;
        let seat = Seat(self.seat);
        anyhow::ensure!(seat.index() < table.seats(), "the table has the seats 0 to {}", table.seats() - 1);
        let mut game =
            Terminal { lines: vec![table.sealed_header()], table, seat, told: None, drawn: u32::MAX };
        let name = shelf::game(&self.game).map_or(self.game.as_str(), |c| c.name);
        out::line(format!("{name}. You are {}. Type ? for help.", game.table.seat_name(seat)))?;
        game.go(self.bots)?;
        if let Some(path) = &self.log {
            std::fs::write(path, game.lines.join("\n") + "\n")
                .with_context(|| format!("cannot write {}", path.display()))?;
            out::line(format!("The log is in {}.", path.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

struct Terminal {
    table: Table,
    seat: Seat,
    lines: Vec<String>,
    /// The step up to which everything was told; `None` before the first word.
    told: Option<u32>,
    /// The step at which the board was last drawn.
    drawn: u32,
}

impl Terminal {
    fn go(&mut self, level: Level) -> Result<()> {
        let mut clock = 0;
        loop {
            self.tell()?;
            if let Some(outcome) = self.table.outcome() {
                return out::line(format!("\n{}", outcome.text));
            }
            if let Some(why) = self.table.frozen() {
                anyhow::bail!("the table is frozen: {why}");
            }
            if let Some(seat) = self.table.to_act().iter().find(|&s| s != self.seat) {
                let thought =
                    self.table.think(seat, level, 7).context("a seat is asked but has no choice")?;
                let put = self
                    .table
                    .choose(seat, None, thought.index, now())
                    .map_err(|r| anyhow::anyhow!("{r}"))?;
                self.lines.push(put.line);
                for action in &thought.then {
                    let Ok(put) = self.table.act(seat, None, action, now()) else { break };
                    self.lines.push(put.line);
                }
            } else if self.table.to_act().has(self.seat) {
                if !self.ask()? {
                    return Ok(());
                }
            } else if let Some(alarm) = self.table.alarm() {
                clock = clock.max(alarm);
                self.lines.extend(self.table.clock(clock, now()).map(|put| put.line));
            } else {
                anyhow::bail!("nobody is asked and the game is not over");
            }
        }
    }

    /// What happened since the last time.
    fn tell(&mut self) -> Result<()> {
        let viewer = Viewer::Seat(self.seat);
        let told = self.told;
        let fresh = |step: u32| told.is_none_or(|told| step > told);
        for said in self.table.said(viewer, told.unwrap_or(0)).into_iter().filter(|s| fresh(s.step)) {
            let rule = said.line.rule.map_or(String::new(), |r| format!("  ({r})"));
            out::line(format!("  {}{rule}", said.line.text))?;
            if let Some(luck) = said.luck {
                out::line(format!("  dice: {}", luck.dice.join(" ")))?;
            }
        }
        self.told = Some(self.table.step());
        Ok(())
    }

    /// Asks the person. False when he leaves.
    fn ask(&mut self) -> Result<bool> {
        let choices = self.table.choices(self.seat);
        let anytime = self.table.anytime(self.seat);
        // What could still be taken back is not closed by an answer that nobody gave.
        let own = |choice: &Choice| !matches!(choice.label.mark, "table" | "concede" | "offered");
        let waits = anytime.iter().any(own) && self.table.can_undo(self.seat).is_ok();
        if let [only] = choices.as_slice()
            && !waits
        {
            let put =
                self.table.choose(self.seat, None, only.index, now()).map_err(|r| anyhow::anyhow!("{r}"))?;
            self.lines.push(put.line);
            return Ok(true);
        }
        let viewer = Viewer::Seat(self.seat);
        if self.drawn != self.table.step() {
            let picture = self.table.picture(viewer);
            if !picture.is_empty() {
                out::line(format!("\n{picture}"))?;
            }
            self.drawn = self.table.step();
        }
        let prompt = self.table.prompt(viewer);
        let rule = prompt.rule.map_or(String::new(), |r| format!("  ({r})"));
        out::line(format!("\n{}{rule}", prompt.text))?;
        list(&choices, if choices.len() > 40 { 24 } else { 40 })?;
        for choice in anytime.iter().filter(|choice| choice.label.mark == "open") {
            out::line(format!("       or `{}`: {}", choice.words, choice.label.text))?;
        }
        loop {
            let Some(answer) = read()? else { return Ok(false) };
            match answer.as_str() {
                "" => continue,
                "?" | "help" => help()?,
                "quit" | "q" => return Ok(false),
                "all" => list(&choices, usize::MAX)?,
                "board" => out::line(self.table.picture(viewer))?,
                "undo" => match self.table.undo(self.seat, now()) {
                    Ok(put) => {
                        self.lines.push(put.line);
                        self.told = Some(self.table.step());
                        out::line("  Taken back.")?;
                        return Ok(true);
                    }
                    Err(refusal) => out::line(format!("  {refusal}"))?,
                },
                "hint" => {
                    if let Some(advice) = self.table.advise(self.seat, 1) {
                        out::line(format!("  {}", in_words(&advice, &choices)))?;
                    }
                }
                words => {
                    if self.answer(words, &choices)? {
                        return Ok(true);
                    }
                }
            }
        }
    }

    /// A number, `odds N`, or the words of a decision. True when it was taken.
    fn answer(&mut self, words: &str, choices: &[Choice]) -> Result<bool> {
        if let Some(n) = words.strip_prefix("odds ") {
            match n.trim().parse().ok().and_then(|n: usize| self.table.odds(self.seat, n.wrapping_sub(1))) {
                Some(odds) => {
                    out::line(format!("  {}", odds.title))?;
                    for line in odds.because {
                        out::line(format!("    {}", line.text))?;
                    }
                    for (what, share) in odds.rows {
                        out::line(format!("    {share:>8}  {what}"))?;
                    }
                }
                None => out::line("  There is nothing to roll for in that choice.")?,
            }
            return Ok(false);
        }
        if let Some(id) = words.strip_prefix("rule ") {
            let rule = shelf::game_of_rule(id).and_then(|c| shelf::ledger(c.id)).and_then(|l| l.rule(id));
            out::line(rule.map_or("  There is no such rule.".into(), |r| format!("  {}  {}", r.id, r.text)))?;
            return Ok(false);
        }
        let taken = match words.parse::<usize>() {
            Ok(n) if (1..=choices.len()).contains(&n) => self.table.choose(self.seat, None, n - 1, now()),
            Ok(_) => {
                out::line(format!("  The choices go from 1 to {}.", choices.len()))?;
                return Ok(false);
            }
            Err(_) => self.table.say(self.seat, words, now()),
        };
        match taken {
            Ok(put) => {
                self.lines.push(put.line);
                Ok(true)
            }
            Err(refusal) => {
                out::line(format!("  {refusal}"))?;
                Ok(false)
            }
        }
    }
}

fn list(choices: &[Choice], most: usize) -> Result<()> {
    let mut group = "";
    for choice in choices.iter().take(most) {
        if choice.label.group != group {
            group = &choice.label.group;
            out::line(format!(" {group}"))?;
        }
        out::line(format!("  {:>3}  {}", choice.index + 1, choice.label.text))?;
    }
    if choices.len() > most {
        out::line(format!("       and {} more: `all` lists them", choices.len() - most))?;
    }
    Ok(())
}

fn help() -> Result<()> {
    out::line(
        "  A number takes that choice; so do its words, such as `move I5 H5`.\n  \
         all     list every choice        board   draw the board again\n  \
         odds N  what may come of it      hint    what the bot would do\n  \
         undo    take the last one back   rule ID show a rule\n  \
         quit    leave the game",
    )
}

fn read() -> Result<Option<String>> {
    if io::stdin().is_terminal() {
        print!("> ");
        io::stdout().flush()?;
    }
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as u64)
}

/// An advice in a line.
fn in_words(advice: &Advice, choices: &[Choice]) -> String {
    let Advice { thought, plan } = advice;
    let mut text = choices[thought.index].label.text.clone();
    if let Some(reason) = &thought.reason {
        text.push_str(&format!(": {reason}"));
    }
    if !plan.is_empty() {
        text.push_str(&format!("; then {}", plan.join(", then ")));
    }
    if let Some(worth) = thought.worth {
        text.push_str(&format!(" ({} %)", worth / 10));
    }
    text
}
