//! What goes over the API's wire.

use crate::{
    error::Fault,
    table::{Holder, Meta, Sitting, clock::Written},
};
use klaxon_catalog::{Choice, Said};
use klaxon_core::{Line, Odds, Outcome, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// An order for a table.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct NewTableBody {
    /// The game's id, such as `red-alert`.
    pub game: String,
    /// A scenario of its menu; the first one if left out.
    #[serde(default)]
    pub scenario: String,
    /// Number of seats; the usual number if left out.
    #[serde(default)]
    pub size: usize,
    /// Options by id; the defaults if left out.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The edition of the rules, from 1; the newest if left out.
    #[serde(default)]
    pub edition: Option<u8>,
    /// Who shall sit where: `api` (a program, by token), `link` (whoever has the token), or a bot's level: `random`, `easy`,
    /// `normal`, `hard`, `expert`; with an account's token also `me`, and `@name` for another account. Seats left out are links.
    #[serde(default)]
    pub seats: Vec<String>,
    /// Whether strangers may find and join it.
    #[serde(default)]
    pub public: bool,
    /// Time: seconds for each decision, or `{"live": …}` or `{"days": …}` for turns. No clock if left out.
    #[serde(default)]
    pub clock: Option<Written>,
    /// It counts for the ratings of those who play. For accounts alone; whoever sits down agrees.
    #[serde(default)]
    pub rated: bool,
    /// The language that is spoken at it, by its code, such as `de`. Not said if left out.
    #[serde(default)]
    pub language: Option<String>,
    /// Who may watch: `anybody` with the address, or only `players`. Anybody if left out; a public table is open to all.
    #[serde(default)]
    pub watching: Option<String>,
    /// Seconds after which whoever is away is gone and the others may help themselves. If left out: a day, an hour where
    /// there is a clock, and over days as long as a seat can take for a turn.
    #[serde(default)]
    pub patience: Option<u32>,
}

/// A table just opened.
#[derive(Serialize, ToSchema, Debug)]
pub struct NewTableAnswer {
    /// The table's id.
    pub id: String,
    /// Its page.
    pub page: String,
    /// A token that holds every seat ordered as `api`.
    pub owner: String,
    /// The seats, with the tokens of those that are free or for programs.
    pub seats: Vec<NewSeat>,
}

/// A seat of a table just opened.
#[derive(Serialize, ToSchema, Debug)]
pub struct NewSeat {
    /// Its number.
    pub seat: u8,
    /// Its name in the game.
    pub name: String,
    /// Who holds it: `open`, `person`, `bot` or `program`.
    pub holder: &'static str,
    /// Its token, if it is to be handed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A table.
#[derive(Serialize, ToSchema, Debug)]
pub struct TableAnswer {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// `open`, `playing`, `over` or `frozen`.
    pub state: String,
    /// Log entries so far.
    pub n: u32,
    /// Steps in force so far.
    pub step: u32,
    /// Whether strangers may find it.
    pub public: bool,
    /// Who may watch: `anybody` with the address, or only `players`.
    pub watching: &'static str,
    /// Seconds after which whoever is away is gone.
    pub patience: u32,
    /// The owner has been away for so long.
    pub owner_gone: bool,
    /// The next game of the same people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// What was agreed about time, if the table has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Written>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_words: Option<String>,
    /// Does it count for the ratings of those who play?
    pub rated: bool,
    /// The language that is spoken here, by its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<&'static str>,
    /// The edition of the rules that it is played by.
    pub edition: u8,
    /// Its seats.
    pub seats: Vec<SeatAnswer>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeAnswer>,
    /// The log's first line: set-up and commitment, and after the end the seed.
    #[schema(value_type = Object)]
    pub header: Value,
}

/// A seat.
#[derive(Serialize, ToSchema, Debug)]
pub struct SeatAnswer {
    /// Its number.
    pub seat: u8,
    /// Its name in the game.
    pub name: String,
    /// Who holds it: `open`, `person`, `bot` or `program`.
    pub holder: &'static str,
    /// The holder's name; that of an account begins with `@`, and no other does.
    pub player: String,
    /// `account` or `bot` where the holder has an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub account: Option<crate::person::Standing>,
    /// Something is asked of it.
    pub asked: bool,
    /// When its time is out, in milliseconds since 1970, if time runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<u64>,
    /// Decisions that were made for it because its time was out.
    pub overdue: u32,
    /// Milliseconds that it has left while its time does not run, where turns have time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// Its time is short: a quarter of the turn's, and over days at least an hour before it is out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub short: bool,
    /// Its holder is on vacation until then, in milliseconds since 1970: time stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vacation: Option<u64>,
    /// The level of a bot that plays until the holder is back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// The table has waited for its holder for longer than its patience.
    pub gone: bool,
}

/// A table in a list.
#[derive(Serialize, ToSchema, Debug)]
pub struct TableRow {
    /// The table's id.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The scenario's name.
    pub title: String,
    /// What was agreed about time, if it has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Written>,
    /// `open`, `playing`, `over` or `frozen`.
    pub state: String,
    /// Log entries so far.
    pub n: u32,
    /// The players by seat; empty for a free one.
    pub players: Vec<String>,
    /// For `before` of the next page.
    pub seq: u64,
}

/// Which tables to list.
#[derive(Deserialize, IntoParams, Debug)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Of this game only.
    pub game: Option<String>,
    /// In this state only: `open`, `playing`, `over`.
    pub state: Option<String>,
    /// At most so many, 100 at most.
    pub limit: Option<u32>,
    /// Created before the table with this `seq`.
    pub before: Option<u64>,
}

/// How a game ended.
#[derive(Serialize, ToSchema, Debug)]
pub struct OutcomeAnswer {
    /// Seats that won.
    pub winners: Vec<u8>,
    /// Nobody won and nobody lost.
    pub draw: bool,
    /// The reason.
    pub text: String,
    /// A score, where the game counts one.
    pub score: Option<i32>,
}

impl From<Outcome> for OutcomeAnswer {
    fn from(outcome: Outcome) -> OutcomeAnswer {
        OutcomeAnswer {
            winners: outcome.winners.iter().map(|s| s.0).collect(),
            draw: outcome.draw,
            text: outcome.text,
            score: outcome.score,
        }
    }
}

/// A wish to sit down.
#[derive(Deserialize, ToSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct ClaimBody {
    /// A free seat of a public table; a seat's token needs none.
    pub seat: Option<u8>,
    /// The program's name.
    #[serde(default)]
    pub name: String,
}

/// A seat taken.
#[derive(Serialize, ToSchema, Debug)]
pub struct ClaimAnswer {
    /// Its number.
    pub seat: u8,
    /// Its token from now on; the one before is worthless. An account needs none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// As whom, and in how many words.
#[derive(Deserialize, IntoParams, Debug, Default)]
#[into_params(parameter_in = Query)]
pub struct SeatQuery {
    /// One of your seats; not needed when there is no doubt.
    pub seat: Option<u8>,
    /// Only the number of choices instead of their descriptions.
    #[serde(default)]
    pub brief: bool,
}

/// A decision.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct ActBody {
    /// One of your seats; not needed when there is no doubt.
    pub seat: Option<u8>,
    /// The number of the question that this answers; a stale one is refused. Left out: whatever is asked now.
    pub question: Option<u64>,
    /// The number of a choice …
    pub choice: Option<usize>,
    /// … or the decision itself, as in `choices[].action`.
    #[schema(value_type = Option<Object>)]
    pub action: Option<Value>,
}

/// A wish to take the last decision back.
#[derive(Deserialize, ToSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct UndoBody {
    /// One of your seats; not needed when there is no doubt.
    pub seat: Option<u8>,
}

/// What came of a decision.
#[derive(Serialize, ToSchema, Debug)]
pub struct ActAnswer {
    /// Log entries so far.
    pub n: u32,
    /// Steps in force so far.
    pub step: u32,
    /// What is asked of your seats now.
    pub asks: Vec<Ask>,
    /// What your seat heard since.
    pub events: Vec<Event>,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeAnswer>,
}

/// What is asked of a seat.
#[derive(Serialize, ToSchema, Debug)]
pub struct Ask {
    /// The seat.
    pub seat: u8,
    /// The number of the question with its list of choices, to be quoted. Where several decide at once, the list may change
    /// before you answer: then it has another number.
    pub question: u64,
    /// What is asked.
    pub prompt: String,
    /// The rule behind it.
    pub rule: Option<&'static str>,
    /// How many choices there are.
    pub count: usize,
    /// The choices, unless `brief`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<ChoiceAnswer>>,
}

/// A choice.
#[derive(Serialize, ToSchema, Debug)]
pub struct ChoiceAnswer {
    /// Its number.
    pub choice: usize,
    /// The decision.
    #[schema(value_type = Object)]
    pub action: Value,
    /// The decision in the words of situations.
    pub words: String,
    /// The button's words.
    pub text: String,
    /// The button's heading.
    pub group: String,
    /// Board ids that say the same.
    pub clicks: Vec<String>,
    /// The rule that grants it.
    pub rule: Option<&'static str>,
}

impl From<Choice> for ChoiceAnswer {
    fn from(choice: Choice) -> ChoiceAnswer {
        ChoiceAnswer {
            choice: choice.index,
            action: choice.action,
            words: choice.words,
            text: choice.label.text,
            group: choice.label.group,
            clicks: choice.label.clicks,
            rule: choice.label.rule.map(|r| r.as_str()),
        }
    }
}

/// Something that a seat heard.
#[derive(Serialize, ToSchema, Debug)]
pub struct Event {
    /// The step that caused it; 0 for the set-up.
    pub step: u32,
    /// A sentence.
    pub text: String,
    /// The rule behind it.
    pub rule: Option<&'static str>,
    /// Board ids of what it speaks of.
    pub about: Vec<String>,
    /// How deep it lies within something larger, such as a combat.
    pub depth: u8,
    /// Dice that fell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<String>,
}

impl From<Said> for Event {
    fn from(said: Said) -> Event {
        let Line { text, rule, about, depth } = said.line;
        let dice = said.luck.map(|l| l.dice).unwrap_or_default();
        Event { step: said.step, text, rule: rule.map(|r| r.as_str()), about, depth, dice }
    }
}

/// A position as a seat sees it.
#[derive(Serialize, ToSchema, Debug)]
pub struct ViewAnswer {
    /// As whom; none for a spectator.
    pub seat: Option<u8>,
    /// Log entries so far.
    pub n: u32,
    /// Steps in force so far.
    pub step: u32,
    /// The table's clock now, in milliseconds: what times in the view count by.
    pub clock: u64,
    /// What the seat is asked, or whom the table waits for.
    pub prompt: String,
    /// All that the seat may know.
    #[schema(value_type = Object)]
    pub view: Value,
    /// How it ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeAnswer>,
}

/// What is asked.
#[derive(Serialize, ToSchema, Debug)]
pub struct ChoicesAnswer {
    /// Log entries so far.
    pub n: u32,
    /// Steps in force so far.
    pub step: u32,
    /// What is asked of your seats.
    pub asks: Vec<Ask>,
    /// Decisions open at any time, such as conceding, of your seat.
    pub anytime: Vec<ChoiceAnswer>,
}

/// Which choice.
#[derive(Deserialize, IntoParams, Debug)]
#[into_params(parameter_in = Query)]
pub struct OddsQuery {
    /// One of your seats; not needed when there is no doubt.
    pub seat: Option<u8>,
    /// The number of the choice.
    pub choice: usize,
}

/// What may come of a choice.
#[derive(Serialize, ToSchema, Debug)]
pub struct OddsAnswer {
    /// What is asked of fate.
    pub title: String,
    /// How the dice came about.
    pub because: Vec<String>,
    /// Outcomes with their chances.
    pub rows: Vec<OddsRow>,
}

/// An outcome with its chance.
#[derive(Serialize, ToSchema, Debug)]
pub struct OddsRow {
    /// The outcome.
    pub text: String,
    /// Favourable cases …
    pub part: u64,
    /// … of so many.
    pub whole: u64,
}

impl From<Odds> for OddsAnswer {
    fn from(odds: Odds) -> OddsAnswer {
        let row = |(text, share): (String, klaxon_core::Share)| OddsRow {
            text,
            part: share.part,
            whole: share.whole,
        };
        OddsAnswer {
            title: odds.title,
            because: odds.because.into_iter().map(|l| l.text).collect(),
            rows: odds.rows.into_iter().map(row).collect(),
        }
    }
}

/// Something to say.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct SayBody {
    /// One of your seats; not needed when there is no doubt.
    pub seat: Option<u8>,
    /// The words.
    pub text: String,
}

/// Something said.
#[derive(Serialize, ToSchema, Debug)]
pub struct ChatLine {
    /// Its number.
    pub id: u64,
    /// Milliseconds since 1970.
    pub at: u64,
    /// Who.
    pub from: String,
    /// The words.
    pub text: String,
}

/// A situation script.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct TryBody {
    /// Its text.
    pub script: String,
}

/// A rule.
#[derive(Serialize, ToSchema, Debug)]
pub struct RuleAnswer {
    /// Its id.
    pub id: String,
    /// The game's id.
    pub game: &'static str,
    /// Its words in the newest edition, as inline markdown.
    pub text: String,
    /// Its words in each edition that changed them, oldest first.
    pub editions: Vec<RuleWords>,
}

/// The words of a rule since an edition.
#[derive(Serialize, ToSchema, Debug)]
pub struct RuleWords {
    /// The first edition with these words.
    pub since: u8,
    /// The words, as inline markdown.
    pub text: String,
}

/// Why a request was not granted. Nothing was changed.
#[derive(Serialize, ToSchema, Debug)]
pub struct RefusalAnswer {
    /// `illegal`, `not-asked`, `stale`, `malformed`, `no-undo`, `over`, `frozen`, `forbidden`, `missing`, `taken`, `busy`, …
    pub code: String,
    /// The rule that forbids it, when a rule does.
    pub rule: Option<String>,
    /// For people.
    pub text: String,
}

/// One word for who may watch.
pub fn watching_word(meta: &Meta) -> &'static str {
    if meta.players_only { "players" } else { "anybody" }
}

/// One word for who holds a seat.
pub fn holder_word(holder: &Holder) -> &'static str {
    match holder {
        Holder::Open => "open",
        Holder::Person { .. } => "person",
        Holder::Bot { .. } => "bot",
        Holder::Program { .. } => "program",
    }
}

/// What is asked of seats now.
pub fn asks(sitting: &mut Sitting, seats: SeatSet, brief: bool) -> Result<Vec<Ask>, Fault> {
    sitting.careful(|loaded| {
        let table = &loaded.table;
        let ask = |seat: Seat| {
            let line = table.prompt(Viewer::Seat(seat));
            let choices: Option<Vec<ChoiceAnswer>> =
                (!brief).then(|| table.choices(seat).into_iter().map(Into::into).collect());
            let count = choices.as_ref().map_or_else(|| table.count_choices(seat), Vec::len);
            Ask {
                seat: seat.0,
                question: table.asked_as(seat),
                prompt: line.text,
                rule: line.rule.map(|r| r.as_str()),
                count,
                choices,
            }
        };
        SeatSet(seats.0 & table.to_act().0).iter().map(ask).collect()
    })
}

/// What a viewer heard after a step.
pub fn events(sitting: &mut Sitting, viewer: Viewer, after: u32) -> Result<Vec<Event>, Fault> {
    sitting.careful(|loaded| {
        let said = loaded.table.said(viewer, after);
        said.into_iter().filter(|s| s.step > after).map(Into::into).collect()
    })
}

/// A wish for an edition of the rules.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct EditionBody {
    /// The edition, from 1; `null` or left out for the one that the table is played by.
    #[serde(default)]
    pub edition: Option<u8>,
}

/// What came of a wish for an edition.
#[derive(Serialize, ToSchema, Debug)]
pub struct EditionAnswer {
    /// The edition that the table is played by.
    pub edition: u8,
    /// The newest edition.
    pub newest: u8,
    /// The seats that want the newer one.
    pub agreed: Vec<u8>,
    /// The seats that must agree.
    pub asked: Vec<u8>,
}

/// Something that may be asked of another player.
#[derive(Serialize, ToSchema, Debug)]
pub struct RequestRow {
    /// What to send.
    pub words: String,
    /// What people read.
    pub text: String,
}

/// A request.
#[derive(Deserialize, ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct RequestBody {
    /// Which of your seats asks; needed where you have several.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The seat that is asked; whoever can do it if left out.
    #[serde(default)]
    pub whom: Option<u8>,
    /// What: one of the `words` that can be asked for now.
    pub words: String,
}
