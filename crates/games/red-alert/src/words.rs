//! What the game says to people: menu, prompts, buttons, and what clicks on the board seem to mean.

use crate::action::Action;
use crate::board::{Hex, Side, Wing};
use crate::data::{self, Kind};
use crate::effect::Window;
use crate::event::Event;
use crate::labels::{intend, label};
use crate::setup::Setup;
use crate::state::{CombatKind, End, Open, OrderMode, Post, RedAlert};
use crate::state::{Question, asked_sides, window_words};
use crate::view::View;
use klaxon_core::{
    Beat, Label, Line, Luck, Menu, Odds, OptionItem, Outcome, Refusal, RuleId, ScenarioItem, Seat,
    TableOrder, Tip, Viewer, Words, rule,
};

mod beats;
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
        let open = &view.open;
        if let Some(outcome) = &view.outcome {
            return Line::new(outcome.text.clone(), rule!("RA-21.1"));
        }
        let asked = matches!(viewer, Viewer::Seat(seat) if open.asked.has(seat));
        if asked {
            let (text, rule) = ask(open);
            let kind = open.combat().map_or(Kind::SC, |c| open.unit(c.target).kind);
            return about(Line::new(line::agree(&text, kind), rule), open);
        }
        let names: Vec<&str> = asked_sides(open).iter().map(|s| s.name()).collect();
        let decide = if names.len() == 1 { "decides" } else { "decide" };
        let text = format!("The {} {decide}: {}.", names.join(" and the "), open.question().words());
        about(Line::new(text, ask(open).1), open)
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        crate::coach::tips(view)
    }

    /// RA-21.6, RA-21.7, RA-22.7: `check` says which of them are open to the seat.
    fn anytime(_view: &View, _seat: Seat) -> Vec<Action> {
        vec![
            Action::OfferDraw,
            Action::AcceptDraw,
            Action::StarControl(true),
            Action::StarControl(false),
            Action::Concede,
        ]
    }

    fn label(view: &View, action: &Action) -> Label {
        label(view, action)
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
        intend(view, seat, clicks)
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

fn about(line: Line, open: &Open) -> Line {
    match open.question() {
        Question::Upkeep(hex)
        | Question::RedAlert { at: hex, .. }
        | Question::Repair(hex)
        | Question::BattleBack(hex)
        | Question::Pursuit(hex)
        | Question::BonusCombat(hex)
        | Question::SecondVolley(hex)
        | Question::SecondMove(hex) => line.about(hex.to_string()),
        Question::Card(_) => match open.combat() {
            Some(combat) => line.about(combat.from.to_string()).about(combat.at.to_string()),
            None => line,
        },
        Question::TaskForce
        | Question::Buy
        | Question::Deploy
        | Question::JumpPoint
        | Question::HeldBack
        | Question::Initiative
        | Question::Ban
        | Question::Command
        | Question::Repairs
        | Question::Orders(_)
        | Question::Markers
        | Question::Movement
        | Question::Combat
        | Question::Discard
        | Question::TimePressure
        | Question::Keep
        | Question::EndChoice
        | Question::Over => line,
    }
}

/// The prompt for those who are asked, with its rule.
fn ask(open: &Open) -> (String, RuleId) {
    let unit = |hex: Hex| match open.unit_at(hex) {
        Some(id) => format!("your {} at {hex}", open.unit(id).kind.words()),
        None => format!("your unit at {hex}"),
    };
    let say = |text: &str, rule| (text.to_string(), rule);
    match open.question() {
        Question::TaskForce => say("Choose a task force card.", rule!("RA-23.10")),
        Question::Buy => say("Buy support vessels, or none; then say that you are done.", rule!("RA-4.4")),
        Question::Deploy => {
            say("Put one unit under each of your deployment hexes, in secret.", rule!("RA-4.15"))
        }
        Question::JumpPoint => say(
            "Choose your jump points: one on your left, one in the centre, one on your right.",
            rule!("RA-24.1"),
        ),
        Question::HeldBack => {
            say("Place a held-back unit next to one of your deployment hexes.", rule!("RA-4.18"))
        }
        Question::Initiative => say(
            "Choose a command card: fewer orders go first, and it will be your first card.",
            rule!("RA-5.1"),
        ),
        Question::Upkeep(hex) => {
            (format!("Pay 1 star to keep {} cloaked, or let the cloak go.", unit(hex)), rule!("RA-19.6"))
        }
        Question::Card(window) => ask_card(open, window),
        Question::Ban => say("Name the command card that he may not play this turn.", rule!("RA-17.10")),
        Question::Command => say("Play a command card.", rule!("RA-7.1")),
        Question::Repairs => say("Give out the repairs that the dice allow.", rule!("RA-7.2")),
        Question::Orders(mode) => {
            (format!("Order your units: {}.", order_words(mode, open.active)), rule!("RA-8.1"))
        }
        Question::Markers => say(
            "Remove red alert markers (1 star ordered, 2 stars not) or cloaks, or go on.",
            rule!("RA-8.8"),
        ),
        Question::Movement => say("Move your ordered units one at a time, or end movement.", rule!("RA-9.1")),
        Question::Combat => {
            say("Battle with your ordered units one at a time, or end combat.", rule!("RA-10.1"))
        }
        Question::RedAlert { at, hits, alerts } => {
            let alert = if alerts == 1 { "a red alert".into() } else { format!("{alerts} red alerts") };
            if hits > 0 {
                (
                    format!(
                        "{} [were|was] hit and [face|faces] {alert}: [they|it] must retire {} hexes, unless something stops [them|it].",
                        cap(&unit(at)),
                        2 * alerts
                    ),
                    rule!("RA-12.2"),
                )
            } else {
                (
                    format!(
                        "{} [were|was] not hit: retire {} hexes for {alert} if you like, or stay.",
                        cap(&unit(at)),
                        2 * alerts
                    ),
                    rule!("RA-12.3"),
                )
            }
        }
        Question::Repair(hex) => (format!("Pay 2 stars to repair {}?", unit(hex)), rule!("RA-12.6")),
        Question::BattleBack(hex) => {
            (format!("Pay 2 stars to let {} battle back?", unit(hex)), rule!("RA-13.1"))
        }
        Question::Pursuit(hex) => (format!("Pay 2 stars to let {} pursue?", unit(hex)), rule!("RA-14.2")),
        Question::BonusCombat(hex) => {
            (format!("{} may battle once more.", cap(&unit(hex))), rule!("RA-14.7"))
        }
        Question::SecondVolley(hex) => {
            (format!("{} may battle once more.", cap(&unit(hex))), rule!("RA-10.3"))
        }
        Question::SecondMove(hex) => {
            (format!("{} may move a second time.", cap(&unit(hex))), rule!("RA-9.18"))
        }
        Question::Discard => say("Discard a combat card for a star, or keep them all.", rule!("RA-15.1")),
        Question::TimePressure => {
            say("Draw two command cards and keep one, or draw one and take a point.", rule!("RA-20.15"))
        }
        Question::Keep => say("Keep one of the two command cards.", rule!("RA-15.3")),
        Question::EndChoice => say("Take 2 stars, or 1 star and a combat card.", rule!("RA-15.1")),
        Question::Over => say("The battle is over.", rule!("RA-21.1")),
    }
}

fn ask_card(open: &Open, window: Window) -> (String, RuleId) {
    let text = match (window, open.combat(), open.played) {
        (Window::OppCardPlayed, _, Some(played)) => {
            format!("Your opponent plays {}. Answer it with a combat card, or pass.", played.card.card().name)
        }
        (Window::DeclareAgainst, Some(c), _) => {
            let kind = match c.kind {
                CombatKind::BattleBack => "battled back at",
                CombatKind::Preempt => "battled first",
                CombatKind::Plain | CombatKind::Bonus | CombatKind::Volley => "attacked",
            };
            format!("Your unit at {} is {kind} from {}. Play a card, or pass.", c.at, c.from)
        }
        (Window::DeclareOwn, Some(c), _) => {
            format!("Your unit at {} attacks {}. Play a combat card, or pass.", c.from, c.at)
        }
        _ => format!("Play a combat card {}, or pass.", window_words(window)),
    };
    let rule = match window {
        Window::DeclareOwn | Window::DeclareAgainst | Window::OppCardPlayed => rule!("RA-17.7"),
        Window::AfterAttacked => rule!("RA-13.1"),
        Window::CloseSuccess => rule!("RA-14.10"),
        Window::OwnOrders => rule!("RA-8.10"),
        Window::OwnTurnStart
        | Window::OppTurnStart
        | Window::OppOrdersAnnounced
        | Window::OwnMove
        | Window::MovementDone
        | Window::RedAlertStep
        | Window::AfterOwnCombat
        | Window::OwnEndOfTurn => rule!("RA-17.10"),
    };
    (text, rule)
}

/// What may be ordered. Sectors are named as the player sees them (RA-2.7).
fn order_words(mode: OrderMode, side: Side) -> String {
    match mode {
        OrderMode::None => "none".into(),
        OrderMode::Sectors(caps) => {
            let parts: Vec<String> = Wing::ALL
                .into_iter()
                .map(|wing| (wing, caps[wing.sector(side) as usize]))
                .filter(|(_, cap)| *cap > 0)
                .map(|(wing, cap)| format!("{cap} {}", wing.place()))
                .collect();
            format!("up to {}", parts.join(", "))
        }
        OrderMode::Any(max) => format!("up to {max}"),
        OrderMode::Group(max) => format!("your flagship and up to {max} units adjacent to it"),
        OrderMode::Rolled([fighter, strike, capital], any) => {
            format!("{fighter} fighter, {strike} strike, {capital} capital class and {any} of any class")
        }
        OrderMode::Fallback => "one, without bonus".into(),
    }
}

pub(crate) fn cap(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
}
