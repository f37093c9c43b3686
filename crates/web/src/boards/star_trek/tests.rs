//! The board as a whole, drawn at many moments of random games.

use super::{
    super::{
        Touch,
        bench::{self, all_choices, clickable, unique_ids, values},
    },
    board,
};
use crate::ui::Reach;
use klaxon_catalog::Choice;
use klaxon_core::{Chance, Game, Seat, TableOrder, Tell, Viewer, Words};
use klaxon_star_trek::{Asked, StarTrek, View, data::data};
use std::collections::BTreeSet;

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
    mut look: impl FnMut(&StarTrek, Seat),
) {
    let options = options.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
    let order = TableOrder { scenario: scenario.into(), seats: 0, options, ..TableOrder::default() };
    let (mut luck, mut tell) = (Chance::quick(seed), Tell::muted());
    let mut game = StarTrek::start(&StarTrek::setup(&order).unwrap(), &mut luck, &mut tell).unwrap();
    let mut n = 0;
    while let Some(seat) = game.to_act().iter().next() {
        n += 1;
        if n % every == 0 {
            look(&game, seat);
        }
        let choices = game.choices(seat);
        game.apply(seat, luck.pick(&choices).unwrap(), &mut luck, &mut tell);
        if n > 1_500 {
            break;
        }
    }
    look(&game, Seat(0));
}

/// A position from its clauses, as the first player sees it.
fn seen(clauses: &str) -> View {
    let list: Vec<&str> = clauses.split(';').map(str::trim).collect();
    let game = <StarTrek as klaxon_core::Situation>::given(&list).expect("a position");
    game.view(Viewer::Seat(Seat(0)))
}

const STEERING_OFF: &str =
    "ship 1 ROM-S01 of p1 at 22000,12000 heading 0 speed 3; ship 2 FED-S01 of p2 at 6000,4000 heading 1800";

#[test]
fn st_8_14_a_course_that_leaves_the_table_is_told_while_it_can_be_mended() {
    // The table is 36 inches wide and a phase takes the ship 9.75: the second one crosses the edge.
    let warned = |orders: &str| {
        let clauses =
            format!("stage assign; {}", STEERING_OFF.replace("speed 3", &format!("speed 3{orders}")));
        drawn(&seen(&clauses), &[], &[])
    };
    let plain = warned("");
    assert!(plain.contains("Off the table in phase 2") && plain.contains("Change Heading in 2"), "{plain}");
    assert!(plain.contains("st-ahead off"));
    // Behind a change of course it is no more than a possibility, and reads so.
    let turning = warned(" orders CH,AT,AT");
    assert!(!turning.contains("Off the table in phase"));
    assert!(turning.contains("after phase 1, unless its course changes"), "{turning}");
    // A change that comes too late mends nothing.
    assert!(warned(" orders AT,AT,CH").contains("Off the table in phase 2"));
}

#[test]
fn st_3_3_the_nose_of_a_ship_reaches_beyond_its_rings() {
    let html = drawn(&seen(&format!("stage assign; {STEERING_OFF}")), &[], &[]);
    assert!(html.contains("L2265,0"), "a radius of 1625 and more than half an inch");
}

/// The built-in scenarios by their ids.
fn scenarios() -> impl Iterator<Item = &'static str> {
    data().scenarios.iter().map(|(s, _)| s.id.as_str())
}

#[test]
fn a_redealt_position_is_drawn_with_the_same_bytes() {
    let mut differed = 0;
    for (i, scenario) in scenarios().enumerate() {
        let options: &[(&str, &str)] = if i % 3 == 0 { &[("fleets", "build")] } else { &[] };
        wander(scenario, options, i as u64, 61, |game, _| {
            for seat in (0..game.seats() as u8).map(Seat) {
                let other = game.redeal(seat, &mut Chance::quick(31));
                differed += usize::from(other != *game);
                let viewer = Viewer::Seat(seat);
                let asked = if game.to_act().has(seat) { all_choices(game, seat) } else { Vec::new() };
                let again = if other.to_act().has(seat) { all_choices(&other, seat) } else { Vec::new() };
                let (a, b) =
                    (drawn(&game.view(viewer), &asked, &[]), drawn(&other.view(viewer), &again, &[]));
                assert_eq!(a, b, "{scenario}");
            }
        });
    }
    assert!(differed > 20, "redeals differ in what is hidden");
}

#[test]
fn whatever_can_be_clicked_is_there_as_a_named_button() {
    let mut ways = BTreeSet::new();
    let mut look = |game: &StarTrek, seat: Seat| {
        ways.extend(clickable(game, seat, drawn).into_iter().map(|(_, way)| way))
    };
    for (i, scenario) in scenarios().enumerate() {
        wander(scenario, &[], 20 + i as u64, 5, &mut look);
        wander(scenario, &[], 60 + i as u64, 3, &mut look);
    }
    wander("redemption", &[("fleets", "build")], 5, 7, &mut look);
    for way in ["fire", "launch", "turn", "move", "order", "place", "buy", "act", "done"] {
        assert!(ways.contains(way), "{way} was never offered: {ways:?}");
    }
}

#[test]
fn ids_are_unique_and_ships_keep_their_order() {
    for (i, scenario) in scenarios().enumerate() {
        wander(scenario, &[], 30 + i as u64, 97, |game, seat| {
            for viewer in [Viewer::Seat(seat), Viewer::Watcher, Viewer::Everything] {
                let html = drawn(&game.view(viewer), &[], &[]);
                unique_ids(&html);
                let ships: Vec<u8> = values(&html, "id")
                    .iter()
                    .filter_map(|id| id.strip_prefix("ship-")?.parse().ok())
                    .collect();
                assert!(ships.is_sorted(), "{ships:?}");
            }
        });
    }
}

#[test]
fn every_question_can_be_drawn() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut look = |game: &StarTrek, seat: Seat| {
        let view = game.view(Viewer::Seat(seat));
        let name: String =
            format!("{:?}", view.asked).chars().take_while(char::is_ascii_alphanumeric).collect();
        if seen.insert(name.clone()) {
            let choices = if game.to_act().has(seat) { all_choices(game, seat) } else { Vec::new() };
            let html = drawn(&view, &choices, &[]);
            assert!(html.contains("id=\"st-ships\"") && html.contains("id=\"st-fleet\""), "{name}");
        }
    };
    for (i, scenario) in scenarios().enumerate() {
        wander(scenario, &[], 40 + i as u64, 1, &mut look);
    }
    wander("balance-of-terror", &[("fleets", "build")], 5, 1, &mut look);
    for name in ["Build", "Deploy", "Reveal", "Assign", "ActOrDefer", "Activation", "Guide", "Steer"] {
        assert!(seen.contains(name), "{name} was never asked: {seen:?}");
    }
}

#[test]
fn st_2_6_each_hop_of_the_planned_move_has_its_ghost() {
    let (mut moves, mut off) = (0, 0);
    for seed in 0..6 {
        wander("balance-of-terror", &[], seed, 1, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            let Asked::Activation { ship } = view.asked else { return };
            let acting = view.acting.expect("a ship acts");
            let (me, hops) = (view.ship(ship).unwrap(), view.ship(ship).unwrap().speed.unwrap());
            let html = drawn(&view, &all_choices(game, seat), &[]);
            let ghosts = html.matches("class=\"st-ghost").count();
            if acting.moved || hops == 0 {
                assert_eq!(ghosts, 0, "nothing is left to move");
                return;
            }
            moves += 1;
            assert_eq!(ghosts, usize::from(hops));
            // The last ghost stands where the rules say, and is the button that moves.
            let end = me.straight.unwrap();
            let at = format!("transform=\"translate({} {})\" data-id=\"move\"", end.x, view.table[1] - end.y);
            assert!(html.contains(&at), "{at}");
            let outside = end.x < 0 || end.y < 0 || end.x > view.table[0] || end.y > view.table[1];
            assert_eq!(html.contains("st-ghost off"), outside, "what leads off the table is marked");
            off += usize::from(outside);
        });
    }
    assert!(moves > 20 && off > 3, "{moves} moves, {off} off the table");
}

#[test]
fn st_1_22_the_builder_says_why_not() {
    let (mut offered, mut refused) = (0, BTreeSet::new());
    wander("balance-of-terror", &[("fleets", "build")], 8, 1, |game, seat| {
        let view = game.view(Viewer::Seat(seat));
        if !matches!(view.asked, Asked::Build { .. }) || !game.to_act().has(seat) {
            return;
        }
        let html = drawn(&view, &all_choices(game, seat), &[]);
        for stall in &view.market {
            match &stall.why {
                None => offered += 1,
                Some((rule, text)) => {
                    assert!(html.contains(&maud::html! { (text) }.into_string()), "{text}");
                    refused.insert(rule.map(|r| r.to_string()));
                }
            }
        }
        // What the market offers and what the rules offer is the same.
        let buys = all_choices(game, seat).iter().filter(|c| c.label.mark == "buy").count();
        let open = view.market.iter().filter(|s| s.why.is_none()).count();
        assert_eq!(buys, open);
    });
    assert!(offered > 10 && refused.contains(&Some("ST-1.11".into())), "{offered} {refused:?}");
}

#[test]
fn st_12_3_the_course_of_a_torpedo_has_a_field_for_every_turn_and_move() {
    let (mut guided, mut steered, mut planned) = (0, 0, 0);
    for seed in 0..8 {
        wander("balance-of-terror", &[], 60 + seed, 1, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            let html = drawn(&view, &all_choices(game, seat), &[]);
            let fields = |list: &str| html.matches(&format!("name=\"{list}-")).count();
            let torpedo = |id| view.torpedoes.iter().find(|t| t.id == id).expect("it flies");
            match view.asked {
                // ST-12.3: one heading for each hop that is left, and its whole life to come.
                Asked::Guide { torpedo: id, hop, of } => {
                    guided += 1;
                    assert_eq!(fields("now"), usize::from(of + 1 - hop));
                    assert_eq!(fields("later"), usize::from(torpedo(id).life));
                }
                // ST-12.4: one heading for the whole move; this move is one of its life.
                Asked::Steer => {
                    steered += 1;
                    let mine = view.torpedoes.iter().find(|t| t.owner == seat.0 && t.chosen.is_none());
                    assert_eq!(fields("now"), 1);
                    assert_eq!(fields("later"), usize::from(mine.expect("one is asked for").life) - 1);
                }
                Asked::Activation { .. } => {
                    let may = view.acting.and_then(|a| a.torpedo);
                    assert_eq!(html.contains("st-launch-plan"), may.is_some());
                    if let Some(what) = may {
                        planned += 1;
                        assert_eq!(fields("now"), usize::from(what.movement) - 1);
                        assert_eq!(fields("later"), usize::from(what.life));
                    }
                }
                _ => assert_eq!(fields("now"), 0),
            }
        });
    }
    assert!(guided > 5 && steered > 2 && planned > 5, "{guided} {steered} {planned}");
}

#[test]
fn st_2_17_the_form_of_deployment_begins_with_a_legal_place() {
    for (i, scenario) in scenarios().enumerate() {
        wander(scenario, &[], 80 + i as u64, 1, |game, seat| {
            let view = game.view(Viewer::Seat(seat));
            let unplaced = view.ships.iter().find(|s| s.controller == seat.0 && s.at.is_none());
            let Some(ship) = unplaced.filter(|_| view.asked == Asked::Deploy && game.to_act().has(seat))
            else {
                return;
            };
            let html = drawn(&view, &all_choices(game, seat), &[]);
            let field = |name: &str| -> i64 {
                let rest = html.split(&format!("name=\"{name}\" inputmode=\"decimal\" value=\"")).nth(1);
                let (whole, part) =
                    rest.unwrap().split_once('"').unwrap().0.split_once('.').unwrap_or(("", ""));
                let text = rest.unwrap().split('"').next().unwrap();
                if part.is_empty() {
                    text.parse::<i64>().unwrap() * 1000
                } else {
                    format!("{whole}{part:0<3}").parse().unwrap()
                }
            };
            let action = klaxon_star_trek::Action::Deploy(klaxon_star_trek::Deploy::Deploy {
                ship: ship.id,
                at: klaxon_geometry::plane::Point::new(field("x"), field("y")),
                heading: klaxon_geometry::plane::Heading::EAST,
                speed: 0,
            });
            assert_eq!(game.check(seat, &action), Ok(()), "{scenario}: {action:?}");
        });
    }
}
