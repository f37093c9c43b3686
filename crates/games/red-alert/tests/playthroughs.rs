//! A game of every scenario as golden text that a player could read, played by the decisions written there. `UPDATE_GOLDEN=1` writes
//! anew what comes of them.

use klaxon_red_alert::{RedAlert, data};
use klaxon_testkit::playthrough;

macro_rules! playthroughs {
    ($($name:ident $id:literal $limit:literal)*) => {
        $(#[test]
        fn $name() {
            let game = playthrough::<RedAlert>($id).leaning().seed(7).limit($limit);
            game.matches(concat!("tests/playthroughs/", $id, ".play"));
        })*

        #[test]
        fn every_scenario_of_the_data_is_played() {
            let ids: Vec<&str> = data::get().scenarios.iter().map(|s| s.id.as_str()).collect();
            assert_eq!(ids, [$($id),*]);
        }
    };
}

playthroughs! {
    uneasy_truce "uneasy-truce" 2000
    declaration_of_war "declaration-of-war" 150
    cardinals_belt "cardinals-belt" 150
    uncharted_supply_base "uncharted-supply-base" 150
    the_supply_base "the-supply-base" 150
    triangulum "triangulum" 150
    triangulum_2 "triangulum-2" 150
    cardinals_belt_2 "cardinals-belt-2" 150
    cardinals_belt_3 "cardinals-belt-3" 150
    twin_sisters "twin-sisters" 150
}
