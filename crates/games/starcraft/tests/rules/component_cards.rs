//! Every technology and every event card has a row here, with its numbers and with a case of it at work.

use super::bench::*;
use klaxon_starcraft::{
    data::{EventCard, Tech, Timing},
    effect::Kind,
    words::text::{event_text, tech_text},
};

#[test]
fn every_technology_has_a_row_with_copies_price_and_values() {
    let rows = [
        ("TT01", "Stim Packs", 2, "1M 1G", "std 7/3 7/4 minor 6/5"),
        ("TT02", "Bunker", 2, "1M", "rf"),
        ("TT03", "Nuke", 1, "1M 2G", "std 0/6 minor 7/4"),
        ("TT04", "Lockdown", 2, "1G", "rf"),
        ("TT05", "Cloaking Field", 2, "2G", "rf"),
        ("TT06", "Spider Mines", 2, "1G", "std 7/7 8/7 minor 5/6"),
        ("TT07", "Charon Boosters", 1, "1M 2G", "play"),
        ("TT08", "Siege Mode", 2, "1M 1G", "std 9/7 8/9 minor 5/5"),
        ("TT09", "Irradiate", 2, "2G", "rf"),
        ("TT10", "EMP Shockwave", 2, "1M 1G", "rf"),
        ("TT11", "Defensive Matrix", 1, "2G", "play"),
        ("TT12", "Yamato Gun", 2, "1M 2G", "std 10/8 9/9 minor 5/5"),
        ("PT01", "Leg Enhancements", 1, "1M 2G", "play"),
        ("PT02", "Singularity Charge", 3, "1G", "rf"),
        ("PT03", "Psionic Storm", 2, "1M 2G", "rf"),
        ("PT04", "Hallucination", 2, "2G", "rf"),
        ("PT05", "Summon Archon", 1, "1G", "play"),
        ("PT06", "Increased Reaver Capacity", 3, "1G", "std 9/8 10/8 minor 6/5"),
        ("PT07", "Stasis Field", 2, "2G", "rf"),
        ("PT08", "Recall", 1, "1G", "play"),
        ("PT09", "Arbiter Cloaking", 1, "2G", "play"),
        ("PT10", "Carrier Capacity", 2, "1M 1G", "std 10/8 9/9 minor 5/5"),
        ("PT11", "Shield Battery", 2, "1M", "rf"),
        ("ZT01", "Burrow", 4, "1G", "std 0/5 0/6 minor 4/6"),
        ("ZT02", "Metabolic Boost", 1, "2G", "play"),
        ("ZT03", "Chitinous Plating", 2, "1M 1G", "std 9/9 8/10 minor 4/5"),
        ("ZT04", "Parasite", 1, "2G", "play"),
        ("ZT05", "Ensnare", 3, "1G", "rf"),
        ("ZT06", "Spawn Broodling", 3, "2G", "rf"),
        ("ZT07", "Plague", 2, "1M 2G", "rf"),
        ("ZT08", "Dark Swarm", 2, "2G", "rf"),
        ("ZT09", "Consume", 1, "1G", "play"),
        ("ZT10", "Guardian Aspect", 1, "1G", "play"),
        ("ZT11", "Improved Flyer Attack", 2, "1M 1G", "rf"),
    ];
    assert_eq!(rows.map(|r| r.0).to_vec(), Tech::all().map(Tech::id).collect::<Vec<_>>());
    for (id, name, copies, cost, print) in rows {
        let tech: Tech = id.parse().unwrap();
        let found = tech.data();
        assert_eq!((found.name.as_str(), found.copies, found.price), (name, copies, price(cost)), "{id}");
        assert_eq!(found.cards.count_ones(), u32::from(copies), "{id}");
        let kind = match found.kind {
            Kind::Standard => {
                let minor = found.faces[0].data().minor;
                let major: Vec<String> = found
                    .faces
                    .iter()
                    .map(|f| format!("{}/{}", f.data().major.0, f.data().major.1))
                    .collect();
                format!("std {} minor {}/{}", major.join(" "), minor.0, minor.1)
            }
            Kind::Reinforcement => "rf".into(),
            Kind::Play => "play".into(),
        };
        assert_eq!(kind, print, "{id}");
        assert!(tech_text(tech).len() > 10, "{id}");
    }
}

/// A technology at work: the position, the decisions, and what is said then. One row for each.
#[test]
fn every_technology_does_what_it_says() {
    let rows: &[(&str, &str, &str, &str)] = &[
        (
            "TT01",
            "p2 at tarsonis.1 zergling; p1 hand TT01b; p2 hand Z05; battle tarsonis.1 p1 firebat",
            "p1: play TT01b; p2: play Z05",
            "The Firebat of Jim Raynor has attack 7 and health 4",
        ),
        (
            "TT02",
            "p1 at tarsonis.1 marine; p1 hand T02 TT02; p2 hand Z05; battle tarsonis.1 p2 zergling",
            "p2: play Z05; p1: play T02; p1: add TT02",
            "The Marine of Jim Raynor has attack 6 and health 6",
        ),
        (
            "TT03",
            "p2 at tarsonis.1 zergling queen; p1 hand TT03; p2 hand Z02; battle tarsonis.1 p1 ghost",
            "p1: play TT03; p2: play Z02",
            "A Queen of The Overmind is destroyed",
        ),
        (
            "TT04",
            "p3 at tarsonis.1 reaver; p3 hand P11; p1 hand T01 TT04; battle tarsonis.1 p1 ghost",
            "p1: play T01; p1: add TT04; p3: play P11; p3: add none",
            "The Reaver of Tassadar has attack 6 and health 5: 6/5 P11 Reaver/Carrier, minor values",
        ),
        (
            "TT05",
            "p2 at tarsonis.1 hydralisk; p2 at tarsonis.2 zergling; p1 hand T13 TT05; p2 hand Z07; p2 held E210; battle tarsonis.1 p1 wraith",
            "p2: use E210; p1: play T13; p1: add TT05; p2: play Z07",
            "The cloaked Wraith of Jim Raynor withdraws to Tarsonis 3 (minerals 2)",
        ),
        (
            "TT06",
            "p2 at tarsonis.1 zergling x2; p1 hand TT06a; p2 hand Z05; battle tarsonis.1 p1 vulture",
            "p1: play TT06a; p2: play Z05",
            "The Overmind loses a Zergling to splash",
        ),
        (
            "TT07",
            "p1 at tarsonis.1 goliath; p1 play TT07; battle tarsonis.1 p2 mutalisk zergling",
            "p1: use TT07",
            "A Mutalisk of The Overmind is destroyed",
        ),
        (
            "TT08",
            "p2 at tarsonis.1 zergling hydralisk; p1 hand TT08b; p2 hand Z05; battle tarsonis.1 p1 tank",
            "p1: pair tank zergling; p1: play TT08b; p2: play Z05",
            "The Overmind loses a Hydralisk to splash",
        ),
        (
            "TT09",
            "p2 at tarsonis.1 mutalisk queen; p1 hand T13 TT09; p2 hand Z13; battle tarsonis.1 p1 wraith vessel",
            "p1: play T13; p1: add TT09; p2: play Z13",
            "The Overmind loses a Queen to splash",
        ),
        (
            "TT10",
            "p3 at tarsonis.1 dragoon; p3 hand P02 PT02; p1 hand T05 TT10; battle tarsonis.1 p1 marine vessel",
            "p1: play T05; p1: add TT10; p3: play P02; p3: add PT02",
            "PT02 Singularity Charge of Tassadar is cancelled",
        ),
        (
            "TT11",
            "p2 at tarsonis.1 zergling; p1 play TT11; p1 hand T02; p2 hand Z05; battle tarsonis.1 p1 marine vessel",
            "p1: play T02; p2: play Z05",
            "The Marine of Jim Raynor has attack 6 and health 5",
        ),
        (
            "TT12",
            "p2 at tarsonis.1 zergling; p1 hand TT12a; p2 hand Z05; battle tarsonis.1 p1 cruiser",
            "p1: play TT12a; p2: play Z05",
            "The Battlecruiser of Jim Raynor has attack 10 and health 8",
        ),
        (
            "PT01",
            "p2 at tarsonis.1 zergling ultralisk; p3 play PT01; battle tarsonis.1 p3 zealot",
            "p3: use PT01",
            "A Zergling of The Overmind is destroyed",
        ),
        (
            "PT02",
            "p2 at tarsonis.1 zergling; p3 hand P03 PT02; p2 hand Z05; battle tarsonis.1 p3 dragoon",
            "p3: play P03; p3: add PT02; p2: play Z05",
            "The Dragoon of Tassadar has attack 6 and health 7",
        ),
        (
            "PT03",
            "p2 at tarsonis.1 zergling mutalisk; p3 hand P01 PT03; p2 hand Z05; battle tarsonis.1 p3 zealot templar",
            "p3: pair zealot zergling; p3: play P01; p3: add PT03; p2: play Z05",
            "The Overmind loses a Mutalisk to splash",
        ),
        (
            "PT04",
            "p2 at tarsonis.1 zergling; p3 hand P01 PT04; p2 hand Z05; battle tarsonis.1 p3 zealot templar",
            "p3: play P01; p3: add PT04; p2: play Z05",
            "Z05 Zergling/Hydralisk of The Overmind is cancelled",
        ),
        (
            "PT05",
            "p3 play PT05; p3 at abaddon.1 templar x2; phase revealed p3 build abaddon",
            "p3: execute; p3: morph archon abaddon.1 abaddon.1",
            "Tassadar turns 2 High Templar into an Archon in Abaddon 1 (minerals 3)",
        ),
        (
            "PT06",
            "p2 at tarsonis.1 zergling x2; p3 hand PT06b; p2 hand Z05; battle tarsonis.1 p3 reaver",
            "p3: play PT06b; p3: add none; p2: play Z05",
            "The Reaver of Tassadar has attack 10 and health 8",
        ),
        (
            "PT07",
            "p2 at tarsonis.1 zergling; p3 hand P01 PT07; p2 hand Z05; battle tarsonis.1 p3 zealot arbiter",
            "p3: play P01; p3: add PT07; p2: play Z05",
            "The Zergling of The Overmind has attack 0 and health 6",
        ),
        (
            "PT08",
            "p3 play PT08; p3 at chau.1 arbiter; p3 at abaddon.1 zealot; phase revealed p3 mobilize chau",
            "p3: execute; p3: recall zealot abaddon.1 chau.1",
            "Tassadar recalls a Zealot from Abaddon 1 (minerals 3) to Chau Sara 1 (conquest 1)",
        ),
        // Below, in two cases.
        ("PT09", "", "", ""),
        (
            "PT10",
            "p2 at tarsonis.1 zergling; p3 hand PT10b; p2 hand Z05; battle tarsonis.1 p3 carrier",
            "p3: play PT10b; p3: add none; p2: play Z05",
            "The Carrier of Tassadar has attack 9 and health 9",
        ),
        (
            "PT11",
            "p3 at chau.3 zealot; p3 hand P01 PT11; p2 hand Z05; battle chau.3 p2 zergling",
            "p2: play Z05; p3: play P01; p3: add PT11",
            "The Zealot of Tassadar has attack 7 and health 7",
        ),
        (
            "ZT01",
            "p2 at tarsonis.1 zergling; p1 hand T05; p2 hand ZT01b; battle tarsonis.1 p1 marine",
            "p1: play T05; p2: play ZT01b",
            "The cloaked Zergling of The Overmind withdraws",
        ),
        (
            "ZT02",
            "p1 at tarsonis.1 marine; p2 play ZT02; p1 hand T02; p2 hand Z04; battle tarsonis.1 p2 zergling",
            "p2: play Z04; p1: play T02",
            "The Zergling of The Overmind has attack 5 and health 7",
        ),
        (
            "ZT03",
            "p1 at tarsonis.1 marine; p1 hand T02; p2 hand ZT03b; battle tarsonis.1 p2 ultralisk",
            "p2: play ZT03b; p1: play T02",
            "The Ultralisk of The Overmind has attack 8 and health 10",
        ),
        (
            "ZT04",
            "p1 at tarsonis.1 marine; p1 hand T02 T05; p2 play ZT04; battle tarsonis.1 p2 zergling queen",
            "p2: use ZT04",
            "The Overmind sees the hand of Jim Raynor: T02 Marine/Firebat/Ghost and T05 Marine/Firebat",
        ),
        (
            "ZT05",
            "p1 at tarsonis.1 marine x2; p1 hand T02; p2 hand Z05 ZT05; battle tarsonis.1 p2 zergling queen",
            "p2: play Z05; p2: add ZT05; p1: play T02",
            "The Marine of Jim Raynor has attack 6 and health 4",
        ),
        (
            "ZT06",
            "p1 at tarsonis.1 tank marine; p1 hand TT08b; p2 hand Z05 ZT06; battle tarsonis.1 p2 zergling queen",
            "p2: pair zergling tank; p2: play Z05; p2: add ZT06; p1: play TT08b",
            "A Marine of Jim Raynor is destroyed",
        ),
        (
            "ZT07",
            "p1 at tarsonis.1 tank; p1 hand T12; p2 hand Z03 ZT07; battle tarsonis.1 p2 zergling defiler",
            "p2: play Z03; p2: add ZT07; p1: play T12",
            "A Siege Tank of Jim Raynor is destroyed",
        ),
        (
            "ZT08",
            "p1 at tarsonis.1 marine; p1 hand T05; p2 hand Z02 ZT08; battle tarsonis.1 p2 zergling defiler",
            "p2: play Z02; p2: add ZT08; p1: play T05",
            "Jim Raynor has sufficient strength",
        ),
        (
            "ZT09",
            "p1 at tarsonis.1 marine; p2 play ZT09; battle tarsonis.1 p2 zergling defiler",
            "p2: use ZT09; p2: lose worker",
            "The Overmind consumes a worker",
        ),
        (
            "ZT10",
            "p2 play ZT10; p2 at abaddon.1 mutalisk; phase revealed p2 build abaddon",
            "p2: execute; p2: morph guardian abaddon.1 abaddon.1",
            "The Overmind turns 1 Mutalisk into a Guardian in Abaddon 1 (minerals 3)",
        ),
        (
            "ZT11",
            "p1 at tarsonis.1 marine; p1 hand T05; p2 hand Z13 ZT11; battle tarsonis.1 p2 mutalisk",
            "p2: play Z13; p2: add ZT11; p1: play T05",
            "The Mutalisk of The Overmind has attack 9 and health 6",
        ),
    ];
    assert_eq!(rows.iter().map(|r| r.0).collect::<Vec<_>>(), Tech::all().map(Tech::id).collect::<Vec<_>>());
    for (id, position, plays, says) in rows.iter().filter(|r| r.0 != "PT09") {
        let mut said = Vec::new();
        let mut game = three(position);
        for decision in plays.split(';').map(str::trim).filter(|d| !d.is_empty()) {
            game = game.play(decision);
            said.extend(game.told().iter().map(|t| StarCraft::line(&t.event).text));
        }
        assert!(said.iter().any(|l| l.contains(says)), "{id}: nothing says `{says}`:\n{said:#?}");
    }
    // PT09 Arbiter Cloaking: the Zealot beside an Arbiter withdraws, an Arbiter does not.
    three(
        "p3 at tarsonis.1 zealot arbiter; p3 play PT09; p3 hand P01; p1 hand T12; battle tarsonis.1 p1 tank",
    )
    .plays("p1: play T12; p3: play P01; p3: add none")
    .events_say("The cloaked Zealot of Tassadar withdraws to Tarsonis 2 (gas 2)");
    three("p3 at tarsonis.1 arbiter x2; p3 play PT09; p3 hand P01; p1 hand T05; battle tarsonis.1 p1 marine")
        .plays("p1: play T05; p3: play P01; p3: add none")
        .events_say("An Arbiter of Tassadar is destroyed");
    // ZT08 Dark Swarm: the ranged Marine is strong enough and still cannot hit the Zergling.
    worked("p1 at tarsonis.1 marine; p1 hand T05; p2 hand Z02 ZT08; battle tarsonis.1 p2 zergling defiler")
        .plays("p2: play Z02; p2: add ZT08; p1: play T05")
        .events_do_not_say("of The Overmind is destroyed");
    // TT06 Spider Mines: an enemy Detector keeps the splash from triggering.
    worked("p2 play ZT04; p2 at tarsonis.1 zergling x2 queen; p1 hand TT06a; p2 hand Z05; battle tarsonis.1 p1 vulture")
        .plays("p2: no ability; p1: play TT06a; p2: play Z05")
        .events_do_not_say("The splash");
}

#[test]
fn every_event_card_has_a_row_and_does_what_it_says() {
    let base = "p1 card tarsonis.2; p1 card tarsonis.3";
    let fight = "p2 at tarsonis.1 zergling; p1 hand T05; p2 hand Z05";
    // id, copies, timing, position, decisions after playing or holding it, what holds then.
    let rows: &[(&str, u8, &str, &str, &str, &str)] = &[
        ("E101", 3, "now", base, "p1: deploy marine tarsonis.1", "p1 at tarsonis.1 marine"),
        ("E102", 3, "now", "p1 workers 8", "", "p1 workers 10 0 0 0"),
        ("E103", 2, "now", base, "p1: transport r1; p1: transport r4", "p1 transport r1; p1 transport r4"),
        (
            "E104",
            3,
            "now",
            "z abaddon.w braken.n",
            "p1: end r5 major; p1: slot pridewater.s",
            "route pridewater.s braken.n z",
        ),
        ("E105", 2, "now", base, "p1: buy supply off minerals", "p1 modules 1 0 0; p1 workers 8 0 0 0"),
        ("E106", 2, "now", base, "p1: buy factory off minerals", "p1 buildings 1 1 0; p1 workers 8 0 0 0"),
        ("E107", 2, "now", base, "", "p1 hand T01 T02 T03"),
        ("E108", 2, "hold", fight, "p1: use E108", "asks standard p2"),
        (
            "E109",
            2,
            "hold",
            "p1 at tarsonis.1 marine",
            "p1: use E109; p1: retreat to tarsonis.2",
            "p1 at tarsonis.2 marine; p2 at tarsonis.1 zergling",
        ),
        (
            "E110",
            2,
            "hold",
            "p1 at tarsonis.1 marine; p1 hand T02; p2 hand Z03",
            "p1: use E110; p2: play Z03; p1: play T02",
            "p1 at tarsonis.1 marine",
        ),
        ("E111", 1, "now", "p2 hand Z01 Z02", "p1: discard Z02", "p2 hand Z01; p2 discard Z02"),
        ("E112", 1, "now", base, "", "p1 cp 1"),
        (
            "E201",
            3,
            "now",
            base,
            "p1: deploy marine tarsonis.1; p1: deploy marine tarsonis.2",
            "p1 at tarsonis.1 marine; p1 at tarsonis.2 marine",
        ),
        ("E202", 2, "now", "p1 workers 8", "", "p1 workers 11 0 0 0"),
        (
            "E203",
            2,
            "now",
            "z abaddon.w braken.n",
            "p1: end r5 major; p1: slot pridewater.s; p1: end r5 minor; p1: slot abaddon.w",
            "route pridewater.s abaddon.w z",
        ),
        ("E204", 3, "now", base, "p1: buy TT05 off gas", "p1 decksize 20; p1 workers 8 0 0 0"),
        ("E205", 2, "now", base, "p1: buy rnd off minerals", "p1 modules 0 1 0; p1 workers 8 0 0 0"),
        (
            "E206",
            2,
            "now",
            "p1 at abaddon.1 marine",
            "p1: buy base abaddon.1 off minerals",
            "p1 at abaddon.1 marine base; p1 workers 7 0 1 0",
        ),
        ("E207", 2, "keep", base, "", "p1 held E207; p1 limit 9; p1 hand T01 T02"),
        ("E208", 1, "hold", fight, "p1: use E208", "asks standard p2"),
        (
            "E209",
            1,
            "hold",
            "p1 at tarsonis.1 marine",
            "p1: use E209; p1: retreat to tarsonis.2",
            "p1 at tarsonis.2 marine",
        ),
        (
            "E210",
            2,
            "hold",
            "p1 at tarsonis.1 marine; p1 hand T02; p2 hand Z04",
            "p1: use E210; p2: play Z04; p1: play T02",
            "p1 at tarsonis.1 marine",
        ),
        ("E211", 2, "hold", fight, "p1: use E211; p1: play T05; p2: play Z05", "p1 at tarsonis.1 marine"),
        ("E212", 2, "now", base, "", "p1 cp 1"),
        ("E213", 1, "now", base, "p1: deplete chau.2", "chau.2 partial"),
        ("E301", 3, "forced", "", "p1: take point", "p1 cp 1; ends 1"),
        ("E302", 3, "now", base, "", "p1 cp 2"),
        (
            "E303",
            3,
            "now",
            "p1 buildings 1 1 0",
            "p1: deploy vulture tarsonis.1; p1: deploy vulture tarsonis.1; p1: deploy vulture tarsonis.2",
            "p1 at tarsonis.1 vulture x2; p1 at tarsonis.2 vulture",
        ),
        (
            "E304",
            2,
            "hold",
            "p2 at tarsonis.1 zergling queen; p1 hand T05; p2 hand Z05",
            "p1: use E304; p1: play T05; p2: play Z05",
            "p2 supply queen 3; p2 supply zergling 9",
        ),
        ("E305", 2, "now", "p2 at tarsonis.1 zergling queen", "p2: lose zergling", "p2 at tarsonis.1 queen"),
        ("E306", 2, "now", base, "p1: buy TT11", "p1 play TT11; p1 workers 8 0 0 0"),
        ("E307", 2, "now", base, "", "p1 cp 1; p1 holds 2"),
        ("E308", 1, "hold", "", "p1: order build+ tarsonis", "order p1 build+ tarsonis"),
        ("E309", 2, "hold", fight, "p1: use E309", "p1 holds 6"),
    ];
    assert_eq!(
        rows.iter().map(|r| r.0).collect::<Vec<_>>(),
        EventCard::all().map(EventCard::id).collect::<Vec<_>>()
    );
    for (id, copies, timing, position, plays, then) in rows {
        let card: EventCard = id.parse().unwrap();
        let print = card.data();
        assert_eq!(print.copies, *copies, "{id}");
        assert_eq!(print.stage.to_string(), id[1..2], "{id}");
        assert!(!event_text(card).is_empty(), "{id}");
        let wanted = match *timing {
            "now" => Timing::Now,
            "hold" => Timing::Hold,
            "keep" => Timing::Keep,
            _ => Timing::Forced,
        };
        assert_eq!(print.timing, wanted, "{id}");
        let mut game = match wanted {
            Timing::Now | Timing::Keep => worked(&format!("{position}; p1 drawn {id} looked; phase events"))
                .play(&format!("p1: play {id}")),
            Timing::Forced => {
                worked(&format!("p1 drawn {id}; phase regroup")).play(&format!("p1: play {id}"))
            }
            Timing::Hold => {
                // Held now, used at its timing later.
                drop(
                    worked(&format!("p1 drawn {id} looked; phase events"))
                        .play(&format!("p1: play {id}"))
                        .then(&format!("p1 held {id}")),
                );
                let scene = match *id {
                    "E308" => "phase planning 1 p1",
                    "E109" | "E110" | "E209" | "E210" => "battle tarsonis.1 p2 zergling",
                    _ => "battle tarsonis.1 p1 marine",
                };
                worked(&format!("{position}; p1 held {id}; {scene}"))
            }
        };
        for decision in plays.split(';').map(str::trim).filter(|d| !d.is_empty()) {
            // A single answer is taken without asking.
            let (seat, _) = decision.split_once(':').unwrap();
            let asked = game.game().to_act().has(StarCraft::seat(seat).unwrap());
            let offered = game.choices_of(seat).iter().any(|w| decision.ends_with(w.as_str()));
            if asked && offered {
                game = game.play(decision);
            }
        }
        drop(game.then(then));
    }
}

#[test]
fn deployed_units_keep_to_the_cards_limits() {
    worked("p1 drawn E101 looked; p1 buildings 1 3 0; p2 at tarsonis.2 zergling; p1 at abaddon.1 marine; phase events")
        .play("p1: play E101")
        .refuses("p1: deploy tank tarsonis.1", "SC-13.2")
        .refuses("p1: deploy firebat tarsonis.1", "SC-6.6")
        .refuses("p1: deploy marine abaddon.1", "SC-13.2")
        .refuses("p1: deploy marine tarsonis.2", "SC-6.7")
        .play("p1: deploy vulture tarsonis.1")
        .then("p1 at tarsonis.1 vulture; round 2");
    // Two units together, on one planet.
    worked("p1 drawn E201 looked; p1 buildings 1 2 0; p1 at abaddon.1 base; phase events")
        .plays("p1: play E201; p1: deploy goliath tarsonis.1")
        .refuses("p1: deploy goliath tarsonis.1", "SC-13.2")
        .refuses("p1: deploy marine abaddon.1", "SC-13.2")
        .play("p1: deploy marine tarsonis.1");
    // What costs no gas cannot be had for less of it.
    worked("p1 drawn E105 looked; phase events")
        .play("p1: play E105")
        .refuses("p1: buy supply off gas", "SC-5.1");
    // Two and no more, however cheap.
    worked("p1 drawn E201 looked; phase events")
        .plays("p1: play E201; p1: deploy marine tarsonis.1; p1: deploy marine tarsonis.1")
        .then("p1 at tarsonis.1 marine x2; round 2");
}

#[test]
fn z_axis_events_move_ends_to_free_slots_of_other_planets() {
    let position = "z abaddon.w braken.n; p1 transport r5; phase events";
    worked(&format!("p1 drawn E104 looked; {position}"))
        .play("p1: play E104")
        .refuses("p1: done", "SC-13.2")
        .refuses("p1: end r1 major", "SC-2.17")
        .play("p1: end r5 minor")
        // The only free slot that is left takes it, and transports stay on the route.
        .then("route abaddon.w pridewater.s z p1; round 2");
    worked(&format!("p1 drawn E203 looked; {position}"))
        .play("p1: play E203")
        .play("p1: done")
        .then("route abaddon.w braken.n z p1");
}

#[test]
fn bombardment_needs_a_controlled_area_on_the_planet_and_its_owner_chooses() {
    worked("p1 drawn E305 looked; p2 at tarsonis.1 zergling queen; p2 at pridewater.2 zergling; p2 at tarsonis.2 defiler; phase events")
        .play("p1: play E305")
        .refuses("p1: bombard pridewater.2", "SC-13.2")
        .refuses("p1: bombard tarsonis.3", "SC-13.2")
        .play("p1: bombard tarsonis.1")
        .then("asks bombard-loss p2")
        .play("p2: lose queen")
        .then("p2 at tarsonis.1 zergling");
}
