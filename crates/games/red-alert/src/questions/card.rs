//! A combat card (D15), in a window that opens for it or while units move; and First Strike, a command card (D16).

use super::asked::{Verdict, no};
use super::pass::Passing;
use super::{About, Action, Asked};
use crate::coach;
use crate::data::{self, CombatId, CommandId};
use crate::effect::{CombatEffect, Window, combat_words};
use crate::route::Route;
use crate::situation::spell;
use crate::state::{CombatKind, Open, Question, RedAlert, window_words};
use crate::turn::Play;
use crate::view::View;
use crate::words::label::{button, no_effect, unit};
use klaxon_core::{Answer, Ask, Label, Line, Reader, RuleId, Tip, rule};
use serde::{Deserialize, Serialize};

/// The card that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Card {
    /// A combat card.
    PlayCombat {
        /// The card.
        card: CombatId,
        /// Its targets, where it lets the player choose.
        #[serde(default)]
        on: Route,
    },
    /// Answer with First Strike.
    FirstStrike(CommandId),
}

impl Answer<RedAlert> for Card {
    fn ask(view: &View) -> Option<Ask> {
        let Question::Card(window) = view.question else { return None };
        let (text, rule) = ask_in(&view.open, window);
        let line = Line::new(text, rule);
        let line = match view.open.combat() {
            Some(combat) => line.about(combat.from.to_string()).about(combat.at.to_string()),
            None => line,
        };
        Some(Ask::new("card", line))
    }

    fn is_asked(a: Asked<'_>) -> bool {
        matches!(a.question, Question::Card(_) | Question::Movement)
    }

    fn offer(a: Asked<'_>, out: &mut Vec<Action>) {
        let window = if let Question::Card(window) = a.question { Some(window) } else { None };
        // RA-22.8: while units move, the Fleet Commander alone plays cards.
        if window.is_some() || a.question == Question::Movement && a.is_chief() {
            a.game.playable_cards(a.side, |card, on| out.push(Action::Card(Card::PlayCombat { card, on })));
        }
        if window == Some(Window::DeclareAgainst) && a.open().check_first_strike(a.side).is_ok() {
            let hand = &a.game.secret.command[a.side.index()];
            let strikes = data::get().preempts.iter().filter(|card| hand.0[card.index()] > 0);
            out.extend(strikes.map(|&card| Action::Card(Card::FirstStrike(card))));
        }
    }

    fn judge(&self, a: Asked<'_>) -> Verdict {
        match *self {
            Card::PlayCombat { card, on } => {
                if a.question == Question::Movement && !a.is_chief() {
                    return no(rule!("RA-22.8"), "the Fleet Commander plays the combat cards");
                }
                a.game.check_combat_card(a.side, card, on)
            }
            Card::FirstStrike(card) => {
                a.only(a.question == Question::Card(Window::DeclareAgainst))?;
                a.check_held(a.side, card)?;
                if card.card().plan.preempt.is_none() {
                    return no(rule!("RA-17.8"), format!("{} is no reaction", card.card().name));
                }
                a.open().check_first_strike(a.side)
            }
        }
    }

    fn take(self, play: &mut Play<'_>) {
        match self {
            Card::PlayCombat { card, on } => play.game.play_card(play.side, card, on, &mut play.cx),
            Card::FirstStrike(card) => play.game.first_strike(play.side, card, &mut play.cx),
        }
    }

    fn label(&self, view: &View) -> Label {
        match *self {
            Card::PlayCombat { card, on } => combat_label(view, card, on),
            Card::FirstStrike(card) => {
                let text = format!("{}: battle first", card.card().name);
                button(text, "Combat cards", vec![format!("card:{card}")], "card", rule!("RA-17.8"))
            }
        }
    }

    fn words(&self) -> String {
        match *self {
            Card::PlayCombat { card, on } if on.is_empty() => format!("card {card}"),
            Card::PlayCombat { card, on } => format!("card {card} {on}"),
            Card::FirstStrike(card) => format!("first-strike {card}"),
        }
    }

    fn read(_: Asked<'_>, verb: &str, r: &mut Reader<'_>) -> Result<Option<Card>, String> {
        Ok(match verb {
            "card" => {
                let card = spell::combat(r)?;
                let mut on = spell::hexes(r)?;
                // Two units for extra orders are named in board order.
                if card.card().effect.iter().any(|e| matches!(e, CombatEffect::ExtraOrders { .. })) {
                    on.sort();
                }
                Some(Card::PlayCombat { card, on: spell::route(&on)? })
            }
            "first-strike" if r.peek().is_some() => Some(Card::FirstStrike(spell::command(r)?)),
            "first-strike" => {
                let first = data::get().preempts.first().ok_or("no card of the deck is a first strike")?;
                Some(Card::FirstStrike(*first))
            }
            _ => None,
        })
    }

    fn idle(&self, a: Asked<'_>) -> Option<String> {
        match self {
            Card::PlayCombat { card, on } => {
                // Asked for every move of a look ahead: at light speed there is always somewhere to go.
                let far = |e: &CombatEffect| matches!(e, CombatEffect::LightSpeed { .. });
                if card.card().effect.iter().any(far) {
                    return None;
                }
                a.open().idle_at(a.side, *card, on.hexes())
            }
            Card::FirstStrike(_) => None,
        }
    }

    fn lean(&self, a: Asked<'_>) -> u32 {
        match self {
            Card::PlayCombat { card, .. } => {
                let lean = card.card().effect.first().copied().map_or(16, weight);
                // Where little is at stake, stars are better kept.
                if a.open().is_trifle(a.side) { lean.min(TRIFLE) } else { lean }
            }
            Card::FirstStrike(_) => 30,
        }
    }

    fn reason(&self, a: Asked<'_>) -> Option<String> {
        match self {
            Card::PlayCombat { card, on } => {
                let open = a.open();
                // A card that would do nothing has nothing that speaks for it.
                if open.idle_at(a.side, *card, on.hexes()).is_some() {
                    return None;
                }
                Some(match card.card().cost {
                    0 => "it costs nothing".to_owned(),
                    cost => format!("it takes effect here, for {cost} of your {} stars", open.stars(a.side)),
                })
            }
            Card::FirstStrike(_) => Some("your unit battles before it is battled".into()),
        }
    }

    fn tips(view: &View) -> Vec<&'static Tip> {
        if view.question == Question::Card(Window::DeclareAgainst) {
            return vec![&coach::DEFENCE, &coach::CARDS];
        }
        if let Question::Card(_) = view.question { vec![&coach::CARDS] } else { Vec::new() }
    }

    fn think(about: About<'_>, out: &mut Vec<Action>) {
        let window = matches!(about.question(), Question::Card(_));
        if let (Some(card), Some(on)) = (about.combat(), Route::of(about.hexes))
            && (window || about.astray)
        {
            out.push(Action::Card(Card::PlayCombat { card, on }));
        }
        out.extend(about.command().filter(|_| window).map(|card| Action::Card(Card::FirstStrike(card))));
    }
}

fn ask_in(open: &Open, window: Window) -> (String, RuleId) {
    if let (Window::OppCardPlayed, Some(played)) = (window, open.played) {
        let name = &played.card.card().name;
        let text = format!("Your opponent plays {name}. Answer it with a combat card, or pass.");
        return (text, rule!("RA-17.7"));
    }
    if let (Window::DeclareAgainst, Some(c)) = (window, open.combat()) {
        let kind = match c.kind {
            CombatKind::BattleBack => "battled back at",
            CombatKind::Preempt => "battled first",
            CombatKind::Plain | CombatKind::Bonus | CombatKind::Volley => "attacked",
        };
        let text = format!("Your unit at {} is {kind} from {}. Play a card, or pass.", c.at, c.from);
        return (text, rule!("RA-17.7"));
    }
    if let (Window::DeclareOwn, Some(c)) = (window, open.combat()) {
        let text = format!("Your unit at {} attacks {}. Play a combat card, or pass.", c.from, c.at);
        return (text, rule!("RA-17.7"));
    }
    let own_rule = [
        (Window::AfterAttacked, rule!("RA-13.1")),
        (Window::CloseSuccess, rule!("RA-14.10")),
        (Window::OwnOrders, rule!("RA-8.10")),
    ];
    let rule = own_rule.into_iter().find(|(of, _)| *of == window).map_or(rule!("RA-17.10"), |(_, rule)| rule);
    (format!("Play a combat card {}, or pass.", window_words(window)), rule)
}

/// Playing no card, in words of its own for each window: a seat that declines for good declines this window alone.
pub(super) fn passing(question: Question) -> Option<Passing> {
    let Question::Card(window) = question else { return None };
    let text = match window {
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
    };
    let close = |play: &mut Play<'_>| play.game.close_window(play.side, &mut play.cx);
    Some(Passing { mark: "window", lean: 16, ..Passing::no(text, rule!("RA-17.7"), close) })
}

fn combat_label(view: &View, card: CombatId, on: Route) -> Label {
    let on = on.hexes();
    let c = card.card();
    let stars = match c.cost {
        0 => "free".to_string(),
        1 => "1 star".to_string(),
        n => format!("{n} stars"),
    };
    let aim = if on.is_empty() {
        String::new()
    } else {
        let targets: Vec<String> = on.iter().map(|hex| unit(&view.open, *hex)).collect();
        format!(" on {}", targets.join(" and "))
    };
    let mut clicks = vec![format!("card:{card}")];
    clicks.extend(on.iter().map(ToString::to_string));
    let idle = view.side.and_then(|side| view.open.idle_at(side, card, on)).map(no_effect);
    let text = format!("{}{aim} ({stars}): {}{}", c.name, idle.unwrap_or_default(), combat_words(c));
    button(text, "Combat cards", clicks, "card", card.rule())
}

/// What helps in a combat in which next to nothing can happen.
const TRIFLE: u32 = 1;

/// What helps in the combat at hand.
const HELPS: u32 = 30;

fn weight(effect: CombatEffect) -> u32 {
    match effect {
        CombatEffect::GainStars(_) => 200,
        CombatEffect::IgnoreAlerts => 60,
        CombatEffect::Preempt { .. }
        | CombatEffect::Dice(_)
        | CombatEffect::DicePerFriend { .. }
        | CombatEffect::StarsHit
        | CombatEffect::NoShields
        | CombatEffect::AllShields
        | CombatEffect::Pursuit
        | CombatEffect::SecondVolley
        | CombatEffect::BattleBack { .. }
        | CombatEffect::Restore => HELPS,
        CombatEffect::ExtraOrders { .. }
        | CombatEffect::Boarding { .. }
        | CombatEffect::Parley { .. }
        | CombatEffect::Cancel
        | CombatEffect::Redirect { .. }
        | CombatEffect::Pin { .. }
        | CombatEffect::Intercept => 14,
        CombatEffect::Cloak
        | CombatEffect::LightSpeed { .. }
        | CombatEffect::Slingshot { .. }
        | CombatEffect::Helmsman => 4,
    }
}
