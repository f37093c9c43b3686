//! The board as a whole, drawn at many moments of random games.
//!
//! With `KLAXON_PREVIEW=<folder>` the first moment of each kind of question is also written there as a page.

use super::{
    super::{
        Touch,
        bench::{self, all_choices, clickable, unique_ids, values},
    },
    board,
    chart::Chart,
    ships::{Handle, Piece, in_words, tray, unit},
};
use crate::ui::Reach;
use klaxon_catalog::Choice;
use klaxon_core::{Chance, Game, Seat, TableOrder, Tell, Viewer, Words};
use klaxon_red_alert::{Kind, Marks, Question, RedAlert, Side, View};
use maud::{DOCTYPE, PreEscaped, html};
use std::{collections::BTreeSet, fs, path::Path};

const SCENARIOS: [&str; 4] = ["uneasy-truce", "uncharted-supply-base", "triangulum-2", "twin-sisters"];

/// Everything that is drawn.
fn drawn(view: &View, choices: &[Choice], clicks: &[String]) -> String {
    let reach = Reach::new(choices, clicks);
    bench::html(board(view, &Touch { reach: &reach, clicks, hinted: &[] }))
}

/// Plays at random and shows every so many decisions the position and who is asked.
fn wander(
    scenario: &str,
    options: &[(&str, &str)],
    seed: u64,
    every: usize,
    mut look: impl FnMut(&RedAlert, Seat),
) {
    let options = options.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
    let order = TableOrder { scenario: scenario.into(), seats: 0, options, ..TableOrder::default() };
    let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
    let mut game = RedAlert::start(&RedAlert::setup(&order).unwrap(), &mut luck, &mut tell).unwrap();
    let mut n = 0;
    while let Some(seat) = game.to_act().iter().next() {
        n += 1;
        // Setting up comes first: its beginning is looked at more closely.
        if n % every == 0 || every < 1000 && (n < 4 || n < 120 && n % 6 == 0) {
            look(&game, seat);
        }
        let choices = game.choices(seat);
        game.apply(seat, luck.pick(&choices).unwrap(), &mut luck, &mut tell);
        if n > 4_000 {
            break;
        }
    }
    look(&game, Seat(0));
}

#[test]
fn every_unit_has_its_picture_whatever_is_true_of_it() {
    let hex = "E6".parse().unwrap();
    let chart = Chart { below: Side::Cw };
    let shown = [
        (Marks::ALERT, "#ra-alert"),
        (Marks::CLOAKED, "veil"),
        (Marks::ORDERED, "ordered"),
        (Marks::MOVED, "#ra-moved"),
        (Marks::FOUGHT, "#ra-fought"),
    ];
    let mut seen = BTreeSet::new();
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let full = kind.stats().figures;
            for figures in 1..=full {
                let piece = Piece { id: 7, side, kind, figures, hex, marks: Marks(0) };
                let plain = unit(chart, &piece, &Handle::default()).into_string();
                assert!(plain.contains("id=\"unit-7\"") && plain.contains("translate(260 180)"), "{plain}");
                assert_eq!(plain.matches("pip").count(), usize::from(full), "{kind:?}");
                assert_eq!(plain.matches("pip lost").count(), usize::from(full - figures), "{kind:?}");
                assert!(shown.iter().all(|(_, sign)| !plain.contains(sign)), "{plain}");
                seen.insert(plain);
                for (mark, sign) in shown {
                    let marked =
                        unit(chart, &Piece { marks: mark, ..piece }, &Handle::default()).into_string();
                    assert!(marked.contains(sign), "{kind:?} {sign}");
                }
            }
        }
    }
    // No two of them look alike.
    let all: usize = Kind::ALL.iter().map(|k| usize::from(k.stats().figures)).sum();
    assert_eq!(seen.len(), 2 * all);
}

#[test]
fn a_tray_shows_class_and_figures() {
    assert_eq!(
        tray(Side::Cw, Kind::SC, 2).into_string(),
        "<g class=\"tray\"><use class=\"plate\" href=\"#ra-cw-tray\"></use>\
         <g class=\"class triangle\" transform=\"translate(-15.5 0) scale(0.46)\"><path class=\"sign\" d=\"M0,-9.5L9.5,7.5H-9.5Z\"></path></g>\
         <circle class=\"pip\" cx=\"-2.3\" r=\"3.2\"></circle>\
         <circle class=\"pip\" cx=\"5.5\" r=\"3.2\"></circle>\
         <circle class=\"pip lost\" cx=\"13.3\" r=\"3.2\"></circle></g>"
    );
}

#[test]
fn a_unit_says_what_it_is() {
    let marks = Marks::ORDERED.and(Marks::ALERT);
    let piece =
        Piece { id: 3, side: Side::Cw, kind: Kind::SC, figures: 2, hex: "I5".parse().unwrap(), marks };
    assert_eq!(
        in_words(&piece, Some(Side::Cw)),
        "your standard cruiser squadron at I5, 2 of 3 ships, red alert marker, ordered"
    );
    let flagship = Piece { kind: Kind::FL, figures: 1, marks: Marks(0), ..piece };
    assert_eq!(in_words(&flagship, Some(Side::Cf)), "enemy flagship at I5, no cap fighter left");
    assert_eq!(in_words(&flagship, None), "Commonwealth flagship at I5, no cap fighter left");
}

#[test]
fn a_redealt_position_is_drawn_with_the_same_bytes() {
    let mut differed = 0;
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        wander(scenario, &[], i as u64, 97, |game, _| {
            for seat in [Seat(0), Seat(1)] {
                let mut luck = Chance::quick(31);
                let other = game.redeal(seat, &mut luck);
                differed += usize::from(other != *game);
                let viewer = Viewer::Seat(seat);
                let asked = if game.to_act().has(seat) { all_choices(game, seat) } else { Vec::new() };
                let again = if other.to_act().has(seat) { all_choices(&other, seat) } else { Vec::new() };
                assert_eq!(
                    drawn(&game.view(viewer), &asked, &[]),
                    drawn(&other.view(viewer), &again, &[]),
                    "{scenario}"
                );
            }
        });
    }
    assert!(differed > 20, "redeals differ in what is hidden");
}

#[test]
fn only_ones_own_cards_can_be_touched() {
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        wander(scenario, &[], 10 + i as u64, 97, |game, _| {
            let watcher = drawn(&game.view(Viewer::Watcher), &[], &[]);
            assert!(!watcher.contains("card:"), "a spectator sees a hand");
            let all = game.view(Viewer::Everything);
            for (seat, side) in [(Seat(0), Side::Cw), (Seat(1), Side::Cf)] {
                let html = drawn(&game.view(Viewer::Seat(seat)), &[], &[]);
                let own = &all.of_side(side).cards;
                let command = own.command_hand.iter().flatten().chain(&own.scouted).map(ToString::to_string);
                let combat = own.combat_hand.iter().flatten().map(ToString::to_string);
                let held: BTreeSet<String> = command.chain(combat).map(|c| format!("card:{c}")).collect();
                let shown: BTreeSet<String> = values(&html, "data-id")
                    .into_iter()
                    .filter(|id| id.starts_with("card:"))
                    .map(Into::into)
                    .collect();
                assert_eq!(shown, held, "{side:?}");
            }
        });
    }
}

#[test]
fn whatever_can_be_clicked_is_there_as_a_named_button() {
    let mut ways = BTreeSet::new();
    let mut look = |game: &RedAlert, seat: Seat| {
        ways.extend(clickable(game, seat, drawn).into_iter().map(|(_, way)| way))
    };
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        wander(scenario, &[], 20 + i as u64, 41, &mut look);
    }
    wander("the-supply-base", &[("jump-points", "on")], 5, 29, &mut look);
    for way in
        ["sub-light", "impulse", "attack", "order", "deploy", "retire", "card", "buy", "task-force", "jump"]
    {
        assert!(ways.contains(way), "{way} was never offered: {ways:?}");
    }
}

#[test]
fn ids_are_unique_and_units_keep_their_order() {
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        wander(scenario, &[], 30 + i as u64, 211, |game, seat| {
            for viewer in [Viewer::Seat(seat), Viewer::Watcher, Viewer::Everything] {
                let view = game.view(viewer);
                let html = drawn(&view, &[], &[]);
                unique_ids(&html);
                let units: Vec<u8> = values(&html, "id")
                    .iter()
                    .filter_map(|id| id.strip_prefix("unit-")?.parse().ok())
                    .collect();
                assert!(units.is_sorted(), "{units:?}");
                assert_eq!(units.len(), view.units.len());
            }
        });
    }
}

#[test]
fn retreats_and_lines_of_sight_are_drawn() {
    let (mut retreats, mut open, mut blocked) = (0, 0, 0);
    for seed in 0..6 {
        wander("declaration-of-war", &[], seed, 1, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            match view.question {
                Question::RedAlert { .. } => retreats += drawn(&view, &[], &[]).matches("ra-retreat").count(),
                Question::Combat => {
                    let choices = all_choices(game, seat);
                    for id in Reach::new(&choices, &[]).next.keys() {
                        let html = drawn(&view, &choices, std::slice::from_ref(id));
                        open += html.matches("ra-shot open").count();
                        blocked += html.matches("ra-blocked\"").count();
                    }
                }
                _ => {}
            }
        });
    }
    assert!(
        retreats > 0 && open > 0 && blocked > 0,
        "{retreats} retreats, {open} open and {blocked} blocked lines"
    );
}

#[test]
fn every_question_can_be_drawn() {
    let folder = std::env::var_os("KLAXON_PREVIEW");
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut look = |game: &RedAlert, seat: Seat| {
        let view = game.view(Viewer::Seat(seat));
        let name: String =
            format!("{:?}", view.question).chars().take_while(char::is_ascii_alphanumeric).collect();
        if !seen.insert(name.clone()) {
            return;
        }
        let choices = if game.to_act().has(seat) { all_choices(game, seat) } else { Vec::new() };
        let html = drawn(&view, &choices, &[]);
        assert!(html.contains("id=\"ra-units\"") && html.contains("id=\"ra-stands\""), "{name}");
        if let Some(folder) = &folder {
            let page = page(&view, &choices);
            fs::write(Path::new(folder).join(format!("{}.html", name.to_lowercase())), page)
                .expect("the folder is there");
        }
    };
    for (i, scenario) in SCENARIOS.into_iter().enumerate() {
        wander(scenario, &[], 40 + i as u64, 1, &mut look);
    }
    assert!(seen.len() >= 16, "{seen:?}");
}

/// A page that shows a board without a server.
fn page(view: &View, choices: &[Choice]) -> String {
    let reach = Reach::new(choices, &[]);
    let board = board(view, &Touch { reach: &reach, clicks: &[], hinted: &[] });
    let style = concat!(
        include_str!("../../../assets/klaxon.css"),
        include_str!("../../../assets/boards/red-alert.css")
    );
    let body = html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; meta name="viewport" content="width=device-width"; title { (view.name) } style { (PreEscaped(style)) } }
            body.table { main { div.play { div.grid {
                div.stage {
                    div.frame { svg #board viewBox=(board.view_box) role="group" aria-label=(board.label) {
                        @if let Some(defs) = &board.defs { (defs) }
                        @for (_, layer) in &board.layers { (layer) }
                    } }
                    div #panels .panels { @for (_, panel) in &board.panels { (panel) } }
                }
                div.side { section.ask { @for choice in choices.iter().take(20) { p { (choice.label.text) } } } }
            } } } }
        }
    };
    body.into_string()
}
