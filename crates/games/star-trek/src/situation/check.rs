//! Can a position be? Clauses name ships, disks and seats by number and may say anything; what no game comes to is refused
//! with the reason before the rules see it.

use crate::kinds::{DiskId, ShipId};
use crate::state::{Stage, StarTrek};
use klaxon_core::{SeatSet, Short};
use klaxon_geometry::plane::Point;

/// Nothing lies farther from the table than this.
const FARTHEST: i64 = 1_000_000;
/// Most of anything that a clause counts.
const MOST: u8 = 20;

/// What can be said of a position before anybody is asked.
pub(crate) fn check(game: &StarTrek) -> Result<(), String> {
    let say = |wrong: bool, why: &str| if wrong { Err(why.to_string()) } else { Ok(()) };
    let seats = game.seats.len() as u8;
    let at_table = |set: SeatSet| set.iter().all(|s| s.0 < seats);
    let is_ship = |id: ShipId| id.is_some() && id.ix() < game.ships.len();
    let is_disk = |id: DiskId| id.is_some() && id.ix() < game.disks.len();
    let near = |at: Point| at.x.abs() <= FARTHEST && at.y.abs() <= FARTHEST;
    say(!at_table(game.passed) || !at_table(game.draw), "there is no such seat at this table")?;
    say(game.seats.iter().any(|p| p.team >= game.teams), "there is no such team at this table")?;
    say(!(1..=100).contains(&game.turn), "turns are counted from 1 to 100")?;
    say(game.phase > 3, "phases are counted from 1 to 3")?;
    say(game.score.iter().any(|n| n.abs() > 9999), "nobody has so many points")?;
    say(
        game.threat.is_some_and(|t| t.hops > 100 || t.shields > 100 || t.hull > 1000),
        "no threat is like that",
    )?;
    for ship in &*game.ships {
        say(ship.owner >= seats, "there is no such seat at this table")?;
        say(ship.built_by >= game.teams, "there is no such team at this table")?;
        say(ship.cloak_pick.is_some() && !is_disk(ship.cloak_pick), "`cloak-pick` names no disk")?;
        say(!near(ship.at), "a ship lies too far away")?;
        let counts = [ship.torps, ship.hull_bonus, ship.ignores, ship.adapted];
        say(counts.iter().any(|n| *n > MOST), "a ship has at most 20 of anything")?;
    }
    for disk in &*game.disks {
        say(disk.home.is_some() && !is_ship(disk.home), "`home` names no ship")?;
        say(disk.seen.iter().any(|turn| *turn > game.turn), "a disk was seen in a turn that is yet to come")?;
    }
    for (i, torpedo) in game.torpedoes.iter().enumerate() {
        say(torpedo.owner >= seats, "there is no such seat at this table")?;
        say(torpedo.ship.is_some() && !is_ship(torpedo.ship), "a torpedo comes from no ship")?;
        say(!near(torpedo.at), "a torpedo lies too far away")?;
        let counts = [torpedo.damage, torpedo.movement, torpedo.life];
        say(counts.iter().any(|n| *n > MOST), "a torpedo has at most 20 of anything")?;
        say(torpedo.id.0 == 0, "torpedoes count from 1")?;
        say(game.torpedoes[..i].iter().any(|t| t.id == torpedo.id), "a torpedo is named twice")?;
    }
    say(game.launched > 9999, "torpedoes count to 9999")?;
    for obstacle in &*game.obstacles {
        say(!near(obstacle.at), "an obstacle lies too far away")?;
        say(obstacle.hits > MOST, "an obstacle makes at most 20 hits")?;
    }
    say(game.threat.is_some_and(|t| !near(t.at)), "the threat lies too far away")?;
    for (i, id) in game.initiative.iter().enumerate() {
        say(!is_ship(*id), "`initiative` names a ship that is not there")?;
        say(game.initiative[..i].contains(id), "`initiative` names a ship twice")?;
    }
    // Where no ship acts, the cursor still stands where the last turn left it, perhaps among more ships.
    let last = if game.stage == Stage::Act { game.initiative.len() } else { game.ships.len() };
    say(usize::from(game.cursor) > last, "the cursor is beyond the last ship")?;
    if let Some(act) = game.act {
        say(!is_ship(act.ship), "`acting` names a ship that is not there")?;
        say(!game.ship(act.ship).in_play(), "`acting` names a ship that is not in play")?;
        say(act.orders.iter().any(|n| *n > MOST), "a ship owes at most 20 orders")?;
    }
    Ok(())
}

/// Is there room for one more in a list?
pub(crate) fn room<T: Copy + Default, const N: usize>(list: &Short<T, N>) -> Result<(), String> {
    if list.is_full() { Err(format!("there are at most {N} of them")) } else { Ok(()) }
}
