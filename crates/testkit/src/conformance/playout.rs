//! One seeded random game, watched at every step, and its log when something is wrong.

use super::{ENOUGH, Suite};
use crate::playthrough::lean;
use klaxon_core::{
    Chance, Edition, Instinct, Seat, Seed, Session, Situation, TableOrder, Tell, Told, Words,
    log::{Input, Log},
    panic_text,
};
use std::{
    collections::BTreeMap,
    fs,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// A random game to be played.
pub(super) struct Playout<'a, G: klaxon_core::Game> {
    suite: &'a Suite<G>,
    pub order: TableOrder,
    pub setup: G::Setup,
    /// The number of the scenario and size among all of them.
    pub combo: usize,
    pub seed: u64,
    /// Chooses; the game has luck of its own.
    pub luck: Chance,
    /// Half of the games are played by the game's leanings, which leads deeper into it.
    pub leaning: bool,
    pub inputs: Vec<Input<G::Action>>,
}

/// A moment of a playout.
pub(super) struct Moment<'a, G: klaxon_core::Game> {
    pub game: &'a G,
    /// What the step before told.
    pub told: &'a [Told<G::Event>],
    /// Time for costly checks.
    pub sampled: bool,
    pub luck: &'a mut Chance,
}

impl<'a, G: Words + Situation + Instinct> Playout<'a, G> {
    pub fn new(suite: &'a Suite<G>, order: &TableOrder, combo: usize, seed: u64) -> Playout<'a, G> {
        let mut luck = Chance::quick(seed ^ 0xC0DE);
        let mut order = order.clone();
        let plain = G::setup(&order).unwrap_or_else(|r| panic!("{order:?} is refused: {r}"));
        // Half of the games have options at random; a scenario may refuse some of them.
        if luck.below(2) == 0 {
            for option in G::menu().options {
                let (value, _) = luck.pick(&option.values).expect("an option has values");
                order.options.insert(option.id.into(), (*value).into());
            }
        }
        // The older editions are played as well.
        let editions = u32::from(G::newest().number());
        if editions > 1 {
            order.edition = Edition::new(luck.below(editions) as u8 + 1);
        }
        let setup = G::setup(&order).unwrap_or_else(|_| {
            (order.options, order.edition) = (BTreeMap::new(), None);
            plain
        });
        let leaning = luck.below(2) == 0;
        Playout { suite, order, setup, combo, seed, luck, leaning, inputs: Vec::new() }
    }

    /// Runs a check. What goes wrong is told with scenario, seed and step, and its log written down.
    pub fn judged(mut self, part: &str, check: &mut impl FnMut(&mut Self)) {
        let Err(panic) = catch_unwind(AssertUnwindSafe(|| check(&mut self))) else { return };
        let why = panic_text(&*panic);
        let (id, seed, step) = (G::ID, self.seed, self.inputs.len());
        let last = self.inputs.last().map_or("the set-up".into(), |input| match input {
            Input::Act { seat, action, .. } => format!("{}: {}", G::seat_word(*seat), G::words(action)),
            Input::Clock { now } => format!("clock {now}"),
            Input::Undo { .. } => "undo".into(),
            Input::Edition { to } => format!("edition {to}"),
        });
        let path = self.suite.log_dir.join(format!("{id}-{part}-{seed}.log"));
        let log = match self.log() {
            Ok(log) => {
                match fs::create_dir_all(&self.suite.log_dir).and_then(|()| fs::write(&path, log.print())) {
                    Ok(()) => format!("its log is {}", path.display()),
                    Err(e) => format!("its log could not be written to {}: {e}", path.display()),
                }
            }
            Err(e) => format!("it left no log: {e}"),
        };
        panic!("{id} {part}: {:?} seed {seed}, step {step} ({last}): {why}\n{log}", self.order);
    }

    /// Plays to the end, or for a while where there need not be one, and lets `look` judge every position, the first and
    /// the last among them.
    pub fn run(&mut self, mut look: impl FnMut(Moment<'_, G>)) {
        let seed = Seed::small(self.seed);
        let mut tell = Tell::aloud();
        let mut game = G::start(&self.setup, &mut Chance::of_step(seed, 0), &mut tell)
            .unwrap_or_else(|r| panic!("the set-up is refused: {r}"));
        // Not the same steps in every game, so that many games look at all of them.
        let (every, shift) = (self.suite.every(), (self.seed % 97) as u32);
        for step in 0.. {
            let over = game.outcome().is_some();
            let sampled = over || step == 0 || (step + shift) % every == 0;
            look(Moment { game: &game, told: &tell.take(), sampled, luck: &mut self.luck });
            if over || step >= ENOUGH && (self.suite.endless)(&self.setup) {
                return;
            }
            assert!(step < self.suite.max_steps, "the game has not ended after {step} steps");
            let input = decide(&game, &mut self.luck, self.leaning);
            self.inputs.push(input.clone());
            // The luck of a session, so that its log replays this game.
            let chance = || Chance::of_step(seed, u64::from(step) + 1);
            let again = sampled.then(|| {
                let mut muted = game.clone();
                put(&mut muted, &input, &mut chance(), &mut Tell::muted());
                muted
            });
            put(&mut game, &input, &mut chance(), &mut tell);
            if let Some(again) = again {
                assert!(again == game, "the same step leads elsewhere when nobody listens");
            }
        }
    }

    /// The playout as a log that a session opens, as far as the rules carry it.
    fn log(&self) -> Result<Log<G>, String> {
        let mut session = Session::<G>::open(&self.order, Seed::small(self.seed), String::new())
            .map_err(|r| r.to_string())?;
        let mut log = Log { header: session.sealed_header().clone(), entries: Vec::new() };
        for input in &self.inputs {
            let entry = match input {
                Input::Act { seat, action, .. } => session.act(*seat, None, action.clone(), 0).ok(),
                Input::Clock { now } => session.clock(*now, 0),
                Input::Undo { seat } => session.undo(*seat, 0).ok(),
                Input::Edition { to } => session.revise(*to, 0).ok(),
            };
            match entry {
                Some(entry) => log.entries.push(entry),
                None => break,
            }
        }
        Ok(log)
    }
}

/// What happens next: mostly one of the seats asked decides, and now and then an alarm goes off.
pub(crate) fn decide<G: Instinct>(game: &G, luck: &mut Chance, leaning: bool) -> Input<G::Action> {
    let asked: Vec<Seat> = game.to_act().iter().collect();
    if let Some(alarm) = game.alarm()
        && (asked.is_empty() || luck.below(12) == 0)
    {
        return Input::Clock { now: alarm + u64::from(luck.below(3) * luck.below(500)) };
    }
    let seat = *luck.pick(&asked).expect("nobody is asked, no alarm is set, and the game is not over");
    let mut choices = game.choices(seat);
    assert!(!choices.is_empty(), "seat {seat} is asked and has no choice");
    let i =
        if leaning { lean(game, seat, &choices, luck) } else { luck.below(choices.len() as u32) as usize };
    Input::Act { seat, q: 0, action: choices.swap_remove(i) }
}

fn put<G: Instinct>(game: &mut G, input: &Input<G::Action>, chance: &mut Chance, tell: &mut Tell<G::Event>) {
    match input {
        Input::Act { seat, action, .. } => {
            if let Err(refusal) = game.check(*seat, action) {
                panic!("seat {seat}: choice {action:?} is refused: {refusal}");
            }
            game.apply(*seat, action, chance, tell);
        }
        Input::Clock { now } => game.on_clock(*now, chance, tell),
        Input::Undo { .. } | Input::Edition { .. } => unreachable!("a playout only goes on"),
    }
}

/// A few of all things seen, each with the same right to stay.
pub(super) struct Ring<T> {
    kept: Vec<T>,
    size: usize,
}

impl<T> Ring<T> {
    pub fn new(size: usize) -> Ring<T> {
        Ring { kept: Vec::with_capacity(size), size }
    }

    /// Keeps up to four of the new things.
    pub fn keep(&mut self, mut things: Vec<T>, luck: &mut Chance) {
        for _ in 0..4.min(things.len()) {
            let thing = things.swap_remove(luck.below(things.len() as u32) as usize);
            if self.kept.len() < self.size {
                self.kept.push(thing);
            } else {
                self.kept[luck.below(self.size as u32) as usize] = thing;
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.kept.iter()
    }
}
