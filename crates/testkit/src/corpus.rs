//! The corpus: logs written by released programs, which every later one must open, verify and play on.

use crate::conformance::decide;
use klaxon_core::{
    Chance, Instinct, Seed, Session, Situation, TableOrder, Words,
    log::{Digest, Input, Log, Proof},
};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    marker::PhantomData,
    path::{Path, PathBuf},
};

/// The list of all logs: name, BLAKE3 of the file, entries, and the digest at the end.
const LIST: &str = "LIST";

/// The corpus of one game; made by [`corpus!`](crate::corpus!).
#[derive(Debug)]
pub struct Corpus<G> {
    /// So many logs there must be at least.
    pub least: usize,
    /// Whether there must be logs of the newest edition and of this layout.
    pub current: bool,
    dir: PathBuf,
    game: PhantomData<G>,
}

/// What the list says of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Listed {
    blake3: String,
    entries: usize,
    digest: Digest,
}

impl<G: Words + Situation + Instinct> Corpus<G> {
    /// The corpus in a folder.
    pub fn new(dir: &str) -> Corpus<G> {
        Corpus { least: 30, current: true, dir: dir.into(), game: PhantomData }
    }

    /// Every log that was ever listed is there, byte for byte, and every log there is listed.
    pub fn unchanged(&self) {
        if std::env::var_os("UPDATE_CORPUS").is_some() {
            self.update();
        }
        let (mut listed, there) = (self.listed(), self.names());
        for name in &there {
            let Some(was) = listed.remove(name) else {
                panic!("{name} is not in the list: UPDATE_CORPUS=1 adds it");
            };
            let is = fingerprint(&self.read(name));
            assert_eq!(is, was.blake3, "{name} was changed: a log of the corpus stays as it was written");
        }
        assert!(listed.is_empty(), "logs of the corpus are never removed: {:?}", listed.keys());
        assert!(there.len() >= self.least, "{}: a corpus of {} logs is too small", G::ID, there.len());
    }

    /// Every log opens, leads where it led when it was listed, and a game that still runs plays on.
    pub fn replays(&self) {
        let listed = self.listed();
        let mut seen = Vec::new();
        for (name, was) in &listed {
            let log = Log::<G>::parse(&self.read(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            let session = Session::resume(&log).unwrap_or_else(|e| {
                panic!(
                    "{name}: {e}\nif no rule has changed but only how states are written down, raise LAYOUT; if a rule \
                     has, it is a new edition"
                )
            });
            assert_eq!(log.entries.len(), was.entries, "{name}");
            assert_eq!(session.digest(), was.digest, "{name}: who is asked, luck or the end differ");
            if log.header.layout == G::LAYOUT && log.entries.iter().all(|e| e.layout.is_none()) {
                let all = Proof { exact: log.entries.len() as u32, ..Proof::default() };
                assert_eq!(session.proof(), all, "{name}");
                seen.push(session.game().edition());
            }
            play_on(name, log, session);
        }
        if !self.current {
            return;
        }
        let advice = "UPDATE_CORPUS=1 plays some";
        assert!(!seen.is_empty(), "{}: no log is in layout {}: {advice}", G::ID, G::LAYOUT);
        assert!(seen.contains(&G::newest()), "{}: no log is of edition {}: {advice}", G::ID, G::newest());
    }

    /// Lists what is new. Where the newest edition or this layout has no logs yet, some are played first.
    fn update(&self) {
        let current = |name: &String| {
            let log = Log::<G>::parse(&self.read(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            log.header.layout == G::LAYOUT && log.header.edition == G::newest()
        };
        if self.current && !self.names().iter().any(current) {
            self.play();
        }
        let mut listed = self.listed();
        for name in self.names() {
            if listed.contains_key(&name) {
                continue;
            }
            let text = self.read(&name);
            let log = Log::<G>::parse(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
            let session = Session::resume(&log).unwrap_or_else(|e| panic!("{name}: {e}"));
            let entry =
                Listed { blake3: fingerprint(&text), entries: log.entries.len(), digest: session.digest() };
            listed.insert(name, entry);
        }
        let mut text = String::new();
        for (name, l) in listed {
            writeln!(text, "{name} {} {} {}", l.blake3, l.entries, l.digest).expect("text is written");
        }
        fs::write(self.dir.join(LIST), text).expect("the list can be written");
    }

    /// A game of each scenario and size in the newest edition, with undos, some of them only begun.
    fn play(&self) {
        let menu = G::menu();
        let sizes =
            |s: &klaxon_core::ScenarioItem| s.sizes.iter().map(|n| (s.id.clone(), *n)).collect::<Vec<_>>();
        for (seed, (scenario, seats)) in menu.scenarios.iter().flat_map(sizes).enumerate() {
            let name = format!("edition-{}-layout-{}-{scenario}-{seats}", G::newest(), G::LAYOUT);
            let order = TableOrder { scenario, seats, ..TableOrder::default() };
            let mut luck = Chance::quick(seed as u64);
            let mut session = Session::<G>::open(&order, Seed::small(seed as u64), String::new())
                .unwrap_or_else(|r| panic!("{order:?} is refused: {r}"));
            let mut log = Log { header: session.sealed_header().clone(), entries: Vec::new() };
            let until = if seed % 4 == 0 { 400 } else { 60 };
            while session.game().outcome().is_none() && session.n() < until {
                step(&mut session, &mut log, &mut luck);
            }
            fs::write(self.dir.join(name + ".jsonl"), log.print()).expect("a log can be written");
        }
    }

    fn listed(&self) -> BTreeMap<String, Listed> {
        let text = fs::read_to_string(self.dir.join(LIST)).unwrap_or_default();
        let line = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, blake3, entries, digest] = words[..] else { panic!("{LIST}: `{line}`") };
            let digest = u32::from_str_radix(digest, 16).map(Digest).expect("a digest");
            let entries = entries.parse().expect("a number of entries");
            (name.to_owned(), Listed { blake3: blake3.into(), entries, digest })
        };
        text.lines().map(line).collect()
    }

    fn names(&self) -> Vec<String> {
        let files = fs::read_dir(&self.dir).unwrap_or_else(|e| panic!("{}: {e}", self.dir.display()));
        let mut names: Vec<String> = files
            .map(|f| f.expect("a file").file_name().to_string_lossy().into_owned())
            .filter(|name| Path::new(name).extension().is_some_and(|e| e == "jsonl"))
            .collect();
        names.sort();
        names
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.dir.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

/// A game that still runs goes on for a few steps, and the log with the old and the new lines opens again.
fn play_on<G: Words + Situation + Instinct>(name: &str, mut log: Log<G>, mut session: Session<G>) {
    let mut luck = Chance::quick(7);
    for _ in 0..4 {
        if session.game().outcome().is_some() {
            return;
        }
        step(&mut session, &mut log, &mut luck);
    }
    let log = Log::<G>::parse(&log.print()).unwrap_or_else(|e| panic!("{name}, played on: {e}"));
    let again = Session::resume(&log).unwrap_or_else(|e| panic!("{name}, played on: {e}"));
    assert_eq!(again.game(), session.game(), "{name}, played on");
}

/// One decision, tick or undo.
fn step<G: Words + Situation + Instinct>(session: &mut Session<G>, log: &mut Log<G>, luck: &mut Chance) {
    let entry = match decide(session.game(), luck, true) {
        Input::Act { seat, action, .. } => session.act(seat, None, action, 0).expect("a choice is legal"),
        Input::Clock { now } => session.clock(now, 0).expect("the alarm is due"),
        Input::Undo { .. } | Input::Edition { .. } => unreachable!("nobody decides to"),
    };
    log.entries.push(entry);
    let seat = session.game().to_act().iter().next();
    if let Some(seat) = seat.filter(|&s| luck.below(12) == 0 && session.can_undo(s).is_ok()) {
        log.entries.push(session.undo(seat, 0).expect("can_undo agreed"));
    }
}

fn fingerprint(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..16].into()
}
