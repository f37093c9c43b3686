//! Chapter 3: what is heard in the Action Round, of votes, plans and reports.

use crate::at;
use klaxon_core::Chance;
use klaxon_space_alert::{Place, data::data, script::Announcement};

#[test]
fn sa_3_32_a_vote_is_heard_and_being_content_is_not() {
    at("planning S2-1; options pause; time 0:05")
        .play("1: pause yes")
        .hears("3", "Captain votes to let the clock stop")
        .plays("3: pause yes; 4: pause yes")
        .clock(6_000)
        .play("2: pause yes")
        .does_not_hear("1", "votes")
        .play("1: pause no")
        .hears("2", "Captain votes to let the clock run");
}

#[test]
fn sa_3_36_only_a_new_plan_ends_a_wait() {
    // A hand alone is no news for whoever waits.
    at("planning S2-1; time 0:20; hand 2 A-RED B-LIFT")
        .plays("1: wait; 2: say")
        .asks("2 3 4")
        .plays("2: place A-RED 1 movement; 2: say")
        .asks("1 2 3 4");
}

#[test]
fn sa_3_22_any_common_threat_of_a_generated_script_may_be_the_unconfirmed_one() {
    // Outside or inside: also the only one inside.
    let mut inside = [0, 0];
    for seed in 0..400 {
        let script = data().generator.generate(&mut Chance::quick(seed));
        let threats: Vec<(Place, bool)> = script
            .events
            .iter()
            .filter_map(|(_, what)| match *what {
                Announcement::Threat { place, unconfirmed, .. } => Some((place, unconfirmed)),
                Announcement::IncomingData
                | Announcement::DataTransfer
                | Announcement::CommunicationDown { .. } => None,
            })
            .collect();
        assert_eq!(threats.iter().filter(|(_, unconfirmed)| *unconfirmed).count(), 1);
        let internal = threats.iter().filter(|(place, _)| *place == Place::Internal);
        if internal.clone().count() == 1 {
            inside[usize::from(internal.clone().any(|(_, unconfirmed)| *unconfirmed))] += 1;
        }
    }
    assert!(inside[0] > 0 && inside[1] > 0, "{inside:?}");
}
