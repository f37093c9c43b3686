//! ST-19: ready.

use crate::support::*;

#[test]
fn st_19_1_all_flipped_disks_become_ready() {
    at("phase 3; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000 speed 1 acted; disk 1 ROM-T04 on ship:1 flipped; disk 2 FED-C04 on ship:2 flipped; disk 3 FED-T04 on ship:2 flipped; acting 1")
        .play("p1: end")
        .then("turn 2; disk 1 ready; disk 2 ready; disk 3 ready");
}

#[test]
fn st_19_2_constant_disks_may_stay_flipped() {
    let game = at("phase 3; ship 1 ROM-S02 of p1 at 10000,12000; ship 2 FED-S01 of p2 at 30000,12000 speed 1 acted; disk 1 ROM-T02 on ship:1 flipped; disk 2 ROM-T04 on ship:1 flipped; acting 1")
        .play("p1: end")
        .asks("p1")
        .refuses("p1: keep 2", "ST-19.2")
        .play("p1: keep 1");
    game.play("p1: done").events_say("stays flipped").then("disk 1 flipped; disk 2 ready; turn 2");
}
