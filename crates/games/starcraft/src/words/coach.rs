//! A coach for the first game: each idea of the rulebook in two or three sentences, at the question where it first
//! matters. What has been read already is the table's business.

use crate::{questions::Action, view::View};
use klaxon_core::{Tip, tips};

tips! {
    FACTION "faction" "Your faction" "SC-2.3"
        "Two factions share each race; they differ in their starting units and in their special victory. The Terrans hold more cards, the Protoss have strong single units, the Zerg build many at once."
    GALAXY "galaxy" "Building the galaxy" "SC-2.10"
        "Choose one of your planets, then a cell that glows, then how it is turned. Open slots that meet become routes, and routes are how everybody travels."
    BASE "base" "The starting base" "SC-2.13"
        "Your base takes the resource cards of its whole planet, so look at what the planet holds. If this one does not please you, keep the base for your second planet."
    ZAXIS "z-axis" "Z-axis routes" "SC-2.17"
        "A z-axis route joins two free slots anywhere in the galaxy, and everybody may use it. Bring yourself close to points, or a rival away from you."
    FORCES "forces" "Starting forces" "SC-2.22"
        "Spread your units over the areas of your planet, for only areas that you control bring something. The transport goes on a route that leads where you want to go first."
    AIM "aim" "How to win" "SC-14.1"
        "Conquest points come each round from areas with a star that you control, and from events. 15 win, 20 for the others while Aldaris plays. In stage III each faction also has a special victory; all of them stand beside the map."
    ORDERS "orders" "Placing orders" "SC-3.2"
        "Click a planet, then an order. All players place four orders each, one at a time, face down. Build makes things, Mobilize moves units to that planet and fights there, Research brings cards and technologies."
    STACKS "stacks" "The last comes first" "SC-4.2"
        "Orders on a planet lie in a stack, and the top one is executed first. To settle a new planet place Build first and Mobilize on top of it: the units arrive, then the base is built."
    SPECIAL "special" "Special orders" "SC-3.7"
        "Golden orders do more: a Build with a discount and one unit more, a Mobilize with +1 attack and two cards more, a Research with an extra gain. Each module Research & Development allows one a round."
    TURN "turn" "Executing orders" "SC-4.1"
        "In turn, everybody reveals one of his orders that lie on top of a stack. If all of yours are covered, you draw an event card and wait. Which of your orders is urgent, and which may wait?"
    REVEALED "revealed" "Order or event" "SC-4.3"
        "You may always take an event card instead of the order. Events are played in the regrouping, one each, and the deck is also the clock of the game."
    BUILDING "building" "Building" "SC-6.1"
        "First workers, transports and units, then a building and a module, then a base: once you buy something later in the list, the earlier things are over. Click a thing in the list below the map, then an area."
    PAYING "paying" "Workers pay" "SC-5.1"
        "Each mineral and gas takes one worker out of your pool until the regrouping. The proposal pays with what renews itself; force mining gives one more, but it depletes the area."
    MOVING "moving" "Mobilize" "SC-7.3"
        "Units move between the areas of this planet, and to it from neighbouring planets over routes with your transport. Click or drag a unit, then an area. One enemy area at most may be entered."
    ATTACK "attack" "Attacking" "SC-7.9"
        "An attack may exceed the unit limit by two. Red areas hold enemies: bring more units than they have, for each one that is not at the front supports another with its attack."
    RESEARCH "research" "Research" "SC-8.2"
        "An event card came first. Now you may draw three combat cards; they decide your battles, and at the end of the round you keep up to your hand limit."
    TECHNOLOGY "technology" "Technologies" "SC-8.3"
        "A technology brings all its copies into your deck, or stays open before you. Buy for units that you have or will build soon."
    PAIRS "pairs" "The front line" "SC-9.7"
        "You are the attacker: pair your units with theirs, as many pairs as possible. A unit can only destroy what it can target, so do not send ground troops against flyers without need."
    SUPPORT "support" "Support" "SC-9.11"
        "A supporting unit adds its support value to the attack, but only against a unit that it can hit itself. It may die in place of the front when that cannot be hit."
    CARDS "cards" "Combat cards" "SC-9.22"
        "If the card shows your front-line unit you get its large values and its ability, else the small ones. Attack is compared with the enemy's health; equal is enough. Your hand is marked for the unit in question."
    REINFORCE "reinforce" "Reinforcements" "SC-9.19"
        "A reinforcement card comes on top of a standard card and counts only with a unit that it shows. Protoss may lay any standard card here as Shields."
    EVENTS "events" "Event cards" "SC-13.2"
        "Now you see the event cards that you drew this round. One may be executed, the rest are discarded. The End Draws Near must be played, and two of them end the game."
    IN_TURN "events-in-turn" "One after the other" "SC-13.2"
        "The first player decides first, then the others clockwise, and each card is carried out before the next player decides. Who comes late knows what was played: after the second End card only points of this very moment still count."
    DISCARD "discard" "The hand limit" "SC-12.16"
        "Keep cards that show units you have. All players discard at the same time."
}

/// The ideas that matter at the viewer's question, the most pressing first; none while nothing is asked of him.
pub fn tips(view: &View) -> Vec<&'static Tip> {
    if view.me.is_none_or(|me| !view.asked.has(me)) { Vec::new() } else { Action::tips(view) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StarCraft;
    use klaxon_core::{Chance, Game, Instinct, TableOrder, Tell, Viewer, Words};
    use std::collections::BTreeSet;

    #[test]
    fn tips_are_short_and_cite_rules_that_exist() {
        let ledger = include_str!("../../../../../docs/rules/starcraft.md");
        let ids: BTreeSet<&str> = ALL.iter().map(|tip| tip.id).collect();
        assert_eq!(ids.len(), ALL.len(), "no two tips share a name");
        for tip in ALL {
            assert!(ledger.contains(&format!("- {} ", tip.rule)), "{}: {}", tip.id, tip.rule);
            assert!(tip.text.len() < 260 && tip.text.ends_with(['.', '?']), "{}: {}", tip.id, tip.text.len());
        }
    }

    #[test]
    fn every_tip_is_met_and_watchers_are_not_coached() {
        let mut found = BTreeSet::new();
        for seed in 0..10 {
            let scenario = ["quick", "galaxy"][seed as usize % 2];
            let options = [("factions".to_owned(), "draft".to_owned())].into_iter().collect();
            let order = TableOrder { scenario: scenario.into(), seats: 3, options, ..TableOrder::default() };
            let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
            let mut game =
                StarCraft::start(&StarCraft::setup(&order).unwrap(), &mut luck, &mut tell).unwrap();
            while let Some(seat) = game.to_act().iter().next() {
                found.extend(tips(&game.view(Viewer::Seat(seat))).iter().map(|tip| tip.id));
                assert!(tips(&game.view(Viewer::Watcher)).is_empty());
                let choices = game.choices(seat);
                let weights: Vec<u32> = choices.iter().map(|c| game.lean(seat, c)).collect();
                let mut left = luck.below(weights.iter().sum());
                let i = weights.iter().position(|w| {
                    let here = left < *w;
                    left = left.saturating_sub(*w);
                    here
                });
                game.apply(seat, &choices[i.unwrap()], &mut luck, &mut tell);
            }
        }
        let missing: Vec<&str> = ALL.iter().map(|t| t.id).filter(|id| !found.contains(id)).collect();
        assert!(missing.is_empty(), "never met: {missing:?}");
    }
}
