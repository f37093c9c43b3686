//! Nim with two heaps, whole: the nouns, the rules, the words, positions written down, and a feeling for bots.

mod questions;

pub use questions::Action;

use klaxon_core::{
    Chance, Game, Instinct, Label, Line, Menu, Outcome, Refusal, ScenarioItem, Seat, SeatSet, Situation,
    TableOrder, Tell, Viewer, Words, rule,
};
use klaxon_table::{Rulebook, Rules};
use serde::{Deserialize, Serialize};

/// The game as the rest of the program knows it.
pub static RULEBOOK: &dyn Rulebook = &Rules::<Nim>::NEW;

/// The whole game, of which nothing is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Nim {
    pub heaps: [u8; 2],
    pub turn: Seat,
}

/// Where stones lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heap {
    Left,
    Right,
}

impl Heap {
    pub const ALL: [Heap; 2] = [Heap::Left, Heap::Right];

    pub fn word(self) -> &'static str {
        match self {
            Heap::Left => "left",
            Heap::Right => "right",
        }
    }

    pub fn named(word: &str) -> Option<Heap> {
        Heap::ALL.into_iter().find(|heap| heap.word() == word)
    }
}

/// What somebody did, in the words of the decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Did {
    pub who: Seat,
    pub words: String,
}

/// The game while a decision is carried out.
pub struct Play<'a> {
    pub nim: &'a mut Nim,
    pub tell: &'a mut Tell<Did>,
}

impl Play<'_> {
    /// NI-1.1: the other's turn.
    pub fn done(&mut self, words: String) {
        let who = self.nim.turn;
        self.tell.all(Did { who, words });
        self.nim.turn = Seat(1 - who.0);
    }
}

const NAMES: [&str; 2] = ["first", "second"];

impl Nim {
    pub fn stones(&self, heap: Heap) -> u8 {
        self.heaps[heap as usize]
    }

    pub fn is_over(&self) -> bool {
        self.heaps == [0, 0]
    }
}

impl Game for Nim {
    const ID: &'static str = "nim";
    type Setup = ();
    type Action = Action;
    type Event = Did;
    type View = Nim;

    fn start((): &(), _: &mut Chance, _: &mut Tell<Did>) -> Result<Nim, Refusal> {
        // NI-1.1
        Ok(Nim { heaps: [3, 5], turn: Seat(0) })
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() { SeatSet::NONE } else { SeatSet::only(self.turn) }
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        let mut out = Vec::new();
        if self.to_act().has(seat) {
            Action::offer(self, &mut out);
        }
        out
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if !self.to_act().has(seat) {
            return Err(Refusal::not_asked("it is the other's turn"));
        }
        action.judge(self)
    }

    fn apply(&mut self, _: Seat, action: &Action, _: &mut Chance, tell: &mut Tell<Did>) {
        action.take(&mut Play { nim: self, tell });
    }

    fn view(&self, _: Viewer) -> Nim {
        *self
    }

    fn redeal(&self, _: Seat, _: &mut Chance) -> Nim {
        *self
    }

    fn outcome(&self) -> Option<Outcome> {
        // NI-1.3: he whose turn it would not be has taken the last one.
        let winner = Seat(1 - self.turn.0);
        let text = format!("{} takes the last stone", NAMES[winner.index()]);
        self.is_over().then(|| Outcome { winners: SeatSet::only(winner), draw: false, text, score: None })
    }
}

impl Words for Nim {
    fn menu() -> Menu {
        let scenario = ScenarioItem {
            id: "two-heaps".into(),
            name: "Two heaps".into(),
            blurb: "Three stones and five.".into(),
            seats: NAMES.map(String::from).to_vec(),
            sizes: vec![2],
        };
        Menu {
            id: Nim::ID,
            name: "Nim",
            blurb: "Who takes the last stone has won.",
            scenarios: vec![scenario],
            options: Vec::new(),
        }
    }

    fn setup(_: &TableOrder) -> Result<(), Refusal> {
        Ok(())
    }

    fn seat_name(_: &Nim, seat: Seat) -> String {
        NAMES[seat.index()].into()
    }

    fn prompt(view: &Nim, viewer: Viewer) -> Line {
        match Action::ask(view) {
            Some(ask) if viewer == Viewer::Seat(view.turn) => ask.line,
            Some(_) => Line::plain(format!("Waiting for {}.", NAMES[view.turn.index()])),
            None => Line::new("The stones are gone.", rule!("NI-1.3")),
        }
    }

    fn label(view: &Nim, action: &Action) -> Label {
        action.label(view)
    }

    fn line(did: &Did) -> Line {
        Line::plain(format!("{}: {}.", NAMES[did.who.index()], did.words))
    }
}

impl Situation for Nim {
    fn given(clauses: &[&str]) -> Result<Nim, String> {
        let mut nim = Nim { heaps: [3, 5], turn: Seat(0) };
        for clause in clauses {
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number of stones"));
            match clause.split(' ').collect::<Vec<_>>().as_slice() {
                ["heaps", "left", left, "right", right] => nim.heaps = [number(left)?, number(right)?],
                ["turn", name] => nim.turn = Nim::seat(name).ok_or("the seats are first and second")?,
                _ => return Err(format!("`{clause}` is not about Nim")),
            }
        }
        Ok(nim)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        let [left, right] = self.heaps;
        Some(vec![format!("heaps left {left} right {right}"), format!("turn {}", Nim::seat_word(self.turn))])
    }

    fn seat(name: &str) -> Option<Seat> {
        NAMES.iter().position(|n| *n == name).map(|i| Seat(i as u8))
    }

    fn seat_word(seat: Seat) -> String {
        NAMES[seat.index()].into()
    }

    fn face(_: &str) -> Option<u32> {
        None
    }

    fn action(&self, _: Seat, words: &str) -> Result<Action, String> {
        Action::read(self, words)
    }

    fn words(action: &Action) -> String {
        action.words()
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        let here = self.clauses().unwrap_or_default();
        if here.iter().any(|c| c == clause) { Ok(()) } else { Err(format!("there is {}", here.join(", "))) }
    }
}

impl Instinct for Nim {
    fn appraise(&self, seat: Seat) -> i32 {
        // Equal heaps are lost for whoever must take.
        let good = (self.heaps[0] == self.heaps[1]) != (seat == self.turn);
        if good { 800 } else { 200 }
    }

    fn lean(&self, _: Seat, action: &Action) -> u32 {
        action.lean(self)
    }
}
