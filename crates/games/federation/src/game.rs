//! The rulebook as a [`Game`]: a thin table of contents.

use crate::{
    action::Action,
    event::Event,
    nouns::Resource,
    state::{Difficulty, End, Federation, Pace, Task},
    turn::{CARDS_IN_ORDER, Play, fresh_table},
    view::View,
};
use klaxon_core::{
    Chance, Edition, Game, Later, Outcome, Refusal, Revision, Seat, SeatSet, Tell, Viewer, no_edition, rule,
};
use serde::{Deserialize, Serialize};

/// Difficulty, comforts and the edition of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setup {
    /// The token mix (SF-1.5).
    #[serde(default)]
    pub difficulty: Difficulty,
    /// Who chooses the first five tokens.
    #[serde(default)]
    pub opening: Opening,
    /// Does the game wait before each token?
    #[serde(default)]
    pub pace: Pace,
    /// By which edition of the rules it is played; the set-ups of release 0.1.0 name none and are of the first.
    #[serde(default)]
    pub edition: Edition,
}

impl Default for Setup {
    /// A table that is set up today is played by the newest edition.
    fn default() -> Setup {
        Setup {
            difficulty: Difficulty::default(),
            opening: Opening::default(),
            pace: Pace::default(),
            edition: Federation::newest(),
        }
    }
}

/// The first five tokens (SF-1.14).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opening {
    /// The player takes any five.
    #[default]
    Choose,
    /// Build, Maneuver, Research, Espionage and Morale, as suggested for a first game.
    Suggested,
}

impl Federation {
    pub(crate) fn play<'a>(&'a mut self, chance: &'a mut Chance, tell: &'a mut Tell<Event>) -> Play<'a> {
        let edition = *self.edition;
        Play { t: &mut self.table, sealed: &self.sealed, edition, chance, tell, foreseen: false }
    }

    /// Everything that lies open.
    pub fn table(&self) -> &crate::Table {
        &self.table
    }
}

impl Game for Federation {
    const ID: &'static str = "federation";
    const REVISIONS: &'static [Revision] = &[Revision {
        rules: &[rule!("SF-6.7"), rule!("SF-15.16")],
        text: "A Fast Raiders token moves a race's Raider Fleet once, however many copies of the technology the race has.",
    }];

    type Setup = Setup;
    type Action = Action;
    type Event = Event;
    type View = View;

    fn start(setup: &Setup, chance: &mut Chance, tell: &mut Tell<Event>) -> Result<Federation, Refusal> {
        if setup.edition > Federation::newest() {
            return Err(no_edition::<Federation>(setup.edition));
        }
        let edition = Later(setup.edition);
        let mut game = Federation { table: fresh_table(setup), sealed: CARDS_IN_ORDER, edition };
        // SF-1.10, SF-1.11: Federation and Warp technologies are shuffled face down.
        chance.shuffle(&mut game.sealed.cards[..5]);
        chance.shuffle(&mut game.sealed.cards[6..]);
        tell.all(Event::Began { difficulty: setup.difficulty });
        let mut play = game.play(chance, tell);
        match setup.opening {
            Opening::Choose => play.push(Task::TakeTokens),
            Opening::Suggested => {
                for what in [
                    Resource::Build,
                    Resource::Maneuver,
                    Resource::Research,
                    Resource::Espionage,
                    Resource::Morale,
                ] {
                    play.take(what);
                    play.t.tasks.clear();
                }
                play.push(Task::TakeTokens);
            }
        }
        play.run();
        Ok(game)
    }

    fn edition(&self) -> Edition {
        *self.edition
    }

    /// At any moment, and back again: all positions mean the same in all editions. They part only where a Fast Raiders
    /// token is turned up; one that is being resolved already has its steps among the tasks and is finished as it began.
    fn revise(&mut self, to: Edition) -> Result<(), Refusal> {
        if to > Federation::newest() {
            return Err(no_edition::<Federation>(to));
        }
        self.edition = Later(to);
        Ok(())
    }

    fn seats(&self) -> usize {
        1
    }

    fn to_act(&self) -> SeatSet {
        if self.table.end.is_some() { SeatSet::NONE } else { SeatSet::only(Seat(0)) }
    }

    fn choices(&self, seat: Seat) -> Vec<Action> {
        if seat == Seat(0) { self.table.choices() } else { Vec::new() }
    }

    fn check(&self, seat: Seat, action: &Action) -> Result<(), Refusal> {
        if seat != Seat(0) {
            return Err(Refusal::not_asked("Federation is played alone"));
        }
        self.table.check(action)
    }

    fn apply(&mut self, _seat: Seat, action: &Action, chance: &mut Chance, tell: &mut Tell<Event>) {
        let mut play = self.play(chance, tell);
        let task = play.t.tasks.pop().expect("a running game asks for something");
        // Who accepts dice has been shown what they mean, not the throw that may follow.
        play.foreseen = !matches!(action, Action::Accept | Action::Die(_));
        play.decide(task, *action);
        play.run();
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn redeal(&self, _seat: Seat, chance: &mut Chance) -> Federation {
        let mut other = self.clone();
        other.sealed = self.sealed.reshuffled(&self.table, chance);
        other
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.table.end?;
        let won = end == End::Settled;
        Some(Outcome {
            winners: if won { SeatSet::only(Seat(0)) } else { SeatSet::NONE },
            draw: false,
            text: end.sentence(self.table.turn),
            score: None,
        })
    }

    fn audit(&self) -> Result<(), String> {
        self.table.audit(&self.sealed)
    }
}
