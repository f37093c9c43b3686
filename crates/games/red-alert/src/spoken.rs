//! Decisions as words, both ways. The words are listed in `situation.rs`.

use crate::action::Action;
use crate::board::Hex;
use crate::data;
use crate::effect::CombatEffect;
use crate::movement::Mode;
use crate::route::Route;
use crate::situation::{combat, command, hex, kind, no_more_words, number};

/// A decision by its words.
pub(crate) fn read_action(text: &str) -> Result<Action, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (Some(&verb), rest) = (words.first(), words.get(1..).unwrap_or(&[])) else {
        return Err("no decision is named".into());
    };
    let word = |i: usize| rest.get(i).copied().ok_or_else(|| format!("`{verb}` needs more words"));
    let at = |i: usize| hex(word(i)?);
    let all = |from: usize| -> Result<Vec<Hex>, String> {
        rest[from.min(rest.len())..].iter().map(|w| hex(w)).collect()
    };
    let route = |hexes: Vec<Hex>| Route::of(&hexes).ok_or_else(|| "at most ten hexes".to_string());
    no_more_words(verb, rest, most_words(verb))?;
    Ok(match verb {
        "task-force" => Action::PickTaskForce(number(word(0)?)?),
        "buy" => Action::Buy(kind(word(0)?)?),
        "return" => Action::Return(kind(word(0)?)?),
        "done-buying" => Action::DoneBuying,
        "deploy" => Action::Deploy { unit: kind(word(0)?)?, at: at(1)? },
        "take-back" => Action::TakeBack(at(0)?),
        "done-deploying" => Action::DoneDeploying,
        "place" => Action::PlaceHeld { unit: kind(word(0)?)?, at: at(1)? },
        "jump" => Action::JumpPoint(at(0)?),
        "initiative" => Action::Initiative(command(word(0)?)?),
        "keep-cloak" => Action::KeepCloak(at(0)?),
        "drop-cloak" => Action::DropCloak(at(0)?),
        "play" => Action::Play(command(word(0)?)?),
        "ban" => Action::Ban(command(word(0)?)?),
        "restore" => Action::Restore(at(0)?),
        "clear" => Action::ClearAlert(at(0)?),
        "order" => Action::Order(at(0)?),
        "unorder" => Action::Unorder(at(0)?),
        "bring" => Action::Bring { unit: kind(word(0)?)?, at: at(1)? },
        "done-ordering" => Action::DoneOrdering,
        "remove-marker" => Action::RemoveMarker(at(0)?),
        "decloak" => Action::Decloak(at(0)?),
        "move" => {
            let mode = match rest.get(2) {
                None => Mode::SubLight,
                Some(word) => Mode::ALL.into_iter().find(|m| m.word() == *word).ok_or_else(|| {
                    format!("`{word}` is no way to move: sub-light impulse warp light-speed")
                })?,
            };
            Action::Move { from: at(0)?, to: at(1)?, mode }
        }
        "exit" => Action::Exit(at(0)?),
        "end-movement" => Action::EndMovement,
        "attack" => Action::Attack { from: at(0)?, at: at(1)? },
        "decline" => Action::Decline(at(0)?),
        "end-combat" => Action::EndCombat,
        "card" => {
            let mut on = all(1)?;
            let card = combat(word(0)?)?;
            // Two units for extra orders are named in board order.
            if card.card().effect.iter().any(|e| matches!(e, CombatEffect::ExtraOrders { .. })) {
                on.sort();
            }
            Action::PlayCombat { card, on: route(on)? }
        }
        "first-strike" => Action::FirstStrike(match rest.first() {
            Some(word) => command(word)?,
            None => *data::get().preempts.first().ok_or("no card of the deck is a first strike")?,
        }),
        "pass" | "stay" => Action::Pass,
        "disregard" => Action::Disregard,
        "repair" => Action::Repair,
        "retire" => Action::Retire(route(all(0)?)?),
        "battle-back" => Action::BattleBack,
        "pursue" => Action::Pursue,
        "discard" => Action::DiscardForStar(combat(word(0)?)?),
        "take-point" => Action::TakePoint,
        "draw-two" => Action::DrawTwo,
        "keep" => Action::Keep(command(word(0)?)?),
        "two-stars" => Action::TwoStars,
        "star-and-card" => Action::StarAndCard,
        "concede" => Action::Concede,
        "offer-draw" => Action::OfferDraw,
        "accept-draw" => Action::AcceptDraw,
        "star-control" => Action::StarControl(match word(0)? {
            "on" => true,
            "off" => false,
            other => return Err(format!("star-control on or off, not `{other}`")),
        }),
        other => return Err(format!("no decision is called `{other}`")),
    })
}

/// How many words may follow a verb; `None` where it takes a list of hexes, or is no verb at all.
fn most_words(verb: &str) -> Option<usize> {
    Some(match verb {
        "card" | "retire" => return None,
        "move" => 3,
        "deploy" | "place" | "bring" | "attack" => 2,
        "task-force" | "buy" | "return" | "take-back" | "jump" | "initiative" | "keep-cloak"
        | "drop-cloak" | "play" | "ban" | "restore" | "clear" | "order" | "unorder" | "remove-marker"
        | "decloak" | "exit" | "decline" | "first-strike" | "discard" | "keep" | "star-control" => 1,
        "done-buying" | "done-deploying" | "done-ordering" | "end-movement" | "end-combat" | "pass"
        | "stay" | "disregard" | "repair" | "battle-back" | "pursue" | "take-point" | "draw-two"
        | "two-stars" | "star-and-card" | "concede" | "offer-draw" | "accept-draw" => 0,
        _ => return None,
    })
}

/// The words of a decision.
pub(crate) fn write_action(action: &Action) -> String {
    match *action {
        Action::PickTaskForce(n) => format!("task-force {n}"),
        Action::Buy(k) => format!("buy {}", k.code()),
        Action::Return(k) => format!("return {}", k.code()),
        Action::DoneBuying => "done-buying".into(),
        Action::Deploy { unit, at } => format!("deploy {} {at}", unit.code()),
        Action::TakeBack(at) => format!("take-back {at}"),
        Action::DoneDeploying => "done-deploying".into(),
        Action::PlaceHeld { unit, at } => format!("place {} {at}", unit.code()),
        Action::JumpPoint(at) => format!("jump {at}"),
        Action::Initiative(c) => format!("initiative {c}"),
        Action::KeepCloak(at) => format!("keep-cloak {at}"),
        Action::DropCloak(at) => format!("drop-cloak {at}"),
        Action::Play(c) => format!("play {c}"),
        Action::Ban(c) => format!("ban {c}"),
        Action::Restore(at) => format!("restore {at}"),
        Action::ClearAlert(at) => format!("clear {at}"),
        Action::Order(at) => format!("order {at}"),
        Action::Unorder(at) => format!("unorder {at}"),
        Action::Bring { unit, at } => format!("bring {} {at}", unit.code()),
        Action::DoneOrdering => "done-ordering".into(),
        Action::RemoveMarker(at) => format!("remove-marker {at}"),
        Action::Decloak(at) => format!("decloak {at}"),
        Action::Move { from, to, mode: Mode::SubLight } => format!("move {from} {to}"),
        Action::Move { from, to, mode } => format!("move {from} {to} {}", mode.word()),
        Action::Exit(at) => format!("exit {at}"),
        Action::EndMovement => "end-movement".into(),
        Action::Attack { from, at } => format!("attack {from} {at}"),
        Action::Decline(at) => format!("decline {at}"),
        Action::EndCombat => "end-combat".into(),
        Action::PlayCombat { card, on } if on.is_empty() => format!("card {card}"),
        Action::PlayCombat { card, on } => format!("card {card} {on}"),
        Action::FirstStrike(c) => format!("first-strike {c}"),
        Action::Pass => "pass".into(),
        Action::Disregard => "disregard".into(),
        Action::Repair => "repair".into(),
        Action::Retire(path) if path.is_empty() => "retire".into(),
        Action::Retire(path) => format!("retire {path}"),
        Action::BattleBack => "battle-back".into(),
        Action::Pursue => "pursue".into(),
        Action::DiscardForStar(c) => format!("discard {c}"),
        Action::TakePoint => "take-point".into(),
        Action::DrawTwo => "draw-two".into(),
        Action::Keep(c) => format!("keep {c}"),
        Action::TwoStars => "two-stars".into(),
        Action::StarAndCard => "star-and-card".into(),
        Action::Concede => "concede".into(),
        Action::OfferDraw => "offer-draw".into(),
        Action::AcceptDraw => "accept-draw".into(),
        Action::StarControl(on) => format!("star-control {}", if on { "on" } else { "off" }),
    }
}
