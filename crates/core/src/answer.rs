//! A decision belongs to its question: what may be answered, and everything about that answer, is one type in one file.
//!
//! A game's `Action` has one variant per question, made by [`questions!`](crate::questions) from the list of its answers. A
//! decision more is one file with an [`Answer`] more, and one line in that list.

use crate::{Game, Label, Line, Reader, Refusal, Tip};

/// How a game asks: what its answers are judged by, carried out with and thought of by.
pub trait Asks: Game {
    /// The question: the state, or what of it matters, with the seat that is asked, where there are several.
    type Asked<'a>: Copy;
    /// The game while an answer is carried out, with its luck and its listeners.
    type Play<'a>;
    /// What somebody points at who may not know the rules: the answers he could mean are made of it.
    type About<'a>: Copy;
}

/// What is asked now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The word for it in situations.
    pub word: &'static str,
    /// The question.
    pub line: Line,
}

impl Ask {
    /// A question by its word and its sentence.
    pub fn new(word: &'static str, line: Line) -> Ask {
        Ask { word, line }
    }
}

/// The answer to one question of a game. Every file of `questions/` has these in this order.
pub trait Answer<G: Asks>: Sized + Into<G::Action> {
    /// What is asked, while this is the question.
    fn ask(view: &G::View) -> Option<Ask>;

    /// Can this be the question? A glance, so that offers that do not come into question cost nothing.
    fn is_asked(_asked: G::Asked<'_>) -> bool {
        true
    }

    /// The legal answers in a fixed order, while this is the question. Called only where it can be.
    fn offer(asked: G::Asked<'_>, out: &mut Vec<G::Action>);

    /// May it be answered? The only judge; he names the rule and what would be allowed.
    fn judge(&self, asked: G::Asked<'_>) -> Result<(), Refusal>;

    /// Carries out what has been judged.
    fn take(self, play: &mut G::Play<'_>);

    /// The button and the clicks.
    fn label(&self, view: &G::View) -> Label;

    /// The words of logs and situations.
    fn words(&self) -> String;

    /// The answer by its words, of which the first is read already; `None` where they belong to another question.
    fn read(asked: G::Asked<'_>, verb: &str, words: &mut Reader<'_>) -> Result<Option<Self>, String>;

    /// Why it would do nothing here of what it is for, or undo what was just done: the one judgement of its effect in this
    /// position, for bots, hints and labels alike. Lower case, no full stop; judged by what the seat knows.
    fn idle(&self, _asked: G::Asked<'_>) -> Option<String> {
        None
    }

    /// How much a sensible player leans towards it: 16 for an ordinary answer. Asked where it is not idle.
    fn lean(&self, _asked: G::Asked<'_>) -> u32 {
        16
    }

    /// What speaks for it, for people who ask for a hint.
    fn reason(&self, _asked: G::Asked<'_>) -> Option<String> {
        None
    }

    /// What a coach would explain, while this is the question.
    fn tips(_view: &G::View) -> Vec<&'static Tip> {
        Vec::new()
    }

    /// The answers that could be meant, legal or not, so that it can be said why not.
    fn think(_about: G::About<'_>, _out: &mut Vec<G::Action>) {}
}

/// The list of a game's questions. Makes the enum of its decisions, one variant per question, and hands every call on to
/// the answer in it.
#[macro_export]
macro_rules! questions {
    (
        $(#[$meta:meta])*
        $vis:vis enum $action:ident for $game:ty {
            $($(#[$doc:meta])* $name:ident($answer:ty)),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $action { $($(#[$doc])* $name($answer)),+ }

        $(impl From<$answer> for $action {
            fn from(answer: $answer) -> $action {
                $action::$name(answer)
            }
        })+

        #[allow(dead_code)]
        impl $action {
            /// What is asked.
            pub(crate) fn ask(view: &<$game as $crate::Game>::View) -> Option<$crate::Ask> {
                None$(.or_else(|| <$answer as $crate::Answer<$game>>::ask(view)))+
            }

            /// The legal answers to what is asked.
            pub(crate) fn offer(asked: <$game as $crate::Asks>::Asked<'_>, out: &mut Vec<$action>) {
                $(if <$answer as $crate::Answer<$game>>::is_asked(asked) {
                    <$answer as $crate::Answer<$game>>::offer(asked, out);
                })+
            }

            /// Is it one of them?
            pub(crate) fn judge(
                &self,
                asked: <$game as $crate::Asks>::Asked<'_>,
            ) -> Result<(), $crate::Refusal> {
                match self { $($action::$name(answer) => $crate::Answer::<$game>::judge(answer, asked)),+ }
            }

            /// Carries it out.
            pub(crate) fn take(self, play: &mut <$game as $crate::Asks>::Play<'_>) {
                match self { $($action::$name(answer) => $crate::Answer::<$game>::take(answer, play)),+ }
            }

            /// Its button and its clicks.
            pub(crate) fn label(&self, view: &<$game as $crate::Game>::View) -> $crate::Label {
                match self { $($action::$name(answer) => $crate::Answer::<$game>::label(answer, view)),+ }
            }

            /// Its words.
            pub(crate) fn words(&self) -> String {
                match self { $($action::$name(answer) => $crate::Answer::<$game>::words(answer)),+ }
            }

            /// The decision by its words.
            pub(crate) fn read(
                asked: <$game as $crate::Asks>::Asked<'_>,
                text: &str,
            ) -> Result<$action, String> {
                let mut words = $crate::Reader::new(text);
                let verb = words.word("a decision")?;
                $(
                    let mut rest = words.clone();
                    if let Some(answer) = <$answer as $crate::Answer<$game>>::read(asked, verb, &mut rest)? {
                        rest.end()?;
                        return Ok($action::$name(answer));
                    }
                )+
                Err(format!("`{verb}` begins no decision of this game"))
            }

            /// Why it would do nothing here.
            pub(crate) fn idle(&self, asked: <$game as $crate::Asks>::Asked<'_>) -> Option<String> {
                match self { $($action::$name(answer) => $crate::Answer::<$game>::idle(answer, asked)),+ }
            }

            /// How much a sensible player leans towards it: not at all where it does nothing.
            pub(crate) fn lean(&self, asked: <$game as $crate::Asks>::Asked<'_>) -> u32 {
                match self {
                    $($action::$name(answer) => match $crate::Answer::<$game>::idle(answer, asked) {
                        Some(_) => 0,
                        None => $crate::Answer::<$game>::lean(answer, asked),
                    }),+
                }
            }

            /// What speaks for it.
            pub(crate) fn reason(&self, asked: <$game as $crate::Asks>::Asked<'_>) -> Option<String> {
                match self { $($action::$name(answer) => $crate::Answer::<$game>::reason(answer, asked)),+ }
            }

            /// What a coach would explain.
            pub(crate) fn tips(view: &<$game as $crate::Game>::View) -> Vec<&'static $crate::Tip> {
                let mut list = Vec::new();
                $(list.extend(<$answer as $crate::Answer<$game>>::tips(view));)+
                list
            }

            /// The answers to any question that could be meant.
            pub(crate) fn think(about: <$game as $crate::Asks>::About<'_>, out: &mut Vec<$action>) {
                $(<$answer as $crate::Answer<$game>>::think(about, out);)+
            }
        }
    };
}
