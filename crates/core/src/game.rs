//! One rulebook as a deterministic state machine, and the words, situations and instincts around it.

use crate::{
    Beat, Chance, Code, Edition, Fell, Packs, Refusal, Revision, RuleId, Seat, SeatSet, Tell, Viewer,
    judgement::{Features, Judgement},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{collections::BTreeMap, fmt};

/// Milliseconds: of the table's clock in a game, since 1970 in a log.
pub type Millis = u64;

/// One rulebook as a deterministic state machine. The value itself is the whole state.
///
/// No clock, float, input or output, hash map or thread in here: the same set-up, luck and decisions
/// give the same states on every machine.
pub trait Game: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The short name in addresses, logs and commands, such as `red-alert`.
    const ID: &'static str;
    /// How the rules have changed since the first edition, oldest first: the first of them made the second edition.
    const REVISIONS: &'static [Revision] = &[];
    /// How a state is written down. Raised when its bytes change, for whatever reason; hashes are compared only within
    /// one layout. No part of the promise that old logs open: renaming and rearranging costs nothing but a number here.
    const LAYOUT: u32 = 1;
    /// What it does with packs, where it takes them.
    const PACKS: Option<Packs> = None;

    /// Scenario, seats, options.
    type Setup: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// One decision. Decisions are small: pick a card, then a unit, then a hex.
    type Action: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened, for log and animation; says everything its sentence needs.
    type Event: Clone + Eq + fmt::Debug + Serialize + Send + Sync;
    /// What one viewer may know; all pages, labels, prompts and odds are made from it.
    type View: Clone + Eq + fmt::Debug + Serialize + Send + Sync;

    /// Sets the table up.
    fn start(setup: &Self::Setup, chance: &mut Chance, tell: &mut Tell<Self::Event>)
    -> Result<Self, Refusal>;

    /// The newest edition of the rules, by which new tables are played.
    fn newest() -> Edition {
        Edition::new(Self::REVISIONS.len() as u8 + 1).expect("a game has few editions")
    }

    /// The edition by which this game is played.
    fn edition(&self) -> Edition {
        Edition::FIRST
    }

    /// Goes on by another edition, where the position means the same in both. A refusal changes nothing.
    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        if to == self.edition() { Ok(()) } else { Err(no_edition::<Self>(to)) }
    }

    /// How many seats the table has.
    fn seats(&self) -> usize;

    /// The seats that share this seat's secrets, itself among them.
    fn team(&self, seat: Seat) -> SeatSet {
        SeatSet::only(seat)
    }

    /// Seats that owe or may take a decision now. Several when orders are secret or time is real; none when
    /// the game is over.
    fn to_act(&self) -> SeatSet;

    /// Legal actions in a fixed order; never empty for a seat in `to_act`, empty for every other.
    /// On a continuous table this is a fair fan of examples and `check` is the wider truth.
    fn choices(&self, seat: Seat) -> Vec<Self::Action>;

    /// The only judge of legality. Changes nothing.
    fn check(&self, seat: Seat, action: &Self::Action) -> Result<(), Refusal>;

    /// Carries out a checked action. Cannot fail; asserts what it relies on.
    fn apply(&mut self, seat: Seat, action: &Self::Action, chance: &mut Chance, tell: &mut Tell<Self::Event>);

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// A state that `seat` could not tell from this one: unseen cards reshuffled, sealed orders replaced.
    fn redeal(&self, seat: Seat, chance: &mut Chance) -> Self;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// When time next matters, on the table's clock.
    fn alarm(&self) -> Option<Millis> {
        None
    }

    /// Time has come to `now`. Delivered before any action of that moment, and logged.
    fn on_clock(&mut self, _now: Millis, _chance: &mut Chance, _tell: &mut Tell<Self::Event>) {}

    /// Invariants: piece counts, ranges.
    fn audit(&self) -> Result<(), String> {
        Ok(())
    }
}

/// The refusal of an edition that the game does not have, or does not go over to.
pub fn no_edition<G: Game>(edition: Edition) -> Refusal {
    let text = match G::newest() {
        newest if edition > newest => {
            format!("there is no edition {edition} of these rules; the newest is {newest}")
        }
        _ => format!("this game cannot go over to edition {edition} of the rules"),
    };
    Refusal::other(Code::Malformed, text)
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; nobody in a draw or when all have lost together.
    pub winners: SeatSet,
    /// True when nobody won and nobody lost.
    pub draw: bool,
    /// The reason in a sentence.
    pub text: String,
    /// A score, where the game counts one.
    pub score: Option<i32>,
}

impl Outcome {
    /// What the end is worth to a seat: 1000 won, 500 drawn, 0 lost.
    pub fn worth(&self, seat: Seat) -> i32 {
        if self.winners.has(seat) {
            1000
        } else if self.draw {
            500
        } else {
            0
        }
    }
}

/// What a game says to people: the page, the terminal and the API all speak through it.
/// Everything but the menu is made from a [`Game::View`], so that no word can betray a secret.
pub trait Words: Game {
    /// The game's name, seats, scenarios and options, for *Open a table*.
    fn menu() -> Menu;

    /// Turns an order for a table into a set-up, or says what is wrong with it.
    fn setup(order: &TableOrder) -> Result<Self::Setup, Refusal>;

    /// The name of a seat, such as "Commonwealth".
    fn seat_name(view: &Self::View, seat: Seat) -> String;

    /// What the viewer is asked now, or whom the table waits for.
    fn prompt(view: &Self::View, viewer: Viewer) -> Line;

    /// What a coach would explain at the viewer's question, the most pressing first.
    fn tips(_view: &Self::View) -> Vec<&'static Tip> {
        Vec::new()
    }

    /// Decisions that are open at any time besides what is asked, such as conceding; `check` judges them.
    fn anytime(_view: &Self::View, _seat: Seat) -> Vec<Self::Action> {
        Vec::new()
    }

    /// Why nobody at the table may talk now, where the rules forbid it.
    fn hushed(_view: &Self::View) -> Option<Line> {
        None
    }

    /// What the viewer may ask of the others now, where players talk about what they do. Bots answer, and follow if they can
    /// ([`Instinct::heed`]).
    fn requests(_view: &Self::View) -> Vec<Request> {
        Vec::new()
    }

    /// The request that lies in a decision, such as pointing at something.
    fn requested(_view: &Self::View, _action: &Self::Action) -> Option<Request> {
        None
    }

    /// How a choice is shown.
    fn label(view: &Self::View, action: &Self::Action) -> Label;

    /// The board as text, for terminals.
    fn picture(_view: &Self::View) -> String {
        String::new()
    }

    /// One log sentence.
    fn line(event: &Self::Event) -> Line;

    /// Dice or cards to show with an event.
    fn luck(_event: &Self::Event) -> Option<Luck> {
        None
    }

    /// What of an event can be seen on the board, in order. Made of the event alone, as its sentence is.
    fn beats(_event: &Self::Event) -> Vec<Beat> {
        Vec::new()
    }

    /// What the events of one step, as a viewer heard them, have come to: what was thrown, what it did, to whom, what it
    /// costs, and what stopped the rest. Without it the last sentence says so.
    fn outcome_line(_events: &[&Self::Event]) -> Option<String> {
        None
    }

    /// The decision that these clicks on the board seem to mean, legal or not, so that the page can say why not.
    fn intend(_view: &Self::View, _seat: Seat, _clicks: &[String]) -> Option<Self::Action> {
        None
    }

    /// What may come of a choice, exactly.
    fn odds(_view: &Self::View, _action: &Self::Action) -> Option<Odds> {
        None
    }
}

/// The text in which positions and decisions are written down; see [`crate::script`].
pub trait Situation: Game {
    /// The position that the clauses describe.
    fn given(clauses: &[&str]) -> Result<Self, String>;

    /// The clauses that describe this position, or `None` where the language cannot express it.
    fn clauses(&self) -> Option<Vec<String>>;

    /// A seat by name.
    fn seat(name: &str) -> Option<Seat>;

    /// The name of a seat in scripts.
    fn seat_word(seat: Seat) -> String;

    /// A die face by name, counted from 0.
    fn face(word: &str) -> Option<u32>;

    /// A decision by its words, such as `move C5 D5`. Whether it is legal is `check`'s business.
    fn action(&self, seat: Seat, words: &str) -> Result<Self::Action, String>;

    /// The words of a decision, such that `action` reads them back.
    fn words(action: &Self::Action) -> String;

    /// Does the clause hold in this position? The error says what is there instead.
    fn holds(&self, clause: &str) -> Result<(), String>;
}

/// A player's instincts, for bots and hints. Asked only of states that the seat could be in.
pub trait Instinct: Game {
    /// Rounds of a look ahead that take a bot of middling strength some tens of milliseconds.
    const ROUNDS: u32 = 320;
    /// Decisions that a look ahead plays on by rules of thumb before it trusts its judgement: few where that was learned.
    const HORIZON: u32 = 24;
    /// How much a look ahead explores against what it has found good, in thousandths of a game: more where the first impression errs.
    const CURIOSITY: u32 = 120;

    /// How good the position looks for a seat: 0 lost, 1000 won.
    fn appraise(&self, seat: Seat) -> i32;

    /// What a learned judgement goes by: the position as the seat may know it, in small numbers. `false` where nothing
    /// was learned and the judgement is written by hand, such as while a table is being set up.
    fn features(&self, _seat: Seat, _into: &mut Features) -> bool {
        false
    }

    /// What was learned from those features.
    fn learned() -> Option<&'static Judgement> {
        None
    }

    /// What was learned says of the position; `None` where nothing was.
    fn judged(&self, seat: Seat) -> Option<i32> {
        let learned = Self::learned().filter(|net| !net.is_blank())?;
        let mut features = Features::new();
        self.features(seat, &mut features).then(|| learned.worth(&features))
    }

    /// How much a sensible player leans towards a choice: a weight, 16 for an ordinary one. 0 is for what does nothing here:
    /// no bot above random takes it while there is anything else.
    fn lean(&self, seat: Seat, action: &Self::Action) -> u32;

    /// The same for each of his choices, into `out`: where much is to be found out first, it is found out once.
    fn leans(&self, seat: Seat, choices: &[Self::Action], out: &mut Vec<u32>) {
        out.extend(choices.iter().map(|action| self.lean(seat, action)));
    }

    /// Why a choice would do nothing here, as far as the seat can know: lower case, no full stop.
    fn idle(&self, _seat: Seat, _action: &Self::Action) -> Option<String> {
        None
    }

    /// Could somebody win or lose the game by one of the next decisions? A glance; where it says no, nobody looks for it.
    fn decisive(&self) -> bool {
        true
    }

    /// What speaks for a choice in the words of the game, for people who ask for a hint: lower case, no full stop.
    fn reason(&self, _seat: Seat, _action: &Self::Action) -> Option<String> {
        None
    }

    /// What speaks for a series of decisions taken one after the other.
    fn reason_of(&self, seat: Seat, series: &[Self::Action]) -> Option<String> {
        series.first().and_then(|action| self.reason(seat, action))
    }

    /// Can the position be appraised as it stands? In the middle of a battle or of a round of orders a look ahead goes
    /// on for a while, until the outcome is on the board.
    fn settled(&self) -> bool {
        true
    }

    /// A series of decisions that the seat would take now, one after the other, where the game has a planner of its
    /// own; the first must be among the seat's choices. `effort` is how much it may think, 1 for little; the same state,
    /// effort and luck give the same series. Without one, bots search step by step.
    fn scheme(&self, _seat: Seat, _effort: u32, _chance: &mut Chance) -> Option<Vec<Self::Action>> {
        None
    }

    /// The same for a seat that keeps in mind what others have asked of it ([`Instinct::heed`]).
    fn scheme_heeding(
        &self,
        seat: Seat,
        effort: u32,
        _asked: &[(Seat, String)],
        chance: &mut Chance,
    ) -> Option<Vec<Self::Action>> {
        self.scheme(seat, effort, chance)
    }

    /// What the seat does about a request of another ([`Words::requests`]); `None` for words that it does not understand.
    fn heed(&self, _seat: Seat, _by: Seat, _words: &str) -> Option<Heed<Self::Action>> {
        None
    }

    /// Where a seat may change its mind until a part of the game ends, single decisions are neither good nor bad: the number
    /// of that part. What was decided in it is judged when it ends.
    fn part(&self, _seat: Seat) -> Option<u32> {
        None
    }

    /// What goes wrong with the plan of such a part if this is decided: a whole sentence with its rule.
    fn mishap(&self, _seat: Seat, _action: &Self::Action) -> Option<Line> {
        None
    }

    /// What the seat would still change of what it has decided in this part, in order; empty where it would change nothing.
    fn mend(&self, _seat: Seat, _effort: u32, _chance: &mut Chance) -> Vec<Self::Action> {
        Vec::new()
    }
}

/// Something that one player asks of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// What bots understand, such as `serve 2`.
    pub words: String,
    /// What people read, such as "Serve the computer in phase 2".
    pub text: String,
    /// Requests of one group stand together under this heading.
    pub group: String,
}

/// What a bot does about a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heed<A> {
    /// Does it do what was asked, or will it?
    pub follows: bool,
    /// What it decides now, in order; may be empty.
    pub series: Vec<A>,
    /// What it says to that: a whole sentence.
    pub says: String,
}

/// What can be ordered at *Open a table*.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Menu {
    /// The game's id.
    pub id: &'static str,
    /// Its full name.
    pub name: &'static str,
    /// Its nature in a line.
    pub blurb: &'static str,
    /// Scenarios, the one for newcomers first.
    pub scenarios: Vec<ScenarioItem>,
    /// Options that hold for every scenario.
    pub options: Vec<OptionItem>,
}

/// A scenario on the menu.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScenarioItem {
    /// Short name.
    pub id: String,
    /// Title.
    pub name: String,
    /// What it is about, in a line or two.
    pub blurb: String,
    /// Names of the seats in a game of the usual size.
    pub seats: Vec<String>,
    /// Numbers of seats that it can be played with.
    pub sizes: Vec<usize>,
}

/// An option on the menu; the first value is the default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OptionItem {
    /// Short name.
    pub id: &'static str,
    /// What it decides.
    pub label: &'static str,
    /// Values with their words.
    pub values: Vec<(&'static str, &'static str)>,
}

/// What somebody ordered from the menu.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TableOrder {
    /// Scenario id; empty for the first one.
    #[serde(default)]
    pub scenario: String,
    /// Number of seats; 0 for the usual number.
    #[serde(default)]
    pub seats: usize,
    /// Options by id; missing ones have their default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The edition of the rules; the newest without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<Edition>,
    /// The position that the table begins with, in clauses of the game's situations; the scenario's own without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub position: Vec<String>,
}

/// A sentence with the rule behind it and the pieces it speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// A whole sentence.
    pub text: String,
    /// The rule behind it.
    pub rule: Option<RuleId>,
    /// Board ids of what it speaks of, shown on hover.
    pub about: Vec<String>,
    /// How deep it lies within something larger, such as a combat; 0 stands by itself.
    pub depth: u8,
}

/// An idea of the rulebook, explained to somebody who meets it for the first time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// Its name, by which a table remembers that it was read.
    pub id: &'static str,
    /// A heading.
    pub title: &'static str,
    /// Two or three sentences.
    pub text: &'static str,
    /// The rule to read on.
    pub rule: RuleId,
}

impl Line {
    /// A sentence with its rule.
    pub fn new(text: impl Into<String>, rule: RuleId) -> Line {
        Line { text: text.into(), rule: Some(rule), about: Vec::new(), depth: 0 }
    }

    /// A sentence that needs no rule.
    pub fn plain(text: impl Into<String>) -> Line {
        Line { text: text.into(), rule: None, about: Vec::new(), depth: 0 }
    }

    /// The same, speaking of something on the board.
    #[must_use]
    pub fn about(mut self, id: impl Into<String>) -> Line {
        self.about.push(id.into());
        self
    }

    /// The same, as a part of something larger that was told before.
    #[must_use]
    pub fn within(mut self, depth: u8) -> Line {
        self.depth = depth;
        self
    }
}

/// Writes tips down as constants, `NAME "id" "title" "rule" "text"`, and lists them all as `ALL`.
#[macro_export]
macro_rules! tips {
    ($($name:ident $id:literal $title:literal $rule:literal $text:literal)*) => {
        $(pub(crate) const $name: $crate::Tip =
            $crate::Tip { id: $id, title: $title, text: $text, rule: $crate::rule!($rule) };)*
        /// Every tip there is.
        pub const ALL: &[$crate::Tip] = &[$($name),*];
    };
}

/// How a choice is shown: as a button, and as a series of clicks on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Label {
    /// The button's words.
    pub text: String,
    /// Buttons of one group stand together under this heading.
    pub group: String,
    /// Board ids to click one after the other instead of pressing the button; empty where it has no place on
    /// the board. Choices that share all their clicks are offered as a small menu.
    pub clicks: Vec<String>,
    /// A mark for the way it is done, such as `warp`: the board draws reachable places by it. `pass` declines a
    /// question, and so does `window` where it is asked only so that a pause betrays nothing. `self` and `force` are never
    /// answered by the server even if they are the only choice, `obvious` always, for whoever lets it answer; `vote` is a vote that bots cast after people; `board` is a decision open at
    /// any time for which the board has a button of its own, `open` and `table` are such that can be taken without "are you
    /// sure?" (the second is about the table, and the terminal does not offer it at every prompt), and `offered` answers what
    /// somebody else has offered, as its group says: it stands by the question.
    pub mark: &'static str,
    /// The rule that grants the choice.
    pub rule: Option<RuleId>,
}

impl Label {
    /// Does the choice decline what is asked?
    pub fn declines(&self) -> bool {
        matches!(self.mark, "pass" | "window")
    }
}

/// Dice or cards to show with an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Luck {
    /// What they were for.
    pub title: String,
    /// The faces, by the names of the game's die symbols.
    pub dice: Vec<String>,
    /// What became of each; empty where none is a hit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fell: Vec<Fell>,
}

impl Luck {
    /// Dice that hit nobody.
    pub fn new(title: impl Into<String>, dice: impl IntoIterator<Item = String>) -> Luck {
        Luck { title: title.into(), dice: dice.into_iter().collect(), fell: Vec::new() }
    }

    /// What became of a die.
    pub fn fell(&self, die: usize) -> &Fell {
        self.fell.get(die).unwrap_or(&Fell::Plain)
    }
}

/// What may come of a choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Odds {
    /// What is asked of fate.
    pub title: String,
    /// How the number of dice came about, one modifier a line.
    pub because: Vec<Line>,
    /// Outcomes with their chances.
    pub rows: Vec<(String, Share)>,
}

/// An exact chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Share {
    /// Favourable cases.
    pub part: u64,
    /// All cases.
    pub whole: u64,
}

impl Share {
    /// In tenths of a per cent, rounded to nearest.
    pub fn per_mille(self) -> u64 {
        ((u128::from(self.part) * 2000 + u128::from(self.whole)) / (2 * u128::from(self.whole.max(1)))) as u64
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.per_mille();
        write!(f, "{}.{} %", n / 10, n % 10)
    }
}
