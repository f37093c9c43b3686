//! Chapter 2: set-up.

use super::bench::*;
use klaxon_starcraft::{Event, data::data as box_data};

/// Everything told while the table is set up.
fn told(setup: &Setup, luck: u64) -> (StarCraft, Vec<Event>) {
    let mut tell = Tell::aloud();
    let game = StarCraft::start(setup, &mut Chance::quick(luck), &mut tell).unwrap();
    (game, tell.take().into_iter().map(|t| t.event).collect())
}

/// Plays the set-up at random to the first order.
fn to_first_order(setup: &Setup, luck: u64) -> StarCraft {
    play_on(start(setup, luck), luck, |g| g.rounds() > 0)
}

#[test]
fn sc_2_1_the_order_of_setting_up() {
    let mut tell = Tell::aloud();
    let mut luck = Chance::quick(4);
    let table = setup(2, Galaxy::Build, Factions::Draft);
    let mut game = StarCraft::start(&table, &mut luck, &mut tell).unwrap();
    while game.rounds() == 0 {
        let seat = game.to_act().iter().next().unwrap();
        let action = game.choices(seat)[0];
        game.apply(seat, &action, &mut luck, &mut tell);
    }
    let events = tell.take();
    let at = |wanted: fn(&Event) -> bool| events.iter().position(|t| wanted(&t.event)).expect("it happens");
    let order = [
        at(|e| matches!(e, Event::FirstPlayer { .. })),
        at(|e| matches!(e, Event::Chose { .. })),
        at(|e| matches!(e, Event::DrewPlanets { .. })),
        at(|e| matches!(e, Event::PlanetPlaced { .. })),
        at(|e| matches!(e, Event::ZRoute { .. })),
        at(|e| matches!(e, Event::TookHome { .. })),
        at(|e| matches!(e, Event::UnitPlaced { .. })),
        at(|e| matches!(e, Event::StartingHand { .. })),
        at(|e| matches!(e, Event::RoundBegins { .. })),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn sc_2_2_the_first_player_is_chosen_at_random() {
    let firsts: std::collections::BTreeSet<u8> = (0..60)
        .map(|luck| start(&setup(4, Galaxy::Ready, Factions::Deal), luck).view(Viewer::Watcher).first.0)
        .collect();
    assert_eq!(firsts.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn sc_2_3_each_player_picks_an_unused_faction_from_the_first_player_on() {
    given("players 3; first p2; round 0; p1 faction none; p2 faction none; p3 faction none; events; phase draft 1")
        .asks("p2")
        .play("p2: take aldaris")
        .asks("p3")
        .refuses("p3: take aldaris", "SC-2.3")
        // While one has none, nobody gives up.
        .refuses_saying("p2: concede", "SC-14.21", "not chosen yet")
        .play("p3: take qob")
        .asks("p1")
        .play("p1: take raynor")
        .then("p1 faction raynor; p2 faction aldaris; p3 faction qob");
    // The random deal is the alternative.
    let deals: std::collections::BTreeSet<_> = (0..40)
        .map(|luck| {
            start(&setup(2, Galaxy::Ready, Factions::Deal), luck).view(Viewer::Watcher).seats[0].faction
        })
        .collect();
    assert_eq!(deals.len(), 6);
}

#[test]
fn sc_2_4_each_player_takes_all_pieces_of_his_faction() {
    let game = to_first_order(
        &setup(2, Galaxy::Ready, Factions::Given(vec![Faction::Raynor, Faction::Overmind])),
        1,
    );
    game.audit().unwrap();
    for (seat, figures) in [(0, 30), (1, 33)] {
        let view = game.view(Viewer::Watcher);
        let left: u8 = view.seats[seat].supply.iter().map(|(_, n)| n).sum();
        let start: u8 =
            box_data().faction(view.seats[seat].faction.unwrap()).start.iter().map(|(_, n)| n).sum();
        assert_eq!(left + start, figures);
    }
}

#[test]
fn sc_2_5_conquest_markers_start_at_0_and_may_pass_15() {
    let game = start(&setup(3, Galaxy::Ready, Factions::Deal), 1);
    assert!(game.view(Viewer::Watcher).seats.iter().all(|s| s.cp == 0));
    // With Aldaris in the game the others go on beyond 15.
    given(
        "players 3; galaxy worked; p3 faction aldaris; p1 at tarsonis.1 marine; p1 cp 15; p2 at pridewater.1 base
         p3 at chau.3 base; phase regroup",
    )
    .then("p1 cp 16; asks order p2");
}

#[test]
fn sc_2_6_the_event_deck_is_thinned_for_fewer_players() {
    for (seats, each) in [(6, 25), (5, 20), (4, 15), (3, 10), (2, 5)] {
        let game = start(&setup(seats, Galaxy::Ready, Factions::Deal), 9);
        let clauses = game.clauses().unwrap();
        let deck = clauses.iter().find(|c| c.starts_with("events")).unwrap();
        let stages: Vec<char> = deck.split(' ').skip(1).map(|card| card.chars().nth(1).unwrap()).collect();
        let count = |stage| stages.iter().filter(|s| **s == stage).count();
        assert_eq!((count('1'), count('2'), count('3')), (each, each, 20), "{seats} players");
        assert!(stages.is_sorted(), "stage I lies on II on III");
    }
    // The cards that are out are not always the same, and nobody sees them.
    let removed = |luck| {
        let game = start(&setup(2, Galaxy::Ready, Factions::Deal), luck);
        game.clauses().unwrap().into_iter().find(|c| c.starts_with("removed")).unwrap()
    };
    assert_ne!(removed(1), removed(2));
}

#[test]
fn sc_2_7_the_event_deck_is_never_reshuffled() {
    worked("events E301; gone E302 E303; removed rest; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .then("p1 drew 1; events; gone E302 E303")
        .plays("p2: choose pridewater; p2: event")
        .then("p2 drew 0");
}

#[test]
fn sc_2_8_each_player_draws_two_planets_that_all_may_see() {
    let (game, events) = told(&setup(4, Galaxy::Build, Factions::Deal), 3);
    let drawn: Vec<_> = events
        .iter()
        .filter_map(|e| match e {
            Event::DrewPlanets { planets, .. } => Some(*planets),
            _ => None,
        })
        .collect();
    assert_eq!(drawn.len(), 4);
    let mut all: Vec<Planet> = drawn.concat();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 8, "no planet is drawn twice");
    let view = game.view(Viewer::Watcher);
    assert!(view.seats.iter().all(|s| s.planets.len() == 2), "open to all");
}

#[test]
fn sc_2_9_planets_nobody_drew_and_unused_factions_leave_the_game() {
    let game = to_first_order(&setup(2, Galaxy::Build, Factions::Deal), 6);
    let view = game.view(Viewer::Watcher);
    assert_eq!((view.planets.len(), view.seats.len()), (4, 2));
    worked("phase planning 1 p1").refuses("p1: order build torus", "SC-2.9");
}

/// A galaxy in the making: Tarsonis at the origin (slots E, S, W), the Overmind places next.
fn placing(clauses: &str) -> Given<StarCraft> {
    given(&format!(
        "round 0; events; planet tarsonis 0,0 turn 1; p1 planets abaddon; p2 planets pridewater bhekar
         p1 at tarsonis.3 base; p1 home tarsonis; p1 start marine; p2 start zergling; {clauses}"
    ))
}

#[test]
fn sc_2_10_the_first_planet_lies_at_the_origin_and_the_others_join_the_galaxy() {
    given("round 0; events; p1 planets torus abaddon; p2 planets chau braken; phase place 1")
        .refuses("p1: lay torus 1,0 turn 0", "SC-2.10")
        .allows("p1: lay abaddon 0,0 turn 1")
        .play("p1: lay torus 0,0 turn 3")
        .play("p1: base later")
        .asks("p2")
        .refuses("p2: lay chau 0,0 turn 0", "SC-2.10")
        .refuses("p2: lay chau 5,5 turn 0", "SC-2.10")
        .refuses("p2: lay torus 1,0 turn 0", "SC-2.8");
    // In any orientation, so that at least one slot meets a slot.
    placing("phase place 2")
        .allows("p2: lay pridewater 0,1 turn 0")
        .allows("p2: lay pridewater 1,0 turn 1")
        .refuses("p2: lay pridewater -1,0 turn 2", "SC-2.10")
        .refuses("p2: lay pridewater 0,-1 turn 0", "SC-2.10");
}

#[test]
fn sc_2_11_every_pair_of_facing_slots_gets_a_route() {
    // Vyctor 5 (four slots) between two planets that both face it.
    given(
        "round 0; events; planet tarsonis 0,0 turn 1; planet helios 0,1; p1 at tarsonis.3 base; p2 at helios.1 base
         planet torus 1,0 turn 0; p1 home tarsonis; p2 home helios; p1 planets vyctor; phase place 4",
    )
    .play("p1: lay vyctor 1,1 turn 0")
    .then("adjacent vyctor helios; adjacent vyctor torus");
}

#[test]
fn sc_2_12_the_order_of_placing_is_one_to_n_and_back() {
    let mut game = start(&setup(3, Galaxy::Build, Factions::Deal), 2);
    let first = game.view(Viewer::Watcher).first.0;
    let mut luck = Chance::quick(2);
    let mut placers = Vec::new();
    while matches!(game.view(Viewer::Watcher).question, Frame::PlacePlanet(_) | Frame::StartBase(..)) {
        let seat = game.to_act().iter().next().unwrap();
        let action = game.choices(seat)[0];
        if matches!(action, Action::PlacePlanet(_)) {
            placers.push((seat.0 + 3 - first) % 3);
        }
        game.apply(seat, &action, &mut luck, &mut Tell::muted());
    }
    assert_eq!(placers, [0, 1, 2, 2, 1, 0]);
}

#[test]
fn sc_2_13_the_base_goes_on_the_first_planet_or_must_go_on_the_second() {
    given("round 0; events; p1 planets torus abaddon; p2 planets chau braken; phase place 1")
        .play("p1: lay torus 0,0 turn 0")
        .refuses("p1: base abaddon.1", "SC-2.13")
        .play("p1: base later")
        .plays("p2: lay chau 0,1 turn 0; p2: base chau.2")
        .then("p2 at chau.2 base")
        .play("p2: lay braken 1,0 turn 0")
        .then("asks planet p1")
        .play("p1: lay abaddon 0,-1 turn 1")
        .refuses("p1: base later", "SC-2.13")
        .play("p1: base abaddon.2")
        .then("p1 at abaddon.2 base");
}

#[test]
fn sc_2_14_a_free_slot_is_always_left_for_planets_still_to_come() {
    // A galaxy without a free slot needs a tile with exactly two neighbouring slots in each of its four corners, and
    // the box has only three such tiles: so the rule never has to refuse, and every set-up stays solvable.
    let corners = Planet::ALL
        .iter()
        .filter(|p| matches!(box_data().planet(**p).slots.as_str(), "NE" | "NW" | "ES" | "SW"));
    assert_eq!(corners.count(), 3);
    for luck in 0..60 {
        let mut game = start(&setup(2 + (luck % 5) as u8, Galaxy::Build, Factions::Deal), luck);
        let mut chance = Chance::quick(luck);
        while let Frame::PlacePlanet(i) = game.view(Viewer::Watcher).question {
            let view = game.view(Viewer::Watcher);
            assert!(i == 0 || view.planets.iter().any(|p| !p.free.is_empty()), "luck {luck}");
            while let Frame::PlacePlanet(now) | Frame::StartBase(now, _) = game.view(Viewer::Watcher).question
            {
                if now != i {
                    break;
                }
                let seat = game.to_act().iter().next().unwrap();
                let choices = game.choices(seat);
                let action = choices[chance.below(choices.len() as u32) as usize];
                game.apply(seat, &action, &mut chance, &mut Tell::muted());
            }
        }
    }
}

#[test]
fn sc_2_15_a_slot_facing_a_planet_without_a_route_is_blocked_for_good() {
    // Chau Sara's north slot faces Braken, which has no south slot.
    given("round 0; events; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base; p1 home tarsonis; p2 home chau; phase z 1")
        .refuses("p1: slot chau.n", "SC-2.15")
        .allows("p1: slot braken.n")
        .allows("p1: slot abaddon.w")
        .allows("p1: slot pridewater.s");
}

#[test]
fn sc_2_16_the_fifteen_route_pieces_are_not_a_limit() {
    // Sixteen normal routes lie, and the next planet gets its route all the same.
    let mut position = String::from(
        "round 0; events; planet tarsonis 0,0 turn 1; planet vyctor 1,0; p1 at tarsonis.3 base; p2 at vyctor.1 base
         p1 home tarsonis; p2 home vyctor; p1 planets helios; p1 start marine; p2 start zergling",
    );
    for _ in 0..16 {
        position += "; route vyctor.w tarsonis.e";
    }
    given(&format!("{position}; phase place 4"))
        .play("p1: lay helios 2,0 turn 0")
        .then("adjacent helios vyctor");
}

#[test]
fn sc_2_17_each_player_lays_a_z_axis_route_between_free_slots_of_two_planets() {
    given("round 0; events; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base; p1 home tarsonis; p2 home chau; p1 start marine; phase z 1")
        .refuses("p1: slot tarsonis.e", "SC-2.17")
        .refuses("p1: slot abaddon.n", "SC-2.17")
        .play("p1: slot abaddon.w")
        .then("asks minor p1")
        .play("p1: slot braken.n")
        .then("route abaddon.w braken.n z");
}

#[test]
fn sc_2_18_a_z_axis_route_may_double_a_link_but_never_loops() {
    given(
        "round 0; events; planet tarsonis 0,0; planet vyctor 1,0; p1 at tarsonis.3 base; p2 at vyctor.1 base
         p1 home tarsonis; p2 home vyctor; p1 start marine; p2 start zergling; phase z 1",
    )
    .play("p1: slot tarsonis.n")
    .refuses("p1: slot tarsonis.s", "SC-2.18")
    // The two planets are adjacent already; that does not matter.
    .then("adjacent tarsonis vyctor")
    .play("p1: slot vyctor.n")
    .then("route vyctor.w tarsonis.e; route tarsonis.n vyctor.n z");
}

#[test]
fn sc_2_19_without_a_legal_pair_of_slots_the_route_leaves_the_game() {
    // Three free slots: the first route takes two on different planets, and the last one finds no partner.
    given("round 0; events; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base; p1 home tarsonis; p2 home chau; p1 start marine; p2 start zergling; phase z 1")
        .play("p1: slot abaddon.w")
        .play("p1: slot braken.n")
        .events_say("No slots are left for a z-axis route of The Overmind")
        .then("asks forces p1");
}

#[test]
fn sc_2_20_otherwise_laying_the_route_is_mandatory() {
    let game = given(
        "round 0; events; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base; p1 home tarsonis; p2 home chau; phase z 1",
    );
    assert_eq!(game.choices_of("p1"), ["slot abaddon.w", "slot braken.n", "slot pridewater.s"]);
    drop(game.not_asked("p1: done"));
}

#[test]
fn sc_2_21_each_player_takes_the_resource_cards_of_his_base_planet() {
    given("round 0; events; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base; p1 home tarsonis; p2 home chau; p1 start marine; p2 start zergling; phase z 2")
        .play("p2: slot abaddon.w")
        .play("p2: slot braken.n")
        .then("p1 card tarsonis.2; p1 card tarsonis.3; p2 card chau.2; p2 card chau.3")
        .then("nobody card tarsonis.1; nobody card abaddon.1; tarsonis.2 fresh");
}

#[test]
fn sc_2_22_starting_units_go_to_areas_of_the_base_planet_within_limits() {
    given(
        "round 0; events; galaxy worked; p1 at tarsonis.3 base; p2 at chau.3 base; p1 home tarsonis; p2 home chau
         p1 start marine x2 firebat transport; p2 start zergling transport; p1 at tarsonis.1 vulture x3; phase forces",
    )
    // All place at the same time.
    .then("asks forces p1 p2")
    .refuses("p1: unit firebat tarsonis.2", "SC-2.22")
    .refuses("p1: unit marine abaddon.1", "SC-2.22")
    .refuses("p1: unit marine tarsonis.1", "SC-1.11")
    .plays("p1: unit marine tarsonis.2; p1: unit marine tarsonis.3; p1: unit firebat tarsonis.3")
    .then("p1 at tarsonis.2 marine; p1 at tarsonis.3 marine firebat base; asks forces p1 p2")
    .play("p2: unit zergling chau.1")
    .then("p2 at chau.1 zergling; asks forces p1");
}

#[test]
fn sc_2_23_the_starting_transport_goes_on_a_route_that_touches_the_planet() {
    given(
        "round 0; galaxy worked; z braken.n pridewater.s; p1 at tarsonis.3 base; p2 at pridewater.1 base
         p1 home tarsonis; p2 home pridewater; p1 start transport; p2 start transport; phase forces",
    )
    .refuses("p1: transport r3", "SC-2.23")
    .play("p1: transport r1")
    .then("p1 transport r1")
    // A z-axis route will do as well.
    .play("p2: transport braken.n")
    .then("p2 transport r5");
}

#[test]
fn sc_2_24_starting_workers_go_to_the_pool() {
    let game = start(&setup(2, Galaxy::Ready, Factions::Given(vec![Faction::Raynor, Faction::Aldaris])), 1);
    assert!(holds(&game, "p1 workers 8 0 0 0") && holds(&game, "p2 workers 7 0 0 0"));
}

#[test]
fn sc_2_25_starting_units_may_be_of_types_that_cannot_be_built_yet() {
    let mengsk = box_data().faction(Faction::Mengsk);
    assert!(mengsk.start.contains(&(Unit::Ghost, 1)));
    worked("p1 faction mengsk; p1 at tarsonis.1 ghost; p1 card tarsonis.2; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy ghost tarsonis.1", "SC-6.6");
}

#[test]
fn sc_2_26_technology_cards_form_a_deck_of_their_own() {
    let game = start(&setup(2, Galaxy::Ready, Factions::Given(vec![Faction::Raynor, Faction::Overmind])), 1);
    let sheet = &game.view(Viewer::Seat(Seat(0))).seats[0];
    assert_eq!(usize::from(sheet.deck + sheet.hand), 18);
    assert_eq!(sheet.tech_deck.len(), 12, "its owner sees all twelve Terran technologies");
}

#[test]
fn sc_2_27_starting_hands_are_6_cards_and_8_for_terrans() {
    let all = Factions::Given(vec![Faction::Raynor, Faction::Overmind, Faction::Tassadar]);
    let game = start(&setup(3, Galaxy::Ready, all), 1);
    for (clause, hidden) in [("p1 holds 8", 10), ("p2 holds 6", 12), ("p3 holds 6", 12)] {
        assert!(holds(&game, clause), "{clause}");
        assert!(holds(&game, &format!("{} decksize {hidden}", &clause[..2])));
    }
}

#[test]
fn sc_2_28_nobody_can_place_special_orders_in_round_1() {
    let game = start(&setup(3, Galaxy::Ready, Factions::Deal), 1);
    let seat = game.to_act().iter().next().unwrap();
    assert!(
        game.choices(seat).iter().all(|a| !matches!(a, Action::Order(place) if place.order.is_special()))
    );
}

#[test]
fn sc_2_29_the_last_resort_is_never_needed_with_the_tiles_of_the_box() {
    // While any regular place exists, nothing but regular places is offered: see the unit test of the last resort.
    placing("phase place 2").refuses("p2: lay pridewater 0,-1 turn 2", "SC-2.10");
    for luck in 0..40 {
        let game = to_first_order(&setup(6, Galaxy::Build, Factions::Deal), luck);
        let view = game.view(Viewer::Watcher);
        let slot = |s: Slot| {
            let tile = view.planet(s.planet).unwrap();
            box_data().planet(s.planet).slot(s.side, tile.turn)
        };
        assert!(view.routes.iter().all(|r| r.ends.iter().all(|e| slot(*e))), "luck {luck}");
    }
}
