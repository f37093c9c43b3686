//! What data must be like: checks of cards and fleets when they are read, with reasons.

use crate::data::{CombatCard, CommandCard, parse_rule};
use crate::data::{Hull, UnitStats};
use crate::effect::{CombatEffect, Plan, Turn, Window};

/// May one side field these units: markers and figures of the box (RA-4.7).
pub(crate) fn fleet_fits(stats: &[UnitStats], units: &[u8; 9]) -> Result<(), String> {
    for (stat, &n) in stats.iter().zip(units) {
        if n > stat.markers {
            return Err(format!(
                "the box has only {} unit markers for {} (RA-4.7)",
                stat.markers, stat.plural
            ));
        }
    }
    for hull in [Hull::Battleship, Hull::Cruiser, Hull::Destroyer, Hull::Fighter] {
        let figures: u8 =
            stats.iter().zip(units).filter(|(s, _)| s.hull == hull).map(|(s, n)| s.figures * n).sum();
        if figures > hull.figures_in_box() {
            return Err(format!(
                "{figures} {} figures are needed, the box has {} (RA-4.7)",
                hull.name(),
                hull.figures_in_box()
            ));
        }
    }
    Ok(())
}

pub(crate) fn check_card(id: &str, name: &str, copies: u8, rule: &str, prefix: &str) -> Result<(), String> {
    let tail = id.strip_prefix(prefix).unwrap_or("");
    if tail.is_empty() || !tail.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(format!(
            "the id `{id}` should begin with {prefix} and go on with letters, digits or dashes"
        ));
    }
    if name.trim().is_empty() {
        return Err("a card needs a name".into());
    }
    if copies == 0 {
        return Err("a card needs at least one copy".into());
    }
    if parse_rule(rule).is_none() {
        return Err(format!("`{rule}` is no rule id; write one like RA-7.2"));
    }
    Ok(())
}

pub(crate) fn check_command(card: &CommandCard) -> Result<(), String> {
    let plan = Plan::of(&card.effect);
    let ways = [
        plan.sector,
        plan.tactic,
        plan.group.is_some(),
        plan.order_roll,
        plan.repair_roll,
        plan.copy,
        plan.preempt.is_some(),
    ];
    if ways.iter().filter(|w| **w).count() != 1 {
        return Err(
            "a command card needs exactly one of orders, any, flagship-group, order-roll, repair-roll, \
                    copy-last and preempt"
                .into(),
        );
    }
    if (plan.order_roll || plan.repair_roll || plan.copy || plan.group.is_some()) && !plan.fallback {
        return Err("this card needs a fallback for the case that it can order nothing".into());
    }
    Ok(())
}

/// A combat card's effects must make sense in its window.
pub(crate) fn check_combat(card: &CombatCard) -> Result<(), String> {
    if card.effect.is_empty() {
        return Err("a combat card needs an effect".into());
    }
    for effect in &card.effect {
        let windows: &[Window] = match effect {
            CombatEffect::Preempt { .. } | CombatEffect::Parley { .. } | CombatEffect::Redirect { .. } => {
                &[Window::DeclareAgainst]
            }
            CombatEffect::ExtraOrders { max } => {
                if !(1..=2).contains(max) {
                    return Err("extra-orders takes max = 1 or 2".into());
                }
                &[Window::OwnOrders]
            }
            CombatEffect::Cloak => &[Window::OwnOrders],
            CombatEffect::LightSpeed { hexes } => {
                if !(1..=6).contains(hexes) {
                    return Err("light-speed takes hexes from 1 to 6".into());
                }
                &[Window::OwnMove]
            }
            CombatEffect::Slingshot { .. } | CombatEffect::Helmsman => &[Window::OwnMove],
            CombatEffect::Dice(_) | CombatEffect::AllShields => &[Window::DeclareOwn, Window::DeclareAgainst],
            CombatEffect::DicePerFriend { .. } | CombatEffect::StarsHit | CombatEffect::NoShields => {
                &[Window::DeclareOwn]
            }
            CombatEffect::Pursuit => &[Window::CloseSuccess],
            CombatEffect::SecondVolley => &[Window::AfterOwnCombat],
            CombatEffect::IgnoreAlerts => &[Window::RedAlertStep],
            CombatEffect::BattleBack { .. } => &[Window::AfterAttacked],
            CombatEffect::Boarding { .. } => &[Window::MovementDone],
            CombatEffect::Cancel => &[Window::OppCardPlayed],
            CombatEffect::Pin { range } => {
                if !(1..=6).contains(range) {
                    return Err("pin takes a range from 1 to 6".into());
                }
                &[Window::OppOrdersAnnounced]
            }
            CombatEffect::Restore => &[Window::OwnEndOfTurn],
            CombatEffect::GainStars(_) => {
                &[Window::OwnEndOfTurn, Window::OwnTurnStart, Window::OwnOrders, Window::OppTurnStart]
            }
            CombatEffect::Intercept => &[Window::OppTurnStart],
        };
        if !windows.contains(&card.window) {
            return Err(format!("the effect {effect:?} cannot be used in this window"));
        }
    }
    let picks = |e: &&CombatEffect| {
        matches!(
            e,
            CombatEffect::ExtraOrders { .. }
                | CombatEffect::Cloak
                | CombatEffect::LightSpeed { .. }
                | CombatEffect::Slingshot { .. }
                | CombatEffect::Helmsman
                | CombatEffect::Boarding { .. }
                | CombatEffect::Redirect { .. }
                | CombatEffect::Pin { .. }
                | CombatEffect::Restore
        )
    };
    if card.effect.iter().filter(picks).count() > 1 {
        return Err("only one effect of a card may choose a unit".into());
    }
    let turn_fits = match card.window {
        Window::OwnTurnStart
        | Window::OwnOrders
        | Window::OwnMove
        | Window::DeclareOwn
        | Window::CloseSuccess
        | Window::AfterOwnCombat
        | Window::OwnEndOfTurn => card.turn == Turn::Own,
        Window::OppTurnStart | Window::OppOrdersAnnounced | Window::AfterAttacked => card.turn == Turn::Opp,
        Window::MovementDone | Window::DeclareAgainst | Window::RedAlertStep | Window::OppCardPlayed => true,
    };
    if !turn_fits {
        return Err("this window does not open in that turn".into());
    }
    Ok(())
}
