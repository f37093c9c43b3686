//! A game at a table, tried with Parley: questions, secrets, undo, logs, replay, branches, faults.

use klaxon_core::{
    Chance, Code, Edition, Game, Refusal, Retrace, Seat, Seed, Session, Situation, TableOrder, Viewer,
    log::{Arranged, Entry, Input, Log, Parting, Proof, StateHash, Stretch, Written},
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
    Setup { seats: 2, rounds: 2, clock: None, faulty: false, edition: Edition::SECOND }
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
    fn act(&mut self, seat: Seat, action: Action) -> Result<(), Refusal> {
        let at = 1000 + u64::from(self.session.n());
        let entry = self.session.act(seat, None, action, at)?;
        self.log.entries.push(entry);
        Ok(())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        let entry = self.session.undo(seat, 9)?;
        self.log.entries.push(entry);
        Ok(())
    }

    fn clock(&mut self, now: u64) -> Option<()> {
        let entry = self.session.clock(now, 7)?;
        self.log.entries.push(entry);
        Some(())
    }

    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        let entry = self.session.revise(to, 8)?;
        self.log.entries.push(entry);
        Ok(())
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
    table.undo(ADA).unwrap();
    assert_eq!(table.hash(), before);
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
    let mut table = table_of(Setup { seats: 3, rounds: 3, clock: Some(500), ..setup() });
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
    let Written::Words(words) = action else { panic!("in words") };
    let mut others = table().session.game().choices(*seat).into_iter().map(|a| Parley::words(&a));
    *words = others.find(|w| w != words).unwrap();
    assert!(matches!(parting(&log), Parting::Entry { n: 1, why } if why.contains("the rules lead to")));
    let Input::Act { action, .. } = &mut log.entries[0].input else { panic!("a decision") };
    *action = Written::Words("pass".into());
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
    let Entry { hash, digest, .. } = log.entries[0];
    log.entries = vec![Entry { n: 1, at: 0, input: Input::Clock { now: 1 }, layout: None, hash, digest }];
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
    log.header.start = Some(StateHash(1));
    assert!(matches!(parting(&log), Parting::Entry { n: 0, .. }));
    let mut log = finished();
    log.header.digest.as_mut().unwrap().0 ^= 1;
    assert!(matches!(parting(&log), Parting::Entry { n: 0, .. }));
    let mut log = finished();
    log.entries[3].digest.as_mut().unwrap().0 ^= 1;
    assert!(matches!(parting(&log), Parting::Entry { n: 4, why } if why.contains("digest")));
    // Leaving digests out does not help.
    let mut log = finished();
    log.entries[3].digest = None;
    assert!(matches!(parting(&log), Parting::Entry { n: 4, why } if why.contains("no digest")));
    log.header.digest = None;
    assert!(matches!(parting(&log), Parting::Unreadable { line: 1, .. }));
}

/// The log as a program would have written it that writes states down in another way: other hashes, the same digests.
fn relaid(mut log: Log<Parley>) -> Log<Parley> {
    log.header.layout = 7;
    log.header.start = Some(StateHash(1));
    log.entries.iter_mut().for_each(|e| e.hash.0 ^= 0xFFFF);
    log
}

#[test]
fn a_log_of_another_layout_is_proven_by_its_digests() {
    let log = relaid(finished());
    let end = Session::resume(&log).unwrap();
    let n = log.entries.len() as u32;
    assert_eq!(end.proof(), Proof { exact: 0, by_digest: n, by_rules: 0 });
    assert_eq!(end.game(), Session::resume(&finished()).unwrap().game());
    assert_eq!(Session::resume(&finished()).unwrap().proof(), Proof { exact: n, ..Proof::default() });
    // A changed decision, digest or seed is still found.
    let mut wrong = log.clone();
    let Input::Act { seat, action: Written::Words(words), .. } = &mut wrong.entries[0].input else {
        panic!("a decision in words")
    };
    let mut others = table().session.game().choices(*seat).into_iter().map(|a| Parley::words(&a));
    *words = others.find(|w| w != words).unwrap();
    assert!(matches!(parting(&wrong), Parting::Entry { n: 1, why } if why.contains("digest")));
    let mut wrong = log.clone();
    wrong.entries[5].digest.as_mut().unwrap().0 ^= 1;
    assert!(matches!(parting(&wrong), Parting::Entry { n: 6, .. }));
    let mut wrong = log;
    let seed = Seed::small(SEED + 1);
    wrong.header.luck = vec![Stretch { from: 0, commitment: seed.commitment(), seed: Some(seed) }];
    assert!(matches!(parting(&wrong), Parting::Entry { n: 0, .. }));
}

#[test]
fn a_game_goes_on_in_another_layout_and_says_so_once() {
    let mut table = table();
    table.bid(ADA);
    let mut log = relaid(table.log);
    let mut session = Session::resume(&log).unwrap();
    for _ in 0..2 {
        let action = session.game().choices(BEN)[0].clone();
        log.entries.push(session.act(BEN, None, action, 0).unwrap());
    }
    assert_eq!(log.entries.iter().map(|e| e.layout).collect::<Vec<_>>(), [None, None, Some(1), None]);
    let log = Log::<Parley>::parse(&log.print()).unwrap();
    let again = Session::resume(&log).unwrap();
    assert_eq!(again.game(), session.game());
    assert_eq!(again.proof(), Proof { exact: 2, by_digest: 2, by_rules: 0 });
    // A snapshot is good only for the part whose hashes are of its own layout.
    let mut early = log.clone();
    early.entries.truncate(2);
    let snapshot = Session::resume(&early).unwrap().snapshot();
    assert!(Session::resume_from(&log, snapshot).is_err());
    assert_eq!(Session::resume_from(&log, session.snapshot()).unwrap().game(), session.game());
}

/// What release 0.1.0 wrote of such a game: set-up and decisions by their Rust types, hashes without a key.
fn format_1(log: &Log<Parley>) -> String {
    let mut old = log.clone();
    (old.header.klaxon, old.header.digest) = (1, None);
    let mut session = Session::<Parley>::as_of(log, 0).unwrap();
    old.header.start = Some(StateHash::of(session.game()));
    for entry in &mut old.entries {
        let Input::Act { seat, q, action: Written::Words(words) } = &entry.input else {
            panic!("a decision")
        };
        let action = session.game().action(*seat, words).unwrap();
        let json = serde_json::to_value(&action).unwrap();
        session.act(*seat, Some(*q), action, entry.at).unwrap();
        entry.input = Input::Act { seat: *seat, q: *q, action: Written::Json(json) };
        (entry.hash, entry.digest) = (StateHash::of(session.game()), None);
    }
    old.print()
}

#[test]
fn format_1_is_read_for_ever_and_goes_on_in_format_2() {
    let mut whole = table_of(Setup { edition: Edition::FIRST, ..setup() });
    whole.finish();
    let text = format_1(&whole.log);
    assert!(text.contains(r#""in":{"act":{"seat":0,"q":1,"do":{"Pick":"#), "{text}");
    // 0.1.0 wrote neither edition nor layout, and a number for its rules.
    let text =
        text.replacen(r#""edition":1,"layout":1"#, r#""rules":2"#, 1).replacen(r#","edition":1"#, "", 1);
    let old = Log::<Parley>::parse(&text).unwrap();
    assert_eq!((old.header.edition, old.header.layout), (Edition::FIRST, 1));
    let end = Session::resume(&old).unwrap();
    assert_eq!(end.game(), whole.session.game());
    assert_eq!(end.proof().exact, old.entries.len() as u32);
    let mut wrong = old.clone();
    wrong.entries[2].hash.0 ^= 1;
    assert!(matches!(parting(&wrong), Parting::Entry { n: 3, .. }));
    // A game that still runs goes on: the new entries carry digests of everything before them.
    let mut running = old.clone();
    running.entries.truncate(3);
    let mut session = Session::resume(&running).unwrap();
    assert_eq!(session.public_header().start, None, "a hash without a key waits for the end");
    while let Some(seat) = session.game().to_act().iter().next() {
        let action = session.game().choices(seat)[0].clone();
        running.entries.push(session.act(seat, None, action, 0).unwrap());
    }
    let read = Log::<Parley>::parse(&running.print()).unwrap();
    assert_eq!(read, running);
    assert_eq!(Session::resume(&read).unwrap().game(), session.game());
    // In a later layout the first entries are proven by what comes after them.
    let mut relaid = read;
    relaid.entries.iter_mut().skip(3).for_each(|e| e.hash.0 ^= 1);
    relaid.entries[3].layout = Some(7);
    let proof = Session::resume(&relaid).unwrap().proof();
    assert_eq!((proof.exact, proof.by_digest, proof.by_rules), (3, relaid.entries.len() as u32 - 3, 0));
    // And once there are digests there are no lines without.
    relaid.entries[4].digest = None;
    assert!(matches!(parting(&relaid), Parting::Entry { n: 5, .. }));
}

#[test]
fn a_table_keeps_its_edition_until_all_want_the_newer_one() {
    let order = |edition| TableOrder { edition, ..TableOrder::default() };
    let open = |edition| Session::<Parley>::open(&order(edition), Seed::small(SEED), String::new()).unwrap();
    assert_eq!(open(None).game().edition(), Edition::SECOND);
    let session = open(Some(Edition::FIRST));
    let header = serde_json_line(session.sealed_header());
    assert!(header.contains(r#""edition":1,"layout":1,"order":{"#), "{header}");
    let log = Log { header: session.sealed_header().clone(), entries: Vec::new() };
    let mut table = Table { session, log };
    table.bids();
    table.revise(Edition::SECOND).unwrap();
    assert_eq!(table.session.game().edition(), Edition::SECOND);
    assert_eq!(refused(table.revise(Edition::SECOND)).1, "the table is played by edition 2 already");
    assert!(refused(table.revise(Edition::new(3).unwrap())).1.contains("the newest is 2"));
    assert_eq!(refused(table.undo(ADA)).0, Code::NoUndo);
    table.finish();
    let log = Log::<Parley>::parse(&table.log.print()).unwrap();
    assert_eq!(log, table.log);
    let again = Session::resume(&log).unwrap();
    assert_eq!((again.game(), again.step()), (table.session.game(), table.session.step()));
    // The edition is part of what a digest says.
    let mut other = log.clone();
    other.header.edition = Edition::SECOND;
    assert!(matches!(parting(&other), Parting::Entry { n: 0, .. }));
    let (branch, _) = Session::branch(&log, 5, Some(Seed::small(3))).unwrap();
    assert_eq!(branch.game().edition(), Edition::SECOND, "the branch is after the change");
}

#[test]
fn a_log_that_parts_is_shown_as_far_as_it_goes() {
    let mut log = finished();
    let good = Session::as_of(&log, 4).unwrap();
    log.entries[4].hash.0 ^= 1;
    let so_far = Session::resume_so_far(&log).unwrap();
    assert_eq!((so_far.n(), so_far.game()), (4, good.game()));
    assert!(so_far.frozen().unwrap().starts_with("entry 5 parts from the rules"));
    let Input::Act { action, .. } = &mut log.entries[2].input else { panic!("a decision") };
    *action = Written::Words("dance".into());
    let so_far = Session::resume_so_far(&log).unwrap();
    assert_eq!(so_far.n(), 2);
    let whole = Session::resume_so_far(&finished()).unwrap();
    assert_eq!((whole.frozen(), whole.n() as usize), (None, finished().entries.len()));
    log.header.edition = Edition::new(9).unwrap();
    assert!(matches!(Session::resume_so_far(&log), Err(Parting::Foreign(why)) if why.contains("edition 9")));
}

#[test]
fn what_is_public_while_a_game_runs_does_not_depend_on_what_is_hidden() {
    // The same seed gives the same deal; the hashes of another seed's deal are under another key.
    let header = |seed| {
        let session = Session::<Parley>::start(setup(), Seed::small(seed)).unwrap();
        (StateHash::of(session.game()), session.public_header())
    };
    let (plain, public) = header(SEED);
    assert_ne!(public.start, Some(plain), "no hash of the deal without a key");
    assert_eq!(public.start, header(SEED).1.start);
    assert_ne!(public.digest, header(SEED + 1).1.digest);
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
    log.header.edition = Edition::new(3).unwrap();
    assert!(matches!(parting(&log), Parting::Foreign(why) if why.contains("edition 3")));
    let mut log = finished();
    log.header.klaxon = 3;
    assert!(matches!(parting(&log), Parting::Foreign(why) if why.contains("format 3")));
    let mut log = finished();
    log.header.table = Arranged::Setup(Setup { seats: 8, ..setup() });
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
    let then = Session::as_of(&log, 3).unwrap();
    let (mut branch, mut kept) = Session::branch(&log, 3, Some(Seed::small(77))).unwrap();
    assert_eq!(branch.game(), then.game());
    // The luck before is published: nothing of it can be taken back and drawn again.
    let last = then.steps()[2].entry.input.clone();
    let Input::Act { seat, .. } = last else { panic!("a decision") };
    assert_eq!(refused(branch.undo(seat, 0)).1, "a branch begins with nothing to take back");
    assert_eq!(refused(Session::resume(&kept).unwrap().undo(seat, 0)).0, Code::NoUndo);
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
    let (_, again) = Session::branch(&kept, 2, Some(Seed::small(78))).unwrap();
    assert_eq!(again.header.luck.iter().map(|s| s.from).collect::<Vec<_>>(), [0, 3]);
    assert!(matches!(Session::branch(&log, 999, Some(Seed::small(1))), Err(Parting::Foreign(_))));
}

#[test]
fn a_branch_with_the_same_luck_falls_as_the_game_fell() {
    let log = finished();
    let (mut branch, kept) = Session::branch(&log, 3, None).unwrap();
    assert_eq!(kept.header.luck.len(), log.header.luck.len());
    // Whoever decides as before sees what he saw before.
    for entry in &log.entries[3..] {
        let Input::Act { seat, action: Written::Words(words), .. } = &entry.input else {
            panic!("a decision")
        };
        let action = branch.game().action(*seat, words).unwrap();
        assert_eq!(branch.act(*seat, None, action, entry.at).unwrap().hash, entry.hash);
    }
    assert!(branch.game().outcome().is_some());
}

#[test]
fn a_game_is_gone_through_again_decision_by_decision() {
    let log = finished();
    let mut way = Retrace::new(&log).unwrap();
    let all = way.left();
    assert_eq!(way.deciders().flatten().count(), all);
    let mut steps = 0;
    while let Some((seat, action)) = way.decision().unwrap() {
        assert!(way.game().check(seat, &action).is_ok());
        assert!(way.step_on().unwrap());
        steps += 1;
        assert_eq!((way.step() as usize, way.left()), (steps, all - steps));
    }
    assert_eq!(way.game(), Session::resume(&log).unwrap().game());
    assert!(!way.step_on().unwrap());
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
    assert_eq!(start.game(), Session::start(setup(), Seed::small(SEED)).unwrap().game());
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
fn a_fault_in_a_judge_refuses_one_decision_and_is_told_to_the_host_alone() {
    let mut table = table_of(Setup { faulty: true, ..setup() });
    let (n, hash) = (table.session.n(), table.hash());
    let (code, text) = refused(table.act(ADA, Action::Pick(u8::MAX)));
    assert_eq!(code, Code::Fault);
    assert!(text.contains("nothing has changed") && !text.contains("Parley"), "{text}");
    assert_eq!(table.session.take_fault().as_deref(), Some("a judge of Parley is broken"));
    assert_eq!(table.session.take_fault(), None);
    assert_eq!((table.session.n(), table.hash(), table.session.frozen()), (n, hash, None));
    table.pick(ADA);
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
    let (snapshot, n) = (table.session.snapshot(), table.log.entries.len());
    assert_eq!(snapshot.n(), n as u32);
    let opened = Session::resume_from(&table.log, snapshot.clone()).unwrap();
    assert_eq!(opened.game(), table.session.game());
    assert_eq!((opened.n(), opened.step()), (table.session.n(), table.session.step()));
    assert_eq!(opened.question(BEN), table.session.question(BEN));
    assert!(opened.steps().is_empty(), "it did not see them");
    table.finish();
    let opened = Session::resume_from(&table.log, snapshot.clone()).unwrap();
    assert_eq!(opened.game(), table.session.game());
    let mut log = table.log.clone();
    log.entries[n - 1].hash.0 ^= 1;
    let wrong = Session::resume_from(&log, snapshot.clone()).expect_err("another hash");
    assert!(matches!(wrong, Parting::Entry { n: 2, why } if why.contains("snapshot")));
    log = table.log.clone();
    log.entries.remove(n);
    let gap = Session::resume_from(&log, snapshot).expect_err("a gap");
    assert_eq!(gap, Parting::Entry { n: 4, why: "entry 3 is missing".into() });
}

#[test]
fn what_could_be_taken_back_still_can_after_opening_a_snapshot() {
    let mut table = table();
    let start = table.hash();
    table.pick(ADA);
    table.pick(BEN);
    let (snapshot, early) = (table.session.snapshot(), table.log.clone());
    table.undo(BEN).unwrap();
    table.undo(ADA).unwrap();
    assert_eq!(table.hash(), start);
    // The log goes back behind the snapshot.
    let opened = Session::resume_from(&table.log, snapshot.clone()).unwrap();
    assert_eq!((opened.game(), opened.step()), (table.session.game(), 0));
    // And so may a player.
    let mut opened = Session::resume_from(&early, snapshot).unwrap();
    assert_eq!(refused(opened.undo(ADA, 0)).1, "somebody else has decided since");
    opened.undo(BEN, 0).unwrap();
    opened.undo(ADA, 0).unwrap();
    assert_eq!(StateHash::of(opened.game()), start);
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
    let session = Session::<Parley>::open(&TableOrder::default(), Seed::small(1), "abc".into()).unwrap();
    let text = serde_json_line(session.sealed_header());
    assert!(text.contains("\"packs\":\"abc\""), "{text}");
    assert_eq!(Log::<Parley>::parse(&text).unwrap().header.packs, "abc");
    assert!(!serde_json_line(table().session.sealed_header()).contains("packs"));
}

#[test]
fn a_witness_tells_what_luck_gave_so_that_it_can_be_drawn_again_without_the_rules() {
    let log = finished();
    let witness = Session::witness(&log).unwrap();
    assert_eq!(witness.len(), log.entries.len() + 1);
    let mut drawn = 0;
    for (n, told) in witness.iter().enumerate() {
        assert_eq!(told.n as usize, n);
        let mut chance = Chance::of_step(Seed::small(SEED), u64::from(told.step));
        for draw in &told.drawn {
            assert_eq!(chance.below(draw.of), draw.which, "entry {n}");
            drawn += 1;
        }
    }
    assert!(drawn > 0, "Parley draws luck");
    assert!(witness.last().unwrap().outcome.is_some() && witness[0].outcome.is_none());
    // A log that parts from the rules has no witness.
    let mut changed = log;
    changed.entries.remove(1);
    assert!(Session::witness(&changed).is_err());
}

#[test]
fn a_table_may_begin_with_a_position_and_goes_on_from_its_log() {
    let order = |edition: Option<Edition>, clauses: &[&str]| TableOrder {
        edition,
        position: clauses.iter().map(|c| (*c).to_owned()).collect(),
        ..TableOrder::default()
    };
    let open = |order: &TableOrder| Session::<Parley>::open(order, Seed::small(SEED), String::new());
    let session = open(&order(None, &["seats 3", "round 2 of 2"])).unwrap();
    assert_eq!(session.game(), &Parley::given(&["seats 3", "round 2 of 2"]).unwrap());
    let header = serde_json_line(session.sealed_header());
    assert!(header.contains(r#""position":["seats 3","round 2 of 2"]"#), "{header}");
    let log: Log<Parley> = Log { header: session.sealed_header().clone(), entries: Vec::new() };
    assert_eq!(Session::resume(&log).unwrap().game(), session.game());
    // An order without one is written as it always was.
    let plain = open(&TableOrder::default()).unwrap();
    assert!(!serde_json_line(plain.sealed_header()).contains("position"));
    // The position is of the table's edition.
    let first = open(&order(Some(Edition::FIRST), &["seats 2"])).unwrap();
    assert_eq!(first.game().edition(), Edition::FIRST);
    let other = open(&order(None, &["edition 1"])).unwrap_err();
    assert!(other.text.contains("of edition 1, and the table of 2"), "{other}");
    let wrong = open(&order(None, &["seats 9"])).unwrap_err();
    assert!(wrong.text.contains("the position is refused: `seats` is 2 or 3"), "{wrong}");
}
