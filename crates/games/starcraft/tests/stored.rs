//! What is written down stays as release 0.1.0 wrote it: the bytes of positions, by their hash.

use klaxon_core::log::StateHash;
use klaxon_starcraft::StarCraft;
use klaxon_testkit::given;

/// A purchase waits in the state while its buyer is asked about force mining, each kind of them under a number of its own.
#[test]
fn a_purchase_that_waits_has_the_bytes_that_it_always_had() {
    let worked = "galaxy worked; p1 at tarsonis.3 base; p2 at pridewater.1 base";
    let research =
        "p1 workers 5 0 0 2; p1 card tarsonis.2 workers 2; events rest; phase revealed p1 research tarsonis";
    let event = "p1 workers 5 0 4 0; p1 card tarsonis.3 workers 2; p1 drawn E105 looked; phase events";
    for (position, moves, hash) in [
        (research, "p1: execute; p1: no draw; p1: buy TT01", "06492910627f47cb"),
        (event, "p1: play E105; p1: buy rnd off minerals", "e1c0cb29bdb0e645"),
    ] {
        let game = given::<StarCraft>(&format!("{worked}; {position}")).plays(moves).then("asks mine p1");
        assert_eq!(StateHash::of(game.game()).to_string(), hash, "{moves}");
    }
}
