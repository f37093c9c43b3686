//! A coach for the first battle: each idea of the rulebook in two or three sentences, at the question where it first
//! matters. What has been read already is the table's business.

use crate::questions::Action;
use crate::view::View;
use klaxon_core::{Tip, tips};

tips! {
    TASK_FORCE "task-force" "Your fleet" "RA-4.1"
        "A task force card is the core of your fleet. Both cards are open, so you know what you will meet."
    SUPPORT "support" "Support vessels" "RA-4.4"
        "Add ships of your choice within the points you have. One or two points too many cost stars, one or two left over bring some."
    DEPLOY "deploy" "Hidden deployment" "RA-4.15"
        "Put one unit under each marked hex: click or drag it there. Nobody sees your choice until both sides are done. Fast ships do well in front, the flagship behind them."
    INITIATIVE "initiative" "Who goes first" "RA-5.2"
        "Both sides choose a command card in secret. The card that orders fewer units goes first, and the card you choose is the one you play in your first turn: take one whose orders you can use."
    COMMAND "command" "Command cards" "RA-7.2"
        "Each turn you play one command card. Sector cards order units on your left, in the centre or on your right; tactic cards order units anywhere and often lend them something extra."
    VICTORY "victory" "Victory points" "RA-21.1"
        "Every enemy unit that loses its last figure gives you its victory points, and the points of both sides stand beside the board. Whoever reaches the target first wins at once, even in the middle of a turn."
    ORDERS "orders" "Orders" "RA-8.2"
        "Only units with an order may move and battle this turn. The number on the card is a maximum: click the units that glow, then say that the orders are given."
    DOTTED "dotted" "Dotted lines" "RA-8.4"
        "A unit on a dotted line stands in two sectors at once. You may order it through its wing or through the centre, whichever has an order to spare."
    MARKERS "markers" "Red alert markers" "RA-8.8"
        "A unit with a red alert marker cannot move and rolls one die fewer. A star takes the marker off a unit that you ordered, two stars off any other."
    MOVING "moving" "Moving" "RA-9.3"
        "Fighters move up to 4 hexes, the flagship 1, all others 2, never through other units. Click or drag a unit to a hex that glows. Moving is never a duty and does not weaken the attack that follows."
    IMPULSE "impulse" "Full impulse and warp" "RA-9.11"
        "Two stars buy a unit one more hex: full impulse. Destroyers may warp 3 hexes for nothing if they end beside an enemy that they can battle."
    RANGE "range" "Range and dice" "RA-11.2"
        "The closer the target, the more dice. Battleships, cruisers and the flagship reach 4 hexes, destroyers 3, fighters 2. Lost figures never cost dice. Point at an attack to see its odds."
    FACES "faces" "What the dice say" "RA-11.21"
        "A circle hits fighters, a triangle cruisers and destroyers, a square the big ships; a blast hits anything. Stars are yours to keep, and a red alert may drive the target back."
    SIGHT "sight" "Line of sight" "RA-11.7"
        "A shot needs a free line from centre to centre: units, asteroids, planets and debris block it. A unit beside an enemy cannot shoot past it; if it battles, then somebody adjacent."
    SHIELDS "shields" "Shields" "RA-11.22"
        "Shields swallow blasts: a big ship ignores one blast of a cruiser or destroyer and two of a fighter. So send like against like, or hope for the target's own symbol."
    CARDS "cards" "Combat cards" "RA-17.2"
        "You may play one combat card in your own turn and one in your opponent's, each in its moment and for its stars. Passing costs nothing, and a kept card can still be turned into a star at the end of your turn."
    DEFENCE "defence" "A card in defence" "RA-17.7"
        "Your unit is under attack, and this is the moment for a card that protects it. First the attacker may play one, then you. If you would rather never be asked here, there is a switch below the choices."
    RED_ALERT "red-alert" "Red alert" "RA-12.2"
        "A unit that was hit and faces red alerts must retire two hexes for each, towards your own side of the board. What it cannot retire it takes as hits, so keep the space behind your ships free."
    STAYING "staying" "A red alert without a hit" "RA-12.3"
        "Nothing hit, so nobody is forced to go. You may stay, or use the alert to slip away from a bad place."
    DISREGARD "disregard" "Near the flagship" "RA-12.4"
        "The flagship and the units beside it may disregard a single red alert for nothing. It is a good reason to keep your line close to the flagship."
    REPAIR "repair" "Emergency repair" "RA-12.6"
        "Two stars repair a single red alert, and the unit stays where it is. Fighters are too small for that."
    BATTLE_BACK "battle-back" "Battle back" "RA-13.1"
        "Your unit held its place, so for two stars it may strike back at the attacker with all its dice. It pays most at close quarters, or when a wounded enemy might fall."
    PURSUIT "pursuit" "Pursuit" "RA-14.2"
        "The destroyer has cleared the hex before it. For two stars it moves in and may battle once more, against any target in reach."
    BONUS "bonus" "Once more" "RA-14.7"
        "This unit may battle a second time. The usual rules hold: whoever stands beside an enemy battles an adjacent one."
    DISCARD "discard" "A card for a star" "RA-15.1"
        "You have played no combat card this turn, so you may trade one for a star. Part with cards that you do not expect to use soon."
    END "end" "End of the turn" "RA-15.1"
        "Take two stars, or one star and a new combat card. Stars pay for impulse, battling back, repairs and cards; four or five in reserve keep you free to act."
    CLOAKS "cloaks" "Cloaks" "RA-19.6"
        "A cloaked unit cannot be attacked and cannot battle. Each turn the cloak costs a star, or it drops."
}

/// The ideas that matter at the viewer's question, the most pressing first; none while nothing is asked of him.
pub fn tips(view: &View) -> Vec<&'static Tip> {
    let asks = view.side.is_some_and(|side| view.asked.iter().any(|s| view.open.side_of(*s) == Some(side)));
    if !asks {
        return Vec::new();
    }
    Action::tips(view)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Question, RedAlert};
    use klaxon_core::{Chance, Game, TableOrder, Tell, Viewer, Words};
    use std::collections::BTreeSet;

    #[test]
    fn tips_are_short_and_cite_rules_that_exist() {
        let ledger = include_str!("../../../../docs/rules/red-alert.md");
        let ids: BTreeSet<&str> = ALL.iter().map(|tip| tip.id).collect();
        assert_eq!(ids.len(), ALL.len(), "no two tips share a name");
        for tip in ALL {
            assert!(ledger.contains(&format!("**{}**", tip.rule)), "{}: {}", tip.id, tip.rule);
            assert!(tip.text.len() < 260 && tip.text.ends_with('.'), "{}: {}", tip.id, tip.text.len());
        }
    }

    /// Plays at random and returns the tips met, and the questions met without one.
    fn met(scenario: &str, games: u64) -> (BTreeSet<&'static str>, BTreeSet<String>) {
        let order = TableOrder { scenario: scenario.into(), ..TableOrder::default() };
        let setup = RedAlert::setup(&order).unwrap();
        let (mut found, mut without) = (BTreeSet::new(), BTreeSet::new());
        for seed in 0..games {
            let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
            let mut game = RedAlert::start(&setup, &mut luck, &mut tell).unwrap();
            while let Some(seat) = game.to_act().iter().next() {
                let view = game.view(Viewer::Seat(seat));
                let here = tips(&view);
                if here.is_empty() {
                    without.insert(view.question.words());
                }
                found.extend(here.iter().map(|tip| tip.id));
                assert_eq!(tips(&game.view(Viewer::Watcher)), Vec::<&Tip>::new(), "watchers are not coached");
                let action = *luck.pick(&game.choices(seat)).unwrap();
                game.apply(seat, &action, &mut luck, &mut tell);
            }
        }
        (found, without)
    }

    #[test]
    fn a_first_battle_meets_every_idea_of_the_basic_game() {
        let (found, without) = met("uneasy-truce", 12);
        for id in
            ["initiative", "command", "orders", "moving", "impulse", "range", "faces", "sight", "shields"]
        {
            assert!(found.contains(id), "{id}");
        }
        for id in ["cards", "defence", "red-alert", "battle-back", "discard", "end", "victory", "dotted"] {
            assert!(found.contains(id), "{id}");
        }
        let silent = [Question::Keep, Question::Ban, Question::Repairs].map(Question::words);
        assert!(without.iter().all(|q| silent.contains(q)), "questions without a tip: {without:?}");
    }

    #[test]
    fn a_fleet_of_ones_own_is_explained_too() {
        let (found, _) = met("twin-sisters", 2);
        for id in ["support", "deploy", "command"] {
            assert!(found.contains(id), "{id}: {found:?}");
        }
    }
}
