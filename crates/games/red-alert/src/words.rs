//! What the game says to people: menu, prompts, buttons, and what clicks on the board seem to mean.

use crate::board::{Hex, Side};
use crate::data;
use crate::event::Event;
use crate::questions::{About, Action, Anytime};
use crate::setup::Setup;
use crate::state::{End, Open, Post, RedAlert, asked_sides};
use crate::view::View;
use klaxon_core::{
    Beat, Label, Line, Luck, Menu, Odds, OptionItem, Outcome, Refusal, ScenarioItem, Seat, TableOrder, Tip,
    Viewer, Words, rule,
};

mod beats;
pub(crate) mod label;
pub(crate) mod line;
pub mod odds;
mod picture;

impl Words for RedAlert {
    fn menu() -> Menu {
        let seats = |side: Side| format!("{} Fleet Commander", side.name());
        let scenarios = data::get()
            .scenarios
            .iter()
            .map(|s| ScenarioItem {
                id: s.id.clone(),
                name: s.name.clone(),
                blurb: s.blurb.clone(),
                seats: Side::BOTH.map(seats).to_vec(),
                sizes: vec![2, 3, 4, 5, 6],
            })
            .collect();
        Menu {
            id: "red-alert",
            name: "Red Alert: Space Fleet Warfare",
            blurb: "Two fleets, command cards, dice and nerves: hex battles in deep space, for two or for two teams.",
            scenarios,
            options: vec![
                OptionItem {
                    id: "teams",
                    label: "How more than two players part (RA-22.1)",
                    values: vec![
                        ("even", "as evenly as possible"),
                        ("cw", "as many as possible for the Commonwealth"),
                        ("cf", "as many as possible for the Confederation"),
                    ],
                },
                OptionItem {
                    id: "jump-points",
                    label: "Jump points instead of hidden deployment (RA-24.1)",
                    values: vec![("off", "no"), ("on", "yes, where the scenario has hidden deployment")],
                },
            ],
        }
    }

    fn setup(order: &TableOrder) -> Result<Setup, Refusal> {
        let data = data::get();
        let scenario = if order.scenario.is_empty() {
            &data.scenarios[0]
        } else {
            let known = data.scenario(&order.scenario).map(|(_, s)| s);
            known.ok_or_else(|| {
                let ids: Vec<&str> = data.scenarios.iter().map(|s| s.id.as_str()).collect();
                Refusal::malformed(format!(
                    "there is no scenario `{}`; there are {}",
                    order.scenario,
                    ids.join(", ")
                ))
            })?
        };
        let n = if order.seats == 0 { 2 } else { order.seats };
        if !(2..=6).contains(&n) {
            return Err(Refusal::illegal(rule!("RA-22.1"), "two to six players"));
        }
        let n = n as u8;
        let players = match order.options.get("teams").map_or("even", String::as_str) {
            // With an odd number the Commonwealth has one more.
            "even" => [n.div_ceil(2), n / 2],
            "cw" => [(n - 1).min(3), n - (n - 1).min(3)],
            "cf" => [n - (n - 1).min(3), (n - 1).min(3)],
            other => return Err(Refusal::malformed(format!("teams are even, cw or cf, not `{other}`"))),
        };
        let jump_points = match order.options.get("jump-points").map_or("off", String::as_str) {
            "off" => false,
            "on" => true,
            other => return Err(Refusal::malformed(format!("jump-points is on or off, not `{other}`"))),
        };
        if let Some(unknown) = order.options.keys().find(|k| !["teams", "jump-points"].contains(&k.as_str()))
        {
            return Err(Refusal::malformed(format!("there is no option `{unknown}`")));
        }
        if jump_points && !scenario.is_mustered() {
            let text = "jump points replace hidden deployment, which this scenario does not have";
            return Err(Refusal::illegal(rule!("RA-24.2"), text));
        }
        Ok(Setup { scenario: scenario.id.clone(), players, jump_points })
    }

    fn seat_name(view: &View, seat: Seat) -> String {
        match view.posts.get(seat.index()) {
            Some((side, post)) => format!("{} {}", side.name(), post_name(*post)),
            None => format!("Seat {seat}"),
        }
    }

    fn prompt(view: &View, viewer: Viewer) -> Line {
        if let Some(outcome) = &view.outcome {
            return Line::new(outcome.text.clone(), rule!("RA-21.1"));
        }
        let Some(ask) = Action::ask(view) else {
            return Line::new("The battle goes on.", rule!("RA-6.1"));
        };
        let open = &view.open;
        if matches!(viewer, Viewer::Seat(seat) if open.asked.has(seat)) {
            return ask.line;
        }
        let names: Vec<&str> = asked_sides(open).iter().map(|s| s.name()).collect();
        let decide = if names.len() == 1 { "decides" } else { "decide" };
        let text = format!("The {} {decide}: {}.", names.join(" and the "), view.question.words());
        Line { text, ..ask.line }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        crate::coach::tips(view)
    }

    /// RA-21.6, RA-21.7, RA-22.7: `check` says which of them are open to the seat.
    fn anytime(_view: &View, _seat: Seat) -> Vec<Action> {
        Anytime::ALL.map(Action::Anytime).to_vec()
    }

    fn label(view: &View, action: &Action) -> Label {
        action.label(view)
    }

    fn line(event: &Event) -> Line {
        line::line(event)
    }

    fn picture(view: &View) -> String {
        picture::picture(view)
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
        let side = view.open.side_of(seat)?;
        let hexes: Vec<Hex> = clicks.iter().filter_map(|click| click.parse().ok()).collect();
        let mut out = Vec::new();
        // What is asked comes first.
        for astray in [false, true] {
            Action::think(About { view, side, clicks, hexes: &hexes, astray }, &mut out);
            if !out.is_empty() {
                break;
            }
        }
        out.first().copied()
    }

    fn odds(view: &View, action: &Action) -> Option<Odds> {
        odds::of_action(view, action)
    }
}

fn post_name(post: Post) -> &'static str {
    match post {
        Post::Commander => "Fleet Commander",
        Post::Left => "left wing officer",
        Post::Right => "right wing officer",
        Post::Wings => "wing officer",
    }
}

impl Open {
    pub(crate) fn outcome(&self, end: End) -> Outcome {
        let text = match end {
            End::Points(side) => {
                format!("The {} wins with {} victory points.", side.name(), self.points(side))
            }
            End::Eliminations(side) => {
                format!(
                    "The {} wins: {} enemy units are eliminated.",
                    side.name(),
                    self.tally[side.index()].eliminations()
                )
            }
            End::LastUnit(side) => format!("The {} wins: the enemy has no unit left.", side.name()),
            End::Conceded(side) => format!("The {} wins: the {} gives up.", side.name(), side.other().name()),
            End::Agreed => "Both sides agree to a draw.".into(),
            End::Quiet => "A draw: for 40 turns no figure was lost and no point gained.".into(),
        };
        let winners = end.winner().map_or(klaxon_core::SeatSet::NONE, |side| self.team(side));
        Outcome { winners, draw: end.winner().is_none(), text, score: None }
    }
}

pub(crate) fn cap(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
}
