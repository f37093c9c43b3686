//! Buttons for choices, and what clicks on the board seem to mean.

use crate::action::Action;
use crate::board::{Hex, Side};
use crate::data::{self, CombatId, CommandId, Kind};
use crate::effect::{Window, combat_words, command_words};
use crate::movement::Mode;
use crate::route::Route;
use crate::state::Question;
use crate::state::{Open, UnitId};
use crate::view::View;
use crate::words::cap;
use crate::words::line::{agree, many};
use crate::words::odds;
use klaxon_core::{Label, RuleId, Seat, rule};

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
pub(crate) fn label(view: &View, action: &Action) -> Label {
    let says = Says { open: &view.open };
    let open = &view.open;
    let unit = |hex: Hex| says.unit(hex);
    let actor = match *action {
        Action::Attack { from, .. } => Some(from),
        Action::KeepCloak(at) | Action::Exit(at) | Action::Decline(at) => Some(at),
        _ => None,
    };
    let kind = actor.and_then(|at| open.unit_at(at)).map_or(Kind::SC, |id| open.unit(id).kind);
    let make = |text: String, group: &str, clicks: Vec<String>, mark: &'static str, rule: RuleId| Label {
        text: agree(&text, kind),
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
            let text = format!("Buy {} for {}", kind.words(), many(kind.stats().price, "point", "points"));
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
            format!("Pay 1 star: {} [stay|stays] cloaked", unit(at)),
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
            let idle = open.idle_command(open.active, card).map(no_effect).unwrap_or_default();
            make(
                format!("Play {}: {idle}{}", c.name, command_words(c)),
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
            format!("{} [exit|exits] over the baseline", cap(&unit(at))),
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
                format!("{} [attack|attacks] {} ({dice})", cap(&unit(from)), unit(at)),
                "Attacks",
                clicks,
                "attack",
                rule,
            )
        }
        Action::Decline(at) => make(
            format!("{} [battle|battles] nobody and [move|moves] again", cap(&unit(at))),
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
            // Being done with one's units declines nothing: the next turn it is another matter.
            let done = matches!(open.question(), Question::Movement | Question::Combat);
            let window = matches!(open.question(), Question::Card(_));
            let mark = if done {
                "done"
            } else if window {
                "window"
            } else {
                "pass"
            };
            plain(text, "Done", mark, rule)
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
        Action::Concede => plain("Give up", "Table", "concede", rule!("RA-21.7")),
        Action::OfferDraw => plain("Offer a draw", "Table", "table", rule!("RA-21.6")),
        Action::AcceptDraw => {
            // Only one offer can stand: two are a draw.
            let side = Side::BOTH.into_iter().find(|side| view.of_side(*side).offers_draw);
            let group = side.map_or("Table".into(), |side| format!("The {} offers a draw.", side.name()));
            plain("Accept the draw", &group, "offered", rule!("RA-21.6"))
        }
        Action::StarControl(true) => plain("Take over the stars", "Table", "table", rule!("RA-22.7")),
        Action::StarControl(false) => {
            plain("Give the stars back to the officers", "Table", "table", rule!("RA-22.7"))
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
    let idle =
        view.side.and_then(|side| view.open.idle_at(side, card, on)).map(no_effect).unwrap_or_default();
    Label {
        text: format!("{}{aim} ({stars}): {idle}{}", c.name, combat_words(c)),
        group: "Combat cards".into(),
        clicks,
        mark: "card",
        rule: Some(card.rule()),
    }
}

/// A card that may be played and does nothing says so first.
fn no_effect(why: String) -> String {
    format!("No effect here, {why}. ")
}

fn pass_words(open: &Open) -> (&'static str, RuleId) {
    match open.question() {
        Question::Card(window) => (no_card(window), rule!("RA-17.7")),
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

/// Playing no card, in words of its own for each window: a seat that declines for good declines this window alone.
fn no_card(window: Window) -> &'static str {
    match window {
        Window::OwnTurnStart => "Play no card before my command card",
        Window::OppTurnStart => "Play no card before his command card",
        Window::OwnOrders => "Play no card after my orders",
        Window::OppOrdersAnnounced => "Play no card after his orders",
        Window::OwnMove => "Play no card before a move",
        Window::MovementDone => "Play no card after all movement",
        Window::DeclareOwn => "Play no card for the attack",
        Window::DeclareAgainst => "Play no card against the attack",
        Window::RedAlertStep => "Play no card against the red alerts",
        Window::AfterAttacked => "Play no card to battle back",
        Window::CloseSuccess => "Play no card to pursue",
        Window::AfterOwnCombat => "Play no card to battle once more",
        Window::OwnEndOfTurn => "Play no card at the end of the turn",
        Window::OppCardPlayed => "Play no card against the card just played",
    }
}

/// What clicks seem to mean, legal or not.
pub(crate) fn intend(view: &View, seat: Seat, clicks: &[String]) -> Option<Action> {
    let open = &view.open;
    let side = open.side_of(seat)?;
    let hexes: Vec<Hex> = clicks.iter().filter_map(|c| c.parse().ok()).collect();
    let word = |prefix: &str| clicks.first().and_then(|c| c.strip_prefix(prefix));
    if let Some(id) = word("card:") {
        if let Some(card) = data::get().find_combat(id) {
            if open.question() == Question::Discard {
                return Some(Action::DiscardForStar(card));
            }
            return Some(Action::PlayCombat { card, on: Route::of(&hexes)? });
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
            Some(Action::Retire(path.unwrap_or(Route::one(first))))
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
