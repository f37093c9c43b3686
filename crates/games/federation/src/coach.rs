//! A coach for the first game: each idea of the rulebook in two or three sentences, at the question where it first
//! matters. Each question of `questions/` says which of them it calls for; what has been read already is the table's business.

use crate::{
    nouns::{Race, Resource, Space, TokenFx},
    questions::{Action, Settle, Use, What},
    state::{CardAt, Table},
};
use klaxon_core::{Tip, tips};

tips! {
    GOAL "goal" "Six worlds" "SF-3.1"
        "You win at the moment all six named spaces on the map hold a Base of yours. The number behind each name is its distance from Sol: begin with the near ones. You lose if aliens sit in Sol when your turn ends, or if Federation Stability reaches 0."
    FIVE "five" "Your first tokens" "SF-1.14"
        "Take five tokens. Maneuver brings the Flagship to a world and Build settles it, so have at least one of each. Morale calms the people when things go wrong."
    PLACING "placing" "The conveyor" "SF-8.6"
        "Each die result becomes a resource of your choice in the row of that number. It slides down one row each Federation turn, so a 1 can be used this very turn and a 6 comes late: put what you need soon into low rows."
    STACKS "stacks" "Equal dice" "SF-8.8"
        "Dice that show the same number take the same resource and lie in one stack. Two or three Builds at once are worth planning for."
    ACTIONS "actions" "Your turn" "SF-8.15"
        "Do as many actions as you have tokens for, in any order. Click a token in row 0 or in the store, then what glows; or press a button. The list of uses below the map says what each resource can do now, and why not."
    MOVING "moving" "To the first world" "SF-9.12"
        "A Maneuver token moves a Flagship one space. Cuaetera touches Sol, and Abraxsys of the Mercenaries is two moves away: nobody grows angry there, since the Mercenaries are at Total War already."
    SETTLING "settling" "Settling" "SF-9.3"
        "A Flagship stands in a free named space: a Build token turns it into a Base. Take the Build or the Maneuver Base first. Each gives a die in every Resource Roll, and a new Flagship, two tokens and a technology come free."
    ANGER "anger" "Settling angers the neighbours" "SF-9.6"
        "The race whose territory you settle goes as many steps towards Total War as the world is moves from Sol. An Embassy beforehand may stop each of these steps."
    QUEUE "queue" "What is coming" "SF-4.2"
        "The queue shows the next five tokens, the next one first. Each card says what its token would do now. Look how many alien tokens come before your next turn before you leave Sol or a Base alone."
    LADDER "ladder" "War Effort" "SF-5.2"
        "An alien token works only if its effect is on the list of the race's level. At Peace they press forward and grumble; at War they advance on Sol; at Total War every token brings one more Advance."
    COMBAT "combat" "Combat" "SF-13.6"
        "You roll five dice less the strongest fleet's Combat Value, one less for each other fleet, and more for your ships, shields and technologies. Each 5 or 6 is a hit and drives every fleet back a space; no hit at all is a lost battle."
    OUT_MANEUVER "out-maneuver" "One more die" "SF-9.16"
        "Before the throw each Maneuver token you spend adds a die, up to five. The exact odds stand with the battle. It is worth most when you have only one or two dice and much to lose."
    LOSING "losing" "A battle lost" "SF-13.20"
        "Something in the space must be lost: an upgraded piece only turns to its basic side, so Mine Fields and the Sol Defense are good shields for Bases. The fleets are then pushed back one space."
    REROLL "reroll" "Throwing again" "SF-9.29"
        "An Espionage token may be sacrificed to throw all these dice again. It leaves the game, so keep it for a battle or an event that would really hurt."
    STORE "store" "Keeping tokens" "SF-8.16"
        "What is left in row 0 at the end of your turn goes back to the pools. Up to five tokens can be stored for later; stored tokens cannot be thrown away, so store what you will use."
    UNREST "unrest" "A restless people" "SF-7.4"
        "Expansion Desire is up: the next demand costs Stability. Settling a Base puts it back to 0, and Propaganda with a Morale token takes it down by one."
    LOSSES "losses" "Military Losses" "SF-7.8"
        "Military Losses are at their end: the next lost battle costs Stability. A Morale token spent on Propaganda takes one loss away."
    STABILITY "stability" "Stability is low" "SF-3.4"
        "At 0 the game is lost on the spot. Propaganda with Morale brings one point back; it is the most urgent use of Morale now."
    SOL "sol" "Aliens in Sol" "SF-3.3"
        "Fleets in Sol when your turn ends lose the game. Whatever you construct there fights at once, and a ship that moves in fights too: one hit drives them all out."
    COLUMNS "columns" "More columns" "SF-9.32"
        "Your rolls have more dice than one column can take. A Morale token deployed opens the next column, as long as it stays there."
    RESEARCH "research" "Research" "SF-9.18"
        "Initiate begins a technology from the Un-researched box; Conduct throws a die for every project at once. Two or three projects make each Conduct count; a finished technology works for ever."
    SPIES "spies" "Spies" "SF-12.1"
        "A contested effect is stopped on 3 or more, and the token stays on 5 or more. A killed spy angers the race: War Effort goes a step down."
    DIPLOMACY "diplomacy" "Diplomacy" "SF-9.35"
        "An Embassy contests every step of a race towards Total War. With it an Envoy can bring the race back up a step; without it only a sacrificed token can."
    WARP "warp" "Warp Gates" "SF-14.6"
        "Warp is open: Warp tokens can be won now. They bring Ally Ships, better technologies, and jumps between your worlds."
}

/// What the markers of the Federation call for.
pub(crate) fn of_markers(t: &Table) -> Vec<&'static Tip> {
    let mut list = Vec::new();
    if t.stability <= 1 {
        list.push(&STABILITY);
    }
    if t.losses == 2 {
        list.push(&LOSSES);
    }
    if t.expansion == 1 {
        list.push(&UNREST);
    }
    list
}

/// What a player should know in his own turn, dangers first, then what his tokens and pieces offer.
pub(crate) fn of_actions(t: &Table) -> Vec<&'static Tip> {
    let mut list = Vec::new();
    if !t.fleets_at(Space::SOL).is_empty() {
        list.push(&SOL);
    }
    if t.stability <= 1 {
        list.push(&STABILITY);
    }
    list.push(&ACTIONS);
    let choices = t.choices();
    let mut settle = false;
    let mut angry = false;
    for action in &choices {
        if let Action::Use(Use { what: What::Settle(Settle { at, .. }), .. }) = action {
            settle = true;
            angry |= at.race().is_some_and(|race| race != Race::Mercenaries);
        }
    }
    if settle {
        list.push(&SETTLING);
    }
    if angry {
        list.push(&ANGER);
    }
    if choices.iter().any(|a| matches!(a, Action::Use(Use { what: What::Move(_), .. }))) {
        list.push(&MOVING);
    }
    list.push(&QUEUE);
    if t.queue.iter().any(|token| matches!(token.what(), TokenFx::Alien { .. })) {
        list.push(&LADDER);
    }
    list.extend(of_markers(t).into_iter().filter(|tip| tip.id != STABILITY.id));
    if t.resource_dice() > 1 && t.columns == 0 {
        list.push(&COLUMNS);
    }
    let has = |what: Resource| !t.spots(what).is_empty();
    if has(Resource::Research) && t.cards.iter().any(|c| matches!(c.at, CardAt::Box | CardAt::Column(_))) {
        list.push(&RESEARCH);
    }
    if has(Resource::Diplomacy) {
        list.push(&DIPLOMACY);
    }
    if has(Resource::Espionage) {
        list.push(&SPIES);
    }
    if !t.tray().is_empty() {
        list.push(&STORE);
    }
    if t.warp_is_open() {
        list.push(&WARP);
    }
    list
}

#[cfg(test)]
mod tests {
    use crate::{Federation, Setup};
    use klaxon_core::{Chance, Game, Seat, Tell, Viewer, Words};
    use std::collections::BTreeSet;

    /// A guided game meets nearly every idea; the first ones are the goal and the conveyor.
    #[test]
    fn ideas_come_when_they_matter() {
        let mut seen = BTreeSet::new();
        for seed in 0..30 {
            let mut luck = Chance::quick(seed);
            let mut game = Federation::start(&Setup::default(), &mut luck, &mut Tell::muted()).unwrap();
            assert_eq!(Federation::tips(&game.view(Viewer::Seat(Seat(0))))[0].id, "goal");
            while game.outcome().is_none() {
                seen.extend(Federation::tips(&game.view(Viewer::Seat(Seat(0)))).iter().map(|tip| tip.id));
                let any = *luck.pick(&game.choices(Seat(0))).unwrap();
                game.apply(Seat(0), &any, &mut luck, &mut Tell::muted());
            }
            assert!(Federation::tips(&game.view(Viewer::Seat(Seat(0)))).is_empty());
        }
        for id in
            ["five", "placing", "actions", "moving", "queue", "ladder", "combat", "losing", "reroll", "sol"]
        {
            assert!(seen.contains(id), "{id} never mattered");
        }
    }
}
