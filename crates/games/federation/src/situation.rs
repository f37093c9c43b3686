//! The language in which positions and decisions are written down.
//!
//! # Positions
//!
//! A position starts as the boxes stand after set-up with nothing stored: Medium, stepwise, a Flagship on Sol, an
//! empty queue, the game waiting before the next token. Clauses change that; what they do not name follows from
//! the piece counts (pools, Unbuilt Assets, the Activation pool).
//!
//! ```text
//! difficulty easy | medium | hard          the token mix
//! pace stepwise | flowing                  does the game wait before each token?
//! moment next | actions | take             before the next token; in Phase 3; choosing the first five tokens
//! turn 12                                  Federation turns begun
//! queue FED1 FE-ADV RND                    the rightmost token first
//! pool FE-ADV CT-SPN                       exactly these in the pool, all others in the holding box
//! holding FE-ADV RND                       these in the holding box, all others in the pool
//! war FE 3                                 0 Peace, 1 Cold War, 2 Mobilizing, 3 War, 4 Total War
//! relation FE-CT war | neutral | alliance
//! expansion 1   losses 2   stability 4
//! fleet FE-S FE3 from FE4                  on the map, and where its last step came from
//! fleet FE-S slot 0                        in the Spawn Order Track, 0 left; fleet CT-D pile
//! tech FE A_FSC A_RPR                      a technology track, space 6 first
//! flagships SOL FE1 unbuilt                one place for each piece in turn: a space, unbuilt or locked
//! allies SOL   mines SOL FE1+              + is the upgraded side
//! sol-defense basic | upgraded | unbuilt
//! base build CUA+                          a space, unbuilt or locked
//! card 4 F_ETS box seen                    research card 0–9: what it is, where (locked aside pile box 0 25 50 75
//!                                          done), and whether the player has seen it
//! advantage F_ETS   project F_MSW 50       short for the card with that technology
//! stored B B M   sacrificed R
//! track 3 0 B B                            row 0–6, column 0–2, tokens
//! columns 1                                Morale deployed to open columns
//! spies FE CY   attaches FE   embassies CT
//! chits EV1 EV3                            used ones
//! free-moves 1   calmed                    in Phase 3: free Moves made; Mercenaries calmed already
//! ```
//!
//! Only in `expect`: `level FE -1` (effective level), `asks actions` (what is asked; the words are those of
//! [`ask_word`]), `pools B 3` (tokens in a Resource Pool), `unbuilt flagship 2`, `dice 3` (of the battle),
//! `shows 3 5` (dice on the table), `spawn-order FE FE-B FE-R -` (left to right), `over won|sol|unstable|outclassed`,
//! `known 4` and `unknown 4` (research cards), `on-map fleets 3`.
//!
//! # Decisions
//!
//! `construct flagship`, `settle CUA build`, `upgrade mine FE1`, `upgrade base build`, `forward mine FE1`,
//! `move flagship SOL FE1 carrying basic`, `move flagship SOL FE1 free`, `move-on FE2`, `halt`, `bypass 2`,
//! `draw FE-ADV`, `initiate 0 4`, `study 4`, `conduct`, `focus 3`, `sabotage FE`, `slow FE`, `attache FE`,
//! `propaganda losses`, `expand`, `reclaim B`, `embassy FE`, `envoy FE`, `parley FE`, `ally-ship`, `advanced-tech`,
//! `fold flagship SOL CUA`, `opportunity FE-CT arms FE` (`arbitration`, `intel FE`, `disarmament`, `peace-talks`;
//! then `by-warp`), `store B`, `end`, `let-go`, `accept`, `reroll`, `out-maneuver`, `throw`, `contest`,
//! `no-contest`, `die 0`, `roll-first FE`, `march FE-R CUA`, `hit build`, `fight SOL`, `lose mine upgraded`,
//! `bury FE-S`, `pursue flagship FE2`, `plunder B from stored`, `research 3`, `free-build mine`,
//! `free-propaganda losses`, `decline`, `break FE-CT`, `faction FE`, `return spy FE`, `take B`, `place B`, `resolve`.
//!
//! What is paid for may end in `with stored` (or `tray`, `spy FE`, `attache FE`, `embassy FE`, `column`); without it
//! a token of row 0 pays, else a stored one.
//!
//! # Dice
//!
//! Faces are `1` to `6`. `pick1`, `pick2`, … name the first, second, … of what is left where an Event chit or an
//! alien technology is drawn, in the order of the ledger. Nothing is picked where only one is left.

mod expect;
mod position;
mod verbs;

pub use expect::ask_word;

use crate::{Action, Federation};
use klaxon_core::{Seat, Situation};

/// The words of a clause or decision, read one by one.
pub(crate) struct Reader<'a> {
    words: std::iter::Peekable<std::str::SplitWhitespace<'a>>,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { words: text.split_whitespace().peekable(), text }
    }

    /// The next word, which must be there.
    fn word(&mut self, what: &str) -> Result<&'a str, String> {
        self.words.next().ok_or_else(|| format!("`{}` ends where {what} should stand", self.text))
    }

    /// The next word, if there is one.
    fn maybe(&mut self) -> Option<&'a str> {
        self.words.next()
    }

    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        self.words.next_if(|w| *w == word).is_some()
    }

    fn peek(&mut self) -> Option<&'a str> {
        self.words.peek().copied()
    }

    /// The next word as something with an id.
    fn id<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<T, String> {
        let word = self.word(what)?;
        find(word).ok_or_else(|| format!("`{word}` in `{}` is no {what}", self.text))
    }

    fn number(&mut self, what: &str, most: u16) -> Result<u16, String> {
        self.id(what, |w| w.parse().ok().filter(|n| *n <= most))
    }

    /// All words left, each as something with an id.
    fn rest<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, String> {
        let mut list = Vec::new();
        while self.peek().is_some() {
            list.push(self.id(what, &find)?);
        }
        Ok(list)
    }

    fn end(mut self) -> Result<(), String> {
        match self.maybe() {
            None => Ok(()),
            Some(word) => Err(format!("`{word}` is too much in `{}`", self.text)),
        }
    }
}

impl Situation for Federation {
    fn given(clauses: &[&str]) -> Result<Federation, String> {
        position::given(clauses)
    }

    fn clauses(&self) -> Option<Vec<String>> {
        position::clauses(self)
    }

    fn seat(name: &str) -> Option<Seat> {
        matches!(name, "fed" | "federation").then_some(Seat(0))
    }

    fn seat_word(_seat: Seat) -> String {
        "fed".into()
    }

    fn face(word: &str) -> Option<u32> {
        let (word, most) = match word.strip_prefix("pick") {
            Some(rest) => (rest, 70),
            None => (word, 6),
        };
        word.parse().ok().filter(|n| (1..=most).contains(n)).map(|n: u32| n - 1)
    }

    fn action(&self, _seat: Seat, words: &str) -> Result<Action, String> {
        verbs::read(&self.table, words)
    }

    fn words(action: &Action) -> String {
        verbs::print(*action)
    }

    fn holds(&self, clause: &str) -> Result<(), String> {
        expect::holds(self, clause)
    }
}
