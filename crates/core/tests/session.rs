//! A game at a table, tried with Parley: questions, secrets, undo, logs, replay, branches, faults.

use klaxon_core::{
    Code, Game, Refusal, Seat, Seed, Session, Situation, TableOrder, Viewer, Words,
    log::{Entry, Input, Log, Parting, StateHash, Stretch},
};
use klaxon_testkit::parley::{Action, Event, Parley, Setup};

const ADA: Seat = Seat(0);
const BEN: Seat = Seat(1);
const SEED: u64 = 5;

/// A session with the log that a store would keep.
struct Table {
    session: Session<Parley>,
    log: Log<Parley>,
}

fn setup() -> Setup {
    Setup { seats: 2, rounds: 2, clock: None, faulty: false }
}

fn table_of(setup: Setup) -> Table {
    let session = Session::start(setup, Seed::small(SEED)).unwrap();
    let log = Log { header: session.sealed_header().clone(), entries: Vec::new() };
    Table { session, log }
}

fn table() -> Table {
    table_of(setup())
}

impl Table {
    fn act(&mut self, seat: Seat, action: Action) -> Result<StateHash, Refusal> {
        let at = 1000 + u64::from(self.session.n());
        let entry = self.session.act(seat, None, action, at)?;
        Ok(self.keep(entry))
    }

    fn undo(&mut self, seat: Seat) -> Result<StateHash, Refusal> {
        let entry = self.session.undo(seat, 9)?;
        Ok(self.keep(entry))
    }

    fn clock(&mut self, now: u64) -> Option<StateHash> {
        let entry = self.session.clock(now, 7)?;
        Some(self.keep(entry))
    }

    fn keep(&mut self, entry: Entry<Action>) -> StateHash {
        self.log.entries.push(entry.clone());
        entry.hash
    }

    fn hash(&self) -> StateHash {
        StateHash::of(self.session.game())
    }

    /// The first choice, card or not.
    fn first(&self, seat: Seat) -> Action {
        self.session.game().choices(seat)[0].clone()
    }

    fn pick(&mut self, seat: Seat) {
        let action = self.first(seat);
        assert!(matches!(action, Action::Pick(_)));
        self.act(seat, action).unwrap();
    }

    fn bid(&mut self, seat: Seat) {
        self.pick(seat);
        self.act(seat, Action::Seal).unwrap();
    }

    /// Both bid; then somebody may object.
    fn bids(&mut self) -> Seat {
        self.bid(ADA);
        self.bid(BEN);
        self.session.game().to_act().iter().next().unwrap()
    }

    /// To the end, by first choices.
    fn finish(&mut self) {
        while let Some(seat) = self.session.game().to_act().iter().next() {
            let action = self.first(seat);
            self.act(seat, action).unwrap();
        }
        assert!(self.session.game().outcome().is_some());
    }
}

fn refused(result: Result<impl std::fmt::Debug, Refusal>) -> (Code, String) {
    let refusal = result.expect_err("should be refused");
    (refusal.code, refusal.text)
}

#[test]
fn a_table_starts_with_a_question_for_every_seat_asked() {
    let Table { session, .. } = table();
    assert_eq!((session.n(), session.step(), session.steps().len()), (0, 0, 0));
    assert_eq!((session.question(ADA), session.question(BEN), session.question(Seat(9))), (1, 1, 0));
    assert_eq!(session.setup(), &setup());
    let (ada, watcher) = (Viewer::Seat(ADA), Viewer::Watcher);
    let cards = |viewer| {
        let known = |e: &Event| matches!(e, Event::Drew { card: Some(_), .. });
        session.heard(viewer).filter(|(step, e)| *step == 0 && known(e)).count()
    };
    assert_eq!((cards(ada), cards(watcher), cards(Viewer::Everything)), (3, 0, 6));
    let crowd = Session::<Parley>::start(Setup { seats: 7, ..setup() }, Seed::small(1));
    assert_eq!(crowd.expect_err("seven is too many").rule.map(|r| r.as_str()), Some("PY-1.1"));
}

#[test]
fn an_answer_to_an_old_question_is_stale() {
    let mut table = table();
    let q = table.session.question(ADA);
    let pick = table.first(ADA);
    assert!(table.session.act(ADA, Some(q), pick.clone(), 0).is_ok());
    // The same click again: the question has moved on.
    assert_eq!(refused(table.session.act(ADA, Some(q), pick.clone(), 0)).0, Code::Stale);
    assert_eq!(refused(table.session.act(ADA, Some(q + 9), Action::Seal, 0)).0, Code::Stale);
    assert!(table.session.act(ADA, Some(q + 1), Action::Seal, 0).is_ok());
}

#[test]
fn secret_answers_at_the_same_time_do_not_collide() {
    let mut table = table();
    let (qa, qb) = (table.session.question(ADA), table.session.question(BEN));
    let (a, b) = (table.first(ADA), table.first(BEN));
    // Ben's page was drawn before Ada decided, and its answer still counts.
    assert!(table.session.act(ADA, Some(qa), a, 0).is_ok());
    assert!(table.session.act(ADA, Some(qa + 1), Action::Seal, 0).is_ok());
    assert_eq!(table.session.question(BEN), qb);
    assert!(table.session.act(BEN, Some(qb), b, 0).is_ok());
}

#[test]
fn a_refusal_changes_nothing() {
    let mut table = table();
    table.bid(ADA);
    let (n, hash) = (table.session.n(), table.hash());
    assert_eq!(refused(table.act(ADA, Action::Seal)).0, Code::NotAsked);
    assert_eq!(refused(table.act(BEN, Action::Pass)).0, Code::Illegal);
    assert_eq!(refused(table.act(Seat(7), Action::Pass)).0, Code::Malformed);
    assert_eq!(refused(table.act(BEN, Action::Faint)).0, Code::Malformed);
    assert_eq!((table.session.n(), table.hash()), (n, hash));
    assert!(table.session.frozen().is_none());
}

#[test]
fn the_last_decision_can_be_taken_back_while_it_is_a_secret() {
    let mut table = table();
    let (before, q) = (table.hash(), table.session.question(ADA));
    assert_eq!(refused(table.undo(ADA)).1, "there is nothing to take back");
    table.pick(ADA);
    assert_ne!(table.hash(), before);
    assert_eq!(table.undo(ADA).unwrap(), before);
    assert_eq!(table.hash(), before);
    assert_eq!((table.session.n(), table.session.step(), table.session.steps().len()), (2, 0, 0));
    assert!(table.session.question(ADA) > q, "the page asks anew");
    assert_eq!(refused(table.undo(ADA)).0, Code::NoUndo);
}

#[test]
fn what_somebody_else_followed_up_cannot_be_taken_back() {
    let mut table = table();
    table.pick(ADA);
    table.pick(BEN);
    assert_eq!(refused(table.undo(ADA)), (Code::NoUndo, "somebody else has decided since".into()));
    // Once Ben has taken his step back, Ada's is the last again.
    table.undo(BEN).unwrap();
    assert!(table.session.can_undo(ADA).is_ok());
}

#[test]
fn luck_and_what_came_to_light_cannot_be_taken_back() {
    let mut table = table();
    table.act(ADA, Action::Peek).unwrap();
    assert!(table.session.game().to_act().has(ADA));
    let (code, text) = refused(table.undo(ADA));
    assert_eq!(code, Code::NoUndo);
    assert!(text.contains("luck was drawn or something hidden came to light"), "{text}");
    let objector = table.bids();
    table.act(objector, Action::Object).unwrap();
    assert!(table.session.game().to_act().has(objector), "the next round asks everybody");
    assert_eq!(refused(table.undo(objector)).1, text);
}

#[test]
fn a_decision_that_ends_the_turn_cannot_be_taken_back() {
    let mut table = table();
    table.bid(ADA);
    assert!(!table.session.game().to_act().has(ADA));
    assert_eq!(refused(table.undo(ADA)).0, Code::NoUndo);
}

#[test]
fn undo_changes_no_later_luck() {
    let object = |undos: usize| {
        let mut table = table();
        for _ in 0..undos {
            table.pick(ADA);
            table.undo(ADA).unwrap();
        }
        let objector = table.bids();
        table.act(objector, Action::Object).unwrap();
        (table.hash(), table.session.n())
    };
    let (plain, n) = object(0);
    assert_eq!(object(3), (plain, n + 6));
}

#[test]
fn every_step_has_its_hash_and_resuming_leads_to_the_same() {
    let mut table = table_of(Setup { seats: 3, rounds: 3, clock: Some(500), faulty: false });
    table.pick(ADA);
    table.undo(ADA).unwrap();
    assert_eq!(table.clock(499), None, "not due");
    table.clock(512).unwrap();
    table.finish();
    for step in table.session.steps() {
        assert_eq!(step.entry.hash, table.log.entries[step.entry.n as usize - 1].hash);
    }
    let text = table.log.print();
    let read = Log::<Parley>::parse(&text).unwrap();
    assert_eq!(read, table.log);
    let again = Session::resume(&read).unwrap();
    assert_eq!(again.game(), table.session.game());
    assert_eq!((again.n(), again.step()), (table.session.n(), table.session.step()));
    assert_eq!(again.question(ADA), table.session.question(ADA));
    for viewer in [Viewer::Seat(BEN), Viewer::Watcher, Viewer::Everything] {
        assert!(again.heard(viewer).eq(table.session.heard(viewer)), "{viewer:?}");
    }
}

/// A whole game and its log.
fn finished() -> Log<Parley> {
    let mut table = table();
    let objector = table.bids();
    table.act(objector, Action::Object).unwrap();
    table.finish();
    table.log
}

fn parting(log: &Log<Parley>) -> Parting {
    Session::resume(log).expect_err("the log is wrong")
}

#[test]
fn a_changed_decision_is_found_at_its_entry() {
    let mut log = finished();
    let Input::Act { seat, action, .. } = &mut log.entries[0].input else { panic!("a decision") };
    let other = table().session.game().choices(*seat).into_iter().find(|a| a != action).unwrap();
    *action = other;
    assert!(matches!(parting(&log), Parting::Entry { n: 1, why } if why.contains("the rules lead to")));
    let Input::Act { action, .. } = &mut log.entries[0].input else { panic!("a decision") };
    *action = Action::Pass;
    assert!(matches!(parting(&log), Parting::Entry { n: 1, why } if why.contains("PY-3.1")));
}

#[test]
fn a_changed_question_seat_or_tick_is_found() {
    let mut log = finished();
    let Input::Act { q, .. } = &mut log.entries[2].input else { panic!("a decision") };
    *q += 1;
    assert!(matches!(parting(&log), Parting::Entry { n: 3, .. }));
    let mut log = finished();
    let Input::Act { seat, .. } = &mut log.entries[1].input else { panic!("a decision") };
    *seat = BEN;
    assert!(matches!(parting(&log), Parting::Entry { n: 2, .. }));
    // A tick that no alarm asked for, put in with the right hash.
    let mut log = finished();
    let hash = log.header.start;
    log.entries = vec![Entry { n: 1, at: 0, input: Input::Clock { now: 1 }, hash }];
    assert!(matches!(parting(&log), Parting::Entry { n: 1, why } if why.contains("no alarm")));
}

#[test]
fn a_changed_hash_or_a_missing_entry_is_found() {
    let mut log = finished();
    log.entries[3].hash.0 ^= 1;
    assert!(matches!(parting(&log), Parting::Entry { n: 4, .. }));
    let mut log = finished();
    log.entries.remove(2);
    assert_eq!(parting(&log), Parting::Entry { n: 4, why: "entry 3 is missing".into() });
    let mut log = finished();
    log.header.start.0 ^= 1;
    assert!(matches!(parting(&log), Parting::Entry { n: 0, .. }));
}

#[test]
fn other_luck_is_found() {
    let mut log = finished();
    log.header.luck[0].seed = Some(Seed::small(SEED + 1));
    assert!(matches!(parting(&log), Parting::Luck { from: 0, why } if why.contains("committed")));
    // Even with a commitment to match, the game goes another way.
    let mut log = finished();
    let seed = Seed::small(SEED + 1);
    log.header.luck = vec![Stretch { from: 0, commitment: seed.commitment(), seed: Some(seed) }];
    assert!(matches!(parting(&log), Parting::Entry { n: 0, .. }));
    let mut log = finished();
    log.header.luck[0].seed = None;
    assert!(matches!(parting(&log), Parting::Luck { from: 0, why } if why.contains("not revealed")));
    log.header.luck.clear();
    assert!(matches!(parting(&log), Parting::Luck { from: 0, .. }));
}

#[test]
fn a_foreign_log_is_refused() {
    let mut log = finished();
    log.header.game = "chess".into();
    assert!(matches!(parting(&log), Parting::Foreign(why) if why.contains("chess")));
    let mut log = finished();
    log.header.rules += 1;
    assert!(matches!(parting(&log), Parting::Foreign(why) if why.contains("rules 2")));
    let mut log = finished();
    log.header.setup.seats = 8;
    assert!(matches!(parting(&log), Parting::Foreign(why) if why.contains("set-up is refused")));
    for (line, text) in
        [(1, String::new()), (1, "{}".into()), (3, finished().print().replacen("\"n\":2", "\"n\":true", 1))]
    {
        let wrong = Log::<Parley>::parse(&text).expect_err("unreadable");
        assert!(matches!(wrong, Parting::Unreadable { line: l, .. } if l == line), "{wrong}");
    }
}

#[test]
fn a_branch_goes_on_with_luck_of_its_own() {
    let log = finished();
    let end = Session::resume(&log).unwrap();
    let (mut branch, mut kept) = Session::branch(&log, 3, Seed::small(77)).unwrap();
    assert_eq!(StateHash::of(branch.game()), end.steps()[2].entry.hash);
    assert_eq!((branch.step(), kept.entries.len(), kept.header.luck.len()), (3, 3, 2));
    // The seed of the finished game is known; the branch's own stays sealed.
    let seeds: Vec<bool> = branch.public_header().luck.iter().map(|s| s.seed.is_some()).collect();
    assert_eq!(seeds, [true, false]);
    while let Some(seat) = branch.game().to_act().iter().next() {
        let action = branch.game().choices(seat)[0].clone();
        kept.entries.push(branch.act(seat, None, action, 0).unwrap());
    }
    assert_eq!(Session::resume(&kept).unwrap().game(), branch.game());
    // A branch of the branch, before the first branching, forgets the later stretch.
    let (_, again) = Session::branch(&kept, 2, Seed::small(78)).unwrap();
    assert_eq!(again.header.luck.iter().map(|s| s.from).collect::<Vec<_>>(), [0, 3]);
    assert!(matches!(Session::branch(&log, 999, Seed::small(1)), Err(Parting::Foreign(_))));
}

#[test]
fn the_past_is_shown_without_what_was_undone() {
    let mut table = table();
    table.pick(ADA);
    table.undo(ADA).unwrap();
    table.pick(BEN);
    let after_one = table.hash();
    table.pick(ADA);
    assert_eq!((table.session.n(), table.session.step()), (4, 2));
    let then = Session::as_of(&table.log, 1).unwrap();
    assert_eq!((StateHash::of(then.game()), then.n()), (after_one, 1));
    let start = Session::as_of(&table.log, 0).unwrap();
    assert_eq!(StateHash::of(start.game()), table.log.header.start);
    let now = Session::as_of(&table.log, 2).unwrap();
    assert_eq!(now.game(), table.session.game());
    assert!(
        matches!(Session::as_of(&table.log, 3), Err(Parting::Foreign(why)) if why.contains("only 2 steps"))
    );
}

#[test]
fn the_seed_is_sealed_until_the_end() {
    let mut table = table();
    let commitment = Seed::small(SEED).commitment();
    let public = table.session.public_header();
    assert_eq!((public.luck[0].seed, &public.luck[0].commitment), (None, &commitment));
    let text = serde_json_line(&public);
    assert!(!text.contains(&String::from(Seed::small(SEED))), "{text}");
    table.finish();
    assert_eq!(table.session.public_header().luck[0].seed, Some(Seed::small(SEED)));
    assert_eq!(refused(table.act(ADA, Action::Pass)).0, Code::Over);
}

fn serde_json_line(header: &klaxon_core::log::Header<Setup>) -> String {
    Log::<Parley> { header: header.clone(), entries: Vec::new() }.print()
}

#[test]
fn a_fault_freezes_this_table_alone_and_keeps_its_log() {
    let faulty = || Setup { faulty: true, clock: Some(500), ..setup() };
    let (mut broken, mut other) = (table_of(faulty()), table_of(faulty()));
    broken.pick(ADA);
    let (n, hash) = (broken.session.n(), broken.hash());
    let (code, text) = refused(broken.act(BEN, Action::Faint));
    assert_eq!(code, Code::Frozen);
    assert!(text.contains("a rule of Parley is broken"), "{text}");
    assert_eq!(broken.session.frozen(), Some("a rule of Parley is broken"));
    assert_eq!((broken.session.n(), broken.hash()), (n, hash), "the state before the fault");
    // Nothing more happens here.
    assert_eq!(refused(broken.act(ADA, Action::Seal)).0, Code::Frozen);
    assert_eq!(refused(broken.undo(ADA)).0, Code::Frozen);
    assert_eq!(broken.clock(900), None);
    // The log opens again up to the fault, and other tables go on.
    let opened = Session::resume(&broken.log).unwrap();
    assert_eq!((opened.n(), opened.frozen(), StateHash::of(opened.game())), (n, None, hash));
    other.finish();
}

#[test]
fn a_snapshot_opens_where_it_was_taken() {
    let mut table = table();
    table.bid(ADA);
    let (snapshot, hash, n) = (table.session.snapshot(), table.hash(), table.log.entries.len());
    assert_eq!(snapshot.n(), n as u32);
    let header = table.log.header.clone();
    let opened = Session::resume_from(header.clone(), snapshot.clone(), hash, &[]).unwrap();
    assert_eq!(opened.game(), table.session.game());
    assert_eq!((opened.n(), opened.step()), (table.session.n(), table.session.step()));
    assert_eq!(opened.question(BEN), table.session.question(BEN));
    assert!(opened.steps().is_empty(), "it did not see them");
    table.finish();
    let later = &table.log.entries[n..];
    let opened = Session::resume_from(header.clone(), snapshot.clone(), hash, later).unwrap();
    assert_eq!(opened.game(), table.session.game());
    let wrong = Session::resume_from(header.clone(), snapshot.clone(), StateHash(1), later)
        .expect_err("another hash");
    assert!(matches!(wrong, Parting::Entry { n: 2, why } if why.contains("snapshot")));
    let gap = Session::resume_from(header, snapshot, hash, &later[1..]).expect_err("a gap");
    assert_eq!(gap, Parting::Entry { n: 4, why: "entry 3 is missing".into() });
}

#[test]
fn what_could_be_taken_back_still_can_after_opening_a_snapshot() {
    let mut table = table();
    let start = table.hash();
    table.pick(ADA);
    table.pick(BEN);
    let (snapshot, hash, n) = (table.session.snapshot(), table.hash(), table.log.entries.len());
    table.undo(BEN).unwrap();
    table.undo(ADA).unwrap();
    assert_eq!(table.hash(), start);
    let header = table.log.header.clone();
    // The log goes back behind the snapshot.
    let opened =
        Session::resume_from(header.clone(), snapshot.clone(), hash, &table.log.entries[n..]).unwrap();
    assert_eq!((opened.game(), opened.step()), (table.session.game(), 0));
    // And so may a player.
    let mut opened = Session::resume_from(header, snapshot, hash, &[]).unwrap();
    assert_eq!(refused(opened.undo(ADA, 0)).1, "somebody else has decided since");
    opened.undo(BEN, 0).unwrap();
    assert_eq!(opened.undo(ADA, 0).unwrap().hash, start);
    assert_eq!(refused(opened.undo(ADA, 0)).1, "there is nothing to take back");
}

#[test]
fn a_clock_is_delivered_when_due_and_ends_undo() {
    let mut table = table_of(Setup { clock: Some(500), ..setup() });
    table.pick(ADA);
    assert_eq!(table.clock(100), None);
    assert_eq!(table.session.n(), 1, "nothing is logged before the alarm");
    table.clock(500).unwrap();
    assert_eq!(refused(table.undo(ADA)).0, Code::NoUndo);
    assert!(table.session.game().clauses().unwrap().iter().any(|c| c.starts_with("leader ")));
    assert_eq!(Session::resume(&table.log).unwrap().game(), table.session.game());
}

#[test]
fn packs_are_part_of_the_header() {
    let setup = Parley::setup(&TableOrder::default()).unwrap();
    let session = Session::<Parley>::start_with_packs(setup, Seed::small(1), "abc".into()).unwrap();
    let text = serde_json_line(session.sealed_header());
    assert!(text.contains("\"packs\":\"abc\""), "{text}");
    assert_eq!(Log::<Parley>::parse(&text).unwrap().header.packs, "abc");
    assert!(!serde_json_line(table().session.sealed_header()).contains("packs"));
}
