//! The contract that all games are held to. Star Trek's table is continuous, so `check` is wider than `choices`; a
//! one-team scenario hides nothing from anybody, so whether redeals differ is looked at below.

use klaxon_core::{Chance, Game, Seat, Tell};
use klaxon_star_trek::{Action, Setup, StarTrek, data::data};

klaxon_testkit::conformance!(
    StarTrek,
    games = 120,
    continuous = true,
    hidden = false,
    anytime = |a| matches!(a, Action::Concede | Action::OfferDraw)
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
