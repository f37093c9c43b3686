//! The board as a whole, drawn at many moments of random games.

use super::{
    super::{
        Touch,
        bench::{self, clickable, unique_ids},
    },
    board,
};
use crate::ui::Reach;
use klaxon_catalog::Choice;
use klaxon_core::{Chance, Game, Seat, Situation, TableOrder, Tell, Viewer, Words};
use klaxon_federation::{Federation, View};
use std::collections::BTreeSet;

const ME: Seat = Seat(0);

/// Everything that is drawn.
fn drawn(view: &View, choices: &[Choice], clicks: &[String]) -> String {
    let reach = Reach::new(choices, clicks);
    bench::html(board(view, &Touch { reach: &reach, clicks, hinted: &[] }))
}

/// Plays at random and shows every so many decisions the position.
fn wander(scenario: &str, seed: u64, every: usize, mut look: impl FnMut(&Federation)) {
    let order = TableOrder { scenario: scenario.into(), ..TableOrder::default() };
    let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
    let mut game = Federation::start(&Federation::setup(&order).unwrap(), &mut luck, &mut tell).unwrap();
    let mut n = 0;
    while game.outcome().is_none() && n < 2000 {
        if n % every == 0 || n < 8 {
            look(&game);
        }
        n += 1;
        let choices = game.choices(ME);
        game.apply(ME, luck.pick(&choices).unwrap(), &mut luck, &mut tell);
    }
    look(&game);
}

#[test]
fn whatever_can_be_clicked_is_there_as_a_button() {
    let mut kinds = BTreeSet::new();
    for (scenario, seeds) in [("easy", 0..6), ("medium", 10..16), ("hard", 20..26)] {
        for seed in seeds {
            wander(scenario, seed, 7, |game| {
                let kind = |id: &str| id.split('-').next().unwrap_or_default().to_owned();
                kinds.extend(clickable(game, ME, drawn).iter().map(|(id, _)| kind(id)));
            });
        }
    }
    for kind in [
        "space", "pool", "stored", "tray", "unbuilt", "base", "queue", "war", "tech", "card", "end", "store",
        "research", "die",
    ] {
        assert!(kinds.contains(kind), "{kind} was never offered: {kinds:?}");
    }
}

#[test]
fn ids_are_unique_and_the_board_hides_unseen_research() {
    let mut differed = 0;
    for seed in 0..6 {
        wander("medium", seed, 19, |game| {
            for viewer in [Viewer::Seat(ME), Viewer::Watcher, Viewer::Everything] {
                let html = drawn(&game.view(viewer), &[], &[]);
                unique_ids(&html);
            }
            let other = game.redeal(ME, &mut Chance::quick(seed + 99));
            differed += usize::from(other != *game);
            let see = |game: &Federation| drawn(&game.view(Viewer::Seat(ME)), &[], &[]);
            assert_eq!(see(game), see(&other));
        });
    }
    assert!(differed > 5, "redeals differ in what is hidden");
}

#[test]
fn the_whole_situation_is_on_the_page() {
    wander("medium", 3, 40, |game| {
        let view = game.view(Viewer::Seat(ME));
        let (html, t) = (drawn(&view, &[], &[]), &view.table);
        for slot in 0..t.queue.len() {
            // What is being resolved says so itself.
            let forecast = view.forecast(slot).filter(|_| slot > 0);
            assert_eq!(forecast.is_none(), slot == 0 || t.end.is_some());
            for line in forecast.into_iter().flat_map(|f| f.lines) {
                let text = maud::html! { (line.text) }.into_string();
                assert!(html.contains(&text), "the queue does not say: {text}");
            }
        }
        if t.end.is_none() {
            for what in klaxon_federation::nouns::Resource::ALL {
                let hidden = what == klaxon_federation::nouns::Resource::Warp && !t.warp_is_open();
                for u in view.uses(what).into_iter().filter(|_| !hidden) {
                    let name = maud::html! { (u.name) }.into_string();
                    assert!(html.contains(&name), "{name} is not listed");
                    if let Some(no) = u.refusal {
                        let text = maud::html! { (no.text) }.into_string();
                        assert!(html.contains(&text), "it is not said why not: {text}");
                    }
                }
            }
        }
        for fleet in klaxon_federation::nouns::Fleet::all().filter(|f| t.fleet_space(*f).is_some()) {
            assert!(html.contains(&format!("sf-fleet-{}", fleet.id())));
        }
    });
}

#[test]
fn fast_fleets_are_shown_by_the_edition_of_the_table() {
    let html = |edition: u8| {
        let edition = format!("edition {edition}");
        let raider = ["queue FED1 FRA", "tech CY A_FRA A_ENH", "war CY 3", "fleet CY-R CY6", &edition];
        drawn(&Federation::given(&raider).unwrap().view(Viewer::Seat(ME)), &[], &[])
    };
    let (first, second) = (html(1), html(2));
    for html in [&first, &second] {
        assert!(html.contains("Cybers 6 to Cybers 5"), "the queue says what the token would do");
    }
    assert!(first.contains("Cybers 5 to Cybers 4") && !second.contains("Cybers 5 to Cybers 4"));
    assert!(first.contains("answers Fast Raiders tokens, 2 spaces"), "two copies come to two spaces");
    assert!(second.contains("answers Fast Raiders tokens, 1 space "), "two copies come to one space");
}
