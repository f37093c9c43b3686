//! The board as a whole, drawn at many moments of games: what can be clicked is there to be clicked, and only once.

use super::{
    super::{
        Touch,
        bench::{self, all_choices, values},
    },
    chronicle::Chronicle,
    draw,
};
use crate::ui::Reach;
use klaxon_catalog::Choice;
use klaxon_core::{Chance, Game, Instinct, Seat, Seed, Session, Situation, TableOrder, Tell, Viewer, Words};
use klaxon_starcraft::{StarCraft, View, words::order_name};
use std::collections::BTreeSet;

/// Everything that is drawn.
fn drawn(view: &View, choices: &[Choice], clicks: &[String]) -> String {
    let reach = Reach::new(choices, clicks);
    bench::html(draw(view, &Touch { reach: &reach, clicks, hinted: &[] }, &Chronicle::default()))
}

/// Plays by the leanings and shows every so many decisions the position and who is asked.
fn wander(scenario: &str, seats: usize, luck: u64, every: usize, mut look: impl FnMut(&StarCraft, Seat)) {
    let options = [("factions".to_owned(), "draft".to_owned()), ("limit".to_owned(), "6".to_owned())];
    let order = TableOrder {
        scenario: scenario.into(),
        seats,
        options: options.into_iter().collect(),
        ..TableOrder::default()
    };
    let (mut chance, mut tell) = (Chance::quick(luck), Tell::muted());
    let mut game = StarCraft::start(&StarCraft::setup(&order).unwrap(), &mut chance, &mut tell).unwrap();
    let mut n = 0;
    while let Some(seat) = game.to_act().iter().next() {
        n += 1;
        if n % every == 0 || n < 8 {
            look(&game, seat);
        }
        let choices = game.choices(seat);
        let weights: Vec<u32> = choices.iter().map(|c| game.lean(seat, c)).collect();
        let mut left = chance.below(weights.iter().sum());
        let i = weights.iter().position(|w| {
            let here = left < *w;
            left = left.saturating_sub(*w);
            here
        });
        game.apply(seat, &choices[i.unwrap()], &mut chance, &mut tell);
    }
    look(&game, Seat(0));
}

#[test]
fn every_choice_with_clicks_can_be_clicked_on_the_board() {
    for (scenario, seats, luck) in [("quick", 2, 1), ("galaxy", 3, 2), ("quick", 6, 3), ("galaxy", 2, 4)] {
        wander(scenario, seats, luck, 5, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            let choices = all_choices(game, seat);
            // Each beginning of a path of clicks shows where it goes on.
            let mut seen: BTreeSet<&[String]> = BTreeSet::new();
            for choice in &choices {
                for n in 0..choice.label.clicks.len().min(3) {
                    let before = &choice.label.clicks[..n];
                    if !seen.insert(before) || seen.len() > 12 {
                        continue;
                    }
                    let html = drawn(&view, &choices, before);
                    let there: BTreeSet<&str> = values(&html, "data-click").into_iter().collect();
                    let reach = Reach::new(&choices, before);
                    for id in reach.next.keys().filter(|id| !id.starts_with("off:")) {
                        assert!(there.contains(id.as_str()), "{id} after {before:?} at {:?}", view.question);
                    }
                }
            }
        });
    }
}

#[test]
fn no_element_is_there_twice_and_no_attribute_either() {
    wander("quick", 4, 9, 23, |game, seat| {
        let view = game.view(Viewer::Seat(seat));
        let html = drawn(&view, &all_choices(game, seat), &[]);
        let ids = values(&html, "id");
        let once: BTreeSet<&&str> = ids.iter().collect();
        let twice: Vec<&&str> =
            once.iter().copied().filter(|id| ids.iter().filter(|i| i == id).count() > 1).collect();
        assert!(twice.is_empty(), "{twice:?}");
        let doubled = html.split('<').find(|t| t.matches(" class=\"").count() > 1);
        assert_eq!(doubled, None, "a tag has two classes");
    });
}

#[test]
fn sc_3_8_the_face_of_a_rivals_order_is_not_drawn() {
    wander("quick", 2, 5, 7, |game, seat| {
        let other = Seat(1 - seat.0);
        let view = game.view(Viewer::Seat(seat));
        let html = drawn(&view, &[], &[]);
        for planet in &view.planets {
            for order in planet.orders.iter().filter(|o| o.seat == other) {
                assert_eq!(order.order, None);
            }
        }
        // Words and signs of faces belong to own orders alone.
        let own = view.planets.iter().flat_map(|p| &p.orders).filter(|o| o.order.is_some()).count();
        assert_eq!(html.matches("class=\"sc-order-sign\"").count(), own);
        let watcher = drawn(&game.view(Viewer::Watcher), &[], &[]);
        assert!(
            !watcher.contains("class=\"sc-order-sign\""),
            "{}",
            order_name(klaxon_starcraft::ids::Order::Build)
        );
        assert!(!watcher.contains("data-id=\"card:"));
    });
}

#[test]
fn all_eyes_see_a_board_at_any_moment() {
    for (seats, luck) in [(2, 11), (5, 12)] {
        wander("galaxy", seats, luck, 31, |game, _| {
            for viewer in [Viewer::Watcher, Viewer::Everything, Viewer::Seat(Seat(1))] {
                let html = drawn(&game.view(viewer), &[], &[]);
                assert!(html.contains("sc-turn") && html.contains("sc-sheets"));
            }
        });
    }
}

#[test]
fn sc_12_1_the_last_regrouping_stays_as_it_was_while_the_next_round_is_played() {
    let order = TableOrder { seats: 3, ..TableOrder::default() };
    let setup = StarCraft::setup(&order).unwrap();
    let mut session: Session<StarCraft> = Session::start(setup, Seed::small(8)).unwrap();
    let (mut luck, mut kept, mut looked, mut workers) = (Chance::quick(3), None, 0, false);
    while let Some(seat) = session.game().to_act().iter().next() {
        let view = session.game().view(Viewer::Watcher);
        let told = Chronicle::of(&session.known(Viewer::Watcher));
        workers |= told.regrouping.iter().any(|(step, _)| *step == 4);
        if view.turn.is_some() && view.round > 1 {
            // Pieces are destroyed, cards drawn and workers bought in the turns of this round.
            let (round, before) = kept.get_or_insert_with(|| (view.round, told.regrouping.clone()));
            if *round == view.round {
                assert_eq!(*before, told.regrouping, "round {round}");
                looked += 1;
            } else {
                kept = None;
            }
        }
        let choices = session.game().choices(seat);
        let action = *luck.pick(&choices).unwrap();
        session.act(seat, None, action, 0).unwrap();
    }
    assert!(looked > 20, "several rounds were played: {looked}");
    assert!(workers, "workers return in step 4");
}

#[test]
fn sc_13_2_the_board_says_who_chooses_an_event_card_and_who_comes_after() {
    let table = |players: &str| {
        let text = format!(
            "{players}; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; first p2;
             p1 drawn E112 looked; p2 drawn E103 looked; p3 drawn E102 looked; phase events"
        );
        StarCraft::given(&text.split(';').map(str::trim).collect::<Vec<_>>()).unwrap()
    };
    let eyes = |game: &StarCraft, seat: u8| drawn(&game.view(Viewer::Seat(Seat(seat))), &[], &[]);
    let mut game = table("players 3");
    let (first, last) = (eyes(&game, 1), eyes(&game, 0));
    for html in [&first, &last] {
        assert!(html.contains("The Overmind</strong> chooses an event card"), "{html}");
        assert!(html.contains(", then Tassadar</span>") && html.contains(", then Jim Raynor</span>"));
    }
    assert!(first.contains("your turn to choose") && last.contains("you choose after Tassadar"));
    assert!(!last.contains("Shuttle Fleet"), "nobody sees the cards of others before they are shown");
    // While the first card is carried out, the next one waits.
    let shuttles = game.action(Seat(1), "play E103").unwrap();
    game.apply(Seat(1), &shuttles, &mut Chance::quick(1), &mut Tell::muted());
    let html = eyes(&game, 2);
    assert!(html.contains("Tassadar</strong> is the next to choose"), "{html}");
    assert!(html.contains("you choose next") && !html.contains(", then Tassadar"));
    // Where all choose at once, nobody comes after another.
    let html = eyes(&table("players 3 at-once"), 0);
    assert!(!html.contains("sc-event-turns") && !html.contains("you choose"));
}

#[test]
fn sc_14_20_a_round_of_a_game_without_a_limit_is_of_no_number() {
    let rounds = |players: &str| {
        let text = format!("{players}; round 21; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base");
        let game = StarCraft::given(&text.split(';').map(str::trim).collect::<Vec<_>>()).unwrap();
        drawn(&game.view(Viewer::Watcher), &[], &[])
    };
    assert!(rounds("players 2 galactic limit 40").contains("Round 21</strong><span class=\"soft\"> of 40"));
    assert!(rounds("players 2 galactic").contains("Round 21</strong></p>"));
}
