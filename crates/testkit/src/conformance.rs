//! What every game is held to, over seeded random playouts through every scenario and size on its menu.

mod deep;
mod playout;

use klaxon_core::{
    Chance, Code, Edition, Instinct, Seat, SeatSet, Seed, Session, Situation, TableOrder, Viewer, Words,
    log::{Input, Log, StateHash, Written},
};
pub(crate) use playout::decide;
use playout::{Playout, Ring};
use std::{cell::Cell, marker::PhantomData, path::PathBuf};

/// How long a game is followed that need not end.
const ENOUGH: u32 = 3_000;

/// The conformance suite of one game; made by [`conformance!`](crate::conformance!).
#[derive(Clone, Debug)]
pub struct Suite<G: klaxon_core::Game> {
    /// How many games are played for the plain rules; the costlier tests play a part of them. At least one for each
    /// scenario and size.
    pub games: u64,
    /// A game that takes more steps has not ended.
    pub max_steps: u32,
    /// Set-ups whose games need not end at random: they are left after a while.
    pub endless: fn(&G::Setup) -> bool,
    /// Costly things are looked at every so many steps.
    pub sample: u32,
    /// The table is continuous: `check` is wider than `choices`, so that actions beyond them may be legal.
    pub continuous: bool,
    /// The game has hidden information, so that redeals must differ.
    pub hidden: bool,
    /// Clauses say everything: a position read back from them has the same hash.
    pub lossless: bool,
    /// Actions that may be legal though they are not among the choices.
    pub anytime: fn(&G::Action) -> bool,
    /// Where the log of a failing playout is written.
    pub log_dir: PathBuf,
    game: PhantomData<G>,
}

impl<G: Words + Situation + Instinct> Suite<G> {
    /// The usual settings.
    pub fn new(log_dir: Option<&str>) -> Suite<G> {
        Suite {
            games: 100,
            max_steps: 20_000,
            endless: |_| false,
            sample: 7,
            continuous: false,
            hidden: true,
            lossless: false,
            anytime: |_| false,
            log_dir: log_dir.map_or_else(std::env::temp_dir, PathBuf::from),
            game: PhantomData,
        }
    }

    /// Everything on the menu can be ordered, and nothing else.
    pub fn menu(&self) {
        let menu = G::menu();
        assert_eq!(menu.id, G::ID, "the menu's id");
        assert!(!menu.name.is_empty() && !menu.blurb.is_empty(), "the game has a name and a line about it");
        assert!(!menu.scenarios.is_empty(), "the menu has a scenario");
        for scenario in &menu.scenarios {
            let id = &scenario.id;
            assert!(
                !id.is_empty() && !scenario.name.is_empty() && !scenario.sizes.is_empty(),
                "{scenario:?}"
            );
            assert_eq!(menu.scenarios.iter().filter(|s| s.id == *id).count(), 1, "scenario ids differ: {id}");
            for &size in &scenario.sizes {
                let order = TableOrder { scenario: id.clone(), seats: size, ..TableOrder::default() };
                assert_eq!(self.open(&order).seats(), size, "{id} for {size}");
            }
            let usual = self.open(&TableOrder { scenario: id.clone(), ..TableOrder::default() });
            assert_eq!(usual.seats(), scenario.seats.len(), "{id}: the usual size is that of its seat names");
            assert!(scenario.sizes.contains(&usual.seats()), "{id}: the usual size is among its sizes");
        }
        for option in &menu.options {
            assert!(!option.values.is_empty() && !option.label.is_empty(), "{option:?}");
            let refused = |value: &str| {
                let options = [(option.id.to_string(), value.to_string())].into();
                G::setup(&TableOrder { options, ..TableOrder::default() }).is_err()
            };
            assert!(!refused(option.values[0].0), "the default of option {} is refused", option.id);
            assert!(refused("no such value"), "option {} takes any value", option.id);
        }
        assert_eq!(
            self.open(&TableOrder::default()),
            self.open(&first(&menu)),
            "an empty order is the first scenario"
        );
        let wrong = TableOrder { scenario: "no such scenario".into(), ..TableOrder::default() };
        assert!(G::setup(&wrong).is_err(), "an unknown scenario is refused");
        let crowd = TableOrder { seats: 99, ..TableOrder::default() };
        assert!(G::setup(&crowd).is_err(), "99 seats are refused");
        for edition in (1..=G::newest().number()).filter_map(Edition::new) {
            let order = TableOrder { edition: Some(edition), ..TableOrder::default() };
            assert_eq!(self.open(&order).edition(), edition, "an order names its edition");
        }
        assert_eq!(self.open(&TableOrder::default()).edition(), G::newest(), "new tables get the newest");
        let unknown = TableOrder { edition: Edition::new(200), ..TableOrder::default() };
        assert!(
            Session::<G>::open(&unknown, Seed::small(1), String::new()).is_err(),
            "edition 200 is refused"
        );
    }

    /// Choices are legal, different, and the only legal actions; states keep their invariants and round-trip; games end.
    pub fn rules(&self) {
        self.each_playout("rules", self.games, |playout| {
            let mut seen: Ring<G::Action> = Ring::new(48);
            playout.run(|at| {
                let game = at.game;
                game.audit().unwrap_or_else(|why| panic!("audit: {why}"));
                let asked = game.to_act();
                let seats: SeatSet = SeatSet::first(game.seats());
                assert_eq!(asked.or(seats), seats, "only seats at the table are asked");
                if let Some(outcome) = game.outcome() {
                    assert!(asked.is_empty(), "the game is over and somebody is asked");
                    assert!(!outcome.text.is_empty(), "the end has its reason");
                    assert_eq!(outcome.winners.or(seats), seats, "winners sit at the table");
                    assert!(!outcome.draw || outcome.winners.is_empty(), "in a draw nobody wins");
                } else {
                    assert!(
                        !asked.is_empty() || game.alarm().is_some(),
                        "nobody is asked and no alarm is set"
                    );
                }
                for seat in seats.iter() {
                    let choices = game.choices(seat);
                    assert_eq!(!choices.is_empty(), asked.has(seat), "seat {seat}: asked means choices");
                    self.judge(at.game, seat, &choices, at.sampled, at.luck);
                    if at.sampled {
                        self.foreign(game, seat, &choices, &seen);
                        seen.keep(choices, at.luck);
                    }
                }
                if at.sampled {
                    deep::round_trips(game);
                    deep::feels(game);
                }
            });
        });
    }

    /// What a seat may not know changes nothing that it can see.
    pub fn secrecy(&self) {
        let combos = self.combos().len();
        let differed: Vec<Cell<bool>> = vec![Cell::new(false); combos];
        self.each_playout("secrecy", self.games / 2, |playout| {
            let combo = &differed[playout.combo];
            let mut seen: Ring<G::Action> = Ring::new(48);
            playout.run(|at| {
                if at.sampled {
                    for seat in (0..at.game.seats() as u8).map(Seat) {
                        seen.keep(at.game.choices(seat), at.luck);
                    }
                    let tries: Vec<G::Action> = seen.iter().cloned().collect();
                    for seat in (0..at.game.seats() as u8).map(Seat) {
                        if deep::hides(at.game, seat, &tries, at.luck) {
                            combo.set(true);
                        }
                    }
                }
            });
        });
        if self.hidden {
            for (order, differed) in self.combos().iter().zip(&differed) {
                assert!(
                    differed.get(),
                    "{order:?}: no redeal ever differs, though the game has hidden information"
                );
            }
        }
    }

    /// Labels, prompts, sentences and the language of situations.
    pub fn words(&self) {
        self.each_playout("words", self.games / 2, |playout| {
            playout.run(|at| {
                for told in at.told {
                    deep::sentence::<G>(&told.event);
                }
                deep::takes_as_long::<G>(at.told);
                if at.sampled {
                    deep::speaks(at.game);
                    deep::writes(at.game, self.lossless, at.luck);
                }
            });
        });
    }

    /// The same inputs lead to the same hashes; refusals change nothing; undo, logs, snapshots and branches are exact.
    pub fn sessions(&self) {
        self.each_playout("sessions", self.games / 4, |playout| {
            let (log, session) = self.play_session(playout);
            let text = log.print();
            let read = Log::<G>::parse(&text).unwrap_or_else(|e| panic!("the log cannot be read back: {e}"));
            assert_eq!(
                (&read.header, read.entries.len()),
                (&log.header, log.entries.len()),
                "the log round-trips"
            );
            let again = Session::resume(&read).unwrap_or_else(|e| panic!("the log does not replay: {e}"));
            assert_eq!(again.game(), session.game(), "the same inputs lead to the same position");
            assert_eq!((again.n(), again.step()), (session.n(), session.step()));
            for viewer in [Viewer::Watcher, Viewer::Everything, Viewer::Seat(Seat(0))] {
                assert!(again.heard(viewer).eq(session.heard(viewer)), "{viewer:?} heard the same");
            }
            let steps = session.step();
            if steps > 0 {
                let middle = playout.luck.below(steps) + 1;
                let then =
                    Session::as_of(&log, middle).unwrap_or_else(|e| panic!("as of step {middle}: {e}"));
                let then = StateHash::of(then.game());
                let (branch, _) = Session::branch(&log, middle, Some(Seed::small(playout.seed ^ 1)))
                    .unwrap_or_else(|e| panic!("branch after step {middle}: {e}"));
                assert_eq!(StateHash::of(branch.game()), then, "branch after step {middle}");
            }
        });
    }

    /// Plays a game through a session, with refusals and undos on the way.
    fn play_session(&self, playout: &mut Playout<'_, G>) -> (Log<G>, Session<G>) {
        let mut session = Session::<G>::open(&playout.order, Seed::small(playout.seed), String::new())
            .expect("set up before");
        assert_eq!(session.setup(), &playout.setup, "the order means the same set-up");
        let mut log = Log { header: session.sealed_header().clone(), entries: Vec::new() };
        let mut snapshot = None;
        let mut before: Vec<G> = Vec::new();
        let luck = &mut playout.luck;
        let mut earlier: Option<(Seat, G::Action)> = None;
        let until = if (self.endless)(&playout.setup) { ENOUGH } else { self.max_steps };
        while session.game().outcome().is_none() && session.step() < until {
            assert!(session.public_header().luck.iter().all(|s| s.seed.is_none()), "the seed stays sealed");
            let game = session.game().clone();
            let input = decide(&game, luck, playout.leaning);
            // What is refused changes nothing.
            if luck.below(8) == 0
                && let Some((seat, action)) = &earlier
                && game.check(*seat, action).is_err()
            {
                let n = session.n();
                assert!(
                    session.act(*seat, None, action.clone(), 0).is_err(),
                    "a refused action is carried out"
                );
                assert_eq!(
                    (session.n(), StateHash::of(session.game())),
                    (n, StateHash::of(&game)),
                    "a refusal changes something"
                );
            }
            let entry = match &input {
                Input::Clock { now } => session.clock(*now, 0).expect("the alarm is due"),
                Input::Act { seat, action, .. } => {
                    let q = session.question(*seat);
                    let stale = session.act(*seat, Some(q + 1), action.clone(), 0).map_err(|r| r.code);
                    assert_eq!(stale.err(), Some(Code::Stale), "a wrong question number is stale");
                    earlier = Some((*seat, action.clone()));
                    session
                        .act(*seat, Some(q), action.clone(), 0)
                        .unwrap_or_else(|r| panic!("seat {seat} {action:?} is refused: {r}"))
                }
                Input::Undo { .. } | Input::Edition { .. } => unreachable!("nobody decides to"),
            };
            assert!(
                !matches!(&entry.input, Input::Act { action: Written::Json(_), .. }),
                "{input:?} has no words that read back as the same decision"
            );
            playout.inputs.push(input.clone());
            assert_eq!(session.frozen(), None);
            log.entries.push(entry);
            before.push(game);
            if luck.below(8) == 0 {
                snapshot = Some(session.snapshot());
            }
            // A table of an older edition goes over to the newest at some moment, if it may.
            if session.game().edition() < G::newest()
                && luck.below(16) == 0
                && session.can_revise(G::newest()).is_ok()
            {
                log.entries.push(session.revise(G::newest(), 0).expect("can_revise agreed"));
                before.clear();
                assert_eq!(session.game().edition(), G::newest());
            }
            // Whoever may takes something back now and then, even several steps.
            while luck.below(4) == 0
                && let Some(seat) =
                    (0..session.game().seats() as u8).map(Seat).find(|&s| session.can_undo(s).is_ok())
            {
                let was = before.pop().expect("a step is in force");
                let entry = session.undo(seat, 0).expect("can_undo agreed");
                assert_eq!(session.game(), &was, "undo leads back");
                log.entries.push(entry);
                playout.inputs.pop();
            }
        }
        if session.game().outcome().is_some() {
            assert_eq!(session.public_header(), *session.sealed_header(), "after the end the seed is shown");
            if let Some((seat, action)) = earlier {
                let refusal = session.act(seat, None, action, 0).expect_err("the game is over");
                assert_eq!(refusal.code, Code::Over);
            }
        }
        if let Some(snapshot) = snapshot {
            let bytes = postcard::to_stdvec(&snapshot).expect("a snapshot serialises");
            let snapshot = postcard::from_bytes(&bytes).expect("a snapshot reads back");
            let again = Session::<G>::resume_from(&log, snapshot)
                .unwrap_or_else(|e| panic!("the snapshot does not resume: {e}"));
            assert_eq!(again.game(), session.game(), "the snapshot leads to the same end");
            assert_eq!((again.n(), again.step()), (session.n(), session.step()), "the snapshot counts alike");
        }
        (log, session)
    }

    /// Every choice passes `check`, and no two are equal: all of them when sampled, else a few.
    fn judge(&self, game: &G, seat: Seat, choices: &[G::Action], all: bool, luck: &mut Chance) {
        let legal = |action: &G::Action| {
            if let Err(refusal) = game.check(seat, action) {
                panic!("seat {seat}: choice {action:?} is refused: {refusal}");
            }
        };
        if all || choices.len() <= 12 {
            choices.iter().for_each(legal);
            for (i, action) in choices.iter().enumerate() {
                assert!(
                    !choices[i + 1..].contains(action),
                    "seat {seat}: choice {action:?} is offered twice"
                );
            }
        } else {
            (0..8).filter_map(|_| luck.pick(choices)).for_each(legal);
        }
    }

    /// Actions of other seats and other moments are refused unless they are choices now.
    fn foreign(&self, game: &G, seat: Seat, choices: &[G::Action], seen: &Ring<G::Action>) {
        for action in seen.iter() {
            let verdict = game.check(seat, action);
            match &verdict {
                Ok(()) => {
                    let open = self.continuous && game.to_act().has(seat);
                    assert!(
                        open || (self.anytime)(action) || choices.contains(action),
                        "seat {seat}: {action:?} passes check but is not among the choices"
                    );
                }
                Err(refusal) => {
                    assert!(
                        !choices.contains(action),
                        "seat {seat}: choice {action:?} is refused: {refusal}"
                    );
                    assert!(!refusal.text.is_empty(), "{action:?} is refused without a reason");
                    assert!(!refusal.text.ends_with('.'), "a refusal has no full stop: {refusal}");
                    assert!(
                        refusal.code != Code::Illegal || refusal.rule.is_some(),
                        "an illegal action is refused by a rule: {refusal}"
                    );
                }
            }
        }
    }

    fn open(&self, order: &TableOrder) -> G {
        let setup = G::setup(order).unwrap_or_else(|r| panic!("{order:?} is refused: {r}"));
        let json = serde_json::to_string(&setup).expect("a set-up serialises");
        assert_eq!(serde_json::from_str::<G::Setup>(&json).expect("a set-up reads back"), setup, "{json}");
        G::start(&setup, &mut Chance::of_step(Seed::small(1), 0), &mut klaxon_core::Tell::muted())
            .unwrap_or_else(|r| panic!("{order:?} does not start: {r}"))
    }

    /// Every scenario with every size.
    fn combos(&self) -> Vec<TableOrder> {
        let order =
            |scenario: &str, seats| TableOrder { scenario: scenario.into(), seats, ..TableOrder::default() };
        G::menu()
            .scenarios
            .iter()
            .flat_map(|s| s.sizes.iter().map(|&size| order(&s.id, size)).collect::<Vec<_>>())
            .collect()
    }

    /// Costly things are looked at every so many steps.
    fn every(&self) -> u32 {
        number("CONFORMANCE_SAMPLE").map_or(self.sample, |n| n as u32).max(1)
    }

    fn each_playout(&self, part: &str, games: u64, mut check: impl FnMut(&mut Playout<'_, G>)) {
        let combos = self.combos();
        let games = number("CONFORMANCE_GAMES").unwrap_or(games).max(combos.len() as u64);
        let first = number("CONFORMANCE_SEED").unwrap_or(0);
        for i in 0..games {
            let combo = (i % combos.len() as u64) as usize;
            Playout::new(self, &combos[combo], combo, first + i).judged(part, &mut check);
        }
    }
}

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn first(menu: &klaxon_core::Menu) -> TableOrder {
    TableOrder { scenario: menu.scenarios[0].id.clone(), ..TableOrder::default() }
}
