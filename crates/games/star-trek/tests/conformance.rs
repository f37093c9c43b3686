//! The contract that all games are held to. Star Trek's table is continuous, so `check` is wider than `choices`; a
//! one-team scenario hides nothing from anybody, so whether redeals differ is looked at below.

use klaxon_core::{Chance, Game, Instinct, Seat, Tell, Viewer};
use klaxon_star_trek::{Action, Faction, FleetChoice, Setup, Stage, StarTrek, Status, View, data::data};

klaxon_testkit::conformance!(
    StarTrek,
    games = 120,
    continuous = true,
    hidden = false,
    anytime = |a| a.is_anytime()
);

#[test]
fn redeals_differ_wherever_there_is_more_than_one_team() {
    for (scenario, _) in &data().scenarios {
        let setup = Setup::quick(&scenario.id, scenario.sizes()[0]).unwrap();
        let mut luck = Chance::quick(5);
        let mut game = StarTrek::start(&setup, &mut luck, &mut Tell::muted()).unwrap();
        let mut differs = false;
        for _ in 0..60 {
            let Some(seat) = game.to_act().iter().next() else { break };
            let action = *luck.pick(&game.choices(seat)).unwrap();
            game.apply(seat, &action, &mut luck, &mut Tell::muted());
            differs |= game.redeal(Seat(0), &mut luck) != game;
        }
        let one_team = game.team(Seat(0)).len() == game.seats();
        assert_eq!(differs, !one_team, "{}", scenario.id);
    }
}

/// ST-1.21, ST-3.3, ST-5.2, ST-6.3: fleets in the making, positions, concealed disks and face-down orders are known to
/// a team and to nobody else. Whatever the others may have chosen instead, each of the team sees the same.
#[test]
fn secrets_belong_to_a_team() {
    let mut setup = Setup::quick("border-incident", 4).unwrap();
    for seat in &mut setup.seats {
        seat.fleet = FleetChoice::Build;
    }
    // What a redeal replaced, one after the other: fleets, positions, disks, orders.
    type Aspect = (&'static str, fn(&View) -> String);
    let aspects: [Aspect; 4] = [
        ("fleets", |v| format!("{:?}", v.drafts)),
        ("positions", |v| {
            let hidden = v.ships.iter().filter(|s| s.status == Status::Placed);
            format!("{:?}", hidden.map(|s| (s.at, s.heading, s.speed)).collect::<Vec<_>>())
        }),
        ("concealed disks", |v| {
            let disks = v.ships.iter().flat_map(|s| &s.disks);
            format!("{:?}", disks.map(|d| d.known.as_ref().map(|k| k.kind)).collect::<Vec<_>>())
        }),
        ("orders", |v| format!("{:?}", v.ships.iter().map(|s| s.orders).collect::<Vec<_>>())),
    ];
    let mut replaced = [false; 4];
    for seed in 0..6 {
        if seed == 3 {
            // All of one faction: fleets clash over Unique disks, and losers are told what is taken.
            setup.options.any_faction = true;
            for seat in &mut setup.seats {
                seat.faction = Faction::Federation;
            }
        }
        let mut luck = Chance::quick(seed);
        let mut game = StarTrek::start(&setup, &mut luck, &mut Tell::muted()).unwrap();
        for _ in 0..400 {
            if game.outcome().is_some() {
                break;
            }
            for seat in (0..4).map(Seat) {
                let other = game.redeal(seat, &mut luck);
                for mate in game.team(seat).iter() {
                    let (true_view, imagined) =
                        (game.view(Viewer::Seat(mate)), other.view(Viewer::Seat(mate)));
                    assert_eq!(true_view, imagined, "{mate} sees what {seat} cannot know");
                }
                let seen = game.view(Viewer::Seat(seat));
                let strangers = |owner: u8| !game.team(seat).has(Seat(owner));
                assert!(!seen.drafts.iter().any(|d| strangers(d.seat)), "drafts of another team");
                if seen.stage == Stage::Deploy {
                    let placed = seen.ships.iter().filter(|s| s.status == Status::Placed);
                    for ship in placed {
                        assert_eq!(ship.at.is_none(), strangers(ship.controller), "{}", ship.name);
                    }
                }
                let (truth, redealt) = (game.view(Viewer::Everything), other.view(Viewer::Everything));
                for ((_, aspect), replaced) in aspects.iter().zip(&mut replaced) {
                    *replaced |= aspect(&truth) != aspect(&redealt);
                }
            }
            let asked: Vec<Seat> = game.to_act().iter().collect();
            let seat = *luck.pick(&asked).unwrap();
            let choices = game.choices(seat);
            let most = choices.iter().map(|a| game.lean(seat, a)).max().unwrap();
            let good: Vec<&Action> = choices.iter().filter(|a| game.lean(seat, a) * 4 >= most).collect();
            let action = **luck.pick(&good).unwrap();
            game.apply(seat, &action, &mut luck, &mut Tell::muted());
        }
    }
    for ((name, _), replaced) in aspects.iter().zip(replaced) {
        assert!(replaced, "no redeal ever replaces {name}");
    }
}
