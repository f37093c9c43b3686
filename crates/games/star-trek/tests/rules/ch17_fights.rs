//! ST-17 to ST-19, side by side: who fights, who loses, who has the ship afterwards, and what is ready again.

use crate::support::*;
use klaxon_star_trek::StarTrek;
use klaxon_testkit::Given;

/// The last activation of the turn, with ship 2 boarded.
const END: &str = "phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 14000,12000 speed 1 acted; ship 3 FED-S03 of p2 at 30000,4000 speed 2 acted; acting 1";

fn end(disks: &str, dice: &str) -> Given<StarTrek> {
    at(&format!("{END}; {disks}")).dice(dice).play("p1: end")
}

fn drop(hits: usize, of: usize) -> String {
    (0..of).map(|i| if i < hits { "hit " } else { "miss " }).collect()
}

/// Four players in two teams: p1 and p3 against p2 and p4. Ship 2 is p2's unless it is said to be another's.
fn teams(ship_2: &str, disks: &str) -> Given<StarTrek> {
    at(&format!(
        "scenario border-incident players 4; seat 1 KLI; seat 2 FED; seat 3 KLI; seat 4 FED; phase 3; ship 1 KLI-S03 of p1 at 10000,12000; ship 2 FED-S01 of {ship_2} at 14000,12000 speed 1 acted; \
         ship 3 KLI-S01 of p3 at 30000,30000 speed 2 acted; ship 4 FED-S03 of p4 at 50000,30000 speed 3 acted; {disks}; acting 1"
    ))
}

#[test]
fn st_17_2_there_is_a_fight_where_crew_of_two_teams_are_revealed() {
    for (disks, fight) in [
        ("disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2", true),
        ("disk 1 KLI-C14 on ship:2 of p1 home 1 flipped; disk 2 FED-C16 on ship:2", true),
        ("disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2 concealed", false),
        ("disk 1 KLI-C14 on ship:2 of p1 home 1 concealed; disk 2 FED-C16 on ship:2", false),
        ("disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-T01 on ship:2", false),
        ("disk 1 KLI-T03 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2", false),
        ("disk 1 KLI-C14 on ship:1; disk 2 FED-C16 on ship:2", false),
        ("disk 1 KLI-C14 on out of p1 home 1; disk 2 FED-C16 on ship:2", false),
    ] {
        println!("{disks}");
        let game = at(&format!("{END}; {disks}"));
        if fight {
            let mine = if disks.contains("flipped") { 0 } else { 3 };
            game.dice(&format!("{}{}", drop(0, mine), drop(1, 2)))
                .play("p1: end")
                .events_say("Crew fight aboard Yamato")
                .then("disk 1 on out")
                .done();
        } else {
            game.play("p1: end").events_do_not_say("Crew fight").then("turn 2").done();
        }
    }
    // Crew of one team never fight each other, however many players they have; neither do prisoners or a VIP.
    teams("p2", "disk 1 KLI-C14 on ship:1 of p1; disk 2 KLI-C12 on ship:1 of p3")
        .play("p1: end")
        .events_do_not_say("Crew fight")
        .done();
    at("scenario menage-a-troi; phase 3; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 SCN-C02 on ship:1 of p2; disk 2 FER-C14 on ship:1; acting 1")
        .play("p1: end")
        .events_do_not_say("Crew fight")
        .then("disk 1 of p1")
        .done();
    at("scenario heart-of-glory; phase 3; ship 1 KLI-S01 of p1 at 10000,18000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 SCN-C01 on terrain:1 of p1 held; disk 2 FED-C15 on terrain:1 of p2; acting 1")
        .play("p1: end")
        .events_do_not_say("Crew fight")
        .then("disk 1 held; holder 1 2")
        .done();
}

#[test]
fn st_17_3_how_many_counters_each_player_drops() {
    // Team-mates drop one after the other by seats, and their hits are added: 3 and 5 against 2 and 4.
    let both = "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 KLI-C12 on ship:2 of p3 home 3; disk 3 FED-C16 on ship:2; disk 4 FED-C14 on ship:2 of p4 home 4";
    teams("p2", both)
        .dice(&format!("{}{}{}{}", drop(1, 3), drop(1, 2), drop(1, 5), drop(0, 4)))
        .play("p1: end")
        .asks("p2")
        .then("disk 1 ready; disk 2 ready; disk 3 ready; disk 4 ready");
    teams("p2", both)
        .dice(&format!("{}{}{}{}", drop(0, 3), drop(1, 2), drop(1, 5), drop(1, 4)))
        .play("p1: end")
        // The losers: on a ship that none of them controls the one with most crew there, of equals the lowest seat.
        .asks("p1");
    // Klag drops one miss again, for his own player alone, and only where he fights.
    let klag = |place: &str| {
        format!(
            "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 KLI-C07 on {place} of p1 home 1; disk 3 FED-C14 on ship:2"
        )
    };
    end(&klag("ship:2"), &format!("{}{}{}", drop(0, 7), "hit ", drop(0, 4)))
        .events_say("again")
        .then("disk 3 on out")
        .done();
    end(&klag("ship:2 flipped"), &format!("{}{}", drop(0, 3), drop(1, 4))).asks("p1").done();
    end(&klag("ship:1"), &format!("{}{}", drop(1, 3), drop(0, 4))).then("disk 3 on out").done();
    // Without a miss there is nothing to drop again.
    end(&klag("ship:2"), &format!("{}{}", drop(7, 7), drop(4, 4))).then("disk 3 on out").done();
    teams("p2", "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 KLI-C07 on ship:2 of p3 home 3; disk 3 FED-C14 on ship:2")
        .dice(&format!("{}{}{}{}", drop(0, 3), drop(1, 4), drop(1, 4), "hit "))
        .play("p1: end")
        .then("disk 3 on out")
        .done();
}

#[test]
fn st_17_9_who_chooses_what_falls() {
    let boarders = "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 KLI-C14 on ship:2 of p3 home 3; disk 3 KLI-C14 on ship:2 of p3 home 3; disk 4 FED-C16 on ship:2; disk 5 FED-C16 on ship:2 of p4 home 4";
    let lost = format!("{}{}{}{}", drop(0, 3), drop(1, 2), drop(0, 6), drop(1, 2));
    // p3 has most crew there; he may choose his team-mate's, and nobody the other side's.
    teams("p2", boarders)
        .dice(&lost)
        .play("p1: end")
        .asks("p3")
        .allows("p3: lose 1")
        .refuses("p3: lose 4", "ST-17.9")
        .not_asked("p1: lose 1");
    // The controller of the ship goes before, however few he has.
    teams("p1 owner p2 builder 2", boarders).dice(&lost).play("p1: end").asks("p1");
    // Of equals the lowest seat; for the defenders their controller.
    let even = "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 KLI-C14 on ship:2 of p3 home 3; disk 3 FED-C16 on ship:2; disk 4 FED-C16 on ship:2 of p4 home 4; disk 5 FED-C16 on ship:2 of p4 home 4";
    teams("p2", even)
        .dice(&format!("{}{}{}{}", drop(0, 3), drop(1, 2), drop(0, 3), drop(1, 4)))
        .play("p1: end")
        .asks("p1");
    teams("p2", even)
        .dice(&format!("{}{}{}{}", drop(1, 3), drop(0, 2), drop(1, 3), drop(0, 4)))
        .play("p1: end")
        .asks("p2");
    // Both sides choose at once after a tie; each his own.
    teams("p2", even)
        .dice(&format!("{}{}{}{}", drop(1, 3), drop(0, 2), drop(0, 3), drop(1, 4)))
        .play("p1: end")
        .asks("p1 p2")
        .refuses("p2: lose 1", "ST-17.9")
        .play("p2: lose 5")
        .asks("p1");
    // Madred on the winning side chooses for the losers, of all they have revealed; on the losing side he does not.
    let madred = |whose: &str| {
        format!(
            "disk 1 CAR-C05 on ship:2 of {whose}; disk 2 KLI-C14 on ship:2 of p1 home 1; disk 3 KLI-C12 on ship:2 of p1 home 1; disk 4 FED-C16 on ship:2; disk 5 FED-C14 on ship:2; disk 6 FED-C15 on ship:2 concealed"
        )
    };
    end(&madred("p1 home 1"), &format!("{}{}", drop(1, 10), drop(0, 6)))
        .asks("p1")
        .refuses("p1: lose 6", "ST-17.4")
        .refuses("p1: lose 2", "ST-17.9")
        .allows("p1: lose 4")
        .allows("p1: lose 5");
    end(&madred("p1 home 1"), &format!("{}{}", drop(0, 10), drop(1, 6)))
        .asks("p1")
        .allows("p1: lose 2")
        .refuses("p1: lose 4", "ST-17.9");
    end(&madred("p2"), &format!("{}{}", drop(0, 8), drop(1, 8)))
        .asks("p2")
        .allows("p2: lose 3")
        .refuses("p2: lose 4", "ST-17.9");
    end(&madred("p1 home 1 flipped"), &format!("{}{}", drop(1, 8), drop(0, 6))).asks("p2");
    // A tie costs both, and then nobody has won.
    end(&madred("p1 home 1"), &format!("{}{}", drop(1, 10), drop(1, 6))).asks("p1 p2");
}

#[test]
fn st_17_4_a_doctor_saves_one_who_is_about_to_fall() {
    let doctor = |disk: &str| {
        format!("disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2; disk 3 {disk}")
    };
    // The saved crew stays, flipped, and so does the doctor; the fight goes on.
    end(&doctor("FED-C07 on ship:2"), &format!("{}{}", drop(1, 5), drop(0, 3)))
        .play("p2: lose 2")
        .asks("p2")
        .dice(&drop(1, 5))
        .play("p2: use 3")
        .then("disk 2 flipped on ship:2; disk 3 flipped on ship:2")
        .asks("p2");
    // He may let it be; then it is gone.
    end(&doctor("FED-C07 on ship:2"), &format!("{}{}", drop(1, 5), drop(0, 3)))
        .play("p2: lose 2")
        .dice(&format!("{}{}", drop(1, 5), drop(0, 1)))
        .play("p2: pass")
        .then("disk 2 on out; disk 3 ready on ship:2")
        .asks("p2");
    // Not from another ship, not while concealed or flipped.
    for (other, of) in [("FED-C07 on ship:3", 2), ("FED-C07 on ship:2 concealed", 2)] {
        end(&doctor(other), &format!("{}{}", drop(1, 5), drop(0, of))).then("disk 2 on out; turn 2").done();
    }
    end(&doctor("FED-C07 on ship:2 flipped"), &format!("{}{}", drop(1, 5), drop(0, 2)))
        .dice(&drop(1, 5))
        .play("p2: lose 2")
        .then("disk 2 on out; disk 3 on out")
        .done();
    // A team-mate's doctor helps as well.
    teams("p2", "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 FED-C16 on ship:2; disk 3 FED-C07 on ship:2 of p4 home 4")
        .dice(&format!("{}{}{}", drop(1, 5), drop(0, 2), drop(0, 1)))
        .play("p1: end")
        .asks("p2")
        .play("p2: lose 2")
        .asks("p4")
        .dice(&drop(0, 5))
        .play("p4: use 3")
        .then("disk 2 flipped");
}

#[test]
fn st_18_3_who_has_the_ship_after_the_fights() {
    // Six rounds of nothing: all are flipped, ties cost a trooper each, and then Command decides.
    let long = |extra: &str| {
        let crew = "disk 1 KLI-C14 on ship:2 of p1 home 1 flipped; disk 2 KLI-C14 on ship:2 of p1 home 1 flipped; disk 3 KLI-C14 on ship:2 of p1 home 1 flipped; \
            disk 4 FED-C16 on ship:2 of p2 flipped; disk 5 FED-C16 on ship:2 of p2 flipped; disk 6 FED-C16 on ship:2 of p2 flipped";
        format!("{crew}; {extra}")
    };
    let fought = |game: Given<StarTrek>| {
        game.plays("p1: end; p1: lose 1; p2: lose 4; p1: lose 2; p2: lose 5; p1: lose 3; p2: lose 6")
    };
    for (mine, his, master) in [
        ("KLI-C03", "FED-C04", "p1"),
        ("KLI-C07", "FED-C04", "p2"),
        ("KLI-C08", "FED-C04", "p2"),
        ("KLI-C01", "FED-C02", "p1"),
        ("KLI-C07", "FED-C02", "p2"),
    ] {
        let leaders =
            format!("disk 7 {mine} on ship:2 of p1 home 1 flipped; disk 8 {his} on ship:2 of p2 flipped");
        fought(at(&format!("{END}; {}", long(&leaders))))
            .then(&format!("ship 2 of {master}; turn 2; disk 7 on ship:2; disk 8 on ship:2"));
    }
    // Already taken, a tie leaves it with the captor; concealed crew and tech count for nothing.
    let taken = END.replace("ship 2 FED-S01 of p2", "ship 2 FED-S01 of p1 owner p2 builder 2");
    let leaders = "disk 7 KLI-C07 on ship:2 of p1 home 1 flipped; disk 8 FED-C04 on ship:2 of p2 flipped; disk 9 FED-C13 on ship:2 of p2 concealed; disk 10 FED-T01 on ship:2 of p2";
    fought(at(&format!("{taken}; {}", long(leaders)))).then("ship 2 of p1");
    // Inside the winning side: most Command, then most crew, then the lowest seat.
    for (disks, master) in [
        ("disk 1 KLI-C10 on ship:2 of p1 home 1; disk 2 KLI-C08 on ship:2 of p3 home 3", "p3"),
        ("disk 1 KLI-C08 on ship:2 of p1 home 1; disk 2 KLI-C10 on ship:2 of p3 home 3", "p1"),
        (
            "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 KLI-C10 on ship:2 of p3 home 3; disk 3 KLI-C14 on ship:2 of p3 home 3",
            "p3",
        ),
        (
            "disk 1 KLI-C12 on ship:2 of p1 home 1; disk 2 KLI-C10 on ship:2 of p3 home 3; disk 3 KLI-C14 on ship:2 of p1 home 1",
            "p1",
        ),
        ("disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 KLI-C14 on ship:2 of p3 home 3", "p1"),
        ("disk 1 KLI-C14 on ship:2 of p3 home 3; disk 2 KLI-C14 on ship:2 of p1 home 1 concealed", "p3"),
    ] {
        teams("p2", disks).play("p1: end").then(&format!("ship 2 of {master}"));
    }
}

#[test]
fn st_18_2_the_captor_sees_the_hidden_tech_and_who_lost_it_remembers() {
    let game = end(
        "disk 1 KLI-C14 on ship:2 of p1 home 1; disk 2 FED-T01 on ship:2 concealed; disk 3 FED-C04 on ship:2 concealed; disk 4 FED-T02 on ship:3 concealed",
        "",
    );
    game.then("ship 2 of p1; knows p1 disk 2; knows p2 disk 2; knows p2 disk 3; knows p2 disk 4; disk 2 concealed on ship:2")
        .then_not("knows p1 disk 3; knows p1 disk 4")
        .hears("p1", "Mark III Torpedoes")
        .does_not_hear("watcher", "Mark III Torpedoes");
}

#[test]
fn st_19_2_only_what_is_flipped_aboard_and_constant_may_be_kept() {
    let keep = |disk: &str| {
        at(&format!(
            "stage keep; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,4000; disk 1 ROM-T02 on ship:1 flipped; disk 2 {disk}"
        ))
    };
    keep("ROM-T09 on ship:1 flipped")
        .refuses("p1: keep 2", "ST-19.2")
        .refuses("p1: keep 9", "ST-19.2")
        .plays("p1: keep 1; p1: done")
        .then("disk 2 ready; disk 1 flipped; ship 1 cloaked");
    keep("ROM-T03 on ship:1 ready").refuses("p1: keep 2", "ST-19.2");
    keep("ROM-T03 on ship:2 of p2 flipped")
        .asks("p1 p2")
        .refuses("p1: keep 2", "ST-19.2")
        .allows("p2: keep 2");
    keep("ROM-T03 on out of p1 home 1").refuses("p1: keep 2", "ST-19.2");
    // What is kept may be let go again before all are done, and everything else is ready.
    keep("ROM-C12 on ship:1 flipped")
        .choices_include("p1: keep 1")
        .choices_exclude("p1: keep 2")
        .play("p1: keep 1")
        .choices_exclude("p1: keep 1")
        .plays("p1: keep 1; p1: done")
        .then("disk 1 ready; disk 2 ready")
        .then_not("ship 1 cloaked");
    // The tech of a captured ship is its controller's.
    at("stage keep; ship 1 KLI-S01 of p1 at 10000,12000; ship 2 ROM-S02 of p1 owner p2 builder 2 at 14000,12000; ship 3 ROM-S05 of p2 at 30000,4000; disk 1 ROM-T02 on ship:2 of p2 flipped")
        .asks("p1")
        .allows("p1: keep 1");
    // On terrain and on enemy ships crew are readied as well.
    at("scenario heart-of-glory; phase 3; ship 1 KLI-S01 of p1 at 10000,18000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 KLI-C14 on terrain:1 of p1 home 1 flipped; disk 2 FED-C16 on ship:2 flipped; disk 3 SCN-C01 on ship:1; acting 1")
        .play("p1: end")
        .then("disk 1 ready; disk 2 ready");
}

#[test]
fn st_17_1_prisoners_go_free_when_their_side_alone_is_there() {
    let base = |disks: &str| {
        at(&format!(
            "scenario heart-of-glory; phase 3; ship 1 KLI-S01 of p1 at 10000,18000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; disk 1 SCN-C01 on terrain:1 of p1 held; {disks}; acting 1"
        ))
    };
    base("disk 2 KLI-C14 on terrain:1 of p1 home 1")
        .play("p1: end")
        .events_say("freed")
        .then("disk 1 ready; holder 1 1");
    base("disk 2 FED-C16 on terrain:1 of p2 home 2").play("p1: end").then("disk 1 held; holder 1 2");
    base("disk 2 KLI-C14 on ship:1").play("p1: end").then("disk 1 held").then_not("holder 1 1; holder 1 2");
    base("disk 2 KLI-C14 on terrain:1 of p1 home 1; disk 3 FED-C15 on terrain:1 of p2 home 2")
        .dice(&format!("{}{}", drop(1, 3), drop(0, 1)))
        .play("p1: end")
        .then("disk 3 on out; disk 1 ready; holder 1 1");
    base("disk 2 KLI-C14 on terrain:1 of p1 home 1; disk 3 FED-C15 on terrain:1 of p2 home 2")
        .dice(&format!("{}{}", drop(0, 3), drop(1, 1)))
        .play("p1: end")
        .then("disk 2 on out; disk 1 held; holder 1 2");
}

/// Two crew each of three teams on the planet of Peak Performance, Combat 2, 3 and 2, but for one team that is not there.
fn on_the_planet(but: u8) -> Given<StarTrek> {
    let crew = [(1, "FED-C16"), (2, "KLI-C14"), (3, "CAR-C14")];
    let there = crew.iter().filter(|(p, _)| *p != but).flat_map(|&(p, id)| [(p, id), (p, id)]);
    let disks: Vec<String> = there
        .enumerate()
        .map(|(i, (p, id))| format!("disk {} {id} on terrain:1 of p{p} home {p}", i + 1))
        .collect();
    at(&format!(
        "scenario peak-performance; seat 1 FED; seat 2 KLI; seat 3 CAR; phase 3; ship 1 FED-S01 of p1 at 3000,3000; ship 2 KLI-S01 of p2 at 40000,3000 speed 1 acted; \
         ship 3 CAR-S01 of p3 at 3000,40000 speed 2 acted; {}; acting 1",
        disks.join("; ")
    ))
}

#[test]
fn st_17_10_all_of_those_who_tie_choose_and_nobody_else() {
    let lost = |n: usize| format!("p{}: lose {n}", n.div_ceil(2));
    on_the_planet(0)
        .dice(&format!("{}{}{}", drop(1, 4), drop(1, 6), drop(1, 4)))
        .play("p1: end")
        .asks("p1 p2 p3")
        .refuses("p2: lose 1", "ST-17.9")
        .play(&lost(3))
        .asks("p1 p3")
        .play(&lost(6))
        .asks("p1")
        .dice(&format!("{}{}{}", drop(1, 2), drop(0, 3), drop(0, 2)))
        .play(&lost(2))
        // One of each is left; p1 wins the second segment, and the third has no other side.
        .then("disk 1 on terrain:1; disk 2 on out; disk 3 on out; disk 4 on out; disk 5 on out; disk 6 on out; turn 2; holder 1 1")
        .done();
    // Two sides of three tie: the winner is neither asked nor loses anybody, and the same with a team that has no crew there.
    on_the_planet(0)
        .dice(&format!("{}{}{}", drop(1, 4), drop(2, 6), drop(1, 4)))
        .play("p1: end")
        .asks("p1 p3")
        .not_asked("p2: lose 3");
    for (but, asked) in [(1, "p2 p3"), (2, "p1 p3"), (3, "p1 p2")] {
        let counters = [4, 6, 4];
        let dice: String =
            (1..=3).filter(|p| *p != but).map(|p| drop(1, counters[usize::from(p) - 1])).collect();
        on_the_planet(but).dice(&dice).play("p1: end").asks(asked);
    }
}

#[test]
fn st_20_9_who_concedes_in_a_fight_takes_his_side_away_and_no_other() {
    // All three tie, and one of them gives up before he has chosen; the others choose as before and fight on.
    for (gone, one, other) in [(1, 2, 3), (2, 1, 3), (3, 1, 2)] {
        let (counters, first) = ([0, 2, 3, 2], |p: usize| 2 * p - 1);
        println!("p{gone}");
        on_the_planet(0)
            .dice(&format!("{}{}{}", drop(0, 4), drop(0, 6), drop(0, 4)))
            .play("p1: end")
            .play(&format!("p{gone}: concede"))
            .asks(&format!("p{one} p{other}"))
            .play(&format!("p{one}: lose {}", first(one)))
            .asks(&format!("p{other}"))
            .dice(&format!("{}{}", drop(0, counters[one]), drop(1, counters[other])))
            .play(&format!("p{other}: lose {}", first(other)))
            .then(&format!("disk {} on out; disk {} on terrain:1", first(one) + 1, first(other) + 1))
            .then(&format!(
                "disk {} on out; disk {} on out; turn 2; holder 1 {other}",
                first(gone),
                first(gone) + 1
            ))
            .done();
    }
    // Of two sides one is left: the fight is over, and the other loses nobody more.
    on_the_planet(2)
        .dice(&format!("{}{}", drop(1, 4), drop(1, 4)))
        .play("p1: end")
        .play("p3: concede")
        .asks("p1")
        .play("p1: lose 1")
        .then("disk 1 on out; disk 2 on terrain:1; disk 3 on out; disk 4 on out; turn 2; holder 1 1")
        .done();
}

#[test]
fn st_20_4_a_vip_is_in_the_hands_of_who_has_the_ship() {
    let four = |vip: &str, more: &str| {
        at(&format!(
            "scenario border-incident players 4; seat 1 FER; seat 2 FED; seat 3 FER; seat 4 FED; phase 3; ship 1 FER-S01 of p1 at 10000,12000; ship 2 FED-S05 of p2 at 30000,30000 speed 1 acted; \
             ship 3 FER-S02 of p3 at 14000,12000 speed 2 acted; ship 4 FED-S03 of p4 at 50000,18000 speed 3 acted; disk 1 SCN-C02 on {vip}{more}; acting 1"
        ))
        .play("p1: end")
    };
    let words = "is now in the hands of";
    // Whose team has the ship has the VIP: it is told where it changes hands, and between team-mates it does not.
    four("ship:1 of p2", "").events_say(words).then("disk 1 of p1");
    four("ship:2 of p1", "").events_say(words).then("disk 1 of p2");
    four("ship:4 of p2", "").events_do_not_say(words).then("disk 1 of p4");
    four("ship:3 of p1", "").events_do_not_say(words).then("disk 1 of p3");
    four("ship:1 of p1", "").events_do_not_say(words).then("disk 1 of p1");
    // With a ship that is taken the VIP goes over in the same turn; crew who are only aboard take nobody.
    four("ship:2 of p2", "; disk 2 FER-C14 on ship:2 of p3 home 3")
        .events_say(words)
        .then("ship 2 of p3; disk 1 of p3");
    four("ship:2 of p2", "; disk 2 FER-C14 on ship:2 of p3 home 3 concealed")
        .events_do_not_say(words)
        .then("ship 2 of p2; disk 1 of p2");
}
