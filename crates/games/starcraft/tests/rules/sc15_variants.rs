//! Chapter 15: teams, Galactic Conquest, player counts.

use super::bench::*;

/// Four players in two teams: p1 Raynor with p3 Tassadar, p2 Overmind with p4 Mengsk.
#[track_caller]
fn teams(clauses: &str) -> Given<StarCraft> {
    given(&format!(
        "players 4 teams; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; p4 at braken.2 base; {clauses}"
    ))
}

#[test]
fn sc_15_1_teams_are_fixed_factions_are_dealt_and_seats_alternate() {
    let four = Setup { teams: true, ..setup(4, Galaxy::Ready, Factions::Draft) };
    let game = start(&four, 1);
    let view = game.view(Viewer::Watcher);
    assert!(view.seats.iter().all(|s| s.faction.is_some()), "dealt, even where a draft was ordered");
    assert_eq!(view.seats.iter().map(|s| s.team).collect::<Vec<_>>(), [0, 1, 0, 1]);
    let six = Setup { teams: true, ..setup(6, Galaxy::Ready, Factions::Deal) };
    let teams: Vec<u8> = start(&six, 1).view(Viewer::Watcher).seats.iter().map(|s| s.team).collect();
    assert_eq!(teams, [0, 1, 2, 0, 1, 2]);
    // Everybody is told who plays with whom.
    let mut tell = Tell::aloud();
    let game = StarCraft::start(&six, &mut Chance::quick(1), &mut tell).unwrap();
    let said: Vec<String> = tell.take().iter().map(|t| StarCraft::line(&t.event).text).collect();
    let view = game.view(Viewer::Watcher);
    for first in 0..3 {
        let [one, mate] = [first, first + 3].map(|s| StarCraft::seat_name(&view, Seat(s)));
        assert!(said.contains(&format!("{one} and {mate} are a team.")), "{one}, {mate}: {said:?}");
    }
}

#[test]
fn sc_15_2_a_teammate_may_not_be_attacked_nor_his_areas_entered() {
    teams("p1 at tarsonis.1 marine; p3 at tarsonis.2 zealot; p3 at abaddon.1 zealot; phase revealed p1 mobilize tarsonis")
        .play("p1: execute")
        .refuses("p1: move marine tarsonis.1 tarsonis.2", "SC-15.2");
    // Not even an area shared with an enemy, and no retreat into the teammate's areas either.
    teams("p1 at pridewater.2 marine; p3 at pridewater.1 zealot; phase revealed p1 mobilize pridewater")
        .play("p1: execute")
        .refuses("p1: move marine pridewater.2 pridewater.1", "SC-15.2");
    // A base alone keeps him out as a unit does.
    teams("p1 at tarsonis.1 marine; p3 at tarsonis.2 base; phase revealed p1 mobilize tarsonis")
        .play("p1: execute")
        .refuses("p1: move marine tarsonis.1 tarsonis.2", "SC-15.2");
    teams("p2 at tarsonis.1 zergling; p3 at tarsonis.2 zealot; p1 hand T09; p2 hand Z03; battle tarsonis.1 p1 marine")
        .plays("p1: play T09; p2: play Z03")
        // The only way out is the own base.
        .then("p1 at tarsonis.3 marine base");
}

#[test]
fn sc_15_3_for_everything_else_the_teammates_areas_are_enemy_areas() {
    teams("p3 at tarsonis.1 zealot; phase revealed p1 build tarsonis")
        .play("p1: execute")
        .refuses("p1: buy marine tarsonis.1", "SC-6.7");
    // The teammate's base keeps the card of an empty area from both.
    teams("p3 at tarsonis.1 base; phase regroup").then("nobody card tarsonis.2; p1 card tarsonis.3");
}

#[test]
fn sc_15_4_a_teammates_pieces_do_not_count_for_ones_objective() {
    // Raynor has three resource areas, Tassadar two more beside those of his base: not six.
    let game = teams(
        "events E302; removed rest; p1 at tarsonis.2 marine; p1 at abaddon.1 marine; p3 at pridewater.2 zealot; p3 at chau.2 zealot",
    );
    assert!(!game.game().view(Viewer::Watcher).seats[0].objective);
}

#[test]
fn sc_15_5_a_team_needs_30_points_and_40_against_aldaris() {
    teams("p1 cp 14; p3 cp 15; phase regroup").then("asks order p2");
    teams("p1 cp 14; p3 cp 16; phase regroup").then("over p1 p3");
    teams("p4 faction aldaris; p1 cp 20; p3 cp 19; phase regroup").then("asks order p2");
    teams("p4 faction aldaris; p1 cp 20; p3 cp 20; phase regroup").then("over p1 p3");
    teams("p4 faction aldaris; p2 cp 14; p4 cp 16; phase regroup").then("over p2 p4");
}

#[test]
fn sc_15_6_the_special_victory_of_one_member_wins_for_the_team() {
    teams("events E302; removed rest; p2 at abaddon.1 base; p2 at braken.1 base; phase regroup")
        .then("over p2 p4");
}

#[test]
fn sc_15_7_at_the_end_most_combined_points_win_and_aldaris_team_instead() {
    teams("ends 1; p1 drawn E301; p1 cp 6; p2 cp 7; p3 cp 3; p4 cp 1; phase regroup")
        .plays("p1: play E301; p1: take cards")
        .then("over p1 p3");
    teams("p4 faction aldaris; ends 1; p1 drawn E301; p1 cp 6; phase regroup")
        .plays("p1: play E301; p1: take cards")
        .then("over p2 p4");
}

#[test]
fn sc_15_8_tiebreakers_add_both_members_and_the_last_team_wins() {
    // Equal points; the team of the Overmind holds more resources together (Pridewater 6, Braken 3 against 4 and 3).
    teams("ends 1; p1 drawn E301; p1 cp 5; p2 cp 5; phase regroup")
        .plays("p1: play E301; p1: take cards")
        .then("over p2 p4");
    // The last team with pieces.
    given("players 4 teams; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base; p4 out; order p2 build pridewater; order p1 build tarsonis; phase turn p2")
        .plays("p2: scrap; p2: scrap base pridewater.1; p2: really")
        .then("over p1 p3");
}

#[test]
fn sc_15_9_the_team_may_not_fill_a_planet_with_bases() {
    teams("p1 at abaddon.1 base; p3 at abaddon.2 zealot; phase revealed p3 build abaddon")
        .play("p3: execute")
        .refuses("p3: buy base abaddon.2", "SC-15.9");
    // Against an opponent's base it is allowed.
    teams("p1 at abaddon.1 base; p2 at abaddon.2 zergling; phase revealed p2 build abaddon")
        .play("p2: execute")
        .allows("p2: buy base abaddon.2");
}

#[test]
fn sc_15_10_hands_orders_and_events_stay_hidden_from_the_teammate() {
    let game = teams("p1 hand T01 T02; order p1 build tarsonis; p1 drawn E112 looked; phase turn p1");
    assert_eq!(game.game().team(Seat(0)), SeatSet::only(Seat(0)));
    let view = game.game().view(Viewer::Seat(Seat(2)));
    assert_eq!((view.seats[0].cards.clone(), view.seats[0].events.clone()), (None, None));
    assert_eq!(view.planet(Planet::Tarsonis).unwrap().orders[0].order, None);
}

#[test]
fn sc_15_11_galactic_conquest_has_no_points_and_only_elimination_wins() {
    worked("players 2 galactic; p1 at tarsonis.1 marine; phase regroup").then("p1 cp 0; asks order p2");
    worked("players 2 galactic; events E302; removed rest; p2 at chau.1 base; p2 at braken.1 base; phase regroup").then("asks order p2");
    worked("players 2 galactic; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: scrap; p1: scrap base tarsonis.3; p1: really")
        .then("over p2");
}

#[test]
fn sc_15_12_the_three_end_cards_are_removed_first() {
    let galactic = Setup { galactic: true, ..setup(2, Galaxy::Ready, Factions::Deal) };
    let clauses = start(&galactic, 1).clauses().unwrap();
    let deck = clauses.iter().find(|c| c.starts_with("events")).unwrap();
    assert!(!deck.contains("E301"));
    assert_eq!(deck.split(' ').skip(1).filter(|c| c.starts_with("E3")).count(), 17);
}

#[test]
fn sc_15_13_when_the_deck_runs_out_discarded_stage_iii_events_come_again() {
    worked("players 2 galactic; events E302; gone E303 E101; removed rest; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .events_say("1 card of stage III are shuffled into a new event deck")
        .then("p1 drew 1; events E303; gone E101")
        .plays("p2: choose pridewater; p2: event")
        .then("p2 drew 1");
}

#[test]
fn sc_15_14_it_may_be_combined_with_teams_and_events_give_no_points() {
    let both = |clauses: &str| {
        given(&format!(
            "players 4 teams galactic; galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base; p3 at chau.3 base
             p4 at braken.2 base; {clauses}"
        ))
    };
    both("p1 drawn E302 looked; phase events").play("p1: play E302").then("p1 cp 0");
    // Normal, special and end-game checks are off.
    both("events E302; removed rest; ends 2; p1 cp 30; p3 at chau.1 zealot; phase regroup")
        .then("asks order p2");
}

#[test]
fn sc_15_15_two_planets_and_up_to_one_z_route_per_player() {
    for seats in 2..=6u8 {
        let game = play_on(start(&setup(seats, Galaxy::Build, Factions::Deal), u64::from(seats)), 7, |g| {
            g.rounds() > 0
        });
        let view = game.view(Viewer::Watcher);
        assert_eq!(view.planets.len(), 2 * usize::from(seats));
        assert!(view.routes.iter().filter(|r| r.z).count() <= usize::from(seats));
        // The ready-made galaxies keep to the same numbers.
        for edition in (1..=3).filter_map(Edition::new) {
            for galaxy in data().galaxies(seats, edition) {
                let n = usize::from(seats);
                assert_eq!((galaxy.planets.len(), galaxy.homes.len()), (2 * n, n));
                assert!((n - 1..=n).contains(&galaxy.z.len()), "{}", galaxy.id);
            }
        }
    }
}

/// What Warp Fluctuation, which moves an end of a z-axis route, finds in a ready-made galaxy.
fn warp(galaxy: &GalaxyData) -> Given<StarCraft> {
    let bases = galaxy.homes.iter().enumerate().map(|(i, home)| format!("p{} at {home} base; ", i + 1));
    let bases: String = bases.collect();
    let (n, id) = (galaxy.players, &galaxy.id);
    given(&format!("players {n}; galaxy {id}; {bases} p1 drawn E104 looked; phase events"))
        .play("p1: play E104")
}

#[test]
fn sc_15_15_since_edition_3_a_ready_made_galaxy_leaves_a_slot_free() {
    for seats in 2..=6 {
        let galaxies = data().galaxies(seats, StarCraft::newest());
        assert_eq!(galaxies.len(), 2);
        galaxies.into_iter().for_each(|galaxy| drop(warp(galaxy).then("asks z-end p1")));
    }
    // With two players no z-axis route had to go for it.
    assert!(data().galaxies(2, StarCraft::newest()).iter().all(|galaxy| galaxy.z.len() == 2));
}

#[test]
fn sc_15_15_tables_of_older_editions_keep_their_galaxies() {
    let ids = |seats, edition| -> Vec<&str> {
        data().galaxies(seats, edition).iter().map(|galaxy| galaxy.id.as_str()).collect()
    };
    for edition in [Edition::FIRST, Edition::SECOND] {
        assert_eq!((ids(2, edition), ids(6, edition)), (vec!["2a", "2b"], vec!["6a", "6b"]));
    }
    assert_eq!(ids(2, StarCraft::newest()), ["2c", "2d"]);
    // Such as this one, where the card finds nothing.
    warp(data().galaxy("2a").unwrap()).events_say("finds nothing to do");
}

#[test]
fn sc_15_16_there_are_no_solo_rules_and_no_campaign() {
    assert!(
        StarCraft::start(&setup(1, Galaxy::Build, Factions::Deal), &mut Chance::quick(1), &mut Tell::muted())
            .is_err()
    );
    let menu = StarCraft::menu();
    assert_eq!(menu.scenarios.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["quick", "galaxy"]);
    assert!(menu.scenarios.iter().all(|s| !s.sizes.contains(&1)));
}

#[test]
fn sc_15_17_points_of_an_eliminated_member_count_his_other_values_do_not() {
    given(
        "players 4 teams; galaxy worked; p1 out; p1 cp 20; p3 cp 10; p2 at pridewater.1 base; p3 at chau.3 base; p4 at braken.2 base; phase regroup",
    )
    .then("over p1 p3");
    // The objective of an eliminated member is off, and Tassadar is compared with his teammate too.
    teams("events E302; removed rest; p3 at chau.1 zealot; p1 at tarsonis.1 marine; phase regroup")
        .then("asks order p2");
    teams("events E302; removed rest; p3 at chau.1 zealot; phase regroup").then("over p1 p3");
}

#[test]
fn sc_15_18_without_a_discarded_stage_iii_event_the_deck_stays_empty_until_one_lies_there() {
    worked("players 2 galactic; events; gone E101; p1 held E304; removed rest; order p1 build tarsonis; order p2 build pridewater; phase turn p1")
        .plays("p1: choose tarsonis; p1: event")
        .events_say("The event deck is empty")
        .then("p1 drew 0; p1 held E304");
}
