//! What the game says to people. Everything is made from the view.

mod beats;
pub mod ids;
pub(crate) mod label;
pub(crate) mod line;
mod odds;
pub(crate) mod phrase;
mod uses;

pub use odds::dice_reasons;
pub(crate) use phrase::resource_letters as letters;
pub use phrase::{alien_tech as alien_tech_text, event as event_text, fed_tech as federation_tech_text};
pub use uses::{Forecast, Usage};

use crate::{Action, Difficulty, Event, Federation, Opening, Pace, Setup, View, state::Task};
use klaxon_core::{
    Beat, Game, Label, Line, Luck, Menu, Odds, OptionItem, Refusal, ScenarioItem, Seat, TableOrder, Tip,
    Viewer, Words, rule,
};

const SCENARIOS: [(&str, &str, &str, Difficulty); 3] = [
    (
        "easy",
        "Green: first contact",
        "61 Activation tokens, 12 of them turns of yours; one Tech of each race.",
        Difficulty::Easy,
    ),
    (
        "medium",
        "Yellow: border tension",
        "65 Activation tokens: more Tech, 11 turns of yours.",
        Difficulty::Medium,
    ),
    (
        "hard",
        "Red: the hornets' nest",
        "68 Activation tokens: more Advances, 10 turns of yours.",
        Difficulty::Hard,
    ),
];

impl Words for Federation {
    fn menu() -> Menu {
        let scenario = |(id, name, blurb, _): (&str, &str, &str, Difficulty)| ScenarioItem {
            id: id.into(),
            name: name.into(),
            blurb: blurb.into(),
            seats: vec!["Federation".into()],
            sizes: vec![1],
        };
        Menu {
            id: "federation",
            name: "Space Infantry: Federation",
            blurb: "Settle six worlds and hold Sol against five alien races, alone.",
            scenarios: SCENARIOS.map(scenario).into(),
            options: vec![
                OptionItem {
                    id: "opening",
                    label: "First five tokens",
                    values: vec![
                        ("choose", "choose any five"),
                        ("suggested", "one each, as for a first game"),
                    ],
                },
                OptionItem {
                    id: "pace",
                    label: "Alien tokens",
                    values: vec![
                        ("every-throw", "turn up each one, with the odds before every throw"),
                        ("stepwise", "turn up each one"),
                        ("flowing", "resolve until you are asked"),
                    ],
                },
            ],
        }
    }

    fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
        let wanted = if order.scenario.is_empty() { "easy" } else { order.scenario.as_str() };
        let Some(&(_, _, _, difficulty)) = SCENARIOS.iter().find(|s| s.0 == wanted) else {
            return Err(Refusal::malformed(format!("`{wanted}` is none of easy, medium, hard")));
        };
        if order.seats > 1 {
            return Err(Refusal::illegal(rule!("SF-16.2"), "Federation is played alone"));
        }
        let edition = order.edition.unwrap_or_else(Federation::newest);
        let mut setup = Setup { difficulty, edition, ..Setup::default() };
        for (id, value) in &order.options {
            match (id.as_str(), value.as_str()) {
                ("opening", "choose") => setup.opening = Opening::Choose,
                ("opening", "suggested") => setup.opening = Opening::Suggested,
                ("pace", word) if Pace::from_word(word).is_some() => {
                    setup.pace = Pace::from_word(word).unwrap_or_default();
                }
                (id, value) => return Err(Refusal::malformed(format!("there is no option {id} = {value}"))),
            }
        }
        Ok(setup)
    }

    fn seat_name(_view: &View, _seat: Seat) -> String {
        "Federation".into()
    }

    fn prompt(view: &View, _viewer: Viewer) -> Line {
        if let Some(end) = view.table.end {
            let Line { rule, .. } = line::line(&Event::Ended { end });
            return Line { text: end.sentence(view.table.turn), rule, about: Vec::new(), depth: 0 };
        }
        match Action::ask(view) {
            Some(ask) => ask.line,
            None => Line::new("The aliens are at work.", rule!("SF-2.1")),
        }
    }

    fn label(view: &View, action: &Action) -> Label {
        action.label(view)
    }

    fn picture(view: &View) -> String {
        uses::picture(&view.table)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.table.end.is_some() { Vec::new() } else { Action::tips(view) }
    }

    fn line(event: &Event) -> Line {
        line::line(event)
    }

    fn luck(event: &Event) -> Option<Luck> {
        line::luck(event)
    }

    fn beats(event: &Event) -> Vec<Beat> {
        beats::beats(event)
    }

    fn outcome_line(events: &[&Event]) -> Option<String> {
        beats::outcome(events)
    }

    fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
        if seat == Seat(0) { uses::intend(view, clicks) } else { None }
    }

    fn odds(view: &View, action: &Action) -> Option<Odds> {
        odds::odds(view, action)
    }
}

/// When a page may accept dice without asking (D7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AutoAccept {
    /// Always ask.
    #[default]
    Never,
    /// Ask only where a battle would be lost or a contest fails.
    UnlessItHurts,
    /// Never ask.
    Always,
}

impl View {
    /// Should the dice on the table be accepted without asking, by this preference?
    pub fn accepts(&self, preference: AutoAccept) -> bool {
        if self.table.top() != Some(Task::Judge) {
            return false;
        }
        let hurts = self.table.roll_costs();
        match preference {
            AutoAccept::Never => false,
            AutoAccept::UnlessItHurts => !hurts,
            AutoAccept::Always => true,
        }
    }
}
