//! The table of hidden information, item by item: what a seat may not know differs between the positions it could be in,
//! and what it knows does not. That no view betrays it is the business of the conformance tests.

use super::bench::*;
use std::collections::BTreeSet;

/// All values of something over positions that the seat cannot tell from this one.
fn imagined<T: Ord>(game: &StarCraft, seat: u8, of: impl Fn(&StarCraft) -> T) -> BTreeSet<T> {
    (0..60).map(|luck| of(&game.redeal(Seat(seat), &mut Chance::quick(luck)))).collect()
}

/// What the all-seeing eye sees of a seat's hand, drawn events and placed orders.
fn truth(game: &StarCraft, seat: u8) -> (Vec<String>, Vec<String>, Vec<String>) {
    let view = game.view(Viewer::Everything);
    let sheet = &view.seats[usize::from(seat)];
    let hand = sheet.cards.iter().flatten().map(|c| c.id().to_string()).collect();
    let events = sheet.events.iter().flatten().map(|c| c.id().to_string()).collect();
    let orders = view.planets.iter().flat_map(|p| &p.orders).filter(|o| o.seat == Seat(seat));
    (hand, events, orders.map(|o| format!("{:?}", o.order)).collect())
}

#[test]
fn faces_of_placed_orders_are_known_to_their_owner_only() {
    let table = three(
        "p1 modules 0 1 0; p1 specials 1; order p1 build tarsonis; order p1 research tarsonis; order p2 build pridewater; phase planning 3 p1",
    );
    let game = table.game();
    assert_eq!(imagined(game, 0, |g| truth(g, 0).2).len(), 1, "his own orders stay");
    for other in [1, 2] {
        let faces = imagined(game, other, |g| truth(g, 0).2);
        assert!(faces.len() > 6, "p{}: {faces:?}", other + 1);
        assert!(
            faces.iter().any(|f| f.iter().any(|o| o.contains("Special"))),
            "with a module it may be a special one"
        );
    }
    // Backs, owner and depth are public.
    let view = game.view(Viewer::Seat(Seat(2)));
    let stack = &view.planet(Planet::Tarsonis).unwrap().orders;
    assert_eq!(
        stack.iter().map(|o| (o.seat, o.order)).collect::<Vec<_>>(),
        [(Seat(0), None), (Seat(0), None)]
    );
}

#[test]
fn hands_are_known_to_their_owner_and_the_deck_order_to_nobody() {
    let table = worked("p1 hand T01 T05 T12; p2 hand Z01 Z05; phase planning 1 p1");
    let game = table.game();
    assert_eq!(imagined(game, 0, |g| truth(g, 0).0).len(), 1);
    assert!(imagined(game, 1, |g| truth(g, 0).0).len() > 20);
    // What he draws next is as hidden from him as from everybody.
    let draws = |g: &StarCraft| {
        let Ok(research) = g.action(Seat(0), "draw") else { unreachable!("a decision of Research") };
        let mut g = g.clone();
        g.apply(Seat(0), &research, &mut Chance::quick(1), &mut Tell::muted());
        truth(&g, 0).0
    };
    let research = worked("p1 hand T01 T05; phase revealed p1 research tarsonis").play("p1: execute");
    assert!(imagined(research.game(), 0, draws).len() > 20);
    let view = game.view(Viewer::Seat(Seat(1)));
    assert_eq!((view.seats[0].hand, view.seats[0].cards.as_ref()), (3, None));
}

#[test]
fn drawn_events_are_unseen_even_by_their_owner_until_step_8() {
    let table = worked(
        "p1 drawn E112 E107; p2 drawn E102; phase turn p1; order p1 build tarsonis; order p2 build pridewater",
    );
    let game = table.game();
    for viewer in [0, 1] {
        assert!(imagined(game, viewer, |g| truth(g, 0).1).len() > 5, "p{} cannot know", viewer + 1);
        assert_eq!(game.view(Viewer::Seat(Seat(viewer))).seats[0].events, None);
    }
    // In step 8 the owner looks, and only he.
    let table = worked("p1 drawn E112 E107 looked; p2 drawn E102 looked; phase events");
    let game = table.game();
    assert_eq!(imagined(game, 0, |g| truth(g, 0).1).len(), 1);
    assert!(imagined(game, 1, |g| truth(g, 0).1).len() > 5);
    assert!(imagined(game, 0, |g| truth(g, 1).1).len() > 3);
}

#[test]
fn cards_in_a_battle_are_known_to_who_laid_them_and_a_deck_top_to_nobody() {
    let position =
        "p2 at tarsonis.1 zergling; p1 hand T01 T05 T12; p2 hand Z01 Z05; battle tarsonis.1 p1 marine";
    let laid =
        |g: &StarCraft| format!("{:?}", g.view(Viewer::Everything).battle.unwrap().skirmishes[0].standard[0]);
    let from_hand = worked(position).play("p1: play T05");
    assert_eq!(imagined(from_hand.game(), 0, laid).len(), 1);
    assert!(imagined(from_hand.game(), 1, laid).len() > 3);
    let deck_top = worked(position).play("p1: play top");
    assert!(imagined(deck_top.game(), 0, laid).len() > 3, "the owner does not see it either");
    assert!(imagined(deck_top.game(), 1, laid).len() > 3);
}

#[test]
fn which_copy_of_a_technology_goes_to_hand_is_a_secret_and_its_purchase_is_not() {
    let take = |copy: &str| {
        worked("p1 modules 0 1 0; p1 hand T01; phase revealed p1 research+ tarsonis")
            .plays(&format!("p1: execute; p1: no draw; p1: buy TT06; p1: take {copy}"))
    };
    let (a, b) = (take("TT06a"), take("TT06b"));
    let hand = |g: &Given<StarCraft>, viewer| g.game().view(viewer).seats[0].cards.clone();
    assert_ne!(hand(&a, Viewer::Seat(Seat(0))), hand(&b, Viewer::Seat(Seat(0))));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Watcher] {
        assert_eq!(a.game().view(viewer), b.game().view(viewer), "the other copy may be the one in the deck");
    }
    // The purchase itself was announced.
    let left = a.game().view(Viewer::Watcher).seats[0].tech_deck.clone();
    assert!(!left.iter().any(|t| t.id() == "TT06"));
    // While he looks through his technology deck, nobody sees what he thinks of.
    let looking = worked("phase revealed p1 research tarsonis").plays("p1: execute; p1: no draw");
    assert!(looking.game().choices(Seat(0)).len() > 2 && looking.game().choices(Seat(1)).is_empty());
}

#[test]
fn discards_of_step_9_are_shown_only_when_all_have_chosen() {
    let cards = "T01 T02 T03 T04 T05 T06 T07 T08 T09";
    let table = worked(&format!(
        "p1 hand {cards}; p2 hand Z01 Z02 Z03 Z04 Z05 Z06 Z07; order p1 build tarsonis; phase turn p1"
    ))
    .plays("p1: choose tarsonis; p1: event; p1: no event; p1: discard T02")
    .does_not_hear("p2", "T02")
    .does_not_hear("watcher", "T02");
    let view = table.game().view(Viewer::Seat(Seat(1)));
    assert!(view.seats[0].discard.is_empty() && view.seats[0].dropping.is_empty());
    assert_eq!(table.game().view(Viewer::Seat(Seat(0))).seats[0].dropping.len(), 1);
}

#[test]
fn sc_4_4_event_cards_that_nobody_looked_at_stay_unknown_when_the_game_ends_before() {
    // 15 points end the game in step 6, before the cards of step 8. This one would find no z-axis route.
    let over = worked("p1 cp 15; p1 drawn E104; phase regroup").then("over p1");
    let view = over.game().view(Viewer::Seat(Seat(0)));
    assert!(view.idle_events.is_empty(), "{:?}", view.idle_events);
}
