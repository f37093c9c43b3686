//! Whole games as golden text that a player could read. The decisions stand in the text and are played from there, so that
//! a game goes its way whatever bots have learned since.

use klaxon_core::{
    Audience, Chance, Instinct, Seat, SeatSet, Seed, Session, Situation, TableOrder, Told, Viewer, Words,
};
use std::{fmt::Write as _, fs, marker::PhantomData, path::Path};

/// A game played with a known seed and written down, step by step.
#[derive(Clone, Debug)]
pub struct Playthrough<G> {
    order: TableOrder,
    seed: u64,
    limit: u32,
    chooser: Chooser,
    game: PhantomData<G>,
}

#[derive(Clone, Debug)]
enum Chooser {
    Random,
    Leaning,
    Scripted(Vec<String>),
}

/// A playthrough of a scenario, by its id; the empty id is the first one. Chooses at random unless told otherwise.
pub fn playthrough<G: Words + Situation + Instinct>(scenario: &str) -> Playthrough<G> {
    let order = TableOrder { scenario: scenario.into(), ..TableOrder::default() };
    Playthrough { order, seed: 1, limit: 20_000, chooser: Chooser::Random, game: PhantomData }
}

impl<G: Words + Situation + Instinct> Playthrough<G> {
    /// Played by so many.
    #[must_use]
    pub fn seats(mut self, seats: usize) -> Self {
        self.order.seats = seats;
        self
    }

    /// With this option.
    #[must_use]
    pub fn option(mut self, id: &str, value: &str) -> Self {
        self.order.options.insert(id.into(), value.into());
        self
    }

    /// With the luck of [`Seed::small`].
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Stops after so many steps.
    #[must_use]
    pub fn limit(mut self, steps: u32) -> Self {
        self.limit = steps;
        self
    }

    /// Where a game is made up: chooses by the game's own leanings instead of evenly.
    #[must_use]
    pub fn leaning(mut self) -> Self {
        self.chooser = Chooser::Leaning;
        self
    }

    /// Follows a script: a decision a line, such as `cw: move C5 D5`, or `clock`. Ends with it.
    #[must_use]
    pub fn script(mut self, lines: &str) -> Self {
        let lines = lines.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        self.chooser = Chooser::Scripted(lines.map(Into::into).collect());
        self
    }

    /// The game as text.
    ///
    /// # Panics
    /// When the table cannot be set up or a scripted decision is not accepted.
    pub fn text(&self) -> String {
        let (text, fault) = self.play();
        if let Some(fault) = fault {
            panic!("{fault}\n{text}");
        }
        text
    }

    /// The game as text, and why it could not go on as it was scripted.
    fn play(&self) -> (String, Option<String>) {
        let setup = G::setup(&self.order).expect("the order is on the menu");
        let mut session = Session::<G>::start(setup, Seed::small(self.seed)).expect("the set-up is legal");
        let scenario = if self.order.scenario.is_empty() {
            G::menu().scenarios.first().map(|s| s.id.clone()).unwrap_or_default()
        } else {
            self.order.scenario.clone()
        };
        let mut text = format!("game {}   scenario {scenario}   seed {}", G::ID, self.seed);
        for (id, value) in &self.order.options {
            let _ = write!(text, "   {id} {value}");
        }
        text.push('\n');
        let mut luck = Chance::quick(self.seed);
        let mut script = match &self.chooser {
            Chooser::Scripted(lines) => lines.iter(),
            Chooser::Random | Chooser::Leaning => [].iter(),
        };
        while session.step() < self.limit && session.game().outcome().is_none() {
            let scripted = script.next();
            if scripted.is_none() && matches!(self.chooser, Chooser::Scripted(_)) {
                break;
            }
            if let Err(fault) = self.step(&mut session, scripted, &mut luck, &mut text) {
                let _ = writeln!(text, "  {fault}");
                return (text, Some(fault));
            }
        }
        match session.game().outcome() {
            Some(outcome) => {
                let _ = writeln!(text, "end  {}", outcome.text);
            }
            None => text.push_str("not ended\n"),
        }
        hashes(&mut text, &session);
        (text, None)
    }

    /// One decision or tick, and what it told.
    fn step(
        &self,
        session: &mut Session<G>,
        scripted: Option<&String>,
        luck: &mut Chance,
        text: &mut String,
    ) -> Result<(), String> {
        let (game, step) = (session.game(), session.step() + 1);
        let acting: Vec<Seat> = game.to_act().iter().collect();
        let tick = match scripted {
            Some(line) => line == "clock",
            None => acting.is_empty() || (game.alarm().is_some() && luck.below(8) == 0),
        };
        if tick {
            let alarm = game.alarm().ok_or("no time is set for anything")?;
            let _ = writeln!(text, "step {step}  clock {alarm}");
            session.clock(alarm, alarm).ok_or("nothing is due")?;
        } else {
            let (seat, action) = match scripted {
                Some(line) => decision(game, line)?,
                None => self.choose(game, &acting, luck),
            };
            let prompt = G::prompt(&game.view(Viewer::Seat(seat)), Viewer::Seat(seat));
            let (name, n) = (G::seat_word(seat), game.choices(seat).len());
            let rule = prompt.rule.map_or(String::new(), |r| format!("  {r}"));
            let _ = writeln!(text, "step {step}  {name} to act ({n} choices){rule}");
            let words = G::words(&action);
            let _ = writeln!(text, "  > {words}");
            let done = session.act(seat, None, action, 0);
            done.map_err(|refusal| format!("{name}: {words} is refused: {refusal}"))?;
        }
        let told: &[Told<G::Event>] = session.steps().last().map_or(&[], |s| &s.told);
        for told in told {
            let _ = writeln!(text, "  {}  {}", audience::<G>(told.to), G::line(&told.event).text);
        }
        Ok(())
    }

    /// Plays the decisions that are written in a golden file, whose path counts from the package's own folder, and
    /// compares what came of them. `UPDATE_GOLDEN=1` writes what comes of them anew, and makes a game up where there is
    /// no file: read the difference before you keep it. Gives the text.
    ///
    /// # Panics
    /// When they differ, with the first line that does.
    #[track_caller]
    pub fn matches(&self, path: impl AsRef<Path>) -> String {
        let path = path.as_ref();
        let golden = fs::read_to_string(path).map(|text| text.replace("\r\n", "\n"));
        let mut game = self.clone();
        if let (Ok(golden), Chooser::Random | Chooser::Leaning) = (&golden, &self.chooser) {
            game.chooser = Chooser::Scripted(written(golden));
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some_and(|v| v == "1") {
            let text = game.text();
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).expect("the golden folder can be made");
            }
            fs::write(path, &text).expect("the golden file can be written");
            return text;
        }
        let hint = "run again with UPDATE_GOLDEN=1 and read the difference";
        let golden = golden.unwrap_or_else(|e| panic!("{} cannot be read ({e}): {hint}", path.display()));
        let (text, _) = game.play();
        let (mut old, mut new) = (golden.lines(), text.lines());
        let mut step = "";
        for line in 1.. {
            let (was, is) = (old.next(), new.next());
            if was.is_none() && is.is_none() {
                break;
            }
            if was != is {
                let (was, is) = (was.unwrap_or("(the end)"), is.unwrap_or("(the end)"));
                panic!(
                    "{}:{line}: the game went another way at {step}\n  was {was}\n  is  {is}\n{hint}",
                    path.display()
                );
            }
            step = is.filter(|l| l.starts_with("step ")).unwrap_or(step);
        }
        text
    }

    fn choose(&self, game: &G, acting: &[Seat], luck: &mut Chance) -> (Seat, G::Action) {
        let seat = *luck.pick(acting).expect("somebody is asked");
        let mut choices = game.choices(seat);
        let i = match self.chooser {
            Chooser::Random | Chooser::Scripted(_) => luck.below(choices.len() as u32) as usize,
            Chooser::Leaning => lean(game, seat, &choices, luck),
        };
        (seat, choices.swap_remove(i))
    }
}

/// A choice by its weight.
pub(crate) fn lean<G: Instinct>(game: &G, seat: Seat, choices: &[G::Action], luck: &mut Chance) -> usize {
    let weights: Vec<u32> = choices.iter().map(|a| game.lean(seat, a).clamp(1, 1 << 16)).collect();
    let mut left = luck.below(weights.iter().sum());
    for (i, weight) in weights.iter().enumerate() {
        match left.checked_sub(*weight) {
            Some(rest) => left = rest,
            None => return i,
        }
    }
    unreachable!("the weights sum up to more than the draw")
}

/// The decisions that a golden text has in it, as a script has them.
fn written(golden: &str) -> Vec<String> {
    let mut script = Vec::new();
    let mut name = "";
    for line in golden.lines() {
        if let Some((_, what)) = line.strip_prefix("step ").and_then(|l| l.split_once("  ")) {
            match what.split_once(" to act") {
                Some((seat, _)) => name = seat,
                None => script.push("clock".into()),
            }
        } else if let Some(words) = line.strip_prefix("  > ") {
            script.push(format!("{name}: {words}"));
        }
    }
    script
}

fn decision<G: Situation>(game: &G, line: &str) -> Result<(Seat, G::Action), String> {
    let (name, words) = line.split_once(':').ok_or_else(|| format!("`{line}` names no seat"))?;
    let seat = G::seat(name.trim()).ok_or_else(|| format!("`{line}`: there is no seat `{name}`"))?;
    let action = game.action(seat, words.trim()).map_err(|why| format!("`{line}` cannot be read: {why}"))?;
    Ok((seat, action))
}

fn audience<G: Situation>(to: Audience) -> String {
    let names = |set: SeatSet| set.iter().map(G::seat_word).collect::<Vec<_>>().join("+");
    match to {
        Audience::All => "all:".into(),
        Audience::Seats(set) => format!("{}:", names(set)),
        Audience::Others(set) => format!("all but {}:", names(set)),
    }
}

fn hashes<G: Words + Situation>(text: &mut String, session: &Session<G>) {
    let game = session.game();
    let _ = write!(text, "  hash {}", klaxon_core::log::StateHash::of(game));
    let mut view = |name: &str, viewer| {
        let json = serde_json::to_vec(&game.view(viewer)).expect("a view serialises");
        let _ = write!(text, "  view {name} {}", &blake3::hash(&json).to_hex()[..8]);
    };
    for seat in (0..game.seats() as u8).map(Seat) {
        view(&G::seat_word(seat), Viewer::Seat(seat));
    }
    view("watcher", Viewer::Watcher);
    text.push('\n');
}
