//! Components and set-up. The order of one game.

use crate::given;
use klaxon_core::{Chance, Game, Seat, Situation, Tell, Words};
use klaxon_federation::{
    CardAt, Difficulty, Federation, FleetAt, Opening, Pace, Setup, Task,
    data::data,
    nouns::{Base, Fleet, FleetKind, PieceAt, Race, Relation, Resource, Space},
    words::ids,
};

fn start(difficulty: Difficulty) -> Federation {
    let setup = Setup { difficulty, ..Setup::default() };
    Federation::start(&setup, &mut Chance::quick(1), &mut Tell::muted()).unwrap()
}

#[test]
fn sf_1_1_three_boards_and_the_event_mat_have_their_places() {
    // Politics, Main, Resource board and Event mat are pointed at by ids of their own; a page may mirror them.
    assert_eq!(ids::war(Race::FleshEaters), "war-FE");
    assert_eq!(ids::space(Space::SOL), "space-SOL");
    assert_eq!(ids::track(3, 0), "track-3-0");
    let line =
        Federation::line(&klaxon_federation::Event::ChitDrawn { chit: klaxon_federation::nouns::Chit(0) });
    assert_eq!(line.about, ["chit-EV1"]);
}

#[test]
fn sf_1_2_four_relationships_start_neutral() {
    assert_eq!(start(Difficulty::Medium).table().relations, [Relation::Neutral; 4]);
}

#[test]
fn sf_1_3_expansion_0_losses_0_stability_3() {
    let game = start(Difficulty::Easy);
    assert_eq!((game.table().expansion, game.table().losses, game.table().stability), (0, 0, 3));
}

#[test]
fn sf_1_4_all_start_at_peace_but_the_mercenaries_at_total_war() {
    assert_eq!(start(Difficulty::Easy).table().war, [0, 0, 4, 0, 0]);
}

#[test]
fn sf_1_5_the_pool_holds_the_tokens_of_the_chosen_colour() {
    let pool = |d| data().mix(d);
    assert_eq!(
        [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].map(|d| pool(d).total()),
        [61, 65, 68]
    );
    let count = |d, id| pool(d).of(klaxon_federation::nouns::Token::from_id(id).unwrap());
    for (id, easy, medium, hard) in [
        ("FE-ADV", 2, 2, 3),
        ("CY-PRS", 3, 3, 3),
        ("AWR", 1, 1, 1),
        ("FED1", 5, 4, 3),
        ("FED1M", 4, 4, 4),
        ("ME-TEC", 1, 2, 2),
    ] {
        let counts = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard].map(|d| count(d, id));
        assert_eq!(counts, [easy, medium, hard], "{id}");
    }
    assert_eq!(data().tokens.iter().map(|t| t.copies).sum::<u8>(), 70);
}

#[test]
fn sf_1_6_fleets_wait_in_spawn_order_the_strongest_on_the_left() {
    let game = start(Difficulty::Easy);
    for race in Race::ALL {
        for (kind, slot) in [(FleetKind::Battle, 0), (FleetKind::Raider, 1), (FleetKind::Scout, 2)] {
            assert_eq!(game.table().fleets[Fleet::new(race, kind).index()], FleetAt::Spawn(slot));
        }
        let value = |kind| data().fleets[Fleet::new(race, kind).index()].combat_value;
        assert!(value(FleetKind::Battle) >= value(FleetKind::Raider));
        assert!(value(FleetKind::Raider) > value(FleetKind::Scout));
    }
}

#[test]
fn sf_1_7_six_technologies_a_race_in_the_pile_and_none_on_the_track() {
    let game = start(Difficulty::Easy);
    for race in Race::ALL {
        assert_eq!(game.table().tech_pile(race).count(), 6);
        assert!(game.table().techs[race.index()].is_empty());
    }
}

#[test]
fn sf_1_8_one_flagship_on_sol_four_locked() {
    given("").then("flagships SOL locked locked locked locked");
}

#[test]
fn sf_1_9_six_bases_are_locked_with_what_they_unlock() {
    let game = start(Difficulty::Easy);
    for base in Base::ALL {
        assert_eq!(game.table().base(base).at, PieceAt::Locked);
    }
    assert_eq!(game.table().locked().0, [2, 2, 2, 2, 2, 1, 2]);
    assert_eq!(game.table().cards[5].at, CardAt::Locked);
}

#[test]
fn sf_1_10_four_federation_technologies_lie_with_bases_the_fifth_unresearched() {
    let game = start(Difficulty::Easy);
    let places: Vec<CardAt> = game.table().cards[..5].iter().map(|c| c.at).collect();
    assert_eq!(places, [CardAt::Locked, CardAt::Locked, CardAt::Locked, CardAt::Locked, CardAt::Box]);
    assert!(game.table().cards[..5].iter().all(|c| c.tech.is_none()), "all face down");
    // They are shuffled: over some games every technology comes to lie in the box.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..80 {
        let game =
            Federation::start(&Setup::default(), &mut Chance::quick(seed), &mut Tell::muted()).unwrap();
        let view = game.view(klaxon_core::Viewer::Everything);
        seen.insert(view.sealed.unwrap()[4].id());
    }
    assert_eq!(seen.len(), 5);
}

#[test]
fn sf_1_11_warp_technologies_ally_ships_and_warp_tokens_wait_aside() {
    let game = start(Difficulty::Easy);
    assert!(game.table().cards[6..].iter().all(|c| c.at == CardAt::Aside && c.tech.is_none()));
    assert!(game.table().allies().iter().all(|p| p.at == PieceAt::Aside));
    assert_eq!(game.table().pools.of(Resource::Warp), 0);
}

#[test]
fn sf_1_12_mines_and_sol_defense_are_unbuilt_no_flagship_is() {
    given("").then("unbuilt mine 3; sol-defense unbuilt; unbuilt flagship 0");
}

#[test]
fn sf_1_13_seventeen_tokens_in_the_pools_thirty_in_all() {
    let game = start(Difficulty::Easy);
    assert_eq!(game.table().pools.0, [3, 3, 3, 3, 3, 2, 0]);
    assert_eq!(data().resources.iter().map(|r| r.total).sum::<u8>(), 30);
}

#[test]
fn sf_1_14_the_player_takes_any_five_tokens() {
    given("moment take")
        .plays("fed: take B; fed: take B; fed: take B")
        .then("stored B B B; asks take")
        .refuses("fed: take B", "SF-1.14")
        .refuses("fed: take W", "SF-1.14");
    let setup = Setup { opening: Opening::Suggested, ..Setup::default() };
    let game = Federation::start(&setup, &mut Chance::quick(3), &mut Tell::muted()).unwrap();
    assert_eq!(game.table().stored.0, [1, 1, 1, 1, 1, 0, 0]);
}

#[test]
fn sf_1_15_five_dice_equal_ones_take_the_same_resource_in_one_space() {
    given("moment take; stored B M R E")
        .dice("2 5 2 6 6")
        .play("fed: take O")
        .then("asks place")
        .play("fed: place B")
        .then("track 2 0 B B")
        .plays("fed: place M; fed: place R")
        .then("track 5 0 M; track 6 0 R R; asks next");
}

#[test]
fn sf_1_16_all_event_chits_are_face_down() {
    for difficulty in [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard] {
        assert_eq!(start(difficulty).table().chits_left().count(), 6);
    }
    // Any of the six may be the first: none is out of the box, none is known before.
    for n in 1..=6 {
        given("queue RND; pace every-throw")
            .then("chits")
            .dice(&format!("pick{n}"))
            .play("fed: resolve")
            .then(&format!("chits EV{n}; asks throw"));
    }
}

#[test]
fn sf_1_17_only_the_left_column_is_open() {
    given("").then("columns 0");
    assert!(Federation::given(&["track 3 1 B"]).is_err(), "a locked column holds nothing");
    assert!(Federation::given(&["columns 1", "track 3 1 B", "moment next"]).is_ok());
}

#[test]
fn sf_1_18_the_queue_is_filled_to_five_and_the_rightmost_token_begins() {
    let g = given("moment take; stored B M R E")
        .dice("1 1 1 1 1")
        .play("fed: take O")
        .play("fed: place D")
        .then("asks next");
    assert_eq!((g.game().table().queue.len(), g.game().table().pool.total()), (5, 60));
    // In a flowing game the first token resolves by itself.
    let setup = Setup { opening: Opening::Suggested, pace: Pace::Flowing, ..Setup::default() };
    let (mut luck, mut tell) = (Chance::quick(5), Tell::muted());
    let mut game = Federation::start(&setup, &mut luck, &mut tell).unwrap();
    while game.table().top() == Some(Task::PlaceResults) {
        let first = game.choices(Seat(0))[0];
        game.apply(Seat(0), &first, &mut luck, &mut tell);
    }
    assert_ne!(game.table().top(), Some(Task::Pause));
}

#[test]
fn sf_2_1_tokens_are_resolved_until_the_game_ends() {
    let g = given("queue EXP EXP RND")
        .play("fed: resolve")
        .then("expansion 1; asks next")
        .play("fed: resolve")
        .then("stability 2; asks next");
    assert_eq!(g.game().table().queue[0].id(), "RND");
    given("queue EXP; expansion 1; stability 1").play("fed: resolve").then("over unstable").asks("");
}

#[test]
fn sf_1_11_the_warp_technologies_are_shuffled_all_four() {
    let mut firsts = std::collections::BTreeSet::new();
    let mut lasts = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let game =
            Federation::start(&Setup::default(), &mut Chance::quick(seed), &mut Tell::muted()).unwrap();
        let sealed = game.view(klaxon_core::Viewer::Everything).sealed.expect("everything is seen");
        firsts.insert(format!("{:?}", sealed[6]));
        lasts.insert(format!("{:?}", sealed[sealed.len() - 1]));
    }
    // Two of the four are alike.
    assert_eq!((firsts.len(), lasts.len()), (3, 3), "{firsts:?} {lasts:?}");
}

#[test]
fn an_edition_still_to_come_is_refused() {
    let beyond: klaxon_core::Edition = "200".parse().unwrap();
    let setup = Setup { edition: beyond, ..Setup::default() };
    let start = Federation::start(&setup, &mut Chance::quick(1), &mut Tell::muted());
    assert!(start.is_err_and(|r| r.text.contains("no edition")));
    let mut game = given("").game().clone();
    assert!(game.revise(beyond).is_err_and(|r| r.text.contains("no edition")));
    assert_eq!(game.edition(), Federation::newest());
    assert!(game.revise(klaxon_core::Edition::FIRST).is_ok());
}
