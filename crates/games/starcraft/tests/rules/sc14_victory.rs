//! Chapter 14: victory and elimination.

use super::bench::*;
use klaxon_core::{Edition, TableOrder};

#[track_caller]
fn outcome(game: &Given<StarCraft>, rule: &str) {
    let text = game.ends().text;
    assert!(text.contains(rule), "{text}");
}

#[test]
fn sc_14_1_fifteen_points_win_in_step_6_and_twenty_against_aldaris() {
    let game = worked("p1 cp 15; phase regroup").then("over p1");
    outcome(&game, "SC-14.1");
    worked("p1 cp 14; phase regroup").then("asks order p2");
    // Aldaris takes part: 20 for the others, 15 for himself.
    let aldaris = "players 3; galaxy worked; p3 faction aldaris; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base";
    given(&format!("{aldaris}; p1 cp 19; phase regroup")).then("asks order p2");
    given(&format!("{aldaris}; p1 cp 20; phase regroup")).then("over p1");
    given(&format!("{aldaris}; p3 cp 15; phase regroup")).then("over p3");
}

#[test]
fn sc_14_2_the_target_of_20_holds_for_all_but_aldaris() {
    let game = given(
        "players 3; galaxy worked; p3 faction aldaris; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base",
    );
    let targets: Vec<u32> = game.game().view(Viewer::Watcher).seats.iter().map(|s| s.target).collect();
    assert_eq!(targets, [20, 20, 15]);
}

#[test]
fn sc_14_3_of_those_who_reached_their_own_target_the_most_points_win() {
    worked("p1 cp 15; p2 cp 17; phase regroup").then("over p2");
    // Mixed targets: Aldaris with 16 against 19 that are not enough.
    given(
        "players 3; galaxy worked; p3 faction aldaris; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base
         p1 cp 19; p3 cp 16; phase regroup",
    )
    .then("over p3");
    given(
        "players 3; galaxy worked; p3 faction aldaris; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base
         p1 cp 21; p3 cp 16; phase regroup",
    )
    .then("over p1");
}

#[test]
fn sc_14_4_if_aldaris_is_eliminated_the_target_of_all_is_15_again() {
    given("players 3; galaxy worked; p3 faction aldaris; p3 out; p1 at tarsonis.3 base; p2 at pridewater.1 base; p1 cp 15; phase regroup").then("over p1");
}

#[test]
fn sc_14_5_special_objectives_win_in_step_7_in_stage_iii_only() {
    // The Overmind: bases on three planets.
    let overmind = "p2 at chau.1 base; p2 at braken.1 base; phase regroup";
    worked(&format!("events E101 rest; {overmind}")).then("asks order p2");
    let game = worked(&format!("events E302; removed rest; {overmind}")).then("over p2");
    outcome(&game, "SC-14.5");
}

#[test]
fn sc_14_6_if_several_meet_their_objectives_most_points_win() {
    // Tassadar controls the most areas while the Overmind has three bases.
    let both = "events E302; removed rest; p2 at abaddon.1 base; p2 at braken.3 base; p3 at chau.1 zealot; p3 at chau.2 zealot; p3 at braken.1 zealot";
    three(&format!("{both}; p2 cp 4; p3 cp 2; phase regroup")).then("over p2");
    three(&format!("{both}; p2 cp 1; p3 cp 2; phase regroup")).then("over p3");
}

#[test]
fn sc_14_7_fully_depleted_areas_still_count_for_objectives() {
    worked(
        "events E302; removed rest; tarsonis.2 full; tarsonis.3 full; p1 at tarsonis.2 marine; p1 at abaddon.1 marine
         p1 at pridewater.2 marine; p1 at braken.2 marine; p1 at braken.3 marine; phase regroup",
    )
    .then("over p1");
}

#[test]
fn sc_14_8_controlling_all_areas_of_a_kind_is_enough_when_there_are_fewer() {
    // Two conquest areas in this galaxy; the Queen of Blades needs three, so both are enough.
    let small = "events E302; removed rest; planet tarsonis 0,0 turn 1; planet abaddon -1,0; p2 faction qob; p1 at tarsonis.3 base";
    given(&format!("{small}; p2 at abaddon.2 zergling; p2 at tarsonis.1 zergling; phase regroup"))
        .then("over p2");
    given(&format!("{small}; p2 at abaddon.2 zergling; phase regroup")).then("asks order p2");
    // At least one must exist.
    given("events E302; removed rest; planet pridewater 0,0; planet vyctor 1,0; p2 faction qob; p1 at pridewater.1 base; p2 at vyctor.1 base; phase regroup").then("asks order p2");
}

#[test]
fn sc_14_9_the_objectives_of_tassadar_the_overmind_and_mengsk() {
    // Tassadar: strictly more areas than each other single player.
    three("events E302; removed rest; p3 at chau.1 zealot; phase regroup").then("over p3");
    three("events E302; removed rest; p3 at chau.1 zealot; p1 at tarsonis.1 marine; phase regroup")
        .then("asks order p2");
    // The Overmind: bases on three different planets, two are too few.
    worked("events E302; removed rest; p2 at chau.1 base; phase regroup").then("asks order p2");
    // Mengsk: every area of two planets, depleted and conquest areas included.
    let mengsk = "events E302; removed rest; p1 faction mengsk; abaddon.1 full; p1 at abaddon.1 marine; p1 at abaddon.2 marine; p1 at tarsonis.1 marine";
    worked(&format!("{mengsk}; phase regroup")).then("asks order p2");
    worked(&format!("{mengsk}; p1 at tarsonis.2 marine; phase regroup")).then("over p1");
}

#[test]
fn sc_14_10_two_end_cards_end_the_game_and_most_points_win() {
    let game = worked("ends 1; p1 drawn E301; p1 cp 3; p2 cp 8; phase regroup")
        .plays("p1: play E301; p1: take point")
        .then("over p2");
    outcome(&game, "SC-14.10");
    worked("p1 drawn E301; p2 cp 8; phase regroup")
        .plays("p1: play E301; p1: take point")
        .then("asks order p2");
}

#[test]
fn sc_14_11_with_aldaris_in_the_game_he_wins_instead() {
    let game = given(
        "players 3; galaxy worked; p3 faction aldaris; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base
         ends 1; p1 drawn E301; p2 cp 12; phase regroup",
    )
    .plays("p1: play E301; p1: take point")
    .then("over p3");
    outcome(&game, "SC-14.11");
}

#[test]
fn sc_14_12_normal_before_special_before_end_game() {
    // Raynor has the points, the Overmind the objective: the points come first.
    let game = worked(
        "events E302; removed rest; p1 cp 15; p2 cp 9; p2 at chau.1 base; p2 at braken.1 base; phase regroup",
    )
    .then("over p1");
    outcome(&game, "SC-14.1");
    // The objective ends the game before anybody plays an End card.
    worked("events E302; ends 1; removed rest; p1 drawn E301; p2 at chau.1 base; p2 at braken.1 base; phase regroup").then("over p2; ends 1");
}

#[test]
fn sc_14_13_ties_are_broken_by_resources_areas_bases_workers_and_else_shared() {
    // Raynor and Mengsk at the end with as many points each; every resource area is used up unless said otherwise.
    let end = |clauses: &str| {
        given(&format!(
            "p2 faction mengsk; planet abaddon 0,0; planet helios 1,0; planet vyctor 2,0; p1 at abaddon.1 base; p2 at helios.1 base
             helios.1 full; helios.2 full; vyctor.1 full; vyctor.2 full; ends 1; p1 drawn E301; p2 cp 1; {clauses}; phase regroup"
        ))
        .plays("p1: play E301; p1: take point")
    };
    // Total resources: Abaddon's three minerals beat two areas more.
    end("p2 at vyctor.1 marine; p2 at vyctor.2 marine").then("p1 cp 1; p2 cp 1; over p1");
    // Areas controlled, whatever the bases and workers.
    end("abaddon.1 full; p2 at vyctor.1 marine; p2 at vyctor.2 marine; p1 at helios.2 base; p1 workers 9")
        .then("over p2");
    // Bases, whatever the workers.
    end("abaddon.1 full; p1 at vyctor.1 base; p2 at vyctor.2 marine; p2 workers 9").then("over p1");
    // Workers in the pool.
    end("abaddon.1 full; p2 workers 9").then("over p2");
    // All five equal: a shared victory.
    end("abaddon.1 full").then("over p1 p2");
}

#[test]
fn sc_14_14_a_player_without_base_and_unit_is_out_at_once() {
    three("order p1 build tarsonis; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .events_say("Jim Raynor is eliminated")
        .then("p1 out; asks turn p2");
}

#[test]
fn sc_14_15_his_transports_cards_and_orders_go() {
    three("p1 transport r1; p1 card tarsonis.3 workers 1; p1 workers 7; order p1 build tarsonis; order p2 build pridewater; order p3 build chau; phase turn p1")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .then("nobody card tarsonis.3; p1 workers 7 0 0 0")
        .then_not("p1 transport r1; order p1 build tarsonis");
}

#[test]
fn sc_14_16_the_last_player_left_wins_at_once() {
    let game = worked("order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .then("over p2");
    outcome(&game, "SC-14.16");
}

#[test]
fn sc_14_17_a_player_without_a_base_but_with_units_stays_in_and_may_build_again() {
    worked("p1 at tarsonis.1 marine; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .then("p1 in")
        .plays("p1: choose tarsonis; p1: execute; p1: buy base tarsonis.1")
        .then("p1 at tarsonis.1 marine base");
}

#[test]
fn sc_14_18_in_a_battle_elimination_is_checked_once_after_it() {
    // The Overmind's last Zergling is in the battle: he plays on until it is over, then he is out.
    given("players 3; galaxy worked; p1 at tarsonis.3 base; p3 at chau.3 base; p2 at tarsonis.1 zergling; p1 hand T05; p2 hand Z05; battle tarsonis.1 p1 marine")
        .then("p2 in")
        .plays("p1: play T05; p2: play Z05")
        .events_say("The Overmind is eliminated")
        .then("p2 out; asks end p1");
}

#[test]
fn sc_14_19_if_the_last_players_fall_together_they_are_ranked() {
    let duel = |clauses: &str| {
        given(&format!("galaxy worked; p2 at tarsonis.1 zergling; p1 hand T03; p2 hand Z04; {clauses}; battle tarsonis.1 p1 marine"))
            .plays("p1: play T03; p2: play Z04")
    };
    let game = duel("p1 cp 3; p2 cp 5").then("over p2");
    outcome(&game, "SC-14.19");
    duel("p1 cp 5; p2 cp 3").then("over p1");
    // All five values equal: they share the victory.
    duel("p1 cp 3; p2 cp 3; p1 workers 8; p2 workers 8").then("over p1 p2");
}

#[test]
fn sc_14_19_and_15_17_a_teammate_who_was_out_before_adds_only_his_points_to_the_tie() {
    // As many points on both sides, and Tassadar is out with nine workers in his pool: they count nothing, so the
    // Overmind's five beat Raynor's three.
    let end = |clauses: &str| {
        given(&format!(
            "players 4 teams; galaxy worked; p3 out; p3 workers 9; p4 out; p4 workers 0; p1 workers 3; p2 workers 5
             p2 at tarsonis.1 zergling; p1 hand T03; p2 hand Z04; {clauses}; battle tarsonis.1 p1 marine"
        ))
        .plays("p1: play T03; p2: play Z04")
    };
    let game = end("p1 cp 4; p2 cp 4").then("over p2 p4");
    outcome(&game, "SC-14.19");
    // His points do count.
    end("p1 cp 4; p2 cp 4; p3 cp 1").then("over p1 p3");
}

#[test]
fn sc_14_20_a_round_limit_ranks_the_players_without_aldaris_privilege() {
    let game = worked("players 2 limit 3; round 3; p1 cp 4; p2 faction aldaris; p2 cp 2; phase regroup")
        .then("over p1");
    outcome(&game, "SC-14.20");
    worked("players 2 limit 4; round 3; p1 cp 4; phase regroup").then("asks order p2; round 4");
}

/// The round limit of a table of Galactic Conquest ordered by an edition.
fn conquest_limit(edition: u8, limit: &str) -> Result<u16, String> {
    let chosen = Some(("limit", limit)).filter(|(_, limit)| !limit.is_empty());
    let options = [("variant", "conquest")].into_iter().chain(chosen);
    let options = options.map(|(id, value)| (id.to_owned(), value.to_owned())).collect();
    let order = TableOrder { edition: Edition::new(edition), options, ..TableOrder::default() };
    StarCraft::setup(&order).map(|s| s.round_limit).map_err(|r| r.to_string())
}

#[test]
fn sc_14_20_galactic_conquest_has_20_rounds_unless_the_table_says_otherwise() {
    for edition in [1, 2] {
        assert_eq!(conquest_limit(edition, ""), Ok(20), "edition {edition}");
        assert_eq!(conquest_limit(edition, "usual"), Ok(20));
        assert_eq!(conquest_limit(edition, "40"), Ok(40));
    }
    // The Overmind has the resources of three areas, Raynor those of two.
    let last = "players 2 galactic limit 20; round 20; phase regroup";
    outcome(&worked(last).then("over p2"), "SC-14.20");
    outcome(&worked(&format!("edition 1; {last}")).then("over p2"), "SC-14.20");
}

#[test]
fn sc_14_20_the_usual_limit_grows_with_the_players_since_edition_3() {
    assert_eq!(
        (conquest_limit(3, ""), conquest_limit(3, "usual"), conquest_limit(3, "10")),
        (Ok(40), Ok(40), Ok(10))
    );
    let options = [("variant".to_string(), "conquest".to_string())].into();
    let five = StarCraft::setup(&TableOrder { seats: 5, options, ..TableOrder::default() }).unwrap();
    assert_eq!(five.round_limit, 60);
}

#[test]
fn sc_14_20_without_a_limit_galactic_conquest_goes_on_after_round_20_since_edition_2() {
    assert_eq!(conquest_limit(2, "none"), Ok(0));
    let why = conquest_limit(1, "none").unwrap_err();
    assert!(why.contains("edition 2") && why.contains("SC-14.20"), "{why}");
    let why = conquest_limit(2, "0").unwrap_err();
    assert!(why.contains("`none`"), "{why}");
    worked("players 2 galactic; round 20; phase regroup").then("asks order p2; round 21");
    worked("players 2 galactic; round 400; phase regroup").then("asks order p2; round 401");
    // A whole game: it ends by elimination alone, whenever that is.
    let endless = Setup { galactic: true, ..setup(2, Galaxy::Ready, Factions::Deal) };
    let late = (0..20).map(|luck| play_on(start(&endless, luck), luck, |game| game.rounds() > 20));
    assert!(late.filter(|game| game.outcome().is_none()).count() > 3, "some games come to round 21");
    // Edition 1 does not know such a table.
    let mut game = worked("players 2 galactic; phase planning 1 p1").game().clone();
    let why = game.revise(Edition::FIRST).unwrap_err();
    assert_eq!(why.rule.map(|r| r.to_string()).as_deref(), Some("SC-14.20"), "{why}");
    assert_eq!(game.edition(), StarCraft::newest(), "a refusal changes nothing");
}

#[test]
fn sc_14_21_who_gives_up_against_one_other_has_lost_at_once() {
    let game = worked("order p1 build tarsonis; phase turn p1").play("p1: concede").then("over p2");
    outcome(&game, "SC-14.21");
    // Asked or not.
    let game = worked("order p1 build tarsonis; phase turn p1").play("p2: concede").then("over p1");
    outcome(&game, "SC-14.21");
    game.too_late("p1: concede");
    // In the middle of a battle, by either side.
    let battle = "p2 at tarsonis.1 zergling; p1 hand T03; p2 hand Z04; battle tarsonis.1 p1 marine";
    worked(battle).play("p2: concede").events_say("The Overmind gives up").then("over p1");
    worked(battle).play("p1: concede").then("over p2");
    // In set-up, as soon as the factions are chosen.
    let ready = start(&setup(2, Galaxy::Build, Factions::Deal), 3);
    Given::of(ready).play("p2: concede").then("over p1");
    let drafting = start(&setup(2, Galaxy::Build, Factions::Draft), 3);
    Given::of(drafting).refuses("p1: concede", "SC-14.21");
}

#[test]
fn sc_14_21_with_more_players_the_others_play_on_and_the_pieces_go() {
    // In his own turn: it is over (SC-4.13), his order is gone when it is on top (SC-4.9), his card is free.
    three("p1 at tarsonis.1 marine x2; p1 card tarsonis.3 workers 1; p1 transport r1; p1 drawn E101; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .play("p1: concede")
        .events_say("All bases and units leave the board")
        .events_do_not_say("eliminated")
        .then("p1 out; tarsonis.1 empty; tarsonis.3 empty; nobody card tarsonis.3; asks turn p2")
        .refuses("p1: concede", "SC-14.21");
    // In the middle of an order of his own.
    three("order p1 build tarsonis; order p2 build pridewater; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .play("p1: concede")
        .then("p1 out; asks turn p2");
    // In another's turn nothing else changes.
    three("order p1 build tarsonis; order p2 build pridewater; phase turn p2")
        .play("p1: concede")
        .then("p1 out; asks turn p2")
        .plays("p2: choose pridewater; p2: execute")
        .then("asks build p2");
    // In planning the next one places an order; the round goes on without him.
    three("phase planning 2 p1").play("p1: concede").then("p1 out; asks order p2");
    three("phase planning 2 p2").play("p1: concede").then("p1 out; asks order p2");
    three("phase planning 4 p3").play("p3: concede").then("p3 out; round 2; asks order p2");
}

#[test]
fn sc_14_21_nobody_leaves_in_the_middle_of_a_battle_or_a_move_while_others_play_on() {
    let battle = "p2 at tarsonis.1 zergling; p1 hand T03; p2 hand Z04; battle tarsonis.1 p1 marine";
    for seat in ["p1", "p2", "p3"] {
        three(battle).refuses_saying(&format!("{seat}: concede"), "SC-14.21", "wait for its end");
    }
    three("p1 at tarsonis.1 marine; order p1 mobilize tarsonis; phase revealed p1 mobilize tarsonis")
        .play("p1: execute")
        .refuses("p3: concede", "SC-14.21");
    // Two of three are out already: then it is the end.
    three(&format!("p3 out; {battle}")).play("p1: concede").then("over p2");
}

#[test]
fn sc_14_21_while_events_or_cards_are_chosen_the_others_are_not_held_up() {
    three("p1 drawn E101 looked; p2 drawn E102 looked; phase events")
        .then("asks event p1")
        .play("p1: concede")
        .then("p1 out; asks event p2");
    given("players 3 at-once; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; p1 drawn E101 looked; p2 drawn E102 looked; phase events")
        .play("p1: concede")
        .then("p1 out; asks event p2");
    three("p1 hand rest; p2 hand rest; phase discard").play("p1: concede").then("p1 out; asks discard p2");
}

#[test]
fn sc_14_21_a_team_goes_on_without_a_member_who_gave_up() {
    let teams = "players 4 teams; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; p4 at braken.3 base; phase planning 1 p1";
    given(teams).play("p3: concede").then("p3 out; asks order p1").play("p1: concede").then("over p2 p4");
}

#[test]
fn sc_14_21_a_game_goes_on_to_its_end_whenever_somebody_gives_up() {
    let mut left = 0;
    for luck in 0..24u64 {
        let seats = 3 + (luck % 4) as u8;
        let table = Setup {
            teams: matches!(seats, 4 | 6) && luck % 3 == 0,
            ..setup(seats, Galaxy::Ready, Factions::Deal)
        };
        let mut chance = Chance::quick(luck);
        let mut game = start(&table, luck);
        for stop in [40, 200, 333] {
            let mut n = 0;
            while n < stop && game.outcome().is_none() {
                let seat = game.to_act().iter().next().expect("somebody is asked");
                let choices = game.choices(seat);
                let action = choices[chance.below(choices.len() as u32) as usize];
                game.apply(seat, &action, &mut chance, &mut Tell::muted());
                n += 1;
            }
            let seat = Seat(chance.below(u32::from(seats)) as u8);
            if game.outcome().is_none()
                && game.check(seat, &Action::Anytime(klaxon_starcraft::Anytime::Concede)).is_ok()
            {
                game.apply(
                    seat,
                    &Action::Anytime(klaxon_starcraft::Anytime::Concede),
                    &mut chance,
                    &mut Tell::muted(),
                );
                game.audit().unwrap_or_else(|why| panic!("luck {luck}: {why}"));
                left += 1;
            }
        }
        let end = play_on(game, luck, |game| game.rounds() > 12);
        end.audit().unwrap_or_else(|why| panic!("luck {luck}: {why}"));
    }
    assert!(left > 20, "{left} gave up");
}

#[test]
fn sc_14_21_giving_up_is_offered_at_any_time_and_never_among_the_choices() {
    let game = worked("order p1 build tarsonis; phase turn p1");
    for seat in [Seat(0), Seat(1)] {
        let view = game.game().view(Viewer::Seat(seat));
        assert!(
            StarCraft::anytime(&view, seat).contains(&Action::Anytime(klaxon_starcraft::Anytime::Concede))
        );
        assert!(
            !game.game().choices(seat).contains(&Action::Anytime(klaxon_starcraft::Anytime::Concede)),
            "bots take only choices"
        );
    }
}
