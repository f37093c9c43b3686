//! A tiny game laid out by its questions: each is a module with its answer, and the list is all that knows them both.

use klaxon_core::{Asks, Chance, Game, Outcome, Refusal, Seat, SeatSet, Tell, Viewer, questions, rule};
use serde::{Deserialize, Serialize};

/// Say numbers that make ten, and then whether that is enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Ten {
    sum: u8,
    over: bool,
}

/// The question "which number?".
mod add {
    use super::{Action, Ten};
    use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Add(pub u8);

    impl Answer<Ten> for Add {
        fn ask(view: &Ten) -> Option<Ask> {
            (view.sum < 10).then(|| Ask::new("add", Line::new("Which number?", rule!("TE-1.1"))))
        }

        fn offer(ten: &Ten, out: &mut Vec<Action>) {
            if ten.sum < 10 {
                out.extend((1..=3.min(10 - ten.sum)).map(|n| Action::Add(Add(n))));
            }
        }

        fn judge(&self, ten: &Ten) -> Result<(), Refusal> {
            if ten.sum == 10 {
                return Err(Refusal::not_asked("ten is reached"));
            }
            if !(1..=3).contains(&self.0) || ten.sum + self.0 > 10 {
                return Err(Refusal::illegal(rule!("TE-1.1"), "say 1 to 3, and no more than is missing"));
            }
            Ok(())
        }

        fn take(self, play: &mut &mut Ten) {
            play.sum += self.0;
        }

        fn label(&self, _view: &Ten) -> Label {
            let (text, group) = (format!("Add {}", self.0), String::new());
            Label { text, group, clicks: Vec::new(), mark: "", rule: Some(rule!("TE-1.1")) }
        }

        fn words(&self) -> String {
            format!("add {}", self.0)
        }

        fn read(_: &Ten, verb: &str, r: &mut Reader<'_>) -> Result<Option<Add>, String> {
            if verb == "add" { Ok(Some(Add(r.number("number", 9)? as u8))) } else { Ok(None) }
        }

        fn lean(&self, _: &Ten) -> u32 {
            u32::from(self.0)
        }

        fn think(_: &Ten, out: &mut Vec<Action>) {
            out.extend((0..=9).map(|n| Action::Add(Add(n))));
        }
    }
}

/// The question "is it enough?".
mod enough {
    use super::{Action, Ten};
    use klaxon_core::{Answer, Ask, Label, Line, Reader, Refusal, rule};
    use serde::{Deserialize, Serialize};

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Enough {
        Yes,
        Again,
    }

    impl Answer<Ten> for Enough {
        fn ask(view: &Ten) -> Option<Ask> {
            (view.sum == 10).then(|| Ask::new("enough", Line::new("Is it enough?", rule!("TE-1.2"))))
        }

        fn is_asked(ten: &Ten) -> bool {
            ten.sum == 10
        }

        fn offer(_: &Ten, out: &mut Vec<Action>) {
            out.extend([Action::Enough(Enough::Yes), Action::Enough(Enough::Again)]);
        }

        fn judge(&self, ten: &Ten) -> Result<(), Refusal> {
            if ten.sum == 10 { Ok(()) } else { Err(Refusal::not_asked("ten is not reached")) }
        }

        fn take(self, play: &mut &mut Ten) {
            match self {
                Enough::Yes => play.over = true,
                Enough::Again => play.sum = 0,
            }
        }

        fn label(&self, _view: &Ten) -> Label {
            let (text, group) = (self.words(), String::new());
            Label { text, group, clicks: Vec::new(), mark: "", rule: Some(rule!("TE-1.2")) }
        }

        fn words(&self) -> String {
            match self {
                Enough::Yes => "yes".into(),
                Enough::Again => "again".into(),
            }
        }

        fn read(_: &Ten, verb: &str, _: &mut Reader<'_>) -> Result<Option<Enough>, String> {
            Ok(match verb {
                "yes" => Some(Enough::Yes),
                "again" => Some(Enough::Again),
                _ => None,
            })
        }
    }
}

questions! {
    /// One decision.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Action for Ten {
        /// A number.
        Add(add::Add),
        /// An end, or a beginning.
        #[serde(untagged)]
        Enough(enough::Enough),
    }
}

impl Asks for Ten {
    type Asked<'a> = &'a Ten;
    type Play<'a> = &'a mut Ten;
    type About<'a> = &'a Ten;
}

impl Game for Ten {
    const ID: &'static str = "ten";
    type Setup = ();
    type Action = Action;
    type Event = ();
    type View = Ten;

    fn start(_: &(), _: &mut Chance, _: &mut Tell<()>) -> Result<Ten, Refusal> {
        Ok(Ten { sum: 0, over: false })
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_act(&self) -> SeatSet {
        if self.over { SeatSet::NONE } else { SeatSet::only(Seat(0)) }
    }

    fn choices(&self, _: Seat) -> Vec<Action> {
        let mut out = Vec::new();
        Action::offer(self, &mut out);
        out
    }

    fn check(&self, _: Seat, action: &Action) -> Result<(), Refusal> {
        action.judge(self)
    }

    fn apply(&mut self, _: Seat, action: &Action, _: &mut Chance, _: &mut Tell<()>) {
        let mut play = self;
        action.take(&mut play);
    }

    fn view(&self, _: Viewer) -> Ten {
        *self
    }

    fn redeal(&self, _: Seat, _: &mut Chance) -> Ten {
        *self
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| Outcome { winners: SeatSet::NONE, draw: true, text: "Ten.".into(), score: None })
    }
}

#[test]
fn a_game_is_played_by_its_questions() {
    let (mut luck, mut tell) = (Chance::quick(1), Tell::muted());
    let mut ten = Ten::start(&(), &mut luck, &mut tell).unwrap();
    for (words, asks, choices) in [
        ("add 3", "add", 3),
        ("add 3", "add", 3),
        ("add 3", "add", 3),
        ("add 1", "add", 1),
        ("again", "enough", 2),
    ] {
        assert_eq!(Action::ask(&ten).unwrap().word, asks);
        assert_eq!(ten.choices(Seat(0)).len(), choices);
        for choice in ten.choices(Seat(0)) {
            assert_eq!(Action::read(&ten, &choice.words()).unwrap(), choice);
            assert_eq!(ten.check(Seat(0), &choice), Ok(()));
        }
        let action = Action::read(&ten, words).unwrap();
        ten.apply(Seat(0), &action, &mut luck, &mut tell);
    }
    assert_eq!(ten, Ten { sum: 0, over: false });
}

#[test]
fn words_that_belong_to_no_question_are_told() {
    let ten = Ten { sum: 9, over: false };
    assert_eq!(Action::read(&ten, "jump"), Err("`jump` begins no decision of this game".into()));
    assert_eq!(Action::read(&ten, "add 1 2"), Err("`2` is too much in `add 1 2`".into()));
    assert_eq!(Action::read(&ten, ""), Err("`` ends where a decision should stand".into()));
    assert_eq!(Action::read(&ten, "add 2").unwrap().judge(&ten).unwrap_err().rule, Some(rule!("TE-1.1")));
    assert!(Action::read(&ten, "yes").unwrap().judge(&ten).unwrap_err().rule.is_none());
}

#[test]
fn what_an_answer_does_not_say_has_its_default() {
    let ten = Ten { sum: 10, over: false };
    let yes = Action::from(enough::Enough::Yes);
    assert_eq!((yes.lean(&ten), yes.reason(&ten), Action::tips(&ten).len()), (16, None, 0));
    assert_eq!(yes.label(&ten).rule, Some(rule!("TE-1.2")));
    let mut all = Vec::new();
    Action::think(&ten, &mut all);
    assert_eq!(all.len(), 10);
}

#[test]
fn an_answer_is_spelled_by_its_own_name() {
    for (action, json) in
        [(Action::Add(add::Add(3)), r#"{"add":3}"#), (Action::Enough(enough::Enough::Again), r#""again""#)]
    {
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
    }
}
