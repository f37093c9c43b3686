//! What the game says to people: menu, prompts, buttons, and what clicks on the board seem to mean.

use crate::action::{Action, Mode};
use crate::board::{Hex, Sector, Side};
use crate::data::{self, CombatId, CommandId, Kind};
use crate::effect::{Window, combat_words, command_words};
use crate::event::Event;
use crate::odds;
use crate::question::{Question, asked_sides, window_words};
use crate::sentences;
use crate::setup::Setup;
use crate::state::{CombatKind, End, Open, OrderMode, Post, RedAlert, UnitId};
use crate::view::View;
use klaxon_core::{
    Label, Line, Luck, Menu, Odds, OptionItem, Outcome, Refusal, RuleId, ScenarioItem, Seat, TableOrder,
    Viewer, Words, rule,
};

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
            return Err(Refusal::illegal(rule!("RA-24.1"), text));
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
            return about(Line::new(text, rule), open);
        }
        let names: Vec<&str> = asked_sides(open).iter().map(|s| s.name()).collect();
        let text = format!("The {} decides: {}.", names.join(" and the "), open.question().words());
        about(Line::new(text, ask(open).1), open)
    }

    fn label(view: &View, action: &Action) -> Label {
        label(view, action)
    }

    fn line(event: &Event) -> Line {
        sentences::line(event)
    }

    fn luck(event: &Event) -> Option<Luck> {
        sentences::luck(event)
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
        Question::JumpPoint => {
            say("Choose your jump points, one in each sector: west, centre, east.", rule!("RA-24.1"))
        }
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
        Question::Orders(mode) => (format!("Order your units: {}.", order_words(mode)), rule!("RA-8.1")),
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
                        "{} was hit and faces {alert}: it must retire {} hexes, unless something stops it.",
                        cap(&unit(at)),
                        2 * alerts
                    ),
                    rule!("RA-12.2"),
                )
            } else {
                (
                    format!(
                        "{} was not hit: retire {} hexes for {alert} if you like, or stay.",
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

fn order_words(mode: OrderMode) -> String {
    match mode {
        OrderMode::None => "none".into(),
        OrderMode::Sectors(caps) => {
            let parts: Vec<String> = Sector::ALL
                .into_iter()
                .filter(|s| caps[*s as usize] > 0)
                .map(|s| format!("{} in the {}", caps[s as usize], s.name()))
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

struct Says<'a> {
    open: &'a Open,
}

impl Says<'_> {
    fn unit(&self, hex: Hex) -> String {
        match self.open.unit_at(hex) {
            Some(id) => format!("the {} at {hex}", self.open.unit(id).kind.words()),
            None => format!("the unit at {hex}"),
        }
    }
}

/// A button for a choice.
fn label(view: &View, action: &Action) -> Label {
    let says = Says { open: &view.open };
    let open = &view.open;
    let unit = |hex: Hex| says.unit(hex);
    let make = |text: String, group: &str, clicks: Vec<String>, mark: &'static str, rule: RuleId| Label {
        text,
        group: group.into(),
        clicks,
        mark,
        rule: Some(rule),
    };
    let hex = |h: Hex| vec![h.to_string()];
    let command = |c: CommandId| vec![format!("card:{c}")];
    let plain = |text: &str, group: &str, mark, rule| make(text.into(), group, Vec::new(), mark, rule);
    match *action {
        Action::PickTaskForce(n) => {
            let force = data::get().task_force(n);
            let text = force.map_or_else(|| format!("Task force {n}"), |f| format!("{n}: {}", f.name));
            make(text, "Task forces", vec![format!("task-force:{n}")], "task-force", rule!("RA-4.1"))
        }
        Action::Buy(kind) => {
            let text = format!("Buy {} for {} points", kind.words(), kind.stats().price);
            make(text, "Buy", vec![format!("buy:{}", kind.code())], "buy", rule!("RA-4.5"))
        }
        Action::Return(kind) => {
            let text = format!("Give {} back", kind.words());
            make(text, "Give back", vec![format!("return:{}", kind.code())], "return", rule!("RA-4.4"))
        }
        Action::DoneBuying => plain("Done buying", "Done", "done", rule!("RA-4.8")),
        Action::Deploy { unit: kind, at } => {
            let clicks = vec![format!("unit:{}", kind.code()), at.to_string()];
            make(format!("Put {} under {at}", kind.words()), "Deploy", clicks, "deploy", rule!("RA-4.15"))
        }
        Action::TakeBack(at) => make(
            format!("Take back the unit under {at}"),
            "Take back",
            hex(at),
            "take-back",
            rule!("RA-4.15"),
        ),
        Action::DoneDeploying => plain("Done deploying", "Done", "done", rule!("RA-4.15")),
        Action::PlaceHeld { unit: kind, at } => {
            let clicks = vec![format!("unit:{}", kind.code()), at.to_string()];
            make(
                format!("Place {} on {at}", kind.words()),
                "Held-back units",
                clicks,
                "deploy",
                rule!("RA-4.18"),
            )
        }
        Action::JumpPoint(at) => {
            make(format!("Jump point on {at}"), "Jump points", hex(at), "jump", rule!("RA-24.1"))
        }
        Action::Initiative(card) => {
            let c = card.card();
            make(
                format!("Go by {} ({})", c.name, c.initiative),
                "Initiative",
                command(card),
                "card",
                rule!("RA-5.1"),
            )
        }
        Action::KeepCloak(at) => make(
            format!("Pay 1 star: {} stay cloaked", unit(at)),
            "Cloaks",
            Vec::new(),
            "cloak",
            rule!("RA-19.6"),
        ),
        Action::DropCloak(at) => make(
            format!("Let the cloak of {} go", unit(at)),
            "Cloaks",
            Vec::new(),
            "decloak",
            rule!("RA-19.6"),
        ),
        Action::Play(card) => {
            let c = card.card();
            make(
                format!("Play {}: {}", c.name, command_words(c)),
                "Command cards",
                command(card),
                "card",
                rule!("RA-7.1"),
            )
        }
        Action::Ban(card) => make(
            format!("Forbid {}", card.card().name),
            "Intercepted orders",
            vec![format!("known:{card}")],
            "ban",
            rule!("RA-17.4"),
        ),
        Action::Restore(at) => {
            make(format!("A figure back to {}", unit(at)), "Repairs", hex(at), "repair", rule!("RA-7.2"))
        }
        Action::ClearAlert(at) => make(
            format!("The red alert marker off {}", unit(at)),
            "Repairs",
            hex(at),
            "marker",
            rule!("RA-7.2"),
        ),
        Action::Order(at) => make(format!("Order {}", unit(at)), "Orders", hex(at), "order", rule!("RA-8.1")),
        Action::Unorder(at) => make(
            format!("Take back the order of {}", unit(at)),
            "Orders",
            hex(at),
            "unorder",
            rule!("RA-8.1"),
        ),
        Action::Bring { unit: kind, at } => {
            let clicks = vec![format!("unit:{}", kind.code()), at.to_string()];
            make(
                format!("Bring {} in at {at}", kind.words()),
                "Jump points",
                clicks,
                "jump",
                rule!("RA-24.1"),
            )
        }
        Action::DoneOrdering => plain("Orders are given", "Done", "done", rule!("RA-8.1")),
        Action::RemoveMarker(at) => {
            let price = open.unit_at(at).map_or(1, |id| open.marker_price(id));
            let stars = if price == 1 { "1 star" } else { "2 stars" };
            make(
                format!("Remove the marker of {} for {stars}", unit(at)),
                "Markers",
                hex(at),
                "marker",
                rule!("RA-8.8"),
            )
        }
        Action::Decloak(at) => {
            make(format!("Drop the cloak of {}", unit(at)), "Markers", hex(at), "decloak", rule!("RA-19.5"))
        }
        Action::Move { from, to, mode } => {
            let (how, rule) = match mode {
                Mode::SubLight => ("", rule!("RA-9.3")),
                Mode::Impulse => (" at full impulse, 2 stars", rule!("RA-9.11")),
                Mode::Warp => (" by warp", rule!("RA-9.12")),
                Mode::LightSpeed => (" at light speed", rule!("RA-9.15")),
            };
            let clicks = vec![from.to_string(), to.to_string()];
            make(
                format!("Move {} to {to}{how}", unit(from)),
                &format!("Move {}", unit(from)),
                clicks,
                mode.word(),
                rule,
            )
        }
        Action::Exit(at) => make(
            format!("{} exit over the baseline", cap(&unit(at))),
            &format!("Move {}", unit(at)),
            vec![at.to_string(), "exit".into()],
            "exit",
            rule!("RA-20.12"),
        ),
        Action::EndMovement => plain("End movement", "Done", "done", rule!("RA-9.1")),
        Action::Attack { from, at } => {
            let dice = odds::attack(open, from, at).map_or(0, |d| d.total());
            let dice = if dice == 1 { "1 die".into() } else { format!("{dice} dice") };
            let clicks = vec![from.to_string(), at.to_string()];
            let close = from.distance(at) == 1;
            let rule = if close { rule!("RA-10.7") } else { rule!("RA-10.6") };
            make(
                format!("{} attack {} ({dice})", cap(&unit(from)), unit(at)),
                "Attacks",
                clicks,
                "attack",
                rule,
            )
        }
        Action::Decline(at) => make(
            format!("{} battle nobody and move again", cap(&unit(at))),
            "Second moves",
            hex(at),
            "decline",
            rule!("RA-10.2"),
        ),
        Action::EndCombat => plain("End combat", "Done", "done", rule!("RA-10.2")),
        Action::PlayCombat { card, on } => card_label(view, card, on.hexes()),
        Action::FirstStrike(card) => make(
            format!("{}: battle first", card.card().name),
            "Combat cards",
            command(card),
            "card",
            rule!("RA-17.8"),
        ),
        Action::Pass => {
            let (text, rule) = pass_words(open);
            plain(text, "Done", "pass", rule)
        }
        Action::Disregard => plain("Disregard the red alert", "Red alert", "disregard", rule!("RA-12.4")),
        Action::Repair => plain("Repair for 2 stars", "Red alert", "repair", rule!("RA-12.6")),
        Action::Retire(path) => match path.last() {
            None => plain("Stay and take the hits", "Retire", "retire", rule!("RA-12.18")),
            Some(end) => {
                let via: Vec<String> = path.hexes().iter().map(ToString::to_string).collect();
                make(format!("Retire {}", via.join(" ")), "Retire", hex(end), "retire", rule!("RA-12.13"))
            }
        },
        Action::BattleBack => {
            let clicks = open.combat().map_or(Vec::new(), |c| vec![c.at.to_string(), c.from.to_string()]);
            make("Battle back for 2 stars".into(), "Battle back", clicks, "attack", rule!("RA-13.1"))
        }
        Action::Pursue => {
            let clicks = open.combat().map_or(Vec::new(), |c| vec![c.from.to_string(), c.at.to_string()]);
            make("Pursue for 2 stars".into(), "Pursuit", clicks, "pursue", rule!("RA-14.2"))
        }
        Action::DiscardForStar(card) => make(
            format!("Discard {} for a star", card.card().name),
            "Discard",
            vec![format!("card:{card}")],
            "discard",
            rule!("RA-15.1"),
        ),
        Action::TakePoint => plain("One card and 1 point", "Time pressure", "point", rule!("RA-20.15")),
        Action::DrawTwo => plain("Two cards, keep one", "Time pressure", "cards", rule!("RA-15.3")),
        Action::Keep(card) => {
            let c = card.card();
            make(
                format!("Keep {}: {}", c.name, command_words(c)),
                "Scouted cards",
                command(card),
                "card",
                rule!("RA-15.3"),
            )
        }
        Action::TwoStars => plain("Take 2 stars", "End of turn", "stars", rule!("RA-15.1")),
        Action::StarAndCard => {
            plain("Take 1 star and a combat card", "End of turn", "stars", rule!("RA-15.1"))
        }
        Action::Concede => plain("Give up", "Table", "concede", rule!("RA-21.1")),
        Action::OfferDraw => plain("Offer a draw", "Table", "draw", rule!("RA-21.6")),
        Action::AcceptDraw => plain("Accept the draw", "Table", "draw", rule!("RA-21.6")),
        Action::StarControl(true) => plain("Take over the stars", "Table", "stars", rule!("RA-22.7")),
        Action::StarControl(false) => {
            plain("Give the stars back to the officers", "Table", "stars", rule!("RA-22.7"))
        }
    }
}

fn card_label(view: &View, card: CombatId, on: &[Hex]) -> Label {
    let c = card.card();
    let says = Says { open: &view.open };
    let stars = match c.cost {
        0 => "free".to_string(),
        1 => "1 star".to_string(),
        n => format!("{n} stars"),
    };
    let aim = if on.is_empty() {
        String::new()
    } else {
        let targets: Vec<String> = on.iter().map(|h| says.unit(*h)).collect();
        format!(" on {}", targets.join(" and "))
    };
    let mut clicks = vec![format!("card:{card}")];
    clicks.extend(on.iter().map(ToString::to_string));
    Label {
        text: format!("{}{aim} ({stars}): {}", c.name, combat_words(c)),
        group: "Combat cards".into(),
        clicks,
        mark: "card",
        rule: Some(card.rule()),
    }
}

fn pass_words(open: &Open) -> (&'static str, RuleId) {
    match open.question() {
        Question::Card(_) => ("Play no card", rule!("RA-17.7")),
        Question::Markers => ("Go on", rule!("RA-8.8")),
        Question::Movement | Question::Combat => ("I am done with my units", rule!("RA-22.11")),
        Question::Repair(_) => ("Do not repair", rule!("RA-12.6")),
        Question::RedAlert { .. } => ("Stay", rule!("RA-12.3")),
        Question::BattleBack(_) => ("Do not battle back", rule!("RA-13.1")),
        Question::Pursuit(_) => ("Do not pursue", rule!("RA-14.2")),
        Question::BonusCombat(_) | Question::SecondVolley(_) => ("No further combat", rule!("RA-14.2")),
        Question::SecondMove(_) => ("Do not move again", rule!("RA-9.1")),
        Question::Discard => ("Keep all cards", rule!("RA-15.1")),
        Question::TaskForce
        | Question::Buy
        | Question::Deploy
        | Question::JumpPoint
        | Question::HeldBack
        | Question::Initiative
        | Question::Upkeep(_)
        | Question::Ban
        | Question::Command
        | Question::Repairs
        | Question::Orders(_)
        | Question::TimePressure
        | Question::Keep
        | Question::EndChoice
        | Question::Over => ("Pass", rule!("RA-6.1")),
    }
}

/// What clicks seem to mean, legal or not.
fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
    let open = &view.open;
    let side = open.side_of(seat)?;
    let hexes: Vec<Hex> = clicks.iter().filter_map(|c| c.parse().ok()).collect();
    let word = |prefix: &str| clicks.first().and_then(|c| c.strip_prefix(prefix));
    if let Some(id) = word("card:") {
        if let Some(card) = data::get().find_combat(id) {
            if open.question() == Question::Discard {
                return Some(Action::DiscardForStar(card));
            }
            return Some(Action::PlayCombat { card, on: crate::action::Route::of(&hexes)? });
        }
        let card = data::get().find_command(id)?;
        return Some(match open.question() {
            Question::Initiative => Action::Initiative(card),
            Question::Keep => Action::Keep(card),
            Question::Card(_) => Action::FirstStrike(card),
            _ => Action::Play(card),
        });
    }
    if let Some(kind) = word("unit:").and_then(Kind::parse) {
        let at = *hexes.first()?;
        return Some(match open.question() {
            Question::HeldBack => Action::PlaceHeld { unit: kind, at },
            Question::Orders(_) => Action::Bring { unit: kind, at },
            _ => Action::Deploy { unit: kind, at },
        });
    }
    let first = *hexes.first()?;
    let own = open.own_at(side, first);
    match (open.question(), hexes.get(1)) {
        (Question::Deploy, None) => Some(Action::TakeBack(first)),
        (Question::JumpPoint, None) => Some(Action::JumpPoint(first)),
        (Question::Repairs, None) => Some(Action::Restore(first)),
        (Question::Markers, None) => Some(Action::RemoveMarker(first)),
        (Question::RedAlert { at, .. }, None) if first != at => {
            let combat = open.combat()?;
            let path = open.retire_paths(combat).into_iter().find(|p| p.last() == Some(first));
            Some(Action::Retire(path.unwrap_or(crate::action::Route::one(first))))
        }
        (Question::Movement | Question::SecondMove(_), Some(&to)) => Some(intend_move(open, own, first, to)),
        (Question::Movement, None) if clicks.get(1).is_some_and(|c| c == "exit") => Some(Action::Exit(first)),
        (_, Some(&at)) if open.own_at(side.other(), at).is_some() => Some(Action::Attack { from: first, at }),
        (_, Some(&to)) => Some(intend_move(open, own, first, to)),
        (_, None) if own.is_some() => Some(Action::Order(first)),
        (_, None) => None,
    }
}

/// The cheapest way there, or the one whose refusal says most.
fn intend_move(open: &Open, unit: Option<UnitId>, from: Hex, to: Hex) -> Action {
    let mode = unit
        .and_then(|id| Mode::ALL.into_iter().find(|&mode| open.reach(id, mode).has(to)))
        .unwrap_or(Mode::SubLight);
    Action::Move { from, to, mode }
}
